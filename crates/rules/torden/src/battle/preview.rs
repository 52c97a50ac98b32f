//! An action worked out without doing it, from what the seat may know and nothing else.

use krigsspil_engine::battle::{Crossing, Meeting, Preview, Refused, SeatId, Standing, SumPreviewed};
use krigsspil_engine::wordings::NOT_YOURS;
use serde_json::Value;

use super::act::written;
use super::knowing::{Eyes, supposed};
use super::legal::Checking;
use super::march::{Field, Halt, Limits, Marched, march};
use super::order::{Action, Step, UnitOrder};
use super::run::{Sum, limits_of, measured, melee_facts, others, strikes_flank};
use super::state::*;
use crate::tables::Tables;

/// What would come of an action, as far as its seat can tell.
pub(super) fn preview(
    battle: &Battle,
    tables: &Tables,
    seat: &SeatId,
    action: &Action,
) -> Result<Preview, Refused> {
    let supposed = supposed(battle, seat);
    let eyes = Eyes::of(&supposed, seat);
    let previewing = Previewing { eyes, tables };
    match action {
        Action::Order { unit, order, sheet } => {
            let order = written(order.as_ref(), sheet.as_deref())?;
            previewing.order(unit, &order)
        }
        Action::Corps { general, order: Some(order), objective, from, .. } => {
            super::staffwork::Writing { eyes, tables }.corps_order(
                general,
                *order,
                *objective,
                from.as_deref(),
            )?;
            Ok(Preview::default())
        }
        _ => Ok(Preview::default()),
    }
}

struct Previewing<'a> {
    eyes: Eyes<'a>,
    tables: &'a Tables,
}

impl<'a> Previewing<'a> {
    fn battle(&self) -> &'a Battle {
        self.eyes.battle()
    }

    fn order(&self, id: &str, order: &UnitOrder) -> Result<Preview, Refused> {
        let battle = self.battle();
        let checking = Checking { eyes: self.eyes, tables: self.tables };
        let own = battle.unit(id).filter(|&unit| checking.own(unit) && self.eyes.side().is_some());
        let unit = own.ok_or_else(|| Refused::not_yours("unit", NOT_YOURS.with([("given", id.into())])))?;
        checking.check(unit, order)?;
        let known = |id: &str| battle.unit(id).filter(|&target| self.eyes.knows(target));
        Ok(match order {
            UnitOrder::Move { steps } => self.marched(unit, steps, limits_of(battle, unit)),
            UnitOrder::React { steps, .. } => {
                let limits = Limits { budget: 0.5, march_order: false, chief: None, keeps_off: None };
                self.marched(unit, steps, limits)
            }
            UnitOrder::Attack { target, .. } => {
                let sums = known(target).map(|target| self.melee(unit, target)).into_iter().collect();
                Preview { sums, ..Preview::default() }
            }
            UnitOrder::Fire { target, side } => {
                let sums = known(target)
                    .and_then(|target| self.fire(unit, Fire { target, side: *side, named: 0 }))
                    .into_iter()
                    .collect();
                Preview { sums, ..Preview::default() }
            }
            _ => Preview::default(),
        })
    }

    /// A march as the seat may suppose it: past nobody whom it does not know of.
    fn marched(&self, unit: UnitId, steps: &[Step], limits: Limits) -> Preview {
        let battle = self.battle();
        let knows = |other: UnitId| self.eyes.knows(other);
        let field = Field { fixed: &battle.fixed, tables: self.tables, others: others(battle, unit, &knows) };
        let of = &battle.units[unit];
        let free = (of.is_cavalry() && limits.chief.is_some())
            .then(|| march(&field, of, Limits { chief: None, ..limits }, steps));
        let done = free
            .filter(|free| matches!(free.halt, Some(Halt::Enemy(_))))
            .unwrap_or_else(|| march(&field, of, limits, steps));
        self.told(&done)
    }

    fn told(&self, done: &Marched) -> Preview {
        let battle = self.battle();
        let pose = done.placed.pose();
        let id = |unit: UnitId| battle.units[unit].id.clone();
        let meeting = match done.halt {
            Some(Halt::Enemy(enemy)) => {
                Some(Meeting { moment: done.used.min(1.0), unit: id(enemy), how: "contact" })
            }
            Some(Halt::Friend(friend)) => {
                Some(Meeting { moment: done.used.min(1.0), unit: id(friend), how: "blocked_by_friend" })
            }
            _ => None,
        };
        Preview {
            path: done.way.clone(),
            ends: Some(Standing {
                moment: done.used.min(1.0),
                place: [pose.at.x, pose.at.y],
                facing: pose.facing.as_degrees(),
                formation: done.formation.as_str(),
                outline: done.placed.outline().outer.iter().map(|at| [at.x, at.y]).collect(),
            }),
            not_reached: done.not_reached.clone(),
            meets: meeting.into_iter().collect(),
            ground: done.ground.iter().map(|&(from, to, ground)| Crossing { from, to, ground }).collect(),
            sums: Vec::new(),
        }
    }

    fn facts<P: serde::Serialize>(&self, facts: &P) -> Value {
        serde_json::to_value(facts).unwrap_or(Value::Null)
    }

    fn melee(&self, unit: UnitId, target: UnitId) -> SumPreviewed {
        let battle = self.battle();
        let flank = strikes_flank(battle, self.tables, unit, target).unwrap_or(false);
        let attack = Attack { target, kind: AttackKind::Declared, flank, number: None };
        let mut facts = melee_facts(battle, self.tables, [unit, target], Some(attack), [1, 1]);
        // A support the seat does not see is not supposed.
        facts.defender.unit.supported =
            super::run::support(battle, self.tables, target).is_some_and(|support| self.eyes.knows(support));
        SumPreviewed {
            procedure: "melee",
            unit: battle.units[unit].id.clone(),
            other: Some(battle.units[target].id.clone()),
            moment: 0.0,
            facts: self.facts(&facts),
            supposed: vec!["defender.supported".into(), "defender.fired".into()],
        }
    }

    fn fire(&self, unit: UnitId, fire: Fire) -> Option<SumPreviewed> {
        let battle = self.battle();
        let named = measured(battle, self.tables, unit, fire).ok()?;
        let (procedure, facts) = match &named.sum {
            Sum::Infantry(facts) => ("infantry_fire", self.facts(facts)),
            Sum::Guns(facts) => ("artillery_fire", self.facts(facts)),
        };
        Some(SumPreviewed {
            procedure,
            unit: battle.units[unit].id.clone(),
            other: Some(battle.units[fire.target].id.clone()),
            moment: 0.0,
            facts,
            supposed: Vec::new(),
        })
    }
}
