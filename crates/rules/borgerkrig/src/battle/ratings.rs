//! What a scenario states about a unit in its `[unit.ratings.borgerkrig]`.

use krigsspil_engine::scenario::{self, Ratings, Scenario, ScenarioFault};
use krigsspil_engine::wordings::*;
use krigsspil_engine::{Filling, Sentence, UnknownWord};
use toml::{Spanned, Value};

use super::state::Branch;

/// Ratings of every unit.
const COMMON: &[&str] = &["figures", "valeur", "army", "order", "lost_men", "last_order"];
/// Ratings of infantry and cavalry.
const TROOPS: &[&str] = &[
    "weapon",
    "company",
    "mounted",
    "gap_mm",
    "detached",
    "building",
    "ammunition",
    "has_fired",
    "captured",
];
/// Ratings of artillery.
const GUNS: &[&str] = &["gun", "horse", "limbered", "canister", "shell", "shot"];

fn all() -> impl Iterator<Item = &'static str> {
    COMMON.iter().chain(TROOPS).chain(GUNS).copied()
}

/// Can a unit of this branch have such a rating?
fn fits(key: &str, branch: Branch) -> bool {
    let troops = matches!(branch, Branch::Infantry | Branch::Cavalry);
    match key {
        "mounted" => branch == Branch::Cavalry,
        // Drivers cannot hold a house, but gunners may be behind its walls.
        "building" => branch != Branch::Wagon,
        _ => (troops || !TROOPS.contains(&key)) && (branch == Branch::Artillery || !GUNS.contains(&key)),
    }
}

/// The key of the arm's word.
fn unit_arm(branch: Branch) -> &'static str {
    branch.arm().as_str()
}

/// Reads one unit's ratings; faults carry its line.
pub(super) struct Rated<'a> {
    scenario: &'a Scenario,
    pub unit: &'a scenario::Unit,
    ratings: Option<&'a Ratings>,
}

impl<'a> Rated<'a> {
    /// The ratings of a unit. An unknown rating, or one that does not fit its arm, is refused.
    pub fn new(
        scenario: &'a Scenario,
        unit: &'a scenario::Unit,
        branch: Branch,
    ) -> Result<Self, ScenarioFault> {
        let rated = Rated { scenario, unit, ratings: unit.ratings.get("borgerkrig") };
        for key in rated.ratings.into_iter().flat_map(|ratings| ratings.keys()) {
            if !all().any(|known| known == key.as_str()) {
                let blanks = [
                    ("given", key.into()),
                    ("rules", "borgerkrig".into()),
                    ("known", all().collect::<Vec<_>>().join(", ").into()),
                    ("hint", krigsspil_engine::fact::hint(key, &all().collect::<Vec<_>>())),
                ];
                return Err(rated.fault(UNKNOWN_RATING.with(blanks)));
            }
            if !fits(key, branch) {
                let arm = Filling::Word("arm", unit_arm(branch));
                return Err(rated.fault(UNFITTING_RATING.with([("key", key.into()), ("arm", arm)])));
            }
        }
        Ok(rated)
    }

    pub fn fault(&self, reason: impl Into<Sentence>) -> ScenarioFault {
        unit_fault(self.scenario, &self.unit.id, reason)
    }

    /// A key with a value of the wrong kind.
    pub fn key_is(&self, key: &str, wanted: &'static str) -> ScenarioFault {
        self.fault(KEY_IS.with([("key", key.into()), ("wanted", Filling::Word("wanted", wanted))]))
    }

    /// A key whose word is not one of the choices.
    pub fn no_choice(&self, key: &str, unknown: UnknownWord) -> ScenarioFault {
        let reason = Filling::sentence(unknown.sentence());
        self.fault(OF_KEY.with([("key", key.into()), ("reason", reason)]))
    }

    pub fn get(&self, key: &str) -> Option<&'a Value> {
        self.ratings?.get(key)
    }

    pub fn whole(&self, key: &str, otherwise: i32, from: i32, to: i32) -> Result<i32, ScenarioFault> {
        let Some(value) = self.get(key) else { return Ok(otherwise) };
        let whole = value.as_integer().and_then(|whole| i32::try_from(whole).ok());
        whole.filter(|whole| (from..=to).contains(whole)).ok_or_else(|| {
            let blanks = [("key", key.into()), ("least", from.into()), ("most", to.into())];
            self.fault(NOT_WHOLE_FROM_TO.with(blanks))
        })
    }

    pub fn yes(&self, key: &str, otherwise: bool) -> Result<bool, ScenarioFault> {
        let Some(value) = self.get(key) else { return Ok(otherwise) };
        value.as_bool().ok_or_else(|| self.key_is(key, "yes_or_no"))
    }

    pub fn word<T: std::str::FromStr<Err = UnknownWord>>(
        &self,
        key: &str,
    ) -> Result<Option<T>, ScenarioFault> {
        let Some(value) = self.get(key) else { return Ok(None) };
        let word = value.as_str().ok_or_else(|| self.key_is(key, "text"))?;
        word.parse().map(Some).map_err(|unknown| self.no_choice(key, unknown))
    }
}

/// What is wrong with one unit, at its line.
pub(super) fn unit_fault(
    scenario: &Scenario,
    id: &Spanned<String>,
    reason: impl Into<Sentence>,
) -> ScenarioFault {
    let blanks = [("unit", id.get_ref().into()), ("reason", Filling::sentence(reason))];
    scenario.fault(id, OF_UNIT.with(blanks))
}
