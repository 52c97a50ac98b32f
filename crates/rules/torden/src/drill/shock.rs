//! Attacks, reactions, dispositions, fire and rallies of a plain commander.

use std::collections::BTreeMap;
use std::sync::Arc;

use krigsspil_engine::battle::{
    Arm, ChargeAsked, Deed, Heading, OddsAsked, OrdersAsked, Poise, SeenUnit, UnitAsked, UnitShown,
};
use serde_json::json;

use super::numbers::{GUNS_BEAR, GUNS_CM, MUSKETS_CM};
use super::sense::{Sense, in_town, middle, off, order};
use super::write;
use crate::battle::order::{Step, UnitOrder, Wing};
use crate::battle::shown::{AskedDetails, UnitDetails};
use crate::vocabulary::Order;

/// Cavalry reacts against enemies so near.
const REACTS_CM: f64 = 14.0;

fn samples(asked: &UnitAsked) -> Option<&AskedDetails> {
    asked.details.get()
}

/// Everybody attacks whom he touches.
pub(super) fn declares(sense: &Sense<'_>, asked: &OrdersAsked) -> Vec<Deed> {
    let mut deeds = Vec::new();
    for asked in asked.units.iter().filter(|asked| asked.may.contains(&"attack")) {
        let (Some(details), Some(unit)) = (samples(asked), sense.view.unit(&asked.unit)) else { continue };
        let touched = details
            .touches
            .iter()
            .flatten()
            .filter_map(|id| sense.view.enemies.iter().find(|enemy| enemy.id == *id));
        let fit = touched.filter(|enemy| !(unit.arm == Arm::Infantry && enemy.arm == Arm::Cavalry));
        // The weakest first.
        if let Some(enemy) = fit.min_by_key(|enemy| (order(enemy) == Order::Order, enemy.strength.now)) {
            deeds.push(write(
                &asked.unit,
                UnitOrder::Attack { target: SeenUnit(enemy.id.clone()), number: None },
            ));
        }
    }
    deeds
}

/// Cavalry strikes what is near and weaker.
pub(super) fn reacts(sense: &Sense<'_>, asked: &OrdersAsked) -> Vec<Deed> {
    let mut deeds = Vec::new();
    for asked in &asked.units {
        let Some(unit) = sense.view.unit(&asked.unit).filter(|unit| order(unit) == Order::Order) else {
            continue;
        };
        let near = sense.enemies(unit).into_iter();
        let prey = near.filter(|(cm, enemy)| *cm <= REACTS_CM && off(unit, middle(enemy)).abs() <= 45.0);
        if let Some((_, enemy)) = prey.into_iter().find(|(_, enemy)| sense.beats(unit, enemy)) {
            let by = (off(unit, middle(enemy)) * 10.0).round() / 10.0;
            let steps = if by.abs() < 5.0 {
                vec![Step::Go { cm: None, degrees: 0.0 }]
            } else {
                vec![Step::Go { cm: None, degrees: by.clamp(-45.0, 45.0) }]
            };
            deeds.push(write(
                &asked.unit,
                UnitOrder::React { steps, attack: Some(SeenUnit(enemy.id.clone())) },
            ));
        }
    }
    deeds
}

/// Foot squares against horse, whoever is struck in flank faces, guns get away.
pub(super) fn disposes(asked: &OrdersAsked) -> Vec<Deed> {
    let all = crate::battle::order::Disposition::ALL;
    let first = |asked: &UnitAsked| {
        let open = asked.may.contains(&"dispose");
        // What is open is tried in the order of the print; a refusal would be the prompt's fault.
        let how = all.iter().copied().find(|how| open && fits(asked, *how))?;
        Some(write(&asked.unit, UnitOrder::Dispose { how, toward: None }))
    };
    asked.units.iter().filter_map(first).collect()
}

/// Is it among what the prompt says is open?
fn fits(asked: &UnitAsked, how: crate::battle::order::Disposition) -> bool {
    samples(asked).is_some_and(|details| details.open.iter().flatten().any(|open| *open == how))
}

/// Horse whose target has formed square gives up its attack: it would ride against 6 (tabel 7).
pub(super) fn aborts(sense: &Sense<'_>, asked: &OrdersAsked) -> Vec<Deed> {
    let in_square = |unit: &UnitShown| {
        let target = unit.details.get::<UnitDetails>()?.attacks.clone()?;
        let enemy = sense.view.enemies.iter().find(|enemy| enemy.id == target)?;
        (enemy.formation == "square" && order(enemy) == Order::Order).then_some(())
    };
    let may = asked.units.iter().filter(|asked| asked.may.contains(&"abort"));
    let units = may.filter_map(|asked| sense.view.unit(&asked.unit));
    units
        .filter(|unit| unit.arm == Arm::Cavalry && in_square(unit).is_some())
        .map(|unit| write(&unit.id, UnitOrder::Abort { cm: None }))
        .collect()
}

/// What batteries of one corps have been told to fire at so far, and by how many.
type Massed = BTreeMap<Arc<str>, (Option<Arc<str>>, usize)>;

/// An enemy in range and arc: the nearest for foot; batteries of a corps mass their fire. Batteries far behind draw ammunition.
pub(super) fn fires(sense: &Sense<'_>, asked: &OrdersAsked) -> Vec<Deed> {
    let (mut deeds, mut massed) = (Vec::new(), Massed::new());
    for asked in &asked.units {
        let Some(unit) = sense.view.unit(&asked.unit) else { continue };
        if asked.may.contains(&"fire") {
            deeds.extend(targets(sense, unit, &mut massed));
        } else if asked.may.contains(&"resupply") {
            deeds.push(write(&asked.unit, UnitOrder::Resupply));
        }
    }
    deeds
}

/// Out of a town or square at one enemy before each side (§6.1.5), else at one.
fn targets(sense: &Sense<'_>, unit: &UnitShown, massed: &mut Massed) -> Vec<Deed> {
    let guns = unit.arm == Arm::Artillery;
    let (reach, bears) = if guns { (GUNS_CM, GUNS_BEAR) } else { (MUSKETS_CM + 1.0, 60.0) };
    let in_melee = |enemy: &UnitShown| {
        sense.own().any(|own| own.own.as_ref().is_some_and(|own| own.melee.contains(&enemy.id)))
    };
    let four_sided = !guns && (in_town(unit) || unit.formation == "square");
    let good = |cm: f64, enemy: &UnitShown| {
        let fair = guns || !in_town(enemy);
        cm <= reach
            && fair
            && !in_melee(enemy)
            && (four_sided || off(unit, middle(enemy)).abs() <= bears)
            && !(guns && sense.is_masked(unit, enemy))
    };
    let near = sense.enemies(unit);
    let mut open = near.iter().filter(|(cm, enemy)| good(*cm, enemy));
    let fires = |(side, enemy): (Wing, &UnitShown)| {
        write(&unit.id, UnitOrder::Fire { target: SeenUnit(enemy.id.clone()), side })
    };
    if four_sided {
        let mut sides: Vec<(Wing, &UnitShown)> = Vec::new();
        for (_, enemy) in open {
            let side = side_toward(unit, enemy);
            if sides.iter().all(|(taken, _)| *taken != side) {
                sides.push((side, enemy));
            }
        }
        return sides.into_iter().map(fires).collect();
    }
    let enemy = if guns { for_guns(unit, open, massed) } else { open.next().map(|(_, enemy)| *enemy) };
    enemy.map(|enemy| fires((Wing::Front, enemy))).into_iter().collect()
}

/// The target of a battery: in the nearest zone of fire (tabel 6), where one other of its corps fires already; at most two do, and of one corps
/// (§6.1.11).
fn for_guns<'a>(
    unit: &UnitShown,
    open: impl Iterator<Item = &'a (f64, &'a UnitShown)>,
    massed: &mut Massed,
) -> Option<&'a UnitShown> {
    let corps = unit.details.get::<UnitDetails>().and_then(|details| details.corps.clone());
    let rank = |(cm, enemy): &(f64, &UnitShown)| {
        let zone = match *cm {
            cm if cm <= 20.0 => 0,
            cm if cm <= 35.0 => 1,
            _ => 2,
        };
        let mass = match massed.get(&enemy.id) {
            Some((by, 1)) if *by == corps => 0,
            None => 1,
            Some(_) => 2,
        };
        (mass == 2, zone, mass)
    };
    let (_, enemy) = open.min_by_key(|one| rank(one))?;
    massed.entry(enemy.id.clone()).or_insert((corps, 0)).1 += 1;
    Some(enemy)
}

/// The side of a square or town that an enemy stands before.
fn side_toward(unit: &UnitShown, enemy: &UnitShown) -> Wing {
    // A town's sides are those of the compass; its body faces north.
    match off(unit, middle(enemy)) {
        by if by.abs() <= 45.0 => Wing::Front,
        by if by.abs() >= 135.0 => Wing::Rear,
        by if by > 0.0 => Wing::Right,
        _ => Wing::Left,
    }
}

/// Everybody who may tries to rally, its front to the enemy.
pub(super) fn rallies(sense: &Sense<'_>, asked: &OrdersAsked) -> Vec<Deed> {
    let facing = Some(Heading(sense.front()));
    let rally = |asked: &UnitAsked| write(&asked.unit, UnitOrder::Reorganise { formation: None, facing });
    asked.units.iter().filter(|asked| asked.may.contains(&"reorganise")).map(rally).collect()
}

/// The sum behind a charge, with its facts as its seat may know them.
pub(super) fn odds(asked: &ChargeAsked<'_>) -> OddsAsked {
    let side = |unit: &UnitShown, poise: Poise| {
        let details = unit.details.get::<UnitDetails>();
        let formation = match unit.formation {
            "unlimbered" | "limbered" => "unlimbered",
            formation => formation,
        };
        let order = match poise {
            Poise::Running => "FU",
            Poise::Shaken => "U",
            _ => "O",
        };
        json!({
            "arm": unit.arm.as_str(),
            "formation": formation,
            "order": order,
            "original": unit.strength.first.unwrap_or(unit.strength.now).max(1),
            "lost": (unit.strength.first.unwrap_or(unit.strength.now) - unit.strength.now).max(0),
            "melee_bonus": details.map_or(0, |details| details.melee_addition),
        })
    };
    let facts =
        json!({"attacker": side(asked.unit, Poise::Steady), "defender": side(asked.enemy, asked.poise)});
    OddsAsked { procedure: "melee", facts: facts.to_string(), field: "defender.must_test" }
}
