//! The melee charts, classic and fast play, and the results.

use krigsspil_engine::table::{Part, TableFault, TableShelf};

use super::read::{Pair, expect_grades, expect_words, figures, pairs, place};
use crate::procedures::melee_results::MeleeRow;
use crate::procedures::melee_units::{AttackerColumn, FormationRow};

pairs! {
    /// Situation modifiers.
    SituationPoints {
        attacker_woods_trained,
        attacker_lancer_or_heavier,
        attacker_unorganized,
        attacker_disrupted,
        attacker_general,
        attacker_crossed,
        attacker_skirmish,
        attacker_uphill,
        defender_woods_trained,
        defender_lancer_or_heavier,
        defender_unorganized,
        defender_disrupted,
        defender_general,
        defender_position,
        several_attackers,
        defender_skirmish_or_crew,
        defender_uphill,
        flank_or_rear,
        fired_at_by_artillery,
    }
}
pairs! {
    /// Situation modifiers from rules and options.
    OtherPoints { player_general, hill_meeting, russians_in_russia, elephants }
}

/// A cell of the formation table: `None` for a printed star.
type FormationCell = Option<i32>;

/// One of the two melee charts.
#[derive(Clone, Debug)]
pub struct MeleeChart {
    chance: [[i32; 10]; 10],
    /// Situation modifiers.
    pub situation: SituationPoints,
    /// Situation modifiers outside the chart.
    pub other: OtherPoints,
    formation: [[FormationCell; 8]; FormationRow::ALL.len()],
}

impl MeleeChart {
    fn read(shelf: &TableShelf, id: &str) -> Result<MeleeChart, TableFault> {
        let table = shelf.table(id)?;
        let part = table.part("chance")?;
        expect_grades(part)?;
        let mut chance = [[0; 10]; 10];
        for (row, chances) in chance.iter_mut().enumerate() {
            let key = (row + 1).to_string();
            part.expect_rising(&key)?;
            *chances = part.wholes(&key)?;
        }
        Ok(MeleeChart {
            chance,
            situation: SituationPoints::read(table.part("situation")?)?,
            other: OtherPoints::read(table.part("outside_the_chart")?)?,
            formation: read_formation(table.part("formation")?)?,
        })
    }

    /// The attacker's chance to win in per cent; both grades are limited to 1 to 10.
    pub fn chance(&self, attacker: i32, defender: i32) -> i32 {
        self.chance[defender.clamp(1, 10) as usize - 1][attacker.clamp(1, 10) as usize - 1]
    }

    /// The tactical formation modifier; `None` for a printed star.
    pub fn formation(&self, row: FormationRow, column: AttackerColumn, engaged: bool) -> Option<i32> {
        self.formation[row as usize][2 * column as usize + usize::from(engaged)]
    }
}

fn read_formation(part: &Part) -> Result<[[FormationCell; 8]; FormationRow::ALL.len()], TableFault> {
    let rows = || FormationRow::ALL.iter().filter(|row| **row != FormationRow::None);
    expect_words(part, rows().map(|row| row.as_str()))?;
    let mut formation = [[Some(0); 8]; FormationRow::ALL.len()];
    for row in rows() {
        formation[*row as usize] = part.wholes_or_dashes(row.as_str())?;
    }
    Ok(formation)
}

figures! {
    /// Modifiers of the results chart.
    ResultPoints {
        winner_skirmish_or_disrupted,
        winner_unorganized_or_engaged,
        winner_cover_or_uphill,
        winner_on_flank,
        loser_skirmish_or_disrupted,
        loser_unorganized,
        loser_cover_or_uphill,
        loser_on_flank,
        cavalry_over_foot_or_guns,
        infantry_over_cavalry,
    }
}

/// The effect of a row of the results chart.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct MeleeEffects {
    /// Castings the winner loses.
    pub winner_loses: i32,
    /// Castings the loser loses.
    pub loser_loses: i32,
    /// The loser's retreat.
    pub retreat_yards: i32,
    /// How far winning infantry may advance.
    pub infantry_advance: i32,
}

/// The melee charts.
#[derive(Clone, Debug)]
pub struct MeleeTables {
    /// The classic chart, in per cent.
    pub classic: MeleeChart,
    /// The fast play chart, in melee grades.
    pub fast: MeleeChart,
    grades: Vec<krigsspil_engine::table::Span>,
    least: [[i32; 4]; 5],
    effects: [MeleeEffects; MeleeRow::ALL.len()],
    /// Modifiers of the results chart.
    pub result_points: ResultPoints,
}

impl MeleeTables {
    pub(super) fn read(shelf: &TableShelf) -> Result<MeleeTables, TableFault> {
        let results = shelf.table("melee-results")?;
        let totals = results.part("least_total")?;
        let part = results.part("effects")?;
        expect_words(part, MeleeRow::ALL.iter().map(|row| row.as_str()))?;
        expect_words(totals, MeleeRow::ALL.iter().skip(1).map(|row| row.as_str()))?;
        let mut least = [[0; 4]; 5];
        let mut effects =
            [MeleeEffects { winner_loses: 0, loser_loses: 0, retreat_yards: 0, infantry_advance: 0 };
                MeleeRow::ALL.len()];
        for (place, row) in MeleeRow::ALL.iter().enumerate() {
            let [winner_loses, loser_loses, retreat_yards, infantry_advance] = part.wholes(row.as_str())?;
            effects[place] = MeleeEffects { winner_loses, loser_loses, retreat_yards, infantry_advance };
            if let Some(above) = place.checked_sub(1) {
                least[above] = totals.wholes(row.as_str())?;
            }
        }
        if least.windows(2).any(|rows| rows[0].iter().zip(rows[1]).any(|(low, high)| *low > high)) {
            return Err(totals.falling_fault());
        }
        Ok(MeleeTables {
            classic: MeleeChart::read(shelf, "melee-classic")?,
            fast: MeleeChart::read(shelf, "melee-fast")?,
            grades: totals.column_spans()?,
            least,
            effects,
            result_points: ResultPoints::read(
                shelf.table("melee-results-modifiers")?.part("points")?,
                "points",
            )?,
        })
    }

    /// The row of a total in the column of the winner's melee grade.
    pub fn result(&self, melee_grade: i32, total: i32) -> MeleeRow {
        let column = place(&self.grades, melee_grade).unwrap_or(3).min(3);
        let reached = self.least.iter().take_while(|row| total >= row[column]).count();
        MeleeRow::ALL[reached]
    }

    /// The effect of a row.
    pub const fn effects(&self, row: MeleeRow) -> MeleeEffects {
        self.effects[row as usize]
    }
}
