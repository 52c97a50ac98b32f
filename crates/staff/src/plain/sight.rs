//! What the plain commander is shown, as types. Whatever else a view or prompt holds is left alone.

use krigsspil_field::prelude::Point;
use serde::Deserialize;

/// A view of a player's seat.
#[derive(Clone, Debug, Deserialize)]
pub(super) struct View {
    pub turn: u32,
    pub turns: u32,
    pub home: f64,
    pub metres_per_cm: f64,
    pub objectives: Vec<Objective>,
    pub units: Vec<Own>,
    /// Units of other players of the side.
    pub friends: Vec<Seen>,
    pub enemies: Vec<Seen>,
    pub generals: Vec<General>,
    pub couriers: Vec<Courier>,
    /// Works made in play.
    #[serde(default)]
    pub works: Vec<Work>,
    pub log: Vec<Logged>,
}

/// A work that stands on the table for all to see.
#[derive(Clone, Debug, Deserialize)]
pub(super) struct Work {
    pub left: Point,
    pub right: Point,
}

/// Something that was told.
#[derive(Clone, Debug, Deserialize)]
pub(super) struct Logged {
    pub turn: u32,
    pub what: String,
    pub about: LoggedAbout,
}

#[derive(Clone, Debug, Deserialize)]
pub(super) struct LoggedAbout {
    #[serde(default)]
    pub unit: Option<String>,
    #[serde(default)]
    pub other: Option<String>,
    /// The order (§08.02.1) it is about; some events have another thing there.
    #[serde(default)]
    pub order: serde_json::Value,
}

impl View {
    /// Did a unit find nothing to fire at last turn?
    pub fn fired_in_vain(&self, unit: &str) -> bool {
        self.log.iter().any(|logged| {
            logged.turn + 1 == self.turn
                && matches!(logged.what.as_str(), "no_target" | "not_over_friends")
                && logged.about.unit.as_deref() == Some(unit)
        })
    }

    /// Was one of his halted last turn by another that marched or fired (§04.02.5)?
    pub fn halted_by(&self, unit: &str, by: &str) -> bool {
        self.log.iter().any(|logged| {
            logged.turn + 1 == self.turn
                && logged.what == "halts_at_friend"
                && logged.about.unit.as_deref() == Some(unit)
                && logged.about.other.as_deref() == Some(by)
        })
    }

    /// His units on the table.
    pub fn here(&self) -> impl Iterator<Item = &Own> + Clone {
        self.units.iter().filter(|unit| unit.presence == "here")
    }

    /// The last turns, when what is not held by then is lost.
    pub fn late(&self) -> bool {
        self.turn + 6 >= self.turns
    }
}

#[derive(Clone, Debug, Deserialize)]
pub(super) struct Objective {
    pub name: String,
    pub place: [f64; 2],
    pub radius: f64,
    pub points: i32,
}

/// A unit of his own.
#[derive(Clone, Debug, Deserialize)]
pub(super) struct Own {
    pub id: String,
    pub arm: String,
    pub mounted: bool,
    pub limbered: Option<bool>,
    pub figures: i32,
    pub formation: String,
    pub place: [f64; 2],
    pub facing: f64,
    /// Metres across the front, and from front to rear.
    pub front: f64,
    pub depth: f64,
    pub outline: Vec<[f64; 2]>,
    pub general: String,
    pub presence: String,
    pub valeur: i32,
    pub ammunition: bool,
    pub order: String,
    pub melee: Vec<String>,
    pub battery: Option<Battery>,
    pub last_order: Option<serde_json::Value>,
}

impl Own {
    /// Can it be sent somewhere: in some order (§08.02.1), and not fighting hand to hand?
    pub fn able(&self) -> bool {
        matches!(self.order.as_str(), "OR" | "LU") && self.melee.is_empty()
    }

    /// Does it need a wagon?
    pub fn empty(&self) -> bool {
        match (&self.battery, self.arm.as_str()) {
            (Some(battery), _) => battery.rounds.canister + battery.rounds.shell + battery.rounds.shot == 0,
            (None, "infantry") => !self.ammunition,
            _ => false,
        }
    }
}

#[derive(Clone, Debug, Deserialize)]
pub(super) struct Battery {
    pub rounds: Rounds,
    /// At the start, and left.
    pub horses: [i32; 2],
    /// Its gunners have left it.
    pub abandoned: bool,
}

#[derive(Clone, Debug, Deserialize)]
pub(super) struct Rounds {
    pub canister: i32,
    pub shell: i32,
    pub shot: i32,
}

/// Somebody else's unit as seen.
#[derive(Clone, Debug, Deserialize)]
pub(super) struct Seen {
    pub id: String,
    pub arm: String,
    pub mounted: bool,
    pub limbered: Option<bool>,
    pub figures: i32,
    pub formation: String,
    pub rout: bool,
    pub place: [f64; 2],
    pub facing: f64,
    pub outline: Vec<[f64; 2]>,
}

#[derive(Clone, Debug, Deserialize)]
pub(super) struct General {
    pub id: String,
    pub life: String,
    pub place: [f64; 2],
    pub with: Option<String>,
    pub instruction: String,
}

#[derive(Clone, Debug, Deserialize)]
pub(super) struct Courier {
    pub id: String,
    pub life: String,
    pub place: [f64; 2],
    pub with: Option<String>,
    pub ride: Option<serde_json::Value>,
    pub order: Option<serde_json::Value>,
}

/// What a prompt for orders tells.
#[derive(Clone, Debug, Deserialize)]
pub(super) struct Asked {
    pub units: Vec<AskedUnit>,
}

#[derive(Clone, Debug, Deserialize)]
pub(super) struct AskedUnit {
    pub unit: String,
    pub in_command: bool,
    pub compelled_fire: bool,
    pub may: Vec<String>,
    pub limits: Limits,
}

impl AskedUnit {
    pub fn may(&self, kind: &str) -> bool {
        self.may.iter().any(|may| may == kind)
    }
}

#[derive(Clone, Debug, Deserialize)]
pub(super) struct Limits {
    pub march_cm: f64,
    pub storm_cm: Option<f64>,
    pub zones_cm: Option<Vec<f64>>,
    pub guns: Option<Guns>,
    pub targets: Vec<Target>,
}

#[derive(Clone, Debug, Deserialize)]
pub(super) struct Guns {
    pub canister: Load,
    pub shell: Load,
    pub shot: Load,
}

#[derive(Clone, Copy, Debug, Deserialize)]
pub(super) struct Load {
    pub rounds: i32,
    pub cm: f64,
}

/// An enemy with the distance as the eye judges it.
#[derive(Clone, Debug, Deserialize)]
pub(super) struct Target {
    pub unit: String,
    pub about_cm: f64,
}
