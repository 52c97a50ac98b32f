//! What can be wrong with a scenario, reported line by line.

use toml::Spanned;

use super::{General, Place, Raw, ScenarioFault, line_of};
use crate::sentence::Sentence;
use crate::wordings::*;

/// The ranks there are, the highest first.
pub(crate) const RANKS: &[&str] = &["army", "corps", "division", "brigade", "battalion"];

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
    fn fault<T>(&mut self, at: &Spanned<T>, reason: impl Into<Sentence>) {
        let line = line_of(self.text, at.span().start);
        self.faults.push(ScenarioFault::at(self.file, line, reason));
    }

    /// A fault at a key of the table with this header, the `number`-th of them; at the header where the key is not written.
    fn fault_in(&mut self, header: &str, number: usize, key: &str, reason: impl Into<Sentence>) {
        let is_key = |line: &str| {
            line.trim_start().strip_prefix(key).is_some_and(|rest| rest.trim_start().starts_with('='))
        };
        let lines = || self.text.lines().enumerate();
        let start = match header {
            "" => 0,
            _ => lines().filter(|(_, line)| line.trim() == header).nth(number).map_or(0, |(at, _)| at),
        };
        let inside =
            lines().skip(start).take_while(|(at, line)| *at == start || !line.trim().starts_with('['));
        let line = inside.into_iter().find(|(_, line)| is_key(line)).map_or(start, |(at, _)| at) + 1;
        self.faults.push(ScenarioFault::at(self.file, line, reason));
    }

    fn all(&mut self, raw: &Raw) {
        if *raw.turns.get_ref() == 0 {
            self.fault(&raw.turns, NO_TURNS);
        }
        if raw.side.len() < 2 {
            self.fault(&raw.turns, TOO_FEW_SIDES);
        }
        self.top(raw);
        self.ids(raw);
        self.sides(raw);
        self.generals(raw);
        self.units(raw);
        self.later(raw);
        self.aims(raw);
    }

    fn top(&mut self, raw: &Raw) {
        if raw.rules.is_empty() {
            self.fault_in("", 0, "rules", NO_RULES);
        }
        if !digits(&raw.date, '-', &[(4, 1, 9999), (2, 1, 12), (2, 1, 31)]) {
            let reason = NO_DATE.with([("given", (&raw.date).into())]);
            self.fault_in("", 0, "date", reason);
        }
        if !digits(&raw.starts, ':', &[(2, 0, 23), (2, 0, 59)]) {
            let reason = NO_HOUR.with([("given", (&raw.starts).into())]);
            self.fault_in("", 0, "starts", reason);
        }
    }

    fn sides(&mut self, raw: &Raw) {
        for (number, side) in raw.side.iter().enumerate() {
            if !(0.0..=360.0).contains(&side.home) {
                let reason = WAY_HOME.with([("given", side.home.into())]);
                self.fault_in("[[side]]", number, "home", reason);
            }
            for (seat, generals) in &side.seats {
                let own = |id: &String| {
                    raw.general.iter().any(|one| one.id.get_ref() == id && one.side == *side.id.get_ref())
                };
                for general in generals.iter().filter(|general| !own(general)) {
                    let reason = SEAT_COMMANDS.with([("seat", seat.into()), ("given", general.into())]);
                    self.fault_in("[[side]]", number, "seats", reason);
                }
            }
        }
    }

    fn ids(&mut self, raw: &Raw) {
        let mut seen = std::collections::BTreeSet::new();
        let ids = raw.side.iter().map(|side| &side.id);
        let ids = ids.chain(raw.general.iter().map(|general| &general.id));
        for id in ids.chain(raw.unit.iter().map(|unit| &unit.id)) {
            if id.get_ref().is_empty() || !seen.insert(id.get_ref().as_str()) {
                self.fault(id, ID_TAKEN.with([("given", id.get_ref().into())]));
            }
        }
    }

    fn generals(&mut self, raw: &Raw) {
        for (number, general) in raw.general.iter().enumerate() {
            if !RANKS.contains(&general.rank.as_str()) {
                let reason =
                    NO_RANK.with([("given", (&general.rank).into()), ("known", RANKS.join(", ").into())]);
                self.fault_in("[[general]]", number, "rank", reason);
            }
            if !raw.side.iter().any(|side| *side.id.get_ref() == general.side) {
                self.fault(&general.id, NO_SUCH_SIDE.with([("given", (&general.side).into())]));
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
                return self.fault(&general.id, NO_SUCH_GENERAL.with([("given", id.into())]));
            };
            steps += 1;
            if superior.side != general.side || steps > raw.general.len() {
                let reason = BAD_SUPERIOR.with([("given", id.into())]);
                return self.fault(&general.id, reason);
            }
            above = superior.superior.as_deref();
        }
    }

    fn units(&mut self, raw: &Raw) {
        for unit in &raw.unit {
            if !raw.general.iter().any(|general| *general.id.get_ref() == unit.general) {
                self.fault(&unit.id, NO_SUCH_GENERAL.with([("given", (&unit.general).into())]));
            }
            let arm = unit.arm.get_ref().as_str();
            match arm {
                "infantry" | "cavalry" if unit.men == 0 => {
                    self.fault(&unit.arm, NO_MEN.with([("arm", arm.into())]));
                }
                "artillery" if unit.guns == 0 => {
                    self.fault(&unit.arm, NO_GUNS);
                }
                "infantry" | "cavalry" | "artillery" | "wagon" => {}
                _ => {
                    let reason = NO_SUCH_ARM.with([("given", arm.into())]);
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
                self.fault(id, NEVER_COMES.with([("given", id.get_ref().into())]));
            }
            if place.is_some_and(|place| !sound(place)) {
                self.fault(id, NO_PLACE);
            }
        }
        let last = *raw.turns.get_ref();
        for later in &raw.reinforcement {
            let turn = *later.turn.get_ref();
            if turn > last {
                let reason = COMES_TOO_LATE.with([("turn", turn.into()), ("last", last.into())]);
                self.fault(&later.turn, reason);
            }
            if !sound(*later.place.get_ref()) {
                self.fault(&later.place, NO_PLACE);
            }
            for who in &later.who {
                let known = raw.unit.iter().any(|unit| unit.id.get_ref() == who.get_ref())
                    || raw.general.iter().any(|general| general.id.get_ref() == who.get_ref());
                if !known {
                    self.fault(who, UNKNOWN_REINFORCEMENT.with([("given", who.get_ref().into())]));
                }
            }
        }
    }

    /// Shares are between 0 and 1. An objective has a size, and is held at the start by a side that exists.
    fn aims(&mut self, raw: &Raw) {
        let breaks_at = raw.victory.breaks_at;
        if !(0.0..=1.0).contains(&breaks_at) {
            let reason = BREAKS_AT.with([("given", breaks_at.into())]);
            self.fault_in("[victory]", 0, "breaks_at", reason);
        }
        for objective in &raw.victory.objective {
            let radius = *objective.radius.get_ref();
            if !(radius.is_finite() && radius > 0.0) {
                self.fault(&objective.radius, BAD_RADIUS.with([("given", radius.into())]));
            }
            if let Some(side) = &objective.held_by
                && !raw.side.iter().any(|known| known.id.get_ref() == side.get_ref())
            {
                let blanks = [("objective", (&objective.name).into()), ("given", side.get_ref().into())];
                self.fault(side, HELD_BY_NOBODY.with(blanks));
            }
        }
    }
}

fn sound(place: Place) -> bool {
    place.iter().all(|metres| metres.is_finite())
}

/// Numbers with this many digits, each between its bounds, with a mark between them.
fn digits(text: &str, mark: char, parts: &[(usize, u32, u32)]) -> bool {
    let read: Vec<&str> = text.split(mark).collect();
    read.len() == parts.len()
        && read.iter().zip(parts).all(|(part, (wide, least, most))| {
            part.len() == *wide && part.parse().is_ok_and(|number: u32| (*least..=*most).contains(&number))
        })
}
