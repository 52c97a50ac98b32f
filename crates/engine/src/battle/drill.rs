//! The drill of a rule set: it turns a commander's intents into lawful orders, and tells him what he must know about its troops.
//! A commander thinks in intents (march there, face this way, take this formation, fire at him, charge him, rally) and in terms of any
//! horse-and-musket battle: roles, formations and their purposes, poise, reach, range. Each rule set has one small module, its [`Drill`],
//! which turns the intents into the rule set's typed actions, reads its units and its log, and states the facts for its odds. Whatever the
//! prompt is (all orders of a turn at once, one phase of it, one move, a question), the commander asks the drill what is possible, and
//! wants only that.

use std::fmt;
use std::sync::Arc;

use super::{
    Bound, CourierShown, Deed, Doctrine, Measure, OrdersAsked, Prompt, QuestionAsked, Told, UnitAsked,
    UnitShown, View,
};

/// What a unit does in a battle in its current state: dismounted cavalry counts as infantry.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Role {
    /// Fights on foot.
    Foot,
    /// Charges on horseback.
    Horse,
    /// Serves guns.
    Guns,
    /// Carries ammunition.
    Train,
}

/// What a formation is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Formed {
    /// To fire, and to charge.
    Line,
    /// To charge.
    Assault,
    /// To march.
    March,
    /// For something else.
    Other,
}

/// How well a unit is under control: finer than [`Condition`](super::Condition), as a commander needs it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Poise {
    /// In good order.
    Steady,
    /// A little out of order: it can still be sent somewhere.
    Ruffled,
    /// It has given way and must re-form.
    Shaken,
    /// It has gone to ground under fire.
    Pinned,
    /// It runs.
    Running,
}

/// A unit as a commander sees it: his own unit, or another's as far as he can see it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Trim {
    /// What it does.
    pub role: Role,
    /// What its formation is for.
    pub formed: Formed,
    /// How well it is under control.
    pub poise: Poise,
    /// Whether its guns are ready to fire; `None` for a unit without guns.
    pub in_position: Option<bool>,
    /// It has horses to move its guns.
    pub drawn: bool,
    /// Its men have left its guns.
    pub abandoned: bool,
    /// It is out of ammunition and can be resupplied.
    pub empty: bool,
    /// How firm it is; below 0 it will not stand.
    pub firmness: i32,
    /// Metres across its front when it is in line.
    pub line_front: f64,
}

impl Trim {
    /// It is under control well enough to be sent somewhere.
    pub fn able(&self) -> bool {
        matches!(self.poise, Poise::Steady | Poise::Ruffled)
    }

    /// It is formed to charge.
    pub fn charges(&self) -> bool {
        matches!(self.formed, Formed::Line | Formed::Assault)
    }
}

/// Something a unit can be ordered to do.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Act {
    /// To stand.
    Stand,
    /// To march, and to charge.
    March,
    /// To fire.
    Fire,
    /// To get back into order.
    Rally,
    /// To draw ammunition.
    Resupply,
}

/// A set of [`Act`]s.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Acts(u8);

impl Acts {
    /// Is it among them?
    pub fn holds(self, act: Act) -> bool {
        self.0 & 1 << act as u8 != 0
    }
}

impl FromIterator<Act> for Acts {
    fn from_iter<I: IntoIterator<Item = Act>>(acts: I) -> Self {
        Acts(acts.into_iter().fold(0, |all, act| all | 1 << act as u8))
    }
}

/// Something a gun can be loaded with.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Load {
    /// The rule set's word for it.
    pub word: &'static str,
    /// How far it goes.
    pub reach: f64,
    /// It sweeps whatever stands before the guns, and is not aimed.
    pub sweeps: bool,
}

/// What a battery can do.
#[derive(Clone, Debug, PartialEq)]
pub struct GunMeans {
    /// What it can fire now, the best first.
    pub loads: Vec<Load>,
    /// The longest range of these guns.
    pub range: f64,
    /// The effective range of its fire.
    pub tells: f64,
}

/// What a unit may do now. Lengths are in the rule set's own measure.
#[derive(Clone, Debug)]
pub struct Means<'a> {
    /// What it may be ordered to do.
    pub may: Acts,
    /// Its leader's orders reach it.
    pub in_command: bool,
    /// It is bound to fire.
    pub must_fire: bool,
    /// How far it marches in a turn over open ground.
    pub march: f64,
    /// How far it charges at full speed straight ahead; `None` if it may not.
    pub charge: Option<f64>,
    /// The effective range of its small arms.
    pub effective: f64,
    /// The longest range at which firing them may be worth while.
    pub long: f64,
    /// Its guns.
    pub guns: Option<GunMeans>,
    /// The enemies it may know of, nearest first, each with his apparent distance.
    pub targets: Vec<(&'a str, f64)>,
}

/// A flank.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Flank {
    /// The left.
    Left,
    /// The right.
    Right,
}

/// One part of a march. Lengths are in the rule set's own measure.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Evolution {
    /// Straight ahead this far.
    Ahead(f64),
    /// Straight ahead as far as it can go.
    AheadFarAsItCan,
    /// Straight back this far.
    Back(f64),
    /// The front swings, degrees to the right positive.
    Wheel(f64),
    /// Every man faces about.
    About,
    /// Every man turns a quarter.
    Quarter(Flank),
    /// Another formation.
    Form(Formed),
    /// Guns are made ready to move.
    Limber,
    /// Guns are made ready to fire.
    Unlimber,
}

/// When and at whom a unit fires.
#[derive(Clone, Debug, PartialEq)]
pub enum FireIntent {
    /// At once, at the nearest.
    Nearest,
    /// At once, at him.
    At(Arc<str>),
    /// When somebody comes this near.
    Within(f64),
    /// Guns at once, with this load; if it is aimed, at this unit at its apparent distance.
    Load(Load, Option<(Arc<str>, f64)>),
}

/// What a commander wants a unit to do.
#[derive(Clone, Debug, PartialEq)]
pub enum Intent {
    /// Stand.
    Stand,
    /// Get back into order.
    Rally,
    /// Draw ammunition.
    Resupply,
    /// March.
    March(Vec<Evolution>),
    /// Charge this unit along this way.
    Charge {
        /// Whom.
        at: Arc<str>,
        /// The way.
        way: Vec<Evolution>,
        /// At full speed; else at the march.
        full_speed: bool,
    },
    /// Fire.
    Fire(FireIntent),
}

/// Somebody who rides.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Rider<'a> {
    /// A leader, by the id of his post.
    Leader(&'a str),
    /// A courier, by his id.
    Courier(&'a str),
}

/// Something in the log that a commander uses. Units are named by their ids.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Heard<'a> {
    /// A unit is seen to be in this poise from now on.
    Fares(&'a str, Poise),
    /// It has fired.
    Fired(&'a str),
    /// It found nothing that it could fire at.
    FiredAtNobody(&'a str),
    /// It was halted by a friend in its way.
    HaltedBy(&'a str, &'a str),
    /// It had no room to change its formation.
    Cramped(&'a str),
}

/// A charge to reckon the odds of.
#[derive(Clone, Copy, Debug)]
pub struct ChargeAsked<'a> {
    /// What the seat knows.
    pub view: &'a View,
    /// Who charges.
    pub unit: &'a UnitShown,
    /// Whom.
    pub enemy: &'a UnitShown,
    /// How well he seems to be under control.
    pub poise: Poise,
    /// At full speed.
    pub full_speed: bool,
}

/// A sum whose exact odds are wanted: the chance that a field of its outcome is true.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OddsAsked {
    /// The procedure.
    pub procedure: &'static str,
    /// Its facts, as the seat may know them, as JSON text.
    pub facts: String,
    /// The field that is to be true; `field=word` for one that is to be this word.
    pub field: &'static str,
}

/// The drill of a rule set.
pub trait Drill: fmt::Debug + Send + Sync {
    /// What the rule set measures in on the table.
    fn measure(&self) -> Measure;

    /// The numbers a commander goes by.
    fn doctrine(&self) -> &'static Doctrine;

    /// The state of a unit, as far as it is shown.
    fn trim(&self, unit: &UnitShown) -> Trim;

    /// What a unit may do now; `None` if the rule set says nothing about it.
    fn means<'a>(&self, asked: &'a UnitAsked) -> Option<Means<'a>>;

    /// Where attacks are declared by name: the enemies on whom a unit can declare one now. `None` where a march into contact is the attack, so
    /// that the commander must measure whom it reaches.
    fn attackable<'a>(&self, _asked: &'a UnitAsked) -> Option<Vec<&'a str>> {
        None
    }

    /// This many turns before the last, a place that is not held is as good as lost.
    fn last_turns(&self) -> u32 {
        6
    }

    /// The least chance to drive an enemy off that makes a charge worth while. It is lower where a charge that drives nobody off is no defeat.
    fn worth_a_charge(&self) -> f64 {
        0.55
    }

    /// Does foot fight in its columns, so that it need not deploy before an enemy?
    fn fights_in_column(&self) -> bool {
        false
    }

    /// Are its columns, as they march in these battles, faster on roads? Where they are not, each takes its own way.
    fn keeps_to_roads(&self) -> bool {
        true
    }

    /// The action that orders a unit to do this; `None` if the rule set has no such order.
    fn order(&self, unit: &str, intent: &Intent) -> Option<Deed>;

    /// The same for a unit that is asked: where a turn has many phases, what an intent comes to depends on what its prompt leaves
    /// open. None when there is nothing of it in this phase.
    fn order_asked(&self, asked: &UnitAsked, intent: &Intent) -> Option<Deed> {
        self.order(&asked.unit, intent)
    }

    /// The action that gives a unit an existing order (a ready-made one, or one that was brought to it); `None` if that kind of order is
    /// closed to it.
    fn give(&self, asked: &UnitAsked, order: &Deed) -> Option<Deed>;

    /// Must a leader's word reach a unit for this?
    fn needs_command(&self, intent: &Intent) -> bool;

    /// Was this order one to attack?
    fn attacks(&self, order: &Deed) -> bool;

    /// The action that sends a courier to a unit with an order for it; `None` if the rule set has no such order.
    fn send(&self, courier: &str, unit: &str, intent: &Intent) -> Option<Deed>;

    /// Does this unit take the word of this courier?
    fn serves(&self, courier: &CourierShown, unit: &UnitShown) -> bool;

    /// The action that has somebody ride.
    fn ride(&self, rider: Rider<'_>, to: &Bound) -> Deed;

    /// May those who ride go anywhere at any time they are asked? Where they may not, only what a prompt offers is lawful.
    fn rides_anywhere(&self) -> bool {
        true
    }

    /// The choice that saves the most men, where it is not the default.
    fn spares(&self, question: &QuestionAsked) -> Option<&'static str>;

    /// The action that answers a question.
    fn answer(&self, question: &QuestionAsked, choice: &str) -> Deed;

    /// What an event means to a commander.
    fn heard<'a>(&self, told: &'a Told) -> Option<Heard<'a>>;

    /// The sum behind a charge, with its facts as its seat may know them: what it cannot know is taken to be usual.
    fn charge(&self, asked: &ChargeAsked<'_>) -> OddsAsked;

    /// The deeds of a turn side by side, with what units do for each other under these rules: who supports whom, who screens whom. As they
    /// are, where a rule set has nothing of the kind.
    fn concert(&self, _view: &View, _asked: &OrdersAsked, deeds: Vec<Deed>) -> Vec<Deed> {
        deeds
    }

    /// Does this stop a cavalry charge? A word of the map: `hedge`, `wood`.
    fn bars_charge(&self, ground: &str) -> bool;

    /// What is done about a prompt of a kind that only these rules have: a phase of declarations, of reactions, of orders to corps. None when
    /// the commander thinks for himself, as he does about all marches and fires that a whole turn is ordered in.
    fn settles(&self, _view: &View, _prompt: &Prompt) -> Option<Vec<Deed>> {
        None
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A set of acts holds what was put into it, and nothing else.
    #[test]
    fn acts_are_a_set() {
        let acts: Acts = [Act::March, Act::Resupply].into_iter().collect();
        let all = [Act::Stand, Act::March, Act::Fire, Act::Rally, Act::Resupply];
        assert_eq!(all.map(|act| acts.holds(act)), [false, true, false, false, true]);
    }
}
