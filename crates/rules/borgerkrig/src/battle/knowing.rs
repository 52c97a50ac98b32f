//! Who knows what: the one place where these rules say who sits where, sees whom and commands whom.

use krigsspil_engine::battle::SeatId;
use krigsspil_turn::ids::{SeatNo, SideId, UnitId};
use krigsspil_turn::knowledge::{Known, Seating, Sightings};

use super::state::Battle;

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
        self.fixed.seat_no[self.units[unit].general]
    }
}

/// Does a seat of this side know of a unit: its own side's, or an enemy it has seen this turn?
pub(super) fn knows(battle: &Battle, seat: &SeatId, side: SideId, unit: UnitId) -> bool {
    match battle.fixed.seating.number(seat) {
        Some(seat) => battle.player_knows(seat, side, unit),
        None => battle.units[unit].side == side,
    }
}
