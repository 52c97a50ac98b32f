//! A toy battle: batteries that lose guns, chains that are threatened, and a stage that can fail.

use krigsspil_engine::Fault;
use krigsspil_engine::battle::{Audience, BattleDice};
use krigsspil_engine::dice::{Dice, Die};
use serde_json::json;

use super::*;
use crate::book::{Asking, Naming};
use crate::desk::{Agenda, Go, Runs, Settles, about_unit, item, settle_all};
use crate::ids::{Id, PostId, Roll, UnitId};

krigsspil_engine::questions! {
    /// Which gun is lost.
    LOSE_GUN = "lose_gun", "06.03.3": Which { Damaged = "damaged", Sound = "sound" };
    /// A chain may go.
    EVADE = "evade", "04.02.10": Evasion { Stay = "stay", Go = "go" };
    /// Who begins.
    INITIATIVE = "initiative", "07.03.1": Initiative { Dice = "dice", Unit = "unit" };
}

#[derive(Clone, Debug, PartialEq, Serialize)]
enum Due {
    Gun(UnitId),
    Threat(UnitId),
    /// The first takes the second along when he goes.
    Linked(UnitId, UnitId),
    Initiative,
    Fails(u8),
}

#[derive(Clone, Debug, Default, PartialEq, Serialize)]
struct Battery {
    sound: i32,
    damaged: i32,
    gone: bool,
}

#[derive(Clone, Debug, Serialize)]
struct Toy {
    units: Roll<UnitId, Battery>,
    /// What happens in each of the turn's moments.
    moments: Vec<Vec<Due>>,
    thrown: Vec<i32>,
    dice: BattleDice,
    over: bool,
    turns: Turns<Toy>,
}

impl Kept for Toy {
    fn turns(&mut self) -> &mut Turns<Toy> {
        &mut self.turns
    }
}

struct Run<'a> {
    toy: &'a mut Toy,
    desk: &'a mut Desk,
    agenda: Agenda<Due>,
}

impl Runs for Run<'_> {
    type State = Toy;
    fn state(&mut self) -> &mut Toy {
        self.toy
    }
    fn desk(&mut self) -> &mut Desk {
        self.desk
    }
}

impl Settles for Run<'_> {
    type Due = Due;
    fn agenda(&mut self) -> &mut Agenda<Due> {
        &mut self.agenda
    }

    fn settle(&mut self, due: Due) -> Go<Option<Due>> {
        let blue = SeatId::from("blue");
        match due {
            Due::Gun(unit) => {
                self.tell("hit", unit);
                let which = self.desk.ask(&LOSE_GUN, about_unit(&blue, unit, None))?;
                self.throw()?;
                let battery = &mut self.toy.units[unit];
                match which {
                    Which::Damaged => battery.damaged -= 1,
                    Which::Sound => battery.sound -= 1,
                }
                self.tell("loses_gun", unit);
            }
            Due::Threat(unit) if self.toy.units[unit].gone => {}
            Due::Threat(unit) => {
                let choice = self.desk.ask(&EVADE, about_unit(&blue, unit, None))?;
                self.toy.units[unit].gone |= choice == Evasion::Go;
            }
            Due::Linked(unit, other) => {
                let choice = self.desk.ask(&EVADE, about_unit(&blue, unit, None))?;
                self.toy.units[unit].gone |= choice == Evasion::Go;
                self.toy.units[other].gone |= choice == Evasion::Go;
            }
            Due::Initiative => {
                let umpire = SeatId::umpire();
                if self.desk.ask(&INITIATIVE, about_unit(&umpire, UnitId::of(0), None))? == Initiative::Dice {
                    self.throw()?;
                }
            }
            Due::Fails(after) => {
                self.tell("half_done", UnitId::of(0));
                self.toy.units[UnitId::of(0)].sound -= 100;
                return Err(Fault::too_many_dice(1, usize::from(after)).into());
            }
        }
        Ok(None)
    }
}

impl Run<'_> {
    fn throw(&mut self) -> Go {
        let shown = self.toy.dice.roll("toy", Die::D6)?;
        self.toy.thrown.push(shown);
        Ok(())
    }

    fn tell(&mut self, what: &'static str, unit: UnitId) {
        self.desk.tell(Event {
            turn: 1,
            moment: 0.0,
            what,
            rule: "",
            about: json!({"unit": unit}),
            working: None,
            way: None,
            audience: Audience::All,
        });
    }

    fn run(&mut self) -> Result<(), Pause> {
        for moment in 0..self.toy.moments.len() {
            self.desk.next_step();
            self.agenda.extend(self.toy.moments[moment].clone());
            settle_all(self)?;
        }
        item(self, |run| run.throw())?;
        self.toy.over = true;
        Ok(())
    }
}

fn running(toy: &mut Toy, desk: &mut Desk) -> Result<(), Pause> {
    Run { toy, desk, agenda: Agenda::default() }.run()
}

fn toy(asking: Asking, umpire: bool, moments: Vec<Vec<Due>>) -> Toy {
    let battery = Battery { sound: 3, damaged: 3, gone: false };
    Toy {
        units: [battery.clone(), battery].into_iter().collect(),
        moments,
        thrown: Vec::new(),
        dice: BattleDice::from_seed(7),
        over: false,
        turns: Book::new(asking, umpire).into(),
    }
}

/// Plays a turn to its end; the choices are given in the order of the questions. Returns the events, and how many questions came at a time.
fn play(toy: &mut Toy, choices: &[&str]) -> (Vec<Arc<Event>>, Vec<usize>) {
    let (mut events, mut rounds) = (Vec::new(), Vec::new());
    let mut choices = choices.iter();
    let mut came = begin(toy, &mut events, &mut running);
    while came == Came::ToAQuestion {
        rounds.push(toy.turns.book().open().len());
        while let Some(open) = toy.turns.book().open().first() {
            let (seat, number) = (open.seat.clone(), open.number_for(&open.seat));
            let choice = choices.next().copied().unwrap_or(open.default_choice());
            toy.turns.answer(&seat, number, choice).unwrap();
        }
        came = go_on(toy, &mut events, &mut running);
    }
    assert!(toy.over && !toy.turns.runs());
    (events, rounds)
}

fn units() -> (UnitId, UnitId) {
    (UnitId::of(0), UnitId::of(1))
}

/// Answers on request and answers given beforehand make the same battle, to the last bit; and everything is reported once.
#[test]
fn answers_beforehand_and_answers_asked_are_the_same() {
    let (a, b) = units();
    let moments =
        || vec![vec![Due::Gun(a), Due::Gun(b)], vec![Due::Initiative], vec![Due::Gun(a), Due::Threat(b)]];
    let mut asked = toy(Asking::Together, true, moments());
    let mut given = asked.clone();
    let mut one_by_one = asked.clone();
    let (told, rounds) = play(&mut asked, &["sound", "damaged", "dice", "sound", "go"]);
    assert_eq!(rounds, [2, 1, 2]);

    // The answers, as kept by a turn that is one question from its end.
    let mut events = Vec::new();
    begin(&mut one_by_one, &mut events, &mut running);
    let mut answers = Vec::new();
    for choice in ["sound", "damaged", "dice", "sound", "go"] {
        let open = one_by_one.turns.book().open()[0].clone();
        let all = one_by_one.turns.answer(&SeatId::umpire(), open.number, choice).unwrap();
        answers = one_by_one.turns.answers().to_vec();
        if all {
            go_on(&mut one_by_one, &mut events, &mut running);
        }
    }
    assert_eq!(answers.len(), 5);
    let mut beforehand = Vec::new();
    assert_eq!(begin_with(&mut given, answers, &mut beforehand, &mut running), Came::ToTheEnd);
    assert_eq!(beforehand, told);
    assert_eq!(events, told);
    // Only the book differs: nobody was asked.
    given.turns = asked.turns.clone();
    assert_eq!(digest(&given), digest(&asked));
    assert_eq!(digest(&one_by_one), digest(&asked));
    assert_eq!(asked.thrown.len(), 5);
}

/// §06.03.3 for two guns of one battery lost in one turn there are two questions, at one moment or at two.
#[test]
fn two_guns_are_asked_for_twice() {
    let (a, _) = units();
    let (at_once, in_turn) =
        (vec![vec![Due::Gun(a), Due::Gun(a)]], vec![vec![Due::Gun(a)], vec![Due::Gun(a)]]);
    for (moments, asked) in [(at_once, vec![2]), (in_turn, vec![1, 1])] {
        let mut toy = toy(Asking::Together, false, moments);
        let (_, rounds) = play(&mut toy, &["sound", "damaged"]);
        assert_eq!(rounds, asked);
        assert_eq!(toy.units[a], Battery { sound: 2, damaged: 2, gone: false });
    }
}

/// In saves of the first version the first answer of a turn counts for all, and questions come one by one.
#[test]
fn old_saves_are_asked_as_they_were() {
    let (a, b) = units();
    let moments = vec![vec![Due::Gun(a), Due::Gun(a), Due::Gun(b)]];
    let mut toy = toy(Asking::OneByOne, false, moments);
    let (_, rounds) = play(&mut toy, &["sound", "damaged"]);
    assert_eq!(rounds, [1, 1]);
    assert_eq!(toy.units[a], Battery { sound: 1, damaged: 3, gone: false });
    assert_eq!(toy.units[b], Battery { sound: 3, damaged: 2, gone: false });
}

/// A question that was asked together with another, and then did not arise, answers nothing later in the turn.
#[test]
fn an_answer_is_never_kept_for_later() {
    let (a, b) = units();
    let moments = vec![vec![Due::Linked(a, b), Due::Threat(b)], vec![Due::Linked(b, a)]];
    let mut toy = toy(Asking::Together, false, moments);
    let mut events = Vec::new();
    begin(&mut toy, &mut events, &mut running);
    let blue = SeatId::from("blue");
    assert_eq!(toy.turns.book().open().len(), 2);
    toy.turns.answer(&blue, 1, "go").unwrap();
    assert!(toy.turns.answer(&blue, 2, "stay").unwrap());
    assert_eq!(go_on(&mut toy, &mut events, &mut running), Came::ToAQuestion);
    let open = &toy.turns.book().open()[0];
    assert_eq!((open.key.step, open.key.matter.subject), (2, Subject::Unit(b)));
}

/// The umpire is asked about a failure, with its text; nothing of it is visible, and the turn continues without it.
#[test]
fn a_fault_is_a_question_to_the_umpire() {
    struct Names;
    impl Naming for Names {
        fn unit(&self, _: UnitId) -> Option<Arc<str>> {
            None
        }
        fn post(&self, _: PostId) -> Option<Arc<str>> {
            None
        }
        fn fault(&self, fault: &Fault) -> Arc<str> {
            fault.to_string().into()
        }
    }
    let (a, b) = units();
    let moments = || vec![vec![Due::Gun(a), Due::Fails(2), Due::Gun(b)]];
    let mut toy_battle = toy(Asking::Together, true, moments());
    let mut events = Vec::new();
    begin(&mut toy_battle, &mut events, &mut running);
    let blue = SeatId::from("blue");
    for number in [1, 2] {
        toy_battle.turns.answer(&blue, number, "damaged").unwrap();
    }
    assert_eq!(go_on(&mut toy_battle, &mut events, &mut running), Came::ToAQuestion);
    assert_eq!(toy_battle.units[a].sound, 3);
    let open = &toy_battle.turns.book().open()[0];
    let told = open.told(&SeatId::umpire(), &Names);
    assert_eq!((told.what, &*told.choices, told.question), (FAULT, &[LEAVE_OUT][..], 3));
    assert_eq!(told.fault.as_deref(), Some("dice: 2 given, but the number needed is 1"));
    assert!(toy_battle.turns.answer(&SeatId::umpire(), 3, LEAVE_OUT).unwrap());
    assert_eq!(go_on(&mut toy_battle, &mut events, &mut running), Came::ToTheEnd);
    assert!(events.iter().all(|event| event.what != "half_done"));

    let mut nobody = toy(Asking::Together, false, moments());
    let (told, rounds) = play(&mut nobody, &["damaged", "damaged"]);
    assert_eq!((rounds, &told), (vec![2], &events));
    assert_eq!(nobody.units, toy_battle.units);
}

/// Two failures in one turn are skipped, one after the other.
#[test]
fn two_faults_are_left_out() {
    let (a, _) = units();
    let mut toy = toy(Asking::Together, false, vec![vec![Due::Fails(2), Due::Gun(a), Due::Fails(3)]]);
    play(&mut toy, &["sound"]);
    assert_eq!(toy.units[a], Battery { sound: 2, damaged: 3, gone: false });
}

/// Without an umpire his questions get their defaults.
#[test]
fn nobody_waits_for_an_umpire_who_does_not_sit() {
    let mut toy = toy(Asking::Together, false, vec![vec![Due::Initiative]]);
    let (_, rounds) = play(&mut toy, &[]);
    assert!(rounds.is_empty());
    assert_eq!(toy.thrown.len(), 2);
}

/// A waiting turn has another digest than one with a different answer.
#[test]
fn the_digest_covers_the_state_inside_a_turn() {
    let (a, b) = units();
    let mut one = toy(Asking::Together, false, vec![vec![Due::Gun(a), Due::Gun(b)]]);
    begin(&mut one, &mut Vec::new(), &mut running);
    let mut other = one.clone();
    let blue = SeatId::from("blue");
    one.turns.answer(&blue, 1, "sound").unwrap();
    other.turns.answer(&blue, 1, "damaged").unwrap();
    assert_ne!(digest(&one), digest(&other));
}

/// Some kinds of things at some moments, depending on a number.
fn some_moments(mut seed: u64) -> Vec<Vec<Due>> {
    let mut next = |below: u64| {
        seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (seed >> 33) % below
    };
    let mut due = || {
        let (unit, other) = (UnitId::of(next(2) as usize), UnitId::of(next(2) as usize));
        match next(6) {
            0 | 1 => Due::Gun(unit),
            2 => Due::Threat(unit),
            3 => Due::Linked(unit, other),
            4 => Due::Initiative,
            _ => Due::Fails(2),
        }
    };
    (0..3).map(|_| (0..4).map(|_| due()).collect()).collect()
}

/// Whatever a turn consists of, however it is answered and in whatever order: answers known beforehand make the same turn, and the events
/// reported piece by piece are those of the whole.
#[test]
fn any_turn_resumes_safely() {
    for seed in 0..200 {
        let mut asked = toy(Asking::Together, seed % 2 == 0, some_moments(seed));
        let mut given = asked.clone();
        let mut events = Vec::new();
        let (mut answers, mut left_out) = (Vec::new(), 0);
        let mut came = begin(&mut asked, &mut events, &mut running);
        for round in 0.. {
            assert!(round < 60, "{seed}: it comes to an end");
            if came == Came::ToTheEnd {
                break;
            }
            let open = asked.turns.book().open();
            let one = &open[(seed as usize + round) % open.len()];
            let (number, choice) = (one.number, one.choices[(seed as usize / 3 + round) % one.choices.len()]);
            left_out += usize::from(one.fault().is_some());
            let all = asked.turns.answer(&SeatId::umpire(), number, choice).unwrap();
            answers = asked.turns.answers().to_vec();
            if all {
                came = go_on(&mut asked, &mut events, &mut running);
            }
        }
        // The failures are found again, and skipped again, without anybody's answer.
        given.turns = Book::new(Asking::Together, seed % 2 == 0).into();
        let mut beforehand = Vec::new();
        let mut came = begin_with(&mut given, answers, &mut beforehand, &mut running);
        for _ in 0..left_out {
            assert_eq!(came, Came::ToAQuestion, "{seed}");
            let number = given.turns.book().open()[0].number;
            given.turns.answer(&SeatId::umpire(), number, LEAVE_OUT).unwrap();
            came = go_on(&mut given, &mut beforehand, &mut running);
        }
        assert_eq!(came, Came::ToTheEnd, "{seed}");
        assert_eq!(beforehand, events, "{seed}");
        given.turns = asked.turns.clone();
        assert_eq!(digest(&given), digest(&asked), "{seed}");
    }
}

/// The machinery's own questions and events have their words in both languages.
#[test]
fn our_own_words_are_written() {
    use krigsspil_engine::{Language, Messages};
    let keys = [
        ("prompt", FAULT),
        ("answer", LEAVE_OUT),
        ("event", "umpire_says"),
        ("event", "umpire_pauses"),
        ("event", "umpire_goes_on"),
    ];
    for (section, key) in keys {
        for language in Language::ALL {
            assert!(Messages::engine().find(language, section, key).is_some(), "{section} {key}");
        }
    }
    assert_eq!((FAULT_QUESTION.what, FAULT_QUESTION.choices), (FAULT, &[LEAVE_OUT][..]));
}

/// The default is the first choice unless the caller gives another.
#[test]
fn defaults() {
    let book = Book::new(Asking::Together, false);
    let mut desk = Desk::new(&book, Vec::new(), Vec::new(), None);
    let umpire = SeatId::umpire();
    let about = about_unit(&umpire, UnitId::of(0), None);
    assert_eq!(desk.ask(&LOSE_GUN, about), Ok(Which::Damaged));
    assert_eq!(desk.ask_else(&LOSE_GUN, about, Which::Sound), Ok(Which::Sound));
    assert_eq!(desk.ask_among(&LOSE_GUN, about, &[Which::Sound]), Ok(Which::Sound));
    assert!(desk.has_asked("lose_gun", Subject::Unit(UnitId::of(0)), None));
    assert!(!desk.has_asked("lose_gun", Subject::Unit(UnitId::of(1)), None));
}
