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
    /// Too many bands.
    FOUR_BANDS = "four_bands";
    /// A unit that marches slower in a column.
    SLOWER_IN_COLUMN = "slower_in_column";
}
