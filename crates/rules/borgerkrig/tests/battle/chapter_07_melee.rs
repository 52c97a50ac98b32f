//! Who fights in a melee, who is caught, and what stops an attack at 2 cm.

use krigsspil_borgerkrig::battle::order::{Step, UnitOrder, When};
use krigsspil_borgerkrig::vocabulary::Order;
use krigsspil_engine::battle::Event;
use krigsspil_turn::ids::Id;
use serde_json::json;

use crate::table::*;

fn held(units: &[&str], dice: &[i32]) -> Table {
    let mut table = table(units, dice);
    table.answers = vec![("surprised_fire", "hold")];
    table
}

/// The figures that fight on either side, by id.
fn figures(events: &[std::sync::Arc<Event>]) -> [i64; 2] {
    let melee = happened(events, "melee");
    assert_eq!(melee.len(), 1, "{:?}", events.iter().map(|event| event.what).collect::<Vec<_>>());
    [0, 1].map(|side| melee[0].about["figures"][side].as_i64().unwrap())
}

/// §07.04.5 §07.04.4 in a unit attacked in flank two companies fight if they turn, and nobody if they do not.
#[test]
fn two_companies_turn() {
    for (answer, fight, hurt) in [("turn", 6, true), ("stand", 0, false)] {
        let units = ["b1 line of 20 at 57,55", "r1 line of 20 facing east at 62,70"];
        let mut table = held(&units, &[1, 3, 3, 4, 6, 6]);
        table.answers.push(("turn_companies", answer));
        table.order("b1", storm());
        let events = table.turn();
        assert_eq!(happened(&events, "shock")[0].about["aspect"], "flank");
        assert!(table.asked.contains(&"turn_companies".to_string()), "{:?}", table.asked);
        let events = table.turn();
        // Three files of b1 face the flank, with one overlapping, two ranks deep.
        assert_eq!(figures(&events), [8, fight], "{answer}");
        assert_eq!(table.unit("b1").lost_men > 0, hurt, "{answer}");
    }
}

/// §07.04.5 a unit that is driven back and caught in flank may also turn when the enemy has reached it.
#[test]
fn the_caught_turn_too() {
    let units = ["b1 line of 20 at 57,55", "r1 line of 20 facing east at 62,70"];
    let mut table = held(&units, &[3, 3, 1, 2, 1, 2]);
    table.order("b1", storm());
    let events = table.turn();
    assert_eq!(table.unit("r1").order, Order::Disorder);
    assert_eq!(happened(&events, "turns_to_meet_attack").len(), 1);
    assert_eq!(happened(&events, "contact").len(), 1);
    assert_eq!(figures(&table.turn()), [8, 6]);
}

/// §07.04.1 a melee continues while both stand, although the fallen have left a gap: the others close up.
#[test]
fn a_melee_goes_on() {
    let units = ["b1 line of 20 at 57,55", "r1 line of 20 facing east at 62,70"];
    let mut table = held(&units, &[1, 3, 3, 4, 1, 2, 6, 6, 3, 4, 1, 2, 6, 6]);
    // One more man, and the line is a file shorter at each end.
    table.act("umpire", json!({"do": "mend", "unit": "r1", "loss_men": 39})).unwrap();
    table.order("b1", storm()).turn();
    for _ in 0..2 {
        assert_eq!(figures(&table.turn()), [8, 6]);
    }
    assert_eq!(table.unit("r1").figures, 18);
    assert_eq!((table.unit("r1").melee.len(), table.unit("b1").melee.len()), (1, 1));
    assert!(!table.unit("b1").fired_last, "to fight is not to fire");
}

/// §07.04.5 a unit attacked in rear may face about as a whole, and then fights like any other.
#[test]
fn the_whole_unit_faces_about() {
    for (answer, facing, fight) in [("turn", 180.0, 20), ("stand", 0.0, 0)] {
        let units = ["b1 line of 20 at 60,55", "r1 line of 20 facing north at 60,70"];
        let mut table = held(&units, &[3, 3, 1, 2, 1, 2]);
        table.answers.push(("turn_companies", answer));
        table.order("b1", storm()).turn();
        assert!(near(table.unit("r1").placed.pose().facing.as_degrees(), facing), "{answer}");
        assert_eq!(figures(&table.turn()), [20, fight], "{answer}");
    }
}

/// §07.02.4 §07.04.4 overlapping figures are led round onto the enemy's sides as far as march and room allow.
#[test]
fn figures_led_round() {
    let wide = ["b1 line of 30 at 60,60", "r1 line of 10 facing south at 60,70"];
    let mut round = held(&wide, &[2, 3, 1, 2, 1, 2]);
    round.order("b1", storm()).turn();
    // Five files against five; three more on each side of a line 3 cm deep; one overlapping on each flank.
    assert_eq!(figures(&round.turn()), [26, 10]);
    // At the ordinary pace the turn is nearly over when they touch: nobody has time to go round.
    let mut late = held(&["b1 line of 30 at 60,58.1", wide[1]], &[3, 3, 1, 2, 1, 2]);
    late.order("b1", attack());
    late.turn();
    assert_eq!(figures(&late.turn()), [14, 10]);
    // A friend at his side leaves no room there.
    let mut narrow =
        held(&[wide[0], wide[1], "r2 line of 10 facing south at 64.1,72.3"], &[2, 3, 1, 2, 1, 2]);
    narrow.order("b1", storm()).turn();
    assert_eq!(figures(&narrow.turn()), [20, 10]);
}

/// §07.04.4 an oblique attack: the figures close up to the enemy within the remaining march.
#[test]
fn an_oblique_attack_closes_up() {
    let mut table = held(
        &["b1 line of 20 facing 15 at 58,62", "r1 line of 20 facing south at 60,70"],
        &[4, 4, 1, 2, 1, 2],
    );
    table.order("b1", storm()).turn();
    let [ours, theirs] = figures(&table.turn());
    assert!(ours >= 16 && theirs >= 16, "{ours} {theirs}");
}

/// §07.06.1 §07.06.2 at shock the figures that would have touched take prisoners, according to the bare throw.
#[test]
fn prisoners_at_shock() {
    let mut table =
        held(&["b1 line of 30 at 60,60", "r1 march_column of 12 facing south at 60,70"], &[6, 6, 1, 1]);
    table.order("b1", storm());
    let events = table.turn();
    // Three files and one overlapping on each side are ten figures: two melee units, two prisoners each on a 12.
    let taken = outcome(happened(&events, "prisoners")[0]).clone();
    assert_eq!((&taken["melee_units"], &taken["prisoners"]), (&json!(2), &json!(4)));
    assert_eq!(table.unit("r1").captured, 4);
}

/// §07.06.2 in melee prisoners depend on the winner's throw, and on the figures he fought with.
#[test]
fn prisoners_in_melee() {
    let units = ["b1 line of 20 at 60,60", "r1 line of 20 facing south at 60,70 valeur=-1"];
    let mut table = held(&units, &[3, 3, 6, 6, 1, 2, 1, 1]);
    table.order("b1", storm()).turn();
    let events = table.turn();
    assert_eq!(figures(&events), [20, 20]);
    assert_eq!(happened(&events, "loses_men")[0].rule, "07.05.2");
    let taken = outcome(happened(&events, "prisoners")[0]).clone();
    assert_eq!(
        (&taken["dice_sum"], &taken["melee_units"], &taken["prisoners"]),
        (&json!(12), &json!(3), &json!(6))
    );
    assert!(table.unit("b1").melee.is_empty(), "the melee is over when one side routs");
}

/// §07.01.5 an attack driven back by fire counts as the one frontal attack of the turn: the next stops at 2 cm.
#[test]
fn one_frontal_attack_a_turn() {
    let units = ["b1 line of 10 at 58,60", "b2 line of 20 at 64.2,58", "r1 line of 20 facing south at 60,70"];
    let mut table = table(&units, &[6, 5, 1, 1]);
    table.order("b1", storm()).order("b2", storm()).order("r1", UnitOrder::fire(When::BeforeShock));
    let events = table.turn();
    assert!(matches!(table.unit("b1").order, Order::Disorder | Order::Rout));
    assert!(happened(&events, "shock").is_empty());
    let stops = happened(&events, "stops_at_2_cm");
    assert_eq!((stops[0].rule, &stops[0].about["reason"]), ("07.01.5", &json!("second_frontal")));
    assert!(near(table.at("b2")[1], 68.0), "{:?}", table.at("b2"));
}

/// §07.01.4 guns and disordered units that come to 2 cm halt there; nobody is attacked, and nobody fires as surprised.
#[test]
fn who_cannot_attack() {
    let mut guns =
        table(&["b1 battery of 4 at 60,60 limbered=true", "r1 line of 20 facing south at 60,70"], &[]);
    guns.order("b1", ahead());
    let events = guns.turn();
    assert_eq!(happened(&events, "stops_at_2_cm")[0].about["reason"], "artillery");
    assert!(guns.asked.is_empty() && near(guns.at("b1")[1], 68.0), "{:?} {:?}", guns.asked, guns.at("b1"));
    let mut shaken = table(&["b1 line of 20 at 60,60", "r1 line of 20 facing south at 60,70"], &[]);
    shaken.act("umpire", json!({"do": "overrule", "unit": "b1", "state": "U"})).unwrap();
    shaken.order("b1", ahead());
    let events = shaken.turn();
    assert_eq!(happened(&events, "stops_at_2_cm")[0].about["reason"], "disorder");
    assert!(shaken.asked.is_empty());
}

/// §07.01.6 nobody attacks over an obstacle that its arm cannot pass: it stops, and is in light disorder at the end of the turn.
#[test]
fn an_impassable_obstacle() {
    let units = ["b1 cavalry line of 20 at 60,50", "r1 line of 20 facing south at 60,70"];
    let works = json!([[50, 69.2], [70, 69.2]]);
    let mut table = Words::of(&units)
        .with_feature(json!({"kind": "abatis", "obstacle": 3}), "LineString", works.clone())
        .with_dice(&[]);
    table.order("b1", attack());
    let events = table.turn();
    assert!(happened(&events, "shock").is_empty() && table.asked.is_empty());
    assert_eq!(happened(&events, "stops_at_2_cm")[0].rule, "07.01.6");
    assert_eq!(table.unit("b1").order, Order::LightDisorder);
    let infantry = ["b1 line of 20 at 60,60", units[1]];
    let mut over = Words::of(&infantry)
        .with_feature(json!({"kind": "abatis", "obstacle": 3}), "LineString", works)
        .with_dice(&[3, 4]);
    over.answers = vec![("surprised_fire", "hold")];
    over.order("b1", storm());
    let events = over.turn();
    assert!(counted(happened(&events, "shock")[0], "crosses_obstacle"), "men on foot climb over");
}

/// §07.02.3 horsemen who do not break other arms turn and move off for the rest of the turn.
#[test]
fn horsemen_turn_away() {
    let mut table = held(&["b1 cavalry line of 20 at 60,60", "r1 line of 20 facing south at 60,70"], &[3, 3]);
    table.order("b1", attack());
    let events = table.turn();
    assert_eq!(happened(&events, "shock").len(), 1);
    assert_eq!(happened(&events, "turns_away").len(), 1);
    assert!(near(table.unit("b1").placed.pose().facing.as_degrees(), 180.0));
    assert!(table.at("b1")[1] < 62.0, "{:?}", table.at("b1"));
}

/// §07.02.1 fire after the shock that pins the attacker also ends the attack.
#[test]
fn fire_after_shock_stops_it() {
    let mut table =
        table(&["b1 line of 20 at 60,60", "r1 line of 30 facing south at 60,70"], &[4, 4, 5, 5, 2, 2]);
    table.order("b1", storm()).order("r1", UnitOrder::fire(When::AfterShock));
    let events = table.turn();
    let order: Vec<&str> =
        events.iter().map(|event| event.what).filter(|what| ["fires", "shock"].contains(what)).collect();
    assert_eq!(order, ["shock", "fires"]);
    assert_ne!(table.unit("b1").order, Order::Good);
    assert!(happened(&events, "contact").is_empty());
}

/// §07.01.1 (ruling 32) fire after the shock is made at 2 cm, although the throw has put the attacker in U: he retires after it.
#[test]
fn fire_after_shock_at_2_cm() {
    let mut table =
        table(&["b1 line of 20 at 60,60", "r1 line of 30 facing south at 60,70"], &[1, 1, 3, 3, 6, 6]);
    table.order("b1", attack()).order("r1", UnitOrder::fire(When::AfterShock));
    let events = table.turn();
    let told: Vec<&str> = events.iter().map(|event| event.what).collect();
    let at = |what: &str| told.iter().position(|told| *told == what);
    assert!(at("shock") < at("fires") && at("fires") < at("retires"), "{told:?}");
    assert_eq!(happened(&events, "fires")[0].about["cm"], 2.0);
    assert_eq!(table.unit("b1").order, Order::Disorder);
    // Half a turn for the throw and half for the fire, which puts him in U again (ruling 68).
    assert!(near(table.at("b1")[1], 56.0), "{:?}", table.at("b1"));
}

/// §07.04.1 units back to back do not fight each other and are free to go.
#[test]
fn back_to_back() {
    let mut table = table(&["b1 line of 20 facing south at 60,60", "r1 line of 20 at 60,66"], &[]);
    table.turn();
    assert!(table.unit("b1").melee.is_empty());
    table.order("b1", UnitOrder::Move { steps: vec![Step::Ahead { cm: None }], attack: false, storm: false });
    table.turn();
    assert!(near(table.at("b1")[1], 48.0), "{:?}", table.at("b1"));
}

/// §07.02.5 §02.05.6 a new target must be within the remaining march, and in storm within 20 degrees.
#[test]
fn new_targets_within_reach() {
    for (target, offered) in [("64,78", true), ("72,70", false), ("60,90", false)] {
        let target = format!("r2 line of 20 facing south at {target}");
        let units = ["b1 line of 20 at 60,60", "r1 line of 20 facing south at 60,66", target.as_str()];
        let mut table = held(&units, &[5, 6, 2, 2]);
        table.order("b1", storm()).turn();
        assert_eq!(table.asked.contains(&"new_target".to_string()), offered, "{target}");
    }
}

/// §07.03.1 if both attack, the dice decide who throws; if nobody breaks, both stand at 2 cm; if the thrower loses order, the other
/// advances.
#[test]
fn both_attack() {
    let units = ["b1 line of 20 at 60,60", "r1 line of 20 facing south at 60,70"];
    let fought = |shock: [i32; 2]| {
        // A tie is thrown again; then red has the initiative.
        let mut table = table(&units, &[&[3, 3, 2, 4, 1, 2, 6, 6][..], &shock, &[1, 2, 1, 2]].concat());
        table.order("b1", storm()).order("r1", storm());
        let events = table.turn();
        assert_eq!(happened(&events, "initiative").len(), 2);
        let shock = happened(&events, "shock");
        assert_eq!((shock.len(), &shock[0].about["unit"]), (1, &json!("r1")));
        assert!(table.asked.is_empty());
        (table.battle().cm_between(Id::of(0), Id::of(1)), table.unit("r1").order)
    };
    let (apart, order) = fought([3, 4]);
    assert!(near(apart, 2.0) && order == Order::Good, "{apart} {order:?}");
    let (apart, order) = fought([2, 2]);
    assert!(near(apart, 0.0) && order == Order::LightDisorder, "{apart} {order:?}");
}

/// §07.03.2 §02.04.3 a house has no flanks; its walls are an obstacle to attackers, and in melee the whole garrison fights in its cover.
#[test]
fn storming_a_house() {
    let units = ["b1 line of 24 at 60,60", "r1 line of 9 facing south at 60,71 building=farm"];
    let farm = json!([[[58, 70], [62, 70], [62, 73], [58, 73], [58, 70]]]);
    let house = json!({"kind": "building", "name": "farm", "obstacle": 2, "cover": 2});
    let mut table = Words::of(&units).with_feature(house, "Polygon", farm).with_dice(&[5, 5, 3, 4, 3, 4]);
    table.answers = vec![("surprised_fire", "hold")];
    table.order("b1", storm());
    let events = table.turn();
    let shock = happened(&events, "shock")[0];
    assert_eq!(shock.about["aspect"], "front");
    assert!(counted(shock, "crosses_obstacle"));
    assert_eq!(table.unit("r1").order, Order::LightDisorder);
    let events = table.turn();
    assert_eq!(figures(&events)[1], 9);
    assert!(counted(happened(&events, "melee")[0], "defender_loss_cover"));
}

/// §07.03.3 §07.03.4 companies beyond an uncovered flank outflank from 20 degrees; half the unit behind the front line and 45 degrees are a
/// flank attack.
#[test]
fn outflank_and_flank() {
    let aspect = |units: &[&str]| {
        let mut table = held(units, &[3, 4]);
        table.order(
            "b1",
            UnitOrder::Move { steps: vec![Step::Ahead { cm: None }], attack: true, storm: true },
        );
        let events = table.turn();
        happened(&events, "shock").first().map(|event| event.about["aspect"].clone())
    };
    let enemy = "r1 line of 20 facing south at 60,70";
    assert_eq!(aspect(&["b1 line of 20 at 60,62", enemy]), Some(json!("front")));
    assert_eq!(aspect(&["b1 line of 20 facing 25 at 54,62", enemy]), Some(json!("outflank")));
    assert_eq!(
        aspect(&["b1 line of 20 facing 25 at 54,62", enemy, "r2 line of 20 facing south at 51.5,73.5"]),
        Some(json!("front")),
        "a friend covers the flank"
    );
    assert_eq!(aspect(&["b1 line of 20 facing 90 at 47,73", enemy]), Some(json!("flank")));
    assert_eq!(aspect(&["b1 line of 20 facing 180 at 60,82", enemy]), Some(json!("rear")));
}

/// §07.04.3 §08.02.6 gunners without their guns can be pinned, and still fight a melee.
#[test]
fn pinned_gunners_fight() {
    let mut table =
        held(&["b1 line of 20 at 60,60", "r1 battery of 6 facing south at 60,80"], &[6, 6, 2, 2, 3, 4, 3, 4]);
    table.act("umpire", json!({"do": "overrule", "unit": "r1", "state": "FU"})).unwrap();
    table.turn();
    assert!(table.unit("r1").battery.as_ref().unwrap().abandoned.is_some());
    table
        .act("umpire", json!({"do": "move", "unit": "r1", "place": [750.0, 875.0], "facing": 180.0}))
        .unwrap();
    table.act("umpire", json!({"do": "overrule", "unit": "r1", "state": "NH"})).unwrap();
    table.order("b1", storm());
    let events = table.turn();
    assert_eq!(
        happened(&events, "contact").len(),
        1,
        "{:?}",
        events.iter().map(|e| e.what).collect::<Vec<_>>()
    );
    assert_eq!(table.unit("r1").order, Order::Pinned);
    assert_eq!(figures(&table.turn())[1], 6);
}

/// §07.01.1 §07.01.2 a unit on the march that is struck in flank is attacked; it does not attack units it passes. If it is caught crossing
/// an obstacle, that counts against it.
#[test]
fn struck_on_the_march() {
    for (attacker, marcher) in [("b1", "r1"), ("r1", "b1")] {
        let units = [
            format!("{attacker} line of 20 facing east at 45,69"),
            format!("{marcher} line of 20 facing south at 60,72"),
        ];
        let mut units: Vec<&str> = units.iter().map(String::as_str).collect();
        units.sort_unstable();
        let fence = json!([[50, 69], [70, 69]]);
        let mut table = Words::of(&units)
            .with_feature(json!({"kind": "fence", "obstacle": 1}), "LineString", fence)
            .with_dice(&[1, 2]);
        table.order(attacker, storm()).order(marcher, ahead());
        let events = table.turn();
        assert!(happened(&events, "initiative").is_empty());
        let shock = happened(&events, "shock");
        assert_eq!((&shock[0].about["unit"], &shock[0].about["aspect"]), (&json!(attacker), &json!("flank")));
        assert_eq!(outcome(shock[0])["defender_modifier"], 1, "{:?}", shock[0].working);
    }
    // One and a half centimetres beside its way is not an attack.
    let past = ["b1 line of 20 at 60,60", "r1 line of 10 facing south at 67.5,68"];
    let mut past = table(&past, &[]);
    past.order("b1", ahead());
    let events = past.turn();
    assert!(happened(&events, "shock").is_empty() && near(past.at("b1")[1], 72.0), "{:?}", past.at("b1"));
}

/// §skema-V §skema-XXII a unit that comes over a wall to its enemy does not have the wall's cover in the melee, however near the other
/// stands to it.
#[test]
fn the_wall_is_the_defenders() {
    for wall in [69.5, 69.92, 70.0, 70.08] {
        let mut table = Words::of(&["b1 line of 20 at 60,60", "r1 line of 20 facing south at 60,70"])
            .with_feature(json!({"kind": "wall"}), "LineString", json!([[30, wall], [90, wall]]))
            .with_dice(&[4, 5, 3, 4, 3, 4, 6, 6, 6, 6]);
        table.answers = vec![("surprised_fire", "hold")];
        table.order("b1", storm()).turn();
        let events = table.turn();
        let melee = happened(&events, "melee")[0];
        assert!(counted(melee, "defender_melee_cover"), "{wall}");
        assert!(!counted(melee, "attacker_melee_cover"), "{wall}");
    }
}

/// §07.04.4 §07.06.2 a figure whose base would touch a man of an open line meets him, although the middle of its front faces a gap.
#[test]
fn no_figure_slips_through_a_thin_line() {
    let units = ["b1 line of 30 at 60,60", "r1 thin_line of 12 facing south at 60,70"];
    let mut table = held(&units, &[4, 5, 1, 1]);
    table.order("b1", storm());
    let events = table.turn();
    // All fifteen files: thirty figures are five melee units, and a bare 9 is one prisoner for each.
    let taken = outcome(happened(&events, "prisoners")[0]).clone();
    assert_eq!((&taken["melee_units"], &taken["prisoners"]), (&json!(5), &json!(5)));
}

/// §07.04.4 in a closed line a figure before the gap between two skirmishers touches the figures beside it that are in contact.
#[test]
fn those_before_a_gap_fight_too() {
    let units = ["b1 line of 20 at 60,60", "r1 chain of 20 facing south at 60,70"];
    let mut table = held(&units, &[2, 3, 3, 4, 3, 4, 6, 6]);
    table.order("b1", storm()).turn();
    // Four men of the chain stand before the ten files, and one more on each flank.
    assert_eq!(figures(&table.turn()), [20, 6]);
}

/// §08.02.6 §07.06.4 guns in position stay on the table when all their gunners are captured or have fallen: they are an obstacle, and an
/// enemy in contact takes them.
#[test]
fn guns_outlast_their_gunners() {
    let units = [
        "b1 line of 30 at 60,60",
        "r1 battery of 6 facing south at 60,70",
        "r2 line of 30 facing south at 100,70",
    ];
    let mut table = held(&units, &[6, 6]);
    let order = UnitOrder::Move { steps: vec![Step::Ahead { cm: Some(10.0) }], attack: true, storm: true };
    table.order("b1", order);
    let events = table.turn();
    assert_eq!((table.unit("r1").captured, table.unit("r1").here()), (6, false));
    assert_eq!(happened(&events, "guns_abandoned").len(), 1);
    assert_eq!(happened(&events, "guns_taken").len(), 1, "b1 has come up to them: {:?}", table.at("b1"));
    assert_eq!(table.unit("r1").battery.as_ref().unwrap().guns, [0, 0, 6]);
}
