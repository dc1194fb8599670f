-- Feeds (Hypercore). A folder is two of them: one of names, and beside it one of contents.

ALTER TABLE space ADD COLUMN is_inner INTEGER NOT NULL DEFAULT 0   -- part of another space: in no list
    CHECK (is_inner IN (0, 1));

CREATE TABLE hypercore_feed (
    space         INTEGER PRIMARY KEY REFERENCES space (number),
    published_key BLOB NOT NULL UNIQUE CHECK (length(published_key) = 32),  -- discovery keys
    written_key   BLOB NOT NULL UNIQUE CHECK (length(written_key) = 32),
    older_key     BLOB NOT NULL UNIQUE CHECK (length(older_key) = 32),
    suite         TEXT NOT NULL,
    is_signed     INTEGER NOT NULL CHECK (is_signed IN (0, 1)),
    length        INTEGER NOT NULL CHECK (length >= 0),
    byte_length   INTEGER NOT NULL CHECK (byte_length >= 0),
    is_whole      INTEGER NOT NULL CHECK (is_whole IN (0, 1)),
    paused        INTEGER NOT NULL CHECK (paused IN (0, 1)),
    common        INTEGER,                         -- of a forked feed: blocks that both histories share
    evidence      BLOB,                            -- of the fork
    noticed_at    REAL,                            -- the fork
    beside        BLOB CHECK (length(beside) = 32),
    seed          BLOB CHECK (length(seed) = 32),  -- of our own feed's key
    elsewhere     INTEGER,                         -- our key has signed so many blocks somewhere else
    limit_bytes   INTEGER CHECK (limit_bytes >= 0),  -- of our disk; NULL: as for all
    held_blocks   INTEGER NOT NULL DEFAULT 0,
    held_bytes    INTEGER NOT NULL DEFAULT 0,
    author_seen_at REAL                            -- when a device of its author was connected last
) STRICT;

CREATE TABLE hypercore_node (
    feed   INTEGER NOT NULL,
    number INTEGER NOT NULL,                       -- in the flat in-order tree
    hash   BLOB NOT NULL CHECK (length(hash) = 32),
    size   INTEGER NOT NULL,
    PRIMARY KEY (feed, number)
) STRICT, WITHOUT ROWID;

CREATE INDEX hypercore_node_large ON hypercore_node (hash) WHERE size >= 16384;  -- to find copies

CREATE TABLE hypercore_signature (
    feed      INTEGER NOT NULL,
    length    INTEGER NOT NULL,
    signature BLOB NOT NULL,                       -- '' in a feed that is not signed
    PRIMARY KEY (feed, length)
) STRICT, WITHOUT ROWID;

CREATE TABLE hypercore_block (
    feed    INTEGER NOT NULL,
    number  INTEGER NOT NULL,
    content BLOB NOT NULL,
    PRIMARY KEY (feed, number)
) STRICT;

CREATE TABLE hypercore_held (                      -- which blocks there are: bits of 8,192 a page
    feed INTEGER NOT NULL,
    page INTEGER NOT NULL,
    bits BLOB NOT NULL,
    PRIMARY KEY (feed, page)
) STRICT, WITHOUT ROWID;

CREATE TABLE hypercore_let_go (                    -- which there were, and are not fetched unasked
    feed INTEGER NOT NULL,
    page INTEGER NOT NULL,
    bits BLOB NOT NULL,
    PRIMARY KEY (feed, page)
) STRICT, WITHOUT ROWID;

CREATE TABLE hypercore_use (                       -- when something of 256 blocks was used last
    feed INTEGER NOT NULL,
    run  INTEGER NOT NULL,
    at   REAL NOT NULL,
    PRIMARY KEY (feed, run)
) STRICT, WITHOUT ROWID;

CREATE INDEX hypercore_use_oldest ON hypercore_use (feed, at);

CREATE TABLE hypercore_sought (                    -- what our user waits for
    number      INTEGER PRIMARY KEY AUTOINCREMENT, -- the latest first
    feed        INTEGER NOT NULL,
    first_block INTEGER NOT NULL,
    end_block   INTEGER NOT NULL,
    UNIQUE (feed, first_block, end_block)
) STRICT;

CREATE TABLE hypercore_sought_bytes (              -- the same by offsets
    number     INTEGER PRIMARY KEY AUTOINCREMENT,
    feed       INTEGER NOT NULL,
    first_byte INTEGER NOT NULL,
    end_byte   INTEGER NOT NULL,
    UNIQUE (feed, first_byte, end_byte)
) STRICT;

CREATE TABLE hypercore_parts (                     -- blocks that are files of the entry before them
    feed        INTEGER NOT NULL,
    first_block INTEGER NOT NULL,
    end_block   INTEGER NOT NULL,
    PRIMARY KEY (feed, first_block)
) STRICT, WITHOUT ROWID;

-- ---- shared folders ----------------------------------------------------------------------------

CREATE TABLE hypercore_folder (
    space     INTEGER PRIMARY KEY,                 -- its feed of names
    content   INTEGER,                             -- its feed of contents, once that is known
    read      INTEGER NOT NULL DEFAULT 0,          -- blocks of the feed of names that are read
    files     INTEGER NOT NULL DEFAULT 0,          -- of the newest version, none that is refused
    bytes     INTEGER NOT NULL DEFAULT 0,          -- of those
    refused   INTEGER NOT NULL DEFAULT 0,          -- files with a refusal
    directory TEXT UNIQUE,                         -- where it lies on this computer
    use       TEXT CHECK (use IN ('shared', 'mirrored', 'chosen'))
) STRICT;

CREATE TABLE hypercore_file (                      -- every version of every file, with deletions
    folder      INTEGER NOT NULL,
    version     INTEGER NOT NULL,                  -- the block of the feed of names
    until       INTEGER,                           -- the next version of that path; NULL: the newest
    path        TEXT NOT NULL,
    parent      TEXT NOT NULL,                     -- the folder in which it is shown
    folded      TEXT NOT NULL,                     -- the same for names that are one file somewhere
    is_deleted  INTEGER NOT NULL CHECK (is_deleted IN (0, 1)),
    is_folder   INTEGER NOT NULL CHECK (is_folder IN (0, 1)),
    mode        INTEGER NOT NULL,
    size        INTEGER NOT NULL,
    blocks      INTEGER NOT NULL,
    first_block INTEGER NOT NULL,
    first_byte  INTEGER NOT NULL,
    mtime       REAL NOT NULL,
    refusal     TEXT,
    PRIMARY KEY (folder, version)
) STRICT, WITHOUT ROWID;

CREATE INDEX hypercore_file_by_path ON hypercore_file (folder, path, until);
CREATE INDEX hypercore_file_listed ON hypercore_file (folder, parent, path)
    WHERE until IS NULL AND is_deleted = 0;
CREATE INDEX hypercore_file_folded ON hypercore_file (folder, folded)
    WHERE until IS NULL AND is_deleted = 0;
CREATE INDEX hypercore_file_content ON hypercore_file (folder, first_block)
    WHERE until IS NULL AND is_deleted = 0;

CREATE TABLE hypercore_wanted (                    -- files, or folders with all below, asked for
    folder INTEGER NOT NULL,
    path   TEXT NOT NULL,
    PRIMARY KEY (folder, path)
) STRICT, WITHOUT ROWID;
