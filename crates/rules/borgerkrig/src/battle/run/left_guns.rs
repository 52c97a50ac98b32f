//! Guns without their gunners (§04.02.12, §08.02.6, ruling 16).

use krigsspil_field::prelude::*;
use serde_json::json;

use super::detach::share;
use super::{Go, Run, each};
use crate::battle::order::UnitOrder;
use crate::battle::questions::{MAN_GUNS, ManGuns};
use crate::battle::state::*;
use crate::tables::Tables;
use crate::vocabulary::*;

/// Where a battery's abandoned guns stand, if its gunners have left them.
pub(in crate::battle) fn left_guns(battle: &Battle, tables: &Tables, unit: UnitId) -> Option<Placed> {
    let battery = battle.units[unit].battery.as_ref()?;
    let pose = battery.abandoned.filter(|_| battery.guns[0] + battery.guns[1] > 0)?;
    let mut guns = battle.units[unit].clone();
    (guns.order, guns.formation) = (Order::Good, Formation::Line);
    guns.battery.as_mut()?.abandoned = None;
    crate::battle::bodies::body(&guns, tables, &battle.ground).and_then(|body| body.at(pose)).ok()
}

/// How gunners of another battery come to man abandoned guns.
enum Crew {
    /// Their own guns stand elsewhere: all of the gunners come.
    Whole,
    /// The gunners who are not needed at their own guns.
    Spare(i32),
}

impl Run<'_> {
    /// An enemy in contact takes abandoned guns; otherwise gunners in contact man them again: their own, or those of another battery of the
    /// side, if its player wants it (ruling 16).
    pub(super) fn guns_manned_or_taken(&mut self) -> Go {
        let units: Vec<UnitId> = self.battle.units.ids().collect();
        each(self, &units, |run, &unit| match left_guns(run.battle, run.tables, unit) {
            Some(guns) => run.manned_or_taken(unit, &guns),
            None => Ok(()),
        })?;
        Ok(())
    }

    fn manned_or_taken(&mut self, unit: UnitId, guns: &Placed) -> Go {
        let side = self.unit(unit).side;
        let taker = self.battle.here().find(|&enemy| {
            let enemy = self.unit(enemy);
            enemy.side != side && enemy.steady() && enemy.wagon.is_none() && in_contact(&enemy.placed, guns)
        });
        if let Some(taker) = taker {
            if let Some(battery) = &mut self.unit_mut(unit).battery {
                battery.guns = [0, 0, battery.guns.iter().sum()];
            }
            self.tell("guns_taken", "08.02.6", &[unit, taker], json!({}));
        } else if self.back_at_the_guns(unit, guns) {
            self.man(unit, guns.pose());
            self.tell("guns_manned", "08.02.6", &[unit], json!({}));
        } else {
            self.manned_by_others(unit, guns)?;
        }
        Ok(())
    }

    /// Do a battery's own gunners touch the guns they left, or come out of their shelter (§04.02.12)?
    fn back_at_the_guns(&self, unit: UnitId, guns: &Placed) -> bool {
        let gunners = self.unit(unit);
        let sheltered = gunners.battery.as_ref().is_some_and(|battery| battery.sheltered);
        gunners.steady() && (sheltered || in_contact(&gunners.placed, guns))
    }

    /// Puts gunners at their guns.
    fn man(&mut self, unit: UnitId, pose: Pose) {
        let manned = self.unit_mut(unit);
        if let Some(battery) = &mut manned.battery {
            (battery.abandoned, battery.hit, battery.repair) = (None, None, None);
        }
        manned.formation = Formation::Line;
        manned.pose = pose;
        self.stand_anew(unit);
    }

    /// Other gunners of the side who touch the guns may man them.
    fn manned_by_others(&mut self, unit: UnitId, guns: &Placed) -> Go {
        let side = self.unit(unit).side;
        let near: Vec<UnitId> = self
            .battle
            .here()
            .filter(|&other| other != unit && self.unit(other).side == side)
            .filter(|&other| in_contact(&self.unit(other).placed, guns))
            .collect();
        for other in near {
            let Some(crew) = self.crew_of(other) else { continue };
            if self.ask(&MAN_GUNS, other, Some(unit))? == ManGuns::Man {
                let manning = match crew {
                    Crew::Whole => self.change_guns(other, unit),
                    Crew::Spare(figures) => self.tell_off_gunners(other, unit, figures),
                };
                self.man(manning, guns.pose());
                self.tell("guns_manned_by", "08.02.6", &[manning, unit], json!({}));
                break;
            }
        }
        Ok(())
    }

    /// Whom a battery could send to other guns: two guns need one gunner (ruling 47).
    fn crew_of(&self, unit: UnitId) -> Option<Crew> {
        let gunners = self.unit(unit);
        let battery = gunners.battery.as_ref().filter(|_| gunners.steady() && gunners.melee.is_empty())?;
        if battery.limbered || battery.sheltered || gunners.figures <= 0 {
            return None;
        }
        if battery.abandoned.is_some() {
            let own = left_guns(self.battle, self.tables, unit);
            let at_own = own.is_some_and(|own| in_contact(&gunners.placed, &own));
            return (!at_own).then_some(Crew::Whole);
        }
        let needed = (battery.guns[0] + battery.guns[1] + 1) / 2;
        let spare = gunners.figures - needed.max(1);
        (spare > 0).then_some(Crew::Spare(spare))
    }

    /// Gunners without guns take these as their own; the guns they left go to the other battery.
    fn change_guns(&mut self, gunners: UnitId, unit: UnitId) -> UnitId {
        let theirs = self.unit_mut(gunners).battery.take();
        let found = std::mem::replace(&mut self.unit_mut(unit).battery, theirs);
        self.unit_mut(gunners).battery = found;
        gunners
    }

    /// Spare gunners of a battery, as many as the guns need, become the crew of these guns: a unit of their own.
    fn tell_off_gunners(&mut self, from: UnitId, unit: UnitId, spare: i32) -> UnitId {
        let whole = self.unit(from).clone();
        let Some(left) = &mut self.unit_mut(unit).battery else { return from };
        let found = left.clone();
        (left.guns, left.limbers) = ([0; 3], [0; 3]);
        let share = share(&whole, spare.min((found.guns[0] + found.guns[1] + 1) / 2));
        self.give_up(from, &share);
        let made = self.new_detachment(from, &whole, share);
        let crew = self.unit_mut(made);
        crew.battery = Some(found);
        crew.detached = false;
        crew.now = ThisTurn { order: Some(UnitOrder::Stand), moved: true, ..ThisTurn::default() };
        self.made_known_with(made, from);
        made
    }
}
