//! The commanders fight each other. `krigsspil simulate` measures with hundreds of battles; these are a few of them.

use std::path::Path;

use krigsspil_engine::battle::{Seat, SeatId};
use krigsspil_engine::scenario::Scenario;
use krigsspil_staff::simulate::{Battle, Simulation};
use krigsspil_staff::{Briefing, fight};

fn scenario(name: &str) -> Scenario {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../scenarios").join(name);
    Scenario::open(&folder.join("scenario.toml")).unwrap()
}

/// Fights so many battles; `random` has the side it names, plain the other.
fn fought(scenario: &Scenario, random: &str, battles: u64) -> Vec<Battle> {
    let maker = krigsspil_rules::maker("borgerkrig").unwrap();
    let game = maker.setup(scenario, Default::default(), 1, Vec::new()).unwrap();
    let players = game.seats().into_iter().filter(|(_, seat)| matches!(seat, Seat::Player { .. }));
    let who = |seat: &SeatId| if *seat == SeatId::from(random) { "random" } else { "plain" };
    let seats = players.map(|(seat, _)| (seat.clone(), who(&seat).to_string())).collect();
    let briefing = Briefing::new(game.rules(), &scenario.ground_text, 1);
    let simulation = Simulation { maker: &*maker, scenario, options: Default::default(), seats, briefing };
    simulation.battles(1, battles, &|| {}).unwrap()
}

/// The plain commander beats the random one from either side, and neither orders anything unlawful.
#[test]
fn plain_beats_random_from_either_side() {
    let meeting = scenario("meeting");
    for (random, plain) in [("red", "blue"), ("blue", "red")] {
        let battles = fought(&meeting, random, 5);
        let won = battles.iter().filter(|battle| battle.winner.as_deref() == Some(plain)).count();
        assert!(won >= 4, "{plain} won {won} of 5: {battles:?}");
        assert!(battles.iter().all(|battle| battle.refused == 0), "{battles:?}");
    }
}

/// The same seed gives the same battle, whatever else is fought beside it.
#[test]
fn a_seed_is_a_battle() {
    let meeting = scenario("meeting");
    assert_eq!(fought(&meeting, "nobody", 2), fought(&meeting, "nobody", 2));
}

/// The large scenario is fought lawfully, too; and a seat without a commander does the usual thing.
#[test]
fn the_large_scenario_is_fought() {
    let large = scenario("brawners-farm");
    let maker = krigsspil_rules::maker("borgerkrig").unwrap();
    let mut game = maker.setup(&large, Default::default(), 3, Vec::new()).unwrap();
    let briefing = Briefing::new(game.rules(), &large.ground_text, 1);
    let seats = [(SeatId::from("blue"), "plain".to_string())].into();
    let simulation =
        Simulation { maker: &*maker, scenario: &large, options: Default::default(), seats, briefing };
    let mut seated = simulation.seated(3).unwrap();
    let fought = fight(&mut *game, &mut seated, Some(4), &mut |_, _| {}).unwrap();
    assert_eq!((game.turn(), fought.refused), (4, Vec::new()));
}
