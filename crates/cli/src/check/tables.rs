//! House rules: a table file in the place of a printed one.

use std::path::Path;

use super::Wrong;

/// Everything that is wrong with a table of house rules. Its rule set is the one that has a table of its name.
pub(super) fn table(file: &Path, rules: Option<&str>) -> Vec<Wrong> {
    let stem = file.file_stem().and_then(|stem| stem.to_str()).unwrap_or_default();
    let listings =
        krigsspil_rules::RULE_SETS.iter().filter(|listing| rules.is_none_or(|rules| rules == listing.id));
    let has = |listing: &&krigsspil_rules::Listing| {
        listing.open(None).is_ok_and(|rules| rules.tables().iter().any(|table| table.id == stem))
    };
    let found: Vec<_> = listings.filter(has).collect();
    if found.is_empty() {
        return vec![Wrong::at(
            file,
            1,
            format!("no rule set has a table `{stem}`; name the file as the table it stands for"),
        )];
    }
    // Only this file is put in the place of the printed one: its neighbours are checked by themselves.
    let alone = std::env::temp_dir().join(format!("krigsspil-check-{}-{stem}", std::process::id()));
    let copied = std::fs::create_dir_all(&alone)
        .and_then(|()| std::fs::copy(file, alone.join(file.file_name().unwrap_or_default())));
    if let Err(error) = copied {
        return vec![Wrong::at(file, 1, format!("it cannot be copied to be read: {error}"))];
    }
    let faults = found.iter().filter_map(|listing| listing.open(Some(&alone)).err());
    let faults: Vec<Wrong> = faults.map(|fault| read_place(file, &fault.to_string())).collect();
    // What is left behind in the folder for passing things is nobody's harm.
    let _ = std::fs::remove_dir_all(&alone);
    // A file that fits one of the rule sets that know its name is right.
    if faults.len() < found.len() { Vec::new() } else { faults }
}

/// "file:line: reason" taken apart; the file as it was given.
fn read_place(file: &Path, fault: &str) -> Wrong {
    let name = file.file_name().and_then(|name| name.to_str()).unwrap_or_default();
    let rest = fault.split_once(&format!("{name}:")).map_or(fault, |(_, rest)| rest);
    match rest.split_once(':').map(|(line, reason)| (line.trim().parse(), reason.trim())) {
        Some((Ok(line), reason)) => Wrong::at(file, line, reason),
        _ => Wrong::at(file, 1, fault),
    }
}
