//! Chapter 06: where shell and shot fall, and whom they strike.

use krigsspil_engine::arrayvec::ArrayVec;
use krigsspil_engine::dice::{Dice, Die};
use krigsspil_engine::{About, Centimetres, Fault, Group, Listener, Millimetres, Procedure};

use crate::modifiers::artillery::*;
use crate::tables::Tables;
use crate::vocabulary::*;

krigsspil_engine::choices! {
    /// Ammunition that is aimed at a distance.
    pub enum AimedAmmunition {
        Shell = "shell",
        Shot = "shot",
    }
}

impl From<AimedAmmunition> for Ammunition {
    fn from(ammunition: AimedAmmunition) -> Ammunition {
        match ammunition {
            AimedAmmunition::Shell => Ammunition::Shell,
            AimedAmmunition::Shot => Ammunition::Shot,
        }
    }
}

krigsspil_engine::facts! {
    /// A shell or shot aimed at a guessed distance.
    pub struct ArtilleryDeviation {
        gun: Gun;
        ammunition: AimedAmmunition;
        guessed_cm: i32 [1..=250];
        continued_on_hit_target: bool = false, "06.02.5";
        ammunition_changed: bool = false;
        target_moved_cm: Centimetres [0..=500] = Centimetres(0.0);
    }
}

krigsspil_engine::outcome! {
    /// Where it falls.
    pub struct ArtilleryDeviationResult {
        automatic_hit: bool;
        dice_sum: i32;
        deviation: Deviation;
        deviation_mm: Millimetres;
        impact_distance_mm: Millimetres;
        lateral_mm: Millimetres;
    }
}

/// After a target has moved this far the battery must range in again (§06.02.5).
const LOST_TARGET_CM: f64 = 8.0;

impl ArtilleryDeviation {
    /// The target was hit before and has not moved: it cannot be missed (§06.02.5).
    pub fn found(&self) -> bool {
        self.continued_on_hit_target && !self.ammunition_changed && self.target_moved_cm.0 < LOST_TARGET_CM
    }
}

impl Procedure for ArtilleryDeviation {
    type Tables = Tables;
    type Outcome = ArtilleryDeviationResult;
    const ABOUT: About = About {
        name: "artillery_deviation",
        group: Group::Artillery,
        dice: "2d6",
        cites: &["06.02.2", "06.02.5", "03.03.7", "skema VII", "skema VIII"],
    };

    fn resolve<D: Dice, L: Listener>(
        &self,
        tables: &Tables,
        dice: &mut D,
        report: &mut L,
    ) -> Result<ArtilleryDeviationResult, Fault> {
        match tables.artillery.range(self.gun, self.ammunition.into()) {
            None => return Err(Fault::refused("ammunition", &NO_SUCH_AMMUNITION)),
            Some(range) if self.guessed_cm > range => {
                return Err(Fault::refused("guessed_cm", &BEYOND_RANGE));
            }
            Some(_) => {}
        }
        let dice_sum = dice.sum("deviation", 2, Die::D6)?;
        let automatic_hit = report.holds(self.found(), &CONTINUED_FIRE);
        let deviation = if automatic_hit {
            Deviation::On
        } else {
            tables.artillery.deviation(self.gun.deviation_class(), dice_sum)
        };
        // A tenth of the guess: as many mm as the guess has cm.
        let tenth = self.guessed_cm;
        let (along, aside) = match deviation {
            Deviation::On => (0, 0),
            Deviation::Short => (-tenth, 0),
            Deviation::Long => (tenth, 0),
            Deviation::Left => (0, -tenth),
            Deviation::Right => (0, tenth),
        };
        Ok(ArtilleryDeviationResult {
            automatic_hit,
            dice_sum,
            deviation,
            deviation_mm: Millimetres(if deviation == Deviation::On { 0 } else { tenth }),
            impact_distance_mm: Millimetres(10 * self.guessed_cm + along),
            lateral_mm: Millimetres(aside),
        })
    }
}

krigsspil_engine::facts! {
    /// A unit on the ground, as a rectangle along the line of fire.
    pub struct Body {
        near_mm: i32 [0..=5000];
        far_mm: i32 [0..=6000];
        left_mm: i32 [-2000..=2000];
        right_mm: i32 [-2000..=3000];
        ranks: i32 [1..=60] = 1;
    }
}

impl Body {
    fn holds(&self, distance: i32, lateral: i32) -> bool {
        (self.near_mm..=self.far_mm).contains(&distance) && self.crossed_at(lateral)
    }

    fn crossed_at(&self, lateral: i32) -> bool {
        (self.left_mm..=self.right_mm).contains(&lateral)
    }

    /// The ranks, assumed equally deep, that touch the strip from `first` to `last`, edges included (ruling 37).
    fn ranks_touching(&self, first: i32, last: i32) -> i32 {
        let depth = self.far_mm - self.near_mm;
        let touches = |rank: &i32| {
            let front = self.near_mm * self.ranks + rank * depth;
            front <= last * self.ranks && front + depth >= first * self.ranks
        };
        (0..self.ranks).filter(touches).count() as i32
    }
}

krigsspil_engine::facts! {
    /// An impact among units.
    pub struct ArtilleryImpact {
        ammunition: AimedAmmunition;
        impact_distance_mm: i32 [0..=5000];
        lateral_mm: i32 [-500..=500] = 0;
        bodies: Vec<Body> [0..=8];
    }
}

krigsspil_engine::outcome! {
    /// Whom it strikes, and how deep.
    pub struct ArtilleryImpactResult {
        struck: i32;
        ranks_counted: i32;
        rear_ranks: i32;
        rear_bodies: ArrayVec<i32, 8>;
    }
}

/// How far a shot ploughs on (§06.02.3).
const PLOUGHS_MM: i32 = 100;

impl ArtilleryImpact {
    fn check(&self) -> Result<(), Fault> {
        for (place, body) in self.bodies.iter().enumerate() {
            let fact = match body {
                body if body.far_mm <= body.near_mm => "far_mm",
                body if body.right_mm <= body.left_mm => "right_mm",
                _ => continue,
            };
            return Err(Fault::refused(format!("bodies[{place}].{fact}"), &BODY_WITHOUT_ROOM));
        }
        Ok(())
    }

    /// Ranks of one of the bodies that a shot ploughs through (§06.02.3).
    pub fn ranks_struck(&self, body: usize) -> i32 {
        let first = self.impact_distance_mm;
        self.bodies.get(body).map_or(0, |body| body.ranks_touching(first, first + PLOUGHS_MM))
    }

    /// The nearest of the bodies that contain the impact; the first, if two are equally near.
    fn struck(&self) -> Option<usize> {
        let holding = |(_, body): &(usize, &Body)| body.holds(self.impact_distance_mm, self.lateral_mm);
        let bodies = self.bodies.iter().enumerate().filter(holding);
        bodies.min_by_key(|(_, body)| body.near_mm).map(|(place, _)| place)
    }
}

impl Procedure for ArtilleryImpact {
    type Tables = Tables;
    type Outcome = ArtilleryImpactResult;
    const ABOUT: About = About {
        name: "artillery_impact",
        group: Group::Artillery,
        dice: "",
        cites: &["06.02.2", "06.02.3", "06.02.4"],
    };

    fn resolve<D: Dice, L: Listener>(
        &self,
        _: &Tables,
        _: &mut D,
        _: &mut L,
    ) -> Result<ArtilleryImpactResult, Fault> {
        self.check()?;
        let mut result = ArtilleryImpactResult {
            struck: -1,
            ranks_counted: 0,
            rear_ranks: 0,
            rear_bodies: ArrayVec::new(),
        };
        let Some(struck) = self.struck() else { return Ok(result) };
        result.struck = struck as i32;
        if self.ammunition == AimedAmmunition::Shell {
            return Ok(result);
        }
        for (place, body) in self.bodies.iter().enumerate() {
            let ranks = self.ranks_struck(place);
            if place == struck {
                result.ranks_counted = ranks;
            } else if ranks > 0 && body.crossed_at(self.lateral_mm) {
                result.rear_ranks += ranks;
                result.rear_bodies.push(place as i32);
            }
        }
        Ok(result)
    }
}
