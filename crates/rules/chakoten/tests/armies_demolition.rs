//! Destruction, powder and explosions: chapters 19.02, 19.05, 19.07, 19.09, skema XXI.

use crate::armies_support::{expect, outcome, refused, told};
use krigsspil_engine::serde_json::{Value, json};

/// §skema-XXI §skema-XXI.note.1 §19.05.4 §19.05.2 every cell of the demolition table
#[test]
fn skema_xxi_cell_by_cell() {
    let no = Value::Null;
    let rows = [
        ("gangway", "ordinary_officer", [1, 2, 1, 2], (1, "piece"), (2, 0.25), json!(2), json!(1), json!(2)),
        (
            "wooden_bridge",
            "ordinary_officer",
            [2, 4, 4, 6],
            (1, "piece"),
            (4, 1.0),
            json!(4),
            json!(2),
            json!(5),
        ),
        (
            "stone_bridge",
            "engineer_officer",
            [3, 6, 0, 0],
            (1, "piece"),
            (6, 2.0),
            no.clone(),
            no.clone(),
            no.clone(),
        ),
        ("ferry", "ordinary_officer", [2, 4, 4, 6], (1, "piece"), (3, 1.0), json!(3), no.clone(), json!(4)),
        ("boat", "ordinary_officer", [1, 1, 1, 2], (1, "piece"), (2, 0.5), json!(2), json!(1), json!(2)),
        ("wall", "ordinary_officer", [1, 1, 2, 2], (2, "cm"), (1, 0.25), no.clone(), no.clone(), json!(4)),
        (
            "abatis_or_palisade",
            "ordinary_officer",
            [1, 2, 2, 3],
            (2, "cm"),
            (1, 0.25),
            json!(2),
            no.clone(),
            json!(3),
        ),
        ("chevaux_de_frise", "ordinary_officer", [1, 2, 2, 3], (2, "cm"), (1, 0.25), no, json!(1), json!(2)),
    ];
    assert_eq!(rows.len(), krigsspil_chakoten::armies::vocabulary::DemolitionObject::ALL.len());
    for (object, leader, figures, portion, blast, burn, throw_off, other) in rows {
        let fields = json!({
            "leader_required": leader, "pioneers_min": figures[0], "pioneers_max": figures[1],
            "others_allowed": figures[2] > 0, "others_min": figures[2], "others_max": figures[3],
            "portion": portion.0, "portion_unit": portion.1, "blast_turns": blast.0, "blast_charges": blast.1,
            "burn_turns": burn, "burn_acquisition": !burn.is_null(), "throw_off_turns": throw_off, "other_turns": other,
        });
        expect("demolition_row", json!({ "object": object }), &[], fields);
    }
}

/// §19.05.1 the umpire decides about objects that are not in the table
#[test]
fn unknown_objects_are_refused() {
    refused("demolition_row", json!({ "object": "windmill" }), "object");
}

/// §19.02.2 §19.07.2 a charge takes two combat loads and a whole turn; only whole charges are made, and no more than are lacking
#[test]
fn charges_from_combat_loads() {
    let make = |needed: f64, park: f64, loads: i32| json!({ "charges_needed": needed, "charges_in_park": park, "loads": loads });
    let fields =
        json!({ "charges_made": 2, "loads_used": 4, "turns": 2, "charges_total": 2.25, "enough": true });
    expect("powder_charges", make(2.0, 0.25, 9), &[], fields);
    expect("powder_charges", make(4.0, 0.0, 5), &[], json!({ "charges_made": 2, "enough": false }));
    expect(
        "powder_charges",
        make(1.0, 3.0, 5),
        &[],
        json!({ "charges_made": 0, "charges_total": 3, "enough": true }),
    );
    refused("powder_charges", make(0.3, 0.0, 5), "charges_needed");
}

fn destroy(object: &str, method: &str, more: Value) -> Value {
    let mut facts =
        json!({ "object": object, "method": method, "leader": "engineer_officer", "pioneers": 4 });
    for (name, value) in more.as_object().unwrap() {
        facts[name] = value.clone();
    }
    facts
}

/// §19.05.4.1 §19.07.3 blasting takes the printed turns and charges, the turns to carry the powder, and a delay die
#[test]
fn blasting_is_prepared() {
    let facts = destroy("wooden_bridge", "blast", json!({ "transport_turns": 3, "quantity": 2 }));
    let fields = json!({
        "portions": 2, "rounds": 2, "ordinary_turns": 8, "delay_percent": 25, "delay_turns": 2, "total_turns": 13,
        "charges_needed": 2, "then": "blast_roll",
    });
    expect("demolition", facts, &[4], fields);
}

/// §19.05.3 other arms do not count in a blasting, and need no leader
#[test]
fn only_pioneers_blast() {
    let facts = destroy("gangway", "blast", json!({ "pioneers": 0, "others": 60 }));
    expect(
        "demolition",
        facts,
        &[],
        json!({ "other_units": 0, "reasons": ["no_work_unit"], "charges_needed": 0.25 }),
    );
    let facts = destroy("gangway", "blast", json!({ "pioneers": 2, "others": 60 }));
    expect("demolition", facts, &[6], json!({ "possible": true, "work_units": 1 }));
}

/// §19.07.1 §skema-XXI.note.4 §19.05.2 §19.04.2 an engineer or artillery officer leads every blasting; the time is never doubled
#[test]
fn blasting_is_led_by_engineers() {
    for (leader, possible) in [
        ("engineer_officer", true),
        ("artillery_officer", true),
        ("pioneer_nco", false),
        ("ordinary_officer", false),
    ] {
        let facts = destroy("wall", "blast", json!({ "leader": leader }));
        let dice: &[i64] = if possible { &[6] } else { &[] };
        let got = outcome("demolition", &facts, dice);
        assert_eq!(got["possible"], possible, "{leader}");
        assert_eq!(got["leader_required"], "engineer_officer");
        let by_hand = destroy("wall", "other", json!({ "leader": leader }));
        expect("demolition", by_hand, &[6], json!({ "possible": true, "ordinary_turns": 4 }));
    }
    let nobody = destroy("wall", "other", json!({ "leader": "none" }));
    expect("demolition", nobody, &[], json!({ "reasons": ["no_leader"], "then": "none" }));
}

/// §19.05.4.2 §19.06.1 §skema-XXI.note.2 burning is prepared in the printed turns, and the die may provide fuel
#[test]
fn burning_is_prepared() {
    let facts = destroy("ferry", "burn", json!({ "materials": "acquired" }));
    let fields = json!({ "ordinary_turns": 3, "acquisition_turns": 2, "delay_turns": 1, "total_turns": 6, "then": "fire_start" });
    expect("demolition", facts, &[2, 3], fields);
    expect(
        "demolition",
        destroy("ferry", "burn", json!({})),
        &[6],
        json!({ "total_turns": 3, "charges_needed": 0 }),
    );
    let axes = destroy("ferry", "other", json!({ "materials": "acquired" }));
    expect("demolition", axes, &[], json!({ "reasons": ["acquisition_not_allowed"] }));
    let stone = destroy("stone_bridge", "burn", json!({ "materials": "acquired" }));
    expect("demolition", stone, &[], json!({ "reasons": ["method_not_possible"] }));
}

/// §19.05.4.3 §19.09.2 §skema-XXI.note.3 every 5 cm of deck, or part of it, is a portion, on each bridge
#[test]
fn decks_by_five_cm() {
    for (deck_cm, portions) in [(5.0, 2), (5.1, 4), (12.0, 6)] {
        let facts = destroy("wooden_bridge", "throw_off", json!({ "deck_cm": deck_cm, "quantity": 2 }));
        expect("demolition", facts, &[6], json!({ "portions": portions, "ordinary_turns": 2 * portions }));
    }
    let boats = destroy("boat", "throw_off", json!({ "deck_cm": 12, "quantity": 3, "pioneers": 1 }));
    expect("demolition", boats, &[6], json!({ "portions": 3, "ordinary_turns": 3, "then": "done" }));
}

/// §19.09.1 a stone bridge has no deck to throw off
#[test]
fn stone_bridges_keep_their_deck() {
    let facts = destroy("stone_bridge", "throw_off", json!({}));
    expect(
        "demolition",
        facts,
        &[],
        json!({ "reasons": ["method_not_possible"], "then": "none", "total_turns": 0 }),
    );
}

/// §19.09.3 a thrown-off deck is repaired by the centimetre
#[test]
fn a_deck_is_mended() {
    let facts =
        json!({ "work": "bridge_deck_repair", "quantity": 4.5, "leader": "pioneer_nco", "others": 3 });
    expect("engineering_work", facts, &[6], json!({ "portions": 5, "total_turns": 5 }));
}

/// §19.05.4.4 other means: walls and abatis in stretches of 2 cm, whole pieces
#[test]
fn other_means() {
    let wall = destroy(
        "wall",
        "other",
        json!({ "quantity": 4.1, "pioneers": 0, "others": 4, "leader": "ordinary_officer" }),
    );
    expect(
        "demolition",
        wall,
        &[6],
        json!({ "portions": 3, "rounds": 2, "ordinary_turns": 8, "then": "done" }),
    );
    expect("demolition", destroy("wall", "other", json!({})), &[6], json!({ "portions": 1 }));
    refused("demolition", destroy("boat", "other", json!({ "quantity": 1.5 })), "quantity");
}

/// §19.07.4 the blast die, the correction of a misfire, and the second blast
#[test]
fn blast_die() {
    let fire = |charges: f64, again: bool, die: i64| {
        outcome("blast_roll", &json!({ "charges": charges, "after_partial": again }), &[die])
    };
    let results: Vec<_> = (1..=6).map(|die| fire(2.0, false, die)["result"].clone()).collect();
    assert_eq!(results, ["misfire", "misfire", "partial", "partial", "complete", "complete"]);
    let again: Vec<_> = (1..=6).map(|die| fire(2.0, true, die)["result"].clone()).collect();
    assert_eq!(again, ["misfire", "misfire", "complete", "complete", "complete", "complete"]);
    assert_eq!(fire(2.0, false, 1)["ready_again_turns"], 1);
    assert_eq!(fire(2.0, false, 3)["ready_again_turns"], 0);
    for (laid, new) in
        [(5.0, 3.0), (2.0, 1.0), (1.25, 1.0), (1.0, 1.0), (0.75, 0.5), (0.5, 0.25), (0.25, 0.25)]
    {
        assert_eq!(fire(laid, false, 4)["new_charges"], new, "half of {laid}");
        assert_eq!(fire(laid, false, 6)["new_charges"], 0.0);
    }
}

/// §19.07.4 a new blast after a partial one is prepared with half the charges
#[test]
fn half_the_charges() {
    let bridge = destroy("stone_bridge", "blast", json!({ "after_partial": true, "quantity": 1 }));
    expect("demolition", bridge.clone(), &[6], json!({ "charges_needed": 1 }));
    assert!(told("demolition", bridge, &[6]).contains(&"half_the_charges ✓".to_string()));
    let wall = destroy("wall", "blast", json!({ "after_partial": true, "quantity": 6 }));
    expect("demolition", wall, &[6], json!({ "charges_needed": 0.5 }));
}

fn near(distance_cm: f64, more: Value) -> Value {
    let mut facts = json!({ "charges": 2, "distance_cm": distance_cm, "target_figures": 20 });
    for (name, value) in more.as_object().unwrap() {
        facts[name] = value.clone();
    }
    facts
}

/// §19.07.5 everybody in or on the object is lost, without dice
#[test]
fn on_the_object() {
    let fields =
        json!({ "effect": "destroyed", "figures_destroyed": 20, "men_lost": 0, "morale_effect": "OR" });
    expect("explosion", near(0.0, json!({ "on_object": true })), &[], fields);
}

/// §19.07.9 the blasting party is never hurt, wherever it stands
#[test]
fn blasting_party() {
    let facts = near(0.0, json!({ "on_object": true, "blasting_party": true }));
    expect("explosion", facts, &[], json!({ "effect": "none", "figures_destroyed": 0 }));
}

/// §19.07.6 within 10 cm like artillery in zone II, once for each charge, with 3 points more within 4 cm; the limit itself is inside
#[test]
fn within_ten_cm() {
    let fields = json!({
        "effect": "loss_and_morale", "loss_modifier": -2, "loss_result": 8, "men_per_charge": 4, "men_lost": 8,
        "morale_modifier": 0, "morale_result": 8, "morale_effect": "OR",
    });
    expect("explosion", near(10.0, json!({})), &[2, 3, 5], fields);
    let close = json!({ "loss_modifier": 1, "loss_result": 11, "men_lost": 16, "morale_effect": "LU1" });
    expect("explosion", near(4.0, json!({})), &[2, 3, 5], close);
    expect(
        "explosion",
        near(4.1, json!({ "non_ricochet": true })),
        &[2, 3, 5],
        json!({ "loss_modifier": -6 }),
    );
    expect("explosion", near(5.0, json!({ "charges": 0.25 })), &[2, 3, 5], json!({ "men_lost": 1 }));
    expect(
        "explosion",
        near(5.0, json!({ "charges": 40, "target_figures": 3 })),
        &[6, 6, 5],
        json!({ "men_lost": 60 }),
    );
}

/// §19.07.7 up to 20 cm only morale suffers, in zone III, without ricochet, and only with more than 1 charge
#[test]
fn within_twenty_cm() {
    let fields = json!({ "effect": "morale_only", "loss_modifier": -4, "loss_result": 13, "men_lost": 0, "morale_effect": "LU2" });
    expect("explosion", near(20.0, json!({ "non_ricochet": true })), &[6, 6, 5], fields);
    expect("explosion", near(20.1, json!({})), &[], json!({ "effect": "none" }));
    expect("explosion", near(10.1, json!({ "charges": 1 })), &[], json!({ "effect": "none" }));
    expect(
        "explosion",
        near(10.1, json!({ "charges": 1.25 })),
        &[1, 1, 1],
        json!({ "effect": "morale_only" }),
    );
}

/// §19.07.8 the umpire's factor changes all three limits
#[test]
fn radius_factor() {
    let facts = |distance| near(distance, json!({ "radius_factor": 2 }));
    expect("explosion", facts(8.0), &[1, 2, 4], json!({ "loss_modifier": 1 }));
    expect("explosion", facts(20.0), &[1, 2, 4], json!({ "effect": "loss_and_morale", "loss_modifier": -2 }));
    expect("explosion", facts(40.0), &[1, 2, 4], json!({ "effect": "morale_only" }));
    expect("explosion", facts(40.1), &[], json!({ "effect": "none" }));
}

/// The rows of skema XI that count: kind, formation, storm and cover; and the rows that are ignored
#[test]
fn what_stands_near() {
    let modifier = |more: Value| {
        outcome("explosion", &near(9.0, more), &[1, 2, 4])["loss_modifier"].as_i64().unwrap() + 2
    };
    for (kind, formation, points) in [
        ("infantry", "line", 0),
        ("infantry", "column", 2),
        ("infantry", "mass", 2),
        ("cavalry", "square", 4),
        ("infantry", "square_one_front", 4),
        ("infantry", "dense_skirmish", -4),
        ("cavalry", "thin_skirmish", -8),
        ("unlimbered_artillery", "column", -5),
        ("working", "mass", -5),
        ("limbered_artillery", "line", -2),
        ("limbered_artillery", "column", 0),
        ("train", "thin_skirmish", -2),
        ("working", "thin_skirmish", -5),
    ] {
        let facts = json!({ "target_kind": kind, "target_formation": formation });
        assert_eq!(modifier(facts), points, "{kind} in {formation}");
    }
    assert_eq!(modifier(json!({ "target_formation": "mass", "target_order": "FU" })), 0);
    assert_eq!(modifier(json!({ "target_kind": "cavalry", "target_storming": true })), -2);
    assert_eq!(modifier(json!({ "target_storming": true })), 0);
    for (cover, points) in [(0, 0), (1, 0), (2, -3), (3, -5)] {
        assert_eq!(modifier(json!({ "target_cover": cover })), points);
    }
}

/// Morale: order and valeur, and a point less for every 10 figures, or part of 10, beyond 10 for each charge or part of one
#[test]
fn morale_near_a_blast() {
    let modifier =
        |more: Value| outcome("explosion", &near(9.0, more), &[1, 2, 4])["morale_modifier"].clone();
    for (order, points) in [("OR", 0), ("LU1", 1), ("LU2", 2), ("LU3", 3), ("U", 4), ("FU", 0)] {
        assert_eq!(modifier(json!({ "target_order": order })), points, "{order}");
    }
    assert_eq!(modifier(json!({ "target_valeur": 3 })), -3);
    for (figures, points) in [(20, 0), (21, -1), (30, -1), (31, -2)] {
        assert_eq!(modifier(json!({ "target_figures": figures, "charges": 1.5 })), points, "{figures}");
    }
    let far_gone = json!({ "target_order": "U", "target_valeur": -4 });
    expect(
        "explosion",
        near(9.0, far_gone),
        &[6, 5, 3],
        json!({ "morale_result": 20, "morale_effect": "FU" }),
    );
}

/// Losses and morale for each result, as skema XII prints them
#[test]
fn losses_and_morale_by_result() {
    let steps = [(3, 1), (4, 1), (5, 2), (7, 3), (9, 4), (11, 6), (13, 8), (15, 10), (17, 12), (18, 12)];
    let dice = |sum: i64| {
        let first = (sum - 2).clamp(1, 6);
        let second = (sum - first - 1).clamp(1, 6);
        [first, second, sum - first - second]
    };
    for (sum, men) in steps {
        expect(
            "explosion",
            near(9.0, json!({})),
            &dice(sum),
            json!({ "men_per_charge": men, "loss_result": sum - 2 }),
        );
    }
    let square = |valeur: i32| near(3.0, json!({ "target_formation": "square", "target_valeur": valeur }));
    for (sum, men, morale) in
        [(11, 12, "U"), (12, 16, "FU"), (14, 20, "FU"), (16, 24, "FU"), (9, 10, "LU2"), (7, 8, "LU1")]
    {
        expect("explosion", square(0), &dice(sum), json!({ "men_per_charge": men, "morale_effect": morale }));
    }
    expect("explosion", square(5), &dice(10), json!({ "morale_effect": "OR" }));
}

/// Material: guns that lose 5 men or more with two equal dice lose what the third die says
#[test]
fn material_of_guns() {
    let guns = |charges: f64| near(3.0, json!({ "target_kind": "limbered_artillery", "charges": charges }));
    for (odd, horses, pieces, loads) in
        [(1, 0, 0, 0), (2, 1, 0, 0), (3, 2, 0, 0), (4, 0, 1, 0), (5, 0, 2, 0), (6, 0, 0, 4)]
    {
        let fields =
            json!({ "material_die": odd, "horses_lost": horses, "pieces_lost": pieces, "loads_lost": loads });
        expect("explosion", guns(9.0), &[5, odd, 5], fields);
    }
    expect("explosion", guns(9.0), &[4, 4, 4], json!({ "material_die": 4 }));
    expect("explosion", guns(9.0), &[4, 5, 6], json!({ "material_die": 0, "pieces_lost": 0 }));
    expect("explosion", guns(0.25), &[4, 5, 5], json!({ "men_lost": 3, "material_die": 0 }));
    expect("explosion", near(3.0, json!({ "charges": 9 })), &[5, 4, 5], json!({ "material_die": 0 }));
}
