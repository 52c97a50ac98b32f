//! What a unit or officer may be ordered in the phase it is, and why not. Everything is asked of the battle as the seat may suppose it.

use krigsspil_engine::Refusal;
use krigsspil_engine::battle::{Place, Refused, Taken};
use krigsspil_field::point::Extent;
use krigsspil_field::prelude::*;

use super::onset;
use super::order::{Step, UnitOrder};
use super::phases;
use super::refusals::*;
use super::sight;
use super::state::*;
use super::wordings::NOT_THERE;
use crate::tables::Tables;
use crate::vocabulary::*;

/// A rule that forbids something, and the field at fault. Most are only asked whether there is one: the refusal is written for the outside.
#[derive(Clone, Copy, Debug)]
pub(super) struct Barred(&'static str, &'static Refusal);

impl From<Barred> for Refused {
    fn from(Barred(field, refusal): Barred) -> Refused {
        Refused::ByRule(field.to_string(), refusal)
    }
}

type Lawful<T = ()> = Result<T, Barred>;

fn refuse<T>(field: &'static str, refusal: &'static Refusal) -> Lawful<T> {
    Err(Barred(field, refusal))
}

fn ensure(holds: bool, field: &'static str, refusal: &'static Refusal) -> Lawful {
    if holds { Ok(()) } else { refuse(field, refusal) }
}

/// So near a road its column must be to march on it, in metres.
const AT_THE_ROAD: f64 = 30.0;

/// A battle as a seat may suppose it, being asked what is lawful.
#[derive(Clone, Copy)]
pub(super) struct Law<'a> {
    pub battle: &'a Battle,
    pub tables: &'a Tables,
}

impl Law<'_> {
    /// May this unit be ordered so, now?
    pub fn check(&self, unit: UnitId, order: &UnitOrder) -> Lawful {
        self.open(unit, order.kind())?;
        match order {
            UnitOrder::Attack { target, wheel, continued } => self.attack(unit, target, *wheel, *continued),
            UnitOrder::Move { steps } => self.steps(unit, steps),
            UnitOrder::RoadMarch { to } => self.road(unit, *to).map(drop),
            UnitOrder::Adjust { to: Place([x, y]) } => {
                let away = point(*x, *y).distance(self.battle.units[unit].placed.pose().at);
                ensure(away <= f64::from(self.tables.movement.adjustment.0), "to", &ADJUST_50)
            }
            UnitOrder::Manhandle { degrees, metres } => self.manhandle(unit, *degrees, *metres),
            UnitOrder::Fire { target, zone, bases, also } => {
                let zone = zone.as_ref().map(|zone| &**zone);
                let shots = self.shots(unit, target.as_deref(), zone, *bases, also.as_deref())?;
                ensure(!shots.is_empty(), "target", &ONE_TARGET)
            }
            _ => Ok(()),
        }
    }

    /// Is a kind of order open to a unit in this phase?
    pub fn open(&self, unit: UnitId, kind: &str) -> Lawful {
        let own = &self.battle.units[unit];
        ensure(own.here(), "unit", &NOT_ON_THE_TABLE)?;
        self.in_phase(kind)?;
        let step = self.battle.phase();
        ensure(!self.battle.locked(unit), "unit", &LOCKED)?;
        let engaged = self.battle.command_of(unit).engaged;
        match step {
            _ if kind == "stand" => {}
            phases::Step::Declarations | phases::Step::Movement | phases::Step::TacticalFire => {
                ensure(engaged, "unit", &NOT_ENGAGED)?;
            }
            phases::Step::Manoeuvre => {
                ensure(!engaged || own.branch == Branch::Train, "unit", &IS_ENGAGED)?;
                ensure(self.battle.in_command(unit), "unit", &OUT_OF_COMMAND)?;
            }
            _ => {}
        }
        // Fire is written, and may be written anew.
        let again = matches!(kind, "stand" | "fire");
        ensure(!own.sequence.ordered || again, "unit", &ONE_ORDER)?;
        match kind {
            "attack" => self.may_attack(unit),
            "move" | "adjust" | "road_march" => self.may_march(unit, kind),
            "manhandle" | "limber" | "unlimber" | "retreat" => self.may_handle(unit, kind),
            "fire" => self.may_fire(unit),
            _ => Ok(()),
        }
    }

    /// Which kinds belong to which phase.
    fn in_phase(&self, kind: &str) -> Lawful {
        use phases::Step::*;
        let open: &[&str] = match self.battle.phase() {
            Declarations => &["attack"],
            Movement => {
                &["move", "adjust", "road_march", "manhandle", "limber", "unlimber", "retreat", "stand"]
            }
            TacticalFire | Bombardment => &["fire", "stand"],
            Manoeuvre => &["move", "road_march", "stand"],
            Deployment => &["move", "road_march", "manhandle", "limber", "unlimber", "retreat", "stand"],
            _ => &[],
        };
        ensure(open.contains(&kind), "order", &NOT_NOW)
    }

    /// May it declare an attack on anybody (§turn.D.1, §house.orders, §declare.forbidden)?
    fn may_attack(&self, unit: UnitId) -> Lawful {
        let own = &self.battle.units[unit];
        let command = self.battle.command_of(unit);
        ensure(matches!(own.branch, Branch::Infantry | Branch::Cavalry), "unit", &DOES_NOT_ATTACK)?;
        ensure(!own.sequence.declared, "unit", &ONE_ORDER)?;
        ensure(!command.broken, "unit", &IS_BROKEN)?;
        ensure(self.battle.in_command(unit), "unit", &OUT_OF_COMMAND)?;
        let forbidden = matches!(command.order, CommandOrder::Reserve | CommandOrder::Withdraw);
        ensure(!forbidden, "order", &ORDER_FORBIDS)?;
        ensure(own.disorder <= 5, "unit", &TOO_DISORDERED)?;
        ensure(!own.ratings.irregular || own.disorder <= 3, "unit", &TOO_IRREGULAR)
    }

    fn attack(&self, unit: UnitId, id: &str, wheel: Option<f64>, continued: bool) -> Lawful {
        let target = self.seen_enemy(unit, id)?;
        self.attack_forbidden(unit, target, wheel, continued)?;
        ensure(sight::sees(self.battle, unit, target), "target", &TARGET_UNSEEN)?;
        self.attack_arrives(unit, target, wheel)
    }

    /// Is there a way to the enemy, and does it end where the unit's orders allow?
    fn attack_arrives(&self, unit: UnitId, target: UnitId, wheel: Option<f64>) -> Lawful {
        let Some((_, walked)) = onset::way(self.battle, self.tables, unit, target, wheel) else {
            return refuse("target", &OUT_OF_REACH);
        };
        // Who defends does not leave his place by more than 400, to attack neither (R59).
        let stand = self.battle.units[unit].stand;
        let stays = walked.end.pose().at.distance(stand) <= super::DEFENDS_WITHIN;
        let defends = self.battle.command_of(unit).order == CommandOrder::Defend;
        ensure(stays || !defends, "target", &ORDER_TOO_FAR)
    }

    /// What forbids an attack on an enemy, before anybody looks at him or lays out a way to him.
    fn attack_forbidden(&self, unit: UnitId, target: UnitId, wheel: Option<f64>, continued: bool) -> Lawful {
        let (battle, own) = (self.battle, &self.battle.units[unit]);
        let enemy = &battle.units[target];
        if battle.town_of(target).is_some() {
            ensure(own.branch == Branch::Infantry, "target", &ONLY_FOOT_IN_TOWN)?;
        }
        let loose = own.skirmishers() || enemy.skirmishers();
        let foot = own.branch == Branch::Infantry && enemy.branch == Branch::Infantry;
        ensure(!continued || loose && foot && enemy.zone.is_none(), "continued", &NO_SKIRMISHERS)?;
        if battle.command_of(unit).order == CommandOrder::Defend {
            let near = if own.branch == Branch::Cavalry { 400 } else { 200 };
            ensure(battle.metres(unit, target) <= near, "target", &ORDER_TOO_FAR)?;
        }
        ensure(wheel.is_none_or(|by| by.abs() <= onset::WIDEST), "wheel", &WIDE_WHEEL)?;
        ensure(onset::before_the_front(own, &enemy.placed), "target", &NOT_BEFORE_THE_FRONT)
    }

    /// The enemies a unit could attack now.
    pub fn attackable(&self, unit: UnitId) -> Vec<UnitId> {
        let own = &self.battle.units[unit];
        if self.open(unit, "attack").is_err() {
            return Vec::new();
        }
        let reach = onset::allowance(self.tables, own, MovePhase::Tactical, false);
        let enemies =
            self.battle.enemies_of(own.side).filter(|&enemy| self.battle.within(unit, enemy, reach));
        // Whether it comes to him is mostly seen sooner than whether it sees him.
        let lawful = |&enemy: &UnitId| {
            self.attack_forbidden(unit, enemy, None, false).is_ok()
                && onset::may_touch(self.battle, self.tables, unit, enemy)
                && sight::sees(self.battle, unit, enemy)
                && self.attack_arrives(unit, enemy, None).is_ok()
        };
        enemies.filter(lawful).collect()
    }

    fn seen_enemy(&self, unit: UnitId, id: &str) -> Lawful<UnitId> {
        let found = self.battle.unit(id).filter(|&other| self.battle.units[other].here());
        let Some(target) = found else { return refuse("target", &TARGET_UNSEEN) };
        ensure(self.battle.units[target].side != self.battle.units[unit].side, "target", &NOT_AN_ENEMY)?;
        Ok(target)
    }

    fn may_march(&self, unit: UnitId, kind: &str) -> Lawful {
        let own = &self.battle.units[unit];
        let tactical = self.battle.phase() == phases::Step::Movement;
        let attacked = self.battle.attacks.iter().any(|attack| attack.unit == unit);
        ensure(!attacked, "unit", &HAS_ATTACKED)?;
        ensure(own.branch != Branch::Train || kind == "road_march", "unit", &TRAIN_ON_ROADS)?;
        if own.branch.is_artillery() {
            ensure(own.limbered(), "unit", &LIMBER_FIRST)?;
            let bracketed = tactical || self.battle.phase() == phases::Step::Manoeuvre;
            ensure(!bracketed || !own.this_turn.allowance_used, "unit", &ALLOWANCE_USED)?;
        }
        let road = kind == "road_march";
        let manoeuvre = self.battle.phase() == phases::Step::Manoeuvre;
        ensure(!road || manoeuvre || own.branch.is_artillery(), "order", &ROAD_FOR_GUNS)?;
        let column = matches!(own.formation, BaseFormation::MarchColumn | BaseFormation::Limbered);
        ensure(!road || column, "unit", &IN_MARCH_COLUMN)
    }

    /// Changes of formation, about-faces among them, that a unit's order may still have: one a sequence (R51), in G an about-face besides.
    pub fn changes_left(&self, unit: UnitId) -> i32 {
        match self.battle.phase() {
            _ if self.battle.units[unit].sequence.changed => 0,
            phases::Step::Deployment => 2,
            _ => 1,
        }
    }

    fn steps(&self, unit: UnitId, steps: &[Step]) -> Lawful {
        let own = &self.battle.units[unit];
        let changes = steps.iter().filter(|step| matches!(step, Step::Form { .. } | Step::About)).count();
        let deployment = self.battle.phase() == phases::Step::Deployment;
        ensure(changes <= self.changes_left(unit) as usize, "steps", &ONE_CHANGE)?;
        for step in steps {
            if let Step::Form { formation } = step {
                ensure(own.branch.formations().contains(formation), "steps", &NO_FORMATION)?;
                // In G guns may unlimber at the end of their move, which is free there (R54).
                let last = steps.last() == Some(step);
                let unlimbers = deployment && last && *formation == BaseFormation::Unlimbered;
                ensure(!own.branch.is_artillery() || unlimbers, "steps", &NO_FORMATION)?;
            }
        }
        Ok(())
    }

    /// The way along the road at a column's head towards a place.
    pub fn road(&self, unit: UnitId, Place([x, y]): Place) -> Lawful<Vec<Point>> {
        let own = &self.battle.units[unit];
        let (head, ground) = (own.placed.pose().at, &self.battle.fixed.ground);
        let near = Extent { low: head, high: head }.grown(AT_THE_ROAD);
        let roads = ground
            .near(near)
            .filter(|(_, feature)| matches!(feature.kind, Kind::Line(LineKind::Road | LineKind::Path)));
        let ways = roads.filter_map(|(id, _)| {
            let way = ground.follow_road(id, head, point(x, y), 0.0, RoadSide::Middle).ok()?;
            let start = *way.first()?;
            let end = *way.last()?;
            (start.distance(head) <= AT_THE_ROAD && end.distance(start) > 1.0)
                .then_some((end.distance(point(x, y)), way))
        });
        let best = ways.min_by(|one, other| one.0.total_cmp(&other.0));
        best.map(|(_, way)| way).ok_or(Barred("to", &NO_ROAD))
    }

    fn may_handle(&self, unit: UnitId, kind: &str) -> Lawful {
        let own = &self.battle.units[unit];
        ensure(own.branch.is_artillery(), "unit", &ONLY_GUNS)?;
        match kind {
            "unlimber" => ensure(own.limbered(), "unit", &ALREADY_SO),
            "limber" | "manhandle" => ensure(own.unlimbered(), "unit", &ALREADY_SO),
            _ => Ok(()),
        }
    }

    fn manhandle(&self, unit: UnitId, degrees: Option<f64>, metres: Option<f64>) -> Lawful {
        ensure(degrees.is_some() != metres.is_some(), "degrees", &TURN_OR_MOVE)?;
        let Some(battery) = self.battle.units[unit].battery else { return refuse("unit", &ONLY_GUNS) };
        let row = self.tables.movement.manhandling(battery.calibre);
        let wide = degrees.is_some_and(|by| by.abs() > f64::from(row.turn_deg));
        let far = metres.is_some_and(|by| by.abs() > f64::from(row.moved.0));
        ensure(!wide && !far, if wide { "degrees" } else { "metres" }, &MANHANDLE_TOO_FAR)
    }

    fn may_fire(&self, unit: UnitId) -> Lawful {
        let own = &self.battle.units[unit];
        ensure(own.branch.is_artillery(), "unit", &ONLY_GUNS)?;
        ensure(own.unlimbered(), "unit", &ALREADY_SO)?;
        ensure(own.firing_bases() > 0, "unit", &NO_GUNS)?;
        match self.battle.phase() {
            phases::Step::TacticalFire => {
                ensure(!own.sequence.handled, "unit", &HANDLED_NO_FIRE)?;
                ensure(!own.sequence.moved, "unit", &MOVED_NO_FIRE)
            }
            _ => ensure(!own.this_turn.marched, "unit", &MOVED_NO_FIRE),
        }
    }

    /// The shots of a fire order (§turn.F, R40): at whom, with how many bases.
    pub fn shots(
        &self,
        unit: UnitId,
        target: Option<&str>,
        zone: Option<&str>,
        bases: Option<i32>,
        also: Option<&str>,
    ) -> Lawful<Vec<Shot>> {
        let all = self.battle.units[unit].firing_bases();
        let first = bases.unwrap_or(all).min(all);
        let mut shots = Vec::new();
        match (target, zone) {
            (Some(id), None) => shots.push(self.shot(unit, id, "target", first)?),
            (None, Some(name)) => {
                let found = self.battle.zones.iter().position(|zone| *zone.name == *name);
                let Some(zone) = found else { return refuse("zone", &NO_ZONE) };
                self.reaches_zone(unit, zone)?;
                shots.push(Shot { unit, target: None, zone: Some(zone), bases: first });
            }
            _ => return refuse("target", &ONE_TARGET),
        }
        if let Some(id) = also {
            ensure(first < all, "bases", &NO_GUNS)?;
            shots.push(self.shot(unit, id, "also", all - first)?);
        }
        Ok(shots)
    }

    fn shot(&self, unit: UnitId, id: &str, field: &'static str, bases: i32) -> Lawful<Shot> {
        let (battle, own) = (self.battle, &self.battle.units[unit]);
        let target = self.seen_enemy(unit, id)?;
        let enemy = &battle.units[target];
        let metres = battle.metres(unit, target);
        let calibre = own.battery.map_or(Calibre::Pd6, |battery| battery.calibre);
        let reaches = self.tables.bombardment.factor(calibre, crate::quantity::Metres(metres)).is_some();
        ensure(reaches, field, &OUT_OF_RANGE)?;
        ensure(onset::before_the_front(own, &enemy.placed), field, &OUT_OF_ARC)?;
        ensure(!battle.locked(target), field, &INTO_A_MELEE)?;
        ensure(sight::line_of_fire(battle, unit, target), field, &NO_LINE)?;
        Ok(Shot { unit, target: Some(target), zone: enemy.zone, bases })
    }

    fn reaches_zone(&self, unit: UnitId, zone: usize) -> Lawful {
        let own = &self.battle.units[unit];
        let Some(body) = &self.battle.fixed.zone_bodies[zone] else {
            return refuse("zone", &NO_ZONE);
        };
        let metres = whole_metres(distance(&own.placed, body));
        let calibre = own.battery.map_or(Calibre::Pd6, |battery| battery.calibre);
        let reaches = self.tables.bombardment.factor(calibre, crate::quantity::Metres(metres)).is_some();
        ensure(reaches, "zone", &OUT_OF_RANGE)?;
        ensure(onset::before_the_front(own, body), "zone", &OUT_OF_ARC)?;
        let fight = self.battle.melees.iter().any(|melee| melee.zone == Some(zone));
        ensure(!fight, "zone", &INTO_A_MELEE)?;
        ensure(sight::line_to_zone(self.battle, unit, body), "zone", &NO_LINE)
    }

    /// May an officer's command be given this order (§house.orders)?
    pub fn command(&self, post: PostId, order: CommandOrder) -> Lawful {
        ensure(self.battle.phase() == phases::Step::Orders, "order", &NOT_NOW)?;
        ensure(self.battle.commands[post].first > crate::quantity::Bases::NONE, "unit", &NO_COMMAND)?;
        ensure(!self.battle.commands[post].broken, "unit", &IS_BROKEN)?;
        // No enemy that is known of within 1000 of one that goes into reserve.
        let near = |unit: UnitId| self.battle.enemy_metres(unit).is_some_and(|metres| metres <= super::NEAR);
        let mut own = self.battle.under(post).filter(|&unit| self.battle.units[unit].here());
        ensure(order != CommandOrder::Reserve || !own.any(near), "order", &RESERVE_TOO_NEAR)
    }

    /// May this officer write the sequence bonus (§house.sequence-bonus)?
    pub fn bonus(&self, post: PostId, bonus: i32) -> Lawful {
        ensure(self.battle.phase() == phases::Step::Bonus, "order", &NOT_NOW)?;
        let side = self.battle.posts[post].rider.side;
        ensure(self.battle.fixed.chiefs[side] == Some(post), "unit", &ONLY_THE_CHIEF)?;
        ensure(bonus.abs() <= self.battle.officers[post].bonus, "bonus", &BONUS_TOO_HIGH)
    }

    /// May an officer move now?
    pub fn officer(&self, post: PostId) -> Result<(), Refused> {
        use phases::Step::*;
        let step = self.battle.phase();
        ensure(matches!(step, Movement | Manoeuvre | Deployment), "do", &NOT_NOW)?;
        let here = self.battle.posts[post].rider.is_here();
        let gone = || NOT_THERE.with([("given", (&*self.battle.posts[post].id).into())]);
        if !here {
            return Err(Refused::unclear("general", gone()));
        }
        // In E the others have no troops to go with, and only superiors ride alone (R57, R89).
        let stays = step == Manoeuvre && self.battle.commands[post].engaged && !self.battle.is_superior(post);
        Ok(ensure(!stays, "general", &ONLY_SUPERIORS_RIDE)?)
    }
}
