//! A client of HTTP/1.1 that is just enough for the tests: one request a connection.

use std::net::SocketAddr;

use serde_json::Value;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;

/// Asks a server, with a seat's link.
#[derive(Clone)]
pub struct Http {
    address: SocketAddr,
    token: String,
    host: String,
}

impl Http {
    pub fn new(address: SocketAddr, token: &str) -> Http {
        Http { address, token: token.to_string(), host: address.to_string() }
    }

    pub fn as_host(&self, host: &str) -> Http {
        Http { host: host.to_string(), ..self.clone() }
    }

    async fn ask(&self, method: &str, path: &str, body: &str, more: &str) -> (u16, String, String) {
        let mut stream = TcpStream::connect(self.address).await.unwrap();
        let link = if self.token.is_empty() { String::new() } else { format!("Authorization: Bearer {}\r\n", self.token) };
        let request = format!(
            "{method} {path} HTTP/1.1\r\nHost: {}\r\nConnection: close\r\n{link}{more}Content-Type: application/json\r\nContent-Length: {}\r\n\r\n{body}",
            self.host,
            body.len()
        );
        stream.write_all(request.as_bytes()).await.unwrap();
        let mut answer = Vec::new();
        stream.read_to_end(&mut answer).await.unwrap();
        let answer = String::from_utf8_lossy(&answer).into_owned();
        let (head, body) = answer.split_once("\r\n\r\n").unwrap_or((&answer, ""));
        let status = head.split(' ').nth(1).and_then(|status| status.parse().ok()).unwrap_or(0);
        let body = match head.to_ascii_lowercase().contains("transfer-encoding: chunked") {
            true => unchunked(body),
            false => body.to_string(),
        };
        (status, head.to_string(), body)
    }

    pub async fn get(&self, path: &str) -> (u16, Value) {
        let (status, _, body) = self.ask("GET", path, "", "").await;
        (status, serde_json::from_str(&body).unwrap_or(Value::Null))
    }

    #[allow(dead_code)]
    pub async fn text(&self, path: &str) -> String {
        self.ask("GET", path, "", "").await.2
    }

    /// The tag of an answer and its status, when one knows a tag.
    #[allow(dead_code)]
    pub async fn tagged(&self, path: &str, known: &str) -> (String, u16) {
        let more = if known.is_empty() { String::new() } else { format!("If-None-Match: {known}\r\n") };
        let (status, head, _) = self.ask("GET", path, "", &more).await;
        let tag = head.lines().find_map(|line| line.to_ascii_lowercase().strip_prefix("etag: ").map(str::to_string));
        (tag.unwrap_or_default(), status)
    }

    pub async fn post(&self, path: &str, body: &Value) -> (u16, Value) {
        let (status, _, body) = self.ask("POST", path, &body.to_string(), "").await;
        (status, serde_json::from_str(&body).unwrap_or(Value::Null))
    }

    /// Everything the seat was told.
    #[allow(dead_code)]
    pub async fn items(&self) -> Vec<Value> {
        let mut all = Vec::new();
        loop {
            let (_, told) = self.get(&format!("/api/game/items?since={}", all.len())).await;
            let items = told["items"].as_array().unwrap().clone();
            if items.is_empty() {
                return all;
            }
            all.extend(items);
        }
    }
}

fn unchunked(body: &str) -> String {
    let (mut rest, mut whole) = (body.as_bytes(), Vec::new());
    while let Some(end) = rest.windows(2).position(|pair| pair == b"\r\n") {
        let size = std::str::from_utf8(&rest[..end]).ok().and_then(|size| usize::from_str_radix(size, 16).ok());
        let Some(size) = size.filter(|size| *size > 0) else { break };
        whole.extend_from_slice(&rest[end + 2..end + 2 + size]);
        rest = &rest[end + 4 + size..];
    }
    String::from_utf8_lossy(&whole).into_owned()
}
