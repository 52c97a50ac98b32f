//! Orders computed before they are given, from what their player may know (§03.02.2).

use krigsspil_borgerkrig::battle::order::{Action, Step, UnitOrder, When};
use krigsspil_borgerkrig::battle::state::{CourierId, Id, PostId};
use krigsspil_engine::battle::{Deed, Moment, Preview};
use krigsspil_engine::dice::ScriptedDice;
use krigsspil_engine::{Facts, Procedure};
use krigsspil_field::prelude::{Pose, point};
use serde_json::json;

use crate::table::*;

fn preview(table: &Table, seat: &str, unit: &str, order: UnitOrder) -> Preview {
    let action = Action::Order { unit: unit.into(), order: Some(order), sheet: None };
    table.game.preview(&seat.into(), &Deed::of(action)).unwrap()
}

const SHOULDER_TO_SHOULDER: [&str; 4] = [
    "b1 line of 20 at 60,60",
    "b2 line of 20 at 68.5,60",
    "r1 line of 20 facing south at 60,70",
    "r2 line of 20 facing south at 68.5,70",
];

/// §03.03.4 §02.06.1 a march is previewed with its moments and its end, and when carried out it ends there.
#[test]
fn a_march_ends_where_it_was_shown_to() {
    let mut table = table(&["b1 line of 20 at 60,60", "r1 line of 20 facing south at 60,190"], &[]);
    let order = UnitOrder::march(vec![Step::Wheel { degrees: 30.0 }, Step::Ahead { cm: None }]);
    let before = table.game.digest();
    let shown = preview(&table, "blue", "b1", order.clone());
    assert_eq!(before, table.game.digest(), "a preview changes nothing");
    let moments: Vec<f64> = shown.path.iter().map(|at| at.moment).collect();
    assert!(moments.is_sorted() && moments.len() >= 3, "{moments:?}");
    table.order("b1", order).turn();
    let pose = table.unit("b1").placed.pose();
    let ends = shown.ends.unwrap();
    assert_eq!(
        (ends.place, ends.facing, ends.moment),
        ([pose.at.x, pose.at.y], pose.facing.as_degrees(), 1.0)
    );
    assert!(shown.not_reached.is_empty() && shown.meets.is_empty() && shown.sums.is_empty());
}

/// §03.03.4 skema-II steps for which the turn has no time are named before the order is given, and reported when it was given.
#[test]
fn steps_without_time_are_named() {
    let units = ["b1 battery of 6 at 60,60", "r1 line of 20 facing south at 60,190"];
    let mut table = table(&units, &[]);
    let order = UnitOrder::march(vec![Step::Limber, Step::Ahead { cm: Some(90.0) }, Step::Unlimber]);
    assert_eq!(preview(&table, "blue", "b1", order.clone()).not_reached, [2]);
    let events = table.order("b1", order).turn();
    assert_eq!(happened(&events, "steps_not_reached")[0].about["steps"], json!(["unlimber"]));
    let open = UnitOrder::march(vec![Step::Ahead { cm: None }, Step::Unlimber]);
    assert!(table.refused("b1", open).contains("03.03.4"));
}

/// §07.01.2 §07.03.2 regiments shoulder to shoulder: each preview of an attack names the enemy before its own front, and states a throw
/// whose facts can be computed; data from the enemy's sheet are marked as supposed.
#[test]
fn an_attack_states_its_throw() {
    let table = table(&SHOULDER_TO_SHOULDER, &[]);
    for (unit, enemy) in [("b1", "r1"), ("b2", "r2")] {
        let shown = preview(&table, "blue", unit, attack());
        assert_eq!(&*shown.meets[0].unit, enemy);
        let sum = shown.sums.iter().find(|sum| sum.procedure == "shock").unwrap();
        assert_eq!((&*sum.unit, sum.other.as_deref()), (unit, Some(enemy)));
        for hidden in ["defender.order", "defender.valeur"] {
            assert!(sum.supposed.iter().any(|fact| fact == hidden), "{hidden}: {:?}", sum.supposed);
        }
        for known in ["attacker.order", "attacker.valeur", "defender.figures", "aspect"] {
            assert!(!sum.supposed.iter().any(|fact| fact == known), "{known}: {:?}", sum.supposed);
        }
        let facts =
            krigsspil_borgerkrig::procedures::shock::Shock::from_json(&sum.facts.to_string()).unwrap();
        let rules = krigsspil_borgerkrig::battle::Borgerkrig::printed().unwrap();
        facts.resolve(rules.tables(), &mut ScriptedDice::new(&[3, 4]), &mut ()).unwrap();
    }
}

/// §05.02.4 §03.03.6 the preview of a volley states its throw, at the moment of the fire.
#[test]
fn a_fire_states_its_throw() {
    let table = table(&SHOULDER_TO_SHOULDER, &[]);
    let shown = preview(&table, "blue", "b1", UnitOrder::fire(When::At { moment: Moment(0.5) }));
    let sum = &shown.sums[0];
    assert_eq!((sum.procedure, sum.moment, sum.other.as_deref()), ("small_arms_fire", 0.5, Some("r1")));
    assert_eq!(sum.facts["first_fire"], true, "its own first fire it knows");
}

/// §03.02.2 a preview uses nothing that its player cannot know: hidden units do not stop a march in it, and the enemy's sheet changes
/// nothing.
#[test]
fn a_preview_tells_nothing_hidden() {
    use krigsspil_borgerkrig::vocabulary::Order;
    use krigsspil_engine::battle::{Playable, Taken};
    let table = table(&SHOULDER_TO_SHOULDER, &[]);
    let rules = krigsspil_borgerkrig::battle::Borgerkrig::printed().unwrap();
    let action = json!({"do": "order", "unit": "b1", "order": {"kind": "move", "steps": [{"step": "ahead"}], "attack": true}});
    let action = Action::from_value(&action).unwrap();
    let shown = |battle: &krigsspil_borgerkrig::battle::Battle| {
        serde_json::to_string(&rules.preview(battle, &"blue".into(), &action).unwrap()).unwrap()
    };
    let before = shown(table.battle());
    let mut changed = table.battle().clone();
    let enemy = changed.unit("r1").unwrap();
    changed.units[enemy].order = Order::Disorder;
    changed.units[enemy].valeur = 2;
    changed.units[enemy].lost_men = 70;
    changed.units[enemy].ammunition = false;
    changed.units[enemy].written = Some(ahead());
    assert_eq!(before, shown(&changed));
    let hidden = changed.unit("r2").unwrap();
    for seat in changed.fixed.seating.all() {
        let others = changed.seen.seen_by(seat).filter(|unit| *unit != hidden).collect();
        changed.seen.set(seat, others);
    }
    let unseen = shown(&changed);
    let pose = Pose::new(point(300.0, 300.0), changed.units[hidden].pose.facing);
    changed.units[hidden].pose = pose;
    changed.units[hidden].placed = changed.units[hidden].placed.moved_to(pose);
    assert_eq!(unseen, shown(&changed));
}

/// §03.01.5 §03.03.2 the preview of a general's or a courier's ride shows its end, even if one turn is too short for it, and the ride ends
/// there; a ride that would be refused is refused.
#[test]
fn rides_end_where_they_were_shown_to() {
    for far in [40.0, 180.0] {
        let mut table = table(&["b1 line of 20 at 60,60", "r1 line of 20 facing south at 60,190"], &[]);
        let battle = table.game.battle();
        let (general, courier) =
            (battle.generals[PostId::of(0)].id.clone(), battle.couriers[CourierId::of(0)].id.clone());
        let to = json!({"ride": "to", "place": [far * 12.5, 20.0 * 12.5]});
        let rides = [
            json!({"do": "general", "general": general, "to": to, "moment": 0.5}),
            json!({"do": "courier", "courier": courier, "to": to, "moment": 0.25}),
        ];
        let shown: Vec<Preview> = rides
            .iter()
            .map(|ride| table.game.preview(&"blue".into(), &ride.clone().into()).unwrap())
            .collect();
        for ride in &rides {
            table.game.act(&"blue".into(), ride).unwrap();
        }
        table.turn();
        let battle = table.game.battle();
        let places = [battle.generals[PostId::of(0)].place, battle.couriers[CourierId::of(0)].place];
        for (shown, place) in shown.iter().zip(places) {
            assert_eq!(shown.path.last().unwrap().place, [place.x, place.y]);
            assert_eq!(shown.path.len(), 2);
            let there = place.distance(point(far * 12.5, 20.0 * 12.5)) < 1.0;
            assert_eq!((there, shown.not_reached.is_empty()), (far < 100.0, far < 100.0), "{far}: {place:?}");
        }
    }
    let table = table(&["b1 line of 20 at 60,60", "r1 line of 20 facing south at 60,190"], &[]);
    let courier = &table.game.battle().couriers[CourierId::of(0)].id;
    let to_the_enemy =
        json!({"do": "courier", "courier": courier, "to": {"ride": "with", "unit": "r1"}, "moment": 0});
    assert!(table.game.preview(&"blue".into(), &to_the_enemy.clone().into()).is_err());
    assert!(table.game.preview(&"red".into(), &to_the_enemy.into()).is_err(), "he is not red's");
}
