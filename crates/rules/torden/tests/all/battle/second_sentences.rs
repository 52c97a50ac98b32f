//! Conditions that stand in a rule's second sentence: what one event in a turn does to another of the same turn.

use super::table::{Table, Words, table};

fn melee_of(table: &Table, id: &str) -> Vec<String> {
    table.unit(id).melee.iter().map(|&other| table.battle().units[other].id.to_string()).collect()
}

/// Two attacks of cavalry: f1 sends p1 back in U, f2 makes p2 flee and goes on against p1, where he now stands.
fn driven_and_struck_again(dice: &[i32]) -> Table {
    let units = [
        "f1 cavalry line of 12 at 60,60",
        "p1 line of 12 at 60,60",
        "f2 cavalry line of 12 at 70,60",
        "p2 line of 12 at 70,60",
    ];
    let mut table = table(&units, dice);
    table.answers = vec![("gives_way", "right"), ("goes_on", "go_on"), ("advances", "stand")];
    table.to("declarations", "french");
    table.order("f1", "attack p1");
    table.order("f2", "attack p2");
    table.to("orders", "prussian");
    table
}

/// §7.3.3 §7.5.2 who was sent back in U, is struck by a continued attack where he stands, and holds, stays in that melee; and nobody has won his
/// ground.
#[test]
fn who_was_driven_before_fights_on_where_he_holds() {
    let table = driven_and_struck_again(&[4, 4, 4, 4, 6, 6, 1, 1, 1, 0, 4, 4, 6, 5, 9]);
    assert_eq!(table.told("goes_on").len(), 1, "{:?}", table.whats());
    assert_eq!(table.told("melee").len(), 3, "{:?}", table.whats());
    assert_eq!(melee_of(&table, "p1"), ["f2"]);
    let asked: Vec<&str> =
        table.asked.iter().filter(|(what, _)| what == "advances").map(|(_, seat)| seat.as_str()).collect();
    assert_eq!(asked, ["french"], "f1 alone has won ground: {:?}", table.whats());
}

/// §1.6.5.p2 fire from afar that brings the losses to two thirds puts the unit in lasting disorder, though nobody tests.
#[test]
fn two_thirds_lost_by_fire_from_afar() {
    let mut table = table(&["f1 line of 24 at 60,60 lost=15", "p1 battery of 12 at 60,72"], &[5]);
    table.to("fire", "french");
    table.order("p1", "fire f1");
    table.to("orders", "prussian");
    assert!(table.told("tests_morale").is_empty(), "{:?}", table.whats());
    assert!(table.told("retreats").is_empty(), "{:?}", table.whats());
    assert_eq!((table.unit("f1").lost, table.unit("f1").order.as_str()), (17, "U"));
    table.to("orders", "french");
    table.to("orders", "prussian");
    table.to("orders", "french");
    assert_eq!(table.unit("f1").order.as_str(), "U");
}

/// §1.6.5.p2 §7.3.1 a winner who has lost two thirds, and need not test, is in lasting disorder: he follows nobody.
#[test]
fn two_thirds_lost_by_a_winner() {
    let units = ["f1 column of 24 at 60,60 lost=15", "p1 line of 12 at 60,60"];
    let mut table = table(&units, &[6, 6, 1, 1, 0]);
    table.to("declarations", "french");
    table.order("f1", "attack p1");
    table.to("orders", "prussian");
    assert_eq!(table.told("routs").len(), 1, "{:?}", table.whats());
    assert_eq!((table.unit("f1").lost, table.unit("f1").order.as_str()), (16, "U"));
    assert!(table.told("advances").is_empty(), "{:?}", table.whats());
}

/// §7.1.5 a supporting unit is behind the rear rank of the one it supports: a deep column beside a line is not.
#[test]
fn a_column_abreast_supports_nobody() {
    for (place, supported) in [("69,59.9", false), ("69,58", false), ("69,57", true), ("60,57", true)] {
        let column = format!("f2 column of 24 at {place}");
        let units = ["f1 line of 24 at 60,60", column.as_str(), "p1 line of 24 at 60,60"];
        let mut table = table(&units, &[3, 3, 3, 3, 9, 9]);
        table.to("declarations", "french");
        table.order("f1", "attack p1");
        table.to("orders", "prussian");
        let total = table.outcome("melee")["attacker"]["total"].as_i64();
        assert_eq!(total, Some(if supported { 8 } else { 7 }), "{place}");
    }
}

/// §tabel-3 §8.6 whom fire drove back in his own turn was not stationary in it.
#[test]
fn driven_in_his_own_turn_is_not_stationary() {
    for (dice, stationary) in [(vec![9, 1], false), (vec![], true)] {
        let mut table = table(&["f1 line of 24 at 60,60", "p1 line of 24 at 60,64"], &dice);
        table.to("fire", "french");
        if !stationary {
            table.order("p1", "fire f1");
        }
        table.to("orders", "prussian");
        assert_eq!(table.told("retreats").is_empty(), stationary, "{:?}", table.whats());
        assert_eq!(table.unit("f1").stationary, stationary);
    }
}

/// §tabel-4 §9.1 R64 who fails to form square by a little keeps his order, and his quiet turns; only U by table 4 breaks them.
#[test]
fn a_failure_that_table_4_forgives_breaks_no_quiet_turn() {
    // U -3, stationary +2, melee +1: the die as it falls.
    for (die, quiet) in [(4, 1), (2, 0)] {
        let units = ["f1 cavalry line of 12 at 60,60", "p1 line of 24 at 60,60 order=U"];
        let mut table = table(&units, &[die]);
        table.to("declarations", "french");
        table.order("f1", "attack p1");
        table.to("dispositions", "french");
        table.order("p1", "emergency_square");
        table.to("aborts", "french");
        table.order("f1", "abort");
        table.to("orders", "prussian");
        assert_eq!(table.outcome("disposes")["total"].as_i64(), Some(i64::from(die)));
        assert_eq!(table.unit("p1").quiet, quiet, "die {die}");
    }
}

/// §7.5.2 a continued attack is a new melee: who has tried against another attacker, who gave it up, may try again.
#[test]
fn who_has_tried_may_try_again_when_struck_anew() {
    let units = [
        "f1 cavalry column of 16 facing east at 69,63",
        "p1 line of 24 at 75,62",
        "f2 cavalry line of 12 at 75,50",
        "p2 line of 12 at 75,50",
    ];
    let mut table = table(&units, &[2, 6, 6, 1, 1, 0, 9, 3, 3, 3, 3, 9, 9]);
    table.answers = vec![("goes_on", "go_on"), ("struck_again", "emergency_square")];
    table.to("declarations", "french");
    table.order("f1", "attack p1");
    table.order("f2", "attack p2");
    table.to("dispositions", "french");
    table.order("p1", "emergency_square");
    table.to("aborts", "french");
    table.order("f1", "abort");
    table.to("orders", "prussian");
    assert_eq!(table.told("goes_on").len(), 1, "{:?}", table.whats());
    assert_eq!(table.told("disposes").len(), 2, "{:?}", table.whats());
    assert_eq!(table.told("forms_square").len(), 1, "{:?}", table.whats());
}

/// §2.4.3 §4.3 §4.9.2 R66 a reaction move that attacks nobody stays within command distance, as any other does.
#[test]
fn a_reaction_that_attacks_nobody_stays_in_command() {
    let scene = || {
        Words::of(&["f1 column of 24 at 60,60", "p1 cavalry line of 12 at 75,72"])
            .general_at("pc", "75,110")
            .rated("pc", "command_cm = 40")
            .dice(&[9])
            .start()
    };
    let mut table = scene();
    table.to("moves", "french");
    table.order("f1", "go 5");
    table.to("reactions", "french");
    table.order("p1", "react go");
    assert_eq!(table.told("reaction_moves").len(), 1, "{:?}", table.whats());
    // Its rear rank is 40 cm from the general.
    assert_eq!(table.at("p1"), [75.0, 64.0]);
}

/// §8.7.2 cavalry that continues its attack over guns without men takes them.
#[test]
fn who_goes_on_over_guns_takes_them() {
    let units = ["f1 cavalry line of 12 at 60,60", "p1 battery of 12 at 60,60", "p2 line of 12 at 60,73"];
    let mut table = table(&units, &[6, 6, 1, 1, 0, 3, 3, 3, 3, 9, 9]);
    table.answers = vec![("goes_on", "go_on"), ("gives_way", "left")];
    table.to("declarations", "french");
    table.order("f1", "attack p1");
    table.to("orders", "prussian");
    assert_eq!(table.told("goes_on").len(), 1, "{:?}", table.whats());
    assert_eq!(table.told("guns_lost").len(), 1, "{:?}", table.whats());
}

/// §2.12.1 R11 an army general who is one headquarters with the commander in chief has no points of his own that turn, not even to ride for.
#[test]
fn a_joined_army_general_has_no_points_of_his_own() {
    let general = "[[general]]\nid = \"fb\"\nname = \"General fb\"\nside = \"french\"\nrank = \"army\"\nsuperior = \"fa\"\nplace = [1800.0, 150.0]\n\
                   [general.ratings.torden]\nrow = \"france.others\"\noas = 2\n";
    let mut table = Words::of(&["f1 line of 24 at 60,60", "p1 line of 24 at 60,140"])
        .general_at("fa", "60,8")
        .rated("fa", "oas = 1")
        .general(general)
        .start();
    let shift = |general: &str, x: f64| serde_json::json!({"do": "shift", "general": general, "place": [x * 30.0, 240.0]});
    table.to("shifts", "french");
    table.act("french", shift("fa", 100.0));
    assert!(table.try_act("french", shift("fb", 90.0)).is_err(), "he had no points while he was joined");
}

/// §5.2.1 the active side reacts to reactions; one that failed is none.
#[test]
fn nobody_reacts_to_a_reaction_that_failed() {
    for (die, reacts) in [(2, false), (9, true)] {
        let units =
            ["f1 cavalry line of 12 at 60,60", "f2 column of 24 at 80,60", "p1 cavalry line of 12 at 60,78"];
        let mut table = table(&units, &[die, 9]);
        table.to("moves", "french");
        table.order("f2", "go 5");
        table.to("reactions", "french");
        table.order("p1", "react turn 5");
        table.done("prussian");
        assert_eq!(table.outcome("reacts")["success"].as_bool(), Some(reacts));
        let asked = table.phase() == "reactions";
        assert_eq!(asked && table.try_order("f1", "react turn 5").is_ok(), reacts, "die {die}");
    }
}

/// §7.3.1 §4.8.2 a garrison that attacks the next zone out of its own and drives out who holds it may go over into it.
#[test]
fn from_one_zone_into_the_next() {
    for (answer, zone) in [("occupy", "East"), ("stand", "West")] {
        let mut table =
            Words::of(&["f1 line of 24 at 52.5,70 zone=West", "p1 line of 12 at 67.5,70 zone=East"])
                .zone("West", [52.5, 70.0])
                .zone("East", [67.5, 70.0])
                .dice(&[6, 6, 1, 1, 0])
                .start();
        table.answers = vec![("advances", answer)];
        table.to("declarations", "french");
        table.order("f1", "attack p1");
        table.to("orders", "prussian");
        assert_eq!(table.told("routs").len(), 1, "{:?}", table.whats());
        let stands =
            table.unit("f1").zone.map(|inside| table.battle().fixed.zones.get(inside.zone).name.to_string());
        assert_eq!(stands.as_deref(), Some(zone));
    }
}

/// §3.2 §2.4.2.p2 a detachment order reaches a brigade whose nearest edge is within command distance, though its middle is not.
#[test]
fn a_detachment_reaches_the_edge_of_command() {
    for (y, reached) in [(48.0, 1), (48.2, 0)] {
        let f1 = format!("f1 line of 24 at 60,{y}");
        let mut table =
            Words::of(&[&f1, "p1 line of 24 at 60,140"]).rated("fc", "command_cm = 40").dice(&[0]).start();
        table.to("orders", "french");
        let place = [60.0 * 30.0, y * 30.0];
        table.act(
            "french",
            serde_json::json!({"do": "detach_brigade", "unit": "f1", "order": "H", "place": place}),
        );
        table.to("orders", "prussian");
        assert_eq!(table.told("detachment_control").len(), reached, "{y}: {:?}", table.whats());
    }
}

/// §7.3.2 a melee is broken off at once only where both came out of it in the order they had: two thirds lost is another.
#[test]
fn nobody_breaks_off_at_once_from_who_has_lost_his_order() {
    for (lost, asked) in [("lost=12", 0), ("lost=0", 2)] {
        let p1 = format!("p1 line of 24 at 60,60 kind=france_1815.inf.old_guard {lost}");
        let mut table = table(&["f1 column of 24 at 60,60", &p1], &[6, 6, 1, 1, 9, 9]);
        table.to("declarations", "french");
        table.order("f1", "attack p1");
        table.to("orders", "prussian");
        assert_eq!(table.unit("p1").order.as_str(), if asked == 0 { "U" } else { "O" });
        assert_eq!(melee_of(&table, "f1"), ["p1"], "{:?}", table.whats());
        assert_eq!(table.asked.iter().filter(|(what, _)| what == "breaks_off").count(), asked);
    }
}

/// §2.7.p4 §2.11 who is detached is none of the corps: he neither counts for the half that closes up, nor does he close up.
#[test]
fn the_detached_do_not_close_up() {
    let mut table = Words::of(&[
        "f1 column of 24 at 60,60",
        "f2 column of 24 at 80,30",
        "f3 column of 24 at 40,20",
        "p1 line of 24 at 60,90",
    ])
    .general_at("fc", "60,40")
    .rated("fc", "row = \"france.davout\"\norder = \"A\"\nobjective = [1800.0, 3600.0]")
    .dice(&[9])
    .start();
    table.to("orders", "french");
    table.act(
        "french",
        serde_json::json!({"do": "detach_brigade", "unit": "f2", "order": "H", "place": [2400.0, 810.0]}),
    );
    table.to("orders", "prussian");
    assert_eq!(table.told("detached").len(), 1, "{:?}", table.whats());
    assert!(table.staff("fc").engaged, "{:?}", table.whats());
    assert_eq!(table.at("f2"), [80.0, 30.0]);
    assert!(table.told("closes_up").is_empty(), "one of two is near: {:?}", table.whats());
}

/// §8.7.1 R61 a unit that can flee does: a way into a town or an enemy is open only where every way is barred.
#[test]
fn a_rout_takes_a_way_that_is_open() {
    let mut table = Words::of(&[
        "f1 column of 24 at 60,60",
        "p1 line of 12 at 60,60",
        "p2 line of 24 at 66,77 zone=Ville",
    ])
    .zone("Ville", [66.0, 77.5])
    .dice(&[6, 6, 1, 1, 0, 9])
    .start();
    table.answers = vec![("gives_way", "straight")];
    table.to("declarations", "french");
    table.order("f1", "attack p1");
    table.to("orders", "prussian");
    assert_eq!(table.told("routs").len(), 1, "{:?}", table.whats());
    assert!(table.told("cornered").is_empty(), "{:?}", table.whats());
    assert_eq!(table.told("routs")[0].about["cm"].as_f64(), Some(40.0));
}

/// §9.1 §1.1.3 whom the umpire puts into U needs two quiet turns from then on.
#[test]
fn the_umpires_disorder_lasts_two_turns() {
    let mut table = Words::of(&["f1 line of 24 at 60,60", "p1 line of 24 at 60,140"]).with_umpire().start();
    table.to("orders", "prussian");
    table.to("orders", "french");
    table.act("umpire", serde_json::json!({"do": "mend", "unit": "f1", "order": "U"}));
    table.to("orders", "prussian");
    table.to("orders", "french");
    assert_eq!(table.unit("f1").order.as_str(), "U");
    table.to("orders", "prussian");
    assert_eq!(table.unit("f1").order.as_str(), "O");
}

/// §5.1.2 §1.1.3 an attack whose unit the umpire has put elsewhere is over.
#[test]
fn the_umpire_parts_attacker_and_target() {
    let mut table = Words::of(&["f1 column of 24 at 60,60", "p1 line of 24 at 60,60"]).with_umpire().start();
    table.to("declarations", "french");
    table.order("f1", "attack p1");
    table.act(
        "umpire",
        serde_json::json!({"do": "move", "unit": "f1", "place": [1800.0, 900.0], "facing": 0.0}),
    );
    table.to("orders", "prussian");
    assert_eq!(table.told("attack_lapses").len(), 1, "{:?}", table.whats());
    assert!(table.told("melee").is_empty(), "{:?}", table.whats());
}

/// §tabel-9 R20 infantry behind a stone fence is in cover when it tests, as when it fights.
#[test]
fn stone_covers_the_spirit_too() {
    let units = ["f1 column of 24 at 60,60", "p1 line of 24 at 60,60"];
    let ring = serde_json::json!([[40.0, 60.0], [80.0, 60.0]]);
    let mut table = Words::of(&units)
        .feature(serde_json::json!({"kind": "wall"}), "LineString", ring)
        .dice(&[6, 6, 1, 1, 3])
        .start();
    table.to("declarations", "french");
    table.order("f1", "attack p1");
    table.to("orders", "prussian");
    assert_eq!(table.outcome("melee")["defender"]["total"].as_i64(), Some(6));
    // 3, deduction -4, morale +1, cover +2.
    assert_eq!(table.outcome("tests_morale")["total"].as_i64(), Some(2));
}

/// §1.6.5 a unit in FU that fire brings to two thirds lost is eliminated: it has fled already.
#[test]
fn a_mob_shot_to_two_thirds_is_eliminated() {
    let units =
        ["f1 line of 24 at 60,60 lost=15 order=FU", "f2 line of 24 at 100,60", "p1 battery of 12 at 60,72"];
    let mut table = table(&units, &[5]);
    table.to("fire", "french");
    table.order("p1", "fire f1");
    table.to("orders", "prussian");
    assert_eq!(table.told("eliminated").len(), 1, "{:?}", table.whats());
    assert!(!table.unit("f1").here());
}

/// §2.10.p3 under a march order guns count as limbered: a battery that still stands in position does not hold its corps back to 2 cm.
#[test]
fn guns_in_position_march_as_limbered_ones() {
    let mut table =
        Words::of(&["f1 column of 24 at 60,30", "f2 battery of 12 at 70,30", "p1 line of 24 at 60,150"])
            .general_at("fc", "60,40")
            .rated("fc", "order = \"M\"\nobjective = [300.0, 1200.0]")
            .start();
    table.to("orders", "prussian");
    assert_eq!(table.general("fc"), [45.0, 40.0], "{:?}", table.whats());
}

/// §2.10.p2 a corps general under a march order comes no nearer than 75 cm to an enemy: he halts, and has his order still.
#[test]
fn a_march_halts_at_75_cm() {
    let mut table = Words::of(&["f1 column of 24 at 60,30", "p1 line of 24 at 150,40 facing west"])
        .general_at("fc", "60,40")
        .rated("fc", "order = \"M\"\nobjective = [3300.0, 1200.0]")
        .start();
    table.to("orders", "prussian");
    let at = table.general("fc");
    assert!((74.5..=75.0).contains(&at[0]), "{at:?} {:?}", table.whats());
    assert_eq!(table.staff("fc").order.as_str(), "M");
}

/// §2.7.p3 an enemy ahead but beside his way stops a corps general where he comes within 20 cm of him, and engages him.
#[test]
fn an_enemy_beside_the_way_engages() {
    // The nearest corner is 15 cm east of his way and 26 cm up it.
    let mut table = Words::of(&["f1 column of 24 at 60,30", "p1 line of 24 at 81,66"])
        .general_at("fc", "60,40")
        .rated("fc", "order = \"A\"\nobjective = [1800.0, 3900.0]")
        .start();
    table.to("orders", "prussian");
    // 13 cm: 20 cm off is 13.2 short of its height, and he goes whole centimetres.
    assert_eq!(table.general("fc"), [60.0, 53.0], "{:?}", table.whats());
    assert!(table.staff("fc").engaged, "{:?}", table.whats());
    table.to("orders", "french");
    table.to("orders", "prussian");
    assert_eq!(table.general("fc"), [60.0, 53.0]);
}

/// §generaler.austria §generaler.russia R8 a general whom the scenario gives no row is one of the others of the nation he leads.
#[test]
fn a_general_without_a_row_is_of_his_nation() {
    let division = |id: &str| {
        format!(
            "[[general]]\nid = \"{id}\"\nname = \"General {id}\"\nside = \"prussian\"\nrank = \"division\"\nsuperior = \"pc\"\n\
             place = [1800.0, 4200.0]\n"
        )
    };
    let table = Words::of(&[
        "f1 line of 24 at 60,60",
        "p1 line of 24 at 60,120 under=pd kind=austria_1813_v1.inf.line",
        "p2 line of 24 at 90,120 under=pe kind=russia_1813.inf.line",
        "p3 line of 24 at 120,120 under=pe kind=russia_1813.inf.line",
    ])
    .general(&division("pd"))
    .general(&division("pe"))
    .start();
    assert_eq!((table.staff("pd").ke, table.staff("pe").ke), (-1, 0));
    assert_eq!((table.staff("pd").melee, table.staff("pd").morale), (1, 1));
}

/// §1.6.5.p2 a unit that begins with two thirds lost begins in lasting disorder.
#[test]
fn two_thirds_lost_before_the_battle() {
    let table = table(&["f1 line of 24 at 60,60 lost=16", "p1 line of 24 at 60,140 lost=15"], &[]);
    assert_eq!((table.unit("f1").order.as_str(), table.unit("p1").order.as_str()), ("U", "O"));
}

/// §7.1.5 §7.1.4 a garrison has its rear on the side away from the enemy: who stands there supports it, who stands on another side does not.
#[test]
fn a_garrison_is_supported_from_behind_the_town() {
    for (place, total) in [("60,78", 7), ("70,67.5 facing west", 6)] {
        let p2 = format!("p2 line of 24 at {place}");
        let mut table = Words::of(&["f1 column of 24 at 60,60", "p1 line of 24 at 60,67 zone=Ville", &p2])
            .zone("Ville", [60.0, 67.5])
            .dice(&[3, 3, 1, 1, 9, 9])
            .start();
        table.to("declarations", "french");
        table.order("f1", "attack p1");
        table.to("orders", "prussian");
        assert_eq!(table.outcome("melee")["defender"]["total"].as_i64(), Some(total), "{place}");
    }
}
