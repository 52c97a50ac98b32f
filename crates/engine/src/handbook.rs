//! A rule set as a book: its chapters in the reader's order, each rule with its text, its ruling and its tables, and the glossary.
//!
//! `messages/book.toml` of a rule set has a `[[chapter]]` for each chapter, with its heading in both languages and its rules in order.
//! A table is shown beside the rule with its printed name; if there is no such rule, `[tables]` names the rule it belongs to.

use std::collections::{BTreeMap, BTreeSet};

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

    /// The rule a table stands beside.
    fn rule_of<'a>(&'a self, table: &Table) -> Option<&'a str> {
        let printed = table.printed.to_lowercase();
        let rules = || self.chapters.iter().flat_map(|chapter| &chapter.rules);
        let named = self.tables.get(&table.id);
        named.or_else(|| rules().find(|rule| rule.to_lowercase() == printed)).map(String::as_str)
    }
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
    /// Its number.
    pub rule: &'a str,
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
    let rule = |rule: &'a String| ReadRule {
        rule,
        text: read(messages.label(language, "rule", rule)),
        ruling: messages.find(language, "ruling", rule).map(read),
        tables: beside.get(rule.as_str()).cloned().unwrap_or_default(),
    };
    let chapter = |chapter: &'a Chapter| ReadChapter {
        id: &chapter.id,
        title: chapter.title(language),
        rules: chapter.rules.iter().map(rule).collect(),
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
