//! The turn and its command: phases A, B and C, the sequences, officers, orders, victory.

use krigsspil_engine::battle::SeatId;
use krigsspil_tricolore::battle::order::{Step as Move, UnitOrder};
use krigsspil_tricolore::battle::phases::Step;
use krigsspil_tricolore::vocabulary::CommandOrder;
use serde_json::json;

use crate::table::{Words, near, outcome, table};

fn command(order: CommandOrder) -> UnitOrder {
    UnitOrder::Command { order, place: None }
}

/// §turn.A §turn.B §turn.E §turn.G §turn.H with nobody engaged C and D are passed over; the side without the initiative moves first, and before any
/// throw the side named first has it (R86).
#[test]
fn a_quiet_turn() {
    let mut table = table(&["b1 column at 1500,500", "r1 column facing south at 1500,2500"], &[]);
    assert_eq!(table.moves(), ["blue", "red"]);
    table.until(Step::Manoeuvre);
    assert_eq!(table.told("engaged")[0].about["commands"], json!([]));
    assert_eq!((table.moves(), table.told("initiative").len()), (vec!["red".to_string()], 0));
    table.other_side();
    assert_eq!(table.moves(), ["blue"]);
    table.until(Step::Deployment);
    assert_eq!(table.moves(), ["red"]);
    table.go(|battle| battle.turn == 2);
    assert_eq!((table.battle().phase(), table.moves().len()), (Step::Orders, 2));
}

/// §turn.B §turn.C §turn.D §turn.D.1 §house.engagement §house.initiative within 400 both are engaged; the higher throw has the initiative, and the other
/// side declares first.
#[test]
fn an_engaged_turn() {
    let mut table = table(&["b1 column at 1500,1000", "r1 column facing south at 1500,1390"], &[3, 7]);
    table.until(Step::Declarations);
    assert_eq!(table.battle().fixed.sides[table.battle().initiative].id.as_ref(), "red");
    assert_eq!(table.moves(), ["blue"]);
    assert_eq!(outcome(&table.told("initiative")[0])["total_b"], 7);
    let engaged = &table.told("engaged")[0];
    assert_eq!(engaged.about["commands"], json!(["General b", "General r"]));
    assert_eq!(engaged.audience, krigsspil_engine::battle::Audience::All);
}

/// §turn.B §turn.D §turn.E only engaged commands act in D, only the others in E: two brigades side by side, one of them near the enemy.
#[test]
fn who_acts_when() {
    let units = ["bx1 column at 1000,1000", "by1 column at 2500,500", "rx1 column facing south at 1000,1350"];
    let mut table = table(&units, &[9, 1]);
    table.until_moves(Step::Movement, "blue");
    assert_eq!(table.refused("by1", UnitOrder::ahead(100.0)), "not_engaged");
    table.order("bx1", UnitOrder::ahead(50.0));
    assert_eq!(table.refused("bx1", UnitOrder::ahead(50.0)), "one_order_a_phase");
    table.until_moves(Step::Manoeuvre, "blue");
    assert_eq!(table.refused("bx1", UnitOrder::ahead(100.0)), "is_engaged");
    table.order("by1", UnitOrder::ahead(600.0));
    assert!(near(table.at("by1")[1], 1100.0));
}

/// §turn.D §turn.D.5 §tacadmin.sequence sequences follow while the test succeeds, five at most.
#[test]
fn five_sequences_at_most() {
    // Initiative, then the test after each of four sequences: 9, 7, 3, 1.
    let mut table =
        table(&["b1 column at 1500,1000", "r1 column facing south at 1500,1390"], &[9, 1, 9, 7, 3, 1]);
    table.until(Step::Deployment);
    let checks = table.told("sequence_check");
    assert_eq!(checks.len(), 4);
    assert!(checks.iter().all(|check| outcome(check)["another_sequence"] == true));
    let mut short =
        crate::table::table(&["b1 column at 1500,1000", "r1 column facing south at 1500,1390"], &[9, 1, 10]);
    short.until(Step::Deployment);
    assert_eq!(short.told("sequence_check").len(), 1);
}

/// §turn.C §house.sequence-bonus the bonus is written in secret, within the chief's own, and both are shown together.
#[test]
fn the_bonus_is_secret_until_shown() {
    let mut words = Words::of(&["b1 column at 1500,1000", "r1 column facing south at 1500,1390"]);
    words.officers = ["bonus = 2".into(), "bonus = 1".into()];
    let mut table = words.with_dice(&[5, 5]);
    table.until(Step::Bonus);
    assert_eq!(table.refused("b", UnitOrder::Bonus { bonus: 3 }), "bonus_too_high");
    table.order("b", UnitOrder::Bonus { bonus: -2 });
    let red = table.game.view(&SeatId::from("red")).json();
    assert_eq!((&red["own_bonus"], red.to_string().contains("-2")), (&json!(0), false));
    table.until(Step::Declarations);
    assert_eq!(table.told("sequence_bonus")[0].about, json!({"sides": ["blue", "red"], "bonuses": [-2, 0]}));
}

/// §turn.A §order.1 §order.4 a new order waits, is tested each turn with a die less for each, and is known to nobody else.
#[test]
fn orders_wait() {
    let mut words = Words::of(&["bx1 column at 1000,500", "rx1 column facing south at 1000,2500"]);
    words.officers = ["E = 5\nbonus = 0\nradius = 100".into(), "radius = 100".into()];
    // Six dice, one of them fails; next turn five, all succeed.
    let mut table = words.with_dice(&[5, 5, 5, 5, 5, 6, 1, 2, 3, 4, 5]);
    table.order("bx", command(CommandOrder::Defend));
    table.turn();
    let battle = table.battle();
    let post = battle.post("bx").unwrap();
    assert_eq!(
        (battle.commands[post].order, battle.commands[post].pending.as_ref().unwrap().turns),
        (CommandOrder::Advance, 1)
    );
    table.until(Step::Manoeuvre);
    let battle = table.battle();
    assert_eq!(
        (battle.commands[post].order, battle.commands[post].pending.is_none()),
        (CommandOrder::Defend, true)
    );
    for told in table.told("order_tested").iter().chain(&table.told("order_in_force")) {
        assert!(told.audience.tells(&SeatId::from("blue")) && !told.audience.tells(&SeatId::from("red")));
    }
}

/// §turn.A the commander-in-chief's own command needs no test; a later order replaces the one that waits.
#[test]
fn the_chief_obeys_himself() {
    let mut table = table(&["b1 column at 1500,500", "r1 column facing south at 1500,2500"], &[]);
    table.order("b", command(CommandOrder::Attack));
    table.order("b", command(CommandOrder::Reserve));
    table.until(Step::Manoeuvre);
    let post = table.battle().post("b").unwrap();
    assert_eq!(table.battle().commands[post].order, CommandOrder::Reserve);
    assert!(table.told("order_tested").is_empty());
}

/// §house.orders only attack and advance declare freely; defend only against those within 200; reserve and withdraw never; no reserve with an enemy
/// within 1000.
#[test]
fn what_orders_allow() {
    let declares = |order: CommandOrder, away: f64| {
        let units = [
            "b1 column at 1500,1000".to_string(),
            format!("r1 cavalry column facing south at 1500,{}", 1000.0 + away),
        ];
        let mut table = crate::table::table(&[&units[0], &units[1]], &[1, 9]);
        if order == CommandOrder::Reserve {
            assert_eq!(table.refused("b", command(order)), "reserve_too_near");
            return String::new();
        }
        table.order("b", command(order));
        table.until_moves(Step::Declarations, "blue");
        match table.try_order("b1", UnitOrder::attack("r1")) {
            Ok(_) => "declares".to_string(),
            Err(krigsspil_engine::battle::ActFault::Refused(refused)) => refused.key().to_string(),
            Err(other) => other.to_string(),
        }
    };
    assert_eq!(declares(CommandOrder::Attack, 180.0), "declares");
    assert_eq!(declares(CommandOrder::Advance, 180.0), "declares");
    assert_eq!(declares(CommandOrder::Defend, 180.0), "declares");
    assert_eq!(declares(CommandOrder::Withdraw, 180.0), "order_forbids");
    declares(CommandOrder::Reserve, 180.0);
    let units = ["b1 cavalry column at 1500,1000", "r1 column facing south at 1500,1390"];
    let mut table = crate::table::table(&units, &[1, 9]);
    table.order("b", command(CommandOrder::Defend));
    table.until_moves(Step::Declarations, "blue");
    table.order("b1", UnitOrder::attack("r1"));
}

/// §house.orders a command ordered to attack declares at least one attack each sequence if it can (R59), though its player does not.
#[test]
fn an_order_to_attack_binds() {
    let mut words = Words::of(&[
        "b1 column at 1500,1000",
        "b2 column at 1700,1000",
        "r1 column facing south at 1500,1150",
    ]);
    words.officers[0] = "order = \"attack\"".into();
    let mut table = words.with_dice(&[1, 9]);
    table.until_moves(Step::Declarations, "red");
    let declared = table.told("declares");
    assert_eq!((declared.len(), declared[0].unit()), (1, Some("b1")));
}

/// §house.orders a command that defends does not leave its place by more than 400; one that withdraws must increase its distance (R93).
#[test]
fn orders_bind_moves() {
    let mut words = Words::of(&["b1 cavalry column at 1500,500", "r1 column facing south at 1500,2900"]);
    words.officers[0] = "order = \"defend\"".into();
    let mut table = words.with_dice(&[]);
    table.until_moves(Step::Manoeuvre, "blue");
    table.order("b1", UnitOrder::ahead(1200.0));
    let gone = table.at("b1")[1] - 500.0;
    assert!(gone > 340.0 && gone <= 400.0, "{gone}");
    let mut words = Words::of(&["b1 column at 1500,1000", "r1 column facing south at 1500,1900"]);
    words.officers[0] = "order = \"withdraw\"".into();
    let mut table = words.with_dice(&[]);
    table.until_moves(Step::Manoeuvre, "blue");
    table.order("b1", UnitOrder::ahead(300.0));
    assert_eq!(table.at("b1"), [1500.0, 1000.0]);
    assert_eq!(table.told("halts")[0].about["reason"], "not_lawful");
}

/// §house.out-of-command outside its officer's radius a unit declares no attack and does not enter E; in a sequence it moves towards him only.
#[test]
fn out_of_command() {
    let mut words = Words::of(&[
        "b1 column at 1500,1000",
        "b2 column at 600,1000",
        "r1 column facing south at 1500,1150",
        "r2 column facing south at 600,1150",
    ]);
    words.officers[0] = "radius = 200".into();
    words.more = "# b at [600, 900]\n".into();
    let mut table = words.with_dice(&[1, 9]);
    table.until_moves(Step::Declarations, "blue");
    assert_eq!(table.refused("b1", UnitOrder::attack("r1")), "out_of_command");
    table.order("b2", UnitOrder::attack("r2"));
    let mut words = Words::of(&["b1 column facing east at 1500,500", "r1 column facing south at 1500,2900"]);
    words.officers[0] = "radius = 200".into();
    words.more = "# b at [600, 900]\n".into();
    let mut table = words.with_dice(&[]);
    table.until_moves(Step::Manoeuvre, "blue");
    assert_eq!(table.refused("b1", UnitOrder::ahead(100.0)), "out_of_command");
    table.until_moves(Step::Deployment, "blue");
    table.order("b1", UnitOrder::ahead(200.0));
    assert_eq!(table.at("b1"), [1500.0, 500.0], "away from him");
    let mut table = words.with_dice(&[]);
    table.until_moves(Step::Deployment, "blue");
    table.order("b1", UnitOrder::steps(vec![Move::About, Move::Ahead { metres: 200.0 }]));
    assert!(table.at("b1")[0] < 1400.0, "{:?}", table.at("b1"));
}

/// §house.axis §officer.move §officer.pivot §officer.about-face §deploy.officers in a sequence an officer goes straight ahead on his axis, 200 at most; a pivot takes
/// E2/2, an about-face nothing; in G he goes 300 any way.
#[test]
fn officers_keep_their_axis() {
    let units = ["b1 column at 1500,1000", "r1 column facing south at 1500,1390"];
    let mut words = Words::of(&units);
    words.officers[0] = "E = 5".into();
    words.more = "# b at [1000, 500]\n".into();
    // Initiative; the pivot: 5 and 6.
    let mut table = words.with_dice(&[9, 1, 5, 6]);
    table.until_moves(Step::Movement, "blue");
    let ride = |table: &mut crate::table::Table, to: serde_json::Value| {
        table.act("blue", json!({"do": "general", "general": "b", "to": to})).unwrap();
    };
    ride(&mut table, json!({"ride": "to", "place": [1400, 900]}));
    let place = |table: &crate::table::Table| table.battle().officer_place(table.battle().post("b").unwrap());
    assert_eq!((place(&table).x, place(&table).y), (1000.0, 700.0), "straight ahead, 200");
    ride(&mut table, json!({"ride": "pivot", "facing": 90.0}));
    let axis =
        |table: &crate::table::Table| table.battle().officers[table.battle().post("b").unwrap()].facing;
    assert_eq!(axis(&table), 0.0, "one of two dice failed");
    table.until_moves(Step::Deployment, "blue");
    ride(&mut table, json!({"ride": "to", "place": [1400, 700]}));
    assert_eq!(place(&table).x, 1300.0);
    ride(&mut table, json!({"ride": "about"}));
    assert_eq!(axis(&table), 180.0);
}

/// §manoeuvre.officers a superior rides up to 2000 from his troops and tests for each 500 begun; the first failure stops him at the last completed one.
#[test]
fn superiors_ride() {
    let mut words = Words::of(&["bx1 column at 1500,500", "rx1 column facing south at 1500,2900"]);
    words.officers[0] = "E = 5".into();
    words.more = "# b at [200, 500]\n".into();
    let mut table = words.with_dice(&[5, 5, 6]);
    table.until_moves(Step::Manoeuvre, "blue");
    table
        .act("blue", json!({"do": "general", "general": "b", "to": {"ride": "to", "place": [1700, 500]}}))
        .unwrap();
    let place = table.battle().officer_place(table.battle().post("b").unwrap());
    assert_eq!((place.x, place.y), (1200.0, 500.0));
}

/// §house.victory without objectives fewer broken formations win, then fewer lost bases in per cent.
#[test]
fn victory_by_losses() {
    let mut words =
        Words::of(&["b1 column of 6 at 1500,500 lost=1", "r1 column of 6 facing south at 1500,2500"]);
    words.turns = 1;
    let mut table = words.with_dice(&[]);
    table.go(|battle| battle.ending.is_some());
    let ended = table.battle().ending.clone().unwrap();
    assert_eq!((ended.winner.as_deref(), ended.reason), (Some("red"), "time_ran_out"));
    assert_eq!(table.act("blue", json!({"do": "ready"})).unwrap_err().to_string(), "the battle is over");
}

/// §turn.H reinforcements enter one behind the other in march column; who finds no room waits.
#[test]
fn reinforcements_come() {
    let mut words = Words::of(&["b1 column at 1500,500", "r1 column facing south at 1500,2900"]);
    words.more = "[[unit]]\nid = \"b8\"\nname = \"b8\"\ngeneral = \"b\"\narm = \"infantry\"\nmen = 600\n\n\
        [[unit]]\nid = \"b9\"\nname = \"b9\"\ngeneral = \"b\"\narm = \"artillery\"\nguns = 8\n\n\
        [[reinforcement]]\nturn = 2\nwho = [\"b8\", \"b9\"]\nplace = [1000, 0]\nfacing = 0.0\n"
        .into();
    let mut table = words.with_dice(&[]);
    assert!(!table.unit("b8").here());
    table.turn();
    assert!(table.unit("b8").here() && table.unit("b9").here());
    assert_eq!(
        (table.unit("b8").formation.as_str(), table.unit("b9").formation.as_str()),
        ("march_column", "limbered")
    );
    assert!(!krigsspil_field::prelude::overlaps(&table.unit("b8").placed, &table.unit("b9").placed));
}

/// §house.initiative when nobody is engaged the initiative stays where it was, and before any throw with the side named first (R86): the other moves first in
/// phase E. With the option it is thrown for all the same.
#[test]
fn initiative_when_nobody_is_engaged() {
    for (options, thrown, first) in [(vec![], 0, "red"), (vec!["initiative_always_thrown"], 1, "blue")] {
        let mut words = Words::of(&["b1 column at 1500,300", "r1 column facing south at 1500,2700"]);
        words.options = options;
        let mut table = words.with_dice(&[2, 9]);
        table.until(Step::Manoeuvre);
        assert_eq!((table.told("initiative").len(), table.moves()), (thrown, vec![first.to_string()]));
    }
}
