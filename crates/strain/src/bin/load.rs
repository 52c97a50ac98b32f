//! `cargo xtask load`: many live games, two sockets each; how long from an action to the last of its events, and what a game costs in memory.
//!
//! `load BINARY GAMES SECONDS`.

use std::net::SocketAddr;
use std::process::ExitCode;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use futures_util::{SinkExt, StreamExt};
use krigsspil_strain::chance;
use krigsspil_strain::http::Http;
use krigsspil_strain::server::Server;
use serde_json::{Value, json};
use tokio::net::TcpStream;
use tokio::time::{Instant, timeout};
use tokio_tungstenite::tungstenite::Message;
use tokio_tungstenite::{MaybeTlsStream, WebSocketStream, connect_async};

/// A person does something every so often, in milliseconds: between the half and one and a half of it.
const BETWEEN: u64 = 8_000;
/// When nothing has come for so long, the last of an action's events has.
const QUIET: Duration = Duration::from_millis(400);

type Socket = WebSocketStream<MaybeTlsStream<TcpStream>>;
type Times = Arc<Mutex<Vec<f64>>>;

async fn socket(address: SocketAddr, token: &str) -> Result<Socket, String> {
    let opened = connect_async(format!("ws://{address}/api/game/socket")).await;
    let (mut socket, _) = opened.map_err(|error| error.to_string())?;
    let hello = json!({"token": token}).to_string();
    socket.send(Message::text(hello)).await.map_err(|error| error.to_string())?;
    Ok(socket)
}

/// The next message of either; the last state each has been sent is kept.
async fn next(sockets: &mut [Socket; 2], states: &mut [Value; 2]) -> Option<Result<(), String>> {
    let [one, two] = sockets;
    let (place, message) = tokio::select! {
        message = one.next() => (0, message),
        message = two.next() => (1, message),
    };
    match message? {
        Ok(Message::Text(text)) => {
            let begins = text.get(..24).unwrap_or_default();
            if begins.contains("\"state\"")
                && let Ok(Value::Object(mut frame)) = serde_json::from_str(&text)
            {
                states[place] = frame.remove("state").unwrap_or(Value::Null);
            }
            let refused = begins.contains("\"refused\"");
            Some(if refused { Err(text.to_string()) } else { Ok(()) })
        }
        Ok(_) => Some(Ok(())),
        Err(error) => Some(Err(error.to_string())),
    }
}

/// Reads until nothing comes; when the last came.
async fn until_quiet(sockets: &mut [Socket; 2], states: &mut [Value; 2]) -> Result<Option<Instant>, String> {
    let mut last = None;
    while let Ok(read) = timeout(QUIET, next(sockets, states)).await {
        read.ok_or("a socket was closed")??;
        last = Some(Instant::now());
    }
    Ok(last)
}

async fn game(address: SocketAddr, until: Instant, times: Times) -> Result<(), String> {
    let made = Http::new(address, "").try_post("/api/games", &json!({"scenario": "meeting"})).await;
    let (_, made) = made.map_err(|error| error.to_string())?;
    let links = made["links"].as_array().ok_or_else(|| made.to_string())?;
    let tokens: Vec<&str> = links
        .iter()
        .filter(|link| link["seat"] != "maker" && link["seat"] != "onlooker")
        .filter_map(|link| link["token"].as_str())
        .collect();
    let mut sockets = [socket(address, tokens[0]).await?, socket(address, tokens[1]).await?];
    let mut states = [Value::Null, Value::Null];
    until_quiet(&mut sockets, &mut states).await?;
    let mut number = 0u64;
    while Instant::now() < until {
        // A person thinks; both seats together do something twice as often.
        let pause = Duration::from_millis(BETWEEN / 4 + chance(BETWEEN / 2));
        let woken = Instant::now() + pause;
        while let Ok(read) = tokio::time::timeout_at(woken, next(&mut sockets, &mut states)).await {
            read.ok_or("a socket was closed")??;
        }
        let asked = states
            .iter()
            .position(|state| state["prompts"].as_array().is_some_and(|prompts| !prompts.is_empty()));
        let Some(place) = asked else { continue };
        number += 1;
        let action = &states[place]["prompts"][0]["default"];
        let ask =
            json!({"id": number, "ask": "act", "key": number.to_string(), "action": action}).to_string();
        let began = Instant::now();
        sockets[place].send(Message::text(ask)).await.map_err(|error| error.to_string())?;
        if let Some(last) = until_quiet(&mut sockets, &mut states).await? {
            let took = last.duration_since(began).as_secs_f64() * 1000.0;
            times.lock().unwrap_or_else(PoisonError::into_inner).push(took);
        }
        if !states[place]["table"]["ending"].is_null() {
            return Ok(());
        }
    }
    Ok(())
}

/// What a process holds in memory, in kilobytes.
fn resident(process: Option<u32>) -> u64 {
    let status = process.and_then(|process| std::fs::read_to_string(format!("/proc/{process}/status")).ok());
    let line = status.as_deref().and_then(|status| status.lines().find(|line| line.starts_with("VmRSS:")));
    line.and_then(|line| line.split_whitespace().nth(1)?.parse().ok()).unwrap_or(0)
}

fn share(sorted: &[f64], percent: f64) -> f64 {
    let place = (sorted.len() as f64 * percent / 100.0) as usize;
    sorted.get(place.min(sorted.len().saturating_sub(1))).copied().unwrap_or(0.0)
}

async fn run(binary: &str, games: usize, seconds: u64) -> Result<bool, String> {
    let folder = tempfile::tempdir().map_err(|error| error.to_string())?;
    let file = folder.path().join("games.sqlite").display().to_string();
    let store = ["--store".to_string(), file, "--idle".to_string(), "20".to_string()];
    let server = Server::start(binary.as_ref(), &store).await.map_err(|error| error.to_string())?;
    let before = resident(server.process());
    let times: Times = Arc::default();
    let until = Instant::now() + Duration::from_secs(seconds + games as u64 / 50);
    let mut tasks = tokio::task::JoinSet::new();
    for _ in 0..games {
        tasks.spawn(game(server.address, until, times.clone()));
        tokio::time::sleep(Duration::from_millis(20)).await;
    }
    // Only what was measured with all of them there counts.
    times.lock().unwrap_or_else(PoisonError::into_inner).clear();
    let began = Instant::now();
    tokio::time::sleep(Duration::from_secs(seconds / 2)).await;
    let live = resident(server.process());
    let mut failed = 0;
    while let Some(done) = tasks.join_next().await {
        if let Err(reason) = done.map_err(|error| error.to_string())? {
            eprintln!("a game failed: {reason}");
            failed += 1;
        }
    }
    let took = began.elapsed().as_secs_f64();
    tokio::time::sleep(Duration::from_secs(25)).await;
    let idle = resident(server.process());
    let mut sorted = times.lock().unwrap_or_else(PoisonError::into_inner).clone();
    sorted.sort_by(f64::total_cmp);
    let each = |now: u64| now.saturating_sub(before) as f64 / games as f64;
    println!(
        "{games} games, {} sockets, {} actions in {took:.0} s ({:.0} a second), {failed} games failed",
        games * 2,
        sorted.len(),
        sorted.len() as f64 / took
    );
    println!(
        "from an action to the last of its events: half within {:.1} ms, 90 % {:.1}, 99 % {:.1}, the slowest {:.1}",
        share(&sorted, 50.0),
        share(&sorted, 90.0),
        share(&sorted, 99.0),
        share(&sorted, 100.0)
    );
    println!(
        "memory of the server: {:.1} MB before, {:.1} MB with all awake ({:.0} kB a game), {:.1} MB with all put away ({:.0} kB a game)",
        before as f64 / 1024.0,
        live as f64 / 1024.0,
        each(live),
        idle as f64 / 1024.0,
        each(idle)
    );
    server.kill().await.map_err(|error| error.to_string())?;
    Ok(failed == 0 && share(&sorted, 99.0) < 50.0)
}

#[tokio::main]
async fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let [binary, games, seconds] = arguments.as_slice() else {
        eprintln!("load BINARY GAMES SECONDS");
        return ExitCode::FAILURE;
    };
    match run(binary, games.parse().unwrap_or(500), seconds.parse().unwrap_or(60)).await {
        Ok(true) => ExitCode::SUCCESS,
        Ok(false) => {
            eprintln!("the 99th percentile is not under 50 ms, or games failed");
            ExitCode::FAILURE
        }
        Err(reason) => {
            eprintln!("{reason}");
            ExitCode::FAILURE
        }
    }
}
