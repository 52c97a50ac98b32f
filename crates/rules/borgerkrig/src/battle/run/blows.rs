//! Records losses, tests morale, starts forced actions (chapters 05.02, 06.03, 08.02).

use krigsspil_engine::{Centimetres, Figures, Men, Turns};
use krigsspil_field::prelude::*;
use serde_json::json;

use super::fires::order_of;
use super::forced::{Driven, DrivenBy};
use super::lines::{least_off, nearest_place};
use super::state_changes::{rebuild, set_order};
use super::struck::Side;
use super::{Go, Run, item};
use crate::battle::bodies::plain;
use crate::battle::legal::unit_arm;
use crate::battle::order::UnitOrder;
use crate::battle::state::*;
use crate::battle::terrain::cover_against;
use crate::procedures::artillery_fire::ArtilleryFireResult;
use crate::procedures::attack::SupportCheck;
use crate::procedures::casualties::Casualties;
use crate::procedures::forced::Pinning;
use crate::procedures::morale::{LossCause, MoraleTest};
use crate::vocabulary::*;

/// The cause of a unit's losses.
#[derive(Clone, Debug)]
pub(super) enum Cause {
    /// Fire from this many centimetres.
    Fire { cm: f64, from: Point, small_arms: bool },
    /// A melee, in which it lost more than the other or not; the other's figures that fought, and his throw.
    Melee { more: bool, mounted: bool, from: Point, side: Side, figures: i32, throw: [i32; 2] },
}

impl Cause {
    /// Where it came from.
    fn place(&self) -> Point {
        match self {
            Cause::Fire { from, .. } | Cause::Melee { from, .. } => *from,
        }
    }

    /// The description of what drives the unit, if this breaks it.
    fn driven(&self, unit: UnitId, order: Order, placed: &Placed) -> Driven {
        let (by, side) = match self {
            Cause::Fire { from, .. } => (DrivenBy::Fire, Side::of_place(placed, *from)),
            Cause::Melee { side, .. } => (DrivenBy::Attack, *side),
        };
        Driven { unit, order, by, from: self.place(), side }
    }

    /// The rules for recording losses and for generals who fall.
    fn rules(&self) -> (&'static str, &'static str) {
        match self {
            Cause::Fire { small_arms: true, .. } => ("05.02.2", "05.02.7"),
            Cause::Fire { .. } => ("06.03.2", "06.03.9"),
            Cause::Melee { .. } => ("07.05.2", "07.05.4"),
        }
    }
}

/// Material that artillery destroys and damages (§06.03.3, §06.03.4).
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(super) struct MaterialLost {
    pub horses: i32,
    /// Damaged and destroyed.
    pub guns: [i32; 2],
    /// Damaged and destroyed.
    pub limbers: [i32; 2],
    pub wagon: bool,
}

/// A loss to record.
#[derive(Clone, Debug)]
pub(super) struct Blow {
    pub by: UnitId,
    pub target: UnitId,
    pub men: i32,
    pub general_falls: bool,
    pub cause: Cause,
    pub material: MaterialLost,
}

impl Blow {
    pub(super) fn new(by: UnitId, target: UnitId, men: i32, general_falls: bool, cause: Cause) -> Blow {
        Blow { by, target, men, general_falls, cause, material: MaterialLost::default() }
    }

    pub(super) fn with_material(mut self, result: &ArtilleryFireResult) -> Blow {
        self.material = MaterialLost {
            horses: result.horses_killed,
            guns: [result.guns_damaged, result.guns_destroyed],
            limbers: [result.limbers_damaged, result.limbers_destroyed],
            wagon: result.wagon_destroyed,
        };
        self
    }
}

impl Run<'_> {
    /// Records all losses, then tests morale, then makes the forced moves (step 3 of the rulings' turn). All of this is simultaneous: who
    /// falls and who is supported depends on where everybody stood, not on who is tested first.
    pub(super) fn book(&mut self, blows: Vec<Blow>) -> Go {
        let blows = self.in_place(blows);
        let with: Vec<Vec<PostId>> = blows.iter().map(|blow| self.generals_struck(blow)).collect();
        let mut removed = Vec::new();
        for blow in &blows {
            let booked = item(self, |run| {
                let removed = run.book_one(blow)?;
                run.material(blow.target, blow.material);
                Ok(removed)
            })?;
            removed.push(booked.unwrap_or(0));
        }
        for (blow, with) in blows.iter().zip(&with) {
            self.generals_fall(blow.target, with, blow.cause.rules().1);
        }
        let supported: Vec<bool> = blows.iter().map(|blow| self.supported(blow.target)).collect();
        let mut driven: Vec<Driven> = Vec::new();
        for ((blow, removed), supported) in blows.iter().zip(removed).zip(supported) {
            item(self, |run| {
                if !run.unit(blow.target).here() {
                    return Ok(());
                }
                run.test(blow, (removed, supported), &mut driven)
            })?;
        }
        self.drive(driven)
    }

    /// The blows that one unit takes at one moment, in the order of the places from which they come: it decides which of them breaks the
    /// unit, and so from whom it retires.
    fn in_place(&self, mut blows: Vec<Blow>) -> Vec<Blow> {
        let targets: Vec<UnitId> = blows.iter().map(|blow| blow.target).collect();
        blows.sort_by(|one, other| self.battle.by_place(one.by, other.by));
        let mut next = |target: UnitId| {
            blows.iter().position(|blow| blow.target == target).map(|first| blows.remove(first))
        };
        targets.into_iter().filter_map(&mut next).collect()
    }

    /// The generals who fall with a unit, because they were with it when it was hit.
    fn generals_struck(&self, blow: &Blow) -> Vec<PostId> {
        if blow.general_falls && blow.men > 0 { self.generals_with(blow.target) } else { Vec::new() }
    }

    /// Every 20 men remove a figure (§05.02.2).
    fn book_one(&mut self, blow: &Blow) -> Go<i32> {
        let unit = self.unit(blow.target);
        // Small arms that cost no men have not hit; a shot that struck has hit (ruling 48).
        let hit = match blow.cause {
            Cause::Fire { small_arms, .. } => !small_arms || blow.men > 0,
            Cause::Melee { .. } => false,
        };
        if unit.wagon.is_some() || blow.men <= 0 || !unit.here() {
            self.unit_mut(blow.target).now.under_fire |= hit;
            return Ok(0);
        }
        let facts = Casualties {
            original_figures: Figures(unit.original.clamp(1, 400)),
            prior_loss_men: Men(unit.lost_men),
            figures_captured: Figures(unit.captured),
            loss_men: Men(blow.men.clamp(0, 5000)),
        };
        let booked = plain(&facts, self.tables)?;
        let lost = booked.total_loss_men.0 - unit.lost_men;
        let unit = self.unit_mut(blow.target);
        if let Cause::Fire { cm, from, .. } = blow.cause
            && lost > 0
            && unit.now.struck_from.is_none_or(|(nearest, _)| cm < nearest)
        {
            unit.now.struck_from = Some((cm, from));
        }
        unit.lost_men = booked.total_loss_men.0;
        unit.figures = booked.figures_left.0;
        unit.now.lost |= lost > 0;
        unit.now.under_fire |= hit;
        let removed = booked.figures_removed.0;
        let told = json!({"men": lost, "figures": removed});
        self.tell("loses_men", blow.cause.rules().0, &[blow.target], told);
        if booked.destroyed {
            self.destroyed(blow.target, blow.cause.rules().0);
        } else if removed > 0 {
            rebuild(self.battle, self.tables, blow.target);
        }
        Ok(removed)
    }

    /// A unit without figures leaves the table.
    pub(super) fn destroyed(&mut self, unit: UnitId, rule: &'static str) {
        self.halt(unit);
        // Guns in position stay where they are when nobody is left to serve them (§08.02.6).
        if self.unit(unit).battery.as_ref().is_some_and(|battery| battery.guns[0] + battery.guns[1] > 0) {
            self.abandon_guns(unit);
        }
        let gone = self.unit_mut(unit);
        gone.figures = gone.figures.max(0);
        gone.presence = Presence::Gone;
        gone.melee.clear();
        self.battle.waiting.retain(|waiting| *waiting != unit);
        self.tell("destroyed", rule, &[unit], json!({}));
        self.leave_staff_behind(unit);
        if self.unit(unit).wagon.is_some() {
            self.materiel_stands();
        }
    }

    /// Tests morale if figures were removed (§08.02.7), and pins or turns away after close fire (§04.02.6, §04.02.7).
    fn test(&mut self, blow: &Blow, (removed, supported): (i32, bool), driven: &mut Vec<Driven>) -> Go {
        let unit = blow.target;
        if self.unit(unit).order == Order::Rout {
            return Ok(());
        }
        let before = self.unit(unit).order;
        let mut came_into_lu = false;
        if removed > 0 {
            let facts = self.morale_facts(blow, removed, supported);
            let result = self.roll_own(("tests_morale", "08.02.7"), unit, json!({}), &facts)?;
            came_into_lu = result.result == OrderResult::LightDisorder && before.reached_by(result.result);
            let to = Order::from(result.result);
            if matches!(to, Order::Disorder | Order::Rout) && before.reached_by(result.result) {
                // The catch depends on how they fought, before the beaten break up.
                let caught = match blow.cause {
                    Cause::Melee { figures, throw, .. } if to == Order::Rout => {
                        self.caught(blow.by, figures, unit).map(|caught| (caught, throw))
                    }
                    _ => None,
                };
                let struck = blow.cause.driven(unit, to, &self.unit(unit).placed);
                self.worsen(unit, to, "08.02.7");
                driven.push(struck);
                if let Some((caught, throw)) = caught {
                    self.take_prisoners(blow.by, unit, throw, &caught)?;
                }
                return Ok(());
            }
            if came_into_lu && before == Order::Good {
                self.worsen(unit, Order::LightDisorder, "08.02.7");
            }
        }
        if let Cause::Fire { cm, .. } = blow.cause {
            let turns = blow.cause.driven(unit, Order::LightDisorder, &self.unit(unit).placed);
            self.pin(unit, came_into_lu, blow.men, cm, turns, driven)?;
        }
        Ok(())
    }

    fn pin(
        &mut self,
        unit: UnitId,
        came_into_lu: bool,
        men: i32,
        cm: f64,
        turns: Driven,
        driven: &mut Vec<Driven>,
    ) -> Go {
        let pinned = self.unit(unit);
        if pinned.wagon.is_some() || matches!(pinned.order, Order::Disorder | Order::Rout) {
            return Ok(());
        }
        let facts = Pinning {
            arm: unit_arm(pinned),
            came_into_lu,
            loss_men: Men(men.clamp(0, 1000)),
            fire_distance_cm: Centimetres(cm.clamp(0.0, 400.0)),
            pinned_turns_left: Turns(pinned.pinned_left.clamp(0, 2)),
        };
        let result = plain(&facts, self.tables)?;
        if result.turn_and_withdraw {
            driven.push(turns);
        } else if result.pinned && result.pinned_turns_left.0 > 0 && (came_into_lu || result.renewed) {
            self.halt(unit);
            let pinned = self.unit_mut(unit);
            pinned.order = Order::Pinned;
            pinned.quiet = 0;
            pinned.now.entered = true;
            pinned.pinned_left = result.pinned_turns_left.0;
            pinned.pinned_from = Some(turns.from);
            self.tell("pinned", "04.02.7", &[unit], json!({}));
        }
        Ok(())
    }

    /// Puts a unit into a worse order and reports it.
    pub(super) fn worsen(&mut self, unit: UnitId, to: Order, rule: &'static str) {
        set_order(self.battle, self.tables, unit, to);
        let about = json!({"order": to});
        if to == Order::LightDisorder {
            // Nobody outside sees that its officers have lost some control over it (§08.02.3).
            self.tell_own("comes_into", rule, unit, about);
        } else {
            self.tell("comes_into", rule, &[unit], about);
        }
    }

    fn morale_facts(&self, blow: &Blow, removed: i32, support: bool) -> MoraleTest {
        let unit = self.unit(blow.target);
        let from = blow.cause.place();
        let (cause, cm, small_arms, more, mounted) = match blow.cause {
            Cause::Fire { cm, small_arms, .. } => (LossCause::Fire, cm, small_arms, false, false),
            Cause::Melee { more, mounted, .. } => (LossCause::Melee, 0.0, false, more, mounted),
        };
        let fires = matches!(unit.now.order, Some(UnitOrder::Fire { .. }));
        // A unit that has announced a retreat is moving, like others with an order to move.
        let goes = unit.now.moved || unit.now.order == Some(UnitOrder::Retreat);
        let still = unit.todo.is_empty() && !goes;
        MoraleTest {
            arm: unit_arm(unit),
            figures_removed: Figures(removed.clamp(1, 400)),
            detached_companies: if unit.detached { unit.companies_at_start().clamp(0, 40) } else { 0 },
            original_figures: Figures(unit.original.clamp(1, 400)),
            figures_left: Figures(unit.figures.clamp(0, 400)),
            support,
            general: self.general_with(blow.target),
            cover: cover_against(self.battle, blow.target, from),
            melee_with_mounted: mounted && !unit.mounted_cavalry(),
            more_losses_in_melee: more,
            fired_on_flank_or_rear: cause == LossCause::Fire && flanked(unit, from),
            not_answering_fire: small_arms && still && !fires && !unit.now.fired,
            order: order_of(unit),
            valeur: unit.valeur,
            cause,
            fire_distance_cm: Centimetres(cm.clamp(0.0, 400.0)),
        }
    }

    /// A friend of the brigade stands behind it in good array (§07.03.5).
    pub(super) fn supported(&self, unit: UnitId) -> bool {
        self.supporters(unit).next().is_some()
    }

    /// The units that support a unit, by id.
    pub(super) fn supporters(&self, unit: UnitId) -> impl Iterator<Item = UnitId> + '_ {
        let held = self.unit(unit);
        self.battle.here().filter(move |&other| {
            let friend = self.unit(other);
            if other == unit || friend.side != held.side || friend.wagon.is_some() || friend.battery.is_some()
            {
                return false;
            }
            let front = &friend.placed;
            let angle = least_off(front.pose().at, front.frame().ahead, &held.placed);
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

/// Is it fired at in flank or rear: does the line of the measured distance (§05.01.3) reach it at 45 degrees or more off its front, like a
/// flank attack (§07.03.4)? A house has no flanks (§02.04.3).
fn flanked(unit: &Unit, from: Point) -> bool {
    let way = from - nearest_place(&unit.placed, from);
    unit.building.is_none()
        && way.length() > 0.0
        && Face::looking(way, unit.placed.frame().ahead) != Face::Front
}
