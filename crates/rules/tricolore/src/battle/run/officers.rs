//! Officers: straight ahead on their axis, pivots, about-faces, rides and deployment (§officer.move, §manoeuvre.officers, R57, R89).

use krigsspil_field::prelude::*;
use krigsspil_turn::desk::Go;
use serde_json::json;

use super::Run;
use crate::battle::order::Ride;
use crate::battle::phases;
use crate::battle::state::*;
use crate::procedures::officers::{OfficerMove, OfficerRide};
use crate::quantity::Metres;
use crate::vocabulary::{OfficerPhase, OfficerTurn};

/// An officer so near an enemy, in metres, goes to his nearest unit (R82).
const UPON_HIM: f64 = 25.0;

impl Run<'_> {
    /// An officer moves or turns.
    pub(in crate::battle) fn officer(&mut self, post: PostId, ride: &Ride) -> Go {
        match ride {
            Ride::Pivot { facing } => self.pivots(post, facing.0, OfficerTurn::Pivot),
            Ride::About => {
                let facing = self.battle.officers[post].facing + 180.0;
                self.pivots(post, facing, OfficerTurn::AboutFace)
            }
            Ride::Ahead { metres } => {
                let facing = Bearing::degrees(self.battle.officers[post].facing);
                let to = self.battle.officer_place(post) + facing.ahead() * *metres;
                self.rides(post, to, None)
            }
            Ride::To { place } => self.rides(post, point(place.0[0], place.0[1]), None),
            Ride::With { unit } => {
                let Some(unit) = self.battle.unit(unit) else { return Ok(()) };
                let to = self.unit(unit).placed.pose().at;
                self.rides(post, to, Some(unit))
            }
        }
    }

    /// The axis of a command changes: by E2/2 in a sequence, freely in G; an about-face is always free (§officer.pivot,
    /// §officer.about-face).
    fn pivots(&mut self, post: PostId, facing: f64, turn: OfficerTurn) -> Go {
        if self.battle.officers[post].turned {
            return Ok(());
        }
        let facts = OfficerMove {
            phase: self.officer_phase(),
            ability: self.battle.officers[post].ability,
            cavalry_command: self.battle.is_cavalry(post),
            turn,
        };
        let side = self.battle.posts[post].rider.side;
        let about = json!({"general": self.battle.posts[post].id});
        let audience = self.of_side(side);
        let result = self.roll_for(("officer_pivots", "officer.pivot"), audience, about, &facts)?;
        let officer = &mut self.battle.officers[post];
        officer.turned = true;
        if result.turned {
            officer.facing = Bearing::degrees(facing).on_grid().as_degrees();
        }
        Ok(())
    }

    fn officer_phase(&self) -> OfficerPhase {
        match self.battle.phase() {
            phases::Step::Movement => OfficerPhase::Tactical,
            _ => OfficerPhase::Deployment,
        }
    }

    /// He goes towards a place as far as the phase lets him; into contact with a unit when he reaches it.
    fn rides(&mut self, post: PostId, to: Point, with: Option<UnitId>) -> Go {
        if self.battle.officers[post].moved {
            return Ok(());
        }
        let from = self.battle.officer_place(post);
        let to = match self.battle.phase() {
            phases::Step::Movement => self.straight_ahead(post, from, to, with),
            phases::Step::Manoeuvre => self.rides_in_manoeuvre(post, from, to)?,
            _ => towards(from, to, f64::from(self.tables.command.deployment.0)),
        };
        let to = self.inside(to);
        self.battle.officers[post].moved = true;
        let near = |unit: UnitId| {
            let parts = self.unit(unit).placed.parts().iter();
            parts.map(|part| part.distance_to(to)).fold(f64::INFINITY, f64::min) <= UPON_HIM
        };
        let with = with.filter(|&unit| self.unit(unit).here() && near(unit));
        let rider = &mut self.battle.posts[post].rider;
        (rider.place, rider.with) = (to.on_grid(), with);
        let side = rider.side;
        let about = json!({"general": self.battle.posts[post].id, "metres": whole_metres(from.distance(to))});
        self.tell_side("officer_moves", "officer.move", side, about);
        self.officers_find_shelter();
        Ok(())
    }

    /// In a sequence he goes straight ahead and nowhere else (§officer.move, §house.axis): so far as brings him nearer.
    fn straight_ahead(&self, post: PostId, from: Point, to: Point, with: Option<UnitId>) -> Point {
        let tables = &self.tables.command;
        let cavalry = self.battle.is_cavalry(post);
        let limit = f64::from(if cavalry { tables.cavalry_ahead.0 } else { tables.ahead.0 });
        let ahead = Bearing::degrees(self.battle.officers[post].facing).ahead();
        // A unit that he can touch from where he stands needs no ride.
        if with.is_some() && from.distance(to) <= UPON_HIM {
            return to;
        }
        let along = (to - from).dot(ahead).clamp(0.0, limit);
        from + ahead * along
    }

    /// With his troops at their rate; a superior up to 2000 on his own, E1/1 for each 500 begun (§manoeuvre.officers, R89).
    fn rides_in_manoeuvre(&mut self, post: PostId, from: Point, to: Point) -> Go<Point> {
        let rates = &self.tables.movement.manoeuvre;
        let with_troops =
            f64::from(if self.battle.is_cavalry(post) { rates.cavalry.0 } else { rates.infantry.0 });
        let wanted = from.distance(to);
        let goes_along = self.battle.troops_march(post);
        if goes_along && wanted <= with_troops || !self.battle.is_superior(post) {
            return Ok(towards(from, to, with_troops));
        }
        let metres = whole_metres(wanted).clamp(1, self.tables.command.ride_up_to.0);
        let facts = OfficerRide { ability: self.battle.officers[post].ability, distance_m: Metres(metres) };
        let side = self.battle.posts[post].rider.side;
        let about = json!({"general": self.battle.posts[post].id});
        let audience = self.of_side(side);
        let result = self.roll_for(("officer_rides", "manoeuvre.officers"), audience, about, &facts)?;
        Ok(towards(from, to, f64::from(result.moved_m.0)))
    }

    fn inside(&self, place: Point) -> Point {
        let table = self.battle.fixed.ground.table().extent();
        point(place.x.clamp(table.low.x, table.high.x), place.y.clamp(table.low.y, table.high.y))
    }

    /// An officer whose unit is gone, or upon whom an enemy has come, moves to the nearest unit of his own (R82).
    pub(super) fn officers_find_shelter(&mut self) {
        let posts: Vec<PostId> =
            self.battle.posts.ids().filter(|&post| self.battle.posts[post].rider.is_here()).collect();
        for post in posts {
            let rider = &self.battle.posts[post].rider;
            let (side, place) = (rider.side, self.battle.officer_place(post));
            let lost_his_unit = rider.with.is_some_and(|unit| !self.unit(unit).here());
            let upon = |unit: UnitId| {
                let parts = self.unit(unit).placed.parts().iter();
                parts.map(|part| part.distance_to(place)).fold(f64::INFINITY, f64::min) <= UPON_HIM
            };
            let in_the_ranks = rider.with.is_some() && !lost_his_unit;
            let overrun = !in_the_ranks && self.battle.enemies_of(side).any(upon);
            if !lost_his_unit && !overrun {
                continue;
            }
            let own = self.battle.here().filter(|&unit| self.unit(unit).side == side);
            let away = |unit: UnitId| self.unit(unit).placed.centre().distance(place);
            let nearest =
                own.min_by(|&a, &b| away(a).total_cmp(&away(b)).then_with(|| self.battle.comes_first(a, b)));
            let rider = &mut self.battle.posts[post].rider;
            rider.with = nearest;
            rider.place = place;
        }
    }
}

/// From one place towards another, at most so far.
fn towards(from: Point, to: Point, metres: f64) -> Point {
    let away = from.distance(to);
    if away <= metres || away <= 0.0 { to } else { from.toward(to, metres / away) }
}
