//! Ready-made lawful orders, resting on nothing that the seat does not know.

use krigsspil_engine::battle::{Heading, Leader, OwnUnit, Place};
use krigsspil_field::prelude::*;

use super::act::{directive_lawful, ride_lawful};
use super::aim;
use super::engineers::{BridgeWork, Corps};
use super::legal::{Law, Mark};
use super::off_board::{Area, Beside};
use super::order::{Action, Ride, ShiftWay, Step, UnitOrder};
use super::pace::{Going, open_yards};
use super::phases::Step as Phase;
use super::state::*;
use crate::procedures::chits::ChitCode;
use crate::vocabulary::*;

/// Lawful orders of every kind that is open to a unit.
pub(super) fn orders(law: &Law<'_>, unit: UnitId, may: &[&'static str]) -> Vec<UnitOrder> {
    let mut orders = Vec::new();
    for kind in may {
        match *kind {
            "stand" => orders.push(UnitOrder::Stand),
            "chits" => orders.extend(chits(law, unit)),
            "change" => orders.extend(changes(law, unit)),
            "prone" => orders.push(UnitOrder::Prone),
            "dismount" => orders.push(UnitOrder::Dismount),
            "swarm" => orders.extend([1, 2, 3].map(|ranks| UnitOrder::Swarm { ranks })),
            "support" => {
                let all = law.battle.zones.iter();
                let all = all.flat_map(|zone| (1..=zone.sectors.len() as i32).map(move |at| (zone, at)));
                orders.extend(
                    all.map(|(zone, sector)| UnitOrder::Support { zone: (&zone.name).into(), sector }),
                );
            }
            "fire" => orders.extend(fires(law, unit)),
            "fire_rider" => orders.extend(law.marks(unit).into_iter().map(|(_, mark)| {
                let rider = match mark {
                    Mark::General(post) => law.battle.posts[post].id.to_string(),
                    Mark::Courier(number) => law.battle.couriers[number].id.to_string(),
                };
                UnitOrder::FireRider { rider }
            })),
            "charge" => orders.extend(charges(law, unit)),
            "move" => orders.extend(moves(law, unit)),
            "shift" => {
                orders.push(UnitOrder::Shift { way: ShiftWay::Left, yards: 75.0 });
                orders.push(UnitOrder::Shift { way: ShiftWay::Right, yards: 75.0 });
                orders.push(UnitOrder::Shift { way: ShiftWay::Back, yards: 120.0 });
            }
            "gallop" => orders
                .extend([150.0, 300.0].map(|yards| UnitOrder::Gallop { steps: vec![Step::Ahead { yards }] })),
            "take_engineers" => {
                orders.extend(Corps::ALL.iter().map(|&company| UnitOrder::TakeEngineers { company }));
            }
            "post_engineers" => {
                orders.extend(Corps::ALL.iter().map(|&company| UnitOrder::PostEngineers { company }));
            }
            "bridge" => orders.extend(BridgeWork::ALL.iter().map(|&work| UnitOrder::Bridge { work })),
            "march_off" => orders.extend(Area::ALL.iter().map(|&to| UnitOrder::MarchOff { to })),
            "off_board" => orders.extend(beside()),
            "deploy" => {
                let at = law.battle.units[unit].placed.pose();
                let ahead = at.at + at.facing.ahead() * 300.0;
                let (place, facing) = (Place([ahead.x, ahead.y]), Heading(at.facing.as_degrees()));
                orders.push(UnitOrder::Deploy { place, facing });
            }
            "surrender" => orders.push(UnitOrder::Surrender),
            "search_ford" => orders.push(UnitOrder::SearchFord),
            "garrison" => orders.push(UnitOrder::Garrison),
            "flee" => orders.push(UnitOrder::Flee),
            "leave" => {
                orders.extend([0.0, 90.0, 180.0, 270.0].map(|to| UnitOrder::Leave { facing: Heading(to) }))
            }
            "assault" => orders
                .extend(law.battle.zones.iter().map(|zone| UnitOrder::Assault { zone: (&zone.name).into() })),
            "fire_zone" => orders.extend(
                law.battle.zones.iter().map(|zone| UnitOrder::FireZone { zone: (&zone.name).into() }),
            ),
            "allocate" => {
                let all = law
                    .battle
                    .zones
                    .iter()
                    .flat_map(|zone| (1..=zone.sectors.len() as i32).map(move |sector| (zone, sector)));
                orders.extend(
                    all.map(|(zone, sector)| UnitOrder::Allocate { zone: (&zone.name).into(), sector }),
                );
            }
            "limber" => orders.push(UnitOrder::Limber { facing: None }),
            "unlimber" => orders.push(UnitOrder::Unlimber),
            "turn" => orders.extend([30.0, -30.0].map(|degrees| UnitOrder::Turn { degrees })),
            "prolonge" => orders.extend([50.0, -50.0].map(|yards| UnitOrder::Prolonge { yards })),
            "limber_and_move" => {
                let home = law.battle.fixed.sides[law.battle.units[unit].side].home;
                orders.push(UnitOrder::LimberAndMove { facing: Some(Heading(home)), yards: 300.0 });
                orders.push(UnitOrder::LimberAndMove { facing: None, yards: 200.0 });
            }
            _ => {}
        }
    }
    orders.retain(|order| law.check(unit, order).is_ok());
    orders
}

/// What a unit beside the table could do.
fn beside() -> impl Iterator<Item = UnitOrder> {
    let go = |to: Beside| UnitOrder::OffBoard { to, yards: 0.0, place: None };
    let along = |yards: f64| UnitOrder::OffBoard { to: Beside::Along, yards, place: None };
    let areas = [Beside::Reserve, Beside::Left, Beside::Right, Beside::Enter].map(go);
    areas.into_iter().chain([300.0, -300.0].map(along))
}

fn chits(law: &Law<'_>, unit: UnitId) -> Vec<UnitOrder> {
    let own = &law.battle.units[unit];
    let white: &[Option<ChitCode>] = match own.arm {
        Arm::Infantry => &[None, Some(ChitCode::Attack), Some(ChitCode::Move), Some(ChitCode::Hold)],
        Arm::Cavalry => &[None, Some(ChitCode::Pursue), Some(ChitCode::Return), Some(ChitCode::Move)],
        Arm::Artillery => &[None, Some(ChitCode::Limber), Some(ChitCode::Move), Some(ChitCode::Gallop)],
    };
    let blue: &[Option<ChitCode>] = match own.arm {
        Arm::Artillery => &[None],
        _ => &[
            None,
            Some(ChitCode::Line),
            Some(ChitCode::Column),
            Some(ChitCode::LineLeft),
            Some(ChitCode::ColumnRight),
            Some(ChitCode::Skirmish),
        ],
    };
    let pairs = blue.iter().flat_map(|blue| white.iter().map(move |white| (*blue, *white)));
    pairs.map(|(blue, white)| UnitOrder::Chits { blue, white }).collect()
}

fn changes(law: &Law<'_>, unit: UnitId) -> Vec<UnitOrder> {
    let own = &law.battle.units[unit];
    let mut orders: Vec<UnitOrder> = own
        .stances()
        .iter()
        .filter(|stance| **stance != own.stance)
        .map(|stance| UnitOrder::form(*stance))
        .collect();
    orders.extend([30.0, -30.0, 80.0, -80.0, 180.0].map(UnitOrder::face));
    let other = if own.stance == Stance::Line { Stance::Column } else { Stance::Line };
    orders.push(UnitOrder::Change { formation: Some(other), degrees: 45.0 });
    orders
}

fn fires(law: &Law<'_>, unit: UnitId) -> Vec<UnitOrder> {
    let battle = law.battle;
    let own = &battle.units[unit];
    let name = |enemy: UnitId| battle.units[enemy].id.clone();
    if own.guns() {
        return aim::battery_targets(battle, law.tables, unit)
            .iter()
            .map(|one| UnitOrder::fire(&name(one.unit)))
            .collect();
    }
    let mut near: Vec<(i32, UnitId)> = battle
        .enemies_of(own.side)
        .map(|enemy| (battle.yards(unit, enemy), enemy))
        .filter(|(yards, _)| *yards <= 350)
        .collect();
    near.sort_by(|a, b| a.0.cmp(&b.0).then_with(|| battle.comes_first(a.1, b.1)));
    let near: Vec<UnitId> =
        near.into_iter().map(|(_, enemy)| enemy).filter(|&enemy| law.musket(unit, enemy).is_ok()).collect();
    let mut orders: Vec<UnitOrder> =
        near.iter().take(4).map(|enemy| UnitOrder::fire(&name(*enemy))).collect();
    if let [first, second, ..] = near.as_slice()
        && own.unformed()
        && own.castings >= 8
    {
        let (target, also) = ((&name(*first)).into(), Some((&name(*second)).into()));
        orders.push(UnitOrder::Fire { target, castings: Some(4), also });
    }
    orders
}

/// The enemies a unit could charge, nearest first, each with its wheel.
pub(super) fn chargeable(law: &Law<'_>, unit: UnitId) -> Vec<(UnitId, f64)> {
    let battle = law.battle;
    let own = &battle.units[unit];
    let reach = open_yards(battle, law.tables, unit, Going::Charge { wheels: false });
    let mut near: Vec<(i32, UnitId)> = battle
        .enemies_of(own.side)
        .map(|enemy| (battle.yards(unit, enemy), enemy))
        .filter(|(yards, _)| *yards <= reach)
        .collect();
    near.sort_by(|a, b| a.0.cmp(&b.0).then_with(|| battle.comes_first(a.1, b.1)));
    let orders =
        if own.chits.white == Some(ChitCode::Pursue) { ChargeOrders::Pursue } else { ChargeOrders::Return };
    let mut ways = law.ways(unit);
    let lawful = |(_, enemy): &(i32, UnitId)| {
        Some((*enemy, law.charge_along(&mut ways, unit, *enemy, None, orders).ok()?))
    };
    near.iter().take(8).filter_map(lawful).collect()
}

fn charges(law: &Law<'_>, unit: UnitId) -> Vec<UnitOrder> {
    let battle = law.battle;
    let mut orders = Vec::new();
    for (enemy, wheel) in chargeable(law, unit) {
        let target = || (&battle.units[enemy].id).into();
        let wheel = (wheel != 0.0).then_some(wheel);
        orders.push(UnitOrder::Charge { target: target(), wheel, orders: ChargeOrders::Return });
        if battle.units[unit].mounted() {
            orders.push(UnitOrder::Charge { target: target(), wheel, orders: ChargeOrders::Pursue });
        }
    }
    orders
}

fn moves(law: &Law<'_>, unit: UnitId) -> Vec<UnitOrder> {
    let own = &law.battle.units[unit];
    let ahead = |yards: f64| Step::Ahead { yards };
    let wheel = |degrees: f64| Step::Wheel { degrees };
    let steps = [
        vec![ahead(100.0)],
        vec![ahead(200.0)],
        vec![ahead(600.0)],
        vec![wheel(30.0), ahead(150.0)],
        vec![wheel(-30.0), ahead(150.0)],
        vec![wheel(60.0), ahead(100.0)],
        vec![wheel(-60.0), ahead(100.0)],
    ];
    let mut orders: Vec<UnitOrder> = steps.into_iter().map(UnitOrder::steps).collect();
    orders.push(UnitOrder::Move { steps: vec![ahead(1000.0)], strategic: true, unlimber: false });
    if own.guns() {
        orders.push(UnitOrder::Move { steps: vec![ahead(250.0)], strategic: false, unlimber: true });
    }
    orders
}

/// Rides a general could make.
pub(super) fn rides(law: &Law<'_>, post: PostId) -> Vec<Action> {
    let battle = law.battle;
    let at = battle.general_place(post);
    let side = battle.posts[post].rider.side;
    let mut rides = vec![Ride::Stay];
    let own = battle.friends_of(side).filter(|&unit| battle.units[unit].command == post);
    rides.extend(own.take(2).map(|unit| Ride::With { unit: OwnUnit::from(&battle.units[unit].id) }));
    let ahead = Bearing::degrees(battle.fixed.sides[side].home).right_by(Degrees(180.0)).ahead();
    for yards in [200.0, -200.0] {
        let to = at + ahead * yards;
        rides.push(Ride::To { place: Place([to.x.round(), to.y.round()]) });
    }
    let lawful = rides.into_iter().filter(|ride| ride_lawful(battle, post, ride).is_ok());
    let general = Leader::from(&battle.posts[post].id);
    let mut all: Vec<Action> = lawful.map(|to| Action::General { general: general.clone(), to }).collect();
    all.extend(commands(law, post, &general));
    all
}

/// Directives and Follow Me a general could give (§2.2, §2.4).
fn commands(law: &Law<'_>, post: PostId, general: &Leader) -> Vec<Action> {
    let battle = law.battle;
    if !battle.fixed.options.directives || battle.phase() != Phase::Command {
        return Vec::new();
    }
    let places = battle.fixed.scenario.victory.objective.iter().map(|objective| objective.place).take(2);
    let below: Vec<PostId> =
        battle.posts.ids().filter(|&to| directive_lawful(battle, post, to).is_ok()).take(3).collect();
    let to = |to: PostId| Leader::from(&battle.posts[to].id);
    let mut all: Vec<Action> = places
        .flat_map(|place| below.iter().map(move |&one| (place, one)))
        .map(|(place, one)| Action::Directive {
            general: general.clone(),
            to: to(one),
            place: Place(place),
            text: String::new(),
        })
        .collect();
    let seat = battle.fixed.seat_of[post];
    let own = battle.here().filter(|&unit| battle.fixed.seat_of[battle.units[unit].command] == seat);
    let follow = own.filter(|&unit| battle.may_follow(law.tables, post, unit)).take(2);
    all.extend(follow.map(|unit| Action::FollowMe {
        general: general.clone(),
        unit: Some(OwnUnit::from(&battle.units[unit].id)),
        other: None,
    }));
    all
}
