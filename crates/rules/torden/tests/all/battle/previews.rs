//! What would come of an action: every kind has its way and its throws, and what is shown is what happens.

use krigsspil_engine::battle::{Playable, Preview, Refused, SeatId, Taken};
use krigsspil_torden::battle::order::Action;
use krigsspil_torden::battle::{Torden, sheet};
use serde_json::{Value, json};

use super::table::{Table, Words, table, tenth};

fn of_action(table: &Table, seat: &str, action: &Action) -> Result<Preview, Refused> {
    Torden::printed().unwrap().preview(table.battle(), &SeatId::from(seat), action)
}

#[track_caller]
fn of_staff(table: &Table, action: Value) -> Preview {
    of_action(table, "french", &Action::from_value(&action).unwrap())
        .unwrap_or_else(|fault| panic!("{fault:?}"))
}

#[track_caller]
fn of_order(table: &Table, unit: &str, entry: &str) -> Preview {
    let seat = if unit.starts_with('f') { "french" } else { "prussian" };
    let action = Action::order(unit, sheet::read(entry).unwrap());
    of_action(table, seat, &action).unwrap_or_else(|fault| panic!("{unit} {entry}: {fault:?}"))
}

fn throws(preview: &Preview) -> Vec<&str> {
    preview.sums.iter().map(|sum| sum.procedure).collect()
}

fn ends(preview: &Preview) -> [f64; 2] {
    preview.ends.as_ref().unwrap().place.map(|metres| tenth(metres / 30.0))
}

/// §1.1.4 §4.3 §5.2.1 §5.4.2 §6.1.10 an attack from the first march to its abort: at each step its preview shows the way that is then gone, and the throws that are then made.
#[test]
fn an_attack_is_foreseen() {
    let units =
        ["f1 column of 24 at 60,60", "p1 line of 24 at 60,75", "p2 cavalry line of 12 facing west at 80,70"];
    let mut table = table(&units, &[9, 4, 9]);
    table.to("moves", "french");
    let march = of_order(&table, "f1", "go");
    assert_eq!((ends(&march), march.meets.len()), ([60.0, 75.0], 1));
    table.order("f1", "go");
    assert_eq!(table.at("f1"), [60.0, 75.0]);
    table.to("declarations", "french");
    assert_eq!(throws(&of_order(&table, "f1", "attack p1")), ["melee"]);
    table.order("f1", "attack p1");
    table.to("reactions", "french");
    let reaction = of_order(&table, "p2", "react go 10");
    assert_eq!((throws(&reaction), ends(&reaction)), (vec!["reaction"], [70.0, 70.0]));
    table.order("p2", "react go 10");
    assert_eq!(table.at("p2"), [70.0, 70.0]);
    table.to("fire", "french");
    assert_eq!(throws(&of_order(&table, "p1", "fire f1")), ["infantry_fire"]);
    table.to("aborts", "french");
    let abort = of_order(&table, "f1", "abort 10");
    assert!(throws(&abort).is_empty(), "only English cavalry throws for it");
    table.order("f1", "abort 10");
    table.to("orders", "prussian");
    assert_eq!(table.at("f1"), ends(&abort));
}

/// §5.3.1 §7.3.2 §9.2 §6.1.12.2 what units under attack, in melee, in FU and without ammunition try is foreseen with the facts of its throw.
#[test]
fn throws_are_foreseen() {
    let units = ["f1 cavalry line of 12 at 60,50", "p1 column of 24 at 60,75"];
    let mut attacked = table(&units, &[]);
    attacked.to("moves", "french");
    attacked.order("f1", "go");
    attacked.to("declarations", "french");
    attacked.order("f1", "attack p1");
    attacked.to("dispositions", "french");
    let square = of_order(&attacked, "p1", "emergency_square");
    assert_eq!((throws(&square), &square.sums[0].facts["stationary"]), (vec!["reaction"], &json!(true)));

    let mut melee = table(&["f1 column of 24 at 60,60", "p1 line of 24 at 60,75"], &[3, 3, 3, 3, 3]);
    melee.french_attack(&[("f1", "p1")]);
    melee.to("aborts", "prussian");
    let breaks_off = of_order(&melee, "p1", "break_off");
    assert_eq!((throws(&breaks_off), ends(&breaks_off)), (vec!["reaction"], [60.0, 80.0]));

    let units =
        ["f1 line of 20 at 60,20 order=FU", "f2 battery at 100,20 loads=1", "p1 line of 20 at 60,150"];
    let mut far = table(&units, &[]);
    far.to("fire", "french");
    assert_eq!(throws(&of_order(&far, "f2", "resupply")), ["resupply"]);
    far.to("reorganisation", "french");
    assert_eq!(throws(&of_order(&far, "f1", "reorganise")), ["reorganise"]);
}

/// §3.3.p2 §2.7.p2 §2.11 §2.12.1.p3 §2.5 orders to generals are foreseen: the control that is thrown, and how far they go.
#[test]
fn orders_are_foreseen() {
    let division = "[[general]]\nid = \"fd\"\nname = \"D\"\nside = \"french\"\nrank = \"division\"\nsuperior = \"fc\"\nplace = [2100, 600]\n\
                    [general.ratings.torden]\nrow = \"france.others\"\ncommand_cm = 40\n";
    let units = ["f1 column of 20 at 60,40", "f2 column of 20 at 80,40 under=fd", "p1 line of 20 at 60,150"];
    let mut table = Words::of(&units)
        .general(division)
        .general_at("fa", "60,10")
        .general_at("fc", "60,20")
        .dice(&[9])
        .start();
    table.to("orders", "french");
    let order = json!({"do": "corps", "general": "fc", "order": "A", "objective": [1800.0, 2700.0]});
    let attack = of_staff(&table, order.clone());
    assert_eq!(throws(&attack), ["command_control"]);
    assert_eq!(attack.path.last().unwrap().place, [1800.0, 1500.0], "30 cm toward it");
    let by_sheet = of_staff(&table, json!({"do": "corps", "general": "fc", "sheet": "A 1800,2700"}));
    assert_eq!(by_sheet, attack, "the sheet is the same thing");
    let place = json!([2100.0, 300.0]);
    let detach =
        of_staff(&table, json!({"do": "detach_division", "general": "fd", "order": "T", "place": place}));
    assert_eq!(
        (throws(&detach), detach.path.last().unwrap().place),
        (vec!["command_control"], [2100.0, 300.0])
    );
    let brigade = json!({"do": "detach_brigade", "unit": "f1", "order": "H", "place": [1800.0, 1200.0]});
    assert_eq!(throws(&of_staff(&table, brigade)), ["command_control"]);
    let refused =
        of_action(&table, "french", &Action::from_value(&json!({"do": "cancel", "general": "fc"})).unwrap());
    assert!(refused.is_err(), "what would be refused is refused");
    table.to("shifts", "french");
    let shift = of_staff(&table, json!({"do": "shift", "general": "fc", "place": [1800.0, 900.0]}));
    assert_eq!(shift.path.last().unwrap().place, [1800.0, 900.0]);
    table.to("moves", "french");
    let ride = of_staff(&table, json!({"do": "ride", "general": "fd", "place": [2100.0, 900.0]}));
    assert_eq!(ride.path.last().unwrap().place, [2100.0, 900.0]);
}
