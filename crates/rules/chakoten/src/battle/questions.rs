//! The questions inside a turn. The first choice is the default.

use krigsspil_engine::battle::QuestionSpec;
use krigsspil_turn::resume::with_fault_question;

krigsspil_engine::questions! {
    /// A chain, or the crew of an unlimbered battery, may go back before an announced attack, a crew also with its limbers; a Russian
    /// chain may receive it.
    GOES_BACK = "goes_back", "03.02.8": GoesBack { Stay = "stay", GoBack = "go_back", WithLimbers = "with_limbers", Receive = "receive" };
    /// Whether a written attack or fire is announced, where the players announce themselves.
    ANNOUNCES = "announces", "03.02.4": Announces { Announce = "announce", KeepSilent = "keep_silent" };
    /// After a melee that drove nobody away either side may go back.
    WITHDRAWS = "withdraws", "12.02.4": Withdraws { Stand = "stand", GoBack = "go_back", Follow = "follow" };
    /// An attacker that has beaten its enemy follows onto his ground, presses on, halts, or turns to attack another.
    FOLLOWS = "follows", "12.02.5": Follows { TakeGround = "take_ground", PressOn = "press_on", Halt = "halt", AttackNext = "attack_next" };
    /// A chief in base contact may be committed when his unit is fired at.
    CHIEF_STEPS_IN = "chief_steps_in", "08.02.2": StepsIn { StaysBack = "stays_back", StepsIn = "steps_in" };
    /// What an unlimbered battery in disorder does with its guns.
    GUNS_IN_DISORDER = "guns_in_disorder", "13.03.1": SaveGuns { LimberUp = "limber_up", HandHaul = "hand_haul", Abandon = "abandon" };
    /// Whether gunners who leave their guns take the limbers along.
    LEAVES_GUNS = "leaves_guns", "13.03.2": LeavesGuns { OnFoot = "on_foot", WithLimbers = "with_limbers" };
    /// An attack is announced on a unit at work: it stays spread, closes up, or goes back.
    WORKERS_ATTACKED = "workers_attacked", "19.01.4": Workers { Stay = "stay", CloseUp = "close_up", GoBack = "go_back" };
    /// Whether a chain fires this turn; its fire is not written.
    CHAIN_FIRES = "chain_fires", "03.02.2": ChainFires { Fire = "fire", Hold = "hold" };
}

/// These, and the question to the umpire when a part of the turn cannot be carried out.
pub static ALL_QUESTIONS: [&QuestionSpec; QUESTIONS.len() + 1] = with_fault_question(QUESTIONS);
