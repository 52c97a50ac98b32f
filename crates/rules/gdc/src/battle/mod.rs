//! `gdc` played: the printed sequence of play, phase by phase, both sides at once.
//!
//! # What a seat does
//!
//! In every phase a seat writes orders for its units ([`order::Action::Order`]) and, where it may, sends its generals somewhere
//! ([`order::Action::General`]). What it writes is its secret until both sides have said [`order::Action::Ready`]; then all of it is shown and
//! carried out together. Between, the program asks ([`order::Action::Answer`]): what a charged unit does, who pursues. See
//! `docs/battle-gdc.md` for the turn, and `docs/orders-gdc.md` for the sheet.
//!
//! # Where things are
//!
//! | file | what |
//! |---|---|
//! | `order`, `sheet` | actions and orders; the order sheet |
//! | `phases` | the turn as it is declared |
//! | `state`, `units`, `in_turn` | the whole state, what a unit carries, and what it did in the turn that runs |
//! | `setup`, `making`, `chosen`, `bodies`, `terrain` | from a scenario to units on classed ground |
//! | `walk`, `pace`, `onset` | ways over the ground, how far one comes on them, and the way of a charge |
//! | `aim`, `muskets` | whom guns and muskets can be aimed at |
//! | `guard` | the guard, its horse artillery, and batteries bound for a rout |
//! | `directives` | directives, couriers, Follow Me |
//! | `engineers` | companies of engineers, and bridges |
//! | `off_board` | reserve and flank areas beside the table; scouting |
//! | `retreats` | ways back for those who retreat |
//! | `zones` | objective zones, their sectors and who is in them |
//! | `knowing`, `sight` | who knows what, and who sees whom |
//! | `legal`, `act` | what may be done, and doing it |
//! | `view`, `prompt`, `samples`, `preview` | what a seat is shown, asked, offered, and foretold |
//! | `run` | the turn |
//! | `ending`, `stored` | victory; versions, and a battle stored at a turn's start |

mod act;
mod aim;
mod bodies;
mod chosen;
pub mod directives;
mod ending;
pub mod engineers;
pub mod events;
mod fords;
mod garrison_guns;
mod guard;
mod hills;
mod in_turn;
mod knowing;
mod legal;
mod making;
mod muskets;
pub mod off_board;
mod onset;
pub mod order;
mod pace;
pub mod phases;
mod preview;
mod prompt;
pub mod questions;
pub(crate) mod refusals;
mod retreats;
mod run;
mod samples;
mod setup;
pub mod sheet;
mod shifts;
pub mod shown;
mod sight;
pub mod state;
mod stored;
pub mod terrain;
pub mod units;
mod view;
mod walk;
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
const ID: &str = "gdc";

/// What these rules measure in: yards, for which metres may stand (intro).
pub const MEASURE: Measure = Measure { unit: "yd", metres: 1.0 };

/// The word of an order's kind.
fn order_kind(order: &UnitOrder) -> &'static str {
    match order {
        UnitOrder::Stand => "stand",
        UnitOrder::Chits { .. } => "chits",
        UnitOrder::Change { .. } => "change",
        UnitOrder::Prone => "prone",
        UnitOrder::Dismount => "dismount",
        UnitOrder::Fire { .. } => "fire",
        UnitOrder::Charge { .. } => "charge",
        UnitOrder::Move { .. } => "move",
        UnitOrder::Shift { .. } => "shift",
        UnitOrder::Gallop { .. } => "gallop",
        UnitOrder::Limber { .. } => "limber",
        UnitOrder::Unlimber => "unlimber",
        UnitOrder::Turn { .. } => "turn",
        UnitOrder::Prolonge { .. } => "prolonge",
        UnitOrder::LimberAndMove { .. } => "limber_and_move",
        UnitOrder::Garrison => "garrison",
        UnitOrder::FireZone { .. } => "fire_zone",
        UnitOrder::FireRider { .. } => "fire_rider",
        UnitOrder::Swarm { .. } => "swarm",
        UnitOrder::Support { .. } => "support",
        UnitOrder::Assault { .. } => "assault",
        UnitOrder::Leave { .. } => "leave",
        UnitOrder::Allocate { .. } => "allocate",
        UnitOrder::Flee => "flee",
        UnitOrder::SearchFord => "search_ford",
        UnitOrder::TakeEngineers { .. } => "take_engineers",
        UnitOrder::PostEngineers { .. } => "post_engineers",
        UnitOrder::Bridge { .. } => "bridge",
        UnitOrder::Surrender => "surrender",
        UnitOrder::MarchOff { .. } => "march_off",
        UnitOrder::OffBoard { .. } => "off_board",
        UnitOrder::Deploy { .. } => "deploy",
    }
}

krigsspil_engine::rules_with_tables! {
    /// The rules, ready to be played. Cheap to clone.
    pub struct Gdc(Tables), [crate::tables::PRINTED, crate::armies::PRINTED];
}

impl Playable for Gdc {
    krigsspil_turn::plays! { Battle, Action, id: ID, language: shown, stored: stored, acts: act }

    const OPTIONS: &'static [&'static str] = chosen::OPTIONS;

    fn setup(
        &self,
        scenario: &Scenario,
        options: &Options,
        dice: BattleDice,
    ) -> Result<Battle, ScenarioFault> {
        let mut battle = setup::setup(&self.tables, scenario, options, dice)?;
        battle.seen = sight::everybody_looks(&battle, &self.tables);
        run::skip_idle(&mut battle, &self.tables);
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

    /// Orders, rides and answers are checked whole before anything is written; the phase that a seat lets go on refuses nothing.
    fn checks_first(&self, action: &Action) -> bool {
        use Action::{Answer, General, Order, Ready};
        matches!(action, Order { .. } | General { .. } | Ready | Answer { .. })
    }
}
