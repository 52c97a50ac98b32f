//! Unit cards: `krigsspil battle … --view SEAT --cards`.

use std::io::Write;

use krigsspil_engine::battle::{CardLine, Game, SeatId, UnitShown};

use crate::fault::CliFault;
use crate::grid::{Align, Grid};
use crate::story::Story;
use crate::words::Words;

/// The card of a unit, in the words of its rules.
pub fn card(game: &dyn Game, unit: &UnitShown, story: &Story, words: Words) -> Vec<CardLine> {
    game.language().card(unit, story.messages(), words.language)
}

/// The heading of a card: the unit's name, or its id if the name is not known.
pub fn title(unit: &UnitShown) -> &str {
    unit.name.as_deref().unwrap_or(&unit.id)
}

/// Writes the card of every unit that a seat may know about.
pub fn write(
    game: &dyn Game,
    seat: &SeatId,
    story: &Story,
    words: Words,
    out: &mut dyn Write,
) -> Result<(), CliFault> {
    let view = game.view(seat);
    for unit in view.units.iter().chain(&view.friends).chain(&view.enemies) {
        let mut grid = Grid::new([Align::Left, Align::Left, Align::Left]);
        for line in card(game, unit, story, words) {
            let rule = story.cited(line.rule);
            grid.row([line.label, line.value, rule]);
        }
        write!(out, "{}\n{}\n", words.said(title(unit)), grid.text(2))?;
    }
    Ok(())
}
