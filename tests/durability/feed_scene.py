"""A scene of use with feeds on a watched disk, and what must be found wherever it is cut.

Somebody writes a feed and follows a friend's. What was acknowledged, what the friend has got of
our trees, and what we told the friend to hold is relied upon (reliability D12; crash points a to c
of protocols/hypercore.md section 8).
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from typing import cast

from engine.crypto.entropy import SeededEntropy
from engine.errors import Fault, Refused
from engine.model.address import Address
from engine.model.commands import Command
from engine.model.feed_commands import AppendBlocks, CreateFeed, DropBlocks, FollowFeed
from engine.model.feed_queries import OneFeed
from engine.model.ids import PeerId, ProtocolName, PublicKey, SpaceId
from engine.model.peer_commands import AddPeer, Listen
from engine.protocols.hypercore.exchange.conversation import Conversation
from engine.protocols.hypercore.hypercore import Hypercore
from engine.protocols.hypercore.performers import feed_performers, signer
from engine.protocols.hypercore.reception import Reception
from engine.protocols.hypercore.tree import flat
from engine.protocols.hypercore.tree.suites import SUITES
from engine.protocols.spaces import Spaces
from engine.runtime.node import Node
from engine.runtime.outfit import Outfit
from engine.store.hypercore.parts import repository
from engine.store.opening import Store, open_memory_store
from tests.durability.disk import Mark
from tests.durability.household import SetClock, Wires
from tests.durability.recording import FOLDING_PAGES, Recording, open_as_program, watched

HYPERCORE = ProtocolName.HYPERCORE
FRIENDS_ADDRESS = Address("127.0.0.2", 7000)
STEPS_MAX = 100_000
REDIAL_SECONDS = 400.0
ACTS = 45


@dataclass(frozen=True, slots=True)
class Signed:
    """The feed's tree of so many blocks has this hash, and somebody knows."""

    space: SpaceId
    length: int
    tree_hash: bytes


@dataclass(frozen=True, slots=True)
class Holding:
    """We have said that we hold that block."""

    space: SpaceId
    block: int


@dataclass(frozen=True, slots=True)
class Dropped:
    """And that we do not any more."""

    space: SpaceId
    block: int


Fact = Signed | Holding


class FeedPerson:
    """A node with feeds over a store."""

    def __init__(self, store: Store, seed: str, wires: Wires, clock: SetClock) -> None:
        """Borrows ``store``."""
        entropy = SeededEntropy(seed.encode())
        self.store = store
        self.feeds = repository(store, lambda: True)
        hypercore = Hypercore(
            records=self.feeds,
            entropy=entropy.fork("hypercore"),
            sign=signer(self.feeds),
            performers=feed_performers(self.feeds, store.spaces, entropy.fork("feeds")),
        )
        outfit = Outfit(
            peer_id=PeerId(entropy.fork("peer")(32)),
            protocols={HYPERCORE: hypercore},
            performers=[Spaces(store.spaces)],
            storage=store.storage({HYPERCORE: self.feeds}),
            book=store.peers,
            network=wires,
            discovery=None,
            home=HYPERCORE,
            clock=clock,
            entropy=entropy.fork("node"),
        )
        self.node = Node(outfit)
        self.node.start()

    def ask_for(self, command: object, told: Callable[[object], None]) -> None:
        """``told`` is called as the answer leaves the engine. Raises Refused or Fault."""
        self.node.perform(cast("Command[object]", command), _Reply(told))

    def advance(self) -> bool:
        """Whether there was anything to do."""
        had = self.node.pending
        if had:
            self.node.advance()
        self.node.outbox.take()
        return had

    def believes(self, space: SpaceId) -> Iterator[int]:
        """Blocks of that feed that somebody connected is thought to hold."""
        for one in self.node._work.conversations:
            inside = one.machine.inside if isinstance(one.machine, Reception) else one.machine
            if isinstance(inside, Conversation) and space in inside._lanes.open:
                for start, end in inside._lanes.open[space].remote.has:
                    yield from range(start, end)


@dataclass(slots=True)
class _Reply:
    told: Callable[[object], None]

    def answer(self, result: object) -> None:
        """See ``Reply``."""
        self.told(result)

    def fail(self, error: Refused | Fault) -> None:
        """See ``Reply``."""
        raise error


def tree_hash(person: FeedPerson, space: SpaceId, length: int) -> bytes | None:
    """Of the tree of so many blocks, as it is stored."""
    feed, tree = person.feeds.known(space), person.feeds.tree(space)
    tops = [tree.node(index) for index in flat.full_roots(length)]
    known = [top for top in tops if top is not None]
    if feed is None or len(known) != len(tops):
        return None
    return SUITES[feed.suite].tree(known)


@dataclass(slots=True)
class FeedScene:
    """Played once, on the disk that is recorded."""

    recording: Recording
    dice: random.Random
    opened: Callable[[], Store]
    synchronous: str = "FULL"
    clock: SetClock = field(default_factory=SetClock)
    wires: Wires = field(default_factory=Wires)
    _lives: int = 0
    _facts: dict[Fact, None] = field(default_factory=dict)
    friend: FeedPerson = field(init=False)
    person: FeedPerson = field(init=False)
    theirs: SpaceId = field(init=False)
    ours: SpaceId = field(init=False)

    def play(self, acts: int) -> None:
        """To its end: the program is closed."""
        self.friend = FeedPerson(open_memory_store(), "friend", self.wires, self.clock)
        self._start()
        self.theirs, self.ours = self._create(self.friend), self._create(self.person)
        self._do(self.friend, FollowFeed(PublicKey(self.ours)))
        self._do(self.person, FollowFeed(PublicKey(self.theirs)))
        self._do(self.friend, Listen(HYPERCORE, FRIENDS_ADDRESS))
        self._do(self.person, AddPeer(HYPERCORE, FRIENDS_ADDRESS))
        for _ in range(acts):
            weights = [8, 8, 6, 2, 2]
            deeds = [self._append, self._friend_appends, self._both, self._drop, self._reopen]
            self.dice.choices(deeds, weights)[0]()
        self.person.node.stop()
        self.person.store.close()

    # ---- what is done ---------------------------------------------------------------------------

    def _start(self) -> None:
        self._lives += 1
        store = self.opened()
        store.database.run(f"PRAGMA synchronous = {self.synchronous}")
        store.database.run(f"PRAGMA wal_autocheckpoint = {FOLDING_PAGES}")
        self.person = FeedPerson(store, f"person {self._lives}", self.wires, self.clock)

    def _create(self, person: FeedPerson) -> SpaceId:
        made: list[SpaceId] = []

        def told(result: object) -> None:
            assert isinstance(result, OneFeed)
            made.append(result.space)

        person.ask_for(CreateFeed("feed"), told)
        self._settle()
        return made[0]

    def _do(self, person: FeedPerson, command: object) -> None:
        person.ask_for(command, lambda _: None)
        self._settle()

    def _blocks(self) -> tuple[bytes, ...]:
        count = self.dice.choice([1, 1, 1, 2, 7])
        return tuple(self.dice.randbytes(self.dice.choice([5, 300, 3_000])) for _ in range(count))

    def _append(self) -> None:
        self.person.ask_for(AppendBlocks(self.ours, self._blocks()), lambda _: self._note_ours())
        self._settle()

    def _friend_appends(self) -> None:
        self._do(self.friend, AppendBlocks(self.theirs, self._blocks()))

    def _both(self) -> None:
        for _ in range(3):
            blocks = self._blocks()
            self.person.ask_for(AppendBlocks(self.ours, blocks), lambda _: self._note_ours())
            self.friend.ask_for(AppendBlocks(self.theirs, self._blocks()), lambda _: None)
        self._settle()

    def _drop(self) -> None:
        feed = self.person.feeds.feed(self.theirs)
        if feed is None or not feed.length:
            return
        start = self.dice.randrange(feed.length)
        end = min(feed.length, start + 3)
        for block in range(start, end):  # from the wish on
            if self._facts.pop(Holding(self.theirs, block), 0) is None:
                self.recording.calls.append(Mark(Dropped(self.theirs, block)))
        self._do(self.person, DropBlocks(self.theirs, start, end))

    def _reopen(self) -> None:
        self.person.node.stop()
        self.person.store.close()
        self._start()
        self.clock.seconds += REDIAL_SECONDS
        self._settle()

    # ---- what is relied upon --------------------------------------------------------------------

    def _settle(self) -> None:
        for _ in range(STEPS_MAX):
            busy = self.wires.step()
            for person in (self.person, self.friend):
                busy = person.advance() or busy
                self._note_told()
            if not busy:
                return
        raise AssertionError("they never come to rest")

    def _note_ours(self) -> None:
        feed = self.person.feeds.feed(self.ours)
        assert feed is not None
        self._note_signed(self.person, feed.length)

    def _note_told(self) -> None:
        """What the friend has got of our tree, and what it believes us to hold."""
        if not hasattr(self, "ours"):
            return
        feed = self.friend.feeds.feed(self.ours)
        if feed is not None and feed.length:
            self._note_signed(self.friend, feed.length)
        for block in self.friend.believes(self.theirs):
            if self.person.feeds.held(self.theirs, block, block + 1):
                self._note(Holding(self.theirs, block))

    def _note_signed(self, person: FeedPerson, length: int) -> None:
        hashed = tree_hash(person, self.ours, length)
        assert hashed is not None
        self._note(Signed(self.ours, length, hashed))

    def _note(self, fact: Fact) -> None:
        if fact not in self._facts:
            self._facts[fact] = None
            self.recording.calls.append(Mark(fact))


def record_feeds(folder: Path, seed: str, synchronous: str = "FULL") -> Recording:
    """The scene of that seed, from the first start in the empty ``folder`` on."""
    with watched(folder) as (recording, vfs):
        opened = partial(open_as_program, folder, vfs)
        FeedScene(recording, random.Random(seed), opened, synchronous).play(ACTS)
    return recording
