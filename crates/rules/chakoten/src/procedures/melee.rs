//! Chapter 12: the melee.

use krigsspil_engine::dice::{Dice, Die};
use krigsspil_engine::{About, Fault, Figures, Group, Listener, Men, Points, Procedure};

use super::attack::{TOO_FEW, figures_taking_part};
use super::melee_points::{Clash, Fighter, Side, tell};
use super::order::cancelled;
use super::small_arms::units;
use crate::modifiers::melee::*;
use crate::tables::{RanksTakingPart, Tables};
use crate::vocabulary::*;

krigsspil_engine::facts! {
    /// The attacking side.
    pub struct MeleeAttacker {
        arm: AttackerArm, "skema XV";
        formation: AttackerFormation = AttackerFormation::Line, "skema XV";
        ranks: Vec<i32> [1..=40 each 1..=200], "12.02.3";
        skirmish_figures: Figures [0..=200] = Figures(0), "14.04.3";
        skirmishers_out: bool = false, "12.03.8";
        order: IntactOrder = IntactOrder::Good, "skema XV";
        valeur: i32 [-4..=5] = 0, "skema XV";
        training: i32 [-1..=2] = 0, "skema XV";
        chief_modifier: i32 [-2..=2] = 0, "skema XVI";
        support: bool = false, "12.03.7";
        first_action: bool = false, "12.03.9";
        no_ammunition: bool = false, "12.01.5";
        rifles_only: bool = false, "skema XV";
        momentum: Momentum = Momentum::Momentum, "12.03.4";
        complete_victory: bool = false, "12.03.12";
        column_no_room: bool = false, "17.03.2";
        no_attack_column_bonus: bool = false, "04.05.3";
        uphill: bool = false, "12.03.5";
        obstacle: i32 [0..=3] = 0, "12.03.11";
        flank_attack: bool = false, "12.03.6";
    }
}

krigsspil_engine::facts! {
    /// The other side.
    pub struct MeleeDefender {
        arm: MeleeArm, "skema XV";
        formation: MeleeFormation = MeleeFormation::Line, "skema XV";
        ranks: Vec<i32> [1..=40 each 1..=200], "12.02.3";
        skirmish_figures: Figures [0..=200] = Figures(0), "14.04.3";
        skirmishers_out: bool = false, "12.03.8";
        order: Order = Order::Good, "skema XV";
        valeur: i32 [-4..=5] = 0, "skema XV";
        training: i32 [-1..=2] = 0, "skema XV";
        chief_modifier: i32 [-2..=2] = 0, "skema XVI";
        support: bool = false, "12.03.7";
        first_action: bool = false, "12.03.9";
        no_ammunition: bool = false, "12.01.5";
        rifles_only: bool = false, "skema XV";
        momentum: Momentum = Momentum::Momentum, "12.03.4";
        complete_victory: bool = false, "12.03.12";
        column_no_room: bool = false, "17.03.2";
        no_attack_column_bonus: bool = false, "04.05.3";
        uphill: bool = false, "12.03.5";
        obstacle: i32 [0..=3] = 0, "12.03.11";
        cover: i32 [0..=3] = 0, "07.05.6";
        flanks_secured: bool = false, "12.03.2";
        street_facing: bool = false, "17.03.2";
        smoke: Smoke = Smoke::None, "skema XV";
        not_stationary: bool = false, "skema XV";
        cannot_retreat: bool = false, "13.02.1";
    }
}

krigsspil_engine::facts! {
    /// Two units at break-in distance.
    pub struct Melee {
        attacker: MeleeAttacker, "12.02.1";
        defender: MeleeDefender, "12.02.1";
        both_attack: bool = false, "12.02.1";
        continued: bool = false, "skema XV";
        built_up_area: bool = false, "17.03.1";
    }
}

krigsspil_engine::outcome! {
    /// The outcome for both.
    pub struct MeleeResult {
        attacker_points: Points, of first;
        defender_points: Points, of second;
        attacker_modifier: i32, of first;
        defender_modifier: i32, of second;
        refused: RefusingSide;
        attacker_total: i32, of first;
        defender_total: i32, of second;
        difference: i32;
        winner: MeleeWinner;
        block: MeleeBlock;
        loser_result: MeleeEffect;
        attacker_order_after: Order, of first;
        defender_order_after: Order, of second;
        mutual_disorder: bool;
        attacker_ranks: i32;
        defender_ranks: i32;
        attacker_units: i32;
        defender_units: i32;
        attacker_men_lost: Men;
        defender_men_lost: Men;
        prisoners_if_held: i32;
    }
}

impl Procedure for Melee {
    type Tables = Tables;
    type Outcome = MeleeResult;
    const ABOUT: About = About {
        name: "melee",
        group: Group::Melee,
        dice: "3d6 + 3d6",
        cites: &[
            "05.04.2",
            "07.05.6",
            "12.01.2",
            "12.01.5",
            "12.01.6",
            "12.02.1",
            "12.02.2",
            "12.02.3",
            "12.03.1",
            "12.03.2",
            "12.03.3",
            "12.03.4",
            "12.03.5",
            "12.03.6",
            "12.03.8",
            "12.03.9",
            "12.03.10",
            "12.03.11",
            "12.03.12",
            "13.01.4",
            "13.02.1",
            "13.02.2",
            "13.04.1",
            "13.04.2",
            "14.04.3",
            "15.03.1",
            "17.03.1",
            "17.03.2",
            "skema XV",
            "skema XVI",
            "skema XVII",
            "skema XVIII",
            "12.02.2.1",
            "12.02.2.2",
            "12.02.2.3",
            "12.02.2.4",
            "skema XV.note1",
            "skema XV.note2",
            "skema XV.note4",
        ],
    };

    fn resolve<D: Dice, L: Listener>(
        &self,
        tables: &Tables,
        dice: &mut D,
        report: &mut L,
    ) -> Result<MeleeResult, Fault> {
        self.check()?;
        let (attacker, defender) = (self.attacker(), self.defender());
        let clash = self.clash(&attacker, &defender);
        let second = if clash.both_attack { Side::Attacker } else { Side::Defender };
        let mut attacker_points = Points::new();
        let mut defender_points = Points::new();
        let first_rows = clash.rows(Side::Attacker, &attacker, &defender, &tables.melee);
        let second_rows = clash.rows(second, &defender, &attacker, &tables.melee);
        let attacker_modifier =
            tell(Side::Attacker, Side::Attacker, &first_rows, &tables.melee, &mut attacker_points, report);
        let defender_modifier =
            tell(Side::Defender, second, &second_rows, &tables.melee, &mut defender_points, report);
        let throws = [dice.sum("melee_attacker", 3, Die::D6)?, dice.sum("melee_defender", 3, Die::D6)?];
        let fight = Fight { attacker, defender, both_attack: clash.both_attack };
        let result = match fight.refusing(attacker_modifier, defender_modifier) {
            RefusingSide::None => {
                fight.fought(throws[0] + attacker_modifier, throws[1] + defender_modifier, tables)
            }
            side => fight.refused(side),
        };
        Ok(MeleeResult { attacker_points, defender_points, attacker_modifier, defender_modifier, ..result })
    }
}

impl Melee {
    fn check(&self) -> Result<(), Fault> {
        let infantry_only = |formation: MeleeFormation| {
            formation.square() || matches!(formation, MeleeFormation::BattalionMass | MeleeFormation::Hob)
        };
        let too_few =
            |ranks: &[i32], skirmishers: Figures| ranks.iter().sum::<i32>() + skirmishers.0 <= TOO_FEW;
        let (attacker, defender) = (&self.attacker, &self.defender);
        if attacker.arm.in_melee().cavalry() && infantry_only(attacker.formation.in_melee()) {
            return Err(Fault::refused("attacker.formation", &CAVALRY_NEVER_ALL_ROUND));
        }
        if too_few(&attacker.ranks, attacker.skirmish_figures) {
            return Err(Fault::refused("attacker.ranks", &TOO_FEW_TO_FIGHT));
        }
        if defender.arm.cavalry() && infantry_only(defender.formation) {
            return Err(Fault::refused("defender.formation", &CAVALRY_NEVER_ALL_ROUND));
        }
        if too_few(&defender.ranks, defender.skirmish_figures) {
            return Err(Fault::refused("defender.ranks", &TOO_FEW_TO_FIGHT));
        }
        Ok(())
    }

    /// In a continued melee cavalry never has momentum (§12.03.4).
    fn momentum(&self, momentum: Momentum) -> Momentum {
        if self.continued { Momentum::None } else { momentum }
    }

    fn attacker(&self) -> Fighter<'_> {
        let side = &self.attacker;
        Fighter {
            arm: side.arm.in_melee(),
            formation: side.formation.in_melee(),
            ranks: &side.ranks,
            skirmish_figures: side.skirmish_figures,
            skirmishers_out: side.skirmishers_out,
            order: side.order.into(),
            valeur: side.valeur,
            training: side.training,
            chief_modifier: side.chief_modifier,
            support: side.support,
            first_action: side.first_action,
            no_ammunition: side.no_ammunition,
            rifles_only: side.rifles_only,
            momentum: self.momentum(side.momentum),
            complete_victory: side.complete_victory,
            column_no_room: side.column_no_room,
            no_attack_column_bonus: side.no_attack_column_bonus,
            uphill: side.uphill,
            obstacle: side.obstacle,
            ..Fighter::default()
        }
    }

    fn defender(&self) -> Fighter<'_> {
        let side = &self.defender;
        Fighter {
            arm: side.arm,
            formation: side.formation,
            ranks: &side.ranks,
            skirmish_figures: side.skirmish_figures,
            skirmishers_out: side.skirmishers_out,
            order: side.order,
            valeur: side.valeur,
            training: side.training,
            chief_modifier: side.chief_modifier,
            support: side.support,
            first_action: side.first_action,
            no_ammunition: side.no_ammunition,
            rifles_only: side.rifles_only,
            momentum: self.momentum(side.momentum),
            complete_victory: side.complete_victory,
            column_no_room: side.column_no_room,
            no_attack_column_bonus: side.no_attack_column_bonus,
            uphill: side.uphill,
            obstacle: side.obstacle,
            cover: side.cover,
            flanks_secured: side.flanks_secured,
            street_facing: side.street_facing,
            smoke: side.smoke,
            not_stationary: side.not_stationary,
            cannot_retreat: side.cannot_retreat,
        }
    }

    /// A unit that is struck in the flank is always the defender, whatever its orders (§12.03.6).
    fn clash(&self, attacker: &Fighter, defender: &Fighter) -> Clash {
        let flank = self.attacker.flank_attack && defender.has_flanks();
        let alike = match attacker.arm {
            MeleeArm::Infantry => defender.arm == MeleeArm::Infantry,
            _ => defender.arm.cavalry(),
        };
        let free = defender.order.intact() && defender.formation != MeleeFormation::Working;
        Clash {
            both_attack: self.both_attack && alike && free && !flank,
            flank,
            continued: self.continued,
            built_up_area: self.built_up_area,
            contagion: false,
        }
    }
}

/// Two units whose points are being counted.
struct Fight<'a> {
    attacker: Fighter<'a>,
    defender: Fighter<'a>,
    both_attack: bool,
}

/// The outcome for one side.
struct Fate {
    won: bool,
    order_after: Order,
}

impl Fight<'_> {
    fn block(&self) -> MeleeBlock {
        match self.attacker.arm {
            MeleeArm::Infantry => MeleeBlock::InfantryVAll,
            _ if self.defender.arm.cavalry() => MeleeBlock::CavalryVCavalry,
            _ => MeleeBlock::CavalryVOther,
        }
    }

    /// Attacking cossacks with fewer points do not close (§15.03.1, ruling 66).
    fn refusing(&self, attacker_modifier: i32, defender_modifier: i32) -> RefusingSide {
        if self.attacker.arm == MeleeArm::Cossacks && attacker_modifier < defender_modifier {
            RefusingSide::Attacker
        } else if self.both_attack
            && self.defender.arm == MeleeArm::Cossacks
            && defender_modifier < attacker_modifier
        {
            RefusingSide::Defender
        } else {
            RefusingSide::None
        }
    }

    /// The only effect is that the cossacks go back in disorder.
    fn refused(&self, side: RefusingSide) -> MeleeResult {
        let after = |refuses: bool, order: Order| if refuses { order.after(Order::Disorder) } else { order };
        MeleeResult {
            attacker_points: Points::new(),
            defender_points: Points::new(),
            attacker_modifier: 0,
            defender_modifier: 0,
            refused: side,
            attacker_total: 0,
            defender_total: 0,
            difference: 0,
            winner: MeleeWinner::None,
            block: self.block(),
            loser_result: MeleeEffect::Nothing,
            attacker_order_after: after(side == RefusingSide::Attacker, self.attacker.order),
            defender_order_after: after(side == RefusingSide::Defender, self.defender.order),
            mutual_disorder: false,
            attacker_ranks: 0,
            defender_ranks: 0,
            attacker_units: 0,
            defender_units: 0,
            attacker_men_lost: Men(0),
            defender_men_lost: Men(0),
            prisoners_if_held: 0,
        }
    }

    fn fought(&self, attacker_total: i32, defender_total: i32, tables: &Tables) -> MeleeResult {
        let table = &tables.melee;
        let block = self.block();
        let difference = (attacker_total - defender_total).abs();
        let loser_result = table.loser(block, difference);
        let fate = |fighter: &Fighter, own: i32, other: i32| Fate {
            won: own > other,
            order_after: if own < other { fighter.beaten(loser_result) } else { fighter.order },
        };
        let attacker = fate(&self.attacker, attacker_total, defender_total);
        let defender = fate(&self.defender, defender_total, attacker_total);
        let ranks = self.ranks(block, difference, &attacker, &defender, tables);
        let attacker_units = self.attacker.melee_units(ranks.attacker);
        let defender_units = self.defender.melee_units(ranks.defender);
        let prisoners_if_held = if attacker.won {
            self.attacker.prisoners(attacker_total, attacker_units, &self.defender, &defender, tables)
        } else if self.both_attack && defender.won {
            self.defender.prisoners(defender_total, defender_units, &self.attacker, &attacker, tables)
        } else {
            0
        };
        let spared_attacker =
            self.defender.order == Order::Rout || self.defender.harmless_to(attacker.order_after);
        let spared_defender = self.attacker.harmless_to(defender.order_after);
        let loss =
            |spared: bool, total: i32, units: i32| Men(if spared { 0 } else { table.men(total) * units });
        MeleeResult {
            attacker_total,
            defender_total,
            difference,
            winner: match (attacker.won, defender.won) {
                (true, _) => MeleeWinner::Attacker,
                (_, true) => MeleeWinner::Defender,
                _ => MeleeWinner::None,
            },
            block,
            loser_result,
            attacker_order_after: attacker.order_after,
            defender_order_after: defender.order_after,
            mutual_disorder: cancelled(attacker.order_after, defender.order_after),
            attacker_ranks: ranks.attacker,
            defender_ranks: ranks.defender,
            attacker_units,
            defender_units,
            attacker_men_lost: loss(spared_attacker, defender_total, defender_units),
            defender_men_lost: loss(spared_defender, attacker_total, attacker_units),
            prisoners_if_held,
            ..self.refused(RefusingSide::None)
        }
    }

    /// The ranks that take part; if both attack, each side uses the attacker's column (ruling 53).
    fn ranks(
        &self,
        block: MeleeBlock,
        difference: i32,
        attacker: &Fate,
        defender: &Fate,
        tables: &Tables,
    ) -> RanksTakingPart {
        let ranks = tables.melee.ranks(block, difference, attacker.won);
        if self.both_attack {
            RanksTakingPart {
                defender: tables.melee.ranks(block, difference, defender.won).attacker,
                ..ranks
            }
        } else {
            ranks
        }
    }
}

impl Fighter<'_> {
    /// The order after a lost melee; a unit in disorder that cannot retire is routed (§13.02.1).
    fn beaten(&self, result: MeleeEffect) -> Order {
        if self.order == Order::Disorder && self.cannot_retreat {
            Order::Rout
        } else {
            self.order.after(result.into())
        }
    }

    fn empty_pouches(&self) -> bool {
        self.no_ammunition && self.arm == MeleeArm::Infantry
    }

    fn melee_units(&self, ranks: i32) -> i32 {
        units(figures_taking_part(self.ranks, ranks, self.skirmish_figures, self.empty_pouches()))
    }

    /// Infantry and artillery without ammunition kill enemies only if the enemy is routed (§12.01.5).
    fn harmless_to(&self, enemy_after: Order) -> bool {
        let unarmed = self.no_ammunition && matches!(self.arm, MeleeArm::Infantry | MeleeArm::Artillery);
        unarmed && enemy_after != Order::Rout
    }

    /// The prisoners taken by a winner who attacked (§13.04.1, ruling 61).
    fn prisoners(&self, total: i32, units: i32, loser: &Fighter, fate: &Fate, tables: &Tables) -> i32 {
        if fate.order_after != Order::Rout {
            return 0;
        }
        let each = tables.melee.prisoners(total, self.arm.cavalry() && !loser.arm.cavalry());
        (each * units).min(loser.figures())
    }
}
