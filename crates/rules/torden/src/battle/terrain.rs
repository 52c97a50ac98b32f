//! The map as the rules know it (§4.7, §4.8).

use krigsspil_field::prelude::{
    AreaKind, CrossingKind, Feature as Mapped, FeatureId, Grade, Ground, Kind, LineKind, Placed, Shape,
};

use super::bodies::plain;
use super::state::{CM, Unit};
use crate::procedures::ground::{Feature, Terrain, TerrainResult};
use crate::tables::Tables;
use crate::vocabulary::{Arm, Branch, Formation, MeleeTerrain};

/// What the rules call a thing of the map; none for what they do not care about. Stone fences are walls that are no obstacle or one of the
/// first grade; greater walls, banks and cuttings bar cavalry and guns.
pub(super) fn feature(mapped: &Mapped) -> Option<Feature> {
    let large = mapped.properties.obstacle >= Grade::II;
    Some(match mapped.kind {
        Kind::Area(AreaKind::Wood | AreaKind::Plantation) => Feature::Wood,
        Kind::Area(AreaKind::Orchard | AreaKind::Scrub | AreaKind::Marsh | AreaKind::Rough) => {
            Feature::Difficult
        }
        Kind::Area(AreaKind::Water) | Kind::Line(LineKind::Cliff) => Feature::Impassable,
        Kind::Area(AreaKind::BuiltUp) => Feature::TownZone,
        Kind::Area(_) | Kind::Building => Feature::Village,
        Kind::Line(LineKind::Stream) => Feature::River,
        Kind::Line(LineKind::Hedge | LineKind::Fence | LineKind::Abatis) => Feature::HedgeOrFence,
        Kind::Line(LineKind::Wall | LineKind::Breastwork | LineKind::Ditch) if !large => Feature::StoneFence,
        Kind::Line(LineKind::Wall | LineKind::Breastwork | LineKind::Ditch) => Feature::Wall,
        Kind::Line(LineKind::Embankment | LineKind::Cutting) => Feature::Wall,
        Kind::Crossing(CrossingKind::Bridge | CrossingKind::Footbridge) => Feature::Bridge,
        Kind::Crossing(CrossingKind::Ford) => Feature::Difficult,
        Kind::Line(LineKind::Road | LineKind::Path | LineKind::Railway | LineKind::Crest)
        | Kind::Contour
        | Kind::Place => {
            return None;
        }
    })
}

/// A way that march columns keep to.
pub(super) fn is_road(mapped: &Mapped) -> bool {
    matches!(mapped.kind, Kind::Line(LineKind::Road | LineKind::Path | LineKind::Railway) | Kind::Crossing(_))
}

/// The effect of a thing on a unit of an arm in a formation. The scenario may let an arm onto impassable ground (§4.7.6).
pub(super) fn effect(
    mapped: &Mapped,
    branch: Branch,
    formation: Formation,
    tables: &Tables,
) -> Option<TerrainResult> {
    let arm = branch.arm();
    let permits = mapped
        .properties
        .other
        .get("passable_by")
        .and_then(|arms| arms.as_array())
        .is_some_and(|arms| arms.iter().any(|word| word.as_str() == Some(arm.as_str())));
    let facts = Terrain { feature: feature(mapped)?, arm, formation, scenario_permits: permits };
    plain(&facts, tables).ok()
}

/// A unit stands so near to a wall or fence behind which it is.
const BEHIND_CM: f64 = 0.75;

/// What a unit fights in (table 7) and whether it is in cover (tables 5 and 9).
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Standing {
    pub terrain: MeleeTerrain,
    pub cover: bool,
}

/// The ground under a unit. `from` is where fire or an attack comes from: stone covers only those behind it.
pub(super) fn standing(
    unit: &Unit,
    ground: &Ground,
    fortress: bool,
    from: Option<&Placed>,
    tables: &Tables,
) -> Standing {
    let open = Standing { terrain: MeleeTerrain::Open, cover: false };
    if unit.zone.is_some() {
        let terrain = if fortress { MeleeTerrain::Fortress } else { MeleeTerrain::Town };
        return Standing { terrain, cover: true };
    }
    let formation = unit.formation;
    let mut best = open;
    let near = unit.placed.extent().grown(BEHIND_CM * CM);
    for (id, mapped) in ground.near(near) {
        let Some(effect) = effect(mapped, unit.branch, formation, tables) else { continue };
        let stone = matches!(feature(mapped), Some(Feature::StoneFence | Feature::Wall));
        let counts = if stone {
            from.is_some_and(|from| lies_between(mapped, &unit.placed, from))
        } else {
            let share = || ground.share_under(&unit.placed, id);
            match feature(mapped) {
                // Any part of it in the water is in the water; a bridge over dry ground is no water.
                Some(Feature::River) => share().is_some(),
                Some(Feature::Bridge) => false,
                _ => share().is_some_and(|share| share.is_half()),
            }
        };
        if !counts || unit.is_mob() {
            continue;
        }
        best.cover |= effect.fire_cover;
        best.terrain = worse(best.terrain, effect.melee_terrain);
    }
    let on_bridge =
        best.terrain == MeleeTerrain::River && formation.is_column_of_route() && crosses_bridge(unit, ground);
    if on_bridge {
        best.terrain = MeleeTerrain::Open;
    }
    best
}

/// A river before cover, cover before open ground.
fn worse(one: MeleeTerrain, other: MeleeTerrain) -> MeleeTerrain {
    let rank = |terrain: MeleeTerrain| match terrain {
        MeleeTerrain::River => 3,
        MeleeTerrain::Cover => 2,
        MeleeTerrain::Wood => 1,
        _ => 0,
    };
    if rank(other) > rank(one) { other } else { one }
}

fn crosses_bridge(unit: &Unit, ground: &Ground) -> bool {
    let bridge = |id: FeatureId| ground.feature(id).and_then(feature) == Some(Feature::Bridge);
    ground.under_of(&unit.placed, bridge).next().is_some()
}

/// Does a line of the map run between two bodies, near the first?
pub(super) fn lies_between(mapped: &Mapped, here: &Placed, there: &Placed) -> bool {
    let Shape::Line(line) = &mapped.shape else { return false };
    let (near, far) = krigsspil_field::prelude::closest_places(here, there);
    // From inside the body, so that a line along its very edge is crossed too.
    let (from, to) = (here.centre(), if near == far { there.centre() } else { far });
    let crossed =
        line.windows(2).any(|leg| krigsspil_field::polygon::crossing((from, to), (leg[0], leg[1])).is_some());
    let close = line.windows(2).any(|leg| {
        let at = krigsspil_field::polygon::nearest_on((leg[0], leg[1]), near);
        super::bodies::metres_to(here, at) <= BEHIND_CM * CM
    });
    crossed && close
}

/// May a unit of this arm and formation stand here: not in a wood but at its edge, not in water, in no building it does not hold?
pub(super) fn may_stand(
    placed: &Placed,
    branch: Branch,
    formation: Formation,
    ground: &Ground,
    tables: &Tables,
) -> bool {
    let depth = placed.body().depth();
    let lets = |mapped: &Mapped| {
        let Some(effect) = effect(mapped, branch, formation, tables) else { return true };
        match feature(mapped) {
            Some(Feature::Wood) => {
                effect.may_stand && branch.arm() == Arm::Infantry && at_the_edge(mapped, placed, depth)
            }
            Some(Feature::TownZone) => formation.is_column_of_route(),
            Some(Feature::Impassable) => effect.may_stand,
            _ => true,
        }
    };
    let matters = |id: FeatureId| {
        let mapped = ground.feature(id).and_then(feature);
        matches!(mapped, Some(Feature::Wood | Feature::TownZone | Feature::Impassable))
    };
    let mut under = ground.under_of(placed, matters);
    under.all(|under| ground.feature(under.feature).is_none_or(lets))
}

/// Is no corner of a body deeper in an area than its own depth?
fn at_the_edge(mapped: &Mapped, placed: &Placed, depth: f64) -> bool {
    let Shape::Area(patch) = &mapped.shape else { return true };
    let deep = |place: krigsspil_field::prelude::Point| {
        let edges = patch.rings().flat_map(krigsspil_field::polygon::edges);
        edges
            .map(|edge| krigsspil_field::polygon::nearest_on(edge, place).distance(place))
            .fold(f64::INFINITY, f64::min)
    };
    let corners = placed.envelope();
    corners
        .corners()
        .iter()
        .filter(|corner| mapped.holds(**corner))
        .all(|corner| deep(*corner) <= depth * 1.01)
}
