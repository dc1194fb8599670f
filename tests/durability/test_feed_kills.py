"""``kill -9`` of the real program while it appends: nothing acknowledged is lost, nothing forks."""

from __future__ import annotations

import asyncio
import random
from contextlib import suppress
from dataclasses import dataclass, field

import pytest
from typing_extensions import override

from app.compose import open_engine
from app.control.client import RemoteEngine
from engine.errors import Fault
from engine.model.feed_commands import AppendBlocks, CreateFeed
from engine.model.ids import SpaceId
from engine.store.hypercore.parts import repository
from tests.durability.killing import Victim
from tests.durability.recording import open_as_program
from tests.e2e.conftest import MakePerson
from tests.e2e.processes import Person
from tests.simulation.feeds.judge import Judge

pytestmark = pytest.mark.slow

KILLS = 16


@dataclass(slots=True)
class Author(Victim):
    """``appended``: what was acknowledged. One judge over all lives: what forks is found."""

    appended: dict[int, bytes] = field(default_factory=dict)
    judge: Judge = field(default_factory=Judge)

    @override
    async def _post(self, engine: RemoteEngine) -> None:
        """Until the engine is gone."""
        with suppress(Fault):
            while True:
                count, size = self.dice.choice([1, 1, 5]), self.dice.choice([10, 900, 9_000])
                blocks = tuple(self.dice.randbytes(size) for _ in range(count))
                told = await engine.perform(AppendBlocks(self.space, blocks))
                self.appended.update(enumerate(blocks, told.length - count))

    @override
    def _look(self) -> None:
        store = open_as_program(self.person.folder)
        try:
            feeds = repository(store)
            lost = [n for n, block in self.appended.items() if feeds.block(self.space, n) != block]
            if lost:
                self.troubles.append(f"kill {self.kills}: {len(lost)} blocks lost")
            self.troubles += self.judge.troubles(store.database)
        finally:
            store.close()


def test_an_author_killed_at_any_moment_loses_no_block_and_never_signs_two_histories(
    person: MakePerson,
) -> None:
    ann = person("ann")
    ann.settle()
    author = Author(ann, asyncio.run(_create(ann)), random.Random("kills of an author"))
    asyncio.run(author.suffer(KILLS))
    assert author.troubles == []
    assert author.kills == KILLS
    assert len(author.appended) > KILLS, "it was in use"


async def _create(person: Person) -> SpaceId:
    async with open_engine(person.paths, lambda *, is_new: None) as opened:
        return (await opened.engine.perform(CreateFeed("news"))).space
