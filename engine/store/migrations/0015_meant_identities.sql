-- As whom a draft was begun (NULL: none was named), by the key of one of ours. Where nothing was begun
-- it is who posts there next.

ALTER TABLE draft ADD COLUMN identity BLOB CHECK (length(identity) = 32);
