//! Formations and marches.

use krigsspil_borgerkrig::battle::order::{Facing, Step, UnitOrder};
use krigsspil_borgerkrig::battle::state::CM;
use krigsspil_borgerkrig::vocabulary::Formation;

use crate::table::*;

/// Files, ranks and front in millimetres of the table.
fn shape(words: &str) -> (u32, u32, i32) {
    let table = table(&[&format!("b1 {words} at 60,60"), "r1 line of 20 facing south at 60,160"], &[]);
    let body = table.unit("b1").placed.body().clone();
    (body.files(), body.ranks(), (body.front() / CM * 10.0).round() as i32)
}

/// §02.01.1 §02.01.2 §02.01.3 infantry is three wide on the march, six in the attack column, two deep in line.
#[test]
fn infantry_formations() {
    assert_eq!(shape("march_column of 30"), (3, 10, 24));
    assert_eq!(shape("attack_column of 30"), (6, 5, 48));
    assert_eq!(shape("line of 30"), (15, 2, 120));
    let mut small = table(&["b1 line of 10 at 60,60", "r1 line of 20 facing south at 60,160"], &[]);
    let column = UnitOrder::march(vec![Step::Form { formation: Formation::AttackColumn }]);
    assert!(small.refused("b1", column).contains("02.01"), "an attack column has three ranks at least");
}

/// §02.01.4 §02.01.5 thin lines and chains have one rank, with narrow or wide gaps.
#[test]
fn open_formations() {
    assert_eq!(shape("thin_line of 20 gap_mm=4"), (20, 1, 20 * 8 + 19 * 4));
    assert_eq!(shape("chain of 20 gap_mm=12"), (20, 1, 20 * 8 + 19 * 12));
}

/// §02.02.1 §02.02.2 §02.02.3 §02.02.4 cavalry is two wide, five or six wide, two deep, or in a chain.
#[test]
fn cavalry_formations() {
    assert_eq!(shape("cavalry march_column of 12"), (2, 6, 30));
    assert_eq!(shape("cavalry attack_column of 18"), (6, 3, 90));
    assert_eq!(shape("cavalry attack_column of 15"), (5, 3, 75));
    assert_eq!(shape("cavalry line of 12"), (6, 2, 90));
    assert_eq!(shape("cavalry chain of 12 gap_mm=15"), (12, 1, 12 * 15 + 11 * 15));
}

/// §02.02.5 dismounted cavalry has infantry bases and marches as infantry; mounted it rides.
#[test]
fn dismounted_cavalry_is_infantry() {
    assert_eq!(shape("cavalry line of 12 mounted=false"), (6, 2, 48));
    let mut table = table(
        &[
            "b1 cavalry line of 12 mounted=false at 60,60",
            "b2 cavalry line of 12 at 90,60",
            "r1 line of 20 facing south at 60,190",
        ],
        &[],
    );
    table.order("b1", ahead()).order("b2", ahead()).turn();
    assert!(near(table.at("b1")[1], 72.0), "{:?}", table.at("b1"));
    assert!(near(table.at("b2")[1], 90.0), "{:?}", table.at("b2"));
}

/// §02.03.1 §02.03.2 a battery marches one base wide with its limbers, and fires with its guns side by side.
#[test]
fn battery_formations() {
    assert_eq!(shape("battery of 6 limbered=true"), (1, 1, 30));
    assert_eq!(shape("battery of 6"), (2, 1, 60));
    assert_eq!(shape("battery of 4"), (1, 1, 40));
}

/// §02.03.3 §02.03.4 unlimbering leaves the gun where the limber stood; limbering needs room behind the gun.
#[test]
fn limbering() {
    let mut guns = table(
        &[
            "b1 battery of 4 limbered=true at 60,60",
            "b2 line of 20 at 120,60",
            "r1 line of 20 facing south at 60,190",
        ],
        &[],
    );
    guns.order("b1", UnitOrder::march(vec![Step::Unlimber])).turn();
    assert!(guns.unit("b1").unlimbered());
    assert_eq!(guns.at("b1"), [60.0, 60.0]);
    assert!(near(guns.unit("b1").placed.body().depth() / CM, 4.5));
    guns.order("b1", UnitOrder::march(vec![Step::Limber])).turn();
    assert!(guns.unit("b1").limbered());
    // With the half turn right after it the limber goes round to the other side.
    let behind =
        ["b1 battery of 4 at 60,60", "b2 line of 20 at 60,54", "r1 line of 20 facing south at 60,190"];
    let mut turned = table(&behind, &[]);
    turned.order("b1", UnitOrder::march(vec![Step::Limber, Step::Turn { to: Facing::About }])).turn();
    assert!(turned.unit("b1").limbered());
    assert!(near(turned.unit("b1").placed.pose().facing.as_degrees(), 180.0));
    assert!(near(turned.at("b1")[1], 60.0 - 4.5), "{:?}", turned.at("b1"));
    let mut barred = table(
        &["b1 battery of 4 at 60,60", "b2 line of 20 at 60,54", "r1 line of 20 facing south at 60,190"],
        &[],
    );
    barred.order("b1", UnitOrder::march(vec![Step::Limber]));
    let events = barred.turn();
    assert!(barred.unit("b1").unlimbered());
    assert_eq!(happened(&events, "no_room_to_limber").len(), 1);
}

/// §02.04.1 §02.04.2 columns and lines are closed; chains, thin lines and a unit in rout are not.
#[test]
fn closed_and_dispersed() {
    let table = table(
        &[
            "b1 line of 20 at 30,60",
            "b2 attack_column of 20 at 50,60",
            "b3 march_column of 20 at 60,60",
            "b4 chain of 20 at 100,60",
            "b5 thin_line of 20 at 150,60",
            "r1 line of 20 facing south at 60,190",
        ],
        &[],
    );
    let closed: Vec<bool> = ["b1", "b2", "b3", "b4", "b5"].iter().map(|id| table.unit(id).closed()).collect();
    assert_eq!(closed, [true, true, true, false, false]);
    let mut routed = table.unit("b1").clone();
    routed.order = krigsspil_borgerkrig::vocabulary::Order::Rout;
    assert!(!routed.closed());
}

/// §02.05.1 a line forms column about its middle in at least a quarter turn, and marches off in the remaining time.
#[test]
fn forming_takes_time() {
    let mut table = table(&["b1 line of 18 at 60,60", "r1 line of 20 facing south at 60,190"], &[]);
    let steps = vec![Step::Form { formation: Formation::AttackColumn }, Step::Ahead { cm: None }];
    table.order("b1", UnitOrder::march(steps)).turn();
    assert_eq!(table.unit("b1").formation, Formation::AttackColumn);
    // A quarter turn at 30 cm a turn for the farthest company is 7.5 cm; the rest of the turn at 25 cm.
    assert!(near(table.at("b1")[1], 60.0 + 25.0 * 0.75), "{:?}", table.at("b1"));
    assert!(near(table.at("b1")[0], 60.0));
}

/// §02.05.4 a quarter turn makes a march column from a line, and a line from a march column.
#[test]
fn a_quarter_turn_makes_a_column() {
    let mut table = table(&["b1 line of 18 at 60,60", "r1 line of 20 facing south at 60,190"], &[]);
    table
        .order("b1", UnitOrder::march(vec![Step::Turn { to: Facing::Right }, Step::Ahead { cm: None }]))
        .turn();
    assert_eq!(table.unit("b1").formation, Formation::MarchColumn);
    assert!(near(table.unit("b1").placed.pose().facing.as_degrees(), 90.0));
    // Three quarters of a turn at 25 cm, from the right end of the line 3.6 cm off its middle.
    assert!(near(table.at("b1")[0], 60.0 + 3.6 + 18.75), "{:?}", table.at("b1"));
    table.order("b1", UnitOrder::march(vec![Step::Turn { to: Facing::Left }])).turn();
    assert_eq!(table.unit("b1").formation, Formation::Line);
}

/// §02.06.6 §skema-III an obstacle slows a unit until the last of its bases is over it (ruling 5).
#[test]
fn an_obstacle_slows_the_whole_unit() {
    let mut table = Words::of(&["b1 line of 20 at 60,60", "r1 line of 20 facing south at 60,190"])
        .with_feature(
            serde_json::json!({"kind": "wall", "obstacle": 2, "cover": 1, "width": 1.0}),
            "LineString",
            serde_json::json!([[40, 62], [80, 62]]),
        )
        .with_dice(&[]);
    table.order("b1", ahead()).turn();
    // 1.96 cm to the wall at 12 cm a turn; 0.08 of wall and the 3 cm of two ranks at 8; the rest at 12 again.
    let slow = 0.08 + 3.0;
    let rest = 1.0 - 1.96 / 12.0 - slow / 8.0;
    assert!(near(table.at("b1")[1], 60.0 + 1.96 + slow + 12.0 * rest), "{:?}", table.at("b1"));
}

/// §02.06.2 a march column goes back at half its march, with or without bends; in disorder it retires (§04.02.3).
#[test]
fn march_columns_go_back() {
    let units = ["b1 march_column of 18 at 60,60", "r1 line of 20 facing south at 60,190"];
    let mut table = crate::table::table(&units, &[]);
    table.order("b1", UnitOrder::march(vec![Step::Back { cm: None }])).turn();
    assert!(near(table.at("b1")[1], 47.5), "{:?}", table.at("b1"));
    table
        .order("b1", UnitOrder::march(vec![Step::Wheel { degrees: 90.0 }, Step::Ahead { cm: Some(4.0) }]))
        .turn();
    assert!(
        table.unit("b1").placed.body().trail().is_some_and(|trail| !trail.corners().is_empty()),
        "it bends again"
    );
    table.order("b1", UnitOrder::march(vec![Step::Back { cm: Some(2.0) }])).turn();
    assert!(near(table.at("b1")[0], 62.0), "{:?}", table.at("b1"));
}

/// §02.06.5 a line cannot cross a stream, with or without a bridge; a march column can.
#[test]
fn lines_do_not_pass_streams() {
    let words = |formation: &str| {
        Words::of(&[&format!("b1 {formation} of 20 at 60,60"), "r1 line of 20 facing south at 60,190"])
            .with_feature(
                serde_json::json!({"kind": "stream", "width": 4.0}),
                "LineString",
                serde_json::json!([[0, 64], [200, 64]]),
            )
            .with_feature(serde_json::json!({"kind": "bridge"}), "Point", serde_json::json!([60, 64]))
    };
    let mut line = words("line").with_dice(&[]);
    line.order("b1", ahead()).turn();
    assert!(line.at("b1")[1] < 64.0, "{:?}", line.at("b1"));
    let mut column = words("march_column").with_dice(&[]);
    column.order("b1", ahead()).turn();
    assert!(column.at("b1")[1] > 80.0, "{:?}", column.at("b1"));
}

/// §02.05.2 §skema-II guns in position take a turn for a quarter turn, two turns in difficult ground, and an interrupted turn continues.
#[test]
fn guns_turn_slowly() {
    let units = ["b1 battery of 4 at 60,60", "r1 line of 20 facing south at 60,190"];
    let quarter = || UnitOrder::march(vec![Step::Turn { to: Facing::Right }]);
    let facing = |table: &Table| table.unit("b1").placed.pose().facing.as_degrees();
    let mut open = table(&units, &[]);
    open.order("b1", quarter()).turn();
    assert!(near(facing(&open), 90.0));
    let rough = serde_json::json!([[[40, 40], [80, 40], [80, 80], [40, 80], [40, 40]]]);
    let mut rough =
        Words::of(&units).with_feature(serde_json::json!({"kind": "rough"}), "Polygon", rough).with_dice(&[]);
    rough.order("b1", quarter()).turn();
    assert!(near(facing(&rough), 0.0));
    rough.order("b1", quarter()).turn();
    assert!(near(facing(&rough), 90.0));
    // A turn spent on turning right does not help in turning left.
    rough.order("b1", quarter()).turn();
    rough.order("b1", UnitOrder::march(vec![Step::Turn { to: Facing::Left }])).turn();
    assert!(near(facing(&rough), 90.0));
}

/// §02.05.3 a limbered battery turns about at no cost right before it unlimbers; alone the half turn takes a turn.
#[test]
fn a_free_half_turn() {
    let units = ["b1 battery of 4 limbered=true at 60,60", "r1 line of 20 facing south at 60,190"];
    let about = Step::Turn { to: Facing::About };
    let mut guns = table(&units, &[]);
    guns.order("b1", UnitOrder::march(vec![about, Step::Unlimber]));
    let events = guns.turn();
    assert!(near(happened(&events, "unlimbers")[0].moment, 0.5));
    assert!(near(guns.unit("b1").placed.pose().facing.as_degrees(), 180.0));
    let mut alone = table(&units, &[]);
    alone.order("b1", UnitOrder::march(vec![about, Step::Ahead { cm: None }])).turn();
    assert!(near(alone.unit("b1").placed.pose().facing.as_degrees(), 180.0));
    assert!(
        near(alone.at("b1")[1], 60.0 - alone.unit("b1").placed.body().depth() / CM),
        "{:?}",
        alone.at("b1")
    );
}

/// §02.05.3 §02.04.2 a chain turns without loss of time, and has the whole turn to march.
#[test]
fn chains_turn_freely() {
    let mut table = table(&["b1 chain of 12 at 60,60", "r1 line of 20 facing south at 60,190"], &[]);
    let depth = table.unit("b1").placed.body().depth() / CM;
    table
        .order("b1", UnitOrder::march(vec![Step::Turn { to: Facing::About }, Step::Ahead { cm: None }]))
        .turn();
    assert!(near(table.at("b1")[1], 60.0 - depth - 25.0), "{:?}", table.at("b1"));
}

/// §02.06.3 §02.06.1 a column on a road passes through a wood; the terrain under the front slows a unit.
#[test]
fn roads_and_woods() {
    let wood = serde_json::json!([[[20, 66], [100, 66], [100, 120], [20, 120], [20, 66]]]);
    let units = [
        "b1 march_column of 18 at 60,60",
        "b2 march_column of 18 at 80,60",
        "r1 line of 20 facing south at 60,190",
    ];
    let mut table = Words::of(&units)
        .with_feature(serde_json::json!({"kind": "wood"}), "Polygon", wood)
        .with_feature(
            serde_json::json!({"kind": "road"}),
            "LineString",
            serde_json::json!([[60, 40], [60, 150]]),
        )
        .with_dice(&[]);
    table.order("b1", ahead()).order("b2", ahead()).turn();
    assert!(near(table.at("b1")[1], 90.0), "30 cm by road: {:?}", table.at("b1"));
    // 6 cm at 25 in the open, the rest at 6.
    assert!(near(table.at("b2")[1], 66.0 + (1.0 - 6.0 / 25.0) * 6.0), "{:?}", table.at("b2"));
}

/// §02.05.1 §02.05.2 a column deploys as slowly as a line closes up: its rear companies have the same distance to go.
#[test]
fn deploying_takes_as_long_as_closing_up() {
    let far = "r1 line of 20 facing south at 60,190";
    let form = |formation| UnitOrder::march(vec![Step::Form { formation }, Step::Ahead { cm: None }]);
    // The last of ten ranks goes 12 cm to its place, at 30 cm a turn: two fifths of the turn; three fifths are left.
    let mut deploys = table(&["b1 march_column of 30 at 60,60", far], &[]);
    deploys.order("b1", form(Formation::Line)).turn();
    assert!(near(deploys.at("b1")[1], 60.0 + 0.6 * 12.0), "{:?}", deploys.at("b1"));
    let mut closes = table(&["b1 line of 30 at 60,60", far], &[]);
    closes.order("b1", form(Formation::MarchColumn)).turn();
    assert!(near(closes.at("b1")[1], 60.0 + 0.6 * 25.0), "{:?}", closes.at("b1"));
}

/// §02.05.5 a march column wheels at the rate of the ground at its head.
#[test]
fn columns_wheel_slowly_in_woods() {
    let wood = serde_json::json!([[[0, 0], [150, 0], [150, 150], [0, 150], [0, 0]]]);
    let mut table = Words::of(&["b1 march_column of 24 at 60,60", "r1 line of 20 facing south at 60,190"])
        .with_feature(serde_json::json!({"kind": "wood"}), "Polygon", wood)
        .with_dice(&[]);
    let steps = vec![Step::Wheel { degrees: 90.0 }, Step::Ahead { cm: None }];
    table.order("b1", UnitOrder::march(steps)).turn();
    // Of 6 cm in the wood, one and a half fronts of 2.4 cm are used.
    assert!(near(table.at("b1")[0], 60.0 + 6.0 - 3.6), "{:?}", table.at("b1"));
}
