//! Why an order or action is refused.

krigsspil_engine::refusals! {
    /// The unit is not on the table.
    NOT_ON_THE_TABLE = "not_on_the_table", "03.02.1";
    /// Orders are written before the turn.
    NOT_NOW = "orders_before_the_turn", "03.02.1";
    /// A unit in rout takes no orders.
    IN_ROUT = "in_rout", "03.03.5";
    /// A unit in disorder takes no order to attack.
    DISORDER_DOES_NOT_ATTACK = "disorder_does_not_attack", "03.03.4";
    /// Guns and wagons do not attack.
    GUNS_DO_NOT_ATTACK = "guns_do_not_attack", "12.01.4";
    /// A unit with an order to fire does not attack in the same turn.
    FIRE_OR_ATTACK = "fire_or_attack", "03.01.4";
    /// The umpire has halted it.
    HALTED = "halted_by_the_umpire", "02.02.1";
    /// A step after a march that lasts the rest of the turn.
    STEP_NEVER_REACHED = "step_never_reached", "03.02.1";
    /// It cannot take this formation.
    NO_SUCH_FORMATION = "no_such_formation", "05.01.2";
    /// Its country does not form this.
    NOT_DRILLED = "not_drilled", "04.05.3";
    /// This arm does not turn its front about the middle.
    CANNOT_WHEEL = "cannot_wheel", "06.04.1";
    /// This arm does not move backward or sideways.
    CANNOT_BACK = "cannot_back", "07.01.2";
    /// This arm does not storm.
    STORM_ARM = "storm_arm", "07.02.1";
    /// Cavalry must first have marched forward for half a turn.
    STORM_RUN_UP = "storm_run_up", "07.02.4";
    /// A storm swings at most 20 degrees.
    STORM_SWING = "storm_swing", "07.02.5";
    /// Only intact units storm.
    STORM_INTACT = "storm_intact", "07.02.2";
    /// Only guns limber and unlimber, and only if their state allows it.
    CANNOT_LIMBER = "cannot_limber", "05.03.1";
    /// Guns fire unlimbered and ready.
    GUNS_NOT_READY = "guns_not_ready", "10.01.2";
    /// It has no small arms.
    NO_SMALL_ARMS = "no_small_arms_to_fire", "09.01.7";
    /// It has no ammunition.
    NO_AMMUNITION = "no_ammunition", "09.01.7";
    /// Its chief may not know of the target.
    TARGET_UNSEEN = "target_unseen", "08.01.5";
    /// No such thing on the map.
    NO_SUCH_PLACE = "no_such_place", "03.02.5";
    /// It cannot support that unit.
    CANNOT_SUPPORT = "cannot_support", "12.03.7";
    /// It has nobody to send out.
    NO_SKIRMISHERS = "no_skirmishers", "14.01.1";
    /// Its skirmishers are out already.
    ALREADY_OUT = "already_out", "04.02.3";
    /// It has no skirmishers out.
    NOBODY_OUT = "nobody_out", "06.02.2";
    /// It has no horses to march with.
    NO_HORSES = "no_horses", "07.01.6";
    /// Too few gunners to move the guns.
    TOO_FEW_GUNNERS = "too_few_gunners", "07.01.4";
    /// It may not be split so.
    CANNOT_SPLIT = "cannot_split", "04.01.1";
    /// A split that takes the turn leaves no time for steps.
    SPLIT_TAKES_THE_TURN = "split_takes_the_turn", "04.01.5";
    /// It may not join that unit.
    CANNOT_JOIN = "cannot_join", "04.01.3";
    /// It cannot stand in one column or square with that unit, or is in none.
    CANNOT_MASS = "cannot_mass", "04.01.4";
    /// Only a square turns its men to one front.
    NO_SQUARE = "no_square", "06.02.5";
    /// A deep brigade column does not storm.
    STORM_RANKS = "storm_ranks", "05.01.6";
    /// It cannot draw ammunition there.
    CANNOT_DRAW = "cannot_draw", "11.04.1";
    /// A message goes to a unit or to another chief.
    NO_RECEIVER = "no_receiver", "08.03.1";
    /// An instruction tells a unit what to do.
    NO_TASK = "no_task", "08.03.4";
    /// No orderly is left on the staff.
    NO_ORDERLY = "no_orderly", "08.01.2";
    /// The enemy's sheet may be seen for units in sight, once a turn has begun.
    SHEET_HIDDEN = "sheet_hidden", "03.02.3";
    /// Only infantry without skirmishers out goes into buildings.
    CANNOT_ENTER = "cannot_enter", "17.01.2";
    /// The building has no room for it.
    NO_ROOM_INSIDE = "no_room_inside", "17.02.3";
    /// In a building it can only fire, stand or leave.
    IN_A_BUILDING = "in_a_building", "17.01.2";
    /// It is in no building.
    IN_NO_BUILDING = "in_no_building", "17.01.3";
    /// Only artillery fires at buildings, and only at those that stand.
    NO_BUILDING_THERE = "no_building_there", "17.04.1";
    /// There is no water right before it.
    NO_WATER_AHEAD = "no_water_ahead", "19.10.1";
    /// There is no broken bridge to mend.
    NOTHING_TO_MEND = "nothing_to_mend", "19.09.3";
    /// Nothing there can be destroyed so.
    NOTHING_TO_DESTROY = "nothing_to_destroy", "19.05.1";
    /// It is not at the place of the work.
    NOT_AT_THE_PLACE = "not_at_the_place", "19.01.3";
    /// Only a strong building is made stronger.
    NOT_STRONG = "not_strong", "17.02.4";
    /// A mine has gone off there.
    MINE_SPENT = "mine_spent", "19.08.7";
    /// Somebody is in the building.
    GARRISON_INSIDE = "garrison_inside", "17.01.3";
    /// It is on the water.
    AFLOAT = "afloat", "19.11.3";
    /// It cannot work now.
    CANNOT_WORK_NOW = "cannot_work_now", "19.01.3";
    /// No charge of its side is ready there.
    NO_CHARGE_READY = "no_charge_ready", "19.07.4";
    /// Blasts are led by engineer or artillery officers.
    NO_ENGINEER = "no_engineer", "19.07.1";
    /// Nothing burns there.
    NO_FIRE_THERE = "no_fire_there", "19.06.4";
    /// A charge takes two loads of a battery.
    NO_LOADS_FOR_CHARGE = "no_loads_for_charge", "19.02.2";
    /// Only guns range in without effect.
    ONLY_GUNS_RANGE = "only_guns_range", "10.02.3";
}
