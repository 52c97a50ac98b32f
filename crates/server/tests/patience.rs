//! Slow readers, silent clients and everybody's time limits on sockets.

use std::time::{Duration, Instant};

use krigsspil_server::{Patience, Settings, serve};
use serde_json::json;
use tokio::io::AsyncReadExt;

mod table;
use table::{Server, Socket};

/// A server that loses patience quickly.
fn impatient() -> Settings {
    let short = Duration::from_millis(300);
    Settings {
        patience: Patience {
            head: short,
            hello: short,
            sending: short,
            closing: short,
            ping: Duration::from_millis(200),
        },
        ..Settings::default()
    }
}

async fn figure(server: &Server, name: &str) -> u64 {
    let figures = server.http("").text("/metrics").await;
    let line = figures.lines().find_map(|line| line.strip_prefix(&format!("{name} ")));
    line.unwrap().parse().unwrap()
}

/// A client that does not read is dropped. Meanwhile nobody else waits for it, and when it comes back it has lost nothing.
#[tokio::test(flavor = "multi_thread")]
async fn a_slow_reader_is_dropped_and_holds_nobody_up() {
    let patience = Patience { sending: Duration::from_secs(2), ..Patience::default() };
    let server = Server::start_narrow(Settings { patience, ..Settings::default() }).await;
    let made = server.game(json!({"scenario": "meeting"})).await;
    let token = made.token("blue");
    let mut quick = server.socket(&made.token("red"), Some(0)).await;
    quick.until("state").await;
    let mut slow = Socket::try_open_narrow(server.address).await.unwrap();
    slow.send(json!({"token": token, "since": 0})).await;
    let blue = server.http(&token);
    let mut number = 0;
    while figure(&server, "krigsspil_slow_sockets_dropped_total").await == 0 {
        number += 1;
        let text = format!("{number} {}", "x".repeat(1900));
        let said = json!({"key": number.to_string(), "to": "all", "text": text});
        let began = Instant::now();
        assert_eq!(blue.post("/api/game/chat", &said).await.0, 200);
        while quick.until("item").await.pop().unwrap()["item"]["text"] != text {}
        // Even a busy machine is quicker than waiting for the slow one would be.
        assert!(began.elapsed() < Duration::from_secs(2), "somebody waited {:?}", began.elapsed());
        assert!(number < 1000, "it is never dropped");
    }
    assert!(number > 2, "others went on while the slow one was waited for");
    drop(slow);
    let mut back = server.socket(&token, Some(1)).await;
    let messages = back.until("state").await;
    let items = messages.iter().filter(|message| message["type"] == "item");
    let numbers: Vec<_> = items.map(|message| message["seq"].clone()).collect();
    let wanted: Vec<_> = (2..=number + 1).map(|number| json!(number)).collect();
    assert_eq!(numbers, wanted);
    server.stop().await;
}

/// A client that says nothing is closed with 4408, one that answers no ping is given up, and one that answers stays.
#[tokio::test(flavor = "multi_thread")]
async fn silent_clients_are_given_up() {
    let server = Server::start(impatient()).await;
    let made = server.game(json!({"scenario": "meeting"})).await;
    let mut silent = Socket::open(server.address).await;
    assert_eq!(silent.closed().await, 4408);
    let mut answering = server.socket(&made.token("red"), None).await;
    answering.until("state").await;
    let mut dead = server.socket(&made.token("blue"), None).await;
    dead.until("state").await;
    // The live one reads, and so answers pings; the other is not read until long after.
    let reading = tokio::time::timeout(Duration::from_millis(1500), answering.next()).await;
    assert!(reading.is_err(), "{reading:?}");
    assert_eq!(dead.closed().await, 0);
    let chat = json!({"key": "1", "to": "all", "text": "still there"});
    assert_eq!(server.http(&made.token("blue")).post("/api/game/chat", &chat).await.0, 200);
    assert_eq!(answering.until("item").await.pop().unwrap()["item"]["text"], "still there");
    server.stop().await;
}

/// A request that is never finished does not keep its connection for ever.
#[tokio::test(flavor = "multi_thread")]
async fn an_unfinished_request_is_broken_off() {
    let server = Server::start(Settings::default()).await;
    let made = server.game(json!({"scenario": "meeting"})).await;
    let mut stream = tokio::net::TcpStream::connect(server.address).await.unwrap();
    let head = format!(
        "POST /api/game/act HTTP/1.1\r\nHost: {}\r\nAuthorization: Bearer {}\r\nContent-Type: application/json\r\nContent-Length: 100\r\n\r\n{{",
        server.address,
        made.token("blue")
    );
    tokio::io::AsyncWriteExt::write_all(&mut stream, head.as_bytes()).await.unwrap();
    let mut answer = [0; 12];
    let read = tokio::time::timeout(Duration::from_secs(40), stream.read_exact(&mut answer)).await;
    read.expect("it waits for ever").unwrap();
    assert_eq!(&answer, b"HTTP/1.1 503");
    server.stop().await;
}

/// A request whose head does not come to an end is broken off, however busily its client sends.
#[tokio::test(flavor = "multi_thread")]
async fn a_head_that_does_not_end_is_broken_off() {
    let (told, address) = tokio::sync::oneshot::channel();
    let served = tokio::spawn(serve(impatient(), move |address| told.send(address).unwrap()));
    let mut stream = tokio::net::TcpStream::connect(address.await.unwrap()).await.unwrap();
    let began = Instant::now();
    let mut sent = tokio::io::AsyncWriteExt::write_all(&mut stream, b"GET /healthz HTTP/1.1\r\n").await;
    while sent.is_ok() && began.elapsed() < Duration::from_secs(10) {
        tokio::time::sleep(Duration::from_millis(20)).await;
        sent = tokio::io::AsyncWriteExt::write_all(&mut stream, b"a: b\r\n").await;
    }
    assert!(sent.is_err(), "it is served for ever");
    served.abort();
}
