//! A game at its table: the battle, who sits where, and everything that can be asked of it. It does no input and output, and is
//! told the time, so that all of it can be tested.
//!
//! What is done is staged and taken as a [`Batch`]. Only when the batch is stored may anybody be told. If it cannot be stored, the table is
//! thrown away and woken again from the store.

mod act;
mod around;
mod dice;
mod drive;
mod finished;
mod look;
mod mail;
mod met;
#[cfg(test)]
mod tests;
mod undo;

use std::collections::{BTreeMap, HashMap};
use std::sync::Arc;

use axum::http::StatusCode;
use krigsspil_engine::battle::{
    Acted, Game, GameMaker, Prompt, PromptDetail, Save, SeatId, Snapshot, TurnBegun,
};
use krigsspil_engine::scenario::Scenario;
use krigsspil_engine::{Language, Sentence};
use krigsspil_staff::{Briefing, Commander};
use serde::{Deserialize, Serialize};

use super::entry::{Entry, What, standing};
use super::links::{LinkHash, MAKER};
use super::settings::{Head, Role, Settings};
use super::store::{Batch, Stored};
use super::wire::{
    Ask, ClockShown, DiceShown, Done, EndingShown, Item, ItemWhat, LONGEST_KEY, Met, Problem, SeatShown,
    StateShown, TableShown, UndoShown,
};
use crate::Library;
use crate::wordings::{BAD_KEY, GAME_BROKEN, NOT_FOR_THIS_SEAT};

/// Milliseconds since 1970.
pub(crate) type Millis = i64;

/// Why a stored game cannot be continued.
#[derive(Debug, thiserror::Error)]
pub(crate) enum WakeFault {
    /// What is stored cannot be read.
    #[error("the stored game cannot be read: {0}")]
    Unreadable(#[from] serde_json::Error),
    /// Its rules are not played by this program.
    #[error("the rules `{0}` are not played by this program")]
    Rules(String),
    /// Its replay comes out differently, and no state is stored to continue from.
    #[error("{0}")]
    Save(String),
}

/// What is stored of the battle beside its actions, so that corrected rules do not change a running game.
#[derive(Clone, Debug, Serialize, Deserialize)]
struct Kept {
    rules_version: String,
    turns: Vec<TurnBegun>,
    snapshot: Option<Box<Snapshot>>,
    /// The state from which the battle was continued under other rules than it began with.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    resumed: Option<Box<Snapshot>>,
}

/// What was done and is not stored yet.
#[derive(Debug, Default)]
struct Staged {
    entries: Vec<Entry>,
    told: Vec<(SeatId, i64, String)>,
    links: Vec<(SeatId, Option<LinkHash>)>,
    /// A turn has begun.
    turned: bool,
}

/// A game at its table.
pub(crate) struct Table {
    pub(crate) id: String,
    pub(crate) settings: Settings,
    library: Arc<Library>,
    maker: Arc<dyn GameMaker>,
    /// None before the dice are settled.
    game: Option<Box<dyn Game>>,
    pub(crate) head: Head,
    /// Entries that are stored.
    stored: i64,
    /// What was done by key, and the number of the last item that its seat was told by then.
    done: HashMap<(SeatId, String), i64>,
    /// The units of others that each seat had in sight when it was last told what happened.
    sighted: HashMap<SeatId, Vec<Met>>,
    staff: BTreeMap<SeatId, Box<dyn Commander>>,
    briefing: Option<Briefing>,
    staged: Staged,
    now: Millis,
}

impl std::fmt::Debug for Table {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Table").field("id", &self.id).finish_non_exhaustive()
    }
}

impl Table {
    /// A new game, in which nothing is done yet.
    pub(crate) fn new(
        id: String,
        settings: Settings,
        head: Head,
        library: Arc<Library>,
        now: Millis,
    ) -> Result<Table, WakeFault> {
        let mut table = Table::empty(id, settings, head, library)?;
        table.now = now;
        table.log(&SeatId::from(MAKER), None, What::Made);
        if !table.settings.shared_dice || table.head.persons().next().is_none() {
            table.begin()?;
        }
        Ok(table)
    }

    fn empty(id: String, settings: Settings, head: Head, library: Arc<Library>) -> Result<Table, WakeFault> {
        let maker = library.maker(&settings.rules).ok_or_else(|| WakeFault::Rules(settings.rules.clone()))?;
        Ok(Table {
            id,
            settings,
            library,
            maker,
            game: None,
            head,
            stored: 0,
            done: HashMap::new(),
            sighted: HashMap::new(),
            staff: BTreeMap::new(),
            briefing: None,
            staged: Staged::default(),
            now: 0,
        })
    }

    /// A stored game, continued where it was.
    pub(crate) fn wake(id: String, stored: &Stored, library: Arc<Library>) -> Result<Table, WakeFault> {
        let head: Head = serde_json::from_str(&stored.head)?;
        let mut table = Table::empty(id, serde_json::from_str(&stored.settings)?, head, library)?;
        let entries: Vec<Entry> =
            stored.entries.iter().map(|entry| Entry::read(entry)).collect::<Result<_, _>>()?;
        table.stored = entries.len() as i64;
        for entry in &entries {
            if let Some(key) = &entry.key {
                table.done.insert((entry.by.clone(), key.clone()), entry.seq);
            }
        }
        if table.head.begun {
            let kept = stored.snapshot.as_deref().map(serde_json::from_str).transpose()?;
            let mut game = table.replayed(standing(&entries), kept)?;
            game.thin();
            table.game = Some(game);
        }
        Ok(table)
    }

    /// Replays the battle. If corrected rules bring it out differently, continues from the beginning of its last turn.
    fn replayed(&self, actions: Vec<Acted>, kept: Option<Kept>) -> Result<Box<dyn Game>, WakeFault> {
        let count = actions.len();
        let save = self.save_with(actions, kept);
        let replayed = self.maker.replay(&save, count, &mut |_, _| {});
        match replayed {
            Ok(game) if game.departed().is_none() => Ok(game),
            _ if save.snapshot.is_some() => {
                let resumed = self.maker.resume(&save).map_err(|fault| WakeFault::Save(fault.to_string()))?;
                match resumed.departed() {
                    Some(departure) => {
                        Err(WakeFault::Save(departure.message(self.messages(), Language::English)))
                    }
                    None => Ok(resumed),
                }
            }
            Ok(game) => Ok(game),
            Err(fault) => Err(WakeFault::Save(fault.message(self.messages(), Language::English))),
        }
    }

    fn save_with(&self, actions: Vec<Acted>, kept: Option<Kept>) -> Save {
        let kept = kept.unwrap_or_else(|| Kept {
            rules_version: self.settings.rules_version.clone(),
            turns: Vec::new(),
            snapshot: None,
            resumed: None,
        });
        // Turns that began after actions which have been taken back did not begin.
        let turns = kept.turns.into_iter().filter(|begun| begun.actions <= actions.len()).collect();
        let stands = |snapshot: &Snapshot| snapshot.actions <= actions.len();
        Save {
            version: 1,
            rules: self.settings.rules.clone(),
            rules_version: kept.rules_version,
            house: Default::default(),
            scenario: self.settings.scenario.clone(),
            ground: self.settings.ground.clone(),
            options: self.settings.options.clone(),
            seed: self.seed(),
            dice: Vec::new(),
            resumed: kept.resumed.filter(|snapshot| stands(snapshot)),
            turns,
            snapshot: kept.snapshot.filter(|snapshot| stands(snapshot)),
            proof: None,
            actions,
        }
    }

    fn messages(&self) -> &krigsspil_engine::Messages {
        match self.library.find(&self.settings.rules) {
            Some(rules) => rules.messages(),
            None => krigsspil_engine::Messages::engine(),
        }
    }

    /// Answers what is asked, in JSON.
    pub(crate) fn ask(
        &mut self,
        who: &SeatId,
        ask: Ask,
        language: Language,
        now: Millis,
    ) -> Result<String, Problem> {
        self.now = now;
        let asked = Asked { who, language };
        match ask {
            Ask::State { samples: false } => Ok(self.state_text(who)),
            Ask::State { samples: true } => Ok(written(&self.state(who, true))),
            Ask::Look(look) => self.look(asked, look),
            Ask::Preview { action } => self.preview(asked, action),
            Ask::Act { key, action } => self.once(asked, key, |table, key| table.act(asked, key, action)),
            Ask::Chat { key, to, text } => {
                self.once(asked, key, |table, key| table.chat(asked, key, &to, text))
            }
            Ask::Undo { key, turn } => self.once(asked, key, |table, key| table.ask_undo(asked, key, turn)),
            Ask::AnswerUndo { agree } => self.answer_undo(asked, agree),
            Ask::Seat { seat, by } => self.give_seat(asked, &seat, &by),
            Ask::Link { seat, hash } => self.change_link(asked, &seat, hash),
            Ask::Pause { paused } => self.pause(asked, paused),
            Ask::Commit { hash } => self.commit(asked, hash),
            Ask::Reveal { number } => self.reveal(asked, number),
            Ask::Throw { key, count, sides } => {
                self.once(asked, key, |table, key| table.throw(asked, key, count, sides))
            }
            Ask::MailTurn => self.mail_turn(asked),
            Ask::MailReply { reply } => self.mail_reply(asked, &reply),
            Ask::Rematch { game } => self.rematch(asked, game),
            Ask::Save => self.finished_save(asked),
            Ask::Replay { seat, after } => self.replayed_view(asked, &seat, after),
        }
    }

    /// Does what a key stands for, unless it has been done.
    fn once(
        &mut self,
        asked: Asked<'_>,
        key: String,
        work: impl FnOnce(&mut Table, &str) -> Result<String, Problem>,
    ) -> Result<String, Problem> {
        if key.is_empty() || key.len() > LONGEST_KEY {
            let sentence = BAD_KEY.with([("most", (LONGEST_KEY as i32).into())]);
            return Err(asked.problem(StatusCode::UNPROCESSABLE_ENTITY, "bad_key", "key", sentence));
        }
        match self.done.get(&(asked.who.clone(), key.clone())) {
            Some(&seq) => Ok(written(&Done { seq, repeated: true })),
            None => {
                let answer = work(self, &key)?;
                self.note_last(asked.who, key);
                Ok(answer)
            }
        }
    }

    /// What a key stands for is done. Its seat may have been told more of it after the line of the log was written: the end of the battle, for example.
    fn note_last(&mut self, who: &SeatId, key: String) {
        let seq = self.seq(who);
        for entry in &mut self.staged.entries {
            if entry.by == *who && entry.key.as_ref() == Some(&key) {
                entry.seq = seq;
            }
        }
        self.done.insert((who.clone(), key), seq);
    }

    /// Writes a line of the log.
    fn log(&mut self, by: &SeatId, key: Option<&str>, what: What) {
        let seq = self.seq(by);
        if let Some(key) = key {
            self.done.insert((by.clone(), key.to_string()), seq);
        }
        let entry = Entry { at: self.now, by: by.clone(), key: key.map(str::to_string), seq, what };
        self.staged.entries.push(entry);
    }

    /// Tells a seat something.
    fn tell(&mut self, seat: &SeatId, what: ItemWhat) {
        let Some(sitting) = self.head.seats.get_mut(seat) else { return };
        sitting.seq += 1;
        let item = Item { seq: sitting.seq, at: self.now, what };
        self.staged.told.push((seat.clone(), item.seq, written(&item)));
    }

    /// Tells every seat the same.
    fn tell_all(&mut self, what: &ItemWhat) {
        for seat in self.head.seats.keys().cloned().collect::<Vec<_>>() {
            self.tell(&seat, what.clone());
        }
    }

    fn seq(&self, seat: &SeatId) -> i64 {
        self.head.seats.get(seat).map_or(0, |sitting| sitting.seq)
    }

    fn done(&self, who: &SeatId) -> String {
        written(&Done { seq: self.seq(who), repeated: false })
    }

    fn role(&self, seat: &SeatId) -> Option<Role> {
        self.head.seats.get(seat).map(|sitting| sitting.role)
    }

    /// What a seat has to decide.
    fn prompts_of(&self, seat: &SeatId, samples: bool) -> Vec<Prompt> {
        let detail = if samples { PromptDetail::Whole } else { PromptDetail::About };
        let wanted = |other: &SeatId| if other == seat { detail } else { PromptDetail::Bare };
        let prompts = self.game.iter().flat_map(|game| game.prompts_in(&wanted));
        prompts.filter(|prompt| prompt.seat == *seat).collect()
    }

    /// The state of the game for a seat.
    pub(crate) fn state(&self, seat: &SeatId, samples: bool) -> StateShown {
        let sits = self.head.seats.contains_key(seat);
        StateShown {
            seq: self.seq(seat),
            table: self.shown(seat),
            view: self.game.as_ref().filter(|_| sits).map(|game| game.view(seat)),
            prompts: if sits { self.prompts_of(seat, samples) } else { Vec::new() },
        }
    }

    /// The same as JSON, without samples, as sockets send it.
    pub(crate) fn state_text(&self, seat: &SeatId) -> String {
        written(&self.state(seat, false))
    }

    fn shown(&self, seat: &SeatId) -> TableShown {
        let seats = self.head.seats.iter().map(|(seat, sitting)| SeatShown {
            seat: seat.clone(),
            role: sitting.role,
            side: sitting.side.clone(),
            by: sitting.by.word(),
        });
        let clock = self.settings.clock.map(|seconds| ClockShown {
            seconds,
            deadline: self.head.deadline.filter(|_| self.head.paused.is_none()),
            paused: self.head.paused,
        });
        let undo = self.head.undo.as_ref().map(|wish| UndoShown {
            by: wish.by.clone(),
            turn: wish.turn,
            agreed: wish.agreed.clone(),
        });
        TableShown {
            game: self.id.clone(),
            title: self.settings.title.clone(),
            rules: self.settings.rules.clone(),
            seat: seat.clone(),
            seats: seats.collect(),
            begun: self.head.begun,
            turn: self.game.as_ref().map_or(0, |game| game.turn()),
            clock,
            paused: self.head.paused.is_some(),
            dice: self.dice_shown(),
            undo,
            by_courier: self.settings.by_courier,
            hot_seat: self.settings.hot_seat,
            ending: self.game.as_ref().and_then(|game| game.ending()).map(EndingShown::from),
            rematch: self.head.rematch.is_some(),
        }
    }

    fn dice_shown(&self) -> DiceShown {
        let by_seat = |of: fn(&super::settings::Share) -> Option<String>| {
            self.head.shares.iter().filter_map(|(seat, share)| Some((seat.to_string(), of(share)?))).collect()
        };
        DiceShown {
            hash: self.settings.dice_hash(),
            shared: self.settings.shared_dice,
            committed: by_seat(|share| Some(share.hash.clone())),
            revealed: by_seat(|share| share.number.clone()),
            secret: self.head.over.then(|| self.settings.secret.clone()),
            seed: self.head.over.then(|| self.seed().to_string()),
        }
    }

    /// The entries that are stored.
    pub(crate) fn upon(&self) -> i64 {
        self.stored
    }

    /// Takes away what was done and must be stored; none when nothing was.
    pub(crate) fn take(&mut self) -> Option<Batch> {
        if self.staged.entries.is_empty() {
            return None;
        }
        let staged = std::mem::take(&mut self.staged);
        self.stored += staged.entries.len() as i64;
        let kept = self.game.as_ref().filter(|_| staged.turned).map(|game| {
            let Save { rules_version, turns, snapshot, resumed, .. } = game.save();
            written(&Kept { rules_version, turns, snapshot, resumed })
        });
        if let Some(game) = self.game.as_mut().filter(|_| staged.turned) {
            game.thin();
        }
        Some(Batch {
            at: self.now,
            entries: staged.entries.iter().map(written).collect(),
            told: staged.told,
            links: staged.links,
            head: written(&self.head),
            snapshot: kept,
            over: self.head.over,
            due: self.due(),
        })
    }

    /// The scenario, read again: for a rematch and for checks.
    fn scenario(&self) -> Result<Scenario, WakeFault> {
        Scenario::read("scenario.toml", &self.settings.scenario, &self.settings.ground)
            .map_err(|fault| WakeFault::Save(fault.message(self.messages(), Language::English)))
    }
}

/// Who asks, and in which language the answer is.
#[derive(Clone, Copy, Debug)]
struct Asked<'a> {
    who: &'a SeatId,
    language: Language,
}

impl Asked<'_> {
    fn problem(&self, status: StatusCode, code: &str, field: &str, sentence: impl Into<Sentence>) -> Problem {
        Problem::told(status, code, field, sentence, self.language)
    }

    /// This seat may not do that.
    fn not_yours(&self, field: &str) -> Problem {
        self.problem(StatusCode::FORBIDDEN, "not_yours", field, NOT_FOR_THIS_SEAT)
    }

    /// The game cannot be continued; the log says why.
    fn broken(&self, fault: &WakeFault) -> Problem {
        tracing::error!(%fault, "a game cannot be continued");
        self.problem(StatusCode::INTERNAL_SERVER_ERROR, "broken", "", GAME_BROKEN)
    }
}

/// JSON of our own types, which can always be written.
fn written(what: &impl Serialize) -> String {
    serde_json::to_string(what).unwrap_or_default()
}
