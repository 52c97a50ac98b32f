//! Phase 1: pending orders are rolled (chapter 3).

use krigsspil_engine::OrNull;
use krigsspil_field::prelude::Point;
use krigsspil_turn::command::chain;
use krigsspil_turn::desk::{Go, Pause, each};
use serde_json::json;

use super::Run;
use crate::battle::bodies::{metres_to, plain};
use crate::battle::command::{HEADQUARTERS_TOUCH_CM, corps_of};
use crate::battle::order::DetachedOrder;
use crate::battle::state::*;
use crate::procedures::orders::{CommandControl, CommandZone};
use crate::tables::Tables;
use crate::vocabulary::{CorpsOrder, Rank};

/// A headquarters that gives orders: whose allowance, ability and zones it has, and where it is (R11).
#[derive(Clone, Copy, Debug, PartialEq)]
pub(in crate::battle) struct Headquarters {
    /// Whose allowance, ability and zones.
    pub chief: PostId,
    /// Where.
    pub place: Point,
}

/// The headquarters a general gives his orders from: the commander in chief in contact with an army general is one with him.
pub(in crate::battle) fn headquarters(battle: &Battle, post: PostId) -> Headquarters {
    let place = battle.place_of(post);
    let rank = battle.staff[post].rank;
    let side = battle.posts[post].rider.side;
    let touches = |other: &PostId| {
        let rider = &battle.posts[*other].rider;
        rider.side == side && rider.is_here() && rider.place.distance(place) <= HEADQUARTERS_TOUCH_CM * CM
    };
    let with = |wanted: Rank| {
        battle.posts.ids().filter(|other| *other != post && battle.staff[*other].rank == wanted).find(touches)
    };
    match rank {
        Rank::CommanderInChief => match with(Rank::ArmyGeneral) {
            Some(army) => Headquarters { chief: post, place: battle.place_of(army) },
            None => Headquarters { chief: post, place },
        },
        Rank::ArmyGeneral => match with(Rank::CommanderInChief) {
            Some(chief) => Headquarters { chief, place },
            None => Headquarters { chief: post, place },
        },
        _ => Headquarters { chief: post, place },
    }
}

/// The generals who may order a corps: those above it, the nearest first; through a joint headquarters those of both.
pub(in crate::battle) fn issuers(battle: &Battle, corps: PostId) -> Vec<PostId> {
    let above: Vec<PostId> = chain(&battle.posts, corps)
        .skip(1)
        .filter(|&post| {
            matches!(battle.staff[post].rank, Rank::CommanderInChief | Rank::ArmyGeneral)
                && battle.posts[post].rider.is_here()
        })
        .collect();
    // The commander in chief orders corps under an army general only when he has joined him (§2.2).
    let direct = above.first().copied();
    let joined = above
        .iter()
        .copied()
        .skip(1)
        .filter(|&post| direct.is_some_and(|army| headquarters(battle, army).chief == post));
    direct.into_iter().chain(joined).collect()
}

/// The zone in which an order goes from a headquarters to a place; none when it is out of reach.
pub(in crate::battle) fn zone(
    battle: &Battle,
    tables: &Tables,
    from: Headquarters,
    to: Point,
) -> Option<i32> {
    let staff = &battle.staff[from.chief];
    let one_zone = matches!(staff.rank, Rank::CorpsGeneral | Rank::DivisionGeneral);
    let distance_cm = (from.place.distance(to) / CM).min(1000.0);
    let facts = if one_zone {
        CommandZone {
            distance_cm,
            zone1_cm: staff.command_cm.clamp(1.0, 1000.0),
            zone2_cm: OrNull(None),
            zone3_cm: OrNull(None),
            zone3_open: false,
        }
    } else {
        CommandZone {
            distance_cm,
            zone1_cm: staff.zones[0],
            zone2_cm: OrNull(Some(staff.zones[1])),
            zone3_cm: OrNull(Some(staff.zones[2])),
            zone3_open: staff.open,
        }
    };
    plain(&facts, tables).ok().filter(|zone| zone.can_order).map(|zone| zone.zone)
}

/// Where a unit is nearest to a place: so far an order goes to it (§3.2), as its command distance is measured.
fn nearest_of(unit: &Unit, place: Point) -> Point {
    let (centre, near) = (unit.placed.centre(), metres_to(&unit.placed, place));
    match (centre - place).unit() {
        Some(way) => place + way * near,
        None => centre,
    }
}

/// Is a command all English cavalry? Those brigades take a new order badly.
pub(in crate::battle) fn all_english_cavalry(battle: &Battle, tables: &Tables, post: PostId) -> bool {
    let under = |unit: &UnitId| chain(&battle.posts, battle.units[*unit].chief).any(|above| above == post);
    let mut troops = battle.here().filter(under).filter(|&unit| !battle.units[unit].is_battery()).peekable();
    troops.peek().is_some() && troops.all(|unit| tables.unit(battle.units[unit].kind).english_cavalry)
}

/// The facts of the control of an order to a corps; none when it is out of reach (§3.2, §3.3).
pub(in crate::battle) fn control(
    battle: &Battle,
    tables: &Tables,
    to: PostId,
    from: PostId,
    controls: i32,
) -> Option<CommandControl> {
    let own = from == to;
    let quarters = headquarters(battle, from);
    let zone = if own { Some(1) } else { zone(battle, tables, quarters, battle.place_of(to)) };
    Some(CommandControl {
        zone: zone?,
        detachment: false,
        receiver_has_attack_order: battle.staff[to].order == CorpsOrder::Attack,
        receiver_ke: if own { 0 } else { battle.staff[to].ke },
        issuer_ke: battle.staff[quarters.chief].ke,
        previous_controls: controls.min(20),
        english_cavalry_new_order: all_english_cavalry(battle, tables, to),
    })
}

/// The facts of the control of a detachment or its recall, by the corps general (R12).
pub(in crate::battle) fn detachment(
    battle: &Battle,
    issuer: PostId,
    receiver_ke: i32,
    controls: i32,
    english: bool,
) -> CommandControl {
    CommandControl {
        zone: 1,
        detachment: true,
        receiver_has_attack_order: battle.staff[issuer].order == CorpsOrder::Attack,
        receiver_ke,
        issuer_ke: battle.staff[issuer].ke,
        previous_controls: controls.min(20),
        english_cavalry_new_order: english,
    }
}

impl Run<'_> {
    /// All orders are given: those on their way are rolled, in the order of the receivers' places.
    pub(super) fn controls(&mut self) -> Result<(), Pause> {
        let active = self.battle.active();
        self.joined_spend_nothing(active);
        let mut waiting: Vec<PostId> = self
            .battle
            .posts
            .ids()
            .filter(|&post| {
                let staff = &self.battle.staff[post];
                self.battle.posts[post].rider.side == active
                    && (staff.pending.is_some() || staff.detaching.is_some())
            })
            .collect();
        let key = |post: &PostId| self.battle.place_of(*post);
        waiting.sort_by(|a, b| key(a).x.total_cmp(&key(b).x).then(key(a).y.total_cmp(&key(b).y)));
        each(self, &waiting, |run, &post| {
            run.control_of_corps(post)?;
            run.control_of_division(post)
        })?;
        let brigades: Vec<UnitId> = self.battle.detaching.iter().map(|(unit, _)| *unit).collect();
        let brigades = self.battle.by_place(brigades);
        each(self, &brigades, |run, &unit| run.control_of_brigade(unit))
    }

    /// An army general who is one headquarters with the commander in chief has no points of his own in the turn (R11).
    fn joined_spend_nothing(&mut self, side: SideId) {
        let joined = |&post: &PostId| {
            self.battle.posts[post].rider.side == side
                && self.battle.staff[post].rank == Rank::ArmyGeneral
                && headquarters(self.battle, post).chief != post
        };
        let joined: Vec<PostId> = self.battle.posts.ids().filter(joined).collect();
        for post in joined {
            let staff = &mut self.battle.staff[post];
            staff.spent = staff.oas;
        }
    }

    fn control_of_corps(&mut self, post: PostId) -> Go {
        let Some(pending) = self.battle.staff[post].pending else { return Ok(()) };
        let side = self.battle.posts[post].rider.side;
        let about = json!({"general": self.battle.posts[post].id, "order": pending.order.as_str()});
        let facts = control(self.battle, self.tables, post, pending.from, pending.controls);
        let Some(facts) = facts else {
            self.tell_side("order_out_of_reach", "2.2.p3", side, about);
            return Ok(());
        };
        let control = self.roll_for_side(("command_control", "3.3.p2"), side, about, &facts)?;
        if !control.accepted {
            if let Some(pending) = &mut self.battle.staff[post].pending {
                pending.controls += 1;
            }
            return Ok(());
        }
        self.takes_order(post, pending.order, pending.objective);
        Ok(())
    }

    /// An order gets through: it takes effect at once.
    pub(in crate::battle) fn takes_order(
        &mut self,
        post: PostId,
        order: CorpsOrder,
        objective: Option<Point>,
    ) {
        let place = self.battle.place_of(post);
        let staff = &mut self.battle.staff[post];
        (staff.order, staff.objective, staff.first) = (order, objective, place);
        (staff.engaged, staff.pending) = (false, None);
        if order == CorpsOrder::Hold {
            staff.objective = None;
        }
        let side = self.battle.posts[post].rider.side;
        let about = json!({"general": self.battle.posts[post].id, "order": order.as_str()});
        self.tell_side("order_through", "3.3.p2", side, about);
    }

    fn control_of_division(&mut self, post: PostId) -> Go {
        let Some(detaching) = self.battle.staff[post].detaching else { return Ok(()) };
        let corps = corps_of(self.battle, post);
        let side = self.battle.posts[post].rider.side;
        let about = json!({"general": self.battle.posts[post].id});
        let from = Headquarters { chief: corps, place: self.battle.place_of(corps) };
        let recall = detaching.order.is_none();
        if !recall && zone(self.battle, self.tables, from, self.battle.place_of(post)).is_none() {
            self.tell_side("order_out_of_reach", "3.2", side, about);
            return Ok(());
        }
        let english = all_english_cavalry(self.battle, self.tables, post);
        let ke = self.battle.staff[post].ke;
        let facts = detachment(self.battle, corps, ke, detaching.controls, english);
        let control = self.roll_for_side(("detachment_control", "2.11"), side, about, &facts)?;
        let staff = &mut self.battle.staff[post];
        if !control.accepted {
            if let Some(detaching) = &mut staff.detaching {
                detaching.controls += 1;
            }
            return Ok(());
        }
        staff.detaching = None;
        staff.detached = detaching.order.map(|(order, point)| Detached {
            order,
            point,
            arrived: order == DetachedOrder::Hold
                && self.battle.posts[post].rider.place.distance(point) <= 1.0,
        });
        let about = json!({"general": self.battle.posts[post].id});
        self.tell_side(if recall { "recalled" } else { "detached" }, "2.11", side, about);
        Ok(())
    }

    fn control_of_brigade(&mut self, unit: UnitId) -> Go {
        let Some(at) = self.battle.detaching.iter().position(|(who, _)| *who == unit) else { return Ok(()) };
        let side = self.unit(unit).side;
        if side != self.battle.active() {
            return Ok(());
        }
        if !self.unit(unit).here() {
            self.battle.detaching.remove(at);
            return Ok(());
        }
        let detaching = self.battle.detaching[at].1;
        let corps = crate::battle::command::corps(self.battle, unit);
        let from = Headquarters { chief: corps, place: self.battle.place_of(corps) };
        let about = json!({"unit": self.unit(unit).id});
        let recall = detaching.order.is_none();
        if !recall && zone(self.battle, self.tables, from, nearest_of(self.unit(unit), from.place)).is_none()
        {
            self.tell_side("order_out_of_reach", "3.2", side, about);
            return Ok(());
        }
        let english = self.tables.unit(self.unit(unit).kind).english_cavalry;
        let facts = detachment(self.battle, corps, 0, detaching.controls, english);
        let control = self.roll_for_side(("detachment_control", "2.11"), side, about.clone(), &facts)?;
        if !control.accepted {
            self.battle.detaching[at].1.controls += 1;
            return Ok(());
        }
        self.battle.detaching.remove(at);
        let placed = &self.unit(unit).placed;
        let detached = detaching.order.map(|(order, point)| Detached {
            order,
            point,
            arrived: crate::battle::bodies::metres_to(placed, point) <= CM,
        });
        self.unit_mut(unit).detached = detached;
        self.tell_side(if recall { "recalled" } else { "detached" }, "2.11", side, about);
        Ok(())
    }
}
