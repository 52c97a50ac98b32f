//! Chapters 2 and 3: generals, orders and command.

use krigsspil_torden::vocabulary::CorpsOrder;
use serde_json::{Value, json};

use super::table::{Table, Words};

const UNITS: &[&str] = &["f1 column of 20 at 60,40", "f2 column of 20 at 80,40", "p1 line of 20 at 60,150"];

fn attack(to: [f64; 2]) -> Value {
    json!({"do": "corps", "general": "fc", "order": "A", "objective": to.map(|cm| cm * 30.0)})
}

#[track_caller]
fn refusal(table: &mut Table, action: Value) -> &'static str {
    match table.try_act("french", action) {
        Err(krigsspil_engine::battle::ActFault::Refused(refused)) => refused.key(),
        other => panic!("{other:?}"),
    }
}

/// §2.1 §3.1 §2.6 §3.3 §2.12.1 an order to a corps costs a point, is rolled each turn until it is through, and then takes effect at once; nobody of the other side
/// is told of it. A second order waits, and one that is cancelled is not given in the same turn.
#[test]
fn an_order_gets_through() {
    // Zone 1 takes 10: 9 does not, and the next time 7 + 2 does not; then 6 + 4 does.
    let mut table =
        Words::of(UNITS).dice(&[9, 7, 6]).general_at("fa", "60,10").general_at("fc", "60,20").start();
    table.to("orders", "french");
    assert_eq!(refusal(&mut table, attack([60.0, 130.0])), "objective_within_a_metre");
    assert_eq!(refusal(&mut table, attack([60.0, 5.0])), "toward_the_enemy");
    table.act("french", attack([60.0, 90.0]));
    assert_eq!(refusal(&mut table, attack([60.0, 80.0])), "order_pending");
    assert_eq!(refusal(&mut table, json!({"do": "cancel", "general": "fc"})), "order_and_cancellation");
    assert_eq!((table.staff("fa").spent, table.staff("fc").order), (1, CorpsOrder::Hold));
    table.to("moves", "french");
    assert_eq!(table.staff("fc").pending.unwrap().controls, 1);
    assert!(table.game.view(&"prussian".into()).log.iter().all(|told| told.what() != "command_control"));
    assert!(table.game.view(&"french".into()).log.iter().any(|told| told.what() == "command_control"));
    table.to("moves", "prussian");
    table.to("moves", "french");
    assert_eq!(table.staff("fc").order, CorpsOrder::Hold);
    table.to("moves", "prussian");
    table.to("moves", "french");
    assert_eq!((table.staff("fc").order, table.staff("fa").spent), (CorpsOrder::Attack, 0));
    assert_eq!(table.outcome("command_control")["total"], 10);
}

/// §2.7 §2.7.p2 §2.7.p3 §2.7.p8 §2.8 under A the corps general goes 20 to 30 cm a turn straight to his objective, stops 20 cm from the enemy ahead, and holds where he
/// was sent to; on hold he does not move.
#[test]
fn a_corps_general_advances() {
    let words =
        Words::of(UNITS).general_at("fc", "60,20").rated("fc", "order = \"A\"\nobjective = [1800, 1950]\n");
    let mut table = words.start();
    table.to("moves", "french");
    assert_eq!(refusal(&mut table, json!({"do": "advance", "general": "fc", "cm": 15})), "general_goes");
    table.act("french", json!({"do": "advance", "general": "fc", "cm": 22}));
    assert_eq!(table.general("fc"), [60.0, 42.0]);
    assert_eq!(refusal(&mut table, json!({"do": "advance", "general": "fc", "cm": 22})), "general_has_moved");
    table.to("moves", "prussian");
    table.to("moves", "french");
    table.done("french");
    assert_eq!(table.general("fc"), [60.0, 65.0], "who says nothing goes as far as he may: to the objective");
    assert_eq!(table.staff("fc").order, CorpsOrder::Hold);
    table.to("moves", "prussian");
    table.to("moves", "french");
    assert_eq!(refusal(&mut table, json!({"do": "advance", "general": "fc", "cm": 20})), "general_holds");
}

/// §2.7.p3 §2.7.p4 §2.7.p5 an engaged general has half of his troops within 40 cm of the enemy: those who have not moved close up.
#[test]
fn an_engaged_corps_closes_up() {
    let units = [
        "f1 column of 20 at 60,55",
        "f2 column of 20 at 60,30",
        "f3 column of 20 at 80,30",
        "p1 line of 20 at 60,85",
    ];
    let words =
        Words::of(&units).general_at("fc", "60,50").rated("fc", "order = \"A\"\nobjective = [1800, 3900]\n");
    let mut table = words.start();
    table.to("moves", "french");
    table.order("f1", "go 1");
    table.done("french");
    assert_eq!(table.general("fc"), [60.0, 65.0], "20 cm off the enemy ahead");
    assert!(table.staff("fc").engaged);
    let closed: Vec<&str> = table.told("closes_up").iter().filter_map(|event| event.unit()).collect();
    assert_eq!(closed, ["f2"], "two of three must be near: the nearer of the idle closes up");
    assert_eq!(table.at("f2"), [60.0, 45.5]);
}

/// §2.9.p2 a corps of which more than half is in U or FU goes back of itself, a whole metre, without a throw.
#[test]
fn an_automatic_back_order() {
    let units = [
        "f1 column of 20 at 60,60 order=U",
        "f2 column of 20 at 80,60 order=FU",
        "f3 column of 20 at 100,60",
        "p1 line of 20 at 60,150",
    ];
    let mut table = Words::of(&units).general_at("fc", "100,110").start();
    table.to("orders", "french");
    let back = |cm: f64| json!({"do": "automatic_back", "general": "fc", "objective": [3000.0, (110.0 - cm) * 30.0]});
    assert_eq!(refusal(&mut table, back(60.0)), "objective_within_a_metre");
    table.act("french", back(100.0));
    assert_eq!(table.staff("fc").order, CorpsOrder::Back);
    table.to("orders", "prussian");
    assert_eq!(table.general("fc"), [100.0, 80.0]);
}

/// §2.10 §2.10.p2 §2.10.p3 §2.7.p7 under M guns stay limbered and the corps goes by its slowest unit, no nearer than 75 cm to an enemy; one who comes nearer ends it.
#[test]
fn a_march_order() {
    let units = ["f1 march_column of 20 at 60,30", "f2 battery limbered at 80,30", "p1 line of 20 at 60,130"];
    let words =
        Words::of(&units).general_at("fc", "60,15").rated("fc", "order = \"M\"\nobjective = [1800, 1650]\n");
    let mut table = words.start();
    table.to("moves", "french");
    assert_eq!(table.refused("f2", "unlimber"), "guns_limbered_on_march");
    table.order("f1", "go");
    assert_eq!(table.at("f1"), [60.0, 55.0], "75 cm from the enemy at 130");
    table.done("french");
    assert_eq!(table.staff("fc").order, CorpsOrder::March, "he himself is 100 cm off");
    assert_eq!(table.general("fc"), [60.0, 30.0], "limbered foot guns go 15 off the road");
}

/// §2.1.p2 §2.4.3 §2.4.3.p2 §2.5 §2.5.p2 a unit keeps within its chief's command distance: its march is cut there. One that is outside must come nearer; left alone it
/// comes back by itself, in column where that is sooner.
#[test]
fn in_command_and_out_of_it() {
    let units = ["f1 column of 20 at 60,28", "f2 line of 20 facing 219 at 100,60", "p1 line of 20 at 60,150"];
    let mut table = Words::of(&units).general_at("fc", "60,10").rated("fc", "command_cm = 20\n").start();
    table.to("moves", "french");
    table.order("f1", "go");
    assert_eq!(table.at("f1"), [60.0, 36.0], "its rear is 6 cm behind: 20 cm from the general at 10");
    assert_eq!(table.refused("f2", "back 5"), "must_return");
    table.done("french");
    assert_eq!(table.told("returns")[0].unit(), Some("f2"));
    assert_eq!(table.unit("f2").formation.as_str(), "column", "it is home sooner so");
}

/// §2.2 §2.2.p2 §2.12.1.p2 the commander in chief gives tasks in words; in base contact with an army general they are one headquarters, with his allowance and ability.
#[test]
fn one_headquarters() {
    let army = "[[general]]\nid = \"fb\"\nname = \"Grouchy\"\nside = \"french\"\nrank = \"army\"\nsuperior = \"fa\"\nplace = [1800, 300]\n\
                [general.ratings.torden]\nrow = \"france.grouchy\"\noas = 1\n\
                [[general]]\nid = \"fd\"\nname = \"Gérard\"\nside = \"french\"\nrank = \"corps\"\nsuperior = \"fb\"\nplace = [1800, 600]\n\
                [general.ratings.torden]\nrow = \"france.gerard\"\ncommand_cm = 100\n";
    let units = ["f1 column of 20 at 60,40 under=fd", "p1 line of 20 at 60,150"];
    let order =
        json!({"do": "corps", "general": "fd", "order": "A", "objective": [1800.0, 2700.0], "from": "fa"});
    let apart = Words::of(&units)
        .general(army)
        .rated("fa", "row = \"france.napoleon\"\noas = 3\n")
        .general_at("fa", "90,10");
    let mut table = apart.clone().start();
    table.to("orders", "french");
    assert_eq!(refusal(&mut table, order.clone()), "cannot_order", "the corps stands under another");
    table.act("french", json!({"do": "task", "general": "fb", "text": "Keep them off my flank."}));
    assert_eq!(
        &*table.battle().posts[table.battle().post("fb").unwrap()].instruction,
        "Keep them off my flank."
    );
    // 5, Napoleon's +3 and Gérard's +1 are 9 of 10; with 6 it gets through.
    let mut table = apart.general_at("fa", "62,10").dice(&[6]).start();
    let at = table.battle().post("fa").unwrap();
    assert_eq!(table.battle().place_of(at).x, 2700.0, "the first place given holds");
    let words = Words::of(&units)
        .general(army)
        .rated("fa", "row = \"france.napoleon\"\noas = 3\n")
        .general_at("fa", "62,10")
        .dice(&[6]);
    let mut joined = words.start();
    joined.to("orders", "french");
    joined.act("french", order);
    assert_eq!((joined.staff("fa").spent, joined.staff("fb").spent), (1, 0), "his allowance pays");
    joined.to("moves", "french");
    assert_eq!(joined.outcome("command_control")["total"], 10);
    assert_eq!(joined.staff("fd").order, CorpsOrder::Attack);
    table.to("moves", "french");
}

/// §2.11 §2.11.p2 §2.11.p3 a brigade is detached with a throw of its own, goes to its point and then only turns and changes; a march order brings it home.
#[test]
fn a_detached_brigade() {
    // Detached: 9 + 3 - 2 is 10. Recalled likewise.
    let words =
        Words::of(UNITS).general_at("fc", "60,20").rated("fc", "row = \"france.davout\"\n").dice(&[9, 9]);
    let mut table = words.start();
    table.to("orders", "french");
    table.act(
        "french",
        json!({"do": "detach_brigade", "unit": "f2", "order": "M", "place": [2400.0, 1500.0]}),
    );
    table.to("moves", "french");
    table.order("f2", "go 10");
    assert!(table.unit("f2").detached.unwrap().arrived);
    table.to("moves", "prussian");
    table.to("moves", "french");
    assert_eq!(table.refused("f2", "go 5"), "detached_stays");
    table.order("f2", "turn 30");
    table.to("orders", "prussian");
    table.to("orders", "french");
    table.act("french", json!({"do": "recall_brigade", "unit": "f2"}));
    table.to("moves", "french");
    assert_eq!(table.unit("f2").detached, None);
}

/// §2.12.1.p3 §2.12.1.p4 points that are left move a corps general on hold 15 cm and their owner 40.
#[test]
fn points_left_over_move_generals() {
    let mut table = Words::of(UNITS).general_at("fa", "60,10").general_at("fc", "60,20").start();
    table.to("shifts", "french");
    let shift =
        |general: &str, y: f64| json!({"do": "shift", "general": general, "place": [1800.0, y * 30.0]});
    assert_eq!(refusal(&mut table, shift("fc", 36.0)), "general_too_far");
    table.act("french", shift("fc", 35.0));
    assert_eq!(refusal(&mut table, shift("fc", 40.0)), "cannot_shift");
    table.act("french", shift("fa", 49.0));
    assert_eq!(
        (table.general("fc"), table.general("fa"), table.staff("fa").spent),
        ([60.0, 35.0], [60.0, 49.0], 2)
    );
}

/// §2.7.p6 §2.13 in the turn its order comes a corps changes formation as it needs; a unit in disorder may see to itself before it returns.
#[test]
fn formations_are_changed_when_an_order_comes() {
    let units = ["f1 line of 20 at 60,40", "f2 line of 20 at 120,70 order=U", "p1 line of 20 at 60,150"];
    let words = Words::of(&units)
        .general_at("fa", "60,10")
        .general_at("fc", "60,20")
        .rated("fa", "row = \"france.napoleon\"\n");
    let mut table = words.rated("fc", "command_cm = 40\n").dice(&[7]).start();
    table.to("orders", "french");
    table.act("french", attack([60.0, 100.0]));
    table.to("moves", "french");
    table.act("french", json!({"do": "advance", "general": "fc", "cm": 30}));
    table.order("f1", "form column; go");
    assert_eq!(table.at("f1"), [60.0, 52.5]);
    table.done("french");
    assert_eq!(table.at("f2"), [120.0, 70.0], "it stays to put itself in order");
}

/// §1.3.2 §figur-1 §1.3.2.komm §1.4.1 §1.3.2-b.komm an order of battle is a tree; what does not fit it is refused with its line. A unit may be of any row its scenario says.
#[test]
fn the_order_of_battle() {
    let fault = |words: Words| {
        words.scenario().and_then(|scenario| {
            let rules = krigsspil_torden::battle::Torden::printed().unwrap();
            krigsspil_engine::battle::Played::setup(rules, &scenario, Default::default(), 1).map(|_| ())
        })
    };
    let told = |words: Words| fault(words).unwrap_err().to_string();
    assert!(fault(Words::of(UNITS)).is_ok());
    assert!(
        told(Words::of(&["f1 line of 20 at 60,40 under=fa", "p1 line of 20 at 60,150"]))
            .contains("corps or division general")
    );
    assert!(
        told(Words::of(&["f1 line of 20 at 60,40 kind=france_1815.cav.light", "p1 line of 20 at 60,150"]))
            .contains("another arm")
    );
    let second =
        "[[general]]\nid = \"fx\"\nname = \"X\"\nside = \"french\"\nrank = \"army\"\nplace = [10, 10]\n";
    assert!(told(Words::of(UNITS).general(second)).contains("one commander in chief"));
    let lone = "[[general]]\nid = \"fx\"\nname = \"X\"\nside = \"french\"\nrank = \"division\"\nsuperior = \"fc\"\nplace = [10, 10]\n\
                [[general]]\nid = \"fy\"\nname = \"Y\"\nside = \"french\"\nrank = \"division\"\nsuperior = \"fx\"\nplace = [10, 10]\n";
    assert!(told(Words::of(UNITS).general(lone)).contains("cannot lead one of his rank"));
    assert!(
        told(Words::of(UNITS).rated("fa", "row = \"france.gerard\"\n"))
            .contains("cannot serve at that level")
    );
    assert!(
        told(Words::of(&["f1 line of 20 at 60,40", "f2 line of 20 at 62,40", "p1 line of 20 at 60,150"]))
            .contains("on the same place as")
    );
    let guard =
        Words::of(&["f1 line of 20 at 60,40 kind=france_1815.inf.old_guard", "p1 line of 20 at 60,150"])
            .start();
    let view = guard.game.view(&"french".into());
    let shown = view.units[0].details.get::<krigsspil_torden::battle::shown::UnitDetails>().unwrap();
    assert_eq!((shown.melee_addition, shown.morale_addition), (4, 5));
}
