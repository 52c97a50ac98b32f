//! Guns are hooked on and brought into position, piece by piece where they march in column (§06.03).

use krigsspil_field::prelude::*;
use krigsspil_turn::ids::UnitId;

use super::Run;
use super::changes::rebuild;
use crate::battle::bodies::gun_base;
use crate::battle::order::{Formation, Step};
use crate::battle::rates::{Limits, rates};
use crate::battle::state::*;
use crate::vocabulary::*;

/// A moment that has just been reached.
const JUST: f64 = 1.0e-9;

impl Run<'_> {
    /// The figure pieces of a battery.
    pub(super) fn figure_pieces(&self, unit: UnitId) -> i32 {
        self.unit(unit).battery.as_ref().map_or(1, |guns| guns.figure_pieces.max(1))
    }

    /// When the gun with this number from the head is in position, in turns from the beginning: in line all together (§06.03.2); in column
    /// each drives up beside the first, and is then unlimbered (§06.03.1).
    pub(super) fn piece_ready_after(&self, unit: UnitId, number: i32) -> f64 {
        let takes = self.limbering(unit, LimberAction::Unlimber, ReadyAfter::Other);
        let battery = self.unit(unit);
        let Ok(gun) = gun_base(self.tables) else { return takes };
        if !battery.formation.marching() || number <= 0 {
            return takes;
        }
        // Gun and limber of each stand behind those before it.
        let (behind, aside) = (2.0 * gun.depth() * f64::from(number), gun.width() * f64::from(number));
        let pace = rates(battery, Gait::March, Limits::default(), self.tables).open();
        takes + if pace > 0.0 { (behind * behind + aside * aside).sqrt() / pace } else { 0.0 }
    }

    /// The figure pieces of a battery that can fire now: all in position, or those of a column that are (§10.01.3).
    pub(super) fn pieces_in_position(&self, unit: UnitId) -> i32 {
        let battery = self.unit(unit);
        let all = self.figure_pieces(unit);
        if battery.unlimbered() {
            return all;
        }
        let Some(doing) = battery.todo.iter().find(|doing| !matches!(doing.step, Step::Halt { .. })) else {
            return 0;
        };
        let with_guns = battery.battery.as_ref().is_some_and(|guns| guns.crew == Crew::AtGuns);
        if !matches!(doing.step, Step::Unlimber { .. })
            || !doing.begun
            || doing.left == NOT_RECKONED
            || !with_guns
        {
            return 0;
        }
        let first = battery.todo.first() == Some(doing);
        let since = battery.planned.filter(|_| first && battery.track.is_some());
        let left = doing.left - since.map_or(0.0, |(since, _)| self.battle.moment - since);
        let spent = self.piece_ready_after(unit, all - 1) - left;
        (0..all).filter(|&piece| self.piece_ready_after(unit, piece) <= spent + JUST).count() as i32
    }

    pub(super) fn set_limbered(&mut self, unit: UnitId, step: Step) {
        let so = self.limbered_so(unit, step);
        let changed = self.unit_mut(unit);
        (changed.battery, changed.formation, changed.pose) = (so.battery, so.formation, so.pose);
        rebuild(self.battle, self.tables, unit);
    }

    /// What takes up room when guns are hooked on: all of them in line, of a column the first gun with its limber (§06.03.3, §06.03.5).
    pub(super) fn hooked_on(&self, unit: UnitId, step: Step, column: bool) -> Unit {
        let mut so = self.limbered_so(unit, step);
        if let Some(guns) = so.battery.as_mut().filter(|_| column) {
            guns.figure_pieces = 1;
        }
        so
    }

    /// A battery after it has limbered or unlimbered: the guns stand where they stood, or have faced about there (§06.03.1 to §06.03.4).
    /// A march column forms behind the gun on the wing to which it turns; the others follow as it marches (§06.03.3).
    pub(super) fn limbered_so(&self, unit: UnitId, step: Step) -> Unit {
        let mut so = self.unit(unit).clone();
        let limbers = matches!(step, Step::Limber { .. });
        let about = matches!(step, Step::Limber { about: true, .. } | Step::Unlimber { about: true });
        if let Some(guns) = &mut so.battery {
            guns.limbered = limbers;
            guns.unready = None;
            if limbers {
                (guns.registered, guns.registered_too) = (None, None);
            }
        }
        so.formation = Formation::Line;
        let Ok(gun) = gun_base(self.tables) else { return so };
        let (mut at, mut facing) = (so.pose.at, so.pose.facing);
        if let Step::Limber { column: true, degrees, .. } = step {
            so.formation = Formation::MarchColumn;
            let wing = if degrees < 0.0 { -0.5 } else { 0.5 };
            let aside = f64::from(self.figure_pieces(unit) - 1) * gun.width() * wing;
            at += facing.ahead().right() * aside;
            let middle = at - facing.ahead() * (gun.depth() / 2.0);
            facing = facing.right_by(Degrees(degrees));
            at = middle + facing.ahead() * (gun.depth() / 2.0);
        }
        if about {
            // Every gun turns where it stands.
            at = at - facing.ahead() * gun.depth();
            facing = facing.right_by(Degrees(180.0));
        }
        so.trail.clear();
        so.pose = Pose::new(at, facing).on_grid();
        so
    }
}
