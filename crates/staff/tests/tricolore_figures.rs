//! What plain commanders make of the supplied rules of `tricolore`, in figures: the grounds of its options.
//!
//! `FIGURES_SCENARIO=sehested FIGURES_BATTLES=100 FIGURES_OPTION=rally_nearer cargo test -p krigsspil-staff --test tricolore_figures -- --ignored --nocapture`

use std::collections::BTreeMap;
use std::path::Path;

use krigsspil_engine::battle::{Event, GameMaker, Options, Seat};
use krigsspil_engine::scenario::Scenario;
use krigsspil_staff::{Briefing, fight, hire};

fn told(name: &str, default: &str) -> String {
    std::env::var(name).unwrap_or_else(|_| default.to_string())
}

/// How often things happened in a battle.
#[derive(Default)]
struct Counted {
    happened: BTreeMap<&'static str, u32>,
    /// Half bases lost, by the rule behind the loss.
    lost: BTreeMap<&'static str, f64>,
    sequences: BTreeMap<i64, u32>,
    initiative: BTreeMap<String, u32>,
}

impl Counted {
    fn count(&mut self, event: &Event) {
        *self.happened.entry(event.what).or_default() += 1;
        let outcome = event.working.as_ref().map(|working| &working.outcome);
        match (event.what, outcome) {
            ("loses_bases", _) => {
                let bases = event.about["bases"].as_f64().unwrap_or(0.0);
                *self.lost.entry(event.rule).or_default() += bases;
            }
            ("sequence_check", Some(outcome)) if outcome["another_sequence"] == false => {
                *self.sequences.entry(event.about["sequence"].as_i64().unwrap_or(0)).or_default() += 1;
            }
            ("initiative", Some(outcome)) => {
                let side = outcome["initiative"].as_str().unwrap_or_default().to_string();
                *self.initiative.entry(side).or_default() += 1;
            }
            _ => {}
        }
    }
}

fn add<K: Ord + Copy, N: Copy + std::ops::AddAssign + Default>(
    to: &mut BTreeMap<K, N>,
    more: &BTreeMap<K, N>,
) {
    for (key, number) in more {
        *to.entry(*key).or_default() += *number;
    }
}

/// §house.broken §house.initiative §house.sequence-bonus §house.loss-test how often supplied rules come into play, and what comes of it.
#[test]
#[ignore = "a measurement: see the head of this file"]
fn figures() {
    let name = told("FIGURES_SCENARIO", "tricolore-lindholm");
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../scenarios").join(&name);
    let scenario = Scenario::open(&folder.join("scenario.toml")).unwrap();
    let maker: Box<dyn GameMaker> = krigsspil_rules::maker("tricolore").unwrap();
    let option = told("FIGURES_OPTION", "");
    let options: Options =
        option.split(',').filter(|name| !name.is_empty()).map(|name| (name.to_string(), true)).collect();
    let battles: u64 = told("FIGURES_BATTLES", "20").parse().unwrap();
    let (mut all, mut in_battles) = (Counted::default(), BTreeMap::<&'static str, u32>::new());
    let (mut winners, mut reasons) = (BTreeMap::<String, u32>::new(), BTreeMap::<String, u32>::new());
    let (mut turns, mut leader_won, mut refused) = (0, 0, 0);
    for seed in 0..battles {
        let mut game = maker.setup(&scenario, options.clone(), 5000 + seed, Vec::new()).unwrap();
        let briefing = Briefing::new(game.rules(), &scenario.ground_text, seed);
        let players = game.seats().into_iter().filter(|(_, seat)| matches!(seat, Seat::Player { .. }));
        let mut seated =
            players.map(|(seat, _)| (seat, hire("plain", &briefing.with_seed(seed)).unwrap())).collect();
        let mut counted = Counted::default();
        let fought = fight(&mut *game, &mut seated, None, &mut |_, happened| {
            happened.all().iter().for_each(|event| counted.count(event));
        });
        refused += fought.unwrap().refused.len();
        let ending = game.ending().unwrap();
        turns += game.turn();
        let winner = ending.winner.clone().unwrap_or_else(|| "nobody".into());
        let sides: Vec<String> = scenario.sides.iter().map(|side| side.id.get_ref().clone()).collect();
        let had = |side: &str| counted.initiative.get(side).copied().unwrap_or(0);
        let leads = if had("a") > had("b") {
            Some(&sides[0])
        } else if had("b") > had("a") {
            Some(&sides[1])
        } else {
            None
        };
        leader_won += u32::from(leads == Some(&winner));
        *winners.entry(winner).or_default() += 1;
        *reasons.entry(ending.reason.to_string()).or_default() += 1;
        for what in counted.happened.keys() {
            *in_battles.entry(what).or_default() += 1;
        }
        add(&mut all.happened, &counted.happened);
        add(&mut all.lost, &counted.lost);
        add(&mut all.sequences, &counted.sequences);
    }
    println!(
        "{name} {option}: {battles} battles, {turns} turns, {refused} refused; won {winners:?}; ended {reasons:?}; the side with the initiative more often won {leader_won}"
    );
    println!("sequences in a turn: {:?}", all.sequences);
    println!("bases lost by rule: {:?}", all.lost);
    for (what, times) in &all.happened {
        println!("{what}: {times} times in {} battles", in_battles[what]);
    }
}
