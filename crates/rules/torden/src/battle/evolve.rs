//! Turns, formation changes, limbering, and moves into, out of and within towns (§4.4.7 to §4.6.4, §4.8).

use krigsspil_engine::Figures;
use krigsspil_field::prelude::{Bearing, Degrees, Placed, Point, Pose};

use super::bodies::{about_centre, body_in, can_form, in_the_way, plain, side_middle};
use super::march::{Halt, Walker, battery_kind};
use super::order::Wing;
use super::state::{CM, InZone};
use crate::procedures::moving::MoveDirection;
use crate::procedures::towns::{Facing, TownAction, TownBattery, TownDeploy};
use crate::vocabulary::Formation;

/// Poses tried along a pivot.
const SAMPLES: i32 = 6;
/// A unit so near a town zone touches it, in metres.
const AT_THE_ZONE: f64 = 0.5;

impl Walker<'_> {
    fn no_room(&mut self) {
        self.done.halt = Some(Halt::NoRoom);
    }

    /// Up to 45 degrees it swings about the corner it turns to, and pays what its outer figure walks; beyond that it is a change of
    /// formation, but for march columns on a road (§4.4.7).
    pub(super) fn turn(&mut self, degrees: f64) {
        if self.done.zone.is_some() || self.done.formation == Formation::Square {
            return self.no_room();
        }
        let road = self.done.formation.is_column_of_route() && self.on_road();
        let facts = MoveDirection { angle_deg: 0.0, turn_deg: degrees.abs().min(180.0), road_column: road };
        let change = plain(&facts, self.field.tables).is_ok_and(|turn| turn.turn_is_formation_change);
        if change || degrees.abs() > 45.0 {
            self.turn_on_the_spot(degrees, change);
        } else {
            self.pivot(degrees);
        }
    }

    fn on_road(&self) -> bool {
        let at = self.done.placed.pose().at;
        self.field.fixed.ground.at(at).any(|(_, mapped)| super::terrain::is_road(mapped))
    }

    fn turn_on_the_spot(&mut self, degrees: f64, change: bool) {
        if self.done.formation == Formation::Unlimbered {
            return self.no_room();
        }
        let facing = self.done.placed.pose().facing.right_by(Degrees(degrees));
        let Ok(turned) = about_centre(self.done.placed.body(), self.done.placed.centre(), facing) else {
            return self.no_room();
        };
        if !self.room_for(&turned, self.done.formation) {
            return self.no_room();
        }
        if change && !self.spend_quarters(self.row.formation_change) {
            return;
        }
        self.done.placed = turned;
        self.note();
    }

    fn pivot(&mut self, degrees: f64) {
        let (left, right) = self.done.placed.wings();
        let corner = if degrees >= 0.0 { right } else { left };
        let at = |share: f64| {
            let pose = self.done.placed.pose();
            let by = Degrees(-degrees * share);
            let place = corner + (pose.at - corner).turned_by(by);
            self.done
                .placed
                .moved_to(Pose::new(place, pose.facing.right_by(Degrees(degrees * share))).on_grid())
        };
        let free = (1..=SAMPLES).all(|step| {
            let there = at(f64::from(step) / f64::from(SAMPLES));
            !self.field.others.iter().any(|other| in_the_way(&there, other.placed))
        });
        let end = at(1.0);
        if !free || !self.room_for(&end, self.done.formation) {
            return self.no_room();
        }
        // 4.1: measured for the figure that has farthest to go.
        let metres = degrees.abs().to_radians() * self.done.placed.body().front();
        let rate = f64::from(self.row.rate_cm(self.done.formation, false)) * CM;
        let share = metres / rate.max(f64::MIN_POSITIVE);
        if share > self.left + super::march::HAIR {
            self.done.halt = Some(Halt::Time);
            return;
        }
        self.left = (self.left - share).max(0.0);
        self.done.placed = end;
        self.note();
    }

    /// The middle of the front stays, but a line and a march column turn their men on the spot, and a square faces any side (§4.5.2).
    pub(super) fn form(&mut self, formation: Formation, facing: Option<Wing>, ranks: i32) {
        let formed = formation == self.done.formation && ranks == self.done.ranks;
        let lawful = !self.unit.is_battery() && can_form(self.unit, formation, ranks, self.field.tables);
        if self.done.zone.is_some() || formed || !lawful {
            return self.no_room();
        }
        let Ok(body) = body_in(self.unit, formation, ranks, self.field.tables) else { return self.no_room() };
        let (here, pose) = (&self.done.placed, self.done.placed.pose());
        let quarter = |wing: Option<Wing>| match wing {
            Some(Wing::Left) => -90.0,
            _ => 90.0,
        };
        let on_the_spot = matches!(
            (self.done.formation, formation),
            (Formation::Line, Formation::MarchColumn) | (Formation::MarchColumn, Formation::Line)
        );
        let formed = match self.done.formation {
            _ if on_the_spot => {
                about_centre(&body, here.centre(), pose.facing.right_by(Degrees(quarter(facing))))
            }
            Formation::Square => {
                let wing = facing.unwrap_or(Wing::Front);
                let by = match wing {
                    Wing::Front => 0.0,
                    Wing::Right => 90.0,
                    Wing::Rear => 180.0,
                    Wing::Left => -90.0,
                };
                body.at(Pose::new(side_middle(here, wing), pose.facing.right_by(Degrees(by))).on_grid())
            }
            _ => body.at(pose),
        };
        let Some(formed) = formed.ok().filter(|formed| self.room_for(formed, formation)) else {
            return self.no_room();
        };
        if !self.spend_quarters(self.row.formation_change) {
            return;
        }
        (self.done.placed, self.done.formation, self.done.ranks) = (formed, formation, ranks);
        self.note();
    }

    /// The gun stands within the base of its limber, whichever way it faces (§4.6.2).
    pub(super) fn limber(&mut self, into: Formation, degrees: f64) {
        let Some(battery) =
            self.unit.battery.as_ref().filter(|_| self.done.formation != into && !self.limbered_once)
        else {
            return self.no_room();
        };
        if self.done.zone.is_some() {
            return self.no_room();
        }
        let Ok(body) = body_in(self.unit, into, self.done.ranks, self.field.tables) else {
            return self.no_room();
        };
        let facing = self.done.placed.pose().facing.right_by(Degrees(degrees));
        let formed = about_centre(&body, self.done.placed.centre(), facing);
        let Some(formed) = formed.ok().filter(|formed| self.room_for(formed, into)) else {
            return self.no_room();
        };
        let cost = self.field.tables.march.limbering(battery_kind(self.unit.branch), battery.gun);
        if !self.spend_quarters(cost) {
            return;
        }
        self.limbered_once = true;
        (self.done.placed, self.done.formation) = (formed, into);
        self.note();
    }

    /// The zone it goes into: the nearest it touches of those that have room for it, or else the nearest.
    pub(super) fn zone_at_hand(&self) -> Option<usize> {
        let here = &self.done.placed;
        let own = self.done.zone.map(|zone| zone.zone);
        let near = self
            .field
            .fixed
            .zones
            .iter()
            .filter(|(number, zone)| own != Some(*number) && zone.metres_to(here) <= AT_THE_ZONE);
        let front = here.pose().at;
        let mut near: Vec<(f64, usize)> =
            near.map(|(number, zone)| (zone.centre().distance(front), number)).collect();
        near.sort_by(|a, b| a.0.total_cmp(&b.0));
        let fits = near.iter().find(|(_, zone)| self.fits(*zone));
        fits.or(near.first()).map(|(_, zone)| *zone)
    }

    /// May it be put up in a zone with those who are there (§4.8.2)?
    fn fits(&self, zone: usize) -> bool {
        let inside = || self.field.others.iter().filter(|other| other.zone == Some(zone));
        if inside().any(|other| !other.own) || self.street_taken(zone) {
            return false;
        }
        let battery = self.unit.is_battery();
        let troops = inside().filter(|other| !other.battery);
        let facts = TownDeploy {
            units: (troops.clone().count() + usize::from(!battery)) as i32,
            figures: Figures(
                troops.map(|other| other.figures).sum::<i32>()
                    + if battery { 0 } else { self.unit.figures() },
            ),
            batteries: (inside().filter(|other| other.battery).count() + usize::from(battery)) as i32,
        };
        plain(&facts, self.field.tables).is_ok_and(|deploy| deploy.allowed)
    }

    /// Somebody marches through its streets.
    fn street_taken(&self, zone: usize) -> bool {
        let place = self.field.fixed.zones.get(zone);
        self.field.others.iter().any(|other| other.zone.is_none() && place.holds_some_of(other.placed))
    }

    pub(super) fn enter(&mut self, side: Wing) {
        let costs = &self.field.tables.march;
        let cost = if self.done.zone.is_some() { costs.within_town } else { costs.into_or_out_of_town };
        let Some(zone) = self.zone_at_hand().filter(|zone| self.fits(*zone)) else { return self.no_room() };
        let place = InZone { zone, side, inward: false };
        if self.unit.is_mob() || !self.side_is_free(place) {
            return self.no_room();
        }
        if !self.spend_quarters(cost) {
            return;
        }
        self.done.zone = Some(place);
        if self.unit.is_battery() {
            self.done.formation = Formation::Unlimbered;
        }
        self.stand_in_zone(place);
    }

    /// Its body in a town zone.
    fn in_zone(&self, InZone { zone, side, inward }: InZone) -> Option<Placed> {
        let zones = &self.field.fixed.zones;
        let body = if self.unit.is_battery() {
            body_in(self.unit, Formation::Unlimbered, self.done.ranks, self.field.tables)
                .and_then(|gun| zones.gun_at(zone, side, inward, &gun))
        } else {
            zones.garrison(zone, self.unit.figures().max(1).unsigned_abs())
        };
        body.ok()
    }

    /// A battery finds room at a side of a town that nobody outside it stands against.
    fn side_is_free(&self, place: InZone) -> bool {
        let outside = || self.field.others.iter().filter(|other| other.zone != Some(place.zone));
        !self.unit.is_battery()
            || self.in_zone(place).is_some_and(|gun| !outside().any(|other| in_the_way(&gun, other.placed)))
    }

    fn stand_in_zone(&mut self, place: InZone) {
        if let Some(placed) = self.in_zone(place) {
            self.done.placed = placed;
        }
        self.note();
    }

    /// Out of a town it forms up before a side; a battery leaves by its own, with its rear to the town (§4.6.4).
    pub(super) fn leave(&mut self, side: Wing, formation: Option<Formation>) {
        let Some(inside) = self.done.zone else { return self.no_room() };
        let (side, formation) = match self.unit.is_battery() {
            true => (inside.side, Formation::Limbered),
            false => (side, formation.unwrap_or(Formation::Line)),
        };
        let barred = self.unit.is_battery() && inside.inward;
        if barred || !can_form(self.unit, formation, self.done.ranks, self.field.tables) {
            return self.no_room();
        }
        let (middle, out) = self.field.fixed.zones.get(inside.zone).side(side);
        let Ok(body) = body_in(self.unit, formation, self.done.ranks, self.field.tables) else {
            return self.no_room();
        };
        let placed = before_side(&body, middle, out).filter(|placed| self.room_outside(placed, formation));
        let Some(placed) = placed else { return self.no_room() };
        if !self.spend_quarters(self.field.tables.march.into_or_out_of_town) {
            return;
        }
        (self.done.zone, self.done.placed, self.done.formation) = (None, placed, formation);
        self.note();
    }

    /// Room for a body, not counting those in a town it stands before.
    fn room_outside(&self, placed: &krigsspil_field::prelude::Placed, formation: Formation) -> bool {
        self.room_for(placed, formation)
    }

    pub(super) fn shift_side(&mut self, side: Wing) {
        self.town_battery(TownAction::ShiftSide, side, true);
    }

    pub(super) fn turn_out(&mut self) {
        let side = self.done.zone.map_or(Wing::Front, |inside| inside.side);
        self.town_battery(TownAction::TurnOut, side, false);
    }

    fn town_battery(&mut self, action: TownAction, side: Wing, inward: bool) {
        let Some(inside) = self.done.zone.filter(|_| self.unit.is_battery()) else { return self.no_room() };
        let facts = TownBattery {
            action,
            facing: if inside.inward { Facing::Inward } else { Facing::Outward },
            in_contact: true,
            town_has_battery: true,
            continued_melee: false,
            reaction_succeeded: false,
            line_through_battery_side: false,
        };
        let Some(moved) = plain(&facts, self.field.tables).ok().filter(|moved| moved.allowed) else {
            return self.no_room();
        };
        let place = InZone { zone: inside.zone, side, inward };
        if !self.side_is_free(place) {
            return self.no_room();
        }
        if !self.spend_quarters(moved.cost_quarters) {
            return;
        }
        self.done.zone = Some(place);
        self.stand_in_zone(place);
    }
}

/// A body drawn up outside a side of a town, its rear to the wall.
pub(super) fn before_side(
    body: &krigsspil_field::prelude::Body,
    middle: Point,
    out: Point,
) -> Option<krigsspil_field::prelude::Placed> {
    // A hair off the wall, so that it stands in no street.
    body.at(Pose::new(middle + out * (body.depth() + 0.1), Bearing::of(out)).on_grid()).ok()
}

/// A vector turned to the right.
pub(super) trait TurnedBy {
    /// To the left positive, as mathematicians turn.
    fn turned_by(self, by: Degrees) -> Point;
}

impl TurnedBy for Point {
    fn turned_by(self, by: Degrees) -> Point {
        let (sin, cos) = by.sin_cos();
        krigsspil_field::prelude::point(self.x * cos - self.y * sin, self.x * sin + self.y * cos)
    }
}
