//! The drill: how what a commander wants becomes orders of these rules, and what he must know of their troops.
//!
//! He fights in column: it marches without a test and is forced into line where it wins. Lines are for those who stand.
//!
//! | file | what |
//! |---|---|
//! | `numbers` | the numbers a commander goes by |
//! | `odds` | the facts behind an attack |
//! | `phases` | orders to commands, the sequence bonus, fire in a sequence |

mod numbers;
mod odds;
mod phases;
#[cfg(test)]
mod tests;

use krigsspil_engine::battle::{
    Act, Acts, Arm, Bound, ChargeAsked, CourierShown, Deed, Doctrine, Drill, Evolution, FireIntent, Formed,
    GunMeans, Heard, Intent, Leader, Load, Means, Measure, OddsAsked, OwnUnit, Place, Poise, Prompt,
    QuestionAsked, QuestionNumber, Rider, Role, Taken, Told, Trim, UnitAsked, UnitShown, View,
};

use crate::battle::MEASURE;
use crate::battle::order::{Action, Ride, Step, UnitOrder};
use crate::battle::questions::{COUNTER_CHARGES, Counter, EVADES, Evasion, FORMS_SQUARE, SquareChoice};
use crate::battle::shown::{AskedDetails, UnitDetails};
use crate::battle::units::Hold;
use crate::vocabulary::BaseFormation;

/// The drill of these rules.
#[derive(Clone, Copy, Debug)]
pub struct TricoloreDrill;

/// What a formation is for: a column fights and marches; square and skirmish order are for something else.
fn formed(word: &str) -> Formed {
    match word.parse() {
        Ok(BaseFormation::Line | BaseFormation::Column) => Formed::Line,
        Ok(BaseFormation::MarchColumn | BaseFormation::Limbered) => Formed::March,
        _ => Formed::Other,
    }
}

/// U as a commander takes it: with 6 and more it does not attack (§declare.forbidden).
fn poise(hold: &str) -> Option<Poise> {
    Some(match hold.parse().ok()? {
        Hold::InOrder => Poise::Steady,
        Hold::Unsteady => Poise::Ruffled,
        Hold::Disordered | Hold::Broken => Poise::Shaken,
    })
}

fn act(kind: &str) -> Option<Act> {
    Some(match kind {
        "move" | "attack" | "manhandle" | "limber" | "unlimber" => Act::March,
        "fire" => Act::Fire,
        "stand" => Act::Stand,
        _ => return None,
    })
}

/// The steps of a move. Every formation he asks for is the column, where it may still change; guns unlimber where that is part of a move.
fn steps(way: &[Evolution], guns: bool, may_change: bool) -> Vec<Step> {
    let mut steps = Vec::new();
    let changes = |steps: &[Step]| !may_change || changes(steps);
    for part in way {
        match *part {
            Evolution::Ahead(metres) => steps.push(Step::Ahead { metres: metres.clamp(0.0, 2000.0) }),
            Evolution::AheadFarAsItCan => steps.push(Step::Ahead { metres: 2000.0 }),
            Evolution::Wheel(degrees) => steps.push(Step::Wheel { degrees: degrees.clamp(-180.0, 180.0) }),
            // A change of formation that turns a unit about is left out where there is one already.
            Evolution::About if guns || changes(&steps) => steps.push(Step::Wheel { degrees: 180.0 }),
            Evolution::About => steps.push(Step::About),
            Evolution::Form(_) if !guns && !changes(&steps) => {
                steps.push(Step::Form { formation: BaseFormation::Column });
            }
            Evolution::Unlimber => steps.push(Step::Form { formation: BaseFormation::Unlimbered }),
            Evolution::Form(_) | Evolution::Back(_) | Evolution::Quarter(_) | Evolution::Limber => {}
        }
    }
    steps
}

fn changes(steps: &[Step]) -> bool {
    steps.iter().any(|step| matches!(step, Step::Form { .. } | Step::About))
}

/// A march as the phase lets it be made.
fn march(asked: &UnitAsked, way: &[Evolution]) -> Option<UnitOrder> {
    let may = |kind: &str| asked.may.contains(&kind);
    let wants = |part: &Evolution| way.contains(part);
    if may("manhandle") {
        // Guns in position: hooked on where he wants to be off, else turned by their crews.
        if wants(&Evolution::Limber) {
            return may("limber").then_some(UnitOrder::Limber);
        }
        let turn =
            way.iter().find_map(|part| if let Evolution::Wheel(by) = part { Some(*by) } else { None })?;
        let degrees = Some(turn.clamp(-numbers::GUNS_TURN, numbers::GUNS_TURN));
        return Some(UnitOrder::Manhandle { degrees, metres: None });
    }
    let guns = may("unlimber") || may("retreat");
    let left = asked.details.get::<AskedDetails>().and_then(|details| details.changes);
    let mut steps = steps(way, guns, left.unwrap_or(1) > 0);
    let unlimbers = |step: &Step| matches!(step, Step::Form { formation: BaseFormation::Unlimbered });
    if steps.iter().any(unlimbers) && !numbers::unlimbers_on_the_move(asked) {
        // In a sequence it takes the whole move, and in the manoeuvre phase it is not done.
        if may("unlimber") && steps.len() == 1 {
            return Some(UnitOrder::Unlimber);
        }
        steps.retain(|step| !unlimbers(step));
    }
    steps.truncate(12);
    (may("move") && !steps.is_empty()).then_some(UnitOrder::Move { steps })
}

fn order(asked: &UnitAsked, intent: &Intent) -> Option<UnitOrder> {
    let may = |kind: &str| asked.may.contains(&kind);
    let details = asked.details.get::<AskedDetails>();
    match intent {
        // Who has no order stands.
        Intent::Stand | Intent::Rally => None,
        Intent::March(way) => march(asked, way),
        Intent::Charge { at, .. } => {
            let reached = details.and_then(|details| details.attackable.as_ref());
            let lawful = reached.is_some_and(|reached| reached.contains(at));
            (may("attack") && lawful).then(|| UnitOrder::attack(at))
        }
        Intent::Fire(fire) => {
            let targets = details.and_then(|details| details.targets.as_deref()).unwrap_or_default();
            let wanted = match fire {
                FireIntent::At(at) | FireIntent::Load(_, Some((at, _))) => Some(at),
                _ => None,
            };
            let in_fire = || targets.iter().filter(|target| target.in_fire);
            let target =
                in_fire().find(|target| Some(&target.unit) == wanted).or_else(|| in_fire().next())?;
            may("fire").then(|| UnitOrder::fire(&target.unit))
        }
        Intent::Resupply => None,
    }
}

fn give(id: &str, order: UnitOrder) -> Deed {
    Deed::of(Action::Order { unit: OwnUnit::from(id), order: Some(order), sheet: None })
}

impl Drill for TricoloreDrill {
    fn measure(&self) -> Measure {
        MEASURE
    }

    fn doctrine(&self) -> &'static Doctrine {
        &numbers::DOCTRINE
    }

    fn trim(&self, unit: &UnitShown) -> Trim {
        let seen = match unit.condition {
            Some(krigsspil_engine::battle::Condition::Broken) => Poise::Shaken,
            _ => Poise::Steady,
        };
        let ratings = unit.details.get::<UnitDetails>().and_then(|details| details.ratings.as_ref());
        let guns = unit.arm == Arm::Artillery;
        Trim {
            role: match unit.arm {
                Arm::Infantry => Role::Foot,
                Arm::Cavalry => Role::Horse,
                Arm::Artillery => Role::Guns,
                Arm::Wagon => Role::Train,
            },
            formed: formed(unit.formation),
            poise: unit.own.as_ref().and_then(|own| poise(own.order)).unwrap_or(seen),
            in_position: guns.then(|| unit.formation == BaseFormation::Unlimbered.as_str()),
            drawn: true,
            abandoned: false,
            empty: false,
            firmness: ratings.map_or(0, |ratings| ratings.morale - numbers::ORDINARY),
            line_front: numbers::line_front(unit),
        }
    }

    fn means<'a>(&self, asked: &'a UnitAsked) -> Option<Means<'a>> {
        let details = asked.details.get::<AskedDetails>()?;
        let mut may: Vec<Act> = asked.may.iter().filter_map(|kind| act(kind)).collect();
        if may.contains(&Act::Stand) {
            may.push(Act::Rally);
        }
        let attack = details.attack_m.unwrap_or(0);
        let shot = Load { word: "shot", reach: numbers::RANGE, sweeps: false };
        let guns = GunMeans { loads: vec![shot], range: numbers::RANGE, tells: numbers::TELLS };
        let targets = details.targets.as_deref().unwrap_or_default();
        Some(Means {
            may: may.into_iter().collect::<Acts>(),
            in_command: details.in_command.unwrap_or(false),
            must_fire: false,
            march: f64::from(details.move_m.unwrap_or(0)),
            charge: (attack > 0).then(|| f64::from(attack)),
            effective: numbers::CLOSE,
            long: numbers::CLOSE,
            guns: Some(guns),
            targets: targets.iter().map(|target| (&*target.unit, f64::from(target.metres))).collect(),
        })
    }

    /// A battle has eight to ten turns of half an hour, fewer and longer than elsewhere.
    fn last_turns(&self) -> u32 {
        numbers::LAST_TURNS
    }

    /// Attacks are declared in a step of their own (§turn.D.1); in the others nobody is attacked.
    fn attackable<'a>(&self, asked: &'a UnitAsked) -> Option<Vec<&'a str>> {
        let reached = asked.details.get::<AskedDetails>().and_then(|details| details.attackable.as_ref());
        Some(reached.into_iter().flatten().map(|enemy| &**enemy).collect())
    }

    /// What an intent comes to depends on the phase: on what the prompt leaves open.
    fn order(&self, _: &str, _: &Intent) -> Option<Deed> {
        None
    }

    fn order_asked(&self, asked: &UnitAsked, intent: &Intent) -> Option<Deed> {
        order(asked, intent).map(|order| give(&asked.unit, order))
    }

    fn give(&self, asked: &UnitAsked, order: &Deed) -> Option<Deed> {
        let order = order.read::<UnitOrder>().ok()?;
        asked.may.contains(&order.kind()).then(|| give(&asked.unit, order))
    }

    /// Out of command a unit declares no attack; it may still move towards its officer (§house.out-of-command).
    fn needs_command(&self, intent: &Intent) -> bool {
        matches!(intent, Intent::Charge { .. })
    }

    fn attacks(&self, order: &Deed) -> bool {
        order.read::<UnitOrder>().is_ok_and(|order| matches!(order, UnitOrder::Attack { .. }))
    }

    /// There are no couriers (R82).
    fn send(&self, _: &str, _: &str, _: &Intent) -> Option<Deed> {
        None
    }

    fn serves(&self, _: &CourierShown, _: &UnitShown) -> bool {
        false
    }

    fn ride(&self, rider: Rider<'_>, to: &Bound) -> Deed {
        let (Rider::Leader(id) | Rider::Courier(id)) = rider;
        let to = match to {
            Bound::Place(place) => Ride::To { place: Place(*place) },
            Bound::Unit(unit) => Ride::With { unit: OwnUnit::from(unit) },
            Bound::Leader(_) => Ride::Ahead { metres: 0.0 },
        };
        Deed::of(Action::General { general: Leader::from(id), to })
    }

    /// Infantry forms square, cavalry does not await a charge standing, and guns are not left to be taken.
    fn spares(&self, question: &QuestionAsked) -> Option<&'static str> {
        let saved = match question.what {
            what if what == FORMS_SQUARE.spec.what => SquareChoice::Square.as_str(),
            what if what == COUNTER_CHARGES.spec.what => Counter::CounterCharge.as_str(),
            what if what == EVADES.spec.what => Evasion::Retreat.as_str(),
            _ => return None,
        };
        question.choices.contains(&saved).then_some(saved)
    }

    fn answer(&self, question: &QuestionAsked, choice: &str) -> Deed {
        let question = QuestionNumber(question.question);
        Deed::of(Action::Answer { question, choice: choice.to_string() })
    }

    fn heard<'a>(&self, told: &'a Told) -> Option<Heard<'a>> {
        // The whole log is asked this: only of what he listens to is read about whom it is.
        match told.what() {
            "goes_back" => Some(Heard::Fares(told.unit()?, Poise::Shaken)),
            "bombards" => Some(Heard::Fired(told.unit()?)),
            "halts" => {
                let by = told.about().get("by")?.as_str()?;
                Some(Heard::HaltedBy(told.unit()?, by))
            }
            _ => None,
        }
    }

    fn charge(&self, asked: &ChargeAsked<'_>) -> OddsAsked {
        odds::odds(asked)
    }

    /// Woods, towns and water bar cavalry (§terrain.table).
    fn bars_charge(&self, ground: &str) -> bool {
        numbers::BARS_CAVALRY.contains(&ground)
    }

    fn settles(&self, view: &View, prompt: &Prompt) -> Option<Vec<Deed>> {
        phases::settles(view, prompt)
    }
}
