//! The end of the turn (§04.01.5, §04.01.6), in the order of the rulings.

use krigsspil_engine::{Figures, Turns};
use krigsspil_field::prelude::*;
use krigsspil_turn::objectives::{Counts, ending, holders};
use serde_json::json;

use super::state_changes::set_order;
use super::{Go, Run, each, item};
use crate::battle::bodies::plain;
use crate::battle::order::{Step, UnitOrder};
use crate::battle::state::*;
use crate::battle::terrain::{march_row, rates};
use crate::procedures::attack::FailedAttack;
use crate::procedures::reorganisation::{MendingOrder, Rally, Reorganise};
use crate::vocabulary::*;

impl Run<'_> {
    /// Overrun riders, rallies, failed attacks, quiet turns.
    pub(super) fn order_is_restored(&mut self) -> Go {
        self.battle.moment = 1.0;
        crate::battle::materiel::take_in(self.battle);
        item(self, Run::riders_overrun)?;
        let here: Vec<UnitId> = self.battle.here().collect();
        let routs =
            |run: &Run<'_>, unit: UnitId| run.unit(unit).here() && run.unit(unit).order == Order::Rout;
        each(self, &here, |run, &unit| if routs(run, unit) { run.rally(unit) } else { Ok(()) })?;
        self.give_way_to_friends();
        each(self, &here, |run, &unit| {
            run.failed_attack(unit)?;
            run.reorganise(unit)
        })?;
        Ok(())
    }

    /// Works and repairs continue.
    pub(super) fn works(&mut self) -> Go {
        let here: Vec<UnitId> = self.battle.here().collect();
        each(self, &here, |run, &unit| {
            run.work_on(unit)?;
            run.repair(unit)
        })?;
        Ok(())
    }

    /// Counters, contacts, and the next turn.
    pub(super) fn close_turn(&mut self) {
        for unit in self.battle.here().collect::<Vec<_>>() {
            self.count(unit);
        }
        self.give_way_to_friends();
        self.contacts();
        self.next_turn();
    }

    /// Surrender within 2 cm, otherwise one of three attempts to rally (§08.04.3, §08.04.4).
    fn rally(&mut self, unit: UnitId) -> Go {
        let attempt = self.unit(unit).rallies + 1;
        let near = self.figures_near_enemy(unit);
        let runner = self.unit(unit);
        if runner.wagon.is_some() || runner.figures <= 0 {
            return Ok(());
        }
        let facts = Rally {
            attempt: attempt.clamp(1, 3),
            flight_stopped: runner.now.flight_stopped,
            general: self.general_with(unit),
            valeur: runner.valeur,
            figures: Figures(runner.figures.clamp(1, 400)),
            figures_within_2cm: Figures(near.clamp(0, runner.figures.clamp(1, 400))),
        };
        let result = self.roll_own(("rally", "08.04.3"), unit, json!({"attempt": attempt}), &facts)?;
        self.unit_mut(unit).rallies = attempt;
        if result.surrendered_figures.0 > 0 {
            self.tell("surrenders", "08.04.4", &[unit], json!({"figures": result.surrendered_figures}));
            self.lose_figures(unit, result.surrendered_figures.0);
            if !self.unit(unit).here() {
                return Ok(());
            }
        }
        if result.rallied {
            set_order(self.battle, self.tables, unit, Order::Disorder);
            self.tell("rallies", "08.04.3", &[unit], json!({}));
        } else if result.lost {
            self.unit_mut(unit).presence = Presence::Left;
            self.leave_staff_behind(unit);
            self.tell("leaves_the_field", "08.04.3", &[unit], json!({}));
        }
        Ok(())
    }

    fn figures_near_enemy(&self, unit: UnitId) -> i32 {
        let runner = self.unit(unit);
        let enemies: Vec<UnitId> = self
            .battle
            .enemies_of(unit)
            .filter(|&enemy| self.unit(enemy).steady() && self.unit(enemy).wagon.is_none())
            .filter(|&enemy| self.battle.cm_between(unit, enemy) <= 2.0)
            .collect();
        if enemies.is_empty() {
            return 0;
        }
        let near = |slab: &Slab| {
            let part = Part::Slab(*slab);
            enemies.iter().any(|&enemy| {
                self.unit(enemy).placed.parts().iter().any(|other| part.distance(other) <= 2.0 * CM)
            })
        };
        let bases = runner.placed.bases().filter(|base| near(&base.slab)).count() as i32;
        if runner.battery.is_some() { runner.figures } else { bases.min(runner.figures) }
    }

    /// An attack that failed to reach the enemy (§07.01.6).
    fn failed_attack(&mut self, unit: UnitId) -> Go {
        let attacker = self.unit(unit);
        if !attacker.here() || !attacker.now.declared_attack {
            return Ok(());
        }
        let unhindered = !attacker.now.halted && !attacker.now.cut_short;
        let facts = FailedAttack {
            declared_attack: true,
            stormed_whole_turn: attacker.now.storming && unhindered && self.whole_turn(attacker),
            reached_breaking_distance: attacker.now.reached,
            impassable_obstacle: attacker.now.barred,
            unit_order: attacker.order,
        };
        let result = plain(&facts, self.tables)?;
        if result.becomes_lu && attacker.order == Order::Good {
            self.worsen(unit, Order::LightDisorder, "07.01.6");
        }
        Ok(())
    }

    /// Has it marched the whole turn: is it still moving, or was it ordered as far as the turn allows?
    fn whole_turn(&self, unit: &Unit) -> bool {
        let Some(UnitOrder::Move { steps, .. }) = &unit.now.order else { return false };
        let ordered = |step: &Step| match step {
            Step::Ahead { cm } => cm.map_or(f64::INFINITY, |cm| cm * CM),
            Step::AheadFor { turns } => turns * rates(unit, march_row(unit, true), self.tables).open(),
            _ => 0.0,
        };
        let metres: f64 = steps.iter().map(ordered).sum();
        unit.was_moving || metres >= rates(unit, march_row(unit, true), self.tables).open()
    }

    /// Quiet turns restore order from LU and U (§08.04.1, §08.04.2).
    fn reorganise(&mut self, unit: UnitId) -> Go {
        let mended = self.unit(unit);
        let order = match mended.order {
            Order::LightDisorder => MendingOrder::LightDisorder,
            Order::Pinned => MendingOrder::Pinned,
            Order::Disorder => MendingOrder::Disorder,
            _ => return Ok(()),
        };
        if !mended.here() {
            return Ok(());
        }
        let now = &mended.now;
        let idle = matches!(now.order, Some(UnitOrder::Stand | UnitOrder::Reorganise) | None);
        let facts = Reorganise {
            order,
            quiet_turns: Turns(mended.quiet.clamp(0, 1)),
            entered_this_turn: now.entered,
            lost_men: now.lost,
            attacked: now.attacked || now.melee,
            active: now.moved || now.fired || !idle,
        };
        let result = plain(&facts, self.tables)?;
        let before = self.unit(unit).order;
        let after = Order::from(result.order_after);
        if after != before && after != Order::Pinned {
            set_order(self.battle, self.tables, unit, after);
            self.tell_own("reorganised", "08.04.1", unit, json!({"order": after}));
            // It reached its new order by itself: the next quiet turn counts.
            self.unit_mut(unit).quiet = 0;
        } else {
            self.unit_mut(unit).quiet = result.quiet_turns_after.0;
        }
        Ok(())
    }

    /// Counters of the turn (§04.01.6).
    fn count(&mut self, unit: UnitId) {
        let counted = self.unit_mut(unit);
        if counted.pinned_left > 0 && counted.order == Order::Pinned {
            counted.pinned_left -= 1;
            if counted.pinned_left == 0 {
                counted.order = Order::LightDisorder;
            }
        }
        counted.fired_last = counted.now.fired;
        let shot = counted.now.target.filter(|_| counted.now.fired);
        counted.fire_fight = shot.and_then(|(target, cm)| match counted.fire_fight {
            Some((last, turns)) if last == target && cm <= 8.0 => Some((target, turns + 1)),
            // Once bound to fire, it stays so until the target is more than 15 cm away (§04.02.14).
            Some((last, turns)) if last == target && turns >= 2 => Some((target, turns)),
            _ => (cm <= 8.0).then_some((target, 1)),
        });
        counted.last_order = counted.now.order.take();
        counted.penalty = counted.penalty.saturating_sub(1);
        if let Some(battery) = &mut counted.battery {
            battery.sheltered = false;
        }
    }

    /// Who is in melee next turn (§07.04.1).
    pub(super) fn contacts(&mut self) {
        for unit in self.battle.units.ids() {
            let fights = |unit: &Unit| unit.steady() && unit.wagon.is_none();
            let with = if fights(self.unit(unit)) {
                self.battle
                    .enemies_of(unit)
                    .filter(|&enemy| fights(self.unit(enemy)))
                    .filter(|&enemy| {
                        in_contact(&self.unit(unit).placed, &self.unit(enemy).placed)
                            || self.fight_on(unit, enemy)
                    })
                    .filter(|&enemy| self.blows_fall(unit, enemy))
                    .collect()
            } else {
                Vec::new()
            };
            self.unit_mut(unit).melee = with;
        }
    }

    fn next_turn(&mut self) {
        self.battle.held = holders(self.battle);
        for side in self.battle.fixed.sides.ids() {
            let lost = self.battle.losses(side).lost;
            let about = json!({"side": self.battle.fixed.sides[side].id, "men": lost});
            let told = krigsspil_turn::knowledge::side(&self.battle.fixed.seating, side);
            self.tell_to("losses_totalled", "04.01.6", about, None, told);
        }
        self.battle.ending = ending(self.battle);
        self.battle.gate.shut();
        self.battle.waiting.clear();
        if let Some(over) = &self.battle.ending {
            let about = json!({"winner": over.winner, "reason": over.reason});
            self.tell_all("battle_over", "01.05.1", about);
            self.battle.phase = Phase::Over;
            return;
        }
        self.battle.turn += 1;
        self.battle.moment = 0.0;
        self.battle.phase = Phase::Orders;
        self.reinforce();
        self.battle.seen = crate::battle::sight::everybody_looks(self.battle, self.tables);
    }

    /// Reinforcements that arrive now stand at their place, or as near behind it as there is room (§01.05.1).
    fn reinforce(&mut self) {
        let fixed = self.battle.fixed.clone();
        let turn = self.battle.turn;
        for later in fixed.scenario.reinforcements.iter().filter(|later| *later.turn.get_ref() <= turn) {
            let facing = Bearing::degrees(later.facing);
            let [east, north] = *later.place.get_ref();
            let place = point(east, north);
            for who in later.who.iter().map(|who| who.get_ref()) {
                if let Some(post) = self.battle.general(who)
                    && self.battle.generals[post].life == Life::Coming
                {
                    self.battle.generals[post].life = Life::Here;
                    self.battle.generals[post].place = place.on_grid();
                    for courier in self.battle.couriers.values_mut().filter(|courier| courier.general == post)
                    {
                        (courier.rider.life, courier.rider.place) = (Life::Here, place.on_grid());
                    }
                }
                if let Some(unit) = self.battle.unit(who)
                    && self.unit(unit).presence == Presence::Coming
                {
                    self.enter(unit, Pose::new(place, facing));
                }
            }
        }
    }

    fn enter(&mut self, unit: UnitId, pose: Pose) {
        for step in 0..200 {
            // Straight ahead of the entrance first, then to both sides of it.
            let side = f64::from(step / 10) * 2.0 * CM * if step % 2 == 0 { 1.0 } else { -1.0 };
            let ahead = f64::from(step % 10) * 4.0 * CM;
            let at = pose.at + pose.facing.ahead() * ahead + pose.facing.ahead().right() * side;
            self.unit_mut(unit).pose = Pose::new(at, pose.facing).on_grid();
            super::state_changes::rebuild(self.battle, self.tables, unit);
            let placed = &self.unit(unit).placed;
            let free = self.battle.ground.table().holds(placed)
                && !self
                    .battle
                    .here()
                    .any(|other| other != unit && overlaps(placed, &self.unit(other).placed));
            if free {
                self.unit_mut(unit).presence = Presence::Here;
                self.tell("arrives", "01.05.1", &[unit], json!({}));
                return;
            }
        }
    }
}
