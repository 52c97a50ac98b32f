//! What a scenario states of a unit or a leader in its rule set's own table: read by key, with faults at the line where it stands.

use krigsspil_engine::scenario::{Ratings, Scenario, ScenarioFault};
use krigsspil_engine::wordings::{
    KEY_IS, NOT_WHOLE_FROM_TO, OF_KEY, OF_UNIT, UNFITTING_RATING, UNKNOWN_RATING,
};
use krigsspil_engine::{Filling, Sentence, UnknownWord};
use toml::{Spanned, Value};

/// The ratings of one unit or leader.
#[derive(Clone, Copy, Debug)]
pub struct Rated<'a> {
    scenario: &'a Scenario,
    id: &'a Spanned<String>,
    ratings: Option<&'a Ratings>,
}

impl<'a> Rated<'a> {
    /// The ratings that `rules` finds beside this id. A key that is not known is refused, with those there are.
    pub fn new(
        scenario: &'a Scenario,
        id: &'a Spanned<String>,
        ratings: Option<&'a Ratings>,
        rules: &str,
        known: &[&str],
    ) -> Result<Self, ScenarioFault> {
        let rated = Rated { scenario, id, ratings };
        let given = ratings.into_iter().flat_map(|ratings| ratings.keys());
        match given.into_iter().find(|key| !known.contains(&key.as_str())) {
            Some(key) => Err(rated.fault(UNKNOWN_RATING.with([
                ("given", key.into()),
                ("rules", rules.into()),
                ("known", known.join(", ").into()),
                ("hint", krigsspil_engine::fact::hint(key, known)),
            ]))),
            None => Ok(rated),
        }
    }

    /// None of these keys may be given, for it does not fit this arm (a key of the `arm` words).
    pub fn without(&self, keys: &[&str], arm: &'static str) -> Result<(), ScenarioFault> {
        match keys.iter().find(|key| self.get(key).is_some()) {
            Some(key) => {
                let blanks = [("key", (*key).into()), ("arm", Filling::Word("arm", arm))];
                Err(self.fault(UNFITTING_RATING.with(blanks)))
            }
            None => Ok(()),
        }
    }

    /// What is wrong, at the line of the unit or leader.
    pub fn fault(&self, reason: impl Into<Sentence>) -> ScenarioFault {
        let blanks = [("unit", self.id.get_ref().into()), ("reason", Filling::sentence(reason))];
        self.scenario.fault(self.id, OF_UNIT.with(blanks))
    }

    /// A key that is of another kind than it should be: a key of the `wanted` words.
    pub fn key_is(&self, key: &str, wanted: &'static str) -> ScenarioFault {
        self.fault(KEY_IS.with([("key", key.into()), ("wanted", Filling::Word("wanted", wanted))]))
    }

    /// A key whose word is no choice.
    pub fn no_choice(&self, key: &str, unknown: UnknownWord) -> ScenarioFault {
        let reason = Filling::sentence(unknown.sentence());
        self.fault(OF_KEY.with([("key", key.into()), ("reason", reason)]))
    }

    /// The value of a key.
    pub fn get(&self, key: &str) -> Option<&'a Value> {
        self.ratings?.get(key)
    }

    /// A whole number within bounds.
    pub fn whole(&self, key: &str, otherwise: i32, [least, most]: [i32; 2]) -> Result<i32, ScenarioFault> {
        let Some(value) = self.get(key) else { return Ok(otherwise) };
        let whole = value.as_integer().and_then(|whole| i32::try_from(whole).ok());
        whole.filter(|whole| (least..=most).contains(whole)).ok_or_else(|| {
            let blanks = [("key", key.into()), ("least", least.into()), ("most", most.into())];
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

    /// A word among choices.
    pub fn word<T: std::str::FromStr<Err = UnknownWord>>(
        &self,
        key: &str,
    ) -> Result<Option<T>, ScenarioFault> {
        let Some(value) = self.get(key) else { return Ok(None) };
        let word = value.as_str().ok_or_else(|| self.key_is(key, "text"))?;
        word.parse().map(Some).map_err(|unknown| self.no_choice(key, unknown))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const SCENARIO: &str = r#"name = "T"
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
            Rated::new(&scenario, &unit.id, unit.ratings.get("toy"), "toy", &["firm", "bases", "gun"])
                .map_err(told)?;
        rated.without(&["gun"], "infantry").map_err(told)?;
        assert_eq!(rated.number("bases").map_err(told)?, Some(2.5));
        rated.whole("firm", 3, [1, 9]).map(drop).map_err(told)
    }

    /// A rating out of bounds, one that nobody knows and one that fits no such unit are told with the unit's line.
    #[test]
    fn ratings_are_held_to_their_kind() {
        assert_eq!(read(SCENARIO).unwrap_err(), "s.toml:22: unit `u`: firm is a whole number from 1 to 9");
        assert!(
            read(&SCENARIO.replace("firm = 12", "firn = 2")).unwrap_err().contains("did you mean `firm`?")
        );
        assert!(read(&SCENARIO.replace("firm = 12", "gun = 2")).unwrap_err().contains("gun"));
        assert!(read(&SCENARIO.replace("2.5", "\"many\"")).unwrap_err().contains("bases is"));
        assert_eq!(read(&SCENARIO.replace("firm = 12", "firm = 9")), Ok(()));
    }
}
