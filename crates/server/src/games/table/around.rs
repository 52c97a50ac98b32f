//! What happens around the table: messages, who plays a seat, links, pauses, the rematch.

use axum::http::StatusCode;
use krigsspil_engine::battle::SeatId;

use super::{Asked, Problem, Table};
use crate::games::entry::What;
use crate::games::links::{LinkHash, MAKER};
use crate::games::settings::{By, Role};
use crate::games::wire::{ItemWhat, LONGEST_TEXT};
use crate::wordings::{
    BAD_TEXT, BAD_THROW, NO_DICE_NOW, NO_SUCH_SEAT_HERE, NOBODY_TO_TELL, NOT_OVER, NOT_WITHOUT_COURIER,
    UNKNOWN_PLAYER,
};

/// How many dice the umpire may throw at once, and how many sides they may have.
const DICE: std::ops::RangeInclusive<u32> = 1..=20;
const SIDES: std::ops::RangeInclusive<u32> = 2..=100;

impl Table {
    /// Does this seat look after the game? The maker and the umpire do.
    fn looks_after(&self, who: &SeatId) -> bool {
        who.as_str() == MAKER || self.role(who) == Some(Role::Umpire)
    }

    fn no_such_seat(&self, asked: Asked<'_>, seat: &SeatId) -> Problem {
        let known: Vec<_> = self.head.seats.keys().map(SeatId::as_str).collect();
        let blanks = [("given", seat.into()), ("known", known.join(", ").into())];
        asked.problem(StatusCode::NOT_FOUND, "no_such_seat", "seat", NO_SUCH_SEAT_HERE.with(blanks))
    }

    /// Who gets a message to `side`, `umpire`, `all` or a seat.
    fn hearers(&self, from: &SeatId, to: &str) -> Vec<SeatId> {
        let side = self.head.seats.get(from).and_then(|sitting| sitting.side.clone());
        let umpire = self.role(from) == Some(Role::Umpire);
        let hears = |seat: &SeatId, role: Role, of: &Option<String>| match to {
            "all" => true,
            "umpire" => role == Role::Umpire,
            "side" => side.is_some() && *of == side,
            // The umpire may write to anybody, a player to seats of the same side.
            _ => seat.as_str() == to && (umpire || (side.is_some() && *of == side)),
        };
        let all = self.head.seats.iter();
        all.filter(|(seat, sitting)| hears(seat, sitting.role, &sitting.side))
            .map(|(seat, _)| seat.clone())
            .collect()
    }

    /// A message.
    pub(super) fn chat(
        &mut self,
        asked: Asked<'_>,
        key: &str,
        to: &str,
        text: String,
    ) -> Result<String, Problem> {
        let role = self.role(asked.who).filter(|role| *role != Role::Onlooker || self.head.over);
        let Some(role) = role else { return Err(asked.not_yours("")) };
        if text.trim().is_empty() || text.chars().count() > LONGEST_TEXT {
            let sentence = BAD_TEXT.with([("most", (LONGEST_TEXT as i32).into())]);
            return Err(asked.problem(StatusCode::UNPROCESSABLE_ENTITY, "bad_text", "text", sentence));
        }
        let free = role == Role::Umpire || to == "umpire" || self.head.over || !self.settings.by_courier;
        if !free {
            return Err(asked.problem(StatusCode::CONFLICT, "by_courier", "to", NOT_WITHOUT_COURIER));
        }
        let mut hearers = self.hearers(asked.who, to);
        if hearers.iter().all(|seat| seat == asked.who) {
            return Err(asked.problem(StatusCode::UNPROCESSABLE_ENTITY, "nobody", "to", NOBODY_TO_TELL));
        }
        if !hearers.contains(asked.who) {
            hearers.push(asked.who.clone());
        }
        for seat in hearers {
            let (from, to, text) = (asked.who.clone(), to.to_string(), text.clone());
            self.tell(&seat, ItemWhat::Said { from, to, text });
        }
        self.log(asked.who, Some(key), What::Said { to: to.to_string() });
        Ok(self.done(asked.who))
    }

    /// Dice that the umpire throws for himself: nobody else is told, and the log keeps them. They have nothing to do with the dice of the battle.
    pub(super) fn throw(
        &mut self,
        asked: Asked<'_>,
        key: &str,
        count: u32,
        sides: u32,
    ) -> Result<String, Problem> {
        if self.role(asked.who) != Some(Role::Umpire) {
            return Err(asked.not_yours(""));
        }
        if !DICE.contains(&count) || !SIDES.contains(&sides) {
            return Err(asked.problem(StatusCode::UNPROCESSABLE_ENTITY, "bad_throw", "count", BAD_THROW));
        }
        let face = |_| {
            // Numbers that would favour the low faces are thrown again.
            let fair = u64::MAX - u64::MAX % u64::from(sides);
            loop {
                let number = getrandom::u64().ok()?;
                if number < fair {
                    return u32::try_from(number % u64::from(sides)).ok().map(|face| face + 1);
                }
            }
        };
        let faces: Option<Vec<u32>> = (0..count).map(face).collect();
        let no_dice = || asked.problem(StatusCode::SERVICE_UNAVAILABLE, "no_dice_now", "", NO_DICE_NOW);
        let faces = faces.ok_or_else(no_dice)?;
        self.tell(asked.who, ItemWhat::Thrown { sides, faces: faces.clone() });
        self.log(asked.who, Some(key), What::Thrown { sides, faces });
        Ok(self.done(asked.who))
    }

    /// A seat is given to a computer commander, or taken back.
    pub(super) fn give_seat(&mut self, asked: Asked<'_>, seat: &SeatId, by: &str) -> Result<String, Problem> {
        if !self.looks_after(asked.who) && asked.who != seat {
            return Err(asked.not_yours("seat"));
        }
        let player = |role: Role| role == Role::Player;
        if !self.role(seat).is_some_and(player) {
            return Err(self.no_such_seat(asked, seat));
        }
        let Some(by) = By::read(by) else {
            let blanks = [("given", by.into()), ("known", By::known().into())];
            let sentence = UNKNOWN_PLAYER.with(blanks);
            return Err(asked.problem(StatusCode::UNPROCESSABLE_ENTITY, "unknown_player", "by", sentence));
        };
        let Some(sitting) = self.head.seats.get_mut(seat).filter(|sitting| sitting.by != by) else {
            return Ok(self.done(asked.who));
        };
        sitting.by = by.clone();
        self.staff.remove(seat);
        self.tell_all(&ItemWhat::Sat { seat: seat.clone(), by: by.word() });
        self.log(asked.who, None, What::Sat { seat: seat.clone(), player: by.word() });
        self.begin_if_settled(asked)?;
        Ok(self.done(asked.who))
    }

    /// Replaces or revokes a link; the old one stops working. Players may replace their own, so that not even the maker knows it.
    pub(super) fn change_link(
        &mut self,
        asked: Asked<'_>,
        seat: &SeatId,
        hash: Option<LinkHash>,
    ) -> Result<String, Problem> {
        let own = asked.who == seat && hash.is_some() && self.role(seat) != Some(Role::Onlooker);
        let of_maker = seat.as_str() == MAKER && asked.who.as_str() != MAKER;
        if of_maker || !(own || self.looks_after(asked.who)) {
            return Err(asked.not_yours("seat"));
        }
        let is_maker = seat.as_str() == MAKER;
        // The umpire's seat of a game that was made without one stays empty.
        let there = self.head.seats.get(seat).is_some_and(|sitting| sitting.by != By::Nobody);
        if !there && !is_maker || (is_maker && hash.is_none()) {
            return Err(self.no_such_seat(asked, seat));
        }
        let revoked = hash.is_none();
        self.staged.links.push((seat.clone(), hash));
        self.tell_all(&ItemWhat::Linked { seat: seat.clone(), revoked });
        self.log(asked.who, None, What::Linked { seat: seat.clone(), revoked });
        Ok(self.done(asked.who))
    }

    /// Pauses the game, or lets it go on.
    pub(super) fn pause(&mut self, asked: Asked<'_>, paused: bool) -> Result<String, Problem> {
        if !self.looks_after(asked.who) {
            return Err(asked.not_yours(""));
        }
        if self.head.over || paused == self.head.paused.is_some() {
            return Ok(self.done(asked.who));
        }
        if paused {
            let left = self.head.deadline.map_or(0, |deadline| (deadline - self.now).max(0));
            self.head.paused = Some(left);
        } else if let Some(left) = self.head.paused.take() {
            self.head.deadline = self.head.deadline.map(|_| self.now + left);
        }
        self.tell_all(&ItemWhat::Paused { paused });
        self.log(asked.who, None, What::Paused { paused });
        Ok(self.done(asked.who))
    }

    /// Notes the rematch that was made.
    pub(super) fn rematch(&mut self, asked: Asked<'_>, game: String) -> Result<String, Problem> {
        if !self.head.over {
            return Err(asked.problem(StatusCode::CONFLICT, "not_over", "", NOT_OVER));
        }
        // An onlooker's link is shared by many: the maker gives them a new one.
        if self.role(asked.who) != Some(Role::Player) && !self.looks_after(asked.who) {
            return Err(asked.not_yours(""));
        }
        let game = match &self.head.rematch {
            Some(made) => made.clone(),
            // The question was only whether there is one.
            None if game.is_empty() => game,
            None => {
                self.head.rematch = Some(game.clone());
                self.tell_all(&ItemWhat::Rematch { game: game.clone() });
                self.log(asked.who, None, What::Rematch { game: game.clone() });
                game
            }
        };
        Ok(super::written(&game))
    }
}
