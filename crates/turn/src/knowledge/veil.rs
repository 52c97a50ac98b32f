//! Which part of the calculation behind a throw a seat may know: this is declared beside each modifier and each field of an outcome.

use krigsspil_engine::battle::{Audience, Working};
use krigsspil_engine::dice::Rolled;
use krigsspil_engine::outcome::Outcome;
use krigsspil_engine::{Modifier, Procedure, Recorder, Sheet};
use serde_json::Value;

use super::{Known, aware_of_one, own};
use crate::ids::UnitId;

/// The units a procedure ran for.
#[derive(Clone, Copy, Debug, Default)]
pub struct Parties<'a> {
    /// The firer, the attacker, the tested unit.
    pub first: Option<UnitId>,
    /// The target, the defender.
    pub second: Option<UnitId>,
    /// Modifiers that other units explain: a support. Each is reported to those who know of one of its units.
    pub explained: &'a [(&'static Modifier, &'a [UnitId])],
}

/// The calculation of a procedure, hiding everything that is somebody's private data or that an unseen unit explains.
pub fn working<P: Procedure>(
    battle: &impl Known,
    parties: Parties<'_>,
    rolls: &[Rolled],
    recorder: &Recorder,
    outcome: &P::Outcome,
) -> Working {
    let modifiers = recorder.applied().to_vec();
    let papers = |sheet: Sheet| match sheet {
        Sheet::Open => None,
        Sheet::First => Some(own_or_nobody(battle, parties.first)),
        Sheet::Second => Some(own_or_nobody(battle, parties.second)),
    };
    let mut veiled_modifiers = Vec::new();
    for (place, applied) in modifiers.iter().enumerate() {
        veiled_modifiers.extend(papers(applied.modifier.sheet).map(|audience| (place, audience)));
        let explained =
            parties.explained.iter().filter(|(modifier, _)| std::ptr::eq(*modifier, applied.modifier));
        veiled_modifiers.extend(explained.map(|(_, units)| (place, aware_of_one(battle, units))));
    }
    let fields = P::Outcome::FIELDS.iter();
    let veiled_fields = fields.filter_map(|field| Some((field.name, papers(field.sheet)?))).collect();
    Working {
        procedure: P::ABOUT.name,
        rolls: rolls.to_vec(),
        modifiers,
        veiled_modifiers,
        outcome: serde_json::to_value(outcome).unwrap_or(Value::Null),
        veiled_fields,
    }
}

fn own_or_nobody(battle: &impl Known, unit: Option<UnitId>) -> Audience {
    unit.map_or(Audience::Only(Vec::new()), |unit| own(battle, unit))
}
