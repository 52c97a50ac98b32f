//! §6.5: moves onto the board and in the areas beside it.

use krigsspil_engine::dice::Dice;
use krigsspil_engine::{About, Fault, Group, Listener, Procedure, Turns};

use crate::tables::Tables;
use crate::vocabulary::*;

krigsspil_engine::choices! {
    /// Moves onto the board and in the areas beside it.
    pub enum OffBoardMove {
        EnterByBaseline = "enter_by_baseline",
        EnterByFlank = "enter_by_flank",
        ReserveToReserve = "reserve_to_reserve",
        ReserveToFlank = "reserve_to_flank",
        FlankToReserve = "flank_to_reserve",
        AlongFlank = "along_flank",
    }
}

krigsspil_engine::facts! {
    /// A move onto the board or in the areas beside it.
    pub struct OffBoard {
        movement as "move": OffBoardMove, "6.5";
        enemy_yards_from_entry: Yards [0..=20_000] = Yards(20_000), "6.5";
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
