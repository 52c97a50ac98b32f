//! Games: battles that are played over the network, by link.
//!
//! ```text
//! http, socket ──▶ Games ──▶ Actor (one a game that is awake) ──▶ Table (the game itself; no input, no output)
//!                    │          │ stores first, tells then
//!                    │          ▼
//!                    └───────▶ Store (SQLite, PostgreSQL)
//! ```
//!
//! An action is acknowledged when it is stored. What each seat is told is stored with it, numbered for that seat, so that a client that comes back
//! reads on from where it was. Nothing here names a rule set.

mod actor;
mod entry;
pub(crate) mod frames;
pub(crate) mod http;
mod links;
mod live;
mod make;
mod metrics;
mod relay;
mod settings;
pub(crate) mod socket;
pub(crate) mod store;
mod table;
#[cfg(test)]
mod tests;
pub(crate) mod wire;

use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError, Weak};
use std::time::{Duration, SystemTime, UNIX_EPOCH};

use axum::http::StatusCode;
use krigsspil_engine::Language;
use krigsspil_engine::battle::SeatId;
use tokio::sync::{Notify, OwnedSemaphorePermit, Semaphore, mpsc, oneshot};
use tokio::time::Instant;
use tokio_util::sync::CancellationToken;
use tokio_util::task::TaskTracker;
use tokio_util::task::task_tracker::TaskTrackerToken;

use crate::Library;
use crate::wordings::{NO_SUCH_LINK, NOT_STORED, STORE_FULL};
use actor::{Actor, Asked, Letter, Replied};
use links::Token;
use live::{Known, Live, States};
pub(crate) use make::has_couriers;
use metrics::Metrics;
use socket::Patience;
use store::{LEASE, Lease, Store, StoreFault, Term};
use wire::{Ask, Problem};

/// How many letters may wait for a game.
const MOST_LETTERS: usize = 64;
/// How often leases are renewed and games that are due are woken.
const ROUND: Duration = Duration::from_secs(1);
/// How often a question is put again to a game that was just put away or taken over. With the pauses this lasts some ten seconds.
const TRIES: usize = 60;

/// Milliseconds since 1970.
pub(crate) fn now() -> i64 {
    SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |since| since.as_millis() as i64)
}

/// All games of a store.
pub(crate) struct Games {
    pub(crate) store: Arc<dyn Store>,
    library: Arc<Library>,
    awake: Mutex<HashMap<String, mpsc::Sender<Letter>>>,
    /// When the leases of this process were last renewed.
    renewed: Mutex<Instant>,
    /// One game is woken at a time, so that none is woken twice.
    waking: tokio::sync::Mutex<()>,
    lives: Mutex<HashMap<String, Weak<Live>>>,
    questions: Mutex<HashMap<i64, Arc<Notify>>>,
    /// As many things are worked out at once as there are cores.
    cores: Arc<Semaphore>,
    /// So many of them may be things that can wait. One fewer than there are cores, so that whoever asks something need not wait for them.
    waiting: Arc<Semaphore>,
    pub(crate) metrics: Metrics,
    /// A game that nobody asks anything for this long is put away.
    idle: Duration,
    pub(crate) patience: Patience,
    pub(crate) stop: CancellationToken,
    tasks: TaskTracker,
    /// Itself, for the tasks it starts.
    own: Weak<Games>,
}

impl std::fmt::Debug for Games {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Games").field("store", &self.store).finish_non_exhaustive()
    }
}

fn locked<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

impl Games {
    /// Serves the games of a store.
    pub(crate) async fn open(
        store: Arc<dyn Store>,
        library: Arc<Library>,
        settings: &crate::Settings,
    ) -> Result<Arc<Games>, StoreFault> {
        let cores = std::thread::available_parallelism().map_or(2, usize::from).max(2);
        let games = Arc::new_cyclic(|own| Games {
            own: own.clone(),
            store,
            library,
            awake: Mutex::default(),
            renewed: Mutex::new(Instant::now()),
            waking: tokio::sync::Mutex::default(),
            lives: Mutex::default(),
            questions: Mutex::default(),
            cores: Arc::new(Semaphore::new(cores)),
            waiting: Arc::new(Semaphore::new(cores - 1)),
            metrics: Metrics::default(),
            idle: settings.idle,
            patience: settings.patience,
            stop: CancellationToken::new(),
            tasks: TaskTracker::new(),
        });
        if games.store.shared() {
            let (said, hearing) = mpsc::channel(1024);
            games.store.listen(said).await?;
            games.tasks.spawn(games.clone().hear(hearing));
        }
        games.tasks.spawn(games.clone().watchman(settings.keep));
        Ok(games)
    }

    /// Renews leases, wakes games in which something is due, and deletes old ones.
    async fn watchman(self: Arc<Self>, keep: Option<Duration>) {
        let mut rounds = 0u64;
        loop {
            tokio::select! {
                () = tokio::time::sleep(ROUND) => {}
                () = self.stop.cancelled() => return,
            }
            if let Err(fault) = self.round(rounds, keep).await {
                tracing::warn!(%fault, "the watchman's round");
            }
            rounds += 1;
        }
    }

    async fn round(&self, number: u64, keep: Option<Duration>) -> Result<(), StoreFault> {
        self.renew().await?;
        for game in self.store.due(now()).await? {
            // A game that is awake looks after itself.
            self.wake(&game).await?;
        }
        if number.is_multiple_of(3600)
            && let Some(keep) = keep
        {
            let swept = self.store.sweep(now() - keep.as_millis() as i64).await?;
            tracing::info!(swept, "old games are gone");
        }
        locked(&self.lives).retain(|_, live| live.strong_count() > 0);
        Ok(())
    }

    /// Renews the leases of this process. Games whose lease another process has taken stop here.
    async fn renew(&self) -> Result<(), StoreFault> {
        let (began, awake) = (Instant::now(), self.awake_now());
        let Some(held) = self.store.renew().await? else { return Ok(()) };
        *locked(&self.renewed) = began;
        for game in awake.iter().filter(|game| !held.contains(*game)) {
            self.put(game, Letter::Overtaken(Term(i64::MAX)));
        }
        Ok(())
    }

    /// Does a lease that was taken at a moment still stand? When not, another process may have written the game since.
    fn lease_stands(&self, taken: Instant) -> bool {
        !self.store.shared() || taken.max(*locked(&self.renewed)).elapsed() < LEASE
    }

    /// Works something out; no more at a time than there are cores. None when it panicked.
    pub(crate) async fn compute<T: Send + 'static>(
        &self,
        work: impl FnOnce() -> T + Send + 'static,
    ) -> Option<T> {
        let permit = self.cores.clone().acquire_owned().await.ok()?;
        let worked = tokio::task::spawn_blocking(move || {
            let _permit = permit;
            work()
        });
        worked.await.map_err(|error| tracing::error!(%error, "a computation panicked")).ok()
    }

    /// Waits until one of the things that can wait may be worked out: the computer's moves, films of finished battles. However many of them strangers
    /// ask for, a player's action does not stand behind them.
    async fn its_turn(&self) -> Option<OwnedSemaphorePermit> {
        self.waiting.clone().acquire_owned().await.ok()
    }

    /// Works out something that can wait.
    pub(crate) async fn compute_later<T: Send + 'static>(
        &self,
        work: impl FnOnce() -> T + Send + 'static,
    ) -> Option<T> {
        let turn = self.its_turn().await?;
        // The turn lasts until the work is done, even when nobody waits for the answer any more.
        let worked = move || {
            let _turn = turn;
            work()
        };
        self.compute(worked).await
    }

    /// The game and seat of a link. Everything that can be wrong with a link gets the same answer, so that guessing teaches nothing.
    pub(crate) async fn sit(&self, token: Option<&str>, language: Language) -> Result<Sits, Problem> {
        let nothing = || Problem::told(StatusCode::NOT_FOUND, "no_such_link", "", NO_SUCH_LINK, language);
        let token = token.and_then(Token::given).ok_or_else(nothing)?;
        let found = self.store.link(&token.hash()).await.map_err(|fault| unstored(&fault, language))?;
        let (game, seat) = found.ok_or_else(nothing)?;
        Ok(Sits { game, seat, token, language })
    }

    /// Does a link still open its seat? It may have been replaced or revoked since.
    pub(crate) async fn still_sits(&self, sits: &Sits) -> Result<(), Problem> {
        self.sit(Some(sits.token.text()), sits.language).await.map(|_| ())
    }

    /// Asks something of a game.
    pub(crate) async fn ask(
        &self,
        game: &str,
        who: &SeatId,
        ask: Ask,
        language: Language,
    ) -> Result<String, Problem> {
        let began = Instant::now();
        self.metrics.asked.add(1);
        let asked = Asked { who: who.clone(), ask, danish: language == Language::Danish };
        let answer = self.until_answered(game, &asked).await;
        self.metrics.answering.seen(began.elapsed());
        self.metrics.refused.add(u64::from(answer.is_err()));
        answer
    }

    async fn until_answered(&self, game: &str, asked: &Asked) -> Result<String, Problem> {
        let language = asked.language();
        let failed = |fault| unstored(&fault, language);
        for _ in 0..TRIES {
            let sender = match self.wake(game).await.map_err(failed)? {
                Woken::Here(sender) => sender,
                Woken::NoGame => {
                    let (status, code) = (StatusCode::NOT_FOUND, "no_such_link");
                    return Err(Problem::told(status, code, "", NO_SUCH_LINK, language));
                }
                Woken::Elsewhere => match self.pass_on(game, asked).await.map_err(failed)? {
                    Some(answer) => return answer,
                    None => continue,
                },
            };
            let (reply, replied) = oneshot::channel();
            if sender.send(Letter::Ask { asked: asked.clone(), reply }).await.is_ok()
                && let Ok(Replied::Answer(answer)) = replied.await
            {
                return answer;
            }
            // The game was just put away, or another process took it over: wait a moment, then try again.
            tokio::time::sleep(Duration::from_millis(20)).await;
        }
        Err(Problem::told(StatusCode::SERVICE_UNAVAILABLE, "not_stored", "", NOT_STORED, language))
    }

    /// The mailbox of a game, which is woken when it sleeps.
    async fn wake(&self, game: &str) -> Result<Woken, StoreFault> {
        if let Some(sender) = self.mailbox(game) {
            return Ok(Woken::Here(sender));
        }
        let _one = self.waking.lock().await;
        let taken = Instant::now();
        if let Some(sender) = self.mailbox(game) {
            return Ok(Woken::Here(sender));
        }
        let term = match self.store.lease(game).await? {
            Lease::Ours(term) => term,
            Lease::Theirs => return Ok(Woken::Elsewhere),
            Lease::NoGame => return Ok(Woken::NoGame),
        };
        Ok(Woken::Here(self.start(game, term, taken)))
    }

    fn start(&self, game: &str, term: Term, taken: Instant) -> mpsc::Sender<Letter> {
        let (sender, letters) = mpsc::channel(MOST_LETTERS);
        if let Some(games) = self.own.upgrade() {
            locked(&self.awake).insert(game.to_string(), sender.clone());
            self.tasks.spawn(Actor { games, id: game.to_string(), term, taken, letters }.run());
        }
        sender
    }

    fn mailbox(&self, game: &str) -> Option<mpsc::Sender<Letter>> {
        locked(&self.awake).get(game).filter(|sender| !sender.is_closed()).cloned()
    }

    fn put(&self, game: &str, letter: Letter) {
        if let Some(sender) = self.mailbox(game) {
            // A full mailbox holds a letter like this one, or the asker will ask again.
            let _ = sender.try_send(letter);
        }
    }

    fn forget(&self, game: &str) {
        locked(&self.awake).remove(game);
        if let Some(live) = self.lively(game) {
            live.forget_states();
        }
    }

    pub(crate) fn awake_now(&self) -> Vec<String> {
        locked(&self.awake).keys().cloned().collect()
    }

    fn watched(&self) -> Vec<String> {
        locked(&self.lives).keys().cloned().collect()
    }

    fn questions(&self) -> MutexGuard<'_, HashMap<i64, Arc<Notify>>> {
        locked(&self.questions)
    }

    /// Counts a socket among the tasks that a stopping server waits for.
    fn socket_task(&self) -> TaskTrackerToken {
        self.tasks.token()
    }

    /// Watches a game.
    pub(crate) fn live(&self, game: &str) -> Arc<Live> {
        let mut lives = locked(&self.lives);
        if let Some(live) = lives.get(game).and_then(Weak::upgrade) {
            return live;
        }
        let live = Arc::new(Live::new(self.store.shared()));
        lives.insert(game.to_string(), Arc::downgrade(&live));
        live
    }

    /// What watches a game, if anything does.
    fn lively(&self, game: &str) -> Option<Arc<Live>> {
        locked(&self.lives).get(game).and_then(Weak::upgrade)
    }

    /// Tells the watchers of a game what was stored.
    fn publish(&self, game: &str, told: &[(SeatId, i64, String)], states: States) {
        if let Some(live) = self.lively(game) {
            live.publish(told, states);
        }
    }

    /// Another process has stored something, as the writer of this term.
    fn changed_elsewhere(&self, game: &str, term: Term) {
        self.put(game, Letter::Overtaken(term));
        self.publish(game, &[], Vec::new());
    }

    /// What a seat was told after a number.
    pub(crate) async fn told(
        &self,
        live: &Live,
        game: &str,
        seat: &SeatId,
        since: i64,
    ) -> Result<Vec<(i64, Arc<str>)>, StoreFault> {
        match live.since(seat, since) {
            Known::All(items) => Ok(items),
            Known::AskStore => self.told_before(game, seat, since).await,
        }
    }

    /// The same, out of the store.
    pub(crate) async fn told_before(
        &self,
        game: &str,
        seat: &SeatId,
        since: i64,
    ) -> Result<Vec<(i64, Arc<str>)>, StoreFault> {
        let rows = self.store.told(game, seat, since, MOST_ITEMS).await?;
        Ok(rows.into_iter().map(|(seq, item)| (seq, item.into())).collect())
    }

    /// The state of a game for a seat, after the items up to `least` at least, worked out once for everybody who watches from there. An item may be read
    /// from the store a moment before its change is told to the watchers: then the state in memory is older than the item.
    pub(crate) async fn state(&self, live: &Live, sits: &Sits, least: i64) -> Result<Arc<str>, Problem> {
        let known = || live.state(&sits.seat).filter(|state| frames::seq_of(state) >= least);
        if let Some(state) = known() {
            return Ok(state);
        }
        let _one = live.working.lock().await;
        let version = live.version();
        if let Some(state) = known() {
            return Ok(state);
        }
        let state: Arc<str> =
            self.ask(&sits.game, &sits.seat, Ask::State { samples: false }, sits.language).await?.into();
        live.keep(&sits.seat, version, &state);
        Ok(state)
    }

    /// Stops. Games are put away, and sockets are closed; their clients can read on from where they were.
    pub(crate) async fn close(&self) {
        self.stop.cancel();
        self.tasks.close();
        if tokio::time::timeout(Duration::from_secs(10), self.tasks.wait()).await.is_err() {
            tracing::warn!("a task does not stop; everything acknowledged is stored");
        }
        if let Err(fault) = self.store.close().await {
            tracing::warn!(%fault, "the store was not closed");
        }
    }
}

/// How many items are read from the store at a time.
pub(crate) const MOST_ITEMS: i64 = 200;

/// The result of waking a game.
enum Woken {
    Here(mpsc::Sender<Letter>),
    Elsewhere,
    NoGame,
}

/// The seat that a link opened.
#[derive(Clone, Debug)]
pub(crate) struct Sits {
    pub(crate) game: String,
    pub(crate) seat: SeatId,
    pub(crate) token: Token,
    pub(crate) language: Language,
}

/// The problem of a store that fails; what failed goes to the log. A full disk is told as that.
pub(crate) fn unstored(fault: &StoreFault, language: Language) -> Problem {
    tracing::error!(%fault, "games");
    match fault {
        StoreFault::Full(_) => {
            Problem::told(StatusCode::INSUFFICIENT_STORAGE, "store_full", "", STORE_FULL, language)
        }
        StoreFault::Failed(_) => {
            Problem::told(StatusCode::SERVICE_UNAVAILABLE, "not_stored", "", NOT_STORED, language)
        }
    }
}
