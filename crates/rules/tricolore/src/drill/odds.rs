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

/// The bases that storm a town with a unit: its own, and those of the foot in good order beside it, who reckon as it does; they fight one melee
/// together (R69).
fn storming(asked: &ChargeAsked<'_>) -> f64 {
    let enemy = point(asked.enemy.place[0], asked.enemy.place[1]);
    let at_hand = |unit: &&UnitShown| {
        let disorder = unit.details.get::<UnitDetails>().and_then(|details| details.disorder);
        unit.id != asked.unit.id
            && unit.here()
            && unit.arm == Arm::Infantry
            && disorder.is_some_and(|disorder| disorder <= STORMS_WITH)
            && point(unit.place[0], unit.place[1]).distance(enemy) <= AT_HAND
    };
    let beside: f64 = asked.view.units.iter().filter(at_hand).take(MOST_BESIDE).map(bases).sum();
    (bases(asked.unit) + beside).clamp(0.5, 40.0)
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

/// A round that decides nothing is fought again, and an attacker who has the better of it wins the next: he reckons with so much more.
const FIGHTS_ON: i32 = 3;
/// The cover of foot in a town zone, whose class he does not know: that of the middle one (§terrain.table).
const IN_TOWN: i32 = 4;
/// Ratings go up to this.
const HIGHEST: i32 = 9;
/// Foot with at most so much U mostly forms square before cavalry (§change.square).
const FORMS_SQUARE: i32 = 5;

/// Foot with at most so much U, within so many metres of the enemy, storms a town with a unit; he reckons with so many at most.
const STORMS_WITH: i32 = 3;
const AT_HAND: f64 = 250.0;
const MOST_BESIDE: usize = 2;

/// The throw for an attack: that the enemy is beaten so that he tests for loss, which every beaten side does.
pub(super) fn odds(asked: &ChargeAsked<'_>) -> OddsAsked {
    let ChargeAsked { unit, enemy, poise, .. } = *asked;
    let (value, training, weight) = ratings(unit);
    let (enemy_value, enemy_training, enemy_weight) = ratings(enemy);
    let (u, enemy_u) = (disorder(unit, Poise::Steady), disorder(enemy, poise));
    let squares = unit.arm == Arm::Cavalry && enemy.arm == Arm::Infantry && enemy_u <= FORMS_SQUARE;
    let square = foot_formation(enemy) == "square" || squares && !skirmishes(enemy);
    let enemy_formation = if square { "square" } else { foot_formation(enemy) };
    let in_town = enemy.details.get::<UnitDetails>().is_some_and(|details| details.zone.is_some());
    let cover = if in_town { IN_TOWN } else { 0 };
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
                    "bases": bases(enemy), "formation": enemy_formation, "cover": cover, "flanked": flanked}}),
        ),
        (_, Arm::Cavalry) => (
            "infantry_attack_cavalry",
            json!({"attacker": {"kind": own_kind, "value": value, "training": training, "disorder": u,
                    "bases": bases(unit), "formation": foot_formation(unit)},
                "defender": {"value": enemy_value, "disorder": enemy_u, "bases": bases(enemy), "flanked": flanked}}),
        ),
        _ => (
            "infantry_attack",
            json!({"attacker": {"kind": own_kind, "value": storms(value, in_town), "disorder": u,
                    "bases": if in_town { storming(asked) } else { bases(unit) },
                    "formation": foot_formation(unit)},
                "defender": {"kind": kind, "value": enemy_value, "disorder": enemy_u, "bases": bases(enemy),
                    "formation": enemy_formation, "cover": cover, "flanked": flanked}}),
        ),
    };
    OddsAsked { procedure, facts: facts.to_string(), field: "defender.loss_test" }
}

/// The value an attacker of foot reckons with: more where he fights on, less where he storms a town and loses twice as much (§town.doubled).
fn storms(value: i32, in_town: bool) -> i32 {
    if in_town { value } else { (value + FIGHTS_ON).min(HIGHEST) }
}
