//! `krigsspil draw`: a scenario, a ground or a save as a staff map.

use std::collections::BTreeMap;
use std::sync::Arc;

use krigsspil_draw::{Arm, Badge, BadgeKind, Format, Scene, Side, TableScale, Unit};
use krigsspil_engine::battle::{self, At, Condition, Game, SeatId, UnitShown, ViewDetail};
use krigsspil_engine::scenario::Scenario;
use krigsspil_field::prelude::*;
use serde_json::Value;

use crate::arguments::Draw;
use crate::battle::sides;
use crate::fault::CliFault;
use crate::opened::{maker, replayed, save, scenario_file, write};
use crate::wordings::NONE_CAN_BE_PLAYED;
use crate::words::Words;

/// Draws a file.
pub fn draw(command: &Draw, words: Words) -> Result<(), CliFault> {
    let format = Format::of(&command.output)?;
    let ending = command.what.extension().and_then(|ending| ending.to_str()).unwrap_or_default();
    if ending == "geojson" {
        return Ok(krigsspil_draw::draw_file(&command.what, &command.output)?);
    }
    let scene = if ending == "json" {
        let save = save(&command.what)?;
        let game = replayed(&save, &mut |_, _| {})?;
        let scenario = Scenario::read("scenario.toml", &save.scenario, &save.ground)?;
        scene(&*game, &save.ground, &sides(&scenario, words), words)?
    } else {
        let scenario = Scenario::open(&scenario_file(&command.what))?;
        let rules = scenario.rules.iter().find(|rules| krigsspil_rules::maker(rules).is_some());
        let Some(rules) = rules else {
            return Err(CliFault::Usage(
                NONE_CAN_BE_PLAYED.with([("rules", scenario.rules.join(", ").into())]),
            ));
        };
        let game = maker(rules)?.setup(&scenario, Default::default(), 1, Vec::new())?;
        scene(&*game, &scenario.ground_text, &sides(&scenario, words), words)?
    };
    write(&command.output, &krigsspil_draw::draw(&scene, format)?)
}

/// The colours of the sides, in the order in which the sides appear.
const COLOURS: [Side; 4] = [Side::Blue, Side::Red, Side::Green, Side::Gold];

/// The whole table as the umpire sees it, with the names of the sides; names of units and places in the reader's language, where they have one.
pub fn scene(
    game: &dyn Game,
    ground: &str,
    names: &BTreeMap<String, String>,
    words: Words,
) -> Result<Scene, CliFault> {
    let mut scene = krigsspil_draw::scene_from_geojson(&named(ground, words))?;
    let view = game.view_in(&SeatId::umpire(), ViewDetail::Lean);
    // A scale bar exists only for centimetres; other measures do not have one yet.
    scene.scale = (view.measure.unit == "cm").then_some(TableScale { metres_per_cm: view.measure.metres });
    let mut met: Vec<Arc<str>> = Vec::new();
    for unit in &view.units {
        if !met.contains(&unit.side) {
            let colour = COLOURS[met.len() % COLOURS.len()];
            scene.sides.extend(names.get(&*unit.side).map(|name| (colour, name.clone())));
            met.push(unit.side.clone());
        }
        let number = met.iter().position(|known| *known == unit.side).unwrap_or(0);
        if unit.here()
            && let Some(drawn) = drawn(unit, COLOURS[number % COLOURS.len()], words)
        {
            scene.units.push(drawn);
        }
    }
    Ok(scene)
}

/// A ground with its names in the reader's language, where they have one. What cannot be read stays as it is: the drawing says what is wrong with it.
fn named(ground: &str, words: Words) -> String {
    let Ok(mut read) = serde_json::from_str::<Value>(ground) else { return ground.to_string() };
    let say = |name: Option<&mut Value>| {
        if let Some(Value::String(name)) = name {
            *name = words.said(name).to_string();
        }
    };
    say(read.get_mut("name"));
    for feature in read.get_mut("features").and_then(Value::as_array_mut).into_iter().flatten() {
        say(feature.get_mut("properties").and_then(|properties| properties.get_mut("name")));
    }
    read.to_string()
}

/// The ground that a unit of a view covers, from its outline.
pub fn body(unit: &UnitShown) -> Option<Placed> {
    let at = |place: At| point(place[0], place[1]);
    let pose = Pose::new(at(unit.place), Bearing::degrees(unit.facing));
    let outline: Vec<Point> = unit.outline.iter().copied().map(at).collect();
    let figures = u32::try_from(unit.strength.now).ok()?.max(1);
    Body::garrison(&outline, figures, pose).ok()?.at(pose).ok()
}

/// A value that the rule set adds to the common fields of a unit.
fn detail(unit: &UnitShown, name: &str) -> Option<Value> {
    unit.details.values().find(|(spec, _)| spec.name == name).map(|(_, value)| value)
}

/// A unit as the umpire sees it, drawn from its outline.
fn drawn(unit: &UnitShown, side: Side, words: Words) -> Option<Unit> {
    let body = body(unit)?;
    let horse = || detail(unit, "battery").is_some_and(|battery| battery["riding"] == true);
    let arm = match unit.arm {
        battle::Arm::Cavalry => Arm::Cavalry,
        battle::Arm::Artillery if horse() => Arm::HorseArtillery,
        battle::Arm::Artillery => Arm::Artillery,
        battle::Arm::Wagon => Arm::Train,
        battle::Arm::Infantry => Arm::Infantry,
    };
    let mut drawn = Unit::new(side, arm, body).called(words.said(unit.name.as_deref().unwrap_or_default()));
    if unit.condition != Some(Condition::Steady)
        && let Some(own) = &unit.own
    {
        drawn.badge = Some(Badge { kind: BadgeKind::Disorder, letters: own.order.to_string() });
    }
    if let Some(men) = detail(unit, "men").and_then(|men| men.as_i64()).filter(|men| *men > 0) {
        drawn.remark = Some(men.to_string());
    }
    Some(drawn)
}
