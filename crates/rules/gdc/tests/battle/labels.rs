//! Everything a battle shows, takes, asks and tells has its words.

use krigsspil_engine::RuleSet;
use krigsspil_gdc::battle::shown::LANGUAGE;

/// Nothing of the battle language lacks its word in either language.
#[test]
fn the_language_is_labelled() -> Result<(), String> {
    let rules = krigsspil_gdc::open(None).unwrap();
    krigsspil_engine::battle::language_is_labelled(&LANGUAGE, rules.messages())
}
