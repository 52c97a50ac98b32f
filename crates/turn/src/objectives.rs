//! Who holds what, points, breaking points and endings (the scenario's `[victory]`).

use krigsspil_engine::battle::Ending;
use krigsspil_engine::scenario::{Objective, Victory};
use krigsspil_field::prelude::{Placed, Point, point};

use crate::command::Side;
use crate::ids::{Roll, SideId};

/// The strength of a side in men: at the start, and lost.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Losses {
    /// Men the side had.
    pub men: i32,
    /// The men it has lost: killed, captured and fled.
    pub lost: i32,
}

/// What is fought for, by whom and until when.
pub trait Contested {
    /// The sides.
    fn sides(&self) -> &Roll<SideId, Side>;
    /// The conditions of victory.
    fn victory(&self) -> &Victory;
    /// Who holds each objective.
    fn held(&self) -> &[Option<SideId>];
    /// Is it the last turn?
    fn turn_is_last(&self) -> bool;
}

/// What counts towards victory.
pub trait Counts: Contested {
    /// Is the turn that just ended the last?
    fn time_is_up(&self) -> bool {
        self.turn_is_last()
    }
    /// The units that can hold something now, each with its side.
    fn holding(&self) -> impl Iterator<Item = (SideId, &Placed)>;
    /// What a side had and what it has lost.
    fn losses(&self, side: SideId) -> Losses;
    /// Does a side have anybody left, on the table or still to come?
    fn stands(&self, side: SideId) -> bool;
}

/// Who holds each objective: a side, or nobody.
pub type Held = Vec<Option<SideId>>;

/// Who holds the objectives when the battle begins.
pub fn held_at_first(victory: &Victory, sides: &Roll<SideId, Side>) -> Held {
    let side = |objective: &Objective| {
        let id = objective.held_by.as_ref()?.get_ref();
        sides.find(|side| *side.id == **id)
    };
    victory.objective.iter().map(side).collect()
}

/// Who holds the objectives now: the only side with a unit within the radius, otherwise the previous holder.
pub fn holders<B: Counts>(battle: &B) -> Held {
    let now = |(objective, before): (&Objective, &Option<SideId>)| {
        let place = point(objective.place[0], objective.place[1]);
        only_side(battle, place, *objective.radius.get_ref()).or(*before)
    };
    battle.victory().objective.iter().zip(battle.held()).map(now).collect()
}

/// The only side near a place; `None` if there is nobody, or more than one side.
fn only_side<B: Counts>(battle: &B, place: Point, metres: f64) -> Option<SideId> {
    let near = |placed: &Placed| placed.parts().iter().any(|part| part.distance_to(place) <= metres);
    let mut only = None;
    for (side, _) in battle.holding().filter(|(_, placed)| near(placed)) {
        if only.is_some_and(|other| other != side) {
            return None;
        }
        only = Some(side);
    }
    only
}

/// The points of every side: for what it holds, and for each hundred men that the others have lost.
pub fn points<B: Counts>(battle: &B) -> Roll<SideId, i32> {
    let victory = battle.victory();
    let points = |side: SideId| {
        let own = battle.held().iter().zip(&victory.objective).filter(|(held, _)| **held == Some(side));
        let objectives: i32 = own.map(|(_, objective)| objective.points).sum();
        let others = battle.sides().ids().filter(|other| *other != side);
        let killed: i32 = others.map(|other| battle.losses(other).lost).sum();
        objectives + killed / 100 * victory.points_a_hundred_men
    };
    battle.sides().ids().map(points).collect()
}

/// A side whose losses have reached its breaking point, or that has nobody left.
pub fn is_broken<B: Counts>(battle: &B, side: SideId) -> bool {
    let Losses { men, lost } = battle.losses(side);
    let share = battle.victory().breaks_at;
    !battle.stands(side) || (share > 0.0 && f64::from(lost) >= share * f64::from(men))
}

/// The ending, if a side has broken or the time is over.
pub fn ending<B: Counts>(battle: &B) -> Option<Ending> {
    let sides = battle.sides();
    let points = points(battle);
    let ended = |winner: Option<SideId>, reason: &'static str| Ending {
        winner: winner.map(|side| sides[side].id.to_string()),
        reason,
        points: sides.values().map(|side| side.id.to_string()).zip(points.values().copied()).collect(),
    };
    let standing: Vec<SideId> = sides.ids().filter(|side| !is_broken(battle, *side)).collect();
    if standing.len() < sides.len() && standing.len() <= 1 {
        return Some(ended(standing.first().copied(), "army_broken"));
    }
    if !battle.time_is_up() {
        return None;
    }
    let best = points.values().max().copied().unwrap_or(0);
    let leaders: Vec<SideId> =
        points.iter().filter(|(_, have)| **have == best).map(|(side, _)| side).collect();
    let second = points.values().filter(|have| **have < best).max().copied().unwrap_or(best);
    let winner = match leaders.as_slice() {
        [only] if best - second >= battle.victory().margin.max(1) => Some(*only),
        _ => None,
    };
    Some(ended(winner, "time_ran_out"))
}

#[cfg(test)]
mod tests {
    use krigsspil_engine::scenario::Scenario;
    use krigsspil_field::prelude::{BaseSize, Bearing, Body, Pose, Role};

    use super::*;
    use crate::ids::Id;

    struct Toy {
        sides: Roll<SideId, Side>,
        victory: Victory,
        held: Held,
        time_is_up: bool,
        units: Vec<(SideId, Placed)>,
        losses: Roll<SideId, Losses>,
    }

    impl Contested for Toy {
        fn sides(&self) -> &Roll<SideId, Side> {
            &self.sides
        }
        fn victory(&self) -> &Victory {
            &self.victory
        }
        fn held(&self) -> &[Option<SideId>] {
            &self.held
        }
        fn turn_is_last(&self) -> bool {
            self.time_is_up
        }
    }

    impl Counts for Toy {
        fn holding(&self) -> impl Iterator<Item = (SideId, &Placed)> {
            self.units.iter().map(|(side, placed)| (*side, placed))
        }
        fn losses(&self, side: SideId) -> Losses {
            self.losses[side]
        }
        fn stands(&self, side: SideId) -> bool {
            self.units.iter().any(|(of, _)| *of == side)
        }
    }

    const SCENARIO: &str = r#"name = "Ford"
rules = ["toy"]
date = "1862-08-28"
starts = "17:30"
turns = 2
ground = "g.geojson"
[[side]]
id = "blue"
name = "Blue"
home = 180.0
[[side]]
id = "red"
name = "Red"
home = 0.0
[[general]]
id = "g"
name = "G"
side = "blue"
rank = "brigade"
place = [1, 1]
[[unit]]
id = "u"
name = "U"
general = "g"
arm = "infantry"
men = 100
place = [1, 1]
[victory]
points_a_hundred_men = 1
breaks_at = 0.5
margin = 3
[[victory.objective]]
name = "Ford"
place = [500, 500]
radius = 50
points = 5
held_by = "red"
"#;

    fn unit(side: usize, x: f64) -> (SideId, Placed) {
        let body = Body::lone(BaseSize::new(40.0, 20.0).unwrap(), Role::Figure);
        (SideId::of(side), body.at(Pose::new(point(x, 500.0), Bearing::NORTH)).unwrap())
    }

    fn toy() -> Toy {
        let scenario = Scenario::read("s.toml", SCENARIO, "").unwrap();
        let sides = crate::command::sides(&scenario);
        Toy {
            held: held_at_first(&scenario.victory, &sides),
            sides,
            victory: scenario.victory,
            time_is_up: false,
            units: vec![unit(0, 500.0), unit(1, 900.0)],
            losses: [Losses { men: 1000, lost: 250 }, Losses { men: 1000, lost: 120 }].into_iter().collect(),
        }
    }

    /// The only side near a place holds it; a contested place stays with its previous holder.
    #[test]
    fn who_holds_what() {
        let mut toy = toy();
        let (blue, red) = (SideId::of(0), SideId::of(1));
        assert_eq!(toy.held, [Some(red)]);
        assert_eq!(holders(&toy), [Some(blue)]);
        toy.units.push(unit(1, 560.0));
        assert_eq!(holders(&toy), [Some(red)]);
        toy.units.clear();
        toy.held = vec![None];
        assert_eq!(holders(&toy), [None]);
    }

    /// When the time is over the side ahead by the margin wins; a side that breaks has lost before.
    #[test]
    fn how_it_ends() {
        let mut toy = toy();
        toy.held = vec![Some(SideId::of(0))];
        assert_eq!(points(&toy).values().copied().collect::<Vec<_>>(), [5 + 1, 2]);
        assert_eq!(ending(&toy), None);
        toy.time_is_up = true;
        let ended = ending(&toy).unwrap();
        assert_eq!((ended.winner.as_deref(), ended.reason), (Some("blue"), "time_ran_out"));
        let nobodys = Toy { held: vec![None], ..self::toy() };
        assert_eq!(
            ending(&Toy { time_is_up: true, ..nobodys }).unwrap().winner,
            None,
            "1 to 2 is within the margin"
        );
        toy.time_is_up = false;
        toy.losses[SideId::of(0)].lost = 500;
        let ended = ending(&toy).unwrap();
        assert_eq!((ended.winner.as_deref(), ended.reason), (Some("red"), "army_broken"));
        toy.units.clear();
        assert_eq!(ending(&toy).unwrap().winner, None, "both are gone");
    }
}
