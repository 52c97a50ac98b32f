//! Every modifier the procedures of this part apply and every combination they refuse, with its rule. The words are in `messages/`.

krigsspil_engine::modifiers! {
    LEADER_ONE_GRADE_LOW = "leader_one_grade_low", "19.04.2";
    UNDER_FIRE = "under_fire", "19.03.5";
    ACQUISITION = "acquisition", "19.03.2";
    DELAY = "delay", "19.03.4";
    REST = "rest", "19.04.5";
    RELIEVED = "relieved", "19.04.5";
    TRANSPORT = "transport", "19.03.3";
    SPECIAL_DELAY = "special_delay", "19.10.1";
    LEVELLED_IN_HALF = "levelled_in_half", "19.12.4";
    HALF_THE_CHARGES = "half_the_charges", "19.07.4";
    WET_GROUND = "wet_ground", "19.08.6";
    MINE_TOO_DEEP = "mine_too_deep", "19.08.8";
    MINE_HALF_EFFECT = "mine_half_effect", "19.08.6";
    CROSSING_DELAY = "crossing_delay", "19.11.3";
    WIND = "wind", "19.06.5";
    BLAST_TARGET_KIND = "blast_target_kind", "skema XI";
    BLAST_TARGET_FORMATION = "blast_target_formation", "skema XI";
    BLAST_STORMING = "blast_storming", "skema XI";
    BLAST_COVER = "blast_cover", "skema XI";
    BLAST_ZONE = "blast_zone", "19.07.6";
    BLAST_NON_RICOCHET = "blast_non_ricochet", "19.07.6";
    BLAST_CLOSE = "blast_close", "19.07.6";
    BLAST_ORDER = "blast_order", "skema XI";
    BLAST_VALEUR = "blast_valeur", "skema XI";
    BLAST_LARGE_UNIT = "blast_large_unit", "10.02.2";
    ZEALAND_HUSSARS = "zealand_hussars", "land.denmark.3.B";
    SAILORS = "sailors", "land.denmark.5.B";
    ENGLISH_INFANTRY = "english_infantry", "land.england.3";
    FRENCH_LANCERS = "french_lancers", "land.france.5.A";
    POLISH_LANCERS = "polish_lancers", "land.france.5.B";
    GENDARMES = "gendarmes", "land.france.7";
    FRENCH_PIONEERS = "french_pioneers", "land.france.9.B";
    LANDWEHR_CHAIN = "landwehr_chain", "land.prussia.2.D";
    PRUSSIAN_SCHUTZEN = "prussian_schutzen", "land.prussia.3.B";
    FREE_CORPS = "free_corps", "land.prussia.4";
    UNPRACTISED_LANCES = "unpractised_lances", "land.prussia.5.C";
    PRUSSIAN_PIONEERS = "prussian_pioneers", "land.prussia.7";
    UNPRACTISED_PIKES = "unpractised_pikes", "land.russia.2.B";
    RUSSIAN_DEFENCE = "russian_defence", "land.russia.3.A";
    COSSACKS = "cossacks", "land.russia.4.D";
    PRINCE_CLEMENS = "prince_clemens", "land.saxony.3.C";
    SAXON_GUNNERS = "saxon_gunners", "land.saxony.4.C";
    SAXON_CAVALRY = "saxon_cavalry", "land.saxony.6";
    AUSTRIAN_JAGERS = "austrian_jagers", "land.austria_hungary.2";
    AUSTRIAN_UHLANS = "austrian_uhlans", "land.austria_hungary.3.C";
    POINTS_HELD_IN_BOUNDS = "points_held_in_bounds", "04.05.3";
    NO_LINE_SPRING_1813 = "line_and_square_spring_1813", "land.france.3";
    NO_LINE_AUTUMN_1813 = "line_and_square_autumn_1813", "land.france.3";
    NO_COLUMN_BONUS = "no_column_bonus", "land.england.4.A";
    NO_BATTALION_MASS = "no_battalion_mass", "land.england.4.B";
    NO_FIRST_ATTACK_IN_COLUMN = "no_first_attack_in_column", "land.england.5.B";
    COSSACKS_NO_LINE = "cossacks_no_line", "15.02.3";
    WHOLLY_IN_COVER = "wholly_in_cover", "14.01.2";
    OTHER_NATIONS_ROW = "other_nations_row", "skema XXIII.5";
}

krigsspil_engine::refusals! {
    /// Pieces must be whole.
    PIECES_ARE_WHOLE = "pieces_are_whole", "19.04.4";
    /// Only a bridge may consist of abutments alone, and then it needs at least one.
    NOTHING_WANTED = "nothing_wanted", "19.04.4";
    /// Only the two column bridges have abutments.
    NO_ABUTMENTS = "no_abutments", "skema XX";
    /// There is no third period after two.
    NO_THIRD_PERIOD = "no_third_period", "19.01.3";
    /// Only units that are printed with numbers have a number.
    UNIT_HAS_NO_NUMBER = "unit_has_no_number", "skema XXIII";
    /// The country has no such unit.
    UNIT_OF_ANOTHER_COUNTRY = "unit_of_another_country", "De enkelte lande";
}
