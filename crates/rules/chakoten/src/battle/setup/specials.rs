//! The special rules of a scenario (§01.01.4): sight, engineers, sieges, desertion, wind.

use krigsspil_engine::scenario::{Scenario, ScenarioFault, SpecialRule};
use krigsspil_turn::command::{Posts, find_post};

use crate::battle::ID;
use crate::battle::land::{Park, Wind};
use crate::battle::state::*;
use crate::battle::wordings::*;

/// A number in the scenario's special rule of this name, such as the limit of sight.
pub(super) fn special_number(scenario: &Scenario, name: &str, key: &str) -> f64 {
    let rule = scenario.special.iter().find(|rule| rule.rules == ID && rule.name == name);
    let value = rule.and_then(|rule| rule.about.get(key));
    value.and_then(|value| value.as_float().or(value.as_integer().map(|whole| whole as f64))).unwrap_or(0.0)
}

/// The engineer park of a side: powder charges and pontoons (§18.02.1, §19.02.1, §19.02.2).
pub(super) fn park(scenario: &Scenario, side: &str) -> Park {
    let of_side = |rule: &&SpecialRule| {
        let named = rule.about.get("side").and_then(|value| value.as_str());
        rule.rules == ID && rule.name == "engineers" && named == Some(side)
    };
    let Some(rule) = scenario.special.iter().find(of_side) else { return Park::default() };
    let number = |key: &str| {
        let value = rule.about.get(key);
        value.and_then(|value| value.as_float().or(value.as_integer().map(|whole| whole as f64)))
    };
    Park {
        charges: number("charges").unwrap_or(0.0).clamp(0.0, 1000.0),
        pontoons: number("pontoons").unwrap_or(0.0).clamp(0.0, 1000.0) as i32,
    }
}

/// A siege: how many turns are taken at a time, and the turns of the nights that are left out (§18.02.2).
pub(super) fn siege(scenario: &Scenario) -> Siege {
    let rule = scenario.special.iter().find(|rule| rule.rules == ID && rule.name == "siege");
    let turns = special_number(scenario, "siege", "turns").clamp(0.0, 16.0) as u32;
    let nights = rule.and_then(|rule| rule.about.get("nights")).and_then(|nights| nights.as_array().cloned());
    let night = |night: toml::Value| {
        let ends: Vec<u32> =
            night.as_array()?.iter().filter_map(|end| u32::try_from(end.as_integer()?).ok()).collect();
        Some([*ends.first()?, *ends.get(1)?])
    };
    let nights = nights.unwrap_or_default().into_iter().filter_map(night).collect();
    Siege { turns: turns.max(1), nights }
}

/// Units that the scenario lets change sides or leave (§land.saxony.5): `units`, the `turn` at whose beginning they do, and `to`, the chief
/// they go over to.
pub(super) fn desertions(scenario: &Scenario, generals: &Posts) -> Result<Vec<Desertion>, ScenarioFault> {
    let mut desertions = Vec::new();
    for rule in scenario.special.iter().filter(|rule| rule.rules == ID && rule.name == "deserts") {
        let turn = rule
            .about
            .get("turn")
            .and_then(|value| value.as_integer())
            .and_then(|turn| u32::try_from(turn).ok());
        let to = rule.about.get("to").and_then(|value| value.as_str());
        let units = rule.about.get("units").and_then(|value| value.as_array());
        let units: Vec<&str> = units.into_iter().flatten().filter_map(|unit| unit.as_str()).collect();
        let known = |id: &&str| scenario.units.iter().any(|unit| unit.id.get_ref() == id);
        let post = to.map(|to| find_post(generals, to));
        let fault = || ScenarioFault::at(&scenario.file, 1, DESERTS);
        if units.is_empty() || !units.iter().all(known) || post == Some(None) {
            return Err(fault());
        }
        let turn = turn.ok_or_else(fault)?;
        let gone = |unit: &&str| Desertion { unit: (*unit).into(), turn, to: post.flatten() };
        desertions.extend(units.iter().map(gone));
    }
    Ok(desertions)
}

/// The wind of the scenario: `toward` degrees from north, or `calm` (§19.06.5).
pub(super) fn wind(scenario: &Scenario) -> Wind {
    let rule = scenario.special.iter().find(|rule| rule.rules == ID && rule.name == "wind");
    match rule {
        None => Wind::Unknown,
        Some(rule) if rule.about.contains_key("toward") => {
            Wind::Toward(special_number(scenario, "wind", "toward").rem_euclid(360.0))
        }
        Some(_) => Wind::Calm,
    }
}
