//! A small table built in a few words, for tests with fixed dice.

use std::sync::Arc;

use krigsspil_engine::battle::{ActFault, Deed, Event, Options, Played, PromptDetail, SeatId};
use krigsspil_engine::scenario::{Scenario, ScenarioFault};
use krigsspil_torden::battle::order::{Action, UnitOrder};
use krigsspil_torden::battle::sequence::PERIOD;
use krigsspil_torden::battle::state::{Battle, CM, Staff, Unit};
use krigsspil_torden::battle::{Torden, sheet};
use serde_json::{Value, json};

/// A table with units on it.
pub struct Table {
    pub game: Played<Torden>,
    pub events: Vec<Arc<Event>>,
    /// What is answered to questions; others get their default.
    pub answers: Vec<(&'static str, &'static str)>,
    pub asked: Vec<(String, String)>,
}

/// What a table is made of before it is set up.
#[derive(Clone, Default)]
pub struct Words {
    units: Vec<String>,
    generals: Vec<String>,
    ratings: Vec<(String, String)>,
    places: Vec<(String, [f64; 2])>,
    features: Vec<Value>,
    dice: Vec<i32>,
    turns: u32,
    more: String,
    umpire: bool,
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

fn place(word: &str) -> [f64; 2] {
    let at: Vec<f64> = word.split(',').map(|number| number.parse().unwrap()).collect();
    [at[0] * CM, at[1] * CM]
}

/// "f1 column of 24 facing north at 60,60 kind=…": centimetres; ids with f are French, those with p Prussian.
fn unit(words: &str) -> String {
    let words: Vec<&str> = words.split_whitespace().collect();
    let id = words[0];
    let french = id.starts_with('f');
    let after = |key: &str| words.iter().position(|word| *word == key).map(|at| words[at + 1]);
    let has = |word: &str| words.contains(&word);
    let (arm, kind) = match (has("battery"), has("cavalry"), has("horse")) {
        (true, _, true) => {
            ("artillery", if french { "france_1815.art.line_horse" } else { "prussia_1815.art.horse" })
        }
        (true, ..) => {
            ("artillery", if french { "france_1815.art.line_foot" } else { "prussia_1815.art.foot" })
        }
        (_, true, _) => (
            "cavalry",
            if french { "france_1815.cav.cuirassiers_dragoons" } else { "prussia_1815.cav.group_1" },
        ),
        _ => (
            "infantry",
            if french { "france_1815.inf.other_line_light" } else { "prussia_1815.inf.line_13_24" },
        ),
    };
    let usual = if arm == "artillery" { "unlimbered" } else { "line" };
    let formation = ["march_column", "column", "line", "square", "limbered", "unlimbered"]
        .into_iter()
        .find(|word| has(word));
    let count: u32 = after("of").map_or(12, |count| count.parse().unwrap());
    let [x, y] = place(after("at").unwrap());
    let rated: Vec<(&str, &str)> = words.iter().filter_map(|word| word.split_once('=')).collect();
    let under = rated
        .iter()
        .find(|(key, _)| *key == "under")
        .map_or(format!("{}c", &id[..1]), |(_, post)| post.to_string());
    let mut text = format!(
        "[[unit]]\nid = \"{id}\"\nname = \"the {id}\"\ngeneral = \"{under}\"\narm = \"{arm}\"\nmen = {}\n{}\
         formation = \"{}\"\nplace = [{x:?}, {y:?}]\nfacing = {:?}\n[unit.ratings.torden]\n",
        count * 100,
        if arm == "artillery" { "guns = 8\n" } else { "" },
        formation.unwrap_or(usual),
        bearing(after("facing").unwrap_or(if french { "north" } else { "south" })),
    );
    if !rated.iter().any(|(key, _)| *key == "kind") {
        text += &format!("kind = \"{kind}\"\n");
    }
    text += &match arm {
        "artillery" => format!("gunners = {count}\n"),
        _ => format!("figures = {count}\n"),
    };
    for (key, value) in rated.into_iter().filter(|(key, _)| *key != "under") {
        let plain = value.parse::<i64>().is_ok() || value == "true" || value == "false";
        text += &if plain { format!("{key} = {value}\n") } else { format!("{key} = \"{}\"\n", value) };
    }
    text
}

impl Words {
    pub fn of(units: &[&str]) -> Words {
        Words { units: units.iter().map(|unit| (*unit).to_string()).collect(), turns: 20, ..Words::default() }
    }

    /// Where a general stands, in centimetres; those of every side are fa and fc, pa and pc.
    pub fn general_at(mut self, id: &str, at: &str) -> Words {
        self.places.push((id.to_string(), place(at)));
        self
    }

    pub fn rated(mut self, general: &str, ratings: &str) -> Words {
        self.ratings.push((general.to_string(), ratings.to_string()));
        self
    }

    /// A general more: his table.
    pub fn general(mut self, text: &str) -> Words {
        self.generals.push(text.to_string());
        self
    }

    pub fn dice(mut self, dice: &[i32]) -> Words {
        self.dice = dice.to_vec();
        self
    }

    pub fn turns(mut self, turns: u32) -> Words {
        self.turns = turns;
        self
    }

    pub fn more(mut self, text: &str) -> Words {
        self.more += text;
        self
    }

    pub fn with_umpire(mut self) -> Words {
        self.umpire = true;
        self
    }

    pub fn feature(mut self, properties: Value, kind: &str, coordinates: Value) -> Words {
        let metres = scale(&coordinates);
        self.features.push(json!({"type": "Feature", "properties": properties,
            "geometry": {"type": kind, "coordinates": metres}}));
        self
    }

    /// A town zone of 15 by 15 cm about a middle.
    pub fn zone(self, name: &str, [x, y]: [f64; 2]) -> Words {
        let (low, high) = ([x - 7.5, y - 7.5], [x + 7.5, y + 7.5]);
        let ring = json!([[
            [low[0], low[1]],
            [high[0], low[1]],
            [high[0], high[1]],
            [low[0], high[1]],
            [low[0], low[1]]
        ]]);
        self.feature(json!({"kind": "built_up", "name": name}), "Polygon", ring)
    }

    pub fn scenario(&self) -> Result<Scenario, ScenarioFault> {
        let mut text = format!(
            "name = \"a test\"\nrules = [\"torden\"]\ndate = \"1815-06-16\"\nstarts = \"14:30\"\nturns = {}\nground = \"g\"\n\
             [[side]]\nid = \"french\"\nname = \"French\"\nhome = 180.0\n[[side]]\nid = \"prussian\"\nname = \"Prussian\"\nhome = 0.0\n{}\n",
            self.turns, self.more
        );
        for (side, letter, y) in [("french", "f", 5.0), ("prussian", "p", 155.0)] {
            for (id, rank, above, x) in [("a", "army", "", 10.0), ("c", "corps", "a", 60.0)] {
                let id = format!("{letter}{id}");
                let at =
                    self.places.iter().find(|(who, _)| *who == id).map_or([x * CM, y * CM], |(_, at)| *at);
                let above = if above.is_empty() {
                    String::new()
                } else {
                    format!("superior = \"{letter}{above}\"\n")
                };
                let rated =
                    self.ratings.iter().find(|(who, _)| *who == id).map_or("", |(_, rated)| rated.as_str());
                let row = match (letter, rated.contains("row")) {
                    (_, true) => "",
                    ("f", _) => "row = \"france.others\"\n",
                    _ if rank == "army" => "row = \"prussia_1812_15.bluecher\"\n",
                    _ => "row = \"prussia_1812_15.others\"\n",
                };
                let command = if rated.contains("command_cm") { "" } else { "command_cm = 100\n" };
                text += &format!(
                    "[[general]]\nid = \"{id}\"\nname = \"General {id}\"\nside = \"{side}\"\nrank = \"{rank}\"\n{above}\
                     place = [{:?}, {:?}]\n[general.ratings.torden]\n{row}{command}{rated}\n",
                    at[0], at[1]
                );
            }
        }
        for general in &self.generals {
            text += general;
        }
        for words in &self.units {
            text += &unit(words);
        }
        let ground = json!({"type": "FeatureCollection", "name": "t", "table": {"width": 200.0 * CM, "depth": 160.0 * CM},
            "contour_interval": 10, "features": self.features});
        Scenario::read("s.toml", &text, &ground.to_string())
    }

    pub fn start(&self) -> Table {
        let mut options = Options::new();
        if self.umpire {
            options.insert("umpire".to_string(), true);
        }
        let scenario = self.scenario().unwrap();
        let game =
            Played::setup_with_dice(Torden::printed().unwrap(), &scenario, options, 7, self.dice.clone());
        Table { game: game.unwrap(), events: Vec::new(), answers: Vec::new(), asked: Vec::new() }
    }
}

fn scale(coordinates: &Value) -> Value {
    match coordinates {
        Value::Array(list) => list.iter().map(scale).collect(),
        Value::Number(number) => json!(number.as_f64().unwrap() * CM),
        other => other.clone(),
    }
}

pub fn table(units: &[&str], dice: &[i32]) -> Table {
    Words::of(units).dice(dice).start()
}

impl Table {
    pub fn battle(&self) -> &Battle {
        self.game.battle()
    }

    pub fn unit(&self, id: &str) -> &Unit {
        let battle = self.battle();
        &battle.units[battle.unit(id).unwrap()]
    }

    pub fn staff(&self, id: &str) -> &Staff {
        let battle = self.battle();
        &battle.staff[battle.post(id).unwrap()]
    }

    /// Where a general is, in centimetres.
    pub fn general(&self, id: &str) -> [f64; 2] {
        let battle = self.battle();
        let at = battle.place_of(battle.post(id).unwrap());
        [tenth(at.x / CM), tenth(at.y / CM)]
    }

    /// The middle of a unit's front, in centimetres.
    pub fn at(&self, id: &str) -> [f64; 2] {
        let at = self.unit(id).placed.pose().at;
        [tenth(at.x / CM), tenth(at.y / CM)]
    }

    /// The middle of a unit, in centimetres.
    pub fn middle(&self, id: &str) -> [f64; 2] {
        let at = self.unit(id).placed.centre();
        [tenth(at.x / CM), tenth(at.y / CM)]
    }

    /// Every unit named attacks an enemy it goes straight ahead to, and the turn of the French runs to its end.
    #[track_caller]
    pub fn french_attack(&mut self, attacks: &[(&str, &str)]) {
        self.to("moves", "french");
        for (unit, _) in attacks {
            self.order(unit, "go");
        }
        self.to("declarations", "french");
        for (unit, target) in attacks {
            self.order(unit, &format!("attack {target}"));
        }
        self.to("orders", "prussian");
    }

    pub fn facing(&self, id: &str) -> f64 {
        tenth(self.unit(id).placed.pose().facing.as_degrees())
    }

    pub fn phase(&self) -> &'static str {
        self.battle().stand.phase(&PERIOD).name
    }

    fn seat(id: &str) -> SeatId {
        SeatId::from(if id.starts_with('f') { "french" } else { "prussian" })
    }

    pub fn try_act(&mut self, seat: &str, action: Value) -> Result<(), ActFault> {
        let happened = self.game.act(&SeatId::from(seat), &action)?;
        self.events.extend(happened.all().iter().cloned());
        Ok(())
    }

    pub fn act(&mut self, seat: &str, action: Value) {
        self.try_act(seat, action.clone()).unwrap_or_else(|fault| panic!("{action}: {fault}"));
    }

    /// A unit's order as on the sheet.
    pub fn try_order(&mut self, id: &str, entry: &str) -> Result<(), ActFault> {
        let order: UnitOrder = sheet::read(entry).unwrap_or_else(|fault| panic!("{entry}: {fault}"));
        let happened = self.game.do_action(&Table::seat(id), &Action::order(id, order))?;
        self.events.extend(happened.all().iter().cloned());
        Ok(())
    }

    #[track_caller]
    pub fn order(&mut self, id: &str, entry: &str) {
        self.try_order(id, entry).unwrap_or_else(|fault| panic!("{id} {entry}: {fault:?}"));
    }

    /// The key of the refusal of an order.
    #[track_caller]
    pub fn refused(&mut self, id: &str, entry: &str) -> &'static str {
        match self.try_order(id, entry) {
            Err(ActFault::Refused(refused)) => refused.key(),
            other => panic!("{id} {entry}: {other:?}"),
        }
    }

    pub fn done(&mut self, seat: &str) {
        self.act(seat, json!({"do": "done"}));
    }

    /// Answers questions, and passes over phases, until it is this phase of this side's turn.
    #[track_caller]
    pub fn to(&mut self, phase: &str, side: &str) {
        for _ in 0..400 {
            let battle = self.battle();
            let active = &*battle.fixed.sides[battle.active()].id;
            if !battle.turns.runs() && battle.ending.is_none() && self.phase() == phase && active == side {
                return;
            }
            self.next();
        }
        panic!("{phase} of {side} does not come");
    }

    /// One prompt is settled.
    #[track_caller]
    pub fn next(&mut self) {
        let prompt =
            self.game.prompts_in(&|_| PromptDetail::About).into_iter().next().expect("nobody is asked");
        self.asked.push((prompt.what.to_string(), prompt.seat.to_string()));
        let mut deed = prompt.default.clone();
        if let Some(question) = prompt.question() {
            let answer = self.answers.iter().find(|(what, _)| *what == prompt.what);
            if let Some((_, choice)) = answer.filter(|(_, choice)| question.choices.contains(choice)) {
                deed = Deed::of(Action::Answer {
                    question: krigsspil_engine::battle::QuestionNumber(question.question),
                    choice: choice.to_string(),
                });
            }
        }
        let happened = self.game.do_deed(&prompt.seat, &deed).unwrap();
        self.events.extend(happened.all().iter().cloned());
    }

    pub fn told(&self, what: &str) -> Vec<&Arc<Event>> {
        self.events.iter().filter(|event| event.what == what).collect()
    }

    /// A field of the outcome of the last throw of a kind.
    #[track_caller]
    pub fn outcome(&self, what: &str) -> &Value {
        let event =
            self.told(what).into_iter().last().unwrap_or_else(|| panic!("no {what}: {:?}", self.whats()));
        &event.working.as_ref().unwrap().outcome
    }

    pub fn whats(&self) -> Vec<&'static str> {
        self.events.iter().map(|event| event.what).collect()
    }
}

pub fn tenth(number: f64) -> f64 {
    (number * 10.0).round() / 10.0
}
