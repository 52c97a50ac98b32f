//! The command line of Krigsspil, as a library: the binary has three lines, and tests and benches call the same functions.
//!
//! ```
//! use clap::Parser;
//! use krigsspil_cli::{adjudicate, arguments::{Arguments, Command}, words::Words};
//!
//! let line = "krigsspil adjudicate --rules borgerkrig --dice 6,6 rally attempt=1 figures=24";
//! let Command::Adjudicate(command) = Arguments::try_parse_from(line.split(' '))?.command else { unreachable!() };
//! let mut told = Vec::new();
//! adjudicate::for_a_person(&command, Words::chosen(None), &mut told).map_err(|fault| format!("{fault:?}"))?;
//! assert!(String::from_utf8(told)?.contains("Disorder (U)"));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

// Nothing that a person or a file can cause may end the program. Tests may panic freely.
#![cfg_attr(not(test), warn(clippy::unwrap_used, clippy::expect_used, clippy::panic))]

pub mod adjudicate;
pub mod arguments;
pub mod battle;
pub mod cards;
pub mod check;
pub mod companion;
pub mod draw;
pub mod fault;
pub mod grid;
pub mod ground_words;
pub mod help;
pub mod json_lines;
pub mod listing;
pub mod mail;
pub mod misused;
pub mod odds;
pub mod opened;
pub mod play;
pub mod replay;
pub mod report;
pub mod sheet;
pub mod simulate;
pub mod stated;
pub mod story;
pub mod tables;
pub mod wordings;
pub mod words;

use std::io::{self, IsTerminal, Write};

use clap::Parser;

use arguments::{Arguments, Command};
use fault::CliFault;
use words::Words;

/// Runs the command line and returns the exit code: 0 success, 1 a failed job, 2 a bad command.
pub fn run() -> std::process::ExitCode {
    let arguments = match Arguments::try_parse() {
        Ok(arguments) => arguments,
        Err(error) => return misused::answer(error).into(),
    };
    let words = Words::chosen(arguments.lang);
    match carry_out(arguments, words) {
        Ok(()) => 0.into(),
        Err(CliFault::Output(error)) if error.kind() == io::ErrorKind::BrokenPipe => 0.into(),
        Err(fault) => {
            let _ = writeln!(io::stderr(), "krigsspil: {}", fault.message(words.language));
            fault.exit_code().into()
        }
    }
}

fn carry_out(arguments: Arguments, words: Words) -> Result<(), CliFault> {
    let mut out = io::BufWriter::new(io::stdout().lock());
    let terminal = io::stdout().is_terminal();
    match arguments.command {
        Command::Play(command) => play::serve(&command, words, &mut out),
        Command::Adjudicate(command) => match command.procedure.is_some() {
            true => adjudicate::for_a_person(&command, words, &mut out),
            false => json_lines::stream(&command.rules, words, &mut io::stdin().lock(), &mut out),
        },
        Command::Odds(command) => odds::show(&command, words, terminal, &mut out),
        Command::Tables(command) => tables::show(&command, words, &mut out),
        Command::Sheet(command) => sheet::write(&command, words, &mut out),
        Command::Rules(command) => listing::show(&command, words, &mut out),
        Command::Companion(command) => companion::session(&command, words, &mut io::stdin().lock(), &mut out),
        Command::Battle(command) => battle::fight(&command, words, &mut io::stdin().lock(), &mut out),
        Command::Simulate(command) => simulate::simulate(&command, words, &mut out),
        Command::Replay(command) => replay::replay(&command, words, &mut out),
        Command::Mail(command) => mail::carry_out(&command, words, &mut out),
        Command::Backup(command) => play::backup(&command),
        Command::Check(command) => check::check(&command, words, &mut out),
        Command::Report(command) => report::write(&command, words),
        Command::Draw(command) => draw::draw(&command, words),
        Command::Completions { shell } => {
            // Write to memory first: the generator panics when the pipe is closed.
            let mut script = Vec::new();
            clap_complete::generate(shell, &mut help::command(words.language), "krigsspil", &mut script);
            out.write_all(&script).map_err(CliFault::Output)
        }
        Command::Man => help::man_page(words.language, &mut out).map_err(CliFault::Output),
        Command::Openapi => {
            let document = krigsspil_server::openapi();
            serde_json::to_writer_pretty(&mut out, &document)
                .map_err(|error| CliFault::Output(error.into()))?;
            writeln!(out).map_err(CliFault::Output)
        }
    }?;
    out.flush().map_err(CliFault::Output)
}
