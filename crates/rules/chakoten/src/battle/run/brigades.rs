//! Several units stand in one brigade or division column or square, and by themselves again (§04.01.4, §05.01.6, §05.02.5).
//!
//! While they stand together they are one unit on the table; each keeps what it was, and takes its share of the losses when they part.

use krigsspil_field::prelude::*;
use krigsspil_turn::ids::UnitId;
use krigsspil_turn::riders;
use serde_json::json;

use super::changes::{rebuild, stay_on_table};
use super::{Go, Run};
use crate::battle::legal::may_mass;
use crate::battle::order::{Formation, Massed, UnitOrder};
use crate::battle::state::*;

impl Run<'_> {
    /// Columns and squares of several units are formed and dissolved by units that have done nothing else in the turn (§04.01.5).
    pub(super) fn brigades_form(&mut self) -> Go {
        let idle = |unit: &Unit| {
            unit.intact()
                && unit.now.fought.is_empty()
                && !unit.now.moved
                && !unit.now.fired
                && !unit.now.retires
        };
        for unit in self.in_place_order(|unit| unit.now.order == Some(UnitOrder::Disband)) {
            if idle(self.unit(unit)) && !self.unit(unit).brigade.is_empty() {
                self.disbands(unit);
            }
        }
        // Whoever touches the column comes to it, and the next may touch it then.
        let mut come = self.in_place_order(|unit| matches!(unit.now.order, Some(UnitOrder::Mass { .. })));
        while let Some(at) = come.iter().position(|&unit| self.comes_to(unit, idle).is_some()) {
            let unit = come.remove(at);
            if let Some((lead, massed)) = self.comes_to(unit, idle) {
                self.stands_with(unit, lead, massed);
            }
        }
        Ok(())
    }

    /// The unit that another stands with from now on.
    fn comes_to(&self, unit: UnitId, idle: impl Fn(&Unit) -> bool) -> Option<(UnitId, Massed)> {
        let Some(UnitOrder::Mass { with, massed }) = &self.unit(unit).now.order else { return None };
        let lead = self.battle.unit(with).filter(|lead| *lead != unit)?;
        let (comes, stands) = (self.unit(unit), self.unit(lead));
        let still = matches!(stands.now.order, None | Some(UnitOrder::Stand { .. } | UnitOrder::Mass { .. }));
        let free = self.battle.chain_of(unit).is_none() && self.battle.chain_of(lead).is_none();
        let may = may_mass(comes, stands)
            && idle(comes)
            && idle(stands)
            && still
            && free
            && comes.brigade.is_empty();
        (may && in_contact(&comes.placed, &stands.placed)).then_some((lead, *massed))
    }

    fn member(&self, unit: UnitId) -> Member {
        let of = self.unit(unit);
        Member {
            unit,
            original: of.original,
            lost_men: of.lost_men,
            valeur: of.valeur,
            counts_from: of.counts_from,
        }
    }

    /// A unit comes into the column or square of another: they count as one (§12.03.1), with the mean of their valeurs by size, the worst
    /// order and the fewest loads (house).
    fn stands_with(&mut self, unit: UnitId, lead: UnitId, massed: Massed) {
        if self.unit(lead).brigade.is_empty() {
            let first = self.member(lead);
            self.unit_mut(lead).brigade = vec![first];
        }
        let joins = self.member(unit);
        let [one, other] = [lead, unit].map(|unit| (self.unit(unit).figures, self.battle.valeur(unit)));
        let mean = (one.0 * one.1 + other.0 * other.1).div_euclid((one.0 + other.0).max(1));
        let (order, loads) = (self.unit(unit).order, self.unit(unit).loads);
        let files = (self.unit(unit).figures + 1) / 2;
        let lead_files =
            if self.unit(lead).brigade.len() > 1 { self.unit(lead).front } else { (one.0 + 1) / 2 };
        self.joins(unit, lead);
        riders::go_over(self, unit, lead);
        let together = self.unit_mut(lead);
        together.brigade.push(joins);
        together.order = together.order.max(order);
        together.loads = together.loads.min(loads);
        together.valeur = mean.clamp(-4, 5);
        together.counts_from = Some((together.figures, together.lost_men));
        together.front = lead_files.max(files);
        together.formation = match massed {
            Massed::Square if together.branch == Branch::Infantry => Formation::Square,
            _ => Formation::BrigadeColumn,
        };
        together.trail.clear();
        rebuild(self.battle, self.tables, lead);
        stay_on_table(self.battle, lead);
        self.stand_clear(lead);
        self.tell("masses", "04.01.4", &[lead, unit], json!({"formation": self.unit(lead).formation}));
    }

    /// The units of a column or square stand by themselves again, in line one behind the other, each with its share of the losses.
    fn disbands(&mut self, lead: UnitId) {
        let mut together = self.unit(lead).clone();
        without_the_missing(&mut together);
        let shares = shares(&together);
        let mut behind = 0.0;
        self.tell("disbands", "04.01.5", &[lead], json!({}));
        for (member, lost) in together.brigade.iter().zip(shares) {
            let unit = member.unit;
            let back = self.unit_mut(unit);
            back.brigade.clear();
            (back.presence, back.order, back.loads) = (Presence::Here, together.order, together.loads);
            (back.original, back.lost_men) = (member.original, member.lost_men + lost);
            let men = (MEN * back.original - back.lost_men).max(0);
            back.figures = (men + MEN - 1) / MEN;
            back.carried = back.figures * MEN - men;
            (back.valeur, back.counts_from) = (member.valeur, member.counts_from);
            back.first_fire_spent |= together.first_fire_spent;
            back.first_attack_spent |= together.first_attack_spent;
            (back.quiet_since, back.stands_since) = (together.quiet_since, together.stands_since);
            back.formation = if back.figures >= 4 { Formation::Line } else { Formation::Hob };
            back.front = crate::battle::bodies::column_front(back.figures);
            back.trail.clear();
            back.now = ThisTurn { order: together.now.order.clone(), ..ThisTurn::default() };
            let at = together.pose.at - together.pose.facing.ahead() * behind;
            back.pose = Pose::new(at, together.pose.facing).on_grid();
            if back.figures <= 0 {
                self.destroyed(unit, "04.01.5");
                continue;
            }
            rebuild(self.battle, self.tables, unit);
            behind += self.unit(unit).placed.body().depth();
            stay_on_table(self.battle, unit);
            self.stand_clear(unit);
        }
    }
}

/// Skirmishers who went out from the column and did not come back are on nobody's roll any more: the hindmost units are so much smaller.
fn without_the_missing(together: &mut Unit) {
    let all: i32 = together.brigade.iter().map(|member| member.original).sum();
    let mut missing = (all - together.original).max(0);
    for member in together.brigade.iter_mut().rev() {
        let left = (MEN * member.original - member.lost_men) / MEN;
        let fewer = missing.min((left - 1).max(0));
        (member.original, missing) = (member.original - fewer, missing - fewer);
    }
}

/// The men that each unit of a column or square has lost in it, by size; what does not divide falls on the foremost.
fn shares(together: &Unit) -> Vec<i32> {
    let men = |member: &Member| MEN * member.original - member.lost_men;
    let before: i32 = together.brigade.iter().map(men).sum();
    let lost = (before - (MEN * together.original - together.lost_men)).max(0);
    let mut shares: Vec<i32> =
        together.brigade.iter().map(|member| lost * men(member) / before.max(1)).collect();
    let mut rest = lost - shares.iter().sum::<i32>();
    for (share, member) in shares.iter_mut().zip(&together.brigade) {
        let more = rest.min(men(member) - *share).max(0);
        (*share, rest) = (*share + more, rest - more);
    }
    shares
}
