//! Victory (§house.victory): what the scenario says, else fewer broken formations, then fewer lost bases in per cent, then more prisoners.

use krigsspil_engine::battle::{Ending, Presence};
use krigsspil_field::prelude::Placed;
use krigsspil_turn::objectives::{self, Contested, Counts, Losses};

use super::state::*;

impl Counts for Battle {
    /// Whoever stands there in command of himself: not of a broken formation, and no train.
    fn holding(&self) -> impl Iterator<Item = (SideId, &Placed)> {
        let stands =
            |unit: &UnitId| !self.command_of(*unit).broken && self.units[*unit].branch != Branch::Train;
        self.here().filter(stands).map(|unit| (self.units[unit].side, &self.units[unit].placed))
    }

    fn losses(&self, side: SideId) -> Losses {
        let own = self.units.values().filter(|unit| unit.side == side);
        let (mut men, mut lost) = (0, 0);
        for unit in own {
            men += unit.first.in_halves() * unit.men_a_base / 2;
            lost += lost_halves(unit) * unit.men_a_base / 2;
        }
        Losses { men, lost }
    }

    fn stands(&self, side: SideId) -> bool {
        let coming = |unit: &Unit| matches!(unit.presence, Presence::Here | Presence::Coming);
        self.units.values().any(|unit| unit.side == side && coming(unit))
    }
}

/// Half bases that are lost: of one that has left the table, all (R111).
fn lost_halves(unit: &Unit) -> i32 {
    match unit.presence {
        Presence::Here | Presence::Coming => unit.lost().in_halves(),
        _ => unit.first.in_halves(),
    }
}

/// Broken formations, and lost bases in thousandths, of a side.
fn fares(battle: &Battle, side: SideId) -> (i32, i32) {
    let of_side = |post: &PostId| battle.posts[*post].rider.side == side;
    let broken = battle.formations().filter(of_side).filter(|&post| battle.commands[post].broken).count();
    let own = || battle.units.values().filter(|unit| unit.side == side && unit.branch != Branch::Train);
    let first: i32 = own().map(|unit| unit.first.in_halves()).sum();
    let lost: i32 = own().map(lost_halves).sum();
    (broken as i32, 1000 * lost / first.max(1))
}

/// Every command of a side is broken, or has nobody left (R111).
fn all_broken(battle: &Battle, side: SideId) -> bool {
    let mut own = battle.formations().filter(|&post| battle.posts[post].rider.side == side);
    let gone = |post: PostId| {
        let here = || battle.under(post).any(|unit| battle.units[unit].here());
        (battle.commands[post].broken || !here()) && !battle.comes_later(post)
    };
    own.all(gone)
}

/// How it ended, when it has: at the turn limit, or when every command of a side is broken (R111).
pub(super) fn ending(battle: &Battle) -> Option<Ending> {
    let sides: Vec<SideId> = battle.fixed.sides.ids().collect();
    let name = |side: SideId| battle.fixed.sides[side].id.to_string();
    let points = objectives::points(battle);
    let told = || sides.iter().map(|&side| (name(side), points[side])).collect::<Vec<_>>();
    let standing: Vec<SideId> = sides.iter().copied().filter(|&side| !all_broken(battle, side)).collect();
    if standing.len() < sides.len() {
        let winner = if standing.len() == 1 { Some(name(standing[0])) } else { None };
        return Some(Ending { winner, reason: "army_broken", points: told() });
    }
    let victory = battle.victory();
    if !victory.objective.is_empty() || victory.points_a_hundred_men > 0 {
        return objectives::ending(battle);
    }
    if !battle.time_is_up() {
        return None;
    }
    Some(Ending { winner: by_losses(battle, &sides).map(name), reason: "time_ran_out", points: told() })
}

/// Fewer broken formations, then fewer lost bases in per cent, then more prisoners (R100); nobody where all are equal.
fn by_losses(battle: &Battle, sides: &[SideId]) -> Option<SideId> {
    let worth = |side: SideId| {
        let (broken, lost) = fares(battle, side);
        (-broken, -lost, battle.side[side].prisoners.in_halves())
    };
    let best = sides.iter().copied().max_by_key(|&side| worth(side))?;
    let equal = sides.iter().filter(|&&side| worth(side) == worth(best)).count();
    (equal == 1).then_some(best)
}
