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
    /// A word that is no choice.
    UNKNOWN_VALUE = "unknown_value";
    /// Beyond the least or the most.
    OUT_OF_RANGE = "out_of_range";
    /// Between the steps.
    NOT_A_MULTIPLE = "not_a_multiple";
    /// A list too short or too long.
    WRONG_LENGTH = "wrong_length";
    /// Too long a text.
    TOO_LONG = "too_long";
    /// Dice that are no list of numbers.
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
}

/// A number beyond the least or the most.
pub fn out_of_range(given: impl ToString, least: impl ToString, most: impl ToString) -> Sentence {
    OUT_OF_RANGE.with([("given", given.into()), ("least", least.into()), ("most", most.into())])
}
