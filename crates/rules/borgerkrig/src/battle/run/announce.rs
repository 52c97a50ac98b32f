//! The beginning of the turn: orders take effect, and what must be announced is announced (§04.01.2).

use krigsspil_engine::battle::SeenUnit;
use krigsspil_turn::riders::Ride;
use serde_json::json;

use super::Run;
use crate::battle::bodies::{footprint, plain};
use crate::battle::knowing::Knows;
use crate::battle::legal::{check, compelled, order_check, troops};
use crate::battle::order::{Step, UnitOrder, When};
use crate::battle::state::*;
use crate::procedures::orders::{AttackOrderCheck, Execution};
use crate::vocabulary::*;
use krigsspil_engine::Figures;

impl Run<'_> {
    pub(super) fn announce(&mut self) {
        let handed = self.hand_over_orders();
        for unit in self.battle.units.ids() {
            if self.unit(unit).here() {
                self.take_up(unit);
            }
        }
        self.count_attackers();
        for at in handed {
            self.battle.couriers[at].order = None;
            self.battle.couriers[at].rider.ride = None;
        }
        let Battle { generals, couriers, .. } = &mut *self.battle;
        let riders = generals.values_mut().map(|general| &mut general.rider);
        riders
            .chain(couriers.values_mut().map(|courier| &mut courier.rider))
            .for_each(|rider| rider.moved = false);
        self.tell_announcements();
    }

    /// A courier in contact with the unit hands over his order, unless another was written (ruling 17).
    fn hand_over_orders(&mut self) -> Vec<CourierId> {
        let mut handed = Vec::new();
        for at in self.battle.couriers.ids() {
            let courier = &self.battle.couriers[at];
            let (Some(unit), Some(order)) = (courier.with, courier.order.clone()) else { continue };
            if courier.life != Life::Here || courier.ride != Some(Ride::With(unit)) {
                continue;
            }
            if self.unit(unit).written.is_none() && self.may_take(unit, &order) {
                self.unit_mut(unit).written = Some(order);
                self.tell_own("courier_hands_over", "03.03.2", unit, json!({}));
            }
            handed.push(at);
        }
        handed
    }

    /// Could its player give it this order?
    fn may_take(&self, unit: UnitId, order: &UnitOrder) -> bool {
        let (known, own) = Knows::of_commander(self.battle, self.tables, unit);
        check(known, own, order).is_ok()
    }

    /// What a unit does with its order, according to the order procedure.
    fn takes(&self, unit: UnitId) -> (UnitOrder, bool) {
        let taken = self.unit(unit);
        let written = taken.written.clone();
        if taken.penalty > 0 || !taken.melee.is_empty() {
            return (UnitOrder::Stand, false);
        }
        // It must continue its fire whether its general knows of it or not.
        let (known, own) = Knows::of_commander(self.battle, self.tables, unit);
        let bound = compelled(Knows::everything(self.battle, self.tables), own);
        let Some(verdict) = order_check(known, own, written.as_ref(), bound) else {
            return (UnitOrder::Stand, false);
        };
        let order = match (verdict.executes, written) {
            (Execution::Flee | Execution::Stand, _) => UnitOrder::Stand,
            (Execution::Fire, Some(order @ UnitOrder::Fire { .. })) if !bound => order,
            // The player chooses the moment, but not another target; nor an event, which might never happen (§04.02.14).
            (Execution::Fire, Some(UnitOrder::Fire { when, figures, .. })) => {
                let mut order = self.bound_fire(unit);
                if let UnitOrder::Fire { when: at, figures: so_many, .. } = &mut order {
                    *at = if matches!(when, When::At { .. }) { when } else { When::AtOnce };
                    *so_many = figures;
                }
                order
            }
            // It must continue to fire at the same target (§04.02.14).
            (Execution::Fire, _) => self.bound_fire(unit),
            (_, Some(order)) => order,
            (_, None) => UnitOrder::Stand,
        };
        (order, verdict.enters_u)
    }

    fn bound_fire(&self, unit: UnitId) -> UnitOrder {
        let target = self.unit(unit).fire_fight.map(|(target, _)| SeenUnit::from(self.id(target)));
        UnitOrder::Fire {
            when: When::AtOnce,
            target,
            targets: Vec::new(),
            figures: None,
            ammunition: None,
            guess_cm: None,
        }
    }

    fn take_up(&mut self, unit: UnitId) {
        let (order, enters_u) = self.takes(unit);
        let taken = &self.battle.units[unit];
        let mut now =
            ThisTurn { began_disordered: taken.order.disordered(), looked: -1.0, ..ThisTurn::default() };
        let mut todo = Vec::new();
        if let UnitOrder::Move { steps, attack, storm } = &order {
            now.declared_attack = *attack;
            now.storming = *storm;
            let steps = out_of_houses(steps, taken.building.is_some());
            todo = steps.into_iter().map(|step| Doing { step, left: first_left(step) }).collect();
        }
        now.order = Some(order);
        // A chain that has come apart spends the turn closing up (§04.02.11).
        let apart = footprint(taken, taken.formation, self.tables).is_some_and(|print| print.must_reform);
        if apart
            && taken.order != Order::Rout
            && taken.formation == Formation::Chain
            && taken.battery.is_none()
        {
            let step = Step::Form { formation: Formation::Chain };
            todo = vec![Doing { step, left: 1.0 }];
            now.order = Some(UnitOrder::march(vec![step]));
        }
        let taken = self.unit_mut(unit);
        taken.now = now;
        taken.todo = todo;
        taken.written = None;
        if enters_u {
            // The retreat ends the pinning and puts the unit in disorder at once (§04.02.8).
            super::state_changes::set_order(self.battle, self.tables, unit, Order::Disorder);
        }
    }

    /// More than half of a regiment on foot, or a third of a mounted one, must set out; fewer attack without order, and cannot storm
    /// (§03.03.5). Companies of a regiment that attack at once count together.
    fn count_attackers(&mut self) {
        let attack = |unit: &Unit| unit.here() && unit.now.declared_attack;
        for unit in self.battle.units.ids() {
            if !attack(self.unit(unit)) {
                continue;
            }
            let regiment = self.battle.regiment(unit);
            let parts = self.battle.units.ids().filter(|&part| self.battle.regiment(part) == regiment);
            let (mut all, mut setting_out) = (0, 0);
            for part in parts.map(|part| self.unit(part)).filter(|part| part.here()) {
                all += part.figures;
                setting_out += if attack(part) { part.figures } else { 0 };
            }
            let facts = AttackOrderCheck {
                arm: troops(self.unit(unit)),
                unit_figures: Figures(all.clamp(1, 400)),
                taking_part: Figures(setting_out.clamp(0, 400)),
                no_order_given: false,
            };
            let ordered = plain(&facts, self.tables).is_ok_and(|check| check.ordered);
            let attacker = self.unit_mut(unit);
            attacker.now.without_order = !ordered;
            attacker.now.storming &= ordered;
        }
        let turn = self.battle.turn;
        for unit in self.battle.units.values_mut().filter(|unit| unit.here() && unit.now.storming) {
            unit.last_storm = Some(turn);
        }
    }

    /// Attacks, then retreats, then fires, then works; each class by id (§04.01.2).
    fn tell_announcements(&mut self) {
        let mut told = Vec::new();
        for unit in self.battle.here() {
            let now = &self.unit(unit).now;
            if now.declared_attack {
                told.push((0, unit, "announces_attack", "04.01.2", json!({"storm": now.storming})));
            }
            match now.order {
                Some(UnitOrder::Retreat) => told.push((1, unit, "announces_retreat", "04.02.8", json!({}))),
                Some(UnitOrder::Fire { .. }) => told.push((2, unit, "announces_fire", "04.01.2", json!({}))),
                Some(UnitOrder::Work { work }) => {
                    told.push((3, unit, "announces_work", "04.01.2", json!({"work": work})));
                }
                _ => {}
            }
        }
        told.sort_by_key(|(class, ..)| *class);
        for (_, unit, what, rule, about) in told {
            self.tell(what, rule, &[unit], about);
        }
    }
}

/// A garrison that marches first comes out of its house, whether that was written or not (§02.04.3).
fn out_of_houses(steps: &[Step], mut inside: bool) -> Vec<Step> {
    let mut all = Vec::with_capacity(steps.len() + 1);
    for &step in steps {
        if inside && !matches!(step, Step::Leave | Step::Halt { .. } | Step::Enter) {
            all.push(Step::Leave);
            inside = false;
        }
        inside = (inside && step != Step::Leave) || step == Step::Enter;
        all.push(step);
    }
    all
}

/// What is left of a step before it begins: metres, degrees, or a sign that its time must be computed.
pub(super) fn first_left(step: Step) -> f64 {
    match step {
        Step::Ahead { cm } | Step::Back { cm } => cm.map_or(1.0e6, |cm| cm * CM),
        Step::Wheel { degrees } => degrees,
        Step::Halt { turns } => turns,
        _ => -1.0,
    }
}
