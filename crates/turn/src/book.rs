//! The book of questions: what was asked, of whom, about what, and what was answered.
//!
//! A question is identified by what is asked, about whom, against whom, in which step of the turn, and how often it has been asked in that
//! step: the first answer never answers a second question of the same kind.

use std::collections::BTreeMap;
use std::sync::Arc;

use krigsspil_engine::battle::{About, Deed, Prompt, QuestionAsked, QuestionNumber, Refused, SeatId, Taken};
use krigsspil_engine::wordings::{NO_OPEN_QUESTION, NOT_YOURS};
use krigsspil_engine::{Fault, UnknownWord};
use serde::{Deserialize, Serialize, Serializer};

use crate::ids::{CourierId, PostId, SideId, UnitId};

/// The subject of a question.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Subject {
    /// A unit.
    Unit(UnitId),
    /// A leader's post.
    #[serde(rename = "general")]
    Post(PostId),
    /// A courier.
    Courier(CourierId),
    /// A whole side.
    Side(SideId),
    /// The turn itself.
    Turn,
}

/// What a question is about.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
pub struct Matter {
    /// What is asked: a key of the `prompt` labels.
    pub what: &'static str,
    /// The subject.
    pub subject: Subject,
    /// The other unit.
    pub other: Option<UnitId>,
}

/// Who is asked, and about whom.
#[derive(Clone, Copy, Debug)]
pub struct Asked<'a> {
    /// Who is asked.
    pub seat: &'a SeatId,
    /// The subject.
    pub subject: Subject,
    /// The other unit.
    pub other: Option<UnitId>,
}

/// The key of an answer: what it is about, and when the question arose.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
pub struct Key {
    /// What it is about.
    #[serde(flatten)]
    pub matter: Matter,
    /// The step of the turn in which it arose.
    pub step: u32,
    /// How often it has been asked in that step, from 1.
    pub time: u32,
}

/// A given answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct Answer {
    /// The question.
    #[serde(flatten)]
    pub key: Key,
    /// The choice.
    pub choice: &'static str,
}

/// A question from a run of the turn; it has no number yet.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Put {
    pub key: Key,
    pub seat: SeatId,
    pub rule: &'static str,
    pub choices: Vec<&'static str>,
    pub fault: Option<Upset>,
}

/// An item of a turn that could not be carried out.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Upset {
    /// The item, by its number in the turn.
    pub item: u32,
    /// The reason.
    pub fault: Fault,
}

impl Serialize for Upset {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(&format_args!("{}: {}", self.item, self.fault))
    }
}

/// A question that waits for its answer.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Open {
    /// Its number among all questions of the battle, which the umpire uses.
    pub number: u32,
    /// Its number among the questions to its seat.
    pub own_number: u32,
    /// Who answers; the umpire may always answer.
    pub seat: SeatId,
    /// What it is about, and when it arose.
    #[serde(flatten)]
    pub key: Key,
    /// The rule.
    pub rule: &'static str,
    /// The choices, the default first.
    pub choices: Vec<&'static str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    fault: Option<Upset>,
}

/// How the subject of a question is named to a seat.
pub trait Naming {
    /// A unit's id; `None` if the seat may not know of it.
    fn unit(&self, unit: UnitId) -> Option<Arc<str>>;
    /// A post's id.
    fn post(&self, post: PostId) -> Option<Arc<str>>;
    /// The words of a fault.
    fn fault(&self, fault: &Fault) -> Arc<str>;
}

impl Open {
    /// The number by which a seat knows it.
    pub fn number_for(&self, seat: &SeatId) -> u32 {
        if seat.is_umpire() { self.number } else { self.own_number }
    }

    /// The choice if nobody answers.
    pub fn default_choice(&self) -> &'static str {
        self.choices.first().copied().unwrap_or_default()
    }

    /// The prompt for the seat that answers it, as that seat sees the question. The default is the first choice; `answer` is the rule set's
    /// action.
    pub fn prompt<A: Taken>(&self, asked: QuestionAsked, answer: fn(QuestionNumber, String) -> A) -> Prompt {
        let number = QuestionNumber(self.number_for(&self.seat));
        Prompt {
            seat: self.seat.clone(),
            what: self.key.matter.what,
            about: About::Question(asked),
            default: Deed::of(answer(number, self.default_choice().to_string())),
        }
    }

    /// The fault behind it, if the umpire is asked what to do about a fault.
    pub fn fault(&self) -> Option<&Fault> {
        self.fault.as_ref().map(|upset| &upset.fault)
    }

    /// The question as a seat sees it.
    pub fn told(&self, seat: &SeatId, names: &dyn Naming) -> QuestionAsked {
        let Matter { what, subject, other } = self.key.matter;
        let (unit, general) = match subject {
            Subject::Unit(unit) => (names.unit(unit), None),
            Subject::Post(post) => (None, names.post(post)),
            Subject::Courier(_) | Subject::Side(_) | Subject::Turn => (None, None),
        };
        QuestionAsked {
            question: self.number_for(seat),
            what,
            rule: self.rule,
            unit,
            general,
            other: other.and_then(|other| names.unit(other)),
            choices: self.choices.clone(),
            fault: self.fault().map(|fault| names.fault(fault)),
        }
    }
}

/// How questions are asked.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Asking {
    /// All questions of one moment together, numbered separately for each seat.
    #[default]
    Together,
    /// As in saves of the first version: one at a time, with common numbers for all seats, and a question answered this turn is not asked
    /// again.
    OneByOne,
}

/// The numbers of a battle's questions, and those that are open.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct Book {
    asking: Asking,
    umpire_sits: bool,
    asked: u32,
    asked_of: BTreeMap<SeatId, u32>,
    open: Vec<Open>,
}

/// The content of an answer.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Said {
    /// A choice was made.
    Chosen(Answer),
    /// This item of the turn is skipped.
    LeftOut(u32),
}

impl Book {
    /// A book for a battle, with or without an umpire for whose answers the battle waits.
    pub fn new(asking: Asking, umpire_sits: bool) -> Self {
        Book { asking, umpire_sits, ..Book::default() }
    }

    /// How questions are asked.
    pub fn asking(&self) -> Asking {
        self.asking
    }

    /// Is there an umpire for whose answers the battle waits?
    pub fn umpire_sits(&self) -> bool {
        self.umpire_sits
    }

    /// The open questions, in the order in which they were asked.
    pub fn open(&self) -> &[Open] {
        &self.open
    }

    /// The questions a seat can answer: its own; for the umpire all of them.
    pub fn open_to<'a>(&'a self, seat: &'a SeatId) -> impl Iterator<Item = &'a Open> {
        self.open.iter().filter(move |open| open.seat == *seat || seat.is_umpire())
    }

    /// Numbers questions, and opens them.
    pub(crate) fn ask(&mut self, put: Vec<Put>) {
        for Put { key, seat, rule, choices, fault } in put {
            self.asked += 1;
            let of_seat = self.asked_of.entry(seat.clone()).or_default();
            *of_seat += 1;
            let own_number = match self.asking {
                Asking::Together => *of_seat,
                Asking::OneByOne => self.asked,
            };
            self.open.push(Open { number: self.asked, own_number, seat, key, rule, choices, fault });
        }
    }

    /// Closes a question with an answer.
    pub(crate) fn answer(&mut self, seat: &SeatId, number: u32, choice: &str) -> Result<Said, Refused> {
        let found = self.open.iter().position(|open| match seat.is_umpire() {
            true => open.number == number,
            false => open.seat == *seat && open.own_number == number,
        });
        let Some(at) = found else {
            // With common numbers a seat can name another seat's question.
            let others =
                self.asking == Asking::OneByOne && self.open.iter().any(|open| open.number == number);
            let given = [("given", number.into())];
            return Err(match others {
                true => Refused::not_yours("question", NOT_YOURS.with(given)),
                false => Refused::unclear("question", NO_OPEN_QUESTION.with(given)),
            });
        };
        let known = &self.open[at].choices;
        let Some(&choice) = known.iter().find(|known| **known == choice) else {
            return Err(Refused::unclear("choice", UnknownWord::new(choice, known).sentence()));
        };
        let answered = self.open.remove(at);
        Ok(match answered.fault {
            Some(upset) => Said::LeftOut(upset.item),
            None => Said::Chosen(Answer { key: answered.key, choice }),
        })
    }
}

/// A book between turns, as a snapshot stores it: nothing is open.
#[derive(Deserialize)]
struct Closed {
    asking: Asking,
    umpire_sits: bool,
    asked: u32,
    asked_of: BTreeMap<SeatId, u32>,
}

impl<'de> Deserialize<'de> for Book {
    fn deserialize<D: serde::Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        let Closed { asking, umpire_sits, asked, asked_of } = Closed::deserialize(from)?;
        Ok(Book { asking, umpire_sits, asked, asked_of, open: Vec::new() })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ids::Id;

    fn put(seat: &str, unit: usize) -> Put {
        let matter = Matter { what: "evade", subject: Subject::Unit(UnitId::of(unit)), other: None };
        let key = Key { matter, step: 1, time: 1 };
        Put { key, seat: SeatId::from(seat), rule: "04.02.10", choices: vec!["stay", "go"], fault: None }
    }

    /// Each seat counts its own questions; the umpire counts all, and may answer anybody's.
    #[test]
    fn numbers_count_for_each_seat() {
        let mut book = Book::new(Asking::Together, true);
        book.ask(vec![put("blue", 1), put("red", 2), put("blue", 3)]);
        let numbers: Vec<_> = book.open().iter().map(|open| (open.number, open.own_number)).collect();
        assert_eq!(numbers, [(1, 1), (2, 1), (3, 2)]);
        let (blue, red, umpire) = (SeatId::from("blue"), SeatId::from("red"), SeatId::umpire());
        assert_eq!(book.answer(&red, 2, "go").unwrap_err().key(), "no_open_question");
        assert_eq!(book.answer(&blue, 2, "fly").unwrap_err().field(), "choice");
        let Ok(Said::Chosen(said)) = book.answer(&blue, 2, "go") else { panic!("it is his second") };
        assert_eq!((said.key.matter.subject, said.choice), (Subject::Unit(UnitId::of(3)), "go"));
        let Ok(Said::Chosen(said)) = book.answer(&umpire, 2, "stay") else { panic!("the umpire may") };
        assert_eq!(said.key.matter.subject, Subject::Unit(UnitId::of(2)));
        assert_eq!(book.open_to(&red).count(), 0);
        assert_eq!(book.open_to(&umpire).count(), 1);
    }

    /// In old saves all seats share the numbers.
    #[test]
    fn old_saves_count_together() {
        let mut book = Book::new(Asking::OneByOne, false);
        book.ask(vec![put("blue", 1)]);
        book.answer(&SeatId::from("blue"), 1, "go").unwrap();
        book.ask(vec![put("red", 1)]);
        assert_eq!(book.answer(&SeatId::from("blue"), 2, "go").unwrap_err().key(), "not_yours");
        assert!(book.answer(&SeatId::from("red"), 2, "go").is_ok());
    }

    /// A book between turns can be stored and loaded.
    #[test]
    fn a_closed_book_is_stored() {
        let mut book = Book::new(Asking::Together, true);
        book.ask(vec![put("blue", 1)]);
        book.answer(&SeatId::from("blue"), 1, "go").unwrap();
        let text = serde_json::to_string(&book).unwrap();
        assert_eq!(serde_json::from_str::<Book>(&text).unwrap(), book);
    }
}
