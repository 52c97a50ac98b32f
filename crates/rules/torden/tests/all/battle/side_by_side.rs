//! Units that stand shoulder to shoulder: what neighbours, and the order in which they are told, must not change.

use super::table::{Table, table};

fn french_moves(units: &[&str]) -> Table {
    let mut table = table(units, &[]);
    table.to("moves", "french");
    table
}

/// §4.4.4 §4.3 a unit whose flank touches the flank line of a friend ahead goes past him; one that overlaps him by a millimetre halts at him.
#[test]
fn flank_to_flank_is_no_passage() {
    for (x, north) in [("67.5", 55.0), ("52.5", 55.0), ("67.4", 37.0), ("52.6", 37.0), ("67.6", 55.0)] {
        let second = format!("f2 column of 20 at {x},30");
        let mut table = french_moves(&["f1 line of 20 at 60,40", &second, "p1 line of 20 at 60,150"]);
        table.order("f2", "go");
        assert_eq!(table.at("f2")[1], north, "beside at {x}");
        assert_eq!(table.told("halts_at_friend").len(), usize::from(north < 50.0));
    }
}

/// §4.4.4 three columns side by side, told the same, come equally far whoever is told first.
#[test]
fn the_order_of_play_decides_nothing() {
    let units = [
        "f1 column of 20 at 55,40",
        "f2 column of 20 at 60,40",
        "f3 column of 20 at 65,40",
        "p1 line of 20 at 60,150",
    ];
    for order in [["f1", "f2", "f3"], ["f3", "f1", "f2"], ["f2", "f3", "f1"]] {
        let mut table = french_moves(&units);
        for unit in order {
            table.order(unit, "go");
        }
        assert_eq!(order.map(|unit| table.at(unit)[1]), [65.0; 3]);
    }
}

/// §5.4.2 §4.4.4 of two that abort shoulder to shoulder the one with a friend behind stops at him, the other goes its whole length; mirrored, the same.
#[test]
fn aborts_side_by_side() {
    for behind in [60, 65] {
        let friend = format!("f3 column of 20 at {behind},52");
        let units =
            ["f1 column of 20 at 60,70", "f2 column of 20 at 65,70", &friend, "p1 line of 20 at 62,75"];
        let mut table = french_moves(&units);
        table.order("f1", "go");
        table.order("f2", "go");
        table.to("declarations", "french");
        table.order("f1", "attack p1");
        table.order("f2", "attack p1");
        table.to("aborts", "french");
        table.order("f1", "abort");
        table.order("f2", "abort");
        table.to("orders", "prussian");
        let (stopped, free) = if behind == 60 { ("f1", "f2") } else { ("f2", "f1") };
        assert_eq!([table.at(stopped)[1], table.at(free)[1]], [52.0, 44.0], "a friend behind at {behind}");
    }
}
