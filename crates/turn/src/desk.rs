//! The desk for one run of a turn: it answers questions from the book, notes those it cannot answer, keeps the events, and counts the items
//! so that a failed one can be skipped.

use std::any::Any;
use std::collections::BTreeMap;
use std::sync::Arc;

use krigsspil_engine::Fault;
use krigsspil_engine::battle::{Event, Question, SeatId};
use krigsspil_engine::fact::Choice;

use crate::book::{Answer, Asked, Asking, Book, Key, Matter, Put, Subject, Upset};

/// Why a turn stops. Its state is kept, and it runs again from its start when it can continue.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Pause {
    /// There is a question.
    Asked,
    /// An item of the turn could not be carried out.
    Failed,
}

/// Why an item of a turn stops.
#[derive(Clone, Debug, PartialEq)]
pub enum Broken {
    /// The turn stops.
    Pause(Pause),
    /// Something is wrong: the item is skipped if the umpire says so or if there is no umpire.
    Fault(Fault),
}

impl From<Pause> for Broken {
    fn from(pause: Pause) -> Self {
        Broken::Pause(pause)
    }
}

impl From<Fault> for Broken {
    fn from(fault: Fault) -> Self {
        Broken::Fault(fault)
    }
}

/// The result of an item of a turn.
pub type Go<T = ()> = Result<T, Broken>;

/// The desk of one run.
#[derive(Debug)]
pub struct Desk {
    asking: Asking,
    umpire_sits: bool,
    answers: Vec<Answer>,
    left_out: Vec<u32>,
    halt_before: Option<u32>,
    asked: BTreeMap<Matter, Times>,
    step: u32,
    items: u32,
    trying: bool,
    put: Vec<Put>,
    upset: Option<Upset>,
    events: Vec<Arc<Event>>,
    mark: Option<Mark>,
    in_hand: Option<InHand>,
}

/// What a run carries in addition to its state, of a type that only the rule set knows.
pub type InHand = Arc<dyn Any + Send + Sync>;

/// A moment from which a turn can continue. Questions belong to their step, so no later answer can change anything before it.
#[derive(Clone)]
pub(crate) struct Mark {
    /// The state, of the run's own type.
    pub state: InHand,
    in_hand: InHand,
    asked: BTreeMap<Matter, Times>,
    step: u32,
    items: u32,
    told: usize,
}

impl std::fmt::Debug for Mark {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Mark").field("step", &self.step).field("items", &self.items).finish_non_exhaustive()
    }
}

/// How often something was asked.
#[derive(Clone, Copy, Debug, Default)]
struct Times {
    step: u32,
    in_step: u32,
}

/// What one run of a turn leaves on its desk.
pub(crate) struct Left {
    pub answers: Vec<Answer>,
    pub left_out: Vec<u32>,
    pub put: Vec<Put>,
    pub upset: Option<Upset>,
    pub events: Vec<Arc<Event>>,
    pub mark: Option<Mark>,
}

impl Desk {
    pub(crate) fn new(
        book: &Book,
        answers: Vec<Answer>,
        left_out: Vec<u32>,
        halt_before: Option<u32>,
    ) -> Desk {
        Desk {
            asking: book.asking(),
            umpire_sits: book.umpire_sits(),
            answers,
            left_out,
            halt_before,
            asked: BTreeMap::new(),
            step: 0,
            items: 0,
            trying: false,
            put: Vec::new(),
            upset: None,
            events: Vec::new(),
            mark: None,
            in_hand: None,
        }
    }

    /// The desk as it was at a mark, with this many events reported in all.
    pub(crate) fn at_mark(self, mark: Mark, told: &[Arc<Event>]) -> Desk {
        Desk {
            asked: mark.asked.clone(),
            step: mark.step,
            items: mark.items,
            events: told[..mark.told].to_vec(),
            in_hand: Some(mark.in_hand.clone()),
            mark: Some(mark),
            ..self
        }
    }

    /// What the run carried at the mark from which it continues ([`mark`]); `None` if it begins at the turn's start.
    pub fn goes_on_with<H: Clone + 'static>(&mut self) -> Option<H> {
        self.in_hand.take()?.downcast_ref::<H>().cloned()
    }

    /// A desk outside the turn, which asks nobody: for a rehearsal, or to inspect a state.
    pub fn aside() -> Desk {
        Desk::new(&Book::default(), Vec::new(), Vec::new(), None)
    }

    pub(crate) fn left(self) -> Left {
        let Desk { answers, left_out, put, upset, events, mark, .. } = self;
        Left { answers, left_out, put, upset, events, mark }
    }

    /// Reports an event.
    pub fn tell(&mut self, event: Event) -> Arc<Event> {
        let event = Arc::new(event);
        self.events.push(event.clone());
        event
    }

    /// What has happened in this turn so far.
    pub fn events(&self) -> &[Arc<Event>] {
        &self.events
    }

    /// Is there an umpire for whose answers the battle waits?
    pub fn umpire_sits(&self) -> bool {
        self.umpire_sits
    }

    /// The next step of the turn begins: another stage, or another moment. Its questions count anew.
    pub fn next_step(&mut self) {
        self.step += 1;
    }

    /// Was this asked earlier in this turn?
    pub fn has_asked(&self, what: &'static str, subject: Subject, other: Option<crate::ids::UnitId>) -> bool {
        self.asked.contains_key(&Matter { what, subject, other })
    }

    /// The chosen answer; the run stops if nobody has answered. The default is the first choice.
    pub fn ask<C: Choice>(&mut self, question: &Question<C>, asked: Asked<'_>) -> Go<C> {
        let places: Vec<usize> = (0..C::ALL.len()).collect();
        self.ask_places(question, asked, &places)
    }

    /// The same with only some of the choices; the default is the first of them.
    pub fn ask_among<C: Choice + PartialEq>(
        &mut self,
        question: &Question<C>,
        asked: Asked<'_>,
        among: &[C],
    ) -> Go<C> {
        let place = |choice: &C| C::ALL.iter().position(|one| one == choice);
        let places: Vec<usize> = among.iter().filter_map(place).collect();
        self.ask_places(question, asked, &places)
    }

    /// The same with another default.
    pub fn ask_else<C: Choice + PartialEq>(
        &mut self,
        question: &Question<C>,
        asked: Asked<'_>,
        default: C,
    ) -> Go<C> {
        let mut among = vec![default];
        among.extend(C::ALL.iter().copied().filter(|choice| *choice != default));
        self.ask_among(question, asked, &among)
    }

    /// Picks at most this many of several: those for whom this choice is made, in their order. If no more are left than there is room for,
    /// they are picked without a question. All possible questions are asked at once (in old saves one after the other).
    pub fn pick<C: Choice + PartialEq>(
        &mut self,
        question: &Question<C>,
        all: &[Asked<'_>],
        wanted: C,
        most: usize,
    ) -> Go<Vec<usize>> {
        let mut said = Vec::new();
        if self.asking == Asking::Together && most > 0 && all.len() > most {
            let asked = all.iter().take(all.len() - 1).map(|asked| self.ask(question, *asked));
            let asked: Vec<Go<C>> = asked.collect();
            said = asked.into_iter().collect::<Go<Vec<C>>>()?;
        }
        let mut picked = Vec::new();
        for (place, asked) in all.iter().enumerate() {
            let (left, room) = (all.len() - place, most - picked.len());
            let chosen = match said.get(place) {
                _ if room == 0 => break,
                _ if left <= room => wanted,
                Some(said) => *said,
                None => self.ask(question, *asked)?,
            };
            if chosen == wanted {
                picked.push(place);
            }
        }
        Ok(picked)
    }

    fn ask_places<C: Choice>(&mut self, question: &Question<C>, asked: Asked<'_>, places: &[usize]) -> Go<C> {
        let names: Vec<&'static str> = places.iter().map(|&place| C::NAMES[place]).collect();
        let chosen = self.decide((question.spec.what, question.spec.rule), asked, names)?;
        Ok(C::ALL[places[chosen]])
    }

    /// The index of the chosen answer.
    fn decide(
        &mut self,
        (what, rule): (&'static str, &'static str),
        Asked { seat, subject, other }: Asked<'_>,
        choices: Vec<&'static str>,
    ) -> Result<usize, Pause> {
        let key = self.arises(Matter { what, subject, other });
        // What was asked at the same time may have closed the choice that was made: then it is asked again, and the last answer counts.
        let said = self.answers.iter().rev().filter(|answer| answer.key == key);
        let place =
            said.into_iter().find_map(|said| choices.iter().position(|choice| *choice == said.choice));
        let nobody_sits = seat.is_umpire() && !self.umpire_sits;
        if let Some(place) = place.or_else(|| nobody_sits.then_some(0)) {
            return Ok(place);
        }
        // While other items are tried the same question may come up again: it counts as one.
        if !self.put.iter().any(|put| put.key == key) {
            self.put.push(Put { key, seat: seat.clone(), rule, choices, fault: None });
        }
        Err(Pause::Asked)
    }

    /// Counts a question, and returns the key of its answer.
    fn arises(&mut self, matter: Matter) -> Key {
        let times = self.asked.entry(matter).or_default();
        if self.asking == Asking::OneByOne {
            return Key { matter, step: 0, time: 1 };
        }
        if times.step != self.step {
            *times = Times { step: self.step, in_step: 0 };
        }
        times.in_step += 1;
        Key { matter, step: self.step, time: times.in_step }
    }
}

/// A run of a turn: the rule set's own, with its state and this desk.
pub trait Runs {
    /// The state it changes.
    type State: Clone;
    /// The state.
    fn state(&mut self) -> &mut Self::State;
    /// The desk.
    fn desk(&mut self) -> &mut Desk;
    /// What it carries in addition, so that the turn can continue from here: it asks [`Desk::goes_on_with`] for it before it begins. `None`
    /// if it cannot: then each answer runs the turn from its start.
    fn in_hand(&self) -> Option<InHand> {
        None
    }
}

/// Marks this place of the turn: if it later stops for a question, it continues from here.
pub fn mark<R: Runs>(run: &mut R)
where
    R::State: Send + Sync + 'static,
{
    let desk = run.desk();
    if desk.asking == Asking::OneByOne || desk.trying {
        return;
    }
    let Some(in_hand) = run.in_hand() else { return };
    let state = Arc::new(run.state().clone());
    let desk = run.desk();
    let (step, items, told) = (desk.step, desk.items, desk.events.len());
    desk.mark = Some(Mark { state, in_hand, asked: desk.asked.clone(), step, items, told });
}

/// Carries out one item of the turn: a stage, or something due. An item that is known to fail is skipped: then the result is `None`.
pub fn item<R: Runs, T>(run: &mut R, work: impl FnOnce(&mut R) -> Go<T>) -> Result<Option<T>, Pause> {
    let desk = run.desk();
    let number = desk.items;
    desk.items += 1;
    if desk.left_out.contains(&number) {
        return Ok(None);
    }
    if desk.halt_before == Some(number) && !desk.trying {
        return Err(Pause::Failed);
    }
    let told = desk.events.len();
    match work(run) {
        Ok(done) => Ok(Some(done)),
        Err(Broken::Pause(pause)) => Err(pause),
        Err(Broken::Fault(fault)) => {
            let desk = run.desk();
            // The events of a failed item have not happened.
            desk.events.truncate(told);
            if !desk.trying {
                desk.upset = Some(Upset { item: number, fault });
            }
            Err(Pause::Failed)
        }
    }
}

/// When an item has stopped for a question: tries the other items that are due, each on a copy of the state, so that their questions are
/// asked at the same time. Only the questions are kept.
pub fn try_beside<R: Runs, T>(
    run: &mut R,
    beside: impl IntoIterator<Item = T>,
    mut attempt: impl FnMut(&mut R, T) -> Go,
) {
    let desk = run.desk();
    if desk.asking == Asking::OneByOne || desk.trying {
        return;
    }
    let (items, told) = (desk.items, desk.events.len());
    let mut kept: Option<R::State> = None;
    desk.trying = true;
    for one in beside {
        let kept = kept.get_or_insert_with(|| run.state().clone());
        // The counts of questions continue: the items will ask again in the same order. An answer, a stop and a fault all show only what
        // was asked on the way.
        let _ = attempt(run, one);
        *run.state() = kept.clone();
        let desk = run.desk();
        desk.items = items;
        desk.events.truncate(told);
    }
    run.desk().trying = false;
}

/// Does the same work for each of several, each as an item of its own. If one stops for a question, those after it are also tried.
pub fn each<R: Runs, T>(run: &mut R, all: &[T], mut work: impl FnMut(&mut R, &T) -> Go) -> Result<(), Pause> {
    for (place, one) in all.iter().enumerate() {
        if let Err(pause) = item(run, |run| work(run, one)) {
            if pause == Pause::Asked {
                try_beside(run, &all[place + 1..], work);
            }
            return Err(pause);
        }
    }
    Ok(())
}

/// What is due at the current moment; the first is in progress.
#[derive(Clone, Debug, PartialEq, serde::Serialize)]
#[serde(transparent)]
pub struct Agenda<D>(Vec<D>);

impl<D> Default for Agenda<D> {
    fn default() -> Self {
        Agenda(Vec::new())
    }
}

impl<D> Agenda<D> {
    /// The item in progress.
    pub fn first(&self) -> Option<&D> {
        self.0.first()
    }

    /// Is nothing due?
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// Everything that is due, in order.
    pub fn iter(&self) -> std::slice::Iter<'_, D> {
        self.0.iter()
    }

    /// Adds something at the end.
    pub fn push(&mut self, due: D) {
        self.0.push(due);
    }

    /// Adds things at the end, in order.
    pub fn extend(&mut self, due: impl IntoIterator<Item = D>) {
        self.0.extend(due);
    }

    /// Inserts things right after the item in progress.
    pub fn next(&mut self, due: impl IntoIterator<Item = D>) {
        let at = self.0.len().min(1);
        self.0.splice(at..at, due);
    }

    /// Removes everything.
    pub fn clear(&mut self) {
        self.0.clear();
    }

    fn done(&mut self, next: Option<D>) {
        match (next, self.0.first_mut()) {
            (Some(next), Some(first)) => *first = next,
            (None, Some(_)) => drop(self.0.remove(0)),
            (_, None) => {}
        }
    }
}

/// A run that settles due items one after the other.
pub trait Settles: Runs {
    /// Something that is due.
    type Due: Clone;
    /// What is due.
    fn agenda(&mut self) -> &mut Agenda<Self::Due>;
    /// Settles one item. The returned item replaces it: the next part of the same thing.
    fn settle(&mut self, due: Self::Due) -> Go<Option<Self::Due>>;
}

/// Settles everything that is due. If one item stops for a question, the others are also tried.
pub fn settle_all<R: Settles>(run: &mut R) -> Result<(), Pause> {
    while let Some(due) = run.agenda().first().cloned() {
        match item(run, |run| run.settle(due)) {
            Ok(next) => run.agenda().done(next.flatten()),
            Err(Pause::Failed) => return Err(Pause::Failed),
            Err(Pause::Asked) => {
                let agenda = run.agenda().clone();
                try_beside(run, agenda.iter().skip(1), |run, due| {
                    let tried = run.settle(due.clone()).map(drop);
                    *run.agenda() = agenda.clone();
                    tried
                });
                return Err(Pause::Asked);
            }
        }
    }
    Ok(())
}

/// A question to a seat about one of its units.
pub fn about_unit(seat: &SeatId, unit: crate::ids::UnitId, other: Option<crate::ids::UnitId>) -> Asked<'_> {
    Asked { seat, subject: Subject::Unit(unit), other }
}
