"""What people do in communities, from weighted dice, and what was acknowledged to them.

Keys pass between people by mouth, outside the network.
"""

from __future__ import annotations

import random
from collections.abc import Callable
from dataclasses import dataclass, field, replace
from typing import cast

from engine.errors import Fault, Refusal, Refused
from engine.model.commands import Command, ForgetSpace, LeaveSpace, Say
from engine.model.communities import WireVersion
from engine.model.community_commands import (
    BlockMember,
    CreateCommunity,
    DeletePost,
    DropChannel,
    ForgetCommunity,
    HideMember,
    JoinChannel,
    JoinCommunity,
    ModeratePost,
    SetInfo,
    SetTopic,
)
from engine.model.community_queries import OneCommunity
from engine.model.contents import Words
from engine.model.ids import CommunityId, PostId, ProtocolName, PublicKey, SpaceId
from engine.model.peer_commands import AddPeer, ReconcileNow
from engine.model.queries import OnePost
from engine.protocols.cable.keys import channel_space
from tests.simulation.broken import LawBroken
from tests.simulation.communities.program import kept_by, texts_of
from tests.simulation.computer import Computer
from tests.simulation.world import World

TROUBLES_OF_OUR_OWN = frozenset(
    {
        Refusal.KEY_INVALID,
        Refusal.TEXT_TOO_LONG,
        Refusal.TOPIC_TOO_LONG,
        Refusal.NAME_INVALID,
        Refusal.NAME_UNSEEN,
        Refusal.NAME_TOO_LONG,
    }
)
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
    "block": 0.3,
    "unblock": 0.5,
    "drop": 0.3,
    "drop channel": 0.1,
    "take back": 0.3,
    "forget": 0.1,
}


@dataclass(frozen=True, slots=True)
class Town:
    """A community that is known among them."""

    id: CommunityId
    key: bytes
    wire: WireVersion


@dataclass(frozen=True, slots=True)
class Block:
    """What somebody has said last of another. ``is_sure``: the engine has acknowledged it."""

    blocked: bool
    drops: bool = False
    is_sure: bool = False

    @property
    def may_hold(self) -> bool:
        """Whether it may be that they are blocked."""
        return self.blocked or not self.is_sure


BlockKey = tuple[CommunityId, PublicKey, PublicKey]
"""Who, by the key of that time, blocks whom."""


@dataclass(slots=True)
class Circle:
    """All people of a world. ``links``: which of the honest dial whom."""

    world: World
    people: list[Person] = field(default_factory=list)
    liars: list[Person] = field(default_factory=list)
    towns: list[Town] = field(default_factory=list)
    links: list[tuple[Computer, Computer]] = field(default_factory=list)
    blocks: dict[BlockKey, Block] = field(default_factory=dict)
    dropped: dict[tuple[Computer, CommunityId, PostId], bool] = field(default_factory=dict)
    """Posts that somebody wished away; whether that was acknowledged."""
    quiet: bool = False

    def may_block(self, community: CommunityId, one: PublicKey, other: PublicKey) -> bool:
        """Whether the first may block the second."""
        said = self.blocks.get((community, one, other))
        return said is not None and said.may_hold


@dataclass(slots=True, eq=False)
class Person:
    """``said``: what the engine has acknowledged, by channel's space, and was not deleted since."""

    circle: Circle
    computer: Computer
    weights: dict[str, float]
    said: dict[SpaceId, dict[PostId, None]] = field(default_factory=dict)
    dice: random.Random = field(init=False)
    _number: int = 0
    _erased: dict[SpaceId, int] = field(default_factory=dict)

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
        anybody = self.dice.choice([*self.circle.people, *self.circle.liars])
        return {
            "say": lambda: self.says(space),
            "topic": lambda: self.does(SetTopic(space, self._words()[:100])),
            "name": lambda: self.does(SetInfo(town.id, "name", self._words()[:30])),
            "delete": lambda: self._deletes(space),
            "hide": lambda: self._hides(town, other),
            "join": lambda: self.does(JoinChannel(town.id, channel)),
            "leave": lambda: self.does(LeaveSpace(space)),
            "enter": lambda: self.enters(town),
            "refresh": lambda: self.does(ReconcileNow()),
            "block": lambda: self._blocks(town, anybody),
            "unblock": lambda: self._unblocks(town),
            "drop": lambda: self._drops(town, channel),
            "drop channel": lambda: self._drops_channel(town, channel),
            "take back": lambda: self.does(DropChannel(town.id, channel, dropped=False)),
            "forget": lambda: self._forgets(town, space),
        }

    def _words(self) -> str:
        self._number += 1
        return f"{self.name} says {self._number}" + "!" * self.dice.choice([0, 3, 200, 3_000])

    def says(self, space: SpaceId) -> None:
        """Something, in a channel."""

        erased = self._erased.get(space, 0)

        def said(result: object) -> None:
            assert isinstance(result, OnePost)
            if self._erased.get(space, 0) == erased:  # else it may be gone by now
                self.said.setdefault(space, {})[result.id] = None

        self.does(Say(space, Words(self._words())), said)

    def _erases(self, space: SpaceId) -> None:
        """From now on nothing of what was said there need be there."""
        self.said.pop(space, None)
        self._erased[space] = self._erased.get(space, 0) + 1

    def _deletes(self, space: SpaceId) -> None:
        own = list(self.said.get(space, ()))
        if not own:
            return
        post = self.dice.choice(own)
        del self.said[space][post]  # whatever becomes of it
        self.does(DeletePost(space, post))

    # ---- what they think of each other ----------------------------------------------------------

    def key_in(self, community: CommunityId) -> PublicKey | None:
        """By which others know this one there; None: by none, or nobody can look now."""
        theirs = kept_by(self.computer).community(community) if self.computer.is_on else None
        return None if theirs is None else PublicKey(theirs.own.public_key)

    def _hides(self, town: Town, other: Person) -> None:
        member = other.key_in(town.id)
        if member is not None and other is not self:
            self.does(HideMember(town.id, member, hidden=self.dice.random() < 0.6))

    def _blocks(self, town: Town, other: Person) -> None:
        own, member = self.key_in(town.id), other.key_in(town.id)
        if own is None or member is None or other is self:
            return
        if kept_by(self.computer).is_member(town.id, member):
            drops = self.dice.random() < 0.5
            self._thinks(town, own, member, Block(blocked=True, drops=drops))

    def _unblocks(self, town: Town) -> None:
        own = self.key_in(town.id)
        blocked = [
            member
            for (community, by, member), said in self.circle.blocks.items()
            if (community, by) == (town.id, own) and said.may_hold
        ]
        if own is not None and blocked:
            self._thinks(town, own, self.dice.choice(blocked), Block(blocked=False))

    def _thinks(self, town: Town, own: PublicKey, member: PublicKey, block: Block) -> None:
        blocks, key = self.circle.blocks, (town.id, own, member)
        blocks[key] = block

        def done(_: object) -> None:
            if blocks[key] is block:
                blocks[key] = replace(block, is_sure=True)

        self.does(BlockMember(town.id, member, blocked=block.blocked, drop=block.drops), done)

    def _drops(self, town: Town, channel: str) -> None:
        """Somebody else's post, out of sight and off the disk."""
        own, space = self.key_in(town.id), channel_space(town.key, channel)
        others = [
            post.hash
            for post in texts_of(self.computer, town.id, channel)
            if own is not None and post.author != own
        ]
        if others:
            key = (self.computer, town.id, self.dice.choice(others))
            self.circle.dropped.setdefault(key, False)

            def done(_: object) -> None:
                self.circle.dropped[key] = True

            self.does(ModeratePost(space, key[2], drop=True), done)

    def _drops_channel(self, town: Town, channel: str) -> None:
        self._erases(channel_space(town.key, channel))
        self.does(DropChannel(town.id, channel))

    def _forgets(self, town: Town, space: SpaceId) -> None:
        """One channel, or all of it with one's own keys."""
        if self.dice.random() < 0.5:
            self._erases(space)
            self.does(ForgetSpace(space))
            return
        for channel in CHANNELS:
            self._erases(channel_space(town.key, channel))
        for key in self.circle.dropped:
            if key[:2] == (self.computer, town.id):
                self.circle.dropped[key] = False  # with all else its own words are gone
        self.does(ForgetCommunity(town.id))
