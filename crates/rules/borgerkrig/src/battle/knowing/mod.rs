//! Who sees whom in these battles, and what a seat may know.
//! Views, prompts, checks, samples and previews take a [`Knows`]. Only this module has access to the battle behind it, and it is
//! responsible for what it hands out: everything about the seat's own units, generals and couriers, others [as they are seen](Seen), and
//! what is public.

mod seen;
mod supposed;

pub use seen::Seen;
pub(super) use supposed::Guess;

use std::sync::Arc;

use krigsspil_field::prelude::{Eye, FeatureId, Ground, Point};
use krigsspil_turn::command::commander;
use krigsspil_turn::ids::{CourierId, Id, PostId, UnitId};
use krigsspil_turn::riders::Rider;
use krigsspil_turn::works::{Gap, Works};

use super::materiel;
use super::order::{Ride, UnitOrder};
use super::run::clearing;
use super::sight::{below, in_sight, knows_work, lookouts, seen_by, sees_line};
use super::state::{Battle, CM, Courier, Fixed, Life, Made, Phase, Unit};
use super::terrain::thing;
use crate::procedures::works::Work;
use crate::tables::Tables;
use crate::vocabulary::Feature;

/// The names of units within this many centimetres are known (house).
const NAMED_CM: f64 = 15.0;

krigsspil_turn::common! {
    Battle in Fixed.given,
    units: Unit under general,
    posts: generals by general,
    ready: gate,
    seen: Seen as Seen::new,
}

krigsspil_turn::knows! {
    /// What a seat may know of a battle of these rules.
    ///
    /// ```compile_fail,E0616
    /// use krigsspil_borgerkrig::battle::knowing::Knows;
    /// fn peeps(known: Knows<'_>) -> usize {
    ///     known.battle.units.len()
    /// }
    /// ```
    pub struct Knows of Battle with Tables;
}

/// What is public.
impl<'a> Knows<'a> {
    /// Where the turn has come to.
    pub fn phase(&self) -> &'a Phase {
        &self.battle.phase
    }

    /// Do units have the material for chevaux-de-frise (§10.05.1)?
    pub fn has_material(&self) -> bool {
        self.battle.fixed.chevaux_de_frise
    }
}

/// What only the umpire is told.
impl Knows<'_> {
    /// The moment of the turn.
    pub fn moment(&self) -> Option<f64> {
        self.is_umpire().then_some(self.battle.moment)
    }
}

/// The seat's own: its side, its generals and couriers, what they see.
impl<'a> Knows<'a> {
    /// The couriers of those generals.
    pub fn couriers(&self) -> impl Iterator<Item = (CourierId, &'a Courier)> + use<'a> {
        let known = *self;
        self.battle.couriers.iter().filter(move |(_, courier)| known.commands(courier.general))
    }

    /// The ride of one of those.
    pub fn ride_of(&self, rider: &Rider) -> Option<Ride> {
        self.battle.ride_of(rider)
    }

    /// Is a general, by his id, below a post in the chain of command?
    pub fn is_below(&self, id: &str, above: PostId) -> bool {
        let post = self.battle.general(id);
        post.is_some_and(|post| post != above && below(self.battle, post, above))
    }

    /// What anybody would see of one of its own units.
    pub fn seen_own(&self, own: Own<'a>) -> Seen<'a> {
        Seen::new(own.whole())
    }

    /// The id of the post that commands a unit.
    pub fn general_of(&self, own: Own<'_>) -> &'a Arc<str> {
        &self.battle.generals[own.general].id
    }

    /// Where the nearest living commander of a unit is, up the chain: the superior commands for a lost general (ruling 74).
    pub fn commander_place(&self, own: Own<'_>) -> Option<Point> {
        let post = commander(&self.battle.generals, own.general)?;
        Some(self.battle.generals[post].place)
    }

    /// The order that a courier in contact with the unit carries to it, if he belongs to its chain of command (ruling 17).
    pub fn carried(&self, own: Own<'_>) -> Option<&'a UnitOrder> {
        let there = self.battle.couriers.values().find(|courier| {
            courier.life == Life::Here
                && courier.with == Some(own.number)
                && courier.order.is_some()
                && below(self.battle, own.general, courier.general)
        });
        there.and_then(|courier| courier.order.as_ref())
    }

    /// The units it sees now: those of other players of its side, and those of other sides that it has seen this turn.
    pub fn in_sight(&self) -> InSight<'a> {
        InSight {
            known: *self,
            eyes: self.seat_id().map_or_else(Vec::new, |seat| lookouts(self.battle, seat)),
        }
    }

    /// The works it knows of: its side made them, or they are in sight (§04.01.2).
    pub fn works(&self) -> impl Iterator<Item = &'a Made> + use<'a> {
        let known = *self;
        self.battle.works.made.iter().filter(move |made| known.knows_work(made))
    }

    pub(super) fn knows_work(&self, made: &Made) -> bool {
        let seat = self.seat_id();
        self.is_umpire() || seat.is_some_and(|seat| knows_work(self.battle, self.tables, seat, made))
    }

    /// The cleared stretches it knows of: its side cleared them, or they are in sight (§10.04.1, §10.06.1). Each has what stood there, its
    /// two ends, and whether its own side did it.
    pub fn gaps(&self) -> impl Iterator<Item = (Option<Feature>, [Point; 2], bool)> + use<'a> {
        let known = *self;
        let Works { cleared, made, .. } = &self.battle.works;
        cleared.iter().filter(move |gap| known.knows_gap(gap)).filter_map(move |gap| {
            let (number, before) = (gap.stretch.feature.number(), known.map().features().count());
            let stood = match number.checked_sub(before) {
                Some(work) => made.get(work).map(|made| made.thing),
                None => known.map().feature(FeatureId(number)).and_then(thing),
            };
            let ends = known.battle.works.gap_ends(known.map(), gap)?;
            Some((stood, ends, gap.by.is_some() && gap.by == known.side()))
        })
    }

    fn knows_gap(&self, gap: &Gap) -> bool {
        let own = gap.by.is_some() && gap.by == self.side();
        let Knows { battle, tables, .. } = *self;
        let in_sight = |seat| {
            let ends = battle.works.gap_ends(&battle.fixed.ground, gap);
            ends.is_some_and(|ends| {
                lookouts(battle, seat).into_iter().any(|eye| sees_line(battle, tables, eye.place, ends))
            })
        };
        own || self.is_umpire() || self.seat_id().is_some_and(in_sight)
    }

    /// The changes on the ground, without the gaps that it does not know of; the list says which works it knows of.
    fn known_works(&self) -> (Works<Feature>, Vec<bool>) {
        let mut works = self.battle.works.clone();
        works.cleared.retain(|gap| self.knows_gap(gap));
        let known = works.made.iter().map(|made| self.knows_work(made)).collect();
        (works, known)
    }

    /// The ground as it knows it, without the works and gaps that it does not know of (§03.02.2, §04.01.2).
    pub fn ground(&self) -> Arc<Ground> {
        let (works, known) = self.known_works();
        let all = known.iter().all(|known| *known) && works.cleared.len() == self.battle.works.cleared.len();
        let laid = match all {
            true => None,
            false => clearing::laid(self.battle, self.tables, &works, |number| known[number]),
        };
        laid.map_or_else(|| self.battle.ground.clone(), Arc::new)
    }

    /// The materiel it knows of when it writes its orders: that of its side, and enemy wagons it has seen.
    pub fn materiel(&self) -> Option<Ground> {
        let side = self.side()?;
        let of = |unit: UnitId| {
            let there = &self.battle.units[unit];
            there.side == side || (there.wagon.is_some() && self.knows(unit))
        };
        materiel::thought(self.battle, self.tables, side, of)
    }

    /// Is there a stretch of fence or barricade near that a unit would clear?
    pub fn has_to_clear(&self, own: Own<'_>, work: Work) -> bool {
        clearing::clearable(self.battle, own.number, work).is_some()
    }
}

krigsspil_turn::in_sight! {
    /// What a seat sees from where its generals and their units look.
    pub struct InSight of Knows with Eye, at |eye: &Eye| eye.place;
}
