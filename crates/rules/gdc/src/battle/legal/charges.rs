//! The charge phase (chapter 5): who may charge whom.

use krigsspil_engine::Refusal;
use krigsspil_engine::battle::Refused;

use super::{Law, Lawful, unless};
use crate::battle::onset::{self, Ways};
use crate::battle::refusals::*;
use crate::battle::run::telling::plain;
use crate::battle::state::*;
use crate::battle::terrain;
use crate::procedures::chits::ChitCode;
use crate::vocabulary::*;

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
        "10.3.F" | "10.3.B" => &NOT_FOR_COSSACKS,
        "5.2.K" => &NOT_FORMED_CAVALRY,
        "10.6.I" | "10.6.J" => &NOT_BY_SKIRMISHERS,
        "5.3.E" => &NOT_THIS_TARGET,
        "opt.india" => &NOT_BY_ELEPHANTS,
        _ => &CANNOT_CHARGE,
    }
}

impl Law<'_> {
    pub(super) fn may_charge(&self, own: &Unit, unit: UnitId) -> Lawful {
        unless(own.guns(), &NEVER_CHARGES)?;
        unless(self.battle.fighting(unit), &IN_CONTACT)?;
        unless(own.turn.shaken, &FAILED_CHECK)?;
        unless(
            !own.turn.may_charge,
            if own.turn.skirmish_changed { &SKIRMISH_CHANGED } else { &TURNED_TOO_FAR },
        )?;
        unless(own.stance == Stance::Square, &CANNOT_CHARGE)?;
        unless(own.recall.is_some(), &IN_RECALL)?;
        unless(self.battle.general_lost(unit).is_some(), &COMMAND_LOST_GENERAL)?;
        let white = own.chits.white;
        let ordered = match own.fights_as() {
            Arm::Cavalry => matches!(white, Some(ChitCode::Pursue | ChitCode::Return)),
            _ => white == Some(ChitCode::Attack),
        };
        unless(own.chits.needed && !ordered, &CHIT_FORBIDS)
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
        self.charge_along(&mut self.ways(unit), unit, target, wheel, orders)
    }

    /// The charges of a unit, none laid out yet.
    pub fn ways(&self, unit: UnitId) -> Ways<'_> {
        Ways::new(self.battle, self.tables, unit)
    }

    /// The same, along ways that are laid out once for all whom it might charge.
    pub fn charge_along(
        &self,
        ways: &mut Ways<'_>,
        unit: UnitId,
        target: UnitId,
        wheel: Option<f64>,
        orders: ChargeOrders,
    ) -> Lawful<f64> {
        let own = self.own(unit);
        if own.inside.is_some() {
            // Out of a zone: as if it stood before the edge already (§12.6.10).
            let there = self.battle.sortie(self.tables, unit, target).ok_or(&OUT_OF_REACH)?;
            let mut stage = self.battle.clone();
            let sallies = &mut stage.units[unit];
            (sallies.inside, sallies.stance, sallies.placed) = (None, Stance::Column, there);
            return Law { battle: &stage, tables: self.tables }.charge_at(unit, target, wheel, orders);
        }
        if own.mounted() && own.chits.needed {
            let laid = if orders == ChargeOrders::Pursue { ChitCode::Pursue } else { ChitCode::Return };
            unless(own.chits.white != Some(laid), &CHIT_FORBIDS)?;
        }
        let loose = own.mounted() && own.unformed();
        unless(loose && self.battle.units[target].in_square(), &NOT_BY_SKIRMISHERS)?;
        let both = own.turn.reformed && own.turn.turned > 0;
        let wheel = wheel.map_or_else(|| ways.wheel_for(target), Some).ok_or(&OUT_OF_REACH)?;
        unless(wheel != 0.0 && (!own.mounted() || own.unformed()), &WIDE_WHEEL)?;
        unless(wheel != 0.0 && both, &NO_WHEEL)?;
        unless(wheel != 0.0 && terrain::in_field(self.battle, &own.placed), &FIELD_HOLDS_CAVALRY)?;
        let way = ways.after(wheel);
        unless(way.strikes(target).is_none(), &OUT_OF_REACH)?;
        let facts = onset::charge_facts(self.battle, self.tables, unit, target, wheel, way);
        let may = plain(self.tables, &facts).map_err(|_| &CANNOT_CHARGE)?;
        unless(
            !self.battle.directive_lets_at(unit, self.battle.units[target].placed.centre()),
            &DIRECTIVE_FORBIDS,
        )?;
        match may.reasons.first() {
            Some(cite) => Err(charge_refusal(cite)),
            None => Ok(wheel),
        }
    }
}
