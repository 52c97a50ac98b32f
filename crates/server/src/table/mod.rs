//! What the table in the browser needs beside the battle itself: the words of a rule set, the scenarios with their pictures, the ground of a game,
//! what can be seen from a place, orders for a drag of the hand, and the film of a finished battle or of a file.
//!
//! Nothing here knows more than the seat that asks: the ground is everybody's, and orders are made from the seat's own view and prompts.

mod board;
#[cfg(test)]
mod example;
mod film;
pub(crate) mod http;
mod intend;
mod letter;
mod reach;
pub(crate) mod scenarios;
mod sheet;
mod sight;
pub(crate) mod texts;
mod together;
pub(crate) mod words;

use krigsspil_engine::battle::At;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::declared;

pub(crate) use board::{Board, board};
pub(crate) use film::{Film, film};
pub(crate) use http::routes;
pub(crate) use intend::{IntendAsked, Looker, intended};
pub(crate) use letter::PreviewShown;
pub(crate) use reach::reach;
pub(crate) use sheet::sheet;
pub(crate) use sight::{profile, seen};
pub(crate) use together::{TogetherAsked, together};

/// Something a seat wants to look at. It changes nothing.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(crate) enum Look {
    /// The ground, and what everybody knows of the scenario.
    Board,
    /// What can be seen from a place.
    Sight(Place),
    /// The ground along a line.
    Profile(Stretch),
    /// Orders that bring units somewhere.
    Intend(IntendAsked),
    /// Orders that bring several units somewhere together.
    Together(TogetherAsked),
    /// How far a unit reaches.
    Reach {
        /// The unit.
        unit: String,
    },
    /// The written orders of the seat's units, in the notation of the sheet.
    Sheet,
    /// The film of a finished game, as a seat saw it.
    Film {
        /// The seat.
        seat: String,
    },
}

/// A place to look from.
#[derive(Clone, Copy, Debug, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct Place {
    /// Metres east and north of the table's south-west corner.
    #[schema(value_type = declared::Pair)]
    pub(crate) place: At,
}

/// A line over the ground.
#[derive(Clone, Copy, Debug, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct Stretch {
    /// Where it begins.
    #[schema(value_type = declared::Pair)]
    pub(crate) from: At,
    /// Where it ends.
    #[schema(value_type = declared::Pair)]
    pub(crate) to: At,
}
