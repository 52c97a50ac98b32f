use super::*;
use crate::outcome::{Number, Points};

#[derive(serde::Serialize)]
struct Battery {
    hits: i32,
    note: Option<&'static str>,
}

#[derive(serde::Serialize)]
struct Volley {
    total: i32,
    share: Number,
    wrecked: bool,
    word: String,
    own_points: Points,
    ranks: Vec<i32>,
    batteries: [Battery; 2],
    none: Vec<Battery>,
    at: (i32, i32),
}

fn result(total: i32) -> Volley {
    let mut own_points = Points::new();
    own_points.add("cover", -2);
    own_points.add("a \"row\"", 1);
    Volley {
        total,
        share: Number(0.1),
        wrecked: true,
        word: "å \"\n".into(),
        own_points,
        ranks: vec![3, 2],
        batteries: [Battery { hits: 1, note: None }, Battery { hits: 2, note: Some("x") }],
        none: Vec::new(),
        at: (1, -1),
    }
}

fn told(result: &Volley) -> Told {
    let mut told = Told::default();
    tell(result, Teller::Row(&mut told)).unwrap();
    told
}

/// The result is the same as serde's own JSON, as text and as a value.
#[test]
fn told_as_json() {
    let told = told(&result(7));
    let mut out = Vec::new();
    tell(&result(7), Teller::Json(JsonText::new(&mut out))).unwrap();
    assert_eq!(String::from_utf8(out).unwrap(), serde_json::to_string(&result(7)).unwrap());
    assert_eq!(told.whole().value(), serde_json::to_value(result(7)).unwrap());
}

/// Equal results are equal wherever they are in a row; different ones are not.
#[test]
fn the_same_is_the_same() {
    let (one, other) = (told(&result(7)), told(&result(8)));
    let mut row = one.clone();
    row.append(&other);
    row.append(&one);
    let part = |number: usize| row.part(number * one.len()..(number + 1) * one.len());
    assert!(part(2).is(&one.whole()) && part(2).hash() == one.whole().hash());
    assert!(part(1).is(&other.whole()) && !part(1).is(&part(0)));
    assert_ne!(part(0).hash(), part(1).hash());
    assert_eq!(part(2).value(), one.whole().value());
}

/// Groups are spread by number and by dots; points, lists of figures and empty lists stay whole.
#[test]
fn each_field_has_its_path() {
    let told = told(&result(7));
    let mut fields = Vec::new();
    let whole = told.whole();
    whole.each_field(&mut |path, at| fields.push(format!("{path} {}", whole.piece(at).value())));
    let wanted = [
        "total 7",
        "share 0.1",
        "wrecked true",
        r#"word "å \"\n""#,
        r#"own_points {"cover":-2,"a \"row\"":1}"#,
        "ranks [3,2]",
        "batteries[0].hits 1",
        "batteries[0].note null",
        "batteries[1].hits 2",
        r#"batteries[1].note "x""#,
        "none []",
        "at [1,-1]",
    ];
    assert_eq!(fields, wanted);
}

/// Results that differ only in their values have one shape; another name or another length makes another.
#[test]
fn values_do_not_change_the_shape() {
    let like = told(&result(7));
    let alike = told(&Volley { word: String::new(), share: Number(3.0), ..result(-9) });
    assert!(alike.whole().has_shape_of(&like.whole()));
    let mut other_points = Points::new();
    other_points.add("cover", -2);
    other_points.add("another", 1);
    let others = [
        Volley { ranks: vec![3], ..result(7) },
        Volley { own_points: other_points, ..result(7) },
        Volley { none: vec![Battery { hits: 1, note: None }], ..result(7) },
    ];
    for other in others {
        assert!(!told(&other).whole().has_shape_of(&like.whole()));
    }
}
