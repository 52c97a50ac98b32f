//! Army options: scouts, engineers, rockets and independent companies.

use krigsspil_engine::arrayvec::ArrayVec;
use krigsspil_engine::dice::Dice;
use krigsspil_engine::{About, Fault, Group, Listener, Procedure};

use crate::modifiers::options::*;
use crate::tables::{ScoutPoints, Tables};
use crate::vocabulary::*;

krigsspil_engine::choices! {
    /// Who has the advantage.
    pub enum Advantage {
        None = "none",
        First = "first",
        Second = "second",
    }
}

krigsspil_engine::facts! {
    /// One side.
    pub struct Scouts {
        indians_or_guerillas: Castings [0..=500] = Castings(0), "opt.scouting";
        medium_or_heavy_cavalry: Castings [0..=500] = Castings(0), "opt.scouting";
        light_cavalry: Castings [0..=500] = Castings(0), "opt.scouting";
        cossacks_or_asiatic: Castings [0..=500] = Castings(0), "opt.scouting";
        home_country: bool = false, "opt.scouting";
    }
}

impl Default for Scouts {
    fn default() -> Self {
        Scouts {
            indians_or_guerillas: Castings(0),
            medium_or_heavy_cavalry: Castings(0),
            light_cavalry: Castings(0),
            cossacks_or_asiatic: Castings(0),
            home_country: false,
        }
    }
}

krigsspil_engine::facts! {
    /// The scouts of two sides.
    pub struct Scouting {
        first: Scouts = Scouts::default();
        second: Scouts = Scouts::default();
    }
}

krigsspil_engine::outcome! {
    /// Who scouts better.
    pub struct ScoutingResult {
        first_points: i32;
        second_points: i32;
        advantage: Advantage;
    }
}

impl Procedure for Scouting {
    type Tables = Tables;
    type Outcome = ScoutingResult;
    const ABOUT: About =
        About { name: "scouting", group: Group::Army, dice: "", cites: &["opt.scouting", "10.7"] };

    fn resolve<D: Dice, L: Listener>(
        &self,
        tables: &Tables,
        _: &mut D,
        report: &mut L,
    ) -> Result<ScoutingResult, Fault> {
        let points = &tables.lists.scouting;
        let first_points = self.first.points(points, report);
        let second_points = self.second.points(points, report);
        let outscouts = |one: i32, other: i32| one >= 1 && one >= 2 * other;
        let advantage = if outscouts(first_points, second_points) {
            Advantage::First
        } else if outscouts(second_points, first_points) {
            Advantage::Second
        } else {
            Advantage::None
        };
        Ok(ScoutingResult { first_points, second_points, advantage })
    }
}

impl Scouts {
    fn points(&self, points: &ScoutPoints, report: &mut impl Listener) -> i32 {
        self.indians_or_guerillas.0 * points.indians_or_guerillas
            + self.medium_or_heavy_cavalry.0 * points.medium_or_heavy_cavalry
            + self.light_cavalry.0 * points.light_cavalry
            + self.cossacks_or_asiatic.0 * points.cossacks_or_asiatic
            + report.add_if(self.home_country, &SCOUTS_AT_HOME, points.home_country)
    }
}

krigsspil_engine::choices! {
    /// Engineer companies (opt.engineers).
    pub enum Engineer {
        None = "none",
        Sappers = "sappers",
        Pontonniers = "pontonniers",
    }

    /// The bridge of a zone.
    pub enum Bridge {
        None = "none",
        Wooden = "wooden",
        Stone = "stone",
        Destroyed = "destroyed",
    }
}

/// Castings of a force for each company of sappers (opt.engineers.B).
const CASTINGS_A_SAPPER_COMPANY: i32 = 150;

/// Castings of a force for each company of pontonniers (opt.engineers.C).
const CASTINGS_A_PONTONNIER_COMPANY: i32 = 300;

/// Turns sappers need for a wooden bridge (opt.engineers.B).
const TURNS_OF_SAPPING: i32 = 3;

krigsspil_engine::facts! {
    /// Engineer companies at work.
    pub struct Engineers {
        force_castings: Castings [0..=5000], "opt.engineers.B";
        company: Engineer = Engineer::None, "opt.engineers.B";
        turns_in_zone: i32 [0..=20] = 0, "opt.engineers.B";
        in_garrison: bool = false, "opt.engineers.C";
        bridge: Bridge = Bridge::None, "opt.engineers.B";
    }
}

krigsspil_engine::outcome! {
    /// What they may do.
    pub struct EngineersResult {
        sapper_companies: i32;
        pontonnier_companies: i32;
        may_destroy_bridge: bool;
        may_replace_bridge: bool;
    }
}

impl Procedure for Engineers {
    type Tables = Tables;
    type Outcome = EngineersResult;
    const ABOUT: About = About {
        name: "engineers",
        group: Group::Works,
        dice: "",
        cites: &["opt.engineers.A", "opt.engineers.B", "opt.engineers.C", "1.3.E"],
    };

    fn resolve<D: Dice, L: Listener>(
        &self,
        _: &Tables,
        _: &mut D,
        _: &mut L,
    ) -> Result<EngineersResult, Fault> {
        let sapped = self.company == Engineer::Sappers
            && self.turns_in_zone >= TURNS_OF_SAPPING
            && self.bridge == Bridge::Wooden;
        let pontonniers = self.company == Engineer::Pontonniers && self.in_garrison;
        let standing = matches!(self.bridge, Bridge::Wooden | Bridge::Stone);
        Ok(EngineersResult {
            sapper_companies: self.force_castings.0 / CASTINGS_A_SAPPER_COMPANY,
            pontonnier_companies: self.force_castings.0 / CASTINGS_A_PONTONNIER_COMPANY,
            may_destroy_bridge: sapped || pontonniers && standing,
            may_replace_bridge: pontonniers && self.bridge == Bridge::Destroyed,
        })
    }
}

krigsspil_engine::choices! {
    /// Nations with rockets (opt.rockets).
    pub enum RocketNation {
        Britain = "britain",
        Austria = "austria",
        Other = "other",
    }
}

/// The number of Austrian castings that entitles to rockets (opt.rockets).
const AUSTRIANS_FOR_ROCKETS: Castings = Castings(250);

/// Salvos of a rocket battery (opt.rockets).
const SALVOS: i32 = 10;

krigsspil_engine::facts! {
    /// A side that wants rockets.
    pub struct RocketBattery {
        nation: RocketNation, "opt.rockets";
        british_division: bool = false, "opt.rockets";
        austrian_castings: Castings [0..=5000] = Castings(0), "opt.rockets";
        parent_battery: bool = false, "opt.rockets";
    }
}

krigsspil_engine::outcome! {
    /// Whether it may.
    pub struct RocketBatteryResult {
        allowed: bool;
        salvos: i32;
    }
}

impl Procedure for RocketBattery {
    type Tables = Tables;
    type Outcome = RocketBatteryResult;
    const ABOUT: About =
        About { name: "rocket_battery", group: Group::Artillery, dice: "", cites: &["opt.rockets"] };

    fn resolve<D: Dice, L: Listener>(
        &self,
        _: &Tables,
        _: &mut D,
        _: &mut L,
    ) -> Result<RocketBatteryResult, Fault> {
        let entitled = match self.nation {
            RocketNation::Britain => self.british_division,
            RocketNation::Austria => self.austrian_castings >= AUSTRIANS_FOR_ROCKETS,
            RocketNation::Other => false,
        };
        let allowed = entitled && self.parent_battery;
        Ok(RocketBatteryResult { allowed, salvos: if allowed { SALVOS } else { 0 } })
    }
}

krigsspil_engine::choices! {
    /// Why an independent company may not be attached (opt.independent).
    pub enum CompanyRefusal {
        Tournament = "tournament",
        Size = "size",
        Arm = "arm",
    }
}

krigsspil_engine::facts! {
    /// An independent company and its host.
    pub struct IndependentCompany {
        company_castings: Castings [1..=20], "opt.independent.B";
        host_castings: Castings [1..=60], "opt.independent.C";
        company_arm: ChargingArm, "opt.independent.C";
        host_arm: ChargingArm, "opt.independent.C";
        skirmish_capable: bool = false, "opt.independent.D";
        tournament: bool = false, "opt.independent.A";
    }
}

krigsspil_engine::outcome! {
    /// Whether it is attached.
    pub struct IndependentCompanyResult {
        allowed: bool;
        refusals: ArrayVec<CompanyRefusal, 3>;
        starting_strength: Castings;
        screen: bool;
    }
}

impl Procedure for IndependentCompany {
    type Tables = Tables;
    type Outcome = IndependentCompanyResult;
    const ABOUT: About = About {
        name: "independent_company",
        group: Group::Army,
        dice: "",
        cites: &["opt.independent.A", "opt.independent.B", "opt.independent.C", "opt.independent.D"],
    };

    fn resolve<D: Dice, L: Listener>(
        &self,
        _: &Tables,
        _: &mut D,
        _: &mut L,
    ) -> Result<IndependentCompanyResult, Fault> {
        let size = (Castings(2)..=Castings(4)).contains(&self.company_castings);
        let refusals = holding([
            (self.tournament, CompanyRefusal::Tournament),
            (!size, CompanyRefusal::Size),
            (self.company_arm != self.host_arm, CompanyRefusal::Arm),
        ]);
        let allowed = refusals.is_empty();
        let added = if allowed { self.company_castings } else { Castings(0) };
        Ok(IndependentCompanyResult {
            allowed,
            refusals,
            starting_strength: self.host_castings + added,
            screen: allowed && self.skirmish_capable,
        })
    }
}
