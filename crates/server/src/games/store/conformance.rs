//! What every store must do, done to each.

use std::collections::HashSet;
use std::sync::Arc;

use krigsspil_engine::battle::SeatId;
use sqlx::Row;

use super::{
    Appended, Batch, Lease, NewGame, PostgresStore, Said, SqliteStore, Store, StoreFault, Stored, Term,
};
use crate::games::links::{LinkHash, Token};

fn batch(entries: &[&str], told: &[(&str, i64)]) -> Batch {
    Batch {
        at: 1000,
        entries: entries.iter().map(ToString::to_string).collect(),
        told: told.iter().map(|(seat, seq)| (SeatId::from(*seat), *seq, format!("{seat} {seq}"))).collect(),
        head: format!("head after {entries:?}"),
        ..Batch::default()
    }
}

fn new_game(id: &str, links: Vec<(SeatId, LinkHash)>) -> NewGame {
    NewGame { id: id.into(), settings: "settings".into(), links, batch: batch(&["made"], &[("blue", 1)]) }
}

async fn term_of(store: &dyn Store, game: &str) -> Term {
    match store.lease(game).await.unwrap() {
        Lease::Ours(term) => term,
        other => panic!("{other:?}"),
    }
}

/// What is appended is there, in order, once; a writer that is behind stores nothing at all.
async fn appends(store: &dyn Store, game: &str) {
    store.create(new_game(game, Vec::new())).await.unwrap();
    let term = term_of(store, game).await;
    let told = [("blue", 2), ("red", 1)];
    assert_eq!(store.append(game, term, 1, batch(&["a", "b"], &told)).await.unwrap(), Appended::Stored);
    let behind = batch(&["x"], &[("blue", 3)]);
    assert_eq!(store.append(game, term, 1, behind.clone()).await.unwrap(), Appended::Behind);
    assert_eq!(store.append(game, term, 4, behind.clone()).await.unwrap(), Appended::Behind);
    assert_eq!(store.append("nowhere", term, 0, behind).await.unwrap(), Appended::Behind);
    let stored = store.load(game).await.unwrap().unwrap();
    let entries = vec!["made".to_string(), "a".into(), "b".into()];
    let head = "head after [\"a\", \"b\"]".to_string();
    assert_eq!(stored, Stored { settings: "settings".into(), head, snapshot: None, entries });
    let blue = store.told(game, &"blue".into(), 0, 10).await.unwrap();
    assert_eq!(blue, [(1, "blue 1".to_string()), (2, "blue 2".to_string())]);
    assert_eq!(store.told(game, &"blue".into(), 1, 10).await.unwrap().len(), 1);
    assert_eq!(store.told(game, &"blue".into(), 0, 1).await.unwrap().len(), 1);
    assert_eq!(store.told(game, &"red".into(), 1, 10).await.unwrap(), []);
    assert_eq!(store.load("nowhere").await.unwrap(), None);
}

/// A snapshot stays until a newer one comes.
async fn keeps_snapshots(store: &dyn Store, game: &str) {
    store.create(new_game(game, Vec::new())).await.unwrap();
    let term = term_of(store, game).await;
    let with = Batch { snapshot: Some("turn 1".into()), ..batch(&["a"], &[]) };
    store.append(game, term, 1, with).await.unwrap();
    store.append(game, term, 2, batch(&["b"], &[])).await.unwrap();
    assert_eq!(store.load(game).await.unwrap().unwrap().snapshot.as_deref(), Some("turn 1"));
}

/// A link opens its seat until it is replaced or revoked, and that is stored together with the entries or not at all.
async fn keeps_links(store: &dyn Store, game: &str) {
    let [first, second, third] = [0, 1, 2].map(|_| Token::new().unwrap().hash());
    let blue = SeatId::from("blue");
    store.create(new_game(game, vec![(blue.clone(), first)])).await.unwrap();
    let term = term_of(store, game).await;
    assert_eq!(store.link(&first).await.unwrap(), Some((game.to_string(), blue.clone())));
    assert_eq!(store.link(&second).await.unwrap(), None);
    let change = |hash| Batch { links: vec![(blue.clone(), hash)], ..batch(&["link"], &[]) };
    assert_eq!(store.append(game, term, 7, change(Some(third))).await.unwrap(), Appended::Behind);
    assert!(store.link(&third).await.unwrap().is_none() && store.link(&first).await.unwrap().is_some());
    store.append(game, term, 1, change(Some(second))).await.unwrap();
    assert!(store.link(&first).await.unwrap().is_none() && store.link(&second).await.unwrap().is_some());
    store.append(game, term, 2, change(None)).await.unwrap();
    assert_eq!(store.link(&second).await.unwrap(), None);
}

/// What is due is found when it is; what is old is swept away with everything of it, and the rest stays.
async fn keeps_time(store: &dyn Store, game: &str) {
    store.create(new_game(game, Vec::new())).await.unwrap();
    let term = term_of(store, game).await;
    store.append(game, term, 1, Batch { due: Some(5000), ..batch(&["a"], &[]) }).await.unwrap();
    assert!(!store.due(4999).await.unwrap().contains(&game.to_string()));
    assert!(store.due(5000).await.unwrap().contains(&game.to_string()));
    let before = store.counts().await.unwrap();
    store.append(game, term, 2, Batch { over: true, ..batch(&["b"], &[]) }).await.unwrap();
    assert!(!store.due(9000).await.unwrap().contains(&game.to_string()));
    let after = store.counts().await.unwrap();
    assert_eq!((after.games, after.over), (before.games, before.over + 1));
    assert_eq!(store.sweep(1000).await.unwrap(), 0);
    assert_eq!(store.sweep(1001).await.unwrap(), after.games as u64);
    assert_eq!(store.load(game).await.unwrap(), None);
    assert_eq!(store.told(game, &"blue".into(), 0, 10).await.unwrap(), []);
    assert_eq!(store.lease(game).await.unwrap(), Lease::NoGame);
}

/// Everything a store must do.
pub(super) async fn conforms(store: &dyn Store) {
    store.ready().await.unwrap();
    appends(store, "appends").await;
    keeps_snapshots(store, "snapshots").await;
    keeps_links(store, "links").await;
    keeps_time(store, "time").await;
}

/// SQLite does it in memory and in a file, and has it all when the file is opened again.
#[tokio::test]
async fn sqlite_conforms() {
    conforms(&SqliteStore::open(None).await.unwrap()).await;
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("games.sqlite");
    let store = SqliteStore::open(Some(&file)).await.unwrap();
    conforms(&store).await;
    store.create(new_game("again", Vec::new())).await.unwrap();
    store.close().await.unwrap();
    let again = SqliteStore::open(Some(&file)).await.unwrap();
    assert_eq!(again.load("again").await.unwrap().unwrap().entries, ["made"]);
}

/// PostgreSQL does the same.
#[tokio::test]
async fn postgres_conforms() {
    let Some(postgres) = krigsspil_strain::postgres::Postgres::start() else { return };
    conforms(&PostgresStore::open(&postgres.address()).await.unwrap()).await;
    // Opened again it has its tables already.
    PostgresStore::open(&postgres.address()).await.unwrap().ready().await.unwrap();
}

/// A game has one writer. One whose lease has ended is taken over, and what he stores after that is void; who closes gives his games back.
#[tokio::test]
async fn a_dead_writer_is_taken_over() {
    let Some(postgres) = krigsspil_strain::postgres::Postgres::start() else { return };
    let (first, second) = (
        PostgresStore::open(&postgres.address()).await.unwrap(),
        PostgresStore::open(&postgres.address()).await.unwrap(),
    );
    first.create(new_game("one", Vec::new())).await.unwrap();
    let old = term_of(&first, "one").await;
    assert_eq!(second.lease("one").await.unwrap(), Lease::Theirs);
    first.append("one", old, 1, Batch { due: Some(1), ..batch(&["a"], &[]) }).await.unwrap();
    assert!(second.due(9000).await.unwrap().is_empty(), "its writer looks after it");
    let end = "UPDATE game SET until = now() - interval '1 second'";
    sqlx::query(end).execute(&first.pool()).await.unwrap();
    assert_eq!(second.due(9000).await.unwrap(), ["one"], "nobody looks after it");
    let new = term_of(&second, "one").await;
    assert_eq!(first.append("one", old, 2, batch(&["late"], &[])).await.unwrap(), Appended::Behind);
    assert_eq!(second.append("one", new, 2, batch(&["b"], &[])).await.unwrap(), Appended::Stored);
    assert_eq!(
        first.renew().await.unwrap(),
        Some(HashSet::new()),
        "the old writer hears that it is overtaken"
    );
    assert_eq!(second.renew().await.unwrap(), Some(HashSet::from(["one".to_string()])));
    first.release("one", old).await.unwrap();
    assert_eq!(first.lease("one").await.unwrap(), Lease::Theirs, "an old writer gives nothing back");
    second.close().await.unwrap();
    assert!(matches!(first.lease("one").await.unwrap(), Lease::Ours(_)));
}

/// Processes hear each other: changes, questions and answers, each question answered once.
#[tokio::test]
async fn processes_hear_each_other() {
    let Some(postgres) = krigsspil_strain::postgres::Postgres::start() else { return };
    let writer = PostgresStore::open(&postgres.address()).await.unwrap();
    let other = PostgresStore::open(&postgres.address()).await.unwrap();
    let (said, mut heard) = tokio::sync::mpsc::channel(16);
    other.listen(said).await.unwrap();
    writer.create(new_game("one", Vec::new())).await.unwrap();
    let term = term_of(&writer, "one").await;
    writer.append("one", term, 1, batch(&["a"], &[])).await.unwrap();
    assert_eq!(heard.recv().await, Some(Said::Changed { game: "one".into(), term }));
    let number = other.ask("one", "a question".into()).await.unwrap();
    assert_eq!(heard.recv().await, Some(Said::Asked("one".into())));
    assert_eq!(other.answered(number).await.unwrap(), None);
    assert_eq!(writer.asked("one").await.unwrap(), [(number, "a question".to_string())]);
    writer.answer(number, "an answer".into()).await.unwrap();
    assert_eq!(heard.recv().await, Some(Said::Answered(number)));
    assert_eq!(writer.asked("one").await.unwrap(), []);
    assert_eq!(other.answered(number).await.unwrap().as_deref(), Some("an answer"));
    assert_eq!(other.answered(number).await.unwrap(), None);
    let late = other.ask("one", "another question".into()).await.unwrap();
    assert_eq!(other.withdraw(late).await.unwrap(), None);
    assert_eq!(writer.asked("one").await.unwrap(), [], "a question that was taken back is not answered");
    let just = other.ask("one", "a third question".into()).await.unwrap();
    writer.answer(just, "just in time".into()).await.unwrap();
    assert_eq!(other.withdraw(just).await.unwrap().as_deref(), Some("just in time"));
}

/// A program of today opens a store that had only rosters, and the rosters are still there.
#[tokio::test]
async fn an_older_store_is_opened() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("games.sqlite");
    let store = SqliteStore::open(Some(&file)).await.unwrap();
    let pool = store.pool();
    sqlx::query("INSERT INTO shared_roster (code, document, revision) VALUES ('abc', '{}', 1)")
        .execute(&pool)
        .await
        .unwrap();
    for table in ["game_link", "game_told", "game_entry", "game", "roster_event", "roster"] {
        sqlx::query(&format!("DROP TABLE {table}")).execute(&pool).await.unwrap();
    }
    sqlx::query("DELETE FROM _sqlx_migrations WHERE version > 1").execute(&pool).await.unwrap();
    store.close().await.unwrap();
    let newer = SqliteStore::open(Some(&file)).await.unwrap();
    newer.create(new_game("new", Vec::new())).await.unwrap();
    let rosters = crate::SharedRosters::Sqlite(newer.pool());
    rosters.create(["u", "b", "r"], "borgerkrig", 1).await.unwrap();
    assert_eq!(rosters.find("u").await.unwrap().unwrap().events, 0);
    let old =
        sqlx::query("SELECT revision FROM shared_roster WHERE code = 'abc'").fetch_one(&newer.pool()).await;
    assert!(old.is_ok(), "an old roster is kept");
}

/// A full disk is told as that, nothing is stored, and it goes on when there is room.
#[tokio::test]
async fn a_full_disk_is_told() {
    let folder = tempfile::tempdir().unwrap();
    let store = SqliteStore::open(Some(&folder.path().join("games.sqlite"))).await.unwrap();
    store.create(new_game("full", Vec::new())).await.unwrap();
    store.fill().await;
    let large = "x".repeat(100_000);
    let fault = store.append("full", Term(0), 1, batch(&[&large], &[])).await.unwrap_err();
    assert!(matches!(fault, StoreFault::Full(_)), "{fault}");
    assert_eq!(store.load("full").await.unwrap().unwrap().entries, ["made"]);
    store.make_room().await;
    assert_eq!(store.append("full", Term(0), 1, batch(&[&large], &[])).await.unwrap(), Appended::Stored);
}

/// Many write at the same time; each is stored whole and in its own order.
#[tokio::test]
async fn many_write_at_once() {
    let store = Arc::new(SqliteStore::open(None).await.unwrap());
    let mut tasks = tokio::task::JoinSet::new();
    for number in 0..40 {
        let store = store.clone();
        tasks.spawn(async move {
            let game = format!("game {number}");
            store.create(new_game(&game, Vec::new())).await.unwrap();
            for upon in 1..=10 {
                let entry = format!("{upon}");
                let appended = store.append(&game, Term(0), upon, batch(&[&entry], &[])).await.unwrap();
                assert_eq!(appended, Appended::Stored);
            }
            store.load(&game).await.unwrap().unwrap().entries.len()
        });
    }
    while let Some(entries) = tasks.join_next().await {
        assert_eq!(entries.unwrap(), 11);
    }
}

/// However much is written without a pause, the log of writes does not grow without end, and the file has everything in the end.
#[tokio::test(flavor = "multi_thread")]
async fn the_log_is_copied_back() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("games.sqlite");
    let store = SqliteStore::open(Some(&file)).await.unwrap();
    store.create(new_game("long", Vec::new())).await.unwrap();
    let (log, snapshot) = (folder.path().join("games.sqlite-wal"), "x".repeat(1_000_000));
    let (mut longest, mut written) = (0, 0);
    // Until the log has begun again from the front: then it is shorter than what was written.
    for upon in 1.. {
        let with = Batch { snapshot: Some(snapshot.clone()), ..batch(&["turn"], &[]) };
        assert_eq!(store.append("long", Term(0), upon, with).await.unwrap(), Appended::Stored);
        written += snapshot.len() as u64;
        longest = std::fs::metadata(&log).unwrap().len();
        if written > longest + 30_000_000 {
            break;
        }
        assert!(written < 2_000_000_000, "the log grows with everything that is written: {longest}");
    }
    assert!(longest > 0);
    store.close().await.unwrap();
    assert!(!log.exists(), "a store that is closed has no log");
    let opened = SqliteStore::open(Some(&file)).await.unwrap();
    assert_eq!(opened.load("long").await.unwrap().unwrap().snapshot, Some(snapshot));
}

/// A copy made while the store is written to can be opened, and has what was there.
#[tokio::test]
async fn it_is_copied_while_it_runs() {
    let folder = tempfile::tempdir().unwrap();
    let (file, copy) = (folder.path().join("games.sqlite"), folder.path().join("copy.sqlite"));
    let store = SqliteStore::open(Some(&file)).await.unwrap();
    store.create(new_game("one", Vec::new())).await.unwrap();
    assert!(store.backup(&copy).await.unwrap());
    store.append("one", Term(0), 1, batch(&["later"], &[])).await.unwrap();
    let restored = SqliteStore::open(Some(&copy)).await.unwrap();
    assert_eq!(restored.load("one").await.unwrap().unwrap().entries, ["made"]);
}

/// A copy is made of a store as it is, even of one that an older program has made and nobody serves: its tables are not brought up to date. Nobody but
/// their owner can read a store and its copies, and a copy is not written over anything.
#[tokio::test]
async fn a_copy_changes_nothing() {
    let folder = tempfile::tempdir().unwrap();
    let [file, copy] = ["games.sqlite", "copy.sqlite"].map(|name| folder.path().join(name));
    let opened = |file: &std::path::Path| {
        let options = sqlx::sqlite::SqliteConnectOptions::new().filename(file).create_if_missing(true);
        sqlx::SqlitePool::connect_with(options.journal_mode(sqlx::sqlite::SqliteJournalMode::Wal))
    };
    let older = opened(&file).await.unwrap();
    sqlx::query("CREATE TABLE older (what TEXT)").execute(&older).await.unwrap();
    older.close().await;
    SqliteStore::copy(&file, &copy).await.unwrap();
    for store in [&file, &copy] {
        let store = opened(store).await.unwrap();
        let tables = sqlx::query("SELECT name FROM sqlite_master").fetch_all(&store).await.unwrap();
        assert_eq!(tables.iter().map(|row| row.get::<String, _>(0)).collect::<Vec<_>>(), ["older"]);
        store.close().await;
    }
    assert!(SqliteStore::copy(&file, &copy).await.is_err(), "it is written over another");
    assert!(SqliteStore::copy(&folder.path().join("nothing"), &folder.path().join("new")).await.is_err());
    assert!(!folder.path().join("new").exists());
    #[cfg(unix)]
    {
        let new = folder.path().join("new.sqlite");
        let store = SqliteStore::open(Some(&new)).await.unwrap();
        store.create(new_game("one", Vec::new())).await.unwrap();
        for private in [&copy, &new, &folder.path().join("new.sqlite-wal")] {
            let rights =
                std::os::unix::fs::PermissionsExt::mode(&std::fs::metadata(private).unwrap().permissions());
            assert_eq!(rights & 0o077, 0, "{} can be read by others", private.display());
        }
    }
}
