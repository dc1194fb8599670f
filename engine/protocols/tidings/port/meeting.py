"""``tidings/1``: the first connection between two of ours, inside the secured stream (1, 4). Pure.

Each side tells what it shares in a form that only shows what both share, where it can be dialled,
and its heads of the spaces in common. The side that dialled opens the further connections.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from enum import Enum, auto
from itertools import zip_longest
from typing import assert_never

from engine.model.address import Address
from engine.model.ids import PostId, PublicKey, SpaceId
from engine.model.limits import LINK_ADDRESSES_MAX
from engine.protocols.contract import (
    Charge,
    Close,
    Effect,
    Ending,
    Record,
    Role,
    Send,
    Store,
    WakeAt,
    Whereabouts,
    answer,
)
from engine.protocols.tidings.port.allowance import ACKNOWLEDGES, Allowance, messages_of_peer
from engine.protocols.tidings.port.common_spaces import Padding, Shared, Tagging
from engine.protocols.tidings.port.limits import (
    ACKNOWLEDGE_SECONDS,
    HEADS_MAX,
    SETTLE_SECONDS,
    SPACES_MAX,
)
from engine.protocols.tidings.port.lines import Lines, OpenLine
from engine.protocols.tidings.port.liveness import Liveness
from engine.protocols.tidings.port.messages import (
    FRAME_BYTES_MAX,
    Acknowledge,
    Addresses,
    Message,
    Ping,
    Pong,
    Spaces,
    Wish,
    decode_message,
    encode_message,
)
from engine.protocols.tidings.port.records import Acknowledged
from engine.protocols.tidings.port.surroundings import Encounter, PortSurroundings
from engine.wire.frames import FrameReader

_SEED_BYTES = 32


class _Due(Enum):
    """What is to be looked at when its time comes."""

    LOOK = auto()
    ACKNOWLEDGE = auto()


class Meeting:
    """Implements ``Connection`` over the plaintext of a secured one."""

    __slots__ = (
        "_acknowledged",
        "_addresses",
        "_allowance",
        "_as_they_list",
        "_common",
        "_due",
        "_encounter",
        "_is_over",
        "_lines",
        "_listed",
        "_liveness",
        "_names_of_theirs",
        "_our_entries",
        "_ours",
        "_pace",
        "_padding",
        "_reader",
        "_said",
        "_surroundings",
        "_their_addresses",
        "_their_entries",
        "_theirs",
        "_to_acknowledge",
        "_touched",
    )

    def __init__(
        self, surroundings: PortSurroundings, encounter: Encounter, open_line: OpenLine, now: float
    ) -> None:
        self._surroundings = surroundings
        self._encounter = encounter
        handshake = encounter.secured.hash
        dialled = encounter.role is Role.DIALLER
        self._ours = Tagging(handshake, encounter.role)
        self._theirs = Tagging(handshake, Role.LISTENER if dialled else Role.DIALLER)
        self._padding = Padding(surroundings.entropy(_SEED_BYTES))
        self._reader = FrameReader(FRAME_BYTES_MAX)
        self._liveness = Liveness(surroundings.entropy, now)
        self._allowance = Allowance(now)
        self._pace = Allowance(now)
        self._lines = Lines(surroundings, encounter, open_line)
        self._listed: tuple[Shared, ...] | None = None
        self._our_entries: Mapping[Shared, bytes] = {}
        self._as_they_list: Mapping[bytes, Shared] = {}  # what we list, as the peer would
        self._names_of_theirs: Mapping[Shared, bytes] = {}
        self._their_entries: dict[bytes, None] = {}
        self._their_addresses: tuple[Address, ...] = ()
        self._addresses: tuple[Address, ...] = ()
        self._common: dict[bytes, Shared] = {}  # by their entry
        self._acknowledged: dict[Shared, tuple[PostId, ...]] = {}
        self._said: dict[Shared, Acknowledged] = {}
        self._touched: dict[SpaceId, None] = {}
        self._to_acknowledge: dict[Shared, bool] = {}  # whether anything has come there since
        self._due: dict[_Due, float] = {}
        self._is_over = False
        surroundings.neighbours.note_lists(encounter.peer, self._lists)

    @property
    def presence(self) -> Sequence[tuple[SpaceId, PublicKey | None]]:
        """See ``Connection``. A space in common is no interest shown: what runs inside shows it."""
        return ()

    @property
    def charge(self) -> Charge:
        """See ``Connection``. Everything said here is small, and asks for little."""
        return Charge.FULL

    @property
    def buffered(self) -> int:
        """See ``Connection``."""
        return self._reader.buffered

    @property
    def common(self) -> Sequence[SpaceId]:
        """The spaces both share, as far as both have told."""
        return [shared.space for shared in self._common.values()]

    # ---- inputs ---------------------------------------------------------------------------------

    def start(self, now: float) -> list[Effect]:
        """See ``Connection``."""
        return self._step(lambda: self._look(now))

    def receive(self, data: bytes, now: float) -> Iterator[list[Effect]]:
        """See ``Connection``."""
        if not data:
            self._is_over = True
        self._reader.feed(data)
        while not self._is_over:
            starved = False

            def read() -> list[Effect]:
                nonlocal starved
                payload = self._reader.next_payload()
                starved = payload is None
                return [] if payload is None else self._take(payload, now)

            effects = self._step(read)
            if starved:
                return
            yield effects

    def wake(self, now: float) -> list[Effect]:
        """See ``Connection``."""
        return self._step(lambda: self._look_at_deadlines(now))

    def notice(self, records: Sequence[Record], now: float) -> list[Effect]:
        """See ``Connection``. What follows is gathered for a moment."""
        for record in records:
            if record.space is not None and not isinstance(record, Acknowledged):
                self._touched[record.space] = None
        self._due.setdefault(_Due.LOOK, now + SETTLE_SECONDS)
        return self._step(list)

    def reconcile(self, now: float) -> list[Effect]:
        """See ``Connection``. What runs inside is asked by itself; here: is all of it running?"""
        return self._step(lambda: self._look(now))

    # ---- what the peer says ---------------------------------------------------------------------

    def _take(self, payload: bytes, now: float) -> list[Effect]:  # noqa: PLR0911 - one a message
        self._liveness.hear()
        if not self._allowance.spend(now, messages_of_peer(len(self._common))):
            return [Close(Ending.TOO_MANY)]
        match decode_message(payload):
            case Spaces(entries):
                self._their_entries = dict.fromkeys(entries)
                return self._compare(now)
            case Addresses(addresses):
                self._their_addresses = addresses
                return self._tell_whereabouts()
            case Acknowledge(entry, heads):
                return self._note_acknowledged(Acknowledge(entry, heads), now)
            case Ping(number):
                return [_send(Pong(number))]
            case Pong() | None:
                return []
            case Wish(name):
                self._lines.note_wish(name)
                return self._look_at_lines(now)
            case message:
                assert_never(message)

    def _note_acknowledged(self, said: Acknowledge, now: float) -> list[Effect]:
        shared = self._common.get(said.entry)
        if shared is None:
            return []  # left by us in the meantime
        carried = self._surroundings.carried[shared.name]
        if not carried.acknowledges:
            return []  # it says nothing there that means anything
        told = Acknowledged(carried.protocol, shared.space, self._encounter.peer, said.heads)
        self._said[shared] = told
        return [Store(told)] if self._takes_part(shared, now) else []

    def _takes_part(self, shared: Shared, now: float) -> bool:
        """Whether the peer has shown there more than that it knows the name."""
        carried = self._surroundings.carried[shared.name]
        return carried.takes_part(shared.space, self._encounter.peer, now)

    def _tell_whereabouts(self) -> list[Effect]:
        """A stranger's word is not enough to dial an address for."""
        known = bool(self._common) and bool(self._their_addresses)
        return [Whereabouts(self._their_addresses)] if known else []

    # ---- what we say ----------------------------------------------------------------------------

    def _look(self, now: float) -> list[Effect]:
        """Tells what has changed on our side."""
        self._due.pop(_Due.LOOK, None)
        effects: list[Effect] = []
        shared = self._shared()
        if shared != self._listed:
            self._listed = shared
            entries = self._ours.entries(shared)
            # A feed and the comments on it are two, and have the same name.
            self._our_entries = {one: entry for entry, one in entries.items()}
            self._as_they_list = self._theirs.entries(shared)
            self._names_of_theirs = {one: entry for entry, one in self._as_they_list.items()}
            effects.append(_send(Spaces(self._padding.fill(entries))))
            effects += self._compare(now)
        effects += self._tell_addresses()
        return effects + self._look_at_touched(now) + self._look_at_lines(now)

    def _tell_addresses(self) -> list[Effect]:
        """Where else we can be dialled is no business of a stranger."""
        addresses = tuple(self._surroundings.addresses())[:LINK_ADDRESSES_MAX]
        if not self._common or addresses == self._addresses:
            return []
        self._addresses = addresses
        return [_send(Addresses(addresses))]

    def _shared(self) -> tuple[Shared, ...]:
        carried = self._surroundings.carried.values()
        listed = [
            Shared(one.kind, space, one.name) for one in carried for space in one.spaces.spaces()
        ]
        return tuple(listed[:SPACES_MAX])

    def _compare(self, now: float) -> list[Effect]:
        """What is in common, after one side has changed its list."""
        before = set(self._common.values())
        mine = self._as_they_list
        self._common = {entry: mine[entry] for entry in self._their_entries if entry in mine}
        fresh = [one for one in self._common.values() if one not in before]
        effects = [] if before else self._tell_whereabouts()
        effects += self._tell_addresses()
        effects += self._lines.tell_of(fresh)
        effects += self._acknowledge_soon(dict.fromkeys(fresh, False), now)
        return effects + self._look_at_lines(now)

    def _lists(self, shared: Shared) -> bool:
        entry = self._names_of_theirs.get(shared)
        return (entry or self._theirs.entry(shared)) in self._their_entries

    def _look_at_lines(self, now: float) -> list[Effect]:
        return self._lines.look(list(self._common.values()), now)

    def _look_at_touched(self, now: float) -> list[Effect]:
        touched, self._touched = self._touched, {}
        ours = [shared for shared in self._common.values() if shared.space in touched]
        # A head that we did not know when it was said may be among what has come since; or the
        # peer has shown since that it takes part.
        said = [one for one in ours if one in self._said and self._takes_part(one, now)]
        again: list[Effect] = [Store(self._said[shared]) for shared in said]
        return again + self._acknowledge_soon(dict.fromkeys(ours, True), now)

    def _acknowledge_soon(self, shared: Mapping[Shared, bool], now: float) -> list[Effect]:
        for one, is_touched in shared.items():
            self._to_acknowledge[one] = is_touched or self._to_acknowledge.get(one, False)
        if not self._to_acknowledge or _Due.ACKNOWLEDGE in self._due:
            return []
        return self._acknowledge(now)

    def _acknowledge(self, now: float) -> list[Effect]:
        """Our heads of what is to be told, as many as it is time for; then nothing for a while."""
        self._due.pop(_Due.ACKNOWLEDGE, None)
        common = set(self._common.values())  # for membership only
        effects: list[Effect] = []
        for shared in self._in_turn():
            heads = self._heads_to_tell(shared, now) if shared in common else ()
            if heads and not self._pace.spend(now, ACKNOWLEDGES):
                break
            del self._to_acknowledge[shared]
            if heads:
                self._acknowledged[shared] = heads
                effects.append(_send(Acknowledge(self._our_entries[shared], heads)))
        if effects or self._to_acknowledge:
            self._due[_Due.ACKNOWLEDGE] = now + ACKNOWLEDGE_SECONDS
        return effects

    def _in_turn(self) -> list[Shared]:
        """Where something has come, for somebody waits to see it delivered; every other one is one
        that is told for the first time, or it would wait for as long as ten spaces are busy.
        """
        touched = [one for one, is_touched in self._to_acknowledge.items() if is_touched]
        fresh = [one for one, is_touched in self._to_acknowledge.items() if not is_touched]
        pairs = zip_longest(touched, fresh)
        return [one for pair in pairs for one in pair if one is not None]

    def _heads_to_tell(self, shared: Shared, now: float) -> tuple[PostId, ...]:
        """What we hold there now; nothing, if the peer was told just that, or takes no part."""
        carried = self._surroundings.carried[shared.name]
        if not carried.acknowledges or not self._takes_part(shared, now):
            return ()
        heads = tuple(carried.spaces.heads(shared.space, HEADS_MAX)[:HEADS_MAX])
        return () if self._acknowledged.get(shared) == heads else heads

    # ---- deadlines ------------------------------------------------------------------------------

    def _look_at_deadlines(self, now: float) -> list[Effect]:
        effects: list[Effect] = []
        if self._liveness.deadline <= now:
            number = self._liveness.wake(now)
            if self._liveness.given_up:
                return [Close(Ending.TIMED_OUT)]
            if number is not None:
                effects.append(_send(Ping(number)))
            effects += self._look(now)  # what nobody told us: a line that ended, another address
        if self._is_due(_Due.LOOK, now):
            effects += self._look(now)
        if self._is_due(_Due.ACKNOWLEDGE, now):
            effects += self._acknowledge(now)
        if self._lines.deadline is not None and self._lines.deadline <= now:
            effects += self._look_at_lines(now)
        return effects

    def _is_due(self, due: _Due, now: float) -> bool:
        return self._due.get(due, now + 1.0) <= now

    def _step(self, step: Callable[[], list[Effect]]) -> list[Effect]:
        if self._is_over:
            return []
        meeting = self._surroundings.neighbours.meeting_with(self._encounter.peer)
        if meeting is None or meeting.connection != self._encounter.connection:
            effects: list[Effect] = [Close(Ending.DUPLICATE)]
        else:
            effects = answer(step)
        self._is_over = any(isinstance(effect, Close) for effect in effects)
        if self._is_over:
            return effects
        deadlines = [self._liveness.deadline, *self._due.values()]
        if self._lines.deadline is not None:
            deadlines.append(self._lines.deadline)
        return [*effects, WakeAt(min(deadlines))]


def _send(message: Message) -> Send:
    return Send(encode_message(message))
