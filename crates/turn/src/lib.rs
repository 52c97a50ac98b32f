//! The machinery of a turn, which five rule sets share. It knows the field, but no rule set.
//!
//! | module | what |
//! |---|---|
//! | [`ids`] | units, posts, couriers, sides, features and seats by number, none used twice |
//! | [`book`] | questions, their numbers for each seat, and answers |
//! | [`desk`] | one run of a turn: what it asks, reports and settles |
//! | [`resume`] | a turn runs again from its start after each answer |
//! | [`mod@common`] | what the battles of all rule sets have in common, declared once for each |
//! | [`asking`] | who is asked for orders, and who for an answer |
//! | [`mod@playing`] | what every rule set's battle is to the world in the same way |
//! | [`command`] | sides, posts and seats of a scenario; the chain of command |
//! | [`gate`] | which seats the battle waits for and which are ready |
//! | [`progress`] | how far a turn of written orders has come |
//! | [`phases`] | a declared sequence of phases, and whose move it is |
//! | [`knowledge`] | who sees whom, who is told what, and the only access to what a seat may know |
//! | [`timeline`] | the loop of exact moments, clocks that run across turns, and the ways that units went |
//! | [`riders`] | leaders and couriers |
//! | [`tells!`] | how a run of written orders reports what happens, declared once for each rule set |
//! | [`works`] | what was made, cleared and set on fire; the ground as it is now |
//! | [`objectives`] | who holds what, points and endings |
//! | [`ratings`] | what a scenario states of a unit or general in the table of a rule set |
//! | [`umpire`] | the acts and checks of an umpire |
//! | [`shown`] | what the view of every battle shows in the same way |
//! | [`situation`] | prepared situations |
//! | [`supposing`] | what of a preview rests on what its seat cannot know |
//! | [`snapshot`] | storing and loading a state; digests |
//!
//! # A turn that stops for a question
//!
//! A rule set's battle has a [`Turns`](resume::Turns) and lets [`begin`](resume::begin) and [`go_on`](resume::go_on) run its turn. It may
//! ask in the middle of anything; when the answer comes the turn runs again from its start, and does not ask again.
//!
//! ```
//! use krigsspil_engine::battle::SeatId;
//! use krigsspil_turn::book::{Asking, Book};
//! use krigsspil_turn::desk::{Desk, Pause, Runs, about_unit, each};
//! use krigsspil_turn::ids::{Roll, UnitId};
//! use krigsspil_turn::resume::{Came, Kept, Turns, begin, go_on};
//!
//! krigsspil_engine::questions! {
//!     /// A chain may fall back before an enemy who comes near.
//!     EVADES = "chain_evades", "04.02.10": Evasion { Stay = "stay", FallBack = "fall_back" };
//! }
//!
//! #[derive(Clone)]
//! struct Battle {
//!     fell_back: Roll<UnitId, bool>,
//!     turns: Turns<Battle>,
//! }
//!
//! impl Kept for Battle {
//!     fn turns(&mut self) -> &mut Turns<Battle> {
//!         &mut self.turns
//!     }
//! }
//!
//! struct Run<'a> {
//!     battle: &'a mut Battle,
//!     desk: &'a mut Desk,
//! }
//!
//! impl Runs for Run<'_> {
//!     type State = Battle;
//!     fn state(&mut self) -> &mut Battle {
//!         self.battle
//!     }
//!     fn desk(&mut self) -> &mut Desk {
//!         self.desk
//!     }
//! }
//!
//! fn turn(battle: &mut Battle, desk: &mut Desk) -> Result<(), Pause> {
//!     let blue = SeatId::from("blue");
//!     let chains: Vec<UnitId> = battle.fell_back.ids().collect();
//!     desk.next_step();
//!     each(&mut Run { battle, desk }, &chains, |run, &chain| {
//!         let choice = run.desk.ask(&EVADES, about_unit(&blue, chain, None))?;
//!         run.battle.fell_back[chain] = choice == Evasion::FallBack;
//!         Ok(())
//!     })
//! }
//!
//! let mut battle = Battle {
//!     fell_back: [false, false].into_iter().collect(),
//!     turns: Book::new(Asking::Together, false).into(),
//! };
//! let mut events = Vec::new();
//! assert_eq!(begin(&mut battle, &mut events, &mut turn), Came::ToAQuestion);
//!
//! // Both are asked at once; the turn continues when both are answered.
//! let blue = SeatId::from("blue");
//! assert_eq!(battle.turns.book().open().len(), 2);
//! assert_eq!(battle.turns.answer(&blue, 2, "fall_back"), Ok(false));
//! assert_eq!(battle.turns.answer(&blue, 1, "stay"), Ok(true));
//! assert_eq!(go_on(&mut battle, &mut events, &mut turn), Came::ToTheEnd);
//! assert_eq!(battle.fell_back.values().collect::<Vec<_>>(), [&false, &true]);
//! ```

// Nothing that a person or a file can cause may end the program. Tests may panic freely.
#![cfg_attr(not(test), warn(clippy::unwrap_used, clippy::expect_used, clippy::panic))]

pub mod asking;
pub mod book;
pub mod command;
pub mod common;
pub mod desk;
pub mod gate;
pub mod ids;
pub mod knowledge;
pub mod objectives;
pub mod phases;
pub mod playing;
pub mod progress;
pub mod ratings;
pub mod resume;
pub mod riders;
pub mod shown;
pub mod situation;
pub mod snapshot;
pub mod standing;
pub mod supposing;
mod telling;
pub mod timeline;
pub mod umpire;
pub mod wordings;
pub mod works;
