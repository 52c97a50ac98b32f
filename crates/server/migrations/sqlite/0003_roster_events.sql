-- Shared rosters as what happened to them. A roster of the older kind was a document that the last writer overwrote.
DROP TABLE shared_roster;

CREATE TABLE roster (
    code    TEXT PRIMARY KEY NOT NULL,      -- in the umpire's link
    blue    TEXT NOT NULL UNIQUE,           -- in the link of the blue player
    red     TEXT NOT NULL UNIQUE,
    rules   TEXT NOT NULL,
    changed BIGINT NOT NULL                 -- milliseconds since 1970
);
CREATE INDEX roster_changed ON roster (changed);

CREATE TABLE roster_event (
    roster TEXT NOT NULL REFERENCES roster (code) ON DELETE CASCADE,
    seq    BIGINT NOT NULL,
    id     TEXT NOT NULL,                   -- who has sent it twice has sent it once
    clock  BIGINT NOT NULL,
    event  TEXT NOT NULL,
    PRIMARY KEY (roster, seq),
    UNIQUE (roster, id)
);
