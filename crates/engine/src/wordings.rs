//! Every sentence of the engine's own.

use crate::messages::Messages;
use crate::sentence::Sentence;

crate::sentences! {
    in Messages::engine;
    /// Not the JSON it should be.
    BAD_JSON = "bad_json";
    /// No such procedure.
    UNKNOWN_PROCEDURE = "unknown_procedure";
    /// No such fact.
    UNKNOWN_FACT = "unknown_fact";
    /// A fact is left out.
    MISSING_FACT = "missing_fact";
    /// A fact is given twice.
    REPEATED_FACT = "repeated_fact";
    /// Text for a number, and the like.
    WRONG_TYPE = "wrong_type";
    /// A word that is not a choice.
    UNKNOWN_VALUE = "unknown_value";
    /// Beyond the least or the most.
    OUT_OF_RANGE = "out_of_range";
    /// Between the steps.
    NOT_A_MULTIPLE = "not_a_multiple";
    /// A list too short or too long.
    WRONG_LENGTH = "wrong_length";
    /// Too long a text.
    TOO_LONG = "too_long";
    /// Dice that are not a list of numbers.
    NOT_DICE = "not_dice";
    /// Too few dice.
    TOO_FEW_DICE = "too_few_dice";
    /// Too many dice.
    TOO_MANY_DICE = "too_many_dice";
    /// A face the die does not have.
    IMPOSSIBLE_DIE = "impossible_die";
    /// More rolls than can be visited.
    TOO_MANY_ROLLS = "too_many_rolls";
    /// Nobody sits there.
    NO_SUCH_SEAT = "no_such_seat";
    /// The battle is over.
    BATTLE_OVER = "battle_over";
    /// An action nobody can read.
    UNREADABLE_ACTION = "unreadable_action";
    /// It belongs to another seat.
    NOT_YOURS = "not_yours";
    /// None of the seat's own on the table has this id.
    NOT_HERE = "not_here";
    /// No unit has this id.
    NO_SUCH_UNIT = "no_such_unit";
    /// A place beyond the edge.
    OFF_THE_TABLE = "off_the_table";
    /// Something only a player does.
    ONLY_PLAYERS = "only_players";
    /// Something only the umpire does.
    ONLY_THE_UMPIRE = "only_the_umpire";
    /// A question nobody has asked, or that has been answered.
    NO_OPEN_QUESTION = "no_open_question";
    /// A measure that is nothing, or too much.
    ABOVE_0_UP_TO = "above_0_up_to";
    /// A field nobody knows.
    UNKNOWN_FIELD = "unknown_field";
    /// A field that is left out.
    MISSING_FIELD = "missing_field";
    /// A field that stands twice.
    REPEATED_FIELD = "repeated_field";
    /// Anything else a reader cannot take.
    UNREADABLE = "unreadable";
    /// Not a save.
    NOT_A_SAVE = "not_a_save";
    /// A save of another form.
    SAVE_VERSION = "save_version";
    /// A save of other rules.
    SAVE_OF_OTHER_RULES = "save_of_other_rules";
    /// An option the battle does not have.
    UNKNOWN_OPTION = "unknown_option";
    /// An action of a save is refused.
    SAVE_ACTION = "save_action";
    /// A save whose replay differs.
    SAVE_DEPARTS = "save_departs";
    /// More or fewer dice are thrown than when it was played.
    SAVE_THROWS = "save_throws";
    /// A turn ends after another action than when it was played.
    SAVE_TURN_ENDS = "save_turn_ends";
    /// The dice are the same, the state is not.
    SAVE_STATE = "save_state";
    /// A save that does not name the version of its rules.
    SAVE_OF_NO_VERSION = "save_of_no_version";
    /// A save of the version of today.
    SAVE_OF_THIS_VERSION = "save_of_this_version";
    /// A save of another version.
    SAVE_OF_OTHER_VERSION = "save_of_other_version";
    /// A save played by other tables.
    SAVE_OF_OTHER_TABLES = "save_of_other_tables";
    /// A save without a stored state.
    SAVE_STORES_NOTHING = "save_stores_nothing";
    /// A save that carries no proof of its dice.
    PROOF_LACKS = "proof_lacks";
    /// The hash is not that of the secret.
    PROOF_HASH = "proof_hash";
    /// The hash is not the one that was shown.
    PROOF_SHOWN = "proof_shown";
    /// A seat's hash is not that of its number.
    PROOF_SHARE = "proof_share";
    /// The seed is not what the secret and the shares make.
    PROOF_SEED = "proof_seed";
    /// The battle does not end in the state that was promised.
    PROOF_STATE = "proof_state";
    /// No rules.
    NO_RULES = "no_rules";
    /// No date.
    NO_DATE = "no_date";
    /// No hour.
    NO_HOUR = "no_hour";
    /// No way home.
    WAY_HOME = "way_home";
    /// A seat that commands a general of another side.
    SEAT_COMMANDS = "seat_commands";
    /// No rank.
    NO_RANK = "no_rank";
    /// No share of the men.
    BREAKS_AT = "breaks_at";
    /// No turns.
    NO_TURNS = "no_turns";
    /// Fewer than two sides.
    TOO_FEW_SIDES = "too_few_sides";
    /// An id that is empty or stands twice.
    ID_TAKEN = "id_taken";
    /// No such side.
    NO_SUCH_SIDE = "no_such_side";
    /// No such general.
    NO_SUCH_GENERAL = "no_such_general";
    /// A superior of the other side, or below himself.
    BAD_SUPERIOR = "bad_superior";
    /// A unit without men.
    NO_MEN = "no_men";
    /// A battery without guns.
    NO_GUNS = "no_guns";
    /// No such arm.
    NO_SUCH_ARM = "no_such_arm";
    /// Neither placed nor among the reinforcements.
    NEVER_COMES = "never_comes";
    /// A place that is not two numbers.
    NO_PLACE = "no_place";
    /// Reinforcements after the end.
    COMES_TOO_LATE = "comes_too_late";
    /// A reinforcement that is nobody.
    UNKNOWN_REINFORCEMENT = "unknown_reinforcement";
    /// An objective of no size.
    BAD_RADIUS = "bad_radius";
    /// An objective held by no side.
    HELD_BY_NOBODY = "held_by_nobody";
    /// What is wrong with one unit of a scenario.
    OF_UNIT = "of_unit";
    /// What is wrong with one general of a scenario.
    OF_GENERAL = "of_general";
    /// What is wrong with one key of a scenario.
    OF_KEY = "of_key";
    /// A key that cannot have this value.
    KEY_CANNOT_BE = "key_cannot_be";
    /// Within its bounds.
    FIGURE_FROM_TO = "figure_from_to";
    /// A ground that belongs to another scenario.
    OTHER_GROUND = "other_ground";
    /// A rating the rules do not have.
    UNKNOWN_RATING = "unknown_rating";
    /// A rating that the arm cannot have.
    UNFITTING_RATING = "unfitting_rating";
    /// A key that is not a whole number within its bounds.
    NOT_WHOLE_FROM_TO = "not_whole_from_to";
    /// A key that is of another kind.
    KEY_IS = "key_is";
    /// No building of this name.
    NO_SUCH_BUILDING = "no_such_building";
    /// Bases beyond the edge of the table.
    UNIT_OFF_THE_TABLE = "unit_off_the_table";
    /// A general beyond the edge of the table.
    GENERAL_OFF_THE_TABLE = "general_off_the_table";
    /// A ground that cannot be used.
    BAD_GROUND = "bad_ground";
    /// No such rule set.
    UNKNOWN_RULE_SET = "unknown_rule_set";
    /// No table of this name.
    TABLE_MISSING = "table_missing";
    /// A folder of house rules that cannot be read.
    HOUSE_UNREADABLE = "house_unreadable";
    /// A file in the place of no table.
    HOUSE_REPLACES_NOTHING = "house_replaces_nothing";
    /// A row that stands twice.
    ROW_TWICE = "row_twice";
    /// A part that is missing.
    PART_MISSING = "part_missing";
    /// Several parts where one should be.
    ONE_PART = "one_part";
    /// A row of no cells.
    ROW_EMPTY = "row_empty";
    /// A row that does not begin with its key.
    ROW_WITHOUT_KEY = "row_without_key";
    /// More or fewer cells than columns.
    ROW_LENGTH = "row_length";
    /// A number no table has.
    CELL_TOO_LARGE = "cell_too_large";
    /// Something that is not a cell.
    NO_CELL = "no_cell";
    /// A cell that should hold something else.
    CELL_MUST_BE = "cell_must_be";
    /// What is wrong with a cell.
    OF_CELL = "of_cell";
    /// Too many or too few columns.
    SO_MANY_COLUMNS = "so_many_columns";
    /// A row that is missing.
    ROW_MISSING = "row_missing";
    /// A column that is missing.
    COLUMN_MISSING = "column_missing";
    /// A row that no printed table has.
    ROW_NOT_PRINTED = "row_not_printed";
    /// Numbers that fall.
    ROW_FALLS = "row_falls";
    /// No range.
    NOT_A_RANGE = "not_a_range";
    /// Ranges that overlap.
    RANGE_OVERLAPS = "range_overlaps";
    /// Ranges with a gap between them.
    RANGE_LEAVES_A_GAP = "range_leaves_a_gap";
    /// A range that falls.
    RANGE_FALLS = "range_falls";
    /// Ranges that do not reach far enough.
    RANGES_REACH = "ranges_reach";
    /// Too many or too few ranges.
    SO_MANY_RANGES = "so_many_ranges";
    /// A number that is too low.
    NOT_AT_LEAST = "not_at_least";
    /// A number that is 0 or less.
    NOT_ABOVE_0 = "not_above_0";
    /// A dash where something must stand.
    NO_DASH = "no_dash";
    /// Something that is not a dash.
    ONLY_DASHES = "only_dashes";
    /// A part without rows or columns.
    PART_EMPTY = "part_empty";
    /// A part that no table has.
    UNKNOWN_PART = "unknown_part";
    /// Other columns than there should be.
    COLUMNS_MUST_BE = "columns_must_be";
    /// Other rows than there should be.
    ROWS_FROM_TO = "rows_from_to";
    /// Columns of which some are missing, or too many.
    COLUMNS_FROM_TO = "columns_from_to";
    /// Columns that differ from those of another part.
    COLUMNS_OF = "columns_of";
    /// Too many or too few cells.
    SO_MANY_CELLS = "so_many_cells";
    /// Figures that fall from one row to the next.
    ROWS_FALL = "rows_fall";
    /// Figures that fall within a row.
    FIGURES_FALL = "figures_fall";
    /// Figures of a row that are too low.
    ROW_AT_LEAST = "row_at_least";
    /// No time in quarters of a turn.
    NOT_QUARTERS = "not_quarters";
}

/// A number beyond the least or the most.
pub fn out_of_range(given: impl ToString, least: impl ToString, most: impl ToString) -> Sentence {
    OUT_OF_RANGE.with([("given", given.into()), ("least", least.into()), ("most", most.into())])
}
