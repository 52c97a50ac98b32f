//! What comes from the declared battle language: labels, schemas, unit cards, samples.

mod cards;
mod labels;
mod samples;
mod schemas;

use std::path::Path;

use krigsspil_borgerkrig::battle::Borgerkrig;
use krigsspil_engine::RuleSet;
use krigsspil_engine::battle::{Options, Played};
use krigsspil_engine::messages::Messages;
use krigsspil_engine::scenario::Scenario;

/// The rule set's words, kept while the tests run.
fn messages() -> &'static Messages {
    static BOOK: std::sync::LazyLock<Box<dyn RuleSet>> =
        std::sync::LazyLock::new(|| Box::new(krigsspil_borgerkrig::open(None).unwrap()));
    BOOK.messages()
}

/// The small meeting, set up, with an umpire.
fn meeting(seed: u64) -> Played<Borgerkrig> {
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../scenarios/meeting/scenario.toml");
    let scenario = Scenario::open(&file).unwrap();
    let options = Options::from([("umpire".to_string(), true)]);
    Played::setup(Borgerkrig::printed().unwrap(), &scenario, options, seed).unwrap()
}
