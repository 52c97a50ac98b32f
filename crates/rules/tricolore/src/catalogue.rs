//! The units a roster is made of: the ready classes of troops.

use krigsspil_engine::roster::CatalogueUnit;
use krigsspil_engine::{Language, Messages};

use crate::tables::Tables;
use crate::vocabulary::TroopClass;

/// Every ready class, as infantry and as cavalry. The sheet prints no strengths.
pub(crate) fn catalogue(tables: &Tables, messages: &Messages, language: Language) -> Vec<CatalogueUnit> {
    let word = |of: &str, name: &'static str| messages.label_in(language, "choice", of, name);
    let arms = ["infantry", "cavalry"];
    arms.iter()
        .flat_map(|arm| TroopClass::ALL.iter().map(move |class| (*arm, class)))
        .map(|(arm, class)| {
            let ratings = tables.army.ratings(*class);
            CatalogueUnit::new(word("Arm", arm), word("TroopClass", class.as_str()), (0, 0))
                .with("arm", arm)
                .with("training", ratings.training)
                .with("morale", ratings.morale)
                .with("value", ratings.melee)
                .with("orders", ratings.orders)
                .with("disorder", 0)
        })
        .collect()
}
