//! Who must decide what: the orders of a turn, and the questions inside it.

use std::sync::Arc;

use krigsspil_engine::battle::{
    ActionsAsked, Closed, Deed, Given, MayKnow, Moment, OrdersAsked, PromptDetail, RiderAsked, SeenUnit,
    Shown, Taken, UnitAsked,
};
use krigsspil_field::prelude::distance;
use krigsspil_turn::asking;

use super::knowing::{Knows, Own, Seen};
use super::legal::{check, command_cm, compelled, in_command, storm_allowed};
use super::order::{Action, Facing, Piece, Step, UnitOrder, When};
use super::samples;
use super::shown::{AskedDetails, LimitsShown, LoadShown, LoadsShown, TargetShown};
use super::sight::COMMAND_CM;
use super::state::{CM, Life, Unit, UnitId};
use super::terrain::{march_row, rates};
use crate::procedures::guns::GunData;
use crate::procedures::small_arms::WeaponData;
use crate::procedures::works::Work;
use crate::vocabulary::*;

/// What a seat is told about the orders it may give.
pub(super) fn orders(known: Knows<'_>, detail: PromptDetail) -> OrdersAsked {
    Asking { known, detail }.orders()
}

fn round(cm: f64) -> f64 {
    (cm * 10.0).round() / 10.0
}

/// A prompt for orders under construction.
#[derive(Clone, Copy)]
struct Asking<'a> {
    known: Knows<'a>,
    detail: PromptDetail,
}

impl<'a> Asking<'a> {
    fn orders(&self) -> OrdersAsked {
        let known = self.known;
        // The umpire may read everybody's units, but gives orders to none.
        let player = known.side().is_some();
        let own: Vec<Own<'_>> = known.own_units().filter(|own| player && own.here()).collect();
        let whole = self.detail == PromptDetail::Whole;
        let deeds = |actions: Vec<Action>| actions.into_iter().map(Deed::of).collect();
        let generals = || known.generals().filter(|(_, general)| player && general.life == Life::Here);
        let couriers = || known.couriers().filter(|(_, courier)| player && courier.life == Life::Here);
        // Whoever is on the table rides whenever orders are written (§03.01.5); where he may ride is another matter.
        let rides = |id: &Arc<str>, whom| asking::actions::<Action>(id, whom, |_| Ok(()));
        let leaders = generals().map(|(_, general)| rides(&general.id, Given::Leader));
        let riders = couriers().map(|(_, rider)| rides(&rider.id, Given::Courier));
        let actions: Vec<ActionsAsked> = leaders.chain(riders).filter(|_| whole).collect();
        OrdersAsked {
            turn: known.turn(),
            units: own.iter().map(|&unit| self.unit(unit)).collect(),
            generals: generals()
                .map(|(_, general)| RiderAsked {
                    id: general.id.clone(),
                    place: [general.place.x, general.place.y],
                    samples: whole.then(|| deeds(samples::of_general(known, general, &own))),
                })
                .collect(),
            couriers: couriers()
                .map(|(_, rider)| RiderAsked {
                    id: rider.id.clone(),
                    place: [rider.place.x, rider.place.y],
                    samples: whole.then(|| deeds(samples::of_courier(known, rider, &own))),
                })
                .collect(),
            actions,
        }
    }

    fn unit(&self, own: Own<'a>) -> UnitAsked {
        let known = self.known;
        let samples = (self.detail == PromptDetail::Whole).then(|| self.samples(own));
        let may = match &samples {
            Some(samples) => kinds(samples.iter().map(UnitOrder::kind)),
            None => self.may(own),
        };
        let details = AskedDetails {
            in_command: Some(in_command(known, own)),
            command_cm: Some(round(command_cm(known, own))),
            command_limit_cm: Some(COMMAND_CM),
            compelled_fire: Some(compelled(known, own)),
            limits: Some(self.limits(own)),
        };
        UnitAsked {
            unit: own.whole().id.clone(),
            closed: if samples.is_some() { self.closed(own, &may) } else { Vec::new() },
            may,
            details: Shown::to(MayKnow::Own, details),
            samples: samples.map(|samples| samples.into_iter().map(Deed::of).collect()),
        }
    }

    /// The closed kinds, each with the refusal of its first candidate.
    fn closed(&self, own: Own<'a>, may: &[&'static str]) -> Vec<Closed> {
        let candidates = self.candidates(own).into_iter().filter_map(|mut of_a_kind| of_a_kind.next());
        let refused = candidates.filter(|order| !may.contains(&order.kind())).filter_map(|order| {
            let why = check(self.known, own, &order).err()?;
            Some(Closed { kind: order.kind(), why })
        });
        refused.collect()
    }

    fn limits(&self, own: Own<'a>) -> LimitsShown {
        let (known, tables) = (self.known, self.known.tables());
        let ordered = own.whole();
        let march = rates(ordered, march_row(ordered, false), tables).open() / CM;
        let storm = rates(ordered, march_row(ordered, true), tables).open() / CM;
        let may_storm = storm_allowed(known, own, &[Step::Ahead { cm: None }], true);
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
            targets: targets(known, own),
        }
    }

    /// Would this order be lawful now, and useful?
    fn offers(&self, own: Own<'a>, order: &UnitOrder) -> bool {
        let mends = matches!(own.order, Order::LightDisorder | Order::Pinned | Order::Disorder);
        (mends || *order != UnitOrder::Reorganise) && check(self.known, own, order).is_ok()
    }

    /// Ready-made orders that are lawful now.
    fn samples(&self, own: Own<'a>) -> Vec<UnitOrder> {
        let mut orders: Vec<UnitOrder> = self.candidates(own).into_iter().flatten().collect();
        for more in self.more(own) {
            if !orders.contains(more) {
                orders.push(more.clone());
            }
        }
        orders.retain(|order| self.offers(own, order));
        orders
    }

    /// The kinds of these orders, without the orders themselves.
    fn may(&self, own: Own<'a>) -> Vec<&'static str> {
        let offered = |order: &UnitOrder| self.offers(own, order);
        let usual = self.candidates(own).into_iter();
        let usual = usual.filter_map(|mut of_a_kind| of_a_kind.find(offered)).map(|order| order.kind());
        let mut may = kinds(usual);
        for more in self.more(own) {
            if !may.contains(&more.kind()) && offered(more) {
                may.push(more.kind());
            }
        }
        may
    }

    /// Orders to try, grouped by kind; made only when needed.
    fn candidates(&self, own: Own<'a>) -> [Box<dyn Iterator<Item = UnitOrder> + 'a>; 8] {
        let known = self.known;
        let one = |order: UnitOrder| Box::new(std::iter::once(order));
        [
            one(UnitOrder::Stand),
            one(UnitOrder::Reorganise),
            one(UnitOrder::Retreat),
            one(UnitOrder::Resupply),
            Box::new(moves(&own).chain(samples::errands(known, own))),
            Box::new(std::iter::once_with(move || fires(known, own)).flatten()),
            Box::new(Work::ALL.iter().map(|&work| UnitOrder::Work { work })),
            Box::new([Piece::Gun, Piece::Limber].into_iter().map(|piece| UnitOrder::Repair { piece })),
        ]
    }

    /// Its last order, and the order that a courier brings it.
    fn more(&self, own: Own<'a>) -> impl Iterator<Item = &'a UnitOrder> {
        [own.whole().last_order.as_ref(), self.known.carried(own)].into_iter().flatten()
    }
}

/// Each kind once, in the order of first appearance.
fn kinds(all: impl Iterator<Item = &'static str>) -> Vec<&'static str> {
    let mut kinds = Vec::new();
    for kind in all {
        if !kinds.contains(&kind) {
            kinds.push(kind);
        }
    }
    kinds
}

/// The enemies that this unit's general may know of, nearest first, with the distance judged by eye: rounded to 5 cm.
fn targets(known: Knows<'_>, own: Own<'_>) -> Vec<TargetShown> {
    let seen =
        known.sighted().filter_map(|other| Some((other, known.seen(other).filter(|seen| seen.here())?)));
    let mut near: Vec<(f64, UnitId, Seen<'_>)> =
        seen.map(|(other, seen)| (distance(&own.placed, seen.placed()) / CM, other, seen)).collect();
    near.sort_by(|a, b| a.0.total_cmp(&b.0).then(a.1.cmp(&b.1)));
    let judged = |cm: f64| (cm / 5.0).round() * 5.0;
    near.iter().map(|(cm, _, seen)| TargetShown { unit: seen.id().clone(), about_cm: judged(*cm) }).collect()
}

const AHEAD: Step = Step::Ahead { cm: None };

/// Marches to try for every unit.
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

/// Ways to attack an enemy.
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

fn fires(known: Knows<'_>, own: Own<'_>) -> Vec<UnitOrder> {
    let whens = || {
        [
            When::AtOnce,
            When::At { moment: Moment(0.5) },
            When::BeforeShock,
            When::AfterShock,
            When::EnemyWithin { cm: 10.0 },
        ]
    };
    let Some(battery) = &own.battery else {
        return whens().into_iter().map(UnitOrder::fire).collect();
    };
    let mut orders = Vec::new();
    let Ok(gun) = super::bodies::plain(&GunData { gun: battery.gun }, known.tables()) else { return orders };
    for when in whens() {
        orders.push(gun_fire(when, None, Ammunition::Canister, None));
    }
    for target in targets(known, own) {
        let cm = target.about_cm as i32;
        for (ammunition, reach) in [(Ammunition::Shell, gun.shell_cm), (Ammunition::Shot, gun.shot_cm)] {
            if reach > 0 && cm <= reach {
                let guess = Some(cm.clamp(1, reach));
                orders.push(gun_fire(When::AtOnce, Some(&target.unit), ammunition, guess));
                orders.push(gun_fire(
                    When::At { moment: Moment(0.5) },
                    Some(&target.unit),
                    ammunition,
                    guess,
                ));
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
