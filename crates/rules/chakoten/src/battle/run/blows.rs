//! What a volley does to those it strikes: losses, order, flights (§03.01.5, §13.01).

use std::collections::BTreeMap;

use krigsspil_field::prelude::*;

use super::{Go, Run};
use crate::battle::state::*;
use crate::vocabulary::*;

/// What a fire does to a unit.
pub(super) struct Blow {
    pub firer: UnitId,
    pub target: UnitId,
    pub men: i32,
    pub effect: FireEffect,
    pub from: Point,
    pub horses: i32,
    pub pieces: i32,
    pub loads: i32,
}

impl Run<'_> {
    /// Applies what a volley does: first all losses, then the orders, then the flights.
    pub(super) fn suffer(&mut self, blows: Vec<Blow>) -> Go {
        for blow in &blows {
            self.unit_mut(blow.target).now.under_fire |= blow.men > 0 || blow.effect != FireEffect::Nothing;
            self.lose_men(blow.target, blow.men, "09.02.1")?;
            self.lose_material(blow)?;
        }
        let mut worst: BTreeMap<UnitId, (Order, Point)> = BTreeMap::new();
        for blow in &blows {
            if !self.unit(blow.target).here() {
                continue;
            }
            let before = worst.get(&blow.target).map_or(self.unit(blow.target).order, |(order, ..)| *order);
            let after = before.after(blow.effect.into());
            let first = !worst.contains_key(&blow.target);
            // The cause is who brought it into its order, not who fired at it last (§13.01.2).
            if blow.effect != FireEffect::Nothing && (first || after != before) {
                worst.insert(blow.target, (after, blow.from));
            }
        }
        // Two that fired at each other and come into the same disorder stand (§13.01.4).
        let still = self.stand_in_disorder(&blows, &worst);
        let mut hit: Vec<UnitId> = worst.keys().copied().collect();
        hit.sort_by(|a, b| self.battle.by_place(*a, *b));
        for &unit in &hit {
            let (order, ..) = worst[&unit];
            self.comes_into(unit, order, "09.02.1");
        }
        for unit in hit {
            let (order, from) = worst[&unit];
            if !self.unit(unit).here() {
                continue;
            }
            if still.iter().any(|pair| pair.contains(&unit)) {
                for &[one, other] in still.iter().filter(|pair| pair[0] == unit) {
                    self.mutual(one, other)?;
                }
                continue;
            }
            self.driven(unit, order, from)?;
        }
        self.broken_for_good()
    }

    /// The pairs that fired at each other and come into the same disorder, whoever else fired at them (§13.01.4): the western one first.
    fn stand_in_disorder(
        &self,
        blows: &[Blow],
        worst: &BTreeMap<UnitId, (Order, Point)>,
    ) -> Vec<[UnitId; 2]> {
        let strikes = |firer: UnitId, target: UnitId| {
            blows.iter().any(|blow| {
                blow.firer == firer && blow.target == target && blow.effect != FireEffect::Nothing
            })
        };
        let new = |unit: UnitId, order: Order| !order.intact() && self.unit(unit).order != order;
        let mut pairs = Vec::new();
        for (&one, &(order, _)) in worst {
            for (&other, &(same, _)) in worst {
                let west_first = self.battle.by_place(one, other).is_lt();
                let alike = order == same && new(one, order) && new(other, order);
                if one != other && west_first && alike && strikes(one, other) && strikes(other, one) {
                    pairs.push([one, other]);
                }
            }
        }
        pairs
    }
}
