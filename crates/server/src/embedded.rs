//! Files compiled into the binary by `build.rs`.

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
