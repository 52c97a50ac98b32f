//! What the companion answers: a rule set's book, sums with every modifier, exact odds, the troops of a scenario. It knows neither HTTP nor a
//! browser: the server calls it, and so does the page itself, where it is compiled to WebAssembly.
//!
//! ```
//! use krigsspil_companion::{Refusal, Situation, adjudicate, odds};
//!
//! let rules = krigsspil_rules::open("borgerkrig", None)?;
//! let asked = r#"{"rules": "borgerkrig", "procedure": "rally", "facts": {"attempt": 1, "figures": 24}, "dice": [6, 6]}"#;
//! let situation: Situation = serde_json::from_str(asked)?;
//! let worked = adjudicate(&*rules, &situation, || Ok::<u64, Refusal>(7));
//! let chances = odds(&*rules, &situation);
//! let written = |answer: Result<String, serde_json::Error>| answer.unwrap_or_default();
//! assert!(written(serde_json::to_string(&worked.ok())).contains(r#""rallied":true"#));
//! assert!(written(serde_json::to_string(&chances.ok())).contains(r#""chance":"5/12""#));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

// Nothing a person or a file can cause may end the program. Tests may fail as they like.
#![cfg_attr(not(test), warn(clippy::unwrap_used, clippy::expect_used, clippy::panic))]

mod book;
mod names;
mod refusal;
mod roster_form;
mod sums;
mod troops;

pub use book::*;
pub use names::*;
pub use refusal::*;
pub use roster_form::*;
pub use sums::*;
pub use troops::*;

use krigsspil_engine::Language;
use serde::{Deserialize, Serialize};

/// Which language to answer in.
#[derive(Clone, Copy, Debug, Default, Deserialize, Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "lowercase")]
pub enum Lang {
    /// English.
    #[default]
    En,
    /// Danish.
    Da,
}

impl From<Lang> for Language {
    fn from(lang: Lang) -> Language {
        match lang {
            Lang::En => Language::English,
            Lang::Da => Language::Danish,
        }
    }
}
