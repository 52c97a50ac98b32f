//! Attacks at the breaking distance (chapters 07.01 to 07.03).

use krigsspil_engine::Figures;
use krigsspil_field::prelude::*;
use serde_json::json;

use super::fires::Shot;
use super::lines::nearest_place;
use super::movement::BREAK_CM;
use super::struck::Side;
use super::{Go, Run, each};
use crate::battle::bodies::plain;
use crate::battle::legal::arm;
use crate::battle::order::{UnitOrder, When};
use crate::battle::questions::{SURPRISED_FIRE, SurprisedFire};
use crate::battle::state::*;
use crate::battle::terrain::{march_row, obstacle_on_the_way};
use crate::procedures::attack::{AttackAspect, AttackCheck, AttackCheckResult, AttackReason};
use crate::procedures::forced::DefensiveFireCheck;
use crate::procedures::march::MarchRate;
use crate::vocabulary::*;

/// A friend this near to a flank covers it, in centimetres.
const FLANK_COVERED_CM: f64 = 4.0;
/// An enemy more than this many degrees off straight ahead is beside a front, not before it.
const BESIDE: f64 = 45.0;
/// A front this near behind an obstacle stands at it, in metres: the obstacle is between the unit and its enemy.
const AT_THE_OBSTACLE: f64 = 2.0;

impl Run<'_> {
    /// Settles one step of the attacks that come to 2 cm at one moment; returns the next step of those that continue.
    pub(super) fn break_in(&mut self, attacks: &[Attack], step: BreakStep) -> Go<Option<Due>> {
        let mut on = Vec::new();
        let next = match step {
            BreakStep::Fire => {
                let mut shots = Vec::new();
                each(self, attacks, |run, attack| {
                    if run.comes_to_blows(attack)? {
                        shots.extend(run.defensive_fire(attack)?);
                        on.push(*attack);
                    }
                    Ok(())
                })?;
                self.volley(&shots)?;
                BreakStep::Shock
            }
            BreakStep::Shock => {
                on = self.shocks(attacks)?;
                BreakStep::Advance
            }
            BreakStep::Advance => {
                each(self, attacks, |run, attack| run.advance(attack.attacker, attack.defender))?;
                return Ok(None);
            }
        };
        Ok((!on.is_empty()).then_some(Due::Attacks { attacks: on, step: next }))
    }

    /// Does the attack take place? An earlier one may have driven the enemy off: then the advance continues.
    fn comes_to_blows(&mut self, &Attack { attacker, defender, .. }: &Attack) -> Go<bool> {
        let near = self.battle.cm_between(attacker, defender) <= BREAK_CM + 1.0e-3;
        let able = near && self.advancing(attacker) && self.unit(defender).here();
        // A wagon does not fight: it is captured when touched (house).
        let fights = self.unit(defender).wagon.is_none();
        let met = self.unit(attacker).now.met.contains(&defender);
        Ok(able && fights && !met && !self.cannot_attack(attacker, defender)?)
    }

    /// Guns, disordered units, and units with an impassable obstacle before them cannot attack: they halt at 2 cm, and nobody is attacked
    /// (§07.01.4, §07.01.6).
    fn cannot_attack(&mut self, attacker: UnitId, defender: UnitId) -> Go<bool> {
        let reason = self.attack_check(attacker, Aspect::Rear, 0)?.reason;
        let barred = self.barred(attacker, defender);
        if reason == AttackReason::Ok && !barred {
            return Ok(false);
        }
        self.halt(attacker);
        let stopped = self.unit_mut(attacker);
        stopped.now.met.push(defender);
        let rule = if barred { "07.01.6" } else { "07.01.4" };
        let about = if barred {
            stopped.now.barred = true;
            json!({"reason": "obstacle"})
        } else {
            stopped.now.reached = true;
            json!({"reason": reason})
        };
        self.tell("stops_at_2_cm", rule, &[attacker, defender], about);
        Ok(true)
    }

    /// Is there an obstacle between them that the attacker's arm cannot pass?
    fn barred(&self, attacker: UnitId, defender: UnitId) -> bool {
        let from = self.unit(attacker);
        let facts = MarchRate {
            row: march_row(from, from.now.storming),
            backward: false,
            half_horses_lost: false,
            all_horses_lost: false,
            terrain: Terrain::Open,
            obstacle: self.obstacle_before(attacker, defender),
        };
        plain(&facts, self.tables).is_ok_and(|rate| !rate.passable)
    }

    /// The worst obstacle between two fronts, including the one that the defender stands at or in.
    pub(super) fn obstacle_before(&self, attacker: UnitId, defender: UnitId) -> Obstacle {
        let (here, there) = closest_places(&self.unit(attacker).placed, &self.unit(defender).placed);
        let inside = (there - here).unit().map_or(there, |way| there + way * AT_THE_OBSTACLE);
        obstacle_on_the_way(&self.battle.ground, here, inside, 0.0)
    }

    /// Is it ordered to fire at this event, and has it not fired yet?
    pub(super) fn fires_when(&self, unit: UnitId, when: &When) -> bool {
        let fires =
            matches!(&self.unit(unit).now.order, Some(UnitOrder::Fire { when: at, .. }) if at == when);
        fires && !self.unit(unit).now.fired && self.unit(unit).steady()
    }

    /// Fire "before shock", or surprised fire, just before 2 cm (§07.02.2, §04.02.13).
    fn defensive_fire(&mut self, attack: &Attack) -> Go<Option<Shot>> {
        let &Attack { attacker, defender, aspect } = attack;
        let ordered = self.fires_when(defender, &When::BeforeShock);
        let unit = self.unit(defender);
        let rounds = unit
            .battery
            .as_ref()
            .is_some_and(|b| !b.limbered && b.abandoned.is_none() && b.rounds.iter().any(|&r| r > 0));
        let facts = DefensiveFireCheck {
            attacked: true,
            // Fire may have pinned it where it stood (§04.02.8): it still counts as stationary.
            stationary: unit.todo.is_empty(),
            has_moved: unit.now.moved,
            has_fired: unit.now.fired,
            marched_through: unit.now.marched_through,
            fires_after_shock: self.fires_when(defender, &When::AfterShock),
            ammunition: (unit.weapon.is_some() && unit.ammunition) || rounds,
            unit_order: unit.order,
        };
        let may = plain(&facts, self.tables)?.may_fire
            && unit.melee.is_empty()
            && self.could_fire(defender, attacker);
        let fires = if ordered {
            true
        } else if may {
            // The default answer does not waste a volley, perhaps the first one, without effect.
            let tells = self.fire_could_tell(defender, attacker);
            let (fire, hold) = (SurprisedFire::Fire, SurprisedFire::Hold);
            let among = if tells { [fire, hold] } else { [hold, fire] };
            self.ask_among(&SURPRISED_FIRE, defender, Some(attacker), &among)? == fire
        } else {
            false
        };
        self.unit_mut(attacker).now.reached = true;
        self.unit_mut(attacker).now.met.push(defender);
        self.unit_mut(defender).now.attacked = true;
        // It counts even if fire drives the attacker back before the throw (§07.01.5).
        self.unit_mut(defender).now.frontal_attacks += i32::from(frontal(aspect));
        Ok(fires.then_some((defender, Some(attacker), !ordered)))
    }

    pub(super) fn attack_check(
        &self,
        attacker: UnitId,
        aspect: Aspect,
        frontal_before: i32,
    ) -> Go<AttackCheckResult> {
        let unit = self.unit(attacker);
        let facts = AttackCheck {
            arm: arm(unit),
            unit_order: unit.order,
            aspect,
            frontal_attacks_before: frontal_before.clamp(0, 20),
            attack_ordered: unit.now.declared_attack && !unit.now.without_order,
        };
        Ok(plain(&facts, self.tables)?)
    }

    /// Does the other unit also advance (§07.03.1)?
    pub(super) fn attacks_too(&self, unit: UnitId, against: UnitId) -> bool {
        self.advancing(unit)
            && self.meets_first(unit).is_none_or(|met| met == against)
            && self.in_front(unit, against)
            && matches!(self.unit(unit).order, Order::Good | Order::LightDisorder)
            && self.unit(unit).battery.is_none()
            && self.unit(unit).wagon.is_none()
    }

    /// Is the enemy before the unit's front: is some of him straight ahead of it, or is his part nearest to its ends within 45 degrees of
    /// them? A unit does not attack an enemy whom it only passes, although its front comes near him (§07.01.1).
    pub(super) fn in_front(&self, unit: UnitId, enemy: UnitId) -> bool {
        let (placed, other) = (&self.unit(unit).placed, &self.unit(enemy).placed);
        let depth = distance(placed, other) + CM;
        let (left, right) = placed.wings();
        let off = |wing: Point| {
            placed.pose().facing.turn_to(Bearing::of(nearest_place(other, wing) - wing)).0.abs()
        };
        !in_zone(&zone_before(placed, depth), other).is_none() || off(left).min(off(right)) <= BESIDE
    }

    /// The side from which the attack comes (§07.03.3, §07.03.4).
    pub(super) fn aspect(&self, attacker: UnitId, defender: UnitId) -> Aspect {
        let (from, to) = (self.unit(attacker), self.unit(defender));
        let head_on = to.placed.pose().facing.right_by(Degrees(180.0));
        let angle = head_on.turn_to(from.placed.pose().facing).0.abs();
        let frame = to.placed.frame();
        let half = to.placed.body().front() / 2.0;
        let bases: Vec<Base> = from.placed.bases().collect();
        let beyond = |right: bool| {
            let out = bases.iter().filter(|base| {
                let x = frame.to_body(base.slab.centre()).x;
                if right { x > half } else { x < -half }
            });
            out.count() as i32
        };
        // Companies beyond a flank face it when they move in toward it.
        let way = from.placed.frame().ahead.dot(frame.right);
        let left = if way > 0.0 { beyond(false) } else { 0 };
        let right = if way < 0.0 { beyond(true) } else { 0 };
        let on_right = right >= left;
        let companies = left.max(right) / from.company.max(1);
        let facts = AttackAspect {
            angle_deg: angle.min(180.0),
            companies_on_flank: companies.clamp(0, 40),
            flank_uncovered: !self.flank_covered(defender, on_right),
            figures: Figures(from.figures.clamp(1, 400)),
            figures_behind_line: Figures(
                (figures_behind_front(&to.placed, &from.placed).len() as i32)
                    .clamp(0, from.figures.clamp(1, 400)),
            ),
            target_in_building: to.building.is_some(),
        };
        plain(&facts, self.tables).map_or(Aspect::Front, |aspect| aspect.aspect)
    }

    /// The side on which one unit strikes another, in an attack or in melee.
    pub(super) fn struck_on(&self, by: UnitId, unit: UnitId) -> Side {
        Side::of_attack(self.aspect(by, unit), &self.unit(unit).placed, &self.unit(by).placed)
    }

    fn flank_covered(&self, unit: UnitId, right: bool) -> bool {
        let (left_wing, right_wing) = self.unit(unit).placed.wings();
        let wing = if right { right_wing } else { left_wing };
        let side = self.unit(unit).side;
        self.battle.here().any(|other| {
            other != unit
                && self.unit(other).side == side
                && self.unit(other).steady()
                && self
                    .unit(other)
                    .placed
                    .parts()
                    .iter()
                    .any(|part| part.distance_to(wing) <= FLANK_COVERED_CM * CM)
        })
    }
}

/// An attack on the front, with or without outflanking (§07.01.5).
pub(super) fn frontal(aspect: Aspect) -> bool {
    matches!(aspect, Aspect::Front | Aspect::Outflank)
}
