//! Orders, officers, engagement and sequences.

use krigsspil_engine::table::{Part, TableFault, TableShelf};

use super::cells::{bare_test, metres, test};
use super::melee::PerPoint;
use crate::notation::{Rating, Test};
use crate::quantity::Metres;
use crate::vocabulary::Level;

/// The command of an officer of a level (house).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Radius {
    /// Command radius.
    pub metres: Metres,
    /// Does he have officers under him?
    pub superior: bool,
}

/// Orders, officers, engagement and sequences.
#[derive(Clone, Debug)]
pub struct Command {
    /// The test that puts an order in force.
    pub order_change: Test,
    /// The test when no die is left.
    pub no_dice_left: Test,
    /// Dice for the officer's own bonus.
    pub own_bonus: PerPoint,
    /// Dice for the bonus of his superior.
    pub superior_bonus: PerPoint,
    /// Dice for each turn since the order was given.
    pub turns_since_order: PerPoint,
    /// Dice for a command in reserve.
    pub in_reserve: PerPoint,
    /// The test of an officer who rides alone.
    pub ride: Test,
    /// One such test for each of these distances.
    pub ride_per: Metres,
    /// The farthest he may ride.
    pub ride_up_to: Metres,
    /// An officer's move straight ahead in a sequence.
    pub ahead: Metres,
    /// The same in a cavalry command.
    pub cavalry_ahead: Metres,
    /// The test for a pivot.
    pub pivot: Test,
    /// An officer's move in the deployment phase.
    pub deployment: Metres,
    /// The test for another sequence, after each of the first four.
    pub sequences: [Test; 4],
    /// An enemy this near engages whatever the orders (house).
    pub engaged_close: Metres,
    /// A visible enemy this near engages under an attack order (house).
    pub engaged_by_order: Metres,
    radius: [Radius; Level::ALL.len()],
}

impl Command {
    pub(super) fn read(shelf: &TableShelf) -> Result<Command, TableFault> {
        let orders = shelf.table("orders")?;
        let (tests, dice_off) = (orders.part("tests")?, orders.part("dice_off")?);
        let ride = shelf.table("manoeuvre")?.part("officers")?;
        let officers = shelf.table("movement")?.part("officers")?;
        let house = shelf.table("house")?;
        let engagement = house.part("engagement")?;
        let off = |row| PerPoint::read(dice_off, row, "dice");
        Ok(Command {
            order_change: test(tests, "order_change", "test", Rating::Ability)?,
            no_dice_left: test(tests, "no_dice_left", "test", Rating::Ability)?,
            own_bonus: off("own_bonus")?,
            superior_bonus: off("superior_bonus")?,
            turns_since_order: off("turns_since_order")?,
            in_reserve: off("in_reserve")?,
            ride: test(ride, "superior_officers", "test", Rating::Ability)?,
            ride_per: Metres(ride.above_0("superior_officers", "per_m")?),
            ride_up_to: metres(ride, "superior_officers", "up_to_m")?,
            ahead: metres(officers, "officers", "ahead_m")?,
            cavalry_ahead: metres(officers, "officers", "cavalry_ahead_m")?,
            pivot: test(officers, "officers", "pivot", Rating::Ability)?,
            deployment: metres(shelf.table("deployment")?.part("rates")?, "normal", "officers")?,
            sequences: sequences(shelf.table("administration")?.part("sequences")?)?,
            engaged_close: metres(engagement, "close", "metres")?,
            engaged_by_order: metres(engagement, "attack_order", "metres")?,
            radius: radius(house.part("command")?)?,
        })
    }

    /// The command of an officer of this level.
    pub fn radius(&self, level: Level) -> Radius {
        self.radius[level as usize]
    }
}

fn sequences(part: &Part) -> Result<[Test; 4], TableFault> {
    Ok([
        bare_test(part, "test", "1")?,
        bare_test(part, "test", "2")?,
        bare_test(part, "test", "3")?,
        bare_test(part, "test", "4")?,
    ])
}

fn radius(part: &Part) -> Result<[Radius; Level::ALL.len()], TableFault> {
    part.expect_rows(&Level::ALL.iter().map(|level| level.as_str()).collect::<Vec<_>>())?;
    let mut radius = [Radius { metres: Metres(0), superior: false }; Level::ALL.len()];
    for (radius, level) in radius.iter_mut().zip(Level::ALL) {
        let metres = metres(part, level.as_str(), "radius_m")?;
        *radius = Radius { metres, superior: part.yes_no(level.as_str(), "superior")? };
    }
    Ok(radius)
}
