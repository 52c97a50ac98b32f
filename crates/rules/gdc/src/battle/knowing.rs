//! Who knows what: the one place where these rules say who sits where, sees whom and commands whom, and the door that views, prompts,
//! checks, previews and samples go through.
//!
//! They are given a [`Sees`]: the battle as its seat may *suppose* it. Enemies it does not know of are not in it, and what others have
//! written in secret is not there: chits and orders until they are shown, barrage points, and where generals are bound for.

use krigsspil_engine::battle::{BattleDice, Presence, SeatId};
use krigsspil_field::prelude::Placed;
use krigsspil_turn::knowledge::{Knowledge, Log};

use super::engineers::StandsAt;
use super::off_board::Area;
use super::state::*;
use super::units::Mission;
use crate::vocabulary::Arm;

krigsspil_turn::common! {
    Battle in Fixed.given,
    units: Unit under command,
    posts: posts by post,
    ready: gate,
    seen: SeenUnit as SeenUnit::of,
}

/// A unit as anybody sees it: what it is, how strong, and where it stands.
#[derive(Clone, Copy, Debug)]
pub struct SeenUnit<'a> {
    /// What it is.
    pub arm: Arm,
    /// Its castings.
    pub castings: i32,
    /// Where it stands.
    pub placed: &'a Placed,
}

impl<'a> SeenUnit<'a> {
    fn of(unit: &'a Unit) -> SeenUnit<'a> {
        let Unit { arm, castings, placed, .. } = unit;
        SeenUnit { arm: *arm, castings: *castings, placed }
    }
}

/// A battle as one seat may suppose it.
pub(super) type Sees<'a> = krigsspil_turn::supposing::Sees<'a, Battle>;

/// What a seat supposes.
pub(super) fn sees<'a>(battle: &'a Battle, seat: &SeatId) -> Sees<'a> {
    let known = Knowledge::of(battle, seat);
    Sees::new(known, supposed(battle, known))
}

fn supposed(battle: &Battle, known: Knowledge<'_, Battle>) -> Battle {
    let mut stage = battle.clone();
    stage.log = Log::new(&battle.fixed.seating);
    stage.turns = Default::default();
    stage.dice = BattleDice::from_seed(0);
    if known.is_umpire() {
        return stage;
    }
    let own_side = |side: SideId| known.side() == Some(side);
    for unit in battle.units.ids().filter(|&unit| !known.reads(unit)) {
        let stranger = &mut stage.units[unit];
        stranger.written = None;
        (stranger.turn.follows, stranger.turn.led_by) = (false, None);
        stranger.chits = Chits { needed: stranger.chits.needed, ..Chits::default() };
        if own_side(stranger.side) {
            continue;
        }
        // Who is in reserve nobody knows; in a flank area he raises dust (§6.5).
        stranger.off = stranger.off.filter(|off| off.area != Area::Reserve);
        if let Some(battery) = &mut stranger.battery {
            (battery.fired, battery.last, battery.rockets) = (0, None, 0);
            (battery.mission, battery.bound_for) = (Mission::None, None);
        }
        if stranger.here() && !known.knows(unit) {
            stranger.presence = Presence::Coming;
        }
    }
    // With hidden movement the enemy's companies are known where his battalion is, and nowhere else.
    let hidden = battle.fixed.options.hidden;
    let units = &stage.units;
    stage.engineers.retain(|company| {
        own_side(company.side)
            || match company.at {
                StandsAt::With(unit) => units[unit].here(),
                _ => !hidden,
            }
    });
    stage.couriers.retain(|courier| own_side(courier.side) || courier.sent && !courier.killed);
    for courier in &mut stage.couriers {
        let own = known.seat();
        let (writer, reader) = (battle.fixed.seat_of[courier.from], battle.fixed.seat_of[courier.to]);
        // What he carries, and to whom, is known to who wrote it; the enemy sees a rider.
        if own != Some(writer) {
            let nobody = if own_side(courier.side) { reader } else { writer };
            let post = battle.fixed.seat_of.ids().find(|&post| battle.fixed.seat_of[post] == nobody);
            let post = post.unwrap_or(courier.from);
            (courier.from, courier.to, courier.next, courier.waits) = (post, post, post, false);
            courier.directive = Directive { place: courier.place, text: "".into() };
        }
    }
    let stranger = |post: PostId| known.seat() != Some(battle.fixed.seat_of[post]);
    for post in battle.posts.ids().filter(|&post| stranger(post)) {
        (stage.generals[post].directive, stage.generals[post].sent) = (None, 0);
    }
    let units = &stage.units;
    stage.fights.retain(|fight| units[fight.striker].here() && units[fight.struck].here());
    stage.charges.retain(|charge| units[charge.unit].here() && units[charge.target].here());
    for post in battle.posts.ids().filter(|&post| !own_side(battle.posts[post].rider.side)) {
        stage.posts[post].rider.ride = None;
    }
    stage
}
