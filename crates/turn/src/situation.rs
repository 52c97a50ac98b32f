//! Prepared situations: a scenario's beginning, throws that are given, and lines of actions.

use krigsspil_engine::battle::{ActFault, Acted, Game, GameMaker, Happened, Options};
use krigsspil_engine::scenario::{Scenario, ScenarioFault};
use krigsspil_engine::{Sentence, misread};
use serde_json::Value;

/// A line of a prepared situation: its number in the file, and the action.
#[derive(Clone, Debug, PartialEq)]
pub struct Line {
    /// The line, from 1.
    pub number: usize,
    /// Who does what.
    pub acted: Acted,
}

/// A prepared situation.
#[derive(Clone, Debug, Default)]
pub struct Situation {
    /// Choices made before the battle.
    pub options: Options,
    /// The seed of the dice.
    pub seed: u64,
    /// Throws that come before the seed's.
    pub dice: Vec<i32>,
    /// What is done, in order.
    pub lines: Vec<Line>,
}

/// Why a situation cannot be played.
#[derive(Debug)]
pub enum SituationFault {
    /// The scenario does not fit the rules.
    Scenario(ScenarioFault),
    /// A line is refused.
    Line {
        /// Which, from 1.
        number: usize,
        /// Why.
        fault: ActFault,
    },
    /// A question's own default is refused: the rule set is at fault.
    Default(ActFault),
}

/// Reads lines of actions: JSON, one a line, empty lines left out. A fault is told with its line.
pub fn read_lines(text: &str) -> Result<Vec<Line>, (usize, Sentence)> {
    let lines = text.lines().enumerate().filter(|(_, line)| !line.trim().is_empty());
    let read = |(place, line): (usize, &str)| match serde_json::from_str(line) {
        Ok(acted) => Ok(Line { number: place + 1, acted }),
        Err(error) => Err((place + 1, misread(&error))),
    };
    lines.map(read).collect()
}

/// Sets a situation up and plays it.
pub fn play(
    maker: &dyn GameMaker,
    scenario: &Scenario,
    situation: &Situation,
    tell: &mut dyn FnMut(&dyn Game, &Happened),
) -> Result<Box<dyn Game>, SituationFault> {
    let Situation { options, seed, dice, lines } = situation;
    let set_up = maker.setup(scenario, options.clone(), *seed, dice.clone());
    let mut game = set_up.map_err(SituationFault::Scenario)?;
    play_lines(&mut *game, lines, tell)?;
    Ok(game)
}

/// Plays lines of actions. A question that the next of them does not answer gets its default, so that turns go on.
pub fn play_lines(
    game: &mut dyn Game,
    lines: &[Line],
    tell: &mut dyn FnMut(&dyn Game, &Happened),
) -> Result<(), SituationFault> {
    for (place, Line { number, acted }) in lines.iter().enumerate() {
        let done = game.do_deed(&acted.seat, &acted.action);
        let happened = done.map_err(|fault| SituationFault::Line { number: *number, fault })?;
        tell(game, &happened);
        if lines.get(place + 1).is_none_or(|next| !is_answer(next)) {
            answer_by_default(game, tell)?;
        }
    }
    Ok(())
}

/// Does a line answer a question? An answer names it by its number.
fn is_answer(line: &Line) -> bool {
    line.acted.action.written().get("question").is_some_and(Value::is_number)
}

/// Answers every open question as its prompt proposes, and those that come of it.
pub fn answer_by_default(
    game: &mut dyn Game,
    tell: &mut dyn FnMut(&dyn Game, &Happened),
) -> Result<(), SituationFault> {
    while let Some(asked) = game.prompts().into_iter().find(|prompt| prompt.question().is_some()) {
        let happened = game.do_deed(&asked.seat, &asked.default).map_err(SituationFault::Default)?;
        tell(game, &happened);
    }
    Ok(())
}
