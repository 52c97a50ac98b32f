//! The units for building a roster: every row of every army list.

use krigsspil_engine::roster::CatalogueUnit;
use krigsspil_engine::{Language, Messages};

use super::list::ListedUnit;
use super::vocabulary::{ListedArm, Nation};
use crate::tables::Tables;

/// Every row of every column of every list.
pub(crate) fn catalogue(tables: &Tables, messages: &Messages, language: Language) -> Vec<CatalogueUnit> {
    let mut units = Vec::new();
    for nation in Nation::ALL {
        let name = messages.label_in(language, "choice", "Nation", nation.as_str());
        for column in &tables.armies.army(*nation).columns {
            let period = messages.label_in(language, "choice", "Period", column.period.as_str());
            units.extend(column.rows.iter().map(|row| offered(name, period, row)));
        }
    }
    units
}

fn offered(nation: &str, period: &str, unit: &ListedUnit) -> CatalogueUnit {
    let least = unit.castings.iter().copied().min().unwrap_or(0);
    let most = unit.castings.iter().copied().max().unwrap_or(0);
    let offered = CatalogueUnit::new(nation, unit.label.to_string(), (least, most)).in_period(period);
    let arm = match unit.arm {
        ListedArm::Infantry => "infantry",
        ListedArm::Cavalry => "cavalry",
        ListedArm::FootBattery | ListedArm::HorseBattery => "artillery",
    };
    // For a battery these belong to its crew.
    let offered = offered
        .with("arm", arm)
        .with("melee_grade", unit.melee)
        .with("morale_grade", unit.morale.as_str())
        .with("status", "good");
    if arm == "artillery" {
        return offered;
    }
    offered
        .with("skirmish_trained", unit.skirmish)
        .with("weapon", if unit.rifle { "rifle" } else { "musket" })
        .with("lancers", unit.lancer)
        .with_stated("weight", unit.weight.map(|weight| weight.as_str()))
}
