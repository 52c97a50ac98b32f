//! Ready-made lawful orders, resting on nothing that the seat does not know.

use krigsspil_engine::battle::{Heading, Leader, OwnUnit, Place};
use krigsspil_field::prelude::*;

use super::act::ride_lawful;
use super::legal::Law;
use super::order::{Action, Ride, Step, UnitOrder};
use super::state::*;
use crate::vocabulary::CommandOrder;

/// Orders that an officer's command could be given.
pub(super) fn commands(law: &Law<'_>, post: PostId) -> Vec<UnitOrder> {
    let open = CommandOrder::ALL.iter().copied().filter(|&order| law.command(post, order).is_ok());
    open.map(|order| UnitOrder::Command { order, place: None }).collect()
}

/// Bonuses a commander-in-chief could write.
pub(super) fn bonuses(law: &Law<'_>, post: PostId) -> Vec<UnitOrder> {
    let bonuses = (-3..=3).filter(|&bonus| law.bonus(post, bonus).is_ok());
    bonuses.map(|bonus| UnitOrder::Bonus { bonus }).collect()
}

/// Lawful orders of every kind that is open to a unit.
pub(super) fn orders(law: &Law<'_>, unit: UnitId, may: &[&'static str]) -> Vec<UnitOrder> {
    let mut orders = Vec::new();
    for kind in may {
        match *kind {
            "stand" => orders.push(UnitOrder::Stand),
            "attack" => orders.extend(attacks(law, unit)),
            "move" => orders.extend(moves(law, unit)),
            "road_march" => orders.extend(road_marches(law, unit)),
            "adjust" => {
                let at = law.battle.units[unit].placed.pose().at;
                let near = [[30.0, 0.0], [-30.0, 0.0], [0.0, 30.0], [0.0, -30.0]];
                orders.extend(near.map(|[x, y]| UnitOrder::Adjust { to: Place([at.x + x, at.y + y]) }));
            }
            "manhandle" => {
                orders.push(UnitOrder::Manhandle { degrees: Some(25.0), metres: None });
                orders.push(UnitOrder::Manhandle { degrees: Some(-25.0), metres: None });
                orders.push(UnitOrder::Manhandle { degrees: None, metres: Some(25.0) });
            }
            "limber" => orders.push(UnitOrder::Limber),
            "unlimber" => orders.push(UnitOrder::Unlimber),
            "retreat" => orders.push(UnitOrder::Retreat { metres: 500 }),
            "fire" => orders.extend(fires(law, unit)),
            _ => {}
        }
    }
    orders.retain(|order| law.check(unit, order).is_ok());
    orders
}

fn attacks(law: &Law<'_>, unit: UnitId) -> Vec<UnitOrder> {
    let battle = law.battle;
    let mut orders = Vec::new();
    for enemy in law.attackable(unit) {
        let id = &battle.units[enemy].id;
        orders.push(UnitOrder::attack(id));
        orders.push(UnitOrder::Attack { target: id.into(), wheel: None, continued: true });
    }
    orders
}

fn moves(law: &Law<'_>, unit: UnitId) -> Vec<UnitOrder> {
    let own = &law.battle.units[unit];
    let ahead = |metres: f64| Step::Ahead { metres };
    let wheel = |degrees: f64| Step::Wheel { degrees };
    let mut steps = vec![
        vec![ahead(100.0)],
        vec![ahead(200.0)],
        vec![ahead(600.0)],
        vec![wheel(30.0), ahead(150.0)],
        vec![wheel(-30.0), ahead(150.0)],
        vec![wheel(45.0)],
        vec![wheel(-90.0), ahead(100.0)],
    ];
    if !own.branch.is_artillery() {
        steps.push(vec![Step::About]);
        let others = own.branch.formations().iter().filter(|formation| **formation != own.formation);
        for &formation in others {
            steps.push(vec![Step::Form { formation }, ahead(100.0)]);
            steps.push(vec![ahead(50.0), Step::Form { formation }]);
        }
    }
    steps.into_iter().map(UnitOrder::steps).collect()
}

fn road_marches(law: &Law<'_>, unit: UnitId) -> Vec<UnitOrder> {
    let at = law.battle.units[unit].placed.pose().at;
    let around = [[600.0, 0.0], [-600.0, 0.0], [0.0, 600.0], [0.0, -600.0]];
    around.map(|[x, y]| UnitOrder::RoadMarch { to: Place([at.x + x, at.y + y]) }).to_vec()
}

fn fires(law: &Law<'_>, unit: UnitId) -> Vec<UnitOrder> {
    let battle = law.battle;
    let own = &battle.units[unit];
    let mut near: Vec<(i32, UnitId)> = battle
        .enemies_of(own.side)
        .map(|enemy| (battle.metres(unit, enemy), enemy))
        .filter(|(metres, _)| *metres <= 1000)
        .collect();
    near.sort_by(|a, b| a.0.cmp(&b.0).then_with(|| battle.comes_first(a.1, b.1)));
    let ids: Vec<&std::sync::Arc<str>> =
        near.iter().take(6).map(|(_, enemy)| &battle.units[*enemy].id).collect();
    let mut orders: Vec<UnitOrder> = ids.iter().map(|id| UnitOrder::fire(id)).collect();
    if let [first, second, ..] = ids.as_slice()
        && own.firing_bases() > 1
    {
        let (target, also) = (Some((*first).into()), Some((*second).into()));
        orders.push(UnitOrder::Fire { target, zone: None, bases: Some(1), also });
    }
    let zones = battle.zones.iter().map(|zone| {
        let zone = Some((&zone.name).into());
        UnitOrder::Fire { target: None, zone, bases: None, also: None }
    });
    orders.extend(zones);
    orders
}

/// Rides an officer could make.
pub(super) fn rides(law: &Law<'_>, post: PostId) -> Vec<Action> {
    let battle = law.battle;
    let at = battle.officer_place(post);
    let mut rides = vec![
        Ride::Ahead { metres: 200.0 },
        Ride::About,
        Ride::Pivot { facing: Heading(battle.officers[post].facing + 45.0) },
        Ride::Pivot { facing: Heading(battle.officers[post].facing - 45.0) },
    ];
    let near = battle.under(post).filter(|&unit| battle.units[unit].here());
    rides.extend(near.take(2).map(|unit| Ride::With { unit: OwnUnit::from(&battle.units[unit].id) }));
    let back = at + Bearing::degrees(battle.fixed.sides[battle.posts[post].rider.side].home).ahead() * 150.0;
    rides.push(Ride::To { place: Place([back.x.round(), back.y.round()]) });
    let lawful = rides.into_iter().filter(|ride| ride_lawful(*law, post, ride).is_ok());
    let general = Leader::from(&battle.posts[post].id);
    lawful.map(|to| Action::General { general: general.clone(), to }).collect()
}
