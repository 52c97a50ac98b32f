//! Messages by orderly and written instructions (§08.03.1 to §08.03.4).

use krigsspil_field::prelude::Point;
use serde::{Deserialize, Serialize};

use super::order::{Step, Task, UnitOrder};
use super::state::{PostId, UnitId};

/// Whom a message is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Receiver {
    /// A unit: a written instruction.
    Unit(UnitId),
    /// A chief.
    Post(PostId),
}

/// A message on its way, with the orderly who carries it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Message {
    /// The staff that the orderly belongs to.
    pub from: PostId,
    /// Whom it is for; when it is delivered the orderly rides back.
    pub to: Receiver,
    /// What a unit is to do.
    pub task: Option<Task>,
    /// Its words.
    pub text: String,
    /// Where the orderly is.
    pub place: Point,
    /// Turns of delay left, which nobody but the umpire knows; `None` before the throw.
    pub delay: Option<i32>,
    /// It is delivered.
    pub delivered: bool,
}

/// Does an order follow an instruction (skema II)?
pub(super) fn follows(task: Task, order: &UnitOrder) -> bool {
    let steps = order.steps();
    let ahead = steps.iter().any(|step| matches!(step, Step::Ahead { .. }));
    let back = steps.iter().any(|step| matches!(step, Step::Back { .. } | Step::About | Step::Leave { .. }));
    match task {
        Task::Hold => steps.is_empty(),
        Task::Advance => ahead && !back && !order.attacks(),
        Task::Attack => order.attacks(),
        Task::Withdraw => back,
    }
}
