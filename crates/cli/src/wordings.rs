//! All sentences that belong to the command line itself. They are in the engine's message files, like the engine's own.

use krigsspil_engine::Messages;

krigsspil_engine::sentences! {
    in Messages::engine;
    /// A line too long to read.
    LINE_TOO_LONG = "line_too_long";
    /// A procedure whose name is not a text.
    NOT_A_NAME = "not_a_name";
    /// A word that does not state a fact.
    NOT_A_FACT = "not_a_fact";
    /// A name that is not the name of a fact.
    NOT_A_PATH = "not_a_path";
    /// A fact that is stated twice.
    STATED_TWICE = "stated_twice";
    /// No table of this name.
    NO_SUCH_TABLE = "no_such_table";
    /// A file that is not a roster.
    BAD_ROSTER = "bad_roster";
    /// A roster for other rules.
    ROSTER_OF_OTHER_RULES = "roster_of_other_rules";
    /// Rules that have no battles yet.
    CANNOT_BE_PLAYED = "cannot_be_played";
    /// A scenario for which no rule set has battles yet.
    NONE_CAN_BE_PLAYED = "none_can_be_played";
    /// A word that does not name a seat.
    SEATS_NOBODY = "seats_nobody";
    /// A seat the battle does not have.
    UNKNOWN_SEAT = "unknown_seat";
    /// An unknown commander.
    UNKNOWN_COMMANDER = "unknown_commander";
    /// A refused action in a file.
    ACTION_REFUSED = "action_refused";
    /// What is wrong at a line of a file.
    AT_LINE = "at_line";
    /// The usual answer of a prompt is refused.
    USUAL_ANSWER_REFUSED = "usual_answer_refused";
    /// A battle that cannot continue.
    BATTLE_STUCK = "battle_stuck";
    /// What went wrong in one of many battles.
    BATTLE_OF_SEED = "battle_of_seed";
    /// The machine cannot start threads.
    NO_THREADS = "no_threads";
    /// One fault was found.
    ONE_FAULT = "one_fault";
    /// Several faults were found.
    FAULTS = "faults";
    /// Why a file cannot be read or written.
    OF_FILE = "of_file";
    /// The input cannot be read.
    NO_INPUT = "no_input";
    /// The output cannot be written.
    NO_OUTPUT = "no_output";
    /// A PDF that cannot be made.
    NO_PDF = "no_pdf";
    /// An address that is already in use.
    CANNOT_LISTEN = "cannot_listen";
    /// The server stopped.
    /// The store of shared rosters failed.
    STORE_FAILED = "store_failed";
    /// A picture in an unknown format.
    UNKNOWN_ENDING = "unknown_ending";
    /// A picture that cannot be made.
    NO_PICTURE = "no_picture";
    /// A build without PNG and PDF.
    ONLY_SVG = "only_svg";
    /// What is wrong with one feature of the ground.
    OF_FEATURE = "of_feature";
    /// A file whose name does not show what it is.
    UNKNOWN_FILE_KIND = "unknown_file_kind";
    /// A scenario whose ground file is missing.
    NO_GROUND = "no_ground";
    /// An objective or entry point that lies off the table.
    LIES_BESIDE_THE_TABLE = "lies_beside_the_table";
    /// A unit that overlaps another.
    ON_TOP = "on_top";
    /// Rules without an order sheet.
    NO_SHEET = "no_sheet";
    /// A line of an order sheet without a colon.
    UNIT_AND_ENTRY = "unit_and_entry";
    /// A table that no rule set has.
    TABLE_OF_NOBODY = "table_of_nobody";
    /// A file that cannot be copied.
    CANNOT_COPY = "cannot_copy";
    /// Not the right sort of file.
    NOT_GEOJSON = "not_geojson";
    /// GeoJSON, but not a list of features.
    NOT_A_COLLECTION = "not_a_collection";
    /// A ground without its table's size.
    NO_TABLE_SIZE = "no_table_size";
    /// An invalid contour interval.
    BAD_INTERVAL = "bad_interval";
    /// One feature, and what is wrong with it.
    PROBLEM = "problem";
    /// A feature that does not say what it is.
    NO_KIND = "no_kind";
    /// A feature of an unknown kind.
    UNKNOWN_KIND = "unknown_kind";
    /// A feature whose geometry does not fit its kind.
    WRONG_SHAPE = "wrong_shape";
    /// Too few corners.
    TOO_FEW_PLACES = "too_few_places";
    /// An outline that crosses itself.
    CROSSES_ITSELF = "crosses_itself";
    /// A clearing that lies outside its area.
    HOLE_OUTSIDE = "hole_outside";
    /// An outline without area.
    FLAT_OUTLINE = "flat_outline";
    /// An invalid place.
    BAD_PLACE = "bad_place";
    /// A feature off the table.
    BESIDE_THE_TABLE = "beside_the_table";
    /// A property with an impossible value.
    BAD_PROPERTY = "bad_property";
    /// A property whose name is nearly that of another.
    MISSPELT_PROPERTY = "misspelt_property";
    /// A contour without its level.
    NO_LEVEL = "no_level";
    /// Two contours that cross.
    CONTOURS_CROSS = "contours_cross";
    /// A file of another battle by mail.
    MAIL_OTHER_BATTLE = "mail_other_battle";
    /// A reply that was read before.
    MAIL_OLD = "mail_old";
    /// A file that is none of a battle by mail.
    MAIL_UNREADABLE = "mail_unreadable";
    /// A battle by mail that is not over.
    MAIL_NOT_OVER = "mail_not_over";
    /// An action of a reply that is refused.
    MAIL_REFUSED = "mail_refused";
    /// A store that cannot be copied.
    NO_COPY = "no_copy";
}
