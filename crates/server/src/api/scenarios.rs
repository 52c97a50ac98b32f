//! Scenario files, as rosters: those that come with the program, and a player's own.

use axum::extract::State;
use axum::extract::rejection::JsonRejection;
use axum::http::StatusCode;
use axum::response::Json;
use krigsspil_engine::muster::{Muster, muster};
use krigsspil_engine::scenario::{Scenario, ScenarioFault};
use krigsspil_engine::wordings::OTHER_GROUND;
use krigsspil_engine::{Language, RuleSet};
use serde::{Deserialize, Serialize};
use serde_json::Value;
use utoipa::ToSchema;

use super::{ApiError, FileFault, In, Reader, find};
use crate::Shared;
use crate::embedded::SCENARIOS;
use crate::wordings::{ID_OR_FILE, NO_SUCH_SCENARIO};

/// The file of a scenario's text in its folder.
const SCENARIO: &str = "scenario.toml";

/// A scenario that comes with the program.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct ListedScenario {
    /// The folder it lies in; names it.
    id: String,
    /// Its name.
    name: String,
    /// Its date.
    date: String,
    /// The rule sets it has ratings for.
    rules: Vec<String>,
}

/// A scenario to be counted: one of ours by its id, or the text of a file.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct ScenarioFile {
    /// The rule set it is counted for.
    rules: String,
    /// One that comes with the program.
    #[serde(default)]
    id: Option<String>,
    /// The scenario's file.
    #[serde(default)]
    scenario: Option<TextFile>,
    /// Its ground, where the player has given it: then that is checked as well.
    #[serde(default)]
    ground: Option<TextFile>,
}

/// A file that was read in the browser.
#[derive(Clone, Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct TextFile {
    /// Its name.
    pub(crate) name: String,
    /// What stands in it.
    pub(crate) text: String,
}

/// A side of a scenario.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct ScenarioSide {
    /// Its id.
    id: String,
    /// Its name.
    name: String,
}

/// A leader of a scenario.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct ScenarioLeader {
    /// His id.
    id: String,
    /// His name.
    name: String,
    /// His side's id.
    side: String,
    /// His rank: army, corps, division, brigade, battalion.
    rank: String,
    /// His superior's id.
    superior: Option<String>,
}

/// A unit of a scenario, as the roster counts it.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct ScenarioUnit {
    /// Its name.
    name: String,
    /// Its side's id.
    side: String,
    /// Its leader's id.
    leader: String,
    /// Figures.
    figures: i32,
    /// Men.
    men: i32,
    /// The turn it comes in; none when it is there from the start.
    comes: Option<u32>,
    /// What the roster keeps of it.
    #[schema(value_type = Object)]
    properties: Value,
}

/// A scenario's troops, ready for a roster.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct ScenarioTroops {
    /// The scenario's name.
    name: String,
    /// Its date.
    date: String,
    /// The hour of the first turn.
    starts: String,
    /// Has it ratings for this rule set?
    rated: bool,
    /// The sides.
    sides: Vec<ScenarioSide>,
    /// The leaders.
    leaders: Vec<ScenarioLeader>,
    /// The units.
    units: Vec<ScenarioUnit>,
}

impl From<Muster> for ScenarioTroops {
    fn from(muster: Muster) -> Self {
        let sides = muster.sides.into_iter().map(|side| ScenarioSide { id: side.id, name: side.name });
        let leaders = muster.leaders.into_iter().map(|leader| ScenarioLeader {
            id: leader.id,
            name: leader.name,
            side: leader.side,
            rank: leader.rank,
            superior: leader.superior,
        });
        let units = muster.units.into_iter().map(|unit| ScenarioUnit {
            name: unit.name,
            side: unit.side,
            leader: unit.leader,
            figures: unit.figures,
            men: unit.men,
            comes: unit.comes,
            properties: serde_json::to_value(unit.properties).unwrap_or(Value::Null),
        });
        ScenarioTroops {
            name: muster.name,
            date: muster.date,
            starts: muster.starts,
            rated: muster.rated,
            sides: sides.collect(),
            leaders: leaders.collect(),
            units: units.collect(),
        }
    }
}

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
#[utoipa::path(get, path = "/scenarios", operation_id = "list_scenarios", responses((status = 200, body = Vec<ListedScenario>)))]
pub(crate) async fn list() -> Json<Vec<ListedScenario>> {
    let listed = ids().filter_map(|id| {
        let (file, ground) = ours(id)?;
        let read = Scenario::read(&file.name, &file.text, &ground.text).ok()?;
        Some(ListedScenario { id: id.to_string(), name: read.name, date: read.date, rules: read.rules })
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
    counted(rules, &file, ground.as_ref()).map(|muster| Json(muster.into())).map_err(|faults| {
        let faults: Vec<_> = faults.into_iter().map(|fault| FileFault::of(fault, rules, language)).collect();
        let first = faults.first().map_or_else(String::new, FileFault::to_string);
        let mut error = ApiError::new(StatusCode::UNPROCESSABLE_ENTITY, "bad_scenario", "scenario", first);
        error.faults = faults;
        error
    })
}

fn no_such_scenario(id: &str, language: Language) -> ApiError {
    let sentence = NO_SUCH_SCENARIO.with([("given", id.into())]);
    ApiError::told(StatusCode::NOT_FOUND, "unknown_scenario", "id", sentence, language)
}

fn neither_or_both(language: Language) -> ApiError {
    ApiError::told(StatusCode::UNPROCESSABLE_ENTITY, "no_scenario", "scenario", ID_OR_FILE, language)
}

/// Reads, checks and counts. With the ground the rule set's own battle checks it, too, where it has one.
fn counted(
    rules: &dyn RuleSet,
    file: &TextFile,
    ground: Option<&TextFile>,
) -> Result<Muster, Vec<ScenarioFault>> {
    let faults = Scenario::faults(&file.name, &file.text);
    if !faults.is_empty() {
        return Err(faults);
    }
    let ground_text = ground.map_or("", |ground| ground.text.as_str());
    let scenario = Scenario::read(&file.name, &file.text, ground_text).map_err(|fault| vec![fault])?;
    let counted = muster(&scenario, rules)?;
    if let Some(ground) = ground {
        fits(&scenario, ground)?;
        if scenario.rules.iter().any(|id| id == rules.id())
            && let Some(maker) = krigsspil_rules::maker(rules.id())
        {
            maker.setup(&scenario, Default::default(), 1, Vec::new()).map_err(|fault| vec![fault])?;
        }
    }
    Ok(counted)
}

/// Is the ground the one the scenario names?
fn fits(scenario: &Scenario, ground: &TextFile) -> Result<(), Vec<ScenarioFault>> {
    let last = |path: &str| path.rsplit('/').next().unwrap_or(path).to_string();
    if last(&ground.name) == last(&scenario.ground) {
        return Ok(());
    }
    let blanks = [("scenario", (&scenario.name).into()), ("wanted", (&scenario.ground).into())];
    Err(vec![ScenarioFault::at(&ground.name, 1, OTHER_GROUND.with(blanks))])
}
