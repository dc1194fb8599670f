-- Comments (HyperBloom): of a feed, the values that its network has added, and what they say.

CREATE TABLE hyperbloom_ledger (
    space  INTEGER PRIMARY KEY REFERENCES space (number),
    name   BLOB NOT NULL UNIQUE CHECK (length(name) = 32),   -- under which peers look for it
    links  BLOB,                                             -- our chain's, one behind the other; NULL: we may only read
    seed   BLOB CHECK (length(seed) = 32),                   -- of the key that holds our chain
    issues INTEGER NOT NULL CHECK (issues IN (0, 1)),
    count  INTEGER NOT NULL DEFAULT 0,                       -- values
    total  BLOB NOT NULL CHECK (length(total) = 32)          -- the sum of their hashes
) STRICT;

CREATE TABLE hyperbloom_value (
    number INTEGER PRIMARY KEY,
    ledger INTEGER NOT NULL,
    id     BLOB NOT NULL CHECK (length(id) = 16),
    value  BLOB NOT NULL
) STRICT;

CREATE UNIQUE INDEX hyperbloom_value_order ON hyperbloom_value (ledger, value);
CREATE INDEX hyperbloom_value_id ON hyperbloom_value (ledger, id);

CREATE TABLE hyperbloom_chain (               -- chains that somebody proved to hold
    ledger  INTEGER NOT NULL,
    holder  BLOB NOT NULL CHECK (length(holder) = 32),
    links   BLOB NOT NULL,
    seen_at REAL NOT NULL,
    PRIMARY KEY (ledger, holder, links)
) STRICT, WITHOUT ROWID;

CREATE TABLE hyperbloom_comment (             -- what the values say
    ledger      INTEGER NOT NULL,
    id          BLOB NOT NULL CHECK (length(id) = 32),
    kind        INTEGER NOT NULL CHECK (kind IN (1, 2, 3)),   -- comment, edit, retraction
    author      BLOB NOT NULL CHECK (length(author) = 32),
    at          REAL NOT NULL,
    entry       INTEGER,                      -- NULL: the feed as a whole
    reference   BLOB CHECK (length(reference) = 32),
    text        TEXT NOT NULL,
    path        BLOB NOT NULL,                -- keys from the feed's author down, one behind the other
    expires_at  REAL,                         -- NULL: never
    received_at  REAL NOT NULL,
    value_number INTEGER NOT NULL,
    PRIMARY KEY (ledger, id)
) STRICT;

CREATE INDEX hyperbloom_comment_entry ON hyperbloom_comment (ledger, entry, at, id) WHERE kind = 1;
CREATE INDEX hyperbloom_comment_time ON hyperbloom_comment (ledger, at, id) WHERE kind = 1;
CREATE INDEX hyperbloom_comment_change ON hyperbloom_comment (ledger, reference, author) WHERE kind > 1;
CREATE INDEX hyperbloom_comment_author ON hyperbloom_comment (ledger, author);

CREATE TABLE hyperbloom_hidden (              -- authors whom we hide, for ourselves
    ledger INTEGER NOT NULL,
    author BLOB NOT NULL CHECK (length(author) = 32),
    PRIMARY KEY (ledger, author)
) STRICT, WITHOUT ROWID;
