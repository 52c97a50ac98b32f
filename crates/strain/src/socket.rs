//! A client of a game's socket.

use std::io;
use std::net::SocketAddr;
use std::time::Duration;

use futures_util::{SinkExt, StreamExt};
use serde_json::{Value, json};
use tokio::net::{TcpSocket, TcpStream};
use tokio_tungstenite::tungstenite::Message;
use tokio_tungstenite::{MaybeTlsStream, WebSocketStream, client_async, connect_async};

/// How long a message is waited for.
const PATIENCE: Duration = Duration::from_secs(60);

/// A socket of a seat.
#[derive(Debug)]
pub struct Socket(pub WebSocketStream<MaybeTlsStream<TcpStream>>);

impl Socket {
    /// Opens a socket, and says nothing yet.
    pub async fn try_open(address: SocketAddr) -> io::Result<Socket> {
        let opened = connect_async(format!("ws://{address}/api/game/socket")).await;
        opened.map(|(socket, _)| Socket(socket)).map_err(io::Error::other)
    }

    /// The same through a connection that takes little before it must be read.
    pub async fn try_open_narrow(address: SocketAddr) -> io::Result<Socket> {
        let connection = TcpSocket::new_v4()?;
        connection.set_recv_buffer_size(4096)?;
        let connection = MaybeTlsStream::Plain(connection.connect(address).await?);
        let opened = client_async(format!("ws://{address}/api/game/socket"), connection).await;
        opened.map(|(socket, _)| Socket(socket)).map_err(io::Error::other)
    }

    /// Opens a socket with a link, from a number on.
    pub async fn try_sit(address: SocketAddr, token: &str, since: Option<i64>) -> io::Result<Socket> {
        let mut socket = Socket::try_open(address).await?;
        socket.try_send(&json!({"token": token, "since": since})).await?;
        Ok(socket)
    }

    /// Sends a message.
    pub async fn try_send(&mut self, message: &Value) -> io::Result<()> {
        self.0.send(Message::text(message.to_string())).await.map_err(io::Error::other)
    }
}

/// For tests, which may fail as they like.
#[allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]
impl Socket {
    /// Opens a socket.
    pub async fn open(address: SocketAddr) -> Socket {
        Socket::try_open(address).await.unwrap()
    }

    /// Opens a socket with a link, from a number on.
    pub async fn sit(address: SocketAddr, token: &str, since: Option<i64>) -> Socket {
        Socket::try_sit(address, token, since).await.unwrap()
    }

    /// Sends a message.
    pub async fn send(&mut self, message: Value) {
        self.try_send(&message).await.unwrap();
    }

    /// The next message, or the code that the server closes with.
    pub async fn next(&mut self) -> Result<Value, u16> {
        self.raw().await.map(|text| serde_json::from_str(&text).unwrap())
    }

    /// The same, byte for byte.
    pub async fn raw(&mut self) -> Result<String, u16> {
        loop {
            match tokio::time::timeout(PATIENCE, self.0.next()).await.expect("nothing comes") {
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

    /// Asks something, and reads up to the answer.
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

    /// Reads until the server closes, and gives the code.
    pub async fn closed(&mut self) -> u16 {
        loop {
            if let Err(code) = self.raw().await {
                return code;
            }
        }
    }
}
