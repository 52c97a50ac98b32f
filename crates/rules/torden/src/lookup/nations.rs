//! Nations, the names they go by, and the lists of the country supplement they stand in.

use super::spelling::{fold, near, words};
use crate::vocabulary::UnitKind;

macro_rules! nations {
    ($($nation:ident = [$english:literal, $danish:literal $(, $other:literal)*]),* $(,)?) => {
        /// A nation, an alliance or a contingent of the supplements.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
        pub enum Nation { $(#[doc = $english] $nation),* }

        impl Nation {
            /// Every nation.
            pub const ALL: &'static [Nation] = &[$(Nation::$nation),*];

            /// The names it goes by: English, Danish, and others.
            pub const fn names(self) -> &'static [&'static str] {
                match self { $(Nation::$nation => &[$english, $danish $(, $other)*]),* }
            }
        }
    };
}

nations! {
    England = ["England", "England", "Britain", "Great Britain", "Storbritannien", "British", "English", "Engelsk"],
    EnglishAllies = ["English allies", "Engelske allierede", "Anglo-allied"],
    France = ["France", "Frankrig", "French", "Fransk"],
    FrenchAllies = ["French allies", "Franske allierede", "Confederation of the Rhine", "Rhinforbundet"],
    Prussia = ["Prussia", "Prøjsen", "Preussen", "Prussian", "Prøjsisk", "Preussisk"],
    Russia = ["Russia", "Rusland", "Russian", "Russisk"],
    Austria = ["Austria", "Østrig", "Österreich", "Austrian", "Østrigsk"],
    OtherAllies = ["Other allies", "Andre allierede"],
    Spain = ["Spain", "Spanien", "Spanish", "Spansk"],
    Portugal = ["Portugal", "Portugal", "Portuguese", "Portugisisk"],
    KingsGermanLegion = ["King's German Legion", "Kings German Legion", "KGL"],
    Hanover = ["Hanover", "Hannover"],
    Brunswick = ["Brunswick", "Brunsvig", "Braunschweig", "Brunschwig"],
    Holland = ["Holland", "Holland", "Belgium", "Belgien", "Netherlands", "Nederlandene", "Dutch"],
    Nassau = ["Nassau", "Nassau"],
    Poland = ["Poland", "Polen", "Warsaw", "Warszawa", "Polish", "Polsk"],
    Saxony = ["Saxony", "Sachsen", "Saxon", "Saksen"],
    Bavaria = ["Bavaria", "Bayern", "Bavarian", "Bayersk"],
    Baden = ["Baden", "Baden"],
    Hesse = ["Hesse", "Hessen", "Hesse-Darmstadt", "Hessen-Darmstadt"],
    Berg = ["Berg", "Berg"],
    Wurttemberg = ["Württemberg", "Württemberg", "Wirtemberg"],
    Italy = ["Italy", "Italien", "Italian", "Italiensk"],
    Naples = ["Naples", "Napoli", "Neapel"],
    Anhalt = ["Anhalt", "Anhalt"],
    Switzerland = ["Switzerland", "Schweiz", "Swiss"],
    Germany = ["Germany", "Tyskland", "German", "Tysk"],
    Sweden = ["Sweden", "Sverige", "Swedish", "Svensk"],
    Mecklenburg = ["Mecklenburg", "Mecklenburg"],
}

impl Nation {
    /// The nation a person means, or the names that are near.
    pub fn find(given: &str) -> Result<Nation, Vec<&'static str>> {
        let wanted = fold(&words(given).concat());
        let folded = |name: &&'static str| fold(&words(name).concat());
        let exact =
            Nation::ALL.iter().find(|nation| nation.names().iter().any(|name| folded(name) == wanted));
        if let Some(nation) = exact {
            return Ok(*nation);
        }
        let nearest = |nation: &Nation| {
            let close = nation.names().iter().filter_map(|name| Some((near(&wanted, &folded(name))?, *name)));
            close.min_by_key(|(edits, _)| *edits)
        };
        let mut close: Vec<_> = Nation::ALL.iter().filter_map(nearest).collect();
        close.sort_by_key(|(edits, _)| *edits);
        Err(close.into_iter().map(|(_, name)| name).take(3).collect())
    }

    /// The nation a word of a row's name stands for.
    fn of_row_word(word: &str) -> Option<Nation> {
        Some(match word {
            "england" => Nation::England,
            "spain" | "morillo" => Nation::Spain,
            "portugal" | "portuguese" => Nation::Portugal,
            "kgl" => Nation::KingsGermanLegion,
            "hanover" => Nation::Hanover,
            "brunswick" => Nation::Brunswick,
            "dutch" | "belgian" => Nation::Holland,
            "nassau" => Nation::Nassau,
            "poland" => Nation::Poland,
            "saxony" => Nation::Saxony,
            "bavaria" | "bavarian" => Nation::Bavaria,
            "baden" => Nation::Baden,
            "hesse" => Nation::Hesse,
            "berg" => Nation::Berg,
            "wurttemberg" => Nation::Wurttemberg,
            "italy" => Nation::Italy,
            "naples" => Nation::Naples,
            "anhalt" => Nation::Anhalt,
            "switzerland" => Nation::Switzerland,
            "germany" => Nation::Germany,
            "sweden" => Nation::Sweden,
            "mecklenburg" => Nation::Mecklenburg,
            "austria" => Nation::Austria,
            "prussia" => Nation::Prussia,
            _ => return None,
        })
    }

    /// Does a row of the country supplement belong to it?
    pub fn has(self, unit: UnitKind) -> bool {
        let (list, _, row) = unit.parts();
        let heading = heading(list);
        let contingent = row.split('_').filter_map(Nation::of_row_word).any(|nation| nation == self);
        // The English rows of the peninsular lists hold the Legion too.
        let legion = row.contains("kgl") && self == Nation::England && list.starts_with("england");
        heading == Some(self) || contingent || legion
    }
}

/// The nation at the head of a list; the peninsular lists of three nations have none.
fn heading(list: &str) -> Option<Nation> {
    Some(match list {
        "england_1815" => Nation::England,
        "english_allies_1815" => Nation::EnglishAllies,
        _ if list.starts_with("france") => Nation::France,
        _ if list.starts_with("french_allies") => Nation::FrenchAllies,
        _ if list.starts_with("prussia") => Nation::Prussia,
        _ if list.starts_with("russia") => Nation::Russia,
        _ if list.starts_with("austria") => Nation::Austria,
        "other_allies_1813" => Nation::OtherAllies,
        _ => return None,
    })
}

/// The years a list is printed for, the first and the last.
pub fn years(list: &str) -> (i32, i32) {
    match list {
        "england_spain_portugal_1808_09" => (1808, 1809),
        "england_spain_portugal_1810_14" => (1810, 1814),
        "france_spain_1808_10" => (1808, 1810),
        "france_spain_1811_14" => (1811, 1814),
        "french_allies_spain_1808_14" => (1808, 1814),
        _ => {
            let year = list.split('_').find_map(|word| word.parse().ok().filter(|year| *year > 1000));
            year.map_or((0, 0), |year| (year, year))
        }
    }
}
