//! Chapters 7 and 8, and morale where fire causes it (chapter 3).

use krigsspil_gdc::battle::order::UnitOrder;
use krigsspil_gdc::battle::phases::Step;
use krigsspil_gdc::battle::state::Battle;
use krigsspil_gdc::vocabulary::{ChargeOrders, Status};
use serde_json::json;

use crate::table::{Words, counted, outcome, table};

/// §seq.initial-fire.2 §7.5 §7.10.A §7.10.B §7.10.C §3.2.A a French battery of eight 6 pdr (AEV 6) at 600 yards hits a line on 50; the line loses a casting and checks.
#[test]
fn guns_hit_and_the_target_checks() {
    let mut table =
        table(&["b1 battery unlimbered at 1500,500 poundage=6", "r1 line at 1500,1100"], &[50, 21]);
    table.to(Step::InitialFire);
    table.order("b1", UnitOrder::fire("r1"));
    table.until(Step::SecondaryFire);
    let fired = table.told("fires");
    assert_eq!(
        (outcome(&fired[0])["bir"].as_i64(), outcome(&fired[0])["chance_percent"].as_i64()),
        (Some(6), Some(50))
    );
    assert_eq!((table.unit("r1").castings, table.unit("r1").status()), (11, Status::Good));
    assert_eq!(table.told("morale_check").len(), 1);
    assert_eq!(table.unit("b1").battery.as_ref().unwrap().fired, 1, "one barrage point beyond 200 yards");
}

/// §7.2 at 200 yards or less a shot costs two points.
#[test]
fn canister_costs_two() {
    let mut table = table(&["b1 battery unlimbered at 1500,500", "r1 line at 1500,690"], &[100]);
    table.to(Step::InitialFire);
    table.order("b1", UnitOrder::fire("r1"));
    table.until(Step::SecondaryFire);
    assert_eq!(table.unit("b1").battery.as_ref().unwrap().fired, 2);
}

/// §7.5 the lane is as wide as the battery and straight ahead: who stands beside it is no target, nor who stands behind the first; a friend blocks it
/// (R80), enemy skirmishers are fired through.
#[test]
fn the_lane() {
    let units = [
        "b1 battery unlimbered at 500,500",
        "r1 column at 700,1000",
        "b2 battery unlimbered at 1500,500",
        "r2 column at 1500,900",
        "r3 column at 1500,1100",
        "b3 battery unlimbered at 2500,500",
        "r4 skirmish at 2500,800 skirmishers=true of 4",
        "r5 line at 2500,1000",
    ];
    let mut table = table(&units, &[100, 100]);
    table.to(Step::InitialFire);
    assert_eq!(table.refused("b1", UnitOrder::fire("r1")), "not_in_lane");
    assert_eq!(table.refused("b2", UnitOrder::fire("r3")), "not_in_lane");
    table.order("b2", UnitOrder::fire("r2"));
    table.order("b3", UnitOrder::fire("r5"));
    table.until(Step::SecondaryFire);
    let through = table.told("fires").into_iter().find(|event| event.about["other"] == "r5").unwrap();
    assert!(counted(&through, "through_skirmishers"));
    let mut blocked = crate::table::table(
        &["b1 battery unlimbered at 500,500", "b2 line at 500,800", "r1 line at 500,1200"],
        &[],
    );
    blocked.to(Step::Movement);
    blocked.until(Step::Formation);
    assert!(blocked.told("fires").is_empty());
}

/// §7.6 batteries side by side that face the same way share their lanes; a yard too far apart they do not.
#[test]
fn a_park() {
    let units = |x: f64| {
        [
            "b1 battery unlimbered at 500,500".to_string(),
            format!("b2 battery unlimbered at {x},500"),
            "r1 column at 575,1000".to_string(),
        ]
    };
    for (x, shared) in [(575.0, true), (590.0, false)] {
        let all = units(x);
        let all: Vec<&str> = all.iter().map(String::as_str).collect();
        let mut table = table(&all, &[100, 100]);
        table.to(Step::InitialFire);
        let tried = table.try_order("b1", UnitOrder::fire("r1"));
        assert_eq!(tried.is_ok(), shared, "{x}");
    }
}

/// §seq.initial-fire.1 R56 both sides fire on the strengths at the start of the phase: two batteries that silence each other both fire.
#[test]
fn fire_is_simultaneous() {
    let mut table = table(
        &["b1 battery unlimbered at 1500,500", "r1 battery unlimbered at 1500,700"],
        &[1, 99, 1, 99, 50, 50],
    );
    table.to(Step::InitialFire);
    table.order("b1", UnitOrder::fire("r1"));
    table.order("r1", UnitOrder::fire("b1"));
    table.until(Step::SecondaryFire);
    assert_eq!(table.told("fires").len(), 2);
    assert_eq!((table.unit("b1").castings, table.unit("r1").castings), (3, 3), "a crew hit each");
}

/// §seq.musketry.2 §8.2.A §8.2.B §8.42 §8.1 a line of twelve of grade 5 that did not move has 17 points in a firefight: three hits and 80 per cent of a fourth;
/// §3.3 a quarter lost is Unorganized for good.
#[test]
fn a_volley() {
    let mut table = table(&["b1 line at 1500,500", "r1 column at 1500,600"], &[81, 41]);
    table.to(Step::Volleys);
    table.order("b1", UnitOrder::fire("r1"));
    table.until(Step::Formation);
    let volley = &table.told("volley")[0];
    assert_eq!(outcome(volley)["firepower"], 17);
    assert_eq!((table.unit("r1").castings, table.unit("r1").permanent()), (9, Status::Unorganized));
    assert!(outcome(&table.told("morale_check")[0])["passed"].as_bool().unwrap());
}

/// §8.1 muskets reach 200 yards, not 201; §8.4 they are fired to the front.
#[test]
fn musket_range() {
    let units = [
        "b1 line at 500,500",
        "r1 column at 500,700",
        "b2 line at 1500,500",
        "r2 column at 1500,702",
        "b3 line facing west at 2500,500",
        "r3 column at 2500,690",
    ];
    let mut table = table(&units, &[]);
    table.to(Step::Volleys);
    table.order("b1", UnitOrder::fire("r1"));
    assert_eq!(table.refused("b2", UnitOrder::fire("r2")), "cannot_be_hit");
    assert_eq!(table.refused("b3", UnitOrder::fire("r3")), "not_before_the_front");
}

/// §8.3 §8.3.A §8.3.C §seq.musketry.1 skirmishers fire on their own column before the volleys, in groups of at least four.
#[test]
fn skirmish_fire() {
    let units =
        ["b1 skirmish at 1500,500 skirmishers=true", "r1 column at 1400,640", "r2 column at 1600,640"];
    let mut table = table(&units, &[100, 100]);
    table.to(Step::SkirmishFire);
    let split = |castings: i32| UnitOrder::Fire {
        target: "r1".into(),
        castings: Some(castings),
        also: Some("r2".into()),
    };
    assert_eq!(table.refused("b1", split(9)), "no_split");
    table.order("b1", split(4));
    table.until(Step::Formation);
    assert_eq!(table.told("skirmish_fire").len(), 2);
}

/// §chart.morale §chart.morale-failure §3.2.D a failed check: grade D fails on 20, a throw of 5 on the failure chart routs it, and a friend of the same
/// grade within 200 yards checks; one beyond, and one of a better grade, do not.
#[test]
fn a_rout_shakes_its_neighbours() {
    let units = [
        "b1 battery unlimbered at 1500,500",
        "r1 line at 1500,1100",
        "r2 column at 1720,1100",
        "r3 column at 1280,1100 melee=6",
        "r4 column at 2200,1100",
    ];
    // The shot hits, r1 fails and routs, r2 checks and passes.
    let mut table = table(&units, &[1, 20, 5, 90]);
    table.to(Step::InitialFire);
    table.order("b1", UnitOrder::fire("r1"));
    table.until(Step::Charges);
    assert!(!table.unit("r1").here());
    let checked: Vec<String> = table
        .told("morale_check")
        .iter()
        .map(|event| event.about["unit"].as_str().unwrap().to_string())
        .collect();
    assert_eq!(checked, ["r1", "r2"]);
}

/// §chart.morale-failure 40 to 69: Unorganized, retreats 200 toward its baseline; it moves no more this turn, and recovers in the next (§3.4).
#[test]
fn a_retreat_and_recovery() {
    let mut table = table(&["b1 battery unlimbered at 1500,500", "r1 line at 1500,1100"], &[1, 20, 50]);
    table.to(Step::InitialFire);
    table.order("b1", UnitOrder::fire("r1"));
    table.to(Step::Movement);
    assert!((table.at("r1")[1] - 1300.0).abs() < 1.0, "{:?}", table.at("r1"));
    assert_eq!(table.unit("r1").status(), Status::Unorganized);
    assert_eq!(table.refused("r1", UnitOrder::ahead(50.0)), "failed_check");
    table.turn();
    assert_eq!(table.unit("r1").status(), Status::Unorganized, "not in the turn of the loss");
    table.turn();
    assert_eq!(table.unit("r1").status(), Status::Good);
}

/// §9.8.C §9.8.B §9.7 who cannot retreat surrenders: enemies close its way to the baseline, and it has no friends.
#[test]
fn surrounded_it_surrenders() {
    let units = [
        "b1 battery unlimbered at 1500,500",
        "r1 column at 1500,1100",
        "b2 line facing south at 1500,1300",
        "b3 line facing south at 1750,1300",
        "b4 line facing south at 1250,1300",
        "b5 line facing east at 1300,1100",
        "b6 line facing west at 1700,1100",
    ];
    let mut table = table(&units, &[1, 20, 80]);
    table.to(Step::InitialFire);
    table.order("b1", UnitOrder::fire("r1"));
    table.until(Step::Charges);
    // 80 less 30 for being surrounded: it must retreat, and cannot.
    assert!(!table.unit("r1").here());
    assert_eq!(table.told("surrenders").len(), 1);
}

/// §1.3.C §2.53 §2.54 a general attached to a unit that is hit is thrown for before it checks; he gives it 20.
#[test]
fn generals_under_fire() {
    let mut words = Words::of(&["b1 battery unlimbered at 1500,500", "r1 line at 1500,1100"]);
    words.more = "# r at [1500, 1150]\n".into();
    let mut table = words.with_dice(&[]);
    table.to(Step::Movement);
    table
        .act(
            "red",
            serde_json::json!({"do": "general", "general": "r", "to": {"ride": "with", "unit": "r1"}}),
        )
        .unwrap();
    table.until(Step::Formation);
    table.to(Step::InitialFire);
    table.order("b1", UnitOrder::fire("r1"));
    table.until(Step::Charges);
    if let Some(check) = table.told("morale_check").first() {
        assert!(counted(check, "general"));
    }
    let fired = &table.told("fires")[0];
    assert_eq!(outcome(fired)["hits"].as_i64().unwrap() > 0, !table.told("general_in_danger").is_empty());
}

/// §7.8.E a battery below cannot fire at a unit on a hilltop, but at one before it; §7.8.F from above it can.
#[test]
fn hills() {
    let hill = |y: f64| {
        let ring =
            serde_json::json!([[[1000, 1000], [2000, 1000], [2000, 2000], [1000, 2000], [1000, 1000]]]);
        let units = [
            "b1 battery unlimbered at 1500,700".to_string(),
            format!("r1 column at 1500,{y}"),
            "r2 battery unlimbered at 1200,1040".into(),
            "b2 column at 1200,700".into(),
        ];
        let units: Vec<&str> = units.iter().map(String::as_str).collect();
        Words::of(&units).with("contour", "Polygon", ring, serde_json::json!({"level": 1}))
    };
    let mut low = hill(1400.0).with_dice(&[]);
    low.to(Step::InitialFire);
    // Nobody is in its lane, so that its side is not even waited for.
    assert!(low.try_order("b1", UnitOrder::fire("r1")).is_err());
    low.order("r2", UnitOrder::fire("b2"));
    let mut edge = hill(850.0).with_dice(&[]);
    edge.to(Step::InitialFire);
    edge.order("b1", UnitOrder::fire("r1"));
}

/// A hill of two contours: a top of 200 yards by 200 in the middle, a slope of 300 yards around it.
fn hill(units: &[&str]) -> Words {
    Words::of(units).area("contour", [1100.0, 1100.0, 1900.0, 1900.0], json!({"level": 1})).area(
        "contour",
        [1400.0, 1400.0, 1600.0, 1600.0],
        json!({"level": 2}),
    )
}

fn may_fire(words: &Words, gun: &str, target: &str) -> bool {
    let mut table = words.with_dice(&[50; 4]);
    // Nobody is asked to fire where nobody can be hit.
    let asked = |battle: &Battle| matches!(battle.phase(), Step::InitialFire | Step::Movement);
    if !asked(table.battle()) {
        table.go(|battle| asked(battle) && !battle.turns.runs());
    }
    table.battle().phase() == Step::InitialFire && table.try_order(gun, UnitOrder::fire(target)).is_ok()
}

/// §7.8.C a battery on a slope that faces down it reaches 500 yards and no farther.
#[test]
fn guns_on_a_slope_reach_500_yards() {
    for (far, reaches) in [(490.0, true), (520.0, false)] {
        let target = format!("r1 column facing north at 1500,{}", 1200.0 - far);
        let words = hill(&["b1 battery unlimbered facing south at 1500,1200", &target]);
        let yards = {
            let table = words.with_dice(&[]);
            let at = |id: &str| table.battle().unit(id).unwrap();
            table.battle().yards(at("b1"), at("r1"))
        };
        assert_eq!(yards <= 500, reaches, "{yards}");
        assert_eq!(may_fire(&words, "b1", "r1"), reaches, "{yards}");
    }
}

/// §7.8.E §7.8.F a battery below does not fire at a unit on the hilltop, but at one on the slope before it; the one on top fires down.
#[test]
fn the_top_of_a_hill_is_out_of_fire() {
    let below = "b1 battery unlimbered at 1500,700";
    for (place, hit) in [("1500,1530", false), ("1500,1250", true)] {
        let column = format!("r1 column of 8 at {place}");
        assert_eq!(may_fire(&hill(&[below, &column]), "b1", "r1"), hit, "{place}");
    }
    let words =
        hill(&["b1 battery unlimbered facing south at 1500,1420", "r1 column facing north at 1500,600"]);
    assert!(may_fire(&words, "b1", "r1"));
}

/// §7.8.D a battery on a slope that faces up it fires at units on the slope, and not at those on the top away from its edge.
#[test]
fn guns_that_face_up_a_slope() {
    for (place, hit) in [("1500,1330", true), ("1500,1560", false)] {
        let column = format!("r1 column of 8 at {place}");
        let words = hill(&["b1 battery unlimbered at 1500,1150", &column]);
        assert_eq!(may_fire(&words, "b1", "r1"), hit, "{place}");
    }
}

/// opt.friendly-fire an enemy that is Engaged since the last turn and of whom too little shows is fired at only with the option; then the friend
/// before him is hit on 50 or less, loses a casting and checks.
#[test]
fn friendly_fire() {
    let units = [
        "b1 column of 12 at 1500,700",
        "b2 battery unlimbered at 1500,300",
        "r1 column of 12 at 1500,900 facing south",
    ];
    for (option, thrown, hit) in [(true, 50, true), (true, 51, false), (false, 50, false)] {
        let mut words = Words::of(&units);
        words.options = if option { vec!["friendly_fire"] } else { vec![] };
        // The melee: b1 wins (1), and 20 on its chart is Engaged. In the next turn the shot misses (100), then the friend.
        let mut table = words.with_dice(&[1, 20, 100, thrown, 100, 100, 100, 100]);
        table.to(Step::Charges);
        table.order("b1", UnitOrder::charge("r1", ChargeOrders::Return));
        // Engaged units do nothing; only the battery can be asked, and it is only where it can fire.
        table.go(|battle| {
            battle.turn == 2
                && matches!(battle.phase(), Step::InitialFire | Step::Movement)
                && !battle.turns.runs()
        });
        assert_eq!(table.told("engaged").len(), 1);
        assert_eq!(table.battle().phase() == Step::InitialFire, option);
        let before = table.unit("b1").castings;
        if !option {
            continue;
        }
        table.order("b2", UnitOrder::fire("r1"));
        table.go(|battle| {
            matches!(battle.phase(), Step::SecondaryFire | Step::Volleys | Step::Recovery) || battle.turn > 2
        });
        assert_eq!(before - table.unit("b1").castings, i32::from(hit), "{thrown}");
        let checks = table.told("morale_check");
        let own = checks
            .iter()
            .filter(|event| event.about["unit"] == "b1" && counted(event, "flank_or_friendly_fire"));
        assert_eq!(own.count(), usize::from(hit), "{checks:?}");
    }
}
