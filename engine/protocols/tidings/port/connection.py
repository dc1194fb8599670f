"""One connection of the port: its greeting, then what runs inside, unchanged (1). Pure.

What is inside is a ``Connection`` like any other. It reads and writes plaintext, and neither knows
nor can tell that its bytes travel in records.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import partial

from engine.crypto.noise import KEY_BYTES, key_pair
from engine.errors import PeerViolation
from engine.model.ids import ConnectionId, ProtocolName, PublicKey, SpaceId
from engine.protocols.contract import (
    Charge,
    Close,
    Connection,
    Effect,
    Ending,
    Nudge,
    Ready,
    Record,
    Role,
    Send,
    WakeAt,
    answer,
)
from engine.protocols.tidings.port.channel import SecureChannel
from engine.protocols.tidings.port.common_spaces import Shared
from engine.protocols.tidings.port.greeting import Agreed, Greeting
from engine.protocols.tidings.port.limits import HANDSHAKE_SECONDS
from engine.protocols.tidings.port.meeting import Meeting
from engine.protocols.tidings.port.neighbours import Line
from engine.protocols.tidings.port.records import Carried
from engine.protocols.tidings.port.surroundings import PortSurroundings, Purpose

_SECTION = "tidings port"


class TidingsConnection:
    """Implements ``Connection``. ``purpose``: what it is dialled for; None: a meeting."""

    __slots__ = (
        "_channel",
        "_greeting",
        "_hears",
        "_id",
        "_inside",
        "_inside_waits",
        "_is_over",
        "_plain",
        "_role",
        "_surroundings",
    )

    def __init__(
        self,
        surroundings: PortSurroundings,
        connection: ConnectionId,
        role: Role,
        purpose: Purpose | None = None,
    ) -> None:
        self._surroundings = surroundings
        self._id = connection
        self._role = role
        ephemeral = key_pair(surroundings.entropy(KEY_BYTES))
        self._channel = SecureChannel(role, surroundings.static, ephemeral)
        self._greeting = Greeting(surroundings, self._channel, connection, role, purpose)
        self._plain = b""
        self._inside: Connection | None = None
        self._inside_waits = False  # for a deadline of its own
        self._hears: tuple[ProtocolName, ...] = ()
        self._is_over = False

    @property
    def presence(self) -> Sequence[tuple[SpaceId, PublicKey | None]]:
        """See ``Connection``."""
        return () if self._inside is None else self._inside.presence

    @property
    def charge(self) -> Charge:
        """See ``Connection``."""
        return Charge.FULL if self._inside is None else self._inside.charge

    @property
    def buffered(self) -> int:
        """See ``Connection``."""
        inside = 0 if self._inside is None else self._inside.buffered
        return self._channel.buffered + self._greeting.buffered + len(self._plain) + inside

    # ---- inputs ---------------------------------------------------------------------------------

    def start(self, now: float) -> list[Effect]:
        """See ``Connection``."""
        first = self._channel.start()
        sends: list[Effect] = [Send(first)] if first else []
        return [*sends, WakeAt(now + HANDSHAKE_SECONDS)]

    def receive(self, data: bytes, now: float) -> Iterator[list[Effect]]:
        """See ``Connection``."""
        if not data:
            self._let_go()
            # It holds us, too: a ring of the two would stay in memory with all that had come.
            inside, self._inside = self._inside, None
            if inside is not None:
                yield from inside.receive(b"", now)
            return
        if self._is_over:
            return
        self._channel.feed(data)
        while self._inside is None and not self._is_over:
            effects = self._greet(now)
            if effects is None:
                return
            if effects:
                yield effects
        while not self._is_over:
            plain = self._next_plain()
            if plain is None:
                return
            yield from self._hand_in(plain, now)

    def wake(self, now: float) -> list[Effect]:
        """See ``Connection``."""
        if self._is_over:
            return []
        if self._inside is None:
            return self._settled([Close(Ending.TIMED_OUT)], now)
        if not self._inside_waits:
            return []  # for an answer that has come since
        self._inside_waits = False
        return self._wrapped(self._inside.wake(now), now)

    def notice(self, records: Sequence[Record], now: float) -> list[Effect]:
        """See ``Connection``."""
        heard = [record for record in records if record.protocol in self._hears]
        if self._inside is None or self._is_over or not heard:
            return []
        return self._wrapped(self._inside.notice(heard, now), now)

    def reconcile(self, now: float) -> list[Effect]:
        """See ``Connection``."""
        if self._inside is None or self._is_over:
            return []
        return self._wrapped(self._inside.reconcile(now), now)

    # ---- the greeting ---------------------------------------------------------------------------

    def _greet(self, now: float) -> list[Effect] | None:
        """One step; None where more bytes are needed."""
        starved = False

        def step() -> list[Effect]:
            nonlocal starved
            effects = self._greeting.step(now)
            starved = effects is None
            if effects is None or self._greeting.agreed is None:
                return effects or []
            return effects + self._begin(self._greeting.agreed, now)

        effects = self._settled(answer(step), now)
        return None if starved else effects

    def _begin(self, agreed: Agreed, now: float) -> list[Effect]:
        peer, neighbours = agreed.encounter.peer, self._surroundings.neighbours
        self._plain = agreed.plain
        neighbours.come(peer, self._id)
        if agreed.carried is None or agreed.line is None:
            neighbours.meet(peer, self._id, self._role, now)
            heard = [one.protocol for one in self._surroundings.carried.values()]
            inside: Connection = Meeting(self._surroundings, agreed.encounter, self._open_line, now)
        else:
            neighbours.enter(agreed.line, self._id)
            neighbours.note_opened(agreed.line, now)
            heard = [agreed.carried.protocol]
            shares = partial(self._is_shared, agreed.carried, agreed.line)
            inside = agreed.carried.connect(self._id, self._role, agreed.line.space, shares)
        self._inside, self._hears = inside, tuple(dict.fromkeys(heard))
        begun = self._unwrapped(inside.start(now))
        further = agreed.line is not None
        ready = Ready(peer, proven=True, hears=self._hears, further=further)
        return [ready, *begun, *self._make_way()]

    def _make_way(self) -> list[Effect]:
        """A connection less is under way: the meeting may have held another one back."""
        encounter, neighbours = self._greeting.encounter, self._surroundings.neighbours
        if encounter is None or not neighbours.waits_for_others(encounter.peer):
            return []
        meeting = neighbours.meeting_with(encounter.peer)
        return [] if meeting is None else [Nudge(meeting.connection)]

    def _is_shared(self, carried: Carried, line: Line, space: SpaceId) -> bool:
        shared = Shared(carried.kind, space, carried.name)
        return self._surroundings.neighbours.lists(line.peer, shared)

    def _open_line(self, purpose: Purpose, connection: ConnectionId) -> Connection:
        return TidingsConnection(self._surroundings, connection, Role.DIALLER, purpose)

    # ---- inside ---------------------------------------------------------------------------------

    def _next_plain(self) -> bytes | PeerViolation | None:
        """What is to be handed in next; None: no whole record; a violation: it is not right."""
        if self._plain:
            plain, self._plain = self._plain, b""
            return plain
        try:
            return self._channel.next_plaintext()
        except PeerViolation as violation:
            return violation

    def _hand_in(self, plain: bytes | PeerViolation, now: float) -> Iterator[list[Effect]]:
        assert self._inside is not None
        if isinstance(plain, PeerViolation):
            yield self._settled(answer(partial(_raise, plain)), now)
        elif plain:  # an empty record would mean the end to what is inside
            for effects in self._inside.receive(plain, now):
                yield self._wrapped(effects, now)

    def _wrapped(self, effects: list[Effect], now: float) -> list[Effect]:
        return self._settled(answer(lambda: self._unwrapped(effects)), now)

    def _unwrapped(self, effects: list[Effect]) -> list[Effect]:
        """What the machine inside asks of the world, its bytes sealed. Raises PeerViolation."""
        written: list[bytes] = []
        others: list[Effect] = []
        for effect in effects:
            match effect:
                case Send(data, to):
                    assert to is None, "what runs inside speaks to its own peer"
                    written.append(data)
                case Ready(peer_id):
                    self._demand_the_same(peer_id)
                case _:
                    self._inside_waits = self._inside_waits or isinstance(effect, WakeAt)
                    others.append(effect)
        if not written:
            return others
        closing = [effect for effect in others if isinstance(effect, Close)]
        others = [effect for effect in others if not isinstance(effect, Close)]
        return [*others, Send(self._channel.seal(b"".join(written))), *closing]

    def _demand_the_same(self, peer_id: bytes) -> None:
        encounter = self._greeting.encounter
        assert encounter is not None, "something runs inside"
        if peer_id != encounter.peer:
            raise PeerViolation("a peer id that is not the static key's", _SECTION)

    # ---- the end --------------------------------------------------------------------------------

    def _settled(self, effects: list[Effect], now: float) -> list[Effect]:
        for effect in effects:
            if isinstance(effect, Close):
                line = self._greeting.line
                if line is not None and effect.violation is not None:
                    self._surroundings.neighbours.note_violation(line, now)
                self._let_go()
                return [*self._make_way(), *effects]
        return effects

    def _let_go(self) -> None:
        self._is_over = True
        greeting, neighbours = self._greeting, self._surroundings.neighbours
        if greeting.encounter is not None:
            neighbours.go(greeting.encounter.peer, self._id)
            neighbours.part(greeting.encounter.peer, self._id)
        line = greeting.line or greeting.dialled
        if line is not None:
            neighbours.leave(line, self._id)


def _raise(violation: PeerViolation) -> list[Effect]:
    raise violation
