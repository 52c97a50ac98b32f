//! Chapter 5: declaring attacks, the possible reactions of a unit, whose turn it is to react, and aborted attacks.

use krigsspil_engine::arrayvec::ArrayVec;
use krigsspil_engine::dice::Dice;
use krigsspil_engine::{About, Fault, Group, Listener, OrNull, Procedure};

use super::standing;
use crate::modifiers::ARTILLERY_NEVER_ATTACKS;
use crate::tables::Tables;
use crate::vocabulary::*;

krigsspil_engine::facts! {
    /// A unit that wants to attack another.
    pub struct MayDeclareAttack {
        arm: Arm;
        order: Order = Order::Order;
        in_square: bool = false;
        in_contact: bool = false, "5.1.2";
        target_arm: Arm;
        target_order: Order = Order::Order;
        target_in_square: bool = false;
        target_in_town: bool = false, "7.1.4";
        started_behind_front: bool = false, "5.3.2.p2";
    }
}

krigsspil_engine::choices! {
    /// What prevents a unit from attacking.
    pub enum AttackBar {
        Artillery = "artillery",
        NotInOrder = "not_in_order",
        Square = "square",
        NoContact = "no_contact",
        InfantryAgainstCavalry = "infantry_against_cavalry",
    }
}

krigsspil_engine::outcome! {
    /// Whether it may, and where it strikes.
    pub struct MayDeclareAttackResult {
        allowed: bool;
        reasons: ArrayVec<AttackBar, 5>;
        flank_or_rear: bool;
    }
}

impl Procedure for MayDeclareAttack {
    type Tables = Tables;
    type Outcome = MayDeclareAttackResult;
    const ABOUT: About = About {
        name: "may_declare_attack",
        group: Group::Melee,
        dice: "",
        cites: &["5.1.2", "5.3.2", "7.1.4", "1.6.3", "1.6.4", "4.4.2"],
    };

    fn resolve<D: Dice, L: Listener>(
        &self,
        _: &Tables,
        _: &mut D,
        _: &mut L,
    ) -> Result<MayDeclareAttackResult, Fault> {
        let at_cavalry = self.arm == Arm::Infantry && self.target_arm == Arm::Cavalry;
        let reasons = standing([
            (self.arm == Arm::Artillery, AttackBar::Artillery),
            (self.order != Order::Order, AttackBar::NotInOrder),
            (self.in_square, AttackBar::Square),
            (!self.in_contact, AttackBar::NoContact),
            (at_cavalry, AttackBar::InfantryAgainstCavalry),
        ]);
        let has_flank =
            self.target_order != Order::FullDisorder && !self.target_in_square && !self.target_in_town;
        Ok(MayDeclareAttackResult {
            allowed: reasons.is_empty(),
            reasons,
            flank_or_rear: self.started_behind_front && has_flank,
        })
    }
}

krigsspil_engine::choices! {
    /// A reaction or a defensive disposition.
    pub enum ReactionOption {
        ReactionMove = "reaction_move",
        EmergencySquare = "emergency_square",
        FaceAttacker = "face_attacker",
        LimberAndMove = "limber_and_move",
        WithdrawLimbered = "withdraw_limbered",
        Shelter = "shelter",
    }
}

krigsspil_engine::facts! {
    /// A unit near the enemy, or attacked by him.
    pub struct ReactionOptions {
        arm: Branch;
        order: Order = Order::Order;
        formation: Formation = Formation::Line;
        enemy_action_cm: OrNull<i32> [0..=2000] = OrNull(None), "5.2.1";
        attacked_by: AttackedBy = AttackedBy::None;
        flank_or_rear: bool = false, "5.3.2";
        by_continued_attack: bool = false, "7.5.2";
        attached_to: AttackedBy = AttackedBy::None, "5.3.3.p3";
        already_reacted: bool = false, "5.2.1.p3";
        in_continued_melee: bool = false;
        in_town: bool = false;
    }
}

krigsspil_engine::outcome! {
    /// Its possible reactions.
    pub struct ReactionOptionsResult {
        options: ArrayVec<ReactionOption, 6>;
        eliminated: bool;
        lost_if_stands: bool;
    }
}

/// Cavalry reacts to enemy actions within this distance (§5.2.1).
const REACTION_CM: i32 = 20;

impl ReactionOptions {
    fn open(&self, flank: bool) -> ArrayVec<ReactionOption, 6> {
        let cavalry = self.arm == Branch::Cavalry;
        let infantry = self.arm == Branch::Infantry;
        let foot_guns = self.arm == Branch::FootArtillery && !self.in_town;
        let horse_guns = self.arm == Branch::HorseArtillery && !self.in_town;
        let attacked = self.attacked_by != AttackedBy::None;
        let by_cavalry = self.attacked_by == AttackedBy::Cavalry;
        let attached = self.attached_to != AttackedBy::None;
        let near = self.enemy_action_cm.0.is_some_and(|cm| cm <= REACTION_CM);
        let moves = cavalry && near && !self.already_reacted && !self.by_continued_attack;
        let squares = infantry && by_cavalry && self.formation != Formation::Square && !self.in_town;
        let shelters = foot_guns && attached && by_cavalry
            || horse_guns && attacked && self.attached_to == AttackedBy::Cavalry;
        standing([
            (moves, ReactionOption::ReactionMove),
            (squares, ReactionOption::EmergencySquare),
            ((infantry || cavalry) && flank && !self.already_reacted, ReactionOption::FaceAttacker),
            (horse_guns && attacked, ReactionOption::LimberAndMove),
            (
                foot_guns && attached && self.attacked_by == AttackedBy::Infantry,
                ReactionOption::WithdrawLimbered,
            ),
            (shelters, ReactionOption::Shelter),
        ])
    }
}

impl Procedure for ReactionOptions {
    type Tables = Tables;
    type Outcome = ReactionOptionsResult;
    const ABOUT: About = About {
        name: "reaction_options",
        group: Group::Melee,
        dice: "",
        cites: &["5.2.1", "5.3.1", "5.3.2", "5.3.3", "7.1.3", "7.5.2"],
    };

    fn resolve<D: Dice, L: Listener>(
        &self,
        _: &Tables,
        _: &mut D,
        _: &mut L,
    ) -> Result<ReactionOptionsResult, Fault> {
        let attacked = self.attacked_by != AttackedBy::None;
        let mob = self.order == Order::FullDisorder;
        let has_flank = self.formation != Formation::Square && !self.in_town && !mob;
        let flank = attacked && self.flank_or_rear && has_flank;
        let guns = self.arm.is_artillery();
        let eliminated = guns && flank && self.attached_to == AttackedBy::None;
        let helpless = mob || self.in_continued_melee || eliminated;
        let limbered = guns && self.formation == Formation::Limbered;
        Ok(ReactionOptionsResult {
            options: if helpless { ArrayVec::new() } else { self.open(flank) },
            eliminated,
            lost_if_stands: limbered && attacked && !eliminated && !self.in_town,
        })
    }
}

krigsspil_engine::choices! {
    /// A side of the turn, or neither.
    pub enum Side {
        None = "none",
        Passive = "passive",
        Active = "active",
    }
}

krigsspil_engine::facts! {
    /// The reactions so far.
    pub struct ReactionSequence {
        last_side: Side = Side::None;
        passive_can: i32 [0..=50] = 0;
        active_can: i32 [0..=50] = 0;
    }
}

krigsspil_engine::outcome! {
    /// Whose turn it is.
    pub struct ReactionSequenceResult {
        next_side: Side;
        finished: bool;
    }
}

impl Procedure for ReactionSequence {
    type Tables = Tables;
    type Outcome = ReactionSequenceResult;
    const ABOUT: About =
        About { name: "reaction_sequence", group: Group::Melee, dice: "", cites: &["5.2.1"] };

    fn resolve<D: Dice, L: Listener>(
        &self,
        _: &Tables,
        _: &mut D,
        _: &mut L,
    ) -> Result<ReactionSequenceResult, Fault> {
        let (turn, can) = match self.last_side {
            Side::None | Side::Active => (Side::Passive, self.passive_can),
            Side::Passive => (Side::Active, self.active_can),
        };
        let finished = can == 0;
        Ok(ReactionSequenceResult { next_side: if finished { Side::None } else { turn }, finished })
    }
}

krigsspil_engine::facts! {
    /// An attacker who wants to abort.
    pub struct AbortAttack {
        unit: UnitKind;
        formation: AttackFormation;
        reaction_succeeded: bool = false, "land.england_1815.cav.B";
    }
}

krigsspil_engine::outcome! {
    /// Whether he may turn away.
    pub struct AbortAttackResult {
        needs_roll: bool;
        allowed: bool;
        move_max_cm: i32;
    }
}

impl Procedure for AbortAttack {
    type Tables = Tables;
    type Outcome = AbortAttackResult;
    const ABOUT: About = About {
        name: "abort_attack",
        group: Group::Melee,
        dice: "",
        cites: &[
            "5.4.1",
            "5.4.2",
            "land.england_1815.cav.B",
            "land.england_spain_portugal_1808_09.cav.B",
            "land.england_spain_portugal_1810_14.cav.B",
        ],
    };

    fn resolve<D: Dice, L: Listener>(
        &self,
        tables: &Tables,
        _: &mut D,
        _: &mut L,
    ) -> Result<AbortAttackResult, Fault> {
        let unit = tables.unit(self.unit);
        if unit.branch.is_artillery() {
            return Err(Fault::refused("unit", &ARTILLERY_NEVER_ATTACKS));
        }
        let needs_roll = unit.english_cavalry;
        let allowed = !needs_roll || self.reaction_succeeded;
        let move_max_cm = if allowed { unit.rate_cm(self.formation.into(), false) } else { 0 };
        Ok(AbortAttackResult { needs_roll, allowed, move_max_cm })
    }
}
