//! Morale, rout, generals.

use krigsspil_borgerkrig::battle::order::{Step, UnitOrder};
use krigsspil_borgerkrig::battle::state::{Life, Unit};
use krigsspil_borgerkrig::vocabulary::{Gun, Order};
use krigsspil_turn::ids::Id;
use serde_json::json;

use crate::table::*;

const NEAR: [&str; 2] = ["b1 line of 24 at 60,60", "r1 line of 24 facing south at 60,68"];

/// §08.02.1 §08.02.2 all start in order; fire causes light disorder, pinning at close range, disorder and rout.
#[test]
fn orders_worsen() {
    for (dice, order) in
        [([6, 4, 6, 6], Order::Pinned), ([6, 4, 3, 4], Order::Disorder), ([6, 6, 1, 1], Order::Rout)]
    {
        let mut table = table(&NEAR, &[&dice[..], &[1, 1]].concat());
        assert_eq!(table.unit("r1").order, Order::Good);
        table.order("b1", fire()).turn();
        let found = table.unit("r1").order;
        assert_eq!(found, order, "{dice:?}");
    }
}

/// §08.02.4 a pinned unit lies down in light disorder and comes into disorder when it retreats.
#[test]
fn pinned_units_retire_in_disorder() {
    let mut table = table(&NEAR, &[6, 4, 6, 6]);
    table.order("b1", fire()).turn();
    assert_eq!((table.unit("r1").order, table.unit("r1").pinned_left), (Order::Pinned, 1));
    assert!(table.refused("r1", ahead()).contains("04.02.8"));
    table.order("r1", UnitOrder::Retreat).turn();
    assert_eq!(table.unit("r1").order, Order::Disorder);
    assert!(near(table.at("r1")[1], 74.0), "half a turn's march of 12 cm: {:?}", table.at("r1"));
}

/// §08.02.6 in rout the guns are left behind and the gunners flee as infantry.
#[test]
fn guns_are_abandoned() {
    let mut table = table(&["b1 line of 24 at 60,60", "r1 battery of 4 facing south at 60,70"], &[1, 1]);
    table.act("umpire", json!({"do": "overrule", "unit": "r1", "state": "FU"})).unwrap();
    table.order("b1", ahead());
    let events = table.turn();
    assert_eq!(happened(&events, "guns_abandoned").len(), 1);
    assert!(happened(&events, "flees")[0].about["unit"] == "r1");
    // A whole turn as infantry in flight: forty centimetres, where guns would go four.
    assert!(table.at("r1")[1] > 100.0, "{:?}", table.at("r1"));
    // The enemy stands among the guns at the end of the turn.
    assert_eq!(happened(&events, "guns_taken").len(), 1);
}

/// A battery that has left its guns at 60,70, and another, with guns of another type, at 90,70.
fn guns_left() -> Table {
    let units = [
        "b1 line of 24 at 60,10",
        "r1 battery of 4 facing south at 60,70",
        "r2 battery of 4 gun=parrott_10pd facing south at 90,70",
    ];
    let mut table = table(&units, &[1, 1]);
    table.act("umpire", json!({"do": "overrule", "unit": "r1", "state": "FU"})).unwrap();
    let events = table.turn();
    assert_eq!(happened(&events, "guns_abandoned").len(), 1);
    table
}

fn put(table: &mut Table, unit: &str, cm: [f64; 2]) {
    let place = cm.map(|cm| cm * 12.5);
    table.act("umpire", json!({"do": "move", "unit": unit, "place": place, "facing": 180.0})).unwrap();
}

/// §08.02.6 ruling 16: gunners of another battery in contact man abandoned guns with the men they do not need at their own.
#[test]
fn spare_gunners_man_the_guns() {
    for (answer, manned) in [("man", true), ("leave", false)] {
        let mut table = guns_left();
        table.answers = vec![("man_guns", answer)];
        let wide = table.unit("r2").placed.body().front() / 12.5;
        put(&mut table, "r2", [60.0 + wide, 70.0]);
        let events = table.turn();
        assert_eq!(table.asked, ["man_guns"]);
        assert_eq!(happened(&events, "guns_manned_by").len(), usize::from(manned));
        assert_eq!(table.battle().unit("r2/1").is_some(), manned);
        if !manned {
            assert!(table.unit("r1").battery.as_ref().unwrap().abandoned.is_some());
            continue;
        }
        let (kept, crew, left) = (table.unit("r2"), table.unit("r2/1"), table.unit("r1"));
        assert_eq!((kept.figures, crew.figures), (2, 2), "one gunner serves two guns");
        let gun = |unit: &Unit| unit.battery.as_ref().unwrap().gun;
        assert_eq!((gun(kept), gun(crew)), (Gun::Parrott10pd, Gun::Napoleon12pd));
        assert_eq!(crew.battery.as_ref().unwrap().guns, [4, 0, 0]);
        assert_eq!(left.battery.as_ref().unwrap().guns, [0, 0, 0], "nothing is left of them");
        assert!(near(table.at("r2/1")[0], 60.0) && near(table.at("r2/1")[1], 70.0));
        // They serve the guns from the next turn on.
        table.order("r2/1", UnitOrder::Stand);
        assert!(table.refused("r2/1", UnitOrder::march(vec![Step::Rejoin])).contains("03.03.5"));
    }
}

/// §08.02.6 ruling 16: gunners whose own guns stand elsewhere take the guns they touch as their own.
#[test]
fn gunners_change_guns() {
    let mut table = guns_left();
    table.act("umpire", json!({"do": "overrule", "unit": "r2", "state": "FU"})).unwrap();
    table.turn();
    table.act("umpire", json!({"do": "overrule", "unit": "r2", "state": "OR"})).unwrap();
    put(&mut table, "r2", [60.0, 70.0]);
    let events = table.turn();
    assert_eq!(happened(&events, "guns_manned_by").len(), 1);
    let (crew, left) = (table.unit("r2"), table.unit("r1"));
    let (found, lost) = (crew.battery.as_ref().unwrap(), left.battery.as_ref().unwrap());
    assert_eq!((found.gun, lost.gun), (Gun::Napoleon12pd, Gun::Parrott10pd));
    assert!(found.abandoned.is_none() && crew.figures == 4);
    let elsewhere = lost.abandoned.unwrap().at;
    assert!(near(elsewhere.x / 12.5, 90.0), "{elsewhere:?}");
}

/// §08.02.6 ruling 16: gunners cannot man guns that an enemy touches.
#[test]
fn an_enemy_in_contact_takes_the_guns() {
    let mut table = guns_left();
    let wide = table.unit("r2").placed.body().front() / 12.5;
    put(&mut table, "r2", [60.0 + wide, 70.0]);
    // At the guns, but not on the battery beside them.
    let half = table.unit("b1").placed.body().front() / 12.5 / 2.0;
    put(&mut table, "b1", [59.0 + wide / 2.0 - half, 68.0]);
    let events = table.turn();
    let taken = happened(&events, "guns_taken");
    assert_eq!((taken.len(), &taken[0].about["other"]), (1, &json!("b1")));
    assert_eq!(table.unit("r1").battery.as_ref().unwrap().guns, [0, 0, 4]);
    assert!(!table.asked.contains(&"man_guns".to_string()));
}

/// §08.02.8 order also changes through shock, contagion and events on the move.
#[test]
fn contagion_and_movement() {
    let units = [
        "b1 line of 24 at 60,60",
        "r1 line of 24 facing south at 60,68",
        "r2 line of 24 facing south at 60,78",
    ];
    let mut swept = table(&units, &[6, 6, 1, 1, 1, 1, 1, 1, 1, 1]);
    swept.order("b1", fire());
    let events = swept.turn();
    assert_eq!(happened(&events, "may_be_swept_along").len(), 1);
    assert!(
        happened(&events, "comes_into")
            .iter()
            .any(|event| event.about["unit"] == "r2" && event.rule == "08.03.2")
    );
    // A storm that reaches nobody ends in light disorder.
    let mut storms = table(&["b1 line of 24 at 60,30", "r1 line of 24 facing south at 60,190"], &[]);
    storms.order("b1", storm()).turn();
    assert_eq!(storms.unit("b1").order, Order::LightDisorder);
}

/// §08.02.9 a general with a routed unit is not in disorder; he stays in command.
#[test]
fn generals_keep_their_heads() {
    let mut table = table(&NEAR, &[5, 6, 1, 1, 1, 1]);
    table.act("red", json!({"do": "general", "general": "r", "to": {"ride": "with", "unit": "r1"}})).unwrap();
    table.turn();
    table.order("b1", fire()).turn();
    assert_eq!(table.unit("r1").order, Order::Rout);
    assert_eq!(table.battle().generals[Id::of(1)].life, Life::Here);
    assert_eq!(table.battle().generals[Id::of(1)].with, table.battle().unit("r1"), "he rides with them");
}

/// §08.05.1 §08.05.3 a fallen general's superior takes over and tries each turn to appoint a successor, on 9.
#[test]
fn succession() {
    let mut words = Words::of(&NEAR);
    words.division = true;
    // Fire of 10 with the general there; morale; then the throws for a successor: 8 fails, 9 appoints.
    let mut table = words.with_dice(&[6, 4, 6, 6, 4, 4, 4, 5]);
    table.act("red", json!({"do": "general", "general": "r", "to": {"ride": "with", "unit": "r1"}})).unwrap();
    table.turn();
    let events = {
        table.order("b1", fire());
        table.turn()
    };
    assert_eq!(happened(&events, "general_falls").len(), 1);
    let post = table.battle().general("r").unwrap();
    assert_eq!(table.battle().generals[post].life, Life::Fallen);
    assert_eq!(happened(&events, "appoints").len(), 1);
    let events = table.turn();
    assert_eq!(happened(&events, "appoints").len(), 1);
    let (new, above) =
        (&table.battle().generals[post], &table.battle().generals[table.battle().general("rd").unwrap()]);
    assert_eq!((new.life, new.successors, new.place), (Life::Here, 1, above.place));
}

/// §08.05.2 a direct subordinate succeeds a lost commander-in-chief, and his own post must then be filled.
#[test]
fn the_chief_falls() {
    let mut words = Words::of(&NEAR);
    words.division = true;
    let mut table = words.with_dice(&[6, 4, 6, 6, 4, 4]);
    table
        .act("red", json!({"do": "general", "general": "rd", "to": {"ride": "with", "unit": "r1"}}))
        .unwrap();
    table.turn();
    table.order("b1", fire());
    let events = table.turn();
    assert_eq!(happened(&events, "takes_command").len(), 1);
    let battle = table.battle();
    assert_eq!(battle.generals[battle.general("rd").unwrap()].life, Life::Here);
    assert_eq!(battle.generals[battle.general("r").unwrap()].life, Life::Fallen, "his own post is empty");
    // He tries to fill it in the same turn, and throws 8.
    assert_eq!(happened(&events, "appoints").len(), 1);
    assert_eq!(happened(&events, "appoints")[0].working.as_ref().unwrap().outcome["dice_sum"], 8);
}

/// §08.05.2 the player chooses which direct subordinate takes the chief command: the first is the default.
#[test]
fn his_player_says_who_follows_the_chief() {
    let second = "\n[[general]]\nid = \"r0\"\nname = \"General r0\"\nside = \"red\"\nrank = \"brigade\"\nsuperior = \"rd\"\n\
                  place = [900.0, 1900.0]\n";
    for (answers, taker, stays) in [(vec![], "r", "r0"), (vec![("takes_over r", "pass_over")], "r0", "r")] {
        let mut words = Words::of(&NEAR);
        words.division = true;
        words.extra = second.into();
        let mut table = words.with_dice(&[6, 4, 6, 6, 4, 4]);
        table.answers = answers;
        table
            .act("red", json!({"do": "general", "general": "rd", "to": {"ride": "with", "unit": "r1"}}))
            .unwrap();
        table.turn();
        table.order("b1", fire());
        let events = table.turn();
        assert_eq!(table.asked, ["takes_over"], "the last of them is not asked about");
        let taken = happened(&events, "takes_command");
        assert_eq!((taken.len(), &taken[0].about["from"]), (1, &json!(taker)));
        let battle = table.battle();
        let life = |id: &str| battle.generals[battle.general(id).unwrap()].life;
        assert_eq!((life("rd"), life(taker), life(stays)), (Life::Here, Life::Fallen, Life::Here));
        assert_eq!(happened(&events, "appoints")[0].about["general"], taker, "he tries for himself");
    }
}

/// §08.03.4 a flight that stops behind one friend does not reach the next.
#[test]
fn a_stopped_flight_reaches_nobody_else() {
    let units = [
        "b1 line of 24 at 60,60",
        "r1 line of 12 facing south at 60,68",
        "r2 line of 40 facing south at 60,74",
        "r3 line of 12 facing south at 60,95",
    ];
    // Fire and rout; r2, three times as large, is not swept along and stops the flight; then the rally fails.
    let mut table = table(&units, &[6, 6, 1, 1, 3, 4, 1, 1]);
    table.order("b1", fire());
    let events = table.turn();
    assert_eq!(table.unit("r1").order, Order::Rout);
    let tried: Vec<_> =
        happened(&events, "may_be_swept_along").iter().map(|event| event.about["unit"].clone()).collect();
    assert_eq!(tried, ["r2"]);
    assert_eq!(happened(&events, "flees")[0].about["stopped"], true);
}

/// §08.04.1 two turns in a row without loss remove light disorder, whatever else the unit does.
#[test]
fn light_disorder_is_mended() {
    let units = ["b1 line of 6 at 60,60", "r1 line of 24 facing south at 60,80"];
    let light = json!({"do": "overrule", "unit": "r1", "state": "LU"});
    let mut quiet = table(&units, &[]);
    quiet.act("umpire", light.clone()).unwrap();
    quiet.order("r1", ahead()).turn();
    assert_eq!(quiet.unit("r1").order, Order::LightDisorder);
    let events = quiet.turn();
    assert_eq!(happened(&events, "reorganised").len(), 1);
    assert_eq!(quiet.unit("r1").order, Order::Good);
    let mut hit = table(&units, &[1, 3]);
    hit.act("umpire", light).unwrap();
    hit.turn();
    hit.order("b1", fire()).turn();
    assert!(hit.unit("r1").lost_men > 0);
    hit.turn();
    assert_eq!(hit.unit("r1").order, Order::LightDisorder, "the loss set it back");
    hit.turn();
    assert_eq!(hit.unit("r1").order, Order::Good);
}

/// §08.04.2 disorder is removed only by standing two turns without loss, attack or any action.
#[test]
fn disorder_is_mended_by_standing() {
    let units = ["b1 line of 6 at 60,60", "r1 line of 24 facing south at 60,80"];
    let disorder = json!({"do": "overrule", "unit": "r1", "state": "U"});
    let mut stands = table(&units, &[]);
    stands.act("umpire", disorder.clone()).unwrap();
    stands.order("r1", UnitOrder::Reorganise).turn();
    stands.turn();
    assert_eq!(stands.unit("r1").order, Order::LightDisorder);
    let mut moves = table(&units, &[]);
    moves.act("umpire", disorder).unwrap();
    moves.turn();
    moves.order("r1", ahead()).turn();
    moves.turn();
    assert_eq!(moves.unit("r1").order, Order::Disorder);
}

/// §08.04.4 figures in rout within 2 cm of an enemy at the end of the turn surrender, before any rally.
#[test]
fn the_overtaken_surrender() {
    let units = [
        "b1 line of 24 at 60,186",
        "r1 line of 6 facing south at 60,196",
        "r2 line of 6 facing south at 120,196",
    ];
    let mut table = table(&units, &[6, 6, 6, 6]);
    table.act("umpire", json!({"do": "overrule", "unit": "r1", "state": "FU"})).unwrap();
    table.order("b1", ahead());
    let events = table.turn();
    assert_eq!(happened(&events, "surrenders").len(), 1);
    let taken = table.unit("r1");
    assert_eq!((taken.captured, taken.figures, taken.here()), (6, 0, false));
}

/// §07.01.6 §08.02.8 an attack that meets an obstacle its arm cannot pass ends in light disorder.
#[test]
fn an_attack_barred() {
    let units = ["b1 line of 24 at 60,60", "r1 line of 24 facing south at 60,90"];
    let mut table = Words::of(&units)
        .with_feature(json!({"kind": "cliff"}), "LineString", json!([[40, 65], [80, 65]]))
        .with_dice(&[]);
    table.order("b1", attack()).turn();
    assert!(table.at("b1")[1] < 65.0);
    assert_eq!(table.unit("b1").order, Order::LightDisorder);
}

/// §07.01.6 only an obstacle that is met costs order, and only one that the arm cannot pass: a wood that stops a storm is not one.
#[test]
fn an_attack_not_barred() {
    let units = ["b1 line of 24 at 60,60", "r1 line of 24 facing south at 60,190"];
    let mut far = Words::of(&units)
        .with_feature(json!({"kind": "cliff"}), "LineString", json!([[40, 120], [80, 120]]))
        .with_dice(&[]);
    far.order("b1", attack()).turn();
    assert_eq!(far.unit("b1").order, Order::Good, "the cliff is 60 cm away");
    let wood = json!([[[40, 70], [80, 70], [80, 90], [40, 90], [40, 70]]]);
    let mut before = Words::of(&units).with_feature(json!({"kind": "wood"}), "Polygon", wood).with_dice(&[]);
    before.order("b1", storm()).turn();
    assert!(near(before.at("b1")[1], 70.0), "{:?}", before.at("b1"));
    assert_eq!(before.unit("b1").order, Order::Good, "men on foot can walk into a wood");
}

/// §07.01.6 §08.02.8 only a whole turn's storm that reaches nobody costs order: one of 4 cm does not.
#[test]
fn a_short_storm_costs_nothing() {
    let mut table = table(&["b1 line of 24 at 60,30", "r1 line of 24 facing south at 60,190"], &[]);
    let steps = vec![Step::Ahead { cm: Some(4.0) }];
    table.order("b1", UnitOrder::Move { steps, attack: true, storm: true }).turn();
    assert_eq!(table.unit("b1").order, Order::Good);
}

/// §08.03.1 units within 8 cm of a unit when it breaks are threatened: this is measured from the line it stood in.
#[test]
fn neighbours_of_a_broken_line_are_threatened() {
    let threatened = |gap: f64| {
        // Two lines of twelve files, 9.6 cm wide.
        let r2 = format!("r2 line of 24 facing south at {},68", 60.0 + 9.6 + gap);
        let mut table = table(
            &["b1 line of 24 at 60,60", "r1 line of 24 facing south at 60,68", &r2],
            &[6, 6, 1, 1, 6, 6],
        );
        table.order("b1", fire());
        let events = table.turn();
        assert_eq!(happened(&events, "flees")[0].about["unit"], "r1");
        happened(&events, "may_be_swept_along").len()
    };
    // Three figures fell, and it closed on its middle: 0.4 cm more on each side.
    assert_eq!([1.0, 6.0, 7.6, 7.7].map(threatened), [1, 1, 1, 0]);
}

/// §08.03.4 a flight that a friend stops ends behind him, not among his ranks.
#[test]
fn a_flight_stops_behind_the_friend() {
    for y in [78.0, 82.0, 85.0, 88.0] {
        let r2 = format!("r2 line of 24 facing south at 60,{y}");
        let mut table = table(
            &["b1 line of 24 at 60,60", "r1 line of 24 facing south at 60,68", &r2],
            &[6, 6, 1, 1, 6, 6],
        );
        table.order("b1", fire()).turn();
        let (fled, stands) = (&table.unit("r1").placed, &table.unit("r2").placed);
        assert!(fled.centre().y > stands.centre().y, "{y}: {:?}", table.at("r1"));
        assert!(!krigsspil_field::prelude::overlaps(fled, stands), "{y}: {:?}", table.at("r1"));
    }
}
