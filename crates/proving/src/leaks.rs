//! What a seat is sent, in bytes. A test changes what the seat may not know, and compares.

use krigsspil_engine::battle::{
    Known, Playable, Played, Preview, Prompt, PromptDetail, Sampler, SeatId, Taken, View, ViewDetail,
    fingerprint,
};
use krigsspil_engine::random::Chance;
use serde_json::json;

/// One sample order in so many is previewed: previews are many and alike.
const PREVIEW_ONE_IN: usize = 5;
/// So many actions of any kind are drawn, whatever the prompts offer.
const DRAWN: usize = 300;
/// So much text around a difference is told.
const AROUND: usize = 160;

/// What a seat is shown, asked and foretold. Its JSON is written only where two of them differ: writing takes longer than making.
pub struct Sent {
    view: View,
    prompts: Vec<Prompt>,
    previews: Vec<Preview>,
}

impl Sent {
    /// What a seat is sent of a battle, with the previews that are wanted of what its prompts offer.
    pub fn of<R: Playable>(
        rules: &R,
        battle: &R::Battle,
        seat: &SeatId,
        previews: impl Fn(&[Prompt]) -> Vec<Preview>,
    ) -> Sent {
        let view = rules.view(battle, seat, ViewDetail::Whole);
        let prompts = prompts_of(rules, battle, seat);
        let previews = previews(&prompts);
        Sent { view, prompts, previews }
    }

    fn fingerprints(&self) -> [u64; 3] {
        [fingerprint(&self.view), fingerprint(&self.prompts), fingerprint(&self.previews)]
    }

    fn texts(&self) -> [String; 3] {
        let Sent { view, prompts, previews } = self;
        [
            view.json().to_string(),
            serde_json::to_string(prompts).unwrap(),
            serde_json::to_string(previews).unwrap(),
        ]
    }

    /// It is the same, byte by byte; if it is not, the place of the first difference is told.
    pub fn is_same_as(&self, after: &Sent, seat: &SeatId, when: &str) {
        if self.fingerprints() == after.fingerprints() {
            return;
        }
        for (before, after) in self.texts().iter().zip(&after.texts()) {
            if let Some(at) = first_difference(before, after) {
                let near = |text: &str| {
                    let bytes =
                        text.bytes().skip(at.saturating_sub(AROUND)).take(2 * AROUND).collect::<Vec<u8>>();
                    String::from_utf8_lossy(&bytes).into_owned()
                };
                panic!(
                    "{when}: {seat} sees what it may not\n before: {}\n after: {}",
                    near(before),
                    near(after)
                );
            }
        }
    }
}

/// What a seat is asked: the others are asked nothing meanwhile.
pub fn prompts_of<R: Playable>(rules: &R, battle: &R::Battle, seat: &SeatId) -> Vec<Prompt> {
    let wanted = |asked: &SeatId| if asked == seat { PromptDetail::Whole } else { PromptDetail::Bare };
    let mut prompts = rules.prompts(battle, &wanted);
    prompts.retain(|prompt| prompt.seat == *seat);
    prompts
}

/// A seat is sent the same of a battle and of one in which something is changed that it may not know.
pub fn no_leak<R: Playable>(rules: &R, battle: &R::Battle, changed: &R::Battle, seat: &SeatId, when: &str) {
    let [before, after] = [battle, changed]
        .map(|battle| Sent::of(rules, battle, seat, |prompts| previews(rules, battle, seat, prompts)));
    before.is_same_as(&after, seat, when);
}

/// Some of the orders that are offered, previewed.
fn previews<R: Playable>(rules: &R, battle: &R::Battle, seat: &SeatId, prompts: &[Prompt]) -> Vec<Preview> {
    let mut previews = Vec::new();
    for unit in prompts.iter().filter_map(|prompt| prompt.orders()).flat_map(|orders| &orders.units) {
        for sample in unit.samples.iter().flatten().step_by(PREVIEW_ONE_IN) {
            let action = json!({"do": "order", "unit": unit.unit, "order": sample.written()});
            let action = R::Action::from_value(&action).unwrap();
            previews.push(rules.preview(battle, seat, &action).unwrap());
        }
    }
    previews
}

/// Whatever a seat wants is carried out or refused alike, whatever that is like which it may not know; and its preview is the same. It wants
/// what its prompts offer, and actions drawn from the declarations.
pub fn refusals_tell_nothing<R: Playable>(
    rules: &R,
    [truth, other]: [&R::Battle; 2],
    seat: &SeatId,
    seed: u64,
) where
    R::Battle: Clone,
{
    for action in wanted(rules, truth, seat, seed) {
        let done = |battle: &R::Battle| {
            let mut battle = battle.clone();
            rules.act(&mut battle, seat, &action, &mut Vec::new()).map_err(|refused| refused.key())
        };
        assert_eq!(done(truth), done(other), "seed {seed}, {seat}: {action:?}");
        let foreseen =
            |battle: &R::Battle| rules.preview(battle, seat, &action).map_err(|refused| refused.key());
        assert_eq!(foreseen(truth), foreseen(other), "seed {seed}, {seat}: {action:?}");
    }
}

/// What a seat may want.
fn wanted<R: Playable>(rules: &R, battle: &R::Battle, seat: &SeatId, seed: u64) -> Vec<R::Action> {
    let mut chance = Chance::new(seed ^ 0xfeed);
    let known = Known::of(&rules.view(battle, seat, ViewDetail::Lean));
    let mut wanted: Vec<R::Action> = (0..DRAWN)
        .map(|_| {
            Sampler { known: &known, chance: &mut |most| chance.below(most) }
                .one_of(R::LANGUAGE.action_tag, R::Action::KINDS)
        })
        .filter_map(|action| R::Action::from_value(&action).ok())
        .collect();
    let prompts = prompts_of(rules, battle, seat);
    for orders in prompts.iter().filter_map(|prompt| prompt.orders()) {
        for unit in &orders.units {
            let samples = unit.samples.iter().flatten();
            let order = |order| json!({"do": "order", "unit": unit.unit, "order": order});
            wanted.extend(samples.map(|deed| R::Action::from_value(&order(deed.written())).unwrap()));
        }
        for general in &orders.generals {
            let samples = general.samples.iter().flatten();
            wanted.extend(samples.map(|deed| R::Action::from_value(&deed.written()).unwrap()));
        }
    }
    wanted
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
