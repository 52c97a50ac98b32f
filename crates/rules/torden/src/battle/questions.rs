//! What is asked inside phase 6.

use krigsspil_engine::battle::QuestionSpec;
use krigsspil_turn::resume::with_fault_question;

krigsspil_engine::questions! {
    /// A further throw in a joint melee is optional, and the last one binds (§7.4).
    THROWS_AGAIN = "throws_again", "7.4.p2": Throwing { Keep = "keep", Again = "again" };
    /// What a unit that a continued attack strikes tries (§7.5.2).
    STRUCK_AGAIN = "struck_again", "7.5.2": Struck {
        Stand = "stand",
        EmergencySquare = "emergency_square",
        FaceAttacker = "face_attacker",
        LimberAndMove = "limber_and_move",
        WithdrawLimbered = "withdraw_limbered",
        Shelter = "shelter",
    };
    /// A winner may go on to the next enemy (§7.5.1).
    GOES_ON = "goes_on", "7.5.1": GoingOn { Stop = "stop", GoOn = "go_on" };
    /// English cavalry must, unless it can be held back.
    HOLDS_BACK = "holds_back", "land.england_1815.cav.C": HoldingBack { GoOn = "go_on", HoldBack = "hold_back" };
    /// A winner advances, occupies the building, or stands (§7.3.1).
    ADVANCES = "advances", "7.3.1": Advancing { Advance = "advance", Stand = "stand", Occupy = "occupy" };
    /// Where nobody gave way a unit may break off (§7.3.2).
    BREAKS_OFF = "breaks_off", "7.3.2": BreakingOff { Fight = "fight_on", BreakOff = "break_off" };
    /// The way back, within 45 degrees of straight (§8.6, §8.7.1).
    GIVES_WAY = "gives_way", "8.6": WayBack {
        Straight = "straight",
        Left = "left",
        HalfLeft = "half_left",
        HalfRight = "half_right",
        Right = "right",
    };
}

/// Every question these battles ask.
pub static ALL_QUESTIONS: [&QuestionSpec; QUESTIONS.len() + 1] = with_fault_question(QUESTIONS);
