-- Which peers are known to hold a post of ours.

CREATE TABLE delivery (
    space INTEGER NOT NULL REFERENCES space (number),
    post  BLOB NOT NULL CHECK (length(post) = 32),
    peer  BLOB NOT NULL CHECK (length(peer) = 32),
    PRIMARY KEY (space, post, peer)
) STRICT, WITHOUT ROWID;

CREATE INDEX peerlinks_message_ours ON peerlinks_message (channel, height, hash) WHERE ours;
