//! Chapters 8 and 9: morale, rout and reorganisation.

use crate::common::{expect, json, refuse, told, with};
use krigsspil_engine::serde_json::Value;

/// §8.1 the four causes, in order.
#[test]
fn causes() {
    let all = json!({"original": 20, "melee_losses": 2, "lost_melee": true, "fire_losses": 1, "fire_distance_cm": 5, "passed_through": true});
    expect(
        "morale_trigger",
        all,
        &[],
        json!({"required": true, "causes": ["lost_melee", "melee_losses", "close_fire", "passed_through"]}),
    );
    expect("morale_trigger", json!({"original": 20}), &[], json!({"required": false, "causes": []}));
}

/// §8.2 fire causes a test only from within 5 cm and with losses; not for infantry in a town under artillery fire.
#[test]
fn close_fire() {
    let fire = |cm: f64, losses: i32, town: bool| json!({"original": 20, "fire_losses": losses, "fire_distance_cm": cm, "in_town_artillery_fire": town});
    expect("morale_trigger", fire(5.0, 1, false), &[], json!({"required": true}));
    expect("morale_trigger", fire(5.5, 6, false), &[], json!({"required": false}));
    expect("morale_trigger", fire(5.0, 0, false), &[], json!({"required": false}));
    expect("morale_trigger", fire(5.0, 6, true), &[], json!({"required": false}));
}

/// §8.2 §8.3.2 nobody loses more than he had; the loss that makes the sum too large is refused (R67).
#[test]
fn impossible_losses() {
    let lost = |before: i32, fire: i32, melee: i32| json!({"original": 20, "lost_before": before, "fire_losses": fire, "melee_losses": melee});
    refuse("morale_trigger", lost(21, 0, 0), "lost_before");
    refuse("morale_trigger", lost(10, 11, 30), "fire_losses");
    refuse("morale_trigger", lost(10, 5, 6), "melee_losses");
    expect("morale_trigger", lost(10, 5, 5), &[], json!({"tens_before": 7, "tens_after": 9}));
}

/// §8.3.2 a further tenth lost in melee, counted in addition to all earlier losses; fire changes the count but causes nothing.
#[test]
fn tenths_lost_in_melee() {
    let unit = |before: i32, fire: i32, melee: i32| json!({"original": 20, "lost_before": before, "fire_losses": fire, "melee_losses": melee});
    expect(
        "morale_trigger",
        unit(1, 0, 1),
        &[],
        json!({"causes": ["melee_losses"], "tens_before": 0, "tens_after": 1}),
    );
    expect(
        "morale_trigger",
        unit(1, 1, 1),
        &[],
        json!({"required": false, "tens_before": 1, "tens_after": 1}),
    );
    expect("morale_trigger", unit(0, 6, 0), &[], json!({"required": false, "tens_before": 3}));
}

/// §8.3.1.p2 a battery that touches a friendly unit takes its result, but not from another battery.
#[test]
fn batteries_share_the_result() {
    let guns = |host: &str, result: &str| json!({"host_arm": host, "host_result": result});
    expect(
        "attached_battery",
        guns("infantry", "rout"),
        &[],
        json!({"shares_result": true, "result": "rout"}),
    );
    expect(
        "attached_battery",
        guns("artillery", "rout"),
        &[],
        json!({"shares_result": false, "result": null}),
    );
    expect("attached_battery", guns("cavalry", "none"), &[], json!({"shares_result": false, "result": null}));
}

/// §8.4 routers sweep along the first unit they pass; routing guns only guns.
#[test]
fn sweeping_along() {
    let rout = |guns: bool, passed: &str, swept: bool| json!({"mover": "rout", "mover_is_artillery": guns, "passed": passed, "already_swept": swept});
    expect("passage", rout(false, "own_other", false), &[], json!({"passed_tests": true, "halved": false}));
    expect("passage", rout(false, "own_other", true), &[], json!({"passed_tests": false}));
    expect("passage", rout(true, "own_other", false), &[], json!({"passed_tests": false}));
    for battery in ["own_limbered_battery", "own_unlimbered_battery", "own_same_corps_same_arm"] {
        expect("passage", rout(true, battery, false), &[], json!({"passed_tests": true}));
    }
    expect("passage", json!({"mover": "melee", "passed": "own_other"}), &[], json!({"passed_tests": false}));
}

fn test(more: Value) -> Value {
    with(json!({"original": 20}), more)
}

/// §8.5 §tabel-9 every row of the table.
#[test]
fn rows_of_morale() {
    let all = test(
        json!({"order": "U", "lost": 9, "deduction": -3, "passed_through": true, "fleeing_morale": -1, "flank_or_rear": true,
                          "cover": true, "won_melee": true, "morale": 3, "general_morale": 2}),
    );
    expect("morale_test", all.clone(), &[9], json!({"loss_modifier": -2, "modifier": -3, "total": 6}));
    let rows = [
        ("share_lost", "-2"),
        ("covered", "+2"),
        ("morale_addition", "+3"),
        ("general_morale", "+2"),
        ("tests_in_disorder", "-2"),
        ("deduction", "-3"),
        ("passed_through", "-2"),
        ("fleeing_morale", "-1"),
        ("struck_in_flank", "-2"),
        ("won_melee", "+2"),
    ];
    assert_eq!(told("morale_test", all, &[9]), rows.map(|(row, value)| (row, value.to_string())));
    expect("morale_test", test(json!({"order": "FU"})), &[9], json!({"modifier": -6}));
    expect("morale_test", test(json!({"fleeing_morale": 4})), &[9], json!({"modifier": 0}));
    refuse("morale_test", test(json!({"lost": 21})), "lost");
}

/// §tabel-10 -2 routs, -1 to 1 disorders, 2 holds.
#[test]
fn results_of_morale() {
    for (die, result, order, moves) in [
        (0, "rout", "FU", "rout"),
        (1, "disorder", "U", "retreat"),
        (3, "disorder", "U", "retreat"),
        (4, "hold", "O", "none"),
    ] {
        let expected = json!({"result": result, "order_after": order, "move": moves});
        expect("morale_test", test(json!({"morale": -2})), &[die], expected);
    }
    expect(
        "morale_test",
        test(json!({"order": "U"})),
        &[1],
        json!({"result": "disorder", "order_after": "U", "move": "retreat"}),
    );
    expect(
        "morale_test",
        test(json!({"order": "U"})),
        &[4],
        json!({"result": "hold", "order_after": "U", "move": "none"}),
    );
}

/// §1.6.4.p3 a mob whose test gives U flees again and stays a mob.
#[test]
fn mobs_run_again() {
    expect(
        "morale_test",
        test(json!({"order": "FU", "morale": 3})),
        &[3],
        json!({"result": "disorder", "order_after": "FU", "move": "rout"}),
    );
    expect(
        "morale_test",
        test(json!({"order": "FU", "morale": 3})),
        &[5],
        json!({"result": "hold", "order_after": "FU", "move": "none"}),
    );
}

/// §1.6.5 §1.6.5.p2 with two thirds lost a rout eliminates, and a hold leaves it in disorder for good.
#[test]
fn worn_out_units_test() {
    let worn = test(json!({"lost": 14, "morale": 3}));
    expect(
        "morale_test",
        worn.clone(),
        &[9],
        json!({"result": "hold", "order_after": "U", "permanent_disorder": true, "eliminated": false}),
    );
    expect(
        "morale_test",
        with(worn, json!({"morale": -2})),
        &[0],
        json!({"result": "rout", "eliminated": true, "permanent_disorder": false}),
    );
    expect(
        "morale_test",
        test(json!({"lost": 13, "morale": -2})),
        &[0],
        json!({"result": "rout", "eliminated": false}),
    );
}

fn retreat(unit: &str, formation: &str, more: Value) -> Value {
    with(json!({"unit": unit, "formation": formation}), more)
}

/// §8.6 a full march distance of its formation straight back, at most 45 degrees off; a square at the rate of a line (R34).
#[test]
fn retreats_in_disorder() {
    let line = "russia_1813.inf.line";
    for (unit, formation, cm) in [
        (line, "line", 10),
        (line, "column", 25),
        (line, "march_column", 25),
        (line, "square", 10),
        ("russia_1813.art.line_foot", "unlimbered", 2),
        ("russia_1813.art.line_foot", "limbered", 15),
    ] {
        expect(
            "disorder_retreat",
            retreat(unit, formation, json!({})),
            &[],
            json!({"order_after": "U", "move": "retreat", "distance_cm": cm}),
        );
    }
    expect(
        "disorder_retreat",
        retreat(line, "line", json!({"deviation_deg": 45})),
        &[],
        json!({"direction_ok": true}),
    );
    expect(
        "disorder_retreat",
        retreat(line, "line", json!({"deviation_deg": 46})),
        &[],
        json!({"direction_ok": false}),
    );
    refuse("disorder_retreat", retreat(line, "limbered", json!({})), "formation");
}

/// §8.6.p2 it is placed behind a friend of its corps and arm, and nobody tests.
#[test]
fn behind_a_friend() {
    let facts =
        retreat("russia_1813.inf.line", "line", json!({"path": "friend_same", "two_thirds_lost": true}));
    expect(
        "disorder_retreat",
        facts,
        &[],
        json!({"order_after": "U", "move": "behind_friend", "distance_cm": 0, "friend_tests": false, "eliminated": false}),
    );
}

/// §8.6.p3 through others, without room or against something impassable it routs; guns sweep along only guns.
#[test]
fn retreats_that_turn_into_routs() {
    let facts = |unit: &str, path: &str, battery: bool| {
        let formation = if unit.contains(".art.") { "limbered" } else { "line" };
        retreat(
            unit,
            formation,
            json!({"path": path, "friend_is_artillery": battery, "two_thirds_lost": true}),
        )
    };
    let line = "russia_1813.inf.line";
    for (path, tests) in [("friend_other", true), ("no_room", true), ("impassable", false)] {
        let expected = json!({"order_after": "FU", "move": "rout", "distance_cm": 40, "friend_tests": tests, "eliminated": true});
        expect("disorder_retreat", facts(line, path, false), &[], expected);
    }
    let guns = "russia_1813.art.line_horse";
    expect(
        "disorder_retreat",
        facts(guns, "friend_other", false),
        &[],
        json!({"distance_cm": 60, "friend_tests": false}),
    );
    expect("disorder_retreat", facts(guns, "friend_other", true), &[], json!({"friend_tests": true}));
}

fn rout(unit: &str, more: Value) -> Value {
    with(json!({"unit": unit}), more)
}

/// §8.7.1 §8.7.3 the rout distance of its row, at most 45 degrees off, and in FU afterwards.
#[test]
fn routs() {
    expect(
        "rout",
        rout("russia_1813.cav.line", json!({"deviation_deg": 45})),
        &[],
        json!({"distance_cm": 60, "direction_ok": true, "order_after": "FU"}),
    );
    expect(
        "rout",
        rout("french_allies_1812.inf.naples", json!({"deviation_deg": 50})),
        &[],
        json!({"distance_cm": 50, "direction_ok": false}),
    );
    expect(
        "rout",
        rout("russia_1813.inf.line", json!({"two_thirds_lost": true})),
        &[],
        json!({"eliminated": true}),
    );
}

/// §8.7.1.p2 routers stop on the table's edge and are lost if they do not rally there.
#[test]
fn the_edge_of_the_table() {
    expect(
        "rout",
        rout("russia_1813.inf.line", json!({"leaves_table": true})),
        &[],
        json!({"stops_at_edge": true}),
    );
    expect(
        "rout",
        rout("russia_1813.inf.line", json!({"leaves_table": true, "two_thirds_lost": true})),
        &[],
        json!({"stops_at_edge": false, "eliminated": true}),
    );
    let edge = json!({"original": 20, "at_table_edge": true});
    expect("reorganise", edge.clone(), &[2], json!({"success": false, "move": "none", "removed": true}));
    expect("reorganise", edge, &[3], json!({"success": true, "removed": false}));
    // Not before the turn after, and never later: a unit that misses the chance is lost (R36).
    let at = |phases: i32| json!({"original": 20, "at_table_edge": true, "phases_since_rout": phases});
    expect("reorganise", at(0), &[9], json!({"allowed": false, "removed": false, "order_after": "FU"}));
    let gone =
        json!({"allowed": false, "success": false, "removed": true, "move": "none", "order_after": "FU"});
    expect("reorganise", at(2), &[9], gone);
}

/// §8.7.2 unlimbered guns are left behind, and completely lost if an enemy passes them.
#[test]
fn guns_left_behind() {
    let guns = |unlimbered: bool, passed: bool| {
        rout("russia_1813.art.line_foot", json!({"unlimbered": unlimbered, "enemy_passes_gun": passed}))
    };
    expect("rout", guns(true, false), &[], json!({"guns_left": true, "battery_lost": false}));
    expect("rout", guns(true, true), &[], json!({"battery_lost": true}));
    expect("rout", guns(false, true), &[], json!({"guns_left": false, "battery_lost": false}));
    expect(
        "rout",
        rout("russia_1813.inf.line", json!({"unlimbered": true})),
        &[],
        json!({"guns_left": false}),
    );
}

/// §9.1 a mob tries first in the phase of the next turn; a unit in U is in order after two quiet turns.
#[test]
fn when_units_rally() {
    expect(
        "reorganise",
        json!({"original": 20, "phases_since_rout": 0}),
        &[9],
        json!({"allowed": false, "success": false, "order_after": "FU", "move": "none"}),
    );
    expect(
        "reorganise",
        json!({"original": 20, "phases_since_rout": 1}),
        &[9],
        json!({"allowed": true, "success": true}),
    );
    for (quiet, order, needed) in [(0, "U", 2), (1, "U", 1), (2, "O", 0), (5, "O", 0)] {
        expect(
            "recover_disorder",
            json!({"quiet_turns": quiet}),
            &[],
            json!({"order_after": order, "turns_needed": needed}),
        );
    }
}

/// §9.2 §tabel-11 losses, cover, morale and general count, the 6 for FU does not; 3 rallies to U and a failure routs again.
#[test]
fn rallies() {
    let mob = json!({"original": 20, "lost": 8, "cover": true, "morale": 1, "general_morale": 1});
    expect(
        "reorganise",
        mob.clone(),
        &[1],
        json!({"loss_modifier": -2, "modifier": 2, "total": 3, "success": true, "order_after": "U", "move": "none"}),
    );
    expect(
        "reorganise",
        mob,
        &[0],
        json!({"total": 2, "success": false, "order_after": "FU", "move": "rout", "removed": false}),
    );
    expect(
        "reorganise",
        json!({"original": 20, "lost": 14, "morale": 6}),
        &[9],
        json!({"success": true, "permanent_disorder": true}),
    );
    refuse("reorganise", json!({"original": 20, "lost": 21}), "lost");
}
