//! Who must decide what: the phases in which sides move, and the questions between them.

use std::sync::Arc;

use krigsspil_engine::battle::{
    ActionsAsked, Closed, Deed, Given, MayKnow, OrdersAsked, Prompt, PromptDetail, RiderAsked, SeatId, Shown,
    Taken, UnitAsked,
};
use krigsspil_turn::asking::{self, Asks};

use super::act::rides_open;
use super::knowing::{Sees, sees};
use super::legal::Law;
use super::onset;
use super::order::{Action, UnitOrder};
use super::phases::Step;
use super::samples;
use super::shown::{AskedDetails, TargetShown};
use super::state::*;
use crate::tables::Tables;
use crate::vocabulary::MovePhase;

/// Everybody who is asked something now, each told as much as is wanted.
pub(super) fn prompts(
    battle: &Battle,
    tables: &Tables,
    wanted: &dyn Fn(&SeatId) -> PromptDetail,
) -> Vec<Prompt> {
    let orders = |seat: &SeatId, detail| {
        let sees = sees(battle, seat);
        Asking { sees: &sees, law: Law { battle: &sees, tables }, detail }.orders()
    };
    let answer = |question, choice| Action::Answer { question, choice };
    let what = battle.phase().as_str();
    let asks = Asks { what, done: Action::Ready, answer, orders: &orders, wanted };
    asking::prompts(battle, battle.gate.waited_for(), &asks)
}

/// A prompt for orders being made, on the battle as its seat supposes it.
struct Asking<'a> {
    sees: &'a Sees<'a>,
    law: Law<'a>,
    detail: PromptDetail,
}

impl Asking<'_> {
    fn orders(&self) -> OrdersAsked {
        let battle = self.law.battle;
        let step = battle.phase();
        let own_posts = battle.posts.ids().filter(|&post| self.sees.known.commands(post));
        let units = match step {
            Step::Orders | Step::Bonus => own_posts.clone().filter_map(|post| self.officer(post)).collect(),
            _ => battle
                .here()
                .filter(|&unit| self.sees.known.reads(unit))
                .map(|unit| self.unit(unit))
                .collect(),
        };
        let rides = matches!(step, Step::Movement | Step::Manoeuvre | Step::Deployment);
        let generals = own_posts.clone().filter(|&post| rides && self.law.officer(post).is_ok());
        OrdersAsked {
            turn: battle.turn,
            units,
            generals: generals.map(|post| self.rider(post)).collect(),
            couriers: Vec::new(),
            actions: if self.whole() {
                own_posts.filter_map(|post| self.actions(post)).collect()
            } else {
                Vec::new()
            },
        }
    }

    /// What may be done with an officer who is on the table: he is moved.
    fn actions(&self, post: PostId) -> Option<ActionsAsked> {
        let held = &self.law.battle.posts[post];
        let open = |_| rides_open(self.law, post);
        held.rider.is_here().then(|| asking::actions::<Action>(&held.id, Given::Leader, open))
    }

    fn whole(&self) -> bool {
        self.detail == PromptDetail::Whole
    }

    /// An officer who may give his command an order, or write the bonus.
    fn officer(&self, post: PostId) -> Option<UnitAsked> {
        let (battle, law) = (self.law.battle, &self.law);
        let (kind, samples) = match battle.phase() {
            Step::Orders => ("command", samples::commands(law, post)),
            _ => ("bonus", samples::bonuses(law, post)),
        };
        if samples.is_empty() {
            return None;
        }
        Some(UnitAsked {
            unit: battle.posts[post].id.clone(),
            may: vec![kind],
            closed: Vec::new(),
            details: Shown::NOTHING,
            samples: self.whole().then(|| samples.into_iter().map(Deed::of).collect()),
        })
    }

    fn rider(&self, post: PostId) -> RiderAsked {
        let battle = self.law.battle;
        let place = battle.officer_place(post);
        let samples = || samples::rides(&self.law, post).into_iter().map(Deed::of).collect();
        RiderAsked {
            id: battle.posts[post].id.clone(),
            place: [place.x, place.y],
            samples: self.whole().then(samples),
        }
    }

    fn unit(&self, unit: UnitId) -> UnitAsked {
        let battle = self.law.battle;
        let (mut may, mut closed) = (Vec::new(), Vec::new());
        for kind in UnitOrder::KINDS.iter().map(|kind| kind.name).filter(|kind| !OF_OFFICERS.contains(kind)) {
            match self.law.open(unit, kind) {
                Ok(()) => may.push(kind),
                Err(why) if self.whole() => closed.push(Closed { kind, why: why.into() }),
                Err(_) => {}
            }
        }
        let samples = self.whole().then(|| samples::orders(&self.law, unit, &may));
        UnitAsked {
            unit: battle.units[unit].id.clone(),
            details: Shown::to(MayKnow::Own, self.details(unit, &may)),
            may,
            closed,
            samples: samples.map(|orders| orders.into_iter().map(Deed::of).collect()),
        }
    }

    fn details(&self, unit: UnitId, may: &[&'static str]) -> AskedDetails {
        let (battle, tables) = (self.law.battle, self.law.tables);
        let own = &battle.units[unit];
        let phase = match battle.phase() {
            Step::Manoeuvre => MovePhase::Manoeuvre,
            Step::Deployment => MovePhase::Deployment,
            _ => MovePhase::Tactical,
        };
        let march = if may.contains(&"move") { onset::allowance(tables, own, phase, false) } else { 0 };
        let reach = onset::allowance(tables, own, MovePhase::Tactical, false);
        let attackable = if may.contains(&"attack") { self.law.attackable(unit) } else { Vec::new() };
        let fires = may.contains(&"fire");
        let mut targets: Vec<(i32, UnitId)> =
            battle.enemies_of(own.side).map(|enemy| (battle.metres(unit, enemy), enemy)).collect();
        targets.sort_by(|a, b| a.0.cmp(&b.0).then_with(|| battle.comes_first(a.1, b.1)));
        let in_fire = |enemy: UnitId, metres: i32| {
            fires
                && metres <= FIRE_RANGE
                && self.law.shots(unit, Some(&battle.units[enemy].id), None, None, None).is_ok()
        };
        AskedDetails {
            in_command: Some(battle.in_command(unit)),
            move_m: Some(march),
            changes: Some(if may.contains(&"move") { self.law.changes_left(unit) } else { 0 }),
            attack_m: Some(if may.contains(&"attack") { reach } else { 0 }),
            fire_m: Some(if fires { FIRE_RANGE } else { 0 }),
            sequence: Some(if battle.phase().tactical() { i32::from(battle.stand.pass()) } else { 0 }),
            attackable: Some(attackable.iter().map(|&enemy| battle.units[enemy].id.clone()).collect()),
            targets: Some(
                targets
                    .into_iter()
                    .map(|(metres, enemy)| TargetShown {
                        unit: Arc::clone(&battle.units[enemy].id),
                        metres,
                        in_fire: in_fire(enemy, metres),
                    })
                    .collect(),
            ),
        }
    }
}

/// Kinds that are for officers and not for units.
const OF_OFFICERS: [&str; 2] = ["command", "bonus"];
/// No gun fires farther, in metres (§chart.bombard-factor).
const FIRE_RANGE: i32 = 1000;
