//! How far a turn has come: its phase, and what is still to be settled.

use krigsspil_turn::ids::UnitId;
use serde::Serialize;

/// How far the turn has come.
pub type Phase = krigsspil_turn::progress::Phase<Stage>;

/// The stages of a turn (§03.02.4 to §03.02.10).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Stage {
    /// Command distance and reaction (§08.03.5).
    Command,
    /// Rally from rout (§13.06.5), and the flights of those who fail.
    Rally,
    /// Fallen chiefs are replaced (§08.02.6).
    Chiefs,
    /// Attacks, supports and fires are announced (§03.02.4, §03.02.5).
    Announce,
    /// Action in order of time (§03.02.10).
    Action,
    /// The end of the turn.
    End,
}

/// Something to settle at the current moment.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Due {
    /// Attackers have come to break-in distance (§12.01.1). Attacks of one moment are settled together, step by step.
    BreakIns {
        /// The attacks, in order of place; no unit is in two of them.
        attacks: Vec<BreakIn>,
        /// The fire before break-in is over.
        fired: bool,
    },
    /// Units fire together: at a moment, or at an event.
    Fire {
        /// Those who fire, each with the enemy who brought it about.
        units: Vec<(UnitId, Option<UnitId>)>,
    },
    /// Units that were ferried over land (§19.11.3).
    Land,
    /// Charges and mines are set off (§19.07.4).
    Blast {
        /// Those who do it.
        units: Vec<UnitId>,
    },
    /// A unit has come to break-in distance of an enemy it does not attack (§03.03.2).
    Stops {
        /// The unit.
        unit: UnitId,
        /// The enemy.
        enemy: UnitId,
    },
    /// Two friends touch (§07.07.1).
    Contact {
        /// The one with the lower id.
        one: UnitId,
        /// The other.
        other: UnitId,
    },
    /// A leg of a march or a step is done.
    Done {
        /// The unit.
        unit: UnitId,
        /// The leg.
        leg: usize,
    },
    /// A new half turn of a storm begins (§07.02.2).
    StormHalf {
        /// The unit.
        unit: UnitId,
    },
    /// A unit's time of reorganising is full (§13.06.2).
    Mended {
        /// The unit.
        unit: UnitId,
    },
    /// Chiefs ride (§08.01.7).
    Ride,
    /// A unit would leave the table.
    Leaves {
        /// The unit.
        unit: UnitId,
    },
}

/// An attack at break-in distance.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct BreakIn {
    /// The attacker.
    pub attacker: UnitId,
    /// The attacked unit.
    pub defender: UnitId,
}
