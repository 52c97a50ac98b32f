//! How far a unit reaches: its march, its charge and its fire, as its rules' drill tells a commander.

use krigsspil_engine::battle::Role;
use serde::Serialize;
use utoipa::ToSchema;

use super::intend::Looker;

/// How far a unit reaches, in metres. What it cannot do now is null.
#[derive(Clone, Debug, Default, Serialize, ToSchema)]
pub(crate) struct Reach {
    /// A turn's march over open ground.
    #[schema(required)]
    march: Option<f64>,
    /// A charge straight ahead.
    #[schema(required)]
    charge: Option<f64>,
    /// Fire that tells.
    #[schema(required)]
    effective: Option<f64>,
    /// The longest fire.
    #[schema(required)]
    longest: Option<f64>,
    /// Degrees to each side of its front within which it fires.
    bears: f64,
    /// How far its leader's orders reach.
    command: f64,
}

/// How far a unit of the seat's own reaches; nothing when it is asked for no orders now.
pub(crate) fn reach(looker: &Looker<'_>, unit: &str) -> Reach {
    let (doctrine, metres) = (looker.drill.doctrine(), looker.drill.measure().metres);
    let long = |length: f64| (length > 0.0).then_some(length * metres);
    let command = doctrine.reach.command * metres;
    let (Some(shown), Some(asked)) = (looker.view.unit(unit), looker.asked(unit)) else {
        return Reach { command, bears: doctrine.foot_bears, ..Reach::default() };
    };
    let guns = looker.drill.trim(shown).role == Role::Guns;
    let bears = if guns { doctrine.guns_bear } else { doctrine.foot_bears };
    let Some(means) = looker.drill.means(asked) else { return Reach { command, bears, ..Reach::default() } };
    let (effective, longest) = match &means.guns {
        Some(guns) => (guns.tells, guns.range),
        None => (means.effective, means.long),
    };
    Reach {
        march: long(means.march),
        charge: means.charge.and_then(long),
        effective: long(effective),
        longest: long(longest),
        bears,
        command,
    }
}
