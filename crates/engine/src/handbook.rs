//! A rule set as a book: its chapters in the reader's order, each rule with its text, its ruling and its tables, and the glossary.
//!
//! `messages/book.toml` of a rule set has a `[[chapter]]` for each chapter, with its heading in both languages and its rules in order.
//! A table is shown beside the rule with its printed name; if there is no such rule, `[tables]` names the rule it belongs to.

use std::collections::{BTreeMap, BTreeSet, HashMap};

use serde::Deserialize;

use crate::glossary::{Finder, Glossary, Mention};
use crate::messages::Language;
use crate::rule_set::RuleSet;
use crate::table::Table;

/// A chapter as the file has it.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Chapter {
    /// Its name in the file, by which it is linked to.
    pub id: String,
    en: String,
    da: String,
    /// Its rules in order.
    pub rules: Vec<String>,
}

impl Chapter {
    /// Its heading.
    pub fn title(&self, language: Language) -> &str {
        match language {
            Language::English => &self.en,
            Language::Danish => &self.da,
        }
    }
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Chapters {
    chapter: Vec<Chapter>,
    #[serde(default)]
    tables: BTreeMap<String, String>,
}

/// The reader's order of a rule set, and its words.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Handbook {
    chapters: Vec<Chapter>,
    /// Table → the rule it stands beside, where it is not the one of its printed name.
    tables: BTreeMap<String, String>,
    glossary: Glossary,
}

impl Handbook {
    /// Reads the chapters and the glossary.
    pub fn read(chapters: &str, glossary: &str) -> Result<Handbook, String> {
        let Chapters { chapter, tables } = toml::from_str(chapters).map_err(|fault| fault.to_string())?;
        Ok(Handbook { chapters: chapter, tables, glossary: Glossary::read(glossary)? })
    }

    /// Its chapters.
    pub fn chapters(&self) -> &[Chapter] {
        &self.chapters
    }

    /// Its words.
    pub fn glossary(&self) -> &Glossary {
        &self.glossary
    }

    /// How rules are cited that are not called as they are printed: without a printed number by their chapter, and their number in it.
    pub(crate) fn citations(&self, language: Language) -> HashMap<String, String> {
        let cited = |chapter: &Chapter| {
            let title = chapter.title(language).to_string();
            let whole = chapter.rules.len() == 1;
            let numbered = chapter.numbers().into_iter();
            let own = numbered.filter_map(move |(rule, number)| {
                let cited = match is_printed(rule) {
                    true if number == format!("§{rule}") => return None,
                    true => number,
                    false if whole => title.clone(),
                    false => format!("{title} {number}"),
                };
                Some((rule.to_string(), cited))
            });
            own.collect::<Vec<_>>()
        };
        self.chapters.iter().flat_map(cited).collect()
    }

    /// The rule a table stands beside.
    fn rule_of<'a>(&'a self, table: &Table) -> Option<&'a str> {
        let printed = table.printed.to_lowercase();
        let rules = || self.chapters.iter().flat_map(|chapter| &chapter.rules);
        let named = self.tables.get(&table.id);
        named.or_else(|| rules().find(|rule| rule.to_lowercase() == printed)).map(String::as_str)
    }
}

impl Chapter {
    /// The number of each rule in its chapter: the printed one after a section sign. Our own ids are no numbers: of `land.denmark.2.A`
    /// the printed part is shown, if all such rules of the chapter have one, otherwise the place in the chapter.
    fn numbers(&self) -> Vec<(&str, String)> {
        let own = || self.rules.iter().filter(|rule| !is_printed(rule));
        let printed: BTreeSet<_> = own().filter_map(|rule| printed_part(rule)).collect();
        let all_have_one = printed.len() == own().count();
        let number = |(place, rule): (usize, &'_ String)| match printed_part(rule).filter(|_| all_have_one) {
            _ if is_printed(rule) => format!("§{}", as_printed(rule)),
            Some(part) => part.to_string(),
            None => (place + 1).to_string(),
        };
        self.rules.iter().enumerate().map(|numbered| (numbered.1.as_str(), number(numbered))).collect()
    }
}

/// Is a rule's id printed: a number, or the name of a table or figure? Ids of ours begin with a small letter and have no spaces.
fn is_printed(rule: &str) -> bool {
    !rule.starts_with(|first: char| first.is_ascii_lowercase()) || rule.contains(' ')
}

/// What of an id stands in the print: an ending of ours tells paragraphs and notes of one number apart. `1.6.4.p3` is `1.6.4 (3)`,
/// `skema VI.fire-units` is `skema VI`, and the second 7.11 of the print, `7.11-b`, is `7.11`.
fn as_printed(rule: &str) -> String {
    let ours = |(at, _): &(usize, &str)| rule[at + 1..].starts_with(|first: char| first.is_ascii_lowercase());
    let Some((at, _)) = rule.match_indices('.').find(ours) else {
        return rule.strip_suffix("-b").unwrap_or(rule).to_string();
    };
    let place: String = rule[at..].chars().filter(char::is_ascii_digit).collect();
    if place.is_empty() { rule[..at].to_string() } else { format!("{} ({place})", &rule[..at]) }
}

/// The end of an id of ours that is printed: `2.A` of `land.denmark.2.A`.
fn printed_part(rule: &str) -> Option<&str> {
    let is_number = |part: &str| {
        let digits = part.trim_end_matches(|last: char| last.is_ascii_uppercase());
        digits.chars().all(|digit| digit.is_ascii_digit()) && part.len() - digits.len() <= 1
    };
    let parts = rule.rsplit('.').take_while(|part| !part.is_empty() && is_number(part));
    let length: usize = parts.map(|part| part.len() + 1).sum();
    rule.get((rule.len() + 1).checked_sub(length)?..).filter(|part| !part.is_empty())
}

/// A chapter to read.
#[derive(Debug)]
pub struct ReadChapter<'a> {
    /// Its name, by which it is linked to.
    pub id: &'a str,
    /// Its heading.
    pub title: &'a str,
    /// Its rules.
    pub rules: Vec<ReadRule<'a>>,
}

/// A text, and where the words of the glossary occur in it, each only at its first place.
#[derive(Debug)]
pub struct ReadText<'a> {
    /// The text.
    pub text: &'a str,
    /// The words in it.
    pub mentions: Vec<Mention>,
}

/// A rule to read.
#[derive(Debug)]
pub struct ReadRule<'a> {
    /// Its id.
    pub rule: &'a str,
    /// Its number, as it stands before it in its chapter.
    pub number: String,
    /// What it says.
    pub text: ReadText<'a>,
    /// How a doubtful place in it is settled.
    pub ruling: Option<ReadText<'a>>,
    /// The tables beside it.
    pub tables: Vec<&'a Table>,
}

/// A rule set as a book in a language.
pub fn chapters<'a>(rules: &'a dyn RuleSet, language: Language) -> Vec<ReadChapter<'a>> {
    let (book, messages) = (rules.handbook(), rules.messages());
    let mut beside: BTreeMap<&str, Vec<&Table>> = BTreeMap::new();
    for table in rules.tables() {
        if let Some(rule) = book.rule_of(table) {
            beside.entry(rule).or_default().push(table);
        }
    }
    let finder = book.glossary.finder(language);
    let read = |text: &'a str| ReadText { text, mentions: first_mentions(&finder, text) };
    let rule = |(rule, number): (&'a str, String)| ReadRule {
        rule,
        number,
        text: read(messages.label(language, "rule", rule)),
        ruling: messages.find(language, "ruling", rule).map(read),
        tables: beside.get(rule).cloned().unwrap_or_default(),
    };
    let chapter = |chapter: &'a Chapter| ReadChapter {
        id: &chapter.id,
        title: chapter.title(language),
        rules: chapter.numbers().into_iter().map(rule).collect(),
    };
    book.chapters.iter().map(chapter).collect()
}

fn first_mentions(finder: &Finder<'_>, text: &str) -> Vec<Mention> {
    let mut seen = BTreeSet::new();
    let mentions = finder.mentions(text).into_iter();
    mentions.filter(|mention| seen.insert(mention.term)).collect()
}

/// What a rule set's book lacks or has twice, for its test: every rule and every table must be in it once, under a heading in both
/// languages, and every word must have its meaning.
pub fn book_is_complete(rules: &dyn RuleSet) -> Result<(), String> {
    let book = rules.handbook();
    let mut faults = Vec::new();
    let mut stands: BTreeMap<&str, usize> = BTreeMap::new();
    for rule in book.chapters.iter().flat_map(|chapter| &chapter.rules) {
        *stands.entry(rule).or_default() += 1;
    }
    for (section, rule) in rules.messages().keys(Language::English) {
        match (section, stands.get(rule)) {
            ("rule", None) => faults.push(format!("§{rule} stands in no chapter")),
            ("rule", Some(count)) if *count > 1 => faults.push(format!("§{rule} stands in {count} chapters")),
            ("ruling", None) => faults.push(format!("the ruling of §{rule} has no rule to stand at")),
            _ => {}
        }
    }
    for rule in stands.keys().filter(|rule| rules.messages().find(Language::English, "rule", rule).is_none())
    {
        faults.push(format!("§{rule} has no text"));
    }
    for table in rules.tables() {
        if !book.rule_of(table).is_some_and(|rule| stands.contains_key(rule)) {
            faults.push(format!("the table {} stands at no rule", table.id));
        }
    }
    for table in book.tables.keys().filter(|id| !rules.tables().iter().any(|table| table.id == **id)) {
        faults.push(format!("there is no table {table}"));
    }
    for language in Language::ALL {
        let empty = book.chapters.iter().filter(|chapter| chapter.title(language).is_empty());
        faults.extend(empty.map(|chapter| format!("{language}: chapter {} has no heading", chapter.id)));
        let mute = book.glossary.terms().iter();
        let mute = mute.filter(|term| term.word(language).is_empty() || term.means(language).is_empty());
        faults.extend(mute.map(|term| format!("{language}: the term {} has no word or meaning", term.id)));
    }
    if book.chapters.is_empty() {
        faults.push("the book cannot be read or is empty".to_string());
    }
    if faults.is_empty() { Ok(()) } else { Err(faults.join("\n")) }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// What we add to a printed number, to tell its paragraphs and notes apart, is not shown as part of it.
    #[test]
    fn printed_numbers_are_shown_as_printed() {
        for (rule, shown) in [
            ("1.6.4.p3", "1.6.4 (3)"),
            ("1.4.1.komm", "1.4.1"),
            ("skema VI.fire-units", "skema VI"),
            ("skema XXI.note.2", "skema XXI (2)"),
            ("skema XXIII.5", "skema XXIII.5"),
            ("12.5.C.end", "12.5.C"),
            ("7.11-b", "7.11"),
            ("05.02.4", "05.02.4"),
            ("2.62.C", "2.62.C"),
            ("appendiks 1.p2", "appendiks 1 (2)"),
        ] {
            assert_eq!(as_printed(rule), shown);
        }
    }

    const CHAPTERS: &str = r#"
[[chapter]]
id = "denmark"
en = "Denmark"
da = "Danmark"
rules = ["land.denmark.1", "land.denmark.2.A", "land.denmark.2.B"]

[[chapter]]
id = "fire"
en = "Fire"
da = "Skydning"
rules = ["05.01.1", "house.fire", "fire.12pd", "skema IV"]

[[chapter]]
id = "foreword"
en = "Foreword"
da = "Forord"
rules = ["forord"]
"#;

    /// A rule with a printed number is cited by it, another by its chapter: with the printed part of its id, or its place.
    #[test]
    fn rules_are_cited_as_a_reader_finds_them() {
        let book = Handbook::read(CHAPTERS, "").unwrap();
        let cited = book.citations(Language::Danish);
        assert_eq!(cited["land.denmark.2.A"], "Danmark 2.A");
        assert_eq!(cited["land.denmark.1"], "Danmark 1");
        assert_eq!((&*cited["house.fire"], &*cited["fire.12pd"]), ("Skydning 2", "Skydning 3"));
        assert_eq!(book.citations(Language::English)["forord"], "Foreword");
        assert!(!cited.contains_key("05.01.1") && !cited.contains_key("skema IV"));
        let numbers: Vec<_> = book.chapters[1].numbers().into_iter().map(|(_, number)| number).collect();
        assert_eq!(numbers, ["§05.01.1", "2", "3", "§skema IV"]);
    }
}
