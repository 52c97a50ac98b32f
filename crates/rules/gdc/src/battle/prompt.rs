//! Who must decide what: the phases in which sides write, and the questions between them.

use std::sync::Arc;

use krigsspil_engine::battle::{
    About, Closed, Deed, MayKnow, OrdersAsked, Prompt, PromptDetail, QuestionNumber, Refused, RiderAsked,
    SeatId, Shown, Taken, UnitAsked,
};
use krigsspil_turn::book::Open;
use krigsspil_turn::knowledge::Knowledge;

use super::act::ride_lawful;
use super::aim;
use super::knowing::Sees;
use super::legal::{Law, Mark};
use super::order::{Action, Ride, UnitOrder};
use super::pace::{Going, open_yards};
use super::phases::Step;
use super::samples;
use super::shown::{AskedDetails, RiderMark, TargetShown};
use super::state::*;
use crate::procedures::musketry::Weapon;
use crate::tables::Tables;
use crate::vocabulary::*;

/// Everybody who is asked something now, each told as much as is wanted.
pub(super) fn prompts(
    battle: &Battle,
    tables: &Tables,
    wanted: &dyn Fn(&SeatId) -> PromptDetail,
) -> Vec<Prompt> {
    if battle.ending.is_some() {
        return Vec::new();
    }
    if battle.turns.runs() {
        let open = battle.turns.book().open().iter();
        return open.filter_map(|open| question(Knowledge::of(battle, &open.seat), open)).collect();
    }
    let seating = &battle.fixed.seating;
    let waited_for = seating.all().filter(|seat| battle.gate.waits_for(*seat)).map(|seat| seating.id(seat));
    let about = |seat: &SeatId| match wanted(seat) {
        PromptDetail::Bare => About::Bare,
        detail => {
            let sees = Sees::of(battle, seat);
            About::Orders(Asking { sees: &sees, law: Law { battle: &sees, tables }, detail }.orders())
        }
    };
    let what = battle.phase().as_str();
    let default = Deed::of(Action::Ready);
    waited_for
        .map(|seat| Prompt { seat: seat.clone(), what, about: about(seat), default: default.clone() })
        .collect()
}

/// A question as a prompt for the seat that answers it; its first choice is the default.
fn question(known: Knowledge<'_, Battle>, open: &Open) -> Option<Prompt> {
    let number = QuestionNumber(open.number_for(&open.seat));
    let default = Action::Answer { question: number, choice: open.default_choice().to_string() };
    Some(Prompt {
        seat: open.seat.clone(),
        what: open.key.matter.what,
        about: About::Question(known.asked(open)?),
        default: Deed::of(default),
    })
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
        let own = battle.here().filter(|&unit| self.sees.known.reads(unit));
        let own_posts = battle.posts.ids().filter(|&post| self.sees.commands(post));
        let rides = own_posts.filter(|&post| ride_lawful(battle, post, &Ride::Stay).is_ok());
        OrdersAsked {
            turn: battle.turn,
            units: own.map(|unit| self.unit(unit)).collect(),
            generals: rides.map(|post| self.rider(post)).collect(),
            couriers: Vec::new(),
        }
    }

    fn whole(&self) -> bool {
        self.detail == PromptDetail::Whole
    }

    fn rider(&self, post: PostId) -> RiderAsked {
        let battle = self.law.battle;
        let place = battle.general_place(post);
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
        for kind in UnitOrder::KINDS.iter().map(|kind| kind.name) {
            match self.law.open(unit, kind) {
                Ok(()) => may.push(kind),
                Err(why) if self.whole() => {
                    closed.push(Closed { kind, why: Refused::ByRule("order".into(), why) })
                }
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
        let marches = may.contains(&"move");
        let charges = may.contains(&"charge");
        let fires = may.contains(&"fire");
        let mut targets: Vec<(i32, UnitId)> =
            battle.enemies_of(own.side).map(|enemy| (battle.yards(unit, enemy), enemy)).collect();
        targets.sort_by(|a, b| a.0.cmp(&b.0).then_with(|| battle.comes_first(a.1, b.1)));
        let lane = if fires && own.guns() { aim::battery_targets(battle, tables, unit) } else { Vec::new() };
        let in_fire = |enemy: UnitId| {
            fires
                && if own.guns() {
                    lane.iter().any(|one| one.unit == enemy)
                } else {
                    self.law.musket(unit, enemy).is_ok()
                }
        };
        let chargeable = if charges { samples::chargeable(&self.law, unit) } else { Vec::new() };
        let going = Going::Charge { wheels: false };
        AskedDetails {
            move_yd: Some(if marches { open_yards(battle, tables, unit, Going::Field) } else { 0 }),
            charge_yd: Some(if charges { open_yards(battle, tables, unit, going) } else { 0 }),
            fire_yd: Some(if fires { range(own, battle.phase()) } else { 0 }),
            chargeable: Some(chargeable.iter().map(|(enemy, _)| battle.units[*enemy].id.clone()).collect()),
            facings: Some(if may.contains(&"change") { self.facings(unit) } else { Vec::new() }),
            needs_chits: Some(own.chits.needed),
            targets: Some(
                targets
                    .into_iter()
                    .map(|(yards, enemy)| TargetShown {
                        unit: Arc::clone(&battle.units[enemy].id),
                        yards,
                        in_fire: in_fire(enemy),
                    })
                    .collect(),
            ),
            riders: Some(if may.contains(&"fire_rider") { self.riders(unit) } else { Vec::new() }),
        }
    }

    /// Generals and couriers whom it can fire at (§2.51).
    fn riders(&self, unit: UnitId) -> Vec<RiderMark> {
        let battle = self.law.battle;
        let name = |mark: Mark| match mark {
            Mark::General(post) => battle.posts[post].id.clone(),
            Mark::Courier(number) => battle.couriers[number].id.clone(),
        };
        let marks = self.law.marks(unit).into_iter();
        marks.map(|(yards, mark)| RiderMark { rider: name(mark), yards }).collect()
    }
}

/// Turns that are looked at for a unit, in degrees.
const TURNS: [i32; 10] = [-180, -90, -60, -45, -20, 20, 45, 60, 90, 180];

impl Asking<'_> {
    /// The turns of these that a unit may make now (§4.1, §4.2).
    fn facings(&self, unit: UnitId) -> Vec<i32> {
        let may = |degrees: &i32| self.law.change(unit, None, f64::from(*degrees)).is_ok();
        TURNS.into_iter().filter(may).collect()
    }
}

/// The longest range of a unit's fire (§8.1, chart.artillery).
fn range(unit: &Unit, step: Step) -> i32 {
    match (unit.arm, unit.ratings.weapon) {
        (Arm::Artillery, _) => aim::GUN_RANGE as i32,
        (Arm::Cavalry, _) => 100,
        _ if !step.fires() => 0,
        (_, Weapon::Rifle) => 350,
        _ => 200,
    }
}
