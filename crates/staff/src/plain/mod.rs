//! The plain commander: marches in column, deploys out of range, advances, fires at effective range, charges when the exact odds
//! favour it, supports, rallies, resupplies, and holds what he was told to hold.
//!
//! He reads what every battle shows and thinks in intents. The [`Drill`] of the rule set turns them into orders, and holds every number and
//! word that belongs to the rule set alone. He answers prompt by prompt, and needs for each unit only what its prompt leaves open.
//!
//! | file | what |
//! |---|---|
//! | `scene`, `foe` | what he sees |
//! | `memory` | what he was told before |
//! | `plan` | where everybody should stand |
//! | `foot`, `horse`, `guns`, `train` | what each unit should do |
//! | `charge`, `join` | when to charge, and how to come into position for it |
//! | `steps`, `tread` | marches, where they lead, and whether they meet an enemy |
//! | `aim`, `outline` | which part of a line can fire at whom |
//! | `riders` | where generals and couriers ride |

mod aim;
mod charge;
mod foe;
mod foot;
mod guns;
mod horse;
mod join;
mod memory;
mod outline;
mod plan;
mod riders;
mod scene;
mod steps;
mod train;
mod tread;

use std::sync::Arc;

use krigsspil_engine::battle::{
    Act, At, Deed, Doctrine, Drill, Evolution, FireIntent, Intent, Means, OrdersAsked, Poise, Prompt, Role,
    View,
};
use krigsspil_field::prelude::Point;

use crate::{Briefing, Chart, Commander, Odds};
use foe::Foe;
use memory::Memory;
use outline::Span;
use plan::Plan;
use riders::Riders;
use scene::{Own, Scene};

/// The plain commander.
pub struct Plain {
    drill: Option<&'static dyn Drill>,
    chart: Arc<Chart>,
    odds: Arc<Odds>,
    memory: Memory,
}

impl Plain {
    /// With a briefing. If the rules have no drill, he leaves everything to the defaults.
    pub fn new(briefing: &Briefing) -> Plain {
        Plain {
            drill: briefing.drill,
            chart: briefing.chart.clone(),
            odds: briefing.odds.clone(),
            memory: Memory::default(),
        }
    }
}

impl Commander for Plain {
    fn answer(&mut self, view: &View, prompt: &Prompt) -> Vec<Deed> {
        let Some(drill) = self.drill else { return Vec::new() };
        if let Some(deeds) = drill.settles(view, prompt) {
            return deeds;
        }
        if let Some(question) = prompt.question() {
            // He spares his men where he can; otherwise he takes the default.
            let spares = drill.spares(question).map(|choice| drill.answer(question, choice));
            return spares.into_iter().collect();
        }
        let orders = |asked| self.orders(&Scene::of(view, drill), asked);
        prompt.orders().map(orders).unwrap_or_default()
    }
}

impl Plain {
    fn orders<'a>(&mut self, scene: &'a Scene<'a>, asked: &'a OrdersAsked) -> Vec<Deed> {
        self.memory.note(scene);
        let plan = Plan::of(scene, &self.chart, &self.memory);
        let riders = Riders { scene, plan: &plan, chart: &self.chart };
        let drill = scene.drill;
        let mut deeds = Vec::new();
        let mut out_of_reach = Vec::new();
        let mut sent = Vec::new();
        if asked.units.iter().any(|unit| drill.attackable(unit).is_some()) {
            self.memory.declares();
        }
        for asked_unit in &asked.units {
            let unit = scene.unit(&asked_unit.unit).copied();
            let Some((unit, means)) = unit.zip(drill.means(asked_unit)) else { continue };
            let in_command = means.in_command;
            let foes = foe::foes(scene, &unit, &means).into();
            let mut mind = Mind {
                scene,
                unit,
                means,
                attackable: drill.attackable(asked_unit),
                foes,
                doctrine: drill.doctrine(),
                post: plan.posts.get(unit.id()).copied().unwrap_or(unit.place()),
                plan: &plan,
                chart: &self.chart,
                odds: &self.odds,
                memory: &self.memory,
            };
            let Some(intent) = mind.intent() else { continue };
            sent.push((unit, intent.clone()));
            let brought = (!in_command).then(|| riders.brought(&unit)).flatten();
            if let Some(brought) = brought.and_then(|order| drill.give(asked_unit, order)) {
                deeds.push(brought);
            } else if in_command || !drill.needs_command(&intent) {
                deeds.extend(drill.order_asked(asked_unit, &intent));
            } else {
                deeds.extend(mind.ready().and_then(|ready| drill.order_asked(asked_unit, &ready)));
                out_of_reach.push((unit, intent));
            }
        }
        for (unit, intent) in &sent {
            self.memory.sends(unit, intent, scene.view.turn);
        }
        deeds.extend(riders.couriers(&out_of_reach));
        // Only those whom the prompt asks for ride.
        let asked_for = |id: &str| asked.generals.iter().any(|general| &*general.id == id);
        deeds.extend(riders.generals(&asked_for));
        drill.concert(scene.view, asked, deeds)
    }
}

/// The thinking about one unit.
struct Mind<'a> {
    scene: &'a Scene<'a>,
    unit: Own<'a>,
    means: Means<'a>,
    /// Where attacks are declared by name: whom it can attack now.
    attackable: Option<Vec<&'a str>>,
    /// Enemies that can hurt, nearest first.
    foes: Arc<[Foe<'a>]>,
    doctrine: &'static Doctrine,
    /// Where it should stand.
    post: Point,
    plan: &'a Plan<'a>,
    chart: &'a Chart,
    odds: &'a Odds,
    memory: &'a Memory,
}

impl<'a> Mind<'a> {
    fn intent(&mut self) -> Option<Intent> {
        let stand = |mind: &Mind<'a>| mind.may(Act::Stand).then_some(Intent::Stand);
        if self.unit.trim.poise == Poise::Running || !self.unit.own.melee.is_empty() {
            return stand(self);
        }
        let thought = match self.unit.trim.role {
            Role::Guns => self.guns(),
            Role::Train => self.wagon(),
            Role::Horse => self.horse(),
            Role::Foot => self.troops(),
        };
        let thought = thought
            .and_then(|intent| self.treads(intent))
            .and_then(|intent| self.gets_free(intent))
            .filter(|intent| !self.makes_way(intent) && !self.lets_another_form(intent));
        thought.or_else(|| stand(self))
    }

    /// Does it stand still, so that another can march through it? A unit that only waits for an enemy makes way for a unit it halted. A
    /// unit that fires or marches makes way for a unit that attacked. If two units in the same situation halted each other, the one whose
    /// name comes later stands still.
    fn makes_way(&self, intent: &Intent) -> bool {
        let own = self.unit.id();
        let waits = matches!(intent, Intent::Fire(FireIntent::Within(_)));
        let attacks = matches!(intent, Intent::Charge { .. });
        let halted = self.scene.halted.iter().filter(|(_, by)| *by == own);
        halted.filter_map(|(unit, _)| self.scene.unit(unit)).any(|other| {
            let last = other.own.last_order.as_ref();
            let attacked = last.is_some_and(|last| self.scene.drill.attacks(last));
            let each_other = || self.scene.halted_by(own, other.id());
            waits || attacked && !attacks || attacked == attacks && own > other.id() && each_other()
        })
    }

    /// Had it and a comrade beside it no room to form at the same time? Then the one that is nearer to its post forms first.
    fn lets_another_form(&self, intent: &Intent) -> bool {
        let forms =
            matches!(intent, Intent::March(way) if way.iter().any(|part| matches!(part, Evolution::Form(_))));
        let own = &self.unit;
        if !forms || !self.scene.cramped.contains(&own.id()) {
            return false;
        }
        let from_post =
            |unit: &Own<'_>| self.plan.posts.get(unit.id()).map_or(0.0, |post| post.distance(unit.place()));
        let cramped = self.scene.cramped.iter().filter_map(|id| self.scene.unit(id));
        cramped.filter(|other| other.id() != own.id()).any(|other| {
            let beside = own.place().distance(other.place()) <= own.trim.line_front + other.trim.line_front;
            let first = from_post(other).total_cmp(&from_post(own)).then(other.id().cmp(own.id())).is_lt();
            beside && first
        })
    }

    fn may(&self, act: Act) -> bool {
        self.means.may.holds(act)
    }

    fn may_march(&self) -> bool {
        self.may(Act::March)
    }

    /// Where it is.
    fn own(&self) -> Point {
        self.unit.place()
    }

    /// How far it is from where it should stand.
    fn to_go(&self) -> f64 {
        self.own().distance(self.post) / self.measure()
    }

    /// It fires in this way, if it may.
    fn fire(&self, fire: FireIntent) -> Option<Intent> {
        self.may(Act::Fire).then_some(Intent::Fire(fire))
    }

    /// The outlines of all other units of his side, with or without his own units that fight hand to hand.
    fn comrades(&self, fighting: bool) -> impl Iterator<Item = (Span, &'a [At])> {
        let own = self.unit.id();
        let mine = self.scene.here.iter();
        let mine = mine.filter(move |unit| unit.id() != own && (fighting || unit.own.melee.is_empty()));
        let mine = mine.map(|unit| (unit.span, &*unit.shown.outline));
        mine.chain(self.scene.friends.iter().map(|seen| (seen.span, seen.outline())))
    }

    /// How many metres one unit of the rule set's own measure is.
    fn measure(&self) -> f64 {
        self.scene.measure()
    }

    fn steps(&self) -> steps::Steps {
        steps::Steps::of(&self.unit, self.doctrine, self.measure())
    }
}
