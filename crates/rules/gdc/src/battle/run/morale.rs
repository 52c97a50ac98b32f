//! Morale checks where they fall in the sequence (chapter 3): causes, the check, the failure, and the neighbours of those who run.

use krigsspil_engine::battle::Presence;
use krigsspil_field::prelude::*;
use krigsspil_turn::desk::Go;
use serde_json::json;

use super::Run;
use crate::battle::bodies;
use crate::battle::retreats::way_back;
use crate::battle::state::*;
use crate::battle::terrain::{self, Class, covered};
use crate::procedures::command::{GeneralCasualty, GeneralFate, GeneralPeril};
use crate::procedures::morale::*;
use crate::procedures::morale_events::{FriendCause, MoraleCheckRequired, MoraleEvent};
use crate::procedures::recovery::RegimentalIntegrity;
use crate::vocabulary::*;

/// Cover is looked for so far before a front when nobody fires, in yards.
const BEFORE_FRONT: f64 = 100.0;

/// Something that shakes the neighbours of the one it happened to (§3.2.B to D).
#[derive(Clone, Debug)]
pub(super) struct Shock {
    /// Who ran.
    pub unit: UnitId,
    /// What those near it have seen; none where it only went back.
    pub event: Option<MoraleEvent>,
    /// Where it stood, and where it came on its way back (§3.2.B).
    pub places: Vec<Placed>,
    /// Those it ran through.
    pub through: Vec<UnitId>,
    /// By a melee result, or by a check.
    pub cause: FriendCause,
}

/// Why a unit checks.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Cause {
    pub event: MoraleEvent,
    /// Who caused it.
    pub other: Option<UnitId>,
    /// Taken off the throw (chart.musketry).
    pub deduction: i32,
    /// From its flank or rear.
    pub flank: bool,
    /// By its own guns (opt.friendly-fire).
    pub friendly: bool,
}

impl Cause {
    pub fn of(event: MoraleEvent) -> Cause {
        Cause { event, other: None, deduction: 0, flank: false, friendly: false }
    }
}

/// What comes first of checks made at once (R56).
fn exposure(event: MoraleEvent) -> u8 {
    match event {
        MoraleEvent::FriendRouts => 0,
        MoraleEvent::FriendRetreatsThrough => 1,
        MoraleEvent::FriendRetreatsDisrupted => 2,
        _ => 3,
    }
}

impl Run<'_> {
    /// The grades of a unit, one level worse where its command lost a player general (§2.56).
    pub(super) fn grades(&self, unit: UnitId) -> (i32, MoraleGrade) {
        let ratings = &self.unit(unit).ratings;
        match self.battle.general_lost(unit) {
            Some(true) => (worse_melee_grade(ratings.melee), ratings.morale.worse()),
            _ => (ratings.melee, ratings.morale),
        }
    }

    /// The best general for a unit that checks (§2.54, R23).
    fn general_with(&self, unit: UnitId) -> GeneralWith {
        let side = self.unit(unit).side;
        let mut best = GeneralWith::None;
        for post in self.battle.posts.ids() {
            let rider = &self.battle.posts[post].rider;
            if !rider.is_here() || rider.side != side {
                continue;
            }
            let player = self.battle.generals[post].player;
            let found = match (rider.with == Some(unit), player) {
                (true, true) => GeneralWith::AttachedPlayer,
                (true, false) => GeneralWith::Attached,
                (false, _) if self.battle.general_yards(post, unit) > 200 => GeneralWith::None,
                (false, true) => GeneralWith::NearPlayer,
                (false, false) => GeneralWith::Near,
            };
            best = best.max(found);
        }
        best
    }

    /// Everything that affects a check of a unit.
    pub(super) fn steadiness(&self, unit: UnitId, cause: &Cause) -> Steadiness {
        let own = self.unit(unit);
        let fired = matches!(
            cause.event,
            MoraleEvent::ArtilleryCasualty | MoraleEvent::VolleyCasualty | MoraleEvent::SkirmishHit
        );
        // In cover against who fires, else against what comes from its front (§11.6).
        let front = own.placed.pose();
        let from = match cause.other.filter(|_| fired) {
            Some(other) => self.unit(other).placed.pose().at,
            None => front.at + front.facing.ahead() * BEFORE_FRONT,
        };
        let water = [Class::Stream, Class::Ford]
            .iter()
            .any(|class| terrain::stands_on(self.battle, &own.placed, *class));
        let home = self.battle.fixed.options.home_morale && self.battle.at_home(unit)
            || self.battle.russian_in_russia(unit);
        Steadiness {
            morale_grade: self.grades(unit).1,
            status: own.status(),
            general: self.general_with(unit),
            in_zone_garrison: own.holds.is_some() || own.inside.is_some_and(|inside| inside.sector.is_some()),
            protective_cover: covered(self.battle, &own.placed, from),
            target_of_two_batteries: cause.event == MoraleEvent::ArtilleryCasualty && own.turn.batteries >= 2,
            in_water_sand_or_snow: water,
            fire_on_flank_or_rear: fired && cause.flank,
            friendly_fire: cause.friendly,
            home_country: home,
        }
    }

    /// A unit checks; true when it passes (§3.2). Who fails throws on the failure chart.
    pub(super) fn checks(&mut self, unit: UnitId, cause: Cause) -> Go<bool> {
        if !self.unit(unit).here() || self.unit(unit).abandoned() {
            return Ok(true);
        }
        let facts =
            MoraleCheck { steadiness: self.steadiness(unit, &cause), skirmish_deduction: cause.deduction };
        let about = json!({"cause": cause.event});
        let checked = self.roll(("morale_check", "3.2"), &[unit], about, &facts)?;
        if !checked.passed {
            self.fails(unit, FailureOf::Check)?;
        }
        Ok(checked.passed)
    }

    /// The failure chart (chart.morale-failure).
    pub(super) fn fails(&mut self, unit: UnitId, of: FailureOf) -> Go {
        let own = self.unit(unit);
        let facts = MoraleFailure {
            arm: own.fights_as(),
            status: own.status(),
            skirmish_status: own.unformed(),
            surrounded: way_back(self.battle, self.tables, unit, 200.0, false).is_none(),
            square_struck_by_lancers: of == FailureOf::SquareAtLancers,
        };
        let failed = self.roll(("morale_failure", "chart.morale-failure"), &[unit], json!({}), &facts)?;
        self.guard_is_beaten(unit);
        let own = self.unit_mut(unit);
        (own.turn.shaken, own.turn.failed) = (true, true);
        let worse = match failed.status_after {
            StatusAfterFailure::Good => Status::Good,
            StatusAfterFailure::Unorganized => Status::Unorganized,
            _ => Status::Disrupted,
        };
        if worse > own.temporary {
            own.turn.morale_loss = true;
            own.temporary = worse;
        } else if worse != Status::Good {
            own.turn.morale_loss = true;
        }
        if let Some(charge) = self.battle.charges.iter_mut().find(|charge| charge.unit == unit) {
            charge.fate = Fate::Stopped;
        }
        match failed.result {
            FailureRow::LosesIntegrity => self.loses_integrity(unit, "chart.morale-failure"),
            FailureRow::Routs => self.routs(unit, FriendCause::MoraleCheck),
            FailureRow::Surrenders => self.surrenders(unit),
            _ if failed.retreat_yards.0 > 0 => {
                self.retreats(unit, failed.retreat_yards.0, FriendCause::MoraleCheck)?
            }
            _ => {}
        }
        Ok(())
    }

    /// A routed unit is removed; its place shakes its neighbours (§3.6, R24).
    pub(super) fn routs(&mut self, unit: UnitId, cause: FriendCause) {
        let place = self.unit(unit).placed.clone();
        self.tell("routs", "3.6", &[unit], json!({}));
        let event = Some(MoraleEvent::FriendRouts);
        self.shocks.push(Shock { unit, event, places: vec![place], through: Vec::new(), cause });
        self.is_gone(unit, Presence::Gone);
        // Where it stood, for it hides its own place no longer.
        self.batteries_see_rout(unit);
    }

    /// Batteries of its corps that see it rout may leave their position (opt.position).
    fn batteries_see_rout(&mut self, unit: UnitId) {
        let corps = |run: &Self, one: UnitId| {
            let above = krigsspil_turn::command::chain(&run.battle.posts, run.unit(one).command);
            above.into_iter().find(|&post| &*run.battle.posts[post].rank == "corps")
        };
        let (own, place) = (corps(self, unit), self.unit(unit).placed.centre());
        let side = self.unit(unit).side;
        let see = self.battle.friends_of(side).filter(|&battery| {
            self.unit(battery).guns()
                && corps(self, battery) == own
                && crate::battle::sight::sees_place(self.battle, battery, place)
        });
        for battery in see.collect::<Vec<_>>() {
            if let Some(guns) = &mut self.unit_mut(battery).battery {
                (guns.saw_rout, guns.rout) = (true, Some(place));
            }
        }
    }

    /// It lays down its arms (§9.8.C).
    pub(super) fn surrenders(&mut self, unit: UnitId) {
        self.tell("surrenders", "9.8.A", &[unit], json!({}));
        // Prisoners are removed, and counted for who disposes of them later (§9.8.E).
        self.unit_mut(unit).captured = true;
        self.is_gone(unit, Presence::Gone);
    }

    /// Cavalry that has lost its regimental integrity is placed in the reserve zone (§3.51).
    pub(super) fn loses_integrity(&mut self, unit: UnitId, rule: &'static str) {
        self.tell("loses_integrity", rule, &[unit], json!({}));
        self.is_gone(unit, Presence::Coming);
        self.unit_mut(unit).reserve = Some(0);
    }

    /// A unit fights nobody any more. Cavalry that it was Engaged with is free, and in recall for the charge it came in (§3.5, §9.61-b).
    pub(super) fn breaks_off(&mut self, unit: UnitId) {
        let held: Vec<Fight> = self.battle.fights_of(unit).filter(|fight| fight.engaged).cloned().collect();
        self.battle.fights.retain(|fight| !fight.holds(unit));
        for fight in held {
            let other = fight.against(unit);
            let charged = other == fight.striker || fight.both;
            let there = self.unit(other);
            if charged
                && there.here()
                && there.mounted()
                && there.recall.is_none()
                && !self.battle.engaged(other)
            {
                self.unit_mut(other).recall = Some(0);
            }
        }
    }

    /// A unit is off the table: its fights and charges are over, and generals with it stay where it was.
    pub(super) fn is_gone(&mut self, unit: UnitId, presence: Presence) {
        let place = self.unit(unit).placed.pose().at;
        self.unit_mut(unit).presence = presence;
        self.leaves_engineers(unit, place);
        self.breaks_off(unit);
        self.battle.charges.retain(|charge| charge.unit != unit);
        for post in self.battle.posts.ids() {
            let rider = &mut self.battle.posts[post].rider;
            if rider.with == Some(unit) {
                (rider.with, rider.place) = (None, place);
            }
        }
    }

    /// Who has lost half of its castings leaves, causing no check (§3.31, R44).
    pub(super) fn worn_out(&mut self) {
        let worn = self.battle.here().filter(|&unit| {
            let own = self.unit(unit);
            !own.guns() && own.permanent() == Status::Disrupted || own.castings <= 0 && !own.guns()
        });
        for unit in self.battle.by_place(worn.collect()) {
            self.tell("worn_out", "3.31", &[unit], json!({}));
            self.is_gone(unit, Presence::Left);
        }
    }

    /// Castings fall. A crew without men serves no guns (§7.11, R79).
    pub(super) fn loses(&mut self, unit: UnitId, castings: i32, rule: &'static str) {
        let own = self.unit_mut(unit);
        let lost = castings.clamp(0, own.castings);
        if lost == 0 {
            return;
        }
        own.castings -= lost;
        let none_left = own.castings == 0;
        let tables = self.tables;
        if !self.unit(unit).guns() && !none_left {
            bodies::rebuild(self.unit_mut(unit), tables);
        }
        self.tell("loses_castings", rule, &[unit], json!({"castings": lost}));
        if none_left {
            match self.unit(unit).guns() {
                true => self.abandons(unit),
                false => {
                    self.tell("worn_out", "3.31", &[unit], json!({}));
                    self.is_gone(unit, Presence::Gone);
                }
            }
        }
    }

    /// The crew leaves its guns where they stand (§7.11-b), if it has not left them yet.
    pub(super) fn abandons(&mut self, unit: UnitId) {
        if self.unit(unit).abandoned() {
            return;
        }
        if let Some(battery) = &mut self.unit_mut(unit).battery {
            battery.abandoned = true;
        }
        self.breaks_off(unit);
        self.tell("guns_abandoned", "7.11-b", &[unit], json!({}));
    }

    /// The generals attached to some units. They are in danger with them even if the units leave the table before that is thrown for.
    pub(super) fn generals_with(&self, units: &[UnitId]) -> Vec<(UnitId, Vec<PostId>)> {
        units.iter().map(|&unit| (unit, self.battle.attached(unit).collect())).collect()
    }

    /// The generals who were with a unit are in danger (§2.53, §2.55, R91).
    pub(super) fn generals_in_danger(
        &mut self,
        (unit, attached): (UnitId, Vec<PostId>),
        cause: GeneralPeril,
    ) -> Go {
        for post in attached {
            let about = json!({"general": self.battle.posts[post].id});
            let fate =
                self.roll(("general_in_danger", "2.53"), &[unit], about, &GeneralCasualty { cause })?;
            if fate.fate != GeneralFate::Unhurt {
                self.general_is_lost(post);
                let about = json!({"general": self.battle.posts[post].id});
                self.tell("general_falls", "2.56", &[unit], about);
            }
        }
        Ok(())
    }

    /// Neighbours of those who ran check, and their neighbours, until nobody runs any more (§3.2.B to D, §9.7, R24, R75). `round` are those
    /// who fight in this melee round, `fought` those of them who have.
    pub(super) fn settle_shocks(&mut self, round: &[UnitId], fought: &[UnitId]) -> Go {
        let mut checked: Vec<(UnitId, MoraleEvent)> = Vec::new();
        while !self.shocks.is_empty() || !self.guards_beaten.is_empty() {
            self.settle_guards()?;
            let shocks = std::mem::take(&mut self.shocks);
            let mut due: Vec<(u8, UnitId, MoraleEvent)> = Vec::new();
            for shock in &shocks {
                let side = self.unit(shock.unit).side;
                for unit in self.battle.friends_of(side).filter(|&unit| unit != shock.unit) {
                    let through = shock.through.contains(&unit).then_some(MoraleEvent::FriendRetreatsThrough);
                    for event in shock.event.into_iter().chain(through) {
                        let once = checked.contains(&(unit, event))
                            || due.iter().any(|one| one.1 == unit && one.2 == event);
                        if !once && self.shaken_by(unit, event, shock, round, fought)? {
                            due.push((exposure(event), unit, event));
                        }
                    }
                }
            }
            due.sort_by(|a, b| a.0.cmp(&b.0).then_with(|| self.battle.comes_first(a.1, b.1)));
            for (_, unit, event) in due {
                checked.push((unit, event));
                // One that has failed in a phase does not check again for its neighbours (R24).
                if !self.unit(unit).turn.failed {
                    self.checks(unit, Cause::of(event))?;
                }
            }
        }
        Ok(())
    }

    fn shaken_by(
        &self,
        unit: UnitId,
        event: MoraleEvent,
        shock: &Shock,
        round: &[UnitId],
        fought: &[UnitId],
    ) -> Go<bool> {
        let (own, friend) = (self.unit(unit), self.unit(shock.unit));
        if own.abandoned() {
            return Ok(false);
        }
        let far = shock.places.iter().map(|place| distance(&own.placed, place));
        let nearest = far.fold(5000.0, f64::min);
        let facts = MoraleCheckRequired {
            event,
            checker_arm: own.arm,
            checker_melee_grade: self.grades(unit).0,
            checker_unformed: own.unformed(),
            checker_in_same_round_melee: round.contains(&unit),
            checker_has_fought: fought.contains(&unit),
            checker_in_zone: own.inside.is_some(),
            friend_arm: friend.arm,
            friend_melee_grade: self.grades(shock.unit).0,
            friend_unformed: friend.unformed(),
            friend_cause: shock.cause,
            distance_yards: Yards(whole_yards(nearest).clamp(0, 5000)),
            out_of_sight: false,
        };
        Ok(super::telling::plain(self.tables, &facts)?.required)
    }

    /// Does cavalry lose its integrity (§3.51.A to D)?
    pub(super) fn integrity(&mut self, unit: UnitId, facts: &RegimentalIntegrity) -> Go {
        let lost = super::telling::plain(self.tables, facts)?;
        if let Some(rule) = lost.causes.first().filter(|_| self.unit(unit).here()) {
            self.loses_integrity(unit, rule);
        }
        Ok(())
    }
}

/// What a failure follows from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum FailureOf {
    /// A check, or an attempt to form square.
    Check,
    /// A square struck by lancers keeps its place (§10.2.B).
    SquareAtLancers,
}
