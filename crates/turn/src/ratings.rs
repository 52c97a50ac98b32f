//! The ratings of a unit or a general in a rule set's own table of a scenario. Faults carry the line.

use std::str::FromStr;

use krigsspil_engine::scenario::{Ratings, Scenario, ScenarioFault};
use krigsspil_engine::wordings::{
    KEY_IS, NOT_WHOLE_FROM_TO, OF_GENERAL, OF_KEY, OF_UNIT, UNFITTING_RATING, UNKNOWN_RATING,
};
use krigsspil_engine::{Filling, Sentence, UnknownWord};
use toml::{Spanned, Value};

/// The ratings of one unit or general.
#[derive(Clone, Copy, Debug)]
pub struct Rated<'a> {
    scenario: &'a Scenario,
    id: &'a Spanned<String>,
    ratings: Option<&'a Ratings>,
}

impl<'a> Rated<'a> {
    /// The ratings of a unit or general under these rules. An unknown key is refused, and the fault lists the known ones.
    pub fn new(
        scenario: &'a Scenario,
        rules: &str,
        id: &'a Spanned<String>,
        ratings: &'a std::collections::BTreeMap<String, Ratings>,
        known: &[&str],
    ) -> Result<Self, ScenarioFault> {
        let rated = Rated { scenario, id, ratings: ratings.get(rules) };
        let unknown = rated
            .ratings
            .into_iter()
            .flat_map(|ratings| ratings.keys())
            .find(|key| !known.contains(&key.as_str()));
        match unknown {
            None => Ok(rated),
            Some(key) => {
                let blanks = [
                    ("given", key.into()),
                    ("rules", rules.into()),
                    ("known", known.join(", ").into()),
                    ("hint", krigsspil_engine::fact::hint(key, known)),
                ];
                Err(rated.fault(UNKNOWN_RATING.with(blanks)))
            }
        }
    }

    /// Refuses these keys, because they do not fit this arm (a key of the `arm` words).
    pub fn without(&self, keys: &[&str], arm: &'static str) -> Result<(), ScenarioFault> {
        match keys.iter().find(|key| self.get(key).is_some()) {
            Some(key) => {
                let blanks = [("key", (*key).into()), ("arm", Filling::Word("arm", arm))];
                Err(self.fault(UNFITTING_RATING.with(blanks)))
            }
            None => Ok(()),
        }
    }

    /// What is wrong with the unit or general, at its line.
    pub fn fault(&self, reason: impl Into<Sentence>) -> ScenarioFault {
        // A general may have the id of a unit: what was given tells them apart.
        if self.scenario.generals.iter().any(|general| std::ptr::eq(&general.id, self.id)) {
            return general_fault(self.scenario, self.id, reason);
        }
        unit_fault(self.scenario, self.id, reason)
    }

    /// A key with a value of the wrong type. `wanted` is a key of the `wanted` words.
    pub fn key_is(&self, key: &str, wanted: &'static str) -> ScenarioFault {
        self.fault(KEY_IS.with([("key", key.into()), ("wanted", Filling::Word("wanted", wanted))]))
    }

    /// A key whose word is not one of the choices.
    pub fn no_choice(&self, key: &str, unknown: UnknownWord) -> ScenarioFault {
        let reason = Filling::sentence(unknown.sentence());
        self.fault(OF_KEY.with([("key", key.into()), ("reason", reason)]))
    }

    /// What a key holds.
    pub fn get(&self, key: &str) -> Option<&'a Value> {
        self.ratings?.get(key)
    }

    /// A whole number within bounds.
    pub fn whole(&self, key: &str, otherwise: i32, [from, to]: [i32; 2]) -> Result<i32, ScenarioFault> {
        let Some(value) = self.get(key) else { return Ok(otherwise) };
        let whole = value.as_integer().and_then(|whole| i32::try_from(whole).ok());
        whole.filter(|whole| (from..=to).contains(whole)).ok_or_else(|| {
            let blanks = [("key", key.into()), ("least", from.into()), ("most", to.into())];
            self.fault(NOT_WHOLE_FROM_TO.with(blanks))
        })
    }

    /// Yes or no.
    pub fn yes(&self, key: &str, otherwise: bool) -> Result<bool, ScenarioFault> {
        let Some(value) = self.get(key) else { return Ok(otherwise) };
        value.as_bool().ok_or_else(|| self.key_is(key, "yes_or_no"))
    }

    /// A number, whole or not.
    pub fn number(&self, key: &str) -> Result<Option<f64>, ScenarioFault> {
        let Some(value) = self.get(key) else { return Ok(None) };
        let number = value.as_float().or_else(|| value.as_integer().map(|whole| whole as f64));
        number.filter(|number| number.is_finite()).map(Some).ok_or_else(|| self.key_is(key, "number"))
    }

    /// A text.
    pub fn text(&self, key: &str) -> Result<Option<&'a str>, ScenarioFault> {
        let Some(value) = self.get(key) else { return Ok(None) };
        value.as_str().map(Some).ok_or_else(|| self.key_is(key, "text"))
    }

    /// A word that is a choice.
    pub fn word<T: FromStr<Err = UnknownWord>>(&self, key: &str) -> Result<Option<T>, ScenarioFault> {
        let Some(word) = self.text(key)? else { return Ok(None) };
        word.parse().map(Some).map_err(|unknown| self.no_choice(key, unknown))
    }

    /// A list of exactly this many numbers.
    pub fn numbers<const N: usize>(&self, key: &str) -> Result<Option<[f64; N]>, ScenarioFault> {
        let Some(value) = self.get(key) else { return Ok(None) };
        let number =
            |value: &Value| value.as_float().or_else(|| value.as_integer().map(|whole| whole as f64));
        let read: Option<Vec<f64>> = value.as_array().and_then(|list| list.iter().map(number).collect());
        let read = read
            .and_then(|list| <[f64; N]>::try_from(list).ok())
            .filter(|list| list.iter().all(|one| one.is_finite()));
        read.map(Some).ok_or_else(|| self.key_is(key, "list"))
    }
}

fn general_fault(scenario: &Scenario, id: &Spanned<String>, reason: impl Into<Sentence>) -> ScenarioFault {
    let blanks = [("general", id.get_ref().into()), ("reason", Filling::sentence(reason))];
    scenario.fault(id, OF_GENERAL.with(blanks))
}

/// What is wrong with a unit, at its line.
pub fn unit_fault(scenario: &Scenario, id: &Spanned<String>, reason: impl Into<Sentence>) -> ScenarioFault {
    let blanks = [("unit", id.get_ref().into()), ("reason", Filling::sentence(reason))];
    scenario.fault(id, OF_UNIT.with(blanks))
}

#[cfg(test)]
mod tests {
    use super::*;

    const SCENARIO: &str = r#"name = "T"
rules = ["toy"]
date = "1815-06-16"
starts = "14:30"
turns = 2
ground = "g"
[[side]]
id = "blue"
name = "Blue"
home = 0.0
[[side]]
id = "red"
name = "Red"
home = 180.0
[[general]]
id = "g"
name = "G"
side = "blue"
rank = "corps"
place = [1, 1]
[general.ratings.toy]
zones = [20, 60.5]
oas = 3
brave = true
name = "x"
"#;

    /// Ratings are read by kind; what is unknown, or of another kind, is told with the line of its owner.
    #[test]
    fn ratings_are_read_with_their_line() {
        let unit = "[[unit]]\nid = \"u\"\nname = \"U\"\ngeneral = \"g\"\narm = \"infantry\"\nmen = 100\nplace = [1, 1]\n";
        let scenario = Scenario::read("s.toml", &format!("{SCENARIO}{unit}"), "").unwrap();
        let general = &scenario.generals[0];
        let known = ["zones", "oas", "brave", "name"];
        let read = |known: &[&str]| Rated::new(&scenario, "toy", &general.id, &general.ratings, known);
        let rated = read(&known).unwrap();
        assert_eq!(rated.numbers::<2>("zones").unwrap(), Some([20.0, 60.5]));
        assert!(rated.numbers::<3>("zones").is_err() && rated.numbers::<2>("oas").is_err());
        assert_eq!(rated.whole("oas", 1, [0, 9]).unwrap(), 3);
        assert!(rated.whole("oas", 1, [4, 9]).unwrap_err().to_string().starts_with("s.toml:16: "));
        assert!(rated.yes("brave", false).unwrap() && !rated.yes("absent", false).unwrap());
        assert_eq!(rated.text("name").unwrap(), Some("x"));
        let told = read(&["zones"]).unwrap_err().to_string();
        assert!(told.starts_with("s.toml:16: general `g`: "), "{told}");
    }

    const OF_A_UNIT: &str = r#"name = "T"
rules = ["toy"]
date = "1813-12-10"
starts = "08:00"
turns = 2
ground = "g"
[[side]]
id = "blue"
name = "Blue"
home = 180.0
[[side]]
id = "red"
name = "Red"
home = 0.0
[[general]]
id = "g"
name = "G"
side = "blue"
rank = "brigade"
place = [1, 1]
[[unit]]
id = "u"
name = "U"
general = "g"
arm = "infantry"
men = 100
place = [1, 1]
[unit.ratings.toy]
firm = 12
bases = 2.5
"#;

    fn read(text: &str) -> Result<(), String> {
        let scenario = Scenario::read("s.toml", text, "").unwrap();
        let unit = &scenario.units[0];
        let told = |fault: ScenarioFault| fault.to_string();
        let rated =
            Rated::new(&scenario, "toy", &unit.id, &unit.ratings, &["firm", "bases", "gun"]).map_err(told)?;
        rated.without(&["gun"], "infantry").map_err(told)?;
        assert_eq!(rated.number("bases").map_err(told)?, Some(2.5));
        rated.whole("firm", 3, [1, 9]).map(drop).map_err(told)
    }

    /// A rating out of bounds, one that nobody knows and one that fits no such unit are told with the unit's line.
    #[test]
    fn ratings_are_held_to_their_kind() {
        assert_eq!(read(OF_A_UNIT).unwrap_err(), "s.toml:22: unit `u`: firm is a whole number from 1 to 9");
        assert!(
            read(&OF_A_UNIT.replace("firm = 12", "firn = 2")).unwrap_err().contains("did you mean `firm`?")
        );
        assert!(read(&OF_A_UNIT.replace("firm = 12", "gun = 2")).unwrap_err().contains("gun"));
        assert!(read(&OF_A_UNIT.replace("2.5", "\"many\"")).unwrap_err().contains("bases is"));
        assert_eq!(read(&OF_A_UNIT.replace("firm = 12", "firm = 9")), Ok(()));
    }
}
