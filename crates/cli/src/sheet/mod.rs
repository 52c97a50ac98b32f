//! `krigsspil sheet`: the rule book, order sheets, rosters and quick-reference tables on A4, as PDF.

mod book;
mod layout;
mod paper;
mod pdf;
mod roster;

use std::io::Write;

use krigsspil_engine::table::{Cell, Part, Table, printed_range};
use krigsspil_engine::{RuleSet, number};

use crate::arguments::Sheet;
use crate::fault::CliFault;
use crate::tables;
use crate::words::Words;
use layout::{Chart, Layout};
use paper::{Lie, Paper};
use roster::Roster;

/// The least number of lines on an order sheet.
const ORDER_LINES: usize = 16;
/// Room to write an order in, in points.
const ORDER_HEIGHT: f32 = 24.0;
/// The size of the letters in headings.
const TITLE: f32 = 16.0;
const HEADING: f32 = 11.5;

/// Writes the sheets that were asked for; if none is named, all tables except the lists of countries.
pub fn write(command: &Sheet, words: Words, out: &mut dyn Write) -> Result<(), CliFault> {
    let rules = krigsspil_rules::open(&command.rules.rules, command.rules.house.as_deref())?;
    let rules = &*rules;
    let paper = if command.book { book::book(rules, words)? } else { sheets(command, rules, words)? };
    let pages = paper.pages().to_string();
    let title = rules.messages().label(words.language, "rules", "title");
    let pdf = paper.pdf(title, words.language.code())?;
    crate::opened::write(&command.output, &pdf)?;
    let file = command.output.display().to_string();
    writeln!(out, "{}", words.sentence("sheet_written", &[("file", &file), ("pages", &pages)]))?;
    Ok(())
}

fn sheets(command: &Sheet, rules: &dyn RuleSet, words: Words) -> Result<Paper, CliFault> {
    let roster = match (&command.roster, &command.scenario) {
        (Some(file), _) => Some(roster::read(file, rules)?),
        (None, Some(path)) => Some(roster::of_scenario(path, rules)?),
        (None, None) => None,
    };
    let named = command.table.iter().map(|name| tables::find(rules, name)).collect::<Result<Vec<_>, _>>()?;
    let all = named.is_empty() && !command.orders && roster.is_none();
    let at_hand = |table: &&Table| !rules.roster().is_country_list(&table.id);
    let charts: Vec<&Table> = if all { rules.tables().iter().filter(at_hand).collect() } else { named };

    let first = if command.orders || roster.is_some() { Lie::Landscape } else { Lie::Portrait };
    let mut layout = Layout::new(Paper::new()?, first);
    if command.orders {
        orders(&mut layout, rules, roster.as_ref(), command.turns, words);
    }
    if let Some(roster) = &roster {
        units(&mut layout, rules, roster, words);
    }
    if !charts.is_empty() {
        reference(&mut layout, rules, &charts, words);
    }
    Ok(layout.done())
}

/// The order sheet: one line for each unit, one column for each turn.
fn orders(layout: &mut Layout, rules: &dyn RuleSet, roster: Option<&Roster>, turns: usize, words: Words) {
    let word = |key: &str| words.word(key).to_string();
    // What these rules call a turn.
    let counted_in = |key: &str| rules.messages().label(words.language, "word", key).to_string();
    let title = rules.messages().label(words.language, "rules", "title");
    let sides: Vec<Option<&str>> = match roster {
        Some(roster) => {
            let mut sides: Vec<_> = roster.units.iter().map(|unit| Some(unit.side.as_str())).collect();
            sides.sort();
            sides.dedup();
            sides
        }
        None => vec![None],
    };
    for side in sides {
        if layout.begun() {
            layout.turn(Lie::Landscape);
        }
        let battle = roster.map_or(String::new(), |roster| format!(" · {}", roster.name));
        layout.heading(&format!("{title} · {}{battle}", words.word("order_sheet")), TITLE);
        layout.blanks(&[word("general"), word("brigade"), counted_in("first_turn")]);
        let units = roster.into_iter().flat_map(|roster| &roster.units);
        let units = units.filter(|unit| side.is_none_or(|side| unit.side == side));
        let mut rows: Vec<Vec<String>> = units
            .map(|unit| {
                let left = unit.figures_left(rules.roster());
                line([unit.name.clone(), left.to_string()], turns)
            })
            .collect();
        while rows.len() < ORDER_LINES {
            rows.push(line([String::new(), String::new()], turns));
        }
        let mut heads = vec![word("unit"), counted(rules, words)];
        heads.extend((1..=turns).map(|_| counted_in("turn")));
        heads.push(word("losses"));
        let (name, figures, losses) = (120.0, 42.0, 60.0);
        let turn = (layout.width() - name - figures - losses) / turns.max(1) as f32;
        let mut wished = vec![name, figures];
        wished.extend(std::iter::repeat_n(turn, turns));
        wished.push(losses);
        let chart = Chart { heads, rows, wished, row_height: ORDER_HEIGHT, boxed: true };
        let side = side.and_then(|side| Some(roster?.side(side, &words)));
        layout.chart(side.unwrap_or_default(), HEADING, &chart);
    }
}

/// The unit in which strength is counted, as a heading.
fn counted(rules: &dyn RuleSet, words: Words) -> String {
    let many = rules.messages().label(words.language, "counted", "many");
    let mut letters = many.chars();
    letters.next().map_or(String::new(), |first| first.to_uppercase().chain(letters).collect())
}

/// A line of an order sheet: the known fields, and room for the rest.
fn line(known: [String; 2], turns: usize) -> Vec<String> {
    known.into_iter().chain((0..=turns).map(|_| String::new())).collect()
}

/// The roster, side after side, with room for losses.
fn units(layout: &mut Layout, rules: &dyn RuleSet, roster: &Roster, words: Words) {
    if layout.begun() {
        layout.turn(Lie::Landscape);
    }
    layout.heading(&roster.name, TITLE);
    let plan = rules.roster();
    for side in ["blue", "red"] {
        let units: Vec<_> = roster.units.iter().filter(|unit| unit.side == side).collect();
        if units.is_empty() {
            continue;
        }
        // Only properties that at least one unit has.
        let properties: Vec<_> = plan
            .property
            .iter()
            .filter(|property| units.iter().any(|unit| unit.properties.contains_key(&property.key)))
            .collect();
        let led = units.iter().any(|unit| !roster.leader_of(unit).is_empty());
        let mut heads = vec![words.word("unit").to_string()];
        heads.extend(led.then(|| words.word("leader").to_string()));
        heads.extend([counted(rules, words), words.word("men").to_string()]);
        heads.extend(
            properties.iter().map(|property| {
                rules.messages().label(words.language, "property", &property.key).to_string()
            }),
        );
        heads.extend([words.word("men_lost"), words.word("losses"), words.word("notes")].map(str::to_string));
        let rows = units
            .iter()
            .map(|unit| {
                let mut row = vec![unit.name.clone()];
                row.extend(led.then(|| roster.leader_of(unit).to_string()));
                row.push(format!("{}/{}", unit.figures_left(plan), unit.figures));
                row.push(number::plain(unit.men_left(plan), words.language));
                row.extend(properties.iter().map(|property| {
                    roster::readable(rules, &property.choices_of, unit.properties.get(&property.key), words)
                }));
                let lost = if unit.lost_men > 0.0 {
                    number::plain(unit.lost_men, words.language)
                } else {
                    String::new()
                };
                row.extend([lost, String::new(), unit.notes.clone()]);
                row
            })
            .collect();
        // The players write losses by hand: they get a wide column.
        let mut wished = vec![0.0; heads.len()];
        if let Some(losses) = heads.len().checked_sub(2).and_then(|place| wished.get_mut(place)) {
            *losses = 110.0;
        }
        let chart = Chart { heads, rows, wished, row_height: 20.0, boxed: true };
        layout.chart(roster.side(side, &words), HEADING, &chart);
    }
}

/// The tables, laid out as in the print.
fn reference(layout: &mut Layout, rules: &dyn RuleSet, charts: &[&Table], words: Words) {
    if layout.begun() {
        layout.turn(Lie::Portrait);
    }
    layout.heading(rules.messages().label(words.language, "rules", "title"), TITLE);
    layout.in_two_columns();
    for table in charts {
        for (title, chart) in charts_of(rules, table, words) {
            layout.chart(&title, HEADING, &chart);
        }
    }
}

/// A table, laid out as in the print: its parts, each with its heading.
fn charts_of(rules: &dyn RuleSet, table: &Table, words: Words) -> Vec<(String, Chart)> {
    let messages = rules.messages();
    let title = tables::heading(rules, table, words);
    let label = |section: &str, key: &str| {
        printed_range(messages.label_in(words.language, section, &table.id, key), messages, words.language)
    };
    let cell = |each: &Cell| match each {
        Cell::Dash => "–".to_string(),
        other => other.readable(messages, words.language, &table.id),
    };
    let parts = table.parts.iter().enumerate();
    let chart = |(place, part): (usize, &Part)| {
        let heads = std::iter::once(String::new()).chain(part.columns.iter().map(|key| label("column", key)));
        let rows = part
            .rows
            .iter()
            .map(|row| std::iter::once(label("row", &row.key)).chain(row.cells.iter().map(cell)).collect());
        let chart = Chart { heads: heads.collect(), rows: rows.collect(), ..Chart::default() };
        let part_title = label("part", &part.key);
        let title = match (place, table.parts.len()) {
            (0, 1) => title.clone(),
            (0, _) => format!("{title} · {part_title}"),
            // A part may end up in the other column, so it says which table it belongs to.
            _ => format!("{} · {part_title}", tables::short_name(rules, table, words)),
        };
        (title, chart)
    };
    parts.map(chart).collect()
}
