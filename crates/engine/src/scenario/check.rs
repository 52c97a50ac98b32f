//! What can be wrong with a scenario, told line by line.

use toml::Spanned;

use super::{General, Place, Raw, ScenarioFault, line_of};

/// Everything that is wrong, by line.
pub(super) fn faults(file: &str, text: &str, raw: &Raw) -> Vec<ScenarioFault> {
    let mut check = Check { file, text, faults: Vec::new() };
    check.all(raw);
    check.faults.sort_by_key(|fault| fault.line);
    check.faults
}

struct Check<'a> {
    file: &'a str,
    text: &'a str,
    faults: Vec<ScenarioFault>,
}

impl Check<'_> {
    fn fault<T>(&mut self, at: &Spanned<T>, reason: impl Into<String>) {
        let line = line_of(self.text, at.span().start);
        self.faults.push(ScenarioFault { file: self.file.to_string(), line, reason: reason.into() });
    }

    fn all(&mut self, raw: &Raw) {
        if *raw.turns.get_ref() == 0 {
            self.fault(&raw.turns, "a battle lasts at least one turn");
        }
        if raw.side.len() < 2 {
            self.fault(&raw.turns, "a battle has at least two sides");
        }
        self.ids(raw);
        self.generals(raw);
        self.units(raw);
        self.later(raw);
        self.aims(raw);
    }

    fn ids(&mut self, raw: &Raw) {
        let mut seen = std::collections::BTreeSet::new();
        let ids = raw.side.iter().map(|side| &side.id);
        let ids = ids.chain(raw.general.iter().map(|general| &general.id));
        for id in ids.chain(raw.unit.iter().map(|unit| &unit.id)) {
            if id.get_ref().is_empty() || !seen.insert(id.get_ref().as_str()) {
                self.fault(id, format!("the id `{}` is empty or taken; give each its own", id.get_ref()));
            }
        }
    }

    fn generals(&mut self, raw: &Raw) {
        for general in &raw.general {
            if !raw.side.iter().any(|side| *side.id.get_ref() == general.side) {
                self.fault(&general.id, format!("there is no side `{}`", general.side));
            }
            self.superiors(raw, general);
        }
    }

    /// Up the chain of command: every superior exists, is of the same side, and nobody is his own superior.
    fn superiors(&mut self, raw: &Raw, general: &General) {
        let mut above = general.superior.as_deref();
        let mut steps = 0;
        while let Some(id) = above {
            let Some(superior) = raw.general.iter().find(|other| other.id.get_ref() == id) else {
                return self.fault(&general.id, format!("there is no general `{id}` to be the superior"));
            };
            steps += 1;
            if superior.side != general.side || steps > raw.general.len() {
                let reason = format!("`{id}` cannot be the superior: of the other side, or below himself");
                return self.fault(&general.id, reason);
            }
            above = superior.superior.as_deref();
        }
    }

    fn units(&mut self, raw: &Raw) {
        for unit in &raw.unit {
            if !raw.general.iter().any(|general| *general.id.get_ref() == unit.general) {
                self.fault(&unit.id, format!("there is no general `{}`", unit.general));
            }
            let arm = unit.arm.get_ref().as_str();
            match arm {
                "infantry" | "cavalry" if unit.men == 0 => {
                    self.fault(&unit.arm, format!("{arm} has men; write men = …"));
                }
                "artillery" if unit.guns == 0 => {
                    self.fault(&unit.arm, "artillery has guns; write guns = …");
                }
                "infantry" | "cavalry" | "artillery" | "wagon" => {}
                _ => {
                    let reason = format!("`{arm}` is no arm; write infantry, cavalry, artillery or wagon");
                    self.fault(&unit.arm, reason);
                }
            }
        }
    }

    fn later(&mut self, raw: &Raw) {
        let comes =
            |id: &str| raw.reinforcement.iter().flat_map(|later| &later.who).any(|who| who.get_ref() == id);
        let placed = raw.unit.iter().map(|unit| (&unit.id, unit.place));
        for (id, place) in placed.chain(raw.general.iter().map(|general| (&general.id, general.place))) {
            if place.is_none() && !comes(id.get_ref()) {
                let reason = format!(
                    "`{}` has no place and never comes; give a place or a reinforcement",
                    id.get_ref()
                );
                self.fault(id, reason);
            }
            if place.is_some_and(|place| !sound(place)) {
                self.fault(id, NO_PLACE);
            }
        }
        let last = *raw.turns.get_ref();
        for later in &raw.reinforcement {
            let turn = *later.turn.get_ref();
            if turn > last {
                let reason = format!("they come in turn {turn}, but the battle ends with turn {last}");
                self.fault(&later.turn, reason);
            }
            if !sound(*later.place.get_ref()) {
                self.fault(&later.place, NO_PLACE);
            }
            for who in &later.who {
                let known = raw.unit.iter().any(|unit| unit.id.get_ref() == who.get_ref())
                    || raw.general.iter().any(|general| general.id.get_ref() == who.get_ref());
                if !known {
                    let reason = format!("the reinforcement `{}` is neither unit nor general", who.get_ref());
                    self.fault(who, reason);
                }
            }
        }
    }

    /// What is to be held has a size, and is held at the start by a side there is.
    fn aims(&mut self, raw: &Raw) {
        for objective in &raw.victory.objective {
            let radius = *objective.radius.get_ref();
            if !(radius.is_finite() && radius > 0.0) {
                self.fault(&objective.radius, format!("the radius is {radius}, but must be metres above 0"));
            }
            if let Some(side) = &objective.held_by
                && !raw.side.iter().any(|known| known.id.get_ref() == side.get_ref())
            {
                let reason =
                    format!("`{}` is held by `{}`, which is no side", objective.name, side.get_ref());
                self.fault(side, reason);
            }
        }
    }
}

const NO_PLACE: &str = "a place is two numbers of metres";

fn sound(place: Place) -> bool {
    place.iter().all(|metres| metres.is_finite())
}
