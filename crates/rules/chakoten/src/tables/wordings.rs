//! Sentences about the tables of these rules, for house rules that break them. They are in `messages/tables.{en,da}.toml`, which are read
//! only if something is wrong.

krigsspil_engine::sentences! {
    in files "../../messages/tables.en.toml", "../../messages/tables.da.toml";
    /// The hills must have exactly three steps.
    THREE_STEPS = "three_steps";
    /// A march distance of zero.
    NO_MARCH = "no_march";
    /// A change of formation without a time, or a time for a change into the same formation.
    TIME_FROM_EVERY = "time_from_every";
    /// Rows of a group that are not together.
    GROUP_TOGETHER = "group_together";
    /// The values a table of points accepts.
    POINTS_RANGE_OR_DASH = "points_range_or_dash";
    /// Not a value of cover or obstacle.
    NO_ROMAN_VALUE = "no_roman_value";
    /// Not a loss of horses, pieces or loads.
    NO_MATERIAL = "no_material";
    /// A valeur below a lower one in the table.
    VALEUR_RISES = "valeur_rises";
    /// Invalid numbers.
    NO_NUMBERS = "no_numbers";
    /// Units that need numbers.
    NEEDS_NUMBERS = "needs_numbers";
    /// Units that must not have numbers.
    HAS_NO_NUMBERS = "has_no_numbers";
    /// Not a share of a unit.
    NO_SHARE = "no_share";
    /// Not a year of the supplements.
    NO_YEAR = "no_year";
    /// Neither a month nor a day.
    NO_DAY = "no_day";
    /// Ranks whose days are not in order.
    LATER_DAYS = "later_days";
    /// A unit the country does not have.
    NO_UNIT_OF_COUNTRY = "no_unit_of_country";
}
