"""How a wire protocol is written: bytes and time in, effects out.

Nothing here or in any protocol opens a socket, reads a clock, draws a number or waits. The turn
(``engine/runtime/turns/turn.py``) plays the world's part, and so does the simulator.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from enum import Enum, StrEnum, auto
from typing import Protocol

from engine.errors import PeerViolation
from engine.model.address import Address
from engine.model.commands import Command
from engine.model.events import Event
from engine.model.ids import ConnectionId, PeerId, ProtocolName, PublicKey, SpaceId


class Role(StrEnum):
    """Who dialled. Most protocols do not care."""

    DIALLER = "dialler"
    LISTENER = "listener"


class Ending(StrEnum):
    """Why a conversation ended. The values are stable codes shown by ``peers``."""

    CLOSED_BY_PEER = "closed_by_peer"
    CLOSED_BY_US = "closed_by_us"
    DUPLICATE = "duplicate"
    SELF_CONNECTION = "self_connection"
    TIMED_OUT = "timed_out"
    ERROR_FROM_PEER = "error_from_peer"
    VIOLATION = "violation"
    UNREACHABLE = "unreachable"
    TOO_SLOW = "too_slow"
    TOO_MANY = "too_many"
    BANNED = "banned"
    FAULT = "fault"
    COMMUNITY_UNCLEAR = "community_unclear"
    NO_COMMUNITY = "no_community"
    NO_COMMENTING = "no_commenting"


class Charge(Enum):
    """How the time that a packet took counts against what its sender may cost us."""

    NONE = auto()  #: an honest peer needs as much to read a whole space
    IF_IN_VAIN = auto()  #: we had asked for it: not if it brought something to be stored
    FULL = auto()  #: nobody needed it


class Record(Protocol):
    """Something to be stored for good: a frozen dataclass of a protocol's ``records`` module.

    ``protocol`` picks the repository that can apply it, ``space`` the timeline it belongs to.
    """

    @property
    def protocol(self) -> ProtocolName: ...
    @property
    def space(self) -> SpaceId | None: ...


@dataclass(frozen=True, slots=True)
class Send:
    """Write ``data`` to the connection ``to``, or to the one that returned this effect."""

    data: bytes
    to: ConnectionId | None = None


@dataclass(frozen=True, slots=True)
class Store:
    """Apply ``record`` now, in the turn's transaction; later packets of the turn read it."""

    record: Record


@dataclass(frozen=True, slots=True)
class Emit:
    """Tell ``event`` once the turn is committed."""

    event: Event


@dataclass(frozen=True, slots=True)
class Answer:
    """The result of the command that is being performed. Exactly one a command, or an ``Errand``.

    A ``Query`` as result is answered in its place, once the turn is committed.
    """

    result: object


@dataclass(frozen=True, slots=True)
class Errand:
    """The command goes on later: in the place of its ``Answer``, for what takes long.

    ``work`` is done outside the turn, once that is committed: it reads nothing of ours but what it
    carries, may be done twice, and may raise ``Refused``. ``then`` continues the command in a later
    turn with its result, and may end in a further errand: so long work is cut into slices.
    """

    work: Callable[[], object]
    then: Callable[[object, float], list[Effect]]


@dataclass(frozen=True, slots=True)
class WakeAt:
    """Call ``wake`` at ``deadline`` (in ``now``'s seconds). The last one returned counts.

    One that has come already is to go on with what was begun: that waits, as what the peer says
    does, while the peer does not read what it is sent, and while it rests.
    """

    deadline: float


@dataclass(frozen=True, slots=True)
class Ready:
    """The greeting is done, and this is who answered.

    ``proven``: by a handshake with keys. A peer id that was merely said proves nothing, and such a
    connection goes on counting against its host.
    ``hears``: whose records the connection is shown from now on, besides its own protocol's.
    ``further``: there is, or was, a first connection with this peer, beside which it runs.
    """

    peer_id: PeerId
    proven: bool = False
    hears: tuple[ProtocolName, ...] = ()
    further: bool = False


@dataclass(frozen=True, slots=True)
class Dial:
    """Open one more connection to the port that this one was dialled at.

    ``machine`` makes what talks over it, not started; it is not called where nobody answers.
    """

    machine: Callable[[ConnectionId], Connection]


@dataclass(frozen=True, slots=True)
class Nudge:
    """Have that other connection reconcile: there may be more for it to ask than before."""

    connection: ConnectionId


@dataclass(frozen=True, slots=True)
class Whereabouts:
    """The peer, whose key is proven, says that it can be dialled there. The last word counts."""

    addresses: tuple[Address, ...]


@dataclass(frozen=True, slots=True)
class Close:
    """End the connection after what was sent. ``violation`` is set iff the peer broke a rule."""

    ending: Ending
    violation: PeerViolation | None = None
    detail: str = ""


Effect = Send | Store | Emit | Answer | Errand | WakeAt | Ready | Dial | Nudge | Whereabouts | Close


def _in_silence(violation: PeerViolation) -> list[Effect]:  # noqa: ARG001 - nothing is said
    return []


def answer(
    step: Callable[[], list[Effect]],
    farewell: Callable[[PeerViolation], list[Effect]] = _in_silence,
) -> list[Effect]:
    """What ``step`` leads to; if it finds that the peer broke a rule, the end of the conversation.

    The one place where a ``PeerViolation`` is caught: nothing of the step counts then, and
    ``farewell`` says what the protocol sends before it closes.
    """
    try:
        return step()
    except PeerViolation as violation:
        # Its frames hold the packet, and a ring with this one: they would outlive the connection.
        violation.__traceback__ = violation.__context__ = violation.__cause__ = None
        return [*farewell(violation), Close(Ending.VIOLATION, violation)]


class Connection(Protocol):
    """One conversation with one peer. Not one method raises for what a peer can send."""

    def start(self, now: float) -> list[Effect]:
        """The connection is open."""

    def receive(self, data: bytes, now: float) -> Iterator[list[Effect]]:
        """Bytes from the peer, cut anywhere: one list a packet, several where it is long.
        ``b""``: the stream has ended.

        The caller applies a list's Stores before it takes the next one, and others may have their
        turn in between: ``now`` is the time of the first. Until it has taken all of them it calls
        no other method of this machine, nor this one; but it may break off, and then only tells it
        of the end. On ``b""`` the machine lets go of what it shares with its siblings; it may emit,
        but neither sends nor stores.
        """

    def wake(self, now: float) -> list[Effect]:
        """The deadline last asked for has come."""

    def notice(self, records: Sequence[Record], now: float) -> list[Effect]:
        """These records of our protocol were stored, by whatever conversation or command."""

    def reconcile(self, now: float) -> list[Effect]:
        """Our user asks for news now: reconcile every shared space anew, as after the greeting.

        Before the greeting, and where a reconciliation is under way, it does nothing more.
        """

    @property
    def presence(self) -> Sequence[tuple[SpaceId, PublicKey | None]]:
        """Spaces the peer has shown an interest in, and as whom (None: as an anonymous reader)."""

    @property
    def charge(self) -> Charge:
        """How what it was told last counts against what the peer may cost us.

        ``notice`` and ``reconcile`` never count: they are our own news and wish.
        """

    @property
    def buffered(self) -> int:
        """Bytes it holds for its peer: of packets that are unfinished or being dealt with, what
        siblings left for it, and what else it keeps in memory. The runtime bounds the sum.
        """


class Performer(Protocol):
    """Who can do some of the commands of our own user."""

    @property
    def performs(self) -> frozenset[type[Command[object]]]:
        """The commands that are its business."""

    def perform(self, command: Command[object], now: float) -> list[Effect]:
        """Do what our own user asks. Raises ``Refused``; then nothing was changed."""


class WireProtocol(Performer, Protocol):
    """One protocol of the documents, with what its connections share."""

    @property
    def name(self) -> ProtocolName: ...

    def connect(self, connection: ConnectionId, role: Role) -> Connection:
        """A machine for a new connection, not started."""

    def wake(self, now: float) -> list[Effect]:
        """At start and whenever the protocol's own deadline comes: what has expired?"""
