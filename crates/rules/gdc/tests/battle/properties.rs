//! Names never matter, nor does a mirror: the same battle, with other names, or the other way round.

use krigsspil_engine::battle::{Options, Played, SeatId};
use krigsspil_engine::scenario::Scenario;
use krigsspil_gdc::battle::Gdc;
use krigsspil_gdc::battle::state::Battle;
use serde_json::Value;

use crate::random::{Chance, play, small};

/// The scenario with its units' ids written back to front and exchanged, so that their order is another.
fn renamed(scenario: &Scenario) -> (Scenario, impl Fn(&str) -> String) {
    let ids: Vec<String> = scenario.units.iter().map(|unit| unit.id.get_ref().clone()).collect();
    let rename = move |id: &str| match ids.iter().position(|known| known == id) {
        Some(place) => format!("z{:02}", 99 - place),
        None => id.to_string(),
    };
    let mut text = scenario.text.clone();
    for unit in &scenario.units {
        let id = unit.id.get_ref();
        text = text.replace(&format!("id = \"{id}\"\nname"), &format!("id = \"{}\"\nname", rename(id)));
    }
    (Scenario::read("renamed.toml", &text, &scenario.ground_text).unwrap(), rename)
}

/// The action with units named otherwise.
fn with_names(action: &Value, rename: &dyn Fn(&str) -> String) -> Value {
    match action {
        Value::String(text) => Value::String(rename(text)),
        Value::Array(list) => list.iter().map(|value| with_names(value, rename)).collect(),
        Value::Object(fields) => fields
            .iter()
            .map(|(name, value)| (name.clone(), with_names(value, rename)))
            .collect::<serde_json::Map<_, _>>()
            .into(),
        other => other.clone(),
    }
}

/// Where everybody is and how he fares, without names, in an order of place.
fn picture(battle: &Battle, mirror: Option<f64>) -> Vec<String> {
    let mut all: Vec<String> = battle
        .units
        .values()
        .map(|unit| {
            let at = unit.placed.pose().at;
            let x = mirror.map_or(at.x, |width| width - at.x);
            format!(
                "{:.1} {:.1} {} {} {:?} {}",
                x,
                at.y,
                unit.status(),
                unit.castings,
                unit.presence,
                unit.stance
            )
        })
        .collect();
    all.sort();
    all
}

/// §seq.melee.1 R56 the same acts under other names come to the same battle, throw for throw.
#[test]
fn names_never_matter() {
    let scenario = small();
    let (other, rename) = renamed(&scenario);
    for seed in 60..63 {
        let game = play(&scenario, seed);
        let mut again = Played::setup(Gdc::printed().unwrap(), &other, Options::new(), seed).unwrap();
        for acted in game.actions() {
            // Questions are asked in an order of place, so their numbers are the same.
            let action = with_names(&acted.action.written(), &rename);
            again.act(&acted.seat, &action).unwrap_or_else(|fault| panic!("seed {seed}: {action}: {fault}"));
        }
        assert_eq!(picture(game.battle(), None), picture(again.battle(), None), "seed {seed}");
    }
}

/// A scenario seen in a mirror: east is west.
fn mirrored(scenario: &Scenario, width: f64) -> Scenario {
    let mut text = String::new();
    for line in scenario.text.lines() {
        let turned = if let Some(rest) = line.strip_prefix("place = [") {
            let (x, y) = rest.trim_end_matches(']').split_once(", ").unwrap();
            format!("place = [{}, {y}]", width - x.parse::<f64>().unwrap())
        } else if let Some(facing) = line.strip_prefix("facing = ") {
            format!("facing = {:?}", (360.0 - facing.parse::<f64>().unwrap()).rem_euclid(360.0))
        } else {
            line.to_string()
        };
        text += &turned;
        text.push('\n');
    }
    let mut ground: Value = serde_json::from_str(&scenario.ground_text).unwrap();
    for feature in ground["features"].as_array_mut().unwrap() {
        mirror_places(&mut feature["geometry"]["coordinates"], width);
    }
    Scenario::read("mirrored.toml", &text, &ground.to_string()).unwrap()
}

fn mirror_places(value: &mut Value, width: f64) {
    let Some(list) = value.as_array_mut() else { return };
    if list.len() == 2 && list[0].is_number() {
        list[0] = (width - list[0].as_f64().unwrap()).into();
    } else {
        list.iter_mut().for_each(|one| mirror_places(one, width));
    }
}

fn mirror_action(action: &Value, width: f64) -> Value {
    let mut action = action.clone();
    let within = if action.get("order").is_some() { "order" } else { "to" };
    let Some(order) = action.get_mut(within) else { return action };
    for key in ["to", "place"] {
        if let Some(x) = order.get(key).and_then(|place| place.get(0)).and_then(Value::as_f64) {
            order[key][0] = (width - x).into();
        }
    }
    for key in ["degrees", "wheel"] {
        if let Some(by) = order.get(key).and_then(Value::as_f64) {
            order[key] = (-by).into();
        }
    }
    match order.get("way").and_then(Value::as_str) {
        Some("left") => order["way"] = "right".into(),
        Some("right") => order["way"] = "left".into(),
        _ => {}
    }
    if let Some(facing) = order.get("facing").and_then(Value::as_f64) {
        order["facing"] = (-facing).into();
    }
    if let Some(steps) = order.get_mut("steps").and_then(Value::as_array_mut) {
        for step in steps {
            if let Some(by) = step.get("degrees").and_then(Value::as_f64) {
                step["degrees"] = (-by).into();
            }
        }
    }
    action
}

/// R56 a table seen in a mirror has the battle seen in a mirror: while the same acts are lawful on both, everybody stands and fares the same.
#[test]
fn mirrors_do_not_matter() {
    let scenario = small();
    let width = 3000.0;
    let other = mirrored(&scenario, width);
    let mut compared = 0;
    for seed in 70..73 {
        let game = play(&scenario, seed);
        let mut one = Played::setup(Gdc::printed().unwrap(), &scenario, Options::new(), seed).unwrap();
        let mut two = Played::setup(Gdc::printed().unwrap(), &other, Options::new(), seed).unwrap();
        for acted in game.actions().iter().take(160) {
            let seat: &SeatId = &acted.seat;
            let first = one.do_deed(seat, &acted.action).unwrap();
            let second = two.act(seat, &mirror_action(&acted.action.written(), width)).unwrap();
            let told = |happened: &krigsspil_engine::battle::Happened| {
                happened
                    .all()
                    .iter()
                    .map(|event| format!("{} {}", event.what, event.about))
                    .collect::<Vec<_>>()
            };
            assert_eq!(told(&first), told(&second), "seed {seed}: {:?}", acted.action);
            assert_eq!(
                picture(one.battle(), None),
                picture(two.battle(), Some(width)),
                "seed {seed}: {:?}",
                acted.action
            );
            compared += 1;
        }
    }
    assert!(compared > 100);
}

/// R56 §9.1.K lines shifted by millimetres: two shoulder to shoulder charge two shoulder to shoulder, and nothing depends on the last millimetre.
#[test]
fn shoulder_to_shoulder() {
    use krigsspil_gdc::battle::order::UnitOrder;
    use krigsspil_gdc::battle::phases::Step;
    use krigsspil_gdc::vocabulary::ChargeOrders;
    let mut chance = Chance(5);
    let mut outcomes = std::collections::BTreeSet::new();
    for _ in 0..8 {
        let shift = |chance: &mut Chance| (chance.below(9) as f64 - 4.0) / 1000.0;
        let places =
            [("b1", 1462.0, 1000.0), ("b2", 1538.0, 1000.0), ("r1", 1462.0, 1300.0), ("r2", 1538.0, 1300.0)];
        let unit = |(id, x, y): &(&str, f64, f64), chance: &mut Chance| {
            let aside = if *x > 1500.0 { 1.0 } else { -1.0 };
            format!("{id} column at {},{}", x + shift(chance).abs() * aside, y + shift(chance))
        };
        let units: Vec<String> = places.iter().map(|place| unit(place, &mut chance)).collect();
        let units: Vec<&str> = units.iter().map(String::as_str).collect();
        let mut table = crate::table::table(&units, &[50; 20]);
        table.to(Step::Charges);
        table.order("b1", UnitOrder::charge("r1", ChargeOrders::Return));
        table.order("b2", UnitOrder::charge("r2", ChargeOrders::Return));
        table.until(Step::Formation);
        outcomes.insert((table.told("contact").len(), table.told("melee").len()));
    }
    assert_eq!(outcomes.len(), 1, "{outcomes:?}");
}
