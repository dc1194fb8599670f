"""How a connection of the port begins: the handshake, then Select and its answer (1). Pure.

It knows whom it meets as soon as the peer has proven its key, and ends with what is to run inside.
"""

from __future__ import annotations

from dataclasses import dataclass

from engine.crypto.blake2b import hash32
from engine.crypto.noise import Secured
from engine.model.ids import ConnectionId, PeerId, SpaceId
from engine.protocols.contract import Close, Effect, Ending, Ready, Role, Send, WakeAt
from engine.protocols.tidings.port.channel import SecureChannel
from engine.protocols.tidings.port.common_spaces import space_hint
from engine.protocols.tidings.port.limits import SELECT_SECONDS
from engine.protocols.tidings.port.neighbours import Line
from engine.protocols.tidings.port.records import Carried
from engine.protocols.tidings.port.select import (
    Answer,
    Select,
    encode_select,
    read_answer,
    read_select,
)
from engine.protocols.tidings.port.surroundings import MEETING, Encounter, PortSurroundings, Purpose


@dataclass(frozen=True, slots=True)
class Agreed:
    """Both want it: a meeting, or (``carried``, ``line``) what runs beside one.

    ``plain``: bytes of the stream inside that came already.
    """

    encounter: Encounter
    carried: Carried | None
    line: Line | None
    plain: bytes


class Greeting:
    """One connection until something runs inside. ``agreed`` is set by the step that ends it.

    ``dialled``: as what we have dialled it, whoever answers; ``line``: as what it runs, with a peer
    that has proven its key.
    """

    __slots__ = (
        "_channel",
        "_id",
        "_plain",
        "_purpose",
        "_role",
        "_surroundings",
        "agreed",
        "dialled",
        "encounter",
        "line",
    )

    def __init__(
        self,
        surroundings: PortSurroundings,
        channel: SecureChannel,
        connection: ConnectionId,
        role: Role,
        purpose: Purpose | None,
    ) -> None:
        self._surroundings = surroundings
        self._channel = channel
        self._id = connection
        self._role = role
        self._purpose = purpose
        self._plain = b""
        self.encounter: Encounter | None = None
        self.dialled: Line | None = None
        if purpose is not None:
            self.dialled = Line(purpose.peer, purpose.name, purpose.space)
        self.line: Line | None = None
        self.agreed: Agreed | None = None

    @property
    def buffered(self) -> int:
        """Bytes of an unfinished Select."""
        return len(self._plain)

    def step(self, now: float) -> list[Effect] | None:
        """Takes the next record; None where more bytes are needed. Raises PeerViolation."""
        if self.encounter is None:
            return self._shake_hands(now)
        plain = self._channel.next_plaintext()
        if plain is None:
            return None
        self._plain += plain
        if self._role is Role.DIALLER:
            return self._take_answer(self.encounter)
        found = read_select(self._plain)
        if found is None:
            return []
        select, end = found
        self._plain = self._plain[end:]
        return self._reply_to(select, self.encounter, now)

    def _shake_hands(self, now: float) -> list[Effect] | None:
        reply = self._channel.next_step()
        if reply is None:
            return None
        if self._channel.meets_itself:
            return [Close(Ending.SELF_CONNECTION)]
        sends: list[Effect] = [Send(reply)] if reply else []
        if self._channel.secured is None:
            return sends
        encounter = _encounter(self._id, self._role, self._channel.secured)
        if self._purpose is not None and self._purpose.peer != encounter.peer:
            # Not a byte more: our own key is not for whoever answers there now.
            return [Close(Ending.CLOSED_BY_US, detail="another peer answers there now")]
        if self._role is Role.DIALLER and self._surroundings.refuses(encounter.peer):
            return [Ready(encounter.peer, proven=True, further=True), Close(Ending.BANNED)]
        self.encounter = encounter
        sends.append(WakeAt(now + SELECT_SECONDS))
        return sends + (self._ask(encounter, now) if self._role is Role.DIALLER else [])

    # ---- as the dialler -------------------------------------------------------------------------

    def _ask(self, encounter: Encounter, now: float) -> list[Effect]:
        """Our Select, now that we know who answered."""
        purpose, neighbours = self._purpose, self._surroundings.neighbours
        if purpose is None:
            if not neighbours.may_dial(encounter.peer):
                return _needless(encounter)
            neighbours.meet(encounter.peer, self._id, self._role, now)
            return [self._sealed(encode_select(Select(MEETING)))]
        self.line = self.dialled
        hint = b"" if purpose.space is None else space_hint(encounter.secured.hash, purpose.space)
        return [self._sealed(encode_select(Select(purpose.name, hint)))]

    def _take_answer(self, encounter: Encounter) -> list[Effect]:
        if not self._plain:
            return []
        said, self._plain = read_answer(self._plain[0]), self._plain[1:]
        match said:
            case Answer.GO:
                self._agree(encounter)
                return []
            case Answer.BUSY:
                return _needless(encounter)
            case _:
                return [Close(Ending.ERROR_FROM_PEER, detail=_in_words(said))]

    # ---- as the listener ------------------------------------------------------------------------

    def _reply_to(self, select: Select, encounter: Encounter, now: float) -> list[Effect]:
        verdict = self._judge(select, encounter, now)
        said = self._sealed(bytes((verdict,)))
        if verdict is Answer.GO:
            self._agree(encounter)
            return [said]
        ending = Ending.DUPLICATE if verdict is Answer.BUSY else Ending.CLOSED_BY_US
        return [said, Close(ending, detail=_in_words(verdict))]

    def _judge(self, select: Select, encounter: Encounter, now: float) -> Answer:
        """Whether it may run; then ``line`` says as what, or it is a meeting."""
        neighbours = self._surroundings.neighbours
        if self._surroundings.refuses(encounter.peer) or neighbours.is_crowded(encounter.peer):
            return Answer.REFUSED
        if select.name == MEETING:
            return self._judge_meeting(select, encounter, now)
        carried = self._surroundings.carried.get(select.name)
        if carried is None:
            return Answer.UNKNOWN_PROTOCOL
        space = _space_of(carried, select.hint, encounter)
        if bool(select.hint) != carried.by_space or (space is None) == carried.by_space:
            return Answer.NO_SUCH_SPACE
        line = Line(encounter.peer, select.name, space)
        if carried.by_space and neighbours.is_live(line):
            return Answer.BUSY
        self.line = line
        return Answer.GO

    def _judge_meeting(self, select: Select, encounter: Encounter, now: float) -> Answer:
        if select.hint:
            return Answer.NO_SUCH_SPACE
        may_begin = self._surroundings.neighbours.may_be_dialled(encounter.peer, now)
        return Answer.GO if may_begin else Answer.BUSY

    def _agree(self, encounter: Encounter) -> None:
        carried = None if self.line is None else self._surroundings.carried[self.line.name]
        plain, self._plain = self._plain, b""
        self.agreed = Agreed(encounter, carried, self.line, plain)

    def _sealed(self, data: bytes) -> Send:
        return Send(self._channel.seal(data))


def _needless(encounter: Encounter) -> list[Effect]:
    """There is one already; but now we know who lives at that address."""
    return [Ready(encounter.peer, proven=True, further=True), Close(Ending.DUPLICATE)]


def _encounter(connection: ConnectionId, role: Role, secured: Secured) -> Encounter:
    return Encounter(connection, role, PeerId(hash32(secured.remote_static)), secured)


def _space_of(carried: Carried, hint: bytes, encounter: Encounter) -> SpaceId | None:
    if not hint:
        return None
    key = encounter.secured.hash
    return next((one for one in carried.spaces.spaces() if space_hint(key, one) == hint), None)


def _in_words(said: Answer) -> str:
    return said.name.lower().replace("_", " ")
