//! Random actions and orders made from the declarations: each parameter gets a value within its bounds.
//! They can be read, but a rule may refuse them. Tests play with them to show that a refusal is reported and changes nothing.

use std::sync::Arc;

use serde_json::{Map, Value, json};

use super::taken::KindSpec;
use super::{Given, View};
use crate::fact::{Bounds, FactSpec, Kind};

/// What a seat can point at.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Known {
    /// Its own units.
    pub own: Vec<Arc<str>>,
    /// Every unit it may know of.
    pub seen: Vec<Arc<str>>,
    /// Leaders.
    pub leaders: Vec<Arc<str>>,
    /// Couriers.
    pub couriers: Vec<Arc<str>>,
    /// Names on the map.
    pub landmarks: Vec<Arc<str>>,
    /// Open questions.
    pub questions: Vec<u32>,
    /// Words that answer them.
    pub answers: Vec<&'static str>,
    /// The size of the table, in metres.
    pub table: [f64; 2],
}

impl Known {
    /// What a view lets one point at.
    pub fn of(view: &View) -> Known {
        let ids = |units: &[super::UnitShown]| units.iter().map(|unit| unit.id.clone()).collect::<Vec<_>>();
        let own = ids(&view.units);
        let others = view.friends.iter().chain(&view.enemies).map(|unit| unit.id.clone());
        Known {
            seen: own.iter().cloned().chain(others).collect(),
            own,
            leaders: view.generals.iter().map(|leader| leader.id.clone()).collect(),
            couriers: view.couriers.iter().map(|courier| courier.id.clone()).collect(),
            landmarks: view.landmarks.clone(),
            questions: view.questions.iter().map(|asked| asked.question).collect(),
            answers: view.questions.iter().flat_map(|asked| asked.choices.iter().copied()).collect(),
            table: [view.table.width, view.table.depth],
        }
    }
}

/// Texts of several lengths and letters.
const TEXTS: [&str; 5] = ["", "x", "as ordered", "^ A", "Hold the mill; æ ø å Æ Ø Å — “no further”."];

/// Numbers without bounds are drawn from these.
const UNBOUNDED: Bounds = Bounds { least: -20.0, most: 200.0 };

/// The longest list that is drawn where the declaration allows more.
const LONG: usize = 4;

/// Draws values. `chance` gives a number from 0 to one less than it is asked for.
pub struct Sampler<'a> {
    /// What can be pointed at.
    pub known: &'a Known,
    /// The chance.
    pub chance: &'a mut dyn FnMut(usize) -> usize,
}

impl std::fmt::Debug for Sampler<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Sampler").field("known", self.known).finish_non_exhaustive()
    }
}

impl Sampler<'_> {
    /// One of several kinds.
    pub fn one_of(&mut self, tag: &str, kinds: &[KindSpec]) -> Value {
        match kinds.len() {
            0 => Value::Null,
            count => {
                let place = (self.chance)(count);
                self.kind(tag, &kinds[place])
            }
        }
    }

    /// One of a kind.
    pub fn kind(&mut self, tag: &str, kind: &KindSpec) -> Value {
        let mut fields = Map::new();
        self.fields(tag, kind, &mut fields);
        Value::Object(fields)
    }

    fn fields(&mut self, tag: &str, kind: &KindSpec, fields: &mut Map<String, Value>) {
        fields.insert(tag.to_string(), kind.name.into());
        for spec in kind.parameters {
            // An optional value is left out half of the time.
            if spec.required() || (self.chance)(2) == 0 {
                fields.insert(spec.name.to_string(), self.value(&spec.kind, spec));
            }
        }
        if let Some((tag, kinds)) = kind.flat
            && !kinds.is_empty()
        {
            let place = (self.chance)(kinds.len());
            self.fields(tag, &kinds[place], fields);
        }
    }

    fn value(&mut self, kind: &Kind, spec: &FactSpec) -> Value {
        let bounds = spec.bounds.unwrap_or(UNBOUNDED);
        match kind {
            Kind::YesNo => ((self.chance)(2) == 0).into(),
            Kind::Whole => (self.number(bounds, spec.step.unwrap_or(1.0)).round() as i64).into(),
            Kind::Number => self.number(bounds, spec.step.unwrap_or(0.0)).into(),
            Kind::Text => self.text(spec.bounds).into(),
            Kind::Choice { names, .. } => self.pick(names).copied().unwrap_or_default().into(),
            Kind::Maybe(kind) => self.value(kind, spec),
            Kind::List(each) => {
                let least = spec.bounds.map_or(0, |bounds| bounds.least as usize);
                let most = spec.bounds.map_or(LONG, |bounds| bounds.most as usize).min(least + LONG);
                let length = least + (self.chance)(most - least + 1);
                let one = FactSpec { bounds: spec.each, ..*spec };
                (0..length).map(|_| self.value(each, &one)).collect()
            }
            Kind::Given(given) => self.given(given, spec),
            Kind::Object(_) | Kind::Fields(_) | Kind::Points | Kind::Shown(_) => json!({}),
        }
    }

    fn given(&mut self, given: &Given, spec: &FactSpec) -> Value {
        let known = self.known;
        match given {
            Given::OwnUnit => self.id(&known.own),
            Given::SeenUnit => self.id(&known.seen),
            Given::Leader => self.id(&known.leaders),
            Given::Courier => self.id(&known.couriers),
            Given::Landmark => self.id(&known.landmarks),
            Given::Place => {
                let [width, depth] = known.table;
                let along = |most| Bounds { least: 0.0, most };
                json!([self.number(along(width), 0.0), self.number(along(depth), 0.0)])
            }
            Given::Bearing => {
                self.number(spec.bounds.unwrap_or(Bounds { least: -360.0, most: 360.0 }), 0.0).into()
            }
            Given::Moment => self.number(spec.bounds.unwrap_or(Bounds { least: 0.0, most: 1.0 }), 0.0).into(),
            Given::Question => self.pick(&known.questions).copied().unwrap_or(1).into(),
            Given::OneOf { tag, kinds } => self.one_of(tag, kinds),
        }
    }

    fn pick<'t, T>(&mut self, from: &'t [T]) -> Option<&'t T> {
        if from.is_empty() { None } else { from.get((self.chance)(from.len())) }
    }

    /// A known id; sometimes, or if there is none, an unknown id.
    fn id(&mut self, known: &[Arc<str>]) -> Value {
        let odd = (self.chance)(16) == 0;
        match self.pick(known) {
            Some(id) if !odd => (**id).into(),
            _ => "nobody".into(),
        }
    }

    /// A number within bounds, the bounds themselves among them.
    fn number(&mut self, Bounds { least, most }: Bounds, step: f64) -> f64 {
        let share = (self.chance)(65) as f64 / 64.0;
        let number = least + (most - least) * share;
        if step > 0.0 { ((number / step).round() * step).clamp(least, most) } else { number }
    }

    fn text(&mut self, bounds: Option<Bounds>) -> String {
        let answer = self.pick(&self.known.answers).copied().filter(|_| (self.chance)(2) == 0);
        let text = match answer {
            Some(answer) => answer,
            None => self.pick(&TEXTS).copied().unwrap_or_default(),
        };
        let Some(Bounds { least, most }) = bounds else { return text.to_string() };
        let (least, most) = (least as usize, most as usize);
        let mut text: String = text.chars().take(most).collect();
        while text.chars().count() < least {
            text.push('x');
        }
        text
    }
}
