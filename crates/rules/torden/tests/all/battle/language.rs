//! What the battles show, take and ask.

use krigsspil_engine::RuleSet;
use krigsspil_torden::battle::shown::LANGUAGE;

/// No field, kind, parameter, choice, question or event of a battle lacks its English or its Danish word.
#[test]
fn every_declared_thing_has_its_words() -> Result<(), String> {
    let rules = krigsspil_torden::open(None).unwrap();
    krigsspil_engine::battle::language_is_labelled(&LANGUAGE, rules.messages())
}
