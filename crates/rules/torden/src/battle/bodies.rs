//! Bodies on the table, by appendix 1 and the formations of chapter 1.

use krigsspil_engine::dice::ScriptedDice;
use krigsspil_engine::{Fault, Figures, Procedure};
use krigsspil_field::prelude::{BaseSize, Body, BodyError, Placed, Point, Pose, Role, TOUCH, point};

use super::state::{CM, InZone, Unit};
use super::zones::Zones;
use crate::procedures::organisation::FormationFootprint;
use crate::tables::Tables;
use crate::vocabulary::{BaseKind, Branch, Formation, RankFormation, Troops};

/// Resolves a procedure that throws no dice and has nothing to tell.
pub(super) fn plain<P: Procedure<Tables = Tables>>(facts: &P, tables: &Tables) -> Result<P::Outcome, Fault> {
    facts.resolve(tables, &mut ScriptedDice::new(&[]), &mut ())
}

/// The pose stands for the body: the rest of it follows from the unit, and is made anew when a battle is loaded.
pub(super) mod stored {
    use krigsspil_field::prelude::{BaseSize, Bearing, Body, Placed, Pose, Role, point};
    use serde::{Deserialize, Deserializer, Serialize, Serializer};

    pub fn serialize<S: Serializer>(placed: &Placed, to: S) -> Result<S::Ok, S::Error> {
        let pose = placed.pose();
        (pose.at.x, pose.at.y, pose.facing.as_degrees()).serialize(to)
    }

    pub fn deserialize<'de, D: Deserializer<'de>>(from: D) -> Result<Placed, D::Error> {
        let (x, y, facing) = <(f64, f64, f64)>::deserialize(from)?;
        let base = BaseSize::new(1.0, 1.0).map_err(serde::de::Error::custom)?;
        let pose = Pose::new(point(x, y), Bearing::degrees(facing));
        Body::lone(base, Role::Figure).at(pose).map_err(serde::de::Error::custom)
    }
}

/// How a unit of ranks is drawn up.
fn rank_formation(formation: Formation) -> RankFormation {
    match formation {
        Formation::MarchColumn => RankFormation::MarchColumn,
        Formation::Column => RankFormation::Column,
        Formation::Square => RankFormation::Square,
        _ => RankFormation::Line,
    }
}

fn troops(branch: Branch) -> Troops {
    if branch == Branch::Cavalry { Troops::Cavalry } else { Troops::Infantry }
}

/// Has the unit figures enough for this formation (§1.7.3), and does its arm form it?
pub(super) fn can_form(unit: &Unit, formation: Formation, ranks: i32, tables: &Tables) -> bool {
    if !formation.suits(unit.branch.arm()) {
        return false;
    }
    unit.is_battery() || footprint(unit, formation, ranks, tables).is_some_and(|print| print.0)
}

/// Whether it may, and the figures of its first rank.
fn footprint(unit: &Unit, formation: Formation, ranks: i32, tables: &Tables) -> Option<(bool, u32, i32)> {
    let facts = FormationFootprint {
        arm: troops(unit.branch),
        figures: Figures(unit.figures().clamp(1, 120)),
        formation: rank_formation(formation),
        ranks,
    };
    let print = plain(&facts, tables).ok()?;
    Some((print.allowed, print.front_figures.0.unsigned_abs().max(1), print.ranks))
}

fn base(tables: &Tables, kind: BaseKind) -> Result<BaseSize, BodyError> {
    let base = tables.base(kind);
    BaseSize::new(base.width_cm * CM, base.depth_cm * CM)
}

/// The body of a unit in a formation.
pub(super) fn body_in(
    unit: &Unit,
    formation: Formation,
    ranks: i32,
    tables: &Tables,
) -> Result<Body, BodyError> {
    let figures = unit.figures().max(1).unsigned_abs();
    let figure = match unit.branch {
        Branch::Infantry => BaseKind::Infantry,
        Branch::Cavalry => BaseKind::Cavalry,
        Branch::FootArtillery | Branch::HorseArtillery => {
            let kind = match (formation, unit.branch) {
                (Formation::Limbered, Branch::HorseArtillery) => BaseKind::HorseLimber,
                (Formation::Limbered, _) => BaseKind::FootLimber,
                _ => BaseKind::ArtilleryGun,
            };
            return Ok(Body::lone(base(tables, kind)?, Role::Figure));
        }
    };
    let base = base(tables, figure)?;
    if unit.is_mob() {
        return Body::crowd(base, figures);
    }
    let (allowed, front, deep) =
        footprint(unit, formation, ranks, tables).unwrap_or((false, figures.div_ceil(2), 2));
    // Who has lost too many for its formation keeps as narrow as it stood.
    match formation {
        Formation::Square if allowed => Body::square(base, figures, deep.max(1).unsigned_abs()),
        Formation::Square => Body::crowd(base, figures),
        Formation::Column | Formation::MarchColumn if allowed => Body::column(base, figures, front),
        Formation::Column => Body::column(base, figures, figures.min(3)),
        Formation::MarchColumn => Body::column(base, figures, figures.min(2)),
        _ => Body::line(base, figures, 2),
    }
}

/// The body of a unit as it is, where it is.
pub(super) fn standing(unit: &Unit, pose: Pose, zones: &Zones, tables: &Tables) -> Result<Placed, BodyError> {
    match unit.zone {
        Some(InZone { zone, side, inward }) if unit.is_battery() => {
            zones.gun_at(zone, side, inward, &body_in(unit, Formation::Unlimbered, unit.ranks, tables)?)
        }
        Some(InZone { zone, .. }) => zones.garrison(zone, unit.figures().max(1).unsigned_abs()),
        None => body_in(unit, drawn_up(unit), unit.ranks, tables)?.at(pose.on_grid()),
    }
}

/// The formation whose ground a unit takes up: a square that had no room stands in the ranks it was made in.
pub(super) fn drawn_up(unit: &Unit) -> Formation {
    unit.squared_in.filter(|_| unit.formation == Formation::Square).unwrap_or(unit.formation)
}

/// Metres from a place to the nearest edge of a body.
pub(super) fn metres_to(placed: &Placed, place: Point) -> f64 {
    placed.parts().iter().map(|part| part.distance_to(place)).fold(f64::INFINITY, f64::min)
}

/// A body of the same kind about the same middle, facing otherwise.
pub(super) fn about_centre(
    body: &Body,
    centre: Point,
    facing: krigsspil_field::prelude::Bearing,
) -> Result<Placed, BodyError> {
    let at = centre + facing.ahead() * (body.depth() / 2.0);
    body.at(Pose::new(at, facing).on_grid())
}

/// Do bodies stand in each other? Less than the rounding of contact is none.
pub(super) fn in_the_way(one: &Placed, other: &Placed) -> bool {
    krigsspil_field::prelude::overlaps(one, other)
        && krigsspil_field::prelude::overlap_area(one, other) > 2.0 * TOUCH * (one.radius() + other.radius())
}

/// The body shifted so many metres along a way.
pub(super) fn shifted(placed: &Placed, way: Point, metres: f64) -> Placed {
    let pose = placed.pose();
    placed.moved_to(Pose::new(pose.at + way * metres, pose.facing).on_grid())
}

/// The middle of a side of a body, by its hand: front, right, rear, left.
pub(super) fn side_middle(placed: &Placed, wing: super::order::Wing) -> Point {
    use super::order::Wing;
    let (half, depth) = (placed.body().front() / 2.0, placed.body().depth());
    let own = match wing {
        Wing::Front => point(0.0, 0.0),
        Wing::Right => point(half, -depth / 2.0),
        Wing::Rear => point(0.0, -depth),
        Wing::Left => point(-half, -depth / 2.0),
    };
    placed.frame().to_ground(own)
}
