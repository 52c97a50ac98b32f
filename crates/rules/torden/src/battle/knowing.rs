//! Who knows what: the one place where these rules say who sits where, sees whom and commands whom.

use krigsspil_turn::knowledge::{Knowledge, Known, Seating, Sightings};

use super::state::*;

/// What a seat may know of a battle.
pub(super) type Eyes<'a> = Knowledge<'a, Battle>;

impl Known for Battle {
    fn seating(&self) -> &Seating {
        &self.fixed.seating
    }

    fn sightings(&self) -> &Sightings {
        &self.seen
    }

    fn side_of(&self, unit: UnitId) -> SideId {
        self.units[unit].side
    }

    fn seat_of(&self, unit: UnitId) -> SeatNo {
        self.fixed.seat_of[self.units[unit].chief]
    }
}
