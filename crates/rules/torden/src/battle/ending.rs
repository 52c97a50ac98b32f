//! What counts towards victory: the scenario's own, as the print has none.

use krigsspil_field::prelude::Placed;
use krigsspil_turn::objectives::{Counts, Losses};

use super::sequence::{PERIOD, REORGANISATION};
use super::state::*;

impl Counts for Battle {
    /// The last side's turn of the last period is over.
    fn time_is_up(&self) -> bool {
        let last = self.fixed.initiative.last() == Some(&self.active());
        last && self.turn >= self.fixed.scenario.turns && self.stand.phase(&PERIOD).name == REORGANISATION
    }

    /// Mobs hold nothing.
    fn holding(&self) -> impl Iterator<Item = (SideId, &Placed)> {
        let units = self.units.values().filter(|unit| unit.here() && !unit.is_mob() && !unit.is_battery());
        units.map(|unit| (unit.side, &unit.placed))
    }

    fn losses(&self, side: SideId) -> Losses {
        let mut losses = Losses::default();
        for unit in self.units.values().filter(|unit| unit.side == side) {
            losses.men += unit.men;
            losses.lost += unit.lost_men();
        }
        losses
    }

    fn stands(&self, side: SideId) -> bool {
        use krigsspil_engine::battle::Presence::{Coming, Here};
        self.units.values().any(|unit| unit.side == side && matches!(unit.presence, Here | Coming))
    }
}

impl Unit {
    /// Men it has lost; all of those who left the table.
    pub fn lost_men(&self) -> i32 {
        use krigsspil_engine::battle::Presence::{Gone, Left};
        match self.presence {
            Gone | Left => self.men,
            _ => self.men * self.lost / self.original.max(1),
        }
    }
}
