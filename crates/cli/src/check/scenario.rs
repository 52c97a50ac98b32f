//! Checks scenarios and their grounds.

use krigsspil_engine::Filling;
use krigsspil_engine::battle::{Game, SeatId, UnitShown};
use krigsspil_engine::fact::hint;
use krigsspil_engine::scenario::Scenario;
use krigsspil_engine::wordings::UNKNOWN_RULE_SET;
use krigsspil_field::ground::{Ground, GroundError};
use krigsspil_field::point::Extent;
use krigsspil_field::prelude::{Placed, overlaps, point};

use super::{Told, Wrong, line_in};
use crate::ground_words::{of_ground, of_problem};
use crate::wordings::{LIES_BESIDE_THE_TABLE, NO_GROUND, ON_TOP};

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
        Ok(scenario) => {
            let mut wrong = by_rules(told, text, &scenario);
            wrong.extend(off_the_table(told, text, &scenario));
            wrong
        }
        Err(fault) => vec![told.scenario(fault)],
    }
}

/// Objectives and reinforcements that lie off the table. The rules check units and generals.
fn off_the_table(told: Told<'_>, text: &str, scenario: &Scenario) -> Vec<Wrong> {
    let Ok(ground) = Ground::from_geojson(&scenario.ground_text) else { return Vec::new() };
    let extent = *ground.table().extent();
    let (width, depth) = (extent.width(), extent.height());
    let outside = |place: [f64; 2]| {
        !(0.0..=width).contains(&(place[0] - extent.low.x))
            || !(0.0..=depth).contains(&(place[1] - extent.low.y))
    };
    let objectives = scenario.victory.objective.iter().map(|one| (one.name.as_str(), one.place));
    let later = scenario.reinforcements.iter().map(|one| ("reinforcement", *one.place.get_ref()));
    let all = objectives.chain(later);
    let beside = all.filter_map(|(name, place)| outside(place).then_some((name, place)));
    beside
        .map(|(name, place)| {
            let written = format!("[{}, {}]", place[0], place[1]);
            let line = text.lines().position(|line| line.contains(&written)).map_or(1, |line| line + 1);
            let blanks = [("given", name.into()), ("width", width.into()), ("depth", depth.into())];
            told.at(line, LIES_BESIDE_THE_TABLE.with(blanks))
        })
        .collect()
}

/// The faults that the rule sets find. Each unit is checked by itself, so that one fault does not hide the next; then all are checked
/// together.
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
            match maker.setup(scenario, Default::default(), 1, Vec::new()) {
                Ok(game) => wrong.extend(on_top(told, scenario, &*game)),
                Err(fault) => wrong.push(told.scenario(fault)),
            }
        }
    }
    wrong
}

/// So near the edge of a zone, in metres, a place is on it.
const ON_THE_EDGE: f64 = 1.0;

/// Units that overlap another unit. Those who share a zone of a town stand there together.
fn on_top(told: Told<'_>, scenario: &Scenario, game: &dyn Game) -> Vec<Wrong> {
    let view = game.view(&SeatId::umpire());
    let bodies: Vec<(&UnitShown, Placed)> =
        view.here().filter_map(|unit| Some((unit, crate::draw::body(unit)?))).collect();
    let zones: Vec<Extent> = view.zones.iter().map(|zone| around(&zone.outline)).collect();
    let share_a_zone = |one: &UnitShown, other: &UnitShown| {
        let bodies = [(one.place, &*one.outline), (other.place, &*other.outline)];
        zones.iter().any(|zone| share(zone, bodies))
    };
    let mut wrong = Vec::new();
    for (number, (shown, body)) in bodies.iter().enumerate() {
        for (other, below) in &bodies[..number] {
            let written = scenario.units.iter().find(|unit| **unit.id.get_ref() == *shown.id);
            let stand_apart = !overlaps(body, below) || share_a_zone(shown, other);
            if let Some(unit) = written.filter(|_| !stand_apart) {
                let (id, other) = (&*shown.id, &*other.id);
                let reason = ON_TOP.with([("unit", id.into()), ("other", other.into())]);
                wrong.push(told.scenario(scenario.fault(&unit.id, reason)));
            }
        }
    }
    wrong
}

/// Two who overlap in a zone share it when both fill it, or when one does and the other stands in it or on its edge: guns beside a garrison.
fn share(zone: &Extent, bodies: [([f64; 2], &[[f64; 2]]); 2]) -> bool {
    let edge = zone.grown(ON_THE_EDGE);
    let [(one, its_outline), (other, his_outline)] = bodies;
    let inside = [one, other].iter().all(|[x, y]| edge.holds(point(*x, *y)));
    let fills = |outline: &[[f64; 2]]| {
        let body = around(outline);
        body.low.distance(zone.low) <= ON_THE_EDGE && body.high.distance(zone.high) <= ON_THE_EDGE
    };
    inside && (its_outline == his_outline || fills(its_outline) || fills(his_outline))
}

fn around(outline: &[[f64; 2]]) -> Extent {
    Extent::around(outline.iter().map(|[x, y]| point(*x, *y)))
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

    const ZONE: [[f64; 2]; 4] = [[0.0, 0.0], [450.0, 0.0], [450.0, 450.0], [0.0, 450.0]];

    /// A garrison and the guns on the edge of its town share it; two who only stand in each other there do not, nor does one outside.
    #[test]
    fn a_garrison_shares_its_town_with_guns() {
        let guns = |y: f64| [[180.0, y - 60.0], [270.0, y - 60.0], [270.0, y], [180.0, y]];
        let (on_the_edge, outside, within) = (guns(450.0), guns(480.0), guns(440.0));
        let garrison = ([225.0, 225.0], &ZONE[..]);
        let zone = around(&ZONE);
        assert!(share(&zone, [garrison, ([225.0, 450.0], &on_the_edge[..])]));
        assert!(!share(&zone, [garrison, ([225.0, 480.0], &outside[..])]));
        assert!(!share(&zone, [([225.0, 440.0], &within[..]), ([225.0, 450.0], &on_the_edge[..])]));
    }
}
