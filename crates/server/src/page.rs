//! The page, compiled into the binary.

use std::io::Read;

use axum::body::Body;
use axum::http::{HeaderMap, HeaderValue, Method, StatusCode, Uri, header};
use axum::response::{IntoResponse, Response};
use flate2::read::GzDecoder;

use crate::embedded::page;

/// Files whose names carry a digest of their contents never change.
const FOR_EVER: &str = "public, max-age=31536000, immutable";
/// All others are asked for anew each time, and mostly answered "not changed".
const ASK_AGAIN: &str = "no-cache";

const NOT_BUILT: &str = "The page is not built into this binary.\n\
    Run `cargo play` from the project, which builds it first.\n";

/// Serves a file of the page; an address without a file is the page itself, which reads the rest of it.
pub(crate) async fn serve(method: Method, uri: Uri, asked: HeaderMap) -> Response {
    if method != Method::GET && method != Method::HEAD {
        return StatusCode::METHOD_NOT_ALLOWED.into_response();
    }
    let path = uri.path().trim_start_matches('/');
    let (name, file) = match page(path) {
        Some(file) => (path, Some(file)),
        None if page(&packed(path)).is_some() => return serve_packed(path, &asked),
        None if path.contains('.') => return StatusCode::NOT_FOUND.into_response(),
        None => ("index.html", page("index.html")),
    };
    let Some(file) = file else { return (StatusCode::NOT_FOUND, NOT_BUILT).into_response() };
    (headers_of(name), Body::from(file)).into_response()
}

fn headers_of(name: &str) -> [(header::HeaderName, &'static str); 2] {
    let caching = if name.starts_with("assets/") { FOR_EVER } else { ASK_AGAIN };
    [(header::CONTENT_TYPE, kind_of(name)), (header::CACHE_CONTROL, caching)]
}

/// The name under which the page's build packs a large file.
fn packed(name: &str) -> String {
    format!("{name}.gz")
}

/// Serves a file that is packed in the binary: as it is, or unpacked for a client that cannot unpack it.
fn serve_packed(name: &str, asked: &HeaderMap) -> Response {
    let Some(file) = page(&packed(name)) else { return StatusCode::NOT_FOUND.into_response() };
    let accepted =
        asked.get(header::ACCEPT_ENCODING).and_then(|value| value.to_str().ok()).unwrap_or_default();
    let mut answer = if takes_gzip(accepted) {
        ([(header::CONTENT_ENCODING, "gzip")], Body::from(file)).into_response()
    } else {
        let mut whole = Vec::new();
        match GzDecoder::new(file).read_to_end(&mut whole) {
            Ok(_) => Body::from(whole).into_response(),
            Err(_) => return StatusCode::INTERNAL_SERVER_ERROR.into_response(),
        }
    };
    for (header, value) in headers_of(name) {
        answer.headers_mut().insert(header, HeaderValue::from_static(value));
    }
    answer.headers_mut().insert(header::VARY, HeaderValue::from_static("accept-encoding"));
    answer
}

/// Does a client take gzip? `gzip;q=0` says that it does not.
fn takes_gzip(accepted: &str) -> bool {
    accepted.split(',').any(|each| {
        let mut parts = each.split(';').map(str::trim);
        let named = parts.next().is_some_and(|name| name.eq_ignore_ascii_case("gzip") || name == "*");
        let refused =
            parts.any(|part| part.strip_prefix("q=").is_some_and(|weight| weight.parse() == Ok(0.0)));
        named && !refused
    })
}

/// What a file of the page is, by the end of its name.
fn kind_of(name: &str) -> &'static str {
    match name.rsplit('.').next() {
        Some("html") => "text/html",
        Some("js" | "mjs") => "text/javascript",
        Some("css") => "text/css",
        Some("json" | "map") => "application/json",
        Some("webmanifest") => "application/manifest+json",
        Some("svg") => "image/svg+xml",
        Some("png") => "image/png",
        Some("ico") => "image/x-icon",
        Some("woff2") => "font/woff2",
        Some("wasm") => "application/wasm",
        Some("txt") => "text/plain",
        _ => "application/octet-stream",
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn gzip_is_sent_only_to_those_who_take_it() {
        let taken = ["gzip", "br, gzip;q=0.5", "GZIP", "*"];
        let refused = ["", "br", "gzip;q=0", "br;q=1, gzip; q=0.0", "identity"];
        assert!(taken.into_iter().all(takes_gzip));
        assert!(!refused.into_iter().any(takes_gzip));
    }

    /// A module of sums is the same packed and unpacked, and is WebAssembly. Without a built page there is none.
    #[tokio::test]
    async fn a_packed_module_can_be_had_both_ways() {
        for name in crate::embedded::PAGE.names().filter_map(|name| name.strip_suffix(".gz")) {
            let asked = |accept: &'static str| {
                HeaderMap::from_iter([(header::ACCEPT_ENCODING, HeaderValue::from_static(accept))])
            };
            let [packed, whole] =
                [serve_packed(name, &asked("gzip")), serve_packed(name, &asked("identity"))];
            assert_eq!(packed.headers()[header::CONTENT_ENCODING], "gzip");
            assert!(!whole.headers().contains_key(header::CONTENT_ENCODING));
            assert_eq!(whole.headers()[header::CONTENT_TYPE], "application/wasm");
            let bytes = axum::body::to_bytes(whole.into_body(), usize::MAX).await.unwrap();
            assert_eq!(&bytes[..4], b"\0asm", "{name}");
        }
    }
}
