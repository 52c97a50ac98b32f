//! A unit as seen from outside.

use std::sync::Arc;

use krigsspil_engine::battle::Presence;
use krigsspil_field::prelude::{Placed, Point};
use krigsspil_turn::ids::SideId;

use crate::battle::units::{Branch, Unit};
use crate::vocabulary::{Army, Formation, Order};

/// What anybody can see of a unit, and nothing else: no order except rout, no valeur, no weapon, no losses, no written orders.
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

    /// Its name, which is known only if it is near.
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

    /// Its army, known by its uniform.
    pub fn army(self) -> Army {
        self.unit.army
    }

    /// Figures.
    pub fn figures(self) -> i32 {
        self.unit.figures
    }

    /// Is it mounted?
    pub fn mounted(self) -> bool {
        self.unit.mounted
    }

    /// Its formation.
    pub fn formation(self) -> Formation {
        self.unit.formation
    }

    /// Is it in rout?
    pub fn routs(self) -> bool {
        self.unit.order == Order::Rout
    }

    /// Where it stands.
    pub fn placed(self) -> &'a Placed {
        &self.unit.placed
    }

    /// The gaps between its bases, and the width of the body that its two halves flank.
    pub fn gaps_mm(self) -> [i32; 2] {
        [self.unit.gap_mm, self.unit.on_flanks_mm]
    }

    /// The bends of its column.
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

    /// Is it on the table?
    pub fn here(self) -> bool {
        self.unit.here()
    }

    /// Is it an ammunition wagon?
    pub fn is_wagon(self) -> bool {
        self.unit.wagon.is_some()
    }

    /// Whether its guns are limbered; `None` if it has none.
    pub fn limbered(self) -> Option<bool> {
        self.unit.battery.as_ref().map(|battery| battery.limbered)
    }
}
