//! Turns by mail: the files that players send each other when no server is between them. `krigsspil mail` and the page write and read the same.

mod hand;

use krigsspil_engine::battle::{Game, Prompt, PromptDetail, SeatId, Told};
use krigsspil_engine::scenario::Scenario;
use serde::{Deserialize, Serialize};
use serde_json::Value;
use utoipa::ToSchema;

use crate::declared;
use crate::table::{Board, board};

pub use hand::{ByHand, Foreseen, Pattern};

/// What a seat is sent: what it may know and nothing else.
#[derive(Debug, Serialize, ToSchema)]
pub struct TurnFile {
    /// The hash of the dice's secret: names the battle, and promises its dice.
    pub mail_turn: String,
    /// The seat.
    #[schema(value_type = String)]
    pub seat: SeatId,
    /// The turn.
    pub turn: u32,
    /// How many actions of this seat are done.
    pub after: usize,
    /// What it sees.
    #[schema(value_type = declared::View)]
    pub view: Value,
    /// What it has to decide.
    #[schema(value_type = Vec<declared::Prompt>)]
    pub prompts: Vec<Value>,
    /// Everything the seat was told, from the first turn on.
    #[schema(value_type = Vec<declared::Told>)]
    pub told: Vec<Told>,
    /// The ground, and what everybody knows of the scenario, so that a page can draw the table.
    #[schema(required)]
    board: Option<Board>,
    /// What each unit can be made to do by a drag of the hand.
    by_hand: Vec<ByHand>,
    /// What the ready-made orders that lead to a throw would come to.
    foreseen: Vec<Foreseen>,
}

impl TurnFile {
    /// The file of a seat in a battle as it stands. A rule that forbids measuring withholds from it what it withholds at the table.
    pub fn of(
        game: &dyn Game,
        seat: &SeatId,
        dice_hash: String,
        told: Vec<Told>,
        no_measuring: Option<&'static str>,
    ) -> TurnFile {
        let wanted = |other: &SeatId| if other == seat { PromptDetail::Whole } else { PromptDetail::Bare };
        let prompts: Vec<Prompt> =
            game.prompts_in(&wanted).into_iter().filter(|prompt| prompt.seat == *seat).collect();
        let save = game.save();
        let scenario = Scenario::read("scenario.toml", &save.scenario, &save.ground).ok();
        let view = game.view(seat);
        let (by_hand, foreseen) = match krigsspil_rules::drill(&save.rules) {
            Some(drill) => (
                hand::by_hand(drill, &view, &prompts),
                hand::foreseen(game, seat, drill, (&view, &prompts), no_measuring),
            ),
            None => (Vec::new(), Vec::new()),
        };
        let board = scenario.and_then(|scenario| board(&scenario, &save.rules));
        TurnFile {
            mail_turn: dice_hash,
            seat: seat.clone(),
            turn: game.turn(),
            after: done_by(game, seat),
            view: view.json(),
            prompts: prompts
                .iter()
                .map(|prompt| serde_json::to_value(prompt).unwrap_or(Value::Null))
                .collect(),
            told,
            board: board.map(|board| Board { no_measuring: no_measuring.map(str::to_string), ..board }),
            by_hand,
            foreseen,
        }
    }
}

/// What a seat sends back.
#[derive(Clone, Debug, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct ReplyFile {
    /// The hash of the dice's secret, as the turn file had it.
    pub mail_reply: String,
    /// The seat.
    #[schema(value_type = String)]
    pub seat: SeatId,
    /// How many actions of the seat were done when its turn was sent.
    pub after: usize,
    /// What it does, in order.
    #[schema(value_type = Vec<declared::Action>)]
    pub actions: Vec<Value>,
}

/// How many actions a seat has done.
pub fn done_by(game: &dyn Game, seat: &SeatId) -> usize {
    game.actions().iter().filter(|acted| acted.seat == *seat).count()
}
