//! Batteries: guns in line or column, limbered or in position.

use super::build::{BaseSize, check, envelope, slab_of, spacing};
use super::{Body, BodyError, Form, Layout, OwnBase, Role};
use crate::point::point;
use serde::{Deserialize, Serialize};

/// How the pieces of a battery stand to each other.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Array {
    /// Side by side.
    Line,
    /// One behind the other.
    Column,
}

/// Whether the guns hang behind their limbers.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub enum GunState {
    /// Team, limber and gun one behind the other.
    Limbered,
    /// The gun in front of its limber, which waits this many metres behind the trail with its team behind it.
    Unlimbered {
        /// From the rear of the gun to the front of the limber.
        limber_behind: f64,
    },
}

/// The pieces of a battery, and how they stand.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Battery {
    /// How many guns.
    pub guns: u32,
    /// The base of one gun.
    pub gun: BaseSize,
    /// The base of one limber, if limbers are shown.
    pub limber: Option<BaseSize>,
    /// The base of one team, if teams are shown apart from their limbers.
    pub team: Option<BaseSize>,
    /// Between one piece and the next, beside or behind it.
    pub gap: f64,
    /// Side by side or one behind the other.
    pub array: Array,
    /// Limbered or in position.
    pub state: GunState,
}

impl Battery {
    /// One piece from front to rear: what it is, its base, and the space before it.
    fn piece(&self) -> Vec<(Role, BaseSize, f64)> {
        let train = [(Role::Limber, self.limber), (Role::Team, self.team)];
        let train = train.into_iter().filter_map(|(role, base)| Some((role, base?)));
        let mut bases: Vec<(Role, BaseSize, f64)> = Vec::with_capacity(3);
        match self.state {
            GunState::Limbered => {
                bases.extend(train.map(|(role, base)| (role, base, 0.0)));
                bases.reverse();
                bases.push((Role::Gun, self.gun, 0.0));
            }
            GunState::Unlimbered { limber_behind } => {
                bases.push((Role::Gun, self.gun, 0.0));
                bases.extend(train.map(|(role, base)| (role, base, 0.0)));
                if let Some(first_behind) = bases.get_mut(1) {
                    first_behind.2 = limber_behind;
                }
            }
        }
        bases
    }
}

impl Body {
    /// A battery, anchored at the middle of its front.
    ///
    /// # Errors
    /// If it has no guns, or a gap that is not a number from 0 up.
    pub fn battery(battery: Battery) -> Result<Body, BodyError> {
        check(battery.guns, 1, 1)?;
        let gap = spacing("the gap between guns", 0.0, battery.gap)?;
        if let GunState::Unlimbered { limber_behind } = battery.state {
            spacing("the way from a gun back to its limber", 0.0, limber_behind)?;
        }
        let piece = battery.piece();
        let widest = piece.iter().map(|(_, base, _)| base.width()).fold(0.0, f64::max);
        let deep: f64 = piece.iter().map(|(_, base, before)| base.depth() + before).sum();
        let mut bases = Vec::new();
        for gun in 0..battery.guns {
            let number = f64::from(gun);
            let (x, mut y, file, mut rank) = match battery.array {
                Array::Line => ((number - f64::from(battery.guns - 1) / 2.0) * (widest + gap), 0.0, gun, 0),
                Array::Column => (0.0, -number * (deep + gap), 0, gun * piece.len() as u32),
            };
            for &(role, base, before) in &piece {
                let (half_width, half_depth) = base.halves();
                let middle = point(x, y - before - half_depth);
                bases.push(OwnBase {
                    middle,
                    ahead: point(0.0, 1.0),
                    half_width,
                    half_depth,
                    file,
                    rank,
                    role,
                });
                y -= before + base.depth();
                rank += 1;
            }
        }
        let (files, ranks) = match battery.array {
            Array::Line => (battery.guns, piece.len() as u32),
            Array::Column => (1, battery.guns * piece.len() as u32),
        };
        let parts = bases.iter().map(slab_of).collect();
        let envelope = envelope(bases.iter().copied());
        let figures = battery.guns;
        Ok(Body::from_layout(Layout {
            form: Form::Battery,
            figures,
            files,
            ranks,
            bases: bases.into(),
            parts,
            envelope,
            column: None,
        }))
    }
}
