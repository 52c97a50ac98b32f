//! Chapter 6: fire and ammunition.

use crate::common::{expect, json, refuse, told, with};
use krigsspil_engine::serde_json::Value;

fn shot(arm: &str, cm: f64, more: Value) -> Value {
    let formation = if arm == "artillery" { "unlimbered" } else { "line" };
    with(json!({"arm": arm, "formation": formation, "distance_cm": cm}), more)
}

/// §6.1.1 only in the opponent's turn.
#[test]
fn not_in_ones_own_turn() {
    expect("may_fire", shot("infantry", 5.0, json!({})), &[], json!({"allowed": true}));
    expect(
        "may_fire",
        shot("infantry", 5.0, json!({"own_turn": true})),
        &[],
        json!({"reasons": ["own_turn"]}),
    );
}

/// §6.1.1.p2 §6.1.5 one shot, or four from a square or building.
#[test]
fn shots_a_turn() {
    expect(
        "may_fire",
        shot("infantry", 5.0, json!({"shots_fired": 1})),
        &[],
        json!({"reasons": ["already_fired"]}),
    );
    for four in
        [json!({"shots_fired": 3, "formation": "square"}), json!({"shots_fired": 3, "in_building": true})]
    {
        expect("may_fire", shot("infantry", 5.0, four.clone()), &[], json!({"allowed": true}));
        expect(
            "may_fire",
            shot("infantry", 5.0, with(four, json!({"shots_fired": 4}))),
            &[],
            json!({"reasons": ["already_fired"]}),
        );
    }
    expect(
        "may_fire",
        shot("artillery", 5.0, json!({"shots_fired": 1, "in_building": true})),
        &[],
        json!({"reasons": ["already_fired"]}),
    );
}

/// §6.1.1.p3 45 degrees for infantry and for guns in zone 1, otherwise 30; the limit is included.
#[test]
fn arcs_of_fire() {
    for (arm, cm, deg, allowed) in [
        ("infantry", 5.0, 45.0, true),
        ("infantry", 5.0, 45.5, false),
        ("artillery", 5.0, 45.0, true),
        ("artillery", 6.0, 31.0, false),
        ("artillery", 6.0, 30.0, true),
    ] {
        expect("may_fire", shot(arm, cm, json!({"angle_deg": deg})), &[], json!({"allowed": allowed}));
    }
}

/// §6.1.2 §4.6.1 everything that prevents a unit from firing, in the printed order.
#[test]
fn who_does_not_fire() {
    let all = json!({"order": "FU", "declared_attack": true, "tried_reaction": true, "in_continued_melee": true, "formation": "march_column", "no_fire_value": true});
    let reasons = [
        "no_fire_value",
        "full_disorder",
        "declared_attack",
        "tried_reaction",
        "continued_melee",
        "march_column",
    ];
    expect("may_fire", shot("infantry", 1.0, all), &[], json!({"reasons": reasons}));
    expect(
        "may_fire",
        shot("artillery", 1.0, json!({"formation": "limbered", "ammunition": 0})),
        &[],
        json!({"reasons": ["limbered", "no_ammunition"]}),
    );
    expect(
        "may_fire",
        shot("cavalry", 1.0, json!({"ammunition": 0})),
        &[],
        json!({"reasons": ["cavalry", "out_of_range"], "zone": 0}),
    );
    expect(
        "may_fire",
        shot("infantry", 1.0, json!({"order": "U", "ammunition": 0})),
        &[],
        json!({"allowed": true}),
    );
}

/// §6.1.2.p2 §4.8.4 nobody fires into a continued melee, and infantry does not fire at towns.
#[test]
fn who_is_not_fired_at() {
    expect(
        "may_fire",
        shot("artillery", 1.0, json!({"target_in_continued_melee": true})),
        &[],
        json!({"reasons": ["target_in_continued_melee"]}),
    );
    expect(
        "may_fire",
        shot("infantry", 1.0, json!({"target_in_town": true})),
        &[],
        json!({"reasons": ["infantry_at_town"]}),
    );
    expect(
        "may_fire",
        shot("artillery", 1.0, json!({"target_in_town": true})),
        &[],
        json!({"allowed": true}),
    );
}

/// §tabel-6 zones end at 5, 20, 35 and 50 cm; infantry's ends at 5.
#[test]
fn zones_of_fire() {
    for (cm, zone) in [(5.0, 1), (5.5, 2), (20.0, 2), (20.5, 3), (35.0, 3), (35.5, 4), (50.0, 4), (50.5, 0)] {
        expect(
            "may_fire",
            shot("artillery", cm, json!({})),
            &[],
            json!({"zone": zone, "allowed": zone != 0}),
        );
    }
    expect(
        "may_fire",
        shot("infantry", 5.5, json!({})),
        &[],
        json!({"zone": 0, "reasons": ["out_of_range"]}),
    );
}

/// §6.1.6 a tenth of the range on each side, at least 1.5 cm.
#[test]
fn safety_strips() {
    let strip = |cm: f64, offset: f64| json!({"distance_cm": cm, "friend_offset_cm": offset});
    expect("safety_distance", strip(40.0, 4.0), &[], json!({"required_cm": 4.0, "safe": true}));
    expect("safety_distance", strip(40.0, 3.9), &[], json!({"safe": false}));
    expect("safety_distance", strip(50.2, 5.02), &[], json!({"required_cm": 5.02, "safe": true}));
    expect("safety_distance", strip(50.2, 5.01), &[], json!({"safe": false}));
    expect("safety_distance", strip(10.0, 1.4), &[], json!({"required_cm": 1.5, "safe": false}));
    expect("safety_distance", json!({"distance_cm": 40}), &[], json!({"safe": true}));
}

/// §6.1.7 over friends only from higher ground, with 5 cm before and 10 cm behind them.
#[test]
fn overhead_fire() {
    let over = |higher: bool, near: f64, far: f64| json!({"gun_higher": higher, "gun_to_friend_cm": near, "friend_to_target_cm": far});
    expect("overhead_fire", over(true, 5.0, 10.0), &[], json!({"allowed": true}));
    expect(
        "overhead_fire",
        over(false, 4.9, 9.9),
        &[],
        json!({"reasons": ["not_higher", "friend_near_gun", "friend_near_target"]}),
    );
}

/// §6.1.11 at most two batteries of one corps; a chief's batteries and a single target are exempt.
#[test]
fn batteries_together() {
    let corps = |corps: &[i32], only: bool| json!({"batteries": corps.iter().map(|corps| json!({"corps": corps})).collect::<Vec<_>>(), "only_target": only});
    expect("fire_coordination", corps(&[1, 1], false), &[], json!({"allowed": true}));
    expect("fire_coordination", corps(&[1, 2], false), &[], json!({"reasons": ["different_corps"]}));
    expect("fire_coordination", corps(&[1, 1, 1], false), &[], json!({"reasons": ["more_than_two"]}));
    expect("fire_coordination", corps(&[1, 2, 3], true), &[], json!({"allowed": true}));
    let chief = json!({"batteries": [{"corps": 1}, {"corps": 1}, {"corps": 2, "artillery_chief": true}, {"corps": 3, "artillery_chief": true}]});
    expect("fire_coordination", chief, &[], json!({"allowed": true}));
}

/// §6.1.9 §6.1.10 §tabel-5 the infantry and general rows; plus one for each full 3 above 6, minus one for each below.
#[test]
fn infantry_fire() {
    let fire = |front: i32, more: Value| with(json!({"front_figures": front}), more);
    for (front, modifier) in [(6, 0), (8, 0), (9, 1), (14, 2), (5, -1), (1, -5)] {
        expect("infantry_fire", fire(front, json!({})), &[0], json!({"figures_modifier": modifier}));
    }
    let all = fire(
        12,
        json!({"order": "U", "fire_bonus": 3, "target_arm": "cavalry", "target_in_cover": true, "target_moved_half": true}),
    );
    expect(
        "infantry_fire",
        all.clone(),
        &[9],
        json!({"modifier": 0, "total": 9, "column": "9-10", "losses": 3, "morale_modifier": -2}),
    );
    let rows = [
        ("front_rank", "+2"),
        ("target_in_cover", "-2"),
        ("target_moved_half", "-1"),
        ("fires_in_disorder", "-2"),
        ("fire_addition", "+3"),
    ];
    assert_eq!(told("infantry_fire", all, &[9]), rows.map(|(row, value)| (row, value.to_string())));
    expect(
        "infantry_fire",
        fire(6, json!({"target_arm": "artillery", "target_in_cover": true, "target_moved_half": true})),
        &[0],
        json!({"modifier": 0}),
    );
}

/// §tabel-6 every column of the infantry rows.
#[test]
fn infantry_losses() {
    for (total, column, losses, morale) in
        [(3, "X-3", 0, 0), (4, "4-6", 1, 0), (7, "7-8", 2, -1), (9, "9-10", 3, -2)]
    {
        let expected =
            json!({"column": column, "losses": losses, "morale_modifier": morale, "morale_test": losses > 0});
        expect("infantry_fire", json!({"front_figures": 6}), &[total], expected);
    }
    expect(
        "infantry_fire",
        json!({"front_figures": 12}),
        &[9],
        json!({"total": 11, "column": "11-X", "losses": 4, "morale_modifier": -3}),
    );
}

/// §6.1.5 from a square or town a quarter of the figures fires, rounded down; the square has 2 less.
#[test]
fn fire_from_squares_and_towns() {
    let from = |place: &str| json!({"firing_from": place, "figures": 39});
    expect("infantry_fire", from("town"), &[5], json!({"firing_figures": 9, "modifier": 1}));
    expect("infantry_fire", from("square"), &[5], json!({"firing_figures": 9, "modifier": -1}));
    refuse("infantry_fire", json!({"firing_from": "town", "front_figures": 9}), "figures");
    refuse("infantry_fire", json!({"figures": 30}), "front_figures");
}

fn guns(cm: f64, more: Value) -> Value {
    with(json!({"distance_cm": cm, "target_arm": "infantry", "target_formation": "line"}), more)
}

/// §6.1.9 §tabel-5 the artillery rows: gunners by full threes, under fire from half its strength, light guns in zone 4.
#[test]
fn artillery_rows() {
    for (gunners, modifier) in [(12, 0), (14, 0), (15, 1), (18, 2), (10, 0), (9, -1), (6, -2)] {
        expect(
            "artillery_fire",
            guns(4.0, json!({"gunners": gunners})),
            &[0],
            json!({"gunners_modifier": modifier}),
        );
    }
    for (by, modifier) in [(0, 0), (5, 0), (6, -2)] {
        expect(
            "artillery_fire",
            guns(4.0, json!({"shelled_by_gunners": by})),
            &[0],
            json!({"modifier": modifier}),
        );
    }
    for (gun, cm, modifier) in [
        ("six_pounder", 36.0, -6),
        ("nine_pounder", 50.0, -6),
        ("twelve_pounder", 50.0, 0),
        ("six_pounder", 35.0, 0),
    ] {
        expect("artillery_fire", guns(cm, json!({"gun": gun})), &[0], json!({"modifier": modifier}));
    }
    expect(
        "artillery_fire",
        guns(4.0, json!({"order": "U", "fire_bonus": 2, "target_in_cover": true})),
        &[5],
        json!({"modifier": -2}),
    );
}

/// §6.1.8 §tabel-5 column, march column and flank give 2 once, a square gives 3 instead, unlimbered guns minus 2.
#[test]
fn how_the_target_stands() {
    for (arm, formation, flank, modifier) in [
        ("infantry", "line", false, 0),
        ("infantry", "line", true, 2),
        ("infantry", "column", true, 2),
        ("infantry", "march_column", false, 2),
        ("infantry", "square", true, 3),
        ("cavalry", "column", false, 2),
        ("artillery", "unlimbered", false, -2),
        ("artillery", "unlimbered", true, 0),
        ("artillery", "limbered", false, 0),
    ] {
        let target = json!({"target_arm": arm, "target_formation": formation, "target_flank": flank});
        expect("artillery_fire", guns(4.0, target), &[0], json!({"target_modifier": modifier}));
    }
    refuse(
        "artillery_fire",
        guns(4.0, json!({"target_arm": "cavalry", "target_formation": "square"})),
        "target_formation",
    );
    refuse("artillery_fire", guns(4.0, json!({"target_formation": "limbered"})), "target_formation");
}

/// §1.6.4.p4 a unit in FU counts as column under fire, whatever its formation was; a battery in FU no longer counts as unlimbered guns.
#[test]
fn mobs_count_as_column() {
    for (arm, formation) in
        [("infantry", "line"), ("infantry", "square"), ("artillery", "unlimbered"), ("cavalry", "line")]
    {
        let mob = json!({"target_arm": arm, "target_formation": formation, "target_order": "FU", "target_flank": true});
        expect("artillery_fire", guns(4.0, mob), &[0], json!({"target_modifier": 2}));
    }
}

/// §6.1.10 §tabel-6 every zone and column of the artillery rows.
#[test]
fn artillery_losses() {
    let rows = [
        (5.0, [1, 2, 3, 4, 6], [0, -1, -2, -4, -6]),
        (20.0, [1, 2, 2, 3, 4], [0; 5]),
        (35.0, [0, 1, 2, 2, 3], [0; 5]),
        (50.0, [0, 0, 1, 1, 2], [0; 5]),
    ];
    for (cm, losses, morale) in rows {
        for (place, die) in [(0, 1), (1, 4), (2, 6), (3, 7), (4, 9)] {
            let fire = guns(cm, json!({"gun": "twelve_pounder", "fire_bonus": 2}));
            let expected =
                json!({"losses": losses[place], "morale_modifier": morale[place], "morale_test": cm == 5.0});
            expect("artillery_fire", fire, &[die], expected);
        }
    }
}

/// §4.8.5 fire within 5 cm at infantry in a town uses zone 2: no deduction and no test; formation and flank do not count.
#[test]
fn fire_at_towns() {
    let town = |arm: &str, formation: &str| {
        guns(
            4.0,
            json!({"target_arm": arm, "target_formation": formation, "target_in_town": true, "target_flank": true, "fire_bonus": 4}),
        )
    };
    let expected = json!({"zone": 1, "loss_zone": 2, "target_modifier": 0, "modifier": 2, "losses": 4, "morale_modifier": 0, "morale_test": false});
    expect("artillery_fire", town("infantry", "square"), &[9], expected);
    expect(
        "artillery_fire",
        town("cavalry", "column"),
        &[9],
        json!({"loss_zone": 1, "target_modifier": 0, "losses": 6, "morale_test": true}),
    );
}

/// §4.8.6 a battery in a town has no cover.
#[test]
fn batteries_in_towns_are_bare() {
    let fire = guns(
        4.0,
        json!({"target_arm": "artillery", "target_formation": "unlimbered", "target_in_town": true}),
    );
    expect("artillery_fire", fire, &[5], json!({"modifier": -2, "loss_zone": 1}));
}

/// §6.1.12.1 8 loads, 10 for 12-pounders, 12 for the French Guard; a shot uses a load.
#[test]
fn ammunition() {
    let battery =
        |gun: &str, guard: bool, shots: i32| json!({"gun": gun, "french_guard": guard, "shots": shots});
    for (gun, guard, full) in [
        ("six_pounder", false, 8),
        ("nine_pounder", false, 8),
        ("twelve_pounder", false, 10),
        ("six_pounder", true, 12),
        ("twelve_pounder", true, 12),
    ] {
        expect(
            "ammunition",
            battery(gun, guard, 3),
            &[],
            json!({"full": full, "left": full - 3, "may_fire": true}),
        );
        expect("ammunition", battery(gun, guard, full), &[], json!({"left": 0, "may_fire": false}));
    }
    refuse("ammunition", battery("six_pounder", false, 9), "shots");
}

/// §6.1.12.2 0 to 4 fills the battery, if no enemy is within 50 cm.
#[test]
fn resupply() {
    let battery = |cm: f64| json!({"nearest_enemy_cm": cm, "left": 1});
    expect("resupply", battery(50.5), &[4], json!({"success": true, "left_after": 8}));
    expect("resupply", battery(50.5), &[5], json!({"success": false, "left_after": 1}));
    expect("resupply", battery(50.0), &[0], json!({"allowed": false, "success": false, "left_after": 1}));
    expect("resupply", json!({"french_guard": true}), &[0], json!({"left_after": 12}));
    refuse("resupply", json!({"left": 9}), "left");
}
