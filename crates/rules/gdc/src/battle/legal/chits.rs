//! Order chits (§2.7): who needs them, which may be laid, and what they order.

use super::{Law, Lawful, unless};
use crate::battle::pace::{Going, open_yards};
use crate::battle::refusals::*;
use crate::battle::run::telling::plain;
use crate::battle::state::*;
use crate::procedures::chits::{
    ChitAction, ChitArm, ChitCode, ChitFacing, ChitFormation, ChitSet, TacticalChit, TacticalChitNeeded,
    TacticalChitResult,
};
use crate::tables::Tables;
use crate::vocabulary::*;

impl Law<'_> {
    fn chit(&self, code: ChitCode) -> Lawful<TacticalChitResult> {
        plain(self.tables, &TacticalChit { code }).map_err(|_| &WRONG_CHIT)
    }

    pub(super) fn chits(&self, unit: UnitId, blue: Option<ChitCode>, white: Option<ChitCode>) -> Lawful {
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
    pub(super) fn chit_orders(
        &self,
        own: &Unit,
        formation: Option<Stance>,
        degrees: f64,
        skirmish: bool,
    ) -> Lawful {
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
}

/// Which units need chits this turn (§2.7).
pub(in crate::battle) fn lay_needed(battle: &mut Battle, tables: &Tables) {
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
        there.mounted() && yards <= open_yards(battle, tables, enemy, Going::Charge { wheels: false })
    });
    let facts = TacticalChitNeeded {
        figure_scale: FigureScale::Fifteen,
        nearest_enemy_foot_or_guns_yards: Yards(foot.unwrap_or(20000).clamp(0, 20000)),
        enemy_cavalry_in_charge_reach: reached,
    };
    plain(tables, &facts).is_ok_and(|chit| chit.needed)
}
