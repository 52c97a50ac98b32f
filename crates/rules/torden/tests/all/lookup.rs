//! Finding generals and troop types by the names people use.

use krigsspil_engine::Language;
use krigsspil_torden::lookup::{Directory, Miss, Nation, years};
use krigsspil_torden::vocabulary::{General, UnitKind};

fn directory() -> Directory {
    Directory::new(crate::common::rules().messages())
}

fn generals(name: &str, year: Option<i32>) -> Vec<&'static str> {
    directory().general(name, year).unwrap_or_default().iter().map(|general| general.as_str()).collect()
}

fn units(nation: &str, year: i32, name: &str) -> Vec<&'static str> {
    directory().unit(nation, year, name).unwrap_or_default().iter().map(|unit| unit.as_str()).collect()
}

/// Every general is found by his English and by his Danish label.
#[test]
fn every_general_by_his_label() {
    let directory = directory();
    for general in General::ALL {
        for language in Language::ALL {
            let label = crate::common::rules().messages().label(language, "choice", general.as_str());
            let found = directory.general(label, None).unwrap_or_default();
            assert!(found.contains(general), "{label}: {found:?}");
        }
    }
}

/// The year decides between two rows of one man; without it both are returned.
#[test]
fn the_year_decides() {
    assert_eq!(generals("Augereau", Some(1806)), ["france.augereau_to_1807"]);
    assert_eq!(generals("augereau", Some(1809)), ["france.augereau_1808_14"]);
    assert_eq!(generals("Blücher", Some(1806)), ["prussia_1806_07.bluecher"]);
    assert_eq!(generals("Blücher", Some(1815)), ["prussia_1812_15.bluecher"]);
    assert_eq!(generals("Blücher", None), ["prussia_1806_07.bluecher", "prussia_1812_15.bluecher"]);
}

/// Accents, spellings, printed forms and other names do not matter.
#[test]
fn generals_as_people_spell_them() {
    for (name, general) in [
        ("Bülow", "prussia_1812_15.buelow"),
        ("Buelow", "prussia_1812_15.buelow"),
        ("BULOW", "prussia_1812_15.buelow"),
        ("massena", "france.massena"),
        ("Macdonald", "france.mcdonald"),
        ("Zeithen", "prussia_1812_15.zieten"),
        ("Lobau", "france.mouton"),
        ("d'Erlon", "france.d_erlon"),
        ("Prinsen af Oranien", "england.prince_of_orange"),
        ("Archduke Charles", "austria.karl"),
        ("ærkehertug karl", "austria.karl"),
        ("Beauharnais", "france.eugene_de_beauharnais"),
        ("Hertugen af Brunsvig", "prussia_1806_07.duke_of_brunswick"),
    ] {
        assert_eq!(generals(name, None), [general], "{name}");
    }
    assert_eq!(generals("Andre Østrig", None), ["austria.others"]);
}

/// A typing error gets the nearest names, in either language; nonsense gets none.
#[test]
fn did_you_mean_general() {
    let miss = directory().general("Davuot", None).unwrap_err();
    assert_eq!(miss, Miss::General("Davuot".into(), vec![General::FranceDavout]));
    let messages = crate::common::rules().messages();
    assert_eq!(
        miss.message(messages, Language::English),
        "there is no general `Davuot`; did you mean Davout (France)?"
    );
    assert_eq!(
        miss.message(messages, Language::Danish),
        "der er ingen general `Davuot`; mente du Davout (Frankrig)?"
    );
    assert_eq!(directory().general("Xyzzyx", None), Err(Miss::General("Xyzzyx".into(), vec![])));
    assert_eq!(miss.to_string(), miss.message(messages, Language::English));
}

/// Nations are found by Danish, English and plain spellings.
#[test]
fn nations() {
    for name in ["Østrig", "Oestrig", "Ostrig", "Austria", "österreich", "AUSTRIA"] {
        assert_eq!(Nation::find(name), Ok(Nation::Austria), "{name}");
    }
    for (name, nation) in [
        ("Prøjsen", Nation::Prussia),
        ("Preussen", Nation::Prussia),
        ("Storbritannien", Nation::England),
        ("Sachsen", Nation::Saxony),
        ("Napoli", Nation::Naples),
        ("kgl", Nation::KingsGermanLegion),
        ("franske allierede", Nation::FrenchAllies),
    ] {
        assert_eq!(Nation::find(name), Ok(nation), "{name}");
    }
    assert_eq!(Nation::find("Russland"), Ok(Nation::Russia));
    assert_eq!(Nation::find("Frankrike"), Err(vec!["Frankrig"]));
    assert_eq!(Nation::find("Atlantis"), Err(vec![]));
}

/// Troop types in Danish and in English.
#[test]
fn units_in_both_languages() {
    for (nation, year, name, unit) in [
        ("Østrig", 1809, "landeværn infanteri", "austria_1809.inf.landwehr"),
        ("Austria", 1809, "landwehr infantry", "austria_1809.inf.landwehr"),
        ("Frankrig", 1812, "Gammel Garde", "france_1812.inf.old_guard"),
        ("France", 1812, "old guard", "france_1812.inf.old_guard"),
        ("Prussia", 1815, "Group 2", "prussia_1815.cav.group_2"),
        ("Russia", 1812, "Guard, foot", "russia_1812.art.guard_foot"),
        ("Rusland", 1812, "garde fod", "russia_1812.art.guard_foot"),
        ("Rusland", 1813, "kosakker", "russia_1813.cav.cossacks"),
        ("England", 1815, "3. brigade", "england_1815.inf.brigade_3"),
        ("Bavaria", 1809, "Bavarian light", "french_allies_1809.cav.bavarian_light"),
    ] {
        assert_eq!(units(nation, year, name), [unit], "{nation} {year} {name}");
    }
}

/// Contingents are found in the lists of their allies, and in the peninsular lists each nation has its own rows.
#[test]
fn contingents() {
    assert_eq!(units("Prøjsen", 1812, "Prøjsen"), ["french_allies_1812.inf.prussia"]);
    assert_eq!(units("Østrig", 1812, "linie"), ["french_allies_1812.inf.austria_line"]);
    assert_eq!(units("Saxony", 1809, "cavalry Saxony"), ["french_allies_1809.cav.saxony"]);
    assert_eq!(
        units("Spain", 1811, "Spain cavalry"),
        ["england_spain_portugal_1810_14.cav.spain", "french_allies_spain_1808_14.cav.spain"]
    );
    assert_eq!(
        units("Portugal", 1812, "Portugal"),
        ["french_allies_1812.inf.portugal", "england_spain_portugal_1810_14.inf.portugal"]
    );
    assert_eq!(units("England", 1809, "KGL cavalry"), ["england_spain_portugal_1808_09.cav.kgl"]);
}

/// Two lists of one year are both returned.
#[test]
fn two_versions() {
    assert_eq!(
        units("Austria", 1813, "grenadiers"),
        ["austria_1813_v1.inf.grenadiers", "austria_1813_v2.inf.grenadiers"]
    );
}

/// A miss reports the nation, the year or the name, with what exists.
#[test]
fn did_you_mean_unit() {
    let messages = crate::common::rules().messages();
    let miss = directory().unit("Prussla", 1813, "line").unwrap_err();
    assert_eq!(
        miss.message(messages, Language::English),
        "there is no nation `Prussla` in the supplements; did you mean Prussia, Russia?"
    );
    let miss = directory().unit("Russia", 1810, "line").unwrap_err();
    assert_eq!(miss, Miss::Year(1810, vec![(1812, 1812), (1813, 1813)]));
    assert_eq!(
        miss.message(messages, Language::Danish),
        "den nation har ingen liste for 1810; der er lister for 1812, 1813"
    );
    let miss = directory().unit("Rusland", 1813, "grenadderre").unwrap_err();
    assert_eq!(miss, Miss::Unit("grenadderre".into(), vec![UnitKind::Russia1813InfantryGrenadiers]));
}

/// Every list has the years for which it is printed.
#[test]
fn years_of_lists() {
    assert_eq!(years("england_spain_portugal_1808_09"), (1808, 1809));
    assert_eq!(years("austria_1813_v2"), (1813, 1813));
    assert!(UnitKind::ALL.iter().all(|unit| years(unit.list()).0 >= 1808));
}
