//! Sentences about the orders and scenarios of these rules; they are in `messages/battle.{en,da}.toml`.

use crate::words;

krigsspil_engine::sentences! {
    in words;
    /// The changes of the first version of the rules that saves name.
    VERSION_1 = "version_1";
    /// The changes of the second version.
    VERSION_2 = "version_2";
    /// The changes of the third version.
    VERSION_3 = "version_3";
    /// The changes of the fourth version.
    VERSION_4 = "version_4";
    /// The changes of the fifth version.
    VERSION_5 = "version_5";
    /// Both an order and a sheet, or neither.
    ORDER_OR_SHEET = "order_or_sheet";
    /// An order carried to anything but a unit.
    COURIER_TO_A_UNIT = "courier_to_a_unit";
    /// An instruction to anybody except a subordinate general.
    INSTRUCTION_GOES_DOWN = "instruction_goes_down";
    /// A unit that is gone.
    UNIT_IS_GONE = "unit_is_gone";
    /// Ammunition for those who have no small arms.
    NO_SMALL_ARMS = "no_small_arms";
    /// Horsemen or a wagon cannot be pinned.
    NOT_PINNED = "not_pinned";
    /// An action that the umpire does not have.
    WHAT_THE_UMPIRE_DOES = "what_the_umpire_does";
    /// Too many steps, or none.
    SO_MANY_STEPS = "so_many_steps";
    /// A wheel of zero or too many degrees.
    WHEEL_DEGREES = "wheel_degrees";
    /// Fewer than one figure.
    AT_LEAST_ONE_FIRES = "at_least_one_fires";
    /// A thing that cannot be laid as a line.
    LAID_LINE = "laid_line";
    /// A battery without a gun from the table.
    NEEDS_A_GUN = "needs_a_gun";
    /// Troops without a weapon from the table.
    NEEDS_A_WEAPON = "needs_a_weapon";
    /// Too many guns, or none.
    SO_MANY_GUNS = "so_many_guns";
    /// More figures than a house holds.
    HOUSE_HOLDS = "house_holds";
    /// Too few figures for an attack column.
    THREE_RANKS = "three_ranks";
    /// Figures that cannot form a body.
    NO_BODY = "no_body";
    /// The place on the sheet, and what is wrong there.
    SHEET_AT = "sheet_at";
    /// A quote that does not end.
    SHEET_QUOTE = "sheet_quote";
    /// An empty entry.
    SHEET_EMPTY = "sheet_empty";
    /// Words after an order that is one word.
    SHEET_NOTHING_FOLLOWS = "sheet_nothing_follows";
    /// An attack that goes nowhere.
    SHEET_NO_DIRECTION = "sheet_no_direction";
    /// Not a sign of the sheet.
    SHEET_NO_SIGN = "sheet_no_sign";
    /// Not a part of a turn.
    SHEET_NO_PART = "sheet_no_part";
    /// Not a length.
    SHEET_NO_LENGTH = "sheet_no_length";
    /// Not a guessed distance.
    SHEET_GUESS = "sheet_guess";
    /// Not a word of a fire order.
    SHEET_FIRE_WORD = "sheet_fire_word";
}
