//! Chapter 02: formations, formation changes, turns and wheels.

use krigsspil_engine::dice::Dice;
use krigsspil_engine::{
    About, Fault, Figures, Group, Listener, Millimetres, Procedure, halves_up, rounded_up,
};

use super::march::TurnFraction;
use super::organisation::Model;
use crate::modifiers::fire::MOUNTED_NEVER_THIN;
use crate::modifiers::march::*;
use crate::tables::{Quarters, Tables};
use crate::vocabulary::*;

krigsspil_engine::facts! {
    /// A unit in a formation.
    pub struct FormationFootprint {
        arm: FootOrHorse;
        formation: Formation;
        figures: Figures [1..=400];
        attack_front: i32 [5..=6] = 6, "02.02.2";
        gap_mm: Millimetres [0..=200] = Millimetres(0);
    }
}

krigsspil_engine::outcome! {
    /// The ground it covers, and whether the formation is allowed.
    pub struct FormationFootprintResult {
        files: i32;
        ranks: i32;
        front_mm: Millimetres;
        depth_mm: Millimetres;
        closed: bool;
        lawful: bool;
        must_reform: bool;
    }
}

/// Figures abreast in infantry's march column and attack column (§02.01.1, §02.01.2).
const INFANTRY_FILES: [i32; 2] = [3, 6];
/// Figures abreast in cavalry's march column (§02.02.1).
const CAVALRY_MARCH_FILES: i32 = 2;
/// The least number of ranks of an attack column (§02.01.2, §02.02.2).
const ATTACK_COLUMN_RANKS: i32 = 3;
/// Ranks of a line (§02.01.3, §02.02.3).
const LINE_RANKS: i32 = 2;

impl FormationFootprint {
    fn files(&self) -> i32 {
        let figures = self.figures.0;
        let files = match (self.formation, self.arm) {
            (Formation::MarchColumn, FootOrHorse::Infantry) => INFANTRY_FILES[0],
            (Formation::MarchColumn, FootOrHorse::MountedCavalry) => CAVALRY_MARCH_FILES,
            (Formation::AttackColumn, FootOrHorse::Infantry) => INFANTRY_FILES[1],
            (Formation::AttackColumn, FootOrHorse::MountedCavalry) => self.attack_front,
            (Formation::Line, _) => rounded_up(figures, LINE_RANKS),
            (Formation::ThinLine | Formation::Chain, _) => figures,
        };
        files.min(figures)
    }

    /// The least and greatest gaps of a chain, measured in base fronts (§02.01.5, §02.02.4).
    fn chain_gaps(&self, base_front: i32) -> (i32, i32) {
        match self.arm {
            FootOrHorse::Infantry => (base_front, 2 * base_front),
            FootOrHorse::MountedCavalry => (0, base_front),
        }
    }
}

impl Procedure for FormationFootprint {
    type Tables = Tables;
    type Outcome = FormationFootprintResult;
    const ABOUT: About = About {
        name: "formation_footprint",
        group: Group::March,
        dice: "",
        cites: &[
            "01.03.1", "01.03.2", "02.01.1", "02.01.2", "02.01.3", "02.01.4", "02.01.5", "02.02.1",
            "02.02.2", "02.02.3", "02.02.4", "02.04.1", "02.04.2", "04.02.11",
        ],
    };

    fn resolve<D: Dice, L: Listener>(
        &self,
        _: &Tables,
        _: &mut D,
        _: &mut L,
    ) -> Result<FormationFootprintResult, Fault> {
        let (model, mounted) = match self.arm {
            FootOrHorse::Infantry => (Model::InfantryFigure, false),
            FootOrHorse::MountedCavalry => (Model::MountedFigure, true),
        };
        if mounted && self.formation == Formation::ThinLine {
            return Err(Fault::refused("formation", &MOUNTED_NEVER_THIN));
        }
        let (base_front, base_depth) = model.base();
        let files = self.files();
        let ranks = rounded_up(self.figures.0, files);
        let closed = self.formation.closed();
        let gap = if closed { 0 } else { self.gap_mm.0 };
        let (least_gap, widest_gap) = self.chain_gaps(base_front.0);
        let lawful = match self.formation {
            Formation::MarchColumn => true,
            Formation::AttackColumn => ranks >= ATTACK_COLUMN_RANKS,
            Formation::Line => ranks == LINE_RANKS,
            Formation::ThinLine => gap < base_front.0,
            Formation::Chain => (least_gap..=widest_gap).contains(&gap),
        };
        Ok(FormationFootprintResult {
            files,
            ranks,
            front_mm: Millimetres(files * base_front.0 + (files - 1) * gap),
            depth_mm: Millimetres(ranks * base_depth.0),
            closed,
            lawful,
            must_reform: self.formation == Formation::Chain && gap > widest_gap,
        })
    }
}

krigsspil_engine::facts! {
    /// A change of formation.
    pub struct FormationChangeTime {
        arm: FootOrHorse;
        terrain: Terrain;
        farthest_cm: i32 [0..=200];
    }
}

krigsspil_engine::outcome! {
    /// The time it takes.
    pub struct FormationChangeTimeResult {
        possible: bool;
        time_num: i32;
        time_den: i32;
    }
}

impl Procedure for FormationChangeTime {
    type Tables = Tables;
    type Outcome = FormationChangeTimeResult;
    const ABOUT: About = About {
        name: "formation_change_time",
        group: Group::March,
        dice: "",
        cites: &["02.05.1", "02.05.2", "skema I"],
    };

    fn resolve<D: Dice, L: Listener>(
        &self,
        tables: &Tables,
        _: &mut D,
        report: &mut L,
    ) -> Result<FormationChangeTimeResult, Fault> {
        let row = match self.arm {
            FootOrHorse::Infantry => MarchRow::InfantryFormationChange,
            FootOrHorse::MountedCavalry => MarchRow::CavalryFormationChange,
        };
        let rate = tables.march.rate(row, self.terrain);
        let time = rate.map_or(TurnFraction::NONE, |rate| {
            let march = TurnFraction::new(self.farthest_cm, rate);
            // A formation change takes at least a quarter of a turn (§02.05.2).
            let least = TurnFraction::new(1, 4);
            if report.holds(march.shorter_than(least), &QUARTER_TURN_AT_LEAST) { least } else { march }
        });
        Ok(FormationChangeTimeResult {
            possible: rate.is_some(),
            time_num: time.numerator(),
            time_den: time.denominator(),
        })
    }
}

krigsspil_engine::choices! {
    /// What a unit does on the spot.
    pub enum TurnAction {
        QuarterTurn = "quarter_turn",
        HalfTurn = "half_turn",
        Mount = "mount",
        Dismount = "dismount",
        Unlimber = "unlimber",
        Limber = "limber",
    }
}

krigsspil_engine::facts! {
    /// A turn, mounting, limbering and the like.
    pub struct TurnTime {
        action: TurnAction;
        arm: UnitArm;
        dispersed: bool = false, "02.05.3";
        difficult_ground: bool = false, "skema II";
        with_limbering: bool = false, "02.05.3";
    }
}

krigsspil_engine::outcome! {
    /// The time it takes.
    pub struct TurnTimeResult {
        quarters: i32;
    }
}

impl TurnTime {
    /// The printed time, before free turns and difficult ground.
    fn printed(&self, tables: &Tables) -> Result<Quarters, Fault> {
        let tables = &tables.march;
        let turn = match self.arm {
            UnitArm::ArtilleryUnlimbered => tables.unlimbered_turn,
            UnitArm::ArtilleryLimbered => tables.limbered_turn,
            _ => tables.troops_turn,
        };
        Ok(match (self.action, self.arm) {
            (TurnAction::QuarterTurn, _) => turn[0],
            (TurnAction::HalfTurn, _) => turn[1],
            (TurnAction::Mount, UnitArm::DismountedCavalry)
            | (TurnAction::Dismount, UnitArm::MountedCavalry) => tables.mounting,
            (TurnAction::Unlimber, UnitArm::ArtilleryLimbered) => tables.unlimbering,
            (TurnAction::Limber, UnitArm::ArtilleryUnlimbered) => tables.limbering,
            _ => return Err(Fault::refused("action", &NOT_FOR_THIS_ARM)),
        })
    }
}

impl Procedure for TurnTime {
    type Tables = Tables;
    type Outcome = TurnTimeResult;
    const ABOUT: About = About {
        name: "turn_time",
        group: Group::March,
        dice: "",
        cites: &["02.05.2", "02.05.3", "02.05.4", "skema II"],
    };

    fn resolve<D: Dice, L: Listener>(
        &self,
        tables: &Tables,
        _: &mut D,
        report: &mut L,
    ) -> Result<TurnTimeResult, Fault> {
        let time = self.printed(tables)?;
        let turning = matches!(self.action, TurnAction::QuarterTurn | TurnAction::HalfTurn);
        let half_turn_limbered =
            self.action == TurnAction::HalfTurn && self.arm == UnitArm::ArtilleryLimbered;
        let free = report.holds(turning && self.dispersed, &DISPERSED_TURNS_FREE)
            || report.holds(half_turn_limbered && self.with_limbering, &TURN_WITH_LIMBERING);
        let [normal, difficult] = tables.march.difficult_ground;
        let slow = turning && self.difficult_ground && time == normal;
        let quarters = match (free, slow) {
            (true, _) => 0,
            (false, true) => report.set(&TURN_IN_DIFFICULT_GROUND, difficult.0),
            (false, false) => time.0,
        };
        Ok(TurnTimeResult { quarters })
    }
}

krigsspil_engine::facts! {
    /// A wheel.
    pub struct Wheel {
        front_mm: Millimetres [0..=2000];
        angle_deg: i32 [0..=180];
        storming: bool = false;
        changes_before: i32 [0..=10] = 0;
    }
}

krigsspil_engine::outcome! {
    /// What it costs.
    pub struct WheelResult {
        cost_mm: Millimetres;
        lawful: bool;
    }
}

/// A wheel of this many degrees costs the front once: 90 degrees are one and a half fronts (§02.05.5).
const DEGREES_A_FRONT: i32 = 60;
/// The widest change of direction in a storm (§02.05.6).
pub(super) const WIDEST_STORM_CHANGE_DEG: i32 = 20;

impl Procedure for Wheel {
    type Tables = Tables;
    type Outcome = WheelResult;
    const ABOUT: About =
        About { name: "wheel", group: Group::March, dice: "", cites: &["02.05.5", "02.05.6"] };

    fn resolve<D: Dice, L: Listener>(&self, _: &Tables, _: &mut D, _: &mut L) -> Result<WheelResult, Fault> {
        let lawful_in_storm = self.changes_before == 0 && self.angle_deg <= WIDEST_STORM_CHANGE_DEG;
        Ok(WheelResult {
            cost_mm: Millimetres(halves_up(self.front_mm.0 * self.angle_deg, DEGREES_A_FRONT)),
            lawful: !self.storming || lawful_in_storm,
        })
    }
}
