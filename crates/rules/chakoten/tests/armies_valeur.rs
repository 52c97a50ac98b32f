//! Valeur: skema XXII to XXIV.

use crate::armies_support::{RULES, expect, outcome, refused, told};
use krigsspil_chakoten::armies::valeur::{Nation, Theatre, ValeurArm, ValeurRow, ValeurUnit};
use krigsspil_engine::serde_json::{Value, json};

/// The tables, written out a second time: a heading for each part, then a line for each printed line.
const LINES: &str = include_str!("data/armies_valeur.txt");

fn numbers(text: &str) -> Vec<i32> {
    let number = |text: &str| text.parse::<i32>().unwrap();
    text.split(',')
        .flat_map(|run| match run.split_once('-') {
            Some((first, last)) => number(first)..=number(last),
            None => number(run)..=number(run),
        })
        .collect()
}

/// `corps [1,2], division [20,22]` as units with their numbers.
fn units(text: &str) -> Vec<(ValeurUnit, Vec<i32>)> {
    text.split(", ")
        .map(|unit| match unit.split_once(" [") {
            Some((unit, list)) => (unit.parse().unwrap(), numbers(list.trim_end_matches(']'))),
            None => (unit.parse().unwrap(), Vec::new()),
        })
        .collect()
}

fn expected(theatre: &str, arm: ValeurArm) -> (usize, Vec<ValeurRow>) {
    let heading = format!("{theatre} {arm}");
    let lines: Vec<_> = LINES
        .lines()
        .skip_while(|line| **line != heading)
        .skip(1)
        .take_while(|line| !line.is_empty())
        .collect();
    let mut rows = Vec::new();
    for line in &lines {
        let (valeur, line) = line.split_once(' ').unwrap();
        let (nation, line) = line.split_once(' ').unwrap();
        let (valeur, nation) = (valeur.parse().unwrap(), nation.parse().unwrap());
        rows.extend(units(line).into_iter().map(|(unit, numbers)| ValeurRow {
            valeur,
            nation,
            unit,
            numbers,
        }));
    }
    (lines.len(), rows)
}

fn table_is_as_printed(theatre: Theatre, name: &str, lines: [usize; 5]) {
    for (arm, count) in ValeurArm::ALL.iter().zip(lines) {
        let (printed, rows) = expected(name, *arm);
        assert_eq!(printed, count, "{name} {arm}");
        assert_eq!(RULES.tables().armies.valeur.rows(theatre, *arm), rows, "{name} {arm}");
    }
}

/// §skema-XXIII §skema-XXIII.1 §skema-XXIII.2 §skema-XXIII.3 §skema-XXIII.4 §skema-XXIII.5 the valeurs of 1813 line by line
#[test]
fn skema_xxiii_line_by_line() {
    table_is_as_printed(Theatre::CentralEuropeAutumn1813, "XXIII", [58, 14, 15, 36, 24]);
}

/// §skema-XXIV §skema-XXIV.1 §skema-XXIV.2 §skema-XXIV.3 §skema-XXIV.4 §skema-XXIV.5 the valeurs of 1815 line by line
#[test]
fn skema_xxiv_line_by_line() {
    table_is_as_printed(Theatre::BelgiumSummer1815, "XXIV", [28, 7, 5, 16, 11]);
}

/// §04.05.2 §skema-XXII eighteen kinds of troops in ten steps
#[test]
fn skema_xxii_kind_by_kind() {
    let steps: [(i32, &[&str]); 10] = [
        (5, &["invincible"]),
        (4, &["chosen_elite"]),
        (3, &["elite_of_good_repute"]),
        (2, &["elite_with_self_respect", "veterans_of_good_repute"]),
        (1, &["disillusioned_elite", "veterans"]),
        (0, &["line_with_good_cadre", "disillusioned_veterans", "volunteer_citizens"]),
        (-1, &["disillusioned_line", "recruits_with_cadre", "militia_with_good_cadre"]),
        (-2, &["recruits_without_cadre", "militia_with_cadre"]),
        (-3, &["disillusioned_recruits", "militia_without_cadre"]),
        (-4, &["conscripted_militia_without_cadre"]),
    ];
    let mut kinds = 0;
    for (valeur, names) in steps {
        for name in names {
            expect("valeur_category", json!({ "category": name }), &[], json!({ "valeur": valeur }));
            kinds += 1;
        }
    }
    assert_eq!(kinds, krigsspil_chakoten::armies::valeur::TroopKind::ALL.len());
}

fn look(theatre: &str, arm: &str, nation: &str, unit: &str) -> Value {
    json!({ "theatre": theatre, "arm": arm, "nation": nation, "unit": unit })
}

const AUTUMN: &str = "central_europe_autumn_1813";
const SUMMER: &str = "belgium_summer_1815";

/// §skema-XXIII.note if a unit has several valeurs, all are reported, and the lowest is the default
#[test]
fn the_lowest_holds_in_doubt() {
    let fields = json!({ "valeur": 1, "highest": 3, "found": true });
    expect("valeur_lookup", look(AUTUMN, "infantry", "france", "young_guard"), &[], fields);
    let grenadiers = look(AUTUMN, "infantry", "austria_hungary", "grenadiers");
    expect("valeur_lookup", grenadiers, &[], json!({ "valeur": 2, "highest": 3 }));
    let fields = json!({ "valeur": -1, "highest": 0 });
    expect("valeur_lookup", look(SUMMER, "light_cavalry", "france", "jagers"), &[], fields);
}

/// §skema-XXIII.5 the rows for other nations apply to nations with no row of their own, but not to the French guard
#[test]
fn other_nations_artillery() {
    let find =
        |nation: &str, unit: &str| outcome("valeur_lookup", &look(AUTUMN, "artillery", nation, unit), &[]);
    assert_eq!(
        find("baden", "line")["rows"],
        json!([{ "valeur": 0, "nation": "other", "unit": "line", "numbers": [] }])
    );
    assert_eq!(find("baden", "line")["known_units"], json!([]));
    assert_eq!([&find("russia", "guard")["valeur"], &find("russia", "line")["valeur"]], [1, 1]);
    assert_eq!([&find("france", "line")["valeur"], &find("france", "certain_line")["valeur"]], [0, -1]);
    assert_eq!(find("france", "guard")["found"], false);
    assert_eq!(find("prussia", "guard")["valeur"], 3);
    assert_eq!(find("baden", "kgl")["found"], false);
    assert_eq!(find("other", "guard")["known_units"], json!(["guard", "line"]));
    let told = told("valeur_lookup", look(AUTUMN, "artillery", "baden", "line"), &[]);
    assert_eq!(told, ["other_nations_row ✓"]);
    let in_1815 = look(SUMMER, "artillery", "nassau", "line");
    expect("valeur_lookup", in_1815, &[], json!({ "found": false, "valeur": null, "highest": null }));
    let all = json!({ "theatre": AUTUMN, "arm": "artillery", "nation": "baden" });
    expect("valeur_lookup", all, &[], json!({ "found": false, "rows": [] }));
}

/// §skema-XXIV.1 a number selects the row that lists it; units without numbers accept none
#[test]
fn numbered_units() {
    let regiment = |number: i32| {
        let mut facts = look(SUMMER, "infantry", "prussia", "line_regiment");
        facts["number"] = json!(number);
        outcome("valeur_lookup", &facts, &[])["valeur"].clone()
    };
    assert_eq!([regiment(12), regiment(13), regiment(24), regiment(26), regiment(28)], [2, 1, 1, 0, -1]);
    assert_eq!(regiment(32), Value::Null);
    let mut schutzen = look(SUMMER, "infantry", "prussia", "schutzen");
    schutzen["number"] = json!(1);
    refused("valeur_lookup", schutzen, "number");
    let nobody = json!({ "theatre": SUMMER, "arm": "infantry", "nation": "prussia", "number": 1 });
    refused("valeur_lookup", nobody, "number");
    refused(
        "valeur_lookup",
        json!({ "theatre": SUMMER, "arm": "infantry", "nation": "prussia", "unit": null }),
        "unit",
    );
}

/// A force builder can walk through the tables: nations, then a nation's units
#[test]
fn tables_can_be_walked() {
    let valeur = &RULES.tables().armies.valeur;
    let nations = valeur.nations(Theatre::BelgiumSummer1815);
    assert_eq!(nations.len(), 9);
    assert!(nations.contains(&Nation::Scotland) && !nations.contains(&Nation::Russia));
    let danes: Vec<_> = valeur
        .of_nation(Theatre::CentralEuropeAutumn1813, ValeurArm::LightCavalry, Nation::Denmark)
        .collect();
    assert_eq!(danes.iter().map(|row| row.valeur).collect::<Vec<_>>(), [2, 2, 1, 1]);
    assert_eq!(danes[3].unit, ValeurUnit::ZealandHussars);
}
