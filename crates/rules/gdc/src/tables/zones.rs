//! The charts of objective zones.

use krigsspil_engine::table::{Part, Span, TableFault, TableShelf};
use krigsspil_engine::wordings::NOT_A_RANGE;

use super::read::{Pair, pairs, place};
use crate::vocabulary::ZoneClass;

/// The numbers of a class of zones.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ClassFigures {
    /// Turns before a unit may leave.
    pub traffic: i32,
    /// Battalions sheltered.
    pub capacity: i32,
    /// Batteries in garrison.
    pub batteries: i32,
    /// Modifier of fire on the garrison.
    pub bir: i32,
    /// Least diameter in yards.
    pub least_yards: i32,
    /// Greatest diameter in yards.
    pub most_yards: i32,
    /// Defensive multiplier in hundredths.
    pub multiplier: i32,
}

pairs! {
    /// Modifiers of sector combat.
    SectorPoints { unorganized, disrupted, cavalry, artillery_support, russians_in_russia }
}

/// The effect of a result of sector combat.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SectorEffects {
    /// Castings the attacker loses.
    pub attacker_loses: i32,
    /// Castings the defender loses.
    pub defender_loses: i32,
    /// The attacker's retreat.
    pub attacker_retreats: i32,
}

/// The charts of objective zones.
#[derive(Clone, Debug)]
pub struct ZoneTables {
    classes: [ClassFigures; ZoneClass::ALL.len()],
    /// Capacity of a fortified town.
    pub town_capacity: i32,
    attackers: Vec<Span>,
    defenders: Vec<Span>,
    ranges: Vec<Vec<Span>>,
    /// Modifiers of sector combat.
    pub points: SectorPoints,
    /// The attacker is repulsed.
    pub repulsed: SectorEffects,
    /// The sector stays Engaged.
    pub engaged: SectorEffects,
    /// One side is destroyed.
    pub destroyed: SectorEffects,
}

impl ZoneTables {
    pub(super) fn read(shelf: &TableShelf) -> Result<ZoneTables, TableFault> {
        let table = shelf.table("zone-classes")?;
        let classes = table.part("classes")?;
        let multipliers = shelf.table("zone-multiplier")?.part("multiplier")?;
        let melee = shelf.table("zone-melee")?.part("range")?;
        let results = shelf.table("zone-results")?.part("results")?;
        results.expect_rows(&["repulsed", "engaged", "defender_destroyed"])?;
        Ok(ZoneTables {
            classes: read_classes(classes, multipliers)?,
            town_capacity: table.part("fortified_town")?.whole("E", "capacity")?,
            attackers: melee.row_spans()?,
            defenders: melee.column_spans()?,
            ranges: read_ranges(melee)?,
            points: SectorPoints::read(shelf.table("zone-modifiers")?.part("points")?)?,
            repulsed: read_effects(results, "repulsed")?,
            engaged: read_effects(results, "engaged")?,
            destroyed: read_effects(results, "defender_destroyed")?,
        })
    }

    /// The numbers of a class.
    pub const fn class(&self, class: ZoneClass) -> &ClassFigures {
        &self.classes[class as usize]
    }

    /// The range of the differential, by the grades of the row and the column.
    pub fn range(&self, row_grade: i32, column_grade: i32) -> Span {
        let row = place(&self.attackers, row_grade).unwrap_or(self.attackers.len() - 1);
        let column = place(&self.defenders, column_grade).unwrap_or(self.defenders.len() - 1);
        self.ranges[row][column]
    }
}

fn read_classes(classes: &Part, multipliers: &Part) -> Result<[ClassFigures; 6], TableFault> {
    let keys: Vec<_> = ZoneClass::ALL.iter().map(|class| class.as_str()).collect();
    classes.expect_rows(&keys)?;
    multipliers.expect_rows(&keys)?;
    let mut figures = [ClassFigures {
        traffic: 0,
        capacity: 0,
        batteries: 0,
        bir: 0,
        least_yards: 0,
        most_yards: 0,
        multiplier: 0,
    }; ZoneClass::ALL.len()];
    for (class, key) in figures.iter_mut().zip(keys) {
        let [traffic, capacity, batteries, bir, least_yards, most_yards] = classes.wholes(key)?;
        let multiplier = multipliers.whole(key, "hundredths")?;
        *class = ClassFigures { traffic, capacity, batteries, bir, least_yards, most_yards, multiplier };
    }
    Ok(figures)
}

fn read_ranges(part: &Part) -> Result<Vec<Vec<Span>>, TableFault> {
    if part.rows.is_empty() || part.columns.is_empty() {
        return Err(part.empty_fault());
    }
    part.rows
        .iter()
        .map(|row| {
            row.cells
                .iter()
                .map(|cell| {
                    Span::parse(&cell.to_string())
                        .ok_or_else(|| part.row_fault(row, NOT_A_RANGE.with([("given", cell.into())])))
                })
                .collect()
        })
        .collect()
}

fn read_effects(part: &Part, row: &str) -> Result<SectorEffects, TableFault> {
    let [attacker_loses, defender_loses, attacker_retreats] = part.wholes(row)?;
    Ok(SectorEffects { attacker_loses, defender_loses, attacker_retreats })
}
