//! Reads any text as a save: it is refused, or replays to the same digest twice and reads back unchanged from its own text.
//!
//! A text that is not a save is read as a save's actions in the small scenario, one JSON value on each line: `{"seat": "blue", "action": {"do": "ready"}}`.
#![no_main]

use std::sync::LazyLock;

use krigsspil_engine::battle::{Acted, GameMaker, Save};
use krigsspil_engine::scenario::Scenario;
use libfuzzer_sys::fuzz_target;

static MAKER: LazyLock<Box<dyn GameMaker>> = LazyLock::new(|| krigsspil_rules::maker("borgerkrig").unwrap());

static EMPTY: LazyLock<Save> = LazyLock::new(|| {
    let ground = include_str!("../../scenarios/meeting/ground.geojson");
    let text = include_str!("../../scenarios/meeting/scenario.toml");
    let scenario = Scenario::read("scenario.toml", text, ground).unwrap();
    MAKER.setup(&scenario, Default::default(), 1, Vec::new()).unwrap().save()
});

/// Longer saves would prove nothing more.
const MOST_ACTIONS: usize = 60;

fuzz_target!(|text: &str| {
    let save = Save::read(text).unwrap_or_else(|_| {
        let actions = text.lines().filter_map(|line| serde_json::from_str::<Acted>(line).ok()).collect();
        Save { actions, ..EMPTY.clone() }
    });
    assert_eq!(Save::read(&save.text()).unwrap(), save);
    let count = save.actions.len().min(MOST_ACTIONS);
    let once = MAKER.replay(&save, count, &mut |_, _| {});
    let again = MAKER.replay(&save, count, &mut |_, _| {});
    match (once, again) {
        (Ok(once), Ok(again)) => assert_eq!(once.digest(), again.digest()),
        (Err(once), Err(again)) => assert_eq!(once.to_string(), again.to_string()),
        _ => panic!("the same save played and did not play"),
    }
});
