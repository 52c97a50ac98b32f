//! What the ground means in these rules: march rates, obstacles, cover (skema III, VI, VII).

use krigsspil_field::prelude::{Feature, *};
use krigsspil_turn::ids::UnitId;

use super::bodies::plain;
use super::state::{Battle, CM};
use crate::procedures::obstacles::ObstacleValue;
use crate::tables::Tables;
use crate::vocabulary::{self, *};

/// A front this near to a cover's edge touches it, in metres of ground: a millimetre of the table (§07.05.6, §01.03.4).
const TOUCHES_COVER: f64 = 1.0;
/// A unit may have come this far onto a cover, in metres.
const ON_COVER: f64 = 2.0;

/// The thing of skema VI that a feature is; the scenario may name another in its property `chakoten`.
pub(super) fn thing(feature: &Feature) -> Option<vocabulary::Feature> {
    if let Some(named) = feature.properties.other.get("chakoten").and_then(|word| word.as_str()) {
        return named.parse().ok();
    }
    match feature.kind {
        Kind::Line(LineKind::Hedge | LineKind::Fence) => Some(vocabulary::Feature::BushesFenceHedge),
        Kind::Line(LineKind::Wall) => Some(vocabulary::Feature::WallUnder1M),
        Kind::Line(LineKind::Ditch) => Some(vocabulary::Feature::Ditch),
        Kind::Line(LineKind::Embankment) => Some(vocabulary::Feature::WoodEdgeBankDike),
        Kind::Line(LineKind::Breastwork) => Some(vocabulary::Feature::Breastwork1),
        Kind::Line(LineKind::Abatis) => Some(vocabulary::Feature::AbatisChevauxDeFrise),
        Kind::Line(LineKind::Cliff) => Some(vocabulary::Feature::Cliff),
        Kind::Line(LineKind::Stream) if feature.width() < DITCH_METRES => Some(vocabulary::Feature::Ditch),
        Kind::Area(AreaKind::Wood) => Some(vocabulary::Feature::WoodEdgeBankDike),
        Kind::Area(AreaKind::Plantation | AreaKind::Orchard) => Some(vocabulary::Feature::PlantationEdge),
        Kind::Building => Some(vocabulary::Feature::Building),
        _ => None,
    }
}

/// Narrower water is a ditch (§07.04.1).
const DITCH_METRES: f64 = 0.5 * CM;

fn grade(number: i32) -> Grade {
    Grade::from_number(i64::from(number)).unwrap_or_default()
}

/// Gives a feature the values of skema VI if the scenario leaves them out; of a range the lower.
pub(super) fn class_by_skema_vi(feature: &mut Feature, tables: &Tables) {
    let stated = &feature.properties;
    if stated.obstacle != Grade::None || stated.cover != Grade::None {
        return;
    }
    let Some(thing) = thing(feature) else { return };
    let Ok(values) = plain(&ObstacleValue { feature: thing }, tables) else { return };
    feature.properties.obstacle = grade(values.obstacle_min);
    feature.properties.cover = grade(values.cover_min);
}

/// The obstacle that a line on the ground is.
pub(super) fn obstacle_of(feature: &Feature) -> i32 {
    match feature.kind {
        Kind::Line(LineKind::Road | LineKind::Path | LineKind::Crest | LineKind::Railway) => 0,
        Kind::Line(LineKind::Stream) if feature.width() >= DITCH_METRES => 0,
        Kind::Line(_) | Kind::Building => i32::from(feature.properties.obstacle.number()),
        _ => 0,
    }
}

/// Centimetres across water that is more than a ditch.
pub(super) fn water_cm(feature: &Feature) -> Option<f64> {
    match feature.kind {
        Kind::Line(LineKind::Stream) if feature.width() >= DITCH_METRES => Some(feature.width() / CM),
        Kind::Area(AreaKind::Water) => {
            let extent = feature.extent();
            Some((extent.width().min(extent.height()) / CM).max(0.5))
        }
        _ => None,
    }
}

/// The ground of skema III that a feature makes.
pub(super) fn ground_of(feature: &Feature) -> Option<MarchGround> {
    let marked = |kind: &str| feature.properties.other.get("chakoten").is_some_and(|word| word == kind);
    match feature.kind {
        Kind::Area(AreaKind::Wood) => Some(MarchGround::Wood),
        Kind::Area(AreaKind::Plantation | AreaKind::Orchard) => Some(MarchGround::Plantation),
        Kind::Area(AreaKind::Marsh) => Some(MarchGround::Swamp),
        Kind::Area(AreaKind::Scrub | AreaKind::Rough | AreaKind::Garden | AreaKind::BuiltUp) => {
            Some(MarchGround::Difficult)
        }
        // Corn and plough are difficult only where they are specially marked (§07.03.2).
        Kind::Area(AreaKind::Crops | AreaKind::Plough) if marked("difficult") => Some(MarchGround::Difficult),
        _ if water_cm(feature).is_some() => Some(MarchGround::Water),
        _ => None,
    }
}

/// The road, bridge or path that a feature is.
pub(super) fn way_of(kind: Kind) -> Option<MarchGround> {
    match kind {
        Kind::Line(LineKind::Road | LineKind::Railway) => Some(MarchGround::Road),
        Kind::Line(LineKind::Path) => Some(MarchGround::Path),
        Kind::Crossing(CrossingKind::Bridge) => Some(MarchGround::Bridge),
        Kind::Crossing(CrossingKind::Footbridge) => Some(MarchGround::Footbridge),
        _ => None,
    }
}

/// Is it on difficult ground?
pub(super) fn difficult_at(ground: &Ground, place: Point) -> bool {
    let difficult =
        |ground| matches!(ground, MarchGround::Difficult | MarchGround::Wood | MarchGround::Plantation);
    ground.at(place).filter_map(|(_, feature)| ground_of(feature)).any(difficult)
}

/// Does a road or path lead over this place?
pub(super) fn on_road(ground: &Ground, place: Point) -> bool {
    ground
        .at(place)
        .any(|(_, feature)| matches!(way_of(feature.kind), Some(MarchGround::Road | MarchGround::Path)))
}

/// The ground at a place, for previews.
pub(super) fn ground_at(ground: &Ground, place: Point) -> MarchGround {
    let at = || ground.at(place);
    let way = at().find_map(|(_, feature)| way_of(feature.kind));
    way.or_else(|| at().filter_map(|(_, feature)| ground_of(feature)).max()).unwrap_or(MarchGround::Normal)
}

/// The cover of the wood or plantation that a place is in (§16.03.2).
fn cover_of_area(ground: &Ground, place: Point) -> i32 {
    let covered = |feature: &Feature| match feature.kind {
        Kind::Area(AreaKind::Wood | AreaKind::Plantation | AreaKind::Orchard) => {
            i32::from(feature.properties.cover.number()).max(1)
        }
        Kind::Area(AreaKind::BuiltUp) => i32::from(feature.properties.cover.number()),
        _ => 0,
    };
    ground.at(place).map(|(_, feature)| covered(feature)).max().unwrap_or(0)
}

/// The cover a unit has against something that comes from a place: it stands in contact with it, and the line passes it (§07.05.6).
pub(super) fn cover_against(battle: &Battle, unit: UnitId, from: Point) -> i32 {
    if let Some(building) = battle.building_of(unit) {
        // The unit covers the whole building, and the building covers it (§17.02.3).
        return i32::from(building.properties.cover.number());
    }
    let unit = &battle.units[unit];
    let best = cover_of_area(&battle.ground, unit.placed.centre());
    let near = unit.placed.parts().iter().map(|part| part.nearest_to(from));
    let near = near.min_by(|a, b| a.distance(from).total_cmp(&b.distance(from)));
    let Some((near, way)) = near.and_then(|near| Some((near, (from - near).unit()?))) else { return best };
    let reach = near.distance(from).min(ON_COVER + 2.0 * TOUCHES_COVER);
    let (inside, ahead) = (near - way * ON_COVER, near + way * reach);
    let crossed = battle.ground.crossed(&[inside, ahead], 0.0).into_iter();
    let touched = crossed.filter(|crossed| crossed.enters <= ON_COVER + TOUCHES_COVER);
    let lines = touched.filter_map(|crossed| {
        let feature = battle.ground.feature(crossed.feature)?;
        matches!(feature.kind, Kind::Line(_)).then(|| i32::from(feature.properties.cover.number()))
    });
    lines.fold(best, i32::max)
}

/// Is there a stone wall over 1 m high, without embrasures or a bench to fire from, right before somebody who fires (§09.01.8)?
pub(super) fn high_wall_before(ground: &Ground, from: Point, to: Point) -> bool {
    let Some(way) = (to - from).unit() else { return false };
    let ahead = from + way * (ON_COVER + 2.0 * TOUCHES_COVER).min(from.distance(to));
    let crossed = ground.crossed(&[from - way * ON_COVER, ahead], 0.0).into_iter();
    crossed
        .filter(|crossed| crossed.enters <= 2.0 * ON_COVER)
        .filter_map(|crossed| ground.feature(crossed.feature))
        .any(|wall| {
            let high =
                matches!(thing(wall), Some(vocabulary::Feature::Wall1To2M | vocabulary::Feature::WallOver2M));
            high && wall.properties.other.get("embrasures").is_none_or(|open| open != true)
        })
}

/// Is there a thing on the map at this place, or within a centimetre of it: a wood, a hedge, a bridge (§10.01.5)?
pub(super) fn thing_near(ground: &Ground, place: Point) -> bool {
    let near = |feature: &Feature| match (&feature.kind, &feature.shape) {
        (Kind::Area(_), _) => feature.holds(place),
        (Kind::Line(_) | Kind::Crossing(_), Shape::Line(line)) => line
            .windows(2)
            .any(|leg| krigsspil_field::polygon::nearest_on((leg[0], leg[1]), place).distance(place) <= CM),
        (Kind::Crossing(_), _) => feature.extent().grown(CM).holds(place),
        _ => false,
    };
    let around = krigsspil_field::point::Extent::around([place]).grown(CM);
    ground.near(around).any(|(_, feature)| near(feature))
}

/// The edge of a wood or plantation between two who fight: an obstacle, whichever of them stands in it (§16.02.1, skema VI). On a road
/// there is none.
pub(super) fn edge_between(ground: &Ground, from: Point, to: Point) -> i32 {
    let Some(way) = (to - from).unit() else { return 0 };
    // Whoever stands at the edge stands in it.
    let ends = [from - way * TOUCHES_COVER, to + way * TOUCHES_COVER];
    let length = ends[0].distance(ends[1]);
    let on_a_way = |at: Point| ground.at(at).any(|(_, feature)| way_of(feature.kind).is_some());
    let crossed = ground.crossed(&ends, 0.0).into_iter();
    let edges = crossed.filter(|crossed| crossed.enters > 0.0 || crossed.leaves < length - 1.0e-6);
    let wooded = edges.filter_map(|crossed| ground.feature(crossed.feature)).filter_map(|feature| {
        match feature.kind {
            Kind::Area(AreaKind::Wood | AreaKind::Plantation | AreaKind::Orchard) => {
                Some(i32::from(feature.properties.obstacle.number()))
            }
            _ => None,
        }
    });
    let worst = wooded.max().unwrap_or(0);
    if worst > 0 && on_a_way(from) && on_a_way(to) { 0 } else { worst }
}

/// The worst obstacle on a straight line from place to place.
pub(super) fn obstacle_between(ground: &Ground, from: Point, to: Point) -> i32 {
    let crossed = ground.crossed(&[from, to], 0.0).into_iter();
    crossed.filter_map(|crossed| ground.feature(crossed.feature)).map(obstacle_of).max().unwrap_or(0)
}
