//! The country supplement, row by row as printed: march column, column or limbered, line or unlimbered and rout in cm, formation
//! change in turns, and the additions to melee, fire and morale. A dash under fire: cannot fire.

use crate::common::{expect, json};

use krigsspil_engine::serde_json::Value;
use krigsspil_torden::vocabulary::UnitKind;

fn signed(cell: &str) -> Value {
    cell.parse::<i32>().map_or(Value::Null, |figure| json!(figure))
}

/// Checks that a list has exactly these rows, and each as printed.
#[track_caller]
fn as_printed(list: &str, rows: &str) {
    let rows: Vec<Vec<&str>> = rows.lines().map(|line| line.split_whitespace().collect()).collect();
    let own = UnitKind::ALL.iter().filter(|unit| unit.list() == list).count();
    assert_eq!(rows.len(), own, "{list}");
    for row in rows {
        let quarters = match row[5] {
            "1/4" => 1,
            "1/2" => 2,
            "3/4" => 3,
            turns => 4 * turns.parse::<i32>().unwrap(),
        };
        let cm = |place: usize| row[place].parse::<i32>().unwrap();
        let expected = json!({
            "army": list, "march_column_cm": cm(1), "column_cm": cm(2), "line_cm": cm(3), "rout_cm": cm(4),
            "formation_change_quarters": quarters, "melee": signed(row[6]), "fire": signed(row[7]),
            "morale": signed(row[8]), "may_fire": row[7] != "-",
        });
        expect("unit_lookup", json!({"unit": format!("{list}.{}", row[0])}), &[], expected);
    }
}

/// §land.england_1815 England 1815, 8 rows.
#[test]
fn england_1815() {
    as_printed(
        "england_1815",
        "inf.guard 40 25 10 40 1/4 +2 +2 +2
         inf.brigade_3 40 25 10 40 1/2 +1 +3 +2
         inf.brigade_9 40 25 10 40 1/2 +3 +2 +2
         inf.others 40 25 10 40 1/2 +1 +2 +2
         cav.guard 55 40 30 60 1/2 +3 - +2
         cav.dragoons 55 40 30 60 1/2 +2 - +2
         cav.light 55 40 30 60 1/2 +1 - +1
         art.horse 55 30 2 60 1/2 -1 +1 +2",
    );
}

/// §land.english_allies_1815 English allies 1815, 12 rows.
#[test]
fn english_allies_1815() {
    as_printed(
        "english_allies_1815",
        "inf.hanover_field 40 25 10 40 1/2 +1 +1 +1
         inf.hanover_landwehr 40 20 10 40 3/4 0 -1 0
         inf.kgl 40 25 10 40 1/2 +2 +2 +2
         inf.dutch_belgian_nassau 40 25 10 40 1/2 0 0 0
         inf.brunswick 40 25 10 40 1/2 0 0 -1
         cav.dutch_belgian 55 40 30 60 1/2 +1 - 0
         cav.kgl 55 40 30 60 1/2 +2 - +2
         cav.hanover_brunswick 55 40 30 60 1/2 -1 - -1
         art.hanover 55 30 2 60 1/2 -2 0 +1
         art.kgl 55 30 2 60 1/2 -1 +1 +2
         art.dutch_belgian 55 30 2 60 1/2 -2 0 0
         art.brunswick 55 30 2 60 1/2 -2 0 -1",
    );
}

/// §land.france_1815 France 1815, 13 rows.
#[test]
fn france_1815() {
    as_printed(
        "france_1815",
        "inf.old_guard 40 25 10 40 1/4 +4 +2 +5
         inf.middle_guard 40 25 10 40 1/2 +3 +1 +3
         inf.young_guard_div_1_6 40 25 10 40 1/2 +2 +1 +2
         inf.div_14_19_20 40 25 10 40 1/2 0 0 +1
         inf.other_line_light 40 25 10 40 1/2 +1 +1 +1
         cav.guard 55 40 30 60 1/2 +3 - +3
         cav.carabiniers 55 40 30 60 1/2 +2 - +2
         cav.cuirassiers_dragoons 55 40 30 60 1/2 +1 - +2
         cav.light 55 40 30 60 1/2 +1 - +1
         art.guard_foot 40 15 2 40 1/2 0 +2 +3
         art.guard_horse 55 30 2 60 1/2 0 +2 +3
         art.line_foot 40 15 2 40 1/2 -2 0 +1
         art.line_horse 55 30 2 60 1/2 -2 0 +1",
    );
}

/// §land.prussia_1815 Prussia 1815, 11 rows.
#[test]
fn prussia_1815() {
    as_printed(
        "prussia_1815",
        "inf.line_1_12 40 25 10 40 1/2 +2 +1 +2
         inf.line_13_24 40 25 10 40 1/2 +1 +1 +1
         inf.line_25_26_30_31 40 25 10 40 1/2 0 0 +1
         inf.line_27_29_landwehr 40 25 10 40 1/2 0 0 0
         inf.westphalian_elbe_landwehr 40 20 10 40 3/4 -1 -1 -1
         inf.silesian_landwehr 40 25 10 40 1/2 0 0 -1
         cav.group_1 55 40 30 60 1/2 +1 - +2
         cav.group_2 55 40 30 60 1/2 +1 - +1
         cav.group_3 55 40 30 60 1/2 0 - +1
         art.foot 40 15 2 40 1/2 -2 0 +1
         art.horse 55 30 2 60 1/2 -2 0 +1",
    );
}

/// §land.france_1813 France 1813, 13 rows.
#[test]
fn france_1813() {
    as_printed(
        "france_1813",
        "inf.old_guard 40 25 10 40 1/4 +4 +2 +4
         inf.young_guard 40 25 10 40 1/2 +2 +1 +2
         inf.veterans 40 25 10 40 1/2 +2 +1 +1
         inf.line_light 40 25 10 40 1/2 0 0 0
         inf.national_guard 40 20 5 40 3/4 -1 -1 0
         cav.guard 55 40 30 60 1/2 +3 - +3
         cav.veterans 55 40 30 60 1/2 +1 - +1
         cav.line 55 40 30 60 1/2 0 - 0
         art.old_guard_foot 40 15 2 40 1/4 0 +2 +4
         art.old_guard_horse 55 30 2 60 1/4 0 +2 +4
         art.young_guard_foot 40 15 2 40 1/2 -1 +1 +2
         art.line_foot 40 15 2 40 1/2 -2 0 0
         art.line_horse 55 30 2 60 1/2 -2 0 0",
    );
}

/// §land.french_allies_1813 French allies 1813, 10 rows.
#[test]
fn french_allies_1813() {
    as_printed(
        "french_allies_1813",
        "inf.guard_grenadiers 40 25 10 40 1/2 +2 +1 +2
         inf.ordinary 40 25 10 40 1/2 0 0 0
         inf.poland 40 25 10 40 1/2 +1 0 +2
         inf.baden_bavaria_hesse 40 25 10 40 1/2 0 0 +1
         inf.naples 40 20 5 40 3/4 -1 -1 -1
         cav.ordinary 55 40 30 60 1/2 0 - 0
         cav.baden_saxony_poland 55 40 30 60 1/2 +1 - +1
         cav.naples_anhalt 55 40 30 60 1/2 -1 - -1
         art.foot 40 15 2 40 1/2 -2 0 0
         art.horse 55 30 2 60 1/2 -2 0 0",
    );
}

/// §land.prussia_1813 Prussia 1813, 11 rows.
#[test]
fn prussia_1813() {
    as_printed(
        "prussia_1813",
        "inf.guard 40 25 10 40 1/4 +2 +2 +3
         inf.grenadiers 40 25 10 40 1/2 +2 +1 +2
         inf.line 40 25 10 40 1/2 +1 +1 +1
         inf.reserve 40 25 10 40 1/2 0 0 0
         inf.landwehr 40 20 5 40 3/4 -1 -1 0
         cav.guard 55 40 30 60 1/2 +2 - +3
         cav.line 55 40 30 60 1/2 +1 - +1
         cav.landwehr 55 40 30 60 3/4 -1 - 0
         art.guard_horse 55 30 2 60 1/2 -1 +2 +3
         art.line_foot 40 15 2 40 1/2 -2 0 +1
         art.line_horse 55 30 2 60 1/2 -2 0 +1",
    );
}

/// §land.russia_1813 Russia 1813, 10 rows.
#[test]
fn russia_1813() {
    as_printed(
        "russia_1813",
        "inf.guard 40 25 10 40 1/2 +1 0 +2
         inf.grenadiers 40 25 10 40 1/2 +1 0 +2
         inf.line 40 25 10 40 1/2 +1 0 +1
         cav.guard 55 40 30 60 1/2 +1 - +1
         cav.line 55 40 30 60 1/2 0 - +1
         cav.cossacks 55 40 30 60 1 -2 - -2
         art.guard_foot 40 15 2 40 1/2 -2 +1 +2
         art.guard_horse 55 30 2 60 1/2 -2 +1 +2
         art.line_foot 40 15 2 40 1/2 -2 0 +1
         art.line_horse 55 30 2 60 1/2 -2 0 +1",
    );
}

/// §land.austria_1813_v1 Austria 1813, version 1, 7 rows.
#[test]
fn austria_1813_v1() {
    as_printed(
        "austria_1813_v1",
        "inf.grenadiers 40 25 10 40 1/2 +2 +1 +2
         inf.line 40 25 10 40 1/2 0 0 0
         inf.grenzers 40 25 5 40 1/2 -1 +1 -1
         cav.heavy_medium 55 40 30 60 1/2 0 - 0
         cav.light 55 40 30 60 1/2 +1 - +1
         art.foot 40 15 2 40 1/2 -2 0 0
         art.horse 55 30 2 60 1/2 -2 0 0",
    );
}

/// §land.austria_1813_v2 Austria 1813, version 2, 11 rows.
#[test]
fn austria_1813_v2() {
    as_printed(
        "austria_1813_v2",
        "inf.grenadiers 40 25 10 40 1/2 +2 +1 +2
         inf.jaeger_grenzers 40 25 10 40 1/2 -1 +1 +1
         inf.bohemian 40 25 10 40 1/2 0 0 0
         inf.walloon 40 25 10 40 1/2 +1 0 0
         inf.german 40 25 10 40 1/2 0 0 +1
         inf.silesian_moravian 40 25 10 40 1/2 0 0 -1
         inf.hungarian 40 25 10 40 1/2 +1 0 +1
         inf.german_b 40 20 10 40 3/4 -1 -1 -1
         cav.line 55 40 30 60 1/2 +1 - +1
         art.foot 40 15 2 40 1/2 -2 0 0
         art.horse 55 30 2 60 1/2 -2 0 0",
    );
}

/// §land.other_allies_1813 Other allies 1813, 13 rows.
#[test]
fn other_allies_1813() {
    as_printed(
        "other_allies_1813",
        "inf.sweden 40 25 10 40 1/2 0 0 +1
         inf.mecklenburg 40 25 10 40 1/2 0 0 0
         inf.bavaria 40 25 10 40 1/2 +1 0 +1
         inf.hanover 40 25 10 40 1/2 0 -1 -1
         inf.kgl 40 25 10 40 1/2 +1 +2 +2
         cav.sweden 55 40 30 60 1/2 0 - +1
         cav.mecklenburg 55 40 30 60 1/2 0 - 0
         cav.bavaria 55 40 30 60 1/2 +1 - +1
         cav.hanover 55 40 30 60 1/2 0 - -1
         cav.kgl 55 40 30 60 1/2 +2 - +2
         art.foot 40 15 2 40 1/2 -2 0 0
         art.horse 55 30 2 60 1/2 -2 0 0
         art.kgl_horse 55 30 2 60 1/2 -1 +1 +2",
    );
}

/// §land.france_1812 France 1812, 12 rows.
#[test]
fn france_1812() {
    as_printed(
        "france_1812",
        "inf.old_guard 40 25 10 40 1/4 +4 +2 +5
         inf.middle_guard 40 25 10 40 1/2 +3 +2 +3
         inf.young_guard 40 25 10 40 1/2 +2 +1 +2
         inf.veterans 40 25 10 40 1/2 +2 +1 +2
         inf.line_light 40 25 10 40 1/2 +1 0 +1
         inf.recruits 40 25 10 40 1/2 0 0 0
         cav.guard 55 40 30 60 1/2 +3 - +3
         cav.line 55 40 30 60 1/2 +1 - +1
         art.guard_foot 40 15 2 40 1/4 0 +2 +4
         art.guard_horse 55 30 2 60 1/4 0 +2 +4
         art.line_foot 40 15 2 40 1/2 -2 0 +1
         art.line_horse 55 30 2 60 1/2 -2 0 +1",
    );
}

/// §land.french_allies_1812 French allies 1812, 15 rows.
#[test]
fn french_allies_1812() {
    as_printed(
        "french_allies_1812",
        "inf.poland 40 25 10 40 1/2 +1 -1 +1
         inf.naples 40 20 10 50 1/2 -1 -2 -2
         inf.portugal 40 25 10 40 1/2 -1 -1 -1
         inf.switzerland 40 25 10 40 1/2 +2 +1 +2
         inf.berg_baden_hesse 40 25 10 40 1/2 +1 +1 +2
         inf.austria_line 40 25 10 40 1/2 0 0 +1
         inf.austria_jaeger_grenzers 40 25 10 40 1/2 -1 +1 +1
         inf.prussia 40 25 10 40 1/2 +1 +1 +1
         inf.others 40 25 10 40 1/2 0 0 +1
         cav.saxony 55 40 30 60 1/4 +3 - +2
         cav.berg_baden_hesse 55 40 30 60 1/2 +2 - +2
         cav.naples 55 40 30 60 1/2 -2 - -2
         cav.others 55 40 30 60 1/2 +1 - -2
         art.foot 40 15 2 40 1/2 -2 0 +1
         art.horse 55 30 2 60 1/2 -2 0 +1",
    );
}

/// §land.russia_1812 Russia 1812, 11 rows.
#[test]
fn russia_1812() {
    as_printed(
        "russia_1812",
        "inf.guard_grenadiers 40 25 10 40 1/2 +2 0 +3
         inf.line_light 40 25 10 40 1/2 +1 0 +2
         inf.recruits 40 25 10 40 1/2 0 -1 +1
         inf.landwehr 40 25 10 40 3/4 -1 - +1
         cav.guard 55 40 30 60 1/2 +2 - +3
         cav.line 55 40 30 60 1/2 +1 - +2
         cav.cossacks_landwehr 55 40 30 60 3/4 0 - 0
         art.guard_foot 40 15 2 40 1/2 0 +2 +3
         art.guard_horse 55 30 2 40 1/2 0 +2 +3
         art.line_foot 40 15 2 40 1/2 -2 0 +2
         art.line_horse 55 30 2 40 1/2 -2 0 +2",
    );
}

/// §land.france_1809 France 1809, 12 rows.
#[test]
fn france_1809() {
    as_printed(
        "france_1809",
        "inf.old_guard 40 25 10 40 1/4 +4 +2 +5
         inf.middle_guard 40 25 10 40 1/2 +3 +2 +4
         inf.young_guard 40 25 10 40 1/2 +2 +1 +3
         inf.veterans 40 25 10 40 1/2 +2 +1 +2
         inf.ordinary 40 25 10 40 1/2 +1 0 +1
         inf.recruits 40 20 5 40 1/2 0 0 0
         cav.guard 55 40 30 60 1/2 +3 - +3
         cav.ordinary 55 40 30 60 1/2 +1 - +1
         art.old_guard_foot 40 15 2 40 1/2 0 +2 +4
         art.old_guard_horse 55 30 2 60 1/2 0 +2 +4
         art.ordinary_foot 40 15 2 40 1/2 -2 0 +1
         art.ordinary_horse 55 30 2 60 1/2 -2 0 +1",
    );
}

/// §land.french_allies_1809 French allies 1809, 22 rows.
#[test]
fn french_allies_1809() {
    as_printed(
        "french_allies_1809",
        "inf.bavaria 40 25 10 40 1/2 +1 0 +1
         inf.saxony 40 25 10 40 1/2 0 0 +1
         inf.wurttemberg 40 25 10 40 1/2 +1 0 +1
         inf.hesse_darmstadt 40 25 10 40 1/2 +2 +1 +2
         inf.poland 40 20 5 40 1/2 +1 0 +2
         inf.italy_guard 40 20 5 40 1/2 +2 +1 +3
         inf.italy_line 40 20 5 40 1/2 0 0 0
         inf.portuguese_legion 40 20 5 40 1/2 -1 -1 -1
         inf.others 40 20 5 40 1/2 +1 0 0
         cav.saxony 55 40 30 60 1/2 +3 - +3
         cav.bavarian_light 55 40 30 60 1/2 +2 - +2
         cav.italy_guard 55 40 30 60 1/2 +1 - +1
         cav.italy 55 40 30 60 1/2 0 - 0
         cav.poland 55 40 30 60 1/2 +1 - +1
         cav.others 55 40 30 60 1/2 +1 - 0
         art.saxony_horse 55 30 2 60 1/2 -4 -1 -1
         art.poland_foot 40 15 2 40 1/2 -2 0 +2
         art.poland_horse 55 30 2 60 1/2 -2 0 +2
         art.italy_foot 40 15 2 40 1/2 -2 0 0
         art.italy_horse 55 30 2 60 1/2 -2 0 0
         art.others_foot 40 15 2 40 1/2 -2 0 +1
         art.others_horse 55 30 2 60 1/2 -2 0 +1",
    );
}

/// §land.austria_1809 Austria 1809, 12 rows.
#[test]
fn austria_1809() {
    as_printed(
        "austria_1809",
        "inf.german_hungarian 40 25 10 40 1/2 +1 0 +1
         inf.bohemian 40 25 10 40 1/2 +1 0 0
         inf.special 40 25 10 40 1/2 +2 +1 +2
         inf.galician_silesian_moravian 40 25 10 40 1/2 0 0 0
         inf.jaeger_grenzers 40 25 10 40 1/2 0 +1 +1
         inf.grenadiers 40 25 10 40 1/2 +2 +1 +2
         inf.landwehr 40 25 10 40 3/4 -1 -1 -1
         inf.legions 40 20 10 40 3/4 0 -1 0
         cav.line 55 40 30 60 1/2 +1 - +1
         cav.landwehr_legions 55 40 30 60 3/4 -1 - 0
         art.foot 40 15 2 40 1/2 -2 0 +1
         art.horse 55 30 2 60 1/2 -2 0 +1",
    );
}

/// §land.england_spain_portugal_1808_09 England, Spain, Portugal 1808-09, 9 rows.
#[test]
fn england_spain_portugal_1808_09() {
    as_printed(
        "england_spain_portugal_1808_09",
        "inf.england 40 25 10 40 1/2 +2 +3 +3
         inf.spain 40 20 10 40 3/4 -1 -2 -2
         inf.portugal 40 20 10 40 1/2 -1 -1 -1
         cav.england 55 40 30 60 1/2 +2 - +2
         cav.kgl 55 40 30 60 1/2 +3 - +3
         cav.spain 55 40 30 60 3/4 -3 - -3
         cav.portugal 55 40 30 60 1/2 -1 - -1
         art.spain_foot 20 10 1 40 1/2 -2 0 0
         art.england_horse 55 30 2 60 1/2 -1 +1 +2",
    );
}

/// §land.england_spain_portugal_1810_14 England, Spain, Portugal 1810-14, 9 rows.
#[test]
fn england_spain_portugal_1810_14() {
    as_printed(
        "england_spain_portugal_1810_14",
        "inf.england 40 25 10 40 1/2 +2 +3 +3
         inf.spain 40 25 10 40 3/4 -1 -2 -2
         inf.morillo 40 25 10 40 1/2 0 0 0
         inf.portugal 40 25 10 40 1/2 +1 +1 +1
         cav.england 55 40 30 60 1/2 +2 - +2
         cav.kgl 55 40 30 60 1/2 +3 - +3
         cav.spain 55 40 30 60 3/4 -3 - -3
         art.spain_foot 20 10 1 40 1/2 -2 0 0
         art.england_horse 55 30 2 60 1/2 -1 +1 +2",
    );
}

/// §land.france_spain_1808_10 France 1808-10 (Spain), 12 rows.
#[test]
fn france_spain_1808_10() {
    as_printed(
        "france_spain_1808_10",
        "inf.old_guard 40 25 10 40 1/4 +4 +2 +5
         inf.young_guard 40 25 10 40 1/2 +3 +1 +3
         inf.veterans 40 25 10 40 1/2 +2 +1 +2
         inf.line_light 40 25 10 40 1/2 +1 0 +1
         inf.recruits_corps_legions 40 25 10 40 1/2 0 0 0
         cav.guard 55 40 30 60 1/2 +3 - +3
         cav.veterans 55 40 30 60 1/2 +2 - +2
         cav.line 55 40 30 60 1/2 +1 - +1
         art.guard_foot 40 15 2 40 1/4 0 +2 +3
         art.guard_horse 55 30 2 60 1/4 0 +2 +3
         art.line_foot 40 15 2 40 1/2 -2 0 +1
         art.line_horse 40 15 2 40 1/2 -2 0 +1",
    );
}

/// §land.france_spain_1811_14 France 1811-14 (Spain), 7 rows.
#[test]
fn france_spain_1811_14() {
    as_printed(
        "france_spain_1811_14",
        "inf.veterans 40 25 10 40 1/2 +2 +1 +2
         inf.line_light 40 25 10 40 1/2 0 0 0
         inf.recruits_national_guard 40 25 10 40 1/2 -1 -1 0
         cav.veterans 55 40 30 60 1/2 +2 - +2
         cav.line 55 40 30 60 1/2 0 - 0
         art.foot 40 15 2 40 1/2 -2 0 +1
         art.horse 55 30 2 60 1/2 -2 0 +1",
    );
}

/// §land.french_allies_spain_1808_14 French allies 1808-14 (Spain), 15 rows.
#[test]
fn french_allies_spain_1808_14() {
    as_printed(
        "french_allies_spain_1808_14",
        "inf.spain_guard 40 25 10 40 1/2 +2 +1 +2
         inf.spain 40 20 10 40 3/4 -1 -2 -2
         inf.poland 40 25 10 40 1/2 +2 +1 +2
         inf.germany_italy 40 25 10 40 1/2 +1 0 +1
         inf.naples 40 25 10 40 1/2 -1 -2 -2
         cav.spain_guard 55 40 30 60 1/2 +2 - +2
         cav.spain 55 40 30 60 1/2 -1 - -1
         cav.poland 55 40 30 60 1/2 +2 - +2
         cav.germany_italy 55 40 30 60 1/2 +1 - +1
         art.spain_guard_foot 40 15 2 40 1/2 -1 +1 +2
         art.spain_guard_horse 55 30 2 60 1/2 -1 +1 +2
         art.spain_line_foot 40 15 2 40 1/2 -2 0 0
         art.spain_line_horse 55 30 2 60 1/2 -2 0 0
         art.germany_italy_foot 40 15 2 40 1/2 -2 0 +1
         art.germany_italy_horse 55 30 2 60 1/2 -2 0 +1",
    );
}
