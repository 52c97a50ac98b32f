//! Tables 1 and 2: command control, and the costs of a march.

use krigsspil_engine::table::{TableFault, TableShelf};

use super::read::column_of_figures;
use crate::vocabulary::{Battery, Gun};

column_of_figures! {
    /// Table 1: the modifiers of a command control.
    pub struct ControlModifiers {
        detachment_order = "detachment_order",
        receiver_has_attack_order = "receiver_has_attack_order",
        each_previous_control = "each_previous_control",
    }
    stated ["receiver_ke", "issuer_ke"]
}

/// Table 1.
#[derive(Clone, Copy, Debug)]
pub struct CommandTable {
    /// The modifiers.
    pub modifiers: ControlModifiers,
    accept: [i32; 3],
}

impl CommandTable {
    pub(super) fn read(shelf: &TableShelf) -> Result<CommandTable, TableFault> {
        let table = shelf.table("tabel-1")?;
        let part = table.part("accept")?;
        part.expect_rows(&["zone_1", "zone_2", "zone_3"])?;
        let zone = |row| part.whole(row, "total");
        let accept = [zone("zone_1")?, zone("zone_2")?, zone("zone_3")?];
        if !accept.is_sorted() {
            return Err(part.falling_fault());
        }
        let modifiers = ControlModifiers::read(table.part("modifiers")?, "modifier")?;
        Ok(CommandTable { modifiers, accept })
    }

    /// The total needed in a zone, 1 to 3.
    pub const fn accept(&self, zone: i32) -> i32 {
        match zone {
            1 => self.accept[0],
            2 => self.accept[1],
            _ => self.accept[2],
        }
    }
}

/// Table 2, in quarter turns and divisors.
#[derive(Clone, Copy, Debug)]
pub struct MarchCosts {
    limber_twelve_pounder_foot: i32,
    limber_other_foot: i32,
    limber_horse: i32,
    /// To pass an obstacle.
    pub obstacle: i32,
    /// To move within a town.
    pub within_town: i32,
    /// To enter or leave a town.
    pub into_or_out_of_town: i32,
    /// The divisor of the march for difficult ground and rivers.
    pub difficult_divisor: i32,
    /// The divisor of the march for moving back and passing through friends.
    pub backward_divisor: i32,
}

impl MarchCosts {
    pub(super) fn read(shelf: &TableShelf) -> Result<MarchCosts, TableFault> {
        let table = shelf.table("tabel-2")?;
        let part = table.part("quarter_turns")?;
        part.expect_rows(&[
            "unlimber_12_pounder_foot",
            "unlimber_other_foot",
            "unlimber_horse",
            "obstacle",
            "within_town",
            "formation_change",
            "into_or_out_of_town",
        ])?;
        let quarters = |row| part.within(row, "quarters", 0..=4);
        let divided = table.part("march_divided_by")?;
        divided.expect_rows(&["difficult_or_river", "backward_or_passage"])?;
        let horse = part.whole_or_dash("unlimber_horse", "quarters")?;
        Ok(MarchCosts {
            limber_twelve_pounder_foot: quarters("unlimber_12_pounder_foot")?,
            limber_other_foot: quarters("unlimber_other_foot")?,
            limber_horse: horse.unwrap_or(0),
            obstacle: quarters("obstacle")?,
            within_town: quarters("within_town")?,
            into_or_out_of_town: quarters("into_or_out_of_town")?,
            difficult_divisor: divided.within("difficult_or_river", "divisor", 1..=10)?,
            backward_divisor: divided.within("backward_or_passage", "divisor", 1..=10)?,
        })
    }

    /// Quarter turns to limber or to unlimber a battery (§4.6.1, R17).
    pub const fn limbering(&self, battery: Battery, gun: Gun) -> i32 {
        match (battery, gun) {
            (Battery::Horse, _) => self.limber_horse,
            (Battery::Foot, Gun::TwelvePounder) => self.limber_twelve_pounder_foot,
            (Battery::Foot, Gun::SixPounder | Gun::NinePounder) => self.limber_other_foot,
        }
    }
}
