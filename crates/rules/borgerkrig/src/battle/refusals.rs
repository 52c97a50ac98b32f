//! Why an order or action is refused.

krigsspil_engine::refusals! {
    /// The unit is not on the table.
    NOT_ON_THE_TABLE = "not_on_the_table", "03.01.2";
    /// Orders are written before the turn.
    NOT_NOW = "orders_before_the_turn", "04.01.1";
    /// A unit in rout takes no orders.
    IN_ROUT = "in_rout", "04.02.2";
    /// Only a pinned or bound unit announces a retreat.
    NO_RETREAT = "no_retreat", "04.02.8";
    /// A unit bound to its fire goes on firing.
    BOUND_TO_FIRE = "bound_to_fire", "04.02.14";
    /// A pinned unit does not move.
    PINNED = "pinned_stays", "04.02.8";
    /// Guns and wagons do not attack.
    GUNS_DO_NOT_ATTACK = "guns_do_not_attack", "07.01.4";
    /// A unit in disorder does not attack.
    DISORDER_DOES_NOT_ATTACK = "disorder_does_not_attack", "07.01.4";
    /// Too far from its general: repeat, stand or fire.
    OUT_OF_COMMAND = "out_of_command", "03.03.3";
    /// Foot artillery and wagons do not storm.
    STORM_ARM = "storm_arm", "03.03.4";
    /// Infantry and cavalry storm only to attack.
    STORM_ONLY_IN_ATTACK = "storm_only_in_attack", "03.03.4";
    /// Horse artillery storms to take or leave a position.
    STORM_TO_A_POSITION = "storm_to_a_position", "03.03.4";
    /// Too few of the regiment attack.
    STORM_WITHOUT_ORDER = "storm_without_order", "03.03.5";
    /// It has stormed within the last turns.
    STORM_TOO_SOON = "storm_too_soon", "03.03.4";
    /// Cavalry storms only from the move.
    STORM_FROM_A_HALT = "storm_from_a_halt", "02.06.4";
    /// Cavalry does not storm over obstacles.
    STORM_OVER_OBSTACLE = "storm_over_obstacle", "02.06.4";
    /// Nobody storms backward.
    STORM_BACKWARD = "storm_backward", "02.06.2";
    /// Half its horses are gone.
    STORM_WITHOUT_HORSES = "storm_without_horses", "06.03.5";
    /// A storm changes direction once.
    STORM_TWO_WHEELS = "storm_two_wheels", "02.05.6";
    /// A storm wheels little.
    STORM_WIDE_WHEEL = "storm_wide_wheel", "02.05.6";
    /// Nobody storms while he changes formation.
    STORM_AND_FORM = "storm_and_form", "02.05.6";
    /// A closed friend stands in the way.
    STORM_THROUGH_FRIENDS = "storm_through_friends", "02.06.3";
    /// A chain on foot does not storm.
    STORM_IN_CHAIN = "storm_in_chain", "skema I";
    /// Wagons, mounted men and limbered guns do not work.
    WORK_BUSY = "work_busy", "10.01.1";
    /// The arm cannot make it.
    WORK_WRONG_ARM = "work_wrong_arm", "10.02.1";
    /// Barricades are made in towns.
    WORK_NOT_IN_TOWN = "work_not_in_town", "10.04.1";
    /// No wood is near.
    WORK_FAR_FROM_WOOD = "work_far_from_wood", "10.03.1";
    /// The material is not there.
    WORK_NO_MATERIAL = "work_no_material", "10.05.1";
    /// Too few figures.
    WORK_TOO_FEW = "work_too_few", "10.01.1";
    /// Nothing is at hand to clear.
    NOTHING_TO_CLEAR = "nothing_to_clear", "10.06.1";
    /// A step after a march that lasts the rest of the turn.
    STEP_NEVER_REACHED = "step_never_reached", "03.03.4";
    /// No such formation for it.
    NO_SUCH_FORMATION = "no_such_formation", "02.01.0";
    /// No house is near that has room for it.
    NO_HOUSE = "no_house", "02.04.3";
    /// It holds no house.
    NOT_IN_A_HOUSE = "not_in_a_house", "02.04.3";
    /// Only so many companies can be detached that one at least stays.
    CANNOT_DETACH = "cannot_detach", "03.03.5";
    /// It is no detachment, or its regiment is not there.
    NO_REGIMENT = "no_regiment", "03.03.5";
    /// Only cavalry mounts and dismounts.
    ONLY_CAVALRY_MOUNTS = "only_cavalry_mounts", "02.05.2";
    /// Only guns limber and unlimber, and only when they can.
    CANNOT_LIMBER = "cannot_limber", "02.03.4";
    /// It has no ammunition.
    NO_AMMUNITION = "no_ammunition", "05.01.1";
    /// It has no such ammunition left.
    NO_ROUNDS = "no_rounds", "06.01.2";
    /// Limbered guns do not fire.
    LIMBERED = "limbered_guns", "06.01.2";
    /// A battery names ammunition and guesses the distance.
    NAME_AMMUNITION = "name_ammunition", "03.03.7";
    /// A target nobody may know of.
    TARGET_UNSEEN = "target_unseen", "03.02.2";
    /// No such place on the map.
    NO_SUCH_PLACE = "no_such_place", "03.03.6";
    /// It touches no wagon.
    NO_WAGON = "no_wagon", "09.03.1";
    /// Nothing to mend.
    NOTHING_TO_MEND = "nothing_to_mend", "06.03.6";
    /// In melee it carries out no order.
    IN_MELEE = "in_melee", "07.04.1";
    /// The umpire has halted it.
    HALTED = "halted_by_the_umpire", "01.06.2";
    /// Only those who are told may do this.
    ONE_MOVE_A_TURN = "one_move_a_turn", "03.01.5";
    /// No horses, no march.
    NO_HORSES = "no_horses", "06.03.5";
}
