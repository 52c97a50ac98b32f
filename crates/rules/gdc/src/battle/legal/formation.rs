//! The formation phase (chapter 4): changes of formation and facing, squares, lying down, dismounting.

use krigsspil_field::prelude::*;

use super::{Law, Lawful, stands_clear, unless};
use crate::armies::vocabulary::Nation;
use crate::battle::bodies;
use crate::battle::order::UnitOrder;
use crate::battle::refusals::*;
use crate::battle::run::telling::plain;
use crate::battle::state::*;
use crate::battle::terrain;
use crate::procedures::chits::ChitCode;
use crate::procedures::formation::*;
use crate::procedures::special_formations::{Dismount, MountAction, Posture, Prone, ProneNation};
use crate::vocabulary::*;

impl Law<'_> {
    pub(super) fn may_change(&self, own: &Unit, unit: UnitId, kind: &str) -> Lawful {
        unless(own.guns(), &GUNS_CHANGE_LATER)?;
        unless(self.battle.fighting(unit), &IN_CONTACT)?;
        unless(!self.battle.guard_orders(self.tables, unit).may_change_front, &GUARD_GOES_ON)?;
        unless(own.chits.needed && own.chits.blue.is_none(), &CHIT_FORBIDS)?;
        match kind {
            "prone" => unless(!self.battle.fixed.options.prone, &MAY_NOT_LIE_DOWN),
            "dismount" => unless(own.arm != Arm::Cavalry || own.ratings.elephants, &MAY_NOT_DISMOUNT),
            "swarm" => unless(!own.unformed(), &NOT_CAPABLE),
            _ => unless(own.prone, &IS_PRONE),
        }
    }

    /// The body of a unit after a change, where there is room for it.
    fn changed(&self, unit: UnitId, stance: Stance, degrees: f64) -> Lawful<Placed> {
        let own = self.own(unit);
        let body = bodies::body(own, stance, self.tables).map_err(|_| &NO_ROOM)?;
        let facing = own.placed.pose().facing.right_by(Degrees(degrees)).on_grid();
        // A change of formation keeps the middle of the front, a change of facing the middle of the unit.
        let pose = match degrees == 0.0 {
            true => own.placed.pose(),
            false => bodies::about_middle(&own.placed, &body, facing),
        };
        let placed = body.at(pose).map_err(|_| &NO_ROOM)?;
        unless(!stands_clear(self.battle, unit, &placed), &NO_ROOM)?;
        Ok(placed)
    }

    /// A change of formation, of facing, or of both (§4.1, §4.2): what it leaves the unit, and how it stands.
    pub fn change(
        &self,
        unit: UnitId,
        formation: Option<Stance>,
        degrees: f64,
    ) -> Lawful<(Placed, Stance, After)> {
        let own = self.own(unit);
        let formation = formation.filter(|stance| *stance != own.stance);
        let turned = degrees.abs().round() as i32;
        unless(formation.is_none() && turned == 0, &NO_CHANGE)?;
        unless(formation.is_some_and(|stance| !own.stances().contains(&stance)), &NO_FORMATION)?;
        let to = formation.unwrap_or(own.stance);
        let skirmish = (to == Stance::Skirmish) != own.unformed();
        unless(
            skirmish && (own.ratings.cossacks || own.ratings.indians || own.dismounted),
            &ALWAYS_SKIRMISH,
        )?;
        self.chit_orders(own, formation, degrees, skirmish)?;
        let after = match own.fights_as() {
            Arm::Cavalry => self.horse_change(unit, own, formation, turned, skirmish)?,
            _ if to == Stance::Square && own.stance != Stance::Square => self.square(unit)?,
            _ => self.foot_change(unit, own, formation, turned, skirmish)?,
        };
        // Skirmishers reform in line facing the nearest enemy (§4.4).
        let degrees = match skirmish && own.unformed() {
            true => self.turn_at_enemy(unit),
            false => degrees,
        };
        let to = if skirmish && own.unformed() { Stance::Line } else { to };
        let placed = self.changed(unit, to, degrees)?;
        Ok((placed, to, After { turned, reformed: formation.is_some() && !skirmish, skirmish, ..after }))
    }

    /// Skirmishers in so many ranks (§10.6.M), about the middle of their front.
    pub fn swarm(&self, unit: UnitId, ranks: i32) -> Lawful<Placed> {
        let own = self.own(unit);
        unless(own.chits.needed, &CHIT_FORBIDS)?;
        unless(ranks == own.swarm_ranks() || ranks > own.castings, &NO_CHANGE)?;
        let mut other = own.clone();
        other.ranks = ranks;
        let body = bodies::body(&other, own.stance, self.tables).map_err(|_| &NO_ROOM)?;
        let placed = body.at(own.placed.pose()).map_err(|_| &NO_ROOM)?;
        unless(!stands_clear(self.battle, unit, &placed), &NO_ROOM)?;
        Ok(placed)
    }

    fn turn_at_enemy(&self, unit: UnitId) -> f64 {
        let own = self.own(unit);
        let enemies = self.battle.enemies_of(own.side);
        let nearest = enemies.min_by(|&a, &b| {
            let near = |enemy| distance(&own.placed, &self.battle.units[enemy].placed);
            near(a).total_cmp(&near(b)).then_with(|| self.battle.comes_first(a, b))
        });
        nearest.map_or(0.0, |enemy| {
            let to = self.battle.units[enemy].placed.centre() - own.placed.centre();
            own.placed.pose().facing.turn_to(Bearing::of(to)).0.round()
        })
    }

    fn foot_change(
        &self,
        unit: UnitId,
        own: &Unit,
        formation: Option<Stance>,
        turned: i32,
        skirmish: bool,
    ) -> Lawful<After> {
        let facts = InfantryChange {
            change: match (skirmish, formation, turned) {
                (true, ..) if own.unformed() => FootChange::SkirmishToFormed,
                (true, ..) => FootChange::FormedToSkirmish,
                (_, Some(_), 0) => FootChange::Formation,
                (_, Some(_), _) => FootChange::FacingAndFormation,
                _ => FootChange::Facing,
            },
            facing_degrees: turned,
            enemy_within_300: self.enemy_within(unit, 300),
            morale_not_good: own.status() != Status::Good,
            not_capable: !own.ratings.skirmishers,
        };
        let left = plain(self.tables, &facts).map_err(|_| &NO_CHANGE)?;
        unless(!left.allowed, if left.cite == "4.1.G" { &ENEMY_WITHIN_300 } else { &NOT_CAPABLE })?;
        Ok(After {
            moves: left.may_move,
            charges: left.may_charge,
            counters: left.may_counter_charge,
            ..After::NOTHING
        })
    }

    fn horse_change(
        &self,
        unit: UnitId,
        own: &Unit,
        formation: Option<Stance>,
        turned: i32,
        skirmish: bool,
    ) -> Lawful<After> {
        let in_field = terrain::in_field(self.battle, &own.placed);
        let facts = CavalryChange {
            change: match (skirmish, formation, turned) {
                (true, ..) => HorseChange::SkirmishStatus,
                (_, Some(_), 0) => HorseChange::Formation,
                (_, Some(_), _) => HorseChange::FacingAndFormation,
                _ => HorseChange::Facing,
            },
            wheel_degrees: 0,
            unformed: own.unformed(),
            in_ploughed_field: in_field,
            enemy_within_300: self.enemy_within(unit, 300),
            morale_not_good: own.status() != Status::Good,
            not_capable: !own.ratings.skirmishers,
        };
        let left = plain(self.tables, &facts).map_err(|_| &NO_CHANGE)?;
        let why = match () {
            () if !skirmish => &FIELD_HOLDS_CAVALRY,
            () if facts.enemy_within_300 => &ENEMY_WITHIN_300,
            () => &NOT_CAPABLE,
        };
        unless(!left.change_allowed, why)?;
        let charges = left.charge_rate != ChargeRate::None;
        Ok(After { charges, counters: charges, rate: left.charge_rate, ..After::NOTHING })
    }

    /// A square in the formation phase: by three enemies around, or by a general (§4.11, R14).
    fn square(&self, unit: UnitId) -> Lawful<After> {
        let (allowed, general) = self.square_by(unit);
        unless(!allowed, &NO_SQUARE)?;
        Ok(After { moves: true, charges: false, counters: false, general, ..After::NOTHING })
    }

    /// May it form square now, and by which general?
    pub fn square_by(&self, unit: UnitId) -> (bool, Option<PostId>) {
        let own = self.own(unit);
        let sides = self.sides_near(unit);
        let general = if sides >= 3 { None } else { self.general_for_square(unit) };
        let facts = FormSquare {
            enemy_sides_within_300: sides as i32,
            general_attached_or_in_radius: general.is_some(),
            general_already_used: false,
            skirmish_status: own.unformed(),
        };
        let allowed = plain(self.tables, &facts).is_ok_and(|square| square.allowed);
        (allowed, general)
    }

    /// The generals who reach a unit and have formed no square this turn.
    fn generals_in_reach(&self, unit: UnitId) -> Vec<PostId> {
        let side = self.own(unit).side;
        let reaches = |post: &PostId| {
            let held = &self.battle.posts[*post];
            let radius = match &*held.rank {
                "army" => Commander::Army.control_radius(),
                _ => Commander::CorpsOrLower.control_radius(),
            };
            held.rider.is_here()
                && held.rider.side == side
                && (held.rider.with == Some(unit) || self.battle.general_yards(*post, unit) <= radius.0)
        };
        let free = self.battle.posts.ids().filter(|&post| !self.battle.generals[post].squared);
        free.filter(reaches).collect()
    }

    /// The general who forms its square: one that the squares written before it can spare (§4.11.B).
    fn general_for_square(&self, unit: UnitId) -> Option<PostId> {
        let written = |other: &UnitId| {
            let there = self.own(*other);
            let square =
                matches!(there.written, Some(UnitOrder::Change { formation: Some(Stance::Square), .. }));
            *other != unit && square && there.stance != Stance::Square && self.sides_near(*other) < 3
        };
        let others = self.battle.friends_of(self.own(unit).side).filter(written);
        let others: Vec<Vec<PostId>> = others.map(|other| self.generals_in_reach(other)).collect();
        let own = self.generals_in_reach(unit);
        own.into_iter().find(|&general| spared(&others, &mut vec![general]))
    }

    /// Sides of a unit on which enemies stand within 300 yards.
    fn sides_near(&self, unit: UnitId) -> usize {
        let own = self.own(unit);
        let near = self.battle.enemies_of(own.side).filter(|&enemy| self.battle.yards(unit, enemy) <= 300);
        let mut faces: Vec<Face> = near
            .map(|enemy| {
                let to = self.battle.units[enemy].placed.centre() - own.placed.centre();
                Face::looking(to, own.placed.frame().ahead)
            })
            .collect();
        faces.sort();
        faces.dedup();
        faces.len()
    }

    pub(super) fn prone(&self, unit: UnitId) -> Lawful {
        let own = self.own(unit);
        let chit = own.chits.blue == Some(ChitCode::Prone);
        unless(own.chits.needed && !chit, &CHIT_FORBIDS)?;
        let facts = Prone {
            nation: match own.ratings.nation {
                Nation::GreatBritain => ProneNation::Britain,
                Nation::Portugal => ProneNation::Portugal,
                Nation::Brunswick => ProneNation::Brunswick,
                Nation::Hanover => ProneNation::Hanover,
                _ => ProneNation::Other,
            },
            infantry: own.arm == Arm::Infantry,
            state: Posture::Standing,
            charged: false,
        };
        let may = plain(self.tables, &facts).is_ok_and(|prone| prone.may_go_prone);
        unless(!own.prone && (!may || own.stance == Stance::Square), &MAY_NOT_LIE_DOWN)?;
        unless(self.enemy_within(unit, 300), &ENEMY_WITHIN_300)
    }

    pub(super) fn dismount(&self, unit: UnitId) -> Lawful {
        let own = self.own(unit);
        unless(own.chits.needed && own.chits.blue != Some(ChitCode::Dismount), &CHIT_FORBIDS)?;
        let facts = Dismount {
            action: if own.dismounted { MountAction::Remount } else { MountAction::Dismount },
            cavalry_class: own.ratings.class,
            british: own.ratings.nation == Nation::GreatBritain,
            lancers: own.ratings.lancers,
            in_recall: own.recall.is_some(),
            other_phase: false,
            in_zone_garrison: false,
        };
        let allowed = plain(self.tables, &facts).is_ok_and(|mount| mount.allowed);
        unless(!allowed, &MAY_NOT_DISMOUNT)?;
        let stance = if own.dismounted { Stance::Column } else { Stance::Skirmish };
        let mut other = own.clone();
        other.dismounted = !own.dismounted;
        let body = bodies::body(&other, stance, self.tables).map_err(|_| &NO_ROOM)?;
        let placed = body.at(own.placed.pose()).map_err(|_| &NO_ROOM)?;
        unless(!stands_clear(self.battle, unit, &placed), &NO_ROOM)
    }
}

/// Is there a general for each of these, beside those who are taken?
fn spared(wanted: &[Vec<PostId>], taken: &mut Vec<PostId>) -> bool {
    let Some((first, rest)) = wanted.split_first() else { return true };
    first.iter().any(|general| {
        if taken.contains(general) {
            return false;
        }
        taken.push(*general);
        let found = spared(rest, taken);
        taken.pop();
        found
    })
}

/// What a change in the formation phase leaves a unit.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(in crate::battle) struct After {
    pub moves: bool,
    pub charges: bool,
    pub counters: bool,
    pub rate: ChargeRate,
    pub turned: i32,
    pub reformed: bool,
    pub skirmish: bool,
    /// The general who formed the square.
    pub general: Option<PostId>,
}

impl After {
    const NOTHING: After = After {
        moves: true,
        charges: true,
        counters: true,
        rate: ChargeRate::Full,
        turned: 0,
        reformed: false,
        skirmish: false,
        general: None,
    };
}
