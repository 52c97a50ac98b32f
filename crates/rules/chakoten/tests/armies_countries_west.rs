//! The country supplements of Bavaria, Denmark, England and France.

use crate::armies_support::units::{
    asked, battalion, battery, made_up, regiment, rifles, skirmish, squadrons, trained,
};
use crate::armies_support::{RULES, expect, outcome, refused, told};
use krigsspil_chakoten::armies::countries::{Country, Formation, UnitArm, UnitKind};
use krigsspil_chakoten::armies::valeur::Theatre;
use krigsspil_engine::serde_json::{Value, json};

/// §De-enkelte-lande each country has its own units, and only those; strengths out of range are reported, never refused
#[test]
fn units_of_their_country() {
    let counts: Vec<_> = Country::ALL
        .iter()
        .map(|country| RULES.tables().armies.countries.of(*country).units().len())
        .collect();
    assert_eq!(counts, [10, 10, 12, 18, 22, 14, 11, 12]);
    refused("organisation", json!({ "nation": "denmark", "unit": "cossacks", "year": 1813 }), "unit");
    refused(
        "country_detachment",
        json!({ "nation": "denmark", "unit": "cossacks", "year": 1813, "figures": 9 }),
        "unit",
    );
    let facts = json!({ "nation": "england", "unit": "cossacks", "year": 1813, "situation": "musketry" });
    refused("country_training", facts, "unit");
    for (figures, in_range) in [(0, true), (29, false), (30, true), (36, true), (37, false)] {
        let facts =
            json!({ "nation": "denmark", "unit": "light_battalion", "year": 1813, "figures": figures });
        expect("organisation", facts, &[], json!({ "in_range": in_range }));
    }
    let unknown = json!({ "nation": "bavaria", "unit": "landwehr", "year": 1813, "figures": 99 });
    expect(
        "organisation",
        unknown,
        &[],
        json!({ "in_range": true, "figures_min": null, "companies_min": null }),
    );
}

/// §land.bavaria.2.A §land.bavaria.2.C light and line battalions
#[test]
fn bavarian_battalions() {
    battalion("bavaria", "light_infantry", 6, 2, [25, 40]);
    battalion("bavaria", "line_infantry", 6, 2, [25, 40]);
}

/// §land.bavaria.2.B two thirds of one company in six have rifles
#[test]
fn bavarian_rifles() {
    rifles("bavaria", "light_infantry", 36, 4);
    rifles("bavaria", "line_infantry", 40, 4);
    rifles("bavaria", "line_infantry", 41, 5);
    rifles("bavaria", "landwehr", 36, 0);
}

/// §land.bavaria.3.A national field battalions, from 1813
#[test]
fn bavarian_national_field_battalions() {
    battalion("bavaria", "national_field_battalion", 4, 0, [20, 25]);
    rifles("bavaria", "national_field_battalion", 25, 4);
    rifles("bavaria", "national_field_battalion", 3, 3);
    for (year, available) in [(1812, false), (1813, true), (1815, true)] {
        let facts = json!({ "nation": "bavaria", "unit": "national_field_battalion", "year": year });
        expect("organisation", facts, &[], json!({ "available": available }));
    }
}

/// §land.bavaria.3.B its four riflemen form its chain
#[test]
fn bavarian_national_chain() {
    skirmish("bavaria", "national_field_battalion", 1813, 22, "part", 4);
    skirmish("bavaria", "national_field_battalion", 1813, 2, "part", 2);
}

/// §land.bavaria.3.C national guard and town militia: the scenario gives their strengths
#[test]
fn bavarian_landwehr() {
    made_up(
        "bavaria",
        "landwehr",
        json!({ "arm": "infantry", "companies_min": null, "figures_min": null, "available": true }),
    );
    skirmish("bavaria", "landwehr", 1813, 30, "part", 5);
}

/// §land.bavaria.4.A §land.bavaria.4.B §land.bavaria.4.C chevaulegers are medium, the national guard is light; and the combined squadrons
/// of 1813
#[test]
fn bavarian_cavalry() {
    squadrons("bavaria", "chevaulegers", "medium_cavalry", [4, 4], [5, 6]);
    squadrons("bavaria", "national_chevaulegers", "light_cavalry", [6, 6], [5, 6]);
    squadrons("bavaria", "raglowich_squadrons", "medium_cavalry", [6, 6], [5, 6]);
    let in_1814 = json!({ "nation": "bavaria", "unit": "raglowich_squadrons", "year": 1814 });
    expect("organisation", in_1814, &[], json!({ "available": false }));
}

/// §land.bavaria.5 three kinds of battery
#[test]
fn bavarian_batteries() {
    battery("bavaria", "foot_battery_6pdr", [8, 2, 0], [10, 11], json!([6]), json!("foot"));
    battery("bavaria", "driving_battery_6pdr", [8, 2, 0], [10, 11], json!([6]), json!("driving"));
    battery("bavaria", "foot_battery_12pdr", [6, 2, 0], [9, 10], json!([12]), json!("foot"));
}

/// §land.denmark.1.A §land.denmark.1.B five companies, one of them elite except in the light battalions, 30-36 figures
#[test]
fn danish_battalions() {
    battalion("denmark", "first_battalion", 5, 1, [30, 36]);
    battalion("denmark", "other_battalion", 5, 1, [30, 36]);
    battalion("denmark", "light_battalion", 5, 0, [30, 36]);
    battalion("denmark", "sharpshooter_battalion", 5, 0, [30, 36]);
}

/// §land.denmark.2.A §land.denmark.2.B the jager company, and half of the light battalions, have rifles
#[test]
fn danish_rifles() {
    rifles("denmark", "first_battalion", 35, 0);
    rifles("denmark", "other_battalion", 35, 7);
    rifles("denmark", "light_battalion", 35, 18);
    rifles("denmark", "sharpshooter_battalion", 30, 15);
}

/// §land.denmark.3.A four squadrons, 20-25 figures
#[test]
fn danish_cavalry() {
    regiment("denmark", "rytter", "medium_cavalry", [4, 4], [20, 25]);
    for unit in ["light_dragoons", "holstein_hussars", "zealand_hussars"] {
        regiment("denmark", unit, "light_cavalry", [4, 4], [20, 25]);
    }
}

/// §land.denmark.3.B the Zealand hussars have their points always
#[test]
fn zealand_hussars() {
    trained("denmark", "zealand_hussars", 1815, json!({}), [-1, -1, -1]);
    trained("denmark", "holstein_hussars", 1813, json!({}), [0, 0, 0]);
    let facts =
        json!({ "nation": "denmark", "unit": "zealand_hussars", "year": 1813, "situation": "musketry" });
    assert_eq!(told("country_training", facts, &[]), ["zealand_hussars -1"]);
}

/// §land.denmark.4 the Danish battery
#[test]
fn danish_battery() {
    battery("denmark", "battery", [10, 0, 0], [10, 15], json!([3, 6]), Value::Null);
}

/// §land.denmark.5.A §land.denmark.5.B sailors are attacked like guns, and shoot badly with carbines
#[test]
fn danish_sailors() {
    trained("denmark", "sailor_company", 1813, json!({}), [-1, 0, 0]);
    let got = asked("denmark", "sailor_company", 1813, "musketry", &json!({}));
    for field in ["fights_as_artillery", "shoots_as_carbine", "may_do_pioneer_work", "may_form_line"] {
        assert_eq!(got[field], true, "{field}");
    }
    for field in
        ["may_form_square", "may_form_battalion_mass", "attack_column_bonus", "first_attack_bonus_in_column"]
    {
        assert_eq!(got[field], false, "{field}");
    }
    let line = asked("denmark", "first_battalion", 1813, "musketry", &json!({}));
    assert_eq!([&line["fights_as_artillery"], &line["shoots_as_carbine"]], [false, false]);
}

/// §land.england.1.A ten companies, two of them elite; the light company may skirmish
#[test]
fn english_line() {
    battalion("england", "line_infantry", 10, 2, [25, 30]);
    skirmish("england", "line_infantry", 1815, 25, "part", 3);
    skirmish("england", "guard_infantry", 1815, 24, "part", 2);
}

/// §land.england.1.B eight companies, which may all skirmish
#[test]
fn english_light() {
    battalion("england", "light_infantry", 8, 0, [25, 50]);
    skirmish("england", "kgl_light_infantry", 1815, 40, "all", 40);
}

/// §land.england.1.C nine companies, one of them light
#[test]
fn english_fusiliers() {
    battalion("england", "fusiliers", 9, 1, [25, 30]);
    skirmish("england", "fusiliers", 1815, 27, "part", 3);
}

/// §land.england.1.D two to eight companies, all with rifles, which may all skirmish
#[test]
fn english_rifles() {
    made_up("england", "rifles", json!({ "companies_min": 2, "companies_max": 8, "figures_max": 30 }));
    rifles("england", "rifles", 28, 28);
    skirmish("england", "rifles", 1815, 28, "all", 28);
}

/// §land.england.2 most battalions have 25-30 figures, guard and light up to 50
#[test]
fn english_strengths() {
    battalion("england", "guard_infantry", 10, 2, [25, 50]);
    battalion("england", "kgl_line_infantry", 10, 2, [25, 30]);
    battalion("england", "kgl_light_infantry", 8, 0, [25, 50]);
}

/// §land.england.3 all infantry, including the KGL, has +2 in musketry and melee; cavalry has nothing
#[test]
fn english_training() {
    for unit in [
        "line_infantry",
        "guard_infantry",
        "light_infantry",
        "fusiliers",
        "rifles",
        "kgl_line_infantry",
        "kgl_light_infantry",
    ] {
        trained("england", unit, 1814, json!({}), [2, 2, 2]);
    }
    trained("england", "heavy_cavalry", 1815, json!({}), [0, 0, 0]);
    assert_eq!(asked("england", "line_infantry", 1815, "artillery_fire", &json!({}))["total"], 0);
}

/// §land.england.4.A §land.england.4.B the English column is not an attack column, and there is no mass; line and square are open
#[test]
fn english_formations() {
    let got = asked("england", "kgl_line_infantry", 1815, "melee_attack", &json!({}));
    assert_eq!([&got["attack_column_bonus"], &got["may_form_battalion_mass"]], [false, false]);
    assert_eq!([&got["may_form_line"], &got["may_form_square"]], [true, true]);
    let prussian = asked("prussia", "line_infantry", 1815, "melee_attack", &json!({}));
    assert_eq!([&prussian["attack_column_bonus"], &prussian["may_form_battalion_mass"]], [true, true]);
    let facts = json!({ "nation": "england", "unit": "rifles", "year": 1815, "situation": "melee_attack" });
    let heard = told("country_training", facts, &[]);
    assert_eq!(heard, ["english_infantry +2", "no_column_bonus ✓", "no_battalion_mass ✓"]);
}

/// §land.england.5.A three squadrons, KGL four to five
#[test]
fn english_cavalry() {
    regiment("england", "heavy_cavalry", "heavy_cavalry", [3, 3], [15, 20]);
    regiment("england", "light_cavalry", "light_cavalry", [3, 3], [15, 20]);
    regiment("england", "kgl_cavalry", "light_cavalry", [4, 5], [25, 35]);
}

/// §land.england.5.B no first-attack bonus in column for English cavalry
#[test]
fn english_first_attack() {
    for (nation, unit, bonus) in [
        ("england", "heavy_cavalry", false),
        ("england", "kgl_cavalry", false),
        ("russia", "cossacks", true),
        ("france", "dragoons", true),
        ("france", "line_infantry", false),
    ] {
        let got = asked(nation, unit, 1815, "melee_attack", &json!({}));
        assert_eq!(got["first_attack_bonus_in_column"], bonus, "{nation} {unit}");
    }
}

/// §land.england.6 English batteries
#[test]
fn english_batteries() {
    battery("england", "foot_battery", [6, 0, 0], [8, 10], json!([9]), json!("foot"));
    battery("england", "horse_battery", [6, 0, 0], [8, 10], json!([9, 6]), json!("horse"));
}

/// §land.france.1.A six companies, of which two may skirmish
#[test]
fn french_line() {
    battalion("france", "line_infantry", 6, 2, [20, 35]);
    skirmish("france", "line_infantry", 1813, 20, "part", 7);
    skirmish("france", "line_infantry", 1813, 22, "part", 7);
}

/// §land.france.1.B the guard has four companies; old and middle guard may send out two
#[test]
fn french_guard() {
    for unit in ["old_guard_infantry", "middle_guard_infantry", "young_guard_infantry"] {
        battalion("france", unit, 4, 0, [20, 35]);
    }
    skirmish("france", "old_guard_infantry", 1813, 31, "part", 16);
    skirmish("france", "middle_guard_infantry", 1815, 30, "part", 15);
    skirmish("france", "young_guard_infantry", 1815, 30, "part", 5);
}

/// §land.france.1.C light battalions may skirmish as whole units in 1812 and 1815, only their elite in 1813 and 1814
#[test]
fn french_light() {
    for (year, share, most) in [(1812, "all", 30), (1813, "part", 10), (1814, "part", 10), (1815, "all", 30)]
    {
        skirmish("france", "light_infantry", year, 30, share, most);
    }
}

/// Three ranks before 16 October 1813, then two (rule land.france.1.D); England has two, all others three.
#[test]
fn ranks() {
    for (nation, year, month, day, ranks) in [
        ("france", 1812, 12, 31, 3),
        ("france", 1813, 10, 15, 3),
        ("france", 1813, 10, 16, 2),
        ("france", 1813, 11, 1, 2),
        ("france", 1814, 1, 1, 2),
        ("england", 1812, 1, 1, 2),
        ("prussia", 1815, 6, 18, 3),
    ] {
        let facts =
            json!({ "nation": nation, "unit": "line_infantry", "year": year, "month": month, "day": day });
        expect("organisation", facts, &[], json!({ "ranks": ranks }));
    }
}

/// §land.france.2.A §land.france.9.A strengths of battalions and pioneers
#[test]
fn french_strengths() {
    battalion("france", "light_infantry", 6, 2, [20, 35]);
    made_up(
        "france",
        "pioneers",
        json!({ "arm": "pioneers", "figures_min": 25, "figures_max": 30, "split": "none" }),
    );
}

/// §land.france.2.B there are regimental guns in 1812 and 1813 only
#[test]
fn french_regimental_guns() {
    battery("france", "regimental_artillery", [2, 0, 0], [2, 3], json!([6, 4]), json!("foot"));
    for (year, available) in [(1812, true), (1813, true), (1814, false), (1815, false)] {
        let facts = json!({ "nation": "france", "unit": "regimental_artillery", "year": year });
        expect("organisation", facts, &[], json!({ "available": available }));
    }
}

/// §land.france.3 who may form line and square, and when; column and mass stay open
#[test]
fn french_line_and_square() {
    let line = |unit: &str, year: i32, month: i32, valeur: i32, veterans: bool| {
        let more = json!({ "month": month, "valeur": valeur, "veterans": veterans });
        let got = asked("france", unit, year, "melee_defence", &more);
        assert_eq!(got["may_form_line"], got["may_form_square"]);
        assert_eq!([&got["attack_column_bonus"], &got["may_form_battalion_mass"]], [true, true]);
        got["may_form_line"] == true
    };
    for unit in ["old_guard_infantry", "middle_guard_infantry", "guard_engineers_and_marines"] {
        assert!(line(unit, 1813, 7, -4, false), "{unit}");
        assert!(!line(unit, 1813, 8, 0, false), "{unit}");
    }
    assert!(line("line_infantry", 1812, 12, -4, false) && line("line_infantry", 1815, 1, -4, false));
    assert!(
        !line("young_guard_infantry", 1813, 1, 5, false) && line("young_guard_infantry", 1813, 1, 0, true)
    );
    assert!(!line("line_infantry", 1813, 8, 0, true) && line("line_infantry", 1813, 8, 1, false));
    assert!(!line("line_infantry", 1814, 12, 0, false) && line("line_infantry", 1814, 1, 1, false));
    let facts =
        json!({ "nation": "france", "unit": "line_infantry", "year": 1813, "situation": "melee_attack" });
    assert_eq!(told("country_training", facts, &[]), ["line_and_square_autumn_1813 ✓"]);
    let horse = asked("france", "dragoons", 1813, "melee_attack", &json!({ "month": 1 }));
    assert_eq!([&horse["may_form_line"], &horse["may_form_square"]], [true, false]);
}

/// §land.france.4.A §land.france.4.B §land.france.4.C heavy cavalry, dragoons and lancers
#[test]
fn french_heavy_and_medium_cavalry() {
    for unit in ["heavy_cavalry", "gendarmes", "elite_gendarmes"] {
        squadrons("france", unit, "heavy_cavalry", [1, 4], [8, 12]);
    }
    squadrons("france", "dragoons", "medium_cavalry", [1, 4], [8, 12]);
    squadrons("france", "lancers", "medium_cavalry", [2, 4], [5, 8]);
}

/// §land.france.4.D half a squadron of dragoons or lancers may skirmish, according to the number of squadrons
#[test]
fn french_elite_companies() {
    let swarm = |unit: &str, figures: i32, squadrons: i32| {
        let facts = json!({ "nation": "france", "unit": unit, "year": 1813, "figures": figures, "squadrons": squadrons });
        outcome("country_detachment", &facts, &[])["max_figures"].clone()
    };
    assert_eq!([swarm("dragoons", 40, 4), swarm("dragoons", 20, 1), swarm("dragoons", 30, 2)], [5, 10, 8]);
    assert_eq!(swarm("lancers", 28, 4), 4);
    skirmish("france", "heavy_cavalry", 1813, 35, "part", 5);
}

/// §land.france.4.E a whole lancer regiment may skirmish in 1812 and 1815, with a soutien
#[test]
fn french_lancers_in_swarm() {
    for (year, soutien, share, most) in
        [(1812, true, "all", 28), (1812, false, "part", 4), (1813, true, "part", 4), (1815, true, "all", 28)]
    {
        let facts =
            json!({ "nation": "france", "unit": "lancers", "year": year, "figures": 28, "soutien": soutien });
        expect("country_detachment", facts, &[], json!({ "share": share, "max_figures": most }));
    }
}

/// §land.france.5.A §land.france.5.B the points of French lancers in 1813, and of Polish ones
#[test]
fn lancers_training() {
    trained("france", "lancers", 1813, json!({}), [0, -1, -1]);
    trained("france", "lancers", 1812, json!({}), [0, 0, 0]);
    trained("france", "polish_lancers", 1812, json!({}), [0, 1, 1]);
    trained("france", "polish_lancers", 1815, json!({}), [0, 1, 1]);
}

/// §land.france.6.A light regiments may skirmish as whole units
#[test]
fn french_light_cavalry() {
    squadrons("france", "light_cavalry", "light_cavalry", [1, 4], [5, 8]);
    skirmish("france", "light_cavalry", 1813, 20, "all", 20);
    skirmish("france", "polish_lancers", 1813, 20, "all", 20);
}

/// §land.france.6.B the light cavalry of the guard
#[test]
fn french_guard_cavalry() {
    squadrons("france", "guard_light_cavalry", "light_cavalry", [1, 10], [8, 13]);
}

/// §land.france.7 gendarmes, but not those of the guard
#[test]
fn gendarmes() {
    trained("france", "gendarmes", 1815, json!({}), [-1, -1, -1]);
    trained("france", "elite_gendarmes", 1815, json!({}), [0, 0, 0]);
}

/// §land.france.8.A §land.france.8.B §land.france.8.C French batteries; helpers count as gunners
#[test]
fn french_batteries() {
    battery("france", "foot_battery", [8, 0, 5], [10, 12], json!([6, 12]), json!("foot"));
    battery("france", "horse_battery", [6, 0, 3], [8, 9], json!([6]), json!("horse"));
    let got = asked("france", "foot_battery", 1813, "artillery_fire", &json!({}));
    assert_eq!([&got["may_do_pioneer_work"], &got["fights_as_artillery"]], [true, false]);
}

/// §land.france.9.B French pioneers do not fight
#[test]
fn french_pioneers() {
    trained("france", "pioneers", 1812, json!({}), [-1, 0, 0]);
    let got = asked("france", "pioneers", 1812, "melee_defence", &json!({}));
    assert_eq!([&got["fights_as_artillery"], &got["shoots_as_carbine"]], [true, true]);
    skirmish("france", "pioneers", 1813, 30, "none", 0);
}

/// §land.france.10 the guard's engineers and marines fight like old guard and work like pioneers
#[test]
fn guard_engineers() {
    let got = asked("france", "guard_engineers_and_marines", 1813, "melee_attack", &json!({ "month": 5 }));
    assert_eq!(
        [&got["may_do_pioneer_work"], &got["may_form_line"], &got["attack_column_bonus"]],
        [true, true, true]
    );
    assert_eq!([&got["fights_as_artillery"], &got["shoots_as_carbine"]], [false, false]);
    skirmish("france", "guard_engineers_and_marines", 1813, 30, "part", 15);
    assert_eq!(
        asked("france", "old_guard_infantry", 1813, "musketry", &json!({}))["may_do_pioneer_work"],
        false
    );
}

/// A force builder can query the tables themselves: points with their situations, and what is closed
#[test]
fn supplements_can_be_walked() {
    let countries = &RULES.tables().armies.countries;
    let russia = countries.of(Country::Russia);
    assert_eq!(russia.all_points().len(), 3);
    let closed = russia.all_closed().iter().flat_map(|closed| closed.formations.iter()).collect::<Vec<_>>();
    assert_eq!(closed, [&Formation::Line]);
    let gunners = Country::ALL.iter().flat_map(|country| countries.of(*country).units());
    for unit in
        gunners.filter(|unit| unit.arm == UnitArm::Artillery && unit.kind != UnitKind::FreeCorpsArtillery)
    {
        assert!(unit.battery.is_some(), "{}", unit.kind);
    }
}

/// The supplements and the valeur tables cover the same armies: the valeurs of every country with a supplement can be looked up.
#[test]
fn supplements_meet_the_valeur_tables() {
    let armies = &RULES.tables().armies;
    let theatre = Theatre::CentralEuropeAutumn1813;
    assert_eq!([theatre.year(), Theatre::BelgiumSummer1815.year()], [1813, 1815]);
    for country in Country::ALL {
        assert_eq!(country.as_str(), country.nation().as_str());
        let foot = UnitArm::Infantry.valeur_arm().unwrap();
        assert!(armies.valeur.of_nation(theatre, foot, country.nation()).count() > 0, "{country}");
    }
    assert_eq!(UnitArm::Cossacks.valeur_arm(), UnitArm::LightCavalry.valeur_arm());
    assert_eq!(UnitArm::Pioneers.valeur_arm(), None);
}
