//! Who is asked what now: for orders before a stretch of the turn runs, for answers while it waits.

use std::sync::Arc;

use krigsspil_engine::battle::{
    About, ActionsAsked, Closed, Deed, Given, OrdersAsked, Prompt, PromptDetail, QuestionNumber, Refused,
    SeatId, Taken,
};

use crate::common::Common;
use crate::ids::SeatNo;
use crate::knowledge::Knowledge;

/// How a rule set asks.
pub struct Asks<'a, A> {
    /// What the orders are for: a key of the `prompt` labels.
    pub what: &'static str,
    /// What a seat does that has nothing more to order.
    pub done: A,
    /// Its answer to a question.
    pub answer: fn(QuestionNumber, String) -> A,
    /// What a seat is told about the orders it may give, in this detail.
    pub orders: &'a dyn Fn(&SeatId, PromptDetail) -> OrdersAsked,
    /// How much detail each seat wants.
    pub wanted: &'a dyn Fn(&SeatId) -> PromptDetail,
}

/// Everybody who is asked something now, each told as much as is wanted: those whose questions are open, otherwise the seats the battle
/// waits for. When the battle is over nobody is.
pub fn prompts<B: Common, A: Taken>(
    battle: &B,
    waited_for: impl Iterator<Item = SeatNo>,
    asks: &Asks<'_, A>,
) -> Vec<Prompt> {
    if battle.is_over() {
        return Vec::new();
    }
    if battle.runs() {
        let question = |open: &crate::book::Open| {
            let asked = Knowledge::of(battle, &open.seat).asked(open)?;
            Some(open.prompt(asked, asks.answer))
        };
        return battle.book().open().iter().filter_map(question).collect();
    }
    let done = Deed::of(asks.done.clone());
    let orders = |seat: &SeatId| {
        let about = match (asks.wanted)(seat) {
            PromptDetail::Bare => About::Bare,
            detail => About::Orders((asks.orders)(seat, detail)),
        };
        Prompt { seat: seat.clone(), what: asks.what, about, default: done.clone() }
    };
    waited_for.map(|seat| orders(battle.seating().id(seat))).collect()
}

/// An order to a unit is an action too, but each kind of order is told with the unit.
const ORDER: &str = "order";

/// What may be done with somebody beside orders: of the kinds of action that name somebody like him first, each open as `open` says, whatever
/// its particulars.
pub fn actions<A: Taken>(
    who: &Arc<str>,
    whom: Given,
    open: impl Fn(&'static str) -> Result<(), Refused>,
) -> ActionsAsked {
    let mut actions = ActionsAsked { who: who.clone(), may: Vec::new(), closed: Vec::new() };
    let of_him = A::KINDS.iter().filter(|kind| kind.name != ORDER && kind.names_first(whom));
    for kind in of_him.map(|kind| kind.name) {
        match open(kind) {
            Ok(()) => actions.may.push(kind),
            Err(why) => actions.closed.push(Closed { kind, why }),
        }
    }
    actions
}
