//! Rosters that are shared: added to, hidden from the other side, checked, and made from scenarios.

use axum::Router;
use axum::body::Body;
use axum::http::{Request, StatusCode};
use serde_json::{Value, json};

use crate::{ask, get, read, send, server, with};

/// The beginning of a roster with a unit on each side.
fn roster() -> Vec<Value> {
    let unit = |id: &str, side: &str| json!({ "id": id, "name": id, "side": side, "figures": 20, "properties": { "order": "OR", "valeur": 1 } });
    vec![
        json!({ "id": "anna-1", "clock": 1, "turn": 1, "kind": "begin", "rules": "borgerkrig", "name": "Shiloh", "start": 540 }),
        json!({ "id": "anna-2", "clock": 2, "turn": 1, "kind": "units", "units": [unit("b", "blue"), unit("r", "red")] }),
    ]
}

fn loss(id: &str, clock: i64, units: &[&str]) -> Value {
    let units: Vec<_> = units.iter().map(|unit| json!({ "unit": unit, "men": 5 })).collect();
    json!({ "id": id, "clock": clock, "turn": 1, "kind": "book", "units": units, "procedure": "small_arms_fire",
            "dice": [3, 4], "outcome": { "loss_men": 5 } })
}

async fn share(server: &Router) -> [String; 3] {
    let new = json!({ "rules": "borgerkrig", "events": roster() });
    let (status, shared) = send(server, "POST", "/api/rosters", &new).await;
    assert_eq!((status, &shared["link"]), (StatusCode::CREATED, &json!("umpire")), "{shared}");
    assert_eq!(shared["refused"], json!([]));
    ["umpire", "blue", "red"]
        .map(|whose| format!("/api/rosters/{}", shared["codes"][whose].as_str().unwrap()))
}

fn ids(happened: &Value) -> Vec<&str> {
    happened["events"].as_array().unwrap().iter().map(|event| event["id"].as_str().unwrap()).collect()
}

/// Everything that anybody sends arrives, once and in one order; nobody overwrites anybody; deleted by the umpire it is gone.
#[tokio::test]
async fn rosters_are_added_to_and_never_overwritten() {
    let server = server().await;
    let [umpire, blue, _] = share(&server).await;
    let tell = |since: i64, events: Vec<Value>| json!({ "since": since, "events": events });
    let one = send(&server, "POST", &umpire, &tell(0, vec![loss("bent-1", 3, &["b"])])).await.1;
    assert_eq!(ids(&one), ["anna-1", "anna-2", "bent-1"]);
    // The same again, with news from somebody who has seen nothing of it.
    let two = tell(2, vec![loss("carl-1", 3, &["r"]), loss("bent-1", 3, &["b"])]);
    let two = send(&server, "POST", &umpire, &two).await.1;
    assert_eq!(ids(&two), ["bent-1", "carl-1"]);
    assert_eq!(
        ids(&send(&server, "POST", &umpire, &tell(two["next"].as_i64().unwrap(), vec![])).await.1),
        [""; 0]
    );
    let (status, error) = send(&server, "DELETE", &format!("{blue}?lang=da"), &Value::Null).await;
    assert_eq!((status, &error["message"]), (StatusCode::FORBIDDEN, &json!("det kan kun dommerens link")));
    let request = Request::delete(&umpire).body(Body::empty()).unwrap();
    assert_eq!(ask(&server, request).await.status(), StatusCode::NO_CONTENT);
    for gone in [&umpire, &blue] {
        assert_eq!(send(&server, "POST", gone, &tell(0, vec![])).await.0, StatusCode::NOT_FOUND);
    }
}

/// A player's link shows and takes his own side only; his numbers do not tell how much the other side does.
#[tokio::test]
async fn a_players_link_hides_the_other_side() {
    let server = server().await;
    let [umpire, blue, red] = share(&server).await;
    let booked = json!({ "events": [loss("bent-1", 3, &["b", "r"]), loss("bent-2", 4, &["r"])] });
    send(&server, "POST", &umpire, &booked).await;
    let seen = send(&server, "POST", &blue, &json!({})).await.1;
    assert_eq!((&seen["link"], &seen["codes"]), (&json!("blue"), &Value::Null));
    assert_eq!(ids(&seen), ["anna-1", "anna-2", "bent-1"]);
    assert_eq!(seen["next"], 3);
    let text = seen.to_string();
    assert!(
        !text.contains("\"r\"") && !text.contains("small_arms_fire") && !text.contains("outcome"),
        "{text}"
    );
    // His own he may change, the other's not; what he saw only in part he cannot take back.
    let undo = |id: &str, of: &str| json!({ "id": id, "clock": 9, "turn": 1, "kind": "undo", "of": of });
    let tries = json!({ "since": 3, "events": [loss("dan-1", 8, &["b"]), loss("dan-2", 8, &["r"]),
        loss("dan-3", 8, &["b", "r"]), undo("dan-4", "bent-1"), undo("dan-5", "dan-1"),
        json!({ "id": "dan-6", "clock": 9, "turn": 1, "kind": "change", "unit": "b", "fields": { "side": "red" } })] });
    let told = send(&server, "POST", &format!("{blue}?lang=da"), &tries).await.1;
    let refused: Vec<_> =
        told["refused"].as_array().unwrap().iter().map(|each| each["id"].as_str().unwrap()).collect();
    assert_eq!(refused, ["dan-2", "dan-3", "dan-4", "dan-6"]);
    assert!(told["refused"][0]["message"].as_str().unwrap().starts_with("det hører til den anden side"));
    assert_eq!(ids(&told), ["dan-1", "dan-5"]);
    // A unit that changes sides is shown to its new side from its beginning.
    let change = json!({ "events": [json!({ "id": "bent-3", "clock": 10, "turn": 1, "kind": "change", "unit": "b",
        "fields": { "side": "red" } })] });
    send(&server, "POST", &umpire, &change).await;
    let seen = send(&server, "POST", &red, &json!({ "since": 2, "epoch": 0 })).await.1;
    assert_eq!(seen["epoch"], 1);
    assert!(seen["events"].to_string().contains("\"id\":\"b\""), "{seen}");
}

/// A unit that leaves its brigade, comes at once or has the usual men again does so for everybody: what is taken away is an entry too.
#[tokio::test]
async fn what_is_taken_away_is_taken_away_everywhere() {
    let server = server().await;
    let [umpire, blue, _] = share(&server).await;
    let change = json!({ "id": "bent-1", "clock": 3, "turn": 1, "kind": "change", "unit": "b",
        "fields": { "leader": null, "comes": null, "men": null, "name": "Guard" }, "set": { "valeur": null } });
    let leader = json!({ "id": "bent-2", "clock": 4, "turn": 1, "kind": "leaders",
        "leaders": [{ "id": "l", "name": "L", "side": "blue", "rank": "brigade", "fallen": false }] });
    let free = json!({ "id": "bent-3", "clock": 5, "turn": 1, "kind": "leader", "leader": "l", "fields": { "superior": null } });
    let told =
        send(&server, "POST", &umpire, &json!({ "since": 2, "events": [change, leader, free] })).await.1;
    assert_eq!(told["refused"], json!([]));
    for (link, since) in [(&umpire, 2), (&blue, 2)] {
        let seen = send(&server, "POST", link, &json!({ "since": since })).await.1;
        assert_eq!(seen["events"][0], change, "{link}");
        assert_eq!(seen["events"][2], free, "{link}");
    }
}

/// Who lets a unit join that is there already, on his own side, neither gets it nor sees what happened to it.
#[tokio::test]
async fn a_unit_joins_once() {
    let server = server().await;
    let [umpire, blue, red] = share(&server).await;
    send(&server, "POST", &umpire, &json!({ "events": [loss("bent-1", 3, &["r"])] })).await;
    let unit = json!({ "id": "r", "name": "mine", "side": "blue", "figures": 1, "properties": {} });
    let grab = json!({ "id": "eve-1", "clock": 4, "turn": 1, "kind": "units", "units": [unit] });
    let told = send(&server, "POST", &blue, &json!({ "events": [grab] })).await.1;
    assert_eq!(told["refused"][0]["id"], "eve-1");
    // Even the umpire's own file, read in twice, does not give it to the other side.
    send(&server, "POST", &umpire, &json!({ "events": [grab] })).await;
    assert!(!send(&server, "POST", &blue, &json!({})).await.1["events"].to_string().contains("bent-1"));
    assert!(ids(&send(&server, "POST", &red, &json!({})).await.1).contains(&"bent-1"));
}

/// A player who was long without a network sends all he recorded at once, also to a roster with much in it.
#[tokio::test]
async fn a_long_time_offline_is_sent_in_one() {
    let server = server().await;
    let [umpire, blue, _] = share(&server).await;
    let many = |who: &str, count: i64| -> Vec<Value> {
        (0..count).map(|number| loss(&format!("{who}-{number}"), 3 + number, &["b"])).collect()
    };
    send(&server, "POST", &umpire, &json!({ "events": many("bent", 1000) })).await;
    let began = std::time::Instant::now();
    let told = send(&server, "POST", &blue, &json!({ "events": many("dan", 200) })).await.1;
    assert_eq!((told["refused"].as_array().unwrap().len(), &told["next"]), (0, &json!(1202)));
    // In a build that is not optimised, on a busy machine.
    assert!(began.elapsed().as_secs() < 20, "{:?}", began.elapsed());
}

/// What is no event of these rules is refused by itself, in the reader's words, and harms nothing else.
#[tokio::test]
async fn poisoned_events_are_refused_one_by_one() {
    let server = server().await;
    let [umpire, ..] = share(&server).await;
    let event = |more: Value| {
        let mut event = json!({ "id": "eve-1", "clock": 3, "turn": 1, "kind": "turn", "to": 2 });
        event.as_object_mut().unwrap().extend(more.as_object().unwrap().clone());
        event
    };
    let set = |key: &str, value: Value| {
        event(json!({ "kind": "change", "unit": "b", "to": null, "set": { key: value } }))
    };
    let mut without = set("order", json!("XX"));
    without.as_object_mut().unwrap().remove("to");
    let bad = vec![
        json!(7),
        json!([]),
        event(json!({ "id": "../../x" })),
        event(json!({ "id": "<script>" })),
        event(json!({ "clock": 0 })),
        event(json!({ "clock": 1_000_000 })),
        event(json!({ "clock": "3" })),
        event(json!({ "turn": 0 })),
        event(json!({ "to": 1e300 })),
        event(json!({ "to": 0 })),
        event(json!({ "kind": "format_disk" })),
        event(json!({ "more": 1 })),
        without,
        json!({ "id": "eve-1", "clock": 3, "turn": 1, "kind": "note", "text": "x".repeat(501) }),
        json!({ "id": "eve-1", "clock": 3, "turn": 1, "kind": "begin", "rules": "gdc", "name": "x", "start": 0 }),
        json!({ "id": "eve-1", "clock": 3, "turn": 1, "kind": "units",
                "units": [{ "id": "x", "name": "x", "side": "green", "figures": 1, "properties": {} }] }),
        json!({ "id": "eve-1", "clock": 3, "turn": 1, "kind": "book", "units": [{ "unit": "b", "men": 1e12 }] }),
        json!({ "id": "eve-1", "clock": 3, "turn": 1, "kind": "book", "units": [], "procedure": "no_such" }),
    ];
    for poison in &bad {
        let tell = json!({ "since": 2, "events": [poison, event(json!({ "id": "good-1" }))] });
        let told = send(&server, "POST", &format!("{umpire}?lang=da"), &tell).await.1;
        assert_eq!(told["refused"].as_array().unwrap().len(), 1, "{poison} {told}");
        assert_eq!(ids(&told), ["good-1"], "{poison}");
        let message = told["refused"][0]["message"].as_str().unwrap();
        assert!(!message.contains("expected") && !message.contains("invalid"), "{message}");
    }
    let (status, _) = send(&server, "POST", "/api/rosters", &json!({ "rules": "whist", "events": [] })).await;
    assert_eq!(status, StatusCode::NOT_FOUND);
}

/// §01.01.2 the scenarios that come with the program are listed, and counted for any rule set: ours by their id, a player's by its text.
#[tokio::test]
async fn scenarios_become_rosters() {
    let server = server().await;
    let (status, listed) = read(get(&server, "/api/scenarios").await).await;
    assert_eq!(status, StatusCode::OK);
    let listed = listed.as_array().unwrap();
    let ids: Vec<_> = listed.iter().map(|each| each["id"].as_str().unwrap()).collect();
    assert!(ids.contains(&"meeting") && ids.contains(&"ligny"), "{ids:?}");
    let (_, in_danish) = read(get(&server, "/api/scenarios?lang=da").await).await;
    let meeting = in_danish.as_array().unwrap().iter().find(|each| each["id"] == "meeting").unwrap();
    assert_eq!(meeting["name"], "Mødet ved Holmby Cross");
    let asked = json!({ "rules": "borgerkrig", "id": "meeting" });
    let (_, troops) = send(&server, "POST", "/api/scenarios/troops?lang=da", &asked).await;
    assert_eq!((&troops["name"], &troops["sides"][0]["name"]), (&meeting["name"], &json!("Unionen")));
    for (id, each) in ids.iter().zip(listed) {
        for rules in ["borgerkrig", "torden"] {
            let asked = json!({ "rules": rules, "id": id });
            let (status, troops) = send(&server, "POST", "/api/scenarios/troops", &asked).await;
            assert_eq!(status, StatusCode::OK, "{troops}");
            assert_eq!(troops["rated"], each["rules"].as_array().unwrap().contains(&json!(rules)), "{id}");
            assert_eq!(troops["sides"].as_array().unwrap().len(), 2);
            assert!(troops["units"][0]["men"].as_i64().unwrap() > 0);
        }
    }
    let text = std::fs::read_to_string("../../scenarios/meeting/scenario.toml").unwrap();
    let asked =
        |text: &str| json!({ "rules": "borgerkrig", "scenario": { "name": "mine.toml", "text": text } });
    let (status, troops) = send(&server, "POST", "/api/scenarios/troops", &asked(&text)).await;
    assert_eq!((status, &troops["units"][0]["figures"]), (StatusCode::OK, &json!(20)));
    let broken = text.replacen("turns = 14", "turnz = 14", 1);
    let (status, fault) = send(&server, "POST", "/api/scenarios/troops", &asked(&broken)).await;
    assert_eq!(status, StatusCode::UNPROCESSABLE_ENTITY);
    assert_eq!((&fault["faults"][0]["file"], &fault["faults"][0]["line"]), (&json!("mine.toml"), &json!(6)));
    let danish = "/api/scenarios/troops?lang=da";
    let (_, fault) = send(&server, "POST", danish, &asked(&broken)).await;
    let reason = fault["faults"][0]["reason"].as_str().unwrap();
    assert!(reason.starts_with("ukendt felt `turnz`; der findes"), "{fault}");
    assert_eq!(fault["message"], format!("mine.toml:6: {reason}"));
    for (asked, wanted) in [
        (json!({ "rules": "borgerkrig", "id": "../secrets" }), "der er intet scenarie `../secrets`"),
        (
            json!({ "rules": "whist", "id": "meeting" }),
            "der er intet regelsæt `whist`; der findes borgerkrig",
        ),
        (json!({ "rules": "borgerkrig" }), "giv enten et scenaries id eller dets fil"),
        (json!({ "rule": "borgerkrig" }), "`rule` i det, der blev sendt, kan ikke læses: ukendt felt `rule`"),
    ] {
        let (_, fault) = send(&server, "POST", danish, &asked).await;
        assert!(fault["message"].as_str().unwrap().starts_with(wanted), "{fault}");
    }
    let (status, fault) = send(&server, "POST", "/api/scenarios/troops?lang=no", &asked(&text)).await;
    assert_eq!((status, &fault["field"]), (StatusCode::BAD_REQUEST, &json!("lang")), "{fault}");
    let ground = json!({ "name": "elsewhere.geojson", "text": "{}" });
    let (_, fault) =
        send(&server, "POST", "/api/scenarios/troops", &with(asked(&text), "ground", ground)).await;
    assert!(fault["message"].as_str().unwrap().starts_with("elsewhere.geojson:1: "), "{fault}");
    for (asked, expected) in [
        (json!({ "rules": "borgerkrig", "id": "../secrets" }), StatusCode::NOT_FOUND),
        (json!({ "rules": "whist", "id": "meeting" }), StatusCode::NOT_FOUND),
        (json!({ "rules": "borgerkrig" }), StatusCode::UNPROCESSABLE_ENTITY),
    ] {
        assert_eq!(send(&server, "POST", "/api/scenarios/troops", &asked).await.0, expected, "{asked}");
    }
}
