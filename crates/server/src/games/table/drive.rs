//! What happens by itself: computer commanders, seats where nobody sits, and the clock.

use krigsspil_engine::battle::{Prompt, PromptDetail, SeatId, ViewDetail};
use krigsspil_staff::{Briefing, hire};

use super::{Millis, Table};
use crate::games::entry::{Because, What};
use crate::games::settings::By;
use crate::games::wire::ItemWhat;

impl Table {
    /// Starts the clock of a turn.
    pub(super) fn wind_clock(&mut self) {
        let seconds = self.settings.clock.filter(|_| !self.head.over);
        let whole = seconds.map(|seconds| i64::from(seconds) * 1000);
        self.head.deadline = whole.map(|whole| self.now + whole);
        if self.head.paused.is_some() {
            self.head.paused = Some(whole.unwrap_or(0));
        }
    }

    fn bare(&self) -> Vec<Prompt> {
        self.game.as_ref().map_or_else(Vec::new, |game| game.prompts_in(&|_| PromptDetail::Bare))
    }

    fn by(&self, seat: &SeatId) -> By {
        self.head.seats.get(seat).map_or(By::Nobody, |sitting| sitting.by.clone())
    }

    /// When something happens by itself; none when persons are waited for, and no clock runs.
    pub(crate) fn due(&self) -> Option<Millis> {
        if self.head.over || self.head.paused.is_some() || !self.head.begun {
            return None;
        }
        let prompts = self.bare();
        if prompts.iter().any(|prompt| self.by(&prompt.seat) != By::Person) {
            return Some(self.now);
        }
        self.head.deadline.filter(|_| !prompts.is_empty())
    }

    /// Does one thing that happens by itself, when there is one to be done now; tells whether.
    pub(crate) fn drive(&mut self, now: Millis) -> bool {
        self.now = now;
        if self.due().is_none_or(|due| due > now) {
            return false;
        }
        let prompts = self.bare();
        if let Some(prompt) = prompts.iter().find(|prompt| self.by(&prompt.seat) != By::Person) {
            return match self.by(&prompt.seat) {
                By::Staff(name) => self.command(&prompt.seat.clone(), &name),
                _ => self.usual(prompt),
            };
        }
        self.run_out(prompts)
    }

    /// The time of the turn is up: every open question gets its default answer.
    fn run_out(&mut self, prompts: Vec<Prompt>) -> bool {
        let turn = self.game.as_ref().map_or(0, |game| game.turn());
        if self.head.ran_out != Some(turn) {
            self.head.ran_out = Some(turn);
            self.tell_all(&ItemWhat::ClockRanOut { turn });
            self.log(&SeatId::umpire(), None, What::RanOut { turn });
        }
        // One at a time: an answer may settle other questions, or raise new ones.
        prompts.first().is_some_and(|prompt| self.usual(prompt))
    }

    fn usual(&mut self, prompt: &Prompt) -> bool {
        match self.do_deed(&prompt.seat, &prompt.default, Because::Default, None) {
            Ok(()) => true,
            Err(fault) => {
                tracing::error!(%fault, seat = %prompt.seat, "the usual answer is refused");
                // Without this it would be tried again for ever.
                self.head.deadline = None;
                false
            }
        }
    }

    /// Lets a commander answer the first prompt of the seat. What the commander leaves open gets the default answer.
    fn command(&mut self, seat: &SeatId, name: &str) -> bool {
        if !self.staff.contains_key(seat) {
            let briefing = self
                .briefing
                .get_or_insert_with(|| Briefing::new(&self.settings.rules, &self.settings.ground, 1));
            // The commander's random choices have nothing to do with the dice.
            let whim = getrandom::u64().unwrap_or(1);
            let Some(hired) = hire(name, &briefing.with_seed(whim)) else { return false };
            self.staff.insert(seat.clone(), hired);
        }
        let (Some(game), Some(commander)) = (self.game.as_ref(), self.staff.get_mut(seat)) else {
            return false;
        };
        let wants = commander.wants();
        let wanted = |other: &SeatId| if other == seat { wants } else { PromptDetail::Bare };
        let Some(prompt) = game.prompts_in(&wanted).into_iter().find(|prompt| prompt.seat == *seat) else {
            return false;
        };
        let turn = game.turn();
        let answers = commander.answer(&game.view_in(seat, ViewDetail::Lean), &prompt);
        let mut done = false;
        for answer in answers {
            // An answer that the rules refuse is simply not done.
            done |= self.do_deed(seat, &answer, Because::Staff, None).is_ok();
        }
        let number = |prompt: &Prompt| prompt.question().map(|question| question.question);
        let stands = self.game.as_ref().is_some_and(|game| {
            let about = |other: &SeatId| if other == seat { PromptDetail::About } else { PromptDetail::Bare };
            let same = |other: &Prompt| {
                other.seat == *seat && other.what == prompt.what && number(other) == number(&prompt)
            };
            game.ending().is_none() && game.turn() == turn && game.prompts_in(&about).iter().any(same)
        });
        if stands { self.usual(&prompt) } else { done }
    }
}
