//! Engineers (§1.3.E, opt.engineers), ordered in the command phase; and a unit that its commander surrenders (§9.8.D).

use super::{Law, Lawful, unless};
use crate::battle::engineers::{BridgeWork, Corps, StandsAt, is_host};
use crate::battle::phases::Step;
use crate::battle::refusals::*;
use crate::battle::retreats::way_back;
use crate::battle::state::*;
use crate::vocabulary::*;

/// A unit is surrounded that cannot go back so far, in yards (R51).
const CUT_OFF: f64 = 200.0;

impl Law<'_> {
    /// Is an order about engineers open to a unit?
    pub(super) fn engineers_open(&self, own: &Unit, unit: UnitId, step: Step, kind: &str) -> Lawful {
        unless(!self.battle.fixed.options.engineers, &NO_ENGINEERS_HERE)?;
        unless(step != Step::Command, &NOT_NOW)?;
        unless(self.battle.fighting(unit), &IN_CONTACT)?;
        match kind {
            "take_engineers" => {
                self.may_host(own)?;
                let near = Corps::ALL.iter().any(|&corps| self.battle.company_near(unit, corps).is_some());
                unless(!near, &NO_ENGINEERS_HERE)
            }
            "post_engineers" => {
                unless(own.inside.is_none(), &NOT_IN_ZONE)?;
                let any = Corps::ALL.iter().any(|&corps| self.has_company(unit, corps));
                unless(!any, &NO_ENGINEERS_HERE)
            }
            _ => {
                let any = BridgeWork::ALL.iter().any(|&work| self.bridge(unit, work).is_ok());
                unless(!any, &NO_BRIDGE_WORK)
            }
        }
    }

    /// Infantry in good morale takes engineers over (opt.engineers.A).
    fn may_host(&self, own: &Unit) -> Lawful {
        unless(!is_host(own), &ONLY_INFANTRY_HOSTS)?;
        unless(own.status() != Status::Good, &ONLY_INFANTRY_HOSTS)
    }

    fn has_company(&self, unit: UnitId, corps: Corps) -> bool {
        let his = |company: &Company| company.at == StandsAt::With(unit) && company.corps == corps;
        self.battle.engineers.iter().any(his)
    }

    pub(super) fn take_engineers(&self, unit: UnitId, corps: Corps) -> Lawful {
        unless(self.battle.company_near(unit, corps).is_none(), &NO_ENGINEERS_HERE)
    }

    pub(super) fn post_engineers(&self, unit: UnitId, corps: Corps) -> Lawful {
        unless(!self.has_company(unit, corps), &NO_ENGINEERS_HERE)
    }

    pub(super) fn bridge(&self, unit: UnitId, work: BridgeWork) -> Lawful {
        let own = self.own(unit);
        let zone = own.inside.ok_or(&NOT_IN_ZONE)?.zone;
        unless(self.battle.bridge_for(self.tables, (zone, own.side), work).is_none(), &NO_BRIDGE_WORK)
    }

    /// In a campaign an isolated unit may be surrendered (§9.8.D): one that has no way back (R51).
    pub(super) fn may_surrender(&self, own: &Unit, unit: UnitId, step: Step) -> Lawful {
        unless(!self.battle.fixed.options.campaign, &NO_CAMPAIGN)?;
        unless(step != Step::Command, &NOT_NOW)?;
        let square = own.stance == Stance::Square;
        let way = || way_back(self.battle, self.tables, unit, CUT_OFF, square);
        unless(own.inside.is_some() || way().is_some(), &NOT_ISOLATED)
    }
}
