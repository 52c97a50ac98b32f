//! Games in a SQLite file. One task writes. It puts everything that waits into one transaction, so that many games share one sync to the disk.
//! Readers have their own connections. So has the task that copies the log of writes back into the file: whoever stores something does not wait for that.

use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::time::Duration;

use krigsspil_engine::battle::SeatId;
use sqlx::migrate::Migrator;
use sqlx::sqlite::{SqliteConnectOptions, SqliteJournalMode, SqlitePoolOptions, SqliteSynchronous};
use sqlx::{Row, SqliteConnection, SqlitePool};
use tokio::sync::{mpsc, oneshot};

use super::{Answer, Appended, Batch, Counts, Lease, NewGame, SQLITE, Store, StoreFault, Stored, Term};
use crate::games::links::LinkHash;

/// How many writes may share a transaction.
const MOST_TOGETHER: usize = 128;

/// How long a connection waits for another process (a backup) to let go of the file.
const PATIENCE: Duration = Duration::from_secs(10);

/// How often the log of writes is copied back into the file.
const COPIED_BACK: Duration = Duration::from_secs(1);

/// When the log has become longer than this, in pages of four kilobytes, the writer copies the rest of it back itself, so that it can begin again
/// from the front. While many write, the copying task alone never gets to its end.
const LONGEST_LOG: i64 = 4000;

/// The store.
#[derive(Debug)]
pub(crate) struct SqliteStore {
    writing: SqlitePool,
    reading: SqlitePool,
    copying: Option<SqlitePool>,
    jobs: mpsc::Sender<Job>,
}

#[derive(Debug)]
enum Write {
    Create(NewGame),
    Append { game: String, upon: i64, batch: Batch },
    Sweep { before: i64 },
}

#[derive(Clone, Copy, Debug)]
enum Written {
    Created,
    Appended(Appended),
    Swept(u64),
}

#[derive(Debug)]
struct Job {
    write: Write,
    reply: oneshot::Sender<Result<Written, StoreFault>>,
}

impl SqliteStore {
    /// Opens the store in a file, or in memory.
    pub(crate) async fn open(file: Option<&Path>) -> Result<SqliteStore, StoreFault> {
        // A database in memory lives and dies with its one connection.
        let pool =
            |most| SqlitePoolOptions::new().max_connections(most).idle_timeout(None).max_lifetime(None);
        let options = match file {
            Some(file) => {
                // If it cannot be made, SQLite says why; if it is there, it stays as it is.
                let _ = new_file(file);
                SqliteConnectOptions::new().filename(file).create_if_missing(true)
            }
            None => SqliteConnectOptions::new().in_memory(true),
        };
        // What is acknowledged must outlive a crash: a write-ahead log, written through.
        let options = options
            .journal_mode(SqliteJournalMode::Wal)
            .synchronous(SqliteSynchronous::Full)
            .foreign_keys(true)
            .busy_timeout(PATIENCE);
        // SQLite would copy the log back in the middle of some player's action, with two syncs to the disk.
        let writing = options.clone().pragma("wal_autocheckpoint", "0");
        let writing = pool(1).connect_with(writing).await?;
        Migrator::new(SQLITE).await?.run(&writing).await?;
        let (jobs, waiting) = mpsc::channel(1024);
        let long = Arc::new(AtomicBool::new(false));
        tokio::spawn(write_all(writing.clone(), waiting, long.clone()));
        if file.is_none() {
            return Ok(SqliteStore { reading: writing.clone(), writing, copying: None, jobs });
        }
        let copying = pool(1).connect_with(options.clone()).await?;
        tokio::spawn(copy_back(copying.clone(), jobs.downgrade(), long));
        let reading = pool(4).connect_with(options.read_only(true)).await?;
        Ok(SqliteStore { writing, reading, copying: Some(copying), jobs })
    }

    /// Copies a store's file into another. It changes nothing of it, so a newer program can copy the store of an older one that is being served.
    pub(crate) async fn copy(store: &Path, into: &Path) -> Result<(), StoreFault> {
        if !store.is_file() {
            return Err(StoreFault::Failed(format!("there is no {}", store.display())));
        }
        let options = SqliteConnectOptions::new().filename(store).read_only(true).busy_timeout(PATIENCE);
        let pool = SqlitePoolOptions::new().max_connections(1).connect_with(options).await?;
        let copied = copy_into(&pool, into).await;
        pool.close().await;
        copied
    }

    /// The connection that writes, for the rosters beside the games.
    pub(crate) fn pool(&self) -> SqlitePool {
        self.writing.clone()
    }

    async fn write(&self, write: Write) -> Result<Written, StoreFault> {
        let gone = |_| StoreFault::Failed("the store is closed".to_string());
        let (reply, answer) = oneshot::channel();
        self.jobs
            .send(Job { write, reply })
            .await
            .map_err(|_| StoreFault::Failed("the store is closed".into()))?;
        answer.await.map_err(gone)?
    }
}

/// Makes a new, empty file that only its owner can read: a store holds everybody's orders and the secrets of the dice. SQLite gives the files beside it
/// the same rights.
fn new_file(file: &Path) -> std::io::Result<()> {
    let mut new = std::fs::OpenOptions::new();
    new.write(true).create_new(true);
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(&mut new, 0o600);
    new.open(file).map(drop)
}

/// Copies everything of one moment into a new file.
async fn copy_into(pool: &SqlitePool, file: &Path) -> Result<(), StoreFault> {
    let told = |error| StoreFault::Failed(format!("{}: {error}", file.display()));
    new_file(file).map_err(told)?;
    let copied = sqlx::query("VACUUM INTO ?").bind(file.to_string_lossy().into_owned()).execute(pool).await;
    if copied.is_err() {
        // Half a copy is none. The file was empty before, and ours.
        let _ = std::fs::remove_file(file);
    }
    copied.map(drop).map_err(StoreFault::from)
}

/// Copies the log back into the file, as far as no reader needs it, and tells how many pages it has.
async fn copied_back(pool: &SqlitePool) -> Result<i64, sqlx::Error> {
    sqlx::query("PRAGMA wal_checkpoint(PASSIVE)").fetch_one(pool).await?.try_get(1)
}

/// Copies the log back now and then, for as long as the store is there.
async fn copy_back(pool: SqlitePool, jobs: mpsc::WeakSender<Job>, long: Arc<AtomicBool>) {
    while jobs.upgrade().is_some() && !pool.is_closed() {
        tokio::time::sleep(COPIED_BACK).await;
        match copied_back(&pool).await {
            Ok(pages) => long.store(pages > LONGEST_LOG, Relaxed),
            Err(sqlx::Error::PoolClosed) => return,
            // It is tried again, and until then nothing is lost: the log holds everything.
            Err(fault) => tracing::warn!(%fault, "the log was not copied back"),
        }
    }
}

/// Writes what comes, as much at a time as waits.
async fn write_all(pool: SqlitePool, mut waiting: mpsc::Receiver<Job>, long: Arc<AtomicBool>) {
    let mut jobs = Vec::new();
    while waiting.recv_many(&mut jobs, MOST_TOGETHER).await > 0 {
        let (writes, replies): (Vec<_>, Vec<_>) = jobs.drain(..).map(|job| (job.write, job.reply)).unzip();
        let written = together(&pool, writes).await;
        for (place, reply) in replies.into_iter().enumerate() {
            let answer = match &written {
                Ok(all) => Ok(all[place]),
                Err(fault) => Err(fault.clone()),
            };
            // An asker that no longer waits finds out by asking again.
            let _ = reply.send(answer);
        }
        if long.swap(false, Relaxed)
            && let Err(fault) = copied_back(&pool).await
        {
            tracing::warn!(%fault, "the log was not copied back");
        }
    }
}

/// Stores all of them in one transaction, or none. It does not use sqlx's own transactions: when the disk is full SQLite ends the transaction by itself,
/// sqlx does not notice, and never begins another.
async fn together(pool: &SqlitePool, writes: Vec<Write>) -> Result<Vec<Written>, StoreFault> {
    let mut connection = pool.acquire().await?;
    sqlx::query("BEGIN IMMEDIATE").execute(&mut *connection).await?;
    let written = one_by_one(&mut connection, writes).await;
    if written.is_err() {
        // This fails when SQLite has already ended the transaction, which does no harm.
        let _ = sqlx::query("ROLLBACK").execute(&mut *connection).await;
    }
    written
}

async fn one_by_one(into: &mut SqliteConnection, writes: Vec<Write>) -> Result<Vec<Written>, StoreFault> {
    let mut all = Vec::with_capacity(writes.len());
    for write in writes {
        all.push(match write {
            Write::Create(new) => create(&mut *into, new).await?,
            Write::Append { game, upon, batch } => {
                Written::Appended(append(&mut *into, &game, upon, &batch).await?)
            }
            Write::Sweep { before } => sweep(&mut *into, before).await?,
        });
    }
    sqlx::query("COMMIT").execute(into).await?;
    Ok(all)
}

async fn create(into: &mut SqliteConnection, new: NewGame) -> Result<Written, StoreFault> {
    sqlx::query("INSERT INTO game (id, made, settings, head, changed) VALUES (?, ?, ?, '', ?)")
        .bind(&new.id)
        .bind(new.batch.at)
        .bind(&new.settings)
        .bind(new.batch.at)
        .execute(&mut *into)
        .await?;
    for (seat, hash) in &new.links {
        link(into, &new.id, seat, Some(hash)).await?;
    }
    append(into, &new.id, 0, &new.batch).await?;
    Ok(Written::Created)
}

async fn link(
    into: &mut SqliteConnection,
    game: &str,
    seat: &SeatId,
    hash: Option<&LinkHash>,
) -> Result<(), StoreFault> {
    sqlx::query("DELETE FROM game_link WHERE game = ? AND seat = ?")
        .bind(game)
        .bind(seat.as_str())
        .execute(&mut *into)
        .await?;
    let Some(hash) = hash else { return Ok(()) };
    sqlx::query("INSERT INTO game_link (game, seat, head, hash) VALUES (?, ?, ?, ?)")
        .bind(game)
        .bind(seat.as_str())
        .bind(hash.head())
        .bind(hash.bytes())
        .execute(&mut *into)
        .await?;
    Ok(())
}

/// Rows as JSON, for `json_each`.
fn rows(rows: &impl serde::Serialize) -> Result<String, StoreFault> {
    serde_json::to_string(rows).map_err(|error| StoreFault::Failed(error.to_string()))
}

async fn append(
    into: &mut SqliteConnection,
    game: &str,
    upon: i64,
    batch: &Batch,
) -> Result<Appended, StoreFault> {
    let changed = sqlx::query(
        "UPDATE game SET head = ?, entries = entries + ?, snapshot = coalesce(?, snapshot), over = ?, due = ?, changed = ?
         WHERE id = ? AND entries = ?",
    )
    .bind(&batch.head)
    .bind(batch.entries.len() as i64)
    .bind(&batch.snapshot)
    .bind(batch.over)
    .bind(batch.due)
    .bind(batch.at)
    .bind(game)
    .bind(upon)
    .execute(&mut *into)
    .await?;
    if changed.rows_affected() == 0 {
        return Ok(Appended::Behind);
    }
    // One statement for all rows of a table: each statement is a message to the thread of its connection and back.
    sqlx::query("INSERT INTO game_entry (game, seq, entry) SELECT ?1, ?2 + key, value FROM json_each(?3)")
        .bind(game)
        .bind(upon + 1)
        .bind(rows(&batch.entries)?)
        .execute(&mut *into)
        .await?;
    let told: Vec<_> = batch.told.iter().map(|(seat, seq, item)| (seat.as_str(), seq, item)).collect();
    if !told.is_empty() {
        sqlx::query(
            "INSERT INTO game_told (game, seat, seq, item)
             SELECT ?1, value ->> 0, value ->> 1, value ->> 2 FROM json_each(?2)",
        )
        .bind(game)
        .bind(rows(&told)?)
        .execute(&mut *into)
        .await?;
    }
    for (seat, hash) in &batch.links {
        link(into, game, seat, hash.as_ref()).await?;
    }
    Ok(Appended::Stored)
}

async fn sweep(into: &mut SqliteConnection, before: i64) -> Result<Written, StoreFault> {
    let swept = sqlx::query("DELETE FROM game WHERE changed < ?").bind(before).execute(into).await?;
    Ok(Written::Swept(swept.rows_affected()))
}

impl Store for SqliteStore {
    fn create(&self, new: NewGame) -> Answer<'_, ()> {
        Box::pin(async move { self.write(Write::Create(new)).await.map(|_| ()) })
    }

    fn load<'a>(&'a self, game: &'a str) -> Answer<'a, Option<Stored>> {
        Box::pin(async move {
            // One transaction, so that the head and the entries are of the same moment.
            let mut reading = self.reading.begin().await?;
            let row = sqlx::query("SELECT settings, head, snapshot FROM game WHERE id = ?")
                .bind(game)
                .fetch_optional(&mut *reading)
                .await?;
            let Some(row) = row else { return Ok(None) };
            let entries = sqlx::query("SELECT entry FROM game_entry WHERE game = ? ORDER BY seq")
                .bind(game)
                .fetch_all(&mut *reading)
                .await?;
            let entries = entries.iter().map(|row| row.try_get("entry")).collect::<Result<_, _>>()?;
            Ok(Some(Stored {
                settings: row.try_get("settings")?,
                head: row.try_get("head")?,
                snapshot: row.try_get("snapshot")?,
                entries,
            }))
        })
    }

    fn append<'a>(&'a self, game: &'a str, _: Term, upon: i64, batch: Batch) -> Answer<'a, Appended> {
        Box::pin(async move {
            match self.write(Write::Append { game: game.to_string(), upon, batch }).await? {
                Written::Appended(appended) => Ok(appended),
                Written::Created | Written::Swept(_) => {
                    Err(StoreFault::Failed("another job's answer".into()))
                }
            }
        })
    }

    fn told<'a>(
        &'a self,
        game: &'a str,
        seat: &'a SeatId,
        since: i64,
        most: i64,
    ) -> Answer<'a, Vec<(i64, String)>> {
        Box::pin(async move {
            let rows = sqlx::query(
                "SELECT seq, item FROM game_told WHERE game = ? AND seat = ? AND seq > ? ORDER BY seq LIMIT ?",
            )
            .bind(game)
            .bind(seat.as_str())
            .bind(since)
            .bind(most)
            .fetch_all(&self.reading)
            .await?;
            Ok(rows
                .iter()
                .map(|row| Ok((row.try_get("seq")?, row.try_get("item")?)))
                .collect::<Result<_, sqlx::Error>>()?)
        })
    }

    fn link<'a>(&'a self, hash: &'a LinkHash) -> Answer<'a, Option<(String, SeatId)>> {
        Box::pin(async move {
            let rows = sqlx::query("SELECT game, seat, hash FROM game_link WHERE head = ?")
                .bind(hash.head())
                .fetch_all(&self.reading)
                .await?;
            let mut found = None;
            for row in rows {
                if LinkHash::stored(row.try_get("hash")?).is_some_and(|stored| stored.is(hash)) {
                    found = Some((row.try_get("game")?, SeatId::from(row.try_get::<&str, _>("seat")?)));
                }
            }
            Ok(found)
        })
    }

    fn due(&self, now: i64) -> Answer<'_, Vec<String>> {
        Box::pin(async move {
            let rows = sqlx::query("SELECT id FROM game WHERE due <= ? ORDER BY due LIMIT 100")
                .bind(now)
                .fetch_all(&self.reading)
                .await?;
            Ok(rows.iter().map(|row| row.try_get("id")).collect::<Result<_, _>>()?)
        })
    }

    fn sweep(&self, before: i64) -> Answer<'_, u64> {
        Box::pin(async move {
            match self.write(Write::Sweep { before }).await? {
                Written::Swept(count) => Ok(count),
                Written::Created | Written::Appended(_) => Ok(0),
            }
        })
    }

    fn counts(&self) -> Answer<'_, Counts> {
        Box::pin(async move {
            let row = sqlx::query("SELECT count(*) AS games, coalesce(sum(over), 0) AS over FROM game")
                .fetch_one(&self.reading)
                .await?;
            Ok(Counts { games: row.try_get("games")?, over: row.try_get("over")? })
        })
    }

    /// One process has the file, and its term is always the first. If a second process writes all the same, one of the two loses at the number of entries.
    fn lease<'a>(&'a self, game: &'a str) -> Answer<'a, Lease> {
        Box::pin(async move {
            let found = sqlx::query("SELECT 1 FROM game WHERE id = ?")
                .bind(game)
                .fetch_optional(&self.reading)
                .await?;
            Ok(if found.is_some() { Lease::Ours(Term(0)) } else { Lease::NoGame })
        })
    }

    fn release<'a>(&'a self, _: &'a str, _: Term) -> Answer<'a, ()> {
        Box::pin(async { Ok(()) })
    }

    fn ready(&self) -> Answer<'_, ()> {
        Box::pin(async {
            sqlx::query("SELECT 1").execute(&self.reading).await?;
            Ok(())
        })
    }

    fn backup<'a>(&'a self, file: &'a Path) -> Answer<'a, bool> {
        Box::pin(async move {
            copy_into(&self.reading, file).await?;
            Ok(true)
        })
    }

    fn close(&self) -> Answer<'_, ()> {
        Box::pin(async {
            self.reading.close().await;
            if let Some(copying) = &self.copying {
                copying.close().await;
            }
            self.writing.close().await;
            Ok(())
        })
    }
}

#[cfg(test)]
impl SqliteStore {
    /// Lets the file grow by no page more: the disk is full.
    pub(crate) async fn fill(&self) {
        let pages: i64 = sqlx::query("PRAGMA page_count").fetch_one(&self.writing).await.unwrap().get(0);
        sqlx::query(&format!("PRAGMA max_page_count = {pages}")).execute(&self.writing).await.unwrap();
    }

    /// Gives it room again.
    pub(crate) async fn make_room(&self) {
        sqlx::query("PRAGMA max_page_count = 1000000").execute(&self.writing).await.unwrap();
    }
}
