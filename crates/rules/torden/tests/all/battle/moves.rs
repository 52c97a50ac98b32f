//! Chapter 4: moves.

use krigsspil_torden::vocabulary::Formation;
use serde_json::json;

use super::table::{Words, table};

const ALONE: &[&str] = &["f1 line of 20 at 60,40", "p1 line of 20 at 60,150"];

/// §4.3 §4.1 §4.4.1 §4.4.2 a unit goes as far as its turn lets it, in any mixture of directions; let go of, it is done.
#[test]
fn a_move_is_cut_where_the_turn_ends() {
    let mut table = table(ALONE, &[]);
    table.to("moves", "french");
    table.order("f1", "go 40");
    assert_eq!(table.at("f1"), [60.0, 50.0], "a line goes 10 cm");
    assert_eq!(table.refused("f1", "go 1"), "let_go");
    table.to("moves", "prussian");
    table.to("moves", "french");
    // Half a turn for the change, and half of 25 cm in column.
    table.order("f1", "form column; go");
    assert_eq!((table.at("f1"), table.unit("f1").formation), ([60.0, 62.5], Formation::Column));
    table.to("moves", "prussian");
    table.to("moves", "french");
    // 10 ahead, then 5 back at half rate takes the rest of the 25: 15 / 2.
    table.order("f1", "go 10; back");
    assert_eq!(table.at("f1"), [60.0, 65.0]);
    table.to("moves", "prussian");
    table.to("moves", "french");
    assert_eq!(table.refused("f1", "go 5 @90"), "turn_first");
    table.order("f1", "go 10 @45");
    assert_eq!(table.at("f1"), [67.1, 72.1]);
    assert_eq!(table.facing("f1"), 0.0, "it goes on facing as it did");
}

/// §figur-3 §4.4.7 §4.4.7.p2 a pivot keeps one front corner fixed and pays what the outer figure walks; over 45 degrees it is a formation change; a
/// neighbour leaves no room for it.
#[test]
fn turns() {
    let units = [
        "f1 line of 20 at 60,40",
        "f2 line of 20 at 80,40",
        "f3 line of 20 at 84,46",
        "f4 line of 20 at 120,40",
        "p1 line of 20 at 60,150",
    ];
    let mut table = table(&units, &[]);
    table.to("moves", "french");
    // Ten wide: 45 degrees are 7.85 cm of its 10.
    table.order("f1", "turn 45; go");
    let corner = table.unit("f1").now.began.unwrap().at.x / 30.0 + 5.0;
    assert_eq!(corner, 65.0);
    assert_eq!(table.facing("f1"), 45.0);
    let turned = (65.0 - 5.0 * 0.5f64.sqrt(), 40.0 + 5.0 * 0.5f64.sqrt());
    let left = 10.0 - 10.0 * std::f64::consts::FRAC_PI_4;
    let ahead = [turned.0 + left * 0.5f64.sqrt(), turned.1 + left * 0.5f64.sqrt()];
    assert_eq!(table.at("f1"), ahead.map(super::table::tenth));
    // f3 stands where the right wing of f2 would swing.
    table.order("f2", "turn -45; go");
    assert_eq!((table.facing("f2"), table.at("f2")), (0.0, [80.0, 40.0]));
    assert_eq!(table.told("no_room")[0].about["unit"], "f2");
    table.order("f4", "turn 180; go");
    // Half a turn for the about-face, then 5 cm south; its rear was 3 cm behind its front.
    assert_eq!((table.facing("f4"), table.at("f4")), (180.0, [120.0, 32.0]));
}

/// §4.5.2 §4.5.2.p2 §4.4.2.p3 a change keeps the middle of the front; line and march column turn on the spot; a square stays, and faces any of its sides when it
/// changes.
#[test]
fn formation_changes() {
    let units = ["f1 line of 20 at 60,40", "f2 square of 24 at 90,40", "p1 line of 20 at 60,150"];
    let mut table = table(&units, &[]);
    table.to("moves", "french");
    let middle = table.unit("f1").placed.centre();
    table.order("f1", "form march_column left");
    assert_eq!(table.facing("f1"), 270.0);
    assert!(middle.distance(table.unit("f1").placed.centre()) < 0.1, "the men turn where they stand");
    assert_eq!(table.refused("f2", "go 1"), "square_stays");
    table.order("f2", "form line right; go");
    assert_eq!(table.facing("f2"), 90.0);
    table.to("moves", "prussian");
    table.to("moves", "french");
    let front = table.at("f2");
    table.order("f2", "form column");
    assert_eq!(
        (table.at("f2"), table.facing("f2")),
        (front, 90.0),
        "the middle of the front and the facing stay"
    );
}

/// §4.4.8 who goes over the edge of the table of his own will is lost; else he halts at it.
#[test]
fn the_edge_of_the_table() {
    let mut table = table(
        &["f1 column of 20 facing south at 60,15", "f2 line of 20 at 90,40", "p1 line of 20 at 60,150"],
        &[],
    );
    table.to("moves", "french");
    table.order("f1", "go 40");
    assert_eq!(table.at("f1"), [60.0, 0.0]);
    assert_eq!(table.whats().last(), Some(&"halts_at_the_edge"));
    table.to("moves", "prussian");
    table.to("moves", "french");
    table.order("f1", "off");
    assert!(!table.unit("f1").here());
    assert_eq!(table.unit("f1").lost_men(), 2000);
}

/// §4.4.4 nobody passes through a friend, but through own guns in position at half rate.
#[test]
fn passing_through() {
    let units = [
        "f1 column of 20 at 60,40",
        "f2 line of 20 at 60,50",
        "f3 column of 20 at 90,40",
        "f4 battery at 90,46",
        "p1 line of 20 at 60,150",
    ];
    let mut table = table(&units, &[]);
    table.to("moves", "french");
    table.order("f1", "go");
    assert_eq!(table.at("f1"), [60.0, 47.0], "the rear of f2 is at 47");
    table.order("f3", "go");
    let there = table.at("f3");
    assert!(there[1] < 65.0 && there[1] > 52.0, "it has passed the guns, at half rate: {there:?}");
}

/// §4.6.2 §4.6.2.komm §4.6.1 §4.6.3 a gun is unlimbered whichever way, within the base of its limber; a foot 6-pounder takes half a turn for it, and moves no more
/// than 2 cm then; a gun out of command is moved in by limbering.
#[test]
fn guns_limber_and_unlimber() {
    let units =
        ["f1 battery limbered at 60,40", "f2 battery horse limbered at 90,40", "p1 line of 20 at 60,150"];
    let mut table = table(&units, &[]);
    table.to("moves", "french");
    let middle = table.unit("f1").placed.centre();
    table.order("f1", "unlimber 90; go");
    assert_eq!((table.facing("f1"), table.unit("f1").formation), (90.0, Formation::Unlimbered));
    let gone = table.unit("f1").placed.centre() - middle;
    assert!((gone.x / 30.0 - 1.0).abs() < 0.01 && gone.y.abs() < 0.01, "half a turn at 2 cm: {gone:?}");
    table.order("f2", "go 30; unlimber");
    assert_eq!(table.unit("f2").formation, Formation::Unlimbered, "horse artillery pays nothing");
    table.to("moves", "prussian");
    table.to("moves", "french");
    assert_eq!(table.refused("f1", "turn 60"), "guns_turn_45");
    table.order("f1", "limber; go");
    assert_eq!(table.unit("f1").formation, Formation::Limbered);
}

/// §4.7.1 §4.7.2 §4.7.3 §4.7.4 the map hinders as the rules and the scenario say: a stream halves, a bridge helps a march column, a wood stops, a hedge
/// costs cavalry a quarter, a lake that the scenario opens to infantry stops guns.
#[test]
fn ground() {
    let units = [
        "f1 column of 20 at 20,40",
        "f2 march_column of 20 at 50,40",
        "f3 column of 20 at 80,40",
        "f4 cavalry column of 12 at 110,40",
        "f5 column of 20 at 140,40",
        "f6 battery limbered at 170,40",
        "p1 line of 20 at 60,150",
    ];
    let table = Words::of(&units)
        .feature(json!({"kind": "stream", "width": 60.0}), "LineString", json!([[0, 46], [65, 46]]))
        .feature(json!({"kind": "bridge", "width": 60.0}), "Point", json!([50, 46]))
        .feature(
            json!({"kind": "wood"}),
            "Polygon",
            json!([[[70, 45], [90, 45], [90, 70], [70, 70], [70, 45]]]),
        )
        .feature(json!({"kind": "hedge"}), "LineString", json!([[95, 50], [125, 50]]))
        .feature(
            json!({"kind": "water", "passable_by": ["infantry"]}),
            "Polygon",
            json!([[[130, 45], [190, 45], [190, 55], [130, 55], [130, 45]]]),
        );
    let mut table = table.general_at("fc", "100,5").start();
    table.to("moves", "french");
    for unit in ["f1", "f2", "f3", "f4", "f5", "f6"] {
        table.order(unit, "go");
    }
    // The stream is 2 cm wide: those 2 cm cost double.
    assert_eq!(table.at("f1"), [20.0, 63.0]);
    assert_eq!(table.at("f2"), [50.0, 65.0], "over the bridge");
    assert_eq!(table.at("f3"), [80.0, 45.0], "at the edge of the wood");
    assert_eq!(table.at("f4"), [110.0, 70.0], "a quarter of 40 for the hedge");
    assert_eq!(table.at("f5"), [140.0, 65.0]);
    assert_eq!(table.at("f6"), [170.0, 45.0]);
}

/// §4.7.2 §tabel-2 a bridge leads a march column from bank to bank, however narrow it is drawn, and makes no river of the ground beside the stream: a column on a wide one, and one
/// beside it, pay for the stream alone.
#[test]
fn bridges_and_banks() {
    let units = [
        "f1 march_column of 20 at 40,55",
        "f2 march_column of 20 at 70,55",
        "f3 column of 20 at 100,55",
        "f4 column of 20 at 130,55",
        "p1 line of 20 at 60,150",
    ];
    let stream = json!({"kind": "stream", "width": 120.0});
    let bridge = |width: f64| json!({"kind": "bridge", "width": width});
    let table = Words::of(&units)
        .feature(stream, "LineString", json!([[0, 60], [200, 60]]))
        .feature(bridge(90.0), "Point", json!([40, 60]))
        .feature(bridge(180.0), "Point", json!([130, 60]));
    let mut table = table.general_at("fc", "90,20").start();
    table.to("moves", "french");
    for unit in ["f1", "f2", "f3", "f4"] {
        table.order(unit, "go");
    }
    assert_eq!(["f1", "f2", "f3", "f4"].map(|unit| table.at(unit)[1]), [80.0, 76.0, 76.0, 76.0]);
}

/// §4.8.2 §4.8.3 §4.6.4 §4.8.6 a unit that touches a town zone goes into it in a turn, and out of it in another; a march column goes through the streets; a battery
/// stands on a side, and shifts sides in two turns.
#[test]
fn towns() {
    let units = [
        "f1 line of 20 at 60,50",
        "f2 battery limbered at 60,80 facing=south",
        "f3 march_column of 16 at 100,45",
        "p1 line of 20 at 150,150",
    ];
    let units = units.map(|unit| unit.replace("facing=south", "facing south"));
    let units: Vec<&str> = units.iter().map(String::as_str).collect();
    let mut table = Words::of(&units).zone("Mill", [60.0, 65.0]).zone("Farm", [100.0, 55.0]).start();
    table.to("moves", "french");
    table.order("f1", "go");
    assert_eq!(table.at("f1"), [60.0, 57.5], "it stops at the houses");
    table.order("f2", "go 7.5");
    table.order("f3", "go");
    assert_eq!(table.at("f3"), [100.0, 70.0], "through the streets without loss");
    table.to("moves", "prussian");
    table.to("moves", "french");
    table.order("f1", "enter");
    table.order("f2", "enter front");
    let held = table.game.view(&"french".into()).zones[0].held.clone();
    assert_eq!(held.as_deref(), Some("french"));
    assert_eq!(table.facing("f2"), 0.0, "outward, on the north side");
    table.to("moves", "prussian");
    table.to("moves", "french");
    table.order("f2", "shift left");
    assert_eq!(table.facing("f2"), 90.0, "its front to the town");
    table.order("f1", "leave right column");
    assert_eq!((table.unit("f1").zone, table.facing("f1")), (None, 90.0));
    table.to("moves", "prussian");
    table.to("moves", "french");
    table.order("f2", "out");
    assert_eq!(table.facing("f2"), 270.0);
}

/// §4.6.1 a battery either limbers or unlimbers in a turn, horse guns too: both are refused, and nothing is begun.
#[test]
fn limbers_or_unlimbers() {
    let units =
        ["f1 battery horse at 60,40", "f2 battery horse limbered at 90,40", "p1 line of 20 at 60,150"];
    let mut table = table(&units, &[]);
    table.to("moves", "french");
    assert_eq!(table.refused("f1", "limber; go 5; unlimber"), "cannot_limber");
    assert_eq!(table.refused("f2", "unlimber; limber"), "cannot_limber");
    assert_eq!((table.at("f1"), table.unit("f1").formation), ([60.0, 40.0], Formation::Unlimbered));
    table.order("f1", "limber; go 5");
    assert_eq!(table.unit("f1").formation, Formation::Limbered);
}

/// §4.7.3 lines side by side go into a wood as deep as they stand, from wherever they begin, and no deeper in the next turn.
#[test]
fn a_line_goes_into_a_wood() {
    let units = [
        "f1 line of 20 at 55,33",
        "f2 line of 20 at 65,35",
        "f3 line of 20 at 75,38.5",
        "f4 column of 20 at 90,38",
        "p1 line of 20 at 60,150",
    ];
    let wood = json!([[[40, 40], [110, 40], [110, 60], [40, 60], [40, 40]]]);
    let mut table = Words::of(&units).feature(json!({"kind": "wood"}), "Polygon", wood).start();
    for turn in [1, 2] {
        table.to("moves", "french");
        for unit in ["f1", "f2", "f3", "f4"] {
            table.order(unit, "go");
        }
        let north = ["f1", "f2", "f3", "f4"].map(|unit| table.at(unit)[1]);
        assert_eq!(north, [43.0, 43.0, 43.0, 40.0], "turn {turn}");
        table.to("orders", "prussian");
    }
}
