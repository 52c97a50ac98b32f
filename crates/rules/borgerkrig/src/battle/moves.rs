//! What steps a move may have, and when it may be a storm (chapters 02.03 to 02.06, §03.03.4).

use krigsspil_engine::battle::Refused;
use krigsspil_engine::{Refusal, Turns};
use krigsspil_field::prelude::*;

use super::bodies::{footprint, plain};
use super::houses::{fits, room_near};
use super::knowing::{Knows, Own};
use super::legal::{measure, refuse};
use super::order::{Facing, Step};
use super::refusals::*;
use super::state::{Branch, CM, Unit};
use super::terrain::{march_row, obstacle_of, obstacle_on_the_way, rates};
use super::wordings::*;
use crate::procedures::storm::{StormArm, StormBar, StormCheck};
use crate::tables::Tables;
use crate::vocabulary::*;

/// The most steps in one order.
const MOST_STEPS: usize = 12;

/// Refuses a move with an impossible step, or one that cannot be a storm.
pub(super) fn check_move(
    known: Knows<'_>,
    own: Own<'_>,
    steps: &[Step],
    attack: bool,
    storm: bool,
) -> Result<(), Refused> {
    if steps.is_empty() || steps.len() > MOST_STEPS {
        return Err(Refused::unclear("steps", SO_MANY_STEPS.with([("most", MOST_STEPS.into())])));
    }
    let mut state = Shape {
        mounted: own.mounted,
        limbered: own.limbered(),
        inside: own.building.is_some(),
        figures: own.figures,
    };
    for (number, step) in steps.iter().enumerate() {
        check_step(&own, known.tables(), step, &mut state)?;
        let (first, last) = (number == 0, number + 1 == steps.len());
        if matches!(step, Step::Ahead { cm: None } | Step::Back { cm: None }) && !last {
            return Err(refuse("steps", &STEP_NEVER_REACHED));
        }
        if *step == Step::Enter && first && room_near(known, own).is_none() {
            return Err(refuse("steps", &NO_HOUSE));
        }
        if *step == Step::Rejoin && !(last && rejoins(known, own)) {
            return Err(refuse("steps", &NO_REGIMENT));
        }
    }
    let bar = storm.then(|| storm_bar(known, own, steps, attack)).flatten();
    bar.map_or(Ok(()), |bar| Err(refuse("storm", refusal_of(bar))))
}

/// The refusal that says why it may not storm.
fn refusal_of(bar: StormBar) -> &'static Refusal {
    match bar {
        StormBar::ArmCannotStorm => &STORM_ARM,
        StormBar::NotAttacking => &STORM_ONLY_IN_ATTACK,
        StormBar::NotTakingPosition => &STORM_TO_A_POSITION,
        StormBar::AttackWithoutOrder => &STORM_WITHOUT_ORDER,
        StormBar::TooSoon => &STORM_TOO_SOON,
        StormBar::CavalryWasHalted => &STORM_FROM_A_HALT,
        StormBar::CavalryObstacle => &STORM_OVER_OBSTACLE,
        StormBar::Backward => &STORM_BACKWARD,
        StormBar::HalfHorsesLost => &STORM_WITHOUT_HORSES,
        StormBar::SecondDirectionChange => &STORM_TWO_WHEELS,
        StormBar::DirectionChangeOver20 => &STORM_WIDE_WHEEL,
        StormBar::FormationChange => &STORM_AND_FORM,
        StormBar::ClosedUnitInTheWay => &STORM_THROUGH_FRIENDS,
        StormBar::ChainCannotStorm => &STORM_IN_CHAIN,
    }
}

/// Does it have a regiment on the table to rejoin? Gunners assigned to other guns stay with them.
fn rejoins(known: Knows<'_>, own: Own<'_>) -> bool {
    let regiment = own.regiment.filter(|_| own.battery.is_none()).and_then(|regiment| known.seen(regiment));
    regiment.is_some_and(|regiment| regiment.here())
}

/// The state of the unit after the earlier steps of an order.
struct Shape {
    mounted: bool,
    limbered: bool,
    inside: bool,
    figures: i32,
}

fn check_step(mover: &Unit, tables: &Tables, step: &Step, state: &mut Shape) -> Result<(), Refused> {
    let guns = mover.battery.is_some();
    // A garrison that marches comes out first; a detachment made inside a house would have no place to stand.
    state.inside &= matches!(step, Step::Enter | Step::Leave | Step::Halt { .. } | Step::Detach { .. });
    match step {
        Step::Ahead { cm } | Step::Back { cm } => measure("cm", *cm, 500.0),
        Step::Halt { turns } | Step::AheadFor { turns } | Step::BackFor { turns } => {
            measure("turns", Some(*turns), 1.0)
        }
        Step::Wheel { degrees } if degrees.is_finite() && degrees.abs() <= 180.0 && *degrees != 0.0 => Ok(()),
        Step::Wheel { degrees } => {
            Err(Refused::unclear("degrees", WHEEL_DEGREES.with([("given", degrees.into())])))
        }
        Step::Turn { to } => {
            // A wagon's only front is where its horses are; it wheels.
            let wagon = mover.branch == Branch::Wagon && *to != Facing::About;
            if wagon { Err(refuse("steps", &NO_SUCH_FORMATION)) } else { Ok(()) }
        }
        Step::Form { formation } => {
            let mut so = mover.clone();
            so.mounted = state.mounted;
            so.formation = if so.formation == *formation { Formation::Line } else { so.formation };
            let troops = matches!(mover.branch, Branch::Infantry | Branch::Cavalry);
            let lawful = troops && footprint(&so, *formation, tables).is_some_and(|print| print.lawful);
            if lawful { Ok(()) } else { Err(refuse("steps", &NO_SUCH_FORMATION)) }
        }
        Step::Mount | Step::Dismount => {
            let mounts = *step == Step::Mount;
            if mover.branch != Branch::Cavalry || state.mounted == mounts {
                return Err(refuse("steps", &ONLY_CAVALRY_MOUNTS));
            }
            state.mounted = mounts;
            Ok(())
        }
        Step::Limber | Step::Unlimber => {
            let limbers = *step == Step::Limber;
            let horses = mover.battery.as_ref().is_some_and(|battery| battery.horses[1] > 0);
            if !guns || state.limbered == limbers || (limbers && !horses) {
                return Err(refuse("steps", &CANNOT_LIMBER));
            }
            state.limbered = limbers;
            Ok(())
        }
        Step::Enter => {
            let on_foot =
                mover.branch == Branch::Infantry || (mover.branch == Branch::Cavalry && !state.mounted);
            if state.inside || !on_foot || !fits(mover, state.figures, tables) {
                return Err(refuse("steps", &NO_HOUSE));
            }
            state.inside = true;
            Ok(())
        }
        Step::Leave if !state.inside => Err(refuse("steps", &NOT_IN_A_HOUSE)),
        Step::Leave => {
            state.inside = false;
            Ok(())
        }
        Step::Detach { companies, .. } => {
            let troops = matches!(mover.branch, Branch::Infantry | Branch::Cavalry) && !state.inside;
            let detached = companies.saturating_mul(mover.company);
            if !troops || *companies < 1 || state.figures - mover.company < detached {
                return Err(refuse("steps", &CANNOT_DETACH));
            }
            state.figures -= detached;
            Ok(())
        }
        Step::Rejoin => Ok(()),
    }
}

/// May it storm in this way?
pub(super) fn storm_allowed(known: Knows<'_>, own: Own<'_>, steps: &[Step], attack: bool) -> bool {
    storm_bar(known, own, steps, attack).is_none()
}

/// The first thing that prevents this storm (§02.05.6, §02.06.4, §03.03.4, §06.03.5).
fn storm_bar(known: Knows<'_>, own: Own<'_>, steps: &[Step], attack: bool) -> Option<StormBar> {
    let stormer = own.whole();
    let wheels: Vec<f64> = steps
        .iter()
        .filter_map(|step| if let Step::Wheel { degrees } = step { Some(degrees.abs()) } else { None })
        .collect();
    let riding = stormer.battery.as_ref().map(|battery| battery.riding);
    let horses_half = stormer.battery.as_ref().is_some_and(|b| 2 * b.horses[1] <= b.horses[0]);
    let acts = |step: &Step| {
        use Step::{Ahead, AheadFor, Back, BackFor, Wheel};
        !matches!(step, Ahead { .. } | AheadFor { .. } | Back { .. } | BackFor { .. } | Wheel { .. })
    };
    let position = |step: &Step| matches!(step, Step::Limber | Step::Unlimber | Step::Turn { .. });
    let mut facts = StormCheck {
        arm: match (stormer.branch, riding) {
            (Branch::Artillery, Some(true)) => StormArm::HorseArtillery,
            (Branch::Artillery | Branch::Wagon, _) => StormArm::FootArtillery,
            (Branch::Cavalry, _) if stormer.mounted => StormArm::MountedCavalry,
            (Branch::Cavalry, _) => StormArm::DismountedCavalry,
            _ => StormArm::Infantry,
        },
        formation: stormer.formation,
        attacking: attack,
        attack_without_order: false,
        // Horse artillery storms to take or leave a position: any move of its own counts as that.
        taking_position_or_withdrawing: riding == Some(true),
        turns_since_storm: Turns(
            stormer.last_storm.map_or(999, |turn| (known.turn().saturating_sub(turn) as i32).clamp(1, 999)),
        ),
        moving_last_turn: stormer.was_moving,
        crosses_obstacle: false,
        backward: steps.iter().any(|step| matches!(step, Step::Back { .. } | Step::BackFor { .. })),
        half_horses_lost: horses_half,
        direction_changes: (wheels.len() as i32).min(10),
        largest_change_deg: wheels.iter().fold(0.0, |most: f64, by| most.max(*by)).ceil() as i32,
        formation_change: steps.iter().any(|step| acts(step) && !(riding.is_some() && position(step))),
        through_closed_unit: false,
    };
    let bar = |facts: &StormCheck| {
        plain(facts, known.tables())
            .map_or(Some(StormBar::ArmCannotStorm), |storm| storm.bars.first().copied())
    };
    // The search along its way is slow, so it comes last.
    bar(&facts).or_else(|| {
        facts.crosses_obstacle = stormer.mounted_cavalry() && crosses_obstacle(known, own, steps);
        bar(&facts)
    })
}

/// Would its storm cross an obstacle, or the edge of a wood (§02.06.4)?
fn crosses_obstacle(known: Knows<'_>, own: Own<'_>, steps: &[Step]) -> bool {
    let stormer = own.whole();
    let column = stormer.formation == Formation::MarchColumn;
    let leg = |step: &Step| match *step {
        Step::Ahead { cm } => Some(Leg::Ahead(cm.map_or(1.0e6, |cm| cm * CM))),
        Step::AheadFor { .. } => Some(Leg::Ahead(1.0e6)),
        Step::Wheel { degrees } if column => Some(Leg::Pivot(Degrees(degrees))),
        Step::Wheel { degrees } => {
            let about = if degrees > 0.0 { Pivot::RightWing } else { Pivot::LeftWing };
            Some(Leg::Wheel { about, by: Degrees(degrees) })
        }
        _ => None,
    };
    let legs: Vec<Leg> = steps.iter().filter_map(leg).collect();
    let pace = rates(stormer, march_row(stormer, true), known.tables());
    let ground = known.ground();
    let Ok(track) = march(&stormer.placed, &legs, &pace, &ground, 0.0) else { return false };
    let barred = track.stop().is_some_and(|stop| {
        let before = stop.before.iter().filter_map(|&id| ground.feature(id));
        before.map(obstacle_of).any(|obstacle| obstacle != Obstacle::None)
    });
    let way: Vec<Point> =
        track.pieces().iter().map(|piece| piece.pose.at).chain([track.at(1.0).pose().at]).collect();
    let front = stormer.placed.body().front();
    let meets =
        |ground: &Ground, leg: &[Point]| obstacle_on_the_way(ground, leg[0], leg[1], front) != Obstacle::None;
    let materiel = known.materiel();
    let grounds = [Some(&*ground), materiel.as_ref()];
    barred || grounds.into_iter().flatten().any(|ground| way.windows(2).any(|leg| meets(ground, leg)))
}
