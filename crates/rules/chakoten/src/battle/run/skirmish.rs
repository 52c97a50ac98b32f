//! Skirmish chains and swarms (chapter 14).

use krigsspil_engine::{Centimetres, Figures};
use krigsspil_field::prelude::*;
use krigsspil_turn::ids::UnitId;
use krigsspil_turn::timeline::Instant;
use serde_json::json;

use super::changes::rebuild;
use super::{Go, Run};
use crate::battle::bodies::plain;
use crate::battle::legal::leaves_soutien;
use crate::battle::order::{Chain, Formation, Step, UnitOrder, When};
use crate::battle::questions::{CHAIN_FIRES, ChainFires, GOES_BACK, GoesBack};
use crate::battle::state::*;
use crate::battle::terrain::difficult_at;
use crate::procedures::skirmish::{ChainPressedBack, SkirmishDeployment};
use crate::vocabulary::*;

/// Skirmishers whose middle is this near to that of their unit stand right at it.
const AT_IT_CM: f64 = 1.0;

impl Run<'_> {
    fn deployment(&self, unit: UnitId, action: DeployAction, farthest_cm: f64) -> f64 {
        let of = self.unit(unit);
        let facts = SkirmishDeployment {
            action,
            who: match (of.branch, of.arm) {
                (_, TacticalArm::Cossacks) => DeployWho::Cossacks,
                (Branch::Cavalry, _) => DeployWho::Cavalry,
                _ => DeployWho::Infantry,
            },
            terrain: if difficult_at(&self.battle.ground, of.placed.centre()) {
                DeployGround::Difficult
            } else {
                DeployGround::Normal
            },
            farthest_cm: Centimetres(farthest_cm.clamp(0.0, 500.0)),
            over_one_company: false,
        };
        plain(&facts, self.tables)
            .map_or(0.5, |deployed| if deployed.allowed { deployed.turns.0 } else { 0.5 })
    }

    /// The time that workers take to close up (§19.01.4).
    pub(super) fn closing_time(&self, unit: UnitId, half_front_cm: f64) -> f64 {
        self.deployment(unit, DeployAction::Recall, half_front_cm)
    }

    /// The time a whole unit takes to spread out or to close up: the way of its farthest figure (§06.02.2).
    pub(super) fn spreading_time(&self, unit: UnitId, formation: Formation) -> f64 {
        let so = super::steps::formed(self.unit(unit), formation);
        let there = crate::battle::bodies::body(&so, self.tables).map_or(0.0, |body| body.front() / 2.0);
        let wide = there.max(self.unit(unit).placed.body().front() / 2.0);
        let action = if formation.skirmish() { DeployAction::SendOut } else { DeployAction::Recall };
        self.deployment(unit, action, wide / CM)
    }

    /// The time skirmishers take to go out this far: the farthest figure of the chain walks (§06.02.2).
    pub(super) fn sending_time(&self, unit: UnitId, cm: f64) -> f64 {
        let Some(Step::SendOut { figures, chain, .. }) = self.unit(unit).todo.first().map(|doing| doing.step)
        else {
            return 0.0;
        };
        let half = f64::from(figures) * spacing_cm(chain) / 2.0;
        self.deployment(unit, DeployAction::SendOut, half.hypot(cm))
    }

    /// The time to call them in.
    pub(super) fn recall_time(&self, unit: UnitId) -> f64 {
        let Some(chain) = self.battle.chain_of(unit) else { return 0.0 };
        let middle = self.unit(unit).placed.pose().at;
        let far = self
            .unit(chain)
            .placed
            .bases()
            .map(|base| base.slab.centre().distance(middle))
            .fold(0.0, f64::max);
        self.deployment(unit, DeployAction::Recall, far / CM)
    }

    /// Skirmishers stand before the front of their unit (§14.01.1).
    pub(super) fn send_out(&mut self, unit: UnitId, figures: i32, chain: Chain, cm: f64) -> Go {
        let enough = leaves_soutien(self.unit(unit), figures);
        if !enough || self.battle.chain_of(unit).is_some() {
            return Ok(());
        }
        let parent = self.unit(unit);
        let before = |cm: f64| {
            let (at, facing) = (parent.placed.pose().at, parent.placed.pose().facing);
            Pose::new(at + facing.ahead() * (cm.max(0.1) * CM), facing).on_grid()
        };
        let cm = self.as_far_as_enemies_allow(unit, (figures, chain), cm, &before);
        let pose = before(cm);
        let number = self
            .battle
            .units
            .values()
            .filter(|other| other.id.starts_with(&*format!("{}/", parent.id)))
            .count()
            + 1;
        let mut sent = parent.clone();
        sent.id = format!("{}/{number}", parent.id).into();
        sent.name = format!("{} ({number})", parent.name).into();
        sent.parent = Some(unit);
        sent.brigade.clear();
        // Its men stay on the books of its unit: it carries its own losses while it is out (§04.01.2).
        (sent.original, sent.figures, sent.carried, sent.lost_men) = (figures, figures, 0, 0);
        sent.formation = spread_so(chain);
        sent.pose = pose;
        sent.now = ThisTurn { moved: true, ..ThisTurn::default() };
        sent.todo.clear();
        (sent.track, sent.planned, sent.written, sent.last_order, sent.run) = (None, None, None, None, None);
        let chain = self.battle.units.add(sent);
        rebuild(self.battle, self.tables, chain);
        super::changes::stay_on_table(self.battle, chain);
        self.stand_clear(chain);
        let left = self.unit_mut(unit);
        left.figures -= figures;
        left.original -= figures;
        rebuild(self.battle, self.tables, unit);
        self.tell("chain_goes_out", "14.01.1", &[chain, unit], json!({"figures": figures}));
        Ok(())
    }

    /// Skirmishers who go out halt at break-in distance of an enemy, as every march does (§03.03.2).
    fn as_far_as_enemies_allow(
        &self,
        unit: UnitId,
        (figures, chain): (i32, Chain),
        cm: f64,
        before: &dyn Fn(f64) -> Pose,
    ) -> f64 {
        let mut sent = self.unit(unit).clone();
        (sent.figures, sent.formation) = (figures, spread_so(chain));
        sent.trail.clear();
        let Ok(body) = crate::battle::bodies::body(&sent, self.tables) else { return cm };
        let clear = |cm: f64| {
            let there = body.at(before(cm));
            there.is_ok_and(|there| {
                self.battle.enemies_of(unit).all(|enemy| {
                    !self.unit(enemy).steady()
                        || distance(&there, &self.unit(enemy).placed) >= self.break_in_cm() * CM
                })
            })
        };
        let tries = (cm / OUT_STEP_CM).ceil() as u32;
        (0..=tries)
            .map(|less| (cm - f64::from(less) * OUT_STEP_CM).max(0.0))
            .find(|&cm| clear(cm))
            .unwrap_or(0.0)
    }

    /// They come back into the ranks (§06.02.2).
    pub(super) fn recall(&mut self, unit: UnitId) {
        let Some(chain) = self.battle.chain_of(unit) else { return };
        self.joins(chain, unit);
        self.tell("chain_comes_in", "06.02.2", &[chain, unit], json!({}));
    }

    pub(super) fn joins(&mut self, chain: UnitId, unit: UnitId) {
        let back = self.unit(chain).clone();
        self.leaves(chain, Presence::Joined);
        let whole = self.unit_mut(unit);
        whole.original += back.original;
        whole.lost_men += back.lost_men;
        let men = MEN * whole.original - whole.lost_men;
        // Men carried on both sheets may make a figure.
        whole.figures = (men + MEN - 1) / MEN;
        whole.carried = whole.figures * MEN - men;
        whole.first_fire_spent |= back.first_fire_spent;
        let gone = self.unit_mut(chain);
        (gone.original, gone.lost_men, gone.figures, gone.carried) = (0, 0, 0, 0);
        rebuild(self.battle, self.tables, unit);
        self.stand_clear(unit);
    }

    /// A closed enemy at break-in distance presses skirmishers back to their soutien; without one they rout (§14.04.1, §14.04.2).
    pub(super) fn presses_back(&mut self, unit: UnitId, chain: UnitId) -> Go<bool> {
        let skirmishes = self.unit(chain).formation.skirmish() && self.unit(chain).battery.is_none();
        if !self.unit(unit).closed() || !skirmishes || !self.unit(chain).steady() {
            return Ok(false);
        }
        self.pressed(unit, chain, PressedBy::ClosedEnemy)
    }

    /// The same by a closed unit of their own side that retires in disorder (§14.04.1); once, and then they are out of its way or it halts.
    pub(super) fn pressed_by_friend(&mut self, unit: UnitId, chain: UnitId) -> Go<bool> {
        let skirmishes = self.unit(chain).formation.skirmish() && self.unit(chain).battery.is_none();
        if !self.unit(unit).closed()
            || !skirmishes
            || !self.unit(chain).steady()
            || self.unit(chain).now.pressed
        {
            return Ok(false);
        }
        self.unit_mut(chain).now.pressed = true;
        self.pressed(unit, chain, PressedBy::OwnUnitInDisorder)
    }

    fn pressed(&mut self, unit: UnitId, chain: UnitId, pressed_by: PressedBy) -> Go<bool> {
        let soutien = self.soutien(chain);
        let stands = pressed_by == PressedBy::ClosedEnemy
            && self.unit(chain).schooling.chains_stand
            && (self.unit(chain).now.receives || soutien.as_ref().is_none_or(|soutien| !soutien.valid));
        let facts = ChainPressedBack {
            pressed_by,
            needs_no_soutien: stands || soutien.as_ref().is_some_and(|soutien| !soutien.needed),
            has_valid_soutien: soutien.as_ref().is_some_and(|soutien| soutien.valid),
            figures: Figures(self.unit(chain).figures.clamp(1, 200)),
        };
        let result = plain(&facts, self.tables)?;
        match result.result {
            Pressed::Holds => Ok(false),
            Pressed::FallsBack => {
                self.tell("chain_pressed_back", "14.04.1", &[chain, unit], json!({}));
                self.falls_back(chain);
                Ok(true)
            }
            Pressed::Routed => {
                self.tell("chain_pressed_back", "14.04.2", &[chain, unit], json!({}));
                let from = self.danger_from(chain, unit);
                self.lose_men(chain, result.figures_lost.0 * MEN, "14.04.2")?;
                if self.unit(chain).here() {
                    self.comes_into(chain, Order::Rout, "14.04.2");
                    self.flee(chain, from)?;
                }
                Ok(true)
            }
        }
    }

    /// Skirmishers go back into the ranks of their soutien (ruling 80); a whole unit in chain retires before its enemy.
    fn falls_back(&mut self, chain: UnitId) {
        match self.unit(chain).parent.filter(|parent| self.unit(*parent).here()) {
            Some(parent) => {
                let out = self.direction_of(parent, chain);
                self.unit_mut(parent).now.chain_back = Some((self.unit(chain).figures, out.as_degrees()));
                self.joins(chain, parent);
                self.tell("chain_comes_in", "14.04.1", &[chain, parent], json!({}));
            }
            None => {
                let from = self.threat_to(chain);
                self.halt(chain);
                self.go_back(chain, from);
            }
        }
    }

    /// The direction from a unit to its skirmishers; those who stand right at it are out to its front.
    pub(super) fn direction_of(&self, unit: UnitId, chain: UnitId) -> Bearing {
        let (from, to) = (&self.unit(unit).placed, &self.unit(chain).placed);
        let near = from.centre().distance(to.centre()) < AT_IT_CM * CM;
        if near { from.pose().facing } else { Bearing::of(to.centre() - from.centre()) }
    }

    /// Skirmishers' fire is not written: their player says at the start whether they fire (§03.02.2, §03.02.5).
    pub(super) fn chains_announce(&mut self) -> Go {
        let chains = self.in_place_order(|unit| {
            unit.formation.skirmish()
                && unit.battery.is_none()
                && unit.steady()
                && unit.loads > 0
                && unit.weapon.is_some()
        });
        for chain in chains {
            let free = !matches!(self.unit(chain).now.order, Some(UnitOrder::Fire { .. }))
                && !self.unit(chain).now.attacks;
            let sees =
                |run: &Run<'_>| run.battle.enemies_of(chain).any(|enemy| run.aim(chain, enemy).is_some());
            if !free || !sees(self) {
                continue;
            }
            if self.ask(&CHAIN_FIRES, chain, None)? == ChainFires::Fire {
                let steps =
                    self.unit(chain).now.order.as_ref().map_or_else(Vec::new, |order| order.steps().to_vec());
                let fire =
                    UnitOrder::Fire { when: When::AtOnce, target: None, also: None, ranging: false, steps };
                self.unit_mut(chain).now.order = Some(fire);
                self.battle.waiting.push(chain);
            }
        }
        Ok(())
    }

    /// Skirmishers who are attacked, or whose unit is, and crews of unlimbered batteries may go back at once if they have not announced
    /// fire (§03.02.8).
    pub(super) fn crews_and_chains_decide(&mut self) -> Go {
        let attacked: Vec<UnitId> = self
            .in_place_order(|unit| unit.now.attacks)
            .into_iter()
            .filter_map(|attacker| self.unit(attacker).now.target)
            .collect();
        self.decide_whether_to_go_back(&attacked)
    }

    /// The same for those on whom, or on whose unit, these attacks are announced.
    pub(super) fn decide_whether_to_go_back(&mut self, attacked: &[UnitId]) -> Go {
        // Also a whole unit in chain that has its soutien behind it.
        let threatened = |run: &Run<'_>, chain: UnitId| {
            let sent_out = run.unit(chain).parent.is_some();
            let soutien = if sent_out || run.soutien(chain).is_some_and(|soutien| soutien.valid) {
                run.stands_behind(chain)
            } else {
                None
            };
            soutien.is_some_and(|soutien| attacked.contains(&chain) || attacked.contains(&soutien))
        };
        let skirmishes = |unit: &Unit| {
            unit.formation.skirmish() && unit.battery.is_none() && unit.steady() && !unit.now.attacks
        };
        for chain in self.in_place_order(skirmishes) {
            if !threatened(self, chain) {
                continue;
            }
            // A Russian chain may receive the attack in the open (§land.russia.3.B).
            let stands = self.unit(chain).schooling.chains_stand && attacked.contains(&chain);
            let among: &[GoesBack] = if stands {
                &[GoesBack::Stay, GoesBack::GoBack, GoesBack::Receive]
            } else {
                &[GoesBack::Stay, GoesBack::GoBack]
            };
            match self.ask_among(&GOES_BACK, chain, None, among)? {
                GoesBack::GoBack | GoesBack::WithLimbers => self.goes_back_when_it_may(chain),
                GoesBack::Receive => self.unit_mut(chain).now.receives = true,
                GoesBack::Stay => {}
            }
        }
        for battery in self.in_place_order(|unit| unit.unlimbered() && unit.steady()) {
            if !attacked.contains(&battery) {
                continue;
            }
            let among: &[GoesBack] = if self.with_limbers(battery).is_some() {
                &[GoesBack::Stay, GoesBack::GoBack, GoesBack::WithLimbers]
            } else {
                &[GoesBack::Stay, GoesBack::GoBack]
            };
            let choice = self.ask_among(&GOES_BACK, battery, None, among)?;
            self.unit_mut(battery).now.takes_limbers = choice == GoesBack::WithLimbers;
            if choice != GoesBack::Stay {
                self.goes_back_when_it_may(battery);
            }
        }
        Ok(())
    }

    /// At once, or half a turn after the fire that is announced (§03.02.8).
    fn goes_back_when_it_may(&mut self, unit: UnitId) {
        if self.battle.waiting.contains(&unit) {
            self.unit_mut(unit).now.goes_back = true;
            return;
        }
        self.unit_mut(unit).now.goes_back = false;
        if self.unit(unit).battery.is_none() {
            return self.falls_back(unit);
        }
        let from = self.threat_to(unit);
        let pieces = self.unit(unit).battery.as_ref().map_or(0, |guns| guns.figure_pieces);
        self.leave_guns(unit, pieces, self.unit(unit).now.takes_limbers);
        self.go_back(unit, from);
        self.tell("goes_back", "03.02.8", &[unit], json!({}));
    }

    /// When those who go back after their fire may do so (§03.02.8).
    pub(super) fn goes_back_at(&self, unit: UnitId) -> Option<Instant> {
        let waits = self.unit(unit);
        let free =
            waits.here() && waits.steady() && waits.now.goes_back && waits.now.fired && !waits.now.retires;
        waits.held_until.filter(|_| free && waits.now.fought.is_empty())
    }

    /// Those whose half turn after their fire is over go back now.
    pub(super) fn those_who_have_fired_go_back(&mut self) {
        let now = self.now();
        let due = |run: &Self, unit: UnitId| run.goes_back_at(unit).is_some_and(|at| at <= now);
        for unit in self.in_place_order(|unit| unit.now.goes_back) {
            if due(self, unit) {
                self.battle.waiting.retain(|waiting| *waiting != unit);
                self.goes_back_when_it_may(unit);
            }
        }
    }
}

/// How finely the way of skirmishers who go out is measured, in centimetres.
const OUT_STEP_CM: f64 = 0.1;

fn spread_so(chain: Chain) -> Formation {
    if chain == Chain::Dense { Formation::DenseSkirmish } else { Formation::ThinSkirmish }
}

fn spacing_cm(chain: Chain) -> f64 {
    if chain == Chain::Dense { 3.0 } else { 7.0 }
}
