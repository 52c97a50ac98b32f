//! Fights a battle between commanders.

use std::collections::BTreeMap;

use krigsspil_engine::battle::{
    ActFault, Deed, Game, Happened, Prompt, PromptDetail, Seat, SeatId, ViewDetail,
};

use crate::Commander;

/// The commander in each seat. Prompts to an empty seat get their default.
pub type Seated = BTreeMap<SeatId, Box<dyn Commander>>;

/// If there are more prompts than this in one turn, the battle counts as stuck.
const MOST_PROMPTS: usize = 20_000;

/// How a fight went.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Fought {
    /// Actions that were carried out.
    pub actions: usize,
    /// Actions that were refused. A good commander has none.
    pub refused: Vec<RefusedAction>,
}

/// A refused action. The caller has the reader's language and words it.
#[derive(Clone, Debug, PartialEq)]
pub struct RefusedAction {
    /// The seat that wanted it.
    pub seat: SeatId,
    /// The action.
    pub action: Deed,
    /// Why it was refused.
    pub fault: ActFault,
}

/// Why a fight cannot continue. It is always the rule set's fault, never a commander's.
#[derive(Clone, Debug, PartialEq)]
pub enum FightFault {
    /// The default of a prompt was refused.
    Default(SeatId, ActFault),
    /// Turns do not end, or nobody has a prompt although the battle is not over.
    Stuck,
}

impl std::fmt::Display for FightFault {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            FightFault::Default(seat, reason) => {
                write!(f, "the usual answer of `{seat}` is refused: {reason}")
            }
            FightFault::Stuck => f.write_str("the battle does not go on: no seat is asked anything new"),
        }
    }
}

impl std::error::Error for FightFault {}

/// Called with what each action caused.
pub type Tell<'a> = &'a mut dyn FnMut(&dyn Game, &Happened);

/// Continues a battle until it is over or its turn is `until`, and calls `tell` with what each action caused.
///
/// One prompt is settled at a time, and then all prompts are read again: one answer can settle or change another's question.
pub fn fight(
    game: &mut dyn Game,
    seated: &mut Seated,
    until: Option<u32>,
    tell: Tell<'_>,
) -> Result<Fought, FightFault> {
    let mut fought = Fought::default();
    let (mut turn, mut prompts) = (game.turn(), 0);
    while game.ending().is_none() && until.is_none_or(|until| game.turn() < until) {
        prompts = if game.turn() == turn { prompts + 1 } else { 0 };
        turn = game.turn();
        let asked = asked(game, seated).filter(|_| prompts <= MOST_PROMPTS).ok_or(FightFault::Stuck)?;
        settle(game, seated, &asked, &mut fought, tell)?;
    }
    Ok(fought)
}

/// The first prompt, with as much detail as its commander wants.
fn asked(game: &dyn Game, seated: &Seated) -> Option<Prompt> {
    let bare = first(game, &|_| PromptDetail::Bare)?;
    let Some(commander) = seated.get(&bare.seat) else { return Some(bare) };
    first(game, &|seat| if *seat == bare.seat { commander.wants() } else { PromptDetail::Bare })
}

fn first(game: &dyn Game, wanted: &dyn Fn(&SeatId) -> PromptDetail) -> Option<Prompt> {
    game.prompts_in(wanted).into_iter().next()
}

/// Is a prompt of this turn still open: does the same seat have the same question?
fn stands(game: &dyn Game, prompt: &Prompt, turn: u32) -> bool {
    let number = |prompt: &Prompt| prompt.question().map(|question| question.question);
    let same = |other: &Prompt| {
        other.seat == prompt.seat && other.what == prompt.what && number(other) == number(prompt)
    };
    game.turn() == turn && game.prompts_in(&|_| PromptDetail::Bare).iter().any(same)
}

/// Lets a commander answer a prompt; whatever he leaves open gets its default.
fn settle(
    game: &mut dyn Game,
    seated: &mut Seated,
    prompt: &Prompt,
    fought: &mut Fought,
    tell: Tell<'_>,
) -> Result<(), FightFault> {
    let turn = game.turn();
    if let Some(commander) = seated.get_mut(&prompt.seat) {
        for action in commander.answer(&game.view_in(&prompt.seat, ViewDetail::Lean), prompt) {
            match game.do_deed(&prompt.seat, &action) {
                Ok(happened) => {
                    fought.actions += 1;
                    tell(game, &happened);
                }
                Err(fault) => {
                    fought.refused.push(RefusedAction { seat: prompt.seat.clone(), action, fault });
                }
            }
        }
        if game.ending().is_some() || !stands(game, prompt, turn) {
            return Ok(());
        }
    }
    let happened = game
        .do_deed(&prompt.seat, &prompt.default)
        .map_err(|fault| FightFault::Default(prompt.seat.clone(), fault))?;
    fought.actions += 1;
    tell(game, &happened);
    Ok(())
}

/// The men of every side at the start and lost, in the order of the names of its seats.
pub fn losses(game: &dyn Game) -> BTreeMap<String, (i64, i64)> {
    let mut losses = BTreeMap::new();
    for (id, seat) in game.seats() {
        if let Seat::Player { side, .. } = seat
            && !losses.contains_key(&side)
        {
            let own = game.view_in(&id, ViewDetail::Lean).own;
            losses.insert(side, own.map_or((0, 0), |own| (own.men.into(), own.lost.into())));
        }
    }
    losses
}
