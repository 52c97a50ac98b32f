//! Games to the letter: where the print forbids measuring beforehand, nothing that a player is answered holds a distance to an enemy.

use krigsspil_engine::battle::{Preview, SeatId, SumPreviewed};
use serde_json::{Value, json};

use super::{Played, fresh, head_of, settings_of};
use crate::games::settings::{By, Settings};
use crate::games::wire::Ask;
use crate::table::{Look, PreviewShown};

/// A battle with an umpire, who puts an enemy close before a unit.
fn face_to_face(settings: &Settings) -> Played {
    let mut head = head_of(settings);
    head.seats.get_mut(&SeatId::umpire()).unwrap().by = By::Person;
    let mut played = Played::of(settings.clone(), head);
    let close =
        json!({"do": "move", "unit": "p3", "place": [1000, 330], "facing": 180, "reason": "to look at him"});
    played.act("umpire", "1", close).unwrap();
    played
}

/// §03.02.12 of every order that would meet an enemy, a game to the letter tells the way but not the meeting, and by which rule; a game made to measure tells both.
/// An order that meets nobody says the same, so that the words give nothing away.
#[test]
fn previews_to_the_letter_measure_nothing() {
    let mut strict = settings_of("chakoten", "chakoten-skovby");
    strict.options.insert("umpire".into(), true);
    let free = Settings { measuring: true, ..strict.clone() };
    let [mut letter, mut loose] = [&strict, &free].map(face_to_face);
    let state: Value = loose.ask("danes", Ask::State { samples: true }).unwrap();
    let mut met = [0, 0];
    for unit in state["prompts"][0]["about"]["units"].as_array().unwrap() {
        for sample in unit["samples"].as_array().unwrap() {
            let action = json!({"do": "order", "unit": unit["unit"], "order": sample});
            let preview = |played: &mut Played| played.ask("danes", Ask::Preview { action: action.clone() });
            let (Ok(told), Ok(shown)) = (preview(&mut letter), preview(&mut loose)) else { continue };
            assert!(shown["withheld"].is_null(), "{shown}");
            assert!(!told["sums"].to_string().contains("distance"), "{told}");
            let enemies = |preview: &Value| {
                let meets = preview["meets"].as_array().unwrap();
                meets.iter().filter(|meeting| meeting["unit"].as_str().unwrap().starts_with('p')).count()
            };
            assert_eq!(enemies(&told), 0, "{told}");
            if told["path"].as_array().unwrap().len() > 1 {
                assert_eq!(told["withheld"], "03.02.12", "it does not say why: {told}");
                assert_eq!(told["path"], shown["path"]);
                met[usize::from(enemies(&shown) > 0)] += 1;
            }
        }
    }
    assert!(met[0] > 0 && met[1] > 0, "some orders meet him and some do not: {met:?}");
}

/// §1.1.4 a fire's distance is left out, the sum with it, and by which rule is said; a sum without a distance stays. Where one may measure, all stays.
#[test]
fn a_fire_is_not_measured_beforehand() {
    let settings = settings_of("torden", "torden-corps");
    let view = fresh(&settings).view(&SeatId::from("french"));
    let sum = |facts: Value| SumPreviewed {
        procedure: "fire",
        unit: "f1".into(),
        other: Some("p1".into()),
        moment: 0.0,
        facts,
        supposed: Vec::new(),
    };
    let both = vec![sum(json!({"figures": 12, "distance_cm": 8.5})), sum(json!({"figures": 12}))];
    let preview = Preview { sums: both, ..Preview::default() };
    let shown = |rule| serde_json::to_value(PreviewShown::of(preview.clone(), &view, rule)).unwrap();
    let strict = shown(Some("1.1.4"));
    assert_eq!((strict["sums"].as_array().unwrap().len(), &strict["withheld"]), (1, &json!("1.1.4")));
    assert!(!strict.to_string().contains("8.5"), "{strict}");
    assert_eq!(shown(None)["sums"].as_array().unwrap().len(), 2);
}

/// §1.1.4 §03.02.12 the board of a game to the letter names the rule that forbids measuring; a game made to measure has none, nor have rules that allow it.
#[test]
fn the_board_names_the_rule() {
    let rule = |settings: &Settings| -> Value {
        let mut played = Played::of(settings.clone(), head_of(settings));
        let seat = played.table.head.seats.keys().next().unwrap().to_string();
        let board = played.ask(&seat, Ask::Look(Look::Board)).unwrap();
        board["no_measuring"].clone()
    };
    let torden = settings_of("torden", "torden-corps");
    assert_eq!(rule(&torden), "1.1.4");
    assert_eq!(rule(&settings_of("chakoten", "chakoten-skovby")), "03.02.12");
    assert_eq!(rule(&Settings { measuring: true, ..torden }), Value::Null);
    assert_eq!(rule(&settings_of("borgerkrig", "meeting")), Value::Null);
}
