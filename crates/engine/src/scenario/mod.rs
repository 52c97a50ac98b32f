//! Scenario files: a battle's briefing and order of battle in TOML, its ground in GeoJSON.
//! A scenario names what every rule set needs (date, ground, weather, sides, command tree, units with their strengths, tasks, victory,
//! length) and also each rule set's own ratings in a table with its name. Everything is checked when it is read; faults are reported with
//! file, line and reason.

mod check;
pub(crate) use check::RANKS;

use std::collections::BTreeMap;
use std::path::Path;

use serde::Deserialize;
use toml::Spanned;

use crate::messages::{Language, Messages};
use crate::misread::sentence_of;
use crate::sentence::{Filling, Sentence};
use crate::wordings::UNREADABLE;

/// What is wrong with a scenario, and where.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{file}:{line}: {reason}")]
pub struct ScenarioFault {
    /// The file.
    pub file: String,
    /// The line, from 1.
    pub line: usize,
    /// What is wrong, and what would be right.
    pub reason: Sentence,
}

impl ScenarioFault {
    /// A fault at a line of a file.
    pub fn at(file: impl Into<String>, line: usize, reason: impl Into<Sentence>) -> Self {
        ScenarioFault { file: file.into(), line, reason: reason.into() }
    }

    /// The fault in a language, with file and line before it.
    pub fn message(&self, messages: &Messages, language: Language) -> String {
        format!("{}:{}: {}", self.file, self.line, self.reason.message(messages, language))
    }
}

/// A place on the ground in metres, east and north of the south-west corner.
pub type Place = [f64; 2];

/// A rating of a rule set: whatever its own table holds.
pub type Ratings = BTreeMap<String, toml::Value>;

/// A side.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Side {
    /// Its id.
    pub id: Spanned<String>,
    /// Its name.
    pub name: String,
    /// The way home: degrees from north, clockwise. Routed units flee there.
    pub home: f64,
    /// The briefing its players read.
    #[serde(default)]
    pub briefing: String,
    /// The seats of the side and the generals each commands; left out, one seat has them all.
    #[serde(default)]
    pub seats: BTreeMap<String, Vec<String>>,
}

/// A general.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct General {
    /// His id.
    pub id: Spanned<String>,
    /// His name.
    pub name: String,
    /// His side.
    pub side: String,
    /// His rank: `army`, `corps`, `division`, `brigade`, `battalion`.
    pub rank: String,
    /// His superior's id; `None` for the commander-in-chief.
    #[serde(default)]
    pub superior: Option<String>,
    /// Where he is; none until his reinforcement comes.
    #[serde(default)]
    pub place: Option<Place>,
    /// His instruction.
    #[serde(default)]
    pub instruction: String,
    /// Couriers with him.
    #[serde(default = "one")]
    pub couriers: u32,
    /// The rule sets' own ratings, by id.
    #[serde(default)]
    pub ratings: BTreeMap<String, Ratings>,
}

fn one() -> u32 {
    1
}

/// A unit, a battery or a wagon.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Unit {
    /// Its id.
    pub id: Spanned<String>,
    /// Its name.
    pub name: String,
    /// The general who commands it.
    pub general: String,
    /// `infantry`, `cavalry`, `artillery`, `wagon`.
    pub arm: Spanned<String>,
    /// Men in the ranks.
    #[serde(default)]
    pub men: u32,
    /// Guns, of artillery.
    #[serde(default)]
    pub guns: u32,
    /// The formation it starts in.
    #[serde(default)]
    pub formation: Option<String>,
    /// Middle of its front; none until its reinforcement comes.
    #[serde(default)]
    pub place: Option<Place>,
    /// Where it faces: degrees from north, clockwise.
    #[serde(default)]
    pub facing: f64,
    /// The rule sets' own ratings, by id.
    #[serde(default)]
    pub ratings: BTreeMap<String, Ratings>,
}

/// Troops that come later.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Reinforcement {
    /// The turn they come in.
    pub turn: Spanned<u32>,
    /// Generals and units, by id.
    pub who: Vec<Spanned<String>>,
    /// Where the head of their column enters.
    pub place: Spanned<Place>,
    /// Where it faces.
    pub facing: f64,
}

/// Something to hold at the end.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Objective {
    /// Its name.
    pub name: String,
    /// Its middle.
    pub place: Place,
    /// How near counts, in metres.
    pub radius: Spanned<f64>,
    /// Points for holding it at the end.
    pub points: i32,
    /// Who holds it at the start.
    #[serde(default)]
    pub held_by: Option<Spanned<String>>,
}

/// What winning is.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Victory {
    /// Points for each hundred men the enemy loses.
    #[serde(default)]
    pub points_a_hundred_men: i32,
    /// A side that has lost this share of its men gives up; 0 for never.
    #[serde(default)]
    pub breaks_at: f64,
    /// A lead of fewer points than this is a draw.
    #[serde(default)]
    pub margin: i32,
    /// Things to hold.
    #[serde(default)]
    pub objective: Vec<Objective>,
}

/// A rule of this scenario only.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SpecialRule {
    /// The rule set it belongs to.
    pub rules: String,
    /// Its name, which the rule set knows; or free text for the umpire.
    pub name: String,
    /// What it says, for people.
    pub text: String,
    /// What it needs to know.
    #[serde(default)]
    pub about: Ratings,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Raw {
    name: String,
    rules: Vec<String>,
    date: String,
    starts: String,
    turns: Spanned<u32>,
    ground: String,
    #[serde(default)]
    weather: String,
    #[serde(default)]
    wind: f64,
    #[serde(default)]
    notes: String,
    side: Vec<Side>,
    general: Vec<General>,
    unit: Vec<Unit>,
    #[serde(default)]
    reinforcement: Vec<Reinforcement>,
    #[serde(default)]
    special: Vec<SpecialRule>,
    #[serde(default)]
    victory: Victory,
}

/// A scenario that has been read, and checked as far as that needs no rule set.
#[derive(Clone, Debug)]
pub struct Scenario {
    /// Its name.
    pub name: String,
    /// The rule sets it can be fought under.
    pub rules: Vec<String>,
    /// The date.
    pub date: String,
    /// The hour of the first turn.
    pub starts: String,
    /// How many turns.
    pub turns: u32,
    /// The ground's file, beside the scenario's.
    pub ground: String,
    /// The weather.
    pub weather: String,
    /// Where the wind blows to, degrees from north.
    pub wind: f64,
    /// Sources and remarks.
    pub notes: String,
    /// The sides.
    pub sides: Vec<Side>,
    /// The generals.
    pub generals: Vec<General>,
    /// The units.
    pub units: Vec<Unit>,
    /// Those who come later.
    pub reinforcements: Vec<Reinforcement>,
    /// Its own rules.
    pub special: Vec<SpecialRule>,
    /// What winning is.
    pub victory: Victory,
    /// The file's name and text, for faults and saves.
    pub file: String,
    /// The text it was read from.
    pub text: String,
    /// The ground's text.
    pub ground_text: String,
}

fn line_of(text: &str, offset: usize) -> usize {
    text.bytes().take(offset).filter(|byte| *byte == b'\n').count() + 1
}

impl Scenario {
    /// Reads a scenario and the ground beside it from files.
    pub fn open(path: &Path) -> Result<Scenario, ScenarioFault> {
        let unreadable = |path: &Path, error: std::io::Error| {
            let reason = UNREADABLE.with([("reason", Filling::io(&error))]);
            ScenarioFault::at(path.display().to_string(), 1, reason)
        };
        let file = path.display().to_string();
        let text = std::fs::read_to_string(path).map_err(|error| unreadable(path, error))?;
        let raw = Self::parse(&file, &text)?;
        let ground = path.with_file_name(&raw.ground);
        let ground_text = std::fs::read_to_string(&ground).map_err(|error| unreadable(&ground, error))?;
        Self::checked(&file, &text, &ground_text, raw)
    }

    /// Reads a scenario from its text and its ground's.
    pub fn read(file: &str, text: &str, ground_text: &str) -> Result<Scenario, ScenarioFault> {
        let raw = Self::parse(file, text)?;
        Self::checked(file, text, ground_text, raw)
    }

    /// Everything that is wrong with a scenario's text, by line, as far as that needs neither the ground nor a rule set.
    pub fn faults(file: &str, text: &str) -> Vec<ScenarioFault> {
        let raw = match Self::parse(file, text) {
            Ok(raw) => raw,
            Err(fault) => return vec![fault],
        };
        check::faults(file, text, &raw)
    }

    /// The ground a scenario's text names, if the text can be read.
    pub fn ground_named(text: &str) -> Option<String> {
        Self::parse("", text).ok().map(|raw| raw.ground)
    }

    fn parse(file: &str, text: &str) -> Result<Raw, ScenarioFault> {
        toml::from_str(text).map_err(|error| {
            let line = line_of(text, error.span().map_or(0, |span| span.start));
            ScenarioFault::at(file, line, sentence_of(error.message()))
        })
    }

    fn checked(file: &str, text: &str, ground_text: &str, raw: Raw) -> Result<Scenario, ScenarioFault> {
        if let Some(fault) = check::faults(file, text, &raw).into_iter().next() {
            return Err(fault);
        }
        Ok(Scenario {
            name: raw.name,
            rules: raw.rules,
            date: raw.date,
            starts: raw.starts,
            turns: raw.turns.into_inner(),
            ground: raw.ground,
            weather: raw.weather,
            wind: raw.wind,
            notes: raw.notes,
            sides: raw.side,
            generals: raw.general,
            units: raw.unit,
            reinforcements: raw.reinforcement,
            special: raw.special,
            victory: raw.victory,
            file: file.to_string(),
            text: text.to_string(),
            ground_text: ground_text.to_string(),
        })
    }

    /// A fault at the line of something that was read from this scenario.
    pub fn fault<T>(&self, at: &Spanned<T>, reason: impl Into<Sentence>) -> ScenarioFault {
        ScenarioFault::at(&self.file, line_of(&self.text, at.span().start), reason)
    }

    /// The side of this id.
    pub fn side(&self, id: &str) -> Option<&Side> {
        self.sides.iter().find(|side| side.id.get_ref() == id)
    }

    /// The general of this id.
    pub fn general(&self, id: &str) -> Option<&General> {
        self.generals.iter().find(|general| general.id.get_ref() == id)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const SMALL: &str = r#"name = "Test"
rules = ["borgerkrig"]
date = "1862-08-28"
starts = "17:30"
turns = 12
ground = "ground.geojson"

[[side]]
id = "blue"
name = "Union"
home = 180.0

[[side]]
id = "red"
name = "Confederate"
home = 0.0

[[general]]
id = "gibbon"
name = "Gibbon"
side = "blue"
rank = "brigade"
place = [500, 200]

[[unit]]
id = "w2"
name = "2nd Wisconsin"
general = "gibbon"
arm = "infantry"
men = 430
place = [500, 300]
"#;

    /// §01.05.2 a scenario states the chain of command, and each unit's strength.
    #[test]
    fn a_scenario_reads() {
        let scenario = Scenario::read("x.toml", SMALL, "").unwrap();
        assert_eq!(scenario.units[0].men, 430);
        assert_eq!(scenario.general("gibbon").unwrap().couriers, 1);
    }

    /// Every fault is reported with its line.
    #[test]
    fn broken_scenarios_name_the_line() {
        let broken = |from: &str, to: &str| {
            let text = SMALL.replacen(from, to, 1);
            assert_ne!(text, SMALL);
            Scenario::read("x.toml", &text, "").unwrap_err().to_string()
        };
        assert_eq!(
            broken("general = \"gibbon\"", "general = \"gibbons\""),
            "x.toml:26: there is no general `gibbons`"
        );
        assert!(broken("men = 430", "men = 0").starts_with("x.toml:29: infantry needs a number of men"));
        assert!(
            broken("arm = \"infantry\"", "arm = \"infantri\"")
                .starts_with("x.toml:29: `infantri` is not an arm")
        );
        assert!(broken("turns = 12", "turns = 0").starts_with("x.toml:5: "));
        assert!(broken("turns = 12", "turnz = 12").starts_with("x.toml:5: unknown field"));
        assert!(broken("id = \"red\"", "id = \"blue\"").starts_with("x.toml:14: the id `blue`"));
        assert!(broken("place = [500, 300]", "").contains("has no place and never arrives"));
        for (from, to, told) in [
            ("turns = 12", "turns = \"12\"", "x.toml:5: \"12\" is not a whole number from 0 up"),
            ("name = \"Test\"\n", "", "x.toml:1: `name` is missing; it must be given"),
            ("rules = [\"borgerkrig\"]", "rules = []", "x.toml:2: the scenario must name its rules"),
            (
                "1862-08-28",
                "28 August 1862",
                "x.toml:3: `28 August 1862` is not a date; write it as 1862-08-28",
            ),
            ("17:30", "half past five", "x.toml:4: `half past five` is not a time of day; write it as 17:30"),
            (
                "home = 180.0",
                "home = 400.0",
                "x.toml:11: the direction of home is 400 degrees; write 0 to 360",
            ),
            (
                "rank = \"brigade\"",
                "rank = \"captain\"",
                "x.toml:22: `captain` is not a rank; write army, corps",
            ),
            (
                "home = 180.0",
                "home = 180.0\nseats = { a = [\"lee\"] }",
                "x.toml:12: the seat `a` commands `lee`, who is not a general of",
            ),
        ] {
            assert!(broken(from, to).starts_with(told), "{}", broken(from, to));
        }
        let more =
            |text: &str| Scenario::read("x.toml", &format!("{SMALL}\n{text}"), "").unwrap_err().to_string();
        let objective = "[[victory.objective]]\nname = \"Ford\"\nplace = [1, 1]\npoints = 6\nradius = 0\n";
        assert_eq!(more(objective), "x.toml:37: the radius is 0, but must be a number of metres above 0");
        let held = objective.replace("radius = 0", "radius = 9\nheld_by = \"grey\"");
        assert_eq!(more(&held), "x.toml:38: `Ford` is held by `grey`, which is not a side");
        assert!(
            more("[victory]\nbreaks_at = 50").starts_with("x.toml:34: breaks_at is 50; write a share from 0")
        );
        let later = "[[reinforcement]]\nturn = 6\nwho = [\"zz\"]\nplace = [1, 1]\nfacing = 0\n";
        assert_eq!(more(later), "x.toml:35: the reinforcement `zz` is neither a unit nor a general");
        let too_late = later.replace("turn = 6", "turn = 60");
        assert_eq!(more(&too_late), "x.toml:34: they arrive in turn 60, but the battle ends with turn 12");
    }

    /// §01.05.1 faults of reinforcements and objectives are reported with their line.
    #[test]
    fn later_parts_name_their_own_lines() {
        let more = |text: &str| {
            let text = format!("{SMALL}\n{text}");
            Scenario::read("x.toml", &text, "").unwrap_err().to_string()
        };
        let later =
            "[[reinforcement]]\nturn = 3\nwho = [\n  \"w2\",\n  \"w9\",\n]\nplace = [0, 0]\nfacing = 0.0\n";
        assert_eq!(more(later), "x.toml:37: the reinforcement `w9` is neither a unit nor a general");
        let never = "[[reinforcement]]\nturn = 13\nwho = [\"w2\"]\nplace = [0, 0]\nfacing = 0.0\n";
        assert_eq!(more(never), "x.toml:34: they arrive in turn 13, but the battle ends with turn 12");
        let nowhere = "[[reinforcement]]\nturn = 2\nwho = [\"w2\"]\nplace = [0, inf]\nfacing = 0.0\n";
        assert!(more(nowhere).starts_with("x.toml:36: a place is two numbers in metres"));
        let aim = "[[victory.objective]]\nname = \"Ford\"\nplace = [1, 1]\nradius = 50\npoints = 3\nheld_by = \"green\"\n";
        assert_eq!(more(aim), "x.toml:38: `Ford` is held by `green`, which is not a side");
        let point = "[[victory.objective]]\nname = \"Ford\"\nplace = [1, 1]\nradius = -5\npoints = 3\n";
        assert!(more(point).starts_with("x.toml:36: "));
    }
}
