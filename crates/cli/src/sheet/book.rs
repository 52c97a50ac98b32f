//! `krigsspil sheet --book`: the rules as a book, with contents, chapters, tables, and a glossary with an index.

use std::collections::{BTreeMap, BTreeSet};

use krigsspil_engine::RuleSet;
use krigsspil_engine::handbook::{ReadChapter, ReadRule, chapters};

use super::charts_of;
use super::layout::{Layout, Note};
use super::paper::{Face, Lie, Paper};
use crate::fault::CliFault;
use crate::words::Words;

const TITLE: f32 = 24.0;
const CHAPTER: f32 = 16.0;
const TABLE: f32 = 10.5;
/// Running text.
const RULE: Note = Note { size: 10.5, margin: 78.0, face: Face::Upright };
/// Rulings, below the rule they belong to.
const RULING: Note = Note { size: 9.5, margin: 78.0, face: Face::Italic };
/// A word of the index.
const WORD: Note = Note { size: 10.0, margin: 120.0, face: Face::Upright };
/// The most rules that the index names for a word; a word of every chapter would fill a page with them.
const MOST_RULES: usize = 8;

/// Where things are, by the pages of the body, from 0.
#[derive(Default)]
struct Places<'a> {
    chapters: Vec<(&'a str, usize)>,
    /// Term → pages and rules.
    words: BTreeMap<usize, (BTreeSet<usize>, Vec<&'a str>)>,
}

/// Sets the whole book.
pub fn book(rules: &dyn RuleSet, words: Words) -> Result<Paper, CliFault> {
    let chapters = chapters(rules, words.language);
    let mut places = Places::default();
    let mut body = Layout::new(Paper::new()?, Lie::Portrait);
    for chapter in &chapters {
        set_chapter(&mut body, rules, chapter, words, &mut places);
    }
    body.turn(Lie::Portrait);
    let index = body.page();
    set_index(&mut body, rules, &places, words);
    // Chapters are counted from the first page after the contents, whose own pages have small Roman numbers.
    let mut paper = contents(rules, &places, index, words)?;
    let front = paper.pages();
    paper.append(body.done());
    let title = rules.messages().label(words.language, "rules", "title");
    paper.number_pages(|page| match page <= front {
        true => roman(page),
        false => format!("{title} · {}", page - front),
    });
    Ok(paper)
}

/// The title, and on which page each chapter begins.
fn contents(rules: &dyn RuleSet, places: &Places<'_>, index: usize, words: Words) -> Result<Paper, CliFault> {
    let mut layout = Layout::new(Paper::new()?, Lie::Portrait);
    layout.heading(rules.messages().label(words.language, "rules", "title"), TITLE);
    layout.heading(words.word("rule_book"), CHAPTER);
    layout.space(6.0);
    layout.paragraph(&Note { margin: 0.0, ..RULE }, "", words.word("rule_book_about"));
    layout.space(10.0);
    layout.bookmark(words.word("contents"));
    layout.heading(words.word("contents"), CHAPTER);
    for (number, (title, page)) in places.chapters.iter().enumerate() {
        layout.leader(&format!("{}. {title}", number + 1), &(page + 1).to_string(), RULE.size);
    }
    layout.leader(words.word("words_and_index"), &(index + 1).to_string(), RULE.size);
    Ok(layout.done())
}

fn set_chapter<'a>(
    layout: &mut Layout,
    rules: &dyn RuleSet,
    chapter: &'a ReadChapter<'_>,
    words: Words,
    places: &mut Places<'a>,
) {
    layout.space(if layout.begun() { 14.0 } else { 0.0 });
    layout.need(CHAPTER * 5.0);
    places.chapters.push((chapter.title, layout.page()));
    let heading = format!("{}. {}", places.chapters.len(), chapter.title);
    layout.bookmark(&heading);
    layout.heading(&heading, CHAPTER);
    for rule in &chapter.rules {
        set_rule(layout, rules, rule, words, places);
    }
}

fn set_rule<'a>(
    layout: &mut Layout,
    rules: &dyn RuleSet,
    rule: &'a ReadRule<'_>,
    words: Words,
    places: &mut Places<'a>,
) {
    layout.need(RULE.size * 3.0);
    let ruling = rule.ruling.iter().flat_map(|ruling| &ruling.mentions);
    for mention in rule.text.mentions.iter().chain(ruling) {
        let (pages, named) = places.words.entry(mention.term).or_default();
        pages.insert(layout.page());
        if named.last() != Some(&rule.rule) {
            named.push(rule.rule);
        }
    }
    layout.paragraph(&RULE, &rule.number, rule.text.text);
    if let Some(ruling) = &rule.ruling {
        layout.paragraph(&RULING, "", &format!("{}: {}", words.word("ruling"), ruling.text));
    }
    for table in &rule.tables {
        layout.space(4.0);
        for (title, chart) in charts_of(rules, table, words) {
            layout.chart(&title, TABLE, &chart);
        }
    }
}

/// The words, the meaning of each, and the pages where it occurs.
fn set_index(layout: &mut Layout, rules: &dyn RuleSet, places: &Places<'_>, words: Words) {
    layout.bookmark(words.word("words_and_index"));
    layout.heading(words.word("words_and_index"), CHAPTER);
    let mut terms: Vec<_> = rules.handbook().glossary().terms().iter().enumerate().collect();
    terms.sort_by_cached_key(|(_, term)| in_order(term.word(words.language)));
    for (place, term) in terms {
        let other = term.word(words.language.other());
        let mut text = format!("({other}) {}", term.means(words.language));
        if let Some((pages, named)) = places.words.get(&place) {
            let cited = |rule: &&str| rules.messages().as_cited(words.language, rule);
            let mut named: Vec<_> = named.iter().map(cited).collect();
            // A rule and the comment on it have the same printed number.
            named.dedup();
            let more =
                if named.len() > MOST_RULES { format!(" {}", words.word("and_more")) } else { String::new() };
            named.truncate(MOST_RULES);
            text += &format!(" {} {}; {}{more}", words.word("page"), ranges(pages), named.join(", "));
        }
        layout.need(WORD.size * 2.5);
        layout.paragraph(&WORD, term.word(words.language), &text);
    }
}

/// Pages that follow each other are written as a range: `3–5, 9`.
fn ranges(pages: &BTreeSet<usize>) -> String {
    let pages: Vec<_> = pages.iter().map(|page| page + 1).collect();
    let runs = pages.chunk_by(|one, next| one + 1 == *next);
    let run = |run: &[usize]| match run {
        [first, .., last] => format!("{first}–{last}"),
        _ => run.iter().map(ToString::to_string).collect(),
    };
    runs.map(run).collect::<Vec<_>>().join(", ")
}

/// A key that sorts as a dictionary does: small and large letters alike, and æ, ø and å last.
fn in_order(word: &str) -> String {
    let letter = |letter: char| match letter {
        'æ' => '\u{f000}',
        'ø' => '\u{f001}',
        'å' => '\u{f002}',
        other => other,
    };
    word.to_lowercase().chars().map(letter).collect()
}

/// A number in small Roman letters, as on the pages before the first chapter.
fn roman(mut number: usize) -> String {
    let mut text = String::new();
    for (worth, letters) in [(10, "x"), (9, "ix"), (5, "v"), (4, "iv"), (1, "i")] {
        text.push_str(&letters.repeat(number / worth));
        number %= worth;
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;
    use krigsspil_engine::Language;

    /// Runs of pages are ranges, and æ, ø and å come last.
    #[test]
    fn an_index_reads_as_an_index() {
        assert_eq!(ranges(&[0, 1, 2, 8, 10].into()), "1–3, 9, 11");
        let mut words = ["åben", "Enhed", "ærme", "ørn", "zone"];
        words.sort_by_key(|word| in_order(word));
        assert_eq!(words, ["Enhed", "zone", "ærme", "ørn", "åben"]);
        assert_eq!([1, 4, 9, 12].map(roman), ["i", "iv", "ix", "xii"]);
    }

    /// Every chapter and every rule of every rule set is in its book, in both languages, and the index names existing pages.
    #[test]
    fn every_rule_set_is_a_book() {
        for listing in krigsspil_rules::RULE_SETS {
            let rules = listing.open(None).unwrap();
            for language in Language::ALL {
                let paper = book(&*rules, Words { language }).unwrap();
                let text = paper.text();
                for chapter in chapters(&*rules, language) {
                    let title = chapter.title.split(' ').next().unwrap_or_default();
                    assert!(text.contains(title), "{} {language} {title}", listing.id);
                    for rule in chapter.rules {
                        let set = text.lines().any(|line| line == rule.number);
                        assert!(set, "{} §{} is set as {}", listing.id, rule.rule, rule.number);
                    }
                }
                // The contents, every chapter and the index can be opened from the reader's list.
                let listed = chapters(&*rules, language).len() + 2;
                assert_eq!(paper.bookmarks().len(), listed, "{}", listing.id);
                assert!(paper.pages() > 10, "{} has {} pages", listing.id, paper.pages());
                assert!(text.contains(Words { language }.word("words_and_index")));
            }
        }
    }
}
