//! Plays `borgerkrig`: the turn, from written orders to the last rally.
//!
//! # What a seat does
//!
//! Every player writes, in secret, an [`order::UnitOrder`] for each of his units ([`order::Action::Order`]), moves his generals and
//! couriers ([`order::Action::General`], [`order::Action::Courier`]) and says [`order::Action::Ready`]. When every player
//! has, the turn runs, and stops only for questions ([`order::Action::Answer`]). The umpire may overrule, move, correct and add a rule at
//! any
//! time. See `docs/battle-borgerkrig.md` for the JSON of actions, views and prompts, and `docs/orders-borgerkrig.md` for the sheet.
//!
//! # Where things are
//!
//! | file | what |
//! |---|---|
//! | `order` | actions and orders |
//! | `state`, `units`, `progress` | the whole state, what a unit carries, and how far a turn has come |
//! | `setup`, `bodies` | from a scenario to units on the ground |
//! | `stored` | versions of the rules; storing a battle at a turn's start, and loading it |
//! | `knowing` | what a seat may know, and a battle as it supposes it |
//! | `legal`, `moves`, `houses`, `rides` | what orders units and riders may get, and why others are refused; room in houses |
//! | `materiel` | abandoned guns and parked wagons, as obstacles |
//! | `sight` | who can see whom |
//! | `view`, `prompt`, `samples`, `preview` | what a seat is shown and asked, what it might answer, and the expected result |
//! | `act` | carries out actions |
//! | `run` | the turn |

mod act;
mod beginning;
mod bodies;
mod ending;
pub mod events;
mod houses;
pub mod knowing;
mod legal;
mod materiel;
mod moves;
pub mod order;
mod preview;
pub mod progress;
mod prompt;
pub mod questions;
mod ratings;
pub(crate) mod refusals;
mod rides;
mod run;
mod samples;
mod setup;
pub mod sheet;
pub mod shown;
mod sight;
pub mod state;
mod stored;
mod terrain;
pub mod units;
mod view;
mod wordings;

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
const ID: &str = "borgerkrig";

/// The measure of these rules: centimetres; one is 12½ metres of ground (§01.01.3).
pub const MEASURE: Measure = Measure { unit: "cm", metres: state::CM };

krigsspil_engine::rules_with_tables! {
    /// The rules, ready for play. Cheap to clone.
    pub struct Borgerkrig(Tables), [crate::tables::PRINTED];
}

impl Playable for Borgerkrig {
    krigsspil_turn::plays! { Battle, Action, id: ID, language: shown, stored: stored, acts: act }

    const OPTIONS: &'static [&'static str] = &[setup::UMPIRE, setup::ONE_BY_ONE];
    /// All throws use ordinary dice (§01.04.1).
    const ONLY_DIE: Option<krigsspil_engine::dice::Die> = Some(krigsspil_engine::dice::Die::D6);

    fn setup(
        &self,
        scenario: &Scenario,
        options: &Options,
        dice: BattleDice,
    ) -> Result<Battle, ScenarioFault> {
        let mut battle = setup::setup(&self.tables, scenario, options, dice)?;
        run::enemies_in_contact(&mut battle, &self.tables);
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

    /// Orders on the sheet are checked before they are written. Being ready and answers are refused before anything runs, and a running
    /// turn refuses nothing. The umpire's decisions need the copy.
    fn checks_first(&self, action: &Action) -> bool {
        use Action::{Answer, Courier, General, Order, Ready};
        matches!(action, Order { .. } | General { .. } | Courier { .. } | Ready | Answer { .. })
    }
}
