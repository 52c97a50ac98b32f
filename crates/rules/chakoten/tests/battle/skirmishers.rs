//! Chapter 14, and the swarms of 15: skirmish chains, their soutien, whom they screen, and what they lose for others.

use krigsspil_chakoten::battle::order::*;
use serde_json::json;

use crate::table::*;

fn send_out(figures: i32) -> UnitOrder {
    let step = Step::SendOut { figures, chain: Chain::Dense, cm: 8.0 };
    UnitOrder::Move { steps: vec![step], target: None, support: None }
}

/// §12.03.8 §14.04.1 §14.04.3 a chain that was pressed back before the melee still counts as sent out, and its figures fight.
#[test]
fn a_chain_pressed_back_counts() {
    let mut table = table(&["b1 attack_column of 24 at 80,50", "r1 attack_column of 24 at 80,73"], &[3; 6]);
    table.order("b1", send_out(4));
    table.turn();
    table.answers.push(("chain_fires", "hold"));
    table.order("r1", attack("b1"));
    let events = table.turn();
    assert_eq!(happened(&events, "chain_pressed_back").len(), 1);
    let melee = happened(&events, "melee")[0];
    assert!(!counted(melee, "attacker_no_skirmishers"));
    // Two ranks of five, and the four of the chain.
    assert_eq!(outcome(melee)["defender_units"], 2);
}

/// §12.03.8 a chain that is out to the front is none against an attack from the rear.
#[test]
fn a_chain_to_the_front_is_none_to_the_rear() {
    let mut table = table(
        &[
            "b1 attack_column of 24 at 80,80",
            "r1 attack_column of 24 facing north at 80,50",
            "r2 line of 20 at 80,200",
        ],
        &[3; 6],
    );
    table.order("b1", send_out(4));
    table.turn();
    table.order("r1", attack("b1"));
    let events = table.turn();
    assert!(counted(happened(&events, "melee")[0], "attacker_no_skirmishers"));
}

/// §14.03.1 R41 any chain close before a unit shares its loss, and any chain 5 to 15 cm before it screens it.
#[test]
fn the_chain_of_another_shares_and_screens() {
    let words = [
        "b1 dense_skirmish of 8 at 70,58 light=true",
        "b2 line of 24 at 70,50",
        "b3 dense_skirmish of 8 at 130,54 light=true",
        "b4 line of 24 at 130,50",
        "r1 line of 24 at 70,66",
        "r2 line of 24 at 130,62",
    ];
    let mut words = Words::of(&words);
    words.umpire = true;
    words.special.push(String::new());
    let mut table = words.with_dice(&[3, 4, 3, 3, 4, 3]);
    table.answers.push(("chain_fires", "hold"));
    let to = json!({"ride": "to", "place": [1000.0, 800.0]});
    table.act("red", json!({"do": "general", "general": "r", "to": to, "moment": 0.0})).unwrap();
    table.order("r1", fire_at("b2"));
    table.turn();
    assert_eq!(table.unit("b2").lost_men, 0);
    assert!(table.unit("b1").lost_men > 0);
    table.order("r2", fire_at("b4"));
    table.turn();
    // 10 + 2 - 4: two men of each of three firing units.
    assert_eq!((table.unit("b3").lost_men, table.unit("b4").lost_men), (2, 4));
}

/// §14.03.2 a chain is no cover against guns, also where one of its figures stands on the line.
#[test]
fn guns_fire_past_a_figure_of_the_chain() {
    for figures in [4, 5] {
        let mut table = table(&["b1 attack_column of 30 at 80,50", "r1 battery line of 8 at 80,80"], &[4; 3]);
        table.order("b1", send_out(figures));
        table.turn();
        table.order("r1", fire_at("b1"));
        let events = table.turn();
        let fired = happened(&events, "fires_guns");
        assert_eq!(fired[0].about["other"], "b1", "{figures}");
        assert!(table.unit("b1").lost_men > 0 && table.unit("b1/1").lost_men > 0, "{figures}");
    }
}

/// R38 R39 §04.02.3 a chain is no split: its fire is reckoned with the numbers of its whole unit, 20 against 20.
#[test]
fn a_chain_fires_with_the_numbers_of_its_unit() {
    let mut table = table(&["b1 line of 20 at 60,40 skirmishers=3", "r1 line of 20 at 60,58"], &[3, 3, 3]);
    let out = Step::SendOut { figures: 3, chain: Chain::Dense, cm: 8.0 };
    table.order("b1", UnitOrder::march(vec![out])).turn();
    let events = table.turn();
    let shots = happened(&events, "fires");
    assert_eq!(shots[0].about["unit"], "b1/1");
    assert!(!counted(shots[0], "numbers"), "{:?}", outcome(shots[0]));
}

/// §14.03.1 §14.03.2 a chain before its unit takes its part of the loss, wherever its single figures stand: with an even number there is a gap
/// in the middle, and the shot does not go through it.
#[test]
fn a_chain_is_a_line_and_not_its_figures() {
    for figures in [3, 4, 5] {
        let mut table = table(&["b1 line of 24 at 60,40 light=true", "r1 battery of 8 at 60,70"], &[5, 5, 5]);
        let out = Step::SendOut { figures, chain: Chain::Dense, cm: 4.0 };
        table.order("b1", UnitOrder::march(vec![out])).turn();
        let target = Some("b1".into());
        table.order(
            "r1",
            UnitOrder::Fire { when: When::AtOnce, target, also: None, ranging: false, steps: Vec::new() },
        );
        table.turn();
        assert!(table.unit("b1").lost_men > 0 && table.unit("b1/1").lost_men > 0, "{figures}");
    }
}

/// §15.02.3 of 20 cossacks 15 go out in swarm, and stay out: the rest is their soutien; 16 are refused.
#[test]
fn cossacks_send_out_three_quarters() {
    let mut table = table(&["b1 cossacks attack_column of 20 at 60,40", "r1 line of 24 at 60,200"], &[]);
    let out = |figures: i32| UnitOrder::march(vec![Step::SendOut { figures, chain: Chain::Dense, cm: 8.0 }]);
    assert_eq!(table.refused("b1", out(16)), "no_skirmishers");
    table.order("b1", out(15)).turn();
    table.turn();
    assert_eq!((table.unit("b1").figures, table.unit("b1/1").figures), (5, 15));
    assert!(table.unit("b1/1").here());
}

/// §14.04.4 a chain that is ordered to attack a closed line does not announce it, and its player is told why; against guns it does.
#[test]
fn a_chain_does_not_announce_what_it_cannot() {
    for (target, announced) in [("r1", 0), ("r2", 1)] {
        let mut table = table(
            &[
                "b1 dense_skirmish of 10 at 60,40 light=true",
                "b2 line of 20 at 60,34",
                "r1 line of 20 at 60,60",
                "r2 battery of 8 at 80,62",
            ],
            &[3; 12],
        );
        table.order("b1", attack(target));
        let events = table.turn();
        assert_eq!(happened(&events, "announces_attack").len(), announced, "{target}");
        assert_eq!(happened(&events, "attacks_only_so_far").len(), 1 - announced, "{target}");
    }
}

/// §03.03.1 §03.03.2 skirmishers who are sent out toward an enemy halt at break-in distance of him.
#[test]
fn skirmishers_halt_before_an_enemy() {
    let mut table = table(&["b1 line of 24 at 100,50 light=true", "r1 line of 24 at 100,61"], &[3; 12]);
    let out = Step::SendOut { figures: 4, chain: Chain::Dense, cm: 8.0 };
    table.order("b1", UnitOrder::march(vec![out])).turn();
    let apart =
        table.battle().cm_between(table.battle().unit("b1/1").unwrap(), table.battle().unit("r1").unwrap());
    assert!((5.0..5.2).contains(&apart), "{apart}");
}

/// §14.02.4 §06.02.2 skirmishers who are too far from their soutien go back toward it on foot, 25 cm a turn, whatever they are ordered to.
#[test]
fn skirmishers_walk_back() {
    let mut table = table(&["b1 line of 24 at 100,30 light=true", "r1 line of 24 at 100,230"], &[]);
    let out = Step::SendOut { figures: 4, chain: Chain::Dense, cm: 8.0 };
    table.order("b1", UnitOrder::march(vec![out])).turn();
    table.order("b1/1", UnitOrder::march(vec![AHEAD])).turn();
    let away = table.at("b1/1")[1];
    assert!(table.unit("b1/1").here() && away > 55.0, "{away}");
    let events = table.order("b1/1", UnitOrder::march(vec![AHEAD])).turn();
    assert_eq!(happened(&events, "chain_goes_home").len(), 1);
    assert!(table.at("b1/1")[1] < away - 3.0 && table.at("b1/1")[1] > 40.0, "{:?}", table.at("b1/1"));
    let events = table.turn();
    assert!(table.unit("b1/1").here() && happened(&events, "chain_goes_home").is_empty());
    assert!(near(table.unit("b1/1").placed.pose().facing.as_degrees(), 0.0));
}

/// §04.02.3 §14.02.2 §14.04.2 a closed unit is the soutien of one chain only: of two whole units in chain before it the nearer has it, and the other,
/// pressed back at the same moment, comes into rout and loses a figure. With names exchanged it is the same.
#[test]
fn one_soutien_for_one_chain() {
    for (near_one, far_one) in [("r2", "r3"), ("r3", "r2")] {
        let units = [
            "b1 attack_column of 30 at 84,92 front=6".to_string(),
            "b2 attack_column of 30 at 116,92 front=6".to_string(),
            format!("{near_one} dense_skirmish of 6 at 84,108 light=true"),
            format!("{far_one} dense_skirmish of 6 at 116,108 light=true"),
            "r1 line of 15 at 99.9,118".to_string(),
        ];
        let units: Vec<&str> = units.iter().map(String::as_str).collect();
        let mut table = table(&units, &[]);
        table.answers.push(("chain_fires", "hold"));
        table.sheet("b1", "^").sheet("b2", "^");
        let events = table.turn();
        assert_eq!(happened(&events, "chain_pressed_back").len(), 2);
        assert_eq!(table.unit(near_one).figures, 6);
        assert_eq!(table.unit(far_one).figures, 5);
        assert_eq!(table.unit(far_one).order, krigsspil_chakoten::vocabulary::Order::Rout);
    }
}

/// §12.03.8 §14.04.3 who attacks through his own skirmishers has skirmishers out in that direction: they are counted with him, and the
/// defender has nothing for their lack; also where both sides do so.
#[test]
fn attacks_through_his_own_skirmishers() {
    for both in [false, true] {
        let units =
            ["b1 attack_column of 30 at 100,100 front=6", "r1 attack_column of 30 at 100,130 front=6"];
        let mut table = table(&units, &[3; 6]);
        table.answers.push(("chain_fires", "hold"));
        table.order("b1", send_out(5));
        table.sheet("r1", if both { "1/6 T" } else { "^ 3/8" });
        table.turn();
        table.order("b1", attack("r1"));
        if both {
            table.order("r1", attack("b1"));
        }
        let events = table.turn();
        assert!(!happened(&events, "passes_through").is_empty());
        let melee = happened(&events, "melee")[0];
        assert!(!counted(melee, "defender_no_skirmishers"));
        assert_eq!(counted(melee, "attacker_no_skirmishers"), !both);
    }
}

/// §land.russia.3.B a Russian chain in the open may receive the attack that is announced on it, also with its soutien behind it: the melee is
/// fought with the chain. Others, and Russians who do not choose it, are pressed back.
#[test]
fn a_russian_chain_receives() {
    for (answer, receives) in [("receive", true), ("stay", false)] {
        let units = [
            "b1 attack_column of 30 at 100,100 front=6",
            "r1 dense_skirmish of 10 at 100,112 country=russia kind=jagers",
            "r2 line of 30 at 100,122",
        ];
        let mut table = table(&units, &[3; 6]);
        table.answers.push(("chain_fires", "hold"));
        table.answers.push(("goes_back", answer));
        table.order("b1", attack("r1"));
        let events = table.turn();
        assert_eq!(happened(&events, "chain_pressed_back").is_empty(), receives);
        let melee = happened(&events, "melee")[0];
        assert_eq!(melee.about["other"], if receives { "r1" } else { "r2" });
        assert_eq!(counted(melee, "attacker_closed_v_spread"), receives);
    }
}
