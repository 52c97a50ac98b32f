//! The facts behind an attack (skema XV), as its commander may know them: everything about his own unit, and what is seen of the enemy.

use krigsspil_engine::battle::{Arm, At, ChargeAsked, OddsAsked, Poise, UnitShown, View};
use krigsspil_field::prelude::{Bearing, Point, point};
use serde_json::{Value, json};

use crate::battle::shown::UnitDetails;
use crate::battle::state::CM;
use crate::vocabulary::TacticalArm;

/// A support stands within this many centimetres behind.
const SUPPORT_CM: f64 = 20.0;
/// From here on an enemy is struck in the flank, in degrees off his front.
const FLANK: f64 = 80.0;

pub(super) fn place(at: At) -> Point {
    point(at[0], at[1])
}

/// Degrees from a unit's front to a place, 0 to 180.
pub(super) fn off(from: &UnitShown, to: At) -> f64 {
    let way = (place(to) - place(from.place)).unit();
    way.map_or(0.0, |way| Bearing::degrees(from.facing).turn_to(Bearing::of(way)).0.abs())
}

fn arm(unit: &UnitShown) -> &'static str {
    let tactical = unit.details.get::<UnitDetails>().map(|details| details.tactical_arm);
    match (unit.arm, tactical) {
        (Arm::Infantry, _) => "infantry",
        (Arm::Artillery, _) => "artillery",
        (Arm::Wagon, _) => "train",
        (_, Some(TacticalArm::HeavyCavalry)) => "heavy_cavalry",
        (_, Some(TacticalArm::LightCavalry)) => "light_cavalry",
        (_, Some(TacticalArm::Cossacks)) => "cossacks",
        _ => "medium_cavalry",
    }
}

fn formation(unit: &UnitShown) -> &'static str {
    match (unit.arm, unit.formation) {
        (Arm::Artillery | Arm::Wagon, _) => "line",
        (_, "dense_skirmish" | "thin_skirmish") => "skirmish",
        (_, formation) => formation,
    }
}

/// Its figures rank by rank, as far as its front shows.
fn ranks(unit: &UnitShown) -> Value {
    let figures = unit.strength.now.clamp(1, 200);
    let base = if unit.arm == Arm::Cavalry { 2.0 * CM } else { 1.5 * CM };
    let closed =
        matches!(formation(unit), "line" | "attack_column" | "march_column") && unit.arm != Arm::Artillery;
    let files = if closed { ((unit.front / base).round() as i32).clamp(1, figures) } else { figures };
    let mut ranks = vec![files; (figures / files) as usize];
    if figures % files > 0 {
        ranks.push(figures % files);
    }
    json!(ranks)
}

/// Is another unit of its brigade close behind it, facing it?
fn supported(view: &View, unit: &UnitShown) -> bool {
    let general = |unit: &UnitShown| unit.own.as_ref().map(|own| own.general.clone());
    view.here().any(|other| {
        other.id != unit.id
            && general(other) == general(unit)
            && matches!(other.arm, Arm::Infantry | Arm::Cavalry)
            && (other.arm == unit.arm || unit.arm == Arm::Infantry)
            && place(other.place).distance(place(unit.place)) <= SUPPORT_CM * CM
            && off(other, unit.place) <= 30.0
    })
}

/// The order an enemy seems to have.
fn seeming(poise: Poise) -> &'static str {
    match poise {
        Poise::Steady | Poise::Pinned => "OR",
        Poise::Ruffled => "LU1",
        Poise::Shaken => "U",
        Poise::Running => "FU",
    }
}

/// The throw for an attack: that it wins.
pub(super) fn odds(asked: &ChargeAsked<'_>) -> OddsAsked {
    let ChargeAsked { unit, enemy, poise, full_speed, .. } = *asked;
    let details = unit.details.get::<UnitDetails>();
    let own = |read: fn(&UnitDetails) -> Option<i32>| details.and_then(read).unwrap_or(0);
    let order = unit
        .own
        .as_ref()
        .map_or("OR", |own| if own.order == "U" || own.order == "FU" { "LU3" } else { own.order });
    let flanked = off(enemy, unit.place) >= FLANK;
    let momentum = if full_speed { "storm" } else { "momentum" };
    let facts = json!({
        "attacker": {"arm": arm(unit), "formation": formation(unit), "ranks": ranks(unit), "order": order,
            "valeur": own(|details| details.valeur).clamp(-4, 5), "flank_attack": flanked, "momentum": momentum,
            "first_action": details.and_then(|details| details.first_fire).unwrap_or(false) && unit.arm == Arm::Infantry,
            // The support that stands right is written on the sheet (§12.03.7).
            "support": supported(asked.view, unit), "skirmishers_out": false},
        "defender": {"arm": arm(enemy), "formation": formation(enemy), "ranks": ranks(enemy), "order": seeming(poise),
            "support": supported(asked.view, enemy)},
    });
    OddsAsked { procedure: "melee", facts: facts.to_string(), field: "winner=attacker" }
}
