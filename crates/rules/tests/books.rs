//! Every rule set as a book, its glossary and its message files.

use std::collections::BTreeMap;
use std::fs;

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

/// A rule has the same numbers in both languages. Numbers up to twelve may be written as words, and are not compared.
#[test]
fn both_languages_have_the_same_numbers() {
    /// Danish has a word of its own for 24 hours.
    const NAMED_OTHERWISE: [&str; 1] = ["chakoten rule 19.01.3"];
    let mut differing = Vec::new();
    for rules in every_rule_set() {
        let messages = rules.messages();
        for (section, key) in rule_texts(&*rules, Language::English) {
            let place = format!("{} {section} {key}", rules.id());
            let [english, danish] = [Language::English, Language::Danish]
                .map(|language| large_numbers(messages.label(language, section, key)));
            if english != danish && !NAMED_OTHERWISE.contains(&place.as_str()) {
                differing.push(format!("{place}: {english:?} and {danish:?}"));
            }
        }
    }
    assert!(differing.is_empty(), "{} texts:\n{}", differing.len(), differing.join("\n"));
}

/// A rule is read alone, where it is cited: it names what it speaks of and does not begin with “They”.
#[test]
fn rules_name_what_they_speak_of() {
    let mut nameless = Vec::new();
    for rules in every_rule_set() {
        for (section, key) in rule_texts(&*rules, Language::English) {
            let text = rules.messages().label(Language::English, section, key);
            let mut words = text.split_whitespace();
            let (first, second) = (words.next().unwrap_or_default(), words.next().unwrap_or_default());
            // “It takes one turn to …” and “It is practical to …” speak of nothing that went before.
            if ["They", "He"].contains(&first) || (first == "It" && !["is", "takes"].contains(&second)) {
                nameless.push(format!("{} {section} {key}: {text}", rules.id()));
            }
        }
    }
    assert!(nameless.is_empty(), "{} texts:\n{}", nameless.len(), nameless.join("\n"));
}

/// The section and key of every text of a rule or a ruling.
fn rule_texts(rules: &dyn RuleSet, language: Language) -> impl Iterator<Item = (&str, &str)> {
    let keys = rules.messages().keys(language).into_iter();
    keys.filter(|(section, _)| ["rule", "ruling"].contains(section))
}

/// The whole numbers above twelve in a text, in rising order. Rule numbers and decimals are left out.
fn large_numbers(text: &str) -> Vec<u64> {
    let words = text.split(|letter: char| !letter.is_alphanumeric() && !['.', ','].contains(&letter));
    let mut numbers: Vec<u64> = words
        .filter_map(|word| {
            let word = word.trim_matches(['.', ',']);
            let ordinal = ["st", "nd", "rd", "th"].iter().find_map(|ending| word.strip_suffix(ending));
            let parts: Vec<_> = ordinal.unwrap_or(word).split(['.', ',']).collect();
            let is_grouped = parts[1..].iter().all(|part| part.len() == 3);
            is_grouped.then(|| parts.concat().parse().ok()).flatten()
        })
        .filter(|number| *number > 12)
        .collect();
    numbers.sort_unstable();
    numbers
}

/// The message files of a rule set are read as one: where two of them have a text of the same name, one text is lost, so both must be the same.
#[test]
fn no_text_is_lost_to_another_of_its_name() {
    let mut lost = Vec::new();
    for listing in krigsspil_rules::RULE_SETS {
        for language in [".en.toml", ".da.toml"] {
            let mut texts: BTreeMap<(String, String), String> = BTreeMap::new();
            for file in fs::read_dir(format!("{}/messages", listing.id)).unwrap() {
                let path = file.unwrap().path();
                let name = path.file_name().unwrap().to_str().unwrap();
                if !format!(".{name}").ends_with(language) {
                    continue;
                }
                let sections: BTreeMap<String, BTreeMap<String, String>> =
                    toml::from_str(&fs::read_to_string(&path).unwrap()).unwrap();
                for (section, entries) in sections {
                    for (key, text) in entries {
                        let before = texts.insert((section.clone(), key.clone()), text.clone());
                        if before.is_some_and(|before| before != text) {
                            lost.push(format!("{} {name}: {section}.{key}", listing.id));
                        }
                    }
                }
            }
            assert!(texts.len() > 100, "{}", listing.id);
        }
    }
    assert!(lost.is_empty(), "{} texts have two wordings:\n{}", lost.len(), lost.join("\n"));
}
