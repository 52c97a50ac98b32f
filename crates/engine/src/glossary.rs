//! The words of a rule set: one for each thing, what it means, and which words must not be used for it.
//!
//! Words are found in a text as people read them: in any case, and with the endings the language puts to them (`enhed`, `enheden`,
//! `Enhedernes`). A term of several words is found when they stand one after the other.

use std::collections::HashMap;
use std::ops::Range;

use serde::Deserialize;

use crate::messages::{Language, Messages};

/// A word of the rules.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Term {
    /// Its name in the file; of no meaning to readers.
    pub id: String,
    en: String,
    da: String,
    en_means: String,
    da_means: String,
    en_wrong: Vec<String>,
    da_wrong: Vec<String>,
    #[serde(default)]
    en_not: Vec<String>,
    #[serde(default)]
    da_not: Vec<String>,
}

impl Term {
    /// The word itself.
    pub fn word(&self, language: Language) -> &str {
        match language {
            Language::English => &self.en,
            Language::Danish => &self.da,
        }
    }

    /// What it is, in a line.
    pub fn means(&self, language: Language) -> &str {
        match language {
            Language::English => &self.en_means,
            Language::Danish => &self.da_means,
        }
    }

    /// Words and phrases that look like it and are something else: `stands` is a verb where `stand` is a base.
    pub fn not(&self, language: Language) -> &[String] {
        match language {
            Language::English => &self.en_not,
            Language::Danish => &self.da_not,
        }
    }

    /// Words that must not be used for it.
    pub fn wrong(&self, language: Language) -> &[String] {
        match language {
            Language::English => &self.en_wrong,
            Language::Danish => &self.da_wrong,
        }
    }
}

/// A place in a text where a term stands.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Mention {
    /// The bytes of the text it takes.
    pub at: Range<usize>,
    /// Which of the terms it is.
    pub term: usize,
}

/// All the words of a rule set.
#[derive(Clone, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Glossary {
    #[serde(default, rename = "term")]
    terms: Vec<Term>,
}

impl Glossary {
    /// Reads a glossary file.
    pub fn read(text: &str) -> Result<Glossary, String> {
        toml::from_str(text).map_err(|fault| fault.to_string())
    }

    /// The terms, in the order of the file.
    pub fn terms(&self) -> &[Term] {
        &self.terms
    }

    /// A finder of the terms of a language: made once, for many texts.
    pub fn finder(&self, language: Language) -> Finder<'_> {
        let mut finder =
            Finder { glossary: self, language, right: Sought::default(), wrong: Sought::default() };
        for (term, one) in self.terms.iter().enumerate() {
            finder.right.add(one.word(language), term);
            one.wrong(language).iter().for_each(|wrong| finder.wrong.add(wrong, term));
        }
        finder
    }
}

/// Words that are looked for, by their first letter: no form of a word has another.
#[derive(Debug, Default)]
struct Sought<'a> {
    by_letter: HashMap<char, Vec<(Words<'a>, usize)>>,
}

impl<'a> Sought<'a> {
    fn add(&mut self, word: &'a str, term: usize) {
        let words = Words::of(word);
        if let Some(letter) = words.letter(0) {
            self.by_letter.entry(letter).or_default().push((words, term));
        }
    }

    /// The term that begins at the word at `place` of a text: where it ends, how many words it takes, and the term.
    fn at<'s>(
        &'s self,
        text: &'s Words<'_>,
        place: usize,
        language: Language,
    ) -> impl Iterator<Item = (usize, usize, usize)> + 's {
        let here = text.letter(place).and_then(|letter| self.by_letter.get(&letter));
        let here = here.into_iter().flatten();
        here.filter_map(move |(words, term)| {
            Some((text.end_of(place, words, language)?, words.spans.len(), *term))
        })
    }
}

/// Finds the words of a glossary in texts of a language.
#[derive(Debug)]
pub struct Finder<'a> {
    glossary: &'a Glossary,
    language: Language,
    right: Sought<'a>,
    wrong: Sought<'a>,
}

impl<'a> Finder<'a> {
    /// Where the terms occur in a text, from its beginning to its end; of two at the same place the longer one.
    pub fn mentions(&self, text: &str) -> Vec<Mention> {
        let words = Words::of(text);
        let mut mentions = Vec::new();
        let mut next = 0;
        while next < words.spans.len() {
            let here = self.right.at(&words, next, self.language);
            // The first of the file wins between two that are equally long.
            match here.max_by_key(|(end, _, term)| (*end, usize::MAX - term)) {
                Some((end, count, term)) => {
                    let at = words.spans[next].start..end;
                    if !self.is_something_else(&words, next, term) {
                        mentions.push(Mention { at, term });
                    }
                    next += count;
                }
                None => next += 1,
            }
        }
        mentions
    }

    /// Does a phrase that only looks like the term stand here?
    fn is_something_else(&self, words: &Words<'_>, place: usize, term: usize) -> bool {
        let phrases = self.glossary.terms[term].not(self.language).iter();
        phrases.map(|phrase| Words::of(phrase)).any(|phrase| {
            let count = phrase.small.len();
            words.small.get(place..place + count).is_some_and(|here| here == phrase.small)
        })
    }

    /// The wrong words in a text, each with the right word. A wrong word inside a right one is not wrong.
    pub fn wrong_words(&self, text: &str) -> Vec<(String, &'a str)> {
        let words = Words::of(text);
        let mut found = Vec::new();
        for (place, word) in words.spans.iter().enumerate() {
            found.extend(
                self.wrong.at(&words, place, self.language).map(|(end, _, term)| (word.start..end, term)),
            );
        }
        if !found.is_empty() {
            let right = self.mentions(text);
            found.retain(|(at, _)| {
                !right.iter().any(|mention| mention.at.start <= at.start && at.end <= mention.at.end)
            });
        }
        let told = found.into_iter();
        told.map(|(at, term)| (text[at].to_string(), self.glossary.terms[term].word(self.language))).collect()
    }
}

/// A text taken apart into its words.
#[derive(Debug)]
struct Words<'a> {
    text: &'a str,
    spans: Vec<Range<usize>>,
    /// The words with small letters.
    small: Vec<String>,
}

impl<'a> Words<'a> {
    fn of(text: &'a str) -> Self {
        let spans = spans(text);
        let small = spans.iter().map(|at| text[at.clone()].to_lowercase()).collect();
        Words { text, spans, small }
    }

    /// The first letter of a word.
    fn letter(&self, place: usize) -> Option<char> {
        self.small.get(place)?.chars().next()
    }

    /// Where the term ends, if its words stand from the word at `place` on, with nothing but room, or a hyphen, between them.
    fn end_of(&self, place: usize, term: &Words<'_>, language: Language) -> Option<usize> {
        let count = term.spans.len();
        let here = self.small.get(place..place + count).filter(|here| !here.is_empty())?;
        if !here.iter().zip(&term.small).all(|(word, stem)| is_form_of(word, stem, language)) {
            return None;
        }
        let spans = &self.spans[place..place + count];
        let between = |pair: &[Range<usize>]| self.text[pair[0].end..pair[1].start].trim();
        let together = spans.windows(2).all(|pair| matches!(between(pair), "" | "-"));
        together.then(|| spans[count - 1].end)
    }
}

/// Where the words of a text stand. A hyphen or an apostrophe between letters belongs to the word.
fn spans(text: &str) -> Vec<Range<usize>> {
    let mut spans: Vec<Range<usize>> = Vec::new();
    let mut letters = text.char_indices().peekable();
    let mut inside = false;
    while let Some((place, letter)) = letters.next() {
        let joins = inside
            && ['-', '\'', '’'].contains(&letter)
            && letters.peek().is_some_and(|(_, next)| next.is_alphanumeric());
        let end = place + letter.len_utf8();
        let was_inside = inside;
        inside = letter.is_alphanumeric() || joins;
        match spans.last_mut() {
            Some(last) if inside && was_inside => last.end = end,
            _ if inside => spans.push(place..end),
            _ => {}
        }
    }
    spans
}

/// What Danish puts to a noun or an adjective.
const DANISH: &[&str] = &[
    "", "s", "n", "en", "ens", "et", "ets", "e", "er", "ers", "ere", "erne", "ernes", "r", "rs", "rne",
    "rnes", "ne", "nes",
];
/// What English puts to a noun.
const ENGLISH: &[&str] = &["", "s", "es", "'s", "’s"];

/// Is a word of a text a form of a word of the glossary? Both with small letters.
fn is_form_of(word: &str, stem: &str, language: Language) -> bool {
    let ending = word.strip_prefix(stem);
    match language {
        Language::English => {
            let plural = stem.strip_suffix('y').is_some_and(|stem| word.strip_prefix(stem) == Some("ies"));
            plural || ending.is_some_and(|ending| ENGLISH.contains(&ending))
        }
        Language::Danish => {
            ending.is_some_and(|ending| is_danish(stem, ending))
                || ending.is_none() && is_shortened(word, stem)
        }
    }
}

/// An ending, perhaps after the last letter doubled: `træk`, `trækket`.
fn is_danish(stem: &str, ending: &str) -> bool {
    let doubled = stem.chars().last().and_then(|last| ending.strip_prefix(last));
    DANISH.contains(&ending) || doubled.is_some_and(|ending| !ending.is_empty() && DANISH.contains(&ending))
}

/// Words in -el, -er and -en lose their vowel before an ending: `egen`, `egne`. Is a word such a form?
fn is_shortened(word: &str, stem: &str) -> bool {
    let Some(last) = stem.chars().last().filter(|last| ['l', 'r', 'n'].contains(last)) else { return false };
    let rest = stem[..stem.len() - 1].strip_suffix('e').filter(|rest| rest.len() > 1);
    let ending = rest.and_then(|rest| word.strip_prefix(rest)?.strip_prefix(last));
    ending.is_some_and(|ending| !ending.is_empty() && DANISH.contains(&ending))
}

/// Every wrong word in the messages of a rule set, with where it stands and what should be there: for its test, which asks that there be
/// none.
pub fn misused(glossary: &Glossary, messages: &Messages) -> Vec<String> {
    let mut found = Vec::new();
    for language in Language::ALL {
        let finder = glossary.finder(language);
        for (section, key) in messages.keys(language) {
            let text = messages.label(language, section, key);
            let wrong = finder.wrong_words(&without_blanks(text)).into_iter();
            found.extend(wrong.map(|(word, right)| {
                format!("{language} [{section}] {key}: “{word}” should be a form of “{right}”: {text}")
            }));
        }
    }
    found
}

/// A sentence in which the names of the blanks are left empty, for nobody reads them: `{turns} træk` does not say “turns”. The words
/// behind the colon of a blank are read: `{hits:figur|figurer}`.
fn without_blanks(text: &str) -> String {
    let mut inside = false;
    let read = |letter: char| {
        match letter {
            '{' => inside = true,
            '}' | ':' => inside = false,
            _ if inside => return ' ',
            _ => {}
        }
        letter
    };
    text.chars().map(read).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The name of a blank is no word of the sentence; what it says of one and of many is.
    #[test]
    fn blanks_have_no_words() {
        assert_eq!(without_blanks("{turns} træk: {?hit}{n:fig|figs}"), "{     } træk: {    }{ :fig|figs}");
    }

    fn glossary() -> Glossary {
        let term = |id: &str, en: &str, da: &str, en_wrong: &str, da_wrong: &str| {
            format!(
                "[[term]]\nid = \"{id}\"\nen = \"{en}\"\nda = \"{da}\"\nen_means = \"-\"\nda_means = \"-\"\n\
                 en_wrong = {en_wrong}\nda_wrong = {da_wrong}\n"
            )
        };
        let text = term("own", "friendly unit", "egen enhed", "[\"friends\"]", "[\"ven\"]")
            + &term("unit", "unit", "enhed", "[]", "[]")
            + &term("line", "skirmish line", "kæde", "[\"chain\", \"line\"]", "[]")
            + &term("turn", "turn", "træk", "[]", "[]")
            + "en_not = [\"turns to\"]\n";
        Glossary::read(&text).unwrap()
    }

    fn found(text: &str, language: Language) -> Vec<String> {
        let glossary = glossary();
        glossary
            .finder(language)
            .mentions(text)
            .into_iter()
            .map(|mention| format!("{}={}", &text[mention.at], glossary.terms()[mention.term].id))
            .collect()
    }

    /// A term is found with its endings and in any case; of two at one place the longer.
    #[test]
    fn terms_are_found_as_they_are_read() {
        let text = "Enhederne går gennem egne enheder i trækket; enhedsnavne og kædernes ende.";
        assert_eq!(
            found(text, Language::Danish),
            ["Enhederne=unit", "egne enheder=own", "trækket=turn", "kædernes=line"]
        );
        assert_eq!(
            found("Units, the unit’s turns", Language::English),
            ["Units=unit", "unit’s=unit", "turns=turn"]
        );
    }

    /// A phrase that only looks like a term is not one.
    #[test]
    fn what_looks_like_a_term_is_not_one() {
        assert_eq!(found("It turns to face; two turns", Language::English), ["turns=turn"]);
    }

    /// Wrong words are found with their endings; inside a right term, or inside another word, they are not wrong.
    #[test]
    fn wrong_words_are_found() {
        let glossary = glossary();
        let wrong = |text, language| -> Vec<String> {
            glossary
                .finder(language)
                .wrong_words(text)
                .into_iter()
                .map(|(word, right)| format!("{word}>{right}"))
                .collect()
        };
        assert_eq!(
            wrong("Vennen venter på vennerne", Language::Danish),
            ["Vennen>egen enhed", "vennerne>egen enhed"]
        );
        assert_eq!(
            wrong("A skirmish line, a chain and two lines", Language::English),
            ["chain>skirmish line", "lines>skirmish line"]
        );
        assert_eq!(wrong("friend-\nships and linesmen", Language::English), Vec::<String>::new());
    }

    /// Values are read, not keys; both languages.
    #[test]
    fn only_values_are_looked_at() {
        let messages = Messages::read("[fact]\nfriends = \"Units\"", "[fact]\nfriends = \"En ven\"").unwrap();
        let found = misused(&glossary(), &messages);
        assert_eq!(found.len(), 1, "{found:?}");
        assert!(found[0].starts_with("da [fact] friends: “ven”"), "{found:?}");
    }
}
