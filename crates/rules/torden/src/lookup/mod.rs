//! Finding a general or a troop type the way people ask for them: by nation, year and name, in Danish or English, with or
//! without accents, with the nearest names on a miss.
//!
//! ```
//! use krigsspil_engine::{Language, RuleSet};
//! use krigsspil_torden::lookup::Directory;
//! use krigsspil_torden::vocabulary::{General, UnitKind};
//!
//! let rules = krigsspil_torden::open(None)?;
//! let directory = Directory::new(RuleSet::messages(&rules));
//! assert_eq!(directory.general("Bluecher", Some(1813)), Ok(vec![General::Prussia181215Bluecher]));
//! let landwehr = vec![UnitKind::Austria1809InfantryLandwehr];
//! assert_eq!(directory.unit("Østrig", 1809, "landeværn, infanteri"), Ok(landwehr.clone()));
//! assert_eq!(directory.unit("Austria", 1809, "landwehr infantry"), Ok(landwehr));
//!
//! let miss = directory.general("Wellingtan", None).unwrap_err();
//! assert!(miss.message(RuleSet::messages(&rules), Language::English).contains("did you mean Wellington"));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod nations;
mod spelling;

pub use nations::{Nation, years};
pub use spelling::{edits, fold};

use krigsspil_engine::{Language, Messages};

use crate::vocabulary::{General, UnitKind};
use spelling::{near, words};

/// Names that generals go by besides their labels: as printed, and as history knows them.
const OTHER_NAMES: &[(General, &[&str])] = &[
    (General::EnglandPrinceOfOrange, &["Pr. Orange", "Oranien"]),
    (General::EnglandStapletonCotton, &["Stapelton-Cotton", "Combermere"]),
    (General::EnglandUxbridge, &["Paget", "Anglesey"]),
    (General::EnglandWellington, &["Wellesley"]),
    (General::FranceNapoleon, &["Bonaparte", "Buonaparte"]),
    (General::FranceDErlon, &["Drouet"]),
    (General::FranceExelmann, &["Exelmann"]),
    (General::FranceJeromeBonaparte, &["Jerome B", "Jérôme"]),
    (General::FranceLatourMaubourg, &["Lautour-Marbourg"]),
    (General::FranceMcdonald, &["McDonald"]),
    (General::FranceMouton, &["Lobau"]),
    (General::FranceSaintCyr, &["Gouvion Saint-Cyr", "St. Cyr"]),
    (General::Prussia181215Zieten, &["Zeithen", "Ziethen"]),
    (General::Prussia181215Yorck, &["York"]),
    (General::Prussia181215Thielmann, &["Thielemann"]),
    (General::RussiaBennigsen, &["Benningsen"]),
    (General::RussiaMiloradovich, &["Mildoradovitch", "Miloradovitch"]),
    (General::RussiaSuvorov, &["Suvarov", "Suvoroff"]),
    (General::RussiaKutuzov, &["Kutusov", "Kutusow"]),
    (General::RussiaEugenOfWurttemberg, &["Eugene of Württemberg"]),
    (General::RussiaPrebysheysky, &["Przybyszewski"]),
    (General::AustriaKarl, &["Carl", "Erzherzog Karl"]),
    (General::AustriaJohn, &["Johann", "Erzherzog Johann"]),
];

/// The years of a general's row, where it is not good for all of them.
fn general_years(general: General) -> Option<(i32, i32)> {
    match general {
        General::FranceAugereauTo1807 => Some((0, 1807)),
        General::FranceAugereau180814 => Some((1808, 1814)),
        _ => match general.parts().0 {
            "prussia_1806_07" => Some((1806, 1807)),
            "prussia_1812_15" => Some((1812, 1815)),
            _ => None,
        },
    }
}

/// A name was looked for and not found.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Miss {
    /// No nation is called that; these are near.
    Nation(String, Vec<&'static str>),
    /// The nation has no list for that year; it has these.
    Year(i32, Vec<(i32, i32)>),
    /// No troop type of that nation and year is called that; these are near.
    Unit(String, Vec<UnitKind>),
    /// No general is called that; these are near.
    General(String, Vec<General>),
}

impl Miss {
    /// What was looked for, and what may have been meant.
    pub fn message(&self, messages: &Messages, language: Language) -> String {
        let word = |key| messages.label(language, "lookup", key);
        let choice = |key| messages.label(language, "choice", key).to_string();
        let (key, given, near) = match self {
            Miss::Nation(given, near) => {
                ("nation", given.clone(), near.iter().map(|n| n.to_string()).collect())
            }
            Miss::Unit(given, near) => {
                ("unit", given.clone(), near.iter().map(|n| choice(n.as_str())).collect())
            }
            Miss::General(given, near) => {
                ("general", given.clone(), near.iter().map(|n| choice(n.as_str())).collect())
            }
            Miss::Year(given, years) => ("year", given.to_string(), years.iter().map(year_span).collect()),
        };
        let near: Vec<String> = near;
        let told = word(key).replace("{given}", &given);
        match (self, near.as_slice()) {
            (_, []) => told,
            (Miss::Year(..), near) => told + &word("years").replace("{years}", &near.join(", ")),
            (_, near) => told + &word("did_you_mean").replace("{suggestion}", &near.join(", ")),
        }
    }
}

fn year_span((first, last): &(i32, i32)) -> String {
    if first == last { first.to_string() } else { format!("{first}-{last}") }
}

impl std::fmt::Display for Miss {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(&self.message(crate::words(), Language::English))
    }
}

impl std::error::Error for Miss {}

/// Something with names, each a list of folded words.
#[derive(Clone, Debug)]
struct Named<T> {
    what: T,
    names: Vec<Vec<String>>,
    /// Words that may be said of it and need not.
    also: Vec<String>,
}

impl<T: Copy> Named<T> {
    /// How many words of its best name are left over when every word given is found; none when one is not.
    fn fit(&self, given: &[String]) -> Option<usize> {
        let fits = |name: &Vec<String>| {
            let said = |word: &&String| name.contains(word);
            let found = given.iter().all(|word| name.contains(word) || self.also.contains(word));
            let used = given.iter().filter(said).count();
            (found && used > 0).then(|| name.len().saturating_sub(used))
        };
        self.names.iter().filter_map(fits).min()
    }

    /// How far the nearest name, or word of a name, is from what was given.
    fn distance(&self, given: &[String]) -> Option<usize> {
        let whole = given.concat();
        let names = self.names.iter().filter_map(|name| near(&whole, &name.concat()));
        let parts = self.names.iter().flatten().filter_map(|word| near(&whole, word));
        names.chain(parts).min()
    }
}

/// Everything that fits best.
fn best<'a, T: Copy + 'a>(all: impl Iterator<Item = &'a Named<T>>, given: &[String]) -> Vec<T> {
    let mut found: Vec<(usize, T)> =
        all.filter_map(|named| named.fit(given).map(|left| (left, named.what))).collect();
    let least = found.iter().map(|(left, _)| *left).min();
    found.retain(|(left, _)| Some(*left) == least);
    found.into_iter().map(|(_, what)| what).collect()
}

/// The three nearest.
fn nearest<'a, T: Copy + 'a>(all: impl Iterator<Item = &'a Named<T>>, given: &[String]) -> Vec<T> {
    let mut close: Vec<(usize, T)> =
        all.filter_map(|named| named.distance(given).map(|edits| (edits, named.what))).collect();
    close.sort_by_key(|(edits, _)| *edits);
    close.into_iter().map(|(_, what)| what).take(3).collect()
}

/// The generals and the troop types, by all the names they go by.
#[derive(Clone, Debug)]
pub struct Directory {
    generals: Vec<Named<General>>,
    units: Vec<Named<UnitKind>>,
}

impl Directory {
    /// The directory in the words of the message files.
    pub fn new(messages: &Messages) -> Directory {
        let labels =
            |key: &str| Language::ALL.map(|language| messages.label(language, "choice", key).to_string());
        let generals = General::ALL.iter().map(|&general| named_general(general, &labels(general.as_str())));
        let units = UnitKind::ALL.iter().map(|&unit| named_unit(unit, &labels(unit.as_str())));
        Directory { generals: generals.collect(), units: units.collect() }
    }

    /// The generals called that, in that year if one is given; more than one only where the name does not decide.
    pub fn general(&self, name: &str, year: Option<i32>) -> Result<Vec<General>, Miss> {
        let given = words(name);
        let serves = |named: &&Named<General>| {
            let years = general_years(named.what);
            years.zip(year).is_none_or(|((first, last), year)| (first..=last).contains(&year))
        };
        let found = best(self.generals.iter().filter(serves), &given);
        if found.is_empty() {
            return Err(Miss::General(
                name.to_string(),
                nearest(self.generals.iter().filter(serves), &given),
            ));
        }
        Ok(found)
    }

    /// The troop types of a nation called that in that year; more than one where several lists have it.
    pub fn unit(&self, nation: &str, year: i32, name: &str) -> Result<Vec<UnitKind>, Miss> {
        let of = Nation::find(nation).map_err(|near| Miss::Nation(nation.to_string(), near))?;
        let own = || self.units.iter().filter(|named| of.has(named.what));
        let printed = |named: &&Named<UnitKind>| {
            let (first, last) = years(named.what.list());
            (first..=last).contains(&year)
        };
        if !own().any(|named| printed(&named)) {
            let mut all: Vec<_> = own().map(|named| years(named.what.list())).collect();
            all.sort_unstable();
            all.dedup();
            return Err(Miss::Year(year, all));
        }
        let given = words(name);
        let found = best(own().filter(printed), &given);
        if found.is_empty() {
            return Err(Miss::Unit(name.to_string(), nearest(own().filter(printed), &given)));
        }
        Ok(found)
    }
}

fn named_general(general: General, labels: &[String]) -> Named<General> {
    let (nation, row) = general.parts();
    let other = OTHER_NAMES.iter().filter(|(of, _)| *of == general).flat_map(|(_, names)| names.iter());
    let labels = labels.iter().map(|label| label.split(" (").next().unwrap_or(label));
    let names = labels.chain(other.copied()).chain([row]).map(words).collect();
    let nation = words(nation);
    let also = Nation::ALL
        .iter()
        .filter(|known| known.names().first().is_some_and(|name| nation.first() == Some(&fold(name))))
        .flat_map(|known| known.names().iter().flat_map(|name| words(name)))
        .chain(nation.iter().cloned())
        .chain(["general", "marshal", "marskal"].map(fold))
        .collect();
    Named { what: general, names, also }
}

fn named_unit(unit: UnitKind, labels: &[String]) -> Named<UnitKind> {
    let (_, arm, row) = unit.parts();
    let labels = labels.iter().map(|label| label.split_once(": ").map_or(label.as_str(), |(_, name)| name));
    let names = labels.chain([row]).map(words).collect();
    let arms: &[&str] = match arm {
        "inf" => &["infantry", "infanteri", "inf"],
        "cav" => &["cavalry", "kavaleri", "cav", "kav"],
        _ => &["artillery", "artilleri", "art", "guns", "battery", "batteri"],
    };
    Named { what: unit, names, also: arms.iter().map(|word| fold(word)).collect() }
}
