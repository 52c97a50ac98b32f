//! `cargo xtask crash N`: a server is killed at random moments during play, N times. Nothing acknowledged may be lost, and nothing may be done twice.
//!
//! `crash BINARY TIMES sqlite|postgres`. On PostgreSQL two servers serve the same games: one of them is killed while the other goes on, and every fifth
//! time the database itself is stopped as a crash would stop it.

use std::collections::HashSet;
use std::net::SocketAddr;
use std::path::PathBuf;
use std::process::ExitCode;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use krigsspil_strain::chance;
use krigsspil_strain::http::Http;
use krigsspil_strain::postgres::Postgres;
use krigsspil_strain::server::Server;
use serde_json::{Value, json};
use tokio::sync::watch;

/// Games that are played at the same time.
const GAMES: usize = 4;

/// A seat that a task plays, and what the servers have acknowledged to it.
#[derive(Debug)]
struct Player {
    token: String,
    name: String,
    acknowledged: Mutex<Vec<String>>,
}

/// The servers that run.
type Where = watch::Receiver<Vec<SocketAddr>>;

/// Any server that runs.
async fn address(servers: &mut Where) -> SocketAddr {
    loop {
        {
            let running = servers.borrow_and_update();
            if !running.is_empty() {
                return running[chance(running.len() as u64) as usize];
            }
        }
        if servers.changed().await.is_err() {
            std::future::pending::<()>().await;
        }
    }
}

/// Plays a seat: answers what it is asked, and sends an action again with the same key until it is answered.
async fn play(player: Arc<Player>, mut server: Where) {
    let mut number = 0;
    loop {
        let http = Http::new(address(&mut server).await, &player.token);
        let state = match http.try_get("/api/game?samples=true").await {
            Ok((200, state)) => state,
            _ => {
                tokio::time::sleep(Duration::from_millis(5)).await;
                continue;
            }
        };
        if !state["table"]["ending"].is_null() {
            return;
        }
        let Some(action) = choose(&state) else {
            tokio::time::sleep(Duration::from_millis(5)).await;
            continue;
        };
        number += 1;
        let key = format!("{}-{number}", player.name);
        insist(&player, &mut server, &key, &action).await;
    }
}

/// An order out of those offered, or the usual answer.
fn choose(state: &Value) -> Option<Value> {
    let prompt = state["prompts"].as_array()?.first()?;
    let units = prompt["about"]["units"].as_array().cloned().unwrap_or_default();
    let samples: Vec<&Value> = units.iter().filter_map(|unit| unit["samples"].as_array()).flatten().collect();
    match chance(3) {
        0 | 1 if !samples.is_empty() => Some(samples[chance(samples.len() as u64) as usize].clone()),
        _ => Some(prompt["default"].clone()),
    }
}

async fn insist(player: &Player, server: &mut Where, key: &str, action: &Value) {
    loop {
        let http = Http::new(address(server).await, &player.token);
        match http.try_post("/api/game/act", &json!({"key": key, "action": action})).await {
            Ok((200, _)) => {
                let mut all = player.acknowledged.lock().unwrap_or_else(PoisonError::into_inner);
                return all.push(key.to_string());
            }
            // Refused by the rules: somebody's answer came first. Nothing was done.
            Ok((409 | 422, _)) => return,
            _ => tokio::time::sleep(Duration::from_millis(5)).await,
        }
    }
}

/// Is everything there that was acknowledged, once, and are the numbers without gaps?
async fn check(player: &Player, address: SocketAddr) -> Result<usize, String> {
    let acknowledged = player.acknowledged.lock().unwrap_or_else(PoisonError::into_inner).clone();
    let http = Http::new(address, &player.token);
    let mut items = Err(std::io::Error::other("not asked"));
    for _ in 0..200 {
        items = http.try_items().await;
        if items.is_ok() {
            break;
        }
        tokio::time::sleep(Duration::from_millis(100)).await;
    }
    let items = items.map_err(|error| format!("{}: {error}", player.name))?;
    let mut done = HashSet::new();
    for (place, item) in items.iter().enumerate() {
        if item["seq"] != json!(place + 1) {
            return Err(format!("{}: item {} has the number {}", player.name, place + 1, item["seq"]));
        }
        if let Some(key) = item["key"].as_str().filter(|_| item["type"] == "acted")
            && !done.insert(key.to_string())
        {
            return Err(format!("{key} was done twice"));
        }
    }
    match acknowledged.iter().find(|key| !done.contains(*key)) {
        Some(lost) => Err(format!("{lost} was acknowledged, and is lost")),
        None => Ok(acknowledged.len()),
    }
}

async fn new_game(address: SocketAddr, number: usize) -> Result<Vec<Arc<Player>>, String> {
    let asked = json!({"scenario": "meeting"});
    let (status, made) =
        Http::new(address, "").try_post("/api/games", &asked).await.map_err(|error| error.to_string())?;
    let links = made["links"].as_array().ok_or_else(|| format!("{status}: {made}"))?;
    let players =
        links.iter().filter(|link| !["maker", "onlooker"].iter().any(|other| link["seat"] == *other));
    Ok(players
        .map(|link| {
            let name = format!("{number}-{}", link["seat"].as_str().unwrap_or_default());
            let token = link["token"].as_str().unwrap_or_default().to_string();
            Arc::new(Player { token, name, acknowledged: Mutex::default() })
        })
        .collect())
}

struct Run {
    binary: PathBuf,
    store: Vec<String>,
    postgres: Option<Postgres>,
    told: watch::Sender<Vec<SocketAddr>>,
    /// Servers that run: one on SQLite, two on PostgreSQL.
    servers: Vec<Server>,
    players: Vec<Arc<Player>>,
    games: usize,
}

impl Run {
    /// Games are made anew while fewer than wanted are played.
    async fn seat_players(
        &mut self,
        tasks: &mut tokio::task::JoinSet<()>,
        address: SocketAddr,
    ) -> Result<(), String> {
        while tasks.try_join_next().is_some() {}
        while tasks.len() < GAMES * 2 {
            self.games += 1;
            for player in new_game(address, self.games).await? {
                tasks.spawn(play(player.clone(), self.told.subscribe()));
                self.players.push(player);
            }
        }
        Ok(())
    }

    fn acknowledged(&self) -> usize {
        let all = self.players.iter();
        all.map(|player| player.acknowledged.lock().unwrap_or_else(PoisonError::into_inner).len()).sum()
    }

    /// Lets them play until so many more actions are acknowledged, or for some seconds.
    async fn play_on(&self, more: usize) {
        let wanted = self.acknowledged() + more;
        for _ in 0..2000 {
            if self.acknowledged() >= wanted {
                return;
            }
            tokio::time::sleep(Duration::from_millis(5)).await;
        }
    }

    /// Starts servers until as many run as the store is for.
    async fn start_servers(&mut self) -> Result<(), String> {
        let wanted = if self.postgres.is_some() { 2 } else { 1 };
        while self.servers.len() < wanted {
            let server = Server::start(&self.binary, &self.store).await.map_err(|error| error.to_string())?;
            self.servers.push(server);
        }
        Ok(())
    }

    /// Any server that runs.
    fn any(&self) -> usize {
        chance(self.servers.len() as u64) as usize
    }

    fn tell(&self) {
        self.told.send_replace(self.servers.iter().map(|server| server.address).collect());
    }

    async fn once(&mut self, time: usize, tasks: &mut tokio::task::JoinSet<()>) -> Result<(), String> {
        self.start_servers().await?;
        let address = self.servers[self.any()].address;
        // Check those of the last games. The older ones were checked when they were the last.
        let lately = self.players.len().saturating_sub(GAMES * 4);
        for player in &self.players[lately..] {
            check(player, address).await?;
        }
        self.seat_players(tasks, address).await?;
        self.tell();
        self.play_on(1 + chance(40) as usize).await;
        tokio::time::sleep(Duration::from_millis(chance(30))).await;
        if let Some(postgres) = self.postgres.as_ref().filter(|_| time.is_multiple_of(5)) {
            postgres.crash_and_start()?;
            self.play_on(1 + chance(10) as usize).await;
            tokio::time::sleep(Duration::from_millis(chance(300))).await;
        }
        let killed = self.servers.swap_remove(self.any());
        killed.kill().await.map_err(|error| error.to_string())?;
        self.tell();
        // The server that is left goes on with the games of the one that was killed.
        if !self.servers.is_empty() {
            self.play_on(1 + chance(5) as usize).await;
        }
        Ok(())
    }

    async fn all(&mut self, times: usize) -> Result<(usize, usize), String> {
        let mut tasks = tokio::task::JoinSet::new();
        for time in 1..=times {
            self.once(time, &mut tasks).await.map_err(|reason| format!("time {time}: {reason}"))?;
            if time.is_multiple_of(50) {
                println!("killed {time} times, {} games", self.games);
            }
        }
        tasks.abort_all();
        self.start_servers().await?;
        let mut acknowledged = 0;
        for player in &self.players {
            acknowledged += check(player, self.servers[self.any()].address).await?;
        }
        for server in self.servers.drain(..) {
            server.kill().await.map_err(|error| error.to_string())?;
        }
        Ok((self.games, acknowledged))
    }
}

#[tokio::main]
async fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let [binary, times, on] = arguments.as_slice() else {
        eprintln!("crash BINARY TIMES sqlite|postgres");
        return ExitCode::FAILURE;
    };
    let Ok(times) = times.parse() else {
        eprintln!("`{times}` is not a number of times");
        return ExitCode::FAILURE;
    };
    let folder = match tempfile::tempdir() {
        Ok(folder) => folder,
        Err(error) => {
            eprintln!("{error}");
            return ExitCode::FAILURE;
        }
    };
    let postgres = if on == "postgres" { Postgres::start() } else { None };
    let store = match (&postgres, on.as_str()) {
        (Some(postgres), _) => vec!["--database".to_string(), postgres.address()],
        // It was said plainly that there is none.
        (None, "postgres") => return ExitCode::SUCCESS,
        (None, _) => vec!["--store".to_string(), folder.path().join("games.sqlite").display().to_string()],
    };
    let told = watch::Sender::new(Vec::new());
    let (players, servers) = (Vec::new(), Vec::new());
    let mut run = Run { binary: binary.into(), store, postgres, told, servers, players, games: 0 };
    match run.all(times).await {
        Ok((games, acknowledged)) => {
            println!(
                "{on}: killed {times} times under {games} games; {acknowledged} actions acknowledged, none lost, none done twice"
            );
            ExitCode::SUCCESS
        }
        Err(reason) => {
            eprintln!("{on}: {reason}");
            ExitCode::FAILURE
        }
    }
}
