//! Pursuits (§9.62, §2.61, §2.62, §seq.melee.3): victorious cavalry by its standing orders, infantry where its result lets it advance.

use krigsspil_field::prelude::*;
use krigsspil_turn::desk::{Go, Pause, each};
use serde_json::json;

use super::Run;
use super::advance::Mover;
use super::results::Decided;
use crate::battle::onset::arrives;
use crate::battle::questions::{ADVANCES, AdvanceChoice, RETURNS, ReturnChoice, STAYS_AT_SQUARE, StayChoice};
use crate::battle::state::*;
use crate::battle::walk::{Course, Stride};
use crate::procedures::cavalry::{AtSquare, CavalryFollowup, CavalryVersusSquare, SquareMelee};
use crate::procedures::melee_results::MeleeRow;
use crate::vocabulary::*;

/// What a winner does.
#[derive(Clone, Copy, Debug)]
enum Follows {
    /// Straight ahead, so many yards.
    Ahead(f64),
    /// Back toward where it began, so many yards.
    Back(f64),
    /// A wave goes on after its leader, so many yards (§5.42.C).
    Wave(f64),
    /// On around a square, so many yards (§9.5.C).
    Around(f64, UnitId),
}

impl Run<'_> {
    /// All winners pursue, return or stay; then those they have reached are in contact.
    pub(super) fn pursuits(&mut self, decided: &[Decided]) -> Result<(), Pause> {
        self.desk.next_step();
        let lost = |unit: UnitId| {
            decided.iter().any(|one| one.loser == unit && one.outcome.result != MeleeRow::Engaged)
        };
        let mut winners: Vec<UnitId> =
            decided.iter().map(|one| one.winner).filter(|&unit| !lost(unit)).collect();
        winners.sort();
        winners.dedup();
        winners.retain(|&unit| {
            self.unit(unit).here() && !self.battle.fighting(unit) && !self.unit(unit).turn.failed
        });
        let winners = self.battle.by_place(winners);
        let mut follow: Vec<(UnitId, Follows)> = Vec::new();
        let locked = self.columns_at_squares();
        each(self, &locked, |run, (unit, square)| run.leaves_square(*unit, *square, &mut follow))?;
        self.desk.next_step();
        each(self, &winners, |run, unit| run.follows_up(*unit, decided, &mut follow))?;
        self.desk.next_step();
        let beaten: Vec<Decided> =
            decided.iter().filter(|one| one.outcome.result != MeleeRow::Engaged).cloned().collect();
        let waves = self.behind_beaten(&beaten);
        each(self, &waves, |run, unit| {
            let yards = run.wave_after(*unit)?;
            follow.extend(yards.map(|yards| (*unit, Follows::Wave(yards))));
            Ok(())
        })?;
        self.follow_ups(&follow)?;
        // Who came behind a leader that has beaten a square and ridden on strikes it (§9.5.D, §5.42.F).
        let mut second: Vec<(UnitId, Follows)> = Vec::new();
        self.item(|run| {
            let behind = run.behind_square_breakers(&beaten)?;
            second.extend(behind.into_iter().map(|(unit, yards)| (unit, Follows::Wave(yards))));
            Ok(())
        })?;
        if second.is_empty() { Ok(()) } else { self.follow_ups(&second) }
    }

    /// Cavalry columns that are Engaged with a square.
    fn columns_at_squares(&self) -> Vec<(UnitId, UnitId)> {
        let pairs = self
            .battle
            .fights
            .iter()
            .flat_map(|fight| [(fight.striker, fight.struck), (fight.struck, fight.striker)]);
        let column = |unit: UnitId| self.unit(unit).mounted() && self.unit(unit).stance == Stance::Column;
        let mut found: Vec<(UnitId, UnitId)> = pairs
            .filter(|(unit, other)| {
                column(*unit)
                    && (self.unit(*other).stance == Stance::Square || self.unit(*other).square_to_horse())
                    && self.battle.charge_of(*unit).is_some()
            })
            .collect();
        found.sort_by(|a, b| self.battle.comes_first(a.0, b.0));
        found
    }

    /// It stays Engaged with the square, flows around it (Pursue), or goes back (Return) (§9.5.C).
    fn leaves_square(&mut self, unit: UnitId, square: UnitId, follow: &mut Vec<(UnitId, Follows)>) -> Go {
        let Some(charge) = self.battle.charge_of(unit).cloned() else { return Ok(()) };
        if self.ask(&STAYS_AT_SQUARE, unit, Some(square), &[StayChoice::Stay, StayChoice::Leave])?
            == StayChoice::Stay
        {
            return Ok(());
        }
        let facts = CavalryVersusSquare {
            formation: LineOrColumn::Column,
            elects_attack: true,
            passes_check: false,
            melee: SquareMelee::Engaged,
            stays_engaged: false,
            stays_after_win: false,
            orders: if charge.counter { ChargeOrders::Return } else { charge.orders },
            remaining_yards: Yards((charge.allowed - charge.charged).clamp(0, 2000)),
        };
        let leaves = super::telling::plain(self.tables, &facts)?;
        self.battle.fights.retain(|fight| !(fight.holds(unit) && fight.holds(square)));
        let yards = f64::from(leaves.yards_left.0);
        follow.push(match leaves.outcome {
            AtSquare::FlowsAround => (unit, Follows::Around(yards, square)),
            _ => (unit, Follows::Back(yards)),
        });
        Ok(())
    }

    fn follows_up(&mut self, unit: UnitId, decided: &[Decided], follow: &mut Vec<(UnitId, Follows)>) -> Go {
        let won: Vec<&Decided> = decided.iter().filter(|one| one.winner == unit).collect();
        let Some(best) = won.iter().max_by_key(|one| one.outcome.result) else { return Ok(()) };
        if best.outcome.result == MeleeRow::Engaged && !best.loser_square {
            return Ok(());
        }
        let own = self.unit(unit);
        if own.guns() || own.stance == Stance::Square || own.stance == Stance::BattalionMass {
            return Ok(());
        }
        // Who has failed a check this turn does not move of its own will (chart.morale-failure); but what it must it does.
        let willing = !own.turn.shaken;
        if !own.mounted() {
            let yards = won.iter().map(|one| one.outcome.infantry_advance_yards.0).min().unwrap_or(0);
            if yards > 0
                && willing
                && !own.prone
                && self.ask(&ADVANCES, unit, None, &[AdvanceChoice::Stay, AdvanceChoice::Advance])?
                    == AdvanceChoice::Advance
            {
                follow.push((unit, Follows::Ahead(f64::from(yards))));
            }
            return Ok(());
        }
        let Some(charge) = self.battle.charge_of(unit).cloned() else { return Ok(()) };
        // Who has beaten a square flows around it and goes on, whatever the result (§9.5.C); orders to return bind it (R76).
        let square = won.iter().find(|one| one.loser_square && one.outcome.result != MeleeRow::Engaged);
        if let Some(square) = square.map(|one| one.loser).filter(|_| !own.unformed()) {
            let facts = CavalryVersusSquare {
                formation: if own.stance == Stance::Line { LineOrColumn::Line } else { LineOrColumn::Column },
                elects_attack: true,
                passes_check: false,
                melee: SquareMelee::Won,
                stays_engaged: false,
                stays_after_win: true,
                orders: if charge.counter { ChargeOrders::Return } else { charge.orders },
                remaining_yards: Yards((charge.allowed - charge.charged).clamp(0, 2000)),
            };
            let goes = super::telling::plain(self.tables, &facts)?;
            if goes.outcome == AtSquare::FlowsAround {
                follow.push((unit, Follows::Around(f64::from(goes.yards_left.0), square)));
                return Ok(());
            }
        }
        let facts = CavalryFollowup {
            orders: if charge.counter { ChargeOrders::Return } else { charge.orders },
            result: best.outcome.result,
            beaten_arm: best.loser_arm,
            remaining_charge_yards: Yards((charge.allowed - charge.charged).clamp(0, 2000)),
            cossacks: own.ratings.cossacks,
            elephants: own.ratings.elephants,
        };
        let may = super::telling::plain(self.tables, &facts)?;
        if may.must_advance {
            follow.push((unit, Follows::Ahead(f64::from(may.advance_yards.0))));
        } else if !willing {
            return Ok(());
        } else if may.may_advance {
            if self.ask(&ADVANCES, unit, None, &[AdvanceChoice::Stay, AdvanceChoice::Advance])?
                == AdvanceChoice::Advance
            {
                follow.push((unit, Follows::Ahead(f64::from(may.advance_yards.0))));
            }
        } else if may.return_yards.0 > 0
            && self.ask(&RETURNS, unit, None, &[ReturnChoice::Return, ReturnChoice::Stay])?
                == ReturnChoice::Return
        {
            follow.push((unit, Follows::Back(f64::from(may.return_yards.0))));
        }
        Ok(())
    }

    /// They go; those who come to a square flow around it or attack (§9.5.B); whom they reach is in contact.
    fn follow_ups(&mut self, follow: &[(UnitId, Follows)]) -> Result<(), Pause> {
        let mut movers: Vec<Mover> = Vec::new();
        self.item(|run| {
            movers = run.followers(follow);
            run.limbered_flee(&movers);
            run.advance(&mut movers);
            Ok(())
        })?;
        self.at_squares(&mut movers)?;
        self.item(|run| run.followed(follow, &movers))
    }

    fn followers(&self, follow: &[(UnitId, Follows)]) -> Vec<Mover> {
        let mut movers = Vec::new();
        for (unit, how) in follow {
            let own = self.unit(*unit);
            let mover = match how {
                Follows::Ahead(yards) | Follows::Wave(yards) | Follows::Around(yards, _) => {
                    let course = Course::new(self.battle, &own.placed, &[Stride::Ahead(*yards + 1.0)]);
                    let going = crate::battle::pace::Going::Charge { wheels: false };
                    let pace = crate::battle::pace::Pace {
                        battle: self.battle,
                        tables: self.tables,
                        unit: *unit,
                        going,
                    };
                    let reach = course.reach(|over| pace.allowed(over).map(|_| *yards as i32));
                    let reach = arrives(self.battle, *unit, &course, reach);
                    let mut mover = Mover::new(*unit, course, reach, true);
                    mover.around.extend(if let Follows::Around(_, square) = how {
                        Some(*square)
                    } else {
                        None
                    });
                    // Whom it has flowed around it has behind it (§9.5.B).
                    mover
                        .around
                        .extend(self.battle.charge_of(*unit).into_iter().flat_map(|charge| &charge.around));
                    // A winner passes the square it has beaten (§9.5.C, §9.5.D).
                    if matches!(how, Follows::Ahead(_)) {
                        mover.around.extend(self.beaten_squares(own.side));
                    }
                    mover
                }
                Follows::Back(yards) => {
                    let from =
                        self.battle.charge_of(*unit).map_or(own.placed.pose().at, |charge| charge.from);
                    let way = from - own.placed.pose().at;
                    let long = way.length().min(*yards);
                    let ahead = way.unit().unwrap_or(Point::ORIGIN);
                    let frame = own.placed.frame();
                    let stride = Stride::Shift(ahead.dot(frame.right) * long, ahead.dot(frame.ahead) * long);
                    let course = Course::new(self.battle, &own.placed, &[stride]);
                    let reach = course.length;
                    Mover::new(*unit, course, reach, false)
                }
            };
            movers.push(mover);
        }
        movers
    }

    /// What becomes of those who have gone, and whom they strike.
    fn followed(&mut self, follow: &[(UnitId, Follows)], movers: &[Mover]) -> Go {
        let here: Vec<&Mover> = movers.iter().filter(|mover| self.unit(mover.unit).here()).collect();
        for mover in &here {
            self.unit_mut(mover.unit).turn.moved = true;
            let around = follow.iter().find_map(|(unit, how)| match how {
                Follows::Around(_, square) if *unit == mover.unit => Some(*square),
                _ => None,
            });
            if let Some(square) = around {
                self.tell("flows_around", "9.5.C", &[mover.unit, square], json!({}));
            }
            let what = if mover.charges { "pursues" } else { "returns" };
            let rule = if mover.charges { "9.62" } else { "2.61.B" };
            self.tell(what, rule, &[mover.unit], json!({"yards": whole_yards(mover.at)}));
            let clear = mover.course.unimpeded(self.battle, mover.at, &[]);
            let rode_around = around.is_some() || self.rode_around(mover);
            if let Some(charge) = self.battle.charges.iter_mut().find(|charge| charge.unit == mover.unit) {
                // The second of a wave continues its charge (§5.42.C): what it has run counts, unless something hinders it now.
                let wave =
                    follow.iter().any(|(unit, how)| *unit == mover.unit && matches!(how, Follows::Wave(_)));
                let before = if wave && clear >= mover.at { charge.unimpeded } else { 0 };
                charge.unimpeded = if rode_around { 0 } else { before + whole_yards(clear) };
                charge.charged += whole_yards(mover.at);
                if charge.fate == Fate::Stopped && mover.charges {
                    charge.fate = if mover.touched.is_empty() { Fate::Spent } else { Fate::Contact };
                }
            }
        }
        for mover in here.iter().filter(|mover| mover.charges) {
            for &enemy in &mover.touched {
                self.strikes(mover.unit, enemy);
            }
        }
        self.protective_fires()
    }

    /// Has a unit ridden around a square in its charge, or does its pursuit lead past one (§9.5.B, §9.5.C)? What is beaten elsewhere costs it nothing.
    fn rode_around(&self, mover: &Mover) -> bool {
        let passes = |square: &UnitId| {
            crate::battle::onset::touches(&mover.course, 0.0, mover.at, &self.unit(*square).placed).is_some()
        };
        let before = self.battle.charge_of(mover.unit).is_some_and(|charge| !charge.around.is_empty());
        before || mover.around.iter().any(passes)
    }

    /// Squares of the enemy that cavalry has beaten and that have not gone back yet.
    fn beaten_squares(&self, side: SideId) -> Vec<UnitId> {
        let beaten = |unit: &UnitId| self.unit(*unit).turn.owes_retreat.is_some();
        self.battle.enemies_of(side).filter(beaten).collect()
    }

    /// Limbered guns in the way of a pursuit flee (§5.51).
    fn limbered_flee(&mut self, movers: &[Mover]) {
        for mover in movers.iter().filter(|mover| mover.charges) {
            let side = self.unit(mover.unit).side;
            let guns = self.battle.enemies_of(side).filter(|&unit| {
                let there = self.unit(unit);
                there.stance == Stance::Limbered
                    && crate::battle::onset::touches(&mover.course, 0.0, mover.reach, &there.placed).is_some()
            });
            let guns = self.battle.by_place(guns.collect());
            for unit in guns {
                self.guns_flee(unit, mover.unit);
            }
        }
    }
}
