//! What generals and their units can see (§03.02.2, §03.02.3).

use krigsspil_engine::Centimetres;
use krigsspil_engine::battle::{Seat, SeatId};
use krigsspil_field::prelude::*;
use krigsspil_turn::command::is_under;
use krigsspil_turn::ids::{PostId, UnitId};
use krigsspil_turn::knowledge::Sightings;

use super::bodies::plain;
use super::state::{Battle, CM, Life, Made};
use super::terrain::{hidden_ground, hides};
use crate::procedures::terrain::Visibility;
use crate::tables::Tables;

/// Orders depend on what a general sees, or a unit of his within this many centimetres (§03.02.2).
pub(super) const COMMAND_CM: f64 = 40.0;
/// The range of sight (§03.02.3).
const SIGHT_CM: f64 = 250.0;

fn terms() -> SightTerms<impl Fn(&Feature) -> Hides + Copy> {
    // One sees 8 or 15 cm into woods; the procedure decides which, so the line itself may run 15.
    usual_sight(SIGHT_CM * CM, 15.0 * CM)
}

/// A unit for which several look: what does not depend on who looks is computed once.
struct LookedFor<'a> {
    tables: &'a Tables,
    placed: &'a Placed,
    sought: Sought<'a>,
    hidden: bool,
    fires_or_moves: bool,
}

impl<'a> LookedFor<'a> {
    fn new(battle: &'a Battle, tables: &'a Tables, unit: UnitId) -> LookedFor<'a> {
        let target = &battle.units[unit];
        let now = &target.now;
        LookedFor {
            tables,
            placed: &target.placed,
            sought: Sought::new(&battle.ground, &target.placed),
            hidden: hidden_ground(battle, unit),
            fires_or_moves: now.fired || now.firing || now.moved || target.was_moving || target.fired_last,
        }
    }

    fn seen_from(&self, eye: Eye) -> bool {
        let mut facts = Visibility {
            distance_cm: Centimetres(general_cm(self.placed, eye.place).min(1000.0)),
            target_in_town_or_wood: self.hidden,
            target_fires_or_moves: self.fires_or_moves,
            blocked: false,
        };
        let visible = |facts: &Visibility| plain(facts, self.tables).is_ok_and(|seen| seen.visible);
        if !visible(&facts) {
            return false;
        }
        let nobody: &[(UnitId, &Placed)] = &[];
        facts.blocked = self.sought.seen_from(eye, &terms(), nobody).is_none();
        visible(&facts)
    }
}

/// Is a unit seen from one of these places?
pub(super) fn in_sight(battle: &Battle, tables: &Tables, eyes: &[Eye], unit: UnitId) -> bool {
    let target = LookedFor::new(battle, tables, unit);
    let middle = target.placed.centre();
    let far = |eye: &Eye| eye.place.distance(middle);
    // Usually, if anybody sees him the nearest does; so the nearest is asked first.
    let nearest = eyes.iter().min_by(|a, b| far(a).total_cmp(&far(b)));
    nearest.is_some_and(|nearest| {
        target.seen_from(*nearest)
            || eyes.iter().filter(|eye| *eye != nearest).any(|&eye| target.seen_from(eye))
    })
}

/// Can a line on the ground be seen from a place: its middle, or one of its ends (§04.01.2)? It neither fires nor moves.
pub(super) fn sees_line(battle: &Battle, tables: &Tables, from: Point, [left, right]: [Point; 2]) -> bool {
    let nobody: [(UnitId, &Placed); 0] = [];
    [left.toward(right, 0.5), left, right].into_iter().any(|place| {
        let facts = Visibility {
            distance_cm: Centimetres((from.distance(place) / CM).min(1000.0)),
            target_in_town_or_wood: hides(&battle.ground, place),
            target_fires_or_moves: false,
            blocked: can_see(&battle.ground, Line::between(from, place), &terms(), nobody).is_err(),
        };
        plain(&facts, tables).is_ok_and(|seen| seen.visible)
    })
}

/// Does a seat know of a work: did its side make it, or is it in sight (§04.01.2)?
pub(super) fn knows_work(battle: &Battle, tables: &Tables, seat: &SeatId, made: &Made) -> bool {
    let of_side = match battle.fixed.seats.get(seat) {
        Some(Seat::Player { side, .. }) => {
            made.side.is_some_and(|made| *battle.fixed.sides[made].id == **side)
        }
        _ => false,
    };
    of_side || {
        let ends = [made.left, made.right];
        lookouts(battle, seat).into_iter().any(|eye| sees_line(battle, tables, eye.place, ends))
    }
}

/// Can one unit see another from its front?
pub(super) fn unit_sees(battle: &Battle, tables: &Tables, unit: UnitId, other: UnitId) -> bool {
    let looker = &battle.units[unit];
    // A garrison looks out of every side of its house.
    let from = match looker.building {
        Some(_) => closest_places(&looker.placed, &battle.units[other].placed).0,
        None => looker.placed.pose().at,
    };
    LookedFor::new(battle, tables, other).seen_from(Eye::at(&battle.ground, from))
}

/// The places from which a seat looks: its generals, and their units within 40 cm.
pub(super) fn lookouts(battle: &Battle, seat: &SeatId) -> Vec<Eye> {
    let mut places = Vec::new();
    for (post, general) in battle.generals.iter() {
        if battle.fixed.seat_at(post) != seat || general.life != Life::Here {
            continue;
        }
        places.push(general.place);
        for unit in battle.here().filter(|&unit| below(battle, battle.units[unit].general, post)) {
            if general_cm(&battle.units[unit].placed, general.place) <= COMMAND_CM {
                places.push(battle.units[unit].placed.pose().at);
            }
        }
    }
    // A unit near several generals of its chain counts once.
    places.sort_unstable_by(|a, b| a.x.total_cmp(&b.x).then(a.y.total_cmp(&b.y)));
    places.dedup();
    places.into_iter().map(|place| Eye::at(&battle.ground, place)).collect()
}

/// Centimetres from a place to a unit in this position.
pub(super) fn general_cm(placed: &Placed, place: Point) -> f64 {
    placed.parts().iter().map(|part| part.distance_to(place)).fold(f64::INFINITY, f64::min) / CM
}

/// Is a post this one, or below it?
pub(super) fn below(battle: &Battle, post: PostId, above: PostId) -> bool {
    is_under(&battle.generals, post, above)
}

/// The enemies a seat sees now.
pub(super) fn seen_by(battle: &Battle, tables: &Tables, seat: &SeatId) -> Vec<UnitId> {
    let Some(Seat::Player { side, .. }) = battle.fixed.seats.get(seat) else { return Vec::new() };
    let eyes = lookouts(battle, seat);
    let enemy = |unit: &UnitId| *battle.fixed.sides[battle.units[*unit].side].id != **side;
    battle.here().filter(enemy).filter(|&unit| in_sight(battle, tables, &eyes, unit)).collect()
}

/// What every seat sees now.
pub(super) fn everybody_looks(battle: &Battle, tables: &Tables) -> Sightings {
    let seating = &battle.fixed.seating;
    let mut seen = Sightings::new(seating);
    for (seat, _) in seating.players() {
        seen.set(seat, seen_by(battle, tables, seating.id(seat)).into_iter().collect());
    }
    seen
}
