//! A turn by mail: the other side's file is written here, and what comes back is done here. Whoever has the link of the seat keeps the battle for it.

use axum::http::StatusCode;
use krigsspil_engine::battle::{Deed, Told};

use super::{Asked, Problem, Table, WakeFault, written};
use crate::games::entry::Because;
use crate::games::settings::Role;
use crate::mail::{ReplyFile, TurnFile, done_by};
use crate::wordings::{MAIL_OLD, MAIL_OTHER_BATTLE, MAIL_REFUSED, NOT_BEGUN};

impl Table {
    /// The turn of a seat, to be sent by mail.
    pub(super) fn mail_turn(&self, asked: Asked<'_>) -> Result<String, Problem> {
        let player = self.role(asked.who) == Some(Role::Player);
        let Some(game) = self.game.as_ref().filter(|_| player) else {
            return Err(match player {
                true => asked.problem(StatusCode::CONFLICT, "not_begun", "", NOT_BEGUN),
                false => asked.not_yours(""),
            });
        };
        let save = game.save();
        let mut told: Vec<Told> = Vec::new();
        let replayed = self.maker.replay(&save, save.actions.len(), &mut |_, happened| {
            let last = told.last().map_or(0, |event| event.number);
            told.extend(happened.told(asked.who, last));
        });
        let broken = |text: String| asked.broken(&WakeFault::Save(text));
        replayed.map_err(|fault| broken(fault.message(self.messages(), asked.language)))?;
        let file = TurnFile::of(&**game, asked.who, self.settings.dice_hash(), told, self.no_measuring());
        Ok(written(&file))
    }

    /// What a seat has sent back: all of it is done, or nothing.
    pub(super) fn mail_reply(&mut self, asked: Asked<'_>, reply: &ReplyFile) -> Result<String, Problem> {
        self.may_act(asked)?;
        let refused = |code: &str, field: &str, sentence: krigsspil_engine::Sentence| {
            asked.problem(StatusCode::UNPROCESSABLE_ENTITY, code, field, sentence)
        };
        if reply.mail_reply != self.settings.dice_hash() || reply.seat != *asked.who {
            return Err(refused("other_battle", "mail_reply", MAIL_OTHER_BATTLE.into()));
        }
        let Some(game) = self.game.as_ref() else { return Err(asked.not_yours("")) };
        if reply.after != done_by(&**game, asked.who) {
            return Err(refused("old_reply", "after", MAIL_OLD.with([("seat", asked.who.into())])));
        }
        let deeds: Vec<Deed> = reply.actions.iter().cloned().map(Deed::from).collect();
        let mut tried = game.copied();
        for (place, deed) in deeds.iter().enumerate() {
            if let Err(fault) = tried.do_deed(asked.who, deed) {
                let reason = fault.message(self.messages(), asked.language);
                let number = i32::try_from(place + 1).unwrap_or(i32::MAX);
                let blanks = [("number", number.into()), ("reason", reason.into())];
                return Err(refused("refused_reply", "actions", MAIL_REFUSED.with(blanks)));
            }
        }
        for (place, deed) in deeds.iter().enumerate() {
            let key = format!("mail-{}-{place}", reply.after);
            self.do_deed(asked.who, deed, Because::Person, Some(&key))
                .map_err(|fault| self.of_act(asked, &fault))?;
        }
        Ok(self.done(asked.who))
    }
}
