//! The plain commander: marches in column, deploys out of range, advances, fires at effective range, charges when the exact odds
//! favour it, supports, rallies, resupplies, and holds what he was told to hold.
//!
//! He reads views and prompts of rule sets with written orders (their form is told in `docs/battle-borgerkrig.md`); of a view he cannot
//! read he makes nothing, and the defaults are done.
//!
//! | file | what |
//! |---|---|
//! | `sight` | what he is shown |
//! | `memory` | what he was told before |
//! | `plan` | where everybody should stand |
//! | `foot`, `horse`, `guns`, `train` | what a unit is ordered |
//! | `charge`, `join`, `shock` | when it charges, how it comes to, and the odds |
//! | `tread` | where a march leads, and whether it runs into an enemy |
//! | `aim` | who of a line can fire at whom |
//! | `riders` | where generals and couriers ride |

mod aim;
mod charge;
mod foot;
mod guns;
mod horse;
mod join;
mod memory;
mod plan;
mod riders;
mod shock;
mod sight;
mod steps;
mod train;
mod tread;

use std::sync::Arc;

use krigsspil_engine::battle::Prompt;
use krigsspil_field::prelude::Point;
use serde::Deserialize;
use serde_json::{Value, json};

use crate::{Briefing, Chart, Commander};
use aim::Aim;
use memory::Memory;
use plan::Plan;
use shock::Shocks;
use sight::{Asked, AskedUnit, Own, Seen, View};
use steps::at;

/// The plain commander.
pub struct Plain {
    chart: Arc<Chart>,
    shocks: Shocks,
    memory: Memory,
}

impl Plain {
    /// With a briefing.
    pub fn new(briefing: &Briefing) -> Plain {
        let shocks = Shocks::of(briefing.opened.clone());
        Plain { chart: briefing.chart.clone(), shocks, memory: Memory::default() }
    }
}

impl Commander for Plain {
    fn answer(&mut self, view: &Value, prompt: &Prompt) -> Vec<Value> {
        if prompt.about.get("units").is_none() {
            return answer(prompt).into_iter().collect();
        }
        match (View::deserialize(view), Asked::deserialize(&prompt.about)) {
            (Ok(view), Ok(asked)) => self.orders(&view, &asked),
            _ => Vec::new(),
        }
    }
}

/// Questions inside the turn: chains and gunners save themselves, all others do the usual thing.
fn answer(prompt: &Prompt) -> Option<Value> {
    let saved = match prompt.what {
        "chain_evades" => "fall_back",
        "gunners_shelter" => "shelter",
        _ => return None,
    };
    let choices = prompt.about["choices"].as_array()?;
    choices
        .iter()
        .any(|choice| choice == saved)
        .then(|| json!({"do": "answer", "question": prompt.about["question"], "choice": saved}))
}

impl Plain {
    fn orders(&mut self, view: &View, asked: &Asked) -> Vec<Value> {
        self.memory.note(view);
        let plan = Plan::of(view, &self.chart);
        let mut actions = Vec::new();
        let mut out_of_reach = Vec::new();
        for asked_unit in &asked.units {
            let Some(unit) = view.units.iter().find(|unit| unit.id == asked_unit.unit) else { continue };
            let mut mind = Mind {
                view,
                unit,
                asked: asked_unit,
                plan: &plan,
                chart: &self.chart,
                shocks: &mut self.shocks,
                memory: &self.memory,
            };
            let Some(order) = mind.order() else { continue };
            if let Some(brought) = riders::brought(view, unit).filter(|_| !asked_unit.in_command)
                && brought["kind"].as_str().is_some_and(|kind| asked_unit.may(kind))
            {
                actions.push(json!({"do": "order", "unit": unit.id, "order": brought}));
                continue;
            }
            let kind = order["kind"].as_str().unwrap_or_default();
            if asked_unit.in_command || matches!(kind, "stand" | "fire" | "retreat") {
                actions.push(json!({"do": "order", "unit": unit.id, "order": order}));
            } else {
                actions.extend(
                    mind.ready().map(|ready| json!({"do": "order", "unit": unit.id, "order": ready})),
                );
                out_of_reach.push((unit, order));
            }
        }
        actions.extend(riders::couriers(view, out_of_reach));
        actions.extend(riders::generals(view, &plan, &self.chart));
        actions
    }
}

/// An enemy, and how far he seems to be.
#[derive(Clone, Copy)]
struct Foe<'a> {
    seen: &'a Seen,
    cm: f64,
    /// Degrees off the unit's front.
    off: f64,
    /// He fights hand to hand with one of ours: he cannot be fired at (§07.04.1).
    engaged: bool,
}

/// One unit being thought about.
struct Mind<'a> {
    view: &'a View,
    unit: &'a Own,
    asked: &'a AskedUnit,
    plan: &'a Plan,
    chart: &'a Chart,
    shocks: &'a mut Shocks,
    memory: &'a Memory,
}

impl<'a> Mind<'a> {
    fn order(&mut self) -> Option<Value> {
        let stand = json!({"kind": "stand"});
        let helpless = self.unit.order == "FU" || !self.unit.melee.is_empty();
        if helpless || self.unit.presence != "here" {
            return self.asked.may("stand").then_some(stand);
        }
        let thought = match self.unit.arm.as_str() {
            "artillery" => self.guns(),
            "wagon" => self.wagon(),
            _ if self.unit.mounted => self.horse(),
            _ => self.troops(),
        };
        let thought = thought.and_then(|order| self.treads(order)).filter(|order| !self.makes_way(order));
        thought.or_else(|| self.asked.may("stand").then_some(stand))
    }

    /// Does it stand, so that another can march through it (§04.02.5)? Who only waits for an enemy makes way for whom he halted, who
    /// fires or marches for one who attacked; and of two alike who halted each other the later named stands.
    fn makes_way(&self, order: &Value) -> bool {
        let own = self.unit.id.as_str();
        let waits = order["when"] == "enemy_within";
        let attacks = order["attack"] == true;
        self.view.here().filter(|other| self.view.halted_by(&other.id, own)).any(|other| {
            let attacked = other.last_order.as_ref().is_some_and(|last| last["attack"] == true);
            let each_other = self.view.halted_by(own, &other.id);
            waits || attacked && !attacks || each_other && attacked == attacks && own > other.id.as_str()
        })
    }

    /// Enemies that can hurt, nearest first.
    fn foes(&self) -> Vec<Foe<'a>> {
        let own = at(self.unit.place);
        let targets = self.asked.limits.targets.iter();
        targets
            .filter_map(|target| {
                let seen = self.view.enemies.iter().find(|enemy| enemy.id == target.unit)?;
                let off = steps::off(own, self.unit.facing, at(seen.place));
                let engaged = self.view.here().any(|unit| unit.melee.contains(&seen.id));
                Some(Foe { seen, cm: target.about_cm, off, engaged })
            })
            .filter(|foe| !foe.seen.rout && foe.seen.arm != "wagon")
            .collect()
    }

    /// Where it should stand.
    fn post(&self) -> Point {
        self.plan.posts.get(&self.unit.id).copied().unwrap_or(at(self.unit.place))
    }

    /// Centimetres to where it should stand.
    fn to_go(&self) -> f64 {
        at(self.unit.place).distance(self.post()) / self.cm()
    }

    /// The outlines of everybody else of his side, with or without his own who fight hand to hand.
    fn comrades(&self, fighting: bool) -> impl Iterator<Item = &'a [[f64; 2]]> {
        let (view, own) = (self.view, self.unit);
        let mine = view.here().filter(move |unit| unit.id != own.id && (fighting || unit.melee.is_empty()));
        mine.map(|unit| unit.outline.as_slice())
            .chain(view.friends.iter().map(|seen| seen.outline.as_slice()))
    }

    /// The outlines of everybody else he knows of, but for one.
    fn others(&self, but: &'a str) -> impl Iterator<Item = &'a [[f64; 2]]> {
        let enemies = self.view.enemies.iter().filter(move |seen| seen.id != but);
        self.comrades(true).chain(enemies.map(|seen| seen.outline.as_slice()))
    }

    /// How its fire bears on an enemy.
    fn aim(&self, foe: &Foe<'a>) -> Aim {
        aim::aim(self.unit, &foe.seen.outline, self.others(&foe.seen.id))
    }

    fn cm(&self) -> f64 {
        self.view.metres_per_cm
    }

    fn steps(&self) -> steps::Steps {
        steps::Steps::of(self.unit, self.cm())
    }
}
