//! What a seat is sent, in bytes. A test changes what the seat may not know, and compares.

use krigsspil_engine::battle::{Playable, Played, PromptDetail, SeatId, Taken, ViewDetail};
use serde_json::json;

/// One sample order in so many is previewed: previews are many and alike.
const PREVIEW_ONE_IN: usize = 5;
/// So much text around a difference is told.
const AROUND: usize = 160;

/// What a seat is shown, asked and foretold.
pub fn sent<R: Playable>(rules: &R, battle: &R::Battle, seat: &SeatId) -> [String; 3] {
    let view = rules.view(battle, seat, ViewDetail::Whole).json().to_string();
    let mut prompts = rules.prompts(battle, &|_| PromptDetail::Whole);
    prompts.retain(|prompt| prompt.seat == *seat);
    let mut previews = Vec::new();
    for unit in prompts.iter().filter_map(|prompt| prompt.orders()).flat_map(|orders| &orders.units) {
        for sample in unit.samples.iter().flatten().step_by(PREVIEW_ONE_IN) {
            let action = json!({"do": "order", "unit": unit.unit, "order": sample.written()});
            let action = R::Action::from_value(&action).unwrap();
            previews.push(serde_json::to_value(rules.preview(battle, seat, &action).unwrap()).unwrap());
        }
    }
    [view, serde_json::to_string(&prompts).unwrap(), serde_json::to_string(&previews).unwrap()]
}

/// A seat is sent the same of a battle and of one in which something is changed that it may not know.
pub fn no_leak<R: Playable>(rules: &R, battle: &R::Battle, changed: &R::Battle, seat: &SeatId, when: &str) {
    let (before, after) = (sent(rules, battle, seat), sent(rules, changed, seat));
    for (before, after) in before.iter().zip(&after) {
        if let Some(at) = first_difference(before, after) {
            let near = |text: &str| {
                let bytes =
                    text.bytes().skip(at.saturating_sub(AROUND)).take(2 * AROUND).collect::<Vec<u8>>();
                String::from_utf8_lossy(&bytes).into_owned()
            };
            panic!("{when}: {seat} sees what it may not\n before: {}\n after: {}", near(before), near(after));
        }
    }
}

fn first_difference(one: &str, other: &str) -> Option<usize> {
    let differs = one.bytes().zip(other.bytes()).position(|(one, other)| one != other);
    differs.or_else(|| (one.len() != other.len()).then_some(one.len().min(other.len())))
}

/// Plays a battle again, and looks at every so-many-th state of it that is not the last.
pub fn now_and_then<R: Playable + Clone>(game: &Played<R>, every: usize, mut look: impl FnMut(&R::Battle)) {
    let mut count = 0;
    Played::replay_first(game.rules().clone(), &game.save(), game.actions().len(), |game, _| {
        count += 1;
        if count % every == 0 && game.ending().is_none() {
            look(game.battle());
        }
    })
    .unwrap();
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The first byte that differs, also where one text is the beginning of the other.
    #[test]
    fn differences_are_found() {
        assert_eq!(first_difference("abc", "abc"), None);
        assert_eq!(first_difference("abc", "axc"), Some(1));
        assert_eq!(first_difference("ab", "abc"), Some(2));
    }
}
