//! JSON schemas (draft 2020-12) of views, prompts, previews, events, actions and orders, read off the declarations.

use std::collections::BTreeMap;

use serde_json::{Map, Value, json};

use super::common::{CommonSpec, PARTS, Part, Shape, There};
use super::shown::ShownSpec;
use super::taken::KindSpec;
use super::{BattleLanguage, Given};
use crate::fact::{FactSpec, Kind};
use crate::messages::{Language, Messages};

/// Where the definitions of a schema refer to each other.
const DEFINITIONS: &str = "#/$defs/";

/// How definitions are named and referred to in a larger document.
#[derive(Clone, Copy, Debug)]
pub struct Naming<'a> {
    /// What stands before a definition's name in a reference: `#/components/schemas/`.
    pub at: &'a str,
    /// What stands before the names of the rule set's own definitions.
    pub prefix: &'a str,
}

impl BattleLanguage {
    /// The schema of all that these battles show, take and ask, with titles in `language`: a definition for each part (`View`,
    /// `UnitShown`, `Prompt`, `Preview`, `Told` …), and `Action` and `Order`.
    pub fn schema(&self, messages: &Messages, language: Language) -> Value {
        let writer = Writer {
            declared: self,
            messages,
            language,
            naming: Naming { at: DEFINITIONS, prefix: "" },
            open: false,
        };
        let mut definitions = writer.parts();
        definitions.insert("Action".into(), writer.one_of(self.action_tag, self.actions));
        definitions.insert("Order".into(), writer.one_of(self.order_tag, self.orders));
        json!({ "$schema": "https://json-schema.org/draft/2020-12/schema", "$defs": definitions })
    }

    /// The definitions that hold in every rule set: a rule set's own fields may stand among them.
    pub fn common_definitions(messages: &Messages, language: Language, at: &str) -> Map<String, Value> {
        let declared = &BattleLanguage::NOTHING;
        let naming = Naming { at, prefix: "" };
        let writer = Writer { declared, messages, language, naming, open: true };
        let mut definitions = writer.parts();
        for name in ["Action", "Order"] {
            definitions.insert(name.into(), json!({ "type": "object" }));
        }
        definitions
    }

    /// What the rule set adds to them: its actions, its orders, and the fields of each group it shows (`unit` is `…Unit`).
    pub fn own_definitions(
        &self,
        messages: &Messages,
        language: Language,
        naming: Naming<'_>,
    ) -> Map<String, Value> {
        let writer = Writer { declared: self, messages, language, naming, open: false };
        let mut definitions = Map::new();
        let named = |name: &str| format!("{}{name}", naming.prefix);
        definitions.insert(named("Action"), writer.one_of(self.action_tag, self.actions));
        definitions.insert(named("Order"), writer.one_of(self.order_tag, self.orders));
        for group in self.shown {
            let mut letters = group.of.chars();
            let name: String =
                letters.next().iter().flat_map(|first| first.to_uppercase()).chain(letters).collect();
            definitions.insert(named(&name), writer.group(group.of, group.shown));
        }
        definitions
    }
}

/// Writes schemas.
#[derive(Clone, Copy)]
struct Writer<'a> {
    declared: &'a BattleLanguage,
    messages: &'a Messages,
    language: Language,
    naming: Naming<'a>,
    /// Other fields may stand beside those declared.
    open: bool,
}

impl Writer<'_> {
    fn label(&self, section: &str, place: &str, key: &str) -> String {
        self.messages.label_in(self.language, section, place, key).to_string()
    }

    fn refer(&self, name: &str) -> Value {
        let own = matches!(name, "Action" | "Order");
        let prefix = if own { self.naming.prefix } else { "" };
        json!({ "$ref": format!("{}{prefix}{name}", self.naming.at) })
    }

    fn parts(&self) -> Map<String, Value> {
        PARTS.iter().map(|part| (part.name.to_string(), self.part(part))).collect()
    }

    fn part(&self, part: &Part) -> Value {
        let mut properties: Map<_, _> =
            part.fields.iter().map(|spec| (spec.name.to_string(), self.common(part.name, spec))).collect();
        if let Some(group) = part.adds {
            let adds = self.declared.group(group).iter();
            properties.extend(adds.map(|spec| (spec.name.to_string(), self.shown(group, spec))));
        }
        let always = |spec: &&CommonSpec| matches!(spec.there, There::Always | There::OrNull);
        let required: Vec<_> = part.fields.iter().filter(always).map(|spec| spec.name).collect();
        let open = self.open && part.adds.is_some();
        json!({ "type": "object", "properties": properties, "required": required, "additionalProperties": open })
    }

    fn common(&self, part: &str, spec: &CommonSpec) -> Value {
        let mut schema = self.shape(&spec.shape);
        if matches!(spec.there, There::OrNull | There::Seldom) {
            schema = json!({ "anyOf": [schema, { "type": "null" }] });
        }
        schema["title"] = self.label("shown", part, spec.name).into();
        schema["x-to"] = json!(spec.to);
        schema
    }

    fn shape(&self, shape: &Shape) -> Value {
        match shape {
            Shape::YesNo => json!({ "type": "boolean" }),
            Shape::Whole => json!({ "type": "integer" }),
            Shape::Number => json!({ "type": "number" }),
            Shape::Text => json!({ "type": "string" }),
            Shape::Key(section) => json!({ "type": "string", "x-labels-of": section }),
            Shape::Choice(section, words) => {
                let labels: Vec<_> =
                    words.iter().map(|word| self.messages.label(self.language, section, word)).collect();
                json!({ "type": "string", "enum": words, "x-labels": labels })
            }
            Shape::Word(field) => match self.declared.word(field) {
                Some(kind) => self.kind("", kind),
                None => json!({ "type": "string" }),
            },
            Shape::Place => self.shape(&Shape::Tuple(&[Shape::Number, Shape::Number])),
            Shape::List(each) => json!({ "type": "array", "items": self.shape(each) }),
            Shape::Tuple(shapes) => {
                let shapes: Vec<_> = shapes.iter().map(|shape| self.shape(shape)).collect();
                json!({ "type": "array", "prefixItems": shapes, "minItems": shapes.len(), "maxItems": shapes.len() })
            }
            Shape::Part(name) => self.refer(name),
            Shape::OneOf(names) => {
                let mut each: Vec<_> = names.iter().map(|name| self.refer(name)).collect();
                each.push(json!({ "type": "null" }));
                json!({ "anyOf": each })
            }
            Shape::Order => self.refer("Order"),
            Shape::Action => self.refer("Action"),
            Shape::Object => json!({ "type": "object" }),
            Shape::About => self.about(),
            Shape::Effect => json!({ "type": ["integer", "string", "boolean"] }),
        }
    }

    /// What any event can be about. A field that is one thing in one event and another in the next is either.
    fn about(&self) -> Value {
        let mut fields: BTreeMap<&str, Vec<Value>> = BTreeMap::new();
        for spec in self.declared.events.iter().flat_map(|event| event.about) {
            let schema = self.shown("event", spec);
            let shapes = fields.entry(spec.name).or_default();
            if !shapes.contains(&schema) {
                shapes.push(schema);
            }
        }
        let properties: Map<String, Value> = fields
            .into_iter()
            .map(|(name, mut shapes)| {
                let schema = if shapes.len() > 1 { json!({ "anyOf": shapes }) } else { shapes.remove(0) };
                (name.to_string(), schema)
            })
            .collect();
        let open = self.open || properties.is_empty();
        json!({ "type": "object", "properties": properties, "additionalProperties": open })
    }

    fn group(&self, place: &str, shown: &[ShownSpec]) -> Value {
        let properties: Map<_, _> =
            shown.iter().map(|spec| (spec.name.to_string(), self.shown(place, spec))).collect();
        let all = |spec: &&ShownSpec| spec.to == super::MayKnow::All;
        let required: Vec<_> = shown.iter().filter(all).map(|spec| spec.name).collect();
        json!({ "type": "object", "properties": properties, "required": required, "additionalProperties": false })
    }

    fn shown(&self, place: &str, spec: &ShownSpec) -> Value {
        let mut schema = self.kind(spec.name, &spec.kind);
        schema["title"] = self.label("shown", place, spec.name).into();
        schema["x-to"] = json!(spec.to);
        if !spec.rule.is_empty() {
            schema["x-rule"] = spec.rule.into();
        }
        schema
    }

    fn one_of(&self, tag: &str, kinds: &[KindSpec]) -> Value {
        let kinds: Vec<_> = kinds.iter().flat_map(|kind| self.one(tag, kind)).collect();
        json!({ "oneOf": kinds, "x-given": "one_of", "x-tag": tag })
    }

    /// One kind. Where the fields of other kinds stand among its own there is one schema for each of those.
    fn one(&self, tag: &str, kind: &KindSpec) -> Vec<Value> {
        let alone = |flat: Option<(&str, &KindSpec)>| {
            let mut properties = Map::new();
            let mut required = vec![tag];
            properties.insert(tag.to_string(), json!({ "const": kind.name }));
            self.parameters(kind, &mut properties, &mut required);
            let mut title = self.label("kind", tag, kind.name);
            if let Some((flat_tag, flat)) = flat {
                let among = self.label("kind", flat_tag, flat.name);
                properties.insert(flat_tag.to_string(), json!({ "const": flat.name, "title": among }));
                required.push(flat_tag);
                self.parameters(flat, &mut properties, &mut required);
                title = format!("{title}: {among}");
            }
            let mut schema = json!({
                "type": "object",
                "title": title,
                "properties": properties,
                "required": required,
                "additionalProperties": false,
            });
            if !kind.rule.is_empty() {
                schema["x-rule"] = kind.rule.into();
            }
            schema
        };
        match kind.flat {
            Some((flat_tag, kinds)) => kinds.iter().map(|flat| alone(Some((flat_tag, flat)))).collect(),
            None => vec![alone(None)],
        }
    }

    fn parameters<'k>(
        &self,
        kind: &'k KindSpec,
        properties: &mut Map<String, Value>,
        required: &mut Vec<&'k str>,
    ) {
        for spec in kind.parameters {
            properties.insert(spec.name.to_string(), self.parameter(kind.name, spec));
            if spec.required() {
                required.push(spec.name);
            }
        }
    }

    fn parameter(&self, place: &str, spec: &FactSpec) -> Value {
        let inner = match spec.kind {
            Kind::Maybe(kind) => kind,
            _ => &spec.kind,
        };
        let mut schema = self.kind(spec.name, inner);
        if let Some(schema) = schema.as_object_mut() {
            crate::schema::declared(schema, &FactSpec { kind: *inner, ..*spec });
        }
        if matches!(spec.kind, Kind::Maybe(_)) {
            let mut outer = json!({ "anyOf": [] });
            for key in ["default", "x-rule"] {
                if let Some(value) = schema.as_object_mut().and_then(|schema| schema.remove(key)) {
                    outer[key] = value;
                }
            }
            outer["anyOf"] = json!([schema, { "type": "null" }]);
            schema = outer;
        }
        schema["title"] = self.label("parameter", place, spec.name).into();
        schema
    }

    fn kind(&self, place: &str, kind: &Kind) -> Value {
        match kind {
            Kind::YesNo => json!({ "type": "boolean" }),
            Kind::Whole => json!({ "type": "integer" }),
            Kind::Number => json!({ "type": "number" }),
            Kind::Text => json!({ "type": "string" }),
            Kind::Choice { of, names } => {
                let labels: Vec<_> = names.iter().map(|name| self.label("choice", of, name)).collect();
                json!({ "type": "string", "enum": names, "x-labels": labels })
            }
            Kind::List(each) => json!({ "type": "array", "items": self.kind(place, each) }),
            Kind::Maybe(kind) => json!({ "anyOf": [self.kind(place, kind), { "type": "null" }] }),
            Kind::Shown(shown) => self.group(place, shown),
            Kind::Given(given) => self.given(given),
            Kind::Object(_) | Kind::Fields(_) | Kind::Points => json!({ "type": "object" }),
        }
    }

    fn given(&self, given: &Given) -> Value {
        let mut schema = match given {
            Given::OneOf { tag, kinds } => {
                // An order inside an action or a view is the one that is defined once.
                let order = *tag == self.declared.order_tag && KindSpec::same(kinds, self.declared.orders);
                return if order { self.refer("Order") } else { self.one_of(tag, kinds) };
            }
            Given::Place => self.shape(&Shape::Place),
            Given::Bearing => json!({ "type": "number", "minimum": -360, "maximum": 360 }),
            Given::Moment => json!({ "type": "number", "minimum": 0, "maximum": 1 }),
            Given::Question => json!({ "type": "integer", "minimum": 1 }),
            _ => json!({ "type": "string", "maxLength": 200 }),
        };
        schema["x-given"] = given.word().into();
        schema
    }
}
