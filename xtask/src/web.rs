//! The web page: built with npm and Vite, tested with Vitest and a real browser.

use std::path::PathBuf;
use std::process::{Command, Stdio};

use crate::{step, sums, target, top};

pub fn folder() -> PathBuf {
    top().join("web")
}

fn npm(arguments: &[&str]) -> Command {
    let mut command = Command::new(if cfg!(windows) { "npm.cmd" } else { "npm" });
    command.args(arguments).current_dir(folder());
    command
}

pub fn answers(program: &str, argument: &str) -> bool {
    let asked = Command::new(program).arg(argument).stdout(Stdio::null()).stderr(Stdio::null()).status();
    asked.is_ok_and(|status| status.success())
}

/// Builds the sums and the page if they are not built, or if their sources are newer.
pub fn build() -> Result<(), String> {
    if !is_there()? {
        return Ok(());
    }
    match sums::build(false)? {
        true => rebuild(),
        false => build_page(),
    }
}

/// Builds the page if it is not built, or if its sources are newer: with the modules of sums that are there.
pub fn build_page() -> Result<(), String> {
    if !is_there()? || newest(&sources()) <= newest(&[dist()]) {
        return Ok(());
    }
    rebuild()
}

fn rebuild() -> Result<(), String> {
    install()?;
    step("page: build", &mut vite())
}

/// Builds the page with Vite.
pub fn vite() -> Command {
    npm(&["run", "--silent", "build"])
}

/// The page as it is built.
pub fn dist() -> PathBuf {
    folder().join("dist")
}

/// Is there a page to build, and something to build it with?
pub fn is_there() -> Result<bool, String> {
    if !folder().join("package.json").exists() {
        return Ok(false);
    }
    if !answers("node", "--version") {
        return Err(
            "Node.js is missing: the page is built with it. Install Node.js 20 or later and try again."
                .into(),
        );
    }
    Ok(true)
}

/// `cargo xtask site`: the companion as a folder that any static web host can serve, with its sums inside.
pub fn site() -> Result<(), String> {
    build()?;
    if !sums::built() {
        return Err("a static host needs the sums as WebAssembly: see above".into());
    }
    sums::weigh()?;
    install()?;
    let folder = target().join("site");
    let mut vite = npm(&["run", "--silent", "build", "--", "--mode", "site", "--emptyOutDir", "--outDir"]);
    step("site: build", vite.arg(&folder))?;
    println!("── site: copy {} to any static web host, at its root or in a folder", folder.display());
    Ok(())
}

fn sources() -> Vec<PathBuf> {
    [
        "src",
        "sums",
        "public",
        "index.html",
        "package.json",
        "package-lock.json",
        "vite.config.ts",
        "tsconfig.json",
    ]
    .iter()
    .map(|name| folder().join(name))
    .collect()
}

/// The time of the newest file under these paths; `None` if there is no file.
fn newest(paths: &[PathBuf]) -> Option<std::time::SystemTime> {
    paths
        .iter()
        .filter_map(|path| {
            if path.is_dir() {
                let within: Vec<_> =
                    std::fs::read_dir(path).ok()?.filter_map(|entry| Some(entry.ok()?.path())).collect();
                newest(&within)
            } else {
                path.metadata().ok()?.modified().ok()
            }
        })
        .max()
}

fn install() -> Result<(), String> {
    match packages() {
        Some(mut fetch) => step("page: packages (npm ci)", &mut fetch),
        None => Ok(()),
    }
}

/// What fetches the packages that the page is built with; none if they are there.
pub fn packages() -> Option<Command> {
    let installed = folder().join("node_modules").join(".package-lock.json");
    let old = newest(&[folder().join("package-lock.json")]) > newest(&[installed]);
    old.then(|| npm(&["ci", "--no-audit", "--no-fund", "--loglevel", "error"]))
}

/// Checks the types and tests the page, also in a real browser.
pub fn test(browser: &str) -> Result<(), String> {
    if !folder().join("package.json").exists() {
        return Ok(());
    }
    install()?;
    sums::weigh()?;
    api_types()?;
    step("page: types", &mut npm(&["run", "--silent", "check"]))?;
    step("page: tests", &mut npm(&["run", "--silent", "test"]))?;
    let mut tests = npm(&["run", "--silent", "test:browser"]);
    step("page: in the browser", tests.env("CHROMIUM", browser).env("KRIGSSPIL", binary()))
}

fn binary() -> PathBuf {
    target().join("debug").join("krigsspil")
}

/// The server's own document gives the page its types: both files must equal what the server and the generator write today.
fn api_types() -> Result<(), String> {
    println!("── page: types of the API");
    let asked = Command::new(binary()).arg("openapi").output();
    let document = asked.map_err(|error| format!("{}: {error}", binary().display()))?.stdout;
    let read = |path: PathBuf| std::fs::read(&path).map_err(|error| format!("{}: {error}", path.display()));
    let stale = |file: &str| {
        format!(
            "{file} is not what the server says: run `krigsspil openapi > web/openapi.json`, then `npm run types` in web/"
        )
    };
    if read(folder().join("openapi.json"))? != document {
        return Err(stale("web/openapi.json"));
    }
    let made = target().join("api-types.d.ts");
    let mut generator = npm(&["run", "--silent", "types:into"]);
    step(
        "page: types of the API, made anew",
        generator.arg(&made).stdout(Stdio::null()).stderr(Stdio::null()),
    )?;
    match read(made)? == read(folder().join("src").join("lib").join("api-types.d.ts"))? {
        true => Ok(()),
        false => Err(stale("web/src/lib/api-types.d.ts")),
    }
}

/// The oldest Chromium in which the page's tests have passed.
const OLDEST: u32 = 148;

/// The browser for the page's tests. Says which it is, and refuses a too old one before anything is built.
pub fn browser() -> Result<String, String> {
    let path = chromium()?;
    let asked = Command::new(&path).arg("--version").output().map_err(|error| format!("{path}: {error}"))?;
    let said = String::from_utf8_lossy(&asked.stdout).trim().to_string();
    println!("── page: will be tested in {path}: {said} ({OLDEST} or later will do)");
    match version(&said) {
        Some(version) if version < OLDEST => Err(format!(
            "{path} is too old: the page's tests want Chromium {OLDEST} or later. Install a later one, or name \
             one in the environment as CHROMIUM"
        )),
        Some(_) => Ok(path),
        None => Err(format!(
            "{path} does not say what version it is; name a Chromium in the environment as CHROMIUM"
        )),
    }
}

/// The first number in a browser's own version text: 148 in `Chromium 148.0.7778.96 built on Debian`.
fn version(said: &str) -> Option<u32> {
    said.split(|letter: char| !letter.is_ascii_digit()).find(|word| !word.is_empty())?.parse().ok()
}

/// A Chromium: named in the environment, found on the machine, or installed from Debian's packages if that is allowed.
fn chromium() -> Result<String, String> {
    if let Ok(named) = std::env::var("CHROMIUM") {
        return Ok(named);
    }
    let usual = [
        "/usr/bin/chromium",
        "/usr/bin/chromium-browser",
        "/usr/bin/google-chrome",
        "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
    ];
    let find = || usual.iter().find(|path| answers(path, "--version")).map(|path| path.to_string());
    if let Some(found) = find() {
        return Ok(found);
    }
    let root = Command::new("id").arg("-u").output().is_ok_and(|asked| asked.stdout.starts_with(b"0\n"));
    if root && answers("apt-get", "--version") {
        println!("── page: no browser here; installing Debian's chromium");
        step("apt-get update", &mut apt(&["update"]))?;
        if step("apt-get install chromium", &mut apt(&["install", "chromium"])).is_err() {
            // An upgrade of another package may stop dpkg half way: what it began is ended first.
            step("dpkg --configure -a", Command::new("dpkg").args(["--configure", "-a"]))?;
            step("apt-get -f install", &mut apt(&["-f", "install"]))?;
            step("apt-get install chromium, once more", &mut apt(&["install", "chromium"]))?;
        }
    }
    find().ok_or_else(|| {
        format!(
            "no browser was found: install Chromium {OLDEST} or later (Debian: apt-get install chromium), \
             or name one in the environment as CHROMIUM, and run this again"
        )
    })
}

/// `apt-get` that asks nothing. It takes only what the browser cannot be without: what Debian recommends beside it pulls in upgrades of
/// the system itself, and one of those stopped an installation half way.
fn apt(arguments: &[&str]) -> Command {
    let mut command = Command::new("apt-get");
    command.args(["-y", "-qq", "--no-install-recommends"]).args(arguments);
    command.env("DEBIAN_FRONTEND", "noninteractive");
    command
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Each browser words its version text differently.
    #[test]
    fn versions_are_read() {
        assert_eq!(version("Chromium 148.0.7778.96 built on Debian GNU/Linux 13 (trixie)"), Some(148));
        assert_eq!(version("Google Chrome 156.0.8001.2"), Some(156));
        assert_eq!(version("no browser"), None);
    }
}
