//! A turn resumes safely: it is a pure function of its start, the orders and the answers so far, and runs again after each answer from its
//! start, or from the last mark before the question ([`mark`](crate::desk::mark)): no answer can change what came before it. Debug builds
//! also run it from its start, and compare the events of the two runs.
//!
//! The events of an earlier run are a prefix of the next run's events, so only the new ones are reported. If an item of the turn fails, the
//! umpire is asked; the item is skipped if he says so or if there is no umpire: a battle never ends because of it.

use std::fmt;
use std::sync::Arc;

use krigsspil_engine::battle::{Event, QuestionSpec, Refused, SeatId};
use serde::ser::{SerializeStruct, Serializer};
use serde::{Deserialize, Serialize};

use crate::book::{Answer, Book, Key, Matter, Put, Said, Subject, Upset};
use crate::desk::{Desk, Left, Mark, Pause};
use crate::snapshot::digest;

/// The question to the umpire when something in a turn fails; a key of the `prompt` labels.
pub const FAULT: &str = "turn_fault";
/// Its only answer: that part of the turn is skipped.
pub const LEAVE_OUT: &str = "leave_out";

/// The question as a rule set declares it among its own.
pub static FAULT_QUESTION: QuestionSpec = QuestionSpec { what: FAULT, rule: "", choices: &[LEAVE_OUT] };

/// The questions that a rule set declares, and that one. `N` is one more than they are.
pub const fn with_fault_question<const N: usize>(
    own: &'static [&'static QuestionSpec],
) -> [&'static QuestionSpec; N] {
    assert!(own.len() + 1 == N, "there is one question more than the rule set's own");
    let mut all = [&FAULT_QUESTION; N];
    let mut at = 0;
    while at < own.len() {
        all[at] = own[at];
        at += 1;
    }
    all
}

/// The turn of a battle: its questions, and while it runs its start and the answers so far. It is part of the battle's state.
#[derive(Clone)]
pub struct Turns<S> {
    book: Book,
    begun: Option<Begun<S>>,
}

/// A turn that has begun.
#[derive(Clone)]
struct Begun<S> {
    start: Arc<S>,
    answers: Vec<Answer>,
    left_out: Vec<u32>,
    told: Vec<Arc<Event>>,
    mark: Option<Mark>,
}

impl<S> Default for Turns<S> {
    fn default() -> Self {
        Turns { book: Book::default(), begun: None }
    }
}

impl<S> fmt::Debug for Turns<S> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Turns").field("book", &self.book).field("runs", &self.begun.is_some()).finish()
    }
}

impl<S> From<Book> for Turns<S> {
    fn from(book: Book) -> Self {
        Turns { book, begun: None }
    }
}

impl<S> Turns<S> {
    /// The questions.
    pub fn book(&self) -> &Book {
        &self.book
    }

    /// Has a turn begun that is not finished?
    pub fn runs(&self) -> bool {
        self.begun.is_some()
    }

    /// The battle at the start of the turn.
    pub fn start(&self) -> Option<&S> {
        self.begun.as_ref().map(|begun| &*begun.start)
    }

    /// The answers in the current turn.
    pub fn answers(&self) -> &[Answer] {
        self.begun.as_ref().map_or(&[], |begun| &begun.answers)
    }

    /// Takes an answer. Returns true if no question is open any more: then call [`go_on`].
    pub fn answer(&mut self, seat: &SeatId, number: u32, choice: &str) -> Result<bool, Refused> {
        let said = self.book.answer(seat, number, choice)?;
        if let Some(begun) = &mut self.begun {
            match said {
                Said::Chosen(answer) => begun.answers.push(answer),
                Said::LeftOut(item) => begun.left_out.push(item),
            }
        }
        Ok(self.book.open().is_empty())
    }
}

/// The book, and for a turn that has begun its start and its answers: enough to distinguish any two states.
impl<S: Serialize> Serialize for Turns<S> {
    fn serialize<W: Serializer>(&self, serializer: W) -> Result<W::Ok, W::Error> {
        let mut turns = serializer.serialize_struct("Turns", 4)?;
        turns.serialize_field("book", &self.book)?;
        if let Some(begun) = &self.begun {
            turns.serialize_field("start", &digest(&*begun.start))?;
            turns.serialize_field("answers", &begun.answers)?;
            turns.serialize_field("left_out", &begun.left_out)?;
        }
        turns.end()
    }
}

/// Only between turns: a turn that has begun is not stored but runs again.
impl<'de, S> Deserialize<'de> for Turns<S> {
    fn deserialize<D: serde::Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        #[derive(Deserialize)]
        struct Between {
            book: Book,
        }
        Ok(Between::deserialize(from)?.book.into())
    }
}

/// A state that holds its turn.
pub trait Kept: Clone + Send + Sync + 'static {
    /// Its turn. A run of the turn does not touch it: it is put back when the run is over.
    fn turns(&mut self) -> &mut Turns<Self>;
}

/// How far a turn has come.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Came {
    /// To its end.
    ToTheEnd,
    /// To a question.
    ToAQuestion,
}

/// One whole run of a turn from its start.
pub type Running<'a, S> = dyn FnMut(&mut S, &mut Desk) -> Result<(), Pause> + 'a;

/// Begins a turn, and runs it to a question or to its end.
pub fn begin<S: Kept>(state: &mut S, events: &mut Vec<Arc<Event>>, run: &mut Running<'_, S>) -> Came {
    begin_with(state, Vec::new(), events, run)
}

/// The same with answers that are known beforehand.
pub fn begin_with<S: Kept>(
    state: &mut S,
    answers: Vec<Answer>,
    events: &mut Vec<Arc<Event>>,
    run: &mut Running<'_, S>,
) -> Came {
    let start = Arc::new(state.clone());
    let begun = Begun { start, answers, left_out: Vec::new(), told: Vec::new(), mark: None };
    carry(state, begun, true, events, run)
}

/// Continues when all questions are answered; does nothing if no turn has begun.
pub fn go_on<S: Kept>(state: &mut S, events: &mut Vec<Arc<Event>>, run: &mut Running<'_, S>) -> Came {
    match state.turns().begun.take() {
        Some(begun) => carry(state, begun, false, events, run),
        None => Came::ToTheEnd,
    }
}

fn carry<S: Kept>(
    state: &mut S,
    mut begun: Begun<S>,
    mut at_start: bool,
    events: &mut Vec<Arc<Event>>,
    run: &mut Running<'_, S>,
) -> Came {
    let mut book = std::mem::take(&mut state.turns().book);
    let mut upset: Option<Upset> = None;
    loop {
        let mark = begun.mark.take();
        let marked = mark.as_ref().and_then(|mark| mark.state.downcast_ref::<S>());
        if !at_start {
            *state = marked.unwrap_or(&*begun.start).clone();
        }
        at_start = false;
        let halt_before = upset.as_ref().map(|upset| upset.item);
        let whole = || Desk::new(&book, begun.answers.clone(), begun.left_out.clone(), halt_before);
        let mut desk = match mark {
            Some(mark) if cfg!(debug_assertions) => {
                let mut again = whole();
                let came = run(&mut S::clone(&begun.start), &mut again);
                let mut desk = whole().at_mark(mark.clone(), &begun.told);
                let from_mark = run(&mut state.clone(), &mut desk);
                debug_assert!(from_mark == came && same(&again.left(), &desk.left()), "a mark went astray");
                whole().at_mark(mark, &begun.told)
            }
            Some(mark) => whole().at_mark(mark, &begun.told),
            None => whole(),
        };
        let went = run(state, &mut desk);
        let left: Left = desk.left();
        (begun.answers, begun.left_out) = (left.answers, left.left_out);
        let came = match (went, left.upset) {
            (Ok(()), _) => Came::ToTheEnd,
            (Err(Pause::Failed), Some(found)) => {
                // Run again: without the item, or up to it, so that nothing of the failure is visible while the umpire thinks.
                if book.umpire_sits() {
                    upset = Some(found);
                } else {
                    begun.left_out.push(found.item);
                }
                continue;
            }
            (Err(Pause::Failed), None) => {
                book.ask(upset.take().map(fault_question).into_iter().collect());
                Came::ToAQuestion
            }
            (Err(Pause::Asked), _) => {
                book.ask(left.put);
                Came::ToAQuestion
            }
        };
        // All events so far, unless something failed after it had reported events.
        let told = begun.told.iter().zip(&left.events).take_while(|(told, event)| told == event).count();
        events.extend(left.events[told..].iter().cloned());
        (begun.told, begun.mark) = (left.events, left.mark);
        let begun = (came == Came::ToAQuestion).then_some(begun);
        *state.turns() = Turns { book, begun };
        return came;
    }
}

/// Did two runs report and ask the same?
fn same(one: &Left, other: &Left) -> bool {
    let keys = |left: &Left| left.put.iter().map(|put| put.key).collect::<Vec<_>>();
    one.events == other.events && keys(one) == keys(other) && one.upset == other.upset
}

fn fault_question(upset: Upset) -> Put {
    let matter = Matter { what: FAULT, subject: Subject::Turn, other: None };
    Put {
        key: Key { matter, step: upset.item, time: 1 },
        seat: SeatId::umpire(),
        rule: "",
        choices: vec![LEAVE_OUT],
        fault: Some(upset),
    }
}

#[cfg(test)]
mod tests;
