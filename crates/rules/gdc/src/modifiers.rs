//! Every modifier the procedures apply and every combination they refuse, with its rule. The words are in `messages/`.

pub(crate) mod scale {
    krigsspil_engine::refusals! {
        /// Cavalry cannot form square.
        NO_CAVALRY_SQUARE = "no_cavalry_square", "1.3.A";
    }
}

pub(crate) mod command {
    krigsspil_engine::modifiers! {
        GENERAL_LOST = "general_lost", "2.56";
        PLAYER_GENERAL_LOST = "player_general_lost", "2.56";
    }
    krigsspil_engine::refusals! {
        /// Each hop of a message has its own distance.
        ONE_DISTANCE_A_HOP = "one_distance_a_hop", "2.51";
        /// Orders follow the links of the chain.
        NOT_IN_THE_CHAIN = "not_in_the_chain", "2.2";
    }
}

pub(crate) mod morale {
    krigsspil_engine::modifiers! {
        STATE = "state", "chart.morale-modifiers";
        ZONE_GARRISON = "zone_garrison", "12.3";
        GENERAL = "general", "2.54";
        PROTECTIVE_COVER = "protective_cover", "11.6";
        TWO_BATTERIES_OR_BAD_FOOTING = "two_batteries_or_bad_footing", "chart.morale-modifiers";
        FLANK_OR_FRIENDLY_FIRE = "flank_or_friendly_fire", "chart.morale-modifiers";
        HOME_COUNTRY = "home_country", "opt.home-morale";
        SKIRMISH_DEDUCTION = "skirmish_deduction", "chart.musketry";
        STATE_AT_FAILURE = "state_at_failure", "chart.morale-failure";
        SKIRMISH_AT_FAILURE = "skirmish_at_failure", "chart.morale-failure";
        SURROUNDED = "surrounded", "chart.morale-failure";
        SQUARE_KEEPS_PLACE = "square_keeps_place", "10.2.B";
        house SQUARE_DISTANCE = "square_distance", "5.33.B";
        PERMANENTLY_UNORGANIZED = "permanently_unorganized", "3.51";
        GOOD_CAVALRY = "good_cavalry", "3.51";
        BAD_CAVALRY = "bad_cavalry", "3.51";
    }
    krigsspil_engine::refusals! {
        /// A unit cannot lose more castings than it had.
        MORE_THAN_IT_HAD = "more_than_it_had", "3.3";
    }
}

pub(crate) mod charge {
    krigsspil_engine::refusals! {
        /// Each arm has its own formations.
        NOT_ITS_FORMATION = "charged_formation", "5.31";
        /// Only infantry can lie down.
        ONLY_INFANTRY_PRONE = "charged_prone", "opt.anti-artillery";
        /// A melee has a result only if it is fought, and then always.
        MELEE_ONLY_IF_IT_ATTACKS = "melee_only_if_it_attacks", "9.5.B";
    }
}

pub(crate) mod movement {
    krigsspil_engine::modifiers! {
        STATE_YARDS = "state_yards", "chart.movement-modifiers";
        CONTOURS = "contours", "11.7.B";
        HALF_SPEED = "half_speed", "2.56";
        LINE_RATE = "line_rate", "opt.line-rate";
        STANDARD_MARCH = "standard_march", "opt.standard-march";
        GUARD_FIRST_CHARGE = "guard_first_charge", "opt.guard.C";
        WEIGHT = "weight", "opt.cavalry-weight";
        house LIMBERS_LEFT = "limbers_left", "chart.counter-battery";
        BATTERY_TURNS = "battery_turns", "chart.artillery-movement-modifiers";
        BATTERY_FORDS = "battery_fords", "11.3.B";
        BATTERY_ON_BRIDGE = "battery_on_bridge", "chart.artillery-movement-modifiers";
    }
    krigsspil_engine::refusals! {
        /// A battery cannot lose more limbers than it has.
        MORE_HITS_THAN_LIMBERS = "march_limber_hits", "7.11";
    }
}

pub(crate) mod artillery {
    krigsspil_engine::modifiers! {
        FRENCH_GUARD_LIMBERS = "french_guard_limbers", "7.11";
        NATION_POINTS = "nation_points", "7.3";
        GUARD_POINTS = "guard_points", "7.3";
        THROUGH_SKIRMISHERS = "through_skirmishers", "10.6.C";
        POOR_VISIBILITY = "poor_visibility", "chart.bir-modifiers";
        SEVERAL_BATTERIES = "several_batteries", "chart.bir-modifiers";
        FIRE_ON_FLANK = "fire_on_flank", "chart.bir-modifiers";
        BROAD_TARGET = "broad_target", "chart.bir-modifiers";
        LIGHT_WOODS_OR_ENGAGED = "light_woods_or_engaged", "chart.bir-modifiers";
        TARGET_SQUARE = "target_square", "chart.bir-modifiers";
        SHELTERED_TARGET = "sheltered_target", "chart.bir-modifiers";
        COLUMN_FAR = "column_far", "chart.bir-modifiers";
        LINE_NEAR = "line_near", "chart.bir-modifiers";
        COUNTER_BATTERY = "counter_battery", "chart.bir-modifiers";
        ROCKETS_AT_GUNS = "rockets_at_guns", "opt.rockets";
        ROCKETS_AT_ZONE = "rockets_at_zone", "opt.rockets";
        ZONE_WALLS = "zone_walls", "12.4.G";
        TRANSIT_MASS = "transit_mass", "12.4.G";
        HOWITZERS_AT_ZONE = "howitzers_at_zone", "7.4";
    }
    krigsspil_engine::refusals! {
        /// Only French batteries can belong to the French Guard.
        ONLY_FRENCH_GUARD = "only_french_guard", "7.11";
        /// The French have Young and Old Guard, all others one guard.
        NOT_ITS_GUARD = "not_its_guard", "7.3";
        /// A battery cannot lose more guns than it has.
        MORE_HITS_THAN_GUNS = "more_hits_than_guns", "7.3";
        /// A battery cannot lose more crew than it has.
        MORE_HITS_THAN_CREW = "more_hits_than_crew", "7.11";
        /// A battery cannot lose more limbers than it has.
        MORE_HITS_THAN_LIMBERS = "more_hits_than_limbers", "7.11";
        /// Cavalry can form neither square nor mass.
        NO_CAVALRY_SQUARE = "gun_target_formation", "chart.bir-modifiers";
        /// Only infantry can lie down.
        ONLY_INFANTRY_PRONE = "only_infantry_prone", "opt.anti-artillery";
        /// The zone of a garrison must have a class.
        ZONE_HAS_A_CLASS = "zone_has_a_class", "12.4.G";
    }
}

pub(crate) mod fire {
    krigsspil_engine::modifiers! {
        MELEE_GRADE = "melee_grade", "chart.firepower-modifiers";
        SKIRMISH_TRAINED = "skirmish_trained", "chart.firepower-modifiers";
        RIFLE = "rifle", "chart.firepower-modifiers";
        NATION = "nation", "chart.firepower-modifiers";
        FIRER_STATE = "firer_state", "chart.firepower-modifiers";
        DID_NOT_MOVE = "did_not_move", "chart.firepower-modifiers";
        WEATHER = "weather", "9.3.D";
        TARGET_CREW = "target_crew", "chart.firepower-modifiers";
        TARGET_SKIRMISH = "target_skirmish", "chart.firepower-modifiers";
        TARGET_LINE = "target_line", "chart.firepower-modifiers";
        TARGET_WOODS = "target_woods", "11.5.A";
        TARGET_COVER = "target_cover", "11.6";
        TARGET_SCREEN = "target_screen", "10.1.G";
        INDIANS = "indians", "10.7";
        BOWMEN = "bowmen", "opt.india";
        VOLUME = "volume", "9.3.C";
    }
    krigsspil_engine::refusals! {
        /// Columns, squares and swarms fire with their front rank, which cannot be larger than the unit.
        FRONT_RANK = "front_rank", "8.2.B";
    }
}

pub(crate) mod melee {
    krigsspil_engine::modifiers! {
        HIGHER_GROUND = "higher_ground", "11.7.D";
        FORMATION = "formation", "chart.melee-classic.formation";
        PROTECTIVE_FIRE = "protective_fire", "9.3.F";
        ATTACKER_WOODS_TRAINED = "attacker_woods_trained", "11.5.A";
        ATTACKER_LANCER_OR_HEAVIER = "attacker_lancer_or_heavier", "10.2.A";
        ATTACKER_STATE = "attacker_state", "chart.melee-classic.situation";
        ATTACKER_GENERAL = "attacker_general", "2.55";
        ATTACKER_CROSSED = "attacker_crossed", "chart.melee-classic.situation";
        ATTACKER_SKIRMISH = "attacker_skirmish", "chart.melee-classic.situation";
        AT_ELEPHANTS = "at_elephants", "opt.india";
        DEFENDER_WOODS_TRAINED = "defender_woods_trained", "11.5.A";
        DEFENDER_LANCER_OR_HEAVIER = "defender_lancer_or_heavier", "10.2.A";
        BY_ELEPHANTS = "by_elephants", "opt.india";
        DEFENDER_STATE = "defender_state", "chart.melee-classic.situation";
        DEFENDER_GENERAL = "defender_general", "2.55";
        DEFENDER_POSITION = "defender_position", "11.6";
        SEVERAL_ATTACKERS = "several_attackers", "9.2.E";
        DEFENDER_LOOSE = "defender_loose", "chart.melee-classic.situation";
        FLANK_OR_REAR = "flank_or_rear", "9.1.B";
        FIRED_AT = "fired_at_by_artillery", "chart.melee-classic.situation";
        RUSSIANS_IN_RUSSIA = "russians_in_russia", "opt.russian";
        WINNER_BROKEN = "winner_broken", "chart.melee-results-modifiers";
        WINNER_TIRED = "winner_tired", "chart.melee-results-modifiers";
        WINNER_COVER_OR_UPHILL = "winner_cover_or_uphill", "chart.melee-results-modifiers";
        WINNER_ON_FLANK = "winner_on_flank", "chart.melee-results-modifiers";
        LOSER_BROKEN = "loser_broken", "chart.melee-results-modifiers";
        LOSER_UNORGANIZED = "loser_unorganized", "chart.melee-results-modifiers";
        LOSER_COVER_OR_UPHILL = "loser_cover_or_uphill", "chart.melee-results-modifiers";
        LOSER_ON_FLANK = "loser_on_flank", "chart.melee-results-modifiers";
        CAVALRY_OVER_FOOT = "cavalry_over_foot", "chart.melee-results-modifiers";
        INFANTRY_OVER_CAVALRY = "infantry_over_cavalry", "chart.melee-results-modifiers";
    }
    krigsspil_engine::refusals! {
        /// Each arm has its own formations.
        NOT_ITS_FORMATION = "defender_formation", "chart.melee-classic.formation";
        /// Squares, masses and gun crews never counter-charge.
        NEVER_COUNTER_CHARGES = "never_counter_charges", "9.4";
        /// Cavalry in line flows around a square.
        NEVER_ENGAGED_WITH_SQUARE = "never_engaged_with_square", "9.5.C";
    }
}

pub(crate) mod zones {
    krigsspil_engine::modifiers! {
        UNIT_STATE = "unit_state", "chart.zone-modifiers";
        CAVALRY_IN_SECTOR = "cavalry_in_sector", "chart.zone-modifiers";
        SECTOR_ARTILLERY = "sector_artillery", "chart.zone-modifiers";
        ZONE_MULTIPLIER = "zone_multiplier", "chart.zone-multiplier";
        RUSSIANS_IN_SECTOR = "russians_in_sector", "opt.russian";
    }
    krigsspil_engine::refusals! {
        /// A blockhouse holds three battalions at most.
        TOO_MANY_BATTALIONS = "too_many_battalions", "11.8";
        /// A sector has one garrison.
        ONE_GARRISON = "one_garrison", "12.5.B.3";
    }
}

pub(crate) mod units {
    krigsspil_engine::refusals! {
        /// Only infantry has elite companies to converge.
        ONLY_INFANTRY_CONVERGES = "only_infantry_converges", "10.1.E";
        /// The parent battalion must keep at least one casting.
        TAKES_THE_WHOLE_BATTALION = "takes_the_whole_battalion", "10.1.D";
    }
}

pub(crate) mod options {
    krigsspil_engine::modifiers! {
        SCOUTS_AT_HOME = "scouts_at_home", "opt.scouting";
        OUT_OF_COHESION = "out_of_cohesion", "opt.cohesion";
    }
}

/// The modifiers, chapter by chapter.
pub(crate) static MODIFIERS: &[&[&krigsspil_engine::Modifier]] = &[
    command::MODIFIERS,
    morale::MODIFIERS,
    movement::MODIFIERS,
    artillery::MODIFIERS,
    fire::MODIFIERS,
    melee::MODIFIERS,
    zones::MODIFIERS,
    options::MODIFIERS,
];

/// The refusals, chapter by chapter.
pub(crate) static REFUSALS: &[&[&krigsspil_engine::Refusal]] = &[
    scale::REFUSALS,
    command::REFUSALS,
    morale::REFUSALS,
    charge::REFUSALS,
    movement::REFUSALS,
    artillery::REFUSALS,
    fire::REFUSALS,
    melee::REFUSALS,
    zones::REFUSALS,
    units::REFUSALS,
];
