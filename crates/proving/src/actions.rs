//! What a prompt tells of the actions that may be taken with leaders, couriers and units beside their orders: what is open can be done, and what
//! is closed cannot, whatever its particulars, for the reason told.

use std::collections::{BTreeMap, BTreeSet};

use krigsspil_engine::battle::{
    ActionsAsked, Known, OrdersAsked, Playable, Played, Prompt, PromptDetail, Refused, Sampler, SeatId,
    Taken, ViewDetail,
};
use krigsspil_engine::random::Chance;
use serde_json::{Value, json};

use crate::leaks::{now_and_then, prompts_of};

/// So often a phase is looked at.
const LOOKS: usize = 8;
/// So many actions of every kind are drawn.
const DRAWN: usize = 60;
/// Places are drawn on the whole table, and so near to him of whom the action is, in metres.
const NEAR: f64 = 300.0;

/// A kind that was told, and how.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Told {
    /// It is open, and was done.
    Done(&'static str),
    /// It is told to be open, but nothing that was tried could be done.
    NeverDone(&'static str),
    /// It is closed, for this reason.
    Closed(&'static str, &'static str),
}

/// What was told in a battle, and how often each phase was looked at.
#[derive(Clone, Debug, Default)]
pub struct Looked {
    /// What was told.
    pub told: BTreeSet<Told>,
    /// The looks, by phase.
    pub phases: BTreeMap<&'static str, usize>,
}

impl Looked {
    /// Plays a battle again and looks at every phase of it a few times, with [`as_told`].
    pub fn at<R: Playable + Clone>(&mut self, game: &Played<R>)
    where
        R::Battle: Clone,
    {
        let (rules, seed) = (game.rules(), game.seed());
        now_and_then(game, 1, |battle| {
            for Prompt { seat, what, .. } in rules.prompts(battle, &|_| PromptDetail::Bare) {
                let looks = self.phases.get(what).copied().unwrap_or_default();
                if looks < LOOKS {
                    let told = as_told(rules, battle, &seat, seed);
                    // Questions tell nothing of it.
                    if !told.is_empty() {
                        self.phases.insert(what, looks + 1);
                        self.told.extend(told);
                    }
                }
            }
        });
    }

    /// Kinds that were told to be open, and never could be done.
    pub fn never_done(&self) -> Vec<&Told> {
        self.told.iter().filter(|told| matches!(told, Told::NeverDone(_))).collect()
    }

    /// Was all this told?
    pub fn has(&self, told: impl IntoIterator<Item = Told>) -> bool {
        told.into_iter().all(|told| self.told.contains(&told))
    }
}

/// Looks at everything a seat is told it may do, and returns what it was told; panics where something closed can be done, or is refused for
/// none of the tries by the rule that was told.
pub fn as_told<R: Playable>(rules: &R, battle: &R::Battle, seat: &SeatId, seed: u64) -> BTreeSet<Told>
where
    R::Battle: Clone,
{
    let prompts = prompts_of(rules, battle, seat);
    let asked: Vec<&OrdersAsked> = prompts.iter().filter_map(|prompt| prompt.orders()).collect();
    let mut tries = Tries { rules, battle, seat, chance: Chance::new(seed ^ 0xac75) };
    let mut told = BTreeSet::new();
    for orders in &asked {
        for actions in &orders.actions {
            for kind in &actions.may {
                let mut tried = offered(orders, actions, kind);
                tried.extend(tries.drawn(actions, kind));
                let done = tried.iter().any(|action| tries.refusal(action).is_none());
                told.insert(if done { Told::Done(kind) } else { Told::NeverDone(kind) });
            }
            for closed in &actions.closed {
                let tried = tries.drawn(actions, closed.kind);
                let why: Vec<Option<Refused>> = tried.iter().map(|action| tries.refusal(action)).collect();
                let (who, key) = (&actions.who, closed.why.key());
                assert!(why.iter().all(Option::is_some), "{who} may {}, told closed: {key}", closed.kind);
                let named =
                    why.iter().flatten().any(|why| why.key() == key && why.rule() == closed.why.rule());
                assert!(named, "{who}, {}: told {key}, refused otherwise: {why:?}", closed.kind);
                told.insert(Told::Closed(closed.kind, key));
            }
        }
    }
    told
}

/// The samples of a kind that the prompt has for him.
fn offered(orders: &OrdersAsked, actions: &ActionsAsked, kind: &str) -> Vec<Value> {
    let riders = orders.generals.iter().chain(&orders.couriers).filter(|rider| rider.id == actions.who);
    let samples = riders.flat_map(|rider| rider.samples.iter().flatten());
    samples.map(|sample| sample.written()).filter(|action| action["do"] == kind).collect()
}

/// Actions drawn from the declarations, tried on a copy of a battle.
struct Tries<'a, R: Playable> {
    rules: &'a R,
    battle: &'a R::Battle,
    seat: &'a SeatId,
    chance: Chance,
}

impl<R: Playable> Tries<'_, R>
where
    R::Battle: Clone,
{
    /// Actions of a kind with him. Half of them name places near him.
    fn drawn(&mut self, actions: &ActionsAsked, kind: &str) -> Vec<Value> {
        let view = self.rules.view(self.battle, self.seat, ViewDetail::Lean);
        let known = Known::of(&view);
        let leader = view.generals.iter().find(|leader| leader.id == actions.who).map(|leader| leader.place);
        let at = leader.or_else(|| view.unit(&actions.who).map(|unit| unit.place));
        let spec = R::Action::KINDS.iter().find(|spec| spec.name == kind).unwrap();
        let tag = R::LANGUAGE.action_tag;
        let mut drawn = Vec::new();
        for number in 0..DRAWN {
            let chance = &mut self.chance;
            let mut action =
                Sampler { known: &known, chance: &mut |most| chance.below(most) }.kind(tag, spec);
            action[spec.parameters[0].name] = json!(actions.who);
            if let (Some([x, y]), true) = (at, number % 2 == 0) {
                let mut off = || (chance.share() * 2.0 - 1.0) * NEAR * (number % 8) as f64 / 8.0;
                let near = json!([x + off(), y + off()]);
                for field in ["place", "objective"] {
                    if action.get(field).is_some() {
                        action[field] = near.clone();
                    }
                }
            }
            drawn.push(action);
        }
        drawn
    }

    fn refusal(&self, action: &Value) -> Option<Refused> {
        let action = R::Action::from_value(action).unwrap();
        let mut battle = self.battle.clone();
        self.rules.act(&mut battle, self.seat, &action, &mut Vec::new()).err()
    }
}
