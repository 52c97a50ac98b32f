//! The composition of a country's unit.

use krigsspil_engine::dice::Dice;
use krigsspil_engine::{About, Fault, Figures, Group, Listener, Procedure};

use super::{Country, Day, Mobility, SpecialWeapon, Split, UnitArm, UnitKind};
use crate::tables::Tables;

krigsspil_engine::facts! {
    /// A unit of a country on a day.
    pub struct Organisation {
        nation: Country, "De enkelte lande";
        unit: UnitKind, "De enkelte lande";
        year: i32 [1812..=1815], "De enkelte lande";
        month: i32 [1..=12] = 10, "land.france.1.D land.france.3";
        day: i32 [1..=31] = 1, "land.france.1.D";
        figures: Figures [0..=200] = Figures(0), "De enkelte lande";
    }
}

krigsspil_engine::outcome! {
    /// Its composition.
    pub struct OrganisationResult {
        arm: UnitArm;
        available: bool;
        companies_min: Option<i32>;
        companies_max: Option<i32>;
        elite_companies: i32;
        squadrons_min: Option<i32>;
        squadrons_max: Option<i32>;
        squadron_figures_min: Option<Figures>;
        squadron_figures_max: Option<Figures>;
        figures_min: Option<Figures>;
        figures_max: Option<Figures>;
        in_range: bool;
        pieces: Option<i32>;
        howitzers: i32;
        helpers: Figures;
        calibres: Vec<i32>;
        mobility: Option<Mobility>;
        rifle_figures: Figures;
        ranks: Option<i32>;
        split: Split;
    }
}

impl Procedure for Organisation {
    type Tables = Tables;
    type Outcome = OrganisationResult;
    const ABOUT: About = About {
        name: "organisation",
        group: Group::Army,
        dice: "",
        cites: &["De enkelte lande", "04.02.2", "land.france.1.D", "land.austria_hungary.1.C"],
    };

    fn resolve<D: Dice, L: Listener>(
        &self,
        tables: &Tables,
        _: &mut D,
        _: &mut L,
    ) -> Result<OrganisationResult, Fault> {
        let (supplement, unit) = tables.armies.countries.find(self.nation, self.unit)?;
        let squadrons = unit.squadrons(self.year);
        let range = unit.figures(self.year);
        let battery = unit.battery.as_ref();
        let day = Day { year: self.year, month: self.month, day: self.day };
        Ok(OrganisationResult {
            arm: unit.arm,
            available: unit.years.contains(self.year),
            companies_min: unit.companies.map(|companies| companies.least),
            companies_max: unit.companies.map(|companies| companies.most),
            elite_companies: unit.elite_companies,
            squadrons_min: squadrons.map(|squadrons| squadrons.least),
            squadrons_max: squadrons.map(|squadrons| squadrons.most),
            squadron_figures_min: unit.squadron_figures.map(|each| Figures(each.least)),
            squadron_figures_max: unit.squadron_figures.map(|each| Figures(each.most)),
            figures_min: range.map(|range| Figures(range.least)),
            figures_max: range.map(|range| Figures(range.most)),
            in_range: self.figures == Figures(0) || range.is_none_or(|range| range.contains(self.figures.0)),
            pieces: battery.map(|battery| battery.pieces),
            howitzers: battery.map_or(0, |battery| battery.howitzers),
            helpers: Figures(battery.map_or(0, |battery| battery.helpers)),
            calibres: battery.map(|battery| battery.calibres.clone()).unwrap_or_default(),
            mobility: battery.and_then(|battery| battery.mobility),
            rifle_figures: Figures(unit.figures_with(SpecialWeapon::Rifle, self.figures.0)),
            ranks: (unit.arm == UnitArm::Infantry).then(|| supplement.ranks(day)),
            split: supplement.split(unit),
        })
    }
}
