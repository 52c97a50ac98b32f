//! `krigsspil replay`: a replayed save ends in the same state, bit for bit. If the save comes from older rules, the command says where and
//! why it differs.

use std::io::Write;

use krigsspil_engine::battle::{Game, Save};
use krigsspil_engine::scenario::Scenario;

use crate::arguments::Replay;
use crate::battle::{pretty, sides, summary, view};
use crate::fault::CliFault;
use crate::opened::{broken, departed, maker_of, save, write};
use crate::story::Story;
use crate::words::Words;

/// Replays a save, or continues from the state it stores.
pub fn replay(command: &Replay, words: Words, out: &mut dyn Write) -> Result<(), CliFault> {
    let save = save(&command.save)?;
    let maker = maker_of(&save)?;
    let game = match command.resume {
        true => maker.resume(&save),
        false => maker.replay(&save, save.actions.len(), &mut |_, _| {}),
    };
    let game = game.map_err(broken(&save))?;
    if command.prove {
        // A battle that comes out otherwise proves nothing, whatever the hashes say.
        departed(&save, &*game)?;
        let proof = save.prove(command.shown.as_deref(), &game.digest()).map_err(CliFault::Failed)?;
        return Ok(writeln!(out, "{}", words.sentence("proved", &[("hash", &proof.hash)]))?);
    }
    tell(command, &save, &*game, words, out)?;
    if let Some(file) = &command.output {
        write(file, game.save().text().as_bytes())?;
    }
    // This comes last, so that the reader sees the result beside the fault.
    departed(&save, &*game)
}

fn tell(
    command: &Replay,
    save: &Save,
    game: &dyn Game,
    words: Words,
    out: &mut dyn Write,
) -> Result<(), CliFault> {
    if command.hash {
        return Ok(writeln!(out, "{}", game.digest())?);
    }
    if command.state {
        return pretty(&game.state(), out);
    }
    if let Some(seat) = &command.view {
        return view(game, seat, out);
    }
    let scenario = Scenario::read("scenario.toml", &save.scenario, &save.ground)?;
    let story = Story::of(game, words, &sides(&scenario, words))?;
    writeln!(out, "{}", words.said(&scenario.name))?;
    out.write_all(summary(game, &story, words, &sides(&scenario, words)).as_bytes())?;
    Ok(())
}
