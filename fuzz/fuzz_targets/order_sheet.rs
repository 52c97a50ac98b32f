//! Reads any text as an entry of the order sheet: it is read, or refused with the place of the fault. In a battle it is written for every
//! unit, or refused without any effect.
#![no_main]

use krigsspil_engine::battle::{Game, GameMaker, SeatId};
use krigsspil_engine::scenario::Scenario;
use libfuzzer_sys::fuzz_target;
use serde_json::json;

/// A battle that is begun, its scenario, and the seat that writes.
struct Begun {
    scenario: Scenario,
    game: Box<dyn Game>,
    seat: SeatId,
}

fn begun(rules: &str, text: &str, ground: &str, seat: &str) -> Begun {
    let scenario = Scenario::read("scenario.toml", text, ground).unwrap();
    let maker: Box<dyn GameMaker> = krigsspil_rules::maker(rules).unwrap();
    let game = maker.setup(&scenario, Default::default(), 1, Vec::new()).unwrap();
    Begun { scenario, game, seat: SeatId::from(seat) }
}

thread_local! {
    static BEGUN: [Begun; 3] = [
        begun(
            "borgerkrig",
            include_str!("../../scenarios/meeting/scenario.toml"),
            include_str!("../../scenarios/meeting/ground.geojson"),
            "blue",
        ),
        begun(
            "torden",
            include_str!("../../scenarios/torden-corps/scenario.toml"),
            include_str!("../../scenarios/torden-corps/ground.geojson"),
            "french",
        ),
        begun(
            "tricolore",
            include_str!("../../scenarios/tricolore-lindholm/scenario.toml"),
            include_str!("../../scenarios/tricolore-lindholm/ground.geojson"),
            "blue",
        ),
    ];
}

fuzz_target!(|entry: &str| {
    for (_, read) in krigsspil_rules::SHEETS {
        let _ = read(entry);
    }
    BEGUN.with(|begun| begun.iter().for_each(|begun| written(begun, entry)));
});

fn written(Begun { scenario, game, seat }: &Begun, entry: &str) {
    let mut game = game.copied();
    // Some phases take no orders to units: then every entry is refused.
    for _ in 0..4 {
        for unit in &scenario.units {
            let before = game.digest();
            let action = json!({"do": "order", "unit": unit.id.get_ref(), "sheet": entry});
            if game.act(seat, &action).is_err() {
                assert_eq!(before, game.digest(), "a refused entry left a trace");
            }
        }
        let over = ["done", "ready"].map(|word| json!({"do": word}));
        if over.iter().all(|over| game.act(seat, over).is_err()) {
            return;
        }
    }
}
