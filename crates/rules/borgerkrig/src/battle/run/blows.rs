//! Losses booked, morale tested, forced actions begun (chapters 05.02, 06.03, 08.02).

use krigsspil_engine::{Centimetres, Figures, Men, Turns};
use krigsspil_field::prelude::*;
use serde_json::json;

use super::fires::steady;
use super::forced::Driven;
use super::state_changes::{rebuild, set_order};
use super::{Go, Run};
use crate::battle::bodies::plain;
use crate::battle::legal::unit_arm;
use crate::battle::state::*;
use crate::battle::terrain::cover_against;
use crate::procedures::attack::SupportCheck;
use crate::procedures::casualties::Casualties;
use crate::procedures::forced::Pinning;
use crate::procedures::morale::{LossCause, MoraleTest};
use crate::vocabulary::*;

/// What cost a unit its men.
#[derive(Clone, Debug)]
pub(super) enum Cause {
    /// Fire from so many centimetres.
    Fire { cm: f64, from: Point, small_arms: bool },
    /// A melee, in which it lost more than the other or not.
    Melee { more: bool, mounted: bool, from: Point, throw: [i32; 2] },
}

/// A loss to be booked.
#[derive(Clone, Debug)]
pub(super) struct Blow {
    pub by: usize,
    pub target: usize,
    pub men: i32,
    pub general_falls: bool,
    pub cause: Cause,
}

impl Blow {
    pub(super) fn new(by: usize, target: usize, men: i32, general_falls: bool, cause: Cause) -> Blow {
        Blow { by, target, men, general_falls, cause }
    }
}

impl Run<'_> {
    /// Books all losses, then tests, then makes the forced moves (step 3 of the rulings' turn).
    pub(super) fn book(&mut self, blows: Vec<Blow>) -> Go {
        let mut removed = Vec::new();
        for blow in &blows {
            removed.push(self.book_one(blow));
        }
        let mut driven: Vec<Driven> = Vec::new();
        for (blow, removed) in blows.iter().zip(removed) {
            if blow.general_falls && blow.men > 0 {
                self.general_falls(blow.target);
            }
            if self.unit(blow.target).here() {
                self.test(blow, removed, &mut driven)?;
            }
        }
        self.drive(driven)
    }

    /// Every 20 men are a figure (§05.02.2).
    fn book_one(&mut self, blow: &Blow) -> i32 {
        let unit = self.unit(blow.target);
        if unit.wagon.is_some() || blow.men <= 0 || !unit.here() {
            if let Cause::Fire { .. } = blow.cause {
                self.unit_mut(blow.target).now.under_fire = true;
            }
            return 0;
        }
        let facts = Casualties {
            original_figures: Figures(unit.original.clamp(1, 400)),
            prior_loss_men: Men(unit.lost_men),
            figures_captured: Figures(unit.captured),
            loss_men: Men(blow.men.clamp(0, 5000)),
        };
        let Ok(booked) = plain(&facts, self.tables) else { return 0 };
        let lost = booked.total_loss_men.0 - unit.lost_men;
        let unit = self.unit_mut(blow.target);
        unit.lost_men = booked.total_loss_men.0;
        unit.figures = booked.figures_left.0;
        unit.now.lost |= lost > 0;
        if let Cause::Fire { .. } = blow.cause {
            unit.now.under_fire = true;
        }
        let removed = booked.figures_removed.0;
        self.tell("loses_men", "05.02.2", &[blow.target, blow.by], json!({"men": lost, "figures": removed}));
        if booked.destroyed {
            self.destroyed(blow.target);
        } else if removed > 0 {
            rebuild(self.battle, self.tables, blow.target);
        }
        removed
    }

    /// A unit without figures leaves the table.
    pub(super) fn destroyed(&mut self, unit: usize) {
        self.halt(unit);
        let gone = self.unit_mut(unit);
        gone.figures = gone.figures.max(0);
        gone.presence = Presence::Gone;
        gone.melee.clear();
        self.battle.waiting.retain(|waiting| *waiting != unit);
        self.tell("destroyed", "05.02.2", &[unit], json!({}));
        self.leave_staff_behind(unit);
    }

    /// Tests morale when figures were removed (§08.02.7), and pins or turns away after close fire (§04.02.6, §04.02.7).
    fn test(&mut self, blow: &Blow, removed: i32, driven: &mut Vec<Driven>) -> Go {
        let unit = blow.target;
        if self.unit(unit).order == Order::Rout {
            return Ok(());
        }
        let before = self.unit(unit).order;
        let mut came_into_lu = false;
        if removed > 0 {
            let facts = self.morale_facts(blow, removed);
            let result = self.roll("tests_morale", "08.02.7", &[unit], json!({}), &facts)?;
            came_into_lu = result.result == OrderResult::LightDisorder && before.reached_by(result.result);
            let to = Order::from(result.result);
            if matches!(to, Order::Disorder | Order::Rout) && before.reached_by(result.result) {
                self.worsen(unit, to, "08.02.7");
                let from = cause_place(&blow.cause);
                driven.push(Driven { unit, order: to, from });
                if let Cause::Melee { throw, .. } = blow.cause
                    && to == Order::Rout
                {
                    self.take_prisoners(blow.by, unit, throw)?;
                }
                return Ok(());
            }
            if came_into_lu && before == Order::Good {
                self.worsen(unit, Order::LightDisorder, "08.02.7");
            }
        }
        if let Cause::Fire { cm, from, .. } = blow.cause {
            self.pin(unit, came_into_lu, blow.men, cm, from, driven);
        }
        Ok(())
    }

    fn pin(
        &mut self,
        unit: usize,
        came_into_lu: bool,
        men: i32,
        cm: f64,
        from: Point,
        driven: &mut Vec<Driven>,
    ) {
        let pinned = self.unit(unit);
        if pinned.wagon.is_some() || matches!(pinned.order, Order::Disorder | Order::Rout) {
            return;
        }
        let facts = Pinning {
            arm: unit_arm(pinned),
            came_into_lu,
            loss_men: Men(men.clamp(0, 1000)),
            fire_distance_cm: Centimetres(cm.clamp(0.0, 400.0)),
            pinned_turns_left: Turns(pinned.pinned_left.clamp(0, 2)),
        };
        let Ok(result) = plain(&facts, self.tables) else { return };
        if result.turn_and_withdraw {
            driven.push(Driven { unit, order: Order::LightDisorder, from });
        } else if result.pinned && result.pinned_turns_left.0 > 0 && (came_into_lu || result.renewed) {
            self.halt(unit);
            let pinned = self.unit_mut(unit);
            pinned.order = Order::Pinned;
            pinned.quiet = 0;
            pinned.now.entered = true;
            pinned.pinned_left = result.pinned_turns_left.0;
            self.tell("pinned", "04.02.7", &[unit], json!({}));
        }
    }

    /// Puts a unit into a worse order and tells it.
    pub(super) fn worsen(&mut self, unit: usize, to: Order, rule: &'static str) {
        set_order(self.battle, self.tables, unit, to);
        self.tell("comes_into", rule, &[unit], json!({"order": to}));
    }

    fn morale_facts(&self, blow: &Blow, removed: i32) -> MoraleTest {
        let unit = self.unit(blow.target);
        let from = cause_place(&blow.cause);
        let line = Line::between(from, unit.placed.centre());
        let flanked = strike(line, &unit.placed).is_some_and(|strike| strike.face != Face::Front);
        let (cause, cm, small_arms, more, mounted) = match blow.cause {
            Cause::Fire { cm, small_arms, .. } => (LossCause::Fire, cm, small_arms, false, false),
            Cause::Melee { more, mounted, .. } => (LossCause::Melee, 0.0, false, more, mounted),
        };
        let fires = matches!(unit.now.order, Some(crate::battle::order::UnitOrder::Fire { .. }));
        let still = unit.todo.is_empty() && !unit.now.moved;
        MoraleTest {
            arm: unit_arm(unit),
            figures_removed: Figures(removed.clamp(1, 400)),
            detached_companies: if unit.detached { unit.companies_at_start().clamp(0, 40) } else { 0 },
            original_figures: Figures(unit.original.clamp(1, 400)),
            figures_left: Figures(unit.figures.clamp(0, 400)),
            support: self.supported(blow.target),
            general: self.general_with(blow.target),
            cover: cover_against(self.battle, blow.target, from),
            melee_with_mounted: mounted && !unit.mounted_cavalry(),
            more_losses_in_melee: more,
            fired_on_flank_or_rear: cause == LossCause::Fire && flanked && unit.building.is_none(),
            not_answering_fire: small_arms && still && !fires && !unit.now.fired,
            order: steady(unit.order),
            valeur: unit.valeur,
            cause,
            fire_distance_cm: Centimetres(cm.clamp(0.0, 400.0)),
        }
    }

    /// A friend of the brigade stands behind it in good array (§07.03.5).
    pub(super) fn supported(&self, unit: usize) -> bool {
        self.supporters(unit).next().is_some()
    }

    /// Those who support a unit, by id.
    pub(super) fn supporters(&self, unit: usize) -> impl Iterator<Item = usize> + '_ {
        let held = self.unit(unit);
        self.battle.here().filter(move |&other| {
            let friend = self.unit(other);
            if other == unit || friend.side != held.side || friend.wagon.is_some() || friend.battery.is_some()
            {
                return false;
            }
            let middle = friend.placed.pose().at;
            let way = nearest_place_of(held, middle) - middle;
            let angle = friend.placed.pose().facing.turn_to(Bearing::of(way)).0.abs();
            let facts = SupportCheck {
                companies: friend.companies().clamp(0, 40),
                closed: friend.closed(),
                same_brigade: friend.general == held.general,
                distance_cm: Centimetres(self.battle.cm_between(unit, other).min(1000.0)),
                angle_deg: angle.min(180.0),
            };
            plain(&facts, self.tables).is_ok_and(|check| check.supports)
        })
    }
}

fn nearest_place_of(unit: &Unit, to: Point) -> Point {
    super::fires::nearest_place(&unit.placed, to)
}

/// Where it came from.
pub(super) fn cause_place(cause: &Cause) -> Point {
    match cause {
        Cause::Fire { from, .. } | Cause::Melee { from, .. } => *from,
    }
}
