//! Skema VIII to XIV: small arms and artillery.

use std::str::FromStr;

use krigsspil_engine::Sentence;
use krigsspil_engine::table::{Cell, Part, TableFault, TableShelf};

use super::points::{PointTable, printed_rows};
use super::reading::{ResultColumns, parsed_row, rising_row};
use super::wordings::NO_MATERIAL;
use crate::vocabulary::{FireEffect, Piece, PieceWeight, Weapon};

printed_rows! {
    /// The rows of skema VIII.
    pub enum SmallArmsRow {
        Column = "column",
        DenseSkirmish = "dense_skirmish",
        ThinSkirmish = "thin_skirmish",
        Mounted = "mounted",
        Storming = "storming",
        LimberedOrTrain = "limbered_or_train",
        Unlimbered = "unlimbered",
        CoverI = "cover_I",
        CoverII = "cover_II",
        CoverIII = "cover_III",
        Smoke = "smoke",
        NotStationary = "not_stationary",
        SlopeInZone1 = "slope_in_zone_1",
        FlankOrRear = "flank_or_rear",
        NoReply = "no_reply",
        EachDegree = "per_LU",
        Disorder = "U",
        Rout = "FU",
        OwnHundredPercent = "own_100_percent",
        TargetHundredPercent = "target_100_percent",
        Supported = "supported",
        FirstFire = "first_fire",
        Zone2 = "zone_2",
        Training = "training",
        Valeur = "valeur",
        Chief = "chief",
    }

    /// The rows of skema XI, and the two that count in addition to it.
    pub enum ArtilleryRow {
        ThinSkirmish = "thin_skirmish",
        DenseSkirmish = "dense_skirmish",
        InPositionOrWorking = "guns_in_position_or_working",
        LimberedOrTrain = "limbered_or_train",
        Column = "column_zones_2_to_4",
        FlankOrSquare = "flank_or_square_zones_2_to_4",
        Storming = "storming",
        Hidden = "hidden",
        CoverII = "cover_II",
        CoverIII = "cover_III",
        Zone1 = "zone_1",
        Zone2 = "zone_2",
        Zone3 = "zone_3",
        Zone4 = "zone_4",
        NonRicochet = "non_ricochet",
        Ranging = "ranging",
        NotAnswering = "not_answering",
        TwelvePounder = "twelve_pounder",
        EachDegree = "per_LU",
        Disorder = "U",
        LargeUnit = "large_unit",
        Training = "training",
        Valeur = "valeur",
        BehindAnother = "behind_another",
        Chief = "chief",
    }
}

/// Columns of points in skema VIII and XI.
const COLUMNS: [&str; 3] = ["own_loss", "target_loss", "target_morale"];
const TARGET_LOSS: usize = 1;
const TARGET_MORALE: usize = 2;

/// The zone of a distance, 1 and up; 0 if out of range. A border belongs to the nearer zone (ruling 2).
fn zone(limits: &[i32], distance_cm: f64) -> i32 {
    limits.iter().position(|limit| distance_cm <= f64::from(*limit)).map_or(0, |zone| zone as i32 + 1)
}

/// Skema VIII to X.
#[derive(Clone, Debug)]
pub struct SmallArmsTables {
    /// Skema VIII.
    pub points: PointTable<SmallArmsRow, 3, { SmallArmsRow::ALL.len() }>,
    results: ResultColumns<10>,
    men: [i32; 10],
    morale: [FireEffect; 10],
    limber_horses: [i32; 10],
    zones: [[i32; 2]; Weapon::ALL.len()],
}

impl SmallArmsTables {
    pub(super) fn read(shelf: &TableShelf) -> Result<SmallArmsTables, TableFault> {
        let nine = shelf.table("skema-IX")?.only_part()?;
        nine.expect_rows(&["men", "morale", "limber_horses"])?;
        let ten = shelf.table("skema-X")?.only_part()?;
        ten.expect_rows(&Weapon::ALL.iter().map(|weapon| weapon.as_str()).collect::<Vec<_>>())?;
        let mut zones = [[0; 2]; Weapon::ALL.len()];
        for (zones, weapon) in zones.iter_mut().zip(Weapon::ALL) {
            ten.expect_rising(weapon.as_str())?;
            *zones = ten.wholes(weapon.as_str())?;
        }
        Ok(SmallArmsTables {
            points: PointTable::read(shelf.table("skema-VIII")?.only_part()?, &[], COLUMNS)?,
            results: ResultColumns::read(nine)?.expect_from(nine, i32::MIN)?,
            men: rising_row(nine, "men")?,
            morale: parsed_row(nine, "morale")?,
            limber_horses: rising_row(nine, "limber_horses")?,
            zones,
        })
    }

    /// Men lost for each firing unit.
    pub fn men(&self, result: i32) -> i32 {
        self.men[self.results.place(result)]
    }

    /// The effect on morale.
    pub fn morale(&self, result: i32) -> FireEffect {
        self.morale[self.results.place(result)]
    }

    /// Limber horses lost by a battery.
    pub fn limber_horses(&self, result: i32) -> i32 {
        self.limber_horses[self.results.place(result)]
    }

    /// The zone of a distance: 1 or 2; 0 if out of range.
    pub fn zone(&self, weapon: Weapon, distance_cm: f64) -> i32 {
        zone(&self.zones[weapon as usize], distance_cm)
    }
}

/// A battery's losses of material.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub struct Material {
    /// Figure horses.
    pub horses: i32,
    /// Firing units.
    pub pieces: i32,
    /// Combat loads.
    pub loads: i32,
}

impl FromStr for Material {
    type Err = Sentence;

    fn from_str(text: &str) -> Result<Material, Sentence> {
        let fault = || NO_MATERIAL.with([("given", text.into())]);
        let (count, what) = text.split_once(' ').ok_or_else(fault)?;
        let count = count.parse().map_err(|_| fault())?;
        match what {
            "horse" | "horses" => Ok(Material { horses: count, ..Material::default() }),
            "piece" | "pieces" => Ok(Material { pieces: count, ..Material::default() }),
            "load" | "loads" => Ok(Material { loads: count, ..Material::default() }),
            _ => Err(fault()),
        }
    }
}

/// A piece of artillery.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Gun {
    /// Range group 1 to 5; 0 for howitzers.
    pub group: i32,
    /// The far limits of the four zones in cm.
    pub zones: [i32; 4],
    /// Its class in skema III.
    pub weight: PieceWeight,
    /// A 12-pounder.
    pub twelve_pounder: bool,
}

impl Gun {
    /// The zone of a distance: 1 to 4; 0 if out of range.
    pub fn zone(&self, distance_cm: f64) -> i32 {
        zone(&self.zones, distance_cm)
    }
}

/// Skema XI to XIV.
#[derive(Clone, Debug)]
pub struct ArtilleryTables {
    /// Skema XI.
    pub points: PointTable<ArtilleryRow, 3, { ArtilleryRow::ALL.len() }>,
    results: ResultColumns<12>,
    men: [i32; 12],
    morale: [FireEffect; 12],
    material: [[Material; 4]; 6],
    guns: [Gun; Piece::ALL.len()],
}

impl ArtilleryTables {
    pub(super) fn read(shelf: &TableShelf) -> Result<ArtilleryTables, TableFault> {
        let eleven = shelf.table("skema-XI")?;
        let twelve = shelf.table("skema-XII")?.only_part()?;
        twelve.expect_rows(&["men", "morale"])?;
        Ok(ArtilleryTables {
            points: PointTable::read(eleven.part("points")?, &[eleven.part("beside_the_table")?], COLUMNS)?,
            results: ResultColumns::read(twelve)?.expect_from(twelve, i32::MIN)?,
            men: rising_row(twelve, "men")?,
            morale: parsed_row(twelve, "morale")?,
            material: read_material(shelf.table("skema-XIII")?.only_part()?)?,
            guns: read_guns(shelf)?,
        })
    }

    /// The points that a row of skema XI gives to the loss throw for the target.
    pub fn target_points(&self, row: ArtilleryRow) -> i32 {
        self.points.points(row, TARGET_LOSS)
    }

    /// The points that a row of skema XI gives to the morale for the target.
    pub fn morale_points(&self, row: ArtilleryRow) -> i32 {
        self.points.points(row, TARGET_MORALE)
    }

    /// Men lost for each firing unit.
    pub fn men(&self, result: i32) -> i32 {
        self.men[self.results.place(result)]
    }

    /// The effect on morale.
    pub fn morale(&self, result: i32) -> FireEffect {
        self.morale[self.results.place(result)]
    }

    /// Material lost in zone 1 to 4, by the third die.
    pub fn material(&self, die: i32, zone: i32) -> Material {
        self.material[(die - 1).clamp(0, 5) as usize][(zone - 1).clamp(0, 3) as usize]
    }

    /// A piece.
    pub const fn gun(&self, piece: Piece) -> Gun {
        self.guns[piece as usize]
    }
}

const ZONES: [&str; 4] = ["zone_1", "zone_2", "zone_3", "zone_4"];

fn read_material(part: &Part) -> Result<[[Material; 4]; 6], TableFault> {
    let faces = ["1", "2", "3", "4", "5", "6"];
    part.expect_rows(&faces)?;
    let mut material = [[Material::default(); 4]; 6];
    for (cells, face) in material.iter_mut().zip(faces) {
        for (cell, zone) in cells.iter_mut().zip(ZONES) {
            *cell = match part.cell(face, zone)? {
                Cell::Dash => Material::default(),
                _ => part.parsed(face, zone)?,
            };
        }
    }
    Ok(material)
}

fn read_guns(shelf: &TableShelf) -> Result<[Gun; Piece::ALL.len()], TableFault> {
    let table = shelf.table("skema-XIV")?;
    let zones = table.part("zones_cm")?;
    let pieces = table.part("pieces")?;
    pieces.expect_rows(&Piece::ALL.iter().map(|piece| piece.as_str()).collect::<Vec<_>>())?;
    let mut guns = [Gun { group: 0, zones: [0; 4], weight: PieceWeight::Light, twelve_pounder: false };
        Piece::ALL.len()];
    for (gun, piece) in guns.iter_mut().zip(Piece::ALL) {
        let row = piece.as_str();
        let group = pieces.word(row, "zones")?;
        zones.expect_rising(group)?;
        *gun = Gun {
            group: group.strip_prefix("group_").and_then(|group| group.parse().ok()).unwrap_or(0),
            zones: zones.wholes(group)?,
            weight: pieces.parsed(row, "weight")?,
            twelve_pounder: pieces.yes_no(row, "twelve_pounder")?,
        };
    }
    Ok(guns)
}
