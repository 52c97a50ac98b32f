//! The machinery's own sentences; they are in `messages/{en,da}.toml`.

krigsspil_engine::sentences! {
    in files "../messages/en.toml", "../messages/da.toml";
    /// A turn that does not come to its end.
    TOO_MANY_MOMENTS = "too_many_moments";
    /// A place or a facing that is not a number.
    PLACE_AND_FACING_ARE_NUMBERS = "place_and_facing_are_numbers";
    /// A unit put on an enemy.
    STANDS_THERE = "stands_there";
    /// A change that would make a number impossible.
    WOULD_COME_TO = "would_come_to";
    /// An action while the battle is paused.
    BATTLE_IS_PAUSED = "battle_is_paused";
    /// A text that is empty or too long.
    SAY_SOMETHING = "say_something";
    /// More rules than anybody reads.
    TOO_MANY_RULES = "too_many_rules";
    /// An unreadable stored state.
    NOT_A_SNAPSHOT = "not_a_snapshot";
    /// A stored state of other rules.
    SNAPSHOT_OF_OTHER_RULES = "snapshot_of_other_rules";
    /// A stored state of another version of the rules.
    SNAPSHOT_OF_OTHER_VERSION = "snapshot_of_other_version";
    /// A stored state that somebody has changed.
    SNAPSHOT_CHANGED = "snapshot_changed";
}
