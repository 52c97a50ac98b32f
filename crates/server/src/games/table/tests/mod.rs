//! A table played at, without a network, a store or a clock of its own.

mod around;
mod battle;
mod dice;
mod letter;
mod mail;
mod secrets;

use std::collections::BTreeMap;
use std::sync::{Arc, LazyLock};

use krigsspil_engine::Language;
use krigsspil_engine::battle::{Game, Seat, SeatId};
use krigsspil_engine::scenario::Scenario;
use serde_json::{Value, json};

use super::Table;
use crate::Library;
use crate::api::scenarios::ours;
use crate::games::settings::{By, Head, Role, Settings, Sitting};
use crate::games::store::{Batch, Stored};
use crate::games::wire::{Ask, Problem};

static LIBRARY: LazyLock<Arc<Library>> = LazyLock::new(|| Arc::new(Library::open().unwrap()));

/// A table with its store: everything that was stored, in order.
struct Played {
    table: Table,
    stored: Stored,
    told: BTreeMap<SeatId, Vec<Value>>,
    now: i64,
}

fn scenario_of(settings: &Settings) -> Scenario {
    Scenario::read("scenario.toml", &settings.scenario, &settings.ground).unwrap()
}

/// A battle of one of our scenarios as its settings give it, before anybody has done anything.
fn fresh(settings: &Settings) -> Box<dyn Game> {
    let maker = krigsspil_rules::maker(&settings.rules).unwrap();
    maker.setup(&scenario_of(settings), Default::default(), 1, vec![]).unwrap()
}

fn settings_of(rules: &str, scenario: &str) -> Settings {
    let (scenario, ground) = ours(scenario).unwrap();
    let mut settings = Settings {
        rules: rules.into(),
        rules_version: String::new(),
        title: "A battle of the tests".into(),
        scenario: scenario.text,
        ground: ground.text,
        options: Default::default(),
        clock: None,
        by_courier: false,
        shared_dice: false,
        hot_seat: false,
        measuring: false,
        secret: "a secret of the tests".into(),
        rematch_of: None,
    };
    settings.rules_version = fresh(&settings).save().rules_version;
    settings
}

fn settings() -> Settings {
    settings_of("borgerkrig", "meeting")
}

/// Persons in every seat of a battle but the umpire's, which is empty.
fn head_of(settings: &Settings) -> Head {
    let seated = |(id, seat): (&SeatId, &Seat)| {
        let side = match seat {
            Seat::Player { side, .. } => Some(side.clone()),
            Seat::Umpire | Seat::Onlooker => None,
        };
        let role = Role::from(seat);
        let by = if role == Role::Umpire { By::Nobody } else { By::Person };
        (id.clone(), Sitting { role, side, by, seq: 0, events: 0 })
    };
    Head { seats: fresh(settings).seats().iter().map(seated).collect(), ..Head::default() }
}

fn head(seats: &[(&str, &str)]) -> Head {
    let mut head = head_of(&settings());
    for (seat, by) in seats {
        head.seats.get_mut(&SeatId::from(*seat)).unwrap().by = By::read(by).unwrap();
    }
    head
}

impl Played {
    fn of(settings: Settings, head: Head) -> Played {
        let text = serde_json::to_string(&settings).unwrap();
        let table = Table::new("game".into(), settings, head, LIBRARY.clone(), 0).unwrap();
        let stored = Stored { settings: text, head: String::new(), snapshot: None, entries: Vec::new() };
        let mut played = Played { table, stored, told: BTreeMap::new(), now: 0 };
        played.store();
        played
    }

    fn new(seats: &[(&str, &str)]) -> Played {
        Played::of(settings(), head(seats))
    }

    fn store(&mut self) {
        let Some(batch): Option<Batch> = self.table.take() else { return };
        self.stored.head = batch.head;
        self.stored.entries.extend(batch.entries);
        self.stored.snapshot = batch.snapshot.or(self.stored.snapshot.take());
        for (seat, seq, item) in batch.told {
            let told = self.told.entry(seat).or_default();
            told.push(serde_json::from_str(&item).unwrap());
            assert_eq!(
                (told.len() as i64, &told.last().unwrap()["seq"]),
                (seq, &json!(seq)),
                "numbers have no gaps"
            );
        }
    }

    fn ask(&mut self, who: &str, ask: Ask) -> Result<Value, Problem> {
        let answer = self.table.ask(&who.into(), ask, Language::English, self.now);
        self.store();
        answer.map(|answer| serde_json::from_str(&answer).unwrap())
    }

    fn act(&mut self, who: &str, key: &str, action: Value) -> Result<Value, Problem> {
        self.ask(who, Ask::Act { key: key.into(), action })
    }

    fn ready(&mut self, who: &str, key: &str) {
        self.act(who, key, json!({"do": "ready"})).unwrap();
    }

    /// Everything that happens by itself now.
    fn drive(&mut self) -> usize {
        let mut times = 0;
        while self.table.drive(self.now) {
            self.store();
            times += 1;
            assert!(times < 20_000, "it does not end");
        }
        times
    }

    fn wake(&self) -> Table {
        Table::wake("game".into(), &self.stored, LIBRARY.clone()).unwrap()
    }

    fn state(&self, seat: &str) -> String {
        serde_json::to_string(&self.table.state(&seat.into(), true)).unwrap()
    }

    fn turn(&self) -> u32 {
        self.table.game.as_ref().unwrap().turn()
    }

    fn types(&self, seat: &str) -> Vec<&str> {
        self.told[&SeatId::from(seat)].iter().map(|item| item["type"].as_str().unwrap()).collect()
    }
}

fn order(unit: &str) -> Value {
    json!({"do": "order", "unit": unit, "order": {"kind": "move", "steps": [{"step": "ahead", "cm": 4}]}})
}
