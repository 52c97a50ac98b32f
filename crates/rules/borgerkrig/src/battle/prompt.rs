//! Who must decide what: the orders of a turn, and the questions inside it.

use krigsspil_engine::battle::{Prompt, Seat, SeatId};
use serde_json::{Value, json};

use super::legal::{carried, check, command_cm, in_command, known_compelled, storm_allowed};
use super::order::{Facing, Piece, Step, UnitOrder, When};
use super::run::telling::knows;
use super::sight::COMMAND_CM;
use super::state::*;
use super::terrain::{march_row, rates};
use crate::procedures::guns::GunData;
use crate::procedures::small_arms::WeaponData;
use crate::procedures::works::Work;
use crate::tables::Tables;
use crate::vocabulary::*;

/// Everybody who is asked something now.
pub(super) fn prompts(battle: &Battle, tables: &Tables) -> Vec<Prompt> {
    match battle.phase {
        Phase::Over => Vec::new(),
        Phase::Orders => order_prompts(battle, tables),
        Phase::Running(_) => battle.questions.iter().map(|question| asked(battle, question)).collect(),
    }
}

/// A question as a prompt; its first choice is the default.
fn asked(battle: &Battle, question: &Question) -> Prompt {
    // The other is named only to one who may know of him (§03.02.2).
    let side = battle.units[question.unit].side;
    let known =
        |other: &usize| question.seat == SeatId::umpire() || knows(battle, &question.seat, side, *other);
    let other = question.other.filter(known);
    let about = json!({
        "question": question.number,
        "rule": question.rule,
        "unit": battle.units[question.unit].id,
        "other": other.map(|other| battle.units[other].id.clone()),
        "choices": question.choices,
    });
    let default = json!({"do": "answer", "question": question.number, "choice": question.choices.first()});
    Prompt { seat: question.seat.clone(), what: question.what, about, default }
}

fn order_prompts(battle: &Battle, tables: &Tables) -> Vec<Prompt> {
    let players = battle.fixed.seats.iter().filter(|(_, seat)| matches!(seat, Seat::Player { .. }));
    players
        .filter(|(seat, _)| !battle.ready.contains(*seat))
        .map(|(seat, _)| Prompt {
            seat: seat.clone(),
            what: "orders",
            about: orders_about(battle, tables, seat),
            default: json!({"do": "ready"}),
        })
        .collect()
}

fn orders_about(battle: &Battle, tables: &Tables, seat: &SeatId) -> Value {
    let own = battle.here().filter(|&unit| battle.seat_of_unit(unit) == seat);
    let units: Vec<Value> = own.map(|unit| unit_about(battle, tables, unit)).collect();
    let generals: Vec<Value> = battle
        .generals
        .iter()
        .enumerate()
        .filter(|(post, general)| battle.fixed.seat_of[*post] == *seat && general.life == Life::Here)
        .map(|(_, general)| json!({"general": general.id, "place": [general.place.x, general.place.y]}))
        .collect();
    let couriers: Vec<Value> = battle
        .couriers
        .iter()
        .filter(|courier| battle.fixed.seat_of[courier.general] == *seat && courier.life == Life::Here)
        .map(|courier| json!({"courier": courier.id, "place": [courier.place.x, courier.place.y]}))
        .collect();
    json!({"turn": battle.turn, "units": units, "generals": generals, "couriers": couriers})
}

/// What one unit may be ordered: its limits, and ready-made lawful orders of every kind.
fn unit_about(battle: &Battle, tables: &Tables, unit: usize) -> Value {
    let ordered = &battle.units[unit];
    let samples = samples(battle, tables, unit);
    let mut kinds: Vec<Value> = Vec::new();
    for sample in &samples {
        let written = serde_json::to_value(sample).unwrap_or(Value::Null);
        if !kinds.contains(&written["kind"]) {
            kinds.push(written["kind"].clone());
        }
    }
    json!({
        "unit": ordered.id,
        "in_command": in_command(battle, unit),
        "command_cm": round(command_cm(battle, unit)),
        "command_limit_cm": COMMAND_CM,
        "compelled_fire": known_compelled(battle, unit, tables),
        "may": kinds,
        "limits": limits(battle, tables, unit),
        "samples": samples,
    })
}

fn round(cm: f64) -> f64 {
    (cm * 10.0).round() / 10.0
}

fn limits(battle: &Battle, tables: &Tables, unit: usize) -> Value {
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
        Some(json!({
            "canister": {"rounds": battery.rounds[0], "cm": gun.canister_cm},
            "shell": {"rounds": battery.rounds[1], "cm": gun.shell_cm},
            "shot": {"rounds": battery.rounds[2], "cm": gun.shot_cm},
        }))
    });
    json!({
        "march_cm": round(march),
        "storm_cm": may_storm.then(|| round(storm)),
        "zones_cm": range.map(|range| range.zone_limits_cm),
        "guns": guns,
        "targets": targets(battle, unit),
    })
}

/// Enemies this unit's general may know of, nearest first, with the distance as one judges it by eye: to 5 cm.
fn targets(battle: &Battle, unit: usize) -> Vec<Value> {
    let seen = battle.seen.get(battle.seat_of_unit(unit));
    let mut near: Vec<(f64, usize)> = seen
        .into_iter()
        .flatten()
        .filter(|&&other| battle.units[other].here())
        .map(|&other| (battle.cm_between(unit, other), other))
        .collect();
    near.sort_by(|a, b| a.0.total_cmp(&b.0).then(a.1.cmp(&b.1)));
    let judged = |cm: f64| (cm / 5.0).round() * 5.0;
    near.iter().map(|(cm, other)| json!({"unit": battle.units[*other].id, "about_cm": judged(*cm)})).collect()
}

/// Ready-made orders that are lawful now.
pub(super) fn samples(battle: &Battle, tables: &Tables, unit: usize) -> Vec<UnitOrder> {
    let mut orders = vec![UnitOrder::Stand, UnitOrder::Reorganise, UnitOrder::Retreat, UnitOrder::Resupply];
    orders.extend(moves(&battle.units[unit]));
    orders.extend(fires(battle, unit, tables));
    orders.extend(Work::ALL.iter().map(|&work| UnitOrder::Work { work }));
    orders.extend([Piece::Gun, Piece::Limber].map(|piece| UnitOrder::Repair { piece }));
    for more in [battle.units[unit].last_order.as_ref(), carried(battle, unit)].into_iter().flatten() {
        if !orders.contains(more) {
            orders.push(more.clone());
        }
    }
    orders.retain(|order| check(battle, tables, unit, order).is_ok());
    let idle = !matches!(battle.units[unit].order, Order::LightDisorder | Order::Pinned | Order::Disorder);
    if idle {
        orders.retain(|order| *order != UnitOrder::Reorganise);
    }
    orders
}

fn moves(unit: &Unit) -> Vec<UnitOrder> {
    let ahead = Step::Ahead { cm: None };
    let mut steps: Vec<Vec<Step>> = vec![
        vec![ahead],
        vec![Step::Ahead { cm: Some(6.0) }],
        vec![Step::Back { cm: None }],
        vec![Step::Turn { to: Facing::About }],
        vec![Step::Turn { to: Facing::About }, ahead],
        vec![Step::Turn { to: Facing::Left }],
        vec![Step::Turn { to: Facing::Right }],
        vec![Step::Mount, ahead],
        vec![Step::Dismount],
        vec![Step::Limber, ahead],
        vec![Step::Ahead { cm: Some(10.0) }, Step::Unlimber],
        vec![Step::Unlimber],
    ];
    for degrees in [-90.0, -45.0, -15.0, 15.0, 45.0, 90.0] {
        steps.push(vec![Step::Wheel { degrees }, ahead]);
    }
    for &formation in Formation::ALL.iter().filter(|&&formation| formation != unit.formation) {
        steps.push(vec![Step::Form { formation }, ahead]);
    }
    let mut orders: Vec<UnitOrder> = steps.into_iter().map(UnitOrder::march).collect();
    for storm in [false, true] {
        orders.push(UnitOrder::Move { steps: vec![ahead], attack: true, storm });
        for degrees in [-15.0, 15.0] {
            orders.push(UnitOrder::Move { steps: vec![Step::Wheel { degrees }, ahead], attack: true, storm });
        }
    }
    orders
}

fn fires(battle: &Battle, unit: usize, tables: &Tables) -> Vec<UnitOrder> {
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
        let Some(id) = target["unit"].as_str() else { continue };
        let cm = target["about_cm"].as_f64().unwrap_or(0.0) as i32;
        for (ammunition, reach) in [(Ammunition::Shell, gun.shell_cm), (Ammunition::Shot, gun.shot_cm)] {
            if reach > 0 && cm <= reach {
                let guess = Some(cm.clamp(1, reach));
                orders.push(gun_fire(When::AtOnce, Some(id), ammunition, guess));
                orders.push(gun_fire(When::At { moment: 0.5 }, Some(id), ammunition, guess));
            }
        }
    }
    orders
}

fn gun_fire(when: When, target: Option<&str>, ammunition: Ammunition, guess_cm: Option<i32>) -> UnitOrder {
    UnitOrder::Fire {
        when,
        target: target.map(str::to_string),
        targets: Vec::new(),
        figures: None,
        ammunition: Some(ammunition),
        guess_cm,
    }
}
