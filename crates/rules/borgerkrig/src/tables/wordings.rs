//! Sentences about the tables of these rules, for house rules that break them. They are in `messages/tables.{en,da}.toml`, which are read
//! only if something is wrong.

krigsspil_engine::sentences! {
    in files "../../messages/tables.en.toml", "../../messages/tables.da.toml";
    /// A march distance of zero.
    NO_MARCH = "no_march";
    /// Results without an open end.
    LAST_COLUMN_OPEN = "last_column_open";
    /// A range that does not follow the one before it.
    RANGE_FROM = "range_from";
    /// Ranges that end too early.
    RANGES_END_AT = "ranges_end_at";
}
