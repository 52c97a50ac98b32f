//! Games in PostgreSQL, served by several processes. Each game has one writer at a time, by a lease that the writer must keep renewing. A term counts
//! the writers, so that a writer whose lease was taken over can store nothing. Changes are told by `NOTIFY`.

use std::collections::HashSet;
use std::time::Duration;

use krigsspil_engine::battle::SeatId;
use sqlx::migrate::Migrator;
use sqlx::postgres::{PgListener, PgPoolOptions};
use sqlx::{PgConnection, PgPool, Row};
use tokio::sync::mpsc;

use super::{
    Answer, Appended, Batch, Counts, LEASE, Lease, NewGame, POSTGRES, Said, Store, StoreFault, Stored, Term,
};
use crate::games::links::{LinkHash, new_id};

/// What processes talk on.
const CHANNEL: &str = "krigsspil";

/// How long one waits for a connection.
const PATIENCE: Duration = Duration::from_secs(5);

/// The store.
#[derive(Debug)]
pub(crate) struct PostgresStore {
    pool: PgPool,
    /// The name of this process among those that serve the store.
    holder: String,
}

impl PostgresStore {
    /// Opens the store of an address: `postgres://…`.
    pub(crate) async fn open(address: &str) -> Result<PostgresStore, StoreFault> {
        let pool =
            PgPoolOptions::new().max_connections(10).acquire_timeout(PATIENCE).connect(address).await?;
        Migrator::new(POSTGRES).await?.run(&pool).await?;
        let holder = new_id().ok_or_else(|| StoreFault::Failed("the machine gives no chance".into()))?;
        Ok(PostgresStore { pool, holder })
    }

    /// Its connections, for the rosters beside the games.
    pub(crate) fn pool(&self) -> PgPool {
        self.pool.clone()
    }
}

async fn say(into: &mut PgConnection, what: &str) -> Result<(), StoreFault> {
    sqlx::query("SELECT pg_notify($1, $2)").bind(CHANNEL).bind(what).execute(into).await?;
    Ok(())
}

/// Reads what a process has said. What this process itself has changed is no news.
fn heard(said: &str, own: &str) -> Option<Said> {
    let (what, of) = said.split_once(' ')?;
    match what {
        "changed" => {
            let [game, holder, term] = of.split(' ').collect::<Vec<_>>().try_into().ok()?;
            let changed = Said::Changed { game: game.to_string(), term: Term(term.parse().ok()?) };
            (holder != own).then_some(changed)
        }
        "asked" => Some(Said::Asked(of.to_string())),
        "answered" => of.parse().ok().map(Said::Answered),
        _ => None,
    }
}

async fn link(
    into: &mut PgConnection,
    game: &str,
    seat: &SeatId,
    hash: Option<&LinkHash>,
) -> Result<(), StoreFault> {
    sqlx::query("DELETE FROM game_link WHERE game = $1 AND seat = $2")
        .bind(game)
        .bind(seat.as_str())
        .execute(&mut *into)
        .await?;
    let Some(hash) = hash else { return Ok(()) };
    sqlx::query("INSERT INTO game_link (game, seat, head, hash) VALUES ($1, $2, $3, $4)")
        .bind(game)
        .bind(seat.as_str())
        .bind(hash.head())
        .bind(hash.bytes())
        .execute(&mut *into)
        .await?;
    Ok(())
}

async fn append(
    into: &mut PgConnection,
    game: &str,
    term: Term,
    upon: i64,
    batch: &Batch,
) -> Result<Appended, StoreFault> {
    let changed = sqlx::query(
        "UPDATE game SET head = $1, entries = entries + $2, snapshot = coalesce($3, snapshot), over = $4, due = $5, changed = $6
         WHERE id = $7 AND entries = $8 AND term = $9",
    )
    .bind(&batch.head)
    .bind(batch.entries.len() as i64)
    .bind(&batch.snapshot)
    .bind(batch.over)
    .bind(batch.due)
    .bind(batch.at)
    .bind(game)
    .bind(upon)
    .bind(term.0)
    .execute(&mut *into)
    .await?;
    if changed.rows_affected() == 0 {
        return Ok(Appended::Behind);
    }
    let numbers: Vec<i64> = (upon + 1..).take(batch.entries.len()).collect();
    sqlx::query(
        "INSERT INTO game_entry (game, seq, entry) SELECT $1, * FROM unnest($2::bigint[], $3::text[])",
    )
    .bind(game)
    .bind(&numbers)
    .bind(&batch.entries)
    .execute(&mut *into)
    .await?;
    let seats: Vec<&str> = batch.told.iter().map(|(seat, ..)| seat.as_str()).collect();
    let numbers: Vec<i64> = batch.told.iter().map(|(_, number, _)| *number).collect();
    let items: Vec<&str> = batch.told.iter().map(|(.., item)| item.as_str()).collect();
    sqlx::query(
        "INSERT INTO game_told (game, seat, seq, item) SELECT $1, * FROM unnest($2::text[], $3::bigint[], $4::text[])",
    )
    .bind(game)
    .bind(&seats)
    .bind(&numbers)
    .bind(&items)
    .execute(&mut *into)
    .await?;
    for (seat, hash) in &batch.links {
        link(into, game, seat, hash.as_ref()).await?;
    }
    Ok(Appended::Stored)
}

impl Store for PostgresStore {
    fn create(&self, new: NewGame) -> Answer<'_, ()> {
        Box::pin(async move {
            let mut transaction = self.pool.begin().await?;
            sqlx::query("INSERT INTO game (id, made, settings, head, changed) VALUES ($1, $2, $3, '', $2)")
                .bind(&new.id)
                .bind(new.batch.at)
                .bind(&new.settings)
                .execute(&mut *transaction)
                .await?;
            for (seat, hash) in &new.links {
                link(&mut transaction, &new.id, seat, Some(hash)).await?;
            }
            append(&mut transaction, &new.id, Term(0), 0, &new.batch).await?;
            Ok(transaction.commit().await?)
        })
    }

    fn load<'a>(&'a self, game: &'a str) -> Answer<'a, Option<Stored>> {
        Box::pin(async move {
            // One statement, so that the head and the entries are of the same moment.
            let row = sqlx::query(
                "SELECT settings, head, snapshot,
                    coalesce((SELECT array_agg(entry ORDER BY seq) FROM game_entry WHERE game = id), '{}') AS entries
                 FROM game WHERE id = $1",
            )
            .bind(game)
            .fetch_optional(&self.pool)
            .await?;
            let Some(row) = row else { return Ok(None) };
            Ok(Some(Stored {
                settings: row.try_get("settings")?,
                head: row.try_get("head")?,
                snapshot: row.try_get("snapshot")?,
                entries: row.try_get("entries")?,
            }))
        })
    }

    fn append<'a>(&'a self, game: &'a str, term: Term, upon: i64, batch: Batch) -> Answer<'a, Appended> {
        Box::pin(async move {
            let mut transaction = self.pool.begin().await?;
            let appended = append(&mut transaction, game, term, upon, &batch).await?;
            if appended == Appended::Stored {
                say(&mut transaction, &format!("changed {game} {} {}", self.holder, term.0)).await?;
                transaction.commit().await?;
            }
            Ok(appended)
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
                "SELECT seq, item FROM game_told WHERE game = $1 AND seat = $2 AND seq > $3 ORDER BY seq LIMIT $4",
            )
            .bind(game)
            .bind(seat.as_str())
            .bind(since)
            .bind(most)
            .fetch_all(&self.pool)
            .await?;
            Ok(rows
                .iter()
                .map(|row| Ok((row.try_get("seq")?, row.try_get("item")?)))
                .collect::<Result<_, sqlx::Error>>()?)
        })
    }

    fn link<'a>(&'a self, hash: &'a LinkHash) -> Answer<'a, Option<(String, SeatId)>> {
        Box::pin(async move {
            let rows = sqlx::query("SELECT game, seat, hash FROM game_link WHERE head = $1")
                .bind(hash.head())
                .fetch_all(&self.pool)
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
            let rows = sqlx::query(
                "SELECT id FROM game WHERE due <= $1 AND (holder IS NULL OR holder = $2 OR until < now()) ORDER BY due LIMIT 100",
            )
            .bind(now)
            .bind(&self.holder)
            .fetch_all(&self.pool)
            .await?;
            Ok(rows.iter().map(|row| row.try_get("id")).collect::<Result<_, _>>()?)
        })
    }

    fn sweep(&self, before: i64) -> Answer<'_, u64> {
        Box::pin(async move {
            sqlx::query("DELETE FROM game_asked WHERE at < now() - interval '10 minutes'")
                .execute(&self.pool)
                .await?;
            let swept =
                sqlx::query("DELETE FROM game WHERE changed < $1").bind(before).execute(&self.pool).await?;
            Ok(swept.rows_affected())
        })
    }

    fn counts(&self) -> Answer<'_, Counts> {
        Box::pin(async move {
            let row = sqlx::query("SELECT count(*) AS games, count(*) FILTER (WHERE over) AS over FROM game")
                .fetch_one(&self.pool)
                .await?;
            Ok(Counts { games: row.try_get("games")?, over: row.try_get("over")? })
        })
    }

    fn lease<'a>(&'a self, game: &'a str) -> Answer<'a, Lease> {
        Box::pin(async move {
            // Our own lease is also taken again, with a new term: the game was just woken.
            let taken = sqlx::query(
                "UPDATE game SET holder = $1, term = term + 1, until = now() + make_interval(secs => $2)
                 WHERE id = $3 AND (holder IS NULL OR holder = $1 OR until < now()) RETURNING term",
            )
            .bind(&self.holder)
            .bind(LEASE.as_secs_f64())
            .bind(game)
            .fetch_optional(&self.pool)
            .await?;
            if let Some(row) = taken {
                return Ok(Lease::Ours(Term(row.try_get("term")?)));
            }
            let found =
                sqlx::query("SELECT 1 FROM game WHERE id = $1").bind(game).fetch_optional(&self.pool).await?;
            Ok(if found.is_some() { Lease::Theirs } else { Lease::NoGame })
        })
    }

    fn release<'a>(&'a self, game: &'a str, term: Term) -> Answer<'a, ()> {
        Box::pin(async move {
            sqlx::query(
                "UPDATE game SET holder = NULL, until = NULL WHERE id = $1 AND holder = $2 AND term = $3",
            )
            .bind(game)
            .bind(&self.holder)
            .bind(term.0)
            .execute(&self.pool)
            .await?;
            Ok(())
        })
    }

    fn renew(&self) -> Answer<'_, Option<HashSet<String>>> {
        Box::pin(async move {
            let held = sqlx::query(
                "UPDATE game SET until = now() + make_interval(secs => $1) WHERE holder = $2 RETURNING id",
            )
            .bind(LEASE.as_secs_f64())
            .bind(&self.holder)
            .fetch_all(&self.pool)
            .await?;
            Ok(Some(held.iter().map(|row| row.try_get("id")).collect::<Result<_, _>>()?))
        })
    }

    fn shared(&self) -> bool {
        true
    }

    fn ask<'a>(&'a self, game: &'a str, asked: String) -> Answer<'a, i64> {
        Box::pin(async move {
            let mut transaction = self.pool.begin().await?;
            let row = sqlx::query("INSERT INTO game_asked (game, asked) VALUES ($1, $2) RETURNING id")
                .bind(game)
                .bind(asked)
                .fetch_one(&mut *transaction)
                .await?;
            say(&mut transaction, &format!("asked {game}")).await?;
            transaction.commit().await?;
            Ok(row.try_get("id")?)
        })
    }

    fn asked<'a>(&'a self, game: &'a str) -> Answer<'a, Vec<(i64, String)>> {
        Box::pin(async move {
            let rows = sqlx::query(
                "SELECT id, asked FROM game_asked WHERE game = $1 AND answer IS NULL ORDER BY id",
            )
            .bind(game)
            .fetch_all(&self.pool)
            .await?;
            Ok(rows
                .iter()
                .map(|row| Ok((row.try_get("id")?, row.try_get("asked")?)))
                .collect::<Result<_, sqlx::Error>>()?)
        })
    }

    fn answer(&self, question: i64, answer: String) -> Answer<'_, ()> {
        Box::pin(async move {
            let mut transaction = self.pool.begin().await?;
            sqlx::query("UPDATE game_asked SET answer = $1 WHERE id = $2")
                .bind(answer)
                .bind(question)
                .execute(&mut *transaction)
                .await?;
            say(&mut transaction, &format!("answered {question}")).await?;
            Ok(transaction.commit().await?)
        })
    }

    fn answered(&self, question: i64) -> Answer<'_, Option<String>> {
        Box::pin(async move {
            let row =
                sqlx::query("DELETE FROM game_asked WHERE id = $1 AND answer IS NOT NULL RETURNING answer")
                    .bind(question)
                    .fetch_optional(&self.pool)
                    .await?;
            Ok(row.map(|row| row.try_get("answer")).transpose()?)
        })
    }

    fn withdraw(&self, question: i64) -> Answer<'_, Option<String>> {
        Box::pin(async move {
            let row = sqlx::query("DELETE FROM game_asked WHERE id = $1 RETURNING answer")
                .bind(question)
                .fetch_optional(&self.pool)
                .await?;
            Ok(row.map(|row| row.try_get("answer")).transpose()?.flatten())
        })
    }

    fn listen(&self, said: mpsc::Sender<Said>) -> Answer<'_, ()> {
        Box::pin(async move {
            let mut listener = PgListener::connect_with(&self.pool).await?;
            listener.listen(CHANNEL).await?;
            let own = self.holder.clone();
            tokio::spawn(async move {
                loop {
                    let next = match listener.try_recv().await {
                        Ok(Some(said)) => heard(said.payload(), &own),
                        // The connection was lost. Something may have been said meanwhile.
                        Ok(None) => Some(Said::Missed),
                        Err(_) => {
                            tokio::time::sleep(Duration::from_millis(250)).await;
                            Some(Said::Missed)
                        }
                    };
                    if let Some(next) = next
                        && said.send(next).await.is_err()
                    {
                        return;
                    }
                }
            });
            Ok(())
        })
    }

    fn ready(&self) -> Answer<'_, ()> {
        Box::pin(async {
            sqlx::query("SELECT 1").execute(&self.pool).await?;
            Ok(())
        })
    }

    /// Gives all leases back, so that other processes need not wait for them to end.
    fn close(&self) -> Answer<'_, ()> {
        Box::pin(async {
            sqlx::query("UPDATE game SET holder = NULL, until = NULL WHERE holder = $1")
                .bind(&self.holder)
                .execute(&self.pool)
                .await?;
            self.pool.close().await;
            Ok(())
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// What is said is read; nonsense is passed over.
    #[test]
    fn what_is_said_is_read() {
        let changed = Said::Changed { game: "abc".into(), term: Term(4) };
        assert_eq!(heard("changed abc other 4", "own"), Some(changed));
        assert_eq!(heard("changed abc own 4", "own"), None);
        assert_eq!(heard("asked abc", "own"), Some(Said::Asked("abc".into())));
        assert_eq!(heard("answered 7", "own"), Some(Said::Answered(7)));
        for nonsense in ["", "changed", "changed abc other", "changed abc other x", "answered x", "sang la"] {
            assert_eq!(heard(nonsense, "own"), None, "{nonsense}");
        }
    }
}
