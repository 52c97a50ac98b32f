//! Rosters shared by link.

use axum::extract::rejection::JsonRejection;
use axum::extract::{Path, State};
use axum::http::StatusCode;
use axum::response::Json;
use krigsspil_engine::Language;
use serde::{Deserialize, Serialize};
use serde_json::Value;
use utoipa::ToSchema;

use super::{ApiError, In, Reader};
use crate::Shared;
use crate::wordings::{CHANGED_SINCE, NO_CODE, NO_SUCH_ROSTER, NOT_A_ROSTER};

/// A roster to share.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct RosterDocument {
    /// The roster as the page keeps it.
    #[schema(value_type = Object)]
    roster: Value,
    /// The revision the change is made upon; 0 for a new roster.
    #[serde(default)]
    revision: i64,
}

/// A roster that is shared.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct SharedRoster {
    /// The code in its link.
    code: String,
    /// The roster.
    #[schema(value_type = Object)]
    roster: Value,
    /// Its revision.
    revision: i64,
}

/// Letters and figures that are not mistaken for each other when read aloud.
const ALPHABET: &[u8; 32] = b"abcdefghjkmnpqrstuvwxyz23456789x";

/// Sixty bits: nobody guesses another club's roster.
fn new_code(language: Language) -> Result<String, ApiError> {
    let mut bits = getrandom::u64().map_err(|error| {
        tracing::error!(%error, "no entropy");
        ApiError::told(StatusCode::SERVICE_UNAVAILABLE, "no_code", "", NO_CODE, language)
    })?;
    let mut code = String::with_capacity(12);
    for _ in 0..12 {
        code.push(char::from(ALPHABET[(bits & 31) as usize]));
        bits >>= 5;
    }
    Ok(code)
}

fn object(roster: &Value, language: Language) -> Result<String, ApiError> {
    match roster {
        Value::Object(_) => Ok(roster.to_string()),
        _ => {
            let status = StatusCode::UNPROCESSABLE_ENTITY;
            Err(ApiError::told(status, "wrong_type", "roster", NOT_A_ROSTER, language))
        }
    }
}

fn no_such_roster(language: Language) -> ApiError {
    ApiError::told(StatusCode::NOT_FOUND, "unknown_roster", "code", NO_SUCH_ROSTER, language)
}

/// Share a roster.
#[utoipa::path(post, path = "/rosters", params(In), request_body = RosterDocument, responses(
    (status = 201, body = SharedRoster),
    (status = 422, body = ApiError),
))]
pub(crate) async fn create(
    State(shared): State<Shared>,
    Reader(language): Reader,
    document: Result<Json<RosterDocument>, JsonRejection>,
) -> Result<(StatusCode, Json<SharedRoster>), ApiError> {
    let Json(document) = document.map_err(|rejection| ApiError::of_body(&rejection, language))?;
    let text = object(&document.roster, language)?;
    let code = new_code(language)?;
    shared.rosters.create(&code, &text).await.map_err(|fault| ApiError::of_store(&fault, language))?;
    Ok((StatusCode::CREATED, Json(SharedRoster { code, roster: document.roster, revision: 1 })))
}

/// Fetch a shared roster.
#[utoipa::path(get, path = "/rosters/{code}", params(("code" = String, Path), In), responses(
    (status = 200, body = SharedRoster),
    (status = 404, body = ApiError),
))]
pub(crate) async fn fetch(
    State(shared): State<Shared>,
    Reader(language): Reader,
    Path(code): Path<String>,
) -> Result<Json<SharedRoster>, ApiError> {
    let stored = shared.rosters.get(&code).await.map_err(|fault| ApiError::of_store(&fault, language))?;
    let stored = stored.ok_or_else(|| no_such_roster(language))?;
    let roster = serde_json::from_str(&stored.document).unwrap_or(Value::Null);
    Ok(Json(SharedRoster { code, roster, revision: stored.revision }))
}

/// Change a shared roster. A change made upon an older revision is refused with 409, and changes nothing.
#[utoipa::path(put, path = "/rosters/{code}", params(("code" = String, Path), In), request_body = RosterDocument, responses(
    (status = 200, body = SharedRoster),
    (status = 404, body = ApiError),
    (status = 409, body = ApiError, description = "Somebody else has changed it since."),
))]
pub(crate) async fn change(
    State(shared): State<Shared>,
    Reader(language): Reader,
    Path(code): Path<String>,
    document: Result<Json<RosterDocument>, JsonRejection>,
) -> Result<Json<SharedRoster>, ApiError> {
    let Json(document) = document.map_err(|rejection| ApiError::of_body(&rejection, language))?;
    let text = object(&document.roster, language)?;
    let told = |fault| ApiError::of_store(&fault, language);
    if let Some(revision) = shared.rosters.change(&code, &text, document.revision).await.map_err(told)? {
        return Ok(Json(SharedRoster { code, roster: document.roster, revision }));
    }
    match shared.rosters.get(&code).await.map_err(told)? {
        None => Err(no_such_roster(language)),
        Some(stored) => {
            let sentence = CHANGED_SINCE.with([("revision", stored.revision.into())]);
            Err(ApiError::told(StatusCode::CONFLICT, "changed_since", "revision", sentence, language))
        }
    }
}
