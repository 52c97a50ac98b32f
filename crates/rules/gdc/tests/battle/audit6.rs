//! Situations in which two chapters meet, written from the print before they were run: several chargers on one unit, guns that are charged, squares in waves, and
//! what a zone leaves to those who fought for it.

use krigsspil_engine::battle::Heading;
use krigsspil_gdc::battle::order::UnitOrder;
use krigsspil_gdc::battle::phases::Step;
use krigsspil_gdc::battle::units::Stance;
use krigsspil_gdc::vocabulary::{ChargeOrders, Status};
use serde_json::json;

use crate::table::{Table, Words, counted, near, outcome, table};

fn charges(table: &mut Table, pairs: &[(&str, &str)]) {
    table.to(Step::Charges);
    for (unit, target) in pairs {
        table.order(unit, UnitOrder::charge(target, ChargeOrders::Pursue));
    }
}

/// Are there events of this kind about these two?
fn happened(table: &Table, what: &str, unit: &str, other: &str) -> bool {
    table.told(what).iter().any(|event| event.about["unit"] == unit && event.about["other"] == other)
}

fn chose(table: &Table, unit: &str, reaction: &str) -> bool {
    table
        .told("reacts")
        .iter()
        .any(|event| event.about["unit"] == unit && event.about["reaction"] == reaction)
}

/// §5.52.D two regiments charge one battery: its crew outruns the one that has come far, not the other that has most of its charge left.
#[test]
fn a_crew_does_not_outrun_the_fresher_of_two() {
    let units = [
        "b1 cavalry column at 1460,400",
        "b2 cavalry column at 1540,1100",
        "r1 battery unlimbered at 1500,1700",
    ];
    let mut table = table(&units, &[100; 20]);
    table.answers = vec![("reacts", "fire_then_flee")];
    charges(&mut table, &[("b1", "r1"), ("b2", "r1")]);
    table.until(Step::Movement);
    assert!(happened(&table, "contact", "b2", "r1"), "{:#?}", table.told("guns_abandoned"));
}

/// §5.52.C §5.7 §5.2.F horse that rides over a crew lying down has not met a friend nor a square: it keeps its impetus for the line behind.
#[test]
fn a_crew_that_lies_down_costs_no_impetus() {
    let units =
        ["b1 cavalry column at 1500,900", "r1 battery unlimbered at 1500,1300", "r2 line of 12 at 1500,1700"];
    let mut table = table(&units, &[100, 100, 50, 50, 50, 50, 50, 50]);
    table.answers = vec![("reacts", "fire_and_lie_down"), ("tries_square", "stand")];
    charges(&mut table, &[("b1", "r1")]);
    table.turn();
    let melee = table.told("melee");
    assert_eq!(outcome(&melee[0])["formation_modifier"], 40, "{melee:#?}");
}

/// §5.52.C the crew lies down before horse only: the column that charges with it fights the crew.
#[test]
fn foot_does_not_pass_over_a_crew() {
    let units = [
        "b1 cavalry column at 1458,1150",
        "b2 column of 12 at 1541,1000",
        "r1 battery unlimbered at 1500,1400",
    ];
    let mut table = table(&units, &[100; 20]);
    table.answers = vec![("reacts", "fire_and_lie_down")];
    charges(&mut table, &[("b1", "r1"), ("b2", "r1")]);
    table.until(Step::Movement);
    assert!(happened(&table, "contact", "b2", "r1"));
    assert!(!happened(&table, "contact", "b1", "r1"));
}

/// §7.5 §5.52 a charger who comes from behind a battery is not in its lane, which nothing angles: it is not fired at.
#[test]
fn guns_do_not_fire_behind_them() {
    for (from, facing, shots) in [("1500,1900", "south", 0), ("1500,1100", "north", 1)] {
        let charger = format!("b1 cavalry column facing {facing} at {from}");
        let mut table = table(&[&charger, "r1 battery unlimbered at 1500,1500"], &[100; 20]);
        table.answers = vec![("reacts", "fire_and_melee")];
        charges(&mut table, &[("b1", "r1")]);
        table.until(Step::Movement);
        assert_eq!(table.told("fires").len(), shots, "{from}");
        assert!(happened(&table, "contact", "b1", "r1"));
    }
}

/// §5.22 horse whose enemy is driven off by guns between contact and melee has fought nobody: it is Unorganized, not in recall.
#[test]
fn who_is_robbed_of_his_melee_is_unorganized() {
    let units = [
        "b1 cavalry column at 1500,1000",
        "b2 battery unlimbered at 1600,1000",
        "r1 line of 12 at 1560,1350",
        "r2 column of 12 at 200,2800",
    ];
    let mut table = table(&units, &[1, 1, 50, 50, 50, 50]);
    table.answers = vec![("reacts", "hold")];
    charges(&mut table, &[("b1", "r1")]);
    table.to(Step::SecondaryFire);
    table.order("b2", UnitOrder::fire("r1"));
    table.until(Step::Formation);
    assert!(table.told("melee").is_empty());
    assert_eq!((table.unit("b1").status(), table.unit("b1").recall), (Status::Unorganized, None));
}

/// §3.5 §9.61-b guns drive off the enemy with whom horse is Engaged since its charge: it is free, and in recall at once; it does not charge in the same turn.
#[test]
fn horse_that_guns_set_free_is_in_recall() {
    let units = [
        "b1 cavalry column at 1500,1000",
        "b2 battery unlimbered at 1620,900",
        "r1 line of 20 at 1500,1400",
        "r2 column of 12 at 1500,1900",
    ];
    let mut table = table(&units, &[50, 1, 1, 1, 5, 50, 50, 50, 50, 50]);
    table.answers = vec![("reacts", "hold"), ("tries_square", "stand")];
    charges(&mut table, &[("b1", "r1")]);
    table.turn();
    assert!(table.battle().engaged(table.battle().unit("b1").unwrap()));
    table.to(Step::InitialFire);
    table.order("b2", UnitOrder::fire("r1"));
    table.until(Step::Movement);
    assert!(!table.unit("r1").here());
    assert_eq!((table.battle().turn, table.unit("b1").recall), (2, Some(0)));
}

/// §5.33.A §4.11.C foot that is charged by foot and, from farther off, by horse may try to form square.
#[test]
fn a_square_before_the_second_charger() {
    let units =
        ["b1 column of 12 at 1420,1100", "b2 cavalry column at 1540,800", "r1 line of 12 at 1500,1400"];
    let mut table = table(&units, &[100; 20]);
    table.answers = vec![("reacts", "form_square")];
    charges(&mut table, &[("b1", "r1"), ("b2", "r1")]);
    table.until(Step::Movement);
    assert!(chose(&table, "r1", "form_square") && happened(&table, "tries_square", "r1", "b2"));
    assert_eq!(table.unit("r1").stance, Stance::Square);
}

/// §5.21.B loose horse before which loose horse comes first, and formed horse behind it, may flee.
#[test]
fn flight_from_the_second_charger() {
    let units = [
        "b1 cavalry skirmish at 1400,1100 skirmishers=true",
        "b2 cavalry column at 1640,900",
        "r1 cavalry skirmish at 1500,1400 skirmishers=true",
    ];
    let mut table = table(&units, &[50; 20]);
    table.answers = vec![("reacts", "flee")];
    charges(&mut table, &[("b1", "r1"), ("b2", "r1")]);
    table.until(Step::Movement);
    assert!(chose(&table, "r1", "flee"));
}

/// §10.2.C of two regiments that charge it the farther has lances: foot that has failed its square checks still again.
#[test]
fn the_lances_of_the_second_charger() {
    let units = [
        "b1 cavalry column at 1440,1000",
        "b2 cavalry column at 1560,900 lancers=true",
        "r1 line of 12 at 1500,1600",
    ];
    let mut table = table(&units, &[1, 95, 100, 50, 50, 50, 50]);
    table.answers = vec![("reacts", "form_square")];
    charges(&mut table, &[("b1", "r1"), ("b2", "r1")]);
    table.until(Step::Movement);
    let checks = table.told("morale_check");
    assert_eq!(checks.len(), 1);
    assert_eq!(checks[0].about["cause"], "lancers_charge_after_failed_square");
}

/// §5.33.A §5.33.B R14 a line in the way of two regiments that charge others tries its square before the nearer.
#[test]
fn a_square_before_the_nearer_of_two() {
    let units = [
        "b1 cavalry column at 1300,600",
        "b2 cavalry column at 1590,1000",
        "r1 skirmish of 4 at 1300,1000 skirmishers=true",
        "r2 line of 20 at 1450,1300",
        "r3 skirmish of 4 at 1590,1150 skirmishers=true",
    ];
    let mut table = table(&units, &[100; 20]);
    table.answers = vec![("reacts", "flee"), ("tries_square", "form_square")];
    charges(&mut table, &[("b1", "r1"), ("b2", "r3")]);
    table.until(Step::Movement);
    let tried = table.told("tries_square");
    assert_eq!(outcome(&tried[0])["distance_modifier"], -20, "{tried:#?}");
}

/// §10.5.A §10.5.I an Austrian column in the path of a charge at somebody else closes up to a mass too; of 13 castings and more it is a square to the horse.
#[test]
fn a_mass_in_the_path() {
    let units = [
        "b1 cavalry column at 1500,800",
        "r1 skirmish of 4 at 1500,1200 skirmishers=true",
        "r2 column of 15 at 1500,1450 nation=austria",
    ];
    let mut table = table(&units, &[50; 20]);
    table.answers = vec![("reacts", "flee"), ("tries_square", "battalion_mass")];
    charges(&mut table, &[("b1", "r1")]);
    table.turn();
    assert!(table.told("changes_formation").iter().any(|event| event.about["formation"] == "battalion_mass"));
    let melee = table.told("melee");
    assert_eq!(outcome(&melee[0])["formation_row"], "inf_square", "{melee:#?}");
}

/// §10.5.G a battalion mass that foot charges stands: it does not counter-charge.
#[test]
fn a_mass_does_not_counter_charge() {
    let units = [
        "b1 cavalry column at 1460,800",
        "b2 column of 12 at 1540,1100",
        "r1 column of 15 at 1500,1400 nation=austria",
    ];
    // The horse is beaten and goes back; in the next turn the column charges.
    let mut table = table(&units, &[100; 20]);
    table.answers = vec![("reacts", "battalion_mass")];
    charges(&mut table, &[("b1", "r1")]);
    table.turn();
    assert_eq!(table.unit("r1").stance, Stance::BattalionMass);
    table.answers = vec![("reacts", "hold")];
    charges(&mut table, &[("b2", "r1")]);
    table.asked.clear();
    table.until(Step::Movement);
    // There is nothing to choose.
    assert!(chose(&table, "r1", "hold") && table.asked.is_empty(), "{:?}", table.asked);
    assert!(happened(&table, "contact", "b2", "r1"));
}

/// §10.6.F loose horse falls back before a formed column that comes up to it, as loose foot does.
#[test]
fn loose_horse_falls_back() {
    let mut table = table(
        &["b1 column of 12 at 1500,1000", "r1 cavalry skirmish at 1500,1420 skirmishers=true"],
        &[50; 20],
    );
    table.to(Step::Movement);
    table.order("b1", UnitOrder::ahead(400.0));
    table.turn();
    assert!(near(table.at("r1")[1], 1501.0), "{:?}", table.at("r1"));
}

/// §5.42.D §9.5.B the line that means to ride around a square fails its check and goes back: the column behind it checks, and goes on past it Unorganized
/// or halts, as its player likes.
#[test]
fn the_second_of_a_wave_whose_leader_fails_at_a_square() {
    for (choice, strikes) in [("go_on", true), ("halt", false)] {
        let units =
            ["b1 cavalry line at 1500,900", "b2 cavalry column at 1500,700", "r1 square of 16 at 1500,1300"];
        let mut table = table(&units, &[1, 50, 100, 100, 100, 60, 60, 60, 60]);
        table.answers = vec![("at_square", "flow_around"), ("wave_goes_on", choice)];
        charges(&mut table, &[("b1", "r1"), ("b2", "r1")]);
        table.until(Step::Movement);
        assert!(table.asked.iter().any(|what| what == "wave_goes_on"), "{choice}: {:?}", table.asked);
        assert!(table.told("morale_check").iter().any(|event| event.about["unit"] == "b2"));
        assert_eq!(happened(&table, "contact", "b2", "r1"), strikes, "{choice}");
        assert_eq!(table.unit("b2").status() == Status::Unorganized, strikes, "{choice}");
        assert!(table.told("flows_around").is_empty());
    }
}

/// §5.1 chart.infantry-movement R7 a charge of 450 yards reaches who stands 450 yards off, and not who stands 451 off.
#[test]
fn a_charge_reaches_its_whole_distance() {
    let units = [
        "b1 column of 12 at 1200,1000",
        "b2 column of 12 at 1800,1000",
        "r1 line of 12 at 1200,1450",
        "r2 line of 12 at 1800,1451",
    ];
    let mut table = table(&units, &[50; 20]);
    table.answers = vec![("reacts", "hold")];
    charges(&mut table, &[("b1", "r1")]);
    assert_eq!(table.refused("b2", UnitOrder::charge("r2", ChargeOrders::Return)), "out_of_reach");
    table.until(Step::Movement);
    assert!(happened(&table, "contact", "b1", "r1"));
    assert!(near(table.at("b1")[1], 1450.0), "{:?}", table.at("b1"));
}

/// A zone between the two sides.
fn zone(units: &[&str], class: &str) -> Words {
    let holm = json!({"name": "Holm", "zone": class});
    Words::of(units).area("built_up", [1350.0, 1150.0, 1650.0, 1350.0], holm)
}

fn storm(table: &mut Table) {
    table.to(Step::Charges);
    for unit in ["b1", "b2"] {
        table.order(unit, UnitOrder::Assault { zone: "Holm".into() });
    }
    table.to(Step::Zones);
    for (unit, sector) in [("b1", 1), ("b2", 2)] {
        table.order(unit, UnitOrder::Allocate { zone: "Holm".into(), sector });
    }
    table.turn();
}

/// §3.4.D §12.5.C an Unorganized garrison that repulses an assault without losing anybody has won its melee: it recovers.
#[test]
fn a_garrison_that_has_won_recovers() {
    let units = [
        "b1 column of 6 at 1400,1000",
        "b2 column of 6 at 1600,1000",
        "r1 column of 12 at 1400,1250 zone=Holm status=unorganized",
        "r2 column of 12 at 1600,1250 zone=Holm",
    ];
    let mut table = zone(&units, "B").with_dice(&[50; 10]);
    storm(&mut table);
    assert_eq!((table.unit("r1").castings, table.unit("r1").status()), (12, Status::Good));
}

/// §12.6.8 §7.11-b the battery of a sector that is taken is lost with it.
#[test]
fn guns_of_a_sector_that_is_taken() {
    let units = [
        "b1 column of 20 at 1400,1000 melee=9",
        "b2 column of 20 at 1600,1000 melee=9",
        "r1 column of 12 at 1400,1250 zone=Holm",
        "r2 battery unlimbered at 1500,1250 zone=Holm",
        "r3 column of 12 at 1500,2500",
    ];
    let mut table = zone(&units, "B").with_dice(&[50; 10]);
    storm(&mut table);
    assert_eq!(table.told("secures_sector").len(), 2);
    assert!(!table.unit("r1").here() && !table.unit("r2").here());
}

/// §12.2 horse leaves a zone by a road where one leaves it, the one nearest to the side it wants; foot leaves where it likes.
#[test]
fn horse_leaves_by_the_road() {
    let units = [
        "b1 cavalry column at 1500,1250 zone=Holm garrison=false",
        "b2 column of 12 at 1500,1250 zone=Holm garrison=false",
        "r1 column of 12 at 1500,2800",
    ];
    let mut table = zone(&units, "C")
        .with("road", "LineString", json!([[1500, 0], [1500, 3000]]), json!({}))
        .with_dice(&[]);
    table.turn().turn().to(Step::Movement);
    for unit in ["b1", "b2"] {
        table.order(unit, UnitOrder::Leave { facing: Heading(80.0) });
    }
    table.turn();
    let (horse, foot) = (table.at("b1"), table.at("b2"));
    assert!(near(horse[0], 1500.0) && horse[1] > 1350.0, "{horse:?}");
    assert!(foot[0] > 1650.0 && foot[1] < 1350.0, "{foot:?}");
}

/// §3.5 §5.22 horse in contact that guns make hesitate fights all the same, and is in recall when its melee is over.
#[test]
fn who_hesitates_in_contact_is_in_recall_after_it() {
    let units = [
        "b1 cavalry line at 1700,1000",
        "r1 line of 12 at 1500,1400",
        "r2 battery unlimbered at 1760,1500",
        "r3 column of 12 at 300,2800",
    ];
    let mut table = table(&units, &[1, 1, 95, 1, 60, 60, 60, 60]);
    table.answers = vec![("reacts", "hold"), ("advances", "stay")];
    charges(&mut table, &[("b1", "r1")]);
    table.to(Step::SecondaryFire);
    table.order("r2", UnitOrder::fire("b1"));
    table.until(Step::Formation);
    assert_eq!(table.told("morale_failure").len(), 1);
    assert_eq!(table.told("melee").len(), 1);
    assert!(table.unit("b1").recall.is_some());
}

/// §5.2.I unformed horse passes whatever friend it comes upon in the first 300 yards of its charge; at the first it comes upon later it halts, though that is in
/// skirmish order.
#[test]
fn loose_horse_halts_at_friends() {
    for (at, reaches) in [(1200, true), (1400, false)] {
        let friend = format!("b2 skirmish of 4 at 1500,{at} skirmishers=true");
        let units = [
            "b1 cavalry skirmish of 4 at 1500,1000 skirmishers=true",
            &friend,
            "r1 skirmish of 4 at 1500,1700 skirmishers=true",
        ];
        let mut table = table(&units, &[50; 20]);
        table.answers = vec![("reacts", "hold")];
        charges(&mut table, &[("b1", "r1")]);
        table.until(Step::Movement);
        assert_eq!(happened(&table, "contact", "b1", "r1"), reaches, "{at}: {:?}", table.at("b1"));
    }
}

/// §10.7 American Indians who are charged in woods count as formed: they fire at the last moment, two as one, and nobody has the bonus against skirmishers.
/// In the open they are skirmishers.
#[test]
fn indians_in_woods_are_formed() {
    for (wooded, fires, row) in [(true, 1, "inf_column_def"), (false, 0, "none")] {
        let units =
            ["b1 column of 12 at 1500,1150", "r1 skirmish of 8 at 1500,1300 indians=true nation=canada"];
        let words = Words::of(&units);
        let words = match wooded {
            true => words.area("wood", [1200.0, 1295.0, 1800.0, 1500.0], json!({"obstacle": 0})),
            false => words,
        };
        let mut table = words.with_dice(&[50; 20]);
        table.answers = vec![("reacts", "hold")];
        charges(&mut table, &[("b1", "r1")]);
        table.turn();
        assert_eq!(table.told("protective_fire").len(), fires, "{wooded}");
        let melee = table.told("melee");
        assert_eq!(outcome(&melee[0])["formation_row"], row, "{melee:#?}");
    }
}

/// A river across the table, with a ford far off.
fn river(units: &[&str]) -> Words {
    let words = Words::of(units);
    let words = words.with(
        "stream",
        "LineString",
        json!([[0, 1600], [3000, 1600]]),
        json!({"obstacle": 2, "width": 20}),
    );
    words.with("ford", "Point", json!([2800, 1600]), json!({"width": 100}))
}

/// §10.7 §11.1 American Indians swim a river anywhere, and go 200 yards in all as over a ford; nobody else enters it.
#[test]
fn indians_swim() {
    let units = [
        "b1 skirmish of 8 at 1000,1500 indians=true nation=canada",
        "b2 skirmish of 8 at 1800,1500 skirmishers=true",
        "r1 column of 12 at 1500,2800",
    ];
    let mut table = river(&units).with_dice(&[]);
    table.to(Step::Movement);
    for unit in ["b1", "b2"] {
        table.order(unit, UnitOrder::ahead(400.0));
    }
    table.turn();
    assert!(near(table.at("b1")[1], 1700.0), "{:?}", table.at("b1"));
    assert!(table.at("b2")[1] < 1600.0, "{:?}", table.at("b2"));
}

/// §9.7 §9.8.B §11.1 a beaten battalion does not go back through a river: with no crossing behind it, it surrenders; where a ford lies behind it, it goes back.
#[test]
fn nobody_goes_back_through_a_river() {
    for (x, surrenders) in [(1500, true), (2800, false)] {
        let (own, other) =
            (format!("b1 column of 12 at {x},1000 melee=9"), format!("r1 column of 12 at {x},1400"));
        let mut table = river(&[&own, &other]).with_dice(&[1, 65, 50, 50, 50, 50]);
        table.answers = vec![("reacts", "hold")];
        charges(&mut table, &[("b1", "r1")]);
        table.until(Step::Formation);
        assert_eq!(table.told("surrenders").len() == 1, surrenders, "{x}");
        assert_eq!(table.told("retreats").len() == 1, !surrenders, "{x}");
    }
}

/// §11.1 R57 a charger that has crossed a stream is the lower one; not before a defender who stands in the water himself, nor before one who has charged through it.
#[test]
fn streams_and_who_stands_in_them() {
    for (stream, lower) in [(1380, true), (1400, false)] {
        let words = Words::of(&["b1 column of 12 at 1500,1230", "r1 line of 12 at 1500,1400"]);
        let line = json!([[0, stream], [3000, stream]]);
        let mut table =
            words.with("stream", "LineString", line, json!({"obstacle": 0, "width": 6})).with_dice(&[50; 10]);
        table.answers = vec![("reacts", "hold")];
        charges(&mut table, &[("b1", "r1")]);
        table.turn();
        let melee = &table.told("melee")[0];
        assert_eq!(counted(melee, "higher_ground"), lower, "{stream}: {:?}", melee.working);
    }
}

/// §12.5.A the defender of an assaulted zone may move a unit in transit out of it as part of normal movement.
#[test]
fn out_of_an_assaulted_zone() {
    let units = [
        "b1 column of 12 at 1400,1000",
        "b2 column of 12 at 1600,1000",
        "r1 column of 12 at 1400,1250 zone=Holm",
        "r2 column of 12 at 1600,1250 zone=Holm garrison=false",
    ];
    let mut table = zone(&units, "C").with_dice(&[50; 20]);
    table.turn().turn().to(Step::Charges);
    for unit in ["b1", "b2"] {
        table.order(unit, UnitOrder::Assault { zone: "Holm".into() });
    }
    table.to(Step::Movement);
    table.order("r2", UnitOrder::Leave { facing: Heading(0.0) });
    table.until(Step::Zones);
    assert!(table.told("leaves_zone").iter().any(|event| event.about["unit"] == "r2"));
}

/// §10.5.I §9.5.B a mass of fifteen castings is a square to a line of horse, which may flow around it; one of twelve is not.
#[test]
fn horse_flows_around_a_large_mass() {
    for (castings, asked) in [(15, true), (12, false)] {
        let mass = format!("r1 column of {castings} at 1500,1300 nation=austria");
        let mut table = table(&["b1 cavalry line at 1500,900", &mass], &[100; 20]);
        table.answers = vec![("reacts", "battalion_mass"), ("at_square", "flow_around")];
        charges(&mut table, &[("b1", "r1")]);
        table.until(Step::Movement);
        assert_eq!(happened(&table, "flows_around", "b1", "r1"), asked, "{castings}");
        assert_eq!(happened(&table, "contact", "b1", "r1"), !asked, "{castings}");
    }
}

/// §10.5.I §9.5.D a large mass that a column of horse has beaten goes back when the horse has passed, as a square does.
#[test]
fn a_beaten_mass_waits_for_the_horse_to_pass() {
    let units = [
        "b1 cavalry column at 1500,900 melee=10",
        "r1 column of 15 at 1500,1300 nation=austria melee=2",
        "r2 column of 12 at 300,2800",
    ];
    let mut table = table(&units, &[1, 10, 50, 50, 50, 50]);
    table.answers = vec![("reacts", "battalion_mass"), ("tries_square", "stand")];
    charges(&mut table, &[("b1", "r1")]);
    table.turn();
    assert!(happened(&table, "flows_around", "b1", "r1"), "{:#?}", table.told("melee_result"));
    let order: Vec<&str> = table.events.iter().map(|event| event.what).collect();
    let passes = order.iter().position(|what| *what == "flows_around").unwrap();
    assert!(order.iter().position(|what| *what == "retreats").is_some_and(|back| back > passes), "{order:?}");
}

/// R12 §10.5.C guns and muskets from behind find no flank of a square, and its check is none the worse for it; that of a line is.
#[test]
fn a_square_has_no_flank_to_fire() {
    for (formation, worse) in [("square", false), ("line", true)] {
        let target = format!("r1 {formation} of 16 at 1500,1500 facing north");
        let mut table = table(&["b1 battery unlimbered at 1500,1000", &target], &[1, 100, 100, 100]);
        table.to(Step::InitialFire);
        table.order("b1", UnitOrder::fire("r1"));
        table.until(Step::Movement);
        let (shot, check) = (&table.told("fires")[0], &table.told("morale_check")[0]);
        assert_eq!(counted(shot, "fire_on_flank"), worse, "{:?}", shot.working);
        assert_eq!(counted(check, "flank_or_friendly_fire"), worse, "{:?}", check.working);
    }
}

/// §chart.zone-modifiers §12.5.B.4 horse joins an assault with foot enough for every sector, at 15 less, and is in recall after it (§3.5); alone it is too weak.
#[test]
fn horse_joins_an_assault() {
    for foot in [true, false] {
        let second = if foot { "b2 column of 12 at 1600,1000" } else { "b2 cavalry column at 1600,1000" };
        let units = [
            "b1 column of 16 at 1400,1000 melee=9",
            second,
            "b3 cavalry column of 8 at 1500,1000",
            "r1 column of 12 at 1400,1250 zone=Holm",
            "r2 column of 12 at 1500,2700",
        ];
        let mut table = zone(&units, "B").with_dice(&[50; 20]);
        table.to(Step::Charges);
        for unit in ["b1", "b2", "b3"] {
            table.order(unit, UnitOrder::Assault { zone: "Holm".into() });
        }
        if !foot {
            table.until(Step::Formation);
            assert!(!table.told("assault_too_weak").is_empty());
            continue;
        }
        table.to(Step::Zones);
        for (unit, sector) in [("b1", 1), ("b2", 2), ("b3", 1)] {
            table.order(unit, UnitOrder::Allocate { zone: "Holm".into(), sector });
        }
        table.turn();
        let fought = table.told("sector_combat");
        assert_eq!(outcome(&fought[0])["attacker_value"], 16 * 9 + 8 * 5 - 15, "{fought:#?}");
        assert!(table.unit("b3").inside.is_some() && table.unit("b3").recall.is_some());
    }
}

/// §11.6 a unit behind a wall is the steadier for it whatever it checks for: here a friend who routs beside it.
#[test]
fn cover_steadies_before_a_rout() {
    let units =
        ["b1 battery unlimbered at 1500,900", "r1 column of 12 at 1500,1400", "r2 line of 12 at 1750,1400"];
    let words = Words::of(&units).with("wall", "LineString", json!([[1600, 1392], [1900, 1392]]), json!({}));
    let mut table = words.with_dice(&[1, 1, 5, 100, 100]);
    table.to(Step::InitialFire);
    table.order("b1", UnitOrder::fire("r1"));
    table.until(Step::Movement);
    let checks = table.told("morale_check");
    let second = checks.iter().find(|event| event.about["unit"] == "r2").expect("it checks");
    assert!(counted(second, "protective_cover"), "{:?}", second.working);
}

/// §11.4 horse that stands in a field does not wheel to charge; straight ahead it charges.
#[test]
fn no_wheel_in_a_field() {
    let units =
        ["b1 cavalry column at 1500,1000", "r1 line of 12 at 1500,1500", "r2 line of 12 at 1900,1400"];
    let mut table =
        Words::of(&units).area("plough", [1300.0, 700.0, 1700.0, 1050.0], json!({})).with_dice(&[50; 9]);
    table.to(Step::Charges);
    let aside = UnitOrder::Charge { target: "r2".into(), wheel: Some(45.0), orders: ChargeOrders::Pursue };
    assert_eq!(table.refused("b1", aside), "field_holds_cavalry");
    table.order("b1", UnitOrder::charge("r1", ChargeOrders::Pursue));
}

/// §opt.british-line a column whose target has fled checks before the British line behind it that it comes to.
#[test]
fn a_british_line_behind_the_target() {
    let units = [
        "b1 column of 12 at 1500,1050",
        "r1 skirmish of 4 at 1500,1300 skirmishers=true nation=great_britain",
        "r2 line of 12 at 1500,1440 nation=great_britain",
    ];
    let mut words = Words::of(&units);
    words.options = vec!["british_line"];
    let mut table = words.with_dice(&[1, 50, 100, 50]);
    table.answers = vec![("reacts", "flee")];
    charges(&mut table, &[("b1", "r1")]);
    table.until(Step::Movement);
    assert_eq!(table.told("morale_failure").len(), 1);
    assert!(!happened(&table, "contact", "b1", "r2"));
    assert!(near(table.at("b1")[1], 1215.0), "{:?}", table.at("b1"));
}

/// §10.2.B a square that lancers have beaten checks for their lances too, when it has gone back.
#[test]
fn a_beaten_square_checks_for_lances() {
    let units = [
        "b1 cavalry column at 1500,900 melee=10 lancers=true",
        "r1 square of 16 at 1500,1300 melee=2",
        "r2 column of 12 at 300,2800",
    ];
    let mut table = table(&units, &[1, 10, 100, 100, 50, 50]);
    table.answers = vec![("reacts", "hold")];
    charges(&mut table, &[("b1", "r1")]);
    table.turn();
    assert_eq!(table.told("retreats").len(), 1, "{:#?}", table.told("melee_result"));
    let checks = table.told("morale_check");
    assert!(checks.iter().any(|event| event.about["cause"] == "lancers_melee_square"), "{checks:#?}");
}
