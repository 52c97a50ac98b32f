//! `tricolore` played: phases A to H, with one to five tactical sequences.
//!
//! # What a seat does
//!
//! In its phases a seat orders its units one by one ([`order::Action::Order`]) and moves its officers ([`order::Action::General`]); each
//! order is carried out at once, with its dice. Orders to commands, the sequence bonus and fire are written in secret. When it has done
//! what it wants it says [`order::Action::Ready`]. Between the phases the program tests, fights and asks ([`order::Action::Answer`]). See
//! `docs/battle-tricolore.md` for the turn, and `docs/orders-tricolore.md` for the sheet.
//!
//! # Where things are
//!
//! | file | what |
//! |---|---|
//! | `order`, `sheet` | actions and orders; the order sheet |
//! | `phases` | the turn as it is declared |
//! | `state`, `units` | the whole state, and what a unit carries |
//! | `setup`, `bodies`, `terrain` | from a scenario to units on classed ground |
//! | `walk`, `course`, `stretches`, `meet`, `onset` | ways over the ground, laid out and walked, what they cost and whom they meet; the way of an attack |
//! | `knowing`, `sight` | who knows what, and who sees whom |
//! | `legal`, `act` | what may be done, and doing it |
//! | `view`, `prompt`, `samples`, `preview` | what a seat is shown, asked, offered, and foretold |
//! | `run` | the turn |
//! | `ending`, `stored` | victory; versions, and a battle stored at a turn's start |

mod act;
mod bodies;
mod course;
mod ending;
pub mod events;
mod knowing;
mod legal;
mod meet;
mod onset;
pub mod order;
pub mod phases;
mod preview;
mod prompt;
pub mod questions;
pub(crate) mod refusals;
mod run;
mod samples;
mod setup;
pub mod sheet;
pub mod shown;
mod sight;
pub mod state;
mod stored;
mod stretches;
pub mod terrain;
pub mod units;
mod view;
mod walk;
mod wordings;

use krigsspil_engine::battle::{
    BattleDice, Measure, Options, Playable, Preview, Prompt, PromptDetail, Refused, SeatId, View, ViewDetail,
};
use krigsspil_engine::scenario::{Scenario, ScenarioFault};

pub use order::{Action, UnitOrder};
pub use state::Battle;

use crate::tables::Tables;

/// Their short name.
const ID: &str = "tricolore";

/// What these rules measure in: metres (R7).
pub const MEASURE: Measure = Measure { unit: "m", metres: 1.0 };

/// The most bases of one side a zone holds (§house.town-zone).
const ZONE_HOLDS: i32 = 12;
/// No move of E or G ends so near an enemy, in metres (§house.no-contact).
const NO_CONTACT: i32 = 200;
/// A command that defends does not leave its place by more, in metres (R59).
const DEFENDS_WITHIN: f64 = 400.0;
/// Near the enemy, in metres: the sheet's own limit.
const NEAR: i32 = 1000;

krigsspil_engine::rules_with_tables! {
    /// The rules, ready for play. Cheap to clone.
    pub struct Tricolore(Tables), [crate::tables::PRINTED];
}

impl Playable for Tricolore {
    krigsspil_turn::plays! { Battle, Action, id: ID, language: shown, stored: stored, acts: act }

    const OPTIONS: &'static [&'static str] = setup::OPTIONS;
    /// All throws are of ten-sided dice (R1).
    const ONLY_DIE: Option<krigsspil_engine::dice::Die> = Some(krigsspil_engine::dice::Die::D10);

    fn setup(
        &self,
        scenario: &Scenario,
        options: &Options,
        dice: BattleDice,
    ) -> Result<Battle, ScenarioFault> {
        let mut battle = setup::setup(&self.tables, scenario, options, dice)?;
        sight::everybody_looks(&mut battle);
        Ok(battle)
    }

    fn view(&self, battle: &Battle, seat: &SeatId, detail: ViewDetail) -> View {
        view::view(battle, seat, detail)
    }

    fn prompts(&self, battle: &Battle, wanted: &dyn Fn(&SeatId) -> PromptDetail) -> Vec<Prompt> {
        prompt::prompts(battle, &self.tables, wanted)
    }

    fn preview(&self, battle: &Battle, seat: &SeatId, action: &Action) -> Result<Preview, Refused> {
        preview::preview(battle, &self.tables, seat, action)
    }

    /// What is written or said is checked whole before anything is done. A move is carried out at once, and the umpire's word is judged as it
    /// is done: they need the copy.
    fn checks_first(&self, action: &Action) -> bool {
        use UnitOrder::{Attack, Bonus, Command, Fire, Stand};
        match action {
            Action::Order { order: Some(order), .. } => {
                matches!(order, Attack { .. } | Bonus { .. } | Command { .. } | Fire { .. } | Stand)
            }
            Action::Ready | Action::Answer { .. } | Action::General { .. } => true,
            _ => false,
        }
    }
}
