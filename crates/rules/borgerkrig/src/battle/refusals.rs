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
    /// It may not storm.
    MAY_NOT_STORM = "may_not_storm", "03.03.4";
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
    /// The work cannot be made here.
    WORK_IMPOSSIBLE = "work_impossible", "10.01.1";
    /// In melee it carries out no order.
    IN_MELEE = "in_melee", "07.04.1";
    /// The umpire has halted it.
    HALTED = "halted_by_the_umpire", "01.06.2";
    /// Only those who are told may do this.
    ONE_MOVE_A_TURN = "one_move_a_turn", "03.01.5";
    /// No horses, no march.
    NO_HORSES = "no_horses", "06.03.5";
}
