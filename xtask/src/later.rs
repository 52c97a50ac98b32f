//! The sums of `cargo play`: built while the game is already open. The page asks the server as long as it is there, so nobody needs to wait
//! for them. When they are built, the server that runs has the new page from a folder beside its own.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::Duration;

use crate::{sums, target, web};

/// So long the game is left alone with the machine: it starts, or says why it cannot.
const GAME_FIRST: Duration = Duration::from_secs(5);

/// Where the server will find the page with new sums. What is left there of another time goes.
pub fn folder() -> Result<PathBuf, String> {
    let folder = target().join("page");
    match fs::remove_dir_all(&folder) {
        Err(error) if error.kind() != std::io::ErrorKind::NotFound => {
            Err(format!("{}: {error}", folder.display()))
        }
        _ => Ok(folder),
    }
}

/// Builds the sums, and the page with them, while the game runs. It ends with the game.
pub fn build_beside(later: &Path) {
    let later = later.to_path_buf();
    std::thread::spawn(move || {
        std::thread::sleep(GAME_FIRST);
        match build(&later) {
            Ok(true) => {
                println!(
                    "── The page's own sums are built: from its next visit on, the page also works without the server."
                );
                println!(
                    "── Sidens egne beregninger er bygget: fra næste besøg virker siden også uden serveren."
                );
            }
            Ok(false) => {}
            Err(reason) => {
                println!("── The page's own sums could not be built, so it needs the server: {reason}");
                println!(
                    "── Sidens egne beregninger kunne ikke bygges, så den har brug for serveren: {reason}"
                );
            }
        }
    });
}

/// Tells whether the page has become another.
fn build(later: &Path) -> Result<bool, String> {
    if !web::is_there()? || !sums::build(true)? {
        return Ok(false);
    }
    if let Some(mut fetch) = web::packages() {
        run("page: packages", &mut fetch)?;
    }
    run("page: build", &mut web::vite())?;
    // Under another name first: the server reads the folder as soon as it is there.
    let half = later.with_extension("half");
    if half.is_dir() {
        fs::remove_dir_all(&half).map_err(|error| format!("{}: {error}", half.display()))?;
    }
    copy(&web::dist(), &half)
        .and_then(|()| fs::rename(&half, later))
        .map_err(|error| format!("{}: {error}", later.display()))?;
    Ok(true)
}

fn copy(from: &Path, into: &Path) -> std::io::Result<()> {
    fs::create_dir_all(into)?;
    for entry in fs::read_dir(from)? {
        let entry = entry?;
        let there = into.join(entry.file_name());
        if entry.path().is_dir() {
            copy(&entry.path(), &there)?;
        } else {
            fs::copy(entry.path(), there)?;
        }
    }
    Ok(())
}

/// Runs what nobody waits for: after everything else that wants the machine, and telling nothing unless it fails.
pub fn run(name: &str, command: &mut Command) -> Result<(), String> {
    let mut patient = patient(command);
    let output = patient.stdin(Stdio::null()).output();
    let output = output.map_err(|error| format!("{name} could not be started: {error}"))?;
    match output.status.success() {
        true => Ok(()),
        false => Err(format!("{name} failed:\n{}", String::from_utf8_lossy(&output.stderr))),
    }
}

/// The same command behind everybody else, where the system has `nice`.
fn patient(command: &Command) -> Command {
    let mut patient = if web::answers("nice", "true") {
        let mut nice = Command::new("nice");
        nice.args(["-n", "15"]).arg(command.get_program());
        nice
    } else {
        Command::new(command.get_program())
    };
    let folder = command.get_current_dir().map_or_else(crate::top, Path::to_path_buf);
    patient.args(command.get_args()).current_dir(folder);
    for (name, value) in command.get_envs() {
        match value {
            Some(value) => patient.env(name, value),
            None => patient.env_remove(name),
        };
    }
    patient
}
