//! `cargo xtask load`: many live games with two sockets each. It measures the time from an action to the last of its events, and the memory that a game takes
//! while it is played and while it is put away.
//!
//! It shares the cores with the server, so it does little itself: it keeps the messages as they come, and of a state reads only the first default answer.
//! Pings are no events: they come whenever they come, and are not counted. It counts only what happens once all games are made, and tells how late it gets
//! a core itself, the processor time of both programs and the server's own count: these tell how far its figures can be trusted.
//!
//! `load BINARY GAMES SECONDS`.

use std::net::SocketAddr;
use std::process::ExitCode;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};
use std::time::Duration;

use futures_util::StreamExt;
use krigsspil_strain::chance;
use krigsspil_strain::figures::{Times, figure, machine, note_lateness, processor, resident, share_within};
use krigsspil_strain::http::Http;
use krigsspil_strain::server::Server;
use krigsspil_strain::socket::Socket;
use serde::Deserialize;
use serde_json::json;
use serde_json::value::RawValue;
use tokio::sync::Semaphore;
use tokio::task::JoinSet;
use tokio::time::{Instant, timeout_at};
use tokio_tungstenite::tungstenite::{Message, Utf8Bytes};

/// A game does something every so often, in milliseconds: between the half and one and a half of it.
const BETWEEN: u64 = 4_000;
/// When nothing has come for so long after something had come, the last of an action's events has come.
const QUIET: Duration = Duration::from_millis(400);
/// The first is waited for so long: a slow answer is slow, and no failure.
const PATIENCE: Duration = Duration::from_secs(30);
/// A game that nobody asks anything for so long is put away, in seconds.
const IDLE: u64 = 20;

/// Wanted: 99 of 100 actions reach the last who is told of them within so many milliseconds.
const WANTED: f64 = 50.0;

/// So many games are woken at the end, one after the other.
const WOKEN: usize = 40;

/// A game that is played over two sockets.
struct Game {
    sockets: [Socket; 2],
    /// The last state that each was sent, as it came: most of them are never read.
    states: [Utf8Bytes; 2],
    number: u64,
}

/// What is read of a state.
#[derive(Deserialize)]
struct StateSent<'a> {
    #[serde(borrow)]
    state: Prompted<'a>,
}

#[derive(Deserialize)]
struct Prompted<'a> {
    #[serde(borrow)]
    prompts: Vec<Asked<'a>>,
}

#[derive(Deserialize)]
struct Asked<'a> {
    #[serde(borrow)]
    default: &'a RawValue,
}

/// What a socket brought.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Came {
    /// A message of the game.
    Message,
    /// A sign of life.
    Ping,
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
    async fn next(&mut self) -> Result<Came, String> {
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
                    self.states[place] = text;
                }
                Ok(Came::Message)
            }
            Ok(_) => Ok(Came::Ping),
            Err(error) => Err(error.to_string()),
        }
    }

    /// Reads until nothing comes, and tells when the last message came.
    async fn until_quiet(&mut self) -> Result<Option<Instant>, String> {
        let (mut last, mut until) = (None, Instant::now() + PATIENCE);
        while let Ok(read) = timeout_at(until, self.next()).await {
            if read? == Came::Message {
                let now = Instant::now();
                (last, until) = (Some(now), now + QUIET);
            }
        }
        Ok(last)
    }

    /// A seat that is asked something, and the default answer; none when the battle is over.
    fn asked(&self) -> Option<(usize, &RawValue)> {
        self.states.iter().enumerate().find_map(|(place, text)| Some((place, default_of(text)?)))
    }

    /// Does something, and gives the time to the last of its events; none when the battle is over.
    async fn act(&mut self) -> Result<Option<Duration>, String> {
        let Some((place, action)) = self.asked() else { return Ok(None) };
        let number = self.number + 1;
        let ask = json!({"id": number, "ask": "act", "key": number.to_string(), "action": action});
        self.number = number;
        let began = Instant::now();
        self.sockets[place].try_send(&ask).await.map_err(|error| error.to_string())?;
        let last = self.until_quiet().await?.ok_or("no answer came")?;
        Ok(Some(last.duration_since(began)))
    }

    /// Reads what comes until it is this game's turn, and then does something.
    async fn rest(mut self, turn: Arc<Semaphore>) -> Result<Option<Duration>, String> {
        let _turn = loop {
            tokio::select! {
                turn = turn.clone().acquire_owned() => break turn,
                came = self.next() => {
                    came?;
                }
            };
        };
        self.act().await
    }

    /// Plays until a moment.
    async fn play(mut self, until: Instant, times: Times) -> Result<Game, String> {
        while Instant::now() < until {
            let woken = Instant::now() + Duration::from_millis(BETWEEN / 2 + chance(BETWEEN));
            while let Ok(read) = timeout_at(woken, self.next()).await {
                read?;
            }
            match self.act().await? {
                Some(took) => times.add(took),
                None => return Ok(self),
            }
        }
        Ok(self)
    }
}

/// The default answer to the first question of a state.
fn default_of(text: &str) -> Option<&RawValue> {
    let sent: StateSent<'_> = serde_json::from_str(text).ok()?;
    sent.state.prompts.first().map(|asked| asked.default)
}

/// All games of a run.
struct Run {
    server: Server,
    games: usize,
    times: Times,
    /// How late this program itself gets a core.
    late: Times,
    /// What the server held in memory before there was a game, in kilobytes.
    before: u64,
}

/// What both programs had done by a moment.
struct Moment {
    at: Instant,
    metrics: String,
    /// Seconds of the cores that the server and this program have used.
    used: [f64; 2],
}

impl Run {
    async fn moment(&self) -> Result<Moment, String> {
        let asked = Http::new(self.server.address, "").ask("GET", "/metrics", "", "").await;
        let (_, _, metrics) = asked.map_err(|error| error.to_string())?;
        let used = [self.server.process(), Some(std::process::id())].map(processor);
        Ok(Moment { at: Instant::now(), metrics, used })
    }

    /// Makes all games and plays them for so many seconds; gives those that did not fail.
    async fn play(&self, seconds: u64) -> Result<Vec<Game>, String> {
        let until = Instant::now() + Duration::from_secs(seconds + self.games as u64 / 50);
        let mut tasks = JoinSet::new();
        let seated: Arc<AtomicUsize> = Arc::default();
        for _ in 0..self.games {
            let (address, times, seated) = (self.server.address, self.times.clone(), seated.clone());
            tasks.spawn(async move {
                let game = Game::new(address).await;
                seated.fetch_add(1, Relaxed);
                game?.play(until, times).await
            });
            tokio::time::sleep(Duration::from_millis(20)).await;
        }
        // Only what is measured with all of them there counts.
        while seated.load(Relaxed) < self.games && Instant::now() < until {
            tokio::time::sleep(Duration::from_millis(20)).await;
        }
        self.times.forget();
        self.late.forget();
        let began = self.moment().await?;
        tokio::time::sleep_until(began.at + until.duration_since(began.at) / 2).await;
        self.tell_memory("and all at play", &self.moment().await?.metrics);
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
        self.tell(&began, &self.moment().await?, failed);
        Ok(played)
    }

    fn tell(&self, from: &Moment, to: &Moment, failed: usize) {
        let (took, acted) = (to.at.duration_since(from.at).as_secs_f64(), self.times.sorted());
        let (games, actions) = (self.games, acted.count());
        println!(
            "{games} games, {} sockets, {actions} actions in {took:.0} s ({:.0} a second), {failed} games failed",
            games * 2,
            actions as f64 / took
        );
        println!("from an action to the last of its events: {acted}");
        println!("this program itself got a core later than it asked: {}", self.late.sorted());
        let used = |of: usize| to.used[of] - from.used[of];
        let cores = std::thread::available_parallelism().map_or(0, usize::from);
        println!(
            "of {:.0} s of {cores} cores the server used {:.1} and this program {:.1}",
            took * cores as f64,
            used(0),
            used(1)
        );
        let share = |what, bound| share_within(&from.metrics, &to.metrics, what, bound);
        println!(
            "by the server's own count {:.2} % of its answers within 50 ms, {:.2} % within 25 ms; {:.2} % stored within 10 ms",
            share("krigsspil_answering_seconds", "0.05"),
            share("krigsspil_answering_seconds", "0.025"),
            share("krigsspil_storing_seconds", "0.01")
        );
    }

    fn tell_memory(&self, when: &str, metrics: &str) {
        let now = resident(self.server.process());
        println!(
            "memory of the server with {} games awake, {} sockets {when}: {:.1} MB, {:.1} MB before there was any ({:.0} kB a game)",
            figure(metrics, "krigsspil_games_awake"),
            figure(metrics, "krigsspil_sockets"),
            now as f64 / 1024.0,
            self.before as f64 / 1024.0,
            now.saturating_sub(self.before) as f64 / self.games as f64
        );
    }

    /// Everybody stays connected and reads while the games are put away; then some are woken by an action, one after the other.
    async fn put_away_and_wake(&self, played: Vec<Game>) -> Result<(), String> {
        let turn = Arc::new(Semaphore::new(0));
        let (mut waking, mut watching) = (JoinSet::new(), JoinSet::new());
        for (number, game) in played.into_iter().enumerate() {
            let tasks = if number < WOKEN { &mut waking } else { &mut watching };
            tasks.spawn(game.rest(if number < WOKEN { turn.clone() } else { Arc::new(Semaphore::new(0)) }));
        }
        tokio::time::sleep(Duration::from_secs(IDLE + 5)).await;
        self.tell_memory("and all put away", &self.moment().await?.metrics);
        turn.add_permits(1);
        let woken = Times::default();
        while let Some(done) = waking.join_next().await {
            if let Some(took) = done.map_err(|error| error.to_string())?? {
                woken.add(took);
            }
        }
        println!("the same for a game that is woken by it: {}", woken.sorted());
        Ok(())
    }
}

async fn run(binary: &str, games: usize, seconds: u64) -> Result<bool, String> {
    let folder = tempfile::tempdir().map_err(|error| error.to_string())?;
    let file = folder.path().join("games.sqlite").display().to_string();
    let store = ["--store".to_string(), file, "--idle".to_string(), IDLE.to_string()];
    println!("load of the machine before: {}", machine());
    let server = Server::start(binary.as_ref(), &store).await.map_err(|error| error.to_string())?;
    let before = resident(server.process());
    let run = Run { server, games, times: Times::default(), late: Times::default(), before };
    let noting = tokio::spawn(note_lateness(run.late.clone()));
    let played = run.play(seconds).await?;
    noting.abort();
    let all_played = played.len() == games;
    run.put_away_and_wake(played).await?;
    println!("load of the machine after: {}", machine());
    run.server.kill().await.map_err(|error| error.to_string())?;
    Ok(all_played && run.times.sorted().within(99.0) < WANTED)
}

#[tokio::main]
async fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let [binary, games, seconds] = arguments.as_slice() else {
        eprintln!("load BINARY GAMES SECONDS");
        return ExitCode::FAILURE;
    };
    let (Ok(games), Ok(seconds)) = (games.parse(), seconds.parse()) else {
        eprintln!("`{games}` games for `{seconds}` seconds: both must be numbers");
        return ExitCode::FAILURE;
    };
    match run(binary, games, seconds).await {
        Ok(true) => ExitCode::SUCCESS,
        Ok(false) => {
            eprintln!("the 99th percentile is not under {WANTED} ms, or games failed");
            ExitCode::FAILURE
        }
        Err(reason) => {
            eprintln!("{reason}");
            ExitCode::FAILURE
        }
    }
}
