//! Sums and odds.

use axum::extract::State;
use axum::extract::rejection::JsonRejection;
use axum::http::{StatusCode, Uri};
use axum::response::Json;
use krigsspil_companion::{Chances, Situation, WorkedOut};

use super::{ApiError, find, language_of};
use crate::Shared;
use crate::wordings::{NO_DICE_NOW, NO_ODDS, TOO_BUSY};

/// So long a question of odds waits for its turn.
const PATIENCE: std::time::Duration = std::time::Duration::from_secs(15);

/// Work a procedure out.
#[utoipa::path(post, path = "/adjudicate", request_body = Situation, responses(
    (status = 200, body = WorkedOut),
    (status = 422, body = ApiError, description = "The facts or the dice are wrong, or more dice are wanted."),
))]
pub(crate) async fn adjudicate(
    State(shared): State<Shared>,
    uri: Uri,
    situation: Result<Json<Situation>, JsonRejection>,
) -> Result<Json<WorkedOut>, ApiError> {
    let Json(situation) = situation.map_err(|rejection| ApiError::of_body(&rejection, language_of(&uri)))?;
    let language = situation.language();
    let rules = find(&shared.library, &situation.rules, language)?;
    let seed = || {
        getrandom::u64().map_err(|error| {
            tracing::error!(%error, "no entropy");
            ApiError::told(StatusCode::SERVICE_UNAVAILABLE, "no_dice", "dice", NO_DICE_NOW, language)
        })
    };
    krigsspil_companion::adjudicate(rules, &situation, seed).map(Json)
}

/// The exact chance of every value of every field of the outcome.
#[utoipa::path(post, path = "/odds", request_body = Situation, responses(
    (status = 200, body = Chances),
    (status = 422, body = ApiError, description = "The facts are wrong."),
))]
pub(crate) async fn odds(
    State(shared): State<Shared>,
    uri: Uri,
    situation: Result<Json<Situation>, JsonRejection>,
) -> Result<Json<Chances>, ApiError> {
    let Json(situation) = situation.map_err(|rejection| ApiError::of_body(&rejection, language_of(&uri)))?;
    let language = situation.language();
    let busy = |_| ApiError::told(StatusCode::SERVICE_UNAVAILABLE, "busy", "", TOO_BUSY, language);
    // Who waits holds nothing but his question; so many at once as the machine has cores. Who has gone away no longer waits.
    let turn = tokio::time::timeout(PATIENCE, shared.odds.clone().acquire_owned());
    let permit = turn.await.map_err(|_| busy(()))?.map_err(|_| busy(()))?;
    let reckon = move || {
        // Held by the work itself: it goes on after its reader has gone away.
        let _held = permit;
        let rules = find(&shared.library, &situation.rules, language)?;
        krigsspil_companion::odds(rules, &situation).map_err(ApiError::from)
    };
    // A procedure with many dice takes its time; the other requests need not wait for it.
    let odds = tokio::task::spawn_blocking(reckon).await.map_err(|error| {
        tracing::error!(%error, "odds");
        ApiError::told(StatusCode::INTERNAL_SERVER_ERROR, "odds", "", NO_ODDS, language)
    })??;
    Ok(Json(odds))
}
