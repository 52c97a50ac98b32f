//! The events of a rule set's battles, declared once: the subject of each, field by field.

use serde_json::Value;

use super::shown::ShownSpec;
use crate::fact::Kind;

/// The declaration of an event: see [`events!`](crate::events).
#[derive(Clone, Copy, Debug)]
pub struct EventSpec {
    /// What happened: the key of its sentence in the section `event`.
    pub what: &'static str,
    /// Its subject. A seat that is told the event is told all of it.
    pub about: &'static [ShownSpec],
}

impl EventSpec {
    /// Does the subject of an event match its declaration exactly? The error says what does not.
    pub fn fits(&self, about: &Value) -> Result<(), String> {
        let Some(fields) = about.as_object() else { return Err(format!("{}: not an object", self.what)) };
        if let Some(name) = fields.keys().find(|name| self.about.iter().all(|spec| spec.name != *name)) {
            return Err(format!("{}: `{name}` is not declared", self.what));
        }
        let missing =
            |spec: &&ShownSpec| !matches!(spec.kind, Kind::Maybe(_)) && !fields.contains_key(spec.name);
        match self.about.iter().find(missing) {
            Some(spec) => Err(format!("{}: `{}` is missing", self.what, spec.name)),
            None => Ok(()),
        }
    }
}

/// Declares the events of a rule set, each with the fields it is about. A field that is an `Option` may be left out.
///
/// ```
/// use krigsspil_engine::battle::SeenUnit;
///
/// krigsspil_engine::events! {
///     /// What happens here.
///     pub static EVENTS;
///     "retires" { "unit": SeenUnit, "cm": f64 }
///     "rallies" { "unit": SeenUnit, "attempt": Option<i32> }
/// }
/// assert!(EVENTS[1].fits(&serde_json::json!({"unit": "b1"})).is_ok());
/// assert!(EVENTS[0].fits(&serde_json::json!({"unit": "b1"})).is_err());
/// ```
#[macro_export]
macro_rules! events {
    ($(#[$doc:meta])* pub static $all:ident; $($what:literal { $($name:literal : $type:ty),* $(,)? })*) => {
        $(#[$doc])*
        pub static $all: &[$crate::battle::EventSpec] = &[$($crate::battle::EventSpec {
            what: $what,
            about: &[$($crate::battle::ShownSpec {
                name: $name,
                kind: <$type as $crate::battle::Showable>::KIND,
                to: $crate::battle::MayKnow::All,
                rule: "",
            }),*],
        }),*];
    };
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use crate::battle::SeenUnit;

    crate::events! {
        /// One event.
        pub static EVENTS;
        "fires" { "unit": SeenUnit, "at": Option<SeenUnit> }
    }

    /// An event that is about something else than is declared is found.
    #[test]
    fn what_is_not_declared_is_found() {
        let fits = |about| EVENTS[0].fits(&about).err().unwrap_or_default();
        assert_eq!(fits(json!({"unit": "b1"})), "");
        assert_eq!(fits(json!({"unit": "b1", "at": "r1"})), "");
        assert_eq!(fits(json!({"unit": "b1", "cm": 3})), "fires: `cm` is not declared");
        assert_eq!(fits(json!({"at": "r1"})), "fires: `unit` is missing");
        assert_eq!(fits(json!([])), "fires: not an object");
    }
}
