//! Who knows what, and that names, order and the way of the compass never matter.

use krigsspil_engine::battle::{Deed, Played, PromptDetail, SeatId};
use krigsspil_torden::battle::order::{Action, UnitOrder};
use krigsspil_torden::battle::{Torden, sheet};
use serde_json::json;

use super::table::{Table, Words};

/// §fase.3.1 a unit is seen when an unblocked straight line joins it to an enemy unit: a wood hides it, and what is hidden is in no view, prompt or target.
#[test]
fn a_wood_hides() {
    let units = [
        "f1 column of 24 at 60,60",
        "f2 battery at 100,60",
        "p1 line of 24 at 60,120",
        "p2 line of 24 at 100,95",
    ];
    let words = Words::of(&units).feature(
        json!({"kind": "wood"}),
        "Polygon",
        json!([[[0, 75], [85, 75], [85, 90], [0, 90], [0, 75]]]),
    );
    let mut table = words
        .feature(
            json!({"kind": "wood"}),
            "Polygon",
            json!([[[0, 90], [85, 90], [85, 100], [0, 100], [0, 90]]]),
        )
        .start();
    let seen = |table: &Table, seat: &str| -> Vec<String> {
        table.game.view(&SeatId::from(seat)).enemies.iter().map(|unit| unit.id.to_string()).collect()
    };
    assert_eq!(seen(&table, "french"), ["p2"]);
    table.to("fire", "prussian");
    assert_eq!(table.refused("f2", "fire p1"), "target_unseen");
}

/// §3.1 orders, objectives and allowances are the side's own; figures, formation and order stand on the table for all who see them.
#[test]
fn what_is_ones_own() {
    let words = Words::of(&["f1 column of 24 at 60,60 order=U", "p1 line of 24 at 60,120"])
        .rated("fc", "order = \"A\"\nobjective = [1800, 2400]\n");
    let table = words.start();
    let text = table.game.view(&"prussian".into()).json().to_string();
    assert!(!text.contains("\"fc\"") && !text.contains("quiet_turns\":0,\"turns_used\":0.0,\"detached\":false,\"sortie\":false,\"at_edge\":false,\"reacted\":false},{\"id\":\"f1\""));
    let enemy = &table.game.view(&"prussian".into()).enemies[0];
    assert_eq!(enemy.details.values().find(|(spec, _)| spec.name == "orden").unwrap().1, "U");
    assert!(enemy.details.values().all(|(spec, _)| spec.name != "corps"));
}

/// Every order is written on the sheet and read back as it was; a corps order too.
#[test]
fn the_sheet_goes_round() {
    let entries = [
        "go",
        "go 12.5",
        "go 5 @-45",
        "back 3",
        "turn -30; go 4",
        "form column x3",
        "form march_column left; go",
        "limber; go 7",
        "unlimber 90",
        "enter left",
        "leave right column",
        "shift rear",
        "out",
        "off",
        "attack p1",
        "attack p1 #2",
        "react turn 30; go -> p1",
        "react back",
        "emergency_square",
        "face_attacker",
        "limber_and_move @45",
        "withdraw_limbered",
        "shelter",
        "fire p1 front",
        "fire p1 left",
        "resupply",
        "abort",
        "abort 5",
        "break_off",
        "leave_town",
        "reorganise",
        "reorganise line @180",
    ];
    for entry in entries {
        let order = sheet::read(entry).unwrap_or_else(|fault| panic!("{entry}: {fault}"));
        assert_eq!(sheet::write(&order), entry);
        assert_eq!(UnitOrder::from_json(&order), order, "{entry}");
    }
    for entry in ["A 1800,2700", "H", "T 0,300.5", "M 4000,250"] {
        let (order, objective) = sheet::read_corps(entry).unwrap();
        assert_eq!(sheet::write_corps(order, objective), entry);
    }
    for (entry, told) in [
        ("goo 4", "begins with `goo`"),
        ("turn", "something is missing"),
        ("go 4 left", "does not belong"),
        ("attack", "something is missing"),
    ] {
        assert!(sheet::read(entry).unwrap_err().to_string().contains(told), "{entry}");
    }
}

trait Json {
    fn from_json(order: &UnitOrder) -> UnitOrder;
}

impl Json for UnitOrder {
    fn from_json(order: &UnitOrder) -> UnitOrder {
        use krigsspil_engine::battle::Taken;
        UnitOrder::from_value(&order.written()).unwrap()
    }
}

/// A line of battle fought by the first lawful order of everybody, with dice that always show the same.
fn fought(words: &Words, rename: &dyn Fn(&str) -> String) -> Vec<(String, i64, i64, i32, String)> {
    let scenario = words.scenario().unwrap();
    let mut game =
        Played::setup_with_dice(Torden::printed().unwrap(), &scenario, Default::default(), 7, vec![4; 400])
            .unwrap();
    for _ in 0..60 {
        let Some(prompt) = game.prompts_in(&|_| PromptDetail::Whole).into_iter().next() else { break };
        if let Some(orders) = prompt.orders() {
            let mut units: Vec<_> = orders.units.iter().collect();
            // From west to east, whatever they are called.
            let view = game.view(&prompt.seat);
            let east = |id: &str| {
                view.unit(id).map_or(0.0, |unit| (unit.place[0] - 3000.0).abs() * 10.0 + unit.place[1])
            };
            units.sort_by(|a, b| east(&a.unit).total_cmp(&east(&b.unit)));
            for unit in units {
                let Some(first) = unit.samples.as_deref().unwrap_or_default().first() else { continue };
                let order = first.read::<UnitOrder>().unwrap();
                let _ = game.do_deed(&prompt.seat, &Deed::of(Action::order(&*unit.unit, order)));
            }
        }
        if game
            .prompts_in(&|_| PromptDetail::Bare)
            .first()
            .is_some_and(|next| next.what == prompt.what && next.default == prompt.default)
        {
            game.do_deed(&prompt.seat, &prompt.default).unwrap();
        }
    }
    let battle = game.battle();
    let mut told: Vec<_> = battle
        .units
        .values()
        .map(|unit| {
            let at = unit.placed.pose().at;
            let x = if rename("mirrored") == "yes" { 6000.0 - at.x } else { at.x };
            (
                rename(&unit.id),
                (x * 4.0).round() as i64,
                (at.y * 4.0).round() as i64,
                unit.lost,
                unit.order.to_string(),
            )
        })
        .collect();
    told.sort();
    told
}

const LINE: &[&str] = &[
    "f1 column of 24 at 92,60",
    "f2 column of 20 at 100,60",
    "f3 column of 24 at 108,60",
    "f4 battery at 117,58",
    "p1 line of 24 at 93,78",
    "p2 line of 20 at 107,78",
    "p3 battery at 100,85",
];

/// Units of a scenario in another order, under other names, shoulder to shoulder: the battle is the same.
#[test]
fn names_and_order_do_not_matter() {
    let plain =
        fought(&Words::of(LINE).general_at("fc", "100,20").general_at("pc", "100,120"), &|id| id.to_string());
    let mut shuffled: Vec<&str> = LINE.to_vec();
    shuffled.reverse();
    let again = fought(&Words::of(&shuffled).general_at("fc", "100,20").general_at("pc", "100,120"), &|id| {
        id.to_string()
    });
    assert_eq!(plain, again, "shuffled");
    let swap = |unit: &str| {
        let id = &unit[..2];
        let other = match id {
            "f1" => "f3",
            "f3" => "f1",
            "p1" => "p2",
            "p2" => "p1",
            other => other,
        };
        format!("{other}{}", &unit[2..])
    };
    let renamed: Vec<String> = LINE.iter().map(|unit| swap(unit)).collect();
    let renamed: Vec<&str> = renamed.iter().map(String::as_str).collect();
    let exchanged =
        fought(&Words::of(&renamed).general_at("fc", "100,20").general_at("pc", "100,120"), &|id| {
            swap(&format!("{id} "))[..2].to_string()
        });
    assert_eq!(plain, exchanged, "names exchanged");
    assert!(plain.iter().any(|(_, _, _, lost, _)| *lost > 0), "they have fought: {plain:?}");
}
