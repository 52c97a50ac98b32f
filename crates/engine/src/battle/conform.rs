//! Checks a value against a schema written by [`schemas`](super::schemas). The tests of every playable rule set use it.
//!
//! It knows only the keywords below. An unknown keyword is a fault, so nothing goes unchecked.

use serde_json::{Map, Value};

/// Checks `value` against the definition `name` of `schema`. The error says where and why it does not fit.
pub fn conforms(schema: &Value, name: &str, value: &Value) -> Result<(), String> {
    let definition = schema["$defs"].get(name).ok_or_else(|| format!("there is no definition {name}"))?;
    Checker { definitions: &schema["$defs"] }.check(definition, value, name)
}

struct Checker<'a> {
    definitions: &'a Value,
}

fn fault(at: &str, why: impl std::fmt::Display) -> Result<(), String> {
    Err(format!("{at}: {why}"))
}

fn is_of_type(word: &str, value: &Value) -> bool {
    match word {
        "object" => value.is_object(),
        "array" => value.is_array(),
        "string" => value.is_string(),
        "boolean" => value.is_boolean(),
        "null" => value.is_null(),
        "number" => value.is_number(),
        "integer" => {
            value.is_i64() || value.is_u64() || value.as_f64().is_some_and(|number| number.fract() == 0.0)
        }
        _ => false,
    }
}

impl Checker<'_> {
    fn check(&self, schema: &Value, value: &Value, at: &str) -> Result<(), String> {
        let Some(keywords) = schema.as_object() else { return fault(at, "the schema is not an object") };
        for (keyword, wanted) in keywords {
            self.keyword(keyword, wanted, keywords, value, at)?;
        }
        Ok(())
    }

    fn keyword(
        &self,
        keyword: &str,
        wanted: &Value,
        all: &Map<String, Value>,
        value: &Value,
        at: &str,
    ) -> Result<(), String> {
        match keyword {
            "$ref" => {
                let name = wanted.as_str().and_then(|to| to.strip_prefix("#/$defs/")).unwrap_or_default();
                self.check(&self.definitions[name], value, at)
            }
            "type" => self.of_type(wanted, value, at),
            "const" if value != wanted => fault(at, format_args!("{value} is not {wanted}")),
            "enum" if !wanted.as_array().is_some_and(|words| words.contains(value)) => {
                fault(at, format_args!("{value} is none of {wanted}"))
            }
            "anyOf" | "oneOf" => self.some_of(keyword == "oneOf", wanted, value, at),
            "properties" | "additionalProperties" => self.fields(keyword, wanted, all, value, at),
            "required" => self.required(wanted, value, at),
            "items" | "prefixItems" => self.items(keyword, wanted, value, at),
            "minimum" | "maximum" | "minItems" | "maxItems" | "minLength" | "maxLength" => {
                bounded(keyword, wanted, value, at)
            }
            "multipleOf" => {
                let step = wanted.as_f64().unwrap_or(1.0);
                let whole = value.as_f64().is_none_or(|number| (number / step).fract().abs() < 1e-9);
                if whole { Ok(()) } else { fault(at, format_args!("{value} is no multiple of {step}")) }
            }
            "const" | "enum" | "title" | "default" => Ok(()),
            other if other.starts_with("x-") => Ok(()),
            other => fault(at, format_args!("the keyword {other} is not known here")),
        }
    }

    fn of_type(&self, wanted: &Value, value: &Value, at: &str) -> Result<(), String> {
        let fits = match wanted {
            Value::Array(words) => words.iter().filter_map(Value::as_str).any(|word| is_of_type(word, value)),
            word => is_of_type(word.as_str().unwrap_or_default(), value),
        };
        if fits { Ok(()) } else { fault(at, format_args!("{value} is not of type {wanted}")) }
    }

    fn some_of(&self, one: bool, schemas: &Value, value: &Value, at: &str) -> Result<(), String> {
        let schemas = schemas.as_array().map_or(&[][..], Vec::as_slice);
        let faults: Vec<_> =
            schemas.iter().filter_map(|schema| self.check(schema, value, at).err()).collect();
        match schemas.len() - faults.len() {
            0 => fault(at, format_args!("{value} fits none: {}", faults.join("; "))),
            fits if fits > 1 && one => fault(at, format_args!("{value} fits {fits} of them")),
            _ => Ok(()),
        }
    }

    fn fields(
        &self,
        keyword: &str,
        wanted: &Value,
        all: &Map<String, Value>,
        value: &Value,
        at: &str,
    ) -> Result<(), String> {
        let Some(fields) = value.as_object() else { return Ok(()) };
        let declared = &all.get("properties").cloned().unwrap_or_default();
        for (name, value) in fields {
            match declared.get(name) {
                Some(schema) if keyword == "properties" => {
                    self.check(schema, value, &format!("{at}.{name}"))?
                }
                None if keyword == "additionalProperties" && *wanted == Value::Bool(false) => {
                    return fault(at, format_args!("there is no field {name}"));
                }
                _ => {}
            }
        }
        Ok(())
    }

    fn required(&self, wanted: &Value, value: &Value, at: &str) -> Result<(), String> {
        let Some(fields) = value.as_object() else { return Ok(()) };
        let mut names = wanted.as_array().into_iter().flatten().filter_map(Value::as_str);
        match names.find(|name| !fields.contains_key(*name)) {
            Some(name) => fault(at, format_args!("the field {name} is missing")),
            None => Ok(()),
        }
    }

    fn items(&self, keyword: &str, wanted: &Value, value: &Value, at: &str) -> Result<(), String> {
        for (place, value) in value.as_array().into_iter().flatten().enumerate() {
            let schema = if keyword == "items" { Some(wanted) } else { wanted.get(place) };
            if let Some(schema) = schema {
                self.check(schema, value, &format!("{at}[{place}]"))?;
            }
        }
        Ok(())
    }
}

fn bounded(keyword: &str, wanted: &Value, value: &Value, at: &str) -> Result<(), String> {
    let measured = match keyword {
        "minimum" | "maximum" => value.as_f64(),
        "minItems" | "maxItems" => value.as_array().map(|list| list.len() as f64),
        _ => value.as_str().map(|text| text.chars().count() as f64),
    };
    let (Some(measured), Some(bound)) = (measured, wanted.as_f64()) else { return Ok(()) };
    let within = if keyword.starts_with("min") { measured >= bound } else { measured <= bound };
    if within { Ok(()) } else { fault(at, format_args!("{measured} is outside {keyword} {bound}")) }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    /// A fitting value passes; every misfit is reported with its place.
    #[test]
    fn faults_are_told() {
        let schema = json!({ "$defs": {
            "Place": { "type": "array", "items": { "type": "number" }, "minItems": 2, "maxItems": 2 },
            "Unit": { "type": "object", "required": ["id"], "additionalProperties": false, "properties": {
                "id": { "type": "string", "maxLength": 3 },
                "place": { "anyOf": [{ "$ref": "#/$defs/Place" }, { "type": "null" }] },
                "arm": { "enum": ["foot", "horse"] },
            }},
        }});
        let told = |value: Value| conforms(&schema, "Unit", &value).err().unwrap_or_default();
        assert_eq!(told(json!({"id": "b1", "place": [1, 2.5], "arm": "foot"})), "");
        assert_eq!(told(json!({"id": "b1", "place": null})), "");
        assert_eq!(told(json!({"place": null})), "Unit: the field id is missing");
        assert_eq!(told(json!({"id": "b1", "plase": null})), "Unit: there is no field plase");
        assert_eq!(told(json!({"id": "b111"})), "Unit.id: 4 is outside maxLength 3");
        assert!(told(json!({"id": "b1", "arm": "guns"})).starts_with("Unit.arm: \"guns\" is none of"));
        assert!(told(json!({"id": "b1", "place": [1]})).starts_with("Unit.place: [1] fits none"));
        let odd = json!({ "$defs": { "Odd": { "contains": 1 } } });
        assert_eq!(
            conforms(&odd, "Odd", &json!(1)).unwrap_err(),
            "Odd: the keyword contains is not known here"
        );
    }
}
