//! What is done in a battle: actions, previews, messages, and going back.

use axum::extract::State;
use axum::response::Response;
use serde::Deserialize;
use serde_json::Value;
use utoipa::ToSchema;

use super::{Body_, body};
use crate::Shared;
use crate::api::{ApiError, In};
use crate::games::Sits;
use crate::games::wire::{Ask, Done, Problem};

/// An action.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct ActAsked {
    /// A text of your own choice, new for every action. If you do not know whether an action arrived, send it again with the same key.
    key: String,
    /// The action, as `/rules/{rules}/battle` declares it.
    #[schema(value_type = crate::declared::Action)]
    action: Value,
}

/// Carry out an action. When this answers, the action is done and stored. The same key sent again is answered again, but not done again.
#[utoipa::path(post, path = "/game/act", tag = "games", operation_id = "game_act", params(In), request_body = ActAsked, security(("link" = [])), responses(
    (status = 200, body = Done),
    (status = 403, body = ApiError),
    (status = 409, body = ApiError, description = "Not now: paused, not begun, or the computer plays the seat."),
    (status = 422, body = ApiError, description = "The rules refuse it, or it cannot be read. Nothing has changed."),
    (status = 503, body = ApiError, description = "It could not be stored. Try again with the same key."),
    (status = 507, body = ApiError, description = "The store is full, and nothing is done."),
))]
pub(crate) async fn act(
    State(shared): State<Shared>,
    sits: Sits,
    asked: Body_<ActAsked>,
) -> Result<Response, Problem> {
    let ActAsked { key, action } = body(asked, sits.language)?;
    shared.games.answer(&sits, Ask::Act { key, action }).await
}

/// An action to preview.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct PreviewAsked {
    /// The action.
    #[schema(value_type = crate::declared::Action)]
    action: Value,
}

/// What an action would lead to, as far as the seat can know. In a game to the letter it gives no distances to the enemy.
#[utoipa::path(post, path = "/game/preview", tag = "games", operation_id = "game_preview", params(In), request_body = PreviewAsked, security(("link" = [])), responses(
    (status = 200, body = crate::table::PreviewShown),
    (status = 422, body = ApiError),
))]
pub(crate) async fn preview(
    State(shared): State<Shared>,
    sits: Sits,
    asked: Body_<PreviewAsked>,
) -> Result<Response, Problem> {
    let PreviewAsked { action } = body(asked, sits.language)?;
    shared.games.answer(&sits, Ask::Preview { action }).await
}

/// A message.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct ChatAsked {
    /// A text of your own choice, new for every message.
    key: String,
    /// To whom: `side`, `umpire`, `all`, or a seat of your own side. The umpire may write to any seat.
    to: String,
    /// The message, at most 2,000 letters.
    text: String,
}

/// Send a message.
#[utoipa::path(post, path = "/game/chat", tag = "games", operation_id = "game_chat", params(In), request_body = ChatAsked, security(("link" = [])), responses(
    (status = 200, body = Done),
    (status = 409, body = ApiError, description = "The game was made with messages by courier only."),
    (status = 422, body = ApiError),
))]
pub(crate) async fn chat(
    State(shared): State<Shared>,
    sits: Sits,
    asked: Body_<ChatAsked>,
) -> Result<Response, Problem> {
    let ChatAsked { key, to, text } = body(asked, sits.language)?;
    shared.games.answer(&sits, Ask::Chat { key, to, text }).await
}

/// A request to go back.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct UndoAsked {
    /// A text of your own choice, new for every request.
    key: String,
    /// Go back to the beginning of this turn; without it, to before your own last action.
    #[serde(default)]
    turn: Option<u32>,
}

/// Ask to go back. The battle goes back when every human player agrees, or the umpire does.
#[utoipa::path(post, path = "/game/undo", tag = "games", operation_id = "game_undo", params(In), request_body = UndoAsked, security(("link" = [])), responses(
    (status = 200, body = Done),
    (status = 409, body = ApiError),
))]
pub(crate) async fn undo(
    State(shared): State<Shared>,
    sits: Sits,
    asked: Body_<UndoAsked>,
) -> Result<Response, Problem> {
    let UndoAsked { key, turn } = body(asked, sits.language)?;
    shared.games.answer(&sits, Ask::Undo { key, turn }).await
}

/// An answer to a request to go back.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct UndoAnswer {
    /// Yes or no. A no ends the request; the seat that asked can take it back this way.
    agree: bool,
}

/// Answer a request to go back.
#[utoipa::path(post, path = "/game/undo/answer", tag = "games", operation_id = "game_undo_answer", params(In), request_body = UndoAnswer, security(("link" = [])), responses(
    (status = 200, body = Done),
    (status = 409, body = ApiError),
))]
pub(crate) async fn answer_undo(
    State(shared): State<Shared>,
    sits: Sits,
    asked: Body_<UndoAnswer>,
) -> Result<Response, Problem> {
    let UndoAnswer { agree } = body(asked, sits.language)?;
    shared.games.answer(&sits, Ask::AnswerUndo { agree }).await
}
