//! What a battery carries beside what every unit does.

use krigsspil_field::prelude::Point;
use krigsspil_turn::ids::UnitId;
use serde::{Deserialize, Serialize};

use crate::vocabulary::*;

/// Where a battery's gunners are (§04.04.3).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Crew {
    /// With their guns.
    AtGuns,
    /// Away with the limbers.
    WithLimbers,
    /// Away on foot or on their horses.
    Alone,
}

/// The target a battery has ranged in on (§10.02.3).
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Registered {
    /// The unit.
    pub unit: UnitId,
    /// Where it stood at the end of the last turn, or when they ranged in on it in this turn.
    pub at: Point,
}

/// A battery's guns, limbers, horses and gunners.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Battery {
    /// The piece (skema XIV).
    pub piece: Piece,
    /// Foot, driving or horse.
    pub kind: BatteryKind,
    /// Only howitzers.
    pub howitzers: bool,
    /// Real pieces left.
    pub pieces: i32,
    /// Figure pieces left.
    pub figure_pieces: i32,
    /// Limber horses at the start and left, in figures.
    pub horses: [i32; 2],
    /// Limbered.
    pub limbered: bool,
    /// Must be made ready, after what (§10.01.2).
    pub unready: Option<Unready>,
    /// The target it has ranged in on.
    pub registered: Option<Registered>,
    /// The second target it has ranged in on, of two at which it fired together.
    #[serde(default)]
    pub registered_too: Option<Registered>,
    /// The building it has ranged in on (§17.04.1).
    #[serde(default)]
    pub ranged_building: Option<usize>,
    /// Where its gunners are.
    pub crew: Crew,
}

/// Why guns are not ready to fire (§10.01.2).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Unready {
    /// They were manned again.
    Remanned,
    /// They retired.
    Retired,
}
