//! The sides, the chain of command and the seats of a scenario.

use std::collections::BTreeMap;
use std::ops::{Deref, DerefMut};
use std::sync::Arc;

use krigsspil_engine::battle::{Life, Seat, SeatId, Seats};
use krigsspil_engine::scenario::{self, Scenario, ScenarioFault};
use krigsspil_engine::wordings::GENERAL_OFF_THE_TABLE;
use krigsspil_field::prelude::{Ground, Point, point};
use serde::{Deserialize, Serialize};

use crate::ids::{Id, PostId, Roll, SeatNo, SideId};
use crate::knowledge::Seating;
use crate::riders::Rider;

/// A side.
#[derive(Clone, Debug, PartialEq)]
pub struct Side {
    /// Its id.
    pub id: Arc<str>,
    /// Its name.
    pub name: Arc<str>,
    /// The direction home, in degrees.
    pub home: f64,
}

/// A leader's post, and who holds it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Post {
    /// Its id.
    pub id: Arc<str>,
    /// The name of the man.
    pub name: Arc<str>,
    /// `army`, `corps`, `division`, `brigade`, `battalion`.
    pub rank: Arc<str>,
    /// The post above.
    pub superior: Option<PostId>,
    /// How many have held the post before him.
    pub successors: u32,
    /// His instruction.
    pub instruction: Arc<str>,
    /// The holder as a rider.
    #[serde(flatten)]
    pub rider: Rider,
}

/// A post has the place of its holder.
impl Deref for Post {
    type Target = Rider;
    fn deref(&self) -> &Rider {
        &self.rider
    }
}

impl DerefMut for Post {
    fn deref_mut(&mut self) -> &mut Rider {
        &mut self.rider
    }
}

/// Posts, in the order of their ids.
pub type Posts = Roll<PostId, Post>;

/// The sides of a scenario, in its order.
pub fn sides(scenario: &Scenario) -> Roll<SideId, Side> {
    let side = |side: &scenario::Side| Side {
        id: side.id.get_ref().as_str().into(),
        name: side.name.as_str().into(),
        home: side.home,
    };
    scenario.sides.iter().map(side).collect()
}

/// The posts of a scenario, in the order of their ids.
pub fn posts(scenario: &Scenario) -> Posts {
    let mut sorted: Vec<&scenario::General> = scenario.generals.iter().collect();
    sorted.sort_by(|a, b| a.id.get_ref().cmp(b.id.get_ref()));
    let post = |id: &str| sorted.iter().position(|general| general.id.get_ref() == id).map(PostId::of);
    let side = |id: &str| scenario.sides.iter().position(|side| side.id.get_ref() == id).unwrap_or(0);
    let held = |general: &&scenario::General| {
        let place = general.place.map_or(Point::ORIGIN, |[x, y]| point(x, y).on_grid());
        let life = if general.place.is_some() { Life::Here } else { Life::Coming };
        Post {
            id: general.id.get_ref().as_str().into(),
            name: general.name.as_str().into(),
            rank: general.rank.as_str().into(),
            superior: general.superior.as_deref().and_then(post),
            successors: 0,
            instruction: general.instruction.as_str().into(),
            rider: Rider { life, ..Rider::at(SideId::of(side(&general.side)), place) },
        }
    };
    sorted.iter().map(held).collect()
}

/// A post by its id.
pub fn find_post(posts: &Posts, id: &str) -> Option<PostId> {
    posts.find(|post| &*post.id == id)
}

/// Leaders who are present at the start must be on the table.
pub fn leaders_on_the_table(scenario: &Scenario, ground: &Ground) -> Result<(), ScenarioFault> {
    let table = ground.table().extent();
    let off = |general: &&scenario::General| general.place.is_some_and(|[x, y]| !table.holds(point(x, y)));
    match scenario.generals.iter().find(off) {
        Some(general) => {
            let given = general.id.get_ref();
            Err(scenario.fault(&general.id, GENERAL_OFF_THE_TABLE.with([("given", given.into())])))
        }
        None => Ok(()),
    }
}

/// Who has which seat, and for which posts.
#[derive(Clone, Debug)]
pub struct Table {
    /// The seats, by name.
    pub seats: Seats,
    /// The same, by number.
    pub seating: Seating,
    /// The seat of every post.
    pub seat_of: Roll<PostId, SeatNo>,
}

impl Table {
    /// The seats of a scenario, with those of the umpire and the onlookers. A post belongs to the seat that names it, or that names the
    /// nearest post above it; otherwise to its side's first seat.
    pub fn new(scenario: &Scenario, posts: &Posts) -> Table {
        let mut seats = Seats::new();
        let mut named: BTreeMap<SideId, Vec<(SeatId, Vec<String>)>> = BTreeMap::new();
        for (number, side) in scenario.sides.iter().enumerate() {
            let (number, id) = (SideId::of(number), side.id.get_ref());
            let own = seats_of(side, posts, number);
            for (seat, commands) in &own {
                let player = Seat::Player { side: id.clone(), commands: commands.clone() };
                seats.insert(seat.clone(), player);
            }
            named.insert(number, own);
        }
        seats.insert(SeatId::umpire(), Seat::Umpire);
        seats.insert(SeatId::onlooker(), Seat::Onlooker);
        let find = |id: &str| scenario.sides.iter().position(|side| side.id.get_ref() == id).map(SideId::of);
        let seating = Seating::new(&seats, find);
        let seat_of = posts.ids().map(|post| {
            let own = named.get(&posts[post].rider.side).map_or(&[][..], Vec::as_slice);
            let names = |at: PostId| own.iter().find(|(_, who)| who.iter().any(|id| **id == *posts[at].id));
            let seat = chain(posts, post).find_map(names).or(own.first());
            let seat = seat.map_or_else(SeatId::umpire, |(seat, _)| seat.clone());
            seating.number(&seat).unwrap_or(SeatNo::of(0))
        });
        let seat_of = seat_of.collect();
        Table { seats, seating, seat_of }
    }
}

/// The seats of a side and the posts each commands, in the order of their names.
fn seats_of(side: &scenario::Side, posts: &Posts, number: SideId) -> Vec<(SeatId, Vec<String>)> {
    let id = side.id.get_ref();
    if side.seats.is_empty() {
        let all = posts.values().filter(|post| post.rider.side == number);
        return vec![(SeatId::from(id.as_str()), all.map(|post| post.id.to_string()).collect())];
    }
    let full = |name: &String| {
        let whole = name == id || name.starts_with(&format!("{id}/"));
        SeatId::from(if whole { name.clone() } else { format!("{id}/{name}") })
    };
    side.seats.iter().map(|(name, commands)| (full(name), commands.clone())).collect()
}

/// A post and those above it, upwards.
pub fn chain(posts: &Posts, post: PostId) -> impl Iterator<Item = PostId> + '_ {
    std::iter::successors(Some(post), |&at| posts[at].superior)
}

/// Is a post this one, or below it?
pub fn is_under(posts: &Posts, post: PostId, above: PostId) -> bool {
    chain(posts, post).any(|at| at == above)
}

/// The nearest post above one whose holder is on the table.
pub fn holder_above(posts: &Posts, post: PostId) -> Option<PostId> {
    chain(posts, post).skip(1).find(|&at| posts[at].is_here())
}

/// The nearest living commander from a post upwards, beginning with its own holder.
pub fn commander(posts: &Posts, post: PostId) -> Option<PostId> {
    chain(posts, post).find(|&at| posts[at].is_here())
}

/// The posts directly below one whose holders are on the table.
pub fn directly_below(posts: &Posts, above: PostId) -> impl Iterator<Item = PostId> + '_ {
    posts.iter().filter(move |(_, post)| post.superior == Some(above) && post.is_here()).map(|(id, _)| id)
}

/// A lost post is filled: its new holder starts at the place of the sender.
pub fn fill(posts: &mut Posts, post: PostId, sender: PostId) {
    let Rider { place, with, .. } = posts[sender].rider;
    let filled = &mut posts[post];
    filled.rider = Rider { place, with, ..Rider::at(filled.side, place) };
    filled.successors += 1;
}

/// A subordinate takes over a post, and his own becomes empty.
pub fn take_over(posts: &mut Posts, post: PostId, below: PostId) {
    let (name, moved) = (posts[below].name.clone(), posts[below].moved);
    fill(posts, post, below);
    (posts[post].name, posts[post].rider.moved) = (name, moved);
    posts[below].rider.lost(Life::Fallen);
}

#[cfg(test)]
mod tests {
    use super::*;

    fn scenario(seats: &str) -> Scenario {
        let general = |id: &str, side: &str, above: &str, place: &str| {
            format!(
                "[[general]]\nid = \"{id}\"\nname = \"G {id}\"\nside = \"{side}\"\nrank = \"brigade\"\n{above}{place}"
            )
        };
        let side =
            |id: &str, seats: &str| format!("[[side]]\nid = \"{id}\"\nname = \"{id}\"\nhome = 90.0\n{seats}");
        let text = [
            "name = \"T\"\nrules = [\"toy\"]\ndate = \"1862-08-28\"\nstarts = \"17:30\"\nturns = 2\nground = \"g\"\n",
            &side("blue", seats),
            &side("red", ""),
            &general("king", "blue", "", "place = [50, 50]\n"),
            &general("hatch", "blue", "superior = \"king\"\n", "place = [50, 50]\n"),
            &general("gibbon", "blue", "superior = \"king\"\n", "place = [50, 50]\n"),
            &general("ewell", "red", "", "place = [500, 50]\n"),
            "[[unit]]\nid = \"u\"\nname = \"U\"\ngeneral = \"king\"\narm = \"infantry\"\nmen = 100\nplace = [1, 1]\n",
        ]
        .concat();
        Scenario::read("s.toml", &text, "").unwrap()
    }

    fn sits(seats: &str) -> Vec<(String, String)> {
        let scenario = scenario(seats);
        let posts = posts(&scenario);
        let table = Table::new(&scenario, &posts);
        let told =
            |post: PostId| (posts[post].id.to_string(), table.seating.id(table.seat_of[post]).to_string());
        posts.ids().map(told).collect()
    }

    fn pairs(list: &[(&str, &str)]) -> Vec<(String, String)> {
        list.iter().map(|(post, seat)| (post.to_string(), seat.to_string())).collect()
    }

    /// §01.05.2 posts belong to the seat that names them or a post above them; without seats a side has one.
    #[test]
    fn who_commands_whom() {
        let alone = [("ewell", "red"), ("gibbon", "blue"), ("hatch", "blue"), ("king", "blue")];
        assert_eq!(sits(""), pairs(&alone));
        let two = "seats = { a = [\"king\"], \"blue/b\" = [\"hatch\"] }\n";
        let shared = [("ewell", "red"), ("gibbon", "blue/a"), ("hatch", "blue/b"), ("king", "blue/a")];
        assert_eq!(sits(two), pairs(&shared));
        // Nobody names the commander-in-chief: he belongs to the side's first seat.
        let below = "seats = { z = [\"gibbon\"], y = [\"hatch\"] }\n";
        let first = [("ewell", "red"), ("gibbon", "blue/z"), ("hatch", "blue/y"), ("king", "blue/y")];
        assert_eq!(sits(below), pairs(&first));
    }

    /// §08.05.0 the chain of command is followed upwards to a leader who is present, and downwards one step.
    #[test]
    fn the_chain_of_command() {
        let mut posts = posts(&scenario(""));
        let [gibbon, hatch, king] = ["gibbon", "hatch", "king"].map(|id| find_post(&posts, id).unwrap());
        assert!(
            is_under(&posts, gibbon, king) && is_under(&posts, king, king) && !is_under(&posts, king, gibbon)
        );
        assert_eq!(holder_above(&posts, gibbon), Some(king));
        posts[king].rider.lost(Life::Fallen);
        posts[hatch].rider.lost(Life::Captured);
        assert_eq!(holder_above(&posts, gibbon), None);
        assert_eq!(directly_below(&posts, king).collect::<Vec<_>>(), [gibbon]);
        let text = serde_json::to_string(&posts).unwrap();
        assert_eq!(serde_json::from_str::<Posts>(&text).unwrap(), posts);
    }

    /// §08.05.2 a general who takes over a command leaves his own post empty, and it is filled from above.
    #[test]
    fn posts_are_filled() {
        let mut posts = posts(&scenario(""));
        let [gibbon, hatch, king] = ["gibbon", "hatch", "king"].map(|id| find_post(&posts, id).unwrap());
        posts[king].lost(Life::Fallen);
        posts[gibbon].place = point(70.0, 80.0);
        take_over(&mut posts, king, gibbon);
        assert_eq!((&*posts[king].name, posts[king].place), ("G gibbon", point(70.0, 80.0)));
        assert!(posts[king].is_here() && posts[gibbon].is_lost() && !posts[hatch].is_lost());
        fill(&mut posts, gibbon, king);
        assert_eq!((posts[gibbon].place, posts[gibbon].successors), (point(70.0, 80.0), 1));
        assert_eq!(commander(&posts, hatch), Some(hatch));
    }

    /// Leaders who are present at the start are on the table.
    #[test]
    fn leaders_stand_on_the_table() {
        let scenario = scenario("");
        let ground = |width: f64| Ground::open(krigsspil_field::prelude::Table::new(width, 100.0).unwrap());
        assert!(leaders_on_the_table(&scenario, &ground(600.0)).is_ok());
        assert!(leaders_on_the_table(&scenario, &ground(400.0)).unwrap_err().to_string().contains("ewell"));
        assert_eq!(sides(&scenario)[SideId::of(1)].home, 90.0);
    }
}
