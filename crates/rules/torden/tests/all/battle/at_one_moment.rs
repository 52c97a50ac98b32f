//! Several units in one attack: who rides off, who turns, who is beaten by two, and on which hand they stand.

use super::table::{Table, Words, table};

/// East or west of the middle of the table.
fn hands(units: &[(&str, f64, f64, &str)]) -> [Vec<String>; 2] {
    [false, true].map(|mirrored| {
        let words = |&(id, x, y, facing): &(&str, f64, f64, &str)| {
            let facing = match facing {
                "west" if mirrored => "east",
                "east" if mirrored => "west",
                facing => facing,
            };
            format!("{id} facing {facing} at {},{y}", if mirrored { 200.0 - x } else { x })
        };
        units.iter().map(words).collect()
    })
}

fn set(units: &[String], dice: &[i32]) -> Table {
    let units: Vec<&str> = units.iter().map(String::as_str).collect();
    table(&units, dice)
}

/// As it would stand in the mirror.
fn unmirrored([x, y]: [f64; 2], mirrored: bool) -> [f64; 2] {
    if mirrored { [super::table::tenth(200.0 - x), y] } else { [x, y] }
}

/// §5.1.2 §5.2.1 §7.1.1 cavalry that has declared an attack and then rides away by a reaction of its own fights nobody; its neighbour's attack stands.
#[test]
fn an_attacker_that_rides_away() {
    let units = [
        "f1 cavalry line of 14 at 80,62",
        "f2 column of 20 at 120,62",
        "p1 line of 20 at 80,65",
        "p2 line of 20 at 120,65",
        "p3 cavalry line of 14 at 80,80",
    ];
    let mut table = table(&units, &[9, 9, 3, 3, 3, 3, 9, 9]);
    table.to("moves", "french");
    table.order("f1", "go 5");
    table.order("f2", "go 5");
    table.to("declarations", "french");
    table.order("f1", "attack p1");
    table.order("f2", "attack p2");
    table.to("reactions", "french");
    table.order("p3", "react go 2");
    table.done("prussian");
    table.order("f1", "react back 6");
    table.to("orders", "prussian");
    let fought: Vec<_> = table.told("melee").iter().map(|event| event.unit().unwrap().to_string()).collect();
    assert_eq!(fought, ["f2"]);
    let lapsed: Vec<_> =
        table.told("attack_lapses").iter().map(|event| event.unit().unwrap().to_string()).collect();
    assert_eq!(lapsed, ["f1"]);
}

/// §5.2.1.p2 §5.3.2.p2 cavalry struck in flank that turns to its attacker by a reaction is struck in front: the attack no longer began behind its front.
#[test]
fn horse_that_turns_to_its_attacker() {
    let mut table = table(
        &["f1 cavalry line of 8 at 110,69 facing west", "p1 cavalry line of 8 at 100,65"],
        &[9, 3, 3, 3, 3, 9, 9],
    );
    table.to("moves", "french");
    table.order("f1", "go");
    table.to("declarations", "french");
    table.order("f1", "attack p1");
    assert_eq!(table.told("declares_attack")[0].about["flank"], true);
    table.to("reactions", "french");
    table.order("p1", "react turn -90");
    table.to("orders", "prussian");
    assert_eq!(
        table.outcome("melee")["attacker"]["total"],
        7,
        "no addition for the flank: {:?}",
        table.whats()
    );
}

/// §8.3.1.p2 a battery that touches a unit takes its result, and throws none of its own, also when it lost a melee itself.
#[test]
fn a_battery_beaten_beside_its_host() {
    let units = [
        "f1 column of 20 at 98,62",
        "f2 column of 20 at 107,62",
        "p1 line of 20 at 100,65",
        "p2 battery of 12 at 106.5,65",
    ];
    let mut table = table(&units, &[4, 4, 3, 3, 3, 3, 3, 3, 2]);
    table.french_attack(&[("f1", "p1"), ("f2", "p2")]);
    let tested: Vec<_> =
        table.told("tests_morale").iter().map(|event| event.unit().unwrap().to_string()).collect();
    assert_eq!(tested, ["p1"]);
    assert_eq!(table.told("follows_host").len(), 1);
}

/// §8.3.1.p2 §8.3.1 where its host does not test, the battery that lost tests for itself.
#[test]
fn a_battery_beaten_beside_a_host_that_won() {
    let units = [
        "f1 column of 20 at 98,62",
        "f2 column of 20 at 107,62",
        "p1 line of 20 at 100,65",
        "p2 battery of 12 at 106.5,65",
    ];
    let mut table = table(&units, &[3, 3, 4, 4, 3, 3, 3, 3, 9, 9]);
    table.french_attack(&[("f1", "p1"), ("f2", "p2")]);
    let mut tested: Vec<_> =
        table.told("tests_morale").iter().map(|event| event.unit().unwrap().to_string()).collect();
    tested.sort();
    assert_eq!(tested, ["f1", "p2"]);
}

/// §8.6 §8.7.1 a unit that two have beaten goes back from the one that beat it worse, on whatever hand they stand; and its victors take their ground in that order.
#[test]
fn beaten_by_two() {
    let places = hands(&[
        ("f1 column of 20", 98.0, 62.0, "north"),
        ("f2 column of 20", 109.0, 67.6, "west"),
        ("p1 line of 20 kind=prussia_1815.inf.westphalian_elbe_landwehr", 100.0, 65.0, "south"),
    ]);
    let mut ends = Vec::new();
    for (units, mirrored) in places.iter().zip([false, true]) {
        let mut table = set(units, &[6, 6, 6, 6, 6, 6, 6, 6, 6]);
        table.answers = vec![("throws_again", "keep")];
        table.french_attack(&[("f1", "p1"), ("f2", "p1")]);
        assert_eq!(table.told("routs").len(), 1);
        ends.push(["f1", "f2", "p1"].map(|unit| unmirrored(table.at(unit), mirrored)));
    }
    for (here, there) in ends[0].iter().flatten().zip(ends[1].iter().flatten()) {
        assert!((here - there).abs() < 0.15, "{ends:?}");
    }
    assert!(ends[0][2][0] < 80.0, "from the one that struck its flank, to the west: {ends:?}");
}

/// §5.2.1 §7.1.1 two units of cavalry that attack each other fight one melee, in which the one that declared it attacks, on whatever hand it stands.
#[test]
fn two_that_attack_each_other() {
    let places = hands(&[
        ("f1 cavalry column of 14", 100.0, 62.0, "north"),
        ("p1 cavalry line of 14", 103.0, 65.0, "south"),
    ]);
    for units in &places {
        let mut table = set(units, &[9, 5, 5, 1, 1, 9, 9]);
        table.to("moves", "french");
        table.order("f1", "go 5");
        table.to("declarations", "french");
        table.order("f1", "attack p1");
        table.to("reactions", "french");
        table.order("p1", "react turn 0 -> f1");
        table.to("orders", "prussian");
        assert_eq!(table.told("melee")[0].unit(), Some("f1"), "{units:?}");
    }
}

/// §5.3.3.p2 §4.4.7.p2 guns that pass their reaction and have no room to limber stay, and are fought.
#[test]
fn guns_with_no_room_to_drive_off() {
    let units = [
        "f1 column of 20 at 100,62",
        "p1 horse battery of 12 at 100,65",
        "p2 line of 40 at 100,69",
        "p3 line of 40 at 100,72.1",
        "p4 line of 40 at 100,75.2",
        "p5 line of 40 at 100,78.3",
        "p6 line of 40 at 100,81.4",
        "p7 line of 40 at 100,84.5",
        "p8 line of 40 at 100,87.6",
    ];
    let mut table = table(&units, &[9, 3, 3, 3, 3, 9, 9, 9]);
    table.to("moves", "french");
    table.order("f1", "go 5");
    table.to("declarations", "french");
    table.order("f1", "attack p1");
    table.to("dispositions", "french");
    table.order("p1", "limber_and_move");
    table.to("orders", "prussian");
    assert_eq!(table.told("no_room").len(), 1, "{:?}", table.whats());
    assert_eq!(table.told("melee").len(), 1, "{:?}", table.whats());
}

/// R9 (appendix 1) a general touches a unit with his own base: a commander in chief's is 5 cm square, a corps general's 4.
#[test]
fn each_general_touches_with_his_own_base() {
    for (rear, army, corps) in [(1.9, true, true), (2.4, true, false), (2.6, false, false)] {
        for (general, touches) in [("fa", army), ("fc", corps)] {
            let mut table = Words::of(&["f1 column of 20 at 100,65", "p1 line of 20 at 100,65"])
                .general_at(general, &format!("100,{}", 59.0 - rear))
                .rated("fa", "row = \"france.napoleon\"")
                .dice(&[3, 3, 3, 3, 9, 9])
                .start();
            table.to("declarations", "french");
            table.order("f1", "attack p1");
            table.to("orders", "prussian");
            let added = table.told("melee")[0].working.as_ref().unwrap().modifiers.len() > 2;
            assert_eq!(added, touches, "{general} {rear} cm behind");
        }
    }
}

/// §2.5 §2.11 a division general who rides back into command of himself is told of, as one who is ordered to.
#[test]
fn a_ride_back_into_command_is_told() {
    let division = "[[general]]\nid = \"fd\"\nname = \"fd\"\nside = \"french\"\nrank = \"division\"\nsuperior = \"fc\"\n\
                    place = [5400.0, 150.0]\n[general.ratings.torden]\nrow = \"france.others\"\n";
    let mut table =
        Words::of(&["f1 column of 20 at 60,30", "p1 line of 20 at 60,150"]).general(division).start();
    table.to("orders", "prussian");
    assert_eq!(table.general("fd"), [160.0, 5.0]);
    assert_eq!(table.told("general_rides").len(), 1);
}

/// §4.4.8 a unit ordered to the edge and over it leaves the table when its march reaches that far, and else not.
#[test]
fn to_the_edge_and_over_it() {
    for (steps, y, leaves) in
        [("go; off", 12, true), ("go 11; off", 12, true), ("off", 12, true), ("off", 30, false)]
    {
        let unit = format!("f1 column of 20 at 60,{y} facing south");
        let mut table = table(&[&unit, "f2 column of 20 at 120,40", "p1 line of 20 at 60,150"], &[]);
        table.to("moves", "french");
        table.order("f1", steps);
        assert_eq!(
            table.told("leaves_the_table").len(),
            usize::from(leaves),
            "{steps} from {y}: {:?}",
            table.whats()
        );
    }
}
