//! `krigsspil replay`: a save played again ends in the same state, bit for bit.

use std::io::Write;

use krigsspil_engine::scenario::Scenario;

use crate::arguments::Replay;
use crate::battle::{pretty, sides, summary, view};
use crate::fault::CliFault;
use crate::opened::{broken, maker, save};
use crate::story::Story;
use crate::words::Words;

/// Plays a save again.
pub fn replay(command: &Replay, words: Words, out: &mut dyn Write) -> Result<(), CliFault> {
    let save = save(&command.save)?;
    let game =
        maker(&save.rules)?.replay(&save, save.actions.len(), &mut |_, _| {}).map_err(broken(&save))?;
    if command.hash {
        return Ok(writeln!(out, "{}", game.digest())?);
    }
    if command.state {
        return pretty(&game.state(), out);
    }
    if let Some(seat) = &command.view {
        return view(&*game, seat, out);
    }
    let scenario = Scenario::read("scenario.toml", &save.scenario, &save.ground)?;
    let story = Story::of(&*game, words, &sides(&scenario))?;
    writeln!(out, "{}", scenario.name)?;
    out.write_all(summary(&*game, &story, words, &sides(&scenario)).as_bytes())?;
    Ok(())
}
