//! Chapter 6 and the ground of chapter 11.

use krigsspil_gdc::battle::order::{ShiftWay, Step as Move, UnitOrder};
use krigsspil_gdc::battle::phases::Step;
use krigsspil_gdc::battle::units::Stance;
use serde_json::json;

use crate::table::{Words, near, table};

fn north(table: &crate::table::Table, id: &str) -> f64 {
    table.at(id)[1]
}

/// §seq.movement.3 §6.3 §6.1 §6.2 §chart.infantry-movement §chart.cavalry-movement §chart.artillery-movement column 400, line 300, skirmishers 400, cavalry 600, foot guns 600.
#[test]
fn rates_on_open_ground() {
    let units = [
        "b1 column at 300,300",
        "b2 line at 700,300",
        "b3 skirmish at 1300,300 skirmishers=true",
        "b4 cavalry column at 1900,300",
        "b5 battery limbered at 2300,300 poundage=6",
        "r1 column at 1500,2900",
    ];
    let mut table = table(&units, &[]);
    table.to(Step::Movement);
    for id in ["b1", "b2", "b3", "b4", "b5"] {
        table.order(id, UnitOrder::ahead(1500.0));
    }
    table.until(Step::Formation);
    let gone = ["b1", "b2", "b3", "b4", "b5"].map(|id| (north(&table, id) - 300.0).round() as i32);
    assert_eq!(gone, [400, 300, 400, 600, 600]);
}

/// §chart.movement-modifiers an Unorganized unit is 100 slower, a Disrupted one 200.
#[test]
fn broken_units_are_slow() {
    let units = [
        "b1 column at 300,300 status=unorganized",
        "b2 column at 700,300 status=disrupted",
        "r1 column at 1500,2900",
    ];
    let mut table = table(&units, &[]);
    table.to(Step::Movement);
    for id in ["b1", "b2"] {
        table.order(id, UnitOrder::ahead(1500.0));
    }
    table.until(Step::Formation);
    assert_eq!(["b1", "b2"].map(|id| (north(&table, id) - 300.0).round() as i32), [300, 200]);
}

/// §11.5 §11.5.A §11.5.B §11.1 §11.7.B a line halts at the edge of woods, a column goes 200 yards of way in light ones and 150 in heavy; a stream leaves
/// 200; a contour costs 50.
#[test]
fn the_ground_slows() {
    let units = [
        "b1 line at 300,300",
        "b2 column at 700,300",
        "b3 column at 1100,300",
        "b4 column at 1500,300",
        "b5 column at 1900,300",
        "r1 column at 2500,2900",
    ];
    let words = Words::of(&units)
        .area("wood", [150.0, 400.0, 850.0, 900.0], json!({"obstacle": 1}))
        .area("wood", [950.0, 400.0, 1250.0, 900.0], json!({"obstacle": 2}))
        .with("stream", "LineString", json!([[1350, 380], [1650, 380]]), json!({}))
        .with(
            "contour",
            "Polygon",
            json!([[[1750, 450], [2050, 450], [2050, 2000], [1750, 2000], [1750, 450]]]),
            json!({"level": 1}),
        );
    let mut table = words.with_dice(&[]);
    table.to(Step::Movement);
    for id in ["b1", "b2", "b3", "b4", "b5"] {
        table.order(id, UnitOrder::ahead(1500.0));
    }
    table.until(Step::Formation);
    let gone = ["b1", "b2", "b3", "b4", "b5"].map(|id| (north(&table, id) - 300.0).round() as i32);
    assert_eq!(gone, [100, 200, 150, 200, 350]);
}

/// §6.11 §10.6.L a shift is 100 sideways or 150 back and keeps the facing; it takes the place of the move.
#[test]
fn shifts() {
    let mut table = table(&["b1 column at 500,500", "b2 line at 1200,500", "r1 column at 1500,2500"], &[]);
    table.to(Step::Movement);
    assert_eq!(table.refused("b1", UnitOrder::Shift { way: ShiftWay::Left, yards: 120.0 }), "shift_too_far");
    table.order("b1", UnitOrder::Shift { way: ShiftWay::Left, yards: 100.0 });
    table.order("b2", UnitOrder::Shift { way: ShiftWay::Back, yards: 150.0 });
    table.until(Step::Formation);
    assert!(near(table.at("b1")[0], 400.0) && near(table.at("b2")[1], 350.0));
    assert!(near(table.unit("b2").placed.pose().facing.as_degrees(), 0.0));
}

/// §seq.movement.4 §6.4 a strategic march goes 500 yards in column, halts more than 1000 yards from an enemy, and is refused within 1000.
#[test]
fn strategic_marches() {
    let mut table = table(
        &["b1 column at 500,300", "b2 line at 1200,300", "b3 column at 2500,1500", "r1 column at 500,1600"],
        &[],
    );
    table.to(Step::Movement);
    let march =
        || UnitOrder::Move { steps: vec![Move::Ahead { yards: 500.0 }], strategic: true, unlimber: false };
    assert_eq!(table.refused("b2", march()), "march_in_column");
    table.order("b1", march());
    table.until(Step::Formation);
    let away = 1600.0 - north(&table, "b1");
    assert!((1000.0..=1002.0).contains(&away), "{away}");
    table.to(Step::Movement);
    table.order("b1", UnitOrder::ahead(10.0));
    table.until(Step::Formation);
    table.to(Step::Movement);
    assert_eq!(table.refused("b1", march()), "enemy_within_1000");
}

/// §6.33 a battery turns before it moves: within 30 degrees full distance, beyond it less; §6.31.E.
#[test]
fn guns_turn_first() {
    let units = [
        "b1 battery limbered at 500,300 poundage=6",
        "b2 battery limbered at 1500,300 poundage=6",
        "r1 column at 2800,2900",
    ];
    let mut table = table(&units, &[]);
    table.to(Step::Movement);
    let late = vec![Move::Ahead { yards: 100.0 }, Move::Wheel { degrees: 20.0 }];
    assert_eq!(table.refused("b1", UnitOrder::steps(late)), "turn_first");
    table.order("b1", UnitOrder::steps(vec![Move::Wheel { degrees: 30.0 }, Move::Ahead { yards: 900.0 }]));
    table.order("b2", UnitOrder::steps(vec![Move::Wheel { degrees: 60.0 }, Move::Ahead { yards: 900.0 }]));
    table.until(Step::Formation);
    let gone = |id: &str, from: f64| {
        let body = table.unit(id).placed.centre();
        ((body.x - from).powi(2) + (body.y - 225.0).powi(2)).sqrt()
    };
    assert!(near(gone("b1", 500.0), 600.0), "{}", gone("b1", 500.0));
    assert!(near(gone("b2", 1500.0), 300.0), "{}", gone("b2", 1500.0));
}

/// §seq.secondary-fire.1 §6.31.F §6.31.G §6.31.H §6.31.B guns move and unlimber, unlimber and fire, limber and move 300 straight, or are limbered.
#[test]
fn what_a_battery_does() {
    let units = [
        "b1 battery limbered at 300,500",
        "b2 battery limbered at 900,500",
        "b3 battery unlimbered at 1500,500",
        "b4 battery unlimbered at 2100,500",
        "r1 line at 900,1300",
        "r2 line at 1500,1300",
        "r3 line at 2100,1300",
    ];
    let mut table = table(&units, &[100, 100, 100, 100, 100, 100]);
    table.to(Step::InitialFire);
    table.order("b3", UnitOrder::fire("r2"));
    table.to(Step::Movement);
    table.order(
        "b1",
        UnitOrder::Move { steps: vec![Move::Ahead { yards: 200.0 }], strategic: false, unlimber: true },
    );
    table.order("b2", UnitOrder::Unlimber);
    let away = || UnitOrder::LimberAndMove { facing: None, yards: 300.0 };
    assert_eq!(table.refused("b3", away()), "fired_before");
    table.order("b4", away());
    table.until(Step::SecondaryFire);
    assert_eq!(table.unit("b1").stance, Stance::Unlimbered);
    assert!(near(table.at("b4")[1], 800.0) && table.unit("b4").stance == Stance::Limbered);
    assert_eq!(table.refused("b1", UnitOrder::fire("r1")), "guns_spent");
    table.order("b2", UnitOrder::fire("r1"));
    table.order("b3", UnitOrder::fire("r2"));
}

/// §6.3.D §6.32 §seq.movement.1 horse guns gallop, unlimber no nearer than 201 yards, and fire in the secondary phase; foot guns do not.
#[test]
fn gallops() {
    let units = [
        "b1 battery limbered at 900,500 horse=true poundage=6",
        "b2 battery limbered at 1500,500",
        "r1 line at 900,1040",
    ];
    let mut table = table(&units, &[100, 100]);
    table.to(Step::Gallops);
    let gallop = |yards: f64| UnitOrder::Gallop { steps: vec![Move::Ahead { yards }] };
    assert_eq!(table.refused("b2", gallop(100.0)), "only_horse_artillery");
    assert_eq!(table.refused("b1", gallop(350.0)), "unlimbers_too_near");
    table.order("b1", gallop(300.0));
    table.until(Step::SecondaryFire);
    assert_eq!(table.unit("b1").stance, Stance::Unlimbered);
    table.order("b1", UnitOrder::fire("r1"));
}

/// R56 shoulder to shoulder two columns march abreast and neither halts the other; a column behind another follows it.
#[test]
fn side_by_side() {
    let units =
        ["b1 column at 500,500", "b2 column at 575,500", "b3 column at 500,425", "r1 column at 1500,2500"];
    let mut table = table(&units, &[]);
    table.to(Step::Movement);
    for id in ["b1", "b2", "b3"] {
        table.order(id, UnitOrder::ahead(400.0));
    }
    table.until(Step::Formation);
    assert_eq!(["b1", "b2", "b3"].map(|id| north(&table, id).round() as i32), [900, 900, 825]);
}

/// R56 of two enemies who march at each other neither comes into contact; §9.1 only chargers fight.
#[test]
fn nobody_marches_into_contact() {
    let mut table = table(&["b1 column at 500,500", "r1 column at 500,900"], &[]);
    table.to(Step::Movement);
    table.order("b1", UnitOrder::ahead(400.0));
    table.order("r1", UnitOrder::ahead(400.0));
    table.to(Step::Volleys);
    let between = north(&table, "r1") - north(&table, "b1");
    assert!((0.9..=12.0).contains(&between), "{between}");
    assert!(table.battle().fights.is_empty());
}

/// §3.5 cavalry in recall moves only toward its baseline and away from the enemy.
#[test]
fn recall_moves_home() {
    let mut table = table(
        &[
            "b1 cavalry column facing south at 500,900 recall=1",
            "b2 cavalry column at 1500,900 recall=1",
            "r1 column at 1000,1800",
        ],
        &[],
    );
    table.to(Step::Movement);
    assert_eq!(table.refused("b2", UnitOrder::ahead(100.0)), "recall_moves_home");
    table.order("b1", UnitOrder::ahead(100.0));
}

/// §11.1 §11.2 §11.3.A §13.9 a river is crossed only by a bridge or ford, in column; a battery does not cross a sunken road.
#[test]
fn rivers_and_sunken_roads() {
    let units = [
        "b1 column at 500,300",
        "b2 column at 1000,300",
        "b3 line at 1500,300",
        "b4 battery limbered at 2000,300",
        "r1 column at 2800,2900",
    ];
    let words = Words::of(&units)
        .with("stream", "LineString", json!([[200, 400], [1750, 400]]), json!({"obstacle": 2}))
        .with("bridge", "LineString", json!([[1000, 390], [1000, 410]]), json!({}))
        .with("bridge", "LineString", json!([[1500, 390], [1500, 410]]), json!({}))
        .with("cutting", "LineString", json!([[1850, 400], [2150, 400]]), json!({}));
    let mut table = words.with_dice(&[]);
    table.to(Step::Movement);
    for id in ["b1", "b2", "b3", "b4"] {
        table.order(id, UnitOrder::ahead(300.0));
    }
    table.until(Step::Formation);
    let gone = ["b1", "b2", "b3", "b4"].map(|id| north(&table, id) - 300.0);
    assert!(gone[0] <= 100.0, "no bridge: {gone:?}");
    assert!(gone[1] > 200.0, "over the bridge in column: {gone:?}");
    assert!(gone[2] <= 100.0, "not in line: {gone:?}");
    assert!(gone[3] <= 100.0, "guns do not cross a sunken road: {gone:?}");
}

/// §11.1 §11.2 §chart.movement-modifiers §chart.artillery-movement-modifiers a stream is waded everywhere but at its bridge: the column on the bridge marches its
/// 400 yards and its neighbour in the water 200; a battery loses 150 for the bridge and may fire, and 250 in the water.
#[test]
fn nobody_wades_on_a_bridge() {
    let units = [
        "b1 column at 500,300",
        "b2 column at 1000,300",
        "b3 battery limbered at 1500,300 poundage=6",
        "b4 battery limbered at 2000,300 poundage=6",
        "b5 cavalry column at 2500,300",
        // Somebody who has something to fire at.
        "b6 battery unlimbered at 2800,2000 poundage=6",
        "r1 column at 2800,2700",
    ];
    let words = Words::of(&units)
        .with("stream", "LineString", json!([[100, 400], [2900, 400]]), json!({}))
        .with("bridge", "LineString", json!([[1000, 390], [1000, 410]]), json!({}))
        .with("bridge", "LineString", json!([[1500, 390], [1500, 410]]), json!({}))
        .with("bridge", "LineString", json!([[2500, 390], [2500, 410]]), json!({}));
    let mut table = words.with_dice(&[]);
    table.to(Step::Movement);
    for id in ["b1", "b2", "b3", "b4", "b5"] {
        table.order(id, UnitOrder::ahead(600.0));
    }
    table.until(Step::SecondaryFire);
    let gone = ["b1", "b2", "b3", "b4", "b5"].map(|id| north(&table, id) - 300.0);
    let wanted = [200.0, 400.0, 450.0, 350.0, 600.0];
    assert!(gone.iter().zip(wanted).all(|(gone, wanted)| near(*gone, wanted)), "{gone:?}");
    assert!(!table.unit("b3").turn.crossed_water && table.unit("b4").turn.crossed_water);
}

/// R56 who goes away is not stopped by one who comes up behind him, though his own way is the shorter.
#[test]
fn who_follows_gives_way() {
    let units = ["b1 column at 1500,600", "b2 column facing 320 at 1560,515", "r1 column at 2800,2900"];
    let mut table = table(&units, &[]);
    table.to(Step::Movement);
    table.order("b1", UnitOrder::ahead(100.0));
    table.order("b2", UnitOrder::ahead(300.0));
    table.turn();
    assert!(near(table.at("b1")[1], 700.0), "{:?}", table.at("b1"));
    assert!(table.at("b2")[1] < 640.0, "{:?}", table.at("b2"));
}

/// §6.1 who comes no farther is told so, and whether it was the ground or a friend; who goes on is not.
#[test]
fn who_is_halted_knows_it() {
    let units = [
        "b1 column at 500,500",
        "b2 column at 1500,500",
        "b3 column at 1500,577",
        "b4 column at 2500,500",
        "r1 column at 2800,2900",
    ];
    let words = Words::of(&units).area("marsh", [300.0, 502.0, 700.0, 900.0], json!({}));
    let mut table = words.with_dice(&[]);
    table.to(Step::Movement);
    for id in ["b1", "b2", "b4"] {
        table.order(id, UnitOrder::ahead(200.0));
    }
    table.turn();
    let noted = |id: &str| (table.unit(id).halted_turns, table.unit(id).before_ground);
    assert_eq!((noted("b1"), noted("b2"), noted("b4")), ((1, true), (1, false), (0, false)));
}

/// §6.1 R56 who was halted by a friend that has crossed his way and gone on is told nothing: neither friend nor ground is before him any more.
#[test]
fn who_may_go_on_is_not_told_that_he_is_halted() {
    let units = ["b1 column at 1500,500", "b2 column facing east at 1462,542.5", "r1 column at 2800,2900"];
    let mut table = table(&units, &[]);
    table.to(Step::Movement);
    table.order("b1", UnitOrder::ahead(100.0));
    table.order("b2", UnitOrder::ahead(400.0));
    table.turn();
    assert!(
        table.at("b1")[1] < 510.0 && table.at("b2")[0] > 1800.0,
        "{:?} {:?}",
        table.at("b1"),
        table.at("b2")
    );
    assert_eq!((table.unit("b1").halted_turns, table.unit("b1").before_ground), (0, false));
}

/// §10.6.F R59 skirmishers before two lines that come up at once fall back to their own rear, clear of both by 101 yards; they do not slip aside before the next.
#[test]
fn skirmishers_fall_back_before_two_lines() {
    for mirrored in [false, true] {
        let x = |at: f64| if mirrored { 3000.0 - at } else { at };
        let units = [
            format!("b1 line at {:?},1200", x(1380.0)),
            format!("b2 line at {:?},1250", x(1700.0)),
            format!("r1 skirmish of 8 at {:?},1480 skirmishers=true", x(1500.0)),
        ];
        let units: Vec<&str> = units.iter().map(String::as_str).collect();
        let mut table = table(&units, &[]);
        table.to(Step::Movement);
        table.order("b1", UnitOrder::ahead(250.0));
        table.order("b2", UnitOrder::ahead(180.0));
        table.until(Step::Formation);
        let battle = table.battle();
        let [b1, b2, r1] = ["b1", "b2", "r1"].map(|id| battle.unit(id).unwrap());
        assert!(battle.yards(r1, b1) >= 101 && battle.yards(r1, b2) >= 101, "{:?}", table.at("r1"));
        assert!(near(table.at("r1")[0], x(1500.0)), "{:?}", table.at("r1"));
    }
}

/// §10.6.F they fall back before who advances, not before who goes back or aside.
#[test]
fn skirmishers_stay_before_who_goes_away() {
    let units = ["b1 line at 1500,1400", "r1 skirmish of 8 at 1500,1480 skirmishers=true"];
    let mut table = table(&units, &[]);
    table.to(Step::Movement);
    table.order("b1", UnitOrder::Shift { way: ShiftWay::Back, yards: 30.0 });
    table.until(Step::Formation);
    assert_eq!(table.told("falls_back").len(), 0);
    assert!(near(north(&table, "r1"), 1480.0));
}

/// §11.4 horse does not wheel while any of it stands in a field: not from where it stands, and a way that would bring it to wheel there ends before the wheel. Foot
/// wheels in fields.
#[test]
fn horse_does_not_wheel_in_a_field() {
    let wheel = |degrees: f64| Move::Wheel { degrees };
    let ahead = |yards: f64| Move::Ahead { yards };
    let units = [
        "b1 cavalry column at 600,1420",
        "b2 cavalry column at 1200,1300",
        "b3 column at 1800,1420",
        "b4 cavalry column at 2400,1000",
        "r1 column at 1500,2900",
    ];
    let mut table = Words::of(&units).area("plough", [0.0, 1400.0, 3000.0, 1900.0], json!({})).with_dice(&[]);
    table.to(Step::Movement);
    table.order("b1", UnitOrder::steps(vec![wheel(30.0), ahead(100.0)]));
    table.order("b2", UnitOrder::steps(vec![ahead(150.0), wheel(30.0), ahead(100.0)]));
    table.order("b3", UnitOrder::steps(vec![wheel(30.0), ahead(100.0)]));
    table.order("b4", UnitOrder::steps(vec![ahead(150.0), wheel(30.0), ahead(50.0)]));
    table.until(Step::Formation);
    assert!(near(north(&table, "b1"), 1420.0) && near(north(&table, "b2"), 1450.0), "{:?}", table.at("b2"));
    assert!(table.unit("b1").before_ground, "its player is told that it was the ground");
    assert_eq!(
        ["b1", "b2", "b3", "b4"].map(|id| table.unit(id).placed.pose().facing.as_degrees().round()),
        [0.0, 0.0, 30.0, 30.0]
    );
}

/// §10.6.F §chart.morale-failure they fall back of themselves, not of their player's will: so do those who have failed a check this turn.
#[test]
fn shaken_skirmishers_fall_back() {
    let units = [
        "b1 line at 1500,1000",
        "b2 battery unlimbered at 1800,700",
        "r1 skirmish of 8 at 1650,1250 skirmishers=true",
    ];
    // Hit, failed, and shaken where it stands.
    let mut table = table(&units, &[1, 5, 95]);
    table.to(Step::InitialFire);
    table.order("b2", UnitOrder::fire("r1"));
    table.to(Step::Movement);
    assert!(table.unit("r1").turn.shaken && near(north(&table, "r1"), 1250.0), "{:?}", table.at("r1"));
    table.order("b1", UnitOrder::ahead(200.0));
    table.until(Step::Formation);
    assert!(near(north(&table, "r1"), 1301.0), "{:?}", table.at("r1"));
}
