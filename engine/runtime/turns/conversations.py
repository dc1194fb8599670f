"""The conversations that live, and what each of them has still to be told.

A machine is told one thing at a time. While it is taking bytes apart (an iterator of ``receive``
that is not finished) everything else waits. What has come by the time a deadline is looked at is
told first: where we were held up ourselves, the peer is not late. Who asks to be woken at once goes
on with something for its peer: that waits while the peer is not heard, as its input does.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from enum import Enum, auto

from engine.model.address import Address
from engine.model.ids import ConnectionId, PeerId, ProtocolName
from engine.protocols.contract import Close, Connection, Effect, Ending, Record, Role, WakeAt
from engine.runtime.surroundings import Link
from engine.runtime.turns.effort import Effort
from engine.runtime.turns.pace import Pace

INPUT_BYTES_MAX = 1 << 18  # ours: above it we stop reading from that peer
INPUT_BYTES_RESUME = 1 << 17  # ours: half of it, so that reading does not flutter
SEND_BYTES_A_TURN_MAX = 1 << 18  # ours: then its further input waits until that was released
NOTICES_MAX = 16_384  # ours: half a minute of a fast reconciliation; then the peer is too slow


class Heed(Enum):
    """Whether a peer's bytes are taken."""

    READ = auto()
    PAUSED = auto()  #: it has to wait until we have caught up, or until it takes what we send
    IGNORED = auto()  #: it rests


@dataclass(slots=True, eq=False)
class Conversation:
    """One connection: its machine, its link, and what waits for the machine."""

    id: ConnectionId
    protocol: ProtocolName
    machine: Connection
    link: Link
    address: Address
    role: Role
    since: float
    host: str  # of the peer, as strangers are counted
    peer_id: PeerId | None = None
    proven: bool = False  # the peer id, by a handshake with keys
    hears: tuple[ProtocolName, ...] = ()  # whose records, besides its protocol's
    further: bool = False  # it runs beside another one with the same peer
    ready_at: float | None = None  # on the steady clock
    congested: bool = False
    resting: bool = False  # it has cost us too much time
    heed: Heed = Heed.READ
    started: bool = False
    woken: bool = False
    goes_on: bool = False  # its deadline had come when it was named
    asked_to_reconcile: bool = False
    told_of_ours: bool = False  # last: our own news or wish, which counts against nobody
    error: str | None = None
    ending: Ending | None = None
    gone: bool = False
    notices: list[Record] = field(default_factory=list)
    input_bytes: int = 0
    held_bytes: int = 0  # decided to be sent, not yet released
    effort: Effort = field(default_factory=Effort)
    pace: Pace = field(default_factory=Pace)
    _input: list[bytes] = field(default_factory=list)
    _packets: Iterator[list[Effect]] | None = None
    _taken_bytes: int = 0
    _was_put_off: bool = False  # a deadline, since it was woken last
    _heard_out: bool = False  # what had come by the deadline that has passed was told

    @property
    def buffered(self) -> int:
        """Bytes from the peer that have had no effect yet."""
        return self.input_bytes + self.machine.buffered

    @property
    def runnable(self) -> bool:
        """Whether ``step`` has something to do."""
        if self.gone:
            return False
        if self._packets is None and (
            not self.started or self._is_due or self.notices or self.asked_to_reconcile
        ):
            return True
        if self.ending is not None:
            return True
        return self._is_heard and (self._packets is not None or bool(self._input))

    @property
    def waits_for_us(self) -> bool:
        """Whether what it sent is being dealt with: how slowly it sends says nothing then."""
        return self._is_heard and self._packets is not None

    @property
    def _is_heard(self) -> bool:
        """Whether it need not wait with what it says."""
        waits = self.congested or self.resting or self.held_bytes > SEND_BYTES_A_TURN_MAX
        return not waits

    @property
    def _is_due(self) -> bool:
        """Whether it is to be woken. Who rests is not: nothing is late that we do not read."""
        return self.woken and not self.resting and (not self.goes_on or self._is_heard)

    def feed(self, data: bytes, monotonic: float) -> None:
        """Bytes from the peer, to be taken apart when its turn comes."""
        self._input.append(data)
        self.pace.hear(len(data), monotonic)
        self.input_bytes += len(data)

    def end(self, ending: Ending, error: str | None) -> None:
        """The stream is over: close after what was received before, unless it rests or asked for
        too much.
        """
        if self.ending is None:
            self.ending, self.error = ending, error
            self._drop_input_if_in_vain()

    def rest(self) -> None:
        """It has cost too much: nothing of its input is looked at until ``resting`` is over."""
        self.resting = True
        self._drop_input_if_in_vain()

    def put_off(self) -> bool:
        """Its rest is over, and its deadline passed meanwhile. Whether that is to be set anew.

        Once before it is looked at: whoever rests again and again does not keep us from that.
        """
        if self.goes_on or self._was_put_off:
            return False
        self.woken, self._was_put_off = False, True
        return True

    def _drop_input_if_in_vain(self) -> None:
        """Whoever has left and rests had its share of our time, whichever came first; and who asked
        for more than it could have been told in one turn is not there to be told the rest.

        The price: what it gave in the same breath as so large a question, and behind it, goes as
        well, until it is met again.
        """
        asked_for_much = self.held_bytes > SEND_BYTES_A_TURN_MAX
        if self.ending is not None and (self.resting or asked_for_much):
            self._packets = None
            self._input.clear()
            self.input_bytes = self._taken_bytes = 0

    def step(self, now: float) -> list[Effect] | None:
        """The effects of its next input, or None if there is none left."""
        self._drop_input_if_in_vain()
        while self.runnable:
            if self._packets is not None:
                effects = next(self._packets, None)
                if effects is not None:
                    return self._minding_deadline(effects, now)
                self._packets = None
                self.input_bytes -= self._taken_bytes
                self._taken_bytes = 0
            elif (effects := self._call(now)) is not None:
                return self._minding_deadline(effects, now)
        return None

    def _minding_deadline(self, effects: list[Effect], now: float) -> list[Effect]:
        """The same; the last deadline counts."""
        for effect in effects:
            if isinstance(effect, WakeAt):
                self.goes_on = effect.deadline <= now
                if not self.goes_on:
                    self.woken = self._heard_out = False
        return effects

    def farewell(self, now: float) -> list[Effect]:
        """Lets the machine give back what it shares with its siblings. Only the events count."""
        self._packets = None
        self._input.clear()
        return [effect for effects in self.machine.receive(b"", now) for effect in effects]

    def _call(self, now: float) -> list[Effect] | None:
        self.told_of_ours = False
        if not self.started:
            self.started = True
            return self.machine.start(now)
        if self._is_due and (self._heard_out or not self._input or not self._is_heard):
            self.woken = self._heard_out = self._was_put_off = False
            return self.machine.wake(now)
        if self.notices:
            records, self.notices, self.told_of_ours = self.notices, [], True
            return self.machine.notice(records, now)
        if self.asked_to_reconcile:
            self.asked_to_reconcile, self.told_of_ours = False, True
            return self.machine.reconcile(now)
        if self._input:
            data = self._input[0] if len(self._input) == 1 else b"".join(self._input)
            self._input = []
            self._heard_out = self.woken
            self._taken_bytes = len(data)
            self._packets = self.machine.receive(data, now)
            return None
        assert self.ending is not None, "called although there was nothing to do"
        return [Close(self.ending)]


class Conversations:
    """All that live, by id, in the order in which they were opened."""

    __slots__ = ("_by_id", "_last_id")

    def __init__(self) -> None:
        self._by_id: dict[ConnectionId, Conversation] = {}
        self._last_id = 0

    def new_id(self) -> ConnectionId:
        """Never given twice."""
        self._last_id += 1
        return ConnectionId(self._last_id)

    def add(self, conversation: Conversation) -> None:
        """It lives from now on."""
        self._by_id[conversation.id] = conversation

    def drop(self, conversation: Conversation) -> None:
        """It is over; idempotent."""
        conversation.gone = True
        self._by_id.pop(conversation.id, None)

    def get(self, connection: ConnectionId) -> Conversation | None:
        """None if it is over."""
        return self._by_id.get(connection)

    def __iter__(self) -> Iterator[Conversation]:
        """Oldest first; may be changed while being walked."""
        return iter(tuple(self._by_id.values()))

    def __len__(self) -> int:
        return len(self._by_id)
