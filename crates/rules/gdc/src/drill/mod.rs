//! The drill: how what a commander wants becomes orders of these rules, and what he must know of their troops.
//!
//! He fights in column: it marches fastest and charges best. He turns in the formation phase, charges in the charge phase, moves in the
//! movement phase, and fires whenever somebody can be hit.
//!
//! | file | what |
//! |---|---|
//! | `numbers` | the numbers a commander goes by |
//! | `odds` | the facts behind a charge |
//! | `squares` | when squares are opened again |
//! | `ways` | ways without their small bends |

mod numbers;
mod odds;
mod squares;
#[cfg(test)]
mod tests;
mod ways;

use krigsspil_engine::battle::{
    Act, Acts, Arm, Bound, ChargeAsked, Condition, CourierShown, Deed, Doctrine, Drill, Evolution,
    FireIntent, Flank, Formed, GunMeans, Heading, Heard, Intent, Leader, Load, Means, Measure, OddsAsked,
    OrdersAsked, OwnUnit, Place, Poise, Prompt, QuestionAsked, QuestionNumber, Rider, Role, Taken, Told,
    Trim, UnitAsked, UnitShown, View,
};

use crate::battle::MEASURE;
use crate::battle::order::{Action, Ride, ShiftWay, Step, UnitOrder};
use crate::battle::phases;
use crate::battle::questions::{Answered, REACTS, SquareTry, TRIES_SQUARE};
use crate::battle::shown::{AskedDetails, UnitDetails};
use crate::battle::units::{Hold, Stance};
use crate::procedures::chits::ChitCode;
use crate::vocabulary::{ChargeOrders, MoraleGrade};

/// The drill of these rules.
#[derive(Clone, Copy, Debug)]
pub struct GdcDrill;

/// What a formation is for: lines and columns fight, squares and skirmish order are for something else.
fn formed(word: &str) -> Formed {
    match word.parse() {
        Ok(Stance::Line | Stance::Column) => Formed::Line,
        Ok(Stance::Limbered) => Formed::March,
        _ => Formed::Other,
    }
}

fn poise(hold: &str) -> Option<Poise> {
    Some(match hold.parse().ok()? {
        Hold::Good => Poise::Steady,
        Hold::Unorganized => Poise::Ruffled,
        Hold::Disrupted | Hold::InRecall | Hold::ReserveZone => Poise::Shaken,
    })
}

fn act(kind: &str) -> Option<Act> {
    Some(match kind {
        "move" | "charge" | "change" | "limber_and_move" | "limber" | "unlimber" | "turn" | "leave"
        | "garrison" => Act::March,
        "fire" => Act::Fire,
        "stand" => Act::Stand,
        _ => return None,
    })
}

/// Yards that a way leads.
fn length(way: &[Evolution]) -> f64 {
    let yards = |part: &Evolution| match part {
        Evolution::Ahead(yards) => *yards,
        Evolution::AheadFarAsItCan => f64::INFINITY,
        _ => 0.0,
    };
    way.iter().map(yards).sum()
}

/// In a zone: who is to stay near goes into garrison, who is to go far comes out of it and leaves.
fn in_zone(asked: &UnitAsked, intent: &Intent) -> Option<UnitOrder> {
    let details = asked.details.get::<AskedDetails>()?;
    let far = match intent {
        Intent::March(way) | Intent::Charge { way, .. } => length(way) > numbers::LEAVES_A_ZONE,
        _ => false,
    };
    let transit = details.transit.unwrap_or(false);
    match (asked.may.contains(&"garrison"), asked.may.contains(&"leave")) {
        (true, _) => (far != transit).then_some(UnitOrder::Garrison),
        (_, true) if far => Some(UnitOrder::Leave { facing: Heading(f64::from(details.ahead?)) }),
        _ => asked.may.contains(&"stand").then_some(UnitOrder::Stand),
    }
}

/// The first part of a way that is no change of formation: he fights in column and marches in it, so those are nothing to him.
fn first(way: &[Evolution]) -> Option<&Evolution> {
    way.iter().find(|part| !matches!(part, Evolution::Form(_)))
}

/// In the formation phase he turns: the lawful turn nearest to the one he wants first.
fn turn(asked: &UnitAsked, way: &[Evolution]) -> Option<UnitOrder> {
    let wanted = match first(way)? {
        Evolution::Wheel(degrees) => *degrees,
        Evolution::About => 180.0,
        Evolution::Quarter(flank) => quarter(*flank),
        _ => return None,
    };
    let lawful = asked.details.get::<AskedDetails>()?.facings.as_deref()?;
    let off = |degrees: i32| (f64::from(degrees) - wanted).abs();
    let nearest = lawful.iter().copied().min_by(|a, b| off(*a).total_cmp(&off(*b)))?;
    (wanted.abs() >= numbers::WORTH_TURNING && off(nearest) <= numbers::NEAR_ENOUGH)
        .then(|| UnitOrder::face(f64::from(nearest)))
}

/// A quarter turn, in degrees.
fn quarter(flank: Flank) -> f64 {
    match flank {
        Flank::Right => 90.0,
        Flank::Left => -90.0,
    }
}

/// The steps of a move, as far as they go before a change that the movement phase does not make.
fn steps(way: &[Evolution], far: f64) -> Vec<Step> {
    let mut steps = Vec::new();
    for part in way {
        match *part {
            Evolution::Ahead(yards) => steps.push(Step::Ahead { yards: yards.clamp(0.0, 2000.0) }),
            Evolution::AheadFarAsItCan => steps.push(Step::Ahead { yards: far.clamp(0.0, 2000.0) }),
            Evolution::Wheel(degrees) => steps.push(Step::Wheel { degrees: degrees.clamp(-180.0, 180.0) }),
            Evolution::About => steps.push(Step::Wheel { degrees: 180.0 }),
            Evolution::Quarter(flank) => steps.push(Step::Wheel { degrees: quarter(flank) }),
            Evolution::Form(_) | Evolution::Back(_) | Evolution::Limber | Evolution::Unlimber => {}
        }
    }
    steps
}

/// Columns march shoulder to shoulder, and a wheel would bar the neighbours: what the formation phase has not turned goes straight ahead, as far
/// as that leads nearer; only a wide turn is wheeled.
fn shoulder_to_shoulder(steps: Vec<Step>) -> Vec<Step> {
    match steps.as_slice() {
        [Step::Wheel { degrees }, Step::Ahead { yards }, ..]
            if degrees.abs() <= numbers::LEFT_TO_THE_TURN =>
        {
            vec![Step::Ahead { yards: (yards * degrees.to_radians().cos()).max(0.0).round() }]
        }
        _ => steps,
    }
}

/// Guns: hooked on where he wants them off, turned or unlimbered where they are to fire, else moved.
fn guns(asked: &UnitAsked, way: &[Evolution], far: f64) -> Option<UnitOrder> {
    let may = |kind: &str| asked.may.contains(&kind);
    let wants = |part: &Evolution| way.contains(part);
    let turn = way.iter().find_map(|part| if let Evolution::Wheel(by) = part { Some(*by) } else { None });
    if may("turn") || may("limber") {
        if wants(&Evolution::Limber) {
            return may("limber").then_some(UnitOrder::Limber { facing: None });
        }
        return may("turn").then_some(UnitOrder::Turn { degrees: turn?.clamp(-180.0, 180.0) });
    }
    let unlimbers = wants(&Evolution::Unlimber);
    if unlimbers && turn.is_none() && may("unlimber") {
        return Some(UnitOrder::Unlimber);
    }
    // A battery turns before it moves, and only once (§6.33). In a crowd it has no room to turn: a slight turn waits until it is worth it, and who
    // was halted tries straight ahead every other time.
    let mut steps = steps(way, far);
    let halted = asked.details.get::<AskedDetails>().and_then(|details| details.halted_turns).unwrap_or(0);
    let slight = if halted % 2 == 1 { numbers::LEFT_TO_THE_TURN } else { numbers::WORTH_TURNING };
    if let [Step::Wheel { degrees }, Step::Ahead { .. }, ..] = steps.as_slice()
        && degrees.abs() <= slight
    {
        steps.remove(0);
    }
    let later = steps.iter().skip(1).position(|step| matches!(step, Step::Wheel { .. }));
    steps.truncate(later.map_or(8, |place| place + 1));
    let whole = later.is_none();
    (may("move") && !steps.is_empty()).then_some(UnitOrder::Move {
        steps,
        strategic: false,
        unlimber: unlimbers && whole,
    })
}

/// Who came no farther last turn steps aside, to the hand he wants to turn to; before ground that nobody enters he steps back first, so that he
/// has room to turn. If that did not help he tries the other hand.
fn sidestep(asked: &UnitAsked, way: &[Evolution]) -> Option<UnitOrder> {
    let details = asked.details.get::<AskedDetails>()?;
    let halted = details.halted_turns.filter(|turns| *turns > 0 && asked.may.contains(&"shift"))?;
    let again = halted % 2 == 0;
    // Straight ahead he would come to the same ground again, however far he steps back.
    let straight = !matches!(first(way), Some(Evolution::Wheel(degrees)) if degrees.abs() >= 1.0);
    if details.before_ground == Some(true) && !again && !straight {
        return Some(UnitOrder::Shift { way: ShiftWay::Back, yards: numbers::STEPS_BACK });
    }
    // Then it goes around, and wheels although that bars its neighbours: straight ahead it would only come back to where it was halted.
    if details.before_ground == Some(true) && asked.may.contains(&"move") {
        let far = f64::from(details.move_yd.unwrap_or(0));
        let mut around = steps(way, far);
        around.truncate(8);
        if matches!(around.as_slice(), [Step::Wheel { .. }, Step::Ahead { .. }, ..]) {
            return Some(UnitOrder::steps(around));
        }
    }
    let (left, right) = (details.room_left.unwrap_or(0), details.room_right.unwrap_or(0));
    // A way that bends later bends around what is in the way.
    let bend = way.iter().find_map(|part| if let Evolution::Wheel(by) = part { Some(*by) } else { None });
    let right = match first(way) {
        _ if details.before_ground == Some(true) && straight && bend.is_some() => {
            bend.is_some_and(|by| by < 0.0) != again
        }
        _ if left != right => right > left,
        Some(Evolution::Wheel(degrees)) if degrees.abs() >= 1.0 => (*degrees > 0.0) != again,
        _ => !again,
    };
    let way = if right { ShiftWay::Right } else { ShiftWay::Left };
    Some(UnitOrder::Shift { way, yards: numbers::STEPS_ASIDE })
}

/// Who stands upon an enemy whom he does not charge can neither turn (§4.1.G) nor wheel past him: he steps back first, to come on again from there.
fn breaks_contact(asked: &UnitAsked) -> Option<UnitOrder> {
    let nearest = asked.details.get::<AskedDetails>()?.targets.as_ref()?.first()?.yards;
    let back = UnitOrder::Shift { way: ShiftWay::Back, yards: numbers::STEPS_BACK };
    (nearest <= numbers::UPON_HIM && asked.may.contains(&"shift")).then_some(back)
}

fn march(asked: &UnitAsked, way: &[Evolution]) -> Option<UnitOrder> {
    let straight = ways::without_bends(way);
    let way = straight.as_slice();
    let may = |kind: &str| asked.may.contains(&kind);
    if may("change") {
        return turn(asked, way);
    }
    if let Some(back) = breaks_contact(asked) {
        return Some(back);
    }
    if let Some(aside) = sidestep(asked, way) {
        return Some(aside);
    }
    let far = asked.details.get::<AskedDetails>().and_then(|details| details.move_yd).map_or(0.0, f64::from);
    if may("turn") || may("limber") || may("unlimber") {
        return guns(asked, way, far);
    }
    let mut steps = shoulder_to_shoulder(steps(way, far));
    steps.truncate(8);
    (may("move") && !steps.is_empty()).then(|| UnitOrder::steps(steps))
}

/// The enemy to fire at: the one wanted if he can be hit, else the nearest who can.
fn target(asked: &UnitAsked, wanted: Option<&str>) -> Option<UnitOrder> {
    let details = asked.details.get::<AskedDetails>()?;
    let in_fire = || details.targets.iter().flatten().filter(|target| target.in_fire);
    let target = in_fire().find(|target| Some(&*target.unit) == wanted).or_else(|| in_fire().next());
    if let Some(target) = target {
        return asked.may.contains(&"fire").then(|| UnitOrder::fire(&target.unit));
    }
    // Nobody stands in the lane: then at a town with enemies in it.
    let zone = details.fire_zones.as_ref()?.first()?;
    asked.may.contains(&"fire_zone").then(|| UnitOrder::FireZone { zone: zone.into() })
}

fn order(asked: &UnitAsked, intent: &Intent) -> Option<UnitOrder> {
    let may = |kind: &str| asked.may.contains(&kind);
    let details = asked.details.get::<AskedDetails>();
    // Who stands before a town with others enough to take it storms it.
    let town = details.and_then(|details| details.storms.as_ref()?.first()).filter(|_| may("assault"));
    if let Some(zone) = town.filter(|_| *intent != Intent::Rally) {
        return Some(UnitOrder::Assault { zone: zone.into() });
    }
    if (may("garrison") || may("leave")) && !may("change") && !may("move") {
        return in_zone(asked, intent);
    }
    match intent {
        Intent::Stand | Intent::Rally => may("stand").then_some(UnitOrder::Stand),
        Intent::March(way) => march(asked, way),
        Intent::Charge { at, way, .. } => {
            let reached = details.and_then(|details| details.chargeable.as_ref());
            let lawful = reached.is_some_and(|reached| reached.contains(at));
            match (may("charge"), lawful) {
                (true, true) => Some(UnitOrder::charge(at, ChargeOrders::Return)),
                (true, false) => None,
                // Not in this phase: he turns to him, or closes up.
                (false, _) => march(asked, way),
            }
        }
        Intent::Fire(fire) => match fire {
            FireIntent::At(at) | FireIntent::Load(_, Some((at, _))) => target(asked, Some(at)),
            _ => target(asked, None),
        },
        Intent::Resupply => None,
    }
}

fn give(id: &str, order: UnitOrder) -> Deed {
    Deed::of(Action::Order { unit: OwnUnit::from(id), order: Some(order), sheet: None })
}

/// The white chit by what is near: a charge where there is somebody to charge, else a move (§2.7).
fn chits(view: &View, asked: &UnitAsked) -> Option<UnitOrder> {
    let near = asked.details.get::<AskedDetails>()?.targets.as_ref()?.first()?.yards;
    let arm = view.units.iter().find(|unit| unit.id == asked.unit)?.arm;
    let white = match arm {
        Arm::Cavalry if near <= numbers::HORSE_CHARGES => ChitCode::Return,
        Arm::Infantry if near <= numbers::FOOT_CHARGES => ChitCode::Attack,
        _ => ChitCode::Move,
    };
    asked.may.contains(&"chits").then_some(UnitOrder::Chits { blue: None, white: Some(white) })
}

impl Drill for GdcDrill {
    fn measure(&self) -> Measure {
        MEASURE
    }

    fn doctrine(&self) -> &'static Doctrine {
        &numbers::DOCTRINE
    }

    fn trim(&self, unit: &UnitShown) -> Trim {
        let seen = match unit.condition {
            Some(Condition::Broken) => Poise::Shaken,
            Some(Condition::Shaken) => Poise::Ruffled,
            _ => Poise::Steady,
        };
        let details = unit.details.get::<UnitDetails>();
        let grade = details.map_or(MoraleGrade::D, |details| details.morale_grade);
        let guns = unit.arm == Arm::Artillery;
        let on_foot = details.is_some_and(|details| details.dismounted);
        let battery = details.and_then(|details| details.battery.as_ref()?.as_ref());
        // Cavalry in recall goes home by itself: no order that he would give is lawful (§3.5).
        let recalled = unit.own.is_some() && details.is_some_and(|details| details.recall);
        let own_poise = unit.own.as_ref().and_then(|own| poise(own.order));
        Trim {
            role: match unit.arm {
                Arm::Cavalry if !on_foot => Role::Horse,
                Arm::Artillery => Role::Guns,
                Arm::Wagon => Role::Train,
                _ => Role::Foot,
            },
            formed: formed(unit.formation),
            poise: if recalled { Poise::Running } else { own_poise.unwrap_or(seen) },
            in_position: guns.then(|| unit.formation == Stance::Unlimbered.as_str()),
            drawn: battery.is_none_or(|battery| battery.limbers_left > 0),
            abandoned: details.is_some_and(|details| details.abandoned),
            empty: false,
            firmness: MoraleGrade::E as i32 - grade as i32,
            line_front: numbers::line_front(unit),
        }
    }

    fn means<'a>(&self, asked: &'a UnitAsked) -> Option<Means<'a>> {
        let details = asked.details.get::<AskedDetails>()?;
        let mut may: Vec<Act> = asked.may.iter().filter_map(|kind| act(kind)).collect();
        if may.contains(&Act::Stand) {
            may.push(Act::Rally);
        }
        let charge = details.charge_yd.unwrap_or(0);
        let shot = Load { word: "shot", reach: numbers::RANGE, sweeps: false };
        let guns = GunMeans { loads: vec![shot], range: numbers::RANGE, tells: numbers::TELLS };
        let targets = details.targets.as_deref().unwrap_or_default();
        Some(Means {
            may: may.into_iter().collect::<Acts>(),
            in_command: true,
            must_fire: false,
            march: f64::from(details.move_yd.unwrap_or(0)),
            charge: (charge > 0).then(|| f64::from(charge)),
            effective: numbers::FIREFIGHT,
            long: numbers::MUSKETS,
            guns: Some(guns),
            targets: targets.iter().map(|target| (&*target.unit, f64::from(target.yards))).collect(),
        })
    }

    /// In the charge phase charges are declared on those who can be reached (§5.1); before it he measures whom he might reach.
    fn attackable<'a>(&self, asked: &'a UnitAsked) -> Option<Vec<&'a str>> {
        let reached = asked.details.get::<AskedDetails>()?.chargeable.as_ref()?;
        asked.may.contains(&"charge").then(|| reached.iter().map(|unit| &**unit).collect())
    }

    /// Only strategic moves are longer on a road (chart.infantry-movement), and a brook costs less than a queue at its bridge.
    fn keeps_to_roads(&self) -> bool {
        false
    }

    fn order(&self, unit: &str, intent: &Intent) -> Option<Deed> {
        matches!(intent, Intent::Stand | Intent::Rally).then(|| give(unit, UnitOrder::Stand))
    }

    /// What an intent comes to depends on the phase: on what the prompt leaves open.
    fn order_asked(&self, asked: &UnitAsked, intent: &Intent) -> Option<Deed> {
        order(asked, intent).map(|order| give(&asked.unit, order))
    }

    fn give(&self, asked: &UnitAsked, order: &Deed) -> Option<Deed> {
        let order = order.read::<UnitOrder>().ok()?;
        asked.may.contains(&order.kind()).then(|| give(&asked.unit, order))
    }

    fn needs_command(&self, _: &Intent) -> bool {
        false
    }

    fn attacks(&self, order: &Deed) -> bool {
        order.read::<UnitOrder>().is_ok_and(|order| matches!(order, UnitOrder::Charge { .. }))
    }

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
            Bound::Leader(_) => Ride::Stay,
        };
        Deed::of(Action::General { general: Leader::from(id), to })
    }

    /// Infantry forms square before horse, horse meets a charge, and crews fire before they fight.
    fn spares(&self, question: &QuestionAsked) -> Option<&'static str> {
        let wanted: &[&'static str] = match question.what {
            what if what == REACTS.spec.what => &[
                Answered::FormSquare.as_str(),
                Answered::CounterCharge.as_str(),
                Answered::FireAndLieDown.as_str(),
                Answered::FireAndMelee.as_str(),
                Answered::Flee.as_str(),
            ],
            what if what == TRIES_SQUARE.spec.what => &[SquareTry::Mass.as_str(), SquareTry::Square.as_str()],
            _ => return None,
        };
        wanted.iter().copied().find(|choice| question.choices.contains(choice))
    }

    fn answer(&self, question: &QuestionAsked, choice: &str) -> Deed {
        let question = QuestionNumber(question.question);
        Deed::of(Action::Answer { question, choice: choice.to_string() })
    }

    fn heard<'a>(&self, told: &'a Told) -> Option<Heard<'a>> {
        let unit = told.unit()?;
        match told.what() {
            "retreats" | "morale_failure" => Some(Heard::Fares(unit, Poise::Shaken)),
            "fires" | "volley" | "skirmish_fire" => Some(Heard::Fired(unit)),
            _ => None,
        }
    }

    fn charge(&self, asked: &ChargeAsked<'_>) -> OddsAsked {
        odds::odds(asked)
    }

    /// Squares are opened again where no horse is near.
    fn concert(&self, view: &View, asked: &OrdersAsked, deeds: Vec<Deed>) -> Vec<Deed> {
        squares::opened(view, asked, deeds)
    }

    /// Woods, places, water and walls take a charge's impetus or bar it (§5.2.F, §11.5).
    fn bars_charge(&self, ground: &str) -> bool {
        numbers::BARS_CAVALRY.contains(&ground)
    }

    /// Everybody who can hit somebody fires, and chits are laid by what is near.
    fn settles(&self, view: &View, prompt: &Prompt) -> Option<Vec<Deed>> {
        let asked = prompt.orders()?;
        let step = phases::Step::of(prompt.what);
        let order = |unit: &UnitAsked| match step {
            phases::Step::Command => chits(view, unit),
            _ => target(unit, None),
        };
        let settled = step == phases::Step::Command || step == phases::Step::Gallops || step.fires();
        settled.then(|| asked.units.iter().filter_map(|unit| Some(give(&unit.unit, order(unit)?))).collect())
    }
}
