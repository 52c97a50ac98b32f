//! What the plain commander sees, read once a turn through the drill.

use std::collections::{HashMap, HashSet};

use krigsspil_engine::battle::{
    Arm, At, Doctrine, Drill, Heard, OwnUnitShown, Poise, Presence, Role, Trim, UnitShown, View,
};
use krigsspil_field::prelude::Point;

use super::outline::{Span, at};

/// A unit of his own.
#[derive(Clone, Copy)]
pub(super) struct Own<'a> {
    pub shown: &'a UnitShown,
    pub own: &'a OwnUnitShown,
    pub trim: Trim,
    pub span: Span,
}

impl<'a> Own<'a> {
    pub fn id(&self) -> &'a str {
        &self.shown.id
    }

    pub fn place(&self) -> Point {
        at(self.shown.place)
    }

    pub fn general(&self) -> &'a str {
        &self.own.general
    }

    pub fn arm(&self) -> Arm {
        self.shown.arm
    }

    /// Can it be sent somewhere: under control, and not fighting hand to hand?
    pub fn able(&self) -> bool {
        self.trim.able() && self.own.melee.is_empty()
    }
}

/// Another player's unit as he sees it.
#[derive(Clone, Copy)]
pub(super) struct Seen<'a> {
    pub shown: &'a UnitShown,
    pub trim: Trim,
    pub span: Span,
    /// He fights hand to hand with one of ours, so nobody can fire at him.
    pub engaged: bool,
}

impl<'a> Seen<'a> {
    pub fn id(&self) -> &'a str {
        &self.shown.id
    }

    pub fn place(&self) -> Point {
        at(self.shown.place)
    }

    pub fn outline(&self) -> &'a [At] {
        &self.shown.outline
    }

    /// Does he run?
    pub fn runs(&self) -> bool {
        self.trim.poise == Poise::Running
    }

    /// Can he hurt?
    pub fn hurts(&self) -> bool {
        !self.runs() && self.trim.role != Role::Train
    }
}

/// A view after reading.
pub(super) struct Scene<'a> {
    pub view: &'a View,
    pub drill: &'static dyn Drill,
    /// His units on the table.
    pub here: Vec<Own<'a>>,
    /// Units of other players of his side.
    pub friends: Vec<Seen<'a>>,
    pub enemies: Vec<Seen<'a>>,
    by_id: HashMap<&'a str, usize>,
    enemy_by_id: HashMap<&'a str, usize>,
    in_vain: HashSet<&'a str>,
    /// The units that were halted last turn, and by whom.
    pub halted: Vec<(&'a str, &'a str)>,
    /// The units that had no room to change their formation last turn.
    pub cramped: Vec<&'a str>,
}

impl<'a> Scene<'a> {
    pub fn of(view: &'a View, drill: &'static dyn Drill) -> Scene<'a> {
        let own = |shown: &'a UnitShown| {
            let own = shown.own.as_ref().filter(|own| own.presence == Presence::Here)?;
            Some(Own { shown, own, trim: drill.trim(shown), span: Span::of(&shown.outline) })
        };
        let here: Vec<Own<'a>> = view.units.iter().filter_map(own).collect();
        let fighting: HashSet<&str> =
            here.iter().flat_map(|unit| unit.own.melee.iter().map(|id| &**id)).collect();
        let seen = |shown: &'a UnitShown| Seen {
            shown,
            trim: drill.trim(shown),
            span: Span::of(&shown.outline),
            engaged: fighting.contains(&*shown.id),
        };
        let enemies: Vec<Seen<'a>> = view.enemies.iter().map(seen).collect();
        let (mut in_vain, mut halted, mut cramped) = (HashSet::new(), Vec::new(), Vec::new());
        let last_turn = view.log.iter().filter(|told| told.turn() + 1 == view.turn);
        for heard in last_turn.filter_map(|told| drill.heard(told)) {
            match heard {
                Heard::FiredAtNobody(unit) => {
                    in_vain.insert(unit);
                }
                Heard::HaltedBy(unit, by) => halted.push((unit, by)),
                Heard::Cramped(unit) => cramped.push(unit),
                Heard::Fares(..) | Heard::Fired(_) => {}
            }
        }
        Scene {
            view,
            drill,
            by_id: here.iter().enumerate().map(|(place, unit)| (unit.id(), place)).collect(),
            enemy_by_id: enemies.iter().enumerate().map(|(place, unit)| (unit.id(), place)).collect(),
            friends: view.friends.iter().map(seen).collect(),
            here,
            enemies,
            in_vain,
            halted,
            cramped,
        }
    }

    /// One of his units on the table, by its id.
    pub fn unit(&self, id: &str) -> Option<&Own<'a>> {
        self.by_id.get(id).map(|&place| &self.here[place])
    }

    /// An enemy by his id.
    pub fn enemy(&self, id: &str) -> Option<&Seen<'a>> {
        self.enemy_by_id.get(id).map(|&place| &self.enemies[place])
    }

    pub fn doctrine(&self) -> &'static Doctrine {
        self.drill.doctrine()
    }

    /// How many metres one unit of the rule set's own measure is.
    pub fn measure(&self) -> f64 {
        self.view.measure.metres
    }

    /// The direction home, in degrees.
    pub fn home(&self) -> f64 {
        self.view.own.as_ref().map_or(0.0, |own| own.home)
    }

    /// Did a unit find nothing to fire at last turn?
    pub fn fired_in_vain(&self, unit: &str) -> bool {
        self.in_vain.contains(unit)
    }

    /// Was one of his units halted last turn by another that marched or fired?
    pub fn halted_by(&self, unit: &str, by: &str) -> bool {
        self.halted.contains(&(unit, by))
    }

    /// Is this the last turn?
    pub fn last(&self) -> bool {
        self.view.turn >= self.view.turns
    }

    /// Are these the last turns, when a place not held is as good as lost?
    pub fn late(&self) -> bool {
        self.view.turn + self.drill.last_turns() >= self.view.turns
    }
}
