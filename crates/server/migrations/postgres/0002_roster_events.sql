-- Shared rosters as what happened to them. Rosters of the older kind were documents that the last writer overwrote; they stay in
-- shared_roster as they were, but are no longer served: every browser that had one open has turned it into events of its own.

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
