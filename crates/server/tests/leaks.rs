//! Nothing hidden is sent: the bytes of both players' sockets through whole random battles, searched for what their seat cannot know.

use std::collections::BTreeSet;

use krigsspil_server::Settings;
use serde_json::{Value, json};

mod table;
use table::{Server, Socket};

/// A generator of numbers that is the same every time.
struct Chance(u64);

impl Chance {
    fn below(&mut self, most: usize) -> usize {
        self.0 = self.0.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
        ((self.0 >> 33) as usize) % most.max(1)
    }
}

/// What a player's socket has been sent, and what he has had a right to know so far.
struct Bytes {
    seat: &'static str,
    socket: Socket,
    seq: i64,
    known: BTreeSet<String>,
    all: Vec<String>,
}

fn ids(units: &Value) -> impl Iterator<Item = String> + '_ {
    units.as_array().into_iter().flatten().filter_map(|unit| unit["id"].as_str()).map(str::to_string)
}

/// The names that stand in a message as texts of their own.
fn names(value: &Value, into: &mut BTreeSet<String>) {
    match value {
        Value::String(text) => drop(into.insert(text.clone())),
        Value::Array(list) => list.iter().for_each(|value| names(value, into)),
        Value::Object(fields) => fields.values().for_each(|value| names(value, into)),
        _ => {}
    }
}

impl Bytes {
    /// Reads up to the state after this number, and searches every message.
    async fn read(&mut self, until: i64, hidden: &BTreeSet<String>) {
        while self.seq < until {
            let text = self.socket.raw().await.unwrap();
            let message: Value = serde_json::from_str(&text).unwrap();
            if message["type"] == "state" {
                self.seq = message["seq"].as_i64().unwrap();
                self.search_view(&message["state"]["view"]);
            }
            self.all.push(text);
        }
        // What the seat has seen it may be told of: everything else of the enemy's must be in none of these bytes.
        for text in self.all.drain(..) {
            let mut said = BTreeSet::new();
            names(&serde_json::from_str(&text).unwrap(), &mut said);
            let leaked: Vec<_> =
                said.intersection(hidden).filter(|name| !self.known.contains(*name)).collect();
            assert!(leaked.is_empty(), "{} is told of {leaked:?}: {text}", self.seat);
            assert!(
                !text.contains("\"seed\"") || text.contains("\"ending\":{") || text.contains("\"over\""),
                "{text}"
            );
        }
    }

    fn search_view(&mut self, view: &Value) {
        for enemy in view["enemies"].as_array().into_iter().flatten() {
            for own in ["written", "last_order", "general", "in_command", "instruction", "melee", "presence"]
            {
                assert!(enemy.get(own).is_none(), "{} sees `{own}` of {enemy}", self.seat);
            }
        }
        for hidden in ["moment", "points", "ready_seats"] {
            assert!(view.get(hidden).is_none(), "{} sees `{hidden}`", self.seat);
        }
        self.known.extend(ids(&view["enemies"]));
        let side = view["side"].as_str().unwrap_or_default();
        for list in ["generals", "couriers"] {
            assert!(ids(&view[list]).count() == 0 || !side.is_empty());
        }
    }
}

/// A random battle by HTTP, with the umpire's view as the truth that the players' bytes are held against.
async fn battle(seed: u64, turns: u64) {
    let server = Server::start(Settings::default()).await;
    let made = server.game(json!({"scenario": "meeting", "umpire": true})).await;
    let umpire = server.http(&made.token("umpire"));
    let seats = ["blue", "red"];
    let https = seats.map(|seat| server.http(&made.token(seat)));
    let mut bytes = Vec::new();
    for seat in seats {
        let socket = server.socket(&made.token(seat), Some(0)).await;
        bytes.push(Bytes { seat, socket, seq: 0, known: BTreeSet::new(), all: Vec::new() });
    }
    let mut chance = Chance(seed);
    let mut key = 0;
    loop {
        let truth = umpire.get("/api/game").await.1;
        if truth["table"]["turn"].as_u64().unwrap() > turns || !truth["table"]["ending"].is_null() {
            break;
        }
        for prompt in truth["prompts"].as_array().unwrap() {
            key += 1;
            umpire.post("/api/game/act", &json!({"key": key.to_string(), "action": prompt["default"]})).await;
        }
        for http in &https {
            let state = http.get("/api/game?samples=true").await.1;
            let Some(prompt) = state["prompts"].as_array().unwrap().first() else { continue };
            for unit in prompt["about"]["units"].as_array().cloned().unwrap_or_default() {
                let samples = unit["samples"].as_array().cloned().unwrap_or_default();
                if !samples.is_empty() {
                    key += 1;
                    let action = &samples[chance.below(samples.len())];
                    http.post("/api/game/act", &json!({"key": key.to_string(), "action": action})).await;
                }
            }
            key += 1;
            http.post("/api/game/act", &json!({"key": key.to_string(), "action": prompt["default"]})).await;
        }
        let truth = umpire.get("/api/game").await.1;
        for (place, each) in bytes.iter_mut().enumerate() {
            let other = seats[1 - place];
            let mut hidden = BTreeSet::new();
            for list in ["units", "generals", "couriers"] {
                for thing in truth["view"][list].as_array().into_iter().flatten() {
                    let of = thing["side"].as_str().or_else(|| thing["details"]["side"].as_str());
                    if of == Some(other) {
                        hidden.extend(thing["id"].as_str().map(str::to_string));
                    }
                }
            }
            assert!(!hidden.is_empty());
            let seq = https[place].get("/api/game").await.1["seq"].as_i64().unwrap();
            each.read(seq, &hidden).await;
        }
    }
    server.stop().await;
}

/// Neither socket is sent an order of the other, a unit it has not seen, the moment of the turn, the points, or the seed.
#[tokio::test(flavor = "multi_thread")]
async fn sockets_hold_nothing_hidden() {
    for seed in 1..=2 {
        battle(seed, 5).await;
    }
}

/// The onlooker's link shows no more than either side may see: no unit's orders, nobody's questions.
#[tokio::test(flavor = "multi_thread")]
async fn onlookers_see_what_everybody_sees() {
    let server = Server::start(Settings::default()).await;
    let made = server.game(json!({"scenario": "meeting"})).await;
    let blue = server.http(&made.token("blue"));
    let order = json!({"do": "order", "unit": "b1", "order": {"kind": "stand"}});
    assert_eq!(blue.post("/api/game/act", &json!({"key": "1", "action": order})).await.0, 200);
    let (_, seen) = server.http(&made.token("onlooker")).get("/api/game").await;
    assert_eq!((&seen["view"]["units"], &seen["prompts"]), (&json!([]), &json!([])));
    assert!(!seen.to_string().contains("\"written\""));
    let preview = json!({"action": {"do": "ready"}});
    assert_eq!(server.http(&made.token("onlooker")).post("/api/game/preview", &preview).await.0, 403);
    let (_, made_by) = server.http(&made.token("maker")).get("/api/game").await;
    assert_eq!((&made_by["view"], &made_by["prompts"]), (&Value::Null, &json!([])));
    server.stop().await;
}
