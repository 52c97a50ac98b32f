//! Going back, when all agree or the umpire allows it.

use axum::http::StatusCode;
use krigsspil_engine::battle::SeatId;

use super::{Asked, Kept, Problem, Table};
use crate::games::entry::What;
use crate::games::settings::{Role, UndoWish};
use crate::games::wire::ItemWhat;
use crate::wordings::{NOTHING_ASKED, NOTHING_TO_UNDO};

impl Table {
    /// How many actions would be kept: those before the seat's last action, or those before a turn began.
    fn kept_before(&self, seat: &SeatId, turn: Option<u32>) -> Option<usize> {
        let game = self.game.as_ref()?;
        match turn {
            Some(turn) => {
                let begun = game.save().turns.into_iter().find(|begun| begun.turn == turn)?;
                (begun.actions < game.actions().len()).then_some(begun.actions)
            }
            None => game.actions().iter().rposition(|acted| acted.seat == *seat),
        }
    }

    /// Somebody asks to go back.
    pub(super) fn ask_undo(
        &mut self,
        asked: Asked<'_>,
        key: &str,
        turn: Option<u32>,
    ) -> Result<String, Problem> {
        let role = self.role(asked.who).filter(|role| *role != Role::Onlooker);
        let Some(role) = role else { return Err(asked.not_yours("")) };
        let keep = self.kept_before(asked.who, turn).filter(|_| !self.head.over && self.head.undo.is_none());
        let (Some(keep), Some(game)) = (keep, self.game.as_ref()) else {
            return Err(asked.problem(StatusCode::CONFLICT, "nothing_to_undo", "turn", NOTHING_TO_UNDO));
        };
        let turns = game.save().turns;
        let turn = turns.iter().rev().find(|begun| begun.actions <= keep).map_or(1, |begun| begun.turn);
        let agreed = Vec::new();
        self.head.undo = Some(UndoWish { by: asked.who.clone(), keep, turn, agreed });
        self.tell_all(&ItemWhat::UndoAsked { by: asked.who.clone(), turn });
        self.log(asked.who, Some(key), What::UndoAsked { turn });
        self.go_back_if_agreed(asked, role == Role::Umpire)?;
        Ok(self.done(asked.who))
    }

    /// Somebody answers that. The seat that asked can take the request back with a no.
    pub(super) fn answer_undo(&mut self, asked: Asked<'_>, agree: bool) -> Result<String, Problem> {
        let role = self.role(asked.who).filter(|role| *role != Role::Onlooker);
        let Some(role) = role else { return Err(asked.not_yours("")) };
        let Some(wish) = self.head.undo.as_mut() else {
            return Err(asked.problem(StatusCode::CONFLICT, "nothing_asked", "", NOTHING_ASKED));
        };
        if agree && wish.agreed.contains(asked.who) {
            return Ok(self.done(asked.who));
        }
        match agree {
            true => wish.agreed.push(asked.who.clone()),
            false => self.head.undo = None,
        }
        self.tell_all(&ItemWhat::UndoAnswered { by: asked.who.clone(), agree });
        self.log(asked.who, None, What::UndoAnswered { agree });
        self.go_back_if_agreed(asked, agree && role == Role::Umpire)?;
        Ok(self.done(asked.who))
    }

    fn go_back_if_agreed(&mut self, asked: Asked<'_>, granted: bool) -> Result<(), Problem> {
        let Some(wish) = self.head.undo.clone() else { return Ok(()) };
        let all = self.head.persons().all(|seat| *seat == wish.by || wish.agreed.contains(seat));
        if !granted && !all {
            return Ok(());
        }
        let Some(game) = self.game.as_ref() else { return Ok(()) };
        let saved = game.save();
        let kept = Kept {
            rules_version: saved.rules_version,
            turns: saved.turns,
            snapshot: saved.snapshot,
            resumed: saved.resumed,
        };
        let mut actions = saved.actions;
        actions.truncate(wish.keep);
        let back = self.replayed(actions, Some(kept)).map_err(|fault| asked.broken(&fault))?;
        let turn = back.turn();
        self.game = Some(back);
        self.head.undo = None;
        self.staff.clear();
        self.sighted.clear();
        self.staged.turned = true;
        self.head.ran_out = None;
        self.wind_clock();
        self.tell_all(&ItemWhat::Undone { turn });
        self.log(asked.who, None, What::Undone { keep: wish.keep });
        Ok(())
    }
}
