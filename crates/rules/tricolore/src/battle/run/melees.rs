//! Melees: who leads, what counts, and the throw (§turn.D.3). All are measured before any is thrown for.

use krigsspil_field::prelude::figures_in_contact;
use krigsspil_turn::desk::{Go, Pause, each};
use serde_json::json;

use super::Run;
use crate::battle::questions::{LEADS, Lead};
use crate::battle::state::*;
use crate::battle::terrain::{cover, fully_covered};
use crate::procedures::cavalry::{
    CavalryAttack, CavalryCharge, CavalryDefender, CavalryInAttack, CavalryInMelee, CavalryMeleeContinued,
    ChargedTarget, ChargingCavalry,
};
use crate::procedures::infantry::{
    CavalryAttackedByInfantry, InfantryAgainstCavalry, InfantryAttack, InfantryAttackCavalry,
    InfantryAttacker, InfantryInMelee, InfantryMeleeContinued, InfantryTarget,
};
use crate::procedures::melee::{FootBeside, HorseBeside, SideResult};
use crate::procedures::town::{TownAttacker, TownDefender, TownFight};
use crate::quantity::Bases;
use crate::vocabulary::*;

/// The sum behind a melee.
enum Facts {
    Foot(InfantryAttack),
    FootOn(InfantryMeleeContinued),
    Town(TownFight),
    FootAtHorse(InfantryAttackCavalry),
    Horse(CavalryAttack),
    HorseOn(CavalryMeleeContinued),
    Charge(CavalryCharge),
}

/// How a melee went.
#[derive(Clone, Debug)]
pub(super) struct Fought {
    /// As it was before.
    pub melee: Melee,
    /// What it does to each side.
    pub attacker: SideResult,
    pub defender: SideResult,
    /// It goes on next sequence.
    pub continues: bool,
    /// Who breaks off a continued infantry melee.
    pub breaks_off: BreaksOff,
}

/// More bases than this on one side the sums do not know.
const MOST_HALVES: i32 = 80;

fn summed(bases: Bases) -> Bases {
    Bases::halves(bases.in_halves().clamp(1, MOST_HALVES))
}

impl Run<'_> {
    /// Every initial and continued melee and every town fight is resolved once, all from the state at the start of the step.
    pub(super) fn melees(&mut self) -> Result<(), Pause> {
        self.battle.melees.retain(|melee| !melee.attackers.is_empty() && !melee.defenders.is_empty());
        let count = self.battle.melees.len();
        let mut order: Vec<usize> = (0..count).collect();
        let first = |melee: &Melee| self.battle.by_place(melee.all().collect()).first().copied();
        let firsts: Vec<Option<UnitId>> = self.battle.melees.iter().map(first).collect();
        order.sort_by(|&a, &b| match (firsts[a], firsts[b]) {
            (Some(a), Some(b)) => self.battle.comes_first(a, b),
            _ => std::cmp::Ordering::Equal,
        });
        let sides: Vec<(usize, bool)> =
            order.iter().flat_map(|&melee| [(melee, true), (melee, false)]).collect();
        each(self, &sides, |run, &(melee, attackers)| run.choose_lead(melee, attackers))?;
        self.item(|run| {
            let facts = order.iter().map(|&melee| run.facts(melee)).collect::<Vec<_>>();
            let mut fought = Vec::new();
            for (&melee, facts) in order.iter().zip(facts) {
                fought.extend(run.throw(melee, facts)?);
            }
            run.settle(fought)
        })
    }

    /// The unit with most bases in contact leads; its owner chooses among equals (§house.multi-unit).
    fn choose_lead(&mut self, melee: usize, attackers: bool) -> Go {
        let fight = &self.battle.melees[melee];
        let (own, enemies) = match attackers {
            true => (fight.attackers.clone(), fight.defenders.clone()),
            false => (fight.defenders.clone(), fight.attackers.clone()),
        };
        let in_contact = |unit: UnitId| -> usize {
            let placed = &self.unit(unit).placed;
            let bases =
                enemies.iter().map(|&enemy| figures_in_contact(placed, &self.unit(enemy).placed).len());
            bases.sum::<usize>().min(self.unit(unit).bases.rounded_up().max(0) as usize)
        };
        let most = own.iter().map(|&unit| in_contact(unit)).max().unwrap_or(0);
        let equals =
            self.battle.by_place(own.iter().copied().filter(|&unit| in_contact(unit) == most).collect());
        let mut lead = equals.last().copied();
        for &unit in equals.iter().take(equals.len().saturating_sub(1)) {
            if self.ask(&LEADS, unit, None)? == Lead::Leads {
                lead = Some(unit);
                break;
            }
        }
        self.battle.melees[melee].leads[usize::from(!attackers)] = lead;
        Ok(())
    }

    fn sum(&self, units: &[UnitId]) -> Bases {
        summed(units.iter().fold(Bases::NONE, |sum, &unit| sum.and(self.unit(unit).bases)))
    }

    /// The bases of the unit that leads a side.
    fn own_bases(&self, lead: UnitId) -> Bases {
        summed(self.unit(lead).bases)
    }

    /// Those who fight beside the unit that leads foot: horse and guns among them have no multiplier (R13, R69).
    fn beside(&self, lead: UnitId, side: &[UnitId]) -> Vec<FootBeside> {
        let others = self.battle.by_place(side.iter().copied().filter(|&unit| unit != lead).collect());
        let beside = |unit| {
            let own = self.unit(unit);
            FootBeside {
                kind: if own.branch == Branch::Cavalry { TargetKind::Infantry } else { target_kind(own) },
                training: own.ratings.training,
                formation: match own.branch {
                    Branch::Infantry => own.foot_formation(),
                    _ => FootFormation::Column,
                },
                cover: cover(self.battle, self.tables, own),
                bases: summed(own.bases),
            }
        };
        others.into_iter().map(beside).collect()
    }

    /// The same beside horse: foot among them has no multiplier.
    fn beside_horse(&self, lead: UnitId, side: &[UnitId]) -> Vec<HorseBeside> {
        let others = self.battle.by_place(side.iter().copied().filter(|&unit| unit != lead).collect());
        let beside = |unit| {
            let own = self.unit(unit);
            HorseBeside {
                training: own.ratings.training,
                formation: match own.branch {
                    Branch::Cavalry => own.horse_formation(),
                    _ => HorseFormation::Column,
                },
                bases: summed(own.bases),
            }
        };
        others.into_iter().map(beside).collect()
    }

    /// The threatened flanks of a side: each of the two counts if any unit of the side has it (R69).
    fn flanks_of(&self, units: &[UnitId], melee: &Melee) -> i32 {
        either_hand(units.iter().map(|&unit| self.threatened_flanks(unit, melee)))
    }

    /// The neighbours that support a side, on its left and on its right (R69).
    fn neighbours_of(&self, units: &[UnitId]) -> i32 {
        either_hand(units.iter().map(|&unit| self.neighbours(unit)))
    }

    fn facts(&self, number: usize) -> Option<Facts> {
        let melee = &self.battle.melees[number];
        let (lead, led) = (melee.leads[0]?, melee.leads[1]?);
        let (a, f) = (self.unit(lead), self.unit(led));
        let on = melee.rounds > 0 || melee.continued;
        Some(match (a.branch, f.branch) {
            _ if melee.zone.is_some() => Facts::Town(self.town(melee, lead, led)),
            (Branch::Cavalry, Branch::Cavalry) if melee.rounds > 0 => {
                Facts::HorseOn(self.horse_on(melee, lead, led))
            }
            (Branch::Cavalry, Branch::Cavalry) => Facts::Horse(self.horse(melee, lead, led)),
            (Branch::Cavalry, _) => Facts::Charge(self.charge(melee, lead, led)),
            (_, Branch::Cavalry) => Facts::FootAtHorse(self.foot_at_horse(melee, lead, led)),
            (_, other) if other.is_artillery() => Facts::Foot(self.foot(melee, lead, led)),
            _ if on => Facts::FootOn(self.foot_on(melee, lead, led)),
            _ => Facts::Foot(self.foot(melee, lead, led)),
        })
    }

    fn foot(&self, melee: &Melee, lead: UnitId, led: UnitId) -> InfantryAttack {
        let (a, f) = (self.unit(lead), self.unit(led));
        InfantryAttack {
            attacker: InfantryAttacker {
                kind: foot_kind(a),
                value: a.value(),
                disorder: a.u(),
                bases: self.sum(&melee.attackers),
                formation: a.foot_formation(),
                cover: cover(self.battle, self.tables, a),
                threatened_flanks: self.flanks_of(&melee.attackers, melee),
                flanked: melee.attackers.iter().any(|unit| melee.flanked.contains(unit)),
            },
            defender: InfantryTarget {
                kind: target_kind(f),
                value: f.value(),
                disorder: f.u(),
                bases: self.sum(&melee.defenders),
                formation: f.foot_formation(),
                cover: cover(self.battle, self.tables, f),
                threatened_flanks: self.flanks_of(&melee.defenders, melee),
                flanked: melee.defenders.iter().any(|unit| melee.flanked.contains(unit)),
                artillery_support: self.guns_support(f.side, &melee.attackers),
                neighbour_support: self.neighbours_of(&melee.defenders),
            },
        }
    }

    fn in_melee(&self, melee: &Melee, unit: UnitId, own: &[UnitId], enemies: &[UnitId]) -> InfantryInMelee {
        let lead = self.unit(unit);
        InfantryInMelee {
            kind: foot_kind(lead),
            value: lead.value(),
            training: lead.ratings.training,
            disorder: lead.u(),
            bases: self.own_bases(unit),
            formation: lead.foot_formation(),
            cover: cover(self.battle, self.tables, lead),
            threatened_flanks: self.flanks_of(own, melee),
            artillery_support: self.guns_support(lead.side, enemies),
            beside: self.beside(unit, own),
        }
    }

    fn foot_on(&self, melee: &Melee, lead: UnitId, led: UnitId) -> InfantryMeleeContinued {
        let loose = self.unit(lead).skirmishers() || self.unit(led).skirmishers();
        InfantryMeleeContinued {
            opening_round: melee.rounds == 0 && loose,
            attacker: self.in_melee(melee, lead, &melee.attackers, &melee.defenders),
            defender: self.in_melee(melee, led, &melee.defenders, &melee.attackers),
        }
    }

    fn town(&self, melee: &Melee, lead: UnitId, led: UnitId) -> TownFight {
        let (a, f) = (self.unit(lead), self.unit(led));
        let foothold = melee.zone.is_some_and(|zone| self.battle.in_zone(zone, a.side).next().is_some());
        // Who joins those inside assaults the zone anew (R76).
        let anew = |unit: &UnitId| melee.joined.contains(unit) && self.unit(*unit).zone != melee.zone;
        TownFight {
            fight_inside: melee.inside && !melee.attackers.iter().any(anew),
            foothold,
            attacker: TownAttacker {
                kind: foot_kind(a),
                value: a.value(),
                disorder: a.u(),
                bases: self.sum(&melee.attackers),
                formation: match a.foot_formation() {
                    FootFormation::Line if a.zone.is_none() => StormFormation::Line,
                    _ => StormFormation::Column,
                },
            },
            defender: TownDefender {
                kind: foot_kind(f),
                value: f.value(),
                disorder: f.u(),
                bases: self.sum(&melee.defenders),
                cover: cover(self.battle, self.tables, f),
            },
        }
    }

    fn foot_at_horse(&self, melee: &Melee, lead: UnitId, led: UnitId) -> InfantryAttackCavalry {
        let (a, f) = (self.unit(lead), self.unit(led));
        InfantryAttackCavalry {
            attacker: InfantryAgainstCavalry {
                kind: foot_kind(a),
                value: a.value(),
                training: a.ratings.training,
                disorder: a.u(),
                bases: self.own_bases(lead),
                formation: a.foot_formation(),
                beside: self.beside(lead, &melee.attackers),
            },
            defender: CavalryAttackedByInfantry {
                value: f.value(),
                disorder: f.u(),
                bases: self.sum(&melee.defenders),
                flanked: melee.defenders.iter().any(|unit| melee.flanked.contains(unit)),
            },
        }
    }

    fn horseman(&self, melee: &Melee, unit: UnitId, own: &[UnitId]) -> CavalryInAttack {
        let lead = self.unit(unit);
        CavalryInAttack {
            weight: lead.weight.unwrap_or(CavalryWeight::Light),
            value: lead.value(),
            disorder: lead.u(),
            bases: self.sum(own),
            formation: lead.horse_formation(),
            threatened_flanks: self.flanks_of(own, melee),
            flanked: own.iter().any(|unit| melee.flanked.contains(unit)),
        }
    }

    fn horse(&self, melee: &Melee, lead: UnitId, led: UnitId) -> CavalryAttack {
        CavalryAttack {
            attacker: self.horseman(melee, lead, &melee.attackers),
            defender: CavalryDefender {
                horse: self.horseman(melee, led, &melee.defenders),
                stationary: melee.stationary.contains(&led),
            },
        }
    }

    fn horse_on(&self, melee: &Melee, lead: UnitId, led: UnitId) -> CavalryMeleeContinued {
        let one = |unit: UnitId, own: &[UnitId]| {
            let lead = self.unit(unit);
            CavalryInMelee {
                value: lead.value(),
                training: lead.ratings.training,
                disorder: lead.u(),
                bases: self.own_bases(unit),
                formation: lead.horse_formation(),
                beside: self.beside_horse(unit, own),
            }
        };
        CavalryMeleeContinued { attacker: one(lead, &melee.attackers), defender: one(led, &melee.defenders) }
    }

    fn charge(&self, melee: &Melee, lead: UnitId, led: UnitId) -> CavalryCharge {
        let (a, f) = (self.unit(lead), self.unit(led));
        CavalryCharge {
            attacker: ChargingCavalry {
                weight: a.weight.unwrap_or(CavalryWeight::Light),
                value: a.value(),
                disorder: a.u(),
                bases: self.sum(&melee.attackers),
                formation: a.horse_formation(),
            },
            defender: ChargedTarget {
                kind: target_kind(f),
                value: f.value(),
                training: f.ratings.training,
                disorder: f.u(),
                bases: self.own_bases(led),
                formation: f.foot_formation(),
                cover: cover(self.battle, self.tables, f),
                threatened_flanks: self.flanks_of(&melee.defenders, melee),
                flanked: melee.defenders.iter().any(|unit| melee.flanked.contains(unit)),
                fully_covered: fully_covered(self.battle, self.tables, f),
                anchored: self.anchored(led),
                artillery_support: self.guns_support(f.side, &melee.attackers),
                neighbour_support: self.neighbours_of(&melee.defenders),
                beside: self.beside(led, &melee.defenders),
            },
        }
    }

    /// The sum of the melee a unit has come to, for a preview: of equals the first leads.
    pub(super) fn rehearse_melee(&mut self, unit: UnitId) -> Go {
        let Some(number) = self.battle.melees.iter().position(|melee| melee.holds(unit)) else {
            return Ok(());
        };
        let melee = &mut self.battle.melees[number];
        melee.leads = [melee.attackers.first().copied(), melee.defenders.first().copied()];
        let facts = self.facts(number);
        self.throw(number, facts).map(drop)
    }

    /// Throws for a melee and tells of it; none when there is nobody to fight it.
    fn throw(&mut self, number: usize, facts: Option<Facts>) -> Go<Option<Fought>> {
        let Some(facts) = facts else { return Ok(None) };
        let melee = self.battle.melees[number].clone();
        let [Some(lead), Some(led)] = melee.leads else { return Ok(None) };
        let (units, told) = ([lead, led], ("melee", "turn.D.3"));
        let names = |units: &[UnitId]| {
            let units = self.battle.by_place(units.to_vec()).into_iter();
            units.map(|unit| self.unit(unit).id.clone()).collect::<Vec<_>>()
        };
        let about = json!({"attackers": names(&melee.attackers), "defenders": names(&melee.defenders),
            "round": melee.rounds + 1});
        macro_rules! plain_melee {
            ($facts:expr) => {{
                let result = self.roll(told, &units, about, &$facts)?;
                (result.attacker, result.defender, result.melee_continues, BreaksOff::Nobody)
            }};
        }
        let (attacker, defender, continues, breaks_off) = match facts {
            Facts::Foot(facts) => plain_melee!(facts),
            Facts::FootAtHorse(facts) => plain_melee!(facts),
            Facts::Horse(facts) => plain_melee!(facts),
            Facts::HorseOn(facts) => plain_melee!(facts),
            Facts::Charge(facts) => plain_melee!(facts),
            Facts::FootOn(facts) => {
                let result = self.roll(told, &units, about, &facts)?;
                (result.attacker, result.defender, result.melee_continues, result.retreats)
            }
            Facts::Town(facts) => {
                let result = self.roll(told, &units, about, &facts)?;
                (result.attacker.side, result.defender.side, true, BreaksOff::Nobody)
            }
        };
        Ok(Some(Fought { melee, attacker, defender, continues, breaks_off }))
    }
}

/// On how many hands, left and right, any of several units has something.
fn either_hand(each: impl Iterator<Item = [bool; 2]>) -> i32 {
    let any = each.fold([false; 2], |any, one| [any[0] || one[0], any[1] || one[1]]);
    any.into_iter().map(i32::from).sum()
}

fn foot_kind(unit: &Unit) -> FootKind {
    if unit.skirmishers() { FootKind::Skirmishers } else { FootKind::Infantry }
}

fn target_kind(unit: &Unit) -> TargetKind {
    if unit.branch.is_artillery() { TargetKind::Artillery } else { foot_kind(unit).into() }
}
