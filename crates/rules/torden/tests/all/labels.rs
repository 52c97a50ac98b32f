//! Everything a person reads exists in both languages.

/// Every English and Danish word exists, and the files of both languages have the same keys.
#[test]
fn no_label_is_missing() -> Result<(), String> {
    krigsspil_engine::labels_are_complete(&krigsspil_torden::open(None).unwrap())
}
