//! What a scenario may state about a unit in its `[unit.ratings.borgerkrig]`.

use krigsspil_engine::scenario::{self, Scenario, ScenarioFault};
use krigsspil_turn::ratings::Rated;

use super::state::Branch;

/// Ratings of every unit.
const COMMON: &[&str] = &["figures", "valeur", "army", "order", "lost_men", "last_order"];
/// Ratings of infantry and cavalry.
const TROOPS: &[&str] = &["weapon", "company", "gap_mm", "detached", "ammunition", "has_fired", "captured"];
/// Ratings of cavalry.
const HORSE: &[&str] = &["mounted"];
/// Ratings of those who can be behind a wall. Drivers cannot hold a house, but gunners may be in it.
const INSIDE: &[&str] = &["building"];
/// Ratings of artillery.
const GUNS: &[&str] = &["gun", "horse", "limbered", "canister", "shell", "shot"];

/// What a unit of this branch cannot have.
fn unfitting(branch: Branch) -> Vec<&'static str> {
    let unfitting: &[&[&str]] = match branch {
        Branch::Infantry => &[HORSE, GUNS],
        Branch::Cavalry => &[GUNS],
        Branch::Artillery => &[TROOPS, HORSE],
        Branch::Wagon => &[TROOPS, HORSE, INSIDE, GUNS],
    };
    unfitting.concat()
}

/// The ratings of a unit. An unknown rating, or one that does not fit its arm, is refused.
pub(super) fn rated<'a>(
    scenario: &'a Scenario,
    unit: &'a scenario::Unit,
    branch: Branch,
) -> Result<Rated<'a>, ScenarioFault> {
    let known = [COMMON, TROOPS, HORSE, INSIDE, GUNS].concat();
    let rated = Rated::new(scenario, super::ID, &unit.id, &unit.ratings, &known)?;
    rated.without(&unfitting(branch), branch.as_str())?;
    Ok(rated)
}
