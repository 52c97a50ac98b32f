//! How units stand on a roster, for the page: what they have, what they answer, what becomes of them, and the turn.

use std::collections::BTreeMap;

use krigsspil_engine::roster::{Binding, Due, Follow, MarkOf, Measuring, ReadOff, TapeUnit};
use krigsspil_engine::{Language, RuleSet, schema};
use serde::Serialize;
use serde_json::Value;

/// A word and its label.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct Labelled {
    /// The key.
    key: String,
    /// The label.
    label: String,
}

/// A property of a unit on a roster.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct RosterProperty {
    /// Its key.
    key: String,
    /// Its label.
    label: String,
    /// JSON schema of its values.
    #[cfg_attr(feature = "openapi", schema(value_type = Object))]
    schema: Value,
    /// The arms that have it; every arm when empty.
    of: Vec<String>,
    /// A unit is not ready for the table without it.
    needed: bool,
}

/// A fact that a unit answers.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct FactAnswered {
    /// The property, or a strength of the unit.
    property: String,
    /// The fact's path.
    fact: String,
    /// Values that are said in another word there.
    #[cfg_attr(feature = "openapi", schema(value_type = Object))]
    said: BTreeMap<String, Value>,
    /// Values with which a unit cannot have the role.
    never: Vec<String>,
    /// Values that can be several things there: the player says which.
    ask: BTreeMap<String, Vec<String>>,
}

/// A property that an outcome changes.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct PropertySet {
    /// The property.
    property: String,
    /// The path of the outcome's field.
    field: String,
    /// Words of the outcome that the roster says in another.
    #[cfg_attr(feature = "openapi", schema(value_type = Object))]
    said: BTreeMap<String, Value>,
    /// Words of the outcome that change nothing.
    never: Vec<String>,
}

/// A role that a unit can have in a procedure.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct RoleBinding {
    /// The facts it answers.
    answers: Vec<FactAnswered>,
    /// The outcome's field that counts men lost.
    #[serde(skip_serializing_if = "Option::is_none")]
    lose_men: Option<String>,
    /// The outcome's field that counts figures lost.
    #[serde(skip_serializing_if = "Option::is_none")]
    lose_figures: Option<String>,
    /// Properties that become what the outcome says.
    sets: Vec<PropertySet>,
    /// Properties that are "no" if an outcome's field is true: property → field.
    clear: BTreeMap<String, String>,
    /// Properties that are "no" once the result is recorded.
    spent: Vec<String>,
    /// Properties that go down by one once the result is recorded.
    used: Vec<String>,
    /// Properties that go down by an outcome's field: property → field.
    less: BTreeMap<String, String>,
    /// Properties that go up by an outcome's field: property → field.
    more: BTreeMap<String, String>,
    /// Properties without which a unit cannot have the role.
    needs: Vec<String>,
    /// The outcome's fields after which the unit is gone.
    gone: Vec<String>,
    /// The arms that lose nobody by it.
    spares: Vec<String>,
    /// Facts that the player states, but never more than the unit has: strength or property → fact.
    most: BTreeMap<String, String>,
    /// The arms that can have the role; every arm when empty.
    of: Vec<String>,
}

/// Units whose figures stand for more or fewer men than others.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct Scale {
    /// The property that tells them.
    property: String,
    /// Its values that mean them.
    of: Vec<String>,
    /// Men to a figure of theirs.
    men_a_figure: i32,
}

/// A part of the turn.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct TurnPhase {
    /// Its key.
    key: String,
    /// What it is called.
    label: String,
    /// The rule that puts it there.
    rule: String,
    /// The procedures that are used in it.
    procedures: Vec<String>,
    /// Every unit does something in it.
    acts: bool,
}

/// What must be done with certain units in a phase.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct DueSum {
    /// The phase.
    phase: String,
    /// The property that tells which units.
    property: String,
    /// Its values.
    is: Vec<Value>,
    /// What is to be done.
    next: String,
    /// The unit's role in it.
    role: String,
    /// Not if the property is already what the losses make this.
    #[serde(skip_serializing_if = "Option::is_none")]
    unless: Option<String>,
}

/// Something that holds for units after what they did in the turn before.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct HoldsStill {
    /// Its key.
    key: String,
    /// What holds.
    label: String,
    /// The phase it holds in.
    phase: String,
    /// The rule that says so.
    rule: String,
    /// What they did in the turn before.
    after: Vec<String>,
}

/// A sum that a result calls for.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct FollowingSum {
    /// After this procedure,
    after: String,
    /// if this field of its outcome
    when: String,
    /// is one of these; if none is named, if it is yes, or not 0,
    is: Vec<Value>,
    /// and if these fields are this,
    #[cfg_attr(feature = "openapi", schema(value_type = Object))]
    also: BTreeMap<String, Value>,
    /// this one follows,
    next: String,
    /// with the units in these roles: role there → role here
    roles: BTreeMap<String, String>,
    /// with these facts from the outcome: fact → field,
    facts: BTreeMap<String, String>,
    /// and these whatever it was: fact → value.
    #[cfg_attr(feature = "openapi", schema(value_type = Object))]
    given: BTreeMap<String, Value>,
}

/// A share of losses from which something else holds.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct LossMark {
    /// What holds then.
    label: String,
    /// Are the losses those of a whole command, not of one unit?
    of_command: bool,
    /// From this many per cent lost.
    percent: f64,
    /// Only beyond that, not already at it.
    beyond: bool,
    /// The rule that says so.
    rule: String,
    /// The arms that it does not hold for.
    not: Vec<String>,
    /// Properties that are one lower from here on.
    lowers: Vec<String>,
    /// Properties that read otherwise from here on: property → value → the value it counts as.
    #[cfg_attr(feature = "openapi", schema(value_type = Object))]
    counts_as: BTreeMap<String, BTreeMap<String, Value>>,
    /// What a unit answers from here on beside its properties.
    #[cfg_attr(feature = "openapi", schema(value_type = Object))]
    makes: BTreeMap<String, Value>,
}

/// Something a table may be measured in.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct TapeOffered {
    /// What it shows: `cm`, `inch`, `yard`, `metre`.
    #[cfg_attr(feature = "openapi", schema(value_type = String))]
    unit: TapeUnit,
    /// One of it in the measure of the facts.
    is: f64,
}

/// What distances are measured in.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct MeasuringForm {
    /// The facts whose names end so are distances.
    facts: String,
    /// What a table may be measured in, the printed measure first.
    tapes: Vec<TapeOffered>,
}

/// A fact that is read off others.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct FactReadOff {
    /// The fact, and the field of the outcome that gives it.
    fact: String,
    /// The procedures that ask for it.
    of: Vec<String>,
    /// The procedure that works it out.
    by: String,
    /// Facts of both.
    same: Vec<String>,
    /// Facts of that procedure that the player is asked for.
    ask: Vec<String>,
}

/// How units stand on a roster.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct RosterForm {
    /// What strength is counted in, one and several: figure, figures.
    counted: [String; 2],
    /// What a turn is called.
    turn: String,
    /// Men to a figure.
    men_a_figure: i32,
    /// Units whose figures stand for more or fewer men; the first that fits.
    other_scales: Vec<Scale>,
    /// Minutes of battle to a turn.
    minutes_a_turn: f64,
    /// What a unit carries beside name, strength and losses.
    properties: Vec<RosterProperty>,
    /// The labels of the roles a unit can have.
    roles: Vec<Labelled>,
    /// procedure → role → what it answers and what becomes of it.
    bind: BTreeMap<String, BTreeMap<String, RoleBinding>>,
    /// What of a unit is counted: nobody can state more of it than the unit has.
    counts: Vec<String>,
    /// Facts that hold for more than one throw.
    lasting: Vec<String>,
    /// The turn, in the order of play.
    phases: Vec<TurnPhase>,
    /// What must be done with certain units.
    dues: Vec<DueSum>,
    /// What holds for units after what they did in the turn before.
    reminders: Vec<HoldsStill>,
    /// What a result calls for.
    follows: Vec<FollowingSum>,
    /// Shares of losses from which something else holds, the least first.
    marks: Vec<LossMark>,
    /// What distances are measured in.
    #[serde(skip_serializing_if = "Option::is_none")]
    measuring: Option<MeasuringForm>,
    /// Facts that are read off others.
    read_off: Vec<FactReadOff>,
    /// How many units the country tables and army lists offer.
    offered: usize,
}

/// How units stand on a roster of these rules.
pub(crate) fn roster(rules: &dyn RuleSet, language: Language) -> RosterForm {
    let messages = rules.messages();
    let plan = rules.roster();
    let label = |section: &str, key: &str| messages.label(language, section, key).to_string();
    let properties = plan.property.iter().map(|property| RosterProperty {
        key: property.key.clone(),
        label: label("property", &property.key),
        schema: property_schema(rules, &property.choices_of, language).unwrap_or(Value::Null),
        of: property.of.clone(),
        needed: property.needed,
    });
    let mut roles: Vec<_> = plan.bind.values().flat_map(|roles| roles.keys()).collect();
    roles.sort();
    roles.dedup();
    let roles = roles.into_iter().map(|role| Labelled { key: role.clone(), label: label("role", role) });
    let other_scales = plan.other_scale.iter().map(|scale| Scale {
        property: scale.property.clone(),
        of: scale.of.clone(),
        men_a_figure: scale.men_a_figure,
    });
    RosterForm {
        counted: ["one", "many"].map(|key| label("counted", key)),
        turn: label("word", "turn"),
        men_a_figure: plan.men_a_figure,
        other_scales: other_scales.collect(),
        minutes_a_turn: plan.minutes_a_turn,
        properties: properties.collect(),
        roles: roles.collect(),
        bind: bindings(rules),
        counts: plan.counts(),
        lasting: plan.lasting.clone(),
        phases: phases(rules, language),
        dues: plan.due.iter().map(due).collect(),
        reminders: reminders(rules, language),
        follows: plan.follow.iter().map(following).collect(),
        marks: marks(rules, language),
        measuring: plan.measuring.as_ref().map(measuring),
        read_off: plan.read_off.iter().map(read_off).collect(),
        offered: rules.catalogue(language).len(),
    }
}

fn marks(rules: &dyn RuleSet, language: Language) -> Vec<LossMark> {
    let marks = rules.roster().mark.iter().map(|mark| LossMark {
        label: rules.messages().label(language, "mark", &mark.key).to_string(),
        of_command: mark.of == MarkOf::Command,
        percent: mark.percent,
        beyond: mark.beyond,
        rule: mark.rule.clone(),
        not: mark.not.clone(),
        lowers: mark.lowers.clone(),
        counts_as: mark.counts_as.clone(),
        makes: mark.makes.clone(),
    });
    marks.collect()
}

fn measuring(measuring: &Measuring) -> MeasuringForm {
    let tapes = measuring.tape.iter().map(|tape| TapeOffered { unit: tape.unit, is: tape.is });
    MeasuringForm { facts: measuring.facts.clone(), tapes: tapes.collect() }
}

fn read_off(read: &ReadOff) -> FactReadOff {
    let ReadOff { fact, of, by, same, ask } = read.clone();
    FactReadOff { fact, of, by, same, ask }
}

fn phases(rules: &dyn RuleSet, language: Language) -> Vec<TurnPhase> {
    let phases = rules.roster().phase.iter().map(|phase| TurnPhase {
        key: phase.key.clone(),
        label: rules.messages().label(language, "turn_phase", &phase.key).to_string(),
        rule: phase.rule.clone(),
        procedures: phase.procedures.clone(),
        acts: phase.acts,
    });
    phases.collect()
}

fn due(due: &Due) -> DueSum {
    let Due { phase, property, is, next, role, unless } = due.clone();
    DueSum { phase, property, is, next, role, unless }
}

fn reminders(rules: &dyn RuleSet, language: Language) -> Vec<HoldsStill> {
    let reminders = rules.roster().reminder.iter().map(|reminder| HoldsStill {
        key: reminder.key.clone(),
        label: rules.messages().label(language, "reminder", &reminder.key).to_string(),
        phase: reminder.phase.clone(),
        rule: reminder.rule.clone(),
        after: reminder.after.clone(),
    });
    reminders.collect()
}

fn following(follow: &Follow) -> FollowingSum {
    let Follow { after, when, is, also, next, roles, facts, given } = follow.clone();
    FollowingSum { after, when, is, also, next, roles, facts, given }
}

/// What a unit answers and what becomes of it, in every procedure and role.
fn bindings(rules: &dyn RuleSet) -> BTreeMap<String, BTreeMap<String, RoleBinding>> {
    let plan = rules.roster();
    let role = |procedure: &str, (role, binding): (&String, &Binding)| {
        let answers = plan.answered(rules, procedure, role).into_iter().map(|answered| FactAnswered {
            property: answered.property,
            fact: answered.fact,
            said: answered.said,
            never: answered.never,
            ask: answered.ask,
        });
        let sets = binding.set.iter().map(|(property, field)| {
            let reading = plan.taken(rules, procedure, property, field);
            PropertySet {
                property: property.clone(),
                field: field.clone(),
                said: reading.map(|reading| reading.said.clone()).unwrap_or_default(),
                never: reading.map(|reading| reading.never.clone()).unwrap_or_default(),
            }
        });
        let binding = RoleBinding {
            answers: answers.collect(),
            lose_men: binding.lose_men.clone(),
            lose_figures: binding.lose_figures.clone(),
            sets: sets.collect(),
            clear: binding.clear.clone(),
            spent: binding.spent.clone(),
            used: binding.used.clone(),
            less: binding.less.clone(),
            more: binding.more.clone(),
            needs: binding.needs.clone(),
            gone: binding.gone.clone(),
            spares: binding.spares.clone(),
            most: binding.most.clone(),
            of: binding.of.clone(),
        };
        (role.clone(), binding)
    };
    let all = plan.bind.iter();
    all.map(|(name, roles)| (name.clone(), roles.iter().map(|each| role(name, each)).collect())).collect()
}

/// The schema of the fact (`procedure.fact`) or the field of an outcome that a property takes its values from.
fn property_schema(rules: &dyn RuleSet, path: &str, language: Language) -> Option<Value> {
    let (procedure, path) = path.split_once('.')?;
    let info = rules.procedures()[rules.find(procedure).ok()?];
    let facts = schema::facts_schema(info, rules.messages(), language);
    let outcome = schema::outcome_schema(info, rules.messages(), language);
    let within = |schema: &Value| {
        path.split('.').try_fold(schema, |within, name| within.get("properties")?.get(name)).cloned()
    };
    within(&facts).or_else(|| within(&outcome))
}
