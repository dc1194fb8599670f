"""Whom to dial and when. Knows addresses and outcomes, opens nothing.

An address that fails is tried again after 1 s, 2 s, 4 s and so on up to 5 min. It is left alone
while the peer behind it is connected, and for an hour after that peer broke the specification or
turned out to be ourselves.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, replace
from enum import Enum, auto

from engine.crypto.entropy import Entropy, fraction
from engine.model.address import Address
from engine.model.ids import ConnectionId, PeerId, ProtocolName
from engine.protocols.contract import Ending
from engine.runtime.peers.patience import doubled
from engine.runtime.turns.deadlines import Deadlines

FIRST_DELAY_SECONDS = 1.0
LAST_DELAY_SECONDS = 300.0
LONG_DELAY_SECONDS = 3_600.0  # after a violation, and for an address that is our own
SETTLED_SECONDS = 5.0  # ours: a peer that greets and leaves at once is no success
JITTER = 0.25  # ours: up to a quarter earlier, so that peers do not dial in step

_LONG_ENDINGS = frozenset({Ending.SELF_CONNECTION, Ending.VIOLATION, Ending.BANNED})
QUIET_ENDINGS = frozenset({Ending.CLOSED_BY_PEER, Ending.CLOSED_BY_US})


class Stage(Enum):
    """What is going on with an address."""

    WAITING = auto()  #: until ``retry_at``
    DIALLING = auto()  #: a stream is being opened
    OPEN = auto()  #: ``connection`` is its conversation
    RESTING = auto()  #: its peer is connected in another way; looked at again at ``retry_at``


_IDLE = frozenset({Stage.WAITING, Stage.RESTING})


@dataclass(slots=True, eq=False)
class Dialled:
    """An address that is tried again and again. Times but ``seen_at`` are on the steady clock."""

    protocol: ProtocolName
    address: Address
    since: float
    retry_at: float
    added: bool = False  # by our user, in this process or (``remembered``) an earlier one
    remembered: bool = False
    mark: bytes | None = None  # of the announcement it was found by
    told: bool = False  # by the peer itself, with which we share something
    stage: Stage = Stage.WAITING
    failures: int = 0
    peer_id: PeerId | None = None  # who greeted there last
    connection: ConnectionId | None = None
    last_error: str | None = None
    last_rule: str | None = None  # that its peer broke, if ``last_error`` is a violation
    seen_at: float | None = None  # the wall clock's, when a peer greeted there last

    @property
    def unwanted(self) -> bool:
        """Nobody asks for it any more."""
        return not self.added and self.mark is None and not self.told

    @property
    def only_told(self) -> bool:
        """Known from its peer alone: neither our user nor the local network named it."""
        return self.told and not self.added and self.mark is None


class Dialling:
    """All addresses of the profile, in the order in which they became known."""

    __slots__ = ("_due", "_entries", "_entropy")

    def __init__(self, entropy: Entropy) -> None:
        self._entries: dict[tuple[ProtocolName, Address], Dialled] = {}
        self._due: Deadlines[Dialled] = Deadlines()  # of those that wait or rest
        self._entropy = entropy

    def __iter__(self) -> Iterator[Dialled]:
        """May be changed while being walked."""
        return iter(tuple(self._entries.values()))

    def get(self, protocol: ProtocolName, address: Address) -> Dialled | None:
        """None if it is not dialled."""
        return self._entries.get((protocol, address))

    def add(self, protocol: ProtocolName, address: Address, monotonic: float) -> Dialled:
        """To be dialled now, unless it is open or on its way already."""
        entry = self._entries.setdefault(
            (protocol, address), Dialled(protocol, address, monotonic, monotonic)
        )
        if entry.stage in _IDLE:
            entry.failures = 0
            self._enter(entry, Stage.WAITING, monotonic, 0.0)
        return entry

    def forget(self, entry: Dialled) -> None:
        """Never dial it again."""
        self._entries.pop((entry.protocol, entry.address), None)
        self._due.drop(entry)

    def drop_unwanted(self, entry: Dialled) -> None:
        """Never dial it again if nobody asks for it any more; what is under way goes on."""
        if entry.unwanted and entry.stage in _IDLE:
            self.forget(entry)

    def copied(self) -> tuple[Dialled, ...]:
        """All addresses as they are now, for ``restore``."""
        return tuple(replace(entry) for entry in self._entries.values())

    def restore(self, copied: Iterable[Dialled]) -> None:
        """As if nothing had happened since ``copied``."""
        self._entries = {(entry.protocol, entry.address): entry for entry in copied}
        self._due = Deadlines()
        for entry in self._entries.values():
            if entry.stage in _IDLE:
                self._due.set(entry, entry.retry_at)

    def hurry(self, monotonic: float) -> None:
        """Whatever waits is due now, unless it waits for the hour."""
        for entry in self._entries.values():
            patient = entry.retry_at - entry.since > LAST_DELAY_SECONDS
            if entry.stage is Stage.WAITING and not patient:
                entry.retry_at = monotonic
                self._due.set(entry, monotonic)

    def next(self) -> float | None:
        """When the next address is due, None if none is."""
        return self._due.next()

    def take_due(
        self, monotonic: float, connected: Callable[[Dialled], bool]
    ) -> tuple[Dialled, ...]:
        """Those to be dialled now. Those whose peer is ``connected`` rest until it is gone."""
        taken = []
        while (entry := self._due.due(monotonic)) is not None:
            if connected(entry):
                self._enter(entry, Stage.RESTING, monotonic, LAST_DELAY_SECONDS)
            else:
                self._enter(entry, Stage.DIALLING, monotonic, 0.0)
                taken.append(entry)
        return tuple(taken)

    def is_under_way(self, entry: Dialled) -> bool:
        """Whether another address of the same announcement is being dialled or open."""
        return any(
            other.mark == entry.mark and other.stage in {Stage.DIALLING, Stage.OPEN}
            for other in self._entries.values()
            if other is not entry
        )

    def opened(self, entry: Dialled, connection: ConnectionId, monotonic: float) -> None:
        """Its stream is open."""
        entry.connection = connection
        self._enter(entry, Stage.OPEN, monotonic, 0.0)

    def greeted(self, entry: Dialled, peer_id: PeerId) -> None:
        """This is who lives there."""
        entry.peer_id = peer_id
        entry.last_error = entry.last_rule = None

    def failed(self, entry: Dialled, error: str, monotonic: float) -> None:
        """Nobody answered there."""
        entry.last_error, entry.last_rule = error, None
        self._enter(entry, Stage.WAITING, monotonic, self._next_delay(entry))

    def ended(
        self,
        entry: Dialled,
        ending: Ending,
        error: str | None,
        ready_at: float | None,
        monotonic: float,
    ) -> None:
        """Its conversation is over. ``ready_at``: when the peer greeted, None if it did not."""
        entry.connection = None
        if ready_at is not None and monotonic - ready_at >= SETTLED_SECONDS:
            entry.failures = 0
        if ending is Ending.DUPLICATE:
            self._enter(entry, Stage.RESTING, monotonic, LAST_DELAY_SECONDS)
            return
        if ready_at is None or ending not in QUIET_ENDINGS:
            entry.last_error, entry.last_rule = error or str(ending), None
        if ending in _LONG_ENDINGS:
            self._enter(entry, Stage.WAITING, monotonic, LONG_DELAY_SECONDS)
        else:
            self._enter(entry, Stage.WAITING, monotonic, self._next_delay(entry))

    def rouse(
        self, protocol: ProtocolName, monotonic: float, connected: Callable[[Dialled], bool]
    ) -> None:
        """A peer of ``protocol`` is gone: who rested because of it is dialled again soon."""
        for entry in self:
            resting = entry.stage is Stage.RESTING and entry.protocol is protocol
            if resting and not connected(entry):
                self._enter(entry, Stage.WAITING, monotonic, FIRST_DELAY_SECONDS)

    def rouse_siblings(self, entry: Dialled, monotonic: float) -> None:
        """It is not under way any more: another address of the same announcement may be tried."""
        for other in self:
            same = other.mark is not None and other.mark == entry.mark
            if same and other is not entry and other.stage is Stage.RESTING:
                self._enter(other, Stage.WAITING, monotonic, 0.0)

    def _enter(self, entry: Dialled, stage: Stage, monotonic: float, wait_seconds: float) -> None:
        entry.stage, entry.since = stage, monotonic
        entry.retry_at = monotonic + wait_seconds
        if stage in _IDLE:
            self._due.set(entry, entry.retry_at)
        else:
            self._due.drop(entry)

    def _next_delay(self, entry: Dialled) -> float:
        whole = doubled(FIRST_DELAY_SECONDS, entry.failures, LAST_DELAY_SECONDS)
        entry.failures += 1
        return whole * (1.0 - JITTER * fraction(self._entropy))
