-- Whether a member proved the row's chain themselves, or we signed its last link: then no chain in
-- which they merely stand above others takes its place.

ALTER TABLE peerlinks_member ADD COLUMN is_proven INTEGER NOT NULL DEFAULT 0;

UPDATE peerlinks_member SET is_proven = 1              -- they posted with it
WHERE EXISTS (
    SELECT 1 FROM author JOIN space ON space.number = author.space
    WHERE space.id = peerlinks_member.channel
        AND author.public_key = peerlinks_member.public_key
        AND author.path = peerlinks_member.path
);

UPDATE peerlinks_member SET is_proven = 1              -- our key let them in
WHERE EXISTS (
    SELECT 1 FROM peerlinks_own_chain AS own
    WHERE own.channel = peerlinks_member.channel AND own.identity = peerlinks_member.issuer
);

UPDATE peerlinks_member SET is_proven = 1              -- our channel's key did
WHERE issuer IS NULL AND renew_from IS NOT NULL AND EXISTS (
    SELECT 1 FROM peerlinks_channel JOIN space ON space.number = peerlinks_channel.space
    WHERE space.id = peerlinks_member.channel AND peerlinks_channel.secret_key IS NOT NULL
);
