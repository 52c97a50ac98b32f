//! Gunners who leave their guns, with or without the limbers (§04.04.3, §07.01.5, §13.03.2).

use krigsspil_chakoten::battle::state::Crew;
use krigsspil_chakoten::vocabulary::Order as State;

use crate::table::*;

const GUNS: [&str; 2] = ["b1 attack_column of 30 at 100,100 front=6", "r1 battery of 8 line at 100,115"];

fn crew(table: &Table) -> Crew {
    table.unit("r1").battery.as_ref().unwrap().crew
}

/// §13.03.2 a battery that routs chooses whether its gunners flee with the limbers; the guns stay in either case, and the limbers take their own
/// ground and flee as such (skema III).
#[test]
fn a_battery_in_rout_chooses_its_limbers() {
    for (answer, goes, wide) in [("with_limbers", Crew::WithLimbers, true), ("on_foot", Crew::Alone, false)] {
        let mut table = table(&GUNS, &[5, 5, 5, 1, 1, 1]);
        table.answers.push(("leaves_guns", answer));
        table.order("b1", attack("r1"));
        let events = table.turn();
        assert_eq!(table.unit("r1").order, State::Rout);
        assert!(table.asked.contains(&"leaves_guns".to_string()));
        assert_eq!(happened(&events, "guns_abandoned").len(), 1);
        assert_eq!(crew(&table), goes);
        // Two limbers of 5 cm beside each other.
        assert_eq!(near(table.unit("r1").placed.body().front(), 100.0), wide);
        let flees = happened(&events, "flees")[0];
        assert_eq!(flees.about["cm"], 30.0);
    }
}

/// §06.03.5 §13.03.2 where somebody stands right behind the guns there is no room for limbers, and nobody is asked.
#[test]
fn no_room_for_the_limbers() {
    let mut units = GUNS.to_vec();
    units.push("r2 line of 20 at 100,124");
    let mut table = table(&units, &[6, 6, 6, 1, 1, 1]);
    table.order("b1", attack("r1"));
    table.turn();
    assert!(!table.asked.contains(&"leaves_guns".to_string()));
    assert_eq!(crew(&table), Crew::Alone);
}

/// §03.02.8 §07.01.5 gunners who go back before an attack may take the limbers: they drive, and are a battery on the march for those who fire
/// at them.
#[test]
fn gunners_go_back_with_limbers() {
    let mut table = table(&GUNS, &[]);
    table.answers.push(("goes_back", "with_limbers"));
    table.order("b1", attack("r1"));
    let events = table.turn();
    assert!(happened(&events, "melee").is_empty());
    assert_eq!(crew(&table), Crew::WithLimbers);
    assert!(
        table.unit("r1").limbered()
            && table.unit("r1").left_guns.is_some() | !happened(&events, "guns_taken").is_empty()
    );
    // A foot battery drives 20 cm in a turn.
    assert!(table.at("r1")[1] > 130.0, "{:?}", table.at("r1"));
}

/// §skema-XV §05.03.2 limbered guns one behind another are attacked as a march column; side by side they are not.
#[test]
fn limbered_guns_in_column() {
    for (formation, column) in [("march_column", true), ("line", false)] {
        let units = [
            "b1 attack_column of 30 at 100,100 front=6",
            &format!("r1 battery of 8 {formation} at 100,115 limbered=true"),
        ];
        let mut table = table(&units, &[3, 3, 3, 6, 6, 6]);
        table.order("b1", attack("r1"));
        let events = table.turn();
        assert_eq!(counted(happened(&events, "melee")[0], "defender_march_column"), column);
    }
}
