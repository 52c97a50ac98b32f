//! Sentences of the machinery's own; they stand in `messages/{en,da}.toml`.

krigsspil_engine::sentences! {
    in files "../messages/en.toml", "../messages/da.toml";
    /// A turn that does not come to its end.
    TOO_MANY_MOMENTS = "too_many_moments";
}
