//! Chapter 4: who may move, in which direction, and through whom.

use krigsspil_engine::arrayvec::ArrayVec;
use krigsspil_engine::dice::Dice;
use krigsspil_engine::{About, Fault, Group, Listener, Procedure};

use super::standing;
use crate::tables::Tables;
use crate::vocabulary::*;

krigsspil_engine::facts! {
    /// A direction and a turn.
    pub struct MoveDirection {
        angle_deg: f64 [0..=180] = 0.0, "4.4.5";
        turn_deg: f64 [0..=180] = 0.0, "4.4.7";
        road_column: bool = false, "4.4.7";
    }
}

krigsspil_engine::choices! {
    /// The direction of a move, seen from the unit's front.
    pub enum Direction {
        Forward = "forward",
        Backward = "backward",
        Sideways = "sideways",
    }
}

krigsspil_engine::outcome! {
    /// Their classification.
    pub struct MoveDirectionResult {
        direction: Direction;
        halved: bool;
        needs_turn: bool;
        turn_is_formation_change: bool;
    }
}

/// The widest angle of a move forward, and of a turn that is not a formation change (§4.4.5, §4.4.7).
const WIDEST_FREE_DEG: f64 = 45.0;
/// From this angle a move counts as backward (R16).
const BACKWARD_FROM_DEG: f64 = 135.0;

impl Procedure for MoveDirection {
    type Tables = Tables;
    type Outcome = MoveDirectionResult;
    const ABOUT: About =
        About { name: "move_direction", group: Group::March, dice: "", cites: &["4.4.5", "4.4.6", "4.4.7"] };

    fn resolve<D: Dice, L: Listener>(
        &self,
        _: &Tables,
        _: &mut D,
        _: &mut L,
    ) -> Result<MoveDirectionResult, Fault> {
        let direction = match self.angle_deg {
            angle if angle <= WIDEST_FREE_DEG => Direction::Forward,
            angle if angle >= BACKWARD_FROM_DEG => Direction::Backward,
            _ => Direction::Sideways,
        };
        Ok(MoveDirectionResult {
            direction,
            halved: direction == Direction::Backward,
            needs_turn: direction == Direction::Sideways,
            turn_is_formation_change: self.turn_deg > WIDEST_FREE_DEG && !self.road_column,
        })
    }
}

krigsspil_engine::choices! {
    /// Why a unit moves.
    pub enum MoveReason {
        Voluntary = "voluntary",
        DisorderedRetreat = "disordered_retreat",
        Melee = "melee",
        Rout = "rout",
    }

    /// What is in its way.
    pub enum InTheWay {
        OwnUnlimberedBattery = "own_unlimbered_battery",
        OwnLimberedBattery = "own_limbered_battery",
        OwnSameCorpsSameArm = "own_same_corps_same_arm",
        OwnOther = "own_other",
        Enemy = "enemy",
    }
}

krigsspil_engine::facts! {
    /// A unit that wants to pass through another.
    pub struct Passage {
        mover: MoveReason;
        mover_is_artillery: bool = false, "8.4";
        passed: InTheWay;
        already_swept: bool = false, "8.4";
    }
}

krigsspil_engine::outcome! {
    /// Whether it may, and whom it sweeps along.
    pub struct PassageResult {
        allowed: bool;
        halved: bool;
        mover_routs: bool;
        passed_tests: bool;
    }
}

impl Procedure for Passage {
    type Tables = Tables;
    type Outcome = PassageResult;
    const ABOUT: About = About {
        name: "passage",
        group: Group::March,
        dice: "",
        cites: &["4.4.4", "8.4", "8.6", "8.7.1", "tabel 2"],
    };

    fn resolve<D: Dice, L: Listener>(
        &self,
        _: &Tables,
        _: &mut D,
        _: &mut L,
    ) -> Result<PassageResult, Fault> {
        let allowed = match self.mover {
            MoveReason::Voluntary => self.passed == InTheWay::OwnUnlimberedBattery,
            _ => self.passed != InTheWay::Enemy,
        };
        let in_the_way = matches!(self.passed, InTheWay::OwnOther | InTheWay::OwnLimberedBattery);
        let mover_routs = self.mover == MoveReason::DisorderedRetreat && in_the_way;
        let routing = self.mover == MoveReason::Rout || mover_routs;
        // Table 2 halves voluntary moves and moves in melee, never a forced move (R51).
        let halves = matches!(self.mover, MoveReason::Voluntary | MoveReason::Melee);
        // A routing battery sweeps along only batteries; one of its own corps and arm is one (§8.4, R35).
        let sweeps = !self.mover_is_artillery || self.passed != InTheWay::OwnOther;
        Ok(PassageResult {
            allowed,
            halved: allowed && halves,
            mover_routs,
            passed_tests: allowed && routing && !self.already_swept && sweeps,
        })
    }
}

krigsspil_engine::facts! {
    /// A unit that wants to move voluntarily.
    pub struct MayMove {
        arm: Arm;
        order: Order = Order::Order;
        in_square: bool = false, "4.4.2.p3";
        in_continued_melee: bool = false, "4.2";
        passive_side: bool = false, "4.2";
        reaction_succeeded: bool = false, "4.2";
        leaves_command: bool = false, "2.4.3";
        declares_attack: bool = false, "4.9.2";
        goes_back: bool = false, "1.6.3.p2";
        turns_gone_back: i32 [0..=20] = 0, "1.6.3.p2";
    }
}

krigsspil_engine::choices! {
    /// What prevents a unit from moving.
    pub enum MoveBar {
        FullDisorder = "full_disorder",
        Square = "square",
        ContinuedMelee = "continued_melee",
        PassiveWithoutReaction = "passive_without_reaction",
        LeavesCommand = "leaves_command",
        TwoTurnsBack = "two_turns_back",
    }
}

krigsspil_engine::outcome! {
    /// Whether it may.
    pub struct MayMoveResult {
        allowed: bool;
        reasons: ArrayVec<MoveBar, 6>;
    }
}

/// For how many of its own turns a unit in U may go back against its order (§1.6.3).
const MOST_TURNS_BACK: i32 = 2;

/// Cavalry in order that attacks this turn may leave its chief, and stay away (§4.9.2).
fn may_sortie(arm: Arm, order: Order, declares_attack: bool) -> bool {
    arm == Arm::Cavalry && order == Order::Order && declares_attack
}

impl Procedure for MayMove {
    type Tables = Tables;
    type Outcome = MayMoveResult;
    const ABOUT: About = About {
        name: "may_move",
        group: Group::March,
        dice: "",
        cites: &["1.6.3", "1.6.4", "4.2", "4.4.2", "4.4.3", "2.4.3", "4.9"],
    };

    fn resolve<D: Dice, L: Listener>(
        &self,
        _: &Tables,
        _: &mut D,
        _: &mut L,
    ) -> Result<MayMoveResult, Fault> {
        let sortie = may_sortie(self.arm, self.order, self.declares_attack);
        let tired =
            self.order == Order::Disorder && self.goes_back && self.turns_gone_back >= MOST_TURNS_BACK;
        let reasons = standing([
            (self.order == Order::FullDisorder, MoveBar::FullDisorder),
            (self.in_square, MoveBar::Square),
            (self.in_continued_melee, MoveBar::ContinuedMelee),
            (self.passive_side && !self.reaction_succeeded, MoveBar::PassiveWithoutReaction),
            (self.leaves_command && !sortie, MoveBar::LeavesCommand),
            (tired, MoveBar::TwoTurnsBack),
        ]);
        Ok(MayMoveResult { allowed: reasons.is_empty(), reasons })
    }
}

krigsspil_engine::facts! {
    /// A unit at the limit of its chief's command distance.
    pub struct CavalrySortie {
        arm: Arm;
        order: Order = Order::Order;
        outside: bool = false;
        declares_attack: bool = false;
    }
}

krigsspil_engine::outcome! {
    /// Whether it may go out, and whether it must come back.
    pub struct CavalrySortieResult {
        may_leave: bool;
        must_return: bool;
        faces_chief: bool;
    }
}

impl Procedure for CavalrySortie {
    type Tables = Tables;
    type Outcome = CavalrySortieResult;
    const ABOUT: About =
        About { name: "cavalry_sortie", group: Group::March, dice: "", cites: &["4.9.1", "4.9.2"] };

    fn resolve<D: Dice, L: Listener>(
        &self,
        _: &Tables,
        _: &mut D,
        _: &mut L,
    ) -> Result<CavalrySortieResult, Fault> {
        let may_leave = may_sortie(self.arm, self.order, self.declares_attack);
        let must_return = self.outside && self.order != Order::FullDisorder && !may_leave;
        Ok(CavalrySortieResult { may_leave, must_return, faces_chief: must_return })
    }
}
