//! The units for building a roster: each country's own, at the strengths of its supplement.

use krigsspil_engine::roster::CatalogueUnit;
use krigsspil_engine::{Language, Messages};

use super::countries::{Country, Share, SpecialWeapon, Unit, UnitArm};
use crate::tables::Tables;

/// The years the rules cover.
const YEARS: std::ops::RangeInclusive<i32> = 1812..=1815;

/// Every unit of every country supplement.
pub(crate) fn catalogue(tables: &Tables, messages: &Messages, language: Language) -> Vec<CatalogueUnit> {
    let word = |of: &str, name: &'static str| messages.label_in(language, "choice", of, name);
    let countries = &tables.armies.countries;
    Country::ALL
        .iter()
        .flat_map(|country| countries.of(*country).units().iter().map(move |unit| (country, unit)))
        .filter_map(|(country, unit)| {
            let nation = word("Country", country.as_str());
            Some(offered(nation, word("UnitKind", unit.kind.as_str()), unit, first_and_last(unit)?))
        })
        .collect()
}

/// The first and last year of the rules in which it is in the field.
fn first_and_last(unit: &Unit) -> Option<(i32, i32)> {
    let mut years = YEARS.filter(|year| unit.years.contains(*year));
    let first = years.next()?;
    Some((first, years.next_back().unwrap_or(first)))
}

fn offered(nation: &str, kind: &str, unit: &Unit, (first, last): (i32, i32)) -> CatalogueUnit {
    let figures = unit.figures(last).map_or((0, 0), |figures| (figures.least, figures.most));
    let arm = match unit.arm {
        UnitArm::Pioneers => UnitArm::Infantry,
        arm => arm,
    };
    // If only some of its men have the special weapon, the unit fires as with muskets.
    let weapon = match unit.weapon {
        Some((SpecialWeapon::Rifle, Share::All)) => Some("rifle"),
        Some((SpecialWeapon::Carbine, Share::All)) => Some("carbine"),
        _ => None,
    };
    let period = match (first, last) {
        _ if (first..=last) == YEARS => String::new(),
        _ if first == last => first.to_string(),
        _ => format!("{first}-{last}"),
    };
    CatalogueUnit::new(nation, kind, figures)
        .in_period(period)
        .with("arm", arm.as_str())
        .with("order", "OR")
        .with_stated("weapon", weapon)
        .with_stated("pieces", unit.battery.as_ref().map(|battery| battery.pieces))
}
