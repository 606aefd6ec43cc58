//! The server of the page, with its routes and limits.

use std::io;
use std::net::{IpAddr, SocketAddr};
use std::sync::Arc;
use std::time::Duration;

use axum::Router;
use axum::body::{Body, Bytes, HttpBody, to_bytes};
use axum::extract::State;
use axum::http::StatusCode;
use axum::http::header::CONTENT_TYPE;
use axum::middleware::from_fn_with_state;
use axum::response::{IntoResponse, Response};
use axum::routing::{get, post};
use hyper_util::rt::{TokioExecutor, TokioIo, TokioTimer};
use hyper_util::server::conn::auto::Builder;
use hyper_util::service::TowerToHyperService;
use serde::Serialize;
use tokio::net::TcpListener;
use tokio::runtime::{self, Runtime};
use tokio::sync::{OwnedSemaphorePermit, Semaphore};
use tokio::time::{sleep, timeout};

use super::address::{Address, LONGEST};
use super::spot::Spot;
use super::stream::{Browser, WENT_WRONG, answer};
use super::{
    api, asking, believing, calling, choosing, claiming, comparing, dealt, files, guard, handout,
    marks, missing, others, quiz, ranking, reviewing, sit, tables,
};
use crate::web::markup::Markup;

/// The largest file that may be dropped on the page, in bytes: 10,000 boards have half of this.
pub const LARGEST_FILE: usize = 32 << 20;

/// The most that may be sent of several boards, in bytes.
const LONGEST_LIST: usize = 4 << 20;

/// How long a client may take to send a request, headers and body each.
const PATIENCE: Duration = Duration::from_secs(10);

/// The most connections at a time; others wait.
const CONNECTIONS: usize = 512;

/// The largest head of a request, in bytes.
const HEAD: usize = 64 << 10;

/// The most searches at a time; others wait. They share the threads.
const SEARCHES: usize = 2;

/// The most short questions at a time, such as beliefs and double dummy.
const QUESTIONS: usize = 4;

/// The most files read at a time.
const FILES: usize = 2;

const HTML: &str = "text/html; charset=utf-8";
pub(super) const EVENTS: &str = "text/event-stream";
const JSON_LINES: &str = "application/x-ndjson";

/// The parts of the page's script, and where the page has them.
const SCRIPTS: [(&str, &str); 11] = [
    ("/page.js", include_str!("script/page.js")),
    ("/kit.js", include_str!("script/kit.js")),
    ("/panel.js", include_str!("script/panel.js")),
    ("/quiz.js", include_str!("script/quiz.js")),
    ("/games.js", include_str!("script/games.js")),
    ("/list.js", include_str!("script/list.js")),
    ("/sort.js", include_str!("script/sort.js")),
    ("/keep.js", include_str!("script/keep.js")),
    ("/random.js", include_str!("script/random.js")),
    ("/play.js", include_str!("script/play.js")),
    ("/setup.js", include_str!("script/setup.js")),
];

/// The state that all requests share.
#[derive(Clone)]
pub(super) struct Desk {
    pub(super) searches: Arc<Semaphore>,
    pub(super) questions: Arc<Semaphore>,
    files: Arc<Semaphore>,
    /// Sends the file that the page was opened with, if there is one.
    opening: Option<Arc<dyn Opening>>,
}

/// A source of the games that the page begins with.
pub trait Opening: Send + Sync {
    /// Sends the games to the page, one after another.
    fn tell(&self, reader: &Browser);
}

/// The page's server, bound to an address.
pub struct Page {
    runtime: Runtime,
    listener: TcpListener,
    address: SocketAddr,
    desk: Desk,
}

impl Page {
    /// Binds the server to an address and port; port 0 takes any free one. Browsers can connect
    /// from now on, and are answered once it [runs](Self::run).
    ///
    /// # Errors
    ///
    /// If the port cannot be bound or the runtime cannot start.
    pub fn bind(ip: IpAddr, port: u16, opening: Option<Arc<dyn Opening>>) -> io::Result<Self> {
        let runtime =
            runtime::Builder::new_multi_thread().worker_threads(2).enable_all().build()?;
        let listener = runtime.block_on(TcpListener::bind((ip, port)))?;
        let address = listener.local_addr()?;
        let room = |n| Arc::new(Semaphore::new(n));
        let desk = Desk {
            searches: room(SEARCHES),
            questions: room(QUESTIONS),
            files: room(FILES),
            opening,
        };
        Ok(Self { runtime, listener, address, desk })
    }

    /// Its address and port.
    pub const fn address(&self) -> SocketAddr {
        self.address
    }

    /// Answers requests until the process ends.
    pub fn run(self) -> ! {
        let routes = routes(self.desk, self.address.port());
        self.runtime.block_on(listen(&self.listener, &routes))
    }
}

async fn listen(listener: &TcpListener, routes: &Router) -> ! {
    let room = Arc::new(Semaphore::new(CONNECTIONS));
    loop {
        let place = permit(&room).await;
        let Ok((stream, _)) = listener.accept().await else {
            // For example, too many files are open; this passes.
            sleep(Duration::from_millis(50)).await;
            continue;
        };
        // Events are small and should arrive at once.
        let _ = stream.set_nodelay(true);
        let service = TowerToHyperService::new(routes.clone());
        tokio::spawn(async move {
            let mut builder = Builder::new(TokioExecutor::new()).http1_only();
            builder.http1().timer(TokioTimer::new()).header_read_timeout(PATIENCE);
            builder.http1().max_buf_size(HEAD);
            // Errors of a client's connection are ignored.
            let _ = builder.serve_connection(TokioIo::new(stream), service).await;
            drop(place);
        });
    }
}

fn routes(desk: Desk, port: u16) -> Router {
    const SCRIPT: &str = "text/javascript; charset=utf-8";
    const STYLE: &str = "text/css; charset=utf-8";
    let own = |kind: &'static str, text: &'static str| {
        get(move || async move { ([(CONTENT_TYPE, kind)], text) })
    };
    let page = Markup::trusted(include_str!("page.html"));
    let scripts = SCRIPTS
        .into_iter()
        .fold(Router::new(), |routes, (path, text)| routes.route(path, own(SCRIPT, text)));
    scripts
        .route("/", get(move || async move { html(&page) }))
        .route("/page.css", own(STYLE, crate::web::STYLE))
        .route("/icon.svg", own("image/svg+xml", include_str!("icon.svg")))
        .route("/board", post(board_page))
        .route("/marks", question(|spot, _| marks::marked(&spot)))
        .route("/beliefs", question(|spot, _| believing::panel(&spot)))
        .route("/calls", question(|spot, _| calling::panel(&spot)))
        .route("/deal", question(|spot, _| dealt::panel(&spot)))
        .route("/claim", question(|spot, _| claiming::panel(&spot)))
        .route("/tables", post(|desk, body| many(desk, body, tables::panel)))
        .route("/ranking", post(|desk, body| many(desk, body, ranking::panel)))
        .route("/handout", post(|desk, body| many(desk, body, handout::page)))
        .route("/asking", question(|_, address| Ok(asking::fields(address))))
        .route("/sit", post(sit_down))
        .route("/others", post(others_turn))
        .route("/quiz", post(quiz_page))
        .route("/choose", search(choosing::choose))
        .route("/compare", search(comparing::compare))
        .route("/review", search(reviewing::review))
        .route("/open", post(open))
        .route("/file", get(file))
        .merge(api::routes())
        .with_state(desk)
        .layer(from_fn_with_state(port, guard::guard))
}

type Routes = axum::routing::MethodRouter<Desk>;

/// A short question; the request's body is the address.
fn question(work: fn(Spot, &Address) -> Result<Markup, String>) -> Routes {
    post(move |State(desk): State<Desk>, body: Body| async move {
        let address = match address(body).await {
            Ok(address) => address,
            Err(refusal) => return refusal,
        };
        on_thread(&desk, move || work(Spot::read(address.clone())?, &address)).await
    })
}

/// A search; the request's body is the address, the answer a stream of events.
fn search(work: fn(&Spot, &Browser) -> Result<(), String>) -> Routes {
    post(move |State(desk): State<Desk>, body: Body| async move {
        let spot = match address(body).await.map(Spot::read) {
            Ok(Ok(spot)) => spot,
            Ok(Err(why)) => return refused(StatusCode::BAD_REQUEST, &why),
            Err(refusal) => return refusal,
        };
        let permit = permit(&desk.searches).await;
        let refuse = |reader: &Browser, why: &str| {
            reader.event("refusal", &Markup::text(why));
        };
        let end = |reader: &Browser| {
            reader.event("end", &Markup::default());
        };
        let work = move |reader: &Browser| {
            if let Err(why) = work(&spot, reader) {
                refuse(reader, &why);
            }
            end(reader);
        };
        answer(EVENTS, permit, work, move |reader| {
            refuse(reader, WENT_WRONG);
            end(reader);
        })
    })
}

async fn board_page(State(desk): State<Desk>, body: Body) -> Response {
    match address(body).await {
        Ok(address) => on_thread(&desk, move || missing::page(&address)).await,
        Err(refusal) => refusal,
    }
}

async fn quiz_page(State(desk): State<Desk>, body: Body) -> Response {
    match address(body).await {
        Ok(address) => on_thread(&desk, move || quiz::page(&address)).await,
        Err(refusal) => refusal,
    }
}

/// A question about several boards; the request's body is a line with the address of the page, and one for each board.
async fn many(
    State(desk): State<Desk>,
    body: Body,
    work: fn(&str) -> Result<Markup, String>,
) -> Response {
    let bytes = match read(body, LONGEST_LIST).await {
        Ok(bytes) => bytes,
        Err(refusal) => return refusal,
    };
    on_thread(&desk, move || work(std::str::from_utf8(&bytes).map_err(|_| "addresses are text")?))
        .await
}

/// The table at which a person plays.
async fn sit_down(State(desk): State<Desk>, body: Body) -> Response {
    let address = match address(body).await {
        Ok(address) => address,
        Err(refusal) => return refusal,
    };
    let done = on_blocking(&desk, move || sit::sit(&address)).await;
    done.map_or_else(|refusal| refusal, |table| json(&table))
}

/// What the others call and play until it is the person's turn.
async fn others_turn(State(desk): State<Desk>, body: Body) -> Response {
    match address(body).await {
        Ok(address) => {
            let permit = permit(&desk.searches).await;
            let work = move |reader: &Browser| others::play(&address, reader);
            answer(JSON_LINES, permit, work, |reader| others::refuse(WENT_WRONG, reader))
        }
        Err(refusal) => refusal,
    }
}

/// The games of a pasted text or a dropped file.
async fn open(State(desk): State<Desk>, body: Body) -> Response {
    let permit = permit(&desk.files).await;
    match read(body, LARGEST_FILE).await {
        Ok(bytes) => {
            let work = move |reader: &Browser| files::tell_bytes(&bytes, reader);
            answer(JSON_LINES, permit, work, files::excuse)
        }
        Err(refusal) => refusal,
    }
}

/// The games of the file that the page was opened with.
async fn file(State(desk): State<Desk>) -> Response {
    let Some(opening) = desk.opening else { return StatusCode::NO_CONTENT.into_response() };
    let permit = permit(&desk.files).await;
    answer(JSON_LINES, permit, move |reader| opening.tell(reader), files::excuse)
}

async fn on_thread(
    desk: &Desk,
    work: impl FnOnce() -> Result<Markup, String> + Send + 'static,
) -> Response {
    on_blocking(desk, work).await.map_or_else(|refusal| refusal, |markup| html(&markup))
}

/// A short question, worked on by a thread of its own.
async fn on_blocking<T: Send + 'static>(
    desk: &Desk,
    work: impl FnOnce() -> Result<T, String> + Send + 'static,
) -> Result<T, Response> {
    let permit = permit(&desk.questions).await;
    let done = tokio::task::spawn_blocking(move || {
        let done = work();
        drop(permit);
        done
    });
    match done.await {
        Ok(Ok(done)) => Ok(done),
        Ok(Err(why)) => Err(refused(StatusCode::BAD_REQUEST, &why)),
        Err(_) => Err(refused(StatusCode::INTERNAL_SERVER_ERROR, WENT_WRONG)),
    }
}

fn json(value: &impl Serialize) -> Response {
    let text = falsecard_engine::text::json(value).expect("what is answered can be written");
    ([(CONTENT_TYPE, "application/json")], text).into_response()
}

/// Waits for a permit.
pub(super) async fn permit(room: &Arc<Semaphore>) -> OwnedSemaphorePermit {
    Arc::clone(room).acquire_owned().await.expect("the room is never closed")
}

async fn address(body: Body) -> Result<Address, Response> {
    let bytes = read(body, LONGEST).await?;
    let text = std::str::from_utf8(&bytes);
    let text = text.map_err(|_| refused(StatusCode::BAD_REQUEST, "an address is text"))?;
    Address::read(text).map_err(|why| refused(StatusCode::BAD_REQUEST, &why))
}

/// Reads a body of at most `limit` bytes, within [`PATIENCE`].
pub(super) async fn read(body: Body, limit: usize) -> Result<Bytes, Response> {
    let too_large = || {
        let why = format!("that is more than {limit} bytes");
        refused(StatusCode::PAYLOAD_TOO_LARGE, &why)
    };
    // A body that is announced as too large is not read.
    if body.size_hint().lower() > limit as u64 {
        return Err(too_large());
    }
    match timeout(PATIENCE, to_bytes(body, limit)).await {
        Ok(Ok(bytes)) => Ok(bytes),
        Ok(Err(_)) => Err(too_large()),
        Err(_) => Err(refused(StatusCode::REQUEST_TIMEOUT, "the request took too long to come")),
    }
}

fn html(markup: &Markup) -> Response {
    ([(CONTENT_TYPE, HTML)], markup.as_str().to_owned()).into_response()
}

/// A refusal as plain text.
fn refused(status: StatusCode, why: &str) -> Response {
    let why = falsecard_engine::text::on_one_line(why).into_owned();
    (status, [(CONTENT_TYPE, "text/plain; charset=utf-8")], why).into_response()
}
