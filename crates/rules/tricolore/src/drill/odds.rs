//! The facts behind an attack, as its commander may know them: his own unit whole, of the enemy what is seen.

use krigsspil_engine::battle::{Arm, At, ChargeAsked, OddsAsked, Poise, UnitShown};
use krigsspil_field::prelude::{Bearing, point};
use serde_json::{Value, json};

use crate::battle::shown::UnitDetails;
use crate::vocabulary::BaseFormation;

/// The ratings of an enemy nobody knows: those of line troops.
const USUAL: i32 = 5;

/// Does one stand behind the line of another's front?
fn behind(of: &UnitShown, place: At) -> bool {
    let ahead = Bearing::degrees(of.facing).ahead();
    (point(place[0], place[1]) - point(of.place[0], of.place[1])).dot(ahead) < -1.0
}

fn foot_formation(unit: &UnitShown) -> &'static str {
    match unit.formation.parse() {
        Ok(BaseFormation::Line | BaseFormation::Unlimbered) => "line",
        Ok(BaseFormation::Square) => "square",
        Ok(BaseFormation::MarchColumn | BaseFormation::Limbered) => "march_column",
        _ => "column",
    }
}

fn horse_formation(unit: &UnitShown) -> &'static str {
    match unit.formation.parse() {
        Ok(BaseFormation::Line) => "line",
        Ok(BaseFormation::MarchColumn) => "march_column",
        _ => "column",
    }
}

fn skirmishes(unit: &UnitShown) -> bool {
    unit.formation == BaseFormation::Skirmish.as_str()
}

fn bases(unit: &UnitShown) -> f64 {
    let halves = unit.details.get::<UnitDetails>().and_then(|details| details.halves);
    halves.map_or(f64::from(unit.strength.now), |halves| f64::from(halves) / 2.0).clamp(0.5, 40.0)
}

/// U as it is known, or as one seems to be in hand.
fn disorder(unit: &UnitShown, poise: Poise) -> i32 {
    let seen = unit.details.get::<UnitDetails>().and_then(|details| details.disorder);
    seen.unwrap_or(match poise {
        Poise::Steady | Poise::Pinned => 0,
        Poise::Ruffled => 4,
        Poise::Shaken | Poise::Running => 6,
    })
}

/// The value, training and weight of one's own; of an enemy the usual.
fn ratings(unit: &UnitShown) -> (i32, i32, Value) {
    let details = unit.details.get::<UnitDetails>();
    let ratings = details.and_then(|details| details.ratings.as_ref());
    let value =
        ratings.map_or(USUAL, |ratings| if skirmishes(unit) { ratings.skirmish } else { ratings.melee });
    let training = ratings.map_or(USUAL, |ratings| ratings.training);
    let weight = details.and_then(|details| details.weight.flatten());
    (value, training, weight.map_or(json!("light"), |weight| json!(weight)))
}

/// The throw for an attack: that the enemy is beaten so that he tests for loss, which every beaten side does.
pub(super) fn odds(asked: &ChargeAsked<'_>) -> OddsAsked {
    let ChargeAsked { unit, enemy, poise, .. } = *asked;
    let (value, training, weight) = ratings(unit);
    let (enemy_value, enemy_training, enemy_weight) = ratings(enemy);
    let (u, enemy_u) = (disorder(unit, Poise::Steady), disorder(enemy, poise));
    let square = foot_formation(enemy) == "square";
    let flanked = !square && behind(enemy, unit.place);
    let kind = match enemy.arm {
        Arm::Artillery => "artillery",
        _ if skirmishes(enemy) => "skirmishers",
        _ => "infantry",
    };
    let own_kind = if skirmishes(unit) { "skirmishers" } else { "infantry" };
    let (procedure, facts) = match (unit.arm, enemy.arm) {
        (Arm::Cavalry, Arm::Cavalry) => (
            "cavalry_attack",
            json!({"attacker": {"weight": weight, "value": value, "disorder": u, "bases": bases(unit),
                    "formation": horse_formation(unit)},
                "defender": {"weight": enemy_weight, "value": enemy_value, "disorder": enemy_u,
                    "bases": bases(enemy), "formation": horse_formation(enemy), "flanked": flanked}}),
        ),
        (Arm::Cavalry, _) => (
            "cavalry_charge",
            json!({"attacker": {"weight": weight, "value": value, "disorder": u, "bases": bases(unit),
                    "formation": horse_formation(unit)},
                "defender": {"kind": kind, "value": enemy_value, "training": enemy_training, "disorder": enemy_u,
                    "bases": bases(enemy), "formation": foot_formation(enemy), "flanked": flanked}}),
        ),
        (_, Arm::Cavalry) => (
            "infantry_attack_cavalry",
            json!({"attacker": {"kind": own_kind, "value": value, "training": training, "disorder": u,
                    "bases": bases(unit), "formation": foot_formation(unit)},
                "defender": {"value": enemy_value, "disorder": enemy_u, "bases": bases(enemy), "flanked": flanked}}),
        ),
        _ => (
            "infantry_attack",
            json!({"attacker": {"kind": own_kind, "value": value, "disorder": u, "bases": bases(unit),
                    "formation": foot_formation(unit)},
                "defender": {"kind": kind, "value": enemy_value, "disorder": enemy_u, "bases": bases(enemy),
                    "formation": foot_formation(enemy), "flanked": flanked}}),
        ),
    };
    OddsAsked { procedure, facts: facts.to_string(), field: "defender.loss_test" }
}
