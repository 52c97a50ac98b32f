//! The ways that units went, for a turn that is played back; and ways in previews.

use krigsspil_engine::battle::{Event, MARCHED, Playable, Preview, SeatId, Waypoint};
use krigsspil_tricolore::battle::Tricolore;
use krigsspil_tricolore::battle::order::{Action, Ride, Step as Move, UnitOrder};
use krigsspil_tricolore::battle::phases::Step;
use krigsspil_tricolore::vocabulary::CommandOrder;

use crate::melees::{fight_with, to_the_end};
use crate::table::{Table, Words, near, table};

/// The ways of a unit, in the order of time.
fn ways(table: &Table, unit: &str) -> Vec<Vec<Waypoint>> {
    let told = table.told(MARCHED);
    let own = told.iter().filter(|event| event.unit() == Some(unit));
    own.map(|event| event.way.clone().unwrap().points).collect()
}

fn tells(event: &Event, seat: &str) -> bool {
    event.audience.tells(&SeatId::from(seat))
}

/// §turn.D.2 a wheel and a march are told as the way they were: it begins where the unit stood, ends where it stands, and bends between; his
/// neighbour, who marches straight on, has his own.
#[test]
fn a_wheel_bends_the_way() {
    let units =
        ["b1 column of 4 at 1000,1000", "b2 column of 4 at 1200,1000", "r1 column facing south at 1100,1390"];
    let mut table = table(&units, &[1, 9]);
    table.until_moves(Step::Movement, "blue");
    let steps = vec![Move::Wheel { degrees: 30.0 }, Move::Ahead { metres: 100.0 }];
    table.order("b1", UnitOrder::steps(steps));
    table.order("b2", UnitOrder::ahead(150.0));
    let [bent, straight] = ["b1", "b2"].map(|unit| ways(&table, unit).remove(0));
    assert_eq!((bent[0].place, bent.last().unwrap().place), ([1000.0, 1000.0], table.at("b1")));
    assert!(bent.len() > 3 && near(bent[bent.len() - 2].facing, 30.0), "{bent:?}");
    assert_eq!(
        straight.iter().map(|point| point.place).collect::<Vec<_>>(),
        [[1200.0, 1000.0], [1200.0, 1150.0]]
    );
    let moments: Vec<f64> = bent.iter().map(|point| point.moment).collect();
    assert!(moments.is_sorted() && moments[0] < moments[moments.len() - 1], "{moments:?}");
    let shown: Vec<_> = table.told(MARCHED);
    assert!(shown.iter().all(|event| tells(event, "red") && tells(event, "blue")), "he sees them");
}

/// §house.visibility nobody is shown the way of a unit that he does not see.
#[test]
fn unseen_ways_are_not_shown() {
    let words = Words::of(&["b1 column of 4 at 1000,300", "r1 column facing south at 1000,2800"]);
    let mut table = words.with_dice(&[]);
    table.until_moves(Step::Manoeuvre, "blue");
    table.order("b1", UnitOrder::ahead(150.0));
    let way = &table.told(MARCHED)[0];
    assert!(tells(way, "blue") && !tells(way, "red"), "he is 2300 away");
}

/// §turn.D.2 §turn.D.3 §turn.D.4 an attack, a retreat and a breakthrough are ways one after another.
#[test]
fn a_fight_is_played_back() {
    let units = ["b1 column of 6 at 1000,1000 N=9", "r1 column of 4 facing south at 1000,1150 N=1"];
    let answers = [("breaks_through", "through")];
    let dice = [10, 10, 10, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 10];
    let mut table = fight_with(Words::of(&units), &[("b1", "r1")], &dice, &answers);
    to_the_end(&mut table);
    let attacker = ways(&table, "b1");
    assert_eq!(attacker.len(), 2, "{attacker:?}");
    assert!(near(attacker[0].last().unwrap().place[1], 1150.0));
    let back = &ways(&table, "r1")[0];
    assert_eq!(back.last().unwrap().place, table.at("r1"));
    let (onset, flight, pursuit) =
        (attacker[0].last().unwrap().moment, back[0].moment, attacker[1][0].moment);
    assert!(onset <= flight && flight < pursuit, "{onset} {flight} {pursuit}");
}

fn preview(table: &Table, action: &Action) -> Preview {
    Tricolore::printed().unwrap().preview(table.battle(), &"blue".into(), action).unwrap()
}

fn order(unit: &str, order: UnitOrder) -> Action {
    Action::Order { unit: unit.into(), order: Some(order), sheet: None }
}

/// §turn.D.2 a preview shows the way with its bends, and when it arrives.
#[test]
fn a_preview_bends_too() {
    let mut table = table(&["b1 column of 4 at 1000,1000", "r1 column facing south at 1100,1390"], &[1, 9]);
    table.until_moves(Step::Movement, "blue");
    let steps = vec![Move::Wheel { degrees: 30.0 }, Move::Ahead { metres: 100.0 }];
    let shown = preview(&table, &order("b1", UnitOrder::steps(steps.clone())));
    table.order("b1", UnitOrder::steps(steps));
    assert_eq!(shown.path, ways(&table, "b1").remove(0));
    let ends = shown.ends.unwrap();
    assert_eq!((ends.place, ends.moment), (table.at("b1"), shown.path.last().unwrap().moment));
}

/// §order.1 §tacadmin.sequence an order to a command previews its test, a bonus the test for a second sequence, in which the enemy's is supposed.
#[test]
fn orders_and_bonuses_are_previewed() {
    let units = [
        "b1 column of 4 at 1000,1000",
        "bx1 column of 4 at 1300,1000",
        "r1 column facing south at 1000,1390",
    ];
    let mut words = Words::of(&units);
    words.officers = ["radius = 5000\nbonus = 2\nE = 6".into(), "radius = 5000\nbonus = 1".into()];
    let mut table = words.with_dice(&[]);
    let withdraw = UnitOrder::Command { order: CommandOrder::Withdraw, place: None };
    let shown = preview(&table, &order("bx", withdraw.clone()));
    let test = &shown.sums[0];
    assert_eq!(
        (test.procedure, &test.facts["ability"], &test.facts["superior_bonus"]),
        ("order_change", &6.into(), &2.into())
    );
    assert!(preview(&table, &order("b", withdraw)).sums.is_empty(), "the commander-in-chief needs no test");
    table.until(Step::Bonus);
    let shown = preview(&table, &order("b", UnitOrder::Bonus { bonus: 2 }));
    let check = &shown.sums[0];
    assert_eq!((check.procedure, &check.facts["bonus_a"]), ("sequence_check", &2.into()));
    assert!(check.supposed.contains(&"bonus_b".to_string()), "{:?}", check.supposed);
}

/// §officer.move an officer's ride is previewed to where he comes.
#[test]
fn rides_are_previewed() {
    let mut table = table(&["b1 column of 4 at 1000,1000", "r1 column facing south at 1000,1390"], &[1, 9]);
    table.until_moves(Step::Movement, "blue");
    let ride = Action::General { general: "b".into(), to: Ride::Ahead { metres: 150.0 } };
    let shown = preview(&table, &ride);
    assert_eq!(shown.path.last().unwrap().place, [1500.0, 250.0]);
}
