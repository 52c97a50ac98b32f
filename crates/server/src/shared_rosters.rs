//! Rosters on the club's network, kept in SQLite.

use std::path::Path;
use std::pin::Pin;

use sqlx::error::BoxDynError;
use sqlx::migrate::{Migration, MigrationSource, MigrationType, Migrator};
use sqlx::sqlite::{SqliteConnectOptions, SqliteJournalMode, SqlitePoolOptions, SqliteSynchronous};
use sqlx::{Row, SqlitePool};

/// Why the store does not do as asked.
#[derive(Debug, thiserror::Error)]
#[error("the file of shared rosters failed: {0}")]
pub struct StoreFault(#[from] sqlx::Error);

impl From<sqlx::migrate::MigrateError> for StoreFault {
    fn from(error: sqlx::migrate::MigrateError) -> Self {
        StoreFault(error.into())
    }
}

/// What has been done to the store's tables, in order: number, what it was, the file. A file that is out in the world never changes.
const MIGRATIONS: &[(i64, &str, &str)] =
    &[(1, "shared rosters", include_str!("../migrations/0001_shared_rosters.sql"))];

#[derive(Debug)]
struct Ours;

/// Without sqlx's macro, which would have all of sqlx and SQLite compiled once more for the compiler's own use.
impl MigrationSource<'static> for Ours {
    fn resolve(self) -> Pin<Box<dyn Future<Output = Result<Vec<Migration>, BoxDynError>> + Send>> {
        let migration = |&(number, what, sql): &(i64, &'static str, &'static str)| {
            Migration::new(number, what.into(), MigrationType::Simple, sql.into(), false)
        };
        Box::pin(async move { Ok(MIGRATIONS.iter().map(migration).collect()) })
    }
}

/// A roster as it is stored.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Stored {
    /// The roster, as JSON text.
    pub document: String,
    /// Counts its changes, so that nobody overwrites what he has not seen.
    pub revision: i64,
}

/// The store.
#[derive(Clone, Debug)]
pub struct SharedRosters {
    pool: SqlitePool,
}

impl SharedRosters {
    /// Opens the store in a file, or in memory.
    pub async fn open(file: Option<&Path>) -> Result<SharedRosters, StoreFault> {
        let options = match file {
            Some(file) => SqliteConnectOptions::new().filename(file).create_if_missing(true),
            None => SqliteConnectOptions::new().in_memory(true),
        };
        // What is acknowledged must outlive a crash: a write-ahead log, written through.
        let options = options.journal_mode(SqliteJournalMode::Wal).synchronous(SqliteSynchronous::Full);
        // A database in memory lives and dies with its one connection.
        let pool = SqlitePoolOptions::new().max_connections(1).idle_timeout(None).max_lifetime(None);
        let pool = pool.connect_with(options).await?;
        Migrator::new(Ours).await?.run(&pool).await?;
        Ok(SharedRosters { pool })
    }

    /// The roster of a code.
    pub async fn get(&self, code: &str) -> Result<Option<Stored>, StoreFault> {
        let row = sqlx::query("SELECT document, revision FROM shared_roster WHERE code = ?")
            .bind(code)
            .fetch_optional(&self.pool)
            .await?;
        row.map(|row| Ok(Stored { document: row.try_get("document")?, revision: row.try_get("revision")? }))
            .transpose()
    }

    /// Puts a new roster in the store.
    pub async fn create(&self, code: &str, document: &str) -> Result<(), StoreFault> {
        sqlx::query("INSERT INTO shared_roster (code, document, revision) VALUES (?, ?, 1)")
            .bind(code)
            .bind(document)
            .execute(&self.pool)
            .await?;
        Ok(())
    }

    /// Changes a roster, if `seen` is the revision it has now; tells the new one, or none when somebody was faster.
    pub async fn change(&self, code: &str, document: &str, seen: i64) -> Result<Option<i64>, StoreFault> {
        let changed = sqlx::query(
            "UPDATE shared_roster SET document = ?, revision = revision + 1,
                 changed = strftime('%Y-%m-%dT%H:%M:%SZ', 'now')
             WHERE code = ? AND revision = ?",
        )
        .bind(document)
        .bind(code)
        .bind(seen)
        .execute(&self.pool)
        .await?;
        Ok((changed.rows_affected() == 1).then_some(seen + 1))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// What was acknowledged is there when the store is opened again; a change made blindly is not taken.
    #[tokio::test]
    async fn rosters_outlive_the_server_and_blind_changes_are_refused() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("rosters.sqlite");
        let store = SharedRosters::open(Some(&file)).await.unwrap();
        store.create("abc", "{}").await.unwrap();
        assert_eq!(store.change("abc", "{\"turn\":2}", 1).await.unwrap(), Some(2));
        assert_eq!(store.change("abc", "{\"turn\":3}", 1).await.unwrap(), None);
        drop(store);
        let again = SharedRosters::open(Some(&file)).await.unwrap();
        let stored = Stored { document: "{\"turn\":2}".into(), revision: 2 };
        assert_eq!(again.get("abc").await.unwrap(), Some(stored));
        assert_eq!(again.get("abd").await.unwrap(), None);
    }
}
