-- The name under which a space came, as long as ours is another (NULL: it still has that one). The
-- owner of a private channel is called by it: ours may say what nobody but us shall read.

ALTER TABLE space ADD COLUMN came_as TEXT;
