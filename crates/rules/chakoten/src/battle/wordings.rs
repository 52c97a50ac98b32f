//! Sentences about the orders and scenarios of these rules; they are in `messages/battle.{en,da}.toml`.

use crate::words;

krigsspil_engine::sentences! {
    in words;
    /// The first version of the rules that saves name.
    VERSION_1 = "version_1";
    /// The changes of the second version.
    VERSION_2 = "version_2";
    /// The changes of the third version.
    VERSION_3 = "version_3";
    /// The changes of the fourth version.
    VERSION_4 = "version_4";
    /// The changes of the fifth version.
    VERSION_5 = "version_5";
    /// The changes of the sixth version.
    VERSION_6 = "version_6";
    /// Both an order and a sheet, or neither.
    ORDER_OR_SHEET = "order_or_sheet";
    /// A unit that is gone.
    UNIT_IS_GONE = "unit_is_gone";
    /// An action that the umpire does not have.
    WHAT_THE_UMPIRE_DOES = "what_the_umpire_does";
    /// A battery without a piece from the table.
    NEEDS_A_PIECE = "needs_a_piece";
    /// Cavalry without its weight.
    NEEDS_A_WEIGHT = "needs_a_weight";
    /// Too many guns, or none.
    SO_MANY_GUNS = "so_many_guns";
    /// Too few figures for the formation.
    TOO_FEW_FOR_FORMATION = "too_few_for_formation";
    /// Figures that cannot form a body.
    NO_BODY = "no_body";
    /// The place on the sheet, and what is wrong there.
    SHEET_AT = "sheet_at";
    /// An entry that the battle cannot carry out.
    SHEET_TEXT = "sheet_text";
    /// Fire twice in one entry.
    SHEET_FIRES_TWICE = "sheet_fires_twice";
    /// Only part of a unit marches.
    SHEET_PART = "sheet_part";
    /// Retreat and flight are not ordered.
    SHEET_FORCED = "sheet_forced";
    /// A unit that cannot begin in a building.
    NO_ROOM_IN_BUILDING = "no_room_in_building";
    /// A line that cannot be laid on the table.
    LAID_LINE = "laid_line";
    /// A special rule of deserters that cannot be read.
    DESERTS = "deserts";
    /// Both a length and a part of the turn.
    LENGTH_OR_TIME = "length_or_time";
}
