//! The second sentences of the rules: exceptions, third units, and what happens at the same moment. What must come out was written down from
//! the print before it was played.

use serde_json::json;

use crate::table::*;
use krigsspil_chakoten::battle::order::*;
use krigsspil_chakoten::vocabulary::Order as State;

fn ahead() -> UnitOrder {
    UnitOrder::march(vec![AHEAD])
}

fn send_out(figures: i32, cm: f64) -> UnitOrder {
    UnitOrder::march(vec![Step::SendOut { figures, chain: Chain::Dense, cm }])
}

/// §13.01.4 two that shoot each other into the same disorder stand and are LU 3, whoever else fires at one of them at that moment.
#[test]
fn a_third_fires_at_one_of_a_pair() {
    for third in [[2, 2, 2], [4, 4, 4]] {
        let units = ["b1 line of 20 at 80,50", "b2 line of 20 at 95.1,50", "r1 line of 20 at 80,58"];
        let dice = [&[5, 6, 6, 5, 6, 6], &third[..]].concat();
        let mut table = table(&units, &dice);
        table.order("b1", fire_at("r1")).order("b2", fire_at("r1")).order("r1", fire_at("b1"));
        let events = table.turn();
        assert!(happened(&events, "flees").is_empty(), "{third:?}");
        assert_eq!(
            (table.unit("b1").order, table.unit("r1").order),
            (State::Light3, State::Light3),
            "{third:?}"
        );
    }
}

/// §12.03.7 a support that is itself attacked at the moment of the melee is engaged, whichever melee is farther west.
#[test]
fn a_support_in_a_melee_of_the_same_moment() {
    for (x, facing, dice) in [
        (61.25, "east", [3, 3, 3, 6, 6, 5, 3, 3, 3, 4, 4, 4]),
        (98.75, "west", [3, 3, 3, 4, 4, 4, 3, 3, 3, 6, 6, 5]),
    ] {
        let strikes = format!("r2 attack_column of 20 facing {facing} at {x},25");
        let units = [
            "b1 attack_column of 20 at 80,40",
            "b2 attack_column of 20 at 80,28",
            "r1 line of 20 at 80,55",
            &strikes,
        ];
        let mut table = table(&units, &[&[6, 6, 6][..], &dice].concat());
        table.order("b1", attack("r1")).order("r2", UnitOrder::march(vec![ATTACK]));
        table.order("b2", UnitOrder::Stand { support: Some("b1".into()) });
        let events = table.turn();
        let melees = happened(&events, "melee");
        assert_eq!(melees.len(), 2, "{facing}");
        assert!(melees.iter().all(|melee| (melee.moment - 0.5).abs() < 1.0e-6), "{facing}");
        let own = melees.iter().find(|melee| melee.about["unit"] == "b1").unwrap();
        assert!(!counted(own, "attacker_support"), "{facing}");
    }
}

/// §12.03.7 what counts is the moment of the melee: a unit that has fired at the start supports again half a turn later, not before.
#[test]
fn a_support_that_has_fired() {
    for (y, supports) in [(41.0, true), (52.0, false)] {
        let attacker = format!("b1 attack_column of 20 at 80,{y}");
        let units =
            [&attacker[..], "r1 line of 20 at 80,60", "r2 line of 20 at 85,70", "b2 line of 20 at 103,56"];
        let mut table = table(&units, &[1, 1, 1, 3, 3, 3, 3, 3, 3]);
        table.order("b1", attack("r1")).order("r2", fire_at("b2"));
        let events = table.turn();
        assert_eq!(happened(&events, "fires").len(), 1);
        assert_eq!(counted(happened(&events, "melee")[0], "defender_support"), supports, "{y}");
    }
}

/// §13.04.1 whoever stands on any part of the ground takes the prisoners: a column on a long line covers neither its middle nor an end.
#[test]
fn prisoners_of_a_long_line() {
    let mut table =
        table(&["b1 attack_column of 20 at 74,45", "r1 line of 36 at 80,60"], &[5, 5, 5, 3, 3, 3]);
    table.order("b1", attack("r1"));
    let events = table.turn();
    assert_eq!(table.unit("r1").order, State::Rout);
    assert_eq!(happened(&events, "prisoners").len(), 1);
}

/// §14.04.1 §07.07.4 a closed unit that retires in disorder presses back the skirmishers of its own side, and goes on up to their unit.
#[test]
fn a_retreat_presses_back_its_own_chain() {
    let units = ["r1 heavy line of 20 at 80,60", "r2 line of 24 at 80,80", "b1 heavy line of 20 at 80,40"];
    let mut table = table(&units, &[4; 6]);
    table.order("r2", send_out(4, 8.0)).turn();
    table.order("b1", attack("r1"));
    let events = table.turn();
    assert_eq!(table.unit("r1").order, State::Disorder);
    assert_eq!(happened(&events, "chain_comes_in").len(), 1);
    assert!((table.at("r1")[1] - 71.0).abs() < 0.1, "{:?}", table.at("r1"));
}

/// §07.07.1 §07.07.3 a column and a chain of its own side that march toward each other pass once, whichever stands farther west: the column may
/// go through the chain, though the chain might not go through a column on the march.
#[test]
fn a_column_meets_a_chain() {
    for east in [79.6, 80.4] {
        let chain = format!("b2 dense_skirmish of 3 facing south at {east},60 light=true");
        let units = [
            "b1 attack_column of 20 at 80,40",
            &chain,
            "b3 line of 20 at 160,40",
            "r9 line of 24 at 200,200",
        ];
        let mut table = table(&units, &[]);
        // A third who halts and goes on makes moments in the middle of the passage.
        let halt = Step::Halt { turns: 0.1 };
        let by_bits = vec![halt, Step::Ahead { cm: Some(1.0), turns: None, attack: false, storm: false }];
        table.order("b3", UnitOrder::march([&by_bits[..], &by_bits, &by_bits, &by_bits].concat()));
        table.order("b1", ahead()).order("b2", ahead());
        let events = table.turn();
        let through = happened(&events, "passes_through");
        assert_eq!(through.len(), 1, "{east}");
        assert_eq!(through[0].about["unit"], "b1", "{east}");
        assert!(happened(&events, "halts_at_friend").is_empty(), "{east}");
        assert!(near(table.at("b1")[1], 60.0) && near(table.at("b2")[1], 35.0), "{east}");
    }
}

/// §03.02.8 skirmishers who have announced fire go back half a turn after it, before the attack that comes later presses them.
#[test]
fn a_chain_fires_first_and_goes_back() {
    let mut table = table(&["b1 attack_column of 20 at 80,34", "r1 line of 24 at 80,60"], &[1; 3]);
    table.answers.push(("goes_back", "go_back"));
    table.order("r1", send_out(4, 8.0));
    table.turn();
    table.order("b1", attack("r1"));
    let events = table.turn();
    assert_eq!(happened(&events, "fires").len(), 1);
    let back: Vec<f64> = happened(&events, "chain_comes_in").iter().map(|event| event.moment).collect();
    assert_eq!(back, [0.5]);
}

/// §03.02.8 §14.02.4 a whole light unit in chain may go back to the closed friend behind it, too.
#[test]
fn a_whole_unit_in_chain_goes_back() {
    let units = [
        "r1 line of 24 at 80,60",
        "r2 dense_skirmish of 10 at 80,54 light=true",
        "b1 attack_column of 20 at 80,33",
    ];
    let mut table = table(&units, &[]);
    table.answers.push(("goes_back", "go_back"));
    table.order("b1", attack("r2"));
    let events = table.turn();
    assert!(table.asked.contains(&"goes_back".to_string()));
    assert!(
        happened(&events, "chain_pressed_back").is_empty() && table.at("r2")[1] > 56.0,
        "{:?}",
        table.at("r2")
    );
}

/// §13.05.2 §08.02.2 R64 a chief in contact with a unit that a flight may carry along steps in.
#[test]
fn a_chief_holds_those_who_are_threatened() {
    let words = ["r2 line of 20 at 80,75", "r1 line of 20 at 80,60", "b1 attack_column of 20 at 80,41"];
    let mut words = Words::of(&words);
    words.chief_back = Some(1.0);
    let mut table = words.with_dice(&[5, 5, 5, 3, 3, 3, 6, 3, 3, 3, 3, 3, 3]);
    table.order("b1", attack("r1"));
    let events = table.turn();
    let steps_in: Vec<&str> = happened(&events, "chief_intervenes")
        .iter()
        .filter_map(|event| event.about["unit"].as_str())
        .collect();
    assert_eq!(steps_in, ["r2"]);
    assert!(counted(happened(&events, "carried_along")[0], "defender_chief"));
}

/// §08.02.2 §08.02.3 §10.05.4 a chief beside a unit that is struck through another is under fire as well.
#[test]
fn a_chief_behind_the_target() {
    let words = ["r2 line of 20 at 80,67", "r1 line of 20 at 80,60", "b1 battery line of 8 at 80,20"];
    let mut words = Words::of(&words);
    words.chief_back = Some(2.0);
    let mut table = words.with_dice(&[5, 3, 3, 3]);
    table.order("b1", fire_at("r1"));
    let events = table.turn();
    assert_eq!(happened(&events, "fires_guns").len(), 2);
    assert_eq!(happened(&events, "staff_hit").len(), 1);
}

/// §13.06.5 §skema-XIX an enemy within 50 cm counts whatever his order: here he is in rout himself.
#[test]
fn enemies_in_rout_are_enemies_to_those_who_rally() {
    let words = ["b1 line of 20 at 80,60 order=FU", "r1 line of 20 at 80,85 order=FU"];
    let mut words = Words::of(&words);
    words.umpire = true;
    let mut table = words.with_dice(&[3; 6]);
    let events = table.turn();
    for rallied in happened(&events, "rally") {
        assert!(!counted(rallied, "rally_no_enemy"));
    }
    assert_eq!(happened(&events, "rally").len(), 2);
}

/// §14.03.1 §14.03.2 a chain that is fired at close before its unit shares its loss with it, too: 5 and 20 figures.
#[test]
fn who_fires_at_the_chain_strikes_its_unit() {
    let units =
        ["b1 line of 20 at 80,45", "r1 line of 20 at 80,56", "r2 dense_skirmish of 5 at 80,51.5 light=true"];
    let mut table = table(&units, &[4; 3]);
    table.answers.push(("chain_fires", "hold"));
    table.order("b1", fire_at("r2"));
    table.turn();
    // 12 + 2 - 2: four men for each of two firing units.
    assert_eq!((table.unit("r2").lost_men, table.unit("r1").lost_men), (2, 6));
}

/// §06.01.2 of two who would form on the same ground at the very end of the turn neither forms, as at any other moment.
#[test]
fn two_form_at_the_end_of_the_turn() {
    let units =
        ["b1 march_column of 20 at 74,50", "b2 march_column of 20 at 87,50", "r9 line of 20 at 200,200"];
    let mut table = table(&units, &[]);
    for id in ["b1", "b2"] {
        table.order(id, UnitOrder::march(vec![Step::Form { formation: Formation::Line }]));
    }
    let events = table.turn();
    assert!(happened(&events, "forms").is_empty());
    assert_eq!(happened(&events, "no_room_to_form").len(), 2);
}

/// §12.03.7 a support exactly 5 cm behind has its friend within break-in distance, one millimetre farther behind it has not.
#[test]
fn a_support_just_at_break_in_distance() {
    for (y, supports) in [(68.0, false), (68.1, true)] {
        let support = format!("r2 line of 20 at 80,{y:?}");
        let mut table =
            table(&["b1 attack_column of 20 at 80,46", "r1 line of 20 at 80,60", &support], &[3; 6]);
        table.order("b1", attack("r1"));
        let events = table.turn();
        assert_eq!(counted(happened(&events, "melee")[0], "defender_support"), supports, "{y}");
    }
}

/// §07.06.1 whose neighbour is stopped by a melee at the very end of the turn has not been halted by the ground.
#[test]
fn the_ground_halts_nobody_on_open_ground() {
    let units =
        ["b1 medium line of 16 at 74,40", "b2 attack_column of 20 at 88,45", "r1 square of 24 at 82,60"];
    let mut table = table(&units, &[3; 6]);
    table.order("b1", attack("r1")).order("b2", attack("r1"));
    let events = table.turn();
    assert_eq!(happened(&events, "melee").len(), 1);
    assert!(near(table.at("b1")[1], 50.0));
    assert!(happened(&events, "halts_at_ground").is_empty());
}

/// §skema-I R9 a chain behind a low wall is seen half as far, 30 cm, from the side of the wall; without the wall, and from behind it, 60.
#[test]
fn a_chain_behind_a_wall_is_seen_half_as_far() {
    for (wall, seen) in [(None, true), (Some(59.95), false), (Some(61.55), true)] {
        let units = ["b1 battery of 8 at 80,20", "r1 dense_skirmish of 6 at 80,60 light=true"];
        let mut words = Words::of(&units);
        if let Some(y) = wall {
            words = words.with_feature(
                json!({"kind": "wall", "obstacle": 1, "cover": 1}),
                "LineString",
                json!([[60, y], [100, y]]),
            );
        }
        let mut table = words.with_dice(&[]);
        if seen {
            table.order("b1", fire_at("r1"));
        } else {
            assert_eq!(table.refused("b1", fire_at("r1")), "target_unseen");
        }
    }
}

/// §06.01.3 skirmishers cost a degree if they are more than a company, here a quarter of the battalion: when they go out, and when they come in.
#[test]
fn more_skirmishers_than_a_company() {
    for (figures, orders) in [(6, [State::Good, State::Good]), (7, [State::Light1, State::Light2])] {
        let mut table = table(&["b1 line of 24 at 60,40 light=true", "r9 line of 20 at 200,200"], &[]);
        table.order("b1", send_out(figures, 4.0)).turn();
        let out = table.unit("b1").order;
        table.order("b1", UnitOrder::march(vec![Step::Recall])).turn();
        assert_eq!([out, table.unit("b1").order], orders, "{figures}");
    }
}

/// §12.03.2 foot with both flanks on what horse cannot pass counts as a square against it, with one flank it does not.
#[test]
fn flanks_on_two_houses() {
    for both in [true, false] {
        let house = |west: f64| {
            let corners = [[west, 58.0], [west + 6.0, 58.0], [west + 6.0, 66.0], [west, 66.0], [west, 58.0]];
            json!([corners])
        };
        let units = ["b1 heavy attack_column of 20 at 80,40", "r1 line of 20 at 80,60"];
        let mut words = Words::of(&units).with_feature(json!({"kind": "building"}), "Polygon", house(65.5));
        if both {
            words = words.with_feature(json!({"kind": "building"}), "Polygon", house(88.5));
        }
        let mut table = words.with_dice(&[3; 6]);
        table.order("b1", attack("r1"));
        let events = table.turn();
        let melee = happened(&events, "melee")[0];
        assert_eq!(counted(melee, "attacker_cavalry_v_square"), both, "{both}");
        assert_eq!(counted(melee, "attacker_cavalry_v_infantry"), !both, "{both}");
    }
}

/// §04.02.3 §14.02.4 a battalion that has its own skirmishers out is no soutien for another chain.
#[test]
fn a_soutien_of_one_chain_only() {
    for own in [false, true] {
        let units = [
            "r1 line of 24 at 80,60",
            "r2 dense_skirmish of 10 at 80,48 light=true",
            "b1 attack_column of 20 at 80,20",
        ];
        let mut table = table(&units, &[3; 6]);
        table.answers.push(("chain_fires", "hold"));
        if own {
            table.order("r1", send_out(3, 4.0));
        }
        table.order("b1", ahead()).turn();
        table.order("b1", attack("r2"));
        let events = table.turn();
        // Without one they are in rout when they are pressed (§14.04.2).
        assert_eq!(
            table.unit("r2").order == State::Rout,
            own,
            "{own}: {:?}",
            happened(&events, "chain_pressed_back").len()
        );
    }
}

/// §14.02.4 a whole light unit in chain that is too far from the nearest friend who can be its soutien walks back toward him, whatever its orders.
#[test]
fn a_whole_unit_in_chain_walks_back() {
    let units =
        ["b1 line of 24 at 80,40", "b2 dense_skirmish of 6 at 80,58 light=true", "r9 line of 20 at 200,200"];
    let mut table = table(&units, &[6; 12]);
    table.order("b2", ahead()).turn();
    let away = table.at("b2")[1];
    assert!(near(away, 83.0), "{away}");
    let events = table.order("b2", ahead()).turn();
    assert_eq!(happened(&events, "chain_goes_home").len(), 1);
    assert!(table.at("b2")[1] < 64.0, "{:?}", table.at("b2"));
}

/// §12.03.7.7 a unit that still stands before the enemy it fought undecided in the last turn is engaged, and supports nobody; when he has gone it
/// does.
#[test]
fn who_stands_before_an_enemy_supports_nobody() {
    for goes in [false, true] {
        let units = [
            "b2 attack_column of 30 facing west at 126.25,126.5 front=6",
            "b1 attack_column of 30 at 100,98 front=6",
            "r2 line of 30 at 100,125",
            "r1 line of 30 at 100,115",
        ];
        let mut table = table(&units, &[3, 3, 3, 6, 6, 5, 3, 3, 3, 3, 3, 3]);
        table.order("b2", attack("r2"));
        let events = table.turn();
        assert_eq!(outcome(happened(&events, "melee")[0])["winner"], "none");
        table.order("b1", attack("r1"));
        if goes {
            table.sheet("b2", "\"vend\", ->");
        }
        let events = table.turn();
        assert_eq!(counted(happened(&events, "melee")[0], "defender_support"), goes);
    }
}

/// §12.03.8 §05.04.2 whoever is in rout is spread, but has no skirmishers for that: an attacker on foot has his points for it as well.
#[test]
fn who_routs_has_no_skirmishers() {
    let units = [
        "b2 attack_column of 30 facing west at 125,138 front=6",
        "b1 attack_column of 30 at 100,100 front=6",
        "r1 attack_column of 15 at 100,110 front=4",
    ];
    let mut table = table(&units, &[5, 5, 5, 2, 2, 2, 3, 3, 3, 3, 3, 3]);
    table.answers.push(("follows b1", "halt"));
    table.order("b1", attack("r1"));
    table.sheet("b2", "<-");
    let events = table.turn();
    let melees = happened(&events, "melee");
    assert_eq!(melees.len(), 2);
    for counts in ["attacker_closed_v_spread", "attacker_no_skirmishers"] {
        assert!(counted(melees[1], counts), "{counts}");
    }
}

/// §12.01.1 §03.03.1 an attack on a line that stands aslant across its way is fought when it comes to 5 cm of him, though the nearest of him is then
/// beside its front; in its mirror image alike. Whoever only marches halts there.
#[test]
fn an_attack_on_a_line_aslant() {
    for (x, facing) in [(108.0, 225), (92.0, 135)] {
        for attacks in [true, false] {
            let units = [
                "b1 attack_column of 30 at 100,100 front=6",
                &format!("r1 line of 30 facing {facing} at {x},115"),
            ];
            let mut table = table(&units, &[3; 6]);
            if attacks {
                table.order("b1", attack("r1"));
            } else {
                table.order("b1", ahead());
            }
            let events = table.turn();
            assert_eq!(happened(&events, "melee").len(), usize::from(attacks), "{facing}");
            assert_eq!(happened(&events, "halts_at_break_in").len(), usize::from(!attacks), "{facing}");
            assert!(near(
                table
                    .battle()
                    .cm_between(table.battle().unit("b1").unwrap(), table.battle().unit("r1").unwrap()),
                5.0
            ));
        }
    }
}

/// §03.03.1 where one sees less than 5 cm, that is the break-in distance: an attack is fought there.
#[test]
fn break_in_distance_in_fog() {
    let mut words = Words::of(&["b1 attack_column of 30 at 100,100 front=6", "r1 line of 30 at 100,115"]);
    words.special.push(
        "[[special]]\nrules = \"chakoten\"\nname = \"sight\"\ntext = \"Fog.\"\nabout = { cm = 3 }\n".into(),
    );
    let mut table = words.with_dice(&[3; 6]);
    table.sheet("b1", "A ^");
    let events = table.turn();
    let melee = happened(&events, "melee")[0];
    assert!((melee.moment - 0.6).abs() < 0.002, "{:?}", melee.moment);
    assert!(near(table.at("b1")[1], 112.0), "{:?}", table.at("b1"));
}
