//! Answers that come piece by piece: work on a thread of its own, which ends when its page goes.

use std::pin::Pin;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::task::{Context, Poll};

use axum::body::{Body, Bytes};
use axum::http::header::CONTENT_TYPE;
use axum::response::{IntoResponse, Response};
use futures_core::Stream;
use serde::Serialize;
use tokio::sync::OwnedSemaphorePermit;
use tokio::sync::mpsc::{Receiver, Sender, channel};

use crate::text;
use crate::web::markup::Markup;

/// How many pieces may wait for a page that reads slowly.
const WAITING: usize = 64;

/// The page at the other end.
pub struct Browser {
    pieces: Sender<Bytes>,
    gone: Arc<AtomicBool>,
}

/// What comes out at the other end.
struct Pieces {
    pieces: Receiver<Bytes>,
    gone: Arc<AtomicBool>,
}

/// A piece of HTML for a place of the page, as an event.
#[derive(Serialize)]
struct Event<'a> {
    html: &'a str,
}

impl Browser {
    /// Sends bytes, and waits while the page is slow. Whether it is still there.
    pub fn send(&self, bytes: impl Into<Bytes>) -> bool {
        let sent = self.pieces.blocking_send(bytes.into()).is_ok();
        if !sent {
            self.gone.store(true, Ordering::Relaxed);
        }
        sent
    }

    /// Sends a server-sent event: the name of a place of the page, and what belongs there.
    pub fn event(&self, name: &'static str, markup: &Markup) -> bool {
        let data = text::json(&Event { html: markup.as_str() });
        self.send(format!("event: {name}\ndata: {}\n\n", data.expect("text can be written")))
    }

    /// Set when the page has gone: whoever works for it stops.
    pub fn gone(&self) -> &AtomicBool {
        &self.gone
    }
}

impl Stream for Pieces {
    type Item = Result<Bytes, std::convert::Infallible>;

    fn poll_next(mut self: Pin<&mut Self>, context: &mut Context) -> Poll<Option<Self::Item>> {
        self.pieces.poll_recv(context).map(|piece| piece.map(Ok))
    }
}

impl Drop for Pieces {
    fn drop(&mut self) {
        self.gone.store(true, Ordering::Relaxed);
    }
}

/// An answer of this kind that `work` writes piece by piece. The permit is held until it is done.
pub(super) fn answer(
    kind: &'static str,
    permit: OwnedSemaphorePermit,
    work: impl FnOnce(&Browser) + Send + 'static,
) -> Response {
    let (sender, receiver) = channel(WAITING);
    let gone = Arc::new(AtomicBool::new(false));
    let reader = Browser { pieces: sender, gone: Arc::clone(&gone) };
    tokio::task::spawn_blocking(move || {
        work(&reader);
        drop(permit);
    });
    let body = Body::from_stream(Pieces { pieces: receiver, gone });
    ([(CONTENT_TYPE, kind)], body).into_response()
}
