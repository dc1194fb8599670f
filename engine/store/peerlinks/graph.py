"""A channel's messages, their order and their leaves; the hot path of every reconciliation.

New messages are held back and written in one go: when the transaction ends, when they are many, or
when a read cannot be answered without them. Membership, places and encodings of those held back are
answered from memory, and those of all others with one statement for all hashes that are asked for:
measured, an eighth of what one statement for each costs.
"""

from __future__ import annotations

from collections.abc import Callable, Container, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import partial
from itertools import accumulate

from engine.model.events import Event
from engine.model.ids import PostId, PublicKey, SpaceId
from engine.protocols.peerlinks.messages import decode_message
from engine.protocols.peerlinks.packets import Abbreviated, Chain
from engine.protocols.peerlinks.records import MessageStored, Place
from engine.store.database import ERASED_ROWS, Database, Row, array_of
from engine.store.peerlinks.edits import Edits
from engine.store.peerlinks.leaves import Leaves
from engine.store.peerlinks.people import Members
from engine.store.peerlinks.quoting import Quoting
from engine.store.peerlinks.shown import shown_anew, timeline_post
from engine.store.peerlinks.written import joined_hashes
from engine.store.spaces import SpaceRepository
from engine.store.timeline import older
from engine.store.timeline.timeline import Timeline

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
        self,
        database: Database,
        spaces: SpaceRepository,
        timeline: Timeline,
        members: Members,
        own_keys: Callable[[SpaceId], frozenset[PublicKey]],
        hidden: Callable[[int], Container[PublicKey]],
    ) -> None:
        """Borrows all. ``own_keys``: by which a message of that channel is ours; ``hidden``: whose
        are folded away there, by its number.
        """
        self._database = database
        self._spaces = spaces
        self._timeline = timeline
        self._members = members
        self._own_keys = own_keys
        self._hidden = hidden
        self._leaves = Leaves(database)
        self.edits = Edits(database, spaces, timeline, self.places, own_keys, self._is_ours)
        self._quoting = Quoting(database, spaces)
        self._held: dict[int, _HeldBack] = {}
        self._held_count = 0
        self._held_bytes = 0
        self._absent: set[tuple[int, PostId]] = set()  # known to be unwritten, for membership only
        database.on_transaction_end(self.flush, self._drop)

    # ---- writes -----------------------------------------------------------------------------

    def add(self, record: MessageStored) -> None:
        """Stores it and shows it in the timeline. One that is stored already changes nothing."""
        number = self._spaces.number(record.space)
        assert number is not None, "a message of a channel that is not stored"
        held = self._held.get(number)
        if held is None:
            held = self._held[number] = _HeldBack()
        if record.hash in held.messages or not self._is_absent(number, record.hash):
            return
        self._leaves.note_time(number, record.message.timestamp)
        held.messages[record.hash] = record
        held.built_upon.update(dict.fromkeys(record.message.parents))
        self._members.see(record.space, record.message.chain)
        self._show(number, record)
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
            self.edits.note_came(number, rest.messages.keys())
            self._quoting.note_came(number, rest.messages.keys())
        self.edits.follow()

    def take_news(self) -> Sequence[Event]:
        """See ``NewsSource``. What is held back is written: edits, answers may be here already."""
        self.flush()
        return [*self.edits.take_news(), *self._quoting.take_news()]

    def erase_some(self, number: int) -> bool:
        """See ``Eraser``: leaves first, then messages from the lowest."""
        if self._leaves.erase_some(number):
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
                self._show(number, record)
            place = (rows[-1][0], rows[-1][1])
        self.edits.follow()

    def bring_up_to_date(self, number: int) -> None:
        """What the timeline of format 4 shows of the messages. In an open transaction."""
        keys = self._own_keys(self._spaces.id_of(number))
        older.bring_up_to_date(
            self._database,
            number,
            lambda body, ours: shown_anew(
                body, lambda: keys, partial(self._is_ours, number), ours=ours
            ),
        )

    def _show(self, number: int, record: MessageStored) -> None:
        post = timeline_post(
            record, lambda: self._own_keys(record.space), lambda hash_: self._is_ours(number, hash_)
        )
        is_hidden = record.author in self._hidden(number)
        post = self.edits.noted(number, post)
        self._timeline.add(number, replace(post, folded=True) if is_hidden else post)

    def _is_ours(self, number: int, hash_: PostId) -> bool:
        record = self._held_of(number).get(hash_)
        if record is not None:
            return record.ours
        return bool(self._written_as_ours(number, [hash_]))

    def _drop(self) -> None:
        self._held, self._held_count, self._held_bytes = {}, 0, 0
        self._absent.clear()

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
        self._leaves.write(
            number,
            [parent for parent in held.built_upon if parent not in held.messages],
            [
                _place(record)
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
        known = {hash_ for hash_ in hashes if hash_ in held}
        others = [hash_ for hash_ in hashes if hash_ not in known]
        written = self._rows_of(number, others, "SELECT hash FROM peerlinks_message")
        known.update(PostId(hash_) for (hash_,) in written)
        if len(self._absent) < HELD_BACK_MAX:
            self._absent.update((number, hash_) for hash_ in others if hash_ not in known)
        return frozenset(known)

    def places(self, channel: SpaceId, hashes: Sequence[PostId]) -> Sequence[Place]:
        """See ``Records``."""
        number = self._spaces.number(channel)
        if number is None:
            return ()
        held = self._held_of(number)
        others = [hash_ for hash_ in hashes if hash_ not in held]
        written = {
            hash_: Place(hash_, height, timestamp)
            for hash_, height, timestamp in self._rows_of(
                number, others, "SELECT hash, height, timestamp FROM peerlinks_message"
            )
        }
        found = (
            _place(held[hash_]) if hash_ in held else written.get(hash_)
            for hash_ in dict.fromkeys(hashes)
        )
        return [place for place in found if place is not None]

    def own_among(self, channel: SpaceId, hashes: Sequence[PostId]) -> frozenset[PostId]:
        """See ``Records``."""
        number = self._spaces.number(channel)
        if number is None:
            return frozenset()
        held = self._held_of(number)
        ours = [hash_ for hash_ in hashes if hash_ in held and held[hash_].ours]
        others = [hash_ for hash_ in hashes if hash_ not in held]
        return frozenset([*ours, *self._written_as_ours(number, others)])

    def wires(self, channel: SpaceId, hashes: Sequence[PostId]) -> Sequence[bytes | None]:
        """See ``Records``."""
        number = self._spaces.number(channel)
        if number is None:
            return [None] * len(hashes)
        held = self._held_of(number)
        others = [hash_ for hash_ in hashes if hash_ not in held]
        written: dict[PostId, bytes] = dict(
            # Named, because the planner would rather walk the channel from its first message.
            self._rows_of(
                number,
                others,
                "SELECT hash, wire FROM peerlinks_message INDEXED BY peerlinks_message_hash",
            )
        )
        return [held[hash_].wire if hash_ in held else written.get(hash_) for hash_ in hashes]

    def sizes(self, channel: SpaceId, hashes: Sequence[PostId]) -> Sequence[int | None]:
        """See ``Records``."""
        number = self._spaces.number(channel)
        if number is None:
            return [None] * len(hashes)
        held = self._held_of(number)
        others = [hash_ for hash_ in hashes if hash_ not in held]
        # Named as for the encodings. Of a blob SQLite knows its length without reading it.
        selecting = (
            "SELECT hash, octet_length(wire) FROM peerlinks_message"
            " INDEXED BY peerlinks_message_hash"
        )
        sizes: dict[PostId, int] = dict(self._rows_of(number, others, selecting))
        return [len(held[one].wire) if one in held else sizes.get(one) for one in hashes]

    def _written_as_ours(self, number: int, hashes: Sequence[PostId]) -> list[PostId]:
        # Named as for the encodings.
        selecting = "SELECT hash, ours FROM peerlinks_message INDEXED BY peerlinks_message_hash"
        rows = self._rows_of(number, hashes, selecting)
        return [PostId(hash_) for hash_, ours in rows if ours]

    def _held_of(self, number: int) -> Mapping[PostId, MessageStored]:
        held = self._held.get(number)
        return _NONE if held is None else held.messages

    def _is_absent(self, number: int, hash_: PostId) -> bool:
        if (number, hash_) in self._absent:  # whoever judged it has asked
            return True
        return not self._rows_of(number, [hash_], "SELECT hash FROM peerlinks_message")

    def _rows_of(self, number: int, hashes: Sequence[PostId], selecting: str) -> list[Row]:
        """Of the written messages among ``hashes``, in no order, what ``selecting`` takes."""
        if not hashes:
            return []
        sql = f"{selecting} WHERE channel = ? AND hash IN carray(?)"
        return self._database.rows(sql, (number, array_of(hashes)))

    # ---- reads: by order --------------------------------------------------------------------

    def count(self, channel: SpaceId) -> int:
        """See ``Records``."""
        number = self._spaces.number(channel)
        if number is None:
            return 0
        # What is held back stays so: who fetches a channel asks with every packet.
        sql = "SELECT messages FROM peerlinks_channel WHERE space = ?"
        written: int = self._database.value(sql, (number,)) or 0
        return written + len(self._held_of(number))

    def leaves(self, channel: SpaceId, limit: int) -> Sequence[Place]:
        """See ``Records``."""
        return self._leaves.lowest(self._written(channel), limit)

    def highest_leaves(self, channel: SpaceId, limit: int) -> Sequence[Place]:
        """See ``Records``."""
        return self._leaves.highest(self._written(channel), limit)

    def leaves_after(self, channel: SpaceId, timestamp: float, limit: int) -> Sequence[Place]:
        """See ``Records``."""
        number = self._spaces.number(channel)
        if number is None or not self._leaves.may_be_after(number, timestamp):
            return ()
        return self._leaves.after(self._written(channel), timestamp, limit)

    def min_leaf_height(self, channel: SpaceId) -> int:
        """See ``Records``."""
        return self._leaves.min_height(self._written(channel))

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


def _place(record: MessageStored) -> Place:
    return Place(record.hash, record.message.height, record.message.timestamp)


def _bounded(place: tuple[int, PostId]) -> tuple[int, PostId]:
    height, hash_ = place
    return min(max(height, -1), _HEIGHT_END - 1), hash_


def _abbreviated(row: Row) -> Abbreviated:
    joined, hash_ = row
    return Abbreviated(joined_hashes(joined), PostId(hash_))
