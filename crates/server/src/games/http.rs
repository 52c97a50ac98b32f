//! Games over plain HTTP: everything the socket does, for programs and for those behind bad proxies. Whoever asks shows his link's secret as
//! `Authorization: Bearer …`, never in an address.

use std::sync::Arc;
use std::time::Duration;

use axum::Router;
use axum::body::Body;
use axum::extract::rejection::JsonRejection;
use axum::extract::{FromRequestParts, Path, Query, State};
use axum::http::request::Parts;
use axum::http::{HeaderMap, StatusCode, header};
use axum::response::{IntoResponse, Json, Response};
use axum::routing::{get, post};
use krigsspil_engine::Language;
use krigsspil_engine::battle::SeatId;
use serde::{Deserialize, Serialize};
use serde_json::Value;
use serde_json::value::RawValue;
use sha2::{Digest, Sha256};
use utoipa::{IntoParams, ToSchema};

use super::links::{Token, maker};
use super::make::{GameAsked, GameMade, LinkMade};
use super::wire::{Ask, Done, Item, ItemWhat, Problem, StateShown};
use super::{Games, Sits, socket, unstored};
use crate::Shared;
use crate::api::{ApiError, In, Reader, language_of};
use crate::wordings::{BAD_BODY, NO_CODE, NO_SUCH_REPLAY, TOO_LARGE};

/// The longest a request may wait for something to happen, in seconds.
const LONGEST_WAIT: u64 = 15;

/// Every route of games, below `/api`.
pub(crate) fn routes() -> Router<Shared> {
    Router::new()
        .route("/games", post(make))
        .route("/game", get(state))
        .route("/game/items", get(items))
        .route("/game/act", post(act))
        .route("/game/preview", post(preview))
        .route("/game/chat", post(chat))
        .route("/game/undo", post(undo))
        .route("/game/undo/answer", post(answer_undo))
        .route("/game/seat", post(seat))
        .route("/game/link", post(link))
        .route("/game/link/revoke", post(revoke))
        .route("/game/pause", post(pause))
        .route("/game/dice/commit", post(commit))
        .route("/game/dice/reveal", post(reveal))
        .route("/game/rematch", post(rematch))
        .route("/game/socket", get(socket::open))
        .route("/replays/{game}", get(replay))
        .route("/replays/{game}/view", get(replay_view))
        .route("/replays/{game}/items", get(replay_items))
}

impl FromRequestParts<Shared> for Sits {
    type Rejection = Problem;

    async fn from_request_parts(parts: &mut Parts, shared: &Shared) -> Result<Self, Problem> {
        let language = language_of(&parts.uri);
        let bearer = parts.headers.get(header::AUTHORIZATION).and_then(|value| value.to_str().ok());
        let token = bearer.and_then(|value| value.strip_prefix("Bearer "));
        shared.games.sit(token.map(str::trim), language).await
    }
}

pub(crate) type Body_<T> = Result<Json<T>, JsonRejection>;

pub(crate) fn body<T>(given: Body_<T>, language: Language) -> Result<T, Problem> {
    given.map(|Json(given)| given).map_err(|rejection| {
        let sentence = match rejection.status() {
            StatusCode::PAYLOAD_TOO_LARGE => TOO_LARGE.into(),
            _ => BAD_BODY.with([("reason", rejection.body_text().into())]),
        };
        Problem::told(rejection.status(), "bad_json", "", sentence, language)
    })
}

/// JSON that is already written. It is for one seat and one moment: nobody may keep it.
pub(crate) fn json(text: impl Into<Body>) -> Response {
    let headers = [(header::CONTENT_TYPE, "application/json"), (header::CACHE_CONTROL, "no-store")];
    (headers, text.into()).into_response()
}

impl Games {
    async fn answer(&self, sits: &Sits, ask: Ask) -> Result<Response, Problem> {
        self.ask(&sits.game, &sits.seat, ask, sits.language).await.map(json)
    }
}

/// Make a game. The answer holds the secret links, and nothing else ever will.
#[utoipa::path(post, path = "/games", tag = "games", operation_id = "make_game", params(In), request_body = GameAsked, responses(
    (status = 201, body = GameMade),
    (status = 422, body = ApiError),
))]
pub(crate) async fn make(
    State(shared): State<Shared>,
    Reader(language): Reader,
    asked: Body_<GameAsked>,
) -> Result<Response, Problem> {
    let made = shared.games.make(body(asked, language)?, language).await?;
    let headers = [(header::CACHE_CONTROL, "no-store")];
    Ok((StatusCode::CREATED, headers, Json(made)).into_response())
}

/// How to be told how a game stands.
#[derive(Debug, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub(crate) struct StateQuery {
    /// With ready-made lawful orders of every kind (`samples`).
    #[serde(default)]
    samples: bool,
    /// Wait for up to so many seconds (at most 15) while it stands as `If-None-Match` says.
    #[serde(default)]
    wait: u64,
}

fn tag_of(state: &str) -> String {
    let digest = Sha256::digest(state.as_bytes());
    let short: String = digest.iter().take(12).map(|byte| format!("{byte:02x}")).collect();
    format!("\"{short}\"")
}

/// How the game stands for the seat: what it sees, and what it is to decide. Its `ETag` changes when, and only when, that does.
#[utoipa::path(get, path = "/game", tag = "games", operation_id = "game_state", params(StateQuery, In), security(("link" = [])), responses(
    (status = 200, body = StateShown),
    (status = 304, description = "It stands as it did."),
    (status = 404, body = ApiError, description = "The link is wrong, revoked, or of a game that is gone."),
))]
pub(crate) async fn state(
    State(shared): State<Shared>,
    sits: Sits,
    Query(query): Query<StateQuery>,
    headers: HeaderMap,
) -> Result<Response, Problem> {
    let known = headers.get(header::IF_NONE_MATCH).and_then(|value| value.to_str().ok());
    let live = shared.games.live(&sits.game);
    let mut watch = live.watch();
    let until = tokio::time::Instant::now() + Duration::from_secs(query.wait.min(LONGEST_WAIT));
    loop {
        watch.mark_unchanged();
        let state: Arc<str> = match query.samples {
            true => shared
                .games
                .ask(&sits.game, &sits.seat, Ask::State { samples: true }, sits.language)
                .await?
                .into(),
            false => shared.games.state(&live, &sits).await?,
        };
        let tag = tag_of(&state);
        if known != Some(tag.as_str()) {
            return Ok(([(header::ETAG, tag)], json(state.to_string())).into_response());
        }
        let waited = tokio::time::timeout_at(until, watch.changed()).await;
        if waited.is_err() || shared.games.stop.is_cancelled() {
            return Ok((StatusCode::NOT_MODIFIED, [(header::ETAG, tag)]).into_response());
        }
    }
}

/// Which items to be told.
#[derive(Debug, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub(crate) struct ItemsQuery {
    /// Those after this number; 0 for all.
    #[serde(default)]
    since: i64,
    /// Wait for up to so many seconds (at most 15) while there are none.
    #[serde(default)]
    wait: u64,
}

/// What a seat was told.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct ItemsTold {
    /// The items, in order, numbered without gaps; at most 200 of them.
    #[schema(value_type = Vec<Item>)]
    items: Vec<Box<RawValue>>,
    /// The number of the last of them; ask on from there.
    seq: i64,
}

fn items_told(items: Vec<(i64, Arc<str>)>, since: i64) -> Json<ItemsTold> {
    let seq = items.last().map_or(since, |(seq, _)| *seq);
    let items = items.iter().filter_map(|(_, item)| RawValue::from_string(item.to_string()).ok()).collect();
    Json(ItemsTold { items, seq })
}

/// What the seat was told after a number: nothing is left out and nothing comes twice.
#[utoipa::path(get, path = "/game/items", tag = "games", operation_id = "game_items", params(ItemsQuery, In), security(("link" = [])), responses(
    (status = 200, body = ItemsTold),
    (status = 404, body = ApiError),
))]
pub(crate) async fn items(
    State(shared): State<Shared>,
    sits: Sits,
    Query(query): Query<ItemsQuery>,
) -> Result<Response, Problem> {
    let live = shared.games.live(&sits.game);
    let mut watch = live.watch();
    let until = tokio::time::Instant::now() + Duration::from_secs(query.wait.min(LONGEST_WAIT));
    loop {
        watch.mark_unchanged();
        let told = shared.games.told_before(&sits.game, &sits.seat, query.since).await;
        let told = told.map_err(|fault| unstored(&fault, sits.language))?;
        let waited = told.is_empty() && tokio::time::timeout_at(until, watch.changed()).await.is_ok();
        if !waited || shared.games.stop.is_cancelled() {
            let headers = [(header::CACHE_CONTROL, "no-store")];
            return Ok((headers, items_told(told, query.since)).into_response());
        }
    }
}

/// An action.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct ActAsked {
    /// A text of one's own making, new for every action: whoever is in doubt whether an action arrived sends it again with the same key.
    key: String,
    /// The action, as `/rules/{rules}/battle` declares it.
    #[schema(value_type = Object)]
    action: Value,
}

/// Do something in the battle. It is done and stored when this answers; the same key again is answered again and not done again.
#[utoipa::path(post, path = "/game/act", tag = "games", operation_id = "game_act", params(In), request_body = ActAsked, security(("link" = [])), responses(
    (status = 200, body = Done),
    (status = 403, body = ApiError),
    (status = 409, body = ApiError, description = "Not now: paused, not begun, or the computer plays the seat."),
    (status = 422, body = ApiError, description = "The rules refuse it, or it cannot be read. Nothing has changed."),
    (status = 503, body = ApiError, description = "It could not be stored; try again with the same key."),
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

/// An action to be tried out.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct PreviewAsked {
    /// The action.
    #[schema(value_type = Object)]
    action: Value,
}

/// What would come of an action, from what the seat may know and nothing else. The answer is a `Preview`.
#[utoipa::path(post, path = "/game/preview", tag = "games", operation_id = "game_preview", params(In), request_body = PreviewAsked, security(("link" = [])), responses(
    (status = 200, body = Object, description = "A `Preview`."),
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
    /// A text of one's own making, new for every message.
    key: String,
    /// To whom: `side`, `umpire`, `all`, or a seat of one's own side; the umpire may write to any seat.
    to: String,
    /// The message, at most 2,000 letters.
    text: String,
}

/// Say something.
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

/// A wish to go back.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct UndoAsked {
    /// A text of one's own making, new for every wish.
    key: String,
    /// To the beginning of this turn; left out, to before one's own last action.
    #[serde(default)]
    turn: Option<u32>,
}

/// Ask to go back. It is done when every player who is a person agrees, or the umpire does.
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

/// An answer to a wish to go back.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct UndoAnswer {
    /// Yes or no. A no ends it; who asked may say it, too.
    agree: bool,
}

/// Answer a wish to go back.
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

/// A seat for somebody.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct SeatAsked {
    /// The seat.
    seat: String,
    /// Who plays it from now on: `person`, `staff:plain`, `staff:random`.
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

/// A seat whose link is meant.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct LinkAsked {
    /// The seat.
    seat: String,
}

/// Make the link of a seat anew; the old one is dead. The umpire and the maker may for any seat, everybody but an onlooker for his own.
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

/// The secret is made here, so that only its hash passes between processes.
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

/// Take the link of a seat away. The umpire and the maker may.
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

/// Pause the game and its clock, or let it go on. The umpire and the maker may.
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

/// The hash of one's number.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct CommitAsked {
    /// The SHA-256 of the number's text, in small hexadecimal letters.
    hash: String,
}

/// Show the hash of the number that one throws into the dice.
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

/// One's number.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct RevealAsked {
    /// The number: 16 to 128 letters and figures.
    number: String,
}

/// Show the number, once every player has shown the hash of his. When all have, the battle begins.
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

/// A place in a rematch.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct RematchMade {
    /// The new game's public name.
    game: String,
    /// The link of one's seat on the other side. Who asks again gets a new one, and the old one is dead.
    link: LinkMade,
}

/// Play again with sides changed. The first who asks makes the game; everybody who asks gets his own link.
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

/// What is asked of a finished game. One that is not over is as good as none.
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

/// Whose view of a finished game.
#[derive(Debug, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub(crate) struct ReplayQuery {
    /// The seat.
    seat: String,
    /// After so many actions.
    #[serde(default)]
    after: usize,
    /// Items after this number.
    #[serde(default)]
    since: i64,
}

/// What a seat saw after so many actions of a finished game: a `View`.
#[utoipa::path(get, path = "/replays/{game}/view", tag = "games", operation_id = "replay_view", params(("game" = String, Path), ReplayQuery, In), responses(
    (status = 200, body = Object, description = "A `View`."),
    (status = 404, body = ApiError),
))]
pub(crate) async fn replay_view(
    State(shared): State<Shared>,
    Path(game): Path<String>,
    Query(query): Query<ReplayQuery>,
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
    Query(query): Query<ReplayQuery>,
    Reader(language): Reader,
) -> Result<Response, Problem> {
    let seat = SeatId::from(query.seat);
    let over = Ask::Replay { seat: seat.clone(), after: 0 };
    of_finished(&shared.games, &game, over, language).await?;
    let told = shared.games.told_before(&game, &seat, query.since).await;
    let told = told.map_err(|fault| unstored(&fault, language))?;
    // Messages were for those who sat there.
    let open = told.into_iter().map(|(seq, item)| match item.contains("\"type\":\"said\"") {
        true => {
            let withheld = Item { seq, at: 0, what: ItemWhat::Withheld };
            (seq, serde_json::to_string(&withheld).unwrap_or_default().into())
        }
        false => (seq, item),
    });
    Ok(items_told(open.collect(), query.since).into_response())
}
