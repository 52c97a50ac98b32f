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
            // "England 1815, infantry: Guard"
            let label = messages.label_in(language, "choice", "UnitKind", kind.as_str());
            let (list, unit) = label.split_once(", ").unwrap_or((kind.list(), label));
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
