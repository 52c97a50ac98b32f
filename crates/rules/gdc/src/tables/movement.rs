//! The movement charts.

use krigsspil_engine::table::{Part, TableFault, TableShelf};

use super::read::{Bands, figures};
use crate::vocabulary::BatteryKind;

figures! {
    /// Rates of infantry in yards.
    InfantryRates { skirmish, field_column, charge_column, field_line, charge_line, road }
}
figures! {
    /// Optional rates of infantry.
    InfantryOptions { standard_march, russian_road }
}
figures! {
    /// Rates of cavalry in yards.
    CavalryRates { trot, charge, impaired_charge, road }
}
figures! {
    /// Yards that weight adds to the rate of cavalry.
    WeightYards { light, medium, heavy }
}
figures! {
    /// Yards added to the rate of infantry or cavalry.
    AddedYards { unorganized, disrupted, contour }
}
figures! {
    /// Yards added to the rate of a battery.
    BatteryAdded { turn_31_to_90, stream_or_ford, bridge, contour }
}
figures! {
    /// The longest moves of a battery.
    BatteryLongest {
        turn_over_90,
        foot_field_turn,
        foot_road_turn,
        horse_field_turn,
        horse_road_turn,
        ploughed_field,
        limber_and_move,
    }
}

/// The longest moves of infantry or cavalry.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct LongestMoves {
    /// Over a stream or ford.
    pub stream_or_ford: i32,
    /// Over a ploughed field.
    pub ploughed_field: i32,
    /// Formed in light woods.
    pub light_woods_formed: i32,
    /// Formed in heavy woods; `None` if forbidden.
    pub heavy_woods_formed: Option<i32>,
    /// Skirmishing in any woods.
    pub skirmish_in_woods: i32,
    /// Shifting back.
    pub backward_shift: i32,
    /// Shifting sideways.
    pub lateral_shift: i32,
}

impl LongestMoves {
    fn read(part: &Part, arm: &str) -> Result<LongestMoves, TableFault> {
        part.expect_rows(&[
            "stream_or_ford",
            "ploughed_field",
            "light_woods_formed",
            "heavy_woods_formed",
            "skirmish_in_woods",
            "backward_shift",
            "lateral_shift",
        ])?;
        Ok(LongestMoves {
            stream_or_ford: part.whole("stream_or_ford", arm)?,
            ploughed_field: part.whole("ploughed_field", arm)?,
            light_woods_formed: part.whole("light_woods_formed", arm)?,
            heavy_woods_formed: part.whole_or_dash("heavy_woods_formed", arm)?,
            skirmish_in_woods: part.whole("skirmish_in_woods", arm)?,
            backward_shift: part.whole("backward_shift", arm)?,
            lateral_shift: part.whole("lateral_shift", arm)?,
        })
    }
}

/// Rates of a battery in yards; foot batteries do not gallop.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct BatteryRates {
    /// Across country.
    pub field: i32,
    /// At the gallop, unlimbering to fire; `None` for foot batteries.
    pub gallop: Option<i32>,
    /// By road.
    pub road: i32,
    /// Drawn by its crew.
    pub prolonge: i32,
}

/// The movement charts.
#[derive(Clone, Debug)]
pub struct MovementTables {
    /// Rates of infantry.
    pub infantry: InfantryRates,
    /// Its optional rates.
    pub infantry_options: InfantryOptions,
    /// Rates of cavalry.
    pub cavalry: CavalryRates,
    /// Yards that its weight adds.
    pub weight: WeightYards,
    /// Yards added for infantry.
    pub infantry_added: AddedYards,
    /// Yards added for cavalry.
    pub cavalry_added: AddedYards,
    /// Longest moves of infantry.
    pub infantry_longest: LongestMoves,
    /// Longest moves of cavalry.
    pub cavalry_longest: LongestMoves,
    /// Yards added for batteries.
    pub battery_added: BatteryAdded,
    /// Longest moves of batteries.
    pub battery_longest: BatteryLongest,
    batteries: [Bands<BatteryRates>; BatteryKind::ALL.len()],
}

impl MovementTables {
    pub(super) fn read(shelf: &TableShelf) -> Result<MovementTables, TableFault> {
        let infantry = shelf.table("infantry-movement")?;
        let cavalry = shelf.table("cavalry-movement")?;
        let modifiers = shelf.table("movement-modifiers")?;
        let added = modifiers.part("added")?;
        let longest = modifiers.part("longest")?;
        let batteries = shelf.table("artillery-movement")?;
        let battery_modifiers = shelf.table("artillery-movement-modifiers")?;
        Ok(MovementTables {
            infantry: InfantryRates::read(infantry.part("rates")?, "yards")?,
            infantry_options: InfantryOptions::read(infantry.part("options")?, "yards")?,
            cavalry: CavalryRates::read(cavalry.part("rates")?, "yards")?,
            weight: WeightYards::read(cavalry.part("weight")?, "yards")?,
            infantry_added: AddedYards::read(added, "infantry")?,
            cavalry_added: AddedYards::read(added, "cavalry")?,
            infantry_longest: LongestMoves::read(longest, "infantry")?,
            cavalry_longest: LongestMoves::read(longest, "cavalry")?,
            battery_added: BatteryAdded::read(battery_modifiers.part("added")?, "yards")?,
            battery_longest: BatteryLongest::read(battery_modifiers.part("longest")?, "yards")?,
            batteries: [
                battery_rates(batteries.part("foot")?)?,
                battery_rates(batteries.part("horse")?)?,
                battery_rates(batteries.part("guard_horse")?)?,
            ],
        })
    }

    /// The rates of a battery of this kind and poundage.
    pub fn battery(&self, kind: BatteryKind, poundage: i32) -> BatteryRates {
        self.batteries[kind as usize].at(poundage)
    }
}

fn battery_rates(part: &Part) -> Result<Bands<BatteryRates>, TableFault> {
    let gallops = part.columns.iter().any(|column| column == "gallop");
    Bands::read(part, 1, i32::MAX, |row| {
        Ok(BatteryRates {
            field: part.whole(row, "field")?,
            gallop: gallops.then(|| part.whole(row, "gallop")).transpose()?,
            road: part.whole(row, "road")?,
            prolonge: part.whole(row, "prolonge")?,
        })
    })
}
