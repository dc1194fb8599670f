"""A scene of use with a community on a watched disk, and what must be found wherever it is cut.

Somebody and a friend talk in it, name themselves, set topics, delete, join and leave a channel.
Relied upon is what was acknowledged, and every post of ours that the friend holds: whoever forgot
one would say the next behind an older one (reliability D12).
"""

from __future__ import annotations

import random
from collections.abc import Callable
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from typing import cast

from engine.crypto.ed25519 import verify_each
from engine.crypto.entropy import SeededEntropy
from engine.errors import Fault, Refused
from engine.model.address import Address
from engine.model.commands import Command, ForgetSpace, Say
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
from engine.model.contents import Words
from engine.model.ids import PeerId, PostId, ProtocolName, PublicKey, SpaceId
from engine.model.peer_commands import AddPeer, Listen
from engine.protocols.cable.cable import Cable
from engine.protocols.cable.connecting import Connecting
from engine.protocols.cable.exchange.surroundings import Surroundings
from engine.protocols.cable.keys import channel_space
from engine.protocols.cable.records import Community
from engine.protocols.spaces import Spaces
from engine.runtime.node import Node
from engine.runtime.outfit import Outfit
from engine.store.cable.parts import repository
from engine.store.opening import Store, open_memory_store
from tests.durability.disk import Mark
from tests.durability.household import SetClock, Wires
from tests.durability.recording import FOLDING_PAGES, Recording, open_as_program, watched

CABLE = ProtocolName.CABLE
FRIENDS_ADDRESS = Address("127.0.0.2", 7000)
HALL, GARDEN = "default", "garden"
STEPS_MAX = 100_000
REDIAL_SECONDS = 400.0
ACTS = 45


@dataclass(frozen=True, slots=True)
class Posted:
    """That post of ours is there, and somebody knows."""

    post: PostId


@dataclass(frozen=True, slots=True)
class Withdrawn:
    """That one is there no more, for good."""

    post: PostId


Fact = Posted | Withdrawn


class CommunityPerson:
    """A node with communities over a store."""

    def __init__(self, store: Store, seed: str, wires: Wires, clock: SetClock) -> None:
        """Borrows ``store``."""
        entropy = SeededEntropy(seed.encode())
        self.store = store
        self.cable = repository(store)
        around = Surroundings(self.cable, entropy.fork("conversations"), verify_each)
        cable = Cable(
            records=self.cable,
            names=store.spaces,
            entropy=entropy.fork("communities"),
            connecting=Connecting(around),
        )
        outfit = Outfit(
            peer_id=PeerId(entropy.fork("peer")(32)),
            protocols={CABLE: cable},
            performers=[Spaces(store.spaces)],
            storage=store.storage({CABLE: self.cable}, [self.cable]),
            book=store.peers,
            network=wires,
            discovery=None,
            home=CABLE,
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

    @property
    def community(self) -> Community | None:
        """The only one."""
        return next(iter(self.cable.communities()), None)

    def posts_of(self, author: bytes) -> list[PostId]:
        """All that is held of somebody's."""
        rows = self.store.database.rows(
            "SELECT p.hash FROM cable_post AS p JOIN cable_author AS a ON a.number = p.author"
            " WHERE a.public_key = ? ORDER BY p.number",
            (author,),
        )
        return [PostId(post) for (post,) in rows]


@dataclass(slots=True)
class _Reply:
    told: Callable[[object], None]

    def answer(self, result: object) -> None:
        """See ``Reply``."""
        self.told(result)

    def fail(self, error: Refused | Fault) -> None:
        """See ``Reply``."""
        raise error


@dataclass(slots=True)
class CommunityScene:
    """Played once, on the disk that is recorded."""

    recording: Recording
    dice: random.Random
    opened: Callable[[], Store]
    wire: WireVersion
    synchronous: str = "FULL"
    clock: SetClock = field(default_factory=SetClock)
    wires: Wires = field(default_factory=Wires)
    _lives: int = 0
    _said: int = 0
    _facts: dict[Fact, None] = field(default_factory=dict)
    friend: CommunityPerson = field(init=False)
    person: CommunityPerson = field(init=False)
    community: Community = field(init=False)

    def play(self, acts: int) -> None:
        """To its end: the program is closed."""
        self.friend = CommunityPerson(open_memory_store(), "friend", self.wires, self.clock)
        self._start()
        self._do(self.friend, CreateCommunity("Bees", self.wire, "june"))
        theirs = self.friend.community
        assert theirs is not None
        self._do(self.person, JoinCommunity(theirs.key, "Bees", self.wire, "ada"))
        ours = self.person.community
        assert ours is not None
        self.community = ours
        self._do(self.friend, Listen(CABLE, FRIENDS_ADDRESS))
        self._do(self.person, AddPeer(CABLE, FRIENDS_ADDRESS))
        deeds = {
            self._say: 10,
            self._friend_says: 8,
            self._both_say: 6,
            self._name: 3,
            self._set_topic: 2,
            self._delete: 4,
            self._hide: 1,
            self._garden: 2,
            self._reopen: 2,
        }
        for _ in range(acts):
            self.dice.choices(list(deeds), list(deeds.values()))[0]()
            self.clock.seconds += 1.0
        self.person.node.stop()
        self.person.store.close()

    # ---- what is done ---------------------------------------------------------------------------

    def _start(self) -> None:
        self._lives += 1
        store = self.opened()
        store.database.run(f"PRAGMA synchronous = {self.synchronous}")
        store.database.run(f"PRAGMA wal_autocheckpoint = {FOLDING_PAGES}")
        self.person = CommunityPerson(store, f"person {self._lives}", self.wires, self.clock)

    def _do(self, person: CommunityPerson, command: object) -> None:
        person.ask_for(command, lambda _: None)
        self._settle()

    def _hall(self) -> SpaceId:
        return channel_space(self.community.key, HALL)

    def _words(self) -> Words:
        self._said += 1
        return Words(f"text {self._said} " * self.dice.choice([1, 1, 40, 300]))

    def _do_ours(self, command: object) -> None:
        """What is acknowledged is relied upon."""
        self.person.ask_for(command, lambda _: self._note_ours())
        self._settle()

    def _say(self) -> None:
        self._do_ours(Say(self._hall(), self._words()))

    def _friend_says(self) -> None:
        self._do(self.friend, Say(self._hall(), self._words()))

    def _both_say(self) -> None:
        for _ in range(3):
            self.person.ask_for(Say(self._hall(), self._words()), lambda _: self._note_ours())
            self.friend.ask_for(Say(self._hall(), self._words()), lambda _: None)
        self._settle()

    def _name(self) -> None:
        self._said += 1
        self._withdraw_infos()
        self._do_ours(SetInfo(self.community.id, "name", f"ada {self._said}"))

    def _set_topic(self) -> None:
        self._do_ours(SetTopic(self._hall(), f"topic {self._said}"))

    def _hide(self) -> None:
        friend = self.friend.community
        assert friend is not None
        key = PublicKey(friend.own.public_key)
        if self.person.cable.is_member(self.community.id, key):
            self._withdraw_infos()
            self._do_ours(HideMember(self.community.id, key, hidden=self.dice.random() < 0.5))

    def _delete(self) -> None:
        rows = self.person.store.database.rows(
            "SELECT p.hash FROM cable_post AS p JOIN cable_author AS a ON a.number = p.author"
            " JOIN cable_channel AS c ON c.number = p.channel"
            " WHERE a.public_key = ? AND p.type = 0 AND c.name = ? ORDER BY p.number",
            (self.community.own.public_key, HALL),
        )
        if not rows:
            return
        target = PostId(self.dice.choice(rows)[0])
        self._withdraw(target)  # from the wish on it may be gone
        self._do_ours(DeletePost(self._hall(), target))
        self._note(Withdrawn(target))

    def _garden(self) -> None:
        garden = channel_space(self.community.key, GARDEN)
        place = self.person.cable.place_of(garden)
        if place is not None and place.joined and self.dice.random() < 0.5:
            for post in self.person.posts_of(self.community.own.public_key):
                if self.person.cable.channel_of(self.community.id, post) == GARDEN:
                    self._withdraw(post)
            self._do_ours(ForgetSpace(garden))
        else:
            self._do_ours(JoinChannel(self.community.id, GARDEN))
            self._do_ours(Say(garden, self._words()))

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
                self._note_given()
            if not busy:
                return
        raise AssertionError("they never come to rest")

    def _note_ours(self) -> None:
        for post in self.person.posts_of(self.community.own.public_key):
            self._note(Posted(post))

    def _note_given(self) -> None:
        """What the friend has got of ours, and we hold ourselves."""
        if not hasattr(self, "community"):
            return
        own = self.community.own.public_key
        here = frozenset(self.person.posts_of(own))
        for post in self.friend.posts_of(own):
            if post in here:
                self._note(Posted(post))

    def _withdraw_infos(self) -> None:
        """A later word takes the place of those before."""
        for post in self.person.posts_of(self.community.own.public_key):
            if self.person.cable.channel_of(self.community.id, post) is None:
                self._withdraw(post)

    def _withdraw(self, post: PostId) -> None:
        """It is relied upon no more, and never again."""
        self._facts[Posted(post)] = None
        self.recording.calls.append(Mark(_Unsure(post)))

    def _note(self, fact: Fact) -> None:
        if fact not in self._facts:
            self._facts[fact] = None
            self.recording.calls.append(Mark(fact))


@dataclass(frozen=True, slots=True)
class _Unsure:
    """That post may be there, or not."""

    post: PostId


def relied_upon(told: dict[Fact, None], operation: object) -> None:
    """``told``, after one more operation of a recording."""
    match operation:
        case Mark(_Unsure(post)):
            told.pop(Posted(post), None)
        case Mark(Posted() | Withdrawn() as fact):
            told[fact] = None
        case _:
            pass


def record_community(
    folder: Path, seed: str, wire: WireVersion, synchronous: str = "FULL"
) -> Recording:
    """The scene of that seed, from the first start in the empty ``folder`` on."""
    with watched(folder) as (recording, vfs):
        opened = partial(open_as_program, folder, vfs)
        scene = CommunityScene(recording, random.Random(seed), opened, wire, synchronous)
        scene.play(ACTS)
    return recording
