//! Skema I to III and XXII: march distances, turning times, obstacles and cover.

use std::str::FromStr;

use krigsspil_engine::Sentence;
use krigsspil_engine::table::{Cell, Part, TableFault, TableShelf};
use krigsspil_engine::wordings::{NO_DASH, NOT_QUARTERS, RANGE_FALLS};

use super::wordings::NO_MARCH;
use crate::vocabulary::*;

/// A time in quarters of a turn of play, printed as a fraction of the turn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Quarters(pub i32);

impl FromStr for Quarters {
    type Err = Sentence;

    fn from_str(text: &str) -> Result<Quarters, Sentence> {
        let fault = || NOT_QUARTERS.with([("given", text.into())]);
        let (turns, over) = text.split_once('/').ok_or_else(fault)?;
        let turns: i32 = turns.parse().map_err(|_| fault())?;
        let over: i32 = over.parse().map_err(|_| fault())?;
        let sound = (0..=100).contains(&turns) && matches!(over, 1 | 2 | 4);
        if sound { Ok(Quarters(turns * 4 / over)) } else { Err(fault()) }
    }
}

/// How an obstacle is passed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Passage {
    /// Like this kind of ground.
    As(Terrain),
    /// At this many cm each turn.
    Centimetres(i32),
    /// Not at all.
    Never,
}

/// The obstacle and cover of a feature, from the least to the most that the scenario may state.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct FeatureValues {
    /// Least and most obstacle.
    pub obstacle: [PassableObstacle; 2],
    /// Least and most cover.
    pub cover: [Cover; 2],
}

/// Skema I to III and XXII.
#[derive(Clone, Debug)]
pub struct MarchTables {
    rates: [[Option<i32>; Terrain::ALL.len()]; MarchRow::ALL.len()],
    /// Skema II: a quarter turn and a half turn of infantry and cavalry.
    pub troops_turn: [Quarters; 2],
    /// The same of unlimbered guns.
    pub unlimbered_turn: [Quarters; 2],
    /// The same of limbered guns.
    pub limbered_turn: [Quarters; 2],
    /// Mounting and dismounting.
    pub mounting: Quarters,
    /// Unlimbering.
    pub unlimbering: Quarters,
    /// Limbering.
    pub limbering: Quarters,
    /// Turns that normally take the first time take the second in difficult ground.
    pub difficult_ground: [Quarters; 2],
    passage: [[Passage; 3]; 4],
    features: [FeatureValues; Feature::ALL.len()],
}

impl MarchTables {
    pub(super) fn read(shelf: &TableShelf) -> Result<MarchTables, TableFault> {
        let times = shelf.table("skema-II")?;
        let note = times.part("difficult_ground")?;
        let times = times.part("turn_times")?;
        let turns =
            |row| Ok::<_, TableFault>([times.parsed(row, "quarter_turn")?, times.parsed(row, "half_turn")?]);
        Ok(MarchTables {
            rates: read_rates(shelf)?,
            troops_turn: turns("infantry_and_cavalry")?,
            unlimbered_turn: turns("unlimbered_artillery")?,
            limbered_turn: turns("limbered_artillery")?,
            mounting: times.parsed("cavalry_mounting", "other")?,
            unlimbering: times.parsed("artillery_unlimbering", "other")?,
            limbering: times.parsed("artillery_limbering", "other")?,
            difficult_ground: [
                note.parsed("normal_time", "time")?,
                note.parsed("difficult_ground_time", "time")?,
            ],
            passage: read_passage(shelf.table("skema-III")?.only_part()?)?,
            features: read_features(shelf.table("skema-XXII")?.only_part()?)?,
        })
    }

    /// The march of a turn in cm; a dash under `road` means the number for open ground (ruling 3), any other dash means `None`.
    pub fn rate(&self, row: MarchRow, terrain: Terrain) -> Option<i32> {
        let rates = &self.rates[row as usize];
        let open = if terrain == Terrain::Road { rates[Terrain::Open as usize] } else { None };
        rates[terrain as usize].or(open)
    }

    /// Does a row have its own number for roads?
    pub fn has_road(&self, row: MarchRow) -> bool {
        self.rates[row as usize][Terrain::Road as usize].is_some()
    }

    /// How troops of a row pass an obstacle; `None` if there is no obstacle.
    pub fn passage(&self, row: MarchRow, obstacle: Obstacle) -> Option<Passage> {
        let class = match obstacle {
            Obstacle::None => return None,
            Obstacle::I => 0,
            Obstacle::II => 1,
            Obstacle::III => 2,
            Obstacle::IV => 3,
        };
        let who = match row {
            row if row.drawn() || row == MarchRow::UnlimberedArtillery => 2,
            row if row >= MarchRow::CavalryMarchColumn => 1,
            _ => 0,
        };
        Some(self.passage[class][who])
    }

    /// The obstacle and cover of a feature (skema XXII).
    pub fn feature(&self, feature: Feature) -> FeatureValues {
        self.features[feature as usize]
    }
}

type Rates = [[Option<i32>; Terrain::ALL.len()]; MarchRow::ALL.len()];

fn read_rates(shelf: &TableShelf) -> Result<Rates, TableFault> {
    let table = shelf.table("skema-I")?;
    let mut rates = [[None; Terrain::ALL.len()]; MarchRow::ALL.len()];
    for (key, first, last) in [
        ("infantry", MarchRow::InfantryMarchColumn, MarchRow::InfantryFormationChange),
        ("mounted_cavalry", MarchRow::CavalryMarchColumn, MarchRow::Staff),
        ("artillery", MarchRow::FootArtillery, MarchRow::AmmunitionWagon),
    ] {
        let part = table.part(key)?;
        let rows = MarchRow::ALL.iter().copied().filter(|row| (first..=last).contains(row));
        part.expect_rows(&rows.clone().map(MarchRow::printed_row).collect::<Vec<_>>())?;
        for row in rows {
            for terrain in Terrain::ALL {
                rates[row as usize][*terrain as usize] = read_rate(part, row.printed_row(), *terrain)?;
            }
        }
    }
    Ok(rates)
}

fn read_rate(part: &Part, row: &str, terrain: Terrain) -> Result<Option<i32>, TableFault> {
    match part.whole_or_dash(row, terrain.as_str())? {
        Some(rate) if rate < 1 => {
            Err(part.cell_fault(row, terrain.as_str(), NO_MARCH.with([("given", rate.into())])))
        }
        None if terrain == Terrain::Open => Err(part.cell_fault(row, terrain.as_str(), NO_DASH)),
        rate => Ok(rate),
    }
}

fn read_passage(part: &Part) -> Result<[[Passage; 3]; 4], TableFault> {
    let classes = ["I", "II", "III", "IV"];
    part.expect_rows(&classes)?;
    let mut passage = [[Passage::Never; 3]; 4];
    for (passage, class) in passage.iter_mut().zip(classes) {
        for (passage, who) in passage.iter_mut().zip(["on_foot", "mounted", "guns_and_wagons"]) {
            *passage = match part.cell(class, who)? {
                Cell::Dash => Passage::Never,
                Cell::Whole(cm) if *cm > 0 => Passage::Centimetres(*cm),
                _ => Passage::As(part.parsed(class, who)?),
            };
        }
    }
    Ok(passage)
}

fn read_features(part: &Part) -> Result<[FeatureValues; Feature::ALL.len()], TableFault> {
    part.expect_rows(&Feature::ALL.iter().map(|feature| feature.as_str()).collect::<Vec<_>>())?;
    let nothing = FeatureValues { obstacle: [PassableObstacle::None; 2], cover: [Cover::None; 2] };
    let mut features = [nothing; Feature::ALL.len()];
    for (values, feature) in features.iter_mut().zip(Feature::ALL) {
        values.obstacle = read_classes(part, feature.as_str(), "obstacle")?.unwrap_or(nothing.obstacle);
        values.cover = read_classes(part, feature.as_str(), "cover")?.unwrap_or(nothing.cover);
    }
    Ok(features)
}

/// A class or a range of classes, as `I` or `I-III`; `None` for a printed dash.
fn read_classes<T>(part: &Part, row: &str, column: &str) -> Result<Option<[T; 2]>, TableFault>
where
    T: FromStr + PartialOrd,
    T::Err: Into<Sentence>,
{
    if *part.cell(row, column)? == Cell::Dash {
        return Ok(None);
    }
    let text = part.word(row, column)?;
    let (least, most) = text.split_once('-').unwrap_or((text, text));
    let read = |class: &str| class.parse::<T>().map_err(|error| part.cell_fault(row, column, error));
    let classes = [read(least)?, read(most)?];
    if classes[0] > classes[1] {
        return Err(part.cell_fault(row, column, RANGE_FALLS.with([("given", text.into())])));
    }
    Ok(Some(classes))
}
