//! Every sentence of the server's own.

krigsspil_engine::sentences! {
    in files "../messages/en.toml", "../messages/da.toml";
    /// An address below `/api` that is nothing.
    NOTHING_HERE = "nothing_here";
    /// An address that asks too much.
    TOO_MANY_REQUESTS = "too_many_requests";
    /// A body larger than we read.
    TOO_LARGE = "too_large";
    /// A body that is not what it should be.
    BAD_BODY = "bad_body";
    /// The machine gives no chance.
    NO_DICE_NOW = "no_dice_now";
    /// The odds broke off.
    NO_ODDS = "no_odds";
    /// Rules whose battles are not played yet.
    NOT_PLAYED = "not_played";
    /// A scenario that does not come with the program.
    NO_SUCH_SCENARIO = "no_such_scenario";
    /// Neither a scenario's id nor its file, or both.
    ID_OR_FILE = "id_or_file";
    /// A roster that is no object.
    NOT_A_ROSTER = "not_a_roster";
    /// A code nobody has shared.
    NO_SUCH_ROSTER = "no_such_roster";
    /// A change made upon an older revision.
    CHANGED_SINCE = "changed_since";
    /// The store fails.
    NOT_KEPT = "not_kept";
    /// The machine gives no chance for a code.
    NO_CODE = "no_code";
}
