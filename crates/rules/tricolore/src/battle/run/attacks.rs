//! Attacks: declared, answered, and carried into contact (§turn.D.1, §turn.D.2).

use krigsspil_field::prelude::*;
use krigsspil_turn::desk::{Go, Pause, each};
use serde_json::json;

use super::Run;
use crate::battle::course::stride_metres;
use crate::battle::onset;
use crate::battle::phases::TURN;
use crate::battle::questions::*;
use crate::battle::state::*;
use crate::battle::walk::{Purpose, Stride, Walk, Walked};
use crate::procedures::declarations::{AttackDeclaration, RetreatBeforeCombat};
use crate::procedures::formations::FormationChange;
use crate::vocabulary::*;

/// What a target can answer.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Reply {
    Evade,
    Square,
    Counter,
}

impl Run<'_> {
    /// An attack is declared in the open, and tested at once (§declare.test).
    pub(super) fn declares(&mut self, attack: Attack) -> Go {
        let own = self.unit(attack.unit);
        let facts = AttackDeclaration {
            disorder: own.u(),
            irregular: own.ratings.irregular,
            skirmishers: own.skirmishers(),
            value: own.value(),
        };
        let units = [attack.unit, attack.target];
        let result = self.roll(("declares", "turn.D.1"), &units, json!({}), &facts)?;
        self.unit_mut(attack.unit).sequence.declared = true;
        if result.may_attack {
            self.battle.attacks.push(attack);
        }
        Ok(())
    }

    /// When all are declared the targets answer, side N first (§turn.D.1).
    pub(super) fn answers(&mut self) -> Result<(), Pause> {
        for side in self.initiative_last() {
            self.desk.next_step();
            let replies = self.replies(side);
            each(self, &replies, |run, &(unit, attacker, reply)| match reply {
                Reply::Evade => run.may_evade(unit, attacker),
                Reply::Square => run.may_form_square(unit, attacker),
                Reply::Counter => run.may_counter(unit, attacker),
            })?;
        }
        Ok(())
    }

    /// Who of a side can answer, how, and to whom: each once, to the attacker who comes first.
    fn replies(&self, side: SideId) -> Vec<(UnitId, UnitId, Reply)> {
        let mut targets: Vec<UnitId> = self.battle.attacks.iter().map(|attack| attack.target).collect();
        targets.sort();
        targets.dedup();
        targets.retain(|&unit| self.unit(unit).side == side && !self.battle.locked(unit));
        let mut replies = Vec::new();
        for unit in self.battle.by_place(targets) {
            let by: Vec<UnitId> = self.attackers_of(unit);
            let Some(&attacker) = by.first() else { continue };
            let own = self.unit(unit);
            let horse = by.iter().copied().find(|&by| self.unit(by).branch == Branch::Cavalry);
            let reply = match own.branch {
                _ if own.zone.is_some() => None,
                _ if own.skirmishers() || own.branch.is_artillery() => Some((attacker, Reply::Evade)),
                Branch::Infantry if own.formation != BaseFormation::Square && !own.sequence.changed => {
                    horse.map(|horse| (horse, Reply::Square))
                }
                Branch::Cavalry => {
                    horse.map(|horse| (horse, Reply::Counter)).filter(|_| self.can_counter(unit))
                }
                _ => None,
            };
            replies.extend(reply.map(|(attacker, reply)| (unit, attacker, reply)));
        }
        replies
    }

    /// Those who attack a unit, the first to declare first.
    fn attackers_of(&self, unit: UnitId) -> Vec<UnitId> {
        let attacks =
            self.battle.attacks.iter().filter(|attack| attack.target == unit && attack.slipped.is_none());
        attacks.map(|attack| attack.unit).collect()
    }

    /// Cavalry counter-charges with 0 to 5 U, when it does not attack itself.
    fn can_counter(&self, unit: UnitId) -> bool {
        let own = self.unit(unit);
        own.disorder <= 5 && !self.attacks(unit) && !self.battle.command_of(unit).broken
    }

    /// Does it attack? One whose test has failed has lost its attack, and nothing else (§turn.D.1).
    fn attacks(&self, unit: UnitId) -> bool {
        self.battle.attacks.iter().any(|attack| attack.unit == unit)
    }

    /// Skirmishers and guns may retreat before combat (§declare.retreat.skirmishers, §declare.retreat.artillery).
    fn may_evade(&mut self, unit: UnitId, attacker: UnitId) -> Go {
        let own = self.unit(unit);
        let arm = if own.branch.is_artillery() { Evader::Artillery } else { Evader::Skirmishers };
        let facts = RetreatBeforeCombat { arm, disorder: own.u() };
        let price = super::telling::plain(self.tables, &facts)?;
        if !price.allowed || self.ask(&EVADES, unit, Some(attacker))? == Evasion::Stay {
            return Ok(());
        }
        self.roll(
            ("retreats_before_combat", "declare.retreat.skirmishers"),
            &[unit, attacker],
            json!({}),
            &facts,
        )?;
        self.unit_mut(unit).disorder = price.disorder_after.0;
        // Who slips away attacks nobody (R113).
        self.battle.attacks.retain(|attack| attack.unit != unit);
        let ways: Vec<Option<Stood>> = self
            .battle
            .attacks
            .iter()
            .map(|attack| (attack.target == unit).then(|| self.way_to(attack)))
            .collect();
        let away = self.away_from_nearest(unit, &self.attackers_of(unit));
        self.goes_back(unit, away, f64::from(price.retreat_m.0), &[])?;
        self.has_moved(unit);
        for (attack, stood) in self.battle.attacks.iter_mut().zip(ways) {
            attack.slipped = stood.or(attack.slipped);
        }
        Ok(())
    }

    /// The way of an attack as it is before its target slips away.
    fn way_to(&self, attack: &Attack) -> Stood {
        let own = self.unit(attack.unit);
        let way = onset::way(self.battle, self.tables, attack.unit, attack.target, attack.wheel);
        // Out of a zone nobody follows one who is gone.
        let way = way.filter(|_| own.zone.is_none());
        way.map_or(Stood::default(), |(wheel, walked)| Stood {
            wheel,
            ahead: walked.metres - stride_metres(&own.placed, &Stride::Wheel(wheel)),
        })
    }

    /// Infantry attacked by cavalry may try to form square: its change of this sequence (R51).
    fn may_form_square(&mut self, unit: UnitId, attacker: UnitId) -> Go {
        if self.ask(&FORMS_SQUARE, unit, Some(attacker))? == SquareChoice::Stand {
            return Ok(());
        }
        let own = self.unit(unit);
        let facts = FormationChange {
            phase: MovePhase::Tactical,
            arm: FootOrHorse::Infantry,
            to: TroopFormation::Square,
            orders: own.ratings.orders,
            training: own.ratings.training,
            disorder: own.u(),
        };
        let result = self.roll(("forms_square", "change.square"), &[unit, attacker], json!({}), &facts)?;
        let own = self.unit_mut(unit);
        own.sequence.changed = true;
        own.disorder = result.disorder_after.0;
        if result.changed && self.has_room(unit, BaseFormation::Square) {
            self.forms(unit, BaseFormation::Square);
            self.has_moved(unit);
        }
        Ok(())
    }

    /// Cavalry attacked by cavalry stands or counter-charges (R104).
    fn may_counter(&mut self, unit: UnitId, attacker: UnitId) -> Go {
        if self.ask(&COUNTER_CHARGES, unit, Some(attacker))? == Counter::CounterCharge {
            let attack = self
                .battle
                .attacks
                .iter_mut()
                .find(|attack| attack.target == unit && attack.unit == attacker);
            if let Some(attack) = attack {
                attack.countered = true;
            }
        }
        Ok(())
    }

    /// The attackers move into contact, all at once: those who have least to go come first, so that no name decides (§turn.D.2).
    pub(super) fn attackers_move(&mut self) -> Go {
        for attack in self.attacks_in_turn() {
            self.carry_attack(&attack)?;
        }
        Ok(())
    }

    /// The attacks in the order in which they are carried out. Who attacks is A, and goes for his own target before another comes upon
    /// him, however near that third one is (R92): so an attack on an attacker waits for his. Of those that attack each other, in pairs or
    /// all round, the first to declare goes first.
    fn attacks_in_turn(&self) -> Vec<Attack> {
        let away =
            |attack: &Attack| distance(&self.unit(attack.unit).placed, &self.unit(attack.target).placed);
        // In the order in which they were declared.
        let mut left = self.battle.attacks.clone();
        let mut in_turn = Vec::new();
        while !left.is_empty() {
            let waits = |attack: &Attack| left.iter().any(|other| other.unit == attack.target);
            let free = (0..left.len()).filter(|&place| !waits(&left[place]));
            let nearest = free.min_by(|&a, &b| {
                let (a, b) = (&left[a], &left[b]);
                away(a).total_cmp(&away(b)).then_with(|| self.battle.comes_first(a.unit, b.unit))
            });
            let round = || (0..left.len()).find(|&place| comes_round(&left, place));
            let next = nearest.or_else(round).unwrap_or(0);
            in_turn.push(left.remove(next));
        }
        in_turn
    }

    fn carry_attack(&mut self, attack: &Attack) -> Go {
        let (unit, target) = (attack.unit, attack.target);
        if !self.unit(unit).here() || !self.unit(target).here() {
            return Ok(());
        }
        // He whom he attacks may have come to him first (R92).
        let met =
            self.battle.melees.iter().any(|melee| melee.holds(unit) && melee.against(unit).contains(&target));
        if met {
            return Ok(());
        }
        if let Some(stood) = attack.slipped {
            return self.follows(unit, target, stood);
        }
        if let Some(by) = self.rides_at(target) {
            self.counter_charge(by, target)?;
        }
        let way = onset::way(self.battle, self.tables, unit, target, attack.wheel)
            .or_else(|| onset::way(self.battle, self.tables, unit, target, None))
            .or_else(|| onset::any_way(self.battle, self.tables, unit, target));
        let Some((_, walked)) = way else {
            self.tell("attack_fails", "turn.D.2", &[unit, target], json!({}));
            return Ok(());
        };
        let from_behind = self.taken_in_flank(&walked, target);
        let left = onset::allowance(self.tables, self.unit(unit), MovePhase::Tactical, false);
        self.arrive(unit, walked, MoveMode::Normal, left)?;
        self.unit_mut(unit).sequence.moved = true;
        self.meets(attack, from_behind)
    }

    /// Is contact made from behind the line of the target's front (§inf.initial.flanked, R68)? A square has no flank, nor has a zone.
    fn taken_in_flank(&self, walked: &Walked, target: UnitId) -> bool {
        let struck = self.unit(target);
        self.battle.town_of(target).is_none()
            && struck.formation != BaseFormation::Square
            && struck.placed.frame().to_body(touched(&walked.end, &struck.placed)).y < -1.0
    }

    /// A target that slipped away: its attacker may go up to where it stood, and makes no other contact (R103).
    fn follows(&mut self, unit: UnitId, target: UnitId, stood: Stood) -> Go {
        self.tell("slips_away", "declare.retreat.skirmishers", &[unit, target], json!({}));
        let left = onset::allowance(self.tables, self.unit(unit), MovePhase::Tactical, false);
        let walk = Walk {
            battle: self.battle,
            tables: self.tables,
            unit,
            purpose: Purpose::Tactical,
            allowance: left,
        };
        let strides = [Stride::Wheel(stood.wheel), Stride::Ahead(stood.ahead.max(0.0))];
        let walked = walk.walk(if stood.wheel == 0.0 { &strides[1..] } else { &strides });
        self.arrive(unit, walked, MoveMode::Normal, left)?;
        Ok(())
    }

    /// At whom attacked cavalry now rides: before the first of its attackers comes to it, for all move at once (R104).
    fn rides_at(&self, target: UnitId) -> Option<UnitId> {
        let waits = !self.battle.locked(target) && !self.unit(target).sequence.moved;
        let countered = |attack: &&Attack| attack.target == target && attack.countered;
        let at = self.battle.attacks.iter().find(countered).map(|attack| attack.unit);
        at.filter(|&by| waits && self.unit(by).here())
    }

    /// The attacked cavalry rides at its attacker: it goes half of the gap, with its own march dice (R104).
    fn counter_charge(&mut self, attacker: UnitId, unit: UnitId) -> Go {
        let gap = distance(&self.unit(attacker).placed, &self.unit(unit).placed);
        let Some((degrees, _)) = onset::way(self.battle, self.tables, unit, attacker, None) else {
            self.stands_after_all(attacker, unit);
            return Ok(());
        };
        let left = onset::allowance(self.tables, self.unit(unit), MovePhase::Tactical, false);
        let walk = Walk {
            battle: self.battle,
            tables: self.tables,
            unit,
            purpose: Purpose::Tactical,
            allowance: left,
        };
        let wheel = Stride::Wheel(degrees);
        let ahead = Stride::Ahead(gap / 2.0);
        let walked = if degrees == 0.0 { walk.walk(&[ahead]) } else { walk.walk(&[wheel, ahead]) };
        self.arrive(unit, walked, MoveMode::Normal, left)?;
        Ok(())
    }

    /// Cavalry that cannot ride at its attacker, for he comes from behind, stands still to receive him.
    fn stands_after_all(&mut self, attacker: UnitId, unit: UnitId) {
        let answered = |attack: &&mut Attack| attack.unit == attacker && attack.target == unit;
        if let Some(attack) = self.battle.attacks.iter_mut().find(answered) {
            attack.countered = false;
        }
    }

    /// Has attacked cavalry answered one of its attackers with a counter-charge? Then it stands still for none of them (R68).
    fn rides_out(&self, unit: UnitId) -> bool {
        self.battle.attacks.iter().any(|attack| attack.target == unit && attack.countered)
    }

    /// Two units are in contact: the attack opens a melee, or joins the one its target fights in (R69, R92, R105).
    fn meets(&mut self, attack: &Attack, from_behind: bool) -> Go {
        let (unit, target) = (attack.unit, attack.target);
        self.tell("meets", "turn.D.2", &[unit, target], json!({}));
        if self.unit(target).branch == Branch::Train {
            self.takes_train(unit, target);
            return Ok(());
        }
        let stands = if from_behind {
            let seat = krigsspil_engine::battle::SeatId::umpire();
            let about = krigsspil_turn::desk::about_unit(&seat, target, Some(unit));
            self.desk.ask(&FLANK_STANDS, about)? == FlankRuling::Stands
        } else {
            false
        };
        let stationary =
            self.unit(target).branch == Branch::Cavalry && !self.rides_out(target) && !self.attacks(target);
        self.joins(unit, target, attack.continued);
        if let Some(melee) = self.battle.melees.iter_mut().find(|melee| melee.holds(unit)) {
            if stands && !melee.flanked.contains(&target) {
                melee.flanked.push(target);
            }
            if stationary && !melee.stationary.contains(&target) {
                melee.stationary.push(target);
            }
        }
        Ok(())
    }

    /// A train reached by an attack or a breakthrough is taken (R23).
    pub(super) fn takes_train(&mut self, unit: UnitId, train: UnitId) {
        self.tell("takes_train", "house.multi-unit", &[unit, train], json!({}));
        let lost = self.unit(train).bases;
        self.unit_mut(train).bases = crate::quantity::Bases::NONE;
        self.is_gone(train, krigsspil_engine::battle::Presence::Gone);
        let side = self.unit(unit).side;
        self.battle.side[side].prisoners = self.battle.side[side].prisoners.and(lost);
    }

    /// Puts two units into one melee. Who attacks one that fights already joins his enemies' side of it.
    pub(super) fn joins(&mut self, unit: UnitId, target: UnitId, continued: bool) {
        let side = self.unit(unit).side;
        let of = |melees: &[Melee], unit: UnitId| melees.iter().position(|melee| melee.holds(unit));
        let (own, other) = (of(&self.battle.melees, unit), of(&self.battle.melees, target));
        match (own, other) {
            (None, None) => {
                let zone = self.unit(target).zone.filter(|_| !self.unit(target).branch.is_artillery());
                self.battle.melees.push(Melee {
                    attackers: vec![unit],
                    defenders: vec![target],
                    rounds: 0,
                    continued,
                    zone,
                    inside: false,
                    flanked: Vec::new(),
                    stationary: Vec::new(),
                    joined: Vec::new(),
                    leads: [None; 2],
                });
                // A zone is defended by all who are in it (R76).
                if let Some(zone) = zone {
                    let enemy = self.unit(target).side;
                    let inside: Vec<UnitId> = self.battle.in_zone(zone, enemy).collect();
                    if let Some(melee) = self.battle.melees.last_mut() {
                        melee.defenders = inside;
                    }
                }
            }
            (None, Some(at)) => self.enlist(at, unit, side),
            (Some(at), None) => {
                let enemy = self.unit(target).side;
                self.enlist(at, target, enemy);
            }
            (Some(one), Some(two)) if one != two => {
                let (keep, gone) = (one.min(two), one.max(two));
                let merged = self.battle.melees.remove(gone);
                for unit in merged.all().collect::<Vec<_>>() {
                    let side = self.unit(unit).side;
                    self.enlist(keep, unit, side);
                }
                // Who has fought his first round elsewhere has fought it.
                let begun = |unit: &UnitId| merged.rounds > 0 && !merged.joined.contains(unit);
                self.battle.melees[keep].joined.retain(|unit| !merged.holds(*unit) || !begun(unit));
                self.battle.melees[keep].flanked.extend(merged.flanked);
                self.battle.melees[keep].stationary.extend(merged.stationary);
            }
            (Some(_), Some(_)) => {}
        }
    }

    /// On the side of his friends.
    fn enlist(&mut self, melee: usize, unit: UnitId, side: SideId) {
        let attackers = self.battle.melees[melee].attackers.first().map(|&first| self.unit(first).side);
        let melee = &mut self.battle.melees[melee];
        let list = if attackers == Some(side) { &mut melee.attackers } else { &mut melee.defenders };
        if !list.contains(&unit) {
            list.push(unit);
            if melee.rounds > 0 {
                melee.joined.push(unit);
            }
        }
    }

    /// The side with the initiative says which side moves its other units first (§turn.D.2).
    pub(super) fn moves_first(&mut self) -> Result<(), Pause> {
        self.desk.next_step();
        let side = self.battle.initiative;
        let both = self.battle.fixed.sides.ids().all(|side| {
            self.battle
                .here()
                .any(|unit| self.unit(unit).side == side && self.battle.command_of(unit).engaged)
        });
        let choice = match both {
            true => krigsspil_turn::desk::item(self, |run| run.ask_side(&MOVES_FIRST, side))?,
            false => None,
        };
        let mut order = self.initiative_last();
        if choice == Some(First::Self_) {
            order.reverse();
        }
        self.battle.stand.set_initiative(&TURN, order);
        Ok(())
    }
}

/// Does a chain of attacks, each on the next attacker, lead back to where it began?
fn comes_round(attacks: &[Attack], first: usize) -> bool {
    let mut at = first;
    for _ in attacks {
        let Some(next) = attacks.iter().position(|other| other.unit == attacks[at].target) else {
            return false;
        };
        if next == first {
            return true;
        }
        at = next;
    }
    false
}

/// So many places along a front are held against the one it touches.
const FILES: u32 = 24;

/// The middle of where a front lies against another body.
fn touched(attacker: &Placed, target: &Placed) -> Point {
    let (left, right) = attacker.wings();
    let files = (0..=FILES).map(|file| left.toward(right, f64::from(file) / f64::from(FILES)));
    let touches = |place: &Point| target.parts().iter().any(|part| part.distance_to(*place) <= 4.0 * TOUCH);
    let (mut sum, mut count) = (Point::ORIGIN, 0.0);
    for place in files.filter(touches) {
        sum += place;
        count += 1.0;
    }
    if count > 0.0 { sum * (1.0 / count) } else { closest_places(target, attacker).0 }
}
