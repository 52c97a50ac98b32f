//! `krigsspil draw`: a scenario, a ground or a save as a staff map.

use std::collections::BTreeMap;

use krigsspil_draw::{Arm, Badge, BadgeKind, Format, Scene, Side, TableScale, Unit};
use krigsspil_engine::battle::{Game, SeatId};
use krigsspil_engine::scenario::Scenario;
use krigsspil_field::prelude::*;
use serde_json::Value;

use crate::arguments::Draw;
use crate::battle::sides;
use crate::fault::CliFault;
use crate::opened::{broken, maker, save, scenario_file, write};
use crate::wordings::NONE_CAN_BE_PLAYED;

/// Draws what it is given.
pub fn draw(command: &Draw) -> Result<(), CliFault> {
    let format = Format::of(&command.output)?;
    let ending = command.what.extension().and_then(|ending| ending.to_str()).unwrap_or_default();
    if ending == "geojson" {
        return Ok(krigsspil_draw::draw_file(&command.what, &command.output)?);
    }
    let scene = if ending == "json" {
        let save = save(&command.what)?;
        let game =
            maker(&save.rules)?.replay(&save, save.actions.len(), &mut |_, _| {}).map_err(broken(&save))?;
        let scenario = Scenario::read("scenario.toml", &save.scenario, &save.ground)?;
        scene(&*game, &save.ground, &sides(&scenario))?
    } else {
        let scenario = Scenario::open(&scenario_file(&command.what))?;
        let rules = scenario.rules.iter().find(|rules| krigsspil_rules::maker(rules).is_some());
        let Some(rules) = rules else {
            return Err(CliFault::Usage(
                NONE_CAN_BE_PLAYED.with([("rules", scenario.rules.join(", ").into())]),
            ));
        };
        let game = maker(rules)?.setup(&scenario, Default::default(), 1, Vec::new())?;
        scene(&*game, &scenario.ground_text, &sides(&scenario))?
    };
    write(&command.output, &krigsspil_draw::draw(&scene, format)?)
}

/// The colours of sides, in the order in which they are met.
const COLOURS: [Side; 4] = [Side::Blue, Side::Red, Side::Green, Side::Gold];

/// The whole table as the umpire sees it; with what the sides are called.
pub fn scene(game: &dyn Game, ground: &str, names: &BTreeMap<String, String>) -> Result<Scene, CliFault> {
    let mut scene = krigsspil_draw::scene_from_geojson(ground)?;
    let view = game.view(&SeatId::umpire());
    scene.scale = view["metres_per_cm"].as_f64().map(|metres_per_cm| TableScale { metres_per_cm });
    let mut met: Vec<String> = Vec::new();
    for unit in view["units"].as_array().into_iter().flatten() {
        let side = unit["side"].as_str().unwrap_or_default();
        if !met.iter().any(|known| known == side) {
            let colour = COLOURS[met.len() % COLOURS.len()];
            scene.sides.extend(names.get(side).map(|name| (colour, name.clone())));
            met.push(side.to_string());
        }
        let number = met.iter().position(|known| known == side).unwrap_or(0);
        if unit["presence"] == "here"
            && let Some(drawn) = drawn(unit, COLOURS[number % COLOURS.len()])
        {
            scene.units.push(drawn);
        }
    }
    Ok(scene)
}

fn pair(value: &Value) -> Option<Point> {
    Some(point(value.get(0)?.as_f64()?, value.get(1)?.as_f64()?))
}

/// What a unit of a view covers, by its outline.
pub fn body(unit: &Value) -> Option<Placed> {
    let pose = Pose::new(pair(&unit["place"])?, Bearing::degrees(unit["facing"].as_f64()?));
    let outline: Vec<Point> = unit["outline"].as_array()?.iter().filter_map(pair).collect();
    let figures = u32::try_from(unit["figures"].as_i64()?).ok()?.max(1);
    Body::garrison(&outline, figures, pose).ok()?.at(pose).ok()
}

/// A unit as the umpire sees it, drawn by its outline.
fn drawn(unit: &Value, side: Side) -> Option<Unit> {
    let body = body(unit)?;
    let arm = match unit["arm"].as_str()? {
        "cavalry" => Arm::Cavalry,
        "artillery" if unit["battery"]["riding"] == true => Arm::HorseArtillery,
        "artillery" => Arm::Artillery,
        "wagon" => Arm::Train,
        _ => Arm::Infantry,
    };
    let mut drawn = Unit::new(side, arm, body).called(unit["name"].as_str().unwrap_or_default());
    let order = unit["order"].as_str().unwrap_or("OR");
    if order != "OR" {
        drawn.badge = Some(Badge { kind: BadgeKind::Disorder, letters: order.to_string() });
    }
    if let Some(men) = unit["men"].as_i64().filter(|men| *men > 0) {
        drawn.remark = Some(men.to_string());
    }
    Some(drawn)
}
