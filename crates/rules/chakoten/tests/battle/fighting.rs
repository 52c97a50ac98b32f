//! Chapters 09, 10, 12 and 13: fire, attack, retreat and rout.

use krigsspil_chakoten::battle::order::*;
use krigsspil_chakoten::vocabulary::Order as State;
use serde_json::json;

use crate::table::*;

fn fire() -> UnitOrder {
    UnitOrder::fire(When::AtOnce)
}

/// §09.01.3 §09.02.1 §skema-IX a line of 20 at 8 cm fires with two firing units: 12 + 2 for the first fire gives 6 men each, 12 in all.
#[test]
fn a_line_fires() {
    let mut table = table(&["b1 line of 20 at 40,40", "r1 line of 20 at 40,48"], &[4, 4, 4]);
    table.order("b1", fire());
    let events = table.turn();
    let shots = happened(&events, "fires");
    assert_eq!(shots.len(), 1);
    assert_eq!(outcome(shots[0])["firing_units"], 2);
    assert_eq!(outcome(shots[0])["men_lost"], 12);
    assert_eq!(table.unit("r1").lost_men, 12);
    assert_eq!(
        (table.unit("b1").loads, table.unit("r1").loads),
        (11, 12),
        "§11.01.1 a turn's fire is one load"
    );
}

/// §09.03.2 nobody fires more than 30 degrees off his front; §09.03.5 nor through others.
#[test]
fn fire_needs_an_open_line() {
    let mut beside = table(&["b1 line of 20 at 40,40", "r1 line of 20 at 80,41"], &[4, 4, 4]);
    beside.order("b1", fire());
    assert_eq!(happened(&beside.turn(), "fires").len(), 0);
    let mut masked =
        table(&["b1 line of 20 at 40,40", "b2 line of 30 at 40,46", "r1 line of 20 at 40,54"], &[4, 4, 4]);
    masked.order("b1", fire());
    assert_eq!(happened(&masked.turn(), "fires").len(), 0);
}

/// §13.01.4 two lines fire at each other at one moment: both throws count before either effect.
#[test]
fn two_lines_fire_at_once() {
    let mut table = table(&["b1 line of 20 at 40,40", "r1 line of 20 at 40,48"], &[6, 6, 6, 6, 6, 6]);
    table.order("b1", fire()).order("r1", fire());
    let events = table.turn();
    assert_eq!(happened(&events, "fires").len(), 2);
    assert_eq!(table.unit("b1").lost_men, table.unit("r1").lost_men);
    assert_eq!(happened(&events, "mutual_disorder").len(), 1);
    assert_eq!((table.unit("b1").order, table.unit("r1").order), (State::Light3, State::Light3));
}

/// §12.01.1 an attack halts with the enemy 5 cm before its front; §12.02.2 it is decided by the difference, and a loser in rout flees at
/// once (§13.01.2).
#[test]
fn a_column_breaks_in() {
    let mut table =
        table(&["b1 attack_column of 30 at 40,40", "r1 line of 20 at 40,52"], &[6, 6, 6, 1, 1, 1]);
    table.order("b1", UnitOrder::march(vec![ATTACK]));
    let events = table.turn();
    let melees = happened(&events, "melee");
    assert_eq!(melees.len(), 1);
    assert!(counted(melees[0], "attacker_attack_column"));
    assert_eq!(table.unit("r1").order, State::Rout);
    assert!(table.at("r1")[1] > 75.0, "{:?}", table.at("r1"));
    assert_eq!(table.asked, ["follows"]);
    assert_eq!(happened(&events, "prisoners").len(), 1, "§13.04.1 it holds the ground");
}

/// §03.02.4 §03.03.2 a march without an attack goes no farther than break-in distance.
#[test]
fn a_march_stops_at_break_in_distance() {
    let mut table = table(&["b1 attack_column of 30 at 40,40", "r1 line of 20 at 40,52"], &[]);
    table.order("b1", UnitOrder::march(vec![AHEAD]));
    let events = table.turn();
    assert_eq!(happened(&events, "halts_at_break_in").len(), 1);
    assert!(near(table.at("b1")[1], 47.0), "{:?}", table.at("b1"));
}

/// §03.02.5 fire before break-in is thrown before the melee, at the enemy who comes.
#[test]
fn fire_before_break_in() {
    let mut table =
        table(&["b1 attack_column of 30 at 40,40", "r1 line of 20 at 40,52"], &[3, 3, 3, 3, 3, 3, 3, 3, 3]);
    table
        .order("b1", UnitOrder::march(vec![ATTACK]))
        .order("r1", UnitOrder::fire(When::BeforeBreakIn { of: None }));
    let events = table.turn();
    let order: Vec<&str> =
        events.iter().map(|event| event.what).filter(|what| ["fires", "melee"].contains(what)).collect();
    assert_eq!(order, ["fires", "melee"]);
    assert!(counted(happened(&events, "melee")[0], "defender_smoke"), "§skema-XV it stands in its own smoke");
}

/// §07.02.4 §12.03.10 cavalry marches half a turn and storms for half a turn: it attacks in storm. §12.03.2 a square repels it.
#[test]
fn cavalry_storms() {
    let half = Step::Ahead { cm: None, turns: Some(0.5), attack: false, storm: false };
    let mut table = table(&["b1 light line of 20 at 60,40", "r1 square of 24 at 60,86"], &[3, 3, 3, 3, 3, 3]);
    assert_eq!(table.refused("b1", UnitOrder::march(vec![STORM])), "storm_run_up");
    table.order("b1", UnitOrder::march(vec![half, STORM]));
    let events = table.turn();
    let melees = happened(&events, "melee");
    assert_eq!(melees.len(), 1, "{:?}", table.at("b1"));
    assert!(counted(melees[0], "attacker_cavalry_v_square"));
    assert_eq!(outcome(melees[0])["winner"], "defender");
}

/// §13.06.5 §skema-XIX a unit in rout throws at the start of the turn; 18 brings it back to order.
#[test]
fn a_rout_rallies() {
    let mut table = table(&["b1 line of 24 at 40,40 order=FU", "r1 line of 24 at 200,200"], &[6, 6, 6]);
    let events = table.turn();
    assert_eq!(happened(&events, "rally").len(), 1);
    assert_eq!(table.unit("b1").order, State::Good);
    let mut flees =
        crate::table::table(&["b1 line of 24 at 40,80 order=FU", "r1 line of 24 at 200,200"], &[1, 1, 1]);
    let events = flees.turn();
    assert_eq!(happened(&events, "flees").len(), 1);
    assert_eq!(happened(&events, "flight_losses").len(), 1, "§13.02.4 ten in a hundred for its second turn");
    assert_eq!(flees.unit("b1").lost_men, 48);
}

/// §13.06.2 §13.06.3 with X a unit mends a degree every half turn.
#[test]
fn light_disorder_mends() {
    let mut table = table(
        &["b1 line of 24 at 40,40 order=LU3", "b2 line of 24 at 70,40 order=U", "r1 line of 24 at 200,200"],
        &[],
    );
    table.sheet("b1", "X").sheet("b2", "X").turn();
    assert_eq!((table.unit("b1").order, table.unit("b2").order), (State::Light1, State::Light3));
}

/// §10.02.1 §10.02.3 guns at 35 cm fire in zone 2, range in first, and do not need to range in again.
#[test]
fn guns_range_in() {
    let mut table = table(&["b1 battery of 8 at 40,40", "r1 line of 30 at 40,75"], &[4, 4, 4, 4, 4, 4]);
    table.order("b1", fire());
    let first = table.turn();
    let shot = happened(&first, "fires_guns");
    assert_eq!(shot.len(), 1);
    assert!(counted(shot[0], "ranging"));
    table.order("b1", fire());
    let second = table.turn();
    assert!(!counted(happened(&second, "fires_guns")[0], "ranging"));
    assert_eq!(table.unit("b1").loads, 14);
}

/// §08.03.5 a unit far from its chief throws for reaction; below 13 it stands.
#[test]
fn out_of_command() {
    let mut words = Words::of(&["b1 line of 24 at 40,100", "r1 line of 24 at 200,200"]);
    words.chief_back = Some(60.0);
    for (dice, moves) in [([4, 4, 5], true), ([4, 4, 4], false)] {
        let mut table = words.with_dice(&dice);
        table.order("b1", UnitOrder::march(vec![AHEAD])).turn();
        assert_eq!(table.at("b1")[1] > 101.0, moves);
    }
}

/// §07.07.1 §07.07.2 a closed unit marches through a standing friend at half pace, and both lose a degree.
#[test]
fn marches_through_a_friend() {
    let mut table = table(
        &["b1 attack_column of 24 at 40,40", "b2 line of 24 at 40,44", "r1 line of 24 at 200,200"],
        &[],
    );
    table.order("b1", UnitOrder::march(vec![AHEAD]));
    let events = table.turn();
    assert_eq!(happened(&events, "passes_through").len(), 1, "{:?}", table.at("b1"));
    assert_eq!((table.unit("b1").order, table.unit("b2").order), (State::Light1, State::Light1));
}

/// §12.03.6 R56 horse that is caught in the flank while it rides its first attack has the point for it.
#[test]
fn caught_in_its_first_attack() {
    let mut table = table(
        &[
            "b1 medium line of 20 at 100,50",
            "r1 medium line of 20 facing west at 135,60",
            "r2 line of 24 at 100,90",
        ],
        &[3; 6],
    );
    table.order("b1", attack("r2")).order("r1", attack("b1"));
    let events = table.turn();
    let melee = outcome(happened(&events, "melee")[0]);
    assert_eq!((&melee["attacker_total"], &melee["defender_total"]), (&json!(13), &json!(7)));
}

/// §land.england.5.B English horse has no point for its first attack in column; English foot in column has its first fire.
#[test]
fn english_columns() {
    let mut table = table(
        &[
            "b2 heavy line of 20 at 80,30 country=england",
            "b1 heavy attack_column of 20 at 53,30 country=england",
            "b3 attack_column of 20 at 107,48 country=england",
            "r1 line of 20 at 53,60",
            "r2 line of 20 at 80,60",
            "r3 line of 20 at 107,60",
        ],
        &[3; 18],
    );
    table.order("b1", attack("r1")).order("b2", attack("r2")).order("b3", attack("r3"));
    let events = table.turn();
    let first = |unit: &str| {
        let melees = happened(&events, "melee");
        counted(melees.iter().find(|event| event.about["unit"] == unit).unwrap(), "attacker_first_action")
    };
    assert_eq!((first("b1"), first("b2"), first("b3")), (false, true, true));
}

/// §land.france.9.B pioneers are attacked like guns, fire carbines with less training, and form no square.
#[test]
fn pioneers_are_no_fighters() {
    let mut table = table(
        &[
            "b1 attack_column of 24 at 70,50",
            "b2 attack_column of 24 at 100,50",
            "r1 line of 24 at 70,60 country=france kind=pioneers valeur=1",
            "r2 line of 24 at 100,60",
        ],
        &[3; 12],
    );
    let square = Step::Form { formation: Formation::Square };
    table.refused("r1", UnitOrder::Move { steps: vec![square], target: None, support: None });
    table.order("b1", attack("r1")).order("b2", attack("r2"));
    let events = table.turn();
    let melees = happened(&events, "melee");
    let of = |unit: &str| *melees.iter().find(|event| event.about["unit"] == unit).unwrap();
    assert!(counted(of("b1"), "attacker_v_artillery"));
    assert!(!counted(of("b2"), "attacker_v_artillery"));
    let pioneers = table.unit("r1");
    assert_eq!(pioneers.weapon, Some(krigsspil_chakoten::vocabulary::Weapon::Carbine));
    assert_eq!(pioneers.training.fire, -1);
}
