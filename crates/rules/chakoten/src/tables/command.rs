//! Skema II, XVI and XIX: delay, reaction, chiefs and rally.

use krigsspil_engine::table::{TableFault, TableShelf};

use super::reading::{ResultColumns, parsed_column};
use crate::vocabulary::Order;

/// The points of the reaction roll.
#[derive(Clone, Copy, Debug)]
pub struct ReactionPoints {
    /// For repeating the order last carried out.
    pub repeat_executed: i32,
    /// For repeating the latest order that was not carried out.
    pub repeat_unexecuted: i32,
    /// For following the instruction.
    pub follows_instruction: i32,
    /// For a courier in contact.
    pub courier_in_contact: i32,
    /// For each degree of light disorder.
    pub per_degree: i32,
    /// For disorder.
    pub disorder: i32,
    /// The total that is needed.
    pub needed: i32,
}

/// One face of the chief's die.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ChiefDie {
    /// He falls.
    pub falls: bool,
    /// Points to his unit.
    pub points: i32,
}

/// Skema II and XVI.
#[derive(Clone, Debug)]
pub struct CommandTables {
    delays: [Option<i32>; 6],
    /// Skema II, reaction.
    pub reaction: ReactionPoints,
    chief: [ChiefDie; 6],
}

const FACES: [&str; 6] = ["1", "2", "3", "4", "5", "6"];

impl CommandTables {
    pub(super) fn read(shelf: &TableShelf) -> Result<CommandTables, TableFault> {
        let two = shelf.table("skema-II")?;
        let delay = two.part("delay")?;
        delay.expect_rows(&FACES)?;
        let mut delays = [None; 6];
        for (turns, face) in delays.iter_mut().zip(FACES) {
            *turns = delay.whole_or_dash(face, "turns")?;
        }
        let part = two.part("reaction")?;
        let points = |row| part.whole(row, "points");
        let reaction = ReactionPoints {
            repeat_executed: points("repeat_executed")?,
            repeat_unexecuted: points("repeat_unexecuted")?,
            follows_instruction: points("follows_instruction")?,
            courier_in_contact: points("courier_in_contact")?,
            per_degree: points("per_LU")?,
            disorder: points("U")?,
            needed: two.part("reaction_needed")?.whole("obeys", "points")?,
        };
        let part = shelf.table("skema-XVI")?.only_part()?;
        part.expect_rows(&FACES)?;
        let mut chief = [ChiefDie { falls: false, points: 0 }; 6];
        for (die, face) in chief.iter_mut().zip(FACES) {
            *die = ChiefDie { falls: part.yes_no(face, "falls")?, points: part.whole(face, "points")? };
        }
        Ok(CommandTables { delays, reaction, chief })
    }

    /// The delay of a message in turns; `None` if it never arrives.
    pub fn delay(&self, face: i32) -> Option<i32> {
        self.delays[face_place(face)]
    }

    /// The result of the chief's die.
    pub fn chief(&self, face: i32) -> ChiefDie {
        self.chief[face_place(face)]
    }
}

/// The index of a face, 0 to 5.
fn face_place(face: i32) -> usize {
    (face - 1).clamp(0, 5) as usize
}

/// Skema XIX.
#[derive(Clone, Debug)]
pub struct RallyTables {
    /// The nearest chief is with the unit.
    pub nearest_chief: i32,
    /// A corps commander or higher is with it.
    pub corps_chief: i32,
    /// No enemy is near.
    pub no_enemy: i32,
    /// A friendly intact unit stands in front of it.
    pub screened: i32,
    /// Each turn of flight beyond the first.
    pub each_further_turn: i32,
    /// It gave up prisoners.
    pub gave_prisoners: i32,
    /// A friendly unit in disorder is near.
    pub disorder_near: i32,
    /// Another friendly unit in rout is near.
    pub rout_near: i32,
    results: ResultColumns<6>,
    orders: [Order; 6],
}

impl RallyTables {
    pub(super) fn read(shelf: &TableShelf) -> Result<RallyTables, TableFault> {
        let table = shelf.table("skema-XIX")?;
        let part = table.part("points")?;
        let points = |row| part.whole(row, "points");
        let result = table.part("result")?;
        Ok(RallyTables {
            nearest_chief: points("nearest_chief")?,
            corps_chief: points("corps_chief")?,
            no_enemy: points("no_enemy_within_50cm")?,
            screened: points("screened")?,
            each_further_turn: points("each_further_flight_turn")?,
            gave_prisoners: points("gave_prisoners")?,
            disorder_near: points("own_U_within_25cm")?,
            rout_near: points("own_FU_within_25cm")?,
            results: ResultColumns::read_rows(result)?.expect_from(result, i32::MIN)?,
            orders: parsed_column(result, "order")?,
        })
    }

    /// The order a unit rallies to.
    pub fn order(&self, result: i32) -> Order {
        self.orders[self.results.place(result)]
    }
}
