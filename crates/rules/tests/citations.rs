//! Checks that the rules which the tests cite exist.
#![allow(clippy::unwrap_used)]

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

use krigsspil_engine::{Language, RuleSet};

/// A rule's id as tests write it: hyphens for spaces, and no full stop after it.
fn as_cited(id: &str) -> String {
    id.split_whitespace().collect::<Vec<_>>().join("-").trim_end_matches(['.', '-']).to_lowercase()
}

/// Every Rust file in a folder and the folders in it.
fn rust_files(folder: &Path) -> Vec<PathBuf> {
    let entries = std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path());
    entries
        .flat_map(|path| if path.is_dir() { rust_files(&path) } else { vec![path] })
        .filter(|path| path.extension().is_some_and(|ending| ending == "rs"))
        .collect()
}

/// The ids after a section sign in the doc comments of a file.
fn cited(text: &str) -> Vec<String> {
    let comments = text.lines().filter(|line| line.trim_start().starts_with("///"));
    let after_signs = comments.flat_map(|line| line.split('§').skip(1));
    after_signs
        .map(|rest| rest.split(|c: char| !(c.is_alphanumeric() || "._-".contains(c))).next().unwrap())
        .map(as_cited)
        .collect()
}

/// The rules of a rule set, by the ids beside their texts.
fn printed_rules(rules: &dyn RuleSet) -> BTreeSet<String> {
    let keys = rules.messages().keys(Language::English);
    keys.iter().filter(|(section, _)| *section == "rule").map(|(_, id)| as_cited(id)).collect()
}

/// A test names only printed rules, so that a typing error does not hide a rule that nobody tests.
#[test]
fn tests_cite_printed_rules() {
    for listing in krigsspil_rules::RULE_SETS {
        let (id, rules) = (listing.id, listing.open(None).unwrap());
        let printed = printed_rules(&*rules);
        let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join(id).join("tests");
        let mut unknown = Vec::new();
        let mut number = 0;
        for file in rust_files(&folder) {
            let ids = cited(&std::fs::read_to_string(&file).unwrap());
            number += ids.len();
            let strange = ids.into_iter().filter(|id| !printed.contains(id));
            unknown.extend(strange.map(|id| format!("{}: §{id}", file.display())));
        }
        assert!(number > 100, "{id}: only {number} citations were read");
        assert!(unknown.is_empty(), "{}", unknown.join("\n"));
    }
}
