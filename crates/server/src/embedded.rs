//! Files compiled into the binary by `build.rs`, and the page that was built after it.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::OnceLock;

/// Names and bytes, by name.
pub(crate) struct Embedded(&'static [(&'static str, &'static [u8])]);

/// The page; empty when it was not built.
pub(crate) static PAGE: Embedded = Embedded(include!(concat!(env!("OUT_DIR"), "/page.rs")));

/// The scenarios that come with the program.
pub(crate) static SCENARIOS: Embedded = Embedded(include!(concat!(env!("OUT_DIR"), "/scenarios.rs")));

impl Embedded {
    /// The file of this name.
    pub(crate) fn get(&self, name: &str) -> Option<&'static [u8]> {
        let place = self.0.binary_search_by(|(file, _)| (*file).cmp(name)).ok()?;
        Some(self.0[place].1)
    }

    /// The names of all files.
    pub(crate) fn names(&self) -> impl Iterator<Item = &'static str> {
        self.0.iter().map(|(name, _)| *name)
    }
}

/// The folder where a newer page will be. `cargo play` opens the page before its sums are built, and names it in the environment.
static NEWER: OnceLock<Option<PathBuf>> = OnceLock::new();
static NEWER_PAGE: OnceLock<BTreeMap<String, &'static [u8]>> = OnceLock::new();

/// A file of the page: of the newer one, if that is built. The files of the older one stay, for whoever still has it open.
pub(crate) fn page(name: &str) -> Option<&'static [u8]> {
    newer().and_then(|page| page.get(name).copied()).or_else(|| PAGE.get(name))
}

fn newer() -> Option<&'static BTreeMap<String, &'static [u8]>> {
    let folder = NEWER.get_or_init(|| std::env::var_os("KRIGSSPIL_PAGE").map(PathBuf::from)).as_ref()?;
    if NEWER_PAGE.get().is_none() && folder.is_dir() {
        let mut files = BTreeMap::new();
        match read(folder, "", &mut files) {
            Ok(()) => _ = NEWER_PAGE.set(files),
            Err(error) => tracing::warn!(%error, folder = %folder.display(), "the newer page cannot be read"),
        }
    }
    NEWER_PAGE.get()
}

/// Reads every file of a folder, once for the whole life of the program.
fn read(folder: &Path, before: &str, into: &mut BTreeMap<String, &'static [u8]>) -> std::io::Result<()> {
    for entry in std::fs::read_dir(folder)? {
        let entry = entry?;
        let name = format!("{before}{}", entry.file_name().to_string_lossy());
        if entry.path().is_dir() {
            read(&entry.path(), &format!("{name}/"), into)?;
        } else {
            into.insert(name, std::fs::read(entry.path())?.leak());
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The files of a folder are found by their names from there on, as those in the binary are.
    #[test]
    fn a_folder_is_read_whole() {
        let folder = tempfile::tempdir().unwrap();
        std::fs::create_dir(folder.path().join("assets")).unwrap();
        std::fs::write(folder.path().join("index.html"), "page").unwrap();
        std::fs::write(folder.path().join("assets/a.js"), "code").unwrap();
        let mut files = BTreeMap::new();
        read(folder.path(), "", &mut files).unwrap();
        let told: Vec<(&str, &[u8])> = files.iter().map(|(name, bytes)| (name.as_str(), *bytes)).collect();
        assert_eq!(told, [("assets/a.js", b"code".as_slice()), ("index.html", b"page")]);
        assert!(read(&folder.path().join("none"), "", &mut files).is_err());
    }
}
