//! Games on a store, without a network: what is in memory while they are awake and after they are put away, and a disk that is full.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::time::Duration;

use krigsspil_engine::Language;
use krigsspil_engine::battle::SeatId;
use serde_json::{Value, json};

use super::live::Watcher;
use super::store::SqliteStore;
use super::wire::{Ask, Problem};
use super::{Games, Sits};
use crate::{Library, Settings};

/// Games on a store in memory.
struct Served {
    games: Arc<Games>,
    store: Arc<SqliteStore>,
    library: Arc<Library>,
}

impl Served {
    async fn new(idle: Duration) -> Served {
        let store = Arc::new(SqliteStore::open(None).await.unwrap());
        let library = Arc::new(Library::open().unwrap());
        let settings = Settings { idle, ..Settings::default() };
        let games = Games::open(store.clone(), library.clone(), &settings).await.unwrap();
        Served { games, store, library }
    }

    /// A new game, and blue's link.
    async fn game(&self) -> Sits {
        let asked = serde_json::from_value(json!({"scenario": "meeting"})).unwrap();
        let made = self.games.make(asked, Language::English).await.unwrap();
        let made = serde_json::to_value(made).unwrap();
        let link = made["links"].as_array().unwrap().iter().find(|link| link["seat"] == "blue").unwrap();
        self.games.sit(link["token"].as_str(), Language::English).await.unwrap()
    }

    async fn ask(&self, sits: &Sits, ask: Ask) -> Result<Value, Problem> {
        let answer = self.games.ask(&sits.game, &sits.seat, ask, Language::English).await;
        answer.map(|answer| serde_json::from_str(&answer).unwrap())
    }
}

fn said(number: usize) -> Ask {
    Ask::Chat { key: number.to_string(), to: "all".into(), text: "x".repeat(2000) }
}

/// A game that is put away leaves nothing of itself in memory: not its table, which has a part in the library, and no states and items, even while
/// somebody watches it. Its rules are read once for all games.
#[tokio::test(flavor = "multi_thread")]
async fn a_game_that_is_put_away_leaves_nothing() {
    let served = Served::new(Duration::from_millis(300)).await;
    let before = Arc::strong_count(&served.library);
    let sits = served.game().await;
    assert!(Arc::ptr_eq(
        &served.library.maker("borgerkrig").unwrap(),
        &served.library.maker("borgerkrig").unwrap()
    ));
    let watcher = Watcher::new(served.games.live(&sits.game), sits.seat.clone());
    served.ask(&sits, said(1)).await.unwrap();
    let state = served.games.state(watcher.live(), &sits, 0).await.unwrap();
    assert!(state.contains("\"view\""));
    assert!(watcher.live().held() > 1, "a watched game that is awake has its last items and states at hand");
    assert_eq!(served.games.awake_now().len(), 1);
    assert_eq!(Arc::strong_count(&served.library), before + 1);
    while !served.games.awake_now().is_empty() || Arc::strong_count(&served.library) > before {
        tokio::time::sleep(Duration::from_millis(10)).await;
    }
    assert_eq!(watcher.live().held(), 0);
    let again = served.games.state(watcher.live(), &sits, 0).await.unwrap();
    assert_eq!(state, again, "nobody notices");
    served.games.close().await;
}

/// Whoever has read an item from the store is not shown a state from before it, even when the watchers have not yet been told of the change.
#[tokio::test(flavor = "multi_thread")]
async fn no_state_is_older_than_the_last_item() {
    let served = Served::new(Duration::from_secs(60)).await;
    let sits = served.game().await;
    let watcher = Watcher::new(served.games.live(&sits.game), sits.seat.clone());
    let live = watcher.live();
    let old = served.games.state(live, &sits, 0).await.unwrap();
    served.ask(&sits, said(1)).await.unwrap();
    // As it is between storing and telling.
    live.keep(&sits.seat, live.version(), &old);
    assert_eq!(served.games.state(live, &sits, 1).await.unwrap(), old);
    let new = served.games.state(live, &sits, 2).await.unwrap();
    assert_eq!((super::frames::seq_of(&old), super::frames::seq_of(&new)), (1, 2));
    assert_eq!(served.games.state(live, &sits, 0).await.unwrap(), new, "the newer one is kept");
    served.games.close().await;
}

/// However much is worked out that can wait, whoever asks something is answered meanwhile.
#[tokio::test(flavor = "multi_thread")]
async fn what_can_wait_holds_nobody_up() {
    let served = Served::new(Duration::from_secs(60)).await;
    let sits = served.game().await;
    let enough = Arc::new(AtomicBool::new(false));
    let later = |_| {
        let (games, enough) = (served.games.clone(), enough.clone());
        tokio::spawn(async move {
            games
                .compute_later(move || {
                    while !enough.load(Relaxed) {
                        std::thread::sleep(Duration::from_millis(1))
                    }
                })
                .await
        })
    };
    let waiting: Vec<_> = (0..64).map(later).collect();
    tokio::time::sleep(Duration::from_millis(100)).await;
    let answered = tokio::time::timeout(Duration::from_secs(20), served.ask(&sits, said(1))).await;
    enough.store(true, Relaxed);
    for task in waiting {
        assert!(task.await.unwrap().is_some(), "what can wait is done in the end");
    }
    answered.expect("it waits for what can wait").unwrap();
    served.games.close().await;
}

/// The disk is full: whoever acts is told so, nothing is acknowledged that is not stored, and nobody is told of it. When there is room again, the same
/// keys are done once, and a new game can be made.
#[tokio::test(flavor = "multi_thread")]
async fn a_full_disk_acknowledges_nothing() {
    let served = Served::new(Duration::from_secs(60)).await;
    let sits = served.game().await;
    served.store.fill().await;
    let mut acknowledged = 0;
    let problem = loop {
        match served.ask(&sits, said(acknowledged + 1)).await {
            Ok(_) => acknowledged += 1,
            Err(problem) => break problem,
        }
        assert!(acknowledged < 1000, "it is never full");
    };
    assert_eq!((problem.status, problem.code.as_str()), (507, "store_full"));
    let again = served.ask(&sits, said(acknowledged + 1)).await.unwrap_err();
    assert_eq!(again.status, 507);
    let asked = || serde_json::from_value(json!({"scenario": "meeting"})).unwrap();
    let unmade = served.games.make(asked(), Language::English).await.unwrap_err();
    assert_eq!(unmade.status, 507);
    let told = async |seat: &str| {
        let items = served.games.told_before(&sits.game, &SeatId::from(seat), 0).await.unwrap();
        items.iter().filter(|(_, item)| item.contains("\"said\"")).count()
    };
    assert_eq!((told("blue").await, told("red").await), (acknowledged, acknowledged));
    served.store.make_room().await;
    for number in 1..=acknowledged + 1 {
        let done = served.ask(&sits, said(number)).await.unwrap();
        assert_eq!(done["repeated"], json!(number <= acknowledged), "{number}");
    }
    assert_eq!((told("blue").await, told("red").await), (acknowledged + 1, acknowledged + 1));
    served.games.make(asked(), Language::English).await.unwrap();
    served.games.close().await;
}
