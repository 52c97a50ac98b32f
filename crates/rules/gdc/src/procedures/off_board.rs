//! §6.5: moves onto and beside the board.

use std::fmt;
use std::marker::PhantomData;

use krigsspil_engine::dice::Dice;
use krigsspil_engine::fact::{self, Complaint, Fact, FactSpec, Facts, NameSeed, ValueSeed};
use krigsspil_engine::serde::de::{Deserializer, Error, MapAccess, SeqAccess, Visitor};
use krigsspil_engine::{About, Fault, Group, Listener, Procedure, Turns, serde, serde_json};

use crate::tables::Tables;
use crate::vocabulary::*;

krigsspil_engine::choices! {
    /// Moves onto and beside the board.
    pub enum OffBoardMove {
        EnterByBaseline = "enter_by_baseline",
        EnterByFlank = "enter_by_flank",
        ReserveToReserve = "reserve_to_reserve",
        ReserveToFlank = "reserve_to_flank",
        FlankToReserve = "flank_to_reserve",
        AlongFlank = "along_flank",
    }
}

/// A move onto or beside the board. Declared by hand, because its first fact is called `move`, a word of Rust's own that
/// `facts!` cannot take.
#[derive(Clone, Debug, PartialEq, serde::Serialize)]
#[serde(crate = "krigsspil_engine::serde")]
pub struct OffBoard {
    /// The fact `move`. (§6.5)
    #[serde(rename = "move")]
    pub movement: OffBoardMove,
    /// The fact `enemy_yards_from_entry`. (§6.5)
    pub enemy_yards_from_entry: Yards,
}

/// No enemy is anywhere near.
const NO_ENEMY: Yards = Yards(20_000);

/// What the two facts have in common.
const MOVE_LIKE: FactSpec = FactSpec {
    name: "",
    kind: fact::Kind::Whole,
    bounds: None,
    each: None,
    step: None,
    default: None,
    cite: "6.5",
};

impl Facts for OffBoard {
    const SPECS: &'static [FactSpec] = &[
        FactSpec { name: "move", kind: <OffBoardMove as Fact>::KIND, ..MOVE_LIKE },
        FactSpec {
            name: "enemy_yards_from_entry",
            bounds: Some(fact::Bounds { least: 0.0, most: 20_000.0 }),
            default: Some(|| serde_json::Value::from(NO_ENEMY.0)),
            ..MOVE_LIKE
        },
    ];

    fn read_all<'de, D: Deserializer<'de>>(from: D, complaint: &Complaint) -> Result<Self, D::Error> {
        from.deserialize_any(OffBoardVisitor(complaint))
    }
}

struct OffBoardVisitor<'a>(&'a Complaint);

/// Reads the value of one fact, which may be given once.
fn read_once<'de, A: MapAccess<'de>, T: Fact>(
    given: &mut A,
    spec: &'static FactSpec,
    complaint: &Complaint,
    slot: &mut Option<T>,
) -> Result<(), A::Error> {
    let value = given.next_value_seed(ValueSeed { spec, complaint, of: PhantomData })?;
    match slot.replace(value) {
        None => Ok(()),
        Some(_) => Err(complaint.leave(fact::repeated(spec))),
    }
}

impl<'de> Visitor<'de> for OffBoardVisitor<'_> {
    type Value = OffBoard;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a group of facts")
    }
    fn visit_map<A: MapAccess<'de>>(self, mut given: A) -> Result<OffBoard, A::Error> {
        let (specs, complaint) = (OffBoard::SPECS, self.0);
        let (mut movement, mut enemy) = (None, None);
        let mut from = 0;
        while let Some(place) = given.next_key_seed(NameSeed { specs, from, complaint })? {
            match place {
                0 => read_once(&mut given, &specs[0], complaint, &mut movement)?,
                _ => read_once(&mut given, &specs[1], complaint, &mut enemy)?,
            }
            from = place + 1;
        }
        match movement {
            Some(movement) => Ok(OffBoard { movement, enemy_yards_from_entry: enemy.unwrap_or(NO_ENEMY) }),
            None => Err(complaint.leave(fact::missing(&specs[0]))),
        }
    }
    fn visit_bool<E: Error>(self, given: bool) -> Result<OffBoard, E> {
        Err(fact::not_a_group(self.0, given))
    }
    fn visit_i64<E: Error>(self, given: i64) -> Result<OffBoard, E> {
        Err(fact::not_a_group(self.0, given))
    }
    fn visit_u64<E: Error>(self, given: u64) -> Result<OffBoard, E> {
        Err(fact::not_a_group(self.0, given))
    }
    fn visit_f64<E: Error>(self, given: f64) -> Result<OffBoard, E> {
        Err(fact::not_a_group(self.0, given))
    }
    fn visit_str<E: Error>(self, given: &str) -> Result<OffBoard, E> {
        Err(fact::not_a_group(self.0, format_args!("`{given}`")))
    }
    fn visit_unit<E: Error>(self) -> Result<OffBoard, E> {
        Err(fact::not_a_group(self.0, "null"))
    }
    fn visit_seq<A: SeqAccess<'de>>(self, _: A) -> Result<OffBoard, A::Error> {
        Err(fact::not_a_group(self.0, "[…]"))
    }
}

krigsspil_engine::outcome! {
    /// Whether and how it is made.
    pub struct OffBoardResult {
        allowed: bool;
        turns: Turns;
        uses_road_rate: bool;
        may_charge: bool;
    }
}

/// An enemy this near closes an entry point of the baseline.
const ENTRY_CLOSED_WITHIN: Yards = Yards(200);

impl Procedure for OffBoard {
    type Tables = Tables;
    type Outcome = OffBoardResult;
    const ABOUT: About = About { name: "off_board", group: Group::March, dice: "", cites: &["6.5"] };

    fn resolve<D: Dice, L: Listener>(
        &self,
        _: &Tables,
        _: &mut D,
        _: &mut L,
    ) -> Result<OffBoardResult, Fault> {
        let by_baseline = self.movement == OffBoardMove::EnterByBaseline;
        Ok(OffBoardResult {
            allowed: !(by_baseline && self.enemy_yards_from_entry <= ENTRY_CLOSED_WITHIN),
            turns: Turns(1),
            uses_road_rate: matches!(
                self.movement,
                OffBoardMove::EnterByBaseline | OffBoardMove::EnterByFlank | OffBoardMove::AlongFlank
            ),
            may_charge: false,
        })
    }
}
