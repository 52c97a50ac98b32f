//! The page's own sums: the engine compiled to WebAssembly, a module for each rule set. Where the compiler lacks that target the page is built
//! without them, and asks the server as long as it is there.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use crate::web::{answers, folder};
use crate::{cargo, step, target, top};

const TARGET: &str = "wasm32-unknown-unknown";
const RULE_SETS: &[&str] = &["borgerkrig", "chakoten", "gdc", "torden", "tricolore"];

fn modules() -> PathBuf {
    folder().join("sums")
}

/// Are the modules there?
pub fn built() -> bool {
    RULE_SETS.iter().all(|rules| modules().join(rules).with_extension("wasm").is_file())
}

/// Builds every module whose sources have changed, and tells whether any is another than before; tells why not if that cannot be. `quietly`
/// is for a build that nobody waits for: it says nothing and leaves the machine to others.
pub fn build(quietly: bool) -> Result<bool, String> {
    if !can_compile() {
        println!(
            "── sums: no {TARGET} here (rustup target add {TARGET}): the page is built without its own sums and asks the server"
        );
        return without();
    }
    let mut changed = false;
    for rules in RULE_SETS {
        changed |= module(rules, quietly)?;
    }
    if !list().is_file() {
        run("sums: what is in them", Command::new("node").arg("sums.mjs").current_dir(folder()), quietly)?;
        changed = true;
    }
    Ok(changed)
}

/// Old modules would answer by old rules. Tells whether there were any.
fn without() -> Result<bool, String> {
    match fs::remove_dir_all(modules()) {
        Ok(()) => Ok(true),
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => Ok(false),
        Err(error) => Err(format!("{}: {error}", modules().display())),
    }
}

/// What the modules tell of themselves. It is written after them, and taken away before one of them changes.
fn list() -> PathBuf {
    modules().join("list.json")
}

fn run(name: &str, command: &mut Command, quietly: bool) -> Result<(), String> {
    if quietly { crate::later::run(name, command) } else { step(name, command) }
}

/// Tells how large the modules are when a web host compresses them, and fails if that is too large.
pub fn weigh() -> Result<(), String> {
    if !built() {
        return Ok(());
    }
    step("sums: how large they are", Command::new("node").args(["sums.mjs", "--weigh"]).current_dir(folder()))
}

/// Builds a rule set's module; tells whether it is another than before.
fn module(rules: &str, quietly: bool) -> Result<bool, String> {
    let mut build =
        cargo(&["rustc", "--quiet", "--package", "krigsspil-wasm", "--lib", "--crate-type", "cdylib"]);
    build.args(["--profile", "sums", "--target", TARGET, "--features", rules]);
    run(&format!("sums: {rules}"), &mut build, quietly)?;
    let made = target().join(TARGET).join("sums").join("krigsspil_wasm.wasm");
    let kept = modules().join(rules).with_extension("wasm");
    let read = |path: &Path| fs::read(path).map_err(|error| format!("{}: {error}", path.display()));
    let module = read(&made)?;
    if fs::read(&kept).is_ok_and(|old| old == module) {
        return Ok(false);
    }
    if list().is_file() {
        fs::remove_file(list()).map_err(|error| format!("{}: {error}", list().display()))?;
    }
    // Under another name first: whoever ends the build in the midst of it leaves no half module.
    let half = kept.with_extension("half");
    let write = fs::create_dir_all(modules()).and_then(|()| fs::write(&half, module));
    write.and_then(|()| fs::rename(&half, &kept)).map_err(|error| format!("{}: {error}", kept.display()))?;
    Ok(true)
}

/// Does the compiler have the target? If rustup can fetch it, it is fetched.
fn can_compile() -> bool {
    has_target() || (fetched() && has_target())
}

fn has_target() -> bool {
    let rustc = std::env::var_os("RUSTC").unwrap_or_else(|| "rustc".into());
    let asked = Command::new(rustc)
        .args(["--print", "target-libdir", "--target", TARGET])
        .current_dir(top())
        .output();
    asked.is_ok_and(|asked| {
        let folder = String::from_utf8_lossy(&asked.stdout).trim().to_string();
        asked.status.success() && Path::new(&folder).is_dir()
    })
}

fn fetched() -> bool {
    if !answers("rustup", "--version") {
        return false;
    }
    println!("── sums: fetching {TARGET}");
    let add = Command::new("rustup")
        .args(["target", "add", TARGET])
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .status();
    add.is_ok_and(|status| status.success())
}
