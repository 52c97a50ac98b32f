//! Attack, shock, melee, prisoners.

use krigsspil_borgerkrig::battle::order::{Step, UnitOrder, When};
use krigsspil_borgerkrig::battle::state::Life;
use krigsspil_borgerkrig::vocabulary::Order;
use krigsspil_turn::ids::Id;
use serde_json::json;

use crate::table::*;

/// Ten centimetres apart.
const TEN: [&str; 2] = ["b1 line of 20 at 60,60", "r1 line of 20 facing south at 60,70"];

fn held(units: &[&str], dice: &[i32]) -> Table {
    let mut table = table(units, dice);
    table.answers = vec![("surprised_fire", "hold")];
    table
}

/// §07.01.1 §07.02.4 an attack: advance to 2 cm, shock throw, advance to contact; the melee is fought next turn.
#[test]
fn the_course_of_an_attack() {
    let mut table = held(&TEN, &[4, 4]);
    table.order("b1", storm());
    let events = table.turn();
    let shock = happened(&events, "shock");
    assert_eq!(shock.len(), 1);
    // Eight of twenty centimetres are marched when the front is at 2 cm.
    assert!(near(shock[0].moment, 0.4), "{}", shock[0].moment);
    assert_eq!(table.unit("r1").order, Order::LightDisorder);
    assert_eq!(happened(&events, "contact").len(), 1);
    assert!(near(table.at("b1")[1], 70.0), "{:?}", table.at("b1"));
    assert!(happened(&events, "melee").is_empty());
    assert!(table.refused("b1", ahead()).contains("07.04.1"));
    assert_eq!(happened(&table.turn(), "melee").len(), 1);
}

/// §07.01.2 a unit that comes to 2 cm of an enemy attacks, ordered or not; without order it has the deduction.
#[test]
fn coming_upon_the_enemy_is_an_attack() {
    let mut table = held(&TEN, &[3, 4]);
    table.order("b1", ahead());
    let events = table.turn();
    let unfolded = happened(&events, "shock")[0].working.as_ref().unwrap();
    assert!(
        unfolded.modifiers.iter().any(|applied| applied.modifier.key.contains("without_order")),
        "{:?}",
        unfolded.modifiers
    );
    assert!(
        near(table.at("b1")[1], 68.0),
        "he keeps order, and the attack stops at 2 cm: {:?}",
        table.at("b1")
    );
}

/// §07.02.1 fire that drives the attacker back ends the attack before the throw.
#[test]
fn fire_stops_an_attack() {
    let mut table = table(&TEN, &[6, 5, 3, 3]);
    table.order("b1", storm()).order("r1", UnitOrder::fire(When::BeforeShock));
    let events = table.turn();
    assert_eq!(happened(&events, "fires").len(), 1);
    assert!(happened(&events, "shock").is_empty());
    assert!(matches!(table.unit("b1").order, Order::Disorder | Order::Rout | Order::Pinned));
}

/// §07.02.2 fire "before shock" comes just before 2 cm, and does not count as surprised.
#[test]
fn fire_before_shock() {
    let mut table = table(&TEN, &[1, 2, 6, 6, 3, 4]);
    table.order("b1", storm()).order("r1", UnitOrder::fire(When::BeforeShock));
    let events = table.turn();
    let fire = happened(&events, "fires")[0];
    assert!(near(fire.about["cm"].as_f64().unwrap(), 2.0), "{:?}", fire.about);
    assert!(near(fire.moment, 0.4));
    assert!(table.asked.is_empty());
    let order: Vec<&str> =
        events.iter().map(|event| event.what).filter(|what| ["fires", "shock"].contains(what)).collect();
    assert_eq!(order, ["fires", "shock"]);
}

/// §04.02.13 a stationary unit without such an order may fire as surprised.
#[test]
fn surprised_fire() {
    let mut table = table(&TEN, &[6, 6, 3, 4, 3, 4]);
    table.order("b1", storm());
    let events = table.turn();
    assert_eq!(table.asked, ["surprised_fire"]);
    let fire = happened(&events, "fires")[0].working.as_ref().unwrap();
    assert!(fire.modifiers.iter().any(|applied| applied.modifier.key == "surprised"), "{:?}", fire.modifiers);
}

/// §07.02.5 the winner may let the beaten go and attack a new target within his march.
#[test]
fn a_new_target() {
    let units = [
        "b1 line of 20 at 60,60",
        "r1 line of 20 facing south at 60,66",
        "r2 line of 20 facing south at 64,78",
    ];
    let mut table = held(&units, &[5, 6, 2, 2]);
    table.answers.push(("new_target", "new_target"));
    table.order("b1", storm());
    let events = table.turn();
    assert!(
        table.asked.contains(&"new_target".to_string()),
        "{:?} {:?}",
        table.asked,
        table.unit("r1").order
    );
    let taken = happened(&events, "takes_new_target");
    assert_eq!(taken[0].about["other"], "r2");
}

/// §07.04.1 enemies in contact fight at the start of the turn, and nobody outside fires at them.
#[test]
fn melees_are_closed_to_others() {
    let units = ["b1 line of 20 at 60,60", "b2 line of 20 at 72,60", "r1 line of 20 facing south at 60,70"];
    let mut table = held(&units, &[4, 4]);
    table.order("b1", storm()).turn();
    table.order("b2", fire());
    let events = table.turn();
    assert_eq!(happened(&events, "melee").len(), 1);
    assert!(happened(&events, "fires").is_empty(), "r1 is in melee");
    assert_eq!(happened(&events, "no_target").len(), 1);
}

/// §07.04.5 a unit attacked in flank may turn two companies after the shock, in rear the whole unit.
#[test]
fn turning_to_meet_an_attack() {
    let mut flank = held(&["b1 line of 20 at 57,55", "r1 line of 20 facing east at 62,70"], &[1, 3]);
    flank.order("b1", storm());
    let events = flank.turn();
    assert_eq!(happened(&events, "shock")[0].about["aspect"], "flank");
    assert!(flank.asked.contains(&"turn_companies".to_string()), "{:?}", flank.asked);
    let mut rear = held(&["b1 line of 20 at 60,55", "r1 line of 20 facing north at 60,70"], &[3, 3]);
    rear.order("b1", storm());
    let events = rear.turn();
    assert_eq!(happened(&events, "shock")[0].about["aspect"], "rear");
    assert_eq!(happened(&events, "turns_to_meet_attack").len(), 1);
    assert!(near(rear.unit("r1").placed.pose().facing.as_degrees(), 180.0));
}

/// §07.06.4 prisoners leave the table.
#[test]
fn prisoners_leave() {
    let mut table = held(&TEN, &[6, 6, 1, 1]);
    table.order("b1", storm());
    let events = table.turn();
    let taken =
        happened(&events, "prisoners")[0].working.as_ref().unwrap().outcome["prisoners"].as_i64().unwrap();
    assert!(taken > 0);
    let unit = table.unit("r1");
    assert!(i64::from(unit.captured) >= taken);
    assert_eq!(unit.figures, 20 - unit.captured);
}

/// §07.02.4 the advance continues only if the opponent loses order: with 7 nobody does, and the attacker stands at 2 cm.
#[test]
fn no_result_stops_the_attack() {
    let mut table = held(&TEN, &[3, 3]);
    table.order("b1", UnitOrder::Move { steps: vec![Step::Ahead { cm: None }], attack: true, storm: true });
    table.turn();
    assert!(near(table.at("b1")[1], 68.0));
    assert!(table.unit("b1").melee.is_empty());
}

/// §07.02.4 §07.04.1 a beaten enemy is followed as far as the march allows: if caught, he fights next turn.
#[test]
fn pursuit() {
    let units = ["b1 line of 20 at 60,60", "r1 line of 20 facing south at 60,64"];
    // 10 and 1 for the storm: disorder; half a turn's march is 6 cm, and the storm has 18 left.
    let mut table = held(&units, &[5, 5, 1, 2, 1, 2]);
    table.order("b1", storm());
    let events = table.turn();
    assert_eq!(table.unit("r1").order, Order::Disorder);
    assert_eq!(happened(&events, "contact").len(), 1);
    assert!(near(table.at("b1")[1], 70.0), "{:?}", table.at("b1"));
    let events = table.turn();
    let melee = happened(&events, "melee");
    assert!(counted(melee[0], "defender_melee_order"), "he fights in disorder");
}

/// §07.03.5 two closed companies of the brigade within 20 cm support, if the unit is within 30 degrees of their front.
#[test]
fn support() {
    let supported = |third: &str| {
        let mut table = held(&[TEN[0], TEN[1], third], &[3, 4]);
        table.order("b1", storm());
        let events = table.turn();
        counted(happened(&events, "shock")[0], "defender_support")
    };
    assert!(supported("r2 line of 6 facing south at 60,92.5"));
    assert!(!supported("r2 line of 6 facing south at 60,94"), "more than 20 cm");
    assert!(!supported("r2 line of 4 facing south at 60,80"), "one company");
    assert!(!supported("r2 chain of 12 facing south at 60,80"), "not closed");
    assert!(!supported("r2 line of 6 facing north at 60,80"), "it looks away");
    assert!(supported("r2 line of 6 facing 200 at 66,80") && !supported("r2 line of 6 facing 130 at 66,80"));
}

/// §07.05.4 in melee a general falls on the other side's bare 7.
#[test]
fn a_general_falls_in_melee() {
    for (throw, falls) in [([3, 4], true), ([4, 4], false)] {
        let mut table = held(&TEN, &[&[4, 4][..], &throw, &[1, 1], &[6, 6, 6, 6]].concat());
        let ride = json!({"do": "general", "general": "r", "to": {"ride": "with", "unit": "r1"}});
        table.act("red", ride).unwrap();
        table.turn();
        table.order("b1", storm()).turn();
        let events = table.turn();
        assert_eq!(happened(&events, "melee").len(), 1);
        assert_eq!(happened(&events, "general_falls").iter().any(|event| event.rule == "07.05.4"), falls);
    }
}

/// §07.06.2 a bare 10 that routs a unit also captures its general.
#[test]
fn a_general_is_taken_with_his_unit() {
    let units = ["b1 line of 30 at 60,60", "r1 march_column of 12 facing south at 60,70"];
    for (throw, life) in [([4, 6], Life::Captured), ([5, 6], Life::Here)] {
        let mut table = held(&units, &[&throw[..], &[1, 1]].concat());
        let ride = json!({"do": "general", "general": "r", "to": {"ride": "with", "unit": "r1"}});
        table.act("red", ride).unwrap();
        table.turn();
        table.order("b1", storm()).turn();
        assert_eq!(table.battle().generals[Id::of(1)].life, life, "{throw:?}");
    }
}

/// §07.03.1 an umpire decides who has the initiative; the dice are his default.
#[test]
fn the_umpire_gives_the_initiative() {
    for (answer, thrower) in [("other", "r1"), ("unit", "b1")] {
        let mut words = Words::of(&TEN);
        words.umpire = true;
        let mut table = words.with_dice(&[3, 4]);
        table.answers = vec![("initiative", answer)];
        table.order("b1", storm()).order("r1", storm());
        let events = table.turn();
        assert!(happened(&events, "initiative").is_empty());
        assert_eq!(happened(&events, "shock")[0].about["unit"], thrower);
    }
}

/// §07.01.6 a storm that reaches nobody costs order if it took the whole turn; a shorter one does not.
#[test]
fn a_short_storm_fails_nothing() {
    for (cm, order) in
        [(None, Order::LightDisorder), (Some(20.0), Order::LightDisorder), (Some(8.0), Order::Good)]
    {
        let mut table = held(&["b1 line of 20 at 60,60", "r1 line of 20 facing south at 60,120"], &[]);
        let steps = vec![Step::Ahead { cm }];
        table.order("b1", UnitOrder::Move { steps, attack: true, storm: true }).turn();
        assert_eq!(table.unit("b1").order, order, "{cm:?}");
    }
}

/// §07.01.2 §07.02.3 an attack that is ordered exactly up to 2 cm takes place.
#[test]
fn two_centimetres_to_the_millimetre() {
    for (cm, thrown) in [(7.9, 0), (8.0, 1), (8.1, 1)] {
        let mut table = held(&TEN, &[3, 4]);
        let steps = vec![Step::Ahead { cm: Some(cm) }];
        table.order("b1", UnitOrder::Move { steps, attack: true, storm: false });
        assert_eq!(happened(&table.turn(), "shock").len(), thrown, "{cm}");
    }
}

/// §07.06.3 his own player is told that a general was captured, whoever did it.
#[test]
fn whose_general_is_taken() {
    let units = ["b1 line of 20 at 30,30", "r1 line of 20 facing south at 60,72"];
    let wood = json!([[[50, 70], [70, 70], [70, 90], [50, 90], [50, 70]]]);
    let mut table = Words::of(&units).with_feature(json!({"kind": "wood"}), "Polygon", wood).with_dice(&[]);
    let ride = |x: i32| json!({"do": "general", "general": "b", "to": {"ride": "to", "place": [x, 775]}});
    table.act("blue", ride(750)).unwrap();
    table.turn();
    table.act("blue", ride(755)).unwrap();
    assert_eq!(table.game.view(&"blue".into()).json()["enemies"], json!([]), "nobody of his has seen r1");
    let events = table.order("r1", ahead()).turn();
    let taken = happened(&events, "general_captured");
    assert!(["blue", "red"].iter().all(|seat| taken[0].audience.tells(&(*seat).into())), "{taken:?}");
}
