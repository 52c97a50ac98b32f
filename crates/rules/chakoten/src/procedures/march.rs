//! Chapter 07: march distances (skema III) with every restriction of formation, ground and pace.

use krigsspil_engine::dice::Dice;
use krigsspil_engine::{About, Centimetres, Fault, Group, Listener, Number, Procedure};

use super::scale::PIECES_A_GUNNER;
use crate::modifiers::moves::*;
use crate::tables::{MarchColumn, MarchRow, MarchTable, Tables};
use crate::vocabulary::*;

impl MarchArm {
    /// Cavalry in the strict sense, without cossacks.
    const fn cavalry(self) -> bool {
        matches!(self, MarchArm::LightCavalry | MarchArm::MediumCavalry | MarchArm::HeavyCavalry)
    }

    const fn artillery(self) -> bool {
        matches!(
            self,
            MarchArm::FootArtilleryLight
                | MarchArm::DrivingArtillery
                | MarchArm::HorseArtillery
                | MarchArm::FootArtilleryMedium
                | MarchArm::FootArtilleryHeavy
        )
    }

    /// Infantry, cavalry and cossacks.
    const fn foot_or_horse(self) -> bool {
        self.cavalry() || matches!(self, MarchArm::Infantry | MarchArm::Cossacks)
    }
}

impl MarchFormation {
    const fn column(self) -> bool {
        matches!(self, MarchFormation::MarchColumn | MarchFormation::SingleColumn)
    }

    const fn spread(self) -> bool {
        matches!(self, MarchFormation::Skirmish | MarchFormation::Working)
    }
}

krigsspil_engine::facts! {
    /// A unit on the march.
    pub struct MarchRate {
        arm: MarchArm, "skema III";
        formation: MarchFormation, "05.01.2";
        mode: MarchMode = MarchMode::March, "07.01.1";
        terrain: MarchGround = MarchGround::Normal, "skema III";
        direction: MarchDirection = MarchDirection::Forward, "07.01.2";
        forced_backward: bool = false, "07.01.2";
        half_pace: bool = false, "07.01.1";
        passing_lines: bool = false, "07.07.2";
        ranks: i32 [1..=60] = 2, "05.01.6";
        parallel_close: bool = false, "07.06.1";
        parallel_other_march_column: bool = false, "07.06.1";
        limbered_line: bool = false, "05.03.3";
        horses_full: i32 [0..=60] = 0, "07.01.6";
        horses_left: i32 [0..=60] = 0, "07.01.6";
        pieces: i32 [0..=24] = 0, "07.01.4";
        gunners: i32 [0..=60] = 0, "07.01.4";
        any_formation: bool = false, "07.04.3";
        plantation_closed_to_guns: bool = false, "16.02.2";
        quarters: i32 [0..=4] = 4, "03.01.2";
        distance_cm: Centimetres [0..=5000] = Centimetres(0.0), "03.01.2";
    }
}

krigsspil_engine::outcome! {
    /// How far it can go.
    pub struct MarchRateResult {
        allowed: bool;
        row: &'static str;
        cm_per_turn: Number;
        cm: Number;
        turns_for_distance: Number;
        lu_degrees: i32;
        length_factor: Number;
    }
}

impl Procedure for MarchRate {
    type Tables = Tables;
    type Outcome = MarchRateResult;
    const ABOUT: About = About {
        name: "march_rate",
        group: Group::March,
        dice: "",
        cites: &[
            "05.01.6",
            "05.03.3",
            "06.02.5",
            "07.01.1",
            "07.01.2",
            "07.01.3",
            "07.01.4",
            "07.01.5",
            "07.01.6",
            "07.01.7",
            "07.04.3",
            "07.04.4",
            "07.04.6",
            "07.06.1",
            "07.07.2",
            "07.07.3",
            "07.07.4",
            "15.02.1",
            "15.02.3",
            "16.02.1",
            "16.02.2",
            "skema III",
            "07.03.1",
        ],
    };

    fn resolve<D: Dice, L: Listener>(
        &self,
        tables: &Tables,
        _: &mut D,
        report: &mut L,
    ) -> Result<MarchRateResult, Fault> {
        let Some(row) = self.row() else { return Ok(MarchRateResult::refused()) };
        let Some(printed) = self.printed_cm(row, &tables.march) else {
            return Ok(MarchRateResult::refused());
        };
        let Some(halved) = self.halved() else { return Ok(MarchRateResult::refused()) };
        report.holds(halved, &HALF_MARCH);
        let pace = if halved { f64::from(printed) / 2.0 } else { f64::from(printed) };
        let cm_per_turn = match self.parallel_limit(&tables.march) {
            Some(limit) if f64::from(limit) < pace => f64::from(report.set(&PARALLEL_MARCH, limit)),
            _ => pace,
        };
        let led =
            self.terrain == MarchGround::Footbridge && (self.arm.cavalry() || self.arm == MarchArm::Cossacks);
        if led {
            report.times(&LED_HORSES, 3, 2);
        }
        Ok(MarchRateResult {
            allowed: true,
            row: row.as_str(),
            cm_per_turn: Number(cm_per_turn),
            cm: Number(cm_per_turn * f64::from(self.quarters) / 4.0),
            turns_for_distance: Number(self.distance_cm.0 / cm_per_turn),
            lu_degrees: i32::from(self.direction != MarchDirection::Forward),
            length_factor: Number(if led { LED_LENGTH } else { 1.0 }),
        })
    }
}

/// Led horses on a footbridge make the column this many times longer (§07.04.4).
const LED_LENGTH: f64 = 1.5;
/// Infantry in more ranks than this moves as a square (§05.01.6).
const BRIGADE_COLUMN_RANKS: i32 = 8;
/// Cavalry in more ranks than this cannot storm (§05.01.6).
const STORMING_RANKS: i32 = 4;
/// Infantry in more ranks than this cannot enter a wood's edge (§16.02.1).
const WOOD_EDGE_RANKS: i32 = 2;

impl MarchRateResult {
    fn refused() -> Self {
        let zero = Number(0.0);
        MarchRateResult {
            allowed: false,
            row: "",
            cm_per_turn: zero,
            cm: zero,
            turns_for_distance: zero,
            lu_degrees: 0,
            length_factor: Number(1.0),
        }
    }
}

impl MarchRate {
    /// The row of skema III; `None` if the arm does not have this formation or pace.
    fn row(&self) -> Option<MarchRow> {
        match self.arm {
            MarchArm::Infantry => self.infantry_row(),
            MarchArm::LightCavalry => self.cavalry_row(MarchRow::CavalryLineLight, MarchRow::StormLight),
            MarchArm::MediumCavalry => self.cavalry_row(MarchRow::CavalryLineMedium, MarchRow::StormMedium),
            MarchArm::HeavyCavalry => self.cavalry_row(MarchRow::CavalryLineHeavy, MarchRow::StormHeavy),
            MarchArm::Cossacks => self.cossack_row(),
            MarchArm::Staff => (self.formation == MarchFormation::None && self.mode == MarchMode::March)
                .then_some(MarchRow::Courier),
            MarchArm::Pack => self.train_row(MarchRow::Pack),
            MarchArm::Wagon => self.train_row(MarchRow::Wagon),
            MarchArm::FootArtilleryLight => self.artillery_row(MarchRow::FootLight, MarchRow::HandLight),
            MarchArm::DrivingArtillery => self.artillery_row(MarchRow::Driving, MarchRow::HandLight),
            MarchArm::HorseArtillery => self.artillery_row(MarchRow::Horse, MarchRow::HandLight),
            MarchArm::FootArtilleryMedium => self.artillery_row(MarchRow::FootMedium, MarchRow::HandMedium),
            MarchArm::FootArtilleryHeavy => self.artillery_row(MarchRow::FootHeavy, MarchRow::HandHeavy),
        }
    }

    fn infantry_row(&self) -> Option<MarchRow> {
        let row = match self.formation {
            MarchFormation::MarchColumn | MarchFormation::SingleColumn => MarchRow::InfantryMarch,
            MarchFormation::AttackColumn => MarchRow::InfantryAttack,
            MarchFormation::BrigadeColumn if self.ranks > BRIGADE_COLUMN_RANKS => MarchRow::InfantrySquare,
            MarchFormation::Line | MarchFormation::SquareOneFront | MarchFormation::BrigadeColumn => {
                MarchRow::InfantryLine
            }
            MarchFormation::Skirmish | MarchFormation::Working => MarchRow::InfantrySkirmish,
            MarchFormation::Square | MarchFormation::BattalionMass | MarchFormation::Hob => {
                MarchRow::InfantrySquare
            }
            _ => return None,
        };
        match self.mode {
            MarchMode::March => Some(row),
            MarchMode::Storm => None,
            MarchMode::Flight => Some(MarchRow::InfantryFlight),
        }
    }

    fn cavalry_row(&self, line: MarchRow, storm: MarchRow) -> Option<MarchRow> {
        let (row, storm) = match self.formation {
            MarchFormation::MarchColumn | MarchFormation::SingleColumn => {
                (MarchRow::CavalryMarch, Some(storm))
            }
            MarchFormation::Skirmish => (MarchRow::CavalrySwarm, Some(MarchRow::StormSwarm)),
            MarchFormation::Working => (MarchRow::InfantrySkirmish, None),
            MarchFormation::BrigadeColumn => (line, (self.ranks <= STORMING_RANKS).then_some(storm)),
            MarchFormation::Line | MarchFormation::AttackColumn => (line, Some(storm)),
            _ => return None,
        };
        match self.mode {
            MarchMode::March => Some(row),
            MarchMode::Storm => storm,
            MarchMode::Flight => Some(MarchRow::CavalryFlight),
        }
    }

    fn cossack_row(&self) -> Option<MarchRow> {
        let known = self.formation.column()
            || matches!(self.formation, MarchFormation::AttackColumn | MarchFormation::Skirmish);
        match self.mode {
            MarchMode::March if known => Some(MarchRow::Cossack),
            MarchMode::Flight if known => Some(MarchRow::CavalryFlight),
            _ => None,
        }
    }

    fn train_row(&self, row: MarchRow) -> Option<MarchRow> {
        (self.formation == MarchFormation::None && self.mode != MarchMode::Storm).then_some(row)
    }

    fn artillery_row(&self, limbered: MarchRow, by_hand: MarchRow) -> Option<MarchRow> {
        let horse = self.arm == MarchArm::HorseArtillery;
        let storms = horse || self.arm == MarchArm::DrivingArtillery;
        match (self.formation, self.mode) {
            (MarchFormation::Limbered | MarchFormation::CrewWithLimbers, mode) => match mode {
                MarchMode::March => Some(limbered),
                MarchMode::Storm => storms.then_some(MarchRow::ArtilleryStorm),
                MarchMode::Flight => Some(MarchRow::ArtilleryFlight),
            },
            (MarchFormation::Unlimbered, MarchMode::March) => Some(by_hand),
            (MarchFormation::CrewAlone, mode) => match mode {
                MarchMode::March if horse => Some(MarchRow::CavalryLineHeavy),
                MarchMode::Storm if horse => Some(MarchRow::StormHeavy),
                MarchMode::Flight if horse => Some(MarchRow::CavalryFlight),
                MarchMode::March => Some(MarchRow::InfantrySkirmish),
                MarchMode::Storm => None,
                MarchMode::Flight => Some(MarchRow::InfantryFlight),
            },
            _ => None,
        }
    }

    /// The printed march on this ground; `None` if the ground is closed (rulings 19 to 21).
    fn printed_cm(&self, row: MarchRow, table: &MarchTable) -> Option<i32> {
        let fleeing = self.mode == MarchMode::Flight;
        let in_file = self.formation == MarchFormation::SingleColumn || fleeing;
        match self.terrain {
            MarchGround::Normal => table.cm(row, MarchColumn::Normal),
            MarchGround::Difficult => table.cm(row, MarchColumn::Difficult),
            MarchGround::Road => on_road(row, table),
            MarchGround::Bridge => {
                (self.fits_bridge() || fleeing || self.any_formation).then(|| on_road(row, table)).flatten()
            }
            MarchGround::Footbridge | MarchGround::Path => {
                let packs = self.arm == MarchArm::Pack && self.terrain == MarchGround::Path;
                let may = packs || self.arm == MarchArm::Staff || (self.arm.foot_or_horse() && in_file);
                may.then(|| table.cm(row, MarchColumn::Path)).flatten()
            }
            MarchGround::Plantation => self.plantation_cm(row, table),
            MarchGround::Water => self.water_cm(row, table),
            MarchGround::WoodEdge => (self.arm == MarchArm::Infantry && self.ranks <= WOOD_EDGE_RANKS)
                .then(|| table.cm(row, MarchColumn::Difficult))
                .flatten(),
            MarchGround::Wood | MarchGround::Swamp => None,
        }
    }

    /// Units cross bridges in column (§07.04.4).
    fn fits_bridge(&self) -> bool {
        self.formation.column()
            || matches!(
                self.formation,
                MarchFormation::Limbered
                    | MarchFormation::CrewWithLimbers
                    | MarchFormation::CrewAlone
                    | MarchFormation::None
            )
    }

    /// Cossacks cross plantations and water only in march column and single column (skema III).
    fn cossacks_out_of_column(&self, row: MarchRow) -> bool {
        row == MarchRow::Cossack && !self.formation.column()
    }

    fn plantation_cm(&self, row: MarchRow, table: &MarchTable) -> Option<i32> {
        let barred = self.plantation_closed_to_guns && self.arm.artillery();
        // There a swarm moves like the march column (ruling 19).
        let row = if row == MarchRow::CavalrySwarm { MarchRow::CavalryMarch } else { row };
        (!barred && !self.cossacks_out_of_column(row))
            .then(|| table.cm(row, MarchColumn::Plantation))
            .flatten()
    }

    fn water_cm(&self, row: MarchRow, table: &MarchTable) -> Option<i32> {
        if self.cossacks_out_of_column(row) && !self.any_formation {
            return None;
        }
        let as_column = match self.arm {
            MarchArm::Infantry => Some(MarchRow::InfantryMarch),
            arm if arm.cavalry() => Some(MarchRow::CavalryMarch),
            _ => None,
        }
        .filter(|_| self.any_formation && self.mode == MarchMode::March);
        table.cm(row, MarchColumn::Water).or_else(|| table.cm(as_column?, MarchColumn::Water))
    }

    /// Does it move at half march? `None` if it cannot move in this way at all (ruling 23).
    fn halved(&self) -> Option<bool> {
        let crew_on_foot =
            self.formation == MarchFormation::CrewAlone && self.arm != MarchArm::HorseArtillery;
        let mut halved = self.half_pace;
        if self.direction != MarchDirection::Forward {
            let unlimbered = self.formation == MarchFormation::Unlimbered;
            let backward = self.direction == MarchDirection::Backward;
            match self.arm {
                _ if self.mode != MarchMode::March => return None,
                MarchArm::Infantry => halved = true,
                _ if crew_on_foot => halved = true,
                _ if backward && (unlimbered || self.forced_backward) => {}
                _ => return None,
            }
        }
        if self.passing_lines && !self.formation.spread() && self.mode != MarchMode::Flight {
            halved = true;
        }
        if self.formation == MarchFormation::Limbered && self.horses_full > 0 {
            if self.horses_left == 0 {
                return None;
            }
            halved |= 2 * self.horses_left < self.horses_full;
        }
        let too_few_gunners = self.pieces > PIECES_A_GUNNER * self.gunners;
        if self.formation == MarchFormation::Unlimbered && too_few_gunners {
            return None;
        }
        let storming = self.mode == MarchMode::Storm;
        (!storming || !(halved || self.passing_lines)).then_some(halved)
    }

    /// Units that march parallel and close together go no faster than infantry in line (§07.06.1, ruling 32).
    fn parallel_limit(&self, table: &MarchTable) -> Option<i32> {
        let closed = self.arm.foot_or_horse() && !self.formation.column() && !self.formation.spread();
        let guns_abreast = self.formation == MarchFormation::Limbered && self.limbered_line;
        let bound = self.parallel_close
            && !self.parallel_other_march_column
            && self.mode != MarchMode::Flight
            && (closed || guns_abreast);
        let column = match self.terrain {
            MarchGround::Road | MarchGround::Bridge | MarchGround::Normal => MarchColumn::Normal,
            MarchGround::Difficult | MarchGround::WoodEdge => MarchColumn::Difficult,
            _ => return None,
        };
        bound.then(|| table.cm(MarchRow::InfantryLine, column)).flatten()
    }
}

/// On roads and bridges a blank cell means the normal march (ruling 20).
fn on_road(row: MarchRow, table: &MarchTable) -> Option<i32> {
    table.cm(row, MarchColumn::Road).or(table.cm(row, MarchColumn::Normal))
}
