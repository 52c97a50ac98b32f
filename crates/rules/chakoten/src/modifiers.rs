//! Every modifier the procedures apply and every combination they refuse, with its rule. The words are in `messages/`.

/// Sight, command, march and order.
pub(crate) mod moves {
    krigsspil_engine::modifiers! {
        INSIDE = "inside_dense_place", "skema I";
        OBSERVER_STEPS = "observer_steps", "skema I";
        PARTIAL_COVER = "partial_cover", "skema I";
        SCENARIO_LIMIT = "scenario_limit", "01.01.2";
        RALLY_NEAREST_CHIEF = "rally_nearest_chief", "skema XIX";
        RALLY_CORPS_CHIEF = "rally_corps_chief", "skema XIX";
        RALLY_NO_ENEMY = "rally_no_enemy", "skema XIX";
        RALLY_SCREENED = "rally_screened", "skema XIX";
        RALLY_FLIGHT_TURNS = "rally_flight_turns", "skema XIX";
        RALLY_PRISONERS = "rally_prisoners", "skema XIX";
        RALLY_DISORDER_NEAR = "rally_disorder_near", "skema XIX";
        RALLY_ROUT_NEAR = "rally_rout_near", "skema XIX";
        RALLY_VALEUR = "rally_valeur", "skema XIX";
        DECIMATED = "decimated", "13.07.1";
        FLIGHT_OVER_WATER = "flight_over_water", "13.02.4";
        LATER_FLIGHT_TURN = "later_flight_turn", "13.02.4";
        REPEATS_EXECUTED = "repeats_executed", "skema II";
        REPEATS_UNEXECUTED = "repeats_unexecuted", "skema II";
        INSTRUCTION = "instruction", "skema II";
        COURIER_CONTACT = "courier_contact", "skema II";
        REACTION_LIGHT_DISORDER = "reaction_light_disorder", "skema II";
        REACTION_DISORDER = "reaction_disorder", "skema II";
        REACTION_VALEUR = "reaction_valeur", "skema II";
        DISORDER_BARS_ATTACK = "disorder_bars_attack", "03.03.4";
        MOVED_OVER_HALF = "moved_over_half", "08.02.5";
        CHIEF_COMMITTED = "chief_committed", "skema XVI";
        TURNS_SINCE_FALL = "turns_since_fall", "08.02.6";
        TWELVE_POUNDER_HORSES = "twelve_pounder_horses", "brikker.12pd";
        DIFFICULT_DRILL = "difficult_drill", "06.02.3";
        PART_ABSENT = "part_absent", "06.02.4";
        WHEEL_HALF_MARCH = "wheel_half_march", "06.04.1";
        HALF_MARCH = "half_march", "07.01.1";
        PARALLEL_MARCH = "parallel_march", "07.06.1";
        LED_HORSES = "led_horses", "07.04.4";
        LONG_STORM = "long_storm", "07.02.2";
        UNRESTED_STORM = "unrested_storm", "07.02.3";
        OBSTACLE_DISORDER = "obstacle_disorder", "07.05.4";
        WATER_DISORDER = "water_disorder", "07.04.5";
        ALL_MAY_SKIRMISH = "all_may_skirmish", "14.01.2";
        RAN_OUT = "ran_out", "11.02.2";
        WORK_UNDER_FIRE = "work_under_fire", "17.02.4";
    }
    krigsspil_engine::refusals! {
        /// The far edge of a plate must not be nearer than its near edge.
        EDGES_CROSSED = "edges_crossed", "01.04.3";
        /// A unit cannot lose more men than it had.
        MORE_LOST_THAN_HAD = "more_lost_than_had", "13.07.1";
    }
}

/// Skema VIII.
pub(crate) mod small_arms {
    krigsspil_engine::modifiers! {
        FIRER_DENSE_SKIRMISH = "firer_dense_skirmish", "skema VIII";
        FIRER_THIN_SKIRMISH = "firer_thin_skirmish", "skema VIII";
        FIRER_MOUNTED = "firer_mounted", "skema VIII";
        FIRER_COVER = "firer_cover", "skema VIII";
        SMOKE = "smoke", "09.02.7";
        NOT_STATIONARY = "not_stationary", "skema VIII";
        SLOPE = "slope", "skema VIII";
        FIRER_ORDER = "firer_order", "skema VIII", of first;
        FIRST_FIRE = "first_fire", "09.02.4", of first;
        SMALL_ARMS_ZONE_2 = "small_arms_zone_2", "skema X";
        FIRER_TRAINING = "firer_training", "skema VIII", of first;
        FIRER_VALEUR = "firer_valeur", "skema VIII", of first;
        TARGET_COLUMN = "target_column", "skema VIII";
        TARGET_DENSE_SKIRMISH = "target_dense_skirmish", "skema VIII";
        TARGET_THIN_SKIRMISH = "target_thin_skirmish", "skema VIII";
        TARGET_MOUNTED = "target_mounted", "skema VIII";
        TARGET_STORMING = "target_storming", "09.02.6";
        TARGET_LIMBERED_OR_TRAIN = "target_limbered_or_train", "skema VIII";
        TARGET_UNLIMBERED = "target_unlimbered", "skema VIII";
        TARGET_COVER = "target_cover", "skema VIII";
        TARGET_FLANK = "target_flank", "09.03.4";
        TARGET_NO_REPLY = "target_no_reply", "skema VIII";
        TARGET_ORDER = "target_order", "skema VIII", of second;
        NUMBERS = "numbers", "skema VIII";
        TARGET_SUPPORTED = "target_supported", "09.02.5";
        TARGET_VALEUR = "target_valeur", "skema VIII", of second;
        TARGET_CHIEF = "target_chief", "08.02.1", of second;
    }
}

/// Skema XI.
pub(crate) mod artillery {
    krigsspil_engine::modifiers! {
        BATTERY_COVER = "battery_cover", "skema XI";
        NOT_ANSWERING = "not_answering", "skema XI";
        TWELVE_POUNDER = "twelve_pounder", "skema XI";
        BATTERY_ORDER = "battery_order", "skema XI", of first;
        BATTERY_TRAINING = "battery_training", "skema XI", of first;
        BATTERY_VALEUR = "battery_valeur", "skema XI", of first;
        TARGET_KIND = "target_kind", "skema XI";
        TARGET_DEPTH = "target_depth", "10.02.5";
        ARTILLERY_TARGET_STORMING = "artillery_target_storming", "10.02.4";
        TARGET_CONCEALMENT = "target_concealment", "skema XI";
        ARTILLERY_ZONE = "artillery_zone", "skema XI";
        ARTILLERY_ZONE_MORALE = "artillery_zone_morale", "skema XI";
        NON_RICOCHET = "non_ricochet", "10.04.1";
        RANGING = "ranging", "10.02.3", of first;
        BEHIND_ANOTHER = "behind_another", "10.05.5";
        ARTILLERY_TARGET_ORDER = "artillery_target_order", "skema XI", of second;
        LARGE_UNIT = "large_unit", "10.02.2";
        ARTILLERY_TARGET_VALEUR = "artillery_target_valeur", "skema XI", of second;
        ARTILLERY_TARGET_CHIEF = "artillery_target_chief", "08.02.1", of second;
    }
}

/// Skema XV: the attacker's side and the defender's.
pub(crate) mod melee {
    krigsspil_engine::modifiers! {
        ATTACKER_MORE_FIGURES = "attacker_more_figures", "12.03.1";
        ATTACKER_MARCH_COLUMN = "attacker_march_column", "skema XV";
        ATTACKER_ATTACK_COLUMN = "attacker_attack_column", "skema XV";
        ATTACKER_OBSTACLE = "attacker_obstacle", "12.03.11";
        ATTACKER_COVER = "attacker_cover", "07.05.6";
        ATTACKER_CAVALRY_V_SQUARE = "attacker_cavalry_v_square", "12.03.2";
        ATTACKER_CAVALRY_V_MASS = "attacker_cavalry_v_mass", "17.03.2";
        ATTACKER_CAVALRY_V_INFANTRY = "attacker_cavalry_v_infantry", "12.03.3";
        ATTACKER_V_ARTILLERY = "attacker_v_artillery", "skema XV";
        ATTACKER_NO_SKIRMISHERS = "attacker_no_skirmishers", "12.03.8";
        ATTACKER_SMOKE = "attacker_smoke", "09.02.7";
        ATTACKER_RIFLES_ONLY = "attacker_rifles_only", "skema XV", of first;
        ATTACKER_NOT_STATIONARY = "attacker_not_stationary", "skema XV";
        ATTACKER_UPHILL = "attacker_uphill", "12.03.5";
        ATTACKER_FLANK = "attacker_flank", "12.03.6";
        ATTACKER_CLOSED_V_SPREAD = "attacker_closed_v_spread", "05.04.2";
        ATTACKER_ORDER = "attacker_order", "03.03.6", of first;
        ATTACKER_SUPPORT = "attacker_support", "12.03.7";
        ATTACKER_FIRST_ACTION = "attacker_first_action", "12.03.9", of first;
        ATTACKER_NO_AMMUNITION = "attacker_no_ammunition", "11.02.2", of first;
        ATTACKER_STORM = "attacker_storm", "12.03.10";
        ATTACKER_NO_MOMENTUM = "attacker_no_momentum", "12.03.4";
        ATTACKER_COMPLETE_VICTORY = "attacker_complete_victory", "12.03.12";
        ATTACKER_CAVALRY_TYPE = "attacker_cavalry_type", "skema XV";
        ATTACKER_TRAINING = "attacker_training", "skema XV", of first;
        ATTACKER_VALEUR = "attacker_valeur", "04.05.1", of first;
        ATTACKER_CHIEF = "attacker_chief", "skema XVI", of first;
        DEFENDER_MORE_FIGURES = "defender_more_figures", "12.03.1";
        DEFENDER_MARCH_COLUMN = "defender_march_column", "skema XV";
        DEFENDER_ATTACK_COLUMN = "defender_attack_column", "skema XV";
        DEFENDER_OBSTACLE = "defender_obstacle", "12.03.11";
        DEFENDER_COVER = "defender_cover", "07.05.6";
        DEFENDER_CAVALRY_V_SQUARE = "defender_cavalry_v_square", "12.03.2";
        DEFENDER_CAVALRY_V_MASS = "defender_cavalry_v_mass", "17.03.2";
        DEFENDER_CAVALRY_V_INFANTRY = "defender_cavalry_v_infantry", "12.03.3";
        DEFENDER_V_ARTILLERY = "defender_v_artillery", "skema XV";
        DEFENDER_NO_SKIRMISHERS = "defender_no_skirmishers", "12.03.8";
        DEFENDER_SMOKE = "defender_smoke", "09.02.7";
        DEFENDER_RIFLES_ONLY = "defender_rifles_only", "skema XV", of second;
        DEFENDER_NOT_STATIONARY = "defender_not_stationary", "skema XV";
        DEFENDER_UPHILL = "defender_uphill", "12.03.5";
        DEFENDER_FLANK = "defender_flank", "12.03.6";
        DEFENDER_CLOSED_V_SPREAD = "defender_closed_v_spread", "05.04.2";
        DEFENDER_ORDER = "defender_order", "03.03.6", of second;
        DEFENDER_SUPPORT = "defender_support", "12.03.7";
        DEFENDER_FIRST_ACTION = "defender_first_action", "12.03.9", of second;
        DEFENDER_NO_AMMUNITION = "defender_no_ammunition", "11.02.2", of second;
        DEFENDER_STORM = "defender_storm", "12.03.10";
        DEFENDER_NO_MOMENTUM = "defender_no_momentum", "12.03.4";
        DEFENDER_COMPLETE_VICTORY = "defender_complete_victory", "12.03.12";
        DEFENDER_CAVALRY_TYPE = "defender_cavalry_type", "skema XV";
        DEFENDER_TRAINING = "defender_training", "skema XV", of second;
        DEFENDER_VALEUR = "defender_valeur", "04.05.1", of second;
        DEFENDER_CHIEF = "defender_chief", "skema XVI", of second;
    }
    krigsspil_engine::refusals! {
        /// Only infantry forms square, battalion mass or hob.
        CAVALRY_NEVER_ALL_ROUND = "cavalry_never_all_round", "05.02.1";
        /// One or two figures cannot fight.
        TOO_FEW_TO_FIGHT = "too_few_to_fight", "12.02.3";
    }
}
