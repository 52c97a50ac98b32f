//! What can be wrong with a scenario, told line by line.

use toml::Spanned;

use super::{General, Place, Raw, ScenarioFault, line_of};

/// The ranks there are, the highest first.
const RANKS: &[&str] = &["army", "corps", "division", "brigade", "battalion"];

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

    /// A fault at a key of the table with this header, the `number`-th of them; at the header where the key is not written.
    fn fault_in(&mut self, header: &str, number: usize, key: &str, reason: impl Into<String>) {
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
        self.faults.push(ScenarioFault { file: self.file.to_string(), line, reason: reason.into() });
    }

    fn all(&mut self, raw: &Raw) {
        if *raw.turns.get_ref() == 0 {
            self.fault(&raw.turns, "a battle lasts at least one turn");
        }
        if raw.side.len() < 2 {
            self.fault(&raw.turns, "a battle has at least two sides");
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
            self.fault_in(
                "",
                0,
                "rules",
                "it needs rules to be fought under; write rules = [\"borgerkrig\"]",
            );
        }
        if !digits(&raw.date, '-', &[(4, 1, 9999), (2, 1, 12), (2, 1, 31)]) {
            let reason = format!("`{}` is no date; write it as 1862-08-28", raw.date);
            self.fault_in("", 0, "date", reason);
        }
        if !digits(&raw.starts, ':', &[(2, 0, 23), (2, 0, 59)]) {
            let reason = format!("`{}` is no hour; write it as 17:30", raw.starts);
            self.fault_in("", 0, "starts", reason);
        }
    }

    fn sides(&mut self, raw: &Raw) {
        for (number, side) in raw.side.iter().enumerate() {
            if !(0.0..=360.0).contains(&side.home) {
                let reason =
                    format!("the way home is {} degrees; write 0 to 360, from north, clockwise", side.home);
                self.fault_in("[[side]]", number, "home", reason);
            }
            for (seat, generals) in &side.seats {
                let own = |id: &String| {
                    raw.general.iter().any(|one| one.id.get_ref() == id && one.side == *side.id.get_ref())
                };
                for general in generals.iter().filter(|general| !own(general)) {
                    let reason =
                        format!("the seat `{seat}` commands `{general}`, who is no general of this side");
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
                self.fault(id, format!("the id `{}` is empty or taken; give each its own", id.get_ref()));
            }
        }
    }

    fn generals(&mut self, raw: &Raw) {
        for (number, general) in raw.general.iter().enumerate() {
            if !RANKS.contains(&general.rank.as_str()) {
                let reason = format!("`{}` is no rank; write {}", general.rank, RANKS.join(", "));
                self.fault_in("[[general]]", number, "rank", reason);
            }
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

    /// A share is a share; what is to be held has a size, and is held at the start by a side there is.
    fn aims(&mut self, raw: &Raw) {
        let breaks_at = raw.victory.breaks_at;
        if !(0.0..=1.0).contains(&breaks_at) {
            let reason =
                format!("breaks_at is {breaks_at}; write a share from 0 (never) to 1, half the men as 0.5");
            self.fault_in("[victory]", 0, "breaks_at", reason);
        }
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

/// Numbers of so many digits, each between its bounds, with a mark between them.
fn digits(text: &str, mark: char, parts: &[(usize, u32, u32)]) -> bool {
    let read: Vec<&str> = text.split(mark).collect();
    read.len() == parts.len()
        && read.iter().zip(parts).all(|(part, (wide, least, most))| {
            part.len() == *wide && part.parse().is_ok_and(|number: u32| (*least..=*most).contains(&number))
        })
}

/// What the reader of TOML says, without the words of programmers.
pub(super) fn in_plain_words(message: &str) -> String {
    if let Some(field) = message.strip_prefix("missing field `").and_then(|rest| rest.strip_suffix('`')) {
        return format!("`{field}` is missing: write {field} = …");
    }
    let mut plain = message.to_string();
    for (ours, theirs) in [
        ("a whole number from 0 up", "u32"),
        ("a whole number", "i32"),
        ("a number", "f64"),
        ("a list", "a sequence"),
        ("true or false", "a boolean"),
        ("two numbers, [east, north]", "an array of length 2"),
    ] {
        plain = plain.replace(&format!("expected {theirs}"), &format!("expected {ours}"));
    }
    plain
}
