//! The drill: how what a commander wants becomes orders of these rules, and what he must know of their troops.
//!
//! These battles are moved phase by phase, and most phases are of a kind that no other rule set has: corps orders, declarations, reactions,
//! dispositions. What a plain commander does in them stands here.
//!
//! | file | what |
//! |---|---|
//! | `numbers` | the numbers a commander goes by |
//! | `sense` | what he sees of the table |
//! | `corps` | orders to corps, and generals |
//! | `field` | moves |
//! | `crowd` | ways past comrades |
//! | `shock` | attacks, reactions, dispositions, fire |

mod corps;
mod crowd;
mod field;
mod numbers;
mod sense;
mod shock;

use krigsspil_engine::battle::{
    Act, Acts, Arm, Bound, ChargeAsked, CourierShown, Deed, Doctrine, Drill, Evolution, FireIntent, Flank,
    Formed, GunMeans, Heard, Intent, Leader, Load, Means, Measure, OddsAsked, Place, Poise, Prompt,
    QuestionAsked, QuestionNumber, Rider, Role, SeenUnit, Taken, Told, Trim, UnitAsked, UnitShown, View,
};

use crate::battle::MEASURE;
use crate::battle::order::{Action, Step, UnitOrder, Wing};
use crate::battle::questions::{GOES_ON, GoingOn, STRUCK_AGAIN, Struck};
use crate::battle::sequence::*;
use crate::battle::shown::{AskedDetails, UnitDetails};
use crate::vocabulary::{Formation, Order};

/// The drill of these rules.
#[derive(Clone, Copy, Debug)]
pub struct TordenDrill;

/// What a formation is for.
fn formed(word: &str) -> Formed {
    match word.parse() {
        Ok(Formation::Line | Formation::Unlimbered) => Formed::Line,
        Ok(Formation::Column) => Formed::Assault,
        Ok(Formation::MarchColumn | Formation::Limbered) => Formed::March,
        Ok(Formation::Square) | Err(_) => Formed::Other,
    }
}

fn formation(formed: Formed) -> Option<Formation> {
    match formed {
        Formed::Line => Some(Formation::Line),
        Formed::Assault => Some(Formation::Column),
        Formed::March => Some(Formation::MarchColumn),
        Formed::Other => None,
    }
}

fn poise(order: Order) -> Poise {
    match order {
        Order::Order => Poise::Steady,
        Order::Disorder => Poise::Shaken,
        Order::FullDisorder => Poise::Running,
    }
}

fn step(part: &Evolution) -> Option<Step> {
    let form = |formation| Step::Form { formation, facing: None, ranks: 4 };
    Some(match *part {
        Evolution::Ahead(cm) => Step::Go { cm: Some(cm.min(200.0)), degrees: 0.0 },
        Evolution::AheadFarAsItCan => Step::Go { cm: None, degrees: 0.0 },
        Evolution::Back(cm) => Step::Go { cm: Some(cm.min(200.0)), degrees: 180.0 },
        Evolution::Wheel(degrees) => Step::Turn { degrees: degrees.clamp(-180.0, 180.0) },
        Evolution::About => Step::Turn { degrees: 180.0 },
        Evolution::Quarter(Flank::Left) => Step::Turn { degrees: -90.0 },
        Evolution::Quarter(Flank::Right) => Step::Turn { degrees: 90.0 },
        Evolution::Form(formed) => form(formation(formed)?),
        Evolution::Limber => Step::Limber,
        Evolution::Unlimber => Step::Unlimber { degrees: 0.0 },
    })
}

fn order(intent: &Intent) -> Option<UnitOrder> {
    match intent {
        Intent::Stand => None,
        Intent::Rally => Some(UnitOrder::Reorganise { formation: None, facing: None }),
        Intent::Resupply => Some(UnitOrder::Resupply),
        Intent::March(way) | Intent::Charge { way, .. } => {
            let steps: Option<Vec<Step>> = way.iter().take(6).map(step).collect();
            Some(UnitOrder::Move { steps: steps? })
        }
        Intent::Fire(FireIntent::At(target)) => {
            Some(UnitOrder::Fire { target: SeenUnit::from(target), side: Wing::Front })
        }
        Intent::Fire(FireIntent::Load(_, Some((target, _)))) => {
            Some(UnitOrder::Fire { target: SeenUnit::from(target), side: Wing::Front })
        }
        Intent::Fire(_) => None,
    }
}

fn act(kind: &str) -> Option<Act> {
    Some(match kind {
        "move" => Act::March,
        "fire" => Act::Fire,
        "reorganise" => Act::Rally,
        "resupply" => Act::Resupply,
        _ => return None,
    })
}

/// The action that gives a unit an order.
fn write(unit: &str, order: UnitOrder) -> Deed {
    Deed::of(Action::order(unit, order))
}

impl Drill for TordenDrill {
    fn measure(&self) -> Measure {
        MEASURE
    }

    fn doctrine(&self) -> &'static Doctrine {
        &numbers::DOCTRINE
    }

    fn trim(&self, unit: &UnitShown) -> Trim {
        let details = unit.details.get::<UnitDetails>();
        let guns = unit.arm == Arm::Artillery;
        Trim {
            role: match unit.arm {
                Arm::Artillery => Role::Guns,
                Arm::Cavalry => Role::Horse,
                Arm::Wagon => Role::Train,
                Arm::Infantry => Role::Foot,
            },
            formed: formed(unit.formation),
            poise: details.map_or(Poise::Steady, |details| poise(details.orden)),
            in_position: details.and_then(|details| details.limbered).map(|limbered| !limbered),
            drawn: guns,
            abandoned: details.is_some_and(|details| details.guns_left),
            empty: details.and_then(|details| details.loads.flatten()) == Some(0),
            firmness: details.map_or(0, |details| details.morale_addition),
            line_front: numbers::line_front(unit.strength.now, unit.arm),
        }
    }

    fn means<'a>(&self, asked: &'a UnitAsked) -> Option<Means<'a>> {
        let details = asked.details.get::<AskedDetails>()?;
        let load = Load { word: "round_shot", reach: numbers::GUNS_CM, sweeps: false };
        let march = details.march_cm.unwrap_or(0.0);
        Some(Means {
            may: asked.may.iter().filter_map(|kind| act(kind)).collect::<Acts>(),
            in_command: details.in_command.unwrap_or(false),
            must_fire: false,
            march,
            charge: Some(march),
            effective: numbers::MUSKETS_CM,
            long: numbers::MUSKETS_CM,
            guns: Some(GunMeans { loads: vec![load], range: numbers::GUNS_CM, tells: numbers::GUNS_TELL_CM }),
            targets: details
                .targets
                .iter()
                .flatten()
                .map(|target| (&*target.unit, target.about_cm))
                .collect(),
        })
    }

    fn order(&self, unit: &str, intent: &Intent) -> Option<Deed> {
        order(intent).map(|order| write(unit, order))
    }

    fn give(&self, asked: &UnitAsked, order: &Deed) -> Option<Deed> {
        let order = order.read::<UnitOrder>().ok()?;
        asked.may.contains(&order.kind()).then(|| write(&asked.unit, order))
    }

    /// Only marches are bound to the command distance (§2.4.3).
    fn needs_command(&self, intent: &Intent) -> bool {
        matches!(intent, Intent::March(_) | Intent::Charge { .. })
    }

    fn attacks(&self, order: &Deed) -> bool {
        order.read::<UnitOrder>().is_ok_and(|order| matches!(order, UnitOrder::Attack { .. }))
    }

    /// There are no couriers in these rules.
    fn send(&self, _courier: &str, _unit: &str, _intent: &Intent) -> Option<Deed> {
        None
    }

    fn serves(&self, _courier: &CourierShown, _unit: &UnitShown) -> bool {
        false
    }

    fn ride(&self, rider: Rider<'_>, to: &Bound) -> Deed {
        let (Rider::Leader(id) | Rider::Courier(id)) = rider;
        let place = if let Bound::Place(place) = to { Place(*place) } else { Place([0.0, 0.0]) };
        Deed::of(Action::Ride { general: Leader::from(id), place })
    }

    fn rides_anywhere(&self) -> bool {
        false
    }

    /// A unit that is struck again does what it can; a winner goes on.
    fn spares(&self, question: &QuestionAsked) -> Option<&'static str> {
        let has = |choice: &'static str| question.choices.contains(&choice).then_some(choice);
        match question.what {
            what if what == STRUCK_AGAIN.spec.what => {
                let best = [
                    Struck::EmergencySquare,
                    Struck::FaceAttacker,
                    Struck::LimberAndMove,
                    Struck::WithdrawLimbered,
                    Struck::Shelter,
                ];
                best.into_iter().find_map(|choice| has(choice.as_str()))
            }
            what if what == GOES_ON.spec.what => has(GoingOn::GoOn.as_str()),
            _ => None,
        }
    }

    fn answer(&self, question: &QuestionAsked, choice: &str) -> Deed {
        Deed::of(Action::Answer { question: QuestionNumber(question.question), choice: choice.to_string() })
    }

    fn heard<'a>(&self, told: &'a Told) -> Option<Heard<'a>> {
        let unit = told.unit()?;
        match told.what() {
            "comes_into" => {
                let order: Order = told.about().get("order")?.as_str()?.parse().ok()?;
                Some(Heard::Fares(unit, poise(order)))
            }
            "fires" => Some(Heard::Fired(unit)),
            "does_not_fire" => Some(Heard::FiredAtNobody(unit)),
            "halts_at_friend" => told.other().map(|other| Heard::HaltedBy(unit, other)),
            _ => None,
        }
    }

    fn charge(&self, asked: &ChargeAsked<'_>) -> OddsAsked {
        shock::odds(asked)
    }

    fn bars_charge(&self, ground: &str) -> bool {
        matches!(ground, "wood" | "plantation" | "wall" | "cliff" | "water" | "embankment" | "cutting")
    }

    /// Every phase is of these rules' own kind; questions are left to [`spares`](Drill::spares).
    fn settles(&self, view: &View, prompt: &Prompt) -> Option<Vec<Deed>> {
        let asked = prompt.orders()?;
        let sense = sense::Sense::of(view);
        Some(match prompt.what {
            ORDERS => corps::orders(&sense),
            SHIFTS => Vec::new(),
            MOVES => {
                // Units first: a general who rides before them might leave them out of command.
                let mut deeds = field::moves(&sense, asked);
                deeds.extend(corps::rides(&sense));
                deeds
            }
            DECLARATIONS => shock::declares(&sense, asked),
            REACTIONS => shock::reacts(&sense, asked),
            DISPOSITIONS => shock::disposes(asked),
            FIRE => shock::fires(&sense, asked),
            ABORTS => shock::aborts(&sense, asked),
            REORGANISATION => shock::rallies(&sense, asked),
            _ => Vec::new(),
        })
    }
}
