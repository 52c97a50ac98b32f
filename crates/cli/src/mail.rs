//! `krigsspil mail`: a battle by mail, for those who have no server between them. One player keeps the battle's file, which holds the dice's
//! secret and everybody's orders; the others are sent turn files, which hold what their seat may know and nothing else, and send replies.

use std::io::Write;
use std::path::Path;

use krigsspil_engine::battle::{Deed, DiceProof, Game, PromptDetail, Save, SeatId, Told, hash_of, seed_of};
use krigsspil_server::mail::{ReplyFile, TurnFile, done_by};
use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::arguments::{Mail, MailStep, SetUp};
use crate::fault::CliFault;
use crate::opened::{Opened, broken, departed, maker_of, no_such_seat, text, write};
use crate::wordings::{MAIL_NOT_OVER, MAIL_OLD, MAIL_OTHER_BATTLE, MAIL_REFUSED, MAIL_UNREADABLE};
use crate::words::Words;

/// The file of a battle by mail. Only its keeper has it.
#[derive(Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct BattleFile {
    /// The secret of the dice.
    mail_secret: String,
    save: Save,
}

/// What is read of a turn file to reply to it.
#[derive(Debug, Deserialize)]
struct TurnRead {
    mail_turn: String,
    seat: SeatId,
    after: usize,
}

/// Carries a step out.
pub fn carry_out(command: &Mail, words: Words, out: &mut dyn Write) -> Result<(), CliFault> {
    match &command.step {
        MailStep::Begin { scenario, rules, options, output } => {
            let set_up = SetUp {
                scenario: scenario.clone(),
                rules: rules.clone(),
                seats: Vec::new(),
                options: options.clone(),
                house: None,
            };
            begin(&set_up, output, words, out)
        }
        MailStep::Export { battle, seat, output } => export(battle, &SeatId::from(seat.as_str()), output),
        MailStep::Reply { turn, actions, output } => reply(turn, actions, output),
        MailStep::Import { battle, reply } => import(battle, reply, words, out),
        MailStep::Finish { battle, output } => finish(battle, output),
    }
}

fn begin(set_up: &SetUp, output: &Path, words: Words, out: &mut dyn Write) -> Result<(), CliFault> {
    let opened = Opened::of(set_up)?;
    let mut bytes = [0u8; 32];
    getrandom::fill(&mut bytes).map_err(|error| CliFault::Input(std::io::Error::other(error.to_string())))?;
    let secret: String = bytes.iter().map(|byte| format!("{byte:02x}")).collect();
    let game = opened.game(seed_of(&secret, std::iter::empty()), Vec::new())?;
    let hash = hash_of(&secret);
    put(output, &BattleFile { mail_secret: secret, save: game.save() })?;
    Ok(writeln!(out, "{}", words.sentence("mail_begun", &[("hash", &hash)]))?)
}

fn read<T: for<'de> Deserialize<'de>>(file: &Path) -> Result<T, CliFault> {
    serde_json::from_str(&text(file)?)
        .map_err(|error| CliFault::Failed(MAIL_UNREADABLE.with([("reason", error.to_string().into())])))
}

fn put(file: &Path, what: &impl Serialize) -> Result<(), CliFault> {
    let text = serde_json::to_string_pretty(what).unwrap_or_default();
    write(file, text.as_bytes())
}

/// The battle of a file, played to where it stands, with what a seat was told on the way.
fn played(battle: &BattleFile, seat: &SeatId) -> Result<(Box<dyn Game>, Vec<Told>), CliFault> {
    let save = &battle.save;
    let mut told: Vec<Told> = Vec::new();
    let game = maker_of(save)?.replay(save, save.actions.len(), &mut |_, happened| {
        let last = told.last().map_or(0, |event| event.number);
        told.extend(happened.told(seat, last));
    });
    let game = game.map_err(broken(save))?;
    departed(save, &*game)?;
    Ok((game, told))
}

fn export(battle: &Path, seat: &SeatId, output: &Path) -> Result<(), CliFault> {
    let battle: BattleFile = read(battle)?;
    let (game, told) = played(&battle, seat)?;
    let seats = game.seats();
    if !seats.contains_key(seat) {
        return Err(no_such_seat(seat, seats.keys()));
    }
    // Between friends by mail the print holds: nothing is measured beforehand that it forbids to measure.
    let no_measuring = krigsspil_rules::no_measuring(&battle.save.rules);
    let turn = TurnFile::of(&*game, seat, hash_of(&battle.mail_secret), told, no_measuring);
    put(output, &turn)
}

fn reply(turn: &Path, actions: &Path, output: &Path) -> Result<(), CliFault> {
    let turn: TurnRead = read(turn)?;
    let text = text(actions)?;
    let lines = text.lines().filter(|line| !line.trim().is_empty());
    let actions = lines
        .map(serde_json::from_str)
        .collect::<Result<Vec<Value>, _>>()
        .map_err(|error| CliFault::Failed(MAIL_UNREADABLE.with([("reason", error.to_string().into())])))?;
    put(output, &ReplyFile { mail_reply: turn.mail_turn, seat: turn.seat, after: turn.after, actions })
}

fn import(file: &Path, reply: &Path, words: Words, out: &mut dyn Write) -> Result<(), CliFault> {
    let mut battle: BattleFile = read(file)?;
    let reply: ReplyFile = read(reply)?;
    if reply.mail_reply != hash_of(&battle.mail_secret) {
        return Err(CliFault::Failed(MAIL_OTHER_BATTLE.into()));
    }
    let (mut game, _) = played(&battle, &reply.seat)?;
    if reply.after != done_by(&*game, &reply.seat) {
        return Err(CliFault::Failed(MAIL_OLD.with([("seat", (&reply.seat).into())])));
    }
    for (place, action) in reply.actions.iter().enumerate() {
        // All of a reply is done or none: the file is written when the last is.
        game.do_deed(&reply.seat, &Deed::from(action.clone())).map_err(|fault| {
            let reason = refused(&battle.save, &fault, words);
            let number = i32::try_from(place + 1).unwrap_or(i32::MAX);
            CliFault::Failed(MAIL_REFUSED.with([("number", number.into()), ("reason", reason.into())]))
        })?;
    }
    battle.save = game.save();
    put(file, &battle)?;
    let mut seats: Vec<_> =
        game.prompts_in(&|_| PromptDetail::Bare).into_iter().map(|prompt| prompt.seat.to_string()).collect();
    seats.dedup();
    let waits = match game.ending() {
        Some(_) => words.word("mail_over").to_string(),
        None => words.sentence("mail_waits_for", &[("seats", &seats.join(", "))]),
    };
    let (actions, turn) = (game.actions().len().to_string(), game.turn().to_string());
    let blanks = [("actions", actions.as_str()), ("turn", &turn), ("waits", &waits)];
    Ok(writeln!(out, "{}", words.sentence("mail_stands", &blanks))?)
}

/// Why an action was refused, in the reader's own words already.
fn refused(save: &Save, fault: &krigsspil_engine::battle::ActFault, words: Words) -> String {
    match krigsspil_rules::open(&save.rules, None) {
        Ok(rules) => fault.message(rules.messages(), words.language),
        Err(_) => fault.to_string(),
    }
}

fn finish(battle: &Path, output: &Path) -> Result<(), CliFault> {
    let battle: BattleFile = read(battle)?;
    let (game, _) = played(&battle, &SeatId::onlooker())?;
    if game.ending().is_none() {
        return Err(CliFault::Failed(MAIL_NOT_OVER.into()));
    }
    let mut save = game.save();
    save.proof = Some(Box::new(DiceProof {
        hash: hash_of(&battle.mail_secret),
        secret: battle.mail_secret,
        shares: Vec::new(),
        digest: game.digest(),
    }));
    write(output, save.text().as_bytes())
}
