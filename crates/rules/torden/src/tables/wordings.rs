//! Sentences about the tables of these rules, where a house rule breaks them. They stand in `messages/tables.{en,da}.toml`, which are read only when
//! there is something to complain of.

krigsspil_engine::sentences! {
    in files "../../messages/tables.en.toml", "../../messages/tables.da.toml";
    /// Too many bands.
    FOUR_BANDS = "four_bands";
    /// A unit that marches slower in a column.
    SLOWER_IN_COLUMN = "slower_in_column";
}
