//! The desk, where all questions of the page and of programs are asked: from a path and a request's
//! body to the answer, whole or in pieces.
//!
//! The server ([`PageServer`](super::PageServer)) passes on requests by HTTP; a browser that has
//! the program within itself calls [`answer`].

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::AtomicBool;

use schemars::JsonSchema;
use serde::Serialize;

use super::address::{Address, LONGEST};
use super::api::{self, Answered, LONGEST_QUESTION, Streamed, Whole};
use super::browser::{Browser, WENT_WRONG};
use super::question::PageQuestion;
use super::spot::Spot;
use super::{
    asking, believing, calling, card, choosing, claiming, comparing, dealt, evening, field, files,
    handout, lesson, marks, missing, one_suit, others, quiz, ranking, reviewing, sit, tables,
};
use crate::web::markup::Markup;
use falsecard_engine::text::{json, on_one_line};

/// The largest file that may be dropped on the page, in bytes: 10,000 boards have half of this.
const LARGEST_FILE: usize = 32 << 20;

/// The largest list of boards in a request, in bytes.
const LONGEST_LIST: usize = 4 << 20;

pub(super) const HTML: &str = "text/html; charset=utf-8";
const TEXT: &str = "text/plain; charset=utf-8";
const EVENTS: &str = "text/event-stream";
pub(super) const JSON: &str = "application/json";
pub(super) const JSON_LINES: &str = "application/x-ndjson";

/// The paths of the page's questions. Those of programs are in [`api::QUESTIONS`].
const QUESTIONS: [(&str, PageQuestion); 23] = [
    ("/board", PageQuestion::Address(missing::page)),
    ("/quiz", PageQuestion::Address(quiz::page)),
    ("/asking", PageQuestion::Address(|address| Ok(asking::fields(address)))),
    ("/marks", PageQuestion::Spot(marks::marked)),
    ("/beliefs", PageQuestion::Spot(believing::panel)),
    ("/card", PageQuestion::Address(card::page)),
    ("/combination", PageQuestion::Address(|address| Ok(one_suit::page(address)))),
    ("/suit", PageQuestion::Spot(one_suit::panel)),
    ("/calls", PageQuestion::Spot(calling::panel)),
    ("/deal", PageQuestion::Spot(dealt::panel)),
    ("/claim", PageQuestion::Spot(claiming::panel)),
    ("/tables", PageQuestion::Several(tables::panel)),
    ("/ranking", PageQuestion::Several(ranking::panel)),
    ("/handout", PageQuestion::Several(handout::page)),
    ("/sit", PageQuestion::Object(|text| Ok(json_text(&sit::sit(&Address::read(text)?)?)))),
    ("/lesson", PageQuestion::Object(|text| Ok(json_text(&lesson::file(text)?)))),
    ("/others", PageQuestion::Others),
    ("/choose", PageQuestion::Search(choosing::choose)),
    ("/compare", PageQuestion::Search(comparing::compare)),
    ("/review", PageQuestion::Search(reviewing::review)),
    ("/field", PageQuestion::Search(field::compare)),
    ("/evening", PageQuestion::SearchSeveral(evening::review)),
    ("/open", PageQuestion::Games),
];

/// All questions with their paths.
pub(super) fn questions() -> impl Iterator<Item = (&'static str, PageQuestion)> {
    QUESTIONS.into_iter().chain(api::QUESTIONS)
}

/// A class of questions, of which only so many are answered at a time.
#[cfg(feature = "web")]
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum QuestionClass {
    Questions,
    Searches,
    Files,
}

/// The work of answering a question. If the asker of a whole answer goes away, the flag is set and
/// the work ends.
pub(super) enum AnswerWork {
    Whole {
        kind: &'static str,
        work: Box<dyn FnOnce(&AtomicBool) -> Answered + Send>,
    },
    /// An answer in pieces. If the work panics, `excuse` sends the last piece.
    Pieces {
        kind: &'static str,
        work: Box<dyn FnOnce(&Browser) + Send>,
        excuse: fn(&Browser),
    },
}

impl PageQuestion {
    /// The largest body of the request, in bytes.
    pub(super) const fn longest(self) -> usize {
        match self {
            Self::Several(_) | Self::SearchSeveral(_) | Self::Object(_) => LONGEST_LIST,
            Self::Games => LARGEST_FILE,
            Self::Short(_) | Self::Long(..) => LONGEST_QUESTION,
            _ => LONGEST,
        }
    }

    /// Which questions share its limit on work at a time.
    #[cfg(feature = "web")]
    pub(super) const fn class(self) -> QuestionClass {
        match self {
            Self::Others | Self::Search(_) | Self::SearchSeveral(_) | Self::Long(..) => {
                QuestionClass::Searches
            }
            Self::Games => QuestionClass::Files,
            _ => QuestionClass::Questions,
        }
    }

    /// Whether the question is a program's, which gets refusals as JSON too.
    pub(super) const fn is_programs(self) -> bool {
        matches!(self, Self::Short(_) | Self::Long(..))
    }

    /// Reads the request's body, and returns the work to be done.
    ///
    /// # Errors
    ///
    /// A sentence, if the body cannot be understood.
    pub(super) fn work(self, sent: Vec<u8>) -> Result<AnswerWork, String> {
        Ok(match self {
            Self::Address(page) => {
                let address = address(&sent)?;
                html(move || page(&address))
            }
            Self::Spot(panel) => {
                let address = address(&sent)?;
                html(move || panel(&Spot::read(address)?))
            }
            Self::Several(page) => html(move || page(text(&sent)?)),
            Self::Object(object) => {
                AnswerWork::Whole { kind: JSON, work: Box::new(move |_| object(text(&sent)?)) }
            }
            Self::Others => {
                let address = address(&sent)?;
                AnswerWork::Pieces {
                    kind: JSON_LINES,
                    work: Box::new(move |browser| others::play(&address, browser)),
                    excuse: |browser| others::refuse(WENT_WRONG, browser),
                }
            }
            Self::Search(search) => {
                let spot = Spot::read(address(&sent)?)?;
                events(move |browser| search(&spot, browser))
            }
            Self::SearchSeveral(search) => events(move |browser| search(text(&sent)?, browser)),
            Self::Games => AnswerWork::Pieces {
                kind: JSON_LINES,
                work: Box::new(move |browser| files::tell_bytes(&sent, browser)),
                excuse: files::excuse,
            },
            Self::Short(whole) => programs(&sent, whole, None)?,
            Self::Long(whole, streamed) => programs(&sent, whole, streamed)?,
        })
    }
}

fn text(sent: &[u8]) -> Result<&str, String> {
    std::str::from_utf8(sent).map_err(|_| "addresses are text".to_owned())
}

fn address(sent: &[u8]) -> Result<Address, String> {
    Address::read(text(sent)?)
}

/// The work of a search that is answered in events; a refusal is one of them.
fn events(search: impl Fn(&Browser) -> Result<(), String> + Send + 'static) -> AnswerWork {
    let work = move |browser: &Browser| {
        if let Err(why) = search(browser) {
            refuse(browser, &why);
        }
        end(browser);
    };
    let excuse = |browser: &Browser| {
        refuse(browser, WENT_WRONG);
        end(browser);
    };
    AnswerWork::Pieces { kind: EVENTS, work: Box::new(work), excuse }
}

fn html(page: impl FnOnce() -> Result<Markup, String> + Send + 'static) -> AnswerWork {
    AnswerWork::Whole {
        kind: HTML,
        work: Box::new(|_| page().map(|page| page.as_str().to_owned())),
    }
}

/// The work of a program's question: answered whole or, if it asks for that, in events.
fn programs(sent: &[u8], whole: Whole, streamed: Option<Streamed>) -> Result<AnswerWork, String> {
    let question = api::Question::read(sent)?;
    let Some(streamed) = streamed.filter(|_| question.is_streamed()) else {
        let work = Box::new(move |stop: &AtomicBool| whole(&question, stop));
        return Ok(AnswerWork::Whole { kind: JSON, work });
    };
    let work = move |browser: &Browser| {
        if let Err(why) = streamed(&question, browser) {
            browser.data("error", &FaultObject::new(BAD_REQUEST, &why));
        }
    };
    let excuse = |browser: &Browser| {
        browser.data("error", &FaultObject::new(SERVER_ERROR, WENT_WRONG));
    };
    Ok(AnswerWork::Pieces { kind: EVENTS, work: Box::new(work), excuse })
}

fn refuse(browser: &Browser, why: &str) {
    browser.event("refusal", &Markup::text(why));
}

fn end(browser: &Browser) {
    browser.event("end", &Markup::default());
}

fn json_text(value: &impl Serialize) -> String {
    json(value).expect("what is answered can be written")
}

// The statuses of answers, as HTTP numbers them.
const OK: u16 = 200;
pub(super) const BAD_REQUEST: u16 = 400;
const NOT_FOUND: u16 = 404;
pub(super) const TOO_LARGE: u16 = 413;
pub(super) const SERVER_ERROR: u16 = 500;

/// Why there is no answer.
#[derive(JsonSchema, Serialize)]
#[schemars(rename = "Fault")]
pub(super) struct FaultObject {
    /// What is known of it.
    error: FaultKnown,
}

/// What is known of a fault.
#[derive(JsonSchema, Serialize)]
struct FaultKnown {
    /// What is wrong, in a sentence.
    message: String,
    /// The HTTP status.
    status: u16,
}

impl FaultObject {
    fn new(status: u16, why: &str) -> Self {
        Self { error: FaultKnown { message: on_one_line(why).into_owned(), status } }
    }
}

/// The content type and the text of a refusal: JSON for a program, plain text for a person.
pub(super) fn refusal(asked: PageQuestion, status: u16, why: &str) -> (&'static str, String) {
    if asked.is_programs() {
        return (JSON, json_text(&FaultObject::new(status, why)));
    }
    (TEXT, on_one_line(why).into_owned())
}

/// The message for a request that is too long, or took too long to arrive.
pub(super) fn too_long(asked: PageQuestion) -> String {
    if asked.is_programs() {
        return "the question is too long, or took too long to come".to_owned();
    }
    format!("that is more than {} bytes", asked.longest())
}

/// Answers a request to a path, as the server of the page would, and returns at the end of the
/// answer. `begin` gets the HTTP status and the content type, then `take` each piece of the answer.
///
/// A panic of the work is reported as the program's fault where panics can be caught, which is not
/// so in a browser. To stop early, end the thread or worker that runs it.
///
/// ```
/// # extern crate falsecard_program as falsecard;
/// use falsecard::web::page::answer;
/// use std::cell::RefCell;
///
/// let told = RefCell::new(String::new());
/// let sent = br#"{"hand": "AQ3.KJ52.7.QJ943"}"#.to_vec();
/// answer(
///     "/api/bid",
///     sent,
///     &|status, kind| assert_eq!((status, kind), (200, "application/json")),
///     &|piece: String| told.borrow_mut().push_str(&piece),
/// );
/// assert!(told.into_inner().starts_with('{'));
/// ```
pub fn answer(path: &str, sent: Vec<u8>, begin: &dyn Fn(u16, &str), take: &dyn Fn(String)) {
    let Some((_, asked)) = questions().find(|(known, _)| *known == path) else {
        begin(NOT_FOUND, TEXT);
        return take("there is no such question".to_owned());
    };
    let refuse = |status, why: &str| {
        let (kind, text) = refusal(asked, status, why);
        begin(status, kind);
        take(text);
    };
    if sent.len() > asked.longest() {
        return refuse(TOO_LARGE, &too_long(asked));
    }
    let gone = AtomicBool::new(false);
    match asked.work(sent) {
        Err(why) => refuse(BAD_REQUEST, &why),
        Ok(AnswerWork::Whole { kind, work }) => {
            match catch_unwind(AssertUnwindSafe(|| work(&gone))) {
                Ok(Ok(text)) => {
                    begin(OK, kind);
                    take(text);
                }
                Ok(Err(why)) => refuse(BAD_REQUEST, &why),
                Err(_) => refuse(SERVER_ERROR, WENT_WRONG),
            }
        }
        Ok(AnswerWork::Pieces { kind, work, excuse }) => {
            begin(OK, kind);
            let take = |piece| {
                take(piece);
                true
            };
            let browser = Browser::new(&take, &gone);
            // Nothing is used afterwards that the work may have left half done.
            if catch_unwind(AssertUnwindSafe(|| work(&browser))).is_err() {
                excuse(&browser);
            }
        }
    }
}
