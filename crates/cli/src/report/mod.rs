//! `krigsspil report`: the after-action report of a save, as one page that contains everything.

mod page;
mod plot;

use std::collections::BTreeMap;

use krigsspil_engine::battle::{Game, SeatId, Told};
use krigsspil_engine::scenario::Scenario;

use crate::arguments::Report;
use crate::battle::sides;
use crate::draw::scene;
use crate::fault::CliFault;
use crate::opened::{broken, maker_of, replayed, save, write as write_file};
use crate::story::Story;
use crate::words::Words;

/// The state at the beginning of a turn.
pub(crate) struct Stand {
    /// The turn.
    pub turn: u32,
    /// The map.
    pub map: String,
    /// The men each side has left.
    pub left: BTreeMap<String, i64>,
}

/// Writes the report.
pub fn write(command: &Report, words: Words) -> Result<(), CliFault> {
    let save = save(&command.save)?;
    let scenario = Scenario::read("scenario.toml", &save.scenario, &save.ground)?;
    let names = sides(&scenario, words);
    let begun = maker_of(&save)?.replay(&save, 0, &mut |_, _| {}).map_err(broken(&save))?;
    let mut stands = vec![stand(&*begun, &save.ground, &names, words)?];
    let mut events: Vec<Told> = Vec::new();
    let mut fault = None;
    let last = save.actions.len();
    let mut number = 0;
    let game = replayed(&save, &mut |game, more| {
        number += 1;
        events.extend(more.told(&SeatId::umpire(), events.len() as u32));
        let known = stands.last().map_or(0, |stand| stand.turn);
        if game.turn() != known || (number == last && game.ending().is_some()) {
            match stand(game, &save.ground, &names, words) {
                Ok(stand) => stands.push(stand),
                Err(error) => fault = Some(error),
            }
        }
    })?;
    if let Some(fault) = fault {
        return Err(fault);
    }
    let story = Story::of(&*game, words, &names)?;
    let told =
        page::Telling { scenario: &scenario, sides: names, stands, events, game: &*game, story, words };
    write_file(&command.output, page::page(&told).as_bytes())
}

fn stand(
    game: &dyn Game,
    ground: &str,
    names: &BTreeMap<String, String>,
    words: Words,
) -> Result<Stand, CliFault> {
    let left =
        krigsspil_staff::losses(game).into_iter().map(|(side, (men, lost))| (side, men - lost)).collect();
    Ok(Stand { turn: game.turn(), map: krigsspil_draw::draw_svg(&scene(game, ground, names, words)?), left })
}
