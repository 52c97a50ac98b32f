//! Every rule set as a book, and its glossary.

use krigsspil_engine::glossary::misused;
use krigsspil_engine::handbook::{book_is_complete, chapters};
use krigsspil_engine::{Language, RuleSet};

fn every_rule_set() -> impl Iterator<Item = Box<dyn RuleSet>> {
    krigsspil_rules::RULE_SETS.iter().map(|listing| listing.open(None).unwrap())
}

/// Every rule, ruling and table of a rule set is in its book once.
#[test]
fn every_rule_stands_in_the_book() {
    for rules in every_rule_set() {
        if let Err(faults) = book_is_complete(&*rules) {
            panic!("{}:\n{faults}", rules.id());
        }
    }
}

/// Labels and texts use the word of the glossary, and none of those it lists as wrong.
#[test]
fn one_word_for_each_thing() {
    let mut found = Vec::new();
    for rules in every_rule_set() {
        let glossary = rules.handbook().glossary();
        assert!(glossary.terms().len() > 50, "{}", rules.id());
        found.extend(
            misused(glossary, rules.messages()).into_iter().map(|one| format!("{} {one}", rules.id())),
        );
    }
    assert!(found.is_empty(), "{} wrong words:\n{}", found.len(), found.join("\n"));
}

/// Every term of the glossary occurs in the rules, in both languages: a word that nobody meets needs no explanation.
#[test]
fn every_term_is_met() {
    let mut idle = Vec::new();
    for rules in every_rule_set() {
        let glossary = rules.handbook().glossary();
        for language in Language::ALL {
            let (messages, finder) = (rules.messages(), glossary.finder(language));
            let texts = messages.keys(language).into_iter();
            let mut met = vec![false; glossary.terms().len()];
            for (section, key) in texts {
                for mention in finder.mentions(messages.label(language, section, key)) {
                    met[mention.term] = true;
                }
            }
            let unmet = glossary.terms().iter().zip(met).filter(|(_, met)| !met);
            idle.extend(unmet.map(|(term, _)| format!("{} {language}: {}", rules.id(), term.word(language))));
        }
    }
    assert!(idle.is_empty(), "{} terms stand nowhere:\n{}", idle.len(), idle.join("\n"));
}

/// The positions of mentions fit the text.
#[test]
fn mentions_lie_on_their_text() {
    for rules in every_rule_set() {
        for language in Language::ALL {
            let chapters = chapters(&*rules, language);
            let texts = chapters.iter().flat_map(|chapter| &chapter.rules);
            for read in texts.flat_map(|rule| std::iter::once(&rule.text).chain(&rule.ruling)) {
                assert!(!read.text.is_empty());
                let ends: Vec<_> = read.mentions.iter().map(|mention| mention.at.clone()).collect();
                assert!(ends.windows(2).all(|pair| pair[0].end <= pair[1].start), "{ends:?}");
                assert!(ends.iter().all(|at| read.text.get(at.clone()).is_some_and(|word| !word.is_empty())));
            }
        }
    }
}

/// Danish texts write numbers with a comma, and both languages put a space before the per cent sign.
#[test]
fn texts_write_numbers_as_their_language_does() {
    let mut wrong = Vec::new();
    for rules in every_rule_set() {
        for language in Language::ALL {
            for (section, key) in rules.messages().keys(language) {
                let text = rules.messages().label(language, section, key);
                if tight_per_cent(text) || (language == Language::Danish && pointed_measure(text)) {
                    wrong.push(format!("{} {language} [{section}] {key}: {text}", rules.id()));
                }
            }
        }
    }
    assert!(wrong.is_empty(), "{} texts:\n{}", wrong.len(), wrong.join("\n"));
}

/// `10%`, without its space.
fn tight_per_cent(text: &str) -> bool {
    text.split('%').rev().skip(1).any(|before| before.ends_with(|last: char| last.is_ascii_digit()))
}

/// `1.5 cm`: a number with a point, followed by a unit of measure. A rule number has no unit.
fn pointed_measure(text: &str) -> bool {
    let words: Vec<_> = text.split_whitespace().collect();
    let is_measured = |word: &str| {
        word.split_once('.').is_some_and(|(whole, part)| {
            let figures = |text: &str| !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
            figures(whole.trim_start_matches(['(', '+', '-'])) && figures(part)
        })
    };
    let measures = ["cm", "mm", "m", "%", "km", "yards", "træk", "point"];
    words.windows(2).any(|pair| {
        let next = pair[1].trim_end_matches(|letter: char| !letter.is_alphanumeric() && letter != '%');
        is_measured(pair[0]) && measures.contains(&next)
    })
}
