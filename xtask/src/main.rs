//! The two commands: `cargo verify` runs every check, `cargo play` starts the game. `cargo xtask extras` writes the shell completions and
//! the manual page, `cargo xtask docs` writes the reference pages of the battle languages.
//! `cargo xtask page` builds the page that a release binary carries, with its sums; `cargo xtask site` makes the companion as a folder that any
//! static web host can serve.
//! `cargo xtask crash N` kills the server during play, `cargo xtask load` runs it with five hundred games.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode, Stdio};
use std::time::Instant;

mod flags;
mod later;
mod strain;
mod sums;
mod web;

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let done = match arguments.iter().map(String::as_str).collect::<Vec<_>>().as_slice() {
        ["verify"] => verify(),
        ["play", rest @ ..] => play(rest),
        ["extras"] => extras(),
        ["docs"] => docs(),
        ["page"] => web::build(),
        ["site"] => web::site(),
        ["crash", rest @ ..] => strain::crash(rest),
        ["load", rest @ ..] => strain::load(rest),
        _ => Err("there are eight tasks: verify, play, page, site, extras, docs, crash, load".to_string()),
    };
    match done {
        Ok(()) => ExitCode::SUCCESS,
        Err(reason) => {
            eprintln!("xtask: {reason}");
            ExitCode::FAILURE
        }
    }
}

/// The root folder of the project.
fn top() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).parent().map_or_else(PathBuf::new, Path::to_path_buf)
}

/// Prints the step's name, runs it, tells how long it took, and fails if it fails.
fn step(name: &str, command: &mut Command) -> Result<(), String> {
    println!("── {name}");
    let start = Instant::now();
    let status = command.current_dir(command.get_current_dir().map_or_else(top, Path::to_path_buf)).status();
    let seconds = start.elapsed().as_secs();
    // Only what takes long is worth a line: it tells where the minutes of a run go.
    if seconds >= 10 {
        println!("   {name}: {seconds} s");
    }
    match status {
        Ok(status) if status.success() => Ok(()),
        Ok(status) => Err(format!("{name} failed ({status})")),
        Err(error) => Err(format!("{name} could not be started: {error}")),
    }
}

fn cargo(arguments: &[&str]) -> Command {
    let mut command = Command::new(std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into()));
    command.args(arguments);
    command
}

/// Every check: format, lints, docs, the web page, the tests, the data.
fn verify() -> Result<(), String> {
    let browser = web::browser()?;
    step("format", &mut cargo(&["fmt", "--all", "--check"]))?;
    web::build()?;
    step(
        "lints",
        &mut cargo(&["clippy", "--quiet", "--workspace", "--all-targets", "--", "-D", "warnings"]),
    )?;
    step("tests", &mut cargo(&["test", "--quiet", "--workspace", "--all-targets"]))?;
    step("examples in the docs", &mut cargo(&["test", "--quiet", "--workspace", "--doc"]))?;
    step("docs", cargo(&["doc", "--quiet", "--workspace", "--no-deps"]).env("RUSTDOCFLAGS", "-D warnings"))?;
    data()?;
    strain::short()?;
    web::test(&browser)?;
    println!("── verified");
    Ok(())
}

/// Opens every rule set with the binary that players run, and prints every table, in both languages. The tests have just built the binary;
/// a separate build would compile half of it again, with other features of its dependencies.
fn data() -> Result<(), String> {
    let binary = target().join("debug").join("krigsspil");
    let listed = Command::new(&binary)
        .arg("rules")
        .output()
        .map_err(|error| format!("{} could not be started: {error}", binary.display()))?;
    let listed = String::from_utf8_lossy(&listed.stdout).into_owned();
    for rules in listed.lines().filter_map(|line| line.split_whitespace().next()) {
        for language in ["en", "da"] {
            let mut command = Command::new(&binary);
            command.args(["--lang", language, "tables", "--rules", rules]).stdout(Stdio::null());
            step(&format!("data: tables of {rules} ({language})"), &mut command)?;
        }
    }
    Ok(())
}

/// Where cargo puts its output.
fn target() -> PathBuf {
    std::env::var_os("CARGO_TARGET_DIR").map_or_else(|| top().join("target"), PathBuf::from)
}

/// Builds what is needed, with a message, and opens the page.
fn play(arguments: &[&str]) -> Result<(), String> {
    if arguments.iter().any(|argument| ["-h", "--help"].contains(argument)) {
        println!("cargo play takes {}", flags::known());
        return Ok(());
    }
    flags::check(arguments)?;
    // With the sums of the last time, or none: nobody waits for them.
    web::build_page()?;
    // Not quiet: the first build takes minutes, and cargo's own progress bar shows how far it is.
    step(
        "building krigsspil (some minutes the first time)",
        // Without PNG and PDF, which the page does not need and which take long to compile.
        &mut cargo(&["build", "--profile", "play", "--package", "krigsspil-cli", "--no-default-features"]),
    )?;
    let mut game = Command::new(target().join("play").join("krigsspil"));
    let later = later::folder()?;
    later::build_beside(&later);
    step("play", game.arg("play").args(arguments).env("KRIGSSPIL_PAGE", &later))
}

/// Writes the reference pages that come from the declarations. The same test compares them with the declarations.
fn docs() -> Result<(), String> {
    let mut written = cargo(&["test", "--quiet", "--package", "krigsspil-rules", "--test", "docs"]);
    step("reference of the battle languages", written.env("KRIGSSPIL_WRITE_DOCS", "1"))
}

/// Writes shell completions and the manual page to `target/extras`.
fn extras() -> Result<(), String> {
    step("build", &mut cargo(&["build", "--quiet", "--release", "--package", "krigsspil-cli"]))?;
    let binary = target().join("release").join("krigsspil");
    let folder = target().join("extras");
    fs::create_dir_all(&folder).map_err(|error| format!("{}: {error}", folder.display()))?;
    let files = [
        ("krigsspil.bash", vec!["--lang", "en", "completions", "bash"]),
        ("_krigsspil", vec!["--lang", "en", "completions", "zsh"]),
        ("krigsspil.fish", vec!["--lang", "en", "completions", "fish"]),
        ("_krigsspil.ps1", vec!["--lang", "en", "completions", "powershell"]),
        ("krigsspil.1", vec!["--lang", "en", "man"]),
        ("krigsspil.da.1", vec!["--lang", "da", "man"]),
    ];
    for (file, arguments) in files {
        let path = folder.join(file);
        let written = fs::File::create(&path).map_err(|error| format!("{}: {error}", path.display()))?;
        step(&path.display().to_string(), Command::new(&binary).args(arguments).stdout(written))?;
    }
    Ok(())
}
