//! Everything a rule set's battles show, take and ask, in one place: read off by schemas, docs, labels and forms.

use serde_json::{Map, Value, json};

use super::shown::{MayKnow, ShownSpec};
use super::taken::KindSpec;
use super::{Given, QuestionSpec, common_unit};
use crate::fact::{FactSpec, Kind};
use crate::messages::{Language, Messages};

/// A group of things that are shown: of a unit, of a leader.
#[derive(Clone, Copy, Debug)]
pub struct Group {
    /// What it is of: `unit`, `leader`, `courier`, `battle`, `limits`.
    pub of: &'static str,
    /// What is shown.
    pub shown: &'static [ShownSpec],
}

/// What the battles of a rule set show, take and ask.
#[derive(Clone, Copy, Debug)]
pub struct BattleLanguage {
    /// What is shown beside what every battle shows.
    pub shown: &'static [Group],
    /// The field that holds the kind of an action.
    pub action_tag: &'static str,
    /// What a seat can do.
    pub actions: &'static [KindSpec],
    /// The questions asked inside a turn.
    pub questions: &'static [&'static QuestionSpec],
    /// The keys of the events told, which every language has a sentence for.
    pub events: &'static [&'static str],
}

impl BattleLanguage {
    /// Nothing is shown, taken or asked.
    pub const NOTHING: BattleLanguage =
        BattleLanguage { shown: &[], action_tag: "do", actions: &[], questions: &[], events: &[] };

    /// The JSON schema of an action, with titles in `language`.
    pub fn action_schema(&self, messages: &Messages, language: Language) -> Value {
        Writer { messages, language }.one_of(self.action_tag, self.actions)
    }

    /// The JSON schema of a unit in a view, with titles in `language`.
    pub fn unit_schema(&self, messages: &Messages, language: Language) -> Value {
        let writer = Writer { messages, language };
        let mut properties = Map::new();
        for (name, to) in common_unit() {
            let title = writer.label("shown", name);
            properties.insert((*name).to_string(), json!({ "title": title, "x-to": to }));
        }
        for group in self.shown.iter().filter(|group| group.of == "unit") {
            properties.extend(group.shown.iter().map(|spec| (spec.name.to_string(), writer.shown(spec))));
        }
        json!({ "type": "object", "properties": properties })
    }

    /// The JSON schema of a group that is shown, with titles in `language`; none when the rule set shows no such group.
    pub fn group_schema(&self, of: &str, messages: &Messages, language: Language) -> Option<Value> {
        let group = self.shown.iter().find(|group| group.of == of)?;
        let writer = Writer { messages, language };
        Some(writer.group(group.shown))
    }

    /// Every label that one of the languages lacks.
    pub fn missing_labels(&self, messages: &Messages) -> Vec<String> {
        let mut wanted = Wanted { messages, missing: Vec::new() };
        for (name, _) in common_unit() {
            wanted.label("shown", name);
        }
        for group in self.shown {
            wanted.group(group.shown);
        }
        wanted.kinds(self.actions);
        for question in self.questions {
            wanted.label("prompt", question.what);
            for choice in question.choices {
                wanted.label("answer", choice);
            }
        }
        for event in self.events {
            wanted.label("event", event);
        }
        wanted.missing.sort();
        wanted.missing.dedup();
        wanted.missing
    }
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

    fn group(&mut self, shown: &[ShownSpec]) {
        for spec in shown {
            self.label("shown", spec.name);
            self.kind(&spec.kind);
        }
    }

    fn kinds(&mut self, kinds: &[KindSpec]) {
        for kind in kinds {
            self.label("kind", kind.name);
            for spec in kind.parameters {
                self.label("parameter", spec.name);
                self.kind(&spec.kind);
            }
            if let Some((_, flat)) = kind.flat {
                self.kinds(flat);
            }
        }
    }

    fn kind(&mut self, kind: &Kind) {
        match kind {
            Kind::Choice { of, names } => {
                for name in *names {
                    let placed = format!("{of}.{name}");
                    let has = |language| {
                        self.messages.find(language, "choice", &placed).is_some()
                            || self.messages.find(language, "choice", name).is_some()
                    };
                    let lacking: Vec<_> =
                        Language::ALL.into_iter().filter(|language| !has(*language)).collect();
                    self.missing
                        .extend(lacking.iter().map(|language| format!("{language}: [choice] {placed}")));
                }
            }
            Kind::Maybe(kind) | Kind::List(kind) => self.kind(kind),
            Kind::Shown(shown) => self.group(shown),
            Kind::Given(Given::OneOf { kinds, .. }) => self.kinds(kinds),
            _ => {}
        }
    }
}

/// Writes schemas.
struct Writer<'a> {
    messages: &'a Messages,
    language: Language,
}

impl Writer<'_> {
    fn label(&self, section: &str, key: &str) -> String {
        self.messages.label(self.language, section, key).to_string()
    }

    fn group(&self, shown: &[ShownSpec]) -> Value {
        let properties: Map<_, _> =
            shown.iter().map(|spec| (spec.name.to_string(), self.shown(spec))).collect();
        json!({ "type": "object", "properties": properties })
    }

    fn shown(&self, spec: &ShownSpec) -> Value {
        let mut schema = self.kind(&spec.kind);
        if let Some(schema) = schema.as_object_mut() {
            schema.insert("title".into(), self.label("shown", spec.name).into());
            schema.insert("x-to".into(), json!(spec.to));
            if !spec.rule.is_empty() {
                schema.insert("x-rule".into(), spec.rule.into());
            }
        }
        schema
    }

    fn one_of(&self, tag: &str, kinds: &[KindSpec]) -> Value {
        let kinds: Vec<_> = kinds.iter().map(|kind| self.one(tag, kind)).collect();
        json!({ "oneOf": kinds, "x-given": "one_of", "x-tag": tag })
    }

    fn one(&self, tag: &str, kind: &KindSpec) -> Value {
        let mut properties = Map::new();
        properties.insert(tag.to_string(), json!({ "const": kind.name }));
        let mut required = vec![tag];
        for spec in kind.parameters {
            properties.insert(spec.name.to_string(), self.parameter(spec));
            if spec.required() {
                required.push(spec.name);
            }
        }
        let mut schema = json!({
            "type": "object",
            "title": self.label("kind", kind.name),
            "properties": properties,
            "required": required,
        });
        match kind.flat {
            // Fields of the flat kinds stand among these, so the whole is closed only together with them.
            Some((flat_tag, kinds)) => {
                schema["allOf"] = json!([self.one_of(flat_tag, kinds)]);
                schema["unevaluatedProperties"] = false.into();
            }
            None => schema["unevaluatedProperties"] = false.into(),
        }
        if !kind.rule.is_empty() {
            schema["x-rule"] = kind.rule.into();
        }
        schema
    }

    fn parameter(&self, spec: &FactSpec) -> Value {
        let mut schema = self.kind(&spec.kind);
        if let Some(schema) = schema.as_object_mut() {
            schema.insert("title".into(), self.label("parameter", spec.name).into());
            crate::schema::declared(schema, spec);
        }
        schema
    }

    fn kind(&self, kind: &Kind) -> Value {
        match kind {
            Kind::YesNo => json!({ "type": "boolean" }),
            Kind::Whole => json!({ "type": "integer" }),
            Kind::Number => json!({ "type": "number" }),
            Kind::Text => json!({ "type": "string" }),
            Kind::Choice { of, names } => {
                let labels: Vec<_> = names
                    .iter()
                    .map(|name| self.messages.label_in(self.language, "choice", of, name))
                    .collect();
                json!({ "type": "string", "enum": names, "x-labels": labels })
            }
            Kind::List(each) => json!({ "type": "array", "items": self.kind(each) }),
            Kind::Maybe(kind) => json!({ "anyOf": [self.kind(kind), { "type": "null" }] }),
            Kind::Shown(shown) => self.group(shown),
            Kind::Given(given) => self.given(given),
            Kind::Object(_) | Kind::Fields(_) | Kind::Points => json!({ "type": "object" }),
        }
    }

    fn given(&self, given: &Given) -> Value {
        let mut schema = match given {
            Given::OneOf { tag, kinds } => return self.one_of(tag, kinds),
            Given::Place => {
                json!({ "type": "array", "items": { "type": "number" }, "minItems": 2, "maxItems": 2 })
            }
            Given::Bearing => json!({ "type": "number", "minimum": -360, "maximum": 360 }),
            Given::Moment => json!({ "type": "number", "minimum": 0, "maximum": 1 }),
            Given::Question => json!({ "type": "integer", "minimum": 1 }),
            _ => json!({ "type": "string", "maxLength": 200 }),
        };
        schema["x-given"] = given.word().into();
        schema
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
