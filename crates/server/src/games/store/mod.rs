//! Where games are kept. One trait, two stores: SQLite in a file, and PostgreSQL where several processes serve the same games.

#[cfg(test)]
mod conformance;
mod migrations;
mod postgres;
mod sqlite;

use std::collections::HashSet;
use std::future::Future;
use std::pin::Pin;
use std::time::Duration;

use krigsspil_engine::battle::SeatId;

pub(crate) use migrations::{POSTGRES, SQLITE};
pub(crate) use postgres::PostgresStore;
pub(crate) use sqlite::SqliteStore;

use super::links::LinkHash;

/// Why a store did not do what it was asked to. Nothing was stored.
#[derive(Clone, Debug, thiserror::Error)]
pub enum StoreFault {
    /// There is no room left.
    #[error("the store is full: {0}")]
    Full(String),
    /// Anything else.
    #[error("the store failed: {0}")]
    Failed(String),
}

impl From<sqlx::Error> for StoreFault {
    fn from(error: sqlx::Error) -> Self {
        // SQLITE_FULL is 13, PostgreSQL's disk_full 53100.
        let code = error.as_database_error().and_then(|fault| fault.code().map(|code| code.into_owned()));
        match code.as_deref() {
            Some("13" | "53100") => StoreFault::Full(error.to_string()),
            _ => StoreFault::Failed(error.to_string()),
        }
    }
}

impl From<sqlx::migrate::MigrateError> for StoreFault {
    fn from(error: sqlx::migrate::MigrateError) -> Self {
        StoreFault::Failed(error.to_string())
    }
}

/// What a store answers, when it does.
pub(crate) type Answer<'a, T> = Pin<Box<dyn Future<Output = Result<T, StoreFault>> + Send + 'a>>;

/// A new game.
#[derive(Clone, Debug)]
pub(crate) struct NewGame {
    pub(crate) id: String,
    pub(crate) settings: String,
    pub(crate) links: Vec<(SeatId, LinkHash)>,
    pub(crate) batch: Batch,
}

/// A game as it is stored.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Stored {
    pub(crate) settings: String,
    pub(crate) head: String,
    pub(crate) snapshot: Option<String>,
    pub(crate) entries: Vec<String>,
}

/// What is stored together or not at all.
#[derive(Clone, Debug, Default)]
pub(crate) struct Batch {
    /// When, in milliseconds since 1970.
    pub(crate) at: i64,
    /// What was done.
    pub(crate) entries: Vec<String>,
    /// What each seat is told of it: the seat, its number there, the item.
    pub(crate) told: Vec<(SeatId, i64, String)>,
    /// Links that are replaced; without a hash the link is revoked.
    pub(crate) links: Vec<(SeatId, Option<LinkHash>)>,
    /// How the game stands now.
    pub(crate) head: String,
    /// How the turns began and the state at the last, when a turn has begun.
    pub(crate) snapshot: Option<String>,
    /// The game is over.
    pub(crate) over: bool,
    /// When something happens by itself.
    pub(crate) due: Option<i64>,
}

/// The result of an append.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Appended {
    /// It is stored.
    Stored,
    /// Somebody else has written since: nothing is stored.
    Behind,
}

/// The right to write a game. Its number counts the writers; an earlier writer can store nothing.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Term(pub(crate) i64);

/// The result of asking for the right to write a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Lease {
    /// This process writes it.
    Ours(Term),
    /// Another does.
    Theirs,
    /// There is no such game.
    NoGame,
}

/// How many games a store holds.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Counts {
    pub(crate) games: i64,
    pub(crate) over: i64,
}

/// How long the right to write a game lasts when it is not renewed. The games of a process that dies are taken over after this time.
pub(crate) const LEASE: Duration = Duration::from_secs(3);

/// Something that another process has said.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Said {
    /// Another process has changed a game, as its writer of this term.
    Changed { game: String, term: Term },
    /// Somebody asks the writer of a game.
    Asked(String),
    /// A question is answered.
    Answered(i64),
    /// Something may have been missed: look after everything.
    Missed,
}

/// Where games are kept.
pub(crate) trait Store: Send + Sync + std::fmt::Debug {
    /// Puts a new game in the store.
    fn create(&self, new: NewGame) -> Answer<'_, ()>;
    /// A game.
    fn load<'a>(&'a self, game: &'a str) -> Answer<'a, Option<Stored>>;
    /// Appends to a game of which `upon` entries are known, under a term.
    fn append<'a>(&'a self, game: &'a str, term: Term, upon: i64, batch: Batch) -> Answer<'a, Appended>;
    /// What a seat was told after `since`, at most `most` items of it.
    fn told<'a>(
        &'a self,
        game: &'a str,
        seat: &'a SeatId,
        since: i64,
        most: i64,
    ) -> Answer<'a, Vec<(i64, String)>>;
    /// The game and seat of a link; the hash is compared in constant time.
    fn link<'a>(&'a self, hash: &'a LinkHash) -> Answer<'a, Option<(String, SeatId)>>;
    /// Games in which something should have happened by now and that nobody writes.
    fn due(&self, now: i64) -> Answer<'_, Vec<String>>;
    /// Deletes games that nobody has touched since; tells how many.
    fn sweep(&self, before: i64) -> Answer<'_, u64>;
    /// How many games there are.
    fn counts(&self) -> Answer<'_, Counts>;

    /// Takes the right to write a game, when nobody has it.
    fn lease<'a>(&'a self, game: &'a str) -> Answer<'a, Lease>;
    /// Gives it back.
    fn release<'a>(&'a self, game: &'a str, term: Term) -> Answer<'a, ()>;
    /// Renews every lease of this process, and tells which games it still holds. None where no other process could hold any.
    fn renew(&self) -> Answer<'_, Option<HashSet<String>>> {
        Box::pin(async { Ok(None) })
    }

    /// Do several processes serve this store?
    fn shared(&self) -> bool {
        false
    }
    /// Puts a question to the writer of a game, and gives its number.
    fn ask<'a>(&'a self, _game: &'a str, _asked: String) -> Answer<'a, i64> {
        Box::pin(async { Err(StoreFault::Failed("nobody else serves this store".into())) })
    }
    /// The questions to the writer of a game that are not answered yet.
    fn asked<'a>(&'a self, _game: &'a str) -> Answer<'a, Vec<(i64, String)>> {
        Box::pin(async { Ok(Vec::new()) })
    }
    /// Answers a question.
    fn answer(&self, _question: i64, _answer: String) -> Answer<'_, ()> {
        Box::pin(async { Ok(()) })
    }
    /// Takes the answer to a question away, when there is one.
    fn answered(&self, _question: i64) -> Answer<'_, Option<String>> {
        Box::pin(async { Ok(None) })
    }
    /// Takes an unanswered question back, or its answer if it has just been answered.
    fn withdraw(&self, _question: i64) -> Answer<'_, Option<String>> {
        Box::pin(async { Ok(None) })
    }
    /// Hears what other processes say, for as long as the receiver lives.
    fn listen(&self, _said: tokio::sync::mpsc::Sender<Said>) -> Answer<'_, ()> {
        Box::pin(async { Ok(()) })
    }

    /// Does it answer?
    fn ready(&self) -> Answer<'_, ()>;
    /// Copies it into a file while it runs, where that can be done.
    fn backup<'a>(&'a self, _file: &'a std::path::Path) -> Answer<'a, bool> {
        Box::pin(async { Ok(false) })
    }
    /// Writes everything through and closes.
    fn close(&self) -> Answer<'_, ()>;
}
