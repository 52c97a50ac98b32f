//! The turn as it is declared: the printed sequence of play (§seq.command.1 to §seq.recovery.3). Both sides act in every phase, in secret until
//! all are ready; what was written is shown and carried out together (R56).

use krigsspil_turn::phases::{How, Phase, Rounds, Sequence, Who};

krigsspil_engine::choices! {
    /// Where a turn has come to.
    pub enum Step {
        Command = "command",
        Formation = "formation",
        InitialFire = "initial_fire",
        Charges = "charges",
        Gallops = "gallops",
        Movement = "movement",
        SecondaryFire = "secondary_fire",
        SkirmishFire = "skirmish_fire",
        Volleys = "volleys",
        Melee = "melee",
        Zones = "zones",
        Recovery = "recovery",
    }
}

impl Step {
    /// The step of this name; the first when there is none.
    pub fn of(name: &str) -> Step {
        name.parse().unwrap_or(Step::Command)
    }

    /// Guns or muskets fire in it.
    pub fn fires(self) -> bool {
        matches!(self, Step::InitialFire | Step::SecondaryFire | Step::SkirmishFire | Step::Volleys)
    }
}

const fn sealed(name: &'static str, rule: &'static str) -> Phase {
    Phase::of(name, rule, Who::Both, How::Sealed)
}

static PHASES: &[Phase] = &[
    sealed("command", "seq.command.2"),
    sealed("formation", "seq.facing.2"),
    sealed("initial_fire", "seq.initial-fire.1"),
    sealed("charges", "seq.charges.2"),
    // Gallops come before the charges, all other moves after them.
    sealed("gallops", "seq.movement.1"),
    sealed("movement", "seq.movement.3"),
    sealed("secondary_fire", "seq.secondary-fire.1"),
    sealed("skirmish_fire", "seq.musketry.1"),
    sealed("volleys", "seq.musketry.2"),
    Phase::program("melee", "seq.melee.1"),
    sealed("zones", "seq.zones.1"),
    Phase::program("recovery", "seq.recovery.1"),
];

/// The turn.
pub static TURN: Sequence = Sequence { phases: PHASES, rounds: Rounds::Once };
