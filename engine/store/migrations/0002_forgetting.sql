-- What is forgotten is shown no more from that moment, and erased bit by bit afterwards.

ALTER TABLE space ADD COLUMN forgotten INTEGER NOT NULL DEFAULT 0 CHECK (forgotten IN (0, 1));

CREATE INDEX space_forgotten ON space (number) WHERE forgotten;

-- Peers can mint as many keys as they like: of their layouts the oldest go first.

ALTER TABLE peerlinks_layout RENAME TO peerlinks_layout_before;

CREATE TABLE peerlinks_layout (
    number INTEGER PRIMARY KEY AUTOINCREMENT,      -- in order of learning
    leaf   BLOB NOT NULL UNIQUE,
    layout TEXT NOT NULL
) STRICT;

INSERT INTO peerlinks_layout (leaf, layout) SELECT leaf, layout FROM peerlinks_layout_before;

DROP TABLE peerlinks_layout_before;
