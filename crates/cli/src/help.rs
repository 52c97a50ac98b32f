//! The help of the command line, in the reader's language.
//!
//! The arguments are declared without any help text. The texts are in `messages/` and are added only when somebody asks for help or makes a
//! mistake: a program that sends its lines does not wait for them.

use std::io::{self, Write};
use std::sync::LazyLock;

use clap::builder::Styles;
use clap::{Arg, Command, CommandFactory};
use krigsspil_engine::{Language, Messages};

use crate::arguments::Arguments;

static WORDS: LazyLock<Messages> = LazyLock::new(|| {
    // The files are part of the program; a test reads them, so they cannot be broken here.
    Messages::read(include_str!("../messages/en.toml"), include_str!("../messages/da.toml"))
        .unwrap_or_default()
});

/// The words of the help; the engine's words are the fallback.
pub fn words() -> &'static Messages {
    &WORDS
}

/// The command line with all its help in a language.
pub fn command(language: Language) -> Command {
    let mut command = Arguments::command();
    // Build first: then `--help`, `--version` and the command `help` exist and get their words, too.
    command.build();
    worded(command, language)
}

/// The help text for a key in a command; empty if there is none.
fn found(language: Language, section: &str, command: &str, key: &str) -> Option<&'static str> {
    let here = words().find(language, section, &format!("{command}.{key}"));
    here.or_else(|| words().find(language, section, key))
}

fn word(language: Language, key: &'static str) -> &'static str {
    words().label(language, "word", key)
}

/// Adds the help texts to a command and its subcommands.
fn worded(mut command: Command, language: Language) -> Command {
    let name = command.get_name().to_string();
    let text = |section: &str| words().find(language, section, &name).unwrap_or_default();
    command = command
        .about(text("command"))
        .after_help(text("after").trim_start())
        .subcommand_value_name(word(language, "command_value"))
        .mut_args(|argument| worded_argument(argument, &name, language));
    for below in command.get_subcommands_mut() {
        *below = worded(std::mem::take(below), language);
    }
    let usage = usage(&mut command, language);
    let template = template(&command, language);
    command.override_usage(usage).help_template(template)
}

/// Defaults and choices are listed in our own words, after the argument's text.
fn worded_argument(argument: Arg, command: &str, language: Language) -> Arg {
    let id = argument.get_id().as_str().to_string();
    let mut help = found(language, "argument", command, &id).unwrap_or_default().to_string();
    if !argument.get_action().takes_values() {
        return argument.help(help);
    }
    let usual: Vec<_> = argument.get_default_values().iter().map(|value| value.to_string_lossy()).collect();
    let choices = argument.get_possible_values();
    let choices: Vec<_> = choices.iter().map(|choice| choice.get_name()).collect();
    for (key, blank, values) in
        [("default", "{value}", usual.join(",")), ("one_of", "{values}", choices.join(", "))]
    {
        if !values.is_empty() {
            help += &format!(" {}", word(language, key).replace(blank, &values));
        }
    }
    let argument = argument.help(help).hide_default_value(true).hide_possible_values(true);
    match found(language, "value", command, &id) {
        Some(name) => argument.value_names([name]),
        None => argument,
    }
}

/// The usage as clap writes it, with our word for the options.
fn usage(command: &mut Command, language: Language) -> String {
    let usage = command.render_usage().to_string();
    let options = format!("[{}]", word(language, "options_value"));
    usage.strip_prefix("Usage:").unwrap_or(&usage).trim().replace("[OPTIONS]", &options)
}

/// The layout of a command's help: what it is for, its usage, and each kind of argument under its own heading.
fn template(command: &Command, language: Language) -> String {
    let styles = Styles::styled();
    let heading = |key| {
        let style = styles.get_header();
        format!("{style}{}:{style:#}", word(language, key))
    };
    let mut form = format!("{{about-with-newline}}\n{} {{usage}}", heading("usage"));
    for (key, tag, any) in [
        ("commands", "{subcommands}", command.get_subcommands().any(|below| !below.is_hide_set())),
        ("arguments", "{positionals}", command.get_positionals().next().is_some()),
        ("options", "{options}", command.get_arguments().any(|argument| !argument.is_positional())),
    ] {
        if any {
            form += &format!("\n\n{}\n{tag}", heading(key));
        }
    }
    form + "{after-help}"
}

/// Writes the manual page, with our words for its headings.
pub fn man_page(language: Language, out: &mut dyn Write) -> io::Result<()> {
    let mut page = Vec::new();
    clap_mangen::Man::new(command(language)).render(&mut page)?;
    for line in String::from_utf8_lossy(&page).lines() {
        match line.strip_prefix(".SH ").and_then(|heading| words().find(language, "man", heading)) {
            Some(heading) => writeln!(out, ".SH {heading}")?,
            None => writeln!(out, "{line}")?,
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::any::TypeId;
    use std::collections::BTreeSet;
    use std::path::PathBuf;

    /// Every command with its name, without those below `help`, which repeat the others.
    fn commands(language: Language) -> Vec<(String, Command)> {
        let root = command(language);
        let below: Vec<_> = root.get_subcommands().cloned().collect();
        let all = std::iter::once(root).chain(below);
        all.map(|command| (command.get_name().to_string(), command)).collect()
    }

    /// Everything the help must describe: the section, and the key with and without its command.
    fn wanted() -> Vec<(&'static str, [String; 2])> {
        let mut wanted = Vec::new();
        for (name, command) in commands(Language::English) {
            wanted.push(("command", [name.clone(), name.clone()]));
            for argument in command.get_arguments() {
                let id = argument.get_id().as_str();
                let keys = [format!("{name}.{id}"), id.to_string()];
                wanted.push(("argument", keys.clone()));
                let kind = argument.get_value_parser().type_id();
                let text = [TypeId::of::<String>(), TypeId::of::<PathBuf>()].iter().any(|text| kind == *text);
                if argument.get_action().takes_values() {
                    wanted.push(("value", keys.clone()));
                    if !text && argument.get_possible_values().is_empty() {
                        let flag = argument.get_long().unwrap_or(id).to_string();
                        wanted.push(("wanted", [flag.clone(), flag]));
                    }
                }
            }
        }
        wanted
    }

    /// Both languages have the same keys. Everything that exists has its words, and there are no words for things that do not exist.
    #[test]
    fn everything_has_its_words() {
        let keys = Language::ALL.map(|language| words().keys(language));
        assert_eq!(keys[0], keys[1]);
        let wanted = wanted();
        for language in Language::ALL {
            for (section, [here, anywhere]) in &wanted {
                let find = |key: &str| words().find(language, section, key);
                let text = find(here).or_else(|| find(anywhere)).unwrap_or_default();
                assert!(!text.trim().is_empty(), "{language}: [{section}] {here}");
            }
        }
        let known: BTreeSet<_> = wanted
            .iter()
            .flat_map(|(section, keys)| keys.iter().map(move |key| (*section, key.as_str())))
            .collect();
        let commands: Vec<_> = commands(Language::English).into_iter().map(|(name, _)| name).collect();
        for (section, key) in &keys[0] {
            let stands = match *section {
                "word" | "fault" | "man" => true,
                "after" => commands.iter().any(|name| name == key),
                _ => known.contains(&(*section, *key)),
            };
            assert!(stands, "nothing is called {key}: [{section}]");
        }
    }

    /// The whole Danish help contains none of clap's own English, and none of our English words.
    #[test]
    fn the_danish_help_is_danish() {
        for (name, mut command) in commands(Language::Danish) {
            let help = command.render_long_help().to_string();
            for english in [
                "Usage",
                "Options",
                "OPTIONS",
                "Commands",
                "COMMAND]",
                "COMMAND>",
                "Arguments",
                "Print",
                "possible values",
                "default",
                "Examples",
                " the ",
            ] {
                assert!(!help.contains(english), "{name}: {english}: {help}");
            }
            assert!(help.contains("Brug: krigsspil"), "{name}: {help}");
        }
    }

    /// Both manual pages are written, each in its language.
    #[test]
    fn manual_pages() {
        for (language, part) in
            [(Language::English, "The exact chance"), (Language::Danish, "Den nøjagtige chance")]
        {
            let mut page = Vec::new();
            man_page(language, &mut page).unwrap();
            let page = String::from_utf8(page).unwrap();
            assert!(page.contains(part), "{page}");
            let headings: Vec<_> = page.lines().filter_map(|line| line.strip_prefix(".SH ")).collect();
            for heading in headings {
                let ours = words().keys(language).into_iter().filter(|(section, _)| *section == "man");
                let mut ours = ours.map(|(section, key)| words().label(language, section, key));
                assert!(ours.any(|one| one == heading), "{language}: {heading}");
            }
        }
    }

    /// The flags that `cargo play` accepts before it builds are the flags of `play`.
    #[test]
    fn cargo_play_knows_the_flags() {
        let command = command(Language::English);
        let play = command.find_subcommand("play").unwrap();
        let flags = play.get_arguments().chain(command.get_arguments().filter(|flag| flag.is_global_set()));
        let mut flags: Vec<_> = flags
            .filter_map(|flag| Some((flag.get_long()?, flag.get_action().takes_values())))
            .filter(|(name, _)| !["help", "version"].contains(name))
            .collect();
        flags.sort_unstable();
        flags.dedup();
        let nothing = play_flags::Takes::Nothing;
        let mut known: Vec<_> =
            play_flags::FLAGS.iter().map(|(name, takes)| (*name, *takes != nothing)).collect();
        known.sort_unstable();
        assert_eq!(known, flags);
    }
}

#[cfg(test)]
#[path = "../../../xtask/src/flags.rs"]
#[allow(dead_code)]
mod play_flags;
