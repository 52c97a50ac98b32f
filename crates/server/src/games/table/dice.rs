//! Honest dice. The secret is settled when the game is made. In a game with shared dice every player adds a number: first
//! all show the hash of theirs, then all show the number.

use axum::http::StatusCode;
use krigsspil_engine::battle::{SeatId, hash_of, seed_of};

use super::{Asked, Problem, Table, WakeFault};
use crate::games::entry::What;
use crate::games::settings::Share;
use crate::games::wire::ItemWhat;
use crate::wordings::{BAD_HASH, BAD_NUMBER, DICE_SETTLED, NOT_YET};

/// The shortest number that a player may add.
const SHORTEST: usize = 16;
/// The longest.
const LONGEST: usize = 128;

impl Table {
    /// The seed of the battle's dice.
    pub(super) fn seed(&self) -> u64 {
        let shares = self.head.shares.iter();
        seed_of(
            &self.settings.secret,
            shares.filter_map(|(seat, share)| Some((seat, share.number.as_deref()?))),
        )
    }

    /// Begins the battle: the dice are settled.
    pub(super) fn begin(&mut self) -> Result<(), WakeFault> {
        let scenario = self.scenario()?;
        let set_up = self.maker.setup(&scenario, self.settings.options.clone(), self.seed(), Vec::new());
        let game = set_up.map_err(|fault| {
            WakeFault::Save(fault.message(self.messages(), krigsspil_engine::Language::English))
        })?;
        self.game = Some(game);
        self.head.begun = true;
        self.staged.turned = true;
        self.wind_clock();
        self.tell_all(&ItemWhat::Begun { dice_hash: self.settings.dice_hash() });
        Ok(())
    }

    /// May this seat add to the dice now?
    fn throws_in(&self, asked: Asked<'_>) -> Result<(), Problem> {
        if self.head.begun || !self.settings.shared_dice {
            return Err(asked.problem(StatusCode::CONFLICT, "dice_settled", "", DICE_SETTLED));
        }
        match self.head.persons().any(|seat| seat == asked.who) {
            true => Ok(()),
            false => Err(asked.not_yours("")),
        }
    }

    fn committed(&self, seat: &SeatId) -> bool {
        self.head.shares.contains_key(seat)
    }

    /// A player shows the hash of a number.
    pub(super) fn commit(&mut self, asked: Asked<'_>, hash: String) -> Result<String, Problem> {
        self.throws_in(asked)?;
        let sound = hash.len() == 64 && hash.bytes().all(|digit| matches!(digit, b'0'..=b'9' | b'a'..=b'f'));
        if !sound {
            return Err(asked.problem(StatusCode::UNPROCESSABLE_ENTITY, "bad_hash", "hash", BAD_HASH));
        }
        match self.head.shares.get(asked.who) {
            Some(share) if share.hash == hash => return Ok(self.done(asked.who)),
            Some(_) => return Err(asked.problem(StatusCode::CONFLICT, "dice_settled", "hash", DICE_SETTLED)),
            None => self.head.shares.insert(asked.who.clone(), Share { hash: hash.clone(), number: None }),
        };
        self.tell_all(&ItemWhat::Committed { seat: asked.who.clone(), hash });
        self.log(asked.who, None, What::Committed);
        Ok(self.done(asked.who))
    }

    /// A player shows the number. That is possible once all players have shown their hashes.
    pub(super) fn reveal(&mut self, asked: Asked<'_>, number: String) -> Result<String, Problem> {
        let again = |share: &Share| share.number.as_ref() == Some(&number);
        if self.head.shares.get(asked.who).is_some_and(again) {
            return Ok(self.done(asked.who));
        }
        self.throws_in(asked)?;
        if !self.head.persons().all(|seat| self.committed(seat)) {
            return Err(asked.problem(StatusCode::CONFLICT, "not_yet", "", NOT_YET));
        }
        let sound =
            (SHORTEST..=LONGEST).contains(&number.len()) && number.bytes().all(|b| b.is_ascii_alphanumeric());
        let hash = hash_of(&number);
        let share = self.head.shares.get_mut(asked.who).filter(|share| share.hash == hash && sound);
        let Some(share) = share else {
            let blanks = [("least", (SHORTEST as i32).into()), ("most", (LONGEST as i32).into())];
            let sentence = BAD_NUMBER.with(blanks);
            return Err(asked.problem(StatusCode::UNPROCESSABLE_ENTITY, "bad_number", "number", sentence));
        };
        share.number = Some(number.clone());
        self.tell_all(&ItemWhat::Revealed { seat: asked.who.clone(), number });
        self.log(asked.who, None, What::Revealed);
        self.begin_if_settled(asked)?;
        Ok(self.done(asked.who))
    }

    /// Begins the battle once every human player has shown a number. Seats that were given to the computer are not waited for.
    pub(super) fn begin_if_settled(&mut self, asked: Asked<'_>) -> Result<(), Problem> {
        let shown = |seat: &SeatId| self.head.shares.get(seat).is_some_and(|share| share.number.is_some());
        if self.head.begun || !self.head.persons().all(shown) {
            return Ok(());
        }
        // A player who has shown a hash but no number adds nothing.
        self.head.shares.retain(|_, share| share.number.is_some());
        self.begin().map_err(|fault| asked.broken(&fault))
    }
}
