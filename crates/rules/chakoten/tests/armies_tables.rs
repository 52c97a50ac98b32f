//! What a club may change in the tables of this part, and what is refused with file, line and reason.

use krigsspil_engine::serde_json::Value;
use krigsspil_engine::table::{HouseFault, TableSource};
use krigsspil_engine::{Language, RuleSet};

macro_rules! table {
    ($file:literal) => {
        ($file, include_str!(concat!("../tables/armies/", $file)))
    };
}

/// The tables of this part, as the crate compiles them in.
const TABLES: &[(&str, &str)] = &[
    table!("chapter-19.toml"),
    table!("explosion.toml"),
    table!("skema-XX.toml"),
    table!("skema-XXI.toml"),
    table!("skema-XXII.toml"),
    table!("skema-XXIII.toml"),
    table!("skema-XXIV.toml"),
    table!("land-bavaria.toml"),
    table!("land-denmark.toml"),
    table!("land-england.toml"),
    table!("land-france.toml"),
    table!("land-prussia.toml"),
    table!("land-russia.toml"),
    table!("land-saxony.toml"),
    table!("land-austria-hungary.toml"),
];

/// Tables of the first part that explosions also use.
const SHARED: &[(&str, &str)] = &[
    ("skema-XI.toml", include_str!("../tables/skema-XI.toml")),
    ("skema-XII.toml", include_str!("../tables/skema-XII.toml")),
    ("skema-XIII.toml", include_str!("../tables/skema-XIII.toml")),
];

/// A folder of house rules with one changed table; it is deleted when the test ends.
struct House(std::path::PathBuf);

impl House {
    fn new(file: &str, from: &str, to: &str) -> House {
        let text = TABLES.iter().chain(SHARED).find(|(name, _)| *name == file).unwrap().1;
        assert_eq!(text.matches(from).count(), 1, "`{from}` must stand once in {file}");
        let unique = format!("krigsspil-armies-{}-{:x}", std::process::id(), fingerprint(&[file, from, to]));
        let folder = std::env::temp_dir().join(unique);
        std::fs::create_dir_all(&folder).unwrap();
        std::fs::write(folder.join(file), text.replace(from, to)).unwrap();
        House(folder)
    }
}

impl Drop for House {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.0);
    }
}

fn fingerprint(words: &[&str]) -> u64 {
    use std::hash::{DefaultHasher, Hash, Hasher};
    let mut hasher = DefaultHasher::new();
    words.hash(&mut hasher);
    hasher.finish()
}

/// What is wrong, in English; the Danish text must be different.
fn told(fault: &HouseFault) -> String {
    let [english, danish] = Language::ALL.map(|language| fault.message(language));
    assert_ne!(english, danish, "told in English only");
    english
}

/// The complaint about a wrongly changed table.
#[track_caller]
fn complaint(file: &str, from: &str, to: &str) -> String {
    let house = House::new(file, from, to);
    told(&krigsspil_chakoten::open(Some(&house.0)).unwrap_err())
}

/// The outcome under a changed table.
fn under(file: &str, from: &str, to: &str, procedure: &str, facts: &str, dice: &[i64]) -> Value {
    let house = House::new(file, from, to);
    let rules = krigsspil_chakoten::open(Some(&house.0)).unwrap();
    let rules: &dyn RuleSet = &rules;
    rules.adjudicate(procedure, facts, dice).unwrap().outcome
}

/// Every table of this part is read by itself.
#[test]
fn tables_are_whole() {
    assert_eq!(TableSource::printed(&[TABLES]).read().unwrap().tables().len(), 15);
}

/// A club's numbers replace the printed ones.
#[test]
fn house_figures_hold() {
    let trench = r#"{"work": "trench", "leader": "engineer_officer", "pioneers": 3}"#;
    let row = r#"["trench",                  "engineer_officer", "2..3",  "3..6",   2,   "cm",    false, 8,"#;
    let shorter = row.replace("false, 8,", "false, 6,");
    assert_eq!(under("skema-XX.toml", row, &shorter, "engineering_work", trench, &[6])["total_turns"], 6);
    let delay = r#"{"ordinary_turns": 10}"#;
    assert_eq!(
        under("chapter-19.toml", "\"3..4\",  25]", "\"3..4\",  30]", "work_delay", delay, &[3])["extra_turns"],
        3
    );
    let close = r#"{"charges": 1, "distance_cm": 4, "target_figures": 9}"#;
    let blast = under(
        "explosion.toml",
        "[\"close\",            4]",
        "[\"close\",            3]",
        "explosion",
        close,
        &[1, 2, 4],
    );
    assert_eq!(blast["loss_modifier"], -2);
    let hussars =
        r#"{"nation": "denmark", "unit": "zealand_hussars", "year": 1813, "situation": "musketry"}"#;
    let row = "\"zealand_hussars\", \"any\",      \"-\", \"-\", -1]";
    let kinder = row.replace("-1]", "0]");
    assert_eq!(under("land-denmark.toml", row, &kinder, "country_training", hussars, &[])["training"], 0);
}

/// A house number in skema XI to XIII applies to artillery fire and to explosions alike: it is stated once.
#[test]
fn explosions_are_read_in_the_tables_of_artillery_fire() {
    let near = r#"{"charges": 2, "distance_cm": 9, "target_kind": "limbered_artillery", "target_figures": 30, "target_order": "U"}"#;
    let fire = r#"{"pieces": 2, "gunners": 1, "zone": 2, "target_kind": "limbered_artillery", "target_figures": 30, "target_order": "U"}"#;
    let both = |file: &str, from: &str, to: &str, field: &str| {
        let of = |procedure, facts| under(file, from, to, procedure, facts, &[5, 5, 3])[field].clone();
        let (blast, volley) = (of("explosion", near), of("artillery_fire", fire));
        assert_eq!(blast, volley, "{file} {field}");
        blast
    };
    let row = "[\"limbered_or_train\",       \"target_kind\",   \"-\",   -2,  \"-\"]";
    assert_eq!(both("skema-XI.toml", row, &row.replace("-2", "-3"), "loss_modifier"), -5);
    let row = "[\"large_unit\",              \"numbers\",       \"-\",  \"-\",  -1]";
    assert_eq!(both("skema-XI.toml", row, &row.replace("-1", "-2"), "morale_modifier"), 2);
    assert_eq!(both("skema-XII.toml", "4,    6,    8,", "5,    7,    9,", "men_lost"), 14);
    assert_eq!(
        both("skema-XIII.toml", "\"3 horses\", \"2 horses\",", "\"3 horses\", \"3 horses\",", "horses_lost"),
        3
    );
}

/// Skema XX and XXI: every work is listed once, with the figures of a work unit.
#[test]
fn broken_work_tables() {
    assert!(complaint("skema-XX.toml", "[\"sap\",", "[\"tunnel\",").contains("the row `sap` is missing"));
    let row = "[\"sap\",                     \"ordinary_officer\", 1,";
    let said = complaint("skema-XX.toml", row, &row.replace(" 1,", " 0,"));
    assert!(said.starts_with("skema-XX.toml:") && said.contains("at least 1"), "{said}");
    assert!(
        complaint("skema-XX.toml", row, &row.replace(" 1,", " \"-\",")).contains("a dash cannot stand here")
    );
    assert!(complaint("skema-XX.toml", row, &row.replace(" 1,", " \"some\",")).contains("is not a range"));
    assert!(
        complaint("skema-XX.toml", row, &row.replace("ordinary_officer", "corporal")).contains("corporal")
    );
    assert!(complaint("skema-XXI.toml", "[\"deck\", 5]", "[\"deck\", 0]").contains("it must be above 0"));
    assert!(
        complaint("skema-XXI.toml", "6, 2,    \"-\", false", "6, 2,    \"-\", \"no\"")
            .contains("must be true or false")
    );
}

/// Dice tables must have a result for every face, without gap or overlap.
#[test]
fn broken_dice() {
    assert!(complaint("chapter-19.toml", "\"3..4\",  25]", "\"4\",  25]").contains("leaves a gap"));
    assert!(complaint("chapter-19.toml", "[\"-n..2\", 50]", "[\"1..2\", 50]").contains("must reach from"));
    assert!(
        complaint("chapter-19.toml", "[\"boat\",   8,", "[\"boat\",   0,").contains("it must be at least 1")
    );
    assert!(
        complaint("explosion.toml", "[\"morale_only\",     20]", "[\"morale_only\",     9]")
            .contains("must not fall")
    );
    assert!(
        complaint("explosion.toml", "[\"close\", 3]", "[\"near\", 3]").contains("the row `close` is missing")
    );
}

/// Valeurs never rise, nations and units are known, and only numbered units have numbers.
#[test]
fn broken_valeur_tables() {
    let row = "[\"3\",  3,  \"france\",           \"young_guard\"]";
    let changed = |from: &str, to: &str| complaint("skema-XXIII.toml", row, &row.replace(from, to));
    assert!(changed("3,  \"france\"", "5,  \"france\"").contains("stands below 4"));
    assert!(changed("france", "atlantis").contains("atlantis"));
    assert!(changed("young_guard", "young_gard").contains("did you mean `young_guard`"));
    assert!(changed("young_guard", "young_guard 3").contains("has no numbers"));
    assert!(changed("young_guard", "division").contains("must have its numbers"));
    assert!(changed("young_guard", "division x").contains("is not a number or a range"));
    assert!(changed("[\"3\"", "[\"4\"").contains("twice"));
    assert!(complaint("skema-XXII.toml", "[\"veterans\",", "[\"old_men\",").contains("veterans"));
}

/// Supplements name their own units, known situations and real days.
#[test]
fn broken_supplements() {
    let france = |from: &str, to: &str| complaint("land-france.toml", from, to);
    assert!(france("\"1813-10-16\"", "\"1813-13-16\"").contains("is not a month"));
    assert!(
        france("[\"french_lancers\",", "[\"french_hussars\",")
            .contains("no row `french_hussars` in the printed table")
    );
    assert!(
        france("\"lancers\",        \"melee\",", "\"cossacks\",        \"melee\",")
            .contains("the country has no `cossacks`")
    );
    assert!(france("\"lancers\",        \"melee\",", "\"lancers\",        \"fencing\",").contains("fencing"));
    assert!(france("\"1812..1813\"", "\"1810..1813\"").contains("is not a year"));
    assert!(
        france("\"1812 1815\", \"soutien\"", "\"1812 1815\", \"luck\"").contains("choose one of soutien, -")
    );
    assert!(
        france("\"all\", \"1812 1815\", \"soutien\"", "\"some\", \"1812 1815\", \"soutien\"")
            .contains("is not a share")
    );
    assert!(france("key = \"special\"", "key = \"specials\"").contains("there is no part `specials`"));
    assert!(
        france("[\"pioneer_work\", \"guard_engineers_and_marines\"]", "[\"pioneer_work\", \"jagers\"]")
            .contains("no `jagers`")
    );
    assert!(
        france("[\"regimental_artillery\", 2,", "[\"siege_artillery\", 2,")
            .contains("the country has no `siege_artillery`")
    );
    assert!(france("[\"first\",  \"-\",", "[\"first\",  \"1812-01-01\",").contains("first row has no day"));
}
