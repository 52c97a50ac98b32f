//! Chapter 8: what every kind of musketry has in common, and volleys.

use krigsspil_engine::dice::{Dice, Die};
use krigsspil_engine::{About, Fault, Group, Listener, Procedure};

use super::artillery_fire::{LAST_SCREEN_YEAR, WOODS_EDGE};
use crate::modifiers::fire::*;
use crate::tables::{MusketryTables, Tables};
use crate::vocabulary::*;

krigsspil_engine::choices! {
    /// Weapons of infantry (§8.1).
    pub enum Weapon {
        Musket = "musket",
        Rifle = "rifle",
    }

    /// Targets of musketry.
    pub enum MusketryTarget {
        Infantry = "infantry",
        Cavalry = "cavalry",
        ArtilleryCrew = "artillery_crew",
        LimberedArtillery = "limbered_artillery",
        GeneralOrCourier = "general_or_courier",
    }

    /// Why a unit may not fire.
    pub enum NoMusketry {
        None = "none",
        Engaged = "engaged",
        Ford = "ford",
        Prone = "prone",
        Recall = "recall",
        GroupTooSmall = "group_too_small",
        Zone = "zone",
        General = "general",
        Visibility = "visibility",
        WoodsDepth = "woods_depth",
        Range = "range",
    }

    /// Columns of the musketry chart for volleys.
    pub enum VolleyRange {
        Firefight = "firefight",
        Ranged = "ranged",
        Long = "long",
        None = "none",
    }
}

/// Longest range of muskets (§8.1).
const MUSKET_RANGE: Yards = Yards(200);

/// Longest range of rifles (§8.1).
const RIFLE_RANGE: Yards = Yards(350);

/// Longest range inside light woods (§11.5.A).
const LIGHT_WOODS_RANGE: Yards = Yards(100);

/// Longest range inside heavy woods (§11.5.B).
const HEAVY_WOODS_RANGE: Yards = Yards(75);

impl Weapon {
    pub(super) const fn range(self) -> Yards {
        match self {
            Weapon::Musket => MUSKET_RANGE,
            Weapon::Rifle => RIFLE_RANGE,
        }
    }
}

/// The effect of the firers' training.
pub(super) struct Training {
    pub(super) melee_grade: i32,
    pub(super) skirmish_trained: bool,
    pub(super) rifle: bool,
    pub(super) nation: bool,
}

impl Training {
    pub(super) fn modifier(&self, tables: &MusketryTables, report: &mut impl Listener) -> i32 {
        let points = &tables.points;
        report.add(&MELEE_GRADE, tables.grade_points(self.melee_grade))
            + report.add_if(self.skirmish_trained, &SKIRMISH_TRAINED, points.skirmish_trained)
            + report.add_if(self.rifle, &RIFLE, points.rifle)
            + report.add_if(self.nation, &NATION, points.nation)
    }
}

/// The cost of the firers' morale state (ruling 17).
pub(super) fn state_modifier(status: Status, tables: &MusketryTables, report: &mut impl Listener) -> i32 {
    let points = match status {
        Status::Good => 0,
        Status::Unorganized => tables.points.unorganized,
        Status::Disrupted => tables.points.disrupted,
    };
    report.add(&FIRER_STATE, points)
}

krigsspil_engine::facts! {
    /// Who fires, by volley or on the skirmish column.
    pub struct Firers {
        castings: Castings [1..=60], "8.2.A";
        melee_grade: i32 [1..=10], "chart.firepower-modifiers";
        skirmish_trained: bool = false, "chart.firepower-modifiers";
        nation_bonus: bool = false, "chart.firepower-modifiers";
        status: Status = Status::Good, "chart.firepower-modifiers";
    }
}

impl Firers {
    /// Their training, with a rifle or without.
    pub(super) fn training(&self, rifle: bool) -> Training {
        Training {
            melee_grade: self.melee_grade,
            skirmish_trained: self.skirmish_trained,
            rifle,
            nation: self.nation_bonus,
        }
    }
}

krigsspil_engine::facts! {
    /// A shot of any firer: the weapon, the distance, the target, and what is between.
    pub struct Shot {
        weapon: Weapon = Weapon::Musket, "8.1";
        moved: bool = false, "chart.firepower-modifiers";
        distance_yards: Yards [1..=1000], "8.1";
        target: MusketryTarget = MusketryTarget::Infantry, "chart.firepower-modifiers";
        target_formation: Formation = Formation::Column, "chart.firepower-modifiers";
        target_prone: bool = false, "opt.anti-artillery";
        target_screen_company: bool = false, "10.1.G";
        year: i32 [1792..=1815] = 1805, "10.1.G";
        target_woods: Woods = Woods::None, "11.5";
        target_woods_depth_yards: Yards [0..=5000] = Yards(0), "11.5.C";
        firer_woods: Woods = Woods::None, "11.5";
        target_protective_cover: bool = false, "11.6";
        target_zone_class: InZone = InZone::None, "12.4.A";
        firer_zone_class: InZone = InZone::None, "12.4.A";
        firer_engaged: bool = false, "9.61-b";
        firer_in_ford: bool = false, "11.3.D";
        firer_prone: bool = false, "opt.anti-artillery";
        out_of_visibility: bool = false, "2.1.C";
        weather_penalty: i32 [0..=10] = 0, "9.3.D";
    }
}

impl Shot {
    fn at_troops(&self) -> bool {
        matches!(self.target, MusketryTarget::Infantry | MusketryTarget::Cavalry)
    }

    /// Does the target count as skirmishing?
    fn at_skirmishers(&self) -> bool {
        self.at_troops() && (self.target_formation == Formation::Skirmish || self.target_prone)
            || self.target == MusketryTarget::GeneralOrCourier
            || self.target_zone_class == InZone::A
    }

    /// The effect of the state of firer and target (chart.firepower-modifiers).
    pub(super) fn condition(
        &self,
        status: Status,
        tables: &MusketryTables,
        report: &mut impl Listener,
    ) -> i32 {
        let points = &tables.points;
        let screen = self.target_screen_company && self.year <= LAST_SCREEN_YEAR;
        let skirmish = self.at_skirmishers();
        let crew = self.target == MusketryTarget::ArtilleryCrew;
        let line = !skirmish && self.at_troops() && self.target_formation == Formation::Line;
        let woods = match self.target_woods {
            Woods::None => 0,
            Woods::Light => points.target_light_woods,
            Woods::Heavy => points.target_heavy_woods,
        };
        state_modifier(status, tables, report)
            + report.add_if(!self.moved, &DID_NOT_MOVE, points.did_not_move)
            + report.add(&WEATHER, -self.weather_penalty)
            + report.add_if(crew, &TARGET_CREW, points.target_crew)
            + report.add_if(skirmish, &TARGET_SKIRMISH, points.target_skirmish)
            + report.add_if(line, &TARGET_LINE, points.target_line)
            + report.add(&TARGET_WOODS, woods)
            + report.add_if(self.target_protective_cover, &TARGET_COVER, points.target_cover)
            + report.add_if(screen && !skirmish, &TARGET_SCREEN, points.target_screen)
    }

    /// Engaged, in a ford or lying down.
    pub(super) fn firer_barred(&self) -> Option<NoMusketry> {
        if self.firer_engaged {
            Some(NoMusketry::Engaged)
        } else if self.firer_in_ford {
            Some(NoMusketry::Ford)
        } else if self.firer_prone {
            Some(NoMusketry::Prone)
        } else {
            None
        }
    }

    /// Musketry goes only into and out of class A zones (§12.4.A).
    pub(super) fn zone_barred(&self) -> Option<NoMusketry> {
        (self.target_zone_class > InZone::A || self.firer_zone_class > InZone::A).then_some(NoMusketry::Zone)
    }

    /// Out of sight, too deep in woods or too far.
    pub(super) fn sight_barred(&self, weapon_range: Yards) -> Option<NoMusketry> {
        let from_outside = self.firer_woods == Woods::None && self.target_woods != Woods::None;
        if self.out_of_visibility {
            Some(NoMusketry::Visibility)
        } else if from_outside && self.target_woods_depth_yards > WOODS_EDGE {
            Some(NoMusketry::WoodsDepth)
        } else if self.distance_yards > self.range(weapon_range) {
            Some(NoMusketry::Range)
        } else {
            None
        }
    }

    /// The longest range: woods limit it if both sides stand in them (ruling 19).
    fn range(&self, weapon_range: Yards) -> Yards {
        match (self.firer_woods, self.target_woods) {
            (Woods::None, _) | (_, Woods::None) => weapon_range,
            (Woods::Light, Woods::Light) => weapon_range.min(LIGHT_WOODS_RANGE),
            (Woods::Heavy, _) | (_, Woods::Heavy) => weapon_range.min(HEAVY_WOODS_RANGE),
        }
    }
}

/// Columns and squares fire with their front rank only, which must be stated (§8.2.B).
pub(super) fn check_front_rank(front_rank: Castings, castings: Castings) -> Result<(), Fault> {
    if front_rank < Castings(1) || front_rank > castings {
        return Err(Fault::refused("front_rank_castings", &FRONT_RANK));
    }
    Ok(())
}

krigsspil_engine::facts! {
    /// A volley by a formed unit.
    pub struct MusketryVolley {
        ..firers: Firers;
        formation: Formed, "8.2.B";
        front_rank_castings: Castings [0..=60] = Castings(0), "8.2.B";
        ..shot: Shot;
    }
}

krigsspil_engine::outcome! {
    /// Its effect.
    pub struct MusketryVolleyResult {
        eligible: bool;
        reason: NoMusketry;
        castings_firing: Castings;
        training_modifier: i32;
        condition_modifier: i32;
        firepower: i32;
        range_band: VolleyRange;
        chance_percent: i32;
        automatic_hits: i32;
        additional_chance: i32;
        additional_hit: bool;
        hits: i32;
        morale_check_required: bool;
    }
}

impl Procedure for MusketryVolley {
    type Tables = Tables;
    type Outcome = MusketryVolleyResult;
    const ABOUT: About = About {
        name: "musketry_volley",
        group: Group::Fire,
        dice: "d100",
        cites: &[
            "8.1",
            "8.2",
            "8.2.A",
            "8.2.B",
            "8.4",
            "8.42",
            "8.43",
            "10.1.G",
            "11.3.D",
            "11.5",
            "11.6",
            "12.4.A",
            "chart.musketry",
            "chart.firepower-modifiers",
        ],
    };

    fn resolve<D: Dice, L: Listener>(
        &self,
        tables: &Tables,
        dice: &mut D,
        report: &mut L,
    ) -> Result<MusketryVolleyResult, Fault> {
        if self.formation != Formed::Line {
            check_front_rank(self.front_rank_castings, self.firers.castings)?;
        }
        let tables = &tables.musketry;
        let (firers, shot) = (&self.firers, &self.shot);
        let castings_firing =
            if self.formation == Formed::Line { firers.castings } else { self.front_rank_castings };
        let training_modifier = firers.training(shot.weapon == Weapon::Rifle).modifier(tables, report);
        let condition_modifier = shot.condition(firers.status, tables, report);
        let firepower = castings_firing.0 + training_modifier + condition_modifier;
        let range_band = self.range_band(tables);
        let reason = self.reason();
        let eligible = reason == NoMusketry::None;
        let row = tables.row(firepower).filter(|_| eligible);
        let chance = row.map_or(0, |row| match range_band {
            VolleyRange::Firefight => row.firefight,
            VolleyRange::Ranged => row.ranged,
            VolleyRange::Long => row.long,
            VolleyRange::None => 0,
        });
        let (automatic_hits, additional_chance) = (chance / 100, chance % 100);
        let additional_hit = dice.at_most("musketry", 1, Die::Percentile, additional_chance)? > 0;
        let hits = automatic_hits + i32::from(additional_hit);
        Ok(MusketryVolleyResult {
            eligible,
            reason,
            castings_firing,
            training_modifier,
            condition_modifier,
            firepower,
            range_band,
            chance_percent: chance,
            automatic_hits,
            additional_chance,
            additional_hit,
            hits,
            morale_check_required: hits > 0,
        })
    }
}

impl MusketryVolley {
    fn range_band(&self, tables: &MusketryTables) -> VolleyRange {
        let (yards, reach) = (self.shot.distance_yards.0, &tables.reach);
        if yards <= reach.firefight {
            VolleyRange::Firefight
        } else if yards <= reach.ranged {
            VolleyRange::Ranged
        } else if yards <= reach.long {
            VolleyRange::Long
        } else {
            VolleyRange::None
        }
    }

    /// The first reason why it may not fire; volleys cannot be fired at generals and couriers (§2.51).
    fn reason(&self) -> NoMusketry {
        let shot = &self.shot;
        let at_general = shot.target == MusketryTarget::GeneralOrCourier;
        shot.firer_barred()
            .or_else(|| shot.zone_barred())
            .or(at_general.then_some(NoMusketry::General))
            .or_else(|| shot.sight_barred(shot.weapon.range()))
            .unwrap_or(NoMusketry::None)
    }
}
