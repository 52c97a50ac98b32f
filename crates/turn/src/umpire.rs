//! The umpire's acts that all rule sets share, and the checks that prevent impossible ones.

use krigsspil_engine::battle::{AddedRule, Audience, Event, Refused, SeatId};
use krigsspil_engine::wordings::{NO_SUCH_UNIT, OFF_THE_TABLE, ONLY_THE_UMPIRE};
use krigsspil_field::prelude::{Bearing, Placed, Pose, Table, overlap_area, overlaps, point};
use serde::{Deserialize, Serialize};
use serde_json::json;

use crate::ids::UnitId;
use crate::knowledge::Shows;
use crate::wordings::{
    BATTLE_IS_PAUSED, PLACE_AND_FACING_ARE_NUMBERS, SAY_SOMETHING, STANDS_THERE, TOO_MANY_RULES,
    WOULD_COME_TO,
};

/// The most letters of a rule or message.
const LONGEST_TEXT: usize = 2_000;
/// The most added rules in a battle.
const MOST_RULES: usize = 100;
/// Bodies that overlap by more than this many square metres stand in each other; less is the rounding of contact.
const GIVES_WAY: f64 = 2.0;

/// What the umpire has done in a battle.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Umpire {
    rules: Vec<AddedRule>,
    rulings: u32,
    play: Play,
}

/// Whether a battle continues.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Play {
    /// It does.
    #[default]
    GoesOn,
    /// The umpire has paused it.
    Paused,
}

/// Only the umpire may do this.
pub fn only_umpire(seat: &SeatId) -> Result<(), Refused> {
    if seat.is_umpire() { Ok(()) } else { Err(Refused::not_yours("do", ONLY_THE_UMPIRE)) }
}

impl Umpire {
    /// The rules he added.
    pub fn rules(&self) -> &[AddedRule] {
        &self.rules
    }

    /// The number of his decisions.
    pub fn rulings(&self) -> u32 {
        self.rulings
    }

    /// Counts a decision.
    pub fn spoke(&mut self) {
        self.rulings = self.rulings.saturating_add(1);
    }

    /// Adds a rule for this battle.
    pub fn add_rule(&mut self, turn: u32, name: &str, text: &str) -> Result<(), Refused> {
        let (name, text) = (said("name", name)?, said("text", text)?);
        if self.rules.len() >= MOST_RULES {
            return Err(Refused::unclear("do", TOO_MANY_RULES.with([("most", MOST_RULES.into())])));
        }
        self.rules.push(AddedRule { turn, name, text });
        Ok(())
    }

    /// Pauses the battle, or lets it continue.
    pub fn set_play(&mut self, play: Play) {
        self.play = play;
    }

    /// Does the battle continue?
    pub fn play(&self) -> Play {
        self.play
    }

    /// May a seat act? While the battle is paused only the umpire may.
    pub fn lets_act(&self, seat: &SeatId) -> Result<(), Refused> {
        match self.play {
            Play::Paused if !seat.is_umpire() => Err(Refused::not_yours("do", BATTLE_IS_PAUSED)),
            _ => Ok(()),
        }
    }
}

/// A text that is neither empty nor too long.
pub fn said(field: &str, text: &str) -> Result<String, Refused> {
    let text = text.trim();
    if text.is_empty() || text.chars().count() > LONGEST_TEXT {
        return Err(Refused::unclear(field, SAY_SOMETHING.with([("most", LONGEST_TEXT.into())])));
    }
    Ok(text.to_string())
}

/// What the umpire says to some, or to all.
pub fn says(turn: u32, moment: f64, text: &str, audience: Audience) -> Result<Event, Refused> {
    let about = json!({"text": said("text", text)?});
    Ok(Event { turn, moment, what: "umpire_says", rule: "", about, working: None, way: None, audience })
}

/// A unit that the umpire names.
pub fn unit_named(battle: &impl Shows, id: &str) -> Result<UnitId, Refused> {
    battle.unit_named(id).ok_or_else(|| Refused::unclear("unit", NO_SUCH_UNIT.with([("given", id.into())])))
}

/// Where the umpire puts somebody: valid numbers, and a place on the table.
pub fn pose_on(table: &Table, [x, y]: [f64; 2], facing: f64) -> Result<Pose, Refused> {
    if ![x, y, facing].iter().all(|number| number.is_finite()) {
        return Err(Refused::unclear("place", PLACE_AND_FACING_ARE_NUMBERS));
    }
    if !table.extent().holds(point(x, y)) {
        return Err(Refused::unclear("place", OFF_THE_TABLE));
    }
    Ok(Pose::new(point(x, y), Bearing::degrees(facing)).on_grid())
}

/// Can a body stand here: on the table if it fits on it at all, and on none of these enemies?
pub fn stands_clear<'a>(
    placed: &Placed,
    table: &Table,
    enemies: impl Iterator<Item = (&'a str, &'a Placed)>,
) -> Result<(), Refused> {
    if table.could_hold(placed) && !table.holds(placed) {
        return Err(Refused::unclear("place", OFF_THE_TABLE));
    }
    let stands_on = |other: &Placed| overlaps(other, placed) && overlap_area(other, placed) > GIVES_WAY;
    match enemies.into_iter().find(|(_, other)| stands_on(other)) {
        Some((id, _)) => Err(Refused::unclear("place", STANDS_THERE.with([("given", id.into())]))),
        None => Ok(()),
    }
}

/// A number that the umpire changes by another: it stays within its bounds, or is refused.
pub fn changed(field: &str, now: i32, by: i32, [least, most]: [i32; 2]) -> Result<i32, Refused> {
    let then = i64::from(now) + i64::from(by);
    let within = i32::try_from(then).ok().filter(|then| (least..=most).contains(then));
    within.ok_or_else(|| {
        let blanks = [("given", then.into()), ("least", least.into()), ("most", most.into())];
        Refused::unclear(field, WOULD_COME_TO.with(blanks))
    })
}

#[cfg(test)]
mod tests {
    use krigsspil_engine::{Language, Messages};
    use krigsspil_field::prelude::{BaseSize, Body, Role};

    use super::*;

    fn table() -> Table {
        Table::new(1000.0, 1000.0).unwrap()
    }

    /// §01.06.1 he puts units on the table, at a place that is a number, and not on enemies; reported in both languages.
    #[test]
    fn units_are_set_down_where_they_can_stand() {
        for (place, key) in [
            ([1e308, 0.0], "off_the_table"),
            ([f64::NAN, 0.0], "place_and_facing_are_numbers"),
            ([-1.0, 0.0], "off_the_table"),
        ] {
            assert_eq!(pose_on(&table(), place, 0.0).unwrap_err().key(), key);
        }
        assert_eq!(pose_on(&table(), [1.0, 1.0], f64::INFINITY).unwrap_err().field(), "place");
        let body = Body::lone(BaseSize::new(40.0, 20.0).unwrap(), Role::Figure);
        let at = |x: f64| body.at(pose_on(&table(), [x, 500.0], 0.0).unwrap()).unwrap();
        let enemy = at(500.0);
        let check = |x: f64| stands_clear(&at(x), &table(), [("s4", &enemy)].into_iter());
        assert!(check(560.0).is_ok() && check(540.0).is_ok(), "shoulder to shoulder is clear");
        assert_eq!(check(10.0).unwrap_err().key(), "off_the_table");
        let refused = check(530.0).unwrap_err();
        let words = |language| refused.message(Messages::engine(), language);
        assert_eq!(words(Language::English), "place: `s4` stands there; place the unit clear of enemies");
        assert_eq!(words(Language::Danish), "place: `s4` står der; sæt enheden et sted fri af modstandere");
    }

    /// No number he writes overflows.
    #[test]
    fn numbers_stay_within_bounds() {
        assert_eq!(changed("cut_valeur", 1, -2, [-1, 2]), Ok(-1));
        for by in [i32::MIN, i32::MAX, 2] {
            assert_eq!(changed("cut_valeur", 1, by, [-1, 2]).unwrap_err().key(), "would_come_to");
        }
    }

    /// While he pauses the battle only he acts; rules and messages must not be empty.
    #[test]
    fn he_pauses_rules_and_speaks() {
        let mut umpire = Umpire::default();
        let blue = SeatId::from("blue");
        assert!(umpire.lets_act(&blue).is_ok());
        umpire.set_play(Play::Paused);
        assert_eq!(umpire.lets_act(&blue).unwrap_err().key(), "battle_is_paused");
        assert!(umpire.lets_act(&SeatId::umpire()).is_ok());
        umpire.add_rule(3, "Fog", " Sight is 40 cm. ").unwrap();
        assert_eq!(umpire.rules()[0].text, "Sight is 40 cm.");
        assert_eq!(umpire.add_rule(3, "Fog", "  ").unwrap_err().field(), "text");
        assert!(says(1, 0.0, &"a".repeat(2_001), Audience::All).is_err());
        assert_eq!(says(1, 0.0, "Lunch", Audience::All).unwrap().about["text"], "Lunch");
        assert_eq!(only_umpire(&blue).unwrap_err().key(), "only_the_umpire");
    }
}
