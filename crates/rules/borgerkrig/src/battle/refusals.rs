//! Why an order or action is refused.

krigsspil_engine::refusals! {
    /// The unit is not on the table.
    NOT_ON_THE_TABLE = "not_on_the_table", "03.01.2";
    /// Orders are written before the turn.
    NOT_NOW = "orders_before_the_turn", "04.01.1";
    /// A unit in rout takes no orders.
    IN_ROUT = "in_rout", "04.02.2";
    /// Only a pinned unit, or one that must continue its fire, announces a retreat.
    NO_RETREAT = "no_retreat", "04.02.8";
    /// A unit that must continue its fire keeps firing.
    BOUND_TO_FIRE = "bound_to_fire", "04.02.14";
    /// A pinned unit cannot move.
    PINNED = "pinned_stays", "04.02.8";
    /// Guns and wagons cannot attack.
    GUNS_DO_NOT_ATTACK = "guns_do_not_attack", "07.01.4";
    /// A unit in disorder cannot attack.
    DISORDER_DOES_NOT_ATTACK = "disorder_does_not_attack", "07.01.4";
    /// Too far from its general: repeat, stand or fire.
    OUT_OF_COMMAND = "out_of_command", "03.03.3";
    /// Foot artillery and wagons cannot storm.
    STORM_ARM = "storm_arm", "03.03.4";
    /// Infantry and cavalry storm only to attack.
    STORM_ONLY_IN_ATTACK = "storm_only_in_attack", "03.03.4";
    /// Horse artillery storms to take or leave a position.
    STORM_TO_A_POSITION = "storm_to_a_position", "03.03.4";
    /// Too few of the regiment attack.
    STORM_WITHOUT_ORDER = "storm_without_order", "03.03.5";
    /// It has stormed within the last turns.
    STORM_TOO_SOON = "storm_too_soon", "03.03.4";
    /// Cavalry can storm only from movement.
    STORM_FROM_A_HALT = "storm_from_a_halt", "02.06.4";
    /// Cavalry cannot storm over obstacles.
    STORM_OVER_OBSTACLE = "storm_over_obstacle", "02.06.4";
    /// Nobody can storm backward.
    STORM_BACKWARD = "storm_backward", "02.06.2";
    /// Half its horses are gone.
    STORM_WITHOUT_HORSES = "storm_without_horses", "06.03.5";
    /// A storm may change direction once.
    STORM_TWO_WHEELS = "storm_two_wheels", "02.05.6";
    /// A storm may only wheel a little.
    STORM_WIDE_WHEEL = "storm_wide_wheel", "02.05.6";
    /// Nobody can storm while changing formation.
    STORM_AND_FORM = "storm_and_form", "02.05.6";
    /// A closed friend stands in the way.
    STORM_THROUGH_FRIENDS = "storm_through_friends", "02.06.3";
    /// A chain on foot cannot storm.
    STORM_IN_CHAIN = "storm_in_chain", "skema I";
    /// Wagons, mounted men and limbered guns cannot work.
    WORK_BUSY = "work_busy", "10.01.1";
    /// The arm cannot make it.
    WORK_WRONG_ARM = "work_wrong_arm", "10.02.1";
    /// Barricades can be made only in towns.
    WORK_NOT_IN_TOWN = "work_not_in_town", "10.04.1";
    /// No wood is near.
    WORK_FAR_FROM_WOOD = "work_far_from_wood", "10.03.1";
    /// The material is missing.
    WORK_NO_MATERIAL = "work_no_material", "10.05.1";
    /// Too few figures.
    WORK_TOO_FEW = "work_too_few", "10.01.1";
    /// Nothing to clear is near.
    NOTHING_TO_CLEAR = "nothing_to_clear", "10.06.1";
    /// A step after a march that lasts the rest of the turn.
    STEP_NEVER_REACHED = "step_never_reached", "03.03.4";
    /// It cannot take this formation.
    NO_SUCH_FORMATION = "no_such_formation", "02.01.0";
    /// No house with room for it is near.
    NO_HOUSE = "no_house", "02.04.3";
    /// It is not in a house.
    NOT_IN_A_HOUSE = "not_in_a_house", "02.04.3";
    /// At least one company must stay when companies are detached.
    CANNOT_DETACH = "cannot_detach", "03.03.5";
    /// It is not a detachment, or its regiment is not there.
    NO_REGIMENT = "no_regiment", "03.03.5";
    /// Only cavalry can mount and dismount.
    ONLY_CAVALRY_MOUNTS = "only_cavalry_mounts", "02.05.2";
    /// Only guns can limber and unlimber, and only if their state allows it.
    CANNOT_LIMBER = "cannot_limber", "02.03.4";
    /// It has no ammunition.
    NO_AMMUNITION = "no_ammunition", "05.01.1";
    /// It has no such ammunition left.
    NO_ROUNDS = "no_rounds", "06.01.2";
    /// Limbered guns cannot fire.
    LIMBERED = "limbered_guns", "06.01.2";
    /// A battery must name its ammunition and guess the distance.
    NAME_AMMUNITION = "name_ammunition", "03.03.7";
    /// The seat may not know of the target.
    TARGET_UNSEEN = "target_unseen", "03.02.2";
    /// No such place on the map.
    NO_SUCH_PLACE = "no_such_place", "03.03.6";
    /// It does not touch a wagon.
    NO_WAGON = "no_wagon", "09.03.1";
    /// Nothing to repair.
    NOTHING_TO_MEND = "nothing_to_mend", "06.03.6";
    /// In melee it cannot carry out orders.
    IN_MELEE = "in_melee", "07.04.1";
    /// The umpire has halted it.
    HALTED = "halted_by_the_umpire", "01.06.2";
    /// A rider moves only once a turn.
    ONE_MOVE_A_TURN = "one_move_a_turn", "03.01.5";
    /// It has no horses to march with.
    NO_HORSES = "no_horses", "06.03.5";
}
