//! A client of HTTP/1.1 that is just enough: one request a connection.

use std::io;
use std::net::SocketAddr;
use std::time::Duration;

use serde_json::Value;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;
use tokio::time::timeout;

/// An answer is waited for so long.
const PATIENCE: Duration = Duration::from_secs(30);

/// Asks a server, with a seat's link.
#[derive(Clone, Debug)]
pub struct Http {
    address: SocketAddr,
    token: String,
    host: String,
}

impl Http {
    /// A client of the server at an address, that shows this link.
    pub fn new(address: SocketAddr, token: &str) -> Http {
        Http { address, token: token.to_string(), host: address.to_string() }
    }

    /// The same, that calls the server by another name.
    pub fn as_host(&self, host: &str) -> Http {
        Http { host: host.to_string(), ..self.clone() }
    }

    /// Status, head and body of an answer.
    pub async fn ask(
        &self,
        method: &str,
        path: &str,
        body: &str,
        more: &str,
    ) -> io::Result<(u16, String, String)> {
        let link = match self.token.is_empty() {
            true => String::new(),
            false => format!("Authorization: Bearer {}\r\n", self.token),
        };
        let request = format!(
            "{method} {path} HTTP/1.1\r\nHost: {}\r\nConnection: close\r\n{link}{more}Content-Type: application/json\r\nContent-Length: {}\r\n\r\n{body}",
            self.host,
            body.len()
        );
        let answer = timeout(PATIENCE, async {
            let mut stream = TcpStream::connect(self.address).await?;
            stream.write_all(request.as_bytes()).await?;
            let mut answer = Vec::new();
            stream.read_to_end(&mut answer).await?;
            io::Result::Ok(answer)
        });
        let answer = answer.await.map_err(|_| io::Error::other("no answer"))??;
        let answer = String::from_utf8_lossy(&answer).into_owned();
        let broken = || io::Error::other("a broken answer");
        let (head, body) = answer.split_once("\r\n\r\n").ok_or_else(broken)?;
        let status = head.split(' ').nth(1).and_then(|status| status.parse().ok()).ok_or_else(broken)?;
        let body = match head.to_ascii_lowercase().contains("transfer-encoding: chunked") {
            true => unchunked(body).ok_or_else(broken)?,
            false => body.to_string(),
        };
        Ok((status, head.to_string(), body))
    }

    /// The answer to GET; null where it is no JSON.
    pub async fn try_get(&self, path: &str) -> io::Result<(u16, Value)> {
        let (status, _, body) = self.ask("GET", path, "", "").await?;
        Ok((status, serde_json::from_str(&body).unwrap_or(Value::Null)))
    }

    /// The answer to POST.
    pub async fn try_post(&self, path: &str, body: &Value) -> io::Result<(u16, Value)> {
        let (status, _, body) = self.ask("POST", path, &body.to_string(), "").await?;
        Ok((status, serde_json::from_str(&body).unwrap_or(Value::Null)))
    }

    /// Everything the seat was told.
    pub async fn try_items(&self) -> io::Result<Vec<Value>> {
        let mut all = Vec::new();
        loop {
            let (status, told) = self.try_get(&format!("/api/game/items?since={}", all.len())).await?;
            let items = told["items"].as_array().filter(|_| status == 200);
            let items = items.ok_or_else(|| io::Error::other(format!("{status}: {told}")))?;
            if items.is_empty() {
                return Ok(all);
            }
            all.extend(items.iter().cloned());
        }
    }
}

/// For tests, which may fail as they like.
#[allow(clippy::unwrap_used)]
impl Http {
    /// The answer to GET.
    pub async fn get(&self, path: &str) -> (u16, Value) {
        self.try_get(path).await.unwrap()
    }

    /// The answer to POST.
    pub async fn post(&self, path: &str, body: &Value) -> (u16, Value) {
        self.try_post(path, body).await.unwrap()
    }

    /// Everything the seat was told.
    pub async fn items(&self) -> Vec<Value> {
        self.try_items().await.unwrap()
    }

    /// The text that GET answers.
    pub async fn text(&self, path: &str) -> String {
        self.ask("GET", path, "", "").await.unwrap().2
    }

    /// The tag of an answer and its status, when one knows a tag.
    pub async fn tagged(&self, path: &str, known: &str) -> (String, u16) {
        let more = if known.is_empty() { String::new() } else { format!("If-None-Match: {known}\r\n") };
        let (status, head, _) = self.ask("GET", path, "", &more).await.unwrap();
        let tag = head
            .lines()
            .find_map(|line| line.to_ascii_lowercase().strip_prefix("etag: ").map(str::to_string));
        (tag.unwrap_or_default(), status)
    }
}

fn unchunked(body: &str) -> Option<String> {
    let (mut rest, mut whole) = (body.as_bytes(), Vec::new());
    loop {
        let end = rest.windows(2).position(|pair| pair == b"\r\n")?;
        let size = usize::from_str_radix(std::str::from_utf8(&rest[..end]).ok()?, 16).ok()?;
        if size == 0 {
            return Some(String::from_utf8_lossy(&whole).into_owned());
        }
        whole.extend_from_slice(rest.get(end + 2..end + 2 + size)?);
        rest = rest.get(end + 4 + size..)?;
    }
}
