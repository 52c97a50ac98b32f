use krigsspil_engine::battle::{Deed, Drill, Evolution, FireIntent, Intent};

use super::*;

fn read(deed: Option<Deed>) -> UnitOrder {
    match deed.unwrap().read::<Action>().unwrap() {
        Action::Order { order: Some(order), .. } => order,
        other => panic!("{other:?}"),
    }
}

/// §07.02.4 a charge at full speed is half a turn's march and then a storm; at the march it is an attack.
#[test]
fn charges_become_attacks() {
    let way = vec![Evolution::Wheel(10.0), Evolution::AheadFarAsItCan];
    let charge = |full_speed| Intent::Charge { at: "r1".into(), way: way.clone(), full_speed };
    let storm = read(ChakotenDrill.order("b1", &charge(true)));
    assert!(storm.attacks() && storm.steps().len() == 3);
    assert!(matches!(storm.steps()[2], Step::Ahead { storm: true, attack: true, .. }));
    let march = read(ChakotenDrill.order("b1", &charge(false)));
    assert!(march.attacks() && march.steps().len() == 2);
}

/// §03.02.5 to fire when somebody comes near is fire before break-in.
#[test]
fn fires_become_orders() {
    let waits = read(ChakotenDrill.order("b1", &Intent::Fire(FireIntent::Within(8.0))));
    assert!(matches!(waits, UnitOrder::Fire { when: When::BeforeBreakIn { of: None }, .. }));
    assert_eq!(read(ChakotenDrill.order("b1", &Intent::Rally)), UnitOrder::stand());
}
