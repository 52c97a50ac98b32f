//! The API: rule sets, procedures, sums, odds, tables, shared rosters.

mod battles;
mod books;
mod roster_form;
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
use krigsspil_engine::dice::Die;
use krigsspil_engine::scenario::ScenarioFault;
use krigsspil_engine::wordings::UNKNOWN_RULE_SET;
use krigsspil_engine::{Fault, Filling, Language, RuleSet, Sentence};
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, OpenApi, ToSchema};

use crate::games::{frames, http};
use crate::wordings::{BAD_BODY, NOT_JSON, NOT_KEPT, NOT_SO, NOTHING_HERE, TOO_LARGE, words};
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
        http::around::rematch,
        crate::games::socket::open,
        http::replays::replay,
        http::replays::replay_view,
        http::replays::replay_items,
        crate::table::words::words,
        crate::table::scenarios::battles,
        crate::table::scenarios::picture,
        crate::table::http::game_board,
        crate::table::http::game_sheet,
        crate::table::http::game_sight,
        crate::table::http::game_profile,
        crate::table::http::game_intend,
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
    if let Some(schemas) = document["components"]["schemas"].as_object_mut() {
        schemas.extend(battles::definitions());
    }
    document
}

/// Which language to answer in.
#[derive(Clone, Copy, Debug, Default, Deserialize, Serialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub(crate) enum Lang {
    /// English.
    #[default]
    En,
    /// Danish.
    Da,
}

impl From<Lang> for Language {
    fn from(lang: Lang) -> Language {
        match lang {
            Lang::En => Language::English,
            Lang::Da => Language::Danish,
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

    async fn from_request_parts(parts: &mut Parts, _: &S) -> Result<Self, ApiError> {
        match Query::<In>::try_from_uri(&parts.uri) {
            Ok(Query(In { lang })) => Ok(Reader(lang.into())),
            Err(rejection) => {
                let sentence = BAD_BODY.with([("reason", rejection.body_text().into())]);
                Err(ApiError::told(rejection.status(), "bad_query", "lang", sentence, Language::English))
            }
        }
    }
}

/// A roll that is still wanted.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct WantedRoll {
    /// What it is for.
    pub(crate) label: String,
    /// The die: d6, d10, d100.
    pub(crate) die: &'static str,
    /// Its lowest face.
    pub(crate) lowest: i32,
    /// Its highest face.
    pub(crate) highest: i32,
}

impl WantedRoll {
    fn new(label: &str, die: Die) -> Self {
        WantedRoll { label: label.into(), die: die.notation(), lowest: die.lowest(), highest: die.highest() }
    }
}

/// What was wrong with a request.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct ApiError {
    #[serde(skip)]
    status: StatusCode,
    /// For programs.
    code: &'static str,
    /// The field at fault; empty when none is.
    field: String,
    /// For people: what was wrong and what would be right.
    message: String,
    /// The rule that refuses, where one does.
    #[serde(skip_serializing_if = "Option::is_none")]
    rule: Option<&'static str>,
    /// The next roll, when too few dice were given.
    #[serde(skip_serializing_if = "Option::is_none")]
    wanted: Option<Box<WantedRoll>>,
    /// What is wrong with a file that was sent, by line.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    #[schema(required = false)]
    faults: Vec<FileFault>,
}

/// Something wrong in a file.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct FileFault {
    /// The file.
    file: String,
    /// The line, from 1.
    line: usize,
    /// What is wrong, and what would be right.
    reason: String,
}

impl FileFault {
    /// What is wrong with a scenario, in the words of its rules.
    fn of(fault: ScenarioFault, rules: &dyn RuleSet, language: Language) -> Self {
        let reason = fault.reason.message(rules.messages(), language);
        FileFault { file: fault.file, line: fault.line, reason }
    }
}

impl std::fmt::Display for FileFault {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{}:{}: {}", self.file, self.line, self.reason)
    }
}

impl ApiError {
    pub(crate) fn new(
        status: StatusCode,
        code: &'static str,
        field: &str,
        message: impl Into<String>,
    ) -> Self {
        let (field, message) = (field.to_string(), message.into());
        ApiError { status, code, field, message, rule: None, wanted: None, faults: Vec::new() }
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

    /// The error of a fault in the facts or the dice.
    pub(crate) fn of_fault(fault: &Fault, rules: &dyn RuleSet, language: Language) -> Self {
        let message = fault.message(rules.messages(), language);
        let mut error =
            ApiError::new(StatusCode::UNPROCESSABLE_ENTITY, fault.code().as_str(), fault.field(), message);
        error.rule = fault.rule();
        error.wanted = fault.wanted_roll().map(|(name, die)| {
            Box::new(WantedRoll::new(rules.messages().label(language, "roll", name), die))
        });
        error
    }

    /// The error of a body that is not what it should be.
    pub(crate) fn of_body(rejection: &JsonRejection, language: Language) -> Self {
        let sentence = match rejection {
            _ if rejection.status() == StatusCode::PAYLOAD_TOO_LARGE => TOO_LARGE.into(),
            // What serde says, in the reader's language.
            JsonRejection::JsonDataError(error) => BAD_BODY.with([("reason", said(error))]),
            JsonRejection::JsonSyntaxError(_) | JsonRejection::MissingJsonContentType(_) => NOT_JSON.into(),
            _ => TOO_LARGE.into(),
        };
        ApiError::told(rejection.status(), "bad_json", "", sentence, language)
    }

    /// The error of a store that fails; what failed goes to the log, not to the caller.
    pub(crate) fn of_store(fault: &crate::StoreFault, language: Language) -> Self {
        tracing::error!(%fault, "shared rosters");
        ApiError::told(StatusCode::INTERNAL_SERVER_ERROR, "store", "", NOT_KEPT, language)
    }
}

impl IntoResponse for ApiError {
    fn into_response(self) -> Response {
        (self.status, Json(self)).into_response()
    }
}

/// What a reader complains of, in our own words.
fn said(error: &dyn std::error::Error) -> Filling {
    let mut deepest: &dyn std::error::Error = error;
    while let Some(source) = deepest.source() {
        deepest = source;
    }
    Filling::sentence(krigsspil_engine::misread(&Said(deepest.to_string())))
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
        let blanks = [
            ("given", id.into()),
            ("known", known.join(", ").into()),
            ("hint", krigsspil_engine::fact::hint(id, &known)),
        ];
        let sentence = UNKNOWN_RULE_SET.with(blanks);
        ApiError::told(StatusCode::NOT_FOUND, "unknown_rule_set", "rules", sentence, language)
    })
}
