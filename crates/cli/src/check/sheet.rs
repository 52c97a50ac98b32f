//! Checks order sheets: each line has a unit and its entry.

use super::{Told, Wrong};
use crate::wordings::{NO_SHEET, UNIT_AND_ENTRY};

/// Everything that is wrong with an order sheet. Skips empty lines and lines that begin with `#`.
pub(super) fn sheet(told: Told<'_>, text: &str, rules: Option<&str>) -> Vec<Wrong> {
    let rules = rules.or_else(|| krigsspil_rules::SHEETS.first().map(|(id, _)| *id)).unwrap_or_default();
    let Some((_, read)) = krigsspil_rules::SHEETS.iter().find(|(id, _)| *id == rules) else {
        return vec![told.at(1, NO_SHEET.with([("rules", rules.into())]))];
    };
    let lines = text
        .lines()
        .enumerate()
        .filter(|(_, line)| !line.trim().is_empty() && !line.trim_start().starts_with('#'));
    lines
        .filter_map(|(number, line)| {
            let reason = match line.split_once(':') {
                None => Some(UNIT_AND_ENTRY.into()),
                Some((_, entry)) => read(entry.trim()).err(),
            };
            reason.map(|reason| told.at(number + 1, reason))
        })
        .collect()
}
