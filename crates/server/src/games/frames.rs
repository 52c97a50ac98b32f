//! What passes over a socket. Reading it is a pure function, so that it can be tested and fuzzed by itself.

use krigsspil_engine::Language;
use serde::{Deserialize, Serialize};
use serde_json::Value;
use serde_json::value::RawValue;
use utoipa::ToSchema;

use super::wire::{Ask, Item, Problem, StateShown};
use crate::api::Lang;

/// The largest message that is read, in bytes.
pub(crate) const LARGEST: usize = 64 * 1024;

/// The first message of a client: its link, and how far it has read.
#[derive(Clone, Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct Hello {
    /// The secret of the link.
    pub(crate) token: String,
    /// The number of the last item that the client has; 0 to begin with the first. Without it the socket begins with the state of now.
    #[serde(default)]
    pub(crate) since: Option<i64>,
    /// Language of refusals.
    #[serde(default)]
    pub(crate) lang: Lang,
}

impl Hello {
    pub(crate) fn language(&self) -> Language {
        self.lang.into()
    }
}

/// What is asked over a socket. It is answered under the same `id`.
#[derive(Clone, Debug, Deserialize, ToSchema)]
pub(crate) struct SocketAsk {
    /// Any number; the answer carries the same.
    pub(crate) id: u64,
    /// What.
    #[serde(flatten)]
    pub(crate) ask: SocketAsks,
}

/// What can be asked over a socket. Links and the rematch are asked for over HTTP.
#[derive(Clone, Debug, Deserialize, ToSchema)]
#[serde(tag = "ask", rename_all = "snake_case")]
pub(crate) enum SocketAsks {
    /// As `POST /game/act`.
    Act {
        /// New for every action.
        key: String,
        /// The action.
        #[schema(value_type = crate::declared::Action)]
        action: Value,
    },
    /// As `POST /game/preview`.
    Preview {
        /// The action.
        #[schema(value_type = crate::declared::Action)]
        action: Value,
    },
    /// As `POST /game/chat`.
    Chat {
        /// New for every message.
        key: String,
        /// To whom.
        to: String,
        /// The message.
        text: String,
    },
    /// As `POST /game/undo`.
    Undo {
        /// New for every request.
        key: String,
        /// To the beginning of this turn.
        #[serde(default)]
        turn: Option<u32>,
    },
    /// As `POST /game/undo/answer`.
    AnswerUndo {
        /// Yes or no.
        agree: bool,
    },
    /// As `POST /game/seat`.
    Seat {
        /// The seat.
        seat: String,
        /// Who plays it.
        by: String,
    },
    /// As `POST /game/pause`.
    Pause {
        /// Paused.
        paused: bool,
    },
    /// As `POST /game/dice/commit`.
    Commit {
        /// The hash.
        hash: String,
    },
    /// As `POST /game/dice/reveal`.
    Reveal {
        /// The number.
        number: String,
    },
}

impl From<SocketAsks> for Ask {
    fn from(asked: SocketAsks) -> Self {
        match asked {
            SocketAsks::Act { key, action } => Ask::Act { key, action },
            SocketAsks::Preview { action } => Ask::Preview { action },
            SocketAsks::Chat { key, to, text } => Ask::Chat { key, to, text },
            SocketAsks::Undo { key, turn } => Ask::Undo { key, turn },
            SocketAsks::AnswerUndo { agree } => Ask::AnswerUndo { agree },
            SocketAsks::Seat { seat, by } => Ask::Seat { seat: seat.into(), by },
            SocketAsks::Pause { paused } => Ask::Pause { paused },
            SocketAsks::Commit { hash } => Ask::Commit { hash },
            SocketAsks::Reveal { number } => Ask::Reveal { number },
        }
    }
}

/// What the server sends. Every message carries a number of the seat's own count.
#[derive(Debug, Serialize, ToSchema)]
#[serde(tag = "type", rename_all = "snake_case")]
pub(crate) enum ServerFrame<'a> {
    /// The link is good.
    Welcome {
        /// The number that the items go on from.
        seq: i64,
        /// The server's clock, in milliseconds since 1970.
        now: i64,
    },
    /// An item.
    Item {
        /// Its number: one more than the last.
        seq: i64,
        /// The item.
        #[schema(value_type = Item)]
        item: &'a RawValue,
    },
    /// The state of the game after the items up to `seq`.
    State {
        /// The number of the last item it is after.
        seq: i64,
        /// The state.
        #[schema(value_type = StateShown)]
        state: &'a RawValue,
    },
    /// The question is answered; what was to be done is done and stored.
    Answer {
        /// The number of the last item that the socket has sent.
        seq: i64,
        /// Which question this answers.
        id: u64,
        /// As HTTP answers it.
        #[schema(value_type = Object)]
        answer: &'a RawValue,
    },
    /// The question is refused, and nothing has changed.
    Refused {
        /// The number of the last item that the socket has sent.
        seq: i64,
        /// Which question this answers; none when the message was not one.
        id: Option<u64>,
        /// Why.
        #[schema(value_type = crate::api::ApiError)]
        problem: &'a Problem,
    },
}

impl ServerFrame<'_> {
    pub(crate) fn text(&self) -> String {
        serde_json::to_string(self).unwrap_or_default()
    }
}

/// Reads the first message.
pub(crate) fn hello(text: &str) -> Result<Hello, String> {
    serde_json::from_str(text).map_err(|error| error.to_string())
}

/// Reads any other.
pub(crate) fn asked(text: &str) -> Result<SocketAsk, serde_json::Error> {
    serde_json::from_str(text)
}

/// The number of the last item before a state; the state begins with it.
pub(crate) fn seq_of(state: &str) -> i64 {
    let number = state.strip_prefix("{\"seq\":").and_then(|rest| rest.split(',').next());
    number.and_then(|number| number.parse().ok()).unwrap_or(0)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// What is sound is read; what is not is refused with a reason, and nothing breaks.
    #[test]
    fn frames_are_read() {
        assert_eq!(hello(r#"{"token":"abc","since":7,"lang":"da"}"#).unwrap().since, Some(7));
        assert!(hello(r#"{"token":"abc","sinse":7}"#).is_err());
        let act = asked(r#"{"id":3,"ask":"act","key":"a1","action":{"do":"ready"}}"#).unwrap();
        assert!(matches!((act.id, Ask::from(act.ask)), (3, Ask::Act { key, .. }) if key == "a1"));
        let deep = format!("{{\"id\":1,\"ask\":\"act\",\"key\":\"k\",\"action\":{}", "[".repeat(60_000));
        let nonsense =
            ["", "null", "{}", "[1]", r#"{"id":-1,"ask":"undo"}"#, r#"{"id":1,"ask":"link"}"#, &deep];
        for nonsense in nonsense {
            assert!(asked(nonsense).is_err());
            assert!(hello(nonsense).is_err());
        }
        assert_eq!(seq_of("{\"seq\":42,\"table\":{}}"), 42);
        assert_eq!(seq_of(""), 0);
    }
}
