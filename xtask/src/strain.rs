//! The server under strain: killed at random moments (`cargo xtask crash N`), and with five hundred games at once (`cargo xtask load`).

use std::path::PathBuf;
use std::process::Command;

use crate::{cargo, step, target};

/// Kills in `cargo verify`: on SQLite, and on PostgreSQL where it is.
const SHORT: (&str, &str) = ("10", "5");

fn built() -> Result<PathBuf, String> {
    let packages = ["--package", "krigsspil-cli", "--package", "krigsspil-strain"];
    step("build (release)", cargo(&["build", "--quiet", "--release"]).args(packages))?;
    Ok(target().join("release"))
}

fn kill(folder: &std::path::Path, times: &str, on: &str) -> Result<(), String> {
    let mut crash = Command::new(folder.join("crash"));
    step(&format!("killed {times} times on {on}"), crash.arg(folder.join("krigsspil")).args([times, on]))
}

/// `cargo xtask crash N [sqlite|postgres]`: N times on SQLite and a fifth of that on PostgreSQL, or on one of them only.
pub fn crash(arguments: &[&str]) -> Result<(), String> {
    let (times, on) = match arguments {
        [times] => (times, None),
        [times, on @ ("sqlite" | "postgres")] => (times, Some(*on)),
        _ => return Err("cargo xtask crash N [sqlite|postgres]".to_string()),
    };
    let number: u32 = times.parse().map_err(|_| format!("`{times}` is no number"))?;
    let folder = built()?;
    if on != Some("postgres") {
        kill(&folder, times, "sqlite")?;
    }
    match on {
        Some("sqlite") => Ok(()),
        Some(_) => kill(&folder, times, "postgres"),
        None => kill(&folder, &number.div_ceil(5).to_string(), "postgres"),
    }
}

/// The short run of `cargo verify`, with what its tests have built: a separate build would compile half of it again, with other features of
/// its dependencies.
pub fn short() -> Result<(), String> {
    let folder = target().join("debug");
    kill(&folder, SHORT.0, "sqlite")?;
    kill(&folder, SHORT.1, "postgres")
}

/// `cargo xtask load [GAMES [SECONDS]]`: as fast as the server is built for a club.
pub fn load(arguments: &[&str]) -> Result<(), String> {
    let (games, seconds) = match arguments {
        [] => ("500", "60"),
        [games] => (*games, "60"),
        [games, seconds] => (*games, *seconds),
        _ => return Err("cargo xtask load [GAMES [SECONDS]]".to_string()),
    };
    let folder = built()?;
    let mut load = Command::new(folder.join("load"));
    step(&format!("{games} games for {seconds} s"), load.arg(folder.join("krigsspil")).args([games, seconds]))
}
