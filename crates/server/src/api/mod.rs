//! The API: rule sets, procedures, sums, odds, tables, shared rosters.

mod books;
mod rosters;
mod scenarios;
mod sums;

use axum::Router;
use axum::http::StatusCode;
use axum::response::{IntoResponse, Json, Response};
use axum::routing::{get, post};
use krigsspil_engine::dice::Die;
use krigsspil_engine::scenario::ScenarioFault;
use krigsspil_engine::{Fault, Language, RuleSet};
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, OpenApi, ToSchema};

use crate::{Library, Shared};

/// Every route below `/api`.
pub(crate) fn routes() -> Router<Shared> {
    Router::new()
        .route("/openapi.json", get(|| async { Json(openapi()) }))
        .route("/rules", get(books::list))
        .route("/rules/{rules}", get(books::book))
        .route("/rules/{rules}/catalogue", get(books::catalogue))
        .route("/adjudicate", post(sums::adjudicate))
        .route("/odds", post(sums::odds))
        .route("/scenarios", get(scenarios::list))
        .route("/scenarios/troops", post(scenarios::troops))
        .route("/rosters", post(rosters::create))
        .route("/rosters/{code}", get(rosters::fetch).put(rosters::change))
        .fallback(|| async { ApiError::new(StatusCode::NOT_FOUND, "not_found", "", "there is nothing here") })
}

#[derive(OpenApi)]
#[openapi(
    info(title = "Krigsspil", description = "The sums of printed wargame rules, explained."),
    paths(
        books::list,
        books::book,
        books::catalogue,
        sums::adjudicate,
        sums::odds,
        scenarios::list,
        scenarios::troops,
        rosters::create,
        rosters::fetch,
        rosters::change
    ),
    components(schemas(ApiError))
)]
struct Document;

/// The OpenAPI document.
pub fn openapi() -> utoipa::openapi::OpenApi {
    let mut document = Document::openapi();
    document.servers = Some(vec![utoipa::openapi::Server::new("/api")]);
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

impl From<ScenarioFault> for FileFault {
    fn from(fault: ScenarioFault) -> Self {
        FileFault { file: fault.file, line: fault.line, reason: fault.reason }
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
    pub(crate) fn of_body(rejection: &axum::extract::rejection::JsonRejection) -> Self {
        ApiError::new(rejection.status(), "bad_json", "", rejection.body_text())
    }

    /// The error of a store that fails; what failed goes to the log, not to the caller.
    pub(crate) fn of_store(fault: &crate::StoreFault) -> Self {
        tracing::error!(%fault, "shared rosters");
        ApiError::new(
            StatusCode::INTERNAL_SERVER_ERROR,
            "store",
            "",
            "the roster could not be kept; try again",
        )
    }
}

impl IntoResponse for ApiError {
    fn into_response(self) -> Response {
        (self.status, Json(self)).into_response()
    }
}

/// The rule set of this name.
pub(crate) fn find<'a>(library: &'a Library, id: &str) -> Result<&'a dyn RuleSet, ApiError> {
    library.find(id).ok_or_else(|| {
        let known: Vec<_> = library.all().map(|rules| rules.id()).collect();
        let text = format!("there is no rule set `{id}`; there are {}", known.join(", "));
        ApiError::new(StatusCode::NOT_FOUND, "unknown_rule_set", "rules", text)
    })
}
