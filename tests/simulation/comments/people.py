"""What people do with comments, from weighted dice, and what was acknowledged to them.

Keys of feeds, keys for comments and trust pass between people by mouth, outside the network.
"""

from __future__ import annotations

import random
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import cast

from engine.errors import Fault, Refusal, Refused
from engine.model.commands import Command, ForgetSpace, LeaveSpace
from engine.model.comment_commands import (
    AcceptTrust,
    ChangeComment,
    CommentKey,
    GiveShorterChains,
    HideCommenter,
    RetractComment,
    TrustCommenter,
    WriteComment,
)
from engine.model.comment_queries import OneComment
from engine.model.comments import TrustLinkView
from engine.model.feed_commands import CreateFeed, FollowFeed
from engine.model.feed_queries import OneFeed
from engine.model.ids import PostId, ProtocolName, PublicKey, SpaceId
from engine.model.peer_commands import AddPeer, ReconcileNow
from tests.simulation.broken import LawBroken
from tests.simulation.comments.program import follows
from tests.simulation.computer import Computer
from tests.simulation.world import World

TROUBLES_OF_OUR_OWN = frozenset({Refusal.BODY_INVALID, Refusal.TEXT_EMPTY, Refusal.NOT_A_FEED})
"""What nobody here asks for: to be refused so would be wrong."""
USUAL = {
    "comment": 10.0,
    "answer": 4.0,
    "edit": 2.0,
    "retract": 0.7,
    "trust": 3.0,
    "hide": 0.3,
    "shorten": 0.3,
    "leave": 0.2,
    "forget": 0.1,
    "follow": 1.0,
    "refresh": 0.3,
}
ENTRIES = 4


@dataclass(slots=True)
class Circle:
    """All people of a world. ``feeds``: that are known among them."""

    world: World
    people: list[Person] = field(default_factory=list)
    feeds: list[SpaceId] = field(default_factory=list)
    quiet: bool = False


@dataclass(slots=True, eq=False)
class Person:
    """``said``: what the engine has acknowledged, by feed."""

    circle: Circle
    computer: Computer
    weights: dict[str, float]
    said: dict[SpaceId, list[PostId]] = field(default_factory=dict)
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
                if result.reason in TROUBLES_OF_OUR_OWN:
                    raise LawBroken("honest wishes are understood", f"{self.name}: {result}")
            elif isinstance(result, Fault):
                if not self.computer.is_full:
                    raise LawBroken("engines do not fail", f"{self.name}: {result}")
            else:
                self.circle.world.count(type(command).__name__)
                then(result)

        if self.computer.is_on:
            self.computer.perform(cast("Command[object]", command), outcome)

    def creates(self) -> None:
        """A feed of one's own."""

        def created(result: object) -> None:
            assert isinstance(result, OneFeed)
            self.circle.feeds.append(result.space)

        self.does(CreateFeed(self.name), created)

    def follows(self, space: SpaceId) -> None:
        """Somebody else's."""
        if not follows(self.computer, space):
            self.does(FollowFeed(PublicKey(space)))

    def knows_address_of(self, other: Computer) -> None:
        """From now on it is dialled."""
        self.does(AddPeer(ProtocolName.TIDINGS, other.address_for(ProtocolName.TIDINGS)))

    # ---- how life goes on -----------------------------------------------------------------------

    def lives(self) -> None:
        """Does something, and something more later."""
        if not self.circle.quiet:
            self.circle.world.agenda.after(self.dice.expovariate(1.0 / 90.0), self._acts)

    def _acts(self) -> None:
        if self.circle.quiet:
            return
        if self.computer.is_on and self.circle.feeds:
            (name,) = self.dice.choices(list(self.weights), list(self.weights.values()))
            self._deeds(self.dice.choice(self.circle.feeds))[name]()
        self.lives()

    def _deeds(self, space: SpaceId) -> dict[str, Callable[[], None]]:
        return {
            "comment": lambda: self.comments(space, None),
            "answer": lambda: self._of_own(space, lambda one: self.comments(space, one)),
            "edit": lambda: self._of_own(
                space, lambda one: self.does(ChangeComment(space, one, self._words()))
            ),
            "retract": lambda: self._of_own(
                space, lambda one: self.does(RetractComment(space, one))
            ),
            "trust": lambda: self._trusts(space),
            "hide": lambda: self.does(HideCommenter(space, PublicKey(self.dice.randbytes(32)))),
            "shorten": lambda: self.does(GiveShorterChains(space, self.dice.random() < 0.7)),
            "leave": lambda: self._parts_with(LeaveSpace(space)),
            "forget": lambda: self._parts_with(ForgetSpace(space)),
            "follow": lambda: self.follows(space),
            "refresh": lambda: self.does(ReconcileNow()),
        }

    def _words(self) -> str:
        self._number += 1
        return f"{self.name} says {self._number}" + "!" * self.dice.choice([0, 3, 200, 4_000])

    def comments(self, space: SpaceId, answered: PostId | None = None) -> None:
        """On some entry, or the feed as a whole."""

        def said(result: object) -> None:
            assert isinstance(result, OneComment)
            self.said.setdefault(space, []).append(result.id)

        entry = self.dice.choice([None, *range(ENTRIES)])
        about = entry if answered is None else None  # an answer is where its question is
        self.does(WriteComment(space, self._words(), about, answered), said)

    def _of_own(self, space: SpaceId, what: Callable[[PostId], None]) -> None:
        own = self.said.get(space)
        if own:
            what(self.dice.choice(own))

    def _parts_with(self, command: LeaveSpace | ForgetSpace) -> None:
        space = command.space
        if self.circle.feeds.index(space) == self.circle.people.index(self):
            return  # one's own
        if isinstance(command, ForgetSpace):
            self.does(command, lambda _: self.said.update({space: []}))
        else:
            self.does(command)

    def _trusts(self, space: SpaceId) -> None:
        other = self.dice.choice(self.circle.people)
        seconds = self.dice.choice([None, None, 300.0, 1_800.0])
        if other is self:
            return

        def shown(key: object) -> None:
            until = None if seconds is None else self.computer.clock.now() + seconds
            self.does(TrustCommenter(space, PublicKey(cast("bytes", key)), until), given)

        def given(view: object) -> None:
            assert isinstance(view, TrustLinkView)
            other.does(AcceptTrust(view.feed, view.links))

        other.does(CommentKey(space), shown)
