//! The registry: the only place that names the rule sets.
//!
//! ```
//! let rules = krigsspil_rules::open("borgerkrig", None)?;
//! let info = rules.procedures()[rules.find("small_arms_fire")?];
//! assert_eq!(info.about.dice, "2d6");
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

// Nothing that a person or a file can cause may end the program. Tests may panic freely.
#![cfg_attr(not(test), warn(clippy::unwrap_used, clippy::expect_used, clippy::panic))]

#[cfg(feature = "battles")]
mod battles;

use std::path::Path;

#[cfg(feature = "battles")]
use krigsspil_engine::battle::{BattleLanguage, Drill};
use krigsspil_engine::fact::nearest;
use krigsspil_engine::table::HouseFault;
use krigsspil_engine::wordings::UNKNOWN_RULE_SET;
use krigsspil_engine::{Filling, Language, Messages, RuleSet};

#[cfg(feature = "battles")]
pub use battles::*;

type Opened = Result<Box<dyn RuleSet>, HouseFault>;

/// A rule set that can be opened.
#[derive(Clone, Copy, Debug)]
pub struct Listing {
    /// Its short name.
    pub id: &'static str,
    open: fn(Option<&Path>) -> Opened,
    /// Its drill, for commanders; `None` if it has no battles yet.
    #[cfg(feature = "battles")]
    pub drill: Option<&'static dyn Drill>,
    /// What its battles show, accept and ask, as declared; `None` if it has no battles yet.
    #[cfg(feature = "battles")]
    pub language: Option<&'static BattleLanguage>,
}

impl Listing {
    /// Opens it, with a club's own tables if a folder of them is given.
    pub fn open(&self, house: Option<&Path>) -> Opened {
        (self.open)(house)
    }
}

/// Boxes the result of a rule set's own `open`.
fn boxed<R: RuleSet + 'static>(opened: Result<R, HouseFault>) -> Opened {
    opened.map(|rules| Box::new(rules) as Box<dyn RuleSet>)
}

/// All rule sets.
pub static RULE_SETS: &[Listing] = &[
    #[cfg(feature = "borgerkrig")]
    Listing {
        id: "borgerkrig",
        open: |house| boxed(krigsspil_borgerkrig::open(house)),
        #[cfg(feature = "battles")]
        drill: Some(&krigsspil_borgerkrig::drill::BorgerkrigDrill),
        #[cfg(feature = "battles")]
        language: Some(&krigsspil_borgerkrig::battle::shown::LANGUAGE),
    },
    #[cfg(feature = "chakoten")]
    Listing {
        id: "chakoten",
        open: |house| boxed(krigsspil_chakoten::open(house)),
        #[cfg(feature = "battles")]
        drill: Some(&krigsspil_chakoten::drill::ChakotenDrill),
        #[cfg(feature = "battles")]
        language: Some(&krigsspil_chakoten::battle::shown::LANGUAGE),
    },
    #[cfg(feature = "gdc")]
    Listing {
        id: "gdc",
        open: |house| boxed(krigsspil_gdc::open(house)),
        #[cfg(feature = "battles")]
        drill: Some(&krigsspil_gdc::drill::GdcDrill),
        #[cfg(feature = "battles")]
        language: Some(&krigsspil_gdc::battle::shown::LANGUAGE),
    },
    #[cfg(feature = "torden")]
    Listing {
        id: "torden",
        open: |house| boxed(krigsspil_torden::open(house)),
        #[cfg(feature = "battles")]
        drill: Some(&krigsspil_torden::drill::TordenDrill),
        #[cfg(feature = "battles")]
        language: Some(&krigsspil_torden::battle::shown::LANGUAGE),
    },
    #[cfg(feature = "tricolore")]
    Listing {
        id: "tricolore",
        open: |house| boxed(krigsspil_tricolore::open(house)),
        #[cfg(feature = "battles")]
        drill: Some(&krigsspil_tricolore::drill::TricoloreDrill),
        #[cfg(feature = "battles")]
        language: Some(&krigsspil_tricolore::battle::shown::LANGUAGE),
    },
];

/// Why a rule set cannot be opened.
#[derive(Debug)]
pub enum OpenFault {
    /// There is no rule set with that name.
    Unknown {
        /// The name given.
        given: String,
        /// A name that is close to it.
        near: Option<&'static str>,
    },
    /// One of its tables, or the club's replacement for it, is broken.
    House(HouseFault),
}

impl OpenFault {
    /// The reason, in a language.
    pub fn message(&self, language: Language) -> String {
        match self {
            OpenFault::Unknown { given, near } => {
                let known: Vec<_> = RULE_SETS.iter().map(|listing| listing.id).collect();
                let blanks = [
                    ("given", given.into()),
                    ("known", known.join(", ").into()),
                    ("hint", Filling::DidYouMean(near.map(str::to_string))),
                ];
                UNKNOWN_RULE_SET.with(blanks).message(Messages::engine(), language)
            }
            OpenFault::House(fault) => fault.message(language),
        }
    }
}

/// In English.
impl std::fmt::Display for OpenFault {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(&self.message(Language::English))
    }
}

impl std::error::Error for OpenFault {}

/// Opens a rule set by its short name.
pub fn open(id: &str, house: Option<&Path>) -> Result<Box<dyn RuleSet>, OpenFault> {
    let Some(listing) = RULE_SETS.iter().find(|listing| listing.id == id) else {
        let known: Vec<_> = RULE_SETS.iter().map(|listing| listing.id).collect();
        return Err(OpenFault::Unknown { given: id.to_string(), near: nearest(id, &known) });
    };
    listing.open(house).map_err(OpenFault::House)
}

/// The rule by which nobody measures the distance to an enemy before he has decided; `None` where one may measure.
pub fn no_measuring(id: &str) -> Option<&'static str> {
    match id {
        "torden" => Some("1.1.4"),
        "chakoten" => Some("03.02.12"),
        _ => None,
    }
}

#[cfg(all(test, feature = "battles"))]
mod tests {
    use super::*;

    /// Every rule set opens under its own name.
    #[test]
    fn every_rule_set_opens() {
        for listing in RULE_SETS {
            assert_eq!(listing.open(None).unwrap().id(), listing.id);
        }
    }

    /// The small scenario can be set up with the maker found by name.
    #[test]
    fn the_small_scenario_sets_up() {
        use krigsspil_engine::scenario::Scenario;
        let file = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../scenarios/meeting/scenario.toml");
        let scenario = Scenario::open(&file).unwrap();
        let game = maker("borgerkrig").unwrap().setup(&scenario, Default::default(), 1, Vec::new()).unwrap();
        assert_eq!(game.prompts().len(), 2);
        assert!(maker("whist").is_none());
    }

    /// Every playable rule set declares what its battles show, accept and ask, with all its words; and only playable rule sets do.
    #[test]
    fn who_is_played_has_a_language() {
        for listing in RULE_SETS {
            assert_eq!(listing.language.is_some(), maker(listing.id).is_some(), "{}", listing.id);
            if let Some(declared) = listing.language {
                let rules = listing.open(None).unwrap();
                krigsspil_engine::battle::language_is_labelled(declared, rules.messages()).unwrap();
            }
        }
    }

    /// An unknown name is refused with a list of the known ones.
    #[test]
    fn a_wrong_name_is_refused() {
        let Err(fault) = open("borgerkrigen", None) else { panic!("it opened") };
        assert!(fault.to_string().ends_with("did you mean `borgerkrig`?"), "{fault}");
    }
}
