//! The staff: commanders that play a seat.
//!
//! A [`Commander`] gets what a person in its seat gets, the seat's view and its prompts, and answers with actions. It never sees the battle
//! itself, so it plays under the same fog as everybody. The map is public, and every commander has it.
//!
//! ```
//! use krigsspil_staff::{Briefing, hire};
//! let briefing = Briefing::new("borgerkrig", "{}", 1);
//! assert!(hire("plain", &briefing).is_some());
//! assert!(hire("napoleon", &briefing).is_none());
//! ```

// Nothing that a person or a file can cause may end the program. Tests may panic freely.
#![cfg_attr(not(test), warn(clippy::unwrap_used, clippy::expect_used, clippy::panic))]

mod chart;
mod fight;
mod odds;
pub mod plain;
mod random;
pub mod simulate;

use std::sync::Arc;

use krigsspil_engine::battle::{Deed, Drill, Prompt, PromptDetail, View};

pub use chart::{Chart, Eyesight};
pub use fight::{FightFault, Fought, RefusedAction, Seated, fight, losses};
pub use krigsspil_engine::random::Chance;
pub use odds::Odds;
pub use random::Random;

/// Somebody who plays a seat.
pub trait Commander: Send {
    /// The actions that answer a prompt, in order, given the seat's view. If the prompt is still open after them, it gets its default.
    fn answer(&mut self, view: &View, prompt: &Prompt) -> Vec<Deed>;

    /// How much detail he wants in his prompts.
    fn wants(&self) -> PromptDetail {
        PromptDetail::About
    }
}

/// What a commander knows before the battle: the rules, the map, and his own random seed.
#[derive(Clone)]
pub struct Briefing {
    /// The rule set's short name.
    pub rules: String,
    /// The exact odds of these rules, computed once for all battles.
    pub odds: Arc<Odds>,
    /// The drill of these rules, which turns his intents into orders; `None` if the rules have no battles yet.
    pub drill: Option<&'static dyn Drill>,
    /// The map.
    pub chart: Arc<Chart>,
    /// The seed of his random choices. It has nothing to do with the battle's dice.
    pub seed: u64,
}

impl Briefing {
    /// A briefing with the ground as GeoJSON text. A ground that cannot be read counts as an open plain.
    pub fn new(rules: &str, ground: &str, seed: u64) -> Briefing {
        let odds = Arc::new(Odds::of(krigsspil_rules::open(rules, None).ok()));
        let drill = krigsspil_rules::drill(rules);
        let chart = Arc::new(Chart::of(
            ground,
            eyesight(drill),
            berth(drill),
            drill.is_none_or(|drill| drill.keeps_to_roads()),
        ));
        Briefing { rules: rules.to_string(), odds, drill, chart, seed }
    }

    /// The same briefing for another seed.
    pub fn with_seed(&self, seed: u64) -> Briefing {
        Briefing { seed, ..self.clone() }
    }
}

/// How far one sees according to a drill; the default if there is no drill.
fn eyesight(drill: Option<&'static dyn Drill>) -> Eyesight {
    let sees = |drill: &dyn Drill| {
        let (doctrine, metres) = (drill.doctrine(), drill.measure().metres);
        Eyesight { far: doctrine.sight * metres, into_woods: doctrine.into_woods * metres }
    };
    drill.map(sees).unwrap_or_default()
}

/// How far a column keeps from ground that is hardly entered: half its front.
fn berth(drill: Option<&'static dyn Drill>) -> f64 {
    drill.map_or(0.0, |drill| drill.doctrine().column_front * drill.measure().metres / 2.0)
}

/// The names of all commanders.
pub const COMMANDERS: &[&str] = &["plain", "random"];

/// A commander by his name; `None` if the name is unknown.
pub fn hire(name: &str, briefing: &Briefing) -> Option<Box<dyn Commander>> {
    match name {
        "plain" => Some(Box::new(plain::Plain::new(briefing))),
        "random" => Some(Box::new(Random::new(briefing))),
        _ => None,
    }
}
