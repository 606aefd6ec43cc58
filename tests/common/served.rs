//! The page, served to a test: what is sent to it, and what comes back.
#![allow(dead_code, unreachable_pub, reason = "each test file uses some of these")]

use std::io::{Read, Write};
use std::net::{IpAddr, Ipv4Addr, SocketAddr, TcpStream};
use std::sync::LazyLock;
use std::thread;
use std::time::Duration;

use falsecard::web::page::PageServer;

/// One page for all tests. It runs until the tests end.
pub static PAGE: LazyLock<SocketAddr> = LazyLock::new(|| {
    let page = PageServer::bind(IpAddr::V4(Ipv4Addr::LOCALHOST), 0, None).unwrap();
    let address = page.address();
    thread::spawn(|| page.run());
    address
});

/// What came back: the status, and all of the answer as it was sent.
pub struct Answer {
    pub status: u16,
    pub text: String,
}

/// Sends bytes as they are, and reads what comes until the connection is closed. Status 0: nothing
/// came.
pub fn send(request: &[u8]) -> Answer {
    let mut stream = TcpStream::connect(*PAGE).unwrap();
    stream.set_read_timeout(Some(Duration::from_secs(60))).unwrap();
    // Who is refused early may not be read to the end.
    let _ = stream.write_all(request);
    let mut bytes = Vec::new();
    let _ = stream.read_to_end(&mut bytes);
    let text = String::from_utf8_lossy(&bytes).into_owned();
    let status = text.split(' ').nth(1).and_then(|status| status.parse().ok()).unwrap_or(0);
    Answer { status, text }
}

/// A request with the page's own host; `headers` each end with a line break.
pub fn request(method: &str, path: &str, headers: &str, body: &str) -> String {
    let (host, length) = (*PAGE, body.len());
    format!(
        "{method} {path} HTTP/1.1\r\nHost: {host}\r\n{headers}Content-Length: {length}\r\n\
         Connection: close\r\n\r\n{body}"
    )
}

pub fn post(path: &str, body: &str) -> Answer {
    send(request("POST", path, "", body).as_bytes())
}

/// The text of markup, its blanks as one.
pub fn plain(markup: &str) -> String {
    let parts = markup.split('<').filter_map(|part| part.split_once('>'));
    let text: Vec<&str> = parts.map(|(_, text)| text).collect();
    let text = text.concat().replace("&lt;", "<").replace("&gt;", ">");
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}
