//! Everything that is declared has its words.

use krigsspil_borgerkrig::battle::shown::LANGUAGE;

/// No field, kind, parameter, choice, question or event of a battle lacks its English or its Danish word.
#[test]
fn every_declared_thing_has_its_words() -> Result<(), String> {
    krigsspil_engine::battle::language_is_labelled(&LANGUAGE, super::messages())
}
