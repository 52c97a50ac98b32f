//! Sentences about the tables of these rules, where a house rule breaks them. They stand in `messages/tables.{en,da}.toml`, which are read only when
//! there is something to complain of.

krigsspil_engine::sentences! {
    in files "../../messages/tables.en.toml", "../../messages/tables.da.toml";
    /// Other steps of the hills than three.
    THREE_STEPS = "three_steps";
    /// A march of no length.
    NO_MARCH = "no_march";
    /// A change of formation without a time, or into itself with one.
    TIME_FROM_EVERY = "time_from_every";
    /// Rows of a group that stand apart.
    GROUP_TOGETHER = "group_together";
    /// What stands in a table of points.
    POINTS_RANGE_OR_DASH = "points_range_or_dash";
    /// No value of cover or obstacle.
    NO_ROMAN_VALUE = "no_roman_value";
    /// No loss of horses, pieces or loads.
    NO_MATERIAL = "no_material";
    /// A valeur that stands below a lower one.
    VALEUR_RISES = "valeur_rises";
    /// Numbers that are none.
    NO_NUMBERS = "no_numbers";
    /// Units that are numbered.
    NEEDS_NUMBERS = "needs_numbers";
    /// Units that are not numbered.
    HAS_NO_NUMBERS = "has_no_numbers";
    /// No share of a unit.
    NO_SHARE = "no_share";
    /// No year of the supplements.
    NO_YEAR = "no_year";
    /// No month and no day.
    NO_DAY = "no_day";
    /// Ranks that do not follow each other.
    LATER_DAYS = "later_days";
    /// A unit the country does not have.
    NO_UNIT_OF_COUNTRY = "no_unit_of_country";
}
