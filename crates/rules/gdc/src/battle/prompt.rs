//! Who must decide what: the phases in which sides write, and the questions between them.

use std::cell::RefCell;
use std::collections::BTreeMap;
use std::sync::Arc;

use krigsspil_engine::battle::{
    ActionsAsked, Closed, Deed, Given, MayKnow, OrdersAsked, Prompt, PromptDetail, Refused, RiderAsked,
    SeatId, Shown, Taken, UnitAsked,
};
use krigsspil_field::prelude::{Pose, distance};
use krigsspil_turn::asking::{self, Asks};

use super::act::{leader_open, ride_lawful};
use super::aim;
use super::knowing::{Sees, sees};
use super::legal::{Law, Mark, stands_clear};
use super::order::{Action, Ride, UnitOrder};
use super::pace::{Going, open_yards};
use super::phases::Step;
use super::samples;
use super::shown::{AskedDetails, RiderMark, TargetShown};
use super::state::*;
use super::zones::Zone;
use crate::procedures::musketry::Weapon;
use crate::tables::Tables;
use crate::vocabulary::*;

/// Everybody who is asked something now, each told as much as is wanted.
pub(super) fn prompts(
    battle: &Battle,
    tables: &Tables,
    wanted: &dyn Fn(&SeatId) -> PromptDetail,
) -> Vec<Prompt> {
    let orders = |seat: &SeatId, detail| {
        let sees = sees(battle, seat);
        let law = Law { battle: &sees, tables };
        Asking { sees: &sees, law, detail, joins: Default::default() }.orders()
    };
    let answer = |question, choice| Action::Answer { question, choice };
    let what = battle.phase().as_str();
    let asks = Asks { what, done: Action::Ready, answer, orders: &orders, wanted };
    asking::prompts(battle, battle.gate.waited_for(), &asks)
}

/// A prompt for orders being made, on the battle as its seat supposes it.
struct Asking<'a> {
    sees: &'a Sees<'a>,
    law: Law<'a>,
    detail: PromptDetail,
    /// Who could assault which zone: each is asked about for all who could join him.
    joins: RefCell<BTreeMap<(UnitId, usize), bool>>,
}

impl Asking<'_> {
    fn orders(&self) -> OrdersAsked {
        let battle = self.law.battle;
        let on_or_beside =
            battle.units.ids().filter(|&unit| battle.units[unit].here() || battle.units[unit].off.is_some());
        let own = on_or_beside.filter(|&unit| self.sees.known.reads(unit));
        let own_posts = battle.posts.ids().filter(|&post| self.sees.known.commands(post));
        let rides = own_posts.clone().filter(|&post| ride_lawful(battle, post, &Ride::Stay).is_ok());
        OrdersAsked {
            turn: battle.turn,
            units: own.map(|unit| self.unit(unit)).collect(),
            generals: rides.map(|post| self.rider(post)).collect(),
            couriers: Vec::new(),
            actions: if self.whole() {
                own_posts.filter_map(|post| self.actions(post)).collect()
            } else {
                Vec::new()
            },
        }
    }

    /// What may be done with a general who is on the table.
    fn actions(&self, post: PostId) -> Option<ActionsAsked> {
        let held = &self.law.battle.posts[post];
        let open = |kind| leader_open(&self.law, post, kind);
        held.rider.is_here().then(|| asking::actions::<Action>(&held.id, Given::Leader, open))
    }

    fn whole(&self) -> bool {
        self.detail == PromptDetail::Whole
    }

    fn rider(&self, post: PostId) -> RiderAsked {
        let battle = self.law.battle;
        let place = battle.general_place(post);
        let samples = || samples::rides(&self.law, post).into_iter().map(Deed::of).collect();
        RiderAsked {
            id: battle.posts[post].id.clone(),
            place: [place.x, place.y],
            samples: self.whole().then(samples),
        }
    }

    fn unit(&self, unit: UnitId) -> UnitAsked {
        let battle = self.law.battle;
        let (mut may, mut closed) = (Vec::new(), Vec::new());
        for kind in UnitOrder::KINDS.iter().map(|kind| kind.name) {
            match self.law.open(unit, kind) {
                Ok(()) => may.push(kind),
                Err(why) if self.whole() => {
                    closed.push(Closed { kind, why: Refused::ByRule("order".into(), why) })
                }
                Err(_) => {}
            }
        }
        let samples = self.whole().then(|| samples::orders(&self.law, unit, &may));
        UnitAsked {
            unit: battle.units[unit].id.clone(),
            details: Shown::to(MayKnow::Own, self.details(unit, &may)),
            may,
            closed,
            samples: samples.map(|orders| orders.into_iter().map(Deed::of).collect()),
        }
    }

    fn details(&self, unit: UnitId, may: &[&'static str]) -> AskedDetails {
        let (battle, tables) = (self.law.battle, self.law.tables);
        let own = &battle.units[unit];
        let marches = may.contains(&"move");
        let charges = may.contains(&"charge");
        let fires = may.contains(&"fire");
        let mut targets: Vec<(i32, UnitId)> =
            battle.enemies_of(own.side).map(|enemy| (battle.yards(unit, enemy), enemy)).collect();
        targets.sort_by(|a, b| a.0.cmp(&b.0).then_with(|| battle.comes_first(a.1, b.1)));
        let lane = if fires && own.guns() { aim::battery_targets(battle, tables, unit) } else { Vec::new() };
        let in_fire = |enemy: UnitId| {
            fires
                && if own.guns() {
                    lane.iter().any(|one| one.unit == enemy)
                } else {
                    self.law.musket(unit, enemy).is_ok()
                }
        };
        let assaults = if may.contains(&"assault") { self.assaults(unit) } else { Vec::new() };
        let chargeable = if charges { samples::chargeable(&self.law, unit) } else { Vec::new() };
        let going = Going::Charge { wheels: false };
        AskedDetails {
            move_yd: Some(if marches { open_yards(battle, tables, unit, Going::Field) } else { 0 }),
            charge_yd: Some(if charges { open_yards(battle, tables, unit, going) } else { 0 }),
            fire_yd: Some(if fires { range(own, battle.phase()) } else { 0 }),
            chargeable: Some(chargeable.iter().map(|(enemy, _)| battle.units[*enemy].id.clone()).collect()),
            facings: Some(if may.contains(&"change") { self.facings(unit) } else { Vec::new() }),
            needs_chits: Some(own.chits.needed),
            targets: Some(
                targets
                    .into_iter()
                    .map(|(yards, enemy)| TargetShown {
                        unit: Arc::clone(&battle.units[enemy].id),
                        yards,
                        in_fire: in_fire(enemy),
                    })
                    .collect(),
            ),
            riders: Some(if may.contains(&"fire_rider") { self.riders(unit) } else { Vec::new() }),
            assaults: Some(assaults.clone()),
            fire_zones: Some(if may.contains(&"fire_zone") { self.fire_zones(unit) } else { Vec::new() }),
            halted_turns: Some(own.halted_turns),
            before_ground: Some(own.before_ground),
            room_left: Some(if may.contains(&"shift") { self.room(unit, -1.0) } else { 0 }),
            room_right: Some(if may.contains(&"shift") { self.room(unit, 1.0) } else { 0 }),
            storms: Some(self.storms(unit, &assaults)),
            transit: Some(own.inside.is_some_and(|inside| inside.sector.is_none())),
            ahead: Some(((battle.fixed.sides[own.side].home + 180.0).rem_euclid(360.0)).round() as i32),
        }
    }

    /// The zones that a battery can fire at (§12.4.G).
    fn fire_zones(&self, unit: UnitId) -> Vec<Arc<str>> {
        let (battle, tables) = (self.law.battle, self.law.tables);
        let zones = aim::zone_targets(battle, tables, unit).into_iter();
        zones.map(|zone| battle.zones[zone].name.clone()).collect()
    }

    /// The zones that it could assault now, and with it enough others of the seat (§12.5.B.4).
    fn assaults(&self, unit: UnitId) -> Vec<Arc<str>> {
        let battle = self.law.battle;
        let side = battle.units[unit].side;
        let reach = open_yards(battle, self.law.tables, unit, Going::Charge { wheels: false });
        let near = |unit: UnitId, zone: &Zone| {
            let body = zone.body();
            body.is_some_and(|body| distance(&battle.units[unit].placed, &body) <= f64::from(reach))
        };
        let could = |unit: UnitId, zone: &Zone| near(unit, zone) && self.joins(unit, &zone.name);
        let enough = |zone: &&Zone| {
            let wanted = zone.sectors.iter().filter(|sector| sector.held != Some(side)).count();
            let own = battle.friends_of(side).filter(|&other| self.sees.known.reads(other));
            could(unit, zone)
                && own
                    .filter(|&other| battle.units[other].fights_as() == Arm::Infantry && could(other, zone))
                    .count()
                    >= wanted
        };
        battle.zones.iter().filter(enough).map(|zone| zone.name.clone()).collect()
    }

    /// May a unit be ordered to assault a zone now?
    fn joins(&self, unit: UnitId, zone: &str) -> bool {
        let Some(number) = self.law.battle.zone(zone) else { return false };
        let known = self.joins.borrow().get(&(unit, number)).copied();
        known.unwrap_or_else(|| {
            let joins = self.law.open(unit, "assault").is_ok() && self.law.assault(unit, zone).is_ok();
            self.joins.borrow_mut().insert((unit, number), joins);
            joins
        })
    }

    /// How many yards of a shift are free to one hand, of the 100 that are lawful (§6.11).
    fn room(&self, unit: UnitId, hand: f64) -> i32 {
        let battle = self.law.battle;
        let placed = &battle.units[unit].placed;
        let (pose, right) = (placed.pose(), placed.frame().right);
        let free = |yards: &&i32| {
            let there = Pose::new(pose.at + right * (hand * f64::from(**yards)), pose.facing);
            stands_clear(battle, unit, &placed.moved_to(there.on_grid()))
        };
        [25, 50, 75, 100].iter().take_while(free).last().copied().unwrap_or(0)
    }

    /// The zones of these that are worth an assault: all who could join it are stronger than those inside, as far as they are known (§12.5.C).
    fn storms(&self, unit: UnitId, zones: &[Arc<str>]) -> Vec<Arc<str>> {
        let battle = self.law.battle;
        let own = &battle.units[unit];
        let value = |unit: UnitId| {
            let there = &battle.units[unit];
            let fit = match there.status() {
                Status::Good => 2,
                Status::Unorganized => 1,
                Status::Disrupted => 0,
            };
            there.ratings.melee * there.castings * fit / 2
        };
        let worth = |name: &&Arc<str>| {
            let Some(zone) = battle.zone(name) else { return false };
            let mine = battle.friends_of(own.side).filter(|&other| self.sees.known.reads(other));
            let joins = |other: &UnitId| self.joins(*other, name);
            let attack: i32 = mine.filter(joins).map(value).sum();
            let inside = battle.inside(zone).filter(|&other| battle.units[other].side != own.side);
            let defence: i32 = inside.map(|other| 2 * value(other)).sum();
            attack > defence && own.status() == Status::Good && !own.mounted()
        };
        zones.iter().filter(worth).cloned().collect()
    }

    /// Generals and couriers whom it can fire at (§2.51).
    fn riders(&self, unit: UnitId) -> Vec<RiderMark> {
        let battle = self.law.battle;
        let name = |mark: Mark| match mark {
            Mark::General(post) => battle.posts[post].id.clone(),
            Mark::Courier(number) => battle.couriers[number].id.clone(),
        };
        let marks = self.law.marks(unit).into_iter();
        marks.map(|(yards, mark)| RiderMark { rider: name(mark), yards }).collect()
    }
}

/// Turns that are looked at for a unit, in degrees.
const TURNS: [i32; 10] = [-180, -90, -60, -45, -20, 20, 45, 60, 90, 180];

impl Asking<'_> {
    /// The turns of these that a unit may make now (§4.1, §4.2).
    fn facings(&self, unit: UnitId) -> Vec<i32> {
        let may = |degrees: &i32| self.law.change(unit, None, f64::from(*degrees)).is_ok();
        TURNS.into_iter().filter(may).collect()
    }
}

/// The longest range of a unit's fire (§8.1, chart.artillery).
fn range(unit: &Unit, step: Step) -> i32 {
    match (unit.arm, unit.ratings.weapon) {
        (Arm::Artillery, _) => aim::GUN_RANGE as i32,
        (Arm::Cavalry, _) => 100,
        _ if !step.fires() => 0,
        (_, Weapon::Rifle) => 350,
        _ => 200,
    }
}
