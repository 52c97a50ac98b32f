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
    /// Something in an address that is not what it should be.
    BAD_QUERY = "bad_query";
    /// A field of a body that is not what it should be.
    BAD_FIELD = "bad_field";
    /// The machine gives no chance.
    NO_DICE_NOW = "no_dice_now";
    /// Too many ask for odds.
    TOO_BUSY = "too_busy";
    /// A method that an address does not have.
    NOT_SO = "not_so";
    /// A body that is not JSON.
    NOT_JSON = "not_json";
    /// The odds broke off.
    NO_ODDS = "no_odds";
    /// Rules whose battles are not played yet.
    NOT_PLAYED = "not_played";
    /// A scenario that does not come with the program.
    NO_SUCH_SCENARIO = "no_such_scenario";
    /// Neither a scenario's id nor its file, or both.
    ID_OR_FILE = "id_or_file";
    /// A code nobody has shared.
    NO_SUCH_ROSTER = "no_such_roster";
    /// An event that cannot be read.
    EVENT_UNREADABLE = "event_unreadable";
    /// An event with something out of its bounds.
    EVENT_BEYOND = "event_beyond";
    /// A property that units do not have.
    EVENT_UNKNOWN_PROPERTY = "event_unknown_property";
    /// An event on the other side's units.
    EVENT_NOT_YOURS = "event_not_yours";
    /// A roster that takes no more.
    ROSTER_FULL = "roster_full";
    /// Something that only the umpire's link can do.
    ONLY_THE_UMPIRE = "only_the_umpire";
    /// The store fails.
    NOT_KEPT = "not_kept";
    /// The machine gives no chance for a code.
    NO_CODE = "no_code";
    /// A link that opens nothing.
    NO_SUCH_LINK = "no_such_link";
    /// A seat that may not do this.
    NOT_FOR_THIS_SEAT = "not_for_this_seat";
    /// A key that is none.
    BAD_KEY = "bad_key";
    /// A game that cannot be gone on with.
    GAME_BROKEN = "game_broken";
    /// Something that could not be stored.
    NOT_STORED = "not_stored";
    /// A store that is full.
    STORE_FULL = "store_full";
    /// A game that is paused.
    GAME_PAUSED = "game_paused";
    /// A battle that has not begun.
    NOT_BEGUN = "not_begun";
    /// A seat that the computer plays.
    PLAYED_BY_STAFF = "played_by_staff";
    /// A message that is none.
    BAD_TEXT = "bad_text";
    /// A seat that the game does not have.
    NO_SUCH_SEAT_HERE = "no_such_seat_here";
    /// A battle that is not over.
    NOT_OVER = "not_over";
    /// A message that must go by courier.
    NOT_WITHOUT_COURIER = "not_without_courier";
    /// A message to nobody.
    NOBODY_TO_TELL = "nobody_to_tell";
    /// Somebody who cannot play a seat.
    UNKNOWN_PLAYER = "unknown_player";
    /// An answer to nothing.
    NOTHING_ASKED = "nothing_asked";
    /// Nothing to go back to.
    NOTHING_TO_UNDO = "nothing_to_undo";
    /// A hash that is none.
    BAD_HASH = "bad_hash";
    /// A number that is not the one.
    BAD_NUMBER = "bad_number";
    /// Dice that are settled.
    DICE_SETTLED = "dice_settled";
    /// A number that is shown too early.
    NOT_YET = "not_yet";
    /// Dice that cannot be thrown.
    BAD_THROW = "bad_throw";
    /// A reply by mail to another battle.
    MAIL_OTHER_BATTLE = "mail_other_battle";
    /// A reply by mail that comes too late.
    MAIL_OLD = "mail_old";
    /// A reply by mail with an action that is refused.
    MAIL_REFUSED = "mail_refused";
    /// A clock that is none.
    BAD_CLOCK = "bad_clock";
    /// Sides that cannot be changed.
    NO_COUNTERPART = "no_counterpart";
    /// Rules without couriers.
    NO_COURIERS = "no_couriers";
    /// A replay that is not there.
    NO_SUCH_REPLAY = "no_such_replay";
    /// A page of another site.
    FOREIGN_ORIGIN = "foreign_origin";
    /// A name the server does not go by.
    FOREIGN_HOST = "foreign_host";
}
