//! The special rules for English cavalry brigades.

use krigsspil_torden::vocabulary::{CorpsOrder, Order};
use serde_json::json;

use super::table::{Table, Words, table};

const DRAGOONS: &str = "kind=england_1815.cav.dragoons";

/// §land.england_1815.cav.A §land.england_spain_portugal_1808_09.cav.A §land.england_spain_portugal_1810_14.cav.A a new order to a command of English cavalry is controlled with 2
/// less, also in base contact; a mixed corps is not, nor are the Germans of the King. A division of them that is detached is worse off by 2 again.
#[test]
fn a_new_order_is_taken_badly() {
    let total = |kinds: [&str; 2]| {
        let units = [
            format!("f1 cavalry line of 12 at 60,40 kind={}", kinds[0]),
            format!("f2 cavalry line of 12 at 90,40 kind={}", kinds[1]),
            "p1 line of 20 at 60,150".to_string(),
        ];
        let units: Vec<&str> = units.iter().map(String::as_str).collect();
        let mut table =
            Words::of(&units).dice(&[9]).general_at("fa", "60,20").general_at("fc", "61,20").start();
        table.to("orders", "french");
        table.act(
            "french",
            json!({"do": "corps", "general": "fc", "order": "A", "objective": [1800.0, 2700.0]}),
        );
        table.to("moves", "french");
        assert_eq!(table.staff("fc").order, CorpsOrder::Hold);
        table.outcome("command_control")["total"].as_i64().unwrap()
    };
    for english in [
        "england_1815.cav.dragoons",
        "england_spain_portugal_1808_09.cav.england",
        "england_spain_portugal_1810_14.cav.england",
    ] {
        assert_eq!(total([english, english]), 7, "{english}");
    }
    assert_eq!(total(["england_1815.cav.dragoons", "english_allies_1815.cav.kgl"]), 9);
    let division = "[[general]]\nid = \"fd\"\nname = \"Uxbridge\"\nside = \"french\"\nrank = \"division\"\nsuperior = \"fc\"\nplace = [1800, 900]\n\
                    [general.ratings.torden]\nrow = \"france.others\"\ncommand_cm = 40\n";
    let units = [
        "f1 cavalry line of 12 at 60,40 under=fd kind=england_1815.cav.dragoons",
        "f2 line of 20 at 90,40",
        "p1 line of 20 at 60,150",
    ];
    let mut table = Words::of(&units).general(division).general_at("fc", "60,20").dice(&[9]).start();
    table.to("orders", "french");
    table.act(
        "french",
        json!({"do": "detach_division", "general": "fd", "order": "H", "place": [1800.0, 900.0]}),
    );
    table.to("moves", "french");
    assert_eq!(table.outcome("detachment_control")["total"], 9 - 2 - 2);
}

fn charges(dice: &[i32]) -> Table {
    let rider = format!("f1 cavalry line of 12 at 60,50 {DRAGOONS}");
    let mut table = table(&[&rider, "p1 line of 24 at 60,70"], dice);
    table.to("moves", "french");
    table.order("f1", "go");
    table.to("declarations", "french");
    table.order("f1", "attack p1");
    table.to("aborts", "french");
    table.order("f1", "abort");
    table
}

/// §land.england_1815.cav.B §land.england_spain_portugal_1808_09.cav.B §land.england_spain_portugal_1810_14.cav.B English cavalry that is to give up its attack throws for it, with 4
/// less for the attack it declared; failing, it attacks, and its order is not touched (R22). Others give up without a throw.
#[test]
fn giving_up_an_attack() {
    let mut held = charges(&[8]);
    held.to("orders", "prussian");
    assert_eq!(held.outcome("tries_to_abort")["total"], 8 + 2 - 4);
    assert!(held.told("melee").is_empty());
    assert_eq!(held.at("f1")[1], 34.0, "it turns about, its front where its rear was at 64, and goes 30");
    let mut fails = charges(&[7, 6, 6, 1, 1, 9, 9]);
    fails.to("orders", "prussian");
    assert_eq!(fails.outcome("tries_to_abort")["success"], false);
    assert_eq!(fails.told("melee").len(), 1);
    let mut others = table(&["f1 cavalry line of 12 at 60,50", "p1 line of 24 at 60,70"], &[]);
    others.to("moves", "french");
    others.order("f1", "go");
    others.to("declarations", "french");
    others.order("f1", "attack p1");
    others.to("aborts", "french");
    others.order("f1", "abort");
    others.to("orders", "prussian");
    assert!(others.told("tries_to_abort").is_empty() && others.told("melee").is_empty());
}

/// §land.england_1815.cav.C §land.england_spain_portugal_1808_09.cav.C §land.england_spain_portugal_1810_14.cav.C English cavalry whose enemy routs must go on against the nearest enemy
/// ahead of it, and no other; a reaction throw with 4 less holds it back, in which the attack it declared does not count (R24).
#[test]
fn it_must_go_on() {
    let units = [
        &format!("f1 cavalry line of 12 at 60,50 {DRAGOONS}"),
        "p1 line of 12 at 60,70",
        "p2 line of 24 facing east at 63,83",
        "p3 line of 24 facing east at 53,80.5",
    ];
    let beaten = [6, 6, 1, 1, 0];
    // It is told to hold back: 7 + 2 - 4 is one too few; then it fights p3, the nearer.
    let play = |dice: &[i32], hold: bool| {
        let dice = [&beaten, dice].concat();
        let mut table = table(&units, &dice);
        table.answers = vec![("struck_again", "stand"), ("gives_way", "right"), ("advances", "stand")];
        if hold {
            table.answers.push(("holds_back", "hold_back"));
        }
        table.french_attack(&[("f1", "p1")]);
        table
    };
    let fails = play(&[7, 6, 6, 1, 1, 9, 9, 9, 9], true);
    assert_eq!(fails.unit("p1").order, Order::FullDisorder);
    assert_eq!(fails.outcome("holds_back")["total"], 7 + 2 - 4);
    assert_eq!(fails.told("goes_on")[0].about["other"], "p3");
    assert!(!fails.asked.iter().any(|(what, _)| what == "goes_on"), "it is not asked whether it wants to");
    let held = play(&[8], true);
    assert_eq!(held.outcome("holds_back")["success"], true);
    assert!(held.told("goes_on").is_empty());
    let goes = play(&[6, 6, 1, 1, 9, 9, 9, 9], false);
    assert!(goes.told("holds_back").is_empty() && goes.told("goes_on")[0].about["other"] == "p3");
}
