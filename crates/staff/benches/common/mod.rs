//! What the benches of battles share.

// Each bench uses what it needs.
#![allow(dead_code)]

use std::path::Path;

use krigsspil_engine::battle::{Deed, Game, GameMaker, Prompt, PromptDetail, Seat, SeatId, ViewDetail};
use krigsspil_engine::scenario::Scenario;
use krigsspil_staff::simulate::Simulation;
use krigsspil_staff::{Briefing, fight};

/// A scenario that is shipped, by the name of its folder.
pub fn scenario(name: &str) -> Scenario {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../scenarios").join(name);
    Scenario::open(&folder.join("scenario.toml")).unwrap()
}

/// Plain commanders in all seats.
pub fn plain<'a>(maker: &'a dyn GameMaker, scenario: &'a Scenario) -> Simulation<'a> {
    let game = maker.setup(scenario, Default::default(), 1, Vec::new()).unwrap();
    let players = game.seats().into_iter().filter(|(_, seat)| matches!(seat, Seat::Player { .. }));
    let seats = players.map(|(seat, _)| (seat, "plain".to_string())).collect();
    let briefing = Briefing::new(game.rules(), &scenario.ground_text, 1);
    Simulation { maker, scenario, options: Default::default(), seats, briefing }
}

/// The rule sets, their small and large scenarios, and the turn of the large one that is measured: both sides are engaged by then.
pub const MEASURED: [(&str, &str, &str, u32); 5] = [
    ("borgerkrig", "meeting", "brawners-farm", 6),
    ("chakoten", "chakoten-skovby", "sehested", 6),
    ("gdc", "gdc-brigades", "quatre-bras", 4),
    ("torden", "torden-corps", "ligny", 6),
    ("tricolore", "tricolore-lindholm", "sehested", 4),
];

/// A turn of a rule set's large scenario: the battle before it, and what is done in it.
pub struct Turn {
    /// The battle. In `borgerkrig`, where a turn is one step, all orders are written and nobody is ready yet.
    pub start: Box<dyn Game>,
    deeds: Vec<(SeatId, Deed)>,
}

impl Turn {
    /// The turn of this rule set.
    pub fn of(rules: &str) -> Turn {
        let (_, _, large, turn) = *MEASURED.iter().find(|one| one.0 == rules).unwrap();
        let (maker, large) = (krigsspil_rules::maker(rules).unwrap(), scenario(large));
        let simulation = plain(&*maker, &large);
        let mut game = maker.setup(&large, Default::default(), 1, Vec::new()).unwrap();
        fight(&mut *game, &mut simulation.seated(1).unwrap(), Some(turn), &mut |_, _| {}).unwrap();
        if rules == "borgerkrig" {
            let start = orders_written(&*game, &simulation);
            return Turn { deeds: defaults_of_a_turn(&*start), start };
        }
        Turn { deeds: deeds_of_a_turn(&*game, &simulation), start: game }
    }

    /// Does it all.
    pub fn run(&self, game: &mut dyn Game) {
        for (seat, deed) in &self.deeds {
            game.do_deed(seat, deed).unwrap();
        }
    }
}

/// The battle with all orders of the turn written, and nobody ready yet.
fn orders_written(game: &dyn Game, simulation: &Simulation<'_>) -> Box<dyn Game> {
    let mut ordered = game.copied();
    let mut seated = simulation.seated(1).unwrap();
    for prompt in game.prompts() {
        let view = game.view_in(&prompt.seat, ViewDetail::Lean);
        for deed in seated.get_mut(&prompt.seat).map(|one| one.answer(&view, &prompt)).unwrap_or_default() {
            ordered.do_deed(&prompt.seat, &deed).unwrap();
        }
    }
    ordered
}

/// What is done in a turn when nobody answers.
fn defaults_of_a_turn(game: &dyn Game) -> Vec<(SeatId, Deed)> {
    let mut game = game.copied();
    let (turn, mut done) = (game.turn(), Vec::new());
    while game.turn() == turn && game.ending().is_none() {
        let prompt = game.prompts_in(&|_| PromptDetail::Bare).remove(0);
        game.do_deed(&prompt.seat, &prompt.default).unwrap();
        done.push((prompt.seat, prompt.default));
    }
    done
}

/// Everything that plain commanders do in a turn, in order.
fn deeds_of_a_turn(game: &dyn Game, simulation: &Simulation<'_>) -> Vec<(SeatId, Deed)> {
    let mut game = game.copied();
    let mut seated = simulation.seated(1).unwrap();
    let (turn, mut done) = (game.turn(), Vec::new());
    while game.turn() == turn && game.ending().is_none() {
        let prompt: Prompt = game.prompts().remove(0);
        let view = game.view_in(&prompt.seat, ViewDetail::Lean);
        let number = |prompt: &Prompt| prompt.question().map(|question| question.question);
        for deed in seated.get_mut(&prompt.seat).map(|one| one.answer(&view, &prompt)).unwrap_or_default() {
            if game.do_deed(&prompt.seat, &deed).is_ok() {
                done.push((prompt.seat.clone(), deed));
            }
        }
        let stands = game.prompts().iter().any(|other| {
            other.seat == prompt.seat && other.what == prompt.what && number(other) == number(&prompt)
        });
        if stands && game.do_deed(&prompt.seat, &prompt.default).is_ok() {
            done.push((prompt.seat.clone(), prompt.default.clone()));
        }
    }
    done
}
