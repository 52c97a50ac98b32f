//! A game that is awake: a task that owns its table, does one thing after the other, and tells of each thing when it is stored.

use std::sync::Arc;
use std::time::Duration;

use axum::http::StatusCode;
use krigsspil_engine::Language;
use krigsspil_engine::battle::SeatId;
use serde::{Deserialize, Serialize};
use tokio::sync::{OwnedSemaphorePermit, mpsc, oneshot};
use tokio::time::Instant;

use super::Games;
use super::live::States;
use super::store::{Appended, StoreFault, Term};
use super::table::Table;
use super::wire::{Ask, Problem};
use crate::wordings::{GAME_BROKEN, NOT_STORED};

/// What is put to a game that is awake.
#[derive(Debug)]
pub(super) enum Letter {
    /// Somebody asks.
    Ask { asked: Asked, reply: oneshot::Sender<Replied> },
    /// Other processes have asked: their questions are in the store.
    Asked,
    /// Another process has written the game, in this term.
    Overtaken(Term),
}

/// What somebody asks.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(super) struct Asked {
    pub(super) who: SeatId,
    pub(super) ask: Ask,
    pub(super) danish: bool,
}

impl Asked {
    pub(super) fn language(&self) -> Language {
        if self.danish { Language::Danish } else { Language::English }
    }
}

/// What comes of it.
#[derive(Debug)]
pub(super) enum Replied {
    /// An answer.
    Answer(Result<String, Problem>),
    /// The game was just put away and nothing was done. Ask again.
    Gone,
}

/// Why a game stops being awake.
#[derive(Debug)]
enum Ended {
    PutAway,
    /// What is in memory may differ from what is stored.
    Lost,
}

/// Why a game cannot be woken.
#[derive(Clone, Copy, Debug)]
enum Unwoken {
    /// The store does not answer.
    NotStored,
    /// What is stored cannot be played on.
    Broken,
}

impl Unwoken {
    fn problem(self, language: Language) -> Problem {
        match self {
            Unwoken::NotStored => {
                Problem::told(StatusCode::SERVICE_UNAVAILABLE, "not_stored", "", NOT_STORED, language)
            }
            Unwoken::Broken => {
                Problem::told(StatusCode::INTERNAL_SERVER_ERROR, "broken", "", GAME_BROKEN, language)
            }
        }
    }
}

/// A game that is awake.
pub(super) struct Actor {
    pub(super) games: Arc<Games>,
    pub(super) id: String,
    pub(super) term: Term,
    /// When the lease was taken.
    pub(super) taken: Instant,
    pub(super) letters: mpsc::Receiver<Letter>,
}

impl Actor {
    /// Wakes the game and serves it until nobody has asked anything for a while.
    pub(super) async fn run(mut self) {
        match self.wake().await {
            Ok(table) => {
                let ended = self.serve(table).await;
                tracing::debug!(game = %self.id, ?ended, "a game is put away");
            }
            Err(unwoken) => self.refuse_all(unwoken),
        }
        self.games.forget(&self.id);
        self.letters.close();
        while let Ok(letter) = self.letters.try_recv() {
            if let Letter::Ask { reply, .. } = letter {
                let _ = reply.send(Replied::Gone);
            }
        }
        if let Err(fault) = self.games.store.release(&self.id, self.term).await {
            tracing::warn!(%fault, "a lease was not given back, and ends by itself");
        }
    }

    async fn wake(&self) -> Result<Table, Unwoken> {
        let stored = self.games.store.load(&self.id).await.map_err(|fault| {
            tracing::error!(%fault, "a game cannot be loaded");
            Unwoken::NotStored
        })?;
        let stored = stored.ok_or(Unwoken::Broken)?;
        let (id, library) = (self.id.clone(), self.games.library.clone());
        let woken = self.games.compute(move || Table::wake(id, &stored, library)).await;
        match woken {
            Some(Ok(table)) => {
                self.games.metrics.woken.add(1);
                Ok(table)
            }
            Some(Err(fault)) => {
                tracing::error!(game = %self.id, %fault, "a game cannot be woken");
                Err(Unwoken::Broken)
            }
            None => Err(Unwoken::Broken),
        }
    }

    /// Tells everybody who waits what is wrong.
    fn refuse_all(&mut self, unwoken: Unwoken) {
        while let Ok(letter) = self.letters.try_recv() {
            if let Letter::Ask { asked, reply } = letter {
                let _ = reply.send(Replied::Answer(Err(unwoken.problem(asked.language()))));
            }
        }
    }

    async fn serve(&mut self, table: Table) -> Ended {
        let mut table = Some(table);
        let mut asked_last = Instant::now();
        // Something should happen by itself and cannot. It is tried again after the next letter.
        let mut stuck = false;
        if let Err(ended) = self.questions(&mut table).await {
            return ended;
        }
        loop {
            let now = super::now();
            let due = table.as_ref().and_then(Table::due).filter(|_| !stuck);
            let idle = asked_last + self.games.idle;
            let until_due = due.map(|due| Duration::from_millis((due - now).clamp(0, 1_000_000) as u64));
            tokio::select! {
                biased;
                letter = self.letters.recv() => {
                    asked_last = Instant::now();
                    stuck = false;
                    let Some(letter) = letter else { return Ended::PutAway };
                    if let Err(ended) = self.read(&mut table, letter).await {
                        return ended;
                    }
                }
                () = self.games.stop.cancelled() => return Ended::PutAway,
                turn = due_in_turn(&self.games, until_due.unwrap_or_default()), if until_due.is_some() => {
                    match self.drive(&mut table, turn).await {
                        Ok(moved) => stuck = !moved,
                        Err(ended) => return ended,
                    }
                }
                // If something is due later, the watchman wakes the game again.
                () = tokio::time::sleep_until(idle) => return Ended::PutAway,
            }
        }
    }

    async fn read(&mut self, table: &mut Option<Table>, letter: Letter) -> Result<(), Ended> {
        match letter {
            Letter::Ask { asked, reply } => {
                let (answer, ended) = self.answer(table, asked).await;
                // An asker that no longer waits finds out by asking again with the same key.
                let _ = reply.send(answer);
                ended
            }
            Letter::Asked => self.questions(table).await,
            Letter::Overtaken(by) if by > self.term => Err(Ended::Lost),
            Letter::Overtaken(_) => Ok(()),
        }
    }

    /// Answers what other processes ask.
    async fn questions(&mut self, table: &mut Option<Table>) -> Result<(), Ended> {
        if !self.games.store.shared() {
            return Ok(());
        }
        let questions = self.games.store.asked(&self.id).await.map_err(|_| Ended::Lost)?;
        for (number, question) in questions {
            let Ok(asked) = serde_json::from_str::<Asked>(&question) else { continue };
            let (answer, ended) = self.answer(table, asked).await;
            if let Replied::Answer(answer) = answer {
                let passed = super::relay::Passed::from(answer).text();
                if let Err(fault) = self.games.store.answer(number, passed).await {
                    tracing::warn!(%fault, "an answer was not passed on");
                }
            }
            ended?;
        }
        Ok(())
    }

    async fn answer(&mut self, table: &mut Option<Table>, asked: Asked) -> (Replied, Result<(), Ended>) {
        if !self.games.lease_stands(self.taken) {
            return (Replied::Gone, Err(Ended::Lost));
        }
        let language = asked.language();
        let now = super::now();
        let turn = if asked.ask.can_wait() { self.games.its_turn().await } else { None };
        let answering = move |table: &mut Table| {
            let _turn = turn;
            table.ask(&asked.who, asked.ask, language, now)
        };
        let worked = self.work(table, answering).await;
        let Some(answer) = worked else { return (broken(language), Err(Ended::Lost)) };
        match self.store(table).await {
            Ok(Appended::Stored) => (Replied::Answer(answer), Ok(())),
            // Another process has taken the game over: that process is asked instead.
            Ok(Appended::Behind) => (Replied::Gone, Err(Ended::Lost)),
            Err(fault) => (Replied::Answer(Err(super::unstored(&fault, language))), Err(Ended::Lost)),
        }
    }

    /// Does one thing that happens by itself, in its turn among those of all games.
    async fn drive(
        &mut self,
        table: &mut Option<Table>,
        turn: Option<OwnedSemaphorePermit>,
    ) -> Result<bool, Ended> {
        let now = super::now();
        let driven = move |table: &mut Table| {
            let _turn = turn;
            table.drive(now)
        };
        let moved = self.work(table, driven).await.ok_or(Ended::Lost)?;
        match self.store(table).await {
            Ok(Appended::Stored) => Ok(moved),
            Ok(Appended::Behind) => Err(Ended::Lost),
            Err(fault) => {
                tracing::error!(%fault, game = %self.id, "what happened by itself was not stored");
                // Wait before the next attempt: the store may be full.
                tokio::time::sleep(Duration::from_secs(1)).await;
                Err(Ended::Lost)
            }
        }
    }

    /// Stores what was done, and only then lets anybody be told. The states of the seats that are watched are worked out meanwhile.
    async fn store(&mut self, table: &mut Option<Table>) -> Result<Appended, StoreFault> {
        let Some(held) = table else { return Ok(Appended::Behind) };
        let upon = held.upon();
        let Some(batch) = held.take() else { return Ok(Appended::Stored) };
        let (told, began) = (batch.told.clone(), Instant::now());
        let entries = batch.entries.len() as u64;
        let watched = self.games.lively(&self.id).map_or_else(Vec::new, |live| live.watched());
        let storing = async {
            let appended = self.games.store.append(&self.id, self.term, upon, batch).await;
            self.games.metrics.storing.seen(began.elapsed());
            appended
        };
        let (appended, states) = tokio::join!(storing, self.states(table, watched));
        match &appended {
            Ok(Appended::Stored) => {
                self.games.metrics.stored.add(entries);
                self.games.publish(&self.id, &told, states);
            }
            Ok(Appended::Behind) => self.games.metrics.behind.add(1),
            Err(fault) => {
                self.games.metrics.not_stored.add(1);
                tracing::error!(%fault, "nothing was stored");
            }
        }
        appended
    }

    /// The state of the game for some seats.
    async fn states(&self, table: &mut Option<Table>, seats: Vec<SeatId>) -> States {
        if seats.is_empty() {
            return Vec::new();
        }
        let worked = self.work(table, move |table| {
            let state = |seat: SeatId| {
                let state = table.state_text(&seat).into();
                (seat, state)
            };
            seats.into_iter().map(state).collect()
        });
        worked.await.unwrap_or_default()
    }

    /// Works with the table off the threads that serve sockets. None when that panicked: then the table is gone.
    async fn work<T: Send + 'static>(
        &self,
        table: &mut Option<Table>,
        work: impl FnOnce(&mut Table) -> T + Send + 'static,
    ) -> Option<T> {
        let mut taken = table.take()?;
        let (back, done) = self
            .games
            .compute(move || {
                let done = work(&mut taken);
                (taken, done)
            })
            .await?;
        *table = Some(back);
        Some(done)
    }
}

/// Waits until something is due, and then until it is its turn. Meanwhile the game answers whoever asks it something.
async fn due_in_turn(games: &Games, until: Duration) -> Option<OwnedSemaphorePermit> {
    tokio::time::sleep(until).await;
    games.its_turn().await
}

fn broken(language: Language) -> Replied {
    let status = StatusCode::INTERNAL_SERVER_ERROR;
    Replied::Answer(Err(Problem::told(status, "broken", "", GAME_BROKEN, language)))
}
