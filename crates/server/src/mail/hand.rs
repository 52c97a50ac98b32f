//! What a drag of the hand comes to in a turn by mail, where no engine is at hand: the orders of the rule set's drill, with their numbers left open, and
//! what the ready-made orders would come to.
//!
//! All of it is made from what the seat sees and is asked, as if it had asked the server.

use std::sync::Arc;

use krigsspil_engine::battle::{Drill, Evolution, Game, Intent, Prompt, SeatId, UnitAsked, View};
use serde::Serialize;
use serde_json::Value;
use utoipa::ToSchema;

use crate::declared;
use crate::table::PreviewShown;

/// How many ready-made orders of a turn are looked at. It holds for the largest battles; in ordinary ones it is not reached.
const MOST_FORESEEN: usize = 600;

/// What one unit can be made to do by a drag of the hand.
#[derive(Debug, Serialize, ToSchema)]
pub struct ByHand {
    /// The unit.
    unit: String,
    /// Metres in one of the measure that its orders are written in.
    each: f64,
    /// How far it marches in a turn over open ground, in that measure.
    #[schema(required)]
    reach: Option<f64>,
    /// Its marches: straight on, with a wheel before that, and a wheel alone.
    march: Vec<Pattern>,
    /// The same as charges.
    charge: Vec<Pattern>,
}

/// An order with its numbers left open. What is left open is told by its place in the action, as a JSON pointer.
#[derive(Debug, Serialize, ToSchema)]
pub struct Pattern {
    /// The action.
    #[schema(value_type = declared::Action)]
    action: Value,
    /// The length of the straight line.
    #[serde(skip_serializing_if = "Option::is_none")]
    ahead: Option<String>,
    /// The degrees of the wheel.
    #[serde(skip_serializing_if = "Option::is_none")]
    wheel: Option<String>,
    /// Does it wheel to the left? Then its degrees are written as this action has them: with a minus, or without.
    left: bool,
    /// Are degrees to the left written with a minus?
    minus: bool,
    /// Who is charged.
    #[serde(skip_serializing_if = "Option::is_none")]
    at: Option<String>,
}

/// What a ready-made order would come to.
#[derive(Debug, Serialize, ToSchema)]
pub struct Foreseen {
    /// The action that gives it.
    #[schema(value_type = declared::Action)]
    action: Value,
    /// What would come of it.
    preview: PreviewShown,
}

/// The numbers that two patterns of the same order are made with: whatever differs between them is what was left open.
#[derive(Clone, Copy)]
struct Numbers {
    ahead: f64,
    wheel: f64,
    at: &'static str,
}

const NUMBERS: [Numbers; 2] = [
    Numbers { ahead: 10.0, wheel: 35.0, at: "somebody" },
    Numbers { ahead: 20.0, wheel: 45.0, at: "somebody else" },
];

/// What every unit that may be ordered can be made to do by a drag.
pub(super) fn by_hand(drill: &dyn Drill, view: &View, prompts: &[Prompt]) -> Vec<ByHand> {
    let asked = prompts.iter().filter_map(Prompt::orders).flat_map(|orders| &orders.units);
    let found = asked.filter_map(|asked| {
        let unit = view.unit(&asked.unit)?;
        let ready = drill.trim(unit).in_position == Some(true);
        let reach = drill.means(asked).map(|means| means.march).filter(|march| *march > 0.0);
        let ways = [
            (true, None),
            (true, Some(false)),
            (true, Some(true)),
            (false, Some(false)),
            (false, Some(true)),
        ];
        let patterns = |charges: bool| -> Vec<Pattern> {
            let of = |(ahead, left)| Shape { ahead, left, charges, ready }.pattern(drill, asked);
            ways.into_iter().filter_map(of).collect()
        };
        let (march, charge) = (patterns(false), patterns(true));
        let each = drill.measure().metres;
        Some(ByHand { unit: asked.unit.to_string(), each, reach, march, charge })
    });
    found.filter(|hand| !hand.march.is_empty() || !hand.charge.is_empty()).collect()
}

/// What a pattern is made of.
#[derive(Clone, Copy)]
struct Shape {
    /// It goes straight on.
    ahead: bool,
    /// It wheels before that: to the left or not.
    left: Option<bool>,
    /// It charges.
    charges: bool,
    /// Guns that are ready to fire must be limbered first.
    ready: bool,
}

impl Shape {
    fn intent(self, numbers: Numbers) -> Intent {
        let wheel = self.left.map(|left| if left { -numbers.wheel } else { numbers.wheel });
        let limbers = self.ready.then_some(Evolution::Limber);
        let ahead = self.ahead.then_some(Evolution::Ahead(numbers.ahead));
        let way: Vec<_> = limbers.into_iter().chain(wheel.map(Evolution::Wheel)).chain(ahead).collect();
        match self.charges {
            true => Intent::Charge { at: Arc::from(numbers.at), way, full_speed: true },
            false => Intent::March(way),
        }
    }

    /// The drill's order of this shape; none where it has none, or writes it in another way than by lengths and degrees.
    fn pattern(self, drill: &dyn Drill, asked: &UnitAsked) -> Option<Pattern> {
        let [one, other] = NUMBERS;
        let written = |numbers| Some(drill.order_asked(asked, &self.intent(numbers))?.written());
        let (action, second) = (written(one)?, written(other)?);
        let mut open = Vec::new();
        differing(&action, &second, String::new(), &mut open)?;
        let mut pattern = Pattern {
            action: action.clone(),
            ahead: None,
            wheel: None,
            left: self.left == Some(true),
            minus: false,
            at: None,
        };
        for place in open {
            let (first, second) = (action.pointer(&place)?, second.pointer(&place)?);
            let are = |a: f64, b: f64| first.as_f64() == Some(a) && second.as_f64() == Some(b);
            let slot = if are(one.ahead, other.ahead) {
                &mut pattern.ahead
            } else if are(one.wheel, other.wheel) || are(-one.wheel, -other.wheel) {
                pattern.minus |= are(-one.wheel, -other.wheel);
                &mut pattern.wheel
            } else if first == one.at && second == other.at {
                &mut pattern.at
            } else {
                return None;
            };
            if slot.replace(place).is_some() {
                return None;
            }
        }
        let whole = pattern.ahead.is_some() == self.ahead && pattern.wheel.is_some() == self.left.is_some();
        whole.then_some(pattern)
    }
}

/// The places at which two values differ; none where they are not built alike.
fn differing(one: &Value, other: &Value, at: String, into: &mut Vec<String>) -> Option<()> {
    match (one, other) {
        (Value::Object(a), Value::Object(b)) => {
            if a.len() != b.len() {
                return None;
            }
            for (name, value) in a {
                differing(value, b.get(name)?, format!("{at}/{name}"), into)?;
            }
        }
        (Value::Array(a), Value::Array(b)) => {
            if a.len() != b.len() {
                return None;
            }
            for (place, (value, second)) in a.iter().zip(b).enumerate() {
                differing(value, second, format!("{at}/{place}"), into)?;
            }
        }
        _ if one != other => into.push(at),
        _ => {}
    }
    Some(())
}

/// What the ready-made orders that lead to a throw would come to, as far as the seat may know.
pub(super) fn foreseen(
    game: &dyn Game,
    seat: &SeatId,
    drill: &dyn Drill,
    (view, prompts): (&View, &[Prompt]),
    no_measuring: Option<&'static str>,
) -> Vec<Foreseen> {
    let asked = prompts.iter().filter_map(Prompt::orders).flat_map(|orders| &orders.units);
    let ready_made = asked.flat_map(|asked| {
        let samples = asked.samples.iter().flatten();
        samples.filter_map(move |order| drill.give(asked, order))
    });
    ready_made
        .take(MOST_FORESEEN)
        .filter_map(|deed| {
            let preview = game.preview(seat, &deed).ok().filter(|preview| !preview.sums.is_empty())?;
            Some(Foreseen { action: deed.written(), preview: PreviewShown::of(preview, view, no_measuring) })
        })
        .collect()
}
