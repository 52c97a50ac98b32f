//! Field works (chapter 10).

use crate::battle::state::Battle;
use crate::procedures::works::Work;

/// The thing a unit would clear: a fence or barricade it touches.
pub(in crate::battle) fn clearable(_: &Battle, _: usize, _: Work) -> Option<usize> {
    None
}
