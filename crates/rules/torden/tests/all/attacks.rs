//! Chapter 5: attacks, reactions and defensive dispositions.

use crate::common::{expect, json, refuse, told, with};
use krigsspil_engine::serde_json::Value;

fn attack(more: Value) -> Value {
    with(json!({"arm": "infantry", "in_contact": true, "target_arm": "infantry"}), more)
}

/// §5.1.2 an attacker must be in order and in base contact.
#[test]
fn attackers_touch_and_are_in_order() {
    expect("may_declare_attack", attack(json!({})), &[], json!({"allowed": true}));
    expect(
        "may_declare_attack",
        attack(json!({"in_contact": false})),
        &[],
        json!({"reasons": ["no_contact"]}),
    );
    expect("may_declare_attack", attack(json!({"order": "U"})), &[], json!({"reasons": ["not_in_order"]}));
    expect("may_declare_attack", attack(json!({"in_square": true})), &[], json!({"reasons": ["square"]}));
}

/// §5.1.2.p2 artillery and disordered units cannot attack, and infantry cannot attack cavalry.
#[test]
fn who_never_attacks() {
    expect(
        "may_declare_attack",
        attack(json!({"arm": "artillery", "order": "FU"})),
        &[],
        json!({"reasons": ["artillery", "not_in_order"]}),
    );
    expect(
        "may_declare_attack",
        attack(json!({"target_arm": "cavalry"})),
        &[],
        json!({"reasons": ["infantry_against_cavalry"]}),
    );
    expect(
        "may_declare_attack",
        attack(json!({"arm": "cavalry", "target_arm": "cavalry"})),
        &[],
        json!({"allowed": true}),
    );
}

/// §5.3.2.p2 §7.1.4 flank or rear is struck from behind the extended front; mobs, squares and towns have neither.
#[test]
fn flanks() {
    let behind = |more: Value| {
        let mut facts = attack(more);
        facts["started_behind_front"] = json!(true);
        facts
    };
    expect("may_declare_attack", behind(json!({})), &[], json!({"flank_or_rear": true}));
    expect("may_declare_attack", attack(json!({})), &[], json!({"flank_or_rear": false}));
    for target in
        [json!({"target_order": "FU"}), json!({"target_in_square": true}), json!({"target_in_town": true})]
    {
        expect("may_declare_attack", behind(target), &[], json!({"flank_or_rear": false}));
    }
}

fn options(facts: Value, open: &[&str]) {
    expect("reaction_options", facts, &[], json!({"options": open}));
}

/// §5.2.1 cavalry reacts to enemy actions within 20 cm; nobody else does.
#[test]
fn cavalry_reacts() {
    let near = |arm: &str, cm: i32| json!({"arm": arm, "enemy_action_cm": cm});
    options(near("cavalry", 20), &["reaction_move"]);
    options(near("cavalry", 21), &[]);
    options(near("infantry", 5), &[]);
    options(json!({"arm": "cavalry", "enemy_action_cm": 5, "order": "FU"}), &[]);
    options(json!({"arm": "cavalry", "enemy_action_cm": 5, "in_continued_melee": true}), &[]);
}

/// §5.2.1.p2 §7.3.2 a reaction and a broken-off melee give half a turn, an aborted attack a whole turn.
#[test]
fn what_a_reaction_gives() {
    let react = |purpose: &str| json!({"arm": "cavalry", "purpose": purpose, "english_cavalry": true});
    for (purpose, quarters) in [
        ("reaction_move", 2),
        ("break_off_melee", 2),
        ("abort_attack", 4),
        ("face_attacker", 0),
        ("refuse_continued_attack", 0),
    ] {
        let expected = json!({"success": purpose != "refuse_continued_attack", "move_quarters": quarters});
        expect("reaction", react(purpose), &[9], expected);
    }
    expect("reaction", react("reaction_move"), &[5], json!({"success": false, "move_quarters": 0}));
}

/// §5.2.1.p3 a unit that has tried a reaction neither tries again nor faces an attacker.
#[test]
fn one_reaction() {
    let cavalry = |reacted: bool| json!({"arm": "cavalry", "enemy_action_cm": 5, "attacked_by": "cavalry", "flank_or_rear": true, "already_reacted": reacted});
    options(cavalry(false), &["reaction_move", "face_attacker"]);
    options(cavalry(true), &[]);
}

/// §5.2.1.p5 §5.2.1.komm the passive side first, then in turn until the side that must react does nothing.
#[test]
fn reactions_in_turn() {
    let next = |last: &str, passive: i32, active: i32| json!({"last_side": last, "passive_can": passive, "active_can": active});
    expect("reaction_sequence", next("none", 1, 3), &[], json!({"next_side": "passive", "finished": false}));
    expect("reaction_sequence", next("passive", 1, 3), &[], json!({"next_side": "active"}));
    expect("reaction_sequence", next("active", 1, 3), &[], json!({"next_side": "passive"}));
    expect("reaction_sequence", next("none", 0, 3), &[], json!({"next_side": "none", "finished": true}));
    expect("reaction_sequence", next("passive", 1, 0), &[], json!({"finished": true}));
}

/// §5.2.2 §tabel-3 every row for infantry and cavalry, and 6 to succeed.
#[test]
fn reaction_rows_for_troops() {
    let all = json!({"arm": "infantry", "purpose": "face_attacker", "order": "U", "formation": "march_column",
                     "declared_attack": true, "twelve_pounder": true, "stationary": true, "flank_or_rear": true,
                     "attacked_by_continued_attack": true, "melee_bonus": 4});
    expect("reaction", all.clone(), &[9], json!({"modifier": -6, "total": 3, "accept": 6, "success": false}));
    let rows = [
        ("reacts_in_disorder", "-3"),
        ("reacts_in_march_column", "-2"),
        ("declared_attack", "-2"),
        ("stationary", "+2"),
        ("attacked_in_flank", "-3"),
        ("attacked_by_continued_attack", "-2"),
        ("own_melee_addition", "+4"),
    ];
    assert_eq!(told("reaction", all, &[9]), rows.map(|(row, value)| (row, value.to_string())));
    let column = json!({"arm": "cavalry", "purpose": "reaction_move", "formation": "column", "declared_attack": true, "in_continued_attack": true});
    expect("reaction", column, &[5], json!({"modifier": 1, "total": 6, "success": true}));
}

/// §tabel-3 the artillery column, where 1 succeeds and a 12-pounder foot battery has 1 less.
#[test]
fn reaction_rows_for_guns() {
    let guns = |arm: &str, purpose: &str| {
        json!({"arm": arm, "purpose": purpose, "order": "U", "formation": "column", "declared_attack": true,
               "twelve_pounder": true, "stationary": true, "flank_or_rear": true, "attacked_by_continued_attack": true})
    };
    expect(
        "reaction",
        guns("foot_artillery", "shelter"),
        &[6],
        json!({"modifier": -6, "total": 0, "accept": 1, "success": false}),
    );
    expect(
        "reaction",
        guns("horse_artillery", "shelter"),
        &[6],
        json!({"modifier": -5, "total": 1, "success": true}),
    );
}

/// §tabel-4 a failure of 3 to 5 keeps its order, 2 and less goes to U.
#[test]
fn failed_reactions_disorder() {
    let square = json!({"arm": "infantry", "purpose": "emergency_square"});
    expect("reaction", square.clone(), &[3], json!({"success": false, "order_after": "O"}));
    expect("reaction", square, &[2], json!({"success": false, "order_after": "U"}));
    let leave = json!({"arm": "foot_artillery", "purpose": "leave_town", "melee_bonus": -2});
    expect("reaction", leave, &[0], json!({"success": false, "order_after": "O", "may_fire": true}));
}

/// §5.3.1 §5.3.1.p2 infantry that cavalry attacks may form square; a failure keeps its formation; in both cases it does not fire.
#[test]
fn emergency_squares() {
    options(json!({"arm": "infantry", "attacked_by": "cavalry"}), &["emergency_square"]);
    options(json!({"arm": "infantry", "attacked_by": "cavalry", "formation": "square"}), &[]);
    options(json!({"arm": "infantry", "attacked_by": "cavalry", "in_town": true}), &[]);
    options(json!({"arm": "infantry", "attacked_by": "infantry"}), &[]);
    let square = json!({"arm": "infantry", "purpose": "emergency_square", "formation": "column"});
    expect(
        "reaction",
        square.clone(),
        &[5],
        json!({"success": true, "formation_after": "square", "may_fire": false}),
    );
    expect(
        "reaction",
        square,
        &[4],
        json!({"success": false, "formation_after": "column", "may_fire": false}),
    );
}

/// §5.3.2 a unit struck in flank or rear may face the attacker.
#[test]
fn facing_the_attacker() {
    let struck = |more: Value| {
        with(json!({"arm": "infantry", "attacked_by": "infantry", "flank_or_rear": true}), more)
    };
    options(struck(json!({})), &["face_attacker"]);
    options(struck(json!({"formation": "square"})), &[]);
    options(struck(json!({"in_town": true})), &[]);
    options(struck(json!({"attacked_by": "none"})), &[]);
}

/// §5.3.2.p3 §7.1.3.p2 guns struck in flank or rear are lost without a roll, unless attached or in a town.
#[test]
fn guns_struck_in_flank() {
    let guns = |attached: &str, town: bool| {
        json!({"arm": "horse_artillery", "formation": "unlimbered", "attacked_by": "cavalry", "flank_or_rear": true,
               "by_continued_attack": true, "attached_to": attached, "in_town": town})
    };
    expect("reaction_options", guns("none", false), &[], json!({"eliminated": true, "options": []}));
    expect(
        "reaction_options",
        guns("infantry", false),
        &[],
        json!({"eliminated": false, "options": ["limber_and_move"]}),
    );
    expect("reaction_options", guns("none", true), &[], json!({"eliminated": false, "options": []}));
}

/// §7.1.3.p3 limbered guns that are attacked are lost unless a reaction succeeds.
#[test]
fn limbered_guns_are_lost() {
    let guns = |formation: &str, town: bool| json!({"arm": "foot_artillery", "formation": formation, "attacked_by": "infantry", "in_town": town});
    expect("reaction_options", guns("limbered", false), &[], json!({"lost_if_stands": true}));
    expect("reaction_options", guns("unlimbered", false), &[], json!({"lost_if_stands": false}));
    expect("reaction_options", guns("limbered", true), &[], json!({"lost_if_stands": false}));
}

/// §5.3.3.p2 horse guns limber and march a whole turn.
#[test]
fn horse_guns_ride_off() {
    options(
        json!({"arm": "horse_artillery", "formation": "unlimbered", "attacked_by": "infantry"}),
        &["limber_and_move"],
    );
    let ride = json!({"arm": "horse_artillery", "purpose": "limber_and_move", "formation": "unlimbered"});
    expect(
        "reaction",
        ride,
        &[1],
        json!({"success": true, "formation_after": "limbered", "move_quarters": 4, "order_after": "O"}),
    );
}

/// §5.3.3.p3 attached foot guns that infantry attacks limber and withdraw, and are in U.
#[test]
fn foot_guns_withdraw() {
    let guns = |attached: &str| json!({"arm": "foot_artillery", "formation": "unlimbered", "attacked_by": "infantry", "attached_to": attached});
    options(guns("cavalry"), &["withdraw_limbered"]);
    options(guns("none"), &[]);
    let withdraw =
        json!({"arm": "foot_artillery", "purpose": "withdraw_limbered", "formation": "unlimbered"});
    expect(
        "reaction",
        withdraw,
        &[1],
        json!({"success": true, "formation_after": "limbered", "move_quarters": 4, "order_after": "U"}),
    );
}

/// §5.3.3.p4 §7.1.3 attached foot guns that cavalry attacks take shelter; they do not count in the melee, are destroyed if the unit loses
/// and gives way, and are left behind if it is cavalry that rides off.
#[test]
fn foot_guns_shelter() {
    options(
        json!({"arm": "foot_artillery", "attacked_by": "cavalry", "attached_to": "infantry"}),
        &["shelter"],
    );
    options(
        json!({"arm": "horse_artillery", "attacked_by": "cavalry", "attached_to": "infantry"}),
        &["limber_and_move"],
    );
    let guns = |host: &str, result: &str, lost: bool, moves: bool| json!({"host_arm": host, "host_result": result, "sheltering": true, "host_lost_melee": lost, "host_moves": moves});
    expect(
        "attached_battery",
        guns("infantry", "disorder", true, false),
        &[],
        json!({"destroyed": true, "counts_in_melee": false}),
    );
    expect("attached_battery", guns("infantry", "hold", true, false), &[], json!({"destroyed": false}));
    expect(
        "attached_battery",
        guns("infantry", "rout", false, true),
        &[],
        json!({"destroyed": false, "crew_left_behind": false}),
    );
    expect("attached_battery", guns("cavalry", "none", false, true), &[], json!({"crew_left_behind": true}));
    expect(
        "attached_battery",
        json!({"host_arm": "cavalry", "host_moves": true}),
        &[],
        json!({"crew_left_behind": false, "counts_in_melee": true}),
    );
}

/// §5.3.3.p5 a battery whose reaction fails stays where it is, in U, and does not fire.
#[test]
fn failed_batteries_stand() {
    let guns = json!({"arm": "horse_artillery", "purpose": "limber_and_move", "formation": "unlimbered", "flank_or_rear": true});
    let expected = json!({"success": false, "formation_after": "unlimbered", "move_quarters": 0, "may_fire": false, "order_after": "U"});
    expect("reaction", guns, &[3], expected);
}

/// A reaction that the arm does not have is refused, and English cavalry must be cavalry.
#[test]
fn reactions_of_another_arm() {
    for (arm, purpose) in [
        ("infantry", "reaction_move"),
        ("cavalry", "emergency_square"),
        ("foot_artillery", "face_attacker"),
        ("foot_artillery", "limber_and_move"),
        ("horse_artillery", "withdraw_limbered"),
        ("infantry", "shelter"),
        ("cavalry", "leave_town"),
        ("cavalry", "abort_attack"),
    ] {
        refuse("reaction", json!({"arm": arm, "purpose": purpose}), "purpose");
    }
    let infantry = json!({"arm": "infantry", "purpose": "break_off_melee", "english_cavalry": true});
    refuse("reaction", infantry, "english_cavalry");
}

/// §5.4.1 §5.4.2 troops abort their attack freely, and go back up to their normal march; guns have no attack.
#[test]
fn aborted_attacks() {
    let abort = |unit: &str, formation: &str| json!({"unit": unit, "formation": formation});
    expect(
        "abort_attack",
        abort("russia_1813.inf.line", "column"),
        &[],
        json!({"needs_roll": false, "allowed": true, "move_max_cm": 25}),
    );
    expect("abort_attack", abort("russia_1813.cav.line", "line"), &[], json!({"move_max_cm": 30}));
    expect("abort_attack", abort("russia_1813.inf.line", "march_column"), &[], json!({"move_max_cm": 25}));
    refuse("abort_attack", abort("russia_1813.art.line_foot", "line"), "unit");
}

/// §land.england_1815.cav.B §land.england_spain_portugal_1808_09.cav.B §land.england_spain_portugal_1810_14.cav.B English cavalry rolls to
/// abort, with 4 less for its declared attack, and attacks if it fails.
#[test]
fn english_cavalry_aborts() {
    for list in [
        "england_1815.cav.light",
        "england_spain_portugal_1808_09.cav.england",
        "england_spain_portugal_1810_14.cav.england",
    ] {
        let abort = |rolled: bool| json!({"unit": list, "formation": "line", "reaction_succeeded": rolled});
        expect(
            "abort_attack",
            abort(false),
            &[],
            json!({"needs_roll": true, "allowed": false, "move_max_cm": 0}),
        );
        expect("abort_attack", abort(true), &[], json!({"allowed": true, "move_max_cm": 30}));
    }
    let roll = |purpose: &str| json!({"arm": "cavalry", "purpose": purpose, "declared_attack": true, "english_cavalry": true});
    expect(
        "reaction",
        roll("abort_attack"),
        &[9],
        json!({"modifier": -4, "total": 5, "success": false, "order_after": "O", "may_fire": true}),
    );
    expect("reaction", roll("break_off_melee"), &[9], json!({"modifier": -2}));
}

/// §land.england_1815.cav.C §land.england_spain_portugal_1808_09.cav.C §land.england_spain_portugal_1810_14.cav.C English cavalry must
/// continue, unless a reaction with 4 less releases it.
#[test]
fn english_cavalry_goes_on() {
    let go_on = |arm: &str, refused: bool| {
        json!({"arm": arm, "formation": "column", "declared_attack": true, "target_fate": "routed", "next_distance_cm": 5,
               "english_cavalry": true, "refused": refused})
    };
    expect("continue_attack", go_on("cavalry", false), &[], json!({"allowed": true, "obligatory": true}));
    expect("continue_attack", go_on("cavalry", true), &[], json!({"allowed": true, "obligatory": false}));
    expect("continue_attack", go_on("infantry", false), &[], json!({"obligatory": false}));
    let refuses = json!({"arm": "cavalry", "purpose": "refuse_continued_attack", "english_cavalry": true, "declared_attack": true, "melee_bonus": 3});
    // The row for a declared attack counts in no refusal, including the first (R24).
    expect(
        "reaction",
        refuses,
        &[6],
        json!({"modifier": -1, "total": 5, "success": false, "order_after": "O"}),
    );
}
