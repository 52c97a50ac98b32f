//! What is done around a battle: seats, links, pauses, the players' numbers for the dice, and the rematch.

use axum::extract::State;
use axum::http::{StatusCode, header};
use axum::response::{IntoResponse, Json, Response};
use krigsspil_engine::Language;
use krigsspil_engine::battle::SeatId;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::{Body_, body};
use crate::Shared;
use crate::api::{ApiError, In};
use crate::games::links::{Token, maker};
use crate::games::make::LinkMade;
use crate::games::wire::{Ask, Done, Problem};
use crate::games::{Games, Sits};
use crate::wordings::NO_CODE;

/// Who shall play a seat.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct SeatAsked {
    /// The seat.
    seat: String,
    /// Who plays it from now on: `person`, `staff:plain` or `staff:random`.
    by: String,
}

/// Give a seat to the computer, or take it back. The seat itself, the umpire and the maker may.
#[utoipa::path(post, path = "/game/seat", tag = "games", operation_id = "game_seat", params(In), request_body = SeatAsked, security(("link" = [])), responses(
    (status = 200, body = Done),
    (status = 403, body = ApiError),
))]
pub(crate) async fn seat(
    State(shared): State<Shared>,
    sits: Sits,
    asked: Body_<SeatAsked>,
) -> Result<Response, Problem> {
    let SeatAsked { seat, by } = body(asked, sits.language)?;
    shared.games.answer(&sits, Ask::Seat { seat: seat.into(), by }).await
}

/// Which seat's link.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct LinkAsked {
    /// The seat.
    seat: String,
}

/// Replace the link of a seat; the old one stops working at once. The umpire and the maker may replace any link, a player his own.
#[utoipa::path(post, path = "/game/link", tag = "games", operation_id = "game_link", params(In), request_body = LinkAsked, security(("link" = [])), responses(
    (status = 200, body = LinkMade),
    (status = 403, body = ApiError),
))]
pub(crate) async fn link(
    State(shared): State<Shared>,
    sits: Sits,
    asked: Body_<LinkAsked>,
) -> Result<Response, Problem> {
    let LinkAsked { seat } = body(asked, sits.language)?;
    let made = new_link(&shared.games, &sits.game, &sits.seat, seat.into(), sits.language).await?;
    Ok(([(header::CACHE_CONTROL, "no-store")], Json(made)).into_response())
}

/// Replaces a link. The secret is made here, so that only its hash passes between processes.
async fn new_link(
    games: &Games,
    game: &str,
    who: &SeatId,
    seat: SeatId,
    language: Language,
) -> Result<LinkMade, Problem> {
    let no_code = || Problem::told(StatusCode::SERVICE_UNAVAILABLE, "no_code", "", NO_CODE, language);
    let token = Token::new().ok_or_else(no_code)?;
    let ask = Ask::Link { seat: seat.clone(), hash: Some(token.hash()) };
    games.ask(game, who, ask, language).await?;
    Ok(LinkMade { seat, token: token.text().to_string() })
}

/// Revoke the link of a seat. Only the umpire and the maker may.
#[utoipa::path(post, path = "/game/link/revoke", tag = "games", operation_id = "game_link_revoke", params(In), request_body = LinkAsked, security(("link" = [])), responses(
    (status = 200, body = Done),
    (status = 403, body = ApiError),
))]
pub(crate) async fn revoke(
    State(shared): State<Shared>,
    sits: Sits,
    asked: Body_<LinkAsked>,
) -> Result<Response, Problem> {
    let LinkAsked { seat } = body(asked, sits.language)?;
    shared.games.answer(&sits, Ask::Link { seat: seat.into(), hash: None }).await
}

/// Pause or go on.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct PauseAsked {
    /// Paused.
    paused: bool,
}

/// Pause the game and its clock, or let it go on. Only the umpire and the maker may.
#[utoipa::path(post, path = "/game/pause", tag = "games", operation_id = "game_pause", params(In), request_body = PauseAsked, security(("link" = [])), responses(
    (status = 200, body = Done),
    (status = 403, body = ApiError),
))]
pub(crate) async fn pause(
    State(shared): State<Shared>,
    sits: Sits,
    asked: Body_<PauseAsked>,
) -> Result<Response, Problem> {
    let PauseAsked { paused } = body(asked, sits.language)?;
    shared.games.answer(&sits, Ask::Pause { paused }).await
}

/// The hash of a player's number.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct CommitAsked {
    /// The SHA-256 of the number's text, in small hexadecimal letters.
    hash: String,
}

/// Commit to a number for the dice by showing its hash.
#[utoipa::path(post, path = "/game/dice/commit", tag = "games", operation_id = "game_dice_commit", params(In), request_body = CommitAsked, security(("link" = [])), responses(
    (status = 200, body = Done),
    (status = 409, body = ApiError),
    (status = 422, body = ApiError),
))]
pub(crate) async fn commit(
    State(shared): State<Shared>,
    sits: Sits,
    asked: Body_<CommitAsked>,
) -> Result<Response, Problem> {
    let CommitAsked { hash } = body(asked, sits.language)?;
    shared.games.answer(&sits, Ask::Commit { hash }).await
}

/// A player's number.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct RevealAsked {
    /// The number: 16 to 128 letters and figures.
    number: String,
}

/// Show the number, after every player has shown a hash. When all numbers are shown, the battle begins.
#[utoipa::path(post, path = "/game/dice/reveal", tag = "games", operation_id = "game_dice_reveal", params(In), request_body = RevealAsked, security(("link" = [])), responses(
    (status = 200, body = Done),
    (status = 409, body = ApiError),
    (status = 422, body = ApiError),
))]
pub(crate) async fn reveal(
    State(shared): State<Shared>,
    sits: Sits,
    asked: Body_<RevealAsked>,
) -> Result<Response, Problem> {
    let RevealAsked { number } = body(asked, sits.language)?;
    shared.games.answer(&sits, Ask::Reveal { number }).await
}

/// Dice to throw.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct ThrowAsked {
    /// New for every throw.
    key: String,
    /// How many: 1 to 20.
    count: u32,
    /// The sides of each: 2 to 100.
    sides: u32,
}

/// Throw dice that only the umpire sees. They are logged, and are not the dice of the battle.
#[utoipa::path(post, path = "/game/dice/throw", tag = "games", operation_id = "game_dice_throw", params(In), request_body = ThrowAsked, security(("link" = [])), responses(
    (status = 200, body = Done),
    (status = 403, body = ApiError),
    (status = 422, body = ApiError),
))]
pub(crate) async fn throw(
    State(shared): State<Shared>,
    sits: Sits,
    asked: Body_<ThrowAsked>,
) -> Result<Response, Problem> {
    let ThrowAsked { key, count, sides } = body(asked, sits.language)?;
    shared.games.answer(&sits, Ask::Throw { key, count, sides }).await
}

/// A place in a rematch.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct RematchMade {
    /// The new game's public name.
    game: String,
    /// The link of the asker's new seat. Asking again gives a new link, and the old one stops working.
    link: LinkMade,
}

/// Play again with sides changed. The first request makes the game. Players, the umpire and the maker each get their own new link.
#[utoipa::path(post, path = "/game/rematch", tag = "games", operation_id = "game_rematch", params(In), security(("link" = [])), responses(
    (status = 200, body = RematchMade),
    (status = 409, body = ApiError, description = "The battle is not over, or its sides have not as many seats."),
))]
pub(crate) async fn rematch(State(shared): State<Shared>, sits: Sits) -> Result<Response, Problem> {
    let games = &shared.games;
    let seat = games.seat_in_rematch(&sits).await?;
    let found =
        games.ask(&sits.game, &sits.seat, Ask::Rematch { game: String::new() }, sits.language).await?;
    let mut game: String = serde_json::from_str(&found).unwrap_or_default();
    if game.is_empty() {
        let made = games.make_rematch(&sits.game, sits.language).await?;
        let noted = games.ask(&sits.game, &sits.seat, Ask::Rematch { game: made }, sits.language).await?;
        game = serde_json::from_str(&noted).unwrap_or_default();
    }
    let link = new_link(games, &game, &maker(), seat, sits.language).await?;
    Ok(([(header::CACHE_CONTROL, "no-store")], Json(RematchMade { game, link })).into_response())
}
