//! Skema I, VI and VII and the appendix on bases: sight, cover and obstacles, sizes.

use krigsspil_engine::table::{Cell, Span, TableFault, TableShelf};

use super::reading::{Quarters, ResultColumns, RomanValues, quarters_or_dash, roman_or_dash};
use super::wordings::THREE_STEPS;
use crate::vocabulary::{BaseItem, Feature, SightTarget};

/// Skema I.
#[derive(Clone, Debug)]
pub struct SightTables {
    large_formation: i32,
    closed: i32,
    spread_or_staff: i32,
    /// Targets inside plantation, wood or strong building.
    pub inside: i32,
    steps: [(Span, i32); 3],
    /// The divisor that partial cover applies to the sight of spread formations.
    pub partial_cover_divisor: i32,
}

impl SightTables {
    pub(super) fn read(shelf: &TableShelf) -> Result<SightTables, TableFault> {
        let table = shelf.table("skema-I")?;
        let sight = table.part("sight_cm")?;
        let part = table.part("hill_steps_cm")?;
        let spans = part.row_spans()?;
        let mut steps = [(Span { least: 0, most: 0 }, 0); 3];
        if spans.len() != 3 || spans[0].least != 1 {
            return Err(part.fault(THREE_STEPS));
        }
        for ((step, span), row) in steps.iter_mut().zip(&spans).zip(&part.rows) {
            *step = (*span, part.whole_or_dash(&row.key, "cm")?.unwrap_or(0));
        }
        Ok(SightTables {
            large_formation: sight.whole("large_formation", "cm")?,
            closed: sight.whole("closed", "cm")?,
            spread_or_staff: sight.whole("spread_or_staff", "cm")?,
            inside: sight.whole("inside_plantation_wood_or_strong_building", "cm")?,
            steps,
            partial_cover_divisor: table.part("partial_cover")?.above_0("spread", "divisor")?,
        })
    }

    /// The row of a target in the open.
    pub const fn sight(&self, target: SightTarget) -> i32 {
        match target {
            SightTarget::LargeFormation => self.large_formation,
            SightTarget::Closed => self.closed,
            SightTarget::Spread | SightTarget::Staff => self.spread_or_staff,
        }
    }

    /// The bonus for this many hill steps.
    pub fn step_bonus(&self, steps: i32) -> i32 {
        self.steps.iter().map(|(span, cm)| (steps.min(span.most) - span.least + 1).max(0) * cm).sum()
    }
}

/// A feature's values.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub struct FeatureValues {
    /// Cover.
    pub cover: RomanValues,
    /// Obstacle.
    pub obstacle: RomanValues,
    /// Passable only through openings or with ladders.
    pub impassable: bool,
    /// Counts once for each hill step.
    pub each_step: bool,
}

/// Skema VI and VII.
#[derive(Clone, Debug)]
pub struct GroundTables {
    features: [FeatureValues; Feature::ALL.len()],
    infantry_passage: [Quarters; 3],
    cavalry_passage: [Option<Quarters>; 3],
    /// Ranks that pass an obstacle together.
    pub ranks_together: i32,
}

impl GroundTables {
    pub(super) fn read(shelf: &TableShelf) -> Result<GroundTables, TableFault> {
        let six = shelf.table("skema-VI")?;
        let printed = six.part("features")?;
        let chapters = six.part("chapters_16_and_17")?;
        let (first, last) = Feature::ALL.split_at(printed.rows.len().min(Feature::ALL.len()));
        printed.expect_rows(&first.iter().map(|feature| feature.as_str()).collect::<Vec<_>>())?;
        chapters.expect_rows(&last.iter().map(|feature| feature.as_str()).collect::<Vec<_>>())?;
        let mut features = [FeatureValues::default(); Feature::ALL.len()];
        for (values, feature) in features.iter_mut().zip(Feature::ALL) {
            let row = feature.as_str();
            let part = if printed.row(row).is_ok() { printed } else { chapters };
            let remark = match part.cell(row, "remark")? {
                Cell::Dash => "",
                _ => part.word(row, "remark")?,
            };
            *values = FeatureValues {
                cover: roman_or_dash(part, row, "cover")?,
                obstacle: roman_or_dash(part, row, "obstacle")?,
                impassable: remark == "impassable",
                each_step: remark == "each_step",
            };
        }
        let seven = shelf.table("skema-VII")?;
        let passage = seven.part("passage")?;
        passage.expect_rows(&["I", "II", "III"])?;
        let mut infantry_passage = [Quarters(0); 3];
        let mut cavalry_passage = [None; 3];
        for (place, row) in ["I", "II", "III"].into_iter().enumerate() {
            infantry_passage[place] = passage.parsed(row, "infantry")?;
            cavalry_passage[place] = quarters_or_dash(passage, row, "cavalry")?;
        }
        let ranks_together = seven.part("ranks_together")?.above_0("infantry", "ranks")?;
        Ok(GroundTables { features, infantry_passage, cavalry_passage, ranks_together })
    }

    /// The values of a feature.
    pub const fn feature(&self, feature: Feature) -> FeatureValues {
        self.features[feature as usize]
    }

    /// Turns for infantry to pass an obstacle of value 1 to 3 with this many ranks: every 2 ranks, or part of 2, pass together (ruling 29).
    pub fn infantry_turns(&self, obstacle: i32, ranks: i32) -> f64 {
        let together = krigsspil_engine::rounded_up(ranks, self.ranks_together);
        self.infantry_passage[(obstacle - 1).clamp(0, 2) as usize].turns() * f64::from(together)
    }

    /// Turns for cavalry to pass an obstacle of value 1 to 3; `None` if it cannot.
    pub fn cavalry_turns(&self, obstacle: i32) -> Option<f64> {
        self.cavalry_passage[(obstacle - 1).clamp(0, 2) as usize].map(Quarters::turns)
    }
}

/// The appendix on bases.
#[derive(Clone, Debug)]
pub struct BaseTables {
    sizes: [(i32, i32); BaseItem::ALL.len()],
    battery_sizes: ResultColumns<3>,
    figure_pieces: [i32; 3],
    /// Limber horses of foot and driving batteries for each piece.
    pub horses_each_piece: i32,
    /// Additional horses for each limber of 12-pounders.
    pub twelve_pounder_each_limber: i32,
    /// Horses of the wagon that may take their place.
    pub twelve_pounder_wagon: i32,
    /// Horses for each limber of horse batteries of 4 or 8 pieces.
    pub horse_4_or_8: i32,
    /// Horses for each limber of other horse batteries.
    pub horse_other: i32,
}

impl BaseTables {
    pub(super) fn read(shelf: &TableShelf) -> Result<BaseTables, TableFault> {
        let table = shelf.table("brikker")?;
        let part = table.part("bases_mm")?;
        let names: Vec<_> = BaseItem::ALL.iter().map(|item| item.as_str()).collect();
        part.expect_rows(&names)?;
        let mut sizes = [(0, 0); BaseItem::ALL.len()];
        for (size, item) in sizes.iter_mut().zip(names) {
            *size = (part.above_0(item, "width")?, part.above_0(item, "depth")?);
        }
        let part = table.part("figure_pieces")?;
        let battery_sizes = ResultColumns::read_rows(part)?;
        let mut figure_pieces = [0; 3];
        for (pieces, row) in figure_pieces.iter_mut().zip(&part.rows) {
            *pieces = part.above_0(&row.key, "figure_pieces")?;
        }
        let part = table.part("limber_horses")?;
        let horses = |row| part.above_0(row, "horses");
        Ok(BaseTables {
            sizes,
            battery_sizes,
            figure_pieces,
            horses_each_piece: horses("foot_or_driving_each_piece")?,
            twelve_pounder_each_limber: horses("twelve_pounder_each_limber")?,
            twelve_pounder_wagon: horses("twelve_pounder_wagon")?,
            horse_4_or_8: horses("horse_4_or_8_pieces_each_limber")?,
            horse_other: horses("horse_other_each_limber")?,
        })
    }

    /// Width and depth of a base in mm.
    pub const fn size(&self, item: BaseItem) -> (i32, i32) {
        self.sizes[item as usize]
    }

    /// Figure pieces of a battery with this many real pieces.
    pub fn figure_pieces(&self, pieces: i32) -> i32 {
        self.figure_pieces[self.battery_sizes.place(pieces)]
    }
}
