"""Two programs with feeds, and a line between them that cuts bytes anywhere."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from random import Random

from engine.model.ids import PeerId
from engine.protocols.contract import Close, Effect, Ending, Ready, Record, Send, Store, WakeAt
from engine.protocols.hypercore.dep0010.wire import Dep0010Wire
from engine.protocols.hypercore.draft1.wire import Draft1Wire
from engine.protocols.hypercore.exchange.asking.downloads import Downloads
from engine.protocols.hypercore.exchange.conversation import Conversation
from engine.protocols.hypercore.exchange.nonces import Nonces
from engine.protocols.hypercore.exchange.surroundings import (
    USUAL,
    Settings,
    Shares,
    Surroundings,
)
from engine.protocols.hypercore.exchange.trust.extensions import Sign, signs_nothing
from engine.protocols.hypercore.records import Feed, HypercoreRecord
from engine.protocols.hypercore.wire import KeyOf, Wire
from tests.unit.hypercore.memory_feeds import MemoryFeeds

NewWire = Callable[[Callable[[int], bytes], KeyOf], Wire]
WIRES: dict[str, NewWire] = {
    "dep0010": Dep0010Wire,
    "dep0010 as written": lambda entropy, key_of: Dep0010Wire(entropy, key_of, document=True),
    "draft1": Draft1Wire,
    "draft1 as written": lambda entropy, key_of: Draft1Wire(entropy, key_of, document=True),
}


def nothing(_space: object) -> bool:
    """A stranger has shown nothing."""
    return False


@dataclass
class Program:
    """One side. ``id`` is what its Handshake says."""

    feeds: MemoryFeeds
    random: Random
    id: bytes = b""
    is_proven: bool = False
    sign: Sign = signs_nothing
    settings: Settings = USUAL
    downloads: Downloads = field(init=False)
    nonces: Nonces = field(init=False)

    def __post_init__(self) -> None:
        self.id = self.id or self.random.randbytes(32)
        self.downloads = Downloads(self.feeds)
        self.nonces = Nonces()

    def key_of(self, discovery_key: bytes) -> bytes | None:
        named = self.feeds.named(discovery_key)
        return None if named is None else named[0].key

    def conversation(self, new: NewWire, first: Feed | None, shares: Shares) -> Conversation:
        draw = self.random.randbytes
        wire = new(self.nonces.drawing(draw), self.key_of)
        around = Surroundings(
            self.feeds,
            self.downloads,
            draw,
            self.id,
            self.nonces,
            self.is_proven,
            self.sign,
            self.settings,
        )
        return Conversation(around, wire, first, shares)


class Pipe:
    """A conversation of two; what is sent comes in pieces of any size."""

    def __init__(
        self,
        dialler: Program,
        listener: Program,
        first: Feed,
        new: NewWire,
        shares: Shares = nothing,
        cut: Callable[[], int] = lambda: 1 << 16,
    ) -> None:
        self.programs = (dialler, listener)
        self.ends = (
            dialler.conversation(new, first, shares),
            listener.conversation(new, None, shares),
        )
        self.now = 0.0
        self.closed: list[Close | None] = [None, None]
        self.ready = [0, 0]
        self.peers: tuple[list[PeerId], list[PeerId]] = ([], [])
        self.wake_at: list[float | None] = [None, None]
        self._wires = [bytearray(), bytearray()]
        self._cut = cut
        for side, end in enumerate(self.ends):
            self._do(side, end.start(self.now))
        self.settle()

    def endings(self) -> list[Ending | None]:
        """How each side has ended it."""
        return [None if one is None else one.ending for one in self.closed]

    def settle(self) -> None:
        """Until nothing more is on its way."""
        while any(self._wires):
            for side in (0, 1):
                wire = self._wires[side]
                if wire:
                    piece = bytes(wire[: self._cut()])
                    del wire[: len(piece)]
                    self.hear(1 - side, piece)

    def hear(self, side: int, data: bytes) -> None:
        """That end reads ``data``."""
        for effects in self.ends[side].receive(data, self.now):
            self._do(side, effects)

    def pass_time(self, seconds: float) -> None:
        """Each end is woken when it asked to be."""
        until = self.now + seconds
        while due := [at for at in self.wake_at if at is not None and at <= until]:
            self.now = min(due)
            for side, end in enumerate(self.ends):
                at = self.wake_at[side]
                if at is not None and at <= self.now and self.closed[side] is None:
                    self.wake_at[side] = None
                    self._do(side, end.wake(self.now))
                elif self.closed[side] is not None:
                    self.wake_at[side] = None
            self.settle()
        self.now = until

    def stored(self, side: int, record: Record) -> None:
        """That program stored a record by itself."""
        self._do(side, self.ends[side].notice([record], self.now))
        self.settle()

    def _do(self, side: int, effects: list[Effect]) -> None:
        stored: list[Record] = []
        for effect in effects:
            match effect:
                case Send(data):
                    self._wires[side] += data
                case Store(record):
                    assert isinstance(record, HypercoreRecord)
                    self.programs[side].feeds.apply(record)
                    stored.append(record)
                case Close():
                    self.closed[side] = effect
                case WakeAt(deadline):
                    self.wake_at[side] = deadline
                case Ready(peer_id=peer_id):
                    self.ready[side] += 1
                    self.peers[side].append(peer_id)
                case _:
                    raise AssertionError(effect)
        if stored:
            self._do(side, self.ends[side].notice(stored, self.now))
