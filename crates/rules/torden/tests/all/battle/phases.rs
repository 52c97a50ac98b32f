//! Chapter 1: the phases and the order of units.

use krigsspil_torden::vocabulary::Order;
use serde_json::json;

use super::table::{Words, table};

/// §fase.1.1 §fase.2.1 §1.2.1 a quiet turn asks the active side for its orders, generals and moves, and then the other side for its own.
#[test]
fn a_quiet_period() {
    let mut table = table(&["f1 line of 20 at 60,20", "p1 line of 20 at 60,140"], &[]);
    for _ in 0..6 {
        table.next();
    }
    let asked: Vec<(&str, &str)> = table.asked.iter().map(|(what, seat)| (&**what, &**seat)).collect();
    let turn = |seat| [("orders", seat), ("shifts", seat), ("moves", seat)];
    assert_eq!(asked, [turn("french"), turn("prussian")].concat());
    assert_eq!(table.battle().turn, 2, "both turns make a period");
}

/// §fase.4.1 §fase.4.3 §fase.5.1 §fase.6.1 §fase.6.2 §fase.6.3 §5.1.1 §7.3.1 an attack goes through its phases in order: declared, fired at by the passive
/// side, fought, tested; the winner in column takes the ground.
#[test]
fn an_attack_from_declaration_to_test() {
    // Fire 4, test of the column 5; melee 4+4 against 3+3; the loser tests 3, the winner 0.
    let units = ["f1 column of 24 at 60,60", "p1 line of 24 at 60,75"];
    let mut table = table(&units, &[4, 5, 4, 4, 3, 3, 3, 0]);
    table.to("moves", "french");
    table.order("f1", "go");
    assert_eq!(table.at("f1"), [60.0, 75.0], "it stops in contact");
    table.to("declarations", "french");
    table.order("f1", "attack p1");
    table.to("fire", "french");
    table.order("p1", "fire f1");
    table.to("orders", "prussian");
    let asked: Vec<&str> = table.asked.iter().map(|(what, _)| &**what).collect();
    let of_attack: Vec<&str> = asked.into_iter().skip_while(|what| *what != "fire").collect();
    assert_eq!(of_attack, ["fire", "aborts", "gives_way", "advances"]);
    // Fire: +1 the brigade's, +2 for twelve in the front rank (tabel 5): 7 takes two figures, and 1 from morale (tabel 6).
    assert_eq!(table.outcome("fires")["total"], 7);
    // Melee: 8 + 1 against 6 + 1 - 2 for the fire (tabel 7); 4 to 5 costs 1 and 2 (tabel 8).
    assert_eq!(table.outcome("melee")["difference"], 4);
    assert_eq!((table.unit("f1").lost, table.unit("p1").lost), (3, 2));
    assert_eq!(table.unit("p1").order, Order::Disorder);
    assert_eq!(table.at("p1"), [60.0, 85.0], "a march length of a line straight back (§8.6)");
    assert_eq!(table.facing("p1"), 180.0, "its front to the enemy");
    assert_eq!(table.at("f1"), [60.0, 80.0], "5 cm forward");
    assert_eq!(table.unit("f1").order, Order::Order);
    table.game.finish_dice().unwrap();
}

/// §1.6.1 §1.6.2 §1.6.3 §1.6.3.p2 in U a unit attacks nobody, but moves, changes formation and fires; it goes back in two own turns at most.
#[test]
fn in_disorder() {
    let units = ["f1 line of 24 at 60,60 order=U lost=16", "p1 line of 24 at 60,75"];
    let mut table = table(&units, &[]);
    table.to("moves", "french");
    table.order("f1", "back 2");
    table.to("moves", "prussian");
    table.to("moves", "french");
    table.order("f1", "back 2");
    table.to("moves", "prussian");
    table.to("moves", "french");
    assert_eq!(table.refused("f1", "back 2"), "two_turns_back");
    table.order("f1", "go");
    table.to("orders", "prussian");
    assert!(!table.asked.iter().any(|(what, _)| what == "declarations"), "it declares no attack");
    assert_eq!(table.unit("f1").order, Order::Disorder, "two thirds lost: disorder for good (§1.6.5.p2)");
}

/// §1.6.4 §1.6.4.p2 §4.4.3 §8.7.3 a mob neither moves nor fires; it stands in a crowd without a front.
#[test]
fn in_full_disorder() {
    let units = ["f1 line of 16 at 60,60 order=FU", "p1 line of 24 at 60,75"];
    let mut table = table(&units, &[]);
    table.to("moves", "french");
    assert_eq!(table.refused("f1", "go"), "mob_stays");
    assert_eq!(table.unit("f1").placed.body().files(), 4, "a crowd of four by four");
    table.to("moves", "prussian");
    table.to("moves", "french");
    assert!(!table.asked.iter().any(|(what, seat)| what == "fire" && seat == "french"), "nor fires");
}

/// §fase.7.1 §9.1 §9.2 §9.3 a mob that is named tries; in order again it stands as its player wants. Two quiet turns bring it from U to O.
#[test]
fn a_mob_rallies() {
    let units =
        ["f1 line of 16 at 60,60 order=FU", "f2 line of 16 at 90,60 order=FU", "p1 line of 24 at 60,150"];
    // 2 + 1 for its morale is 3 (tabel 11); 1 + 1 is not.
    let mut table = table(&units, &[2, 1]);
    table.to("reorganisation", "french");
    table.order("f1", "reorganise column @90");
    table.order("f2", "reorganise");
    table.answers = vec![("gives_way", "straight")];
    table.to("moves", "prussian");
    assert_eq!(table.unit("f1").order, Order::Disorder);
    assert_eq!((table.facing("f1"), table.unit("f1").formation.as_str()), (90.0, "column"));
    assert_eq!(table.unit("f2").order, Order::FullDisorder);
    assert_eq!(table.told("routs")[0].about["cm"], json!(40.0), "another rout move");
    table.to("moves", "french");
    table.to("moves", "prussian");
    assert_eq!(table.unit("f1").order, Order::Order, "after two quiet turns");
}

/// §1.1.3 §4.5.3 the umpire sets a unit right, moves it and says in which formation it stands; only he does, and his rule is for all to see.
#[test]
fn the_umpire() {
    let words = Words::of(&["f1 line of 20 at 60,20", "p1 line of 20 at 60,140"]).with_umpire();
    let mut table = words.start();
    let mend = json!({"do": "mend", "unit": "f1", "order": "U", "lost": 3, "reason": "the cannon ball went twice through"});
    assert!(table.try_act("french", mend.clone()).is_err());
    table.act("umpire", mend);
    assert_eq!((table.unit("f1").order, table.unit("f1").lost), (Order::Disorder, 3));
    table.act(
        "umpire",
        json!({"do": "move", "unit": "f1", "place": [1500, 900], "facing": 90, "formation": "column"}),
    );
    assert_eq!((table.at("f1"), table.unit("f1").formation.as_str()), ([50.0, 30.0], "column"));
    let there = json!({"do": "move", "unit": "f1", "place": [1800, 4260], "facing": 0});
    assert!(table.try_act("umpire", there).is_err(), "not upon an enemy");
    table.act("umpire", json!({"do": "rule", "name": "Rain", "text": "Nobody fires."}));
    table.act("umpire", json!({"do": "say", "text": "Go on."}));
    assert_eq!(table.game.view(&"prussian".into()).rules[0].name, "Rain");
    assert!(
        table.try_act("umpire", json!({"do": "mend", "unit": "f1", "lost": 20})).is_err(),
        "somebody stays"
    );
}

/// §1.2.1 §4.4.8 the scenario says who has the initiative and how long it lasts; when the last turn is over the points decide.
#[test]
fn the_end() {
    let more = "[[special]]\nrules = \"torden\"\nname = \"initiative\"\ntext = \"\"\nabout = { side = \"prussian\" }\n\
                [victory]\n[[victory.objective]]\nname = \"Mill\"\nplace = [1800, 600]\nradius = 100\npoints = 5\n";
    let mut table =
        Words::of(&["f1 line of 20 at 60,20", "p1 line of 20 at 60,140"]).more(more).turns(1).start();
    assert_eq!(&*table.battle().fixed.sides[table.battle().active()].id, "prussian");
    for _ in 0..6 {
        table.next();
    }
    let ending = table.game.ending().unwrap();
    assert_eq!((ending.winner.as_deref(), ending.reason), (Some("french"), "time_ran_out"));
    assert!(table.game.prompts().is_empty());
}
