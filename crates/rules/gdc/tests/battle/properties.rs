//! Names never matter, nor does a mirror: the same battle, with other names, or the other way round.

use krigsspil_engine::random::Chance;
use krigsspil_gdc::battle::state::Battle;
use krigsspil_proving::twins::{Mirror, mirrors_do_not_matter, names_do_not_matter};

use crate::random::{play, play_any, small};

/// Where everybody is and how he fares, without names, in an order of place.
fn picture(battle: &Battle, mirror: Option<Mirror>) -> Vec<String> {
    let mut all: Vec<String> = battle
        .units
        .values()
        .map(|unit| {
            let at = unit.placed.pose().at;
            let x = mirror.map_or(at.x, |mirror| mirror.east(at.x));
            format!(
                "{:.1} {:.1} {} {} {:?} {}",
                x,
                at.y,
                unit.status(),
                unit.castings,
                unit.presence,
                unit.stance
            )
        })
        .collect();
    all.sort();
    all
}

/// §seq.melee.1 R56 the same acts under other names come to the same battle, throw for throw.
#[test]
fn names_never_matter() {
    let scenario = small();
    for seed in 60..62 {
        names_do_not_matter(&play(&scenario, seed), &scenario, &[], |battle| picture(battle, None));
    }
    // With options switched at random.
    for seed in 63..65 {
        names_do_not_matter(&play_any(&scenario, seed), &scenario, &[], |battle| picture(battle, None));
    }
}

/// R56 a table seen in a mirror has the battle seen in a mirror: while the same acts are lawful on both, everybody stands and fares the same.
#[test]
fn a_mirror_never_matters() {
    let scenario = small();
    let mirror = Mirror(3000.0);
    let compared = |seed| mirrors_do_not_matter(&play(&scenario, seed), &scenario, mirror, 160, picture);
    assert!((70..73).map(compared).sum::<usize>() > 100);
}

/// R56 §9.1.K lines shifted by millimetres: two shoulder to shoulder charge two shoulder to shoulder, and nothing depends on the last millimetre.
#[test]
fn shoulder_to_shoulder() {
    use krigsspil_gdc::battle::order::UnitOrder;
    use krigsspil_gdc::battle::phases::Step;
    use krigsspil_gdc::vocabulary::ChargeOrders;
    let mut chance = Chance::new(5);
    let mut outcomes = std::collections::BTreeSet::new();
    for _ in 0..8 {
        let shift = |chance: &mut Chance| (chance.below(9) as f64 - 4.0) / 1000.0;
        let places =
            [("b1", 1462.0, 1000.0), ("b2", 1538.0, 1000.0), ("r1", 1462.0, 1300.0), ("r2", 1538.0, 1300.0)];
        let unit = |(id, x, y): &(&str, f64, f64), chance: &mut Chance| {
            let aside = if *x > 1500.0 { 1.0 } else { -1.0 };
            format!("{id} column at {},{}", x + shift(chance).abs() * aside, y + shift(chance))
        };
        let units: Vec<String> = places.iter().map(|place| unit(place, &mut chance)).collect();
        let units: Vec<&str> = units.iter().map(String::as_str).collect();
        let mut table = crate::table::table(&units, &[50; 20]);
        table.to(Step::Charges);
        table.order("b1", UnitOrder::charge("r1", ChargeOrders::Return));
        table.order("b2", UnitOrder::charge("r2", ChargeOrders::Return));
        table.until(Step::Formation);
        outcomes.insert((table.told("contact").len(), table.told("melee").len()));
    }
    assert_eq!(outcomes.len(), 1, "{outcomes:?}");
}
