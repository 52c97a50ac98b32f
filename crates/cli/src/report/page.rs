//! The page: head, strengths, and each turn with its map and its events.

use std::collections::BTreeMap;
use std::fmt::Write;

use krigsspil_engine::battle::{Game, SeatId, Told};
use krigsspil_engine::number;
use krigsspil_engine::scenario::Scenario;

use super::{Stand, plot};
use crate::story::Story;
use crate::words::Words;

/// Everything on the page.
pub(super) struct Telling<'a> {
    pub scenario: &'a Scenario,
    pub sides: BTreeMap<String, String>,
    pub stands: Vec<Stand>,
    pub events: Vec<Told>,
    pub game: &'a dyn Game,
    pub story: Story,
    pub words: Words,
}

/// Text with HTML's special characters escaped.
pub(super) fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;")
}

const STYLE: &str = "body{background:#f4ecd8;color:#221c12;font:17px/1.5 'EB Garamond',Garamond,Georgia,serif;max-width:62rem;margin:2rem auto;padding:0 1rem}\
h1,h2{font-weight:normal}h2{border-bottom:1px solid #b9a77c;margin-top:3rem}svg{max-width:100%;height:auto;display:block}\
.plot text{font-size:12px}ol{padding-left:0;list-style:none}li,summary{margin:.15rem 0}.at{color:#7a6a48;font-variant-numeric:tabular-nums;margin-right:.6rem}\
.rule{color:#7a6a48;font-size:.85em}details{margin:.15rem 0}summary{cursor:pointer}details table{margin:.3rem 0 .6rem 2.6rem;border-collapse:collapse;font-size:.9em}\
td,th{padding:.05rem .8rem .05rem 0;text-align:left;font-weight:normal}td.n{text-align:right}.losses td{padding-right:1.6rem}";

/// The whole page.
pub(super) fn page(told: &Telling<'_>) -> String {
    let words = told.words;
    let name = escaped(words.said(&told.scenario.name));
    let mut page = format!(
        "<!doctype html>\n<html lang=\"{}\">\n<head><meta charset=\"utf-8\"><title>{name}</title><meta name=\"viewport\" content=\"width=device-width\"><style>{STYLE}</style></head>\n<body>\n<h1>{name}</h1>\n",
        words.language
    );
    let rules = told.game.rules();
    let _ = writeln!(
        page,
        "<p>{}, {} · {} {rules} · {} {}</p>",
        escaped(&told.scenario.date),
        escaped(&told.scenario.starts),
        escaped(words.word("rules")),
        escaped(words.word("seed")),
        told.game.seed()
    );
    if let Some(ending) = told.game.ending() {
        let _ =
            writeln!(page, "<p><strong>{}</strong></p>", escaped(&told.story.ending(&ending, &told.sides)));
    }
    page.push_str(&losses(told));
    let _ = writeln!(page, "<h2>{}</h2>", escaped(words.word("strengths")));
    page.push_str(&plot::strengths(
        &told.stands,
        &told.sides,
        told.story.label("word", "turn"),
        words.word("men"),
    ));
    for (number, stand) in told.stands.iter().enumerate() {
        let last = number + 1 == told.stands.len() && told.game.ending().is_some();
        page.push_str(&turn(told, stand, last));
    }
    page.push_str(&units(told));
    if !told.scenario.notes.is_empty() {
        let _ = writeln!(
            page,
            "<h2>{}</h2><p>{}</p>",
            escaped(words.word("notes")),
            escaped(words.said(&told.scenario.notes))
        );
    }
    let _ = writeln!(
        page,
        "<p class=\"rule\">{} {}</p>\n</body>\n</html>",
        escaped(words.word("digest")),
        told.game.digest()
    );
    page
}

fn losses(told: &Telling<'_>) -> String {
    let words = told.words;
    let mut table = format!(
        "<table class=\"losses\"><tr><th></th><th>{}</th><th>{}</th></tr>",
        escaped(words.word("men")),
        escaped(words.word("lost"))
    );
    for (side, (men, lost)) in krigsspil_staff::losses(told.game) {
        let name = told.sides.get(&side).cloned().unwrap_or(side);
        let _ = write!(
            table,
            "<tr><td>{}</td><td class=\"n\">{men}</td><td class=\"n\">{lost}</td></tr>",
            escaped(&name)
        );
    }
    table + "</table>\n"
}

/// Every unit at the end: one line each, which unfolds to its card.
fn units(told: &Telling<'_>) -> String {
    let mut section = format!("<h2>{}</h2>\n", escaped(told.words.word("units")));
    for unit in &told.game.view(&SeatId::umpire()).units {
        let card = crate::cards::card(told.game, unit, &told.story, told.words);
        let value =
            |field: &str| card.iter().find(|line| line.field == field).map(|line| escaped(&line.value));
        let line: Vec<_> = ["arm", "strength", "condition"].into_iter().filter_map(value).collect();
        let _ = write!(
            section,
            "<details><summary>{} <span class=\"rule\">{}</span></summary><table>",
            escaped(told.words.said(crate::cards::title(unit))),
            line.join(" · ")
        );
        for line in &card {
            let rule = told.story.cited(line.rule);
            let (label, value, rule) = (escaped(&line.label), escaped(&line.value), escaped(&rule));
            let _ =
                write!(section, "<tr><td>{label}</td><td>{value}</td><td class=\"rule\">{rule}</td></tr>");
        }
        section.push_str("</table></details>\n");
    }
    section
}

fn turn(told: &Telling<'_>, stand: &Stand, last: bool) -> String {
    let words = told.words;
    let title = match last {
        true => words.word("the_end").to_string(),
        false => format!("{} {}", told.story.label("word", "turn"), stand.turn),
    };
    let mut section = format!("<h2>{}</h2>\n{}\n", escaped(&title), stand.map);
    if last {
        return section;
    }
    section.push_str("<ol>\n");
    for event in told.events.iter().filter(|event| event.turn() == stand.turn && event.is_worded()) {
        section.push_str(&entry(told, event));
    }
    section + "</ol>\n"
}

/// An event: one line, which unfolds if there is a calculation behind it.
fn entry(told: &Telling<'_>, event: &Told) -> String {
    let rule = match event.rule() {
        "" => String::new(),
        rule => format!(" <span class=\"rule\">{}</span>", escaped(&told.story.cited(rule))),
    };
    let line = format!(
        "<span class=\"at\">{}</span>{}{rule}",
        number::to_places(event.moment(), 2, told.words.language),
        escaped(&told.story.sentence(event))
    );
    match event.procedure() {
        None => format!("<li>{line}</li>\n"),
        Some(procedure) => {
            let working = working(told, procedure, event);
            format!("<li><details><summary>{line}</summary>{working}</details></li>\n")
        }
    }
}

/// The throws, the modifiers and the outcome behind an event.
fn working(told: &Telling<'_>, procedure: &str, event: &Told) -> String {
    let (story, words) = (&told.story, told.words);
    let mut table = format!(
        "<table><tr><th colspan=\"3\"><em>{}</em></th></tr>",
        escaped(story.label("procedure", procedure))
    );
    for (name, die, shown) in story.rolls(event) {
        let _ = write!(
            table,
            "<tr><td>{}</td><td>{} ({die})</td><td class=\"n\">{shown}</td></tr>",
            escaped(words.word("roll")),
            escaped(&name)
        );
    }
    for (rule, label, effect) in story.modifiers(event) {
        let _ = write!(
            table,
            "<tr><td>{}</td><td>{}</td><td class=\"n\">{}</td></tr>",
            escaped(&story.cited(&rule)),
            escaped(&label),
            escaped(&effect)
        );
    }
    let outcome = event.outcome().unwrap_or_default();
    for (field, value) in outcome.as_object().into_iter().flatten() {
        let _ = write!(
            table,
            "<tr><td>{}</td><td>{}</td><td class=\"n\">{}</td></tr>",
            escaped(words.word("result")),
            escaped(story.label("outcome", field)),
            escaped(&story.value(value))
        );
    }
    table + "</table>"
}
