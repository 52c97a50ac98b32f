//! Sentences about the orders and scenarios of these rules; they stand in `messages/battle.{en,da}.toml`.

use crate::words;

krigsspil_engine::sentences! {
    in words;
    /// What the first version of the rules that saves name has changed.
    VERSION_1 = "version_1";
    /// What changed with the second.
    VERSION_2 = "version_2";
    /// What changed with the third.
    VERSION_3 = "version_3";
    /// What version 4 changed.
    VERSION_4 = "version_4";
    /// What version 5 changed.
    VERSION_5 = "version_5";
    /// What version 6 changed.
    VERSION_6 = "version_6";
    /// Both an order and a sheet, or neither.
    ORDER_OR_SHEET = "order_or_sheet";
    /// A town zone that has not four sides.
    ZONE_HAS_FOUR_SIDES = "zone_has_four_sides";
    /// A unit without a row of the country supplement.
    NEEDS_A_KIND = "needs_a_kind";
    /// A row of another arm.
    KIND_OF_ANOTHER_ARM = "kind_of_another_arm";
    /// A general who cannot serve at his level.
    CANNOT_SERVE = "cannot_serve";
    /// A unit under a general who leads no corps or division.
    UNIT_WITHOUT_CORPS = "unit_without_corps";
    /// A general under one who cannot lead him.
    WRONG_SUPERIOR = "wrong_superior";
    /// More than one commander in chief.
    ONE_COMMANDER = "one_commander";
    /// Figures that cannot stand so.
    NO_BODY = "no_body";
    /// A formation its arm or its figures do not allow.
    FORMS_NO_SUCH = "forms_no_such";
    /// More in a town zone than it holds.
    ZONE_HOLDS = "zone_holds";
    /// No such zone.
    NO_SUCH_ZONE = "no_such_zone";
    /// Two units stand in each other.
    STAND_IN_EACH_OTHER = "stand_in_each_other";
    /// A special rule names no side.
    NO_SUCH_SIDE = "no_such_side";
    /// The umpire mends a unit that is gone.
    UNIT_IS_GONE = "unit_is_gone";
    /// A sheet's entry that begins with no known word.
    SHEET_WORD = "sheet_word";
    /// A sheet's entry that lacks something.
    SHEET_WANTS = "sheet_wants";
    /// A number that is none.
    SHEET_NUMBER = "sheet_number";
    /// No such step or order for a place in a sheet.
    SHEET_TOO_MUCH = "sheet_too_much";
    /// Only the active side does this.
    NOT_YOUR_MOVE = "not_your_move";
}
