//! Sums and odds.

use krigsspil_engine::dice::{Dice, ScriptedDice, SeededDice, Witness};
use krigsspil_engine::{Applied, Fault, Language, Recorder, RuleSet};
use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::{Lang, Refusal};

/// A situation to work out.
#[derive(Debug, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(deny_unknown_fields)]
pub struct Situation {
    /// The rule set.
    pub rules: String,
    /// The procedure.
    procedure: String,
    /// The facts.
    #[serde(default = "no_facts")]
    #[cfg_attr(feature = "openapi", schema(value_type = Object))]
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
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct AppliedModifier {
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
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct Roll {
    /// What it was for.
    label: String,
    /// The die: d6, d10, d100.
    die: &'static str,
    /// The face it showed.
    shown: i32,
}

/// A situation worked out.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct WorkedOut {
    /// The modifiers, in order.
    modifiers: Vec<AppliedModifier>,
    /// The dice, in order.
    rolls: Vec<Roll>,
    /// The outcome, field by field.
    #[cfg_attr(feature = "openapi", schema(value_type = Object))]
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

impl Situation {
    /// The language it is asked in.
    pub fn language(&self) -> Language {
        self.lang.into()
    }
}

/// Works a procedure out with the player's own dice; without them, `seed` makes some.
pub fn adjudicate<E>(
    rules: &dyn RuleSet,
    situation: &Situation,
    seed: impl FnOnce() -> Result<u64, E>,
) -> Result<WorkedOut, E>
where
    E: From<Refusal>,
{
    let told = |fault: Fault| Refusal::of_fault(&fault, rules, situation.language());
    let Some(script) = &situation.dice else {
        return Ok(work_out(rules, situation, &mut SeededDice::new(seed()?)).map_err(told)?);
    };
    let mut dice = ScriptedDice::new(script);
    let worked = work_out(rules, situation, &mut dice).map_err(told)?;
    dice.finish().map_err(told)?;
    Ok(worked)
}

fn work_out(rules: &dyn RuleSet, situation: &Situation, dice: &mut dyn Dice) -> Result<WorkedOut, Fault> {
    let language = situation.language();
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
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct ChanceOf {
    /// The value.
    #[cfg_attr(feature = "openapi", schema(value_type = Object))]
    value: Value,
    /// Its chance as a fraction.
    chance: String,
    /// Its chance as a share of 1.
    share: f64,
}

/// The chances of one field.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct FieldChances {
    /// The field's path.
    field: String,
    /// The expected value, of figures.
    mean: Option<f64>,
    /// Every value it takes.
    values: Vec<ChanceOf>,
}

/// Exact chances.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct Chances {
    /// How many different outcomes there are; 0 when they are too many to tell apart, and only the fields are told.
    outcomes: usize,
    /// Each field of the outcome.
    fields: Vec<FieldChances>,
}

/// The exact chance of every value of every field of the outcome.
pub fn odds(rules: &dyn RuleSet, situation: &Situation) -> Result<Chances, Refusal> {
    let odds = krigsspil_odds::odds(rules, &situation.procedure, &situation.facts.to_string());
    let odds = odds.map_err(|fault| Refusal::of_fault(&fault, rules, situation.language()))?;
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
    Ok(Chances { outcomes: odds.outcomes.len(), fields: fields.collect() })
}
