//! A server on a free port and clients of it, for the tests of games.
#![allow(dead_code, reason = "each test file uses some of it")]

use std::net::SocketAddr;
use std::time::Duration;

use futures_util::{SinkExt, StreamExt};
use krigsspil_server::{Settings, open, router};
use krigsspil_strain::http::Http;
use serde_json::{Value, json};
use tokio::net::TcpStream;
use tokio_tungstenite::tungstenite::Message;
use tokio_tungstenite::{MaybeTlsStream, WebSocketStream, connect_async};

/// A server on a free port.
pub struct Server {
    pub address: SocketAddr,
    pub shared: krigsspil_server::Shared,
    task: tokio::task::JoinHandle<()>,
}

impl Server {
    pub async fn start(settings: Settings) -> Server {
        let shared = open(&settings).await.unwrap();
        let listener = tokio::net::TcpListener::bind("127.0.0.1:0").await.unwrap();
        let address = listener.local_addr().unwrap();
        let router = router(shared.clone(), 100_000);
        let task = tokio::spawn(async move { axum::serve(listener, router).await.unwrap() });
        Server { address, shared, task }
    }

    pub fn http(&self, token: &str) -> Http {
        Http::new(self.address, token)
    }

    pub async fn game(&self, asked: Value) -> Made {
        let (status, made) = self.http("").post("/api/games", &asked).await;
        assert_eq!(status, 201, "{made}");
        Made(made)
    }

    pub async fn socket(&self, token: &str, since: Option<i64>) -> Socket {
        let mut socket = Socket::open(self.address).await;
        socket.send(json!({"token": token, "since": since})).await;
        socket
    }

    pub async fn stop(self) {
        self.shared.close().await;
        self.task.abort();
        let _ = self.task.await;
    }
}

pub struct Made(pub Value);

impl Made {
    pub fn token(&self, seat: &str) -> String {
        let links = self.0["links"].as_array().unwrap();
        let link =
            links.iter().find(|link| link["seat"] == seat).unwrap_or_else(|| panic!("no link of {seat}"));
        link["token"].as_str().unwrap().to_string()
    }

    pub fn game(&self) -> String {
        self.0["game"].as_str().unwrap().to_string()
    }
}

pub struct Socket(pub WebSocketStream<MaybeTlsStream<TcpStream>>);

impl Socket {
    pub async fn open(address: SocketAddr) -> Socket {
        Socket(connect_async(format!("ws://{address}/api/game/socket")).await.unwrap().0)
    }

    pub async fn send(&mut self, message: Value) {
        self.0.send(Message::text(message.to_string())).await.unwrap();
    }

    /// The next message; none when the server closes, and with which code.
    pub async fn next(&mut self) -> Result<Value, u16> {
        self.raw().await.map(|text| serde_json::from_str(&text).unwrap())
    }

    /// The same, byte for byte.
    pub async fn raw(&mut self) -> Result<String, u16> {
        loop {
            let message =
                tokio::time::timeout(Duration::from_secs(60), self.0.next()).await.expect("nothing comes");
            match message {
                Some(Ok(Message::Text(text))) => return Ok(text.to_string()),
                Some(Ok(Message::Close(frame))) => return Err(frame.map_or(0, |frame| frame.code.into())),
                Some(Ok(_)) => {}
                Some(Err(_)) | None => return Err(0),
            }
        }
    }

    /// Messages up to one of this type, with it.
    pub async fn until(&mut self, kind: &str) -> Vec<Value> {
        let mut all = Vec::new();
        loop {
            let next =
                self.next().await.unwrap_or_else(|code| panic!("closed with {code} before {kind}: {all:?}"));
            let found = next["type"] == kind;
            all.push(next);
            if found {
                return all;
            }
        }
    }

    pub async fn ask(&mut self, id: u64, mut ask: Value) -> Value {
        ask["id"] = json!(id);
        self.send(ask).await;
        loop {
            let next = self.next().await.unwrap();
            if next["id"] == json!(id) {
                return next;
            }
        }
    }
}
