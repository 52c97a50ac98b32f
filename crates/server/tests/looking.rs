//! What the table in the browser asks beside the game itself: words, battles, the ground, sight, orders for a drag of the hand, and films.

use krigsspil_server::Settings;
use serde_json::{Value, json};

mod table;
use table::Server;

fn place_of(view: &Value, unit: &str) -> [f64; 2] {
    let units = view["units"].as_array().unwrap();
    let found = units.iter().find(|each| each["id"] == unit).unwrap();
    [found["place"][0].as_f64().unwrap(), found["place"][1].as_f64().unwrap()]
}

/// A page that knows no rule set finds the battles that can be played, the smallest first, with sides and seats; each has a picture.
#[tokio::test(flavor = "multi_thread")]
async fn battles_are_listed_with_their_pictures() {
    let server = Server::start(Settings::default()).await;
    let http = server.http("");
    let (status, battles) = http.get("/api/battles").await;
    assert_eq!(status, 200);
    let units = |battle: &Value| {
        battle["sides"].as_array().unwrap().iter().map(|side| side["units"].as_u64().unwrap()).sum::<u64>()
    };
    let all = battles.as_array().unwrap();
    assert!(all.len() >= 4 && all.windows(2).all(|pair| units(&pair[0]) <= units(&pair[1])));
    for battle in all {
        assert!(!battle["rules"].as_array().unwrap().is_empty(), "{battle}");
        for side in battle["sides"].as_array().unwrap() {
            assert!(!side["seats"].as_array().unwrap().is_empty(), "{side}");
        }
    }
    let (status, _) = http.get("/api/battles/nowhere/picture").await;
    assert_eq!(status, 404);
    server.stop().await;
}

/// Every section a page tells a battle by is there in both languages, with the same keys.
#[tokio::test(flavor = "multi_thread")]
async fn words_are_told_in_both_languages() {
    let server = Server::start(Settings::default()).await;
    let http = server.http("");
    for rules in ["borgerkrig", "torden", "tricolore"] {
        let (_, english) = http.get(&format!("/api/rules/{rules}/words?lang=en")).await;
        let (_, danish) = http.get(&format!("/api/rules/{rules}/words?lang=da")).await;
        let keys = |words: &Value| {
            let sections = words.as_object().unwrap().iter();
            sections.map(|(name, lines)| (name.clone(), lines.as_object().unwrap().len())).collect::<Vec<_>>()
        };
        assert_eq!(keys(&english), keys(&danish), "{rules}");
        assert!(english["event"].as_object().unwrap().len() > 20, "{rules}");
        assert_ne!(english["phase"]["over"], danish["phase"]["over"], "{rules}");
    }
    assert_eq!(http.get("/api/rules/whist/words").await.0, 404);
    server.stop().await;
}

/// The ground of a game is its seats' alone; a wrong link gets nothing. What is asked changes nothing.
#[tokio::test(flavor = "multi_thread")]
async fn a_seat_looks_and_nothing_changes() {
    let server = Server::start(Settings::default()).await;
    let made = server.game(json!({"scenario": "meeting"})).await;
    let blue = server.http(&made.token("blue"));
    assert_eq!(server.http("").get("/api/game/board").await.0, 404);
    let (status, board) = blue.get("/api/game/board").await;
    assert_eq!(status, 200);
    assert!(board["picture"].as_str().unwrap().starts_with("<svg"));
    assert_eq!(board["sides"][0]["name"], "Union");
    assert!(board["no_measuring"].is_null());
    let (_, before) = blue.get("/api/game").await;
    let [east, north] = place_of(&before["view"], "b1");
    let (status, seen) = blue.post("/api/game/sight", &json!({"place": [east, north]})).await;
    assert!(status == 200 && !seen["rings"][0].as_array().unwrap().is_empty(), "{seen}");
    let line = json!({"from": [east, north], "to": [east, north + 300.0]});
    let (_, profile) = blue.post("/api/game/profile", &line).await;
    assert_eq!(profile["metres"], 300.0);
    let (_, reach) = blue.post("/api/game/reach", &json!({"unit": "b1"})).await;
    assert!(reach["march"].as_f64().unwrap() > 10.0 && reach["bears"].as_f64().unwrap() > 0.0, "{reach}");
    let (_, after) = blue.get("/api/game").await;
    assert_eq!(before, after);
    server.stop().await;
}

/// A unit that is dragged gets the order that brings it nearest: straight ahead one step, aside a wheel first. Another side's unit gets none.
#[tokio::test(flavor = "multi_thread")]
async fn a_drag_becomes_an_order() {
    let server = Server::start(Settings::default()).await;
    let made = server.game(json!({"scenario": "meeting"})).await;
    let blue = server.http(&made.token("blue"));
    let (_, state) = blue.get("/api/game").await;
    let [east, north] = place_of(&state["view"], "b1");
    let wishes = json!({"units": [
        {"unit": "b1", "place": [east, north + 60.0]},
        {"unit": "b1", "place": [east + 50.0, north + 60.0]},
        {"unit": "b1", "facing": 30.0},
        {"unit": "r1", "place": [east, north]},
    ]});
    let (status, found) = blue.post("/api/game/intend", &wishes).await;
    assert_eq!(status, 200, "{found}");
    let steps = |place: usize| found[place]["action"]["order"]["steps"].as_array().unwrap().clone();
    assert_eq!(steps(0).len(), 1, "{found}");
    let ends = &found[0]["preview"]["ends"]["place"];
    assert!((ends[1].as_f64().unwrap() - north - 60.0).abs() < 1.0, "{ends}");
    assert_eq!(steps(1).len(), 2, "{found}");
    let aside = &found[1]["preview"]["ends"]["place"];
    assert!((aside[0].as_f64().unwrap() - east - 50.0).abs() < 8.0, "{aside}");
    assert_eq!(steps(2)[0]["degrees"], 30.0, "{found}");
    assert!(found[3]["action"].is_null(), "{found}");
    // What was found is lawful as it stands, and appears on the sheet in the notation.
    let (status, done) =
        blue.post("/api/game/act", &json!({"key": "k1", "action": found[0]["action"]})).await;
    assert_eq!(status, 200, "{done}");
    let (_, sheet) = blue.get("/api/game/sheet").await;
    let entry = sheet.as_array().unwrap().iter().find(|entry| entry["unit"] == "b1").unwrap();
    assert!(entry["written"].as_str().unwrap().starts_with('^'), "{entry}");
    server.stop().await;
}

/// Three regiments that are dragged together go into line, and each order is lawful as it stands; in column they follow the road one behind the other. Nobody
/// orders another side's unit.
#[tokio::test(flavor = "multi_thread")]
async fn several_units_go_together() {
    let server = Server::start(Settings::default()).await;
    let made = server.game(json!({"scenario": "meeting"})).await;
    let blue = server.http(&made.token("blue"));
    let line =
        json!({"units": ["b1", "b2", "b3", "r1"], "array": "line", "place": [600.0, 420.0], "facing": 0.0});
    let (status, found) = blue.post("/api/game/together", &line).await;
    assert_eq!(status, 200, "{found}");
    let orders = found.as_array().unwrap();
    assert_eq!(orders.len(), 3, "{found}");
    let mut key = 0;
    for order in orders {
        key += 1;
        let act = json!({"key": format!("l{key}"), "action": order["action"]});
        assert_eq!(blue.post("/api/game/act", &act).await.0, 200, "{order}");
    }
    let ends = |order: &serde_json::Value| order["preview"]["ends"]["facing"].as_f64().unwrap();
    assert!(orders.iter().any(|order| ends(order).rem_euclid(360.0) < 1.0), "{found}");
    let column = json!({"units": ["b2", "b4"], "array": "column", "place": [640.0, 520.0]});
    let (status, found) = blue.post("/api/game/together", &column).await;
    assert_eq!(status, 200, "{found}");
    for order in found.as_array().unwrap() {
        assert!(
            order["action"]["order"]["steps"].as_array().is_some_and(|steps| !steps.is_empty()),
            "{order}"
        );
    }
    assert_eq!(
        blue.post("/api/game/together", &json!({"units": [], "array": "line", "place": [0, 0]})).await.1,
        json!([])
    );
    assert_eq!(server.http("").post("/api/game/together", &line).await.0, 404);
    server.stop().await;
}

/// A finished game is a film: of the umpire, who sees all, and of a seat, who sees what it saw. Its file gives the same film; no other file gives any.
#[tokio::test(flavor = "multi_thread")]
async fn a_finished_game_is_a_film() {
    let server = Server::start(Settings::default()).await;
    let made = server.game(json!({"scenario": "meeting"})).await;
    let open = server.http("");
    let address = format!("/api/replays/{}/film", made.game());
    assert_eq!(open.get(&address).await.0, 404);
    let players = ["blue", "red"].map(|seat| server.http(&made.token(seat)));
    let mut key = 0;
    'battle: loop {
        for player in &players {
            let (_, state) = player.get("/api/game").await;
            if !state["table"]["ending"].is_null() {
                break 'battle;
            }
            for prompt in state["prompts"].as_array().unwrap() {
                key += 1;
                let asked = json!({"key": key.to_string(), "action": prompt["default"]});
                player.post("/api/game/act", &asked).await;
            }
        }
    }
    let (status, all) = open.get(&address).await;
    assert_eq!(status, 200);
    let turns = all["turns"].as_array().unwrap();
    assert!(turns.len() >= 14 && turns[0]["turn"] == 1, "{}", turns.len());
    assert!(!all["ending"].is_null());
    let (_, red) = open.get(&format!("{address}?seat=red")).await;
    assert_eq!(red["last"]["side"], "red");
    assert_eq!(open.get(&format!("{address}?seat=nobody")).await.0, 403);
    let (_, save) = open.get(&format!("/api/replays/{}", made.game())).await;
    let (status, filed) = open.post("/api/film", &json!({"save": save.to_string(), "seat": "red"})).await;
    assert_eq!((status, &filed["turns"]), (200, &red["turns"]));
    let (status, refused) = open.post("/api/film", &json!({"save": "{}"})).await;
    assert_eq!((status, &refused["code"]), (422, &json!("bad_save")));
    server.stop().await;
}
