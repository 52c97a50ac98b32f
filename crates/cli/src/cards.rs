//! Unit cards: `krigsspil battle … --view SEAT --cards`.

use std::io::Write;

use krigsspil_engine::battle::{CardLine, Game, SeatId, UnitShown};

use crate::fault::CliFault;
use crate::grid::{Align, Grid};
use crate::story::Story;
use crate::words::Words;

/// The card of a unit, in the words of its rules: sides, units and generals with their names, and not with their ids.
pub fn card(game: &dyn Game, unit: &UnitShown, story: &Story, words: Words) -> Vec<CardLine> {
    let mut card = game.language().card(unit, story.messages(), words.language);
    for line in card.iter_mut().filter(|line| line.field != "id") {
        line.value = match named(&line.value, story, words) {
            same if same == line.value => {
                let each: Vec<_> = line.value.split(", ").map(|each| named(each, story, words)).collect();
                each.join(", ")
            }
            name => name.to_string(),
        };
    }
    card
}

/// The name of what has this id, or the word for a key; a name of the scenario in the reader's language, and anything else as it is.
fn named<'a>(text: &'a str, story: &'a Story, words: Words) -> &'a str {
    let name = story.name(text);
    let is_key = text.contains(['.', '_']);
    let word = is_key.then(|| story.messages().find(words.language, "choice", text)).flatten();
    if name == text { word.unwrap_or_else(|| words.said(text)) } else { name }
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
