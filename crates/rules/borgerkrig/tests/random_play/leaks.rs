//! Noninterference: what a seat cannot know does not change what it is shown, asked and told (§03.02.2).

use std::sync::Arc;

use krigsspil_borgerkrig::battle::state::Battle;
use krigsspil_borgerkrig::battle::{Action, Borgerkrig};
use krigsspil_engine::battle::{Playable, Played, Preview, Prompt, SeatId, Way, Waypoint};
use krigsspil_proving::leaks::Sent;
use krigsspil_turn::ids::{SideId, UnitId};
use krigsspil_turn::knowledge::Log;
use serde_json::json;

use crate::{battles, play, seats, small};

/// A change of something that a seat cannot see does not change its view by a byte.
#[test]
fn hidden_stays_hidden() {
    let scenario = small();
    let rules = Borgerkrig::printed().unwrap();
    for seed in 200..200 + battles(2) {
        let full = play(&scenario, seed);
        for part in 1..5 {
            let count = full.actions().len() * part / 5;
            let game = Played::replay_first(rules.clone(), &full.save(), count, |_, _| {}).unwrap();
            for seat in seats() {
                no_leak(&rules, game.battle(), &seat);
            }
        }
    }
}

/// The private data of the unit that a procedure runs for, and of the other (ruling 89): modifiers and fields of outcomes.
const PAPERS: [&[&str]; 2] = [
    &[
        "own_order",
        "own_valeur",
        "first_fire",
        "not_fired_last_turn",
        "firer_pinned",
        "obsolete_musket",
        "flintlock",
        "maynard_primer",
        "breech_loader",
        "repeater",
        "shotgun_zone_1",
        "mover_valeur",
        "calibre_3pd",
        "calibre_6pd",
        "calibre_10pd",
        "calibre_20pd",
        "attacker_order",
        "attacker_valeur",
        "attacker_melee_order",
        "attacker_shotgun",
        "attacker_loss_pinned",
        "firer_modifier",
        "zone",
        "attacker_modifier",
        "attacker_order_after",
        "ammunition_exhausted",
        "attacker_ammunition_exhausted",
    ],
    &[
        "target_pinned",
        "defender_order",
        "defender_valeur",
        "defender_melee_order",
        "defender_shotgun",
        "defender_loss_pinned",
        "defender_modifier",
        "defender_order_after",
        "loss_divisor",
        "rear_extra_loss_men",
        "wagon_destroyed",
        "defender_ammunition_exhausted",
    ],
];

/// Changes the way where the seat did not see it.
fn elsewhere(way: &mut Way, seat: &SeatId) {
    for point in 0..way.points.len() {
        let before = point.checked_sub(1).map(|before| &way.seen[before]);
        let around = before.into_iter().chain(way.seen.get(point));
        if !around.into_iter().any(|seen| seen.tells(seat)) {
            way.points[point] = Waypoint { moment: 0.77, place: [77.0, 77.0], facing: 77.0 };
        }
    }
}

/// The log again, with other private data behind the throws of a seat's enemies, or with the same.
fn log_again(battle: &Battle, seat: &SeatId, other_papers: bool) -> Log {
    let mut log = Log::new(&battle.fixed.seating);
    for event in battle.log.events() {
        let mut event = (**event).clone();
        let about = |key: &str| event.about[key].as_str().and_then(|id| battle.unit(id));
        let target = event.about["targets"][0].as_str().and_then(|id| battle.unit(id));
        let units = [about("unit"), about("other").or(target)];
        for (unit, papers) in units.into_iter().zip(PAPERS) {
            let enemy = unit.is_some_and(|unit| battle.units[unit].side != side_of(battle, seat));
            let Some(working) = event.working.as_mut().filter(|_| enemy && other_papers) else { continue };
            for applied in working.modifiers.iter_mut().filter(|one| papers.contains(&one.modifier.key)) {
                applied.effect = krigsspil_engine::Effect::Add(77);
            }
            let fields = working.outcome.as_object_mut().unwrap().iter_mut();
            fields.filter(|(field, _)| papers.contains(&field.as_str())).for_each(|(_, of)| *of = json!(77));
        }
        if let Some(way) = event.way.as_mut().filter(|_| other_papers) {
            elsewhere(way, seat);
        }
        log.push(Arc::new(event));
    }
    log
}

/// Changes everything that is hidden from a seat, and checks that its view, prompts and previews stay the same.
pub fn no_leak(rules: &Borgerkrig, battle: &Battle, seat: &SeatId) {
    let battle = &Battle { log: log_again(battle, seat, false), ..battle.clone() };
    let before = sent(rules, battle, seat);
    let mut changed = Battle { log: log_again(battle, seat, true), ..battle.clone() };
    let number = battle.fixed.seating.number(seat).unwrap();
    let seen: Vec<UnitId> = battle.seen.seen_by(number).collect();
    for unit in changed.units.ids() {
        let hidden = changed.seat_of_unit(unit) != seat && changed.units[unit].side != side_of(battle, seat);
        if !hidden {
            continue;
        }
        let enemy = &mut changed.units[unit];
        // Nobody sees an enemy's orders, valeur, weapon or losses, in sight or not.
        enemy.written = Some(krigsspil_borgerkrig::battle::UnitOrder::Retreat);
        enemy.last_order = None;
        enemy.valeur = -1;
        enemy.weapon = None;
        enemy.ammunition = !enemy.ammunition;
        enemy.lost_men += 7;
        enemy.quiet = 1;
        let asked = battle.turns.book().open_to(seat).any(|open| open.key.matter.other == Some(unit));
        if !seen.contains(&unit) {
            // Even its name is hidden, except in a question about it. The new name keeps its place among the others.
            if !asked {
                enemy.id = format!("{}\0", enemy.id).into();
            }
            enemy.figures = 1;
            enemy.pose = krigsspil_field::prelude::Pose::new(
                krigsspil_field::prelude::point(3.0, 3.0),
                enemy.pose.facing,
            );
            enemy.placed = enemy.placed.moved_to(enemy.pose);
        }
    }
    for general in changed.generals.values_mut().filter(|general| general.side != side_of(battle, seat)) {
        general.place = krigsspil_field::prelude::point(1.0, 2.0);
        general.ride = None;
    }
    before.is_same_as(&sent(rules, &changed, seat), seat, &format!("turn {}", battle.turn));
}

fn sent(rules: &Borgerkrig, battle: &Battle, seat: &SeatId) -> Sent {
    Sent::of(rules, battle, seat, |prompts| previews(rules, battle, seat, prompts))
}

/// What some of the offered orders would lead to. Like the prompts, the offers are the same whatever is hidden.
fn previews(rules: &Borgerkrig, battle: &Battle, seat: &SeatId, prompts: &[Prompt]) -> Vec<Preview> {
    let asked = || prompts.iter().filter_map(Prompt::orders);
    let mut previews = Vec::new();
    for unit in asked().flat_map(|orders| &orders.units) {
        for (number, sample) in unit.samples.iter().flatten().enumerate() {
            // Only a few for each unit: all of them would take long.
            if number % 11 == 4 {
                let order = Some(sample.read().unwrap());
                let action = Action::Order { unit: (&unit.unit).into(), order, sheet: None };
                previews.push(rules.preview(battle, seat, &action).unwrap());
            }
        }
    }
    let riders = asked().flat_map(|orders| orders.generals.iter().chain(&orders.couriers));
    for sample in riders.flat_map(|rider| rider.samples.iter().flatten()) {
        previews.push(rules.preview(battle, seat, &sample.read().unwrap()).unwrap());
    }
    previews
}

fn side_of(battle: &Battle, seat: &SeatId) -> SideId {
    battle.fixed.sides.find(|side| &*side.id == seat.as_str()).unwrap()
}
