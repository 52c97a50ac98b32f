//! Sentences about the tables of these rules, for house rules that break them. They are in `messages/tables.{en,da}.toml`, which are read
//! only if something is wrong.

krigsspil_engine::sentences! {
    in files "../../messages/tables.en.toml", "../../messages/tables.da.toml";
    /// Too many bands.
    FOUR_BANDS = "four_bands";
    /// A unit that marches slower in column.
    SLOWER_IN_COLUMN = "slower_in_column";
}
