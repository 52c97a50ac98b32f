//! The reference pages in `docs/` match the declarations.

use std::path::Path;

use krigsspil_engine::Language;
use krigsspil_rules::RULE_SETS;

/// `docs/battle-language-….md` of every playable rule set matches its declarations. `cargo xtask docs` writes it again.
#[test]
fn the_reference_is_what_is_declared() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs");
    for listing in RULE_SETS {
        let Some(declared) = listing.language else { continue };
        let rules = listing.open(None).unwrap();
        let title = format!("The battle language of `{}`", listing.id);
        let page = declared.reference(&title, rules.messages(), Language::English);
        let file = folder.join(format!("battle-language-{}.md", listing.id));
        if std::env::var_os("KRIGSSPIL_WRITE_DOCS").is_some() {
            std::fs::write(&file, &page).unwrap();
        }
        let written = std::fs::read_to_string(&file).unwrap_or_default();
        // Line endings may differ from machine to machine.
        assert!(written.replace("\r\n", "\n") == page, "{} is stale: run cargo xtask docs", file.display());
    }
}
