//! The troops of a scenario, as a rule set's roster counts them.

use krigsspil_engine::muster::{Muster, muster};
use krigsspil_engine::scenario::{Scenario, ScenarioFault};
use krigsspil_engine::wordings::OTHER_GROUND;
use krigsspil_engine::{Language, RuleSet};
use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::{Refusal, scenario_name};

/// A scenario that comes with the program.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct ListedScenario {
    /// The folder it lies in; names it.
    id: String,
    /// Its name.
    name: String,
    /// Its date.
    date: String,
    /// The rule sets it has ratings for.
    rules: Vec<String>,
}

impl ListedScenario {
    /// How a scenario is listed, in the reader's language; nothing if its text is no scenario.
    pub fn new(id: &str, file: &TextFile, ground: &str, language: Language) -> Option<Self> {
        let read = Scenario::read(&file.name, &file.text, ground).ok()?;
        let name = scenario_name(language, &read.name).to_string();
        Some(ListedScenario { id: id.to_string(), name, date: read.date, rules: read.rules })
    }
}

/// A scenario to be counted: one of ours by its id, or the text of a file.
#[derive(Debug, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(deny_unknown_fields)]
pub struct ScenarioFile {
    /// The rule set it is counted for.
    pub rules: String,
    /// One that comes with the program.
    #[serde(default)]
    pub id: Option<String>,
    /// The scenario's file.
    #[serde(default)]
    pub scenario: Option<TextFile>,
    /// Its ground, where the player has given it: then that is checked as well.
    #[serde(default)]
    pub ground: Option<TextFile>,
}

/// A file that was read in the browser.
#[derive(Clone, Debug, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(deny_unknown_fields)]
pub struct TextFile {
    /// Its name.
    pub name: String,
    /// What stands in it.
    pub text: String,
}

/// A side of a scenario.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct ScenarioSide {
    /// Its id.
    id: String,
    /// Its name.
    name: String,
}

/// A leader of a scenario.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct ScenarioLeader {
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
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct ScenarioUnit {
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
    #[cfg_attr(feature = "openapi", schema(value_type = Object))]
    properties: Value,
}

/// A scenario's troops, ready for a roster.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct ScenarioTroops {
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

impl ScenarioTroops {
    /// The troops with their names in the reader's language, where these are known.
    fn told(muster: Muster, language: Language) -> Self {
        let said = |name: &str| scenario_name(language, name).to_string();
        let sides = muster.sides.into_iter().map(|side| ScenarioSide { id: side.id, name: said(&side.name) });
        let leaders = muster.leaders.into_iter().map(|leader| ScenarioLeader {
            id: leader.id,
            name: said(&leader.name),
            side: leader.side,
            rank: leader.rank,
            superior: leader.superior,
        });
        let units = muster.units.into_iter().map(|unit| ScenarioUnit {
            name: said(&unit.name),
            side: unit.side,
            leader: unit.leader,
            figures: unit.figures,
            men: unit.men,
            comes: unit.comes,
            properties: serde_json::to_value(unit.properties).unwrap_or(Value::Null),
        });
        ScenarioTroops {
            name: said(&muster.name),
            date: muster.date,
            starts: muster.starts,
            rated: muster.rated,
            sides: sides.collect(),
            leaders: leaders.collect(),
            units: units.collect(),
        }
    }
}

/// Reads, checks and counts a scenario: what is wrong with its file, or its troops. `fought` tries it as a battle, where somebody can.
pub fn troops(
    rules: &dyn RuleSet,
    file: &TextFile,
    ground: Option<&TextFile>,
    language: Language,
    fought: impl FnOnce(&Scenario) -> Result<(), ScenarioFault>,
) -> Result<ScenarioTroops, Refusal> {
    let counted = counted(rules, file, ground, fought);
    counted
        .map(|muster| ScenarioTroops::told(muster, language))
        .map_err(|faults| Refusal::of_file(faults, rules, language))
}

fn counted(
    rules: &dyn RuleSet,
    file: &TextFile,
    ground: Option<&TextFile>,
    fought: impl FnOnce(&Scenario) -> Result<(), ScenarioFault>,
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
        if scenario.rules.iter().any(|id| id == rules.id()) {
            fought(&scenario).map_err(|fault| vec![fault])?;
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
