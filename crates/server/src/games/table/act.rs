//! Actions of the battle.

use axum::http::StatusCode;
use krigsspil_engine::battle::{ActFault, Deed, Happened, SeatId};
use serde_json::Value;

use super::{Asked, Problem, Table, written};
use crate::games::entry::{Because, What};
use crate::games::settings::{By, Role};
use crate::games::wire::ItemWhat;
use crate::table::PreviewShown;
use crate::wordings::{GAME_PAUSED, NOT_BEGUN, PLAYED_BY_STAFF};

impl Table {
    /// May this seat act now?
    pub(super) fn may_act(&self, asked: Asked<'_>) -> Result<(), Problem> {
        let sitting = self.head.seats.get(asked.who).filter(|sitting| sitting.role != Role::Onlooker);
        let Some(sitting) = sitting else { return Err(asked.not_yours("")) };
        if !self.head.begun {
            return Err(asked.problem(StatusCode::CONFLICT, "not_begun", "", NOT_BEGUN));
        }
        if matches!(sitting.by, By::Staff(_)) {
            return Err(asked.problem(StatusCode::CONFLICT, "played_by_staff", "", PLAYED_BY_STAFF));
        }
        Ok(())
    }

    /// Carries an action out.
    pub(super) fn act(&mut self, asked: Asked<'_>, key: &str, action: Value) -> Result<String, Problem> {
        self.may_act(asked)?;
        if self.head.paused.is_some() && self.role(asked.who) != Some(Role::Umpire) {
            return Err(asked.problem(StatusCode::CONFLICT, "paused", "", GAME_PAUSED));
        }
        self.do_deed(asked.who, &Deed::from(action), Because::Person, Some(key))
            .map_err(|fault| self.of_act(asked, &fault))?;
        Ok(self.done(asked.who))
    }

    /// Carries an action out, for whatever reason, and tells everybody what he may know of it.
    pub(super) fn do_deed(
        &mut self,
        seat: &SeatId,
        deed: &Deed,
        because: Because,
        key: Option<&str>,
    ) -> Result<(), ActFault> {
        self.look_around();
        let Some(game) = self.game.as_mut() else { return Err(ActFault::NoSuchSeat(seat.clone())) };
        let turn = game.turn();
        let happened = game.do_deed(seat, deed)?;
        let turned = game.turn() != turn;
        let by = match because {
            Because::Person => "person",
            Because::Staff => "staff",
            Because::Default => "default",
        };
        let acted =
            ItemWhat::Acted { key: key.map(str::to_string), action: deed.written(), by: by.to_string() };
        self.tell(seat, acted);
        self.tell_happened(&happened);
        self.log(seat, key, What::Acted { action: deed.clone(), because });
        self.staged.turned |= turned;
        if turned {
            self.wind_clock();
        }
        self.end_if_over();
        Ok(())
    }

    fn tell_happened(&mut self, happened: &Happened) {
        for seat in self.head.seats.keys().cloned().collect::<Vec<_>>() {
            let Some(sitting) = self.head.seats.get_mut(&seat) else { continue };
            let events = happened.told(&seat, sitting.events);
            if let Some(last) = events.last() {
                sitting.events = last.number;
                let met = self.met(&seat, &events);
                self.tell(&seat, ItemWhat::Happened { events, met });
            }
        }
    }

    /// When the battle is over, everybody is told, and shown what the dice were made of.
    fn end_if_over(&mut self) {
        let Some(ending) = self.game.as_ref().and_then(|game| game.ending()) else { return };
        self.head.over = true;
        self.head.deadline = None;
        self.head.undo = None;
        let (secret, seed) = (self.settings.secret.clone(), self.seed().to_string());
        self.tell_all(&ItemWhat::Over { ending: ending.into(), secret, seed });
    }

    /// What would come of an action.
    pub(super) fn preview(&mut self, asked: Asked<'_>, action: Value) -> Result<String, Problem> {
        self.may_act(asked)?;
        let Some(game) = self.game.as_ref() else {
            return Err(asked.problem(StatusCode::CONFLICT, "not_begun", "", NOT_BEGUN));
        };
        let previewed = game.preview(asked.who, &Deed::from(action));
        let shown = |preview| PreviewShown::of(preview, &game.view(asked.who), self.no_measuring());
        previewed.map(|preview| written(&shown(preview))).map_err(|fault| self.of_act(asked, &fault))
    }

    /// Why an action was refused.
    pub(super) fn of_act(&self, asked: Asked<'_>, fault: &ActFault) -> Problem {
        let (code, field, rule) = match fault {
            ActFault::NoSuchSeat(_) => ("no_such_seat", "", None),
            ActFault::Over => ("over", "", None),
            ActFault::Unreadable(fault) => (fault.code().as_str(), fault.field(), fault.rule()),
            ActFault::Refused(refused) => (refused.key(), refused.field(), refused.rule()),
        };
        Problem {
            status: StatusCode::UNPROCESSABLE_ENTITY.as_u16(),
            code: code.to_string(),
            field: field.to_string(),
            message: fault.message(self.messages(), asked.language),
            rule: rule.map(str::to_string),
        }
    }
}
