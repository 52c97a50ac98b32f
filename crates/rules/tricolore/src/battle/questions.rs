//! What is asked inside a turn. The first choice is the default.

use krigsspil_engine::battle::QuestionSpec;
use krigsspil_turn::resume::with_fault_question;

krigsspil_engine::questions! {
    /// Skirmishers and guns may retreat before combat.
    EVADES = "evades", "declare.retreat.skirmishers": Evasion { Stay = "stay", Retreat = "retreat" };
    /// Infantry attacked by cavalry may try to form square.
    FORMS_SQUARE = "forms_square", "change.square": SquareChoice { Stand = "stand", Square = "square" };
    /// Cavalry attacked by cavalry stands, or counter-charges.
    COUNTER_CHARGES = "counter_charges", "cav.initial.stationary": Counter { Stand = "stand", CounterCharge = "counter_charge" };
    /// The side with the initiative says which side moves its other units first.
    MOVES_FIRST = "moves_first", "turn.D.2": First { Enemy = "enemy_first", Self_ = "we_first" };
    /// Which of several equals leads in a melee.
    LEADS = "leads", "house.multi-unit": Lead { Leads = "leads", PassOver = "pass_over" };
    /// Whether a unit makes the breakthrough it has won.
    BREAKS_THROUGH = "breaks_through", "general.refuse": Through { Through = "through", Stay = "stay" };
    /// Whether a unit goes through guns it could fight on with.
    THROUGH_GUNS = "through_guns", "general.artillery-breakthrough": Guns { FightOn = "fight_on", Through = "through" };
    /// Whether the flank stands as it was measured; the umpire is asked.
    FLANK_STANDS = "flank_stands", "house.flank": FlankRuling { Stands = "stands", SetAside = "set_aside" };
}

/// Those, and what the umpire is asked when a part of the turn cannot be carried out.
pub static ALL_QUESTIONS: [&QuestionSpec; QUESTIONS.len() + 1] = with_fault_question(QUESTIONS);
