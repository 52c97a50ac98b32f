//! JSON schemas, read off the declarations.

use serde_json::{Map, Value, json};

use crate::fact::{Bounds, FactSpec, Kind};
use crate::messages::{Language, Messages};
use crate::outcome::FieldSpec;
use crate::procedure::ProcedureInfo;

/// The schema of a procedure's facts (JSON Schema, draft 2020-12), with titles in `language`.
pub fn facts_schema(info: &ProcedureInfo, messages: &Messages, language: Language) -> Value {
    Writer { messages, language, place: info.about.name }.object(info.facts)
}

/// The schema of a procedure's outcome, with titles in `language`.
pub fn outcome_schema(info: &ProcedureInfo, messages: &Messages, language: Language) -> Value {
    Writer { messages, language, place: info.about.name }.fields(info.outcome)
}

struct Writer<'a> {
    messages: &'a Messages,
    language: Language,
    place: &'a str,
}

impl Writer<'_> {
    fn object(&self, specs: &[FactSpec]) -> Value {
        let properties: Map<_, _> =
            specs.iter().map(|spec| (spec.name.to_string(), self.fact(spec))).collect();
        let required: Vec<_> = specs.iter().filter(|spec| spec.required()).map(|spec| spec.name).collect();
        json!({
            "type": "object",
            "properties": properties,
            "required": required,
            "additionalProperties": false,
        })
    }

    fn fact(&self, spec: &FactSpec) -> Value {
        let mut schema = self.kind(&spec.kind);
        let Some(schema_map) = schema.as_object_mut() else { return schema };
        let title = self.messages.label_in(self.language, "fact", self.place, spec.name);
        schema_map.insert("title".into(), title.into());
        declared(schema_map, spec);
        schema
    }

    fn fields(&self, fields: &[FieldSpec]) -> Value {
        let properties: Map<_, _> = fields
            .iter()
            .map(|field| {
                let mut schema = self.kind(&field.kind);
                let title = self.messages.label_in(self.language, "outcome", self.place, field.name);
                if let Some(schema) = schema.as_object_mut() {
                    schema.insert("title".into(), title.into());
                }
                (field.name.to_string(), schema)
            })
            .collect();
        json!({ "type": "object", "properties": properties })
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
            Kind::Object(specs) => self.object(specs),
            Kind::Fields(fields) => self.fields(fields),
            Kind::List(each) => json!({ "type": "array", "items": self.kind(each) }),
            Kind::Maybe(kind) => {
                let mut schema = self.kind(kind);
                if let Some(schema) = schema.as_object_mut() {
                    schema.insert("x-optional".into(), true.into());
                }
                schema
            }
            Kind::Shown(_) | Kind::Given(_) => json!({ "type": "object" }),
            Kind::Points => json!({ "type": "object", "additionalProperties": { "type": "integer" } }),
        }
    }
}

/// Writes what a declaration says in addition to the shape: bounds, step, default, rule.
pub(crate) fn declared(schema: &mut Map<String, Value>, spec: &FactSpec) {
    match spec.kind {
        Kind::List(_) => {
            bound(schema, spec.bounds, "minItems", "maxItems");
            if let Some(items) = schema.get_mut("items").and_then(Value::as_object_mut) {
                bound(items, spec.each, "minimum", "maximum");
            }
        }
        Kind::Text => bound(schema, spec.bounds, "minLength", "maxLength"),
        _ => bound(schema, spec.bounds, "minimum", "maximum"),
    }
    if let Some(step) = spec.step {
        schema.insert("multipleOf".into(), figure(step));
    }
    if let Some(default) = spec.default {
        schema.insert("default".into(), default());
    }
    if !spec.cite.is_empty() {
        schema.insert("x-rule".into(), spec.cite.into());
    }
}

fn bound(schema: &mut Map<String, Value>, bounds: Option<Bounds>, least: &str, most: &str) {
    if let Some(bounds) = bounds {
        schema.insert(least.into(), figure(bounds.least));
        schema.insert(most.into(), figure(bounds.most));
    }
}

/// Whole figures without a decimal point.
fn figure(number: f64) -> Value {
    if number.fract() == 0.0 && number.abs() < 1e15 { (number as i64).into() } else { number.into() }
}
