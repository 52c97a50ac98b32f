//! A club's own lists: a changed cell changes the army, and a broken file is reported with its line.

use crate::armies_common::*;
use krigsspil_engine::Language;
use krigsspil_engine::table::TableSource;

const BADEN: &str = include_str!("../../armies/army-baden.toml");
const USA: &str = include_str!("../../armies/army-usa.toml");

/// A changed cell is read with the same grammar as the printed ones.
#[test]
fn a_club_changes_a_cell() {
    let folder = std::env::temp_dir().join(format!("krigsspil-gdc-armies-{}", std::process::id()));
    std::fs::create_dir_all(&folder).unwrap();
    std::fs::write(folder.join("army-baden.toml"), BADEN.replace("4*5D*12#", "6+*6C*12/16")).unwrap();
    let rules = krigsspil_gdc::open(Some(&folder)).unwrap();
    std::fs::remove_dir_all(&folder).unwrap();
    tells!(unit(&rules, "baden", "1812-13", "Line Rgt"), {
        "cell": "6+*6C*12/16", "available": 6, "limit": null, "melee": 6, "castings": [12, 16], "fm9": false, "battalions_each": 2
    });
    tells!(unit(&rules, "baden", "1809-11", "Line Rgt"), { "cell": "3*5D*12#" });
}

/// Every way to break a list is reported with the file and the line.
#[test]
fn broken_lists_name_the_line() {
    let broken = |file: &str, text: &str, from: &str, to: &str| {
        assert!(text.contains(from), "{from}");
        let folder = std::env::temp_dir().join(format!("krigsspil-gdc-broken-{}", std::process::id()));
        std::fs::create_dir_all(&folder).unwrap();
        std::fs::write(folder.join(file), text.replacen(from, to, 1)).unwrap();
        let fault = krigsspil_gdc::open(Some(&folder)).err().map(|fault| {
            assert_ne!(fault.message(Language::Danish), fault.to_string(), "told in English only");
            fault.to_string()
        });
        std::fs::remove_dir_all(&folder).unwrap();
        fault.unwrap_or_else(|| panic!("{from} -> {to} should be refused"))
    };
    for (from, to, line, reason) in [
        ("7*4E*9", "7*4E", 18, "cannot be read as a cell of infantry"),
        ("regiment=2", "regimnt=2", 18, "there is no code `regimnt=2`"),
        ("regiment=2", "regiment=0", 18, "above 0"),
        ("\"skirmish\"", "\"skirmisher\"", 21, "there is no code"),
        ("crew=5D ", "", 25, "the grade of its crew"),
        (" pdr=6", "", 25, "its poundage"),
        (" pdr=6", " pdr=6/x", 25, "pdr"),
        (" pdr=6", " pdr=6 years=1809", 25, "years"),
        (" pdr=6", " pdr=6 years=1809-1808", 25, "backwards"),
        (" pdr=6", " pdr=6 by_year=1809:2,1808:1", 25, "in rising order"),
        (" pdr=6", " pdr=6 part=2", 25, "has no part 2"),
        ("\"8\", \"FA 6 pdr\"", "\"8\", \"Hussars\"", 25, "is twice in"),
        ("1 *8*02*1-8", "= 1806-germany", 25, "nothing in `1806-germany`"),
        ("1 *8*02*1-8", "= 1799", 25, "there is no choice"),
        ("\"1806 Germany\", 1806, 1806", "\"1806 Germany\", 1806, 1805", 7, "backwards"),
        ("[\"1806-germany\"", "[\"1806-saxony\"", 7, "there is no choice"),
        ("\"codes\", \"1806-germany\"", "\"codes\", \"1806-germani\"", 18, "a cell of the list or a dash"),
        ("1812, \"history\"", "1812, \"story\"", 34, "there is no choice"),
        ("[\"2\", 3, 2,", "[\"2\", 3, 3,", 43, "3 is outside 1 to 2"),
    ] {
        let told = broken("army-baden.toml", BADEN, from, to);
        assert!(told.starts_with(&format!("army-baden.toml:{line}: ")), "{told}");
        assert!(told.contains(reason), "{told}");
    }
    for (from, to, reason) in [
        ("share_base", "share_bass", "there is no choice `share_bass`"),
        ("Musket Vol; ", "Musket Volley; ", "the list has no row `Musket Volley`"),
    ] {
        assert!(broken("army-usa.toml", USA, from, to).contains(reason));
    }
}

/// No list may be missing.
#[test]
fn every_list_must_be_there() {
    let fault = krigsspil_gdc::open_from(&TableSource::printed(&[])).unwrap_err();
    assert!(fault.to_string().contains("the table is missing"), "{fault}");
}
