//! What must hold in every battle: names never matter, orders are secret, a save is the battle.

use std::collections::BTreeMap;

use krigsspil_chakoten::battle::order::UnitOrder;
use krigsspil_chakoten::battle::state::{Battle, Phase};
use krigsspil_chakoten::battle::{Action, Chakoten};
use krigsspil_engine::battle::{Options, Played, PromptDetail, Save, SeatId};
use krigsspil_engine::random::Chance;
use krigsspil_engine::scenario::Scenario;
use serde_json::{Value, json};

use crate::random::close;

/// The same scenario with other names: the order of the units in every list is turned round.
fn renamed(scenario: &Scenario, names: &BTreeMap<String, String>) -> Scenario {
    let mut text = scenario.text.clone();
    for (old, new) in names {
        text = text.replace(&format!("id = \"{old}\"\n"), &format!("id = \"{new}\"\n"));
    }
    Scenario::read("renamed.toml", &text, &scenario.ground_text).unwrap()
}

/// Everything in a value that is a unit's name gets its other name.
fn with_names(value: &Value, names: &BTreeMap<String, String>) -> Value {
    match value {
        Value::String(text) => json!(names.get(text).unwrap_or(text)),
        Value::Array(all) => all.iter().map(|one| with_names(one, names)).collect(),
        Value::Object(all) => {
            Value::Object(all.iter().map(|(key, one)| (key.clone(), with_names(one, names))).collect())
        }
        other => other.clone(),
    }
}

/// Answers everything by default until orders are asked for again.
fn by_default(game: &mut Played<Chakoten>) {
    while let Phase::Running(_) = game.battle().phase {
        let prompt = game.prompts().remove(0);
        game.do_deed(&prompt.seat, &prompt.default).unwrap();
    }
}

fn standing(battle: &Battle, names: &BTreeMap<String, String>) -> BTreeMap<String, String> {
    let told = battle.units.values().filter(|unit| unit.parent.is_none()).map(|unit| {
        let name = names.get(&*unit.id).cloned().unwrap_or_else(|| unit.id.to_string());
        let pose = unit.placed.pose();
        (
            name,
            format!(
                "{:?} {} {} {:?} {} {} {:?}",
                unit.presence, pose.at.x, pose.at.y, unit.order, unit.lost_men, unit.loads, unit.formation
            ),
        )
    });
    told.collect()
}

/// §02.01.3 exchanged names: the same orders under other names lead to the same battle, to the last metre and man.
#[test]
fn names_never_matter() {
    let scenario = close();
    let ids: Vec<String> = scenario.units.iter().map(|unit| unit.id.get_ref().clone()).collect();
    let names: BTreeMap<String, String> = ids
        .iter()
        .map(|id| (id.clone(), format!("{}{}", &id[..1], (b'z' - id.as_bytes()[1] + b'0') as char)))
        .collect();
    let other = renamed(&scenario, &names);
    for seed in 1..=4 {
        let mut one = Played::setup(Chakoten::printed().unwrap(), &scenario, Options::new(), seed).unwrap();
        let mut two = Played::setup(Chakoten::printed().unwrap(), &other, Options::new(), seed).unwrap();
        let mut chance = Chance::new(seed);
        for _ in 0..5 {
            if one.ending().is_some() {
                break;
            }
            for prompt in one.prompts_in(&|_| PromptDetail::Whole) {
                let Some(asked) = prompt.orders() else { continue };
                for unit in &asked.units {
                    let Some(samples) = unit.samples.as_ref().filter(|samples| !samples.is_empty()) else {
                        continue;
                    };
                    let order = samples[chance.below(samples.len())].written();
                    if order.to_string().contains("send_out") {
                        continue;
                    }
                    let action = json!({"do": "order", "unit": unit.unit, "order": order});
                    one.act(&prompt.seat, &action).unwrap();
                    two.act(&prompt.seat, &with_names(&action, &names)).unwrap();
                }
            }
            for game in [&mut one, &mut two] {
                for seat in ["blue", "red"] {
                    game.do_action(&SeatId::from(seat), &Action::Ready).unwrap();
                }
                by_default(game);
            }
            let same = BTreeMap::new();
            assert_eq!(
                standing(one.battle(), &names),
                standing(two.battle(), &same),
                "seed {seed}, turn {}",
                one.battle().turn
            );
        }
    }
}

/// §03.02.1 orders are secret: whatever one side writes, the other's view and prompts are the same.
#[test]
fn orders_are_secret() {
    let mut game = Played::setup(Chakoten::printed().unwrap(), &close(), Options::new(), 5).unwrap();
    let (blue, red) = (SeatId::from("blue"), SeatId::from("red"));
    let seen = |game: &Played<Chakoten>| {
        let prompts = game.prompts_in(&|_| PromptDetail::Whole);
        let own = prompts.iter().find(|prompt| prompt.seat == red).map(|prompt| prompt.about_json());
        (game.view(&red).json(), own)
    };
    let before = seen(&game);
    let prompts = game.prompts_in(&|_| PromptDetail::Whole);
    let asked = prompts.iter().find(|prompt| prompt.seat == blue).and_then(|prompt| prompt.orders()).unwrap();
    for unit in &asked.units {
        for order in unit.samples.as_ref().unwrap().iter().step_by(5) {
            let action = json!({"do": "order", "unit": unit.unit, "order": order.written()});
            game.act(&blue, &action).unwrap();
            assert_eq!(seen(&game), before, "{action}");
        }
    }
}

/// §08.01.5 what a view shows of an enemy does not depend on what nobody can see: his valeur, loads, losses and order.
#[test]
fn hidden_things_stay_hidden() {
    let scenario = close();
    let text = scenario.text.replace("[unit.ratings.chakoten]\n", "[unit.ratings.chakoten]\nloads = 3\n");
    assert_ne!(text, scenario.text);
    let other = Scenario::read("other.toml", &text, &scenario.ground_text).unwrap();
    let view = |scenario: &Scenario| {
        let game = Played::setup(Chakoten::printed().unwrap(), scenario, Options::new(), 5).unwrap();
        game.view(&SeatId::from("blue")).json()["enemies"].clone()
    };
    assert_eq!(view(&scenario), view(&other));
}

/// §08.03.3 every sample order that the sheet has signs for is read again as the same order.
#[test]
fn the_sheet_comes_back() {
    let game = Played::setup(Chakoten::printed().unwrap(), &close(), Options::new(), 5).unwrap();
    let (mut written, mut all) = (0, 0);
    for prompt in game.prompts_in(&|_| PromptDetail::Whole) {
        let Some(asked) = prompt.orders() else { continue };
        for unit in &asked.units {
            let own = &game.battle().units[game.battle().unit(&unit.unit).unwrap()];
            let home = if prompt.seat == SeatId::from("blue") { 180.0 } else { 0.0 };
            let facing = own.placed.pose().facing.as_degrees();
            let on_foot =
                own.branch == krigsspil_chakoten::battle::units::Branch::Infantry || own.unlimbered();
            for order in unit.samples.as_ref().unwrap() {
                let order: UnitOrder = order.read().unwrap();
                all += 1;
                let entry =
                    krigsspil_chakoten::battle::sheet::write(&order, home, facing, on_foot, own.figures);
                if let Some(entry) = entry {
                    written += 1;
                    let read = krigsspil_chakoten::battle::sheet::read(&entry, home, own);
                    assert_eq!(read.as_ref(), Ok(&order), "{entry}");
                }
            }
        }
    }
    assert!(10 * written >= 7 * all, "{written} of {all}");
}

/// A battle that goes on from the state stored at the start of a turn is the same battle.
#[test]
fn a_stored_turn_goes_on_as_it_did() {
    let rules = Chakoten::printed().unwrap();
    let (full, _) = crate::random::play(&close(), 11);
    let saved = full.save();
    for begun in saved.turns[1..].iter().step_by(3) {
        let some = Played::replay_first(rules.clone(), &saved, begun.actions + 1, |_, _| {}).unwrap();
        let text = some.save().text();
        let mut again = Played::resume(rules.clone(), &Save::read(&text).unwrap()).unwrap();
        for acted in &full.actions()[again.actions().len()..] {
            again.do_deed(&acted.seat, &acted.action).unwrap();
        }
        assert_eq!(again.digest(), full.digest(), "from turn {}", begun.turn);
    }
}
