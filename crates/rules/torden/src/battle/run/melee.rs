//! Phase 6.2 and 6.3: melees fought at once, and their tests (chapter 7).

use std::cell::RefCell;

use krigsspil_engine::Figures;
use krigsspil_engine::Procedure;
use krigsspil_engine::battle::Presence;
use krigsspil_engine::dice::{Die, ScriptedDice};
use krigsspil_turn::desk::{Go, Pause, about_unit, each, item};
use serde_json::json;

use super::dispositions::{attackers, options};
use super::morale::Due;
use super::support::support;
use super::{Reached, Run};
use crate::battle::bodies::plain;
use crate::battle::command::general_bonus;
use crate::battle::questions::{THROWS_AGAIN, Throwing};
use crate::battle::state::*;
use crate::battle::terrain;
use crate::modifiers::melee::SUPPORTED;
use crate::procedures::aftermath::{CombinedMelee, FoughtMelee, MultiMeleeRolls};
use crate::procedures::melee::{Defender, Melee, MeleeOutcome, UnitInMelee, Winner};
use crate::tables::Tables;
use crate::vocabulary::{Formation, MeleeFormation, MeleeResult, MeleeTerrain, Order};

/// One unit against one.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Pair {
    pub attacker: UnitId,
    pub defender: UnitId,
    /// None in a melee that goes on.
    pub attack: Option<Attack>,
    pub rolls: [i32; 2],
    /// Two dice a throw.
    pub thrown: [Vec<i64>; 2],
}

/// A melee that was fought.
#[derive(Clone, Debug)]
pub(super) struct Fought {
    pub attacker: UnitId,
    pub defender: UnitId,
    pub attack: Option<Attack>,
    pub outcome: MeleeOutcome,
    /// How the attacker and the defender kept together before it.
    pub orders: [Order; 2],
}

fn attackers_of(pairs: &[Pair]) -> Vec<UnitId> {
    pairs.iter().map(|pair| pair.attacker).collect()
}

fn formation(unit: &Unit) -> MeleeFormation {
    match unit.formation {
        _ if unit.is_battery() => MeleeFormation::Unlimbered,
        _ if unit.zone.is_some() => MeleeFormation::Line,
        Formation::MarchColumn => MeleeFormation::MarchColumn,
        Formation::Column => MeleeFormation::Column,
        Formation::Square => MeleeFormation::Square,
        _ => MeleeFormation::Line,
    }
}

fn in_melee(
    battle: &Battle,
    tables: &Tables,
    unit: UnitId,
    enemy: UnitId,
    attacks: bool,
    rolls: i32,
) -> UnitInMelee {
    let of = &battle.units[unit];
    let fortress = of.zone.is_some_and(|inside| battle.fixed.zones.get(inside.zone).fortress);
    let ground =
        terrain::standing(of, &battle.fixed.ground, fortress, Some(&battle.units[enemy].placed), tables);
    let terrain = match ground.terrain {
        // A fortress is no hindrance to those who come out of it but as a town is.
        MeleeTerrain::Fortress if attacks => MeleeTerrain::Town,
        terrain => terrain,
    };
    UnitInMelee {
        arm: of.branch.arm(),
        cavalry_class: of.class,
        formation: formation(of),
        order: of.order,
        original: Figures(of.original.clamp(1, 120)),
        lost: Figures(of.lost.min(of.original - 1).clamp(0, 119)),
        terrain,
        supported: support(battle, tables, unit, enemy).is_some(),
        melee_bonus: tables.unit(of.kind).melee.clamp(-6, 6),
        general_bonus: general_bonus(battle, tables, unit).0.clamp(0, 3),
        unit_number: rolls,
        rolls,
    }
}

/// The facts of a melee.
pub(in crate::battle) fn melee_facts(
    battle: &Battle,
    tables: &Tables,
    [attacker, defender]: [UnitId; 2],
    attack: Option<Attack>,
    rolls: [i32; 2],
) -> Melee {
    let attacks = attack.is_some();
    let defends = in_melee(battle, tables, defender, attacker, false, rolls[1]);
    Melee {
        attacker: in_melee(battle, tables, attacker, defender, attacks, rolls[0]),
        defender: Defender { unit: defends, fired: battle.units[defender].now.fired },
        continued_melee: !attacks,
        flank_or_rear: attack.is_some_and(|attack| attack.flank),
        continued_attacks: attack.map_or(0, |attack| match attack.kind {
            AttackKind::Continued(number) => number.clamp(0, 10),
            _ => 0,
        }),
    }
}

impl Run<'_> {
    /// Phase 6, from the first who aborts to the last who goes on.
    pub(super) fn attack_phase(&mut self) -> Result<(), Pause> {
        let mut reached = std::mem::take(&mut self.reached);
        if matches!(reached, Reached::Phase) {
            self.aborts()?;
            self.break_offs()?;
            item(self, |run| {
                run.lapse_at_who_left();
                Ok(())
            })?;
            reached = Reached::Melees { first: true };
        }
        loop {
            reached = match reached {
                Reached::Melees { first } => self.first_throws(first)?,
                Reached::Thrown(pairs) => self.fights(&pairs)?,
                Reached::Decided(attackers, fought, gives) => {
                    each(self, &gives, |run, gives| run.gives_way(gives))?;
                    item(self, |run| {
                        run.drop_unfought(&attackers, &fought);
                        Ok(())
                    })?;
                    self.marked(Reached::InContact(fought))
                }
                Reached::InContact(fought) => {
                    self.kept_up(&fought)?;
                    self.marked(Reached::Won(fought))
                }
                Reached::Won(fought) if self.after(&fought)? => self.marked(Reached::Melees { first: false }),
                _ => return Ok(()),
            };
        }
    }

    /// Who attacks, and who fights on, throws once.
    fn first_throws(&mut self, first: bool) -> Result<Reached, Pause> {
        self.desk.next_step();
        let pairs = item(self, |run| {
            run.remove_helpless();
            let pairs = run.pairs(first);
            run.stand_to_fight(&pairs);
            Ok(pairs)
        })?;
        let pairs = pairs.unwrap_or_default();
        if pairs.is_empty() {
            return Ok(Reached::Decided(Vec::new(), Vec::new(), Vec::new()));
        }
        let thrown = item(self, |run| {
            let mut thrown = pairs.clone();
            for pair in &mut thrown {
                for side in 0..2 {
                    let dice = run.throw_pair()?;
                    pair.thrown[side].extend(dice);
                }
            }
            Ok(thrown)
        })?;
        Ok(match thrown {
            Some(thrown) => self.marked(Reached::Thrown(thrown)),
            None => Reached::Decided(attackers_of(&pairs), Vec::new(), Vec::new()),
        })
    }

    /// Guns attacked in flank or rear that stand with nobody, and limbered guns that did not get away, are taken without a throw (§7.1.3).
    fn remove_helpless(&mut self) {
        let guns: Vec<UnitId> = self.battle.here().filter(|&unit| self.unit(unit).is_battery()).collect();
        for gun in self.battle.by_place(guns) {
            // Who let it drive off does not take it (§5.3.3.p3).
            let mut attackers = attackers(self.battle, gun);
            attackers.retain(|&attacker| self.unit(attacker).now.fate != Some(Fate::Withdrew));
            let Some(&first) = attackers.first() else { continue };
            let Some(open) = options(self.battle, self.tables, gun, &attackers, false) else { continue };
            if open.eliminated || open.lost_if_stands {
                self.tell("guns_taken", "7.1.3.p2", &[gun, first], json!({}));
                self.remove(gun, Presence::Gone);
                for attacker in attackers {
                    self.unit_mut(attacker).now.fate = Some(Fate::Taken);
                }
            }
        }
    }

    /// Who was driven back before, and is struck where he stands now, has not given way in this melee (§7.3.3).
    fn stand_to_fight(&mut self, pairs: &[Pair]) {
        for unit in pairs.iter().flat_map(|pair| [pair.attacker, pair.defender]) {
            self.unit_mut(unit).now.driven = false;
        }
    }

    /// An attack whose melee could not be thrown is over: it is not tried for ever.
    fn drop_unfought(&mut self, attackers: &[UnitId], fought: &[Fought]) {
        for &unit in attackers.iter().filter(|&&unit| fought.iter().all(|one| one.attacker != unit)) {
            self.unit_mut(unit).now.attack = None;
        }
    }

    /// The melees that are fought now: attacks, and the first time those that go on.
    fn pairs(&self, first: bool) -> Vec<Pair> {
        let ready =
            |unit: &UnitId| self.unit(*unit).order == Order::Order && self.unit(*unit).now.fate.is_none();
        let attacking = self.battle.here().filter(ready);
        let mut found: Vec<(UnitId, UnitId, Option<Attack>)> = Vec::new();
        for unit in self.battle.by_place(attacking.collect::<Vec<_>>()) {
            let Some(attack) = self.unit(unit).now.attack else { continue };
            let new = first
                || matches!(attack.kind, AttackKind::Continued(_)) && !self.fighting(unit, attack.target);
            // Of two that attack each other the one that declared it attacks; the other did so by its reaction (§7.1.1).
            let back = Some(self.unit(attack.target))
                .filter(|target| target.here() && ready(&attack.target))
                .and_then(|target| target.now.attack)
                .filter(|back| back.target == unit);
            let yields = attack.kind == AttackKind::Reaction
                && back.is_some_and(|back| back.kind != AttackKind::Reaction);
            let mutual =
                yields || found.iter().any(|(one, other, _)| (*one, *other) == (attack.target, unit));
            if new && self.unit(attack.target).here() && !mutual && !self.fighting(unit, attack.target) {
                found.push((unit, attack.target, Some(attack)));
            }
        }
        if first {
            for unit in self.battle.by_place(self.battle.here().collect::<Vec<_>>()) {
                for &other in &self.unit(unit).melee {
                    let known = found
                        .iter()
                        .any(|(one, two, _)| (*one, *two) == (unit, other) || (*one, *two) == (other, unit));
                    if !known && self.unit(other).here() {
                        found.push((unit, other, None));
                    }
                }
            }
        }
        let mut pairs: Vec<Pair> = found
            .into_iter()
            .map(|(attacker, defender, attack)| Pair {
                attacker,
                defender,
                attack,
                rolls: [1, 1],
                thrown: [Vec::new(), Vec::new()],
            })
            .collect();
        self.joint(&mut pairs);
        pairs
    }

    fn fighting(&self, one: UnitId, other: UnitId) -> bool {
        self.unit(one).melee.contains(&other)
    }

    /// Melees that hang together are joint: the side with more units throws oftener (§7.4).
    fn joint(&self, pairs: &mut [Pair]) {
        let mut groups: Vec<Vec<UnitId>> = Vec::new();
        for pair in pairs.iter() {
            let mut joined = vec![pair.attacker, pair.defender];
            let (mine, others): (Vec<_>, Vec<_>) =
                groups.into_iter().partition(|group| group.iter().any(|unit| joined.contains(unit)));
            joined.extend(mine.into_iter().flatten());
            joined.sort();
            joined.dedup();
            groups = others;
            groups.push(joined);
        }
        for group in groups {
            let Some(&one) = group.first() else { continue };
            let side = self.unit(one).side;
            let ours: Vec<UnitId> =
                group.iter().copied().filter(|&unit| self.unit(unit).side == side).collect();
            let theirs: Vec<UnitId> =
                group.iter().copied().filter(|&unit| self.unit(unit).side != side).collect();
            let count = |units: &[UnitId]| (units.len() as i32).clamp(1, 6);
            let facts = MultiMeleeRolls { attackers: count(&ours), defenders: count(&theirs) };
            let Ok(rolls) = plain(&facts, self.tables) else { continue };
            for (units, rolls) in [(ours, &rolls.attacker_rolls), (theirs, &rolls.defender_rolls)] {
                for (place, unit) in self.numbered(units).into_iter().enumerate() {
                    let own = rolls.get(place).or(rolls.last()).copied().unwrap_or(1);
                    for pair in pairs.iter_mut() {
                        if pair.attacker == unit {
                            pair.rolls[0] = own;
                        }
                        if pair.defender == unit {
                            pair.rolls[1] = own;
                        }
                    }
                }
            }
        }
    }

    /// Units by the numbers their player gave them; the others, by place, take the lowest numbers that are free (R30).
    fn numbered(&self, units: Vec<UnitId>) -> Vec<UnitId> {
        let sorted = self.battle.by_place(units);
        let given = |unit: &UnitId| {
            let of = self.unit(*unit);
            match of.now.attack {
                Some(attack) => attack.number,
                // A melee that goes on keeps the numbers of the attack it came of.
                None => of.number,
            }
        };
        let taken: Vec<i32> = sorted.iter().filter_map(given).collect();
        let mut free = (1..).filter(|number| !taken.contains(number));
        let mut numbers: Vec<(i32, UnitId)> = Vec::new();
        for unit in sorted {
            let number = given(&unit).or_else(|| free.next()).unwrap_or(i32::MAX);
            numbers.push((number, unit));
        }
        numbers.sort_by_key(|(number, _)| *number);
        numbers.into_iter().map(|(_, unit)| unit).collect()
    }

    fn facts(&self, pair: &Pair) -> Melee {
        let rolls = [0, 1].map(|side| (pair.thrown[side].len() as i32 / 2).max(1));
        melee_facts(self.battle, self.tables, [pair.attacker, pair.defender], pair.attack, rolls)
    }

    fn reckoned(&self, pair: &Pair) -> Option<MeleeOutcome> {
        let dice: Vec<i64> = pair.thrown.iter().flatten().copied().collect();
        self.facts(pair).resolve(self.tables, &mut ScriptedDice::new(&dice), &mut ()).ok()
    }

    fn throw_pair(&mut self) -> Go<[i64; 2]> {
        let one = self.throw("melee", Die::D6)?;
        let other = self.throw("melee", Die::D6)?;
        Ok([one.into(), other.into()])
    }

    /// Who may throws again, and the last throw binds. Then losses come off together, and tests follow.
    fn fights(&mut self, first: &[Pair]) -> Result<Reached, Pause> {
        let settled: RefCell<Vec<Pair>> = RefCell::new(Vec::new());
        each(self, first, |run, pair| {
            let pair = run.throws_again(pair.clone())?;
            settled.borrow_mut().push(pair);
            Ok(())
        })?;
        let pairs = settled.into_inner();
        let fought = item(self, |run| {
            // All sums stand before anything is taken off (§7.4).
            let facts: Vec<Melee> = pairs.iter().map(|pair| run.facts(pair)).collect();
            let mut fought = Vec::new();
            for (pair, facts) in pairs.iter().zip(&facts) {
                fought.push(run.fought(pair, facts)?);
            }
            Ok(fought)
        })?;
        let fought = fought.unwrap_or_default();
        let due = item(self, |run| Ok(run.melee_losses(&fought)))?.unwrap_or_default();
        // All losers throw, then the others; then all who must go (R47).
        let (mut due, others): (Vec<Due>, Vec<Due>) = due.into_iter().partition(|due| due.lost);
        due.extend(others);
        let gives = self.tests(due)?;
        let decided = Reached::Decided(attackers_of(first), fought, gives);
        Ok(self.marked(decided))
    }

    fn throws_again(&mut self, mut pair: Pair) -> Go<Pair> {
        for side in 0..2 {
            let unit = if side == 0 { pair.attacker } else { pair.defender };
            let other = if side == 0 { pair.defender } else { pair.attacker };
            for _ in 1..pair.rolls[side] {
                let behind = self.reckoned(&pair).is_some_and(|now| {
                    let (own, his) = if side == 0 {
                        (now.attacker.total, now.defender.total)
                    } else {
                        (now.defender.total, now.attacker.total)
                    };
                    own <= his
                });
                let seat = self.seat(unit);
                let usual = if behind { Throwing::Again } else { Throwing::Keep };
                if self.desk.ask_else(&THROWS_AGAIN, about_unit(&seat, unit, Some(other)), usual)?
                    == Throwing::Keep
                {
                    break;
                }
                let dice = self.throw_pair()?;
                pair.thrown[side].extend(dice);
            }
        }
        Ok(pair)
    }

    fn fought(&mut self, pair: &Pair, facts: &Melee) -> Go<Fought> {
        let dice: Vec<i64> = pair.thrown.iter().flatten().copied().collect();
        let supports: Vec<UnitId> = [(pair.attacker, pair.defender), (pair.defender, pair.attacker)]
            .into_iter()
            .filter_map(|(unit, enemy)| support(self.battle, self.tables, unit, enemy))
            .collect();
        let explained: &[(&'static krigsspil_engine::Modifier, &[UnitId])] = &[(&SUPPORTED, &supports)];
        let outcome =
            self.read_out(("melee", "7.2.1"), &[pair.attacker, pair.defender], &dice, facts, explained)?;
        let (attacker, defender) = (pair.attacker, pair.defender);
        let orders = [attacker, defender].map(|unit| self.unit(unit).order);
        Ok(Fought { attacker, defender, attack: pair.attack, outcome, orders })
    }

    /// Adds up what every unit lost in all its melees, and tells who must test (§7.2.2, §8.3).
    fn melee_losses(&mut self, fought: &[Fought]) -> Vec<Due> {
        let mut units: Vec<UnitId> = fought.iter().flat_map(|one| [one.attacker, one.defender]).collect();
        units.sort();
        units.dedup();
        let units = self.battle.by_place(units);
        let mut due = Vec::new();
        let mut losses: Vec<(UnitId, i32)> = Vec::new();
        for &unit in &units {
            let of = self.unit(unit);
            let mut results = Vec::new();
            let (mut flank, mut lost) = (false, false);
            // Who beat it worst drives it: the greatest deduction, then the greatest difference, then most figures (§8.6).
            let mut worst: Option<((bool, i32, i32, i32), UnitId)> = None;
            for one in fought.iter().filter(|one| one.attacker == unit || one.defender == unit) {
                let attacks = one.attacker == unit;
                let side = if attacks { &one.outcome.attacker } else { &one.outcome.defender };
                let other = if attacks { one.defender } else { one.attacker };
                let result = match (one.outcome.winner, attacks) {
                    (Winner::None, _) => MeleeResult::Drawn,
                    (Winner::Attacker, true) | (Winner::Defender, false) => MeleeResult::Won,
                    _ => MeleeResult::Lost,
                };
                flank |= !attacks && one.attack.is_some_and(|attack| attack.flank);
                let beat = [one.outcome.attacker.total, one.outcome.defender.total];
                let behind = if attacks { beat[1] - beat[0] } else { beat[0] - beat[1] };
                let figures = self.unit(other).figures();
                let beaten = (result == MeleeResult::Lost, -side.morale_modifier, behind, figures);
                if worst.is_none_or(|(known, _)| beaten > known) {
                    worst = Some((beaten, other));
                }
                lost |= result == MeleeResult::Lost;
                results.push(FoughtMelee {
                    result,
                    losses: side.losses,
                    morale_modifier: side.morale_modifier,
                });
            }
            results.truncate(6);
            let facts = CombinedMelee {
                original: Figures(of.original),
                lost: Figures(of.lost.min(of.original - 1)),
                results,
            };
            let Ok(sum) = plain(&facts, self.tables) else { continue };
            losses.push((unit, sum.losses.0));
            if sum.must_test {
                let from = worst.map(|(_, other)| other);
                let away = from.map_or(0.0, |from| super::facing_away(self.battle, from, unit));
                due.push(Due {
                    unit,
                    deduction: sum.morale_modifier,
                    flank,
                    won: sum.won_melee,
                    lost,
                    fleeing: None,
                    away,
                    from,
                    guns: self.attached(unit),
                });
            }
        }
        for &(unit, figures) in losses.iter().filter(|(_, figures)| *figures > 0) {
            self.tell("loses_figures", "7.2.1", &[unit], json!({"figures": figures}));
        }
        // A battery that shares the result of its host does not test besides, also when it was beaten itself (§8.3.1.p2, R65).
        let shares = |gun: UnitId| due.iter().any(|host| host.unit != gun && host.guns.contains(&gun));
        let alone: Vec<bool> = due.iter().map(|due| !shares(due.unit)).collect();
        let mut alone = alone.into_iter();
        due.retain(|_| alone.next().unwrap_or(true));
        self.lose(&losses);
        self.worn_out(&losses, &due);
        due
    }
}
