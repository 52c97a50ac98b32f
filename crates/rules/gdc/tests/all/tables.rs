//! The charts compared with the printed page, and broken charts refused.

#![allow(clippy::unwrap_used)]

use crate::common::{RULES, printed};
use krigsspil_engine::table::HouseFault;
use krigsspil_engine::{Language, RuleSet};

/// §chart.melee-results §chart.melee-results-modifiers
#[test]
fn melee_results() {
    printed(
        "melee-results",
        "least_total",
        "loser_unorganized 60 50 40 30
         loser_disrupted_costly 90 80 60 60
         loser_disrupted 110 100 80 70
         loser_routs 130 110 100 90
         loser_surrenders 150 130 110 100",
    );
    printed(
        "melee-results",
        "effects",
        "engaged 2 2 0 0
         loser_unorganized 1 1 300 0
         loser_disrupted_costly 1 2 400 200
         loser_disrupted 0 2 400 200
         loser_routs 0 3 400 300
         loser_surrenders 0 4 0 300",
    );
}

/// §chart.morale-failure
#[test]
fn morale_failure() {
    printed(
        "morale-failure",
        "results",
        "-n..-1 surrenders 0
         0..9 routs 500
         10..39 disrupted_retreats 300
         40..69 unorganized_retreats 200
         70..89 unorganized 0
         90..n hesitates 0",
    );
    printed("morale-failure", "modifiers", "unorganized -10\ndisrupted -20\nskirmish -10\nsurrounded -30");
}

/// §chart.movement-modifiers §chart.artillery-movement §chart.artillery-movement-modifiers
#[test]
fn movement() {
    printed("movement-modifiers", "added", "unorganized -100 -200\ndisrupted -200 -300\ncontour -50 -100");
    printed(
        "movement-modifiers",
        "longest",
        "stream_or_ford 200 400
         ploughed_field 200 500
         light_woods_formed 200 200
         heavy_woods_formed 150 -
         skirmish_in_woods 250 250
         backward_shift 150 150
         lateral_shift 100 100",
    );
    printed("artillery-movement", "foot", "1..6 600 900 100\n7..10 500 900 100\n11..n 400 750 50");
    printed("artillery-movement", "horse", "1..4 750 400 1200 100\n5..n 600 350 1200 100");
    printed("artillery-movement", "guard_horse", "1..n 900 600 1200 100");
    printed(
        "artillery-movement-modifiers",
        "added",
        "turn_31_to_90 -300\nstream_or_ford -250\nbridge -150\ncontour -100",
    );
}

/// §2.7 the white chits, with our own for an ordinary move (ruling 85)
#[test]
fn chits() {
    printed(
        "order-chits",
        "movement_charge",
        "Z charge_and_pursue none none 0 0 cavalry
         X charge_and_return none none 0 0 cavalry
         A infantry_charge none none 0 0 infantry
         M move none none 0 0 any
         blank hold none none 0 0 any
         * limber_or_unlimber none none 0 0 artillery
         V gallop_fire none none 0 0 horse_artillery",
    );
}

/// §chart.zone-multiplier the multipliers, and the unused transit delays
#[test]
fn zone_multipliers() {
    printed("zone-multiplier", "multiplier", "A 100 1\nB 125 2\nC 150 3\nD 150 3\nE 175 3\nF 200 2");
}

/// A rule of the index names every chart.
#[test]
fn charts_have_rules() {
    let messages = RuleSet::messages(&*RULES);
    let charts = RuleSet::tables(&*RULES).iter().filter(|table| table.printed.starts_with("chart."));
    for chart in charts {
        assert!(messages.find(Language::English, "rule", &chart.printed).is_some(), "{}", chart.printed);
    }
}

/// What is wrong, in English; the Danish text must be different.
fn told(fault: &HouseFault) -> String {
    let [english, danish] = Language::ALL.map(|language| fault.message(language));
    assert_ne!(english, danish, "told in English only");
    english
}

/// The complaint when the rules are opened with `from` changed to `to` in a chart.
fn broken(file: &str, from: &str, to: &str) -> String {
    let text = std::fs::read_to_string(format!("{}/tables/{file}", env!("CARGO_MANIFEST_DIR"))).unwrap();
    assert!(text.contains(from), "{file} has no {from}");
    let house = tempfolder(file);
    std::fs::write(house.join(file), text.replace(from, to)).unwrap();
    let said = told(&krigsspil_gdc::open(Some(&house)).unwrap_err());
    std::fs::remove_dir_all(house).unwrap();
    said
}

fn tempfolder(name: &str) -> std::path::PathBuf {
    let folder = std::env::temp_dir().join(format!("krigsspil-gdc-{}-{name}", std::process::id()));
    std::fs::create_dir_all(&folder).unwrap();
    folder
}

/// A chart with a gap, a missing row, a falling value or an unknown word is refused with its file and line.
#[test]
fn broken_charts_are_refused() {
    assert!(broken("morale-failure.toml", "0..9", "1..9").contains("leaves a gap"));
    assert!(broken("militia.toml", "81..100", "81..99").contains("must reach from 1 to 100"));
    assert!(broken("bir-modifiers.toml", "\"square\"", "\"sqare\"").contains("`square` is missing"));
    assert!(broken("melee-classic.toml", "110, 120]", "110, 10]").contains("must not fall"));
    assert!(
        broken("counter-battery.toml", "\"limber\"", "\"wheel\"").starts_with("counter-battery.toml:9: ")
    );
    assert!(
        broken("melee-results.toml", "loser_routs\",            130", "loser_routs\",            100")
            .contains("must not fall")
    );
    assert!(
        broken("standard-march.toml", "[\"sweden\",", "[\"mars\", \"-\"],\n    [\"sweden\",")
            .contains("no row `mars`")
    );
    assert!(broken("artillery.toml", "[\"7\",", "[\"70\",").contains("`7` is missing"));
    assert!(broken("zone-melee.toml", "\"0..70\"", "\"seventy\"").contains("is not a range"));
}

/// A club's own number replaces the printed one.
#[test]
fn house_figures_are_used() {
    let house = tempfolder("house");
    std::fs::write(
        house.join("morale.toml"),
        std::fs::read_to_string(concat!(env!("CARGO_MANIFEST_DIR"), "/tables/morale.toml"))
            .unwrap()
            .replace("[\"A\",  5]", "[\"A\",  7]"),
    )
    .unwrap();
    let rules = krigsspil_gdc::open(Some(&house)).unwrap();
    std::fs::remove_dir_all(&house).unwrap();
    let rules: &dyn RuleSet = &rules;
    let check = rules.adjudicate("morale_check", r#"{"morale_grade": "A"}"#, &[7]).unwrap();
    assert_eq!(check.outcome["fail_percent"], 7);
    assert_eq!(check.outcome["passed"], false);
}
