//! Dice, modifiers, procedures, tables and labels for printed wargame rules. The engine knows no rule set.
//!
//! A procedure is a pure function from *facts* and *dice* to an *outcome*. Declare the facts, declare the outcome, and
//! write the sum:
//!
//! ```
//! use krigsspil_engine::dice::{Dice, Die, ScriptedDice};
//! use krigsspil_engine::{About, Fault, Figures, Group, Listener, Men, Procedure, Recorder};
//!
//! krigsspil_engine::modifiers! {
//!     FIRST_FIRE = "first_fire", "05.02.4";
//! }
//! krigsspil_engine::facts! {
//!     /// A volley.
//!     pub struct Volley {
//!         figures: Figures [1..=400];
//!         first_fire: bool = false, "05.02.4";
//!     }
//! }
//! krigsspil_engine::outcome! {
//!     /// What it did.
//!     pub struct VolleyResult { total: i32; loss_men: Men; }
//! }
//!
//! impl Procedure for Volley {
//!     type Tables = ();
//!     type Outcome = VolleyResult;
//!     const ABOUT: About = About { name: "volley", group: Group::Fire, dice: "2d6", cites: &["05.02.1"] };
//!
//!     fn resolve<D: Dice, L: Listener>(
//!         &self,
//!         _: &(),
//!         dice: &mut D,
//!         report: &mut L,
//!     ) -> Result<VolleyResult, Fault> {
//!         let total = dice.sum("fire", 2, Die::D6)? + report.add_if(self.first_fire, &FIRST_FIRE, 3);
//!         Ok(VolleyResult { total, loss_men: Men(total * self.figures.0 / 6) })
//!     }
//! }
//!
//! let volley = Volley::from_json(r#"{"figures": 24, "first_fire": true}"#)?;
//! let mut report = Recorder::new();
//! let result = volley.resolve(&(), &mut ScriptedDice::new(&[4, 3]), &mut report)?;
//! assert_eq!(result.loss_men, Men(40));
//! assert_eq!(report.applied()[0].modifier.rule, "05.02.4");
//! # use krigsspil_engine::Facts;
//! # Ok::<(), Fault>(())
//! ```

// No input may end the program. Tests may panic.
#![cfg_attr(not(test), warn(clippy::unwrap_used, clippy::expect_used, clippy::panic))]

extern crate self as krigsspil_engine;

pub mod battle;
pub mod casebook;
mod declare;
pub mod dice;
mod every;
pub mod fact;
mod fault;
pub mod glossary;
pub mod handbook;
pub mod messages;
mod misread;
mod modifier;
pub mod muster;
pub mod number;
pub mod outcome;
mod procedure;
mod quantity;
pub mod random;
pub mod roster;
mod rule_set;
pub mod scenario;
pub mod schema;
mod sentence;
mod shipped;
pub mod table;
mod told;
pub mod wordings;

pub use declare::{UnknownWord, joined};
pub use every::{Lots, MOST_OUTCOMES, MOST_OUTCOMES_IN_LOTS, MOST_WAYS, Outcomes, Places};
pub use fact::{Facts, OrNull};
pub use fault::{Code, Fault, Refusal};
pub use messages::{Language, Messages};
pub use misread::misread;
pub use modifier::{Applied, Effect, Listener, Modifier, Recorder, Sheet};
pub use outcome::{Number, Points};
pub use procedure::{About, Entry, Group, Procedure, ProcedureInfo, Weighted};
pub use quantity::{Centimetres, Figures, Men, Metres, Millimetres, Turns, halves_up, rounded_up};
pub use rule_set::{
    Adjudication, Book, Recommendation, RuleOption, RuleSet, labels_are_complete, missing_labels,
};
pub use sentence::{Filling, Sentence, Wording, unwritten};
pub use told::Part;

pub use arrayvec;
pub use serde;
pub use serde_json;
