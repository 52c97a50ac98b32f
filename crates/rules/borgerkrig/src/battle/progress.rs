//! How far a turn has come: its phase, and what is still to be settled.

use krigsspil_turn::ids::UnitId;
use serde::Serialize;

/// How far the turn has come.
pub type Phase = krigsspil_turn::progress::Phase<Stage>;

/// The stages of a turn.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Stage {
    /// Attacks, retreats, fires and works are announced (§04.01.2).
    Announce,
    /// Fires at once (§04.01.3).
    Fires,
    /// Melees (§07.04.1).
    Melees,
    /// Generals and couriers ride; forced moves that are due at the start.
    Starts,
    /// Movement (§04.01.4).
    Movement,
    /// The end of the turn: riders overrun, rallies, quiet turns counted (§04.01.5).
    End,
    /// Units draw ammunition (§09.03.1); works and repairs continue.
    Supply,
    /// Abandoned guns are manned or taken (ruling 16).
    Guns,
    /// Lost generals are replaced, and the turn is closed (§08.05.0, §04.01.6).
    Succession,
}

/// Something to settle at the current moment.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Due {
    /// An enemy has come within 8 cm of a chain or battery (§04.02.10, §04.02.12).
    Threat {
        /// The threatened unit.
        unit: UnitId,
        /// The enemy.
        enemy: UnitId,
    },
    /// Units fire together: at a moment, or at an event.
    Fire {
        /// Those who fire.
        units: Vec<UnitId>,
    },
    /// Attackers have come to 2 cm of their enemies (§07.01.1). Attacks of one moment are settled together, step by step, so that the names
    /// of units do not matter; no unit is in two of them.
    Attacks {
        /// The attacks, in order of place.
        attacks: Vec<Attack>,
        /// How far they are settled.
        step: BreakStep,
    },
    /// A unit that moves backward has come to 2 cm of an enemy (ruling 84).
    Backs {
        /// The unit that moves backward.
        unit: UnitId,
        /// The enemy behind it.
        enemy: UnitId,
    },
    /// Two bodies touch.
    Contact {
        /// The one with the lower id.
        one: UnitId,
        /// The other.
        other: UnitId,
    },
    /// A step is done.
    Done {
        /// The unit.
        unit: UnitId,
    },
    /// An enemy has come within 2 cm of a rider alone (§07.06.3).
    Overrun,
    /// A piece of a battery is destroyed, and its player chooses which (§06.03.3).
    Piece {
        /// The battery.
        unit: UnitId,
        /// A gun or a limber.
        piece: super::order::Piece,
    },
    /// Generals and couriers ride (§03.01.5).
    Ride,
    /// A unit leaves the table.
    Leaves {
        /// The unit.
        unit: UnitId,
    },
}

/// An attack at 2 cm.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Attack {
    /// The attacker.
    pub attacker: UnitId,
    /// The attacked unit.
    pub defender: UnitId,
    /// From which side, according to the positions when the attacker came there (ruling 81).
    pub aspect: crate::vocabulary::Aspect,
}

/// How far an attack at 2 cm is settled.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum BreakStep {
    /// The defensive fire comes first.
    Fire,
    /// Then the throw, and the fire after it.
    Shock,
    /// Then the advance.
    Advance,
}
