//! A small table built in a few words, for tests with fixed dice. Lengths are yards.

use std::sync::Arc;

use krigsspil_engine::battle::{ActFault, Event, Options, Played, Prompt, SeatId};
use krigsspil_engine::scenario::Scenario;
use krigsspil_field::prelude::overlaps;
use krigsspil_gdc::battle::Gdc;
use krigsspil_gdc::battle::order::{Action, UnitOrder};
use krigsspil_gdc::battle::phases::Step;
use krigsspil_gdc::battle::state::{Battle, Unit};
use krigsspil_gdc::vocabulary::ChargeOrders;
use serde_json::{Value, json};

/// A table with units on it, and a pile of dice.
pub struct Table {
    pub game: Played<Gdc>,
    /// What is answered: a question, or a question about one ("reacts r1").
    pub answers: Vec<(&'static str, &'static str)>,
    pub asked: Vec<String>,
    /// Everything that has happened.
    pub events: Vec<Arc<Event>>,
}

/// What a table is made of before it is set up.
pub struct Words {
    pub units: Vec<String>,
    pub features: Vec<Value>,
    /// Ratings of the two officers.
    pub officers: [String; 2],
    pub more: String,
    pub turns: u32,
    pub options: Vec<&'static str>,
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

/// "b1 infantry line of 12 facing north at 1000,500 melee=6 morale=C": ids with b are blue, those with r red; a second letter names the
/// general (`bx1` is of `bx`).
fn unit(words: &str) -> String {
    let words: Vec<&str> = words.split_whitespace().collect();
    let id = words[0];
    let after = |key: &str| words.iter().position(|word| *word == key).map(|at| words[at + 1]);
    let castings = after("of");
    let facing = bearing(after("facing").unwrap_or(if id.starts_with('r') { "south" } else { "north" }));
    let at: Vec<f64> = after("at").unwrap().split(',').map(|number| number.parse().unwrap()).collect();
    let has = |word: &str| words.contains(&word);
    let arm = match () {
        () if has("battery") => "artillery",
        () if has("cavalry") => "cavalry",
        () => "infantry",
    };
    let formations = ["column", "square", "skirmish", "line", "unlimbered", "limbered"];
    let general = id.trim_end_matches(|letter: char| letter.is_ascii_digit());
    let mut text = format!(
        "[[unit]]\nid = \"{id}\"\nname = \"the {id}\"\ngeneral = \"{general}\"\narm = \"{arm}\"\nmen = 720\nguns = 8\n"
    );
    if let Some(formation) = formations.iter().find(|word| has(word)) {
        text += &format!("formation = \"{formation}\"\n");
    }
    text += &format!("place = [{:?}, {:?}]\nfacing = {facing:?}\n[unit.ratings.gdc]\n", at[0], at[1]);
    if let Some(castings) = castings {
        text += &format!("castings = {castings}\n");
    } else if arm == "cavalry" {
        text += "castings = 8\n";
    }
    for pair in words.iter().filter(|word| word.contains('=')) {
        let (key, value) = pair.split_once('=').unwrap();
        let plain = value.parse::<f64>().is_ok() || value == "true" || value == "false";
        text += &if plain { format!("{key} = {value}\n") } else { format!("{key} = \"{value}\"\n") };
    }
    text
}

impl Words {
    pub fn of(units: &[&str]) -> Words {
        Words {
            units: units.iter().map(|unit| (*unit).to_string()).collect(),
            features: Vec::new(),
            officers: [String::new(), String::new()],
            more: String::new(),
            turns: 30,
            options: Vec::new(),
        }
    }

    pub fn with(mut self, kind: &str, shape: &str, coordinates: Value, mut properties: Value) -> Words {
        properties["kind"] = json!(kind);
        self.features.push(json!({"type": "Feature", "properties": properties,
            "geometry": {"type": shape, "coordinates": coordinates}}));
        self
    }

    /// A rectangle of ground.
    pub fn area(self, kind: &str, [west, south, east, north]: [f64; 4], properties: Value) -> Words {
        let ring = json!([[[west, south], [east, south], [east, north], [west, north], [west, south]]]);
        self.with(kind, "Polygon", ring, properties)
    }

    pub fn scenario(&self) -> Scenario {
        let mut text = format!(
            "name = \"a test\"\nrules = [\"gdc\"]\ndate = \"1813-12-10\"\nstarts = \"08:00\"\nturns = {}\n\
             ground = \"ground.geojson\"\n\n[[side]]\nid = \"blue\"\nname = \"Blue\"\nhome = 180.0\n\n\
             [[side]]\nid = \"red\"\nname = \"Red\"\nhome = 0.0\n\n",
            self.turns
        );
        let own: Vec<String> = self
            .units
            .iter()
            .map(|words| {
                let id = words.split_whitespace().next().unwrap();
                id.trim_end_matches(|letter: char| letter.is_ascii_digit()).to_string()
            })
            .collect();
        for (place, (side, id)) in [("blue", "b"), ("red", "r")].into_iter().enumerate() {
            let mut officers: Vec<&String> = own.iter().filter(|general| general.starts_with(id)).collect();
            let chief = id.to_string();
            officers.push(&chief);
            officers.sort();
            officers.dedup();
            for officer in officers {
                let above = if officer.len() > 1 { format!("superior = \"{id}\"\n") } else { String::new() };
                let rank = if officer.len() > 1 { "brigade" } else { "division" };
                let y = if id == "b" { 100.0 } else { 2900.0 };
                let ratings = self.officers[place].clone();
                let place_at = if self.more.contains(&format!("# {officer} at ")) {
                    let after = self.more.split(&format!("# {officer} at ")).nth(1).unwrap();
                    after.lines().next().unwrap().trim().to_string()
                } else {
                    format!("[1500, {y:?}]")
                };
                text += &format!(
                    "[[general]]\nid = \"{officer}\"\nname = \"General {officer}\"\nside = \"{side}\"\nrank = \"{rank}\"\n{above}\
                     place = {place_at}\n[general.ratings.gdc]\n{ratings}\n\n"
                );
            }
        }
        for words in &self.units {
            text += &unit(words);
            text += "\n";
        }
        text += &self.more;
        let ground = json!({"type": "FeatureCollection", "name": "a table", "table": {"width": 3000, "depth": 3000},
            "contour_interval": 10, "features": self.features});
        Scenario::read("test.toml", &text, &ground.to_string()).unwrap()
    }

    pub fn with_dice(&self, dice: &[i32]) -> Table {
        let options: Options = self.options.iter().map(|option| ((*option).to_string(), true)).collect();
        let rules = Gdc::printed().unwrap();
        let game = Played::setup_with_dice(rules, &self.scenario(), options, 7, dice.to_vec()).unwrap();
        Table { game, answers: Vec::new(), asked: Vec::new(), events: Vec::new() }
    }
}

/// Units on open ground, and the dice that are thrown first.
pub fn table(units: &[&str], dice: &[i32]) -> Table {
    Words::of(units).with_dice(dice)
}

pub fn side_of(id: &str) -> SeatId {
    SeatId::from(if id.starts_with('b') { "blue" } else { "red" })
}

impl Table {
    pub fn battle(&self) -> &Battle {
        self.game.battle()
    }

    pub fn unit(&self, id: &str) -> &Unit {
        &self.battle().units[self.battle().unit(id).unwrap()]
    }

    pub fn try_order(&mut self, id: &str, order: UnitOrder) -> Result<Vec<Arc<Event>>, ActFault> {
        let action = Action::Order { unit: id.into(), order: Some(order), sheet: None };
        let happened = self.game.do_action(&side_of(id), &action)?.all().to_vec();
        self.events.extend(happened.iter().cloned());
        Ok(happened)
    }

    pub fn order(&mut self, id: &str, order: UnitOrder) -> Vec<Arc<Event>> {
        self.try_order(id, order).unwrap_or_else(|fault| panic!("{id}: {fault}"))
    }

    /// The refusal's key; nothing has changed.
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
        let happened = self.game.act(&SeatId::from(seat), &action)?.all().to_vec();
        self.events.extend(happened.iter().cloned());
        Ok(happened)
    }

    fn settle(&mut self, prompt: &Prompt) {
        let mut action = prompt.default.written();
        let about = prompt.about_json();
        if prompt.question().is_some() {
            self.asked.push(prompt.what.to_string());
            let of_one = format!("{} {}", prompt.what, about["unit"].as_str().unwrap_or_default());
            let meant = |what: &str| what == prompt.what || what == of_one;
            if let Some((_, choice)) = self.answers.iter().find(|(what, _)| meant(what)) {
                action["choice"] = json!(choice);
            }
        }
        self.act(prompt.seat.as_str(), action).unwrap();
    }

    /// Everybody says that he is ready; questions are answered as the test says, else by their defaults. Until this
    /// step, or until the battle is over.
    pub fn until(&mut self, step: Step) -> &mut Self {
        self.go(|battle| battle.phase() == step && !battle.turns.runs())
    }

    /// The same until something is so; at least one prompt is settled.
    pub fn go(&mut self, so: impl Fn(&Battle) -> bool) -> &mut Self {
        for _ in 0..2000 {
            let Some(prompt) = self.game.prompts().into_iter().next() else { break };
            self.settle(&prompt);
            if so(self.battle()) {
                return self;
            }
        }
        self
    }

    /// The same, but nothing is settled where the battle is in that step already.
    pub fn to(&mut self, step: Step) -> &mut Self {
        if self.battle().phase() != step || self.battle().turns.runs() {
            self.until(step);
        }
        assert_eq!(self.battle().phase(), step, "it is never {step}");
        self
    }

    /// A whole turn.
    pub fn turn(&mut self) -> &mut Self {
        let turn = self.battle().turn;
        self.go(|battle| battle.turn > turn || battle.ending.is_some())
    }

    pub fn at(&self, id: &str) -> [f64; 2] {
        let at = self.unit(id).placed.pose().at;
        [at.x, at.y]
    }

    /// The events of a kind, since the beginning.
    pub fn told(&self, what: &str) -> Vec<Arc<Event>> {
        self.events.iter().filter(|event| event.what == what).cloned().collect()
    }
}

/// The outcome worked out behind an event.
pub fn outcome(event: &Event) -> &Value {
    &event.working.as_ref().unwrap().outcome
}

/// Is a modifier among those behind an event?
pub fn counted(event: &Event, modifier: &str) -> bool {
    event.working.as_ref().unwrap().modifiers.iter().any(|applied| applied.modifier.key == modifier)
}

pub fn near(one: f64, other: f64) -> bool {
    (one - other).abs() < 0.6
}

/// Who did what to whom, of one kind of event.
pub fn pairs(table: &Table, what: &str) -> Vec<(String, String)> {
    let text = |value: &Value| value.as_str().unwrap_or_default().to_string();
    let told = table.told(what);
    told.iter().map(|event| (text(&event.about["unit"]), text(&event.about["other"]))).collect()
}

/// The units of one kind of event, in order.
pub fn units_of(table: &Table, what: &str) -> Vec<String> {
    pairs(table, what).into_iter().map(|(unit, _)| unit).collect()
}

/// Everything that has happened, in a line each.
pub fn whats(table: &Table) -> Vec<String> {
    table.events.iter().map(|event| format!("{} {}", event.what, event.about)).collect()
}

/// Charges that are declared in the charge phase.
pub fn charges(table: &mut Table, orders: ChargeOrders, pairs: &[(&str, &str)]) {
    table.to(Step::Charges);
    for (unit, target) in pairs {
        table.order(unit, UnitOrder::charge(target, orders));
    }
}

/// Nobody of these stands on another.
pub fn apart(table: &Table, units: &[&str]) {
    for (place, one) in units.iter().enumerate() {
        for other in &units[place + 1..] {
            let (a, b) = (table.unit(one), table.unit(other));
            let both = a.here() && b.here() && a.inside.is_none() && b.inside.is_none();
            assert!(!both || !overlaps(&a.placed, &b.placed), "{one} stands on {other}");
        }
    }
}
