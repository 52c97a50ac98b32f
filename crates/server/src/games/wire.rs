//! The questions to a game and its answers, the same over HTTP and sockets.

use std::collections::BTreeMap;
use std::sync::Arc;

use axum::http::StatusCode;
use axum::response::{IntoResponse, Json, Response};
use krigsspil_companion::Refusal;
use krigsspil_engine::battle::{Arm, Ending, Prompt, SeatId, Told, View};
use krigsspil_engine::{Language, Sentence};
use serde::{Deserialize, Serialize};
use serde_json::Value;
use utoipa::ToSchema;

use super::links::LinkHash;
use super::settings::Role;
use crate::api::ApiError;
use crate::declared;
use crate::wordings::words;

/// The longest key of an action.
pub(crate) const LONGEST_KEY: usize = 64;
/// The longest message.
pub(crate) const LONGEST_TEXT: usize = 2000;

/// A question to a game. Actions, messages and requests to go back carry a key that the asker chooses; the same key is done once.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(tag = "ask", rename_all = "snake_case")]
pub(crate) enum Ask {
    /// The state of the game.
    State {
        #[serde(default)]
        samples: bool,
    },
    /// An action of the battle.
    Act { key: String, action: Value },
    /// Something to look at, for the table in the browser.
    Look(crate::table::Look),
    /// What would come of an action.
    Preview { action: Value },
    /// A message.
    Chat { key: String, to: String, text: String },
    /// A request to go back: to before the seat's own last action, or to the beginning of a turn.
    Undo { key: String, turn: Option<u32> },
    /// The answer to that.
    AnswerUndo { agree: bool },
    /// A seat is given to somebody.
    Seat { seat: SeatId, by: String },
    /// A link is replaced, or revoked when there is no hash.
    Link { seat: SeatId, hash: Option<LinkHash> },
    /// The game is paused or goes on.
    Pause { paused: bool },
    /// The hash of a player's number.
    Commit { hash: String },
    /// A player's number.
    Reveal { number: String },
    /// Dice that only the umpire sees.
    Throw { key: String, count: u32, sides: u32 },
    /// The seat's turn, as a file to be sent by mail.
    MailTurn,
    /// What the seat has sent back by mail.
    MailReply { reply: crate::mail::ReplyFile },
    /// The rematch that was made.
    Rematch { game: String },
    /// The save of a finished game.
    Save,
    /// What a seat saw after this many actions of a finished game.
    Replay { seat: SeatId, after: usize },
}

impl Ask {
    /// Is it about a finished battle, which is played again for the answer? That takes long, and no game waits for it.
    pub(crate) fn can_wait(&self) -> bool {
        matches!(self, Ask::Save | Ask::Replay { .. } | Ask::Look(crate::table::Look::Film { .. }))
    }
}

/// Why a question is refused. Nothing has changed.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(crate) struct Problem {
    #[serde(skip, default = "bad_request")]
    pub(crate) status: u16,
    /// For programs.
    pub(crate) code: String,
    /// The field at fault; empty when none is.
    pub(crate) field: String,
    /// For people: what was wrong and what would be right.
    pub(crate) message: String,
    /// The rule that refuses, where one does.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) rule: Option<String>,
}

fn bad_request() -> u16 {
    400
}

impl Problem {
    /// A problem in a sentence of our own.
    pub(crate) fn told(
        status: StatusCode,
        code: &str,
        field: &str,
        sentence: impl Into<Sentence>,
        language: Language,
    ) -> Problem {
        let message = sentence.into().message(words(), language);
        Problem { status: status.as_u16(), code: code.into(), field: field.into(), message, rule: None }
    }
}

/// What was wrong with a request is told in the same words everywhere.
impl From<ApiError> for Problem {
    fn from(error: ApiError) -> Problem {
        let Refusal { status, code, field, message, rule, .. } = error.into();
        Problem { status, code: code.into(), field, message, rule: rule.map(str::to_string) }
    }
}

impl IntoResponse for Problem {
    fn into_response(self) -> Response {
        let status = StatusCode::from_u16(self.status).unwrap_or(StatusCode::INTERNAL_SERVER_ERROR);
        (status, Json(self)).into_response()
    }
}

/// A seat, as everybody at the table knows it.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub(crate) struct SeatShown {
    /// Its name.
    #[schema(value_type = String)]
    pub(crate) seat: SeatId,
    /// What it is for.
    pub(crate) role: Role,
    /// The side it plays; none for the umpire and onlookers.
    #[schema(required)]
    pub(crate) side: Option<String>,
    /// Who plays it: `person`, `staff:plain`, `nobody`.
    pub(crate) by: String,
}

/// The clock of a game that has one.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub(crate) struct ClockShown {
    /// Seconds a turn.
    pub(crate) seconds: u32,
    /// When the turn's time is up, in milliseconds since 1970; none while it is paused or over.
    #[schema(required)]
    pub(crate) deadline: Option<i64>,
    /// Milliseconds that are left, while it is paused.
    #[schema(required)]
    pub(crate) paused: Option<i64>,
}

/// What is shown of the dice.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub(crate) struct DiceShown {
    /// The SHA-256 of the secret that the seed is made of.
    pub(crate) hash: String,
    /// Every player adds a number.
    pub(crate) shared: bool,
    /// The hashes of the numbers, by seat.
    pub(crate) committed: BTreeMap<String, String>,
    /// The numbers that have been shown, by seat.
    pub(crate) revealed: BTreeMap<String, String>,
    /// The secret, once the battle is over.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) secret: Option<String>,
    /// The seed, once the battle is over. A text, as JavaScript's numbers cannot hold it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) seed: Option<String>,
}

/// A request to go back that is not answered by all yet.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub(crate) struct UndoShown {
    /// Who asked.
    #[schema(value_type = String)]
    pub(crate) by: SeatId,
    /// The turn it goes back to.
    pub(crate) turn: u32,
    /// Who has agreed.
    #[schema(value_type = Vec<String>)]
    pub(crate) agreed: Vec<SeatId>,
}

/// How a battle ended.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[schema(as = Ending)]
pub(crate) struct EndingShown {
    /// The side that won; none for a draw.
    #[schema(required)]
    pub(crate) winner: Option<String>,
    /// Why: a key of the `ending` words.
    pub(crate) reason: &'static str,
    /// The points of each side, where the scenario counts them.
    pub(crate) points: Vec<(String, i32)>,
}

impl From<Ending> for EndingShown {
    fn from(Ending { winner, reason, points }: Ending) -> Self {
        EndingShown { winner, reason, points }
    }
}

/// What everybody at the table knows of the game. What battles call their table's size has that name in the document.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[schema(as = GameShown)]
pub(crate) struct TableShown {
    /// The game's public name; it opens nothing but the replay, once it is over.
    pub(crate) game: String,
    /// The scenario's name.
    pub(crate) title: String,
    /// The rule set.
    pub(crate) rules: String,
    /// The seat of the link, or `maker`.
    #[schema(value_type = String)]
    pub(crate) seat: SeatId,
    /// The seats.
    pub(crate) seats: Vec<SeatShown>,
    /// The battle has begun. Before that the players add their numbers to the dice.
    pub(crate) begun: bool,
    /// The turn, from 1.
    pub(crate) turn: u32,
    /// The clock, where there is one.
    #[schema(required)]
    pub(crate) clock: Option<ClockShown>,
    /// The game is paused.
    pub(crate) paused: bool,
    /// The dice.
    pub(crate) dice: DiceShown,
    /// A request to go back.
    #[schema(required)]
    pub(crate) undo: Option<UndoShown>,
    /// Messages between players go by courier only.
    pub(crate) by_courier: bool,
    /// Several seats are played in one browser.
    pub(crate) hot_seat: bool,
    /// How it ended, once it has.
    #[schema(required)]
    pub(crate) ending: Option<EndingShown>,
    /// A rematch has been asked for.
    pub(crate) rematch: bool,
}

/// The state of a game for a seat.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct StateShown {
    /// The number of the last item the seat was told.
    pub(crate) seq: i64,
    /// What everybody knows.
    pub(crate) table: TableShown,
    /// What the seat sees; none before the battle begins, and for the maker.
    #[schema(value_type = Option<declared::View>, required)]
    pub(crate) view: Option<View>,
    /// What the seat has to decide now.
    #[schema(value_type = Vec<declared::Prompt>)]
    pub(crate) prompts: Vec<Prompt>,
}

/// An item that a seat is told, numbered for that seat.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub(crate) struct Item {
    /// Its number, from 1, without gaps.
    pub(crate) seq: i64,
    /// When, in milliseconds since 1970.
    pub(crate) at: i64,
    /// What.
    #[serde(flatten)]
    pub(crate) what: ItemWhat,
}

/// A unit of somebody else that a seat knows of.
#[derive(Clone, Debug, PartialEq, Serialize, ToSchema)]
pub(crate) struct Met {
    /// Its id.
    #[schema(value_type = String)]
    pub(crate) unit: Arc<str>,
    /// Its name, where the seat knows it.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(value_type = Option<String>)]
    pub(crate) name: Option<Arc<str>>,
    /// Its arm.
    #[schema(value_type = String)]
    pub(crate) arm: Arm,
}

/// What a seat is told.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[serde(tag = "type", rename_all = "snake_case")]
pub(crate) enum ItemWhat {
    /// An action of this seat was done and is stored.
    Acted {
        /// The key it was given; none when the clock or the computer did it.
        #[schema(required)]
        key: Option<String>,
        /// The action.
        #[schema(value_type = declared::Action)]
        action: Value,
        /// Who did it: `person`, `staff`, `default`.
        by: String,
    },
    /// What happened in the battle, as this seat may know it.
    Happened {
        /// The events, numbered for this seat.
        #[schema(value_type = Vec<declared::Told>)]
        events: Vec<Told>,
        /// The units of others that they name, as this seat knew them when it happened.
        #[serde(skip_serializing_if = "Vec::is_empty")]
        met: Vec<Met>,
    },
    /// A message.
    Said {
        /// From whom.
        #[schema(value_type = String)]
        from: SeatId,
        /// To whom: `side`, `umpire`, `all`, or a seat.
        to: String,
        /// The message.
        text: String,
    },
    /// A seat is played by somebody else from now on.
    Sat {
        /// The seat.
        #[schema(value_type = String)]
        seat: SeatId,
        /// By whom: `person`, `staff:plain`.
        by: String,
    },
    /// The link of a seat was replaced or revoked; the old one no longer works.
    Linked {
        /// The seat.
        #[schema(value_type = String)]
        seat: SeatId,
        /// It was revoked.
        revoked: bool,
    },
    /// Somebody asks to go back.
    UndoAsked {
        /// Who.
        #[schema(value_type = String)]
        by: SeatId,
        /// The turn it goes back to.
        turn: u32,
    },
    /// Somebody has answered that.
    UndoAnswered {
        /// Who.
        #[schema(value_type = String)]
        by: SeatId,
        /// Yes or no. After a no it is off.
        agree: bool,
    },
    /// The battle went back. Events of actions that were taken back keep their numbers, and did not happen.
    Undone {
        /// The turn it is now.
        turn: u32,
    },
    /// The time of a turn ran out: every open question got its default answer.
    ClockRanOut {
        /// The turn.
        turn: u32,
    },
    /// The game was paused or goes on.
    Paused {
        /// Paused.
        paused: bool,
    },
    /// A player has shown the hash of a number.
    Committed {
        /// Who.
        #[schema(value_type = String)]
        seat: SeatId,
        /// The hash.
        hash: String,
    },
    /// A player has shown the number.
    Revealed {
        /// Who.
        #[schema(value_type = String)]
        seat: SeatId,
        /// The number.
        number: String,
    },
    /// Dice that the umpire threw for himself. Nobody else is told.
    Thrown {
        /// The sides of each.
        sides: u32,
        /// What they show.
        faces: Vec<u32>,
    },
    /// The battle begins.
    Begun {
        /// The SHA-256 of the secret that the seed is made of.
        dice_hash: String,
    },
    /// The battle is over. The replay is open to all.
    Over {
        /// How it ended.
        ending: EndingShown,
        /// The secret of the dice.
        secret: String,
        /// The seed.
        seed: String,
    },
    /// In the replay of a finished game: a message that was private to those who sat there.
    Withheld,
    /// Somebody asks for a rematch with sides changed: `POST /game/rematch` gives this seat its new link.
    Rematch {
        /// The new game's public name.
        game: String,
    },
}

/// It is done and stored.
#[derive(Clone, Copy, Debug, Serialize, Deserialize, ToSchema)]
pub(crate) struct Done {
    /// The number of the last item that the seat was told by then.
    pub(crate) seq: i64,
    /// It had been done before, with the same key; this is the same answer again.
    pub(crate) repeated: bool,
}
