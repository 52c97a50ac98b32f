//! The words of the pioneers, the valeur tables and the countries, in both languages.

use krigsspil_engine::{Language, Messages};

fn own_words() -> Messages {
    let english = include_str!("../messages/armies.en.toml");
    let danish = include_str!("../messages/armies.da.toml");
    Messages::read(english, danish).unwrap_or_default()
}

/// The two message files of this part have the same keys, and each ruling is next to the rule it settles.
#[test]
fn both_files_hold_the_same_keys() {
    let own = own_words();
    let keys = own.keys(Language::English);
    assert_eq!(keys, own.keys(Language::Danish));
    assert!(keys.contains(&("procedure", "engineering_work")));
    for (_, rule) in keys.iter().filter(|(section, _)| *section == "ruling") {
        assert!(own.find(Language::Danish, "rule", rule).is_some(), "ruling of {rule}");
    }
}

/// Danish labels are Danish: hardly any sentence or name is the same in both languages.
#[test]
fn danish_is_not_english() {
    let own = own_words();
    for section in ["procedure", "about", "rule", "ruling", "refusal"] {
        for (_, key) in own.keys(Language::English).iter().filter(|(of, _)| *of == section) {
            let [english, danish] = Language::ALL.map(|language| own.label(language, section, key));
            assert_ne!(english, danish, "{section}.{key}");
        }
    }
}
