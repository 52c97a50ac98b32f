//! Where a work is done: what lies before a unit, and what can be made or destroyed there (chapter 19).

use krigsspil_engine::Refusal;
use krigsspil_field::point::Extent;
use krigsspil_field::prelude::{Feature, *};
use krigsspil_turn::ids::{Id, SideId, UnitId};
use krigsspil_turn::works::AtHand;

use super::labour::{AT_HAND, AT_THE_BOATS, Dig, JobKind, MineStage, Trade};
use super::land::Built;
use super::order::UnitOrder;
use super::refusals::*;
use super::state::{Battle, Branch, CM, Unit};
use super::terrain::water_cm;
use super::town;
use crate::armies::vocabulary::{DemolitionMethod, DemolitionObject, Earthwork, Vessel, Work};

/// A work that an order asks for: what, and how much of it.
pub(super) struct Asked {
    pub kind: JobKind,
    pub quantity: f64,
    pub acquired: bool,
}

/// The work that an order asks of a unit where it stands; `None` if the order is no work.
pub(super) fn asked(
    battle: &Battle,
    unit: UnitId,
    order: &UnitOrder,
) -> Option<Result<Asked, &'static Refusal>> {
    let place = |place: &krigsspil_engine::battle::Place| point(place.0[0], place.0[1]);
    Some(match order {
        UnitOrder::Build { work, quantity, acquired } => build(battle, unit, *work, *quantity)
            .map(|(kind, quantity)| Asked { kind, quantity, acquired: *acquired }),
        UnitOrder::Demolish { place: at, method, acquired } => demolish(battle, unit, place(at), *method)
            .map(|(kind, quantity)| Asked { kind, quantity, acquired: *acquired }),
        UnitOrder::Level { place: at } => {
            level(battle, unit, place(at)).map(|(kind, quantity)| Asked { kind, quantity, acquired: false })
        }
        UnitOrder::Strengthen => {
            strengthen(battle, unit).map(|kind| Asked { kind, quantity: 1.0, acquired: false })
        }
        UnitOrder::Mine { place: at, shaft_m, charges } => {
            mine(battle, unit, place(at), (*shaft_m, *charges)).map(|kind| Asked {
                kind,
                quantity: 1.0,
                acquired: false,
            })
        }
        _ => return None,
    })
}

/// The work before a unit's front: a line across it, or a bridge over the water ahead.
fn build(
    battle: &Battle,
    unit: UnitId,
    work: Work,
    quantity: Option<f64>,
) -> Result<(JobKind, f64), &'static Refusal> {
    let maker = &battle.units[unit];
    let frame = maker.placed.frame();
    let (ahead, right) = (frame.ahead, frame.ahead.right());
    let before = frame.at + ahead * 4.0;
    let across = |cm: f64| [before - right * (cm * CM / 2.0), before + right * (cm * CM / 2.0)];
    let grid = |line: [Point; 2]| line.map(Point::on_grid);
    let plain_line =
        |cm: f64| (JobKind::Build { work, line: grid(across(cm)), abutments: 0, mends: None }, cm);
    Ok(match work {
        Work::StormGangway | Work::PontoonBridge | Work::ImprovisedBridge => {
            let (from, to) = water_ahead(battle, maker).ok_or(&NO_WATER_AHEAD)?;
            let line = grid([frame.at + ahead * (from - 3.0), frame.at + ahead * (to + 3.0)]);
            let abutments = if work == Work::StormGangway { 0 } else { 2 };
            (JobKind::Build { work, line, abutments, mends: None }, ((to - from) / CM).max(0.5))
        }
        Work::FordStrengthening => {
            let (from, to) = water_ahead(battle, maker).ok_or(&NO_WATER_AHEAD)?;
            let line = grid([frame.at + ahead * (from - 3.0), frame.at + ahead * (to + 3.0)]);
            (JobKind::Build { work, line, abutments: 0, mends: None }, ((to - from) / CM).max(0.5))
        }
        Work::EmergencyBridgeRepair | Work::BridgeRepair | Work::BridgeDeckRepair => {
            let (bridge, cm) = broken_bridge(battle, maker, work).ok_or(&NOTHING_TO_MEND)?;
            let line = grid(across(1.0));
            (JobKind::Build { work, line, abutments: 0, mends: Some(bridge) }, cm)
        }
        Work::WoodPath | Work::WoodRoad => {
            let cm = quantity.unwrap_or(4.0);
            let line = grid([frame.at, frame.at + ahead * (cm * CM)]);
            (JobKind::Build { work, line, abutments: 0, mends: None }, cm)
        }
        Work::PontoonFerry | Work::ImprovisedFerry | Work::PontoonBoat | Work::ImprovisedBoat
            if damaged_vessel(battle, unit, work).is_some() =>
        {
            let mends = damaged_vessel(battle, unit, work);
            (JobKind::Build { work, line: grid(across(1.0)), abutments: 0, mends }, 1.0)
        }
        Work::PontoonFerry | Work::ImprovisedFerry | Work::PontoonBoat | Work::ImprovisedBoat => {
            water_ahead(battle, maker).ok_or(&NO_WATER_AHEAD)?;
            let (kind, _) = plain_line(1.0);
            (kind, quantity.unwrap_or(1.0).round().max(1.0))
        }
        Work::ScalingLadder
        | Work::WolfPit
        | Work::BreastworkRamp
        | Work::Magazine
        | Work::Shelter
        | Work::GunEmplacement => {
            let pieces = quantity.unwrap_or(1.0).round().max(1.0);
            let (kind, _) = plain_line(4.0 * pieces);
            (kind, pieces)
        }
        _ => plain_line(quantity.unwrap_or(2.0)),
    })
}

/// Where water begins and ends straight before a unit that stands at its bank, in metres from its front.
pub(super) fn water_ahead(battle: &Battle, unit: &Unit) -> Option<(f64, f64)> {
    let frame = unit.placed.frame();
    let path = [frame.at, frame.at + frame.ahead * (60.0 * CM)];
    let wet = |crossed: &Crossed| {
        let feature = battle.ground.feature(crossed.feature);
        crossed.enters <= AT_HAND
            && feature.is_some_and(|feature| water_cm(feature).is_some() || ditch(feature))
    };
    battle.ground.crossed(&path, 0.0).into_iter().find(wet).map(|crossed| (crossed.enters, crossed.leaves))
}

fn ditch(feature: &Feature) -> bool {
    matches!(feature.kind, Kind::Line(LineKind::Stream | LineKind::Ditch))
}

/// The broken bridge at hand that this work mends, and its centimetres (ruling 18).
fn broken_bridge(battle: &Battle, unit: &Unit, work: Work) -> Option<(usize, f64)> {
    let around = unit.placed.extent().grown(AT_HAND);
    let mut near =
        battle.ground.near(around).filter(|(_, feature)| matches!(feature.kind, Kind::Crossing(_)));
    near.find_map(|(id, _)| {
        let state = battle.land.house(id.0)?;
        let half = ((bridge_cm(battle, id.0) / 2.0) * 2.0).ceil() / 2.0;
        match work {
            Work::BridgeDeckRepair if state.deck_off_cm > 0.0 => Some((id.0, state.deck_off_cm)),
            Work::EmergencyBridgeRepair | Work::BridgeRepair if state.partial => Some((id.0, half.max(0.5))),
            _ => None,
        }
    })
}

/// The ferry or boat that a work makes.
pub(super) fn vessel_of(work: Work) -> Option<Vessel> {
    match work {
        Work::PontoonFerry | Work::ImprovisedFerry => Some(Vessel::Ferry),
        Work::PontoonBoat | Work::ImprovisedBoat => Some(Vessel::Boat),
        _ => None,
    }
}

/// A damaged ferry or boat of the unit's side at hand, which this work mends (ruling 32).
fn damaged_vessel(battle: &Battle, unit: UnitId, work: Work) -> Option<usize> {
    let maker = &battle.units[unit];
    let vessel = vessel_of(work)?;
    let near = |at: Point| maker.placed.parts().iter().any(|part| part.distance_to(at) <= AT_HAND);
    let mut own = battle.land.vessels.iter().filter(|boat| boat.vessel == vessel && boat.side == maker.side);
    own.find_map(|boat| {
        let state = battle.land.house(boat.thing?)?;
        (state.partial && state.stands() && near(boat.at)).then_some(boat.thing?)
    })
}

/// The length of a bridge, in centimetres: the water it leads over.
pub(super) fn bridge_cm(battle: &Battle, bridge: usize) -> f64 {
    let Some(feature) = battle.ground.feature(FeatureId(bridge)) else { return 1.0 };
    let places = feature.shape.places();
    let under =
        places.iter().flat_map(|&at| battle.ground.at(at)).filter_map(|(_, feature)| water_cm(feature));
    let length = krigsspil_turn::works::length_of(&places) / CM;
    under.fold(length, f64::max).max(0.5)
}

/// The row of skema XXI for something on the ground.
pub(super) fn object_of(feature: &Feature, made: Option<Built>) -> Option<DemolitionObject> {
    if let Some(Built::Vessel(vessel)) = made {
        return Some(if vessel == Vessel::Ferry { DemolitionObject::Ferry } else { DemolitionObject::Boat });
    }
    let named = |word: &str| feature.properties.other.get("chakoten").is_some_and(|is| is == word);
    match feature.kind {
        Kind::Crossing(CrossingKind::Footbridge) => Some(DemolitionObject::Gangway),
        Kind::Crossing(CrossingKind::Bridge) if named("stone_bridge") => Some(DemolitionObject::StoneBridge),
        Kind::Crossing(CrossingKind::Bridge) => Some(DemolitionObject::WoodenBridge),
        Kind::Line(LineKind::Wall) | Kind::Building => Some(DemolitionObject::Wall),
        Kind::Line(LineKind::Abatis) if made == Some(Built::Work(Work::ChevauxOrPalisade)) => {
            Some(DemolitionObject::ChevauxDeFrise)
        }
        Kind::Line(LineKind::Abatis | LineKind::Fence) => Some(DemolitionObject::AbatisOrPalisade),
        _ => None,
    }
}

fn demolish(
    battle: &Battle,
    unit: UnitId,
    at: Point,
    method: DemolitionMethod,
) -> Result<(JobKind, f64), &'static Refusal> {
    let worker = &battle.units[unit];
    let (thing, feature, object) = thing_at(battle, at).ok_or(&NOTHING_TO_DESTROY)?;
    let house = town::walls(&battle.ground, thing).and_then(town::house_body);
    let near = match house {
        Some(house) => distance(&house, &worker.placed) <= AT_HAND,
        None => worker.placed.parts().iter().any(|part| part.distance_to(at) <= AT_HAND),
    };
    if !near {
        return Err(&NOT_AT_THE_PLACE);
    }
    let burnt_house = feature.kind == Kind::Building && method == DemolitionMethod::Burn;
    // A building is prepared for fire as a wooden bridge (ruling 39).
    let object = if burnt_house { DemolitionObject::WoodenBridge } else { object };
    let quantity = match object {
        _ if burnt_house => 1.0,
        DemolitionObject::Gangway | DemolitionObject::WoodenBridge | DemolitionObject::StoneBridge => {
            bridge_cm(battle, thing)
        }
        DemolitionObject::Wall if feature.kind == Kind::Building => facades_cm(feature),
        DemolitionObject::Ferry | DemolitionObject::Boat => 1.0,
        _ => 2.0,
    };
    let again = battle.land.house(thing).is_some_and(|house| house.partial);
    Ok((JobKind::Demolish { thing, at: at.on_grid(), object, method, again }, quantity))
}

/// What can be destroyed at a place: its number on the ground, and its row in skema XXI. Numbers of the scenario's things and of works are
/// kept when stretches of them are gone.
pub(super) fn thing_at(battle: &Battle, at: Point) -> Option<(usize, &Feature, DemolitionObject)> {
    let first_made = battle.fixed.ground.features().count();
    let kept = first_made + battle.land.works.made.len();
    let line = line_at(battle, at).map(|found| found.stretch.feature.number());
    let vessel = vessel_at(battle, at);
    let near = Extent::around([at]).grown(1.5 * CM);
    let here = battle.ground.near(near).filter(|(id, feature)| {
        let solid = matches!(feature.kind, Kind::Building | Kind::Crossing(_));
        let gone = battle.land.house(id.0).is_some_and(|house| !house.stands());
        id.0 < kept && solid && !gone && feature.extent().grown(CM).holds(at)
    });
    let solid = here.map(|(id, _)| id.0).min();
    let thing = vessel.or(solid).or(line)?;
    let feature = battle.ground.feature(FeatureId(thing))?;
    let made = thing.checked_sub(first_made).and_then(|number| battle.land.works.made.get(number));
    Some((thing, feature, object_of(feature, made.map(|made| made.thing))?))
}

/// The ferry or boat that lies at a place, by its number on the ground.
fn vessel_at(battle: &Battle, at: Point) -> Option<usize> {
    let lies =
        battle.land.vessels.iter().filter(|boat| boat.until.is_none() && boat.at.distance(at) <= 1.5 * CM);
    let there = |thing: &usize| battle.land.house(*thing).is_none_or(super::land::House::stands);
    lies.filter_map(|boat| boat.thing).find(there)
}

/// The standing stretch of a wall, fence or abatis at a place.
pub(super) fn line_at(battle: &Battle, at: Point) -> Option<AtHand> {
    let lone = Body::lone(BaseSize::new(1.0, 1.0).ok()?, Role::Figure);
    let there = lone.at(Pose::new(at, Bearing::NORTH)).ok()?;
    let ground = &battle.fixed.ground;
    let stated =
        ground.near(there.extent().grown(1.5 * CM)).filter_map(|(id, feature)| match &feature.shape {
            Shape::Line(line)
                if object_of(feature, None).is_some() && matches!(feature.kind, Kind::Line(_)) =>
            {
                Some((id.into(), line.clone()))
            }
            _ => None,
        });
    let works = &battle.land.works;
    let made = works.made.iter().enumerate().filter_map(|(number, made)| {
        let lasts = matches!(made.thing, Built::Work(Work::AbatisOrBarricade | Work::ChevauxOrPalisade));
        lasts.then(|| (works.feature(ground, number), vec![made.left, made.right]))
    });
    works.at_hand(stated.chain(made), &there, 1.5 * CM)
}

/// All facades of a building, in centimetres: it falls when all of them do (house).
fn facades_cm(feature: &Feature) -> f64 {
    let corners = feature.shape.places();
    let sides = corners.iter().zip(corners.iter().cycle().skip(1));
    sides.map(|(one, other)| one.distance(*other) / CM).sum::<f64>().max(2.0)
}

fn level(battle: &Battle, unit: UnitId, at: Point) -> Result<(JobKind, f64), &'static Refusal> {
    let worker = &battle.units[unit];
    let near = |made: &super::land::Made| {
        krigsspil_field::polygon::nearest_on((made.left, made.right), at).distance(at) <= CM
    };
    let found = battle.land.works.made.iter().enumerate().find_map(|(number, made)| {
        let work = match made.thing {
            Built::Work(work) => earthwork(work)?,
            Built::Lowered { .. } | Built::Vessel(_) => return None,
        };
        let levelled = battle.land.levelled.contains(&number);
        (near(made) && !levelled).then_some((number, work, made.left.distance(made.right) / CM))
    });
    let (made, work, cm) = found.ok_or(&NOTHING_TO_DESTROY)?;
    if !worker.placed.parts().iter().any(|part| part.distance_to(at) <= AT_HAND) {
        return Err(&NOT_AT_THE_PLACE);
    }
    let pieces = matches!(
        work,
        Earthwork::WolfPit
            | Earthwork::BreastworkRamp
            | Earthwork::Magazine
            | Earthwork::Shelter
            | Earthwork::GunEmplacement
    );
    Ok((JobKind::Level { made, work }, if pieces { (cm / 4.0).round().max(1.0) } else { cm }))
}

/// The earthwork that a row of skema XX is (ruling 21).
fn earthwork(work: Work) -> Option<Earthwork> {
    Earthwork::ALL.iter().copied().find(|earthwork| earthwork.work() == work)
}

fn strengthen(battle: &Battle, unit: UnitId) -> Result<JobKind, &'static Refusal> {
    let inside = battle.units[unit].inside.as_ref().ok_or(&IN_NO_BUILDING)?;
    let feature = battle.ground.feature(FeatureId(inside.building)).ok_or(&IN_NO_BUILDING)?;
    let strong = town::kind_of(feature) == crate::vocabulary::BuildingKind::Strong2;
    if strong { Ok(JobKind::Strengthen { building: inside.building }) } else { Err(&NOT_STRONG) }
}

fn mine(
    battle: &Battle,
    unit: UnitId,
    place: Point,
    (shaft_m, charges): (f64, f64),
) -> Result<JobKind, &'static Refusal> {
    let from = battle.units[unit].placed.pose().at;
    if battle.land.craters.iter().any(|(at, radius)| at.distance(place) <= radius.max(CM)) {
        // Where a mine has gone off no new one can be laid (§19.08.7).
        return Err(&MINE_SPENT);
    }
    let gallery_cm = ((from.distance(place) / CM) * 10.0).round() / 10.0;
    if gallery_cm > 200.0 {
        return Err(&NOT_AT_THE_PLACE);
    }
    let stage = match () {
        () if shaft_m > 0.0 => MineStage::Shaft,
        () if gallery_cm > 1.0 => MineStage::Gallery,
        // At the foot of a rampart nothing is dug (§19.08.1).
        () => MineStage::Laying,
    };
    let gallery_cm = if gallery_cm > 1.0 { gallery_cm } else { 0.0 };
    Ok(JobKind::Mine(Dig { place: place.on_grid(), shaft_m, gallery_cm, charges, stage }))
}

impl Battle {
    /// The unfinished work of a side that an order goes on with.
    pub(super) fn job_like(&self, side: SideId, kind: &JobKind) -> Option<usize> {
        self.land.jobs.iter().position(|job| !job.done && job.side == side && job.kind.same_work(kind))
    }

    /// Is material of the engineer park at hand: within 10 cm of the work, or is there no park on the table (§19.02.1, §19.03.3)?
    pub(super) fn material_at_hand(&self, unit: UnitId) -> bool {
        let side = self.units[unit].side;
        let mut parks = self.units.iter().filter(|(_, park)| park.craft.park && park.side == side).peekable();
        parks.peek().is_none()
            || parks.any(|(park, wagon)| wagon.here() && self.cm_between(unit, park) <= 10.0)
    }

    /// Do guns stand at a ramp, from which they fire over a breastwork (skema XX)?
    pub(super) fn has_ramp(&self, guns: UnitId) -> bool {
        let at = self.units[guns].placed.pose().at;
        let levelled = |number: usize| self.land.levelled.contains(&number);
        self.land.works.made.iter().enumerate().any(|(number, made)| {
            let ramp = made.thing == Built::Work(Work::BreastworkRamp) && !levelled(number);
            ramp && krigsspil_field::polygon::nearest_on((made.left, made.right), at).distance(at) <= AT_HAND
        })
    }

    /// Those who can serve boats near a place: their figures, and whether one of them is at least a sergeant (§19.11.4).
    pub(super) fn boatmen(&self, side: SideId, at: Point) -> (i32, bool) {
        let near = self.here().filter(|&unit| {
            let crew = &self.units[unit];
            crew.side == side
                && crew.craft.trade != Trade::Others
                && crew.branch != Branch::Artillery
                && crew.placed.parts().iter().any(|part| part.distance_to(at) <= AT_THE_BOATS)
        });
        near.fold((0, false), |(figures, nco), unit| {
            let crew = &self.units[unit];
            let leads = crew.craft.leader.grade().is_some_and(|grade| grade.rank() >= 2);
            (figures + crew.figures, nco || leads)
        })
    }
}
