//! Several servers on one PostgreSQL: whoever asks whichever of them plays the same game. Says plainly when PostgreSQL is missing.

use krigsspil_server::Settings;
use krigsspil_strain::postgres::Postgres;
use serde_json::json;

mod table;
use table::Server;

fn ready(key: &str) -> serde_json::Value {
    json!({"key": key, "action": {"do": "ready"}})
}

/// Blue plays at one server and red at another; what one does arrives at the other's socket, and a key counts at both. When the first stops, the
/// second goes on with the game, and nothing is lost.
#[tokio::test(flavor = "multi_thread")]
async fn two_servers_serve_one_game() {
    let Some(postgres) = Postgres::start() else { return };
    let settings = Settings { database: Some(postgres.address()), ..Settings::default() };
    let (first, second) = (Server::start(settings.clone()).await, Server::start(settings).await);
    let made = first.game(json!({"scenario": "meeting"})).await;
    let blue = first.http(&made.token("blue"));
    let red_there = second.http(&made.token("red"));
    assert_eq!(blue.post("/api/game/act", &ready("b1")).await.0, 200);
    let mut red = second.socket(&made.token("red"), Some(0)).await;
    red.until("state").await;
    let (status, done) = red_there.post("/api/game/act", &ready("r1")).await;
    assert_eq!(status, 200, "{done}");
    assert_eq!(first.http(&made.token("red")).post("/api/game/act", &ready("r1")).await.1["repeated"], true);
    loop {
        if red.until("state").await.pop().unwrap()["state"]["table"]["turn"] == 2 {
            break;
        }
    }
    assert_eq!(blue.get("/api/game").await.1, second.http(&made.token("blue")).get("/api/game").await.1);
    let refused = red_there.post("/api/game/act", &json!({"key": "r2", "action": {"do": "dance"}})).await;
    assert_eq!((refused.0, &refused.1["field"]), (422, &json!("do")));
    let before = (blue.items().await, red_there.items().await);
    first.stop().await;
    let blue = second.http(&made.token("blue"));
    assert_eq!((blue.items().await, red_there.items().await), before);
    assert_eq!(blue.post("/api/game/act", &ready("b1")).await.1["repeated"], true);
    assert_eq!(blue.post("/api/game/act", &ready("b2")).await.0, 200);
    assert_eq!(red_there.post("/api/game/act", &ready("r2")).await.0, 200);
    assert_eq!(blue.get("/api/game").await.1["table"]["turn"], 3);
    second.stop().await;
}

/// PostgreSQL itself is ended under the server: what could not be stored is not acknowledged, and with the same key it is done afterwards, once.
#[tokio::test(flavor = "multi_thread")]
async fn a_database_that_is_restarted_loses_nothing() {
    let Some(postgres) = Postgres::start() else { return };
    let server = Server::start(Settings { database: Some(postgres.address()), ..Settings::default() }).await;
    let made = server.game(json!({"scenario": "meeting"})).await;
    let blue = server.http(&made.token("blue"));
    assert_eq!(blue.post("/api/game/act", &ready("1")).await.0, 200);
    postgres.crash_and_start().unwrap();
    let order = json!({"key": "2", "to": "all", "text": "still there?"});
    while blue.post("/api/game/chat", &order).await.0 != 200 {}
    assert_eq!(blue.post("/api/game/act", &ready("1")).await.1["repeated"], true);
    let said = blue.items().await.into_iter().filter(|item| item["type"] == "said").count();
    assert_eq!(said, 1);
    server.stop().await;
}
