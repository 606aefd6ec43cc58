//! The server of the page, with its routes and limits.

use std::io;
use std::net::{IpAddr, SocketAddr};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
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
use tokio::net::TcpListener;
use tokio::runtime::{self, Runtime};
use tokio::sync::{OwnedSemaphorePermit, Semaphore};
use tokio::time::{sleep, timeout};

use super::browser::{Browser, WENT_WRONG};
use super::desk::{
    self, AnswerWork, BAD_REQUEST, HTML, JSON, JSON_LINES, QuestionClass, SERVER_ERROR, TOO_LARGE,
};
use super::question::PageQuestion;
use super::stream::answer;
use super::{files, guard};

/// How long a client may take to send a request, headers and body each.
const PATIENCE: Duration = Duration::from_secs(10);

/// The most connections at a time; others wait.
const CONNECTIONS: usize = 512;

/// The largest head of a request, in bytes.
const HEAD: usize = 64 << 10;

/// The most searches at a time; others wait. Searches share the threads.
const SEARCHES: usize = 2;

/// The most short questions at a time, such as beliefs and double dummy.
const QUESTIONS: usize = 4;

/// The most files read at a time.
const FILES: usize = 2;

const SCRIPT: &str = "text/javascript; charset=utf-8";
const STYLE: &str = "text/css; charset=utf-8";

/// The files of the page: path, content type and content.
const OWN: [(&str, &str, &str); 20] = [
    ("/", HTML, include_str!("page.html")),
    ("/page.css", STYLE, crate::web::STYLE),
    ("/icon.svg", "image/svg+xml", include_str!("icon.svg")),
    ("/page.js", SCRIPT, include_str!("script/page.js")),
    ("/kit.js", SCRIPT, include_str!("script/kit.js")),
    ("/panel.js", SCRIPT, include_str!("script/panel.js")),
    ("/story.js", SCRIPT, include_str!("script/story.js")),
    ("/beliefs.js", SCRIPT, include_str!("script/beliefs.js")),
    ("/quiz.js", SCRIPT, include_str!("script/quiz.js")),
    ("/games.js", SCRIPT, include_str!("script/games.js")),
    ("/list.js", SCRIPT, include_str!("script/list.js")),
    ("/sort.js", SCRIPT, include_str!("script/sort.js")),
    ("/keep.js", SCRIPT, include_str!("script/keep.js")),
    ("/random.js", SCRIPT, include_str!("script/random.js")),
    ("/lesson.js", SCRIPT, include_str!("script/lesson.js")),
    ("/repeat.js", SCRIPT, include_str!("script/repeat.js")),
    ("/today.js", SCRIPT, include_str!("script/today.js")),
    ("/play.js", SCRIPT, include_str!("script/play.js")),
    ("/setup.js", SCRIPT, include_str!("script/setup.js")),
    ("/api/openapi.json", JSON, include_str!("api/openapi.json")),
];

/// The HTTP status of a request that took too long to arrive.
const TOO_SLOW: u16 = 408;

/// The state that all requests share.
#[derive(Clone)]
struct ServerState {
    searches: Arc<Semaphore>,
    questions: Arc<Semaphore>,
    files: Arc<Semaphore>,
    /// The games with which the page was opened, if any.
    opening: Option<Arc<dyn Opening>>,
}

impl ServerState {
    const fn of(&self, room: QuestionClass) -> &Arc<Semaphore> {
        match room {
            QuestionClass::Questions => &self.questions,
            QuestionClass::Searches => &self.searches,
            QuestionClass::Files => &self.files,
        }
    }
}

/// A source of the games with which the page opens.
pub trait Opening: Send + Sync {
    /// Sends the games to the page, one after another.
    fn tell(&self, browser: &Browser);
}

/// The page's server, bound to an address.
pub struct PageServer {
    runtime: Runtime,
    listener: TcpListener,
    address: SocketAddr,
    rooms: ServerState,
}

impl PageServer {
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
        let rooms = ServerState {
            searches: room(SEARCHES),
            questions: room(QUESTIONS),
            files: room(FILES),
            opening,
        };
        Ok(Self { runtime, listener, address, rooms })
    }

    /// The server's address and port.
    pub const fn address(&self) -> SocketAddr {
        self.address
    }

    /// Answers requests until the process ends.
    pub fn run(self) -> ! {
        let routes = routes(self.rooms, self.address.port());
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

fn routes(rooms: ServerState, port: u16) -> Router {
    let files = OWN.into_iter().fold(Router::new(), |routes, (path, kind, text)| {
        routes.route(path, get(move || async move { ([(CONTENT_TYPE, kind)], text) }))
    });
    let all = desk::questions().fold(files, |routes, (path, asked)| {
        let answer =
            move |State(rooms): State<ServerState>, body: Body| answered(rooms, asked, body);
        routes.route(path, post(answer))
    });
    all.route("/file", get(file)).with_state(rooms).layer(from_fn_with_state(port, guard::guard))
}

/// Answers a question with this request body.
async fn answered(rooms: ServerState, asked: PageQuestion, body: Body) -> Response {
    let room = rooms.of(asked.class());
    // A file is read once there is a place for it.
    let place = if asked.class() == QuestionClass::Files { Some(permit(room).await) } else { None };
    let sent = match read(body, asked).await {
        Ok(bytes) => bytes,
        Err((status, why)) => return refused(asked, status, &why),
    };
    let work = match asked.work(sent.into()) {
        Ok(work) => work,
        Err(why) => return refused(asked, BAD_REQUEST, &why),
    };
    let permit = match place {
        Some(permit) => permit,
        None => permit(room).await,
    };
    let (kind, work) = match work {
        AnswerWork::Pieces { kind, work, excuse } => return answer(kind, permit, work, excuse),
        AnswerWork::Whole { kind, work } => (kind, work),
    };
    // Who goes away ends the work.
    let gone = SetOnDrop(Arc::new(AtomicBool::new(false)));
    let stop = Arc::clone(&gone.0);
    let done = tokio::task::spawn_blocking(move || {
        let done = work(&stop);
        drop(permit);
        done
    });
    match done.await {
        Ok(Ok(text)) => ([(CONTENT_TYPE, kind)], text).into_response(),
        Ok(Err(why)) => refused(asked, BAD_REQUEST, &why),
        Err(_) => refused(asked, SERVER_ERROR, WENT_WRONG),
    }
}

/// Sets its flag when it is dropped: the answer has been sent, or nobody waits for it any more.
struct SetOnDrop(Arc<AtomicBool>);

impl Drop for SetOnDrop {
    fn drop(&mut self) {
        self.0.store(true, Ordering::Relaxed);
    }
}

/// Sends the games of the file with which the page was opened.
async fn file(State(rooms): State<ServerState>) -> Response {
    let Some(opening) = rooms.opening else { return StatusCode::NO_CONTENT.into_response() };
    let permit = permit(&rooms.files).await;
    answer(JSON_LINES, permit, move |browser| opening.tell(browser), files::excuse)
}

/// Waits for a permit of this class of questions.
async fn permit(room: &Arc<Semaphore>) -> OwnedSemaphorePermit {
    Arc::clone(room).acquire_owned().await.expect("the room is never closed")
}

/// Reads a body within [`PATIENCE`] and within the question's limit of size. Otherwise returns the
/// status and a sentence.
async fn read(body: Body, asked: PageQuestion) -> Result<Bytes, (u16, String)> {
    let too_large = || (TOO_LARGE, desk::too_long(asked));
    // A body that is announced as too large is not read.
    if body.size_hint().lower() > asked.longest() as u64 {
        return Err(too_large());
    }
    match timeout(PATIENCE, to_bytes(body, asked.longest())).await {
        Ok(Ok(bytes)) => Ok(bytes),
        Ok(Err(_)) => Err(too_large()),
        Err(_) if asked.is_programs() => Err((TOO_SLOW, desk::too_long(asked))),
        Err(_) => Err((TOO_SLOW, "the request took too long to come".to_owned())),
    }
}

fn refused(asked: PageQuestion, status: u16, why: &str) -> Response {
    let (kind, text) = desk::refusal(asked, status, why);
    let status = StatusCode::from_u16(status).expect("HTTP has this status");
    (status, [(CONTENT_TYPE, kind)], text).into_response()
}
