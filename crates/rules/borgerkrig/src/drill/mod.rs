//! The drill: turns a commander's intents into orders of these rules, and tells him what he must know about their troops.
//!
//! | file | what |
//! |---|---|
//! | `numbers` | the numbers a commander needs |
//! | `shock` | the facts behind a charge |

mod numbers;
mod shock;

use krigsspil_engine::battle::{
    Act, Acts, Arm, Bound, ChargeAsked, CourierName, CourierShown, Deed, Doctrine, Drill, Evolution,
    FireIntent, Flank, Formed, GunMeans, Heard, Intent, Leader, Load, Means, Measure, Moment, OddsAsked,
    OwnUnit, Place, Poise, QuestionAsked, QuestionNumber, Rider, Role, SeenUnit, Taken, Told, Trim,
    UnitAsked, UnitShown,
};

use crate::battle::MEASURE;
use crate::battle::order::{Action, Facing, Ride, Step, UnitOrder, When};
use crate::battle::questions::{CHAIN_EVADES, Evasion, GUNNERS_SHELTER, Shelter};
use crate::battle::shown::{AskedDetails, LimitsShown, LoadShown, UnitDetails};
use crate::vocabulary::{Ammunition, Formation, Order};

/// The drill of these rules.
#[derive(Clone, Copy, Debug)]
pub struct BorgerkrigDrill;

/// The assumed reach of a weapon without ranges, in centimetres: a little more than the breaking distance (§07.02.1).
const ARMS_LENGTH_CM: f64 = 4.0;

/// The word for a formation with this purpose.
fn formation(formed: Formed) -> Option<Formation> {
    match formed {
        Formed::Line => Some(Formation::Line),
        Formed::Assault => Some(Formation::AttackColumn),
        Formed::March => Some(Formation::MarchColumn),
        Formed::Other => None,
    }
}

/// The purpose of a formation (§02.05.1): lines and columns are closed; a thin line and a chain neither charge nor withstand a charge.
fn formed(word: &str) -> Formed {
    match word.parse() {
        Ok(Formation::Line) => Formed::Line,
        Ok(Formation::AttackColumn) => Formed::Assault,
        Ok(Formation::MarchColumn) => Formed::March,
        Ok(Formation::ThinLine | Formation::Chain) | Err(_) => Formed::Other,
    }
}

/// The states of order (§08.02.1) as a commander sees them.
fn poise(order: &str) -> Option<Poise> {
    Some(match order.parse().ok()? {
        Order::Good => Poise::Steady,
        Order::LightDisorder => Poise::Ruffled,
        Order::Pinned => Poise::Pinned,
        Order::Disorder => Poise::Shaken,
        Order::Rout => Poise::Running,
    })
}

fn step(part: &Evolution) -> Option<Step> {
    Some(match *part {
        Evolution::Ahead(cm) => Step::Ahead { cm: Some(cm.min(400.0)) },
        Evolution::AheadFarAsItCan => Step::Ahead { cm: None },
        Evolution::Back(cm) => Step::Back { cm: Some(cm.min(400.0)) },
        Evolution::Wheel(degrees) => Step::Wheel { degrees },
        Evolution::About => Step::Turn { to: Facing::About },
        Evolution::Quarter(Flank::Left) => Step::Turn { to: Facing::Left },
        Evolution::Quarter(Flank::Right) => Step::Turn { to: Facing::Right },
        Evolution::Form(formed) => Step::Form { formation: formation(formed)? },
        Evolution::Limber => Step::Limber,
        Evolution::Unlimber => Step::Unlimber,
    })
}

fn moves(way: &[Evolution], attack: bool, storm: bool) -> Option<UnitOrder> {
    let steps: Option<Vec<Step>> = way.iter().map(step).collect();
    Some(UnitOrder::Move { steps: steps?, attack, storm })
}

fn fire(intent: &FireIntent) -> Option<UnitOrder> {
    let mut order = UnitOrder::fire(match intent {
        FireIntent::Within(cm) => When::EnemyWithin { cm: cm.min(250.0) },
        _ => When::AtOnce,
    });
    if let UnitOrder::Fire { target, ammunition, guess_cm, .. } = &mut order {
        match intent {
            FireIntent::At(at) => *target = Some(SeenUnit::from(at)),
            FireIntent::Load(load, aimed) => {
                *ammunition = Some(load.word.parse::<Ammunition>().ok()?);
                if let Some((at, cm)) = aimed {
                    *target = Some(SeenUnit::from(at));
                    *guess_cm = Some((cm.round() as i32).clamp(1, (load.reach as i32).max(1)));
                }
            }
            FireIntent::Nearest | FireIntent::Within(_) => {}
        }
    }
    Some(order)
}

fn order(intent: &Intent) -> Option<UnitOrder> {
    match intent {
        Intent::Stand => Some(UnitOrder::Stand),
        Intent::Rally => Some(UnitOrder::Reorganise),
        Intent::Resupply => Some(UnitOrder::Resupply),
        Intent::March(way) => moves(way, false, false),
        Intent::Charge { way, full_speed, .. } => moves(way, true, *full_speed),
        Intent::Fire(intent) => fire(intent),
    }
}

fn act(kind: &str) -> Option<Act> {
    Some(match kind {
        "stand" => Act::Stand,
        "move" => Act::March,
        "fire" => Act::Fire,
        "reorganise" => Act::Rally,
        "resupply" => Act::Resupply,
        _ => return None,
    })
}

fn guns(limits: &LimitsShown) -> Option<GunMeans> {
    let loads = limits.guns.as_ref()?;
    let load = |ammunition: Ammunition, load: &LoadShown| {
        let (word, sweeps) = (ammunition.as_str(), ammunition == Ammunition::Canister);
        (load.rounds > 0 && load.cm > 0).then_some(Load { word, reach: f64::from(load.cm), sweeps })
    };
    let ready = [
        load(Ammunition::Canister, &loads.canister),
        load(Ammunition::Shell, &loads.shell),
        load(Ammunition::Shot, &loads.shot),
    ];
    Some(GunMeans {
        loads: ready.into_iter().flatten().collect(),
        range: f64::from(loads.shell.cm.max(loads.shot.cm)),
        tells: f64::from(loads.shell.cm.max(loads.canister.cm)),
    })
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

impl Drill for BorgerkrigDrill {
    fn measure(&self) -> Measure {
        MEASURE
    }

    fn doctrine(&self) -> &'static Doctrine {
        &numbers::DOCTRINE
    }

    fn trim(&self, unit: &UnitShown) -> Trim {
        let details = unit.details.get::<UnitDetails>();
        let battery = details.and_then(|details| details.battery.as_ref()?.as_ref());
        let mounted = details.is_some_and(|details| details.mounted);
        let running =
            if details.is_some_and(|details| details.rout) { Poise::Running } else { Poise::Steady };
        let empty = match battery {
            Some(battery) => battery.rounds.canister + battery.rounds.shell + battery.rounds.shot == 0,
            None if unit.arm == Arm::Infantry => details.is_some_and(|unit| unit.ammunition == Some(false)),
            None => false,
        };
        Trim {
            role: match unit.arm {
                Arm::Artillery => Role::Guns,
                Arm::Wagon => Role::Train,
                _ if mounted => Role::Horse,
                Arm::Infantry | Arm::Cavalry => Role::Foot,
            },
            formed: formed(unit.formation),
            poise: unit.own.as_ref().and_then(|own| poise(own.order)).unwrap_or(running),
            in_position: details.and_then(|details| details.limbered).map(|limbered| !limbered),
            drawn: battery.is_some_and(|battery| battery.horses[1] > 0),
            abandoned: battery.is_some_and(|battery| battery.abandoned),
            empty,
            firmness: details.and_then(|details| details.valeur).unwrap_or(0),
            line_front: numbers::line_front(unit.strength.now),
        }
    }

    fn means<'a>(&self, asked: &'a UnitAsked) -> Option<Means<'a>> {
        let details = asked.details.get::<AskedDetails>()?;
        let limits = details.limits.as_ref()?;
        // The end of a range zone of its weapon, counted from 1 (skema IV).
        let zone = |number: usize| {
            let end = limits.zones_cm.map_or(0, |zones| zones[number - 1]);
            if end > 0 { f64::from(end) } else { ARMS_LENGTH_CM }
        };
        Some(Means {
            may: asked.may.iter().filter_map(|kind| act(kind)).collect::<Acts>(),
            in_command: details.in_command.unwrap_or(false),
            must_fire: details.compelled_fire.unwrap_or(false),
            march: limits.march_cm,
            charge: limits.storm_cm,
            effective: zone(2),
            long: zone(3),
            guns: guns(limits),
            targets: limits.targets.iter().map(|target| (&*target.unit, target.about_cm)).collect(),
        })
    }

    fn order(&self, unit: &str, intent: &Intent) -> Option<Deed> {
        order(intent).map(|order| write(unit, order))
    }

    fn give(&self, asked: &UnitAsked, order: &Deed) -> Option<Deed> {
        let order = order.read::<UnitOrder>().ok()?;
        asked.may.contains(&order.kind()).then(|| write(&asked.unit, order))
    }

    /// The orders for a unit that no general's order reaches: to stand, and to fire (§03.03.3).
    fn needs_command(&self, intent: &Intent) -> bool {
        !matches!(intent, Intent::Stand | Intent::Fire(_))
    }

    fn attacks(&self, order: &Deed) -> bool {
        order.read::<UnitOrder>().is_ok_and(|order| matches!(order, UnitOrder::Move { attack: true, .. }))
    }

    fn send(&self, courier: &str, unit: &str, intent: &Intent) -> Option<Deed> {
        let mut order = order(intent)?;
        // Nobody knows whether it may storm when he arrives (§02.06.4); it attacks at the march.
        if let UnitOrder::Move { storm, .. } = &mut order {
            *storm = false;
        }
        Some(Deed::of(Action::Courier {
            courier: CourierName::from(courier),
            to: Ride::With { unit: OwnUnit::from(unit) },
            order: Some(order),
            instruction: None,
            moment: Moment(0.0),
        }))
    }

    /// A unit takes orders from its own general's couriers (§03.03.2); a courier's id is his general's id and a number.
    fn serves(&self, courier: &CourierShown, unit: &UnitShown) -> bool {
        let general = courier.id.rsplit_once('/').map(|(general, _)| general);
        unit.own.as_ref().is_some_and(|own| general == Some(&*own.general))
    }

    fn ride(&self, rider: Rider<'_>, to: &Bound) -> Deed {
        let (to, moment) = (ride(to), Moment(0.0));
        Deed::of(match rider {
            Rider::Leader(id) => Action::General { general: Leader::from(id), to, moment },
            Rider::Courier(id) => {
                Action::Courier { courier: CourierName::from(id), to, order: None, instruction: None, moment }
            }
        })
    }

    /// Chains fall back (§04.02.10) and gunners shelter (§04.02.12).
    fn spares(&self, question: &QuestionAsked) -> Option<&'static str> {
        let saved = match question.what {
            what if what == CHAIN_EVADES.spec.what => Evasion::FallBack.as_str(),
            what if what == GUNNERS_SHELTER.spec.what => Shelter::Shelter.as_str(),
            _ => return None,
        };
        question.choices.contains(&saved).then_some(saved)
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
            "pinned" => Some(Heard::Fares(unit, Poise::Pinned)),
            "retires" => Some(Heard::Fares(unit, Poise::Shaken)),
            "fires" => Some(Heard::Fired(unit)),
            "no_target" | "not_over_friends" => Some(Heard::FiredAtNobody(unit)),
            "no_room_to_form" => Some(Heard::Cramped(unit)),
            "halts_at_friend" => told.other().map(|other| Heard::HaltedBy(unit, other)),
            _ => None,
        }
    }

    fn charge(&self, asked: &ChargeAsked<'_>) -> OddsAsked {
        shock::odds(self, asked)
    }

    /// Cavalry cannot storm over obstacles or into woods (§02.06.4).
    fn bars_charge(&self, ground: &str) -> bool {
        numbers::BARS_STORM.contains(&ground)
    }
}

#[cfg(test)]
mod tests;
