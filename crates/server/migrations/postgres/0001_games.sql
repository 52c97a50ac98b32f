-- Rosters that a player has put on the club's network, by the code in their link.
CREATE TABLE shared_roster (
    code     TEXT PRIMARY KEY,
    document TEXT NOT NULL,
    revision BIGINT NOT NULL,
    changed  TIMESTAMPTZ NOT NULL DEFAULT now()
);

-- Games. What was done stands in game_entry, in order; what each seat was told in game_told, numbered for that seat.
CREATE TABLE game (
    id       TEXT PRIMARY KEY,
    made     BIGINT NOT NULL,               -- milliseconds since 1970
    settings TEXT NOT NULL,                 -- JSON; holds the secret of the dice
    head     TEXT NOT NULL,                 -- JSON: who sits where, the clock, what is being asked
    entries  BIGINT NOT NULL DEFAULT 0,     -- how many there are
    snapshot TEXT,                          -- JSON: how each turn began, and the state at the last
    over     BOOLEAN NOT NULL DEFAULT false,
    due      BIGINT,                        -- when something happens by itself
    changed  BIGINT NOT NULL,
    holder   TEXT,                          -- the process that writes it
    term     BIGINT NOT NULL DEFAULT 0,     -- counts who has written it: an old writer's word is void
    until    TIMESTAMPTZ                    -- when its lease ends
);
CREATE INDEX game_due ON game (due) WHERE due IS NOT NULL;
CREATE INDEX game_holder ON game (holder) WHERE holder IS NOT NULL;

CREATE TABLE game_entry (
    game  TEXT NOT NULL REFERENCES game (id) ON DELETE CASCADE,
    seq   BIGINT NOT NULL,
    entry TEXT NOT NULL,
    PRIMARY KEY (game, seq)                 -- a second writer loses here
);

CREATE TABLE game_told (
    game TEXT NOT NULL REFERENCES game (id) ON DELETE CASCADE,
    seat TEXT NOT NULL,
    seq  BIGINT NOT NULL,
    item TEXT NOT NULL,
    PRIMARY KEY (game, seat, seq)
);

-- Links, hashed. A seat has one at a time.
CREATE TABLE game_link (
    game TEXT NOT NULL REFERENCES game (id) ON DELETE CASCADE,
    seat TEXT NOT NULL,
    head BIGINT NOT NULL,                   -- the first eight bytes of the hash, to find it by
    hash BYTEA NOT NULL,
    PRIMARY KEY (game, seat)
);
CREATE INDEX game_link_head ON game_link (head);

-- What one process asks another that writes the game. It is gone with a crash, and is asked again.
CREATE UNLOGGED TABLE game_asked (
    id     BIGINT GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    game   TEXT NOT NULL,
    asked  TEXT NOT NULL,                   -- JSON
    answer TEXT,                            -- JSON
    at     TIMESTAMPTZ NOT NULL DEFAULT now()
);
CREATE INDEX game_asked_game ON game_asked (game) WHERE answer IS NULL;
