//! What is asked inside a turn. The first choice is the default.

use krigsspil_engine::battle::QuestionSpec;
use krigsspil_turn::resume::with_fault_question;

krigsspil_engine::questions! {
    /// What a charged unit does (§5.21, §5.31, §5.32, §5.5).
    REACTS = "reacts", "5.1": Answered {
        Hold = "hold",
        HoldWithoutFire = "hold_without_fire",
        FireAndMelee = "fire_and_melee",
        CounterCharge = "counter_charge",
        FormSquare = "form_square",
        BattalionMass = "battalion_mass",
        WheelToMeet = "wheel_to_meet",
        Flee = "flee",
        FleeLimbered = "flee_limbered",
        FleeGuns = "flee_guns",
        FireAndLieDown = "fire_and_lie_down",
        FireThenFlee = "fire_then_flee",
    };
    /// Infantry in the way of a cavalry charge may try to form square (§5.33.A), Austrian columns battalion mass (§10.5.A).
    TRIES_SQUARE = "tries_square", "5.33.A": SquareTry { Stand = "stand", Square = "form_square", Mass = "battalion_mass" };
    /// A charge under Return orders may halt after half its distance (§2.61.A).
    HALTS = "halts", "2.61.A": HaltChoice { GoOn = "go_on", Halt = "halt" };
    /// Cavalry in line attacks a square or flows around it (§9.5.B).
    AT_SQUARE = "at_square", "9.5.B": SquareChoice { FlowAround = "flow_around", Attack = "attack_square" };
    /// Cavalry Engaged with a square stays, or not (§9.5.C).
    STAYS_AT_SQUARE = "stays_at_square", "9.5.C": StayChoice { Stay = "stay", Leave = "leave" };
    /// A victorious unit advances, or stays.
    ADVANCES = "advances", "2.62.B": AdvanceChoice { Stay = "stay", Advance = "advance" };
    /// Cavalry under Return orders goes back, or stays (§2.61.B).
    RETURNS = "returns", "2.61.B": ReturnChoice { Return = "return", Stay = "stay" };
    /// How far a directive that has come lets a command react (§2.4.umpire): the umpire reads it.
    READS_DIRECTIVE = "reads_directive", "2.4.umpire": DirectiveReach { Whole = "whole", NotYet = "not_yet" };
    /// The second of a cavalry wave whose leader was beaten halts, or goes on (§5.42.C, §5.42.D).
    GOES_ON = "wave_goes_on", "5.42.C": WaveChoice { Halt = "halt", GoOn = "go_on" };
    /// A unit whose fire shook its target advances up to 50 yards (§8.5).
    FOLLOWS_FIRE = "follows_fire", "8.5": BonusChoice { Cheer = "cheer", Advance = "advance" };
}

/// Those, and what the umpire is asked when a part of the turn cannot be carried out.
pub static ALL_QUESTIONS: [&QuestionSpec; QUESTIONS.len() + 1] = with_fault_question(QUESTIONS);
