//! One unit's move along a path.

use krigsspil_engine::dice::Dice;
use krigsspil_engine::{About, Fault, Group, Listener, Procedure};

use super::ground::defile_disorder;
use crate::modifiers::march::*;
use crate::notation::throw;
use crate::quantity::{Disorder, Metres, Quarters};
use crate::tables::{MoveTables, Passability, Rates, Tables, TestPer};
use crate::vocabulary::*;

krigsspil_engine::facts! {
    /// One piece of a path.
    pub struct PathPiece {
        terrain: PathGround, "terrain.table";
        metres: Metres [0..=3000], "terrain.legend";
    }
}

krigsspil_engine::facts! {
    /// A unit and its planned path.
    pub struct UnitMove {
        phase: MovePhase, "turn.E";
        arm: MarchingArm, "manoeuvre.table";
        formation: MarchFormation, "manoeuvre.disorder.infantry";
        mode: MoveMode = MoveMode::Normal, "move.adjust";
        training: i32 [1..=9], "move.disorder.infantry";
        disorder: Disorder [0..=8] = Disorder::NONE, "notation.4";
        spent_m: Metres [0..=1800] = Metres(0), "pass.formed";
        segments: Vec<PathPiece> [1..=6], "terrain.legend";
    }
}

krigsspil_engine::outcome! {
    /// The result of the move.
    pub struct UnitMoveResult {
        base_m: Metres;
        cost_m: Metres;
        left_m: Metres;
        blocked_by: Option<PathGround>;
        allowed: bool;
        test_dice: i32;
        test_disorder: Disorder;
        terrain_disorder: Disorder;
        disorder_gain: Disorder;
        disorder_after: Disorder;
    }
}

/// The cost of a path, and what stops it.
struct Path {
    cost: Metres,
    disorder: Disorder,
    blocked_by: Option<PathGround>,
}

impl UnitMove {
    fn check(&self) -> Result<(), Fault> {
        use MarchFormation::*;
        let formations: &[MarchFormation] = match self.arm {
            MarchingArm::Infantry => &[Line, Column, Square, MarchColumn],
            MarchingArm::Skirmishers => &[Skirmish],
            MarchingArm::Cavalry => &[Line, Column, MarchColumn],
            MarchingArm::FootArtillery | MarchingArm::HorseArtillery => &[Limbered],
            MarchingArm::Train => &[MarchColumn],
        };
        if !formations.contains(&self.formation) {
            return Err(Fault::refused("formation", &NO_SUCH_FORMATION));
        }
        let troops = matches!(self.arm, MarchingArm::Infantry | MarchingArm::Cavalry);
        match self.mode {
            MoveMode::Adjust if self.phase != MovePhase::Tactical => {
                Err(Fault::refused("mode", &ADJUST_IN_SEQUENCE))
            }
            MoveMode::RoadMarch
                if self.arm == MarchingArm::Skirmishers || troops && self.phase != MovePhase::Manoeuvre =>
            {
                Err(Fault::refused("mode", &NO_ROAD_MARCH))
            }
            MoveMode::RoadMarch if troops && self.formation != MarchColumn => {
                Err(Fault::refused("formation", &ROAD_MARCH_IN_COLUMN))
            }
            _ => Ok(()),
        }
    }

    /// The allowance of the phase. Artillery keeps its manoeuvre rates in a sequence (R43); train only moves on roads.
    fn allowance<L: Listener>(&self, tables: &MoveTables, report: &mut L) -> Metres {
        let on_road = self.mode == MoveMode::RoadMarch;
        if self.arm == MarchingArm::Train {
            let marches = on_road && self.phase == MovePhase::Manoeuvre;
            return if marches { tables.train_on_road } else { Metres(0) };
        }
        if self.mode == MoveMode::Adjust {
            return tables.adjustment;
        }
        let manoeuvre = if on_road { &tables.road_march } else { &tables.manoeuvre };
        match self.phase {
            MovePhase::Manoeuvre => self.rate(manoeuvre),
            MovePhase::Tactical if self.arm.is_artillery() => self.rate(manoeuvre),
            MovePhase::Tactical if self.arm == MarchingArm::Cavalry => tables.tactical_cavalry,
            MovePhase::Tactical => tables.tactical_infantry,
            MovePhase::Deployment => {
                let times = if on_road { tables.deployment_road } else { 1 };
                report.times(&ROAD_DOUBLED, times, 1);
                Metres(times * self.rate(&tables.deployment).0)
            }
        }
    }

    fn rate(&self, rates: &Rates) -> Metres {
        match self.arm {
            MarchingArm::Infantry | MarchingArm::Skirmishers => rates.infantry,
            MarchingArm::Cavalry => rates.cavalry,
            MarchingArm::FootArtillery => rates.artillery,
            MarchingArm::HorseArtillery => rates.horse_artillery,
            MarchingArm::Train => Metres(0),
        }
    }

    /// The effect of one piece; `None` if the unit cannot enter it. On a road only defiles matter (R48).
    fn piece<L: Listener>(&self, ground: PathGround, tables: &Tables, report: &mut L) -> Option<Passability> {
        let Some(terrain) = ground.terrain() else {
            let tracks = if ground == PathGround::DefileDouble { 2 } else { 1 };
            let disorder = defile_disorder(tracks, self.formation, tables, report)?;
            return Some(Passability { disorder, ..Passability::OPEN });
        };
        if self.mode == MoveMode::RoadMarch {
            report.holds(terrain != Terrain::Open, &ROAD_IGNORES_GROUND);
            return Some(Passability::OPEN);
        }
        let ground = tables.ground.passability(terrain, self.arm.terrain_column())?;
        let (by, over) = (Quarters::ONE.0, Quarters::ONE.0 - ground.reduction.0);
        report.times(&GROUND_REDUCTION, by, over);
        report.add(&GROUND_CROSSING, ground.crossing.0);
        report.add(&GROUND_DISORDER, ground.disorder.0);
        Some(ground)
    }

    fn path<L: Listener>(&self, tables: &Tables, report: &mut L) -> Path {
        report.add(&SPENT, self.spent_m.0);
        let mut path = Path { cost: self.spent_m, disorder: Disorder::NONE, blocked_by: None };
        for segment in &self.segments {
            match self.piece(segment.terrain, tables, report) {
                Some(ground) => {
                    path.cost += ground.cost(segment.metres);
                    path.disorder += ground.disorder;
                }
                None => path.blocked_by = path.blocked_by.or(Some(segment.terrain)),
            }
        }
        path
    }

    /// The test of the move, if there is one: in line (infantry also in square), in a sequence or the manoeuvre phase (R45).
    fn test(&self, tables: &MoveTables) -> Option<TestPer> {
        use MarchFormation::{Line, Square};
        if self.mode != MoveMode::Normal {
            return None;
        }
        match (self.arm, self.formation, self.phase) {
            (MarchingArm::Infantry, Line | Square, MovePhase::Manoeuvre) => {
                Some(tables.manoeuvre_infantry_test)
            }
            (MarchingArm::Infantry, Line | Square, MovePhase::Tactical) => {
                Some(tables.tactical_infantry_test)
            }
            (MarchingArm::Cavalry, Line, MovePhase::Manoeuvre) => Some(tables.manoeuvre_cavalry_test),
            (MarchingArm::Cavalry, Line, MovePhase::Tactical) => Some(tables.tactical_cavalry_test),
            _ => None,
        }
    }
}

impl Procedure for UnitMove {
    type Tables = Tables;
    type Outcome = UnitMoveResult;
    const ABOUT: About = About {
        name: "movement",
        group: Group::March,
        dice: "0-15d10",
        cites: &[
            "manoeuvre.table",
            "manoeuvre.train",
            "manoeuvre.disorder.infantry",
            "manoeuvre.disorder.cavalry",
            "move.infantry",
            "move.cavalry",
            "move.artillery",
            "move.adjust",
            "move.disorder.infantry",
            "move.disorder.cavalry",
            "deploy.table",
            "deploy.road",
            "terrain.table",
            "terrain.defile",
            "manoeuvre.infantry",
            "manoeuvre.cavalry",
            "manoeuvre.artillery",
            "manoeuvre.horse-artillery",
            "deploy.infantry",
            "deploy.cavalry",
            "deploy.artillery",
            "deploy.horse-artillery",
        ],
    };

    fn resolve<D: Dice, L: Listener>(
        &self,
        tables: &Tables,
        dice: &mut D,
        report: &mut L,
    ) -> Result<UnitMoveResult, Fault> {
        self.check()?;
        let base_m = self.allowance(&tables.movement, report);
        let path = self.path(tables, report);
        let allowed = path.blocked_by.is_none() && base_m > Metres(0) && path.cost <= base_m;
        let moved = self.segments.iter().map(|segment| segment.metres).sum();
        let test = self.test(&tables.movement).filter(|_| allowed);
        let test_dice = test.map_or(0, |test| test.dice(moved));
        let test_disorder = throw("move", test_dice, self.training, dice)?.disorder();
        let terrain_disorder = if allowed { path.disorder } else { Disorder::NONE };
        let disorder_gain = test_disorder + terrain_disorder;
        Ok(UnitMoveResult {
            base_m,
            cost_m: path.cost,
            left_m: base_m - path.cost,
            blocked_by: path.blocked_by,
            allowed,
            test_dice,
            test_disorder,
            terrain_disorder,
            disorder_gain,
            disorder_after: self.disorder.raised(disorder_gain),
        })
    }
}
