//! The cells of the lists: the three patterns, their limits, and unreadable cells.

use crate::armies_common::*;
use krigsspil_engine::serde_json::{Value, json};

fn cell(arm: &str, cell: &str) -> Value {
    told(rules(), "parse_cell", &json!({ "cell": cell, "arm": arm }).to_string())
}

fn part(arm: &str, text: &str) -> Value {
    let cell = cell(arm, text);
    assert_eq!(cell["parts"].as_array().unwrap().len(), 1, "{cell}");
    cell["parts"][0].clone()
}

fn unreadable(arm: &str, cells: &[&str]) {
    let rules = rules();
    for cell in cells {
        let fault = fault(rules, "parse_cell", &json!({ "cell": cell, "arm": arm }).to_string());
        assert_eq!((fault.field(), fault.rule()), ("cell", Some("army.def.format")), "{cell}");
    }
}

/// §army.def.format.inf number, grade and size of a battalion, and the unit it counts.
#[test]
fn infantry_cells() {
    tells!(part("infantry", "30*4E*8"), {
        "available": 30, "mark": "", "limit": 30, "counted": "", "battalions_each": null, "melee": 4, "morale": "E",
        "castings": [8], "castings_by_battalion": null, "stands": null, "half_stands": false, "squadrons": null,
        "fm9": false, "attached": false, "lancers": false, "percent_max": null, "remark": ""
    });
    tells!(part("infantry", "4 Bns*7C*16"), { "counted": "battalion", "available": 4 });
    tells!(part("infantry", "1 each *5E* 8/9"), { "counted": "each", "castings": [8, 9] });
    tells!(part("infantry", "3R/2*6C*12#"), { "counted": "regiment", "battalions_each": 2, "fm9": true });
    tells!(part("infantry", "5 R/2 Bns*5D*12"), { "counted": "regiment", "battalions_each": 2 });
    tells!(part("infantry", "2 R*4D*8 Chass"), { "counted": "regiment", "battalions_each": null, "remark": "Chass" });
    tells!(part("infantry", "1*10A*18"), { "melee": 10, "morale": "A", "castings": [18] });
    tells!(part("infantry", "1*6C*1H:4"), { "stands": 1, "half_stands": true, "castings": [4] });
    tells!(part("infantry", "2*4E*3:8"), { "stands": 3, "half_stands": false, "castings": [8] });
}

/// §army.def.slash numbers with strokes between them are options, up to three; two numbers with the remark `3rd Bn` are the sizes of the
/// battalions.
#[test]
fn options() {
    tells!(part("infantry", "9*5D*8/9/12"), { "castings": [8, 9, 12], "castings_by_battalion": null });
    tells!(part("infantry", "8*5D*12/8 3rd Bn"), { "castings": [12], "castings_by_battalion": [12, 12, 8] });
    tells!(part("infantry", "8*5D*12/8 3rd bn"), { "castings": [12, 8], "castings_by_battalion": null });
    tells!(part("cavalry", "8*5D*2/4 3rd Bn"), { "castings": [2], "castings_by_battalion": [2, 2, 4], "squadrons": null });
    unreadable("infantry", &["1*5D*8/9/10/11", "1*5D*8/", "1*5D*/8"]);
}

/// §army.def.format.cav of two numbers the first means squadrons if it is up to 4; from 5 on both are options; infantry has no squadrons.
#[test]
fn cavalry_cells() {
    tells!(part("cavalry", "1*7C*4/4"), { "squadrons": 4, "castings": [4] });
    tells!(part("cavalry", "14*8C*5/10"), { "squadrons": null, "castings": [5, 10] });
    tells!(part("cavalry", "1*7C*2/4/6"), { "squadrons": null, "castings": [2, 4, 6] });
    tells!(part("infantry", "1*7C*4/4"), { "squadrons": null, "castings": [4, 4] });
}

/// §army.def.format.bty batteries, guns, howitzers, ratio; the remark may name a pounder and what is counted.
#[test]
fn battery_cells() {
    tells!(part("battery", "24*8*2*1-9"), {
        "available": 24, "mark": "", "limit": 24, "guns": 8, "guns_max": 8, "howitzers": 2, "ratio_kind": "per_units",
        "ratio": 9, "ratio_base": "", "pounder": null, "remark": ""
    });
    tells!(part("battery", "#*6*0*1:8"), { "available": null, "mark": "#", "limit": null, "ratio": 8 });
    tells!(part("battery", "?*2-4*0*1-8"), { "guns": 2, "guns_max": 4, "howitzers": 0 });
    tells!(part("battery", "1*4*2*1-F"), { "ratio_kind": "per_force", "ratio": null });
    for unstated in ["4*6*0", "4*6*0*", "4*6*0*?"] {
        tells!(part("battery", unstated), { "ratio_kind": "unstated", "ratio": null });
    }
    tells!(part("battery", "2*6*0*1-2 GdCv"), { "ratio_base": "guard_cavalry_regiments" });
    tells!(part("battery", "2*8*2*1:6 InfBns"), { "ratio_base": "battalions" });
    tells!(part("battery", "1*8*2*1-F Gd 8pdr"), { "pounder": 8, "remark": "Gd 8pdr" });
    tells!(part("battery", "1*8*2*1-F (9pd)"), { "pounder": 9 });
    tells!(part("battery", "1*8*2*1-F 9pounder"), { "pounder": null });
}

/// §army.def.marks a plain number and `@` are limits; `+`, `?` and `#` are not; blank and n/a mean that there is no unit.
#[test]
fn marks() {
    for (cell, available, mark, limit) in [
        ("4*5D*12", json!(4), "", json!(4)),
        ("4@*5D*12", json!(4), "@", json!(4)),
        ("4+*5D*12", json!(4), "+", json!(null)),
        ("?*5D*12", json!(null), "?", json!(null)),
        ("#*5D*12", json!(null), "#", json!(null)),
    ] {
        let part = part("infantry", cell);
        assert_eq!(
            (&part["available"], &part["mark"], &part["limit"]),
            (&available, &json!(mark), &limit),
            "{cell}"
        );
    }
    for blank in ["", "  \t\r\n ", "n/a", " n/a "] {
        assert_eq!(cell("infantry", blank)["parts"], json!([]));
    }
    unreadable("infantry", &["?+*5D*12", "#@*5D*12", "N/A"]);
}

/// §army.def.att `ATT` as a size means 2 castings; as a word of the remark, in upper or lower case, it attaches the unit beside it.
#[test]
fn attached_cells() {
    tells!(part("cavalry", "1 each*6D*ATT"), { "castings": [2], "attached": true, "counted": "each" });
    tells!(part("cavalry", "1*7C*2*GdC/att"), { "castings": [2], "attached": true, "remark": "GdC/att" });
    tells!(part("infantry", "100+ *6C*3 (ATT or conv)"), { "castings": [3], "attached": true });
    tells!(part("cavalry", "1*7C*2 ATTACHED"), { "attached": false });
    unreadable("cavalry", &["1*7C*att"]);
}

/// §army.def.ll `LL` in the remark, in upper or lower case, means lances.
#[test]
fn lancer_cells() {
    tells!(part("cavalry", "1*6C*8 (LL)"), { "lancers": true, "remark": "(LL)" });
    tells!(part("cavalry", "1*6C*8*ll"), { "lancers": true });
    tells!(part("cavalry", "1*6C*8 LLs"), { "lancers": false });
}

/// §army.def.format runs of spaces are reduced, and spaces next to signs mean nothing; `&` divides a cell into units.
#[test]
fn blanks_and_parts() {
    let read = cell("infantry", "  12 @ *\t10A \n*  1 / 2 # @ 10 % *Gde ");
    assert_eq!(read["text"], "12 @ * 10A * 1 / 2 # @ 10 % *Gde");
    tells!(read["parts"][0], { "mark": "@", "castings": [1, 2], "fm9": true, "percent_max": 10, "remark": "Gde" });
    let read = cell("infantry", "8*5D*9 & 2*6D*9");
    assert_eq!([&read["parts"][0]["melee"], &read["parts"][1]["melee"]], [5, 6]);
    unreadable("infantry", &["8*5D*9 &", "& 8*5D*9", "8*5D*9 && 2*6D*9", "&"]);
}

/// §army.def.format a number out of range, a missing field or extra text is reported with the cell.
#[test]
fn cells_that_cannot_be_read() {
    unreadable(
        "infantry",
        &[
            "0*5D*12",
            "1000*5D*12",
            "1*0D*12",
            "1*11D*12",
            "1*5H*12",
            "1*5D*0",
            "1*5D*100",
            "1*5D*0:8",
            "1*5D*100:8",
            "1*5D*8H",
            "1*5D*8@0%",
            "1*5D*8@101%",
            "1*5D*8@10",
            "2R/0*5D*12",
            "2R/10*5D*12",
            "2R/*5D*12",
            "1*5D",
            "1*5D*",
            "1*5D*8*",
            "1*5D*8x",
            "x",
            "1 *8*2*1-6",
            "٣*5D*12",
        ],
    );
    unreadable(
        "battery",
        &[
            "0*8*2*1-6",
            "1000*8*2*1-6",
            "1*0*0*1-6",
            "1*100*0*1-6",
            "1*4-2*0*1-6",
            "1*4-100*0*1-6",
            "1*8*9*1-6",
            "1*8*2*1-0",
            "1*8*2*1-100",
            "1*8*2*2-6",
            "1*8*2*1",
            "1*8",
            "1*8*2*1-6*x",
            "1+*8*2*1-6",
            "1*5D*12",
        ],
    );
    let rules = rules();
    let long = json!({ "cell": " ".repeat(81), "arm": "infantry" }).to_string();
    assert_eq!(fault(rules, "parse_cell", &long).field(), "cell");
    assert_eq!(fault(rules, "parse_cell", r#"{"cell": "", "arm": "foot_battery"}"#).field(), "arm");
}

/// §army.def.format every number is accepted at both ends of its range.
#[test]
fn figures_at_their_ends() {
    tells!(part("infantry", "999*10G*99:99#@100%"), { "available": 999, "stands": 99, "castings": [99], "percent_max": 100 });
    tells!(part("infantry", "1R/9*1A*1@1%"), { "battalions_each": 9, "castings": [1], "percent_max": 1 });
    tells!(part("battery", "999*99*99*1-99"), { "guns": 99, "howitzers": 99, "ratio": 99 });
    tells!(part("battery", "1*1-99*99*1-1"), { "guns": 1, "guns_max": 99, "howitzers": 99 });
    tells!(part("battery", "1 *8*02*1-8"), { "howitzers": 2 });
}
