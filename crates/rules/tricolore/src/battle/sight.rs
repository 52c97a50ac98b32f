//! Who sees whom (§house.visibility, R79): woods and enclosed ground hide what is more than 100 inside, crests and formed troops block.

use std::cell::OnceCell;
use std::sync::Arc;

use krigsspil_field::prelude::*;
use krigsspil_turn::knowledge::Sightings;

use super::bodies::nearest_of;
use super::state::*;

/// So far one looks into woods and enclosed ground, in metres.
const INTO_COVER: f64 = 100.0;
/// Formed men hide what is behind them: they stand so high, and so high one looks.
const BESIDE: f64 = 0.0;

fn hides(feature: &Feature) -> Hides {
    let woods = matches!(
        feature.kind,
        Kind::Building
            | Kind::Area(
                AreaKind::Wood
                    | AreaKind::Plantation
                    | AreaKind::Orchard
                    | AreaKind::BuiltUp
                    | AreaKind::Garden
            )
    );
    let enclosed = || {
        let class = feature.properties.other.get("tricolore").and_then(|class| class.as_str());
        class.is_some_and(|class| class.starts_with("enclosed") || class.ends_with("wood"))
    };
    if woods || enclosed() { Hides::After(INTO_COVER) } else { Hides::Nothing }
}

fn terms(battle: &Battle) -> SightTerms<fn(&Feature) -> Hides> {
    SightTerms { limit: battle.fixed.visibility, eye: BESIDE, target: BESIDE, crests: true, through: hides }
}

/// The umpire's word on the sight between two, if he has spoken.
fn ruled(battle: &Battle, one: UnitId, other: UnitId) -> Option<bool> {
    let about = |ruling: &&SightRuling| ruling.between == [one, other] || ruling.between == [other, one];
    battle.sights.iter().rev().find(about).map(|ruling| ruling.clear)
}

/// Formed bodies that may stand in the way of a look from one unit at another.
fn in_the_way(battle: &Battle, one: UnitId, other: UnitId) -> Vec<(UnitId, &Placed)> {
    let mut between = before(battle, one, &battle.units[other].placed);
    between.retain(|(unit, _)| *unit != other);
    between
}

/// Formed bodies, a unit's own left out, that may stand between it and a body.
fn before<'a>(battle: &'a Battle, one: UnitId, other: &Placed) -> Vec<(UnitId, &'a Placed)> {
    let between = battle.units[one].placed.extent().and(*other.extent());
    let blocks = |&unit: &UnitId| {
        let body = &battle.units[unit];
        unit != one && body.formed() && body.zone.is_none() && body.placed.extent().meets(&between)
    };
    battle.here().filter(blocks).map(|unit| (unit, &battle.units[unit].placed)).collect()
}

/// Does one unit see another?
pub(super) fn sees(battle: &Battle, one: UnitId, other: UnitId) -> bool {
    if let Some(clear) = ruled(battle, one, other) {
        return clear;
    }
    let (eye, target) = (&battle.units[one], &battle.units[other]);
    let zone = |unit: &Unit| unit.zone;
    if zone(eye).is_some() && zone(eye) == zone(target) {
        return true;
    }
    // From a zone one looks out at its edge, where it is nearest to his middle: it may lie along his front.
    let from = match eye.zone {
        Some(_) => nearest_of(&eye.placed, target.placed.centre()),
        None => eye.placed.pose().at,
    };
    // Who stands in the way is looked for only where the ground lets one see.
    let between = OnceCell::new();
    let others = || between.get_or_init(|| in_the_way(battle, one, other)).iter().copied();
    let ground = &battle.fixed.ground;
    let blocked = |line: Line| others().any(|(_, body)| runs_into(line, body));
    let sought = Sought::new(ground, &target.placed);
    let seen = sought.seen_past(Eye::at(ground, from), &terms(battle), blocked).is_some();
    seen || target.zone.is_some() && {
        let edge = nearest_of(&target.placed, from);
        can_see(ground, Line::between(from, edge), &terms(battle), others()).is_ok()
    }
}

/// Is there a clear line of fire from a battery to a unit (R40)?
pub(super) fn line_of_fire(battle: &Battle, battery: UnitId, target: UnitId) -> bool {
    sees(battle, battery, target)
}

/// Is there a clear line of fire from a battery to a town zone (R40)?
pub(super) fn line_to_zone(battle: &Battle, battery: UnitId, zone: &Placed) -> bool {
    let from = battle.units[battery].placed.pose().at;
    let between = before(battle, battery, zone);
    let blocked = |line: Line| between.iter().any(|(_, body)| runs_into(line, body));
    let ground = &battle.fixed.ground;
    let seen = Sought::new(ground, zone).seen_past(Eye::at(ground, from), &terms(battle), blocked).is_some();
    seen || can_see(
        ground,
        Line::between(from, nearest_of(zone, from)),
        &terms(battle),
        between.iter().copied(),
    )
    .is_ok()
}

/// Does any unit of a side see this one?
fn side_sees(battle: &Battle, side: SideId, unit: UnitId) -> bool {
    let place = battle.units[unit].placed.centre();
    let mut eyes: Vec<(f64, UnitId)> = battle
        .here()
        .filter(|&eye| battle.units[eye].side == side)
        .map(|eye| (battle.units[eye].placed.centre().distance(place), eye))
        .collect();
    // The nearest most likely sees him; who is asked first changes nothing.
    eyes.sort_by(|a, b| a.0.total_cmp(&b.0).then(a.1.cmp(&b.1)));
    let near = eyes.iter().take_while(|(away, _)| *away <= battle.fixed.visibility + 500.0);
    near.into_iter().any(|(_, eye)| sees(battle, *eye, unit))
}

/// A look about, with everything that it rests on.
#[derive(Debug)]
pub struct Looked {
    stood: Vec<Stood>,
    rulings: Vec<SightRuling>,
    seen: Sightings,
}

/// What of a unit decides whom it sees, who sees it, and whom it hides.
#[derive(Debug)]
struct Stood {
    here: bool,
    formed: bool,
    zone: Option<usize>,
    placed: Placed,
}

impl Stood {
    fn of(unit: &Unit) -> Stood {
        Stood { here: unit.here(), formed: unit.formed(), zone: unit.zone, placed: unit.placed.clone() }
    }

    fn is(&self, unit: &Unit) -> bool {
        (self.here, self.formed, self.zone) == (unit.here(), unit.formed(), unit.zone)
            && self.placed.stands_as(&unit.placed)
    }
}

impl Looked {
    /// Does everybody stand as he did?
    fn holds(&self, battle: &Battle) -> bool {
        self.rulings == battle.sights
            && self.stood.len() == battle.units.len()
            && self.stood.iter().zip(battle.units.values()).all(|(stood, unit)| stood.is(unit))
    }
}

/// Everybody looks about: what each seat's side has in sight. In most phases nobody moves: then the last look still holds.
pub(super) fn everybody_looks(battle: &mut Battle) {
    let looked = match battle.looked.take().filter(|looked| looked.holds(battle)) {
        Some(looked) => {
            debug_assert_eq!(looked.seen, in_sight(battle), "somebody sees otherwise, though nobody moved");
            looked
        }
        None => Arc::new(Looked {
            stood: battle.units.values().map(Stood::of).collect(),
            rulings: battle.sights.clone(),
            seen: in_sight(battle),
        }),
    };
    battle.seen = looked.seen.clone();
    battle.looked = Some(looked);
}

fn in_sight(battle: &Battle) -> Sightings {
    let mut seen = Sightings::new(&battle.fixed.seating);
    for side in battle.fixed.sides.ids() {
        let known: IdSet<UnitId> =
            battle.enemies_of(side).filter(|&unit| side_sees(battle, side, unit)).collect();
        for seat in battle.fixed.seating.players_of(side) {
            seen.set(seat, known.clone());
        }
    }
    seen
}

/// A unit has moved: it comes to see others, and others come to see it.
pub(super) fn looks_on_the_way(battle: &mut Battle, unit: UnitId) {
    if !battle.units[unit].here() {
        return;
    }
    let side = battle.units[unit].side;
    let seats: Vec<(SeatNo, SideId)> = battle.fixed.seating.players().collect();
    let unseen = |battle: &Battle, of: SideId, enemy: UnitId| {
        seats.iter().any(|(seat, side)| *side == of && !battle.seen.sees(*seat, enemy))
    };
    let enemies: Vec<UnitId> = battle.enemies_of(side).collect();
    let mut found = Vec::new();
    for &enemy in &enemies {
        if unseen(battle, side, enemy) && sees(battle, unit, enemy) {
            found.push((side, enemy));
        }
        let other = battle.units[enemy].side;
        if unseen(battle, other, unit) && !found.contains(&(other, unit)) && sees(battle, enemy, unit) {
            found.push((other, unit));
        }
    }
    for (side, enemy) in found {
        for (seat, _) in seats.iter().filter(|(_, of)| *of == side) {
            battle.seen.add(*seat, enemy);
        }
    }
}
