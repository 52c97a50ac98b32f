//! Chapter 5: the reaction roll.

use krigsspil_engine::dice::{Dice, Die};
use krigsspil_engine::{About, Fault, Group, Listener, Procedure};

use crate::modifiers::reaction::*;
use crate::modifiers::{ENGLISH_CAVALRY_ONLY, NOT_ITS_REACTION};
use crate::tables::{ReactionColumn, Tables};
use crate::vocabulary::*;

krigsspil_engine::choices! {
    /// The purpose of a reaction roll.
    pub enum Purpose {
        ReactionMove = "reaction_move",
        EmergencySquare = "emergency_square",
        FaceAttacker = "face_attacker",
        LimberAndMove = "limber_and_move",
        WithdrawLimbered = "withdraw_limbered",
        Shelter = "shelter",
        BreakOffMelee = "break_off_melee",
        LeaveTown = "leave_town",
        AbortAttack = "abort_attack",
        RefuseContinuedAttack = "refuse_continued_attack",
    }
}

impl Purpose {
    /// Is it possible for the arm?
    fn suits(self, arm: Branch, english_cavalry: bool) -> bool {
        match self {
            Purpose::ReactionMove => arm == Branch::Cavalry,
            Purpose::EmergencySquare => arm == Branch::Infantry,
            Purpose::FaceAttacker => !arm.is_artillery(),
            Purpose::LimberAndMove => arm == Branch::HorseArtillery,
            Purpose::WithdrawLimbered => arm == Branch::FootArtillery,
            Purpose::Shelter | Purpose::LeaveTown => arm.is_artillery(),
            Purpose::BreakOffMelee => true,
            Purpose::AbortAttack | Purpose::RefuseContinuedAttack => {
                arm == Branch::Cavalry && english_cavalry
            }
        }
    }

    /// A failure uses table 4, and a unit that has tried does not fire (§5.3.1, R22).
    const fn disturbs(self) -> bool {
        !matches!(self, Purpose::AbortAttack | Purpose::RefuseContinuedAttack | Purpose::LeaveTown)
    }

    /// The movement after a success, in quarter turns.
    const fn move_quarters(self) -> i32 {
        match self {
            Purpose::ReactionMove | Purpose::BreakOffMelee => 2,
            Purpose::LimberAndMove
            | Purpose::WithdrawLimbered
            | Purpose::LeaveTown
            | Purpose::AbortAttack => 4,
            Purpose::EmergencySquare
            | Purpose::FaceAttacker
            | Purpose::Shelter
            | Purpose::RefuseContinuedAttack => 0,
        }
    }
}

krigsspil_engine::facts! {
    /// A unit that wants to react.
    pub struct Reaction {
        arm: Branch, "tabel 3";
        purpose: Purpose;
        order: SteadyOrder = SteadyOrder::Order, "tabel 3";
        formation: Formation = Formation::Line, "tabel 3";
        declared_attack: bool = false, "tabel 3";
        in_continued_attack: bool = false, "tabel 3";
        twelve_pounder: bool = false, "tabel 3";
        stationary: bool = false, "tabel 3";
        flank_or_rear: bool = false, "tabel 3";
        attacked_by_continued_attack: bool = false, "tabel 3";
        melee_bonus: i32 [-6..=6] = 0, "tabel 3";
        english_cavalry: bool = false, "land.england_1815.cav.B";
    }
}

krigsspil_engine::outcome! {
    /// Whether it does, and what happens to it.
    pub struct ReactionResult {
        modifier: i32;
        total: i32;
        accept: i32;
        success: bool;
        order_after: Order;
        formation_after: Formation;
        move_quarters: i32;
        may_fire: bool;
    }
}

impl Reaction {
    fn check(&self) -> Result<(), Fault> {
        if self.english_cavalry && self.arm != Branch::Cavalry {
            return Err(Fault::refused("english_cavalry", &ENGLISH_CAVALRY_ONLY));
        }
        if !self.purpose.suits(self.arm, self.english_cavalry) {
            return Err(Fault::refused("purpose", &NOT_ITS_REACTION));
        }
        Ok(())
    }

    fn modifier(&self, rows: &ReactionColumn, tables: &Tables, report: &mut impl Listener) -> i32 {
        let twelve = self.twelve_pounder && self.arm == Branch::FootArtillery;
        let by_continued = self.attacked_by_continued_attack;
        let disorder = self.order == SteadyOrder::Disorder;
        let column = self.formation == Formation::Column;
        let march_column = self.formation == Formation::MarchColumn;
        let mut sum = report.add_if(disorder, &REACTS_IN_DISORDER, rows.disorder);
        sum += report.add_if(column, &REACTS_IN_COLUMN, rows.column);
        sum += report.add_if(march_column, &REACTS_IN_MARCH_COLUMN, rows.march_column);
        sum += self.attack_modifier(rows, tables, report);
        sum += report.add_if(twelve, &TWELVE_POUNDER_FOOT, rows.twelve_pounder_foot);
        sum += report.add_if(self.stationary, &STATIONARY, rows.stationary);
        sum += report.add_if(self.flank_or_rear, &ATTACKED_IN_FLANK, rows.flank_or_rear);
        sum += report.add_if(by_continued, &ATTACKED_BY_CONTINUED_ATTACK, rows.attacked_by_continued_attack);
        sum + report.add(&OWN_MELEE_ADDITION, self.melee_bonus)
    }

    /// The modifier for its own attack, which is greater for English cavalry (R24).
    fn attack_modifier(&self, rows: &ReactionColumn, tables: &Tables, report: &mut impl Listener) -> i32 {
        let english = &tables.reaction.english;
        let declared = self.declared_attack && !self.in_continued_attack;
        let abort = self.purpose == Purpose::AbortAttack;
        let refuse = self.purpose == Purpose::RefuseContinuedAttack;
        report.add_if(declared && !abort && !refuse, &DECLARED_ATTACK, rows.declared_attack)
            + report.add_if(declared && abort, &ENGLISH_ABORT, english.declared_attack_abort)
            + report.add_if(refuse, &ENGLISH_REFUSE, english.refuse_continued_attack)
    }

    fn order_after(&self, success: bool, total: i32, tables: &Tables) -> Order {
        let withdrawn = success && self.purpose == Purpose::WithdrawLimbered;
        let failed = !success && self.purpose.disturbs();
        if withdrawn || failed && tables.reaction.failed.result(total) != TestResult::Hold {
            Order::Disorder
        } else {
            self.order.into()
        }
    }

    fn formation_after(&self, success: bool) -> Formation {
        match self.purpose {
            Purpose::EmergencySquare if success => Formation::Square,
            Purpose::LimberAndMove | Purpose::WithdrawLimbered if success => Formation::Limbered,
            _ => self.formation,
        }
    }
}

impl Procedure for Reaction {
    type Tables = Tables;
    type Outcome = ReactionResult;
    const ABOUT: About = About {
        name: "reaction",
        group: Group::Melee,
        dice: "1d10",
        cites: &[
            "5.2.2",
            "5.3.1",
            "5.3.2",
            "5.3.3",
            "7.3.2",
            "4.6.4",
            "tabel 3",
            "tabel 4",
            "land.england_1815.cav.B",
            "land.england_1815.cav.C",
            "land.england_spain_portugal_1808_09.cav.B",
            "land.england_spain_portugal_1808_09.cav.C",
            "land.england_spain_portugal_1810_14.cav.B",
            "land.england_spain_portugal_1810_14.cav.C",
        ],
    };

    fn resolve<D: Dice, L: Listener>(
        &self,
        tables: &Tables,
        dice: &mut D,
        report: &mut L,
    ) -> Result<ReactionResult, Fault> {
        self.check()?;
        let (rows, accept) = tables.reaction.column(self.arm.arm());
        let modifier = self.modifier(rows, tables, report);
        let total = dice.roll("reaction", Die::D10FromZero)? + modifier;
        let success = total >= *accept;
        Ok(ReactionResult {
            modifier,
            total,
            accept: *accept,
            success,
            order_after: self.order_after(success, total, tables),
            formation_after: self.formation_after(success),
            move_quarters: if success { self.purpose.move_quarters() } else { 0 },
            may_fire: !self.purpose.disturbs(),
        })
    }
}
