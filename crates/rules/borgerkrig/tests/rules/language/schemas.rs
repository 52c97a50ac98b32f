//! Views, prompts, actions, previews and events match their schemas.

use krigsspil_borgerkrig::battle::Borgerkrig;
use krigsspil_borgerkrig::battle::shown::LANGUAGE;
use krigsspil_engine::battle::{About, Deed, Played, Prompt, SeatId, conforms};
use krigsspil_engine::messages::Language;
use krigsspil_engine::random::Chance;
use serde_json::{Value, json};

use super::{meeting, messages};

fn schema() -> Value {
    LANGUAGE.schema(messages(), Language::English)
}

fn fits(schema: &Value, name: &str, value: &Value) {
    if let Err(fault) = conforms(schema, name, value) {
        panic!("{fault}");
    }
}

/// Checks everything that the seats are shown and asked now against the schema.
fn everything_fits(schema: &Value, game: &Played<Borgerkrig>) {
    for seat in game.seats().keys() {
        fits(schema, "View", &game.view(seat).json());
    }
    for prompt in game.prompts() {
        fits(schema, "Prompt", &serde_json::to_value(&prompt).unwrap());
    }
}

/// Gives every unit an order from the samples, and looks at its preview.
fn order_all(schema: &Value, game: &mut Played<Borgerkrig>, prompt: &Prompt, chance: &mut Chance) {
    let About::Orders(orders) = &prompt.about else { return };
    for asked in &orders.units {
        let samples = asked.samples.as_deref().unwrap_or_default();
        let Some(order) = samples.get(chance.below(samples.len())) else { continue };
        let action = json!({"do": "order", "unit": asked.unit, "order": order.written()});
        fits(schema, "Action", &action);
        if chance.below(3) == 0 {
            let preview = game.preview(&prompt.seat, &Deed::from(action.clone())).unwrap();
            fits(schema, "Preview", &serde_json::to_value(&preview).unwrap());
        }
        game.act(&prompt.seat, &action).unwrap();
    }
    for rider in orders.generals.iter().chain(&orders.couriers) {
        let samples = rider.samples.as_deref().unwrap_or_default();
        let Some(ride) = samples.get(chance.below(samples.len())) else { continue };
        fits(schema, "Action", &ride.written());
        game.do_deed(&prompt.seat, ride).unwrap();
    }
}

/// A random battle: every view, prompt, action, preview and event of it matches its schema.
#[test]
fn a_random_battle_is_as_its_schemas_say() {
    let schema = schema();
    for seed in 1..=2 {
        let mut game = meeting(seed);
        let mut chance = Chance::new(seed);
        while game.ending().is_none() && game.turn() <= 6 {
            everything_fits(&schema, &game);
            let prompt = game.prompts().swap_remove(0);
            order_all(&schema, &mut game, &prompt, &mut chance);
            fits(&schema, "Action", &prompt.default.written());
            let happened = game.do_deed(&prompt.seat, &prompt.default).unwrap();
            for seat in game.seats().keys() {
                for told in happened.told(seat, 0) {
                    fits(&schema, "Told", &serde_json::to_value(&told).unwrap());
                }
            }
        }
        everything_fits(&schema, &game);
    }
}

/// A misspelt field fails: in a view, in a unit of it, in a detail of that, in an action, in an order in it and in a step of that.
#[test]
fn a_misspelt_field_fails() {
    let (schema, game) = (schema(), meeting(1));
    let view = game.view(&SeatId::from("blue")).json();
    for (path, from) in
        [("", "turns"), ("/units/0", "facing"), ("/units/0", "valeur"), ("/units/0/strength", "now")]
    {
        let mut wrong = view.clone();
        let place = wrong.pointer_mut(path).and_then(Value::as_object_mut).unwrap();
        let value = place.remove(from).unwrap();
        place.insert(format!("{from}x"), value);
        assert!(conforms(&schema, "View", &wrong).is_err(), "{path}/{from}");
    }
    let sound = [
        json!({"do": "order", "unit": "b1", "order": {"kind": "move", "steps": [{"step": "ahead", "cm": 6}], "attack": true}}),
        json!({"do": "order", "unit": "b1", "order": {"kind": "fire", "when": "at", "moment": 0.5, "target": "r1"}}),
        json!({"do": "order", "unit": "b1", "sheet": "^ A"}),
        json!({"do": "ready"}),
    ];
    sound.iter().for_each(|action| fits(&schema, "Action", action));
    let wrong = [
        json!({"do": "ordre", "unit": "b1"}),
        json!({"do": "order", "unti": "b1"}),
        json!({"do": "order", "unit": "b1", "order": {"kind": "move", "steps": [{"step": "ahead"}], "atack": true}}),
        json!({"do": "order", "unit": "b1", "order": {"kind": "move", "steps": [{"step": "ahead", "cn": 6}]}}),
        json!({"do": "order", "unit": "b1", "order": {"kind": "move", "steps": [{"step": "ahead", "cm": 900}]}}),
        json!({"do": "order", "unit": "b1", "order": {"kind": "fire", "when": "at_once", "moment": 0.5}}),
        json!({"do": "ready", "now": true}),
    ];
    for action in wrong {
        assert!(conforms(&schema, "Action", &action).is_err(), "{action}");
    }
}

/// The schemas of the two languages differ only in their titles and labels.
#[test]
fn both_languages_say_the_same() {
    fn stripped(value: &Value) -> Value {
        match value {
            Value::Object(fields) => {
                let kept = fields.iter().filter(|(name, _)| !matches!(name.as_str(), "title" | "x-labels"));
                kept.map(|(name, value)| (name.clone(), stripped(value))).collect()
            }
            Value::Array(list) => list.iter().map(stripped).collect(),
            other => other.clone(),
        }
    }
    let [english, danish] = Language::ALL.map(|language| LANGUAGE.schema(messages(), language));
    assert_ne!(english, danish);
    // A field called `title` would also be stripped; there is none.
    assert_eq!(stripped(&english), stripped(&danish));
}
