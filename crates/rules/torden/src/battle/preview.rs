//! An action worked out without doing it, from what the seat may know and nothing else: the way, and the throws it would lead to with their
//! facts.

use std::sync::Arc;

use krigsspil_engine::Procedure;
use krigsspil_engine::battle::{
    Crossing, Meeting, Place, Preview, Refused, SeatId, Standing, SumPreviewed, Waypoint,
};
use krigsspil_field::prelude::Point;
use serde_json::Value;

use super::act::{corps_written, written};
use super::command::{corps, corps_of};
use super::knowing::{Eyes, Supposed};
use super::legal::Checking;
use super::march::{Halt, Limits, Marched};
use super::order::{Action, DetachedOrder, Disposition, Step, UnitOrder};
use super::run::{
    Sum, Try, abort_terms, all_english_cavalry, attackers, broken_off, control, corps_move, detachment,
    limits_of, measured, melee_facts, planned, purpose, reaction, reorganise, resupply, strikes_flank,
    turned_away,
};
use super::staffwork::Writing;
use super::state::*;
use crate::procedures::reaction::Purpose;
use crate::procedures::rosters::COMMANDER_MOVE_CM;
use crate::tables::Tables;
use crate::vocabulary::CorpsOrder;

/// A reaction is half a turn (§5.2.1.p2).
const REACTION_SHARE: f64 = 0.5;
/// A division general rides so far in a turn (R14).
const RIDE_CM: f64 = COMMANDER_MOVE_CM as f64;

/// What would come of an action, as far as its seat can tell.
pub(super) fn preview(
    battle: &Battle,
    tables: &Tables,
    seat: &SeatId,
    action: &Action,
) -> Result<Preview, Refused> {
    let supposed = Supposed::of(battle, seat);
    let previewing = Previewing { eyes: supposed.eyes(), tables };
    match action {
        Action::Order { unit, order, sheet } => {
            let order = written(order.as_ref(), sheet.as_deref())?;
            previewing.order(unit, &order)
        }
        _ => previewing.staff(action),
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
        let unit = checking.own_named(id)?;
        checking.check(unit, order)?;
        let known = |id: &str| battle.unit(id).filter(|&target| self.eyes.knows(target));
        Ok(match order {
            UnitOrder::Move { steps } => self.marched(unit, steps, limits_of(battle, unit)),
            UnitOrder::React { steps, .. } => self.reaction_move(unit, steps),
            UnitOrder::Attack { target, .. } => sums(known(target).map(|target| self.melee(unit, target))),
            UnitOrder::Dispose { how, .. } => sums(Some(self.disposition(unit, *how))),
            UnitOrder::Fire { target, side } => {
                let fire = |target| self.fire(unit, Fire { target, side: *side, named: 0 });
                sums(known(target).and_then(fire))
            }
            UnitOrder::Resupply => {
                sums(resupply(battle, self.tables, unit).map(|facts| self.sum(&facts, unit, None)))
            }
            UnitOrder::Abort { cm } => self.abort(unit, *cm),
            UnitOrder::BreakOff => {
                let thrown = vec![self.tries(unit, Try::of(Purpose::BreakOffMelee), None)];
                Preview { sums: thrown, ..self.told(&broken_off(battle, self.tables, unit)) }
            }
            UnitOrder::LeaveTown => sums(Some(self.tries(unit, Try::of(Purpose::LeaveTown), None))),
            UnitOrder::Reorganise { .. } => {
                sums(Some(self.sum(&reorganise(battle, self.tables, unit), unit, None)))
            }
        })
    }

    /// What a seat does for its generals: the way he goes this turn, and the control of his order.
    fn staff(&self, action: &Action) -> Result<Preview, Refused> {
        let writing = Writing { eyes: self.eyes, tables: self.tables };
        let battle = self.battle();
        match action {
            Action::Corps { general, order, objective, from, sheet } => {
                let (order, objective) = corps_written(*order, *objective, sheet.as_deref())?;
                let given = writing.corps_order(general, order, objective, from.as_deref())?;
                let control = control(battle, self.tables, given.to, given.from, 0);
                let sums = control.map(|facts| self.sum_of(&facts, self.post(given.to), None));
                let path = self.under_order(given.to, given.order, given.objective);
                Ok(Preview { path, sums: sums.into_iter().collect(), ..Preview::default() })
            }
            Action::Cancel { general } => writing.cancels(general).map(|_| Preview::default()),
            Action::AutomaticBack { general, objective } => {
                let (to, objective) = writing.automatic(general, *objective)?;
                let path = self.under_order(to, CorpsOrder::Back, Some(objective));
                Ok(Preview { path, ..Preview::default() })
            }
            Action::DetachDivision { general, order, place } => {
                self.division(writing, general, Some((*order, *place)))
            }
            Action::RecallDivision { general } => self.division(writing, general, None),
            Action::DetachBrigade { unit, order, place } => {
                self.brigade(writing, unit, Some((*order, *place)))
            }
            Action::RecallBrigade { unit } => self.brigade(writing, unit, None),
            Action::Shift { general, place } => {
                let (post, _, place) = writing.shifts(general, *place)?;
                Ok(self.ride(post, place))
            }
            Action::Advance { general, cm } => {
                let post = writing.advances(general, *cm)?;
                let goal = battle.staff[post].objective.unwrap_or_else(|| battle.place_of(post));
                Ok(self.ride(post, toward(battle.place_of(post), goal, *cm * CM)))
            }
            Action::Ride { general, place } => {
                let (post, place) = writing.rides(general, *place)?;
                Ok(self.ride(post, place))
            }
            _ => Ok(Preview::default()),
        }
    }

    fn post(&self, post: PostId) -> Arc<str> {
        self.battle().posts[post].id.clone()
    }

    /// How far a corps general goes in the turn in which an order gets through.
    fn under_order(&self, post: PostId, order: CorpsOrder, objective: Option<Point>) -> Vec<Waypoint> {
        let mut then = self.battle().clone();
        (then.staff[post].order, then.staff[post].objective) = (order, objective);
        let (from, cm) = match corps_move(&then, self.tables, post, &|_| true) {
            Some(goes) => (then.place_of(post), f64::from(goes.max_cm)),
            None => return Vec::new(),
        };
        straight(from, objective.map_or(from, |goal| toward(from, goal, cm * CM)))
    }

    fn ride(&self, post: PostId, place: Point) -> Preview {
        Preview { path: straight(self.battle().place_of(post), place), ..Preview::default() }
    }

    fn division(
        &self,
        writing: Writing<'_>,
        id: &str,
        order: Option<(DetachedOrder, Place)>,
    ) -> Result<Preview, Refused> {
        let (post, order) = writing.detaches(id, order)?;
        let battle = self.battle();
        let english = all_english_cavalry(battle, self.tables, post);
        let facts = detachment(battle, corps_of(battle, post), battle.staff[post].ke, 0, english);
        let path = order.map_or_else(Vec::new, |(_, point)| {
            straight(battle.place_of(post), toward(battle.place_of(post), point, RIDE_CM * CM))
        });
        Ok(Preview { path, sums: vec![self.sum_of(&facts, self.post(post), None)], ..Preview::default() })
    }

    fn brigade(
        &self,
        writing: Writing<'_>,
        id: &str,
        order: Option<(DetachedOrder, Place)>,
    ) -> Result<Preview, Refused> {
        let unit = Checking { eyes: self.eyes, tables: self.tables }.own_named(id)?;
        writing.detaches_brigade(unit, order)?;
        let battle = self.battle();
        let english = self.tables.unit(battle.units[unit].kind).english_cavalry;
        let facts = detachment(battle, corps(battle, unit), 0, 0, english);
        Ok(sums(Some(self.sum(&facts, unit, None))))
    }

    /// A reaction is thrown for, and then goes half a turn.
    fn reaction_move(&self, unit: UnitId, steps: &[Step]) -> Preview {
        let limits = Limits { budget: REACTION_SHARE, march_order: false, chief: None, keeps_off: None };
        let thrown = vec![self.tries(unit, Try::of(Purpose::ReactionMove), None)];
        Preview { sums: thrown, ..self.marched(unit, steps, limits) }
    }

    fn disposition(&self, unit: UnitId, how: Disposition) -> SumPreviewed {
        let battle = self.battle();
        let attackers = attackers(battle, unit);
        let flank =
            attackers.iter().filter_map(|&one| battle.units[one].now.attack).any(|attack| attack.flank);
        let tries = Try { purpose: purpose(how), flank, struck_again: false };
        self.tries(unit, tries, attackers.first().copied())
    }

    fn abort(&self, unit: UnitId, cm: Option<f64>) -> Preview {
        let battle = self.battle();
        let Ok(terms) = abort_terms(battle, self.tables, unit, true) else { return Preview::default() };
        let cm = cm.unwrap_or(200.0).min(f64::from(terms.move_max_cm));
        let way = turned_away(battle, self.tables, unit, cm).map(|done| self.told(&done));
        let thrown = terms.needs_roll.then(|| self.tries(unit, Try::of(Purpose::AbortAttack), None));
        Preview { sums: thrown.into_iter().collect(), ..way.unwrap_or_default() }
    }

    fn tries(&self, unit: UnitId, tries: Try, other: Option<UnitId>) -> SumPreviewed {
        self.sum(&reaction(self.battle(), self.tables, unit, tries), unit, other)
    }

    fn sum<P: Procedure + serde::Serialize>(
        &self,
        facts: &P,
        unit: UnitId,
        other: Option<UnitId>,
    ) -> SumPreviewed {
        let id = |unit: UnitId| self.battle().units[unit].id.clone();
        self.sum_of(facts, id(unit), other.map(id))
    }

    fn sum_of<P: Procedure + serde::Serialize>(
        &self,
        facts: &P,
        unit: Arc<str>,
        other: Option<Arc<str>>,
    ) -> SumPreviewed {
        let facts = serde_json::to_value(facts).unwrap_or(Value::Null);
        SumPreviewed { procedure: P::ABOUT.name, unit, other, moment: 0.0, facts, supposed: Vec::new() }
    }

    /// A march as the seat may suppose it: past nobody whom it does not know of.
    fn marched(&self, unit: UnitId, steps: &[Step], limits: Limits) -> Preview {
        self.told(&planned(self.battle(), self.tables, unit, limits, steps))
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

    fn melee(&self, unit: UnitId, target: UnitId) -> SumPreviewed {
        let battle = self.battle();
        let flank = strikes_flank(battle, self.tables, unit, target).unwrap_or(false);
        let attack = Attack { target, kind: AttackKind::Declared, flank, number: None };
        let facts = melee_facts(battle, self.tables, [unit, target], Some(attack), [1, 1]);
        // A support the seat does not see is not supposed.
        let supposed = vec!["defender.supported".into(), "defender.fired".into()];
        SumPreviewed { supposed, ..self.sum(&facts, unit, Some(target)) }
    }

    fn fire(&self, unit: UnitId, fire: Fire) -> Option<SumPreviewed> {
        let named = measured(self.battle(), self.tables, unit, fire).ok()?;
        Some(match &named.sum {
            Sum::Infantry(facts) => self.sum(facts, unit, Some(fire.target)),
            Sum::Guns(facts) => self.sum(facts, unit, Some(fire.target)),
        })
    }
}

fn sums(sum: Option<SumPreviewed>) -> Preview {
    Preview { sums: sum.into_iter().collect(), ..Preview::default() }
}

/// So many metres from one place toward another, at most to it.
fn toward(from: Point, to: Point, metres: f64) -> Point {
    let far = from.distance(to);
    if far <= metres { to } else { from.toward(to, metres / far) }
}

/// A ride in a straight line, over the turn.
fn straight(from: Point, to: Point) -> Vec<Waypoint> {
    let at = |moment: f64, place: Point| Waypoint { moment, place: [place.x, place.y], facing: 0.0 };
    vec![at(0.0, from), at(1.0, to)]
}
