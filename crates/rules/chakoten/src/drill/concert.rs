//! The orders of a turn side by side: supports are named (§12.03.7), skirmishers go out and keep with their unit (chapter 14), infantry
//! receives horse in square (§05.02.1), and guns stay with the target they have ranged in on (§10.02.3).

use std::sync::Arc;

use krigsspil_engine::battle::{Arm, Deed, OrdersAsked, OwnUnit, SeenUnit, UnitAsked, UnitShown, View};
use krigsspil_field::prelude::Point;

use super::melee::{off, place};
use super::write;
use crate::battle::order::{Action, Chain, Formation, Step, UnitOrder, When};
use crate::battle::shown::{AskedDetails, UnitDetails};
use crate::battle::state::CM;

/// Horse that looks at infantry from within this many centimetres may be upon it in a turn; and the degrees within which it looks there.
const HORSE_CM: f64 = 35.0;
const LOOKS_DEG: f64 = 30.0;
/// No square is formed while enemies who fire stand as near as this.
const FIRE_CM: f64 = 25.0;
/// Skirmishers go out while the nearest enemy is between these, and stand this far before the front.
const OUT_CM: [f64; 2] = [18.0, 55.0];
const BEFORE_CM: f64 = 8.0;
/// Figures that can stand in square (§05.02.3), and that can support (§12.03.7).
const SQUARE_FIGURES: i32 = 8;
const SUPPORT_FIGURES: i32 = 10;
/// A support stands farther behind than break-in distance, in centimetres, and no farther than a turn's march in line or column; and
/// looks at its unit within so many degrees.
const BEHIND_CM: f64 = 6.0;
const LINE_CM: f64 = 10.0;
const COLUMN_CM: f64 = 16.0;
const BEHIND_DEG: f64 = 25.0;
/// A column that is to support comes up this far, in centimetres.
const COMES_UP_CM: f64 = 14.0;
/// A target that guns have ranged in on is kept while it is no farther than the nearest by this factor.
const KEPT: f64 = 1.5;

/// The orders of a turn, taken apart.
pub(super) struct Turn<'a> {
    pub(super) view: &'a View,
    pub(super) asked: &'a OrdersAsked,
    pub(super) orders: Vec<(Arc<str>, UnitOrder)>,
    /// Rides, and what else is no order to a unit.
    pub(super) others: Vec<Deed>,
}

/// The orders as they should be together.
pub(super) fn concert(view: &View, asked: &OrdersAsked, deeds: Vec<Deed>) -> Vec<Deed> {
    let mut turn = Turn { view, asked, orders: Vec::new(), others: Vec::new() };
    for deed in deeds {
        match deed.read::<Action>() {
            Ok(Action::Order { unit, order: Some(order), sheet: None }) => {
                turn.orders.push((Arc::from(&*unit.0), order));
            }
            _ => turn.others.push(deed),
        }
    }
    turn.as_they_can();
    turn.gunners_without_guns();
    turn.guns_are_made_ready();
    turn.guns_in_column();
    turn.off_bad_ground();
    turn.no_line_in_a_crowd();
    turn.out_of_the_jam();
    turn.around_those_who_stand();
    turn.out_of_the_way();
    turn.chains_keep_close();
    turn.squares();
    turn.skirmishers();
    turn.guns_keep_their_target();
    turn.supports();
    turn.chiefs_keep_near();
    let written = turn.orders.into_iter().map(|(unit, order)| write(&unit, order));
    written.chain(turn.others).collect()
}

pub(super) fn details(unit: &UnitShown) -> Option<&UnitDetails> {
    unit.details.get::<UnitDetails>()
}

fn cm(one: &UnitShown, other: &UnitShown) -> f64 {
    place(one.place).distance(place(other.place)) / CM
}

fn runs(unit: &UnitShown) -> bool {
    details(unit).is_some_and(|details| details.rout)
}

pub(super) fn parent(unit: &UnitShown) -> Option<&Arc<str>> {
    details(unit)?.parent.as_ref()?.as_ref()
}

pub(super) fn intact(unit: &UnitShown) -> bool {
    unit.own.as_ref().is_some_and(|own| !matches!(own.order, "U" | "FU"))
}

/// In order, so that it has nothing to mend.
pub(super) fn in_order(unit: &UnitShown) -> bool {
    unit.own.as_ref().is_some_and(|own| own.order == "OR")
}

/// A closed formation that supports, and can be supported.
pub(super) fn formed_up(unit: &UnitShown) -> bool {
    matches!(unit.formation, "line" | "attack_column" | "square" | "battalion_mass")
        && matches!(unit.arm, Arm::Infantry | Arm::Cavalry)
}

impl<'a> Turn<'a> {
    pub(super) fn unit(&self, id: &str) -> Option<&'a UnitShown> {
        self.view.here().find(|unit| &*unit.id == id)
    }

    pub(super) fn asked(&self, id: &str) -> Option<&'a UnitAsked> {
        self.asked.units.iter().find(|asked| &*asked.unit == id)
    }

    pub(super) fn order(&self, id: &str) -> Option<&UnitOrder> {
        self.orders.iter().find(|(unit, _)| &**unit == id).map(|(_, order)| order)
    }

    pub(super) fn set(&mut self, id: &str, order: UnitOrder) {
        match self.orders.iter_mut().find(|(unit, _)| &**unit == id) {
            Some((_, known)) => *known = order,
            None => self.orders.push((id.into(), order)),
        }
    }

    /// The own units that are asked and have orders of their own: no skirmishers that are out.
    pub(super) fn whole(&self) -> Vec<&'a UnitShown> {
        let asked = self.asked.units.iter().filter_map(|asked| self.unit(&asked.unit));
        asked.filter(|unit| parent(unit).is_none()).collect()
    }

    pub(super) fn nearest_enemy(&self, unit: &UnitShown) -> Option<f64> {
        let steady = self.view.enemies.iter().filter(|enemy| !runs(enemy) && enemy.arm != Arm::Wagon);
        steady.map(|enemy| cm(unit, enemy)).min_by(f64::total_cmp)
    }

    /// Skirmishers march with their unit straight ahead, and stand where it stands; before it turns or forms they are called in.
    fn chains_keep_close(&mut self) {
        let chains: Vec<(Arc<str>, Arc<str>)> = self
            .asked
            .units
            .iter()
            .filter_map(|asked| Some((asked.unit.clone(), parent(self.unit(&asked.unit)?)?.clone())))
            .collect();
        for (chain, unit) in chains {
            self.orders.retain(|(id, _)| *id != chain);
            let Some(UnitOrder::Move { steps, target, support }) = self.order(&unit).cloned() else {
                continue;
            };
            let attacks = steps.iter().any(|step| matches!(step, Step::Ahead { attack: true, .. }));
            let straight = steps.iter().all(|step| matches!(step, Step::Ahead { .. }));
            let near = self.unit(&unit).and_then(|unit| self.nearest_enemy(unit));
            let room = near.is_none_or(|near| near > OUT_CM[0] + BEFORE_CM);
            // Who runs gets no order (§03.03.5).
            let runs = self.unit(&chain).is_some_and(runs);
            if !attacks && straight && room && !runs {
                self.set(&chain, UnitOrder::march(steps));
            } else if !attacks && !steps.contains(&Step::Recall) {
                let mut with = vec![Step::Recall];
                with.extend(steps.into_iter().take(11));
                self.set(&unit, UnitOrder::Move { steps: with, target, support });
            }
        }
    }

    /// Infantry that horse may ride down stands in square, and stays so while it is threatened, unless others would shoot it to pieces.
    fn squares(&mut self) {
        for unit in self.whole() {
            let foot = unit.arm == Arm::Infantry && intact(unit) && unit.strength.now >= SQUARE_FIGURES;
            let attacks = self.order(&unit.id).is_some_and(UnitOrder::attacks);
            if !foot || attacks || !self.horse_threatens(unit) || self.under_fire(unit) {
                continue;
            }
            let may = |kind: &str| self.asked(&unit.id).is_some_and(|asked| asked.may.contains(&kind));
            match unit.formation {
                "square" if may("fire") => {
                    self.set(&unit.id, UnitOrder::fire(When::BeforeBreakIn { of: None }));
                }
                "square" if may("stand") => self.set(&unit.id, UnitOrder::stand()),
                "line" | "attack_column" if may("move") && self.may_square(unit) => {
                    let square = Step::Form { formation: Formation::Square };
                    self.set(&unit.id, UnitOrder::march(vec![square]));
                }
                _ => {}
            }
        }
    }

    fn may_square(&self, unit: &UnitShown) -> bool {
        self.limits(unit).is_some_and(|limits| limits.square)
    }

    fn limits(&self, unit: &UnitShown) -> Option<&'a crate::battle::shown::LimitsShown> {
        self.asked(&unit.id)?.details.get::<AskedDetails>()?.limits.as_ref()
    }

    fn horse_threatens(&self, unit: &UnitShown) -> bool {
        self.view.enemies.iter().any(|enemy| {
            enemy.arm == Arm::Cavalry
                && !runs(enemy)
                && 3 * enemy.strength.now >= unit.strength.now
                && cm(unit, enemy) <= HORSE_CM
                && off(enemy, unit.place) <= LOOKS_DEG
        })
    }

    fn under_fire(&self, unit: &UnitShown) -> bool {
        self.view.enemies.iter().any(|enemy| {
            matches!(enemy.arm, Arm::Infantry | Arm::Artillery) && !runs(enemy) && cm(unit, enemy) <= FIRE_CM
        })
    }

    /// Skirmishers go out before a unit that stands or comes on while the enemy is neither far nor upon it.
    fn skirmishers(&mut self) {
        for unit in self.whole() {
            let out = details(unit).is_none_or(|details| details.sent_out);
            let figures = self.limits(unit).map_or(0, |limits| limits.skirmishers);
            let near = self.nearest_enemy(unit);
            let time = near.is_some_and(|near| (OUT_CM[0]..=OUT_CM[1]).contains(&near));
            if out || figures < 3 || !time || !intact(unit) || unit.arm != Arm::Infantry {
                continue;
            }
            let send = Step::SendOut { figures, chain: Chain::Dense, cm: BEFORE_CM };
            match self.order(&unit.id).cloned() {
                // Whoever is out of order stands to reorganise (§13.06.1).
                Some(UnitOrder::Stand { support }) if in_order(unit) => {
                    self.set(&unit.id, UnitOrder::Move { steps: vec![send], target: None, support });
                }
                Some(UnitOrder::Fire { when: When::BeforeBreakIn { of }, target, also, ranging, steps }) => {
                    let mut with = vec![send];
                    with.extend(steps.into_iter().take(11));
                    let when = When::BeforeBreakIn { of };
                    self.set(&unit.id, UnitOrder::Fire { when, target, also, ranging, steps: with });
                }
                _ => {}
            }
        }
    }

    /// Gunners who have left their guns have none to limber or to bring into position (§04.04.3).
    fn gunners_without_guns(&mut self) {
        for unit in self.whole() {
            let battery = details(unit).and_then(|details| details.battery.as_ref()?.as_ref());
            if !battery.is_some_and(|battery| battery.abandoned) {
                continue;
            }
            let served =
                |step: &Step| matches!(step, Step::Limber { .. } | Step::Unlimber { .. } | Step::Prepare);
            self.orders.retain_mut(|(id, order)| match order {
                UnitOrder::Move { steps, .. } if *id == unit.id => {
                    steps.retain(|step| !served(step));
                    !steps.is_empty()
                }
                _ => true,
            });
        }
    }

    /// Guns whose gunners have come back, or which have been pulled back by hand, are made ready before they fire (§10.01.2).
    fn guns_are_made_ready(&mut self) {
        for unit in self.whole() {
            let Some(shown) = details(unit) else { continue };
            let Some(Some(battery)) = &shown.battery else { continue };
            if battery.ready || battery.abandoned || shown.limbered != Some(false) {
                continue;
            }
            let fires = |order: &UnitOrder| matches!(order, UnitOrder::Fire { when: When::AtOnce, .. });
            if let Some((_, order)) =
                self.orders.iter_mut().find(|(id, order)| *id == unit.id && fires(order))
            {
                *order = UnitOrder::march(vec![Step::Prepare]);
            }
        }
    }

    /// Guns that have ranged in on a target keep to it while it is not much farther than the one they would fire at.
    fn guns_keep_their_target(&mut self) {
        for unit in self.whole() {
            let battery = details(unit).and_then(|details| details.battery.as_ref()?.as_ref());
            let Some(kept) = battery.and_then(|battery| battery.registered.clone()) else { continue };
            let Some(UnitOrder::Fire { target: Some(target), .. }) = self.order(&unit.id) else { continue };
            let enemy = |id: &str| self.view.enemies.iter().find(|enemy| &*enemy.id == id);
            let (Some(aimed), Some(before)) = (enemy(target), enemy(&kept)) else { continue };
            let friends_near = self.view.here().any(|friend| cm(friend, before) <= 10.0);
            let bears = off(unit, before.place) <= super::numbers::DOCTRINE.guns_bear;
            if runs(before) || !bears || friends_near || cm(unit, before) > KEPT * cm(unit, aimed) {
                continue;
            }
            if let Some((_, UnitOrder::Fire { target, .. })) =
                self.orders.iter_mut().find(|(id, _)| *id == unit.id)
            {
                *target = Some(SeenUnit::from(&*kept));
            }
        }
    }

    /// Every attack gets the best support that is at hand: it stands on the sheet of the unit that supports (§12.03.7).
    fn supports(&mut self) {
        let attacks: Vec<(Arc<str>, Point)> = self
            .orders
            .iter()
            .filter(|(_, order)| order.attacks())
            .filter_map(|(id, order)| Some((id.clone(), self.comes_to(id, order)?)))
            .collect();
        for (attacker, at) in attacks {
            let Some(front) = self.unit(&attacker) else { continue };
            let mut near: Vec<(f64, Arc<str>)> = self
                .whole()
                .into_iter()
                .filter(|behind| self.may_support(behind, front, at))
                .map(|behind| (place(behind.place).distance(at), behind.id.clone()))
                .collect();
            near.sort_by(|a, b| a.0.total_cmp(&b.0).then_with(|| a.1.cmp(&b.1)));
            let named = Some(OwnUnit::from(&*attacker));
            let Some((_, behind)) = near.into_iter().next() else {
                self.brought_up(front, at, named);
                continue;
            };
            let order = match self.order(&behind).cloned() {
                Some(UnitOrder::Move { steps, target, .. }) => {
                    UnitOrder::Move { steps, target, support: named }
                }
                _ => UnitOrder::Stand { support: named },
            };
            self.set(&behind, order);
        }
    }

    /// Nobody stands right: a column farther behind, that looks there and does nothing else, is brought up so far that it does.
    fn brought_up(&mut self, front: &UnitShown, at: Point, support: Option<OwnUnit>) {
        let gap = |behind: &UnitShown| (place(behind.place).distance(at) - front.depth) / CM;
        // It marches as long as the attack does, no faster than a column.
        let comes_up = (place(front.place).distance(at) / CM).min(COMES_UP_CM);
        let far = |behind: &&UnitShown| {
            behind.formation == "attack_column"
                && (COLUMN_CM..=COLUMN_CM + comes_up).contains(&gap(behind))
                && self.asked(&behind.id).is_some_and(|asked| asked.may.contains(&"move"))
                && self.fit_to_support(behind, front, at)
        };
        let nearest = self
            .whole()
            .into_iter()
            .filter(far)
            .min_by(|a, b| gap(a).total_cmp(&gap(b)).then_with(|| a.id.cmp(&b.id)));
        if let Some(behind) = nearest {
            let cm = Some(gap(behind) - COLUMN_CM + 1.0);
            let ahead = Step::Ahead { cm, turns: None, attack: false, storm: false };
            self.set(&behind.id, UnitOrder::Move { steps: vec![ahead], target: None, support });
        }
    }

    /// Where an attack fights: at break-in distance before its target.
    fn comes_to(&self, id: &str, order: &UnitOrder) -> Option<Point> {
        let UnitOrder::Move { target: Some(target), .. } = order else { return None };
        let (unit, enemy) = (self.unit(id)?, self.view.enemies.iter().find(|enemy| *enemy.id == *target.0)?);
        let (from, to) = (place(unit.place), place(enemy.place));
        let back = (from - to).unit()? * (5.0 * CM).min(from.distance(to));
        Some(to + back)
    }

    fn may_support(&self, behind: &UnitShown, front: &UnitShown, at: Point) -> bool {
        let reach = if behind.formation == "line" { LINE_CM } else { COLUMN_CM };
        let gap = (place(behind.place).distance(at) - front.depth) / CM;
        (BEHIND_CM..=reach).contains(&gap) && self.fit_to_support(behind, front, at)
    }

    /// Could it support the other, if it stood near enough (§12.03.7)?
    fn fit_to_support(&self, behind: &UnitShown, front: &UnitShown, at: Point) -> bool {
        let general = |unit: &UnitShown| unit.own.as_ref().map(|own| own.general.clone());
        let free = match self.order(&behind.id) {
            None | Some(UnitOrder::Stand { support: None }) => {
                self.asked(&behind.id).is_some_and(|asked| asked.may.contains(&"stand"))
            }
            Some(UnitOrder::Move { steps, support: None, .. }) => {
                steps.iter().all(|step| matches!(step, Step::Ahead { attack: false, storm: false, .. }))
            }
            _ => false,
        };
        free && behind.id != front.id
            && general(behind) == general(front)
            && intact(behind)
            && formed_up(behind)
            && formed_up(front)
            && (behind.arm == front.arm || behind.arm == Arm::Cavalry)
            && behind.strength.now >= SUPPORT_FIGURES
            && 2 * behind.strength.now >= front.strength.now
            && off(behind, [at.x, at.y]) <= BEHIND_DEG
    }
}
