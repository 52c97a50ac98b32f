//! Chapter 8: musketry, and final protective fire.

use crate::common::{case, refused, with};
use krigsspil_engine::serde_json::{Value, json};

#[track_caller]
fn volley(more: Value, roll: i64, expected: Value) {
    let base =
        json!({"castings": 10, "melee_grade": 3, "formation": "line", "moved": true, "distance_yards": 100});
    crate::common::told("musketry_volley", with(base, &more), &[roll], expected);
}

#[track_caller]
fn skirmish(more: Value, roll: i64, expected: Value) {
    let base = json!({"castings": 10, "melee_grade": 3, "moved": true, "distance_yards": 100});
    crate::common::told("musketry_skirmish", with(base, &more), &[roll], expected);
}

#[track_caller]
fn fpf(more: Value, expected: Value) {
    let base = json!({"castings": 10, "melee_grade": 3, "formation": "line"});
    crate::common::told("final_protective_fire", with(base, &more), &[], expected);
}

/// §8.1 the range of muskets is 200 yards, of rifles 350, of carbines and bows 100
#[test]
fn ranges() {
    volley(json!({"distance_yards": 200}), 1, json!({"reason": "none", "range_band": "ranged"}));
    volley(json!({"distance_yards": 201}), 1, json!({"reason": "range", "hits": 0, "range_band": "ranged"}));
    volley(
        json!({"distance_yards": 350, "weapon": "rifle"}),
        1,
        json!({"reason": "none", "range_band": "long"}),
    );
    volley(
        json!({"distance_yards": 351, "weapon": "rifle"}),
        1,
        json!({"reason": "range", "range_band": "none"}),
    );
    for unit in ["mounted_cavalry", "dismounted_cavalry", "bowmen"] {
        skirmish(
            json!({"unit": unit, "distance_yards": 100, "weapon": "rifle"}),
            1,
            json!({"reason": "none"}),
        );
        skirmish(
            json!({"unit": unit, "distance_yards": 101, "weapon": "rifle"}),
            1,
            json!({"reason": "range"}),
        );
    }
}

/// §8.2.A §8.2.B a point for each casting; columns and squares fire with their front rank only
#[test]
fn firepower() {
    volley(json!({}), 100, json!({"castings_firing": 10, "firepower": 10}));
    volley(
        json!({"formation": "column", "front_rank_castings": 4}),
        100,
        json!({"castings_firing": 4, "firepower": 4}),
    );
    refused!(musketry_volley {"castings": 10, "melee_grade": 3, "formation": "column", "distance_yards": 100} => "front_rank_castings", "8.2.B");
    refused!(musketry_volley {"castings": 10, "melee_grade": 3, "formation": "square", "front_rank_castings": 11, "distance_yards": 100} => "front_rank_castings", "8.2.B");
}

/// §chart.firepower-modifiers grade, training, nation, state, standing still, and the target
#[test]
fn firepower_modifiers() {
    for (grade, points) in [(1, -2), (2, 0), (3, 0), (4, 1), (5, 1), (6, 2), (7, 2), (8, 3), (9, 4), (10, 4)]
    {
        volley(json!({"melee_grade": grade}), 100, json!({"training_modifier": points}));
    }
    volley(
        json!({"skirmish_trained": true, "weapon": "rifle", "nation_bonus": true}),
        100,
        json!({"training_modifier": 7}),
    );
    volley(json!({"status": "unorganized"}), 100, json!({"condition_modifier": -5}));
    volley(json!({"status": "disrupted", "moved": false}), 100, json!({"condition_modifier": -6}));
    volley(
        json!({"target": "artillery_crew", "target_formation": "line"}),
        100,
        json!({"condition_modifier": -3}),
    );
    volley(json!({"target_formation": "skirmish"}), 100, json!({"condition_modifier": -5}));
    volley(json!({"target_formation": "line"}), 100, json!({"condition_modifier": 2}));
    volley(json!({"target_formation": "line", "target_prone": true}), 100, json!({"condition_modifier": -5}));
    volley(json!({"target_woods": "light"}), 100, json!({"condition_modifier": -6}));
    volley(
        json!({"target_woods": "heavy", "target_protective_cover": true}),
        100,
        json!({"condition_modifier": -12}),
    );
    volley(json!({"weather_penalty": 3}), 100, json!({"condition_modifier": -3}));
}

/// §10.1.G a screening company costs a point up to 1810
#[test]
fn screens() {
    volley(json!({"target_screen_company": true, "year": 1810}), 100, json!({"condition_modifier": -1}));
    volley(json!({"target_screen_company": true, "year": 1811}), 100, json!({"condition_modifier": 0}));
    volley(
        json!({"target_screen_company": true, "target_formation": "skirmish"}),
        100,
        json!({"condition_modifier": -5}),
    );
}

/// §chart.musketry every firepower in every column
#[test]
fn the_musketry_chart() {
    let chart = [
        (1, [20, 10, 1, 10]),
        (2, [20, 10, 1, 10]),
        (3, [60, 20, 5, 20]),
        (4, [60, 20, 5, 20]),
        (5, [110, 30, 10, 30]),
        (6, [110, 30, 10, 30]),
        (7, [160, 50, 15, 40]),
        (8, [160, 50, 15, 40]),
        (9, [190, 60, 20, 45]),
        (10, [230, 70, 25, 50]),
        (11, [240, 80, 30, 55]),
        (12, [260, 90, 35, 60]),
        (13, [280, 110, 40, 65]),
        (14, [310, 120, 45, 70]),
        (15, [330, 130, 50, 75]),
        (16, [350, 140, 55, 80]),
        (17, [380, 150, 60, 85]),
        (18, [410, 160, 65, 95]),
        (30, [410, 160, 65, 95]),
    ];
    for (castings, [firefight, ranged, long, skirmishing]) in chart {
        for (yards, chance) in [(150, firefight), (151, ranged), (250, ranged), (251, long)] {
            // A rifle adds a point, which the weather penalty takes away.
            volley(
                json!({"castings": castings, "weapon": "rifle", "weather_penalty": 1, "distance_yards": yards}),
                100,
                json!({"firepower": castings, "chance_percent": chance}),
            );
        }
        skirmish(json!({"castings": castings}), 100, json!({"chance_percent": skirmishing}));
    }
    volley(
        json!({"castings": 1, "weather_penalty": 1}),
        1,
        json!({"firepower": 0, "chance_percent": 0, "hits": 0}),
    );
}

/// §8.42 §8.43 within 150 yards a firefight, beyond it ranged fire; each full hundred is a sure hit
#[test]
fn firefights() {
    volley(
        json!({"distance_yards": 150}),
        30,
        json!({"range_band": "firefight", "automatic_hits": 2, "additional_chance": 30, "additional_hit": true, "hits": 3, "morale_check_required": true}),
    );
    volley(json!({"distance_yards": 150}), 31, json!({"hits": 2}));
    volley(
        json!({"distance_yards": 151}),
        71,
        json!({"range_band": "ranged", "hits": 0, "morale_check_required": false}),
    );
}

/// §8.2.C §10.4.A §10.4.B §10.4.E cavalry fires carbines on the skirmish column; dismounted it has no training and no protective fire
#[test]
fn carbines() {
    skirmish(
        json!({"unit": "mounted_cavalry", "melee_grade": 8, "weapon": "rifle"}),
        55,
        json!({"training_modifier": 3, "firepower": 13, "chance_percent": 65, "hit": true}),
    );
    skirmish(
        json!({"unit": "dismounted_cavalry", "melee_grade": 8, "nation_bonus": true}),
        50,
        json!({"training_modifier": 0, "firepower": 10, "hit": true}),
    );
    fpf(
        json!({"arm": "cavalry", "formation": "skirmish", "carbines": true}),
        json!({"reason": "skirmish", "fpf": 0}),
    );
}

/// §8.2.D §8.3 §10.6.D skirmishers have a column of their own, whatever the range
#[test]
fn the_skirmish_column() {
    for yards in [1, 150, 200] {
        skirmish(
            json!({"distance_yards": yards}),
            50,
            json!({"chance_percent": 50, "hit": true, "castings_killed": 1}),
        );
    }
}

/// §8.3.A §8.3.B groups of at least four, each with its own modifiers
#[test]
fn groups() {
    skirmish(
        json!({"castings": 3, "split_fire": true}),
        1,
        json!({"reason": "group_too_small", "hit": false}),
    );
    skirmish(
        json!({"castings": 4, "split_fire": true, "target_formation": "line"}),
        1,
        json!({"reason": "none", "firepower": 6}),
    );
    skirmish(
        json!({"castings": 4, "split_fire": true, "target_formation": "skirmish"}),
        1,
        json!({"firepower": -1, "hit": false}),
    );
    skirmish(json!({"castings": 3}), 1, json!({"reason": "none"}));
}

/// §8.3.C a hit causes a check less its deduction, and kills from seven points on; a miss does nothing
#[test]
fn skirmish_hits() {
    for (castings, kills, deduction) in
        [(6, 0, 0), (7, 1, 0), (9, 1, 0), (10, 1, 5), (14, 1, 5), (15, 1, 10), (17, 1, 10), (18, 1, 15)]
    {
        skirmish(
            json!({"castings": castings}),
            1,
            json!({"hit": true, "castings_killed": kills, "morale_check_required": true, "morale_deduction": deduction}),
        );
    }
    skirmish(
        json!({"castings": 18}),
        96,
        json!({"hit": false, "castings_killed": 0, "morale_check_required": false, "morale_deduction": 0}),
    );
}

/// §10.6.N a swarm fires with its front rank
#[test]
fn swarms() {
    skirmish(json!({"swarm_front_castings": 4}), 100, json!({"castings_firing": 4, "firepower": 4}));
    refused!(musketry_skirmish {"castings": 3, "melee_grade": 5, "distance_yards": 100, "swarm_front_castings": 4} => "swarm_front_castings", "8.2.B");
}

/// American Indians have a point for two castings, bowmen half of all their points.
#[test]
fn indians_and_bows() {
    skirmish(
        json!({"unit": "american_indians", "castings": 9, "weapon": "rifle", "distance_yards": 350}),
        1,
        json!({"castings_firing": 9, "training_modifier": 1, "firepower": 5, "reason": "none"}),
    );
    skirmish(json!({"unit": "bowmen", "castings": 9, "moved": false}), 1, json!({"firepower": 6}));
    skirmish(json!({"unit": "bowmen", "castings": 3, "weather_penalty": 6}), 1, json!({"firepower": -3}));
}

/// §11.5.A §11.5.B inside woods 100 yards, 75 if either wood is heavy; from outside only the edge
#[test]
fn woods() {
    volley(
        json!({"firer_woods": "light", "target_woods": "light", "distance_yards": 100}),
        1,
        json!({"reason": "none"}),
    );
    volley(
        json!({"firer_woods": "light", "target_woods": "light", "distance_yards": 101}),
        1,
        json!({"reason": "range"}),
    );
    volley(
        json!({"firer_woods": "light", "target_woods": "heavy", "distance_yards": 76}),
        1,
        json!({"reason": "range"}),
    );
    volley(json!({"firer_woods": "heavy", "distance_yards": 200}), 1, json!({"reason": "none"}));
    volley(
        json!({"target_woods": "light", "target_woods_depth_yards": 51}),
        1,
        json!({"reason": "woods_depth"}),
    );
    volley(
        json!({"target_woods": "light", "target_woods_depth_yards": 51, "firer_woods": "light"}),
        1,
        json!({"reason": "none"}),
    );
}

/// §12.4.A §12.2.A no musketry into or out of zones, except class A, whose garrison is a skirmish target
#[test]
fn zones() {
    volley(json!({"target_zone_class": "B"}), 1, json!({"reason": "zone"}));
    volley(json!({"firer_zone_class": "F"}), 1, json!({"reason": "zone"}));
    volley(
        json!({"target_zone_class": "A", "target_formation": "line", "firer_zone_class": "A"}),
        1,
        json!({"reason": "none", "condition_modifier": -5}),
    );
}

/// §11.3.D no unit fires from a ford, when Engaged, when lying down, or at a hidden target
#[test]
fn who_does_not_fire() {
    volley(
        json!({"firer_in_ford": true, "firer_prone": true}),
        1,
        json!({"reason": "ford", "chance_percent": 0}),
    );
    volley(json!({"firer_engaged": true, "firer_in_ford": true}), 1, json!({"reason": "engaged"}));
    volley(json!({"firer_prone": true, "target_zone_class": "C"}), 1, json!({"reason": "prone"}));
    volley(json!({"out_of_visibility": true}), 1, json!({"reason": "visibility"}));
    fpf(json!({"in_ford": true}), json!({"eligible": false, "reason": "ford", "fpf": 0}));
}

/// §8.5 fifty yards towards a target that failed a check caused by musketry
#[test]
fn bonus_moves() {
    case!(bonus_move {"target_failed_check": true, "caused_by_musketry": true} [] => {"advance_yards": 50});
    case!(bonus_move {"target_failed_check": true} [] => {"advance_yards": 0});
    case!(bonus_move {"target_failed_check": true, "caused_by_musketry": true, "firer_engaged": true} [] => {"advance_yards": 0});
}

/// §8.41 §9.3 a stationary formed defender, or stationary cavalry with carbines; never skirmishers or guns
#[test]
fn who_has_protective_fire() {
    fpf(json!({}), json!({"eligible": true, "rate": 10, "volume_bonus": 6, "fpf": 16}));
    fpf(
        json!({"formation": "skirmish"}),
        json!({"reason": "skirmish", "rate": 0, "volume_bonus": 0, "fpf": 0}),
    );
    fpf(json!({"arm": "artillery"}), json!({"reason": "artillery", "rate": 0}));
    fpf(json!({"arm": "cavalry"}), json!({"reason": "no_carbines", "rate": 10, "fpf": 0}));
    fpf(json!({"arm": "cavalry", "carbines": true, "in_recall": true}), json!({"reason": "recall"}));
    fpf(json!({"counter_charging": true, "engaged": true}), json!({"reason": "counter_charging"}));
    fpf(json!({"prone": true, "no_muskets": true}), json!({"reason": "prone"}));
    fpf(json!({"no_muskets": true}), json!({"reason": "no_muskets"}));
    fpf(json!({"in_recall": true}), json!({"reason": "none"}));
}

/// §9.3.A once a turn
#[test]
fn one_protective_fire() {
    fpf(json!({"already_fired": true}), json!({"reason": "already_fired", "fpf": 0}));
}

/// §9.3.B §9.3.C §9.3.D §9.3.E the castings that fire in the formation, with training and state, plus volume, less weather
#[test]
fn protective_fire_adds_up() {
    fpf(
        json!({"melee_grade": 9, "skirmish_trained": true, "rifle_armed": true, "nation_bonus": true, "status": "unorganized", "weather_penalty": 3}),
        json!({"training_modifier": 11, "status_modifier": -5, "fpf": 19}),
    );
    fpf(
        json!({"formation": "square", "front_rank_castings": 4, "status": "disrupted"}),
        json!({"rate": 4, "volume_bonus": 2, "status_modifier": -10, "fpf": 0}),
    );
    fpf(
        json!({"arm": "cavalry", "carbines": true, "formation": "column", "front_rank_castings": 2}),
        json!({"rate": 2, "volume_bonus": 0, "fpf": 2}),
    );
    refused!(final_protective_fire {"castings": 4, "melee_grade": 5, "formation": "column"} => "front_rank_castings", "8.2.B");
}

/// §9.2.D shared equally among the attackers, rounded down
#[test]
fn protective_fire_is_shared() {
    fpf(json!({"attackers": 3}), json!({"fpf": 16, "fpf_per_attacker": 5}));
}
