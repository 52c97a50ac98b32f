//! The battles of the rule sets, by the short names of their rules.

use krigsspil_engine::Sentence;
use krigsspil_engine::battle::{BattleLanguage, Deed, Drill, GameMaker, HouseTables};
use krigsspil_engine::table::HouseFault;

use crate::RULE_SETS;

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
