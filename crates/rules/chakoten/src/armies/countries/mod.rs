//! The country supplements: the composition of the units of eight armies, their weapons and training, the skirmishers they may send out and
//! the formations they may not take.
//!
//! ```
//! use krigsspil_chakoten::armies::countries::{Country, UnitArm, UnitKind};
//!
//! let rules = krigsspil_chakoten::open(None)?;
//! let france = rules.tables().armies.countries.of(Country::France);
//! let light: Vec<_> = france.units().iter().filter(|unit| unit.arm == UnitArm::LightCavalry).collect();
//! assert_eq!(light.len(), 3);
//! let line = france.unit(UnitKind::LineInfantry).unwrap();
//! assert_eq!(line.figures(1813).map(|range| (range.least, range.most)), Some((20, 35)));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod detachment;
mod organisation;
mod read;
mod share;
mod training;
mod vocabulary;

pub use detachment::{CountryDetachment, CountryDetachmentResult};
pub use organisation::{Organisation, OrganisationResult};
pub use share::{Day, Share, Years};
pub use training::{CountryTraining, CountryTrainingResult};
pub use vocabulary::{
    ArmGroup, Condition, Country, Formation, Mobility, PointsKind, Situation, SkirmishPlace, SkirmishShare,
    Special, SpecialWeapon, Split, UnitArm, UnitKind,
};

use krigsspil_engine::arrayvec::ArrayVec;
use krigsspil_engine::table::{Span, TableFault, TableShelf};
use krigsspil_engine::{Fault, Modifier};

use super::modifiers::UNIT_OF_ANOTHER_COUNTRY;

/// The guns of a battery.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Battery {
    /// Real pieces.
    pub pieces: i32,
    /// Howitzers among them.
    pub howitzers: i32,
    /// Helpers from other arms among the figures.
    pub helpers: i32,
    /// Calibres in pounds, the commonest first.
    pub calibres: Vec<i32>,
    /// How it moves; `None` if the scenario must say.
    pub mobility: Option<Mobility>,
}

/// The skirmishers a unit may send out in chain or swarm in the open.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Detachment {
    /// The ordinary share.
    pub share: Share,
    /// A better share in some years or with a soutien.
    pub better: Option<BetterShare>,
}

/// A better share, and when it applies.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct BetterShare {
    /// The share.
    pub share: Share,
    /// The years in which it applies.
    pub years: Years,
    /// Whether a soutien must stand behind.
    pub needs_soutien: bool,
}

/// A kind of unit of one country.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Unit {
    /// The kind.
    pub kind: UnitKind,
    /// The arm.
    pub arm: UnitArm,
    /// Companies of a battalion; `None` if not stated.
    pub companies: Option<Span>,
    /// Elite companies among them.
    pub elite_companies: i32,
    squadrons: Option<Span>,
    squadrons_in: Option<(i32, i32)>,
    /// Figures of a squadron; `None` if only the whole is stated.
    pub squadron_figures: Option<Span>,
    figures: Option<Span>,
    /// The years it is in the field.
    pub years: Years,
    /// Its weapon other than musket or sabre, and the share of the unit that has it.
    pub weapon: Option<(SpecialWeapon, Share)>,
    /// Its guns.
    pub battery: Option<Battery>,
    /// The skirmishers it may send out.
    pub detachment: Detachment,
    /// Its special rights and bars.
    pub specials: ArrayVec<Special, 4>,
}

impl Unit {
    /// Squadrons of the regiment in a year; `None` if not stated.
    pub fn squadrons(&self, year: i32) -> Option<Span> {
        match self.squadrons_in {
            Some((in_year, count)) if in_year == year => Some(Span { least: count, most: count }),
            _ => self.squadrons,
        }
    }

    /// Figures of the whole unit in a year: as stated, or squadrons times figures; `None` if neither is stated (ruling 73).
    pub fn figures(&self, year: i32) -> Option<Span> {
        self.figures.or_else(|| {
            let (squadrons, each) = (self.squadrons(year)?, self.squadron_figures?);
            Some(Span { least: squadrons.least * each.least, most: squadrons.most * each.most })
        })
    }

    /// How many of its figures have a weapon.
    pub fn figures_with(&self, weapon: SpecialWeapon, figures: i32) -> i32 {
        match self.weapon {
            Some((has, share)) if has == weapon => share.of(figures, 1),
            _ => 0,
        }
    }

    /// Whether it has this special right or bar.
    pub fn has(&self, special: Special) -> bool {
        self.specials.contains(&special)
    }

    /// Pioneers and sailors are attacked like guns (ruling 60).
    pub const fn fights_as_artillery(&self) -> bool {
        matches!(self.arm, UnitArm::Pioneers)
    }

    /// Whether it counts as pioneers when it works (§19.01.2).
    pub fn works_as_pioneers(&self) -> bool {
        matches!(self.arm, UnitArm::Pioneers | UnitArm::Artillery) || self.has(Special::PioneerWork)
    }

    /// The share it may send out: everything in plantations and among houses, where infantry and cavalry may skirmish as whole units
    /// (§14.01.2, ruling 70); otherwise what its country allows.
    pub fn may_detach(&self, year: i32, soutien: bool, place: SkirmishPlace) -> Share {
        let troops = self.arm == UnitArm::Infantry || self.arm.is_cavalry();
        match self.detachment.better {
            _ if place != SkirmishPlace::Open && troops => Share::All,
            Some(better) if better.years.contains(year) && (soutien || !better.needs_soutien) => better.share,
            _ => self.detachment.share,
        }
    }

    /// How a battalion is split (§04.02.2): in the country's own way; otherwise into halves, or thirds if the companies allow it (ruling
    /// 72). Single companies are not split.
    fn split(&self, own: Option<Split>) -> Split {
        match (self.arm, self.companies) {
            (UnitArm::Infantry, Some(companies)) if companies.most > 1 => own.unwrap_or({
                let thirds = companies.least == companies.most && matches!(companies.least, 6 | 9);
                if thirds { Split::HalvesOrThirds } else { Split::Halves }
            }),
            _ => Split::None,
        }
    }
}

/// Points that training or the nation's character gives, and when.
#[derive(Clone, Debug)]
pub struct Points {
    /// The modifier that reports them.
    pub modifier: &'static Modifier,
    /// Training, or the nation's character.
    pub kind: PointsKind,
    /// The units that have them.
    pub units: Vec<UnitKind>,
    /// The situations in which they apply.
    pub situations: Vec<Situation>,
    /// The years in which they apply.
    pub years: Years,
    /// A further condition.
    pub condition: Option<Condition>,
    /// The number of points.
    pub points: i32,
}

/// A formation that is closed to an arm, when it is closed, and the exceptions.
#[derive(Clone, Debug)]
pub struct Closed {
    /// The modifier that reports it.
    pub modifier: &'static Modifier,
    /// The closed formations.
    pub formations: Vec<Formation>,
    /// The arms it is closed to.
    pub arms: ArmGroup,
    /// The first month; `None` means from the beginning.
    pub from: Option<Day>,
    /// The last month; `None` means to the end.
    pub to: Option<Day>,
    /// Kinds of unit to which it is open anyway.
    pub except: Vec<UnitKind>,
    /// Whether it is open to veterans.
    pub except_veterans: bool,
    /// The valeur from which it is open; `None` if valeur does not matter.
    pub except_valeur: Option<i32>,
}

impl Closed {
    /// Whether a unit is barred in a month, with this valeur, as veterans or not.
    pub fn bars(&self, unit: &Unit, month: Day, valeur: i32, veterans: bool) -> bool {
        unit.arm.is_of(self.arms)
            && self.from.is_none_or(|from| month >= from)
            && self.to.is_none_or(|to| month <= to)
            && !self.except.contains(&unit.kind)
            && !(self.except_veterans && veterans)
            && self.except_valeur.is_none_or(|least| valeur < least)
    }
}

/// One country's supplement.
#[derive(Clone, Debug)]
pub struct Supplement {
    /// The country.
    pub country: Country,
    units: Vec<Unit>,
    ranks: Vec<(Option<Day>, i32)>,
    split: Option<Split>,
    points: Vec<Points>,
    closed: Vec<Closed>,
}

impl Supplement {
    /// Its kinds of unit, in order.
    pub fn units(&self) -> &[Unit] {
        &self.units
    }

    /// One of its kinds of unit; `None` if the country does not have it.
    pub fn unit(&self, kind: UnitKind) -> Option<&Unit> {
        self.units.iter().find(|unit| unit.kind == kind)
    }

    /// The number of ranks of its infantry on a day (§land.france.1.D, ruling 74).
    pub fn ranks(&self, day: Day) -> i32 {
        let held = |(from, _): &&(Option<Day>, i32)| from.is_none_or(|from| day >= from);
        self.ranks.iter().rev().find(held).map_or(0, |(_, ranks)| *ranks)
    }

    /// How one of its units is split.
    pub fn split(&self, unit: &Unit) -> Split {
        unit.split(self.split)
    }

    /// All points of training and character, for all units.
    pub fn all_points(&self) -> &[Points] {
        &self.points
    }

    /// The points a unit has in a situation, before further conditions are checked.
    pub fn points(&self, unit: &Unit, situation: Situation, year: i32) -> impl Iterator<Item = &Points> {
        let (kind, knows) = (unit.kind, unit.arm.knows(situation));
        self.points.iter().filter(move |points| {
            knows
                && points.units.contains(&kind)
                && points.situations.contains(&situation)
                && points.years.contains(year)
        })
    }

    /// Everything that is closed to some of its units.
    pub fn all_closed(&self) -> &[Closed] {
        &self.closed
    }

    /// What closes a formation to a unit, if anything does.
    pub fn closed(
        &self,
        formation: Formation,
        unit: &Unit,
        month: Day,
        valeur: i32,
        veterans: bool,
    ) -> Option<&Closed> {
        self.closed.iter().find(|closed| {
            closed.formations.contains(&formation) && closed.bars(unit, month, valeur, veterans)
        })
    }
}

/// The eight supplements.
#[derive(Clone, Debug)]
pub struct CountryTables {
    supplements: Vec<Supplement>,
}

impl CountryTables {
    pub(super) fn read(shelf: &TableShelf) -> Result<CountryTables, TableFault> {
        let supplements =
            Country::ALL.iter().map(|country| read::supplement(shelf, *country)).collect::<Result<_, _>>()?;
        Ok(CountryTables { supplements })
    }

    /// The supplement of a country.
    pub fn of(&self, country: Country) -> &Supplement {
        &self.supplements[country as usize]
    }

    /// A country and one of its units, as named in the facts.
    fn find(&self, country: Country, kind: UnitKind) -> Result<(&Supplement, &Unit), Fault> {
        let supplement = self.of(country);
        match supplement.unit(kind) {
            Some(unit) => Ok((supplement, unit)),
            None => Err(Fault::refused("unit", &UNIT_OF_ANOTHER_COUNTRY)),
        }
    }
}
