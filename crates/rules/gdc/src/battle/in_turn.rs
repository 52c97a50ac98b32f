//! What a unit did and suffered in the turn that runs.

use krigsspil_turn::ids::PostId;
use serde::{Deserialize, Serialize};

use crate::procedures::formation::ChargeRate;

krigsspil_engine::choices! {
    /// What a charged gun crew means to do (§5.52).
    pub enum Crew {
        FireAndMelee = "fire_and_melee",
        FireAndLieDown = "fire_and_lie_down",
        FireThenFlee = "fire_then_flee",
    }
}

/// What a unit did and suffered in this turn.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct InTurn {
    /// It changed facing by so many whole degrees.
    pub turned: i32,
    /// It changed formation.
    pub reformed: bool,
    /// It changed skirmish status.
    pub skirmish_changed: bool,
    /// It lay down or rose.
    pub prone_changed: bool,
    /// What the formation phase leaves it: moves, charges, counter-charges.
    pub may_move: bool,
    /// It may still charge.
    pub may_charge: bool,
    /// It may still counter-charge.
    pub may_counter: bool,
    /// What is left of a cavalry charge.
    pub charge_rate: ChargeRate,
    /// A failed check: no voluntary move this turn (chart.morale-failure).
    pub shaken: bool,
    /// A morale loss this turn (§3.4.B).
    pub morale_loss: bool,
    /// A casualty from artillery or musketry (§3.4.C).
    pub hit: bool,
    /// It moved in the movement phase.
    pub moved: bool,
    /// It charged or counter-charged.
    pub charged: bool,
    /// It was charged and fought.
    pub fought: bool,
    /// It won its melee.
    pub won: bool,
    /// Castings lost in melee.
    pub melee_lost: i32,
    /// Its final protective fire, once it is used (§9.3.A).
    pub protective: Option<i32>,
    /// That fire has met a charge in a round of melee: it fires no other (§9.3.A).
    #[serde(default)]
    pub protective_spent: bool,
    /// A target of batteries, so many in this phase.
    pub batteries: i32,
    /// Artillery fired at it in the secondary fire phase (chart.melee-classic.situation).
    pub bombarded: bool,
    /// A battery has fired in the initial phase.
    pub fired_initial: bool,
    /// A battery has fired in the secondary phase, or as it was charged.
    pub fired_secondary: bool,
    /// A battery crossed water (§11.3.B).
    pub crossed_water: bool,
    /// A battery limbered, moved or unlimbered after a move: it does not fire again.
    pub no_second_fire: bool,
    /// It checked and failed in this phase (R24).
    pub failed: bool,
    /// Fights of a pursuit round are over for it (R78).
    pub pursued: bool,
    /// The zone it assaults.
    pub assaults: Option<usize>,
    /// What a charged crew means to do.
    pub crew: Option<Crew>,
    /// It has answered a charge.
    pub answered: bool,
    /// A general has it follow him (§2.2).
    #[serde(default)]
    pub follows: bool,
    /// The general who has it follow him.
    #[serde(default)]
    pub led_by: Option<PostId>,
    /// A cavalry line that touched a square or guns (§3.51.D).
    pub touched_square_or_guns: bool,
    /// A square that cavalry has beaten goes back so many yards when the cavalry has passed; until then it fights as a column (§9.5.D).
    #[serde(default)]
    pub owes_retreat: Option<i32>,
    /// A battery outside supports the assault on this sector of a zone (§12.5.B.5).
    #[serde(default)]
    pub supports: Option<(usize, usize)>,
}

impl Default for InTurn {
    fn default() -> Self {
        InTurn {
            turned: 0,
            reformed: false,
            skirmish_changed: false,
            prone_changed: false,
            may_move: true,
            may_charge: true,
            may_counter: true,
            charge_rate: ChargeRate::Full,
            shaken: false,
            morale_loss: false,
            hit: false,
            moved: false,
            charged: false,
            fought: false,
            won: false,
            melee_lost: 0,
            protective: None,
            protective_spent: false,
            batteries: 0,
            bombarded: false,
            fired_initial: false,
            fired_secondary: false,
            crossed_water: false,
            no_second_fire: false,
            failed: false,
            pursued: false,
            assaults: None,
            crew: None,
            answered: false,
            follows: false,
            led_by: None,
            touched_square_or_guns: false,
            owes_retreat: None,
            supports: None,
        }
    }
}
