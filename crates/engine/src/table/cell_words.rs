//! How the words in a table's cell read: by their labels, and ranges as they are printed.

use super::Span;
use crate::messages::{Language, Messages};

/// A cell that is a sentence, by its label as a whole. A label `§2.1` means that the cell reads as the text of that rule.
pub fn whole(words: &str, messages: &Messages, language: Language, table: &str) -> Option<String> {
    let own = messages.find(language, "cell", &format!("{table}.{words}"));
    let label = own.or_else(|| messages.find(language, "cell", words))?;
    let rule = label.strip_prefix('§').and_then(|rule| messages.find(language, "rule", rule));
    Some(rule.unwrap_or(label).to_string())
}

/// A word of a cell: by its own label, else part by part (`line_regiment 1..12`), else unchanged.
pub(crate) fn readable(word: &str, messages: &Messages, language: Language, table: &str) -> String {
    let label = |word: &str| label(word, messages, language, table);
    let range = |part: &str| match printed_range(part, messages, language) {
        figures if is_figure(part) => crate::number::written(&figures, language),
        words => words,
    };
    label(word).map(str::to_string).or_else(|| by_parts(word, label, range)).unwrap_or_else(|| range(word))
}

/// Does a word of a cell have its label, if it is a key or made of keys?
pub(crate) fn is_labelled(word: &str, messages: &Messages, language: Language, table: &str) -> bool {
    let label = |word: &str| label(word, messages, language, table);
    let mut parts = word.split(' ');
    let is_ours = |part: &str| is_key(part.split_once('=').map_or(part, |(key, _)| key));
    let ours = word.split(' ').any(is_ours) && parts.all(|part| is_ours(part) || is_figure(part));
    !ours || label(word).is_some() || by_parts(word, label, str::to_string).is_some()
}

fn label<'a>(word: &str, messages: &'a Messages, language: Language, table: &str) -> Option<&'a str> {
    messages
        .find(language, "cell", &format!("{table}.{word}"))
        .or_else(|| messages.find(language, "cell", word))
        .or_else(|| messages.find(language, "choice", word))
        .or_else(|| messages.find_anywhere(language, "choice", word))
}

/// Names and numbers one after the other: two of a kind become a list, a name and its numbers stay together; `crew=6C` uses the label of
/// `crew=`, with its `{value}`. Anything else comes from the print and stays unchanged.
fn by_parts<'a>(
    cell: &str,
    label: impl Fn(&str) -> Option<&'a str>,
    range: impl Fn(&str) -> String,
) -> Option<String> {
    let mut read = String::new();
    let mut before = None;
    for part in cell.split(' ') {
        let (is_name, text) = match part.split_once('=') {
            Some((key, value)) if is_key(key) => {
                let value = label(value).map_or_else(|| range(value), str::to_string);
                (true, label(&format!("{key}="))?.replace("{value}", &value))
            }
            _ if is_key(part) => (true, label(part)?.to_string()),
            _ if is_figure(part) => (false, range(part)),
            _ => return None,
        };
        match before {
            None => {}
            Some(other) if other == is_name => read.push_str(", "),
            Some(_) => read.push(' '),
        }
        read.push_str(&text);
        before = Some(is_name);
    }
    Some(read)
}

/// A key of our own making: small letters and underscores.
fn is_key(part: &str) -> bool {
    part.len() > 1 && part.bytes().all(|letter| letter.is_ascii_lowercase() || letter == b'_')
        || part.contains('_')
            && part
                .bytes()
                .all(|letter| letter.is_ascii_lowercase() || letter.is_ascii_digit() || letter == b'_')
}

fn is_figure(part: &str) -> bool {
    Span::parse(part).is_some()
        || part.bytes().any(|letter| letter.is_ascii_digit())
            && part.bytes().all(|letter| letter.is_ascii_digit() || b"/+-.".contains(&letter))
}

/// A range as the rule set prints it: `15-n` or `15+`, not `15..n`; `7`, not `7..7`. Other words are left as they are.
pub fn printed_range(label: &str, messages: &Messages, language: Language) -> String {
    let open = |key: &str, end: &str| messages.label(language, "range", key).replace("{end}", end);
    match (Span::parse(label), label.split_once("..")) {
        (Some(span), Some((least, _))) if span.least == span.most => least.to_string(),
        (Some(_), Some((least, "n"))) => open("above", least),
        (Some(_), Some(("-n", most))) => open("below", most),
        (Some(span), Some((least, most))) if span.least < 0 => format!("{least} – {most}"),
        (Some(_), Some((least, most))) => format!("{least}-{most}"),
        _ => label.to_string(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A sentence in a cell is read as a whole, and may be the text of a rule; one of the same words in another table may not.
    #[test]
    fn sentences_are_read_as_a_whole() {
        let danish = "[cell]\n\"skema.Two divisions, no guns.\" = \"§1\"\n[rule]\n\"1\" = \"To divisioner uden pjecer.\"";
        let messages = Messages::read("", danish).unwrap();
        let cell = crate::table::Cell::Word("Two divisions, no guns.".into());
        assert_eq!(cell.readable(&messages, Language::Danish, "skema"), "To divisioner uden pjecer.");
        assert_eq!(cell.readable(&messages, Language::Danish, "other"), "Two divisions, no guns.");
    }

    /// Names and numbers are distinguished; the print's own words stay unchanged.
    #[test]
    fn cells_read_part_by_part() {
        let danish = "[cell]\n\"crew=\" = \"besætning {value}\"\nhorse = \"hest\"\nline_regiment = \"linjeregiment\"\ncorps = \"korps\"";
        let messages = Messages::read("", danish).unwrap();
        let read = |word| readable(word, &messages, Language::Danish, "skema");
        assert_eq!(read("1 horse"), "1 hest");
        assert_eq!(read("line_regiment 1..12"), "linjeregiment 1-12");
        assert_eq!(read("corps 1 2"), "korps 1, 2");
        assert_eq!(read("corps crew=6C"), "korps, besætning 6C");
        assert_eq!(read("corps line_regiment"), "korps, linjeregiment");
        assert_eq!(read("Royal Horse Artillery"), "Royal Horse Artillery");
        assert_eq!(read("corps 1.5"), "korps 1,5");
        assert_eq!(read("- / - / -"), "- / - / -");
        assert_eq!(
            [read("15..n"), read("-n..-8"), read("2..5"), read("7..7")],
            ["15-n", "-n – -8", "2-5", "7"]
        );
        let other = Messages::read("", "[range]\nabove = \"{end}+\"").unwrap();
        assert_eq!(printed_range("15..n", &other, Language::Danish), "15+");
    }
}
