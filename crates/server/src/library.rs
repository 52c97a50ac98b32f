//! The rule sets, opened once and kept.

use krigsspil_engine::RuleSet;
use krigsspil_rules::{OpenFault, RULE_SETS};

/// Every rule set, open.
pub struct Library {
    rules: Vec<Box<dyn RuleSet>>,
}

impl std::fmt::Debug for Library {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_list().entries(self.rules.iter().map(|rules| rules.id())).finish()
    }
}

impl Library {
    /// Opens every rule set.
    pub fn open() -> Result<Library, OpenFault> {
        let rules = RULE_SETS.iter().map(|listing| listing.open(None)).collect::<Result<Vec<_>, _>>();
        Ok(Library { rules: rules.map_err(OpenFault::House)? })
    }

    /// All of them.
    pub fn all(&self) -> impl Iterator<Item = &dyn RuleSet> {
        self.rules.iter().map(|rules| &**rules)
    }

    /// The one of this name.
    pub fn find(&self, id: &str) -> Option<&dyn RuleSet> {
        self.all().find(|rules| rules.id() == id)
    }
}
