//! A PostgreSQL of one's own: in a temporary folder, on a socket in it, gone when it is dropped.

use std::os::unix::fs::{MetadataExt, chown};
use std::os::unix::process::CommandExt;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use tempfile::TempDir;

/// A PostgreSQL that runs.
#[derive(Debug)]
pub struct Postgres {
    folder: TempDir,
    binaries: PathBuf,
    user: Option<(u32, u32)>,
}

/// Where its binaries are: the newest below `/usr/lib/postgresql`, or what `PG_BIN` names. None when there are none.
pub fn binaries() -> Option<PathBuf> {
    let named = std::env::var_os("PG_BIN").map(PathBuf::from);
    let versions = std::fs::read_dir("/usr/lib/postgresql").into_iter().flatten().flatten();
    let mut found: Vec<PathBuf> = versions.map(|version| version.path().join("bin")).collect();
    found.sort();
    named.into_iter().chain(found.into_iter().rev()).find(|folder| folder.join("initdb").exists())
}

/// PostgreSQL does not run as root: then it is the user `postgres`, whom its package makes.
fn other_user(folder: &Path) -> Result<Option<(u32, u32)>, String> {
    let root = std::fs::metadata(folder).is_ok_and(|folder| folder.uid() == 0);
    if !root {
        return Ok(None);
    }
    let users = std::fs::read_to_string("/etc/passwd").map_err(|error| error.to_string())?;
    let line =
        users.lines().find(|line| line.starts_with("postgres:")).ok_or("there is no user `postgres`")?;
    let mut fields = line.split(':').skip(2).filter_map(|field| field.parse().ok());
    match (fields.next(), fields.next()) {
        (Some(user), Some(group)) => Ok(Some((user, group))),
        _ => Err("the user `postgres` has no number".to_string()),
    }
}

impl Postgres {
    /// Starts one; none, with a plain word about it, when its binaries are not on this machine.
    pub fn start() -> Option<Postgres> {
        let Some(binaries) = binaries() else {
            eprintln!(
                "PostgreSQL is not on this machine: nothing is tried with it (apt-get install postgresql)"
            );
            return None;
        };
        match Postgres::set_up(binaries) {
            Ok(postgres) => Some(postgres),
            Err(reason) => {
                eprintln!("PostgreSQL could not be started, and nothing is tried with it: {reason}");
                None
            }
        }
    }

    fn set_up(binaries: PathBuf) -> Result<Postgres, String> {
        let folder =
            tempfile::Builder::new().prefix("krigsspil-pg").tempdir().map_err(|error| error.to_string())?;
        let user = other_user(folder.path())?;
        if let Some((user, group)) = user {
            chown(folder.path(), Some(user), Some(group)).map_err(|error| error.to_string())?;
        }
        let postgres = Postgres { folder, binaries, user };
        let data = postgres.data();
        postgres.run(
            "initdb",
            &["-D", &data, "-U", "postgres", "-A", "trust", "-E", "UTF8", "--locale=C", "--no-sync"],
        )?;
        postgres.go()?;
        Ok(postgres)
    }

    fn data(&self) -> String {
        self.folder.path().join("data").display().to_string()
    }

    fn run(&self, program: &str, arguments: &[&str]) -> Result<(), String> {
        let mut command = Command::new(self.binaries.join(program));
        command
            .args(arguments)
            .current_dir(self.folder.path())
            .stdin(Stdio::null())
            .stdout(Stdio::null())
            .stderr(Stdio::null());
        if let Some((user, group)) = self.user {
            command.gid(group).uid(user);
        }
        match command.status() {
            Ok(status) if status.success() => Ok(()),
            Ok(status) => Err(format!("{program}: {status}")),
            Err(error) => Err(format!("{program}: {error}")),
        }
    }

    fn go(&self) -> Result<(), String> {
        let log = self.folder.path().join("log").display().to_string();
        let options =
            format!("-k {} -c listen_addresses= -c max_connections=60", self.folder.path().display());
        self.run("pg_ctl", &["-D", &self.data(), "-l", &log, "-o", &options, "-w", "start"])
    }

    /// Its address.
    pub fn address(&self) -> String {
        format!("postgres://postgres@localhost/postgres?host={}", self.folder.path().display())
    }

    /// Ends it as a crash would, and starts it again.
    pub fn crash_and_start(&self) -> Result<(), String> {
        self.run("pg_ctl", &["-D", &self.data(), "-m", "immediate", "-w", "stop"])?;
        self.go()
    }
}

impl Drop for Postgres {
    fn drop(&mut self) {
        // What cannot be stopped ends with its folder.
        let _ = self.run("pg_ctl", &["-D", &self.data(), "-m", "immediate", "-w", "stop"]);
    }
}
