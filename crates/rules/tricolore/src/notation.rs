//! The sheet's own notation for a test: `E6/6`, `T1/U`, `(9)/1`.
//!
//! ```
//! use krigsspil_engine::dice::ScriptedDice;
//! use krigsspil_tricolore::notation::Test;
//!
//! let test: Test = "N2/1".parse()?;
//! let thrown = test.throw("test", 6, &mut ScriptedDice::new(&[9, 6]))?;
//! assert_eq!(thrown.successes, 1);
//! assert!(test.passed_by(thrown));
//! assert_eq!(test.to_string(), "N2/1");
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

use std::fmt;
use std::str::FromStr;

use krigsspil_engine::dice::{Dice, Die, RollName};
use krigsspil_engine::fact::Kind;
use krigsspil_engine::outcome::OutcomeValue;
use krigsspil_engine::serde::{Serialize, Serializer};
use krigsspil_engine::{Fault, Sentence};

use crate::quantity::Disorder;
use crate::tables::wordings::NO_TEST;

krigsspil_engine::choices! {
    /// The letters of the sheet (R5).
    pub enum Rating {
        Ability = "E",
        Training = "T",
        Morale = "M",
        Melee = "N",
        Skirmish = "S",
        Orders = "O",
    }
}

/// What the dice are held against.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Against {
    /// A rating of the unit or officer.
    Rating(Rating),
    /// A bare number, printed in brackets (§notation.3).
    Number(i32),
}

/// What is counted.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Wanted {
    /// So many successes pass (§notation.1).
    Successes(i32),
    /// Each die is worth one U (§notation.2).
    Disorder,
}

/// A test: so many ten-sided dice, each a success when it shows at most the rating.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Test {
    /// What the dice are held against.
    pub against: Against,
    /// How many dice.
    pub dice: i32,
    /// What is counted.
    pub wanted: Wanted,
}

/// How the dice of a test fell.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub struct Thrown {
    /// Dice of at most the value.
    pub successes: i32,
    /// The others.
    pub failures: i32,
}

impl Thrown {
    /// The failures as U (§notation.2).
    pub const fn disorder(self) -> Disorder {
        Disorder(self.failures)
    }
}

impl Test {
    /// The same test with so many dice.
    pub const fn with_dice(self, dice: i32) -> Test {
        Test { dice, ..self }
    }

    /// The same test with so many dice, all of which must succeed.
    pub const fn all_of(self, dice: i32) -> Test {
        Test { dice, wanted: Wanted::Successes(dice), ..self }
    }

    /// The value the dice are held against: the rating given, or the test's own number.
    pub const fn value(self, rating: i32) -> i32 {
        match self.against {
            Against::Rating(_) => rating,
            Against::Number(number) => number,
        }
    }

    /// Throws the dice against a value, which is not clamped: below 1 nothing succeeds, from 10 nothing fails (R4).
    pub fn throw<D: Dice>(self, roll: RollName, value: i32, dice: &mut D) -> Result<Thrown, Fault> {
        throw(roll, self.dice, value, dice)
    }

    /// Are there successes enough? A test counted in U is never passed or failed.
    pub const fn passed_by(self, thrown: Thrown) -> bool {
        match self.wanted {
            Wanted::Successes(needed) => thrown.successes >= needed,
            Wanted::Disorder => false,
        }
    }
}

/// Throws so many ten-sided dice against a value (R1).
pub fn throw<D: Dice>(roll: RollName, count: i32, value: i32, dice: &mut D) -> Result<Thrown, Fault> {
    let successes = match u32::try_from(count) {
        Ok(count) if count > 0 => dice.at_most(roll, count, Die::D10, value)? as i32,
        _ => 0,
    };
    Ok(Thrown { successes, failures: count.max(0) - successes })
}

impl fmt::Display for Test {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.against {
            Against::Rating(rating) => write!(f, "{rating}{}", self.dice)?,
            Against::Number(number) if self.dice == 1 => write!(f, "({number})")?,
            Against::Number(number) => write!(f, "({number}){}", self.dice)?,
        }
        match self.wanted {
            Wanted::Successes(needed) => write!(f, "/{needed}"),
            Wanted::Disorder => f.write_str("/U"),
        }
    }
}

impl FromStr for Test {
    type Err = Sentence;

    fn from_str(text: &str) -> Result<Test, Sentence> {
        parse_test(text).ok_or_else(|| NO_TEST.with([("given", text.into())]))
    }
}

fn parse_test(text: &str) -> Option<Test> {
    let (thrown, wanted) = text.split_once('/')?;
    let (against, dice) = match thrown.strip_prefix('(') {
        Some(bare) => {
            let (number, dice) = bare.split_once(')')?;
            (Against::Number(number.parse().ok()?), if dice.is_empty() { 1 } else { count(dice)? })
        }
        None => {
            let (letter, dice) = thrown.split_at_checked(1)?;
            (Against::Rating(letter.parse().ok()?), count(dice)?)
        }
    };
    let wanted = if wanted == "U" { Wanted::Disorder } else { Wanted::Successes(count(wanted)?) };
    match wanted {
        Wanted::Successes(needed) if needed > dice => None,
        _ => Some(Test { against, dice, wanted }),
    }
}

/// A number of dice: at least one, and no sign in front.
fn count(text: &str) -> Option<i32> {
    let number: u8 = text.bytes().all(|byte| byte.is_ascii_digit()).then(|| text.parse().ok())??;
    (number > 0).then_some(i32::from(number))
}

impl Serialize for Test {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

impl OutcomeValue for Test {
    const KIND: Kind = Kind::Text;
}

/// What a rule calls for: nothing, a test, U outright, or that it may not be done.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Call {
    /// No test.
    Nothing,
    /// A test.
    Test(Test),
    /// So many U without a throw (`8U`).
    Outright(Disorder),
    /// It may not be done.
    Forbidden,
}

impl Call {
    /// Throws the test, if one is called for.
    pub fn throw<D: Dice>(self, roll: RollName, value: i32, dice: &mut D) -> Result<Thrown, Fault> {
        match self {
            Call::Test(test) => test.throw(roll, value, dice),
            _ => Ok(Thrown::default()),
        }
    }

    /// The U that go when it is thrown to reorganise (§notation.2).
    pub const fn recovers(self, thrown: Thrown) -> Disorder {
        match self {
            Call::Test(_) => Disorder(thrown.successes),
            Call::Outright(disorder) => disorder,
            Call::Nothing | Call::Forbidden => Disorder::NONE,
        }
    }

    /// Is it passed? Where nothing is called for it always is.
    pub const fn passed_by(self, thrown: Thrown) -> bool {
        match self {
            Call::Test(test) => test.passed_by(thrown),
            Call::Forbidden => false,
            Call::Nothing | Call::Outright(_) => true,
        }
    }
}

impl fmt::Display for Call {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Call::Nothing => f.write_str("none"),
            Call::Test(test) => test.fmt(f),
            Call::Outright(disorder) => write!(f, "{disorder}U"),
            Call::Forbidden => f.write_str("forbidden"),
        }
    }
}

impl FromStr for Call {
    type Err = Sentence;

    fn from_str(text: &str) -> Result<Call, Sentence> {
        let outright = || text.strip_suffix('U')?.parse().ok().filter(|disorder| *disorder >= 0);
        match text {
            "none" | "0U" => Ok(Call::Nothing),
            "forbidden" => Ok(Call::Forbidden),
            _ => match outright() {
                Some(disorder) => Ok(Call::Outright(Disorder(disorder))),
                None => text.parse().map(Call::Test),
            },
        }
    }
}

impl Serialize for Call {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

impl OutcomeValue for Call {
    const KIND: Kind = Kind::Text;
}
