//! What the rows of the country supplement say about the troops: grades, classes, English cavalry, the French Guard.

use crate::common::{expect, json, outcome, rules};

use krigsspil_engine::serde_json::Value;
use krigsspil_torden::vocabulary::UnitKind;

fn units_where(field: &str, value: &Value) -> Vec<&'static str> {
    let holds = |unit: &&str| &outcome("unit_lookup", &json!({"unit": unit}), &[])[field] == value;
    UnitKind::ALL.iter().map(|unit| unit.as_str()).filter(holds).collect()
}

/// §Landetillæg 22 lists with 255 rows, each row with its arm.
#[test]
fn the_whole_supplement() {
    let mut lists: Vec<_> = UnitKind::ALL.iter().map(|unit| unit.list()).collect();
    lists.dedup();
    assert_eq!((lists.len(), UnitKind::ALL.len()), (22, 255));
    let count = |arm: &str| units_where("arm", &json!(arm)).len();
    assert_eq!(count("infantry"), UnitKind::ALL.iter().filter(|unit| unit.parts().1 == "inf").count());
    assert_eq!(count("cavalry"), UnitKind::ALL.iter().filter(|unit| unit.parts().1 == "cav").count());
    let horse = units_where("arm", &json!("horse_artillery"));
    assert!(
        horse.contains(&"english_allies_1815.art.brunswick"),
        "all allied English guns of 1815 are horse"
    );
    assert!(!horse.contains(&"france_1815.art.line_foot"));
}

/// §1.3.2-b infantry is graded row by row: the Old Guard of 1812 is better than its recruits in everything.
#[test]
fn infantry_is_graded() {
    let row = |name: &str| outcome("unit_lookup", &json!({"unit": format!("france_1812.inf.{name}")}), &[]);
    let (guard, recruits) = (row("old_guard"), row("recruits"));
    for column in ["melee", "fire", "morale"] {
        assert!(guard[column].as_i64() > recruits[column].as_i64(), "{column}");
    }
}

/// §1.3.3 a row has a class of cavalry if its name or note states it: landwehr, cossacks, light and Prussia's groups 2 and 3 are light
/// (R50), English dragoons heavy; the scenario decides the rest.
#[test]
fn classes_of_cavalry() {
    assert_eq!(units_where("cavalry_class", &json!("heavy")), ["england_1815.cav.dragoons"]);
    assert_eq!(
        units_where("cavalry_class", &json!("light")),
        [
            "england_1815.cav.light",
            "france_1815.cav.light",
            "prussia_1815.cav.group_2",
            "prussia_1815.cav.group_3",
            "prussia_1813.cav.landwehr",
            "russia_1813.cav.cossacks",
            "austria_1813_v1.cav.light",
            "russia_1812.cav.cossacks_landwehr",
            "french_allies_1809.cav.bavarian_light",
            "austria_1809.cav.landwehr_legions",
        ]
    );
}

/// §land.england_1815.cav.A §land.england_spain_portugal_1808_09.cav.A §land.england_spain_portugal_1810_14.cav.A the special rules apply
/// to the England rows of three lists and to nobody else (R24).
#[test]
fn english_cavalry_rows() {
    assert_eq!(
        units_where("english_cavalry", &json!(true)),
        [
            "england_1815.cav.guard",
            "england_1815.cav.dragoons",
            "england_1815.cav.light",
            "england_spain_portugal_1808_09.cav.england",
            "england_spain_portugal_1810_14.cav.england",
        ]
    );
}

/// The French Guard's batteries are those of the French lists, including the Young Guard's (R27); King Joseph's are not.
#[test]
fn french_guard_batteries() {
    let guard = units_where("french_guard_artillery", &json!(true));
    assert_eq!(guard.len(), 11);
    assert!(guard.iter().all(|unit| unit.starts_with("france_") && unit.contains("guard")));
    assert!(guard.contains(&"france_1813.art.young_guard_foot"));
}

/// §land.prussia_1815.brigades every named brigade has its group's numbers and its own class.
#[test]
fn prussian_brigades() {
    for (brigade, group, class, melee, morale) in [
        ("treskow", 1, "medium", 1, 2),
        ("schulenburg", 1, "medium", 1, 2),
        ("sohr", 1, "light", 1, 2),
        ("sydow", 1, "light", 1, 2),
        ("luetzow", 2, "light", 1, 1),
        ("thuemen", 2, "light", 1, 1),
        ("lottum", 2, "light", 1, 1),
        ("schwerin", 2, "light", 1, 1),
        ("watzdorf", 2, "light", 1, 1),
        ("marwitz", 3, "light", 0, 1),
    ] {
        let unit = format!("prussia_1815.cav.group_{group}");
        let expected =
            json!({"group": group, "cavalry_class": class, "unit": unit, "melee": melee, "morale": morale});
        expect("prussian_brigade_1815", json!({"brigade": brigade}), &[], expected);
    }
}

/// An unknown row is answered with the nearest.
#[test]
fn unknown_rows_get_a_hint() {
    let fault = rules().adjudicate("unit_lookup", r#"{"unit": "england_1815.inf.gard"}"#, &[]).unwrap_err();
    assert_eq!(fault.field(), "unit");
    assert!(fault.to_string().contains("did you mean `england_1815.inf.guard`"), "{fault}");
}
