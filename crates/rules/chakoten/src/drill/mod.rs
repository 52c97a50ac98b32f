//! The drill: turns a commander's intents into orders of these rules, and tells him what he must know about their troops.
//!
//! | file | what |
//! |---|---|
//! | `numbers` | the numbers a commander needs |
//! | `melee` | the facts behind an attack |
//! | `concert` | the orders of a turn side by side: supports, skirmishers, squares |
//! | `jams` | columns in each other's way |
//! | `chiefs` | where chiefs ride |

mod chiefs;
mod concert;
mod jams;
mod melee;
mod numbers;
#[cfg(test)]
mod tests;

use krigsspil_engine::battle::{
    Act, Acts, Arm, Bound, ChargeAsked, CourierShown, Deed, Doctrine, Drill, Evolution, FireIntent, Flank,
    Formed, GunMeans, Heard, Intent, Leader, Load, Means, Measure, Moment, OddsAsked, OrdersAsked, OwnUnit,
    Place, Poise, QuestionAsked, QuestionNumber, Rider, Role, SeenUnit, Taken, Told, Trim, UnitAsked,
    UnitShown, View,
};

use crate::battle::MEASURE;
use crate::battle::order::{Action, Formation, LIMBER, Ride, STORM, Step, UNLIMBER, UnitOrder, When};
use crate::battle::shown::{AskedDetails, LimitsShown, UnitDetails};
use crate::vocabulary::Order;

/// The drill of these rules.
#[derive(Clone, Copy, Debug)]
pub struct ChakotenDrill;

/// The word for a formation with this purpose.
fn formation(formed: Formed) -> Option<Formation> {
    match formed {
        Formed::Line => Some(Formation::Line),
        Formed::Assault => Some(Formation::AttackColumn),
        // Attack columns march nearly as fast as march columns, and form line in half the time (skema III and V).
        Formed::March => Some(Formation::AttackColumn),
        Formed::Other => None,
    }
}

/// The purpose of a formation.
fn formed(word: &str) -> Formed {
    match word.parse() {
        Ok(Formation::Line) => Formed::Line,
        Ok(Formation::AttackColumn) => Formed::Assault,
        Ok(Formation::MarchColumn | Formation::SingleColumn) => Formed::March,
        _ => Formed::Other,
    }
}

/// The states of order (§03.03.3) as a commander sees them: every change of formation costs a degree, so one is nothing to stand for; with
/// three a unit is better off standing.
fn poise(order: &str) -> Option<Poise> {
    Some(match order.parse().ok()? {
        Order::Good | Order::Light1 => Poise::Steady,
        Order::Light2 => Poise::Ruffled,
        Order::Light3 | Order::Disorder => Poise::Shaken,
        Order::Rout => Poise::Running,
    })
}

const fn ahead(cm: Option<f64>, attack: bool) -> Step {
    Step::Ahead { cm, turns: None, attack, storm: false }
}

/// The shortest way that is worth an order, in centimetres.
const LEAST_CM: f64 = 0.1;

/// One part of a march. A front swings about its wing: every arm can do that (§06.04.2).
fn step(part: &Evolution, attack: bool) -> Option<Step> {
    Some(match *part {
        Evolution::Ahead(cm) => ahead(Some(cm.clamp(LEAST_CM, 300.0)), attack),
        Evolution::AheadFarAsItCan => ahead(None, attack),
        Evolution::Back(cm) => Step::Back { cm: Some(cm.clamp(LEAST_CM, 300.0)), turns: None },
        Evolution::Wheel(degrees) if degrees.abs() < LEAST_CM => return None,
        Evolution::Wheel(degrees) => Step::Pivot { degrees: degrees.clamp(-180.0, 180.0) },
        Evolution::About => Step::About,
        Evolution::Quarter(Flank::Left) => Step::Pivot { degrees: -90.0 },
        Evolution::Quarter(Flank::Right) => Step::Pivot { degrees: 90.0 },
        Evolution::Form(formed) => Step::Form { formation: formation(formed)? },
        Evolution::Limber => LIMBER,
        Evolution::Unlimber => UNLIMBER,
    })
}

fn moves(way: &[Evolution], attack: bool, target: Option<&str>) -> Option<UnitOrder> {
    let steps: Vec<Step> = way.iter().filter_map(|part| step(part, attack)).collect();
    let target = target.map(SeenUnit::from);
    (!steps.is_empty()).then_some(UnitOrder::Move { steps, target, support: None })
}

/// A storm: half a turn at the march first, where it needs a run-up (§07.02.4).
fn storm(way: &[Evolution], run_up: bool, target: &str) -> Option<UnitOrder> {
    let turns = way.iter().filter(|part| matches!(part, Evolution::Wheel(_)));
    let mut steps: Vec<Step> = turns.filter_map(|part| step(part, true)).collect();
    if run_up {
        steps.push(Step::Ahead { cm: None, turns: Some(0.5), attack: true, storm: false });
    }
    steps.push(STORM);
    Some(UnitOrder::Move { steps, target: Some(SeenUnit::from(target)), support: None })
}

fn fire(intent: &FireIntent) -> UnitOrder {
    let (when, target) = match intent {
        FireIntent::Nearest => (When::AtOnce, None),
        FireIntent::At(at) => (When::AtOnce, Some(at)),
        FireIntent::Within(_) => (When::BeforeBreakIn { of: None }, None),
        FireIntent::Load(_, aimed) => (When::AtOnce, aimed.as_ref().map(|(at, _)| at)),
    };
    UnitOrder::Fire {
        when,
        target: target.map(|at| SeenUnit::from(&**at)),
        also: None,
        ranging: false,
        steps: Vec::new(),
    }
}

fn order(intent: &Intent, run_up: bool) -> Option<UnitOrder> {
    match intent {
        Intent::Stand | Intent::Rally => Some(UnitOrder::stand()),
        Intent::Resupply => None,
        Intent::March(way) => moves(way, false, None),
        Intent::Charge { at, way, full_speed: true } => storm(way, run_up, at),
        Intent::Charge { at, way, .. } => moves(way, true, Some(at)),
        Intent::Fire(intent) => Some(fire(intent)),
    }
}

/// A garrison that is to march leaves its building; it marches on as a hob in the next turn (§17.01.3).
fn out_first(order: UnitOrder) -> UnitOrder {
    match order {
        UnitOrder::Move { .. } => UnitOrder::march(vec![Step::Leave { toward: None }]),
        order => order,
    }
}

fn act(kind: &str) -> Option<Act> {
    Some(match kind {
        "stand" => Act::Stand,
        "move" => Act::March,
        "fire" => Act::Fire,
        _ => return None,
    })
}

/// Guns reach to the end of zone 4, and tell to the end of zone 2 (skema XIV).
fn guns(limits: &LimitsShown) -> Option<GunMeans> {
    let [_, second, _, fourth] = limits.zones_cm[..] else { return None };
    let shot = Load { word: "shot", reach: f64::from(fourth), sweeps: false };
    Some(GunMeans { loads: vec![shot], range: f64::from(fourth), tells: f64::from(second) })
}

fn ride(to: &Bound) -> Ride {
    match to {
        Bound::Place(place) => Ride::To { place: Place(*place) },
        Bound::Unit(unit) => Ride::With { unit: OwnUnit::from(unit) },
        Bound::Leader(general) => Ride::General { general: Leader::from(general) },
    }
}

fn write(unit: &str, order: UnitOrder) -> Deed {
    Deed::of(Action::Order { unit: OwnUnit::from(unit), order: Some(order), sheet: None })
}

impl Drill for ChakotenDrill {
    fn measure(&self) -> Measure {
        MEASURE
    }

    fn doctrine(&self) -> &'static Doctrine {
        &numbers::DOCTRINE
    }

    fn trim(&self, unit: &UnitShown) -> Trim {
        let details = unit.details.get::<UnitDetails>();
        let battery = details.and_then(|details| details.battery.as_ref()?.as_ref());
        let running =
            if details.is_some_and(|details| details.rout) { Poise::Running } else { Poise::Steady };
        Trim {
            role: match unit.arm {
                Arm::Artillery => Role::Guns,
                Arm::Wagon => Role::Train,
                Arm::Cavalry => Role::Horse,
                Arm::Infantry => Role::Foot,
            },
            formed: formed(unit.formation),
            poise: unit.own.as_ref().and_then(|own| poise(own.order)).unwrap_or(running),
            in_position: details.and_then(|details| details.limbered).map(|limbered| !limbered),
            drawn: battery.is_some_and(|battery| battery.horses[1] > 0),
            abandoned: battery.is_some_and(|battery| battery.abandoned),
            empty: false,
            firmness: details.and_then(|details| details.valeur).unwrap_or(0),
            line_front: numbers::line_front(unit),
        }
    }

    fn means<'a>(&self, asked: &'a UnitAsked) -> Option<Means<'a>> {
        let details = asked.details.get::<AskedDetails>()?;
        let limits = details.limits.as_ref()?;
        let mut may: Vec<Act> = asked.may.iter().filter_map(|kind| act(kind)).collect();
        if may.contains(&Act::Stand) {
            may.push(Act::Rally);
        }
        let zone =
            |number: usize| limits.zones_cm.get(number).map_or(numbers::ARMS_LENGTH_CM, |&cm| f64::from(cm));
        // With a run-up half of the turn is ridden at the march.
        let charge =
            limits.storm_cm.map(|storm| if limits.run_up { (limits.march_cm + storm) / 2.0 } else { storm });
        Some(Means {
            may: may.into_iter().collect::<Acts>(),
            in_command: details.in_command.unwrap_or(false),
            must_fire: false,
            march: limits.march_cm,
            charge,
            effective: zone(0),
            long: zone(1),
            guns: guns(limits),
            targets: limits.targets.iter().map(|target| (&*target.unit, target.about_cm)).collect(),
        })
    }

    fn order(&self, unit: &str, intent: &Intent) -> Option<Deed> {
        order(intent, true).map(|order| write(unit, order))
    }

    /// Whether a storm needs its run-up is told by the prompt.
    fn order_asked(&self, asked: &UnitAsked, intent: &Intent) -> Option<Deed> {
        let limits = asked.details.get::<AskedDetails>().and_then(|details| details.limits.as_ref());
        let order = order(intent, limits.is_none_or(|limits| limits.run_up))?;
        let order = if limits.is_some_and(|limits| limits.inside) { out_first(order) } else { order };
        asked.may.contains(&order.kind()).then(|| write(&asked.unit, order))
    }

    fn give(&self, asked: &UnitAsked, order: &Deed) -> Option<Deed> {
        let order = order.read::<UnitOrder>().ok()?;
        asked.may.contains(&order.kind()).then(|| write(&asked.unit, order))
    }

    /// A unit that no word reaches may still throw for reaction (§08.03.5).
    fn needs_command(&self, _: &Intent) -> bool {
        false
    }

    /// Two points more than the enemy, or a draw that costs him two degrees (skema XVII).
    fn worth_a_charge(&self) -> f64 {
        0.6
    }

    /// Attack columns have two points in a melee, and twice the pace of a line (skema III and XV).
    fn fights_in_column(&self) -> bool {
        true
    }

    fn attacks(&self, order: &Deed) -> bool {
        order.read::<UnitOrder>().is_ok_and(|order| order.attacks())
    }

    /// Orders are not carried by couriers (§08.03.3).
    fn send(&self, _: &str, _: &str, _: &Intent) -> Option<Deed> {
        None
    }

    fn serves(&self, _: &CourierShown, _: &UnitShown) -> bool {
        false
    }

    fn ride(&self, rider: Rider<'_>, to: &Bound) -> Deed {
        let (Rider::Leader(id) | Rider::Courier(id)) = rider;
        Deed::of(Action::General { general: Leader::from(id), to: ride(to), moment: Moment(0.0) })
    }

    fn spares(&self, _: &QuestionAsked) -> Option<&'static str> {
        None
    }

    fn answer(&self, question: &QuestionAsked, choice: &str) -> Deed {
        let question = QuestionNumber(question.question);
        Deed::of(Action::Answer { question, choice: choice.to_string() })
    }

    fn heard<'a>(&self, told: &'a Told) -> Option<Heard<'a>> {
        let unit = told.unit()?;
        let named = || told.about().get("order")?.as_str().and_then(poise);
        match told.what() {
            "comes_into" | "reorganised" => named().map(|poise| Heard::Fares(unit, poise)),
            "retires" => Some(Heard::Fares(unit, Poise::Shaken)),
            "flees" => Some(Heard::Fares(unit, Poise::Running)),
            "fires" | "fires_guns" => Some(Heard::Fired(unit)),
            "no_target" => Some(Heard::FiredAtNobody(unit)),
            "no_room_to_form" => Some(Heard::Cramped(unit)),
            "halts_at_friend" => told.other().map(|other| Heard::HaltedBy(unit, other)),
            _ => None,
        }
    }

    fn charge(&self, asked: &ChargeAsked<'_>) -> OddsAsked {
        melee::odds(asked)
    }

    fn concert(&self, view: &View, asked: &OrdersAsked, deeds: Vec<Deed>) -> Vec<Deed> {
        concert::concert(view, asked, deeds)
    }

    /// Cavalry does not storm over obstacles or into woods (§07.05.3, §16.02.1).
    fn bars_charge(&self, ground: &str) -> bool {
        numbers::BARS_STORM.contains(&ground)
    }
}
