//! Replaying saves, and continuing from a stored state.

use super::played::{Played, Start};
use super::{
    Acted, Departure, Happened, Options, Playable, Save, SaveFault, Sign, Snapshot, TurnBegun, Versions,
    unknown_option,
};
use crate::scenario::Scenario;

/// The option of battles that ask one question at a time and number questions for all seats together. Saves without a version were played
/// in this way.
pub const QUESTIONS_ONE_BY_ONE: &str = "questions_one_by_one";

/// The options a save was played with. A save without a version dates from the time when questions were asked one by one.
fn options_then<R: Playable>(save: &Save) -> Options {
    let mut options = save.options.clone();
    if save.rules_version.is_empty() && R::OPTIONS.contains(&QUESTIONS_ONE_BY_ONE) {
        options.insert(QUESTIONS_ONE_BY_ONE.to_string(), true);
    }
    options
}

impl<R: Playable + Clone> Played<R> {
    /// Replays a save; it ends in the same state, bit for bit.
    pub fn replay(rules: R, save: &Save) -> Result<Self, SaveFault> {
        Self::replay_first(rules, save, save.actions.len(), |_, _| {})
    }

    /// Replays the first `count` actions of a save, and reports what each caused. The replay of a save of older rules may differ: then the
    /// battle knows [where it departed](Played::departed), unless an action is refused, which ends it.
    pub fn replay_first(
        rules: R,
        save: &Save,
        count: usize,
        mut tell: impl FnMut(&Self, &Happened),
    ) -> Result<Self, SaveFault> {
        let mut played = match &save.resumed {
            Some(stored) => Self::load(rules, save, stored)?,
            None => Self::set_up_again(rules, save)?,
        };
        played.compare(save);
        let begun = played.save.actions.len();
        for acted in save.actions.iter().take(count).skip(begun) {
            let happened = played.again(save, acted).map_err(SaveFault::Departs)?;
            tell(&played, &happened);
        }
        Ok(played)
    }

    /// Goes on from the state that a save stores, under the rules of today, with the actions that came after it. One that is refused
    /// ends it: the battle knows [where](Played::departed).
    pub fn resume(rules: R, save: &Save) -> Result<Self, SaveFault> {
        let Some(stored) = &save.snapshot else { return Err(SaveFault::StoresNothing) };
        let mut played = Self::load(rules, save, stored)?;
        for acted in &save.actions[played.save.actions.len()..] {
            if let Err(departure) = played.again(save, acted) {
                played.departed = Some(*departure);
                break;
            }
        }
        Ok(played)
    }

    /// The battle of a save as it was set up.
    fn set_up_again(rules: R, save: &Save) -> Result<Self, SaveFault> {
        if save.rules != R::ID {
            return Err(SaveFault::Rules { found: save.rules.clone(), wanted: R::ID.to_string() });
        }
        if let Some(reason) = unknown_option(&save.options, R::OPTIONS) {
            return Err(SaveFault::Option(reason));
        }
        if save.house != rules.house() {
            return Err(SaveFault::Tables(rules.house()));
        }
        let scenario = Scenario::read("scenario.toml", &save.scenario, &save.ground)?;
        let options = options_then::<R>(save);
        Ok(Self::setup_with_dice(rules, &scenario, options, save.seed, save.dice.clone())?)
    }

    /// The battle of a save as it was stored.
    fn load(rules: R, save: &Save, stored: &Snapshot) -> Result<Self, SaveFault> {
        let Played { rules, battle, save: fresh, .. } = Self::set_up_again(rules, save)?;
        let battle = rules.load(stored, battle, save.seed).map_err(SaveFault::Snapshot)?;
        let actions = save.actions.get(..stored.actions).unwrap_or(&save.actions).to_vec();
        let resumed = Some(Box::new(stored.clone()));
        Ok(Self::begun(rules, battle, Save { actions, resumed, ..fresh }))
    }

    /// Repeats an action of a save and checks that the battle goes as it did.
    fn again(&mut self, save: &Save, acted: &Acted) -> Result<Happened, Box<Departure>> {
        let number = self.save.actions.len() + 1;
        let done = self.do_deed(&acted.seat, &acted.action);
        let happened = done.map_err(|fault| {
            let refused = || self.departure(save, self.turn(), Sign::Refused { number, fault });
            Box::new(self.departed.clone().unwrap_or_else(refused))
        })?;
        self.compare(save);
        Ok(happened)
    }

    fn departure(&self, save: &Save, turn: u32, sign: Sign) -> Departure {
        Departure { turn, sign, versions: Versions::since(&save.rules_version, R::VERSIONS) }
    }

    /// Where a turn begins now or began then, checks that the battle stands as it did when it was saved.
    fn compare(&mut self, save: &Save) {
        if self.departed.is_some() || save.turns.is_empty() {
            return;
        }
        let here = self.save.actions.len();
        let then = save.turns.iter().find(|begun| begun.actions == here);
        let now = self.starts.last().filter(|start| start.actions == here);
        let sign = match (then, now) {
            (None, None) => None,
            (Some(then), Some(now)) if then.turn == now.turn => self.sign(save, then, now),
            _ => Some(Sign::Length),
        };
        let Some(sign) = sign else { return };
        let began_before = self.starts.iter().rev().find(|start| start.actions < here);
        let turn = began_before.map_or_else(|| self.turn(), |start| start.turn);
        self.departed = Some(self.departure(save, turn, sign));
    }

    /// What differs between the starts of a turn. Digests are compared only if those of the first turn are the same: otherwise the shape of
    /// the state has changed since, and they say nothing.
    fn sign(&self, save: &Save, then: &TurnBegun, now: &Start<R::Battle>) -> Option<Sign> {
        if then.dice != now.dice {
            return Some(Sign::Dice { then: then.dice, now: now.dice });
        }
        let firsts = save.turns.first().zip(self.starts.first());
        let same_shape = firsts.is_some_and(|(then, now)| then.digest == now.digest());
        (same_shape && then.digest != now.digest()).then_some(Sign::State)
    }

    /// The battle as it was before the last action; the same battle when there was none.
    pub fn undone(&self) -> Result<Self, SaveFault> {
        let count = self.save.actions.len().saturating_sub(1);
        let before = |start: &Start<R::Battle>| start.actions <= count && start.state.is_some();
        let begun = self.starts.iter().rposition(|start| before(start)).unwrap_or(0);
        let start = &self.starts[begun];
        let mut undone = Played {
            rules: self.rules.clone(),
            // The first of them always has its state.
            battle: start.state.clone().unwrap_or_else(|| self.battle.clone()),
            save: Save { actions: self.save.actions[..start.actions].to_vec(), ..self.save.clone() },
            starts: self.starts[..=begun].to_vec(),
            departed: self.departed.clone(),
        };
        for acted in &self.save.actions[start.actions..count.max(start.actions)] {
            undone.again(&self.save, acted).map_err(SaveFault::Departs)?;
        }
        Ok(undone)
    }
}
