//! The units a roster is made of: the rows of the country supplement.

use krigsspil_engine::roster::CatalogueUnit;
use krigsspil_engine::{Language, Messages};

use crate::tables::Tables;
use crate::vocabulary::UnitKind;

/// Every row of every list. The supplement prints no strengths: an order of battle does.
pub(crate) fn catalogue(tables: &Tables, messages: &Messages, language: Language) -> Vec<CatalogueUnit> {
    UnitKind::ALL
        .iter()
        .map(|kind| {
            let row = tables.unit(*kind);
            // "England, Spain, Portugal 1810-14, infantry: Guard": the arm follows the last comma before the colon.
            let label = messages.label_in(language, "choice", "UnitKind", kind.as_str());
            let head = label.find(": ").unwrap_or(label.len());
            let (list, unit) = label[..head]
                .rfind(", ")
                .map_or((kind.list(), label), |comma| (&label[..comma], &label[comma + ", ".len()..]));
            CatalogueUnit::new(list, unit, (0, 0))
                .with("unit", kind.as_str())
                .with("arm", row.branch.as_str())
                .with("order", "O")
                .with("melee_bonus", row.melee)
                .with_stated("fire_bonus", row.fire)
                .with("morale", row.morale)
                .with_stated("cavalry_class", row.class.map(|class| class.as_str()))
        })
        .collect()
}
