//! The facts behind a charge: his own unit and the enemy as they are seen.

use krigsspil_engine::battle::{Arm, At, ChargeAsked, OddsAsked, Presence, UnitShown};
use krigsspil_field::prelude::{Bearing, point};
use serde_json::json;

use super::numbers;
use crate::battle::shown::UnitDetails;
use crate::battle::units::Stance;
use crate::vocabulary::Status;

/// Does one stand behind the line of another's front?
fn behind(of: &UnitShown, place: At) -> bool {
    let ahead = Bearing::degrees(of.facing).ahead();
    (point(place[0], place[1]) - point(of.place[0], of.place[1])).dot(ahead) < -1.0
}

struct Side {
    arm: &'static str,
    formation: Stance,
    grade: i32,
    status: Status,
    lancers: bool,
    castings: i32,
}

fn side(unit: &UnitShown) -> Side {
    let details = unit.details.get::<UnitDetails>();
    Side {
        arm: match unit.arm {
            Arm::Cavalry => "cavalry",
            Arm::Artillery => "artillery",
            _ => "infantry",
        },
        formation: unit.formation.parse().unwrap_or(Stance::Column),
        grade: details.map_or(5, |details| details.melee_grade),
        status: details.map_or(Status::Good, |details| details.status),
        lancers: details.is_some_and(|details| details.lancers) && unit.arm == Arm::Cavalry,
        castings: unit.strength.now.clamp(1, 60),
    }
}

fn order(stance: Stance) -> &'static str {
    match stance {
        Stance::Line => "line",
        Stance::Skirmish => "skirmish",
        _ => "column",
    }
}

fn defends(side: &Side) -> &'static str {
    match side.formation {
        _ if side.arm == "artillery" => "crew",
        Stance::Line => "line",
        Stance::Square => "square",
        Stance::Skirmish => "skirmish",
        _ => "column",
    }
}

/// What the last volley of a standing defender takes off (§9.3, R21).
fn protective(side: &Side) -> i32 {
    match (side.arm, side.formation) {
        ("infantry", Stance::Line) => side.castings + 6,
        ("infantry", Stance::Column | Stance::Square) => side.castings.min(4) + 2,
        _ => 0,
    }
}

/// Would another of his battalions that stands before the same enemy reach him, straight ahead (§5.3.A)? Two who attack one have the odds of two
/// (§9.2.E), and each reckons with the other.
fn helped(asked: &ChargeAsked<'_>) -> bool {
    let ChargeAsked { view, unit, enemy, .. } = *asked;
    let there = point(enemy.place[0], enemy.place[1]);
    let strikes = |friend: &UnitShown| {
        let way = there - point(friend.place[0], friend.place[1]);
        let ahead = Bearing::degrees(friend.facing).ahead();
        let (far, aside) = (way.dot(ahead), way.dot(ahead.right()).abs());
        (0.0..=numbers::FOOT_STRIKES).contains(&far)
            && aside <= (friend.front + enemy.front) / 2.0 - numbers::A_CASTING
    };
    view.units.iter().any(|friend| {
        let own = friend.own.as_ref().filter(|own| own.presence == Presence::Here && own.melee.is_empty());
        let steady =
            friend.details.get::<UnitDetails>().is_some_and(|details| details.status == Status::Good);
        friend.id != unit.id && friend.arm == Arm::Infantry && own.is_some() && steady && strikes(friend)
    })
}

/// The throw of a charge that strikes its target (§9.1.F). Infantry in good order is reckoned to form square before horse.
pub(super) fn odds(asked: &ChargeAsked<'_>) -> OddsAsked {
    let ChargeAsked { unit, enemy, .. } = *asked;
    let (own, mut there) = (side(unit), side(enemy));
    let formed = matches!(there.formation, Stance::Line | Stance::Column);
    if own.arm == "cavalry" && there.arm == "infantry" && formed && there.status == Status::Good {
        there.formation = Stance::Square;
    }
    let square = there.formation == Stance::Square;
    let contact = if !square && behind(enemy, unit.place) { "flank" } else { "front" };
    let together = own.arm == "infantry" && helped(asked);
    let facts = json!({
        "attackers": if together { 2 } else { 1 },
        "fpf": protective(&there).clamp(0, 60),
        "attacker": {"arm": if own.arm == "cavalry" { "cavalry" } else { "infantry" }, "formation": order(own.formation),
            "melee_grade": own.grade, "status": own.status, "lancers": own.lancers},
        "defender": {"arm": there.arm, "formation": defends(&there), "melee_grade": there.grade,
            "castings": there.castings, "status": there.status, "contact": contact, "lancers": there.lancers},
    });
    OddsAsked { procedure: "melee_classic", facts: facts.to_string(), field: "attacker_wins" }
}
