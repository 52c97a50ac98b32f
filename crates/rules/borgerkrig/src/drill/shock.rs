//! The facts behind a charge (§07.03.2), as its commander may know them: everything about his own unit, and what was seen or reported of
//! the enemy.

use std::fmt::Write;

use krigsspil_engine::battle::{
    Arm, At, ChargeAsked, Drill, Formed, OddsAsked, Poise, Role, UnitShown, View,
};
use krigsspil_field::prelude::{Bearing, Point, point};

use super::BorgerkrigDrill;
use crate::battle::shown::UnitDetails;
use crate::battle::state::CM;
use crate::vocabulary::Order;

/// A support stands within 20 cm, with the supported unit before its front (§07.03.5), and has at least the figures of two companies.
const SUPPORT_CM: f64 = 20.0;
const SUPPORT_OFF: f64 = 30.0;
const SUPPORT_FIGURES: i32 = 6;
/// The flank begins at this angle and the rear at the next, in degrees off the front (§07.03.1).
const FLANK: f64 = 75.0;
const REAR: f64 = 135.0;

fn place(at: At) -> Point {
    point(at[0], at[1])
}

/// Degrees from a unit's front to a place, 0 to 180.
fn off(from: &UnitShown, to: At) -> f64 {
    let way = (place(to) - place(from.place)).unit();
    way.map_or(0.0, |way| Bearing::degrees(from.facing).turn_to(Bearing::of(way)).0.abs())
}

fn arm(unit: &UnitShown, limbered: bool) -> &'static str {
    let mounted = unit.details.get::<UnitDetails>().is_some_and(|details| details.mounted);
    match unit.arm {
        Arm::Artillery if limbered => "artillery_limbered",
        Arm::Artillery => "artillery_unlimbered",
        Arm::Cavalry if mounted => "mounted_cavalry",
        Arm::Cavalry => "dismounted_cavalry",
        Arm::Infantry | Arm::Wagon => "infantry",
    }
}

/// Is a unit supported by at least two closed companies of its brigade within 20 cm, with it before their front (§07.03.5)?
fn supported(drill: &BorgerkrigDrill, view: &View, unit: &UnitShown) -> bool {
    let general = |unit: &UnitShown| unit.own.as_ref().map(|own| own.general.clone());
    let (own, at) = (general(unit), place(unit.place));
    let near = |other: &&UnitShown| place(other.place).distance(at) <= SUPPORT_CM * CM;
    view.here().filter(near).any(|other| {
        let trim = drill.trim(other);
        other.id != unit.id
            && general(other) == own
            && trim.role != Role::Train
            && other.strength.now >= SUPPORT_FIGURES
            && trim.able()
            && !other.in_melee()
            && trim.formed != Formed::Other
            && off(other, unit.place) <= SUPPORT_OFF
    })
}

/// The order an enemy seems to have, as the throw uses it: only men on foot lie down (§08.02.4).
fn seeming(enemy: &UnitShown, role: Role, poise: Poise) -> Order {
    match poise {
        Poise::Pinned if enemy.arm == Arm::Artillery || role == Role::Horse => Order::LightDisorder,
        Poise::Pinned => Order::Pinned,
        Poise::Ruffled => Order::LightDisorder,
        Poise::Shaken => Order::Disorder,
        Poise::Steady | Poise::Running => Order::Good,
    }
}

/// The throw for a charge.
pub(super) fn odds(drill: &BorgerkrigDrill, asked: &ChargeAsked<'_>) -> OddsAsked {
    let ChargeAsked { view, unit, enemy, poise, full_speed } = *asked;
    let (own, other) = (drill.trim(unit), drill.trim(enemy));
    let aspect = match off(enemy, unit.place) {
        angle if angle >= REAR => "rear",
        angle if angle >= FLANK => "flank",
        _ => "front",
    };
    let limbered = other.in_position == Some(false);
    let standing = match enemy.arm {
        _ if limbered => "march_column",
        Arm::Artillery => "line",
        _ => enemy.formation,
    };
    let order = if own.poise == Poise::Steady { Order::Good } else { Order::LightDisorder };
    let general = view.generals.iter().any(|general| general.with.as_ref() == Some(&unit.id));
    let mut facts = String::with_capacity(300);
    // Writing to a text cannot fail.
    let _ = write!(
        facts,
        concat!(
            r#"{{"aspect":"{}","attacker":{{"arm":"{}","formation":"{}","order":"{}","storm":{},"support":{},"#,
            r#""general":{},"figures":{},"valeur":{}}},"#,
            r#""defender":{{"arm":"{}","formation":"{}","order":"{}","figures":{}}}}}"#,
        ),
        aspect,
        arm(unit, false),
        unit.formation,
        order,
        full_speed,
        supported(drill, view, unit),
        general,
        unit.strength.now.clamp(1, 400),
        own.firmness,
        arm(enemy, limbered),
        standing,
        seeming(enemy, other.role, poise),
        enemy.strength.now.clamp(1, 400),
    );
    OddsAsked { procedure: "shock", facts, field: "attack_continues" }
}
