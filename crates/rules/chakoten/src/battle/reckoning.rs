//! How long a work takes those who do it, and what it needs (skema XX and XXI).

use krigsspil_engine::dice::ScriptedDice;
use krigsspil_engine::{Centimetres, Fault, Figures, Metres, Procedure, Turns};

use super::bodies::plain;
use super::labour::{Dig, JobKind, MineStage, Trade};
use super::sites::vessel_of;
use super::state::Unit;
use crate::armies::demolition::Demolition;
use crate::armies::field_works::Levelling;
use crate::armies::mines::{MineLay, MineWorks};
use crate::armies::vocabulary::{DemolitionMethod, DemolitionObject, Leader, Materials, MineBar, WorkBar};
use crate::armies::works::EngineeringWork;
use crate::procedures::buildings::BuildingStrengthen;
use crate::tables::Tables;

/// Those who work together.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Hands {
    pub pioneers: i32,
    pub miners: i32,
    pub others: i32,
    pub leader: Option<Leader>,
    pub leaders: i32,
}

impl Hands {
    /// Another unit joins them.
    pub fn join(&mut self, unit: &Unit) {
        match unit.craft.trade {
            Trade::Miners => self.miners += unit.figures,
            Trade::Pioneers => self.pioneers += unit.figures,
            Trade::Others => self.others += unit.figures,
        }
        let rank = |leader: Option<Leader>| {
            leader.and_then(Leader::grade).map_or(0, crate::armies::vocabulary::Grade::rank)
        };
        let here = Some(unit.craft.leader);
        match rank(here).cmp(&rank(self.leader)) {
            std::cmp::Ordering::Greater => (self.leader, self.leaders) = (here, unit.craft.leaders),
            std::cmp::Ordering::Equal => self.leaders += unit.craft.leaders,
            std::cmp::Ordering::Less => {}
        }
    }

    fn led_by(&self) -> Leader {
        self.leader.unwrap_or(Leader::None)
    }

    /// Miners are pioneers at any other work.
    fn diggers(&self) -> Figures {
        Figures((self.pioneers + self.miners).clamp(0, 1000))
    }

    fn rest(&self) -> Figures {
        Figures(self.others.clamp(0, 1000))
    }
}

/// How long a work takes these hands, and what it needs.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(super) struct Times {
    pub ordinary: i32,
    pub rest: i32,
    pub charges: f64,
    pub pontoons: i32,
    /// The materials may be thrown for.
    pub acquirable: bool,
    /// No die is thrown for its delay.
    pub certain: bool,
}

/// Turns to mend a damaged ferry or boat (ruling 32).
const MENDS_VESSEL: i32 = 2;

/// The dice of a reckoning: none of them counts, each is thrown when its time comes.
const RECKONED: [i64; 4] = [6; 4];

fn reckon<P: Procedure<Tables = Tables>>(facts: &P, tables: &Tables) -> Result<P::Outcome, Fault> {
    facts.resolve(tables, &mut ScriptedDice::new(&RECKONED), &mut ())
}

/// How long a work takes; `Err` says what prevents it.
pub(super) fn times(
    kind: &JobKind,
    quantity: f64,
    hands: Hands,
    capacity: i32,
    tables: &Tables,
) -> Result<Times, WorkBar> {
    let no_unit = WorkBar::NoWorkUnit;
    match *kind {
        JobKind::Build { work, abutments, mends, .. } => {
            let facts = EngineeringWork {
                work,
                quantity: Some(quantity),
                abutments,
                leader: hands.led_by(),
                leaders: hands.leaders.clamp(0, 100),
                pioneers: hands.diggers(),
                others: hands.rest(),
                materials: Materials::AtHand,
                transport_turns: Turns(0),
                special_delay_turns: Turns(0),
                turns_under_fire: Turns(0),
                relieved_at_half: false,
            };
            let result = reckon(&facts, tables).map_err(|_| no_unit)?;
            let row = plain(&crate::armies::works::WorkRow { work }, tables).map_err(|_| no_unit)?;
            let mends_vessel = mends.is_some() && vessel_of(work).is_some();
            match result.reasons.first() {
                Some(bar) => Err(*bar),
                // Its builders mend a ferry or boat in two turns (ruling 32).
                None if mends_vessel => {
                    Ok(Times { ordinary: MENDS_VESSEL, certain: true, ..Times::default() })
                }
                None => Ok(Times {
                    ordinary: result.ordinary_turns.0,
                    rest: result.rest_turns.0,
                    pontoons: result.pontoons_needed,
                    acquirable: row.acquisition,
                    ..Times::default()
                }),
            }
        }
        JobKind::Demolish { object, method, again, .. } => {
            let deck = matches!(object, DemolitionObject::Gangway | DemolitionObject::WoodenBridge);
            let facts = Demolition {
                object,
                method,
                quantity: (!deck && object != DemolitionObject::StoneBridge).then_some(quantity),
                deck_cm: Centimetres(if deck { quantity.max(0.1) } else { 5.0 }),
                leader: hands.led_by(),
                leaders: hands.leaders.clamp(0, 100),
                pioneers: hands.diggers(),
                others: hands.rest(),
                materials: Materials::AtHand,
                transport_turns: Turns(0),
                turns_under_fire: Turns(0),
                after_partial: again,
            };
            let result = reckon(&facts, tables).map_err(|_| no_unit)?;
            match result.reasons.first() {
                Some(bar) => Err(*bar),
                None => Ok(Times {
                    ordinary: result.ordinary_turns.0,
                    charges: result.charges_needed.0,
                    acquirable: method == DemolitionMethod::Burn,
                    ..Times::default()
                }),
            }
        }
        JobKind::Level { work, .. } => {
            let facts = Levelling {
                work,
                quantity: Some(quantity.max(0.1)),
                leader: hands.led_by(),
                leaders: hands.leaders.clamp(0, 100),
                pioneers: hands.diggers(),
                others: hands.rest(),
                turns_under_fire: Turns(0),
            };
            let result = reckon(&facts, tables).map_err(|_| no_unit)?;
            match result.reasons.first() {
                Some(bar) => Err(*bar),
                None => Ok(Times { ordinary: result.ordinary_turns.0, ..Times::default() }),
            }
        }
        JobKind::Strengthen { .. } => {
            let pioneers = hands.others == 0;
            let workers = hands.pioneers + hands.miners + hands.others;
            let facts = BuildingStrengthen {
                capacity: capacity.clamp(1, 200),
                workers: workers.clamp(0, 500),
                pioneers,
                turns_under_fire: 0,
            };
            let result = reckon(&facts, tables).map_err(|_| no_unit)?;
            if result.enough {
                Ok(Times { ordinary: result.turns, ..Times::default() })
            } else {
                Err(no_unit)
            }
        }
        JobKind::Mine(dig) => mine_times(&dig, hands, tables),
    }
}

/// The time of the part of a mine that is dug now; each part has its own delay (§19.08.2 to §19.08.5).
fn mine_times(dig: &Dig, hands: Hands, tables: &Tables) -> Result<Times, WorkBar> {
    let is = |stage: MineStage| dig.stage == stage;
    if is(MineStage::Laying) {
        let facts = MineLay { shaft: dig.shaft_m > 0.0, gallery_cm: Centimetres(dig.gallery_cm) };
        let turns = plain(&facts, tables).map_or(0, |laid| laid.turns.0);
        return Ok(Times { ordinary: turns.max(1), charges: dig.charges, certain: true, ..Times::default() });
    }
    let facts = MineWorks {
        shaft_m: Metres(if is(MineStage::Shaft) { dig.shaft_m } else { 0.0 }),
        gallery_cm: Centimetres(if is(MineStage::Gallery) { dig.gallery_cm } else { 0.0 }),
        chamber_charges: if is(MineStage::Chamber) { dig.charges } else { 0.0 },
        leader: hands.led_by(),
        miners: Figures(hands.miners.clamp(0, 1000)),
        pioneers: Figures(hands.pioneers.clamp(0, 1000)),
        helpers: hands.rest(),
        shaft_turns_under_fire: Turns(0),
        gallery_turns_under_fire: Turns(0),
        chamber_turns_under_fire: Turns(0),
    };
    let result = reckon(&facts, tables).map_err(|_| WorkBar::NoWorkUnit)?;
    match result.reasons.first() {
        Some(MineBar::NoLeader) => Err(WorkBar::NoLeader),
        Some(MineBar::LeaderTooLow) => Err(WorkBar::LeaderTooLow),
        Some(MineBar::TooFewMiners | MineBar::TooFewHelpers) => Err(WorkBar::NoWorkUnit),
        None => Ok(Times {
            ordinary: (result.shaft_turns + result.gallery_turns + result.chamber_turns).0,
            ..Times::default()
        }),
    }
}
