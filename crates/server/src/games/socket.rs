//! A socket a seat: items and states as they come, and everything that can be asked. Who is slow is dropped, and reads on where he was when he
//! comes back.

use std::sync::Arc;
use std::time::Duration;

use axum::extract::State;
use axum::extract::ws::{CloseFrame, Message, WebSocket, WebSocketUpgrade};
use axum::http::{HeaderMap, StatusCode, Uri};
use axum::response::{IntoResponse, Response};
use serde_json::value::RawValue;
use tokio::sync::watch;
use tokio::time::{Instant, Interval, MissedTickBehavior, interval, timeout};

use super::frames::{self, LARGEST, ServerFrame};
use super::live::Live;
use super::wire::Problem;
use super::{Games, Sits, unstored};
use crate::Shared;
use crate::api::language_of;
use crate::guard::same_origin;
use crate::wordings::{BAD_BODY, FOREIGN_ORIGIN, TOO_MANY_REQUESTS};

/// How long one may take to say who one is.
const FOR_HELLO: Duration = Duration::from_secs(5);
/// How long one may take to read a message.
const FOR_SENDING: Duration = Duration::from_secs(10);
/// How long one may take to close.
const FOR_CLOSING: Duration = Duration::from_secs(2);
/// How often it is seen whether one is still there.
const PING: Duration = Duration::from_secs(20);
/// Messages one may send a second, and how many at once.
const RATE: u32 = 20;
const BURST: u32 = 40;
/// Watchers of one game.
const MOST_WATCHERS: usize = 500;

/// Codes a socket is closed with.
mod code {
    /// The server stops; come back.
    pub(super) const GOING_AWAY: u16 = 1001;
    /// No hello in time.
    pub(super) const NO_HELLO: u16 = 4408;
    /// The link is wrong, or has been taken away.
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
            .max_message_size(LARGEST)
            .max_frame_size(LARGEST)
            .on_upgrade(move |socket| serve(shared.games.clone(), socket)),
        Err(rejection) => rejection.into_response(),
    }
}

/// Why a socket is closed.
enum Closed {
    /// By the other end, or because it does not read.
    Gone,
    /// By us, with a code.
    With(u16),
}

struct Connection {
    games: Arc<Games>,
    socket: WebSocket,
    sits: Sits,
    live: Arc<Live>,
    watch: watch::Receiver<u64>,
    /// The number of the last item that was sent.
    seq: i64,
    /// The last state that was sent.
    state: Option<Arc<str>>,
    heard: Instant,
    allowance: f64,
    allowed: Instant,
}

async fn serve(games: Arc<Games>, mut socket: WebSocket) {
    let counted = games.clone();
    let _one = counted.metrics.sockets.one();
    let stop = games.stop.clone();
    let Some((sits, since)) = admitted(&games, &mut socket).await else { return };
    let live = games.live(&sits.game);
    if Arc::strong_count(&live) > MOST_WATCHERS {
        return close(&mut socket, code::TOO_MANY).await;
    }
    let watch = live.watch();
    let now = Instant::now();
    let mut connection = Connection {
        games,
        socket,
        sits,
        live,
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
        close(&mut connection.socket, code).await;
    }
}

async fn close(socket: &mut WebSocket, code: u16) {
    let frame = CloseFrame { code, reason: "".into() };
    let _ = timeout(FOR_SENDING, socket.send(Message::Close(Some(frame)))).await;
    // What the other end has sent is read until it closes, too: else it would be told of a broken connection and not of our code.
    let read = async { while let Some(Ok(_)) = socket.recv().await {} };
    let _ = timeout(FOR_CLOSING, read).await;
}

/// Who it is, if he says so in time and his link is good.
async fn admitted(games: &Games, socket: &mut WebSocket) -> Option<(Sits, Option<i64>)> {
    let first = timeout(FOR_HELLO, socket.recv()).await.ok().flatten();
    let Some(Ok(Message::Text(text))) = first else {
        close(socket, code::NO_HELLO).await;
        return None;
    };
    let Ok(hello) = frames::hello(&text) else {
        close(socket, code::NO_HELLO).await;
        return None;
    };
    match games.sit(Some(&hello.token), hello.language()).await {
        Ok(sits) => Some((sits, hello.since)),
        Err(problem) => {
            let refused = ServerFrame::Refused { seq: 0, id: None, problem: &problem }.text();
            let _ = timeout(FOR_SENDING, socket.send(Message::Text(refused.into()))).await;
            let code = if problem.status == 404 { code::NO_LINK } else { code::TRY_AGAIN };
            close(socket, code).await;
            None
        }
    }
}

impl Connection {
    async fn run(&mut self, since: Option<i64>) -> Closed {
        match self.begin(since).await {
            Ok(()) => {}
            Err(closed) => return closed,
        }
        let mut ping = interval(PING);
        ping.set_missed_tick_behavior(MissedTickBehavior::Delay);
        loop {
            if let Err(closed) = self.next(&mut ping).await {
                return closed;
            }
        }
    }

    async fn begin(&mut self, since: Option<i64>) -> Result<(), Closed> {
        self.seq = match since {
            Some(since) => since.max(0),
            // From now on: the state tells how far the count has come.
            None => frames::seq_of(&self.fetch().await?),
        };
        let welcome = ServerFrame::Welcome { seq: self.seq, now: super::now() };
        self.send(welcome.text()).await?;
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
                if self.heard.elapsed() > PING * 3 {
                    return Err(Closed::Gone);
                }
                self.put(Message::Ping(Default::default())).await
            }
        }
    }

    async fn put(&mut self, message: Message) -> Result<(), Closed> {
        match timeout(FOR_SENDING, self.socket.send(message)).await {
            Ok(Ok(())) => Ok(()),
            Ok(Err(_)) => Err(Closed::Gone),
            Err(_) => {
                self.games.metrics.dropped.add(1);
                Err(Closed::Gone)
            }
        }
    }

    async fn send(&mut self, text: String) -> Result<(), Closed> {
        self.put(Message::Text(text.into())).await
    }

    async fn fetch(&mut self) -> Result<Arc<str>, Closed> {
        self.games.state(&self.live, &self.sits).await.map_err(|problem| match problem.status {
            404 => Closed::With(code::NO_LINK),
            _ => Closed::With(code::TRY_AGAIN),
        })
    }

    /// Sends what was told before one began to watch, out of the store.
    async fn catch_up(&mut self) -> Result<(), Closed> {
        loop {
            let items = self.games.told_before(&self.sits.game, &self.sits.seat, self.seq).await;
            let items = items.map_err(|fault| self.failed(&fault))?;
            if items.is_empty() {
                return Ok(());
            }
            self.send_items(&items, i64::MAX).await?;
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
            self.send(frame).await?;
            self.seq = *seq;
            if item.contains("\"type\":\"linked\"") {
                self.still_sits().await?;
            }
        }
        Ok(())
    }

    /// A link was made anew: is this one still good?
    async fn still_sits(&mut self) -> Result<(), Closed> {
        let sits = self.games.sit(Some(self.sits.token.text()), self.sits.language).await;
        sits.map(|_| ()).map_err(|_| Closed::With(code::NO_LINK))
    }

    /// The game has changed: sends what is new to this seat. Nothing, when nothing is: not even that somebody has done something.
    async fn update(&mut self) -> Result<(), Closed> {
        self.watch.mark_unchanged();
        if self.sits.seat == super::links::maker() {
            self.still_sits().await?;
        }
        let state = self.fetch().await?;
        let of = frames::seq_of(&state);
        while self.seq < of {
            let items = self.games.told(&self.live, &self.sits.game, &self.sits.seat, self.seq).await;
            let items = items.map_err(|fault| self.failed(&fault))?;
            if items.is_empty() {
                break;
            }
            self.send_items(&items, of).await?;
        }
        if self.state.as_deref() != Some(&*state) {
            if let Ok(raw) = serde_json::from_str::<&RawValue>(&state) {
                let frame = ServerFrame::State { seq: of, state: raw }.text();
                self.send(frame).await?;
            }
            self.state = Some(state);
        }
        Ok(())
    }

    /// May one send another message?
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
            Err(reason) => {
                let sentence = BAD_BODY.with([("reason", reason.into())]);
                let problem = self.problem(StatusCode::BAD_REQUEST, "bad_json", sentence);
                return self.refuse(None, &problem).await;
            }
        };
        let (id, ask) = (asked.id, asked.ask.into());
        // A link that was just taken away does nothing more.
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
