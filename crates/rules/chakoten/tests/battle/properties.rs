//! What must hold in every battle: names never matter, orders are secret, a save is the battle.

use krigsspil_chakoten::battle::Chakoten;
use krigsspil_chakoten::battle::order::UnitOrder;
use krigsspil_chakoten::battle::state::Battle;
use krigsspil_engine::battle::{Options, Played, PromptDetail, Save, SeatId};
use krigsspil_engine::scenario::Scenario;
use krigsspil_proving::twins::{Mirror, names_do_not_matter};
use serde_json::json;

use crate::random::{close, play, village};

/// Where everybody is and how he fares, without names, in an order of place.
fn picture(battle: &Battle, mirror: Option<Mirror>) -> Vec<String> {
    let told = battle.units.values().map(|unit| {
        let at = unit.placed.pose().at;
        let x = mirror.map_or(at.x, |mirror| mirror.east(at.x));
        format!(
            "{:.0} {:.0} {:?} {:?} {} {} {:?}",
            x, at.y, unit.presence, unit.order, unit.lost_men, unit.loads, unit.formation
        )
    });
    let mut told: Vec<String> = told.collect();
    told.sort();
    told
}

/// §02.01.3 exchanged names: the same acts under other names come to the same battle, event by event.
#[test]
fn names_never_matter() {
    for scenario in [close(), village()] {
        for seed in 1..=2 {
            names_do_not_matter(&play(&scenario, seed), &scenario, &[], |battle| picture(battle, None));
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
    for scenario in [close(), village()] {
        goes_on_as_it_did(&rules, &play(&scenario, 11));
    }
}

fn goes_on_as_it_did(rules: &Chakoten, full: &Played<Chakoten>) {
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
