//! A battle in play: the four functions, with the save kept together with the state.

use std::sync::{Arc, OnceLock};

use serde::Serialize;
use sha2::{Digest, Sha256};

use super::save::SAVE_VERSION;
use super::{
    Acted, BattleDice, Deed, Departure, Ending, Fought, Happened, Options, Playable, Preview, Prompt,
    PromptDetail, Refused, Save, SeatId, Seats, TurnBegun, View, ViewDetail, fingerprint,
};
use crate::scenario::{Scenario, ScenarioFault};
use crate::{Fault, Language, Messages, wordings};

/// Why an action was not carried out. Nothing has changed.
#[derive(Clone, Debug, PartialEq)]
pub enum ActFault {
    /// Nobody sits there.
    NoSuchSeat(SeatId),
    /// The battle is over.
    Over,
    /// The action is not one the rules know, or has fields it should not have.
    Unreadable(Fault),
    /// It is refused.
    Refused(Refused),
}

impl ActFault {
    /// Why, in a language. `messages` are those of the battle's rule set.
    pub fn message(&self, messages: &Messages, language: Language) -> String {
        let sentence = match self {
            ActFault::Refused(refused) => return refused.message(messages, language),
            ActFault::NoSuchSeat(seat) => wordings::NO_SUCH_SEAT.with([("seat", seat.into())]),
            ActFault::Over => wordings::BATTLE_OVER.into(),
            ActFault::Unreadable(fault) => return fault.message(messages, language),
        };
        sentence.message(messages, language)
    }
}

/// In English; a rule's refusal by its key, as the engine has not the rule set's words.
impl std::fmt::Display for ActFault {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(&self.message(Messages::engine(), Language::English))
    }
}

impl std::error::Error for ActFault {}

/// A battle being played.
#[derive(Clone, Debug)]
pub struct Played<R: Playable> {
    pub(super) rules: R,
    pub(super) battle: R::Battle,
    /// Without what is made of the starts when somebody wants to save.
    pub(super) save: Save,
    pub(super) starts: Vec<Arc<Start<R::Battle>>>,
    pub(super) departed: Option<Departure>,
}

/// A battle as a turn began.
#[derive(Debug)]
pub(super) struct Start<B> {
    pub turn: u32,
    pub actions: usize,
    /// How many dice were thrown by then.
    pub dice: u64,
    /// The battle as it was then; none when it was let go of.
    pub state: Option<B>,
    /// Made when somebody reads it: most battles are never saved.
    digest: OnceLock<String>,
}

impl<B: Serialize> Start<B> {
    pub fn digest(&self) -> &str {
        // The digest is made before the state is let go of.
        self.digest.get_or_init(|| self.state.as_ref().map(digest).unwrap_or_default())
    }

    /// The same without the state.
    fn bare(&self) -> Self {
        let digest = OnceLock::from(self.digest().to_string());
        Start { turn: self.turn, actions: self.actions, dice: self.dice, state: None, digest }
    }
}

impl<R: Playable + Clone> Played<R> {
    /// Sets a battle up.
    pub fn setup(rules: R, scenario: &Scenario, options: Options, seed: u64) -> Result<Self, ScenarioFault> {
        Self::setup_with_dice(rules, scenario, options, seed, Vec::new())
    }

    /// Sets a battle up whose first throws are given.
    pub fn setup_with_dice(
        rules: R,
        scenario: &Scenario,
        options: Options,
        seed: u64,
        dice: Vec<i32>,
    ) -> Result<Self, ScenarioFault> {
        let beyond = |die: crate::dice::Die| {
            let shown = dice.iter().position(|shown| !(die.lowest()..=die.highest()).contains(shown))?;
            Some(Fault::impossible_die(shown, dice[shown].into(), die))
        };
        if let Some(fault) = R::ONLY_DIE.and_then(beyond) {
            let reason = wordings::UNREADABLE.with([("reason", crate::Filling::Fault(fault))]);
            return Err(ScenarioFault::at("dice", 1, reason));
        }
        let thrown = BattleDice::scripted_first(dice.iter().copied(), seed);
        let battle = rules.setup(scenario, &options, thrown)?;
        let save = Save {
            version: SAVE_VERSION,
            rules: R::ID.to_string(),
            rules_version: R::VERSIONS.last().map_or("", |version| version.name).to_string(),
            house: rules.house(),
            scenario: scenario.text.clone(),
            ground: scenario.ground_text.clone(),
            options,
            seed,
            dice,
            actions: Vec::new(),
            resumed: None,
            turns: Vec::new(),
            snapshot: None,
            proof: None,
        };
        Ok(Self::begun(rules, battle, save))
    }

    /// A battle at a turn's start.
    pub(super) fn begun(rules: R, battle: R::Battle, save: Save) -> Self {
        let mut played = Played { rules, battle, save, starts: Vec::new(), departed: None };
        played.mark_turn();
        played
    }

    /// Marks the start of a turn, when one has begun.
    fn mark_turn(&mut self) {
        let turn = self.battle.turn();
        if self.starts.last().is_none_or(|last| last.turn != turn) {
            let (actions, state) = (self.save.actions.len(), Some(self.battle.clone()));
            let dice = self.battle.dice().thrown();
            self.starts.push(Arc::new(Start { turn, actions, dice, state, digest: OnceLock::new() }));
        }
    }

    /// Lets go of the states at which past turns began, but for the first and the last. What is saved stays the same; going
    /// back beyond the last turn is then a replay from the first.
    pub fn thin(&mut self) {
        let last = self.starts.len().saturating_sub(1);
        for start in self.starts.iter_mut().take(last).skip(1).filter(|start| start.state.is_some()) {
            *start = Arc::new(start.bare());
        }
    }

    /// Carries an action out, read from JSON.
    pub fn act(&mut self, seat: &SeatId, action: &serde_json::Value) -> Result<Happened, ActFault> {
        self.do_deed(seat, &Deed::from(action.clone()))
    }

    /// Carries a typed action out.
    pub fn do_action(&mut self, seat: &SeatId, action: &R::Action) -> Result<Happened, ActFault> {
        self.do_deed(seat, &Deed::of(action.clone()))
    }

    /// Carries an action out, typed or JSON.
    pub fn do_deed(&mut self, seat: &SeatId, deed: &Deed) -> Result<Happened, ActFault> {
        if !self.battle.seats().contains_key(seat) {
            return Err(ActFault::NoSuchSeat(seat.clone()));
        }
        if self.ending().is_some() {
            return Err(ActFault::Over);
        }
        let action = deed.read::<R::Action>().map_err(ActFault::Unreadable)?;
        let mut events = Vec::new();
        if self.rules.checks_first(&action) {
            let before = cfg!(debug_assertions).then(|| self.battle.clone());
            if let Err(refused) = self.rules.act(&mut self.battle, seat, &action, &mut events) {
                let untouched = before.is_none_or(|before| fingerprint(&before) == fingerprint(&self.battle));
                debug_assert!(untouched, "a refused action left a trace: {deed:?}");
                return Err(ActFault::Refused(refused));
            }
        } else {
            let mut next = self.battle.clone();
            self.rules.act(&mut next, seat, &action, &mut events).map_err(ActFault::Refused)?;
            self.battle = next;
        }
        self.save.actions.push(Acted { seat: seat.clone(), action: deed.clone() });
        self.mark_turn();
        Ok(Happened::new(events, self.ending().is_some()))
    }
}

impl<R: Playable> Played<R> {
    /// The rule set.
    pub fn rules(&self) -> &R {
        &self.rules
    }

    /// The whole state, for the umpire, the tests and the report.
    pub fn battle(&self) -> &R::Battle {
        &self.battle
    }

    /// What a seat may know.
    pub fn view(&self, seat: &SeatId) -> View {
        self.rules.view(&self.battle, seat, ViewDetail::Whole)
    }

    /// The same, with as much detail as is wanted.
    pub fn view_in(&self, seat: &SeatId, detail: ViewDetail) -> View {
        self.rules.view(&self.battle, seat, detail)
    }

    /// Who must decide what.
    pub fn prompts(&self) -> Vec<Prompt> {
        self.rules.prompts(&self.battle, &|_| PromptDetail::Whole)
    }

    /// The same, with as much detail for each seat as it wants.
    pub fn prompts_in(&self, wanted: &dyn Fn(&SeatId) -> PromptDetail) -> Vec<Prompt> {
        self.rules.prompts(&self.battle, wanted)
    }

    /// What an action would lead to, computed only from what the seat may know.
    pub fn preview(&self, seat: &SeatId, deed: &Deed) -> Result<Preview, ActFault> {
        if !self.battle.seats().contains_key(seat) {
            return Err(ActFault::NoSuchSeat(seat.clone()));
        }
        let action = deed.read::<R::Action>().map_err(ActFault::Unreadable)?;
        self.rules.preview(&self.battle, seat, &action).map_err(ActFault::Refused)
    }

    /// How it ended, when it has.
    pub fn ending(&self) -> Option<Ending> {
        self.battle.ending().cloned()
    }

    /// Every seat.
    pub fn seats(&self) -> Seats {
        self.battle.seats().clone()
    }

    /// The turn, from 1.
    pub fn turn(&self) -> u32 {
        self.battle.turn()
    }

    /// Checks that every prepared throw was used. Throws left over are a fault of `dice`.
    pub fn finish_dice(&self) -> Result<(), Fault> {
        match (self.battle.dice().script_left(), self.save.dice.len()) {
            (0, _) => Ok(()),
            (left, given) => Err(Fault::too_many_dice(given.saturating_sub(left), given)),
        }
    }

    /// The save so far, with a mark for the start of each turn and the state at the start of the last.
    pub fn save(&self) -> Save {
        let begun = |start: &Arc<Start<R::Battle>>| TurnBegun {
            turn: start.turn,
            actions: start.actions,
            dice: start.dice,
            digest: start.digest().to_string(),
        };
        let last = self.starts.last().filter(|start| start.actions > 0 && self.ending().is_none());
        let stored = last.and_then(|start| self.rules.store(start.state.as_ref()?, start.actions));
        let snapshot = stored.map(Box::new);
        Save { turns: self.starts.iter().map(begun).collect(), snapshot, ..self.save.clone() }
    }

    /// The seed of its dice.
    pub fn seed(&self) -> u64 {
        self.save.seed
    }

    /// What was done, in order.
    pub fn actions(&self) -> &[Acted] {
        &self.save.actions
    }

    /// Where the replay differed from its save, if it did.
    pub fn departed(&self) -> Option<&Departure> {
        self.departed.as_ref()
    }

    /// The digest of the whole state: SHA-256 of its JSON, in hexadecimal.
    pub fn digest(&self) -> String {
        digest(&self.battle)
    }
}

/// The digest of a state: SHA-256 of its JSON, in hexadecimal.
pub fn digest(state: &impl Serialize) -> String {
    let state = serde_json::to_vec(state).unwrap_or_default();
    Sha256::digest(&state).iter().map(|byte| format!("{byte:02x}")).collect()
}

#[cfg(test)]
mod tests {
    use super::super::{BattleLanguage, Event, RulesVersion, Seat};
    use super::*;

    /// A battle that is one number, with rules that change the state before they refuse.
    #[derive(Clone)]
    struct Scribbler {
        vouches: bool,
    }

    crate::orders! {
        /// What one can do to a number.
        pub enum Sum tagged "do" {
            /// Adds.
            Add = "add", "" { number: i32; };
            /// Adds, if there is anything to add.
            AddOrRefuse = "add_or_refuse", "" { number: i32; };
            /// Writes first and refuses then.
            ScribbleAndRefuse = "scribble", "";
        }
    }

    static NOTHING_DECLARED: BattleLanguage = BattleLanguage::NOTHING;

    impl Fought for i32 {
        fn ending(&self) -> Option<&Ending> {
            None
        }
        fn seats(&self) -> &Seats {
            static SEATS: OnceLock<Seats> = OnceLock::new();
            SEATS.get_or_init(|| [(SeatId::from("blue"), Seat::Onlooker)].into())
        }
        fn turn(&self) -> u32 {
            1 + self.unsigned_abs() / 10
        }
        fn dice(&self) -> &BattleDice {
            static NOTHING_THROWN: OnceLock<BattleDice> = OnceLock::new();
            NOTHING_THROWN.get_or_init(|| BattleDice::scripted_first([], 1))
        }
    }

    impl Playable for Scribbler {
        type Battle = i32;
        type Action = Sum;

        const ID: &'static str = "scribbler";
        const LANGUAGE: &'static BattleLanguage = &NOTHING_DECLARED;
        const OPTIONS: &'static [&'static str] = &["umpire"];
        const VERSIONS: &'static [RulesVersion] = &[];

        fn setup(&self, _: &Scenario, _: &Options, _: BattleDice) -> Result<i32, ScenarioFault> {
            Ok(0)
        }
        fn view(&self, _: &i32, _: &SeatId, _: ViewDetail) -> View {
            unreachable!("nobody looks")
        }
        fn prompts(&self, _: &i32, _: &dyn Fn(&SeatId) -> PromptDetail) -> Vec<Prompt> {
            Vec::new()
        }
        fn preview(&self, _: &i32, _: &SeatId, _: &Sum) -> Result<Preview, Refused> {
            Ok(Preview::default())
        }
        fn checks_first(&self, deed: &Sum) -> bool {
            self.vouches || matches!(deed, Sum::AddOrRefuse { .. })
        }
        fn act(
            &self,
            battle: &mut i32,
            _: &SeatId,
            deed: &Sum,
            _: &mut Vec<Arc<Event>>,
        ) -> Result<(), Refused> {
            match deed {
                Sum::AddOrRefuse { number } if *number < 0 => {
                    return Err(Refused::unclear("add", wordings::NOT_DICE));
                }
                Sum::Add { number } | Sum::AddOrRefuse { number } => *battle += number,
                Sum::ScribbleAndRefuse => {
                    *battle += 100;
                    return Err(Refused::unclear("add", wordings::NOT_DICE));
                }
            }
            Ok(())
        }
    }

    fn game(vouches: bool) -> Played<Scribbler> {
        let save = Save {
            version: SAVE_VERSION,
            rules: "scribbler".to_string(),
            rules_version: String::new(),
            house: Default::default(),
            scenario: String::new(),
            ground: String::new(),
            options: Options::new(),
            seed: 1,
            dice: Vec::new(),
            actions: Vec::new(),
            resumed: None,
            turns: Vec::new(),
            snapshot: None,
            proof: None,
        };
        Played::begun(Scribbler { vouches }, 0, save)
    }

    /// A refused action leaves no trace, whatever the rules changed before they refused. An accepted action is done and saved.
    #[test]
    fn a_refused_action_leaves_no_trace() {
        let mut game = game(false);
        let blue = SeatId::from("blue");
        game.do_action(&blue, &Sum::Add { number: 1 }).unwrap();
        game.do_action(&blue, &Sum::AddOrRefuse { number: 2 }).unwrap();
        assert!(game.do_action(&blue, &Sum::ScribbleAndRefuse).is_err());
        assert!(game.do_action(&blue, &Sum::AddOrRefuse { number: -2 }).is_err());
        assert!(matches!(
            game.do_action(&"red".into(), &Sum::Add { number: 1 }),
            Err(ActFault::NoSuchSeat(_))
        ));
        assert!(matches!(game.act(&blue, &serde_json::json!("dance")), Err(ActFault::Unreadable(_))));
        assert_eq!((*game.battle(), game.actions().len()), (3, 2));
    }

    /// A battle that lets go of the states of past turns saves the same and goes back to the same, and holds only the first and the last.
    #[test]
    fn a_thin_battle_is_the_same_battle() {
        let mut thin = game(false);
        let blue = SeatId::from("blue");
        for _ in 0..9 {
            thin.do_action(&blue, &Sum::Add { number: 5 }).unwrap();
        }
        let whole = thin.clone();
        thin.thin();
        let held =
            |game: &Played<Scribbler>| game.starts.iter().filter(|start| start.state.is_some()).count();
        assert_eq!((whole.starts.len(), held(&whole), thin.starts.len(), held(&thin)), (5, 5, 5, 2));
        let (mut one, mut other) = (whole, thin);
        while !one.actions().is_empty() {
            assert_eq!((one.battle(), one.save().text()), (other.battle(), other.save().text()));
            (one, other) = (one.undone().unwrap(), other.undone().unwrap());
            other.thin();
        }
        assert_eq!((one.battle(), other.battle()), (&0, &0));
    }

    /// A save with an option the rules do not have is not played without it.
    #[test]
    fn an_unknown_option_is_refused() {
        let mut save = game(false).save;
        save.options.insert("umpires".to_string(), true);
        let fault = Played::replay(Scribbler { vouches: false }, &save).map(|_| ()).unwrap_err();
        let told = Language::ALL.map(|language| fault.message(Messages::engine(), language));
        assert_eq!(
            told,
            [
                "there is no option `umpires`; there are umpire; did you mean `umpire`?",
                "der er ingen valgfri regel `umpires`; der findes umpire; mente du `umpire`?"
            ]
        );
    }

    /// Rules that claim to check first and do not are caught.
    #[test]
    #[cfg(debug_assertions)]
    #[should_panic(expected = "left a trace")]
    fn rules_are_held_to_their_word() {
        let _ = game(true).do_action(&SeatId::from("blue"), &Sum::ScribbleAndRefuse);
    }
}
