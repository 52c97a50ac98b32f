//! The units for building a roster, at their standard strengths (§01.02).

use krigsspil_engine::roster::CatalogueUnit;
use krigsspil_engine::{Language, Messages};

use crate::procedures::organisation::{Echelon, Establishment, UnitStrength};
use crate::tables::Tables;
use crate::vocabulary::Army;

/// The guns of a battery: it has one gunner for each (§01.02.5, §01.02.6).
const GUNS: [i32; 2] = [4, 6];

/// Infantry and cavalry of each level, and the batteries.
pub(crate) fn catalogue(_: &Tables, messages: &Messages, language: Language) -> Vec<CatalogueUnit> {
    let word = |of: &str, name: &'static str| messages.label_in(language, "choice", of, name);
    let unit = |army: Army, kind: String, figures: i32| {
        CatalogueUnit::new(word("Army", army.as_str()), kind, (figures, figures)).with("army", army.as_str())
    };
    let mut units = Vec::new();
    for army in Army::ALL.iter().copied() {
        let cavalry = match army {
            Army::Union => Establishment::UnionCavalry,
            Army::Confederate => Establishment::ConfederateCavalry,
        };
        for (establishment, arm) in [(Establishment::Infantry, "infantry"), (cavalry, "mounted_cavalry")] {
            for echelon in Echelon::ALL.iter().rev() {
                let Some(figures) = (UnitStrength { arm: establishment, echelon: *echelon }).figures() else {
                    continue;
                };
                let kind =
                    format!("{}, {}", word("Arm", arm), word("Echelon", echelon.as_str()).to_lowercase());
                units.push(unit(army, kind, figures).with("arm", arm).with("ammunition", true));
            }
        }
        for guns in GUNS {
            let kind = format!("{}, {guns}", word("TargetArm", "artillery_unlimbered"));
            units.push(unit(army, kind, guns).with("arm", "artillery_unlimbered").with("guns", guns));
        }
    }
    units
}
