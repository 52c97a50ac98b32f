//! What the table asks over HTTP, below `/api`.

use axum::Router;
use axum::extract::rejection::JsonRejection;
use axum::extract::{DefaultBodyLimit, Path, State};
use axum::http::{StatusCode, header};
use axum::response::{IntoResponse, Json, Response};
use axum::routing::{get, post};
use krigsspil_engine::Messages;
use krigsspil_engine::battle::{Save, SaveFault, SeatId};
use serde::Deserialize;
use utoipa::{IntoParams, ToSchema};

use super::board::Board;
use super::intend::{IntendAsked, OrderIntended};
use super::reach::Reach;
use super::sheet::SheetEntry;
use super::sight::{Profile, Seen};
use super::{Film, Look, Place, Stretch, TogetherAsked, film, scenarios, texts, words};
use crate::Shared;
use crate::api::{ApiError, Asked, In, Reader};
use crate::games::Sits;
use crate::games::http::replays::of_finished;
use crate::games::http::{Body_, body, json};
use crate::games::wire::{Ask, Problem};
use crate::wordings::{NO_CODE, NOT_PLAYED};

/// Every route of the table.
pub(crate) fn routes() -> Router<Shared> {
    Router::new()
        .route("/rules/{rules}/words", get(words::words))
        .route("/battles", get(scenarios::battles))
        .route("/battles/words", get(texts::battle_words))
        .route("/battles/{id}/picture", get(scenarios::picture))
        .route("/game/board", get(game_board))
        .route("/game/sheet", get(game_sheet))
        .route("/game/sight", post(game_sight))
        .route("/game/profile", post(game_profile))
        .route("/game/intend", post(game_intend))
        .route("/game/together", post(game_together))
        .route("/game/reach", post(game_reach))
        .route("/replays/{game}/film", get(film_of_game))
        .route("/film", post(film_of_file).layer(DefaultBodyLimit::max(crate::LARGEST_SAVE)))
}

async fn looked(shared: &Shared, sits: &Sits, look: Look) -> Result<Response, Problem> {
    shared.games.ask(&sits.game, &sits.seat, Ask::Look(look), sits.language).await.map(json)
}

/// The ground of a game and what everybody knows of its scenario. It never changes while the game lasts.
#[utoipa::path(get, path = "/game/board", tag = "table", operation_id = "game_board", params(In), security(("link" = [])), responses(
    (status = 200, body = Board),
    (status = 404, body = ApiError),
))]
pub(crate) async fn game_board(State(shared): State<Shared>, sits: Sits) -> Result<Response, Problem> {
    looked(&shared, &sits, Look::Board).await
}

/// The seat's order sheet in the notation of its rules.
#[utoipa::path(get, path = "/game/sheet", tag = "table", operation_id = "game_sheet", params(In), security(("link" = [])), responses(
    (status = 200, body = Vec<SheetEntry>),
    (status = 404, body = ApiError),
))]
pub(crate) async fn game_sheet(State(shared): State<Shared>, sits: Sits) -> Result<Response, Problem> {
    looked(&shared, &sits, Look::Sheet).await
}

/// What can be seen from a place, over the ground alone.
#[utoipa::path(post, path = "/game/sight", tag = "table", operation_id = "game_sight", params(In), request_body = Place, security(("link" = [])), responses(
    (status = 200, body = Seen),
    (status = 404, body = ApiError),
))]
pub(crate) async fn game_sight(
    State(shared): State<Shared>,
    sits: Sits,
    asked: Body_<Place>,
) -> Result<Response, Problem> {
    let place = body(asked, sits.language)?;
    looked(&shared, &sits, Look::Sight(place)).await
}

/// The ground along a line: for a ruler.
#[utoipa::path(post, path = "/game/profile", tag = "table", operation_id = "game_profile", params(In), request_body = Stretch, security(("link" = [])), responses(
    (status = 200, body = Profile),
    (status = 404, body = ApiError),
))]
pub(crate) async fn game_profile(
    State(shared): State<Shared>,
    sits: Sits,
    asked: Body_<Stretch>,
) -> Result<Response, Problem> {
    let stretch = body(asked, sits.language)?;
    looked(&shared, &sits, Look::Profile(stretch)).await
}

/// The orders that come nearest to what units are to do, each with its preview. Nothing is done.
#[utoipa::path(post, path = "/game/intend", tag = "table", operation_id = "game_intend", params(In), request_body = IntendAsked, security(("link" = [])), responses(
    (status = 200, body = Vec<OrderIntended>),
    (status = 404, body = ApiError),
))]
pub(crate) async fn game_intend(
    State(shared): State<Shared>,
    sits: Sits,
    asked: Body_<IntendAsked>,
) -> Result<Response, Problem> {
    let asked = body(asked, sits.language)?;
    looked(&shared, &sits, Look::Intend(asked)).await
}

/// Orders that bring several units somewhere together: a brigade in line, or a column along a road. Nothing is done.
#[utoipa::path(post, path = "/game/together", tag = "table", operation_id = "game_together", params(In), request_body = TogetherAsked, security(("link" = [])), responses(
    (status = 200, body = Vec<OrderIntended>),
    (status = 404, body = ApiError),
))]
pub(crate) async fn game_together(
    State(shared): State<Shared>,
    sits: Sits,
    asked: Body_<TogetherAsked>,
) -> Result<Response, Problem> {
    let asked = body(asked, sits.language)?;
    looked(&shared, &sits, Look::Together(asked)).await
}

/// A unit whose reach is asked.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct ReachAsked {
    /// The unit.
    unit: String,
}

/// How far a unit of the seat's own marches, charges and fires now.
#[utoipa::path(post, path = "/game/reach", tag = "table", operation_id = "game_reach", params(In), request_body = ReachAsked, security(("link" = [])), responses(
    (status = 200, body = Reach),
    (status = 404, body = ApiError),
))]
pub(crate) async fn game_reach(
    State(shared): State<Shared>,
    sits: Sits,
    asked: Body_<ReachAsked>,
) -> Result<Response, Problem> {
    let ReachAsked { unit } = body(asked, sits.language)?;
    looked(&shared, &sits, Look::Reach { unit }).await
}

/// Whose film.
#[derive(Debug, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub(crate) struct FilmQuery {
    /// The seat; left out, the umpire's, which shows everything.
    #[serde(default)]
    seat: Option<String>,
}

/// The film of a finished game, as a seat saw it.
#[utoipa::path(get, path = "/replays/{game}/film", tag = "table", operation_id = "film_of_game", params(("game" = String, Path), FilmQuery, In), responses(
    (status = 200, body = Film),
    (status = 404, body = ApiError),
))]
pub(crate) async fn film_of_game(
    State(shared): State<Shared>,
    Path(game): Path<String>,
    Asked(query): Asked<FilmQuery>,
    Reader(language): Reader,
) -> Result<Response, Problem> {
    let seat = query.seat.unwrap_or_else(|| SeatId::umpire().to_string());
    of_finished(&shared.games, &game, Ask::Look(Look::Film { seat }), language).await
}

/// A save that was read in the browser.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct SaveGiven {
    /// What stands in the file.
    save: String,
    /// The seat whose film is wanted; left out, the umpire's.
    #[serde(default)]
    seat: Option<String>,
}

/// The film of a save file. Nothing of it is kept.
#[utoipa::path(post, path = "/film", tag = "table", operation_id = "film_of_file", params(In), request_body = SaveGiven, responses(
    (status = 200, body = Film),
    (status = 422, body = ApiError, description = "The file is no save, or cannot be played again."),
))]
pub(crate) async fn film_of_file(
    State(shared): State<Shared>,
    Reader(language): Reader,
    given: Result<Json<SaveGiven>, JsonRejection>,
) -> Result<Response, Problem> {
    let SaveGiven { save, seat } = body(given, language)?;
    let library = shared.library.clone();
    let worked = shared.games.compute_later(move || {
        let unusable = |fault: &SaveFault, messages: &Messages| Problem {
            status: StatusCode::UNPROCESSABLE_ENTITY.as_u16(),
            code: "bad_save".into(),
            field: "save".into(),
            message: fault.message(messages, language),
            rule: None,
        };
        let save = Save::read(&save).map_err(|fault| unusable(&fault, Messages::engine()))?;
        let maker = krigsspil_rules::maker_with(&save.rules, &save.house);
        let Some(Ok(maker)) = maker else {
            let sentence = NOT_PLAYED.with([("rules", save.rules.as_str().into())]);
            let status = StatusCode::UNPROCESSABLE_ENTITY;
            return Err(Problem::told(status, "not_played", "save", sentence, language));
        };
        let messages = library.find(&save.rules).map_or(Messages::engine(), |rules| rules.messages());
        let film = film(&*maker, &save, seat.as_deref()).map_err(|fault| unusable(&fault, messages))?;
        Ok(serde_json::to_string(&film).unwrap_or_default())
    });
    let broke = || Problem::told(StatusCode::SERVICE_UNAVAILABLE, "no_code", "", NO_CODE, language);
    let text = worked.await.ok_or_else(broke)??;
    Ok(([(header::CACHE_CONTROL, "no-store")], json(text)).into_response())
}
