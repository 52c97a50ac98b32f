//! Who sees whom in these battles, and what a seat may know (§01.04, §08.01.5).
//! Views, prompts, checks, samples and previews take a [`Knows`]. Only this module has access to the battle behind it, and it is
//! responsible for what it hands out: everything about the seat's own units and chiefs, others [as they are seen](Seen), and what is
//! public.

mod supposed;

use std::sync::Arc;

use krigsspil_engine::Refusal;
use krigsspil_engine::battle::Presence;
use krigsspil_field::point::Extent;
use krigsspil_field::prelude::{Feature, FeatureId, Ground, Kind, LineKind, Placed, Point, Pose};
use krigsspil_turn::ids::{PostId, SideId, UnitId};
use krigsspil_turn::riders::Rider;
use krigsspil_turn::timeline::Instant;

use super::land::{House, Land, Made, Park, laid, row_of_guns};
use super::order::{Formation, Ride, UnitOrder};
use super::shown::JobShown;
use super::sight::{in_sight, lookouts, seen_by, sees_line};
use super::sites;
use super::state::{Battle, Branch, CM, Fixed, Life, Phase, Unit};
use crate::tables::Tables;
use crate::vocabulary::{Order, TacticalArm};

pub(super) use supposed::{Guess, stands_by};

/// The names of units within this many centimetres are known (house).
const NAMED_CM: f64 = 20.0;

/// What anybody can see of a unit, and nothing else: no order except rout, no valeur, no loads, no losses, no written orders.
///
/// ```compile_fail,E0616
/// fn peeps(enemy: krigsspil_chakoten::battle::knowing::Seen<'_>) -> i32 {
///     enemy.unit.valeur
/// }
/// ```
#[derive(Clone, Copy)]
pub struct Seen<'a> {
    unit: &'a Unit,
}

impl<'a> Seen<'a> {
    fn new(unit: &'a Unit) -> Seen<'a> {
        Seen { unit }
    }

    /// Its id.
    pub fn id(self) -> &'a Arc<str> {
        &self.unit.id
    }

    /// Its name, which is known only if it is near.
    fn full_name(self) -> &'a Arc<str> {
        &self.unit.name
    }

    /// Its side.
    pub fn side(self) -> SideId {
        self.unit.side
    }

    /// Its branch.
    pub fn branch(self) -> Branch {
        self.unit.branch
    }

    /// Its arm: horses are known by their size.
    pub fn arm(self) -> TacticalArm {
        self.unit.arm
    }

    /// Figures.
    pub fn figures(self) -> i32 {
        self.unit.figures
    }

    /// Its formation.
    pub fn formation(self) -> Formation {
        self.unit.formation
    }

    /// Is it in rout?
    pub fn routs(self) -> bool {
        self.unit.order == Order::Rout
    }

    /// Where it stands.
    pub fn placed(self) -> &'a Placed {
        &self.unit.placed
    }

    /// On the table or not.
    pub fn presence(self) -> Presence {
        self.unit.presence
    }

    /// Is it on the table?
    pub fn here(self) -> bool {
        self.unit.here()
    }

    /// Whether its guns are limbered; `None` if it has none.
    pub fn limbered(self) -> Option<bool> {
        self.unit.battery.as_ref().map(|battery| battery.limbered)
    }

    /// Does it work at something that is not hidden (§19.01.1)?
    pub fn at_work(self) -> bool {
        self.unit.craft.at_work
    }

    /// The building it is in.
    pub fn building(self) -> Option<usize> {
        self.unit.inside.as_ref().map(|inside| inside.building)
    }

    /// Is it a chain or swarm sent out by another?
    pub fn sent_out(self) -> bool {
        self.unit.parent.is_some()
    }
}

krigsspil_turn::common! {
    Battle in Fixed.given,
    units: Unit under general,
    posts: generals by general,
    ready: gate,
    seen: Seen as Seen::new,
}

krigsspil_turn::knows! {
    /// What a seat may know of a battle of these rules.
    pub struct Knows of Battle with Tables;
}

/// What is public.
impl<'a> Knows<'a> {
    /// The instant at which the turn begins.
    pub fn begins(&self) -> Instant {
        Instant::new(self.battle.turn, 0.0)
    }

    /// Where the turn has come to.
    pub fn phase(&self) -> &'a Phase {
        &self.battle.phase
    }

    /// Does a building still stand? Everybody sees ruins and smoke (house).
    pub fn house_stands(&self, building: usize) -> bool {
        self.battle.stands(building)
    }

    /// The buildings of the map that something has happened to.
    pub fn houses(&self) -> impl Iterator<Item = (&'a Feature, &'a House)> + use<'a> {
        let ground = self.map();
        self.battle
            .land
            .houses
            .iter()
            .filter_map(|(id, house)| Some((ground.feature(FeatureId(*id))?, house)))
    }

    /// Why a work cannot be begun where the unit stands.
    pub fn work_refused(&self, own: Own<'_>, order: &UnitOrder) -> Option<&'static Refusal> {
        sites::asked(self.battle, own.number, order)?.err()
    }

    /// Is a charge of its side ready at a place?
    pub fn charge_ready(&self, own: Own<'_>, place: Point) -> bool {
        let charges = self.battle.land.charges.iter();
        charges.into_iter().any(|charge| {
            charge.side == own.side
                && charge.ready <= self.battle.turn
                && charge.at.distance(place) <= 2.0 * CM
        })
    }

    /// The ground that something burning, or something of the map that can burn, takes up at a place. A fire that is only being laid can be
    /// awaited (§19.06.4).
    pub fn burnable_at(&self, place: Point) -> Option<Extent> {
        let burns = self.burns_at(place);
        let ground = if burns { &*self.battle.ground } else { self.map() };
        let at = Extent::around([place]).grown(CM);
        let kind =
            |kind: Kind| matches!(kind, Kind::Building | Kind::Crossing(_) | Kind::Line(LineKind::Abatis));
        let mut near = ground.near(at).filter(|(_, feature)| burns || kind(feature.kind));
        near.find(|(_, feature)| feature.extent().grown(CM).holds(place)).map(|(_, feature)| feature.extent())
    }

    /// Does something burn at a place? Everybody sees it.
    pub fn burns_at(&self, place: Point) -> bool {
        let mut houses = self.battle.land.houses.iter();
        houses.any(|(id, house)| {
            let feature = self.battle.ground.feature(FeatureId(*id));
            house.burning.is_some() && feature.is_some_and(|feature| feature.extent().grown(CM).holds(place))
        })
    }

    /// The works it knows of: its side made them, or they are in sight (§19.01.1). Each with whether its side made it.
    pub fn works(&self) -> Vec<(&'a Made, bool)> {
        let land = &self.battle.land;
        let known = self.known_works();
        let numbered = land.works.made.iter().enumerate().zip(known);
        let stands = numbered.filter(|((number, _), known)| *known && !land.levelled.contains(number));
        stands.map(|((_, made), _)| (made, made.side.is_some() && made.side == self.side())).collect()
    }

    /// Which of the works it knows of, by number.
    fn known_works(&self) -> Vec<bool> {
        let made = &self.battle.land.works.made;
        if made.is_empty() {
            return Vec::new();
        }
        let eyes = self.seat_id().map_or_else(Vec::new, |seat| lookouts(self.battle, seat));
        let knows = |made: &Made| {
            let own = made.side.is_some() && made.side == self.side();
            own || self.is_umpire() || sees_line(self.battle, &eyes, [made.left, made.right])
        };
        made.iter().map(knows).collect()
    }

    /// The gaps in walls and abatis that it sees, from end to end.
    pub fn gaps(&self) -> Vec<[Point; 2]> {
        let works = &self.battle.land.works;
        if works.cleared.is_empty() {
            return Vec::new();
        }
        let eyes = self.seat_id().map_or_else(Vec::new, |seat| lookouts(self.battle, seat));
        let ends = works.cleared.iter().filter_map(|gap| works.gap_ends(self.map(), gap));
        ends.filter(|ends| self.is_umpire() || sees_line(self.battle, &eyes, *ends)).collect()
    }

    /// What has changed on the ground, and the ground itself, as far as it knows: without the enemy's works out of sight, his powder and
    /// his plans.
    fn land_and_ground(&self) -> (Land, Arc<Ground>) {
        let mut land = self.battle.land.clone();
        let own = |side: SideId| Some(side) == self.side();
        land.jobs.retain(|job| own(job.side));
        land.charges.retain(|charge| own(charge.side));
        land.lightings.clear();
        let known = self.known_works();
        let seat = self.seat_id().filter(|_| self.battle.guns_left().next().is_some());
        let eyes = seat.map_or_else(Vec::new, |seat| lookouts(self.battle, seat));
        let sees_guns = |(unit, guns): (Option<UnitId>, (Pose, i32))| {
            let own = unit.is_some_and(|unit| own(self.battle.units[unit].side));
            let row = row_of_guns(guns, self.tables);
            own || self.is_umpire() || row.is_some_and(|row| sees_line(self.battle, &eyes, row))
        };
        let hidden = known.iter().any(|known| !known) || !self.battle.guns_left().all(sees_guns);
        let laid =
            hidden.then(|| laid(self.battle, self.tables, |number| known[number], sees_guns)).flatten();
        land.guns.retain(|guns| sees_guns((None, *guns)));
        (land, laid.map_or_else(|| self.battle.ground.clone(), Arc::new))
    }

    /// How far the work of a unit has come.
    pub fn job_of(&self, own: Own<'_>) -> Option<JobShown> {
        let job =
            self.battle.land.jobs.get(own.craft.job?).filter(|job| !job.done && job.side == own.side)?;
        let takes = job.ordinary + job.acquisition.max(0) + job.delay.unwrap_or(0) + job.rest;
        Some(JobShown { worked: job.worked, takes })
    }

    /// The engineer park of its side.
    pub fn park(&self) -> Option<Park> {
        self.side().map(|side| self.battle.land.park(side))
    }

    /// The name of a building on the map.
    pub fn house_name(&self, building: usize) -> Arc<str> {
        let feature = self.map().feature(FeatureId(building));
        feature.and_then(|feature| feature.name.as_deref()).unwrap_or_default().into()
    }

    /// The side that holds a building, as far as the seat knows.
    pub fn holds_house(&self, building: usize) -> Option<SideId> {
        let inside = self.battle.garrison(building).into_iter();
        let mut known = inside.filter(|&unit| self.own(unit).is_some() || self.sights(unit));
        known.next().map(|unit| self.battle.units[unit].side)
    }
}

/// What only the umpire is told.
impl Knows<'_> {
    /// The moment of the turn.
    pub fn moment(&self) -> Option<f64> {
        self.is_umpire().then_some(self.battle.moment)
    }
}

/// The seat's own: its side, its chiefs, what they see.
impl<'a> Knows<'a> {
    /// The couriers left on the staff of one of those.
    pub fn couriers_of(&self, post: PostId) -> i32 {
        self.battle.couriers[post]
    }

    /// The ride of one of those.
    pub fn ride_of(&self, rider: &Rider) -> Option<Ride> {
        self.battle.ride_of(rider)
    }

    /// What anybody would see of one of its own units.
    pub fn seen_own(&self, own: Own<'a>) -> Seen<'a> {
        Seen::new(own.whole())
    }

    /// The chief of a unit: his id, and his place if he has not fallen (§08.03.6).
    pub fn chief_of(&self, own: Own<'_>) -> (&'a Arc<str>, Option<Point>) {
        let post = &self.battle.generals[own.general];
        (&post.id, (post.life == Life::Here).then_some(post.place))
    }

    /// Its valeur after its losses (§13.07.1).
    pub fn valeur(&self, own: Own<'_>) -> i32 {
        self.battle.valeur(own.number)
    }

    /// Has it lost so many that its valeur has sunk (§13.07.1)?
    pub fn decimated(&self, own: Own<'_>) -> bool {
        self.battle.decimated(own.number)
    }

    /// Its skirmishers that are out.
    pub fn chain_of(&self, own: Own<'_>) -> Option<UnitId> {
        self.battle.chain_of(own.number)
    }

    /// The units it sees now: those of other players of its side, and those of other sides that it has seen this turn.
    pub fn in_sight(&self) -> InSight<'a> {
        InSight {
            known: *self,
            eyes: self.seat_id().map_or_else(Vec::new, |seat| lookouts(self.battle, seat)),
        }
    }
}

krigsspil_turn::in_sight! {
    /// What a seat sees from where its chiefs and their units look.
    pub struct InSight of Knows with Point, at |eye: &Point| *eye;
}
