//! Victory: what the scenario says, counted by the common objectives.

use krigsspil_engine::battle::{Ending, Presence};
use krigsspil_field::prelude::Placed;
use krigsspil_turn::objectives::{self, Counts, Losses};

use super::state::*;
use crate::vocabulary::{Arm, Status};

/// Men in a casting (§1.1); of a battery's crew too, for the count of losses.
const MEN_A_CASTING: i32 = 60;

impl Counts for Battle {
    /// Whoever stands there and is in hand: no guns, and nobody Disrupted.
    fn holding(&self) -> impl Iterator<Item = (SideId, &Placed)> {
        let stands = |unit: &UnitId| {
            self.units[*unit].arm != Arm::Artillery && self.units[*unit].status() != Status::Disrupted
        };
        self.here().filter(stands).map(|unit| (self.units[unit].side, &self.units[unit].placed))
    }

    fn losses(&self, side: SideId) -> Losses {
        let (mut men, mut lost) = (0, 0);
        for unit in self.units.values().filter(|unit| unit.side == side) {
            let castings = match unit.presence {
                Presence::Here | Presence::Coming if !unit.abandoned() => unit.lost(),
                _ => unit.first,
            };
            men += unit.first * MEN_A_CASTING;
            lost += castings * MEN_A_CASTING;
        }
        Losses { men, lost }
    }

    fn stands(&self, side: SideId) -> bool {
        let coming =
            |unit: &Unit| matches!(unit.presence, Presence::Here | Presence::Coming) && !unit.abandoned();
        self.units.values().any(|unit| unit.side == side && coming(unit))
    }
}

/// How it ended, when it has: somebody has nobody left, or the scenario is over.
pub(super) fn ending(battle: &Battle) -> Option<Ending> {
    let sides: Vec<SideId> = battle.fixed.sides.ids().collect();
    let standing: Vec<SideId> = sides.iter().copied().filter(|&side| battle.stands(side)).collect();
    if standing.len() < sides.len() {
        let name = |side: SideId| battle.fixed.sides[side].id.to_string();
        let points = objectives::points(battle);
        let winner = (standing.len() == 1).then(|| name(standing[0]));
        let points = sides.iter().map(|&side| (name(side), points[side])).collect();
        return Some(Ending { winner, reason: "nobody_left", points });
    }
    objectives::ending(battle)
}
