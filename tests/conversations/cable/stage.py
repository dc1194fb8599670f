"""Peers of a community, joined by streams that may be cut anywhere; time by hand."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field

from engine.crypto import ed25519
from engine.crypto.blake2b import hash32
from engine.crypto.ed25519 import verify_each
from engine.crypto.entropy import SeededEntropy
from engine.model.communities import WireVersion
from engine.model.events import Event
from engine.model.ids import CommunityId, ConnectionId, PeerId, PostId, PublicKey, SpaceId
from engine.protocols.cable import packets, posts
from engine.protocols.cable.connecting import Connecting
from engine.protocols.cable.exchange.surroundings import Settings, Surroundings
from engine.protocols.cable.keys import community_id
from engine.protocols.cable.records import (
    ChannelKept,
    Community,
    CommunityStored,
    Mark,
    PostsRefused,
    PostsStored,
    Span,
)
from engine.protocols.cable.wire.messages import MessageReader, read_message, write_message
from engine.protocols.cable.wire.posts import write_post
from engine.protocols.cable.wire.version import VERSIONS
from engine.protocols.contract import (
    Charge,
    Close,
    Connection,
    Effect,
    Emit,
    Ending,
    Nudge,
    Ready,
    Record,
    Role,
    Send,
    Store,
    WakeAt,
)
from tests.memory_cable import MemoryCable

NOON = 1_790_000_000.0
KEY = hash32(b"a key of a community")
HALL = "default"

Open = Callable[[Connecting, ConnectionId, Role], Connection]


def plain(connecting: Connecting, connection: ConnectionId, role: Role) -> Connection:
    return connecting.plain(connection, role)


def secured(connecting: Connecting, connection: ConnectionId, role: Role) -> Connection:
    return connecting.secured(connection, role)


def inside(connecting: Connecting, connection: ConnectionId, role: Role) -> Connection:
    return connecting.inside(connection, role, SpaceId(community_id(KEY)))


@dataclass
class Peer:
    """Somebody in the community."""

    name: str
    wire: WireVersion = WireVersion.S
    channels: Sequence[str] = (HALL,)
    settings: Settings = field(default_factory=Settings)
    key: bytes = KEY
    ends: list[End] = field(default_factory=list)
    told: list[Event] = field(default_factory=list)
    records: MemoryCable = field(default_factory=MemoryCable)

    def __post_init__(self) -> None:
        self.keys = ed25519.from_seed(hash32(self.name.encode()))
        self.author = PublicKey(self.keys.public_key)
        self.entropy = SeededEntropy(self.name.encode())
        self.id = CommunityId(community_id(self.key))
        own = Community(self.id, self.key, self.wire, self.keys, self.name)
        self.records.apply(CommunityStored(self.id, own, NOON))
        for channel in self.channels:
            self.records.apply(ChannelKept(self.id, channel, joined=True, at=NOON))
        self.around = Surroundings(self.records.read, self.entropy, verify_each, self.settings)
        self.connecting = Connecting(self.around)

    @property
    def version(self) -> object:
        return VERSIONS[self.wire]

    @property
    def held(self) -> frozenset[PostId]:
        return self.records.all(self.id)

    def texts(self, channel: str = HALL) -> list[str]:
        return self.records.texts(self.id, channel)

    def makes(
        self, content: posts.Content, at: float = NOON, links: Sequence[PostId] = ()
    ) -> posts.Post:
        """A post, signed, and not stored."""
        version = VERSIONS[self.wire]
        timestamp = int(at * version.units_a_second)
        return write_post(version, self.keys, links, timestamp, content)

    def holds(self, *made: posts.Post) -> None:
        """Stored before anything else happens."""
        self.records.apply(PostsStored(self.id, made, NOON))

    def takes(self, post: posts.Post) -> None:
        """What becomes of a post that comes from somewhere."""
        refused = self.records.unwanted(self.id, [post], NOON)
        if refused:
            self.records.apply(PostsRefused(self.id, tuple(refused)))
        else:
            self.holds(post)

    def says(self, *texts: str, channel: str = HALL, at: float = NOON) -> list[posts.Post]:
        """Texts a second apart, stored before anything else happens."""
        made = [
            self.makes(posts.Text(channel, text), at + number) for number, text in enumerate(texts)
        ]
        self.holds(*made)
        return made

    def range(self, channel: str = HALL) -> Sequence[Mark]:
        return self.records.in_span(self.id, Span(channel, 0, None), None, 1 << 30)


@dataclass(eq=False)
class End:
    """One end of a stream, with the machine that speaks there."""

    peer: Peer
    id: ConnectionId
    machine: Connection
    wake_at: float | None = None
    remote: PeerId | None = None
    close: Close | None = None
    bytes_sent: int = 0
    waiting: deque[bytes] = field(default_factory=deque)
    said: list[packets.Packet] = field(default_factory=list)


@dataclass
class Stage:
    """``cut``: bytes of a read; 0 for as they were written. ``opens``: how connections are."""

    cut: int = 0
    now: float = NOON
    opens: Open = plain
    pairs: list[tuple[End, End]] = field(default_factory=list)
    numbers: int = 0
    records_at_once: list[int] = field(default_factory=list)

    def connect(self, one: Peer, other: Peer) -> tuple[End, End]:
        ends = []
        for peer, role in ((one, Role.DIALLER), (other, Role.LISTENER)):
            self.numbers += 1
            number = ConnectionId(self.numbers)
            end = End(peer, number, self.opens(peer.connecting, number, role))
            ends.append(end)
            peer.ends.append(end)
        pair = ends[0], ends[1]
        self.pairs.append(pair)
        for end in pair:
            self.do(end, end.machine.start(self.now))
        return pair

    def part(self, pair: tuple[End, End]) -> None:
        """The stream is lost."""
        self.pairs.remove(pair)
        for end in pair:
            end.peer.ends.remove(end)
            assert all(effects == [] for effects in end.machine.receive(b"", self.now))

    def do(self, end: End, effects: Sequence[Effect]) -> None:
        stored: list[Record] = []
        nudged: list[ConnectionId] = []
        for effect in effects:
            match effect:
                case Send(data):
                    self._other(end).waiting.append(data)
                    end.bytes_sent += len(data)
                    if self.opens is plain:
                        end.said += packets_of(end.peer, data)
                case Store(record):
                    end.peer.records.apply(record)
                    stored.append(record)
                case WakeAt(deadline):
                    end.wake_at = deadline
                case Ready(peer):
                    end.remote = peer
                case Nudge(connection):
                    nudged.append(connection)
                case Emit(event):
                    end.peer.told.append(event)
                case Close():
                    end.close = effect
                    self._other(end).waiting.append(b"")
                case _:
                    raise AssertionError(effect)
        self._follow_up(end.peer, stored, nudged)

    def _follow_up(
        self, peer: Peer, stored: Sequence[Record], nudged: Sequence[ConnectionId]
    ) -> None:
        if stored:
            for one in list(peer.ends):
                if one.close is None:
                    self.do(one, one.machine.notice(stored, self.now))
        for one in list(peer.ends):
            if one.id in nudged and one.close is None:
                self.do(one, one.machine.reconcile(self.now))

    def store(self, peer: Peer, *records: Record) -> None:
        """By a command of its own user."""
        for record in records:
            peer.records.apply(record)
        self._follow_up(peer, records, ())

    def say(self, peer: Peer, text: str, channel: str = HALL) -> posts.Post:
        """By a command of its own user."""
        return self.post(peer, posts.Text(channel, text))

    def post(self, peer: Peer, content: posts.Content, links: Sequence[PostId] = ()) -> posts.Post:
        made = peer.makes(content, self.now, links)
        self.store(peer, PostsStored(peer.id, (made,), self.now))
        return made

    def run(self, seconds: float = 10.0) -> None:
        """Until nothing is on its way, and so much time has passed."""
        until = self.now + seconds
        while True:
            if self._deliver():
                continue
            end = min(
                (end for end in self._open() if end.wake_at is not None),
                key=lambda one: one.wake_at or 0.0,
                default=None,
            )
            if end is None or end.wake_at is None or end.wake_at > until:
                break
            self.now = max(self.now, end.wake_at)
            end.wake_at = None
            self.do(end, end.machine.wake(self.now))
        self.now = until

    def _deliver(self) -> bool:
        did = False
        for end in list(self._open()):
            while end.waiting and end.close is None:
                for piece in self._cut(end.waiting.popleft()):
                    for effects in end.machine.receive(piece, self.now):
                        self.do(end, effects)
                did = True
        return did

    def _cut(self, data: bytes) -> Iterator[bytes]:
        size = self.cut or len(data)
        yield from [data[at : at + size] for at in range(0, len(data), size)] if data else [b""]

    def _open(self) -> list[End]:
        return [end for pair in self.pairs for end in pair if end.close is None]

    def _other(self, end: End) -> End:
        return next(
            other for pair in self.pairs for other in pair if end in pair and other is not end
        )


def packets_of(peer: Peer, data: bytes) -> list[packets.Packet]:
    """What those bytes say."""
    version = VERSIONS[peer.wire]
    reader = MessageReader(version)
    reader.feed(data)
    said: list[packets.Packet] = []
    while (payload := reader.next_payload()) is not None:
        said.append(read_message(version, payload))
    assert not reader.buffered
    return said


@dataclass
class Script:
    """A peer of ours that is spoken to by hand, over one plain connection.

    ``hears`` says packets to it and gives what it says at once; the machine's own requests are put
    aside in ``asked``. ``beside``: other connections of the same peer, spoken to by hand as well;
    what is said there waits in their ``said``.
    """

    peer: Peer
    now: float = NOON
    number: ConnectionId = field(default=ConnectionId(1))
    asked: list[packets.Packet] = field(default_factory=list)
    stored: list[Record] = field(default_factory=list)
    wake_at: float | None = None
    close: Close | None = None
    said: list[packets.Packet] = field(default_factory=list)
    beside: list[Script] = field(default_factory=list)

    def __post_init__(self) -> None:
        for one in self.beside:
            one.beside.append(self)
        self.machine = self.peer.connecting.plain(self.number, Role.LISTENER)
        self._do(self.machine.start(self.now))
        self.asked, self.said = self.said, []

    def hears(self, *heard: packets.Packet) -> list[packets.Packet]:
        version = VERSIONS[self.peer.wire]
        return self.hears_bytes(b"".join(write_message(version, one) for one in heard))

    def hears_bytes(self, data: bytes) -> list[packets.Packet]:
        self.said = []
        for effects in self.machine.receive(data, self.now):
            self._do(effects)
        return self.take()

    def learns(self, *records: Record) -> list[packets.Packet]:
        """Its own user does something."""
        self.said = []
        for record in records:
            self.peer.records.apply(record)
        for one in (self, *self.beside):
            one._do(one.machine.notice(records, self.now))
        return self.said

    def waits(self, seconds: float) -> list[packets.Packet]:
        self.said = []
        until = self.now + seconds
        while self.close is None and self.wake_at is not None and self.wake_at <= until:
            self.now, self.wake_at = max(self.now, self.wake_at), None
            self._do(self.machine.wake(self.now))
        self.now = until
        return self.said

    def posts(self, content: posts.Content, links: Sequence[PostId] = ()) -> posts.Post:
        made = self.peer.makes(content, self.now, links)
        self.learns(PostsStored(self.peer.id, (made,), self.now))
        return made

    def ending(self) -> Ending | None:
        return None if self.close is None else self.close.ending

    def charge(self) -> Charge:
        return self.machine.charge

    def take(self) -> list[packets.Packet]:
        """What was said since."""
        said, self.said = self.said, []
        return said

    def _do(self, effects: Sequence[Effect]) -> None:
        stored: list[Record] = []
        nudged: list[ConnectionId] = []
        for effect in effects:
            match effect:
                case Send(data):
                    self.said += packets_of(self.peer, data)
                case Store(record):
                    self.peer.records.apply(record)
                    stored.append(record)
                case WakeAt(deadline):
                    self.wake_at = deadline
                case Nudge(connection):
                    nudged.append(connection)
                case Close():
                    self.close = effect
                case _:
                    pass
        self.stored += stored
        for one in (self, *self.beside):
            if stored and one.close is None:
                one._do(one.machine.notice(stored, self.now))
            if one.number in nudged and one.close is None:
                one._do(one.machine.reconcile(self.now))
