//! `krigsspil battle`: a battle between commanders, or a prepared situation.

use std::collections::BTreeMap;
use std::io::{BufRead, Write};
use std::path::Path;

use krigsspil_engine::battle::{ActFault, Acted, Game, Happened, PromptDetail, SeatId, Told};
use krigsspil_engine::{Filling, Sentence, misread, number};
use krigsspil_staff::simulate::{Simulation, SimulationFault};
use krigsspil_staff::{FightFault, RefusedAction};
use serde_json::{Value, json};

use crate::arguments::Battle;
use crate::fault::CliFault;
use crate::grid::{Align, Grid};
use crate::opened::{Opened, no_such_seat, seats, text, unknown_commander, write};
use crate::story::Story;
use crate::wordings::*;
use crate::words::Words;

/// What `check` refuses is not fought.
fn refuse_the_unsound(command: &Battle, words: Words) -> Result<(), CliFault> {
    let wrong = crate::check::check_file(&command.set_up.scenario, command.set_up.rules.as_deref(), words);
    let told: Vec<String> =
        wrong.iter().map(|one| format!("{}:{}: {}", one.file, one.line, one.reason)).collect();
    if told.is_empty() { Ok(()) } else { Err(CliFault::Unsound(told.join("\n"))) }
}

/// Fights a battle and tells of it.
pub fn fight(
    command: &Battle,
    words: Words,
    input: &mut dyn BufRead,
    out: &mut dyn Write,
) -> Result<(), CliFault> {
    let opened = Opened::of(&command.set_up)?;
    refuse_the_unsound(command, words)?;
    let mut game = opened.game(command.seed, command.dice.clone())?;
    let story = Story::of(&*game, words, &sides(&opened.scenario))?;
    let quiet = command.json || command.state || command.view.is_some() || command.prompts.is_some();
    let mut told: Vec<Told> = Vec::new();
    let mut output = Ok(());
    let umpire = SeatId::umpire();
    let mut tell = |happened: &Happened| {
        if command.json {
            told.extend(happened.told(&umpire, told.len() as u32));
        } else if !quiet && output.is_ok() {
            output = tell_events(&story, words, &happened.told(&umpire, 0), out);
        }
    };
    let mut left_out = Vec::new();
    if let Some(file) = &command.actions {
        let prepared = actions(file, input)?;
        let playing = Playing { story: &story, file, strict: command.strict };
        left_out = playing.play(&mut *game, &prepared, &mut tell)?;
    }
    let usual = command.actions.is_none().then_some("plain");
    let by_seat = seats(&*game, &command.set_up.seats, usual)?;
    let mut refused = Vec::new();
    // After a file of actions the battle goes on if somebody is named to play it, if only nobody, or a turn to play to.
    let goes_on = command.actions.is_none() || !command.set_up.seats.is_empty() || command.until.is_some();
    if goes_on {
        let simulation = Simulation {
            maker: &*opened.maker,
            scenario: &opened.scenario,
            options: opened.options.clone(),
            seats: by_seat,
            briefing: opened.briefing.clone(),
        };
        let mut seated = simulation.seated(command.seed).map_err(|fault| simulation_failed(fault, &story))?;
        let fought =
            krigsspil_staff::fight(&mut *game, &mut seated, command.until, &mut |_, happened| tell(happened))
                .map_err(|fault| CliFault::Failed(of_fight(&fault, &story)))?;
        refused = fought.refused;
    }
    output?;
    if let Some(file) = &command.save {
        write(file, game.save().text().as_bytes())?;
    }
    if command.state {
        pretty(&game.state(), out)?;
    } else if let Some(seat) = &command.view {
        match command.cards {
            true => crate::cards::write(&*game, &seated(&*game, seat)?, &story, words, out)?,
            false => view(&*game, seat, out)?,
        }
    } else if let Some(seat) = &command.prompts {
        prompts(&*game, seat, out)?;
    } else if command.json {
        let mut outcome = outcome(&*game);
        let by_file = left_out.iter().map(|(seat, reason)| json!([seat, reason]));
        outcome["refused"] = by_file.chain(refused.iter().map(|one| told_refusal(one, &story))).collect();
        outcome["prompts"] = json!(game.prompts_in(&|_| PromptDetail::About));
        outcome["events"] = json!(told);
        pretty(&outcome, out)?;
    } else {
        out.write_all(summary(&*game, &story, words, &sides(&opened.scenario)).as_bytes())?;
    }
    if !left_out.is_empty() {
        let reasons: Vec<_> = left_out.into_iter().map(|(_, reason)| reason).collect();
        return Err(CliFault::Unsound(reasons.join("\n")));
    }
    // Last, so that what the throws led to can be read beside the fault.
    game.finish_dice().map_err(|fault| CliFault::Facts(fault.message(story.messages(), words.language)))
}

/// An action that was refused, for programs: the seat, and the action with the reason in the reader's language.
fn told_refusal(refused: &RefusedAction, story: &Story) -> Value {
    json!([refused.seat, format!("{}: {}", refused.action.written(), story.refused(&refused.fault))])
}

/// A file of actions being played.
struct Playing<'a> {
    story: &'a Story,
    file: &'a Path,
    /// The first action that is refused ends it.
    strict: bool,
}

/// Actions that were refused: whose, and where and why, in the reader's language.
type LeftOut = Vec<(SeatId, String)>;

impl Playing<'_> {
    /// Plays the actions. One that is refused is told, and the rest goes on. A question that the next of them does not answer gets its
    /// usual answer, so that turns go on.
    fn play(
        &self,
        game: &mut dyn Game,
        prepared: &[(usize, Acted)],
        tell: &mut dyn FnMut(&Happened),
    ) -> Result<LeftOut, CliFault> {
        let mut left_out = LeftOut::new();
        for (number, (line, acted)) in prepared.iter().enumerate() {
            match game.do_deed(&acted.seat, &acted.action) {
                Ok(happened) => tell(&happened),
                Err(fault) if self.strict => {
                    return Err(CliFault::Failed(self.refused(*line, acted, &fault)));
                }
                Err(fault) => {
                    let reason = self.refused(*line, acted, &fault);
                    left_out.push((acted.seat.clone(), self.story.told(&reason)));
                }
            }
            let next = prepared.get(number + 1);
            if next.is_none_or(|(_, next)| next.action.written()["do"] != "answer") {
                usual_answers(game, self.story, tell)?;
            }
        }
        Ok(left_out)
    }

    fn refused(&self, line: usize, acted: &Acted, fault: &ActFault) -> Sentence {
        ACTION_REFUSED.with([
            ("file", self.file.display().into()),
            ("line", line.into()),
            ("seat", (&acted.seat).into()),
            ("reason", self.story.refused(fault).into()),
        ])
    }
}

/// Answers open questions as their prompts propose.
fn usual_answers(
    game: &mut dyn Game,
    story: &Story,
    tell: &mut dyn FnMut(&Happened),
) -> Result<(), CliFault> {
    let open = |game: &dyn Game| {
        game.prompts_in(&|_| PromptDetail::About).into_iter().find(|prompt| prompt.question().is_some())
    };
    while let Some(asked) = open(game) {
        let happened = game.do_deed(&asked.seat, &asked.default).map_err(|fault| {
            CliFault::Failed(of_fight(&FightFault::Default(asked.seat.clone(), fault), story))
        })?;
        tell(&happened);
    }
    Ok(())
}

/// Why a battle does not go on.
fn of_fight(fault: &FightFault, story: &Story) -> Sentence {
    match fault {
        FightFault::Default(seat, fault) => {
            USUAL_ANSWER_REFUSED.with([("seat", seat.into()), ("reason", story.refused(fault).into())])
        }
        FightFault::Stuck => BATTLE_STUCK.into(),
    }
}

/// Why battles cannot be simulated.
pub fn simulation_failed(fault: SimulationFault, story: &Story) -> CliFault {
    match fault {
        SimulationFault::Scenario(fault) => CliFault::Scenario(fault),
        SimulationFault::Unknown(name) => CliFault::Failed(unknown_commander(&name)),
        SimulationFault::Fight(seed, fault) => {
            let reason = Filling::sentence(of_fight(&fault, story));
            CliFault::Failed(BATTLE_OF_SEED.with([("seed", seed.into()), ("reason", reason)]))
        }
    }
}

/// A seat of a battle by its name.
fn seated(game: &dyn Game, seat: &str) -> Result<SeatId, CliFault> {
    let (seat, all) = (SeatId::from(seat), game.seats());
    if all.contains_key(&seat) { Ok(seat) } else { Err(no_such_seat(&seat, all.keys())) }
}

/// Writes what a seat may know.
pub fn view(game: &dyn Game, seat: &str, out: &mut dyn Write) -> Result<(), CliFault> {
    pretty(&game.view(&seated(game, seat)?).json(), out)
}

/// Writes what a seat is asked now: byte for byte what it would be sent.
fn prompts(game: &dyn Game, seat: &str, out: &mut dyn Write) -> Result<(), CliFault> {
    let seat = seated(game, seat)?;
    let asked: Vec<_> = game.prompts().into_iter().filter(|prompt| prompt.seat == seat).collect();
    pretty(&json!(asked), out)
}

/// The names of a scenario's sides.
pub fn sides(scenario: &krigsspil_engine::scenario::Scenario) -> BTreeMap<String, String> {
    scenario.sides.iter().map(|side| (side.id.get_ref().clone(), side.name.clone())).collect()
}

/// The lines of a file of actions, with their numbers.
fn actions(file: &Path, input: &mut dyn BufRead) -> Result<Vec<(usize, Acted)>, CliFault> {
    let all = if file.as_os_str() == "-" {
        let mut all = String::new();
        std::io::Read::read_to_string(input, &mut all).map_err(CliFault::Input)?;
        all
    } else {
        text(file)?
    };
    let lines = all.lines().enumerate().filter(|(_, line)| !line.trim().is_empty());
    lines
        .map(|(number, line)| {
            let read = serde_json::from_str(line).map_err(|error| {
                CliFault::Failed(AT_LINE.with([
                    ("file", file.display().into()),
                    ("line", (number + 1).into()),
                    ("reason", Filling::sentence(misread(&error))),
                ]))
            });
            read.map(|acted| (number + 1, acted))
        })
        .collect()
}

fn tell_events(story: &Story, words: Words, events: &[Told], out: &mut dyn Write) -> Result<(), CliFault> {
    for event in events {
        let turn = words.word("turn");
        let rule = if event.rule().is_empty() { String::new() } else { format!("  (§{})", event.rule()) };
        let moment = number::to_places(event.moment(), 2, words.language);
        writeln!(out, "{turn} {:>2} · {moment}  {}{rule}", event.turn(), story.sentence(event))?;
    }
    Ok(())
}

/// Writes JSON for programs and eyes.
pub fn pretty(value: &Value, out: &mut dyn Write) -> Result<(), CliFault> {
    serde_json::to_writer_pretty(&mut *out, value).map_err(|error| CliFault::Output(error.into()))?;
    Ok(writeln!(out)?)
}

/// How a battle stands, as JSON.
pub fn outcome(game: &dyn Game) -> Value {
    let losses: BTreeMap<_, _> = krigsspil_staff::losses(game)
        .into_iter()
        .map(|(side, (men, lost))| (side, json!({"men": men, "lost": lost})))
        .collect();
    json!({
        "rules": game.rules(),
        "seed": game.seed(),
        "turn": game.turn(),
        "ending": game.ending(),
        "sides": losses,
        "actions": game.actions().len(),
        "digest": game.digest(),
    })
}

/// How a battle stands, for a person.
pub fn summary(game: &dyn Game, story: &Story, words: Words, sides: &BTreeMap<String, String>) -> String {
    let mut grid = Grid::new([Align::Left, Align::Right, Align::Right, Align::Right]);
    grid.row(["", words.word("men"), words.word("lost"), ""].map(str::to_string));
    for (side, (men, lost)) in krigsspil_staff::losses(game) {
        let share = if men > 0 { lost as f64 / men as f64 } else { 0.0 };
        let name = sides.get(&side).cloned().unwrap_or(side);
        grid.row([name, men.to_string(), lost.to_string(), number::percent(share, 1, words.language)]);
    }
    let ending = game.ending().map_or_else(
        || words.sentence("battle_goes_on", &[("turn", &game.turn().to_string())]),
        |ending| story.ending(&ending, sides),
    );
    format!("\n{}\n{ending}\n{} {}\n", grid.text(2), words.word("digest"), game.digest())
}

#[cfg(test)]
mod tests {
    use super::*;
    use krigsspil_engine::Language;
    use krigsspil_engine::battle::{ActFault, Refused};
    use krigsspil_engine::scenario::Scenario;
    use krigsspil_engine::wordings::NOT_YOURS;

    /// What the staff was refused is told to programs in the language that was asked for.
    #[test]
    fn refusals_have_a_language() {
        let file = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../scenarios/meeting/scenario.toml");
        let scenario = Scenario::open(&file).unwrap();
        let maker = krigsspil_rules::maker("borgerkrig").unwrap();
        let game = maker.setup(&scenario, Default::default(), 1, Vec::new()).unwrap();
        let refused = RefusedAction {
            seat: "blue".into(),
            action: json!({"do": "ready"}).into(),
            fault: ActFault::Refused(Refused::not_yours("unit", NOT_YOURS.with([("given", "r1".into())]))),
        };
        let told = Language::ALL.map(|language| {
            let story = Story::of(&*game, Words { language }, &sides(&scenario)).unwrap();
            told_refusal(&refused, &story)
        });
        let wanted = ["unit: `r1` is not yours", "unit: `r1` er ikke din"]
            .map(|why| json!(["blue", format!(r#"{{"do":"ready"}}: {why}"#)]));
        assert_eq!(told, wanted);
    }
}
