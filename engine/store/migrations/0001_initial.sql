-- The first format of a profile. Numbers stand for ids inside the file and are never shown.
-- A space's public half is shared by all protocols; each protocol's own tables carry its name.

CREATE TABLE setting (
    name  TEXT PRIMARY KEY,
    value BLOB NOT NULL
) STRICT, WITHOUT ROWID;

CREATE TABLE space (
    number     INTEGER PRIMARY KEY AUTOINCREMENT,  -- never used twice: timeline numbers hold it
    id         BLOB NOT NULL UNIQUE CHECK (length(id) = 32),
    kind       TEXT NOT NULL,
    name       TEXT NOT NULL,
    public_key BLOB NOT NULL CHECK (length(public_key) = 32),
    created_at REAL NOT NULL,
    muted      INTEGER NOT NULL DEFAULT 0 CHECK (muted IN (0, 1)),
    is_left    INTEGER NOT NULL DEFAULT 0 CHECK (is_left IN (0, 1)),
    read_up_to BLOB
) STRICT;

-- ---- the timeline: can be dropped and rebuilt from the protocols' own tables ----------------------

CREATE TABLE author (
    number     INTEGER PRIMARY KEY AUTOINCREMENT,
    space      INTEGER NOT NULL REFERENCES space (number),
    public_key BLOB NOT NULL CHECK (length(public_key) = 32),
    path       TEXT NOT NULL,                      -- a JSON array of display names
    UNIQUE (space, public_key, path)
) STRICT;

CREATE TABLE timeline (
    number      INTEGER PRIMARY KEY,               -- space << 40 | place in order of arrival
    space       INTEGER NOT NULL REFERENCES space (number),
    channel     TEXT NOT NULL,                     -- '' where a space has one timeline
    order_key   BLOB NOT NULL CHECK (length(order_key) >= 32),  -- ends with the post's id
    height      INTEGER NOT NULL,
    parents     BLOB NOT NULL,                     -- 32 bytes each
    at          REAL NOT NULL,
    received_at REAL NOT NULL,
    author      INTEGER NOT NULL REFERENCES author (number),
    kind        TEXT NOT NULL,
    ours        INTEGER NOT NULL CHECK (ours IN (0, 1)),
    quiet       INTEGER NOT NULL CHECK (quiet IN (0, 1)),  -- never counts as unread
    text        TEXT NOT NULL,
    body        TEXT,                              -- '': the compact JSON of text alone
    UNIQUE (space, channel, order_key)
) STRICT;

CREATE INDEX timeline_author ON timeline (author);  -- else each author that goes is a scan

CREATE TABLE timeline_block (                      -- counts of runs of a timeline, for ranks
    space     INTEGER NOT NULL,
    channel   TEXT NOT NULL,
    first_key BLOB NOT NULL,                       -- the run goes up to the next block's first_key
    posts     INTEGER NOT NULL,
    quiet     INTEGER NOT NULL,
    PRIMARY KEY (space, channel, first_key)
) STRICT, WITHOUT ROWID;

CREATE VIEW timeline_words_source AS               -- more of a very long text is not found
    SELECT number, substr(text, 1, 65536) AS text FROM timeline;

CREATE VIRTUAL TABLE timeline_words USING fts5 (
    text,
    content = 'timeline_words_source',
    content_rowid = 'number',
    tokenize = 'unicode61 remove_diacritics 2',
    prefix = '2 3'
);

-- ---- peers -----------------------------------------------------------------------------------------

CREATE TABLE peer_address (
    number       INTEGER PRIMARY KEY,
    protocol     TEXT NOT NULL,
    host         TEXT NOT NULL,
    port         INTEGER NOT NULL,
    since        REAL NOT NULL,
    peer_id      BLOB,
    last_seen_at REAL,
    last_error   TEXT,
    UNIQUE (protocol, host, port)
) STRICT;

CREATE TABLE peer_ban (
    number  INTEGER PRIMARY KEY,
    host    TEXT,
    port    INTEGER,
    peer_id BLOB,
    since   REAL NOT NULL,
    CHECK ((host IS NULL) = (port IS NULL) AND (host IS NULL) <> (peer_id IS NULL)),
    UNIQUE (host, port),
    UNIQUE (peer_id)
) STRICT;

-- ---- PeerLinks -------------------------------------------------------------------------------------

CREATE TABLE peerlinks_identity (
    number     INTEGER PRIMARY KEY AUTOINCREMENT,
    public_key BLOB NOT NULL UNIQUE CHECK (length(public_key) = 32),
    name       TEXT NOT NULL,
    secret_key BLOB NOT NULL CHECK (length(secret_key) = 64),
    channel    BLOB,
    used_at    REAL NOT NULL
) STRICT;

CREATE TABLE peerlinks_channel (
    space      INTEGER PRIMARY KEY REFERENCES space (number),
    is_public  INTEGER NOT NULL CHECK (is_public IN (0, 1)),
    secret_key BLOB CHECK (length(secret_key) = 64),
    messages   INTEGER NOT NULL DEFAULT 0          -- how many are stored
) STRICT;

CREATE TABLE peerlinks_own_chain (
    number   INTEGER PRIMARY KEY,
    channel  BLOB NOT NULL,
    identity BLOB NOT NULL,
    chain    BLOB NOT NULL,
    UNIQUE (channel, identity)
) STRICT;

CREATE TABLE peerlinks_member (
    channel    BLOB NOT NULL,
    public_key BLOB NOT NULL,
    path       TEXT NOT NULL,
    valid_to   REAL NOT NULL,
    PRIMARY KEY (channel, public_key)
) STRICT, WITHOUT ROWID;

CREATE TABLE peerlinks_message (
    channel     INTEGER NOT NULL REFERENCES space (number),
    height      INTEGER NOT NULL CHECK (height >= 0),
    hash        BLOB NOT NULL CHECK (length(hash) = 32),
    timestamp   REAL NOT NULL,
    received_at REAL NOT NULL,
    ours        INTEGER NOT NULL CHECK (ours IN (0, 1)),
    parents     BLOB NOT NULL,                     -- 32 bytes each
    wire        BLOB NOT NULL,                     -- the canonical encoding
    PRIMARY KEY (channel, height, hash)
) STRICT, WITHOUT ROWID;

CREATE INDEX peerlinks_message_hash ON peerlinks_message (channel, hash, timestamp);

CREATE TABLE peerlinks_leaf (
    channel   INTEGER NOT NULL REFERENCES space (number),
    hash      BLOB NOT NULL,
    height    INTEGER NOT NULL,
    timestamp REAL NOT NULL,
    PRIMARY KEY (channel, hash)
) STRICT, WITHOUT ROWID;

CREATE INDEX peerlinks_leaf_order ON peerlinks_leaf (channel, height, hash);

CREATE TABLE peerlinks_request (
    published_id BLOB PRIMARY KEY,                 -- of the request_ids the first
    document_id  BLOB NOT NULL,
    identity     BLOB NOT NULL,
    request      BLOB NOT NULL,
    box_seed     BLOB NOT NULL,
    created_at   REAL NOT NULL,
    expires_at   REAL NOT NULL
) STRICT;

CREATE TABLE peerlinks_invite (
    number       INTEGER PRIMARY KEY,
    channel      BLOB NOT NULL,
    trustee      BLOB NOT NULL,
    peer_id      BLOB NOT NULL,
    published_id BLOB NOT NULL,
    document_id  BLOB NOT NULL,
    box          BLOB NOT NULL,
    issued_at    REAL NOT NULL,
    expires_at   REAL NOT NULL,
    delivered    INTEGER NOT NULL CHECK (delivered IN (0, 1)),
    UNIQUE (channel, trustee)
) STRICT;

CREATE TABLE peerlinks_layout (
    leaf   BLOB PRIMARY KEY,
    layout TEXT NOT NULL
) STRICT, WITHOUT ROWID;
