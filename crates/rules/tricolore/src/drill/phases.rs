//! What is done in the phases that only these rules have: orders to commands, the sequence bonus, fire in a sequence.

use krigsspil_engine::battle::{Arm, Deed, LeaderShown, Prompt, UnitAsked, UnitShown, View};

use super::give;
use crate::battle::order::UnitOrder;
use crate::battle::phases::Step;
use crate::battle::shown::{AskedDetails, OfficerDetails, TargetShown, UnitDetails};
use crate::vocabulary::CommandOrder;

/// Guns with more U than this do not fire in a sequence: they hit with 6 less their U, and each fire costs them another (§bombard.test).
const FIRES_UP_TO: i32 = 3;
/// A battery does not fire in a sequence beyond the range at which it does most harm, in metres (§chart.bombard-factor).
const TELLING_RANGE: i32 = 600;
/// He counts those within so many metres of each other as being in the fight: near the enemy, as the sheet has it.
const IN_THE_FIGHT: f64 = 1000.0;

/// What is done about a prompt of such a phase; none about any other.
pub(super) fn settles(view: &View, prompt: &Prompt) -> Option<Vec<Deed>> {
    let asked = &prompt.orders()?.units;
    match prompt.what.parse().ok()? {
        Step::Orders => Some(asked.iter().filter_map(|asked| new_order(view, asked)).collect()),
        Step::Bonus => Some(asked.iter().filter_map(|asked| bonus(view, asked)).collect()),
        Step::TacticalFire => Some(asked.iter().filter_map(|asked| fire(view, asked)).collect()),
        _ => None,
    }
}

fn leader<'a>(view: &'a View, id: &str) -> Option<(&'a LeaderShown, &'a OfficerDetails)> {
    let leader = view.generals.iter().find(|leader| &*leader.id == id)?;
    Some((leader, leader.details.get::<OfficerDetails>()?))
}

/// A command that may not attack by its order, as one that was broken and has formed again, is sent forward (§house.orders, §house.broken).
fn new_order(view: &View, asked: &UnitAsked) -> Option<Deed> {
    let (_, officer) = leader(view, &asked.unit)?;
    let held_back = matches!(officer.command_order, Some(CommandOrder::Reserve | CommandOrder::Withdraw));
    let waits = officer.pending.as_ref().is_some_and(Option::is_some);
    let may = asked.may.contains(&"command") && officer.broken != Some(true);
    let order = UnitOrder::Command { order: CommandOrder::Advance, place: None };
    (may && held_back && !waits).then(|| give(&asked.unit, order))
}

/// Who is the stronger in the fight wants more sequences, who is the weaker fewer (§house.sequence-bonus).
fn bonus(view: &View, asked: &UnitAsked) -> Option<Deed> {
    let (_, officer) = leader(view, &asked.unit)?;
    let most = officer.bonus.filter(|most| *most > 0 && asked.may.contains(&"bonus"))?;
    let ours = strength(&view.units, &view.enemies) + strength(&view.friends, &view.enemies);
    let own: Vec<&UnitShown> = view.units.iter().chain(&view.friends).collect();
    let near = |enemy: &&UnitShown| own.iter().any(|unit| away(unit, enemy) <= IN_THE_FIGHT);
    let theirs: i32 = view.enemies.iter().filter(near).map(worth).sum();
    let bonus = if ours >= theirs { most } else { -most };
    Some(give(&asked.unit, UnitOrder::Bonus { bonus }))
}

fn away(one: &UnitShown, other: &UnitShown) -> f64 {
    let [x, y] = [one.place[0] - other.place[0], one.place[1] - other.place[1]];
    x.hypot(y)
}

/// A unit counts with its bases while it is in hand.
fn worth(unit: &UnitShown) -> i32 {
    let disorder = unit.details.get::<UnitDetails>().and_then(|details| details.disorder).unwrap_or(0);
    let fights = matches!(unit.arm, Arm::Infantry | Arm::Cavalry) && disorder <= 5;
    if fights { unit.strength.now } else { 0 }
}

/// What these bring into the fight with those.
fn strength(units: &[UnitShown], enemies: &[UnitShown]) -> i32 {
    let near = |unit: &&UnitShown| enemies.iter().any(|enemy| away(unit, enemy) <= IN_THE_FIGHT);
    units.iter().filter(near).map(worth).sum()
}

/// A battery in good order fires at the nearest enemy within its best range (§bombard.tactical).
fn fire(view: &View, asked: &UnitAsked) -> Option<Deed> {
    let unit = view.units.iter().find(|unit| unit.id == asked.unit)?;
    let disorder = unit.details.get::<UnitDetails>()?.disorder?;
    let targets = asked.details.get::<AskedDetails>()?.targets.as_deref()?;
    let worth_it = |target: &&TargetShown| target.in_fire && target.metres <= TELLING_RANGE;
    let target = targets.iter().find(worth_it)?;
    (disorder <= FIRES_UP_TO && asked.may.contains(&"fire"))
        .then(|| give(&asked.unit, UnitOrder::fire(&target.unit)))
}
