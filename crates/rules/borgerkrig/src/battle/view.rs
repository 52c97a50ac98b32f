//! What a seat may know, and nothing else.

use krigsspil_engine::battle::{Seat, SeatId};
use krigsspil_field::prelude::Point;
use serde_json::{Map, Value, json};

use super::ending::{points, strength};
use super::legal::in_command;
use super::order::UnitOrder;
use super::run::telling::knows;
use super::sight::{knows_work, lookouts, seen_by, sees_from};
use super::state::*;
use crate::tables::Tables;

/// A name is known of units seen so near, in centimetres.
const NAMED_CM: f64 = 15.0;

/// The view of a seat.
pub(super) fn view(battle: &Battle, seat: &SeatId, tables: &Tables) -> Value {
    match battle.fixed.seats.get(seat) {
        Some(Seat::Player { side, .. }) => player(battle, tables, seat, side),
        Some(Seat::Umpire) => umpire(battle, seat),
        Some(Seat::Onlooker) | None => common(battle, seat),
    }
}

fn phase(battle: &Battle) -> &'static str {
    match battle.phase {
        Phase::Orders => "orders",
        Phase::Running(_) => "running",
        Phase::Over => "over",
    }
}

/// What everybody may know.
fn common(battle: &Battle, seat: &SeatId) -> Value {
    let table = battle.fixed.ground.table().extent();
    let objectives: Vec<Value> = battle
        .fixed
        .scenario
        .victory
        .objective
        .iter()
        .map(|o| json!({"name": o.name, "place": o.place, "radius": o.radius, "points": o.points}))
        .collect();
    let log: Vec<&krigsspil_engine::battle::Event> =
        battle.log.iter().filter(|event| event.told.tells(seat)).map(AsRef::as_ref).collect();
    json!({
        "seat": seat,
        "scenario": battle.fixed.scenario.name,
        "turn": battle.turn,
        "turns": battle.fixed.scenario.turns,
        "phase": phase(battle),
        "table": {"width": table.width(), "depth": table.height()},
        "metres_per_cm": CM,
        "objectives": objectives,
        "rules": battle.rules,
        "log": log,
    })
}

fn player(battle: &Battle, tables: &Tables, seat: &SeatId, side: &str) -> Value {
    let mut view = common(battle, seat);
    let number = battle.fixed.sides.iter().position(|data| data.id == side).unwrap_or(0);
    let own = |unit: &usize| battle.seat_of_unit(*unit) == seat;
    let mine: Vec<Value> =
        (0..battle.units.len()).filter(own).map(|unit| own_unit(battle, unit, Some(seat))).collect();
    let eyes = lookouts(battle, seat);
    let side_mates = battle.here().filter(|unit| battle.units[*unit].side == number && !own(unit));
    let in_sight = side_mates.filter(|&unit| eyes.iter().any(|&eye| sees_from(battle, tables, eye, unit)));
    let friends: Vec<Value> = in_sight.map(|unit| seen_unit(battle, unit, true)).collect();
    let (men, lost) = strength(battle, number);
    if let Value::Object(map) = &mut view {
        map.insert("side".into(), json!(side));
        map.insert("home".into(), json!(battle.fixed.sides[number].home));
        map.insert("briefing".into(), json!(battle.fixed.scenario.side(side).map(|side| &side.briefing)));
        map.insert("ready".into(), json!(battle.ready.contains(seat)));
        map.insert("men".into(), json!(men));
        map.insert("lost".into(), json!(lost));
        map.insert("units".into(), Value::Array(mine));
        map.insert("friends".into(), Value::Array(friends));
        map.insert("enemies".into(), Value::Array(enemies(battle, tables, seat, &eyes)));
        map.insert(
            "generals".into(),
            Value::Array(generals(battle, |post| battle.fixed.seat_of[post] == *seat)),
        );
        map.insert(
            "couriers".into(),
            Value::Array(couriers(battle, |post| battle.fixed.seat_of[post] == *seat)),
        );
        let known = |made: &&Made| knows_work(battle, tables, seat, made);
        map.insert(
            "works".into(),
            works(battle.works.iter().filter(known), |made| made.side == Some(number)),
        );
        let asked = battle.questions.iter().filter(|question| question.seat == *seat);
        map.insert("questions".into(), json!(asked.map(|question| question.number).collect::<Vec<_>>()));
    }
    view
}

fn umpire(battle: &Battle, seat: &SeatId) -> Value {
    let mut view = common(battle, seat);
    let units: Vec<Value> = (0..battle.units.len()).map(|unit| own_unit(battle, unit, None)).collect();
    if let Value::Object(map) = &mut view {
        map.insert("moment".into(), json!(battle.moment));
        map.insert("units".into(), Value::Array(units));
        map.insert("generals".into(), Value::Array(generals(battle, |_| true)));
        map.insert("couriers".into(), Value::Array(couriers(battle, |_| true)));
        map.insert("works".into(), works(battle.works.iter(), |_| true));
        let sides = battle.fixed.sides.iter().map(|side| side.id.clone());
        map.insert("points".into(), json!(sides.zip(points(battle)).collect::<Vec<_>>()));
        map.insert("ready".into(), json!(battle.ready));
    }
    view
}

fn generals(battle: &Battle, may_know: impl Fn(usize) -> bool) -> Vec<Value> {
    let known = battle.generals.iter().enumerate().filter(|(post, _)| may_know(*post));
    known
        .map(|(_, general)| {
            json!({
                "id": general.id,
                "name": general.name.as_ref(),
                "rank": general.rank,
                "life": general.life,
                "successors": general.successors,
                "place": [general.place.x, general.place.y],
                "with": general.with.map(|unit| battle.units[unit].id.clone()),
                "ride": general.ride,
                "moment": general.ride_at,
                "instruction": general.instruction,
            })
        })
        .collect()
}

fn couriers(battle: &Battle, may_know: impl Fn(usize) -> bool) -> Vec<Value> {
    let known = battle.couriers.iter().filter(|courier| may_know(courier.general));
    known
        .map(|courier| {
            json!({
                "id": courier.id,
                "life": courier.life,
                "place": [courier.place.x, courier.place.y],
                "with": courier.with.map(|unit| battle.units[unit].id.clone()),
                "ride": courier.ride,
                "moment": courier.ride_at,
                "order": courier.order,
                "instruction": courier.instruction,
            })
        })
        .collect()
}

fn works<'a>(known: impl Iterator<Item = &'a Made>, own: impl Fn(&Made) -> bool) -> Value {
    let told =
        |made: &Made| json!({"work": made.thing, "left": made.left, "right": made.right, "own": own(made)});
    Value::Array(known.map(told).collect())
}

fn outline(unit: &Unit) -> Vec<[f64; 2]> {
    unit.placed.outline().outer.iter().map(|place| [place.x, place.y]).collect()
}

/// What anybody sees of a unit on the table.
fn seen_unit(battle: &Battle, number: usize, named: bool) -> Value {
    let unit = &battle.units[number];
    let pose = unit.placed.pose();
    let mut seen = Map::with_capacity(40);
    seen.insert("id".into(), json!(unit.id));
    if named {
        seen.insert("name".into(), json!(unit.name.as_ref()));
    }
    seen.insert("side".into(), json!(battle.fixed.sides[unit.side].id));
    seen.insert("arm".into(), json!(unit.branch));
    seen.insert("mounted".into(), json!(unit.mounted));
    seen.insert("limbered".into(), json!(unit.battery.as_ref().map(|battery| battery.limbered)));
    seen.insert("figures".into(), json!(unit.figures));
    seen.insert("formation".into(), json!(unit.formation));
    seen.insert("rout".into(), json!(unit.order == crate::vocabulary::Order::Rout));
    seen.insert("place".into(), json!([pose.at.x, pose.at.y]));
    seen.insert("facing".into(), json!(pose.facing.as_degrees()));
    seen.insert("outline".into(), json!(outline(unit)));
    Value::Object(seen)
}

fn enemies(battle: &Battle, tables: &Tables, seat: &SeatId, eyes: &[Point]) -> Vec<Value> {
    let near = |unit: usize| {
        let parts = battle.units[unit].placed.parts();
        eyes.iter().any(|&eye| parts.iter().any(|part| part.distance_to(eye) <= NAMED_CM * CM))
    };
    // Within a turn those who have gone out of sight are lost from it; after the last one nobody looks about again.
    let mut seen = match battle.phase {
        Phase::Over => seen_by(battle, tables, seat),
        _ => battle.seen.get(seat).cloned().unwrap_or_default(),
    };
    if matches!(battle.phase, Phase::Running(_)) {
        seen.retain(|&unit| eyes.iter().any(|&eye| sees_from(battle, tables, eye, unit)));
    }
    seen.into_iter()
        .filter(|&unit| battle.units[unit].here())
        .map(|unit| seen_unit(battle, unit, near(unit)))
        .collect()
}

/// An order as its own player may know it: one bound to fire names no target that he may not know of (§03.02.2, §04.02.14).
fn without_unknown(battle: &Battle, mut order: UnitOrder, side: usize, seat: Option<&SeatId>) -> UnitOrder {
    if let (UnitOrder::Fire { target, .. }, Some(seat)) = (&mut order, seat) {
        let known = |id: &String| battle.unit(id).is_some_and(|other| knows(battle, seat, side, other));
        *target = target.take().filter(known);
    }
    order
}

/// An own unit, whole.
fn own_unit(battle: &Battle, number: usize, seat: Option<&SeatId>) -> Value {
    let unit = &battle.units[number];
    let mut whole = seen_unit(battle, number, true);
    let Value::Object(map) = &mut whole else { return whole };
    map.insert("general".into(), json!(battle.generals[unit.general].id));
    map.insert("presence".into(), json!(unit.presence));
    map.insert("original".into(), json!(unit.original));
    map.insert("men".into(), json!((20 * (unit.original - unit.captured) - unit.lost_men).max(0)));
    map.insert("lost_men".into(), json!(unit.lost_men));
    map.insert("captured".into(), json!(unit.captured));
    map.insert("valeur".into(), json!(unit.valeur));
    map.insert("weapon".into(), json!(unit.weapon));
    map.insert("ammunition".into(), json!(unit.ammunition));
    map.insert("order".into(), json!(unit.order));
    map.insert("pinned_left".into(), json!(unit.pinned_left));
    map.insert("regiment".into(), json!(unit.regiment.map(|regiment| battle.units[regiment].id.as_str())));
    map.insert("in_house".into(), json!(unit.building.is_some()));
    map.insert("in_command".into(), json!(unit.here() && in_command(battle, number)));
    // Whom it fights is named only if its general may know of him (§03.02.2).
    let named = |&other: &usize| match seat {
        Some(seat) if !knows(battle, seat, unit.side, other) => "?",
        _ => battle.units[other].id.as_str(),
    };
    map.insert("melee".into(), json!(unit.melee.iter().map(named).collect::<Vec<_>>()));
    map.insert("written".into(), json!(unit.written));
    let last = unit.last_order.clone().map(|last| without_unknown(battle, last, unit.side, seat));
    map.insert("last_order".into(), json!(last));
    map.insert("work".into(), json!(unit.work));
    map.insert(
        "battery".into(),
        json!(unit.battery.as_ref().map(|b| json!({
            "gun": b.gun, "riding": b.riding, "guns": b.guns, "limbers": b.limbers, "horses": b.horses,
            "rounds": {"canister": b.rounds[0], "shell": b.rounds[1], "shot": b.rounds[2]},
            "abandoned": b.abandoned.is_some(), "sheltered": b.sheltered,
        }))),
    );
    map.insert("front".into(), json!(unit.placed.body().front()));
    map.insert("depth".into(), json!(unit.placed.body().depth()));
    whole
}
