"""What one person does with feeds, over a store in memory; peers are records that come in."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from random import Random
from typing import TypeVar, cast

import pytest

from app.reading_parts import reading_parts
from engine.errors import Refusal, Refused
from engine.model.commands import Command
from engine.model.events import Event
from engine.model.feeds import FeedTraffic
from engine.model.ids import PeerId, ProtocolName, PublicKey, SpaceId
from engine.model.queries import Query, Timeline
from engine.model.views import PostView
from engine.protocols.contract import Answer, Effect, Emit, Errand, Record, Store, WakeAt
from engine.protocols.hypercore.performers import feed_performers
from engine.protocols.hypercore.records import Received
from engine.protocols.hypercore.tree import verification
from engine.protocols.hypercore.tree.proof import prove
from engine.protocols.hypercore.tree.suites import SUITES
from engine.protocols.hypercore.upkeep import Upkeep
from engine.protocols.spaces import Spaces
from engine.store.hypercore.parts import repository
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


class Desk:
    """One profile. ``events`` is what was told, in order."""

    def __init__(self, seed: int = 1, limit_bytes: int = 1 << 40) -> None:
        self.store = open_memory_store()
        self.room = True
        self.feeds = repository(self.store, lambda: self.room)
        self.storage = self.store.storage({ProtocolName.HYPERCORE: self.feeds}, [self.feeds])
        self.reader = self.store.reader(reading_parts)
        self.upkeep = Upkeep(self.feeds, limit_bytes)
        entropy = Random(seed).randbytes
        every = (
            *feed_performers(self.feeds, self.store.spaces, entropy, limit_bytes=limit_bytes),
            Spaces(self.store.spaces),
        )
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

    def look(self) -> float:
        """The upkeep's turn; in how many seconds it wants the next one."""
        effects = self.upkeep.look(self.now)
        self.commit(effects)
        (wake,) = [effect for effect in effects if isinstance(effect, WakeAt)]
        return wake.deadline - self.now

    def ask(self, query: Query[R]) -> R:
        return self.reader.answer(query, self.around)

    def posts(self, space: SpaceId) -> tuple[PostView, ...]:
        return self.ask(Timeline(space, 1_000)).posts

    def told(self, kind: type[R]) -> list[R]:
        """The events of that kind; they are not given again."""
        found: list[R] = [event for event in self.events if isinstance(event, kind)]
        self.events = [event for event in self.events if not isinstance(event, kind)]
        return found

    def refusal(self, act: Callable[[], object]) -> Refusal:
        with pytest.raises(Refused) as caught:
            act()
        return caught.value.reason


def received(author: Desk, reader: Desk, space: SpaceId, block: int) -> Received:
    """That block, as it comes to ``reader`` from ``author``."""
    feed, value = author.feeds.feed(space), author.feeds.block(space, block)
    assert feed is not None
    assert value is not None
    proof = prove(author.feeds.tree(space), block, 0, hash_only=False)
    assert proof is not None
    came = verification.Received(block, value, proof)
    suite, tree = SUITES[feed.suite], reader.feeds.tree(space)
    return Received(
        space, block, value, verification.verify(suite, tree, came, lambda *_: True), reader.now
    )


def bring(author: Desk, reader: Desk, space: SpaceId, blocks: Sequence[int]) -> None:
    """They come in that order, each in a transaction of its own."""
    for block in blocks:
        reader.storage.begin()
        record = received(author, reader, space, block)
        reader.storage.apply(record)
        reader.storage.commit()
        reader.events += reader.storage.told()
