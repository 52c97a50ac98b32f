//! The rule sets, to read.

use axum::extract::{Path, State};
use axum::http::header;
use axum::response::{IntoResponse, Json, Response};
use krigsspil_companion::{BookOfRules, Listed, OfferedUnit};

use super::{ApiError, In, Reader, find};
use crate::Shared;

/// The rule sets there are.
#[utoipa::path(get, path = "/rules", operation_id = "list_rules", params(In), responses((status = 200, body = Vec<Listed>)))]
pub(crate) async fn list(State(shared): State<Shared>, Reader(language): Reader) -> Json<Vec<Listed>> {
    Json(shared.library.all().map(|rules| Listed::new(rules, language)).collect())
}

/// A whole rule set: every procedure with its form, every table, option and rule text.
#[utoipa::path(get, path = "/rules/{rules}", params(("rules" = String, Path), In), responses(
    (status = 200, body = BookOfRules),
    (status = 404, body = ApiError),
))]
pub(crate) async fn book(
    State(shared): State<Shared>,
    Path(id): Path<String>,
    Reader(language): Reader,
) -> Result<Response, ApiError> {
    let rules = find(&shared.library, &id, language)?;
    let book = || krigsspil_companion::book(rules, language);
    Ok(match shared.library.written(rules.id(), language, || serde_json::to_vec(&book())) {
        Ok(written) => ([(header::CONTENT_TYPE, "application/json")], written).into_response(),
        // axum's own answer to what cannot be written.
        Err(_) => Json(book()).into_response(),
    })
}

/// The units that the country tables and army lists of a rule set offer.
#[utoipa::path(get, path = "/rules/{rules}/catalogue", params(("rules" = String, Path), In), responses(
    (status = 200, body = Vec<OfferedUnit>),
    (status = 404, body = ApiError),
))]
pub(crate) async fn catalogue(
    State(shared): State<Shared>,
    Path(id): Path<String>,
    Reader(language): Reader,
) -> Result<Json<Vec<OfferedUnit>>, ApiError> {
    Ok(Json(krigsspil_companion::catalogue(find(&shared.library, &id, language)?, language)))
}
