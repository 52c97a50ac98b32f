//! Asks about the units of a country.

use krigsspil_engine::serde_json::{Value, json};

use super::{expect, outcome};

/// Checks the composition of a unit in 1813.
#[track_caller]
pub fn made_up(nation: &str, unit: &str, fields: Value) {
    expect("organisation", json!({ "nation": nation, "unit": unit, "year": 1813 }), &[], fields);
}

/// Companies, elite companies and figures of a battalion.
#[track_caller]
pub fn battalion(nation: &str, unit: &str, companies: i32, elite: i32, figures: [i32; 2]) {
    let fields = json!({
        "arm": "infantry", "companies_min": companies, "companies_max": companies, "elite_companies": elite,
        "figures_min": figures[0], "figures_max": figures[1], "squadrons_min": null, "pieces": null,
    });
    made_up(nation, unit, fields);
}

/// Arm, squadrons and figures of a squadron; the regiment has the product of the two.
#[track_caller]
pub fn squadrons(nation: &str, unit: &str, arm: &str, count: [i32; 2], figures: [i32; 2]) {
    let fields = json!({
        "arm": arm, "squadrons_min": count[0], "squadrons_max": count[1], "companies_min": null,
        "squadron_figures_min": figures[0], "squadron_figures_max": figures[1],
        "figures_min": count[0] * figures[0], "figures_max": count[1] * figures[1], "ranks": null,
    });
    made_up(nation, unit, fields);
}

/// Arm, squadrons and figures of a regiment stated as a whole.
#[track_caller]
pub fn regiment(nation: &str, unit: &str, arm: &str, count: [i32; 2], figures: [i32; 2]) {
    let fields = json!({
        "arm": arm, "squadrons_min": count[0], "squadrons_max": count[1], "squadron_figures_min": null,
        "figures_min": figures[0], "figures_max": figures[1],
    });
    made_up(nation, unit, fields);
}

/// Pieces, howitzers, helpers, figures, calibres and mobility of a battery.
#[track_caller]
pub fn battery(
    nation: &str,
    unit: &str,
    guns: [i32; 3],
    figures: [i32; 2],
    calibres: Value,
    mobility: Value,
) {
    let fields = json!({
        "arm": "artillery", "pieces": guns[0], "howitzers": guns[1], "helpers": guns[2], "calibres": calibres,
        "mobility": mobility, "figures_min": figures[0], "figures_max": figures[1],
    });
    made_up(nation, unit, fields);
}

/// The number of rifles among this many figures.
#[track_caller]
pub fn rifles(nation: &str, unit: &str, figures: i32, rifles: i32) {
    let facts = json!({ "nation": nation, "unit": unit, "year": 1813, "figures": figures });
    expect("organisation", facts, &[], json!({ "rifle_figures": rifles }));
}

/// The share and number of figures that may skirmish in the open, from this many in a year.
#[track_caller]
pub fn skirmish(nation: &str, unit: &str, year: i32, figures: i32, share: &str, most: i32) {
    let facts = json!({ "nation": nation, "unit": unit, "year": year, "figures": figures });
    let fields = json!({ "share": share, "max_figures": most, "enough": most >= 3 });
    expect("country_detachment", facts, &[], fields);
}

/// Training points in musketry, attack and defence.
#[track_caller]
pub fn trained(nation: &str, unit: &str, year: i32, more: Value, points: [i32; 3]) {
    for (situation, points) in ["musketry", "melee_attack", "melee_defence"].into_iter().zip(points) {
        let got = asked(nation, unit, year, situation, &more);
        assert_eq!(got["training"], points, "{nation} {unit} {year} {situation} {more}: {got}");
    }
}

/// What a country gives a unit.
#[track_caller]
pub fn asked(nation: &str, unit: &str, year: i32, situation: &str, more: &Value) -> Value {
    let mut facts = json!({ "nation": nation, "unit": unit, "year": year, "situation": situation });
    for (name, value) in more.as_object().unwrap() {
        facts[name] = value.clone();
    }
    outcome("country_training", &facts, &[])
}
