//! A club's own tables: they take effect, and bad ones are refused with file, line and reason.

use krigsspil_engine::table::HouseFault;
use krigsspil_engine::{Language, RuleSet};

/// What is wrong, in English; the Danish text must be different.
fn told(fault: &HouseFault) -> String {
    let [english, danish] = Language::ALL.map(|language| fault.message(language));
    assert_ne!(english, danish, "told in English only");
    english
}

/// Opens the rules with one printed table changed, in a folder of its own.
fn open_with(table: &str, from: &str, to: &str) -> Result<Box<dyn RuleSet>, String> {
    let file = format!("{table}.toml");
    let printed = std::fs::read_to_string(format!("{}/tables/{file}", env!("CARGO_MANIFEST_DIR"))).unwrap();
    assert!(printed.contains(from), "{table} has no {from}");
    let name = format!("krigsspil-borgerkrig-{}-{table}-{}", std::process::id(), from.len() * 31 + to.len());
    let folder = std::env::temp_dir().join(name);
    std::fs::create_dir_all(&folder).unwrap();
    std::fs::write(folder.join(&file), printed.replacen(from, to, 1)).unwrap();
    let opened = krigsspil_borgerkrig::open(Some(&folder));
    std::fs::remove_dir_all(&folder).unwrap();
    opened.map(|rules| Box::new(rules) as Box<dyn RuleSet>).map_err(|fault| told(&fault))
}

/// A changed number changes the result.
#[test]
fn a_house_table_counts() {
    let facts = r#"{"attempt": 1, "figures": 20}"#;
    let rules = open_with("skema-XIX", "8, 9, 10", "7, 9, 10").unwrap();
    assert_eq!(rules.adjudicate("rally", facts, &[3, 4]).unwrap().outcome["rallied"], true);
    let doubles =
        open_with("skema-XXI", "[\"infantry_and_cavalry\", 4]", "[\"infantry_and_cavalry\", 2]").unwrap();
    let outcome = doubles.adjudicate("ammunition_check", "{}", &[3, 3]).unwrap().outcome;
    assert_eq!(outcome["exhausted"], false);
}

/// Each way to break a table is refused when the table is loaded.
#[test]
fn broken_tables_are_refused() {
    let refused = |table, from, to, reason: &str| match open_with(table, from, to) {
        Ok(_) => panic!("{table} with {to} was taken"),
        Err(told) => {
            assert!(told.starts_with(&format!("{table}.toml:")), "{told}");
            assert!(told.contains(reason), "{told}");
        }
    };
    refused(
        "skema-I",
        "30,  25,  12,   6,   3,   6",
        "30, \"-\",  12,   6,   3,   6",
        "a dash cannot stand here",
    );
    refused("skema-I", "[\"staff\",", "[\"stafff\",", "`staff` is missing");
    refused("skema-I", "30,  25,  12,   6,   3,   6", "30,  0,  12,   6,   3,   6", "a unit cannot go");
    refused("skema-II", "\"1/4\", \"1/4\", \"-\"", "\"1/3\", \"1/4\", \"-\"", "quarters of a turn");
    refused("skema-III", "\"difficult\", \"difficult\"", "\"diffcult\", \"difficult\"", "diffcult");
    refused("skema-VI", "\"14\", \"15..n\"", "\"14\", \"16..n\"", "gap");
    refused("skema-VI", "1, 2, 4, 5, 6,", "1, 2, 4, 3, 6,", "must not fall");
    refused("skema-VI", "[\"cover_I\",      2]", "[\"cover_I\",      0]", "at least 1");
    refused("skema-VIII", "\"4..5\"", "\"5..5\"", "from 4 on");
    refused("skema-VIII", "\"11..12\"],", "\"11..11\"],", "end at 12");
    refused("skema-IX", "[\"chain\",", "[\"chains\",", "no row `chains`");
    refused("skema-X", "[\"1\", 0, 0,", "[\"7\", 0, 0,", "row `1` is missing");
    refused("skema-XI", "[\"-n..4\", \"-\"", "[\"-n..4\", 1", "only dashes");
    refused("skema-XIII", "\"order\", \"FU\", \"U\"", "\"order\", \"FU\", \"UU\"", "UU");
    refused("skema-XIV", "columns = [\"5\",", "columns = [\"4\",", "gap");
    refused("skema-XV", "[\"LU\",                        -1],\n", "", "`LU` is missing");
    refused("skema-XVI", "-3, -2, -2", "-3, -2, -4", "must not fall");
    refused("skema-XVII", "\"0..n\"", "\"0..9\"", "open upward");
    refused("skema-XIX", "2, true", "2, \"yes\"", "true or false");
    refused("skema-XXII", "\"I-III\"", "\"III-I\"", "falls");
}
