//! What has been done to the stores' tables, in order. A file that is out in the world never changes.

use std::pin::Pin;

use sqlx::error::BoxDynError;
use sqlx::migrate::{Migration, MigrationSource, MigrationType};

/// The migrations of a store: number, what it was, the file.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Migrations(&'static [(i64, &'static str, &'static str)]);

/// Those of SQLite.
pub(crate) const SQLITE: Migrations = Migrations(&[
    (1, "shared rosters", include_str!("../../../migrations/sqlite/0001_shared_rosters.sql")),
    (2, "games", include_str!("../../../migrations/sqlite/0002_games.sql")),
    (3, "roster events", include_str!("../../../migrations/sqlite/0003_roster_events.sql")),
]);

/// Those of PostgreSQL.
pub(crate) const POSTGRES: Migrations = Migrations(&[
    (1, "rosters and games", include_str!("../../../migrations/postgres/0001_games.sql")),
    (2, "roster events", include_str!("../../../migrations/postgres/0002_roster_events.sql")),
]);

/// Without sqlx's macro, which would have all of sqlx and SQLite compiled once more for the compiler's own use.
impl MigrationSource<'static> for Migrations {
    fn resolve(self) -> Pin<Box<dyn Future<Output = Result<Vec<Migration>, BoxDynError>> + Send>> {
        let migration = |&(number, what, sql): &(i64, &'static str, &'static str)| {
            Migration::new(number, what.into(), MigrationType::Simple, sql.into(), false)
        };
        Box::pin(async move { Ok(self.0.iter().map(migration).collect()) })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Numbers go up by one, so that two who add one at the same time see it when they merge.
    #[test]
    fn migrations_are_numbered() {
        for Migrations(all) in [SQLITE, POSTGRES] {
            let numbers: Vec<_> = all.iter().map(|&(number, ..)| number).collect();
            assert_eq!(numbers, (1..=all.len() as i64).collect::<Vec<_>>());
        }
    }
}
