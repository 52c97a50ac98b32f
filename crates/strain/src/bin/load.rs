//! `cargo xtask load`: many live games with two sockets each. It measures the time from an action to the last of its events, and the memory that a game takes
//! while it is played and while it is put away.
//!
//! `load BINARY GAMES SECONDS`.

use std::net::SocketAddr;
use std::process::ExitCode;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use futures_util::StreamExt;
use krigsspil_strain::chance;
use krigsspil_strain::http::Http;
use krigsspil_strain::server::Server;
use krigsspil_strain::socket::Socket;
use serde_json::{Value, json};
use tokio::time::{Instant, timeout};
use tokio_tungstenite::tungstenite::Message;

/// A game does something every so often, in milliseconds: between the half and one and a half of it.
const BETWEEN: u64 = 4_000;
/// When nothing has come for so long, the last of an action's events has come.
const QUIET: Duration = Duration::from_millis(400);
/// A game that nobody asks anything for so long is put away, in seconds.
const IDLE: u64 = 20;

type Times = Arc<Mutex<Vec<f64>>>;

/// A game that is played over two sockets.
struct Game {
    sockets: [Socket; 2],
    /// The last state that each was sent, as text: most of them are never read.
    states: [String; 2],
    number: u64,
}

impl Game {
    async fn new(address: SocketAddr) -> Result<Game, String> {
        let made = Http::new(address, "").try_post("/api/games", &json!({"scenario": "meeting"})).await;
        let (_, made) = made.map_err(|error| error.to_string())?;
        let links = made["links"].as_array().ok_or_else(|| made.to_string())?;
        let others = ["maker", "onlooker"];
        let tokens: Vec<&str> = links
            .iter()
            .filter(|link| !others.iter().any(|other| link["seat"] == *other))
            .filter_map(|link| link["token"].as_str())
            .collect();
        let sit = async |token: &str| {
            Socket::try_sit(address, token, None).await.map_err(|error| error.to_string())
        };
        let sockets = [sit(tokens[0]).await?, sit(tokens[1]).await?];
        let mut game = Game { sockets, states: Default::default(), number: 0 };
        game.until_quiet().await?;
        Ok(game)
    }

    /// The next message of either socket.
    async fn next(&mut self) -> Result<(), String> {
        let [one, two] = &mut self.sockets;
        let (place, message) = tokio::select! {
            message = one.0.next() => (0, message),
            message = two.0.next() => (1, message),
        };
        match message.ok_or("a socket was closed")? {
            Ok(Message::Text(text)) => {
                let begins = text.get(..24).unwrap_or_default();
                if begins.contains("\"refused\"") {
                    return Err(text.to_string());
                }
                if begins.contains("\"state\"") {
                    self.states[place] = text.to_string();
                }
                Ok(())
            }
            Ok(_) => Ok(()),
            Err(error) => Err(error.to_string()),
        }
    }

    /// Reads until nothing comes, and tells when the last message came.
    async fn until_quiet(&mut self) -> Result<Option<Instant>, String> {
        let mut last = None;
        while let Ok(read) = timeout(QUIET, self.next()).await {
            read?;
            last = Some(Instant::now());
        }
        Ok(last)
    }

    /// A seat that is asked something, and the default answer; none when the battle is over.
    fn asked(&self) -> Option<(usize, Value)> {
        let states = self.states.iter().map(|text| serde_json::from_str::<Value>(text).unwrap_or_default());
        let asked = |state: &Value| state["state"]["prompts"][0]["default"].clone();
        states.map(|state| asked(&state)).enumerate().find(|(_, action)| !action.is_null())
    }

    /// Does something, and gives the milliseconds to the last of its events; none when the battle is over.
    async fn act(&mut self) -> Result<Option<f64>, String> {
        let Some((place, action)) = self.asked() else { return Ok(None) };
        self.number += 1;
        let ask = json!({"id": self.number, "ask": "act", "key": self.number.to_string(), "action": action});
        let began = Instant::now();
        self.sockets[place].try_send(&ask).await.map_err(|error| error.to_string())?;
        let last = self.until_quiet().await?.ok_or("no answer came")?;
        Ok(Some(last.duration_since(began).as_secs_f64() * 1000.0))
    }

    /// Plays until a moment.
    async fn play(mut self, until: Instant, times: Times) -> Result<Game, String> {
        while Instant::now() < until {
            let woken = Instant::now() + Duration::from_millis(BETWEEN / 2 + chance(BETWEEN));
            while let Ok(read) = tokio::time::timeout_at(woken, self.next()).await {
                read?;
            }
            match self.act().await? {
                Some(took) => times.lock().unwrap_or_else(PoisonError::into_inner).push(took),
                None => return Ok(self),
            }
        }
        Ok(self)
    }
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

fn sorted(times: &Times) -> Vec<f64> {
    let mut sorted = times.lock().unwrap_or_else(PoisonError::into_inner).clone();
    sorted.sort_by(f64::total_cmp);
    sorted
}

fn told(sorted: &[f64]) -> String {
    let [half, most, nearly, all] = [50.0, 90.0, 99.0, 100.0].map(|percent| share(sorted, percent));
    format!("half within {half:.1} ms, 90 % {most:.1}, 99 % {nearly:.1}, the slowest {all:.1}")
}

/// The average load of the machine over the last minute, as far as it tells.
fn machine() -> String {
    let load = std::fs::read_to_string("/proc/loadavg").unwrap_or_default();
    load.split(' ').next().unwrap_or_default().to_string()
}

async fn run(binary: &str, games: usize, seconds: u64) -> Result<bool, String> {
    let folder = tempfile::tempdir().map_err(|error| error.to_string())?;
    let file = folder.path().join("games.sqlite").display().to_string();
    let store = ["--store".to_string(), file, "--idle".to_string(), IDLE.to_string()];
    println!("load of the machine before: {}", machine());
    let server = Server::start(binary.as_ref(), &store).await.map_err(|error| error.to_string())?;
    let before = resident(server.process());
    let times: Times = Arc::default();
    let until = Instant::now() + Duration::from_secs(seconds + games as u64 / 50);
    let mut tasks = tokio::task::JoinSet::new();
    for _ in 0..games {
        let (address, times) = (server.address, times.clone());
        tasks.spawn(async move { Game::new(address).await?.play(until, times).await });
        tokio::time::sleep(Duration::from_millis(20)).await;
    }
    // Only what is measured with all of them there counts.
    times.lock().unwrap_or_else(PoisonError::into_inner).clear();
    let began = Instant::now();
    tokio::time::sleep(Duration::from_secs(seconds / 2)).await;
    let live = resident(server.process());
    let (mut played, mut failed) = (Vec::new(), 0);
    while let Some(done) = tasks.join_next().await {
        match done.map_err(|error| error.to_string())? {
            Ok(game) => played.push(game),
            Err(reason) => {
                eprintln!("a game failed: {reason}");
                failed += 1;
            }
        }
    }
    let (took, acted) = (began.elapsed().as_secs_f64(), sorted(&times));
    println!(
        "{games} games, {} sockets, {} actions in {took:.0} s ({:.0} a second), {failed} games failed",
        games * 2,
        acted.len(),
        acted.len() as f64 / took
    );
    println!("from an action to the last of its events: {}", told(&acted));
    // Everybody stays connected while the games are put away.
    tokio::time::sleep(Duration::from_secs(IDLE + 5)).await;
    let idle = resident(server.process());
    let awake = Http::new(server.address, "")
        .ask("GET", "/metrics", "", "")
        .await
        .map_err(|error| error.to_string())?
        .2;
    let awake =
        awake.lines().find_map(|line| line.strip_prefix("krigsspil_games_awake ")).unwrap_or("?").to_string();
    let each = |now: u64| now.saturating_sub(before) as f64 / games as f64;
    println!(
        "memory of the server: {:.1} MB before, {:.1} MB with all awake ({:.0} kB a game), {:.1} MB with {awake} awake and all sockets open ({:.0} kB a game)",
        before as f64 / 1024.0,
        live as f64 / 1024.0,
        each(live),
        idle as f64 / 1024.0,
        each(idle)
    );
    let woken: Times = Arc::default();
    for game in played.iter_mut().take(100) {
        if let Some(took) = game.act().await? {
            woken.lock().unwrap_or_else(PoisonError::into_inner).push(took);
        }
    }
    println!("the same for a game that is woken by it: {}", told(&sorted(&woken)));
    println!("load of the machine after: {}", machine());
    server.kill().await.map_err(|error| error.to_string())?;
    Ok(failed == 0 && share(&acted, 99.0) < 50.0)
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
