//! Chapter 5 and chapter 9: charges, what the charged do, melees, results and pursuits.

use krigsspil_gdc::battle::order::UnitOrder;
use krigsspil_gdc::battle::phases::Step;
use krigsspil_gdc::battle::units::Stance;
use krigsspil_gdc::vocabulary::{ChargeOrders, Status};

use crate::table::{Table, counted, outcome, table};

fn charge(table: &mut Table, id: &str, target: &str) {
    table.to(Step::Charges);
    table.order(id, UnitOrder::charge(target, ChargeOrders::Return));
}

/// §seq.charges.2 §seq.movement.2 §seq.melee.2 §9.1.A §5.3.A §9.1 §9.1.C §9.1.D §9.1.F §9.3 §9.6 a column of grade 5 charges a standing line of grade 5: 50, 20 for the formations, less 19 of protective fire.
#[test]
fn column_against_line() {
    let mut table = table(&["b1 column at 1500,500", "r1 line at 1500,900"], &[51, 50]);
    charge(&mut table, "b1", "r1");
    table.until(Step::Formation);
    let melee = &table.told("melee")[0];
    assert_eq!(
        (outcome(melee)["chance_percent"].as_i64(), outcome(melee)["fpf"].as_i64()),
        (Some(51), Some(19))
    );
    // 50 for grade 5: the loser is Unorganized, each loses one, he retreats 300.
    assert_eq!((table.unit("b1").castings, table.unit("r1").castings), (11, 11));
    assert_eq!(table.unit("r1").status(), Status::Unorganized);
    assert!((table.at("r1")[1] - 1200.0).abs() < 1.0, "{:?}", table.at("r1"));
    assert!(table.battle().fights.is_empty());
}

/// §9.61 §9.61-b below 50 they are Engaged: two each, nobody retreats; next turn neither moves nor fires, and the same one attacks again.
#[test]
fn engaged() {
    let mut table = table(&["b1 column at 1500,500", "r1 line at 1500,900"], &[51, 49]);
    charge(&mut table, "b1", "r1");
    // Locked together they have nothing to write before the movement phase of the next turn.
    table.go(|battle| battle.turn == 2 && battle.phase() == Step::Movement && !battle.turns.runs());
    assert_eq!((table.unit("b1").castings, table.unit("r1").castings), (10, 10));
    assert!(table.battle().engaged(table.battle().unit("b1").unwrap()));
    assert_eq!(table.refused("r1", UnitOrder::ahead(50.0)), "in_contact");
    table.turn();
    assert_eq!(table.told("melee").len(), 2);
    assert_eq!(table.told("melee")[1].about["unit"], "b1");
}

/// §5.3.B §5.3.A infantry charges only straight ahead; §5.3.E not at formed cavalry in order; §9.4.C guns never.
#[test]
fn what_infantry_may_charge() {
    let units = [
        "b1 column at 500,500",
        "r1 column at 700,800",
        "b2 column at 1500,500",
        "r2 cavalry column at 1500,800",
        "b3 column at 2000,500",
        "r3 cavalry column at 2000,800 status=disrupted",
        "b4 battery unlimbered at 2500,500",
        "r4 column at 2500,800",
    ];
    let mut table = table(&units, &[]);
    table.to(Step::Charges);
    let at = |id: &str| UnitOrder::charge(id, ChargeOrders::Return);
    assert_eq!(table.refused("b1", at("r1")), "out_of_reach");
    assert_eq!(table.refused("b2", at("r2")), "not_this_target");
    table.order("b3", at("r3"));
    assert_eq!(table.refused("b4", at("r4")), "never_charges");
}

/// §5.2.D §5.3.D nobody charges through formed friends; through skirmishers one does (§5.3.C).
#[test]
fn friends_in_the_way() {
    let units = [
        "b1 column at 500,500",
        "b2 column at 500,600",
        "r1 column at 500,850",
        "b3 column at 1500,500",
        "b4 skirmish at 1500,600 of 4 skirmishers=true",
        "r2 column at 1500,850",
    ];
    let mut table = table(&units, &[]);
    table.to(Step::Charges);
    assert_eq!(table.refused("b1", UnitOrder::charge("r1", ChargeOrders::Return)), "friend_in_the_way");
    table.order("b3", UnitOrder::charge("r2", ChargeOrders::Return));
}

/// §9.4.A §9.1.E charged in front infantry may counter-charge: it moves to meet the charger, has no protective fire, and the better grade attacks.
#[test]
fn counter_charge() {
    let mut table = table(&["b1 column at 1500,500", "r1 column at 1500,900 melee=6"], &[10, 20, 50, 50]);
    table.answers = vec![("reacts", "counter_charge")];
    charge(&mut table, "b1", "r1");
    table.until(Step::Formation);
    let melee = &table.told("melee")[0];
    assert_eq!(melee.about["unit"], "r1", "grade 6 attacks grade 5");
    assert_eq!(outcome(melee)["fpf"], 0);
    let met = table.told("contact");
    assert_eq!(met.len(), 1);
}

/// §seq.charges.3 §5.32.A §5.33.B §5.33.A §9.5.A infantry charged by horse tries to form square; 601 to 900 yards change nothing, grade D fails on 20.
#[test]
fn a_square_is_formed() {
    let mut table = table(&["b1 cavalry column at 1500,500", "r1 column at 1500,1300"], &[21, 100, 50, 50]);
    table.answers = vec![("reacts", "form_square")];
    charge(&mut table, "b1", "r1");
    table.until(Step::Movement);
    assert_eq!(table.unit("r1").stance, Stance::Square);
    assert_eq!(outcome(&table.told("tries_square")[0])["total"], 21);
    table.until(Step::Formation);
    // A cavalry column must attack the square: 50 less 30 for the formations less FPF 4+1+2.
    let melee = &table.told("melee")[0];
    assert_eq!(outcome(melee)["chance_percent"], 50 - 30 - 7);
}

/// §9.5.B §3.51.D R89 a cavalry line flows around a square after a check, without fighting it, and checks again for its integrity.
#[test]
fn a_line_flows_around_a_square() {
    let mut table = table(&["b1 cavalry line at 1500,500", "r1 square at 1500,1200"], &[90, 90]);
    charge(&mut table, "b1", "r1");
    table.until(Step::Formation);
    assert_eq!(table.told("flows_around").len(), 1);
    assert!(table.told("melee").is_empty());
    assert_eq!(table.told("morale_check").len(), 2);
    assert!(table.unit("b1").here());
}

/// §9.2.A §9.2.C §9.2.D §9.2.E two columns side by side charge one line: each has 20 more, and half of the protective fire.
#[test]
fn two_against_one() {
    let units = ["b1 column at 1460,500", "b2 column at 1540,500", "r1 line at 1500,800"];
    let mut table = table(&units, &[1, 1, 60, 60]);
    charge(&mut table, "b1", "r1");
    table.order("b2", UnitOrder::charge("r1", ChargeOrders::Return));
    table.until(Step::Formation);
    let melees = table.told("melee");
    assert_eq!(melees.len(), 2);
    for melee in &melees {
        assert_eq!(outcome(melee)["chance_percent"], 50 + 20 + 20 - 9);
        assert!(counted(melee, "several_attackers"));
    }
}

/// §9.1.B struck from behind a line is struck in the rear: 50 more.
#[test]
fn in_the_rear() {
    let mut table = table(&["b1 column at 1500,500", "r1 line facing north at 1500,900"], &[100, 60, 60]);
    charge(&mut table, "b1", "r1");
    table.until(Step::Formation);
    let contact = &table.told("contact")[0];
    assert_eq!(contact.about["side"], "rear");
    assert!(counted(&table.told("melee")[0], "flank_or_rear"));
}

/// §seq.melee.3 §9.1.H §5.2.A §2.6 §2.61.B §2.62.C §9.62 §3.5 cavalry that beats cavalry: under Return it goes back and is in recall, under Pursue it must follow half its remaining distance.
#[test]
fn standing_orders() {
    for (orders, pursues) in [(ChargeOrders::Return, false), (ChargeOrders::Pursue, true)] {
        let mut table = table(
            &["b1 cavalry column at 1500,500 melee=7", "r1 cavalry column at 1500,900 melee=4"],
            &[1, 65],
        );
        table.to(Step::Charges);
        table.order("b1", UnitOrder::charge("r1", orders));
        table.until(Step::Formation);
        assert_eq!(table.told("pursues").is_empty(), !pursues, "{orders}");
        assert_eq!(table.told("returns").is_empty(), pursues, "{orders}");
        assert!(table.unit("b1").recall.is_some());
        // §3.51.B the beaten cavalry, Disrupted by cavalry, has lost its integrity.
        assert!(!table.unit("r1").here() && table.unit("r1").reserve.is_some());
    }
}

/// §seq.charges.4 §5.22 a charge that meets nobody leaves cavalry Unorganized; its target, skirmishers, has fled: then it is in recall.
#[test]
fn a_charge_in_the_air() {
    let mut table =
        table(&["b1 cavalry column at 1500,500", "r1 skirmish at 1500,1700 skirmishers=true of 4"], &[]);
    table.answers = vec![("reacts", "flee")];
    charge(&mut table, "b1", "r1");
    table.until(Step::Formation);
    assert!(table.told("flees").len() == 1 && table.unit("r1").here());
    assert!(table.told("contact").is_empty() && table.unit("b1").recall.is_some());
}

/// §5.52.B §5.52 R60 an unlimbered battery that is charged fires at point blank, at the charger only, and fights.
#[test]
fn charged_guns_fire_and_fight() {
    let mut table = table(&["b1 column at 1500,500", "r1 battery unlimbered at 1500,900"], &[100, 50, 60]);
    table.answers = vec![("reacts", "fire_and_melee")];
    charge(&mut table, "b1", "r1");
    table.until(Step::Formation);
    let fired = &table.told("fires")[0];
    assert_eq!((fired.about["unit"].as_str(), fired.about["yards"].as_i64()), (Some("r1"), Some(50)));
    assert_eq!(table.told("melee").len(), 1);
}

/// §5.52.A §7.11-b the crew leaves its guns: they stand where they stood, and nobody is fought.
#[test]
fn the_crew_flees() {
    let mut table = table(&["b1 column at 1500,500", "r1 battery unlimbered at 1500,900"], &[]);
    table.answers = vec![("reacts", "flee_guns")];
    charge(&mut table, "b1", "r1");
    table.until(Step::Formation);
    assert!(table.unit("r1").abandoned() && table.told("melee").is_empty());
}

/// §5.52.C against horse the crew lies down: one casualty, the guns stay manned, and the horse does not stop on them.
#[test]
fn the_crew_lies_down() {
    let mut table = table(&["b1 cavalry column at 1500,500", "r1 battery unlimbered at 1500,900"], &[100]);
    table.answers = vec![("reacts", "fire_and_lie_down")];
    charge(&mut table, "b1", "r1");
    table.until(Step::Formation);
    assert_eq!((table.unit("r1").castings, table.unit("r1").abandoned()), (3, false));
    assert!(table.told("melee").is_empty());
    assert!(table.at("b1")[1] > 1100.0, "it has ridden over them: {:?}", table.at("b1"));
}

/// §5.5 §5.51 limbered guns flee before a charge.
#[test]
fn limbered_guns_flee() {
    let mut table = table(&["b1 column at 1500,500", "r1 battery limbered at 1500,900"], &[]);
    charge(&mut table, "b1", "r1");
    table.until(Step::Formation);
    assert!(table.at("r1")[1] > 1300.0, "{:?}", table.at("r1"));
    assert!(table.told("melee").is_empty());
}

/// §5.3.F after three charges running infantry must pause.
#[test]
fn three_charges_running() {
    let mut table = table(&["b1 column at 1500,300", "r1 battery limbered at 1500,700 poundage=12"], &[]);
    for _ in 0..3 {
        charge(&mut table, "b1", "r1");
        table.until(Step::Formation);
    }
    table.to(Step::Charges);
    assert_eq!(table.refused("b1", UnitOrder::charge("r1", ChargeOrders::Return)), "charged_thrice");
}

/// §5.7 §5.2.F cavalry that charges less than 200 yards has no impetus: the formation gives it nothing.
#[test]
fn impetus() {
    for (y, formation) in [(640.0, 0), (900.0, 30)] {
        let units = ["b1 cavalry column at 1500,500".to_string(), format!("r1 column at 1500,{y}")];
        let mut table = table(&[&units[0], &units[1]], &[100, 50]);
        charge(&mut table, "b1", "r1");
        table.until(Step::Formation);
        assert_eq!(outcome(&table.told("melee")[0])["formation_modifier"], formation, "{y}");
    }
}

/// §9.5.E infantry attacks a square as in any melee: a column has 10, less the square's fire of one face.
#[test]
fn infantry_against_a_square() {
    let mut table = table(&["b1 column at 1500,500", "r1 square at 1500,800"], &[100, 50]);
    charge(&mut table, "b1", "r1");
    table.until(Step::Formation);
    let melee = &table.told("melee")[0];
    assert_eq!(outcome(melee)["chance_percent"], 50 + 10 - 7);
}

/// §10.3.A §10.3.F Cossacks are lancers, always in skirmish order, and do not charge formed infantry in order.
#[test]
fn cossacks() {
    let mut table = table(&["b1 cavalry column at 1500,500 cossacks=true", "r1 column at 1500,900"], &[]);
    assert!(table.unit("b1").stance == Stance::Skirmish && table.unit("b1").ratings.lancers);
    table.to(Step::Charges);
    assert_eq!(table.refused("b1", UnitOrder::charge("r1", ChargeOrders::Return)), "not_for_cossacks");
}

/// §5.33.A §5.1 R14 infantry that charges and is charged by horse may form square: then its own charge is off, and it stands where it is.
#[test]
fn who_forms_square_does_not_charge() {
    let units =
        ["b1 column at 1500,1000", "r1 line at 1500,1350", "r2 cavalry line at 2200,1000 facing west"];
    let mut table = table(&units, &[100; 10]);
    table.answers = vec![("reacts b1", "form_square"), ("reacts", "hold")];
    table.to(Step::Charges);
    table.order("b1", UnitOrder::charge("r1", ChargeOrders::Return));
    table.order("r2", UnitOrder::charge("b1", ChargeOrders::Pursue));
    table.until(Step::Formation);
    assert_eq!(table.unit("b1").stance, Stance::Square);
    let struck: Vec<_> = table.told("contact").iter().map(|event| event.about["unit"].clone()).collect();
    assert!(!struck.contains(&"b1".into()), "{struck:?}");
    assert!((table.at("b1")[1] - 1000.0).abs() < 40.0, "{:?}", table.at("b1"));
}

/// §5.21.C cavalry that charges one enemy and wheels to meet another who comes at its flank receives him at the halt: its own charge is off, and it is not
/// Unorganized for a charge it never made.
#[test]
fn who_wheels_to_meet_does_not_charge() {
    let units = [
        "b1 cavalry line at 1500,1000 melee=9",
        "r1 line at 1500,1700",
        "r2 cavalry line at 2400,975 facing west melee=3",
    ];
    let mut table = table(&units, &[100; 10]);
    table.answers = vec![("reacts b1", "wheel_to_meet"), ("reacts", "hold"), ("tries_square", "stand")];
    table.to(Step::Charges);
    table.order("b1", UnitOrder::charge("r1", ChargeOrders::Return));
    table.order("r2", UnitOrder::charge("b1", ChargeOrders::Pursue));
    table.until(Step::SkirmishFire);
    let contacts = table.told("contact");
    assert_eq!(contacts.len(), 1, "{contacts:#?}");
    assert_eq!((&contacts[0].about["unit"], &contacts[0].about["other"]), (&"r2".into(), &"b1".into()));
    assert_eq!((contacts[0].about["side"].as_str(), table.told("charge_spent").len()), (Some("front"), 0));
}

/// §5.32.C skirmishers who flee before horse do not charge in the same turn.
#[test]
fn who_flees_does_not_charge() {
    let units = [
        "b1 skirmish of 6 at 1500,1000 skirmishers=true",
        "r1 skirmish of 6 at 1500,1350 skirmishers=true",
        "r2 cavalry line at 2500,1000 facing west",
    ];
    let mut table = table(&units, &[100; 10]);
    table.answers = vec![("reacts b1", "flee"), ("reacts", "hold")];
    table.to(Step::Charges);
    table.order("b1", UnitOrder::charge("r1", ChargeOrders::Return));
    table.order("r2", UnitOrder::charge("b1", ChargeOrders::Pursue));
    table.until(Step::SkirmishFire);
    assert_eq!(table.told("flees").len(), 1);
    let struck: Vec<_> = table.told("contact").iter().map(|event| event.about["unit"].clone()).collect();
    assert!(!struck.contains(&"b1".into()), "{struck:?}");
    assert!(table.at("b1")[1] < 700.0, "{:?}", table.at("b1"));
}

/// §chart.morale-failure §9.1.H a battalion that has hesitated before the guns this turn may not move of its own will: it holds, wins its melee, and does not
/// advance; nor does one that fires a volley follow it (§8.5).
#[test]
fn who_hesitated_does_not_advance() {
    let units = [
        "b1 battery unlimbered at 1500,400",
        "b2 column at 1700,700 melee=3",
        "r1 line at 1600,1000 melee=8",
        "b3 column at 2400,880",
        "r2 line at 2400,1000",
        "b4 battery unlimbered at 2480,400",
    ];
    // Both reds are hit, fail and hesitate; then r1 beats b2, and r2's volley shakes b3.
    let mut table = table(&units, &[1, 1, 5, 95, 5, 95, 1, 5, 95, 100, 70, 100, 100, 100]);
    table.answers = vec![("reacts", "hold"), ("advances", "advance"), ("follows_fire", "advance")];
    table.to(Step::InitialFire);
    table.order("b1", UnitOrder::fire("r1"));
    table.order("b4", UnitOrder::fire("r2"));
    table.to(Step::Charges);
    table.order("b2", UnitOrder::charge("r1", ChargeOrders::Return));
    table.to(Step::Volleys);
    table.order("r2", UnitOrder::fire("b3"));
    table.until(Step::Formation);
    let hesitated = table.told("morale_failure");
    assert!(hesitated.len() >= 3, "{hesitated:#?}");
    assert!(
        !table.asked.iter().any(|what| what == "advances" || what == "follows_fire"),
        "{:?}",
        table.asked
    );
    assert_eq!((table.told("pursues").len(), table.told("follows_fire").len()), (0, 0));
}

/// §7.11-b a crew that falls in the melee to its last man leaves its guns once, and that is told once.
#[test]
fn guns_are_left_once() {
    let units = [
        "b1 cavalry line at 1500,500 melee=9",
        "r1 battery unlimbered at 1500,900 melee=2",
        "r2 line at 2700,2700",
    ];
    // The shot hits, and the horse passes its check; then it wins, and the whole crew falls.
    let mut table = table(&units, &[100, 100, 1, 99, 100, 100, 100]);
    table.answers = vec![("reacts", "fire_and_melee"), ("advances", "stay")];
    table.to(Step::Charges);
    table.order("b1", UnitOrder::charge("r1", ChargeOrders::Pursue));
    table.until(Step::Formation);
    assert_eq!(table.unit("r1").castings, 0);
    assert_eq!(table.told("guns_abandoned").len(), 1);
}
