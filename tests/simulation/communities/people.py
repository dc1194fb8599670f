"""What people do in communities, from weighted dice, and what was acknowledged to them.

Keys pass between people by mouth, outside the network.
"""

from __future__ import annotations

import random
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import cast

from engine.errors import Fault, Refusal, Refused
from engine.model.commands import AddPeer, Command, LeaveSpace, ReconcileNow, Say
from engine.model.communities import WireVersion
from engine.model.community_commands import (
    CreateCommunity,
    DeletePost,
    HideMember,
    JoinChannel,
    JoinCommunity,
    SetInfo,
    SetTopic,
)
from engine.model.community_queries import OneCommunity
from engine.model.contents import Words
from engine.model.ids import CommunityId, PostId, ProtocolName, PublicKey, SpaceId
from engine.model.queries import OnePost
from engine.protocols.cable.keys import channel_space
from tests.simulation.broken import LawBroken
from tests.simulation.communities.program import kept_by
from tests.simulation.computer import Computer
from tests.simulation.world import World

TROUBLES_OF_OUR_OWN = frozenset({Refusal.KEY_INVALID, Refusal.TEXT_TOO_LONG, Refusal.NAME_INVALID})
"""What nobody here asks for: to be refused so would be wrong."""
CHANNELS = ("default", "garden", "höhle")
USUAL = {
    "say": 12.0,
    "topic": 1.0,
    "name": 1.0,
    "delete": 0.7,
    "hide": 0.3,
    "join": 1.0,
    "leave": 0.3,
    "enter": 0.5,
    "refresh": 0.3,
}


@dataclass(frozen=True, slots=True)
class Town:
    """A community that is known among them."""

    id: CommunityId
    key: bytes
    wire: WireVersion


@dataclass(slots=True)
class Circle:
    """All people of a world. ``links``: which of the honest dial whom."""

    world: World
    people: list[Person] = field(default_factory=list)
    liars: list[Person] = field(default_factory=list)
    towns: list[Town] = field(default_factory=list)
    links: list[tuple[Computer, Computer]] = field(default_factory=list)
    quiet: bool = False


@dataclass(slots=True, eq=False)
class Person:
    """``said``: what the engine has acknowledged, by channel's space, and was not deleted since."""

    circle: Circle
    computer: Computer
    weights: dict[str, float]
    said: dict[SpaceId, dict[PostId, None]] = field(default_factory=dict)
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

    def founds(self, wire: WireVersion) -> None:
        """A community of one's own."""

        def made(result: object) -> None:
            assert isinstance(result, OneCommunity)
            found = kept_by(self.computer).community(result.community)
            assert found is not None
            self.circle.towns.append(Town(found.id, found.key, wire))

        self.does(CreateCommunity(self.name, wire), made)

    def enters(self, town: Town) -> None:
        """Somebody else's."""
        if kept_by(self.computer).community(town.id) is None:
            self.does(JoinCommunity(town.key, wire=town.wire, nickname=self.name))

    def knows_address_of(self, other: Computer) -> None:
        """From now on it is dialled."""
        honest = {person.name for person in self.circle.people}
        if honest >= {self.name, other.name}:
            self.circle.links.append((self.computer, other))
        self.does(AddPeer(ProtocolName.TIDINGS, other.address_for(ProtocolName.TIDINGS)))

    # ---- how life goes on -----------------------------------------------------------------------

    def lives(self) -> None:
        """Does something, and something more later."""
        if not self.circle.quiet:
            self.circle.world.agenda.after(self.dice.expovariate(1.0 / 60.0), self._acts)

    def _acts(self) -> None:
        if self.circle.quiet:
            return
        if self.computer.is_on and self.circle.towns:
            (name,) = self.dice.choices(list(self.weights), list(self.weights.values()))
            self._deeds(self.dice.choice(self.circle.towns))[name]()
        self.lives()

    def _deeds(self, town: Town) -> dict[str, Callable[[], None]]:
        channel = self.dice.choice(CHANNELS)
        space = channel_space(town.key, channel)
        other = self.dice.choice(self.circle.people)
        return {
            "say": lambda: self._says(space),
            "topic": lambda: self.does(SetTopic(space, self._words()[:100])),
            "name": lambda: self.does(SetInfo(town.id, "name", self._words()[:30])),
            "delete": lambda: self._deletes(space),
            "hide": lambda: self._hides(town, other),
            "join": lambda: self.does(JoinChannel(town.id, channel)),
            "leave": lambda: self.does(LeaveSpace(space)),
            "enter": lambda: self.enters(town),
            "refresh": lambda: self.does(ReconcileNow()),
        }

    def _words(self) -> str:
        self._number += 1
        return f"{self.name} says {self._number}" + "!" * self.dice.choice([0, 3, 200, 3_000])

    def _says(self, space: SpaceId) -> None:
        def said(result: object) -> None:
            assert isinstance(result, OnePost)
            self.said.setdefault(space, {})[result.id] = None

        self.does(Say(space, Words(self._words())), said)

    def _deletes(self, space: SpaceId) -> None:
        own = list(self.said.get(space, ()))
        if not own:
            return
        post = self.dice.choice(own)
        del self.said[space][post]  # whatever becomes of it
        self.does(DeletePost(space, post))

    def _hides(self, town: Town, other: Person) -> None:
        theirs = kept_by(other.computer).community(town.id) if other.computer.is_on else None
        if theirs is not None and other is not self:
            member = PublicKey(theirs.own.public_key)
            self.does(HideMember(town.id, member, hidden=self.dice.random() < 0.6))
