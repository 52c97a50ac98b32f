//! Edges and second sentences: what is measured from where, who stands though he would ride, what an order still forbids.

use krigsspil_engine::battle::{ActFault, Refused};
use krigsspil_tricolore::battle::order::{Step as Stride, UnitOrder};
use krigsspil_tricolore::battle::phases::Step;
use serde_json::json;

use crate::melees::{fight, fight_with, to_the_end};
use crate::table::{Table, Words, counted, outcome};

fn mill(units: &[&str]) -> Words {
    Words::of(units).area("built_up", [1400.0, 1400.0, 1600.0, 1600.0], json!({"name": "Mill", "cover": 2}))
}

fn at_the_mill() -> UnitOrder {
    UnitOrder::Fire { target: None, zone: Some("Mill".into()), bases: None, also: None }
}

/// §chart.bombard-factor §bombard.town the range to a town is measured from the battery's nearest edge (R80): 595, though its middle is 672 away.
#[test]
fn the_range_to_a_town() {
    let units = [
        "b1 battery unlimbered of 6 calibre=6pd at 1000,860",
        "r1 column of 4 facing south zone=Mill at 1500,1500",
    ];
    let mut table = mill(&units).with_dice(&[1, 1, 1, 1, 1, 1]);
    table.until(Step::Bombardment);
    table.order("b1", at_the_mill());
    table.until(Step::Deployment);
    let told = table.told("bombards");
    assert_eq!(told[0].about["metres"], 595);
    assert_eq!(outcome(&told[0])["factor"], 36);
}

/// §house.visibility §bombard.town guns need a clear line to a town too (R40): b1 has a wood before it, b2 beside it has not.
#[test]
fn no_fire_at_a_town_through_a_wood() {
    let units = [
        "b1 battery unlimbered of 2 at 1500,700",
        "b2 battery unlimbered of 2 at 2000,900 facing 315",
        "r1 column of 4 facing south zone=Mill at 1500,1500",
    ];
    let wood = [1100.0, 900.0, 1700.0, 1150.0];
    let mut table = mill(&units).area("wood", wood, json!({"obstacle": 1})).with_dice(&[]);
    table.until(Step::Bombardment);
    assert_eq!(table.refused("b1", at_the_mill()), "no_line_of_fire");
    table.order("b2", at_the_mill());
}

/// §bombard.test §house.town-zone nobody fires into a fight for a town, by its name neither (R40).
#[test]
fn no_fire_into_a_fight_for_a_town() {
    let units = [
        "b1 column of 6 at 1500,1300",
        "b2 battery unlimbered of 2 at 1800,1000 facing 315",
        "r1 column of 6 facing south zone=Mill at 1500,1500",
    ];
    let mut table = fight_with(mill(&units), &[("b1", "r1")], &[], &[]);
    table.until(Step::TacticalFire);
    assert_eq!(table.battle().melees.len(), 1);
    assert_eq!(table.refused("b2", at_the_mill()), "into_a_melee");
}

/// §inf.initial.neighbour a friend 99 or 100.4 from the side of a deep column supports it (R80), one at 100.6 does not.
#[test]
fn beside_a_deep_column() {
    for (east, beside) in [(1674.0, true), (1675.4, true), (1675.6, false)] {
        let right = format!("r2 line of 4 facing south at {east},1200");
        let units = ["b1 column of 6 at 1500,1100", "r1 column of 12 facing south at 1500,1200", &*right];
        let mut table = fight(&units, &[("b1", "r1")], &[5, 5]);
        to_the_end(&mut table);
        assert_eq!(counted(&table.told("melee")[0], "defender_neighbour_support"), beside, "{east}");
    }
}

/// §inf.initial.threatened-flank an enemy 199 or 200.4 from a deep attacker's side threatens it (R80), one at 200.6 does not.
#[test]
fn a_deep_columns_flank_is_threatened() {
    for (east, threatened) in [(1724.0, true), (1725.4, true), (1725.6, false)] {
        let right = format!("r3 line of 4 facing west at {east},1245");
        let units = ["b1 column of 12 at 1500,1100", "r1 line of 4 facing south at 1500,1200", &*right];
        let mut table = fight(&units, &[("b1", "r1")], &[5, 5]);
        to_the_end(&mut table);
        assert_eq!(counted(&table.told("melee")[0], "attacker_threatened_flank"), threatened, "{east}");
    }
}

/// §cav.initial.stationary cavalry charged from behind cannot ride at its attacker (R104): it stands still, whatever it answers, beside one that rides.
#[test]
fn charged_from_behind_it_stands() {
    let units = [
        "b1 cavalry column of 4 at 1000,1000",
        "r1 cavalry column of 4 facing north at 1000,1250",
        "b2 cavalry column of 4 at 1600,1000",
        "r2 cavalry column of 4 facing south at 1600,1250",
    ];
    let answers = [("counter_charges", "counter_charge")];
    let mut table = fight_with(Words::of(&units), &[("b1", "r1"), ("b2", "r2")], &[5, 5, 5, 5], &answers);
    to_the_end(&mut table);
    let melees = table.told("melee");
    assert_eq!(melees.len(), 2);
    for melee in melees {
        assert_eq!(counted(&melee, "defender_stationary"), melee.about["unit"] == "b1", "{}", melee.about);
    }
}

/// §turn.D.4 §turn.E a command that a breakthrough has reached, farther than 400 from everybody till then, does not manoeuvre when no other sequence follows (R110).
#[test]
fn who_is_touched_does_not_manoeuvre() {
    let units = [
        "b1 cavalry column of 8 at 1500,1000 N=9 weight=heavy",
        "rx1 column of 2 facing south at 1500,1300 N=1",
        "ry1 line of 6 facing west at 1515,1480",
        "ry2 column of 6 facing south at 2500,2700",
        "rz1 column of 6 facing south at 500,2700",
    ];
    let dice = [5, 5, 1, 1, 1, 1, 10, 10, 10, 10, 10, 10, 10, 10];
    let mut table = fight(&units, &[("b1", "rx1")], &dice);
    let engaged = |table: &Table, general: &str| {
        let post = table.battle().post(general).unwrap();
        table.battle().commands[post].engaged
    };
    assert!(!engaged(&table, "ry"));
    table.until_moves(Step::Manoeuvre, "red");
    assert!(table.told("meets").iter().any(|told| told.about["other"] == "ry1"));
    let ahead = || UnitOrder::Move { steps: vec![Stride::Ahead { metres: 100.0 }] };
    assert_eq!(table.refused("ry2", ahead()), "is_engaged");
    table.order("rz1", ahead());
}

/// §charge.anchored flanks rest on water 20 and 24.5 beyond them, and on water 26 beyond they do not (R68).
#[test]
fn anchored_on_water() {
    for (beyond, anchored) in [(20.0, true), (24.5, true), (26.0, false)] {
        let units = ["b1 cavalry column of 4 at 1500,1000", "r1 line of 4 facing south at 1500,1200"];
        let words = Words::of(&units)
            .area("water", [1200.0, 1150.0, 1450.0 - beyond, 1300.0], json!({}))
            .area("water", [1550.0 + beyond, 1150.0, 1800.0, 1300.0], json!({}));
        let mut table = fight_with(words, &[("b1", "r1")], &[5, 5], &[]);
        to_the_end(&mut table);
        assert_eq!(counted(&table.told("melee")[0], "defender_anchored"), anchored, "{beyond}");
    }
}

/// §house.orders a unit that is to defend attacks nobody more than 400 from its place (R59): b1, 350 ahead of it, does not, and b2 in its place does.
#[test]
fn defenders_keep_near_their_place() {
    let units = [
        "b1 column of 4 at 1200,1000",
        "b2 column of 4 at 1800,1350",
        "r1 column of 4 facing south at 1200,1500",
        "r2 column of 4 facing south at 1800,1500",
    ];
    let mut words = Words::of(&units);
    words.officers[0] = "radius = 5000\norder = \"defend\"".into();
    let mut table = words.with_dice(&[1, 9]);
    let ahead = json!({"do": "move", "unit": "b1", "place": [1200, 1350], "facing": 0, "reason": "prepared"});
    table.act("umpire", ahead).unwrap();
    table.until_moves(Step::Declarations, "blue");
    assert_eq!(table.refused("b1", UnitOrder::attack("r1")), "order_too_far");
    table.order("b2", UnitOrder::attack("r2"));
}

/// §inf.initial.threatened-flank §house.multi-unit of two attackers abreast the one has its left flank threatened, the other its right: both flanks of
/// their side are (R69); one of them counts once.
#[test]
fn either_flank_of_two_abreast() {
    for (enemies, flanks) in [(["r3", "r4"], 2), (["r3", "r5"], 1)] {
        let wings = [
            ("r3", "r3 line of 4 facing east at 1275,1185"),
            ("r4", "r4 line of 4 facing west at 1725,1185"),
            ("r5", "r5 line of 4 facing west at 2725,1185"),
        ];
        let mut units = vec![
            "b1 column of 4 at 1450,1100",
            "b2 column of 4 at 1550,1100",
            "r1 line of 8 facing south at 1500,1200",
        ];
        units.extend(wings.iter().filter(|(id, _)| enemies.contains(id)).map(|(_, words)| *words));
        let mut table = fight(&units, &[("b1", "r1"), ("b2", "r1")], &[5, 5]);
        to_the_end(&mut table);
        let melee = &table.told("melee")[0];
        assert_eq!(outcome(melee)["total"], 10 - 2 * flanks, "{enemies:?}");
    }
}

/// §turn.D.1 §cav.initial.stationary cavalry whose own attack has failed its test has lost nothing but the attack: it may counter-charge, and where it stands it
/// is stationary; beside it one whose attack is made is not (R92).
#[test]
fn a_failed_declaration_costs_only_the_attack() {
    for (answer, total) in [("counter_charge", 18), ("stand", 21)] {
        let units = [
            "b1 cavalry column of 4 at 1000,1000",
            "r1 cavalry column of 4 facing south at 1000,1300 disorder=4",
            "b2 cavalry column of 4 at 2000,1000",
            "r2 cavalry column of 4 facing south at 2000,1300",
        ];
        let attacks = [("b1", "r1"), ("b2", "r2")];
        let answers = [("counter_charges r1", answer)];
        let mut table = fight_with(Words::of(&units), &attacks, &[10, 5, 5, 5, 5], &answers);
        table.until_moves(Step::Declarations, "red");
        table.order("r1", UnitOrder::attack("b1"));
        table.order("r2", UnitOrder::attack("b2"));
        to_the_end(&mut table);
        assert_eq!(table.asked.iter().filter(|asked| *asked == "counter_charges").count(), 1);
        let melees = table.told("melee");
        let of = |id: &str| melees.iter().find(|melee| melee.about["other"] == id).unwrap();
        assert_eq!(counted(of("r1"), "defender_stationary"), answer == "stand");
        assert_eq!(outcome(of("r1"))["total"], total);
        assert!(!counted(of("r2"), "defender_stationary"));
    }
}

/// §officer.move §officer.pivot an officer moves once and turns once in a sequence: the second time it is refused, and not passed over in silence.
#[test]
fn an_officer_moves_once() {
    let units = ["b1 column at 1500,1000", "r1 column facing south at 1500,1390"];
    let mut table = Words::of(&units).with_dice(&[9, 1]);
    table.until_moves(Step::Movement, "blue");
    for to in [json!({"ride": "ahead", "metres": 100.0}), json!({"ride": "about"})] {
        let action = json!({"do": "general", "general": "b", "to": to});
        table.act("blue", action.clone()).unwrap();
        let fault = table.act("blue", action).unwrap_err();
        let moved = |refused: &Refused| refused.key() == "officer_has_moved";
        assert!(matches!(&fault, ActFault::Refused(refused) if moved(refused)), "{fault}");
    }
}
