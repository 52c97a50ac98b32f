//! A toy battle: two lines march at each other and halt when they meet; a third stands and fires when an enemy comes near, or at its
//! scheduled moment.

use std::sync::Arc;

use krigsspil_engine::battle::SeatId;
use krigsspil_field::prelude::*;
use serde::Serialize;

use super::*;
use crate::book::{Asking, Book};
use crate::desk::{Agenda, Desk, Pause, Runs, Settles, about_unit};
use crate::ids::Roll;
use crate::resume::{Came, Kept, Turns, begin, go_on};

krigsspil_engine::questions! {
    /// Whether to halt before an enemy.
    HALT = "halt", "1": Halting { Halt = "halt", Flee = "flee" };
}

#[derive(Clone, Debug, PartialEq, Serialize)]
enum Due {
    Fire(UnitId),
    Meet(UnitId, UnitId),
    Done(UnitId),
    Alarm(u32),
}

#[derive(Clone, Debug)]
struct Unit {
    side: usize,
    placed: Placed,
    /// Metres still to go.
    to_go: f64,
    track: Option<Arc<Track>>,
}

#[derive(Clone, Debug)]
struct Toy {
    units: Roll<UnitId, Unit>,
    moment: f64,
    alarms: Alarms<u32>,
    settled: Vec<(f64, Due)>,
    restless: bool,
    turns: Turns<Toy>,
}

impl Kept for Toy {
    fn turns(&mut self) -> &mut Turns<Toy> {
        &mut self.turns
    }
}

struct Pace;

impl Rates for Pace {
    fn pace(&self, _: &Body, _: Manner, _: &Going<'_>) -> f64 {
        100.0
    }
    fn time(&self, _: &Body, _: Act) -> f64 {
        0.0
    }
}

struct Run<'a> {
    toy: &'a mut Toy,
    desk: &'a mut Desk,
    agenda: Agenda<Due>,
    ground: Ground,
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
        if let Due::Meet(one, other) = due {
            for unit in [one, other] {
                let blue = SeatId::from("blue");
                let choice = self.desk.ask(&HALT, about_unit(&blue, unit, None))?;
                self.halt(unit);
                self.toy.units[unit].to_go = if choice == Halting::Flee { -50.0 } else { 0.0 };
            }
        }
        if let Due::Done(unit) = due {
            self.halt(unit);
        }
        self.toy.settled.push((self.toy.moment, due));
        Ok(None)
    }
}

impl Run<'_> {
    fn halt(&mut self, unit: UnitId) {
        let moment = self.toy.moment;
        let unit = &mut self.toy.units[unit];
        if let Some(track) = unit.track.take() {
            unit.placed = track.halted_at(moment);
        }
        unit.to_go = 0.0;
    }
}

impl Timeline for Run<'_> {
    type Rank = (u8, UnitId);
    const MOST_MOMENTS: usize = 50;

    fn moment(&self) -> f64 {
        self.toy.moment
    }

    fn plan_all(&mut self) -> Go {
        let moment = self.toy.moment;
        for unit in self.toy.units.values_mut().filter(|unit| unit.track.is_none() && unit.to_go != 0.0) {
            let leg = if unit.to_go > 0.0 { Leg::Ahead(unit.to_go) } else { Leg::Back(-unit.to_go) };
            unit.track = march(&unit.placed, &[leg], &Pace, &self.ground, moment).ok().map(Arc::new);
        }
        Ok(())
    }

    fn at_once(&mut self, due: &mut Vec<Due>) {
        due.extend(self.toy.restless.then_some(Due::Alarm(0)));
    }

    fn bodies<'a>(&'a self, scene: &mut Scene<'a>) {
        for (id, unit) in self.toy.units.iter() {
            scene.unit(id, &unit.placed, unit.track.as_deref());
        }
    }

    fn table(&self) -> &Table {
        self.ground.table()
    }

    fn widest(&self) -> f64 {
        20.0
    }

    fn watch(&self, one: Watched, other: Watched) -> Watch {
        let (Some(one), Some(other)) = (one.unit(), other.unit()) else { return Watch::default() };
        let enemies = self.toy.units[one].side != self.toy.units[other].side;
        Watch { contact: false, distance: enemies.then_some(20.0) }
    }

    fn appointed(&self) -> Option<f64> {
        self.toy.alarms.next_after(Instant { turn: 1, moment: self.toy.moment })
    }

    fn bring_all(&mut self, moment: f64) {
        self.toy.moment = moment;
        for unit in self.toy.units.values_mut() {
            if let Some(track) = &unit.track {
                unit.placed = track.at(moment);
            }
        }
    }

    fn happens(&self, what: Happening<Watched>, due: &mut Vec<Due>) {
        match what {
            Happening::Within(Watched::Unit(one), Watched::Unit(other)) => {
                let stands = |unit: &UnitId| self.toy.units[*unit].track.is_none();
                match [one, other].into_iter().find(stands) {
                    Some(firer) => due.push(Due::Fire(firer)),
                    None => due.push(Due::Meet(one, other)),
                }
            }
            Happening::LegDone(Watched::Unit(unit), _) => due.push(Due::Done(unit)),
            _ => {}
        }
    }

    fn appointed_now(&mut self, due: &mut Vec<Due>) {
        let now = Instant { turn: 1, moment: self.toy.moment };
        due.extend(self.toy.alarms.take(now).map(Due::Alarm));
    }

    fn rank(&self, due: &Due) -> (u8, UnitId) {
        match due {
            Due::Alarm(number) => (0, UnitId::of(*number as usize)),
            Due::Fire(unit) => (1, *unit),
            Due::Meet(unit, _) => (2, *unit),
            Due::Done(unit) => (3, *unit),
        }
    }
}

fn line(side: usize, x: f64, y: f64, facing: Bearing, to_go: f64) -> Unit {
    let body = Body::lone(BaseSize::new(40.0, 10.0).unwrap(), Role::Figure);
    Unit { side, placed: body.at(Pose::new(point(x, y), facing)).unwrap(), to_go, track: None }
}

fn toy(units: Vec<Unit>, umpire: bool) -> Toy {
    Toy {
        units: units.into_iter().collect(),
        moment: 0.0,
        alarms: Alarms::default(),
        settled: Vec::new(),
        restless: false,
        turns: Book::new(Asking::Together, umpire).into(),
    }
}

fn running(toy: &mut Toy, desk: &mut Desk) -> Result<(), Pause> {
    let ground = Ground::open(Table::new(1000.0, 1000.0).unwrap());
    run_moments(&mut Run { toy, desk, agenda: Agenda::default(), ground })
}

fn answer_all(toy: &mut Toy, choice: &str) -> usize {
    let open = toy.turns.book().open().to_vec();
    for open in &open {
        toy.turns.answer(&SeatId::umpire(), open.number, choice).unwrap();
    }
    open.len()
}

fn head_on(x: f64) -> [Unit; 2] {
    let south = Bearing::degrees(180.0);
    [line(0, x, 100.0, Bearing::NORTH, 90.0), line(1, x, 160.0, south, 90.0)]
}

/// Two lines 60 m apart that march at 100 m a turn come within 20 m after a fifth of it; two pairs at once are asked together.
#[test]
fn they_meet_at_the_exact_moment() {
    let mut toy = toy([head_on(100.0), head_on(400.0)].concat(), false);
    let mut events = Vec::new();
    assert_eq!(begin(&mut toy, &mut events, &mut running), Came::ToAQuestion);
    assert!((toy.moment - 0.2).abs() < 1e-6, "{}", toy.moment);
    assert_eq!(answer_all(&mut toy, "halt"), 2, "the first of each pair");
    assert_eq!(go_on(&mut toy, &mut events, &mut running), Came::ToAQuestion);
    answer_all(&mut toy, "halt");
    while go_on(&mut toy, &mut events, &mut running) == Came::ToAQuestion {
        answer_all(&mut toy, "halt");
    }
    let what: Vec<&Due> = toy.settled.iter().map(|(_, due)| due).collect();
    let unit = UnitId::of;
    assert_eq!(what, [&Due::Meet(unit(0), unit(1)), &Due::Meet(unit(2), unit(3))]);
    assert_eq!(toy.units[unit(0)].placed.pose().at.y.round(), 120.0);
}

/// A standing line fires when an enemy comes near it; alarms go off at their moment, those of the next turn do not.
#[test]
fn what_is_appointed_and_what_happens() {
    let mut toy = toy(
        vec![line(0, 100.0, 100.0, Bearing::NORTH, 0.0), line(1, 100.0, 170.0, Bearing::NORTH, -100.0)],
        false,
    );
    toy.alarms.set(Instant::new(1, 0.25), 7);
    toy.alarms.set(Instant::new(2, 0.25), 8);
    let went = begin(&mut toy, &mut Vec::new(), &mut running);
    assert_eq!(went, Came::ToTheEnd);
    let what: Vec<(f64, Due)> =
        toy.settled.iter().map(|(at, due)| ((at * 100.0).round(), due.clone())).collect();
    assert_eq!(what, [(25.0, Due::Alarm(7)), (40.0, Due::Fire(UnitId::of(0)))]);
    assert_eq!(toy.alarms.next_after(Instant::new(2, 0.0)), Some(0.25));
}

/// If a turn does not come to its end the umpire is asked, and it ends where it is.
#[test]
fn a_turn_without_end_is_a_question() {
    let mut toy = toy(Vec::from(head_on(100.0)), true);
    toy.restless = true;
    let mut events = Vec::new();
    assert_eq!(begin(&mut toy, &mut events, &mut running), Came::ToAQuestion);
    let fault = toy.turns.book().open()[0].fault().unwrap().to_string();
    assert!(fault.contains("more than 50 moments"), "{fault}");
    assert_eq!(answer_all(&mut toy, "leave_out"), 1);
    assert_eq!(go_on(&mut toy, &mut events, &mut running), Came::ToTheEnd);
}

/// Standing units keep their track from moment to moment; a rebuilt or moved unit gets a new one.
#[test]
fn standing_tracks_are_kept() {
    let mut units = [line(0, 100.0, 100.0, Bearing::NORTH, 0.0), line(0, 200.0, 100.0, Bearing::NORTH, 0.0)];
    let mut still = Still::default();
    let (one, other) = (UnitId::of(0), UnitId::of(1));
    let mut look = |units: &[Unit; 2], marching: Option<&Track>| {
        let mut scene = Scene::default();
        scene.unit(one, &units[0].placed, marching);
        scene.unit(other, &units[1].placed, None);
        still.look(&scene);
        let marchers = still.marchers(&scene);
        let of =
            |unit: UnitId| marchers.iter().find(|marcher| marcher.name == Watched::Unit(unit)).unwrap().track;
        (std::ptr::from_ref(of(one)), of(other).pieces().as_ptr())
    };
    let first = look(&units, None);
    let track = Track::standing(&units[0].placed);
    assert_eq!(look(&units, Some(&track)), (std::ptr::from_ref(&track), first.1));
    assert_eq!(look(&units, None), first);
    units[1].placed = units[1].placed.moved_to(Pose::new(point(210.0, 100.0), Bearing::NORTH));
    assert_ne!(look(&units, None).1, first.1);
}
