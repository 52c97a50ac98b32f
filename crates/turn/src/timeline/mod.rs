//! The loop of exact moments: every step is planned as a track, the next event is found, all bodies are brought to its moment, what is due
//! is settled in rank, and the affected units are planned again.

mod clock;
#[cfg(test)]
mod tests;
mod wayfaring;
mod ways;

pub use clock::{Alarms, Instant};
pub use wayfaring::{Wayfaring, tell_ways, ways_begin, ways_up_to};
pub use ways::{Eyes, Ways};

use krigsspil_engine::{Code, Fault};
use krigsspil_field::prelude::{
    Event, Happening, Marcher, Placed, Table, Track, Watch, next_events, next_events_but_ground,
};

use crate::desk::{Go, Pause, Runs, Settles, item, mark, settle_all};
use crate::ids::{Id, UnitId};
use crate::riders::RiderId;
use crate::wordings::TOO_MANY_MOMENTS;

/// Something that bodies on the march can come near to.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Watched {
    /// A unit.
    Unit(UnitId),
    /// A place that this unit watches.
    Place(UnitId),
    /// A leader or courier who is not with a unit.
    Rider(RiderId),
}

impl Watched {
    /// The unit, if it is one.
    pub fn unit(self) -> Option<UnitId> {
        match self {
            Watched::Unit(unit) => Some(unit),
            Watched::Place(_) | Watched::Rider(_) => None,
        }
    }
}

/// Do changes of the ground under a march matter?
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum GroundUnder {
    /// Rates are fixed when the march is planned.
    Planned,
    /// They are reported when they happen.
    Told,
}

/// A turn that runs by exact moments.
pub trait Timeline: Settles {
    /// The order in which things due at one moment are settled. It should end in something that distinguishes any two by the rules, not by
    /// their place in a list.
    type Rank: Ord;

    /// A turn with more moments than this has gone wrong.
    const MOST_MOMENTS: usize = 5_000;
    /// Do changes of the ground matter?
    const GROUND: GroundUnder = GroundUnder::Planned;

    /// The current moment.
    fn moment(&self) -> f64;
    /// Plans the current step of every unit that has one and no track; a step that takes no time is done at once.
    fn plan_all(&mut self) -> Go;
    /// What is already due where a march begins.
    fn at_once(&mut self, due: &mut Vec<Self::Due>);
    /// Everybody on the table, and everything else that one can come near to.
    fn bodies<'a>(&'a self, scene: &mut Scene<'a>);
    /// The table.
    fn table(&self) -> &Table;
    /// The greatest watched distance.
    fn widest(&self) -> f64;
    /// What is watched between two things.
    fn watch(&self, one: Watched, other: Watched) -> Watch;
    /// The next moment after the current one for which something is scheduled.
    fn appointed(&self) -> Option<f64>;
    /// Brings all bodies to a moment, which becomes the current one.
    fn bring_all(&mut self, moment: f64);
    /// What becomes due when something happens on the march.
    fn happens(&self, what: Happening<Watched>, due: &mut Vec<Self::Due>);
    /// What is scheduled for the current moment.
    fn appointed_now(&mut self, due: &mut Vec<Self::Due>);
    /// Merges what belongs together: for example fires at one moment.
    fn merge(&self, _due: &mut Vec<Self::Due>) {}
    /// The rank of something due.
    fn rank(&self, due: &Self::Due) -> Self::Rank;
    /// Can there be a question when this is settled? The turn is marked before it, so that it can continue from there.
    fn may_ask(&self, _due: &Self::Due) -> bool {
        true
    }
    /// Corrects the ranked list where one thing affects another: for example, of several attacks on one enemy the widest comes first.
    fn in_rank(&self, _due: &mut Vec<Self::Due>) {}
}

/// Everybody on the table at a moment, as the rule set lists them.
#[derive(Default)]
pub struct Scene<'a> {
    marching: Vec<(Watched, &'a Track)>,
    standing: Vec<(Watched, &'a Placed)>,
}

impl<'a> Scene<'a> {
    /// A unit, with its track if it has one.
    pub fn unit(&mut self, unit: UnitId, placed: &'a Placed, track: Option<&'a Track>) {
        match track {
            Some(track) => self.marching.push((Watched::Unit(unit), track)),
            None => self.standing.push((Watched::Unit(unit), placed)),
        }
    }

    /// A place that a unit watches: a body that stands there.
    pub fn place(&mut self, of: UnitId, mark: &'a Placed) {
        self.standing.push((Watched::Place(of), mark));
    }

    /// A rider who is not with a unit.
    pub fn rider(&mut self, rider: RiderId, placed: &'a Placed) {
        self.standing.push((Watched::Rider(rider), placed));
    }
}

/// The tracks of standing units, kept while they stand.
#[derive(Default)]
struct Still {
    units: Vec<Option<Track>>,
    others: Vec<Track>,
}

impl Still {
    /// Makes tracks for units that have stopped, or whose position has changed.
    fn look(&mut self, scene: &Scene<'_>) {
        let mut others = 0;
        for &(who, placed) in &scene.standing {
            match who {
                Watched::Unit(unit) => {
                    if self.units.len() <= unit.number() {
                        self.units.resize_with(unit.number() + 1, || None);
                    }
                    let kept = &mut self.units[unit.number()];
                    if kept.as_ref().is_none_or(|stood| !stood.stands_as(placed)) {
                        *kept = Some(Track::standing(placed));
                    }
                }
                Watched::Place(_) | Watched::Rider(_) => {
                    match self.others.get_mut(others) {
                        Some(kept) if kept.stands_as(placed) => {}
                        Some(kept) => *kept = Track::standing(placed),
                        None => self.others.push(Track::standing(placed)),
                    }
                    others += 1;
                }
            }
        }
    }

    /// Everybody's track. Call it after [`look`](Still::look) at the same scene.
    fn marchers<'a>(&'a self, scene: &Scene<'a>) -> Vec<Marcher<'a, Watched>> {
        let mut all: Vec<_> = scene.marching.iter().map(|&(name, track)| Marcher { name, track }).collect();
        let mut others = self.others.iter();
        for &(name, _) in &scene.standing {
            let kept = match name {
                Watched::Unit(unit) => self.units[unit.number()].as_ref(),
                Watched::Place(_) | Watched::Rider(_) => others.next(),
            };
            all.extend(kept.map(|track| Marcher { name, track }));
        }
        all
    }
}

/// Runs the turn by its moments, until nothing more happens in it.
pub fn run_moments<T: Timeline>(run: &mut T) -> Result<(), Pause>
where
    <T as Runs>::State: Send + Sync + 'static,
{
    let mut still = Still::default();
    let mut asks = false;
    for _ in 0..T::MOST_MOMENTS {
        if asks {
            mark(run);
        }
        run.desk().next_step();
        settle_all(run)?;
        item(run, T::plan_all)?;
        let mut due = Vec::new();
        run.at_once(&mut due);
        if due.is_empty() && !next_moment(run, &mut still, &mut due) {
            return Ok(());
        }
        due.sort_by_key(|due| run.rank(due));
        run.in_rank(&mut due);
        asks = due.iter().any(|due| run.may_ask(due));
        run.agenda().extend(due);
    }
    let most = vec![("most", T::MOST_MOMENTS.into())];
    let fault = Fault::new(Code::NotAllowed, "turn", TOO_MANY_MOMENTS, most);
    let failed = |_: &mut T| -> Go { Err(fault.into()) };
    item(run, failed).map(drop)
}

/// The first moment, up to a last one, at which a wanted event happens to bodies on the march, and everything that happens then. `widest`
/// is the greatest watched distance.
pub fn first_that<N: Copy + Ord>(
    marchers: &[Marcher<'_, N>],
    table: &Table,
    [last, widest]: [f64; 2],
    watch: impl Fn(N, N) -> Watch,
    wanted: impl Fn(&Happening<N>) -> bool,
) -> Option<(f64, Vec<Event<N>>)> {
    let mut after = 0.0;
    loop {
        let found = next_events_but_ground(marchers, table, after, widest, &watch);
        let at = found.first().map(|event| event.at).filter(|at| *at <= last)?;
        if found.iter().any(|event| wanted(&event.what)) {
            return Some((at, found));
        }
        after = at;
    }
}

/// Goes to the next moment at which anything happens, and lists what happens. Returns false if the turn ends first.
fn next_moment<T: Timeline>(run: &mut T, still: &mut Still, due: &mut Vec<T::Due>) -> bool {
    let appointed = run.appointed();
    let found = next_happenings(run, still);
    let happens = found.first().map(|event| event.at);
    let Some(moment) = [happens, appointed].into_iter().flatten().min_by(f64::total_cmp) else {
        return false;
    };
    run.bring_all(moment);
    if happens == Some(moment) {
        for event in found {
            run.happens(event.what, due);
        }
    }
    if appointed == Some(moment) {
        run.appointed_now(due);
    }
    run.merge(due);
    true
}

fn next_happenings<T: Timeline>(run: &T, still: &mut Still) -> Vec<Event<Watched>> {
    let mut scene = Scene::default();
    run.bodies(&mut scene);
    if scene.marching.is_empty() {
        return Vec::new();
    }
    still.look(&scene);
    let marchers = still.marchers(&scene);
    let watch = |one, other| run.watch(one, other);
    let (table, now, widest) = (run.table(), run.moment(), run.widest());
    match T::GROUND {
        GroundUnder::Planned => next_events_but_ground(&marchers, table, now, widest, watch),
        GroundUnder::Told => next_events(&marchers, table, now, widest, watch),
    }
}
