//! The film of a battle: how it stood at the beginning of every turn and what happened in each, as one seat saw it. Of a finished game, or of a file.

use krigsspil_engine::battle::{Game, GameMaker, Save, SaveFault, Seat, SeatId, Told, View};
use krigsspil_engine::scenario::Scenario;
use serde::Serialize;
use utoipa::ToSchema;

use super::board::{Board, board};
use crate::declared;
use crate::games::wire::EndingShown;

/// A turn of a film.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct FilmTurn {
    /// The turn, from 1.
    turn: u32,
    /// How it stood at its beginning.
    #[schema(value_type = declared::View)]
    view: View,
    /// What happened in it.
    #[schema(value_type = Vec<declared::Told>)]
    events: Vec<Told>,
}

/// A seat whose film there is.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct FilmSeat {
    /// The seat.
    #[schema(value_type = String)]
    seat: SeatId,
    /// The side it plays; none for the umpire and onlookers.
    #[schema(required)]
    side: Option<String>,
}

/// The film of a battle as one seat saw it.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct Film {
    /// The rule set.
    rules: String,
    /// Whose.
    #[schema(value_type = String)]
    seat: SeatId,
    /// The seats whose film there is.
    seats: Vec<FilmSeat>,
    /// The ground.
    #[schema(required)]
    board: Option<Board>,
    /// The turns.
    turns: Vec<FilmTurn>,
    /// How it stands at the end.
    #[schema(value_type = declared::View)]
    last: View,
    /// How it ended, when it has.
    #[schema(required)]
    ending: Option<EndingShown>,
}

/// The seats of a battle, the umpire first, whose film shows everything.
fn seats_of(game: &dyn Game) -> Vec<FilmSeat> {
    let side = |seat: &Seat| match seat {
        Seat::Player { side, .. } => Some(side.clone()),
        Seat::Umpire | Seat::Onlooker => None,
    };
    let mut seats: Vec<_> =
        game.seats().iter().map(|(id, seat)| FilmSeat { seat: id.clone(), side: side(seat) }).collect();
    seats.sort_by_key(|each| !each.seat.is_umpire());
    seats
}

/// The film of a save; of the seat named, or of the umpire.
pub(crate) fn film(maker: &dyn GameMaker, save: &Save, seat: Option<&str>) -> Result<Film, SaveFault> {
    let seat = seat.map_or_else(SeatId::umpire, SeatId::from);
    let start = maker.replay(save, 0, &mut |_, _| {})?;
    let mut turns = vec![FilmTurn { turn: start.turn(), view: start.view(&seat), events: Vec::new() }];
    let mut last = 0;
    let game = maker.replay(save, save.actions.len(), &mut |game, happened| {
        let told = happened.told(&seat, last);
        last = told.last().map_or(last, |told| told.number);
        if let Some(turn) = turns.last_mut() {
            turn.events.extend(told);
        }
        if turns.last().is_none_or(|turn| turn.turn != game.turn()) {
            turns.push(FilmTurn { turn: game.turn(), view: game.view(&seat), events: Vec::new() });
        }
    })?;
    let scenario = Scenario::read("scenario.toml", &save.scenario, &save.ground)?;
    Ok(Film {
        rules: save.rules.clone(),
        seats: seats_of(&*game),
        board: board(&scenario, &save.rules),
        turns,
        last: game.view(&seat),
        ending: game.ending().map(EndingShown::from),
        seat,
    })
}
