//! Sentences about the tables of these rules, where a house rule breaks them. They stand in `messages/tables.{en,da}.toml`, which are read only when
//! there is something to complain of.

use std::sync::LazyLock;

use krigsspil_engine::Messages;

static WORDS: LazyLock<Messages> = LazyLock::new(|| {
    // The files are part of the program; a test reads them, so they cannot be broken here.
    let english = include_str!("../../messages/tables.en.toml");
    Messages::read(english, include_str!("../../messages/tables.da.toml")).unwrap_or_default()
});

fn words() -> &'static Messages {
    &WORDS
}

krigsspil_engine::sentences! {
    in words;
    /// No test.
    NO_TEST = "no_test";
    /// A test of something else.
    MUST_TEST = "must_test";
    /// A test that is not of a bare number.
    MUST_TEST_A_NUMBER = "must_test_a_number";
    /// No result of a melee.
    NO_RESULT = "no_result";
    /// No damage by guns.
    NO_DAMAGE = "no_damage";
    /// No fraction in quarters.
    NO_FRACTION = "no_fraction";
    /// Bases in quarters.
    HALF_BASES = "half_bases";
    /// No march.
    NO_RATE = "no_rate";
    /// No word for ground.
    NO_PASSABILITY = "no_passability";
}
