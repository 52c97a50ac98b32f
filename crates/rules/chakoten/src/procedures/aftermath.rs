//! Chapters 12 and 13: what follows a melee.

use krigsspil_engine::dice::Dice;
use krigsspil_engine::{About, Fault, Figures, Group, Listener, Procedure};

use super::attack::{TOO_FEW, a_quarter_of};
use crate::tables::Tables;
use crate::vocabulary::*;

/// A continued attack may not turn more than this without an order (§12.02.5).
const CONTINUED_DEG: f64 = 20.0;

krigsspil_engine::facts! {
    /// A finished melee.
    pub struct AfterMelee {
        winner: MeleeWinner, "12.02.2";
        loser_order_after: Order = Order::Good, "12.02.4";
        winner_order: Order = Order::Good, "03.03.2";
        angle_deg: f64 [0..=180] = 0.0, "12.02.5";
        beyond_20_ordered: bool = false, "12.02.6";
        light_cavalry: bool = false, "12.02.6";
        worthwhile_target: bool = false, "12.02.6";
        storming: bool = false, "07.02.5";
    }
}

krigsspil_engine::outcome! {
    /// What either side may do.
    pub struct AfterMeleeResult {
        stand: bool;
        may_withdraw: bool;
        attacker_may_follow: bool;
        winner_may_move_on: bool;
        may_cross_break_in: bool;
        may_attack_new_target: bool;
    }
}

impl Procedure for AfterMelee {
    type Tables = Tables;
    type Outcome = AfterMeleeResult;
    const ABOUT: About = About {
        name: "after_melee",
        group: Group::Melee,
        dice: "",
        cites: &["03.03.2", "12.02.4", "12.02.5", "12.02.6", "12.02.7"],
    };

    fn resolve<D: Dice, L: Listener>(
        &self,
        _: &Tables,
        _: &mut D,
        _: &mut L,
    ) -> Result<AfterMeleeResult, Fault> {
        let attacker_won = self.winner == MeleeWinner::Attacker;
        let beaten = self.winner != MeleeWinner::None && !self.loser_order_after.intact();
        let stand = !beaten;
        let master = attacker_won && beaten && self.winner_order.intact();
        let wide = self.beyond_20_ordered || (self.light_cavalry && self.worthwhile_target);
        Ok(AfterMeleeResult {
            stand,
            may_withdraw: stand,
            attacker_may_follow: stand || attacker_won,
            winner_may_move_on: beaten,
            may_cross_break_in: master && self.loser_order_after == Order::Rout,
            may_attack_new_target: master && (self.angle_deg <= CONTINUED_DEG || (wide && !self.storming)),
        })
    }
}

krigsspil_engine::facts! {
    /// A won melee.
    pub struct Prisoners {
        winner_result: i32 [-30..=60], "skema XVIII";
        melee_units: i32 [0..=40], "skema XVIII";
        winner_cavalry: bool = false, "13.04.1";
        loser_cavalry: bool = false, "skema XVIII";
        winner_defended: bool = false, "13.04.2";
        loser_not_fu: bool = false, "13.04.1";
        position_not_held: bool = false, "13.04.1";
        loser_figures: Figures [0..=500] = Figures(500), "13.04.3";
    }
}

krigsspil_engine::outcome! {
    /// The prisoners taken.
    pub struct PrisonersResult {
        per_unit: i32;
        figures: Figures;
    }
}

impl Procedure for Prisoners {
    type Tables = Tables;
    type Outcome = PrisonersResult;
    const ABOUT: About = About {
        name: "prisoners",
        group: Group::Melee,
        dice: "",
        cites: &["13.04.1", "13.04.2", "13.04.3", "skema XVIII"],
    };

    fn resolve<D: Dice, L: Listener>(
        &self,
        tables: &Tables,
        _: &mut D,
        _: &mut L,
    ) -> Result<PrisonersResult, Fault> {
        let per_unit = tables.melee.prisoners(self.winner_result, self.winner_cavalry && !self.loser_cavalry);
        let taken = !self.winner_defended && !self.loser_not_fu && !self.position_not_held;
        let figures =
            if taken { Figures(per_unit * self.melee_units).min(self.loser_figures) } else { Figures(0) };
        Ok(PrisonersResult { per_unit, figures })
    }
}

/// A unit surrenders after losing this many attacks in a row while in rout (§13.02.2).
const BEATEN_TWICE: i32 = 2;

krigsspil_engine::facts! {
    /// A unit under attack.
    pub struct Surrender {
        figures: Figures [1..=500], "12.02.3";
        cavalry: bool = false, "13.02.2";
        beaten_in_fu: i32 [0..=20] = 0, "13.02.2";
        attacker_figures: Figures [1..=500], "13.02.2";
        attacker_cavalry: bool = false, "13.02.2";
    }
}

krigsspil_engine::outcome! {
    /// Whether it surrenders.
    pub struct SurrenderResult {
        surrenders: bool;
        reason: SurrenderReason;
    }
}

impl Procedure for Surrender {
    type Tables = Tables;
    type Outcome = SurrenderResult;
    const ABOUT: About =
        About { name: "surrender", group: Group::Melee, dice: "", cites: &["12.02.3", "13.02.2"] };

    fn resolve<D: Dice, L: Listener>(
        &self,
        _: &Tables,
        _: &mut D,
        _: &mut L,
    ) -> Result<SurrenderResult, Fault> {
        let weight = |figures: Figures, cavalry| if cavalry { 2 * figures.0 } else { figures.0 };
        let strong = a_quarter_of(
            weight(self.attacker_figures, self.attacker_cavalry),
            weight(self.figures, self.cavalry),
        );
        let reason = match self.figures.0 {
            ..=TOO_FEW => SurrenderReason::TooFew,
            _ if self.beaten_in_fu >= BEATEN_TWICE && strong => SurrenderReason::BeatenTwice,
            _ => SurrenderReason::None,
        };
        Ok(SurrenderResult { surrenders: reason != SurrenderReason::None, reason })
    }
}
