//! Plays a battle that the input chooses: its first bytes pick the rule set and the seed, the others at every prompt who acts and what he
//! does, of all that is offered. Nothing panics, what was offered first is lawful, what is refused leaves no trace, and the save plays again
//! to the same digest.
#![no_main]

use std::sync::LazyLock;

use krigsspil_engine::battle::{Deed, Game, GameMaker, Prompt, PromptDetail};
use krigsspil_engine::scenario::Scenario;
use libfuzzer_sys::fuzz_target;
use serde_json::{Value, json};

macro_rules! small_scenarios {
    ($($folder:literal),+) => {
        [$((include_str!(concat!("../../scenarios/", $folder, "/scenario.toml")),
            include_str!(concat!("../../scenarios/", $folder, "/ground.geojson")))),+]
    };
}

/// A rule set and its small scenario.
type Table = (Box<dyn GameMaker>, Scenario);

static TABLES: LazyLock<Vec<Table>> = LazyLock::new(|| {
    let small =
        small_scenarios!["chakoten-skovby", "gdc-brigades", "meeting", "torden-corps", "tricolore-lindholm"];
    let table = |(text, ground): (&str, &str)| {
        let scenario = Scenario::read("scenario.toml", text, ground).unwrap();
        (krigsspil_rules::maker(&scenario.rules[0]).unwrap(), scenario)
    };
    small.into_iter().map(table).collect()
});

/// Longer battles would prove nothing more.
const MOST_BYTES: usize = 400;

/// What somebody does, and whether it must be lawful.
enum Chosen {
    Act(Value, bool),
    /// What the prompt does by default: he is ready, or done.
    Default(Deed),
}

/// What a byte chooses: an answer, an order to a unit, a ride or an order by a general, or the default.
fn chosen(prompt: &Prompt, byte: u8) -> Chosen {
    let about = prompt.about_json();
    let pick = |list: &Value| {
        let list = list.as_array().cloned().unwrap_or_default();
        (!list.is_empty()).then(|| list[usize::from(byte) % list.len()].clone())
    };
    if prompt.question().is_some() {
        let choice = pick(&about["choices"]).unwrap_or(Value::Null);
        return Chosen::Act(json!({"do": "answer", "question": about["question"], "choice": choice}), true);
    }
    let act = match byte % 4 {
        0 => None,
        1 => pick(&about["generals"]).and_then(|general| pick(&general["samples"])).map(|act| (act, false)),
        _ => pick(&about["units"]).and_then(|unit| {
            let order = pick(&unit["samples"])?;
            Some((json!({"do": "order", "unit": unit["unit"], "order": order}), true))
        }),
    };
    act.map_or_else(|| Chosen::Default(prompt.default.clone()), |(act, lawful)| Chosen::Act(act, lawful))
}

fuzz_target!(|bytes: &[u8]| {
    let [rules, seed, acts @ ..] = bytes else { return };
    let (maker, scenario) = &TABLES[usize::from(*rules) % TABLES.len()];
    let mut game: Box<dyn Game> =
        maker.setup(scenario, Default::default(), u64::from(*seed), Vec::new()).unwrap();
    for &byte in acts.iter().take(MOST_BYTES) {
        if game.ending().is_some() {
            break;
        }
        let prompts = game.prompts_in(&|_| PromptDetail::Whole);
        let prompt = &prompts[usize::from(byte) % prompts.len()];
        let before = game.digest();
        let (done, lawful) = match chosen(prompt, byte.rotate_left(3)) {
            Chosen::Act(act, lawful) => (game.act(&prompt.seat, &act), lawful),
            Chosen::Default(deed) => (game.do_deed(&prompt.seat, &deed), true),
        };
        if let Err(fault) = done {
            assert!(!lawful, "what was offered is refused: {fault}");
            assert_eq!(before, game.digest(), "a refused act left a trace");
        }
    }
    let save = game.save();
    let again = maker.replay(&save, save.actions.len(), &mut |_, _| {}).unwrap();
    assert_eq!(game.digest(), again.digest(), "the save plays another battle");
});
