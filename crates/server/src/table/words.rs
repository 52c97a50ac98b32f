//! The words of a rule set's battles: the sentences of its events, its questions, answers, phases, refusals and all else that a view names by a key.

use std::collections::BTreeMap;

use axum::extract::{Path, State};
use axum::response::Json;
use krigsspil_engine::{Language, Messages};

use crate::Shared;
use crate::api::{ApiError, In, Reader, find};

/// The sections a page needs to tell a battle. Faults, most of the printed tables and the companion's words are not among them.
const SECTIONS: [&str; 31] = [
    "answer",
    "arm",
    "cell",
    "change",
    "choice",
    "condition",
    "ending",
    "event",
    "fact",
    "given",
    "kind",
    "kinds",
    "life",
    "measure",
    "meeting",
    "modifier",
    "option",
    "outcome",
    "parameter",
    "phase",
    "presence",
    "procedure",
    "prompt",
    "rank",
    "reason",
    "refusal",
    "roll",
    "row",
    "shown",
    "strength",
    "word",
];

/// Section → key → word.
pub(super) type Words = BTreeMap<String, BTreeMap<String, String>>;

/// The engine's own words, with the rule set's in their place where it has any.
pub(super) fn words_of(messages: &Messages, language: Language) -> Words {
    let mut words = Words::new();
    for from in [Messages::engine(), messages] {
        for (section, key) in from.keys(language) {
            if SECTIONS.contains(&section)
                && let Some(word) = from.find(language, section, key)
            {
                words.entry(section.to_string()).or_default().insert(key.to_string(), word.to_string());
            }
        }
    }
    words
}

/// The words of a rule set's battles, by section and key. Sentences have blanks in braces for the fields they are about.
#[utoipa::path(get, path = "/rules/{rules}/words", tag = "table", operation_id = "battle_words", params(("rules" = String, Path), In), responses(
    (status = 200, body = BTreeMap<String, BTreeMap<String, String>>),
    (status = 404, body = ApiError),
))]
pub(crate) async fn words(
    State(shared): State<Shared>,
    Path(id): Path<String>,
    Reader(language): Reader,
) -> Result<Json<Words>, ApiError> {
    let rules = find(&shared.library, &id, language)?;
    Ok(Json(words_of(rules.messages(), language)))
}
