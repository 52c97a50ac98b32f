//! Engineers at work (opt.engineers): handed over, posted, left behind; bridges broken and made. And units that are surrendered (§9.8.D).

use krigsspil_field::prelude::Point;
use krigsspil_turn::knowledge::side;
use serde_json::json;

use super::Run;
use crate::battle::engineers::{BridgeWork, Corps, HANDED_OVER, StandsAt};
use crate::battle::order::UnitOrder;
use crate::battle::state::*;

impl Run<'_> {
    /// What was ordered in the command phase besides chits and directives, in the order of places.
    pub(super) fn commanded(&mut self) {
        for (unit, order) in self.written() {
            match order {
                UnitOrder::TakeEngineers { company } => self.takes_engineers(unit, company),
                UnitOrder::PostEngineers { company } => self.posts_engineers(unit, company),
                UnitOrder::Bridge { work } => self.works_at_bridge(unit, work),
                UnitOrder::Deploy { place, facing } => self.deploys(unit, place, facing),
                UnitOrder::Surrender => self.surrenders(unit),
                _ => {}
            }
        }
    }

    fn takes_engineers(&mut self, unit: UnitId, corps: Corps) {
        let Some(number) = self.battle.company_near(unit, corps) else { return };
        self.battle.engineers[number].at = StandsAt::With(unit);
        self.tell("takes_engineers", "opt.engineers.A", &[unit], json!({"company": corps}));
    }

    fn posts_engineers(&mut self, unit: UnitId, corps: Corps) {
        let Some(inside) = self.unit(unit).inside else { return };
        let his = |company: &Company| company.at == StandsAt::With(unit) && company.corps == corps;
        let Some(number) = self.battle.engineers.iter().position(his) else { return };
        self.battle.engineers[number].at = StandsAt::Zone(inside.zone);
        let zone = self.battle.zones[inside.zone].name.clone();
        self.tell("posts_engineers", "opt.engineers.A", &[unit], json!({"company": corps, "zone": zone}));
    }

    fn works_at_bridge(&mut self, unit: UnitId, work: BridgeWork) {
        let Some(inside) = self.unit(unit).inside else { return };
        let at = (inside.zone, self.unit(unit).side);
        let Some(bridge) = self.battle.bridge_for(self.tables, at, work) else { return };
        let (what, rule) = match work {
            BridgeWork::Break => {
                self.battle.broken.push(bridge.0);
                ("breaks_bridge", "opt.engineers.B")
            }
            BridgeWork::Make => {
                self.battle.broken.retain(|broken| *broken != bridge.0);
                ("makes_bridge", "opt.engineers.C")
            }
        };
        let zone = self.battle.zones[inside.zone].name.clone();
        self.tell(what, rule, &[unit], json!({"zone": zone}));
    }

    /// A battalion is gone: its engineers stay where it was, and cannot move until somebody takes them (§1.3.E).
    pub(super) fn leaves_engineers(&mut self, unit: UnitId, place: Point) {
        let inside = self.unit(unit).inside;
        for company in self.battle.engineers.iter_mut().filter(|company| company.at == StandsAt::With(unit)) {
            company.at = inside.map_or(StandsAt::Left(place), |inside| StandsAt::Zone(inside.zone));
        }
    }

    /// In the recovery phase: how long companies have been in their zones; those by themselves with enemies only about them are lost (*house*).
    pub(super) fn engineers_settle(&mut self) {
        let turn = self.battle.turn;
        for number in 0..self.battle.engineers.len() {
            let company = self.battle.engineers[number];
            let zone = self.battle.zone_of(&company);
            let since = company.since.filter(|(was, _)| Some(*was) == zone);
            self.battle.engineers[number].since = since.or(zone.map(|zone| (zone, turn)));
        }
        let lost = |run: &Self, company: &Company| match company.at {
            StandsAt::With(_) => false,
            StandsAt::Zone(zone) => {
                let mut inside = run.battle.inside(zone).peekable();
                inside.peek().is_some() && inside.all(|unit| run.unit(unit).side != company.side)
            }
            StandsAt::Left(_) => {
                let near = |unit: &UnitId| run.battle.company_yards(*unit, company) <= HANDED_OVER;
                run.battle.enemies_of(company.side).any(|unit| near(&unit))
                    && !run.battle.friends_of(company.side).any(|unit| near(&unit))
            }
        };
        let gone: Vec<Company> =
            self.battle.engineers.iter().copied().filter(|company| lost(self, company)).collect();
        for company in &gone {
            let audience = side(&self.battle.fixed.seating, company.side);
            let about = json!({"company": company.corps});
            self.tell_to("engineers_lost", "opt.engineers.A", about, None, audience);
        }
        self.battle.engineers.retain(|company| !gone.contains(company));
    }
}
