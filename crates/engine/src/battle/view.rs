//! What every battle shows a seat, by type. What one rule set adds is declared in its crate ([`shown!`](crate::shown)).
//!
//! Commanders in this process read these types; JSON is made only for the outside.

use std::sync::Arc;

use serde::Serialize;

use super::{Deed, QuestionAsked, SeatId, Shown, Told};

crate::choices! {
    /// The arm of a unit, as every rule set distinguishes them.
    pub enum Arm {
        Infantry = "infantry",
        Cavalry = "cavalry",
        Artillery = "artillery",
        Wagon = "wagon",
    }

    /// The condition of a unit on a scale that all rule sets share. Each rule set also has its own word.
    pub enum Condition {
        Steady = "steady",
        Shaken = "shaken",
        Broken = "broken",
        Gone = "gone",
    }

    /// Whether somebody is on the table.
    pub enum Presence {
        Coming = "coming",
        Here = "here",
        Left = "left",
        Gone = "gone",
        Joined = "joined",
    }

    /// What has become of a leader or a courier.
    pub enum Life {
        Coming = "coming",
        Here = "here",
        Fallen = "fallen",
        Captured = "captured",
    }

    /// Where a battle has come to, as every rule set knows it.
    pub enum Stage {
        Orders = "orders",
        Running = "running",
        Over = "over",
    }
}

/// A place: metres east and north of the table's south-west corner.
pub type At = [f64; 2];

/// How much of a view is wanted. The facts are the same at every level.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum ViewDetail {
    /// Without the outlines of single bases.
    Lean,
    /// Everything.
    Whole,
}

/// The size of the table, in metres.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct TableShown {
    /// From west to east.
    pub width: f64,
    /// From south to north.
    pub depth: f64,
}

/// What the rule set measures in on the table.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Measure {
    /// `cm`, `inch`: a key of the `measure` labels.
    pub unit: &'static str,
    /// Metres of ground to one of them.
    pub metres: f64,
}

/// Something that has changed on the table since the battle began.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct ChangeShown {
    /// What: `built`, `cleared`, `fire`, `breach`; a key of the `change` labels.
    pub change: &'static str,
    /// The thing: a word of the rule set's, such as `breastwork`.
    pub thing: &'static str,
    /// The name of what it is on the map, where it has one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub name: Option<Arc<str>>,
    /// One end of it.
    pub from: At,
    /// The other.
    pub to: At,
    /// The seat's own side has made it.
    pub own: bool,
}

/// A part of a town that is fought for by itself.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct ZoneShown {
    /// Its name.
    pub name: Arc<str>,
    /// Its outline.
    pub outline: Vec<At>,
    /// The side that holds it, as far as the seat knows.
    pub held: Option<Arc<str>>,
}

/// An objective of the scenario.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct ObjectiveShown {
    /// Its name.
    pub name: Arc<str>,
    /// Where.
    pub place: At,
    /// How near a unit must be to hold it, in metres.
    pub radius: f64,
    /// What it is worth.
    pub points: i32,
    /// The side that holds it; only the umpire is told.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub held: Option<Arc<str>>,
}

/// A rule the umpire added for this battle.
#[derive(Clone, Debug, PartialEq, Serialize, serde::Deserialize)]
pub struct AddedRule {
    /// The turn.
    pub turn: u32,
    /// Its name.
    pub name: String,
    /// Its text.
    pub text: String,
}

/// A player's own side.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct OwnSide {
    /// Its id.
    pub side: Arc<str>,
    /// The way home, in degrees.
    pub home: f64,
    /// His briefing before the battle.
    pub briefing: Option<Arc<str>>,
    /// He has said that he is ready.
    pub ready: bool,
    /// Men the side had.
    pub men: i32,
    /// Men it has lost.
    pub lost: i32,
}

/// How strong a unit is, in what its rule set counts.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Strength {
    /// Now, as far as it can be seen.
    pub now: i32,
    /// When the battle began; its own player knows.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub first: Option<i32>,
    /// `figures`, `castings`, `bases`, `men`: a key of the `strength` labels.
    pub unit: &'static str,
}

/// What only its own player and the umpire know of a unit, in every rule set.
#[derive(Clone, Debug, Serialize)]
pub struct OwnUnitShown {
    /// The leader who commands it.
    pub general: Arc<str>,
    /// On the table or not.
    pub presence: Presence,
    /// The rule set's own word for its condition.
    pub order: &'static str,
    /// It can get any order.
    pub in_command: bool,
    /// Whom it is in contact with; `?` for one its leader may not know of.
    pub melee: Vec<Arc<str>>,
    /// The order written for the turn that comes.
    pub written: Option<Deed>,
    /// The order it carried out last.
    pub last_order: Option<Deed>,
}

/// A unit as it is shown to somebody.
#[derive(Clone, Debug, Serialize)]
pub struct UnitShown {
    /// Its id.
    pub id: Arc<str>,
    /// Its name, where it is known.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub name: Option<Arc<str>>,
    /// Its side's id.
    pub side: Arc<str>,
    /// Its arm.
    pub arm: Arm,
    /// Its formation: a word of the rule set's.
    pub formation: &'static str,
    /// How strong it is.
    pub strength: Strength,
    /// Its condition, as far as it can be seen; `None` if it cannot.
    pub condition: Option<Condition>,
    /// The middle of its front.
    pub place: At,
    /// Where it faces, in degrees.
    pub facing: f64,
    /// Metres across its front.
    pub front: f64,
    /// Metres from its front to its rear.
    pub depth: f64,
    /// The outline of its whole body.
    pub outline: Arc<[At]>,
    /// The outlines of its bases.
    #[serde(skip_serializing_if = "<[_]>::is_empty")]
    pub bases: Arc<[Vec<At>]>,
    /// What its own player knows beside.
    #[serde(flatten)]
    pub own: Option<OwnUnitShown>,
    /// What the rule set adds.
    #[serde(flatten)]
    pub details: Shown,
}

impl UnitShown {
    /// It is on the table.
    pub fn here(&self) -> bool {
        self.own.as_ref().is_none_or(|own| own.presence == Presence::Here)
    }

    /// It fights hand to hand.
    pub fn in_melee(&self) -> bool {
        self.own.as_ref().is_some_and(|own| !own.melee.is_empty())
    }
}

/// Where a rider is going.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Bound {
    /// To a place.
    Place(At),
    /// To a unit, to stay with it.
    Unit(Arc<str>),
    /// To a leader.
    Leader(Arc<str>),
}

/// A leader, as his own player and the umpire know him.
#[derive(Clone, Debug, Serialize)]
pub struct LeaderShown {
    /// The post's id.
    pub id: Arc<str>,
    /// Who holds it.
    pub name: Arc<str>,
    /// His rank: a word of the rule set's.
    pub rank: Arc<str>,
    /// What has become of him.
    pub life: Life,
    /// Where he is.
    pub place: At,
    /// The unit he is with.
    pub with: Option<Arc<str>>,
    /// Where he will ride.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub bound_for: Option<Bound>,
    /// The instruction he has.
    pub instruction: Arc<str>,
    /// What the rule set adds.
    #[serde(flatten)]
    pub details: Shown,
}

/// A courier, as his own player and the umpire know him.
#[derive(Clone, Debug, Serialize)]
pub struct CourierShown {
    /// His id.
    pub id: Arc<str>,
    /// What has become of him.
    pub life: Life,
    /// Where he is.
    pub place: At,
    /// The unit he is with.
    pub with: Option<Arc<str>>,
    /// Where he rides.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub bound_for: Option<Bound>,
    /// The order he carries.
    pub order: Option<Deed>,
    /// The instruction he carries.
    pub instruction: Option<Arc<str>>,
    /// What the rule set adds.
    #[serde(flatten)]
    pub details: Shown,
}

/// What a seat may know, and nothing else.
#[derive(Clone, Debug, Serialize)]
pub struct View {
    /// Whose view it is.
    pub seat: SeatId,
    /// The rule set.
    pub rule_set: &'static str,
    /// The scenario's name.
    pub scenario: Arc<str>,
    /// The turn, from 1.
    pub turn: u32,
    /// The last turn.
    pub turns: u32,
    /// Where the battle has come to.
    pub phase: Stage,
    /// The rule set's own word for where the turn has come to; a key of the `phase` labels.
    pub step: &'static str,
    /// The sides whose move it is; both where all move at once.
    pub to_move: Vec<Arc<str>>,
    /// The moment of the turn; only the umpire is told.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub moment: Option<f64>,
    /// The table.
    pub table: TableShown,
    /// What the rule set measures in.
    pub measure: Measure,
    /// The things on the map that have a name: orders can be bound to them.
    pub landmarks: Vec<Arc<str>>,
    /// What has changed on the table, as far as the seat knows.
    pub changes: Vec<ChangeShown>,
    /// The zones of towns and who holds them.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub zones: Vec<ZoneShown>,
    /// The objectives.
    pub objectives: Vec<ObjectiveShown>,
    /// The umpire's rules for this battle.
    pub rules: Vec<AddedRule>,
    /// A player's own side.
    #[serde(flatten)]
    pub own: Option<OwnSide>,
    /// His own units, whole; the umpire's are everybody's.
    pub units: Vec<UnitShown>,
    /// Units of other players of his side, those in sight.
    pub friends: Vec<UnitShown>,
    /// Units of other sides, as seen.
    pub enemies: Vec<UnitShown>,
    /// His leaders.
    pub generals: Vec<LeaderShown>,
    /// His couriers.
    pub couriers: Vec<CourierShown>,
    /// What he is asked now.
    pub questions: Vec<QuestionAsked>,
    /// What happened this turn and last, as he was told.
    pub log: Vec<Told>,
    /// Points of each side; only the umpire is told.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub points: Option<Vec<(Arc<str>, i32)>>,
    /// The seats that are ready; only the umpire is told.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub ready_seats: Option<Vec<SeatId>>,
    /// What the rule set adds.
    #[serde(flatten)]
    pub details: Shown,
}

impl View {
    /// A view of a table that tells nothing yet: a battle adds what the seat may know.
    pub fn of_table(seat: &SeatId, rule_set: &'static str, measure: Measure, table: TableShown) -> View {
        View {
            seat: seat.clone(),
            rule_set,
            scenario: "".into(),
            turn: 1,
            turns: 1,
            phase: Stage::Orders,
            step: "",
            to_move: Vec::new(),
            moment: None,
            table,
            measure,
            landmarks: Vec::new(),
            changes: Vec::new(),
            zones: Vec::new(),
            objectives: Vec::new(),
            rules: Vec::new(),
            own: None,
            units: Vec::new(),
            friends: Vec::new(),
            enemies: Vec::new(),
            generals: Vec::new(),
            couriers: Vec::new(),
            questions: Vec::new(),
            log: Vec::new(),
            points: None,
            ready_seats: None,
            details: Shown::NOTHING,
        }
    }

    /// A unit of his own by its id.
    pub fn unit(&self, id: &str) -> Option<&UnitShown> {
        self.units.iter().find(|unit| &*unit.id == id)
    }

    /// His own units that are on the table.
    pub fn here(&self) -> impl Iterator<Item = &UnitShown> + Clone {
        self.units.iter().filter(|unit| unit.here())
    }

    /// The JSON of it.
    pub fn json(&self) -> serde_json::Value {
        serde_json::to_value(self).unwrap_or(serde_json::Value::Null)
    }
}
