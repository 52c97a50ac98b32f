//! The batteries a force may have, and forces checked against their lists.

use crate::armies_common::*;
use krigsspil_engine::RuleSet;
use krigsspil_engine::serde_json::{Value, json};

fn batteries(nation: &str, period: &str, battery: &str, counts: [i32; 4]) -> Value {
    let [battalions, cavalry_regiments, guard_battalions, guard_cavalry_regiments] = counts;
    let facts = json!({
        "nation": nation, "period": period, "battery": battery, "battalions": battalions,
        "cavalry_regiments": cavalry_regiments, "guard_battalions": guard_battalions,
        "guard_cavalry_regiments": guard_cavalry_regiments,
    });
    let told = told(rules(), "battery_allowance", &facts.to_string());
    json!([told["counted"], told["by_ratio"], told["available"], told["allowed"]])
}

/// §army.def.ratio one foot battery for N battalions, one horse battery for N cavalry regiments, rounded down, and never more than there
/// are.
#[test]
fn batteries_follow_the_troops() {
    assert_eq!(batteries("prussia", "1813-14", "FA 6 pdr", [44, 99, 0, 0]), json!([44, 4, 24, 4]));
    assert_eq!(batteries("prussia", "1813-14", "FA 6 pdr", [8, 99, 0, 0]), json!([8, 0, 24, 0]));
    assert_eq!(batteries("prussia", "1813-14", "FA 6 pdr", [999, 0, 0, 0]), json!([999, 111, 24, 24]));
    assert_eq!(batteries("saxony", "1809", "HA 6 pdr", [99, 8, 0, 0]), json!([8, 1, 1, 1]));
    assert_eq!(batteries("ottoman", "1795-1815", "FA 6 pdr", [60, 0, 0, 0]), json!([60, 10, null, 10]));
    assert_eq!(batteries("hesse_cassel", "1813-15", "HA 6 pdr", [12, 0, 0, 0]), json!([12, 2, 2, 2]));
}

/// §army.def.ratio `1-F` means one for the force if there is any force; without a ratio only the number available is a limit, and without
/// that there is no limit.
#[test]
fn batteries_without_a_count() {
    assert_eq!(batteries("brunswick", "1809", "HA 6 pdr", [0, 0, 0, 0]), json!([0, 0, 1, 0]));
    assert_eq!(batteries("brunswick", "1809", "HA 6 pdr", [1, 0, 0, 0]), json!([1, 1, 1, 1]));
    assert_eq!(batteries("brunswick", "1809", "HA 6 pdr", [3, 2, 0, 0]), json!([5, 1, 1, 1]));
    assert_eq!(batteries("france", "1808-09", "GdHA 6 pdr", [0, 0, 0, 0]), json!([null, null, 6, 6]));
}

/// §north_italy.note.2 Guard batteries count Guard battalions and Guard cavalry; those of the line count all.
#[test]
fn guard_batteries_count_the_guard() {
    assert_eq!(batteries("north_italy", "1812-13", "GDFA 6 pdr", [40, 0, 8, 0]), json!([8, 2, 2, 2]));
    assert_eq!(batteries("north_italy", "1812-13", "GDHA 4 pdr", [40, 9, 8, 1]), json!([1, 0, 1, 0]));
    assert_eq!(batteries("north_italy", "1812-13", "HA 4 pdr", [40, 9, 8, 1]), json!([9, 4, 6, 4]));
    let rules = rules();
    let facts = |guard: &str| {
        format!(
            r#"{{"nation": "north_italy", "period": "1812-13", "battery": "HA 4 pdr", "battalions": 2, "cavalry_regiments": 3, {guard}}}"#
        )
    };
    assert_eq!(
        fault(rules, "battery_allowance", &facts(r#""guard_battalions": 3"#)).field(),
        "guard_battalions"
    );
    let wrong = fault(rules, "battery_allowance", &facts(r#""guard_cavalry_regiments": 4"#));
    assert_eq!(wrong.field(), "guard_cavalry_regiments");
}

/// A force of `[name, count]`, `[name, count, battalions]` or `[name, count, battalions, castings]`, and more facts.
fn force(nation: &str, period: &str, units: Value, more: Value) -> Value {
    told(rules(), "validate_force", &force_facts(nation, period, units, more))
}

fn force_facts(nation: &str, period: &str, units: Value, more: Value) -> String {
    let entry = |unit: &Value| {
        let or_0 = |place: usize| unit.get(place).cloned().unwrap_or(0.into());
        json!({ "name": unit[0], "count": unit[1], "battalions": or_0(2), "castings": or_0(3) })
    };
    let units: Vec<_> = units.as_array().unwrap().iter().map(entry).collect();
    let mut facts = json!({ "nation": nation, "period": period, "units": units });
    facts.as_object_mut().unwrap().extend(more.as_object().unwrap().clone());
    facts.to_string()
}

/// The violations of a force as `[code, unit, found, limit]`.
fn broken(nation: &str, period: &str, units: Value, more: Value) -> Value {
    let told = force(nation, period, units, more);
    let violations = told["violations"].as_array().unwrap();
    assert_eq!(told["valid"], violations.iter().all(|broken| broken["severity"] == "should"));
    violations
        .iter()
        .map(|broken| json!([broken["code"], broken["unit"], broken["found"], broken["limit"]]))
        .collect()
}

/// §army.lists the numbers limit the whole force: entries of one row are added, and an unknown row counts for nothing.
#[test]
fn numbers_available() {
    let none = json!({});
    assert_eq!(broken("baden", "1809-11", json!([["Line Rgt", 3]]), none.clone()), json!([]));
    let units = json!([["Line Rgt", 2], ["Hussars", 1], ["Line Rgt", 2]]);
    assert_eq!(
        broken("baden", "1809-11", units, none.clone()),
        json!([["over_available", "Line Rgt", 4, 3]])
    );
    let units = json!([["Cuirassiers", 5], ["Hussars", 1]]);
    assert_eq!(
        broken("baden", "1809-11", units.clone(), none.clone()),
        json!([["not_listed", "Cuirassiers", 5, 0]])
    );
    tells!(force("baden", "1809-11", units, none.clone())["totals"], { "cavalry_regiments": 1, "castings": 8, "cavalry_castings": 8 });
    assert_eq!(broken("france", "1803-07", json!([["LINE", 999]]), none), json!([]));
}

/// §confederation_rhine.note.6 three battalions of the 7th Regiment are listed, and two may be fielded.
#[test]
fn a_battalion_in_garrison() {
    let seventh =
        |count: i32| broken("confederation_rhine", "1812", json!([["7th Wurzburg Rgt", count]]), json!({}));
    assert_eq!(seventh(2), json!([]));
    assert_eq!(seventh(3), json!([["over_available", "7th Wurzburg Rgt", 3, 2]]));
}

/// §army.lists a year within the column can be too early for a row, or change its number; a year outside the column is refused.
#[test]
fn years() {
    let guard = |year: i32, name: &str, count: i32| {
        broken("france", "1803-07", json!([[name, count]]), json!({ "year": year }))
    };
    assert_eq!(
        guard(1805, "Middle & Marine Gde", 1),
        json!([["not_in_year", "Middle & Marine Gde", 1805, 1806]])
    );
    assert_eq!(guard(1806, "Middle & Marine Gde", 1), json!([]));
    assert_eq!(
        guard(1805, "Counselor & Old Gde", 5),
        json!([["over_available", "Counselor & Old Gde", 5, 4]])
    );
    assert_eq!(guard(1806, "Counselor & Old Gde", 8), json!([]));
    assert_eq!(guard(0, "Counselor & Old Gde", 9), json!([["over_available", "Counselor & Old Gde", 9, 8]]));
    let late =
        broken("great_britain", "1810-14", json!([["Loyal Lusitanian Leg Inf", 1]]), json!({ "year": 1812 }));
    assert_eq!(late, json!([["not_in_year", "Loyal Lusitanian Leg Inf", 1812, 1810]]));
    for year in [1802, 1808, 1] {
        let facts = force_facts("france", "1803-07", json!([["LINE", 1]]), json!({ "year": year }));
        assert_eq!(fault(rules(), "validate_force", &facts).field(), "year");
    }
}

/// §bavaria.note.1 a regiment fields one battalion or all it has; battalions and cavalry cannot be halved; Berg's fourth regiment has only
/// one battalion.
#[test]
fn battalions_fielded() {
    let battalions = |nation, period, name: &str, count: i32, battalions: i32| {
        broken(nation, period, json!([[name, count, battalions]]), json!({}))
    };
    for fielded in [0, 3, 5, 6] {
        assert_eq!(battalions("bavaria", "1813-jun-15", "Line Rgt", 3, fielded), json!([]), "{fielded}");
    }
    for fielded in [2, 7] {
        let broken = json!([["battalions", "Line Rgt", fielded, 6]]);
        assert_eq!(battalions("bavaria", "1813-jun-15", "Line Rgt", 3, fielded), broken);
    }
    assert_eq!(battalions("berg", "1812", "Line Rgt", 4, 8), json!([["battalions", "Line Rgt", 8, 7]]));
    assert_eq!(
        battalions("baden", "1809-11", "Landwehr Bns", 3, 2),
        json!([["battalions", "Landwehr Bns", 2, 3]])
    );
    assert_eq!(battalions("baden", "1809-11", "Landwehr Bns", 3, 3), json!([]));
    assert_eq!(battalions("baden", "1809-11", "Hussars", 1, 1), json!([["battalions", "Hussars", 1, 0]]));
    let halved = force("bavaria", "1813-jun-15", json!([["Line Rgt", 3, 4]]), json!({}));
    tells!(halved["totals"], { "battalions": 4 });
    let wrong = force("berg", "1812", json!([["Line Rgt", 4, 8]]), json!({}));
    tells!(wrong["totals"], { "battalions": 7, "castings": 84 });
}

/// §army.castings §army.def.slash an entry has the first size or another option of its row; any other size is reported, and the first is
/// counted.
#[test]
fn sizes() {
    let line =
        |castings: i32| force("portugal", "1808-09", json!([["Cacadores", 2, 0, castings]]), json!({}));
    for (castings, counted) in [(0, 16), (8, 16), (9, 18), (12, 24)] {
        let told = line(castings);
        assert_eq!((&told["valid"], &told["force_castings"]), (&json!(true), &json!(counted)));
    }
    let told = line(10);
    assert_eq!(
        told["violations"],
        json!([{ "code": "castings", "unit": "Cacadores", "found": 10, "limit": 8, "severity": "must" }])
    );
    assert_eq!(told["force_castings"], 16);
    let gun = broken("portugal", "1808-09", json!([["Line", 8], ["FA 6 pdr", 1, 0, 6]]), json!({}));
    assert_eq!(gun, json!([["castings", "FA 6 pdr", 6, 0]]));
}

/// §holland.line_rgt the first battalions of all regiments are filled before the second, and the second before the small third.
#[test]
fn battalions_of_unequal_size() {
    for (fielded, castings) in [(2, 24), (4, 48), (5, 56), (6, 64)] {
        let told = force("holland", "1805", json!([["Line Rgt", 2, fielded]]), json!({}));
        assert_eq!(told["totals"]["infantry_castings"], castings, "{fielded}");
    }
}

/// §army.def.att each attached squadron needs a cavalry regiment of its own list; an ally's counts only if the column has none.
#[test]
fn attached_squadrons_need_hosts() {
    let squadron = json!(["Uhlans", 1]);
    let alone =
        broken("brunswick", "1809", json!([squadron, ["Line", 1]]), json!({ "other_cavalry_regiments": 5 }));
    assert_eq!(alone, json!([["attached_without_host", "", 1, 0]]));
    let hosted = force("brunswick", "1809", json!([squadron, ["Hussars", 1]]), json!({}));
    assert_eq!(hosted["valid"], true);
    tells!(hosted["totals"], { "cavalry_regiments": 1, "attached_squadrons": 1, "cavalry_castings": 10 });
    let wurzburg = json!([["Wurzburg Chevau-Legere Sqdn", 1]]);
    assert_eq!(
        broken("confederation_rhine", "1812", wurzburg.clone(), json!({ "other_cavalry_regiments": 1 })),
        json!([])
    );
    let alone = broken("confederation_rhine", "1812", wurzburg, json!({}));
    assert_eq!(alone, json!([["attached_without_host", "", 1, 0]]));
    tells!(force("austria", "1809", json!([["Tyrolese Independent Companies", 10]]), json!({})), { "valid": true });
}

/// §army.def.ratio militia counts as battalions; independent companies and attached squadrons do not count; allied troops do.
#[test]
fn what_ratios_count() {
    let units = json!([["Landwehr", 2], ["Tyrolese Independent Companies", 50], ["FA 6 pdr", 1]]);
    let told = force("austria", "1809", units.clone(), json!({}));
    assert_eq!(
        told["violations"][0],
        json!({ "code": "over_ratio", "unit": "FA 6 pdr", "found": 1, "limit": 0, "severity": "must" })
    );
    tells!(told["totals"], { "battalions": 4, "infantry_castings": 198, "batteries": 1, "guns": 8, "howitzers": 0 });
    let told = force("austria", "1809", units, json!({ "other_battalions": 1, "other_castings": 7 }));
    tells!(told, { "valid": true, "force_castings": 205, "percent_base": 205 });
    tells!(told["counted"], { "battalions": 5, "cavalry_regiments": 0 });
    assert_eq!(
        told["batteries"],
        json!([{ "name": "FA 6 pdr", "deployed": 1, "available": 46, "by_ratio": 1, "allowed": 1 }])
    );
}

/// §north_italy.note.2 the Guard of the force and of its allies counts for the Guard batteries; more Guard than troops is refused.
#[test]
fn guard_of_the_force() {
    let units = json!([
        ["Gde Gren", 2],
        ["Gde Conscript", 1],
        ["Line Rgt", 2],
        ["GDFA 6 pdr", 1],
        ["Gde Dragoon", 1]
    ]);
    let told = force("north_italy", "1812-13", units.clone(), json!({}));
    tells!(told["totals"], { "battalions": 11, "guard_battalions": 3, "guard_cavalry_regiments": 1 });
    assert_eq!(told["violations"][0]["code"], "over_ratio");
    let allies = json!({ "other_battalions": 1, "other_guard_battalions": 1 });
    tells!(force("north_italy", "1812-13", units.clone(), allies), { "valid": true });
    for (more, field) in [
        (json!({ "other_guard_battalions": 1 }), "other_guard_battalions"),
        (
            json!({ "other_cavalry_regiments": 1, "other_guard_cavalry_regiments": 2 }),
            "other_guard_cavalry_regiments",
        ),
    ] {
        let facts = force_facts("north_italy", "1812-13", units.clone(), more);
        assert_eq!(fault(rules(), "validate_force", &facts).field(), field);
    }
}

/// §portugal.note.1 Ordenza and Militia fight only in Portugal.
#[test]
fn only_at_home() {
    let units = json!([["Ordenza", 3], ["Line", 4], ["Militia", 1]]);
    let abroad = broken("portugal", "1808-09", units.clone(), json!({}));
    assert_eq!(abroad, json!([["home_only", "Ordenza", 3, 0], ["home_only", "Militia", 1, 0]]));
    assert_eq!(broken("portugal", "1808-09", units, json!({ "home_country": true })), json!([]));
}

/// §ottoman.note.1 the Turkish percentages are maxima of the whole force, including allies; exactly the limit is allowed.
#[test]
fn turkish_cavalry() {
    let spahis = |allies: i32| {
        let units = json!([["Spahis", 3], ["Regular Lne", 9]]);
        broken("ottoman", "1795-1815", units, json!({ "other_castings": allies }))
    };
    assert_eq!(spahis(4), json!([]));
    assert_eq!(spahis(3), json!([["over_percent", "Spahis", 48, 47]]));
}

/// §ottoman.note.2 Mamelukes may be combined with Feudal camelry, but with neither Spahis nor Guard cavalry.
#[test]
fn mamelukes() {
    let units = json!([
        ["Mameluke Egypt", 2],
        ["Feudal Cavalry/Camels", 1],
        ["Spahis", 1],
        ["Hvy & Gde Cav", 2],
        ["Feudal Levy", 60]
    ]);
    let broken_by = broken("ottoman", "1795-1815", units, json!({}));
    assert_eq!(broken_by, json!([["exclusive", "Spahis", 1, 0], ["exclusive", "Hvy & Gde Cav", 2, 0]]));
    let without =
        json!([["Feudal Cavalry/Camels", 1], ["Spahis", 1], ["Hvy & Gde Cav", 2], ["Feudal Levy", 60]]);
    assert_eq!(broken("ottoman", "1795-1815", without, json!({})), json!([]));
    let camels = json!([["Mameluke Egypt", 2], ["Feudal Cavalry/Camels", 1]]);
    assert_eq!(broken("ottoman", "1795-1815", camels, json!({})), json!([]));
}

/// §usa.note.1 militia and volunteers are at least half the force, and the percentages are based on them alone.
#[test]
fn american_militia() {
    // The segment has 84 castings: 24 Musket Vol are within 30 per cent of it, 12 Vet Militia are above 10.
    let segment = json!([
        ["Musket Vol", 2],
        ["Rifle Vol", 1],
        ["Green Militia", 2],
        ["Ave Militia", 1],
        ["Vet Militia", 1]
    ]);
    let told = force("usa", "all", segment, json!({ "other_castings": 84 }));
    tells!(told, { "force_castings": 168, "percent_base": 84 });
    assert_eq!(
        told["violations"],
        json!([{ "code": "over_percent", "unit": "Vet Militia", "found": 12, "limit": 8, "severity": "must" }])
    );
    let units = json!([["Line", 4, 0, 9], ["Rifle Vol", 1]]);
    let over =
        json!([["over_percent", "Rifle Vol", 12, 2], ["segment_minimum", "militia_volunteers", 12, 24]]);
    assert_eq!(broken("usa", "all", units, json!({})), over);
    let odd = broken("usa", "all", json!([["Marines", 1]]), json!({ "other_castings": 1 }));
    assert_eq!(odd, json!([["segment_minimum", "militia_volunteers", 0, 4]]));
    tells!(force("usa", "all", json!([["Small Mix Btys", 2], ["Line", 1]]), json!({}))["totals"], { "guns": 8 });
}

/// §russia.note.1 Line, Jagers and Militia are at least half the castings of the force.
#[test]
fn russian_line() {
    let units = |line: i32| json!([["Line", 1], ["Jagers", line], ["Guard", 4]]);
    assert_eq!(broken("russia", "1800-05", units(1), json!({})), json!([]));
    let short = broken("russia", "1800-05", units(1), json!({ "other_castings": 1 }));
    assert_eq!(short, json!([["segment_minimum", "line_jager_militia", 48, 49]]));
}

/// §british_india.note.1 §india_moghul.note.1 §india_sikh.note.1 §india_mysore.note.1 in India the first number is a percentage of the
/// force, not a number of units.
#[test]
fn indian_percentages() {
    for (nation, name, castings, percent) in [
        ("british_india", "Sepoy", 12, 40),
        ("india_moghul", "Levy Foot", 16, 20),
        ("india_sikh", "Elites", 8, 15),
        ("india_mysore", "Levy Foot", 16, 30),
    ] {
        tells!(unit(rules(), nation, "all", name), { "available": null, "limit": null, "mark": "%", "percent_max": percent });
        let count = 60;
        let found = count * castings;
        let others = found * 100 / percent - found;
        let units = json!([[name, count]]);
        assert_eq!(
            broken(nation, "all", units.clone(), json!({ "other_castings": others })),
            json!([]),
            "{nation}"
        );
        let over = broken(nation, "all", units, json!({ "other_castings": others - 1 }));
        assert_eq!(over, json!([["over_percent", name, found, found - 1]]), "{nation}");
    }
}

/// §canada.table too few or too many Indians are only shown; for a force without Indians nothing is reported.
#[test]
fn indians_in_canada() {
    let indians = |count: i32| {
        let units = json!([["Line & Fusiliers", 5], ["Great Lakes Indians", count]]);
        force("canada", "1812-14", units, json!({}))
    };
    tells!(indians(1), { "valid": true, "violations": [
        { "code": "share_low", "unit": "american_indians", "found": 6, "limit": 7, "severity": "should" }
    ] });
    tells!(indians(2), { "violations": [] });
    tells!(indians(4), { "violations": [] });
    tells!(indians(5), { "valid": true, "violations": [
        { "code": "share_high", "unit": "american_indians", "found": 30, "limit": 27, "severity": "should" }
    ] });
    assert_eq!(broken("canada", "1812-14", json!([["Line & Fusiliers", 5]]), json!({})), json!([]));
}

/// §spain.note.1 with converged grenadiers in the force every Line battalion has exactly 8 castings.
#[test]
fn spanish_line_without_its_grenadiers() {
    let line = |castings: i32, grenadiers: bool| {
        let mut units = vec![json!(["Line bns", 2, 0, castings])];
        if grenadiers {
            units.push(json!(["Bde Conv Gren", 1]));
        }
        force("spain", "1800-08", units.into(), json!({}))
    };
    tells!(line(0, false), { "valid": true, "force_castings": 24 });
    tells!(line(0, true), { "valid": true, "force_castings": 24 });
    tells!(line(8, true), { "valid": true, "force_castings": 24 });
    tells!(line(8, false), { "valid": false });
    let told = line(12, true);
    assert_eq!(
        told["violations"],
        json!([{ "code": "castings", "unit": "Line bns", "found": 12, "limit": 8, "severity": "must" }])
    );
    let rules = rules();
    let facts = force_facts("spain", "1800-08", json!([["Line bns", 1], ["Bde Conv Gren", 1]]), json!({}));
    let report = (rules as &dyn RuleSet).adjudicate("validate_force", &facts, &[]).unwrap().modifiers;
    assert_eq!(report[0].modifier.rule, "spain.note.1");
}

/// Violations are reported entry by entry, then row by row in the order of the list, then for the list as a whole.
#[test]
fn order_of_the_violations() {
    let units = json!([
        ["GdFA 12 pdr", 9],
        ["Guard", 12, 11, 9],
        ["Nobody", 1],
        ["FA 6 pdr", 60],
        ["Line", 1, 9],
        ["Guard", 1]
    ]);
    assert_eq!(
        broken("russia", "1800-05", units, json!({})),
        json!([
            ["battalions", "Guard", 11, 12],
            ["castings", "Guard", 9, 12],
            ["not_listed", "Nobody", 1, 0],
            ["battalions", "Line", 9, 2],
            ["over_available", "Guard", 13, 9],
            ["over_available", "FA 6 pdr", 60, 52],
            ["over_ratio", "FA 6 pdr", 60, 3],
            ["over_available", "GdFA 12 pdr", 9, 2],
            ["over_ratio", "GdFA 12 pdr", 9, 3],
            ["segment_minimum", "line_jager_militia", 24, 90],
        ])
    );
}

/// A fault in an entry is named by its fact, without its index; something that is not a list, or a list too short or long, is named itself.
#[test]
fn faults_in_the_units() {
    let rules = rules();
    let line = r#"{"name": "Line Rgt", "count": 1}"#;
    let sixty_one = format!("[{}]", vec![line; 61].join(","));
    for (units, field) in [
        (format!(r#"[{line}, {{"count": 1}}]"#), "units.name"),
        (format!(r#"[{line}, {{"name": "Line Rgt"}}]"#), "units.count"),
        (format!(r#"[{line}, {{"name": "Line Rgt", "count": 0}}]"#), "units.count"),
        (r#"[{"name": "Line Rgt", "count": 1000}]"#.into(), "units.count"),
        (r#"[{"name": 4, "count": 1}]"#.into(), "units.name"),
        (r#"[{"name": "Line Rgt", "count": 1, "battalions": 10000}]"#.into(), "units.battalions"),
        (r#"[{"name": "Line Rgt", "count": 1, "castings": -1}]"#.into(), "units.castings"),
        (r#"[{"name": "Line Rgt", "count": 1, "colour": 1}]"#.into(), "units.colour"),
        (r#"[4]"#.into(), "units"),
        ("[]".into(), "units"),
        (sixty_one, "units"),
        ("4".into(), "units"),
        ("-4".into(), "units"),
        ("4.5".into(), "units"),
        ("true".into(), "units"),
        ("null".into(), "units"),
        (r#""Line Rgt""#.into(), "units"),
        (line.into(), "units"),
    ] {
        let facts = format!(r#"{{"nation": "baden", "period": "1809-11", "units": {units}}}"#);
        assert_eq!(fault(rules, "validate_force", &facts).field(), field, "{units}");
    }
    assert_eq!(
        fault(rules, "validate_force", r#"{"nation": "baden", "period": "1809-11"}"#).field(),
        "units"
    );
    let dice = (rules as &dyn RuleSet).adjudicate("army_index", "{}", &[6]).unwrap_err();
    assert_eq!(dice.field(), "dice");
}
