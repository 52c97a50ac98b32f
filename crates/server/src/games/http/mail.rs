//! Turns by mail, for a game whose other side has no server in reach.

use axum::extract::State;
use axum::response::Response;

use super::{Body_, body};
use crate::Shared;
use crate::api::{ApiError, In};
use crate::games::Sits;
use crate::games::wire::{Ask, Done, Problem};
use crate::mail::{ReplyFile, TurnFile};

/// The turn of the seat as a file to be sent by mail: what it may know and nothing else.
#[utoipa::path(get, path = "/game/mail", tag = "games", operation_id = "game_mail_turn", params(In), security(("link" = [])), responses(
    (status = 200, body = TurnFile),
    (status = 403, body = ApiError, description = "Only players get turns."),
    (status = 404, body = ApiError),
))]
pub(crate) async fn turn(State(shared): State<Shared>, sits: Sits) -> Result<Response, Problem> {
    shared.games.answer(&sits, Ask::MailTurn).await
}

/// What the seat has sent back by mail. All of it is done, or nothing.
#[utoipa::path(post, path = "/game/mail", tag = "games", operation_id = "game_mail_reply", params(In), request_body = ReplyFile, security(("link" = [])), responses(
    (status = 200, body = Done),
    (status = 404, body = ApiError),
    (status = 422, body = ApiError, description = "It is of another battle, or too old, or one of its actions is refused."),
))]
pub(crate) async fn reply(
    State(shared): State<Shared>,
    sits: Sits,
    given: Body_<ReplyFile>,
) -> Result<Response, Problem> {
    let reply = body(given, sits.language)?;
    shared.games.answer(&sits, Ask::MailReply { reply }).await
}
