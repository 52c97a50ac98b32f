//! The page, compiled into the binary.

use axum::body::Body;
use axum::http::{Method, StatusCode, Uri, header};
use axum::response::{IntoResponse, Response};

use crate::embedded::PAGE;

/// Files whose names carry a digest of their contents never change.
const FOR_EVER: &str = "public, max-age=31536000, immutable";
/// All others are asked for anew each time, and mostly answered "not changed".
const ASK_AGAIN: &str = "no-cache";

const NOT_BUILT: &str = "The page is not built into this binary.\n\
    Run `cargo play` from the project, which builds it first.\n";

/// Serves a file of the page; an address without a file is the page itself, which reads the rest of it.
pub(crate) async fn serve(method: Method, uri: Uri) -> Response {
    if method != Method::GET && method != Method::HEAD {
        return StatusCode::METHOD_NOT_ALLOWED.into_response();
    }
    let path = uri.path().trim_start_matches('/');
    let (name, file) = match PAGE.get(path) {
        Some(file) => (path, Some(file)),
        None if path.contains('.') => return StatusCode::NOT_FOUND.into_response(),
        None => ("index.html", PAGE.get("index.html")),
    };
    let Some(file) = file else { return (StatusCode::NOT_FOUND, NOT_BUILT).into_response() };
    let caching = if name.starts_with("assets/") { FOR_EVER } else { ASK_AGAIN };
    let headers = [(header::CONTENT_TYPE, kind_of(name)), (header::CACHE_CONTROL, caching)];
    (headers, Body::from(file)).into_response()
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
