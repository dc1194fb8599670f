"""What people do with feeds, from weighted dice, and what they were told of it.

Keys of feeds pass between people by mouth, outside the network.
"""

from __future__ import annotations

import json
import random
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import cast

from engine.errors import Fault, Refusal, Refused
from engine.model.commands import Command, ForgetSpace, LeaveSpace, Post
from engine.model.feed_commands import (
    AppendBlocks,
    CreateFeed,
    CreateStaticFeed,
    DropBlocks,
    FetchWhole,
    FollowFeed,
    LimitFeed,
    PauseFeed,
    SeekBlocks,
)
from engine.model.feed_queries import OneFeed
from engine.model.feeds import FeedForm, FeedLength
from engine.model.ids import PublicKey, SpaceId, SpaceKind
from engine.model.peer_commands import AddPeer, ReconcileNow
from engine.protocols.hypercore.records import Feed
from tests.simulation.broken import LawBroken
from tests.simulation.computer import Computer
from tests.simulation.feeds.program import feeds_of
from tests.simulation.world import World

TROUBLES_OF_OUR_OWN = frozenset(
    {Refusal.BODY_INVALID, Refusal.NAME_INVALID, Refusal.NAME_UNSEEN, Refusal.FEED_FORKED}
)
"""What nobody here asks for: to be refused so would be wrong."""
BLOCK_SIZES = (0, 1, 40, 200, 1_000, 5_000)
LARGE_BLOCK = 70_000
USUAL = {
    "append": 10.0,
    "post": 4.0,
    "create": 0.4,
    "create_static": 0.3,
    "follow": 3.0,
    "pause": 1.0,
    "limit": 0.5,
    "fetch": 0.4,
    "seek": 2.0,
    "drop": 0.6,
    "leave": 0.15,
    "forget": 0.1,
    "refresh": 0.3,
}


@dataclass(slots=True)
class Habits:
    """How often somebody does what: weights of one seed."""

    pause_seconds: float
    weights: dict[str, float]

    @classmethod
    def drawn(cls, dice: random.Random) -> Habits:
        """A swarm's member: some habits are missing altogether."""
        weights = {
            name: weight * dice.choice([0.3, 1.0, 3.0])
            for name, weight in USUAL.items()
            if name in {"append", "follow"} or dice.random() < 0.7
        }
        return cls(dice.choice([60.0, 120.0, 300.0]), weights)


@dataclass(slots=True)
class Circle:
    """All people of a world, and the keys that are known among them. Nobody knows the liars."""

    world: World
    people: list[Person] = field(default_factory=list)
    liars: list[Person] = field(default_factory=list)
    keys: dict[PublicKey, FeedForm] = field(default_factory=dict)
    lied: dict[SpaceId, None] = field(default_factory=dict)
    """Feeds whose authors sign two histories."""
    quiet: bool = False


@dataclass(slots=True, eq=False)
class Person:
    """``appended``: what the engine has acknowledged, by feed and block; ``more``: what else there
    is to do.
    """

    circle: Circle
    computer: Computer
    habits: Habits
    appended: dict[SpaceId, dict[int, bytes]] = field(default_factory=dict)
    more: Mapping[str, Callable[[Person], None]] = field(default_factory=dict)
    dice: random.Random = field(init=False)
    _number: int = 0

    def __post_init__(self) -> None:
        self.dice = (self.computer.seed / "person").dice()

    @property
    def name(self) -> str:
        """Also of the computer."""
        return self.computer.name

    def does(self, command: object, then: Callable[[object], None] = lambda _: None) -> None:
        """``then`` gets the result, if it was done."""

        def outcome(result: object) -> None:
            if isinstance(result, Refused):
                self.circle.world.count(f"refused {result.reason}")
                if result.reason in TROUBLES_OF_OUR_OWN and self in self.circle.people:
                    raise LawBroken("honest wishes are understood", f"{self.name}: {result}")
            elif isinstance(result, Fault):
                if not self.computer.is_full:
                    raise LawBroken("engines do not fail", f"{self.name}: {result}")
            else:
                self.circle.world.count(type(command).__name__)
                then(result)

        if self.computer.is_on:
            self.computer.perform(cast("Command[object]", command), outcome)

    def feeds(self) -> list[Feed]:
        """All that the person follows or writes; of folders their feeds of names."""
        return [feed for feed in feeds_of(self.computer).feeds() if feed.beside is None]

    def own_feeds(self) -> list[Feed]:
        """Those that the person can append to."""
        kind = feeds_of(self.computer).kind
        own = [feed for feed in self.feeds() if feed.own and feed.signed]
        return [feed for feed in own if kind(feed.space) is SpaceKind.FEED]

    # ---- how life goes on -----------------------------------------------------------------------

    def lives(self) -> None:
        """Does something, and something more later."""
        if not self.circle.quiet:
            pause = self.dice.expovariate(1.0 / self.habits.pause_seconds)
            self.circle.world.agenda.after(pause, self._acts)

    def _acts(self) -> None:
        if self.circle.quiet:
            return
        if self.computer.is_on:
            (name,) = self.dice.choices(
                list(self.habits.weights), list(self.habits.weights.values())
            )
            if name in self.more:
                self.more[name](self)
            else:
                self._deeds()[name]()
        self.lives()

    def _deeds(self) -> dict[str, Callable[[], None]]:
        return {
            "append": self.appends,
            "post": self._posts,
            "create": self.creates,
            "create_static": self._creates_static,
            "follow": self._follows,
            "pause": lambda: self._keeps(lambda feed: PauseFeed(feed.space, not feed.paused)),
            "limit": self._limits,
            "fetch": lambda: self._keeps(lambda feed: FetchWhole(feed.space, not feed.whole)),
            "seek": self._seeks,
            "drop": self._drops,
            "leave": lambda: self._keeps(lambda feed: LeaveSpace(feed.space), others_only=True),
            "forget": lambda: self._keeps(lambda feed: ForgetSpace(feed.space), others_only=True),
            "refresh": lambda: self.does(ReconcileNow()),
        }

    def knows_address_of(self, other: Computer) -> None:
        """From now on it is dialled."""
        assert self.computer.parts is not None
        protocol = self.computer.parts.home
        self.does(AddPeer(protocol, other.address_for(protocol)))

    # ---- writing --------------------------------------------------------------------------------

    def creates(self) -> None:
        """A feed of one's own."""
        self._number += 1
        self.does(CreateFeed(f"{self.name}{self._number}"), self._has_created)

    def _has_created(self, result: object) -> None:
        assert isinstance(result, OneFeed)
        self.circle.keys[PublicKey(result.space)] = FeedForm.SIGNED

    def _creates_static(self) -> None:
        self._number += 1
        command = CreateStaticFeed(f"{self.name}{self._number}", self._blocks())

        def created(result: object) -> None:
            assert isinstance(result, OneFeed)
            self.circle.keys[PublicKey(result.space)] = FeedForm.STATIC

        self.does(command, created)

    def appends(self) -> None:
        """Some blocks to a feed of one's own."""
        own = self.own_feeds()
        if not own:
            self.creates()
            return
        self.appends_to(self.dice.choice(own).space, self._blocks())

    def appends_to(self, space: SpaceId, blocks: tuple[bytes, ...]) -> None:
        """Those blocks, to that one."""

        def appended(result: object) -> None:
            assert isinstance(result, FeedLength)
            known = self.appended.setdefault(space, {})
            known.update(enumerate(blocks, result.length - len(blocks)))

        self.does(AppendBlocks(space, blocks), appended)

    def _posts(self) -> None:
        own = self.own_feeds()
        if own:
            self._number += 1
            body = json.dumps({"text": f"{self.name} says {self._number}"})
            self.does(Post(self.dice.choice(own).space, body))

    def _blocks(self) -> tuple[bytes, ...]:
        count = self.dice.choice([1, 1, 1, 2, 3, 8, 40])
        sizes = [self.dice.choice(BLOCK_SIZES) for _ in range(count)]
        if self.dice.random() < 0.02:
            sizes[0] = LARGE_BLOCK
        return tuple(self.dice.randbytes(size) for size in sizes)

    # ---- following ------------------------------------------------------------------------------

    def _follows(self) -> None:
        if self.circle.keys:
            self.follows(self.dice.choice(list(self.circle.keys)))

    def follows(self, key: PublicKey, *, whole: bool | None = None) -> None:
        """Somebody else's feed; mostly all of it."""
        whole = self.dice.random() < 0.8 if whole is None else whole
        self.does(FollowFeed(key, form=self.circle.keys[key], whole=whole))

    def _keeps(self, what: Callable[[Feed], object], *, others_only: bool = False) -> None:
        feeds = [feed for feed in self.feeds() if not (others_only and feed.own)]
        if feeds:
            self.does(what(self.dice.choice(feeds)))

    def _limits(self) -> None:
        limit = self.dice.choice([None, 500, 5_000, 50_000])
        self._keeps(lambda feed: LimitFeed(feed.space, limit), others_only=True)

    def _seeks(self) -> None:
        def seek(feed: Feed) -> object:
            start = self.dice.randrange(max(1, feed.length + 1))
            wanted = self.dice.random() < 0.9
            return SeekBlocks(feed.space, start, start + self.dice.randint(1, 20), wanted)

        self._keeps(seek, others_only=True)

    def _drops(self) -> None:
        def drop(feed: Feed) -> object:
            start = self.dice.randrange(max(1, feed.length + 1))
            return DropBlocks(feed.space, start, start + self.dice.randint(1, 20))

        self._keeps(drop, others_only=True)
