//! Chapters 8.6 and 8.7: the retreat in disorder and the rout.

use krigsspil_engine::dice::Dice;
use krigsspil_engine::{About, Fault, Group, Listener, Procedure};

use super::{WIDEST_DEVIATION_DEG, refuse_formation};
use crate::tables::{Tables, UnitRow};
use crate::vocabulary::*;

krigsspil_engine::choices! {
    /// What is behind a unit that gives way.
    pub enum RetreatPath {
        Clear = "clear",
        FriendSame = "friend_same",
        FriendOther = "friend_other",
        NoRoom = "no_room",
        Impassable = "impassable",
    }

    /// How it gives way.
    pub enum RetreatMove {
        Retreat = "retreat",
        BehindFriend = "behind_friend",
        Rout = "rout",
    }
}

krigsspil_engine::facts! {
    /// A unit that has come into disorder.
    pub struct DisorderRetreat {
        unit: UnitKind;
        formation: Formation;
        path: RetreatPath = RetreatPath::Clear, "8.6.p2";
        friend_is_artillery: bool = false, "8.4";
        two_thirds_lost: bool = false, "1.6.5";
        deviation_deg: f64 [0..=180] = 0.0, "8.6";
    }
}

krigsspil_engine::outcome! {
    /// Where it goes.
    pub struct DisorderRetreatResult {
        order_after: Order;
        move_after as "move": RetreatMove;
        distance_cm: i32;
        friend_tests: bool;
        eliminated: bool;
        direction_ok: bool;
    }
}

/// A full march distance back; a square moves at the rate of a line (R34).
const fn retreat_cm(unit: &UnitRow, formation: Formation) -> i32 {
    match formation {
        Formation::Square => unit.line_cm,
        formation => unit.rate_cm(formation, false),
    }
}

impl Procedure for DisorderRetreat {
    type Tables = Tables;
    type Outcome = DisorderRetreatResult;
    const ABOUT: About =
        About { name: "disorder_retreat", group: Group::Morale, dice: "", cites: &["8.6", "4.4.4", "8.4"] };

    fn resolve<D: Dice, L: Listener>(
        &self,
        tables: &Tables,
        _: &mut D,
        _: &mut L,
    ) -> Result<DisorderRetreatResult, Fault> {
        let unit = tables.unit(self.unit);
        refuse_formation("formation", self.formation, unit.branch.arm())?;
        let (order_after, move_after, distance_cm) = match self.path {
            RetreatPath::Clear => (Order::Disorder, RetreatMove::Retreat, retreat_cm(unit, self.formation)),
            RetreatPath::FriendSame => (Order::Disorder, RetreatMove::BehindFriend, 0),
            RetreatPath::FriendOther | RetreatPath::NoRoom | RetreatPath::Impassable => {
                (Order::FullDisorder, RetreatMove::Rout, unit.rout_cm)
            }
        };
        let through = matches!(self.path, RetreatPath::FriendOther | RetreatPath::NoRoom);
        let sweeps = !unit.branch.is_artillery() || self.friend_is_artillery;
        Ok(DisorderRetreatResult {
            order_after,
            move_after,
            distance_cm,
            friend_tests: through && sweeps,
            eliminated: move_after == RetreatMove::Rout && self.two_thirds_lost,
            direction_ok: self.deviation_deg <= WIDEST_DEVIATION_DEG,
        })
    }
}

krigsspil_engine::facts! {
    /// A unit that routs.
    pub struct Rout {
        unit: UnitKind;
        unlimbered: bool = false, "8.7.2";
        enemy_passes_gun: bool = false, "8.7.2";
        leaves_table: bool = false, "8.7.1.p2";
        two_thirds_lost: bool = false, "1.6.5";
        deviation_deg: f64 [0..=180] = 0.0, "8.7.1";
    }
}

krigsspil_engine::outcome! {
    /// Where it goes, and what it leaves behind.
    pub struct RoutResult {
        distance_cm: i32;
        guns_left: bool;
        battery_lost: bool;
        eliminated: bool;
        stops_at_edge: bool;
        direction_ok: bool;
        order_after: Order;
    }
}

impl Procedure for Rout {
    type Tables = Tables;
    type Outcome = RoutResult;
    const ABOUT: About = About {
        name: "rout",
        group: Group::Morale,
        dice: "",
        cites: &["8.7.1", "8.7.2", "8.7.3", "1.6.5", "4.4.8"],
    };

    fn resolve<D: Dice, L: Listener>(
        &self,
        tables: &Tables,
        _: &mut D,
        _: &mut L,
    ) -> Result<RoutResult, Fault> {
        let unit = tables.unit(self.unit);
        let guns_left = unit.branch.is_artillery() && self.unlimbered;
        Ok(RoutResult {
            distance_cm: unit.rout_cm,
            guns_left,
            battery_lost: guns_left && self.enemy_passes_gun,
            eliminated: self.two_thirds_lost,
            stops_at_edge: self.leaves_table && !self.two_thirds_lost,
            direction_ok: self.deviation_deg <= WIDEST_DEVIATION_DEG,
            order_after: Order::FullDisorder,
        })
    }
}
