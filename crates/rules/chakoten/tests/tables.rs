//! The tables as data: each cell of the print, and the complaints about broken files.

use crate::common;

use krigsspil_chakoten::open_from;
use krigsspil_engine::table::{Cell, HouseFault, Part, TableSource};
use krigsspil_engine::{Language, RuleSet, serde_json};

fn part<'a>(table: &str, part: &str) -> &'a Part {
    let rules: &'static dyn RuleSet = &**common::RULES;
    let table = rules.tables().iter().find(|found| found.id == table).unwrap();
    table.part(part).unwrap()
}

/// The rows of a part as in the print: key and cells.
fn rows(table: &str, name: &str) -> Vec<String> {
    let line = |cells: &[Cell]| cells.iter().map(Cell::to_string).collect::<Vec<_>>().join(" ");
    part(table, name).rows.iter().map(|row| format!("{} {}", row.key, line(&row.cells))).collect()
}

/// §skema-III every row and column
#[test]
fn march_lengths() {
    assert_eq!(
        rows("skema-III", "infantry"),
        [
            "inf_march 35 12 25 12 12 10",
            "inf_attack - - 20 10 - -",
            "inf_line - - 10 5 - -",
            "inf_skirmish - - 25 15 15 -",
            "inf_square - - 5 2 - -",
            "inf_flight 35 15 30 15 15 12",
        ]
    );
    assert_eq!(
        rows("skema-III", "cavalry"),
        [
            "cav_march 60 12 45 25 12 12",
            "cav_swarm - - 40 25 - 8",
            "cav_line_light - - 30 20 - -",
            "cav_line_medium - - 30 15 - -",
            "cav_line_heavy - - 30 15 - -",
            "storm_swarm - - 70 50 - -",
            "storm_light 75 - 60 40 - -",
            "storm_medium 70 - 55 35 - -",
            "storm_heavy 70 - 50 30 - -",
            "cossack 60 15 40 25 15 12",
            "courier 100 15 90 60 15 15",
            "cav_flight 60 15 45 25 15 15",
        ]
    );
    assert_eq!(
        rows("skema-III", "artillery"),
        [
            "art_foot_light 35 - 20 10 10 6",
            "art_driving 50 - 25 10 10 6",
            "art_horse 60 - 30 15 12 8",
            "art_foot_medium 35 - 15 8 8 5",
            "art_foot_heavy 30 - 12 4 4 4",
            "art_storm 70 - 50 20 - -",
            "art_hand_light - - 10 4 4 -",
            "art_hand_medium - - 6 2 2 -",
            "art_hand_heavy - - 2 1 1 -",
            "art_flight 35 - 30 15 15 10",
        ]
    );
    assert_eq!(rows("skema-III", "train"), ["pack 35 6 20 10 6 6", "wagon 25 - 10 4 - 4"]);
}

/// §skema-VIII the file states the groups as ruling 7 reads them; the print has lost its blank lines
#[test]
fn groups_of_small_arms() {
    assert_eq!(
        groups("skema-VIII"),
        [
            "column dense_skirmish thin_skirmish",
            "mounted storming limbered_or_train unlimbered",
            "cover_I cover_II cover_III",
            "smoke",
            "not_stationary",
            "slope_in_zone_1",
            "flank_or_rear",
            "no_reply",
            "per_LU U FU",
            "own_100_percent target_100_percent",
            "supported",
            "first_fire",
            "zone_2",
            "training",
            "valeur",
            "chief",
        ]
    );
}

/// §skema-XI its groups in the same way
#[test]
fn groups_of_artillery() {
    assert_eq!(
        groups("skema-XI"),
        [
            "thin_skirmish dense_skirmish guns_in_position_or_working limbered_or_train",
            "column_zones_2_to_4 flank_or_square_zones_2_to_4",
            "storming",
            "hidden cover_II cover_III",
            "zone_1 zone_2 zone_3 zone_4",
            "non_ricochet",
            "ranging",
            "not_answering",
            "twelve_pounder",
            "per_LU U",
            "large_unit",
            "training",
            "valeur",
        ]
    );
}

/// §skema-XV its groups in the same way, and notes 1) to 4) with the rows they mark
#[test]
fn groups_and_notes_of_melee() {
    assert_eq!(
        groups("skema-XV"),
        [
            "100_percent_more 200_percent_more",
            "march_column attack_column",
            "obstacle_I obstacle_II obstacle_III cover",
            "cavalry_v_square cavalry_v_mass cavalry_v_infantry v_artillery_train_or_working",
            "no_skirmishers",
            "smoke_last_turn smoke_this_turn",
            "rifles_only",
            "not_stationary",
            "uphill",
            "flank_or_rear",
            "closed_v_spread_or_FU",
            "per_LU U FU",
            "support",
            "infantry_first_fire cavalry_first_attack",
            "no_ammunition",
            "storm no_momentum",
            "complete_victory",
            "heavy_cavalry medium_cavalry light_cavalry cossacks",
            "training",
            "valeur",
            "chief",
        ]
    );
    assert_eq!(noted('1'), ["attack_column", "cavalry_v_square", "cavalry_v_mass"]);
    assert_eq!(noted('2'), ["attack_column", "no_skirmishers", "flank_or_rear"]);
    assert_eq!(
        noted('3'),
        [
            "v_artillery_train_or_working",
            "no_skirmishers",
            "smoke_last_turn",
            "smoke_this_turn",
            "rifles_only",
            "not_stationary",
            "infantry_first_fire",
            "cavalry_first_attack",
            "no_ammunition",
            "storm",
            "no_momentum",
        ]
    );
    assert_eq!(noted('4'), ["no_skirmishers"]);
}

/// The rows of each group, in the order of the file.
fn groups(table: &str) -> Vec<String> {
    let mut groups: Vec<(String, String)> = Vec::new();
    for row in &part(table, "points").rows {
        let group = row.cells[0].to_string();
        match groups.last_mut() {
            Some((last, keys)) if *last == group => *keys = format!("{keys} {}", row.key),
            _ => groups.push((group, row.key.clone())),
        }
    }
    groups.into_iter().map(|(_, keys)| keys).collect()
}

fn noted(note: char) -> Vec<&'static str> {
    let part: &'static Part = part("skema-XV", "points");
    part.rows
        .iter()
        .filter(|row| row.cells[1].to_string().contains(note))
        .map(|row| row.key.as_str())
        .collect()
}

fn printed(file: &str) -> String {
    std::fs::read_to_string(format!("{}/tables/{file}", env!("CARGO_MANIFEST_DIR"))).unwrap()
}

/// What is wrong, in English; the Danish text must be different.
fn told(fault: &HouseFault) -> String {
    let [english, danish] = Language::ALL.map(|language| fault.message(language));
    assert_ne!(english, danish, "told in English only");
    english
}

/// Opens the rules with one file changed.
fn with_house(file: &'static str, from: &str, to: &str) -> Result<Box<dyn RuleSet>, String> {
    let text = printed(file);
    assert!(text.contains(from), "{file} has no `{from}`");
    let mut files: Vec<(&'static str, &'static str)> = Vec::new();
    for folder in ["tables", "tables/armies"] {
        for entry in std::fs::read_dir(format!("{}/{folder}", env!("CARGO_MANIFEST_DIR"))).unwrap() {
            let path = entry.unwrap().path();
            if path.is_file() {
                let name = path.file_name().unwrap().to_string_lossy().into_owned();
                let text = std::fs::read_to_string(path).unwrap();
                files.push((Box::leak(name.into_boxed_str()), Box::leak(text.into_boxed_str())));
            }
        }
    }
    let source = TableSource::printed(&[&files]).with_text(file, &text.replacen(from, to, 1));
    match open_from(&source) {
        Ok(rules) => Ok(Box::new(rules)),
        Err(fault) => Err(told(&fault)),
    }
}

/// A house rule changes the result of a procedure: when a group is split, both of its rows count.
#[test]
fn house_rules() {
    let facts = serde_json::json!({"firing_figures": 10, "zone": 1, "unit_figures": 10, "target_figures": 10, "target_arm": "cavalry", "target_storming": true});
    let target = |rules: &dyn RuleSet| {
        rules.adjudicate("small_arms_fire", &facts.to_string(), &[1, 1, 1]).unwrap().outcome["target_modifier"].clone()
    };
    assert_eq!(target(&**common::RULES), -1);
    let split =
        with_house("skema-VIII.toml", "[\"mounted\",           \"arm\"", "[\"mounted\",           \"horse\"")
            .unwrap();
    assert_eq!(target(&*split), 0);
}

/// Missing, unknown, separated or unreadable rows are reported with file and line.
#[test]
fn broken_files() {
    for (file, from, to, told) in [
        (
            "skema-XV.toml",
            "\"smoke_this_turn\",       \"smoke\"",
            "\"smoke_this_turn\",       \"numbers\"",
            "must stand together",
        ),
        ("skema-XV.toml", "\"uphill\"", "\"uphil\"", "there is no row `uphil`"),
        ("skema-XV.toml", "\"2 3 4\"", "\"2 3 5\"", "`5` is missing"),
        ("skema-IX.toml", "\"25..n\"", "\"26..n\"", "leaves a gap"),
        ("skema-IX.toml", "16,   20,   24", "20,   16,   24", "it must not fall"),
        (
            "skema-V.toml",
            "\"1/1\", \"1/2\", \"-\",   \"3/4\"",
            "\"1/1\", \"1/3\", \"-\",   \"3/4\"",
            "quarters of a turn",
        ),
        (
            "skema-V.toml",
            "\"1/1\", \"1/2\", \"-\",   \"3/4\"",
            "\"1/1\", \"-\", \"-\",   \"3/4\"",
            "needs a time from every formation",
        ),
        ("skema-VI.toml", "\"I-II\"", "\"II-I\"", "0, I, II, III"),
        ("skema-XIII.toml", "\"2 horses\"", "\"2 mules\"", "as `2 horses`"),
        ("skema-III.toml", "20, 10, \"-\", \"-\"", "0, 10, \"-\", \"-\"", "nobody may go"),
        ("skema-XIV.toml", "\"group_1\", \"light\"", "\"group_9\", \"light\"", "`group_9` is missing"),
        ("skema-XVIII.toml", "\"-n..0\"", "\"0\"", "must reach from"),
    ] {
        let fault = with_house(file, from, to).err().unwrap_or_else(|| panic!("{file}: {told}"));
        assert!(fault.starts_with(file) && fault.contains(told), "{fault}");
    }
}
