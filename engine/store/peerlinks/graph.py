"""A channel's messages, their order and their leaves; the hot path of every reconciliation.

New messages are held back and written in one go: when the transaction ends, when they are many, or
when a read cannot be answered without them. Membership, places and encodings of those held back are
answered from memory, so that a batch in which each message builds on the one before it costs few
statements.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from itertools import accumulate

from engine.model.ids import PeerId, PostId, PublicKey, SpaceId
from engine.protocols.peerlinks.messages import decode_message
from engine.protocols.peerlinks.packets import Abbreviated, Chain
from engine.protocols.peerlinks.records import MessageStored, Place
from engine.store.database import ERASED_ROWS, Database, Reading, Row
from engine.store.delivery import noted_sql
from engine.store.peerlinks.people import Members
from engine.store.peerlinks.shown import timeline_post
from engine.store.spaces import SpaceRepository
from engine.store.timeline.timeline import Timeline

HASH_BYTES = 32
HELD_BACK_MAX = 2_048  # ours: messages; a turn holds far fewer
HELD_BACK_BYTES_MAX = 16 << 20  # ours
REBUILD_ROWS = 512  # ours: messages in memory at a time
ERASED_BYTES = 4 << 20  # ours: of encodings at a time, which are overwritten

_NONE: Mapping[PostId, MessageStored] = {}
_HEIGHT_END = 1 << 63  # what a column can hold; heights on the wire stay below 2^62


@dataclass(slots=True)
class _HeldBack:
    """New messages of one channel, in order of arrival."""

    messages: dict[PostId, MessageStored] = field(default_factory=dict)
    built_upon: dict[PostId, None] = field(default_factory=dict)
    """Parents of these, which are leaves no more."""


class Graph:
    """The part of ``Records`` that is about messages."""

    def __init__(
        self, database: Database, spaces: SpaceRepository, timeline: Timeline, members: Members
    ) -> None:
        """Borrows all four."""
        self._database = database
        self._spaces = spaces
        self._timeline = timeline
        self._members = members
        self._held: dict[int, _HeldBack] = {}
        self._held_count = 0
        self._held_bytes = 0
        database.on_transaction_end(self.flush, self._drop)

    # ---- writes -----------------------------------------------------------------------------

    def add(self, record: MessageStored) -> None:
        """Stores it and shows it in the timeline. One that is stored already changes nothing."""
        number = self._spaces.number(record.space)
        assert number is not None, "a message of a channel that is not stored"
        held = self._held.get(number)
        if held is None:
            held = self._held[number] = _HeldBack()
        if record.hash in held.messages or self._is_written(number, record.hash):
            return
        held.messages[record.hash] = record
        held.built_upon.update(dict.fromkeys(record.message.parents))
        self._members.see(record.space, record.message.chain)
        self._timeline.add(number, timeline_post(record))
        self._held_count += 1
        self._held_bytes += len(record.wire)
        if self._held_count >= HELD_BACK_MAX or self._held_bytes >= HELD_BACK_BYTES_MAX:
            self.flush()

    def flush(self) -> None:
        """Writes what is held back."""
        held = self._held
        self._drop()
        for number, rest in held.items():
            self._write(number, rest)

    def erase_some(self, number: int) -> bool:
        """See ``Eraser``: leaves first, then messages from the lowest."""
        self._database.run(
            "DELETE FROM peerlinks_leaf WHERE channel = ?1 AND hash IN"
            " (SELECT hash FROM peerlinks_leaf WHERE channel = ?1 LIMIT ?2)",
            (number, ERASED_ROWS),
        )
        if self._database.changes():
            return True
        rows = self._database.rows(
            "SELECT height, hash, length(wire) FROM peerlinks_message"
            " WHERE channel = ? ORDER BY height, hash LIMIT ?",
            (number, ERASED_ROWS),
        )
        if not rows:
            return False
        taken = sum(1 for total in accumulate(size for *_, size in rows) if total <= ERASED_BYTES)
        height, hash_, _ = rows[max(1, taken) - 1]
        self._database.run(
            "DELETE FROM peerlinks_message WHERE channel = ? AND (height, hash) <= (?, ?)",
            (number, height, hash_),
        )
        return True

    def show_all(self, number: int) -> None:
        """Adds every stored message to the timeline, which must hold none of them."""
        self.flush()
        channel = self._spaces.id_of(number)
        place: tuple[int, bytes] = (-1, b"")
        while rows := self._database.rows(
            "SELECT height, hash, received_at, ours, wire FROM peerlinks_message"
            " WHERE channel = ? AND (height, hash) > (?, ?) ORDER BY height, hash LIMIT ?",
            (number, *place, REBUILD_ROWS),
        ):
            for _, hash_, received_at, ours, wire in rows:
                message = decode_message(wire)
                author = self._author_of(number, message.chain)
                record = MessageStored(
                    channel, PostId(hash_), message, wire, received_at, author, bool(ours)
                )
                self._timeline.add(number, timeline_post(record))
            place = (rows[-1][0], rows[-1][1])

    def _drop(self) -> None:
        self._held, self._held_count, self._held_bytes = {}, 0, 0

    def _write(self, number: int, held: _HeldBack) -> None:
        self._database.run_many(
            "INSERT INTO peerlinks_message VALUES (?, ?, ?, ?, ?, ?, ?, ?)",
            [
                (
                    number,
                    record.message.height,
                    record.hash,
                    record.message.timestamp,
                    record.received_at,
                    record.ours,
                    b"".join(record.message.parents),
                    record.wire,
                )
                for record in held.messages.values()
            ],
        )
        self._database.run_many(
            "DELETE FROM peerlinks_leaf WHERE channel = ? AND hash = ?",
            [(number, parent) for parent in held.built_upon if parent not in held.messages],
        )
        self._database.run_many(
            "INSERT INTO peerlinks_leaf VALUES (?, ?, ?, ?)",
            [
                (number, hash_, record.message.height, record.message.timestamp)
                for hash_, record in held.messages.items()
                if hash_ not in held.built_upon
            ],
        )

        self._database.run(
            "UPDATE peerlinks_channel SET messages = messages + ? WHERE space = ?",
            (len(held.messages), number),
        )

    def _author_of(self, number: int, chain: Chain) -> PublicKey:
        if chain:
            return chain[-1].trustee
        return self._spaces.public_key_of(number)

    # ---- reads: by hash ---------------------------------------------------------------------

    def known(self, channel: SpaceId, hashes: Sequence[PostId]) -> frozenset[PostId]:
        """See ``Records``."""
        number = self._spaces.number(channel)
        if number is None:
            return frozenset()
        held = self._held_of(number)
        return frozenset(
            hash_ for hash_ in hashes if hash_ in held or self._is_written(number, hash_)
        )

    def places(self, channel: SpaceId, hashes: Sequence[PostId]) -> Sequence[Place]:
        """See ``Records``."""
        number = self._spaces.number(channel)
        if number is None:
            return ()
        found = (self._place(number, hash_) for hash_ in dict.fromkeys(hashes))
        return [place for place in found if place is not None]

    def wires(self, channel: SpaceId, hashes: Sequence[PostId]) -> Sequence[bytes | None]:
        """See ``Records``."""
        number = self._spaces.number(channel)
        return [None if number is None else self._wire(number, hash_) for hash_ in hashes]

    def _held_of(self, number: int) -> Mapping[PostId, MessageStored]:
        held = self._held.get(number)
        return _NONE if held is None else held.messages

    def _is_written(self, number: int, hash_: PostId) -> bool:
        sql = "SELECT 1 FROM peerlinks_message WHERE channel = ? AND hash = ?"
        return self._database.row(sql, (number, hash_)) is not None

    def _place(self, number: int, hash_: PostId) -> Place | None:
        record = self._held_of(number).get(hash_)
        if record is not None:
            return Place(hash_, record.message.height, record.message.timestamp)
        row = self._database.row(
            "SELECT height, timestamp FROM peerlinks_message WHERE channel = ? AND hash = ?",
            (number, hash_),
        )
        return None if row is None else Place(hash_, row[0], row[1])

    def _wire(self, number: int, hash_: PostId) -> bytes | None:
        record = self._held_of(number).get(hash_)
        if record is not None:
            return record.wire
        # Named, because the planner would rather walk the channel from its first message.
        wire: bytes | None = self._database.value(
            "SELECT wire FROM peerlinks_message INDEXED BY peerlinks_message_hash"
            " WHERE channel = ? AND hash = ?",
            (number, hash_),
        )
        return wire

    # ---- reads: by order --------------------------------------------------------------------

    def count(self, channel: SpaceId) -> int:
        """See ``Records``."""
        number = self._written(channel)
        sql = "SELECT messages FROM peerlinks_channel WHERE space = ?"
        return self._database.value(sql, (number,)) or 0

    def leaves(self, channel: SpaceId, limit: int) -> Sequence[Place]:
        """See ``Records``."""
        rows = self._database.rows(
            "SELECT hash, height, timestamp FROM peerlinks_leaf"
            " WHERE channel = ? ORDER BY height, hash LIMIT ?",
            (self._written(channel), max(0, limit)),
        )
        return [Place(PostId(hash_), height, timestamp) for hash_, height, timestamp in rows]

    def min_leaf_height(self, channel: SpaceId) -> int:
        """See ``Records``."""
        sql = "SELECT min(height) FROM peerlinks_leaf WHERE channel = ?"
        return self._database.value(sql, (self._written(channel),)) or 0

    def has_height(self, channel: SpaceId, height: int) -> bool:
        """See ``Records``."""
        if not 0 <= height < _HEIGHT_END:
            return False
        sql = "SELECT 1 FROM peerlinks_message WHERE channel = ? AND height = ? LIMIT 1"
        return self._database.row(sql, (self._written(channel), height)) is not None

    def page_from(
        self, channel: SpaceId, start: tuple[int, PostId], limit: int
    ) -> Sequence[Abbreviated]:
        """See ``Records``."""
        rows = self._database.rows(
            "SELECT parents, hash FROM peerlinks_message"
            " WHERE channel = ? AND (height, hash) >= (?, ?) ORDER BY height, hash LIMIT ?",
            (self._written(channel), *_bounded(start), max(0, limit)),
        )
        return [_abbreviated(row) for row in rows]

    def page_before(
        self, channel: SpaceId, end: tuple[int, PostId], limit: int
    ) -> Sequence[Abbreviated]:
        """See ``Records``."""
        rows = self._database.rows(
            "SELECT parents, hash FROM peerlinks_message"
            " WHERE channel = ? AND (height, hash) < (?, ?)"
            " ORDER BY height DESC, hash DESC LIMIT ?",
            (self._written(channel), *_bounded(end), max(0, limit)),
        )
        return [_abbreviated(row) for row in reversed(rows)]

    def _written(self, channel: SpaceId) -> int | None:
        """The channel's number, with nothing held back of what its rows are to show."""
        number = self._spaces.number(channel)
        if number in self._held:
            self.flush()
        return number


def height_of(reading: Reading, number: int, hash_: PostId) -> int | None:
    """Of a written message of the channel of that number; None if it is unknown."""
    height: int | None = reading.value(
        "SELECT height FROM peerlinks_message WHERE channel = ? AND hash = ?", (number, hash_)
    )
    return height


def parents_above(reading: Reading, number: int, hash_: PostId, lowest: int) -> Sequence[PostId]:
    """What a written message builds on; nothing if it is unknown or not higher than ``lowest``."""
    # Named as in ``Graph._wire``: else each step of a walk would go through the channel.
    row = reading.row(
        "SELECT height, parents FROM peerlinks_message INDEXED BY peerlinks_message_hash"
        " WHERE channel = ? AND hash = ?",
        (number, hash_),
    )
    return () if row is None or row[0] <= lowest else _hashes(row[1])


def ours_not_noted(reading: Reading, number: int, peer: PeerId, limit: int) -> Mapping[PostId, int]:
    """Of our ``limit`` newest written messages those that ``peer`` is not known to hold.

    With their heights, in no order.
    """
    rows = reading.rows(
        "SELECT hash, height FROM (SELECT hash, height FROM peerlinks_message"  # noqa: S608 - of fixed texts
        "  WHERE channel = ?1 AND ours ORDER BY height DESC, hash DESC LIMIT ?3) AS newest"
        f" WHERE NOT {noted_sql('?1', 'newest.hash', '?2')}",
        (number, peer, limit),
    )
    return {PostId(hash_): height for hash_, height in rows}


def _bounded(place: tuple[int, PostId]) -> tuple[int, PostId]:
    height, hash_ = place
    return min(max(height, -1), _HEIGHT_END - 1), hash_


def _abbreviated(row: Row) -> Abbreviated:
    joined, hash_ = row
    return Abbreviated(_hashes(joined), PostId(hash_))


def _hashes(joined: bytes) -> tuple[PostId, ...]:
    starts = range(0, len(joined), HASH_BYTES)
    return tuple(PostId(joined[start : start + HASH_BYTES]) for start in starts)
