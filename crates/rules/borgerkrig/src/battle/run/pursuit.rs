//! After the shock: the advance to contact, turning to meet it, and new targets (§07.02.4, §07.02.5, §07.04.5).

use krigsspil_field::prelude::*;
use serde_json::json;

use super::lines::least_off;
use super::{Go, Run};
use crate::battle::order::{Step, UnitOrder};
use crate::battle::questions::{NEW_TARGET, NewTarget, TURN_COMPANIES, TurnCompanies};
use crate::battle::sight::unit_sees;
use crate::battle::state::*;
use crate::battle::terrain::{march_row, rates};
use crate::vocabulary::*;

/// The most new targets that an attacker is asked about.
const MOST_NEW_TARGETS: usize = 3;
/// The widest change of direction in storm, in degrees (§02.05.6).
const STORM_WHEEL: f64 = 20.0;

impl Run<'_> {
    /// The advance to contact, or against a new target (§07.02.4, §07.02.5, §07.04.5).
    pub(super) fn advance(&mut self, attacker: UnitId, defender: UnitId) -> Go {
        // If both attacked, the thrower may have been the other.
        let (attacker, defender) = if self.unit(defender).now.pursues == Some(attacker) {
            (defender, attacker)
        } else {
            (attacker, defender)
        };
        let beaten =
            !self.unit(defender).here() || matches!(self.unit(defender).order, Order::Disorder | Order::Rout);
        // Fire after the shock may have driven him back, or pinned him (§07.02.1).
        let goes_on = self.unit(attacker).here()
            && matches!(self.unit(attacker).order, Order::Good | Order::LightDisorder)
            && !self.unit(attacker).now.turned_away
            && !self.unit(attacker).todo.is_empty();
        if self.unit(attacker).now.pursues != Some(defender) || !goes_on {
            return Ok(());
        }
        if beaten {
            return self.new_target(attacker, defender);
        }
        self.turn_to_meet(defender, attacker)
    }

    /// Troops that the winner of the shock takes in flank or rear may turn to take part in the melee (§07.04.5): at once if they stand, or
    /// when he has caught them if they were driven back.
    pub(super) fn turn_to_meet(&mut self, unit: UnitId, attacker: UnitId) -> Go {
        let met = self.unit(unit);
        let turned = met.grips.iter().any(|grip| grip.with == attacker && grip.turned);
        if met.battery.is_some() || turned || self.unit(attacker).now.pursues != Some(unit) {
            return Ok(());
        }
        let aspect = self.aspect(attacker, unit);
        if matches!(aspect, Aspect::Flank | Aspect::Rear) {
            let choice = self.ask(&TURN_COMPANIES, unit, Some(attacker))?;
            if choice == TurnCompanies::Turn {
                self.face_attack(unit, attacker, aspect);
            }
        }
        Ok(())
    }

    /// A unit attacked in rear turns about as a whole; in flank two companies turn, and fight on that side (§07.04.5).
    fn face_attack(&mut self, unit: UnitId, attacker: UnitId, aspect: Aspect) {
        if aspect == Aspect::Rear
            && let Ok(turned) = self.unit(unit).placed.turned(Turn::About)
        {
            let about = self.unit_mut(unit);
            about.pose = turned.pose().on_grid();
            about.trail = turned.body().trail().map(|trail| trail.corners().to_vec()).unwrap_or_default();
            self.stand_anew(unit);
        } else {
            self.grip(unit, attacker).turned = true;
        }
        self.tell("turns_to_meet_attack", "07.04.5", &[unit, attacker], json!({"aspect": aspect}));
    }

    /// The attacker may let the beaten go and attack another enemy within his remaining march (§07.02.5): he is asked about each in turn,
    /// the nearest first.
    fn new_target(&mut self, attacker: UnitId, beaten: UnitId) -> Go {
        for (_, next, degrees) in self.other_targets(attacker, beaten) {
            if self.ask(&NEW_TARGET, attacker, Some(next))? == NewTarget::NewTarget {
                self.turn_upon(attacker, next, degrees);
                break;
            }
        }
        Ok(())
    }

    /// Other enemies that the attacker sees and can still reach, nearest first: the distance, the unit, and the wheel toward it in degrees.
    fn other_targets(&self, attacker: UnitId, but: UnitId) -> Vec<(f64, UnitId, f64)> {
        let unit = self.unit(attacker);
        let pose = unit.placed.pose();
        let pace = rates(unit, march_row(unit, unit.now.storming), self.tables).open();
        let left = pace * (1.0 - self.battle.moment).max(0.0);
        let mut near: Vec<(f64, UnitId, f64)> = Vec::new();
        for enemy in self.battle.enemies_of(attacker) {
            let other = self.unit(enemy);
            if enemy == but || !other.steady() || other.wagon.is_some() || unit.now.met.contains(&enemy) {
                continue;
            }
            let metres = self.battle.cm_between(attacker, enemy) * CM;
            let off = pose.facing.turn_to(Bearing::of(other.placed.centre() - pose.at)).0.round();
            // Straight ahead he needs no wheel.
            let degrees =
                if least_off(pose.at, pose.facing.ahead(), &other.placed) <= 0.0 { 0.0 } else { off };
            let wheel = super::marching::wheel_metres(unit.placed.body().front(), degrees, self.tables);
            let may = degrees == 0.0 || self.may_wheel(unit, degrees);
            if may && metres + wheel <= left && unit_sees(self.battle, self.tables, attacker, enemy) {
                near.push((metres, enemy, degrees));
            }
        }
        near.sort_by(|a, b| self.battle.nearer((a.0, a.1), (b.0, b.1)));
        near.truncate(MOST_NEW_TARGETS);
        near
    }

    /// In storm he may change direction once, by at most 20 degrees (§02.05.6); otherwise he may wheel toward what is before him.
    fn may_wheel(&self, unit: &Unit, degrees: f64) -> bool {
        if !unit.now.storming {
            return degrees.abs() <= 90.0;
        }
        let wheels = matches!(&unit.now.order, Some(UnitOrder::Move { steps, .. })
            if steps.iter().any(|step| matches!(step, Step::Wheel { .. })));
        !wheels && unit.now.wheels == 0 && degrees.abs() <= STORM_WHEEL
    }

    fn turn_upon(&mut self, attacker: UnitId, target: UnitId, degrees: f64) {
        super::state_changes::drop_track(self.battle, attacker);
        let mut todo = vec![Doing { step: Step::Ahead { cm: None }, left: 1.0e6 }];
        if degrees.abs() >= 1.0 {
            todo.insert(0, Doing { step: Step::Wheel { degrees }, left: degrees });
        }
        let unit = self.unit_mut(attacker);
        unit.todo = todo;
        unit.now.pursues = None;
        self.tell("takes_new_target", "07.02.5", &[attacker, target], json!({}));
    }
}
