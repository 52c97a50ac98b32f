//! How units march: their rates over the ground and what they may pass (skema III, VI, VII).

use krigsspil_engine::Centimetres;
use krigsspil_field::prelude::{Feature, *};

use super::bodies::plain;
use super::land::broken;
use super::order::Formation;
use super::state::{Branch, CM, Crew, Gait, Unit};
use super::terrain::{ground_of, obstacle_of, thing, water_cm, way_of};
use crate::procedures::drill::FrontChange;
use crate::procedures::march::MarchRate;
use crate::procedures::obstacles::{ObstaclePassage, WaterCrossing};
use crate::tables::Tables;
use crate::vocabulary::{self, *};

/// How a unit marches: its facts for skema III, and what it may pass.
#[derive(Clone)]
pub(super) struct UnitRates<'a> {
    tables: &'a Tables,
    facts: MarchRate,
    /// Passes obstacles and water as it stands.
    spread: bool,
    obstacle_arm: ObstacleArm,
    service: ServiceArm,
    water_formation: WaterFormation,
    retires: bool,
    /// Guns that are in no column.
    guns_abreast: bool,
    /// It carries scaling ladders.
    ladders: bool,
    front: f64,
    wheel: FrontArm,
}

impl UnitRates<'_> {
    fn rate(&self, terrain: MarchGround, manner: Manner) -> f64 {
        let direction = match manner {
            // Whoever flees runs: it turns about in its formation and goes where it can.
            _ if self.facts.mode == MarchMode::Flight => MarchDirection::Forward,
            Manner::Ahead | Manner::Wheel => MarchDirection::Forward,
            Manner::Back => MarchDirection::Backward,
            Manner::Sideways => MarchDirection::Sideways,
        };
        let facts = MarchRate { terrain, direction, ..self.facts.clone() };
        plain(&facts, self.tables)
            .map_or(0.0, |rate| if rate.allowed { rate.cm_per_turn.0 * CM } else { 0.0 })
    }

    /// Metres in a turn over open ground.
    pub(super) fn open(&self) -> f64 {
        self.rate(MarchGround::Normal, Manner::Ahead)
    }

    /// Is it narrow enough for a road?
    fn on_the_road(&self) -> bool {
        use MarchFormation::{CrewAlone, CrewWithLimbers, Limbered, MarchColumn, None, SingleColumn};
        matches!(
            self.facts.formation,
            MarchColumn | SingleColumn | Limbered | CrewAlone | CrewWithLimbers | None
        ) || self.facts.mode == MarchMode::Flight
    }

    /// What passing this obstacle costs it; `None` if it cannot (§07.05.1 to §07.05.5).
    pub(super) fn passage(
        &self,
        feature: &Feature,
        manner: Manner,
    ) -> Option<crate::procedures::obstacles::ObstaclePassageResult> {
        let obstacle = obstacle_of(feature);
        if obstacle == 0 {
            return None;
        }
        let facts = ObstaclePassage {
            obstacle,
            count: 1,
            arm: self.obstacle_arm,
            spread: self.spread,
            ranks: self.facts.ranks,
            cover_value: i32::from(feature.properties.cover.number()),
            wall_over_2m: thing(feature) == Some(vocabulary::Feature::WallOver2M),
            opening_or_ladder: self.ladders,
            backward_or_sideways: matches!(manner, Manner::Back | Manner::Sideways) && !self.retires,
            retiring_in_u: self.retires,
        };
        // A flight passes where it can (§07.07.4); only walls over 2 m stop it.
        let fleeing = self.facts.mode == MarchMode::Flight;
        let runs = ObstaclePassage { spread: true, backward_or_sideways: false, ..facts.clone() };
        let facts = if fleeing { runs } else { facts };
        let mut passage = plain(&facts, self.tables).ok()?;
        // The way that guns find or make is one for a column (§07.05.5).
        passage.allowed &= !self.guns_abreast || fleeing;
        Some(passage)
    }

    /// Does it wade through water of this width where its middle comes to it: is it allowed to?
    pub(super) fn wades_at(&self, ground: &Ground, place: Point, width_cm: f64) -> bool {
        let at = |is: &dyn Fn(Kind) -> bool| ground.at(place).any(|(_, feature)| is(feature.kind));
        self.wades(width_cm, at(&|kind| kind == Kind::Crossing(CrossingKind::Ford)))
    }

    /// Does it march by a road, path or bridge at this place?
    pub(super) fn by_road(&self, ground: &Ground, place: Point) -> bool {
        self.on_the_road()
            && ground.at(place).any(|(_, feature)| way_of(feature.kind).is_some())
            && !ground.at(place).any(|(_, feature)| broken(feature))
    }

    /// Does it go into the edge of a wood (§16.02.1)?
    pub(super) fn enters_woods(&self) -> bool {
        self.rate(MarchGround::WoodEdge, Manner::Ahead) > 0.0
    }

    fn wades(&self, width_cm: f64, ford: bool) -> bool {
        let facts = WaterCrossing {
            width_cm: Centimetres(width_cm.clamp(0.1, 1000.0)),
            ford,
            arm: self.service,
            formation: self.water_formation,
            fleeing: self.facts.mode == MarchMode::Flight,
            scenario_passable: false,
            any_formation: false,
        };
        plain(&facts, self.tables).is_ok_and(|crossing| crossing.allowed)
    }
}

impl Rates for UnitRates<'_> {
    fn pace(&self, _: &Body, manner: Manner, going: &Going<'_>) -> f64 {
        let mut way = None;
        let mut ford = false;
        // No road leads over a broken bridge (§19.09.3).
        let gap = going.under_middle().any(|(_, feature)| broken(feature));
        for (_, feature) in going.under_middle() {
            ford |= feature.kind == Kind::Crossing(CrossingKind::Ford);
            if let Some(found) = way_of(feature.kind).filter(|_| self.on_the_road() && !gap) {
                let better = |now: Option<MarchGround>| now != Some(MarchGround::Bridge);
                way = if better(way) { Some(found) } else { way };
            }
        }
        if let Some(way) = way {
            let on_it = self.rate(way, manner);
            if on_it > 0.0 {
                return on_it;
            }
        }
        let mut slowest = self.rate(MarchGround::Normal, manner);
        for (_, feature) in going.under_edge() {
            if self.passage(feature, manner).is_some_and(|passage| !passage.allowed) {
                return 0.0;
            }
            if let Some(width) = water_cm(feature)
                && !self.wades(width, ford)
            {
                return 0.0;
            }
            if let Some(ground) = ground_of(feature) {
                // Infantry of at most two ranks goes into the edge of a wood (§16.02.1); how deep is settled where the march is planned.
                let ground = if ground == MarchGround::Wood { MarchGround::WoodEdge } else { ground };
                slowest = slowest.min(self.rate(ground, manner));
            }
        }
        slowest
    }

    fn fastest(&self) -> f64 {
        self.rate(MarchGround::Road, Manner::Ahead).max(self.open())
    }

    fn slows(&self, _: &Feature) -> bool {
        false
    }

    /// Acts are planned as halts, so that they can be interrupted.
    fn time(&self, _: &Body, _: Act) -> f64 {
        0.0
    }

    /// §06.04.1, §06.04.2, ruling 26.
    fn wheel_metres(&self, _: &Body, about: Pivot, by: Degrees) -> f64 {
        let facts = FrontChange {
            method: if about == Pivot::Middle { FrontMethod::Wheel } else { FrontMethod::Pivot },
            arm: self.wheel,
            formation: FrontFormation::Line,
            degrees: by.0.abs().min(180.0),
            front_cm: Centimetres((self.front / CM).clamp(0.5, 300.0)),
            march_cm: Centimetres(10.0),
            storm_cm: Centimetres(0.0),
            degrees_before: 0.0,
        };
        // About the middle the march is at half pace: twice the way at the whole pace.
        let used = plain(&facts, self.tables).map_or(0.0, |change| change.turns.0 * 10.0);
        used * CM
    }
}

/// The arm in skema III.
pub(super) fn march_arm(unit: &Unit, tables: &Tables) -> MarchArm {
    match unit.branch {
        Branch::Wagon => MarchArm::Wagon,
        Branch::Infantry => MarchArm::Infantry,
        Branch::Cavalry => match unit.arm {
            TacticalArm::LightCavalry => MarchArm::LightCavalry,
            TacticalArm::HeavyCavalry => MarchArm::HeavyCavalry,
            TacticalArm::Cossacks => MarchArm::Cossacks,
            _ => MarchArm::MediumCavalry,
        },
        Branch::Artillery => {
            let Some(battery) = &unit.battery else { return MarchArm::FootArtilleryLight };
            match (battery.kind, tables.artillery.gun(battery.piece).weight) {
                (BatteryKind::Horse, _) => MarchArm::HorseArtillery,
                (BatteryKind::Driving, _) => MarchArm::DrivingArtillery,
                (BatteryKind::Foot, PieceWeight::Light) => MarchArm::FootArtilleryLight,
                (BatteryKind::Foot, PieceWeight::Medium) => MarchArm::FootArtilleryMedium,
                (BatteryKind::Foot, PieceWeight::Heavy) => MarchArm::FootArtilleryHeavy,
            }
        }
    }
}

/// The formation in skema III.
pub(super) fn march_formation(unit: &Unit) -> MarchFormation {
    if unit.branch == Branch::Wagon {
        return MarchFormation::None;
    }
    if let Some(battery) = &unit.battery {
        return match battery.crew {
            Crew::Alone => MarchFormation::CrewAlone,
            Crew::WithLimbers => MarchFormation::CrewWithLimbers,
            Crew::AtGuns if battery.limbered => MarchFormation::Limbered,
            Crew::AtGuns => MarchFormation::Unlimbered,
        };
    }
    if unit.now.works.is_some() {
        // §07.01.7.
        return MarchFormation::Working;
    }
    match unit.formation {
        Formation::Line => MarchFormation::Line,
        Formation::AttackColumn => MarchFormation::AttackColumn,
        Formation::MarchColumn => MarchFormation::MarchColumn,
        Formation::SingleColumn => MarchFormation::SingleColumn,
        Formation::Square if unit.one_front => MarchFormation::SquareOneFront,
        Formation::Square => MarchFormation::Square,
        Formation::BattalionMass => MarchFormation::BattalionMass,
        Formation::Hob => MarchFormation::Hob,
        Formation::BrigadeColumn => MarchFormation::BrigadeColumn,
        Formation::DenseSkirmish | Formation::ThinSkirmish => MarchFormation::Skirmish,
    }
}

/// What else limits a march.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Limits {
    /// It flees.
    pub flees: bool,
    /// It retires in disorder (§13.01.1).
    pub retires: bool,
    /// A closed friend marches close beside it (§07.06.1).
    pub abreast: bool,
}

/// The rates of a unit's march.
pub(super) fn rates<'a>(unit: &Unit, gait: Gait, limits: Limits, tables: &'a Tables) -> UnitRates<'a> {
    let (pieces, horses) = unit.battery.as_ref().map_or((0, [0, 0]), |guns| (guns.pieces, guns.horses));
    let formation = march_formation(unit);
    let foot = matches!(unit.branch, Branch::Infantry);
    let facts = MarchRate {
        arm: march_arm(unit, tables),
        formation,
        mode: match gait {
            _ if limits.flees => MarchMode::Flight,
            Gait::Storm => MarchMode::Storm,
            Gait::March | Gait::Half => MarchMode::March,
        },
        terrain: MarchGround::Normal,
        direction: MarchDirection::Forward,
        forced_backward: limits.retires,
        half_pace: false,
        passing_lines: gait == Gait::Half,
        ranks: (unit.placed.body().ranks() as i32).clamp(1, 60),
        parallel_close: limits.abreast,
        parallel_other_march_column: false,
        limbered_line: unit.limbered() && !unit.formation.marching(),
        horses_full: horses[0].clamp(0, 60),
        horses_left: horses[1].clamp(0, 60),
        pieces: pieces.clamp(0, 24),
        gunners: unit.figures.clamp(0, 60),
        any_formation: false,
        plantation_closed_to_guns: false,
        quarters: 4,
        distance_cm: Centimetres(0.0),
    };
    UnitRates {
        tables,
        facts,
        spread: unit.spread(),
        obstacle_arm: match unit.branch {
            Branch::Infantry => ObstacleArm::Infantry,
            Branch::Cavalry => ObstacleArm::Cavalry,
            Branch::Artillery if unit.gunners_alone() => ObstacleArm::Infantry,
            Branch::Artillery => ObstacleArm::Artillery,
            Branch::Wagon => ObstacleArm::Train,
        },
        service: service(unit),
        water_formation: match unit.formation {
            Formation::MarchColumn => WaterFormation::MarchColumn,
            Formation::SingleColumn => WaterFormation::SingleColumn,
            formation if formation.skirmish() => WaterFormation::Skirmish,
            _ => WaterFormation::ClosedOther,
        },
        retires: limits.retires,
        guns_abreast: unit.battery.is_some()
            && !unit.gunners_alone()
            && !(unit.limbered() && unit.formation.marching()),
        ladders: unit.craft.ladders > 0,
        front: unit.placed.body().front(),
        wheel: match unit.branch {
            _ if foot => FrontArm::Infantry,
            Branch::Cavalry => FrontArm::Cavalry,
            Branch::Wagon => FrontArm::Train,
            _ if unit.limbered() => FrontArm::LimberedArtillery,
            _ => FrontArm::UnlimberedArtillery,
        },
    }
}

/// A staff on its horses.
pub(super) fn staff_rates(tables: &Tables) -> UnitRates<'_> {
    UnitRates {
        tables,
        facts: MarchRate {
            arm: MarchArm::Staff,
            formation: MarchFormation::None,
            mode: MarchMode::March,
            terrain: MarchGround::Normal,
            direction: MarchDirection::Forward,
            forced_backward: false,
            half_pace: false,
            passing_lines: false,
            ranks: 1,
            parallel_close: false,
            parallel_other_march_column: false,
            limbered_line: false,
            horses_full: 0,
            horses_left: 0,
            pieces: 0,
            gunners: 0,
            any_formation: false,
            plantation_closed_to_guns: false,
            quarters: 4,
            distance_cm: Centimetres(0.0),
        },
        spread: true,
        obstacle_arm: ObstacleArm::Infantry,
        service: ServiceArm::Cavalry,
        water_formation: WaterFormation::Skirmish,
        retires: false,
        guns_abreast: false,
        ladders: false,
        front: 1.0,
        wheel: FrontArm::Cavalry,
    }
}

/// The arm of anything on the table.
pub(super) fn service(unit: &Unit) -> ServiceArm {
    match unit.branch {
        Branch::Infantry => ServiceArm::Infantry,
        Branch::Cavalry if unit.arm == TacticalArm::Cossacks => ServiceArm::Cossacks,
        Branch::Cavalry => ServiceArm::Cavalry,
        Branch::Artillery => ServiceArm::Artillery,
        Branch::Wagon => ServiceArm::Train,
    }
}
