-- Links end and are renewed: who let a member in, which link ends first, and what was asked.

ALTER TABLE peerlinks_member ADD COLUMN issuer BLOB;          -- NULL: the channel's own key
ALTER TABLE peerlinks_member ADD COLUMN ending_depth INTEGER; -- NULL with renew_from: not seen since
ALTER TABLE peerlinks_member ADD COLUMN renew_from REAL;

CREATE INDEX peerlinks_member_ending ON peerlinks_member (channel, issuer, renew_from, valid_to);

ALTER TABLE peerlinks_request ADD COLUMN renews BLOB;         -- the channel; NULL: to be let in anew

CREATE TABLE peerlinks_renewal (                              -- what members ask of us
    channel    BLOB NOT NULL,
    trustee    BLOB NOT NULL,
    request    BLOB NOT NULL,
    chain      BLOB NOT NULL,                                 -- the one that ends
    asked_at   REAL NOT NULL,
    expires_at REAL NOT NULL,
    PRIMARY KEY (channel, trustee)
) STRICT, WITHOUT ROWID;
