"""What liars say on their lines, one habit a row of reliability C-1 to C-4 and C-11."""

from __future__ import annotations

import random
from collections import deque
from collections.abc import Iterable, Iterator
from dataclasses import replace

from typing_extensions import override

from engine.model.ids import ConnectionId
from engine.protocols.cable import packets
from engine.protocols.cable.exchange.place import Place
from engine.protocols.cable.limits import LIVE_REQUESTS_MAX
from engine.protocols.cable.packets import UNLIMITED, Packet, RequestNumber
from tests.simulation.communities.liars.lines import Habit
from tests.simulation.communities.people import CHANNELS
from tests.simulation.world import World

Passable = packets.RequestByHash | packets.TimeRange | packets.ChannelState

TTLS = (17, 255, 1 << 31, (1 << 63) - 1)
REMEMBERED = 40
TOO_MANY = LIVE_REQUESTS_MAX + 50
_LONG = 8_000


class SendsFarAway(Habit):
    """C-1: its questions shall go round for ever, and so shall everybody else's."""

    pauses = (30.0, 90.0)

    def __init__(self, dice: random.Random, world: World) -> None:
        super().__init__(dice, world)
        self._known: deque[Passable] = deque(maxlen=REMEMBERED)

    @override
    def bout(self, place: Place) -> Iterable[Packet]:
        """New ones, and, on each line, those that came or went over another."""
        for _ in range(self.dice.choice([1, 4, 10])):
            self._known.append(self._made(place))
        number = place.version.request_id_bytes
        again = [self._far(one) for one in self._known if len(one.id) == number]
        self.lies("questions that were asked before", len(again))
        return again

    @override
    def hears(self, place: Place, packet: Packet) -> Iterable[Packet]:
        """Sent back whence it came, at once."""
        if not isinstance(packet, Passable) or self.dice.random() < 0.5:
            return ()
        self._known.append(packet)
        self.lies("questions sent back")
        return (self._far(packet),)

    def _far(self, request: Passable) -> Passable:
        return replace(request, ttl=self.dice.choice(TTLS))

    def _made(self, place: Place) -> Passable:
        self.lies("questions that go far")
        number, channel = place.draw(), self.dice.choice([*CHANNELS, f"far {self.dice.random()}"])
        match self.dice.randrange(4):
            case 0:
                return packets.RequestByHash(number, 0, self.hashes(3))
            case 1:
                return packets.ChannelState(number, 0, channel, 9, self.dice.choice([0, UNLIMITED]))
            case 2:
                return packets.TimeRange(number, 0, channel, 0, 0, UNLIMITED)
            case _:
                return packets.TimeRange(number, 0, channel, 0, 1 << 40, 100)


class Rewrites(Habit):
    """C-2: what it passes on is not what it was given."""

    @override
    def says(self, place: Place, packet: Packet) -> Iterable[Packet]:
        """Posts with a bit changed, doubled, or another in their place; hashes of nothing."""
        match packet:
            case packets.DataResponse(number, data) if data:
                self.lies("answers rewritten on the way")
                return (packets.DataResponse(number, tuple(map(self._rewritten, data))),)
            case packets.HashResponse(number, hashes) if hashes:
                self.lies("hashes rewritten on the way")
                return (packets.HashResponse(number, (*hashes[1:], *self.hashes(1))),)
            case _:
                return (packet,)

    def _rewritten(self, data: bytes) -> bytes:
        dice = self.dice
        bent = bytearray(data)
        bent[dice.randrange(len(bent))] ^= 1 << dice.randrange(8)
        return dice.choice([data, bytes(bent), data + b"!", dice.randbytes(len(data))])


class NeverEnds(Habit):
    """C-3: each answer is followed by a further one, a little later. No end is ever said."""

    pauses = (8.0, 25.0)

    def __init__(self, dice: random.Random, world: World) -> None:
        super().__init__(dice, world)
        self._asked: deque[tuple[type[Packet], RequestNumber]] = deque(maxlen=REMEMBERED)
        self._held: dict[RequestNumber, deque[bytes]] = {}
        self._drips = dice.random() < 0.5

    @override
    def hears(self, place: Place, packet: Packet) -> Iterable[Packet]:
        """What may be answered without end."""
        asks = packets.TimeRange | packets.ChannelState | packets.ModerationState
        if isinstance(packet, asks | packets.ChannelList | packets.RequestByHash):
            self._asked.append((type(packet), packet.id))
        return ()

    @override
    def says(self, place: Place, packet: Packet) -> Iterable[Packet]:
        """Of posts one at a time; and no end."""
        match packet:
            case packets.HashResponse(_, ()) | packets.DataResponse(_, ()):
                self.lies("ends that are not said")
                return ()
            case packets.DataResponse(number, data) if self._drips:
                self._held.setdefault(number, deque()).extend(data)
                return ()
            case _:
                return (packet,)

    @override
    def bout(self, place: Place) -> Iterator[Packet]:
        """A further piece of everything."""
        for number, held in list(self._held.items()):
            if len(number) == place.version.request_id_bytes:
                self.lies("answers that drip")
                yield packets.DataResponse(number, (held.popleft(),))
                if not held:
                    del self._held[number]
        for kind, number in self._asked:
            if len(number) == place.version.request_id_bytes:
                self.lies("answers without end")
                yield self._further(kind, number)

    def _further(self, kind: type[Packet], number: RequestNumber) -> Packet:
        if kind is packets.ChannelList:
            names = (b"endless %d" % self.dice.randrange(1_000_000),)
            return packets.DataResponse(number, names)
        if kind is packets.RequestByHash:
            return packets.DataResponse(number, (self.dice.randbytes(200),))
        return packets.HashResponse(number, self.hashes(self.dice.choice([1, 20])))


class Subscribes(Habit):
    """C-4: more subscriptions than anybody can follow, to what there is and what there is not."""

    pauses = (120.0, 400.0)

    def __init__(self, dice: random.Random, world: World) -> None:
        super().__init__(dice, world)
        self._ttl = dice.choice([0, 1, 16])
        self._open: dict[ConnectionId, deque[RequestNumber]] = {}

    @override
    def bout(self, place: Place) -> Iterator[Packet]:
        """All at once; later some are cancelled, and others come instead."""
        count = 20 if self._open else TOO_MANY
        opened = self._open.setdefault(place.connection, deque())
        for _ in range(min(count, len(opened))):
            number = opened.popleft()
            own = number if place.version.cancels_by_own_id else place.draw()
            yield packets.Cancel(own, 0, number)
        for _ in range(count):
            number = place.draw()
            opened.append(number)
            yield self._subscription(number)
        self.lies("subscriptions", count)

    def _subscription(self, number: RequestNumber) -> Packet:
        dice = self.dice
        channel = dice.choice(CHANNELS) if dice.random() < 0.1 else self._none()
        if dice.random() < 0.5:
            return packets.ChannelState(number, self._ttl, channel, UNLIMITED, UNLIMITED)
        return packets.TimeRange(number, self._ttl, channel, 0, 0, dice.choice([1, UNLIMITED]))

    def _none(self) -> str:
        """A channel that there is not; its name may be longer than any."""
        drawn = self.dice.random()
        return f"none {drawn}" + "x" * (_LONG if drawn < 0.5 else 0)


class HalfGreets(Habit):
    """C-11: begins a handshake and never ends it, often."""

    @override
    def greets(self) -> bool:
        """Else it would know nobody."""
        if self.dice.random() < 0.3:
            return True
        self.lies("handshakes that do not end")
        return False
