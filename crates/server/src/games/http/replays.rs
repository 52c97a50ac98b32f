//! Finished games, which are open to all.

use axum::extract::{Path, State};
use axum::http::StatusCode;
use axum::response::{IntoResponse, Response};
use krigsspil_engine::Language;
use krigsspil_engine::battle::SeatId;
use serde::Deserialize;
use utoipa::IntoParams;

use super::{ItemsTold, items_told, json};
use crate::Shared;
use crate::api::{ApiError, Asked, In, Reader};
use crate::games::wire::{Ask, Item, ItemWhat, Problem};
use crate::games::{Games, unstored};
use crate::wordings::NO_SUCH_REPLAY;

/// Asks something of a finished game. A game that is not over is answered as if there were none.
pub(crate) async fn of_finished(
    games: &Games,
    game: &str,
    ask: Ask,
    language: Language,
) -> Result<Response, Problem> {
    let answer = games.ask(game, &SeatId::onlooker(), ask, language).await;
    answer.map(json).map_err(|problem| match problem.code.as_str() {
        "not_over" | "no_such_link" => {
            Problem::told(StatusCode::NOT_FOUND, "no_such_replay", "game", NO_SUCH_REPLAY, language)
        }
        _ => problem,
    })
}

/// The save of a finished game, with the proof of its dice (`krigsspil replay SAVE --prove`).
#[utoipa::path(get, path = "/replays/{game}", tag = "games", operation_id = "replay", params(("game" = String, Path), In), responses(
    (status = 200, body = Object),
    (status = 404, body = ApiError),
))]
pub(crate) async fn replay(
    State(shared): State<Shared>,
    Path(game): Path<String>,
    Reader(language): Reader,
) -> Result<Response, Problem> {
    of_finished(&shared.games, &game, Ask::Save, language).await
}

/// Which seat of a finished game, and which moment.
#[derive(Debug, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub(crate) struct ReplayQuery {
    /// The seat.
    seat: String,
    /// After this many actions.
    #[serde(default)]
    after: usize,
    /// Items after this number.
    #[serde(default)]
    since: i64,
}

/// What a seat saw after a number of actions of a finished game: a `View`.
#[utoipa::path(get, path = "/replays/{game}/view", tag = "games", operation_id = "replay_view", params(("game" = String, Path), ReplayQuery, In), responses(
    (status = 200, body = Object, description = "A `View`."),
    (status = 404, body = ApiError),
))]
pub(crate) async fn replay_view(
    State(shared): State<Shared>,
    Path(game): Path<String>,
    Asked(query): Asked<ReplayQuery>,
    Reader(language): Reader,
) -> Result<Response, Problem> {
    let ask = Ask::Replay { seat: query.seat.into(), after: query.after };
    of_finished(&shared.games, &game, ask, language).await
}

/// What a seat of a finished game was told, from the first to the last.
#[utoipa::path(get, path = "/replays/{game}/items", tag = "games", operation_id = "replay_items", params(("game" = String, Path), ReplayQuery, In), responses(
    (status = 200, body = ItemsTold),
    (status = 404, body = ApiError),
))]
pub(crate) async fn replay_items(
    State(shared): State<Shared>,
    Path(game): Path<String>,
    Asked(query): Asked<ReplayQuery>,
    Reader(language): Reader,
) -> Result<Response, Problem> {
    let seat = SeatId::from(query.seat);
    let over = Ask::Replay { seat: seat.clone(), after: 0 };
    of_finished(&shared.games, &game, over, language).await?;
    let told = shared.games.told_before(&game, &seat, query.since).await;
    let told = told.map_err(|fault| unstored(&fault, language))?;
    // Messages were private to those who sat there.
    let open = told.into_iter().map(|(seq, item)| match item.contains("\"type\":\"said\"") {
        true => {
            let withheld = Item { seq, at: 0, what: ItemWhat::Withheld };
            (seq, serde_json::to_string(&withheld).unwrap_or_default().into())
        }
        false => (seq, item),
    });
    Ok(items_told(open.collect(), query.since).into_response())
}
