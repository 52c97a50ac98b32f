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
    /// A march of no length.
    NO_MARCH = "no_march";
    /// Results without an open end.
    LAST_COLUMN_OPEN = "last_column_open";
    /// A range that does not follow the one before it.
    RANGE_FROM = "range_from";
    /// Ranges that end too early.
    RANGES_END_AT = "ranges_end_at";
}
