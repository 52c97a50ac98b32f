//! Scenarios with their grounds.

use krigsspil_engine::Filling;
use krigsspil_engine::fact::hint;
use krigsspil_engine::scenario::Scenario;
use krigsspil_engine::wordings::UNKNOWN_RULE_SET;
use krigsspil_field::ground::{Ground, GroundError};

use super::{Told, Wrong, line_in};
use crate::ground_words::{of_ground, of_problem};
use crate::wordings::NO_GROUND;

/// Everything that is wrong with a scenario and its ground.
pub(super) fn scenario(told: Told<'_>, text: &str) -> Vec<Wrong> {
    let file = told.file;
    let name = file.display().to_string();
    let mut wrong: Vec<Wrong> =
        Scenario::faults(&name, text).into_iter().map(|fault| told.scenario(fault)).collect();
    let Some(ground_name) = Scenario::ground_named(text) else { return wrong };
    let ground_file = file.with_file_name(&ground_name);
    let ground_text = match std::fs::read_to_string(&ground_file) {
        Ok(ground_text) => ground_text,
        Err(error) => {
            let line = line_with(text, "ground");
            let blanks = [("given", ground_name.into()), ("reason", Filling::io(&error))];
            wrong.push(told.at(line, NO_GROUND.with(blanks)));
            return wrong;
        }
    };
    wrong.extend(ground(Told { file: &ground_file, ..told }, &ground_text));
    if !wrong.is_empty() {
        return wrong;
    }
    match Scenario::read(&name, text, &ground_text) {
        Ok(scenario) => by_rules(told, text, &scenario),
        Err(fault) => vec![told.scenario(fault)],
    }
}

/// What the rule sets find: of each unit by itself, so that one fault does not hide the next, and then of all together.
fn by_rules(told: Told<'_>, text: &str, scenario: &Scenario) -> Vec<Wrong> {
    let mut wrong = Vec::new();
    for rules in &scenario.rules {
        let known: Vec<_> = krigsspil_rules::RULE_SETS.iter().map(|listing| listing.id).collect();
        if !known.contains(&rules.as_str()) {
            let blanks =
                [("given", rules.into()), ("known", known.join(", ").into()), ("hint", hint(rules, &known))];
            wrong.push(told.at(line_with(text, "rules"), UNKNOWN_RULE_SET.with(blanks)));
            continue;
        }
        let Some(maker) = krigsspil_rules::maker(rules) else { continue };
        let fault = |scenario: &Scenario| maker.setup(scenario, Default::default(), 1, Vec::new()).err();
        for unit in &scenario.units {
            let mut alone = scenario.clone();
            alone.units = vec![unit.clone()];
            wrong.extend(fault(&alone).map(|fault| told.scenario(fault)));
        }
        if wrong.is_empty() {
            wrong.extend(fault(scenario).map(|fault| told.scenario(fault)));
        }
    }
    wrong
}

/// Everything that is wrong with a ground.
pub(super) fn ground(told: Told<'_>, text: &str) -> Vec<Wrong> {
    match Ground::from_geojson(text) {
        Ok(_) => Vec::new(),
        Err(GroundError::Features(problems)) => problems
            .iter()
            .map(|problem| told.at(feature_line(text, problem.number), of_problem(problem)))
            .collect(),
        Err(error) => {
            vec![told.at(line_in(&error.to_string()).unwrap_or(1), of_ground(&error))]
        }
    }
}

/// The line of a feature by its number, from 1.
fn feature_line(text: &str, number: usize) -> usize {
    let is_feature = |at: &usize| {
        let after = text[at + "\"Feature\"".len()..].chars().next();
        let before = text[..*at].trim_end().ends_with(':');
        before && after != Some(':')
    };
    let mut places = text.match_indices("\"Feature\"").map(|(at, _)| at).filter(is_feature);
    places.nth(number.saturating_sub(1)).map_or(1, |at| text[..at].matches('\n').count() + 1)
}

/// The first line that sets a key.
fn line_with(text: &str, key: &str) -> usize {
    text.lines().position(|line| line.trim_start().starts_with(key)).map_or(1, |line| line + 1)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn features_are_found_by_number() {
        let text = "{\"type\": \"FeatureCollection\", \"features\": [\n{\"type\": \"Feature\"},\n{\n\"type\": \"Feature\"}]}";
        assert_eq!([1, 2].map(|number| feature_line(text, number)), [2, 4]);
    }
}
