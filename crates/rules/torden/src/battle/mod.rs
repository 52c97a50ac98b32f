//! `torden` played: a period of two turns, each of seven phases, moves one at a time with reactions.
//!
//! # What a seat does
//!
//! In its own turn a side orders its corps ([`order::Action::Corps`]), moves unit by unit ([`order::UnitOrder::Move`]) and declares its
//! attacks; in the other's it reacts with cavalry, disposes those who are attacked, and fires. Each says [`order::Action::Done`] when it has
//! done what it wants in a phase. Phase 6 runs by itself and stops for questions. See `docs/battle-torden.md` for the JSON, and
//! `docs/orders-torden.md` for the sheet.
//!
//! # Where things are
//!
//! | file | what |
//! |---|---|
//! | `order`, `questions`, `shown`, `events`, `refusals` | what is taken, asked, shown, told and refused, as declared |
//! | `state`, `setup`, `stored` | the whole state; from a scenario; stored and loaded |
//! | `sequence` | the phases |
//! | `bodies`, `zones`, `terrain` | bodies, town zones and the map as the rules know it |
//! | `command` | who stands under whom, and who is in command |
//! | `march`, `going`, `meeting`, `evolve` | moves |
//! | `sight`, `knowing`, `view`, `prompt`, `samples`, `preview` | what a seat may know, is asked, and might answer |
//! | `legal`, `staffwork`, `act` | what may be done, and doing it |
//! | `run` | what the program does between two decisions |

mod act;
mod bodies;
mod command;
mod ending;
pub mod events;
mod evolve;
mod going;
mod knowing;
mod legal;
mod march;
mod meeting;
pub mod order;
mod preview;
mod prompt;
pub mod questions;
pub(crate) mod refusals;
mod run;
mod samples;
pub mod sequence;
mod setup;
pub mod sheet;
pub mod shown;
mod sight;
mod staffwork;
pub mod state;
mod stored;
mod terrain;
mod view;
mod wordings;
pub mod zones;

use krigsspil_engine::battle::{
    BattleDice, Measure, Options, Playable, Preview, Prompt, PromptDetail, Refused, SeatId, View, ViewDetail,
};
use krigsspil_engine::scenario::{Scenario, ScenarioFault};

pub use order::{Action, UnitOrder};
pub use state::Battle;

use crate::tables::Tables;

/// Their short name.
const ID: &str = "torden";

/// What these rules measure in: centimetres, of which one is 30 metres of ground (§1.1.1).
pub const MEASURE: Measure = Measure { unit: "cm", metres: state::CM };

krigsspil_engine::rules_with_tables! {
    /// The rules, ready for play. Cheap to clone.
    pub struct Torden(Tables), [crate::tables::PRINTED];
}

impl Playable for Torden {
    krigsspil_turn::plays! { Battle, Action, id: ID, language: shown, stored: stored, acts: act }

    const OPTIONS: &'static [&'static str] = &[setup::UMPIRE];

    fn setup(
        &self,
        scenario: &Scenario,
        options: &Options,
        dice: BattleDice,
    ) -> Result<Battle, ScenarioFault> {
        let mut battle = setup::setup(&self.tables, scenario, options, dice)?;
        run::begin_battle(&mut battle, &self.tables);
        Ok(battle)
    }

    fn view(&self, battle: &Battle, seat: &SeatId, detail: ViewDetail) -> View {
        view::view(battle, seat, &self.tables, detail)
    }

    fn prompts(&self, battle: &Battle, wanted: &dyn Fn(&SeatId) -> PromptDetail) -> Vec<Prompt> {
        prompt::prompts(battle, &self.tables, wanted)
    }

    fn preview(&self, battle: &Battle, seat: &SeatId, action: &Action) -> Result<Preview, Refused> {
        preview::preview(battle, &self.tables, seat, action)
    }

    /// What a player orders is checked whole before anything is done; the umpire's word needs the copy.
    fn checks_first(&self, action: &Action) -> bool {
        !matches!(
            action,
            Action::Mend { .. }
                | Action::Move { .. }
                | Action::Order { order: Some(UnitOrder::React { .. }), .. }
                | Action::Order { sheet: Some(_), .. }
        )
    }
}
