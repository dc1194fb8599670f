-- How a person keeps their spaces, what they began and did not send, and whose keys they compared.

ALTER TABLE space ADD COLUMN notifications TEXT NOT NULL DEFAULT 'all'
    CHECK (notifications IN ('all', 'mentions', 'none'));
UPDATE space SET notifications = 'none' WHERE muted;
ALTER TABLE space DROP COLUMN muted;

ALTER TABLE space ADD COLUMN pinned INTEGER NOT NULL DEFAULT 0 CHECK (pinned IN (0, 1));
ALTER TABLE space ADD COLUMN archived INTEGER NOT NULL DEFAULT 0 CHECK (archived IN (0, 1));
ALTER TABLE space ADD COLUMN place INTEGER;        -- in the list as arranged; NULL: by its name

CREATE TABLE draft (
    space    INTEGER PRIMARY KEY REFERENCES space (number),
    text     TEXT NOT NULL,
    reply_to BLOB CHECK (length(reply_to) = 32),
    edits    BLOB CHECK (length(edits) = 32)
) STRICT;

CREATE TABLE verified_key (                        -- compared in person
    public_key BLOB PRIMARY KEY CHECK (length(public_key) = 32),
    since      REAL NOT NULL
) STRICT, WITHOUT ROWID;

-- ---- what posts say of each other, and what is shown of them --------------------------------------

ALTER TABLE timeline ADD COLUMN aside TEXT;        -- NULL: a row; else which mark it is, or 'hidden'
ALTER TABLE timeline ADD COLUMN about BLOB;        -- the post that a mark or an answer speaks of
ALTER TABLE timeline ADD COLUMN detail TEXT;       -- JSON: files, mentions; NULL: nothing of that
ALTER TABLE timeline ADD COLUMN speaks INTEGER;    -- 1: to one of ours, 0: to others, NULL: to nobody

CREATE INDEX timeline_shown ON timeline (space, channel, order_key, quiet) WHERE aside IS NULL;
CREATE INDEX timeline_reaction ON timeline (space, about, order_key)
    WHERE aside IN ('reaction', 'taken_back');
CREATE INDEX timeline_change ON timeline (space, about, aside, author, order_key)
    WHERE aside IN ('edit', 'retraction');
CREATE INDEX timeline_speaking ON timeline (space, channel, order_key) WHERE speaks = 1;
CREATE INDEX timeline_speaking_to_others ON timeline (space, about) WHERE speaks = 0;
CREATE INDEX timeline_mentioning_others ON timeline (space)
    WHERE speaks = 0 AND detail IS NOT NULL;

ALTER TABLE timeline_block ADD COLUMN aside INTEGER NOT NULL DEFAULT 0;  -- those not shown
ALTER TABLE timeline_block ADD COLUMN latest REAL;                       -- the newest time shown

CREATE TABLE timeline_arrival (                    -- how new all that had arrived by then was
    space  INTEGER NOT NULL,
    number INTEGER NOT NULL,                       -- holds from this row of the timeline on
    at     REAL NOT NULL,                          -- grows with the number
    PRIMARY KEY (space, number)
) STRICT, WITHOUT ROWID;

CREATE INDEX timeline_arrival_at ON timeline_arrival (space, at);

CREATE TABLE hidden_post (                         -- outlives a timeline that is filled anew
    space     INTEGER NOT NULL REFERENCES space (number),
    channel   TEXT NOT NULL,
    order_key BLOB NOT NULL,
    PRIMARY KEY (space, channel, order_key)
) STRICT, WITHOUT ROWID;

DROP VIEW timeline_words_source;

CREATE VIEW timeline_words_source AS               -- more of a very long text is not found
    SELECT number, CASE
        WHEN kind = 'mark' AND aside <> 'edit' THEN ''
        WHEN detail IS NULL THEN substr(text, 1, 65536)
        ELSE substr(text || coalesce(char(10) || (
            SELECT group_concat(file.value ->> 0, char(10)) FROM json_each(detail, '$.files') AS file
        ), ''), 1, 65536)
    END AS text FROM timeline;

CREATE VIRTUAL TABLE timeline_words_known USING fts5vocab (timeline_words, row);

INSERT INTO setting SELECT 'timeline_of_format_4', x'01' WHERE EXISTS (SELECT 1 FROM timeline);

-- ---- peers that came to us by themselves ----------------------------------------------------------

CREATE TABLE peer_past (
    peer_id    BLOB PRIMARY KEY CHECK (length(peer_id) = 32),
    protocol   TEXT NOT NULL,
    host       TEXT NOT NULL,
    port       INTEGER NOT NULL,
    left_at    REAL NOT NULL,
    last_error TEXT,
    last_rule  TEXT
) STRICT, WITHOUT ROWID;
