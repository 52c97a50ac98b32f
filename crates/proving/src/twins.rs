//! The same battle again: replayed, with its units in another order, under other names, or in a mirror.

use krigsspil_engine::battle::{Happened, Playable, Played, Save};
use krigsspil_engine::scenario::Scenario;
use serde_json::{Map, Value};

/// A save plays again to the same state.
pub fn replays_equal<R: Playable + Clone>(game: &Played<R>) {
    let again = Played::replay(game.rules().clone(), &game.save()).unwrap();
    assert_eq!(again.departed(), None, "seed {}: it departs when it is played again", game.seed());
    assert_eq!(game.digest(), again.digest(), "seed {}: it does not play again as it was", game.seed());
}

/// Nothing depends on the order in which units and generals are stored: the same acts on a scenario that lists them backwards come to the
/// same state.
pub fn shuffled_units_fight_the_same<R: Playable + Clone>(game: &Played<R>, scenario: &Scenario) {
    let mut shuffled = scenario.clone();
    shuffled.units.reverse();
    shuffled.generals.reverse();
    let mut again = again(game, &shuffled);
    for acted in game.actions() {
        again.do_deed(&acted.seat, &acted.action).unwrap();
    }
    assert_eq!(game.digest(), again.digest(), "seed {}: shuffled units fight otherwise", game.seed());
}

/// Other names for the units of a scenario, such that their order by name is turned round.
#[derive(Clone, Debug)]
pub struct Renamed {
    ids: Vec<String>,
}

impl Renamed {
    /// Names for all units of a scenario.
    pub fn of(scenario: &Scenario) -> Renamed {
        Renamed { ids: scenario.units.iter().map(|unit| unit.id.get_ref().clone()).collect() }
    }

    /// The other name of a unit, also of a detachment (`b3/1` is of `b3`); anything else keeps its name.
    pub fn name(&self, id: &str) -> String {
        let (whole, detachment) = id.find('/').map_or((id, ""), |slash| id.split_at(slash));
        match self.ids.iter().position(|known| known == whole) {
            Some(place) => format!("z{:03}{detachment}", 999 - place),
            None => id.to_string(),
        }
    }

    /// The scenario with the other names.
    pub fn scenario(&self, scenario: &Scenario) -> Scenario {
        let mut text = scenario.text.clone();
        for id in &self.ids {
            text = text.replace(&format!("id = \"{id}\"\n"), &format!("id = \"{}\"\n", self.name(id)));
        }
        Scenario::read("renamed.toml", &text, &scenario.ground_text).unwrap()
    }

    /// An action with the other names wherever a unit's name stands in it.
    pub fn action(&self, action: &Value) -> Value {
        match action {
            Value::String(text) => Value::String(self.name(text)),
            Value::Array(list) => list.iter().map(|value| self.action(value)).collect(),
            Value::Object(fields) => {
                let fields = fields.iter().map(|(name, value)| (name.clone(), self.action(value)));
                Value::Object(fields.collect::<Map<_, _>>())
            }
            other => other.clone(),
        }
    }
}

/// The same acts under other names come to the same battle, event by event. `picture` is everybody's place and state, without names and in
/// an order of its own; `mutual` are events of two who are told in the order of a list.
///
/// Where a rule set throws in the order of a list, it is played with dice that all show the same.
pub fn names_do_not_matter<R: Playable + Clone>(
    game: &Played<R>,
    scenario: &Scenario,
    mutual: &[&str],
    picture: impl Fn(&R::Battle) -> Vec<String>,
) {
    let names = Renamed::of(scenario);
    let (mut one, mut two) = (again(game, scenario), again(game, &names.scenario(scenario)));
    for acted in game.actions() {
        // Questions are asked in an order of place, so their numbers are the same.
        let action = names.action(&acted.action.written());
        let when = format!("seed {}, turn {}, after {action} of {}", game.seed(), one.turn(), acted.seat);
        let first = one.do_deed(&acted.seat, &acted.action).unwrap();
        let second = two.act(&acted.seat, &action).unwrap_or_else(|fault| panic!("{when}: {fault}"));
        let told = |happened: &Happened, told: &dyn Fn(&Value) -> Value| {
            let mut events = events(happened, told);
            events.retain(|event| !mutual.iter().any(|what| event.starts_with(&format!("{what} "))));
            events
        };
        assert_eq!(told(&first, &|about| names.action(about)), told(&second, &Value::clone), "{when}");
        assert_eq!(picture(one.battle()), picture(two.battle()), "{when}");
    }
}

/// The same acts in a mirror come to the battle in the mirror, event by event, for the first acts of a battle. `picture` is everybody's place
/// and state; what it is told as a mirror it undoes. Tells how many acts were compared.
pub fn mirrors_do_not_matter<R: Playable + Clone>(
    game: &Played<R>,
    scenario: &Scenario,
    mirror: Mirror,
    most: usize,
    picture: impl Fn(&R::Battle, Option<Mirror>) -> Vec<String>,
) -> usize {
    let (mut one, mut two) = (again(game, scenario), again(game, &mirror.scenario(scenario)));
    for acted in game.actions().iter().take(most) {
        let written = acted.action.written();
        let when = format!("seed {}, after {written} of {}", game.seed(), acted.seat);
        let first = one.do_deed(&acted.seat, &acted.action).unwrap();
        let second =
            two.act(&acted.seat, &mirror.action(&written)).unwrap_or_else(|fault| panic!("{when}: {fault}"));
        assert_eq!(events(&first, Value::clone), events(&second, Value::clone), "{when}");
        assert_eq!(picture(one.battle(), None), picture(two.battle(), Some(mirror)), "{when}");
    }
    game.actions().len().min(most)
}

/// The beginning of a battle on another scenario, with the same dice.
fn again<R: Playable + Clone>(game: &Played<R>, scenario: &Scenario) -> Played<R> {
    let Save { options, seed, dice, .. } = game.save();
    Played::setup_with_dice(game.rules().clone(), scenario, options, seed, dice).unwrap()
}

/// The events in a fixed order: marches that end together may be told in the order of a list.
fn events(happened: &Happened, told: impl Fn(&Value) -> Value) -> Vec<String> {
    let told = happened.all().iter().map(|event| format!("{} {}", event.what, told(&event.about)));
    let mut all: Vec<String> = told.collect();
    all.sort();
    all
}

/// A table seen in a mirror: east is west. It knows the width of the table in metres.
#[derive(Clone, Copy, Debug)]
pub struct Mirror(pub f64);

impl Mirror {
    /// Where something stands in the mirror.
    pub fn east(self, east: f64) -> f64 {
        self.0 - east
    }

    /// The scenario in the mirror: places and facings of its file, and its ground.
    pub fn scenario(self, scenario: &Scenario) -> Scenario {
        let lines = scenario.text.lines().map(|line| self.line(line) + "\n");
        let mut ground: Value = serde_json::from_str(&scenario.ground_text).unwrap();
        for feature in ground["features"].as_array_mut().unwrap() {
            self.places(&mut feature["geometry"]["coordinates"]);
        }
        Scenario::read("mirrored.toml", &lines.collect::<String>(), &ground.to_string()).unwrap()
    }

    fn line(self, line: &str) -> String {
        if let Some((east, north)) = line.strip_prefix("place = [").and_then(|rest| rest.split_once(", ")) {
            format!("place = [{:?}, {north}", self.east(east.parse().unwrap()))
        } else if let Some(facing) = line.strip_prefix("facing = ") {
            format!("facing = {:?}", (360.0 - facing.parse::<f64>().unwrap()).rem_euclid(360.0))
        } else {
            line.to_string()
        }
    }

    fn places(self, value: &mut Value) {
        let Some(list) = value.as_array_mut() else { return };
        match list.first().and_then(Value::as_f64) {
            Some(east) => list[0] = self.east(east).into(),
            None => list.iter_mut().for_each(|one| self.places(one)),
        }
    }

    /// An action in the mirror: places, headings, wheels and hands, wherever they stand in it.
    pub fn action(self, action: &Value) -> Value {
        let mut action = action.clone();
        self.turn(&mut action);
        action
    }

    fn turn(self, value: &mut Value) {
        match value {
            Value::Array(list) => list.iter_mut().for_each(|one| self.turn(one)),
            Value::Object(fields) => fields.iter_mut().for_each(|(name, value)| self.field(name, value)),
            _ => {}
        }
    }

    fn field(self, name: &str, value: &mut Value) {
        let number = value.as_f64();
        match (name, number, value.as_str()) {
            ("degrees" | "wheel" | "facing" | "bearing", Some(degrees), _) => *value = (-degrees).into(),
            (_, _, Some("left")) => *value = "right".into(),
            (_, _, Some("right")) => *value = "left".into(),
            ("to" | "place" | "from" | "at", ..) if value.get(0).is_some_and(Value::is_number) => {
                self.places(value);
            }
            _ => self.turn(value),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::shipped;
    use serde_json::json;

    /// Seen twice in a mirror everything is as it was.
    #[test]
    fn a_mirror_undoes_itself() {
        let mirror = Mirror(1200.0);
        let meeting = shipped("meeting");
        let twice = mirror.scenario(&mirror.scenario(&meeting));
        let places = |scenario: &Scenario| {
            let place =
                |unit: &krigsspil_engine::scenario::Unit| format!("{:?} {:?}", unit.place, unit.facing);
            scenario.units.iter().map(place).collect::<Vec<_>>()
        };
        assert_eq!(places(&meeting).len(), places(&twice).len());
        let action = json!({"do": "order", "order": {"to": [100.0, 7.0], "way": "left", "steps": [{"degrees": 10.0}]}});
        let turned = json!({"do": "order", "order": {"to": [1100.0, 7.0], "way": "right", "steps": [{"degrees": -10.0}]}});
        assert_eq!(mirror.action(&action), turned);
        assert_eq!(mirror.action(&turned), action);
    }

    /// Other names are other everywhere, and their order is turned round.
    #[test]
    fn names_are_exchanged() {
        let meeting = shipped("meeting");
        let renamed = Renamed::of(&meeting);
        let other = renamed.scenario(&meeting);
        for (one, two) in meeting.units.iter().zip(&other.units) {
            assert_eq!(renamed.name(one.id.get_ref()), *two.id.get_ref());
        }
        assert!(other.units[0].id.get_ref() > other.units[1].id.get_ref());
        let first = meeting.units[0].id.get_ref();
        let action = renamed.action(&json!({"do": "order", "unit": first, "order": {"at": [first]}}));
        assert_eq!((&action["unit"], &action["order"]["at"][0]), (&json!("z999"), &json!("z999")));
    }
}
