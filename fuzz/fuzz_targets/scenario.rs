//! Any text at all as a scenario, or as a ground: refused with a line, or a battle that can be looked at and played for a turn.
//!
//! What begins with `{` is taken for a ground under a scenario that is sound; anything else for a scenario, up to a line `%%`, after
//! which its ground may follow. So the files of `scenarios/` are seeds as they are: `cargo fuzz run scenario fuzz/corpus/scenario scenarios/meeting`.
#![no_main]

use std::sync::LazyLock;

use krigsspil_engine::battle::GameMaker;
use krigsspil_engine::scenario::Scenario;
use libfuzzer_sys::fuzz_target;

static MAKER: LazyLock<Box<dyn GameMaker>> = LazyLock::new(|| krigsspil_rules::maker("borgerkrig").unwrap());

const SCENARIO: &str = include_str!("../../scenarios/meeting/scenario.toml");
const GROUND: &str = include_str!("../../scenarios/meeting/ground.geojson");

/// Tables and armies so large that a turn of them takes longer than a run of the fuzzer should.
const MOST_UNITS: usize = 40;

fn parts(text: &str) -> (&str, &str) {
    if text.trim_start().starts_with('{') {
        return (SCENARIO, text);
    }
    text.split_once("\n%%\n").unwrap_or((text, GROUND))
}

fuzz_target!(|text: &str| {
    let (scenario, ground) = parts(text);
    let faults = Scenario::faults("fuzz.toml", scenario);
    let Ok(read) = Scenario::read("fuzz.toml", scenario, ground) else { return };
    assert!(faults.is_empty(), "{faults:?}");
    if read.units.len() > MOST_UNITS {
        return;
    }
    let Ok(mut game) = MAKER.setup(&read, Default::default(), 1, Vec::new()) else { return };
    for seat in game.seats().keys() {
        let _ = game.view(seat);
    }
    let turn = game.turn();
    while game.turn() == turn && game.ending().is_none() {
        let prompts = game.prompts();
        assert!(!prompts.is_empty(), "nobody is asked, and it is not over");
        for prompt in prompts {
            let _ = game.act(&prompt.seat, &prompt.default);
        }
    }
});
