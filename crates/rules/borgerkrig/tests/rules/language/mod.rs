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

/// Numbers that look random, the same for the same seed.
struct Chance(u64);

impl Chance {
    fn below(&mut self, count: usize) -> usize {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        ((self.0 >> 33) % count.max(1) as u64) as usize
    }
}
