//! Every modifier the procedures apply and every combination they refuse, with its rule. The words are in `messages/`.

use krigsspil_engine::{Modifier, Refusal};

/// The modifiers, chapter by chapter.
pub(crate) static MODIFIERS: &[&[&Modifier]] = &[
    march::MODIFIERS,
    orders::MODIFIERS,
    fire::MODIFIERS,
    artillery::MODIFIERS,
    attack::MODIFIERS,
    melee::MODIFIERS,
    morale::MODIFIERS,
];

/// The refusals, chapter by chapter.
pub(crate) static REFUSALS: &[&[&Refusal]] = &[
    #[cfg(feature = "battle")]
    crate::battle::refusals::REFUSALS,
    organisation::REFUSALS,
    march::REFUSALS,
    orders::REFUSALS,
    forced::REFUSALS,
    fire::REFUSALS,
    artillery::REFUSALS,
    attack::REFUSALS,
    morale::REFUSALS,
];

pub(crate) mod fire {
    krigsspil_engine::modifiers! {
        FIRER_MOUNTED = "firer_mounted", "skema V";
        OBSOLETE_MUSKET = "obsolete_musket", "skema V", of first;
        FLINTLOCK = "flintlock", "skema V", of first;
        MAYNARD_PRIMER = "maynard_primer", "skema V", of first;
        BREECH_LOADER = "breech_loader", "skema V", of first;
        REPEATER = "repeater", "skema V", of first;
        FIRST_FIRE = "first_fire", "05.02.4", of first;
        NOT_FIRED_LAST_TURN = "not_fired_last_turn", "05.02.4", of first;
        SURPRISED = "surprised", "04.02.13";
        OWN_COVER = "own_cover", "skema V";
        OWN_ORDER = "own_order", "skema V", of first;
        SHOTGUN_ZONE_1 = "shotgun_zone_1", "skema V", of first;
        OWN_VALEUR = "own_valeur", "08.01.1", of first;
        TARGET_THIN_LINE = "target_thin_line", "skema V";
        TARGET_CHAIN = "target_chain", "skema V";
        TARGET_DEEP = "target_deep", "skema V";
        TARGET_MOUNTED = "target_mounted", "skema V";
        TARGET_LIMBERED = "target_limbered", "skema V";
        TARGET_UNLIMBERED = "target_unlimbered", "skema V";
        TARGET_COVER = "target_cover", "skema VI";
        TARGET_PINNED = "target_pinned", "05.02.6", of second;
        FIRER_PINNED = "firer_pinned", "05.01.6", of first;
    }
    krigsspil_engine::refusals! {
        /// Mounted men can neither form a thin line nor hold a house.
        MOUNTED_NEVER_THIN = "mounted_never_thin", "02.02.4";
        /// Only men on foot can be pinned.
        ONLY_FOOT_PINNED = "only_foot_pinned", "04.02.7";
    }
}

pub(crate) mod organisation {
    krigsspil_engine::refusals! {
        /// Infantry has companies, battalions and regiments.
        INFANTRY_HAS_NO_SQUADRON = "infantry_has_no_squadron", "01.02.2";
        /// A battery had four or six guns.
        FOUR_OR_SIX_GUNS = "four_or_six_guns", "01.02.5";
        /// Only limbers have extra pairs of horses.
        ONLY_LIMBERS_TAKE_PAIRS = "only_limbers_take_pairs", "01.03.5";
    }
}

pub(crate) mod march {
    krigsspil_engine::modifiers! {
        QUARTER_TURN_AT_LEAST = "quarter_turn_at_least", "02.05.2";
        DISPERSED_TURNS_FREE = "dispersed_turns_free", "02.05.3";
        TURN_WITH_LIMBERING = "turn_with_limbering", "02.05.3";
        TURN_IN_DIFFICULT_GROUND = "turn_in_difficult_ground", "skema II.note";
        OBSTACLE_SLOWS = "obstacle_slows", "skema III";
        BACKWARD = "backward", "02.06.2";
        HALF_HORSES_LOST = "half_horses_lost", "06.03.5", of first;
        MOVER_VALEUR = "mover_valeur", "04.02.9", of first;
        FIELDWORK_TOO_LOW = "fieldwork_too_low", "02.06.7";
    }
    krigsspil_engine::refusals! {
        /// Only mounted men dismount, and so on.
        NOT_FOR_THIS_ARM = "not_for_this_arm", "02.05.2";
        /// More men fire from a side than are in the house.
        MORE_THAN_THE_GARRISON = "more_than_the_garrison", "02.04.3";
    }
}

pub(crate) mod orders {
    krigsspil_engine::modifiers! {
        ATTACK_WITHOUT_ORDER = "attack_without_order", "07.01.3";
    }
    krigsspil_engine::refusals! {
        /// More men attack than the unit has.
        MORE_THAN_THE_UNIT = "more_than_the_unit", "03.03.5";
    }
}

pub(crate) mod forced {
    krigsspil_engine::refusals! {
        /// Men on foot are pinned, and unlimbered guns stay.
        ONLY_HORSES_TURN_AWAY = "only_horses_turn_away", "04.02.6";
        /// Artillery cannot form a chain.
        GUNS_FORM_NO_CHAIN = "guns_form_no_chain", "04.02.10";
        /// Only a chain can fall back before a threat.
        ONLY_CHAINS_EVADE = "only_chains_evade", "04.02.10";
    }
}

pub(crate) mod artillery {
    krigsspil_engine::modifiers! {
        CALIBRE_3PD = "calibre_3pd", "skema IX", of first;
        CALIBRE_6PD = "calibre_6pd", "skema IX", of first;
        CALIBRE_10PD = "calibre_10pd", "skema IX", of first;
        CALIBRE_20PD = "calibre_20pd", "skema IX", of first;
        CANISTER = "canister", "skema IX";
        SHELL_OVER_20_CM = "shell_over_20_cm", "skema IX";
        SHOT_THROUGH_RANKS = "shot_through_ranks", "06.02.3";
        TARGET_IN_THIN_LINE = "target_thin_line", "skema IX";
        TARGET_IN_CHAIN = "target_chain", "skema IX";
        TARGET_LIMBERED_OR_WAGON = "target_limbered", "skema IX";
        TARGET_IN_COVER = "target_in_cover", "skema IX";
        BATTERY_SURPRISED = "surprised", "skema IX";
        BATTERY_ORDER = "own_order", "skema IX", of first;
        BATTERY_VALEUR = "own_valeur", "08.01.1", of first;
        LOSS_IN_COVER_III = "loss_in_cover_iii", "skema X.cover";
        LOSS_OF_UNLIMBERED = "loss_of_unlimbered", "skema X.unlimbered";
        LOSS_OF_PINNED = "target_pinned", "06.03.8", of second;
        MATERIAL_COVER = "material_cover", "skema XI.cover";
        CONTINUED_FIRE = "continued_fire", "06.02.5";
        REPAIR_UNDER_FIRE = "repair_under_fire", "06.03.6";
    }
    krigsspil_engine::refusals! {
        /// The gun has no such ammunition.
        NO_SUCH_AMMUNITION = "no_such_ammunition", "skema VII";
        /// The target is beyond the gun's range.
        BEYOND_RANGE = "beyond_range", "skema VII";
        /// A body's far and right edges must be beyond its near and left ones.
        BODY_WITHOUT_ROOM = "body_without_room", "06.02.3";
        /// A battery cannot gain horses.
        MORE_HORSES_THAN_AT_START = "more_horses_than_at_start", "06.03.5";
    }
}

pub(crate) mod attack {
    krigsspil_engine::modifiers! {
        TWICE_AS_MANY = "twice_as_many", "skema XII";
        THREE_TIMES_AS_MANY = "three_times_as_many", "skema XII";
        ATTACKER_FORMATION = "attacker_formation", "skema XII";
        DEFENDER_FORMATION = "defender_formation", "skema XII";
        OUTFLANKS = "outflanks", "07.03.3";
        DEFENDER_OUTFLANKS = "defender_outflanks", "07.03.3";
        ATTACKS_REAR = "attacks_rear", "skema XII";
        ATTACKS_FLANK_OR_WORKING = "attacks_flank_or_working", "07.03.4";
        CONFEDERATE_CAVALRY = "confederate_cavalry", "skema XII";
        CHARGES_HALTED_CAVALRY = "charges_halted_cavalry", "skema XII";
        CHARGES_OTHER_ARMS = "charges_other_arms", "skema XII";
        ATTACK_WITHOUT_ORDER = "attack_without_order", "07.01.3";
        ATTACK_IN_STORM = "attack_in_storm", "skema XII";
        ATTACKER_SUPPORT = "attacker_support", "07.03.5";
        DEFENDER_SUPPORT = "defender_support", "07.03.5";
        ATTACKER_GENERAL = "attacker_general", "skema XII";
        DEFENDER_GENERAL = "defender_general", "skema XII";
        CROSSES_OBSTACLE = "crosses_obstacle", "skema XII";
        DEFENDER_COVER_III = "defender_cover_iii", "skema XII";
        ATTACKER_ORDER = "attacker_order", "skema XII", of first;
        DEFENDER_ORDER = "defender_order", "skema XII", of second;
        ATTACKER_VALEUR = "attacker_valeur", "07.03.2", of first;
        DEFENDER_VALEUR = "defender_valeur", "07.03.2", of second;
    }
    krigsspil_engine::refusals! {
        /// More men behind the enemy's line than attack him.
        MORE_BEHIND_THAN_ATTACK = "more_behind_than_attack", "07.03.4";
    }
}

pub(crate) mod melee {
    krigsspil_engine::modifiers! {
        ATTACKER_MELEE_COVER = "attacker_melee_cover", "skema V";
        ATTACKER_MELEE_ORDER = "attacker_melee_order", "skema V", of first;
        ATTACKER_SHOTGUN = "attacker_shotgun", "skema V", of first;
        ATTACKER_MELEE_VALEUR = "attacker_valeur", "08.01.1", of first;
        ATTACKER_LOSS_COVER = "attacker_loss_cover", "skema VI.cover";
        ATTACKER_LOSS_PINNED = "attacker_loss_pinned", "skema VI.pinned", of first;
        DEFENDER_MELEE_COVER = "defender_melee_cover", "skema V";
        DEFENDER_MELEE_ORDER = "defender_melee_order", "skema V", of second;
        DEFENDER_SHOTGUN = "defender_shotgun", "skema V", of second;
        DEFENDER_MELEE_VALEUR = "defender_valeur", "08.01.1", of second;
        DEFENDER_LOSS_COVER = "defender_loss_cover", "skema VI.cover";
        DEFENDER_LOSS_PINNED = "defender_loss_pinned", "skema VI.pinned", of second;
    }
}

pub(crate) mod morale {
    krigsspil_engine::modifiers! {
        FIGURES_REMOVED = "figures_removed", "skema XV", of first;
        DETACHED = "detached", "skema XV";
        LOST_ONE_THIRD = "lost_one_third", "skema XV", of first;
        LOST_TWO_THIRDS = "lost_two_thirds", "skema XV", of first;
        MORALE_SUPPORT = "support", "skema XV";
        MORALE_GENERAL = "general_with_unit", "skema XV";
        MORALE_COVER = "own_cover", "skema XV";
        MORALE_PINNED = "own_pinned", "skema XV", of first;
        MELEE_WITH_MOUNTED = "melee_with_mounted", "skema XV";
        MORE_LOSSES_IN_MELEE = "more_losses_in_melee", "skema XV";
        FLANK_OR_REAR_FIRE = "flank_or_rear_fire", "skema XV";
        NOT_ANSWERING_FIRE = "not_answering_fire", "skema XV";
        MORALE_ORDER = "own_order", "skema XV", of first;
        MORALE_VALEUR = "own_valeur", "08.01.1", of first;
        MORALE_THROW = "morale_throw", "skema XVI";
        CONTAGION_SUPPORT = "support", "skema XVIII";
        CONTAGION_GENERAL = "general_with_unit", "skema XVIII";
        CONTAGION_COVER = "own_cover", "skema XVIII";
        CONTAGION_ORDER = "own_order", "skema XVIII", of first;
        CONTAGION_VALEUR = "own_valeur", "08.01.1", of first;
        THREE_TIMES_THE_FLEEING = "three_times_the_fleeing", "08.03.3";
        FLIGHT_STOPPED = "flight_stopped", "skema XIX";
        RALLY_GENERAL = "general_with_unit", "skema XIX";
        RALLY_VALEUR = "own_valeur", "08.01.1", of first;
    }
    krigsspil_engine::refusals! {
        /// A unit cannot have lost more men than it has.
        MORE_LOST_THAN_THE_UNIT = "more_lost_than_the_unit", "05.02.2";
        /// Men who were shot cannot be captured.
        MORE_CAPTURED_THAN_LEFT = "more_captured_than_left", "07.06.2";
        /// A unit cannot grow.
        MORE_LEFT_THAN_AT_START = "more_left_than_at_start", "08.02.7";
        /// More men near the enemy than the unit has.
        MORE_NEAR_THAN_THE_UNIT = "more_near_than_the_unit", "08.04.4";
    }
}
