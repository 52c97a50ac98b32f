//! What a seat may know, and nothing more.

use std::sync::Arc;

use krigsspil_engine::battle::{
    ChangeShown, Condition, Deed, LeaderShown, MayKnow, OwnUnitShown, SeatId, Shown, Strength, UnitShown,
    View, ViewDetail, ZoneShown,
};
use krigsspil_field::prelude::{Feature, FeatureId, Kind};
use krigsspil_turn::command::Post;
use krigsspil_turn::ids::PostId;
use krigsspil_turn::shown::{Described, leader, view};

use super::knowing::{Knows, Own, Seen};
use super::labour::Trade;
use super::land::{Built, Condition as LandCondition, thing_of};
use super::legal::in_command;
use super::order::{Ride, UnitOrder, When};
use super::shown::{BatteryShown, GeneralDetails, ParkShown, UnitDetails};
use super::state::{Battery, Branch, Crew, MEN, Presence, Unit, UnitId};
use crate::vocabulary::{Feature as Thing, Order};

/// The view of a seat.
pub(super) fn seen_by(known: Knows<'_>, seat: &SeatId, detail: ViewDetail) -> View {
    let looking = Looking { known, seat, detail };
    match known.side() {
        Some(_) => looking.player(),
        None if known.is_umpire() => looking.umpire(),
        None => looking.common(),
    }
}

/// A battle as seen by somebody.
struct Looking<'a> {
    known: Knows<'a>,
    seat: &'a SeatId,
    detail: ViewDetail,
}

impl<'a> Looking<'a> {
    /// What everybody may know.
    fn common(&self) -> View {
        let known = self.known;
        let common = view(*known, self.seat, (super::ID, super::MEASURE), known.phase().told());
        View { moment: known.moment(), changes: changes(known), zones: zones(known), ..common }
    }

    fn player(&self) -> View {
        let known = self.known;
        let in_sight = known.in_sight();
        let seen = |unit: Seen<'_>| self.seen_unit(unit, in_sight.name_of(unit));
        View {
            units: known.own_units().map(|unit| self.own_unit(unit)).collect(),
            friends: in_sight.friends().map(seen).collect(),
            enemies: in_sight.enemies().map(seen).collect(),
            generals: self.generals(),
            ..self.common()
        }
    }

    fn umpire(&self) -> View {
        View {
            units: self.known.own_units().map(|unit| self.own_unit(unit)).collect(),
            generals: self.generals(),
            ..self.common()
        }
    }

    fn generals(&self) -> Vec<LeaderShown> {
        let shown = |(post, general): (PostId, &'a Post)| {
            let ride = self.known.ride_of(general);
            let bound_for = ride.as_ref().and_then(Ride::bound);
            let details = GeneralDetails {
                couriers: Some(self.known.couriers_of(post)),
                ride: Some(ride),
                moment: Some(general.ride_at),
            };
            leader(*self.known, general, general.place, bound_for, Shown::to(MayKnow::Own, details))
        };
        self.known.generals().map(shown).collect()
    }

    /// What anybody sees of a unit on the table.
    fn seen_unit(&self, seen: Seen<'_>, name: Option<&Arc<str>>) -> UnitShown {
        let details = Shown::to(MayKnow::All, details(self.known, seen, None));
        self.unit(seen, name, details)
    }

    fn unit(&self, seen: Seen<'_>, name: Option<&Arc<str>>, details: Shown) -> UnitShown {
        let described = Described {
            id: seen.id().clone(),
            name: name.cloned(),
            side: self.known.side_data(seen.side()).id.clone(),
            arm: seen.branch(),
            formation: seen.formation().as_str(),
            strength: Strength { now: seen.figures(), first: None, unit: "figures" },
            condition: seen.routs().then_some(Condition::Broken),
            details,
        };
        described.standing(seen.placed(), self.detail)
    }

    /// All about an own unit.
    fn own_unit(&self, own: Own<'a>) -> UnitShown {
        let known = self.known;
        let named = |&other: &UnitId| known.name(other).cloned().unwrap_or_else(|| "?".into());
        let last = own.last_order.clone().map(|last| without_unknown(known, last));
        let seen = known.seen_own(own);
        let details = Shown::to(MayKnow::Own, details(known, seen, Some(own)));
        let shown = self.unit(seen, Some(&own.name), details);
        UnitShown {
            strength: Strength { first: Some(own.original), ..shown.strength },
            condition: Some(condition(&own)),
            own: Some(OwnUnitShown {
                general: known.chief_of(own).0.clone(),
                presence: own.presence,
                order: own.order.as_str(),
                in_command: own.here() && in_command(known, own),
                melee: own.now.fought.iter().map(named).collect(),
                written: own.written.clone().map(Deed::of),
                last_order: last.map(Deed::of),
            }),
            ..shown
        }
    }
}

/// The buildings, and who holds them as far as the seat knows (§17.01.2).
fn zones(known: Knows<'_>) -> Vec<ZoneShown> {
    let houses = known.map().features().filter(|(_, feature)| feature.kind == Kind::Building);
    let shown = |(id, feature): (FeatureId, &Feature)| ZoneShown {
        name: feature.name.as_deref().unwrap_or_default().into(),
        outline: feature.shape.places().iter().map(|at| [at.x, at.y]).collect(),
        held: known.holds_house(id.0).map(|side| known.side_data(side).id.clone()),
    };
    houses.map(shown).collect()
}

/// Fires and ruins, which everybody sees (§17.04.2, §17.04.4).
fn changes(known: Knows<'_>) -> Vec<ChangeShown> {
    let mut changes = Vec::new();
    for (feature, house) in known.houses() {
        let bridge = matches!(feature.kind, Kind::Crossing(_));
        let broken = bridge && (house.partial || house.deck_off_cm > 0.0);
        let change = match () {
            () if house.condition != LandCondition::Stands || broken => "breach",
            () if house.burning.is_some() => "fire",
            () => continue,
        };
        let thing = if bridge { Thing::OtherMateriel } else { Thing::Building };
        let extent = feature.extent();
        changes.push(ChangeShown {
            change,
            thing: thing.as_str(),
            name: feature.name.as_deref().map(Into::into),
            from: [extent.low.x, extent.low.y],
            to: [extent.high.x, extent.high.y],
            own: false,
        });
    }
    for (made, own) in known.works() {
        let thing = match made.thing {
            Built::Work(work) => thing_of(work).unwrap_or(Thing::OtherMateriel),
            Built::Vessel(_) => Thing::OtherMateriel,
            Built::Lowered { .. } => Thing::BushesFenceHedge,
        };
        let (from, to) = ([made.left.x, made.left.y], [made.right.x, made.right.y]);
        changes.push(ChangeShown { change: "built", thing: thing.as_str(), name: None, from, to, own });
    }
    for [from, to] in known.gaps() {
        let (from, to) = ([from.x, from.y], [to.x, to.y]);
        let thing = Thing::WallUnder1M.as_str();
        changes.push(ChangeShown { change: "cleared", thing, name: None, from, to, own: false });
    }
    changes
}

/// A unit's condition on the scale that all rule sets share.
fn condition(unit: &Unit) -> Condition {
    match unit.order {
        _ if matches!(unit.presence, Presence::Gone | Presence::Left | Presence::Joined) => Condition::Gone,
        Order::Good => Condition::Steady,
        Order::Light1 | Order::Light2 | Order::Light3 | Order::Disorder => Condition::Shaken,
        Order::Rout => Condition::Broken,
    }
}

/// What these rules show about a unit: to everybody what is seen, to its own player everything.
fn details(known: Knows<'_>, seen: Seen<'_>, own: Option<Own<'_>>) -> UnitDetails {
    let named = |unit: UnitId| known.name(unit).cloned();
    let battery = |battery: &Battery| BatteryShown {
        piece: battery.piece,
        kind: battery.kind,
        pieces: battery.pieces,
        horses: battery.horses,
        ready: !battery.limbered && battery.unready.is_none(),
        registered: battery.registered.and_then(|target| named(target.unit)),
        abandoned: battery.crew != Crew::AtGuns,
    };
    let whole = own.map(Own::whole);
    let men = |own: &Unit| (MEN * own.original - own.lost_men).max(0);
    UnitDetails {
        tactical_arm: seen.arm(),
        figures: seen.figures(),
        rout: seen.routs(),
        limbered: seen.limbered(),
        sent_out: seen.sent_out(),
        at_work: seen.at_work(),
        building: seen.building().map(|house| known.house_name(house)),
        original: whole.map(|own| own.original),
        men: whole.map(men),
        lost_men: whole.map(|own| own.lost_men),
        valeur: own.map(|own| known.valeur(own)),
        weapon: whole.map(|own| own.weapon),
        loads: whole.map(|own| own.loads),
        first_fire: whole.map(|own| !own.first_fire_spent),
        storming: whole.map(|own| own.storming.since.is_some()),
        flight_turns: whole.map(|own| own.flight_turns),
        held: whole.map(|own| own.held_until.is_some_and(|until| until > known.begins())),
        parent: whole.map(|own| own.parent.and_then(named)),
        instruction: whole.map(|own| own.instruction),
        stores: whole.map(|own| (own.branch == Branch::Wagon).then_some(own.stores)),
        battery: whole.map(|own| own.battery.as_ref().map(battery)),
        park: own.map(|own| park(known, &own)),
        job: own.map(|own| known.job_of(own)),
    }
}

/// What the engineer park holds, for those who can use it.
fn park(known: Knows<'_>, own: &Unit) -> Option<ParkShown> {
    let park = known.park().filter(|_| own.craft.trade != Trade::Others)?;
    Some(ParkShown { charges: park.charges, pontoons: park.pontoons })
}

/// An order as its own player may know it: it names no target that he may not know of.
pub(super) fn without_unknown(known: Knows<'_>, mut order: UnitOrder) -> UnitOrder {
    if let UnitOrder::Fire { target, .. } | UnitOrder::Move { target, .. } = &mut order {
        *target = target.take().filter(|target| known.named(target).is_some());
    }
    if let UnitOrder::Fire { also, .. } = &mut order {
        *also = also.take().filter(|also| known.named(also).is_some());
    }
    if let UnitOrder::Stand { support } | UnitOrder::Move { support, .. } = &mut order {
        *support = support.take().filter(|unit| known.named(unit).is_some());
    }
    if let UnitOrder::Fire { when: When::BeforeBreakIn { of }, .. } = &mut order {
        *of = of.take().filter(|unit| known.named(unit).is_some());
    }
    match &order {
        UnitOrder::Join { with: unit }
        | UnitOrder::Mass { with: unit, .. }
        | UnitOrder::Help { with: unit }
        | UnitOrder::Resupply { wagon: unit }
            if known.named(unit).is_none() =>
        {
            UnitOrder::stand()
        }
        _ => order,
    }
}
