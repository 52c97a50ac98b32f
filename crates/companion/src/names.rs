//! The names in our scenarios in Danish: their files have one language.

use std::collections::BTreeMap;
use std::sync::LazyLock;

use krigsspil_engine::Language;

/// By the name as it stands in the file.
static DANISH: LazyLock<BTreeMap<String, String>> =
    LazyLock::new(|| toml::from_str(include_str!("../messages/scenarios.da.toml")).unwrap_or_default());

/// The names of our scenarios' battles, sides and units in Danish, by the name that stands in the file.
pub fn danish_names() -> &'static BTreeMap<String, String> {
    &DANISH
}

/// A name of a scenario in a language: as it stands in the file where there is no other.
pub fn scenario_name(language: Language, name: &str) -> &str {
    match language {
        Language::Danish => DANISH.get(name).map_or(name, String::as_str),
        Language::English => name,
    }
}
