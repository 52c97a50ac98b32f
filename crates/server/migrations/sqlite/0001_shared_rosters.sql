-- Rosters that a player has put on the club's network, by the code in their link.
CREATE TABLE shared_roster (
    code     TEXT PRIMARY KEY NOT NULL,
    document TEXT NOT NULL,
    revision INTEGER NOT NULL,
    changed  TEXT NOT NULL DEFAULT (strftime('%Y-%m-%dT%H:%M:%SZ', 'now'))
);
