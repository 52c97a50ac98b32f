//! A finished game: its save with the proof of its dice, and what every seat saw of it.

use axum::http::StatusCode;
use krigsspil_engine::battle::{DiceProof, DiceShare, SeatId};

use super::{Asked, Problem, Table, written};
use crate::wordings::NOT_OVER;

impl Table {
    fn not_over(&self, asked: Asked<'_>) -> Problem {
        asked.problem(StatusCode::CONFLICT, "not_over", "", NOT_OVER)
    }

    /// The save of a finished game, with what proves its dice. Before the end it holds what nobody may know.
    pub(super) fn finished_save(&self, asked: Asked<'_>) -> Result<String, Problem> {
        let Some(game) = self.game.as_ref().filter(|_| self.head.over) else {
            return Err(self.not_over(asked));
        };
        let shares = self.head.shares.iter().filter_map(|(seat, share)| {
            Some(DiceShare { seat: seat.clone(), number: share.number.clone()?, hash: share.hash.clone() })
        });
        let proof = DiceProof {
            secret: self.settings.secret.clone(),
            hash: self.settings.dice_hash(),
            shares: shares.collect(),
            digest: game.digest(),
        };
        let mut save = game.save();
        save.proof = Some(Box::new(proof));
        Ok(save.text())
    }

    /// What a seat saw after this many actions of a finished game.
    pub(super) fn replayed_view(
        &self,
        asked: Asked<'_>,
        seat: &SeatId,
        after: usize,
    ) -> Result<String, Problem> {
        let Some(game) = self.game.as_ref().filter(|_| self.head.over) else {
            return Err(self.not_over(asked));
        };
        if !self.head.seats.contains_key(seat) {
            return Err(asked.not_yours("seat"));
        }
        let save = game.save();
        let count = after.min(save.actions.len());
        let replayed = self.maker.replay(&save, count, &mut |_, _| {});
        let replayed = replayed.map_err(|fault| {
            asked.broken(&super::WakeFault::Save(fault.message(self.messages(), asked.language)))
        })?;
        Ok(written(&replayed.view(seat)))
    }
}
