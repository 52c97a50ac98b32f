//! Skema III: march distances.

use krigsspil_engine::table::{TableFault, TableShelf};
use krigsspil_engine::wordings::NO_DASH;

use super::wordings::NO_MARCH;

krigsspil_engine::choices! {
    /// A row of skema III.
    pub enum MarchRow {
        InfantryMarch = "inf_march",
        InfantryAttack = "inf_attack",
        InfantryLine = "inf_line",
        InfantrySkirmish = "inf_skirmish",
        InfantrySquare = "inf_square",
        InfantryFlight = "inf_flight",
        CavalryMarch = "cav_march",
        CavalrySwarm = "cav_swarm",
        CavalryLineLight = "cav_line_light",
        CavalryLineMedium = "cav_line_medium",
        CavalryLineHeavy = "cav_line_heavy",
        StormSwarm = "storm_swarm",
        StormLight = "storm_light",
        StormMedium = "storm_medium",
        StormHeavy = "storm_heavy",
        Cossack = "cossack",
        Courier = "courier",
        CavalryFlight = "cav_flight",
        FootLight = "art_foot_light",
        Driving = "art_driving",
        Horse = "art_horse",
        FootMedium = "art_foot_medium",
        FootHeavy = "art_foot_heavy",
        ArtilleryStorm = "art_storm",
        HandLight = "art_hand_light",
        HandMedium = "art_hand_medium",
        HandHeavy = "art_hand_heavy",
        ArtilleryFlight = "art_flight",
        Pack = "pack",
        Wagon = "wagon",
    }

    /// A column of skema III.
    pub enum MarchColumn {
        Road = "road",
        Path = "path",
        Normal = "normal",
        Difficult = "difficult",
        Plantation = "plantation",
        Water = "water",
    }
}

/// Skema III.
#[derive(Clone, Debug)]
pub struct MarchTable {
    cm: [[Option<i32>; 6]; MarchRow::ALL.len()],
}

impl MarchTable {
    pub(super) fn read(shelf: &TableShelf) -> Result<MarchTable, TableFault> {
        let table = shelf.table("skema-III")?;
        let parts = [
            (table.part("infantry")?, &MarchRow::ALL[..6]),
            (table.part("cavalry")?, &MarchRow::ALL[6..18]),
            (table.part("artillery")?, &MarchRow::ALL[18..28]),
            (table.part("train")?, &MarchRow::ALL[28..]),
        ];
        let mut cm = [[None; 6]; MarchRow::ALL.len()];
        for (part, rows) in parts {
            part.expect_rows(&rows.iter().map(|row| row.as_str()).collect::<Vec<_>>())?;
            for row in rows {
                let key = row.as_str();
                for column in MarchColumn::ALL {
                    let cell = part.whole_or_dash(key, column.as_str())?;
                    if let Some(cm) = cell.filter(|cm| *cm <= 0) {
                        let reason = NO_MARCH.with([("given", cm.into())]);
                        return Err(part.cell_fault(key, column.as_str(), reason));
                    }
                    cm[*row as usize][*column as usize] = cell;
                }
                if cm[*row as usize][MarchColumn::Normal as usize].is_none() {
                    return Err(part.cell_fault(key, MarchColumn::Normal.as_str(), NO_DASH));
                }
            }
        }
        Ok(MarchTable { cm })
    }

    /// The march in cm each turn; `None` if the print is blank.
    pub const fn cm(&self, row: MarchRow, column: MarchColumn) -> Option<i32> {
        self.cm[row as usize][column as usize]
    }
}
