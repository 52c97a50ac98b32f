//! Who knows what: the one place where these rules say who sits where, sees whom and commands whom, and the door that views, prompts,
//! checks, previews and samples go through.
//!
//! They are given a [`Sees`]: the battle as its seat may *suppose* it. Enemies it does not know of are not in it, and what it cannot know of
//! those it sees is made up, so nothing hidden can be told, whatever is asked of it.

use krigsspil_engine::battle::{Audience, BattleDice, Presence, SeatId};
use krigsspil_field::prelude::{Placed, Point};
use krigsspil_turn::knowledge::{Knowledge, Log, only};

use super::state::*;
use crate::quantity::Bases;
use crate::vocabulary::{Calibre, CavalryWeight, CommandOrder};

krigsspil_turn::common! {
    Battle in Fixed.given,
    units: Unit under command,
    posts: posts by post,
    ready: gate,
    seen: SeenUnit as SeenUnit::of,
}

/// A unit as anybody sees it: what it is, how it stands, and how strong it seems.
#[derive(Clone, Copy, Debug)]
pub struct SeenUnit<'a> {
    /// What it is.
    pub branch: Branch,
    /// Its bases, rounded up.
    pub bases: i32,
    /// Where it stands.
    pub placed: &'a Placed,
}

impl<'a> SeenUnit<'a> {
    fn of(unit: &'a Unit) -> SeenUnit<'a> {
        let Unit { branch, bases, placed, .. } = unit;
        SeenUnit { branch: *branch, bases: bases.rounded_up(), placed }
    }
}

/// So near an enemy's U is seen (R79: hidden throughout but within 400), in metres.
pub(super) const DISORDER_SEEN: i32 = 400;

/// Does a side see the U of an enemy: has it a unit within 400 of him?
pub(super) fn disorder_seen(battle: &Battle, side: SideId, enemy: UnitId) -> bool {
    let mut own = battle.here().filter(|&unit| battle.units[unit].side == side);
    own.any(|unit| battle.within(unit, enemy, DISORDER_SEEN))
}

/// The players who see the U of all these units: those of their side, and enemies within 400 of each.
pub(super) fn disorder_seen_by(battle: &Battle, units: &[UnitId]) -> Audience {
    let sees = |side: SideId| {
        units.iter().all(|&unit| battle.units[unit].side == side || disorder_seen(battle, side, unit))
    };
    let sides = battle.fixed.sides.ids().filter(|&side| sees(side));
    only(&battle.fixed.seating, sides.flat_map(|side| battle.fixed.seating.players_of(side)))
}

/// What is made up for what cannot be known. Two that differ in everything tell which facts rest on them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Guess {
    /// Line troops in good order.
    Usual,
    /// Anything else.
    Unusual,
}

/// A battle as one seat may suppose it.
pub(super) type Sees<'a> = krigsspil_turn::supposing::Sees<'a, Battle>;

/// What a seat supposes.
pub(super) fn sees<'a>(battle: &'a Battle, seat: &SeatId) -> Sees<'a> {
    guessing(battle, seat, Guess::Usual)
}

/// The same with one or the other guess.
pub(super) fn guessing<'a>(battle: &'a Battle, seat: &SeatId, guess: Guess) -> Sees<'a> {
    let known = Knowledge::of(battle, seat);
    Sees::new(known, supposed(battle, known, guess))
}

impl Battle {
    /// A copy without what no supposition rests on: the log, the stretch that runs, the dice. These are the most of it.
    fn without_papers(&self) -> Battle {
        Battle {
            fixed: self.fixed.clone(),
            turn: self.turn,
            stand: self.stand.clone(),
            initiative: self.initiative,
            initiative_thrown: self.initiative_thrown,
            side: self.side.clone(),
            units: self.units.clone(),
            posts: self.posts.clone(),
            officers: self.officers.clone(),
            commands: self.commands.clone(),
            zones: self.zones.clone(),
            attacks: self.attacks.clone(),
            melees: self.melees.clone(),
            won: self.won.clone(),
            shots: self.shots.clone(),
            sights: self.sights.clone(),
            gate: self.gate.clone(),
            turns: Default::default(),
            umpire: self.umpire.clone(),
            seen: self.seen.clone(),
            looked: None,
            held: self.held.clone(),
            ending: self.ending.clone(),
            dice: BattleDice::from_seed(0),
            log: Log::new(&self.fixed.seating),
        }
    }
}

fn supposed(battle: &Battle, known: Knowledge<'_, Battle>, guess: Guess) -> Battle {
    let mut stage = battle.without_papers();
    if known.is_umpire() {
        return stage;
    }
    let own_side = |side: SideId| known.side() == Some(side);
    for unit in battle.units.ids().filter(|&unit| !own_side(battle.units[unit].side)) {
        let near = || known.side().is_some_and(|side| disorder_seen(battle, side, unit));
        match battle.units[unit].here() && known.knows(unit) {
            true => strange(&mut stage.units[unit], guess, near()),
            false => stage.units[unit].presence = Presence::Coming,
        }
    }
    let gone: IdSet<UnitId> = stage.units.ids().filter(|&unit| !stage.units[unit].here()).collect();
    for melee in &mut stage.melees {
        melee.attackers.retain(|unit| !gone.contains(*unit));
        melee.defenders.retain(|unit| !gone.contains(*unit));
    }
    // What it has declared itself a seat knows, also when the target has gone out of sight.
    let own_attack = |attack: &Attack| own_side(battle.units[attack.unit].side);
    stage
        .attacks
        .retain(|attack| own_attack(attack) || !gone.contains(attack.unit) && !gone.contains(attack.target));
    stage.shots.retain(|shot| own_side(battle.units[shot.unit].side));
    for post in battle.posts.ids().filter(|&post| !own_side(battle.posts[post].rider.side)) {
        let command = &mut stage.commands[post];
        (command.order, command.place, command.pending) = (CommandOrder::Advance, None, None);
        stage.officers[post] = STRANGER;
        let rider = &mut stage.posts[post].rider;
        (rider.place, rider.with) = (Point::ORIGIN, None);
    }
    for side in battle.fixed.sides.ids().filter(|&side| !own_side(side)) {
        stage.side[side].bonus = i32::from(guess == Guess::Unusual);
    }
    stage
}

/// Leaves of a unit what is seen of it.
fn strange(unit: &mut Unit, guess: Guess, near: bool) {
    let unusual = guess == Guess::Unusual;
    let weight = if unusual { CavalryWeight::Heavy } else { CavalryWeight::Medium };
    unit.ratings = if unusual { UNUSUAL } else { USUAL };
    unit.weight = unit.weight.map(|_| weight);
    unit.battery = unit.battery.map(|_| Battery { calibre: Calibre::Pd6 });
    unit.bases = Bases::halves(2 * unit.bases.rounded_up() - i32::from(unusual));
    unit.first = unit.bases;
    (unit.sequence, unit.this_turn) = (InSequence::default(), InTurn::default());
    if !near {
        unit.disorder = i32::from(unusual);
    }
}

/// The ratings of a stranger: those of line troops.
const USUAL: Ratings = Ratings { training: 5, morale: 5, melee: 5, skirmish: 5, orders: 5, irregular: false };
/// And of one that is otherwise.
const UNUSUAL: Ratings =
    Ratings { training: 7, morale: 7, melee: 7, skirmish: 7, orders: 7, irregular: true };
/// An officer of the enemy's.
const STRANGER: Officer =
    Officer { ability: 5, bonus: 0, radius: 600.0, facing: 0.0, moved: false, turned: false };
