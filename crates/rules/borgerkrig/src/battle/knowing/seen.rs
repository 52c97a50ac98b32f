//! A unit as it is seen from outside.

use std::sync::Arc;

use krigsspil_engine::battle::Presence;
use krigsspil_field::prelude::{Placed, Point};
use krigsspil_turn::ids::SideId;

use crate::battle::units::{Branch, Unit};
use crate::vocabulary::{Army, Formation, Order};

/// What anybody can see of a unit, and nothing else: no order but rout, no valeur, no weapon, no losses, no orders it has.
///
/// ```compile_fail,E0599
/// fn peeps(enemy: krigsspil_borgerkrig::battle::knowing::Seen<'_>) -> i32 {
///     enemy.valeur()
/// }
/// ```
///
/// ```compile_fail,E0616
/// fn peeps(enemy: krigsspil_borgerkrig::battle::knowing::Seen<'_>) -> i32 {
///     enemy.unit.valeur
/// }
/// ```
#[derive(Clone, Copy)]
pub struct Seen<'a> {
    unit: &'a Unit,
}

impl<'a> Seen<'a> {
    pub(super) fn new(unit: &'a Unit) -> Seen<'a> {
        Seen { unit }
    }

    /// Its name, which is known of those who are near.
    pub(super) fn full_name(self) -> &'a Arc<str> {
        &self.unit.name
    }

    /// Its id.
    pub fn id(self) -> &'a Arc<str> {
        &self.unit.id
    }

    /// Its side.
    pub fn side(self) -> SideId {
        self.unit.side
    }

    /// Its branch.
    pub fn branch(self) -> Branch {
        self.unit.branch
    }

    /// Its coats.
    pub fn army(self) -> Army {
        self.unit.army
    }

    /// Figures.
    pub fn figures(self) -> i32 {
        self.unit.figures
    }

    /// On horses.
    pub fn mounted(self) -> bool {
        self.unit.mounted
    }

    /// Its formation.
    pub fn formation(self) -> Formation {
        self.unit.formation
    }

    /// It runs.
    pub fn routs(self) -> bool {
        self.unit.order == Order::Rout
    }

    /// Where it stands.
    pub fn placed(self) -> &'a Placed {
        &self.unit.placed
    }

    /// The gaps between its bases, and how wide a body its two halves stand beside.
    pub fn gaps_mm(self) -> [i32; 2] {
        [self.unit.gap_mm, self.unit.on_flanks_mm]
    }

    /// The way its column bends.
    pub fn trail(self) -> &'a [Point] {
        &self.unit.trail
    }

    /// The building it holds.
    pub fn building(self) -> Option<usize> {
        self.unit.building
    }

    /// On the table or not.
    pub fn presence(self) -> Presence {
        self.unit.presence
    }

    /// It is on the table.
    pub fn here(self) -> bool {
        self.unit.here()
    }

    /// It is an ammunition wagon.
    pub fn is_wagon(self) -> bool {
        self.unit.wagon.is_some()
    }

    /// Its guns are limbered; none when it has none.
    pub fn limbered(self) -> Option<bool> {
        self.unit.battery.as_ref().map(|battery| battery.limbered)
    }
}
