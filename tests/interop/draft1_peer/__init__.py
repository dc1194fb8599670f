"""A second peer for feeds, written from “Hyperdrive + Hypercore, draft 1” alone.

It shares nothing with the engine; trees, what is held of a feed, and byte streams it has in common
with ``tests.interop.dep0010_peer``. Where the draft has only a heading it does as the programs of
its time do: each message in a secretbox under the feed's key, the discovery key by HMAC-SHA256. Of
run-length encoding it has no more than a heading, too: so it tells what it has in ranges.
"""
