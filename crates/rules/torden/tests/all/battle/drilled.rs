//! The drill at work: a commander who goes by it against one who picks lawful orders at random, and against himself.
//!
//! The staff's own tests do the same through its commanders; this needs no other crate, so that the drill can be measured alone:
//! `DRILLED=100 cargo test --release -p krigsspil-torden --test all drilled -- --nocapture`, with `FROM=5000` for the first seed.

use std::time::Instant;

use krigsspil_engine::battle::{Deed, Drill, Played, Prompt, PromptDetail, SeatId, ViewDetail};
use krigsspil_torden::battle::Torden;
use krigsspil_torden::drill::TordenDrill;

use super::random_play::{Chance, scenario};
use super::table::Words;

/// Who plays a seat.
#[derive(Clone, Copy, PartialEq)]
enum Who {
    Drilled,
    Random,
}

fn drilled(game: &Played<Torden>, prompt: &Prompt) -> Vec<Deed> {
    let view = game.view_in(&prompt.seat, ViewDetail::Lean);
    if let Some(deeds) = TordenDrill.settles(&view, prompt) {
        return deeds;
    }
    let question = prompt.question();
    let answer =
        question.and_then(|question| Some(TordenDrill.answer(question, TordenDrill.spares(question)?)));
    answer.into_iter().collect()
}

fn at_random(prompt: &Prompt, chance: &mut Chance) -> Vec<Deed> {
    let mut deeds = Vec::new();
    if let Some(question) = prompt.question() {
        deeds.push(TordenDrill.answer(question, question.choices[chance.below(question.choices.len())]));
    }
    for asked in prompt.orders().into_iter().flat_map(|orders| &orders.units) {
        let samples = asked.samples.as_deref().unwrap_or_default();
        let order = samples.get(chance.below(samples.len()));
        deeds.extend(order.and_then(|order| TordenDrill.give(asked, order)));
    }
    for asked in prompt.orders().into_iter().flat_map(|orders| &orders.generals) {
        let samples = asked.samples.as_deref().unwrap_or_default();
        if chance.below(8) == 0 {
            deeds.extend(samples.get(chance.below(samples.len())).cloned());
        }
    }
    deeds
}

/// One battle: who won, and what the drilled were refused.
fn fought(name: &str, seed: u64, players: [Who; 2], until: u32) -> (Option<String>, Vec<String>) {
    let mut game =
        Played::setup(Torden::printed().unwrap(), &scenario(name), Default::default(), seed).unwrap();
    let mut chance = Chance(seed.wrapping_mul(31) ^ 0xd811);
    let mut refused = Vec::new();
    while game.ending().is_none() && game.turn() < until {
        let bare = game.prompts_in(&|_| PromptDetail::Bare).remove(0);
        let who = players[usize::from(bare.seat != SeatId::from("french"))];
        let detail = if who == Who::Drilled { PromptDetail::About } else { PromptDetail::Whole };
        let wanted = |seat: &SeatId| if *seat == bare.seat { detail } else { PromptDetail::Bare };
        let prompt = game.prompts_in(&wanted).remove(0);
        let deeds =
            if who == Who::Drilled { drilled(&game, &prompt) } else { at_random(&prompt, &mut chance) };
        for deed in deeds {
            if let Err(fault) = game.do_deed(&prompt.seat, &deed)
                && who == Who::Drilled
            {
                refused.push(format!("seed {seed}, {} of {}: {deed:?}: {fault:?}", prompt.what, prompt.seat));
            }
        }
        let number = |prompt: &Prompt| prompt.question().map(|question| question.question);
        let open = game.ending().is_none()
            && game.prompts_in(&|_| PromptDetail::Bare).iter().any(|next| {
                next.seat == prompt.seat && next.what == prompt.what && number(next) == number(&prompt)
            });
        if open {
            game.do_deed(&prompt.seat, &prompt.default).unwrap();
        }
    }
    (game.ending().and_then(|ending| ending.winner), refused)
}

/// §2.7 an attack is ordered toward the enemy, and he is where his middle is, also in a town: with a garrison beside him a general is told of no objective that would lead away
/// from it. The town is held or empty, and west or east of him.
#[test]
fn a_garrison_is_where_its_town_is() {
    for (general, held) in [("50,70", true), ("70,70", true), ("50,70", false)] {
        let (x, y, zone) = if held { (60, 75, " zone=Ligny") } else { (60, 140, "") };
        let enemy = format!("p1 line of 20 at {x},{y}{zone}");
        let victory = "[victory]\npoints_a_hundred_men = 1\n[[victory.objective]]\nname = \"the mill\"\n\
                       place = [1800, 600]\nradius = 100\npoints = 20\n";
        let words =
            Words::of(&["f1 column of 20 at 60,45", &enemy]).zone("Ligny", [60.0, 75.0]).more(victory);
        let mut table = words.general_at("fc", general).rated("fc", "order = \"H\"").start();
        table.to("orders", "french");
        let prompt = table.game.prompts_in(&|_| PromptDetail::About).remove(0);
        for deed in drilled(&table.game, &prompt) {
            let done = table.game.do_deed(&prompt.seat, &deed);
            assert!(done.is_ok(), "{general}, held: {held}: {deed:?}: {done:?}");
        }
    }
}

fn number(key: &str) -> Option<u64> {
    std::env::var(key).ok().and_then(|number| number.parse().ok())
}

/// §2.4.2 §4.3 §5.1.1 §9.2 nothing that the drill orders is refused, against itself or against random orders; with DRILLED it is measured how often it wins.
#[test]
fn nothing_is_refused() {
    let names = std::env::var("SCENARIO").unwrap_or_else(|_| "torden-corps,ligny".to_string());
    let first = number("FROM").unwrap_or(1);
    for name in names.split(',') {
        let (count, until) = match (number("DRILLED"), name) {
            (Some(count), _) => (count, u32::MAX),
            (None, "ligny") => (1, 3),
            (None, _) => (2, u32::MAX),
        };
        use Who::{Drilled, Random};
        for (players, side) in
            [([Drilled, Random], "french"), ([Random, Drilled], "prussian"), ([Drilled; 2], "")]
        {
            let begun = Instant::now();
            let (mut won, mut refused) = (0, Vec::new());
            for seed in first..first + count {
                let (winner, faults) = fought(name, seed, players, until);
                if number("DRILLED").is_some() && !side.is_empty() && winner.as_deref() != Some(side) {
                    println!("{name}, seed {seed}: {side} did not win, but {winner:?}");
                }
                won += usize::from(winner.as_deref() == Some(if side.is_empty() { "french" } else { side }));
                refused.extend(faults);
            }
            let took = begun.elapsed().as_millis() as u64 / count.max(1);
            println!("{name} {side}: {won} of {count} won, {} refused, {took} ms each", refused.len());
            assert!(refused.is_empty(), "{name}: {}\n{}", refused.len(), refused.join("\n"));
        }
    }
}
