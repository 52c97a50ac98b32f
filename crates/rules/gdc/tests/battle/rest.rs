//! Batteries that support an assault, what generals see, swarms, the rest of the sequence, and what a scenario may state.

use krigsspil_engine::battle::{Options, Played};
use krigsspil_gdc::battle::Gdc;
use krigsspil_gdc::battle::order::UnitOrder;
use krigsspil_gdc::battle::phases::Step;
use krigsspil_gdc::battle::units::Stance;
use krigsspil_gdc::vocabulary::{ChargeOrders, MoraleGrade};
use serde_json::json;

use crate::table::{Table, Words, counted, outcome, table};

fn farm(units: &[&str]) -> Words {
    Words::of(units).area("built_up", [1400.0, 1400.0, 1600.0, 1600.0], json!({"name": "Farm", "cover": 1}))
}

fn support(sector: i32) -> UnitOrder {
    UnitOrder::Support { zone: "Farm".into(), sector }
}

fn assault(table: &mut Table) {
    table.to(Step::Charges);
    for id in ["b1", "b2"] {
        table.order(id, UnitOrder::Assault { zone: "Farm".into() });
    }
}

/// §12.5.B.5 §12.6.7 a battery outside supports the assault on one sector, which adds to it there and nowhere else; it does not fire besides.
/// Batteries of the defender outside support nothing, and without an assault nobody is supported.
#[test]
fn batteries_support_an_assault() {
    let units = [
        "b1 column at 1440,1300",
        "b2 column at 1560,1300",
        "b3 battery unlimbered facing east at 1000,1500",
        "r1 column at 1450,2000 zone=Farm",
        "r2 column at 1550,2100 zone=Farm",
        "r3 battery unlimbered at 2300,2300",
        "b4 column at 2300,1700",
    ];
    for supported in [true, false] {
        let mut table = farm(&units).with_dice(&[50; 20]);
        table.to(Step::InitialFire);
        assert_eq!(table.refused("b3", support(1)), "not_in_this_phase");
        assault(&mut table);
        table.to(Step::SecondaryFire);
        assert_eq!(table.refused("r3", support(1)), "no_assault_there");
        if supported {
            table.order("b3", support(1));
        }
        table.until(Step::Formation);
        let fought = table.told("sector_combat");
        assert_eq!(fought.len(), 2);
        let value = |at: usize| outcome(&fought[at])["attacker_value"].as_i64().unwrap();
        assert_eq!((value(0), value(1)), (if supported { 80 } else { 60 }, 60));
        assert_eq!(table.told("supports").len(), usize::from(supported));
    }
}

/// §2.3 with hidden movement a general by himself sees what is within his observation range and in a clear line; from a hill he sees farther.
#[test]
fn what_a_general_sees() {
    for (hill, seen) in [(false, false), (true, true)] {
        let mut words = Words::of(&["b1 column at 100,100", "r1 column at 2500,2200"]);
        words.options = vec!["hidden_movement"];
        // 400 yards times 1.25 on level ground; times 2.5 on two contours.
        words.more = "# b at [2500, 1300]\n".into();
        if hill {
            for (level, half) in [(1, 200.0), (2, 100.0)] {
                let ring = [2500.0 - half, 1300.0 - half, 2500.0 + half, 1300.0 + half];
                words = words.area("contour", ring, json!({"level": level}));
            }
        }
        let table = words.with_dice(&[]);
        let battle = table.battle();
        let seat = battle.fixed.seating.number(&"blue".into()).unwrap();
        assert_eq!(battle.seen.sees(seat, battle.unit("r1").unwrap()), seen, "hill: {hill}");
    }
}

/// §10.6.M §10.6.N skirmishers form a swarm of several ranks: narrower, and only its front rank fires.
#[test]
fn a_swarm_is_narrow() {
    let units = ["b1 skirmish of 12 at 1500,1000 skirmishers=true", "r1 line at 1500,1120"];
    let mut table = table(&units, &[100; 8]);
    table.to(Step::Formation);
    let wide = table.unit("b1").placed.body().front();
    assert_eq!(table.refused("b1", UnitOrder::Swarm { ranks: 1 }), "no_change");
    table.order("b1", UnitOrder::Swarm { ranks: 3 });
    table.to(Step::SkirmishFire);
    let front = table.unit("b1").placed.body().front();
    assert!((front - wide / 3.0).abs() <= 1.0, "{front} of {wide}");
    table.order("b1", UnitOrder::fire("r1"));
    table.until(Step::Volleys);
    assert_eq!(outcome(&table.told("skirmish_fire")[0])["castings_firing"], 4);
}

/// §4.41 §10.1.G a skirmish company before its battalion takes something off the guns' fire while it is of use; when the battalion is charged it is
/// behind it, and the battalion holds with all its fire.
#[test]
fn a_screen_of_its_own() {
    for (date, helps) in [("1809-05-19", true), ("1813-12-10", false)] {
        let words = Words::of(&["b1 battery unlimbered at 1500,500", "r1 line at 1500,900 screen=true"]);
        let mut scenario = words.scenario();
        scenario.date = date.into();
        let game =
            Played::setup_with_dice(Gdc::printed().unwrap(), &scenario, Options::new(), 7, vec![100; 9]);
        let mut table = Table { game: game.unwrap(), answers: vec![], asked: vec![], events: vec![] };
        table.to(Step::InitialFire);
        table.order("b1", UnitOrder::fire("r1"));
        table.until(Step::Movement);
        let bir = outcome(&table.told("fires")[0])["bir_modifier"].as_i64().unwrap();
        assert_eq!(bir, if helps { -1 } else { 0 }, "{date}");
    }
    let fpf = |screen: bool| {
        let line = format!("r1 line at 1500,900 screen={screen}");
        let mut table = table(&["b1 column at 1500,500", &line], &[50; 12]);
        table.to(Step::Charges);
        table.order("b1", UnitOrder::charge("r1", ChargeOrders::Return));
        table.until(Step::Formation);
        table.told("protective_fire")[0].about["points"].as_i64()
    };
    assert_eq!(fpf(true), fpf(false));
}

/// §5.6 who stands in the way of a charge answers it when he sees the charger: one whom a wood hides him from is not asked.
#[test]
fn surprised_behind_a_wood() {
    for wood in [false, true] {
        let mut words = Words::of(&[
            "b1 cavalry column at 1500,500",
            "r1 skirmish of 6 at 1500,800 skirmishers=true",
            "r2 column at 1567,1400",
        ]);
        if wood {
            // Beside the way of the charge, and before the eyes of r2.
            words = words.area("wood", [1540.0, 560.0, 2200.0, 1300.0], json!({"obstacle": 0}));
        }
        let mut table = words.with_dice(&[60; 20]);
        table.answers = vec![("reacts", "flee"), ("tries_square", "form_square")];
        table.to(Step::Charges);
        table.order("b1", UnitOrder::charge("r1", ChargeOrders::Pursue));
        table.until(Step::Movement);
        assert_eq!(table.asked.iter().any(|what| what == "tries_square"), !wood, "{:?}", table.asked);
    }
}

/// §seq.secondary-fire.2 who loses a casting in the secondary fire phase checks in it, before the musketry.
#[test]
fn secondary_fire_is_checked_for() {
    let units = ["b1 battery unlimbered at 1500,500", "r1 column of 20 at 1500,900"];
    let mut table = table(&units, &[1, 100, 100, 100, 100]);
    table.to(Step::SecondaryFire);
    table.order("b1", UnitOrder::fire("r1"));
    table.until(Step::SkirmishFire);
    let order: Vec<&str> = table.events.iter().map(|event| event.what).collect();
    let at = |what: &str| order.iter().position(|one| *one == what);
    assert!(at("fires") < at("loses_castings") && at("loses_castings") < at("morale_check"), "{order:?}");
    assert!(at("morale_check").is_some());
}

/// §seq.recovery.2 a unit that has routed is gone for good: no recovery phase brings it back.
#[test]
fn routed_units_do_not_rally() {
    let units =
        ["b1 battery unlimbered at 1500,500", "r1 column of 20 at 1500,900 morale=G", "r2 line at 500,2500"];
    // A hit, a failed check, and the worst of the failure chart.
    let mut table = table(&units, &[1, 1, 5, 100, 100]);
    table.to(Step::InitialFire);
    table.order("b1", UnitOrder::fire("r1"));
    table.until(Step::Movement);
    assert_eq!(table.told("routs").len(), 1, "{:?}", table.events);
    for _ in 0..4 {
        table.turn();
    }
    assert!(!table.unit("r1").here());
    assert_eq!(table.told("comes_back").len(), 0);
}

/// §10.1.B §10.1.D with `converged_elites` a battalion of converged elites is 6D and skirmish trained, and its parents are a level worse and
/// smaller; without the option they are as the scenario rates them.
#[test]
fn converged_elites() {
    let units = [
        "b1 column of 12 at 500,500 converged=true",
        "b2 column of 12 at 700,500 elites_taken=2",
        "r1 column at 1500,2500",
    ];
    for on in [true, false] {
        let mut words = Words::of(&units);
        words.options = if on { vec!["converged_elites"] } else { vec![] };
        let table = words.with_dice(&[]);
        let rated = |id: &str| {
            let unit = table.unit(id);
            (unit.ratings.melee, unit.ratings.morale, unit.ratings.skirmishers, unit.first)
        };
        let elites = if on { (6, MoraleGrade::D, true, 12) } else { (5, MoraleGrade::D, false, 12) };
        let parent = if on { (4, MoraleGrade::E, false, 10) } else { (5, MoraleGrade::D, false, 12) };
        assert_eq!((rated("b1"), rated("b2")), (elites, parent));
    }
}

/// §11.7.A a hill may carry a zone: the zone is fought for as any other, and stands as high as the hill.
#[test]
fn a_zone_on_a_hill() {
    let units = ["b1 column at 1440,1200", "b2 column at 1560,1200", "r1 column at 1500,2000 zone=Farm"];
    let words = farm(&units).area("contour", [1200.0, 1390.0, 1800.0, 1800.0], json!({"level": 1}));
    let mut table = words.with_dice(&[50; 10]);
    assault(&mut table);
    table.until(Step::Formation);
    assert_eq!(table.told("sector_combat").len(), 2);
    assert_eq!(table.battle().fixed.ground.level_at(table.battle().zones[0].middle()), 1);
}

/// §12.1.B a zone is as large as the scenario draws it: units go in wherever they come to its edge.
#[test]
fn zones_of_any_size() {
    for half in [75.0, 250.0] {
        let ring = [1500.0 - half, 1500.0 - half, 1500.0 + half, 1500.0 + half];
        let words = Words::of(&["b1 column at 1500,1100", "r1 column at 2800,2900"]).area(
            "built_up",
            ring,
            json!({"name": "Farm", "cover": 1}),
        );
        let mut table = words.with_dice(&[]);
        table.to(Step::Movement);
        table.order("b1", UnitOrder::ahead(400.0));
        table.until(Step::Formation);
        assert!(table.unit("b1").inside.is_some(), "{half}: {:?}", table.at("b1"));
    }
}

/// §11.3.E a zone beside a river may have a bridge: a column crosses there and nowhere else.
#[test]
fn a_zone_with_a_bridge() {
    for (x, crosses) in [(1500.0, true), (1000.0, false)] {
        let column = format!("b1 column at {x},1400");
        let words = Words::of(&[&column, "r1 column at 2800,2900"])
            .area("built_up", [1400.0, 1600.0, 1600.0, 1800.0], json!({"name": "Farm", "cover": 1}))
            .with(
                "stream",
                "LineString",
                json!([[0.0, 1500.0], [3000.0, 1500.0]]),
                json!({"obstacle": 3, "width": 8.0}),
            )
            .with(
                "bridge",
                "LineString",
                json!([[1500.0, 1490.0], [1500.0, 1510.0]]),
                json!({"width": 80.0}),
            );
        let mut table = words.with_dice(&[]);
        table.to(Step::Movement);
        table.order("b1", UnitOrder::ahead(400.0));
        table.until(Step::Formation);
        assert_eq!(
            table.at("b1")[1] > 1520.0 || table.unit("b1").inside.is_some(),
            crosses,
            "{:?}",
            table.at("b1")
        );
    }
}

/// §11.9 wilderness is ground like any other: woods, hills and streams over two fifths of a table set up and are played.
#[test]
fn wilderness() {
    let mut words = Words::of(&[
        "b1 column at 300,300",
        "b2 skirmish of 8 at 900,300 skirmishers=true",
        "r1 column at 2500,2500",
    ]);
    for at in 0..5 {
        let (x, y) = (100.0 + 560.0 * f64::from(at), 500.0 + 100.0 * f64::from(at));
        let obstacle = at % 3;
        words = words.area("wood", [x, y, x + 500.0, y + 1400.0], json!({"obstacle": obstacle}));
    }
    words = words.area("contour", [800.0, 800.0, 1500.0, 1500.0], json!({"level": 1})).with(
        "stream",
        "LineString",
        json!([[0.0, 2100.0], [3000.0, 2300.0]]),
        json!({"obstacle": 1, "width": 4.0}),
    );
    let mut table = words.with_dice(&[50; 20]);
    table.to(Step::Movement);
    table.order("b1", UnitOrder::ahead(400.0));
    table.order("b2", UnitOrder::ahead(400.0));
    table.turn();
    // A column that comes to woods goes no farther than woods let it; on open ground it would be at 700.
    assert!(table.at("b1")[1] > 300.0 && table.at("b1")[1] < 690.0, "{:?}", table.at("b1"));
}

/// §5.2.J unformed cavalry rides around a square without a check and strikes the next enemy in its path.
#[test]
fn loose_horse_rides_around_a_square() {
    let units = [
        "b1 cavalry skirmish of 8 at 1500,900 skirmishers=true",
        "r1 square of 12 at 1500,1100",
        "r2 skirmish of 6 at 1500,1400 skirmishers=true",
    ];
    let mut table = table(&units, &[60; 30]);
    table.answers = vec![("reacts", "hold")];
    table.to(Step::Charges);
    table.order("b1", UnitOrder::charge("r2", ChargeOrders::Return));
    table.until(Step::Movement);
    let struck = table.told("contact");
    assert!(struck.iter().all(|event| event.about["other"] != "r1"), "{struck:?}");
    assert!(struck.iter().any(|event| event.about["other"] == "r2"), "{:?}", table.events);
    assert!(table.told("morale_check").is_empty());
    assert_eq!(table.unit("r1").stance, Stance::Square);
    assert!(!counted_any(&table, "impetus"));
}

fn counted_any(table: &Table, modifier: &str) -> bool {
    table.events.iter().any(|event| event.working.is_some() && counted(event, modifier))
}
