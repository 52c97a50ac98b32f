//! Sentences about the orders and scenarios of these rules; they stand in `messages/battle.{en,da}.toml`.

use crate::words;

krigsspil_engine::sentences! {
    in words;
    /// What the first version of the battle is.
    VERSION_1 = "version_1";
    /// What changed with the second.
    VERSION_2 = "version_2";
    /// What changed with the third.
    VERSION_3 = "version_3";
    /// What changed with the fourth.
    VERSION_4 = "version_4";
    /// What changed with the fifth.
    VERSION_5 = "version_5";
    /// Bases that are no halves, or more than there are.
    BASES_IN_HALVES = "bases_in_halves";
    /// No zone of that name, or not for this arm.
    NO_SUCH_ZONE = "no_such_zone";
    /// Bases that cannot stand so.
    NO_BODY = "no_body";
    /// Both an order and a sheet, or neither.
    ORDER_OR_SHEET = "order_or_sheet";
    /// An officer or unit that is not there.
    NOT_THERE = "not_there";
    /// An action the umpire does not have.
    WHAT_THE_UMPIRE_DOES = "what_the_umpire_does";
    /// A unit that is gone.
    UNIT_IS_GONE = "unit_is_gone";
    /// The place on the sheet, and what is wrong there.
    SHEET_AT = "sheet_at";
    /// An empty entry.
    SHEET_EMPTY = "sheet_empty";
    /// No sign of the sheet.
    SHEET_NO_SIGN = "sheet_no_sign";
    /// A number that is none.
    SHEET_NO_NUMBER = "sheet_no_number";
    /// Words after an order that is complete.
    SHEET_NOTHING_FOLLOWS = "sheet_nothing_follows";
    /// An order without its target.
    SHEET_NO_TARGET = "sheet_no_target";
}
