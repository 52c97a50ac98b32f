//! A rule set to read and to compute by: procedures with their forms, tables, options, rule texts.

use krigsspil_engine::glossary::Term;
use krigsspil_engine::handbook::{self, ReadText};
use krigsspil_engine::table::{Table, printed_range};
use krigsspil_engine::{Group, Language, ProcedureInfo, RuleSet, schema};
use serde::Serialize;
use serde_json::Value;

use crate::roster_form::{RosterForm, roster};

/// A rule set in the list.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct Listed {
    /// Its short name.
    id: &'static str,
    /// Its title.
    title: String,
    /// How many procedures it has.
    procedures: usize,
}

/// A heading under which procedures stand.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct Heading {
    /// Its key.
    key: &'static str,
    /// Its label.
    label: String,
}

/// A procedure with its form.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct ProcedureForm {
    /// Its name.
    name: &'static str,
    /// Its labels in both languages, to be searched by either.
    labels: Vec<String>,
    /// What it does, in a sentence.
    about: String,
    /// The heading it stands under.
    group: &'static str,
    /// The dice it throws; empty when none.
    dice: &'static str,
    /// The rules it carries out.
    cites: Vec<&'static str>,
    /// JSON schema of its facts.
    #[cfg_attr(feature = "openapi", schema(value_type = Object))]
    facts: Value,
    /// JSON schema of its outcome.
    #[cfg_attr(feature = "openapi", schema(value_type = Object))]
    outcome: Value,
    /// A sentence for the result, with `{field}` blanks; empty when there is none.
    sentence: String,
}

/// A named column or row.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct Named {
    /// Its key.
    key: String,
    /// Its label.
    label: String,
}

/// A row of a table.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct TableRow {
    /// Its key.
    key: String,
    /// Its label.
    label: String,
    /// Its cells as printed.
    cells: Vec<String>,
}

/// A part of a table.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct TablePart {
    /// Its key.
    key: String,
    /// Its label.
    label: String,
    /// Its columns.
    columns: Vec<Named>,
    /// Its rows.
    rows: Vec<TableRow>,
}

/// A printed table.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct PrintedTable {
    /// Its id.
    id: String,
    /// Its printed name.
    printed: String,
    /// Its title.
    title: String,
    /// Does it list a country's units or persons, to be looked up rather than kept at hand?
    country_list: bool,
    /// Its parts.
    parts: Vec<TablePart>,
}

/// An optional rule.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct OptionalRule {
    /// Its name.
    key: &'static str,
    /// What it does.
    label: String,
    /// The rule that offers it.
    rule: &'static str,
    /// What its authors think of it.
    recommendation: String,
    /// On when nobody says anything.
    default: bool,
}

/// A printed rule in our own words.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct RuleText {
    /// Its id.
    rule: String,
    /// Its number, as it stands before it in its chapter.
    number: String,
    /// How it is cited elsewhere: by its number, or by its chapter and its place there.
    cited: String,
    /// What it says.
    text: String,
    /// How a doubtful place in it is settled.
    #[serde(skip_serializing_if = "Option::is_none")]
    ruling: Option<String>,
    /// Words of the glossary in the text: where each begins and ends, in UTF-16 units, and its place in the glossary.
    words: Vec<[usize; 3]>,
    /// The same in the ruling.
    ruling_words: Vec<[usize; 3]>,
    /// The ids of the tables that stand beside it.
    tables: Vec<String>,
}

/// A chapter of the rule book.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct BookChapter {
    /// Its name, by which it is linked to.
    id: String,
    /// Its heading.
    title: String,
    /// Its rules, in the reader's order.
    rules: Vec<String>,
}

/// A word of the rules.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct GlossaryWord {
    /// The word.
    word: String,
    /// The word in the other language.
    other: String,
    /// What it is.
    meaning: String,
}

/// A whole rule set, to compute by and to read.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct BookOfRules {
    /// Its short name.
    id: &'static str,
    /// Its title.
    title: String,
    /// The headings, in order.
    groups: Vec<Heading>,
    /// The procedures.
    procedures: Vec<ProcedureForm>,
    /// The tables.
    tables: Vec<PrintedTable>,
    /// The optional rules.
    options: Vec<OptionalRule>,
    /// The rules in our own words, by their numbers.
    texts: Vec<RuleText>,
    /// The rules as a book: its chapters in the reader's order.
    chapters: Vec<BookChapter>,
    /// The words of the rules, and what they mean.
    glossary: Vec<GlossaryWord>,
    /// How units stand on a roster.
    roster: RosterForm,
}

/// A unit that a country table or an army list offers.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct OfferedUnit {
    /// Whose it is.
    nation: String,
    /// When, as printed; empty when always.
    period: String,
    /// The kind of unit.
    kind: String,
    /// Figures it may have, least and most; 0 where the table states none.
    figures: [i32; 2],
    /// Properties that the table gives.
    #[cfg_attr(feature = "openapi", schema(value_type = Object))]
    properties: Value,
}

impl Listed {
    /// How a rule set is listed.
    pub fn new(rules: &dyn RuleSet, language: Language) -> Self {
        Listed {
            id: rules.id(),
            title: rules.messages().label(language, "rules", "title").to_string(),
            procedures: rules.procedures().len(),
        }
    }
}

/// A whole rule set: every procedure with its form, every table, option and rule text.
pub fn book(rules: &dyn RuleSet, language: Language) -> BookOfRules {
    let messages = rules.messages();
    let groups = Group::ALL.iter().map(|group| Heading {
        key: group.as_str(),
        label: messages.label(language, "group", group.as_str()).to_string(),
    });
    let options = rules.options().iter().map(|option| OptionalRule {
        key: option.key,
        label: messages.label(language, "option", option.key).to_string(),
        rule: option.rule,
        recommendation: messages
            .label(language, "recommendation", option.recommendation.as_str())
            .to_string(),
        default: option.default,
    });
    BookOfRules {
        id: rules.id(),
        title: messages.label(language, "rules", "title").to_string(),
        groups: groups.collect(),
        procedures: rules.procedures().into_iter().map(|info| form(rules, info, language)).collect(),
        tables: rules.tables().iter().map(|table| printed(rules, table, language)).collect(),
        options: options.collect(),
        texts: texts(rules, language),
        chapters: chapters(rules, language),
        glossary: glossary(rules, language),
        roster: roster(rules, language),
    }
}

/// The units that the country tables and army lists of a rule set offer.
pub fn catalogue(rules: &dyn RuleSet, language: Language) -> Vec<OfferedUnit> {
    let offered = rules.catalogue(language).into_iter().map(|unit| OfferedUnit {
        nation: unit.nation,
        period: unit.period,
        kind: unit.kind,
        figures: [unit.figures.0, unit.figures.1],
        properties: serde_json::to_value(unit.properties).unwrap_or(Value::Null),
    });
    offered.collect()
}

fn form(rules: &dyn RuleSet, info: &ProcedureInfo, language: Language) -> ProcedureForm {
    let messages = rules.messages();
    let about = &info.about;
    let other = language.other();
    let label = |language| messages.label(language, "procedure", about.name).to_string();
    ProcedureForm {
        name: about.name,
        labels: vec![label(language), label(other)],
        about: messages.label(language, "about", about.name).to_string(),
        group: about.group.as_str(),
        dice: about.dice,
        cites: about.cites.to_vec(),
        facts: schema::facts_schema(info, messages, language),
        outcome: schema::outcome_schema(info, messages, language),
        sentence: messages.find(language, "sentence", about.name).unwrap_or_default().to_string(),
    }
}

fn printed(rules: &dyn RuleSet, table: &Table, language: Language) -> PrintedTable {
    let messages = rules.messages();
    let label = |section: &str, key: &str| {
        printed_range(messages.label_in(language, section, &table.id, key), messages, language)
    };
    let parts = table.parts.iter().map(|part| TablePart {
        key: part.key.clone(),
        label: label("part", &part.key),
        columns: part
            .columns
            .iter()
            .map(|key| Named { key: key.clone(), label: label("column", key) })
            .collect(),
        rows: part
            .rows
            .iter()
            .map(|row| TableRow {
                key: row.key.clone(),
                label: label("row", &row.key),
                cells: row.cells.iter().map(|cell| cell.readable(messages, language, &table.id)).collect(),
            })
            .collect(),
    });
    PrintedTable {
        id: table.id.clone(),
        printed: table.printed.clone(),
        title: messages.label(language, "table", &table.id).to_string(),
        country_list: rules.roster().is_country_list(&table.id),
        parts: parts.collect(),
    }
}

fn texts(rules: &dyn RuleSet, language: Language) -> Vec<RuleText> {
    let chapters = handbook::chapters(rules, language).into_iter();
    let mut texts: Vec<_> = chapters
        .flat_map(|chapter| chapter.rules)
        .map(|read| RuleText {
            cited: rules.messages().as_cited(language, read.rule),
            rule: read.rule.to_string(),
            number: read.number,
            text: read.text.text.to_string(),
            ruling: read.ruling.as_ref().map(|ruling| ruling.text.to_string()),
            words: words_in(&read.text),
            ruling_words: read.ruling.as_ref().map(words_in).unwrap_or_default(),
            tables: read.tables.iter().map(|table| table.id.clone()).collect(),
        })
        .collect();
    texts.sort_by_cached_key(|text| natural(&text.rule));
    texts
}

/// Where the words of the glossary stand, counted as a browser counts.
fn words_in(read: &ReadText<'_>) -> Vec<[usize; 3]> {
    let units = |bytes: usize| read.text[..bytes].encode_utf16().count();
    let mentions = read.mentions.iter();
    mentions.map(|mention| [units(mention.at.start), units(mention.at.end), mention.term]).collect()
}

fn chapters(rules: &dyn RuleSet, language: Language) -> Vec<BookChapter> {
    let chapters = rules.handbook().chapters().iter();
    let chapter = |chapter: &handbook::Chapter| BookChapter {
        id: chapter.id.clone(),
        title: chapter.title(language).to_string(),
        rules: chapter.rules.clone(),
    };
    chapters.map(chapter).collect()
}

fn glossary(rules: &dyn RuleSet, language: Language) -> Vec<GlossaryWord> {
    let terms = rules.handbook().glossary().terms().iter();
    let word = |term: &Term| GlossaryWord {
        word: term.word(language).to_string(),
        other: term.word(language.other()).to_string(),
        meaning: term.means(language).to_string(),
    };
    terms.map(word).collect()
}

/// A key that sorts `2.9` before `2.10`, and `skema IX` by its letters.
fn natural(rule: &str) -> Vec<(u64, String)> {
    rule.split(['.', ' ', '-', '_'])
        .map(|part| (part.parse().unwrap_or(u64::MAX), part.to_string()))
        .collect()
}
