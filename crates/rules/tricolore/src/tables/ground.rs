//! Terrain and defiles.

use krigsspil_engine::table::{Part, TableFault, TableShelf};

use super::wordings::NO_PASSABILITY;
use crate::quantity::{Disorder, Metres, Quarters};
use crate::vocabulary::{Arm, MarchFormation, Terrain};

/// The effect of a kind of ground on an arm that may enter it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Passability {
    /// The part of the movement lost inside it.
    pub reduction: Quarters,
    /// Metres lost at each crossing.
    pub crossing: Metres,
    /// U taken on entering or crossing.
    pub disorder: Disorder,
    /// Cover steps.
    pub cover: i32,
}

impl Passability {
    /// Open ground.
    pub const OPEN: Passability =
        Passability { reduction: Quarters(0), crossing: Metres(0), disorder: Disorder::NONE, cover: 0 };

    /// The cost of this many metres (R46).
    pub fn cost(self, metres: Metres) -> Metres {
        let left = Quarters::ONE.0 - self.reduction.0;
        Metres(krigsspil_engine::rounded_up(metres.0 * Quarters::ONE.0, left)) + self.crossing
    }

    /// Reads a cell such as `½ / 0U / 2` or `-50 / 1U / 0`; `- / - / -` bars the arm.
    fn parse(text: &str) -> Option<Option<Passability>> {
        let mut cells = text.split(" / ");
        let (movement, disorder, cover) = (cells.next()?, cells.next()?, cells.next()?);
        if cells.next().is_some() {
            return None;
        }
        if [movement, disorder, cover] == ["-", "-", "-"] {
            return Some(None);
        }
        let (reduction, crossing) = match movement.strip_prefix('-') {
            Some(metres) => (Quarters::NONE, metres.parse::<u16>().ok()?),
            None => (Quarters::parse(movement)?, 0),
        };
        let disorder = disorder.strip_suffix('U')?.parse::<u8>().ok()?;
        let cover = cover.parse::<u8>().ok()?;
        (reduction < Quarters::ONE).then_some(Some(Passability {
            reduction,
            crossing: Metres(crossing.into()),
            disorder: Disorder(disorder.into()),
            cover: cover.into(),
        }))
    }
}

/// U for passing a defile; `None` if the formation cannot pass.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Defiles {
    column: [Option<Disorder>; 2],
    square: [Option<Disorder>; 2],
}

impl Defiles {
    /// The U of a formation on one track or two; `None` if it cannot pass. R49 covers what is not printed.
    pub fn disorder(&self, tracks: i32, formation: MarchFormation) -> Option<Disorder> {
        let row = usize::from(tracks > 1);
        match formation {
            MarchFormation::Line => None,
            MarchFormation::Column => self.column[row],
            MarchFormation::Square => self.square[row],
            MarchFormation::MarchColumn | MarchFormation::Skirmish | MarchFormation::Limbered => {
                Some(Disorder::NONE)
            }
        }
    }
}

/// The terrain table.
#[derive(Clone, Debug)]
pub struct Ground {
    cells: [[Option<Passability>; Arm::ALL.len()]; Terrain::ALL.len()],
    /// Defiles.
    pub defiles: Defiles,
}

impl Ground {
    pub(super) fn read(shelf: &TableShelf) -> Result<Ground, TableFault> {
        let table = shelf.table("terrain")?;
        let part = table.part("terrain")?;
        let printed = || Terrain::ALL.iter().filter(|terrain| **terrain != Terrain::Open);
        part.expect_rows(&printed().map(|terrain| terrain.as_str()).collect::<Vec<_>>())?;
        let mut cells = [[Some(Passability::OPEN); Arm::ALL.len()]; Terrain::ALL.len()];
        for terrain in printed() {
            for arm in Arm::ALL {
                cells[*terrain as usize][*arm as usize] = passability(part, terrain.as_str(), arm.as_str())?;
            }
        }
        let defile = table.part("defile")?;
        let tracks = |column| {
            let read = |row| Ok::<_, TableFault>(defile.whole_or_dash(row, column)?.map(Disorder));
            Ok::<_, TableFault>([read("one_track")?, read("two_tracks")?])
        };
        Ok(Ground { cells, defiles: Defiles { column: tracks("column")?, square: tracks("square")? } })
    }

    /// The effect of ground on an arm; `None` if it may not enter.
    pub fn passability(&self, terrain: Terrain, arm: Arm) -> Option<Passability> {
        self.cells[terrain as usize][arm as usize]
    }
}

fn passability(part: &Part, row: &str, column: &str) -> Result<Option<Passability>, TableFault> {
    let word = part.word(row, column)?;
    match Passability::parse(word) {
        Some(passability) => Ok(passability),
        None => Err(part.cell_fault(row, column, NO_PASSABILITY.with([("given", word.into())]))),
    }
}
