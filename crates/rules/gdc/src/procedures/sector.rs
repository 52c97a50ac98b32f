//! Chapter 12: combat for one sector of an objective zone.

use krigsspil_engine::arrayvec::ArrayVec;
use krigsspil_engine::dice::Dice;
use krigsspil_engine::{About, Fault, Group, Listener, Procedure, halves_up};

use crate::modifiers::zones::*;
use crate::tables::{SectorEffects, Tables, ZoneTables};
use crate::vocabulary::*;

krigsspil_engine::choices! {
    /// Results of sector combat.
    pub enum SectorResult {
        Secured = "secured",
        Repulsed = "repulsed",
        Engaged = "engaged",
        DefenderDestroyed = "defender_destroyed",
        AttackerDestroyed = "attacker_destroyed",
    }
}

/// A unit in a sector.
#[derive(Clone, Copy)]
struct SectorUnit {
    melee_grade: i32,
    castings: Castings,
    status: Status,
    cavalry: bool,
    garrison: bool,
}

impl From<&SectorAttacker> for SectorUnit {
    fn from(unit: &SectorAttacker) -> Self {
        SectorUnit {
            melee_grade: unit.melee_grade,
            castings: unit.castings,
            status: unit.status,
            cavalry: unit.cavalry,
            garrison: false,
        }
    }
}

impl From<&SectorDefender> for SectorUnit {
    fn from(unit: &SectorDefender) -> Self {
        SectorUnit {
            melee_grade: unit.melee_grade,
            castings: unit.castings,
            status: unit.status,
            cavalry: unit.cavalry,
            garrison: unit.garrison,
        }
    }
}

type Units = ArrayVec<SectorUnit, 6>;

impl SectorUnit {
    /// Grade times castings with modifiers; never below 0 (ruling 32).
    fn value(self, engaged: bool, tables: &ZoneTables, report: &mut impl Listener) -> i32 {
        let points = &tables.points;
        let state = match self.status {
            Status::Good => 0,
            Status::Unorganized => points.unorganized.of(engaged),
            Status::Disrupted => points.disrupted.of(engaged),
        };
        let value = self.melee_grade * self.castings.0
            + report.add(&UNIT_STATE, state)
            + report.add_if(self.cavalry, &CAVALRY_IN_SECTOR, points.cavalry.of(engaged));
        value.max(0)
    }
}

/// The grade that most units have; if several grades tie, the mean of all, halves rounded up (ruling 32).
fn majority_grade(units: &[SectorUnit]) -> i32 {
    let count = |grade: i32| units.iter().filter(|unit| unit.melee_grade == grade).count();
    let most = units.iter().map(|unit| count(unit.melee_grade)).max().unwrap_or(0);
    let mut shared = units.iter().map(|unit| unit.melee_grade).filter(|grade| count(*grade) == most);
    match shared.next() {
        None => 0,
        Some(grade) if shared.all(|other| other == grade) => grade,
        Some(_) => halves_up(units.iter().map(|unit| unit.melee_grade).sum::<i32>(), units.len() as i32),
    }
}

krigsspil_engine::facts! {
    /// Assaulting units; at least one.
    pub struct SectorAttacker {
        melee_grade: i32 [1..=10], "3.1";
        castings: Castings [1..=60], "12.5.C.1";
        status: Status = Status::Good, "chart.zone-modifiers";
        cavalry: bool = false, "chart.zone-modifiers";
    }
}

krigsspil_engine::facts! {
    /// Defending units.
    pub struct SectorDefender {
        melee_grade: i32 [1..=10], "3.1";
        castings: Castings [1..=60], "12.5.C.1";
        status: Status = Status::Good, "chart.zone-modifiers";
        cavalry: bool = false, "chart.zone-modifiers";
        garrison: bool = false, "12.5.B.3";
    }
}

krigsspil_engine::facts! {
    /// The units that fight for a sector.
    pub struct ZoneSectorCombat {
        zone_class: ZoneClass, "12.2";
        engaged: bool = false, "12.5.C";
        attackers: Vec<SectorAttacker> [1..=6], "12.5.B.4";
        defenders: Vec<SectorDefender> [0..=6] = Vec::new(), "12.5.B.3";
        attacker_artillery: bool = false, "12.5.B.5";
        defender_artillery: bool = false, "12.4.E";
        russians_defend_in_russia: bool = false, "opt.russian";
    }
}

krigsspil_engine::outcome! {
    /// The result for the sector.
    pub struct ZoneSectorCombatResult {
        attacker_value: i32;
        defender_value: i32;
        differential: i32;
        attacker_grade: i32;
        defender_grade: i32;
        range_low: i32;
        range_high: i32;
        result: SectorResult;
        attacker_losses: Castings;
        defender_losses: Castings;
        attacker_unorganized: bool;
        attacker_retreat_yards: Yards;
    }
}

impl Procedure for ZoneSectorCombat {
    type Tables = Tables;
    type Outcome = ZoneSectorCombatResult;
    const ABOUT: About = About {
        name: "zone_sector_combat",
        group: Group::Works,
        dice: "",
        cites: &[
            "12.5.B",
            "12.5.C",
            "12.5.C.1",
            "12.5.C.2",
            "12.6.1",
            "12.6.2",
            "12.6.5",
            "12.6.8",
            "chart.zone-melee",
            "chart.zone-multiplier",
            "chart.zone-modifiers",
            "chart.zone-results",
            "opt.russian",
        ],
    };

    fn resolve<D: Dice, L: Listener>(
        &self,
        tables: &Tables,
        _: &mut D,
        report: &mut L,
    ) -> Result<ZoneSectorCombatResult, Fault> {
        if self.defenders.iter().filter(|unit| unit.garrison).count() > 1 {
            return Err(Fault::refused("defenders", &ONE_GARRISON));
        }
        let attackers: Units = self.attackers.iter().map(SectorUnit::from).collect();
        let defenders: Units = self.defenders.iter().map(SectorUnit::from).collect();
        let zones = &tables.zones;
        let attacker_value = self.attack_value(&attackers, zones, report);
        let attacker_grade = majority_grade(&attackers);
        if defenders.is_empty() {
            return Ok(ZoneSectorCombatResult::secured(attacker_value, attacker_grade));
        }
        let defender_value = self.defence_value(&defenders, zones, report);
        let garrison = defenders.iter().find(|unit| unit.garrison && !self.engaged);
        let defender_grade = garrison.map_or_else(|| majority_grade(&defenders), |unit| unit.melee_grade);
        let attacker_first = !self.engaged || attacker_value >= defender_value;
        let (differential, range) = if attacker_first {
            (attacker_value - defender_value, zones.range(attacker_grade, defender_grade))
        } else {
            (defender_value - attacker_value, zones.range(defender_grade, attacker_grade))
        };
        let result = if differential > range.most {
            if attacker_first { SectorResult::DefenderDestroyed } else { SectorResult::AttackerDestroyed }
        } else if differential < range.least && !self.engaged {
            SectorResult::Repulsed
        } else {
            SectorResult::Engaged
        };
        let effects = result.effects(zones);
        Ok(ZoneSectorCombatResult {
            attacker_value,
            defender_value,
            differential,
            attacker_grade,
            defender_grade,
            range_low: range.least,
            range_high: range.most,
            result,
            attacker_losses: Castings(effects.attacker_loses),
            defender_losses: Castings(effects.defender_loses),
            attacker_unorganized: result == SectorResult::Repulsed,
            attacker_retreat_yards: Yards(effects.attacker_retreats),
        })
    }
}

impl SectorResult {
    /// Losses and retreat; the side that destroys the other takes the losses of the chart, whichever side it is.
    fn effects(self, zones: &ZoneTables) -> SectorEffects {
        let destroyed = zones.destroyed;
        match self {
            SectorResult::Secured => {
                SectorEffects { attacker_loses: 0, defender_loses: 0, attacker_retreats: 0 }
            }
            SectorResult::Repulsed => zones.repulsed,
            SectorResult::Engaged => zones.engaged,
            SectorResult::DefenderDestroyed => destroyed,
            SectorResult::AttackerDestroyed => SectorEffects {
                attacker_loses: destroyed.defender_loses,
                defender_loses: destroyed.attacker_loses,
                attacker_retreats: 0,
            },
        }
    }
}

impl ZoneSectorCombatResult {
    /// A sector without defenders (ruling 32).
    fn secured(attacker_value: i32, attacker_grade: i32) -> Self {
        ZoneSectorCombatResult {
            attacker_value,
            defender_value: 0,
            differential: attacker_value,
            attacker_grade,
            defender_grade: 0,
            range_low: 0,
            range_high: 0,
            result: SectorResult::Secured,
            attacker_losses: Castings(0),
            defender_losses: Castings(0),
            attacker_unorganized: false,
            attacker_retreat_yards: Yards(0),
        }
    }
}

impl ZoneSectorCombat {
    fn attack_value(&self, units: &[SectorUnit], zones: &ZoneTables, report: &mut impl Listener) -> i32 {
        let sum: i32 = units.iter().map(|unit| unit.value(self.engaged, zones, report)).sum();
        let support = zones.points.artillery_support.of(self.engaged);
        sum + report.add_if(self.attacker_artillery, &SECTOR_ARTILLERY, support)
    }

    /// The garrison behind its walls counts more, but not when Engaged (§12.5.C.2, §12.6.5).
    fn defence_value(&self, units: &[SectorUnit], zones: &ZoneTables, report: &mut impl Listener) -> i32 {
        let points = &zones.points;
        let multiplier = zones.class(self.zone_class).multiplier;
        let mut sum = 0;
        for unit in units {
            let value = unit.value(self.engaged, zones, report);
            sum += if unit.garrison && !self.engaged {
                report.times(&ZONE_MULTIPLIER, multiplier, 100);
                halves_up(value * multiplier, 100)
            } else {
                value
            };
        }
        let support = points.artillery_support.of(self.engaged);
        let russians = points.russians_in_russia.of(self.engaged);
        sum + report.add_if(self.defender_artillery, &SECTOR_ARTILLERY, support)
            + report.add_if(self.russians_defend_in_russia, &RUSSIANS_IN_SECTOR, russians)
    }
}
