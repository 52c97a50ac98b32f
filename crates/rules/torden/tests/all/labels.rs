//! Everything a person reads exists in both languages.

/// Nothing lacks its English or its Danish word, and the two languages' files hold the same keys.
#[test]
fn no_label_is_missing() -> Result<(), String> {
    krigsspil_engine::labels_are_complete(&krigsspil_torden::open(None).unwrap())
}
