//! Sentences that are made at run time: a key of the message files, and what fills its blanks.

use std::fmt;

use crate::fault::Fault;
use crate::messages::{Language, Messages};

/// The key of a sentence, and its message files (section `fault`). Declared with [`sentences!`](crate::sentences).
#[derive(Clone, Copy, Debug)]
pub struct Wording {
    key: &'static str,
    home: fn() -> &'static Messages,
}

impl Wording {
    /// The wording of a key of some message files.
    pub const fn new(key: &'static str, home: fn() -> &'static Messages) -> Self {
        Wording { key, home }
    }

    /// The sentence with its blanks filled in.
    pub fn with<const N: usize>(self, blanks: [(&'static str, Filling); N]) -> Sentence {
        Sentence { wording: self, blanks: blanks.into() }
    }
}

/// Two are equal when they have the same key.
impl PartialEq for Wording {
    fn eq(&self, other: &Self) -> bool {
        self.key == other.key
    }
}

impl Eq for Wording {}

/// Declares the sentences in the section `fault` of some message files, and the test that both languages have each of them, with the same
/// blanks.
///
/// ```
/// use krigsspil_engine::{Language, Messages, Sentence};
///
/// krigsspil_engine::sentences! {
///     in Messages::engine;
///     /// Beyond the least or the most.
///     OUT_OF_RANGE = "out_of_range";
/// }
/// let sentence: Sentence = OUT_OF_RANGE.with([("given", 7.into()), ("least", 1.into()), ("most", 6.into())]);
/// assert_eq!(sentence.to_string(), "7 is outside 1 to 6");
/// assert_eq!(sentence.message(Messages::engine(), Language::Danish), "7 ligger uden for 1 til 6");
/// ```
/// If the files have no other reader, `in files "….en.toml", "….da.toml";` names them, relative to the file with the declaration.
#[macro_export]
macro_rules! sentences {
    // The same, with the message files themselves. They are read only when there is a fault to report. They are part of the program, and
    // the test reads them, so they cannot be broken here.
    (in files $english:literal, $danish:literal; $($sentences:tt)*) => {
        /// The words of these files, with the engine's behind them.
        pub(crate) fn words() -> &'static $crate::Messages {
            static WORDS: ::std::sync::LazyLock<$crate::Messages> = ::std::sync::LazyLock::new(|| {
                $crate::Messages::read(include_str!($english), include_str!($danish)).unwrap_or_default()
            });
            &WORDS
        }

        $crate::sentences! { in words; $($sentences)* }
    };
    (in $home:path; $($(#[$doc:meta])* $name:ident = $key:literal;)*) => {
        $($(#[$doc])* pub const $name: $crate::Wording = $crate::Wording::new($key, $home);)*

        /// Every sentence declared here is written in both languages.
        #[cfg(test)]
        #[test]
        fn every_sentence_is_written() {
            assert_eq!($crate::unwritten(&[$($name),*]), ::std::vec::Vec::<::std::string::String>::new());
        }
    };
}

/// The sentences that a language lacks, or that have other blanks in one language than in the other.
pub fn unwritten(wordings: &[Wording]) -> Vec<String> {
    let mut wrong = Vec::new();
    for wording in wordings {
        let texts = Language::ALL.map(|language| (wording.home)().find(language, "fault", wording.key));
        match texts {
            [Some(english), Some(danish)] if blanks_of(english) == blanks_of(danish) => {}
            [Some(_), Some(_)] => wrong.push(format!("{}: the languages have other blanks", wording.key)),
            _ => wrong.push(format!("{}: a language lacks it", wording.key)),
        }
    }
    wrong
}

/// The blanks of a text, sorted: words of small letters in braces.
fn blanks_of(text: &str) -> Vec<&str> {
    let mut blanks: Vec<_> = text.split('{').skip(1).filter_map(|rest| rest.split_once('}')).collect();
    blanks.retain(|(name, _)| name.chars().all(|letter| letter.is_ascii_lowercase() || letter == '_'));
    let mut names: Vec<_> = blanks.into_iter().map(|(name, _)| name).collect();
    names.sort_unstable();
    names
}

/// A sentence with its blanks filled in, which can be read in either language.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Sentence {
    wording: Wording,
    blanks: Vec<(&'static str, Filling)>,
}

impl Sentence {
    /// A wording with a list of blanks.
    pub fn new(wording: Wording, blanks: Vec<(&'static str, Filling)>) -> Self {
        Sentence { wording, blanks }
    }

    /// The key it is found under.
    pub fn key(&self) -> &'static str {
        self.wording.key
    }

    /// The sentence in a language. `messages` are the words of the rule set it is about, or the engine's.
    pub fn message(&self, messages: &Messages, language: Language) -> String {
        let key = self.wording.key;
        let text = messages.find(language, "fault", key);
        let mut rest = text.unwrap_or_else(|| (self.wording.home)().label(language, "fault", key));
        let mut filled = String::with_capacity(rest.len());
        // The filling of a blank is not searched for blanks: people's own words may hold braces.
        while let Some((before, after)) = rest.split_once('{') {
            filled.push_str(before);
            let blank = after.split_once('}').and_then(|(name, after)| {
                Some((self.blanks.iter().find(|(blank, _)| *blank == name)?, after))
            });
            rest = match blank {
                Some(((_, filling), after)) => {
                    filled.push_str(&filling.read(messages, language));
                    after
                }
                None => {
                    filled.push('{');
                    after
                }
            };
        }
        filled + rest
    }
}

impl From<Wording> for Sentence {
    fn from(wording: Wording) -> Self {
        wording.with([])
    }
}

/// A plain word cannot be at fault.
impl From<std::convert::Infallible> for Sentence {
    fn from(never: std::convert::Infallible) -> Self {
        match never {}
    }
}

/// In English.
impl std::error::Error for Sentence {}

impl fmt::Display for Sentence {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.message((self.wording.home)(), Language::English))
    }
}

/// What fills a blank of a sentence, in any language.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Filling {
    /// The same in every language: a figure, a name.
    Text(String),
    /// A number, written with a point: each language writes it its own way.
    Number(String),
    /// A word of ours: section and key.
    Word(&'static str, &'static str),
    /// A sentence of its own.
    Sentence(Box<Sentence>),
    /// A fault of its own.
    Fault(Fault),
    /// "did you mean …?", where something near was found.
    DidYouMean(Option<String>),
}

impl Filling {
    /// A sentence within another.
    pub fn sentence(sentence: impl Into<Sentence>) -> Self {
        Filling::Sentence(Box::new(sentence.into()))
    }

    /// A number, which each language writes its own way.
    pub fn number(number: f64) -> Self {
        Filling::Number(number.to_string())
    }

    fn read(&self, messages: &Messages, language: Language) -> String {
        match self {
            Filling::Number(number) => crate::number::written(number, language),
            Filling::Text(text) => text.clone(),
            Filling::Word(section, key) => messages.label(language, section, key).to_string(),
            Filling::Sentence(sentence) => sentence.message(messages, language),
            Filling::Fault(fault) => fault.message(messages, language),
            Filling::DidYouMean(None) => String::new(),
            Filling::DidYouMean(Some(suggestion)) => {
                messages.label(language, "hint", "did_you_mean").replace("{suggestion}", suggestion)
            }
        }
    }
}

impl<T: ToString> From<T> for Filling {
    fn from(text: T) -> Self {
        Filling::Text(text.to_string())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::wordings::{OUT_OF_RANGE, UNKNOWN_VALUE};

    /// What a person wrote is not taken for a blank, and a blank nobody fills is left standing.
    #[test]
    fn only_the_sentence_has_blanks() {
        let given = "{most} {".to_string();
        let sentence = OUT_OF_RANGE.with([("given", given.into()), ("most", 6.into())]);
        assert_eq!(sentence.to_string(), "{most} { is outside {least} to 6");
    }

    /// A number in a sentence is written as the sentence's language writes it.
    #[test]
    fn numbers_are_written_as_the_language_does() {
        let [least, most] = [0.25, 1.0].map(Filling::number);
        let sentence = OUT_OF_RANGE.with([("given", Filling::number(1.5)), ("least", least), ("most", most)]);
        let told = Language::ALL.map(|language| sentence.message(Messages::engine(), language));
        assert_eq!(told, ["1.5 is outside 0.25 to 1", "1,5 ligger uden for 0,25 til 1"]);
    }

    /// A sentence that a language lacks is reported.
    #[test]
    fn what_is_not_written_is_found() {
        let nowhere = Wording::new("nowhere", Messages::engine);
        assert_eq!(unwritten(&[UNKNOWN_VALUE, nowhere]), ["nowhere: a language lacks it"]);
        assert_eq!(nowhere.with([]).to_string(), "nowhere");
    }
}
