//! The order sheet: what is written for a seat's units, in the notation of its rules.

use krigsspil_engine::battle::{Deed, View};
use serde::Serialize;
use utoipa::ToSchema;

/// An entry of the order sheet.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub(crate) struct SheetEntry {
    /// The unit.
    unit: String,
    /// What is written for the turn that comes, in the notation; empty when nothing is, or when the notation has no sign for it.
    written: String,
    /// What it did last.
    last: String,
}

/// The entries of all units a view shows whole.
pub(crate) fn sheet(view: &View, rules: &str) -> Vec<SheetEntry> {
    let home = view.own.as_ref().map_or(180.0, |own| own.home);
    let units = view.units.iter().filter_map(|unit| Some((unit, unit.own.as_ref()?)));
    units
        .map(|(unit, own)| {
            let entry = |order: &Option<Deed>| {
                let order = order.as_ref();
                order.and_then(|order| krigsspil_rules::sheet_entry(rules, order, home, unit.facing))
            };
            SheetEntry {
                unit: unit.id.to_string(),
                written: entry(&own.written).unwrap_or_default(),
                last: entry(&own.last_order).unwrap_or_default(),
            }
        })
        .collect()
}
