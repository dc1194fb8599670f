-- Posts of others that came in below what was read already: unread until they were in sight.

CREATE TABLE late_post (
    space     INTEGER NOT NULL REFERENCES space (number),
    channel   TEXT NOT NULL,
    order_key BLOB NOT NULL,                       -- of its row in the timeline
    PRIMARY KEY (space, channel, order_key)
) STRICT, WITHOUT ROWID;
