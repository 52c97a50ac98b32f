//! The codes of a row: what the print says about it in its label, in a note or in another table, and what a ruling settles.

use krigsspil_engine::arrayvec::ArrayVec;
use krigsspil_engine::fact::hint;
use krigsspil_engine::wordings::OF_KEY;
use krigsspil_engine::{Filling, Sentence};

use super::shared::Text;
use crate::tables::wordings::*;

/// Codes without a value: present or not.
const FLAGS: [&str; 19] = [
    "skirmish",
    "rifle",
    "lancer",
    "guard",
    "converged",
    "attached",
    "no_muskets",
    "cossack",
    "elephants",
    "american_indian",
    "volunteer",
    "home_only",
    "supplement",
    "medium",
    "heavy",
    "company",
    "share",
    "guard_ratio",
    "no_skirmish",
];

/// Codes with a value.
const VALUES: [&str; 10] =
    ["part", "crew", "pdr", "regiment", "cap", "number", "limit", "by_year", "years", "ruled"];

/// The codes of a row.
#[derive(Clone, Debug, Default)]
pub(super) struct Codes {
    flags: Vec<&'static str>,
    values: Vec<(&'static str, String)>,
}

impl Codes {
    /// Reads codes such as `skirmish crew=5D pdr=8/6`; an unknown code is reported.
    pub(super) fn read(text: &str) -> Result<Codes, Sentence> {
        let mut codes = Codes::default();
        for word in text.split(' ') {
            let (name, value) =
                word.split_once('=').map_or((word, None), |(name, value)| (name, Some(value)));
            let known: &[&'static str] = if value.is_some() { &VALUES } else { &FLAGS };
            let Some(name) = known.iter().find(|code| **code == name) else {
                let (hint, known) = (hint(name, known), known.join(", ").into());
                return Err(NO_SUCH_CODE.with([("given", word.into()), ("known", known), ("hint", hint)]));
            };
            match value {
                Some(value) => codes.values.push((name, value.to_string())),
                None => codes.flags.push(name),
            }
        }
        Ok(codes)
    }

    /// Is the code present?
    pub(super) fn has(&self, flag: &str) -> bool {
        self.flags.contains(&flag)
    }

    /// The value of a code.
    pub(super) fn value(&self, code: &str) -> Option<&str> {
        self.values.iter().find(|(name, _)| *name == code).map(|(_, value)| value.as_str())
    }

    /// The value of a code as a whole number above 0.
    pub(super) fn whole(&self, code: &str) -> Result<Option<i32>, Sentence> {
        self.value(code).map(|value| above_0(code, value)).transpose()
    }

    /// The pounders the owner may choose from; the first is the default.
    pub(super) fn pounders(&self) -> Result<Option<ArrayVec<i32, 4>>, Sentence> {
        let Some(value) = self.value("pdr") else { return Ok(None) };
        let mut pounders = ArrayVec::new();
        for pounder in value.split('/') {
            let pounder = above_0("pdr", pounder)?;
            pounders.try_push(pounder).map_err(|_| of_code("pdr", FOUR_POUNDERS))?;
        }
        Ok(Some(pounders))
    }

    /// The first and last year of a row with years of its own, as `1808-1810`.
    pub(super) fn years(&self) -> Result<Option<[i32; 2]>, Sentence> {
        let Some(value) = self.value("years") else { return Ok(None) };
        let (from, to) = value.split_once('-').ok_or_else(|| of_code("years", WRITE_YEARS))?;
        let years = [above_0("years", from)?, above_0("years", to)?];
        if years[0] <= years[1] { Ok(Some(years)) } else { Err(of_code("years", years_backwards(years))) }
    }

    /// The limits, each from a year on, as `1803:4,1806:8`, in the order of the years.
    pub(super) fn by_year(&self) -> Result<Option<Vec<[i32; 2]>>, Sentence> {
        let Some(value) = self.value("by_year") else { return Ok(None) };
        let step = |step: &str| {
            let (year, limit) = step.split_once(':').ok_or_else(|| of_code("by_year", WRITE_BY_YEAR))?;
            Ok::<_, Sentence>([above_0("by_year", year)?, above_0("by_year", limit)?])
        };
        let steps = value.split(',').map(step).collect::<Result<Vec<_>, _>>()?;
        if steps.is_sorted_by(|one, next| one[0] < next[0]) {
            Ok(Some(steps))
        } else {
            Err(of_code("by_year", YEARS_MUST_RISE))
        }
    }

    /// The fields whose value comes from a ruling.
    pub(super) fn ruled(&self) -> Vec<Text> {
        self.value("ruled").map(|fields| fields.split(',').map(Text::from).collect()).unwrap_or_default()
    }
}

/// What is wrong with a code, with the code in front.
fn of_code(code: &str, reason: impl Into<Sentence>) -> Sentence {
    OF_KEY.with([("key", code.into()), ("reason", Filling::sentence(reason))])
}

/// A last year that comes before the first.
pub(super) fn years_backwards([from, to]: [i32; 2]) -> Sentence {
    YEARS_BACKWARDS.with([("from", from.into()), ("to", to.into())])
}

fn above_0(code: &str, value: &str) -> Result<i32, Sentence> {
    let number = value.parse().ok().filter(|number| *number > 0);
    number.ok_or_else(|| of_code(code, WHOLE_ABOVE_0.with([("given", value.into())])))
}
