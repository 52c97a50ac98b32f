//! Chapter 7: one battery fires at one target.

use krigsspil_engine::dice::{Dice, Die};
use krigsspil_engine::{About, Fault, Group, Listener, Procedure};

use super::battery::shot_cost;
use crate::modifiers::artillery::*;
use crate::tables::{BirPoints, Tables};
use crate::vocabulary::*;

krigsspil_engine::choices! {
    /// Targets of artillery: units, guns, and the two kinds of occupants of a zone.
    pub enum GunTarget {
        Infantry = "infantry",
        Cavalry = "cavalry",
        LimberedArtillery = "limbered_artillery",
        ArtilleryCrew = "artillery_crew",
        ZoneGarrison = "zone_garrison",
        ZoneInTransit = "zone_in_transit",
    }

    /// Why a battery may not fire.
    pub enum NoGunFire {
        None = "none",
        Range = "range",
        DownSlopeRange = "down_slope_range",
        Visibility = "visibility",
        WoodsDepth = "woods_depth",
        RocketTarget = "rocket_target",
        FriendlyContact = "friendly_contact",
    }

    /// Columns of the artillery chart.
    pub enum GunRange {
        To200 = "1-200",
        To400 = "201-400",
        To600 = "401-600",
        To800 = "601-800",
        To1100 = "801-1100",
        To1500 = "1101-1500",
        None = "none",
    }
}

/// Castings from which infantry in column or square is massed (chart.bir-modifiers).
const MASSED: Castings = Castings(16);

/// Columns have their target modifier beyond this distance, lines up to it (chart.bir-modifiers).
const COLUMN_BEYOND: Yards = Yards(200);

/// The range from a slope that faces down (§7.8.C).
pub const DOWN_SLOPE_RANGE: Yards = Yards(500);

/// Only units this near the edge of woods can be fired at (§11.5.C).
pub const WOODS_EDGE: Yards = Yards(50);

/// The last year in which a battalion's own elite company screens it (§10.1.G).
pub const LAST_SCREEN_YEAR: i32 = 1810;

/// Poundage from which a battery counts as heavy (chart.bir-modifiers).
const HEAVY_POUNDAGE: i32 = 12;

krigsspil_engine::facts! {
    /// The shot of one battery.
    pub struct ArtilleryFire {
        aev: i32 [1..=8], "7.10.A";
        distance_yards: Yards [1..=3000], "chart.artillery";
        target: GunTarget, "chart.bir-modifiers";
        formation: FieldFormation = FieldFormation::Line, "chart.bir-modifiers";
        castings: Castings [0..=100] = Castings(12), "chart.bir-modifiers";
        prone: bool = false, "opt.anti-artillery";
        zone_class: InZone = InZone::None, "12.4.G";
        through_skirmishers: bool = false, "10.6.C";
        screen_company: bool = false, "4.41";
        year: i32 [1792..=1815] = 1805, "10.1.G";
        poor_visibility: bool = false, "chart.bir-modifiers";
        several_batteries: bool = false, "chart.bir-modifiers";
        flank_or_rear: bool = false, "chart.bir-modifiers";
        engaged: bool = false, "chart.bir-modifiers";
        support_allowed: bool = false, "7.7";
        woods: Woods = Woods::None, "chart.bir-modifiers";
        woods_depth_yards: Yards [0..=5000] = Yards(0), "11.5.C";
        protective_position: bool = false, "11.6";
        firer_poundage: i32 [1..=48] = 6, "chart.bir-modifiers";
        converged_howitzers: bool = false, "7.4";
        consecutive_shot: bool = false, "chart.bir-modifiers";
        rockets: bool = false, "opt.rockets";
        facing_down_slope: bool = false, "7.8.C";
        out_of_visibility: bool = false, "7.9";
        no_mass_modifier: bool = false, "opt.basing.1";
    }
}

krigsspil_engine::outcome! {
    /// Its effect.
    pub struct ArtilleryFireResult {
        eligible: bool;
        reason: NoGunFire;
        bir_modifier: i32;
        bir: i32;
        range_band: GunRange;
        chance_percent: i32;
        automatic_hits: i32;
        additional_chance: i32;
        additional_hit: bool;
        hits: i32;
        barrage_points_used: i32;
        morale_check_required: bool;
        damage_rolls: i32;
    }
}

impl Procedure for ArtilleryFire {
    type Tables = Tables;
    type Outcome = ArtilleryFireResult;
    const ABOUT: About = About {
        name: "artillery_fire",
        group: Group::Artillery,
        dice: "d100",
        cites: &[
            "7.4",
            "7.5",
            "7.8.C",
            "7.9",
            "7.10",
            "7.10.A",
            "7.10.B",
            "7.10.C",
            "10.1.G",
            "10.5.F",
            "10.6.C",
            "11.5.C",
            "11.6",
            "12.2.A",
            "12.4.G",
            "chart.artillery",
            "chart.bir-modifiers",
            "opt.rockets",
            "opt.anti-artillery",
            "opt.basing.1",
        ],
    };

    fn resolve<D: Dice, L: Listener>(
        &self,
        tables: &Tables,
        dice: &mut D,
        report: &mut L,
    ) -> Result<ArtilleryFireResult, Fault> {
        self.check()?;
        let bir_modifier = self.bir_modifier(tables, report);
        let tables = &tables.artillery;
        let bir = self.aev + bir_modifier;
        let band = tables.range_band(self.distance_yards.0);
        let reason = self.reason(band);
        let eligible = reason == NoGunFire::None;
        let chance = band.filter(|_| eligible).map_or(0, |band| tables.chance(bir, band));
        let (automatic, additional_chance) = (chance / 100, chance % 100);
        let additional_hit = dice.at_most("artillery", 1, Die::Percentile, additional_chance)? > 0;
        let doubled = report.holds(self.rockets && self.at_zone(), &ROCKETS_AT_ZONE);
        let hits = (automatic + i32::from(additional_hit)) * if doubled { 2 } else { 1 };
        Ok(ArtilleryFireResult {
            eligible,
            reason,
            bir_modifier,
            bir,
            range_band: band.map_or(GunRange::None, |band| GunRange::ALL[band]),
            chance_percent: chance,
            automatic_hits: automatic,
            additional_chance,
            additional_hit,
            hits,
            barrage_points_used: if eligible { shot_cost(self.distance_yards) } else { 0 },
            morale_check_required: hits > 0 && !self.at_guns(),
            damage_rolls: if self.at_guns() { hits } else { 0 },
        })
    }
}

impl ArtilleryFire {
    fn check(&self) -> Result<(), Fault> {
        let close = matches!(self.formation, FieldFormation::Square | FieldFormation::BattalionMass);
        if self.target == GunTarget::Cavalry && close {
            return Err(Fault::refused("formation", &NO_CAVALRY_SQUARE));
        }
        if self.prone && self.target != GunTarget::Infantry {
            return Err(Fault::refused("prone", &ONLY_INFANTRY_PRONE));
        }
        if self.target == GunTarget::ZoneGarrison && self.zone_class == InZone::None {
            return Err(Fault::refused("zone_class", &ZONE_HAS_A_CLASS));
        }
        Ok(())
    }

    fn at_guns(&self) -> bool {
        matches!(self.target, GunTarget::LimberedArtillery | GunTarget::ArtilleryCrew)
    }

    fn at_zone(&self) -> bool {
        matches!(self.target, GunTarget::ZoneGarrison | GunTarget::ZoneInTransit)
    }

    fn at_troops(&self) -> bool {
        matches!(self.target, GunTarget::Infantry | GunTarget::Cavalry)
    }

    fn skirmishing(&self) -> bool {
        self.at_troops() && (self.formation == FieldFormation::Skirmish || self.prone)
    }

    /// The first reason why it may not fire.
    fn reason(&self, band: Option<usize>) -> NoGunFire {
        let too_deep = self.woods != Woods::None && self.woods_depth_yards > WOODS_EDGE;
        if band.is_none() {
            NoGunFire::Range
        } else if self.facing_down_slope && self.distance_yards > DOWN_SLOPE_RANGE {
            NoGunFire::DownSlopeRange
        } else if self.out_of_visibility {
            NoGunFire::Visibility
        } else if !self.at_zone() && too_deep {
            NoGunFire::WoodsDepth
        } else if self.rockets && self.at_troops() {
            NoGunFire::RocketTarget
        } else if !self.at_zone() && self.engaged && !self.support_allowed {
            NoGunFire::FriendlyContact
        } else {
            NoGunFire::None
        }
    }

    fn bir_modifier(&self, tables: &Tables, report: &mut impl Listener) -> i32 {
        let points = &tables.artillery.bir;
        let screened = self.through_skirmishers || self.screen_company && self.year <= LAST_SCREEN_YEAR;
        let open_garrison = self.target == GunTarget::ZoneGarrison && self.zone_class == InZone::A;
        let screen_counts = screened && !self.skirmishing() && !open_garrison;
        let no_flank = self.at_zone() || self.at_troops() && self.formation > FieldFormation::Column;
        let sum = report.add_if(screen_counts, &THROUGH_SKIRMISHERS, points.through_skirmishers)
            + report.add_if(self.poor_visibility, &POOR_VISIBILITY, points.poor_visibility)
            + report.add_if(self.several_batteries, &SEVERAL_BATTERIES, points.several_batteries)
            + report.add_if(self.flank_or_rear && !no_flank, &FIRE_ON_FLANK, points.flank_or_rear);
        if self.at_zone() {
            sum + self.zone_modifier(tables, report)
        } else {
            sum + self.unit_modifier(points, report) + self.counter_battery_modifier(points, report)
        }
    }

    /// The effect of a unit's arm, formation and ground on it as a target; a line that names several things counts once.
    fn unit_modifier(&self, points: &BirPoints, report: &mut impl Listener) -> i32 {
        use FieldFormation::{BattalionMass, Column, Line, Square};
        let foot = self.target == GunTarget::Infantry && !self.skirmishing();
        let large = self.castings >= MASSED && matches!(self.formation, Column | Square);
        let massed = foot && !self.no_mass_modifier && (large || self.formation == BattalionMass);
        let broad = matches!(self.target, GunTarget::Cavalry | GunTarget::LimberedArtillery) || massed;
        let sheltered = self.woods == Woods::Heavy || self.skirmishing() || self.protective_position;
        let far = self.distance_yards > COLUMN_BEYOND;
        let deep = foot && far && matches!(self.formation, Column | BattalionMass);
        let wide = foot && !far && self.formation == Line;
        let hampered = self.woods == Woods::Light || self.engaged;
        report.add_if(broad, &BROAD_TARGET, points.cavalry_limbered_or_mass)
            + report.add_if(hampered, &LIGHT_WOODS_OR_ENGAGED, points.light_woods_or_engaged)
            + report.add_if(foot && self.formation == Square, &TARGET_SQUARE, points.square)
            + report.add_if(sheltered, &SHELTERED_TARGET, points.heavy_woods_skirmish_or_cover)
            + report.add_if(deep, &COLUMN_FAR, points.column_over_200)
            + report.add_if(wide, &LINE_NEAR, points.line_under_201)
    }

    fn counter_battery_modifier(&self, points: &BirPoints, report: &mut impl Listener) -> i32 {
        let strong =
            self.firer_poundage >= HEAVY_POUNDAGE || self.converged_howitzers || self.consecutive_shot;
        let guns = self.at_guns();
        report.add_if(guns && strong, &COUNTER_BATTERY, points.heavy_howitzers_or_consecutive)
            + report.add_if(guns && self.rockets, &ROCKETS_AT_GUNS, points.rockets_at_guns)
    }

    fn zone_modifier(&self, tables: &Tables, report: &mut impl Listener) -> i32 {
        let points = &tables.artillery.bir;
        let garrison = self.target == GunTarget::ZoneGarrison;
        let walls = self.zone_class.class().map_or(0, |class| tables.zones.class(class).bir);
        let mass = !garrison && !self.no_mass_modifier;
        report.add_if(garrison, &ZONE_WALLS, walls)
            + report.add_if(mass, &TRANSIT_MASS, points.cavalry_limbered_or_mass)
            + report.add_if(self.converged_howitzers, &HOWITZERS_AT_ZONE, points.howitzers_at_zone)
    }
}
