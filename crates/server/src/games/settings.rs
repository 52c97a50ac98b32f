//! What a game was made with, and its state beside the battle itself.

use std::collections::BTreeMap;

use krigsspil_engine::battle::{Options, Seat, SeatId, hash_of};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

/// What a game was made with. It holds the secret of the dice: it never leaves the server.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(crate) struct Settings {
    pub(crate) rules: String,
    /// The version of the rules it began by.
    pub(crate) rules_version: String,
    /// The scenario's name, for people.
    pub(crate) title: String,
    pub(crate) scenario: String,
    pub(crate) ground: String,
    #[serde(default)]
    pub(crate) options: Options,
    /// Seconds a turn; none without a clock.
    #[serde(default)]
    pub(crate) clock: Option<u32>,
    /// Messages between players go by courier only.
    #[serde(default)]
    pub(crate) by_courier: bool,
    /// Every player adds a number to the dice before the battle.
    #[serde(default)]
    pub(crate) shared_dice: bool,
    /// Several seats are played in one browser.
    #[serde(default)]
    pub(crate) hot_seat: bool,
    /// Measuring beforehand is allowed, whatever the print says: the game is not to the letter.
    #[serde(default)]
    pub(crate) measuring: bool,
    /// The secret of the dice.
    pub(crate) secret: String,
    /// The game this is the rematch of.
    #[serde(default)]
    pub(crate) rematch_of: Option<String>,
}

impl Settings {
    /// What every seat is shown of the dice beforehand.
    pub(crate) fn dice_hash(&self) -> String {
        hash_of(&self.secret)
    }
}

/// What a seat is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub(crate) enum Role {
    /// Plays a side.
    Player,
    /// Judges.
    Umpire,
    /// Looks on.
    Onlooker,
}

impl From<&Seat> for Role {
    fn from(seat: &Seat) -> Self {
        match seat {
            Seat::Player { .. } => Role::Player,
            Seat::Umpire => Role::Umpire,
            Seat::Onlooker => Role::Onlooker,
        }
    }
}

/// Who plays a seat.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum By {
    /// The person who has its link.
    Person,
    /// A commander of this name.
    Staff(String),
    /// Nobody: every question gets its default answer.
    Nobody,
}

impl By {
    /// In a word: `person`, `staff:plain`, `nobody`.
    pub(crate) fn word(&self) -> String {
        match self {
            By::Person => "person".to_string(),
            By::Staff(name) => format!("staff:{name}"),
            By::Nobody => "nobody".to_string(),
        }
    }

    /// Who a word means: a person, or a commander who can be hired.
    pub(crate) fn read(word: &str) -> Option<By> {
        match word.strip_prefix("staff:") {
            Some(name) if krigsspil_staff::COMMANDERS.contains(&name) => Some(By::Staff(name.to_string())),
            None if word == "person" => Some(By::Person),
            _ => None,
        }
    }

    /// The words there are.
    pub(crate) fn known() -> String {
        let staff = krigsspil_staff::COMMANDERS.iter().map(|name| format!("staff:{name}"));
        std::iter::once("person".to_string()).chain(staff).collect::<Vec<_>>().join(", ")
    }
}

impl Serialize for By {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(&self.word())
    }
}

impl<'de> Deserialize<'de> for By {
    fn deserialize<D: serde::Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        let word = String::deserialize(from)?;
        // If the commander no longer exists, the seat goes back to its link.
        Ok(if word == "nobody" { By::Nobody } else { By::read(&word).unwrap_or(By::Person) })
    }
}

/// A seat, and how far its own count has come.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(crate) struct Sitting {
    pub(crate) role: Role,
    pub(crate) side: Option<String>,
    pub(crate) by: By,
    /// Items it was told.
    pub(crate) seq: i64,
    /// Events of the battle among them.
    pub(crate) events: u32,
}

/// A request to go back.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(crate) struct UndoWish {
    pub(crate) by: SeatId,
    /// Actions that would be kept.
    pub(crate) keep: usize,
    /// The turn it goes back to.
    pub(crate) turn: u32,
    pub(crate) agreed: Vec<SeatId>,
}

/// What a seat adds to the dice.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(crate) struct Share {
    pub(crate) hash: String,
    #[serde(default)]
    pub(crate) number: Option<String>,
}

/// The state of a game beside the battle itself. It is stored whole with every append.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub(crate) struct Head {
    pub(crate) seats: BTreeMap<SeatId, Sitting>,
    /// The battle has begun: its dice are settled.
    pub(crate) begun: bool,
    /// When the turn's time is up, in milliseconds since 1970.
    #[serde(default)]
    pub(crate) deadline: Option<i64>,
    /// The turn whose time was up.
    #[serde(default)]
    pub(crate) ran_out: Option<u32>,
    /// Paused, with this many milliseconds left.
    #[serde(default)]
    pub(crate) paused: Option<i64>,
    #[serde(default)]
    pub(crate) undo: Option<UndoWish>,
    #[serde(default)]
    pub(crate) shares: BTreeMap<SeatId, Share>,
    pub(crate) over: bool,
    /// The rematch, once somebody has asked for it.
    #[serde(default)]
    pub(crate) rematch: Option<String>,
}

impl Head {
    /// The seats of human players.
    pub(crate) fn persons(&self) -> impl Iterator<Item = &SeatId> {
        let person = |sitting: &Sitting| sitting.role == Role::Player && sitting.by == By::Person;
        self.seats.iter().filter(move |(_, sitting)| person(sitting)).map(|(seat, _)| seat)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Who plays a seat is a word, and the same when it is read again.
    #[test]
    fn who_plays_is_a_word() {
        for by in [By::Person, By::Staff("plain".into()), By::Nobody] {
            let text = serde_json::to_string(&by).unwrap();
            assert_eq!(serde_json::from_str::<By>(&text).unwrap(), by);
        }
        assert_eq!(By::read("staff:napoleon"), None);
        assert_eq!(By::read("nobody"), None);
        assert_eq!(By::known(), "person, staff:plain, staff:random");
    }
}
