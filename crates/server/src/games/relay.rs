//! Several processes on one store. A question to a game that another process writes is passed on to that process through the store.

use std::sync::Arc;
use std::time::Duration;

use serde::{Deserialize, Serialize};
use tokio::sync::{Notify, mpsc};

use super::Games;
use super::actor::{Asked, Letter};
use super::store::{Said, StoreFault};
use super::wire::Problem;

/// An answer on its way from one process to another.
#[derive(Debug, Serialize, Deserialize)]
pub(super) enum Passed {
    /// It is this.
    Answer(String),
    /// It is refused, with this status.
    Refused(u16, Problem),
}

impl From<Result<String, Problem>> for Passed {
    fn from(answer: Result<String, Problem>) -> Self {
        match answer {
            Ok(answer) => Passed::Answer(answer),
            Err(problem) => Passed::Refused(problem.status, problem),
        }
    }
}

impl Passed {
    pub(super) fn text(&self) -> String {
        serde_json::to_string(self).unwrap_or_default()
    }

    fn read(text: &str) -> Option<Result<String, Problem>> {
        Some(match serde_json::from_str(text).ok()? {
            Passed::Answer(answer) => Ok(answer),
            Passed::Refused(status, problem) => Err(Problem { status, ..problem }),
        })
    }
}

/// How long an answer is waited for before the lease is looked at again.
const LOOK_AGAIN: Duration = Duration::from_millis(400);

impl Games {
    /// Asks the process that writes a game. None when it does not answer for a while: then it may be dead, and its lease ends soon.
    pub(super) async fn pass_on(
        &self,
        game: &str,
        asked: &Asked,
    ) -> Result<Option<Result<String, Problem>>, StoreFault> {
        self.metrics.passed_on.add(1);
        let question = serde_json::to_string(asked).unwrap_or_default();
        let number = self.store.ask(game, question).await?;
        let heard = Arc::new(Notify::new());
        self.questions().insert(number, heard.clone());
        let mut answer = None;
        for _ in 0..4 {
            // The answer may have come before we listened for it.
            answer = self.store.answered(number).await?;
            if answer.is_some() {
                break;
            }
            let _ = tokio::time::timeout(LOOK_AGAIN, heard.notified()).await;
        }
        self.questions().remove(&number);
        if answer.is_none() {
            // It is asked again, perhaps of another process: nobody must answer this one later.
            answer = self.store.withdraw(number).await?;
        }
        Ok(answer.as_deref().and_then(Passed::read))
    }

    /// Hears what other processes say, until the server stops.
    pub(super) async fn hear(self: Arc<Self>, mut said: mpsc::Receiver<Said>) {
        loop {
            let next = tokio::select! {
                next = said.recv() => next,
                () = self.stop.cancelled() => None,
            };
            match next {
                None => return,
                Some(Said::Changed { game, term }) => self.changed_elsewhere(&game, term),
                Some(Said::Asked(game)) => self.put(&game, Letter::Asked),
                Some(Said::Answered(number)) => {
                    if let Some(heard) = self.questions().get(&number) {
                        heard.notify_one();
                    }
                }
                Some(Said::Missed) => self.look_after_all(),
            }
        }
    }

    /// Something may have been said that was not heard.
    fn look_after_all(&self) {
        for game in self.watched() {
            self.publish(&game, &[], Vec::new());
        }
        for game in self.awake_now() {
            self.put(&game, Letter::Asked);
        }
        for heard in self.questions().values() {
            heard.notify_one();
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// An answer and a refusal pass from process to process as they are, the status with them.
    #[test]
    fn answers_pass_as_they_are() {
        let problem = Problem {
            status: 409,
            code: "paused".into(),
            field: "".into(),
            message: "the game is paused".into(),
            rule: Some("1.1".into()),
        };
        let read = |answer| Passed::read(&Passed::from(answer).text()).unwrap();
        assert_eq!(read(Ok("{}".into())).unwrap(), "{}");
        let refused = read(Err(problem)).unwrap_err();
        assert_eq!(
            (refused.status, refused.code.as_str(), refused.rule.as_deref()),
            (409, "paused", Some("1.1"))
        );
        assert!(Passed::read("nonsense").is_none());
    }
}
