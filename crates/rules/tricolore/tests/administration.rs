//! Morale, reorganisation, classes of troops, footprints, and the house marks.

use crate::common;

use crate::common::{RULES, Value, comes_out, json, outcome, part, refused};
use krigsspil_engine::RuleSet;
use krigsspil_engine::table::TableSource;

/// §tacadmin.morale the share is rounded up; up to 25 per cent no test, then one, two and three dice, all of which must succeed.
#[test]
fn formation_morale() {
    comes_out!("formation_morale" {"morale": 5, "original_bases": 20, "lost_bases": 5} [] =>
        {"percent": 25, "test": "none", "passed": true, "broken": false});
    comes_out!("formation_morale" {"morale": 5, "original_bases": 40, "lost_bases": 5, "disordered_bases": 5.5} [6] =>
        {"percent": 27, "test": "M1/1", "passed": false, "broken": true});
    comes_out!("formation_morale" {"morale": 5, "original_bases": 20, "disordered_bases": 10} [5] => {"percent": 50, "test": "M1/1"});
    comes_out!("formation_morale" {"morale": 5, "original_bases": 20, "lost_bases": 10.5} [5, 6] =>
        {"percent": 53, "test": "M2/2", "successes": 1, "broken": true});
    comes_out!("formation_morale" {"morale": 5, "original_bases": 20, "lost_bases": 15} [5, 5] => {"percent": 75, "test": "M2/2"});
    comes_out!("formation_morale" {"morale": 5, "original_bases": 400, "lost_bases": 300.5} [5, 5, 5] =>
        {"percent": 76, "test": "M3/3", "broken": false});
}

/// Lost and disordered bases together cannot be more than there were.
#[test]
fn no_more_than_there_were() {
    comes_out!("formation_morale" {"morale": 5, "original_bases": 4, "lost_bases": 2, "disordered_bases": 2} [1, 1, 1] =>
        {"percent": 100});
    refused!("formation_morale" {"morale": 5, "original_bases": 4, "lost_bases": 2, "disordered_bases": 2.5}
        => "disordered_bases");
    refused!("formation_morale" {"morale": 5, "original_bases": 4, "lost_bases": 4.5} => "disordered_bases");
}

/// A unit with 4U and T6, 500 from the enemy.
fn tactical(changes: Value, dice: &[i64]) -> (String, i64, i64) {
    let base = json!({"arm": "infantry", "training": 6, "disorder": 4, "enemy_distance_m": 500});
    let told = outcome("reorganise_tactical", &common::over(&base, &changes), dice);
    let whole = |name: &str| told[name].as_i64().unwrap();
    (told["test"].as_str().unwrap().to_string(), whole("test_value"), whole("recovered"))
}

/// §tacadmin.reorg.normal one die, one U; none without U.
#[test]
fn tactical_reorganisation() {
    assert_eq!(tactical(json!({}), &[6]), ("T1/U".into(), 6, 1));
    assert_eq!(tactical(json!({}), &[7]), ("T1/U".into(), 6, 0));
    assert_eq!(tactical(json!({"disorder": 0}), &[]), ("none".into(), 6, 0));
}

/// §tacadmin.reorg.still stationary and over 200, or stationary in a town without enemies; exactly 200 is not over.
#[test]
fn standing_still() {
    assert_eq!(tactical(json!({"stood_still": true}), &[1, 1, 1]), ("T3/U".into(), 6, 3));
    assert_eq!(tactical(json!({"stood_still": true, "enemy_distance_m": 201}), &[1, 1, 1]).0, "T3/U");
    assert_eq!(tactical(json!({"stood_still": true, "enemy_distance_m": 200}), &[1]).0, "T1/U");
    let town = json!({"stood_still": true, "enemy_distance_m": 100, "in_town_zone": true});
    assert_eq!(tactical(town.clone(), &[1, 1, 1]), ("T3/U".into(), 2, 3));
    assert_eq!(tactical(common::over(&town, &json!({"enemy_in_zone": true})), &[1]).0, "T1/U");
    assert_eq!(tactical(common::over(&town, &json!({"stood_still": false})), &[1]).0, "T1/U");
    assert_eq!(tactical(json!({"stood_still": true, "disorder": 2}), &[1, 1, 1]).2, 2);
}

/// §tacadmin.reorg.none artillery, and after an initial melee; no officer helps.
#[test]
fn nothing_to_reorganise() {
    assert_eq!(tactical(json!({"arm": "artillery", "officer_contact": true}), &[]), ("none".into(), 6, 0));
    assert_eq!(
        tactical(json!({"after_initial_melee": true, "officer_contact": true}), &[]),
        ("none".into(), 6, 0)
    );
    assert_eq!(part("administration", "reorganisation")[3], "artillery_or_initial | 0U");
}

/// §tacadmin.reorg.near under 200 U is subtracted from training, also below 0; exactly 200 is not under.
#[test]
fn enemy_near() {
    assert_eq!(tactical(json!({"enemy_distance_m": 199}), &[3]), ("T1/U".into(), 2, 0));
    assert_eq!(tactical(json!({"enemy_distance_m": 200}), &[6]), ("T1/U".into(), 6, 1));
    assert_eq!(tactical(json!({"enemy_distance_m": 0, "training": 2}), &[1]), ("T1/U".into(), -2, 0));
}

/// §tacadmin.reorg.officer twice the dice, and at least one U.
#[test]
fn officer_in_contact() {
    assert_eq!(tactical(json!({"officer_contact": true}), &[7, 7]), ("T2/U".into(), 6, 1));
    assert_eq!(
        tactical(json!({"officer_contact": true, "stood_still": true}), &[1, 1, 1, 1, 1, 9]),
        ("T6/U".into(), 6, 4)
    );
    assert_eq!(tactical(json!({"officer_contact": true, "disorder": 0}), &[]).2, 0);
}

fn grand(changes: Value, dice: &[i64]) -> (String, i64) {
    let base = json!({"arm": "cavalry", "training": 6, "disorder": 5, "enemy_distance_m": 1001});
    let told = outcome("reorganise_grand", &common::over(&base, &changes), dice);
    (told["test"].as_str().unwrap().to_string(), told["recovered"].as_i64().unwrap())
}

/// §gtadmin.reorg.far everything, without a throw.
#[test]
fn far_from_the_enemy() {
    assert_eq!(grand(json!({}), &[]), ("8U".into(), 5));
    assert_eq!(grand(json!({"disorder": 8}), &[]), ("8U".into(), 8));
    assert_eq!(grand(json!({"disorder": 0}), &[]), ("none".into(), 0));
}

/// §gtadmin.reorg.near within 1000, which counts as near, or after a move.
#[test]
fn near_the_enemy_or_moved() {
    assert_eq!(grand(json!({"enemy_distance_m": 1000}), &[6, 7, 1]), ("T3/U".into(), 2));
    assert_eq!(grand(json!({"moved": true}), &[6, 6, 6]), ("T3/U".into(), 3));
    assert_eq!(grand(json!({"moved": true, "disorder": 1}), &[6, 6, 6]).1, 1);
}

/// §gtadmin.reorg.artillery a row of its own, moved or not.
#[test]
fn artillery_reorganises() {
    let guns = |distance: i64, dice: &[i64]| {
        grand(json!({"arm": "artillery", "enemy_distance_m": distance, "moved": true}), dice)
    };
    assert_eq!(guns(1000, &[6]), ("T1/U".into(), 1));
    assert_eq!(guns(1001, &[6, 6, 7]), ("T3/U".into(), 2));
}

/// §notation.4 U stays within 0 and 8.
#[test]
fn disorder_stays_within_bounds() {
    comes_out!("forced_formation" {"forced": "line", "formation": "column", "lacks_space": true, "disorder": 8} [] =>
        {"disorder_after": 8});
    comes_out!("reorganise_grand" {"arm": "infantry", "training": 9, "disorder": 1, "enemy_distance_m": 0} [1, 1, 1] =>
        {"recovered": 1, "disorder_after": 0});
}

/// §house.classes
#[test]
fn classes_of_troops() {
    let ratings = [
        "| T | M | N | S | O | irregular",
        "irregular | 2 | 3 | 3 | 4 | 2 | ×",
        "militia | 2 | 3 | 3 | 2 | 3 | ",
        "conscript | 3 | 4 | 4 | 3 | 4 | ",
        "line | 5 | 5 | 5 | 5 | 5 | ",
        "light | 5 | 5 | 5 | 7 | 6 | ",
        "veteran | 6 | 6 | 6 | 6 | 6 | ",
        "elite | 7 | 7 | 7 | 7 | 7 | ",
        "guard | 8 | 8 | 8 | 7 | 8 | ",
        "old_guard | 9 | 9 | 9 | 8 | 9 | ",
    ];
    assert_eq!(part("house", "classes"), ratings);
    comes_out!("troop_class" {"class": "light"} [] =>
        {"training": 5, "morale": 5, "melee": 5, "skirmish": 7, "orders": 6, "irregular": false});
    comes_out!("troop_class" {"class": "irregular"} [] => {"skirmish": 4, "orders": 2, "irregular": true});
}

/// Front and depth of every formation, half bases rounded up.
#[test]
fn footprints() {
    for (arm, formation, bases, front, depth) in [
        ("infantry", "line", 5.5, 150, 15),
        ("infantry", "column", 0.5, 25, 15),
        ("infantry", "column", 5.0, 50, 45),
        ("infantry", "square", 5.0, 50, 50),
        ("infantry", "march_column", 3.0, 25, 90),
        ("infantry", "skirmish", 3.0, 150, 30),
        ("cavalry", "line", 4.0, 200, 25),
        ("cavalry", "column", 4.0, 100, 50),
        ("cavalry", "march_column", 4.0, 25, 200),
        ("artillery", "unlimbered", 2.0, 100, 25),
        ("artillery", "limbered", 2.0, 25, 100),
        ("train", "march_column", 3.0, 25, 150),
    ] {
        comes_out!("footprint" {"arm": arm, "formation": formation, "bases": bases} [] =>
            {"front_m": front, "depth_m": depth});
    }
    refused!("footprint" {"arm": "cavalry", "formation": "square", "bases": 4} => "formation");
    refused!("footprint" {"arm": "infantry", "formation": "limbered", "bases": 4} => "formation");
    refused!("footprint" {"arm": "artillery", "formation": "line", "bases": 4} => "formation");
    refused!("footprint" {"arm": "train", "formation": "line", "bases": 4} => "formation");
}

/// What is rebuilt is marked as house, what is printed is not.
#[test]
fn house_is_marked() {
    let rules: &dyn RuleSet = &*RULES;
    let facts = r#"{"attacker": {"value": 5, "training": 5, "bases": 4, "formation": "line"},
                    "defender": {"value": 5, "training": 5, "bases": 4, "threatened_flanks": 1}}"#;
    let told = rules.adjudicate("infantry_melee_continued", facts, &[5, 6]).unwrap().modifiers;
    let house: Vec<_> =
        told.iter().filter(|told| told.modifier.house).map(|told| told.modifier.key).collect();
    assert_eq!(
        house,
        ["attacker_line_5", "defender_threatened_flank", "melee_dice", "enemy_bases", "enemy_bases"]
    );
    assert!(told.iter().any(|told| told.modifier.key == "attacker_value" && !told.modifier.house));
}

/// A club that owns the full rules can replace our numbers with its own.
#[test]
fn house_figures_can_be_replaced() {
    let printed = std::fs::read_to_string(concat!(env!("CARGO_MANIFEST_DIR"), "/tables/house.toml")).unwrap();
    let folder = std::env::temp_dir().join(format!("tricolore-house-{}", std::process::id()));
    std::fs::create_dir_all(&folder).unwrap();
    let text = printed
        .replace("[\"melee\",      2]", "[\"melee\", 3]")
        .replace("[\"brigade\",   300,", "[\"brigade\", 350,");
    std::fs::write(folder.join("house.toml"), text).unwrap();
    let opened = krigsspil_tricolore::open(Some(&folder));
    std::fs::remove_dir_all(&folder).unwrap();
    let rules: &dyn RuleSet = &opened.unwrap();
    assert_eq!(
        rules.adjudicate("officer_level", r#"{"level": "brigade"}"#, &[]).unwrap().outcome["radius_m"],
        350
    );
    let facts = r#"{"attacker": {"value": 5, "bases": 4}, "defender": {"value": 5, "bases": 4}}"#;
    assert_eq!(rules.adjudicate("town_fight", facts, &[1, 2, 3]).unwrap().outcome["dice_total"], 6);
    assert!(krigsspil_tricolore::open_from(&TableSource::printed(&[])).is_err());
}

/// Every rule of the sheet has its text in both languages, and every ruling belongs to one of them.
#[test]
fn rulings_belong_to_rules() {
    let messages = RuleSet::messages(&*RULES);
    for language in krigsspil_engine::Language::ALL {
        let keys = messages.keys(language);
        let rulings: Vec<_> = keys.iter().filter(|(section, _)| *section == "ruling").collect();
        assert!(rulings.len() > 40);
        for (_, rule) in rulings {
            assert!(messages.find(language, "rule", rule).is_some(), "{rule}");
        }
    }
}
