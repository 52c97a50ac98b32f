//! The going under a march (§4.4.4 to §4.8): what a way costs, stretch by stretch, and what bars it.

use krigsspil_field::prelude::{Crossed, FeatureId, Ground, Placed, Point};

use super::bodies::shifted;
use super::march::{HAIR, Halt, Walker};
use super::meeting::meets;
use super::order::Wing;
use super::state::CM;
use super::terrain::{effect, feature, is_road};
use crate::procedures::ground::Feature;

/// A flank that lies over something by less, in metres, touches it.
pub(super) const GRAZES: f64 = 0.05;
/// Lengths that differ by less, in metres, are the same.
const HAIRS: f64 = 1e-5;
/// With a smaller share of itself on something a unit stands at its edge.
const EDGE_SHARE: f64 = 0.001;

/// How a unit came to something that its way goes over.
#[derive(Clone, Copy)]
struct Came {
    /// It stood in it before.
    inside: bool,
    /// The stretch begins here.
    from: f64,
}

/// A stretch of a way over the same going, in metres.
#[derive(Clone, Debug)]
struct Stretch {
    from: f64,
    to: f64,
    /// The share of a turn that a metre takes.
    share_a_metre: f64,
    /// The share of a turn to be paid where it begins.
    toll: f64,
    barred: Option<&'static str>,
    ground: Option<&'static str>,
}

/// What a body stands on before it goes: it may get off that, whatever it is. Only what its way begins at can be under it.
pub(super) fn stands_on(ground: &Ground, placed: &Placed, crossed: &[Crossed]) -> Vec<FeatureId> {
    let begins_at = |id: FeatureId| crossed.iter().any(|one| one.feature == id && one.enters <= 0.0);
    let under = ground.under_of(placed, begins_at);
    under.filter(|under| under.share.as_number() > EDGE_SHARE).map(|under| under.feature).collect()
}

impl Walker<'_> {
    /// How far the turn and the ground let it go, and what stops it.
    pub(super) fn pace(&self, way: Point, metres: f64, backward: bool) -> (f64, Option<Halt>) {
        let mut left = self.left;
        for stretch in self.stretches(way, metres, backward) {
            if let Some(bar) = stretch.barred {
                return (stretch.from, Some(Halt::Ground(bar)));
            }
            if stretch.toll > left + HAIR {
                return (stretch.from, Some(Halt::Time));
            }
            left -= stretch.toll;
            let takes = (stretch.to - stretch.from) * stretch.share_a_metre;
            if takes > left + HAIR {
                let reach =
                    if stretch.share_a_metre > 0.0 { left.max(0.0) / stretch.share_a_metre } else { 0.0 };
                return (stretch.from + reach, Some(Halt::Time));
            }
            left -= takes;
        }
        (metres, None)
    }

    /// Takes the cost of a way off what is left.
    pub(super) fn charge_for(&mut self, way: Point, metres: f64, backward: bool) {
        let begun = self.limits.budget - self.left;
        let mut spent = 0.0;
        for stretch in self.stretches(way, metres, backward) {
            let from = begun + spent;
            spent += stretch.toll + (stretch.to - stretch.from) * stretch.share_a_metre;
            if let Some(word) = stretch.ground {
                self.done.ground.push((from, begun + spent, word));
            }
        }
        self.left = (self.left - spent).max(0.0);
    }

    /// The way cut where the going changes.
    fn stretches(&self, way: Point, metres: f64, backward: bool) -> Vec<Stretch> {
        let here = &self.done.placed;
        let start = if backward { super::bodies::side_middle(here, Wing::Rear) } else { here.pose().at };
        let path = [start, start + way * metres];
        let ground = &self.field.fixed.ground;
        // To touch something with a flank in passing is not to go over it.
        let wide = ground.crossed(&path, (here.body().front() - 2.0 * GRAZES).max(0.0));
        let stands_on = stands_on(ground, here, &wide);
        let middle = ground.crossed(&path, 0.0);
        let spans = |which: &dyn Fn(&krigsspil_field::prelude::Feature) -> bool| -> Vec<(f64, f64)> {
            let found = middle.iter().filter(|one| ground.feature(one.feature).is_some_and(which));
            found.map(|one| (one.enters, one.leaves)).collect()
        };
        let roads = spans(&is_road);
        let bridges = spans(&|mapped| feature(mapped) == Some(Feature::Bridge));
        let passed = self.passed(way, metres);
        let mut cuts: Vec<f64> = vec![0.0, metres];
        cuts.extend(wide.iter().flat_map(|one| [one.enters, one.leaves]));
        cuts.extend(roads.iter().chain(&passed).flat_map(|&(from, to)| [from, to]));
        // A line in a wood halts where all of it is in (§4.7.3).
        cuts.extend(wide.iter().map(|one| one.enters + here.body().depth()));
        cuts.retain(|cut| (0.0..=metres).contains(cut));
        cuts.sort_by(f64::total_cmp);
        cuts.dedup_by(|a, b| (*a - *b).abs() < 1e-6);
        let mut found = Vec::new();
        for pair in cuts.windows(2) {
            let (from, to) = (pair[0], pair[1]);
            let at = (from + to) / 2.0;
            let within = |spans: &[(f64, f64)]| spans.iter().any(|&(from, to)| (from..=to).contains(&at));
            let under = wide.iter().filter(|one| (one.enters..=one.leaves).contains(&at));
            let mut stretch = Stretch { from, to, share_a_metre: 0.0, toll: 0.0, barred: None, ground: None };
            let mut slow = false;
            for one in under {
                let came = Came { inside: one.enters <= 0.0 && stands_on.contains(&one.feature), from };
                let span = (one.enters, one.leaves);
                // A bridge leads from bank to bank, however wide it is drawn (§4.7.2).
                let bridged = bridges.iter().any(|&(from, to)| from <= one.leaves && to >= one.enters);
                self.tread(one.feature, span, came, bridged, &mut stretch, &mut slow);
            }
            let road = within(&roads) && self.limits.march_order;
            let rate = f64::from(self.row.rate_cm(self.done.formation, road)) * CM;
            let costs = &self.field.tables.march;
            let ground_times = if slow { costs.difficult_divisor } else { 1 };
            let back_times = if backward || within(&passed) { costs.backward_divisor } else { 1 };
            stretch.share_a_metre = f64::from(ground_times * back_times) / rate.max(f64::MIN_POSITIVE);
            found.push(stretch);
        }
        found
    }

    /// What one thing of the map does to a stretch that begins here.
    fn tread(
        &self,
        id: FeatureId,
        (enters, leaves): (f64, f64),
        Came { inside, from }: Came,
        bridged: bool,
        stretch: &mut Stretch,
        slow: &mut bool,
    ) {
        let Some(mapped) = self.field.fixed.ground.feature(id) else { return };
        let Some(what) = feature(mapped) else { return };
        let Some(effect) = effect(mapped, self.unit.branch, self.done.formation, self.field.tables) else {
            return;
        };
        let column = self.done.formation.is_column_of_route();
        match what {
            Feature::TownZone | Feature::Village => {
                let occupied = self.field.fixed.zones.of_feature(id).is_some_and(|zone| self.occupied(zone));
                if what == Feature::TownZone && occupied && column && !inside {
                    stretch.barred = Some(what.as_str());
                }
            }
            Feature::Wood if effect.may_stand => {
                // Infantry in line goes no deeper into a wood than its own depth (§4.7.3).
                let deep = self.done.placed.body().depth();
                let begins_in = enters <= 0.0 && leaves > deep;
                if begins_in || from - enters >= deep - 1.0 {
                    stretch.barred = Some(what.as_str());
                }
            }
            _ if !effect.passable && !inside => stretch.barred = Some(what.as_str()),
            // What is under it counts, not the bridge itself.
            Feature::Bridge => {}
            Feature::River if column && bridged => {}
            _ => {
                *slow |= effect.halves_march;
                if effect.cost_quarters > 0 && !inside && (from - enters).abs() < HAIRS {
                    stretch.toll += f64::from(effect.cost_quarters) / 4.0;
                }
                if effect.halves_march || effect.cost_quarters > 0 {
                    stretch.ground = Some(what.as_str());
                }
            }
        }
    }

    /// Somebody holds the zone, or stands in its streets.
    pub fn occupied(&self, zone: usize) -> bool {
        let place = self.field.fixed.zones.get(zone);
        self.field.others.iter().any(|other| other.zone == Some(zone) || place.holds_some_of(other.placed))
    }

    /// The stretches on which it passes through own guns in position: at half rate (table 2).
    fn passed(&self, way: Point, metres: f64) -> Vec<(f64, f64)> {
        let here = &self.done.placed;
        let own = here.body().depth().max(here.body().front());
        let guns = self.field.others.iter().filter(|other| other.passable);
        guns.filter_map(|gun| {
            let met = meets(here, way, metres, gun.placed)?;
            // Seen from well beyond him, the way back to him tells where it is clear of him.
            let beyond = met + 2.0 * own + 2.0 * gun.placed.radius();
            let back = meets(&shifted(here, way, beyond), way * -1.0, beyond, gun.placed).unwrap_or(0.0);
            Some((met, beyond - back))
        })
        .collect()
    }
}
