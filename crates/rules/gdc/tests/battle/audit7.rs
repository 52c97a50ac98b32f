//! Situations in which two chapters meet, written from the print before they were run: zones, rivers and fields, masses, cover, and the optional rules.

use krigsspil_engine::battle::Heading;
use krigsspil_gdc::battle::order::UnitOrder;
use krigsspil_gdc::battle::phases::Step;
use krigsspil_gdc::vocabulary::{ChargeOrders, Status};
use serde_json::json;

use crate::audit6::{charges, happened};
use crate::table::{Table, Words, counted, near, outcome, table};

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
