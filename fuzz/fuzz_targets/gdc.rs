//! Plays a battle of `gdc` that the input chooses: at every prompt its bytes pick who acts and what he does, of all that is offered. Nothing
//! panics, what was offered first is lawful, what is refused leaves no trace, and the save plays again to the same digest.
#![no_main]

use std::sync::LazyLock;

use krigsspil_engine::battle::{Game, GameMaker, Prompt, PromptDetail};
use krigsspil_engine::scenario::Scenario;
use libfuzzer_sys::fuzz_target;
use serde_json::{Value, json};

static MAKER: LazyLock<Box<dyn GameMaker>> = LazyLock::new(|| krigsspil_rules::maker("gdc").unwrap());

static SCENARIO: LazyLock<Scenario> = LazyLock::new(|| {
    let ground = include_str!("../../scenarios/gdc-brigades/ground.geojson");
    let text = include_str!("../../scenarios/gdc-brigades/scenario.toml");
    Scenario::read("scenario.toml", text, ground).unwrap()
});

/// Longer battles would prove nothing more.
const MOST_BYTES: usize = 400;

/// What somebody does, as a byte chooses: an answer, an order to a unit, a ride, or ready. With the act, whether it must be lawful.
fn chosen(prompt: &Prompt, byte: u8) -> (Value, bool) {
    let about = prompt.about_json();
    let pick = |list: &Value| {
        let list = list.as_array().cloned().unwrap_or_default();
        (!list.is_empty()).then(|| list[usize::from(byte) % list.len()].clone())
    };
    if prompt.question().is_some() {
        let choice = pick(&about["choices"]).unwrap_or(Value::Null);
        return (json!({"do": "answer", "question": about["question"], "choice": choice}), true);
    }
    let ready = (json!({"do": "ready"}), true);
    match byte % 4 {
        0 => ready,
        1 => match pick(&about["generals"]).and_then(|general| pick(&general["samples"])) {
            Some(ride) => (ride, false),
            None => ready,
        },
        _ => {
            let Some(unit) = pick(&about["units"]) else { return ready };
            let Some(order) = pick(&unit["samples"]) else { return ready };
            (json!({"do": "order", "unit": unit["unit"], "order": order}), true)
        }
    }
}

fuzz_target!(|bytes: &[u8]| {
    let seed = u64::from(bytes.first().copied().unwrap_or(0));
    let mut game: Box<dyn Game> = MAKER.setup(&SCENARIO, Default::default(), seed, Vec::new()).unwrap();
    for &byte in bytes.iter().skip(1).take(MOST_BYTES) {
        if game.ending().is_some() {
            break;
        }
        let prompts = game.prompts_in(&|_| PromptDetail::Whole);
        let prompt = &prompts[usize::from(byte) % prompts.len()];
        let (action, lawful) = chosen(prompt, byte.rotate_left(3));
        let before = game.digest();
        match game.act(&prompt.seat, &action) {
            Ok(_) => {}
            Err(fault) => {
                assert!(!lawful, "{action} was offered and is refused: {fault}");
                assert_eq!(before, game.digest(), "a refused act left a trace");
            }
        }
    }
    let save = game.save();
    let again = MAKER.replay(&save, save.actions.len(), &mut |_, _| {}).unwrap();
    assert_eq!(game.digest(), again.digest(), "the save plays another battle");
});
