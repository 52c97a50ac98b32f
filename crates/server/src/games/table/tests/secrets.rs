//! What a seat cannot know. Each test plays the same battle twice with the same dice, with something changed that a seat cannot know, and compares
//! every byte that the seat was sent. Every rule set that is played is tested, on the smallest scenario it has.

use std::collections::BTreeMap;

use krigsspil_engine::battle::SeatId;
use serde_json::{Value, json};

use super::{Played, head_of, order, scenario_of, settings_of};
use crate::api::scenarios::{ids, ours};
use crate::games::settings::{Role, Settings};
use crate::games::wire::Ask;

/// The smallest scenario of every rule set that is played.
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
    assert!(smallest.len() >= 3, "{:?}", smallest.keys());
    smallest.into_values().map(|(_, settings)| settings).collect()
}

/// How many turns are played: a few, or whole battles when `WHOLE_BATTLES` is set.
fn turns() -> u32 {
    if std::env::var_os("WHOLE_BATTLES").is_some() { u32::MAX } else { 2 }
}

/// How the second player behaves, whom the others must not notice.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Manner {
    /// Writes each order once.
    Sure,
    /// Tries things out first: previews, actions that are refused, orders that are replaced.
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
        Chances { played, players, chance: 12345, keys: BTreeMap::new(), manner, shown: BTreeMap::new() }
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
        self.act(seat, other);
        self.show();
    }

    fn turn_of(&mut self, seat: &SeatId) {
        let prompts = self.played.table.prompts_of(seat, true);
        let Some(prompt) = prompts.first() else { return };
        let about = prompt.about_json();
        for unit in about["units"].as_array().cloned().unwrap_or_default() {
            let samples = unit["samples"].as_array().cloned().unwrap_or_default();
            if samples.is_empty() {
                continue;
            }
            let chosen = self.below(samples.len());
            if self.manner == Manner::Doubtful && *seat == self.players[1] {
                self.doubt(seat, &samples, chosen);
            }
            self.act(seat, samples[chosen].clone());
            self.show();
        }
        self.act(seat, prompt.default.written());
        self.show();
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
