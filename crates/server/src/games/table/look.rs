//! What a seat wants to look at: the ground, what can be seen, orders for a drag of the hand, the film of a finished game.

use axum::http::StatusCode;
use krigsspil_draw::scene_from_geojson;
use krigsspil_field::ground::Ground;

use super::{Asked, Problem, Table, WakeFault, written};
use crate::table::{Look, Looker, board, film, intended, profile, reach, seen, sheet, together};
use crate::wordings::{NOT_BEGUN, NOT_OVER};

impl Table {
    /// Answers without changing anything.
    pub(super) fn look(&self, asked: Asked<'_>, look: Look) -> Result<String, Problem> {
        match look {
            Look::Board => {
                let scenario = self.scenario().map_err(|fault| asked.broken(&fault))?;
                let mut board = board(&scenario, &self.settings.rules);
                if let Some(board) = &mut board {
                    board.no_measuring = self.no_measuring().map(str::to_string);
                }
                Ok(written(&board))
            }
            Look::Sight(place) => {
                let drill = self.drill(asked)?;
                Ok(written(&seen(&self.ground(asked)?, drill, place.place)))
            }
            Look::Profile(stretch) => {
                let drill = self.drill(asked)?;
                Ok(written(&profile(&self.ground(asked)?, drill, stretch)))
            }
            Look::Sheet => {
                let sits = self.head.seats.contains_key(asked.who);
                let view = self.game.as_ref().filter(|_| sits).map(|game| game.view(asked.who));
                Ok(written(&view.map(|view| sheet(&view, &self.settings.rules)).unwrap_or_default()))
            }
            Look::Intend(wishes) => self.looking(asked, |looker| written(&intended(looker, &wishes))),
            Look::Together(asked_for) => {
                let ground = self.ground(asked)?;
                self.looking(asked, |looker| written(&together(looker, &ground, &asked_for)))
            }
            Look::Reach { unit } => self.looking(asked, |looker| written(&reach(looker, &unit))),
            Look::Film { seat } => self.film(asked, &seat),
        }
    }

    /// The rule by which this game gives no distances; none where the rules allow it, or the game was made so, or it is over.
    pub(super) fn no_measuring(&self) -> Option<&'static str> {
        let rule = krigsspil_rules::no_measuring(&self.settings.rules);
        rule.filter(|_| !self.settings.measuring && !self.head.over)
    }

    fn ground(&self, asked: Asked<'_>) -> Result<Ground, Problem> {
        let scene = scene_from_geojson(&self.settings.ground);
        scene.map(|scene| scene.ground).map_err(|fault| asked.broken(&WakeFault::Save(fault.to_string())))
    }

    fn drill(&self, asked: Asked<'_>) -> Result<&'static dyn krigsspil_engine::battle::Drill, Problem> {
        let rules = &self.settings.rules;
        krigsspil_rules::drill(rules).ok_or_else(|| asked.broken(&WakeFault::Rules(rules.clone())))
    }

    /// Looks with the eyes of the seat that asks.
    fn looking(&self, asked: Asked<'_>, look: impl FnOnce(&Looker<'_>) -> String) -> Result<String, Problem> {
        let game = self.game.as_ref().filter(|_| self.head.seats.contains_key(asked.who));
        let Some(game) = game else {
            return Err(asked.problem(StatusCode::CONFLICT, "not_begun", "", NOT_BEGUN));
        };
        let (view, prompts) = (game.view(asked.who), self.prompts_of(asked.who, false));
        let looker = Looker {
            game: &**game,
            seat: asked.who,
            drill: self.drill(asked)?,
            view: &view,
            prompts: &prompts,
            no_measuring: self.no_measuring(),
            told: &|fault| fault.message(self.messages(), asked.language),
        };
        Ok(look(&looker))
    }

    fn film(&self, asked: Asked<'_>, seat: &str) -> Result<String, Problem> {
        let Some(game) = self.game.as_ref().filter(|_| self.head.over) else {
            return Err(asked.problem(StatusCode::CONFLICT, "not_over", "", NOT_OVER));
        };
        let known = game.seats().keys().any(|known| known.as_str() == seat);
        if !known {
            return Err(asked.not_yours("seat"));
        }
        let shown = film(&*self.maker, &game.save(), Some(seat));
        let told = |fault: krigsspil_engine::battle::SaveFault| {
            asked.broken(&WakeFault::Save(fault.message(self.messages(), asked.language)))
        };
        shown.map(|film| written(&film)).map_err(told)
    }
}
