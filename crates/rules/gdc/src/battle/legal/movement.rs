//! The movement phase but for charges (chapter 6): marches, shifts, gallops and what batteries do.

use krigsspil_engine::battle::Heading;
use krigsspil_field::prelude::*;

use super::{Law, Lawful, unless};
use crate::battle::fords;
use crate::battle::order::{ShiftWay, Step as Pace1};
use crate::battle::pace::{Going, Pace};
use crate::battle::refusals::*;
use crate::battle::state::*;
use crate::battle::walk::{Course, strides};
use crate::procedures::battery_march::BatteryPace;
use crate::procedures::chits::ChitCode;
use crate::tables::Tables;
use crate::vocabulary::*;

impl Law<'_> {
    pub(super) fn may_gallop(&self, own: &Unit, unit: UnitId) -> Lawful {
        unless(!own.guns(), &ONLY_GUNS)?;
        unless(own.abandoned(), &GUNS_ABANDONED)?;
        let foot = own.battery.as_ref().is_none_or(|battery| battery.kind == BatteryKind::Foot);
        unless(foot, &ONLY_HORSE_ARTILLERY)?;
        unless(own.stance != Stance::Limbered, &LIMBER_FIRST)?;
        unless(own.turn.shaken, &FAILED_CHECK)?;
        unless(self.battle.charged(unit), &CHARGES_OR_CHARGED)?;
        unless(own.chits.needed && own.chits.white != Some(ChitCode::Gallop), &CHIT_FORBIDS)
    }

    /// A unit within 50 yards of a river section that nobody has searched (§11.3.F.2).
    pub(super) fn may_search(&self, own: &Unit, unit: UnitId) -> Lawful {
        unless(!self.battle.fixed.options.search_fords, &NO_FORD_SEARCH)?;
        unless(self.battle.fighting(unit), &IN_CONTACT)?;
        unless(own.turn.shaken, &FAILED_CHECK)?;
        let river = fords::at_river(self.battle, unit);
        let fresh = river.is_some_and(|river| {
            whole_yards(river.yards) <= 50 && !self.battle.searched.contains(&river.section)
        });
        unless(!fresh, &NO_FORD_SEARCH)
    }

    pub(super) fn may_march(&self, own: &Unit, unit: UnitId, kind: &str) -> Lawful {
        unless(self.battle.fighting(unit), &IN_CONTACT)?;
        unless(own.turn.shaken, &FAILED_CHECK)?;
        unless(own.abandoned(), &GUNS_ABANDONED)?;
        unless(own.prone || own.turn.prone_changed, &IS_PRONE)?;
        let charges = self.battle.charge_of(unit).is_some() || self.battle.charged(unit);
        unless(charges, &CHARGES_OR_CHARGED)?;
        unless(!own.turn.may_move, &NO_MOVE_LEFT)?;
        self.guns_march(own, unit, kind)?;
        let white = own.chits.white;
        let allowed = match kind {
            "limber" | "unlimber" => white == Some(ChitCode::Limber),
            _ => white == Some(ChitCode::Move),
        };
        unless(own.chits.needed && !allowed, &CHIT_FORBIDS)
    }

    /// A position battery stays unlimbered until an enemy is near, a general comes, or one of its corps routs in its sight (opt.position).
    fn stays_in_position(&self, unit: UnitId) -> bool {
        self.battle.position_of(self.tables, unit).is_some_and(|position| !position.may_limber)
    }

    /// What the state of a battery lets it do (§6.31).
    fn guns_march(&self, own: &Unit, unit: UnitId, kind: &str) -> Lawful {
        let limbered = own.stance == Stance::Limbered;
        match kind {
            "move" => unless(own.guns() && !limbered, &LIMBER_FIRST),
            "shift" => unless(own.guns(), &NOT_FOR_GUNS),
            "unlimber" => {
                unless(!own.guns(), &ONLY_GUNS)?;
                unless(own.turn.moved, &NO_MOVE_LEFT)?;
                unless(!limbered, &LIMBER_FIRST)
            }
            "limber" | "turn" | "prolonge" | "limber_and_move" => {
                unless(!own.guns(), &ONLY_GUNS)?;
                unless(own.battery.as_ref().is_some_and(|battery| battery.ship), &IN_POSITION)?;
                unless(limbered || own.turn.moved, &UNLIMBER_FIRST)?;
                unless(kind.starts_with("limber") && self.stays_in_position(unit), &IN_POSITION)?;
                unless(kind == "limber_and_move" && own.turn.fired_initial, &FIRED_BEFORE)
            }
            _ => Err(&NOT_NOW),
        }
    }

    pub(super) fn march(&self, unit: UnitId, steps: &[Pace1], strategic: bool, unlimber: bool) -> Lawful {
        let own = self.own(unit);
        let wheels = |step: &&Pace1| matches!(step, Pace1::Wheel { .. });
        unless(unlimber && !own.guns(), &ONLY_GUNS)?;
        unless(unlimber && strategic, &LIMBER_FIRST)?;
        if own.guns() {
            let later = steps.iter().skip(1).any(|step| matches!(step, Pace1::Wheel { .. }));
            unless(later, &TURN_FIRST)?;
        }
        let both = own.arm == Arm::Cavalry && own.turn.reformed && own.turn.turned > 0;
        unless(both && steps.iter().find(wheels).is_some(), &NO_WHEEL)?;
        unless(own.mounted() && own.unformed() && steps.iter().find(wheels).is_some(), &WIDE_WHEEL)?;
        if strategic {
            unless(self.enemy_within(unit, 1000), &ENEMY_WITHIN_1000)?;
            let column = matches!(own.stance, Stance::Column | Stance::Limbered) || own.arm == Arm::Cavalry;
            unless(own.unformed() || !column, &MARCH_IN_COLUMN)?;
        }
        if own.recall.is_some() {
            self.recall_march(unit, steps)?;
        }
        let course = Course::new(self.battle, &own.placed, &strides(steps, own.guns()));
        let end = course.at(course.length);
        unless(!self.battle.directive_lets(unit, &end), &DIRECTIVE_FORBIDS)?;
        self.where_it_belongs(unit, end.pose().at)
    }

    /// Batteries that are bound to a place: those that saw a rout, and the horse artillery of the French Guard (opt.position, opt.guard-ha).
    fn where_it_belongs(&self, unit: UnitId, to: Point) -> Lawful {
        unless(!self.battle.rout_lets(self.tables, unit, to), &BOUND_FOR_THE_ROUT)?;
        unless(!self.battle.guard_horse_lets(self.tables, unit, to), &GUARD_GUNS_STAY)
    }

    /// Limbered and straight ahead (§6.31.H).
    pub(super) fn limber_and_move(&self, unit: UnitId, facing: Option<Heading>, yards: f64) -> Lawful {
        let pose = self.own(unit).placed.pose();
        let facing = facing.map_or(pose.facing, |Heading(to)| Bearing::degrees(to));
        let end = pose.at + facing.ahead() * yards;
        unless(!self.battle.directive_lets_at(unit, end), &DIRECTIVE_FORBIDS)?;
        self.where_it_belongs(unit, end)
    }

    /// Cavalry in recall moves only toward its baseline and away from the nearest enemy (§3.5).
    fn recall_march(&self, unit: UnitId, steps: &[Pace1]) -> Lawful {
        let own = self.own(unit);
        let end = Course::new(self.battle, &own.placed, &strides(steps, false));
        let end = end.at(end.length);
        let home = Bearing::degrees(self.battle.fixed.sides[own.side].home).ahead();
        let back = (end.centre() - own.placed.centre()).dot(home);
        let near = |body: &Placed| {
            let enemies = self.battle.enemies_of(own.side);
            enemies
                .map(|enemy| distance(body, &self.battle.units[enemy].placed))
                .fold(f64::INFINITY, f64::min)
        };
        let behind = self.battle.enemies_of(own.side).any(|enemy| {
            let to = self.battle.units[enemy].placed.centre() - own.placed.centre();
            to.dot(home) > 0.0 && to.cross(home).abs() <= 500.0
        });
        unless(behind || back <= 0.0 || near(&end) < near(&own.placed), &RECALL_MOVES_HOME)
    }

    pub(super) fn shift(&self, unit: UnitId, way: ShiftWay, yards: f64) -> Lawful {
        let own = self.own(unit);
        unless(own.recall.is_some(), &RECALL_MOVES_HOME)?;
        let most = if way == ShiftWay::Back { 150.0 } else { 100.0 };
        unless(yards > most, &SHIFT_TOO_FAR)
    }

    pub(super) fn gallop(&self, unit: UnitId, steps: &[Pace1]) -> Lawful {
        let later = steps.iter().skip(1).any(|step| matches!(step, Pace1::Wheel { .. }));
        unless(later, &TURN_FIRST)?;
        let end = gallop_end(self.battle, self.tables, unit, steps);
        unless(!self.battle.directive_lets(unit, &end), &DIRECTIVE_FORBIDS)?;
        self.where_it_belongs(unit, end.pose().at)?;
        let own = self.own(unit);
        let enemies = self.battle.enemies_of(own.side);
        let near = enemies.map(|enemy| whole_yards(distance(&end, &self.battle.units[enemy].placed))).min();
        let guard = own.battery.as_ref().is_some_and(|battery| battery.kind == BatteryKind::GuardHorse);
        let least = if guard { 151 } else { 201 };
        unless(near.is_some_and(|near| near < least), &UNLIMBERS_TOO_NEAR)
    }
}

/// How far a battery turns in ordered steps, in whole degrees.
pub(in crate::battle) fn gun_turn(steps: &[Pace1]) -> i32 {
    let turn = |step: &Pace1| if let Pace1::Wheel { degrees } = step { degrees.abs() } else { 0.0 };
    steps.iter().map(turn).sum::<f64>().round() as i32
}

/// Where a gallop would end on free ground.
fn gallop_end(battle: &Battle, tables: &Tables, unit: UnitId, steps: &[Pace1]) -> Placed {
    let course = Course::new(battle, &battle.units[unit].placed, &strides(steps, true));
    let pace = Pace { battle, tables, unit, going: Going::Guns(BatteryPace::Gallop, gun_turn(steps)) };
    course.at(pace.reach(&course))
}
