//! Who must decide what: the orders of a turn, and the questions inside it; with ready-made orders that are lawful now.

use krigsspil_engine::battle::{
    ActionsAsked, Closed, Deed, Given, Leader, MayKnow, Moment, OrdersAsked, OwnUnit, Place, PromptDetail,
    Refused, RiderAsked, SeenUnit, Shown, Taken, UnitAsked,
};
use krigsspil_field::prelude::{Bearing, Kind, Point, distance, in_contact};
use krigsspil_turn::asking;
use krigsspil_turn::command::Post;

use super::bodies::plain;
use super::knowing::{Knows, Own, Seen};
use super::labour::Trade;
use super::legal::{COMMAND_LIMIT_CM, check, command_cm, in_command, most_out, refuse};
use super::order::*;
use super::rates::{Limits, rates};
use super::refusals::NO_ORDERLY;
use super::shown::{AskedDetails, LimitsShown, TargetShown};
use super::sight::{COMMAND_CM, chief_cm};
use super::state::{Branch, CM, Gait, Life, PostId, Unit, UnitId};
use crate::armies::vocabulary::{DemolitionMethod, Work};
use crate::procedures::artillery::ArtilleryPiece;
use crate::vocabulary::Weapon;

/// What a seat is told about the orders it may give.
pub(super) fn orders(known: Knows<'_>, detail: PromptDetail) -> OrdersAsked {
    Asking { known, detail }.orders()
}

fn round(cm: f64) -> f64 {
    (cm * 10.0).round() / 10.0
}

/// A prompt for orders under construction.
#[derive(Clone, Copy)]
struct Asking<'a> {
    known: Knows<'a>,
    detail: PromptDetail,
}

impl<'a> Asking<'a> {
    fn orders(&self) -> OrdersAsked {
        let known = self.known;
        let player = known.side().is_some();
        let own: Vec<Own<'_>> = known.own_units().filter(|own| player && own.here()).collect();
        let whole = self.detail == PromptDetail::Whole;
        let generals = || known.generals().filter(|(_, general)| player && general.life == Life::Here);
        let actions =
            generals().filter(|_| whole).map(|(post, chief)| self.actions(post, chief, &own)).collect();
        OrdersAsked {
            turn: known.turn(),
            units: own.iter().map(|&unit| self.unit(unit)).collect(),
            generals: generals()
                .map(|(_, general)| RiderAsked {
                    id: general.id.clone(),
                    place: [general.place.x, general.place.y],
                    samples: whole.then(|| rides(known, general, &own).into_iter().map(Deed::of).collect()),
                })
                .collect(),
            couriers: Vec::new(),
            actions,
        }
    }

    /// What may be done with a chief: he rides whenever orders are written, and sends while he has orderlies or somebody within his own word.
    fn actions(&self, post: PostId, chief: &Post, own: &[Own<'_>]) -> ActionsAsked {
        let within_word =
            |unit: &Own<'_>| unit.general == post && chief_cm(&unit.placed, chief.place) <= COMMAND_CM;
        let sends = || match self.known.couriers_of(post) > 0 || own.iter().any(within_word) {
            true => Ok(()),
            false => Err(refuse("general", &NO_ORDERLY)),
        };
        let open = |kind| if kind == "send" { sends() } else { Ok::<(), Refused>(()) };
        asking::actions::<Action>(&chief.id, Given::Leader, open)
    }

    fn unit(&self, own: Own<'a>) -> UnitAsked {
        let known = self.known;
        let samples = (self.detail == PromptDetail::Whole).then(|| self.samples(own));
        let may = match &samples {
            Some(samples) => kinds(samples.iter().map(UnitOrder::kind)),
            None => self.may(own),
        };
        let details = AskedDetails {
            in_command: Some(in_command(known, own)),
            command_cm: Some(round(command_cm(known, own))),
            command_limit_cm: Some(COMMAND_LIMIT_CM),
            limits: Some(self.limits(own)),
        };
        UnitAsked {
            unit: own.whole().id.clone(),
            closed: if samples.is_some() { self.closed(own, &may) } else { Vec::new() },
            may,
            details: Shown::to(MayKnow::Own, details),
            samples: samples.map(|samples| samples.into_iter().map(Deed::of).collect()),
        }
    }

    /// The closed kinds, each with the refusal of its first candidate.
    fn closed(&self, own: Own<'a>, may: &[&'static str]) -> Vec<Closed> {
        let mut closed: Vec<Closed> = Vec::new();
        for order in candidates(self.known, own) {
            let kind = order.kind();
            if may.contains(&kind) || closed.iter().any(|closed| closed.kind == kind) {
                continue;
            }
            closed.extend(check(self.known, own, &order).err().map(|why| Closed { kind, why }));
        }
        closed
    }

    fn limits(&self, own: Own<'a>) -> LimitsShown {
        let (known, tables, unit) = (self.known, self.known.tables(), own.whole());
        let pace = |gait| rates(unit, gait, Limits::default(), tables).open() / CM;
        let storms = |step: Step| check(known, own, &UnitOrder::march(vec![step])).is_ok();
        let runs_up = |half| UnitOrder::march(vec![half, STORM]);
        let half = Step::Ahead { cm: None, turns: Some(0.5), attack: false, storm: false };
        let run_up = !storms(STORM) && check(known, own, &runs_up(half)).is_ok();
        LimitsShown {
            march_cm: round(pace(Gait::March)),
            storm_cm: (run_up || storms(STORM)).then(|| round(pace(Gait::Storm))),
            run_up,
            square: unit.branch == Branch::Infantry
                && check(known, own, &UnitOrder::march(vec![Step::Form { formation: Formation::Square }]))
                    .is_ok(),
            skirmishers: self.skirmishers(own),
            zones_cm: zones(unit, known),
            targets: targets(known, own),
            inside: unit.inside.is_some(),
        }
    }

    /// The figures it may send out now; 0 for none.
    fn skirmishers(&self, own: Own<'a>) -> i32 {
        let figures = most_out(own.whole(), self.known.map(), self.known.tables());
        let out = Step::SendOut { figures, chain: Chain::Dense, cm: 8.0 };
        let may = figures >= 3 && check(self.known, own, &UnitOrder::march(vec![out])).is_ok();
        if may { figures } else { 0 }
    }

    fn samples(&self, own: Own<'a>) -> Vec<UnitOrder> {
        let mut orders = candidates(self.known, own);
        orders.extend(own.whole().last_order.clone().filter(|last| !orders.contains(last)));
        orders.retain(|order| check(self.known, own, order).is_ok());
        orders
    }

    fn may(&self, own: Own<'a>) -> Vec<&'static str> {
        let mut may: Vec<&'static str> = Vec::new();
        for order in candidates(self.known, own) {
            if !may.contains(&order.kind()) && check(self.known, own, &order).is_ok() {
                may.push(order.kind());
            }
        }
        may
    }
}

/// Each kind once, in the order of first appearance.
fn kinds(all: impl Iterator<Item = &'static str>) -> Vec<&'static str> {
    let mut kinds = Vec::new();
    for kind in all {
        if !kinds.contains(&kind) {
            kinds.push(kind);
        }
    }
    kinds
}

/// The ends of its zones of fire, in centimetres; none if it has nothing to fire with.
pub(super) fn zones(unit: &Unit, known: Knows<'_>) -> Vec<i32> {
    if let Some(battery) = &unit.battery {
        let piece = plain(&ArtilleryPiece { piece: battery.piece }, known.tables());
        return piece
            .map(|piece| vec![piece.zone_1_cm, piece.zone_2_cm, piece.zone_3_cm, piece.zone_4_cm])
            .unwrap_or_default();
    }
    let zone = |weapon: Weapon| {
        (1..=60).filter(|&cm| known.tables().small_arms.zone(weapon, f64::from(cm)) == 1).max()
    };
    let reach = |weapon: Weapon| {
        (1..=60).filter(|&cm| known.tables().small_arms.zone(weapon, f64::from(cm)) > 0).max()
    };
    unit.weapon.map_or_else(Vec::new, |weapon| [zone(weapon), reach(weapon)].into_iter().flatten().collect())
}

/// The enemies that this unit's chief may know of, nearest first, with the distance judged by eye: rounded to 5 cm.
fn targets(known: Knows<'_>, own: Own<'_>) -> Vec<TargetShown> {
    let seen =
        known.sighted().filter_map(|other| Some((other, known.seen(other).filter(|seen| seen.here())?)));
    let mut near: Vec<(f64, UnitId, Seen<'_>)> =
        seen.map(|(other, seen)| (distance(&own.placed, seen.placed()) / CM, other, seen)).collect();
    near.sort_by(|a, b| a.0.total_cmp(&b.0).then(a.1.cmp(&b.1)));
    let judged = |cm: f64| (cm / 5.0).round() * 5.0;
    near.iter().map(|(cm, _, seen)| TargetShown { unit: seen.id().clone(), about_cm: judged(*cm) }).collect()
}

const fn part(turns: f64) -> Step {
    Step::Ahead { cm: None, turns: Some(turns), attack: false, storm: false }
}

/// Marches to try for every unit.
const MARCHES: &[&[Step]] = &[
    &[AHEAD],
    &[Step::Ahead { cm: Some(6.0), turns: None, attack: false, storm: false }],
    &[part(0.5)],
    &[Step::Back { cm: None, turns: None }],
    &[Step::Sideways { hand: Hand::Left, cm: Some(3.0), turns: None }],
    &[Step::About, AHEAD],
    &[Step::Wheel { degrees: -15.0 }, AHEAD],
    &[Step::Wheel { degrees: 30.0 }, AHEAD],
    &[Step::Pivot { degrees: -45.0 }, AHEAD],
    &[Step::Pivot { degrees: 15.0 }, AHEAD],
    &[Step::Pivot { degrees: 45.0 }, AHEAD],
    &[LIMBER, AHEAD],
    &[Step::Limber { column: true, degrees: 90.0, about: false }, AHEAD],
    &[UNLIMBER],
    &[Step::Unlimber { about: true }],
    &[part(0.25), UNLIMBER],
    &[Step::Prepare],
    &[ATTACK],
    &[Step::Pivot { degrees: -15.0 }, ATTACK],
    &[Step::Pivot { degrees: 15.0 }, ATTACK],
    &[part(0.5), STORM],
    &[STORM],
    &[Step::Recall],
    &[Step::SquareFront, AHEAD],
    &[Step::Enter],
    &[Step::Leave { toward: None }],
    &[Step::Leave { toward: None }, AHEAD],
];

/// Orders to try: those of one kind together.
fn candidates(known: Knows<'_>, own: Own<'_>) -> Vec<UnitOrder> {
    let unit = own.whole();
    let mut orders = vec![UnitOrder::stand()];
    orders.extend(MARCHES.iter().map(|steps| UnitOrder::march(steps.to_vec())));
    for &formation in Formation::ALL.iter().filter(|&&formation| formation != unit.formation) {
        orders.push(UnitOrder::march(vec![Step::Form { formation }, AHEAD]));
        orders.push(UnitOrder::march(vec![Step::Form { formation }]));
    }
    let out = most_out(unit, known.map(), known.tables());
    if out >= 3 {
        orders.push(UnitOrder::march(vec![Step::SendOut { figures: out, chain: Chain::Dense, cm: 8.0 }]));
    }
    for &figures in unit.schooling.parts.iter().take(2) {
        orders.push(UnitOrder::Split {
            figures,
            hand: Hand::Left,
            marches: Marches::Rest,
            steps: Vec::new(),
        });
    }
    for other in known.own_units().filter(|other| other.here() && other.number != own.number) {
        let other = other.whole();
        let id = || OwnUnit::from(&other.id);
        if in_contact(&own.placed, &other.placed) && unit.branch == other.branch {
            orders.push(UnitOrder::Mass { with: id(), massed: Massed::Column });
        }
        if other.branch == Branch::Wagon && unit.branch != Branch::Wagon {
            orders.push(UnitOrder::Resupply { wagon: id() });
        } else if unit.split_from.is_some() && other.general == unit.general {
            orders.push(UnitOrder::Join { with: id() });
        }
    }
    if !unit.brigade.is_empty() {
        orders.push(UnitOrder::Disband);
    }
    for when in [When::AtOnce, When::At { moment: Moment(0.5) }, When::BeforeBreakIn { of: None }] {
        orders.push(UnitOrder::fire(when));
    }
    orders.push(UnitOrder::Fire {
        when: When::AtOnce,
        target: None,
        also: None,
        ranging: false,
        steps: vec![AHEAD],
    });
    for target in targets(known, own).iter().take(3) {
        let target = Some(SeenUnit::from(&*target.unit));
        orders.push(UnitOrder::Fire {
            when: When::AtOnce,
            target,
            also: None,
            ranging: false,
            steps: Vec::new(),
        });
    }
    orders.extend(bombardments(known, own));
    orders.extend(works(known, own));
    let brigade = known
        .own_units()
        .filter(|other| other.here() && other.number != own.number && other.general == own.general);
    for other in brigade.take(2) {
        let support = Some(OwnUnit::from(&other.whole().id));
        orders.push(UnitOrder::Stand { support: support.clone() });
        orders.push(UnitOrder::Move { steps: vec![AHEAD], target: None, support });
    }
    orders
}

/// Works to try: those of pioneers, and those of everybody in a building.
fn works(known: Knows<'_>, own: Own<'_>) -> Vec<UnitOrder> {
    let unit = own.whole();
    let build = |work: Work| UnitOrder::Build { work, quantity: None, acquired: false };
    let mut works = vec![UnitOrder::Strengthen];
    if unit.craft.trade != Trade::Others && unit.battery.is_none() {
        works.extend([Work::AbatisOrBarricade, Work::StormGangway, Work::Trench].map(build));
        let burn = |place| UnitOrder::Demolish { place, method: DemolitionMethod::Burn, acquired: false };
        works.extend(nearest_houses(known, own).into_iter().map(burn));
    }
    if unit.battery.is_some() {
        works.push(UnitOrder::MakeCharge);
    }
    works
}

/// Fires at the nearest buildings, for a battery.
fn bombardments(known: Knows<'_>, own: Own<'_>) -> Vec<UnitOrder> {
    if own.battery.is_none() {
        return Vec::new();
    }
    nearest_houses(known, own).into_iter().map(|place| UnitOrder::Bombard { place }).collect()
}

/// The middles of the two nearest buildings.
fn nearest_houses(known: Knows<'_>, own: Own<'_>) -> Vec<Place> {
    let from = own.placed.centre();
    let houses = known.map().features().filter(|(_, feature)| feature.kind == Kind::Building);
    let mut near: Vec<(f64, Point)> = houses
        .map(|(_, feature)| {
            let corners = feature.shape.places();
            let sum = corners.iter().fold(Point::ORIGIN, |sum, corner| sum + *corner);
            let middle = (sum * (1.0 / corners.len().max(1) as f64)).on_grid();
            (middle.distance(from), middle)
        })
        .collect();
    near.sort_by(|a, b| a.0.total_cmp(&b.0));
    near.truncate(2);
    near.into_iter().map(|(_, at)| Place([at.x, at.y])).collect()
}

/// Rides of a chief: to the units nearest to him, or home.
fn rides(known: Knows<'_>, general: &Post, own: &[Own<'_>]) -> Vec<Action> {
    let mut near: Vec<(f64, Own<'_>)> =
        own.iter().map(|unit| (unit.placed.centre().distance(general.place), *unit)).collect();
    near.sort_by(|a, b| a.0.total_cmp(&b.0).then(a.1.number.cmp(&b.1.number)));
    let mut to: Vec<Ride> =
        near.iter().take(2).map(|(_, unit)| Ride::With { unit: OwnUnit::from(&unit.whole().id) }).collect();
    let home = Bearing::degrees(known.side_data(general.side).home);
    let back = general.place + home.ahead() * (10.0 * CM);
    if known.map().table().extent().holds(back) {
        to.push(Ride::To { place: Place([back.x.round(), back.y.round()]) });
    }
    let at = |moment: f64| {
        to.iter().map(move |ride| Action::General {
            general: Leader::from(&general.id),
            to: ride.clone(),
            moment: Moment(moment),
        })
    };
    [0.0, 1.0].into_iter().flat_map(at).collect()
}
