//! `krigsspil battle`: a battle between commanders, or a prepared situation.

use std::collections::BTreeMap;
use std::io::{BufRead, Write};
use std::path::Path;

use krigsspil_engine::battle::{Game, Happened, PromptDetail, SeatId, Told};
use krigsspil_engine::{Filling, Sentence, number};
use krigsspil_staff::simulate::{Simulation, SimulationFault};
use krigsspil_staff::{FightFault, RefusedAction};
use krigsspil_turn::situation::{AfterRefusal, RefusedLine, SituationFault, play_lines, read_lines};
use serde_json::{Value, json};

use crate::arguments::Battle;
use crate::fault::CliFault;
use crate::grid::{Align, Grid};
use crate::opened::{Opened, no_such_seat, seats, text, unknown_commander, write};
use crate::story::Story;
use crate::wordings::*;
use crate::words::Words;

/// Refuses to fight a scenario that `check` refuses.
fn refuse_the_unsound(command: &Battle, words: Words) -> Result<(), CliFault> {
    let wrong = crate::check::check_file(&command.set_up.scenario, command.set_up.rules.as_deref(), words);
    let told: Vec<String> =
        wrong.iter().map(|one| format!("{}:{}: {}", one.file, one.line, one.reason)).collect();
    if told.is_empty() { Ok(()) } else { Err(CliFault::Unsound(told.join("\n"))) }
}

/// Fights a battle and reports it.
pub fn fight(
    command: &Battle,
    words: Words,
    input: &mut dyn BufRead,
    out: &mut dyn Write,
) -> Result<(), CliFault> {
    let opened = Opened::of(&command.set_up)?;
    refuse_the_unsound(command, words)?;
    let mut game = opened.game(command.seed, command.dice.clone())?;
    let story = Story::of(&*game, words, &sides(&opened.scenario, words))?;
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
        let lines = actions(file, input)?;
        let after_refusal = if command.strict { AfterRefusal::End } else { AfterRefusal::GoOn };
        left_out = play_file(&mut *game, (file, &lines), &story, after_refusal, &mut tell)?;
    }
    let usual = command.actions.is_none().then_some("plain");
    let by_seat = seats(&*game, &command.set_up.seats, usual)?;
    let mut refused = Vec::new();
    // After a file of actions the battle continues if a seat is given to somebody (even to `nobody`), or if `--until` names a turn.
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
        out.write_all(summary(&*game, &story, words, &sides(&opened.scenario, words)).as_bytes())?;
    }
    if !left_out.is_empty() {
        let reasons: Vec<_> = left_out.into_iter().map(|(_, reason)| reason).collect();
        return Err(CliFault::Unsound(reasons.join("\n")));
    }
    // This comes last, so that the reader sees the results of the throws beside the fault.
    game.finish_dice().map_err(|fault| CliFault::Facts(fault.message(story.messages(), words.language)))
}

/// A refused action, for programs: the seat, and the action with the reason in the reader's language.
fn told_refusal(refused: &RefusedAction, story: &Story) -> Value {
    json!([refused.seat, format!("{}: {}", refused.action.written(), story.refused(&refused.fault))])
}

/// Plays a file of actions. Returns each refused action: its seat, and where and why, in the reader's language. The rest are played, unless
/// the first refusal ends the play.
fn play_file(
    game: &mut dyn Game,
    (file, text): (&Path, &str),
    story: &Story,
    after_refusal: AfterRefusal,
    tell: &mut dyn FnMut(&Happened),
) -> Result<Vec<(SeatId, String)>, CliFault> {
    let name = || file.display().into();
    let lines = read_lines(text).map_err(|(line, reason)| {
        let blanks = [("file", name()), ("line", line.into()), ("reason", Filling::sentence(reason))];
        CliFault::Failed(AT_LINE.with(blanks))
    })?;
    let told = |refused: &RefusedLine| {
        ACTION_REFUSED.with([
            ("file", name()),
            ("line", refused.number.into()),
            ("seat", (&refused.seat).into()),
            ("reason", story.refused(&refused.fault).into()),
        ])
    };
    let refused = play_lines(game, &lines, after_refusal, tell).map_err(|fault| match fault {
        SituationFault::Line(line) => CliFault::Failed(told(&line)),
        SituationFault::Default(seat, fault) => {
            CliFault::Failed(of_fight(&FightFault::Default(seat, fault), story))
        }
    })?;
    Ok(refused.iter().map(|line| (line.seat.clone(), story.told(&told(line)))).collect())
}

/// Why a battle cannot continue.
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

/// Finds a seat of a battle by its name.
fn seated(game: &dyn Game, seat: &str) -> Result<SeatId, CliFault> {
    let (seat, all) = (SeatId::from(seat), game.seats());
    if all.contains_key(&seat) { Ok(seat) } else { Err(no_such_seat(&seat, all.keys())) }
}

/// Writes what a seat may know.
pub fn view(game: &dyn Game, seat: &str, out: &mut dyn Write) -> Result<(), CliFault> {
    pretty(&game.view(&seated(game, seat)?).json(), out)
}

/// Writes the open questions of a seat: byte for byte what the server would send.
fn prompts(game: &dyn Game, seat: &str, out: &mut dyn Write) -> Result<(), CliFault> {
    let seat = seated(game, seat)?;
    let asked: Vec<_> = game.prompts().into_iter().filter(|prompt| prompt.seat == seat).collect();
    pretty(&json!(asked), out)
}

/// The names of a scenario's sides.
pub fn sides(scenario: &krigsspil_engine::scenario::Scenario, words: Words) -> BTreeMap<String, String> {
    let named = scenario.sides.iter();
    named.map(|side| (side.id.get_ref().clone(), words.said(&side.name).to_string())).collect()
}

/// The text of a file of actions.
fn actions(file: &Path, input: &mut dyn BufRead) -> Result<String, CliFault> {
    if file.as_os_str() != "-" {
        return text(file);
    }
    let mut all = String::new();
    input.read_to_string(&mut all).map_err(CliFault::Input)?;
    Ok(all)
}

fn tell_events(story: &Story, words: Words, events: &[Told], out: &mut dyn Write) -> Result<(), CliFault> {
    for event in events {
        let turn = story.label("word", "turn");
        let rule = match event.rule() {
            "" => String::new(),
            rule => format!("  ({})", story.cited(rule)),
        };
        let moment = number::to_places(event.moment(), 2, words.language);
        writeln!(out, "{turn} {:>2} · {moment}  {}{rule}", event.turn(), story.sentence(event))?;
    }
    Ok(())
}

/// Writes JSON that programs and people can read.
pub fn pretty(value: &Value, out: &mut dyn Write) -> Result<(), CliFault> {
    serde_json::to_writer_pretty(&mut *out, value).map_err(|error| CliFault::Output(error.into()))?;
    Ok(writeln!(out)?)
}

/// The state of a battle, as JSON.
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

/// The state of a battle, for a person.
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

    /// Programs get the staff's refusals in the language they asked for.
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
            let story = Story::of(&*game, Words { language }, &sides(&scenario, Words { language })).unwrap();
            told_refusal(&refused, &story)
        });
        let wanted = ["unit: `r1` is not yours", "unit: `r1` er ikke din"]
            .map(|why| json!(["blue", format!(r#"{{"do":"ready"}}: {why}"#)]));
        assert_eq!(told, wanted);
    }
}
