//! What counts towards victory (the scenario's `[victory]`).

use krigsspil_field::prelude::Placed;
use krigsspil_turn::objectives::{Counts, Losses};

use super::state::{Battle, Branch, MEN, Presence, SideId, Unit};

impl Battle {
    /// The units of a side; wagons and skirmishers sent out do not count by themselves.
    fn fighting(&self, side: SideId) -> impl Iterator<Item = &Unit> {
        self.units.values().filter(move |unit| unit.side == side && unit.branch != Branch::Wagon)
    }
}

impl Counts for Battle {
    fn holding(&self) -> impl Iterator<Item = (SideId, &Placed)> {
        let steady = self.units.values().filter(|unit| unit.steady() && unit.branch != Branch::Wagon);
        steady.map(|unit| (unit.side, &unit.placed))
    }

    fn losses(&self, side: SideId) -> Losses {
        let lost = |unit: &Unit| match unit.presence {
            Presence::Gone | Presence::Left => MEN * unit.original,
            _ => unit.lost_men.min(MEN * unit.original),
        };
        Losses {
            men: self.fighting(side).map(|unit| MEN * unit.original).sum(),
            lost: self.fighting(side).map(lost).sum(),
        }
    }

    fn stands(&self, side: SideId) -> bool {
        self.fighting(side).any(|unit| matches!(unit.presence, Presence::Here | Presence::Coming))
    }
}
