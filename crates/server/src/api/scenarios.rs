//! Scenario files, as rosters: those that come with the program, and a player's own.

use axum::extract::State;
use axum::extract::rejection::JsonRejection;
use axum::http::StatusCode;
use axum::response::Json;
use krigsspil_companion::{ListedScenario, ScenarioFile, ScenarioTroops};
use krigsspil_engine::Language;
use krigsspil_engine::scenario::Scenario;

pub(crate) use krigsspil_companion::TextFile;

use super::{ApiError, In, Reader, find};
use crate::Shared;
use crate::embedded::SCENARIOS;
use crate::wordings::{ID_OR_FILE, NO_SUCH_SCENARIO};

/// The file of a scenario's text in its folder.
const SCENARIO: &str = "scenario.toml";

fn embedded(path: &str) -> Option<String> {
    String::from_utf8(SCENARIOS.get(path)?.to_vec()).ok()
}

/// The ids of the scenarios that come with the program.
pub(crate) fn ids() -> impl Iterator<Item = &'static str> {
    SCENARIOS.names().filter_map(|path| path.strip_suffix(SCENARIO)?.strip_suffix('/'))
}

/// A scenario of ours, with its ground.
pub(crate) fn ours(id: &str) -> Option<(TextFile, TextFile)> {
    let text = embedded(&format!("{id}/{SCENARIO}"))?;
    let ground = Scenario::ground_named(&text)?;
    let ground_text = embedded(&format!("{id}/{ground}"))?;
    let file = |name: &str, text| TextFile { name: format!("{id}/{name}"), text };
    Some((file(SCENARIO, text), file(&ground, ground_text)))
}

/// The scenarios that come with the program.
#[utoipa::path(get, path = "/scenarios", operation_id = "list_scenarios", params(In), responses((status = 200, body = Vec<ListedScenario>)))]
pub(crate) async fn list(Reader(language): Reader) -> Json<Vec<ListedScenario>> {
    let listed = ids().filter_map(|id| {
        let (file, ground) = ours(id)?;
        ListedScenario::new(id, &file, &ground.text, language)
    });
    Json(listed.collect())
}

/// A scenario's troops as a rule set's roster counts them, or everything that is wrong with the file, by line.
#[utoipa::path(post, path = "/scenarios/troops", params(In), request_body = ScenarioFile, responses(
    (status = 200, body = ScenarioTroops),
    (status = 404, body = ApiError),
    (status = 422, body = ApiError, description = "The file is wrong; `faults` tells where."),
))]
pub(crate) async fn troops(
    State(shared): State<Shared>,
    Reader(language): Reader,
    asked: Result<Json<ScenarioFile>, JsonRejection>,
) -> Result<Json<ScenarioTroops>, ApiError> {
    let Json(asked) = asked.map_err(|rejection| ApiError::of_body(&rejection, language))?;
    let rules = find(&shared.library, &asked.rules, language)?;
    let (file, ground) = match (asked.id, asked.scenario) {
        (Some(id), None) => {
            let (file, ground) = ours(&id).ok_or_else(|| no_such_scenario(&id, language))?;
            (file, Some(ground))
        }
        (None, Some(file)) => (file, asked.ground),
        _ => return Err(neither_or_both(language)),
    };
    let fought = |scenario: &Scenario| match krigsspil_rules::maker(rules.id()) {
        Some(maker) => maker.setup(scenario, Default::default(), 1, Vec::new()).map(|_| ()),
        None => Ok(()),
    };
    Ok(Json(krigsspil_companion::troops(rules, &file, ground.as_ref(), language, fought)?))
}

fn no_such_scenario(id: &str, language: Language) -> ApiError {
    let sentence = NO_SUCH_SCENARIO.with([("given", id.into())]);
    ApiError::told(StatusCode::NOT_FOUND, "unknown_scenario", "id", sentence, language)
}

fn neither_or_both(language: Language) -> ApiError {
    ApiError::told(StatusCode::UNPROCESSABLE_ENTITY, "no_scenario", "scenario", ID_OR_FILE, language)
}
