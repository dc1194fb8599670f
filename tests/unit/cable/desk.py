"""What one person does with communities, over a store in memory; others are posts that come in."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from random import Random
from typing import TypeVar, cast

import pytest

from app.reading_parts import reading_parts
from engine.crypto.ed25519 import KeyPair, from_seed, verify_each
from engine.errors import Refusal, Refused
from engine.model.commands import Command
from engine.model.communities import CommunityView
from engine.model.events import Event
from engine.model.feeds import FeedTraffic
from engine.model.ids import PeerId, PostId, ProtocolName, PublicKey, SpaceId
from engine.model.queries import Query, Timeline
from engine.model.views import PostView
from engine.protocols.cable import posts
from engine.protocols.cable.cable import Cable
from engine.protocols.cable.connecting import Connecting
from engine.protocols.cable.exchange.surroundings import Surroundings
from engine.protocols.cable.keys import channel_space
from engine.protocols.cable.records import PostsRefused, PostsStored
from engine.protocols.cable.wire.posts import write_post
from engine.protocols.cable.wire.version import VERSIONS
from engine.protocols.contract import Answer, Effect, Emit, Errand, Record, Store, WakeAt
from engine.protocols.spaces import Spaces
from engine.store.cable.parts import repository
from engine.store.opening import open_memory_store

R = TypeVar("R")
NOW = 1_700_000_000.0


@dataclass
class Around:
    """The world at the time of a question."""

    now: float = NOW
    presence: Mapping[SpaceId, Sequence[tuple[PeerId, PublicKey | None]]] = field(
        default_factory=dict
    )
    peers: Sequence[PeerId] = ()
    traffic: Mapping[SpaceId, FeedTraffic] = field(default_factory=dict)


def person(number: int) -> KeyPair:
    """Somebody else's keys."""
    return from_seed(bytes([number]) * 32)


def key_of(number: int) -> PublicKey:
    return PublicKey(person(number).public_key)


class Desk:
    """One profile. ``events`` is what was told, in order."""

    def __init__(self, seed: int = 1) -> None:
        self.store = open_memory_store()
        self.cable = repository(self.store)
        self.storage = self.store.storage({ProtocolName.CABLE: self.cable}, [self.cable])
        self.reader = self.store.reader(reading_parts)
        entropy = Random(seed).randbytes
        connecting = Connecting(Surroundings(self.cable, entropy, verify_each))
        self.protocol = Cable(
            records=self.cable, names=self.store.spaces, entropy=entropy, connecting=connecting
        )
        every = (self.protocol, Spaces(self.store.spaces))
        self.performers = {kind: one for one in every for kind in one.performs}
        self.events: list[Event] = []
        self.around = Around()
        self.now = NOW

    def do(self, command: Command[R]) -> R:
        """As the engine does it, a transaction a step. Raises what is refused."""
        asked = cast("Command[object]", command)
        effects = self.performers[type(asked)].perform(asked, self.now)
        while True:
            self.commit(effects)
            (outcome,) = [one for one in effects if isinstance(one, Answer | Errand)]
            if isinstance(outcome, Answer):
                result = outcome.result
                return cast("R", self.ask(result) if isinstance(result, Query) else result)
            effects = outcome.then(outcome.work(), self.now)

    def commit(self, effects: Sequence[Effect]) -> None:
        self.storage.begin()
        told: list[Event] = []
        for effect in effects:
            match effect:
                case Store(record):
                    self.storage.apply(record)
                case Emit(event):
                    told.append(event)
                case Answer() | Errand() | WakeAt():
                    pass
                case _:
                    raise AssertionError(effect)
        self.storage.commit()
        self.events += [*told, *self.storage.told()]

    def keep(self, *records: Record) -> None:
        """Stores what came, in one transaction."""
        self.commit([Store(record) for record in records])

    def wake(self) -> float:
        """The protocol's own turn; in how many seconds it wants the next one."""
        effects = self.protocol.wake(self.now)
        self.commit(effects)
        (wake,) = [effect for effect in effects if isinstance(effect, WakeAt)]
        return wake.deadline - self.now

    def ask(self, query: Query[R]) -> R:
        return self.reader.answer(query, self.around)

    # ---- communities ------------------------------------------------------------------------

    def space(self, view: CommunityView, channel: str = "default") -> SpaceId:
        return channel_space(view.key, channel)

    def receive(self, view: CommunityView, *received: posts.Post) -> list[PostId]:
        """As a conversation does: what is not wanted is refused. The hashes that were kept."""
        community = view.id
        unknown = set(self.cable.unknown(community, [post.hash for post in received]))
        fresh = [post for post in received if post.hash in unknown]
        refused = self.cable.unwanted(community, fresh, self.now)
        away = {one.hash for one in refused}
        kept = tuple(post for post in fresh if post.hash not in away)
        records: list[Record] = []
        if refused:
            records.append(PostsRefused(community, tuple(refused)))
        if kept:
            records.append(PostsStored(community, kept, self.now))
        self.keep(*records)
        return [post.hash for post in kept]

    def posts(self, space: SpaceId) -> tuple[PostView, ...]:
        return self.ask(Timeline(space, 1_000)).posts

    def texts(self, space: SpaceId) -> list[str]:
        """What was said there, in order, joins and the like aside."""
        return [post.text for post in self.posts(space) if post.kind == "message"]

    def told(self, kind: type[R]) -> list[R]:
        """The events of that kind; they are not given again."""
        found: list[R] = [event for event in self.events if isinstance(event, kind)]
        self.events = [event for event in self.events if not isinstance(event, kind)]
        return found

    def refusal(self, act: Callable[[], object]) -> Refusal:
        with pytest.raises(Refused) as caught:
            act()
        return caught.value.reason


def said_by(
    number: int,
    content: posts.Content,
    at: float,
    links: Sequence[PostId] = (),
    wire: str = "S",
) -> posts.Post:
    """A post of somebody else."""
    version = VERSIONS[wire]
    return write_post(version, person(number), links, int(at * version.units_a_second), content)
