//! The reference pages in `docs/` match the declarations.

use std::path::Path;

use krigsspil_engine::Language;
use krigsspil_engine::battle::conforms;
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

/// The pages about the battles of a rule set: what they are like, and how their order sheet is written.
fn pages_of(id: &str) -> [(String, String); 2] {
    ["battle", "orders"].map(|kind| {
        let file = Path::new(env!("CARGO_MANIFEST_DIR")).join(format!("../../docs/{kind}-{id}.md"));
        let page =
            std::fs::read_to_string(&file).unwrap_or_else(|fault| panic!("{}: {fault}", file.display()));
        (format!("{kind}-{id}.md"), page)
    })
}

/// What stands in code marks in a line.
fn marked(line: &str) -> impl Iterator<Item = &str> {
    line.split('`').skip(1).step_by(2)
}

/// The actions and orders of a page that are written out whole, in code marks or as lines of a block. `…` leaves something out.
fn written_out(page: &str) -> Vec<serde_json::Value> {
    let whole = |text: &str| {
        let value: Option<serde_json::Value> = serde_json::from_str(text.trim()).ok();
        value.filter(|value| ["do", "kind", "action"].iter().any(|key| value.get(key).is_some()))
    };
    page.lines().flat_map(|line| std::iter::once(line).chain(marked(line))).filter_map(whole).collect()
}

/// Every action and order that a page about battles shows is one that these battles take.
#[test]
fn the_actions_of_the_pages_are_taken() {
    let (mut faults, mut read) = (Vec::new(), 0);
    for listing in RULE_SETS {
        let Some(declared) = listing.language else { continue };
        let rules = listing.open(None).unwrap();
        let schema = declared.schema(rules.messages(), Language::English);
        for (name, page) in pages_of(listing.id) {
            for value in written_out(&page) {
                let (part, value) = match (value.get("action"), value.get("do")) {
                    (Some(action), _) => ("Action", action),
                    (None, Some(_)) => ("Action", &value),
                    (None, None) => ("Order", &value),
                };
                read += 1;
                if let Err(fault) = conforms(&schema, part, value) {
                    faults.push(format!("{name}: {value}: {fault}"));
                }
            }
        }
    }
    assert!(read > 20, "only {read} were found");
    assert!(faults.is_empty(), "{}", faults.join("\n"));
}

/// The heads of the columns in which a page has entries of the order sheet.
const ENTRIES: [&str; 7] = ["entry", "sign", "step", "words", "Danish", "English", ""];

/// What a sign may stand behind that is no entry alone: a march, an attack, a fire.
const BEHIND: [&str; 7] = ["", "^ ", "s ", "sk ", "A ^ ", "S ", "turn 20; "];

/// The entries and signs in the tables of a page about an order sheet.
fn entries(page: &str) -> Vec<&str> {
    let mut heads: Vec<&str> = Vec::new();
    let mut found = Vec::new();
    for line in page.lines() {
        let Some(row) = line.strip_prefix('|') else {
            heads.clear();
            continue;
        };
        if row.starts_with('-') {
            continue;
        }
        let cells: Vec<&str> = row.trim_end_matches('|').split('|').map(str::trim).collect();
        if heads.is_empty() {
            heads = cells;
            continue;
        }
        let typed = cells[0] == "typed";
        let of_entries = cells.iter().zip(&heads).filter(|(_, head)| typed || ENTRIES.contains(head));
        found.extend(of_entries.flat_map(|(cell, _)| marked(cell)));
    }
    found
}

/// Every entry and sign of the pages about order sheets is read, alone or behind what it belongs to, and so are the entries of the examples.
#[test]
fn the_entries_of_the_pages_are_read() {
    let (mut faults, mut read) = (Vec::new(), 0);
    for (id, reads) in krigsspil_rules::SHEETS {
        let [_, (name, page)] = pages_of(id);
        let examples = page.lines().skip_while(|line| !line.starts_with("Examples: ")).flat_map(marked);
        for entry in entries(&page).into_iter().chain(examples) {
            read += 1;
            // A corps of torden has a line of its own on the sheet.
            let to_a_corps = || *id == "torden" && krigsspil_torden::battle::sheet::read_corps(entry).is_ok();
            let behind = |before: &&str| reads(&format!("{before}{entry}")).is_ok();
            if !BEHIND.iter().any(behind) && !to_a_corps() {
                faults.push(format!("{name}: `{entry}`"));
            }
        }
    }
    assert!(read > 150, "only {read} were found");
    assert!(faults.is_empty(), "{} of {read}:\n{}", faults.len(), faults.join("\n"));
}
