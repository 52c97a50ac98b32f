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
    /// What changed with the sixth.
    VERSION_6 = "version_6";
    /// What changed with the seventh.
    VERSION_7 = "version_7";
    /// What changed with the eighth.
    VERSION_8 = "version_8";
    /// An army without a right to rockets, or a second battery of them.
    NO_ROCKETS = "no_rockets";
    /// Elite companies that cannot be converged.
    NO_COMPANY = "no_company";
    /// An independent company that is too small or too large.
    COMPANY_SIZE = "company_size";
    /// An engineer company of another size.
    ENGINEERS_SIZE = "engineers_size";
    /// An engineer company in a zone that the scenario states wrongly.
    NO_ENGINEERS = "no_engineers";
    /// More companies than the force has a right to.
    TOO_MANY_ENGINEERS = "too_many_engineers";
    /// Castings that cannot stand so.
    NO_BODY = "no_body";
    /// A battery that the tables do not have.
    NO_BATTERY = "no_battery";
    /// Neither a unit nor a general to follow, or both.
    UNIT_OR_GENERAL = "unit_or_general";
    /// A place that is none.
    NO_PLACE = "no_place";
    /// No zone of that name.
    NO_ZONE = "no_zone";
    /// Both an order and a sheet, or neither.
    ORDER_OR_SHEET = "order_or_sheet";
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
