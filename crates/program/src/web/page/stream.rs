//! Answers in pieces, written by work on its own thread, which stops when the page is closed.

use std::io;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::pin::Pin;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::task::{Context, Poll};
use std::time::{Duration, Instant};

use axum::body::{Body, Bytes};
use axum::http::header::CONTENT_TYPE;
use axum::response::{IntoResponse, Response};
use futures_core::Stream;
use tokio::sync::OwnedSemaphorePermit;
use tokio::sync::mpsc::error::TrySendError;
use tokio::sync::mpsc::{Receiver, Sender, channel};

use super::browser::Browser;

/// The most pieces that wait for a slow page.
const WAITING: usize = 64;

/// How long a page may read nothing.
const PATIENCE: Duration = Duration::from_secs(60);

/// How long to wait before a slow page is tried again.
const PAUSE: Duration = Duration::from_millis(10);

/// The sending end of an answer in pieces.
struct PageConnection {
    pieces: Sender<Bytes>,
    gone: Arc<AtomicBool>,
    given_up: Arc<AtomicBool>,
}

/// The receiving end: the pieces as the body of the HTTP answer.
struct PieceStream {
    from: Receiver<Bytes>,
    gone: Arc<AtomicBool>,
    /// Set when the answer was broken off, so that it does not look complete.
    given_up: Arc<AtomicBool>,
}

impl PageConnection {
    /// Sends a piece, waiting while the page is slow. Returns whether the page is still open. A
    /// page that reads nothing for a minute counts as closed, so that it does not keep others
    /// waiting.
    fn send(&self, piece: String) -> bool {
        let (mut bytes, begun) = (Bytes::from(piece), Instant::now());
        while !self.gone.load(Ordering::Relaxed) {
            match self.pieces.try_send(bytes) {
                Ok(()) => return true,
                Err(TrySendError::Full(back)) if begun.elapsed() < PATIENCE => bytes = back,
                Err(TrySendError::Full(_)) => {
                    self.given_up.store(true, Ordering::Relaxed);
                    break;
                }
                Err(TrySendError::Closed(_)) => break,
            }
            std::thread::sleep(PAUSE);
        }
        self.gone.store(true, Ordering::Relaxed);
        false
    }
}

impl Stream for PieceStream {
    type Item = io::Result<Bytes>;

    fn poll_next(mut self: Pin<&mut Self>, context: &mut Context) -> Poll<Option<Self::Item>> {
        let broken_off = || Err(io::Error::from(io::ErrorKind::TimedOut));
        self.from.poll_recv(context).map(|piece| match piece {
            Some(piece) => Some(Ok(piece)),
            None => self.given_up.swap(false, Ordering::Relaxed).then(broken_off),
        })
    }
}

impl Drop for PieceStream {
    fn drop(&mut self) {
        self.gone.store(true, Ordering::Relaxed);
    }
}

/// An answer of this content type that `work` writes in pieces. The permit is held until `work` is
/// done. If it panics, `excuse` sends the last piece.
pub(super) fn answer(
    kind: &'static str,
    permit: OwnedSemaphorePermit,
    work: impl FnOnce(&Browser) + Send + 'static,
    excuse: impl FnOnce(&Browser) + Send + 'static,
) -> Response {
    let (sender, receiver) = channel(WAITING);
    let gone = Arc::new(AtomicBool::new(false));
    let given_up = Arc::new(AtomicBool::new(false));
    let line =
        PageConnection { pieces: sender, gone: Arc::clone(&gone), given_up: Arc::clone(&given_up) };
    tokio::task::spawn_blocking(move || {
        let take = |piece| line.send(piece);
        let browser = Browser::new(&take, &line.gone);
        // Nothing is used afterwards that the work may have left half done.
        if catch_unwind(AssertUnwindSafe(|| work(&browser))).is_err() {
            excuse(&browser);
        }
        drop(permit);
    });
    let body = Body::from_stream(PieceStream { from: receiver, gone, given_up });
    ([(CONTENT_TYPE, kind)], body).into_response()
}

#[cfg(test)]
mod tests {
    use super::super::browser::WENT_WRONG;
    use super::*;
    use axum::body::to_bytes;
    use tokio::runtime::Builder;
    use tokio::sync::Semaphore;

    #[test]
    fn who_reads_is_told_of_a_panic() {
        let work = |browser: &Browser| {
            browser.send("begun, ");
            panic!("on purpose");
        };
        let excuse = |browser: &Browser| {
            browser.send(WENT_WRONG);
        };
        let room = Arc::new(Semaphore::new(1));
        Builder::new_current_thread().build().unwrap().block_on(async {
            let permit = Arc::clone(&room).acquire_owned().await.unwrap();
            let answer = answer("text/plain", permit, work, excuse);
            let body = to_bytes(answer.into_body(), 1_000).await.unwrap();
            assert_eq!(body, format!("begun, {WENT_WRONG}"));
            // The place is free again.
            drop(room.acquire().await.unwrap());
        });
    }
}
