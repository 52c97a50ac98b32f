//! Why an order or action is refused.

krigsspil_engine::refusals! {
    /// The unit is not on the table.
    NOT_ON_THE_TABLE = "not_on_the_table", "4.4.8";
    /// It is another phase.
    NOT_THIS_PHASE = "not_this_phase", "1.2.2";
    /// It was let go of, or has done this already.
    LET_GO = "let_go", "4.3";
    /// A mob does not move.
    MOB_STAYS = "mob_stays", "4.4.3";
    /// A square stays where it is until it changes formation.
    SQUARE_STAYS = "square_stays", "4.4.2.p3";
    /// A continued melee holds it.
    HELD_BY_MELEE = "held_by_melee", "4.2";
    /// A unit in U goes back two own turns at most.
    TWO_TURNS_BACK = "two_turns_back", "1.6.3.p2";
    /// A unit in U only goes back.
    ONLY_BACK_IN_DISORDER = "only_back_in_disorder", "1.6.3";
    /// Between forward and backward it has to turn first.
    TURN_FIRST = "turn_first", "4.4.5";
    /// Guns in position turn no farther than 45 degrees.
    GUNS_TURN_45 = "guns_turn_45", "4.6.3";
    /// It does not form that.
    CANNOT_FORM = "cannot_form", "1.7.3";
    /// Only guns are limbered, and only once a turn.
    CANNOT_LIMBER = "cannot_limber", "4.6.1";
    /// It touches no town zone it could enter.
    NO_ZONE = "no_zone", "4.8.2";
    /// It is in no town.
    NOT_IN_TOWN = "not_in_town", "4.8.2";
    /// Out of command it must come back.
    MUST_RETURN = "must_return", "2.4.3.p2";
    /// A detached brigade at its point only turns and changes formation.
    DETACHED_STAYS = "detached_stays", "2.11.p2";
    /// A detachment on its way goes to its point.
    TO_ITS_POINT = "to_its_point", "2.11";
    /// Under a march order guns stay limbered.
    GUNS_LIMBERED_ON_MARCH = "guns_limbered_on_march", "2.10.p3";
    /// Under an attack order guns first come up.
    GUNS_COME_UP = "guns_come_up", "2.7.p7";
    /// A march order keeps 75 cm off the enemy.
    MARCH_KEEPS_OFF = "march_keeps_off", "2.10";
    /// Not an attack that may be declared.
    CANNOT_ATTACK = "cannot_attack", "5.1.2";
    /// Infantry does not attack cavalry.
    NOT_AT_CAVALRY = "not_at_cavalry", "5.1.2.p2";
    /// A target nobody of the side sees, or no enemy.
    TARGET_UNSEEN = "target_unseen", "fase.3.1";
    /// It has nothing to react to.
    NO_REACTION = "no_reaction", "5.2.1";
    /// It is not attacked so that it could do that.
    NO_DISPOSITION = "no_disposition", "5.3";
    /// It does not fire now.
    CANNOT_FIRE = "cannot_fire", "6.1.2";
    /// It has named its fire.
    FIRES_ONCE = "fires_once", "6.1.1.p2";
    /// Infantry does not fire at towns.
    NOT_AT_TOWNS = "not_at_towns", "4.8.4";
    /// Nothing to resupply.
    NO_RESUPPLY = "no_resupply", "6.1.12.2";
    /// It attacks nobody.
    NOTHING_TO_ABORT = "nothing_to_abort", "5.4.1";
    /// It is in no continued melee, or has tried.
    NOTHING_TO_BREAK_OFF = "nothing_to_break_off", "7.3.2";
    /// It is not in FU, or routed this turn.
    NOTHING_TO_REORGANISE = "nothing_to_reorganise", "9.1";
    /// The allowance is spent.
    NO_ALLOWANCE = "no_allowance", "2.12.1";
    /// Nobody who may order this corps.
    CANNOT_ORDER = "cannot_order", "2.1";
    /// Too far for an order.
    OUT_OF_ZONES = "out_of_zones", "2.2.p3";
    /// An earlier order is still on its way.
    ORDER_PENDING = "order_pending", "3.3";
    /// Not an order and a cancellation to one corps.
    ORDER_AND_CANCELLATION = "order_and_cancellation", "3.3";
    /// Nothing to cancel.
    NOTHING_PENDING = "nothing_pending", "2.12.1";
    /// The objective is missing or too far.
    OBJECTIVE_WITHIN_A_METRE = "objective_within_a_metre", "2.7";
    /// An attack goes toward the enemy.
    TOWARD_THE_ENEMY = "toward_the_enemy", "2.7";
    /// A withdrawal order goes away from the enemy's front.
    AWAY_FROM_THE_ENEMY = "away_from_the_enemy", "2.9";
    /// No reason for an automatic withdrawal order.
    NO_AUTOMATIC_BACK = "no_automatic_back", "2.9.p2";
    /// Not a division or brigade of a corps, or detached already.
    CANNOT_DETACH = "cannot_detach", "2.11";
    /// It is not detached.
    NOT_DETACHED = "not_detached", "2.11.p3";
    /// A general is not shifted so.
    CANNOT_SHIFT = "cannot_shift", "2.12.1.p3";
    /// So far a general goes at most.
    TOO_FAR = "general_too_far", "2.12.1.p4";
    /// A corps general on hold does not move.
    GENERAL_HOLDS = "general_holds", "2.8";
    /// Under his order he goes between these.
    GENERAL_GOES = "general_goes", "2.7.p2";
    /// He has moved.
    GENERAL_HAS_MOVED = "general_has_moved", "2.7.p2";
    /// A division general keeps within command of his corps.
    DIVISION_IN_COMMAND = "division_in_command", "2.5";
    /// At his point a detached general stays.
    DIVISION_AT_ITS_POINT = "division_at_its_point", "2.11.p2";
}
