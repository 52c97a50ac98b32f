//! The errors of the TOML and JSON readers in our own sentences, and why a file cannot be read or written.
//!
//! The readers have only English texts. The most common ones are translated here; the rest is passed on unchanged.

use std::io;

use crate::fact::hint;
use crate::sentence::{Filling, Sentence};
use crate::wordings::*;

/// What a reader complains of, as a sentence.
pub fn misread(error: &impl std::error::Error) -> Sentence {
    sentence_of(&error.to_string())
}

/// A reader's complaint as a sentence.
pub(crate) fn sentence_of(complaint: &str) -> Sentence {
    let complaint = without_place(complaint);
    let named = |what: &str| complaint.strip_prefix(what)?.split_once('`');
    if let Some((given, rest)) = named("unknown field `") {
        return unknown(UNKNOWN_FIELD, given, rest);
    }
    if let Some((given, rest)) = named("unknown variant `") {
        return unknown(UNKNOWN_VALUE, given, rest);
    }
    if let Some((given, rest)) = named("there is no choice `") {
        // One of our own sentences, which became English on its way through the reader.
        let known = rest.strip_prefix("; choose one of ").unwrap_or(rest);
        let (known, near) = known.split_once("; did you mean `").unwrap_or((known, ""));
        let near = near.strip_suffix("`?").map(str::to_string);
        let blanks = [("given", given.into()), ("known", known.into()), ("hint", Filling::DidYouMean(near))];
        return UNKNOWN_VALUE.with(blanks);
    }
    if let Some((given, _)) = named("missing field `") {
        return MISSING_FIELD.with([("given", given.into())]);
    }
    if let Some((given, _)) = named("duplicate field `") {
        return REPEATED_FIELD.with([("given", given.into())]);
    }
    let mismatch =
        complaint.strip_prefix("invalid type: ").or_else(|| complaint.strip_prefix("invalid value: "));
    if let Some((given, wanted)) = mismatch.and_then(|rest| rest.split_once(", expected ")) {
        return WRONG_TYPE.with([("given", given_kind(given)), ("wanted", wanted_kind(wanted))]);
    }
    UNREADABLE.with([("reason", complaint.into())])
}

/// "… at line 7 column 3" comes before the sentence, not inside it.
fn without_place(complaint: &str) -> &str {
    match complaint.rsplit_once(" at line ") {
        Some((before, place)) if place.split_once(" column ").is_some() => before,
        _ => complaint,
    }
}

/// A name that is not among those the reader lists in its own quotes.
fn unknown(wording: crate::Wording, given: &str, rest: &str) -> Sentence {
    let known: Vec<&str> = rest.split('`').skip(1).step_by(2).collect();
    wording.with([("given", given.into()), ("known", known.join(", ").into()), ("hint", hint(given, &known))])
}

/// What was found: "string \"x\"", "integer `5`", "map".
fn given_kind(given: &str) -> Filling {
    match given {
        "sequence" => Filling::Word("wanted", "list"),
        "map" => Filling::Word("wanted", "object"),
        _ => match given.find(['"', '`']) {
            Some(quote) => given[quote..].into(),
            None => given.into(),
        },
    }
}

/// What was expected, where people have a word for it.
fn wanted_kind(wanted: &str) -> Filling {
    let key = match wanted {
        "a string" | "a borrowed string" => "text",
        "a boolean" => "yes_or_no",
        "f64" | "f32" => "number",
        "a sequence" => "list",
        "a map" => "object",
        _ if wanted.starts_with("an array of length") => "place",
        _ if wanted.starts_with("struct ") => "object",
        _ => match wanted.split_at_checked(1) {
            Some((sign, size)) if size == "size" || size.parse::<u8>().is_ok() => match sign {
                "u" => "whole_from_0",
                _ => "whole_number",
            },
            _ => return wanted.into(),
        },
    };
    Filling::Word("wanted", key)
}

impl Filling {
    /// Why a file cannot be read or written.
    pub fn io(error: &io::Error) -> Self {
        let key = match error.kind() {
            io::ErrorKind::NotFound => "not_found",
            io::ErrorKind::PermissionDenied => "not_allowed",
            io::ErrorKind::IsADirectory => "is_a_folder",
            io::ErrorKind::NotADirectory => "not_a_folder",
            io::ErrorKind::InvalidData => "not_text",
            _ => return error.into(),
        };
        Filling::Word("io", key)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Language, Messages};

    fn told(complaint: &str) -> [String; 2] {
        Language::ALL.map(|language| sentence_of(complaint).message(Messages::engine(), language))
    }

    /// Errors of serde are reported in both languages. The caller reports the line.
    #[test]
    fn complaints_are_taken_apart() {
        assert_eq!(
            told("unknown field `turnz`, expected one of `name`, `turns` at line 3 column 5"),
            [
                "unknown field `turnz`; there are name, turns; did you mean `turns`?",
                "ukendt felt `turnz`; der findes name, turns; mente du `turns`?"
            ]
        );
        assert_eq!(
            told("missing field `name`"),
            ["`name` is missing; it must be given", "`name` mangler; det skal gives"]
        );
        assert_eq!(
            told("invalid type: string \"x\", expected i32"),
            ["\"x\" is not a whole number", "\"x\" er ikke et helt tal"]
        );
        assert_eq!(
            told("invalid type: map, expected f64"),
            ["a group of facts is not a number", "en gruppe oplysninger er ikke et tal"]
        );
    }

    /// The error for a word that is not a choice can be shown in Danish, although it passed through the reader in English.
    #[test]
    fn our_own_words_come_back() {
        let unknown = crate::UnknownWord::new("lime", &["line", "chain"]);
        assert_eq!(sentence_of(&unknown.to_string()), unknown.clone().sentence());
    }
}
