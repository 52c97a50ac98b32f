//! The same battle under other names, in another order, a few millimetres farther, or in a mirror: it comes out the same.
//!
//! Lines shoulder to shoulder are fought by orders chosen at random among what is open. What was ordered is recorded and done again on the
//! changed table. All dice show the same, so that the order of throws, which goes from west to east, does not matter.

use krigsspil_engine::battle::{
    Deed, Heading, OwnUnit, Played, Presence, Prompt, PromptDetail, QuestionNumber, SeatId, SeenUnit,
};
use krigsspil_engine::random::Chance;
use krigsspil_proving::told;
use krigsspil_torden::battle::Torden;
use krigsspil_torden::battle::order::{Action, Step, UnitOrder, Wing};
use krigsspil_torden::vocabulary::Formation;

use super::table::Words;

/// Metres of ground to a millimetre of the table.
const MM: f64 = 3.0;
/// The width of the test table in metres.
const WIDTH: f64 = 6000.0;
/// So near the edge of the table, in metres, it matters that units stand a few millimetres from where they stood.
const EDGE: f64 = 30.0;
/// Positions agree within a tenth of a millimetre.
const SAME: f64 = 0.3;

/// A unit of the line.
#[derive(Clone)]
struct Placed {
    id: String,
    words: String,
    x: f64,
    y: f64,
    facing: f64,
}

/// How a table differs from the first.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Change {
    Nothing,
    Names,
    Order,
    Shifted(i32, i32),
    Mirrored,
}

impl Change {
    fn name(self, id: &str) -> String {
        let number: usize = id[1..].parse().unwrap();
        if self == Change::Names { format!("{}{}", &id[..1], 9 - number) } else { id.to_string() }
    }

    fn place(self, [x, y]: [f64; 2]) -> [f64; 2] {
        match self {
            Change::Mirrored => [WIDTH - x, y],
            Change::Shifted(east, north) => [x + f64::from(east) * MM, y + f64::from(north) * MM],
            _ => [x, y],
        }
    }

    fn degrees(self, degrees: f64) -> f64 {
        if self == Change::Mirrored { -degrees } else { degrees }
    }

    fn heading(self, degrees: f64) -> f64 {
        if self == Change::Mirrored { (-degrees).rem_euclid(360.0) } else { degrees }
    }

    fn wing(self, wing: Wing) -> Wing {
        match wing {
            Wing::Left if self == Change::Mirrored => Wing::Right,
            Wing::Right if self == Change::Mirrored => Wing::Left,
            wing => wing,
        }
    }

    fn step(self, step: Step) -> Step {
        match step {
            Step::Go { cm, degrees } => Step::Go { cm, degrees: self.degrees(degrees) },
            Step::Turn { degrees } => Step::Turn { degrees: self.degrees(degrees) },
            Step::Unlimber { degrees } => Step::Unlimber { degrees: self.degrees(degrees) },
            Step::Form { formation, facing, ranks } => {
                Step::Form { formation, facing: facing.map(|wing| self.wing(wing)), ranks }
            }
            Step::Enter { side } => Step::Enter { side: self.wing(side) },
            Step::Leave { side, formation } => Step::Leave { side: self.wing(side), formation },
            Step::ShiftSide { side } => Step::ShiftSide { side: self.wing(side) },
            other => other,
        }
    }

    fn order(self, order: &UnitOrder) -> UnitOrder {
        let seen = |unit: &SeenUnit| SeenUnit(self.name(&unit.0).into());
        let steps = |steps: &[Step]| steps.iter().map(|step| self.step(*step)).collect();
        let heading = |facing: Option<Heading>| facing.map(|Heading(degrees)| Heading(self.heading(degrees)));
        match order {
            UnitOrder::Move { steps: all } => UnitOrder::Move { steps: steps(all) },
            UnitOrder::Attack { target, number } => {
                UnitOrder::Attack { target: seen(target), number: *number }
            }
            UnitOrder::React { steps: all, attack } => {
                UnitOrder::React { steps: steps(all), attack: attack.as_ref().map(seen) }
            }
            UnitOrder::Dispose { how, toward } => UnitOrder::Dispose { how: *how, toward: heading(*toward) },
            UnitOrder::Fire { target, side } => {
                UnitOrder::Fire { target: seen(target), side: self.wing(*side) }
            }
            UnitOrder::Reorganise { formation, facing } => {
                UnitOrder::Reorganise { formation: *formation, facing: heading(*facing) }
            }
            other => other.clone(),
        }
    }

    fn choice(self, choice: &str) -> String {
        match choice {
            _ if self != Change::Mirrored => choice.to_string(),
            "left" => "right".to_string(),
            "right" => "left".to_string(),
            "half_left" => "half_right".to_string(),
            "half_right" => "half_left".to_string(),
            other => other.to_string(),
        }
    }
}

/// What was done.
#[derive(Clone, Debug)]
enum Did {
    Order(String, UnitOrder),
    Done,
    /// What was asked, about whom, and the answer.
    Answer(&'static str, Option<String>, String),
}

/// A unit: where it is, which way it faces, how many it lost, and how it keeps together.
type Standing = (String, [f64; 2], f64, i32, String);

/// What was done, and how everybody stood then.
struct Acted {
    did: Did,
    phase: &'static str,
    carried_out: bool,
    after: Vec<Standing>,
    events: Vec<String>,
    /// Somebody has come to the edge of the table, which does not move with the units.
    at_the_edge: bool,
}

/// Two lines of three to five units that stand shoulder to shoulder or some millimetres apart, and guns between or behind them.
fn lines(chance: &mut Chance) -> Vec<Placed> {
    let mut units = Vec::new();
    for (side, facing, y) in
        [("f", 0.0, 2100.0), ("p", 180.0, 2100.0 + 30.0 * (14.0 + chance.below(10) as f64))]
    {
        let mut x = 2400.0 + chance.below(40) as f64 * MM;
        for number in 1..=3 + chance.below(3) {
            let (words, front) = match chance.below(6) {
                0 => ("cavalry line of 12", 9.0),
                1 => ("cavalry column of 12", 4.5),
                2 => ("line of 20", 10.0),
                3 if number > 1 => ("battery of 12", 3.0),
                _ => ("column of 20", 5.0),
            };
            x += front * 15.0;
            let back = if chance.below(4) == 0 { chance.below(5) as f64 * MM } else { 0.0 };
            let y = if side == "f" { y - back } else { y + back };
            units.push(Placed { id: format!("{side}{number}"), words: words.to_string(), x, y, facing });
            x += front * 15.0 + [0.0, 0.0, 1.0, 4.0, 60.0][chance.below(5)] * MM;
        }
    }
    units
}

fn words(units: &[Placed], change: Change, die: i32) -> Words {
    let mut told: Vec<String> = units
        .iter()
        .map(|unit| {
            let [x, y] = change.place([unit.x, unit.y]);
            let facing = change.heading(unit.facing);
            format!(
                "{} {} facing {facing:?} at {:?},{:?}",
                change.name(&unit.id),
                unit.words,
                x / 30.0,
                y / 30.0
            )
        })
        .collect();
    if change == Change::Order {
        told.reverse();
    }
    let told: Vec<&str> = told.iter().map(String::as_str).collect();
    let mut words = Words::of(&told).dice(&vec![die; 4000]);
    for (id, at) in [
        ("fa", [3000.0, 300.0]),
        ("fc", [3000.0, 1800.0]),
        ("pa", [3000.0, 4500.0]),
        ("pc", [3000.0, 3000.0]),
    ] {
        let [x, y] = change.place(at);
        words = words.general_at(id, &format!("{:?},{:?}", x / 30.0, y / 30.0));
    }
    words
}

struct Battle {
    game: Played<Torden>,
    /// What happened by the last act.
    last: Vec<String>,
    change: Change,
}

impl Battle {
    fn prompt(&self, detail: PromptDetail) -> Option<Prompt> {
        self.game.prompts_in(&|_| detail).into_iter().next()
    }

    /// Does again what was done, and tells whether it was carried out.
    fn does(&mut self, did: &Did) -> Result<bool, String> {
        let Some(prompt) = self.prompt(PromptDetail::About) else { return Err("nobody is asked".into()) };
        let (seat, deed): (SeatId, Deed) = match did {
            Did::Order(unit, order) => {
                let seat = if unit.starts_with('f') { "french" } else { "prussian" };
                let unit = OwnUnit(self.change.name(unit).into());
                let order = Some(self.change.order(order));
                (seat.into(), Deed::of(Action::Order { unit, order, sheet: None }))
            }
            Did::Done => (prompt.seat.clone(), prompt.default.clone()),
            Did::Answer(what, unit, choice) => {
                let unit = unit.as_ref().map(|unit| self.change.name(unit));
                let open = self.game.prompts_in(&|_| PromptDetail::About);
                let same = open.iter().find(|prompt| {
                    prompt.what == *what
                        && prompt.question().is_some_and(|question| subject(question) == unit)
                });
                let Some(same) = same else {
                    return Err(format!("{what} of {unit:?} is not asked: {}", prompt.what));
                };
                let question = QuestionNumber(same.question().unwrap().question);
                let choice = self.change.choice(choice);
                (same.seat.clone(), Deed::of(Action::Answer { question, choice }))
            }
        };
        let happened = self.game.do_deed(&seat, &deed);
        let events = happened.iter().flat_map(|happened| happened.all());
        self.last = events.map(|event| format!("{} {}", event.what, event.about)).collect();
        Ok(happened.is_ok())
    }

    /// Is somebody at the edge of the table, or over it? So near that millimetres count.
    fn at_the_edge(&self) -> bool {
        let battle = self.game.battle();
        let table = battle.fixed.ground.table().extent();
        battle.units.values().any(|unit| {
            let near = unit.placed.extent().grown(EDGE);
            let inside = near.low.x >= table.low.x
                && near.low.y >= table.low.y
                && near.high.x <= table.high.x
                && near.high.y <= table.high.y;
            unit.presence == Presence::Left || !inside
        })
    }

    /// Every unit.
    fn standing(&self) -> Vec<Standing> {
        let battle = self.game.battle();
        let mut all: Vec<_> = battle
            .units
            .values()
            .map(|unit| {
                let (centre, pose) = (unit.placed.centre(), unit.placed.pose());
                let place = match self.change {
                    Change::Mirrored => [WIDTH - centre.x, centre.y],
                    Change::Shifted(east, north) => {
                        [centre.x - f64::from(east) * MM, centre.y - f64::from(north) * MM]
                    }
                    _ => [centre.x, centre.y],
                };
                let told = format!("{} {} {:?}", unit.order, unit.formation.as_str(), unit.presence);
                (
                    self.change.name(&unit.id),
                    place,
                    self.change.heading(pose.facing.as_degrees()),
                    unit.lost,
                    told,
                )
            })
            .collect();
        all.sort_by(|a, b| a.0.cmp(&b.0));
        all
    }
}

fn subject(question: &krigsspil_engine::battle::QuestionAsked) -> Option<String> {
    question.unit.as_deref().map(str::to_string)
}

/// An order of which a mirror image can be given: a line turns into a march column to its right when nothing is said.
fn has_an_image(order: &UnitOrder) -> bool {
    let plain = |step: &Step| !matches!(step, Step::Form { formation: Formation::MarchColumn, .. });
    match order {
        UnitOrder::Move { steps } | UnitOrder::React { steps, .. } => steps.iter().all(plain),
        _ => true,
    }
}

/// Plays periods at random, and tells what was done.
fn recorded(battle: &mut Battle, chance: &mut Chance, until: u32) -> Vec<Acted> {
    let mut done = Vec::new();
    while battle.game.ending().is_none() && battle.game.turn() < until && done.len() < 3000 {
        let Some(prompt) = battle.prompt(PromptDetail::Whole) else { break };
        let mut dids = Vec::new();
        if let Some(question) = prompt.question() {
            let choice = question.choices[chance.below(question.choices.len())].to_string();
            dids.push(Did::Answer(prompt.what, subject(question), choice));
        } else if let Some(orders) = prompt.orders() {
            for asked in &orders.units {
                let samples = asked.samples.as_deref().unwrap_or_default().iter();
                let samples: Vec<UnitOrder> =
                    samples.filter_map(|deed| deed.read::<UnitOrder>().ok()).filter(has_an_image).collect();
                if !samples.is_empty() && chance.below(6) > 0 {
                    // Toward the enemy more often than not: the last is straight at the nearest.
                    let place =
                        if chance.below(2) == 0 { samples.len() - 1 } else { chance.below(samples.len()) };
                    dids.push(Did::Order(asked.unit.to_string(), samples[place].clone()));
                }
            }
            dids.push(Did::Done);
        }
        for did in dids {
            let carried_out = battle.does(&did).unwrap();
            done.push(Acted {
                did,
                phase: prompt.what,
                carried_out,
                after: battle.standing(),
                events: battle.last.clone(),
                at_the_edge: battle.at_the_edge(),
            });
        }
    }
    done
}

fn begin(units: &[Placed], change: Change, die: i32) -> Option<Battle> {
    let scenario = words(units, change, die).scenario().ok()?;
    let options = Default::default();
    let dice = vec![die; 4000];
    let game = Played::setup_with_dice(Torden::printed().unwrap(), &scenario, options, 7, dice).ok()?;
    Some(Battle { game, change, last: Vec::new() })
}

/// Does a changed table lead to the same battle? None when it does; else where it goes another way.
fn differs(units: &[Placed], change: Change, die: i32, done: &[Acted]) -> Option<String> {
    let Some(mut battle) = begin(units, change, die) else { return Some("it cannot be set up".into()) };
    let shifted = matches!(change, Change::Shifted(..));
    for (number, acted) in done.iter().enumerate() {
        // Nearer to an edge by millimetres it is another battle.
        if shifted && acted.at_the_edge {
            return None;
        }
        match battle.does(&acted.did) {
            Err(why) => return Some(format!("{number}: {:?}: {why}", acted.did)),
            Ok(again) if again != acted.carried_out => {
                return Some(format!("{number}: {:?}: carried out {again}", acted.did));
            }
            Ok(_) => {}
        }
        let pairs = acted.after.iter().zip(battle.standing());
        let other =
            pairs.filter(|(one, other)| !same(one, other)).map(|(one, other)| format!("{one:?}, {other:?}"));
        if let Some(told) = other.into_iter().next() {
            let (one, other) = (acted.events.join("\n  "), battle.last.join("\n  "));
            let did = &acted.did;
            return Some(format!(
                "{number}: {did:?} in {}: {told}\n  {one}\nagainst\n  {other}",
                acted.phase
            ));
        }
    }
    None
}

fn same(one: &Standing, other: &Standing) -> bool {
    let near = |one: f64, other: f64| (one - other).abs() <= SAME;
    let turned = ((one.2 - other.2 + 540.0).rem_euclid(360.0) - 180.0).abs();
    (&one.0, one.3, &one.4) == (&other.0, other.3, &other.4)
        && near(one.1[0], other.1[0])
        && near(one.1[1], other.1[1])
        && turned <= 0.05
}

/// §1.2.2 §5.3.3 §6.1.1 §7.4 names exchanged, units listed in another order, the whole table a few millimetres farther, or seen in a mirror: the same battle.
#[test]
fn names_place_and_hand_do_not_matter() {
    let changes =
        [Change::Names, Change::Order, Change::Shifted(1, 2), Change::Shifted(-7, 5), Change::Mirrored];
    let (mut played, mut fought, mut faults) = (0, 0, Vec::new());
    for seed in 0..told::<u64>("RANDOM_BATTLES", 12) {
        let mut chance = Chance::new(seed.wrapping_mul(977) ^ 0xbea7);
        let units = lines(&mut chance);
        let die = 1 + (seed % 6) as i32;
        let Some(mut first) = begin(&units, Change::Nothing, die) else { continue };
        let done = recorded(&mut first, &mut chance, 4);
        played += 1;
        fought += usize::from(first.game.battle().units.values().any(|unit| unit.lost > 0));
        for change in changes {
            if let Some(why) = differs(&units, change, die, &done) {
                faults.push(format!("seed {seed}, {change:?}: {why}"));
            }
        }
    }
    assert!(faults.is_empty(), "{} faults\n{}", faults.len(), faults.join("\n\n"));
    assert!(
        played * 2 >= told::<u64>("RANDOM_BATTLES", 12) as usize && fought * 2 >= played,
        "{played} played, {fought} of them fought"
    );
}
