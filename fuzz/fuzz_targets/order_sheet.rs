//! Reads any text as an entry of the order sheet: it is read, or refused with the place of the fault. In a battle it is written for every
//! unit, or refused without any effect.
#![no_main]

use std::sync::LazyLock;

use krigsspil_engine::battle::{Game, GameMaker, SeatId};
use krigsspil_engine::scenario::Scenario;
use libfuzzer_sys::fuzz_target;
use serde_json::json;

static MAKER: LazyLock<Box<dyn GameMaker>> = LazyLock::new(|| krigsspil_rules::maker("borgerkrig").unwrap());

static MEETING: LazyLock<Scenario> = LazyLock::new(|| {
    let ground = include_str!("../../scenarios/meeting/ground.geojson");
    Scenario::read("scenario.toml", include_str!("../../scenarios/meeting/scenario.toml"), ground).unwrap()
});

thread_local! {
    static GAME: Box<dyn Game> = MAKER.setup(&MEETING, Default::default(), 1, Vec::new()).unwrap();
}

fuzz_target!(|entry: &str| {
    for (_, read) in krigsspil_rules::SHEETS {
        let _ = read(entry);
    }
    let mut game = GAME.with(|game| game.copied());
    let seat = SeatId::from("blue");
    for unit in &MEETING.units {
        let before = game.digest();
        let action = json!({"do": "order", "unit": unit.id.get_ref(), "sheet": entry});
        if game.act(&seat, &action).is_err() {
            assert_eq!(before, game.digest(), "a refused entry left a trace");
        }
    }
});
