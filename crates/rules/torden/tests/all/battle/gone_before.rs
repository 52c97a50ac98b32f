//! Whoever has gone before he is struck, or swept along: what becomes of attacks on him, and of the way he had still to go.

use super::table::{Words, table};

/// §5.4.2 §5.1.2 §7.1.1 cavalry that gives up its attack and rides off is fought by nobody, though a reaction had struck its flank.
#[test]
fn a_target_that_gives_up_its_own_attack() {
    let units = [
        "f1 cavalry column of 16 at 75,60",
        "p1 line of 24 at 75,60",
        "p2 cavalry column of 16 facing west at 93,53.8",
    ];
    let mut table = table(&units, &[6]);
    table.to("declarations", "french");
    table.order("f1", "attack p1");
    table.to("reactions", "french");
    table.order("p2", "react go -> f1");
    table.to("aborts", "french");
    table.order("f1", "abort 25");
    table.to("orders", "prussian");
    assert!(table.told("melee").is_empty(), "{:?}", table.whats());
    let lapsed: Vec<_> =
        table.told("attack_lapses").iter().map(|event| event.unit().unwrap().to_string()).collect();
    assert_eq!(lapsed, ["p2"]);
}

/// §8.6 §7.5.1 §5.1.2 who is sent back in U by fire, out of contact, is fought by nobody; and nobody goes on after him, for he did not flee.
#[test]
fn a_target_that_fire_sends_back() {
    let units = [
        "f1 cavalry column of 16 at 75,80",
        "p1 line of 24 at 75,80 kind=france_1815.inf.old_guard",
        "p2 cavalry column of 16 facing west at 93,73.8",
    ];
    let mut table = table(&units, &[6, 9, 1]);
    table.to("declarations", "french");
    table.order("f1", "attack p1");
    table.to("reactions", "french");
    table.order("p2", "react go -> f1");
    table.to("fire", "french");
    table.order("p1", "fire f1");
    table.to("orders", "prussian");
    assert_eq!(table.told("retreats").len(), 1, "{:?}", table.whats());
    assert!(table.told("melee").is_empty(), "{:?}", table.whats());
    assert!(table.told("goes_on").is_empty(), "{:?}", table.whats());
}

/// §7.3.2 §5.1.2 who breaks off his melee before it is fought again is not fought by one who has just attacked him.
#[test]
fn a_target_that_breaks_off() {
    let units = ["f1 column of 20 at 72,60", "f2 column of 20 at 78,50", "p1 line of 20 at 75,60"];
    let mut table = table(&units, &[3, 3, 3, 3, 9, 9, 3, 3, 3, 3, 9, 9, 9]);
    table.to("declarations", "french");
    table.order("f1", "attack p1");
    table.to("orders", "prussian");
    table.to("moves", "french");
    table.order("f2", "go 10");
    table.to("declarations", "french");
    table.order("f2", "attack p1");
    table.to("aborts", "french");
    table.order("p1", "break_off");
    let before = table.told("melee").len();
    table.to("orders", "prussian");
    assert_eq!(table.told("goes_back").len(), 1, "{:?}", table.whats());
    assert_eq!(table.told("melee").len(), before, "{:?}", table.whats());
}

/// §8.4 §8.6 a unit that has to go back in U, and is swept along before it goes, flees: it does not go back besides.
#[test]
fn swept_along_before_it_goes_back() {
    let units = [
        "f1 column of 24 at 75,60 kind=france_1815.inf.old_guard",
        "f2 column of 24 facing east at 69,69.2",
        "p1 line of 24 at 75,60 kind=prussia_1815.inf.line_27_29_landwehr",
        "p2 line of 24 at 75,66 kind=prussia_1815.inf.line_27_29_landwehr",
    ];
    let mut table = table(&units, &[5, 5, 3, 3, 6, 6, 1, 1, 0, 8, 0]);
    table.answers = vec![("gives_way", "straight")];
    table.to("declarations", "french");
    table.order("f1", "attack p1");
    table.order("f2", "attack p2");
    table.to("orders", "prussian");
    assert_eq!(table.told("passes_through").len(), 1, "{:?}", table.whats());
    assert_eq!(table.told("routs").len(), 2, "{:?}", table.whats());
    assert!(table.told("retreats").is_empty(), "{:?}", table.whats());
}

/// §8.4 a unit that flees by its own test is not swept along by another that flees through it at the same moment, and flees once.
#[test]
fn who_is_about_to_flee_is_not_swept_along() {
    let units = [
        "f1 column of 24 at 75,60 kind=france_1815.inf.old_guard",
        "f2 column of 24 facing east at 69,69.2",
        "p1 line of 24 at 75,60 kind=prussia_1815.inf.line_27_29_landwehr",
        "p2 line of 24 at 75,66 kind=prussia_1815.inf.line_27_29_landwehr",
    ];
    let mut table = table(&units, &[5, 5, 3, 3, 6, 6, 1, 1, 0, 0, 9, 9]);
    table.answers = vec![("gives_way", "straight")];
    table.to("declarations", "french");
    table.order("f1", "attack p1");
    table.order("f2", "attack p2");
    table.to("orders", "prussian");
    assert_eq!(table.told("routs").len(), 2, "{:?}", table.whats());
    assert!(table.told("passes_through").is_empty(), "{:?}", table.whats());
    assert_eq!(table.told("tests_morale").len(), 2, "{:?}", table.whats());
}

/// §4.9.2 cavalry that leaves command for an attack may be told the very length that brings it into contact.
#[test]
fn a_sortie_by_its_exact_length() {
    for (steps, out) in [("go", true), ("go 30", true), ("go 29.9", false)] {
        let mut table = Words::of(&["f1 cavalry column of 16 at 60,50", "p1 line of 24 at 60,80"])
            .general_at("fc", "75,20")
            .rated("fc", "command_cm = 40")
            .start();
        table.to("moves", "french");
        table.order("f1", steps);
        assert_eq!(table.at("f1")[1] > 75.0, out, "{steps}: {:?}", table.whats());
    }
}

/// §7.1.1 §5.2.1 cavalry that has tried a reaction in vain, and stands where it stood, carries out the attack it declared when another strikes it: no reaction
/// move of its own brought that about.
#[test]
fn a_reaction_that_failed_costs_no_attack() {
    let units = [
        "f1 cavalry column of 16 at 75,60",
        "p1 line of 24 at 75,60",
        "p2 cavalry column of 16 at 84,75",
        "p3 cavalry column of 16 facing west at 93,53.8",
    ];
    let mut table = table(&units, &[6, 3, 6, 3, 3, 3, 3, 3, 3, 3, 3]);
    table.to("declarations", "french");
    table.order("f1", "attack p1");
    table.to("reactions", "french");
    table.order("p2", "react back 2");
    table.done("prussian");
    table.order("f1", "react turn 10");
    table.done("french");
    table.order("p3", "react go -> f1");
    table.to("orders", "prussian");
    assert!(table.told("attack_lapses").is_empty(), "{:?}", table.whats());
    assert_eq!(table.told("melee").len(), 2, "{:?}", table.whats());
}

/// §1.6.4.p2 §7.3.3 who is attacked in FU and holds stays in the melee, which goes on in the enemy's turn.
#[test]
fn a_mob_that_holds_fights_on() {
    let units = ["f1 column of 20 at 75,60", "p1 line of 20 at 75,60 order=FU"];
    let mut table = table(&units, &[1, 1, 6, 6, 9, 3, 3, 3, 3, 9, 9]);
    table.to("declarations", "french");
    table.order("f1", "attack p1");
    table.to("orders", "prussian");
    assert_eq!(table.told("melee").len(), 1, "{:?}", table.whats());
    assert_eq!(table.unit("f1").melee.len(), 1, "{:?}", table.whats());
    table.to("orders", "french");
    assert_eq!(table.told("melee").len(), 2, "{:?}", table.whats());
}

/// §7.4.p2 §7.3.3 the numbers of a joint attack hold while its melee goes on, on whatever hand the units stand.
#[test]
fn numbers_of_a_melee_that_goes_on() {
    for (first, second) in [(72.0, 78.1), (78.1, 72.0)] {
        let units = [
            format!("f1 column of 24 at {first},60"),
            format!("f2 column of 24 at {second},60"),
            "p1 line of 24 at 75,60".to_string(),
        ];
        let units: Vec<&str> = units.iter().map(String::as_str).collect();
        let mut table = table(&units, &[3; 60]);
        table.answers = vec![("throws_again", "keep")];
        table.to("declarations", "french");
        table.order("f1", "attack p1 #1");
        table.order("f2", "attack p1 #2");
        table.to("orders", "prussian");
        let asked = |table: &super::table::Table| {
            table.asked.iter().filter(|(what, _)| what == "throws_again").count()
        };
        assert_eq!(asked(&table), 1);
        let numbers = ["f1", "f2"].map(|unit| table.unit(unit).number);
        assert_eq!(numbers, [Some(1), Some(2)]);
        let before = table.told("melee").len();
        table.answers = vec![("throws_again", "again")];
        table.to("orders", "french");
        let dice = |unit: &str| {
            let fought = table.told("melee").into_iter().skip(before);
            let of = fought.filter(|event| event.about["unit"] == unit || event.about["other"] == unit);
            of.map(|event| event.working.as_ref().unwrap().rolls.len()).collect::<Vec<_>>()
        };
        assert_eq!((dice("f1"), dice("f2")), (vec![4], vec![6]), "{:?}", table.whats());
    }
}

/// §4.8.6.p2 §7.3.1 who beats an enemy in the open beside a town takes neither the guns in it nor the town: only an attack on the town does.
#[test]
fn a_town_beside_the_fight_is_not_taken() {
    let units = [
        "f1 column of 20 at 75,60",
        "p1 line of 12 at 75,60 kind=prussia_1815.inf.westphalian_elbe_landwehr",
        "p2 battery of 12 at 87,57 zone=Z side=right",
    ];
    let mut table = Words::of(&units).zone("Z", [85.0, 57.0]).dice(&[6, 6, 1, 1, 0]).start();
    table.answers = vec![("advances", "occupy"), ("goes_on", "stop")];
    table.to("declarations", "french");
    table.order("f1", "attack p1");
    table.to("orders", "prussian");
    assert_eq!(table.told("routs").len(), 1, "{:?}", table.whats());
    assert!(table.told("guns_taken").is_empty() && table.told("occupies").is_empty(), "{:?}", table.whats());
}

/// §4.8.6.p2 §5.1.2 a battery alone in a town is attacked by an attack on the town, at any side of it; beside a garrison it is not, but from its own side.
#[test]
fn guns_alone_in_a_town() {
    for garrison in [false, true] {
        let mut units =
            vec!["f1 column of 20 at 85,49.5", "p1 battery of 12 at 85,64.5 facing north zone=Z side=front"];
        if garrison {
            units.push("p2 line of 20 at 85,57 zone=Z");
        }
        let mut table = Words::of(&units).zone("Z", [85.0, 57.0]).dice(&[6, 6, 1, 1, 0, 0, 0]).start();
        table.to("declarations", "french");
        assert_eq!(table.try_order("f1", "attack p1").is_ok(), !garrison);
        if !garrison {
            table.to("orders", "prussian");
            assert_eq!(table.told("melee").len(), 1, "{:?}", table.whats());
            assert_eq!(table.outcome("melee")["defender"]["modifier"], 3 - 2, "{:?}", table.whats());
        }
    }
}

/// §2.10 §2.10.p2 R2 a corps marches on while the nearest enemy is beyond 75 cm of its general, though by millimetres.
#[test]
fn a_march_beyond_the_clearance_by_millimetres() {
    for (y, marches) in [(95.3, true), (95.0, false)] {
        let enemy = format!("p1 column of 20 at 60,{y}");
        let mut table = Words::of(&["f1 column of 20 at 60,18", &enemy])
            .general_at("fc", "60,20")
            .rated("fc", "order = \"M\"\nobjective = [600.0, 600.0]")
            .start();
        table.to("orders", "prussian");
        assert_eq!(
            table.general("fc")[0] < 60.0,
            marches,
            "an enemy {} cm away: {:?}",
            y - 20.0,
            table.whats()
        );
    }
}

/// §4.8.2 a unit that stands before two zones goes into the one that has room for it, though the other is nearer.
#[test]
fn the_zone_that_has_room() {
    let units = ["f1 column of 24 at 67,72.5", "f2 line of 24 at 60,80 zone=A", "p1 line of 20 at 60,150"];
    let mut table = Words::of(&units).zone("A", [60.0, 80.0]).zone("B", [75.0, 80.0]).start();
    table.to("moves", "french");
    table.order("f1", "enter");
    let inside = table.unit("f1").zone.map(|inside| &*table.battle().fixed.zones.get(inside.zone).name);
    assert_eq!(inside, Some("B"), "{:?}", table.whats());
}
