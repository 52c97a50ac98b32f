//! What a seat may know, and nothing more.

use std::sync::Arc;

use krigsspil_engine::battle::{
    ChangeShown, Condition, CourierShown, Deed, LeaderShown, MayKnow, OwnUnitShown, SeatId, Shown, Strength,
    UnitShown, View, ViewDetail,
};
use krigsspil_field::prelude::Point;
use krigsspil_turn::command::Post;
use krigsspil_turn::ids::PostId;
use krigsspil_turn::shown::{Described, leader, view};

use super::knowing::{Knows, Own, Seen};
use super::legal::in_command;
use super::order::{Ride, UnitOrder};
use super::shown::{BatteryShown, CourierDetails, GeneralDetails, RoundsShown, UnitDetails, WorkShown};
use super::state::{Battery, Made, Presence, SideId, Unit, UnitId};
use crate::vocabulary::{Feature, Order};

/// The view of a seat.
pub(super) fn seen_by(known: Knows<'_>, seat: &SeatId, detail: ViewDetail) -> View {
    let looking = Looking { known, seat, detail };
    match known.side() {
        Some(side) => looking.player(side),
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
        View { moment: known.moment(), ..common }
    }

    fn player(&self, number: SideId) -> View {
        let known = self.known;
        let in_sight = known.in_sight();
        let seen = |unit: Seen<'_>| self.seen_unit(unit, in_sight.name_of(unit));
        View {
            units: known.own_units().map(|unit| self.own_unit(unit)).collect(),
            friends: in_sight.friends().map(seen).collect(),
            enemies: in_sight.enemies().map(seen).collect(),
            generals: self.generals(),
            couriers: self.couriers(),
            changes: self.changes(|made| made.side == Some(number)),
            ..self.common()
        }
    }

    fn umpire(&self) -> View {
        View {
            units: self.known.own_units().map(|unit| self.own_unit(unit)).collect(),
            generals: self.generals(),
            couriers: self.couriers(),
            changes: self.changes(|_| true),
            ..self.common()
        }
    }

    fn generals(&self) -> Vec<LeaderShown> {
        let shown = |(_, general): (PostId, &'a Post)| {
            let ride = self.known.ride_of(general);
            let bound_for = ride.as_ref().and_then(Ride::bound);
            let details = GeneralDetails {
                successors: Some(general.successors),
                ride: Some(ride),
                moment: Some(general.ride_at),
            };
            leader(*self.known, general, general.place, bound_for, Shown::to(MayKnow::Own, details))
        };
        self.known.generals().map(shown).collect()
    }

    fn couriers(&self) -> Vec<CourierShown> {
        let couriers = self.known.couriers();
        couriers
            .map(|(_, courier)| CourierShown {
                id: courier.id.clone(),
                life: courier.life,
                place: [courier.place.x, courier.place.y],
                with: courier.with.and_then(|unit| self.known.name(unit).cloned()),
                bound_for: self.known.ride_of(courier).as_ref().and_then(Ride::bound),
                order: courier.order.clone().map(Deed::of),
                instruction: courier.instruction.as_deref().map(Into::into),
                details: Shown::to(
                    MayKnow::Own,
                    CourierDetails { ride: Some(self.known.ride_of(courier)), moment: Some(courier.ride_at) },
                ),
            })
            .collect()
    }

    /// Known works, and cleared stretches that are known.
    fn changes(&self, own: impl Fn(&Made) -> bool) -> Vec<ChangeShown> {
        let change = |change, thing: Feature, [from, to]: [Point; 2], own| ChangeShown {
            change,
            thing: thing.as_str(),
            name: None,
            from: [from.x, from.y],
            to: [to.x, to.y],
            own,
        };
        let built =
            self.known.works().map(|made| change("built", made.thing, [made.left, made.right], own(made)));
        // Only fences and barricades can be cleared (§10.04.1, §10.06.1).
        let gone = self
            .known
            .gaps()
            .map(|(stood, ends, own)| change("cleared", stood.unwrap_or(Feature::FenceOrHedge), ends, own));
        built.chain(gone).collect()
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
        // Its melee enemy is named only if its general may know of him (§03.02.2).
        let named = |&other: &UnitId| known.name(other).cloned().unwrap_or_else(|| "?".into());
        let last = own.last_order.clone().map(|last| without_unknown(known, last));
        let seen = known.seen_own(own);
        let details = Shown::to(MayKnow::Own, details(known, seen, Some(own)));
        let shown = self.unit(seen, Some(&own.name), details);
        UnitShown {
            strength: Strength { first: Some(own.original), ..shown.strength },
            condition: Some(condition(&own)),
            own: Some(OwnUnitShown {
                general: known.general_of(own).clone(),
                presence: own.presence,
                order: own.order.as_str(),
                in_command: own.here() && in_command(known, own),
                melee: own.melee.iter().map(named).collect(),
                written: own.written.clone().map(Deed::of),
                last_order: last.map(Deed::of),
            }),
            ..shown
        }
    }
}

/// A unit's condition on the scale that all rule sets share.
fn condition(unit: &Unit) -> Condition {
    match unit.order {
        _ if matches!(unit.presence, Presence::Gone | Presence::Left | Presence::Joined) => Condition::Gone,
        Order::Good => Condition::Steady,
        Order::LightDisorder | Order::Pinned | Order::Disorder => Condition::Shaken,
        Order::Rout => Condition::Broken,
    }
}

/// What these rules show about a unit: to everybody what is seen, to its own player everything.
fn details(known: Knows<'_>, seen: Seen<'_>, own: Option<Own<'_>>) -> UnitDetails {
    let battery = |battery: &Battery| BatteryShown {
        gun: battery.gun,
        riding: battery.riding,
        guns: battery.guns,
        limbers: battery.limbers,
        horses: battery.horses,
        rounds: RoundsShown {
            canister: battery.rounds[0],
            shell: battery.rounds[1],
            shot: battery.rounds[2],
        },
        abandoned: battery.abandoned.is_some(),
        sheltered: battery.sheltered,
    };
    let own = own.map(Own::whole);
    let men = |own: &Unit| (20 * (own.original - own.captured) - own.lost_men).max(0);
    let regiment = |own: &Unit| own.regiment.and_then(|regiment| known.name(regiment).cloned());
    UnitDetails {
        mounted: seen.mounted(),
        limbered: seen.limbered(),
        figures: seen.figures(),
        rout: seen.routs(),
        original: own.map(|own| own.original),
        men: own.map(men),
        lost_men: own.map(|own| own.lost_men),
        captured: own.map(|own| own.captured),
        valeur: own.map(|own| own.valeur),
        weapon: own.map(|own| own.weapon),
        ammunition: own.map(|own| own.ammunition),
        pinned_left: own.map(|own| own.pinned_left),
        regiment: own.map(regiment),
        in_house: own.map(|own| own.building.is_some()),
        work: own.map(|own| own.work.map(|(work, turns_worked)| WorkShown { work, turns_worked })),
        battery: own.map(|own| own.battery.as_ref().map(battery)),
    }
}

/// An order as its own player may know it: a unit that must continue its fire names no target that he may not know of (§03.02.2,
/// §04.02.14).
fn without_unknown(known: Knows<'_>, mut order: UnitOrder) -> UnitOrder {
    if let UnitOrder::Fire { target, .. } = &mut order {
        *target = target.take().filter(|target| known.named(target).is_some());
    }
    order
}
