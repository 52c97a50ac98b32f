//! The facts behind a charge: his own unit and the enemy as they are seen.

use krigsspil_engine::battle::{Arm, At, ChargeAsked, OddsAsked, UnitShown};
use krigsspil_field::prelude::{Bearing, point};
use serde_json::json;

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
    let facts = json!({
        "fpf": protective(&there).clamp(0, 60),
        "attacker": {"arm": if own.arm == "cavalry" { "cavalry" } else { "infantry" }, "formation": order(own.formation),
            "melee_grade": own.grade, "status": own.status, "lancers": own.lancers},
        "defender": {"arm": there.arm, "formation": defends(&there), "melee_grade": there.grade,
            "castings": there.castings, "status": there.status, "contact": contact, "lancers": there.lancers},
    });
    OddsAsked { procedure: "melee_classic", facts: facts.to_string(), field: "attacker_wins" }
}
