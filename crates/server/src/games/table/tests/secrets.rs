//! What a seat cannot know. Each test plays the same battle twice with the same dice, with something changed that a seat cannot know, and compares
//! every byte that the seat was sent. Every rule set that is played is tested, on the smallest scenario it has.

use std::collections::BTreeMap;

use krigsspil_engine::battle::{Save, SeatId};
use serde_json::{Value, json};

use super::{LIBRARY, Played, head_of, order, scenario_of, settings_of};
use crate::api::scenarios::{ids, ours};
use crate::games::settings::{Role, Settings};
use crate::games::wire::Ask;

/// Options of the rules under which more is hidden, where the rules have them.
const SECRETIVE: [&str; 3] = ["directives", "order_chits", "hidden_movement"];

/// The smallest scenario of every rule set that is played, with as much hidden as the rules can hide.
fn battles() -> Vec<Settings> {
    let mut smallest: BTreeMap<String, (usize, Settings)> = BTreeMap::new();
    for id in ids() {
        let (file, ground) = ours(id).unwrap();
        let rules =
            krigsspil_engine::scenario::Scenario::read(&file.name, &file.text, &ground.text).unwrap().rules;
        for rules in rules.iter().filter(|rules| krigsspil_rules::maker(rules).is_some()) {
            let settings = settings_of(rules, id);
            let units = scenario_of(&settings).units.len();
            if smallest.get(rules).is_none_or(|(fewest, _)| units < *fewest) {
                smallest.insert(rules.clone(), (units, settings));
            }
        }
    }
    assert_eq!(smallest.len(), krigsspil_rules::RULE_SETS.len(), "{:?}", smallest.keys());
    let secretive = |(_, mut settings): (usize, Settings)| {
        let known = LIBRARY.maker(&settings.rules).unwrap().options();
        let hiding = SECRETIVE.into_iter().filter(|option| known.contains(option));
        settings.options.extend(hiding.map(|option| (option.to_string(), true)));
        settings
    };
    smallest.into_values().map(secretive).collect()
}

/// The rules whose orders are written in secret and carried out together. In the others a unit moves when it is ordered, before everybody's eyes.
const WRITTEN_FIRST: [&str; 3] = ["borgerkrig", "chakoten", "gdc"];

/// How many turns are played: a few, or whole battles when `WHOLE_BATTLES` is set.
fn turns() -> u32 {
    if std::env::var_os("WHOLE_BATTLES").is_some() { u32::MAX } else { 2 }
}

/// How the second player behaves, whom the others must not notice.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Manner {
    /// Writes each order once.
    Sure,
    /// Tries things out first: previews, actions that are refused, and orders that are replaced, where the rules have them written before they are carried out.
    Doubtful,
}

/// A battle that is played by chance, the same chance every time.
struct Chances {
    played: Played,
    players: Vec<SeatId>,
    chance: u64,
    /// How many actions each seat has sent: a seat's keys must not depend on what another does.
    keys: BTreeMap<SeatId, u64>,
    manner: Manner,
    /// Everything that each seat was shown, one state after the other.
    shown: BTreeMap<SeatId, String>,
    /// How many orders, rides and answers of the players' own were done.
    given: usize,
}

/// What a prompt offers: for each thing that is asked, all ready-made lawful actions.
fn offered(about: &Value) -> Vec<Vec<Value>> {
    let list = |value: &Value| value.as_array().cloned().unwrap_or_default();
    let order = |unit: &Value, order| json!({"do": "order", "unit": unit["unit"], "order": order});
    let units = list(&about["units"]);
    let orders =
        units.iter().map(|unit| list(&unit["samples"]).into_iter().map(|one| order(unit, one)).collect());
    let riders = [list(&about["generals"]), list(&about["couriers"])].concat();
    let rides = riders.iter().map(|rider| list(&rider["samples"]));
    let answer = |choice| json!({"do": "answer", "question": about["question"], "choice": choice});
    let answers = list(&about["choices"]).into_iter().map(answer).collect();
    let all = orders.chain(rides).chain([answers]);
    all.filter(|offers: &Vec<Value>| !offers.is_empty()).collect()
}

impl Chances {
    fn new(settings: &Settings, manner: Manner) -> Chances {
        let played = Played::of(settings.clone(), head_of(settings));
        let seats = &played.table.head.seats;
        let players: Vec<_> = seats
            .iter()
            .filter(|(_, sitting)| sitting.role == Role::Player)
            .map(|(seat, _)| seat.clone())
            .collect();
        assert!(players.len() >= 2);
        let (keys, shown) = (BTreeMap::new(), BTreeMap::new());
        Chances { played, players, chance: 12345, keys, manner, shown, given: 0 }
    }

    fn below(&mut self, most: usize) -> usize {
        self.chance = self.chance.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
        (self.chance >> 33) as usize % most.max(1)
    }

    fn act(&mut self, seat: &SeatId, action: Value) -> bool {
        let key = self.keys.entry(seat.clone()).or_default();
        *key += 1;
        self.played.act(seat.as_str(), &format!("k{key}"), action).is_ok()
    }

    /// The state of everybody but the second player and the umpire, who sees all.
    fn show(&mut self) {
        let hider = self.players[1].clone();
        let seats = self.played.table.head.seats.iter();
        for (seat, _) in seats.filter(|(seat, sitting)| **seat != hider && sitting.role != Role::Umpire) {
            let state = self.played.table.state_text(seat);
            let shown = self.shown.entry(seat.clone()).or_default();
            if !shown.ends_with(&state) {
                shown.push_str(&state);
            }
        }
    }

    /// Tries things out that must leave no trace.
    fn doubt(&mut self, seat: &SeatId, samples: &[Value], chosen: usize) {
        let other = samples[(chosen + 1) % samples.len()].clone();
        let _ = self.played.ask(seat.as_str(), Ask::Preview { action: other.clone() });
        assert!(!self.act(seat, json!({"do": "dance"})));
        if WRITTEN_FIRST.contains(&self.played.table.settings.rules.as_str()) {
            self.act(seat, other);
        }
        self.show();
    }

    fn turn_of(&mut self, seat: &SeatId) {
        let prompts = self.played.table.prompts_of(seat, true);
        let Some(prompt) = prompts.first() else { return };
        let about = prompt.about_json();
        let mut answered = false;
        for offers in offered(&about) {
            let chosen = self.below(offers.len());
            if self.manner == Manner::Doubtful && *seat == self.players[1] {
                self.doubt(seat, &offers, chosen);
            }
            let done = self.act(seat, offers[chosen].clone());
            self.given += usize::from(done);
            answered |= done && offers[chosen]["do"] == "answer";
            self.show();
        }
        if !answered {
            self.act(seat, prompt.default.written());
            self.show();
        }
    }

    /// Plays the battle, and gives everything that each seat but the second player's was shown and told.
    fn played_out(mut self, turns: u32) -> BTreeMap<SeatId, String> {
        self.show();
        while self.played.turn() <= turns && !self.played.table.head.over {
            let before = self.keys.clone();
            for seat in self.players.clone() {
                self.turn_of(&seat);
                self.played.drive();
            }
            assert!(self.keys != before, "nobody is asked anything, and the battle is not over");
        }
        assert!(self.given > 5, "the players gave {} orders of their own", self.given);
        let mut bytes = self.shown;
        for (seat, shown) in &mut bytes {
            // An onlooker is told only what is public: in two turns that may be nothing.
            let happened = self.played.told[seat].iter().any(|item| item["type"] == "happened");
            assert!(happened || *seat == SeatId::onlooker(), "{seat}");
            shown.push_str(&serde_json::to_string(&self.played.told[seat]).unwrap());
        }
        bytes
    }
}

/// Compares what every seat was sent, and shows where it differs.
fn same(rules: &str, one: &BTreeMap<SeatId, String>, other: &BTreeMap<SeatId, String>) {
    assert_eq!(one.keys().collect::<Vec<_>>(), other.keys().collect::<Vec<_>>());
    for (seat, one) in one {
        let other = &other[seat];
        let pairs = one.bytes().zip(other.bytes());
        let differs = pairs.clone().position(|(one, other)| one != other);
        let around = |text: &str, at: usize| {
            let bytes: Vec<u8> = text.bytes().skip(at.saturating_sub(300)).take(500).collect();
            String::from_utf8_lossy(&bytes).into_owned()
        };
        if let Some(at) = differs {
            panic!("{rules}: {seat} is sent\n{}\nor\n{}", around(one, at), around(other, at));
        }
        assert_eq!(one.len(), other.len(), "{rules}: {seat}");
    }
}

/// Changes the texts of a side that only its own seats may read.
fn other_texts(scenario: &str, side: &str) -> String {
    let mut tables: Vec<String> = Vec::new();
    for line in scenario.lines() {
        if line.starts_with("[[") || tables.is_empty() {
            tables.push(String::new());
        }
        let table = tables.last_mut().unwrap();
        table.push_str(line);
        table.push('\n');
    }
    let of_side = |table: &str| {
        let line = |text: String| table.lines().any(|line| line == text);
        (table.starts_with("[[side]]") && line(format!("id = {side:?}")))
            || (table.starts_with("[[general]]") && line(format!("side = {side:?}")))
    };
    let private = |line: &str| line.starts_with("briefing = ") || line.starts_with("instruction = ");
    let changed = |table: &String| match of_side(table) {
        true => table
            .lines()
            .map(|line| match private(line) {
                true => format!("{} = \"Something else altogether.\"\n", line.split(' ').next().unwrap()),
                false => format!("{line}\n"),
            })
            .collect(),
        false => table.clone(),
    };
    tables.iter().map(changed).collect()
}

/// A player's order changes nothing that another seat is told or shown, not even a number.
#[test]
fn an_order_is_private() {
    let mut played = Played::new(&[]);
    let (red, onlooker) = (played.state("red"), played.state("onlooker"));
    played.act("blue", "1", order("b1")).unwrap();
    played.act("blue", "2", order("b2")).unwrap();
    played.ready("blue", "3");
    assert_eq!((played.state("red"), played.state("onlooker")), (red, onlooker));
    assert_eq!(
        (played.types("red"), played.types("blue")),
        (vec!["begun"], vec!["begun", "acted", "acted", "acted"])
    );
    played.ready("red", "1");
    assert_eq!(played.turn(), 2);
    assert!(played.types("red").contains(&"happened") && played.types("blue").contains(&"happened"));
}

/// The briefing and the instructions of one side are changed. Through a random battle nobody else is sent another byte.
#[test]
fn private_texts_stay_private() {
    for before in battles() {
        let hider = Chances::new(&before, Manner::Sure).players[1].clone();
        let side = head_of(&before).seats[&hider].side.clone().unwrap();
        let after = Settings { scenario: other_texts(&before.scenario, &side), ..before.clone() };
        assert_ne!(before.scenario, after.scenario);
        let [one, other] =
            [&before, &after].map(|settings| Chances::new(settings, Manner::Sure).played_out(turns()));
        same(&before.rules, &one, &other);
    }
}

/// A player tries things out: previews, refused actions, orders that are replaced. Through a random battle nobody else is sent another byte.
#[test]
fn doubts_leave_no_trace() {
    for settings in battles() {
        let [one, other] = [Manner::Sure, Manner::Doubtful]
            .map(|manner| Chances::new(&settings, manner).played_out(turns()));
        same(&settings.rules, &one, &other);
    }
}

/// Changes in a stored state what only one side may know, and tells how much there was of it: what its couriers carry and when they ride, what its
/// generals and corps are to do, how far an order on its way to one has come, and its sequence bonus.
fn change_secrets(state: &mut Value, side: usize) -> usize {
    let mut changed = 0;
    for courier in state["couriers"].as_array_mut().into_iter().flatten() {
        if courier["side"] != json!(side) {
            continue;
        }
        if courier["directive"].is_object() {
            courier["directive"]["text"] = json!("Somewhere else altogether.");
        } else {
            courier["instruction"] = json!("Something else altogether.");
            courier["ride_at"] = json!(0.75);
        }
        changed += 1;
    }
    let posts = state["posts"].as_array().cloned().unwrap_or_default();
    let generals = state["generals"].as_array_mut().into_iter().flatten();
    for (general, _) in generals.zip(&posts).filter(|(_, post)| post["side"] == json!(side)) {
        if general["directive"].is_object() {
            general["directive"]["text"] = json!("Somewhere else altogether.");
            changed += 1;
        }
    }
    let staffs = state["staff"].as_array_mut().into_iter().flatten();
    for (staff, _) in staffs.zip(&posts).filter(|(_, post)| post["side"] == json!(side)) {
        if let Some(east) = staff["objective"]["x"].as_f64() {
            staff["objective"]["x"] = json!(east + 10.0);
            changed += 1;
        }
        if let Some(controls) = staff["pending"]["controls"].as_i64() {
            staff["pending"]["controls"] = json!(controls + 1);
            changed += 1;
        }
    }
    if let Some(bonus) = state["side"][side]["bonus"].as_i64() {
        state["side"][side]["bonus"] = json!(if bonus == 3 { 2 } else { bonus + 1 });
        changed += 1;
    }
    changed
}

/// Changes in a stored state what nobody but the umpire may know: how long a message is delayed on its way.
fn change_delays(state: &mut Value) -> usize {
    let messages = state["messages"].as_array_mut().into_iter().flatten();
    let mut changed = 0;
    for message in messages.filter(|message| message["delay"].is_number()) {
        message["delay"] = json!(message["delay"].as_i64().unwrap() + 3);
        changed += 1;
    }
    changed
}

/// What the seats see and are asked in a battle that goes on from a stored state.
fn seen_from(settings: &Settings, save: &Save, state: Value, seats: &[SeatId]) -> BTreeMap<SeatId, String> {
    let mut save = save.clone();
    let snapshot = save.snapshot.as_mut().unwrap();
    snapshot.state = state;
    // A state of other rules is taken as it is: that of these must have its digest.
    snapshot.rules_version = "changed by the test".into();
    let game = LIBRARY.maker(&settings.rules).unwrap().resume(&save).unwrap();
    let prompts = |seat: &SeatId| {
        let prompts = game.prompts().into_iter();
        prompts.filter(|prompt| prompt.seat == *seat).collect::<Vec<_>>()
    };
    let shown = |seat: &SeatId| serde_json::to_string(&(game.view(seat), prompts(seat))).unwrap();
    seats.iter().map(|seat| (seat.clone(), shown(seat))).collect()
}

/// Has every chief write to some units and to every other chief, where the rules have messages or directives. Then he rides off, so that what he
/// writes in the next turn has a way to go.
fn send_messages(chances: &mut Chances, seat: &SeatId) {
    let view = serde_json::to_value(chances.played.table.game.as_ref().unwrap().view(seat)).unwrap();
    let ids = |list: &str| {
        let all = view[list].as_array().cloned().unwrap_or_default();
        all.into_iter().map(|thing| thing["id"].clone()).collect::<Vec<_>>()
    };
    for general in ids("generals") {
        for unit in ids("units").into_iter().take(3) {
            let to = json!({"ride": "with", "unit": unit});
            chances.act(
                seat,
                json!({"do": "send", "general": general, "to": to, "task": "hold", "text": "Hold."}),
            );
        }
        for other in ids("generals") {
            let directive = json!({"do": "directive", "general": general, "to": other, "place": [700, 700], "text": "There."});
            chances.act(seat, directive);
        }
        let away = json!({"ride": "to", "place": [100, 100]});
        chances.act(seat, json!({"do": "general", "general": general, "to": away, "moment": 0.0}));
    }
}

/// Plays a random battle of eight turns. After each the delays of messages, then what else is on its way, are changed in the stored state, and what
/// the seats see that cannot know of it is compared. Tells how many delays were changed, and how many other things.
fn on_its_way(settings: &Settings) -> (usize, usize) {
    let mut chances = Chances::new(settings, Manner::Sure);
    let seats = chances.played.table.head.seats.clone();
    let side = seats[&chances.players[1]].side.clone();
    let sides = scenario_of(settings).sides;
    let number = sides.iter().position(|one| Some(one.id.get_ref()) == side.as_ref()).unwrap();
    let players = || seats.iter().filter(|(_, sitting)| sitting.role != Role::Umpire);
    let blind: Vec<SeatId> = players().map(|(seat, _)| seat.clone()).collect();
    let others: Vec<SeatId> =
        players().filter(|(_, sitting)| sitting.side != side).map(|(seat, _)| seat.clone()).collect();
    let mut changed = (0, 0);
    while chances.played.turn() <= 8 && !chances.played.table.head.over {
        let turn = chances.played.turn();
        for seat in chances.players.clone() {
            send_messages(&mut chances, &seat);
            chances.turn_of(&seat);
            chances.played.drive();
        }
        let save = chances.played.table.game.as_ref().unwrap().save();
        let Some(snapshot) = save.snapshot.as_ref().filter(|_| chances.played.turn() != turn) else {
            continue;
        };
        let compare = |seats: &[SeatId], change: &dyn Fn(&mut Value) -> usize| {
            let mut state = snapshot.state.clone();
            let found = change(&mut state);
            let [one, other] =
                [snapshot.state.clone(), state].map(|state| seen_from(settings, &save, state, seats));
            same(&settings.rules, &one, &other);
            found
        };
        changed.0 += compare(&blind, &change_delays);
        changed.1 += compare(&others, &|state| change_secrets(state, number));
    }
    changed
}

/// Delays of messages, what couriers carry and orders on their way are changed in the middle of random battles of every rule set: whoever cannot know of
/// it sees and is asked the same, byte for byte.
#[test]
fn what_is_on_its_way_stays_hidden() {
    let changed: BTreeMap<String, (usize, usize)> =
        battles().iter().map(|settings| (settings.rules.clone(), on_its_way(settings))).collect();
    eprintln!("changed, delays and what is carried: {changed:?}");
    assert!(changed["chakoten"].0 > 0, "no message was on its way: {changed:?}");
    // The smallest battle of `gdc` has no general who can be sent a directive: its secrets of a turn are chits and orders, which are doubted above.
    for rules in ["borgerkrig", "torden", "tricolore"] {
        assert!(changed[rules].1 > 0, "{rules}: nothing was on its way: {changed:?}");
    }
}
