//! The API: rule sets, procedures, sums, odds, tables, shared rosters.

mod battles;
mod books;
mod rosters;
pub(crate) mod scenarios;
mod sums;

use axum::Router;
use axum::extract::rejection::JsonRejection;
use axum::extract::{FromRequestParts, Query};
use axum::http::request::Parts;
use axum::http::{StatusCode, Uri};
use axum::response::{IntoResponse, Json, Response};
use axum::routing::{get, post};
use krigsspil_companion::Refusal;
use krigsspil_engine::{Filling, Language, RuleSet, Sentence};
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, OpenApi, ToSchema};

pub(crate) use krigsspil_companion::Lang;

use crate::games::{frames, http};
use crate::wordings::{
    BAD_BODY, BAD_FIELD, BAD_QUERY, NOT_JSON, NOT_KEPT, NOT_SO, NOTHING_HERE, TOO_LARGE, words,
};
use crate::{Library, Shared};

/// Every route below `/api`.
pub(crate) fn routes() -> Router<Shared> {
    Router::new()
        .route("/openapi.json", get(|| async { Json(openapi()) }))
        .route("/rules", get(books::list))
        .route("/rules/{rules}", get(books::book))
        .route("/rules/{rules}/catalogue", get(books::catalogue))
        .route("/rules/{rules}/battle", get(battles::language))
        .route("/adjudicate", post(sums::adjudicate))
        .route("/odds", post(sums::odds))
        .route("/scenarios", get(scenarios::list))
        .route("/scenarios/troops", post(scenarios::troops))
        .route("/rosters", post(rosters::create))
        .route("/rosters/{code}", post(rosters::tell).delete(rosters::delete))
        .route("/network", get(rosters::network))
        .merge(crate::games::http::routes())
        .merge(crate::table::routes())
        .method_not_allowed_fallback(|uri: Uri| async move {
            ApiError::told(StatusCode::METHOD_NOT_ALLOWED, "not_so", "", NOT_SO, language_of(&uri))
        })
        .fallback(|uri: Uri| async move {
            ApiError::told(StatusCode::NOT_FOUND, "not_found", "", NOTHING_HERE, language_of(&uri))
        })
}

#[derive(OpenApi)]
#[openapi(
    info(title = "Krigsspil", description = "The sums of printed wargame rules, explained."),
    paths(
        books::list,
        books::book,
        books::catalogue,
        battles::language,
        sums::adjudicate,
        sums::odds,
        scenarios::list,
        scenarios::troops,
        rosters::create,
        rosters::tell,
        rosters::delete,
        rosters::network,
        http::make,
        http::state,
        http::items,
        http::play::act,
        http::play::preview,
        http::play::chat,
        http::play::undo,
        http::play::answer_undo,
        http::around::seat,
        http::around::link,
        http::around::revoke,
        http::around::pause,
        http::around::commit,
        http::around::reveal,
        http::around::throw,
        http::around::rematch,
        http::mail::turn,
        http::mail::reply,
        crate::games::socket::open,
        http::replays::replay,
        http::replays::replay_view,
        http::replays::replay_items,
        crate::table::words::words,
        crate::table::scenarios::battles,
        crate::table::scenarios::picture,
        crate::table::texts::battle_words,
        crate::table::http::game_board,
        crate::table::http::game_sheet,
        crate::table::http::game_sight,
        crate::table::http::game_profile,
        crate::table::http::game_intend,
        crate::table::http::game_together,
        crate::table::http::game_reach,
        crate::table::http::film_of_game,
        crate::table::http::film_of_file,
    ),
    modifiers(&Links),
    components(schemas(ApiError, crate::rosters::event::Happening, frames::Hello, frames::SocketAsk, frames::ServerFrame))
)]
struct Document;

/// A seat's secret link, as games want to be shown it.
struct Links;

impl utoipa::Modify for Links {
    fn modify(&self, document: &mut utoipa::openapi::OpenApi) {
        use utoipa::openapi::security::{HttpAuthScheme, HttpBuilder, SecurityScheme};
        let bearer = HttpBuilder::new().scheme(HttpAuthScheme::Bearer);
        let bearer = bearer.description(Some("The secret of a seat's link.")).build();
        let components = document.components.get_or_insert_default();
        components.add_security_scheme("link", SecurityScheme::Http(bearer));
    }
}

/// The OpenAPI document, with what battles show, take and ask among its schemas.
pub fn openapi() -> serde_json::Value {
    let mut document = Document::openapi();
    document.servers = Some(vec![utoipa::openapi::Server::new("/api")]);
    let mut document = serde_json::to_value(document).unwrap_or_default();
    refusals(&mut document);
    if let Some(schemas) = document["components"]["schemas"].as_object_mut() {
        schemas.extend(battles::definitions());
        // A game to the letter adds to a preview which rule forbids measuring, so a preview may have more than the battle's own fields.
        if let Some(preview) = schemas.get_mut("Preview").and_then(serde_json::Value::as_object_mut) {
            preview.remove("additionalProperties");
        }
    }
    document
}

/// Every operation can be refused for reasons that have nothing to do with it: what was sent cannot be read or is too large, there are too many
/// requests, the store does not answer. All refusals have one form.
fn refusals(document: &mut serde_json::Value) {
    let refusal = serde_json::json!({
        "description": "Refused. The status and the code tell why; nothing has changed.",
        "content": {"application/json": {"schema": {"$ref": "#/components/schemas/ApiError"}}},
    });
    document["components"]["responses"]["Refusal"] = refusal;
    let paths = document["paths"].as_object_mut().into_iter().flatten();
    for (_, operations) in paths {
        for (_, operation) in operations.as_object_mut().into_iter().flatten() {
            operation["responses"]["default"] = serde_json::json!({"$ref": "#/components/responses/Refusal"});
        }
    }
}

/// The language, as a query.
#[derive(Debug, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub(crate) struct In {
    /// Language of labels and messages.
    #[serde(default)]
    pub(crate) lang: Lang,
}

/// The language an address asks for; English where it asks for none, or for one there is not.
pub(crate) fn language_of(uri: &Uri) -> Language {
    Query::<In>::try_from_uri(uri).map_or_else(|_| Language::English, |Query(In { lang })| lang.into())
}

/// The reader of an answer, as the query `lang` tells his language. One there is not is refused.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Reader(pub(crate) Language);

impl<S: Send + Sync> FromRequestParts<S> for Reader {
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<Self, ApiError> {
        let Asked(In { lang }) = Asked::from_request_parts(parts, state).await?;
        Ok(Reader(lang.into()))
    }
}

/// What stands behind the question mark of an address.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Asked<T>(pub(crate) T);

impl<T: serde::de::DeserializeOwned, S: Send + Sync> FromRequestParts<S> for Asked<T> {
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, _: &S) -> Result<Self, ApiError> {
        let read = Query::<T>::try_from_uri(&parts.uri).map(|Query(asked)| Asked(asked));
        read.map_err(|rejection| {
            let field = misasked(&rejection);
            let sentence = BAD_QUERY.with([("field", field.as_str().into())]);
            ApiError::told(rejection.status(), "bad_query", &field, sentence, language_of(&parts.uri))
        })
    }
}

/// The field of an address that the reader complains of: `since: invalid digit …`, or `missing field `seat``.
fn misasked(rejection: &dyn std::error::Error) -> String {
    let complaint = complaint_of(rejection);
    match complaint.strip_prefix("missing field `") {
        Some(missing) => missing.trim_end_matches('`').to_string(),
        None => apart(&complaint).0.to_string(),
    }
}

/// What was wrong with a request.
#[derive(Debug, Serialize)]
#[serde(transparent)]
pub(crate) struct ApiError(Refusal);

impl From<Refusal> for ApiError {
    fn from(refusal: Refusal) -> Self {
        ApiError(refusal)
    }
}

impl From<ApiError> for Refusal {
    fn from(ApiError(refusal): ApiError) -> Self {
        refusal
    }
}

/// In the API's document it is what it carries.
impl utoipa::PartialSchema for ApiError {
    fn schema() -> utoipa::openapi::RefOr<utoipa::openapi::Schema> {
        Refusal::schema()
    }
}

impl ToSchema for ApiError {
    fn schemas(schemas: &mut Vec<(String, utoipa::openapi::RefOr<utoipa::openapi::Schema>)>) {
        Refusal::schemas(schemas);
    }
}

impl ApiError {
    pub(crate) fn new(
        status: StatusCode,
        code: &'static str,
        field: &str,
        message: impl Into<String>,
    ) -> Self {
        ApiError(Refusal::new(status.as_u16(), code, field, message))
    }

    /// An error in a sentence of our own.
    pub(crate) fn told(
        status: StatusCode,
        code: &'static str,
        field: &str,
        sentence: impl Into<Sentence>,
        language: Language,
    ) -> Self {
        ApiError::new(status, code, field, sentence.into().message(words(), language))
    }

    /// The error of a body that is not what it should be.
    pub(crate) fn of_body(rejection: &JsonRejection, language: Language) -> Self {
        let (field, sentence) = match rejection {
            _ if rejection.status() == StatusCode::PAYLOAD_TOO_LARGE => (String::new(), TOO_LARGE.into()),
            // What serde says, in the reader's language.
            JsonRejection::JsonDataError(error) => misread(error),
            JsonRejection::JsonSyntaxError(_) | JsonRejection::MissingJsonContentType(_) => {
                (String::new(), NOT_JSON.into())
            }
            _ => (String::new(), TOO_LARGE.into()),
        };
        ApiError::told(rejection.status(), "bad_json", &field, sentence, language)
    }

    /// The error of a store that fails; what failed goes to the log, not to the caller.
    pub(crate) fn of_store(fault: &crate::StoreFault, language: Language) -> Self {
        tracing::error!(%fault, "shared rosters");
        ApiError::told(StatusCode::INTERNAL_SERVER_ERROR, "store", "", NOT_KEPT, language)
    }
}

impl IntoResponse for ApiError {
    fn into_response(self) -> Response {
        // Every refusal's status is one of HTTP's; an odd one would be our own fault.
        let status = StatusCode::from_u16(self.0.status).unwrap_or(StatusCode::INTERNAL_SERVER_ERROR);
        (status, Json(self)).into_response()
    }
}

/// What cannot be read, in our own words: the field at fault and the sentence.
pub(crate) fn misread(error: &dyn std::error::Error) -> (String, Sentence) {
    let (field, reason) = said(error);
    let sentence = match field.as_str() {
        "" => BAD_BODY.with([("reason", reason)]),
        _ => BAD_FIELD.with([("field", field.as_str().into()), ("reason", reason)]),
    };
    (field, sentence)
}

/// What a reader complains of, in our own words, and the field he complains of.
fn said(error: &dyn std::error::Error) -> (String, Filling) {
    let complaint = complaint_of(error);
    let (field, complaint) = apart(&complaint);
    (field.to_string(), Filling::sentence(krigsspil_engine::misread(&Said(complaint.to_string()))))
}

/// What the innermost reader says.
fn complaint_of(error: &dyn std::error::Error) -> String {
    let mut deepest = error;
    while let Some(source) = deepest.source() {
        deepest = source;
    }
    deepest.to_string()
}

/// The reader puts the path of the field before its complaint: `units[0].men: invalid type: …`.
fn apart(complaint: &str) -> (&str, &str) {
    let is_path =
        |path: &str| path.bytes().all(|byte| byte.is_ascii_alphanumeric() || b"_.[]".contains(&byte));
    match complaint.split_once(": ") {
        Some((path, rest)) if is_path(path) => (if path == "." { "" } else { path }, rest),
        _ => ("", complaint),
    }
}

/// What somebody said.
#[derive(Debug, thiserror::Error)]
#[error("{0}")]
struct Said(String);

/// The rule set of this name.
pub(crate) fn find<'a>(
    library: &'a Library,
    id: &str,
    language: Language,
) -> Result<&'a dyn RuleSet, ApiError> {
    library.find(id).ok_or_else(|| {
        let known: Vec<_> = library.all().map(|rules| rules.id()).collect();
        Refusal::unknown_rules(id, &known, language).into()
    })
}
