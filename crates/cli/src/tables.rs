//! `krigsspil tables`: the tables as printed, from the data.

use std::io::Write;

use krigsspil_engine::RuleSet;
use krigsspil_engine::fact::nearest;
use krigsspil_engine::table::{Cell, Part, Table, printed_range};
use serde_json::{Value, json};

use crate::arguments;
use crate::fault::CliFault;
use crate::grid::{Align, Grid};
use crate::wordings::NO_SUCH_TABLE;
use crate::words::Words;

/// Shows one table, or all.
pub fn show(command: &arguments::Tables, words: Words, out: &mut dyn Write) -> Result<(), CliFault> {
    let rules = krigsspil_rules::open(&command.rules.rules, command.rules.house.as_deref())?;
    let tables: Vec<&Table> = match &command.table {
        Some(name) => vec![find(&*rules, name)?],
        None => rules.tables().iter().collect(),
    };
    if command.json {
        let tables: Vec<_> = tables.iter().map(|table| as_json(&*rules, table, words)).collect();
        serde_json::to_writer_pretty(&mut *out, &tables).map_err(|error| CliFault::Output(error.into()))?;
        return Ok(writeln!(out)?);
    }
    if command.list {
        let mut grid = Grid::new([Align::Left, Align::Left, Align::Left]);
        for table in tables {
            let title = rules.messages().label(words.language, "table", &table.id);
            grid.row([table.id.as_str(), table.printed.as_str(), title]);
        }
        return Ok(out.write_all(grid.text(0).as_bytes())?);
    }
    for (place, table) in tables.iter().enumerate() {
        let gap = if place == 0 { "" } else { "\n" };
        out.write_all(format!("{gap}{}", page(&*rules, table, words)).as_bytes())?;
    }
    Ok(())
}

/// The table of this id or printed name.
pub fn find<'a>(rules: &'a dyn RuleSet, name: &str) -> Result<&'a Table, CliFault> {
    let same = |one: &str| one.to_lowercase().replace(' ', "-") == name.to_lowercase().replace(' ', "-");
    let found = rules.tables().iter().find(|table| same(&table.id) || same(&table.printed));
    found.ok_or_else(|| {
        let ids: Vec<_> = rules.tables().iter().map(|table| table.id.as_str()).collect();
        let near = nearest(name, &ids).unwrap_or("--list");
        CliFault::Usage(NO_SUCH_TABLE.with([("given", name.into()), ("near", near.into())]))
    })
}

/// The printed name and the title of a table; only one of them if they are the same. If the table is known only by its rule number, that
/// number comes last.
pub fn heading(rules: &dyn RuleSet, table: &Table, words: Words) -> String {
    let printed = &table.printed;
    let title = rules.messages().label(words.language, "table", &table.id);
    match title.eq_ignore_ascii_case(printed) {
        true => title.to_string(),
        // A table of house rules is printed nowhere.
        false if printed.starts_with('(') => title.to_string(),
        false if is_number(printed) => format!("{title} (§{printed})"),
        false => format!("{printed}: {title}"),
    }
}

/// The short name of a table: its printed name, otherwise its title.
pub fn short_name<'a>(rules: &'a dyn RuleSet, table: &'a Table, words: Words) -> &'a str {
    match is_number(&table.printed) || table.printed.starts_with('(') {
        true => rules.messages().label(words.language, "table", &table.id),
        false => &table.printed,
    }
}

fn is_number(printed: &str) -> bool {
    printed.contains('.') && !printed.contains(' ')
}

/// A table as text.
pub fn page(rules: &dyn RuleSet, table: &Table, words: Words) -> String {
    let messages = rules.messages();
    let mut text = format!("{}\n", heading(rules, table, words));
    for part in &table.parts {
        if table.parts.len() > 1 {
            let heading = messages.label_in(words.language, "part", &table.id, &part.key);
            text.push_str(&format!("\n  {heading}\n"));
        }
        text.push_str(&grid(rules, table, part, words).text(2));
    }
    text
}

fn grid(rules: &dyn RuleSet, table: &Table, part: &Part, words: Words) -> Grid {
    let messages = rules.messages();
    let column_is_words =
        |place: usize| part.rows.iter().any(|row| matches!(row.cells[place], Cell::Word(_)));
    let mut columns = vec![Align::Left];
    columns.extend(
        (0..part.columns.len()).map(|place| if column_is_words(place) { Align::Left } else { Align::Right }),
    );
    let mut grid = Grid::new(columns);
    let heads = part.columns.iter().map(|key| {
        printed_range(messages.label_in(words.language, "column", &table.id, key), messages, words.language)
    });
    grid.row(std::iter::once(String::new()).chain(heads));
    grid.rule();
    for row in &part.rows {
        let label = printed_range(
            messages.label_in(words.language, "row", &table.id, &row.key),
            messages,
            words.language,
        );
        let cells = row.cells.iter().map(|cell| cell.readable(messages, words.language, &table.id));
        grid.row(std::iter::once(label).chain(cells));
    }
    grid
}

/// A table as JSON, with its labels.
pub fn as_json(rules: &dyn RuleSet, table: &Table, words: Words) -> Value {
    let messages = rules.messages();
    let label =
        |section: &str, key: &str| messages.label_in(words.language, section, &table.id, key).to_string();
    let parts: Vec<_> = table
        .parts
        .iter()
        .map(|part| {
            let columns: Vec<_> =
                part.columns.iter().map(|key| json!({ "key": key, "label": label("column", key) })).collect();
            let rows: Vec<_> = part
                .rows
                .iter()
                .map(|row| {
                    let cells: Vec<_> = row.cells.iter().map(cell).collect();
                    json!({ "key": row.key, "label": label("row", &row.key), "cells": cells })
                })
                .collect();
            json!({ "key": part.key, "label": label("part", &part.key), "columns": columns, "rows": rows })
        })
        .collect();
    let title = messages.label(words.language, "table", &table.id);
    json!({ "id": table.id, "printed": table.printed, "title": title, "parts": parts })
}

fn cell(cell: &Cell) -> Value {
    match cell {
        Cell::Whole(number) => (*number).into(),
        Cell::Number(number) => (*number).into(),
        Cell::Word(word) => word.as_str().into(),
        Cell::YesNo(yes) => (*yes).into(),
        Cell::Dash => Value::Null,
    }
}
