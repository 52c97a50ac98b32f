//! The questions inside a turn. The first choice is the default.

use krigsspil_engine::battle::QuestionSpec;
use krigsspil_turn::resume::with_fault_question;

krigsspil_engine::questions! {
    /// A chain may fall back before an enemy who comes within 8 cm.
    CHAIN_EVADES = "chain_evades", "04.02.10": Evasion { Stay = "stay", FallBack = "fall_back" };
    /// Gunners may shelter behind a friend.
    GUNNERS_SHELTER = "gunners_shelter", "04.02.12": Shelter { Stay = "stay", Shelter = "shelter" };
    /// A unit that is attacked without an order to fire may fire as surprised.
    SURPRISED_FIRE = "surprised_fire", "04.02.13": SurprisedFire { Fire = "fire", Hold = "hold" };
    /// A unit struck in flank or rear may turn to meet the attack.
    TURN_COMPANIES = "turn_companies", "07.04.5": TurnCompanies { Turn = "turn", Stand = "stand" };
    /// An attacker that has beaten its enemy may let him go and attack another.
    NEW_TARGET = "new_target", "07.02.5": NewTarget { GoOn = "go_on", NewTarget = "new_target" };
    /// Which gun is lost, if one is already damaged.
    LOSE_GUN = "lose_gun", "06.03.3": LostGun { Damaged = "damaged", Sound = "sound" };
    /// Which limber is lost, if one is already damaged.
    LOSE_LIMBER = "lose_limber", "06.03.3": LostLimber { Damaged = "damaged", Sound = "sound" };
    /// Whether a wagon serves this unit, when more units ask than it can serve.
    WAGON_SERVES = "wagon_serves", "09.03.1": WagonServes { Serve = "serve", PassOver = "pass_over" };
    /// Whether gunners man abandoned guns.
    MAN_GUNS = "man_guns", "08.02.6": ManGuns { Man = "man", Leave = "leave" };
    /// Whether a general takes the lost commander-in-chief's place.
    TAKES_OVER = "takes_over", "08.05.2": TakesOver { TakeOver = "take_over", PassOver = "pass_over" };
    /// Who has the initiative when two attack each other; this question goes to the umpire.
    INITIATIVE = "initiative", "07.03.1": Initiative { Dice = "dice", Unit = "unit", Other = "other" };
}

/// These, and the question to the umpire when a part of the turn cannot be carried out.
pub static ALL_QUESTIONS: [&QuestionSpec; QUESTIONS.len() + 1] = with_fault_question(QUESTIONS);
