//! Rosters on the club's network, kept beside the games.

use sqlx::{PgPool, Row, SqlitePool};

use crate::StoreFault;

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
pub enum SharedRosters {
    /// In a file of SQLite.
    Sqlite(SqlitePool),
    /// In PostgreSQL.
    Postgres(PgPool),
}

impl SharedRosters {
    /// The roster of a code.
    pub async fn get(&self, code: &str) -> Result<Option<Stored>, StoreFault> {
        let found: Result<Option<(String, i64)>, sqlx::Error> = match self {
            SharedRosters::Sqlite(pool) => {
                let row = sqlx::query("SELECT document, revision FROM shared_roster WHERE code = ?")
                    .bind(code)
                    .fetch_optional(pool)
                    .await?;
                row.map(|row| Ok((row.try_get(0)?, row.try_get(1)?))).transpose()
            }
            SharedRosters::Postgres(pool) => {
                let row = sqlx::query("SELECT document, revision FROM shared_roster WHERE code = $1")
                    .bind(code)
                    .fetch_optional(pool)
                    .await?;
                row.map(|row| Ok((row.try_get(0)?, row.try_get(1)?))).transpose()
            }
        };
        Ok(found?.map(|(document, revision)| Stored { document, revision }))
    }

    /// Puts a new roster in the store.
    pub async fn create(&self, code: &str, document: &str) -> Result<(), StoreFault> {
        match self {
            SharedRosters::Sqlite(pool) => {
                let insert = "INSERT INTO shared_roster (code, document, revision) VALUES (?, ?, 1)";
                sqlx::query(insert).bind(code).bind(document).execute(pool).await?;
            }
            SharedRosters::Postgres(pool) => {
                let insert = "INSERT INTO shared_roster (code, document, revision) VALUES ($1, $2, 1)";
                sqlx::query(insert).bind(code).bind(document).execute(pool).await?;
            }
        }
        Ok(())
    }

    /// Changes a roster, if `seen` is the revision it has now; tells the new one, or none when somebody was faster.
    pub async fn change(&self, code: &str, document: &str, seen: i64) -> Result<Option<i64>, StoreFault> {
        let changed = match self {
            SharedRosters::Sqlite(pool) => {
                let update = "UPDATE shared_roster SET document = ?, revision = revision + 1,
                         changed = strftime('%Y-%m-%dT%H:%M:%SZ', 'now')
                     WHERE code = ? AND revision = ?";
                sqlx::query(update).bind(document).bind(code).bind(seen).execute(pool).await?.rows_affected()
            }
            SharedRosters::Postgres(pool) => {
                let update =
                    "UPDATE shared_roster SET document = $1, revision = revision + 1, changed = now()
                     WHERE code = $2 AND revision = $3";
                sqlx::query(update).bind(document).bind(code).bind(seen).execute(pool).await?.rows_affected()
            }
        };
        Ok((changed == 1).then_some(seen + 1))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::store::SqliteStore;

    /// What was acknowledged is there when the store is opened again; a change made blindly is not taken.
    #[tokio::test]
    async fn rosters_outlive_the_server_and_blind_changes_are_refused() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("rosters.sqlite");
        let open = async || SharedRosters::Sqlite(SqliteStore::open(Some(&file)).await.unwrap().pool());
        let store = open().await;
        store.create("abc", "{}").await.unwrap();
        assert_eq!(store.change("abc", "{\"turn\":2}", 1).await.unwrap(), Some(2));
        assert_eq!(store.change("abc", "{\"turn\":3}", 1).await.unwrap(), None);
        drop(store);
        let again = open().await;
        let stored = Stored { document: "{\"turn\":2}".into(), revision: 2 };
        assert_eq!(again.get("abc").await.unwrap(), Some(stored));
        assert_eq!(again.get("abd").await.unwrap(), None);
    }
}
