"""A stage for conversations: real machines, a virtual clock, wires that deliver in order.

People act through commands; what their machines return is carried out as the turn does it: one
packet's records are stored before the next packet is read, and every connection of that person
hears of them afterwards. Nothing waits, nothing is drawn: a play goes the same way every time.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import TypeVar

from engine.crypto.blake2b import hash32
from engine.crypto.entropy import SeededEntropy
from engine.crypto.wrap import MINIMAL
from engine.model.commands import Command
from engine.model.events import Event
from engine.model.ids import ConnectionId, PeerId, SpaceId, SpaceKind
from engine.protocols.contract import (
    Answer,
    Close,
    Connection,
    Effect,
    Emit,
    Errand,
    Ready,
    Record,
    Role,
    Send,
    Store,
    WakeAt,
)
from engine.protocols.peerlinks.conversation.surroundings import USUAL, Policy
from engine.protocols.peerlinks.peerlinks import Peerlinks
from engine.protocols.peerlinks.records import PeerlinksRecord
from engine.protocols.spaces import Taken
from tests.memory_records import MemoryRecords

R = TypeVar("R")

NOON = 1_700_000_000.0
STEPS_MAX = 200_000
"""More than any play needs; a conversation that never falls silent fails instead of hanging."""

Cut = Callable[[bytes], Iterator[bytes]]
"""How a stream is cut into reads."""


def uncut(data: bytes) -> Iterator[bytes]:
    """As it was written."""
    yield data


def cut_every(size: int) -> Cut:
    """Reads of ``size`` bytes."""

    def cut(data: bytes) -> Iterator[bytes]:
        for start in range(0, len(data), size):
            yield data[start : start + size]

    return cut


@dataclass(eq=False)
class End:
    """One side of a wire: a person's machine, and what happened to it."""

    person: Person
    id: ConnectionId
    machine: Connection
    other: End | None = None
    cut: Cut = uncut
    heard: Callable[[bytes], None] | None = None
    """Takes what the machine sends, where nobody but a script is on the other side."""
    peer_id: PeerId | None = None
    closed: Close | None = None
    over: bool = False
    wake_at: float | None = None
    sent: list[bytes] = field(default_factory=list)
    received: list[bytes] = field(default_factory=list)

    @property
    def ready(self) -> bool:
        """Whether the greeting is done and the conversation goes on."""
        return self.peer_id is not None and not self.over


class Person:
    """A profile: its records, its protocol, and the events that were told."""

    def __init__(self, play: Play, name: str, policy: Policy, peer_id: PeerId | None) -> None:
        self.play = play
        self.name = name
        self.records = MemoryRecords()
        self.policy = policy
        self.peer_id = peer_id or PeerId(hash32(f"peer id of {name}".encode()))
        self.entropy = SeededEntropy(name.encode())
        self.events: list[Event] = []
        self.others: dict[SpaceId, str] = {}
        """Spaces of other protocols."""
        self.stored: list[PeerlinksRecord] = []
        self.ends: list[End] = []
        self.all_ends: list[End] = []
        self.wake_at: float | None = None
        self.protocol = self._new_protocol()

    def _new_protocol(self) -> Peerlinks:
        return Peerlinks(
            records=self.records,
            names=self,
            entropy=self.entropy,
            peer_id=self.peer_id,
            fingerprint=lambda trustee, box: hash32(trustee + box).hex(),
            policy=self.policy,
            export_cost=MINIMAL,
        )

    def names(self) -> Mapping[SpaceId, str]:
        """Implements ``SpaceNames``."""
        return {channel.id: channel.name for channel in self.records.channels()}

    def given_name(self, space: SpaceId) -> str:
        """Implements ``SpaceNames``."""
        return self.records.given_names[space]

    def taken(self, space: SpaceId, kind: SpaceKind) -> Taken | None:
        """Implements ``SpaceNames``."""
        assert kind is SpaceKind.PRIVATE
        return Taken(self.others[space]) if space in self.others else None

    def does(self, command: Command[R]) -> R:
        """Performs it, and lets everybody hear what follows at this very moment."""
        effects = self.protocol.perform(command, self.play.now)
        while errands := [effect for effect in effects if isinstance(effect, Errand)]:
            assert len(errands) == 1
            self.carry_out([effect for effect in effects if effect is not errands[0]], None)
            effects = errands[0].then(errands[0].work(), self.play.now)
        answers = [effect.result for effect in effects if isinstance(effect, Answer)]
        assert len(answers) == 1
        self.carry_out([effect for effect in effects if not isinstance(effect, Answer)], None)
        self.play.run()
        result: R = answers[0]  # type: ignore[assignment]  # a Query stands for its own answer
        return result

    def restarts(self) -> None:
        """The process ends and starts again: what is stored is all that is left."""
        for end in list(self.ends):
            self.play.hang_up(end)
        self.play.run()
        self.protocol = self._new_protocol()
        self.carry_out(self.protocol.wake(self.play.now), None)
        self.play.run()

    def carry_out(self, effects: list[Effect], end: End | None) -> None:
        """What the turn does with one list."""
        stored: list[Record] = []
        for effect in effects:
            match effect:
                case Store(record):
                    self._store(record)
                    stored.append(record)
                case Emit(event):
                    self.events.append(event)
                case WakeAt(deadline) if end is None:
                    self.wake_at = deadline
                case _:
                    assert end is not None
                    self._carry_out_on_wire(effect, end)
        if stored:
            self.play.later(lambda: self._give_notice(stored))

    def _store(self, record: Record) -> None:
        assert isinstance(record, PeerlinksRecord)
        self.records.apply(record)
        self.stored.append(record)

    def _carry_out_on_wire(self, effect: Effect, end: End) -> None:
        match effect:
            case Send(data, to):
                assert to is None
                end.sent.append(data)
                self.play.carry(end, data)
            case WakeAt(deadline):
                end.wake_at = deadline
            case Ready(peer_id):
                end.peer_id = peer_id
            case Close():
                assert end.closed is None
                end.closed = effect
                self.play.later(lambda: self.play.hang_up(end))
            case _:
                raise AssertionError(effect)

    def _give_notice(self, stored: list[Record]) -> None:
        for end in list(self.ends):
            if not end.over and end.closed is None:
                self.carry_out(end.machine.notice(stored, self.play.now), end)

    def told(self, kind: type[R]) -> list[R]:
        """The events of that kind so far, oldest first."""
        return [event for event in self.events if isinstance(event, kind)]


class Play:
    """The clock, the people, and what is on its way."""

    def __init__(self) -> None:
        self.now = NOON
        self.people: list[Person] = []
        self._tasks: deque[Callable[[], None]] = deque()
        self._last_id = 0

    def person(self, name: str, policy: Policy = USUAL, peer_id: PeerId | None = None) -> Person:
        """Somebody with an empty profile."""
        person = Person(self, name, policy, peer_id)
        self.people.append(person)
        return person

    # ---- wires ----------------------------------------------------------------------------------

    def open(self, person: Person, role: Role = Role.LISTENER) -> End:
        """A machine of that person, not started."""
        self._last_id += 1
        connection = ConnectionId(self._last_id)
        end = End(person, connection, person.protocol.connect(connection, role))
        person.ends.append(end)
        person.all_ends.append(end)
        return end

    def start(self, end: End) -> None:
        """Starts its machine."""
        end.person.carry_out(end.machine.start(self.now), end)

    def connect(self, a: Person, b: Person, cut: Cut = uncut) -> tuple[End, End]:
        """``a`` dials ``b``; everything that follows at once has happened when this returns."""
        ends = self.open(a, Role.DIALLER), self.open(b)
        ends[0].other, ends[1].other = ends[1], ends[0]
        for end in ends:
            end.cut = cut
        for end in ends:
            self.start(end)
        self.run()
        return ends

    def carry(self, end: End, data: bytes) -> None:
        """Bytes leave that end."""
        if end.heard is not None:
            end.heard(data)
        other = end.other
        if other is not None:
            for piece in end.cut(data):
                self.later(lambda piece=piece: self.deliver(other, piece))  # type: ignore[misc]  # a default binds it

    def deliver(self, end: End, data: bytes) -> None:
        """Bytes arrive at that end."""
        if end.over or end.closed is not None:
            return
        end.received.append(data)
        for effects in end.machine.receive(data, self.now):
            end.person.carry_out(effects, end)

    def hang_up(self, end: End) -> None:
        """The stream of that end is over, on both sides."""
        if end.over:
            return
        end.over = True
        end.person.ends.remove(end)
        for effects in end.machine.receive(b"", self.now):
            assert all(isinstance(effect, Emit) for effect in effects)
            end.person.carry_out(effects, end)
        other = end.other
        if other is not None:
            self.later(lambda: self.hang_up(other))

    # ---- time -----------------------------------------------------------------------------------

    def later(self, task: Callable[[], None]) -> None:
        """After what was to be done before."""
        self._tasks.append(task)

    def run(self) -> None:
        """Until nothing is on its way."""
        for _ in range(STEPS_MAX):
            if not self._tasks:
                return
            self._tasks.popleft()()
        raise AssertionError("the play never falls silent")

    def pass_time(self, seconds: float) -> None:
        """Lets time go by; deadlines come when they are due."""
        until = self.now + seconds
        self.run()
        for _ in range(STEPS_MAX):
            due = self._next_deadline()
            if due is None or due > until:
                break
            self.now = max(self.now, due)
            self._wake(due)
            self.run()
        else:
            raise AssertionError("deadlines without end")
        self.now = until

    def _next_deadline(self) -> float | None:
        deadlines = [person.wake_at for person in self.people]
        deadlines += [end.wake_at for person in self.people for end in person.ends]
        return min((deadline for deadline in deadlines if deadline is not None), default=None)

    def _wake(self, due: float) -> None:
        for person in self.people:
            if person.wake_at == due:
                person.wake_at = None
                person.carry_out(person.protocol.wake(self.now), None)
            for end in list(person.ends):
                if end.wake_at == due and end.closed is None:
                    end.wake_at = None
                    person.carry_out(end.machine.wake(self.now), end)
                elif end.wake_at == due:
                    end.wake_at = None
