//! The texts of our scenarios in Danish: their files have one language. Their names are the companion's.

use std::collections::BTreeMap;
use std::sync::LazyLock;

use axum::response::Json;
use krigsspil_companion::danish_names;
use krigsspil_engine::Language;

use crate::api::{In, Reader};

/// By the text as it stands in the file.
static DANISH: LazyLock<BTreeMap<String, String>> = LazyLock::new(|| {
    let told = toml::from_str(include_str!("../../messages/scenarios.da.toml"));
    let mut texts: BTreeMap<String, String> = told.unwrap_or_default();
    texts.extend(danish_names().clone());
    texts
});

/// A text of a scenario in a language: as it stands in the file where there is no other.
pub fn scenario_text(language: Language, text: &str) -> &str {
    match language {
        Language::Danish => DANISH.get(text).map_or(text, String::as_str),
        Language::English => text,
    }
}

/// The texts of the scenarios that come with the program in the language asked for, by the text that stands in the file. What is not here stays as it is.
#[utoipa::path(get, path = "/battles/words", tag = "table", operation_id = "scenario_texts", params(In), responses((status = 200, body = BTreeMap<String, String>)))]
pub(crate) async fn battle_words(Reader(language): Reader) -> Json<BTreeMap<String, String>> {
    match language {
        Language::Danish => Json(DANISH.clone()),
        Language::English => Json(BTreeMap::new()),
    }
}

#[cfg(test)]
mod tests {
    use krigsspil_engine::scenario::Scenario;

    use super::*;
    use crate::api::scenarios::{ids, ours};

    /// Every name, briefing, instruction and remark of our scenarios is there in Danish, and nothing is there that no scenario says.
    #[test]
    fn scenarios_are_told_in_danish() {
        let mut said: BTreeMap<String, bool> = BTreeMap::new();
        for id in ids() {
            let (file, ground) = ours(id).unwrap();
            let scenario = Scenario::read(&file.name, &file.text, &ground.text).unwrap();
            let mut say = |text: &str, needed: bool| {
                *said.entry(text.to_string()).or_default() |= needed && !text.is_empty();
            };
            say(&scenario.name, true);
            say(&scenario.notes, true);
            for side in &scenario.sides {
                say(&side.name, true);
                say(&side.briefing, true);
            }
            for general in &scenario.generals {
                say(&general.instruction, true);
            }
            for objective in &scenario.victory.objective {
                say(&objective.name, true);
            }
            // Names of units and places are there where they are not the same in both languages.
            for unit in &scenario.units {
                say(&unit.name, false);
            }
            let map: serde_json::Value = serde_json::from_str(&ground.text).unwrap();
            say(map["name"].as_str().unwrap_or_default(), false);
            for feature in map["features"].as_array().unwrap() {
                say(feature["properties"]["name"].as_str().unwrap_or_default(), false);
            }
        }
        let needed = said.iter().filter(|(_, needed)| **needed).map(|(text, _)| text);
        let missing: Vec<_> = needed.filter(|text| !DANISH.contains_key(*text)).collect();
        let stale: Vec<_> = DANISH.keys().filter(|text| !said.contains_key(*text)).collect();
        assert!(missing.is_empty() && stale.is_empty(), "missing: {missing:?}; said by nobody: {stale:?}");
    }
}
