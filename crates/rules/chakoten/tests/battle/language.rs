//! The declarations of the battle: every label in both languages.

use krigsspil_chakoten::battle::shown::LANGUAGE;
use krigsspil_engine::RuleSet;
use krigsspil_engine::battle::language_is_labelled;

/// Everything that the battle shows, takes and asks has its words in both languages.
#[test]
fn everything_has_its_words() {
    let rules = krigsspil_chakoten::open(None).unwrap();
    if let Err(missing) = language_is_labelled(&LANGUAGE, rules.messages()) {
        panic!("{missing}");
    }
}
