//! Flight: in formation while it lasts, as wide as deep when the turn is over.

use krigsspil_chakoten::battle::order::*;
use krigsspil_chakoten::vocabulary::Order as State;

use crate::table::*;

fn carried(events: &[std::sync::Arc<krigsspil_engine::battle::Event>]) -> Vec<String> {
    let units = happened(events, "carried_along");
    units.iter().map(|event| event.about["unit"].as_str().unwrap().to_string()).collect()
}

/// §13.01.3 §13.05.1 §01.03.4 a line flees as a line: its wings touch those behind it, by a millimetre, and not those a millimetre clear
/// of it. When the turn is over it stands as wide as deep, about the middle of where it came to.
#[test]
fn a_line_flees_as_a_line() {
    for (left, right, touched) in [(87.4, 57.4, "r2"), (87.6, 57.6, "r3")] {
        let mut table = table(
            &[
                "b1 line of 20 at 80,40",
                "r1 line of 20 at 80,48",
                &format!("r2 line of 20 at {},60", left + 7.5),
                &format!("r3 line of 20 at {},60", right + 7.5),
            ],
            &[5, 5, 6, 3, 3, 3, 5, 5, 5],
        );
        table.order("b1", fire_at("r1"));
        let events = table.turn();
        assert_eq!(table.unit("r1").order, State::Rout);
        assert_eq!(carried(&events), [touched]);
        let body = table.unit("r1").placed.body();
        assert!((body.front() - body.depth()).abs() <= 15.0, "{} by {}", body.front(), body.depth());
        assert!(near(table.unit("r1").placed.centre().x, 800.0));
    }
}

/// §13.05.1 whoever stands shoulder to shoulder with a unit that flees straight back is not met by it; whoever stands behind it, in
/// contact, is.
#[test]
fn neighbours_are_not_met() {
    let mut table = table(
        &[
            "b1 line of 20 at 80,40",
            "r1 line of 20 at 80,48",
            "r2 line of 20 at 65,48",
            "r3 line of 20 at 95,48",
            "r4 line of 20 at 80,51",
        ],
        &[6, 6, 6, 3, 3, 3, 6, 6, 6],
    );
    table.order("b1", fire_at("r1"));
    let events = table.turn();
    assert_eq!(table.unit("r1").order, State::Rout);
    assert_eq!(carried(&events), ["r4"]);
}

/// §13.01.2 a long line struck in front at its wing flees straight back, and does not run off along its own line.
#[test]
fn struck_at_the_wing() {
    let mut table =
        table(&["b1 attack_column of 20 at 69,40", "r1 line of 40 at 80,50"], &[6, 6, 6, 1, 1, 1]);
    table.order("b1", attack("r1")).turn();
    assert_eq!(table.unit("r1").order, State::Rout);
    let middle = table.unit("r1").placed.centre();
    assert!((middle.x - 800.0).abs() < 1.0 && middle.y > 800.0, "{middle:?}");
}

/// §13.01.2 §13.01.3 struck in the flank a line runs off over its other flank as it stands: it sweeps no broad strip, and a unit behind
/// its wing is not met while one that stands in line with it is.
#[test]
fn over_the_other_flank() {
    let mut table = table(
        &[
            "b1 attack_column of 20 facing east at 57.5,57",
            "r1 line of 20 at 80,55.5",
            "r2 line of 20 at 110,62",
            "r3 line of 20 at 110,55.5",
        ],
        &[6, 6, 6, 1, 1, 1, 3, 3, 3, 6, 6, 6],
    );
    table.order("b1", attack("r1"));
    let events = table.turn();
    assert_eq!(table.unit("r1").order, State::Rout);
    assert_eq!(carried(&events), ["r3"]);
}

/// §13.01.3 rallied it stands in a normal formation again, as wide as that is, and flees no more.
#[test]
fn rallied_in_a_normal_formation() {
    let mut table = table(
        &["b1 line of 20 at 80,20", "r1 line of 20 at 60,120 order=FU", "r2 line of 20 at 90,120 order=FU"],
        &[6, 6, 6, 1, 1, 1],
    );
    let wide = |table: &Table, id: &str| table.unit(id).placed.body().front();
    let before = wide(&table, "r1");
    assert!(near(before, wide(&table, "r2")) && before < 80.0, "{before}");
    table.turn();
    let (one, other) = (table.unit("r1"), table.unit("r2"));
    assert_eq!((one.order.intact(), other.order), (true, State::Rout));
    assert_eq!(one.formation, Formation::AttackColumn);
    assert_eq!(one.placed.body().files(), 5);
    assert!(wide(&table, "r2") < 80.0);
}

/// §13.02.3 who flees over the edge is lost, also if he stood so near to it that his line would have to turn first.
#[test]
fn flight_over_the_edge() {
    for back in [239.0, 240.0, 246.5] {
        let (firer, runner) =
            (format!("b1 line of 24 at 80,{}", back - 8.0), format!("r1 line of 24 at 80,{back}"));
        let mut table = table(&[&firer, &runner], &[5; 3]);
        table.order("b1", fire_at("r1"));
        let events = table.turn();
        assert_eq!(happened(&events, "leaves_the_field").len(), 1, "{back}");
    }
}

/// §13.05.2 §12.03.6 a line that flees into the front of a column strikes it in front, also with its middle beside the column; one that
/// flees into the column's flank strikes the flank.
#[test]
fn carried_along_from_the_front() {
    let columns = [
        ("r2 attack_column of 32 at 84,56 front=8", false),
        ("r2 attack_column of 32 at 76,56 front=8", false),
        ("r2 attack_column of 32 facing west at 78,62 front=8", true),
    ];
    for (column, flank) in columns {
        let units = ["b1 line of 32 at 80,31", "r1 line of 32 at 80,40", column];
        let mut table = table(&units, &[6, 6, 6, 3, 3, 3, 6, 6, 6]);
        table.order("b1", fire_at("r1"));
        let events = table.turn();
        assert_eq!(carried(&events), ["r2"]);
        assert_eq!(counted(happened(&events, "carried_along")[0], "attacker_flank"), flank, "{column}");
    }
}

/// §08.02.2 §13.05.2 a chief who rides with runners is committed where they meet friends, and throws before the dice of that throw; one who only
/// stood beside them is left behind.
#[test]
fn a_chief_rides_with_runners() {
    for rides in [true, false] {
        let units = [
            "b1 attack_column of 30 at 100,100 front=6",
            "b2 line of 30 at 100,84",
            "r1 line of 30 at 100,115 valeur=5",
        ];
        let mut words = Words::of(&units);
        // Right behind the column.
        words.chief_back = Some(7.5);
        let dice: &[i32] = if rides {
            &[6, 1, 1, 1, 6, 6, 6, 5, 3, 3, 3, 3, 3, 3]
        } else {
            &[1, 1, 1, 6, 6, 6, 3, 3, 3, 3, 3, 3]
        };
        let mut table = words.with_dice(dice);
        if rides {
            let ride =
                serde_json::json!({"do": "general", "general": "b", "to": {"ride": "with", "unit": "b1"}});
            table.act("blue", ride).unwrap();
        }
        table.order("b1", attack("r1"));
        let events = table.turn();
        let chiefs = happened(&events, "chief_intervenes");
        assert_eq!(chiefs.len(), if rides { 2 } else { 0 });
        let contagion = happened(&events, "carried_along")[0];
        assert_eq!(outcome(contagion)["fleeing_modifier"], i32::from(rides));
        assert_eq!(outcome(contagion)["difference"], i32::from(rides));
    }
}
