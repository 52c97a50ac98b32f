//! Everything that is declared has its words.

use krigsspil_borgerkrig::battle::shown::LANGUAGE;

/// Every field, kind, parameter, choice, question and event of a battle has its English and Danish word.
#[test]
fn every_declared_thing_has_its_words() -> Result<(), String> {
    krigsspil_engine::battle::language_is_labelled(&LANGUAGE, super::messages())
}
