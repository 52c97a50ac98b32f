//! The country supplements of Prussia, Russia, Saxony and Austria-Hungary.

use crate::armies_support::units::{
    asked, battalion, battery, made_up, regiment, rifles, skirmish, squadrons, trained,
};
use crate::armies_support::{RULES, expect, told};
use krigsspil_chakoten::armies::countries::{Country, SpecialWeapon, UnitKind};
use krigsspil_engine::serde_json::{Value, json};

/// §land.prussia.1.A §land.prussia.2.A battalions have four companies; the strengths of line, grenadiers and guard
#[test]
fn prussian_line() {
    for unit in ["line_infantry", "fusiliers", "grenadiers", "guard_infantry"] {
        battalion("prussia", unit, 4, 0, [35, 45]);
    }
    battalion("prussia", "line_volunteer_jagers", 1, 0, [6, 12]);
}

/// §land.prussia.1.B a sixth of I and II, all of F and of the volunteers may skirmish
#[test]
fn prussian_chains() {
    skirmish("prussia", "line_infantry", 1813, 41, "part", 6);
    skirmish("prussia", "fusiliers", 1813, 41, "all", 41);
    skirmish("prussia", "reserve_fusiliers", 1813, 30, "all", 30);
    for unit in ["line_volunteer_jagers", "reserve_volunteer_jagers", "landwehr_volunteer_jagers"] {
        skirmish("prussia", unit, 1813, 4, "all", 4);
    }
}

/// §land.prussia.2.B §land.prussia.2.C reserve and landwehr with their jager companies
#[test]
fn prussian_reserve_and_landwehr() {
    battalion("prussia", "reserve_infantry", 4, 0, [25, 35]);
    battalion("prussia", "reserve_fusiliers", 4, 0, [25, 35]);
    battalion("prussia", "reserve_volunteer_jagers", 1, 0, [4, 6]);
    battalion("prussia", "landwehr_infantry", 4, 0, [20, 30]);
    battalion("prussia", "landwehr_volunteer_jagers", 1, 0, [3, 4]);
}

/// §land.prussia.2.D a sixth of a landwehr battalion may skirmish; in 1813 it is badly trained for it
#[test]
fn prussian_landwehr_chain() {
    skirmish("prussia", "landwehr_infantry", 1813, 24, "part", 4);
    trained("prussia", "landwehr_infantry", 1813, json!({ "in_chain": true }), [-1, 0, 0]);
    trained("prussia", "landwehr_infantry", 1813, json!({}), [0, 0, 0]);
    trained("prussia", "landwehr_infantry", 1815, json!({ "in_chain": true }), [0, 0, 0]);
    trained("prussia", "line_infantry", 1813, json!({ "in_chain": true }), [0, 0, 0]);
}

/// §land.prussia.3.A §land.prussia.3.B schutzen have rifles and +1
#[test]
fn prussian_schutzen() {
    battalion("prussia", "schutzen", 4, 0, [30, 40]);
    rifles("prussia", "schutzen", 35, 35);
    skirmish("prussia", "schutzen", 1813, 35, "all", 35);
    trained("prussia", "schutzen", 1815, json!({}), [1, 1, 1]);
}

/// §land.prussia.4 the free corps of 1813, including their guns
#[test]
fn free_corps() {
    trained("prussia", "free_corps_infantry", 1813, json!({}), [-1, -1, -1]);
    trained("prussia", "free_corps_cavalry", 1814, json!({}), [0, 0, 0]);
    for (situation, points) in
        [("artillery_fire", -1), ("melee_defence", -1), ("musketry", 0), ("melee_attack", 0)]
    {
        assert_eq!(
            asked("prussia", "free_corps_artillery", 1813, situation, &json!({}))["total"],
            points,
            "{situation}"
        );
    }
    skirmish("prussia", "free_corps_infantry", 1813, 30, "part", 5);
    made_up(
        "prussia",
        "free_corps_artillery",
        json!({ "pieces": null, "calibres": [], "figures_min": null }),
    );
}

/// §land.prussia.5.A four squadrons, 20-40 figures with the volunteers
#[test]
fn prussian_cavalry() {
    regiment("prussia", "cuirassiers", "heavy_cavalry", [4, 4], [20, 40]);
    regiment("prussia", "dragoons", "medium_cavalry", [4, 4], [20, 40]);
    for unit in ["hussars", "uhlans", "landwehr_cavalry"] {
        regiment("prussia", unit, "light_cavalry", [4, 4], [20, 40]);
    }
}

/// §land.prussia.5.B light regiments and volunteers may skirmish as whole units, heavy regiments with a sixth
#[test]
fn prussian_swarms() {
    for unit in ["hussars", "uhlans", "landwehr_cavalry", "volunteer_mounted_jagers", "free_corps_cavalry"] {
        skirmish("prussia", unit, 1813, 20, "all", 20);
    }
    skirmish("prussia", "cuirassiers", 1813, 20, "part", 3);
    skirmish("prussia", "dragoons", 1813, 17, "part", 2);
}

/// §land.prussia.5.C a deduction for lances in 1813, but not for uhlans; together with the free corps' point it stays at -1
#[test]
fn prussian_lances() {
    let lances = json!({ "lances": true });
    for unit in ["cuirassiers", "dragoons", "hussars", "landwehr_cavalry", "volunteer_mounted_jagers"] {
        trained("prussia", unit, 1813, lances.clone(), [0, -1, -1]);
        trained("prussia", unit, 1814, lances.clone(), [0, 0, 0]);
    }
    trained("prussia", "uhlans", 1813, lances.clone(), [0, 0, 0]);
    trained("prussia", "free_corps_cavalry", 1813, lances.clone(), [-1, -2, -2]);
    assert_eq!(asked("prussia", "free_corps_cavalry", 1813, "melee_attack", &lances)["total"], -1);
    let facts = json!({ "nation": "prussia", "unit": "free_corps_cavalry", "year": 1813, "situation": "melee_attack", "lances": true });
    assert_eq!(
        told("country_training", facts, &[]),
        ["free_corps -1", "unpractised_lances -1", "points_held_in_bounds =-1"]
    );
}

/// §land.prussia.6 the Prussian battery
#[test]
fn prussian_battery() {
    battery("prussia", "battery", [8, 0, 5], [10, 12], json!([6, 12]), Value::Null);
}

/// §land.prussia.7 Prussian pioneers do not fight
#[test]
fn prussian_pioneers() {
    trained("prussia", "pioneers", 1815, json!({}), [-1, 0, 0]);
    let got = asked("prussia", "pioneers", 1815, "melee_defence", &json!({}));
    assert_eq!(
        [&got["fights_as_artillery"], &got["shoots_as_carbine"], &got["may_do_pioneer_work"]],
        [true, true, true]
    );
}

/// §land.russia.1.A four companies, one of them elite except in the landwehr
#[test]
fn russian_battalions() {
    for unit in ["line_infantry", "grenadiers", "guard_infantry", "jagers"] {
        battalion("russia", unit, 4, 1, [20, 35]);
    }
}

/// §land.russia.1.B the elite company, or a whole jager battalion, may skirmish
#[test]
fn russian_chains() {
    for unit in ["line_infantry", "grenadiers", "guard_infantry"] {
        skirmish("russia", unit, 1812, 22, "part", 6);
    }
    skirmish("russia", "jagers", 1812, 22, "all", 22);
}

/// §land.russia.2.A landwehr and landstorm send out no skirmishers in the open
#[test]
fn russian_landwehr_has_no_chain() {
    for unit in ["landwehr_infantry", "landstorm"] {
        battalion("russia", unit, 4, 0, [20, 35]);
        skirmish("russia", unit, 1812, 30, "none", 0);
        let wood =
            json!({ "nation": "russia", "unit": unit, "year": 1812, "figures": 30, "place": "plantation" });
        expect("country_detachment", wood.clone(), &[], json!({ "share": "all", "max_figures": 30 }));
        assert_eq!(told("country_detachment", wood, &[]), ["wholly_in_cover ✓"]);
    }
}

/// §land.russia.2.B pikes give -1 in melee and no shooting, only for landwehr and landstorm
#[test]
fn russian_pikes() {
    let pikes = json!({ "pikes": true });
    for unit in ["landwehr_infantry", "landstorm"] {
        trained("russia", unit, 1812, pikes.clone(), [0, -1, -1]);
        trained("russia", unit, 1812, json!({}), [0, 0, 0]);
        assert_eq!(asked("russia", unit, 1812, "musketry", &pikes)["may_shoot"], false);
    }
    trained("russia", "line_infantry", 1812, pikes.clone(), [0, 0, 0]);
    assert_eq!(asked("russia", "line_infantry", 1812, "musketry", &pikes)["may_shoot"], true);
}

/// §land.russia.3.A §land.russia.3.B Russian infantry is steady: +1 in defence, and a chain may receive an attack
#[test]
fn russian_steadiness() {
    for unit in ["line_infantry", "grenadiers", "guard_infantry", "jagers", "landwehr_infantry", "landstorm"]
    {
        let defence = asked("russia", unit, 1813, "melee_defence", &json!({}));
        assert_eq!([&defence["national"], &defence["training"], &defence["total"]], [1, 0, 1], "{unit}");
        assert_eq!(defence["chain_may_receive_attack"], true);
        for situation in ["melee_attack", "musketry"] {
            assert_eq!(asked("russia", unit, 1813, situation, &json!({}))["national"], 0);
        }
    }
    let pikes = asked("russia", "landstorm", 1813, "melee_defence", &json!({ "pikes": true }));
    assert_eq!(pikes["total"], 0);
    let horse = asked("russia", "hussars", 1813, "melee_defence", &json!({}));
    assert_eq!([&horse["national"], &horse["chain_may_receive_attack"]], [&json!(0), &json!(false)]);
}

/// §land.russia.4.A the cavalry regiments
#[test]
fn russian_cavalry() {
    squadrons("russia", "cuirassiers", "heavy_cavalry", [4, 10], [7, 10]);
    squadrons("russia", "dragoons", "medium_cavalry", [4, 10], [7, 10]);
    squadrons("russia", "uhlans", "medium_cavalry", [4, 10], [7, 10]);
    squadrons("russia", "hussars", "light_cavalry", [4, 10], [7, 10]);
    squadrons("russia", "mounted_jagers", "light_cavalry", [4, 10], [7, 10]);
}

/// §land.russia.4.B uhlans need a soutien to skirmish as a whole unit, light regiments do not
#[test]
fn russian_swarms() {
    for (unit, soutien, share, most) in [
        ("uhlans", true, "all", 32),
        ("uhlans", false, "part", 5),
        ("hussars", false, "all", 32),
        ("dragoons", true, "part", 5),
    ] {
        let facts =
            json!({ "nation": "russia", "unit": unit, "year": 1813, "figures": 32, "soutien": soutien });
        expect("country_detachment", facts, &[], json!({ "share": share, "max_figures": most }));
    }
}

/// §land.russia.4.C §land.russia.4.D cossacks: a regiment of 18-25, +1 in melee, three quarters in swarm everywhere, never in line
#[test]
fn cossacks() {
    made_up(
        "russia",
        "cossacks",
        json!({ "arm": "cossacks", "figures_min": 18, "figures_max": 25, "squadrons_min": null }),
    );
    made_up(
        "russia",
        "guard_cossacks",
        json!({ "arm": "light_cavalry", "figures_min": 18, "figures_max": 25 }),
    );
    trained("russia", "cossacks", 1812, json!({}), [0, 1, 1]);
    trained("russia", "guard_cossacks", 1815, json!({}), [0, 1, 1]);
    skirmish("russia", "cossacks", 1813, 23, "part", 17);
    let town =
        json!({ "nation": "russia", "unit": "cossacks", "year": 1813, "figures": 23, "place": "built_up" });
    expect("country_detachment", town, &[], json!({ "share": "part", "max_figures": 17 }));
    assert_eq!(asked("russia", "cossacks", 1813, "melee_attack", &json!({}))["may_form_line"], false);
    assert_eq!(asked("russia", "guard_cossacks", 1813, "melee_attack", &json!({}))["may_form_line"], true);
}

/// §land.russia.5 the Russian battery
#[test]
fn russian_battery() {
    battery("russia", "battery", [12, 0, 0], [15, 18], json!([6, 12]), Value::Null);
}

/// §land.saxony.1.A four companies
#[test]
fn saxon_battalions() {
    for unit in ["line_infantry", "grenadiers", "guard_infantry", "light_infantry"] {
        battalion("saxony", unit, 4, 0, [25, 35]);
    }
}

/// §land.saxony.1.B a line battalion has two skirmishers, too few alone; the regiment combines them
#[test]
fn saxon_skirmishers() {
    let line = |place: &str| json!({ "nation": "saxony", "unit": "line_infantry", "year": 1813, "figures": 30, "place": place });
    let fields = json!({ "share": "part", "max_figures": 2, "enough": false, "pooled_in_regiment": true });
    expect("country_detachment", line("open"), &[], fields);
    expect(
        "country_detachment",
        line("plantation"),
        &[],
        json!({ "max_figures": 30, "pooled_in_regiment": false }),
    );
    rifles("saxony", "line_infantry", 30, 0);
}

/// §land.saxony.1.C grenadiers send out no skirmishers, light battalions may skirmish as whole units
#[test]
fn other_saxon_chains() {
    skirmish("saxony", "grenadiers", 1813, 30, "none", 0);
    skirmish("saxony", "guard_infantry", 1813, 30, "none", 0);
    skirmish("saxony", "light_infantry", 1813, 30, "all", 30);
}

/// §land.saxony.2 the jager company
#[test]
fn saxon_jagers() {
    battalion("saxony", "jager_company", 1, 0, [5, 6]);
    rifles("saxony", "jager_company", 6, 6);
    made_up("saxony", "jager_company", json!({ "split": "none" }));
}

/// §land.saxony.3.A four squadrons, but eight of hussars, and five of Prince Clemens in 1813
#[test]
fn saxon_cavalry() {
    squadrons("saxony", "cuirassiers", "heavy_cavalry", [4, 4], [4, 8]);
    squadrons("saxony", "chevaulegers", "light_cavalry", [4, 4], [4, 8]);
    squadrons("saxony", "hussars", "light_cavalry", [8, 8], [4, 8]);
    squadrons("saxony", "prince_clemens_chevaulegers", "light_cavalry", [5, 5], [4, 8]);
    let in_1812 = json!({ "nation": "saxony", "unit": "prince_clemens_chevaulegers", "year": 1812 });
    expect("organisation", in_1812, &[], json!({ "squadrons_min": 4, "figures_max": 32 }));
}

/// §land.saxony.3.B light regiments may skirmish as whole units, cuirassiers with a sixth
#[test]
fn saxon_swarms() {
    for unit in ["chevaulegers", "prince_clemens_chevaulegers", "hussars"] {
        skirmish("saxony", unit, 1813, 20, "all", 20);
    }
    skirmish("saxony", "cuirassiers", 1813, 20, "part", 3);
}

/// §land.saxony.3.C §land.saxony.6 all cavalry has +1, Prince Clemens +2 and no more
#[test]
fn saxon_cavalry_training() {
    for unit in ["cuirassiers", "chevaulegers", "hussars"] {
        trained("saxony", unit, 1812, json!({}), [1, 1, 1]);
    }
    trained("saxony", "prince_clemens_chevaulegers", 1812, json!({}), [2, 2, 2]);
    let saxony = RULES.tables().armies.countries.of(Country::Saxony);
    let clemens = saxony.unit(UnitKind::PrinceClemensChevaulegers).unwrap();
    assert_eq!(clemens.weapon.map(|(weapon, _)| weapon), Some(SpecialWeapon::Lance));
}

/// §land.saxony.4.A §land.saxony.4.B Saxon batteries
#[test]
fn saxon_batteries() {
    battery("saxony", "foot_battery", [8, 0, 0], [10, 12], json!([8, 12]), json!("foot"));
    battery("saxony", "horse_battery", [6, 0, 0], [8, 9], json!([6]), json!("horse"));
}

/// §land.saxony.4.C the points of Saxon gunners, when they fire and when they are attacked
#[test]
fn saxon_gunners() {
    for (situation, points) in [("artillery_fire", -1), ("melee_defence", -1), ("musketry", 0)] {
        assert_eq!(
            asked("saxony", "foot_battery", 1813, situation, &json!({}))["training"],
            points,
            "{situation}"
        );
        assert_eq!(
            asked("saxony", "horse_battery", 1813, situation, &json!({}))["training"],
            points,
            "{situation}"
        );
    }
}

/// §land.austria_hungary.1.A §land.austria_hungary.1.B six companies, of which a sixth may skirmish; all jagers may
#[test]
fn austrian_battalions() {
    for unit in ["line_infantry", "grenadiers", "landwehr_infantry", "jagers", "grenzers"] {
        battalion("austria_hungary", unit, 6, 0, [30, 55]);
    }
    for unit in ["line_infantry", "grenadiers", "landwehr_infantry", "grenzers"] {
        skirmish("austria_hungary", unit, 1813, 47, "part", 7);
    }
    skirmish("austria_hungary", "jagers", 1813, 47, "all", 47);
}

/// §land.austria_hungary.1.C Austria splits into two thirds and one third; others into halves, or thirds with 6 or 9 companies
#[test]
fn splitting() {
    for (nation, unit, split) in [
        ("austria_hungary", "line_infantry", "two_thirds_one_third"),
        ("austria_hungary", "hussars", "none"),
        ("france", "line_infantry", "halves_or_thirds"),
        ("england", "fusiliers", "halves_or_thirds"),
        ("england", "rifles", "halves"),
        ("denmark", "first_battalion", "halves"),
        ("prussia", "line_infantry", "halves"),
        ("prussia", "line_volunteer_jagers", "none"),
        ("france", "guard_engineers_and_marines", "none"),
        ("bavaria", "landwehr", "none"),
        ("france", "foot_battery", "none"),
    ] {
        made_up(nation, unit, json!({ "split": split }));
    }
}

/// §land.austria_hungary.1.D a third of the jagers and a sixth of the grenzers have rifles
#[test]
fn austrian_rifles() {
    rifles("austria_hungary", "jagers", 40, 13);
    rifles("austria_hungary", "jagers", 41, 14);
    rifles("austria_hungary", "grenzers", 45, 8);
    rifles("austria_hungary", "line_infantry", 45, 0);
}

/// §land.austria_hungary.2 jagers have +1
#[test]
fn austrian_jagers() {
    trained("austria_hungary", "jagers", 1813, json!({}), [1, 1, 1]);
    trained("austria_hungary", "grenzers", 1813, json!({}), [0, 0, 0]);
}

/// §land.austria_hungary.3.A two to three divisions of two squadrons
#[test]
fn austrian_cavalry() {
    squadrons("austria_hungary", "cuirassiers", "heavy_cavalry", [4, 6], [4, 6]);
    squadrons("austria_hungary", "dragoons", "medium_cavalry", [4, 6], [4, 6]);
    squadrons("austria_hungary", "chevaulegers", "medium_cavalry", [4, 6], [4, 6]);
    squadrons("austria_hungary", "hussars", "light_cavalry", [4, 6], [4, 6]);
    squadrons("austria_hungary", "uhlans", "light_cavalry", [4, 6], [4, 6]);
}

/// §land.austria_hungary.3.B light regiments may skirmish as whole units, the others with a sixth
#[test]
fn austrian_swarms() {
    skirmish("austria_hungary", "hussars", 1813, 30, "all", 30);
    skirmish("austria_hungary", "uhlans", 1813, 30, "all", 30);
    skirmish("austria_hungary", "chevaulegers", 1813, 30, "part", 5);
}

/// §land.austria_hungary.3.C uhlans have +1 in melee
#[test]
fn austrian_uhlans() {
    trained("austria_hungary", "uhlans", 1815, json!({}), [0, 1, 1]);
    trained("austria_hungary", "hussars", 1815, json!({}), [0, 0, 0]);
}

/// §land.austria_hungary.4.A §land.austria_hungary.4.B §land.austria_hungary.4.C Austrian batteries; cavalry batteries are driving
/// batteries
#[test]
fn austrian_batteries() {
    battery("austria_hungary", "foot_battery", [6, 0, 3], [6, 8], json!([3, 12]), json!("foot"));
    battery("austria_hungary", "cavalry_battery", [8, 0, 5], [10, 11], json!([6]), json!("driving"));
}
