//! Every printed table compared with the page, cell by cell, and what happens to a broken one.

use crate::common::{RULES, broken, opened_with, part};
use krigsspil_engine::RuleSet;

/// The heading of every result table.
const COLUMNS: &str = "| -n..-8 | -7..1 | 2..6 | 7..9 | 10..12 | 13..15 | 16..20 | 21..29 | 30..n";

/// §chart.infantry-vs-infantry
#[test]
fn results_infantry_vs_infantry() {
    let printed = [
        COLUMNS,
        "A | R200 8U ☉ | R200 7U ☉ | R200 6U ☉ | # 2U 2 | # 1U 2 | line 1U 2 | A200 2U 2 | A200 1U 1 | A200 0U 0",
        "F | A200 0U 0 | A200 1U 1 | A200 2U 2 | line 1U 2 | # 1U 2 | # 2U 2 | R200 6U ☉ | R200 7U ☉ | R200 8U ☉",
    ];
    assert_eq!(part("infantry-initial", "infantry_vs_infantry"), printed);
}

/// §chart.infantry-vs-artillery
#[test]
fn results_infantry_vs_artillery() {
    let printed = [
        COLUMNS,
        "A | R200 6U 4 | R200 5U 3 | R200 4U 3 | R200 3U 2 | R200 2U 2 | # 2U 2 | # 0U 1 | A200 0U 0 | A200 0U 0",
        "F | 0 0U 0 | 0 0U 1 | 0 0U 0 | 0 1U 0 | 0 2U ☉ | # 3U ☉ | # 4U ☉ | eliminated | eliminated",
    ];
    assert_eq!(part("infantry-initial", "infantry_vs_artillery"), printed);
}

/// §chart.infantry-continued
#[test]
fn results_infantry_continued() {
    let printed = [
        COLUMNS,
        "A | 4U 3 | 3U 2 | 2U 2 | 1U 1 | 0U 1 | 0U 1 | 1U 0 | 0U 0 | 0U 0",
        "F | 0U 0 | 0U 0 | 1U 0 | 0U 1 | 0U 1 | 1U 1 | 2U 2 | 3U 2 | 4U 3",
    ];
    assert_eq!(part("infantry-continued", "infantry_continued"), printed);
}

/// §chart.town
#[test]
fn results_town() {
    let printed = [
        COLUMNS,
        "A | 5U 5 | 4U 4 | 3U 4 | 3U 3 | 2U 3 | 2U 2 | 2U 2 | 1U 1 | 1U 0",
        "F | 1U 0 | 1U 1 | 2U 2 | 2U 2 | 2U 3 | 3U 3 | 3U 4 | 4U 4 | 5U 5",
    ];
    assert_eq!(part("town", "town"), printed);
}

/// §chart.infantry-vs-cavalry
#[test]
fn results_infantry_vs_cavalry() {
    let printed = [
        COLUMNS,
        "A | R200 6U ☉ | 0 2U 0 | 0 1U 0 | 0 1U 0 | 0 0U 0 | 0 0U 0 | 0 0U 0 | 0 0U 0 | 0 0U 0",
        "F | A400 0U 0 | 0 0U 0 | 0 0U 0 | 0 1U 0 | 0 2U 1 | R400 3U 1 | R400 4U 2 | R400 5U 2 | R400 6U 3",
    ];
    assert_eq!(part("infantry-cavalry", "infantry_vs_cavalry"), printed);
}

/// §chart.cavalry-vs-cavalry
#[test]
fn results_cavalry_vs_cavalry() {
    let printed = [
        COLUMNS,
        "A | R400 8U ☉ | R400 7U ☉ | R400 6U ☉ | # 2U 2 | # 1U 2 | # 1U 1 | 0 2U 1 | A300 1U 0 | A400 0U 0",
        "F | A400 0U 0 | A300 1U 0 | 0 2U 1 | # 1U 1 | # 1U 2 | # 2U 2 | R400 6U ☉ | R400 7U ☉ | R400 8U ☉",
    ];
    assert_eq!(part("cavalry-initial", "cavalry_vs_cavalry"), printed);
}

/// §chart.cavalry-continued
#[test]
fn results_cavalry_continued() {
    let printed = [
        COLUMNS,
        "A | R400 8U ☉ | R400 7U ☉ | R400 6U ☉ | R400 3U ☉ | # 2U 3 | 0 2U 2 | 0 1U 2 | 0 1U 1 | 0 0U 1",
        "F | 0 0U 1 | 0 1U 1 | 0 1U 2 | 0 2U 2 | # 2U 3 | R400 3U ☉ | R400 6U ☉ | R400 7U ☉ | R400 8U ☉",
    ];
    assert_eq!(part("cavalry-continued", "cavalry_continued"), printed);
}

/// §chart.cavalry-vs-infantry
#[test]
fn results_cavalry_vs_infantry() {
    let printed = [
        COLUMNS,
        "A | R400 5U 3 | R400 4U 3 | R400 3U 2 | R400 3U 2 | 0 2U 2 | 0 1U 2 | 0 1U 1 | A200 1U 1 | A400 0U 0",
        "F | 0 0U 0 | 0 0U 0 | square 1U 0 | 0 1U 0 | R200 6U ☉ | R200 6U ☉ | R200 7U ☉ | R200 8U ☉ | R200 8U ☉",
    ];
    assert_eq!(part("cavalry-charge", "cavalry_vs_infantry"), printed);
}

/// §chart.cavalry-vs-artillery
#[test]
fn results_cavalry_vs_artillery() {
    let printed = [
        COLUMNS,
        "A | R400 6U 3 | R400 5U 3 | R400 4U 3 | R400 3U 2 | # 2U 2 | # 1U 1 | # 0U 1 | A200 0U 0 | A400 0U 0",
        "F | 0 0U 0 | 0 0U 0 | 0 1U 0 | 0 2U 0 | # 3U ☉ | # 4U ☉ | # 5U ☉ | eliminated | eliminated",
    ];
    assert_eq!(part("cavalry-charge", "cavalry_vs_artillery"), printed);
}

/// §terrain.table the heading and all thirteen rows.
#[test]
fn terrain_has_thirteen_rows() {
    let terrain = part("terrain", "terrain");
    assert_eq!(terrain[0], "| infantry | skirmishers | cavalry | artillery");
    assert_eq!(terrain.len(), 14);
}

/// §terrain.light-wood
#[test]
fn terrain_light_wood() {
    assert_eq!(part("terrain", "terrain")[1], "light_wood | ½ / 0U / 2 | 0 / 0U / 3 | - / - / - | - / - / -");
}

/// §terrain.dense-wood
#[test]
fn terrain_dense_wood() {
    assert_eq!(part("terrain", "terrain")[2], "dense_wood | ¾ / 0U / 3 | ½ / 0U / 5 | - / - / - | - / - / -");
}

/// §terrain.enclosed-1
#[test]
fn terrain_enclosed_1() {
    assert_eq!(
        part("terrain", "terrain")[3],
        "enclosed_1 | 0 / 0U / 2 | 0 / 0U / 4 | ½ / 0U / 0 | ½ / 0U / 0"
    );
}

/// §terrain.enclosed-2
#[test]
fn terrain_enclosed_2() {
    assert_eq!(
        part("terrain", "terrain")[4],
        "enclosed_2 | ½ / 0U / 4 | 0 / 0U / 6 | ¾ / 1U / 0 | ¾ / 1U / 2"
    );
}

/// §terrain.enclosed-3
#[test]
fn terrain_enclosed_3() {
    assert_eq!(part("terrain", "terrain")[5], "enclosed_3 | ½ / 0U / 5 | 0 / 0U / 7 | - / - / - | - / - / -");
}

/// §terrain.gentle-slope
#[test]
fn terrain_gentle_slope() {
    assert_eq!(
        part("terrain", "terrain")[6],
        "gentle_slope | 0 / 0U / 0 | 0 / 0U / 0 | 0 / 1U / 0 | ½ / 0U / 0"
    );
}

/// §terrain.medium-slope
#[test]
fn terrain_medium_slope() {
    assert_eq!(
        part("terrain", "terrain")[7],
        "medium_slope | 0 / 1U / 0 | 0 / 0U / 0 | ½ / 2U / 0 | ¾ / 0U / 0"
    );
}

/// §terrain.steep-slope
#[test]
fn terrain_steep_slope() {
    assert_eq!(
        part("terrain", "terrain")[8],
        "steep_slope | ½ / 2U / 0 | ½ / 1U / 0 | - / - / - | - / - / -"
    );
}

/// §terrain.stream
#[test]
fn terrain_stream() {
    assert_eq!(
        part("terrain", "terrain")[9],
        "stream | -50 / 0U / 0 | 0 / 0U / 0 | -200 / 1U / 0 | -150 / 2U / 0"
    );
}

/// §terrain.deep-stream
#[test]
fn terrain_deep_stream() {
    assert_eq!(
        part("terrain", "terrain")[10],
        "deep_stream | -100 / 1U / 0 | -50 / 0U / 0 | -200 / 2U / 0 | - / - / -"
    );
}

/// §terrain.stream-with-bank
#[test]
fn terrain_stream_with_bank() {
    assert_eq!(
        part("terrain", "terrain")[11],
        "stream_with_bank | -100 / 2U / 0 | -100 / 1U / 0 | - / - / - | - / - / -"
    );
}

/// §terrain.soft-ground
#[test]
fn terrain_soft_ground() {
    assert_eq!(
        part("terrain", "terrain")[12],
        "soft_ground | 0 / 0U / 0 | 0 / 0U / 0 | ½ / 0U / 0 | ½ / 0U / 0"
    );
}

/// §terrain.swamp
#[test]
fn terrain_swamp() {
    assert_eq!(part("terrain", "terrain")[13], "swamp | ½ / 0U / 0 | ¼ / 0U / 0 | ¾ / 0U / 0 | - / - / -");
}

/// §chart.bombardment
#[test]
fn bombardment_losses() {
    let printed = [
        "| 2..5 | 6..10 | 11..16 | 17..24 | 25..32 | 33..38 | 39..46 | 47..54 | 55..n",
        "1..4 | ½ | 1 | 1 | 1½ | 2 | 2 | 2½ | 2½ | 3",
        "5..6 | 1 | 1 | 1½ | 2 | 2½ | 3 | 3 | 3 | 4",
        "7..8 | 1 | 1½ | 2 | 2½ | 3 | 4 | 4 | 5 | 6",
        "9..10 | 1½ | 2 | 2½ | 3 | 4 | 5 | 6 | 8 | 9",
        "11..13 | 2 | 2½ | 3 | 4 | 5 | 6 | 8 | 10 | 12",
        "14..n | 2½ | 3 | 4 | 5 | 6 | 8 | 10 | 12 | 14",
    ];
    assert_eq!(part("bombardment", "loss"), printed);
}

/// §bombard.town §bombard.artillery the first two artillery cells are printed -1/U and -2/U and read as 1U and 2U (R31).
#[test]
fn bombardment_of_towns_and_guns() {
    let rows = part("bombardment", "other_targets");
    assert_eq!(rows[1], "town_zone | - | - | - | ½ | ½ | 1* | 2* | 2** | 3**");
    assert_eq!(rows[2], "artillery | -/1U | -/2U | ½/2U | 1/2U | 1½/3U | 2/4U | 2½/5U | 3/5U | 4/6U");
}

/// §chart.bombard-factor
#[test]
fn bombardment_factors() {
    let printed = ["| 3-4pd | 6pd | 8-10pd | 12pd", "0..600 | 5 | 6 | 7 | 8", "601..1000 | 2 | 3 | 4 | 5"];
    assert_eq!(part("bombardment", "factor"), printed);
}

/// §manoeuvre.table
#[test]
fn manoeuvre_rates() {
    let printed = [
        "| infantry | cavalry | artillery | horse_artillery",
        "normal | 600 | 1200 | (300) | (600)",
        "road_march | 1200 | 1800 | 1200 | 1800",
    ];
    assert_eq!(part("manoeuvre", "rates"), printed);
    assert_eq!(part("manoeuvre", "train")[1], "train | - | 800");
}

/// §deploy.table
#[test]
fn deployment_rates() {
    let printed = [
        "| officers | infantry | cavalry | artillery | horse_artillery",
        "normal | 300 | 300 | 600 | 300 | 600",
    ];
    assert_eq!(part("deployment", "rates"), printed);
}

/// §chart.loss
#[test]
fn loss_table() {
    let printed = ["| 1..2 | 3..10 | 11..16 | 17..24 | 25..n", "bases | 0 | ½ | 1 | 1½ | 2"];
    assert_eq!(part("melee-general", "loss"), printed);
}

/// §chart.town-test
#[test]
fn town_tests() {
    let printed = ["| 1..2 | 3..4 | 5..6 | 7..8", "test | N2/1 | N1/1 | N2/2 | N3/3"];
    assert_eq!(part("town", "town_test"), printed);
}

/// §chart.infantry-initial-mods
#[test]
fn modifiers_infantry_initial() {
    let printed = [
        "| A | F",
        "value* | 2 | -2",
        "disorder* | -2 | 2",
        "superiority* | 1 | -1",
        "in_cover | - | -1",
        "skirmishers_in_the_open | -6 | 6",
        "artillery_support | - | -1",
        "threatened_flank* | -2 | 2",
        "threatened_flank_artillery* | - | 6",
        "flanked | -15 | 15",
        "march_column | - | 8",
        "square | -4 | 4",
        "neighbour_support* | - | -2",
    ];
    assert_eq!(part("infantry-initial", "modifiers"), printed);
}

/// §chart.infantry-continued-mods the threatened flank is printed +2 and -2 and read with reversed signs (R24).
#[test]
fn modifiers_infantry_continued() {
    let printed = [
        "| A | F",
        "value* | 1 | -1",
        "cover* | 1 | -1",
        "threatened_flank* | -2 | 2",
        "disorder* | -2 | 2",
        "superiority* | 1 | -1",
        "artillery_support | 1 | -1",
    ];
    assert_eq!(part("infantry-continued", "modifiers"), printed);
    let strength = [
        "| times",
        "line_training_5 | x 1½",
        "line_training_6_9 | x 2",
        "square | x ½",
        "skirmishers | x 1½",
    ];
    assert_eq!(part("infantry-continued", "strength"), strength);
}

/// §chart.town-mods the defender's disorder is printed -2 and read +2 (R25); superiority has no asterisk.
#[test]
fn modifiers_town() {
    let printed =
        ["| A | F", "value* | 2 | -2", "disorder* | -2 | 2", "superiority | 1 | -1", "cover* | - | -1"];
    assert_eq!(part("town", "modifiers"), printed);
}

/// §chart.infantry-cavalry-mods
#[test]
fn modifiers_infantry_cavalry() {
    let printed =
        ["| A | F", "value* | 2 | -2", "disorder* | -2 | 2", "flanked | - | 10", "superiority* | 1 | -1"];
    assert_eq!(part("infantry-cavalry", "modifiers"), printed);
    let strength = ["| times", "line_training_5 | x 1½", "line_training_6_9 | x 2"];
    assert_eq!(part("infantry-cavalry", "strength"), strength);
}

/// §chart.cavalry-initial-mods
#[test]
fn modifiers_cavalry_initial() {
    let printed = [
        "| A | F",
        "value* | 2 | -2",
        "disorder_light* | -2 | 2",
        "disorder_medium_heavy* | -3 | 3",
        "superiority* | 1 | -1",
        "stationary | - | 3",
        "threatened_flank* | -2 | 2",
        "flanked | -15 | 15",
        "march_column | - | 8",
        "medium | 4 | -4",
        "heavy | 6 | -6",
    ];
    assert_eq!(part("cavalry-initial", "modifiers"), printed);
}

/// §chart.cavalry-continued-mods
#[test]
fn modifiers_cavalry_continued() {
    let printed =
        ["| A | F", "value* | 2 | -2", "training* | 2 | -2", "disorder* | -2 | 2", "superiority* | 1 | -1"];
    assert_eq!(part("cavalry-continued", "modifiers"), printed);
    let strength = ["| times", "line_training_6_9 | x 4", "line_training_5 | x 3"];
    assert_eq!(part("cavalry-continued", "strength"), strength);
}

/// §chart.cavalry-charge-mods
#[test]
fn modifiers_cavalry_charge() {
    let printed = [
        "| A | F",
        "value* | 1 | -2",
        "disorder* | -2 | 4",
        "superiority* | 1 | -1",
        "cover* | - | -3",
        "flanked | - | 15",
        "heavy | 2 | -",
        "square | - | -10",
        "threatened_flank* | - | 3",
        "threatened_flank_line_or_artillery* | - | 5",
        "fully_covered | - | -2",
        "anchored | - | -4",
        "march_column | -6 | 15",
        "artillery_support | - | -1",
        "neighbour_support* | - | -2",
    ];
    assert_eq!(part("cavalry-charge", "modifiers"), printed);
    let strength = ["| times", "line_training_2_4 | x ½", "skirmishers_in_the_open | x ¼"];
    assert_eq!(part("cavalry-charge", "strength"), strength);
}

/// The limits of the nine columns belong to the column in which they are printed (R10).
#[test]
fn the_nine_columns_meet() {
    let town = &RULES.tables().melee.town;
    let limits = [
        (-99, "<=-8"),
        (-8, "<=-8"),
        (-7, "-7..1"),
        (1, "-7..1"),
        (2, "2..6"),
        (6, "2..6"),
        (7, "7..9"),
        (9, "7..9"),
        (10, "10..12"),
        (12, "10..12"),
        (13, "13..15"),
        (15, "13..15"),
        (16, "16..20"),
        (20, "16..20"),
        (21, "21..29"),
        (29, "21..29"),
        (30, ">=30"),
        (99, ">=30"),
    ];
    for (total, heading) in limits {
        assert_eq!(town.result(total).0.to_string(), heading, "{total}");
    }
}

/// A club's wrong table is reported with file, line and reason.
#[test]
fn broken_tables_are_told() {
    let starts = |file: &str, from: &str, to: &str, told: &str| {
        let fault = broken(file, from, to);
        assert!(fault.contains(told), "{fault}");
        assert!(fault.starts_with(&format!("{file}:")), "{fault}");
    };
    starts("town.toml", "5U 5", "5U five", "is not a result");
    starts("town.toml", "\"7..9\"", "\"8..9\"", "leaves a gap");
    starts("town.toml", "30..n", "30..40", "must reach from -n to n");
    starts("town.toml", "cover*", "walls*", "there is no row `walls*` in the printed table");
    starts("town.toml", "N2/1", "M2/1x", "is not a test");
    starts("orders.toml", "E6/6", "T6/6", "T6/6 must test E");
    starts("administration.toml", "(9)/1", "E1/1", "number in brackets");
    starts("terrain.toml", "½ / 0U / 2", "1 / 0U / 2", "light_wood");
    starts("terrain.toml", "swamp", "swmap", "`swamp` is missing");
    starts("bombardment.toml", "\"2½\", \"2½\", 3]", "\"2½\", 2, 3]", "must not fall");
    starts("bombardment.toml", "3**", "3*x", "`3*x` cannot stand in");
    starts("bombardment.toml", "\"½\",  1,    1,", "\"¼\",  1,    1,", "counted in halves");
    starts("manoeuvre.toml", "(300)", "[300]", "write 300 or (300)");
    starts("manoeuvre.toml", "\"T1/U\", 100", "\"T1/U\", 0", "at least 1");
    starts("infantry-continued.toml", "x ½", "x 0", "must be above 0");
    starts("declarations.toml", "6..8", "6..7", "must reach from 0 to 8");
    starts("house.toml", "300, false", "300, 1", "must be true or false");
    starts("house.toml", "9, 9, 9, 8, 9", "10, 9, 9, 8, 9", "10 is outside 1 to 9");
}

/// A club's shorter distance is used, and its own asterisk counts.
#[test]
fn changed_tables_are_obeyed() {
    let refused = |file: &str, from: &str, to: &str, procedure: &str, facts: &str| {
        let rules = opened_with(file, from, to).unwrap();
        let rules: &dyn RuleSet = &rules;
        rules.adjudicate(procedure, facts, &[]).unwrap_err().field().to_string()
    };
    let ride = r#"{"ability": 5, "distance_m": 1600}"#;
    assert_eq!(refused("manoeuvre.toml", "2000", "1500", "officer_independent_move", ride), "distance_m");
    let back = r#"{"orders": 5, "distance_m": 900}"#;
    assert_eq!(refused("movement.toml", "500, 1000", "500, 800", "artillery_retreat", back), "distance_m");
    let fire = r#"{"batteries": [{"calibre": "6pd", "bases": 1, "distance_m": 0},
        {"calibre": "6pd", "bases": 1, "distance_m": 950}], "target_bases": 4}"#;
    let out = refused("bombardment.toml", "601..1000", "601..900", "bombardment", fire);
    assert_eq!(out, "batteries[1].distance_m");
    let rules = opened_with("town.toml", "superiority\"", "superiority*\"").unwrap();
    let rules: &dyn RuleSet = &rules;
    let facts = r#"{"attacker": {"value": 5, "bases": 8}, "defender": {"value": 5, "bases": 4}}"#;
    assert_eq!(rules.adjudicate("town_fight", facts, &[5, 6]).unwrap().outcome["attacker_modifier"], 14);
}
