//! A toy battle: two players of one side, one of the other, an umpire and an onlooker; two units each.

use std::sync::Arc;

use krigsspil_engine::battle::{Event, Seat, Seats};
use krigsspil_engine::dice::{Dice, Die, ScriptedDice, Witness};
use krigsspil_engine::{About, Facts, Fault, Figures, Group, Listener, Men, Procedure, Recorder};
use serde_json::json;

use super::*;
use crate::book::{Asking, Book};
use crate::ids::PostId;

struct Toy {
    log: Log,
    book: Book,
    seating: Seating,
    sightings: Sightings,
    units: Roll<UnitId, (SeatNo, SideId, Arc<str>)>,
}

impl Known for Toy {
    fn seating(&self) -> &Seating {
        &self.seating
    }
    fn sightings(&self) -> &Sightings {
        &self.sightings
    }
    fn side_of(&self, unit: UnitId) -> SideId {
        self.units[unit].1
    }
    fn seat_of(&self, unit: UnitId) -> SeatNo {
        self.units[unit].0
    }
}

impl Shows for Toy {
    type Unit = (SeatNo, SideId, Arc<str>);
    type Seen<'a> = &'a str;
    fn unit_ids(&self) -> impl Iterator<Item = UnitId> + '_ {
        self.units.ids()
    }
    fn unit_named(&self, id: &str) -> Option<UnitId> {
        self.units.find(|unit| &*unit.2 == id)
    }
    fn unit_name(&self, unit: UnitId) -> &Arc<str> {
        &self.units[unit].2
    }
    fn post_name(&self, _: PostId) -> &Arc<str> {
        unreachable!("it has no posts")
    }
    fn whole(&self, unit: UnitId) -> &Self::Unit {
        &self.units[unit]
    }
    fn as_seen(&self, unit: UnitId) -> &str {
        &self.units[unit].2
    }
    fn log(&self) -> &Log {
        &self.log
    }
    fn book(&self) -> &Book {
        &self.book
    }
    fn is_over(&self) -> bool {
        false
    }
}

const SEATS: [&str; 5] = ["blue/gibbon", "blue/hatch", "onlooker", "red", "umpire"];

fn toy() -> (Toy, [UnitId; 3]) {
    let player = |side: &str| Seat::Player { side: side.into(), commands: Vec::new() };
    let sits = [player("blue"), player("blue"), Seat::Onlooker, player("red"), Seat::Umpire];
    let seats: Seats = SEATS.into_iter().map(SeatId::from).zip(sits).collect();
    let side = |id: &str| ["blue", "red"].iter().position(|side| *side == id).map(SideId::of);
    let seating = Seating::new(&seats, side);
    let sightings = Sightings::new(&seating);
    let mut units = Roll::new();
    let of = |seat: &str| seating.number(&SeatId::from(seat)).unwrap();
    let ids = [
        units.add((of("blue/gibbon"), SideId::of(0), "w2".into())),
        units.add((of("blue/hatch"), SideId::of(0), "n24".into())),
        units.add((of("red"), SideId::of(1), "s4".into())),
    ];
    let (log, book) = (Log::new(&seating), Book::new(Asking::Together, false));
    (Toy { log, book, seating, sightings, units }, ids)
}

fn names(audience: &Audience) -> Vec<&'static str> {
    SEATS.into_iter().filter(|seat| audience.tells(&SeatId::from(*seat))).collect()
}

fn seat(toy: &Toy, name: &str) -> SeatNo {
    toy.seating.number(&SeatId::from(name)).unwrap()
}

/// §03.02.2 events of units are reported to those who command one of them or see one, and who know of them all.
#[test]
fn who_is_told() {
    let (mut toy, [w2, n24, s4]) = toy();
    assert_eq!(names(&told(&toy, &[w2])), ["blue/gibbon", "umpire"]);
    // Red fires at w2 out of a wood: nobody of blue knows who fired.
    assert_eq!(names(&told(&toy, &[s4, w2])), ["umpire"]);
    let (gibbon, hatch, red) = (seat(&toy, "blue/gibbon"), seat(&toy, "blue/hatch"), seat(&toy, "red"));
    assert!(toy.sightings.add(red, w2) && !toy.sightings.add(red, w2));
    assert_eq!(names(&told(&toy, &[s4, w2])), ["red", "umpire"]);
    toy.sightings.add(gibbon, s4);
    assert_eq!(names(&told(&toy, &[s4, w2])), ["blue/gibbon", "red", "umpire"]);
    // Hatch also sees s4, and knows w2, which is of his side.
    toy.sightings.add(hatch, s4);
    assert_eq!(names(&told(&toy, &[s4, w2])), ["blue/gibbon", "blue/hatch", "red", "umpire"]);
    // But what two friends do between them is reported only to them.
    assert_eq!(names(&told(&toy, &[w2, n24])), ["blue/gibbon", "blue/hatch", "umpire"]);
    assert_eq!(names(&own(&toy, n24)), ["blue/hatch", "umpire"]);
    assert_eq!(names(&aware(&toy, n24)), ["blue/gibbon", "blue/hatch", "umpire"]);
    assert_eq!(names(&and_seat(own(&toy, n24), &SeatId::from("red"))), ["blue/hatch", "red", "umpire"]);
    assert_eq!(names(&super::side(&toy.seating, SideId::of(0))), ["blue/gibbon", "blue/hatch", "umpire"]);
}

/// A seat reads everything about its own units, sees the units it knows of, and learns nothing about others.
#[test]
fn one_door() {
    let (mut toy, [w2, n24, s4]) = toy();
    toy.sightings.add(seat(&toy, "red"), n24);
    let known = |toy: &Toy, name: &str| {
        let known = Knowledge::of(toy, &SeatId::from(name));
        let whole = known.own_units().map(|own| own.number).collect::<Vec<_>>();
        let seen = known.units().map(|(_, seen)| seen.to_string()).collect::<Vec<_>>();
        let named = ["w2", "n24", "s4"].into_iter().filter_map(|id| known.named(id)).count();
        assert_eq!(named, seen.len(), "who is not known has no name");
        (whole, seen.join(" "))
    };
    assert_eq!(known(&toy, "red"), (vec![s4], "n24 s4".to_string()));
    assert_eq!(known(&toy, "blue/hatch"), (vec![n24], "w2 n24".to_string()));
    assert_eq!(known(&toy, "onlooker"), (vec![], String::new()));
    assert_eq!(known(&toy, "umpire"), (vec![w2, n24, s4], "w2 n24 s4".to_string()));
    assert_eq!(known(&toy, "grey"), (vec![], String::new()), "who sits nowhere knows nothing");
    let (red, own) = Knowledge::of_commander(&toy, s4);
    assert_eq!((red.seat_id().map(SeatId::as_str), own.number, &*own.2), (Some("red"), s4, "s4"));
    assert_eq!(red.sighted().collect::<Vec<_>>(), [n24]);
    assert!(red.sights(n24) && !red.sights(w2) && red.own(n24).is_none() && red.seen(w2).is_none());
    assert!(Knowledge::everything(&toy).seen(w2).is_some());
}

krigsspil_engine::modifiers! {
    OWN_ORDER = "own_order", "skema V", of first;
    TARGET_TIRED = "target_tired", "R1", of second;
    TARGET_DEEP = "target_deep", "skema V";
    SUPPORTED = "supported", "R2";
}
krigsspil_engine::facts! {
    /// A volley.
    pub struct Volley { figures: Figures [1..=400]; }
}
krigsspil_engine::outcome! {
    /// What it did.
    pub struct VolleyResult { total: i32; loss_men: Men; pouches_empty: bool, of first; }
}

impl Procedure for Volley {
    type Tables = ();
    type Outcome = VolleyResult;
    const ABOUT: About = About { name: "volley", group: Group::Fire, dice: "2d6", cites: &[] };

    fn resolve<D: Dice, L: Listener>(
        &self,
        _: &(),
        dice: &mut D,
        report: &mut L,
    ) -> Result<VolleyResult, Fault> {
        let total = dice.sum("fire", 2, Die::D6)?
            + report.add(&OWN_ORDER, -2)
            + report.add(&TARGET_TIRED, 1)
            + report.add(&TARGET_DEEP, 2)
            + report.add(&SUPPORTED, 1);
        Ok(VolleyResult { total, loss_men: Men(total), pouches_empty: true })
    }
}

/// A seat that cannot read a unit's private data is told neither the modifiers nor the fields that belong to them, nor what an unseen unit
/// explains; it is told everything when the battle is over.
#[test]
fn working_is_veiled() {
    let (mut toy, [w2, n24, s4]) = toy();
    let gibbon = seat(&toy, "blue/gibbon");
    toy.sightings.add(gibbon, s4);
    toy.sightings.add(seat(&toy, "red"), w2);
    let facts = Volley::from_json(r#"{"figures": 20}"#).unwrap();
    let mut recorder = Recorder::new();
    let mut witness = Witness::new(ScriptedDice::new(&[3, 4]));
    let outcome = facts.resolve(&(), &mut witness, &mut recorder).unwrap();
    // Red sees w2 and not n24: one of them is enough to explain the depth, but only n24 is in support.
    let explained: [(_, &[UnitId]); 2] = [(&SUPPORTED, &[n24]), (&TARGET_DEEP, &[n24, w2])];
    let parties = Parties { first: Some(w2), second: Some(s4), explained: &explained };
    let working = working::<Volley>(&toy, parties, witness.seen(), &recorder, &outcome);
    let read = |seat: &str, over: bool| {
        let seat = SeatId::from(seat);
        let modifiers: Vec<_> =
            working.modifiers_for(&seat, over).map(|applied| applied.modifier.key).collect();
        (modifiers, working.outcome_for(&seat, over))
    };
    let open = json!({"total": 9, "loss_men": 9});
    let whole = json!({"total": 9, "loss_men": 9, "pouches_empty": true});
    assert_eq!(read("blue/gibbon", false), (vec!["own_order", "target_deep", "supported"], whole.clone()));
    assert_eq!(read("red", false), (vec!["target_tired", "target_deep"], open));
    let all = vec!["own_order", "target_tired", "target_deep", "supported"];
    assert_eq!(read("umpire", false), (all.clone(), whole.clone()));
    assert_eq!(read("red", true), (all, whole));
}

/// Each seat counts what it was told; dropped events still count.
#[test]
fn the_log_counts_for_each_seat() {
    let (toy, [w2, _, s4]) = toy();
    let mut log = Log::new(&toy.seating);
    let tell = |log: &mut Log, turn: u32, audience: Audience| {
        log.push(Arc::new(Event {
            turn,
            moment: 0.0,
            what: "fires",
            rule: "",
            about: json!({}),
            working: None,
            way: None,
            audience,
        }));
    };
    for turn in 1..=3 {
        tell(&mut log, turn, Audience::All);
        tell(&mut log, turn, own(&toy, if turn == 2 { s4 } else { w2 }));
    }
    let numbers = |log: &Log, seat: &str| {
        log.told(&SeatId::from(seat), false).iter().map(|told| (told.turn(), told.number)).collect::<Vec<_>>()
    };
    assert_eq!(numbers(&log, "red"), [(1, 1), (2, 2), (2, 3), (3, 4)]);
    log.drop_before(3);
    assert_eq!(numbers(&log, "red"), [(3, 4)]);
    assert_eq!(numbers(&log, "blue/gibbon"), [(3, 4), (3, 5)]);
    let stored = serde_json::to_string(&log).unwrap();
    let loaded: Log = serde_json::from_str(&stored).unwrap();
    assert_eq!(loaded.last_number(&SeatId::from("umpire")), 6);
    assert_eq!(serde_json::to_string(&loaded).unwrap(), stored);
}
