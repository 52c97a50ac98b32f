//! What a seat may know, and nothing else.

use krigsspil_engine::battle::{
    Condition, LeaderShown, MayKnow, OwnUnitShown, Presence, SeatId, Shown, Stage, Strength, UnitShown, View,
    ViewDetail, ZoneShown,
};
use krigsspil_turn::command::Post;
use krigsspil_turn::phases::How;
use krigsspil_turn::shown::{self, Described};

use super::knowing::{Sees, disorder_seen, sees};
use super::phases::{Step, TURN};
use super::shown::{BattleDetails, OfficerDetails, PendingShown, RatingsShown, UnitDetails};
use super::state::*;

/// The view of a seat.
pub(super) fn view(battle: &Battle, seat: &SeatId, detail: ViewDetail) -> View {
    let sees = sees(battle, seat);
    Looking { sees: &sees, detail }.view(seat)
}

/// What everybody may know.
fn common(battle: &Sees<'_>, seat: &SeatId) -> View {
    let stage = match () {
        () if battle.ending.is_some() => (Stage::Over, "over"),
        () if battle.known.is_running() => (Stage::Running, battle.phase().as_str()),
        () => (Stage::Orders, battle.phase().as_str()),
    };
    View {
        to_move: to_move(battle),
        // Guns can be ordered to fire at a town zone by its name.
        landmarks: battle.zones.iter().map(|zone| zone.name.clone()).collect(),
        zones: zones(battle),
        details: Shown::to(MayKnow::All, turn(battle, None)),
        ..shown::view(battle.known, seat, (super::ID, super::MEASURE), stage)
    }
}

/// The sides whose move it is; all of them where they write in secret.
fn to_move(battle: &Battle) -> Vec<std::sync::Arc<str>> {
    let name = |side: SideId| battle.fixed.sides[side].id.clone();
    match battle.stand.phase(&TURN).how {
        How::Sealed => battle.fixed.sides.ids().map(name).collect(),
        _ => battle.stand.to_move().map(name).collect(),
    }
}

fn zones(battle: &Battle) -> Vec<ZoneShown> {
    let shown = |zone: &Zone| ZoneShown {
        name: zone.name.clone(),
        outline: zone.outline.iter().map(|corner| [corner.x, corner.y]).collect(),
        held: zone.held.map(|side| battle.fixed.sides[side].id.clone()),
    };
    battle.zones.iter().map(shown).collect()
}

/// Engagement and initiative are open (R102); a bonus only to its own side until both are shown.
fn turn(battle: &Battle, side: Option<SideId>) -> BattleDetails {
    let engaged = battle.formations().filter(|&post| battle.commands[post].engaged);
    let writes = battle.phase() == Step::Bonus;
    BattleDetails {
        sequence: if battle.phase().tactical() { i32::from(battle.stand.pass()) } else { 0 },
        initiative: battle.fixed.sides[battle.initiative].id.clone(),
        engaged_commands: engaged.map(|post| battle.posts[post].name.clone()).collect(),
        own_bonus: side.filter(|_| writes || battle.phase().tactical()).map(|side| battle.side[side].bonus),
    }
}

/// Somebody looks at a battle.
struct Looking<'a> {
    sees: &'a Sees<'a>,
    detail: ViewDetail,
}

impl Looking<'_> {
    fn battle(&self) -> &Battle {
        self.sees
    }

    fn view(&self, seat: &SeatId) -> View {
        let battle = self.battle();
        let common = common(self.sees, seat);
        if self.sees.known.is_umpire() {
            return View {
                units: battle.units.ids().map(|unit| self.own_unit(unit)).collect(),
                generals: self.generals(),
                ..common
            };
        }
        let Some(side) = self.sees.known.side() else { return common };
        let own = |unit: &UnitId| self.sees.known.reads(*unit);
        let of_side = |unit: &UnitId| battle.units[*unit].side == side;
        View {
            units: battle.units.ids().filter(own).map(|unit| self.own_unit(unit)).collect(),
            friends: battle
                .here()
                .filter(of_side)
                .filter(|unit| !own(unit))
                .map(|unit| self.friend(unit))
                .collect(),
            enemies: self.enemies(side),
            generals: self.generals(),
            details: Shown::to(MayKnow::All, turn(battle, Some(side))),
            ..common
        }
    }

    fn enemies(&self, side: SideId) -> Vec<UnitShown> {
        let battle = self.battle();
        battle
            .enemies_of(side)
            .map(|unit| self.shown(unit, MayKnow::All, disorder_seen(battle, side, unit)))
            .collect()
    }

    fn friend(&self, unit: UnitId) -> UnitShown {
        let mut shown = self.shown(unit, MayKnow::All, true);
        shown.name = Some(self.battle().units[unit].name.clone());
        shown
    }

    fn shown(&self, number: UnitId, who: MayKnow, near: bool) -> UnitShown {
        let battle = self.battle();
        let unit = &battle.units[number];
        let broken = battle.command_of(number).broken;
        let described = Described {
            id: unit.id.clone(),
            name: None,
            side: battle.fixed.sides[unit.side].id.clone(),
            arm: unit.branch.arm(),
            formation: unit.formation.as_str(),
            strength: Strength {
                now: unit.bases.rounded_up(),
                first: (who == MayKnow::Own).then(|| unit.first.rounded_up()),
                unit: "bases",
            },
            // That a formation has broken is told to all; U only from near.
            condition: near.then(|| condition(unit, broken)).or(broken.then_some(Condition::Broken)),
            details: Shown::to(who, self.details(number, who == MayKnow::Own || near)),
        };
        described.standing(&unit.placed, self.detail)
    }

    fn details(&self, number: UnitId, near: bool) -> UnitDetails {
        let battle = self.battle();
        let unit = &battle.units[number];
        let Ratings { training, morale, melee, skirmish, orders, irregular } = unit.ratings;
        UnitDetails {
            branch: unit.branch,
            zone: unit.zone.map(|zone| battle.zones[zone].name.clone()),
            disorder: near.then_some(unit.disorder),
            halves: Some(unit.bases.in_halves()),
            ratings: Some(RatingsShown { training, morale, melee, skirmish, orders, irregular }),
            weight: Some(unit.weight),
            calibre: Some(unit.battery.map(|battery| battery.calibre)),
            moved: Some(unit.sequence.moved),
            declared: Some(unit.sequence.declared),
            engaged: Some(battle.command_of(number).engaged),
        }
    }

    /// An own unit, whole.
    fn own_unit(&self, number: UnitId) -> UnitShown {
        let battle = self.battle();
        let unit = &battle.units[number];
        let mut whole = self.shown(number, MayKnow::Own, true);
        whole.name = Some(unit.name.clone());
        let fights = battle.melee_of(number).map(|melee| melee.against(number)).unwrap_or_default();
        // Whom it fights it touches, and knows.
        let named = |&other: &UnitId| battle.units[other].id.clone();
        whole.own = Some(OwnUnitShown {
            general: battle.posts[unit.command].id.clone(),
            presence: unit.presence,
            order: unit.hold(battle.command_of(number).broken).as_str(),
            in_command: unit.here() && battle.in_command(number),
            melee: fights.iter().map(named).collect(),
            written: None,
            last_order: None,
        });
        whole
    }

    fn generals(&self) -> Vec<LeaderShown> {
        let (known, battle) = (self.sees.known, self.battle());
        let shown = |(number, post): (PostId, &Post)| {
            let details = Shown::to(MayKnow::Own, self.officer(number));
            shown::leader(known, post, battle.officer_place(number), None, details)
        };
        known.generals().map(shown).collect()
    }

    fn officer(&self, post: PostId) -> OfficerDetails {
        let battle = self.battle();
        let (officer, command) = (&battle.officers[post], &battle.commands[post]);
        let units = || battle.under(post).map(|unit| &battle.units[unit]);
        let first: i32 = units().map(|unit| unit.first.in_halves()).sum();
        let lost: i32 = units().map(|unit| unit.lost().in_halves()).sum();
        let pending = |pending: &Pending| PendingShown { order: pending.order, turns: pending.turns };
        OfficerDetails {
            ability: Some(officer.ability),
            bonus: Some(officer.bonus),
            radius: Some(officer.radius),
            facing: Some(officer.facing),
            command_order: Some(command.order),
            command_place: Some(command.place.map(|place| [place.x, place.y])),
            pending: Some(command.pending.as_ref().map(pending)),
            engaged: Some(command.engaged),
            broken: Some(command.broken),
            lost_per_cent: Some(100 * lost / first.max(1)),
        }
    }
}

/// A unit's condition on the scale that all rule sets share.
fn condition(unit: &Unit, broken: bool) -> Condition {
    match unit.disorder {
        _ if matches!(unit.presence, Presence::Gone | Presence::Left | Presence::Joined) => Condition::Gone,
        _ if broken => Condition::Broken,
        0..=3 => Condition::Steady,
        _ => Condition::Shaken,
    }
}
