//! What a seat may know, and nothing else.

use krigsspil_engine::battle::{
    Bound, Condition, CourierShown, LeaderShown, Life, MayKnow, OwnUnitShown, Place, Presence, SeatId, Shown,
    Stage, Strength, UnitShown, View, ViewDetail, ZoneShown,
};
use krigsspil_turn::command::Post;
use krigsspil_turn::shown::{self, Described};

use super::engineers::{Corps, StandsAt, broken_places};
use super::knowing::{Sees, sees};
use super::off_board::{Area, Edges};
use super::shown::{
    BatteryShown, BattleDetails, ChargeShown, CompanyShown, CourierDetails, DirectiveShown, DustShown,
    GeneralDetails, PrisonersShown, UnitDetails,
};
use super::state::*;
use crate::vocabulary::{Arm, Status};

/// The view of a seat.
pub(super) fn view(battle: &Battle, seat: &SeatId, detail: ViewDetail) -> View {
    let sees = sees(battle, seat);
    Looking { sees: &sees, detail }.view(seat)
}

/// What everybody may know: all write at once, and who has nothing to write is nobody's business.
fn common(battle: &Sees<'_>, seat: &SeatId) -> View {
    let stage = match () {
        () if battle.ending.is_some() => (Stage::Over, "over"),
        () if battle.known.is_running() => (Stage::Running, battle.phase().as_str()),
        () => (Stage::Orders, battle.phase().as_str()),
    };
    View {
        // Guns can be ordered to fire at a town zone by its name.
        landmarks: battle.zones.iter().map(|zone| zone.name.clone()).collect(),
        zones: zones(battle),
        details: Shown::to(MayKnow::All, turn(battle)),
        ..shown::view(battle.known, seat, (super::ID, super::MEASURE), stage)
    }
}

fn zones(battle: &Battle) -> Vec<ZoneShown> {
    let held = |zone: &super::zones::Zone| {
        let first = zone.sectors.first().and_then(|sector| sector.held);
        first.filter(|_| zone.sectors.iter().all(|sector| sector.held == first || sector.held.is_none()))
    };
    let shown = |zone: &super::zones::Zone| ZoneShown {
        name: zone.name.clone(),
        outline: zone.outline.iter().map(|corner| [corner.x, corner.y]).collect(),
        held: held(zone).map(|side| battle.fixed.sides[side].id.clone()),
    };
    battle.zones.iter().map(shown).collect()
}

fn turn(battle: &Battle) -> BattleDetails {
    let charge = |charge: &Charge| ChargeShown {
        unit: battle.units[charge.unit].id.clone(),
        target: battle.units[charge.target].id.clone(),
    };
    BattleDetails {
        weather: battle.weather,
        charges: battle.charges.iter().map(charge).collect(),
        fords: battle.fords.iter().map(|ford| Place([ford.x, ford.y])).collect(),
        broken_bridges: broken_places(battle).into_iter().map(|at| Place([at.x, at.y])).collect(),
        companies: companies(battle),
        prisoners: prisoners(battle),
        dust: dust(battle),
        better_scouts: battle.scouts.map(|side| battle.fixed.sides[side].id.clone()),
    }
}

/// Companies of engineers by themselves.
fn companies(battle: &Battle) -> Vec<CompanyShown> {
    let alone = battle.engineers.iter().filter(|company| !matches!(company.at, StandsAt::With(_)));
    alone
        .map(|company| {
            let at = battle.company_place(company);
            CompanyShown {
                side: battle.fixed.sides[company.side].id.clone(),
                company: company.corps,
                place: Place([at.x, at.y]),
            }
        })
        .collect()
}

/// Units in flank areas raise dust that everybody sees (§6.5).
fn dust(battle: &Battle) -> Vec<DustShown> {
    let raised = battle.units.values().filter_map(|unit| {
        let off = unit.off.filter(|off| off.area != Area::Reserve)?;
        let at = Edges::of(battle, unit.side).entry(off, None).at;
        let side = battle.fixed.sides[unit.side].id.clone();
        Some(DustShown { side, place: Place([at.x, at.y]) })
    });
    raised.collect()
}

/// What each side has lost as prisoners (§9.8.E).
fn prisoners(battle: &Battle) -> Vec<PrisonersShown> {
    let taken = |side: SideId| {
        let units = battle.units.values().filter(|unit| unit.side == side && unit.captured);
        PrisonersShown {
            side: battle.fixed.sides[side].id.clone(),
            castings: units.map(|unit| unit.castings).sum(),
        }
    };
    battle.fixed.sides.ids().map(taken).filter(|one| one.castings > 0).collect()
}

fn engineers_with(battle: &Battle, unit: &Unit) -> Vec<Corps> {
    let his = |company: &&Company| match company.at {
        StandsAt::With(host) => battle.units[host].id == unit.id,
        _ => false,
    };
    battle.engineers.iter().filter(his).map(|company| company.corps).collect()
}

/// Somebody looks at a battle.
struct Looking<'a> {
    sees: &'a Sees<'a>,
    detail: ViewDetail,
}

impl Looking<'_> {
    fn battle(&self) -> &Battle {
        self.sees
    }

    fn view(&self, seat: &SeatId) -> View {
        let battle = self.battle();
        let common = common(self.sees, seat);
        if self.sees.known.is_umpire() {
            return View {
                units: battle.units.ids().map(|unit| self.own_unit(unit)).collect(),
                generals: self.generals(),
                couriers: self.couriers(),
                ..common
            };
        }
        let Some(side) = self.sees.known.side() else { return common };
        let own = |unit: &UnitId| self.sees.known.reads(*unit);
        let others = battle.here().filter(|&unit| battle.units[unit].side != side);
        View {
            units: battle.units.ids().filter(own).map(|unit| self.own_unit(unit)).collect(),
            friends: battle
                .friends_of(side)
                .filter(|unit| !own(unit))
                .map(|unit| self.friend(unit))
                .collect(),
            enemies: others.map(|unit| self.shown(unit, MayKnow::All)).collect(),
            generals: self.generals(),
            couriers: self.couriers(),
            ..common
        }
    }

    fn friend(&self, unit: UnitId) -> UnitShown {
        let mut shown = self.shown(unit, MayKnow::All);
        shown.name = Some(self.battle().units[unit].name.clone());
        shown
    }

    fn shown(&self, number: UnitId, who: MayKnow) -> UnitShown {
        let battle = self.battle();
        let unit = &battle.units[number];
        let described = Described {
            id: unit.id.clone(),
            name: None,
            side: battle.fixed.sides[unit.side].id.clone(),
            arm: unit.common_arm(),
            formation: unit.stance.as_str(),
            strength: Strength {
                now: unit.castings,
                first: (who == MayKnow::Own).then_some(unit.first),
                unit: "castings",
            },
            condition: Some(condition(unit)),
            details: Shown::to(who, details(battle, unit)),
        };
        described.standing(&unit.placed, self.detail)
    }

    /// An own unit, whole.
    fn own_unit(&self, number: UnitId) -> UnitShown {
        let battle = self.battle();
        let unit = &battle.units[number];
        let mut whole = self.shown(number, MayKnow::Own);
        whole.name = Some(unit.name.clone());
        let fights = battle.fights_of(number).map(|fight| battle.units[fight.against(number)].id.clone());
        whole.own = Some(OwnUnitShown {
            general: battle.posts[unit.command].id.clone(),
            presence: unit.presence,
            order: unit.hold().as_str(),
            in_command: unit.here(),
            melee: fights.collect(),
            written: unit.written.as_ref().map(|order| krigsspil_engine::battle::Deed::of(order.clone())),
            last_order: None,
        });
        whole
    }

    fn generals(&self) -> Vec<LeaderShown> {
        let (known, battle) = (self.sees.known, self.battle());
        let shown = |(number, post): (PostId, &Post)| {
            let details = Shown::to(MayKnow::Own, general(battle, number));
            shown::leader(known, post, battle.general_place(number), None, details)
        };
        known.generals().map(shown).collect()
    }
}

impl Looking<'_> {
    /// Couriers on the table: his own with what they carry, all others as riders (§2.52).
    fn couriers(&self) -> Vec<CourierShown> {
        let battle = self.battle();
        let own = |courier: &Courier| {
            self.sees.known.is_umpire()
                || self.sees.known.seat().is_some_and(|seat| battle.fixed.seat_of[courier.from] == seat)
                    && self.sees.known.side() == Some(courier.side)
        };
        let seen = battle.couriers.iter().filter(|courier| !courier.killed);
        seen.map(|courier| CourierShown {
            id: courier.id.clone(),
            life: Life::Here,
            place: [courier.place.x, courier.place.y],
            with: None,
            bound_for: own(courier).then(|| Bound::Leader(battle.posts[courier.next].id.clone())),
            order: None,
            instruction: own(courier).then(|| courier.directive.text.clone()),
            details: Shown::to(
                MayKnow::All,
                CourierDetails { side: battle.fixed.sides[courier.side].id.clone() },
            ),
        })
        .collect()
    }
}

fn directive(directive: &Directive) -> DirectiveShown {
    DirectiveShown { text: directive.text.clone(), place: Place([directive.place.x, directive.place.y]) }
}

fn general(battle: &Battle, post: PostId) -> GeneralDetails {
    let radius = battle.commander(post).control_radius();
    let general = &battle.generals[post];
    GeneralDetails {
        player: Some(general.player),
        control_radius: Some(radius.0),
        directive: Some(general.directive.as_ref().map(directive)),
        command_lost_general: Some(general.lost.is_some_and(|(turn, _)| battle.turn <= turn + 2)),
    }
}

fn details(battle: &Battle, unit: &Unit) -> UnitDetails {
    let battery = unit.battery.as_ref().map(|battery| BatteryShown {
        aev: (battery.full_aev - battery.gun_hits / 2).max(1),
        poundage: battery.poundage,
        points_left: (battery.points * (battery.limbers - battery.limber_hits) / battery.limbers.max(1)
            - battery.fired)
            .max(0),
        limbers_left: battery.limbers - battery.limber_hits,
        guns_lost: battery.gun_hits,
    });
    UnitDetails {
        zone: unit.inside.map(|inside| battle.zones[inside.zone].name.clone()),
        sector: Some(unit.inside.and_then(|inside| inside.sector).map(|sector| sector as i32 + 1)),
        status: unit.status(),
        recall: unit.recall.is_some(),
        prone: unit.prone,
        dismounted: unit.dismounted,
        abandoned: unit.abandoned(),
        nation: unit.ratings.nation,
        melee_grade: unit.ratings.melee,
        morale_grade: unit.ratings.morale,
        lancers: unit.ratings.lancers,
        skirmishers: unit.ratings.skirmishers,
        weight: unit.ratings.weight,
        class: Some((unit.arm == Arm::Cavalry).then_some(unit.ratings.class)),
        battery: Some(battery),
        blue_chit: Some(unit.chits.blue),
        white_chit: Some(unit.chits.white),
        needs_chits: Some(unit.chits.needed),
        charges_running: Some(unit.charges_running),
        reserve_turns: Some(unit.reserve),
        engineers: engineers_with(battle, unit),
        captured: Some(unit.captured),
        off_board: Some(unit.off.map(|off| off.area)),
    }
}

/// A unit's condition on the scale that all rule sets share.
fn condition(unit: &Unit) -> Condition {
    match unit.status() {
        _ if matches!(unit.presence, Presence::Gone | Presence::Left | Presence::Joined)
            || unit.abandoned() =>
        {
            Condition::Gone
        }
        Status::Good => Condition::Steady,
        Status::Unorganized => Condition::Shaken,
        Status::Disrupted => Condition::Broken,
    }
}
