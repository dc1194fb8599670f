-- Names that are one file on some systems: those that are sound and those that are refused for it
-- stand apart, so that neither are looked for among the other, however many these are.

DROP INDEX hypercore_file_folded;
CREATE INDEX hypercore_file_sound ON hypercore_file (folder, folded, is_folder)
    WHERE until IS NULL AND is_deleted = 0 AND refusal IS NULL;
CREATE INDEX hypercore_file_clashing ON hypercore_file (folder, folded, is_folder)
    WHERE until IS NULL AND is_deleted = 0 AND refusal = 'collision';
