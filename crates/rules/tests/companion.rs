//! What every rule set tells the companion: how its units stand on a roster, which units it offers, and how a result reads.

use krigsspil_engine::fact::Kind;
use krigsspil_engine::outcome::FieldSpec;
use krigsspil_engine::{Language, RuleSet};
use krigsspil_rules::RULE_SETS;

fn each(check: impl Fn(&dyn RuleSet)) {
    for listing in RULE_SETS {
        check(&*listing.open(None).unwrap());
    }
}

/// Every property, fact and field of a roster plan is one the rule set has; a plan that cannot be read is empty, and fails here.
#[test]
fn roster_plans_name_only_what_there_is() {
    each(|rules| {
        assert_eq!(rules.roster().faults(rules), Vec::<String>::new(), "{}", rules.id());
        assert!(!rules.roster().bind.is_empty(), "{}", rules.id());
    });
}

/// Every unit on offer has a name, a sensible strength and only properties the roster knows, and the languages offer the same.
#[test]
fn the_catalogues_offer_whole_units() {
    each(|rules| {
        let units = rules.catalogue(Language::English);
        assert!(!units.is_empty(), "{} offers nothing", rules.id());
        assert_eq!(units.len(), rules.catalogue(Language::Danish).len());
        for unit in &units {
            assert!(!unit.nation.is_empty() && !unit.kind.is_empty(), "{unit:?}");
            assert!(0 <= unit.figures.0 && unit.figures.0 <= unit.figures.1, "{unit:?}");
            for key in unit.properties.keys() {
                assert!(rules.roster().property.iter().any(|property| property.key == *key), "{key}");
            }
        }
    });
}

fn has(fields: &[FieldSpec], path: &str) -> bool {
    let (name, rest) = path.split_once('.').map_or((path, None), |(name, rest)| (name, Some(rest)));
    fields.iter().any(|field| {
        field.name == name
            && match (rest, &field.kind) {
                (None, _) => true,
                (Some(rest), Kind::Fields(within)) => has(within, rest),
                (Some(_), _) => false,
            }
    })
}

/// Every blank of a sentence is a field of the outcome, every bracket is closed, and both languages ask for the same fields.
#[test]
fn sentences_fill_in_what_the_outcome_has() {
    each(|rules| {
        for info in rules.procedures() {
            let name = info.about.name;
            let mut asked = Language::ALL.map(|language| {
                let sentence = rules.messages().find(language, "sentence", name).unwrap_or_default();
                let place = format!("{} {name} {language}", rules.id());
                assert_eq!(sentence.matches('[').count(), sentence.matches(']').count(), "{place}");
                let mut blanks: Vec<_> = sentence
                    .split('{')
                    .skip(1)
                    .filter_map(|rest| rest.split_once('}'))
                    .map(|(blank, _)| blank.trim_start_matches(['?', '!']).to_string())
                    .collect();
                for blank in &blanks {
                    assert!(has(info.outcome, blank), "{place}: the outcome has no `{blank}`");
                }
                blanks.sort();
                blanks
            });
            let danish = asked[1].split_off(0);
            assert_eq!(asked[0], danish, "{} {name}", rules.id());
        }
    });
}

/// What throws dice and is not merely looked up reads as a sentence, in most cases; the rest are told field by field.
#[test]
fn the_main_rolls_have_sentences() {
    each(|rules| {
        let rolled: Vec<_> =
            rules.procedures().into_iter().filter(|info| !info.about.dice.is_empty()).collect();
        let told = rolled
            .iter()
            .filter(|info| rules.messages().find(Language::English, "sentence", info.about.name).is_some());
        assert!(told.count() * 3 >= rolled.len(), "{}", rules.id());
    });
}
