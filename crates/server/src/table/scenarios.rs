//! The scenarios that can be played, with what a player wants to know before he chooses one.

use std::collections::BTreeMap;
use std::sync::OnceLock;

use axum::extract::{Path, State};
use axum::http::{StatusCode, header};
use axum::response::{IntoResponse, Json, Response};
use krigsspil_draw::{draw_ground_svg, scene_from_geojson};
use krigsspil_engine::battle::{Game, QUESTIONS_ONE_BY_ONE, Seat};
use krigsspil_engine::scenario::Scenario;
use serde::Serialize;
use utoipa::ToSchema;

use crate::Shared;
use crate::api::scenarios::{ids, ours};
use crate::api::{ApiError, In, Reader};
use crate::games::has_couriers;
use crate::wordings::NO_SUCH_SCENARIO;

/// A side of a battle that can be played.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub(crate) struct BattleSide {
    /// Its id.
    id: String,
    /// Its name.
    name: String,
    /// What its players are told.
    briefing: String,
    /// Units, batteries and wagons.
    units: usize,
    /// Guns.
    guns: u32,
    /// Its seats.
    seats: Vec<String>,
}

/// Rules that a battle can be played by.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub(crate) struct BattleRules {
    /// Their id.
    id: String,
    /// The options a game can be made with.
    options: Vec<String>,
    /// Have they couriers, so that messages between players can go by them only?
    couriers: bool,
    /// The rule that forbids to measure the distance to an enemy; none where one may.
    #[schema(required)]
    no_measuring: Option<String>,
    /// The men of each side as these rules count them, by its id: the same count as at the table, of which losses are told.
    men: BTreeMap<String, i32>,
}

/// A battle that can be played.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub(crate) struct BattleListed {
    /// The scenario's id.
    id: String,
    /// Its name.
    name: String,
    /// Its date.
    date: String,
    /// The hour of its first turn.
    starts: String,
    /// How many turns.
    turns: u32,
    /// Sources and remarks.
    notes: String,
    /// The rules it can be played by, the first one usual.
    rules: Vec<BattleRules>,
    /// The sides.
    sides: Vec<BattleSide>,
    /// What is to be held.
    objectives: Vec<String>,
}

fn read(id: &str) -> Option<Scenario> {
    let (file, ground) = ours(id)?;
    Scenario::read(&file.name, &file.text, &ground.text).ok()
}

/// The men of each side, as its players are told at the table.
fn men_of(game: &dyn Game) -> BTreeMap<String, i32> {
    let told = game.seats().into_keys().filter_map(|id| game.view(&id).own);
    told.map(|own| (own.side.to_string(), own.men)).collect()
}

fn listed(id: &str) -> Option<BattleListed> {
    let scenario = read(id)?;
    let mut seats = Vec::new();
    let mut rules = Vec::new();
    for name in &scenario.rules {
        let Some(maker) = krigsspil_rules::maker(name) else { continue };
        let Ok(game) = maker.setup(&scenario, Default::default(), 1, Vec::new()) else { continue };
        if seats.is_empty() {
            seats = game.seats().into_iter().collect();
        }
        // What only replays of old saves need is nobody's choice.
        let offered = maker.options().iter().filter(|option| **option != QUESTIONS_ONE_BY_ONE);
        let options = offered.map(|option| option.to_string()).collect();
        let couriers = has_couriers(maker.language());
        let no_measuring = krigsspil_rules::no_measuring(name).map(str::to_string);
        let men = men_of(&*game);
        rules.push(BattleRules { id: name.clone(), options, couriers, no_measuring, men });
    }
    let sides = scenario.sides.iter().map(|side| {
        let side_of = |unit: &krigsspil_engine::scenario::Unit| {
            scenario.general(&unit.general).is_some_and(|general| general.side == *side.id.get_ref())
        };
        let units: Vec<_> = scenario.units.iter().filter(|unit| side_of(unit)).collect();
        let sits = |seat: &Seat| matches!(seat, Seat::Player { side: of, .. } if of == side.id.get_ref());
        BattleSide {
            id: side.id.get_ref().clone(),
            name: side.name.clone(),
            briefing: side.briefing.clone(),
            units: units.len(),
            guns: units.iter().map(|unit| unit.guns).sum(),
            seats: seats.iter().filter(|(_, seat)| sits(seat)).map(|(id, _)| id.to_string()).collect(),
        }
    });
    let sides = sides.collect();
    (!rules.is_empty()).then(|| BattleListed {
        id: id.to_string(),
        name: scenario.name.clone(),
        date: scenario.date.clone(),
        starts: scenario.starts.clone(),
        turns: scenario.turns,
        notes: scenario.notes.clone(),
        rules,
        sides,
        objectives: scenario.victory.objective.iter().map(|objective| objective.name.clone()).collect(),
    })
}

/// The battles that can be played, the smallest first: that is the one to learn with.
#[utoipa::path(get, path = "/battles", tag = "table", operation_id = "battles", responses((status = 200, body = Vec<BattleListed>)))]
pub(crate) async fn battles(State(shared): State<Shared>) -> Json<Vec<BattleListed>> {
    static LISTED: OnceLock<Vec<BattleListed>> = OnceLock::new();
    if let Some(listed) = LISTED.get() {
        return Json(listed.clone());
    }
    let found = shared.games.compute(|| {
        let mut all: Vec<_> = ids().filter_map(listed).collect();
        all.sort_by_key(|battle: &BattleListed| {
            let units: usize = battle.sides.iter().map(|side| side.units).sum();
            let men: i32 = battle.rules.iter().take(1).flat_map(|rules| rules.men.values()).sum();
            (units, men)
        });
        all
    });
    let found = found.await.unwrap_or_default();
    Json(LISTED.get_or_init(|| found).clone())
}

/// A scenario's ground as a picture.
#[utoipa::path(get, path = "/battles/{id}/picture", tag = "table", operation_id = "battle_picture", params(("id" = String, Path), In), responses(
    (status = 200, content_type = "image/svg+xml", body = String),
    (status = 404, body = ApiError),
))]
pub(crate) async fn picture(Path(id): Path<String>, Reader(language): Reader) -> Result<Response, ApiError> {
    let drawn = ours(&id).and_then(|(_, ground)| scene_from_geojson(&ground.text).ok());
    let Some(scene) = drawn else {
        let sentence = NO_SUCH_SCENARIO.with([("given", id.into())]);
        return Err(ApiError::told(StatusCode::NOT_FOUND, "unknown_scenario", "id", sentence, language));
    };
    let headers = [(header::CONTENT_TYPE, "image/svg+xml"), (header::CACHE_CONTROL, "max-age=3600")];
    Ok((headers, draw_ground_svg(&scene.ground)).into_response())
}

#[cfg(test)]
mod tests {
    use krigsspil_engine::Language;

    use super::*;

    /// Before a battle a player reads of as many men as at the table, of which his losses are told: a battery's crew counts where the rules count it.
    #[test]
    fn men_are_counted_as_at_the_table() {
        let meeting = listed("meeting").unwrap();
        assert_eq!(meeting.rules[0].men, BTreeMap::from([("blue".into(), 1520), ("red".into(), 1480)]));
        for id in ids() {
            let Some(battle) = listed(id) else { continue };
            for rules in &battle.rules {
                let counted: Vec<_> =
                    rules.men.iter().filter(|(_, men)| **men > 0).map(|(side, _)| side).collect();
                let sides: Vec<_> = battle.sides.iter().map(|side| &side.id).collect();
                assert_eq!(counted.len(), sides.len(), "{id}, {}", rules.id);
                assert!(sides.iter().all(|side| rules.men.contains_key(*side)), "{id}, {}", rules.id);
            }
        }
    }

    /// Every option that can be chosen when a game is made has a word in both languages; what the page settles itself, and what old saves need, is not offered.
    #[test]
    fn options_are_told_in_both_languages() {
        let library = crate::Library::open().unwrap();
        for id in ids() {
            let Some(battle) = listed(id) else { continue };
            for rules in &battle.rules {
                let messages = library.find(&rules.id).unwrap().messages();
                for option in rules.options.iter().filter(|option| *option != "umpire") {
                    for language in [Language::English, Language::Danish] {
                        let word = messages.find(language, "option", option);
                        assert!(word.is_some(), "{}: {option} in {language:?}", rules.id);
                    }
                }
            }
        }
    }
}
