//! How much of a unit may skirmish in chain or swarm.

use krigsspil_engine::dice::Dice;
use krigsspil_engine::{About, Fault, Figures, Group, Listener, Procedure};

use super::super::modifiers::WHOLLY_IN_COVER;
use super::{Country, Share, SkirmishPlace, SkirmishShare, Special, UnitKind};
use crate::tables::Tables;

krigsspil_engine::facts! {
    /// A unit that wants to send out skirmishers.
    pub struct CountryDetachment {
        nation: Country, "De enkelte lande";
        unit: UnitKind, "De enkelte lande";
        year: i32 [1812..=1815], "De enkelte lande";
        figures: Figures [1..=200], "14.01.1";
        squadrons: i32 [1..=10] = 4, "land.france.4.D";
        soutien: bool = false, "land.france.4.E land.russia.4.B";
        place: SkirmishPlace = SkirmishPlace::Open, "14.01.2";
    }
}

krigsspil_engine::outcome! {
    /// How many may go.
    pub struct CountryDetachmentResult {
        share: SkirmishShare;
        max_figures: Figures;
        enough: bool;
        pooled_in_regiment: bool;
    }
}

/// The smallest chain or swarm (§05.01.1).
const LEAST_SKIRMISHERS: Figures = Figures(3);

impl Procedure for CountryDetachment {
    type Tables = Tables;
    type Outcome = CountryDetachmentResult;
    const ABOUT: About = About {
        name: "country_detachment",
        group: Group::Army,
        dice: "",
        cites: &[
            "De enkelte lande",
            "14.01.1",
            "14.01.2",
            "15.02.3",
            "05.01.1",
            "land.bavaria.3.B",
            "land.england.1.A",
            "land.england.1.B",
            "land.england.1.C",
            "land.england.1.D",
            "land.france.1.A",
            "land.france.1.B",
            "land.france.1.C",
            "land.france.4.D",
            "land.france.4.E",
            "land.france.6.A",
            "land.prussia.1.B",
            "land.prussia.2.D",
            "land.prussia.5.B",
            "land.russia.1.B",
            "land.russia.2.A",
            "land.russia.4.B",
            "land.saxony.1.B",
            "land.saxony.1.C",
            "land.saxony.3.B",
            "land.austria_hungary.1.B",
            "land.austria_hungary.3.B",
        ],
    };

    fn resolve<D: Dice, L: Listener>(
        &self,
        tables: &Tables,
        _: &mut D,
        report: &mut L,
    ) -> Result<CountryDetachmentResult, Fault> {
        let (_, unit) = tables.armies.countries.find(self.nation, self.unit)?;
        let share = unit.may_detach(self.year, self.soutien, self.place);
        let in_the_open = unit.may_detach(self.year, self.soutien, SkirmishPlace::Open);
        report.holds(share != in_the_open, &WHOLLY_IN_COVER);
        let max_figures = Figures(share.of(self.figures.0, self.squadrons));
        Ok(CountryDetachmentResult {
            share: match share {
                Share::None => SkirmishShare::None,
                Share::All => SkirmishShare::All,
                _ => SkirmishShare::Part,
            },
            max_figures,
            enough: max_figures >= LEAST_SKIRMISHERS,
            pooled_in_regiment: self.place == SkirmishPlace::Open && unit.has(Special::SkirmishersPooled),
        })
    }
}
