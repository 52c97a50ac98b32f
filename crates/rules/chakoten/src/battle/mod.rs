//! Plays `chakoten`: the turn, from written orders to the last rally.
//!
//! # What a seat does
//!
//! Every player writes, in secret, an [`order::UnitOrder`] for each of his units ([`order::Action::Order`]), as structured steps or in
//! the letters of the order sheet, moves his chiefs ([`order::Action::General`]) and says [`order::Action::Ready`]. When every player
//! has, the turn runs, and stops only for questions ([`order::Action::Answer`]). The umpire may overrule, move, correct and add a rule
//! between the turns. See `docs/battle-chakoten.md`.
//!
//! # Where things are
//!
//! | file | what |
//! |---|---|
//! | `order`, `sheet` | actions and orders; the letters and arrows of the sheet |
//! | `state`, `units`, `progress` | the whole state, what a unit carries, and how far a turn has come |
//! | `setup`, `schooling`, `bodies` | from a scenario to units on the ground; what a country teaches |
//! | `stored` | versions of the rules; storing a battle at a turn's start, and loading it |
//! | `knowing` | what a seat may know, and how others are seen |
//! | `legal` | what orders units and chiefs may get, and why others are refused |
//! | `terrain`, `slopes`, `sight` | what the ground means; steep hillsides; who can see whom |
//! | `town`, `land`, `labour` | buildings and built-up areas; what has changed on the ground; pioneers and their works |
//! | `sites`, `reckoning` | where a work is done, and how long it takes |
//! | `view`, `prompt`, `preview` | what a seat is shown and asked, and the expected result |
//! | `messages` | messages by orderly, and written instructions |
//! | `act` | carries out actions |
//! | `run` | the turn |

mod act;
mod bodies;
mod ending;
pub mod events;
pub mod knowing;
pub mod labour;
pub mod land;
mod legal;
mod legal_works;
pub mod messages;
pub mod order;
mod preview;
pub mod progress;
mod prompt;
pub mod questions;
mod rates;
mod reckoning;
pub(crate) mod refusals;
mod run;
mod schooling;
mod setup;
pub mod sheet;
pub mod shown;
mod sight;
mod sites;
mod slopes;
pub mod state;
mod stored;
mod terrain;
pub mod town;
pub mod units;
mod view;
mod wordings;
mod works_sheet;

use krigsspil_engine::battle::{
    BattleDice, Measure, Options, Playable, Preview, Prompt, PromptDetail, Refused, SeatId, View, ViewDetail,
};
use krigsspil_engine::scenario::{Scenario, ScenarioFault};
use krigsspil_turn::asking::{self, Asks};

pub use order::{Action, UnitOrder};
pub use state::Battle;

use knowing::Knows;

use crate::tables::Tables;

/// Their short name.
pub(crate) const ID: &str = "chakoten";

/// The measure of these rules: centimetres; one is 10 metres of ground (§01.02.1).
pub const MEASURE: Measure = Measure { unit: "cm", metres: state::CM };

krigsspil_engine::rules_with_tables! {
    /// The rules, ready for play. Cheap to clone.
    pub struct Chakoten(Tables), [crate::tables::PRINTED, crate::armies::PRINTED];
}

impl Playable for Chakoten {
    krigsspil_turn::plays! { Battle, Action, id: ID, language: shown, stored: stored, acts: act }

    const OPTIONS: &'static [&'static str] = &[setup::UMPIRE, setup::ANNOUNCE];
    /// All throws use ordinary dice.
    const ONLY_DIE: Option<krigsspil_engine::dice::Die> = Some(krigsspil_engine::dice::Die::D6);

    fn setup(
        &self,
        scenario: &Scenario,
        options: &Options,
        dice: BattleDice,
    ) -> Result<Battle, ScenarioFault> {
        let mut battle = setup::setup(&self.tables, scenario, options, dice)?;
        battle.seen = sight::everybody_looks(&battle, &self.tables);
        Ok(battle)
    }

    fn view(&self, battle: &Battle, seat: &SeatId, detail: ViewDetail) -> View {
        view::seen_by(Knows::of(battle, &self.tables, seat), seat, detail)
    }

    fn prompts(&self, battle: &Battle, wanted: &dyn Fn(&SeatId) -> PromptDetail) -> Vec<Prompt> {
        let orders = |seat: &SeatId, detail| prompt::orders(Knows::of(battle, &self.tables, seat), detail);
        let answer = |question, choice| Action::Answer { question, choice };
        let asks = Asks { what: "orders", done: Action::Ready, answer, orders: &orders, wanted };
        asking::prompts(battle, battle.gate.waited_for(), &asks)
    }

    fn preview(&self, battle: &Battle, seat: &SeatId, action: &Action) -> Result<Preview, Refused> {
        preview::preview(Knows::of(battle, &self.tables, seat), action)
    }

    /// Orders are checked before they are written. Being ready and answers are refused before anything runs, and a running turn refuses
    /// nothing. The umpire's decisions need the copy.
    fn checks_first(&self, action: &Action) -> bool {
        use Action::{Answer, Demand, General, Order, Ready, Send};
        matches!(action, Order { .. } | General { .. } | Ready | Answer { .. } | Demand { .. } | Send { .. })
    }
}
