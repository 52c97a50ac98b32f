//! Checks that the rules which tests and comments cite exist.
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

/// The ids after a section sign in the comments of a file.
fn cited(text: &str) -> Vec<String> {
    let comments = text.lines().filter_map(|line| Some(line.split_once("//")?.1));
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

/// The chapters and sections that these rules stand in: `19.11` for `19.11.2`.
fn chapters(rules: &BTreeSet<String>) -> BTreeSet<String> {
    let ends = |id: &String| id.match_indices('.').map(|(at, _)| id[..at].to_string()).collect::<Vec<_>>();
    rules.iter().flat_map(ends).collect()
}

/// Does an id name a ruling (`army.R36`), not a printed rule?
fn is_ruling(id: &str) -> bool {
    let last = id.rsplit('.').next().unwrap_or(id);
    last.strip_prefix('r').is_some_and(|number| number.parse::<u32>().is_ok())
}

/// The citations of a rule set's files below a folder that `known` does not know, and the number of all of them.
fn strange(folder: &Path, known: impl Fn(&str) -> bool) -> (Vec<String>, usize) {
    let (mut unknown, mut number) = (Vec::new(), 0);
    for file in rust_files(folder) {
        let ids = cited(&std::fs::read_to_string(&file).unwrap());
        number += ids.len();
        let strange = ids.into_iter().filter(|id| !known(id));
        unknown.extend(strange.map(|id| format!("{}: §{id}", file.display())));
    }
    (unknown, number)
}

/// A test names only printed rules, so that a typing error does not hide a rule that nobody tests. A comment in the source may also name a
/// chapter or a ruling.
#[test]
fn tests_and_comments_cite_printed_rules() {
    for listing in krigsspil_rules::RULE_SETS {
        let (id, rules) = (listing.id, listing.open(None).unwrap());
        let printed = printed_rules(&*rules);
        let chapters = chapters(&printed);
        let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join(id);
        let in_tests = strange(&folder.join("tests"), |id| printed.contains(id));
        let also = |id: &str| printed.contains(id) || chapters.contains(id) || is_ruling(id);
        let in_source = strange(&folder.join("src"), also);
        for (unknown, number) in [in_tests, in_source] {
            assert!(number > 100, "{id}: only {number} citations were read");
            assert!(unknown.is_empty(), "{}", unknown.join("\n"));
        }
    }
}
