//! The events of shared rosters, beside the games in SQLite or PostgreSQL. Both read the same SQL.

use sqlx::{PgPool, QueryBuilder, Row, SqlitePool};

use super::event::Side;
use super::{Access, KEEP_DAYS, now};
use crate::StoreFault;

/// The store.
#[derive(Clone, Debug)]
pub enum SharedRosters {
    /// In a file of SQLite.
    Sqlite(SqlitePool),
    /// In PostgreSQL.
    Postgres(PgPool),
}

/// A roster that is shared.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Kept {
    /// The code in the umpire's link.
    pub(crate) code: String,
    /// In the blue player's.
    pub(crate) blue: String,
    /// In the red player's.
    pub(crate) red: String,
    /// Its rules.
    pub(crate) rules: String,
    /// Whose link it was opened with.
    pub(crate) access: Access,
    /// How many events it has.
    pub(crate) events: i64,
    /// How many bytes.
    pub(crate) bytes: i64,
    /// Their latest clock.
    pub(crate) clock: i64,
}

/// An event to add: its id, its clock and its text.
#[derive(Clone, Debug)]
pub(crate) struct Added {
    pub(crate) id: String,
    pub(crate) clock: i64,
    pub(crate) text: String,
}

/// So many events go into one statement.
const TOGETHER: usize = 100;

/// How often it is tried to add events that another process added to at the same moment.
const TRIES: usize = 20;

/// The same with either database.
macro_rules! with {
    ($store:expr, $pool:ident => $done:expr) => {
        match $store {
            SharedRosters::Sqlite($pool) => $done,
            SharedRosters::Postgres($pool) => $done,
        }
    };
}

impl SharedRosters {
    /// The roster of a code, with whose link that is.
    pub(crate) async fn find(&self, code: &str) -> Result<Option<Kept>, StoreFault> {
        let sql = "SELECT r.code, r.blue, r.red, r.rules, COUNT(e.seq), \
                          COALESCE(CAST(SUM(LENGTH(e.event)) AS BIGINT), 0), COALESCE(MAX(e.clock), 0) \
                   FROM roster r LEFT JOIN roster_event e ON e.roster = r.code \
                   WHERE r.code = $1 OR r.blue = $1 OR r.red = $1 \
                   GROUP BY r.code, r.blue, r.red, r.rules";
        let kept = |columns: (String, String, String, String, i64, i64, i64)| {
            let (own, blue, red, rules, events, bytes, clock) = columns;
            let access = match code {
                _ if code == blue => Access::Player(Side::Blue),
                _ if code == red => Access::Player(Side::Red),
                _ => Access::Umpire,
            };
            Kept { code: own, blue, red, rules, access, events, bytes, clock }
        };
        let row = with!(self, pool => sqlx::query_as(sql).bind(code).fetch_optional(pool).await?);
        Ok(row.map(kept))
    }

    /// Begins a roster.
    pub(crate) async fn create(
        &self,
        [code, blue, red]: [&str; 3],
        rules: &str,
        now: i64,
    ) -> Result<(), StoreFault> {
        let sql = "INSERT INTO roster (code, blue, red, rules, changed) VALUES ($1, $2, $3, $4, $5)";
        with!(self, pool => {
            sqlx::query(sql).bind(code).bind(blue).bind(red).bind(rules).bind(now).execute(pool).await?;
        });
        Ok(())
    }

    /// The texts of the events after a place, and the place of the last.
    pub(crate) async fn since(&self, code: &str, place: i64) -> Result<(Vec<String>, i64), StoreFault> {
        let sql = "SELECT seq, event FROM roster_event WHERE roster = $1 AND seq > $2 ORDER BY seq";
        let read: Result<Vec<(i64, String)>, sqlx::Error> = with!(self, pool => {
            let rows = sqlx::query(sql).bind(code).bind(place).fetch_all(pool).await?;
            rows.into_iter().map(|row| Ok((row.try_get(0)?, row.try_get(1)?))).collect()
        });
        let read = read?;
        let last = read.last().map_or(place, |(seq, _)| *seq);
        Ok((read.into_iter().map(|(_, text)| text).collect(), last))
    }

    /// Adds events at the end; those that are there already are left out.
    pub(crate) async fn add(&self, code: &str, events: &[Added], now: i64) -> Result<(), StoreFault> {
        for together in events.chunks(TOGETHER) {
            let mut tries = 0;
            // Another process may take the same place; then the next free one is tried.
            while let Err(fault) = self.add_once(code, together).await {
                tries += 1;
                let taken = matches!(&fault, sqlx::Error::Database(fault) if fault.is_unique_violation());
                if !taken || tries == TRIES {
                    return Err(fault.into());
                }
            }
        }
        let sql = "UPDATE roster SET changed = $2 WHERE code = $1";
        with!(self, pool => { sqlx::query(sql).bind(code).bind(now).execute(pool).await?; });
        Ok(())
    }

    async fn add_once(&self, code: &str, events: &[Added]) -> Result<(), sqlx::Error> {
        with!(self, pool => {
            let mut insert = QueryBuilder::new(
                "INSERT INTO roster_event (roster, seq, id, clock, event) \
                 SELECT base.roster, base.last + v.column1, v.column2, v.column3, v.column4 FROM (SELECT CAST(",
            );
            insert.push_bind(code).push(" AS TEXT) AS roster, COALESCE(MAX(seq), 0) AS last FROM roster_event WHERE roster = ");
            insert.push_bind(code).push(") AS base CROSS JOIN (");
            insert.push_values(events.iter().enumerate(), |mut row, (place, event)| {
                row.push_bind(place as i64 + 1).push_bind(&event.id).push_bind(event.clock).push_bind(&event.text);
            });
            insert.push(") AS v WHERE TRUE ON CONFLICT (roster, id) DO NOTHING");
            insert.build().execute(pool).await?;
        });
        Ok(())
    }

    /// Deletes a roster.
    pub(crate) async fn delete(&self, code: &str) -> Result<(), StoreFault> {
        with!(self, pool => {
            sqlx::query("DELETE FROM roster WHERE code = $1").bind(code).execute(pool).await?;
        });
        Ok(())
    }

    /// Deletes the rosters that nobody has touched for long.
    pub(crate) async fn sweep_old(&self) -> Result<u64, StoreFault> {
        self.sweep(now() - KEEP_DAYS * 24 * 3600 * 1000).await
    }

    /// Deletes the rosters that nobody has touched since.
    pub(crate) async fn sweep(&self, before: i64) -> Result<u64, StoreFault> {
        let sql = "DELETE FROM roster WHERE changed < $1";
        Ok(with!(self, pool => sqlx::query(sql).bind(before).execute(pool).await?.rows_affected()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::store::SqliteStore;

    fn event(id: &str) -> Added {
        Added { id: id.into(), clock: 1, text: format!("{{\"id\":\"{id}\"}}") }
    }

    /// What was acknowledged is there when the store is opened again, in the order it came in and once each, and goes when it is old.
    #[tokio::test]
    async fn events_outlive_the_server_and_repeats_are_dropped() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("rosters.sqlite");
        let open = async || SharedRosters::Sqlite(SqliteStore::open(Some(&file)).await.unwrap().pool());
        let store = open().await;
        store.create(["u", "b", "r"], "borgerkrig", 5).await.unwrap();
        let many: Vec<_> = (0..250).map(|number| event(&format!("a-{number}"))).collect();
        store.add("u", &many, 6).await.unwrap();
        store.add("u", &[event("a-7"), event("b-1"), event("a-8")], 7).await.unwrap();
        drop(store);
        let again = open().await;
        let (texts, last) = again.since("u", 0).await.unwrap();
        assert_eq!(texts.len(), 251);
        assert_eq!(texts[7], "{\"id\":\"a-7\"}");
        assert_eq!(texts[250], "{\"id\":\"b-1\"}");
        assert_eq!(again.since("u", last).await.unwrap(), (vec![], last));
        let found = again.find("r").await.unwrap().unwrap();
        assert_eq!((found.access, found.events, found.clock), (Access::Player(Side::Red), 251, 1));
        assert_eq!(again.find("x").await.unwrap(), None);
        assert_eq!(again.sweep(7).await.unwrap(), 0);
        assert_eq!(again.sweep(8).await.unwrap(), 1);
        assert_eq!(again.since("u", 0).await.unwrap().0, Vec::<String>::new());
    }
}
