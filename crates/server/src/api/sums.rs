//! Sums and odds.

use axum::extract::State;
use axum::extract::rejection::JsonRejection;
use axum::http::{StatusCode, Uri};
use axum::response::Json;
use krigsspil_engine::dice::{Dice, ScriptedDice, SeededDice, Witness};
use krigsspil_engine::{Applied, Fault, Language, Recorder, RuleSet};
use serde::{Deserialize, Serialize};
use serde_json::Value;
use utoipa::ToSchema;

use super::{ApiError, Lang, find, language_of};
use crate::Shared;
use crate::wordings::{NO_DICE_NOW, NO_ODDS, TOO_BUSY};

/// So long a question of odds waits for its turn.
const PATIENCE: std::time::Duration = std::time::Duration::from_secs(15);

/// A situation to work out.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct Situation {
    /// The rule set.
    rules: String,
    /// The procedure.
    procedure: String,
    /// The facts.
    #[serde(default = "no_facts")]
    #[schema(value_type = Object)]
    facts: Value,
    /// The dice as the player threw them; left out, the server throws.
    dice: Option<Vec<i64>>,
    /// Language of labels and messages.
    #[serde(default)]
    lang: Lang,
}

fn no_facts() -> Value {
    Value::Object(serde_json::Map::new())
}

/// A modifier that was applied.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct AppliedModifier {
    /// The rule behind it.
    rule: &'static str,
    /// What it is.
    label: String,
    /// Its figure as a player writes it: +3, ×1/2.
    effect: String,
    /// A ruling of ours where the print is silent.
    house: bool,
}

/// A die that was thrown.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct Roll {
    /// What it was for.
    label: String,
    /// The die: d6, d10, d100.
    die: &'static str,
    /// The face it showed.
    shown: i32,
}

/// A situation worked out.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct WorkedOut {
    /// The modifiers, in order.
    modifiers: Vec<AppliedModifier>,
    /// The dice, in order.
    rolls: Vec<Roll>,
    /// The outcome, field by field.
    #[schema(value_type = Object)]
    outcome: Value,
}

fn applied(applied: &Applied, rules: &dyn RuleSet, language: Language) -> AppliedModifier {
    let modifier = applied.modifier;
    AppliedModifier {
        rule: modifier.rule,
        label: rules.messages().label(language, "modifier", modifier.key).to_string(),
        effect: applied.effect.to_string(),
        house: modifier.house,
    }
}

/// Work a procedure out.
#[utoipa::path(post, path = "/adjudicate", request_body = Situation, responses(
    (status = 200, body = WorkedOut),
    (status = 422, body = ApiError, description = "The facts or the dice are wrong, or more dice are wanted."),
))]
pub(crate) async fn adjudicate(
    State(shared): State<Shared>,
    uri: Uri,
    situation: Result<Json<Situation>, JsonRejection>,
) -> Result<Json<WorkedOut>, ApiError> {
    let Json(situation) = situation.map_err(|rejection| ApiError::of_body(&rejection, language_of(&uri)))?;
    let language = situation.lang.into();
    let rules = find(&shared.library, &situation.rules, language)?;
    let told = |fault: Fault| ApiError::of_fault(&fault, rules, language);
    match &situation.dice {
        Some(script) => {
            let mut dice = ScriptedDice::new(script);
            let worked = work_out(rules, &situation, &mut dice).map_err(told)?;
            dice.finish().map_err(told)?;
            Ok(Json(worked))
        }
        None => {
            let seed = getrandom::u64().map_err(|error| {
                tracing::error!(%error, "no entropy");
                ApiError::told(StatusCode::SERVICE_UNAVAILABLE, "no_dice", "dice", NO_DICE_NOW, language)
            })?;
            work_out(rules, &situation, &mut SeededDice::new(seed)).map(Json).map_err(told)
        }
    }
}

fn work_out(rules: &dyn RuleSet, situation: &Situation, dice: &mut dyn Dice) -> Result<WorkedOut, Fault> {
    let language = situation.lang.into();
    let place = rules.find(&situation.procedure)?;
    let mut witness = Witness::new(dice);
    let mut report = Recorder::new();
    let mut out = Vec::new();
    rules.resolve(place, &situation.facts.to_string(), &mut witness, &mut report, &mut out)?;
    let rolls = witness.seen().iter().map(|roll| Roll {
        label: rules.messages().label(language, "roll", roll.name).to_string(),
        die: roll.die.notation(),
        shown: roll.shown,
    });
    Ok(WorkedOut {
        modifiers: report.applied().iter().map(|one| applied(one, rules, language)).collect(),
        rolls: rolls.collect(),
        outcome: serde_json::from_slice(&out).unwrap_or(Value::Null),
    })
}

/// A value and its chance.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct ChanceOf {
    /// The value.
    #[schema(value_type = Object)]
    value: Value,
    /// Its chance as a fraction.
    chance: String,
    /// Its chance as a share of 1.
    share: f64,
}

/// The chances of one field.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct FieldChances {
    /// The field's path.
    field: String,
    /// The expected value, of figures.
    mean: Option<f64>,
    /// Every value it takes.
    values: Vec<ChanceOf>,
}

/// Exact chances.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct Chances {
    /// How many different outcomes there are; 0 when they are too many to tell apart, and only the fields are told.
    outcomes: usize,
    /// Each field of the outcome.
    fields: Vec<FieldChances>,
}

/// The exact chance of every value of every field of the outcome.
#[utoipa::path(post, path = "/odds", request_body = Situation, responses(
    (status = 200, body = Chances),
    (status = 422, body = ApiError, description = "The facts are wrong."),
))]
pub(crate) async fn odds(
    State(shared): State<Shared>,
    uri: Uri,
    situation: Result<Json<Situation>, JsonRejection>,
) -> Result<Json<Chances>, ApiError> {
    let Json(situation) = situation.map_err(|rejection| ApiError::of_body(&rejection, language_of(&uri)))?;
    let language = situation.lang.into();
    let busy = |_| ApiError::told(StatusCode::SERVICE_UNAVAILABLE, "busy", "", TOO_BUSY, language);
    // Who waits holds nothing but his question; so many at once as the machine has cores. Who has gone away no longer waits.
    let turn = tokio::time::timeout(PATIENCE, shared.odds.clone().acquire_owned());
    let permit = turn.await.map_err(|_| busy(()))?.map_err(|_| busy(()))?;
    let reckon = move || {
        // Held by the work itself: it goes on after its reader has gone away.
        let _held = permit;
        let rules = find(&shared.library, &situation.rules, language)?;
        let odds = krigsspil_odds::odds(rules, &situation.procedure, &situation.facts.to_string());
        odds.map_err(|fault| ApiError::of_fault(&fault, rules, language))
    };
    // A procedure with many dice takes its time; the other requests need not wait for it.
    let odds = tokio::task::spawn_blocking(reckon).await.map_err(|error| {
        tracing::error!(%error, "odds");
        ApiError::told(StatusCode::INTERNAL_SERVER_ERROR, "odds", "", NO_ODDS, language)
    })??;
    let fields = odds.fields.iter().map(|field| FieldChances {
        field: field.path.clone(),
        mean: field.mean(),
        values: field
            .values
            .iter()
            .map(|weighted| ChanceOf {
                value: weighted.value.clone(),
                chance: weighted.chance.to_string(),
                share: weighted.chance.as_f64(),
            })
            .collect(),
    });
    Ok(Json(Chances { outcomes: odds.outcomes.len(), fields: fields.collect() }))
}
