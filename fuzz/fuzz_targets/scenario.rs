//! Reads any text as a scenario or as a ground: it is refused with a line, or makes a battle that can be viewed and played for a turn.
//!
//! A text that begins with `{` is read as the ground of a sound scenario. Any other text is read as a scenario up to a line `%%`, after
//! which its ground may follow. So the files of `scenarios/` can be used as seeds: `cargo fuzz run scenario fuzz/corpus/scenario scenarios/meeting`.
#![no_main]

use std::sync::LazyLock;

use krigsspil_engine::battle::GameMaker;
use krigsspil_engine::scenario::Scenario;
use libfuzzer_sys::fuzz_target;

static MAKER: LazyLock<Box<dyn GameMaker>> = LazyLock::new(|| krigsspil_rules::maker("borgerkrig").unwrap());

const SCENARIO: &str = include_str!("../../scenarios/meeting/scenario.toml");
const GROUND: &str = include_str!("../../scenarios/meeting/ground.geojson");

/// With larger tables and armies one turn would take longer than one run of the fuzzer should.
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
