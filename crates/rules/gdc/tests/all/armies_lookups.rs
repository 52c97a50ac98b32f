//! The lists, the contents of their rows, and the make-up of units.

use crate::armies_common::*;
use krigsspil_engine::serde_json::{Value, json};

fn index(year: i32) -> Value {
    told(rules(), "army_index", &json!({ "year": year }).to_string())
}

fn columns_of(index: &Value, nation: &str) -> Vec<(String, bool)> {
    let lists = index["lists"].as_array().unwrap().iter().filter(|list| list["nation"] == nation);
    lists.map(|list| (list["period"].as_str().unwrap().to_string(), list["exact"] == true)).collect()
}

/// §army.lists year 0 gives every column; a year gives every column that contains it, otherwise the last earlier one, otherwise none.
#[test]
fn lists_of_a_year() {
    let all = index(0);
    tells!(all, { "nations": 35, "count": 95 });
    assert_eq!(told(rules(), "army_index", "{}"), all);
    assert_eq!(
        columns_of(&index(1806), "baden"),
        [("1806-germany".into(), true), ("1806-08-spain".into(), true)]
    );
    assert_eq!(columns_of(&index(1808), "saxony"), [("1805-06".into(), false)]);
    assert_eq!(columns_of(&index(1810), "saxony"), [("1809".into(), false)]);
    assert_eq!(columns_of(&index(1804), "saxony"), []);
    assert_eq!(columns_of(&index(1820), "spain"), [("1812-15".into(), false)]);
    tells!(index(1790), { "nations": 0, "count": 0 });
    let rules = rules();
    for (year, field) in
        [("1", "year"), ("1789", "year"), ("1821", "year"), ("-1", "year"), ("\"1805\"", "year")]
    {
        assert_eq!(fault(rules, "army_index", &format!(r#"{{"year": {year}}}"#)).field(), field);
    }
}

/// §army.lists a period for which the nation has no column is reported at `period`, a row that the column does not have at `name`, and both
/// list what exists.
#[test]
fn what_is_not_in_a_list() {
    let rules = rules();
    let wrong = fault(rules, "unit", r#"{"nation": "baden", "period": "1805", "name": "Line Rgt"}"#);
    assert_eq!(wrong.field(), "period");
    assert!(wrong.to_string().contains("1806-germany, 1806-08-spain"), "{wrong}");
    let wrong = fault(rules, "unit", r#"{"nation": "baden", "period": "1809-11", "name": "Line rgt"}"#);
    assert_eq!(wrong.field(), "name");
    assert!(wrong.to_string().contains("did you mean `Line Rgt`"), "{wrong}");
    let facts = r#"{"nation": "baden", "period": "1806-germany", "name": "Hussars"}"#;
    assert_eq!(fault(rules, "unit", facts).field(), "name");
    for procedure in ["army_list", "deployment"] {
        assert_eq!(fault(rules, procedure, r#"{"nation": "baden", "period": "all"}"#).field(), "period");
        assert_eq!(fault(rules, procedure, r#"{"nation": "elba", "period": "all"}"#).field(), "nation");
    }
    let facts = r#"{"nation": "baden", "period": "1809-11", "battery": "Line Rgt"}"#;
    assert_eq!(fault(rules, "battery_allowance", facts).field(), "battery");
}

/// §army.def.fa §army.def.ha §army.def.bty §army.def.gd the meaning of the letters in a label: foot or horse battery, its pounder and its
/// guns, Guard or not.
#[test]
fn letters_of_the_labels() {
    let rules = rules();
    tells!(unit(rules, "saxony", "1809", "FA 8 pdr"), { "arm": "foot_battery", "pounders": [8], "guns": 6, "guard": false });
    tells!(unit(rules, "saxony", "1809", "HA 6 pdr"), { "arm": "horse_battery", "pounders": [6], "ratio_base": "cavalry_regiments" });
    tells!(unit(rules, "naples", "1812-13", "GDFA 12 pdr"), { "arm": "foot_battery", "guard": true, "ratio_base": "battalions" });
    tells!(unit(rules, "holland", "1805", "Gde Gren>Chass"), { "guard": true, "arm": "infantry" });
    tells!(unit(rules, "france", "1803-07", "Reserve & National Gd"), { "guard": false });
    tells!(unit(rules, "austria", "1809", "CAV 6 pdr"), { "arm": "horse_battery", "ratio": 3 });
}

/// §army.def.s §army.def.r §army.def.ll §portugal.note.2 (s), R and LL mean skirmishers, rifles and lances; converged elites may skirmish,
/// Portuguese grenadiers may not.
#[test]
fn codes_of_the_labels() {
    let rules = rules();
    tells!(unit(rules, "great_britain", "1815", "Rifle Bns"), { "skirmish": true, "skirmish_capable": true, "rifle": true });
    tells!(unit(rules, "great_britain", "1815", "LINE"), { "skirmish": false, "skirmish_capable": false, "rifle": false });
    tells!(unit(rules, "warsaw", "1811-12", "UHLANS"), { "lancer": true });
    tells!(unit(rules, "warsaw", "1811-12", "Hussars"), { "lancer": false });
    tells!(unit(rules, "france", "1803-07", "Conv Elites of Depot Bns"), { "converged": true, "skirmish": false, "skirmish_capable": true });
    tells!(unit(rules, "portugal", "1808-09", "Conv. Grenadier"), { "converged": true, "skirmish_capable": false });
    tells!(unit(rules, "russia", "1810-12", "Cossacks"), { "cossack": true, "lancer": true, "skirmish": true });
}

/// §baden.note.1 §france.note.1 §france.note.3 §saxony.note.1 §wurttemberg.note.1 §westphalia.note.1 §bavaria.note.1 §prussia.note.1
/// §austria.note.1 §great_britain.note.1 §russia.note.2 each regiment has the number of battalions in its note.
#[test]
fn battalions_of_a_regiment() {
    let rules = rules();
    for (nation, period, name, battalions) in [
        ("baden", "1809-11", "Line Rgt", 2),
        ("france", "1803-07", "LINE", 2),
        ("france", "1803-07", "LEGERE", 2),
        ("france", "1808-09", "LINE", 4),
        ("france", "1808-09", "LEGERE", 4),
        ("france", "1810-12", "LINE", 2),
        ("saxony", "1809", "Line Rgt", 2),
        ("saxony", "1809", "Lights", 2),
        ("wurttemberg", "1805-07", "Line Rgt", 2),
        ("westphalia", "1811-12", "Line Rgt", 2),
        ("bavaria", "1813-jun-15", "Line Rgt", 2),
        ("prussia", "1813-14", "Reg Line/Fusilier", 3),
        ("prussia", "1813-14", "Landwehr", 2),
        ("austria", "1809", "German Lne", 2),
        ("russia", "1810-12", "Line", 2),
        ("russia", "1810-12", "Jagers", 2),
    ] {
        let row = unit(rules, nation, period, name);
        assert_eq!(
            (&row["counted_in"], &row["battalions_each"]),
            (&json!("regiment"), &json!(battalions)),
            "{nation} {name}"
        );
    }
    tells!(unit(rules, "great_britain", "1810-14", "LINE"), { "counted_in": "battalion", "battalions_each": 1 });
    tells!(unit(rules, "saxony", "1809", "FA 6 pdr"), { "melee": 5, "morale": "D" });
}

/// §france.note.4 §france.note.5 §france.note.6 the Line uses the 1809 model in 1812 and 1815, and has 8 castings without its elite
/// companies in 1813-14.
#[test]
fn models_of_the_french_line() {
    let rules = rules();
    tells!(unit(rules, "france", "1810-12", "LINE"), { "castings": [12], "fm9": true });
    tells!(unit(rules, "france", "1815", "LINE"), { "castings": [12], "fm9": true });
    tells!(unit(rules, "france", "1813-14", "LINE"), { "castings": [8], "fm9": false });
    tells!(unit(rules, "france", "1813-14", "LEGERE"), { "castings": [8], "fm9": false });
}

/// §bavaria.note.2 the mixed batteries of 1805 have 12 guns, 2 of them howitzers, and are rated by their six-pounders.
#[test]
fn bavarian_batteries_of_1805() {
    let rules = rules();
    let list = told(rules, "army_list", r#"{"nation": "bavaria", "period": "1805-08"}"#);
    let batteries: Vec<_> =
        list["rows"].as_array().unwrap().iter().filter(|row| row["arm"] == "foot_battery").collect();
    assert_eq!(batteries.len(), 1);
    tells!(batteries[0], { "available": 4, "guns": 12, "howitzers": 2, "pounders": [6] });
}

/// §india_moghul.note.2 §india_sikh.note.2 §india_mysore.note.2 infantry with the mark $ has no muskets.
#[test]
fn blade_and_bow() {
    let rules = rules();
    for nation in ["india_moghul", "india_sikh", "india_mysore"] {
        let list = told(rules, "army_list", &json!({ "nation": nation, "period": "all" }).to_string());
        let rows = list["rows"].as_array().unwrap();
        let marked = rows.iter().filter(|row| row["label"].as_str().unwrap().contains('$'));
        assert!(marked.clone().count() > 0, "{nation}");
        assert!(marked.clone().all(|row| row["no_muskets"] == true), "{nation}");
        assert_eq!(rows.iter().filter(|row| row["no_muskets"] == true).count(), marked.count(), "{nation}");
    }
}

/// §supp.tables a freikorps or foreign corps is in every column of its nation that overlaps its years, and in no other.
#[test]
fn freikorps_stand_in_their_years() {
    let rules = rules();
    tells!(unit(rules, "great_britain", "1810-14", "Loyal Lusitanian Leg Inf"), { "supplement": true, "years": [1808, 1810] });
    tells!(unit(rules, "portugal", "1808-09", "Loyal Lusitanian Leg Cav"), { "supplement": true, "castings": [6] });
    let facts = r#"{"nation": "great_britain", "period": "1815", "name": "Loyal Lusitanian Leg Inf"}"#;
    assert_eq!(fault(rules, "unit", facts).field(), "name");
    tells!(unit(rules, "austria", "1809", "Schill's Freikorp Inf"), { "years": [1809, 1809] });
    tells!(unit(rules, "prussia", "1813-14", "Schill's Freikorp Inf"), { "years": [1813, 1813] });
}

/// §canada.note.1 §spain.note.2 §prussia.note.2 notes without limits are shown where they apply.
#[test]
fn notes_that_tell() {
    let rules = rules();
    for (nation, period, note) in [
        ("canada", "1812-14", "canada.note.1"),
        ("spain", "1812-15", "spain.note.2"),
        ("prussia", "1813-14", "prussia.note.2"),
    ] {
        let told = told(rules, "deployment", &json!({ "nation": nation, "period": period }).to_string());
        assert!(told["notes"].as_array().unwrap().iter().any(|told| told["id"] == note), "{note}");
    }
}

/// §army.def.frdiv the French division of 1805 has two brigades of two regiments, the first of Line and Legere.
#[test]
fn the_french_division() {
    let told = told(rules(), "deployment", r#"{"nation": "france", "period": "1803-07"}"#);
    let notes = told["notes"].as_array().unwrap();
    let corps = &notes.iter().find(|note| note["id"] == "france.note.2").unwrap()["formations"][0];
    let division = corps["contains"].as_array().unwrap().iter().find(|body| body["of"] == "Inf Div").unwrap();
    let brigades: Vec<_> = division["contains"]
        .as_array()
        .unwrap()
        .iter()
        .filter(|body| body["of"].as_str().unwrap().ends_with("Bde"))
        .collect();
    assert_eq!(brigades.len(), 2);
    let first: Vec<_> = brigades[0]["contains"].as_array().unwrap().iter().map(|body| &body["of"]).collect();
    assert_eq!(first, ["LINE Rgt", "LEGERE Rgt"]);
    assert_eq!(brigades[1]["contains"], json!([{ "n": 2, "n_max": 2, "of": "Inf Rgt" }]));
}

fn makeup(facts: Value) -> Value {
    told(rules(), "unit_makeup", &facts.to_string())
}

/// §army.def.cav14 cavalry of 14 castings or more becomes two units, with the odd casting in the first; 13 is one unit, and so is infantry.
#[test]
fn large_cavalry_splits() {
    for (castings, units) in [
        (13, json!([13])),
        (14, json!([7, 7])),
        (15, json!([8, 7])),
        (24, json!([12, 12])),
        (99, json!([50, 49])),
    ] {
        tells!(makeup(json!({ "arm": "cavalry", "castings": castings })), { "field_units": units, "centre": castings });
    }
    tells!(makeup(json!({ "arm": "infantry", "castings": 24 })), {
        "field_units": [24], "light": 0, "grenadiers": 0, "full_stands": null, "half_stands": null, "men": 1440
    });
}

/// §army.def.fm9 the 1809 model: 8 or 12 castings of the centre on full stands of 4, 2 light and 2 grenadiers on half stands; no other
/// size, and no cavalry.
#[test]
fn the_1809_model() {
    tells!(makeup(json!({ "arm": "infantry", "castings": 12, "fm9": true })), {
        "field_units": [12], "centre": 8, "light": 2, "grenadiers": 2, "full_stands": 2, "half_stands": 2, "men": 720
    });
    tells!(makeup(json!({ "arm": "infantry", "castings": 16, "fm9": true })), { "centre": 12, "full_stands": 3, "half_stands": 2 });
    let rules = rules();
    for (facts, field) in [
        (r#"{"arm": "infantry", "castings": 8, "fm9": true}"#, "castings"),
        (r#"{"arm": "infantry", "castings": 14, "fm9": true}"#, "castings"),
        (r#"{"arm": "cavalry", "castings": 12, "fm9": true}"#, "fm9"),
        (r#"{"arm": "cavalry", "castings": 0}"#, "castings"),
        (r#"{"arm": "cavalry", "castings": 100}"#, "castings"),
        (r#"{"arm": "battery", "castings": 8}"#, "arm"),
    ] {
        assert_eq!(fault(rules, "unit_makeup", facts).field(), field, "{facts}");
    }
}
