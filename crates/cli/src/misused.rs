//! Answers a request for help, or a wrongly written command, in the reader's language.

use std::ffi::OsString;
use std::io::{self, Write};

use clap::error::{ContextKind, ContextValue, ErrorKind};
use krigsspil_engine::{Filling, Language, Sentence};

use crate::help;
use crate::words::Words;

krigsspil_engine::sentences! {
    in help::words;
    /// An argument the command does not have.
    NO_SUCH_ARGUMENT = "no_such_argument";
    /// No such command.
    NO_SUCH_COMMAND = "no_such_command";
    /// No command at all.
    NO_COMMAND = "no_command";
    /// A value that cannot be read.
    BAD_VALUE = "bad_value";
    /// A value that is not one of the choices.
    BAD_CHOICE = "bad_choice";
    /// An argument without its value.
    NO_VALUE = "no_value";
    /// One value too many.
    TOO_MANY_VALUES = "too_many_values";
    /// Too few or too many values.
    WRONG_NUMBER_OF_VALUES = "wrong_number_of_values";
    /// No equals sign.
    NO_EQUALS = "no_equals";
    /// An argument that is given twice.
    GIVEN_AGAIN = "given_again";
    /// Arguments that exclude each other.
    NOT_TOGETHER = "not_together";
    /// A required argument is missing.
    LEFT_OUT = "left_out";
    /// Bytes that are not text.
    NOT_UTF8 = "not_utf8";
    /// Anything else.
    OTHER_MISUSE = "other_misuse";
    /// Where to read more.
    MORE_HELP = "more_help";
}

/// Answers a command line that was not understood, or that asks for help. Returns the exit code.
pub fn answer(first: clap::Error) -> u8 {
    let given: Vec<OsString> = std::env::args_os().collect();
    let language = Words::chosen(asked(&given)).language;
    // Parse once more, now with the command line that has its help texts.
    let error = help::command(language).try_get_matches_from(given).err().unwrap_or(first);
    let helps = [
        ErrorKind::DisplayHelp,
        ErrorKind::DisplayHelpOnMissingArgumentOrSubcommand,
        ErrorKind::DisplayVersion,
    ];
    // Help goes to standard output and errors to standard error; a closed pipe is not a fault.
    let _ = match helps.contains(&error.kind()) {
        true => error.print(),
        false => writeln!(io::stderr(), "krigsspil: {}", told(&error, language)),
    };
    if error.use_stderr() { 2 } else { 0 }
}

/// The language that a command line asks for, found before the line is understood.
fn asked(given: &[OsString]) -> Option<Language> {
    let mut words = given.iter().skip(1).map(|word| word.to_string_lossy()).take_while(|word| word != "--");
    while let Some(word) = words.next() {
        match word.strip_prefix("--lang") {
            Some("") => return words.next()?.parse().ok(),
            Some(rest) if rest.starts_with('=') => return rest[1..].parse().ok(),
            _ => {}
        }
    }
    None
}

/// What is wrong, the usage, and where to read more.
fn told(error: &clap::Error, language: Language) -> String {
    let message = |sentence: Sentence| sentence.message(help::words(), language);
    let mut told = message(sentence(error, language));
    if let Some(ContextValue::StyledStr(usage)) = error.get(ContextKind::Usage) {
        let usage = usage.to_string();
        let usage = usage.strip_prefix("Usage:").unwrap_or(&usage).trim();
        told += &format!("\n\n{}: {usage}", help::words().label(language, "word", "usage"));
    }
    format!("{told}\n{}", message(MORE_HELP.into()))
}

/// What is wrong with a command.
fn sentence(error: &clap::Error, language: Language) -> Sentence {
    let text = |kind: ContextKind| list(error, kind, " ");
    let (argument, given) = (text(ContextKind::InvalidArg), text(ContextKind::InvalidValue));
    let known = list(error, ContextKind::ValidValue, ", ");
    match error.kind() {
        ErrorKind::UnknownArgument => {
            let hint = near(error, ContextKind::SuggestedArg);
            NO_SUCH_ARGUMENT.with([("given", argument.into()), ("hint", hint)])
        }
        ErrorKind::InvalidSubcommand => {
            let hint = near(error, ContextKind::SuggestedSubcommand);
            NO_SUCH_COMMAND.with([("given", text(ContextKind::InvalidSubcommand).into()), ("hint", hint)])
        }
        ErrorKind::MissingSubcommand => {
            NO_COMMAND.with([("known", list(error, ContextKind::ValidSubcommand, ", ").into())])
        }
        ErrorKind::InvalidValue if given.is_empty() => NO_VALUE.with([("argument", argument.into())]),
        ErrorKind::InvalidValue => BAD_CHOICE.with([
            ("given", given.into()),
            ("argument", argument.into()),
            ("known", known.into()),
            ("hint", near(error, ContextKind::SuggestedValue)),
        ]),
        ErrorKind::ValueValidation => {
            let wanted = wanted(&argument, language);
            BAD_VALUE.with([
                ("given", given.into()),
                ("argument", argument.into()),
                ("wanted", wanted.into()),
            ])
        }
        ErrorKind::TooManyValues => {
            TOO_MANY_VALUES.with([("given", given.into()), ("argument", argument.into())])
        }
        ErrorKind::TooFewValues | ErrorKind::WrongNumberOfValues => {
            WRONG_NUMBER_OF_VALUES.with([("argument", argument.into())])
        }
        ErrorKind::NoEquals => NO_EQUALS.with([("argument", argument.into())]),
        ErrorKind::ArgumentConflict => match list(error, ContextKind::PriorArg, ", ") {
            other if other.is_empty() || other == argument => {
                GIVEN_AGAIN.with([("argument", argument.into())])
            }
            other => NOT_TOGETHER.with([("argument", argument.into()), ("other", other.into())]),
        },
        ErrorKind::MissingRequiredArgument => {
            LEFT_OUT.with([("known", list(error, ContextKind::InvalidArg, ", ").into())])
        }
        ErrorKind::InvalidUtf8 => NOT_UTF8.into(),
        _ => OTHER_MISUSE.with([("reason", error.kind().into())]),
    }
}

/// What clap reports about an error, joined into one text.
fn list(error: &clap::Error, kind: ContextKind, between: &str) -> String {
    match error.get(kind) {
        Some(ContextValue::String(text)) => text.clone(),
        Some(ContextValue::Strings(texts)) => texts.join(between),
        _ => String::new(),
    }
}

/// What was most likely meant; clap puts the likeliest last.
fn near(error: &clap::Error, kind: ContextKind) -> Filling {
    let first = match error.get(kind) {
        Some(ContextValue::Strings(texts)) => texts.last().cloned(),
        Some(ContextValue::String(text)) => Some(text.clone()),
        _ => None,
    };
    Filling::DidYouMean(first)
}

/// What should follow an argument such as `--seed <N>`.
fn wanted(argument: &str, language: Language) -> &'static str {
    let flag = argument.trim_start_matches("--").split([' ', '=']).next().unwrap_or_default();
    help::words().find(language, "wanted", flag).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn told_of(line: &str, language: Language) -> String {
        let error = help::command(language).try_get_matches_from(line.split(' ')).unwrap_err();
        told(&error, language)
    }

    /// The language is found in a command line that is otherwise wrong.
    #[test]
    fn the_language_that_is_asked_for() {
        let asked = |line: &str| asked(&line.split(' ').map(OsString::from).collect::<Vec<_>>());
        assert_eq!(asked("krigsspil battel --lang da"), Some(Language::Danish));
        assert_eq!(asked("krigsspil --lang=en odds --help"), Some(Language::English));
        assert_eq!(asked("krigsspil odds --language da"), None);
        assert_eq!(asked("krigsspil odds --lang"), None);
        assert_eq!(asked("krigsspil odds -- --lang da"), None);
    }

    /// Every possible mistake is explained in both languages, with what would be right.
    #[test]
    fn wrong_commands_are_told() {
        for (line, english, danish) in [
            (
                "krigsspil battel",
                "there is no command `battel`; did you mean `battle`?",
                "der er ingen kommando `battel`; mente du `battle`?",
            ),
            (
                "krigsspil battle x --dise 3",
                "there is no argument `--dise` here; did you mean `--dice`?",
                "der er ikke noget argument `--dise` her; mente du `--dice`?",
            ),
            ("krigsspil battle", "<SCENARIO> must be given", "<SCENARIE> skal gives"),
            ("krigsspil battle x --seed", "--seed <N> must have a value", "--seed <N> skal have en værdi"),
            (
                "krigsspil battle x --seed seven",
                "`seven` is not valid for --seed <N>: write a whole number from 0 up",
                "`seven` er ikke gyldigt for --seed <N>: skriv et helt tal fra 0 og op",
            ),
            (
                "krigsspil sheet --rules gdc -o x --turns 13",
                "`13` is not valid for --turns <N>: write a whole number from 1 to 12",
                "`13` er ikke gyldigt for --turns <N>: skriv et helt tal fra 1 til 12",
            ),
            (
                "krigsspil --lang se rules",
                "`se` is not valid for --lang <LANG>: write en (English) or da (Danish)",
                "`se` er ikke gyldigt for --lang <SPROG>: skriv en (engelsk) eller da (dansk)",
            ),
            (
                "krigsspil completions sh",
                "`sh` is not valid for <SHELL>: choose one of bash,",
                "`sh` er ikke gyldigt for <FORTOLKER>: vælg et af bash,",
            ),
            (
                "krigsspil battle x --json --state",
                "--json and --state cannot be given together",
                "--json og --state kan ikke gives sammen",
            ),
            (
                "krigsspil odds --rules a --rules b",
                "--rules <ID> is given twice",
                "--rules <ID> er givet to gange",
            ),
            ("krigsspil replay x y", "there is no argument `y` here", "der er ikke noget argument `y` her"),
        ] {
            for (language, wanted) in [(Language::English, english), (Language::Danish, danish)] {
                let told = told_of(line, language);
                assert!(told.starts_with(wanted), "{line}: {told}");
            }
        }
        let told = told_of("krigsspil battle", Language::Danish);
        assert!(
            told.contains("\n\nBrug: krigsspil battle [TILVALG] <SCENARIE>\n--help viser mere."),
            "{told}"
        );
    }
}
