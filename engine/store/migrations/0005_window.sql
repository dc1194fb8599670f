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
