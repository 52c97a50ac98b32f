//! Predefined classes of troops, and the ground a unit covers: all of it is our own (house).

use krigsspil_engine::dice::Dice;
use krigsspil_engine::{About, Fault, Group, Listener, Procedure, rounded_up};

use crate::modifiers::administration::*;
use crate::quantity::{Bases, Metres};
use crate::tables::Tables;
use crate::vocabulary::*;

krigsspil_engine::facts! {
    /// A class of troops.
    pub struct TroopClassRatings {
        class: TroopClass, "house.classes";
    }
}

krigsspil_engine::outcome! {
    /// Its ratings.
    pub struct TroopClassRatingsResult {
        training: i32;
        morale: i32;
        melee: i32;
        skirmish: i32;
        orders: i32;
        irregular: bool;
    }
}

impl Procedure for TroopClassRatings {
    type Tables = Tables;
    type Outcome = TroopClassRatingsResult;
    const ABOUT: About =
        About { name: "troop_class", group: Group::Army, dice: "", cites: &["house.classes"] };

    fn resolve<D: Dice, L: Listener>(
        &self,
        tables: &Tables,
        _: &mut D,
        report: &mut L,
    ) -> Result<TroopClassRatingsResult, Fault> {
        report.holds(true, &READY_CLASS);
        let ratings = tables.army.ratings(self.class);
        Ok(TroopClassRatingsResult {
            training: ratings.training,
            morale: ratings.morale,
            melee: ratings.melee,
            skirmish: ratings.skirmish,
            orders: ratings.orders,
            irregular: ratings.irregular,
        })
    }
}

krigsspil_engine::facts! {
    /// A unit on the ground.
    pub struct Footprint {
        arm: BaseArm, "house.footprint";
        formation: BaseFormation, "house.footprint";
        bases: Bases [0.5..=40 step 0.5], "house.footprint";
    }
}

krigsspil_engine::outcome! {
    /// The ground it covers.
    pub struct FootprintResult {
        whole_bases: i32;
        front_m: Metres;
        depth_m: Metres;
    }
}

impl Footprint {
    fn check(&self) -> Result<(), Fault> {
        use BaseFormation::*;
        let formations: &[BaseFormation] = match self.arm {
            BaseArm::Infantry => &[Line, Column, Square, MarchColumn, Skirmish],
            BaseArm::Cavalry => &[Line, Column, MarchColumn],
            BaseArm::Artillery => &[Unlimbered, Limbered],
            BaseArm::Train => &[MarchColumn],
        };
        if formations.contains(&self.formation) {
            Ok(())
        } else {
            Err(Fault::refused("formation", &NO_SUCH_GROUND))
        }
    }
}

impl Procedure for Footprint {
    type Tables = Tables;
    type Outcome = FootprintResult;
    const ABOUT: About =
        About { name: "footprint", group: Group::Army, dice: "", cites: &["house.footprint"] };

    fn resolve<D: Dice, L: Listener>(
        &self,
        tables: &Tables,
        _: &mut D,
        report: &mut L,
    ) -> Result<FootprintResult, Fault> {
        self.check()?;
        report.holds(true, &BASE_GROUND);
        let n = self.bases.rounded_up();
        let base = tables.army.base(self.arm);
        let front = |widths: i32| Metres(widths * base.front.0);
        let depth = |depths: i32| Metres(depths * base.depth.0);
        let (front_m, depth_m) = match self.formation {
            BaseFormation::Line | BaseFormation::Unlimbered => (front(n), depth(1)),
            BaseFormation::Column => (front(n.min(2)), depth(rounded_up(n, 2))),
            BaseFormation::Square => (front(rounded_up(n, 4)), front(rounded_up(n, 4))),
            BaseFormation::Skirmish => (front(2 * n), depth(2)),
            // The wagons of a train stand one behind the other; troops and guns spread out on the road.
            BaseFormation::MarchColumn if self.arm == BaseArm::Train => (tables.army.road_front, depth(n)),
            BaseFormation::MarchColumn | BaseFormation::Limbered => (tables.army.road_front, depth(2 * n)),
        };
        Ok(FootprintResult { whole_bases: n, front_m, depth_m })
    }
}
