//! Fire and mines: chapters 19.06 and 19.08.

use crate::armies_support::{expect, outcome, refused, told};
use krigsspil_engine::serde_json::{Value, json};

/// §19.06.1 §19.06.2 3-6 lights it; one second roll a turn later, then it must be prepared again
#[test]
fn lighting() {
    for die in 1..=6 {
        let burns = die >= 3;
        let first =
            json!({ "fire": burns, "retry_after_turns": if burns { 0 } else { 1 }, "prepare_again": false });
        expect("fire_start", json!({}), &[die], first);
        let second = json!({ "fire": burns, "retry_after_turns": 0, "prepare_again": !burns });
        expect("fire_start", json!({ "attempt": 2 }), &[die], second);
    }
    refused("fire_start", json!({ "attempt": 3 }), "attempt");
}

/// §19.06.3 large objects burn 8 turns, small ones 4
#[test]
fn burning_time() {
    expect("fire_start", json!({ "size": "large" }), &[3], json!({ "burn_turns": 8 }));
    expect("fire_start", json!({ "size": "small" }), &[3], json!({ "burn_turns": 4 }));
    expect("fire_start", json!({ "size": "small" }), &[2], json!({ "burn_turns": 0 }));
    for (object, turns) in [
        ("wooden_bridge", 8),
        ("ferry", 8),
        ("building", 8),
        ("other_large", 8),
        ("gangway", 4),
        ("boat", 4),
        ("abatis_or_palisade", 4),
        ("wagon", 4),
        ("other_small", 4),
    ] {
        expect(
            "fire_fight",
            json!({ "object": object, "fire_turn": 3 }),
            &[],
            json!({ "burn_turns": turns }),
        );
    }
}

/// §19.06.4 it takes twice the figures of lighting it, all pioneers or all others, or anybody inside a building
#[test]
fn fire_fighters() {
    let fight = |object: &str, pioneers: i32, others: i32, inside: i32| {
        let facts = json!({ "object": object, "fire_turn": 3, "pioneers": pioneers, "others": others,
                            "figures_in_building": inside });
        outcome("fire_fight", &facts, &[])["enough"] == true
    };
    assert!(fight("building", 4, 0, 0) && fight("building", 0, 8, 0) && fight("building", 0, 0, 1));
    assert!(!fight("building", 3, 7, 0) && !fight("wooden_bridge", 3, 7, 5));
    assert!(fight("wagon", 2, 0, 0) && fight("other_small", 0, 2, 0) && !fight("wagon", 1, 1, 9));
    assert!(fight("abatis_or_palisade", 0, 4, 0) && !fight("abatis_or_palisade", 1, 3, 0));
}

/// §19.06.4 if put out in the first turn it is unharmed, in the second half destroyed; later it burns down
#[test]
fn putting_out() {
    let fight = |turn: i32| json!({ "object": "boat", "fire_turn": turn, "pioneers": 2 });
    let state = |extinguished: bool, state: &str| json!({ "extinguished": extinguished, "state": state });
    expect("fire_fight", fight(1), &[5], state(true, "unharmed"));
    expect("fire_fight", fight(1), &[4], state(false, "burning"));
    expect("fire_fight", fight(2), &[6], state(true, "half_destroyed"));
    expect("fire_fight", fight(2), &[1], state(false, "burning_down"));
    expect("fire_fight", fight(4), &[], state(false, "burning_down"));
    expect("fire_fight", fight(5), &[], state(false, "burnt_down"));
    let nobody = json!({ "object": "boat", "fire_turn": 1 });
    expect("fire_fight", nobody, &[], json!({ "enough": false, "state": "burning" }));
    expect("fire_fight", json!({ "object": "ferry", "fire_turn": 8 }), &[], state(false, "burning_down"));
}

/// §19.06.5 fire spreads 4 cm, downwind 10 or 15 within 30 degrees, more in a strong wind; 3-6 catches fire
#[test]
fn spreading() {
    let near = |cm: f64, off: f64, size: &str, more: f64| json!({ "distance_cm": cm, "off_wind_deg": off, "size": size, "wind_extra_cm": more });
    expect(
        "fire_spread",
        near(4.0, 31.0, "large", 9.0),
        &[3],
        json!({ "reach_cm": 4, "catches_fire": true }),
    );
    expect(
        "fire_spread",
        near(4.1, 31.0, "large", 9.0),
        &[],
        json!({ "in_reach": false, "catches_fire": false }),
    );
    expect(
        "fire_spread",
        near(15.0, 30.0, "large", 0.0),
        &[2],
        json!({ "downwind": true, "catches_fire": false }),
    );
    expect("fire_spread", near(10.1, 0.0, "small", 0.0), &[], json!({ "reach_cm": 10, "in_reach": false }));
    expect(
        "fire_spread",
        near(12.0, 0.0, "small", 2.0),
        &[6],
        json!({ "reach_cm": 12, "catches_fire": true }),
    );
    expect("fire_spread", json!({ "distance_cm": 5 }), &[], json!({ "downwind": false, "in_reach": false }));
}

/// §19.06.5 the wind die: 1 is north, then each point is 60 degrees clockwise
#[test]
fn wind() {
    let ways: Vec<_> =
        (1..=6).map(|die| outcome("wind_direction", &json!({}), &[die])["toward_deg"].clone()).collect();
    assert_eq!(ways, [0, 60, 120, 180, 240, 300]);
}

/// §19.06.6 a battery within reach burns on 3-6, and then its powder is rolled for: 2 loads make a charge, rounded up
#[test]
fn batteries_near_a_fire() {
    let battery = |loads: i32, dice: &[i64]| outcome("fire_in_battery", &json!({ "loads": loads }), dice);
    assert_eq!(
        battery(9, &[2]),
        json!({ "fire": false, "charges": 5, "blast": "none", "charges_exploding": 0 })
    );
    assert_eq!(
        battery(9, &[3, 2]),
        json!({ "fire": true, "charges": 5, "blast": "misfire", "charges_exploding": 0 })
    );
    assert_eq!(
        battery(9, &[6, 3]),
        json!({ "fire": true, "charges": 5, "blast": "partial", "charges_exploding": 3 })
    );
    assert_eq!(
        battery(9, &[6, 5]),
        json!({ "fire": true, "charges": 5, "blast": "complete", "charges_exploding": 5 })
    );
    assert_eq!(
        battery(0, &[6]),
        json!({ "fire": true, "charges": 0, "blast": "none", "charges_exploding": 0 })
    );
}

fn dig(more: Value) -> Value {
    let mut facts = json!({ "leader": "engineer_officer", "miners": 3, "helpers": 5 });
    for (name, value) in more.as_object().unwrap() {
        facts[name] = value.clone();
    }
    facts
}

/// §19.08.2 the shaft: 12 turns for every 10 m or part of it, with its own delay
#[test]
fn shaft() {
    for (metres, turns) in [(10.0, 12), (10.5, 24), (0.5, 12)] {
        let facts = dig(json!({ "shaft_m": metres, "shaft_turns_under_fire": 1 }));
        expect("mine_works", facts, &[5], json!({ "shaft_turns": turns, "shaft_delay_turns": turns / 4 }));
    }
}

/// §19.08.3 the gallery: 6 turns for every cm or part of it
#[test]
fn gallery() {
    for (cm, turns) in [(1.0, 6), (1.1, 12), (7.0, 42)] {
        let facts = dig(json!({ "gallery_cm": cm, "gallery_turns_under_fire": 3 }));
        expect(
            "mine_works",
            facts,
            &[5],
            json!({ "gallery_turns": turns, "gallery_delay_turns": turns / 2 }),
        );
    }
}

/// §19.08.4 the chamber: 12 turns for every 2 charges or part of 2; the three works follow one another
#[test]
fn chamber() {
    for (charges, turns) in [(2.0, 12), (2.25, 24), (0.25, 12)] {
        expect(
            "mine_works",
            dig(json!({ "chamber_charges": charges })),
            &[6],
            json!({ "chamber_turns": turns }),
        );
    }
    let all = dig(json!({ "shaft_m": 10, "gallery_cm": 2, "chamber_charges": 2 }));
    let fields = json!({ "shaft_delay_turns": 6, "gallery_delay_turns": 3, "chamber_delay_turns": 0, "total_turns": 45, "shifts": 2 });
    expect("mine_works", all, &[1, 3, 5], fields);
}

/// §19.08.2 §19.04.2 who digs: an engineer officer leads 3 miners or 5 pioneers with 5 helpers
#[test]
fn digging_party() {
    let party = |leader: &str, miners: i32, pioneers: i32, helpers: i32| json!({ "shaft_m": 10, "leader": leader, "miners": miners, "pioneers": pioneers, "helpers": helpers });
    expect(
        "mine_works",
        party("artillery_officer", 0, 5, 5),
        &[6],
        json!({ "possible": true, "total_turns": 12 }),
    );
    let reasons =
        |reasons: Value| json!({ "possible": false, "reasons": reasons, "shaft_turns": 0, "total_turns": 0 });
    expect("mine_works", party("pioneer_nco", 3, 0, 5), &[], reasons(json!(["leader_too_low"])));
    expect(
        "mine_works",
        party("none", 2, 4, 4),
        &[],
        reasons(json!(["no_leader", "too_few_miners", "too_few_helpers"])),
    );
}

/// §19.08.1 a mine at the foot of a wall needs no digging, and no dice
#[test]
fn a_mine_without_digging() {
    expect("mine_works", dig(json!({})), &[], json!({ "possible": true, "total_turns": 0, "shifts": 0 }));
}

/// §19.08.5 one turn through the shaft, then 3 cm of gallery each turn
#[test]
fn laying() {
    for (shaft, cm, turns) in [(false, 0.0, 0), (true, 0.0, 1), (false, 3.0, 1), (true, 3.5, 3)] {
        expect("mine_lay", json!({ "shaft": shaft, "gallery_cm": cm }), &[], json!({ "turns": turns }));
    }
}

/// §19.08.6 the mine die with the umpire's minus; after a misfire it may be fired again after 1 or 2 turns
#[test]
fn mine_die() {
    let results: Vec<_> =
        (1..=6).map(|die| outcome("mine", &json!({ "charges": 1 }), &[die])["result"].clone()).collect();
    assert_eq!(results, ["misfire", "misfire", "half", "half", "full", "full"]);
    let wet = json!({ "charges": 1, "die_modifier": -5, "gallery_cm": 10 });
    expect(
        "mine",
        wet.clone(),
        &[6],
        json!({ "modified_die": 1, "result": "misfire", "retry_after_turns": 1, "radius_cm": 0 }),
    );
    assert_eq!(told("mine", wet, &[6]), ["wet_ground -5"]);
    let long = json!({ "charges": 1, "gallery_cm": 10.1 });
    expect("mine", long.clone(), &[2], json!({ "retry_after_turns": 2 }));
    expect("mine", long, &[3], json!({ "retry_after_turns": 0 }));
}

/// §19.08.7 no new mine can be laid where one has exploded, even a half one
#[test]
fn a_spent_place() {
    for (die, spent) in [(2, false), (3, true), (6, true)] {
        expect("mine", json!({ "charges": 1 }), &[die], json!({ "spent": spent }));
    }
}

/// §19.08.8 3 cm for each charge at 10 m; at twice the depth half as far; at less depth no farther
#[test]
fn mine_radius() {
    for (charges, depth, full) in [(2.0, 10.0, 6.0), (4.0, 20.0, 6.0), (2.0, 5.0, 6.0), (0.25, 15.0, 0.5)] {
        let facts = json!({ "charges": charges, "depth_m": depth });
        expect("mine", facts.clone(), &[6], json!({ "full_radius_cm": full, "radius_cm": full }));
        expect("mine", facts, &[4], json!({ "full_radius_cm": full, "radius_cm": full / 2.0 }));
    }
}

/// §19.12.5 field works are blown up with mines: the demolition table has no row for them
#[test]
fn field_works_are_mined() {
    refused("demolition_row", json!({ "object": "breastwork_1" }), "object");
}
