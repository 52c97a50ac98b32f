//! What battles show, take and ask: their schemas, read off the declarations.

use axum::extract::{Path, State};
use axum::http::StatusCode;
use axum::response::Json;
use krigsspil_engine::battle::{BattleLanguage, Naming};
use krigsspil_engine::{Language, Messages};
use krigsspil_rules::RULE_SETS;
use serde_json::{Map, Value};

use super::{ApiError, In, Reader, find};
use crate::Shared;
use crate::wordings::NOT_PLAYED;

/// The JSON schema of a rule set's battles: `$defs` has `View`, `UnitShown`, `Prompt`, `Preview`, `Told`, `Action`, `Order` and their parts,
/// with titles and labels in the language asked for.
#[utoipa::path(get, path = "/rules/{rules}/battle", params(("rules" = String, Path), In), responses(
    (status = 200, body = Object),
    (status = 404, body = ApiError),
))]
pub(crate) async fn language(
    State(shared): State<Shared>,
    Path(id): Path<String>,
    Reader(language): Reader,
) -> Result<Json<Value>, ApiError> {
    let rules = find(&shared.library, &id, language)?;
    let Some(declared) = krigsspil_rules::battle_language(rules.id()) else {
        let sentence = NOT_PLAYED.with([("rules", rules.id().into())]);
        return Err(ApiError::told(StatusCode::NOT_FOUND, "not_played", "rules", sentence, language));
    };
    Ok(Json(declared.schema(rules.messages(), language)))
}

/// Where the schemas of the document refer to each other.
const COMPONENTS: &str = "#/components/schemas/";

/// The schemas of the OpenAPI document: what every battle has, and what each rule set that is played adds (`BorgerkrigUnit`).
pub(super) fn definitions() -> Map<String, Value> {
    let english = Language::English;
    let mut all = BattleLanguage::common_definitions(Messages::engine(), english, COMPONENTS);
    for listing in RULE_SETS {
        let (Some(declared), Ok(rules)) = (listing.language, listing.open(None)) else { continue };
        let mut letters = listing.id.chars();
        let prefix: String =
            letters.next().iter().flat_map(|first| first.to_uppercase()).chain(letters).collect();
        let naming = Naming { at: COMPONENTS, prefix: &prefix };
        all.extend(declared.own_definitions(rules.messages(), english, naming));
    }
    all
}
