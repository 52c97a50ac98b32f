//! Phases A, B and C: orders tested, engagement, initiative and the sequence bonus; and the test for another sequence.

use krigsspil_engine::battle::Audience;
use krigsspil_turn::command::chain;
use krigsspil_turn::desk::Go;
use serde_json::json;

use super::Run;
use super::telling::{ChiefsPapers, plain};
use crate::battle::phases::TURN;
use crate::battle::sight;
use crate::battle::state::*;
use crate::modifiers::command::{INITIATIVE_BONUS_A, INITIATIVE_BONUS_B};
use crate::procedures::command::{Engagement, InitiativeThrow, OrderChange, SequenceCheck};
use crate::quantity::Metres;
use crate::vocabulary::{CommandOrder, Initiative, LastInitiative};

impl Run<'_> {
    /// Every pending order is tested once (§turn.A, §order.1). The enemy learns nothing of it.
    pub(super) fn test_orders(&mut self) -> Go {
        let posts: Vec<PostId> = self.battle.posts.ids().collect();
        for post in self.posts_by_place(posts) {
            if self.battle.commands[post].pending.is_some() {
                self.test_order(post)?;
            }
        }
        Ok(())
    }

    /// Posts in an order of place.
    fn posts_by_place(&self, mut posts: Vec<PostId>) -> Vec<PostId> {
        let place = |post: PostId| self.battle.officer_place(post);
        posts.sort_by(|&one, &other| self.battle.place_first(place(one), place(other)));
        posts
    }

    /// The best bonus of a superior in whose radius the officer stands (§order.3, R58).
    fn superior_bonus(&self, post: PostId) -> Option<i32> {
        let place = self.battle.officer_place(post);
        let above = chain(&self.battle.posts, post).skip(1);
        let near = above.filter(|&at| {
            self.battle.posts[at].rider.is_here()
                && f64::from(whole_metres(self.battle.officer_place(at).distance(place)))
                    <= self.battle.officers[at].radius
        });
        near.map(|at| self.battle.officers[at].bonus).max()
    }

    pub(super) fn test_order(&mut self, post: PostId) -> Go {
        let Some(pending) = self.battle.commands[post].pending.clone() else { return Ok(()) };
        let side = self.battle.posts[post].rider.side;
        let about = json!({"general": self.battle.posts[post].id, "order": pending.order});
        // The commander-in-chief's own command needs no test.
        let own = self.battle.fixed.chiefs[side] == Some(post);
        let superior = self.superior_bonus(post);
        let activated = own || {
            let officer = &self.battle.officers[post];
            let facts = OrderChange {
                ability: officer.ability,
                own_bonus: officer.bonus,
                superior_in_radius: superior.is_some(),
                superior_bonus: superior.unwrap_or(0),
                turns_since_order: pending.turns.min(20),
                in_reserve: self.battle.commands[post].order == CommandOrder::Reserve,
            };
            let audience = self.of_side(side);
            self.roll_for(("order_tested", "order.1"), audience, about.clone(), &facts)?.activated
        };
        if activated {
            self.order_in_force(post, pending.order, pending.place);
            self.tell_side("order_in_force", "turn.A", side, about);
        }
        Ok(())
    }

    /// An order comes into force: each unit's place is where it stands now (R59).
    pub(super) fn order_in_force(
        &mut self,
        post: PostId,
        order: CommandOrder,
        place: Option<krigsspil_field::prelude::Point>,
    ) {
        let command = &mut self.battle.commands[post];
        (command.order, command.place, command.pending) = (order, place, None);
        let units: Vec<UnitId> = self.battle.under(post).collect();
        for unit in units {
            let at = self.unit(unit).placed.pose().at;
            self.unit_mut(unit).stand = at;
        }
    }

    /// Every command is judged against every enemy command (§turn.B, §house.engagement, R94).
    pub(super) fn engagement(&mut self) -> Go {
        let formations: Vec<PostId> = self.battle.formations().collect();
        let mut engaged = Vec::new();
        for &own in &formations {
            let side = self.battle.posts[own].rider.side;
            let enemies = formations.iter().filter(|&&post| self.battle.posts[post].rider.side != side);
            let mut is = false;
            for &enemy in enemies {
                is = is || self.engaged_with(own, enemy)?;
            }
            engaged.push((own, is));
        }
        let mut names = Vec::new();
        for (post, is) in engaged {
            self.battle.commands[post].engaged = is;
            self.battle.commands[post].touched = false;
            if is {
                names.push(self.battle.posts[post].name.clone());
            }
        }
        // Sorted by the men's names only to be read: it changes nothing.
        names.sort();
        self.tell_all("engaged", "turn.B", json!({"commands": names}));
        Ok(())
    }

    fn engaged_with(&self, own: PostId, enemy: PostId) -> Go<bool> {
        let battle = &*self.battle;
        let here =
            |post: PostId| battle.under(post).filter(|&unit| battle.units[unit].here()).collect::<Vec<_>>();
        let (ours, theirs) = (here(own), here(enemy));
        let pairs = || ours.iter().flat_map(|&one| theirs.iter().map(move |&other| (one, other)));
        let Some(nearest) = pairs().map(|(one, other)| battle.metres(one, other)).min() else {
            return Ok(false);
        };
        let in_melee = battle.melees.iter().any(|melee| {
            ours.iter().any(|&unit| {
                melee.holds(unit) && theirs.iter().any(|other| melee.against(unit).contains(other))
            })
        });
        let orders = [battle.commands[own].order, battle.commands[enemy].order];
        let limit = self.tables.command.engaged_by_order.0;
        let close = nearest <= self.tables.command.engaged_close.0;
        // Who sees whom is asked only where it decides.
        let sight_matters = !in_melee && !close && nearest <= limit && orders.contains(&CommandOrder::Attack);
        let seen = || {
            pairs()
                .filter(|&(one, other)| battle.metres(one, other) <= limit)
                .any(|(one, other)| sight::sees(battle, one, other) || sight::sees(battle, other, one))
        };
        let facts = Engagement {
            enemy_distance_m: Metres(nearest.clamp(0, 99_999)),
            line_of_sight: sight_matters && seen(),
            in_melee,
            own_order: orders[0],
            enemy_order: orders[1],
        };
        Ok(plain(self.tables, &facts)?.engaged)
    }

    fn chief_bonus(&self, side: SideId) -> i32 {
        self.battle.fixed.chiefs[side].map_or(0, |chief| self.battle.officers[chief].bonus)
    }

    /// The initiative is thrown for in the open (§turn.C, §house.initiative).
    pub(super) fn initiative(&mut self) -> Go {
        let (a, b) = (SideId::of(0), SideId::of(1));
        let previous = match (self.battle.initiative_thrown, self.battle.initiative == b) {
            (false, _) => LastInitiative::Nobody,
            (true, false) => LastInitiative::SideA,
            (true, true) => LastInitiative::SideB,
        };
        let facts = InitiativeThrow { bonus_a: self.chief_bonus(a), bonus_b: self.chief_bonus(b), previous };
        let papers = [
            ChiefsPapers { modifier: &INITIATIVE_BONUS_A, fields: ["total_a", "sequence_bonus_a"] },
            ChiefsPapers { modifier: &INITIATIVE_BONUS_B, fields: ["total_b", "sequence_bonus_b"] },
        ];
        let result = self.roll_of_chiefs(("initiative", "house.initiative"), &papers, &facts)?;
        self.battle.initiative = if result.initiative == Initiative::SideB { b } else { a };
        self.battle.initiative_thrown = true;
        self.restore_order();
        for side in self.battle.side.values_mut() {
            side.bonus = 0;
        }
        Ok(())
    }

    /// Whose move comes when, by the initiative.
    pub(super) fn restore_order(&mut self) {
        let mut order = self.initiative_last();
        order.reverse();
        self.battle.stand.set_initiative(&TURN, order);
    }

    /// The bonuses are shown together (§house.sequence-bonus).
    pub(super) fn reveal_bonus(&mut self) -> Go {
        let battle = &*self.battle;
        let sides: Vec<_> = battle.fixed.sides.values().map(|side| side.id.clone()).collect();
        let bonuses: Vec<i32> = battle.side.values().map(|side| side.bonus).collect();
        let about = json!({"sides": sides, "bonuses": bonuses});
        self.tell_all("sequence_bonus", "house.sequence-bonus", about);
        Ok(())
    }

    /// Is there another sequence (§tacadmin.sequence)? After the fifth there is none.
    pub(super) fn another_sequence(&mut self) -> Go<bool> {
        let after = i32::from(self.battle.stand.pass());
        if after >= 5 {
            return Ok(false);
        }
        self.tests_sequence(after)
    }

    /// The test after a sequence, with both bonuses (R62).
    pub(super) fn tests_sequence(&mut self, after: i32) -> Go<bool> {
        let bonus = |number: usize| self.battle.side[SideId::of(number)].bonus;
        let facts = SequenceCheck { after_sequence: after, bonus_a: bonus(0), bonus_b: bonus(1) };
        let about = json!({"sequence": after});
        let result = self.roll_for(("sequence_check", "tacadmin.sequence"), Audience::All, about, &facts)?;
        Ok(result.another_sequence)
    }
}
