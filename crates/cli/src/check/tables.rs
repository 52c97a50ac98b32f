//! Checks house rules: a table file that replaces a printed table.

use krigsspil_engine::Filling;
use krigsspil_engine::table::HouseFault;

use super::{Told, Wrong};
use crate::wordings::{CANNOT_COPY, TABLE_OF_NOBODY};

/// Everything that is wrong with a table of house rules. The table belongs to the rule set that has a table with its name.
pub(super) fn table(told: Told<'_>, rules: Option<&str>) -> Vec<Wrong> {
    let file = told.file;
    let stem = file.file_stem().and_then(|stem| stem.to_str()).unwrap_or_default();
    let listings =
        krigsspil_rules::RULE_SETS.iter().filter(|listing| rules.is_none_or(|rules| rules == listing.id));
    let has = |listing: &&krigsspil_rules::Listing| {
        listing.open(None).is_ok_and(|rules| rules.tables().iter().any(|table| table.id == stem))
    };
    let found: Vec<_> = listings.filter(has).collect();
    if found.is_empty() {
        return vec![told.at(1, TABLE_OF_NOBODY.with([("given", stem.into())]))];
    }
    // Only this file replaces its printed table: the other files in its folder are checked separately.
    let alone = std::env::temp_dir().join(format!("krigsspil-check-{}-{stem}", std::process::id()));
    let copied = std::fs::create_dir_all(&alone)
        .and_then(|()| std::fs::copy(file, alone.join(file.file_name().unwrap_or_default())));
    if let Err(error) = copied {
        return vec![told.at(1, CANNOT_COPY.with([("reason", Filling::io(&error))]))];
    }
    let faults = found.iter().filter_map(|listing| listing.open(Some(&alone)).err());
    let faults: Vec<Wrong> = faults.map(|fault| wrong(told, &fault)).collect();
    // A leftover in the temporary folder does no harm.
    let _ = std::fs::remove_dir_all(&alone);
    // The file is right if it fits any of the rule sets that know its name.
    if faults.len() < found.len() { Vec::new() } else { faults }
}

/// A table's fault carries its line; the file is named as the user gave it.
fn wrong(told: Told<'_>, fault: &HouseFault) -> Wrong {
    match fault {
        HouseFault::Table(fault) => told.at(fault.line, fault.reason.clone()),
        other => {
            let file = told.file.display().to_string();
            Wrong { file, line: 1, reason: other.message(told.words.language) }
        }
    }
}
