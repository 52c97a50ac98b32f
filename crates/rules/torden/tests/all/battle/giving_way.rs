//! Chapter 8: where beaten units go.

use krigsspil_torden::vocabulary::Order;
use serde_json::json;

use super::table::{Table, Words, table};

const BEATEN: [i32; 4] = [6, 6, 1, 1];

/// Infantry of the same worth on both sides.
fn even(units: &[&str]) -> Vec<String> {
    units.iter().map(|unit| format!("{unit} kind=france_1813.inf.line_light")).collect()
}

fn even_table(units: &[&str], dice: &[i32]) -> Table {
    let units = even(units);
    table(&units.iter().map(String::as_str).collect::<Vec<_>>(), dice)
}

/// §8.7.1 a line beaten in melee flees its whole rout straight away from the contact, though the crowd it becomes is deeper than the line
/// was; the winner it touches does not bar its way, wherever along the line he struck.
#[test]
fn a_beaten_line_flees() {
    for shift in ["60", "60.1", "62.3", "57.7"] {
        let winner = format!("f1 column of 20 at {shift},70");
        let mut table = even_table(&[&winner, "p1 line of 20 at 60,75"], &[6, 6, 1, 1, 0]);
        table.french_attack(&[("f1", "p1")]);
        assert_eq!(table.unit("p1").order, Order::FullDisorder);
        assert_eq!(table.middle("p1"), [60.0, 116.5], "struck at {shift}");
        assert_eq!(table.told("routs")[0].about["cm"], json!(40.0), "what is told is what it went");
        assert!(table.told("cornered").is_empty());
    }
}

/// §8.7.1 two lines beaten shoulder to shoulder both flee straight away; names and hands exchanged, the same; with few or many figures left.
#[test]
fn beaten_side_by_side() {
    for [west, east] in [["p1", "p2"], ["p2", "p1"]] {
        let lines = [format!("{west} line of 20 at 55,75"), format!("{east} line of 20 at 65,75")];
        let dice = [BEATEN, BEATEN].concat().into_iter().chain([0, 0]).collect::<Vec<_>>();
        let mut table = even_table(
            &["f1 column of 20 at 55,70", "f2 column of 20 at 65,70", &lines[0], &lines[1]],
            &dice,
        );
        table.french_attack(&[("f1", west), ("f2", east)]);
        assert_eq!([table.middle(west), table.middle(east)], [[55.0, 116.5], [65.0, 116.5]]);
    }
    let units = [
        "f1 column of 20 at 40,70",
        "p1 line of 12 at 40,75",
        "f2 column of 20 at 90,70",
        "p2 line of 30 at 90,75",
    ];
    let mut table = even_table(&units, &[6, 6, 1, 1, 6, 6, 1, 1, 0, 0]);
    table.french_attack(&[("f1", "p1"), ("f2", "p2")]);
    assert_eq!([table.middle("p1"), table.middle("p2")], [[40.0, 116.5], [90.0, 116.5]]);
}

/// §8.4 §8.7.1 a mob that runs straight through two friends sweeps the first of them only; one that touches it from behind is the first too.
#[test]
fn a_rout_passes_friends() {
    for behind in ["85", "78"] {
        let friend = format!("p2 line of 20 at 60,{behind}");
        let units = ["f1 column of 20 at 60,70", "p1 line of 20 at 60,75", &friend, "p3 line of 20 at 60,95"];
        let mut table = even_table(&units, &[6, 6, 1, 1, 0, 2]);
        table.answers.push(("gives_way", "straight"));
        table.french_attack(&[("f1", "p1")]);
        let swept: Vec<_> = table.told("passes_through").iter().map(|event| event.about.clone()).collect();
        assert_eq!(swept.len(), 1, "{swept:?}");
        assert_eq!(table.unit("p1").order, Order::FullDisorder);
        assert_eq!([table.unit("p2").order, table.unit("p3").order], [Order::Disorder, Order::Order]);
        assert!(table.middle("p1")[1] >= 116.5, "{:?}", table.middle("p1"));
    }
}

/// §8.7.1.p2 a line beaten near the edge of the table stops at the edge.
#[test]
fn a_rout_ends_at_the_edge() {
    let units = even(&["f1 column of 20 at 60,135", "p1 line of 20 at 60,140"]);
    let words = Words::of(&[&units[0], &units[1]]).general_at("fc", "60,60");
    let mut table = words.dice(&[6, 6, 1, 1, 0]).start();
    table.french_attack(&[("f1", "p1")]);
    assert!(table.unit("p1").at_edge);
    let north = table.unit("p1").placed.extent().high.y / 30.0;
    assert!((north - 160.0).abs() < 0.01, "{north}");
    assert_eq!(table.middle("p1")[0], 60.0);
}

/// §8.6 a unit struck in front and flank at once that falls to U goes back from who beat it; the other, whom it touches too, does not bar its way. Mirrored, the same.
#[test]
fn back_from_front_and_flank() {
    let mut ends = Vec::new();
    for (hand, at, facing, x) in [("west", 45.0, "east", 1.0), ("east", 75.0, "west", -1.0)] {
        let flanker = format!("f2 cavalry line of 16 facing {facing} at {at},85 kind=france_1813.cav.line");
        let even = even(&["f1 column of 20 at 60,70", "p1 line of 20 at 60,75"]);
        let mut table =
            Words::of(&[&even[0], &even[1], &flanker]).dice(&[3, 4, 3, 4, 3, 4, 3, 4, 9, 9, 9]).start();
        table.to("moves", "french");
        table.order("f1", "go");
        table.order("f2", &format!("go @{}", 45.0 * x));
        table.to("declarations", "french");
        table.order("f1", "attack p1 #1");
        table.order("f2", "attack p1 #2");
        table.to("orders", "prussian");
        let [east, north] = table.middle("p1");
        ends.push(([(east - 60.0) * x, north], table.unit("p1").order));
        assert!(table.told("cornered").is_empty(), "struck from the {hand}");
    }
    assert_eq!(ends[0], ends[1]);
    assert_eq!(ends[0].1, Order::Disorder);
}

/// §8.7.1 §8.6 who is beaten at a town flees from the side of the zone it touched, wherever along it.
#[test]
fn away_from_a_town() {
    for x in ["56", "60", "64"] {
        let attacker = format!("f1 column of 20 at {x},70 kind=france_1813.inf.line_light");
        let mut table =
            Words::of(&[&attacker, "p1 line of 20 at 60,80 zone=Dorf kind=france_1813.inf.line_light"])
                .zone("Dorf", [60.0, 87.5])
                .dice(&[1, 1, 6, 6, 0])
                .start();
        table.french_attack(&[("f1", "p1")]);
        assert_eq!(table.unit("f1").order, Order::FullDisorder);
        assert_eq!(table.middle("f1")[0], super::table::tenth(x.parse().unwrap()), "straight south");
    }
}

/// §8.3.1.p2 a battery that touched a unit when it was struck shares its result, though losses shorten the line away from it; on either hand.
#[test]
fn an_attached_battery_shares() {
    for (near, far) in [("66.5", "50"), ("53.5", "70")] {
        let guns = [format!("p2 battery at {near},75"), format!("p3 battery at {far},75")];
        let lines = even(&["f1 column of 20 at 60,70", "p1 line of 20 at 60,75"]);
        let mut table = Words::of(&[&lines[0], &lines[1], &guns[0], &guns[1]]).dice(&[6, 6, 1, 1, 7]).start();
        table.french_attack(&[("f1", "p1")]);
        assert_eq!(
            ["p1", "p2", "p3"].map(|unit| table.unit(unit).order),
            [Order::Disorder, Order::Disorder, Order::Order],
            "a battery at {near}"
        );
    }
}

/// §8.7.1 §4.7.3 a line beaten with its back to a wood runs into no wood, whether it touches it or stands some way before it: it is cornered (R61).
#[test]
fn with_its_back_to_a_wood() {
    for edge in [78.0, 78.1, 82.0] {
        let units = even(&["f1 column of 20 at 60,70", "p1 line of 20 at 60,75"]);
        let wood = json!([[[0, edge], [200, edge], [200, 150], [0, 150], [0, edge]]]);
        let words = Words::of(&[&units[0], &units[1]]).feature(json!({"kind": "wood"}), "Polygon", wood);
        let mut table = words.dice(&[6, 6, 1, 1, 0]).start();
        table.french_attack(&[("f1", "p1")]);
        assert_eq!(table.unit("p1").order, Order::FullDisorder);
        assert!(table.middle("p1")[1] <= edge + 1.0, "a wood at {edge}: {:?}", table.middle("p1"));
        assert_eq!(table.told("cornered").len(), 1, "a wood at {edge}: {:?}", table.whats());
    }
}

/// §8.6 §8.6.p3 who can go back aslant goes back: with horse behind a beaten column the straight way, on which it would fall into FU, is not open; names exchanged, or the horse
/// a few millimetres to either hand, the same. Without the horse it goes straight.
#[test]
fn a_free_way_aslant_is_taken() {
    for (horse, turned) in [("60", true), ("60.2", true), ("59.7", true), ("90", false)] {
        let behind = format!("p2 cavalry line of 12 at {horse},88");
        let even = even(&["f1 column of 20 at 60,70", "p1 column of 20 at 60,75"]);
        let mut table = Words::of(&[&even[0], &even[1], &behind]).dice(&[6, 6, 1, 1, 7, 0, 0]).start();
        table.answers.push(("gives_way", "straight"));
        table.french_attack(&[("f1", "p1")]);
        assert_eq!(table.unit("p1").order, Order::Disorder, "horse at {horse}: {:?}", table.whats());
        assert!(table.told("passes_through").is_empty(), "horse at {horse}");
        assert_eq!(table.middle("p1")[0] != 60.0, turned, "horse at {horse}: {:?}", table.middle("p1"));
    }
}

/// §8.3.2 §8.7.1 R47: of two melees side by side the losers throw, then the drawn sides, and only then does anybody run; so a rout through a neighbour finds it tested.
#[test]
fn all_test_before_anybody_runs() {
    for drawn in [[3, 4, 3, 4], [5, 5, 5, 5], [2, 2, 2, 2]] {
        let mut dice = vec![6, 6, 1, 1];
        dice.extend(drawn);
        dice.extend([0, 9, 9, 9, 9]);
        let units = [
            "f1 column of 20 at 40,70",
            "p1 line of 20 at 40,75",
            "f2 column of 20 at 90,70",
            "p2 line of 20 at 90,75",
        ];
        let mut table = even_table(&units, &dice);
        table.french_attack(&[("f1", "p1"), ("f2", "p2")]);
        let whats = table.whats();
        let runs = whats.iter().position(|what| *what == "routs").unwrap();
        assert_eq!(whats[runs..].iter().filter(|what| **what == "tests_morale").count(), 0, "{whats:?}");
        assert!(whats[..runs].iter().filter(|what| **what == "tests_morale").count() > 1, "{whats:?}");
    }
}

/// §8.4 a mob sweeps one unit, which flees the same way and through it: who flees himself is not swept again. A third that the second runs through is.
#[test]
fn routers_do_not_sweep_each_other() {
    for (third, tests) in [("150,85", 2), ("60,98", 3)] {
        let last = format!("p3 line of 20 at {third}");
        let units = ["f1 column of 20 at 60,70", "p1 line of 20 at 60,75", "p2 line of 20 at 60,85", &last];
        let mut table = even_table(&units, &[6, 6, 1, 1, 0, 0, 9, 9, 9, 9]);
        table.answers.push(("gives_way", "straight"));
        table.french_attack(&[("f1", "p1")]);
        assert_eq!(table.told("routs").len(), 2, "{:?}", table.whats());
        assert_eq!(table.told("tests_morale").len(), tests, "a third at {third}: {:?}", table.whats());
        assert_eq!(table.told("passes_through").len(), tests - 1);
    }
}

/// §8.6 §8.7.1 a line struck in front goes straight back from the contact, wherever along it the enemy touches it: at its middle, at its end, by a
/// hair; on either hand. So does cavalry from a long line, and whoever is beaten at another's flank goes straight away from that flank.
#[test]
fn straight_back_from_the_contact() {
    for x in ["60", "51.5", "68.5", "49", "71", "48.2", "71.8"] {
        let winner = format!("f1 line of 24 at {x},70");
        for (die, middle, order) in [(3, 86.5, Order::Disorder), (0, 116.5, Order::FullDisorder)] {
            let dice = if order == Order::Disorder { [5, 4, 3, 3, die] } else { [6, 6, 1, 1, die] };
            let mut table = even_table(&[&winner, "p1 line of 24 at 60,75"], &dice);
            table.french_attack(&[("f1", "p1")]);
            assert_eq!(table.unit("p1").order, order, "struck at {x}");
            assert_eq!(table.middle("p1"), [60.0, middle], "struck at {x}");
        }
    }
    // The attacker loses at a flank: f1 struck the east, f2 the west side of a column.
    for (id, x, facing, away) in [("f1", "68", "west", 1.0), ("f2", "52", "east", -1.0)] {
        for y in ["78", "81.5", "84", "75.5"] {
            let attacker = format!("{id} line of 24 facing {facing} at {x},{y}");
            let mut table = even_table(&[&attacker, "p1 column of 24 at 60,75"], &[1, 1, 6, 6, 0]);
            table.french_attack(&[(id, "p1")]);
            assert_eq!(table.unit(id).order, Order::FullDisorder, "{id} at {y}");
            let [east, north] = table.middle(id);
            assert_eq!([(east - 60.0) * away, north], [44.5, y.parse().unwrap()], "{id} at {y}");
        }
    }
}

/// §8.7.1 §8.6 a long line beaten at the corner of a town flees from the side of the zone it touched, also when most of it reaches beyond that
/// side; and a garrison driven out goes straight on from a line that touches only its corner.
#[test]
fn a_long_line_at_the_corner_of_a_town() {
    for (die, beaten) in [([1, 1, 6, 6, 0], "f1"), ([6, 6, 1, 1, 0], "p1")] {
        for x in ["71.5", "48.5", "72.5", "47.5"] {
            let attacker = format!("f1 line of 24 at {x},70 kind=france_1813.inf.line_light");
            let garrison = "p1 line of 20 at 60,80 zone=Dorf kind=france_1813.inf.line_light";
            let mut table = Words::of(&[&attacker, garrison]).zone("Dorf", [60.0, 87.5]).dice(&die).start();
            table.french_attack(&[("f1", "p1")]);
            assert_eq!(table.unit(beaten).order, Order::FullDisorder, "at {x}");
            let east = if beaten == "f1" { super::table::tenth(x.parse().unwrap()) } else { 60.0 };
            assert_eq!(table.middle(beaten)[0], east, "{beaten} struck at {x}");
        }
    }
}

/// A piece of water from one bearing to another, 20 to 26 cm from a place.
fn water(words: Words, [x, y]: [f64; 2], [from, to]: [f64; 2]) -> Words {
    let at = |degrees: f64, far: f64| {
        let (sin, cos) = degrees.to_radians().sin_cos();
        json!([x + far * sin, y + far * cos])
    };
    let bearings: Vec<f64> = (0..=8).map(|step| from + (to - from) * f64::from(step) / 8.0).collect();
    let outer = bearings.iter().map(|degrees| at(*degrees, 26.0));
    let inner = bearings.iter().rev().map(|degrees| at(*degrees, 20.0));
    let mut ring: Vec<_> = outer.chain(inner).collect();
    ring.push(ring[0].clone());
    words.feature(json!({"kind": "water", "name": "Teich"}), "Polygon", json!([ring]))
}

/// §8.6.p2 §8.7.1 a beaten unit has the whole fan of 45 degrees to either hand: where the ways that are offered are barred it goes between
/// them, and only where none is open does it run, or is it cornered.
#[test]
fn a_gap_between_the_ways() {
    for (die, order) in [(3, Order::Disorder), (0, Order::FullDisorder)] {
        for hand in [1.0, -1.0] {
            for (edge, open) in [(43.0, true), (24.0, false)] {
                let lines = even(&["f1 column of 20 at 60,70", "p1 column of 12 at 60,75"]);
                let words = Words::of(&[&lines[0], &lines[1]]);
                let words = water(words, [60.0, 79.5], [-60.0 * hand, 24.0 * hand]);
                let words = water(words, [60.0, 79.5], [edge * hand, 75.0 * hand]);
                let dice = if die == 3 { [5, 3, 4, 4, 3] } else { [6, 6, 1, 1, 0] };
                let mut table = words.dice(&dice).start();
                table.french_attack(&[("f1", "p1")]);
                let found = table.unit("p1").order;
                let cornered = !table.told("cornered").is_empty();
                assert_eq!(cornered, !open, "hand {hand}, a gap {open}, a throw of {die}");
                assert_eq!(
                    found,
                    if open { order } else { Order::FullDisorder },
                    "hand {hand}, a gap {open}"
                );
                let [east, north] = table.middle("p1");
                if open {
                    let off = ((east - 60.0) * hand).atan2(north - 78.0).to_degrees();
                    assert!((25.0..43.0).contains(&off), "{off}");
                }
            }
        }
    }
}

/// §8.6.p2 §8.6.p3 a beaten unit goes behind comrades only: not through a friend of another corps who stands beside them in its way, whatever their
/// names, nor over a friend, an enemy or water behind them.
#[test]
fn behind_comrades_only() {
    let reserve = |id: &str, at: &str, under: &str| {
        format!("{id} line of 30 at {at} under={under} kind=france_1813.inf.line_light")
    };
    let beaten = |friends: [&str; 2], words: &dyn Fn(Words) -> Words| {
        let lines = even(&["f1 column of 20 at 60,70", "p1 line of 12 at 60,75"]);
        let units = Words::of(&[&lines[0], &lines[1], friends[0], friends[1]]);
        let other = "[[general]]\nid = \"pk\"\nname = \"K\"\nside = \"prussian\"\nrank = \"corps\"\nsuperior = \"pa\"\n\
                     place = [2400.0, 4650.0]\n[general.ratings.torden]\nrow = \"prussia_1812_15.others\"\ncommand_cm = 100\n";
        let mut table = words(units.general(other)).dice(&[5, 4, 3, 3, 3, 9, 9]).start();
        table.answers.push(("gives_way", "straight"));
        table.french_attack(&[("f1", "p1")]);
        table
    };
    for [comrade, stranger] in [["p2", "p3"], ["p3", "p2"]] {
        for [here, there] in [["54.5,79", "69.5,79"], ["65.5,79", "50.5,79"]] {
            let friends = [reserve(comrade, here, "pc"), reserve(stranger, there, "pk")];
            let table = beaten([&friends[0], &friends[1]], &|words| words);
            let [east, north] = table.middle("p1");
            let hand = if here.starts_with('5') { -1.0 } else { 1.0 };
            assert_eq!(table.unit("p1").order, Order::Disorder, "{comrade} at {here}");
            assert!((east - 60.0) * hand > 1.0 && north > 82.0, "{comrade} at {here}: {east}, {north}");
        }
    }
    let comrade = "p2 line of 60 at 60,79 under=pc kind=france_1813.inf.line_light";
    let beyond = [
        "p3 line of 60 at 60,82.5 under=pk kind=france_1813.inf.line_light",
        "f2 line of 60 at 60,85 kind=france_1813.inf.line_light",
    ];
    for other in beyond {
        let table = beaten([comrade, other], &|words| words);
        assert_eq!(table.unit("p1").order, Order::FullDisorder, "no way behind {other}");
    }
    let elsewhere = "p3 line of 20 at 150,120 under=pk kind=france_1813.inf.line_light";
    let lake = |words: Words| {
        let ring = json!([[[20, 83], [100, 83], [100, 90], [20, 90], [20, 83]]]);
        words.feature(json!({"kind": "water", "name": "See"}), "Polygon", ring)
    };
    let table = beaten([comrade, elsewhere], &lake);
    assert_eq!(table.unit("p1").order, Order::FullDisorder, "no way over the water");
}

/// §8.6.p2 §8.7.1 a line that is struck aslant by the corner of a column goes straight back from where it was touched, whether at its left or its right; one
/// that is driven by fire goes the way the firer faces.
#[test]
fn struck_aslant() {
    for (x, facing) in [("54", "30"), ("58", "30"), ("62", "30"), ("66", "330"), ("62", "330"), ("58", "330")]
    {
        let attacker = format!("f1 column of 20 facing {facing} at {x},68");
        let mut table = even_table(&[&attacker, "p1 line of 24 at 60,75"], &[6, 6, 1, 1, 0]);
        table.french_attack(&[("f1", "p1")]);
        assert_eq!(table.unit("p1").order, Order::FullDisorder, "struck from {x}, {facing}");
        assert_eq!(table.middle("p1"), [60.0, 116.5], "struck from {x}, {facing}");
    }
    for (x, facing, hand) in [("60", "160", 1.0), ("60", "200", -1.0), ("64", "160", 1.0), ("55", "160", 1.0)]
    {
        let firer = format!("p1 line of 12 facing {facing} at {x},64");
        let mut table = table(&["f1 line of 24 at 60,60", &firer], &[9, 0]);
        table.to("fire", "french");
        table.order("p1", "fire f1");
        table.to("orders", "prussian");
        assert_eq!(table.unit("f1").order, Order::Disorder, "{:?}", table.whats());
        let [east, north] = table.middle("f1");
        assert_eq!([super::table::tenth((east - 60.0) * hand), north], [3.4, 49.1], "from {x}, {facing}");
    }
}
