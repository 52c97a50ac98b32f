//! The random commander: he acts lawfully, without any plan.

use krigsspil_engine::battle::{
    Bound, Deed, Drill, OrdersAsked, Prompt, PromptDetail, Rider, RiderAsked, UnitAsked, View,
};

use crate::{Briefing, Chance, Commander};

/// A rider follows an offered ride once in this many times, and rides to a random place about as often.
const RIDES_ONCE_IN: usize = 8;

/// Picks among the lawful orders of its prompts.
#[derive(Clone, Debug)]
pub struct Random {
    drill: Option<&'static dyn Drill>,
    chance: Chance,
}

impl Random {
    /// With a briefing. If the rules have no drill, he leaves everything to the defaults.
    pub fn new(briefing: &Briefing) -> Random {
        Random { drill: briefing.drill, chance: Chance::new(briefing.seed) }
    }

    fn orders(&mut self, drill: &dyn Drill, view: &View, asked: &OrdersAsked) -> Vec<Deed> {
        let mut deeds = Vec::new();
        for unit in &asked.units {
            let order = self.chance.pick(unit.samples.as_deref().unwrap_or_default());
            deeds.extend(order.and_then(|order| drill.give(unit, order)));
        }
        for general in &asked.generals {
            deeds.extend(self.rider(drill, view, asked, general, Rider::Leader(&general.id)));
        }
        for courier in &asked.couriers {
            deeds.extend(self.rider(drill, view, asked, courier, Rider::Courier(&courier.id)));
        }
        deeds
    }

    /// About half of the riders who move follow an offered ride, at a moment of the turn.
    fn rider(
        &mut self,
        drill: &dyn Drill,
        view: &View,
        asked: &OrdersAsked,
        offered: &RiderAsked,
        rider: Rider<'_>,
    ) -> Option<Deed> {
        if self.chance.once_in(RIDES_ONCE_IN) {
            return self.chance.pick(offered.samples.as_deref().unwrap_or_default()).cloned();
        }
        let anywhere = self.chance.once_in(RIDES_ONCE_IN);
        anywhere.then(|| drill.ride(rider, &self.anywhere(view, &asked.units)))
    }

    /// Somewhere on the table, or with a unit.
    fn anywhere(&mut self, view: &View, units: &[UnitAsked]) -> Bound {
        if let Some(unit) = self.chance.pick(units)
            && self.chance.once_in(2)
        {
            return Bound::Unit(unit.unit.clone());
        }
        let place = [self.chance.share() * view.table.width, self.chance.share() * view.table.depth];
        Bound::Place(place.map(f64::round))
    }
}

impl Commander for Random {
    fn answer(&mut self, view: &View, prompt: &Prompt) -> Vec<Deed> {
        let Some(drill) = self.drill else { return Vec::new() };
        if let Some(asked) = prompt.orders() {
            return self.orders(drill, view, asked);
        }
        let Some(question) = prompt.question() else { return Vec::new() };
        let choice = self.chance.pick(&question.choices);
        choice.map(|choice| drill.answer(question, choice)).into_iter().collect()
    }

    /// He picks from the ready-made answers.
    fn wants(&self) -> PromptDetail {
        PromptDetail::Whole
    }
}
