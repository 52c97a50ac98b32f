//! Order sheets: a unit and its entry on each line.

use std::path::Path;

use super::Wrong;

/// Everything that is wrong with an order sheet. Empty lines and those that begin with `#` are passed over.
pub(super) fn sheet(file: &Path, text: &str, rules: Option<&str>) -> Vec<Wrong> {
    let rules = rules.or_else(|| krigsspil_rules::SHEETS.first().map(|(id, _)| *id)).unwrap_or_default();
    let Some((_, read)) = krigsspil_rules::SHEETS.iter().find(|(id, _)| *id == rules) else {
        return vec![Wrong::at(file, 1, format!("the rules `{rules}` have no order sheet"))];
    };
    let lines = text
        .lines()
        .enumerate()
        .filter(|(_, line)| !line.trim().is_empty() && !line.trim_start().starts_with('#'));
    lines
        .filter_map(|(number, line)| {
            let reason = match line.split_once(':') {
                None => Some("write the unit, a colon and its entry: `b1: ^ A`".to_string()),
                Some((_, entry)) => read(entry.trim()).err(),
            };
            reason.map(|reason| Wrong::at(file, number + 1, reason))
        })
        .collect()
}
