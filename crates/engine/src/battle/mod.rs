//! Battles: four functions connect a rule set with the world.
//! `setup` makes a battle from a scenario, `view` shows a seat what it may know, `prompts` lists who must decide what, and `act` carries
//! out an action or refuses it. Everything else (saves, replay, undo, digests, what each seat is sent) is written once, here, in
//! [`Played`].

mod card;
mod common;
mod conform;
mod departure;
mod doctrine;
mod drill;
mod event;
mod events;
mod fingerprint;
mod game;
mod given;
mod language;
mod played;
mod preview;
mod prompt;
mod proof;
mod question;
mod reference;
mod replay;
mod samples;
mod save;
mod schemas;
mod seat;
mod shown;
mod taken;
mod told;
mod view;

pub use card::CardLine;
pub use common::{CommonSpec, PARTS, Part, Shape, There, common_part, common_unit};
pub use conform::conforms;
pub use departure::{Departure, RulesVersion, Sign, Versions};
pub use doctrine::{Doctrine, Leashes, Nearness, Reaches};
pub use drill::{
    Act, Acts, ChargeAsked, Drill, Evolution, FireIntent, Flank, Formed, GunMeans, Heard, Intent, Load,
    Means, OddsAsked, Poise, Rider, Role, Trim,
};
pub use event::{Audience, Event, Happened, MARCHED, Told, Way, Working};
pub use events::EventSpec;
pub use fingerprint::fingerprint;
pub use game::{Game, GameMaker};
pub use given::{
    CourierName, Given, Heading, Landmark, Leader, Moment, OwnUnit, Place, QuestionNumber, SeenUnit,
    read_given,
};
pub use language::{BattleLanguage, Group, language_is_labelled};
pub use played::{ActFault, Played, digest};
pub use preview::{Crossing, Meeting, Preview, Standing, SumPreviewed, Waypoint};
pub use prompt::{About, ActionsAsked, Closed, OrdersAsked, Prompt, PromptDetail, RiderAsked, UnitAsked};
pub use proof::{DiceProof, DiceShare, hash_of, seed_of};
pub use question::{Question, QuestionAsked, QuestionSpec};
pub use reference::{KindTold, KindsTold, ParameterTold};
pub use replay::QUESTIONS_ONE_BY_ONE;
pub use samples::{Known, Sampler};
pub use save::{Acted, HouseTables, Save, SaveFault, Snapshot, TurnBegun};
pub use schemas::Naming;
pub use seat::{Seat, SeatId, Seats};
pub use shown::{Details, MayKnow, Showable, Shown, ShownSpec};
pub use taken::{Deed, KindSpec, Taken, kind_of, parameter};
pub use view::{
    AddedRule, Arm, At, Bound, ChangeShown, Condition, CourierShown, LeaderShown, Life, Measure,
    ObjectiveShown, OwnSide, OwnUnitShown, Presence, Stage, Strength, TableShown, UnitShown, View,
    ViewDetail, ZoneShown,
};

use std::sync::Arc;

use serde::Serialize;

use crate::scenario::{Scenario, ScenarioFault};
use crate::{Language, Messages, Refusal, Sentence};

/// Why an action is refused. Nothing has changed.
#[derive(Clone, Debug, PartialEq)]
pub enum Refused {
    /// A rule forbids it; the field of the action at fault, and the rule.
    ByRule(String, &'static Refusal),
    /// A procedure's own door refuses the facts.
    ByProcedure(crate::Fault),
    /// The seat may not do this: the field of the action at fault, and why.
    NotYours(String, Sentence),
    /// The action makes no sense as it stands: the field at fault, what is wrong, and what would be right.
    Unclear(String, Sentence),
}

impl Refused {
    /// The seat may not do this.
    pub fn not_yours(field: impl Into<String>, why: impl Into<Sentence>) -> Self {
        Refused::NotYours(field.into(), why.into())
    }

    /// The action makes no sense as it stands.
    pub fn unclear(field: impl Into<String>, why: impl Into<Sentence>) -> Self {
        Refused::Unclear(field.into(), why.into())
    }

    /// The rule that refuses; `None` if it is not a rule.
    pub fn rule(&self) -> Option<&'static str> {
        match self {
            Refused::ByRule(_, refusal) => Some(refusal.rule),
            Refused::ByProcedure(fault) => fault.rule(),
            Refused::NotYours(..) | Refused::Unclear(..) => None,
        }
    }

    /// The key of its text: in the `refusal` labels if a rule refuses, otherwise in the `fault` sentences.
    pub fn key(&self) -> &'static str {
        match self {
            Refused::ByRule(_, refusal) => refusal.key,
            Refused::ByProcedure(fault) => fault.key(),
            Refused::NotYours(_, why) | Refused::Unclear(_, why) => why.key(),
        }
    }

    /// The field of the action that is at fault.
    pub fn field(&self) -> &str {
        match self {
            Refused::ByRule(field, _) | Refused::NotYours(field, _) | Refused::Unclear(field, _) => field,
            Refused::ByProcedure(fault) => fault.field(),
        }
    }

    /// Why, in a language: the field at fault, and the sentence.
    pub fn message(&self, messages: &Messages, language: Language) -> String {
        match self {
            Refused::ByRule(field, refusal) => format!("{field}: {}", refusal.message(messages, language)),
            Refused::ByProcedure(fault) => fault.message(messages, language),
            Refused::NotYours(field, why) | Refused::Unclear(field, why) => {
                format!("{field}: {}", why.message(messages, language))
            }
        }
    }
}

impl From<crate::Fault> for Refused {
    fn from(fault: crate::Fault) -> Self {
        Refused::ByProcedure(fault)
    }
}

/// How a battle ended.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Ending {
    /// The side that won; `None` for a draw.
    pub winner: Option<String>,
    /// Why: a key of the `ending` labels.
    pub reason: &'static str,
    /// Points of each side, where the scenario counts them.
    pub points: Vec<(String, i32)>,
}

/// The whole state of a battle. Its JSON is what the digest is taken of, so it must hold no map with an order of its own.
pub trait Fought: Clone + Serialize + Send + Sync {
    /// How it ended, when it has.
    fn ending(&self) -> Option<&Ending>;
    /// Its seats.
    fn seats(&self) -> &Seats;
    /// The turn, from 1.
    fn turn(&self) -> u32;
    /// Its dice.
    fn dice(&self) -> &BattleDice;
}

/// A rule set that can be played.
pub trait Playable: Send + Sync {
    /// The whole state.
    type Battle: Fought;
    /// What a seat can do.
    type Action: Taken;

    /// The rule set's short name.
    const ID: &'static str;
    /// What its battles show, take and ask, as declared.
    const LANGUAGE: &'static BattleLanguage;
    /// The names of the options a battle can be set up with.
    const OPTIONS: &'static [&'static str];
    /// The versions its battles have had, the last that of today. A new one comes with every change after which a battle may come
    /// out otherwise, so that a save can tell why it does.
    const VERSIONS: &'static [RulesVersion];
    /// The die of all its throws, where they are all alike: throws given beforehand are held to it.
    const ONLY_DIE: Option<crate::dice::Die> = None;

    /// The house tables in use: their names and texts.
    fn house(&self) -> HouseTables {
        HouseTables::new()
    }

    /// Stores the state at the start of a turn, after this many actions; `None` when it could not be loaded again.
    fn store(&self, _battle: &Self::Battle, _actions: usize) -> Option<Snapshot> {
        None
    }

    /// Loads a stored state. `fresh` is the same battle newly set up, `seed` is the seed of its dice.
    fn load(&self, _stored: &Snapshot, _fresh: Self::Battle, _seed: u64) -> Result<Self::Battle, Sentence> {
        Err(crate::wordings::SAVE_STORES_NOTHING.into())
    }

    /// Makes a battle of a scenario. The options are of those it [has](Playable::OPTIONS).
    fn setup(
        &self,
        scenario: &Scenario,
        options: &Options,
        dice: BattleDice,
    ) -> Result<Self::Battle, ScenarioFault>;

    /// What a seat may know, and nothing else.
    fn view(&self, battle: &Self::Battle, seat: &SeatId, detail: ViewDetail) -> View;

    /// Who must decide what now, each with as much detail as is wanted; nobody when the battle is over.
    fn prompts(&self, battle: &Self::Battle, wanted: &dyn Fn(&SeatId) -> PromptDetail) -> Vec<Prompt>;

    /// The expected result of an action, computed only from what the seat may know. The battle does not change.
    fn preview(
        &self,
        battle: &Self::Battle,
        seat: &SeatId,
        action: &Self::Action,
    ) -> Result<Preview, Refused>;

    /// Does [`act`](Playable::act) check this action whole before it changes anything? Then it is given the battle itself and not
    /// a copy. Builds with debug assertions copy all the same, and hold the rule set to its word.
    fn checks_first(&self, _action: &Self::Action) -> bool {
        false
    }

    /// Carries an action out. It is given a copy of the battle, which is thrown away when it refuses: a refused action leaves no
    /// trace.
    fn act(
        &self,
        battle: &mut Self::Battle,
        seat: &SeatId,
        action: &Self::Action,
        events: &mut Vec<Arc<Event>>,
    ) -> Result<(), Refused>;
}

/// Choices made before a battle: switches by name.
pub type Options = std::collections::BTreeMap<String, bool>;

/// The first unknown option, reported with the list of known ones.
pub fn unknown_option(options: &Options, known: &[&str]) -> Option<Sentence> {
    let given = options.keys().find(|given| !known.contains(&given.as_str()))?;
    let hint = crate::fact::hint(given, known);
    let blanks = [("given", given.into()), ("known", known.join(", ").into()), ("hint", hint)];
    Some(crate::wordings::UNKNOWN_OPTION.with(blanks))
}

/// The dice of a battle: thrown from its seed, or as a test has written them down first.
#[derive(Clone, Debug)]
pub struct BattleDice {
    script: std::collections::VecDeque<i32>,
    seeded: crate::dice::SeededDice,
    thrown: u64,
}

impl BattleDice {
    /// Dice from a seed.
    pub fn from_seed(seed: u64) -> Self {
        BattleDice { script: Default::default(), seeded: crate::dice::SeededDice::new(seed), thrown: 0 }
    }

    /// Dice that show `script` first, and then what the seed throws.
    pub fn scripted_first(script: impl IntoIterator<Item = i32>, seed: u64) -> Self {
        BattleDice { script: script.into_iter().collect(), ..BattleDice::from_seed(seed) }
    }

    /// What must be stored, in addition to the seed, to continue throwing from here.
    pub fn stored(&self) -> StoredDice {
        let script = self.script.iter().copied().collect();
        StoredDice { script, position: self.seeded.position(), thrown: self.thrown }
    }

    /// Dice that continue from where they were stored.
    pub fn restored(seed: u64, stored: &StoredDice) -> Self {
        BattleDice {
            script: stored.script.iter().copied().collect(),
            seeded: crate::dice::SeededDice::at(seed, stored.position),
            thrown: stored.thrown,
        }
    }

    /// How many were thrown.
    pub fn thrown(&self) -> u64 {
        self.thrown
    }

    /// How many scripted throws are left.
    pub fn script_left(&self) -> usize {
        self.script.len()
    }
}

/// What must be stored of a battle's dice, in addition to the seed, to continue throwing.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, serde::Deserialize)]
pub struct StoredDice {
    script: Vec<i32>,
    position: u64,
    thrown: u64,
}

/// The state shows how many dice were thrown, never what they will show.
impl Serialize for BattleDice {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_u64(self.thrown)
    }
}

impl crate::dice::Dice for BattleDice {
    fn roll(&mut self, name: crate::dice::RollName, die: crate::dice::Die) -> Result<i32, crate::Fault> {
        let index = self.thrown as usize;
        self.thrown += 1;
        match self.script.pop_front() {
            Some(shown) if (die.lowest()..=die.highest()).contains(&shown) => Ok(shown),
            Some(shown) => Err(crate::Fault::impossible_die(index, i64::from(shown), die)),
            None => self.seeded.roll(name, die),
        }
    }
}
