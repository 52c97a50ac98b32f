-- Games. What was done stands in game_entry, in order; what each seat was told in game_told, numbered for that seat.
CREATE TABLE game (
    id       TEXT PRIMARY KEY NOT NULL,
    made     INTEGER NOT NULL,              -- milliseconds since 1970
    settings TEXT NOT NULL,                 -- JSON; holds the secret of the dice
    head     TEXT NOT NULL,                 -- JSON: who sits where, the clock, what is being asked
    entries  INTEGER NOT NULL DEFAULT 0,    -- how many there are
    snapshot TEXT,                          -- JSON: how each turn began, and the state at the last
    over     INTEGER NOT NULL DEFAULT 0,
    due      INTEGER,                       -- when something happens by itself
    changed  INTEGER NOT NULL
);
CREATE INDEX game_due ON game (due) WHERE due IS NOT NULL;

CREATE TABLE game_entry (
    game  TEXT NOT NULL REFERENCES game (id) ON DELETE CASCADE,
    seq   INTEGER NOT NULL,
    entry TEXT NOT NULL,
    PRIMARY KEY (game, seq)                 -- a second writer loses here
) WITHOUT ROWID;

CREATE TABLE game_told (
    game TEXT NOT NULL REFERENCES game (id) ON DELETE CASCADE,
    seat TEXT NOT NULL,
    seq  INTEGER NOT NULL,
    item TEXT NOT NULL,
    PRIMARY KEY (game, seat, seq)
) WITHOUT ROWID;

-- Links, hashed. A seat has one at a time.
CREATE TABLE game_link (
    game TEXT NOT NULL REFERENCES game (id) ON DELETE CASCADE,
    seat TEXT NOT NULL,
    head INTEGER NOT NULL,                  -- the first eight bytes of the hash, to find it by
    hash BLOB NOT NULL,
    PRIMARY KEY (game, seat)
) WITHOUT ROWID;
CREATE INDEX game_link_head ON game_link (head);
