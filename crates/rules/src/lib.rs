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

use std::path::Path;

use krigsspil_engine::battle::{BattleLanguage, Deed, Drill, GameMaker, HouseTables};
use krigsspil_engine::fact::nearest;
use krigsspil_engine::table::HouseFault;
use krigsspil_engine::wordings::UNKNOWN_RULE_SET;
use krigsspil_engine::{Filling, Language, Messages, RuleSet, Sentence};

type Opened = Result<Box<dyn RuleSet>, HouseFault>;

/// A rule set that can be opened.
#[derive(Clone, Copy, Debug)]
pub struct Listing {
    /// Its short name.
    pub id: &'static str,
    open: fn(Option<&Path>) -> Opened,
    /// Its drill, for commanders; `None` if it has no battles yet.
    pub drill: Option<&'static dyn Drill>,
    /// What its battles show, accept and ask, as declared; `None` if it has no battles yet.
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
    Listing {
        id: "borgerkrig",
        open: |house| boxed(krigsspil_borgerkrig::open(house)),
        drill: Some(&krigsspil_borgerkrig::drill::BorgerkrigDrill),
        language: Some(&krigsspil_borgerkrig::battle::shown::LANGUAGE),
    },
    Listing {
        id: "chakoten",
        open: |house| boxed(krigsspil_chakoten::open(house)),
        drill: Some(&krigsspil_chakoten::drill::ChakotenDrill),
        language: Some(&krigsspil_chakoten::battle::shown::LANGUAGE),
    },
    Listing {
        id: "gdc",
        open: |house| boxed(krigsspil_gdc::open(house)),
        drill: Some(&krigsspil_gdc::drill::GdcDrill),
        language: Some(&krigsspil_gdc::battle::shown::LANGUAGE),
    },
    Listing {
        id: "torden",
        open: |house| boxed(krigsspil_torden::open(house)),
        drill: Some(&krigsspil_torden::drill::TordenDrill),
        language: Some(&krigsspil_torden::battle::shown::LANGUAGE),
    },
    Listing {
        id: "tricolore",
        open: |house| boxed(krigsspil_tricolore::open(house)),
        drill: Some(&krigsspil_tricolore::drill::TricoloreDrill),
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

/// The maker of a playable rule set's battles, by its short name, with the printed tables.
pub fn maker(id: &str) -> Option<Box<dyn GameMaker>> {
    maker_with(id, &HouseTables::new())?.ok()
}

/// The same with a club's own tables, given as names and texts.
pub fn maker_with(id: &str, house: &HouseTables) -> Option<Result<Box<dyn GameMaker>, HouseFault>> {
    match id {
        "borgerkrig" => {
            let rules = krigsspil_borgerkrig::battle::Borgerkrig::with_house(house);
            Some(rules.map(|rules| Box::new(rules) as Box<dyn GameMaker>))
        }
        "chakoten" => {
            let rules = krigsspil_chakoten::battle::Chakoten::with_house(house);
            Some(rules.map(|rules| Box::new(rules) as Box<dyn GameMaker>))
        }
        "gdc" => {
            let rules = krigsspil_gdc::battle::Gdc::with_house(house);
            Some(rules.map(|rules| Box::new(rules) as Box<dyn GameMaker>))
        }
        "torden" => {
            let rules = krigsspil_torden::battle::Torden::with_house(house);
            Some(rules.map(|rules| Box::new(rules) as Box<dyn GameMaker>))
        }
        "tricolore" => {
            let rules = krigsspil_tricolore::battle::Tricolore::with_house(house);
            Some(rules.map(|rules| Box::new(rules) as Box<dyn GameMaker>))
        }
        _ => None,
    }
}

/// The drill of a rule set by its short name; `None` if it has no battles yet.
pub fn drill(id: &str) -> Option<&'static dyn Drill> {
    RULE_SETS.iter().find(|listing| listing.id == id)?.drill
}

/// What a rule set's battles show, accept and ask, by its short name; `None` if it has no battles yet.
pub fn battle_language(id: &str) -> Option<&'static BattleLanguage> {
    RULE_SETS.iter().find(|listing| listing.id == id)?.language
}

/// A reader of one entry of an order sheet: `Ok` if it is sound, otherwise what is wrong with it.
pub type SheetReader = fn(&str) -> Result<(), Sentence>;

/// The readers of order sheets, by the short name of their rules.
pub static SHEETS: &[(&str, SheetReader)] = &[
    ("borgerkrig", |entry| {
        let read = krigsspil_borgerkrig::battle::sheet::read(entry, 180.0, 0.0);
        read.map(|_| ())
    }),
    ("chakoten", |entry| {
        // A battalion of 30 figures on its own ground, facing the enemy.
        krigsspil_chakoten::battle::sheet::read_for(entry, 180.0, 0.0, true, 30).map(|_| ())
    }),
    ("gdc", |entry| krigsspil_gdc::battle::sheet::read(entry).map(|_| ()).map_err(|fault| fault.sentence())),
    ("torden", |entry| krigsspil_torden::battle::sheet::read(entry).map(|_| ())),
    ("tricolore", |entry| krigsspil_tricolore::battle::sheet::read(entry).map(|_| ())),
];

/// An order as an entry of its rules' order sheet; `None` if it cannot be read, or the sheet has no sign for it. `home` is the way home of the unit's
/// side and `facing` the unit's, in degrees.
pub fn sheet_entry(id: &str, order: &Deed, home: f64, facing: f64) -> Option<String> {
    let entry = match id {
        "borgerkrig" => krigsspil_borgerkrig::battle::sheet::write(&order.read().ok()?, home, facing),
        "chakoten" => krigsspil_chakoten::battle::sheet::entry(&order.read().ok()?, home, facing)?,
        "gdc" => krigsspil_gdc::battle::sheet::write(&order.read().ok()?),
        "torden" => krigsspil_torden::battle::sheet::write(&order.read().ok()?),
        "tricolore" => krigsspil_tricolore::battle::sheet::write(&order.read().ok()?),
        _ => return None,
    };
    (!entry.is_empty()).then_some(entry)
}

/// The rule by which nobody measures the distance to an enemy before he has decided; `None` where one may measure.
pub fn no_measuring(id: &str) -> Option<&'static str> {
    match id {
        "torden" => Some("1.1.4"),
        "chakoten" => Some("03.02.12"),
        _ => None,
    }
}

#[cfg(test)]
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
