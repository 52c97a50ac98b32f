//! Chapters 07, 14, 16 and the rolling clock: ground, skirmishers, changes of formation and front.

use krigsspil_chakoten::battle::order::*;
use krigsspil_chakoten::battle::state::CM;
use krigsspil_chakoten::vocabulary::Order as State;
use serde_json::json;

use crate::table::*;

fn form(formation: Formation) -> Step {
    Step::Form { formation }
}

/// §06.01.3 §06.02.1 §skema-V a column forms line in half a turn, which costs a degree; then it marches the rest of the turn.
#[test]
fn a_change_of_formation_takes_its_time() {
    let mut table = table(&["b1 attack_column of 24 at 60,40", "r1 line of 24 at 200,200"], &[]);
    table.order("b1", UnitOrder::march(vec![form(Formation::Line), AHEAD])).turn();
    assert_eq!((table.unit("b1").formation, table.unit("b1").order), (Formation::Line, State::Light1));
    assert!(near(table.at("b1")[1], 45.0), "{:?}", table.at("b1"));
}

/// §03.01.6 a change that the turn is too short for goes on in the next: a march column forms line in a whole turn, begun at a half.
#[test]
fn a_change_goes_on_next_turn() {
    let half = Step::Halt { turns: 0.5 };
    let mut table = table(&["b1 march_column of 24 at 60,60", "r1 line of 24 at 200,200"], &[]);
    table.order("b1", UnitOrder::march(vec![half, form(Formation::Line)])).turn();
    assert_eq!(table.unit("b1").formation, Formation::MarchColumn);
    table.order("b1", UnitOrder::march(vec![form(Formation::Line), AHEAD])).turn();
    assert_eq!(table.unit("b1").formation, Formation::Line);
    assert!(near(table.at("b1")[1], 65.0), "{:?}", table.at("b1"));
}

/// §05.02.3 a square ordered by fewer than 8 figures is a hob.
#[test]
fn a_handful_forms_a_hob() {
    let mut table = table(&["b1 line of 6 at 60,40", "r1 line of 24 at 200,200"], &[]);
    table.order("b1", UnitOrder::march(vec![form(Formation::Square)])).turn();
    assert_eq!(table.unit("b1").formation, Formation::Hob);
}

/// §06.01.3 §06.04.2 a pivot of 20 degrees is free of disorder, one of 30 costs a degree; a march column bends for nothing.
#[test]
fn front_changes_cost_order() {
    for (formation, degrees, order) in [
        ("attack_column", 20.0, State::Good),
        ("attack_column", 30.0, State::Light1),
        ("march_column", 60.0, State::Good),
    ] {
        let mut table =
            table(&[&format!("b1 {formation} of 24 at 100,100"), "r1 line of 24 at 200,200"], &[]);
        table.order("b1", UnitOrder::march(vec![Step::Pivot { degrees }])).turn();
        assert_eq!(table.unit("b1").order, order, "{formation} {degrees}");
        assert!(near(table.unit("b1").placed.pose().facing.as_degrees(), degrees));
    }
}

/// §07.01.2 §07.01.3 infantry goes back at half march, and beginning it costs a degree; cavalry does not go back.
#[test]
fn infantry_goes_back() {
    let back = Step::Back { cm: None, turns: None };
    let mut table = table(
        &["b1 attack_column of 24 at 60,60", "b2 light line of 20 at 120,60", "r1 line of 24 at 200,200"],
        &[],
    );
    table.order("b1", UnitOrder::march(vec![back]));
    assert_eq!(table.refused("b2", UnitOrder::march(vec![back])), "cannot_back");
    table.turn();
    assert!(near(table.at("b1")[1], 50.0));
    assert_eq!(table.unit("b1").order, State::Light1);
}

/// §07.06.1 two columns shoulder to shoulder march no faster than a line; 4 cm apart they are free.
#[test]
fn parallel_marches_are_slow() {
    for (east, cm) in [(72.0, 10.0), (60.0 + 9.0 + 4.01, 20.0)] {
        let other = format!("b2 attack_column of 24 at {east},40");
        let mut table = table(&["b1 attack_column of 24 at 60,40", &other, "r1 line of 24 at 200,200"], &[]);
        table.order("b1", UnitOrder::march(vec![AHEAD])).order("b2", UnitOrder::march(vec![AHEAD])).turn();
        assert!(
            near(table.at("b1")[1], 40.0 + cm) && near(table.at("b2")[1], 40.0 + cm),
            "{east}: {:?}",
            table.at("b1")
        );
    }
}

/// §07.05.1 §07.05.4 §skema-VII a hedge costs a column no time but a degree; an obstacle II half a turn for every two ranks.
#[test]
fn obstacles_cost_time_and_order() {
    for (obstacle, cm) in [(1, 20.0), (2, 4.0)] {
        let words = Words::of(&["b1 attack_column of 24 at 60,40", "r1 line of 24 at 200,200"]).with_feature(
            json!({"kind": "hedge", "obstacle": obstacle}),
            "LineString",
            json!([[40, 44.1], [80, 44.1]]),
        );
        let mut table = words.with_dice(&[]);
        table.order("b1", UnitOrder::march(vec![AHEAD])).turn();
        assert!(near(table.at("b1")[1], 40.0 + cm), "{obstacle}: {:?}", table.at("b1"));
        assert_eq!(table.unit("b1").order, State::Light1);
    }
}

/// §07.05.3 cavalry does not pass an obstacle II: it halts before it.
#[test]
fn cavalry_halts_before_a_wall() {
    let words = Words::of(&["b1 light line of 20 at 60,40", "r1 line of 24 at 200,200"]).with_feature(
        json!({"kind": "wall", "obstacle": 2, "width": 1}),
        "LineString",
        json!([[20, 50], [100, 50]]),
    );
    let mut table = words.with_dice(&[]);
    table.order("b1", UnitOrder::march(vec![AHEAD])).turn();
    assert!(table.at("b1")[1] < 50.0 && table.at("b1")[1] > 49.0, "{:?}", table.at("b1"));
}

/// §16.02.1 a line goes into the edge of a wood as deep as it stands, and no farther; a column of four ranks does not go in.
#[test]
fn woods_are_entered_at_their_edge() {
    let wood = |words: Words| {
        words.with_feature(
            json!({"kind": "wood"}),
            "Polygon",
            json!([[[20, 45], [120, 45], [120, 90], [20, 90], [20, 45]]]),
        )
    };
    let mut line = wood(Words::of(&["b1 line of 24 at 60,41", "r1 line of 24 at 200,200"])).with_dice(&[]);
    line.order("b1", UnitOrder::march(vec![AHEAD])).turn();
    assert!(line.at("b1")[1] > 47.0 && line.at("b1")[1] < 48.3, "{:?}", line.at("b1"));
    let mut column =
        wood(Words::of(&["b1 attack_column of 24 at 60,41", "r1 line of 24 at 200,200"])).with_dice(&[]);
    column.order("b1", UnitOrder::march(vec![AHEAD])).turn();
    assert!(near(column.at("b1")[1], 45.0), "{:?}", column.at("b1"));
}

/// §14.01.1 §14.03.1 a battalion sends out a sixth; §06.02.2 they come in again, and nobody is lost.
#[test]
fn skirmishers_go_out_and_come_in() {
    let mut table = table(&["b1 line of 30 at 60,40", "r1 line of 24 at 200,200"], &[]);
    assert_eq!(
        table.refused(
            "b1",
            UnitOrder::march(vec![Step::SendOut { figures: 6, chain: Chain::Dense, cm: 8.0 }])
        ),
        "no_skirmishers"
    );
    table.sheet("b1", "1/6 T").turn();
    let chain = table.unit("b1/1");
    assert_eq!((chain.figures, chain.formation), (5, Formation::DenseSkirmish));
    assert!(near(chain.placed.pose().at.y / CM, 48.0));
    assert_eq!(table.unit("b1").figures, 25);
    table.order("b1", UnitOrder::march(vec![Step::Recall])).turn();
    assert_eq!(table.unit("b1").figures, 30);
}

/// §14.04.1 a closed enemy who comes to break-in distance presses skirmishers back to their soutien.
#[test]
fn skirmishers_are_pressed_back() {
    let mut table = table(&["b1 line of 30 at 60,40", "r1 attack_column of 30 at 60,70"], &[]);
    table.sheet("b1", "1/6 T").turn();
    table.answers = vec![("chain_fires", "hold")];
    table.order("r1", UnitOrder::march(vec![AHEAD]));
    let events = table.turn();
    assert_eq!(happened(&events, "chain_pressed_back").len(), 1);
    assert_eq!(table.unit("b1").figures, 30);
}

/// §13.05.2 a flight that runs into a friend may carry him along.
#[test]
fn a_flight_carries_friends_along() {
    let dice = [6, 6, 6, 1, 1, 1, 6, 6, 6, 1, 1, 1];
    let units = ["b1 attack_column of 30 at 60,40", "r1 line of 20 at 60,52", "r2 line of 20 at 60,62"];
    let mut words = Words::of(&units);
    words.chief_back = Some(25.0);
    let mut table = words.with_dice(&dice);
    table.order("b1", UnitOrder::march(vec![ATTACK]));
    let events = table.turn();
    assert_eq!(happened(&events, "carried_along").len(), 1);
    assert_eq!((table.unit("r1").order, table.unit("r2").order), (State::Rout, State::Rout));
}

/// §12.03.7 the attacker's support stands on the sheet; §12.02.4 after a drawn melee both stand.
#[test]
fn supports_count() {
    let mut table = table(
        &["b1 attack_column of 30 at 60,40", "b2 attack_column of 30 at 60,30", "r1 line of 20 at 60,50"],
        &[3, 3, 3, 4, 4, 4],
    );
    table.order("b1", UnitOrder::march(vec![ATTACK])).sheet("b2", "\"støtter b1\"");
    let events = table.turn();
    assert!(counted(happened(&events, "melee")[0], "attacker_support"));
}

/// Sehested can be fought under these rules: everybody stands on the table, and nobody on another.
#[test]
fn sehested_sets_up() {
    let file =
        std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../scenarios/sehested/scenario.toml");
    let scenario = krigsspil_engine::scenario::Scenario::open(&file).unwrap();
    let rules = krigsspil_chakoten::battle::Chakoten::printed().unwrap();
    let game = krigsspil_engine::battle::Played::setup(rules, &scenario, Default::default(), 1).unwrap();
    let here: Vec<_> = game.battle().units.values().filter(|unit| unit.here()).collect();
    let mut shared = Vec::new();
    for (at, one) in here.iter().enumerate() {
        for other in &here[at + 1..] {
            let area = krigsspil_field::prelude::overlap_area(&one.placed, &other.placed);
            if area > 2.0 {
                shared.push(format!("{} stands on {}: {area}", one.id, other.id));
            }
        }
    }
    assert!(shared.is_empty(), "{shared:?}");
}

/// §06.01.2 a change of formation for which there is no room is begun and costs its degree; without another order it goes on, and is made
/// as soon as the neighbour has left the ground. Another order ends it.
#[test]
fn a_change_waits_for_room() {
    let units =
        ["b1 attack_column of 24 at 100,50", "b2 attack_column of 24 at 113,50", "r1 line of 24 at 220,220"];
    let mut table = table(&units, &[]);
    table.order("b1", UnitOrder::march(vec![form(Formation::Line)]));
    let events = table.turn();
    assert_eq!(happened(&events, "no_room_to_form").len(), 1);
    assert_eq!(
        (table.unit("b1").formation, table.unit("b1").order),
        (Formation::AttackColumn, State::Light1)
    );
    let mut stays = crate::table::table(&units, &[]);
    stays.order("b1", UnitOrder::march(vec![form(Formation::Line)])).turn();
    stays.order("b1", UnitOrder::stand()).turn();
    stays.order("b2", UnitOrder::march(vec![AHEAD])).turn();
    assert_eq!(stays.unit("b1").formation, Formation::AttackColumn);
    table.order("b2", UnitOrder::march(vec![AHEAD]));
    let events = table.turn();
    let forms = happened(&events, "forms");
    assert_eq!(forms.len(), 1);
    // b2 is 6 cm deep and marches 20 cm in a turn: its rear leaves the line's ground at 0.3 or a little later.
    assert!(forms[0].moment > 0.1 && forms[0].moment < 0.5, "{}", forms[0].moment);
    assert_eq!((table.unit("b1").formation, table.unit("b1").order), (Formation::Line, State::Light1));
}

/// §06.01.2 the room must be there when the change is finished: a neighbour who marches off in time does not prevent it, one who is still
/// there does.
#[test]
fn room_counts_when_the_change_is_finished() {
    for (cm, formed) in [(8.0, true), (2.0, false)] {
        let mut table = table(
            &[
                "b1 attack_column of 24 at 100,50",
                "b2 attack_column of 24 at 113,50",
                "r1 line of 24 at 220,220",
            ],
            &[],
        );
        let ahead = Step::Ahead { cm: Some(cm), turns: None, attack: false, storm: false };
        table
            .order("b1", UnitOrder::march(vec![form(Formation::Line)]))
            .order("b2", UnitOrder::march(vec![ahead]));
        table.turn();
        assert_eq!(table.unit("b1").formation == Formation::Line, formed, "{cm}");
    }
}

/// §07.06.1 two who march side by side are slow only as long as both march: when one halts the other goes on at his own pace, and slows
/// down when a neighbour sets out.
#[test]
fn a_march_is_slow_while_the_neighbour_marches() {
    let half = Step::Ahead { cm: None, turns: Some(0.5), attack: false, storm: false };
    let wait = Step::Halt { turns: 0.1 };
    for steps in [vec![half], vec![wait, AHEAD]] {
        let mut table = table(
            &[
                "b1 attack_column of 24 at 60,40",
                "b2 attack_column of 24 at 72,40",
                "r1 line of 24 at 200,200",
            ],
            &[],
        );
        table.order("b1", UnitOrder::march(steps.clone())).order("b2", UnitOrder::march(vec![AHEAD])).turn();
        let far = if steps[0] == half { 15.0 } else { 11.0 };
        assert!(near(table.at("b2")[1], 40.0 + far), "{steps:?}: {:?}", table.at("b2"));
    }
}

/// §06.02.5 §05.02.1 the men of a square turn to one front: it stays a square, and marches as a line, with flanks and a rear; they turn back to all
/// sides in the same way. A line cannot.
#[test]
fn a_square_turns_to_one_front() {
    let mut table =
        table(&["b1 square of 24 at 60,60", "b2 line of 24 at 90,60", "r1 line of 24 at 220,220"], &[]);
    assert_eq!(table.refused("b2", UnitOrder::march(vec![Step::SquareFront])), "no_square");
    assert!(!table.unit("b1").has_flanks());
    // A quarter turn to face about (skema IV), then three quarters of a line's 10 cm.
    table.order("b1", UnitOrder::march(vec![Step::SquareFront, AHEAD])).turn();
    assert_eq!(table.unit("b1").formation, Formation::Square);
    assert!(table.unit("b1").has_flanks());
    assert!(near(table.at("b1")[1], 67.5), "{:?}", table.at("b1"));
    table.order("b1", UnitOrder::march(vec![Step::SquareFront, AHEAD])).turn();
    assert!(!table.unit("b1").has_flanks());
    assert!(near(table.at("b1")[1], 67.5 + 3.75), "{:?}", table.at("b1"));
}

/// §06.04.2 the head of a march column swings about its wing figure: 3 cm wide, it comes 1.5 cm forward and 1.5 cm aside in a quarter turn,
/// to either hand, which takes the time of 4.5 cm; then it marches on.
#[test]
fn a_column_bends_about_its_wing() {
    for (degrees, side) in [(90.0, 1.0), (-90.0, -1.0)] {
        let mut table = table(&["b1 march_column of 24 at 100,60", "r1 line of 24 at 220,220"], &[]);
        table.order("b1", UnitOrder::march(vec![Step::Pivot { degrees }, AHEAD])).turn();
        let at = table.at("b1");
        assert!(near(at[0], 100.0 + side * (1.5 + 20.5)) && near(at[1], 61.5), "{degrees}: {at:?}");
    }
}

/// §07.04.3 §17.01.2 a closed unit that comes to water or to a house which it may not pass halts there, and its player is told; one that has room
/// beside them marches on without a word.
#[test]
fn halts_at_the_ground_are_told() {
    let words = Words::of(&[
        "b1 line of 10 at 50,40",
        "b2 line of 10 at 70,40",
        "b3 line of 10 at 85,40",
        "r1 line of 24 at 220,220",
    ]);
    let words = words
        .with_feature(json!({"kind": "stream", "width": 30}), "LineString", json!([[40, 46], [58, 46]]))
        .with_feature(
            json!({"kind": "building", "name": "farm"}),
            "Polygon",
            json!([[[66, 45], [74, 45], [74, 50], [66, 50], [66, 45]]]),
        );
    let mut words = words;
    words.chief_back = Some(3.0);
    let mut table = words.with_dice(&[]);
    for unit in ["b1", "b2", "b3"] {
        table.order(unit, UnitOrder::march(vec![AHEAD]));
    }
    let events = table.turn();
    let told: Vec<_> =
        happened(&events, "halts_at_ground").iter().map(|event| event.about["unit"].clone()).collect();
    // The house comes before the end of the turn.
    assert_eq!(told, [json!("b2"), json!("b1")], "{:?} {:?}", table.at("b1"), table.at("b2"));
    assert!(near(table.at("b3")[1], 50.0));
}
