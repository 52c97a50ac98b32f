//! Movement: rates, ground, passages, formations, guns, phases E and G.

use krigsspil_engine::battle::Place;
use krigsspil_field::prelude::overlaps;
use krigsspil_tricolore::battle::order::{Step as Move, UnitOrder};
use krigsspil_tricolore::battle::phases::Step;
use krigsspil_tricolore::vocabulary::BaseFormation;
use serde_json::json;

use crate::table::{Table, Words, near, outcome, table};

/// Blue moves in a sequence: the enemy is near, and far enough.
fn in_a_sequence(mut words: Words, dice: &[i32]) -> Table {
    // Two who keep both commands engaged, far from the others.
    words.units.push("b8 column of 1 at 100,1000".into());
    words.units.push("r8 column of 1 facing south at 100,1390".into());
    let mut thrown = vec![9, 1];
    thrown.extend(dice);
    let mut table = words.with_dice(&thrown);
    table.until_moves(Step::Movement, "blue");
    table
}

const ENEMY: &str = "r1 column facing south at 1500,1395";

/// §move.infantry §move.cavalry §turn.D.2 infantry moves 200 in a sequence, cavalry 400, side by side.
#[test]
fn tactical_rates() {
    let words = Words::of(&["b1 column at 1500,1000", "b2 cavalry column at 800,900", ENEMY]);
    let mut table = in_a_sequence(words, &[]);
    table.order("b1", UnitOrder::ahead(500.0));
    table.order("b2", UnitOrder::ahead(500.0));
    assert!(
        near(table.at("b1")[1], 1200.0) && near(table.at("b2")[1], 1300.0),
        "{:?} {:?}",
        table.at("b1"),
        table.at("b2")
    );
}

/// §move.disorder.infantry in line T1/U for every 100 begun: 101 metres are two dice.
#[test]
fn lines_fall_into_disorder() {
    let mut table = in_a_sequence(Words::of(&["b1 line at 1500,1000", ENEMY]), &[5, 6]);
    let told = table.order("b1", UnitOrder::ahead(101.0));
    assert_eq!(outcome(&told[0])["test_dice"], 2);
    assert_eq!(table.unit("b1").disorder, 1);
}

/// §house.axis a wheel is measured at the outer front corner (R90): a line of 150 m wheels 60 degrees for 157 m.
#[test]
fn wheels_cost_at_the_outer_corner() {
    let mut table = in_a_sequence(Words::of(&["b1 line of 6 at 1500,900", ENEMY]), &[1, 1, 1, 1, 1]);
    let told = table
        .order("b1", UnitOrder::steps(vec![Move::Wheel { degrees: 60.0 }, Move::Ahead { metres: 100.0 }]));
    assert_eq!(told[0].about["metres"], 200);
    let facing = table.unit("b1").placed.pose().facing.as_degrees();
    assert!((facing - 60.0).abs() < 0.01);
    let ahead = 200.0 - 150.0 * 60f64.to_radians();
    let pivot = [1500.0 + 75.0, 900.0];
    let at = table.at("b1");
    let (sin, cos) = 60f64.to_radians().sin_cos();
    let expected = [pivot[0] - 75.0 * cos + ahead * sin, pivot[1] + 75.0 * sin + ahead * cos];
    assert!(near(at[0], expected[0]) && near(at[1], expected[1]), "{at:?} {expected:?}");
}

/// §terrain.legend §terrain.light-wood §terrain.stream a wood halves the move of infantry, a stream costs 50; cavalry is barred from the wood and halts at its edge.
#[test]
fn ground_costs() {
    let words = Words::of(&[
        "b1 column at 1000,1000",
        "b2 column at 2000,1000",
        "b3 cavalry column at 1150,900",
        ENEMY,
    ])
    .area("wood", [900.0, 1050.0, 1250.0, 1300.0], json!({"obstacle": 1}))
    .with("stream", "LineString", json!([[1800, 1100], [2300, 1100]]), json!({"obstacle": 1}));
    let mut table = in_a_sequence(words, &[]);
    table.order("b1", UnitOrder::ahead(200.0));
    assert!(near(table.at("b1")[1], 1050.0 + 75.0), "{:?}", table.at("b1"));
    table.order("b2", UnitOrder::ahead(200.0));
    assert!(near(table.at("b2")[1], 1150.0), "{:?}", table.at("b2"));
    table.order("b3", UnitOrder::ahead(400.0));
    assert!(table.at("b3")[1] <= 1050.5, "{:?}", table.at("b3"));
    assert_eq!(table.told("halts").last().unwrap().about["reason"], "ground");
}

/// §terrain.legend U of the ground is taken once when it is entered, not by one that begins on it (R47).
#[test]
fn slopes_disorder_those_who_enter() {
    let slope = |words: Words| {
        words.area("rough", [900.0, 1050.0, 1700.0, 1150.0], json!({"tricolore": "medium_slope"}))
    };
    let mut table =
        in_a_sequence(slope(Words::of(&["b1 column at 1000,1000", "b2 column at 1600,1100", ENEMY])), &[]);
    table.order("b1", UnitOrder::ahead(120.0));
    table.order("b2", UnitOrder::ahead(90.0));
    assert_eq!((table.unit("b1").disorder, table.unit("b2").disorder), (1, 0));
}

/// §terrain.defile over a bridge a column takes 2U on one track and 1U on two, a march column none; a line does not pass, and wades.
#[test]
fn defiles() {
    let river = |tracks: i32, formation: &str| {
        let unit = format!("b1 {formation} at 1000,1000");
        let words = Words::of(&[&unit, ENEMY])
            .area("water", [0.0, 1050.0, 990.0, 1070.0], json!({}))
            .area("water", [1010.0, 1050.0, 2000.0, 1070.0], json!({}))
            .with(
                "bridge",
                "LineString",
                json!([[1000, 1040], [1000, 1080]]),
                json!({"tracks": tracks, "width": 24}),
            );
        let mut table = in_a_sequence(words, &[1, 1, 1, 1]);
        table.order("b1", UnitOrder::ahead(150.0));
        (table.unit("b1").disorder, table.at("b1")[1] > 1070.0)
    };
    assert_eq!(river(1, "column"), (2, true));
    assert_eq!(river(2, "column"), (1, true));
    assert_eq!(river(1, "march_column"), (0, true));
    assert_eq!(river(2, "line"), (0, false));
}

/// §pass.formed §pass.skirmishers a passage through a formed friend costs 100 and T2/U to the mover; through skirmishers 50 and nothing. Who cannot get clear halts
/// before him.
#[test]
fn passages() {
    let friend = |formation: &str| format!("b2 {formation} of 4 at 1500,1070");
    let mut table =
        in_a_sequence(Words::of(&["b1 column of 4 at 1500,1000", &friend("skirmish"), ENEMY]), &[]);
    table.order("b1", UnitOrder::ahead(200.0));
    assert!(near(table.at("b1")[1], 1150.0), "{:?}", table.at("b1"));
    let mut table =
        in_a_sequence(Words::of(&["b1 cavalry column of 4 at 1500,1000", &friend("column"), ENEMY]), &[9, 2]);
    table.order("b1", UnitOrder::ahead(300.0));
    assert!(near(table.at("b1")[1], 1300.0), "{:?}", table.at("b1"));
    assert_eq!((table.unit("b1").disorder, table.unit("b2").disorder), (1, 0));
    let ahead = "b2 column of 4 at 1500,1100";
    let mut table = in_a_sequence(Words::of(&["b1 column of 4 at 1500,1000", ahead, ENEMY]), &[]);
    table.order("b1", UnitOrder::ahead(200.0));
    assert!(near(table.at("b1")[1], 1070.0) && !overlaps(&table.unit("b1").placed, &table.unit("b2").placed));
}

/// §change.normal §change.square §change.disorder a change takes O1/1 and T2/U and 100 of the move, into square O2/1; failed, nothing is paid. One a sequence.
#[test]
fn formations_change() {
    let words = || Words::of(&["b1 column of 4 at 1500,1000", "b2 column of 4 at 1000,1000", ENEMY]);
    let form = |formation| Move::Form { formation };
    // Passed: O, then two dice T of which one fails; then 100 metres in line: one die.
    let mut table = in_a_sequence(words(), &[5, 5, 6, 5, 6, 5, 5]);
    table.order("b1", UnitOrder::steps(vec![form(BaseFormation::Line), Move::Ahead { metres: 200.0 }]));
    assert_eq!((table.unit("b1").formation, table.unit("b1").disorder), (BaseFormation::Line, 1));
    assert!(near(table.at("b1")[1], 1100.0));
    // Failed: the column goes the whole way.
    table.order("b2", UnitOrder::steps(vec![form(BaseFormation::Line), Move::Ahead { metres: 200.0 }]));
    assert_eq!((table.unit("b2").formation, table.unit("b2").disorder), (BaseFormation::Column, 0));
    assert!(near(table.at("b2")[1], 1200.0));
    let two = UnitOrder::steps(vec![form(BaseFormation::Line), form(BaseFormation::Column)]);
    let mut table = in_a_sequence(words(), &[]);
    assert_eq!(table.refused("b1", two), "one_change");
}

/// §move.adjust a shift of up to 50 any way without a test, keeping its facing.
#[test]
fn positions_are_adjusted() {
    let mut table = in_a_sequence(Words::of(&["b1 line at 1500,1000", ENEMY]), &[]);
    assert_eq!(table.refused("b1", UnitOrder::Adjust { to: Place([1551.0, 1000.0]) }), "adjust_50");
    table.order("b1", UnitOrder::Adjust { to: Place([1470.0, 960.0]) });
    assert_eq!((table.at("b1"), table.unit("b1").disorder), ([1470.0, 960.0], 0));
    assert!(table.unit("b1").sequence.moved);
}

/// §manoeuvre.table §manoeuvre.infantry §manoeuvre.cavalry §manoeuvre.train in E infantry moves 600, cavalry 1200; on a road in march column 1200 and 1800, a train 800 and only there.
#[test]
fn manoeuvre_rates() {
    let words = Words::of(&[
        "b1 column at 1000,200",
        "b2 cavalry column at 1300,200",
        "b3 march_column at 600,300",
        "b4 train march_column at 300,200",
        "r1 column facing south at 2900,2900",
    ])
    .with("road", "LineString", json!([[600, 0], [600, 2900]]), json!({}))
    .with("road", "LineString", json!([[300, 0], [300, 2900]]), json!({}));
    let mut table = words.with_dice(&[]);
    table.until_moves(Step::Manoeuvre, "blue");
    for (id, metres) in [("b1", 600.0), ("b2", 1200.0)] {
        table.order(id, UnitOrder::ahead(2000.0));
        assert!(near(table.at(id)[1], 200.0 + metres), "{id} {:?}", table.at(id));
    }
    table.order("b3", UnitOrder::RoadMarch { to: Place([600.0, 2800.0]) });
    assert!(near(table.at("b3")[1], 1500.0), "{:?}", table.at("b3"));
    assert_eq!(table.refused("b4", UnitOrder::ahead(100.0)), "train_on_roads");
    table.order("b4", UnitOrder::RoadMarch { to: Place([300.0, 2800.0]) });
    assert!(near(table.at("b4")[1], 1000.0));
}

/// §house.no-contact moves of E and G end no nearer to an enemy than 201, side by side with one that has nobody before it.
#[test]
fn no_contact_outside_sequences() {
    let units = ["b1 column at 1500,1000", "b2 column at 600,1000", "r1 column facing south at 1500,1420"];
    let mut table = table(&units, &[]);
    table.until_moves(Step::Manoeuvre, "blue");
    table.order("b1", UnitOrder::ahead(600.0));
    table.order("b2", UnitOrder::ahead(600.0));
    let away = 1420.0 - table.at("b1")[1];
    assert!(away > 200.0 && away < 230.0, "{away}");
    assert!(near(table.at("b2")[1], 1600.0));
}

/// §deploy.table §deploy.infantry §deploy.cavalry §deploy.square §deploy.about-face in G infantry moves 300 and cavalry 600 without march tests; square and about-face are free.
#[test]
fn deployment_freedoms() {
    let units = [
        "b1 line at 1500,500",
        "b2 cavalry line of 4 at 800,500",
        "b3 column of 4 at 2200,500",
        "r1 column facing south at 2900,2900",
    ];
    let mut table = table(&units, &[]);
    table.until_moves(Step::Deployment, "blue");
    table.order("b1", UnitOrder::ahead(300.0));
    table.order("b2", UnitOrder::ahead(700.0));
    assert!(near(table.at("b1")[1], 800.0) && near(table.at("b2")[1], 1100.0));
    assert_eq!((table.unit("b1").disorder, table.unit("b2").disorder), (0, 0));
    let square = Move::Form { formation: BaseFormation::Square };
    table.order("b3", UnitOrder::steps(vec![square, Move::About, Move::Ahead { metres: 300.0 }]));
    assert_eq!((table.unit("b3").formation, table.unit("b3").disorder), (BaseFormation::Square, 0));
    assert_eq!(table.unit("b3").placed.pose().facing.as_degrees(), 180.0);
    assert!(table.at("b3")[1] < 250.0, "{:?}", table.at("b3"));
}

/// §move.artillery §manoeuvre.artillery §manoeuvre.horse-artillery limbered guns move by their bracketed rate once in D or E together (R42); those in position do not march.
#[test]
fn guns_have_one_allowance() {
    let units = [
        "b1 battery limbered at 1500,900",
        "b2 battery limbered horse=true at 1000,700",
        "b3 battery unlimbered at 2000,900",
        ENEMY,
    ];
    let mut table = in_a_sequence(Words::of(&units), &[9]);
    table.order("b1", UnitOrder::ahead(500.0));
    table.order("b2", UnitOrder::ahead(800.0));
    assert_eq!(table.refused("b3", UnitOrder::ahead(10.0)), "limber_first");
    assert!(
        near(table.at("b1")[1], 1200.0) && near(table.at("b2")[1], 1300.0),
        "{:?} {:?}",
        table.at("b1"),
        table.at("b2")
    );
    table.until(Step::Declarations);
    table.until_moves(Step::Movement, "blue");
    assert_eq!(table.refused("b1", UnitOrder::ahead(50.0)), "allowance_used");
}

/// §move.manhandle §move.manhandle.light §move.manhandle.heavy §deploy.limber §deploy.retreat-manhandle §move.artillery-retreat guns in position are turned or moved by their crews,
/// limbered on O2/2, and retreat without a test; in G as in a sequence.
#[test]
fn guns_on_the_spot() {
    let units = [
        "b1 battery unlimbered calibre=6pd at 1500,900",
        "b2 battery unlimbered calibre=12pd at 1000,900",
        ENEMY,
    ];
    let turn = |degrees: f64| UnitOrder::Manhandle { degrees: Some(degrees), metres: None };
    for step in [Step::Movement, Step::Deployment] {
        let mut words = Words::of(&units);
        words.units.push("b8 column of 1 at 100,1000".into());
        words.units.push("r8 column of 1 facing south at 100,1390".into());
        let mut table = words.with_dice(if step == Step::Movement {
            &[9, 1, 5, 5, 6, 5, 5, 5]
        } else {
            &[9, 1, 10, 5, 5, 6, 5, 5, 5]
        });
        table.until_moves(step, "blue");
        assert_eq!(table.refused("b2", turn(60.0)), "manhandle_too_far");
        table.order("b1", turn(60.0));
        assert_eq!(table.unit("b1").placed.pose().facing.as_degrees(), 60.0);
        table.order("b2", UnitOrder::Manhandle { degrees: None, metres: Some(25.0) });
        assert_eq!(table.at("b2"), [1000.0, 900.0], "O failed");
    }
    let mut table = in_a_sequence(Words::of(&units), &[5, 5, 1, 10]);
    table.order("b1", UnitOrder::Limber);
    assert!(table.unit("b1").limbered());
    table.order("b2", UnitOrder::Retreat { metres: 600 });
    assert!(table.unit("b2").limbered() && table.unit("b2").disorder == 1);
    let middle = table.unit("b2").placed.envelope().centre();
    let gone = ((middle.x - 1000.0).powi(2) + (middle.y - 887.5).powi(2)).sqrt();
    assert!((gone - 600.0).abs() < 10.0 && middle.y < 900.0, "{gone}");
    assert_eq!(table.refused("b1", turn(10.0)), "one_order_a_phase");
}

/// §deploy.limbered-exposure every battery limbered at the end of G tests by the worst band it is in: 1 die beyond 600, 3 beyond 400, 5 nearer.
#[test]
fn limbered_guns_are_exposed() {
    let dice = |away: f64| {
        let unit = format!("b1 battery limbered at 1500,{}", 2000.0 - away);
        let mut table = Words::of(&[&unit, "r1 train march_column facing south at 1500,2000"]).with_dice(&[]);
        table.go(|battle| battle.turn == 2);
        table.told("exposed").first().map_or(0, |told| told.working.as_ref().unwrap().rolls.len())
    };
    assert_eq!([dice(1001.0), dice(999.0), dice(590.0)], [0, 1, 3]);
}

/// §deploy.road §deploy.artillery §deploy.horse-artillery artillery on a road doubles its deployment move.
#[test]
fn guns_deploy_by_road() {
    let words = Words::of(&[
        "b1 battery limbered at 600,300",
        "b2 battery limbered horse=true at 900,300",
        "r1 column facing south at 2900,2900",
    ])
    .with("road", "LineString", json!([[600, 0], [600, 2900]]), json!({}))
    .with("road", "LineString", json!([[900, 0], [900, 2900]]), json!({}));
    let mut table = words.with_dice(&[]);
    table.until_moves(Step::Deployment, "blue");
    table.order("b1", UnitOrder::RoadMarch { to: Place([600.0, 2800.0]) });
    table.order("b2", UnitOrder::RoadMarch { to: Place([900.0, 2800.0]) });
    assert!(
        near(table.at("b1")[1], 900.0) && near(table.at("b2")[1], 1500.0),
        "{:?} {:?}",
        table.at("b1"),
        table.at("b2")
    );
}
