//! Who must decide what: the orders of a turn, and the questions inside it.

use std::sync::Arc;

use krigsspil_engine::Fault;
use krigsspil_engine::battle::{
    About, Closed, Deed, MayKnow, OrdersAsked, Prompt, PromptDetail, QuestionNumber, RiderAsked, SeatId,
    SeenUnit, Shown, Taken, UnitAsked,
};
use krigsspil_turn::book::{Naming, Open};

use krigsspil_turn::knowledge::Known;

use super::knowing::knows;
use super::legal::{carried, check, command_cm, in_command, known_compelled, storm_allowed};
use super::order::{Action, Facing, Piece, Step, UnitOrder, When};
use super::samples;
use super::shown::{AskedDetails, LimitsShown, LoadShown, LoadsShown, TargetShown};
use super::sight::COMMAND_CM;
use super::state::*;
use super::terrain::{march_row, rates};
use crate::procedures::guns::GunData;
use crate::procedures::small_arms::WeaponData;
use crate::procedures::works::Work;
use crate::tables::Tables;
use crate::vocabulary::*;

/// Everybody who is asked something now, each told as much as is wanted.
pub(super) fn prompts(
    battle: &Battle,
    tables: &Tables,
    wanted: &dyn Fn(&SeatId) -> PromptDetail,
) -> Vec<Prompt> {
    match battle.phase {
        Phase::Over => Vec::new(),
        Phase::Orders => order_prompts(battle, tables, wanted),
        Phase::Running(_) => {
            battle.turns.book().open().iter().map(|open| question_prompt(battle, open)).collect()
        }
    }
}

/// What a question is about, by the names a seat may know (§03.02.2).
pub(super) struct Names<'a> {
    pub battle: &'a Battle,
    pub seat: &'a SeatId,
}

impl Naming for Names<'_> {
    fn unit(&self, unit: UnitId) -> Option<Arc<str>> {
        let Names { battle, seat } = *self;
        let seating = &battle.fixed.seating;
        let side = seating.number(seat).and_then(|seat| seating.side(seat));
        let known = seat.is_umpire() || side.is_some_and(|side| knows(battle, seat, side, unit));
        known.then(|| battle.units[unit].id.clone())
    }

    fn post(&self, post: PostId) -> Option<Arc<str>> {
        Some(self.battle.generals[post].id.clone())
    }

    fn fault(&self, fault: &Fault) -> Arc<str> {
        fault.to_string().into()
    }
}

/// A question as a prompt for the seat that answers it; its first choice is the default.
fn question_prompt(battle: &Battle, open: &Open) -> Prompt {
    let question = QuestionNumber(open.number_for(&open.seat));
    let default = Action::Answer { question, choice: open.default_choice().to_string() };
    Prompt {
        seat: open.seat.clone(),
        what: open.key.matter.what,
        about: About::Question(open.told(&open.seat, &Names { battle, seat: &open.seat })),
        default: Deed::of(default),
    }
}

fn order_prompts(battle: &Battle, tables: &Tables, wanted: &dyn Fn(&SeatId) -> PromptDetail) -> Vec<Prompt> {
    let seating = &battle.fixed.seating;
    let waited_for = seating.all().filter(|seat| battle.gate.waits_for(*seat)).map(|seat| seating.id(seat));
    let about = |seat: &SeatId| match wanted(seat) {
        PromptDetail::Bare => About::Bare,
        detail => About::Orders(Asking { battle, tables, detail }.orders(seat)),
    };
    waited_for
        .map(|seat| Prompt {
            seat: seat.clone(),
            what: "orders",
            about: about(seat),
            default: Deed::of(Action::Ready),
        })
        .collect()
}

fn round(cm: f64) -> f64 {
    (cm * 10.0).round() / 10.0
}

/// A prompt for orders being made.
#[derive(Clone, Copy)]
struct Asking<'a> {
    battle: &'a Battle,
    tables: &'a Tables,
    detail: PromptDetail,
}

impl<'a> Asking<'a> {
    fn orders(&self, seat: &SeatId) -> OrdersAsked {
        let battle = self.battle;
        let own: Vec<UnitId> = battle.here().filter(|&unit| battle.seat_of_unit(unit) == seat).collect();
        let whole = self.detail == PromptDetail::Whole;
        let generals = battle.generals.iter();
        let couriers = battle.couriers.values();
        let deeds = |actions: Vec<Action>| actions.into_iter().map(Deed::of).collect();
        OrdersAsked {
            turn: battle.turn,
            units: own.iter().map(|&unit| self.unit(unit)).collect(),
            generals: generals
                .filter(|(post, general)| battle.fixed.seat_of[*post] == *seat && general.life == Life::Here)
                .map(|(post, general)| RiderAsked {
                    id: general.id.clone(),
                    place: [general.place.x, general.place.y],
                    samples: whole.then(|| deeds(samples::of_general(battle, post, &own))),
                })
                .collect(),
            couriers: couriers
                .filter(|rider| battle.fixed.seat_of[rider.general] == *seat && rider.life == Life::Here)
                .map(|rider| RiderAsked {
                    id: rider.id.clone(),
                    place: [rider.place.x, rider.place.y],
                    samples: whole.then(|| deeds(samples::of_courier(battle, rider, &own))),
                })
                .collect(),
        }
    }

    fn unit(&self, unit: UnitId) -> UnitAsked {
        let battle = self.battle;
        let samples = (self.detail == PromptDetail::Whole).then(|| self.samples(unit));
        let may = match &samples {
            Some(samples) => kinds(samples.iter().map(UnitOrder::kind)),
            None => self.may(unit),
        };
        let details = AskedDetails {
            in_command: Some(in_command(battle, unit)),
            command_cm: Some(round(command_cm(battle, unit))),
            command_limit_cm: Some(COMMAND_CM),
            compelled_fire: Some(known_compelled(battle, unit, self.tables)),
            limits: Some(self.limits(unit)),
        };
        UnitAsked {
            unit: battle.units[unit].id.clone(),
            closed: if samples.is_some() { self.closed(unit, &may) } else { Vec::new() },
            may,
            details: Shown::to(MayKnow::Own, details),
            samples: samples.map(|samples| samples.into_iter().map(Deed::of).collect()),
        }
    }

    /// The kinds that are closed, each with the refusal of its first candidate.
    fn closed(&self, unit: UnitId, may: &[&'static str]) -> Vec<Closed> {
        let candidates = self.candidates(unit).into_iter().filter_map(|mut of_a_kind| of_a_kind.next());
        let refused = candidates.filter(|order| !may.contains(&order.kind())).filter_map(|order| {
            let why = check(self.battle, self.tables, unit, &order).err()?;
            Some(Closed { kind: order.kind(), why })
        });
        refused.collect()
    }

    fn limits(&self, unit: UnitId) -> LimitsShown {
        let (battle, tables) = (self.battle, self.tables);
        let ordered = &battle.units[unit];
        let march = rates(ordered, march_row(ordered, false), tables).open() / CM;
        let storm = rates(ordered, march_row(ordered, true), tables).open() / CM;
        let may_storm = storm_allowed(battle, tables, unit, &[Step::Ahead { cm: None }], true);
        let range = ordered.weapon.and_then(|weapon| {
            let facts = WeaponData { weapon, distance_cm: krigsspil_engine::Centimetres(0.0) };
            super::bodies::plain(&facts, tables).ok()
        });
        let guns = ordered.battery.as_ref().and_then(|battery| {
            let gun = super::bodies::plain(&GunData { gun: battery.gun }, tables).ok()?;
            let load = |number: usize, cm: i32| LoadShown { rounds: battery.rounds[number], cm };
            let (canister, shell, shot) = (gun.canister_cm, gun.shell_cm, gun.shot_cm);
            Some(LoadsShown { canister: load(0, canister), shell: load(1, shell), shot: load(2, shot) })
        });
        LimitsShown {
            march_cm: round(march),
            storm_cm: may_storm.then(|| round(storm)),
            zones_cm: range.map(|range| range.zone_limits_cm),
            guns,
            targets: targets(battle, unit),
        }
    }

    /// Would this order be lawful now, and is it any use?
    fn offers(&self, unit: UnitId, order: &UnitOrder) -> bool {
        let state = self.battle.units[unit].order;
        let mends = matches!(state, Order::LightDisorder | Order::Pinned | Order::Disorder);
        (mends || *order != UnitOrder::Reorganise) && check(self.battle, self.tables, unit, order).is_ok()
    }

    /// Ready-made orders that are lawful now.
    fn samples(&self, unit: UnitId) -> Vec<UnitOrder> {
        let mut orders: Vec<UnitOrder> = self.candidates(unit).into_iter().flatten().collect();
        for more in self.more(unit) {
            if !orders.contains(more) {
                orders.push(more.clone());
            }
        }
        orders.retain(|order| self.offers(unit, order));
        orders
    }

    /// The kinds of these, without them.
    fn may(&self, unit: UnitId) -> Vec<&'static str> {
        let offered = |order: &UnitOrder| self.offers(unit, order);
        let usual = self.candidates(unit).into_iter();
        let usual = usual.filter_map(|mut of_a_kind| of_a_kind.find(offered)).map(|order| order.kind());
        let mut may = kinds(usual);
        for more in self.more(unit) {
            if !may.contains(&more.kind()) && offered(more) {
                may.push(more.kind());
            }
        }
        may
    }

    /// Orders to try, those of a kind together; made as they are asked for.
    fn candidates(&self, unit: UnitId) -> [Box<dyn Iterator<Item = UnitOrder> + 'a>; 8] {
        let Asking { battle, tables, .. } = *self;
        let one = |order: UnitOrder| Box::new(std::iter::once(order));
        [
            one(UnitOrder::Stand),
            one(UnitOrder::Reorganise),
            one(UnitOrder::Retreat),
            one(UnitOrder::Resupply),
            Box::new(moves(&battle.units[unit]).chain(samples::errands(battle, unit))),
            Box::new(std::iter::once_with(move || fires(battle, unit, tables)).flatten()),
            Box::new(Work::ALL.iter().map(|&work| UnitOrder::Work { work })),
            Box::new([Piece::Gun, Piece::Limber].into_iter().map(|piece| UnitOrder::Repair { piece })),
        ]
    }

    /// What it did last, and what a courier brings it.
    fn more(&self, unit: UnitId) -> impl Iterator<Item = &'a UnitOrder> {
        let last = self.battle.units[unit].last_order.as_ref();
        [last, carried(self.battle, unit)].into_iter().flatten()
    }
}

/// Each kind once, in the order in which it first comes.
fn kinds(all: impl Iterator<Item = &'static str>) -> Vec<&'static str> {
    let mut kinds = Vec::new();
    for kind in all {
        if !kinds.contains(&kind) {
            kinds.push(kind);
        }
    }
    kinds
}

/// Enemies this unit's general may know of, nearest first, with the distance as one judges it by eye: to 5 cm.
fn targets(battle: &Battle, unit: UnitId) -> Vec<TargetShown> {
    let seen = battle.seen.seen_by(battle.seat_of(unit));
    let mut near: Vec<(f64, UnitId)> = seen
        .filter(|&other| battle.units[other].here())
        .map(|other| (battle.cm_between(unit, other), other))
        .collect();
    near.sort_by(|a, b| a.0.total_cmp(&b.0).then(a.1.cmp(&b.1)));
    let judged = |cm: f64| (cm / 5.0).round() * 5.0;
    near.iter()
        .map(|&(cm, other)| TargetShown { unit: battle.units[other].id.clone(), about_cm: judged(cm) })
        .collect()
}

const AHEAD: Step = Step::Ahead { cm: None };

/// Marches that are tried for every unit.
const MARCHES: [&[Step]; 18] = [
    &[AHEAD],
    &[Step::Ahead { cm: Some(6.0) }],
    &[Step::Back { cm: None }],
    &[Step::Turn { to: Facing::About }],
    &[Step::Turn { to: Facing::About }, AHEAD],
    &[Step::Turn { to: Facing::Left }],
    &[Step::Turn { to: Facing::Right }],
    &[Step::Mount, AHEAD],
    &[Step::Dismount],
    &[Step::Limber, AHEAD],
    &[Step::Ahead { cm: Some(10.0) }, Step::Unlimber],
    &[Step::Unlimber],
    &[Step::Wheel { degrees: -90.0 }, AHEAD],
    &[Step::Wheel { degrees: -45.0 }, AHEAD],
    &[Step::Wheel { degrees: -15.0 }, AHEAD],
    &[Step::Wheel { degrees: 15.0 }, AHEAD],
    &[Step::Wheel { degrees: 45.0 }, AHEAD],
    &[Step::Wheel { degrees: 90.0 }, AHEAD],
];

/// Ways to go at an enemy.
const ATTACKS: [&[Step]; 3] =
    [&[AHEAD], &[Step::Wheel { degrees: -15.0 }, AHEAD], &[Step::Wheel { degrees: 15.0 }, AHEAD]];

fn moves(unit: &Unit) -> impl Iterator<Item = UnitOrder> + use<> {
    let now = unit.formation;
    let marches = MARCHES.into_iter().map(|steps| UnitOrder::march(steps.to_vec()));
    let others = Formation::ALL.iter().filter(move |&&formation| formation != now);
    let forms = others.map(|&formation| UnitOrder::march(vec![Step::Form { formation }, AHEAD]));
    let attacks = [false, true].into_iter().flat_map(|storm| {
        ATTACKS.into_iter().map(move |steps| UnitOrder::Move { steps: steps.to_vec(), attack: true, storm })
    });
    marches.chain(forms).chain(attacks)
}

fn fires(battle: &Battle, unit: UnitId, tables: &Tables) -> Vec<UnitOrder> {
    let whens = || {
        [
            When::AtOnce,
            When::At { moment: 0.5 },
            When::BeforeShock,
            When::AfterShock,
            When::EnemyWithin { cm: 10.0 },
        ]
    };
    let firer = &battle.units[unit];
    let Some(battery) = &firer.battery else {
        return whens().into_iter().map(UnitOrder::fire).collect();
    };
    let mut orders = Vec::new();
    let Ok(gun) = super::bodies::plain(&GunData { gun: battery.gun }, tables) else { return orders };
    for when in whens() {
        orders.push(gun_fire(when, None, Ammunition::Canister, None));
    }
    for target in targets(battle, unit) {
        let cm = target.about_cm as i32;
        for (ammunition, reach) in [(Ammunition::Shell, gun.shell_cm), (Ammunition::Shot, gun.shot_cm)] {
            if reach > 0 && cm <= reach {
                let guess = Some(cm.clamp(1, reach));
                orders.push(gun_fire(When::AtOnce, Some(&target.unit), ammunition, guess));
                orders.push(gun_fire(When::At { moment: 0.5 }, Some(&target.unit), ammunition, guess));
            }
        }
    }
    orders
}

fn gun_fire(
    when: When,
    target: Option<&Arc<str>>,
    ammunition: Ammunition,
    guess_cm: Option<i32>,
) -> UnitOrder {
    UnitOrder::Fire {
        when,
        target: target.map(|target| SeenUnit::from(&**target)),
        targets: Vec::new(),
        figures: None,
        ammunition: Some(ammunition),
        guess_cm,
    }
}
