//! Prepared situations: a battle that is set up, with throws given beforehand, and lines of actions for it.

use krigsspil_engine::battle::{ActFault, Acted, Game, Happened, PromptDetail, SeatId};
use krigsspil_engine::{Sentence, misread};

/// A line of a prepared situation: its number in the file, and the action.
#[derive(Clone, Debug, PartialEq)]
pub struct Line {
    /// The line, from 1.
    pub number: usize,
    /// Who does what.
    pub acted: Acted,
}

/// A refused line.
#[derive(Clone, Debug, PartialEq)]
pub struct RefusedLine {
    /// The line, from 1.
    pub number: usize,
    /// The seat that wanted it.
    pub seat: SeatId,
    /// Why not.
    pub fault: ActFault,
}

/// What happens to the lines after a refused one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum AfterRefusal {
    /// They are played.
    GoOn,
    /// They are not.
    End,
}

/// Why the lines cannot all be played.
#[derive(Clone, Debug, PartialEq)]
pub enum SituationFault {
    /// A line is refused, and a refusal ends the play.
    Line(RefusedLine),
    /// A question's own default is refused: the rule set is at fault.
    Default(SeatId, ActFault),
}

/// Called with what each action caused.
pub type Tell<'a> = &'a mut dyn FnMut(&Happened);

/// Reads lines of actions: one JSON value on each line; empty lines are skipped. A fault is reported with its line.
pub fn read_lines(text: &str) -> Result<Vec<Line>, (usize, Sentence)> {
    let lines = text.lines().enumerate().filter(|(_, line)| !line.trim().is_empty());
    let read = |(place, line): (usize, &str)| match serde_json::from_str(line) {
        Ok(acted) => Ok(Line { number: place + 1, acted }),
        Err(error) => Err((place + 1, misread(&error))),
    };
    lines.map(read).collect()
}

/// Plays lines of actions, and returns the refused ones. If the next line does not answer an open question, the question gets its default,
/// so that the turn can continue.
pub fn play_lines(
    game: &mut dyn Game,
    lines: &[Line],
    after_refusal: AfterRefusal,
    tell: Tell<'_>,
) -> Result<Vec<RefusedLine>, SituationFault> {
    let mut refused = Vec::new();
    for (place, Line { number, acted }) in lines.iter().enumerate() {
        match game.do_deed(&acted.seat, &acted.action) {
            Ok(happened) => tell(&happened),
            Err(fault) => {
                let line = RefusedLine { number: *number, seat: acted.seat.clone(), fault };
                if after_refusal == AfterRefusal::End {
                    return Err(SituationFault::Line(line));
                }
                refused.push(line);
            }
        }
        if lines.get(place + 1).is_none_or(|next| !is_answer(next)) {
            answer_by_default(game, tell)?;
        }
    }
    Ok(refused)
}

/// Does a line answer a question? An answer names it.
fn is_answer(line: &Line) -> bool {
    line.acted.action.written().get("question").is_some()
}

/// Answers every open question as its prompt proposes, and all following questions.
fn answer_by_default(game: &mut dyn Game, tell: Tell<'_>) -> Result<(), SituationFault> {
    let open = |game: &dyn Game| {
        game.prompts_in(&|_| PromptDetail::About).into_iter().find(|prompt| prompt.question().is_some())
    };
    while let Some(asked) = open(game) {
        let done = game.do_deed(&asked.seat, &asked.default);
        tell(&done.map_err(|fault| SituationFault::Default(asked.seat.clone(), fault))?);
    }
    Ok(())
}
