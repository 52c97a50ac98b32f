//! Chapter 04: forced actions, and what a threatened unit may do outside its order.

use krigsspil_engine::arrayvec::ArrayVec;
use krigsspil_engine::dice::Dice;
use krigsspil_engine::{About, Centimetres, Fault, Group, Listener, Men, Procedure, Turns};

use super::march::Rate;
use super::{CLOSE_FIRE_CM, THREAT_CM, all_that_hold};
use crate::modifiers::fire::{MOUNTED_NEVER_THIN, ONLY_FOOT_PINNED, SURPRISED};
use crate::modifiers::forced::*;
use crate::modifiers::march::{BACKWARD, HALF_HORSES_LOST};
use crate::tables::Tables;
use crate::vocabulary::*;

krigsspil_engine::facts! {
    /// A unit under fire.
    pub struct Pinning {
        arm: UnitArm;
        came_into_lu: bool = false;
        loss_men: Men [0..=1000] = Men(0);
        fire_distance_cm: Centimetres [0..=400];
        pinned_turns_left: Turns [0..=2] = Turns(0);
    }
}

krigsspil_engine::outcome! {
    /// Whether it lies down or turns away.
    pub struct PinningResult {
        pinned: bool;
        pinned_turns_left: Turns;
        renewed: bool;
        turn_and_withdraw: bool;
    }
}

/// The rest of this turn and the whole next one (§04.02.7, ruling 69).
const PINNED_TURNS: Turns = Turns(2);

impl Procedure for Pinning {
    type Tables = Tables;
    type Outcome = PinningResult;
    const ABOUT: About =
        About { name: "pinning", group: Group::Morale, dice: "", cites: &["04.02.6", "04.02.7", "04.02.8"] };

    fn resolve<D: Dice, L: Listener>(
        &self,
        _: &Tables,
        _: &mut D,
        _: &mut L,
    ) -> Result<PinningResult, Fault> {
        let was_pinned = self.pinned_turns_left > Turns(0);
        if was_pinned && !self.arm.on_foot() {
            return Err(Fault::refused("pinned_turns_left", &ONLY_FOOT_PINNED));
        }
        let close = self.fire_distance_cm.0 <= CLOSE_FIRE_CM;
        let shaken = close && self.came_into_lu;
        let renewed = close && was_pinned && self.loss_men > Men(0);
        let lies_down = renewed || (shaken && self.arm.on_foot());
        Ok(PinningResult {
            pinned: lies_down || was_pinned,
            pinned_turns_left: if lies_down { PINNED_TURNS } else { self.pinned_turns_left },
            renewed,
            turn_and_withdraw: shaken && self.arm.turns_away(),
        })
    }
}

krigsspil_engine::choices! {
    /// The causes of forced moves.
    pub enum ForcedCause {
        RoutThisTurn = "fu_this_turn",
        RoutAtStart = "fu_at_start",
        DisorderThisTurn = "u_this_turn",
        DisorderFiredOn = "u_at_start_fired_on",
        TurnAndWithdraw = "turn_and_withdraw",
        ChainEvades = "chain_evades",
    }

    /// The arms, for forced moves.
    pub enum DrivenArm {
        Infantry = "infantry",
        MountedCavalry = "mounted_cavalry",
        FootArtillery = "foot_artillery",
        HorseArtillery = "horse_artillery",
        UnlimberedArtillery = "unlimbered_artillery",
    }
}

krigsspil_engine::facts! {
    /// A unit that is driven back.
    pub struct ForcedMove {
        cause: ForcedCause;
        arm: DrivenArm;
        formation: Formation = Formation::Line;
        terrain: Terrain = Terrain::Open;
        quarters_left: i32 [0..=4] = 4;
        half_horses_lost: bool = false, "06.03.5";
    }
}

krigsspil_engine::outcome! {
    /// How far.
    pub struct ForcedMoveResult {
        row: MarchRow;
        possible: bool;
        distance_cm: Centimetres;
    }
}

impl ForcedMove {
    fn check(&self) -> Result<(), Fault> {
        let troops = matches!(self.arm, DrivenArm::Infantry | DrivenArm::MountedCavalry);
        let turns_away = !matches!(self.arm, DrivenArm::Infantry | DrivenArm::UnlimberedArtillery);
        match self.cause {
            ForcedCause::TurnAndWithdraw if !turns_away => {
                return Err(Fault::refused("arm", &ONLY_HORSES_TURN_AWAY));
            }
            ForcedCause::ChainEvades if !troops => {
                return Err(Fault::refused("arm", &GUNS_FORM_NO_CHAIN));
            }
            ForcedCause::ChainEvades if self.formation != Formation::Chain => {
                return Err(Fault::refused("formation", &ONLY_CHAINS_EVADE));
            }
            _ => {}
        }
        if self.arm == DrivenArm::MountedCavalry && self.formation == Formation::ThinLine {
            return Err(Fault::refused("formation", &MOUNTED_NEVER_THIN));
        }
        Ok(())
    }

    /// The row of skema I: flight in rout, otherwise ordinary march. Gunners flee without their guns (§08.02.6).
    fn row(&self) -> MarchRow {
        let flees = matches!(self.cause, ForcedCause::RoutThisTurn | ForcedCause::RoutAtStart);
        match (self.arm, flees) {
            (DrivenArm::Infantry | DrivenArm::UnlimberedArtillery, true) => MarchRow::InfantryFlight,
            (DrivenArm::MountedCavalry, true) => MarchRow::CavalryFlight,
            (DrivenArm::FootArtillery, true) => MarchRow::FootArtilleryFlight,
            (DrivenArm::HorseArtillery, true) => MarchRow::HorseArtilleryFlight,
            (DrivenArm::Infantry, false) => MarchRow::of_infantry(self.formation),
            (DrivenArm::MountedCavalry, false) => MarchRow::of_cavalry(self.formation),
            (DrivenArm::FootArtillery, false) => MarchRow::FootArtillery,
            (DrivenArm::HorseArtillery, false) => MarchRow::HorseArtillery,
            (DrivenArm::UnlimberedArtillery, false) => MarchRow::UnlimberedArtillery,
        }
    }

    /// How many quarters of a turn it moves.
    fn quarters(&self) -> i32 {
        match (self.cause, self.arm) {
            (ForcedCause::RoutThisTurn, DrivenArm::MountedCavalry) => 4,
            (ForcedCause::RoutThisTurn | ForcedCause::DisorderThisTurn, _) => 2,
            (ForcedCause::TurnAndWithdraw, _) => self.quarters_left,
            (ForcedCause::RoutAtStart | ForcedCause::DisorderFiredOn | ForcedCause::ChainEvades, _) => 4,
        }
    }
}

impl Procedure for ForcedMove {
    type Tables = Tables;
    type Outcome = ForcedMoveResult;
    const ABOUT: About = About {
        name: "forced_move",
        group: Group::Morale,
        dice: "",
        cites: &[
            "04.02.1", "04.02.2", "04.02.3", "04.02.4", "04.02.6", "04.02.10", "06.03.5", "08.02.6",
            "skema I",
        ],
    };

    fn resolve<D: Dice, L: Listener>(
        &self,
        tables: &Tables,
        _: &mut D,
        report: &mut L,
    ) -> Result<ForcedMoveResult, Fault> {
        self.check()?;
        let row = self.row();
        let rate = tables.march.rate(row, self.terrain).map(|cm| {
            let mut rate = Rate::of_cm(cm);
            // Only the whole turn's retreat counts as backward (§04.02.4); the half turn does not (§04.02.3).
            if self.cause == ForcedCause::DisorderFiredOn && !row.backward_free() {
                report.times(&BACKWARD, 1, 2);
                rate = rate.halved();
            }
            if self.half_horses_lost && row.drawn() {
                report.times(&HALF_HORSES_LOST, 1, 2);
                rate = rate.halved();
            }
            rate
        });
        let distance_cm = rate.map_or(Centimetres(0.0), |rate| rate.in_quarters(self.quarters()));
        Ok(ForcedMoveResult { row, possible: rate.is_some(), distance_cm })
    }
}

krigsspil_engine::facts! {
    /// A chain in front of an enemy.
    pub struct ChainEvasion {
        chain: bool = false;
        enemy_distance_cm: Centimetres [0..=500];
        reached_support: bool = false;
        unit_order: SteadyOrder = SteadyOrder::Good;
    }
}

krigsspil_engine::outcome! {
    /// Whether it may fall back, and how it ends.
    pub struct ChainEvasionResult {
        may_evade: bool;
        joins_support: bool;
        order_after: SteadyOrder;
    }
}

impl Procedure for ChainEvasion {
    type Tables = Tables;
    type Outcome = ChainEvasionResult;
    const ABOUT: About = About {
        name: "chain_evasion",
        group: Group::Orders,
        dice: "",
        cites: &["04.02.10", "04.02.8", "07.03.5"],
    };

    fn resolve<D: Dice, L: Listener>(
        &self,
        _: &Tables,
        _: &mut D,
        _: &mut L,
    ) -> Result<ChainEvasionResult, Fault> {
        let may_evade = self.chain && self.enemy_distance_cm.0 <= THREAT_CM;
        let joins_support = may_evade && self.reached_support;
        let order_after = match self.unit_order {
            order if !may_evade => order,
            SteadyOrder::Pinned => SteadyOrder::LightDisorder,
            SteadyOrder::Good if !joins_support => SteadyOrder::LightDisorder,
            order => order,
        };
        Ok(ChainEvasionResult { may_evade, joins_support, order_after })
    }
}

krigsspil_engine::facts! {
    /// Gunners in front of an enemy.
    pub struct GunnersShelter {
        unlimbered: bool = false;
        enemy_distance_cm: Centimetres [0..=500];
        friend_distance_cm: Centimetres [0..=500];
        friend_closed: bool = false;
    }
}

krigsspil_engine::outcome! {
    /// Whether they may run to shelter.
    pub struct GunnersShelterResult {
        may_shelter: bool;
    }
}

impl Procedure for GunnersShelter {
    type Tables = Tables;
    type Outcome = GunnersShelterResult;
    const ABOUT: About =
        About { name: "gunners_shelter", group: Group::Orders, dice: "", cites: &["04.02.12"] };

    fn resolve<D: Dice, L: Listener>(
        &self,
        _: &Tables,
        _: &mut D,
        _: &mut L,
    ) -> Result<GunnersShelterResult, Fault> {
        let near = self.enemy_distance_cm.0 <= THREAT_CM && self.friend_distance_cm.0 <= THREAT_CM;
        Ok(GunnersShelterResult { may_shelter: self.unlimbered && self.friend_closed && near })
    }
}

krigsspil_engine::choices! {
    /// What prevents an attacked unit from firing.
    pub enum DefensiveFireBar {
        NotAttacked = "not_attacked",
        NotStationary = "not_stationary",
        HasMoved = "has_moved",
        HasFired = "has_fired",
        MarchedThrough = "marched_through",
        FiresAfterShock = "fires_after_shock",
        NoAmmunition = "no_ammunition",
        Rout = "rout",
    }
}

krigsspil_engine::facts! {
    /// An attacked unit that wants to fire.
    pub struct DefensiveFireCheck {
        attacked: bool = false;
        stationary: bool = false;
        has_moved: bool = false;
        has_fired: bool = false;
        marched_through: bool = false;
        fires_after_shock: bool = false;
        ammunition: bool = false;
        unit_order: Order = Order::Good;
    }
}

krigsspil_engine::outcome! {
    /// Whether it may fire.
    pub struct DefensiveFireCheckResult {
        may_fire: bool;
        modifier: i32;
        bars: ArrayVec<DefensiveFireBar, 8>;
    }
}

impl Procedure for DefensiveFireCheck {
    type Tables = Tables;
    type Outcome = DefensiveFireCheckResult;
    const ABOUT: About = About {
        name: "defensive_fire_check",
        group: Group::Fire,
        dice: "",
        cites: &["04.02.13", "07.02.2", "05.01.1"],
    };

    fn resolve<D: Dice, L: Listener>(
        &self,
        tables: &Tables,
        _: &mut D,
        report: &mut L,
    ) -> Result<DefensiveFireCheckResult, Fault> {
        let bars = all_that_hold([
            (!self.attacked, DefensiveFireBar::NotAttacked),
            (!self.stationary, DefensiveFireBar::NotStationary),
            (self.has_moved, DefensiveFireBar::HasMoved),
            (self.has_fired, DefensiveFireBar::HasFired),
            (self.marched_through, DefensiveFireBar::MarchedThrough),
            (self.fires_after_shock, DefensiveFireBar::FiresAfterShock),
            (!self.ammunition, DefensiveFireBar::NoAmmunition),
            (self.unit_order == Order::Rout, DefensiveFireBar::Rout),
        ]);
        let may_fire = bars.is_empty();
        let modifier = report.add_if(may_fire, &SURPRISED, tables.fire.modifiers.surprised.own);
        Ok(DefensiveFireCheckResult { may_fire, modifier, bars })
    }
}

krigsspil_engine::facts! {
    /// A unit in a close fire fight.
    pub struct CompelledFire {
        arm: UnitArm;
        turns_at_same_target: Turns [0..=100];
        target_distance_cm: Centimetres [0..=500];
        ammunition: bool = false;
    }
}

krigsspil_engine::outcome! {
    /// Whether it must continue.
    pub struct CompelledFireResult {
        compelled: bool;
        may_retreat: bool;
    }
}

/// After this many turns of fire at the same target the unit must continue (§04.02.14).
const BINDING_TURNS: Turns = Turns(2);
/// A target farther away than this frees the unit (§04.02.14).
const FREED_OVER_CM: f64 = 15.0;

impl Procedure for CompelledFire {
    type Tables = Tables;
    type Outcome = CompelledFireResult;
    const ABOUT: About =
        About { name: "compelled_fire", group: Group::Fire, dice: "", cites: &["04.02.14", "04.02.8"] };

    fn resolve<D: Dice, L: Listener>(
        &self,
        _: &Tables,
        _: &mut D,
        _: &mut L,
    ) -> Result<CompelledFireResult, Fault> {
        let bound = self.turns_at_same_target >= BINDING_TURNS && self.target_distance_cm.0 <= FREED_OVER_CM;
        let compelled = self.arm.on_foot() && bound && self.ammunition;
        Ok(CompelledFireResult { compelled, may_retreat: compelled })
    }
}
