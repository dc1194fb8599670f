-- Communities (cable). The space of a community is an inner one, in no list: each channel that we
-- have joined is a space of its own, with a timeline. Times are in the units of the wire version.

CREATE TABLE cable_community (
    space     INTEGER PRIMARY KEY REFERENCES space (number),
    key       BLOB NOT NULL CHECK (length(key) = 32),      -- the secret that lets one in
    wire      TEXT NOT NULL,
    seed      BLOB NOT NULL CHECK (length(seed) = 32),     -- of our own key pair, used nowhere else
    name      TEXT NOT NULL,
    moderated INTEGER NOT NULL DEFAULT 0                   -- grows with whatever may change a judgement
) STRICT;

CREATE TABLE cable_channel (
    number    INTEGER PRIMARY KEY AUTOINCREMENT,           -- never used twice: posts hold it
    community INTEGER NOT NULL,
    name      TEXT NOT NULL,
    space     INTEGER UNIQUE REFERENCES space (number),    -- its timeline; NULL: we never joined
    joined    INTEGER NOT NULL DEFAULT 0 CHECK (joined IN (0, 1)),
    listed    INTEGER NOT NULL CHECK (listed IN (0, 1)),   -- 0: one of too many by one author
    dropped   INTEGER NOT NULL DEFAULT 0 CHECK (dropped IN (0, 1)),
    forgotten INTEGER NOT NULL DEFAULT 0 CHECK (forgotten IN (0, 1)),
    posts     INTEGER NOT NULL DEFAULT 0,
    made_by   INTEGER,                                     -- whose post named it first
    noted_at  REAL NOT NULL
) STRICT;

CREATE UNIQUE INDEX cable_channel_name ON cable_channel (community, name) WHERE NOT forgotten;
CREATE INDEX cable_channel_maker ON cable_channel (made_by, noted_at) WHERE made_by IS NOT NULL;

CREATE TABLE cable_author (
    number     INTEGER PRIMARY KEY AUTOINCREMENT,
    community  INTEGER NOT NULL,
    public_key BLOB NOT NULL CHECK (length(public_key) = 32),
    static     BLOB CHECK (length(static) = 32),           -- what a handshake proves; NULL: nothing could
    name       TEXT NOT NULL DEFAULT '',
    max_age    INTEGER,                                    -- seconds; NULL: for ever
    followed   INTEGER NOT NULL DEFAULT 0 CHECK (followed IN (0, 1)),
    UNIQUE (community, public_key)
) STRICT;

CREATE INDEX cable_author_static ON cable_author (community, static);
CREATE INDEX cable_author_age ON cable_author (community) WHERE max_age IS NOT NULL;

CREATE TABLE cable_post (
    number      INTEGER PRIMARY KEY,                       -- grows with arrival
    community   INTEGER NOT NULL,
    channel     INTEGER,                                   -- NULL: it names none
    author      INTEGER NOT NULL,
    type        INTEGER NOT NULL,
    timestamp   INTEGER NOT NULL,                          -- as its author says
    received_at REAL NOT NULL,
    private     INTEGER NOT NULL CHECK (private IN (0, 1)),  -- never leaves this computer
    order_key   BLOB NOT NULL,                             -- by what its author says
    shown_key   BLOB,                                      -- by when it came; NULL: the same
    hash        BLOB NOT NULL CHECK (length(hash) = 32),
    encoded     BLOB NOT NULL                              -- as it was signed
) STRICT;

CREATE UNIQUE INDEX cable_post_hash ON cable_post (community, hash);
CREATE INDEX cable_post_time ON cable_post (channel, timestamp) WHERE channel IS NOT NULL;
CREATE INDEX cable_post_author ON cable_post (author, timestamp);
CREATE INDEX cable_post_topic ON cable_post (channel, order_key) WHERE type = 3;
CREATE INDEX cable_post_presence ON cable_post (channel, author, order_key) WHERE type IN (4, 5);
CREATE INDEX cable_post_moderation ON cable_post (community, timestamp) WHERE type >= 6;
CREATE INDEX cable_post_moderator ON cable_post (community, author, timestamp) WHERE type >= 6;
CREATE INDEX cable_post_block ON cable_post (community, number) WHERE type IN (8, 9);

CREATE TABLE cable_link (                                  -- which posts build on which
    link INTEGER NOT NULL,                                 -- the first 8 bytes of a hash
    post INTEGER NOT NULL,
    PRIMARY KEY (link, post)
) STRICT, WITHOUT ROWID;

CREATE TABLE cable_moving (                                -- whose place is to be looked at again
    post INTEGER PRIMARY KEY
) STRICT;

CREATE TABLE cable_head (                                  -- what nothing builds on yet (M and D8)
    channel INTEGER NOT NULL,
    hash    BLOB NOT NULL,
    PRIMARY KEY (channel, hash)
) STRICT, WITHOUT ROWID;

CREATE TABLE cable_gone (                                  -- what we held or saw, and do not keep
    community INTEGER NOT NULL,
    hash      BLOB NOT NULL CHECK (length(hash) = 32),
    why       TEXT NOT NULL,                               -- 'again': it may be asked for again
    author    INTEGER NOT NULL,
    channel   INTEGER,
    order_key BLOB,                                        -- of what was superseded
    PRIMARY KEY (community, hash)
) STRICT, WITHOUT ROWID;

CREATE INDEX cable_gone_author ON cable_gone (author, why);
CREATE INDEX cable_gone_ruled ON cable_gone (community, why) WHERE why IN ('blocked', 'dropped');
CREATE INDEX cable_gone_channel ON cable_gone (channel) WHERE channel IS NOT NULL;

CREATE TABLE cable_delete (                                -- kept for ever, whether or not it counts
    community INTEGER NOT NULL,
    target    BLOB NOT NULL CHECK (length(target) = 32),
    post      INTEGER NOT NULL,
    author    INTEGER NOT NULL,
    channel   INTEGER,                                     -- of what it deletes, once that is known
    timestamp INTEGER NOT NULL,
    PRIMARY KEY (community, target, post)
) STRICT, WITHOUT ROWID;

CREATE INDEX cable_delete_channel ON cable_delete (channel, timestamp) WHERE channel IS NOT NULL;
CREATE INDEX cable_delete_post ON cable_delete (post);

CREATE TABLE cable_member (                                -- who was seen in a channel
    channel  INTEGER NOT NULL,
    author   INTEGER NOT NULL,
    is_in    INTEGER NOT NULL CHECK (is_in IN (0, 1)),
    presence INTEGER,                                      -- the post: latest join or leave
    spoke    INTEGER,                                      -- when they said something last
    posts    INTEGER NOT NULL DEFAULT 0,
    PRIMARY KEY (channel, author)
) STRICT, WITHOUT ROWID;

CREATE INDEX cable_member_author ON cable_member (author);

CREATE TABLE cable_info (                                  -- the latest that authors say of themselves
    author INTEGER NOT NULL,
    key    TEXT NOT NULL,
    value  TEXT NOT NULL,
    post   INTEGER NOT NULL,
    PRIMARY KEY (author, key)
) STRICT, WITHOUT ROWID;

CREATE INDEX cable_info_post ON cable_info (post);

CREATE TABLE cable_word (                                  -- what we decide for ourselves alone
    community INTEGER NOT NULL,
    kind      TEXT NOT NULL,
    about     BLOB NOT NULL,                               -- a key or a hash; '' for a channel
    channel   TEXT NOT NULL,
    reason    TEXT NOT NULL,
    at        REAL NOT NULL,
    role      TEXT,
    PRIMARY KEY (community, about, channel, kind)
) STRICT, WITHOUT ROWID;
