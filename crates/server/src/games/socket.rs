//! One socket for each seat: items and states as they come, and everything that can be asked. A client that reads too slowly is dropped, and reads on
//! from where it was when it comes back.

use std::hash::{DefaultHasher, Hash, Hasher};
use std::sync::Arc;
use std::time::Duration;

use axum::extract::State;
use axum::extract::ws::{CloseFrame, Message, WebSocket, WebSocketUpgrade};
use axum::http::{HeaderMap, StatusCode, Uri};
use axum::response::{IntoResponse, Response};
use futures_util::SinkExt;
use serde_json::value::RawValue;
use tokio::sync::watch;
use tokio::time::{Instant, Interval, MissedTickBehavior, interval, timeout};

use super::frames::{self, LARGEST, ServerFrame};
use super::live::Watcher;
use super::wire::Problem;
use super::{Games, Sits, unstored};
use crate::Shared;
use crate::api::{language_of, misread};
use crate::guard::same_origin;
use crate::wordings::{FOREIGN_ORIGIN, NOT_SO, TOO_MANY_REQUESTS};

/// How long the server waits for its clients.
#[derive(Clone, Copy, Debug)]
pub struct Patience {
    /// For the head of a request.
    pub head: Duration,
    /// For the first message on a socket.
    pub hello: Duration,
    /// For the client to take what is sent.
    pub sending: Duration,
    /// For the client to close, too.
    pub closing: Duration,
    /// Between two pings. A client that has not been heard of for three of these is given up.
    pub ping: Duration,
}

impl Default for Patience {
    fn default() -> Self {
        Patience {
            head: Duration::from_secs(10),
            hello: Duration::from_secs(5),
            sending: Duration::from_secs(10),
            closing: Duration::from_secs(2),
            ping: Duration::from_secs(20),
        }
    }
}

/// How many messages a client may send a second, and how many at once.
const RATE: u32 = 20;
const BURST: u32 = 40;
/// How many bytes of a client are read at once. Every socket has a buffer of this size for as long as it is open.
const READ_AT_ONCE: usize = 4 * 1024;
/// How many sockets may watch one game.
const MOST_WATCHERS: usize = 500;

/// Codes a socket is closed with.
mod code {
    /// The server stops; come back.
    pub(super) const GOING_AWAY: u16 = 1001;
    /// No sound first message in time.
    pub(super) const NO_HELLO: u16 = 4408;
    /// The link is wrong or was revoked.
    pub(super) const NO_LINK: u16 = 4404;
    /// Too many messages, or too many watchers.
    pub(super) const TOO_MANY: u16 = 4429;
    /// The store fails; come back.
    pub(super) const TRY_AGAIN: u16 = 1013;
}

/// Opens a socket. Pages of other sites are refused.
#[utoipa::path(get, path = "/game/socket", tag = "games", operation_id = "game_socket", responses(
    (status = 101, description = "A WebSocket. The first message is a `Hello`, then `SocketAsk`s; the server sends `ServerFrame`s."),
    (status = 403, body = crate::api::ApiError, description = "The page is of another site."),
))]
pub(crate) async fn open(
    State(shared): State<Shared>,
    uri: Uri,
    headers: HeaderMap,
    upgrade: Result<WebSocketUpgrade, axum::extract::ws::rejection::WebSocketUpgradeRejection>,
) -> Response {
    if !same_origin(&headers, &shared.guard) {
        let (status, code) = (StatusCode::FORBIDDEN, "foreign_origin");
        return Problem::told(status, code, "", FOREIGN_ORIGIN, language_of(&uri)).into_response();
    }
    match upgrade {
        Ok(upgrade) => upgrade
            .read_buffer_size(READ_AT_ONCE)
            .max_message_size(LARGEST)
            .max_frame_size(LARGEST)
            .on_upgrade(move |socket| serve(shared.games.clone(), socket)),
        Err(rejection) => {
            let status = rejection.into_response().status();
            Problem::told(status, "no_socket", "", NOT_SO, language_of(&uri)).into_response()
        }
    }
}

/// How a socket is closed.
enum Closed {
    /// By the other end, or because the other end does not read.
    Gone,
    /// By us, with a code.
    With(u16),
}

struct Connection {
    games: Arc<Games>,
    socket: WebSocket,
    sits: Sits,
    watcher: Watcher,
    watch: watch::Receiver<u64>,
    /// The number of the last item that was sent.
    seq: i64,
    /// A hash of the last state that was sent: an idle socket keeps no state in memory.
    state: Option<u64>,
    heard: Instant,
    allowance: f64,
    allowed: Instant,
}

async fn serve(games: Arc<Games>, mut socket: WebSocket) {
    let counted = games.clone();
    let _one = counted.metrics.sockets.one();
    // A stopping server waits until its sockets are closed.
    let _task = counted.socket_task();
    let stop = games.stop.clone();
    let Some((sits, since)) = admitted(&games, &mut socket).await else { return };
    let live = games.live(&sits.game);
    if Arc::strong_count(&live) > MOST_WATCHERS {
        return close(&games.patience, &mut socket, code::TOO_MANY).await;
    }
    let watch = live.watch();
    let watcher = Watcher::new(live, sits.seat.clone());
    let now = Instant::now();
    let mut connection = Connection {
        games,
        socket,
        sits,
        watcher,
        watch,
        seq: 0,
        state: None,
        heard: now,
        allowance: f64::from(BURST),
        allowed: now,
    };
    let ended = tokio::select! {
        ended = connection.run(since) => ended,
        () = stop.cancelled() => Closed::With(code::GOING_AWAY),
    };
    if let Closed::With(code) = ended {
        close(&counted.patience, &mut connection.socket, code).await;
    }
}

async fn close(patience: &Patience, socket: &mut WebSocket, code: u16) {
    let frame = CloseFrame { code, reason: "".into() };
    let _ = timeout(patience.closing, socket.send(Message::Close(Some(frame)))).await;
    // Read what the other end has sent until it closes, too. Otherwise it would hear of a broken connection instead of our code.
    let read = async { while let Some(Ok(_)) = socket.recv().await {} };
    let _ = timeout(patience.closing, read).await;
}

/// The seat and the last number of a client that sends a sound first message in time, with a good link.
async fn admitted(games: &Games, socket: &mut WebSocket) -> Option<(Sits, Option<i64>)> {
    let patience = &games.patience;
    let first = tokio::select! {
        first = timeout(patience.hello, socket.recv()) => first.ok().flatten(),
        () = games.stop.cancelled() => {
            close(patience, socket, code::GOING_AWAY).await;
            return None;
        }
    };
    let hello = match &first {
        Some(Ok(Message::Text(text))) => frames::hello(text).ok(),
        _ => None,
    };
    let Some(hello) = hello else {
        close(patience, socket, code::NO_HELLO).await;
        return None;
    };
    match games.sit(Some(&hello.token), hello.language()).await {
        Ok(sits) => Some((sits, hello.since)),
        Err(problem) => {
            let refused = ServerFrame::Refused { seq: 0, id: None, problem: &problem }.text();
            let _ = timeout(patience.sending, socket.send(Message::Text(refused.into()))).await;
            let code = if problem.status == 404 { code::NO_LINK } else { code::TRY_AGAIN };
            close(patience, socket, code).await;
            None
        }
    }
}

/// A hash that differs when the text does. It stays in this process.
fn hash_of(text: &str) -> u64 {
    let mut hasher = DefaultHasher::new();
    text.hash(&mut hasher);
    hasher.finish()
}

impl Connection {
    async fn run(&mut self, since: Option<i64>) -> Closed {
        match self.begin(since).await {
            Ok(()) => {}
            Err(closed) => return closed,
        }
        let mut ping = interval(self.games.patience.ping);
        ping.set_missed_tick_behavior(MissedTickBehavior::Delay);
        loop {
            if let Err(closed) = self.next(&mut ping).await {
                return closed;
            }
        }
    }

    async fn begin(&mut self, since: Option<i64>) -> Result<(), Closed> {
        // It may have died before the socket began to watch; from now on every change of links is seen.
        self.still_sits().await?;
        self.seq = since.unwrap_or(0).max(0);
        // The state tells the number of the last item. Nobody has read further: items must not pass a client by because it says so.
        let last = frames::seq_of(&self.fetch().await?);
        self.seq = since.map_or(last, |_| self.seq.min(last));
        let welcome = ServerFrame::Welcome { seq: self.seq, now: super::now() };
        self.feed(welcome.text()).await?;
        self.catch_up().await?;
        self.update().await
    }

    async fn next(&mut self, ping: &mut Interval) -> Result<(), Closed> {
        tokio::select! {
            message = self.socket.recv() => match message {
                Some(Ok(message)) => self.hear(message).await,
                Some(Err(_)) | None => Err(Closed::Gone),
            },
            changed = self.watch.changed() => match changed {
                Ok(()) => self.update().await,
                Err(_) => Err(Closed::Gone),
            },
            _ = ping.tick() => {
                if self.heard.elapsed() > self.games.patience.ping * 3 {
                    return Err(Closed::Gone);
                }
                self.put(Message::Ping(Default::default())).await
            }
        }
    }

    /// Waits until the client has taken something, but not for ever.
    async fn taken<T>(
        &mut self,
        sent: impl AsyncFnOnce(&mut WebSocket) -> Result<T, axum::Error>,
    ) -> Result<(), Closed> {
        match timeout(self.games.patience.sending, sent(&mut self.socket)).await {
            Ok(Ok(_)) => Ok(()),
            Ok(Err(_)) => Err(Closed::Gone),
            Err(_) => {
                self.games.metrics.dropped.add(1);
                Err(Closed::Gone)
            }
        }
    }

    async fn put(&mut self, message: Message) -> Result<(), Closed> {
        self.taken(async |socket| socket.send(message).await).await
    }

    async fn send(&mut self, text: String) -> Result<(), Closed> {
        self.put(Message::Text(text.into())).await
    }

    /// Adds a message to those that the next flush sends together.
    async fn feed(&mut self, text: String) -> Result<(), Closed> {
        self.taken(async |socket| socket.feed(Message::Text(text.into())).await).await
    }

    async fn flush(&mut self) -> Result<(), Closed> {
        self.taken(async |socket| socket.flush().await).await
    }

    async fn fetch(&mut self) -> Result<Arc<str>, Closed> {
        self.games.state(self.watcher.live(), &self.sits, self.seq).await.map_err(|problem| {
            match problem.status {
                404 => Closed::With(code::NO_LINK),
                _ => Closed::With(code::TRY_AGAIN),
            }
        })
    }

    /// Sends from the store what the seat was told before the socket began to watch.
    async fn catch_up(&mut self) -> Result<(), Closed> {
        loop {
            let items = self.games.told_before(&self.sits.game, &self.sits.seat, self.seq).await;
            let items = items.map_err(|fault| self.failed(&fault))?;
            if items.is_empty() {
                return Ok(());
            }
            self.send_items(&items, i64::MAX).await?;
            self.flush().await?;
        }
    }

    fn failed(&self, fault: &super::store::StoreFault) -> Closed {
        unstored(fault, self.sits.language);
        Closed::With(code::TRY_AGAIN)
    }

    async fn send_items(&mut self, items: &[(i64, Arc<str>)], most: i64) -> Result<(), Closed> {
        for (seq, item) in items.iter().filter(|(seq, _)| *seq <= most) {
            let Ok(raw) = serde_json::from_str::<&RawValue>(item) else { continue };
            let frame = ServerFrame::Item { seq: *seq, item: raw }.text();
            self.feed(frame).await?;
            self.seq = *seq;
            if item.contains("\"type\":\"linked\"") {
                self.still_sits().await?;
            }
        }
        Ok(())
    }

    /// A link was replaced or revoked: is this one still good?
    async fn still_sits(&mut self) -> Result<(), Closed> {
        self.games.still_sits(&self.sits).await.map_err(|problem| match problem.status {
            404 => Closed::With(code::NO_LINK),
            _ => Closed::With(code::TRY_AGAIN),
        })
    }

    /// The game has changed. Sends what is new to this seat; when nothing is, it sends nothing, so that nobody notices what others do.
    async fn update(&mut self) -> Result<(), Closed> {
        self.watch.mark_unchanged();
        if self.sits.seat == super::links::maker() {
            self.still_sits().await?;
        }
        let state = self.fetch().await?;
        let of = frames::seq_of(&state);
        while self.seq < of {
            let items =
                self.games.told(self.watcher.live(), &self.sits.game, &self.sits.seat, self.seq).await;
            let items = items.map_err(|fault| self.failed(&fault))?;
            if items.is_empty() {
                break;
            }
            self.send_items(&items, of).await?;
        }
        let hash = hash_of(&state);
        if self.state != Some(hash) {
            if let Ok(raw) = serde_json::from_str::<&RawValue>(&state) {
                let frame = ServerFrame::State { seq: of, state: raw }.text();
                self.feed(frame).await?;
            }
            self.state = Some(hash);
        }
        self.flush().await
    }

    /// May the client send another message now?
    fn within_rate(&mut self) -> bool {
        let now = Instant::now();
        let earned = now.duration_since(self.allowed).as_secs_f64() * f64::from(RATE);
        self.allowance = (self.allowance + earned).min(f64::from(BURST));
        self.allowed = now;
        self.allowance -= 1.0;
        self.allowance >= 0.0
    }

    async fn hear(&mut self, message: Message) -> Result<(), Closed> {
        self.heard = Instant::now();
        match message {
            Message::Text(text) => {
                if !self.within_rate() {
                    let problem = self.problem(
                        StatusCode::TOO_MANY_REQUESTS,
                        "too_many_requests",
                        TOO_MANY_REQUESTS.into(),
                    );
                    self.refuse(None, &problem).await?;
                    return Err(Closed::With(code::TOO_MANY));
                }
                self.answer(&text).await
            }
            Message::Close(_) => Err(Closed::Gone),
            Message::Binary(_) | Message::Ping(_) | Message::Pong(_) => Ok(()),
        }
    }

    fn problem(&self, status: StatusCode, code: &str, sentence: krigsspil_engine::Sentence) -> Problem {
        Problem::told(status, code, "", sentence, self.sits.language)
    }

    async fn refuse(&mut self, id: Option<u64>, problem: &Problem) -> Result<(), Closed> {
        let frame = ServerFrame::Refused { seq: self.seq, id, problem }.text();
        self.send(frame).await
    }

    async fn answer(&mut self, text: &str) -> Result<(), Closed> {
        let asked = match frames::asked(text) {
            Ok(asked) => asked,
            Err(error) => {
                let (field, sentence) = misread(&error);
                let problem =
                    Problem::told(StatusCode::BAD_REQUEST, "bad_json", &field, sentence, self.sits.language);
                return self.refuse(None, &problem).await;
            }
        };
        let (id, ask) = (asked.id, asked.ask.into());
        // A link that was just revoked does nothing more.
        self.still_sits().await?;
        match self.games.ask(&self.sits.game, &self.sits.seat, ask, self.sits.language).await {
            Ok(answer) => {
                let Ok(raw) = serde_json::from_str::<&RawValue>(&answer) else { return Ok(()) };
                let frame = ServerFrame::Answer { seq: self.seq, id, answer: raw }.text();
                self.send(frame).await
            }
            Err(problem) => self.refuse(Some(id), &problem).await,
        }
    }
}
