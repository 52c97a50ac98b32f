//! The turn as it is declared: phases A to H, with one to five tactical sequences.

use krigsspil_turn::phases::{How, Phase, Rounds, Sequence, Who};

krigsspil_engine::choices! {
    /// Where a turn has come to.
    pub enum Step {
        Orders = "orders",
        Engagement = "engagement",
        Bonus = "bonus",
        Declarations = "declarations",
        Attacks = "attacks",
        Movement = "movement",
        TacticalFire = "tactical_fire",
        Melees = "melees",
        Manoeuvre = "manoeuvre",
        Bombardment = "bombardment",
        Deployment = "deployment",
        Administration = "administration",
    }
}

impl Step {
    /// The step of this name; the first when there is none.
    pub fn of(name: &str) -> Step {
        name.parse().unwrap_or(Step::Orders)
    }

    /// Of a tactical sequence (§turn.D).
    pub fn tactical(self) -> bool {
        matches!(
            self,
            Step::Declarations | Step::Attacks | Step::Movement | Step::TacticalFire | Step::Melees
        )
    }
}

static PHASES: &[Phase] = &[
    Phase::of("orders", "turn.A", Who::Both, How::Sealed),
    Phase::program("engagement", "turn.B"),
    Phase::of("bonus", "turn.C", Who::Both, How::Sealed),
    Phase::of("declarations", "turn.D.1", Who::InitiativeLast, How::Freely),
    Phase::program("attacks", "turn.D.2"),
    Phase::of("movement", "turn.D.2", Who::InitiativeFirst, How::Freely),
    Phase::of("tactical_fire", "bombard.tactical", Who::Both, How::Sealed),
    // Steps 3, 4 and 5: melees, breakthroughs, administration.
    Phase::program("melees", "turn.D.3").again_from("declarations", 5),
    Phase::of("manoeuvre", "turn.E", Who::InitiativeLast, How::Freely),
    Phase::of("bombardment", "turn.F", Who::Both, How::Sealed),
    Phase::of("deployment", "turn.G", Who::InitiativeLast, How::Freely),
    Phase::program("administration", "turn.H"),
];

/// The turn.
pub static TURN: Sequence = Sequence { phases: PHASES, rounds: Rounds::Once };
