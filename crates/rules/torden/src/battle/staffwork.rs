//! Phase 1 as a seat writes it: orders to corps, cancellations, detachments, and generals moved (chapters 2 and 3).

use krigsspil_engine::battle::{Place, Refused};
use krigsspil_engine::wordings::{NOT_YOURS, OFF_THE_TABLE};
use krigsspil_engine::{OrNull, Refusal};
use krigsspil_field::prelude::{Bearing, Point, point};

use super::bodies::plain;
use super::command::{corps_of, division_in_command};
use super::knowing::Eyes;
use super::order::DetachedOrder;
use super::refusals::*;
use super::run::{corps_move, headquarters, in_trouble, issuers, zone};
use super::sequence::*;
use super::state::*;
use crate::procedures::corps::CorpsGeneralMoveResult;
use crate::procedures::orders::{OrderBar, OrderCheck};
use crate::procedures::rosters::{COMMANDER_MOVE_CM, CORPS_SHIFT_CM};
use crate::tables::Tables;
use crate::vocabulary::{CorpsOrder, Issuer, Rank};

fn by_rule(field: &str, refusal: &'static Refusal) -> Refused {
    Refused::ByRule(field.to_string(), refusal)
}

/// What a seat writes for its generals, being checked.
#[derive(Clone, Copy)]
pub(super) struct Writing<'a> {
    pub eyes: Eyes<'a>,
    pub tables: &'a Tables,
}

/// An order to a corps that may be given.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Given {
    pub to: PostId,
    pub from: PostId,
    /// Whose allowance pays; none for a corps general's own.
    pub pays: Option<PostId>,
    pub order: CorpsOrder,
    pub objective: Option<Point>,
}

/// What kind of order it is.
#[derive(Clone, Copy, PartialEq)]
enum Kind {
    Ordinary,
    /// A corps in trouble goes back (§2.9.p2).
    Automatic,
    /// For a division or brigade that leaves its corps (§2.11).
    Detached,
}

/// An order that somebody wants to give to one who stands at a place.
#[derive(Clone, Copy)]
struct Wanted {
    side: SideId,
    place: Point,
    from: PostId,
    order: CorpsOrder,
    objective: Option<Point>,
    kind: Kind,
}

impl<'a> Writing<'a> {
    fn battle(&self) -> &'a Battle {
        self.eyes.battle()
    }

    pub fn in_phase(&self, phase: &str) -> Result<(), Refused> {
        let battle = self.battle();
        let side = self.eyes.side();
        let its_move = side.is_some_and(|side| battle.stand.may_act(side)) && !battle.turns.runs();
        if its_move && battle.stand.phase(&PERIOD).name == phase {
            Ok(())
        } else {
            Err(by_rule("do", &NOT_THIS_PHASE))
        }
    }

    /// A general of the seat who is on the table.
    pub fn general(&self, id: &str) -> Result<PostId, Refused> {
        let battle = self.battle();
        let own = battle.post(id).filter(|&post| Some(battle.fixed.seat_of[post]) == self.eyes.seat());
        let post =
            own.ok_or_else(|| Refused::not_yours("general", NOT_YOURS.with([("given", id.into())])))?;
        if battle.posts[post].rider.is_here() { Ok(post) } else { Err(by_rule("general", &NOT_ON_THE_TABLE)) }
    }

    pub fn place(&self, Place([x, y]): Place) -> Result<Point, Refused> {
        let inside =
            x.is_finite() && y.is_finite() && self.battle().fixed.ground.table().extent().holds(point(x, y));
        if inside { Ok(point(x, y).on_grid()) } else { Err(Refused::unclear("place", OFF_THE_TABLE)) }
    }

    /// The way to the enemy from a place, as far as he is seen; else away from home.
    pub fn enemy_way(&self, side: SideId, from: Point) -> Bearing {
        let battle = self.battle();
        let known = battle.enemies(side).filter(|&enemy| self.eyes.knows(enemy));
        let nearest = known
            .map(|enemy| battle.units[enemy].placed.centre())
            .min_by(|a, b| a.distance(from).total_cmp(&b.distance(from)));
        match nearest {
            Some(enemy) if enemy.distance(from) > 1.0 => Bearing::of(enemy - from),
            _ => Bearing::degrees(battle.fixed.sides[side].home + 180.0),
        }
    }

    /// Points a headquarters has left.
    pub fn left(&self, chief: PostId) -> i32 {
        self.battle().staff[chief].oas - self.battle().staff[chief].spent
    }

    /// May this kind of thing be done with a general of the seat now, whatever its particulars?
    pub fn open(&self, post: PostId, kind: &str) -> Result<(), Refused> {
        match kind {
            "corps" => self.orders_corps(post),
            "cancel" => self.cancels_to(post).map(drop),
            "automatic_back" => self.goes_back_of_itself(post),
            "detach_division" => self.parts_division(post, false),
            "recall_division" => self.parts_division(post, true),
            "task" => self.in_phase(ORDERS),
            "shift" => self.shifts_him(post).map(drop),
            "advance" => self.advances_him(post).map(drop),
            "ride" => self.rides_out(post),
            _ => Err(by_rule("do", &NOT_THIS_PHASE)),
        }
    }

    /// The same for a brigade of the seat.
    pub fn open_to_brigade(&self, unit: UnitId, kind: &str) -> Result<(), Refused> {
        match kind {
            "detach_brigade" => self.parts_brigade(unit, false),
            "recall_brigade" => self.parts_brigade(unit, true),
            _ => Err(by_rule("do", &NOT_THIS_PHASE)),
        }
    }

    /// Could a corps be given some order? Its own general may always send it back (§2.9).
    fn orders_corps(&self, to: PostId) -> Result<(), Refused> {
        self.in_phase(ORDERS)?;
        let battle = self.battle();
        let staff = &battle.staff[to];
        if corps_of(battle, to) != to || !matches!(staff.rank, Rank::CorpsGeneral | Rank::DivisionGeneral) {
            return Err(by_rule("general", &CANNOT_ORDER));
        }
        if staff.pending.is_some() {
            return Err(by_rule("general", &ORDER_PENDING));
        }
        if staff.cancelled {
            return Err(by_rule("general", &ORDER_AND_CANCELLATION));
        }
        Ok(())
    }

    /// An order to a corps (§2.4.2, §2.7 to §2.10).
    pub fn corps_order(
        &self,
        id: &str,
        order: CorpsOrder,
        objective: Option<Place>,
        from: Option<&str>,
    ) -> Result<Given, Refused> {
        self.in_phase(ORDERS)?;
        let to = self.general(id)?;
        self.orders_corps(to)?;
        let battle = self.battle();
        let from = self.issuer(to, order, from)?;
        let objective = objective.map(|place| self.place(place)).transpose()?;
        let (side, place) = (battle.posts[to].rider.side, battle.place_of(to));
        self.lawful(Wanted { side, place, from, order, objective, kind: Kind::Ordinary })?;
        if from == to {
            return Ok(Given { to, from, pays: None, order, objective });
        }
        let quarters = headquarters(battle, from);
        if self.left(quarters.chief) < 1 {
            return Err(by_rule("from", &NO_ALLOWANCE));
        }
        if zone(battle, self.tables, quarters, battle.place_of(to)).is_none() {
            return Err(by_rule("from", &OUT_OF_ZONES));
        }
        Ok(Given { to, from, pays: Some(quarters.chief), order, objective })
    }

    fn issuer(&self, to: PostId, order: CorpsOrder, from: Option<&str>) -> Result<PostId, Refused> {
        let battle = self.battle();
        let above = issuers(battle, to);
        match from {
            Some(id) => {
                let named = battle.post(id).filter(|post| above.contains(post) || *post == to);
                named
                    .filter(|&post| post != to || order == CorpsOrder::Back)
                    .ok_or_else(|| by_rule("from", &CANNOT_ORDER))
            }
            None if order == CorpsOrder::Back && above.is_empty() => Ok(to),
            None => {
                let paying =
                    above.iter().copied().find(|&post| self.left(headquarters(battle, post).chief) > 0);
                match paying.or(above.first().copied()) {
                    Some(post) if self.left(headquarters(battle, post).chief) > 0 => Ok(post),
                    // His own general may send a corps back when nobody above him has a word left.
                    _ if order == CorpsOrder::Back => Ok(to),
                    Some(post) => Ok(post),
                    None => Err(by_rule("general", &CANNOT_ORDER)),
                }
            }
        }
    }

    /// Is an order of its kind, with its objective?
    fn lawful(&self, Wanted { side, place, from, order, objective, kind }: Wanted) -> Result<(), Refused> {
        let battle = self.battle();
        let enemy = self.enemy_way(side, place);
        let off = objective
            .filter(|goal| goal.distance(place) > 0.0)
            .map(|goal| enemy.turn_to(Bearing::of(goal - place)).0.abs());
        let clearance = objective.map(|goal| self.clearance(side, place, goal));
        let distance = objective.map(|goal| goal.distance(place) / CM);
        let facts = OrderCheck {
            order,
            detached: kind == Kind::Detached,
            issuer: match battle.staff[from].rank {
                Rank::CommanderInChief => Issuer::CommanderInChief,
                Rank::ArmyGeneral => Issuer::ArmyGeneral,
                _ => Issuer::CorpsGeneral,
            },
            // The eye measures to a millimetre.
            objective_distance_cm: OrNull(distance.map(|cm| ((cm * 10.0).round() / 10.0).min(2000.0))),
            toward_enemy: off.is_some_and(|off| off <= 90.0),
            away_from_enemy_front: off.is_some_and(|off| off >= 90.0),
            automatic: kind == Kind::Automatic,
            path_clearance_cm: OrNull(clearance.flatten().map(|cm| cm.min(2000.0))),
        };
        let Some(bar) = plain(&facts, self.tables)?.reasons.first().copied() else { return Ok(()) };
        Err(match bar {
            OrderBar::CorpsGeneralMayNot | OrderBar::DetachedNoAttack => by_rule("order", &CANNOT_ORDER),
            OrderBar::ObjectiveMissing | OrderBar::ObjectiveTooFar | OrderBar::AutomaticObjectiveNot100 => {
                by_rule("objective", &OBJECTIVE_WITHIN_A_METRE)
            }
            OrderBar::NotTowardEnemy => by_rule("objective", &TOWARD_THE_ENEMY),
            OrderBar::NotAwayFromEnemy | OrderBar::AutomaticOnlyRetreat => {
                by_rule("objective", &AWAY_FROM_THE_ENEMY)
            }
            OrderBar::PathTooNearEnemy => by_rule("objective", &MARCH_KEEPS_OFF),
        })
    }

    /// How near a straight way comes to enemies that are seen, in centimetres.
    fn clearance(&self, side: SideId, from: Point, to: Point) -> Option<f64> {
        let battle = self.battle();
        let known = battle.enemies(side).filter(|&enemy| self.eyes.knows(enemy));
        let near = known.map(|enemy| {
            let centre = battle.units[enemy].placed.centre();
            let at = krigsspil_field::polygon::nearest_on((from, to), centre);
            super::bodies::metres_to(&battle.units[enemy].placed, at) / CM
        });
        near.min_by(f64::total_cmp)
    }

    /// A cancellation costs a point and needs no throw (R12).
    pub fn cancels(&self, id: &str) -> Result<(PostId, PostId), Refused> {
        self.in_phase(ORDERS)?;
        let to = self.general(id)?;
        self.cancels_to(to).map(|pays| (to, pays))
    }

    /// Who pays for it: the corps general himself for an order of his own.
    fn cancels_to(&self, to: PostId) -> Result<PostId, Refused> {
        self.in_phase(ORDERS)?;
        let battle = self.battle();
        let pending = battle.staff[to].pending.ok_or_else(|| by_rule("general", &NOTHING_PENDING))?;
        if pending.fresh {
            return Err(by_rule("general", &ORDER_AND_CANCELLATION));
        }
        let chief = headquarters(battle, pending.from).chief;
        let free = pending.from == to;
        if !free && self.left(chief) < 1 {
            return Err(by_rule("general", &NO_ALLOWANCE));
        }
        Ok(if free { to } else { chief })
    }

    /// A corps in trouble goes back of itself, a whole metre (§2.9.p2).
    pub fn automatic(&self, id: &str, objective: Place) -> Result<(PostId, Point), Refused> {
        self.in_phase(ORDERS)?;
        let to = self.general(id)?;
        self.goes_back_of_itself(to)?;
        let battle = self.battle();
        let objective = self.place(objective)?;
        let (side, place) = (battle.posts[to].rider.side, battle.place_of(to));
        let order = CorpsOrder::Back;
        self.lawful(Wanted {
            side,
            place,
            from: to,
            order,
            objective: Some(objective),
            kind: Kind::Automatic,
        })?;
        Ok((to, objective))
    }

    fn goes_back_of_itself(&self, to: PostId) -> Result<(), Refused> {
        self.in_phase(ORDERS)?;
        let battle = self.battle();
        let may = corps_of(battle, to) == to && in_trouble(battle, self.tables, to);
        if may { Ok(()) } else { Err(by_rule("general", &NO_AUTOMATIC_BACK)) }
    }

    /// A division may be detached by its corps general, with M, H or T (§2.11).
    pub fn detaches(
        &self,
        id: &str,
        order: Option<(DetachedOrder, Place)>,
    ) -> Result<(PostId, Option<(DetachedOrder, Point)>), Refused> {
        self.in_phase(ORDERS)?;
        let post = self.general(id)?;
        self.parts_division(post, order.is_none())?;
        let battle = self.battle();
        match order {
            Some(wanted) => {
                let corps = corps_of(battle, post);
                let (side, from) = (battle.posts[post].rider.side, battle.place_of(post));
                Ok((post, Some(self.detachment(corps, side, from, wanted)?)))
            }
            None => Ok((post, None)),
        }
    }

    /// May a division be detached from its corps, or come back to it?
    fn parts_division(&self, post: PostId, back: bool) -> Result<(), Refused> {
        self.in_phase(ORDERS)?;
        let battle = self.battle();
        let staff = &battle.staff[post];
        let of_corps = corps_of(battle, post) != post && staff.rank == Rank::DivisionGeneral;
        parts("general", of_corps && staff.detaching.is_none(), staff.detached.is_some(), back)
    }

    /// May a brigade be detached from its corps, or come back to it?
    fn parts_brigade(&self, unit: UnitId, back: bool) -> Result<(), Refused> {
        self.in_phase(ORDERS)?;
        let battle = self.battle();
        let of = &battle.units[unit];
        let on_its_way = battle.detaching.iter().any(|(who, _)| *who == unit);
        parts("unit", of.here() && !on_its_way && !of.is_mob(), of.detached.is_some(), back)
    }

    /// A detachment has a point, and is bound as an order of its kind is (§2.9, §2.10, §2.11).
    fn detachment(
        &self,
        corps: PostId,
        side: SideId,
        place: Point,
        (order, point): (DetachedOrder, Place),
    ) -> Result<(DetachedOrder, Point), Refused> {
        let point = self.place(point)?;
        let objective = Some(point);
        let kind = Kind::Detached;
        self.lawful(Wanted { side, place, from: corps, order: order.corps_order(), objective, kind })?;
        Ok((order, point))
    }

    /// The same for a brigade.
    pub fn detaches_brigade(
        &self,
        unit: UnitId,
        order: Option<(DetachedOrder, Place)>,
    ) -> Result<Option<(DetachedOrder, Point)>, Refused> {
        self.parts_brigade(unit, order.is_none())?;
        let battle = self.battle();
        let of = &battle.units[unit];
        match order {
            Some(wanted) => {
                let corps = super::command::corps(battle, unit);
                self.detachment(corps, of.side, of.placed.centre(), wanted).map(Some)
            }
            None => Ok(None),
        }
    }

    /// A point that is left moves a corps general 15 cm, or its owner 40 (§2.12.1).
    pub fn shifts(&self, id: &str, place: Place) -> Result<(PostId, PostId, Point), Refused> {
        self.in_phase(SHIFTS)?;
        let post = self.general(id)?;
        let place = self.place(place)?;
        let (pays, most) = self.shifts_him(post)?;
        let far = self.battle().place_of(post).distance(place) / CM;
        if far > f64::from(most) + 0.001 {
            return Err(by_rule("place", &TOO_FAR));
        }
        Ok((post, pays, place))
    }

    /// Who pays for it, and how many centimetres he is moved at most.
    fn shifts_him(&self, post: PostId) -> Result<(PostId, i32), Refused> {
        self.in_phase(SHIFTS)?;
        let battle = self.battle();
        let staff = &battle.staff[post];
        let (pays, most) = match staff.rank {
            Rank::CommanderInChief | Rank::ArmyGeneral => {
                (headquarters(battle, post).chief, COMMANDER_MOVE_CM)
            }
            _ => {
                let above = issuers(battle, post).into_iter().map(|post| headquarters(battle, post).chief);
                let pays = above.into_iter().find(|&chief| self.left(chief) > 0);
                (pays.ok_or_else(|| by_rule("general", &NO_ALLOWANCE))?, CORPS_SHIFT_CM)
            }
        };
        let executing =
            most == CORPS_SHIFT_CM && (staff.order != CorpsOrder::Hold || corps_of(battle, post) != post);
        if staff.shifted || executing {
            return Err(by_rule("general", &CANNOT_SHIFT));
        }
        if self.left(pays) < 1 {
            return Err(by_rule("general", &NO_ALLOWANCE));
        }
        Ok((pays, most))
    }

    /// A corps general goes as far as his order lets and bids him (§2.7.p2).
    pub fn advances(&self, id: &str, cm: f64) -> Result<PostId, Refused> {
        self.in_phase(MOVES)?;
        let post = self.general(id)?;
        let result = self.advances_him(post)?;
        let within = cm >= f64::from(result.min_cm) - 0.001 && cm <= f64::from(result.max_cm) + 0.001;
        if within { Ok(post) } else { Err(by_rule("cm", &GENERAL_GOES)) }
    }

    /// Between what and what he goes.
    fn advances_him(&self, post: PostId) -> Result<CorpsGeneralMoveResult, Refused> {
        self.in_phase(MOVES)?;
        let battle = self.battle();
        let result = corps_move(battle, self.tables, post, &|enemy| self.eyes.knows(enemy))
            .ok_or_else(|| by_rule("general", &GENERAL_HOLDS))?;
        if battle.staff[post].moved {
            return Err(by_rule("general", &GENERAL_HAS_MOVED));
        }
        if result.order_now == CorpsOrder::Hold {
            return Err(by_rule("general", &GENERAL_HOLDS));
        }
        Ok(result)
    }

    /// A division general rides up to 40 cm, within command of his corps (§2.5, R14).
    pub fn rides(&self, id: &str, place: Place) -> Result<(PostId, Point), Refused> {
        self.in_phase(MOVES)?;
        let post = self.general(id)?;
        self.rides_out(post)?;
        let battle = self.battle();
        let staff = &battle.staff[post];
        let place = self.place(place)?;
        let from = battle.place_of(post);
        let away = |detached: Detached| detached.point.distance(place) > detached.point.distance(from);
        if staff.detached.is_some_and(away) {
            return Err(by_rule("place", &TO_ITS_POINT));
        }
        if from.distance(place) > (f64::from(COMMANDER_MOVE_CM) + 0.001) * CM {
            return Err(by_rule("place", &TOO_FAR));
        }
        let corps = battle.place_of(corps_of(battle, post));
        let nearer = place.distance(corps) < from.distance(corps);
        if !division_in_command(battle, post, place) && !nearer {
            return Err(by_rule("place", &DIVISION_IN_COMMAND));
        }
        Ok((post, place))
    }

    fn rides_out(&self, post: PostId) -> Result<(), Refused> {
        self.in_phase(MOVES)?;
        let battle = self.battle();
        let staff = &battle.staff[post];
        if staff.rank != Rank::DivisionGeneral || corps_of(battle, post) == post {
            return Err(by_rule("general", &GENERAL_HOLDS));
        }
        if staff.detached.is_some_and(|detached| detached.arrived) {
            return Err(by_rule("general", &DIVISION_AT_ITS_POINT));
        }
        if staff.moved { Err(by_rule("general", &GENERAL_HAS_MOVED)) } else { Ok(()) }
    }
}

/// Only what is with its corps is detached from it, and only what is detached comes back (§2.11).
fn parts(field: &str, fit: bool, detached: bool, back: bool) -> Result<(), Refused> {
    match (fit, back) {
        (true, _) if detached == back => Ok(()),
        (true, true) => Err(by_rule(field, &NOT_DETACHED)),
        _ => Err(by_rule(field, &CANNOT_DETACH)),
    }
}
