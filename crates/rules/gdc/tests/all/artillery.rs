//! Chapter 7: artillery.

use crate::common::{case, modifiers, refused, with};
use krigsspil_engine::serde_json::{Value, json};

/// §7.1 §7.11 the hits that crew and limbers can take, by model
#[test]
fn battery_models() {
    for (model, foot, horse) in [
        ("french", (4, 4), (3, 6)),
        ("british", (4, 4), (4, 6)),
        ("austrian", (4, 4), (4, 4)),
        ("prussian", (4, 4), (4, 4)),
        ("russian", (5, 5), (5, 8)),
        ("spanish_or_depleted", (2, 2), (3, 4)),
    ] {
        case!(battery_model {"model": model} [] => {"crew": foot.0, "limber": foot.1, "barrage_points": 4 * foot.1});
        case!(battery_model {"model": model, "horse": true} [] => {"crew": horse.0, "limber": horse.1, "guns": 0, "fixed_aev": 0});
    }
    case!(battery_model {"model": "french", "horse": true, "french_guard": true} [] => {"limber": 8, "barrage_points": 32});
    refused!(battery_model {"model": "british", "french_guard": true} => "french_guard", "7.11");
}

/// §opt.naval ships and shore parties
#[test]
fn naval_guns() {
    case!(battery_model {"model": "naval_ship", "horse": true} [] => {"crew": 5, "limber": 0, "barrage_points": 24, "fixed_aev": 7});
    case!(battery_model {"model": "naval_shore"} [] => {"crew": 3, "limber": 3, "guns": 6, "barrage_points": 12});
    case!(aev {"guns": 6, "poundage": 6, "naval": true, "nation": "other"} [] => {"points": 180, "aev": 7});
}

/// §7.2 a shot costs one barrage point, two within 200 yards; the last point may pay for canister
#[test]
fn barrage_points() {
    case!(barrage_points {"points_remaining": 5, "distance_yards": 200} [] => {"cost": 2, "remaining": 3});
    case!(barrage_points {"points_remaining": 5, "distance_yards": 201} [] => {"cost": 1, "remaining": 4, "exhausted": false});
    case!(barrage_points {"points_remaining": 1, "distance_yards": 100} [] => {"may_fire": true, "remaining": 0, "exhausted": true});
    case!(barrage_points {"points_remaining": 0, "distance_yards": 100} [] => {"may_fire": false, "remaining": 0, "exhausted": true});
}

/// §7.3 guns times points, plus nation and guard, give the value
#[test]
fn effectiveness() {
    for (poundage, points) in [
        (1, 5),
        (4, 5),
        (5, 10),
        (7, 10),
        (8, 15),
        (9, 15),
        (10, 20),
        (15, 20),
        (16, 25),
        (18, 25),
        (19, 30),
        (48, 30),
    ] {
        case!(aev {"guns": 1, "poundage": poundage, "nation": "other"} [] => {"points": points});
    }
    for (nation, points) in [
        ("france", 15),
        ("britain", 30),
        ("north_italy", 15),
        ("naples", -20),
        ("spain_pro_french", -20),
        ("confederation_of_the_rhine", -20),
        ("saxony", -20),
        ("denmark", -20),
        ("netherlands", -20),
        ("hanover", -20),
        ("portugal", -20),
        ("spain", -20),
        ("russia", -30),
        ("ottoman", -30),
        ("india", -30),
        ("other", 0),
    ] {
        case!(aev {"guns": 8, "poundage": 6, "nation": nation} [] => {"modifier": points, "total": 80 + points});
    }
    case!(aev {"guns": 8, "poundage": 6, "nation": "france", "guard": "young_guard"} [] => {"modifier": 30});
    case!(aev {"guns": 8, "poundage": 6, "nation": "france", "guard": "old_guard"} [] => {"modifier": 50});
    case!(aev {"guns": 12, "poundage": 12, "nation": "russia", "guard": "guard"} [] => {"modifier": -10, "total": 230, "aev": 8});
    for (guns, poundage, value) in [(7, 4, 3), (8, 4, 4), (4, 8, 5), (8, 6, 6), (5, 16, 7), (7, 19, 8)] {
        case!(aev {"guns": guns, "poundage": poundage, "nation": "other"} [] => {"full_aev": value});
    }
    case!(aev {"guns": 2, "poundage": 4, "nation": "other", "gun_hits": 2} [] => {"full_aev": 3, "aev": 2});
    refused!(aev {"guns": 8, "poundage": 6, "nation": "france", "guard": "guard"} => "guard", "7.3");
    refused!(aev {"guns": 8, "poundage": 6, "nation": "russia", "guard": "old_guard"} => "guard", "7.3");
    refused!(aev {"guns": 8, "poundage": 6, "nation": "russia", "gun_hits": 9} => "gun_hits", "7.3");
}

/// The modifier of a shot with these additional facts.
#[track_caller]
fn bir(more: Value, modifier: i32) {
    let facts =
        with(json!({"aev": 5, "distance_yards": 500, "target": "infantry", "formation": "line"}), &more);
    crate::common::told(
        "artillery_fire",
        facts,
        &[50],
        json!({"bir_modifier": modifier, "bir": 5 + modifier}),
    );
}

/// §7.4 converged howitzers: one more against guns, two against zones
#[test]
fn howitzers() {
    bir(json!({"target": "artillery_crew", "converged_howitzers": true, "firer_poundage": 12}), 1);
    bir(json!({"target": "zone_garrison", "zone_class": "B", "converged_howitzers": true}), 0);
    bir(json!({"converged_howitzers": true}), 0);
}

/// §7.6 up to eight adjacent batteries of one nation facing the same way
#[test]
fn parks() {
    case!(merged_park {"widths_yards": [75, 75, 50]} [] => {"merged": true, "kill_zone_yards": 200});
    case!(merged_park {"widths_yards": [75, 75, 75, 75, 75, 75, 75, 75, 75], "not_all_adjacent": true, "facings_differ": true, "nationalities_differ": true} [] =>
        {"merged": false, "refusals": ["too_many", "not_adjacent", "facing", "nationality"], "kill_zone_yards": 75});
    case!(merged_park {"widths_yards": [80]} [] => {"refusals": ["single"], "kill_zone_yards": 80});
}

/// §7.7 fire past friends at three visible castings, two of cavalry, with no other unit in the lane
#[test]
fn support_of_melees() {
    case!(melee_fire_support {"target_arm": "infantry", "overlap_castings": 2, "depth_castings": 3} [] => {"allowed": true, "ground": "overlap"});
    case!(melee_fire_support {"target_arm": "infantry", "overlap_castings": 2} [] => {"allowed": false, "ground": "hidden"});
    case!(melee_fire_support {"target_arm": "cavalry", "overlap_castings": 2} [] => {"allowed": true});
    case!(melee_fire_support {"target_arm": "cavalry", "overlap_castings": 9, "other_unit_in_lane": true} [] => {"ground": "blocked"});
}

/// §opt.friendly-fire at an enemy Engaged since last turn, with an even chance to hit friends
#[test]
fn friendly_fire() {
    case!(melee_fire_support {"target_arm": "infantry", "friendly_fire_option": true, "engaged_since_last_turn": true} [] => {"allowed": true, "ground": "friendly_fire"});
    case!(melee_fire_support {"target_arm": "infantry", "friendly_fire_option": true} [] => {"ground": "hidden"});
    case!(friendly_fire {} [50] => {"friend_hit": true, "castings_lost": 1, "morale_check_required": true});
    case!(friendly_fire {} [51] => {"friend_hit": false, "castings_lost": 0});
}

/// The effect of hills on a shot: firer and its level, target and its level, and the rest.
#[track_caller]
fn hill(
    firer: &str,
    firer_level: i32,
    target: &str,
    target_level: i32,
    more: Value,
    may_fire: bool,
    cite: &str,
) {
    let facts = with(
        json!({"firer": firer, "firer_level": firer_level, "target": target, "target_level": target_level, "distance_yards": 400}),
        &more,
    );
    crate::common::told("hill_fire", facts, &[], json!({"may_fire": may_fire, "cite": cite}));
}

/// §7.8 §7.8.A §7.8.B the dead zone below a hilltop battery, unless the battery is at the crest
#[test]
fn dead_zones() {
    hill(
        "hilltop",
        2,
        "slope",
        1,
        json!({"firer_crest_yards": 51, "target_on_same_hill": true}),
        false,
        "7.8.A",
    );
    hill(
        "hilltop",
        2,
        "level_ground",
        0,
        json!({"firer_crest_yards": 100, "target_from_base_yards": 100}),
        false,
        "7.8.A",
    );
    hill(
        "hilltop",
        2,
        "slope",
        1,
        json!({"firer_crest_yards": 50, "target_on_same_hill": true}),
        true,
        "7.8.B",
    );
    hill("level_ground", 0, "level_ground", 0, json!({}), true, "7.8");
    hill("level_ground", 0, "level_ground", 0, json!({"distance_yards": 1501}), false, "chart.artillery");
    case!(hill_fire {"firer": "hilltop", "firer_level": 1, "target": "slope", "target_level": 0, "distance_yards": 100, "firer_crest_yards": 80} [] => {"dead_zone_yards": 80, "max_range_yards": 1500});
}

/// §7.8.C §7.8.D guns on slopes: 500 yards downhill; uphill only at the slope or the crest
#[test]
fn slopes() {
    hill("slope_facing_down", 1, "level_ground", 0, json!({"distance_yards": 500}), true, "7.8.C");
    hill("slope_facing_down", 1, "level_ground", 0, json!({"distance_yards": 501}), false, "7.8.C");
    hill("slope_facing_up", 1, "slope", 1, json!({}), true, "7.8.D");
    hill("slope_facing_up", 1, "hilltop", 2, json!({"target_crest_yards": 50}), true, "7.8.D");
    hill("slope_facing_up", 1, "hilltop", 2, json!({"target_crest_yards": 51}), false, "7.8.D");
    hill("slope_facing_up", 1, "slope", 1, json!({"distance_yards": 1501}), false, "chart.artillery");
    case!(artillery_fire {"aev": 5, "distance_yards": 501, "target": "cavalry", "facing_down_slope": true} [1] => {"reason": "down_slope_range", "hits": 0, "range_band": "401-600"});
}

/// §7.8.E §7.8.F §7.8.G §7.8.H never up at hilltops, but down from them, and over anything two levels below
#[test]
fn high_and_low() {
    hill("level_ground", 0, "hilltop", 1, json!({}), false, "7.8.E");
    hill("level_ground", 0, "slope", 1, json!({}), true, "7.8");
    hill(
        "hilltop",
        2,
        "level_ground",
        0,
        json!({"firer_crest_yards": 60, "target_from_base_yards": 61}),
        true,
        "7.8.F",
    );
    hill(
        "hilltop",
        3,
        "level_ground",
        0,
        json!({"blocking_feature": true, "blocking_levels_below": 2}),
        true,
        "7.8.G",
    );
    hill(
        "hilltop",
        3,
        "level_ground",
        0,
        json!({"blocking_feature": true, "blocking_levels_below": 1}),
        false,
        "7.8.H",
    );
    hill(
        "level_ground",
        3,
        "level_ground",
        0,
        json!({"blocking_feature": true, "blocking_levels_below": 5}),
        false,
        "7.8.H",
    );
}

/// §7.9 no fire beyond visibility
#[test]
fn out_of_sight() {
    case!(artillery_fire {"aev": 8, "distance_yards": 300, "target": "cavalry", "out_of_visibility": true} [1] => {"eligible": false, "reason": "visibility", "chance_percent": 0, "barrage_points_used": 0});
}

/// §7.10.A §7.10.B §chart.artillery the rating is the value with modifiers; rating and range give the chance
#[test]
fn the_artillery_chart() {
    let chart = [
        (10, [140, 120, 90, 80, 40, 30]),
        (9, [130, 100, 80, 60, 30, 20]),
        (8, [120, 90, 70, 50, 20, 15]),
        (7, [100, 80, 60, 40, 20, 15]),
        (6, [90, 70, 50, 30, 15, 10]),
        (5, [80, 60, 40, 25, 15, 10]),
        (4, [70, 50, 35, 20, 10, 5]),
        (3, [50, 40, 25, 15, 10, 5]),
        (2, [40, 25, 20, 15, 5, 5]),
        (1, [30, 15, 10, 10, 5, 5]),
    ];
    for (rating, chances) in chart {
        for (place, (yards, band)) in [
            (200, "1-200"),
            (400, "201-400"),
            (600, "401-600"),
            (800, "601-800"),
            (1100, "801-1100"),
            (1500, "1101-1500"),
        ]
        .into_iter()
        .enumerate()
        {
            // A crew is a target without modifiers; heavy guns and rockets add up to two, because the value ends at 8.
            let more = rating - rating.min(8);
            case!(artillery_fire {"aev": rating.min(8), "distance_yards": yards, "target": "artillery_crew",
                "firer_poundage": if more > 0 { 12 } else { 6 }, "rockets": more > 1} [100] =>
                {"bir": rating, "range_band": band, "chance_percent": chances[place]});
        }
    }
    case!(artillery_fire {"aev": 8, "distance_yards": 200, "target": "infantry", "formation": "square", "castings": 16} [41] => {"bir": 11, "chance_percent": 140, "hits": 1});
    case!(artillery_fire {"aev": 1, "distance_yards": 200, "target": "cavalry", "poor_visibility": true} [1] => {"bir": 0, "chance_percent": 0, "hits": 0, "barrage_points_used": 2});
    case!(artillery_fire {"aev": 1, "distance_yards": 1501, "target": "cavalry"} [1] => {"reason": "range", "range_band": "none"});
}

/// §7.10.C each full hundred is a sure hit, the rest is the chance of one more
#[test]
fn sure_hits() {
    case!(artillery_fire {"aev": 8, "distance_yards": 200, "target": "artillery_crew"} [20] => {"automatic_hits": 1, "additional_chance": 20, "additional_hit": true, "hits": 2, "damage_rolls": 2, "morale_check_required": false});
    case!(artillery_fire {"aev": 7, "distance_yards": 200, "target": "artillery_crew"} [1] => {"automatic_hits": 1, "additional_chance": 0, "additional_hit": false, "hits": 1});
    case!(artillery_fire {"aev": 6, "distance_yards": 600, "target": "cavalry"} [60] => {"chance_percent": 60, "hits": 1, "morale_check_required": true, "damage_rolls": 0});
}

/// §7.10.D §chart.counter-battery what a hit on a battery strikes, near and far
#[test]
fn damage() {
    case!(counter_battery_damage {"distance_yards": 500, "hits": 4} [19, 20, 59, 60] => {"guns_destroyed": 1, "limber_hits": 2, "crew_hits": 1, "morale_check_required": true});
    case!(counter_battery_damage {"distance_yards": 501, "hits": 4} [29, 30, 79, 80] => {"guns_destroyed": 1, "limber_hits": 2, "crew_hits": 1});
    case!(counter_battery_damage {"distance_yards": 100, "hits": 1} [30] => {"limber_hits": 1, "morale_check_required": false});
    case!(battery_damage {"full_aev": 6, "gun_hits": 3, "crew_allowance": 4, "crew_hits": 4, "limber_allowance": 6, "limber_hits": 1, "barrage_points": 24, "points_fired": 5} [] =>
        {"aev": 5, "crew_left": 0, "limbers_left": 5, "points_left": 15, "silenced": true, "may_fire": false, "movement_percent": 83});
    case!(battery_damage {"full_aev": 1, "gun_hits": 9, "crew_allowance": 4, "limber_allowance": 4, "limber_hits": 4, "barrage_points": 16} [] =>
        {"aev": 1, "points_left": 0, "silenced": false, "may_fire": false, "movement_percent": 0});
    case!(battery_damage {"full_aev": 7, "crew_allowance": 5, "limber_allowance": 0, "barrage_points": 24, "points_fired": 20} [] => {"points_left": 4, "movement_percent": 100});
    refused!(battery_damage {"full_aev": 7, "crew_allowance": 5, "crew_hits": 6, "limber_allowance": 0, "barrage_points": 24} => "crew_hits", "7.11");
    refused!(battery_damage {"full_aev": 7, "crew_allowance": 5, "limber_allowance": 1, "limber_hits": 2, "barrage_points": 24} => "limber_hits", "7.11");
}

/// §chart.bir-modifiers every line counts once, however many of its conditions apply
#[test]
fn bir_modifiers() {
    bir(json!({}), 0);
    bir(json!({"poor_visibility": true}), -2);
    bir(json!({"several_batteries": true}), 1);
    bir(json!({"flank_or_rear": true}), 1);
    bir(json!({"flank_or_rear": true, "formation": "skirmish"}), -2);
    bir(json!({"flank_or_rear": true, "formation": "skirmish", "target": "artillery_crew"}), 1);
    bir(json!({"target": "cavalry"}), 1);
    bir(json!({"target": "limbered_artillery"}), 1);
    bir(json!({"formation": "column", "castings": 16}), 2);
    bir(json!({"formation": "column", "castings": 15}), 1);
    bir(json!({"castings": 30}), 0);
    bir(json!({"woods": "light", "engaged": true, "support_allowed": true}), -1);
    bir(json!({"formation": "square"}), 2);
    bir(json!({"formation": "square", "castings": 16, "flank_or_rear": true}), 3);
    bir(json!({"woods": "heavy", "formation": "skirmish", "protective_position": true}), -2);
    bir(json!({"formation": "column", "distance_yards": 200}), 0);
    bir(json!({"distance_yards": 200}), 1);
    bir(json!({"target": "artillery_crew", "firer_poundage": 12, "consecutive_shot": true}), 1);
    bir(json!({"target": "cavalry", "formation": "skirmish"}), -1);
    bir(json!({"prone": true, "formation": "square", "castings": 20}), -2);
}

/// §10.6.C §10.1.G one less through skirmishers, or through an elite company up to 1810; not if the target skirmishes
#[test]
fn screens() {
    bir(json!({"through_skirmishers": true, "screen_company": true}), -1);
    bir(json!({"screen_company": true, "year": 1810}), -1);
    bir(json!({"screen_company": true, "year": 1811}), 0);
    bir(json!({"through_skirmishers": true, "formation": "skirmish"}), -2);
}

/// §12.4.G zones shelter by class, units in transit count as a mass
#[test]
fn zones_under_fire() {
    for (class, modifier) in [("A", -2), ("B", -2), ("C", -2), ("D", -3), ("E", -4), ("F", -4)] {
        bir(
            json!({"target": "zone_garrison", "zone_class": class, "formation": "square", "woods": "heavy", "engaged": true, "flank_or_rear": true}),
            modifier,
        );
    }
    bir(json!({"target": "zone_in_transit", "through_skirmishers": true}), 0);
    bir(json!({"target": "zone_in_transit", "no_mass_modifier": true}), 0);
    bir(json!({"target": "zone_garrison", "zone_class": "A", "through_skirmishers": true}), -2);
    refused!(artillery_fire {"aev": 5, "distance_yards": 500, "target": "zone_garrison"} => "zone_class", "12.4.G");
}

/// §11.5.C only units within 50 yards of the edge of woods can be fired at
#[test]
fn deep_in_woods() {
    case!(artillery_fire {"aev": 5, "distance_yards": 500, "target": "cavalry", "woods": "light", "woods_depth_yards": 51} [1] => {"reason": "woods_depth"});
    case!(artillery_fire {"aev": 5, "distance_yards": 500, "target": "cavalry", "woods": "light", "woods_depth_yards": 50} [1] => {"reason": "none"});
    case!(artillery_fire {"aev": 5, "distance_yards": 500, "target": "cavalry", "engaged": true} [1] => {"reason": "friendly_contact"});
}

/// §opt.rockets only at guns and zones: one more against guns, double effect on zones; for a British division or 250 Austrians
#[test]
fn rockets() {
    bir(json!({"target": "artillery_crew", "rockets": true, "firer_poundage": 12}), 2);
    case!(artillery_fire {"aev": 8, "distance_yards": 300, "target": "zone_in_transit", "rockets": true} [1] => {"bir": 9, "automatic_hits": 1, "hits": 2, "morale_check_required": true});
    case!(artillery_fire {"aev": 8, "distance_yards": 300, "target": "infantry", "rockets": true} [1] => {"reason": "rocket_target"});
    case!(rocket_battery {"nation": "austria", "austrian_castings": 249, "parent_battery": true} [] => {"allowed": false, "salvos": 0});
    case!(rocket_battery {"nation": "austria", "austrian_castings": 250, "parent_battery": true} [] => {"allowed": true, "salvos": 10});
    case!(rocket_battery {"nation": "britain", "british_division": true} [] => {"allowed": false});
    case!(rocket_battery {"nation": "other", "british_division": true, "austrian_castings": 900, "parent_battery": true} [] => {"allowed": false});
}

/// Cavalry cannot form square, and only infantry can lie down.
#[test]
fn impossible_targets() {
    refused!(artillery_fire {"aev": 5, "distance_yards": 500, "target": "cavalry", "formation": "square"} => "formation", "chart.bir-modifiers");
    refused!(artillery_fire {"aev": 5, "distance_yards": 500, "target": "cavalry", "prone": true} => "prone", "opt.anti-artillery");
}

/// Each modifier of a shot is reported.
#[test]
fn modifiers_are_told() {
    let told = modifiers(
        "artillery_fire",
        json!({"aev": 5, "distance_yards": 500, "target": "infantry", "formation": "column", "castings": 16, "poor_visibility": true}),
        &[1],
    );
    let expected = [("poor_visibility", "-2"), ("broad_target", "+1"), ("column_far", "+1")];
    assert_eq!(told, expected.map(|(key, effect)| (key, effect.to_string())));
}
