//! What a unit may be told in a phase, and why not. Checks rest on the unit itself and on enemies its seat knows of; what would have to be
//! measured is measured only when it is done (§1.1.4).

use krigsspil_engine::battle::Refused;
use krigsspil_engine::wordings::NOT_YOURS;
use krigsspil_engine::{OrNull, Refusal};
use krigsspil_field::prelude::Point;
use krigsspil_turn::knowledge::Known;

use super::bodies::{can_form, metres_to, plain};
use super::command::{corps, in_command, leash, must_return, order_of};
use super::knowing::Eyes;
use super::march::{Halt, Limits};
use super::order::{Step, UnitOrder};
use super::refusals::*;
use super::run::{dispositions_open, limits_of, planned, strikes_flank};
use super::sequence::*;
use super::state::*;
use crate::procedures::ammunition::Ammunition;
use crate::procedures::attack::{ReactionOption, ReactionOptions};
use crate::procedures::corps::ArtilleryDuty;
use crate::procedures::moving::{MayMove, MoveBar, MoveDirection};
use crate::tables::Tables;
use crate::vocabulary::{AttackedBy, CorpsOrder, Formation, Order};

fn by_rule(field: &str, refusal: &'static Refusal) -> Refused {
    Refused::ByRule(field.to_string(), refusal)
}

/// A unit's order being checked for a seat.
#[derive(Clone, Copy)]
pub(super) struct Checking<'a> {
    pub eyes: Eyes<'a>,
    pub tables: &'a Tables,
}

impl<'a> Checking<'a> {
    fn battle(&self) -> &'a Battle {
        self.eyes.battle()
    }

    fn of(&self, unit: UnitId) -> &'a Unit {
        &self.battle().units[unit]
    }

    pub fn phase(&self) -> &'static str {
        self.battle().stand.phase(&PERIOD).name
    }

    fn in_phase(&self, phase: &str) -> Result<(), Refused> {
        if self.phase() == phase { Ok(()) } else { Err(by_rule("kind", &NOT_THIS_PHASE)) }
    }

    /// An enemy the seat sees.
    fn enemy(&self, unit: UnitId, id: &str) -> Result<UnitId, Refused> {
        let found = self.battle().unit(id).filter(|&target| {
            self.eyes.knows(target) && self.of(target).here() && self.of(target).side != self.of(unit).side
        });
        found.ok_or_else(|| by_rule("target", &TARGET_UNSEEN))
    }

    /// Enemies on the table that the seat knows of.
    pub fn known_enemies(&self, unit: UnitId) -> impl Iterator<Item = UnitId> + 'a {
        let eyes = self.eyes;
        self.battle().enemies(self.of(unit).side).filter(move |&enemy| eyes.knows(enemy))
    }

    /// The same with how far they are, in centimetres, the nearest first; of two as near, by place.
    pub fn nearest_enemies(&self, unit: UnitId, within: f64) -> Vec<(f64, UnitId)> {
        let battle = self.battle();
        let own = battle.units[unit].placed.extent();
        // Boxes farther apart hold nobody so near.
        let boxes = |enemy: UnitId| own.distance(battle.units[enemy].placed.extent()) / CM <= within + 0.001;
        let near = self.known_enemies(unit).filter(|&enemy| boxes(enemy));
        let near = near.map(|enemy| (battle.cm_between(unit, enemy), enemy));
        let mut near: Vec<(f64, UnitId)> = near.filter(|(cm, _)| *cm <= within).collect();
        let place = |unit: UnitId| battle.units[unit].placed.centre();
        near.sort_by(|a, b| {
            let (one, other) = (place(a.1), place(b.1));
            a.0.total_cmp(&b.0).then(one.x.total_cmp(&other.x)).then(one.y.total_cmp(&other.y))
        });
        near
    }

    /// May the unit be told this now?
    pub fn check(&self, unit: UnitId, order: &UnitOrder) -> Result<(), Refused> {
        if !self.of(unit).here() {
            return Err(by_rule("unit", &NOT_ON_THE_TABLE));
        }
        if self.battle().turns.runs() || !self.battle().stand.may_act(self.of(unit).side) {
            return Err(by_rule("kind", &NOT_THIS_PHASE));
        }
        match order {
            UnitOrder::Move { steps } => self.moves(unit, steps),
            UnitOrder::Attack { target, .. } => self.attacks(unit, target),
            UnitOrder::React { steps, attack } => self.reacts(unit, steps, attack.as_deref()),
            UnitOrder::Dispose { how, .. } => {
                self.in_phase(DISPOSITIONS)?;
                let open = dispositions_open(self.battle(), self.tables, unit);
                if open.contains(how) { Ok(()) } else { Err(by_rule("how", &NO_DISPOSITION)) }
            }
            UnitOrder::Fire { target, .. } => self.fires(unit, target),
            UnitOrder::Resupply => self.resupplies(unit),
            UnitOrder::Abort { .. } => {
                self.in_phase(ABORTS)?;
                if self.of(unit).now.attack.is_some() {
                    Ok(())
                } else {
                    Err(by_rule("kind", &NOTHING_TO_ABORT))
                }
            }
            UnitOrder::BreakOff => {
                self.in_phase(ABORTS)?;
                let of = self.of(unit);
                let may = !of.melee.is_empty()
                    && !of.now.broke_off
                    && !of.is_battery()
                    && of.zone.is_none()
                    && !of.is_mob();
                if may { Ok(()) } else { Err(by_rule("kind", &NOTHING_TO_BREAK_OFF)) }
            }
            UnitOrder::LeaveTown => {
                self.in_phase(ABORTS)?;
                let of = self.of(unit);
                let held = of.is_battery()
                    && of.zone.is_some_and(|inside| super::run::zone_in_melee(self.battle(), inside.zone));
                if held { Ok(()) } else { Err(by_rule("kind", &NOT_IN_TOWN)) }
            }
            UnitOrder::Reorganise { formation, .. } => self.reorganises(unit, *formation),
        }
    }

    fn moves(&self, unit: UnitId, steps: &[Step]) -> Result<(), Refused> {
        self.in_phase(MOVES)?;
        let of = self.of(unit);
        if of.now.done {
            return Err(by_rule("unit", &LET_GO));
        }
        let goes_back =
            steps.iter().any(|step| matches!(step, Step::Go { degrees, .. } if degrees.abs() > 90.0));
        let marches = steps.iter().take_while(|step| !matches!(step, Step::Form { .. }));
        let in_square = of.formation == Formation::Square
            && marches.clone().any(|step| matches!(step, Step::Go { .. } | Step::Turn { .. }));
        let facts = MayMove {
            arm: of.branch.arm(),
            order: of.order,
            in_square,
            in_continued_melee: !of.melee.is_empty(),
            passive_side: false,
            reaction_succeeded: false,
            leaves_command: false,
            declares_attack: false,
            goes_back,
            turns_gone_back: of.gone_back.clamp(0, 20),
        };
        let may = plain(&facts, self.tables)?;
        if let Some(bar) = may.reasons.first() {
            return Err(by_rule("steps", refusal_of(*bar)));
        }
        let stays = of.detached.is_some_and(|detached| detached.arrived);
        if stays && steps.iter().any(|step| !matches!(step, Step::Turn { .. } | Step::Form { .. })) {
            return Err(by_rule("steps", &DETACHED_STAYS));
        }
        self.steps(unit, steps)?;
        self.unlimbers(unit, steps)?;
        self.comes_nearer(unit, steps)
    }

    /// Who is out of command comes back into it, or nearer; cavalry may ride on into an enemy instead (§2.4.3.p2, §4.9.2). Reckoned as the
    /// seat may suppose it: whoever is hidden on its way stops it without a word beforehand.
    fn comes_nearer(&self, unit: UnitId, steps: &[Step]) -> Result<(), Refused> {
        let (battle, of) = (self.battle(), self.of(unit));
        let limits = limits_of(battle, unit);
        if let Some(detached) = of.detached.filter(|detached| !detached.arrived) {
            return self.comes_to_its_point(unit, limits, steps, detached.point);
        }
        let bound = limits.chief.is_none()
            && of.order != Order::FullDisorder
            && (must_return(battle, unit, self.tables) || of.sortie);
        let Some((chief, reach)) = leash(battle, unit).filter(|_| bound) else { return Ok(()) };
        let done = planned(battle, self.tables, unit, limits, steps);
        let attacks =
            of.is_cavalry() && of.order == Order::Order && matches!(done.halt, Some(Halt::Enemy(_)));
        let (before, after) = (metres_to(&of.placed, chief), metres_to(&done.placed, chief));
        // A change of formation brings it home sooner (§2.5.p2), and a unit in disorder may see to itself first (§2.13).
        let sees_to_itself = of.order == Order::Disorder || done.formation != of.formation;
        if after <= reach + 0.01 || after < before - 1.0 || attacks || sees_to_itself && after <= before + 1.0
        {
            return Ok(());
        }
        Err(by_rule("steps", &MUST_RETURN))
    }

    /// A detached brigade on its way goes no farther from its point (§2.11).
    fn comes_to_its_point(
        &self,
        unit: UnitId,
        limits: Limits,
        steps: &[Step],
        point: Point,
    ) -> Result<(), Refused> {
        let of = self.of(unit);
        let done = planned(self.battle(), self.tables, unit, limits, steps);
        let (before, after) = (metres_to(&of.placed, point), metres_to(&done.placed, point));
        if after <= before + 1.0 || of.order == Order::Disorder {
            return Ok(());
        }
        Err(by_rule("steps", &TO_ITS_POINT))
    }

    /// Under a march order guns stay limbered; under an attack order they come up first (§2.7.p7, §2.10.p3).
    fn unlimbers(&self, unit: UnitId, steps: &[Step]) -> Result<(), Refused> {
        if !steps.iter().any(|step| matches!(step, Step::Unlimber { .. })) {
            return Ok(());
        }
        let battle = self.battle();
        let order = order_of(battle, unit);
        let in_range = self.known_enemies(unit).any(|enemy| battle.cm_between(unit, enemy) <= 50.0);
        let general = corps(battle, unit);
        let near = battle.cm_from(battle.place_of(general), unit) <= battle.staff[general].command_cm;
        let facts = ArtilleryDuty {
            order,
            enemy_in_range: in_range,
            in_command: near || in_command(battle, unit, self.tables),
        };
        match plain(&facts, self.tables)? {
            duty if duty.may_unlimber => Ok(()),
            _ if order == CorpsOrder::March => Err(by_rule("steps", &GUNS_LIMBERED_ON_MARCH)),
            _ => Err(by_rule("steps", &GUNS_COME_UP)),
        }
    }

    /// Steps that make sense for the unit as they follow each other.
    pub fn steps(&self, unit: UnitId, steps: &[Step]) -> Result<(), Refused> {
        let of = self.of(unit);
        let guns = of.is_battery();
        let mut formation = of.formation;
        let mut in_zone = of.zone.is_some();
        let mut limbered_once = false;
        for (place, step) in steps.iter().enumerate() {
            let refuse = |refusal| Err(by_rule(&format!("steps[{place}]"), refusal));
            match *step {
                Step::Go { degrees, .. } => {
                    let facts = MoveDirection {
                        angle_deg: degrees.abs().min(180.0),
                        turn_deg: 0.0,
                        road_column: false,
                    };
                    if plain(&facts, self.tables)?.needs_turn {
                        return refuse(&TURN_FIRST);
                    }
                }
                Step::Turn { degrees } if formation == Formation::Unlimbered && degrees.abs() > 45.0 => {
                    return refuse(&GUNS_TURN_45);
                }
                Step::Turn { .. } => {}
                Step::Form { formation: into, ranks, .. } => {
                    if guns || in_zone || !can_form(of, into, ranks, self.tables) {
                        return refuse(&CANNOT_FORM);
                    }
                    formation = into;
                }
                Step::Limber | Step::Unlimber { .. } => {
                    let into = if matches!(step, Step::Limber) {
                        Formation::Limbered
                    } else {
                        Formation::Unlimbered
                    };
                    let abandoned = of.battery.as_ref().is_some_and(|guns| guns.guns_left.is_some());
                    if !guns || in_zone || formation == into || abandoned || limbered_once {
                        return refuse(&CANNOT_LIMBER);
                    }
                    (formation, limbered_once) = (into, true);
                }
                Step::Enter { .. } => in_zone = true,
                Step::Leave { formation: into, .. } => {
                    if !in_zone {
                        return refuse(&NOT_IN_TOWN);
                    }
                    in_zone = false;
                    formation = into.unwrap_or(if guns { Formation::Limbered } else { Formation::Line });
                }
                Step::ShiftSide { .. } | Step::TurnOut => {
                    if !guns || !in_zone {
                        return refuse(&NOT_IN_TOWN);
                    }
                }
                Step::LeaveTable => {}
            }
        }
        Ok(())
    }

    fn attacks(&self, unit: UnitId, target: &str) -> Result<(), Refused> {
        self.in_phase(DECLARATIONS)?;
        let target = self.enemy(unit, target)?;
        if self.of(unit).is_infantry() && self.of(target).is_cavalry() {
            return Err(by_rule("target", &NOT_AT_CAVALRY));
        }
        if !self.of(unit).melee.is_empty() {
            return Err(by_rule("unit", &HELD_BY_MELEE));
        }
        match strikes_flank(self.battle(), self.tables, unit, target) {
            Some(_) => Ok(()),
            None => Err(by_rule("target", &CANNOT_ATTACK)),
        }
    }

    /// Is there something within 20 cm it may react to? The passive side reacts to all the active side did, the active side only to
    /// reactions (§5.2.1).
    pub fn may_react(&self, unit: UnitId) -> bool {
        let battle = self.battle();
        let of = self.of(unit);
        let passive = of.side != battle.active();
        let acted = self.known_enemies(unit).filter(|&enemy| {
            let now = &self.of(enemy).now;
            if passive { now.acted } else { now.reaction_made }
        });
        let near = battle.nearest(unit, acted).map(|(cm, _)| cm);
        let facts = ReactionOptions {
            arm: of.branch,
            order: of.order,
            formation: of.formation,
            enemy_action_cm: OrNull(near.map(|cm| (cm - 0.001).ceil().clamp(0.0, 2000.0) as i32)),
            attacked_by: AttackedBy::None,
            flank_or_rear: false,
            by_continued_attack: false,
            attached_to: AttackedBy::None,
            already_reacted: of.now.reacted,
            in_continued_melee: !of.melee.is_empty(),
            in_town: of.zone.is_some(),
        };
        plain(&facts, self.tables).is_ok_and(|open| open.options.contains(&ReactionOption::ReactionMove))
    }

    fn reacts(&self, unit: UnitId, steps: &[Step], attack: Option<&str>) -> Result<(), Refused> {
        self.in_phase(REACTIONS)?;
        if !self.may_react(unit) {
            return Err(by_rule("unit", &NO_REACTION));
        }
        if let Some(target) = attack {
            self.enemy(unit, target)?;
            if self.of(unit).order != Order::Order {
                return Err(by_rule("attack", &CANNOT_ATTACK));
            }
        }
        self.steps(unit, steps)
    }

    /// Could it fire at all, whatever it would fire at?
    pub fn may_fire(&self, unit: UnitId) -> bool {
        let of = self.of(unit);
        let row = self.tables.unit(of.kind);
        let guns_ready = of.battery.as_ref().is_none_or(|guns| {
            guns.loads > 0
                && of.formation == Formation::Unlimbered
                && guns.guns_left.is_none()
                && guns.sheltering.is_none()
        });
        of.side != self.battle().active()
            && row.fire.is_some()
            && !of.is_cavalry()
            && !of.is_mob()
            && !of.now.declared
            && !of.now.tried
            && of.melee.is_empty()
            && guns_ready
            && (of.is_battery() || of.formation != Formation::MarchColumn || of.zone.is_some())
            && of.zone.is_none_or(|inside| !inside.inward)
    }

    fn fires(&self, unit: UnitId, target: &str) -> Result<(), Refused> {
        self.in_phase(FIRE)?;
        if !self.may_fire(unit) {
            return Err(by_rule("unit", &CANNOT_FIRE));
        }
        let target = self.enemy(unit, target)?;
        let at = self.of(target);
        if !at.melee.is_empty() {
            return Err(by_rule("target", &CANNOT_FIRE));
        }
        if self.of(unit).is_infantry() && at.zone.is_some() {
            return Err(by_rule("target", &NOT_AT_TOWNS));
        }
        Ok(())
    }

    /// A battery with room for more.
    pub fn may_resupply(&self, unit: UnitId) -> bool {
        let of = self.of(unit);
        let Some(guns) = &of.battery else { return false };
        let facts =
            Ammunition { gun: guns.gun, french_guard: self.tables.unit(of.kind).french_guard, shots: 0 };
        let full = plain(&facts, self.tables).map_or(0, |ammunition| ammunition.full);
        guns.loads < full && !of.is_mob() && guns.guns_left.is_none()
    }

    fn resupplies(&self, unit: UnitId) -> Result<(), Refused> {
        self.in_phase(FIRE)?;
        if self.may_resupply(unit) { Ok(()) } else { Err(by_rule("unit", &NO_RESUPPLY)) }
    }

    fn reorganises(&self, unit: UnitId, formation: Option<Formation>) -> Result<(), Refused> {
        self.in_phase(REORGANISATION)?;
        let of = self.of(unit);
        if !of.is_mob() || of.since_rout < 1 {
            return Err(by_rule("unit", &NOTHING_TO_REORGANISE));
        }
        let wrong = formation.is_some_and(|formation| {
            let mut formed = of.clone();
            formed.order = Order::Disorder;
            !can_form(&formed, formation, of.ranks, self.tables) || formation == Formation::Unlimbered
        });
        if wrong { Err(by_rule("formation", &CANNOT_FORM)) } else { Ok(()) }
    }

    /// The enemies a unit touches that its seat knows of, by place.
    pub fn touched(&self, unit: UnitId) -> Vec<UnitId> {
        let touching =
            self.known_enemies(unit).filter(|&enemy| super::command::touch(self.battle(), unit, enemy));
        self.battle().by_place(touching.collect::<Vec<_>>())
    }

    /// A unit of the seat, by its id.
    pub fn own_named(&self, id: &str) -> Result<UnitId, Refused> {
        let own = self.battle().unit(id).filter(|&unit| self.own(unit) && self.eyes.side().is_some());
        own.ok_or_else(|| Refused::not_yours("unit", NOT_YOURS.with([("given", id.into())])))
    }

    /// The seat commands it.
    pub fn own(&self, unit: UnitId) -> bool {
        Some(self.battle().seat_of(unit)) == self.eyes.seat()
    }
}

fn refusal_of(bar: MoveBar) -> &'static Refusal {
    match bar {
        MoveBar::FullDisorder => &MOB_STAYS,
        MoveBar::Square => &SQUARE_STAYS,
        MoveBar::ContinuedMelee => &HELD_BY_MELEE,
        MoveBar::PassiveWithoutReaction => &NOT_THIS_PHASE,
        MoveBar::LeavesCommand => &MUST_RETURN,
        MoveBar::TwoTurnsBack => &TWO_TURNS_BACK,
    }
}
