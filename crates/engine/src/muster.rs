//! A scenario's troops as a rule set's roster counts them: figures, men, arms, ratings and leaders of both sides.
//! Every rule set knows the arms and strengths of a scenario; the other properties of a unit are in its ratings. A scenario without ratings
//! for a rule set still makes a roster, with less on it.

use std::collections::BTreeMap;

use serde::Serialize;
use serde_json::Value;

use crate::fact::Kind;
use crate::messages::Language;
use crate::roster::RosterPlan;
use crate::rule_set::RuleSet;
use crate::scenario::{Scenario, ScenarioFault, Unit};
use crate::sentence::Filling;
use crate::wordings::OF_UNIT;

/// A side of a muster.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct MusteredSide {
    /// Its id.
    pub id: String,
    /// Its name.
    pub name: String,
}

/// A leader of a muster.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Leader {
    /// His id.
    pub id: String,
    /// His name.
    pub name: String,
    /// His side's id.
    pub side: String,
    /// His rank, as the scenario has it.
    pub rank: String,
    /// His superior's id.
    pub superior: Option<String>,
}

/// A unit of a muster.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct MusteredUnit {
    /// Its id.
    pub id: String,
    /// Its name.
    pub name: String,
    /// Its side's id.
    pub side: String,
    /// Its leader's id.
    pub leader: String,
    /// Figures.
    pub figures: i32,
    /// Men.
    pub men: i32,
    /// The turn in which it arrives; `None` if it is there from the start.
    pub comes: Option<u32>,
    /// What the roster keeps of it: property → value.
    pub properties: BTreeMap<String, Value>,
}

/// A scenario's troops.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Muster {
    /// The scenario's name.
    pub name: String,
    /// Its date.
    pub date: String,
    /// The hour of the first turn.
    pub starts: String,
    /// Has it ratings for this rule set?
    pub rated: bool,
    /// The sides.
    pub sides: Vec<MusteredSide>,
    /// The leaders.
    pub leaders: Vec<Leader>,
    /// The units, without wagons.
    pub units: Vec<MusteredUnit>,
}

/// Counts a scenario's troops for a rule set's roster. Every wrong rating is reported with its line.
pub fn muster(scenario: &Scenario, rules: &dyn RuleSet) -> Result<Muster, Vec<ScenarioFault>> {
    let counting = Counting { scenario, rules, plan: rules.roster() };
    let fighting = scenario.units.iter().filter(|unit| unit.men > 0 || unit.guns > 0);
    let (units, faults): (Vec<_>, Vec<_>) = fighting.map(|unit| counting.unit(unit)).partition(Result::is_ok);
    let faults: Vec<_> = faults.into_iter().filter_map(Result::err).flatten().collect();
    if !faults.is_empty() {
        return Err(faults);
    }
    let sides = scenario.sides.iter();
    let leaders = scenario.generals.iter().map(|general| Leader {
        id: general.id.get_ref().clone(),
        name: general.name.clone(),
        side: general.side.clone(),
        rank: general.rank.clone(),
        superior: general.superior.clone(),
    });
    Ok(Muster {
        name: scenario.name.clone(),
        date: scenario.date.clone(),
        starts: scenario.starts.clone(),
        rated: scenario.units.iter().any(|unit| unit.ratings.contains_key(rules.id())),
        sides: sides
            .map(|side| MusteredSide { id: side.id.get_ref().clone(), name: side.name.clone() })
            .collect(),
        leaders: leaders.collect(),
        units: units.into_iter().filter_map(Result::ok).collect(),
    })
}

struct Counting<'a> {
    scenario: &'a Scenario,
    rules: &'a dyn RuleSet,
    plan: &'a RosterPlan,
}

impl Counting<'_> {
    fn unit(&self, unit: &Unit) -> Result<MusteredUnit, Vec<ScenarioFault>> {
        let side = self.scenario.general(&unit.general).map_or("", |general| general.side.as_str());
        let mut properties = self.properties(unit, side);
        let faults = self.rate(unit, &mut properties);
        if !faults.is_empty() {
            return Err(faults);
        }
        let men_a_figure = self.plan.men_a_figure_of(&properties);
        let key = self.plan.scenario.figures.as_deref().unwrap_or("figures");
        // A battery is as strong as its crew is stated to be.
        let crew = || match unit.guns {
            0 => None,
            _ => self.plan.scenario.crew.iter().find_map(|key| self.rating(unit, key)),
        };
        let stated = self.rating(unit, key).or_else(crew);
        let rated = stated.and_then(|figures| i32::try_from(figures.as_i64()?).ok());
        let figures = rated.unwrap_or_else(|| self.figures(unit, men_a_figure)).max(1);
        // Where the figures are stated they count, and the men are those that the figures stand for: otherwise a unit of more figures than
        // its men would fill is gone before its last figure is lost.
        let men = if unit.men > 0 && rated.is_none() { unit.men as i32 } else { figures * men_a_figure };
        if unit.guns > 0 {
            let plan = &self.plan.scenario;
            properties.extend(plan.guns.iter().map(|key| (key.clone(), Value::from(unit.guns))));
        }
        Ok(MusteredUnit {
            id: unit.id.get_ref().clone(),
            name: unit.name.clone(),
            side: side.to_string(),
            leader: unit.general.clone(),
            figures,
            men,
            comes: self.comes(unit),
            properties,
        })
    }

    /// What the arm and the side say about a unit.
    fn properties(&self, unit: &Unit, side: &str) -> BTreeMap<String, Value> {
        let plan = &self.plan.scenario;
        let mut properties = plan.arm.get(unit.arm.get_ref()).cloned().unwrap_or_default();
        if let Some(key) = &plan.side
            && let Some(army) = self.army(key, side)
        {
            properties.insert(key.clone(), army.into());
        }
        properties
    }

    /// The choice of a property that is called as the side is.
    fn army(&self, key: &str, side: &str) -> Option<&'static str> {
        let Kind::Choice { of, names } = self.plan.property(key)?.values(self.rules)?.kind else {
            return None;
        };
        let called = [side.to_lowercase(), self.scenario.side(side)?.name.to_lowercase()];
        let is_called = |word: &str| called.contains(&word.to_lowercase());
        let label = |language, name| self.rules.messages().label_in(language, "choice", of, name);
        names.iter().copied().find(|name| {
            is_called(name) || Language::ALL.iter().any(|language| is_called(label(*language, name)))
        })
    }

    fn rating(&self, unit: &Unit, key: &str) -> Option<Value> {
        let rating = unit.ratings.get(self.rules.id()).and_then(|ratings| ratings.get(key));
        match (rating, key) {
            (Some(rating), _) => serde_json::to_value(rating).ok(),
            (None, "formation") => unit.formation.clone().map(Value::from),
            (None, _) => None,
        }
    }

    /// The rating that is this property, by its own name or by the one the scenario has for it.
    fn rated(&self, unit: &Unit, property: &str) -> Option<Value> {
        let called = || self.plan.scenario.called.get(property);
        self.rating(unit, property).or_else(|| self.rating(unit, called()?))
    }

    /// What the row of the country tables says of a unit, if its ratings name one.
    fn row(&self, unit: &Unit) -> BTreeMap<String, Value> {
        let named = || {
            let key = self.plan.scenario.row.as_deref()?;
            let row = self.rated(unit, key)?;
            let rows = self.rules.catalogue(Language::English);
            rows.into_iter().find(|offered| offered.properties.get(key) == Some(&row))
        };
        named().map(|offered| offered.properties).unwrap_or_default()
    }

    /// Copies the ratings that the roster keeps, and reports those that are not possible.
    fn rate(&self, unit: &Unit, properties: &mut BTreeMap<String, Value>) -> Vec<ScenarioFault> {
        properties.extend(self.row(unit));
        for telling in &self.plan.scenario.rating {
            let of_arm = telling.arm.as_ref().is_none_or(|arm| arm == unit.arm.get_ref());
            if of_arm && self.rating(unit, &telling.key).as_ref() == Some(&telling.is) {
                properties.extend(telling.set.clone());
            }
        }
        let mut faults = Vec::new();
        for property in &self.plan.property {
            let Some(value) = self.rated(unit, &property.key) else { continue };
            match property.refuses(self.rules, &value) {
                None => drop(properties.insert(property.key.clone(), value)),
                Some(reason) => {
                    let blanks = [("unit", unit.id.get_ref().into()), ("reason", Filling::sentence(reason))];
                    faults.push(self.scenario.fault(&unit.id, OF_UNIT.with(blanks)));
                }
            }
        }
        faults
    }

    fn figures(&self, unit: &Unit, men_a_figure: i32) -> i32 {
        let exact = match unit.guns {
            0 => f64::from(unit.men) / f64::from(men_a_figure.max(1)),
            guns => f64::from(guns) * self.plan.scenario.figures_a_gun,
        };
        exact.round() as i32
    }

    fn comes(&self, unit: &Unit) -> Option<u32> {
        if unit.place.is_some() {
            return None;
        }
        let with = |later: &&crate::scenario::Reinforcement| {
            later.who.iter().any(|who| who.get_ref() == unit.id.get_ref() || *who.get_ref() == unit.general)
        };
        self.scenario.reinforcements.iter().find(with).map(|later| *later.turn.get_ref())
    }
}
