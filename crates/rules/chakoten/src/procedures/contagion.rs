//! Chapter 13: a flight that sweeps others along.

use krigsspil_engine::dice::{Dice, Die};
use krigsspil_engine::{About, Fault, Figures, Group, Listener, Points, Procedure};

use super::melee_points::{Clash, Fighter, Side, tell};
use crate::tables::Tables;
use crate::vocabulary::*;

krigsspil_engine::facts! {
    /// The unit in flight.
    pub struct FleeingUnit {
        arm: MeleeArm, "13.05.1";
        figures: Figures [1..=500], "skema XV";
        valeur: i32 [-4..=5] = 0, "skema XV";
        training: i32 [-1..=2] = 0, "skema XV";
        chief_modifier: i32 [-2..=2] = 0, "skema XVI";
        complete_victory: bool = false, "12.03.12";
        uphill: bool = false, "12.03.5";
        obstacle: i32 [0..=3] = 0, "skema XV";
        flank: bool = false, "skema XV";
    }
}

krigsspil_engine::facts! {
    /// The unit it runs into.
    pub struct ThreatenedUnit {
        arm: MeleeArm, "13.05.5";
        formation: ThreatenedFormation = ThreatenedFormation::Line, "13.05.2";
        figures: Figures [1..=500], "skema XV";
        order: SteadyOrder = SteadyOrder::Good, "skema XV";
        valeur: i32 [-4..=5] = 0, "skema XV";
        training: i32 [-1..=2] = 0, "skema XV";
        chief_modifier: i32 [-2..=2] = 0, "skema XVI";
        support: bool = false, "12.03.7";
        complete_victory: bool = false, "12.03.12";
        cover: i32 [0..=3] = 0, "skema XV";
    }
}

krigsspil_engine::facts! {
    /// A flight that runs into a friendly unit.
    pub struct Contagion {
        fleeing: FleeingUnit;
        threatened: ThreatenedUnit;
    }
}

krigsspil_engine::outcome! {
    /// Whether it sweeps that unit along.
    pub struct ContagionResult {
        fleeing_points: Points;
        threatened_points: Points;
        fleeing_modifier: i32;
        threatened_modifier: i32;
        fleeing_total: i32;
        threatened_total: i32;
        difference: i32;
        effect: MeleeEffect;
        threatened_order_after: Order;
    }
}

impl Procedure for Contagion {
    type Tables = Tables;
    type Outcome = ContagionResult;
    const ABOUT: About = About {
        name: "contagion",
        group: Group::Morale,
        dice: "3d6 + 3d6",
        cites: &[
            "13.05.1",
            "13.05.2",
            "13.05.3",
            "13.05.4",
            "13.05.5",
            "skema XV",
            "skema XVII",
            "skema XV.note3",
        ],
    };

    fn resolve<D: Dice, L: Listener>(
        &self,
        tables: &Tables,
        dice: &mut D,
        report: &mut L,
    ) -> Result<ContagionResult, Fault> {
        let fleeing_ranks = [self.fleeing.figures.0];
        let threatened_ranks = [self.threatened.figures.0];
        let fleeing = self.fleeing.fighter(&fleeing_ranks);
        let threatened = self.threatened.fighter(&threatened_ranks);
        let clash = Clash {
            flank: self.fleeing.flank && threatened.has_flanks(),
            contagion: true,
            ..Clash::default()
        };
        let rows = clash.rows(Side::Attacker, &fleeing, &threatened, &tables.melee);
        let mut fleeing_points = Points::new();
        let fleeing_modifier =
            tell(Side::Attacker, Side::Attacker, &rows, &tables.melee, &mut fleeing_points, report);
        let rows = clash.rows(Side::Defender, &threatened, &fleeing, &tables.melee);
        let mut threatened_points = Points::new();
        let threatened_modifier =
            tell(Side::Defender, Side::Defender, &rows, &tables.melee, &mut threatened_points, report);
        let fleeing_total = dice.sum("contagion_fleeing", 3, Die::D6)? + fleeing_modifier;
        let threatened_total = dice.sum("contagion_threatened", 3, Die::D6)? + threatened_modifier;
        let difference = fleeing_total - threatened_total;
        let effect = tables.melee.loser(MeleeBlock::InfantryVAll, difference.max(0));
        Ok(ContagionResult {
            fleeing_points,
            threatened_points,
            fleeing_modifier,
            threatened_modifier,
            fleeing_total,
            threatened_total,
            difference,
            effect,
            threatened_order_after: threatened.order.after(effect.into()),
        })
    }
}

impl FleeingUnit {
    /// As attacker: in rout, and therefore spread, without support, and without a deduction for its rout (ruling 64).
    fn fighter<'a>(&self, ranks: &'a [i32]) -> Fighter<'a> {
        Fighter {
            arm: self.arm,
            formation: MeleeFormation::Skirmish,
            ranks,
            valeur: self.valeur,
            training: self.training,
            chief_modifier: self.chief_modifier,
            complete_victory: self.complete_victory,
            uphill: self.uphill,
            obstacle: self.obstacle,
            ..Fighter::default()
        }
    }
}

impl ThreatenedUnit {
    fn fighter<'a>(&self, ranks: &'a [i32]) -> Fighter<'a> {
        Fighter {
            arm: self.arm,
            formation: self.formation.in_melee(),
            ranks,
            order: self.order.into(),
            valeur: self.valeur,
            training: self.training,
            chief_modifier: self.chief_modifier,
            support: self.support,
            complete_victory: self.complete_victory,
            cover: self.cover,
            ..Fighter::default()
        }
    }
}
