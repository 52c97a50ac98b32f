//! Units that stand shoulder to shoulder: what neighbours, and the order in which they are told, must not change.

use super::table::{Table, Words, table};

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

/// Four batteries at 70, 74, 78 and 82, the last of another corps, all at f1; mirrored about 100 where that is said.
fn batteries(mirrored: bool, named: [&str; 4]) -> Table {
    let at = |x: f64| if mirrored { 200.0 - x } else { x };
    let units = [
        format!("f1 line of 20 at {},70", at(75.0)),
        format!("f2 line of 20 at {},70", at(86.0)),
        format!("p1 battery at {},85", at(70.0)),
        format!("p2 battery at {},85", at(74.0)),
        format!("p3 battery at {},85", at(78.0)),
        format!("p4 battery under=pd at {},85", at(82.0)),
    ];
    let units: Vec<&str> = units.iter().map(String::as_str).collect();
    let other = "[[general]]\nid = \"pd\"\nname = \"pd\"\nside = \"prussian\"\nrank = \"corps\"\nsuperior = \"pa\"\n\
                 place = [3000.0, 4500.0]\n[general.ratings.torden]\nrow = \"prussia_1812_15.others\"\ncommand_cm = 100\n";
    let mut table = Words::of(&units).general(other).dice(&[7, 7, 7, 7]).start();
    table.to("fire", "french");
    for unit in named {
        table.order(unit, "fire f1");
    }
    table.to("orders", "prussian");
    table
}

/// §6.1.11 at most two batteries, of one corps, fire at a unit when there is another target: counted, where they are equally near, as the player named them, on whatever hand
/// they stand. p1 and p2, whose neighbours hide f2 from them, may fire at nothing else and are never refused.
#[test]
fn two_batteries_at_one_target() {
    let units = |table: &Table, what: &str| {
        let mut units: Vec<String> =
            table.told(what).iter().map(|event| event.unit().unwrap().to_string()).collect();
        units.sort();
        units.join(" ")
    };
    let named = [
        (["p1", "p4", "p2", "p3"], "p1 p2"),
        (["p2", "p3", "p1", "p4"], "p1 p2 p3"),
        (["p3", "p2", "p4", "p1"], "p1 p2 p3"),
        (["p3", "p1", "p2", "p4"], "p1 p2 p3"),
    ];
    for (named, fire) in named {
        for mirrored in [false, true] {
            let table = batteries(mirrored, named);
            assert_eq!(units(&table, "fires"), fire, "{named:?}, mirrored: {mirrored}");
            let barred =
                |event: &&&std::sync::Arc<krigsspil_engine::battle::Event>| event.unit() == Some("p4");
            let told = table.told("does_not_fire");
            let reason = told.iter().find(barred).map(|event| event.about["reason"].clone());
            assert_eq!(reason, Some("different_corps".into()), "{named:?}");
        }
    }
}

/// §7.4.p2 in a joint attack a unit without a number takes the lowest that is free: the one its player called second throws twice.
#[test]
fn numbers_in_a_joint_attack() {
    for [first, second] in [["f1", "f2"], ["f2", "f1"]] {
        let units = ["f1 column of 20 at 57,70", "f2 column of 20 at 63,70", "p1 line of 20 at 60,75"];
        let mut table = table(&units, &[1, 1, 6, 6, 1, 1, 6, 6, 6, 6, 9, 9, 9]);
        table.to("moves", "french");
        table.order("f1", "go");
        table.order("f2", "go");
        table.to("declarations", "french");
        table.order(first, "attack p1");
        table.order(second, "attack p1 #2");
        table.to("orders", "prussian");
        let rolls: Vec<(String, usize)> = table
            .told("melee")
            .iter()
            .map(|event| (event.unit().unwrap().to_string(), event.working.as_ref().unwrap().rolls.len()))
            .collect();
        let of = |unit: &str| rolls.iter().find(|(who, _)| who == unit).unwrap().1;
        assert!(of(second) > of(first), "{second} was called second: {rolls:?}");
    }
}

/// §4.4.4 §tabel-2 a column that passes an own gun goes at half rate from its first contact until its last rank is clear, and no further.
#[test]
fn passing_own_guns() {
    for (cm, turns, north) in [("go 12", 0.88, 46.0), ("go 13", 0.92, 47.0), ("go", 1.0, 49.0)] {
        let units = ["f1 column of 20 at 60,34", "f2 battery at 60,40", "p1 line of 20 at 60,150"];
        let mut table = french_moves(&units);
        table.order("f1", cm);
        assert_eq!(table.at("f1")[1], north, "{cm}");
        assert_eq!(table.told("moves").last().unwrap().about["turns"], turns, "{cm}");
    }
}

/// §5.1.2 units that touch an enemy from the start and attack nobody are drawn a centimetre apart, as those are who came into contact; in U too.
#[test]
fn drawn_apart() {
    let units = [
        "f1 line of 20 at 40,75",
        "f2 line of 20 at 60,75 order=U",
        "f3 line of 20 at 80,70",
        "p1 line of 20 at 40,75",
        "p2 line of 20 at 60,75",
        "p3 line of 20 at 80,75",
    ];
    let mut table = french_moves(&units);
    table.order("f3", "go");
    table.to("fire", "french");
    assert_eq!(["f1", "f2", "f3"].map(|unit| table.at(unit)[1]), [74.0; 3]);
}

/// §5.3.2.p2 of two cavalry units that ride at the ends of lines, the one that began wholly behind the extended front strikes the flank; the other had figures before it, and
/// does not. Mirrored, the same.
#[test]
fn only_from_behind_the_front() {
    for east in [true, false] {
        let (side, facing) = if east { (15.0, 270) } else { (-15.0, 90) };
        let units = [
            format!("f1 cavalry line of 16 facing {facing} at {},82", 60.0 + side),
            format!("f2 cavalry line of 16 facing {facing} at {},78", 120.0 + side),
            "p1 line of 20 at 60,75".to_string(),
            "p2 line of 20 at 120,75".to_string(),
        ];
        let mut table = french_moves(&units.each_ref().map(String::as_str));
        table.order("f1", "go");
        table.order("f2", "go");
        table.to("declarations", "french");
        table.order("f1", "attack p1");
        table.order("f2", "attack p2");
        let flank = |unit: &str| table.unit(unit).now.attack.unwrap().flank;
        assert_eq!([flank("f1"), flank("f2")], [true, false], "from the east: {east}");
    }
}

/// §5.3.3.p2 two horse batteries side by side limber and make a full march of 30 cm, measured from where their guns stood: the limbers are brought up behind them.
#[test]
fn horse_guns_drive_off() {
    let units = [
        "f1 cavalry line of 16 at 60,70",
        "f2 cavalry line of 16 at 90,70",
        "p1 horse battery at 60,75 kind=france_1813.art.line_horse",
        "p2 horse battery at 90,75 kind=france_1813.art.line_horse",
    ];
    let mut table = table(&units, &[9, 9]);
    table.to("moves", "french");
    table.order("f1", "go");
    table.order("f2", "go");
    table.to("declarations", "french");
    table.order("f1", "attack p1");
    table.order("f2", "attack p2");
    table.to("dispositions", "french");
    table.order("p1", "limber_and_move @0");
    table.order("p2", "limber_and_move @0");
    table.to("orders", "prussian");
    assert_eq!([table.middle("p1"), table.middle("p2")], [[60.0, 107.0], [90.0, 107.0]]);
}

/// §4.4.4 §5.1.2 who comes upon a friend and an enemy at the same step has come upon the enemy, whichever side he is of and whatever their names.
#[test]
fn a_friend_and_an_enemy_side_by_side() {
    for mover in ["f5", "p5"] {
        for [friend, enemy] in [["1", "1"], ["9", "1"], ["1", "9"]] {
            let (own, other) = if mover == "f5" { ("f", "p") } else { ("p", "f") };
            let units = [
                format!("{mover} line of 24 facing north at 60,60"),
                format!("{own}{friend} line of 10 facing north at 57,73"),
                format!("{other}{enemy} line of 10 facing south at 63,70"),
            ];
            let mut table = table(&units.each_ref().map(String::as_str), &[]);
            table.to("moves", if mover == "f5" { "french" } else { "prussian" });
            table.order(mover, "go");
            let met: Vec<_> =
                table.told("comes_upon").iter().map(|event| event.about["other"].clone()).collect();
            assert_eq!(met, [format!("{other}{enemy}")], "{mover} comes upon {friend} and {enemy}");
        }
    }
}
