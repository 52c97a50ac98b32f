//! Nothing hidden is sent: the bytes of all sockets through whole random battles of every rule set, searched for what their seat cannot know.

use std::collections::{BTreeMap, BTreeSet};
use std::time::Duration;

use krigsspil_server::{Patience, Settings};
use krigsspil_strain::http::Http;
use serde_json::{Value, json};

mod table;
use table::{Made, Server, Socket, offered};

/// A generator of numbers that is the same every time.
struct Chance(u64);

impl Chance {
    fn below(&mut self, most: usize) -> usize {
        self.0 = self.0.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
        ((self.0 >> 33) as usize) % most.max(1)
    }
}

/// What a seat's socket was sent, and what the seat has had a right to know so far.
struct Bytes {
    seat: String,
    http: Http,
    socket: Socket,
    seq: i64,
    known: BTreeSet<String>,
    /// Everything that was sent, for the search at the end.
    all: Vec<String>,
    /// How much of it has been searched.
    searched: usize,
}

/// What must not be in the bytes of a seat at some moment.
#[derive(Default)]
struct Hidden {
    /// Names of things that the seat may not have seen.
    names: BTreeSet<String>,
    /// Orders of others, as they were sent.
    orders: BTreeSet<String>,
}

fn ids(things: &Value) -> impl Iterator<Item = String> + '_ {
    things.as_array().into_iter().flatten().filter_map(|thing| thing["id"].as_str()).map(str::to_string)
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
    async fn read(&mut self, until: i64, hidden: &Hidden) {
        while self.seq < until {
            let text = self.socket.raw().await.unwrap();
            let message: Value = serde_json::from_str(&text).unwrap();
            if message["type"] == "state" {
                self.seq = message["seq"].as_i64().unwrap();
                // A seat may be told of what it has seen.
                self.known.extend(ids(&message["state"]["view"]["enemies"]));
            }
            self.all.push(text);
        }
        for text in &self.all[self.searched..] {
            let mut said = BTreeSet::new();
            names(&serde_json::from_str(text).unwrap(), &mut said);
            let leaked: Vec<_> =
                said.intersection(&hidden.names).filter(|name| !self.known.contains(*name)).collect();
            assert!(leaked.is_empty(), "{} is told of {leaked:?}: {text}", self.seat);
            for order in &hidden.orders {
                assert!(!text.contains(order), "{} is told the order {order}: {text}", self.seat);
            }
        }
        self.searched = self.all.len();
    }

    /// Was this sent before the message that tells how the battle ended?
    fn early(&self, secret: &str) -> bool {
        let open = self.all.iter().take_while(|text| !text.contains("\"type\":\"over\""));
        open.filter(|text| text.contains(secret)).count() > 0
    }
}

/// A battle over HTTP, with the umpire's view as the truth that the bytes of the others are compared with.
struct Battle {
    umpire: Http,
    players: BTreeMap<String, Http>,
    bytes: Vec<Bytes>,
    /// What each player has ordered in this turn.
    orders: BTreeMap<String, BTreeSet<String>>,
    /// What each player has ordered since the battle began: its own last orders are shown to it again.
    ever: BTreeMap<String, BTreeSet<String>>,
    chance: Chance,
    key: u64,
    /// How many orders, rides and answers of the players' own were done.
    given: usize,
}

impl Battle {
    async fn new(server: &Server, made: &Made, seed: u64) -> Battle {
        let others = ["maker", "umpire", "onlooker"];
        let seats: Vec<String> = ids_of_links(made).filter(|seat| !others.contains(&seat.as_str())).collect();
        let mut bytes = Vec::new();
        for seat in seats.iter().map(String::as_str).chain(["onlooker"]) {
            let socket = server.socket(&made.token(seat), Some(0)).await;
            let http = server.http(&made.token(seat));
            let (seat, known, all) = (seat.to_string(), BTreeSet::new(), Vec::new());
            bytes.push(Bytes { seat, http, socket, seq: 0, known, all, searched: 0 });
        }
        let players = seats.iter().map(|seat| (seat.clone(), server.http(&made.token(seat)))).collect();
        let umpire = server.http(&made.token("umpire"));
        let (orders, ever) = (BTreeMap::new(), BTreeMap::new());
        Battle { umpire, players, bytes, orders, ever, chance: Chance(seed), key: 0, given: 0 }
    }

    async fn act(&mut self, http: &Http, action: &Value) -> bool {
        self.key += 1;
        http.post("/api/game/act", &json!({"key": self.key.to_string(), "action": action})).await.0 == 200
    }

    async fn seat(&mut self, seat: &str) {
        let http = self.players[seat].clone();
        let state = http.get("/api/game?samples=true").await.1;
        let Some(prompt) = state["prompts"].as_array().unwrap().first() else { return };
        let mut answered = false;
        for offers in offered(&prompt["about"]) {
            let action = &offers[self.chance.below(offers.len())];
            let order = action["order"].to_string();
            let done = self.act(&http, action).await;
            self.given += usize::from(done);
            answered |= done && action["do"] == "answer";
            // Short orders are alike for all: only one with a way of its own can give a seat away.
            if done && order.len() > 60 {
                self.ever.entry(seat.to_string()).or_default().insert(order.clone());
                self.orders.entry(seat.to_string()).or_default().insert(order);
            }
            // Every message is searched; not after every single order, as the states of all seats are asked for each time.
            if self.key.is_multiple_of(4) {
                self.check().await;
            }
        }
        self.check().await;
        if !answered {
            self.act(&http, &prompt["default"]).await;
            self.check().await;
        }
    }

    /// Reads every socket up to now and searches it.
    async fn check(&mut self) {
        let truth = self.umpire.get("/api/game").await.1;
        let text = |value: &Value| value.as_str().unwrap_or_default().to_string();
        let seats = truth["table"]["seats"].as_array().unwrap().iter();
        let sides: BTreeMap<String, String> =
            seats.map(|seat| (text(&seat["seat"]), text(&seat["side"]))).collect();
        // The state of every seat now: how far its socket must be read, and its own generals and couriers.
        let (mut seqs, mut riders) = (BTreeMap::new(), BTreeMap::new());
        for each in &self.bytes {
            let state = each.http.get("/api/game").await.1;
            seqs.insert(each.seat.clone(), state["seq"].as_i64().unwrap());
            let of = |list: &str| ids(&state["view"][list]).collect::<Vec<_>>();
            let own: BTreeSet<String> = [of("generals"), of("couriers")].concat().into_iter().collect();
            riders.insert(each.seat.clone(), own);
        }
        for each in &mut self.bytes {
            let side = &sides[&each.seat];
            let units = truth["view"]["units"].as_array().unwrap().iter();
            let mut hidden = Hidden::default();
            hidden
                .names
                .extend(units.filter(|unit| text(&unit["side"]) != *side).map(|unit| text(&unit["id"])));
            for (other, own) in riders.iter().filter(|(other, _)| sides[*other] != *side) {
                assert!(own.is_disjoint(&riders[&each.seat]), "{} has riders of {other}", each.seat);
                hidden.names.extend(own.iter().cloned());
            }
            assert!(!hidden.names.is_empty());
            let own = self.ever.get(&each.seat).cloned().unwrap_or_default();
            let others = self.orders.iter().filter(|(seat, _)| **seat != each.seat);
            hidden.orders = others.flat_map(|(_, orders)| orders - &own).collect();
            each.read(seqs[&each.seat], &hidden).await;
        }
    }

    /// Lets the computer play the rest, and reads every socket to the end.
    async fn finish(&mut self, server: &Server, made: &Made) -> Value {
        let maker = server.http(&made.token("maker"));
        for seat in self.players.keys() {
            maker.post("/api/game/seat", &json!({"seat": seat, "by": "staff:random"})).await;
        }
        loop {
            let truth = self.umpire.get("/api/game").await.1;
            if !truth["table"]["ending"].is_null() {
                for each in &mut self.bytes {
                    let seq = each.http.get("/api/game").await.1["seq"].as_i64().unwrap();
                    each.read(seq, &Hidden::default()).await;
                }
                return truth;
            }
            for prompt in truth["prompts"].as_array().unwrap() {
                let umpire = self.umpire.clone();
                self.act(&umpire, &prompt["default"]).await;
            }
            self.umpire.get(&format!("/api/game/items?since={}&wait=1", truth["seq"])).await;
        }
    }

    /// Plays to the end, or to a turn.
    async fn play(&mut self, turns: u64) -> Value {
        let mut turn = 0;
        loop {
            let truth = self.umpire.get("/api/game").await.1;
            let now = truth["table"]["turn"].as_u64().unwrap();
            if now > turns || !truth["table"]["ending"].is_null() {
                return truth;
            }
            if now != turn {
                turn = now;
                self.orders.clear();
            }
            for prompt in truth["prompts"].as_array().unwrap() {
                let umpire = self.umpire.clone();
                self.act(&umpire, &prompt["default"]).await;
            }
            for seat in self.players.keys().cloned().collect::<Vec<_>>() {
                self.seat(&seat).await;
            }
        }
    }
}

fn ids_of_links(made: &Made) -> impl Iterator<Item = String> + '_ {
    made.0["links"].as_array().unwrap().iter().map(|link| link["seat"].as_str().unwrap().to_string())
}

/// The scenario with the fewest units of every rule set that is played.
async fn scenarios(server: &Server) -> BTreeMap<String, String> {
    let stranger = server.http("");
    let mut smallest: BTreeMap<String, (usize, String)> = BTreeMap::new();
    for scenario in stranger.get("/api/scenarios").await.1.as_array().unwrap() {
        for rules in scenario["rules"].as_array().unwrap() {
            let asked = json!({"scenario": scenario["id"], "rules": rules, "umpire": true});
            let (status, made) = stranger.post("/api/games", &asked).await;
            if status != 201 {
                continue;
            }
            let truth = server.http(&Made(made).token("umpire")).get("/api/game").await.1;
            let units = truth["view"]["units"].as_array().unwrap().len();
            let (rules, id) = (rules.as_str().unwrap(), scenario["id"].as_str().unwrap());
            if smallest.get(rules).is_none_or(|(fewest, _)| units < *fewest) {
                smallest.insert(rules.to_string(), (units, id.to_string()));
            }
        }
    }
    assert_eq!(smallest.len(), 5, "{smallest:?}");
    smallest.into_iter().map(|(rules, (_, id))| (rules, id)).collect()
}

/// How many turns are played: a few, or whole battles when `WHOLE_BATTLES` is set.
fn turns() -> u64 {
    if std::env::var_os("WHOLE_BATTLES").is_some() { u64::MAX } else { 2 }
}

/// No socket is sent an order of another seat, a unit, general or courier that it has not seen, or what the dice are made of before the end.
#[tokio::test(flavor = "multi_thread")]
async fn sockets_hold_nothing_hidden() {
    // The sockets are read only now and then.
    let long = Duration::from_secs(3600);
    let patience = Patience { sending: long, ping: long, ..Patience::default() };
    let server = Server::start(Settings { patience, ..Settings::default() }).await;
    for (rules, scenario) in scenarios(&server).await {
        let made = server.game(json!({"scenario": scenario, "rules": rules, "umpire": true})).await;
        let mut battle = Battle::new(&server, &made, 7).await;
        battle.play(turns()).await;
        assert!(battle.given > 5, "{rules}: the players gave {} orders of their own", battle.given);
        let end = battle.finish(&server, &made).await;
        let (secret, seed) = (&end["table"]["dice"]["secret"], &end["table"]["dice"]["seed"]);
        for each in &battle.bytes {
            for what in [secret, seed] {
                assert!(!each.early(what.as_str().unwrap()), "{rules}: {} knows the dice", each.seat);
            }
            assert!(each.all.len() > 10, "{rules}: {}", each.seat);
        }
        let shown: usize = battle.bytes.iter().flat_map(|each| &each.all).map(String::len).sum();
        let (given, acted) = (battle.given, battle.key);
        eprintln!("{rules}, {scenario}: {acted} actions, {given} of them orders, {shown} bytes searched");
    }
    server.stop().await;
}

/// Who has sent a message is not told how long it is on its way, nor is anybody else: the bytes of every socket are searched for the throw that only the umpire
/// is told of.
#[tokio::test(flavor = "multi_thread")]
async fn delays_of_couriers_are_the_umpires_alone() {
    let server = Server::start(Settings::default()).await;
    let made = server.game(json!({"scenario": "chakoten-skovby", "umpire": true})).await;
    let umpire = server.http(&made.token("umpire"));
    let seats = ["danes", "legion", "onlooker", "umpire"];
    let mut bytes: BTreeMap<&str, (Socket, Vec<String>)> = BTreeMap::new();
    for seat in seats {
        bytes.insert(seat, (server.socket(&made.token(seat), Some(0)).await, Vec::new()));
    }
    let mut key = 0;
    let mut act = |action: Value| {
        key += 1;
        json!({"key": key.to_string(), "action": action})
    };
    for _ in 0..4 {
        for (seat, general) in [("danes", "danes"), ("legion", "legion")] {
            let http = server.http(&made.token(seat));
            let view = http.get("/api/game").await.1["view"].clone();
            let chief = view["generals"][0]["id"].clone();
            assert!(chief.is_string(), "{general} has a chief");
            for unit in view["units"].as_array().unwrap() {
                let to = json!({"ride": "with", "unit": unit["id"]});
                http.post(
                    "/api/game/act",
                    &act(json!({"do": "send", "general": chief, "to": to, "task": "hold", "text": "Hold."})),
                )
                .await;
            }
            http.post("/api/game/act", &act(json!({"do": "ready"}))).await;
        }
        for prompt in umpire.get("/api/game").await.1["prompts"].as_array().unwrap() {
            umpire.post("/api/game/act", &act(prompt["default"].clone())).await;
        }
    }
    for (seat, (socket, all)) in &mut bytes {
        let until = server.http(&made.token(seat)).get("/api/game").await.1["seq"].as_i64().unwrap();
        let mut seq = 0;
        while seq < until {
            let text = socket.raw().await.unwrap();
            let message: Value = serde_json::from_str(&text).unwrap();
            if message["type"] == "state" {
                seq = message["seq"].as_i64().unwrap();
            }
            all.push(text);
        }
        let told = all.iter().any(|text| text.contains("message_delay") || text.contains("\"delay"));
        assert_eq!(told, *seat == "umpire", "{seat}");
    }
    server.stop().await;
}

/// The onlooker's link shows no more than every side may see: no unit's orders, nobody's questions.
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
