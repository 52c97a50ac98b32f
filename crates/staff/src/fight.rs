//! A battle fought out between commanders.

use std::collections::BTreeMap;

use krigsspil_engine::battle::{ActFault, Event, Game, Prompt, Seat, SeatId, Telling};

use serde_json::Value;

use crate::Commander;

/// Who sits where. Prompts to an empty seat get their default.
pub type Seated = BTreeMap<SeatId, Box<dyn Commander>>;

/// Acts between two turns before a battle counts as stuck.
const MOST_ROUNDS: usize = 1000;

/// How a fight went.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Fought {
    /// Actions that were carried out.
    pub actions: usize,
    /// Actions that were refused. A good commander has none.
    pub refused: Vec<RefusedAction>,
}

/// An action that was refused, told by whoever has the reader's language.
#[derive(Clone, Debug, PartialEq)]
pub struct RefusedAction {
    /// Who wanted it.
    pub seat: SeatId,
    /// What.
    pub action: Value,
    /// Why not.
    pub fault: ActFault,
}

/// Why a fight cannot go on. It is the rule set's fault, never a commander's.
#[derive(Clone, Debug, PartialEq)]
pub enum FightFault {
    /// The default of a prompt was refused.
    Default(SeatId, ActFault),
    /// Turns do not end, or nobody is asked anything and yet the battle is not over.
    Stuck,
}

impl std::fmt::Display for FightFault {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            FightFault::Default(seat, reason) => {
                write!(f, "the usual answer of `{seat}` is refused: {reason}")
            }
            FightFault::Stuck => f.write_str("the battle does not go on: nobody is asked anything new"),
        }
    }
}

impl std::error::Error for FightFault {}

/// Fights a battle on, until it is over or its turn is `until`, and tells what each action brought about.
pub fn fight(
    game: &mut dyn Game,
    seated: &mut Seated,
    until: Option<u32>,
    tell: &mut dyn FnMut(&dyn Game, &[Event]),
) -> Result<Fought, FightFault> {
    let mut fought = Fought::default();
    let (mut turn, mut rounds) = (game.turn(), 0);
    while game.ending().is_none() && until.is_none_or(|until| game.turn() < until) {
        let wanted = |seat: &SeatId| seated.get(seat).map_or(Telling::Bare, |one| one.wants());
        let prompts = game.prompts_telling(&wanted);
        rounds = if game.turn() == turn { rounds + 1 } else { 0 };
        turn = game.turn();
        if prompts.is_empty() || rounds > MOST_ROUNDS {
            return Err(FightFault::Stuck);
        }
        for prompt in &prompts {
            settle(game, seated, prompt, &mut fought, tell)?;
            if game.ending().is_some() {
                break;
            }
        }
    }
    Ok(fought)
}

/// Lets a commander answer a prompt. The round's prompts were asked at once; one that has been settled by another's answer is left.
fn settle(
    game: &mut dyn Game,
    seated: &mut Seated,
    prompt: &Prompt,
    fought: &mut Fought,
    tell: &mut dyn FnMut(&dyn Game, &[Event]),
) -> Result<(), FightFault> {
    let mut answered = false;
    if let Some(commander) = seated.get_mut(&prompt.seat) {
        for action in commander.answer(&game.view(&prompt.seat), prompt) {
            match game.act(&prompt.seat, &action) {
                Ok(events) => {
                    fought.actions += 1;
                    answered |= action["do"] == prompt.default["do"];
                    tell(game, &events);
                }
                Err(fault) => {
                    fought.refused.push(RefusedAction { seat: prompt.seat.clone(), action, fault });
                }
            }
        }
    }
    if answered || game.ending().is_some() {
        return Ok(());
    }
    let events = game
        .act(&prompt.seat, &prompt.default)
        .map_err(|fault| FightFault::Default(prompt.seat.clone(), fault))?;
    fought.actions += 1;
    tell(game, &events);
    Ok(())
}

/// Men of every side at the start and lost, in the order of its seats' names.
pub fn losses(game: &dyn Game) -> BTreeMap<String, (i64, i64)> {
    let mut losses = BTreeMap::new();
    for (id, seat) in game.seats() {
        if let Seat::Player { side, .. } = seat
            && !losses.contains_key(&side)
        {
            let view = game.view(&id);
            let number = |name: &str| view[name].as_i64().unwrap_or(0);
            losses.insert(side, (number("men"), number("lost")));
        }
    }
    losses
}
