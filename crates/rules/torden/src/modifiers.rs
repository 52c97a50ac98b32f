//! Every modifier the procedures apply and every combination they refuse, with its rule. The words stand in `messages/`.

pub(crate) mod command {
    krigsspil_engine::modifiers! {
        DETACHMENT_ORDER = "detachment_order", "tabel 1";
        RECEIVER_HAS_ATTACK_ORDER = "receiver_has_attack_order", "tabel 1";
        RECEIVER_KE = "receiver_ke", "tabel 1";
        ISSUER_KE = "issuer_ke", "tabel 1";
        PREVIOUS_CONTROLS = "previous_controls", "tabel 1";
        ENGLISH_NEW_ORDER = "english_new_order", "land.england_1815.cav.A";
        house ARMY_OF_CAVALRY = "army_of_cavalry", "generaler.france";
    }
}

pub(crate) mod march {
    krigsspil_engine::modifiers! {
        BACKWARD_OR_PASSAGE = "backward_or_passage", "tabel 2";
        DIFFICULT_GROUND = "difficult_ground", "tabel 2";
        ROUT_MOVE = "rout_move", "4.4.3";
        FORMATION_CHANGE = "formation_change", "4.5.1";
        LIMBERING = "limbering", "4.6.1";
        TURNING = "turning", "4.4.7";
        OBSTACLES = "obstacles", "tabel 2";
        TOWN_MOVE = "town_move", "tabel 2";
    }
}

pub(crate) mod reaction {
    krigsspil_engine::modifiers! {
        REACTS_IN_DISORDER = "reacts_in_disorder", "tabel 3";
        REACTS_IN_COLUMN = "reacts_in_column", "tabel 3";
        REACTS_IN_MARCH_COLUMN = "reacts_in_march_column", "tabel 3";
        DECLARED_ATTACK = "declared_attack", "tabel 3";
        ENGLISH_ABORT = "english_abort", "land.england_1815.cav.B";
        ENGLISH_REFUSE = "english_refuse", "land.england_1815.cav.C";
        TWELVE_POUNDER_FOOT = "twelve_pounder_foot", "tabel 3";
        STATIONARY = "stationary", "tabel 3";
        ATTACKED_IN_FLANK = "attacked_in_flank", "tabel 3";
        ATTACKED_BY_CONTINUED_ATTACK = "attacked_by_continued_attack", "tabel 3";
        OWN_MELEE_ADDITION = "own_melee_addition", "tabel 3";
    }
}

pub(crate) mod fire {
    krigsspil_engine::modifiers! {
        FRONT_RANK = "front_rank", "tabel 5";
        FROM_SQUARE = "from_square", "tabel 5";
        TARGET_COLUMN_OR_FLANK = "target_column_or_flank", "tabel 5";
        TARGET_SQUARE = "target_square", "tabel 5";
        TARGET_UNLIMBERED = "target_unlimbered", "tabel 5";
        SHELLED = "shelled", "tabel 5";
        LIGHT_GUN_IN_ZONE_4 = "light_gun_in_zone_4", "tabel 5";
        GUNNERS = "gunners", "tabel 5";
        TARGET_IN_COVER = "target_in_cover", "tabel 5";
        TARGET_MOVED_HALF = "target_moved_half", "tabel 5";
        FIRES_IN_DISORDER = "fires_in_disorder", "tabel 5";
        FIRE_ADDITION = "fire_addition", "tabel 5";
        READ_IN_ZONE_2 = "read_in_zone_2", "4.8.5";
    }
}

pub(crate) mod melee {
    krigsspil_engine::modifiers! {
        CAVALRY_IN_COLUMN = "cavalry_in_column", "tabel 7";
        MARCH_COLUMN = "march_column", "tabel 7";
        CAVALRY_AGAINST_SQUARE = "cavalry_against_square", "tabel 7";
        CAVALRY_AGAINST_FOOT = "cavalry_against_foot", "tabel 7";
        INFANTRY_AGAINST_SQUARE_OR_GUNS = "infantry_against_square_or_guns", "tabel 7";
        FLANK_OR_REAR = "flank_or_rear", "tabel 7";
        SUPPORTED = "supported", "tabel 7";
        LIGHT_CAVALRY = "light_cavalry", "tabel 7";
        HEAVY_CAVALRY = "heavy_cavalry", "tabel 7";
        FURTHER_CONTINUED_ATTACKS = "further_continued_attacks", "tabel 7";
        FIGHTS_IN_DISORDER = "fights_in_disorder", "tabel 7";
        FIGHTS_IN_FULL_DISORDER = "fights_in_full_disorder", "tabel 7";
        IN_WOOD = "in_wood", "tabel 7";
        IN_FORTRESS = "in_fortress", "tabel 7";
        IN_COVER_OR_TOWN = "in_cover_or_town", "tabel 7";
        OUT_OF_TOWN = "out_of_town", "tabel 7";
        IN_RIVER = "in_river", "tabel 7";
        ODDS = "odds", "tabel 7";
        LOSSES = "losses", "tabel 7";
        DEFENDER_FIRED = "defender_fired", "tabel 7";
        MELEE_ADDITION = "melee_addition", "tabel 7";
        house GENERAL_MELEE = "general_melee", "2.3.p2";
    }
}

pub(crate) mod morale {
    krigsspil_engine::modifiers! {
        SHARE_LOST = "share_lost", "tabel 9";
        DEDUCTION = "deduction", "tabel 9";
        TESTS_IN_DISORDER = "tests_in_disorder", "tabel 9";
        TESTS_IN_FULL_DISORDER = "tests_in_full_disorder", "tabel 9";
        PASSED_THROUGH = "passed_through", "tabel 9";
        FLEEING_MORALE = "fleeing_morale", "tabel 9";
        STRUCK_IN_FLANK = "struck_in_flank", "tabel 9";
        COVERED = "covered", "tabel 9";
        WON_MELEE = "won_melee", "tabel 9";
        MORALE_ADDITION = "morale_addition", "tabel 9";
        house GENERAL_MORALE = "general_morale", "2.3.p2";
    }
}

krigsspil_engine::refusals! {
    /// Guns without a battery.
    GUNS_NEED_BATTERIES = "guns_need_batteries", "1.3.4";
    /// More lost than there were.
    LOST_OVER_ORIGINAL = "lost_over_original", "appendiks 2";
    /// Nobody left to fight.
    NOBODY_LEFT = "nobody_left", "7.2.1";
    /// A part larger than the whole.
    PART_OVER_WHOLE = "part_over_whole", "2.7.p4";
    /// More units disordered than there are.
    DISORDERED_OVER_UNITS = "disordered_over_units", "2.9.p2";
    /// An outer zone inside an inner one.
    ZONE_INSIDE = "zone_inside", "2.2.p3";
    /// An outer zone without the one before it.
    ZONE_MISSING = "zone_missing", "2.2.p3";
    /// Attack, back and march orders have an objective.
    OBJECTIVE_NEEDED = "objective_needed", "2.7";
    /// The march order goes by the slowest unit.
    RATES_NEEDED = "rates_needed", "2.10.p3";
    /// The arm does not stand in that formation.
    FORMATION_OF_ANOTHER_ARM = "formation_of_another_arm", "4.4.2";
    /// That reaction is not open to the arm.
    NOT_ITS_REACTION = "not_its_reaction", "5.2.2";
    /// English cavalry is cavalry.
    ENGLISH_CAVALRY_ONLY = "english_cavalry_only", "land.england_1815.cav.B";
    /// Artillery never attacks.
    ARTILLERY_NEVER_ATTACKS = "artillery_never_attacks", "5.1.2.p2";
    /// Only units in order attack.
    ATTACKER_IN_ORDER = "attacker_in_order", "5.1.2";
    /// A square does not move, and so does not attack.
    SQUARE_NEVER_ATTACKS = "square_never_attacks", "4.4.2.p3";
    /// Infantry does not attack cavalry.
    INFANTRY_NOT_AT_CAVALRY = "infantry_not_at_cavalry", "5.1.2.p2";
    /// The front rank must be known.
    FRONT_RANK_NEEDED = "front_rank_needed", "tabel 5";
    /// The figures in the square or town must be known.
    FIGURES_NEEDED = "figures_needed", "6.1.5";
    /// More loads than the battery carries.
    OVER_FULL_LOAD = "over_full_load", "6.1.12.1";
    /// More rolls than the unit's number allows.
    TOO_MANY_ROLLS = "too_many_rolls", "7.4.p2";
}
