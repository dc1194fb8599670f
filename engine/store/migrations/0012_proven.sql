-- Whether a member proved the row's chain themselves, or we signed its last link: then no chain in
-- which they merely stand above others takes its place. Not known of who was last seen before.

ALTER TABLE peerlinks_member ADD COLUMN is_proven INTEGER NOT NULL DEFAULT 0;
