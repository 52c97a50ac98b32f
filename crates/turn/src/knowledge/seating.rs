//! Who has which seat, by number.

use krigsspil_engine::battle::{Seat, SeatId, Seats};

use crate::ids::{Roll, SeatNo, SideId};

/// The seats of a battle, numbered in the order of their names.
#[derive(Clone, Debug)]
pub struct Seating {
    seats: Roll<SeatNo, Sitting>,
}

#[derive(Clone, Debug)]
struct Sitting {
    id: SeatId,
    side: Option<SideId>,
    umpire: bool,
}

impl Seating {
    /// The seats by number; `side` finds a side by its id.
    pub fn new(seats: &Seats, side: impl Fn(&str) -> Option<SideId>) -> Seating {
        let sitting = |(id, seat): (&SeatId, &Seat)| Sitting {
            id: id.clone(),
            side: match seat {
                Seat::Player { side: of, .. } => side(of),
                Seat::Umpire | Seat::Onlooker => None,
            },
            umpire: matches!(seat, Seat::Umpire),
        };
        Seating { seats: seats.iter().map(sitting).collect() }
    }

    /// The number of a seat.
    pub fn number(&self, id: &SeatId) -> Option<SeatNo> {
        self.seats.find(|sitting| sitting.id == *id)
    }

    /// The name of a seat.
    pub fn id(&self, seat: SeatNo) -> &SeatId {
        &self.seats[seat].id
    }

    /// The side a seat plays for; `None` for the umpire and onlookers.
    pub fn side(&self, seat: SeatNo) -> Option<SideId> {
        self.seats[seat].side
    }

    /// Is it the umpire's seat?
    pub fn is_umpire(&self, seat: SeatNo) -> bool {
        self.seats[seat].umpire
    }

    /// Every seat.
    pub fn all(&self) -> impl Iterator<Item = SeatNo> + use<> {
        self.seats.ids()
    }

    /// The players, each with his side.
    pub fn players(&self) -> impl Iterator<Item = (SeatNo, SideId)> + '_ {
        self.seats.iter().filter_map(|(seat, sitting)| Some((seat, sitting.side?)))
    }

    /// The players of a side.
    pub fn players_of(&self, side: SideId) -> impl Iterator<Item = SeatNo> + '_ {
        self.players().filter(move |(_, of)| *of == side).map(|(seat, _)| seat)
    }
}
