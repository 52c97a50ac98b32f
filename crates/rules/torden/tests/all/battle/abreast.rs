//! Three and more shoulder to shoulder, at the same moment or a few millimetres apart. What must come out was written down from the print before it was played.

use krigsspil_torden::vocabulary::{Formation, Order};
use serde_json::json;

use super::table::{Table, Words, table};

const FOOT: &str = "kind=france_1813.inf.line_light";
const HORSE: &str = "kind=france_1813.cav.line";
const GUNS: &str = "kind=france_1813.art.line_foot";
const DRAGOONS: &str = "kind=england_1815.cav.dragoons";

/// Units of one worth on both sides: each has the row of its arm in 1813.
fn even(units: &[&str], dice: &[i32]) -> Table {
    let rated = |unit: &&str| {
        let kind = match () {
            () if unit.contains("kind=") => "",
            () if unit.contains("cavalry") => HORSE,
            () if unit.contains("battery") => GUNS,
            () => FOOT,
        };
        format!("{unit} {kind}")
    };
    let units: Vec<String> = units.iter().map(rated).collect();
    table(&units.iter().map(String::as_str).collect::<Vec<_>>(), dice)
}

/// The French units named go straight ahead and attack.
#[track_caller]
fn attack(table: &mut Table, attacks: &[(&str, &str)]) {
    table.to("moves", "french");
    for (unit, _) in attacks {
        table.order(unit, "go");
    }
    table.to("declarations", "french");
    for (unit, target) in attacks {
        table.order(unit, &format!("attack {target}"));
    }
}

/// Who fought whom, in the order it was told.
fn melees(table: &Table) -> Vec<String> {
    let told = |event: &&std::sync::Arc<krigsspil_engine::battle::Event>| {
        format!("{}-{}", event.about["unit"].as_str().unwrap(), event.about["other"].as_str().unwrap())
    };
    table.told("melee").iter().map(told).collect()
}

/// §5.2.1 §7.1.1 of two regiments attacked shoulder to shoulder one rides off by its reaction: its attacker's attack is none any longer, and only the other fights (R38). On either
/// hand, and with the regiments some millimetres apart.
#[test]
fn who_rides_off_is_not_fought() {
    for (off, stays, gap) in [("1", "2", 0.0), ("2", "1", 0.0), ("1", "2", 0.3), ("2", "1", 0.3)] {
        let east = 64.0 + gap;
        let units = [
            "f1 cavalry line of 12 at 55,60".to_string(),
            format!("f2 cavalry line of 12 at {east},60"),
            "p1 cavalry line of 12 at 55,75".to_string(),
            format!("p2 cavalry line of 12 at {east},75"),
        ];
        let mut table = even(&units.each_ref().map(String::as_str), &[9, 3, 4, 3, 4, 9, 9, 9]);
        attack(&mut table, &[("f1", "p1"), ("f2", "p2")]);
        table.to("reactions", "french");
        table.order(&format!("p{off}"), "react back 7");
        table.to("orders", "prussian");
        assert_eq!(table.at(&format!("p{off}"))[1], 82.0);
        assert_eq!(melees(&table), [format!("f{stays}-p{stays}")], "p{off} rode off: {:?}", table.whats());
        assert_eq!(table.told("attack_lapses")[0].about["unit"], format!("f{off}"));
        assert_eq!(table.unit(&format!("f{off}")).order, Order::Order);
    }
}

/// §5.3.2 a line that is struck in both flanks at once faces one of them, the one its player names; the other still strikes its flank. With an attacker before its front besides, he
/// strikes neither flank nor rear: his move began before its front.
#[test]
fn facing_one_of_two() {
    for (toward, flanks) in [("@270", [false, true]), ("@90", [true, false])] {
        for third in [false, true] {
            let units = [
                "f1 column of 20 facing east at 45,79",
                "f2 column of 20 facing west at 75,79",
                "p1 line of 20 at 60,75",
                if third { "f3 column of 20 at 60,65" } else { "f3 column of 20 at 150,30" },
            ];
            let mut table = even(&units, &[9, 3, 4, 3, 4, 3, 4, 3, 4, 3, 4, 3, 4, 9, 9, 9, 9, 9]);
            let mut attacks = vec![("f1", "p1"), ("f2", "p1")];
            attacks.extend(third.then_some(("f3", "p1")));
            attack(&mut table, &attacks);
            assert!(table.unit("f1").now.attack.unwrap().flank && table.unit("f2").now.attack.unwrap().flank);
            table.to("dispositions", "french");
            table.order("p1", &format!("face_attacker {toward}"));
            table.to("aborts", "french");
            let flank = |unit: &str| table.unit(unit).now.attack.unwrap().flank;
            assert_eq!([flank("f1"), flank("f2")], flanks, "facing {toward}, a third: {third}");
            assert!(!third || !flank("f3"), "facing {toward}");
        }
    }
}

/// §8.3.1.p2 a battery between two lines touches both, and shares what comes of whichever tests, on the west or on the east of it; and of both the worse, once.
#[test]
fn a_battery_between_two_hosts() {
    let beaten = [6, 6, 1, 1];
    for (struck, x) in [("p1", "60"), ("p3", "73")] {
        let attacker = format!("f1 column of 20 at {x},70");
        let units = [&*attacker, "p1 line of 20 at 60,75", "p2 battery at 66.5,75", "p3 line of 20 at 73,75"];
        let mut table = even(&units, &[&beaten[..], &[7, 9, 9]].concat());
        attack(&mut table, &[("f1", struck)]);
        table.to("orders", "prussian");
        assert_eq!(table.unit(struck).order, Order::Disorder, "{:?}", table.whats());
        assert_eq!(table.unit("p2").order, Order::Disorder, "{struck} beside it fell to U");
    }
    // 7 is U, 3 is a rout: the west throws first.
    for tests in [[7, 3], [3, 7]] {
        let units = [
            "f1 column of 20 at 60,70",
            "f2 column of 20 at 73,70",
            "p1 line of 20 at 60,75",
            "p2 battery at 66.5,75",
            "p3 line of 20 at 73,75",
        ];
        let mut table = even(&units, &[&beaten[..], &beaten, &tests, &[9, 9, 9]].concat());
        attack(&mut table, &[("f1", "p1"), ("f2", "p3")]);
        table.to("orders", "prussian");
        assert_eq!(table.unit("p2").order, Order::FullDisorder, "tests {tests:?}: {:?}", table.whats());
        let routs = table.told("routs").iter().filter(|event| event.about["unit"] == "p2").count();
        assert_eq!(routs, 1, "it runs once: {:?}", table.whats());
    }
}

/// §land.england_1815.cav.C English cavalry goes on against the nearest: where two are equally near its player says whom, and the order of the file says nothing; one that is a
/// millimetre nearer is the nearest.
#[test]
fn the_nearest_of_two() {
    for (east, wanted, struck) in
        [("85", "go_on", "p2"), ("85", "stop", "p3"), ("84.9", "stop", "p3"), ("85.1", "stop", "p2")]
    {
        for swapped in [false, true] {
            let mut units = [
                format!("f1 cavalry line of 12 at 60,70 {DRAGOONS}"),
                "p1 line of 6 at 60,75".to_string(),
                "p2 line of 12 at 55,85".to_string(),
                format!("p3 line of 12 at 65,{east}"),
            ];
            if swapped {
                units.swap(2, 3);
            }
            let units: Vec<&str> = units.iter().map(String::as_str).collect();
            let mut table = even(&units, &[6, 6, 1, 1, 3, 4, 3, 4, 9, 9, 9, 9]);
            table.answers = vec![("struck_again", "stand"), ("goes_on", wanted), ("advances", "stand")];
            attack(&mut table, &[("f1", "p1")]);
            table.to("orders", "prussian");
            assert!(!table.unit("p1").here(), "{:?}", table.whats());
            assert_eq!(table.told("goes_on").len(), 1, "{:?}", table.whats());
            assert_eq!(
                table.told("goes_on")[0].about["other"],
                struck,
                "at {east}, {wanted}, swapped {swapped}"
            );
        }
    }
}

/// §7.5.1 §7.4 §land.england_1815.cav.C two English regiments side by side that have destroyed their enemies both go on to the one behind them, and fight him at once: the second
/// throws twice.
#[test]
fn two_go_on_together() {
    let riders = [
        format!("f1 cavalry line of 12 at 55.5,72 {DRAGOONS}"),
        format!("f2 cavalry line of 12 at 64.5,72 {DRAGOONS}"),
    ];
    let units = [
        &*riders[0],
        &riders[1],
        "p1 line of 6 at 55.5,75",
        "p2 line of 6 at 64.5,75",
        "p3 line of 24 at 60,88",
    ];
    let dice = [6, 6, 1, 1, 6, 6, 1, 1, 3, 4, 3, 4, 3, 4, 3, 4, 9, 9, 9, 9];
    let mut table = even(&units, &dice);
    table.answers = vec![("struck_again", "stand"), ("throws_again", "keep")];
    attack(&mut table, &[("f1", "p1"), ("f2", "p2")]);
    table.to("orders", "prussian");
    let went: Vec<&str> = table.told("goes_on").iter().filter_map(|event| event.unit()).collect();
    assert_eq!(went, ["f1", "f2"], "{:?}", table.whats());
    assert_eq!(melees(&table), ["f1-p1", "f2-p2", "f1-p3", "f2-p3"]);
    // 7 + 2 + 1 + 3 against 7, and 1 for twice as many: 5 ahead twice, so two figures twice, and one test.
    assert_eq!(table.unit("p3").lost, 4);
    let tests = table.told("tests_morale").iter().filter(|event| event.about["unit"] == "p3").count();
    assert_eq!(tests, 1);
}

/// §5.3.1 two columns side by side that are ridden at form square at the same moment: where there is no room for both whole squares each squares up within its ranks, on either
/// hand; with room both are whole.
#[test]
fn squares_at_the_same_moment() {
    for (west, whole) in [(54.4, false), (54.0, false), (53.4, true)] {
        let units = [
            format!("f1 cavalry line of 12 at {},70", west - 3.0),
            "f2 cavalry line of 12 at 63,70".to_string(),
            format!("p1 column of 20 at {west},75"),
            "p2 column of 20 at 60,75".to_string(),
        ];
        let mut table = even(&units.each_ref().map(String::as_str), &[9, 9, 3, 4, 3, 4, 3, 4, 3, 4, 9, 9, 9]);
        attack(&mut table, &[("f1", "p1"), ("f2", "p2")]);
        table.to("dispositions", "french");
        table.order("p1", "emergency_square");
        table.order("p2", "emergency_square");
        table.to("aborts", "french");
        for unit in ["p1", "p2"] {
            assert_eq!(table.unit(unit).formation, Formation::Square);
            let front = table.unit(unit).placed.body().front() / 30.0;
            assert_eq!(front > 5.5, whole, "{unit} beside {west}: {front}");
        }
    }
}

/// §6.1.10 §8.2 R25: three lines abreast fire at one within 5 cm: three throws, losses and deductions added, one test; the third, a millimetre too far, does not fire.
#[test]
fn three_fire_at_one() {
    // Six figures in front: no addition. 9 takes three and 2 from morale, 7 takes two and 1, 4 takes one.
    for (third, lost, deduction) in [("69", 6, -3), ("69.1", 5, -3)] {
        let last = format!("p3 line of 12 at {third},74");
        let units = ["f1 line of 12 at 60,70", "p1 line of 12 at 57,74", "p2 line of 12 at 63,74", &*last];
        let dice: &[i32] = if lost == 6 { &[9, 7, 4, 8] } else { &[9, 7, 8] };
        let mut table = even(&units, dice);
        table.to("fire", "french");
        for unit in ["p1", "p2", "p3"] {
            table.order(unit, "fire f1");
        }
        table.to("orders", "prussian");
        assert_eq!(table.unit("f1").lost, lost, "a third at {third}: {:?}", table.whats());
        assert_eq!(table.told("tests_morale").len(), 1);
        assert_eq!(
            table.outcome("tests_morale")["total"],
            json!(8 + deduction - 2),
            "two steps of 20 per cent"
        );
        assert_eq!(table.told("does_not_fire").len(), usize::from(lost == 5));
    }
}

/// §5.2.1.p4 §7.4 of two columns that attack one line shoulder to shoulder one is ridden into by a reaction: its attack lapses, and the other attacks alone, with one throw; the two
/// melees have nothing to do with each other.
#[test]
fn one_of_two_attacks_lapses() {
    for (x, facing, first, second) in [(40, "east", "f1", "f2"), (80, "west", "f2", "f1")] {
        let horse = format!("p2 cavalry line of 12 facing {facing} at {x},71");
        let units =
            ["f1 column of 20 at 57.5,60", "f2 column of 20 at 62.5,60", "p1 line of 20 at 60,75", &*horse];
        let mut table = even(&units, &[9, 3, 4, 3, 4, 3, 4, 3, 4, 9, 9, 9, 9]);
        attack(&mut table, &[("f1", "p1"), ("f2", "p1")]);
        table.to("reactions", "french");
        table.order("p2", &format!("react go -> {first}"));
        table.to("orders", "prussian");
        assert_eq!(table.told("attack_lapses")[0].about["unit"], first, "{:?}", table.whats());
        let mut fought = melees(&table);
        fought.sort();
        assert_eq!(fought, [format!("{second}-p1"), format!("p2-{first}")]);
        assert!(!table.asked.iter().any(|(what, _)| what == "throws_again"), "nobody is two against one");
    }
}

/// §8.2 §7.4 of two that attack one line shoulder to shoulder one is shot into U and goes back before the melee; the other fights alone, with one throw, and the line has 2 less for
/// its fire.
#[test]
fn shot_out_of_a_joint_attack() {
    for (shot, left) in [("f1", "f2"), ("f2", "f1")] {
        let units = ["f1 column of 12 at 57,70", "f2 column of 12 at 63,70", "p1 line of 24 at 60,75"];
        // Twelve in front: 2 more. 9 + 2 takes four and 3 from morale; 4 - 3 - 1 is U.
        let mut table = even(&units, &[9, 4, 3, 4, 3, 4, 9, 9, 9]);
        attack(&mut table, &[("f1", "p1"), ("f2", "p1")]);
        table.to("fire", "french");
        table.order("p1", &format!("fire {shot}"));
        table.to("orders", "prussian");
        assert_eq!(table.unit(shot).order, Order::Disorder, "{:?}", table.whats());
        assert_eq!(melees(&table), [format!("{left}-p1")]);
        assert_eq!(
            table.outcome("melee")["defender"]["modifier"],
            json!(1 - 2),
            "twice as many, and it fired"
        );
        assert!(!table.asked.iter().any(|(what, _)| what == "throws_again"));
    }
}

/// §7.1.5 one brigade behind two that attack shoulder to shoulder supports both, up to 10 cm behind their last rank and not a millimetre farther.
#[test]
fn one_supports_two() {
    for (y, bonus) in [("59", 1), ("58.9", 0)] {
        let behind = format!("f3 column of 20 at 60,{y}");
        let units =
            ["f1 column of 20 at 57.5,70", "f2 column of 20 at 62.5,70", &*behind, "p1 line of 20 at 60,75"];
        let mut table = even(&units, &[3, 4, 3, 4, 3, 4, 3, 4, 9, 9, 9, 9]);
        table.answers.push(("throws_again", "keep"));
        attack(&mut table, &[("f1", "p1"), ("f2", "p1")]);
        table.to("orders", "prussian");
        let modifier = |number: usize| {
            table.told("melee")[number].working.as_ref().unwrap().outcome["attacker"]["modifier"].clone()
        };
        assert_eq!([modifier(0), modifier(1)], [json!(bonus), json!(bonus)], "its front at {y}");
    }
}

/// §7.3.3 §7.4 §8.3.1 a melee that goes on, and a second unit that strikes the same enemy in flank: both are fought at once, in the first both defend, and what is lost is added and
/// tested for once.
#[test]
fn a_flank_attack_into_a_melee_that_goes_on() {
    for (x, facing) in [(45, "east"), (75, "west")] {
        let flank = format!("p2 column of 20 facing {facing} at {x},71");
        let units = ["f1 column of 20 at 60,70", "p1 line of 20 at 60,75", &*flank];
        // A draw, two figures each, which is a step of 10 per cent: both test and hold. Then p2 beats f1, and p1 and f1 draw again.
        let dice = [3, 4, 3, 4, 9, 9, 6, 6, 1, 1, 3, 4, 3, 4, 9, 9, 9, 9];
        let mut table = even(&units, &dice);
        attack(&mut table, &[("f1", "p1")]);
        table.to("moves", "prussian");
        assert_eq!(table.unit("f1").melee.len(), 1, "{:?}", table.whats());
        table.order("p2", "go");
        table.to("declarations", "prussian");
        table.order("p2", "attack f1");
        table.answers.push(("throws_again", "keep"));
        let before = table.told("tests_morale").len();
        table.to("orders", "french");
        let fought = table.told("melee");
        assert_eq!(fought.len(), 3, "{:?}", table.whats());
        let facts = |number: usize| fought[number].working.as_ref().unwrap().outcome.clone();
        let continued: Vec<bool> = (1..3)
            .map(|number| fought[number].about["other"] == "f1" && fought[number].about["unit"] == "p2")
            .collect();
        assert_eq!(continued.iter().filter(|flank| **flank).count(), 1, "one is the attack of p2");
        let attack = 1 + continued.iter().position(|flank| *flank).unwrap();
        assert_eq!(facts(attack)["attacker"]["modifier"], json!(8), "flank; as many figures; column");
        let tests: Vec<_> = table.told("tests_morale")[before..]
            .iter()
            .filter(|event| event.about["unit"] == "f1")
            .cloned()
            .collect();
        assert_eq!(tests.len(), 1, "one test for both");
        assert_eq!(table.unit("f1").lost, 2 + 7 + 2);
    }
}

/// §2.11 §8.6 a brigade detached to a point and driven off it comes back to it when it is in order again; while it stands there it does not move.
#[test]
fn back_to_its_point() {
    let units = [
        "f1 line of 12 at 60,50",
        "f2 line of 12 at 60,20",
        "p1 line of 24 at 60,53",
        "p2 line of 20 at 150,150",
    ];
    let rated: Vec<String> = units.iter().map(|unit| format!("{unit} {FOOT}")).collect();
    let rated: Vec<&str> = rated.iter().map(String::as_str).collect();
    // The detachment goes through: 9 + 3 - 2. Then fire: 9 + 2, four figures; the test 5 - 3 - 1 is U.
    let mut table = Words::of(&rated)
        .general_at("fc", "60,20")
        .rated("fc", "row = \"france.davout\"\ncommand_cm = 100\n")
        .dice(&[9, 9, 5])
        .start();
    table.to("orders", "french");
    table.act(
        "french",
        json!({"do": "detach_brigade", "unit": "f1", "order": "H", "place": [1800.0, 1480.0]}),
    );
    table.to("moves", "french");
    assert_eq!(table.refused("f1", "go 1"), "detached_stays");
    assert!(table.unit("f1").detached.unwrap().arrived, "{:?}", table.whats());
    table.to("fire", "french");
    table.order("p1", "fire f1");
    table.to("moves", "prussian");
    assert_eq!(table.unit("f1").order, Order::Disorder, "{:?}", table.whats());
    let driven = table.at("f1");
    assert!(driven[1] < 45.0, "{driven:?}");
    table.order("p1", "back 5");
    for _ in 0..2 {
        table.to("moves", "french");
        table.to("moves", "prussian");
    }
    table.to("moves", "french");
    assert_eq!(table.unit("f1").order, Order::Order);
    table.order("f1", "go 8");
    assert!(table.at("f1")[1] > driven[1] + 5.0, "{:?}", table.at("f1"));
}
