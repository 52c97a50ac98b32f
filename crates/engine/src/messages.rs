//! Words for people, in English and Danish, from message files.
//!
//! A message file is TOML with one section a kind of thing (`procedure`, `fact`, `choice`, `outcome`, `modifier` …)
//! and one line a word. A name that means something else in one place has a second line with the place in front:
//! `"artillery_fire.distance_cm"` beside `distance_cm`.

use std::collections::HashMap;
use std::fmt;
use std::str::FromStr;
use std::sync::LazyLock;

/// A language people read.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Default)]
pub enum Language {
    /// English.
    #[default]
    English,
    /// Danish.
    Danish,
}

impl Language {
    /// Both languages.
    pub const ALL: [Language; 2] = [Language::English, Language::Danish];

    /// The two-letter code.
    pub const fn code(self) -> &'static str {
        match self {
            Language::English => "en",
            Language::Danish => "da",
        }
    }

    /// The other one.
    pub const fn other(self) -> Language {
        match self {
            Language::English => Language::Danish,
            Language::Danish => Language::English,
        }
    }

    /// The language of a locale such as `da_DK.UTF-8`; English when it is neither.
    pub fn of_locale(locale: &str) -> Language {
        if locale.to_ascii_lowercase().starts_with("da") { Language::Danish } else { Language::English }
    }
}

impl fmt::Display for Language {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.code())
    }
}

/// A language that is neither of ours.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("there is no language `{0}`: choose `en` (English) or `da` (Danish)")]
pub struct UnknownLanguage(String);

impl FromStr for Language {
    type Err = UnknownLanguage;

    fn from_str(code: &str) -> Result<Self, Self::Err> {
        match code.to_ascii_lowercase().as_str() {
            "en" | "english" | "engelsk" => Ok(Language::English),
            "da" | "dk" | "danish" | "dansk" => Ok(Language::Danish),
            _ => Err(UnknownLanguage(code.to_string())),
        }
    }
}

/// A message file that cannot be read.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("the {language} message file is broken: {reason}")]
pub struct MessageFault {
    language: Language,
    reason: String,
}

/// The words of one rule set, with the engine's own behind them.
#[derive(Clone, Debug, Default)]
pub struct Messages {
    /// section → key → word, for each language.
    words: [HashMap<String, HashMap<String, String>>; 2],
    /// How rules without a printed number are cited, for each language.
    citations: [HashMap<String, String>; 2],
}

static ENGINE: LazyLock<Messages> = LazyLock::new(|| {
    // The engine's own files are part of the program; a test reads them, so they cannot be broken here.
    Messages::read(include_str!("../messages/en.toml"), include_str!("../messages/da.toml"))
        .unwrap_or_default()
});

impl Messages {
    /// The engine's own words: faults, groups, yes and no.
    pub fn engine() -> &'static Messages {
        &ENGINE
    }

    /// Reads an English and a Danish message file.
    pub fn read(english: &str, danish: &str) -> Result<Messages, MessageFault> {
        let read = |language, text: &str| {
            toml::from_str(text).map_err(|fault| MessageFault { language, reason: fault.to_string() })
        };
        let words = [read(Language::English, english)?, read(Language::Danish, danish)?];
        Ok(Messages { words, ..Messages::default() })
    }

    /// Reads a rule set's several pairs of message files, one after the other, as if they were one.
    pub fn read_all(files: &[(&str, &str)]) -> Result<Messages, MessageFault> {
        let mut all = Messages::default();
        for (english, danish) in files {
            let next = Messages::read(english, danish)?;
            for (words, more) in all.words.iter_mut().zip(next.words) {
                for (section, lines) in more {
                    words.entry(section).or_default().extend(lines);
                }
            }
        }
        Ok(all)
    }

    /// The word for `key` in `section`, if these files or the engine's have one.
    pub fn find(&self, language: Language, section: &str, key: &str) -> Option<&str> {
        self.words[language as usize]
            .get(section)
            .and_then(|lines| lines.get(key))
            .or_else(|| Messages::engine().words[language as usize].get(section)?.get(key))
            .map(String::as_str)
    }

    /// The word for `key` in `section`; the key itself if there is none.
    pub fn label<'a>(&'a self, language: Language, section: &str, key: &'a str) -> &'a str {
        self.find(language, section, key).unwrap_or(key)
    }

    /// The word for `key` with its meaning in `place`, otherwise its general word, otherwise the key.
    pub fn label_in<'a>(&'a self, language: Language, section: &str, place: &str, key: &'a str) -> &'a str {
        self.find(language, section, &format!("{place}.{key}"))
            .unwrap_or_else(|| self.label(language, section, key))
    }

    /// The word for `key` in whichever place has one; of several the first by the place's name.
    pub fn find_anywhere(&self, language: Language, section: &str, key: &str) -> Option<&str> {
        let lines = self.words[language as usize].get(section)?;
        let places =
            lines.iter().filter(|(name, _)| name.rsplit_once('.').is_some_and(|(_, last)| last == key));
        places.min_by_key(|(name, _)| name.as_str()).map(|(_, word)| word.as_str())
    }

    /// The rules a citation names, by their texts: `skema XXIII skema XXIV` names two. A rule without a text stays as cited.
    pub fn cited<'a>(&self, citation: &'a str) -> Vec<&'a str> {
        let is_rule = |text: &str| self.find(Language::English, "rule", text).is_some();
        let mut rules = Vec::new();
        let mut rest = citation;
        while !rest.is_empty() {
            let ends = rest.match_indices(' ').map(|(end, _)| end).chain([rest.len()]);
            let Some(end) = ends.filter(|end| is_rule(&rest[..*end])).max() else { return vec![citation] };
            rules.push(&rest[..end]);
            rest = rest[end..].trim_start();
        }
        rules
    }

    /// A rule as a reader cites it: its printed number after a section sign; if it has none, its chapter and its place there. Nothing
    /// for no rule.
    pub fn as_cited(&self, language: Language, rule: &str) -> String {
        match self.citations[language as usize].get(rule) {
            Some(cited) => cited.clone(),
            None if rule.is_empty() => String::new(),
            None => format!("§{rule}"),
        }
    }

    /// Takes over how rules without a printed number are cited.
    pub(crate) fn cite(&mut self, language: Language, citations: HashMap<String, String>) {
        self.citations[language as usize] = citations;
    }

    /// Every section and key of one language's file, sorted.
    pub fn keys(&self, language: Language) -> Vec<(&str, &str)> {
        let mut keys: Vec<_> = self.words[language as usize]
            .iter()
            .flat_map(|(section, lines)| lines.keys().map(move |key| (section.as_str(), key.as_str())))
            .collect();
        keys.sort_unstable();
        keys
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The engine's two message files hold the same keys.
    #[test]
    fn both_languages_say_the_same_things() {
        let messages = Messages::engine();
        assert!(!messages.keys(Language::English).is_empty());
        assert_eq!(messages.keys(Language::English), messages.keys(Language::Danish));
    }

    /// A citation of several rules is divided by the existing texts; the longest match goes first.
    #[test]
    fn citations_are_told_apart() {
        let english = "[rule]\n\"skema X\" = \"a\"\n\"skema X.b\" = \"b\"\n\"1.2\" = \"c\"";
        let messages = Messages::read(english, "").unwrap();
        assert_eq!(messages.cited("skema X 1.2"), ["skema X", "1.2"]);
        assert_eq!(messages.cited("skema X.b skema X"), ["skema X.b", "skema X"]);
        assert_eq!(messages.cited("skema X 1.3"), ["skema X 1.3"]);
    }

    /// A word with its place in front goes before the general one.
    #[test]
    fn the_place_goes_first() {
        let english = "[fact]\nrange = \"Range\"\n\"mortar.range\" = \"Range of the mortar\"";
        let messages = Messages::read(english, "").unwrap();
        assert_eq!(messages.label_in(Language::English, "fact", "mortar", "range"), "Range of the mortar");
        assert_eq!(messages.label_in(Language::English, "fact", "gun", "range"), "Range");
        assert_eq!(messages.label(Language::Danish, "fact", "range"), "range");
    }
}
