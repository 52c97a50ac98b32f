//! A battle with its rule set's types hidden, as the server, the command line and the staff see it.

use serde_json::Value;

use super::{
    ActFault, Acted, BattleLanguage, Deed, Departure, Ending, Happened, Options, Playable, Played, Preview,
    Prompt, PromptDetail, Save, SaveFault, SeatId, Seats, View, ViewDetail,
};
use crate::Fault;
use crate::scenario::{Scenario, ScenarioFault};

/// A battle of any rule set.
pub trait Game: Send {
    /// The rule set's short name.
    fn rules(&self) -> &'static str;
    /// What a seat may know, and nothing else.
    fn view(&self, seat: &SeatId) -> View;
    /// The same, with as much detail as is wanted.
    fn view_in(&self, seat: &SeatId, detail: ViewDetail) -> View;
    /// Who must decide what, now.
    fn prompts(&self) -> Vec<Prompt>;
    /// The same, with as much detail for each seat as it wants.
    fn prompts_in(&self, wanted: &dyn Fn(&SeatId) -> PromptDetail) -> Vec<Prompt>;
    /// What an action would lead to, computed only from what the seat may know.
    fn preview(&self, seat: &SeatId, deed: &Deed) -> Result<Preview, ActFault>;
    /// Carries an action out, or refuses it and changes nothing.
    fn act(&mut self, seat: &SeatId, action: &Value) -> Result<Happened, ActFault>;
    /// The same for an action that may be typed.
    fn do_deed(&mut self, seat: &SeatId, deed: &Deed) -> Result<Happened, ActFault>;
    /// What its battles show, take and ask, as declared.
    fn language(&self) -> &'static BattleLanguage;
    /// How it ended, when it has.
    fn ending(&self) -> Option<Ending>;
    /// Every seat.
    fn seats(&self) -> Seats;
    /// The turn, from 1.
    fn turn(&self) -> u32;
    /// Checks that every prepared throw was used. Throws left over are a fault of `dice`.
    fn finish_dice(&self) -> Result<(), Fault>;
    /// The save so far, with a mark for the start of each turn and the state at the start of the last.
    fn save(&self) -> Save;
    /// The seed of its dice.
    fn seed(&self) -> u64;
    /// What was done, in order.
    fn actions(&self) -> &[Acted];
    /// Where the replay differed from its save, if it did.
    fn departed(&self) -> Option<&Departure>;
    /// The digest of the whole state.
    fn digest(&self) -> String;
    /// The whole state as JSON, for the umpire, the report and prepared situations.
    fn state(&self) -> Value;
    /// Lets go of what is kept only to go back quickly: for many games in one process. What is saved stays the same.
    fn thin(&mut self);
    /// The battle as it was before the last action.
    fn undone(&self) -> Result<Box<dyn Game>, SaveFault>;
    /// A copy, to think ahead with.
    fn copied(&self) -> Box<dyn Game>;
}

impl<R: Playable + Clone + 'static> Game for Played<R>
where
    R::Battle: 'static,
{
    fn rules(&self) -> &'static str {
        R::ID
    }
    fn view(&self, seat: &SeatId) -> View {
        Played::view(self, seat)
    }
    fn view_in(&self, seat: &SeatId, detail: ViewDetail) -> View {
        Played::view_in(self, seat, detail)
    }
    fn prompts(&self) -> Vec<Prompt> {
        Played::prompts(self)
    }
    fn prompts_in(&self, wanted: &dyn Fn(&SeatId) -> PromptDetail) -> Vec<Prompt> {
        Played::prompts_in(self, wanted)
    }
    fn preview(&self, seat: &SeatId, deed: &Deed) -> Result<Preview, ActFault> {
        Played::preview(self, seat, deed)
    }
    fn act(&mut self, seat: &SeatId, action: &Value) -> Result<Happened, ActFault> {
        Played::act(self, seat, action)
    }
    fn do_deed(&mut self, seat: &SeatId, deed: &Deed) -> Result<Happened, ActFault> {
        Played::do_deed(self, seat, deed)
    }
    fn language(&self) -> &'static BattleLanguage {
        R::LANGUAGE
    }
    fn ending(&self) -> Option<Ending> {
        Played::ending(self)
    }
    fn seats(&self) -> Seats {
        Played::seats(self)
    }
    fn turn(&self) -> u32 {
        Played::turn(self)
    }
    fn finish_dice(&self) -> Result<(), Fault> {
        Played::finish_dice(self)
    }
    fn save(&self) -> Save {
        Played::save(self)
    }
    fn seed(&self) -> u64 {
        Played::seed(self)
    }
    fn actions(&self) -> &[Acted] {
        Played::actions(self)
    }
    fn departed(&self) -> Option<&Departure> {
        Played::departed(self)
    }
    fn digest(&self) -> String {
        Played::digest(self)
    }
    fn state(&self) -> Value {
        serde_json::to_value(self.battle()).unwrap_or(Value::Null)
    }
    fn thin(&mut self) {
        Played::thin(self);
    }
    fn undone(&self) -> Result<Box<dyn Game>, SaveFault> {
        Ok(Box::new(Played::undone(self)?))
    }
    fn copied(&self) -> Box<dyn Game> {
        Box::new(self.clone())
    }
}

/// A rule set that makes games.
pub trait GameMaker: Send + Sync {
    /// The names of the options a battle can be set up with.
    fn options(&self) -> &'static [&'static str];

    /// What its battles show, take and ask, as declared.
    fn language(&self) -> &'static BattleLanguage;

    /// Sets a battle up. The throws in `dice` come before those of the seed.
    fn setup(
        &self,
        scenario: &Scenario,
        options: Options,
        seed: u64,
        dice: Vec<i32>,
    ) -> Result<Box<dyn Game>, ScenarioFault>;

    /// Replays the first `count` actions of a save and reports the events of each.
    fn replay(
        &self,
        save: &Save,
        count: usize,
        tell: &mut dyn FnMut(&dyn Game, &Happened),
    ) -> Result<Box<dyn Game>, SaveFault>;

    /// Continues from the state stored in a save, under today's rules, with the actions that came after it.
    fn resume(&self, save: &Save) -> Result<Box<dyn Game>, SaveFault>;
}

impl<R: Playable + Clone + 'static> GameMaker for R
where
    R::Battle: 'static,
{
    fn options(&self) -> &'static [&'static str] {
        R::OPTIONS
    }

    fn language(&self) -> &'static BattleLanguage {
        R::LANGUAGE
    }

    fn setup(
        &self,
        scenario: &Scenario,
        options: Options,
        seed: u64,
        dice: Vec<i32>,
    ) -> Result<Box<dyn Game>, ScenarioFault> {
        Ok(Box::new(Played::setup_with_dice(self.clone(), scenario, options, seed, dice)?))
    }

    fn replay(
        &self,
        save: &Save,
        count: usize,
        tell: &mut dyn FnMut(&dyn Game, &Happened),
    ) -> Result<Box<dyn Game>, SaveFault> {
        let played = Played::replay_first(self.clone(), save, count, |game, happened| tell(game, happened))?;
        Ok(Box::new(played))
    }

    fn resume(&self, save: &Save) -> Result<Box<dyn Game>, SaveFault> {
        Ok(Box::new(Played::resume(self.clone(), save)?))
    }
}
