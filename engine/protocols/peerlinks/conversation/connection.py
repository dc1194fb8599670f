"""One PeerLinks conversation: a stream of frames, the greeting, then the session. Pure.

Reading order: ``handshake``, ``session``, and from there ``asking`` and ``serving``. Here are only
the frames, the deadlines and the end. A peer that breaks a rule is told so in an Error and closed
upon.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import partial

from engine.errors import PeerViolation
from engine.model.ids import ConnectionId, PublicKey, SpaceId
from engine.protocols.contract import (
    Charge,
    Close,
    Effect,
    Ending,
    Ready,
    Record,
    Send,
    WakeAt,
    answer,
)
from engine.protocols.peerlinks.conversation.agenda import Agenda, Appointment, Due
from engine.protocols.peerlinks.conversation.handshake import Handshake, State
from engine.protocols.peerlinks.conversation.neighbours import Neighbours
from engine.protocols.peerlinks.conversation.outgoing import close_saying, send_packet
from engine.protocols.peerlinks.conversation.scope import Scope
from engine.protocols.peerlinks.conversation.session import Session, complained
from engine.protocols.peerlinks.conversation.surroundings import PeerlinksSurroundings
from engine.protocols.peerlinks.limits import (
    FRAME_BYTES_A_SECOND_MIN,
    FRAME_BYTES_MAX,
    FRAME_SECONDS,
    GREETING_FRAME_BYTES_MAX,
    REQUEST_TIMEOUT_SECONDS,
)
from engine.protocols.peerlinks.messages import decode_packet
from engine.protocols.peerlinks.packets import Error
from engine.wire.frames import FrameReader, encode_frame


class PeerlinksConnection:
    """Implements ``Connection``. It is over once a ``Close`` was returned or ``b""`` received."""

    __slots__ = (
        "_agenda",
        "_behind_since",
        "_frame_began",
        "_handshake",
        "_heard_at",
        "_id",
        "_is_over",
        "_is_starved",
        "_neighbours",
        "_reader",
        "_scope",
        "_session",
        "_surroundings",
    )

    def __init__(
        self,
        surroundings: PeerlinksSurroundings,
        neighbours: Neighbours,
        connection: ConnectionId,
        scope: Scope,
    ) -> None:
        self._surroundings = surroundings
        self._neighbours = neighbours
        self._id = connection
        self._scope = scope
        self._agenda = Agenda()
        self._reader = FrameReader(GREETING_FRAME_BYTES_MAX)
        is_duplicate = partial(neighbours.is_duplicate, proven=scope.is_proven)
        self._handshake = Handshake(surroundings.peer_id, is_duplicate)
        self._session: Session | None = None
        self._heard_at = 0.0
        self._frame_began: float | None = None
        self._behind_since: float | None = None
        self._is_over = False
        self._is_starved = False

    @property
    def presence(self) -> Sequence[tuple[SpaceId, PublicKey | None]]:
        """See ``Connection``."""
        return () if self._session is None else self._session.presence

    @property
    def charge(self) -> Charge:
        """See ``Connection``."""
        return Charge.FULL if self._session is None else self._session.charge

    @property
    def buffered(self) -> int:
        """See ``Connection``."""
        begun = 0 if self._session is None else self._session.buffered
        return self._reader.buffered + begun

    # ---- inputs ---------------------------------------------------------------------------------

    def start(self, now: float) -> list[Effect]:
        """See ``Connection``."""
        hello = self._handshake.start(now)
        self._agenda.put(Due.GREETING, self._handshake.deadline)
        return self._settled([Send(encode_frame(hello))])

    def receive(self, data: bytes, now: float) -> Iterator[list[Effect]]:
        """See ``Connection``."""
        if not data:
            self._let_go()
        if self._is_over:
            return
        self._catch_up(now)
        self._heard_at = now
        self._reader.feed(data)
        while not self._is_over:
            self._is_starved = False
            effects = self._step(lambda: self._read(now))
            if not self._is_starved:
                yield effects
                continue
            if effects := self._settled(self._watch_frame(now)):
                yield effects
            return

    def wake(self, now: float) -> list[Effect]:
        """See ``Connection``."""
        self._catch_up(now)
        return self._step(lambda: self._look_at_agenda(now))

    def notice(self, records: Sequence[Record], now: float) -> list[Effect]:
        """See ``Connection``."""
        self._catch_up(now)
        session = self._session
        return [] if session is None else self._step(lambda: session.notice(records, now))

    def reconcile(self, now: float) -> list[Effect]:
        """See ``Connection``."""
        self._catch_up(now)
        session = self._session
        return [] if session is None else self._step(lambda: session.reconcile(now))

    # ---- what they lead to ----------------------------------------------------------------------

    def _read(self, now: float) -> list[Effect]:
        """The rest of the last frame, or the next whole one; ``_is_starved``: there is none yet."""
        if self._session is not None and self._session.is_in_the_middle:
            self._behind_since = now
            return self._session.go_on(now)
        try:
            payload = self._reader.next_payload()
        except PeerViolation:
            if self._session is None or not self._session.expects_too_much():
                raise
            # Without an Error: it has done nothing wrong, and shall be dialled again.
            return [Close(Ending.CLOSED_BY_US, detail="more at once than fits a packet")]
        if payload is None:
            self._is_starved = True
            return []
        self._frame_began = None
        self._agenda.drop(Due.FRAME)
        if self._session is None:
            return self._greet(payload, now)
        packet = decode_packet(payload)
        del payload  # it may be as large as a packet can be, and is of no more use
        return self._session.take(packet, now)

    def _catch_up(self, now: float) -> None:
        """Others had their turn between the parts of a packet, and whoever hands in what one read
        brought, be it in several calls, knows only when that began: nobody is late by what it took.
        """
        if self._behind_since in (None, now) or self._session is None:
            return
        self._behind_since = None
        self._heard_at = now
        self._session.wait_for_answers(now + REQUEST_TIMEOUT_SECONDS)
        if self._frame_began is not None:
            self._frame_began = now
            self._agenda.put(Due.FRAME, now + FRAME_SECONDS)

    def _watch_frame(self, now: float) -> list[Effect]:
        """A frame that has begun shall go on: nobody may keep our memory by dripping bytes."""
        if self._session is not None and self._reader.buffered and self._frame_began is None:
            self._frame_began = now
            self._agenda.put(Due.FRAME, now + FRAME_SECONDS)
        return []

    def _look_at_frame(self, now: float) -> list[Effect]:
        assert self._frame_began is not None, "only an unfinished frame is looked at"
        if self._reader.buffered < FRAME_BYTES_A_SECOND_MIN * (now - self._frame_began):
            return close_saying(Ending.TOO_SLOW, "a packet came too slowly")
        self._agenda.put(Due.FRAME, now + FRAME_SECONDS)
        return []

    def _greet(self, payload: bytes, now: float) -> list[Effect]:
        step = self._handshake.receive(payload, now)
        effects: list[Effect] = []
        if step.send is not None:
            effects.append(Send(encode_frame(step.send)))
        if step.complaint is not None:
            effects.append(complained(step.complaint))
        elif step.ending is not None:
            effects.append(Close(step.ending))
        elif self._handshake.state is State.DONE:
            effects += self._begin(now)
        else:
            self._agenda.put(Due.GREETING, self._handshake.deadline)
        return effects

    def _begin(self, now: float) -> list[Effect]:
        remote = self._handshake.remote
        assert remote is not None, "a greeting is done once both have said Hello"
        self._agenda.drop(Due.GREETING)
        self._reader.limit = FRAME_BYTES_MAX
        self._session = Session(
            self._surroundings, self._neighbours, self._scope, self._id, remote, self._agenda, now
        )
        return [Ready(remote.peer_id), *self._session.begin(now)]

    def _look_at_agenda(self, now: float) -> list[Effect]:
        effects: list[Effect] = []
        for appointment in self._agenda.take_due(now):
            effects += self._keep(appointment, now)
            if any(isinstance(effect, Close) for effect in effects):
                break
        return effects

    def _keep(self, appointment: Appointment, now: float) -> list[Effect]:
        if self._session is None:
            return close_saying(Ending.TIMED_OUT, "the greeting took too long")
        if appointment.due is Due.FRAME:
            return self._look_at_frame(now)
        if appointment.due is Due.REQUEST and self._reader.buffered:
            # A slow line: patience lasts as long as bytes of the packet keep coming.
            self._session.wait_for_answers(self._heard_at + REQUEST_TIMEOUT_SECONDS)
        return self._session.wake(appointment, now)

    def _step(self, step: Callable[[], list[Effect]]) -> list[Effect]:
        if self._is_over:
            return []
        return self._settled(answer(step, _farewell))

    def _settled(self, effects: list[Effect]) -> list[Effect]:
        if any(isinstance(effect, Close) for effect in effects):
            self._let_go()
        elif (deadline := self._agenda.news()) is not None:
            effects.append(WakeAt(deadline))
        return effects

    def _let_go(self) -> None:
        self._is_over = True
        self._reader = FrameReader(0)  # what had come of a packet goes now, whoever still holds us
        if self._session is not None:
            self._session.close()
            self._session = None
        self._neighbours.leave(self._id)


def _farewell(violation: PeerViolation) -> list[Effect]:
    return [send_packet(Error(f"{violation.rule} ({violation.section})"))]
