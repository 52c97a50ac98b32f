//! Sentences about the tables of these rules, where a house rule breaks them. They stand in `messages/tables.{en,da}.toml`, which are read only when
//! there is something to complain of.

krigsspil_engine::sentences! {
    in files "../../messages/tables.en.toml", "../../messages/tables.da.toml";
    /// A march of no length.
    NO_MARCH = "no_march";
    /// Results without an open end.
    LAST_COLUMN_OPEN = "last_column_open";
    /// A range that does not follow the one before it.
    RANGE_FROM = "range_from";
    /// Ranges that end too early.
    RANGES_END_AT = "ranges_end_at";
}
