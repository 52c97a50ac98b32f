//! How far a turn has come in rules where all write their orders first, and the turn is then carried out at once.

use krigsspil_engine::Refusal;
use krigsspil_engine::battle::{Refused, Stage};
use serde::Serialize;

/// How far the turn has come. `S` are the rule set's own stages of a turn that runs.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Phase<S> {
    /// Orders are written.
    Orders,
    /// The turn runs, or waits for an answer.
    Running(S),
    /// It is over.
    Over,
}

impl<S> Phase<S> {
    /// Orders can be written now; otherwise `not_now` refuses.
    pub fn takes_orders(&self, not_now: &'static Refusal) -> Result<(), Refused> {
        if let Phase::Orders = self { Ok(()) } else { Err(Refused::ByRule("do".into(), not_now)) }
    }

    /// In the words that all rule sets share, and as a key of the `phase` labels.
    pub fn told(&self) -> (Stage, &'static str) {
        match self {
            Phase::Orders => (Stage::Orders, "orders"),
            Phase::Running(_) => (Stage::Running, "running"),
            Phase::Over => (Stage::Over, "over"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A phase is stored with its stage; what is told of it tells no stage.
    #[test]
    fn the_stage_is_stored_but_not_told() {
        let phase = Phase::Running("melees");
        assert_eq!(serde_json::to_string(&phase).unwrap(), r#"{"running":"melees"}"#);
        assert_eq!(phase.told(), (Stage::Running, "running"));
        assert_eq!(serde_json::to_string(&Phase::<&str>::Over).unwrap(), r#""over""#);
    }
}
