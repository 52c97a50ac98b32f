//! The companion's answers inside the page: it asks in JSON and is answered in JSON, in the same words as by the server's API. So an installed
//! companion works without its server, and any static web host can serve it.
//!
//! ```
//! let answer = krigsspil_wasm::answer(r#"{"ask":"listed","lang":"da"}"#);
//! assert!(answer.starts_with(r#"{"answered":[{"id":"borgerkrig","#));
//! ```

// Nothing a person or a file can cause may end the program. Tests may fail as they like.
#![cfg_attr(not(test), warn(clippy::unwrap_used, clippy::expect_used, clippy::panic))]

#[cfg(target_arch = "wasm32")]
mod doors;

use std::cell::OnceCell;
use std::collections::HashMap;

use krigsspil_companion::{Lang, ListedScenario, Refusal, ScenarioFile, Situation, TextFile};
use krigsspil_engine::{Language, Messages, RuleSet, misread};
use krigsspil_rules::RULE_SETS;
use serde::{Deserialize, Serialize};

/// The scenarios that come with the program: their ids and texts.
static SCENARIOS: &[(&str, &str)] = include!(concat!(env!("OUT_DIR"), "/scenarios.rs"));

/// What the page asks.
#[derive(Debug, Deserialize)]
#[serde(tag = "ask", rename_all = "snake_case", deny_unknown_fields)]
enum Question {
    /// Which rule sets are in here?
    Listed { lang: Lang },
    /// A rule set's book.
    Book { rules: String, lang: Lang },
    /// The units its tables offer.
    Catalogue { rules: String, lang: Lang },
    /// A sum. The page has thrown the seed of the dice: chance comes from the browser.
    Adjudicate { situation: Situation, seed: String },
    /// Exact odds.
    Odds { situation: Situation },
    /// The scenarios that come with the program.
    Scenarios { lang: Lang },
    /// The troops of one of them, or of a player's own file.
    Troops { file: ScenarioFile, lang: Lang },
}

/// What the page is answered.
#[derive(Debug, Serialize)]
#[serde(rename_all = "snake_case")]
enum Answer<T> {
    /// As the server would have answered.
    Answered(T),
    /// As the server would have refused.
    Refused(Box<Refusal>),
}

/// The rule sets in here, open.
#[derive(Default)]
struct Library {
    open: HashMap<&'static str, Box<dyn RuleSet>>,
}

impl Library {
    /// Opens every rule set in here. The printed tables are part of the program, and a test opens them: none is left out.
    fn new() -> Self {
        let opened = RULE_SETS.iter().filter_map(|listing| Some((listing.id, listing.open(None).ok()?)));
        Library { open: opened.collect() }
    }

    fn find(&self, id: &str, language: Language) -> Result<&dyn RuleSet, Refusal> {
        let known: Vec<_> = RULE_SETS.iter().map(|listing| listing.id).collect();
        self.open.get(id).map(|rules| &**rules).ok_or_else(|| Refusal::unknown_rules(id, &known, language))
    }
}

thread_local! {
    static LIBRARY: OnceCell<Library> = const { OnceCell::new() };
}

/// Answers a question.
pub fn answer(question: &str) -> String {
    LIBRARY.with(|library| match serde_json::from_str(question) {
        Ok(question) => answered(library.get_or_init(Library::new), question),
        Err(error) => {
            let message = misread(&error).message(Messages::engine(), Language::English);
            said::<()>(Err(Refusal::new(400, "bad_json", "", message)))
        }
    })
}

fn answered(library: &Library, question: Question) -> String {
    match question {
        Question::Listed { lang } => {
            let open = RULE_SETS.iter().filter_map(|listing| library.open.get(listing.id));
            let listed = open.map(|rules| krigsspil_companion::Listed::new(&**rules, lang.into()));
            said(Ok(listed.collect::<Vec<_>>()))
        }
        Question::Book { rules, lang } => {
            let language = lang.into();
            said(library.find(&rules, language).map(|rules| krigsspil_companion::book(rules, language)))
        }
        Question::Catalogue { rules, lang } => {
            let language = lang.into();
            said(library.find(&rules, language).map(|rules| krigsspil_companion::catalogue(rules, language)))
        }
        Question::Adjudicate { situation, seed } => {
            let rules = library.find(&situation.rules, situation.language());
            let seed = || seed.parse().map_err(|_| Refusal::new(400, "no_dice", "dice", seed.clone()));
            said(rules.and_then(|rules| krigsspil_companion::adjudicate(rules, &situation, seed)))
        }
        Question::Odds { situation } => {
            let rules = library.find(&situation.rules, situation.language());
            said(rules.and_then(|rules| krigsspil_companion::odds(rules, &situation)))
        }
        Question::Scenarios { lang } => {
            let of = |(id, text): &(&str, &str)| ListedScenario::new(id, &ours(id, text), "", lang.into());
            said(Ok(SCENARIOS.iter().filter_map(of).collect::<Vec<_>>()))
        }
        Question::Troops { file, lang } => said(troops(library, file, lang.into())),
    }
}

/// A scenario of ours.
fn ours(id: &str, text: &str) -> TextFile {
    TextFile { name: format!("{id}/scenario.toml"), text: text.to_string() }
}

/// A scenario's troops. Nobody here can fight it: only the server tries it as a battle.
fn troops(
    library: &Library,
    asked: ScenarioFile,
    language: Language,
) -> Result<krigsspil_companion::ScenarioTroops, Refusal> {
    let rules = library.find(&asked.rules, language)?;
    let named = asked.id.and_then(|id| SCENARIOS.iter().find(|(known, _)| *known == id));
    let file = named.map(|(id, text)| ours(id, text)).or(asked.scenario);
    // The page offers only scenarios that are listed.
    let file = file.ok_or_else(|| Refusal::new(404, "unknown_scenario", "id", ""))?;
    krigsspil_companion::troops(rules, &file, asked.ground.as_ref(), language, |_| Ok(()))
}

fn said<T: Serialize>(result: Result<T, Refusal>) -> String {
    let answer = match result {
        Ok(answer) => Answer::Answered(answer),
        Err(refusal) => Answer::Refused(Box::new(refusal)),
    };
    // Texts, numbers and lists can always be written.
    serde_json::to_string(&answer).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::{Value, json};

    fn ask(question: Value) -> Value {
        serde_json::from_str(&answer(&question.to_string())).unwrap()
    }

    /// Every rule set answers with its book, in both languages, and with its units.
    #[test]
    fn every_book_is_in_here() {
        for listing in RULE_SETS {
            for lang in ["en", "da"] {
                let book = ask(json!({ "ask": "book", "rules": listing.id, "lang": lang }));
                assert_eq!(book["answered"]["id"], listing.id);
                let units = ask(json!({ "ask": "catalogue", "rules": listing.id, "lang": lang }));
                let offered = &book["answered"]["roster"]["offered"];
                assert_eq!(&Value::from(units["answered"].as_array().unwrap().len()), offered);
            }
        }
    }

    /// skema VIII: a sum with the player's dice, with dice from a seed, and refused in the reader's language.
    #[test]
    fn a_sum_is_worked_out() {
        let asked = |dice: Value| {
            let situation = json!({ "rules": "borgerkrig", "procedure": "initiative", "facts": {}, "lang": "da", "dice": dice });
            ask(json!({ "ask": "adjudicate", "situation": situation, "seed": "18446744073709551615" }))
        };
        let thrown = asked(Value::Null);
        let rolls: Vec<_> = thrown["answered"]["rolls"]
            .as_array()
            .unwrap()
            .iter()
            .map(|roll| roll["shown"].clone())
            .collect();
        assert!(!rolls.is_empty(), "{thrown}");
        assert_eq!(asked(json!(rolls))["answered"]["outcome"], thrown["answered"]["outcome"]);
        let wanted = asked(json!([]));
        assert!(wanted["refused"]["wanted"]["label"].is_string(), "{wanted}");
    }

    /// The odds of a sum sum up to 1.
    #[test]
    fn odds_are_reckoned() {
        let situation =
            json!({ "rules": "borgerkrig", "procedure": "initiative", "facts": {}, "lang": "en" });
        let odds = ask(json!({ "ask": "odds", "situation": situation }));
        let values = odds["answered"]["fields"][0]["values"].as_array().unwrap();
        let sum: f64 = values.iter().map(|value| value["share"].as_f64().unwrap()).sum();
        assert!((sum - 1.0).abs() < 1e-9, "{odds}");
    }

    /// The scenarios that come with the program are listed, and each gives its troops to the rules it is made for.
    #[test]
    fn scenarios_give_their_troops() {
        let listed = ask(json!({ "ask": "scenarios", "lang": "en" }));
        let listed = listed["answered"].as_array().unwrap();
        assert_eq!(listed.len(), SCENARIOS.len());
        for scenario in listed {
            for rules in scenario["rules"].as_array().unwrap() {
                let file = json!({ "rules": rules, "id": scenario["id"] });
                let troops = ask(json!({ "ask": "troops", "lang": "en", "file": file }));
                assert!(!troops["answered"]["units"].as_array().unwrap().is_empty(), "{scenario}: {troops}");
            }
        }
    }

    /// A scenario is listed, and its sides and units are named, in the reader's language.
    #[test]
    fn scenarios_are_told_in_the_readers_language() {
        let told = |lang: &str| {
            let listed = ask(json!({ "ask": "scenarios", "lang": lang }));
            let of = |scenario: &&Value| scenario["id"] == "meeting";
            let listed = listed["answered"].as_array().unwrap().iter().find(of).unwrap()["name"].clone();
            let file = json!({ "rules": "borgerkrig", "id": "brawners-farm" });
            let troops = ask(json!({ "ask": "troops", "lang": lang, "file": file }))["answered"].clone();
            let units = troops["units"].as_array().unwrap();
            let battery = units.iter().find(|unit| unit["name"].as_str().unwrap().starts_with("Batter"));
            [listed, troops["sides"][0]["name"].clone(), battery.unwrap()["name"].clone()]
        };
        let english = ["The meeting at Holmby Cross", "Union", "Battery B, 4th U.S."];
        assert_eq!(told("en"), english.map(Value::from));
        assert_eq!(told("da"), ["Mødet ved Holmby Cross", "Unionen", "Batteri B, 4th U.S."].map(Value::from));
    }

    /// What is no question, and rules that are not there, are refused.
    #[test]
    fn nonsense_is_refused() {
        assert_eq!(ask(json!({ "ask": "tea" }))["refused"]["code"], "bad_json");
        assert_eq!(
            ask(json!({ "ask": "book", "rules": "whist", "lang": "en" }))["refused"]["code"],
            "unknown_rule_set"
        );
    }
}
