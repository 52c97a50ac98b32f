//! Games over HTTP and the socket, as two programs that play against each other see them, and as bad guests do.

use std::time::Duration;

use futures_util::SinkExt;
use krigsspil_server::Settings;
use serde_json::{Value, json};
use tokio_tungstenite::connect_async;
use tokio_tungstenite::tungstenite::Message;
use tokio_tungstenite::tungstenite::client::IntoClientRequest;

mod table;
use table::{Server, Socket};

fn meeting() -> Value {
    json!({"scenario": "meeting"})
}

fn ready() -> Value {
    json!({"do": "ready"})
}

/// Two programs that know nothing but the API play a whole battle over HTTP: each answers what it is asked with a sample or the default, until the
/// battle is over. Then the replay is open, and proves its dice.
#[tokio::test(flavor = "multi_thread")]
async fn two_programs_play_a_battle_over_http() {
    let server = Server::start(Settings::default()).await;
    let made = server.game(json!({"scenario": "meeting", "rules": "borgerkrig"})).await;
    let players = ["blue", "red"].map(|seat| server.http(&made.token(seat)));
    assert_eq!(server.http("").get(&format!("/api/replays/{}", made.game())).await.0, 404);
    let mut key = 0;
    'battle: loop {
        for player in &players {
            let (status, state) = player.get("/api/game").await;
            assert_eq!(status, 200);
            if !state["table"]["ending"].is_null() {
                break 'battle;
            }
            for prompt in state["prompts"].as_array().unwrap() {
                key += 1;
                let asked = json!({"key": key.to_string(), "action": prompt["default"]});
                let (status, done) = player.post("/api/game/act", &asked).await;
                assert!(status == 200 || done["code"] == "over", "{done}");
            }
        }
    }
    let (status, save) = server.http("").get(&format!("/api/replays/{}", made.game())).await;
    assert_eq!((status, &save["proof"]["hash"]), (200, &made.0["dice_hash"]));
    let items = players[0].items().await;
    assert_eq!(items.last().unwrap()["type"], "over");
    let (status, view) =
        server.http("").get(&format!("/api/replays/{}/view?seat=red&after=5", made.game())).await;
    assert_eq!((status, &view["seat"]), (200, &json!("red")));
    let (status, told) = server.http("").get(&format!("/api/replays/{}/items?seat=red", made.game())).await;
    assert_eq!((status, &told["items"][0]["type"]), (200, &json!("begun")));
    server.stop().await;
}

/// A socket gets every item once and in order, however often it is lost: what it has after coming back is what the store has.
#[tokio::test(flavor = "multi_thread")]
async fn a_lost_connection_loses_nothing() {
    let server = Server::start(Settings::default()).await;
    let made = server.game(json!({"scenario": "meeting", "seats": {"red": "staff:random"}})).await;
    let token = made.token("blue");
    let blue = server.http(&token);
    let mut heard: Vec<Value> = Vec::new();
    for round in 0..6 {
        let since = heard.last().map_or(0, |item| item["seq"].as_i64().unwrap());
        let mut socket = server.socket(&token, Some(since)).await;
        assert_eq!(socket.next().await.unwrap()["type"], "welcome");
        let asked = json!({"ask": "act", "key": format!("r{round}"), "action": ready()});
        socket
            .send({
                let mut asked = asked.clone();
                asked["id"] = json!(1);
                asked
            })
            .await;
        // The connection breaks at some moment: perhaps the act was done, perhaps not. The same key settles it.
        let mut left = round * 2;
        while left > 0 {
            let next = socket.next().await.unwrap();
            if next["type"] == "item" {
                assert_eq!(next["seq"], next["item"]["seq"]);
                heard.push(next["item"].clone());
            }
            left -= 1;
            if next["id"] == 1 {
                break;
            }
        }
        drop(socket);
        let asked = json!({"key": format!("r{round}"), "action": ready()});
        let mut again = blue.post("/api/game/act", &asked).await;
        // By the dice the turn may have asked him something: then he answers first.
        for answer in 0..20 {
            if again.0 == 200 {
                break;
            }
            let prompt = blue.get("/api/game").await.1["prompts"][0].clone();
            let key = format!("r{round}-{answer}");
            blue.post("/api/game/act", &json!({"key": key, "action": prompt["default"]})).await;
            again = blue.post("/api/game/act", &asked).await;
        }
        assert_eq!(again.0, 200, "{again:?}");
    }
    let since = heard.last().map_or(0, |item| item["seq"].as_i64().unwrap());
    let mut socket = server.socket(&token, Some(since)).await;
    let rest = socket.until("state").await;
    heard.extend(
        rest.into_iter().filter(|message| message["type"] == "item").map(|message| message["item"].clone()),
    );
    let stored = blue.items().await;
    assert_eq!(heard.len(), stored.len().min(heard.len()));
    for (place, (heard, stored)) in heard.iter().zip(&stored).enumerate() {
        assert_eq!((heard, &heard["seq"]), (stored, &json!(place + 1)));
    }
    let keys: Vec<_> = stored
        .iter()
        .filter(|item| item["type"] == "acted" && !item["key"].is_null())
        .map(|item| item["key"].clone())
        .collect();
    let mut once = keys.clone();
    once.dedup();
    assert_eq!(keys, once, "nothing is done twice");
    server.stop().await;
}

/// A wrong, a revoked and an old link get nothing, all in the same words; the new one works, and the open socket of the old one is closed.
#[tokio::test(flavor = "multi_thread")]
async fn dead_links_open_nothing() {
    let server = Server::start(Settings::default()).await;
    let made = server.game(meeting()).await;
    let (old, maker) = (made.token("red"), server.http(&made.token("maker")));
    let mut socket = server.socket(&old, None).await;
    socket.until("state").await;
    let (status, link) = maker.post("/api/game/link", &json!({"seat": "red"})).await;
    assert_eq!(status, 200, "{link}");
    loop {
        match socket.next().await {
            Ok(_) => {}
            Err(code) => break assert_eq!(code, 4404),
        }
    }
    let new = link["token"].as_str().unwrap();
    assert_eq!(server.http(new).get("/api/game").await.0, 200);
    let dead = server.http(&old).get("/api/game").await;
    let wrong = server.http("aaaaaaaaaaaaaaaaaaaaaaaaaa").get("/api/game").await;
    let nonsense = server.http("' OR 1=1 --").get("/api/game").await;
    assert_eq!((dead.0, &dead), (404, &wrong));
    assert_eq!(dead, nonsense);
    assert_eq!(dead, server.http("").get("/api/game").await);
    assert_eq!(server.http(&old).post("/api/game/act", &json!({"key": "1", "action": ready()})).await, dead);
    assert_eq!(maker.post("/api/game/link/revoke", &json!({"seat": "red"})).await.0, 200);
    assert_eq!(server.http(new).get("/api/game").await, dead);
    let mut socket = server.socket(new, None).await;
    assert_eq!(socket.next().await.unwrap()["problem"]["code"], "no_such_link");
    assert_eq!(socket.next().await.unwrap_err(), 4404);
    server.stop().await;
}

/// A link that dies takes everything with it that was opened before: a socket that claimed to have read further than there is anything to read, and a
/// request that waits. Neither is told anything more.
#[tokio::test(flavor = "multi_thread")]
async fn what_an_old_link_has_opened_dies_with_it() {
    let server = Server::start(Settings::default()).await;
    let made = server.game(meeting()).await;
    let (old, maker) = (made.token("red"), server.http(&made.token("maker")));
    let mut ahead = server.socket(&old, Some(1_000_000)).await;
    let welcome = ahead.next().await.unwrap();
    assert_eq!((&welcome["type"], &welcome["seq"]), (&json!("welcome"), &json!(1)), "there is one item");
    ahead.until("state").await;
    let (tag, _) = server.http(&old).tagged("/api/game", "").await;
    let waits = |path: &'static str, more: String| {
        let red = server.http(&old);
        tokio::spawn(async move { red.ask("GET", path, "", &more).await.unwrap().0 })
    };
    let waiting = [
        waits("/api/game/items?since=1&wait=15", String::new()),
        waits("/api/game?wait=15", format!("If-None-Match: {tag}\r\n")),
    ];
    // Whether they wait already or come too late: the old link opens nothing.
    tokio::time::sleep(Duration::from_millis(300)).await;
    assert_eq!(maker.post("/api/game/link", &json!({"seat": "red"})).await.0, 200);
    for waited in waiting {
        assert_eq!(waited.await.unwrap(), 404);
    }
    let blue = server.http(&made.token("blue"));
    assert_eq!(blue.post("/api/game/act", &json!({"key": "1", "action": ready()})).await.0, 200);
    assert_eq!(ahead.closed().await, 4404);
    server.stop().await;
}

/// A server that is started again goes on with every game where it stood, and the keys of before count.
#[tokio::test(flavor = "multi_thread")]
async fn a_restart_resumes_every_game() {
    let folder = tempfile::tempdir().unwrap();
    let settings = Settings { store: Some(folder.path().join("games.sqlite")), ..Settings::default() };
    let server = Server::start(settings.clone()).await;
    let mut before = Vec::new();
    for _ in 0..3 {
        let made = server.game(meeting()).await;
        let blue = server.http(&made.token("blue"));
        assert_eq!(blue.post("/api/game/act", &json!({"key": "1", "action": ready()})).await.0, 200);
        before.push((
            made.token("blue"),
            made.token("red"),
            blue.get("/api/game").await.1,
            blue.items().await,
        ));
    }
    server.stop().await;
    let server = Server::start(settings).await;
    for (blue, red, state, items) in before {
        let blue = server.http(&blue);
        assert_eq!((blue.get("/api/game").await.1, blue.items().await), (state, items));
        let (_, again) = blue.post("/api/game/act", &json!({"key": "1", "action": ready()})).await;
        assert_eq!(again["repeated"], true);
        assert_eq!(
            server.http(&red).post("/api/game/act", &json!({"key": "1", "action": ready()})).await.0,
            200
        );
        assert_eq!(blue.get("/api/game").await.1["table"]["turn"], 2);
    }
    server.stop().await;
}

/// Idle games are put away, and nobody notices.
#[tokio::test(flavor = "multi_thread")]
async fn idle_games_are_put_away_and_woken() {
    let server = Server::start(Settings { idle: Duration::from_millis(1), ..Settings::default() }).await;
    let made = server.game(meeting()).await;
    let mut socket = server.socket(&made.token("red"), None).await;
    socket.until("state").await;
    let blue = server.http(&made.token("blue"));
    let awake = async || {
        let figures = server.http("").text("/metrics").await;
        figures.lines().find_map(|line| line.strip_prefix("krigsspil_games_awake ")).unwrap().to_string()
    };
    for key in 0..3 {
        while awake().await != "0" {
            tokio::task::yield_now().await;
        }
        let text = format!("are you there? {key}");
        let said = json!({"key": key.to_string(), "to": "all", "text": text});
        assert_eq!(blue.post("/api/game/chat", &said).await.0, 200);
        let heard = socket.until("item").await;
        assert_eq!(heard.last().unwrap()["item"]["text"], text);
    }
    server.stop().await;
}

/// A game against the computer in one request: the computer answers by itself, over the socket.
#[tokio::test(flavor = "multi_thread")]
async fn the_computer_plays() {
    let server = Server::start(Settings::default()).await;
    let made = server.game(json!({"scenario": "meeting", "seats": {"red": "staff:plain"}})).await;
    let mut blue = server.socket(&made.token("blue"), None).await;
    blue.until("state").await;
    assert_eq!(blue.ask(7, json!({"ask": "act", "key": "1", "action": ready()})).await["type"], "answer");
    loop {
        let state = blue.until("state").await.pop().unwrap();
        if state["state"]["table"]["turn"] == 2 {
            break;
        }
    }
    let refused = blue.ask(8, json!({"ask": "act", "key": "2", "action": {"do": "dance"}})).await;
    assert_eq!((&refused["type"], &refused["problem"]["field"]), (&json!("refused"), &json!("do")));
    let preview = json!({"do": "order", "unit": "b1", "order": {"kind": "move", "steps": [{"step": "ahead", "cm": 4}]}});
    let previewed = blue.ask(9, json!({"ask": "preview", "action": preview})).await;
    assert!(previewed["answer"]["path"].is_array(), "{previewed}");
    server.stop().await;
}

/// A socket that says nothing, nonsense, too much or too many things is closed with a code that tells why; the server goes on.
#[tokio::test(flavor = "multi_thread")]
async fn bad_guests_are_shown_out() {
    let server = Server::start(Settings::default()).await;
    let made = server.game(meeting()).await;
    let mut nonsense = Socket::open(server.address).await;
    nonsense.send(json!({"hello": "you"})).await;
    assert_eq!(nonsense.next().await.unwrap_err(), 4408);
    let mut large = server.socket(&made.token("blue"), None).await;
    large.until("state").await;
    large.send(json!({"id": 1, "ask": "chat", "key": "k", "to": "all", "text": "x".repeat(70_000)})).await;
    loop {
        if large.next().await.is_err() {
            break;
        }
    }
    let mut many = server.socket(&made.token("blue"), None).await;
    many.until("state").await;
    for _ in 0..100 {
        if many.0.send(Message::text("{}")).await.is_err() {
            break;
        }
    }
    let code = loop {
        match many.next().await {
            Ok(refused) => assert_eq!(refused["type"], "refused"),
            Err(code) => break code,
        }
    };
    assert!(code == 4429 || code == 0, "{code}");
    assert_eq!(server.http(&made.token("blue")).get("/api/game").await.0, 200);
    server.stop().await;
}

/// A page of another site opens no socket, and a name made to point at this machine is turned away.
#[tokio::test(flavor = "multi_thread")]
async fn foreign_pages_and_names_are_turned_away() {
    let server = Server::start(Settings::default()).await;
    let mut request = format!("ws://{}/api/game/socket", server.address).into_client_request().unwrap();
    request.headers_mut().insert("origin", "https://evil.example".parse().unwrap());
    let refused = connect_async(request).await.unwrap_err();
    assert!(refused.to_string().contains("403"), "{refused}");
    let mut own = format!("ws://{}/api/game/socket", server.address).into_client_request().unwrap();
    own.headers_mut().insert("origin", format!("http://{}", server.address).parse().unwrap());
    assert!(connect_async(own).await.is_ok());
    let rebound = server.http("").as_host("evil.example").get("/api/rules").await;
    assert_eq!((rebound.0, &rebound.1["code"]), (421, &json!("foreign_host")));
    server.stop().await;
}

/// A server that stops closes its sockets with 1001, and whoever comes back to the next one reads on.
#[tokio::test(flavor = "multi_thread")]
async fn a_graceful_stop_keeps_everybodys_place() {
    let folder = tempfile::tempdir().unwrap();
    let settings = Settings { store: Some(folder.path().join("games.sqlite")), ..Settings::default() };
    let server = Server::start(settings.clone()).await;
    let made = server.game(meeting()).await;
    let mut red = server.socket(&made.token("red"), None).await;
    let seq = red.until("state").await.pop().unwrap()["seq"].as_i64().unwrap();
    server.shared.close().await;
    assert_eq!(red.next().await.unwrap_err(), 1001);
    server.stop().await;
    let server = Server::start(settings).await;
    let blue = server.http(&made.token("blue"));
    blue.post("/api/game/chat", &json!({"key": "1", "to": "all", "text": "back again"})).await;
    let mut red = server.socket(&made.token("red"), Some(seq)).await;
    let item = red.until("item").await.pop().unwrap();
    assert_eq!((&item["item"]["text"], &item["seq"]), (&json!("back again"), &json!(seq + 1)));
    server.stop().await;
}

/// Whatever cannot be read is refused with a code, a field and a sentence in the language that was asked for: values in an address, and a socket that is
/// none. The scheme of a link may be written in any case.
#[tokio::test(flavor = "multi_thread")]
async fn refusals_all_have_one_form() {
    let server = Server::start(Settings::default()).await;
    let made = server.game(meeting()).await;
    let red = server.http(&made.token("red"));
    for (path, code, field) in [
        ("/api/game?samples=perhaps", "bad_query", "samples"),
        ("/api/game?wait=-1", "bad_query", "wait"),
        ("/api/game/items?since=x", "bad_query", "since"),
        ("/api/replays/abc/view?after=1", "bad_query", "seat"),
        ("/api/replays/abc/items?seat=red&since=x", "bad_query", "since"),
        ("/api/game/socket?", "no_socket", ""),
        ("/api/scenarios/troops?lang=fr", "not_so", ""),
        ("/api/rules?lang=fr", "bad_query", "lang"),
    ] {
        for (lang, word) in [("en", "address"), ("da", "adresse")] {
            let (status, problem) = red.get(&format!("{path}&lang={lang}")).await;
            let told = (problem["code"].as_str(), problem["field"].as_str());
            assert_eq!(told, (Some(code), Some(field)), "{path}: {status} {problem}");
            assert!((400..500).contains(&status), "{path}: {status}");
            if !path.contains("lang=") {
                assert!(problem["message"].as_str().unwrap().contains(word), "{problem}");
            }
        }
    }
    let small = format!("authorization: bearer {}\r\n", made.token("red"));
    assert_eq!(server.http("").ask("GET", "/api/game", "", &small).await.unwrap().0, 200);
    server.stop().await;
}

/// Rematch: only after the end. Each player gets a link to the other side, and the computer changes sides as well; umpire and maker keep their places.
#[tokio::test(flavor = "multi_thread")]
async fn a_rematch_changes_sides() {
    let server = Server::start(Settings::default()).await;
    let seats = json!({"blue": "staff:random", "red": "staff:random"});
    let made = server.game(json!({"scenario": "meeting", "seats": seats, "umpire": true})).await;
    let umpire = server.http(&made.token("umpire"));
    let blue = server.http(&made.token("blue"));
    let early = blue.post("/api/game/rematch", &json!({})).await;
    assert!(early.0 == 409 || early.0 == 200, "{early:?}");
    while blue.get("/api/game").await.1["table"]["ending"].is_null() {
        let state = umpire.get("/api/game").await.1;
        for (number, prompt) in state["prompts"].as_array().unwrap().iter().enumerate() {
            let key = format!("{}-{number}", state["seq"]);
            umpire.post("/api/game/act", &json!({"key": key, "action": prompt["default"]})).await;
        }
    }
    let (status, first) = blue.post("/api/game/rematch", &json!({})).await;
    assert_eq!((status, &first["link"]["seat"]), (200, &json!("red")), "{first}");
    let (_, second) = server.http(&made.token("red")).post("/api/game/rematch", &json!({})).await;
    assert_eq!((&second["game"], &second["link"]["seat"]), (&first["game"], &json!("blue")));
    let (_, umpired) = umpire.post("/api/game/rematch", &json!({})).await;
    let (_, maker) = server.http(&made.token("maker")).post("/api/game/rematch", &json!({})).await;
    assert_eq!((&umpired["link"]["seat"], &maker["link"]["seat"]), (&json!("umpire"), &json!("maker")));
    assert_eq!(server.http(&made.token("onlooker")).post("/api/game/rematch", &json!({})).await.0, 403);
    for made in [&first, &second, &umpired, &maker] {
        let link = &made["link"];
        let (status, state) = server.http(link["token"].as_str().unwrap()).get("/api/game").await;
        assert_eq!((status, &state["table"]["seat"]), (200, &link["seat"]));
    }
    server.stop().await;
}

/// A game is made of sound parts only, and what is wrong is told by its field.
#[tokio::test(flavor = "multi_thread")]
async fn a_game_is_made_of_sound_parts() {
    let server = Server::start(Settings::default()).await;
    for (asked, field) in [
        (json!({}), "scenario"),
        (json!({"scenario": "waterloo"}), "scenario"),
        (json!({"scenario": "meeting", "rules": "whist"}), "rules"),
        (json!({"scenario": "meeting", "seats": {"green": "person"}}), "seats"),
        (json!({"scenario": "meeting", "seats": {"red": "staff:napoleon"}}), "seats"),
        (json!({"scenario": "meeting", "clock": 1}), "clock"),
        (json!({"scenario": "meeting", "options": {"magic": true}}), "options"),
        (
            json!({"files": {"scenario": {"name": "s", "text": "x"}, "ground": {"name": "g", "text": ""}}}),
            "scenario",
        ),
    ] {
        for lang in ["en", "da"] {
            let (status, problem) = server.http("").post(&format!("/api/games?lang={lang}"), &asked).await;
            assert_eq!((status, problem["field"].as_str().unwrap()), (422, field), "{asked}: {problem}");
        }
    }
    assert_eq!(server.http("").post("/api/games", &json!({"scenaario": 1})).await.0, 422);
    let umpired =
        server.game(json!({"scenario": "meeting", "umpire": true, "clock": 600, "by_courier": true})).await;
    assert_eq!(
        server.http(&umpired.token("umpire")).get("/api/game").await.1["table"]["clock"]["seconds"],
        600
    );
    assert!(!server.game(meeting()).await.0["links"].to_string().contains("umpire"));
    server.stop().await;
}

/// Who waits is answered when something changes for his seat, and not when somebody else does something that is not his business.
#[tokio::test(flavor = "multi_thread")]
async fn waiting_requests_tell_nothing_of_others() {
    let server = Server::start(Settings::default()).await;
    let made = server.game(meeting()).await;
    let (blue, red) = (server.http(&made.token("blue")), server.http(&made.token("red")));
    let (tag, _) = red.tagged("/api/game", "").await;
    let order = json!({"do": "order", "unit": "b1", "order": {"kind": "stand"}});
    assert_eq!(blue.post("/api/game/act", &json!({"key": "1", "action": order})).await.0, 200);
    assert_eq!(red.tagged("/api/game", &tag).await.1, 304);
    assert_eq!(red.get("/api/game/items?since=1").await.1["items"], json!([]));
    let waiting = red.clone();
    let waits = tokio::spawn(async move { waiting.get("/api/game/items?since=1&wait=15").await.1 });
    blue.post("/api/game/chat", &json!({"key": "2", "to": "all", "text": "hello"})).await;
    assert_eq!(waits.await.unwrap()["items"][0]["text"], "hello");
    server.stop().await;
}
