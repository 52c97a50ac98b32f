//! Everything that a rule set's battles show, take and ask, in one place. Schemas, docs, labels and forms are made from it.

use super::EventSpec;
use super::common::{COMMON_WORDS, CommonSpec, PARTS, Shape};
use super::reference::kind_sets;
use super::shown::{MayKnow, ShownSpec};
use super::taken::KindSpec;
use super::{Given, QuestionSpec};
use crate::fact::Kind;
use crate::messages::{Language, Messages};

/// A group of things that are shown: of a unit, of a leader.
#[derive(Clone, Copy, Debug)]
pub struct Group {
    /// What it describes: `unit`, `leader`, `courier`, `battle`, `limits`.
    pub of: &'static str,
    /// What is shown.
    pub shown: &'static [ShownSpec],
}

/// What the battles of a rule set show, take and ask.
#[derive(Clone, Copy, Debug)]
pub struct BattleLanguage {
    /// What is shown in addition to what every battle shows.
    pub shown: &'static [Group],
    /// The rule set's own words in common fields: `formation`, `order`, `thing`, `ground`.
    pub words: &'static [(&'static str, Kind)],
    /// The field that holds the kind of an action.
    pub action_tag: &'static str,
    /// What a seat can do.
    pub actions: &'static [KindSpec],
    /// The field that holds the kind of an order.
    pub order_tag: &'static str,
    /// What a unit can be ordered.
    pub orders: &'static [KindSpec],
    /// The questions asked inside a turn.
    pub questions: &'static [&'static QuestionSpec],
    /// The events, for which every language has a sentence.
    pub events: &'static [EventSpec],
}

impl BattleLanguage {
    /// Nothing is shown, taken or asked.
    pub const NOTHING: BattleLanguage = BattleLanguage {
        shown: &[],
        words: &[],
        action_tag: "do",
        actions: &[],
        order_tag: "kind",
        orders: &[],
        questions: &[],
        events: &[],
    };

    /// What the rule set adds to a group.
    pub fn group(&self, of: &str) -> &'static [ShownSpec] {
        self.shown.iter().find(|group| group.of == of).map_or(&[], |group| group.shown)
    }

    /// The rule set's own words in a common field.
    pub fn word(&self, field: &str) -> Option<&'static Kind> {
        self.words.iter().find(|(name, _)| *name == field).map(|(_, kind)| kind)
    }

    /// Every label that one of the languages lacks.
    pub fn missing_labels(&self, messages: &Messages) -> Vec<String> {
        let mut wanted = Wanted { messages, missing: Vec::new() };
        for part in PARTS {
            part.fields.iter().for_each(|spec| wanted.common(part.name, spec));
        }
        for (section, words) in COMMON_WORDS {
            words.iter().for_each(|word| wanted.label(section, word));
        }
        for group in self.shown {
            wanted.label("group_of", group.of);
            wanted.group(group.of, group.shown);
        }
        self.words.iter().for_each(|(_, kind)| wanted.kind("", kind));
        wanted.kinds(self.action_tag, self.actions);
        wanted.kinds(self.order_tag, self.orders);
        for (tag, _) in kind_sets(self) {
            wanted.label("kinds", tag);
        }
        for question in self.questions {
            wanted.label("prompt", question.what);
            question.choices.iter().for_each(|choice| wanted.label("answer", choice));
        }
        for event in self.events {
            wanted.label("event", event.what);
            wanted.group("event", event.about);
        }
        wanted.sentences_without(self.events);
        [MayKnow::All, MayKnow::Own].iter().for_each(|who| wanted.label("may_know", who.word()));
        wanted.missing.sort();
        wanted.missing.dedup();
        wanted.missing
    }
}

/// The labels of a rule set's battle language that one of the languages lacks. The test of a rule set checks that there are none.
pub fn language_is_labelled(declared: &BattleLanguage, messages: &Messages) -> Result<(), String> {
    let missing = declared.missing_labels(messages);
    if missing.is_empty() { Ok(()) } else { Err(missing.join("\n")) }
}

/// Finds labels that are missing.
struct Wanted<'a> {
    messages: &'a Messages,
    missing: Vec<String>,
}

impl Wanted<'_> {
    fn label(&mut self, section: &str, key: &str) {
        for language in Language::ALL {
            if self.messages.find(language, section, key).is_none() {
                self.missing.push(format!("{language}: [{section}] {key}"));
            }
        }
    }

    /// A sentence for an event in which a field is 0 or empty, `retires.without.cm`, is there in both languages and names a field of it.
    fn sentences_without(&mut self, events: &[EventSpec]) {
        let messages = self.messages;
        for language in Language::ALL {
            for (section, key) in messages.keys(language) {
                let Some((what, field)) = key.split_once(".without.").filter(|_| section == "event") else {
                    continue;
                };
                let event = events.iter().find(|event| event.what == what);
                if event.is_some_and(|event| event.about.iter().any(|spec| spec.name == field)) {
                    self.label(section, key);
                } else {
                    self.missing.push(format!("{language}: [event] {key}, of which no event tells"));
                }
            }
        }
    }

    /// The word with its meaning in one place, or its general meaning.
    fn label_in(&mut self, section: &str, place: &str, key: &str) {
        let placed = format!("{place}.{key}");
        for language in Language::ALL {
            let has = |key: &str| self.messages.find(language, section, key).is_some();
            if !has(&placed) && !has(key) {
                self.missing.push(format!("{language}: [{section}] {placed}"));
            }
        }
    }

    fn common(&mut self, part: &str, spec: &CommonSpec) {
        self.label_in("shown", part, spec.name);
        if let Shape::Choice(section, words) = spec.shape {
            words.iter().for_each(|word| self.label(section, word));
        }
    }

    fn group(&mut self, place: &str, shown: &[ShownSpec]) {
        for spec in shown {
            self.label_in("shown", place, spec.name);
            self.kind(spec.name, &spec.kind);
        }
    }

    fn kinds(&mut self, tag: &str, kinds: &[KindSpec]) {
        for kind in kinds {
            self.label_in("kind", tag, kind.name);
            for spec in kind.parameters {
                self.label_in("parameter", kind.name, spec.name);
                self.kind(spec.name, &spec.kind);
            }
            if let Some((flat_tag, flat)) = kind.flat {
                self.label_in("parameter", kind.name, flat_tag);
                self.kinds(flat_tag, flat);
            }
        }
    }

    /// The words of a kind, with the labels that its fields have in `place`.
    fn kind(&mut self, place: &str, kind: &Kind) {
        match kind {
            Kind::Choice { of, names } => names.iter().for_each(|name| self.label_in("choice", of, name)),
            Kind::Maybe(kind) | Kind::List(kind) => self.kind(place, kind),
            Kind::Shown(shown) => self.group(place, shown),
            Kind::Given(Given::OneOf { tag, kinds }) => self.kinds(tag, kinds),
            Kind::Given(given) => self.label("given", given.word()),
            _ => {}
        }
    }
}

/// Which seats a thing of a unit is for, in words.
impl MayKnow {
    /// The key of its label in the section `may_know`.
    pub const fn word(self) -> &'static str {
        match self {
            MayKnow::All => "all",
            MayKnow::Own => "own",
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    crate::shown! {
        /// A unit of nobody's rules.
        pub struct Detail {
            valour: i32, to own, "";
            name: bool, to all, "";
        }
    }

    crate::orders! {
        /// What it can do.
        pub enum Deeds tagged "do" {
            /// It dances.
            Dance = "dance", "" { partner: bool; };
        }
    }

    crate::events! {
        /// What happens.
        pub static REJOICES;
        "rejoices" { "loudness": i32 }
    }

    /// A key without its word in either language is found: a field, a kind, a parameter, an event. What the engine has is not.
    #[test]
    fn what_has_no_word_is_found() {
        use crate::battle::Taken;
        let declared = BattleLanguage {
            shown: &[Group { of: "unit", shown: Detail::SPECS }],
            actions: Deeds::KINDS,
            events: REJOICES,
            ..BattleLanguage::NOTHING
        };
        let english = "[kind]\ndance = \"Dance\"\n[shown]\n\"unit.valour\" = \"Valour\"";
        let messages = Messages::read(english, "[event]\nrejoices = \"jubler\"").unwrap();
        let wanted = [
            "da: [kind] do.dance",
            "da: [parameter] dance.partner",
            "da: [shown] event.loudness",
            "da: [shown] unit.valour",
            "en: [event] rejoices",
            "en: [parameter] dance.partner",
            "en: [shown] event.loudness",
        ];
        assert_eq!(declared.missing_labels(&messages), wanted);
        // A sentence for an event without something is there in both languages, and of something that the event tells.
        let english =
            "[event]\n\"rejoices.without.loudness\" = \"is silent\"\n\"rejoices.without.cm\" = \"stays\"";
        let missing = declared.missing_labels(&Messages::read(english, "").unwrap());
        assert!(missing.contains(&"da: [event] rejoices.without.loudness".to_string()), "{missing:?}");
        assert!(missing.contains(&"en: [event] rejoices.without.cm, of which no event tells".to_string()));
        assert_eq!(BattleLanguage::NOTHING.missing_labels(Messages::engine()), Vec::<String>::new());
    }
}
