//! Why an order or action is refused.

krigsspil_engine::refusals! {
    /// Not in this phase.
    NOT_NOW = "not_in_this_phase", "turn.D";
    /// It is the other side's move.
    NOT_YOUR_MOVE = "not_your_move", "turn.D.2";
    /// It is not on the table.
    NOT_ON_THE_TABLE = "not_on_the_table", "house.ratings";
    /// Its command is not engaged.
    NOT_ENGAGED = "not_engaged", "turn.D";
    /// Its command is engaged.
    IS_ENGAGED = "is_engaged", "turn.E";
    /// It fights hand to hand.
    LOCKED = "locked_in_melee", "house.recall";
    /// It has had its order.
    ONE_ORDER = "one_order_a_phase", "turn.D.2";
    /// Its formation is broken.
    IS_BROKEN = "formation_is_broken", "house.broken";
    /// It is out of command.
    OUT_OF_COMMAND = "out_of_command", "house.out-of-command";
    /// Guns and trains do not attack.
    DOES_NOT_ATTACK = "does_not_attack", "turn.D.1";
    /// Its order lets it attack nobody.
    ORDER_FORBIDS = "order_forbids", "house.orders";
    /// Its order lets it attack only those who are near.
    ORDER_TOO_FAR = "order_too_far", "house.orders";
    /// Too much disorder.
    TOO_DISORDERED = "too_disordered", "declare.forbidden";
    /// Irregulars with too much disorder.
    TOO_IRREGULAR = "too_irregular", "declare.irregular";
    /// Nobody he may know of.
    TARGET_UNSEEN = "target_unseen", "house.visibility";
    /// Not an enemy.
    NOT_AN_ENEMY = "not_an_enemy", "turn.D.1";
    /// Not before its front.
    NOT_BEFORE_THE_FRONT = "not_before_the_front", "turn.D.1";
    /// It cannot be reached.
    OUT_OF_REACH = "out_of_reach", "turn.D.1";
    /// The wheel of an attack is at most 45 degrees.
    WIDE_WHEEL = "wide_wheel", "turn.D.1";
    /// Only attacks by or against skirmishers are fought on the continued table.
    NO_SKIRMISHERS = "no_skirmishers", "inf.initial.skirmish-option";
    /// Only foot fights for a zone.
    ONLY_FOOT_IN_TOWN = "only_foot_in_town", "house.town-zone";
    /// It has attacked, and is where it is.
    HAS_ATTACKED = "has_attacked", "turn.D.2";
    /// The arm has no such formation.
    NO_FORMATION = "no_formation", "change.normal";
    /// One change a sequence.
    ONE_CHANGE = "one_change", "change.normal";
    /// Guns in position do not march.
    LIMBER_FIRST = "limber_first", "move.artillery";
    /// A battery has used its allowance.
    ALLOWANCE_USED = "allowance_used", "manoeuvre.artillery";
    /// A train keeps to roads.
    TRAIN_ON_ROADS = "train_on_roads", "manoeuvre.train";
    /// No road is near.
    NO_ROAD = "no_road", "manoeuvre.table";
    /// A road march takes a march column.
    IN_MARCH_COLUMN = "in_march_column", "manoeuvre.table";
    /// Only artillery marches by road in this phase.
    ROAD_FOR_GUNS = "road_for_guns", "deploy.road";
    /// An adjustment is at most 50.
    ADJUST_50 = "adjust_50", "move.adjust";
    /// Only guns do that.
    ONLY_GUNS = "only_guns", "move.manhandle";
    /// Its guns stand in position already, or are limbered already.
    ALREADY_SO = "already_so", "deploy.limber";
    /// Turn or move, not both.
    TURN_OR_MOVE = "turn_or_move", "move.manhandle";
    /// Farther or wider than its crews can bring it.
    MANHANDLE_TOO_FAR = "manhandle_too_far", "move.manhandle.light";
    /// It has moved and does not fire.
    MOVED_NO_FIRE = "moved_no_fire", "bombard.tactical";
    /// It has manhandled or tried to limber.
    HANDLED_NO_FIRE = "handled_no_fire", "deploy.limber";
    /// It has no whole base to fire with.
    NO_GUNS = "no_guns", "bombard.test";
    /// Too far to fire.
    OUT_OF_RANGE = "fire_out_of_range", "chart.bombard-factor";
    /// Not within its arc.
    OUT_OF_ARC = "fire_out_of_arc", "bombard.test";
    /// No clear line.
    NO_LINE = "no_line_of_fire", "house.visibility";
    /// Nobody fires into a melee.
    INTO_A_MELEE = "into_a_melee", "bombard.test";
    /// A unit or a zone.
    ONE_TARGET = "one_target", "turn.F";
    /// No such zone.
    NO_ZONE = "no_zone", "house.town-zone";
    /// Only officers with a command get orders.
    NO_COMMAND = "no_command", "house.orders";
    /// No reserve near the enemy.
    RESERVE_TOO_NEAR = "reserve_too_near", "house.orders";
    /// Only the commander-in-chief writes the bonus.
    ONLY_THE_CHIEF = "only_the_chief", "house.sequence-bonus";
    /// More than his bonus.
    BONUS_TOO_HIGH = "bonus_too_high", "house.sequence-bonus";
    /// He has moved, or turned, already.
    OFFICER_HAS_MOVED = "officer_has_moved", "officer.move";
    /// Only superiors ride so far from their troops.
    ONLY_SUPERIORS_RIDE = "only_superiors_ride", "manoeuvre.officers";
}
