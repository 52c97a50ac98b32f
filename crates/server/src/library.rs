//! The rule sets, opened once and kept.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError};

use axum::body::Bytes;
use krigsspil_engine::battle::GameMaker;
use krigsspil_engine::{Language, RuleSet};
use krigsspil_rules::{OpenFault, RULE_SETS};

/// Every rule set, open.
pub struct Library {
    rules: Vec<Box<dyn RuleSet>>,
    /// Their books as they are sent: they do not change while the server runs, and each is some hundred kilobytes to write.
    written: Mutex<HashMap<(&'static str, Language), Bytes>>,
    /// Those that make battles, read when the first battle is made: all battles of a rule set share its tables.
    makers: Mutex<HashMap<String, Arc<dyn GameMaker>>>,
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
        Ok(Library {
            rules: rules.map_err(OpenFault::House)?,
            written: Mutex::default(),
            makers: Mutex::default(),
        })
    }

    /// All of them.
    pub fn all(&self) -> impl Iterator<Item = &dyn RuleSet> {
        self.rules.iter().map(|rules| &**rules)
    }

    /// The one of this name.
    pub fn find(&self, id: &str) -> Option<&dyn RuleSet> {
        self.all().find(|rules| rules.id() == id)
    }

    /// Makes the battles of a rule set; none when it is not played.
    pub(crate) fn maker(&self, id: &str) -> Option<Arc<dyn GameMaker>> {
        let kept = || self.makers.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(maker) = kept().get(id) {
            return Some(maker.clone());
        }
        // Two who ask at once both read the tables; the first of them is kept.
        let maker = Arc::from(krigsspil_rules::maker(id)?);
        Some(kept().entry(id.to_string()).or_insert(maker).clone())
    }

    /// The book of a rule set as it is sent; `write` makes it when it is asked for the first time.
    pub(crate) fn written<E>(
        &self,
        id: &'static str,
        language: Language,
        write: impl FnOnce() -> Result<Vec<u8>, E>,
    ) -> Result<Bytes, E> {
        let kept = || self.written.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(book) = kept().get(&(id, language)) {
            return Ok(book.clone());
        }
        // Two who ask at once both write the same; nobody waits for the other with the lock held.
        let book = Bytes::from(write()?);
        kept().insert((id, language), book.clone());
        Ok(book)
    }
}
