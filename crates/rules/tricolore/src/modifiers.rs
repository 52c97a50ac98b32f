//! Every modifier the procedures apply and every combination they refuse, with its rule. The words stand in `messages/`.
//! `house` marks what is rebuilt and not on the sheet.

pub(crate) mod command {
    krigsspil_engine::modifiers! {
        DISORDER_SUBTRACTED = "disorder_subtracted", "tacadmin.reorg.near";
        OWN_BONUS = "own_bonus", "order.2";
        SUPERIOR_BONUS = "superior_bonus", "order.3";
        TURNS_SINCE_ORDER = "turns_since_order", "order.4";
        IN_RESERVE = "in_reserve", "order.5";
        NO_DICE_LEFT = "no_dice_left", "order.6";
        house ENGAGED_MELEE = "engaged_melee", "house.engagement";
        house ENGAGED_CLOSE = "engaged_close", "house.engagement";
        house ENGAGED_ORDER = "engaged_order", "house.engagement";
        house INITIATIVE_BONUS_A = "initiative_bonus_a", "house.initiative";
        house INITIATIVE_BONUS_B = "initiative_bonus_b", "house.initiative";
        house INITIATIVE_TIE = "initiative_tie", "house.initiative";
        SEQUENCE_BONUS_A = "sequence_bonus_a", "tacadmin.sequence-bonus";
        SEQUENCE_BONUS_B = "sequence_bonus_b", "tacadmin.sequence-bonus";
        house COMMAND_RADIUS = "command_radius", "house.radius";
        CAVALRY_COMMAND = "cavalry_command", "officer.move";
        house PIVOT_FREE = "pivot_free", "officer.pivot";
    }
    krigsspil_engine::refusals! {
        /// A rating is 1 to 9.
        RATING_1_TO_9 = "rating_1_to_9", "notation.1";
        /// More successes than dice.
        MORE_THAN_DICE = "more_than_dice", "notation.1";
        /// Farther than an officer may ride alone.
        RIDES_TOO_FAR = "rides_too_far", "manoeuvre.officers";
    }
}

pub(crate) mod march {
    krigsspil_engine::modifiers! {
        ROAD_DOUBLED = "road_doubled", "deploy.road";
        SPENT = "spent", "pass.formed";
        GROUND_REDUCTION = "ground_reduction", "terrain.legend";
        GROUND_CROSSING = "ground_crossing", "terrain.legend";
        GROUND_DISORDER = "ground_disorder", "terrain.legend";
        DEFILE_DISORDER = "defile_disorder", "terrain.defile";
        house DEFILE_FREE = "defile_free", "terrain.defile";
        house ROAD_IGNORES_GROUND = "road_ignores_ground", "terrain.legend";
        FREE_SQUARE = "free_square", "deploy.square";
        house NO_ORDER_TEST = "no_order_test", "change.normal";
        house CHANGE_COST = "change_cost", "change.normal";
        PASSAGE_COST = "passage_cost", "pass.formed";
        PASSAGE_SKIRMISHERS = "passage_skirmishers", "pass.skirmishers";
    }
    krigsspil_engine::refusals! {
        /// The arm has no such formation.
        NO_SUCH_FORMATION = "no_such_formation", "manoeuvre.disorder.infantry";
        /// Skirmishers, and others outside the manoeuvre phase, make no road march.
        NO_ROAD_MARCH = "no_road_march", "manoeuvre.table";
        /// A road march takes a march column.
        ROAD_MARCH_IN_COLUMN = "road_march_in_column", "manoeuvre.table";
        /// Positions are adjusted in a sequence only.
        ADJUST_IN_SEQUENCE = "adjust_in_sequence", "move.adjust";
        /// Cavalry forms no square and sends out no skirmishers.
        NOT_FOR_CAVALRY = "not_for_cavalry", "change.normal";
        /// A battery retreats neither so short nor so far.
        RETREAT_DISTANCE = "retreat_distance", "move.artillery-retreat";
    }
}

pub(crate) mod artillery {
    krigsspil_engine::modifiers! {
        LIMBERS_TO_RETREAT = "limbers_to_retreat", "deploy.limber";
        TACTICAL_DISORDER = "tactical_disorder", "bombard.tactical";
        BATTERY_DISORDER = "battery_disorder", "bombard.disorder";
        FIRER_DISORDER = "firer_disorder", "bombard.firer";
        TARGET_COLUMN = "target_column", "bombard.column";
        TARGET_SQUARE = "target_square", "bombard.square-flank";
        TARGET_FLANK = "target_flank", "bombard.square-flank";
        house FACTORS_ADDED = "factors_added", "bombard.test";
        house COVER_TEST = "cover_test", "bombard.cover-loss";
        house HEAVY_GUN_10 = "heavy_gun_10", "move.manhandle.heavy";
    }
    krigsspil_engine::refusals! {
        /// No fire so far.
        OUT_OF_RANGE = "out_of_range", "chart.bombard-factor";
        /// Only a town zone can be empty.
        EMPTY_TARGET = "empty_target", "chart.bombardment";
    }
}

pub(crate) mod declaration {
    krigsspil_engine::modifiers! {
        IRREGULAR = "irregular", "declare.irregular", of first;
        SKIRMISHERS_TEST = "skirmishers_test", "declare.skirmishers";
        house MUST_FIT = "must_fit", "declare.retreat.artillery";
        house EVASION_DISTANCE = "evasion_distance", "declare.retreat.skirmishers";
    }
}

pub(crate) mod administration {
    krigsspil_engine::modifiers! {
        ENEMY_NEAR = "enemy_near", "tacadmin.reorg.near";
        STOOD_STILL = "stood_still", "tacadmin.reorg.still";
        OFFICER_CONTACT = "officer_contact", "tacadmin.reorg.officer";
        OFFICER_LEAST = "officer_least", "tacadmin.reorg.officer";
        MOVED_OR_NEAR = "moved_or_near", "gtadmin.reorg.near";
        house BROKEN = "broken", "house.broken";
        house READY_CLASS = "ready_class", "house.classes";
        house BASE_GROUND = "base_ground", "house.footprint";
    }
    krigsspil_engine::refusals! {
        /// More bases than the formation had.
        MORE_THAN_ORIGINAL = "more_than_original", "tacadmin.morale";
        /// The arm does not stand so.
        NO_SUCH_GROUND = "no_such_ground", "house.footprint";
    }
}

/// What all melees have in common.
pub(crate) mod melee {
    krigsspil_engine::modifiers! {
        house MELEE_DICE = "melee_dice", "general.legend";
        house ENEMY_BASES = "enemy_bases", "chart.loss";
        ATTACKER_LOSS_DOUBLED = "attacker_loss_doubled", "general.loss-double";
        DEFENDER_LOSS_DOUBLED = "defender_loss_doubled", "general.loss-double";
        LOSS_DOUBLED = "loss_doubled", "general.loss-double";
        NEVER_DOUBLED = "never_doubled", "general.loss-skirmishers";
        TOWN_LOSS_DOUBLED = "town_loss_doubled", "town.doubled";
        house LOSS_TEST = "loss_test", "general.loss-test";
        house LOSS_TEST_DICE = "loss_test_dice", "general.loss-test";
        LACKS_SPACE = "lacks_space", "general.no-space";
        house SKIRMISHERS_STAY = "skirmishers_stay", "general.no-space";
        house DEFENDER_CHOOSES = "defender_chooses", "general.refuse";
        THROUGH_ARTILLERY = "through_artillery", "general.artillery-breakthrough";
        BREAKS_OFF = "breaks_off", "inf.cont.break";
    }
    krigsspil_engine::refusals! {
        /// Only skirmishers open on the table for continued melee.
        OPENING_NEEDS_SKIRMISHERS = "opening_needs_skirmishers", "inf.initial.skirmish-option";
    }
}

/// Initial infantry melees.
pub(crate) mod infantry_initial {
    krigsspil_engine::modifiers! {
        ATTACKER_VALUE = "attacker_value", "inf.initial.value", of first;
        DEFENDER_VALUE = "defender_value", "inf.initial.value", of second;
        ATTACKER_DISORDER = "attacker_disorder", "inf.initial.disorder", of first;
        DEFENDER_DISORDER = "defender_disorder", "inf.initial.disorder", of second;
        ATTACKER_SUPERIORITY = "attacker_superiority", "inf.initial.superiority", of first;
        DEFENDER_SUPERIORITY = "defender_superiority", "inf.initial.superiority", of second;
        DEFENDER_IN_COVER = "defender_in_cover", "inf.initial.cover", of second;
        ATTACKER_SKIRMISHERS_OPEN = "attacker_skirmishers_open", "inf.initial.skirmishers-open", of first;
        DEFENDER_SKIRMISHERS_OPEN = "defender_skirmishers_open", "inf.initial.skirmishers-open", of second;
        DEFENDER_ARTILLERY_SUPPORT = "defender_artillery_support", "inf.initial.artillery-support", of second;
        ATTACKER_THREATENED_FLANK = "attacker_threatened_flank", "inf.initial.threatened-flank", of first;
        DEFENDER_THREATENED_FLANK = "defender_threatened_flank", "inf.initial.threatened-flank", of second;
        DEFENDER_THREATENED_FLANK_ARTILLERY = "defender_threatened_flank_artillery", "inf.initial.threatened-flank-artillery", of second;
        ATTACKER_FLANKED = "attacker_flanked", "inf.initial.flanked", of first;
        DEFENDER_FLANKED = "defender_flanked", "inf.initial.flanked", of second;
        DEFENDER_MARCH_COLUMN = "defender_march_column", "inf.initial.march-column", of second;
        ATTACKER_SQUARE = "attacker_square", "inf.initial.square", of first;
        DEFENDER_SQUARE = "defender_square", "inf.initial.square", of second;
        DEFENDER_NEIGHBOUR_SUPPORT = "defender_neighbour_support", "inf.initial.neighbour", of second;
    }
}

/// Continued infantry melee. The signs of the threatened flank are ours (R24), and that strength is what is multiplied (R13).
pub(crate) mod infantry_continued {
    krigsspil_engine::modifiers! {
        ATTACKER_VALUE = "attacker_value", "inf.cont.value", of first;
        DEFENDER_VALUE = "defender_value", "inf.cont.value", of second;
        ATTACKER_COVER = "attacker_cover", "inf.cont.cover", of first;
        DEFENDER_COVER = "defender_cover", "inf.cont.cover", of second;
        house ATTACKER_THREATENED_FLANK = "attacker_threatened_flank", "inf.cont.threatened-flank", of first;
        house DEFENDER_THREATENED_FLANK = "defender_threatened_flank", "inf.cont.threatened-flank", of second;
        ATTACKER_DISORDER = "attacker_disorder", "inf.cont.disorder", of first;
        DEFENDER_DISORDER = "defender_disorder", "inf.cont.disorder", of second;
        ATTACKER_SUPERIORITY = "attacker_superiority", "inf.cont.superiority", of first;
        DEFENDER_SUPERIORITY = "defender_superiority", "inf.cont.superiority", of second;
        ATTACKER_ARTILLERY_SUPPORT = "attacker_artillery_support", "inf.cont.artillery-support", of first;
        DEFENDER_ARTILLERY_SUPPORT = "defender_artillery_support", "inf.cont.artillery-support", of second;
        house ATTACKER_LINE_5 = "attacker_line_5", "inf.cont.line-5", of first;
        house DEFENDER_LINE_5 = "defender_line_5", "inf.cont.line-5", of second;
        house ATTACKER_LINE_6_9 = "attacker_line_6_9", "inf.cont.line-6-9", of first;
        house DEFENDER_LINE_6_9 = "defender_line_6_9", "inf.cont.line-6-9", of second;
        house ATTACKER_SQUARE_STRENGTH = "attacker_square_strength", "inf.cont.square", of first;
        house DEFENDER_SQUARE_STRENGTH = "defender_square_strength", "inf.cont.square", of second;
        house ATTACKER_SKIRMISHERS_STRENGTH = "attacker_skirmishers_strength", "inf.cont.skirmishers", of first;
        house DEFENDER_SKIRMISHERS_STRENGTH = "defender_skirmishers_strength", "inf.cont.skirmishers", of second;
    }
}

/// Town fights. The sign of the defender's disorder is ours (R25).
pub(crate) mod town {
    krigsspil_engine::modifiers! {
        ATTACKER_VALUE = "attacker_value", "town.value", of first;
        DEFENDER_VALUE = "defender_value", "town.value", of second;
        ATTACKER_DISORDER = "attacker_disorder", "town.disorder", of first;
        house DEFENDER_DISORDER = "defender_disorder", "town.disorder", of second;
        ATTACKER_SUPERIORITY = "attacker_superiority", "town.superiority", of first;
        DEFENDER_SUPERIORITY = "defender_superiority", "town.superiority", of second;
        DEFENDER_COVER = "defender_cover", "town.cover", of second;
    }
}

/// Infantry against cavalry.
pub(crate) mod infantry_cavalry {
    krigsspil_engine::modifiers! {
        ATTACKER_VALUE = "attacker_value", "inf-cav.value", of first;
        DEFENDER_VALUE = "defender_value", "inf-cav.value", of second;
        ATTACKER_DISORDER = "attacker_disorder", "inf-cav.disorder", of first;
        DEFENDER_DISORDER = "defender_disorder", "inf-cav.disorder", of second;
        DEFENDER_FLANKED = "defender_flanked", "inf-cav.flanked", of second;
        ATTACKER_SUPERIORITY = "attacker_superiority", "inf-cav.superiority", of first;
        DEFENDER_SUPERIORITY = "defender_superiority", "inf-cav.superiority", of second;
        house ATTACKER_LINE_5 = "attacker_line_5", "inf-cav.line-5", of first;
        house ATTACKER_LINE_6_9 = "attacker_line_6_9", "inf-cav.line-6-9", of first;
    }
}

/// Initial cavalry melees.
pub(crate) mod cavalry_initial {
    krigsspil_engine::modifiers! {
        ATTACKER_VALUE = "attacker_value", "cav.initial.value", of first;
        DEFENDER_VALUE = "defender_value", "cav.initial.value", of second;
        ATTACKER_DISORDER_LIGHT = "attacker_disorder_light", "cav.initial.disorder-light", of first;
        DEFENDER_DISORDER_LIGHT = "defender_disorder_light", "cav.initial.disorder-light", of second;
        ATTACKER_DISORDER_HEAVY = "attacker_disorder_heavy", "cav.initial.disorder-heavy", of first;
        DEFENDER_DISORDER_HEAVY = "defender_disorder_heavy", "cav.initial.disorder-heavy", of second;
        ATTACKER_SUPERIORITY = "attacker_superiority", "cav.initial.superiority", of first;
        DEFENDER_SUPERIORITY = "defender_superiority", "cav.initial.superiority", of second;
        DEFENDER_STATIONARY = "defender_stationary", "cav.initial.stationary", of second;
        ATTACKER_THREATENED_FLANK = "attacker_threatened_flank", "cav.initial.threatened-flank", of first;
        DEFENDER_THREATENED_FLANK = "defender_threatened_flank", "cav.initial.threatened-flank", of second;
        ATTACKER_FLANKED = "attacker_flanked", "cav.initial.flanked", of first;
        DEFENDER_FLANKED = "defender_flanked", "cav.initial.flanked", of second;
        DEFENDER_MARCH_COLUMN = "defender_march_column", "cav.initial.march-column", of second;
        ATTACKER_MEDIUM = "attacker_medium", "cav.initial.medium", of first;
        DEFENDER_MEDIUM = "defender_medium", "cav.initial.medium", of second;
        ATTACKER_HEAVY = "attacker_heavy", "cav.initial.heavy", of first;
        DEFENDER_HEAVY = "defender_heavy", "cav.initial.heavy", of second;
    }
}

/// Continued cavalry melee.
pub(crate) mod cavalry_continued {
    krigsspil_engine::modifiers! {
        ATTACKER_VALUE = "attacker_value", "cav.cont.value", of first;
        DEFENDER_VALUE = "defender_value", "cav.cont.value", of second;
        ATTACKER_TRAINING = "attacker_training", "cav.cont.training", of first;
        DEFENDER_TRAINING = "defender_training", "cav.cont.training", of second;
        ATTACKER_DISORDER = "attacker_disorder", "cav.cont.disorder", of first;
        DEFENDER_DISORDER = "defender_disorder", "cav.cont.disorder", of second;
        ATTACKER_SUPERIORITY = "attacker_superiority", "cav.cont.superiority", of first;
        DEFENDER_SUPERIORITY = "defender_superiority", "cav.cont.superiority", of second;
        house ATTACKER_LINE_6_9 = "attacker_line_6_9", "cav.cont.line-6-9", of first;
        house DEFENDER_LINE_6_9 = "defender_line_6_9", "cav.cont.line-6-9", of second;
        house ATTACKER_LINE_5 = "attacker_line_5", "cav.cont.line-5", of first;
        house DEFENDER_LINE_5 = "defender_line_5", "cav.cont.line-5", of second;
    }
}

/// Cavalry against other arms.
pub(crate) mod charge {
    krigsspil_engine::modifiers! {
        ATTACKER_VALUE = "attacker_value", "charge.value", of first;
        DEFENDER_VALUE = "defender_value", "charge.value", of second;
        ATTACKER_DISORDER = "attacker_disorder", "charge.disorder", of first;
        DEFENDER_DISORDER = "defender_disorder", "charge.disorder", of second;
        ATTACKER_SUPERIORITY = "attacker_superiority", "charge.superiority", of first;
        DEFENDER_SUPERIORITY = "defender_superiority", "charge.superiority", of second;
        DEFENDER_COVER = "defender_cover", "charge.cover", of second;
        DEFENDER_FLANKED = "defender_flanked", "charge.flanked", of second;
        ATTACKER_HEAVY = "attacker_heavy", "charge.heavy", of first;
        DEFENDER_SQUARE = "defender_square", "charge.square", of second;
        DEFENDER_THREATENED_FLANK = "defender_threatened_flank", "charge.threatened-flank", of second;
        DEFENDER_THREATENED_FLANK_LINE = "defender_threatened_flank_line", "charge.threatened-flank-line", of second;
        DEFENDER_FULLY_COVERED = "defender_fully_covered", "charge.fully-covered", of second;
        DEFENDER_ANCHORED = "defender_anchored", "charge.anchored", of second;
        ATTACKER_MARCH_COLUMN = "attacker_march_column", "charge.march-column", of first;
        DEFENDER_MARCH_COLUMN = "defender_march_column", "charge.march-column", of second;
        DEFENDER_ARTILLERY_SUPPORT = "defender_artillery_support", "charge.artillery-support", of second;
        DEFENDER_NEIGHBOUR_SUPPORT = "defender_neighbour_support", "charge.neighbour", of second;
        house DEFENDER_LINE_2_4 = "defender_line_2_4", "charge.line-2-4", of second;
        house DEFENDER_SKIRMISHERS_OPEN_STRENGTH = "defender_skirmishers_open_strength", "charge.skirmishers-open", of second;
    }
}
