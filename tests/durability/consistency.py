"""Whether a store is sound in itself: file, graph, timeline. Believes no column it can derive."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache

from engine.crypto.ed25519 import SignedItem, verify_each
from engine.errors import Fault, PeerViolation
from engine.model.ids import PeerId, PostId, PublicKey, SpaceId
from engine.protocols.peerlinks.messages import decode_message, message_hash, message_tbs
from engine.protocols.peerlinks.packets import ChannelMessage
from engine.protocols.peerlinks.trust.chain import leaf_key
from engine.store.database import Database, Row
from engine.store.opening import Store
from engine.store.peerlinks import private_channels
from tests.durability.facts import Reached

_HASH_BYTES = 32


def troubles_of(store: Store) -> list[str]:
    """Sentences; none if all is well. Leaves the store as it is."""
    return [
        *_of_the_file(store.database),
        *_of_the_graphs(store),
        *_of_the_timelines(store),
        *_of_the_late(store.database),
        *_of_the_deliveries(store),
    ]


def deliveries_of(store: Store) -> list[Reached]:
    """Who is noted to hold what."""
    rows = store.database.rows(
        "SELECT id, post, peer FROM delivery JOIN space ON number = space WHERE NOT forgotten"
    )
    return [Reached(SpaceId(space), PostId(post), PeerId(peer)) for space, post, peer in rows]


def _of_the_deliveries(store: Store) -> Iterator[str]:
    strangers = store.database.value(
        "SELECT count(*) FROM delivery AS d JOIN space ON number = space WHERE NOT forgotten"
        " AND NOT EXISTS (SELECT 1 FROM peerlinks_message AS m"
        "  WHERE m.channel = d.space AND m.hash = d.post AND m.ours)"
    )
    if strangers:
        yield f"{strangers} deliveries of what is no post of ours"


# ---- the file -----------------------------------------------------------------------------------


def _of_the_file(database: Database) -> Iterator[str]:
    if (told := database.value("PRAGMA integrity_check")) != "ok":
        yield f"integrity: {told}"
    if database.rows("PRAGMA foreign_key_check"):
        yield "a row refers to none"
    yield from _of_the_words(database)


_TOKENS = "tokenize = 'unicode61 remove_diacritics 2'"  # as the schema's own


def _of_the_words(database: Database) -> Iterator[str]:
    try:
        database.run("INSERT INTO timeline_words (timeline_words) VALUES ('integrity-check')")
    except Fault as fault:
        yield f"the word index: {fault}"
        return
    indexed = database.rows("SELECT id FROM timeline_words_docsize ORDER BY id")
    totals = database.value("SELECT block FROM timeline_words_data WHERE id = 1")
    if _first_number(totals) != len(indexed):
        yield f"the word index counts {_first_number(totals)} posts of {len(indexed)}"
    wordy = "FROM timeline_words_source WHERE text <> '' ORDER BY number"
    if indexed != database.rows(f"SELECT number {wordy}"):
        yield "posts that the word index does not have, or has too many"
    database.run(
        f"CREATE VIRTUAL TABLE temp.fresh USING fts5 (text, content = '', {_TOKENS});"
        "CREATE VIRTUAL TABLE temp.fresh_words USING fts5vocab (temp, fresh, row);"
        "CREATE VIRTUAL TABLE temp.grown_words USING fts5vocab (main, timeline_words, row);"
        f"INSERT INTO temp.fresh (rowid, text) SELECT number, text {wordy};"
    )
    if database.rows("SELECT * FROM grown_words") != database.rows("SELECT * FROM fresh_words"):
        yield "words that are found are not those that were written"
    database.run("DROP TABLE temp.fresh_words; DROP TABLE temp.grown_words; DROP TABLE temp.fresh")


def _first_number(block: bytes) -> int:
    """SQLite's own form: seven bits a byte, the highest first; all that is left is 0."""
    number = 0
    for byte in block:
        number = number << 7 | byte & 0x7F
        if byte < 0x80:
            break
    return number


# ---- the graph ----------------------------------------------------------------------------------

_verified: set[tuple[PublicKey, PostId]] = set()
"""A signature that was good stays good."""


def _of_the_graphs(store: Store) -> Iterator[str]:
    rows = store.database.rows(
        "SELECT space.number, id, public_key, messages"
        " FROM space JOIN peerlinks_channel ON space = number WHERE NOT forgotten"
    )
    for number, space, key, count in rows:
        messages = store.database.rows(
            "SELECT hash, height, timestamp, parents, wire FROM peerlinks_message"
            " WHERE channel = ? ORDER BY height, hash",
            (number,),
        )
        if len(messages) != count:
            yield f"{len(messages)} messages are counted as {count}"
        leaves = store.database.rows(
            "SELECT hash, height, timestamp FROM peerlinks_leaf WHERE channel = ?", (number,)
        )
        yield from _of_a_graph(PublicKey(key), messages, leaves)
        repository = private_channels.repository(store)
        channel = repository.channel(SpaceId(space))
        if channel is not None and channel.secret_key is None:
            if not channel.public and not repository.own_chains(channel.id):
                yield "a channel that was joined without a chain"
        elif not messages:
            yield "a channel of our own without its root"


def _of_a_graph(key: PublicKey, rows: list[Row], leaves: list[Row]) -> Iterator[str]:
    heights: dict[bytes, int] = {}
    built_upon: set[bytes] = set()
    for hashed, height, timestamp, joined, wire in rows:
        try:
            message, named = _decoded(wire)
        except PeerViolation:
            yield "bytes that are no message"
            continue
        if named != hashed or b"".join(message.parents) != joined:
            yield "a message whose columns are not its own"
        if (message.height, message.timestamp) != (height, timestamp):
            yield "a message in a wrong place"
        if not _is_signed(key, PostId(hashed), message):
            yield "a message that nobody signed"
        if any(parent not in heights for parent in message.parents):
            yield "a message without its parents"
        above = max((heights.get(parent, -1) for parent in message.parents), default=-1) + 1
        if height != above:
            yield "a height that its parents do not give"
        heights[hashed] = height
        built_upon.update(message.parents)
    expected = {(h, height, t) for h, height, t, *_ in rows if h not in built_upon}
    if set(leaves) != expected:
        yield f"{len(expected)} leaves, but {len(leaves)} are noted"


@lru_cache(10_000)
def _decoded(wire: bytes) -> tuple[ChannelMessage, PostId]:
    """The message, and what it is named by: of all that are looked at, most were seen before."""
    return decode_message(wire), message_hash(wire)


def _is_signed(key: PublicKey, hashed: PostId, message: ChannelMessage) -> bool:
    if (key, hashed) not in _verified:
        signer = leaf_key(message.chain, key)
        (good,) = verify_each([SignedItem(message.signature, message_tbs(message), signer)])
        if not good:
            return False
        _verified.add((key, hashed))
    return True


# ---- the timeline -------------------------------------------------------------------------------

_SHOWN = (
    "SELECT channel, order_key, height, parents, at, received_at, public_key, path, kind, ours,"
    " quiet, text, body, aside, about, detail, speaks FROM timeline"
    " JOIN author ON author.number = author"
    " WHERE timeline.space = ? ORDER BY channel, order_key"
)


def _of_the_timelines(store: Store) -> Iterator[str]:
    database = store.database
    repository = private_channels.repository(store)
    for number, space in database.rows("SELECT number, id FROM space WHERE NOT forgotten"):
        yield from _of_the_blocks(database, number)
        grown = database.rows(_SHOWN, (number,))
        database.begin()
        repository.rebuild_timeline(SpaceId(space))
        store.timeline.flush()
        rebuilt = database.rows(_SHOWN, (number,))
        database.rollback()
        if grown != rebuilt:
            yield f"a timeline of {len(grown)} rows that rebuilt has {len(rebuilt)}, or others"


def _of_the_late(database: Database) -> Iterator[str]:
    strangers = database.value(
        "SELECT count(*) FROM late_post AS late WHERE NOT EXISTS (SELECT 1 FROM timeline AS t"
        "  JOIN space ON space.number = t.space WHERE t.space = late.space"
        "  AND t.channel = late.channel AND t.order_key = late.order_key"
        "  AND t.order_key <= read_up_to AND aside IS NULL AND NOT quiet)"
    )
    if strangers:
        yield f"{strangers} posts are late that are not"


def _of_the_blocks(database: Database, number: int) -> Iterator[str]:
    blocks = database.rows(
        "SELECT first_key, posts, quiet, aside, latest FROM timeline_block"
        " WHERE space = ? ORDER BY first_key",
        (number,),
    )
    rows = database.rows(
        "SELECT order_key, quiet, at, aside FROM timeline WHERE space = ? ORDER BY order_key",
        (number,),
    )
    ends = [*(first for first, *_ in blocks[1:]), None][: len(blocks)]
    for (first, *counted), end in zip(blocks, ends, strict=True):
        inside = [row for row in rows if first <= row[0] and (end is None or row[0] < end)]
        shown = [row for row in inside if row[3] is None]
        quiet = sum(row[1] for row in shown)
        latest = max((row[2] for row in shown), default=None)
        if [len(shown), quiet, len(inside) - len(shown), latest] != counted:
            yield "a block that counts wrong"
    if sum(posts + aside for _, posts, _, aside, _ in blocks) != len(rows):
        yield "posts that no block counts"
