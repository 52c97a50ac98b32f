//! Names never matter, nor does a mirror: the same battle, with other names, or the other way round.

use krigsspil_engine::random::Chance;
use krigsspil_proving::twins::{Mirror, mirrors_do_not_matter, names_do_not_matter};
use krigsspil_tricolore::battle::state::Battle;

use crate::random::{play, small};

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
                unit.disorder,
                unit.bases.in_halves(),
                unit.presence,
                unit.formation
            )
        })
        .collect();
    all.sort();
    all
}

/// §turn.D.3 §house.multi-unit the same acts under other names come to the same battle, throw for throw.
#[test]
fn names_never_matter() {
    let scenario = small();
    for seed in 60..70 {
        names_do_not_matter(&play(&scenario, seed), &scenario, &[], |battle| picture(battle, None));
    }
}

/// §house.flank §house.axis a table seen in a mirror has the battle seen in a mirror: while the same acts are lawful on both, everybody stands and fares the same.
#[test]
fn a_mirror_never_matters() {
    let scenario = small();
    let mirror = Mirror(3000.0);
    let compared = |seed| mirrors_do_not_matter(&play(&scenario, seed), &scenario, mirror, 160, picture);
    assert!((70..73).map(compared).sum::<usize>() > 100);
}

/// Lines shifted by millimetres: two shoulder to shoulder attack two shoulder to shoulder, and nothing depends on the last millimetre.
#[test]
fn shoulder_to_shoulder() {
    use krigsspil_tricolore::battle::order::UnitOrder;
    use krigsspil_tricolore::battle::phases::Step;
    let mut chance = Chance::new(5);
    let mut outcomes = std::collections::BTreeSet::new();
    for _ in 0..12 {
        let shift = |chance: &mut Chance| (chance.below(9) as f64 - 4.0) / 1000.0;
        let units: Vec<String> = [
            ("b1", 1450.0, 1000.0, "north"),
            ("b2", 1550.0, 1000.0, "north"),
            ("r1", 1450.0, 1150.0, "south"),
            ("r2", 1550.0, 1150.0, "south"),
        ]
        .iter()
        .map(|(id, x, y, facing)| {
            format!(
                "{id} line of 4 facing {facing} at {},{}",
                x + shift(&mut chance).abs() * if *x > 1500.0 { 1.0 } else { -1.0 },
                y + shift(&mut chance)
            )
        })
        .collect();
        let units: Vec<&str> = units.iter().map(String::as_str).collect();
        let mut table = crate::table::table(&units, &[1, 9, 1, 1, 1, 1, 5, 5, 5, 5]);
        table.until_moves(Step::Declarations, "blue");
        table.order("b1", UnitOrder::attack("r1"));
        table.order("b2", UnitOrder::attack("r2"));
        table.until_moves(Step::Movement, "red");
        outcomes.insert(table.battle().melees.len());
    }
    assert_eq!(outcomes.into_iter().collect::<Vec<_>>(), [2]);
}
