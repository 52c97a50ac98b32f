//! Situations that the second audit found wrong.

use krigsspil_gdc::battle::order::UnitOrder;
use krigsspil_gdc::battle::phases::Step;
use krigsspil_gdc::vocabulary::ChargeOrders;
use serde_json::json;

use crate::table::{Table, Words, counted, table};

fn charge(table: &mut Table, pairs: &[(&str, &str)]) {
    table.to(Step::Charges);
    for (unit, target) in pairs {
        table.order(unit, UnitOrder::charge(target, ChargeOrders::Pursue));
    }
}

fn wave() -> Table {
    let units = [
        "b1 cavalry column at 1500,900 melee=2",
        "b2 cavalry column at 1500,700",
        "r1 line of 20 at 1500,1300 melee=9",
    ];
    // The melee is lost, the result 90: Disrupted and back; b1's integrity goes. Then b2 checks, passes, and goes on.
    let mut table = table(&units, &[100, 75, 100, 100, 60, 60, 60, 60, 60, 60, 60, 60]);
    table.answers = vec![("reacts", "hold"), ("tries_square", "stand"), ("wave_goes_on", "go_on")];
    charge(&mut table, &[("b1", "r1"), ("b2", "r1")]);
    table.until(Step::Formation);
    assert_eq!(table.told("melee").len(), 2);
    table
}

/// §9.3.A a unit has one final protective fire a turn: who has fired at the leader of a wave has none for the second.
#[test]
fn one_protective_fire_a_turn() {
    let table = wave();
    let fought = table.told("melee");
    assert!(counted(&fought[0], "protective_fire"));
    assert!(!counted(&fought[1], "protective_fire"), "{:?}", fought[1]);
    assert_eq!(table.told("protective_fire").len(), 1);
}

/// §5.42.C §5.7 the second of a wave continues its charge when the leader is beaten: the yards it has run give it impetus, and its formation counts.
#[test]
fn a_wave_keeps_its_impetus() {
    let table = wave();
    let working = table.told("melee")[1].working.clone().unwrap();
    let formation = working.modifiers.iter().find(|applied| applied.modifier.key.contains("formation"));
    assert!(formation.is_some(), "{:?}", working.modifiers);
}

/// §3.51.D §5.52.C a cavalry line that rides over a crew lying at its guns has touched them, and checks for its integrity; a column does not.
#[test]
fn a_line_over_guns_checks() {
    for (formation, checks) in [("line", 1), ("column", 0)] {
        let horse = format!("b1 cavalry {formation} at 1500,700");
        let units = [&*horse, "r1 battery unlimbered at 1500,1000", "r2 column at 300,2900"];
        let mut table = table(&units, &[100; 20]);
        table.answers = vec![("reacts", "fire_and_lie_down")];
        charge(&mut table, &[("b1", "r1")]);
        table.until(Step::Formation);
        let cause = "line_cavalry_contacts_square_or_guns";
        let told = table.told("morale_check");
        assert_eq!(told.iter().filter(|event| event.about["cause"] == cause).count(), checks, "{told:?}");
    }
}

/// §2.2 who makes a unit follow him is named: not the general whose command it is of.
#[test]
fn who_leads_is_named() {
    let mut words = Words::of(&["bx1 column at 1500,500", "r1 column at 1500,2900"]);
    words.options = vec!["directives"];
    words.more = "# b at [1500, 400]\n# bx at [100, 100]\n".into();
    let mut table = words.with_dice(&[]);
    table.to(Step::Command);
    table.act("blue", json!({"do": "follow_me", "general": "b", "unit": "bx1"})).unwrap();
    table.to(Step::Movement);
    let told = table.told("follows_general");
    assert_eq!((told.len(), &told[0].about["general"]), (1, &json!("b")));
}

/// §5.2.F own skirmishers near the start of a charge are left behind before it has impetus; those met when it has cost it for good, however far it still
/// rides. The same goes for ground: a hedge 50 yards ahead, and one 400 yards ahead.
#[test]
fn impetus_is_lost_for_good() {
    for (hedge, y, keeps) in
        [(false, 760.0, true), (false, 1100.0, false), (true, 750.0, true), (true, 1100.0, false)]
    {
        let friend = format!("b2 skirmish of 6 at 1500,{y} skirmishers=true");
        let friend = if hedge { "b2 column at 300,300" } else { &*friend };
        let units = ["b1 cavalry column at 1500,700", friend, "r1 column of 12 at 1500,1400"];
        let mut words = Words::of(&units);
        if hedge {
            let line = json!([[1300.0, y], [1700.0, y]]);
            words = words.with("hedge", "LineString", line, json!({"width": 2.0}));
        }
        let mut table = words.with_dice(&[60; 20]);
        table.answers = vec![("reacts", "hold"), ("tries_square", "stand")];
        charge(&mut table, &[("b1", "r1")]);
        table.to(Step::Movement);
        let b1 = table.battle().unit("b1").unwrap();
        let charge = table.battle().charge_of(b1).unwrap();
        assert_eq!(charge.unimpeded >= 200, keeps, "{y}: {charge:?}");
    }
}

/// §5.2.K unformed cavalry does not charge formed cavalry, and is told by which rule.
#[test]
fn loose_horse_and_formed_horse() {
    let units = ["b1 cavalry skirmish of 8 at 1500,900 skirmishers=true", "r1 cavalry column at 1500,1300"];
    let mut table = table(&units, &[]);
    table.to(Step::Charges);
    assert_eq!(table.refused("b1", UnitOrder::charge("r1", ChargeOrders::Return)), "not_formed_cavalry");
}

/// §9.5.C §9.5.D a column that has beaten a square flows around it and goes on half of what it has left, though the result lets nobody pursue; the second of
/// its wave then fights the square.
#[test]
fn a_victor_flows_around_a_square() {
    for second in [false, true] {
        let behind = if second { "b2 cavalry column at 1500,700" } else { "b2 column at 300,300" };
        let units = ["b1 cavalry column at 1500,900 melee=9", behind, "r1 square of 16 at 1500,1300 melee=3"];
        // Won, and the least result that beats it: Unorganized.
        let mut table = table(&units, &[1, 31, 60, 60, 60, 60, 60, 60, 60, 60, 60, 60, 60]);
        let pairs: &[(&str, &str)] = if second { &[("b1", "r1"), ("b2", "r1")] } else { &[("b1", "r1")] };
        charge(&mut table, pairs);
        table.until(Step::Formation);
        assert_eq!(table.told("flows_around").len(), 1, "{:?}", table.told("melee_result"));
        assert!(table.at("b1")[1] > 1500.0, "{:?}", table.at("b1"));
        assert_eq!(table.told("melee").len(), if second { 2 } else { 1 });
    }
}

/// §3.2.B a unit that goes back Disrupted shakes those within 150 yards of its way, not only of the place it left; 151 yards beside it nobody minds.
#[test]
fn a_retreat_shakes_along_its_way() {
    let units = [
        "b1 battery unlimbered at 1500,500",
        "r1 column of 20 at 1500,1000 melee=6 morale=F",
        // The column is 75 yards wide: 100 yards and 151 yards from edge to edge.
        "r2 column at 1675,1350",
        "r3 column at 1274,1350",
    ];
    // A hit, a failed check, and Disrupted.
    let mut table = table(&units, &[1, 1, 25, 100, 100, 100, 100]);
    table.to(Step::InitialFire);
    table.order("b1", UnitOrder::fire("r1"));
    table.until(Step::Movement);
    assert_eq!(table.told("retreats").len(), 1, "{:?}", table.events);
    let shaken = table.told("morale_check");
    let who: Vec<&str> = shaken.iter().filter_map(|event| event.about["unit"].as_str()).collect();
    assert_eq!(who, ["r1", "r2"]);
}

fn plate(units: &[&str]) -> Words {
    let ring = [500.0, 1000.0, 2500.0, 2500.0];
    Words::of(units).area("contour", ring, json!({"level": 1}))
}

/// §7.8.E §7.8.D guns on the plain fire at nobody on a hilltop, however near its crest he stands, and are told why.
#[test]
fn nobody_on_a_hilltop_is_hit_from_the_plain() {
    let units = [
        "b1 battery unlimbered at 1500,500",
        "r1 line at 1500,1010",
        "b2 battery unlimbered at 900,500",
        "r2 line at 900,800",
    ];
    let mut table = plate(&units).with_dice(&[]);
    table.to(Step::InitialFire);
    assert_eq!(table.refused("b1", UnitOrder::fire("r1")), "hill_bars_fire");
    table.order("b2", UnitOrder::fire("r2"));
}

/// §7.8.A the dead ground before a battery 100 yards behind its crest ends 100 yards from the foot, to the yard.
#[test]
fn dead_ground_to_the_yard() {
    for (y, hit) in [(899.0, true), (901.0, false)] {
        let target = format!("r1 line facing north at 1500,{y}");
        let units = [
            "b1 battery unlimbered facing south at 1500,1100",
            &*target,
            "b2 battery unlimbered at 300,500",
            "r2 line at 300,800",
        ];
        let mut table = plate(&units).with_dice(&[]);
        table.to(Step::InitialFire);
        let fired = table.try_order("b1", UnitOrder::fire("r1"));
        assert_eq!(fired.is_ok(), hit, "{y}: {fired:?}");
    }
}

fn holm(units: &[&str]) -> Words {
    Words::of(units).area("built_up", [1400.0, 1400.0, 1600.0, 1600.0], json!({"name": "Holm", "cover": 1}))
}

/// §12.6.9 who must go back into a zone without enemies goes into it, in transit, and neither counts as surrounded nor surrenders; a zone that enemies hold
/// bars the way as before.
#[test]
fn back_into_a_village() {
    let units =
        ["b1 battery unlimbered at 1500,900", "r1 line of 20 at 1500,1330 morale=G", "r2 column at 300,2900"];
    // A hit, a failed check, and 69: Unorganized, back 200.
    let mut table = holm(&units).with_dice(&[1, 1, 69, 100, 100]);
    table.to(Step::InitialFire);
    table.order("b1", UnitOrder::fire("r1"));
    table.until(Step::Movement);
    let r1 = table.unit("r1");
    assert!(r1.inside.is_some_and(|inside| inside.sector.is_none()), "{:?}", table.events);
    assert_eq!(r1.status().to_string(), "unorganized");
    assert!(table.told("surrenders").is_empty());
}

/// §12.6.11 units that flee from a zone together go 400 yards side by side, and do not shake each other; a crew leaves its unlimbered guns there.
#[test]
fn fleeing_together() {
    let units = [
        "b1 column at 1440,1300",
        "b2 column at 1560,1300",
        "r1 column of 12 at 1500,2000 zone=Holm",
        "r2 column of 12 at 1500,2100 zone=Holm",
        "r3 battery unlimbered at 1500,2300 zone=Holm",
    ];
    let mut table = holm(&units).with_dice(&[100; 20]);
    table.to(Step::Charges);
    for id in ["b1", "b2"] {
        table.order(id, UnitOrder::Assault { zone: "Holm".into() });
    }
    table.to(Step::Zones);
    for id in ["r1", "r2", "r3"] {
        table.order(id, UnitOrder::Flee);
    }
    table.until(Step::Formation);
    let back = table.told("retreats");
    let yards: Vec<i64> = back.iter().filter_map(|event| event.about["yards"].as_i64()).collect();
    assert_eq!(yards, [400, 400], "{:?}", table.events.iter().map(|event| event.what).collect::<Vec<_>>());
    assert!(table.told("morale_check").is_empty());
    assert!(table.unit("r3").abandoned() && table.unit("r3").inside.is_none());
}

/// opt.guard.C the 100 yards of the guard's first charge are charged, not only declared.
#[test]
fn the_guard_comes_so_far() {
    let mut words =
        Words::of(&["b1 column of 16 at 1500,500 melee=9 morale=A", "r1 line of 12 at 1500,1040"]);
    words.options = vec!["committed_guard"];
    let mut table = words.with_dice(&[60; 30]);
    table.to(Step::Charges);
    table.order("b1", UnitOrder::charge("r1", ChargeOrders::Return));
    table.until(Step::Formation);
    assert_eq!((table.told("contact").len(), table.told("melee").len()), (1, 1));
}

/// §12.2 a third battalion finds no sector in a zone of two, and is told so when it is ordered there.
#[test]
fn a_full_zone() {
    let units = [
        "b1 column at 1500,300 zone=Holm",
        "b2 column at 1500,500 zone=Holm",
        "b3 column at 1500,700 zone=Holm garrison=false",
        "r1 column at 300,2900",
    ];
    let mut table = holm(&units).with_dice(&[]);
    table.to(Step::Formation);
    assert_eq!(table.refused("b3", UnitOrder::Garrison), "zone_full");
}

/// §12.6.10 §12.2 a unit in transit that may leave its zone charges out of it, in column; a garrison does not, nor anybody while the zone is contested.
#[test]
fn a_charge_out_of_a_zone() {
    for (garrison, charges) in [(false, true), (true, false)] {
        let inside = format!("b1 column of 12 at 1500,300 zone=Holm garrison={garrison}");
        let units = [&*inside, "r1 line of 12 facing south at 1500,1850", "r2 column at 300,2900"];
        let mut table = holm(&units).with_dice(&[60; 20]);
        table.turn();
        if charges {
            table.to(Step::Charges);
        }
        let charge = UnitOrder::charge("r1", ChargeOrders::Return);
        assert_eq!(table.try_order("b1", charge).is_ok(), charges);
        if charges {
            table.until(Step::Formation);
            assert_eq!((table.told("contact").len(), table.told("melee").len()), (1, 1));
            assert_eq!(table.told("leaves_zone").len(), 1);
        }
    }
}

/// §12.2.A §12.4.G who stands in an open zone is fired at as in the field, also behind its border, and units march through it.
#[test]
fn an_open_zone_hides_nobody() {
    let units = [
        "b1 battery unlimbered at 1500,900",
        "r1 column at 1500,1450",
        "b2 column at 1420,1200",
        "r2 column at 300,2900",
    ];
    let words = Words::of(&units).area(
        "built_up",
        [1350.0, 1350.0, 1650.0, 1650.0],
        json!({"name": "Kors", "zone": "A"}),
    );
    let mut table = words.with_dice(&[100; 9]);
    table.to(Step::InitialFire);
    table.order("b1", UnitOrder::fire("r1"));
    table.to(Step::Movement);
    table.order("b2", UnitOrder::ahead(300.0));
    table.turn();
    assert!(table.at("b2")[1] > 1400.0, "{:?}", table.at("b2"));
}
