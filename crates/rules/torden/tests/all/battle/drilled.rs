//! The drill at work: a commander who goes by it against one who picks lawful orders at random, and against himself.
//!
//! The staff's own tests do the same through its commanders; this needs no other crate, so that the drill can be measured alone:
//! `DRILLED=100 cargo test --release -p krigsspil-torden --test all drilled -- --nocapture`, with `FROM=5000` for the first seed.

use std::time::Instant;

use krigsspil_engine::battle::{Deed, Drill, Played, Prompt, PromptDetail, SeatId, ViewDetail};
use krigsspil_engine::random::Chance;
use krigsspil_proving::shipped;
use krigsspil_torden::battle::Torden;
use krigsspil_torden::drill::TordenDrill;

use super::table::{Table, Words};

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
    let (game, refused) = battle(name, seed, players, until);
    (game.ending().and_then(|ending| ending.winner), refused)
}

/// One battle, and what the drilled were refused in it.
fn battle(name: &str, seed: u64, players: [Who; 2], until: u32) -> (Played<Torden>, Vec<String>) {
    let mut game =
        Played::setup(Torden::printed().unwrap(), &shipped(name), Default::default(), seed).unwrap();
    let mut chance = Chance::new(seed.wrapping_mul(31) ^ 0xd811);
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
    (game, refused)
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

/// A town with a garrison, three columns and a battery before it, and the drill's moves of the French made.
fn before_a_town(garrison: u32, guns: &str) -> Table {
    let enemy = format!("p1 line of {garrison} at 60,80 zone=Dorf");
    let victory = "[victory]\npoints_a_hundred_men = 1\n[[victory.objective]]\nname = \"the town\"\n\
                   place = [1800, 2400]\nradius = 300\npoints = 20\nheld_by = \"prussian\"\n";
    let units = [
        "f1 column of 20 at 53,50",
        "f2 column of 20 at 60,50",
        "f3 column of 20 at 67,50",
        guns,
        &*enemy,
        "p2 line of 20 at 150,150",
    ];
    let words = Words::of(&units).zone("Dorf", [60.0, 80.0]).more(victory).general_at("fc", "60,40");
    let mut table = words.rated("fc", "order = \"A\"\nobjective = [1800, 2400]\n").start();
    table.to("moves", "french");
    let prompt = table.game.prompts_in(&|_| PromptDetail::About).remove(0);
    for deed in drilled(&table.game, &prompt) {
        let happened = table.game.do_deed(&prompt.seat, &deed).unwrap();
        table.events.extend(happened.all().iter().cloned());
    }
    table
}

/// §tabel-7 §7.4 a garrison is shelled before it is stormed: columns wait behind their guns while it is large, and go together when it has become small, or where no gun of theirs
/// is near.
#[test]
fn a_garrison_is_shelled_first() {
    let near = "f4 battery at 75,55 facing 330";
    for (garrison, guns, stormed) in [(24, near, 0), (12, near, 3), (24, "f4 battery at 180,10", 3)] {
        let table = before_a_town(garrison, guns);
        let upon = table.told("comes_upon").len();
        assert_eq!(upon, stormed, "a garrison of {garrison}, {guns}: {:?}", table.whats());
    }
}

/// §6.1.6 a battery with comrades in its line of fire takes another target, though he is farther; and none where there is none.
#[test]
fn guns_fire_past_their_own() {
    for (friend, fires) in [("56,70", Some("f2")), ("90,30", Some("f1"))] {
        let units = [
            "f1 line of 20 at 60,62".to_string(),
            "f2 line of 20 at 72,55".to_string(),
            "p1 battery at 60,85".to_string(),
            format!("p2 column of 20 at {friend}"),
        ];
        let mut table = super::table::table(&units.each_ref().map(String::as_str), &[5]);
        table.to("fire", "french");
        let prompt = table.game.prompts_in(&|_| PromptDetail::About);
        let prompt = prompt.into_iter().find(|prompt| prompt.seat == SeatId::from("prussian")).unwrap();
        let view = table.game.view_in(&prompt.seat, ViewDetail::Lean);
        let deeds = TordenDrill.settles(&view, &prompt).unwrap();
        let target =
            deeds.first().map(|deed| deed.written()["order"]["target"].as_str().unwrap().to_string());
        assert_eq!(target.as_deref(), fires, "a friend at {friend}");
    }
}

/// What the drill orders a seat in the phase it is in, as written.
fn ordered(table: &Table, side: &str) -> Vec<serde_json::Value> {
    let prompts = table.game.prompts_in(&|_| PromptDetail::About);
    let prompt = prompts.into_iter().find(|prompt| prompt.seat == SeatId::from(side)).unwrap();
    let view = table.game.view_in(&prompt.seat, ViewDetail::Lean);
    let deeds = TordenDrill.settles(&view, &prompt).unwrap();
    deeds.iter().map(|deed| deed.written()["order"].clone()).collect()
}

/// §5.4.1 §tabel-7 horse gives up its attack on foot that has formed square, and rides on where the square has failed.
#[test]
fn horse_does_not_ride_against_a_square() {
    for (die, gives_up) in [(9, 1), (3, 0)] {
        let units = [
            "f1 cavalry column of 16 at 75,60",
            "p1 column of 24 at 75,60 kind=prussia_1815.inf.westphalian_elbe_landwehr",
        ];
        let mut table = super::table::table(&units, &[die]);
        table.to("declarations", "french");
        table.order("f1", "attack p1");
        table.to("dispositions", "french");
        table.order("p1", "emergency_square");
        table.to("aborts", "french");
        let aborts = ordered(&table, "french").iter().filter(|order| order["kind"] == "abort").count();
        assert_eq!(aborts, gives_up, "a square with {die}: {:?}", table.whats());
    }
}

/// §6.1.5 a garrison fires out of every side before which an enemy stands.
#[test]
fn a_garrison_fires_out_of_two_sides() {
    let units = [
        "f1 column of 20 at 75,57",
        "f2 column of 20 facing west at 86,67.5",
        "p1 line of 24 at 75,67 zone=Dorf",
    ];
    let mut table = Words::of(&units).zone("Dorf", [75.0, 67.5]).start();
    table.to("fire", "french");
    let mut sides: Vec<_> = ordered(&table, "prussian")
        .iter()
        .map(|order| {
            format!("{} {}", order["target"].as_str().unwrap(), order["side"].as_str().unwrap_or("front"))
        })
        .collect();
    sides.sort();
    assert_eq!(sides, ["f1 rear", "f2 right"]);
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

/// How a battle went: points, who holds what, the share lost by each side, and what each side did how often.
fn told_in_figures(game: &Played<Torden>) -> String {
    use krigsspil_turn::objectives::Counts;
    use std::collections::BTreeMap;
    let battle = game.battle();
    let ending = game.ending().unwrap();
    let held: Vec<String> = battle
        .held
        .iter()
        .zip(&battle.fixed.scenario.victory.objective)
        .map(|(held, objective)| {
            let holder = held.map_or("-", |side| &battle.fixed.sides[side].id[..1]);
            format!("{} {holder}", objective.name)
        })
        .collect();
    let lost: Vec<String> = battle
        .fixed
        .sides
        .ids()
        .map(|side| battle.losses(side))
        .map(|losses| format!("{}%", 100 * losses.lost / losses.men.max(1)))
        .collect();
    let mut did: BTreeMap<String, u32> = BTreeMap::new();
    Played::replay_first(game.rules().clone(), &game.save(), game.actions().len(), |game, happened| {
        let battle = game.battle();
        for event in happened.all() {
            let side = event.unit().and_then(|unit| battle.unit(unit)).map(|unit| battle.units[unit].side);
            let Some(side) = side.map(|side| &battle.fixed.sides[side].id[..1]) else { continue };
            let outcome = event.working.as_ref().map(|working| working.outcome.clone()).unwrap_or_default();
            let more = match event.what {
                "melee" => outcome["winner"].as_str().unwrap_or("").to_string(),
                "does_not_fire" => event.about["reason"].as_str().unwrap_or("").to_string(),
                "comes_into" => event.about["order"].as_str().unwrap_or("").to_string(),
                "fires" | "routs" | "retreats" | "declares_attack" | "goes_on" | "occupies"
                | "loses_figures" => String::new(),
                _ => continue,
            };
            let many = event.about["figures"].as_u64().filter(|_| event.what == "loses_figures").unwrap_or(1);
            *did.entry(format!("{side} {} {} {more}", event.what, event.rule)).or_default() += many as u32;
        }
    })
    .unwrap();
    format!(
        "{:?} {} {:?}, turn {}; {held:?}; lost {lost:?}\n  {did:?}",
        ending.winner,
        ending.reason,
        ending.points,
        game.turn()
    )
}

/// What decides a battle of the drill against itself: `SCENARIO=ligny DRILLED=4 cargo test … drilled::figures -- --ignored --nocapture`.
#[test]
#[ignore = "a measurement"]
fn figures() {
    let name = std::env::var("SCENARIO").unwrap_or_else(|_| "ligny".to_string());
    let first = number("FROM").unwrap_or(1);
    for seed in first..first + number("DRILLED").unwrap_or(2) {
        let (game, _) = battle(&name, seed, [Who::Drilled; 2], u32::MAX);
        println!("{name} {seed}: {}", told_in_figures(&game));
    }
}
