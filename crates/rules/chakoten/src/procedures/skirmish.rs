//! Chapter 14: skirmish lines and swarms.

use krigsspil_engine::dice::Dice;
use krigsspil_engine::{About, Centimetres, Fault, Figures, Group, Listener, Number, Procedure, rounded_up};

use super::drill::READY_AFTER_REMANNING;
use super::scale::LEAST_SKIRMISHERS;
use crate::modifiers::moves::*;
use crate::tables::{MarchColumn, MarchRow, Tables};
use crate::vocabulary::*;

krigsspil_engine::facts! {
    /// A unit that wants to send out skirmishers.
    pub struct SkirmishAllowance {
        arm: SkirmishArm, "14.01.1";
        figures: Figures [1..=500], "14.01.1";
        light: bool = false, "14.01.1";
        stated_figures: Figures [0..=500] = Figures(0), "14.01.1";
        barred: bool = false, "14.01.1";
        place: SkirmishPlace = SkirmishPlace::Open, "14.01.2";
    }
}

krigsspil_engine::outcome! {
    /// How many it may send out.
    pub struct SkirmishAllowanceResult {
        max_figures: Figures;
        possible: bool;
    }
}

impl Procedure for SkirmishAllowance {
    type Tables = Tables;
    type Outcome = SkirmishAllowanceResult;
    const ABOUT: About = About {
        name: "skirmish_allowance",
        group: Group::March,
        dice: "",
        cites: &["14.01.1", "14.01.2", "05.01.1", "15.02.3"],
    };

    fn resolve<D: Dice, L: Listener>(
        &self,
        _: &Tables,
        _: &mut D,
        report: &mut L,
    ) -> Result<SkirmishAllowanceResult, Fault> {
        let all = self.figures.0;
        let cossacks = self.arm == SkirmishArm::Cossacks;
        let most = match self.place {
            SkirmishPlace::Plantation | SkirmishPlace::BuiltUp if !cossacks => {
                report.set(&ALL_MAY_SKIRMISH, all)
            }
            _ if self.barred => 0,
            _ if self.stated_figures > Figures(0) => self.stated_figures.0.min(all),
            _ if cossacks => 3 * all / 4,
            _ if self.light => all,
            _ => all / 6,
        };
        Ok(SkirmishAllowanceResult {
            max_figures: Figures(most),
            possible: Figures(most) >= LEAST_SKIRMISHERS,
        })
    }
}

krigsspil_engine::facts! {
    /// Figures that walk out or back.
    pub struct SkirmishDeployment {
        action: DeployAction, "06.02.2";
        who: DeployWho, "07.01.5";
        terrain: DeployGround = DeployGround::Normal, "skema III";
        farthest_cm: Centimetres [0..=500], "06.02.2";
        over_one_company: bool = false, "06.01.3";
    }
}

krigsspil_engine::outcome! {
    /// The time they take.
    pub struct SkirmishDeploymentResult {
        allowed: bool;
        cm_per_turn: i32;
        turns: Number;
        ready_turns: Number;
        lu_degrees: i32;
    }
}

impl Procedure for SkirmishDeployment {
    type Tables = Tables;
    type Outcome = SkirmishDeploymentResult;
    const ABOUT: About = About {
        name: "skirmish_deployment",
        group: Group::March,
        dice: "",
        cites: &["06.02.2", "06.01.3", "07.01.5", "10.01.2", "skema III"],
    };

    fn resolve<D: Dice, L: Listener>(
        &self,
        tables: &Tables,
        _: &mut D,
        _: &mut L,
    ) -> Result<SkirmishDeploymentResult, Fault> {
        let Some(cm) = self.cm_per_turn(tables).filter(|_| self.fitting()) else {
            let zero = Number(0.0);
            return Ok(SkirmishDeploymentResult {
                allowed: false,
                cm_per_turn: 0,
                turns: zero,
                ready_turns: zero,
                lu_degrees: 0,
            });
        };
        let remanning = self.action == DeployAction::RemanGuns;
        Ok(SkirmishDeploymentResult {
            allowed: true,
            cm_per_turn: cm,
            turns: Number(self.farthest_cm.0 / f64::from(cm)),
            ready_turns: Number(if remanning { READY_AFTER_REMANNING.turns() } else { 0.0 }),
            lu_degrees: match self.action {
                DeployAction::SendOut | DeployAction::Recall => i32::from(self.over_one_company),
                DeployAction::FormHob => 1,
                DeployAction::RemanGuns => 0,
            },
        })
    }
}

impl SkirmishDeployment {
    fn fitting(&self) -> bool {
        let gunners = matches!(self.who, DeployWho::FootGunners | DeployWho::HorseGunners);
        match self.action {
            DeployAction::SendOut | DeployAction::Recall => !gunners,
            DeployAction::FormHob => self.who == DeployWho::Infantry,
            DeployAction::RemanGuns => gunners,
        }
    }

    /// The march of single figures (skema III, rulings 19 and 24).
    fn cm_per_turn(&self, tables: &Tables) -> Option<i32> {
        let row = match self.who {
            DeployWho::Infantry | DeployWho::FootGunners => MarchRow::InfantrySkirmish,
            DeployWho::Cavalry if self.terrain == DeployGround::Plantation => MarchRow::CavalryMarch,
            DeployWho::Cavalry => MarchRow::CavalrySwarm,
            DeployWho::Cossacks if self.terrain == DeployGround::Plantation => return None,
            DeployWho::Cossacks => MarchRow::Cossack,
            DeployWho::HorseGunners => MarchRow::CavalryLineHeavy,
        };
        let column = match self.terrain {
            DeployGround::Normal => MarchColumn::Normal,
            DeployGround::Difficult => MarchColumn::Difficult,
            DeployGround::Plantation => MarchColumn::Plantation,
        };
        tables.march.cm(row, column)
    }
}

/// The greatest distance of a figure of a skirmish line, and of a swarm, from its soutien (§14.02.3).
const SKIRMISH_LINE_CM: f64 = 20.0;
const SWARM_CM: f64 = 30.0;

krigsspil_engine::facts! {
    /// Skirmishers and their soutien.
    pub struct Soutien {
        kind: SkirmishKind, "14.02.3";
        figures: Figures [1..=200], "14.02.2";
        place: SkirmishPlace = SkirmishPlace::Open, "14.02.1";
        behind_obstacle_or_cover: bool = false, "14.02.1";
        soutien_figures: Figures [0..=500] = Figures(0), "14.02.2";
        soutien_formation: SoutienFormation = SoutienFormation::Line, "14.02.2";
        soutien_fu: bool = false, "05.04.2";
        farthest_cm: Centimetres [0..=500] = Centimetres(0.0), "14.02.3";
        soutien_taken: bool = false, "04.02.3";
    }
}

krigsspil_engine::outcome! {
    /// Whether they need a soutien and have one.
    pub struct SoutienResult {
        needed: bool;
        valid: bool;
        must_fall_back: bool;
    }
}

impl Procedure for Soutien {
    type Tables = Tables;
    type Outcome = SoutienResult;
    const ABOUT: About = About {
        name: "soutien",
        group: Group::March,
        dice: "",
        cites: &["14.02.1", "14.02.2", "14.02.3", "14.02.4", "04.02.3", "16.02.2", "17.03.3"],
    };

    fn resolve<D: Dice, L: Listener>(
        &self,
        _: &Tables,
        _: &mut D,
        _: &mut L,
    ) -> Result<SoutienResult, Fault> {
        let line = self.kind == SkirmishKind::SkirmishLine;
        let needed = self.place == SkirmishPlace::Open && !(line && self.behind_obstacle_or_cover);
        let valid = self.valid(if line { SKIRMISH_LINE_CM } else { SWARM_CM });
        Ok(SoutienResult { needed, valid, must_fall_back: needed && !valid })
    }
}

impl Soutien {
    fn valid(&self, farthest_cm: f64) -> bool {
        let fitting = matches!(
            self.soutien_formation,
            SoutienFormation::Line
                | SoutienFormation::AttackColumn
                | SoutienFormation::Square
                | SoutienFormation::BattalionMass
        );
        fitting
            && self.soutien_figures >= self.figures
            && !self.soutien_fu
            && !self.soutien_taken
            && self.farthest_cm.0 <= farthest_cm
    }
}

/// The loss of routed skirmishers, in per cent (§14.04.2).
const ROUTED_PERCENT: i32 = 10;

krigsspil_engine::facts! {
    /// Skirmishers who are pressed back.
    pub struct ChainPressedBack {
        pressed_by: PressedBy, "14.04.1";
        needs_no_soutien: bool = false, "14.04.1";
        has_valid_soutien: bool = false, "14.04.2";
        figures: Figures [1..=200], "14.04.2";
    }
}

krigsspil_engine::outcome! {
    /// The outcome for them.
    pub struct ChainPressedBackResult {
        result: Pressed;
        figures_lost: Figures;
    }
}

impl Procedure for ChainPressedBack {
    type Tables = Tables;
    type Outcome = ChainPressedBackResult;
    const ABOUT: About =
        About { name: "chain_pressed_back", group: Group::March, dice: "", cites: &["14.04.1", "14.04.2"] };

    fn resolve<D: Dice, L: Listener>(
        &self,
        _: &Tables,
        _: &mut D,
        _: &mut L,
    ) -> Result<ChainPressedBackResult, Fault> {
        let result = match self.pressed_by {
            _ if self.needs_no_soutien => Pressed::Holds,
            PressedBy::ClosedEnemy if !self.has_valid_soutien => Pressed::Routed,
            _ => Pressed::FallsBack,
        };
        let lost =
            if result == Pressed::Routed { rounded_up(self.figures.0 * ROUTED_PERCENT, 100) } else { 0 };
        Ok(ChainPressedBackResult { result, figures_lost: Figures(lost) })
    }
}

/// A unit stands this many quarter turns after its fire (§03.01.4).
const STANDING_QUARTERS: i32 = 2;

krigsspil_engine::facts! {
    /// Skirmishers under attack.
    pub struct ChainWithdrawal {
        fire_announced: bool = false, "03.02.8";
        fire_quarter: i32 [0..=4] = 0, "03.02.8";
    }
}

krigsspil_engine::outcome! {
    /// When they may go back.
    pub struct ChainWithdrawalResult {
        from_turn: Number;
        this_turn: bool;
    }
}

impl Procedure for ChainWithdrawal {
    type Tables = Tables;
    type Outcome = ChainWithdrawalResult;
    const ABOUT: About =
        About { name: "chain_withdrawal", group: Group::March, dice: "", cites: &["03.02.8", "03.01.4"] };

    fn resolve<D: Dice, L: Listener>(
        &self,
        _: &Tables,
        _: &mut D,
        _: &mut L,
    ) -> Result<ChainWithdrawalResult, Fault> {
        let quarters = if self.fire_announced { self.fire_quarter + STANDING_QUARTERS } else { 0 };
        Ok(ChainWithdrawalResult { from_turn: Number(f64::from(quarters) / 4.0), this_turn: quarters < 4 })
    }
}
