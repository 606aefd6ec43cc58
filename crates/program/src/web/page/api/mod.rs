//! The questions of the page for programs: `POST /api/choose` and others, JSON in and out.
//!
//! A [`question`] is an object whose deal and facts stand for a [`Spot`](super::spot::Spot), as an address does; the
//! [`answers`] are the objects of `--json`. `openapi.json` describes both, and `tests/api.rs` holds them to it.

mod answers;
mod question;

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use axum::Router;
use axum::body::Body;
use axum::extract::State;
use axum::http::StatusCode;
use axum::http::header::CONTENT_TYPE;
use axum::response::{IntoResponse, Response};
use axum::routing::{MethodRouter, get, post};
use serde::Serialize;

use super::server::{Desk, EVENTS, permit, read};
use super::stream::{Browser, WENT_WRONG, answer};
use falsecard_engine::text::{self, on_one_line};
use question::Question;

/// The longest question, in bytes: a deal in any format, with its calls explained.
const LONGEST_QUESTION: usize = 64 << 10;

const OPENAPI: &str = include_str!("openapi.json");

const JSON: &str = "application/json";

/// An answer, or why there is none: a sentence.
type Told = Result<String, String>;

/// An answer in one piece; it ends early once the flag is set.
type Whole = fn(&Question, &AtomicBool) -> Told;

/// An answer in events, the last of which is `answer`.
type Streamed = fn(&Question, &Browser) -> Result<(), String>;

/// The routes of the questions.
pub(super) fn routes() -> Router<Desk> {
    Router::new()
        .route("/api/openapi.json", get(async || ([(CONTENT_TYPE, JSON)], OPENAPI)))
        .route("/api/bid", short(answers::bid))
        .route("/api/dd", short(answers::dd))
        .route("/api/believe", short(answers::believe))
        .route("/api/choose", long(answers::choose, Some(answers::choosing)))
        .route("/api/explain", long(answers::explain, None))
        .route("/api/review", long(answers::review, Some(answers::reviewing)))
}

/// A question that is answered at once.
fn short(work: Whole) -> MethodRouter<Desk> {
    post(move |State(desk): State<Desk>, body: Body| async move {
        let room = desk.questions.clone();
        asked(body, room, work, None).await
    })
}

/// A search, which may be answered in events.
fn long(work: Whole, streamed: Option<Streamed>) -> MethodRouter<Desk> {
    post(move |State(desk): State<Desk>, body: Body| async move {
        let room = desk.searches.clone();
        asked(body, room, work, streamed).await
    })
}

async fn asked(
    body: Body,
    room: Arc<tokio::sync::Semaphore>,
    work: Whole,
    streamed: Option<Streamed>,
) -> Response {
    let bytes = match read(body, LONGEST_QUESTION).await {
        Ok(bytes) => bytes,
        Err(refusal) => {
            return refused(refusal.status(), "the question is too long, or took too long to come");
        }
    };
    let question = match Question::read(&bytes) {
        Ok(question) => question,
        Err(why) => return refused(StatusCode::BAD_REQUEST, &why),
    };
    let permit = permit(&room).await;
    if let Some(streamed) = streamed.filter(|_| question.is_streamed()) {
        let refuse = |reader: &Browser, status: StatusCode, why: &str| {
            reader.data("error", &refusal(status, why));
        };
        let work = move |reader: &Browser| {
            if let Err(why) = streamed(&question, reader) {
                refuse(reader, StatusCode::BAD_REQUEST, &why);
            }
        };
        return answer(EVENTS, permit, work, move |reader| {
            refuse(reader, StatusCode::INTERNAL_SERVER_ERROR, WENT_WRONG);
        });
    }
    // Who goes away ends the work.
    let gone = Gone(Arc::new(AtomicBool::new(false)));
    let stop = Arc::clone(&gone.0);
    let done = tokio::task::spawn_blocking(move || {
        let done = work(&question, &stop);
        drop(permit);
        done
    });
    match done.await {
        Ok(Ok(json)) => ([(CONTENT_TYPE, JSON)], json).into_response(),
        Ok(Err(why)) => refused(StatusCode::BAD_REQUEST, &why),
        Err(_) => refused(StatusCode::INTERNAL_SERVER_ERROR, WENT_WRONG),
    }
}

/// Sets its flag when it is dropped: when the answer has been given, or nobody waits for it any more.
struct Gone(Arc<AtomicBool>);

impl Drop for Gone {
    fn drop(&mut self) {
        self.0.store(true, Ordering::Relaxed);
    }
}

/// A refusal, as the faults of `--json` are written.
#[derive(Serialize)]
struct Refusal {
    error: Fault,
}

#[derive(Serialize)]
struct Fault {
    message: String,
    status: u16,
}

fn refusal(status: StatusCode, why: &str) -> Refusal {
    let message = on_one_line(why).into_owned();
    Refusal { error: Fault { message, status: status.as_u16() } }
}

fn refused(status: StatusCode, why: &str) -> Response {
    let text = text::json(&refusal(status, why)).expect("text can be written");
    (status, [(CONTENT_TYPE, JSON)], text).into_response()
}
