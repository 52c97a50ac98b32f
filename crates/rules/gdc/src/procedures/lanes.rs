//! Chapter 7: what guns may fire at: hills, parks and melees.

use krigsspil_engine::arrayvec::ArrayVec;
use krigsspil_engine::dice::{Dice, Die};
use krigsspil_engine::{About, Fault, Group, Listener, Procedure};

use super::artillery_fire::{DOWN_SLOPE_RANGE, WOODS_EDGE};
use crate::tables::Tables;
use crate::vocabulary::*;

krigsspil_engine::choices! {
    /// Where a battery stands (§7.8).
    pub enum GunGround {
        LevelGround = "level_ground",
        Hilltop = "hilltop",
        SlopeFacingDown = "slope_facing_down",
        SlopeFacingUp = "slope_facing_up",
    }

    /// Where its target stands (§7.8).
    pub enum TargetGround {
        LevelGround = "level_ground",
        Slope = "slope",
        Hilltop = "hilltop",
    }
}

/// The longest range of the chart (chart.artillery).
const LONGEST_RANGE: Yards = Yards(1500);

/// Within this distance a battery or target counts as at the crest (§7.8.B, §7.8.D).
const AT_CREST: Yards = WOODS_EDGE;

/// Levels that a feature must be below a hilltop so that guns can fire over it (§7.8.G).
const LEVELS_FIRED_OVER: i32 = 2;

krigsspil_engine::facts! {
    /// A battery and its target among hills.
    pub struct HillFire {
        firer: GunGround, "7.8";
        firer_level: i32 [0..=5], "7.8";
        target: TargetGround, "7.8";
        target_level: i32 [0..=5], "7.8";
        distance_yards: Yards [1..=3000], "7.8.C";
        firer_crest_yards: Yards [0..=1000] = Yards(0), "7.8.A";
        target_on_same_hill: bool = false, "7.8.A";
        target_from_base_yards: Yards [0..=3000] = Yards(0), "7.8.A";
        target_crest_yards: Yards [0..=1000] = Yards(0), "7.8.D";
        blocking_feature: bool = false, "7.8.G";
        blocking_levels_below: i32 [0..=5] = 0, "7.8.G";
    }
}

krigsspil_engine::outcome! {
    /// Whether it may fire, and by which rule.
    pub struct HillFireResult {
        may_fire: bool;
        dead_zone_yards: Yards;
        max_range_yards: Yards;
        cite: &'static str;
    }
}

impl Procedure for HillFire {
    type Tables = Tables;
    type Outcome = HillFireResult;
    const ABOUT: About = About {
        name: "hill_fire",
        group: Group::Artillery,
        dice: "",
        cites: &[
            "7.8",
            "7.8.A",
            "7.8.B",
            "7.8.C",
            "7.8.D",
            "7.8.E",
            "7.8.F",
            "7.8.G",
            "7.8.H",
            "chart.artillery",
        ],
    };

    fn resolve<D: Dice, L: Listener>(
        &self,
        _: &Tables,
        _: &mut D,
        _: &mut L,
    ) -> Result<HillFireResult, Fault> {
        let on_top = self.firer == GunGround::Hilltop;
        let dead_zone =
            if on_top && self.firer_crest_yards > AT_CREST { self.firer_crest_yards } else { Yards(0) };
        let down_slope = self.firer == GunGround::SlopeFacingDown;
        let max_range = if down_slope { DOWN_SLOPE_RANGE } else { LONGEST_RANGE };
        let (may_fire, cite) = self.decision(dead_zone, max_range);
        Ok(HillFireResult { may_fire, dead_zone_yards: dead_zone, max_range_yards: max_range, cite })
    }
}

impl HillFire {
    /// The first rule that applies.
    fn decision(&self, dead_zone: Yards, max_range: Yards) -> (bool, &'static str) {
        let on_top = self.firer == GunGround::Hilltop;
        let down_slope = self.firer == GunGround::SlopeFacingDown;
        let fired_over = on_top && self.blocking_levels_below >= LEVELS_FIRED_OVER;
        let target_on_top = self.target == TargetGround::Hilltop;
        let lower = on_top && self.target_level < self.firer_level;
        if self.blocking_feature && !fired_over {
            (false, "7.8.H")
        } else if self.firer == GunGround::SlopeFacingUp {
            self.up_slope()
        } else if target_on_top && self.target_level > self.firer_level {
            (false, "7.8.E")
        } else if lower && self.in_dead_zone(dead_zone) {
            (false, "7.8.A")
        } else if self.distance_yards > max_range {
            (false, if down_slope { "7.8.C" } else { "chart.artillery" })
        } else if lower && self.blocking_feature {
            (true, "7.8.G")
        } else if lower {
            (true, if self.firer_crest_yards <= AT_CREST { "7.8.B" } else { "7.8.F" })
        } else if down_slope {
            (true, "7.8.C")
        } else {
            (true, "7.8")
        }
    }

    fn up_slope(&self) -> (bool, &'static str) {
        let at_crest = self.target == TargetGround::Hilltop && self.target_crest_yards <= AT_CREST;
        let seen = self.target == TargetGround::Slope || at_crest;
        if seen && self.distance_yards > LONGEST_RANGE { (false, "chart.artillery") } else { (seen, "7.8.D") }
    }

    /// The slope below the crest, and the ground beyond the base as far as the gun is from the crest (ruling 50).
    fn in_dead_zone(&self, dead_zone: Yards) -> bool {
        let below_crest = self.target_on_same_hill && self.target == TargetGround::Slope;
        let beyond_base = !self.target_on_same_hill && self.target_from_base_yards <= dead_zone;
        dead_zone > Yards(0) && (below_crest || beyond_base)
    }
}

krigsspil_engine::choices! {
    /// Why batteries do not form a park (§7.6).
    pub enum ParkRefusal {
        TooMany = "too_many",
        NotAdjacent = "not_adjacent",
        Facing = "facing",
        Nationality = "nationality",
        Single = "single",
    }
}

/// The most batteries in a park (§7.6).
const LARGEST_PARK: usize = 8;

krigsspil_engine::facts! {
    /// Batteries side by side.
    pub struct MergedPark {
        widths_yards: Vec<Yards> [1..=12 each 1..=300], "7.6";
        not_all_adjacent: bool = false, "7.6";
        facings_differ: bool = false, "7.6";
        nationalities_differ: bool = false, "7.6";
    }
}

krigsspil_engine::outcome! {
    /// Whether they share a kill zone.
    pub struct MergedParkResult {
        merged: bool;
        refusals: ArrayVec<ParkRefusal, 5>;
        kill_zone_yards: Yards;
    }
}

impl Procedure for MergedPark {
    type Tables = Tables;
    type Outcome = MergedParkResult;
    const ABOUT: About =
        About { name: "merged_park", group: Group::Artillery, dice: "", cites: &["7.5", "7.6"] };

    fn resolve<D: Dice, L: Listener>(
        &self,
        _: &Tables,
        _: &mut D,
        _: &mut L,
    ) -> Result<MergedParkResult, Fault> {
        let batteries = self.widths_yards.len();
        let refusals = holding([
            (batteries > LARGEST_PARK, ParkRefusal::TooMany),
            (self.not_all_adjacent, ParkRefusal::NotAdjacent),
            (self.facings_differ, ParkRefusal::Facing),
            (self.nationalities_differ, ParkRefusal::Nationality),
            (batteries == 1, ParkRefusal::Single),
        ]);
        let merged = refusals.is_empty();
        let shared = if merged { batteries } else { 1 };
        Ok(MergedParkResult {
            merged,
            refusals,
            kill_zone_yards: self.widths_yards.iter().take(shared).copied().sum(),
        })
    }
}

krigsspil_engine::choices! {
    /// The reason why a battery may or may not fire into a melee.
    pub enum SupportGround {
        Blocked = "blocked",
        Overlap = "overlap",
        FriendlyFire = "friendly_fire",
        Hidden = "hidden",
    }
}

krigsspil_engine::facts! {
    /// A battery that wants to fire into a melee.
    pub struct MeleeFireSupport {
        target_arm: Arm, "7.7";
        overlap_castings: Castings [0..=30] = Castings(0), "7.7";
        depth_castings: Castings [0..=30] = Castings(0), "7.7";
        other_unit_in_lane: bool = false, "7.7";
        friendly_fire_option: bool = false, "opt.friendly-fire";
        engaged_since_last_turn: bool = false, "opt.friendly-fire";
    }
}

krigsspil_engine::outcome! {
    /// Whether it may.
    pub struct MeleeFireSupportResult {
        allowed: bool;
        ground: SupportGround;
    }
}

impl Procedure for MeleeFireSupport {
    type Tables = Tables;
    type Outcome = MeleeFireSupportResult;
    const ABOUT: About = About {
        name: "melee_fire_support",
        group: Group::Artillery,
        dice: "",
        cites: &["7.7", "opt.friendly-fire"],
    };

    fn resolve<D: Dice, L: Listener>(
        &self,
        _: &Tables,
        _: &mut D,
        _: &mut L,
    ) -> Result<MeleeFireSupportResult, Fault> {
        let needed = Castings(if self.target_arm == Arm::Cavalry { 2 } else { 3 });
        let seen = self.overlap_castings.max(self.depth_castings) >= needed;
        let ground = if self.other_unit_in_lane {
            SupportGround::Blocked
        } else if seen {
            SupportGround::Overlap
        } else if self.friendly_fire_option && self.engaged_since_last_turn {
            SupportGround::FriendlyFire
        } else {
            SupportGround::Hidden
        };
        let allowed = matches!(ground, SupportGround::Overlap | SupportGround::FriendlyFire);
        Ok(MeleeFireSupportResult { allowed, ground })
    }
}

/// The chance in per cent to hit the engaged friend (opt.friendly-fire).
const FRIEND_HIT: i32 = 50;

krigsspil_engine::facts! {
    /// Fire into an Engaged melee.
    pub struct FriendlyFire {

    }
}

krigsspil_engine::outcome! {
    /// Whether the friends are also hit.
    pub struct FriendlyFireResult {
        friend_hit: bool;
        castings_lost: Castings;
        morale_check_required: bool;
    }
}

impl Procedure for FriendlyFire {
    type Tables = Tables;
    type Outcome = FriendlyFireResult;
    const ABOUT: About =
        About { name: "friendly_fire", group: Group::Artillery, dice: "d100", cites: &["opt.friendly-fire"] };

    fn resolve<D: Dice, L: Listener>(
        &self,
        _: &Tables,
        dice: &mut D,
        _: &mut L,
    ) -> Result<FriendlyFireResult, Fault> {
        let friend_hit = dice.at_most("friendly_fire", 1, Die::Percentile, FRIEND_HIT)? > 0;
        Ok(FriendlyFireResult {
            friend_hit,
            castings_lost: Castings(i32::from(friend_hit)),
            morale_check_required: friend_hit,
        })
    }
}
