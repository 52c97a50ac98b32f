//! Games over plain HTTP: everything the socket does, for programs and for people behind bad proxies. A request shows the secret of its link as
//! `Authorization: Bearer …`, never in an address.

pub(crate) mod around;
pub(crate) mod mail;
pub(crate) mod play;
pub(crate) mod replays;

use std::sync::Arc;
use std::time::Duration;

use axum::Router;
use axum::body::Body;
use axum::extract::rejection::JsonRejection;
use axum::extract::{FromRequestParts, State};
use axum::http::request::Parts;
use axum::http::{HeaderMap, StatusCode, header};
use axum::response::{IntoResponse, Json, Response};
use axum::routing::{get, post};
use krigsspil_engine::Language;
use serde::{Deserialize, Serialize};
use serde_json::value::RawValue;
use sha2::{Digest, Sha256};
use tokio::sync::watch;
use tokio::time::Instant;
use utoipa::{IntoParams, ToSchema};

use super::make::{GameAsked, GameMade};
use super::wire::{Ask, Item, Problem, StateShown};
use super::{Games, Sits, socket, unstored};
use crate::Shared;
use crate::api::{ApiError, Asked, In, Reader, language_of};

/// The longest a request may wait for something to happen, in seconds.
const LONGEST_WAIT: u64 = 15;

/// Every route of games, below `/api`.
pub(crate) fn routes() -> Router<Shared> {
    Router::new()
        .route("/games", post(make))
        .route("/game", get(state))
        .route("/game/items", get(items))
        .route("/game/act", post(play::act))
        .route("/game/preview", post(play::preview))
        .route("/game/chat", post(play::chat))
        .route("/game/undo", post(play::undo))
        .route("/game/undo/answer", post(play::answer_undo))
        .route("/game/seat", post(around::seat))
        .route("/game/link", post(around::link))
        .route("/game/link/revoke", post(around::revoke))
        .route("/game/pause", post(around::pause))
        .route("/game/dice/commit", post(around::commit))
        .route("/game/dice/reveal", post(around::reveal))
        .route("/game/dice/throw", post(around::throw))
        .route("/game/mail", get(mail::turn).post(mail::reply))
        .route("/game/rematch", post(around::rematch))
        .route("/game/socket", get(socket::open))
        .route("/replays/{game}", get(replays::replay))
        .route("/replays/{game}/view", get(replays::replay_view))
        .route("/replays/{game}/items", get(replays::replay_items))
}

impl FromRequestParts<Shared> for Sits {
    type Rejection = Problem;

    async fn from_request_parts(parts: &mut Parts, shared: &Shared) -> Result<Self, Problem> {
        let language = language_of(&parts.uri);
        let bearer = parts.headers.get(header::AUTHORIZATION).and_then(|value| value.to_str().ok());
        // The name of the scheme may be written in any case, the secret only in one.
        let token = bearer.and_then(|value| value.split_once(' '));
        let token = token.filter(|(scheme, _)| scheme.eq_ignore_ascii_case("bearer"));
        shared.games.sit(token.map(|(_, token)| token.trim()), language).await
    }
}

pub(crate) type Body_<T> = Result<Json<T>, JsonRejection>;

pub(crate) fn body<T>(given: Body_<T>, language: Language) -> Result<T, Problem> {
    given.map(|Json(given)| given).map_err(|rejection| ApiError::of_body(&rejection, language).into())
}

/// JSON that is already written. It is for one seat and one moment, so no cache may keep it.
pub(crate) fn json(text: impl Into<Body>) -> Response {
    let headers = [(header::CONTENT_TYPE, "application/json"), (header::CACHE_CONTROL, "no-store")];
    (headers, text.into()).into_response()
}

/// When a request that may wait so many seconds must be answered.
fn latest(seconds: u64) -> Instant {
    Instant::now() + Duration::from_secs(seconds.min(LONGEST_WAIT))
}

impl Games {
    /// Waits until the game has changed. False when the time is up or the server stops: then the request is answered as things are. A link that has died
    /// meanwhile opens nothing any more.
    async fn changes(
        &self,
        sits: &Sits,
        watch: &mut watch::Receiver<u64>,
        until: Instant,
    ) -> Result<bool, Problem> {
        let changed = tokio::select! {
            changed = tokio::time::timeout_at(until, watch.changed()) => changed.is_ok(),
            () = self.stop.cancelled() => false,
        };
        if changed {
            self.still_sits(sits).await?;
        }
        Ok(changed)
    }

    async fn answer(&self, sits: &Sits, ask: Ask) -> Result<Response, Problem> {
        self.ask(&sits.game, &sits.seat, ask, sits.language).await.map(json)
    }
}

/// Make a game. Only this answer holds the secret links; the server keeps their hashes.
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

/// How much of the state to send, and when.
#[derive(Debug, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub(crate) struct StateQuery {
    /// Include ready-made lawful orders for every unit (`samples`).
    #[serde(default)]
    samples: bool,
    /// Wait up to this many seconds (at most 15) for the state to differ from the one `If-None-Match` names.
    #[serde(default)]
    wait: u64,
}

fn tag_of(state: &str) -> String {
    let digest = Sha256::digest(state.as_bytes());
    let short: String = digest.iter().take(12).map(|byte| format!("{byte:02x}")).collect();
    format!("\"{short}\"")
}

/// The state of the game for the seat: what it sees, and what it has to decide. Its `ETag` changes when, and only when, that does.
#[utoipa::path(get, path = "/game", tag = "games", operation_id = "game_state", params(StateQuery, In), security(("link" = [])), responses(
    (status = 200, body = StateShown),
    (status = 304, description = "Nothing has changed."),
    (status = 404, body = ApiError, description = "The link is wrong, revoked, or of a game that was deleted."),
))]
pub(crate) async fn state(
    State(shared): State<Shared>,
    sits: Sits,
    Asked(query): Asked<StateQuery>,
    headers: HeaderMap,
) -> Result<Response, Problem> {
    let known = headers.get(header::IF_NONE_MATCH).and_then(|value| value.to_str().ok());
    let live = shared.games.live(&sits.game);
    let mut watch = live.watch();
    let until = latest(query.wait);
    loop {
        watch.mark_unchanged();
        let state: Arc<str> = match query.samples {
            true => shared
                .games
                .ask(&sits.game, &sits.seat, Ask::State { samples: true }, sits.language)
                .await?
                .into(),
            false => shared.games.state(&live, &sits, 0).await?,
        };
        let tag = tag_of(&state);
        if known != Some(tag.as_str()) {
            return Ok(([(header::ETAG, tag)], json(state.to_string())).into_response());
        }
        if !shared.games.changes(&sits, &mut watch, until).await? {
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
    /// Wait up to this many seconds (at most 15) for an item.
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
    Asked(query): Asked<ItemsQuery>,
) -> Result<Response, Problem> {
    let live = shared.games.live(&sits.game);
    let mut watch = live.watch();
    let until = latest(query.wait);
    loop {
        watch.mark_unchanged();
        let told = shared.games.told_before(&sits.game, &sits.seat, query.since).await;
        let told = told.map_err(|fault| unstored(&fault, sits.language))?;
        if !told.is_empty() || !shared.games.changes(&sits, &mut watch, until).await? {
            let headers = [(header::CACHE_CONTROL, "no-store")];
            return Ok((headers, items_told(told, query.since)).into_response());
        }
    }
}
