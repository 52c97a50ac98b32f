//! Skema XV, XVII and XVIII: melee.

use krigsspil_engine::table::{Cell, Part, TableFault, TableShelf};

use super::points::{PointTable, PrintedRow, printed_rows};
use super::reading::{ResultColumns, parsed_column, rising_row};
use crate::vocabulary::{MeleeBlock, MeleeEffect};

printed_rows! {
    /// The rows of skema XV.
    pub enum MeleeRow {
        HundredPercentMore = "100_percent_more",
        TwoHundredPercentMore = "200_percent_more",
        MarchColumn = "march_column",
        AttackColumn = "attack_column",
        ObstacleI = "obstacle_I",
        ObstacleII = "obstacle_II",
        ObstacleIII = "obstacle_III",
        Cover = "cover",
        CavalryVSquare = "cavalry_v_square",
        CavalryVMass = "cavalry_v_mass",
        CavalryVInfantry = "cavalry_v_infantry",
        VArtillery = "v_artillery_train_or_working",
        NoSkirmishers = "no_skirmishers",
        SmokeLastTurn = "smoke_last_turn",
        SmokeThisTurn = "smoke_this_turn",
        RiflesOnly = "rifles_only",
        NotStationary = "not_stationary",
        Uphill = "uphill",
        FlankOrRear = "flank_or_rear",
        ClosedVSpread = "closed_v_spread_or_FU",
        EachDegree = "per_LU",
        Disorder = "U",
        Rout = "FU",
        Support = "support",
        FirstFire = "infantry_first_fire",
        FirstAttack = "cavalry_first_attack",
        NoAmmunition = "no_ammunition",
        Storm = "storm",
        NoMomentum = "no_momentum",
        CompleteVictory = "complete_victory",
        HeavyCavalry = "heavy_cavalry",
        MediumCavalry = "medium_cavalry",
        LightCavalry = "light_cavalry",
        Cossacks = "cossacks",
        Training = "training",
        Valeur = "valeur",
        Chief = "chief",
    }
}

krigsspil_engine::choices! {
    /// When a row with a note does not count.
    pub enum MeleeNote {
        FewFigures = "fewer_figures_than",
        ContinuedMelee = "continued_melee",
        Contagion = "contagion",
        BehindObstacle = "defender_behind_obstacle",
    }
}

/// The ranks that take part.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RanksTakingPart {
    /// The attacker's.
    pub attacker: i32,
    /// The defender's.
    pub defender: i32,
}

#[derive(Clone, Copy, Debug)]
struct Block {
    differences: ResultColumns<4>,
    loser: [MeleeEffect; 4],
    won: [RanksTakingPart; 4],
    lost: [RanksTakingPart; 4],
}

impl Block {
    fn read(part: &Part) -> Result<Block, TableFault> {
        let ranks = |attacker: &str, defender: &str| {
            let mut ranks = [RanksTakingPart { attacker: 0, defender: 0 }; 4];
            for (ranks, row) in ranks.iter_mut().zip(&part.rows) {
                *ranks = RanksTakingPart {
                    attacker: part.whole(&row.key, attacker)?,
                    defender: part.whole(&row.key, defender)?,
                };
            }
            Ok::<_, TableFault>(ranks)
        };
        Ok(Block {
            differences: ResultColumns::read_rows(part)?.expect_from(part, 0)?,
            loser: parsed_column(part, "loser")?,
            won: ranks("won_attacker_ranks", "won_defender_ranks")?,
            lost: ranks("lost_attacker_ranks", "lost_defender_ranks")?,
        })
    }
}

/// Skema XV, XVII and XVIII.
#[derive(Clone, Debug)]
pub struct MeleeTables {
    /// Skema XV: the attacker's column, then the defender's.
    pub points: PointTable<MeleeRow, 2, { MeleeRow::ALL.len() }>,
    notes: [[bool; MeleeNote::ALL.len()]; MeleeRow::ALL.len()],
    /// Note 1: a unit with fewer figures than this does not count.
    pub least_figures: i32,
    blocks: [Block; MeleeBlock::ALL.len()],
    results: ResultColumns<10>,
    men: [i32; 10],
    prisoners_of_cavalry: [i32; 10],
    prisoners_of_others: [i32; 10],
}

impl MeleeTables {
    pub(super) fn read(shelf: &TableShelf) -> Result<MeleeTables, TableFault> {
        let fifteen = shelf.table("skema-XV")?;
        let points = fifteen.part("points")?;
        let notes = fifteen.part("notes")?;
        let seventeen = shelf.table("skema-XVII")?;
        let eighteen = shelf.table("skema-XVIII")?.only_part()?;
        let block = |block: MeleeBlock| Block::read(seventeen.part(block.as_str())?);
        Ok(MeleeTables {
            points: PointTable::read(points, &[], ["attacker", "defender"])?,
            notes: read_notes(points, notes)?,
            least_figures: notes.above_0("1", "figures")?,
            blocks: [
                block(MeleeBlock::InfantryVAll)?,
                block(MeleeBlock::CavalryVCavalry)?,
                block(MeleeBlock::CavalryVOther)?,
            ],
            results: ResultColumns::read(eighteen)?.expect_from(eighteen, i32::MIN)?,
            men: rising_row(eighteen, "men")?,
            prisoners_of_cavalry: rising_row(eighteen, "prisoners_cavalry_v_others")?,
            prisoners_of_others: rising_row(eighteen, "prisoners_all_others")?,
        })
    }

    /// Does the row have this note?
    pub fn noted(&self, row: MeleeRow, note: MeleeNote) -> bool {
        self.notes[row.place()][note as usize]
    }

    /// The loser's disorder at this difference.
    pub fn loser(&self, block: MeleeBlock, difference: i32) -> MeleeEffect {
        let block = &self.blocks[block as usize];
        block.loser[block.differences.place(difference)]
    }

    /// The ranks that take part at this difference.
    pub fn ranks(&self, block: MeleeBlock, difference: i32, attacker_won: bool) -> RanksTakingPart {
        let block = &self.blocks[block as usize];
        let place = block.differences.place(difference);
        if attacker_won { block.won[place] } else { block.lost[place] }
    }

    /// Men the enemy loses for each melee unit, by the side's own result.
    pub fn men(&self, result: i32) -> i32 {
        self.men[self.results.place(result)]
    }

    /// Figures that each melee unit of the winner takes prisoner.
    pub fn prisoners(&self, result: i32, cavalry_v_others: bool) -> i32 {
        let row = if cavalry_v_others { &self.prisoners_of_cavalry } else { &self.prisoners_of_others };
        row[self.results.place(result)]
    }
}

/// The notes of each row.
fn read_notes(
    points: &Part,
    notes: &Part,
) -> Result<[[bool; MeleeNote::ALL.len()]; MeleeRow::ALL.len()], TableFault> {
    notes.expect_rows(&["1", "2", "3", "4"])?;
    let mut marked = [[false; MeleeNote::ALL.len()]; MeleeRow::ALL.len()];
    for row in MeleeRow::ALL {
        let marks = match points.cell(row.as_str(), "note")? {
            Cell::Dash => "",
            _ => points.word(row.as_str(), "note")?,
        };
        for mark in marks.split_whitespace() {
            let note: MeleeNote = notes.parsed(mark, "does_not_count")?;
            marked[row.place()][note as usize] = true;
        }
    }
    Ok(marked)
}
