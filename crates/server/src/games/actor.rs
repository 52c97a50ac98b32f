//! A game that is awake: a task that owns its table, does one thing after the other, and tells of a thing when it is stored.

use std::sync::Arc;
use std::time::Duration;

use axum::http::StatusCode;
use krigsspil_engine::Language;
use krigsspil_engine::battle::SeatId;
use serde::{Deserialize, Serialize};
use tokio::sync::{mpsc, oneshot};
use tokio::time::Instant;

use super::Games;
use super::store::{Appended, StoreFault, Term};
use super::table::Table;
use super::wire::{Ask, Problem};
use crate::wordings::{GAME_BROKEN, NOT_STORED, STORE_FULL};

/// What is put to a game that is awake.
#[derive(Debug)]
pub(super) enum Letter {
    /// Somebody asks.
    Ask { asked: Asked, reply: oneshot::Sender<Replied> },
    /// Other processes have asked: their questions are in the store.
    Asked,
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
    /// The game was just put away, and nothing was done: ask again.
    Gone,
}

/// Why a game stops being awake.
#[derive(Debug)]
enum Ended {
    PutAway,
    /// What is in memory is not what is stored.
    Lost,
}

/// A game that is awake.
pub(super) struct Actor {
    pub(super) games: Arc<Games>,
    pub(super) id: String,
    pub(super) term: Term,
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
            Err(problem) => self.refuse_all(&problem),
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

    async fn wake(&self) -> Result<Table, Problem> {
        let problem = |status, code, sentence| Problem::told(status, code, "", sentence, Language::English);
        let broken = || problem(StatusCode::INTERNAL_SERVER_ERROR, "broken", GAME_BROKEN);
        let stored = self.games.store.load(&self.id).await.map_err(|fault| {
            tracing::error!(%fault, "a game cannot be loaded");
            problem(StatusCode::SERVICE_UNAVAILABLE, "not_stored", NOT_STORED)
        })?;
        let stored = stored.ok_or_else(broken)?;
        let (id, library) = (self.id.clone(), self.games.library.clone());
        let woken = self.games.compute(move || Table::wake(id, &stored, library)).await;
        match woken {
            Some(Ok(table)) => {
                self.games.metrics.woken.add(1);
                Ok(table)
            }
            Some(Err(fault)) => {
                tracing::error!(game = %self.id, %fault, "a game cannot be woken");
                Err(broken())
            }
            None => Err(broken()),
        }
    }

    /// Answers whoever waits with what is wrong.
    fn refuse_all(&mut self, problem: &Problem) {
        while let Ok(letter) = self.letters.try_recv() {
            if let Letter::Ask { reply, .. } = letter {
                let _ = reply.send(Replied::Answer(Err(problem.clone())));
            }
        }
    }

    async fn serve(&mut self, table: Table) -> Ended {
        let mut table = Some(table);
        let mut asked_last = Instant::now();
        // Something should happen by itself and cannot: it is tried again when somebody has done something.
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
                () = tokio::time::sleep(until_due.unwrap_or_default()), if until_due.is_some() => {
                    match self.drive(&mut table).await {
                        Ok(moved) => stuck = !moved,
                        Err(ended) => return ended,
                    }
                }
                // What is due later is noticed by the watchman, who wakes the game again.
                () = tokio::time::sleep_until(idle) => return Ended::PutAway,
            }
        }
    }

    async fn read(&mut self, table: &mut Option<Table>, letter: Letter) -> Result<(), Ended> {
        match letter {
            Letter::Ask { asked, reply } => {
                let (answer, ended) = self.answer(table, asked).await;
                // Who no longer waits finds out when he asks again, with the same key.
                let _ = reply.send(answer);
                ended
            }
            Letter::Asked => self.questions(table).await,
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
        let language = asked.language();
        let now = super::now();
        let worked = self.work(table, move |table| table.ask(&asked.who, asked.ask, language, now)).await;
        let Some(answer) = worked else { return (broken(language), Err(Ended::Lost)) };
        match self.store(table).await {
            Ok(Appended::Stored) => (Replied::Answer(answer), Ok(())),
            // Another process has taken the game over: it is asked instead.
            Ok(Appended::Behind) => (Replied::Gone, Err(Ended::Lost)),
            Err(fault) => (Replied::Answer(Err(not_stored(&fault, language))), Err(Ended::Lost)),
        }
    }

    async fn drive(&mut self, table: &mut Option<Table>) -> Result<bool, Ended> {
        let now = super::now();
        let moved = self.work(table, move |table| table.drive(now)).await.ok_or(Ended::Lost)?;
        match self.store(table).await {
            Ok(Appended::Stored) => Ok(moved),
            Ok(Appended::Behind) => Err(Ended::Lost),
            Err(fault) => {
                tracing::error!(%fault, game = %self.id, "what happened by itself was not stored");
                // Not at once again: the store may be full.
                tokio::time::sleep(Duration::from_secs(1)).await;
                Err(Ended::Lost)
            }
        }
    }

    /// Stores what was done, and only then lets anybody be told.
    async fn store(&mut self, table: &mut Option<Table>) -> Result<Appended, StoreFault> {
        let Some(table) = table else { return Ok(Appended::Behind) };
        let upon = table.upon();
        let Some(batch) = table.take() else { return Ok(Appended::Stored) };
        let (told, began) = (batch.told.clone(), Instant::now());
        let entries = batch.entries.len() as u64;
        let appended = self.games.store.append(&self.id, self.term, upon, batch).await;
        match &appended {
            Ok(Appended::Stored) => {
                self.games.metrics.stored.add(entries);
                self.games.metrics.storing.seen(began.elapsed());
                self.games.publish(&self.id, &told);
            }
            Ok(Appended::Behind) => self.games.metrics.behind.add(1),
            Err(fault) => {
                self.games.metrics.not_stored.add(1);
                tracing::error!(%fault, "nothing was stored");
            }
        }
        appended
    }

    /// Works with the table off the threads that serve sockets. None when it broke down: then the table is gone.
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

fn broken(language: Language) -> Replied {
    let status = StatusCode::INTERNAL_SERVER_ERROR;
    Replied::Answer(Err(Problem::told(status, "broken", "", GAME_BROKEN, language)))
}

fn not_stored(fault: &StoreFault, language: Language) -> Problem {
    match fault {
        StoreFault::Full(_) => {
            Problem::told(StatusCode::INSUFFICIENT_STORAGE, "store_full", "", STORE_FULL, language)
        }
        StoreFault::Failed(_) => {
            Problem::told(StatusCode::SERVICE_UNAVAILABLE, "not_stored", "", NOT_STORED, language)
        }
    }
}
