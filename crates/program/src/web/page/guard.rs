//! Refuses requests that do not come from the page itself.
//!
//! Another site open in the browser may send requests to a server on this machine, and with a DNS
//! name that leads here (DNS rebinding) it could even read the answers. So the Host must be an IP
//! address or localhost, and the Origin, if the browser sends it, must be the page's own.

use std::net::IpAddr;

use axum::extract::{Request, State};
use axum::http::header::{HOST, HeaderName, ORIGIN};
use axum::http::{HeaderMap, HeaderValue, Method, StatusCode};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};

/// Headers of every answer: the page loads nothing from elsewhere, may not be framed, and is not
/// cached.
const HEADERS: [(&str, &str); 7] = [
    (
        "content-security-policy",
        "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; connect-src \
         'self'; \
         base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
    ),
    ("x-content-type-options", "nosniff"),
    ("x-frame-options", "DENY"),
    ("referrer-policy", "no-referrer"),
    ("cross-origin-opener-policy", "same-origin"),
    ("cross-origin-resource-policy", "same-origin"),
    ("cache-control", "no-store"),
];

/// Refuses requests that do not come from the page, and adds [`HEADERS`] to every answer.
pub(super) async fn guard(State(port): State<u16>, request: Request, next: Next) -> Response {
    let refusal = match request.uri().host() {
        // A request with a full URL, as sent to a proxy.
        Some(_) => Some((StatusCode::FORBIDDEN, "this is no proxy")),
        None => refusal(request.method(), request.headers(), port),
    };
    let mut answer = match refusal {
        Some((status, why)) => (status, why).into_response(),
        None => next.run(request).await,
    };
    for (name, value) in HEADERS {
        let name = HeaderName::from_static(name);
        answer.headers_mut().insert(name, HeaderValue::from_static(value));
    }
    answer
}

/// Why a request is refused; `None` if it is accepted.
fn refusal(method: &Method, headers: &HeaderMap, port: u16) -> Option<(StatusCode, &'static str)> {
    if ![Method::GET, Method::HEAD, Method::POST].contains(method) {
        return Some((StatusCode::METHOD_NOT_ALLOWED, "GET or POST is expected"));
    }
    let text = |name| headers.get(name).map(|value: &HeaderValue| value.to_str().unwrap_or("?"));
    if headers.get_all(HOST).iter().count() != 1
        || !text(HOST).is_some_and(|host| is_own(host, port))
    {
        return Some((StatusCode::FORBIDDEN, "the page is asked for by another name than its own"));
    }
    let origin = text(ORIGIN).map(|origin| origin.strip_prefix("http://"));
    if origin.is_some_and(|origin| origin != text(HOST)) {
        return Some((StatusCode::FORBIDDEN, "only the page itself may ask"));
    }
    let site = text(HeaderName::from_static("sec-fetch-site"));
    let is_foreign = site.is_some_and(|site| !["same-origin", "none"].contains(&site));
    if is_foreign && method == Method::POST {
        return Some((StatusCode::FORBIDDEN, "only the page itself may ask"));
    }
    None
}

/// Whether a Host is an IP address or localhost, with this port. Other names could resolve to this
/// machine on another site's behalf.
fn is_own(host: &str, port: u16) -> bool {
    let (name, named) = match host.rsplit_once(':') {
        Some((name, port)) if !port.contains(']') => (name, port.parse().ok()),
        _ => (host, Some(80)),
    };
    let bare = name.strip_prefix('[').and_then(|name| name.strip_suffix(']')).unwrap_or(name);
    let is_address = bare.parse::<IpAddr>().is_ok_and(|it| it.is_ipv4() == (bare == name));
    named == Some(port) && (is_address || name.eq_ignore_ascii_case("localhost"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_not_trusted() {
        for host in ["localhost:99", "127.0.0.1:99", "[::1]:99", "LOCALHOST:99", "192.168.0.7:99"] {
            assert!(is_own(host, 99), "{host}");
        }
        for host in [
            "",
            "localhost",
            "localhost:98",
            "evil.example:99",
            "localhost.evil:99",
            ":99",
            "::1:99",
            "127.0.0.1:99:99",
            "[127.0.0.1]:99",
            "[::1]",
            "127.0.0.1:",
            "user@127.0.0.1:99",
            "0:99",
        ] {
            assert!(!is_own(host, 99), "{host}");
        }
        assert!(is_own("localhost", 80) && is_own("[::1]", 80));
    }
}
