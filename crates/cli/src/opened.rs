//! Opens the scenarios, rule sets and seats that the battle commands name.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use krigsspil_engine::Sentence;
use krigsspil_engine::battle::{
    Game, GameMaker, Happened, HouseTables, Options, Save, SaveFault, Seat, SeatId, unknown_option,
};
use krigsspil_engine::scenario::Scenario;
use krigsspil_engine::table::house_tables;
use krigsspil_rules::OpenFault;
use krigsspil_staff::{Briefing, COMMANDERS};

use crate::arguments::SetUp;
use crate::fault::CliFault;
use crate::wordings::*;

/// The file of a scenario: itself, or `scenario.toml` in its folder.
pub fn scenario_file(path: &Path) -> PathBuf {
    if path.is_dir() { path.join("scenario.toml") } else { path.to_path_buf() }
}

/// Reads a file of text.
pub fn text(path: &Path) -> Result<String, CliFault> {
    std::fs::read_to_string(path).map_err(|error| CliFault::File(path.display().to_string(), error))
}

/// Writes a file.
pub fn write(path: &Path, bytes: &[u8]) -> Result<(), CliFault> {
    std::fs::write(path, bytes).map_err(|error| CliFault::File(path.display().to_string(), error))
}

/// The maker of a rule set's battles.
pub fn maker(rules: &str) -> Result<Box<dyn GameMaker>, CliFault> {
    maker_with(rules, &HouseTables::new())
}

/// The maker of a save's battle, with the tables the battle was played with.
pub fn maker_of(save: &Save) -> Result<Box<dyn GameMaker>, CliFault> {
    maker_with(&save.rules, &save.house)
}

fn maker_with(rules: &str, house: &HouseTables) -> Result<Box<dyn GameMaker>, CliFault> {
    match krigsspil_rules::maker_with(rules, house) {
        Some(made) => Ok(made.map_err(OpenFault::House)?),
        None => Err(CliFault::Usage(CANNOT_BE_PLAYED.with([("rules", rules.into())]))),
    }
}

/// Replays a save to its end and reports what each action caused. Refuses a replay that differs from the save.
pub fn replayed(save: &Save, tell: &mut dyn FnMut(&dyn Game, &Happened)) -> Result<Box<dyn Game>, CliFault> {
    let game = maker_of(save)?.replay(save, save.actions.len(), tell).map_err(broken(save))?;
    departed(save, &*game)?;
    Ok(game)
}

/// If a replay differs from its save, the error says where and why.
pub fn departed(save: &Save, game: &dyn Game) -> Result<(), CliFault> {
    match game.departed() {
        Some(departure) => Err(broken(save)(SaveFault::Departs(Box::new(departure.clone())))),
        None => Ok(()),
    }
}

/// A save, read from its file.
pub fn save(path: &Path) -> Result<Save, CliFault> {
    let text = text(path)?;
    Save::read(&text).map_err(|fault| CliFault::SaveFile(path.display().to_string(), fault))
}

/// The fault of a save that does not replay, in the words of its rules.
pub fn broken(save: &Save) -> impl Fn(SaveFault) -> CliFault {
    let rules = save.rules.clone();
    move |fault| CliFault::Save(rules.clone(), fault)
}

/// A scenario with everything that is needed to fight it.
pub struct Opened {
    /// The scenario.
    pub scenario: Scenario,
    /// The rule set's short name.
    pub rules: String,
    /// The maker of its battles.
    pub maker: Box<dyn GameMaker>,
    /// The options.
    pub options: Options,
    /// What commanders know.
    pub briefing: Briefing,
}

impl Opened {
    /// Opens what a command names.
    pub fn of(set_up: &SetUp) -> Result<Opened, CliFault> {
        let scenario = Scenario::open(&scenario_file(&set_up.scenario))?;
        let rules = match &set_up.rules {
            Some(rules) => rules.clone(),
            None => {
                let playable = scenario.rules.iter().find(|rules| krigsspil_rules::maker(rules).is_some());
                playable.cloned().ok_or_else(|| {
                    let named = scenario.rules.join(", ");
                    CliFault::Usage(NONE_CAN_BE_PLAYED.with([("rules", named.into())]))
                })?
            }
        };
        let house = match &set_up.house {
            Some(folder) => house_tables(folder).map_err(OpenFault::House)?,
            None => HouseTables::new(),
        };
        let maker = maker_with(&rules, &house)?;
        let options = set_up.options.iter().map(|name| (name.clone(), true)).collect();
        if let Some(reason) = unknown_option(&options, maker.options()) {
            return Err(CliFault::Usage(reason));
        }
        let briefing = Briefing::new(&rules, &scenario.ground_text, 1);
        Ok(Opened { scenario, rules, maker, options, briefing })
    }

    /// Sets the battle up.
    pub fn game(&self, seed: u64, dice: Vec<i32>) -> Result<Box<dyn Game>, CliFault> {
        Ok(self.maker.setup(&self.scenario, self.options.clone(), seed, dice)?)
    }
}

/// The commanders of a battle's player seats, by name. Where nothing is said, the seat gets `usual`; if that is `None`, nobody.
pub fn seats(
    game: &dyn Game,
    said: &[String],
    usual: Option<&str>,
) -> Result<BTreeMap<SeatId, String>, CliFault> {
    let all = game.seats();
    let players = all.iter().filter(|(_, seat)| matches!(seat, Seat::Player { .. }));
    let players: Vec<SeatId> = players.map(|(id, _)| id.clone()).collect();
    let mut seats: BTreeMap<SeatId, String> = match usual {
        Some(usual) => players.iter().map(|seat| (seat.clone(), usual.to_string())).collect(),
        None => BTreeMap::new(),
    };
    for word in said {
        let Some((seat, who)) = word.split_once('=') else {
            return Err(CliFault::Usage(SEATS_NOBODY.with([("given", word.into())])));
        };
        let seat = SeatId::from(seat);
        if !players.contains(&seat) {
            return Err(no_such_seat(&seat, players.iter()));
        }
        match who.strip_prefix("staff:") {
            Some(name) if COMMANDERS.contains(&name) => seats.insert(seat, name.to_string()),
            None if who == "nobody" => seats.remove(&seat),
            _ => {
                return Err(CliFault::Usage(unknown_commander(who)));
            }
        };
    }
    Ok(seats)
}

/// The fault of an unknown commander, with the list of known ones.
pub fn unknown_commander(given: &str) -> Sentence {
    let known = COMMANDERS.iter().map(|name| format!("staff:{name}"));
    let known: Vec<_> = known.chain(["nobody".to_string()]).collect();
    UNKNOWN_COMMANDER.with([("given", given.into()), ("known", known.join(", ").into())])
}

/// The fault of a seat that a battle does not have, with the list of its seats.
pub fn no_such_seat<'a>(seat: &SeatId, known: impl Iterator<Item = &'a SeatId>) -> CliFault {
    let known: Vec<_> = known.map(ToString::to_string).collect();
    CliFault::Usage(UNKNOWN_SEAT.with([("given", seat.into()), ("known", known.join(", ").into())]))
}
