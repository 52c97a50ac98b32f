//! An action worked out without doing it, from what its seat may know.
//!
//! It is carried out on the battle as the seat [supposes](super::knowing::supposed) it, with dice that always succeed. The facts of its
//! throws are told, and what differs when other things are supposed is told to be supposed.

use std::sync::Arc;

use krigsspil_engine::battle::{
    BattleDice, Crossing, Meeting, Preview, Refused, SeatId, Standing, SumPreviewed, Waypoint,
};
use krigsspil_engine::wordings::ONLY_PLAYERS;
use krigsspil_turn::desk::Desk;
use krigsspil_turn::supposing::mark_supposed;

use super::act::{Ordered, lawful, may_move, ordered, own_post, ride_lawful, written};
use super::knowing::{Guess, Sees, guessing, sees};
use super::legal::Law;
use super::order::{Action, UnitOrder};
use super::run::Run;
use super::state::*;
use crate::tables::Tables;

/// So many dice that succeed are enough for any order.
const LUCKY: usize = 400;

/// What would come of an action.
pub(super) fn preview(
    battle: &Battle,
    tables: &Tables,
    seat: &SeatId,
    action: &Action,
) -> Result<Preview, Refused> {
    let sees = sees(battle, seat);
    let Some(number) = sees.known.seat() else { return Err(Refused::not_yours("do", ONLY_PLAYERS)) };
    match action {
        Action::Order { unit, order, sheet } => {
            may_move(battle, number)?;
            let whom = ordered(&sees, unit)?;
            let order = written(order.as_ref(), sheet.as_deref())?;
            of_order(sees, guessing(battle, seat, Guess::Unusual), tables, whom, &order)
        }
        Action::General { general, to } => {
            may_move(battle, number)?;
            let post = own_post(&sees, general)?;
            ride_lawful(Law { battle: &sees, tables }, post, to)?;
            let mut stage = sees.stage();
            let from = stage.officer_place(post);
            stage.dice = lucky();
            let Rehearsed { sums, .. } = rehearse(&mut stage, tables, |run| {
                // What the ride comes to is read off the stage.
                let _ = run.officer(post, to);
            });
            let there = stage.officer_place(post);
            let path = [(0.0, from), (1.0, there)];
            let path = path.map(|(moment, at)| Waypoint { moment, place: [at.x, at.y], facing: 0.0 });
            Ok(Preview { path: path.to_vec(), sums, ..Preview::default() })
        }
        _ => Ok(Preview::default()),
    }
}

fn lucky() -> BattleDice {
    BattleDice::scripted_first(std::iter::repeat_n(1, LUCKY), 0)
}

/// What a rehearsal came to.
struct Rehearsed {
    sums: Vec<SumPreviewed>,
    /// Ways that were gone, by whom.
    ways: Vec<(Arc<str>, Vec<Waypoint>)>,
}

/// Runs something on a stage, and hands back what it came to.
fn rehearse(stage: &mut Battle, tables: &Tables, work: impl FnOnce(&mut Run<'_>)) -> Rehearsed {
    let mut desk = Desk::aside();
    let mut run = Run::rehearsing(stage, tables, &mut desk);
    work(&mut run);
    let sums = run.sums.take().unwrap_or_default();
    let ways =
        desk.events().iter().filter_map(|event| Some((event.unit()?.into(), event.way.clone()?.points)));
    let ways = ways.collect();
    Rehearsed { sums, ways }
}

fn of_order(
    usual: Sees<'_>,
    unusual: Sees<'_>,
    tables: &Tables,
    whom: Ordered,
    order: &UnitOrder,
) -> Result<Preview, Refused> {
    let (shots, road) = lawful(Law { battle: &usual, tables }, whom, order)?;
    let unit = match whom {
        Ordered::Unit(unit) => unit,
        Ordered::Officer(post) => return Ok(of_officer(usual, unusual, tables, post, order)),
    };
    let before = usual.units[unit].placed.pose();
    let acted_out = |mut stage: Battle| {
        stage.dice = lucky();
        stage.attacks.clear();
        stage.shots.clear();
        let done = rehearse(&mut stage, tables, |run| run.rehearse_order(unit, order, shots.clone(), &road));
        (stage, done)
    };
    let (stage, Rehearsed { sums, ways }) = acted_out(usual.stage());
    // What leads to no throw rests on nothing that is supposed.
    let unusual = if sums.is_empty() { Vec::new() } else { acted_out(unusual.stage()).1.sums };
    let after = &stage.units[unit];
    let pose = after.placed.pose();
    let waypoint = |moment: f64, pose: krigsspil_field::prelude::Pose| Waypoint {
        moment,
        place: [pose.at.x, pose.at.y],
        facing: pose.facing.as_degrees(),
    };
    let own = ways.into_iter().filter(|(id, _)| *id == after.id).flat_map(|(_, way)| way);
    let mut path: Vec<Waypoint> = own.collect();
    path.dedup();
    if path.is_empty() {
        path.push(waypoint(0.0, before));
        path.extend((pose != before).then(|| waypoint(1.0, pose)));
    }
    let arrives = path.last().map_or(1.0, |last| last.moment);
    let meets = stage.melee_of(unit).map(|melee| melee.against(unit).to_vec()).unwrap_or_default();
    let ends = Standing {
        moment: arrives,
        place: [pose.at.x, pose.at.y],
        facing: pose.facing.as_degrees(),
        formation: after.formation.as_str(),
        outline: after.placed.outline().outer.iter().map(|at| [at.x, at.y]).collect(),
    };
    Ok(Preview {
        path,
        ends: Some(ends),
        not_reached: Vec::new(),
        meets: meets
            .into_iter()
            .map(|other| Meeting { moment: arrives, unit: stage.units[other].id.clone(), how: "attacks" })
            .collect(),
        ground: crossings(&sums),
        sums: mark_supposed(sums, &unusual),
    })
}

/// An order to a command: the test it needs. A bonus: the test for a second sequence.
fn of_officer(
    usual: Sees<'_>,
    unusual: Sees<'_>,
    tables: &Tables,
    post: PostId,
    order: &UnitOrder,
) -> Preview {
    let sums = |sees: Sees<'_>| {
        let mut stage = sees.stage();
        stage.dice = lucky();
        rehearse(&mut stage, tables, |run| run.rehearse_command(post, order)).sums
    };
    let (sums, unusual) = (sums(usual), sums(unusual));
    Preview { sums: mark_supposed(sums, &unusual), ..Preview::default() }
}

/// The ground of the march, read off its sum.
fn crossings(sums: &[SumPreviewed]) -> Vec<Crossing> {
    let march = sums.iter().find(|sum| sum.procedure == "movement");
    let pieces =
        march.and_then(|sum| sum.facts.get("segments")?.as_array()).map(Vec::as_slice).unwrap_or_default();
    let long = |piece: &serde_json::Value| piece["metres"].as_f64().unwrap_or(0.0);
    let whole: f64 = pieces.iter().map(long).sum::<f64>().max(1.0);
    let mut at = 0.0;
    let mut crossings = Vec::new();
    for piece in pieces {
        let to = at + long(piece) / whole;
        let ground: Option<crate::vocabulary::PathGround> =
            piece["terrain"].as_str().and_then(|word| word.parse().ok());
        crossings.extend(ground.map(|ground| Crossing { from: at, to, ground: ground.as_str() }));
        at = to;
    }
    crossings
}
