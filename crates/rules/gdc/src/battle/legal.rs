//! What may be ordered, and why not.

use krigsspil_engine::Refusal;
use krigsspil_engine::battle::Refused;
use krigsspil_field::prelude::*;

use super::aim;
use super::bodies;
use super::onset;
use super::order::{ShiftWay, Step as Pace1, UnitOrder};
use super::pace::{Going, Pace};
use super::phases::Step;
use super::refusals::*;
use super::run::telling::plain;
use super::state::*;
use super::terrain::{self, Class};
use super::walk::{Course, strides};
use crate::armies::vocabulary::Nation;
use crate::procedures::battery_march::BatteryPace;
use crate::procedures::chits::{
    ChitAction, ChitArm, ChitCode, ChitFacing, ChitFormation, ChitSet, TacticalChit, TacticalChitNeeded,
    TacticalChitResult,
};
use crate::procedures::formation::*;
use crate::procedures::special_formations::{Dismount, MountAction, Posture, Prone, ProneNation};
use crate::tables::Tables;
use crate::vocabulary::*;

/// What may be ordered in a battle as its seat supposes it.
#[derive(Clone, Copy)]
pub(super) struct Law<'a> {
    pub battle: &'a Battle,
    pub tables: &'a Tables,
}

type Lawful<T = ()> = Result<T, &'static Refusal>;

fn unless(bad: bool, why: &'static Refusal) -> Lawful {
    if bad { Err(why) } else { Ok(()) }
}

/// The refusal that stands for a rule that forbids a charge.
fn charge_refusal(cite: &str) -> &'static Refusal {
    match cite {
        "9.4.C" => &NEVER_CHARGES,
        "9.61-b" => &IN_CONTACT,
        "3.5" => &IN_RECALL,
        "10.6.E" => &SKIRMISH_CHANGED,
        "4.1.B" | "4.1.C" | "4.1.E" => &TURNED_TOO_FAR,
        "5.3.B" | "5.2.H" | "5.2.C" => &WIDE_WHEEL,
        "5.3.F" => &CHARGED_THRICE,
        "opt.anti-artillery" => &IS_PRONE,
        "10.5.G" => &MASS_CANNOT_CHARGE,
        "2.56" => &COMMAND_LOST_GENERAL,
        "chart.morale-failure" => &FAILED_CHECK,
        "2.1.C" | "2.1.E" => &TARGET_NOT_SEEN,
        "11.5.B" => &WOODS_IN_THE_WAY,
        "11.3.C" => &FORD_IN_THE_WAY,
        "5.2.D" | "5.3.D" => &FRIEND_IN_THE_WAY,
        "10.3.F" | "10.3.B" | "5.2.K" | "10.6.I" | "10.6.J" | "5.3.E" => &NOT_THIS_TARGET,
        _ => &CANNOT_CHARGE,
    }
}

impl Law<'_> {
    fn own(&self, unit: UnitId) -> &Unit {
        &self.battle.units[unit]
    }

    /// Is a kind of order open to a unit in this phase?
    pub fn open(&self, unit: UnitId, kind: &str) -> Lawful {
        let own = self.own(unit);
        unless(!own.here(), &NOT_ON_THE_TABLE)?;
        let step = self.battle.phase();
        if own.inside.is_some() || matches!(kind, "garrison" | "leave" | "allocate" | "flee") {
            return self.in_zone(own, step, kind);
        }
        match (step, kind) {
            (_, "stand") => Ok(()),
            (Step::Charges, "assault") => self.may_assault(own, unit),
            (Step::InitialFire | Step::SecondaryFire, "fire_zone") => self.guns_fire(own, unit, step),
            (Step::Command, "chits") => unless(!own.chits.needed, &NO_CHIT_NEEDED),
            (Step::Formation, "change" | "prone" | "dismount") => self.may_change(own, unit, kind),
            (Step::InitialFire | Step::SecondaryFire, "fire") => self.guns_fire(own, unit, step),
            (Step::SkirmishFire | Step::Volleys, "fire") => self.muskets_fire(own, unit, step),
            (Step::Charges, "charge") => self.may_charge(own, unit),
            (Step::Gallops, "gallop") => self.may_gallop(own, unit),
            (Step::Movement, _) => self.may_march(own, unit, kind),
            _ => Err(&NOT_NOW),
        }
    }

    /// What a unit in a zone may do (§12.2, §12.4.A, §12.5.B, §12.6.10, §12.6.11).
    fn in_zone(&self, own: &Unit, step: Step, kind: &str) -> Lawful {
        let assaults = own.turn.assaults.is_some();
        let contested = own.inside.is_some_and(|inside| self.battle.contested(inside.zone));
        match (step, kind) {
            (_, "stand") => Ok(()),
            (Step::Zones, "allocate") => unless(!assaults && !contested, &NOT_IN_ZONE),
            (Step::Zones, "flee") => {
                let engaged = own.inside.and_then(|inside| {
                    inside.sector.map(|sector| self.battle.zones[inside.zone].sectors[sector].engaged)
                });
                unless(!contested || own.inside.is_none(), &NOT_IN_ZONE)?;
                unless(engaged == Some(true) && !self.battle.fixed.options.withdraw_engaged, &IN_CONTACT)
            }
            _ if own.inside.is_none() => Err(&NOT_IN_ZONE),
            (Step::Formation, "garrison") => unless(contested, &IN_CONTACT),
            (Step::Movement, "leave") => {
                unless(contested, &IN_CONTACT)?;
                unless(own.turn.shaken, &FAILED_CHECK)?;
                let early = own
                    .inside
                    .is_some_and(|inside| self.battle.may_leave(self.tables, inside) > self.battle.turn);
                unless(early || own.inside.is_some_and(|inside| inside.sector.is_some()), &ZONE_TRAFFIC)
            }
            _ => Err(&IN_A_ZONE),
        }
    }

    fn may_assault(&self, own: &Unit, unit: UnitId) -> Lawful {
        self.may_charge(own, unit)?;
        unless(own.fights_as() == Arm::Cavalry, &NOT_THIS_TARGET)
    }

    /// An assault on a zone that enemies hold: straight ahead to its edge (§12.5.A).
    pub fn assault(&self, unit: UnitId, name: &str) -> Lawful<usize> {
        let own = self.own(unit);
        let zone = self.battle.zone(name).ok_or(&NO_SUCH_ZONE)?;
        let enemy =
            self.battle.fixed.sides.ids().any(|side| side != own.side && self.battle.stands_in(zone, side));
        unless(!enemy, &NOT_AN_ENEMY)?;
        let way = onset::onset(self.battle, self.tables, unit, 0.0);
        let first = way.enemies.first().map_or(way.reach, |(at, _)| at.min(way.reach));
        let end = way.course.at(first);
        let near = self.battle.zones[zone].body().is_some_and(|body| distance(&end, &body) <= 2.0);
        unless(!near, &OUT_OF_REACH)?;
        Ok(zone)
    }

    fn fire_zone(&self, unit: UnitId, name: &str) -> Lawful {
        let zone = self.battle.zone(name).ok_or(&NO_SUCH_ZONE)?;
        unless(!aim::zone_targets(self.battle, self.tables, unit).contains(&zone), &NOT_IN_LANE)
    }

    fn allocate(&self, unit: UnitId, name: &str, sector: i32) -> Lawful {
        let zone = self.battle.zone(name).ok_or(&NO_SUCH_ZONE)?;
        let own = self.own(unit);
        let his = own.turn.assaults == Some(zone) || own.inside.is_some_and(|inside| inside.zone == zone);
        let sector = sector as usize - 1;
        unless(!his || sector >= self.battle.zones[zone].sectors.len(), &NO_SUCH_ZONE)?;
        // Garrisons stay in their sectors while it is contested, and so do Engaged units (§12.5.C.2-b).
        unless(
            own.inside.is_some_and(|inside| inside.sector.is_some_and(|held| held != sector)),
            &GARRISON_STAYS,
        )
    }

    fn may_change(&self, own: &Unit, unit: UnitId, kind: &str) -> Lawful {
        unless(own.guns(), &GUNS_CHANGE_LATER)?;
        unless(self.battle.fighting(unit), &IN_CONTACT)?;
        unless(own.chits.needed && own.chits.blue.is_none(), &CHIT_FORBIDS)?;
        match kind {
            "prone" => unless(!self.battle.fixed.options.prone, &MAY_NOT_LIE_DOWN),
            "dismount" => unless(own.arm != Arm::Cavalry, &MAY_NOT_DISMOUNT),
            _ => unless(own.prone, &IS_PRONE),
        }
    }

    fn guns_fire(&self, own: &Unit, unit: UnitId, step: Step) -> Lawful {
        unless(!own.guns(), &DOES_NOT_FIRE)?;
        unless(own.abandoned(), &GUNS_ABANDONED)?;
        unless(!own.unlimbered(), &UNLIMBER_FIRST)?;
        unless(self.battle.fighting(unit), &IN_CONTACT)?;
        let spent = own.turn.crossed_water
            || step == Step::SecondaryFire && (own.turn.no_second_fire || own.turn.fired_secondary);
        unless(spent, &GUNS_SPENT)?;
        let may = aim::battery_left(self.tables, own).is_some_and(|left| left.may_fire);
        unless(!may, &NO_AMMUNITION)
    }

    fn muskets_fire(&self, own: &Unit, unit: UnitId, step: Step) -> Lawful {
        unless(own.guns(), &DOES_NOT_FIRE)?;
        let skirmish = aim::fires_as_skirmishers(own);
        let volley = own.arm == Arm::Infantry && own.formed();
        unless(if step == Step::SkirmishFire { !skirmish } else { !volley }, &DOES_NOT_FIRE)?;
        unless(
            self.battle.fighting(unit) || self.battle.charge_of(unit).is_some() && own.turn.fought,
            &IN_CONTACT,
        )?;
        unless(own.prone, &IS_PRONE)?;
        unless(own.arm == Arm::Cavalry && own.recall.is_some(), &IN_RECALL)
    }

    fn may_charge(&self, own: &Unit, unit: UnitId) -> Lawful {
        unless(own.guns(), &NEVER_CHARGES)?;
        unless(self.battle.fighting(unit), &IN_CONTACT)?;
        unless(own.turn.shaken, &FAILED_CHECK)?;
        unless(
            !own.turn.may_charge,
            if own.turn.skirmish_changed { &SKIRMISH_CHANGED } else { &TURNED_TOO_FAR },
        )?;
        unless(own.stance == Stance::Square, &CANNOT_CHARGE)?;
        unless(own.recall.is_some(), &IN_RECALL)?;
        let white = own.chits.white;
        let ordered = match own.fights_as() {
            Arm::Cavalry => matches!(white, Some(ChitCode::Pursue | ChitCode::Return)),
            _ => white == Some(ChitCode::Attack),
        };
        unless(own.chits.needed && !ordered, &CHIT_FORBIDS)
    }

    fn may_gallop(&self, own: &Unit, unit: UnitId) -> Lawful {
        unless(!own.guns(), &ONLY_GUNS)?;
        unless(own.abandoned(), &GUNS_ABANDONED)?;
        let foot = own.battery.as_ref().is_none_or(|battery| battery.kind == BatteryKind::Foot);
        unless(foot, &ONLY_HORSE_ARTILLERY)?;
        unless(own.stance != Stance::Limbered, &LIMBER_FIRST)?;
        unless(own.turn.shaken, &FAILED_CHECK)?;
        unless(self.battle.charged(unit), &CHARGES_OR_CHARGED)?;
        unless(own.chits.needed && own.chits.white != Some(ChitCode::Gallop), &CHIT_FORBIDS)
    }

    fn may_march(&self, own: &Unit, unit: UnitId, kind: &str) -> Lawful {
        unless(self.battle.fighting(unit), &IN_CONTACT)?;
        unless(own.turn.shaken, &FAILED_CHECK)?;
        unless(own.abandoned(), &GUNS_ABANDONED)?;
        unless(own.prone || own.turn.prone_changed, &IS_PRONE)?;
        let charges = self.battle.charge_of(unit).is_some() || self.battle.charged(unit);
        unless(charges, &CHARGES_OR_CHARGED)?;
        unless(!own.turn.may_move, &NO_MOVE_LEFT)?;
        self.guns_march(own, kind)?;
        let white = own.chits.white;
        let allowed = match kind {
            "limber" | "unlimber" => white == Some(ChitCode::Limber),
            _ => white == Some(ChitCode::Move),
        };
        unless(own.chits.needed && !allowed, &CHIT_FORBIDS)
    }

    /// What the state of a battery lets it do (§6.31).
    fn guns_march(&self, own: &Unit, kind: &str) -> Lawful {
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
                unless(limbered || own.turn.moved, &UNLIMBER_FIRST)?;
                unless(kind == "limber_and_move" && own.turn.fired_initial, &FIRED_BEFORE)
            }
            _ => Err(&NOT_NOW),
        }
    }

    /// Checks an order; what it refuses by rule names the field.
    pub fn check(&self, unit: UnitId, order: &UnitOrder) -> Result<(), Refused> {
        let refused = |why: &'static Refusal| Refused::ByRule("order".into(), why);
        self.open(unit, super::order_kind(order)).map_err(refused)?;
        match order {
            UnitOrder::Stand | UnitOrder::Limber { .. } | UnitOrder::Unlimber => Ok(()),
            UnitOrder::Garrison | UnitOrder::Leave { .. } | UnitOrder::Flee => Ok(()),
            UnitOrder::FireZone { zone } => self.fire_zone(unit, zone).map_err(refused),
            UnitOrder::Assault { zone } => self.assault(unit, zone).map(drop).map_err(refused),
            UnitOrder::Allocate { zone, sector } => self.allocate(unit, zone, *sector).map_err(refused),
            UnitOrder::Chits { blue, white } => self.chits(unit, *blue, *white).map_err(refused),
            UnitOrder::Change { formation, degrees } => {
                self.change(unit, *formation, *degrees).map(drop).map_err(refused)
            }
            UnitOrder::Prone => self.prone(unit).map_err(refused),
            UnitOrder::Dismount => self.dismount(unit).map_err(refused),
            UnitOrder::Fire { target, castings, also } => self.fire(unit, target, *castings, also.as_deref()),
            UnitOrder::Charge { target, wheel, orders } => {
                self.charge(unit, target, *wheel, *orders).map(drop)
            }
            UnitOrder::Move { steps, strategic, unlimber } => {
                self.march(unit, steps, *strategic, *unlimber).map_err(refused)
            }
            UnitOrder::Shift { way, yards } => self.shift(unit, *way, *yards).map_err(refused),
            UnitOrder::Gallop { steps } => self.gallop(unit, steps).map_err(refused),
            UnitOrder::Turn { .. } | UnitOrder::Prolonge { .. } | UnitOrder::LimberAndMove { .. } => Ok(()),
        }
    }

    fn chit(&self, code: ChitCode) -> Lawful<TacticalChitResult> {
        plain(self.tables, &TacticalChit { code }).map_err(|_| &WRONG_CHIT)
    }

    fn chits(&self, unit: UnitId, blue: Option<ChitCode>, white: Option<ChitCode>) -> Lawful {
        let own = self.own(unit);
        for (code, set) in [(blue, ChitSet::FacingFormation), (white, ChitSet::MovementCharge)] {
            let Some(code) = code else { continue };
            let chit = self.chit(code)?;
            let horse_guns = own.battery.as_ref().is_some_and(|battery| battery.kind != BatteryKind::Foot);
            let fits = match chit.arm {
                ChitArm::Any => true,
                ChitArm::Infantry => own.fights_as() == Arm::Infantry,
                ChitArm::Cavalry => own.arm == Arm::Cavalry,
                ChitArm::InfantryOrCavalry => !own.guns(),
                ChitArm::Artillery => own.guns(),
                ChitArm::HorseArtillery => horse_guns,
            };
            unless(chit.set != set || !fits, &WRONG_CHIT)?;
        }
        Ok(())
    }

    /// Does the blue chit order this change?
    fn chit_orders(&self, own: &Unit, formation: Option<Stance>, degrees: f64, skirmish: bool) -> Lawful {
        if !own.chits.needed {
            return Ok(());
        }
        let chit = self.chit(own.chits.blue.ok_or(&CHIT_FORBIDS)?)?;
        let turned = degrees.abs().round() as i32;
        let fits = match chit.action {
            ChitAction::ChangeSkirmishStatus => skirmish && turned == 0,
            ChitAction::FormSquare => formation == Some(Stance::Square) && turned == 0,
            ChitAction::AssumeFormation => {
                let wanted = match chit.formation {
                    ChitFormation::Line => Stance::Line,
                    _ => Stance::Column,
                };
                let way = match chit.facing {
                    ChitFacing::None => turned == 0,
                    ChitFacing::Left => degrees <= 0.0,
                    ChitFacing::Right => degrees >= 0.0,
                    ChitFacing::About => true,
                };
                !skirmish
                    && formation.unwrap_or(own.stance) == wanted
                    && way
                    && (chit.min_degrees..=chit.max_degrees).contains(&turned)
            }
            _ => false,
        };
        unless(!fits, &CHIT_FORBIDS)
    }

    /// The body of a unit after a change, where there is room for it.
    pub fn changed(&self, unit: UnitId, stance: Stance, degrees: f64) -> Lawful<Placed> {
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

    fn enemy_within(&self, unit: UnitId, yards: i32) -> bool {
        self.battle.enemy_yards(unit).is_some_and(|near| near <= yards)
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
        let in_field = terrain::stands_on(self.battle, &own.placed, Class::Ploughed)
            || terrain::stands_on(self.battle, &own.placed, Class::Ripe);
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
        let near = self.battle.enemies_of(own.side).filter(|&enemy| self.battle.yards(unit, enemy) <= 300);
        let mut faces: Vec<Face> = near
            .map(|enemy| {
                Face::looking(
                    self.battle.units[enemy].placed.centre() - own.placed.centre(),
                    own.placed.frame().ahead,
                )
            })
            .collect();
        faces.sort();
        faces.dedup();
        let reaches = |post: &PostId| {
            let held = &self.battle.posts[*post];
            let radius = match &*held.rank {
                "army" => Commander::Army.control_radius(),
                _ => Commander::CorpsOrLower.control_radius(),
            };
            held.rider.is_here()
                && held.rider.side == own.side
                && (held.rider.with == Some(unit) || self.battle.general_yards(*post, unit) <= radius.0)
        };
        let mut generals = self.battle.posts.ids().filter(reaches);
        let general = generals.find(|&post| !self.battle.generals[post].squared);
        let facts = FormSquare {
            enemy_sides_within_300: faces.len() as i32,
            general_attached_or_in_radius: general.is_some(),
            general_already_used: false,
            skirmish_status: own.unformed(),
        };
        let allowed = plain(self.tables, &facts).is_ok_and(|square| square.allowed);
        (allowed, general.filter(|_| facts.enemy_sides_within_300 < 3))
    }

    fn prone(&self, unit: UnitId) -> Lawful {
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

    fn dismount(&self, unit: UnitId) -> Lawful {
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

    /// An enemy by his id, whom the seat knows of.
    pub fn enemy(&self, unit: UnitId, id: &str) -> Lawful<UnitId> {
        let target = self.battle.unit(id).filter(|&target| self.battle.units[target].here());
        let target = target.ok_or(&TARGET_UNSEEN)?;
        unless(
            self.battle.units[target].side == self.own(unit).side || self.battle.units[target].abandoned(),
            &NOT_AN_ENEMY,
        )?;
        Ok(target)
    }

    fn fire(
        &self,
        unit: UnitId,
        target: &str,
        castings: Option<i32>,
        also: Option<&str>,
    ) -> Result<(), Refused> {
        let by = |field: &str, why: &'static Refusal| Refused::ByRule(field.into(), why);
        let own = self.own(unit);
        let target = self.enemy(unit, target).map_err(|why| by("target", why))?;
        if own.guns() {
            let lane = aim::gun_targets(self.battle, self.tables, unit);
            let found = lane.iter().any(|one| one.unit == target);
            return unless(!found, &NOT_IN_LANE).map_err(|why| by("target", why));
        }
        self.musket(unit, target).map_err(|why| by("target", why))?;
        let splits = castings.is_some() || also.is_some();
        if splits {
            let halves = castings.is_some_and(|castings| castings >= 4 && own.castings - castings >= 4);
            let infantry = own.unformed() && self.battle.phase() == Step::SkirmishFire;
            unless(!infantry || !halves || also.is_none(), &NO_SPLIT).map_err(|why| by("castings", why))?;
            let also = also.ok_or_else(|| by("also", &NO_SPLIT))?;
            let also = self.enemy(unit, also).map_err(|why| by("also", why))?;
            self.musket(unit, also).map_err(|why| by("also", why))?;
        }
        Ok(())
    }

    /// Can a unit's muskets or carbines hit another?
    pub fn musket(&self, unit: UnitId, target: UnitId) -> Lawful {
        let own = self.own(unit);
        unless(self.battle.fighting(target), &CANNOT_BE_HIT)?;
        unless(self.battle.yards(unit, target) > 350, &CANNOT_BE_HIT)?;
        unless(!aim::bears_on(self.battle, unit, target), &NOT_BEFORE_THE_FRONT)?;
        let eligible = match self.battle.phase() == Step::SkirmishFire {
            true => plain_eligible(
                self.tables,
                &aim::skirmish_facts(self.battle, self.tables, unit, target, own.castings, false),
            ),
            false => volley_eligible(self.tables, &aim::volley_facts(self.battle, self.tables, unit, target)),
        };
        unless(!eligible, &CANNOT_BE_HIT)
    }

    /// A charge (§5.1): whom, and by which wheel.
    pub fn charge(
        &self,
        unit: UnitId,
        target: &str,
        wheel: Option<f64>,
        orders: ChargeOrders,
    ) -> Result<(UnitId, f64), Refused> {
        let by = |why: &'static Refusal| Refused::ByRule("target".into(), why);
        let target = self.enemy(unit, target).map_err(by)?;
        self.charge_at(unit, target, wheel, orders).map(|wheel| (target, wheel)).map_err(by)
    }

    /// The wheel of a lawful charge.
    pub fn charge_at(
        &self,
        unit: UnitId,
        target: UnitId,
        wheel: Option<f64>,
        orders: ChargeOrders,
    ) -> Lawful<f64> {
        let own = self.own(unit);
        if own.mounted() && own.chits.needed {
            let laid = if orders == ChargeOrders::Pursue { ChitCode::Pursue } else { ChitCode::Return };
            unless(own.chits.white != Some(laid), &CHIT_FORBIDS)?;
        }
        let both = own.turn.reformed && own.turn.turned > 0;
        let wheel = wheel
            .map_or_else(|| onset::wheel_for(self.battle, self.tables, unit, target), Some)
            .ok_or(&OUT_OF_REACH)?;
        unless(wheel != 0.0 && (!own.mounted() || own.unformed()), &WIDE_WHEEL)?;
        unless(wheel != 0.0 && both, &NO_WHEEL)?;
        unless(onset::onset(self.battle, self.tables, unit, wheel).strikes(target).is_none(), &OUT_OF_REACH)?;
        let facts = onset::charge_facts(self.battle, self.tables, unit, target, wheel);
        let may = plain(self.tables, &facts).map_err(|_| &CANNOT_CHARGE)?;
        match may.reasons.first() {
            Some(cite) => Err(charge_refusal(cite)),
            None => Ok(wheel),
        }
    }

    fn march(&self, unit: UnitId, steps: &[Pace1], strategic: bool, unlimber: bool) -> Lawful {
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
        Ok(())
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

    fn shift(&self, unit: UnitId, way: ShiftWay, yards: f64) -> Lawful {
        let own = self.own(unit);
        unless(own.recall.is_some(), &RECALL_MOVES_HOME)?;
        let most = if way == ShiftWay::Back { 150.0 } else { 100.0 };
        unless(yards > most, &SHIFT_TOO_FAR)
    }

    fn gallop(&self, unit: UnitId, steps: &[Pace1]) -> Lawful {
        let later = steps.iter().skip(1).any(|step| matches!(step, Pace1::Wheel { .. }));
        unless(later, &TURN_FIRST)?;
        let end = gallop_end(self.battle, self.tables, unit, steps);
        let own = self.own(unit);
        let enemies = self.battle.enemies_of(own.side);
        let near = enemies.map(|enemy| whole_yards(distance(&end, &self.battle.units[enemy].placed))).min();
        let guard = own.battery.as_ref().is_some_and(|battery| battery.kind == BatteryKind::GuardHorse);
        let least = if guard { 151 } else { 201 };
        unless(near.is_some_and(|near| near < least), &UNLIMBERS_TOO_NEAR)
    }
}

/// How far a battery turns in ordered steps, in whole degrees.
pub(super) fn gun_turn(steps: &[Pace1]) -> i32 {
    let turn = |step: &Pace1| if let Pace1::Wheel { degrees } = step { degrees.abs() } else { 0.0 };
    steps.iter().map(turn).sum::<f64>().round() as i32
}

/// Where a gallop would end on free ground.
pub(super) fn gallop_end(battle: &Battle, tables: &Tables, unit: UnitId, steps: &[Pace1]) -> Placed {
    let course = Course::new(battle, &battle.units[unit].placed, &strides(steps, true));
    let pace = Pace { battle, tables, unit, going: Going::Guns(BatteryPace::Gallop, gun_turn(steps)) };
    course.at(course.reach(|over| pace.allowed(over)))
}

fn plain_eligible(tables: &Tables, facts: &crate::procedures::skirmish_fire::MusketrySkirmish) -> bool {
    lucky(tables, facts).is_some_and(|fire| fire.eligible && fire.chance_percent > 0)
}

fn volley_eligible(tables: &Tables, facts: &crate::procedures::musketry::MusketryVolley) -> bool {
    lucky(tables, facts).is_some_and(|fire| fire.eligible && fire.chance_percent > 0)
}

/// A throw worked out only for what it needs, not for what it brings.
fn lucky<P: krigsspil_engine::Procedure<Tables = Tables>>(tables: &Tables, facts: &P) -> Option<P::Outcome> {
    facts.resolve(tables, &mut krigsspil_engine::dice::ScriptedDice::new(&[1, 1, 1, 1]), &mut ()).ok()
}

/// What a change in the formation phase leaves a unit.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct After {
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

/// Does a body stand on the table, on nobody, and on ground that can be entered?
pub(super) fn stands_clear(battle: &Battle, unit: UnitId, placed: &Placed) -> bool {
    stands_clear_of(battle, unit, placed, &[])
}

/// The same, whoever of these is there.
pub(super) fn stands_clear_of(battle: &Battle, unit: UnitId, placed: &Placed, but: &[UnitId]) -> bool {
    if !battle.fixed.ground.table().holds(placed) {
        return false;
    }
    let others = battle.solid().filter(|other| *other != unit && !but.contains(other));
    let upon = |other: UnitId| {
        let there = &battle.units[other];
        there.placed.extent().meets(placed.extent()) && overlaps(placed, &there.placed)
    };
    !others.into_iter().any(upon) && !terrain::barred(battle, placed)
}

/// Which units need chits this turn (§2.7).
pub(super) fn lay_needed(battle: &mut Battle, tables: &Tables) {
    for unit in battle.units.ids() {
        let needed =
            battle.fixed.options.chits && battle.units[unit].here() && chits_needed(battle, tables, unit);
        battle.units[unit].chits = Chits { needed, ..Chits::default() };
    }
}

fn chits_needed(battle: &Battle, tables: &Tables, unit: UnitId) -> bool {
    let own = &battle.units[unit];
    let enemies =
        || battle.enemies_of(own.side).map(|enemy| (&battle.units[enemy], battle.yards(unit, enemy), enemy));
    let foot = enemies().filter(|(there, ..)| !there.mounted()).map(|(_, yards, _)| yards).min();
    let reached = enemies().any(|(there, yards, enemy)| {
        there.mounted()
            && yards <= super::pace::open_yards(battle, tables, enemy, Going::Charge { wheels: false })
    });
    let facts = TacticalChitNeeded {
        figure_scale: FigureScale::Fifteen,
        nearest_enemy_foot_or_guns_yards: Yards(foot.unwrap_or(20000).clamp(0, 20000)),
        enemy_cavalry_in_charge_reach: reached,
    };
    plain(tables, &facts).is_ok_and(|chit| chit.needed)
}
