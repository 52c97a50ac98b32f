//! A small table built from a few words, for tests with fixed dice.

use std::sync::Arc;

use krigsspil_chakoten::battle::Chakoten;
use krigsspil_chakoten::battle::events::EVENTS;
use krigsspil_chakoten::battle::order::{ATTACK, Action, UnitOrder, When};
use krigsspil_chakoten::battle::state::{Battle, CM, Phase, Unit};
use krigsspil_engine::battle::{ActFault, Event, Played, SeatId};
use krigsspil_engine::scenario::Scenario;
use serde_json::{Value, json};

/// A table with units on it, and a supply of dice.
pub struct Table {
    pub game: Played<Chakoten>,
    /// The answers: to a question, or to a question about one unit ("follows b1").
    pub answers: Vec<(&'static str, &'static str)>,
    pub asked: Vec<String>,
}

/// The parts of a table before it is set up.
#[derive(Default)]
pub struct Words {
    pub units: Vec<String>,
    pub features: Vec<Value>,
    pub turns: u32,
    pub umpire: bool,
    /// Players announce themselves.
    pub announce: bool,
    pub chief_back: Option<f64>,
    /// Special rules of the scenario, as they are written in it.
    pub special: Vec<String>,
}

fn bearing(word: &str) -> f64 {
    match word {
        "north" => 0.0,
        "east" => 90.0,
        "south" => 180.0,
        "west" => 270.0,
        degrees => degrees.parse().unwrap(),
    }
}

const FORMATIONS: [&str; 9] = [
    "march_column",
    "attack_column",
    "single_column",
    "battalion_mass",
    "dense_skirmish",
    "thin_skirmish",
    "square",
    "hob",
    "line",
];

/// "b1 line of 20 facing north at 40,60 valeur=1": in centimetres; ids with b are blue, those with r red. `light`, `medium` and `heavy`
/// make cavalry, `battery` of so many guns makes artillery.
fn unit(words: &str) -> (String, [f64; 2]) {
    let words: Vec<&str> = words.split_whitespace().collect();
    let id = words[0];
    let after = |key: &str| words.iter().position(|word| *word == key).map(|at| words[at + 1]);
    let count: u32 = after("of").map_or(0, |count| count.parse().unwrap());
    let facing = bearing(after("facing").unwrap_or(if id.starts_with('b') { "north" } else { "south" }));
    let at: Vec<f64> = after("at").unwrap().split(',').map(|number| number.parse().unwrap()).collect();
    let place = [at[0] * CM, at[1] * CM];
    let has = |word: &str| words.contains(&word);
    let weight = ["light", "medium", "heavy", "cossacks"].into_iter().find(|word| has(word));
    let arm = match () {
        () if has("battery") => "artillery",
        () if has("wagon") => "wagon",
        () if weight.is_some() => "cavalry",
        () => "infantry",
    };
    let mut text = format!(
        "[[unit]]\nid = \"{id}\"\nname = \"the {id}\"\ngeneral = \"{}\"\narm = \"{arm}\"\n",
        &id[..1]
    );
    match arm {
        "artillery" => text += &format!("guns = {count}\n"),
        "wagon" => {}
        _ => text += &format!("men = {}\n", count * 20),
    }
    if let Some(formation) = FORMATIONS.iter().find(|word| has(word)) {
        text += &format!("formation = \"{formation}\"\n");
    }
    text +=
        &format!("place = [{:?}, {:?}]\nfacing = {facing:?}\n[unit.ratings.chakoten]\n", place[0], place[1]);
    if let Some(weight) = weight {
        text += &format!("cavalry = \"{weight}\"\n");
    }
    let mut rated = String::new();
    for pair in words.iter().filter(|word| word.contains('=')) {
        let (key, value) = pair.split_once('=').unwrap();
        let plain = value.parse::<i64>().is_ok() || value == "true" || value == "false";
        let value = if key == "inside" { value.replace('_', " ") } else { value.to_string() };
        rated += &if plain { format!("{key} = {value}\n") } else { format!("{key} = \"{value}\"\n") };
    }
    if arm == "artillery" {
        if !rated.contains("piece") {
            rated += "piece = \"denmark_6pd_foot\"\n";
        }
        if !rated.contains("limbered") {
            rated += "limbered = false\n";
        }
    }
    (text + &rated, place)
}

impl Words {
    pub fn of(units: &[&str]) -> Words {
        Words { units: units.iter().map(|unit| (*unit).to_string()).collect(), turns: 30, ..Words::default() }
    }

    pub fn with_feature(mut self, properties: Value, kind: &str, coordinates: Value) -> Words {
        let metres = scale(&coordinates);
        self.features.push(json!({"type": "Feature", "properties": properties,
            "geometry": {"type": kind, "coordinates": metres}}));
        self
    }

    pub fn scenario(&self) -> Scenario {
        let (text, ground) = self.written();
        Scenario::read("test.toml", &text, &ground).unwrap()
    }

    /// The text of the scenario, and of its ground.
    pub fn written(&self) -> (String, String) {
        let mut text = format!(
            "name = \"a test\"\nrules = [\"chakoten\"]\ndate = \"1813-12-10\"\nstarts = \"09:00\"\nturns = {}\n\
             ground = \"ground.geojson\"\n\n[[side]]\nid = \"blue\"\nname = \"Blue\"\nhome = 180.0\n\n\
             [[side]]\nid = \"red\"\nname = \"Red\"\nhome = 0.0\n\n",
            self.turns
        );
        text += &self.special.concat();
        text += "\n";
        let built: Vec<(String, (String, [f64; 2]))> =
            self.units.iter().map(|words| (words[..1].to_string(), unit(words))).collect();
        for (side, id) in [("blue", "b"), ("red", "r")] {
            let first = built.iter().find(|(of, _)| of == id).map(|(_, (_, at))| *at);
            let back = self.chief_back.unwrap_or(12.0) * CM * if id == "b" { -1.0 } else { 1.0 };
            let place = first.map(|at| [at[0], (at[1] + back).clamp(0.0, 2500.0)]).unwrap_or([12.5, 12.5]);
            text += &format!(
                "[[general]]\nid = \"{id}\"\nname = \"General {id}\"\nside = \"{side}\"\nrank = \"brigade\"\n\
                 place = [{:?}, {:?}]\ninstruction = \"Hold your ground.\"\n\n",
                place[0], place[1]
            );
        }
        for (_, (unit, _)) in &built {
            text += unit;
            text += "\n";
        }
        let ground = json!({"type": "FeatureCollection", "name": "a table", "table": {"width": 2500, "depth": 2500},
            "contour_interval": 10, "features": self.features});
        (text, ground.to_string())
    }

    pub fn with_dice(&self, dice: &[i32]) -> Table {
        let mut options = krigsspil_engine::battle::Options::new();
        if self.umpire {
            options.insert("umpire".into(), true);
        }
        if self.announce {
            options.insert("announce".into(), true);
        }
        let rules = Chakoten::printed().unwrap();
        let game = Played::setup_with_dice(rules, &self.scenario(), options, 7, dice.to_vec()).unwrap();
        Table { game, answers: Vec::new(), asked: Vec::new() }
    }
}

/// Converts the centimetres of a geometry to metres.
fn scale(value: &Value) -> Value {
    match value {
        Value::Array(all) => Value::Array(all.iter().map(scale).collect()),
        Value::Number(number) => json!(number.as_f64().unwrap() * CM),
        other => other.clone(),
    }
}

/// Units on open ground, and the dice that are thrown first.
pub fn table(units: &[&str], dice: &[i32]) -> Table {
    Words::of(units).with_dice(dice)
}

fn side_of(id: &str) -> SeatId {
    SeatId::from(if id.starts_with('b') { "blue" } else { "red" })
}

impl Table {
    /// The same game on another scenario, with these dice.
    pub fn twin(&self, scenario: &Scenario, dice: &[i32]) -> Table {
        let options = krigsspil_engine::battle::Options::new();
        let rules = self.game.rules().clone();
        let game = Played::setup_with_dice(rules, scenario, options, 7, dice.to_vec()).unwrap();
        Table { game, answers: Vec::new(), asked: Vec::new() }
    }

    pub fn battle(&self) -> &Battle {
        self.game.battle()
    }

    pub fn unit(&self, id: &str) -> &Unit {
        &self.battle().units[self.battle().unit(id).unwrap()]
    }

    pub fn try_order(&mut self, id: &str, order: UnitOrder) -> Result<(), ActFault> {
        let action = Action::Order { unit: id.into(), order: Some(order), sheet: None };
        self.game.do_action(&side_of(id), &action).map(drop)
    }

    pub fn order(&mut self, id: &str, order: UnitOrder) -> &mut Self {
        self.try_order(id, order).unwrap_or_else(|fault| panic!("{id}: {fault}"));
        self
    }

    /// An entry in the letters of the order sheet.
    pub fn sheet(&mut self, id: &str, entry: &str) -> &mut Self {
        let action = Action::Order { unit: id.into(), order: None, sheet: Some(entry.into()) };
        self.game.do_action(&side_of(id), &action).unwrap_or_else(|fault| panic!("{id} {entry}: {fault}"));
        self
    }

    pub fn refused(&mut self, id: &str, order: UnitOrder) -> String {
        let before = self.game.digest();
        let fault = self.try_order(id, order).unwrap_err();
        assert_eq!(before, self.game.digest(), "a refused order left a trace");
        match fault {
            ActFault::Refused(refused) => refused.key().to_string(),
            other => other.to_string(),
        }
    }

    pub fn act(&mut self, seat: &str, action: Value) -> Result<Vec<Arc<Event>>, ActFault> {
        let happened = self.game.act(&SeatId::from(seat), &action)?;
        for event in happened.all() {
            let declared = EVENTS.iter().find(|declared| declared.what == event.what);
            declared.expect(event.what).fits(&event.about).unwrap();
        }
        Ok(happened.all().to_vec())
    }

    /// Both are ready; questions are answered as the test says, otherwise by their defaults.
    pub fn turn(&mut self) -> Vec<Arc<Event>> {
        let mut events = Vec::new();
        for seat in ["blue", "red"] {
            events.extend(self.act(seat, json!({"do": "ready"})).unwrap());
        }
        while let Phase::Running(_) = self.battle().phase {
            let prompt = self.game.prompts().remove(0);
            self.asked.push(prompt.what.to_string());
            let mut action = prompt.default.written();
            let about = prompt.about_json();
            let of_one = format!("{} {}", prompt.what, about["unit"].as_str().unwrap_or_default());
            let meant = |what: &str| what == prompt.what || what == of_one;
            if let Some((_, choice)) = self.answers.iter().find(|(what, _)| meant(what)) {
                action["choice"] = json!(choice);
            }
            events.extend(self.act(prompt.seat.as_str(), action).unwrap());
        }
        events
    }

    /// The middle of the unit's front, in centimetres.
    pub fn at(&self, id: &str) -> [f64; 2] {
        let at = self.unit(id).placed.pose().at;
        [at.x / CM, at.y / CM]
    }
}

/// The events of a kind.
pub fn happened<'a>(events: &'a [Arc<Event>], what: &str) -> Vec<&'a Event> {
    events.iter().map(AsRef::as_ref).filter(|event| event.what == what).collect()
}

/// The outcome behind an event.
pub fn outcome(event: &Event) -> &Value {
    &event.working.as_ref().unwrap().outcome
}

/// Is a modifier among those behind an event?
pub fn counted(event: &Event, modifier: &str) -> bool {
    event.working.as_ref().unwrap().modifiers.iter().any(|applied| applied.modifier.key == modifier)
}

/// Near enough for centimetres measured on a grid of millimetres of ground.
pub fn near(one: f64, other: f64) -> bool {
    (one - other).abs() < 0.02
}

/// Attacks an enemy, straight ahead.
pub fn attack(target: &str) -> UnitOrder {
    UnitOrder::Move { steps: vec![ATTACK], target: Some(target.into()), support: None }
}

/// Fires at an enemy at once.
pub fn fire_at(target: &str) -> UnitOrder {
    let target = Some(target.into());
    UnitOrder::Fire { when: When::AtOnce, target, also: None, ranging: false, steps: Vec::new() }
}
